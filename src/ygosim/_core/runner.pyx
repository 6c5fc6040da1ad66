"""Playing many duels without Python.  See runner.pxd."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

import numpy as np

from ygosim._core.engine cimport (
    Template, engine_advance, engine_apply, engine_start,
)
from ygosim._core.enums cimport POLICY_KIND_CALLBACK, POLICY_KIND_GREEDY, POLICY_KIND_RANDOM
from ygosim._core.moves cimport moves_t
from ygosim._core.policy cimport policy_greedy, policy_random
from ygosim._core.rng cimport rng_mix, rng_seed, rng_t
from ygosim._core.state cimport (
    DuelState, DuelTemplate, state_check, state_hash, state_is_over,
)
from ygosim._core.state import INVARIANTS
from ygosim._core.types cimport PLAYER_NONE, WINNER_DRAW, move_t

RESULT_DTYPE = np.dtype([
    ("digest", "u8"), ("lp", "i4", (2,)), ("decisions", "u4"), ("turns", "u2"),
    ("winner", "u1"), ("first", "u1"), ("end_cause", "u1"), ("spare", "u1", (7,)),
])
if RESULT_DTYPE.itemsize != sizeof(result_t):
    raise AssertionError("RESULT_DTYPE is not result_t")

cdef enum:
    # Streams of one duel's seed: 0 is the duel itself.
    STREAM_POLICY = 1  # and 2: by deck


# Duel `k`: `first` is the deck that goes first, `template_` the one in which it does.
# Returns 0, or the number of a broken invariant where `checks` asks for them.
cdef int _play(
    const DuelTemplate* template_, uint64_t seed, uint64_t k, int first,
    const uint8_t* kinds, bint checks, result_t* result
) noexcept nogil:
    cdef DuelState state
    cdef moves_t moves
    cdef rng_t rng[2]
    cdef move_t move
    cdef int deck, broken
    for deck in range(2):
        rng_seed(&rng[deck], seed, k, STREAM_POLICY + deck)
    engine_start(template_, &state, seed, k, &moves)
    while not state_is_over(&state):
        deck = state.decision_player ^ first
        if kinds[deck] == POLICY_KIND_RANDOM:
            move = policy_random(&state, &moves, &rng[deck])
        else:
            move = policy_greedy(template_, &state, &moves)
        state.event_count = 0
        engine_apply(template_, &state, move)
        engine_advance(template_, &state, &moves)
        if checks:
            broken = state_check(template_, &state)
            if broken:
                return broken
    result.digest = rng_mix(
        state_hash(template_, &state) ^ rng_mix(state.rng.s[0] + state.decisions)
        ^ <uint64_t>state.turn << 32)
    for deck in range(2):
        result.lp[deck] = state.lp[deck ^ first]
    result.decisions = state.decisions
    result.turns = state.turn
    result.winner = state.winner
    if state.winner != PLAYER_NONE and state.winner != WINNER_DRAW:
        result.winner = state.winner ^ <uint8_t>first
    result.first = <uint8_t>first
    result.end_cause = state.end_cause
    return 0


def play(
    Template first_first not None, Template second_first not None, policies, firsts, results,
    uint64_t seed, uint64_t start, *, bint checks=False
):
    """Play duels `start` … `start + len(results) - 1` of the run `seed`.

    Parameters
    ----------
    first_first, second_first
        The template in which deck 0 goes first, and the one in which deck 1 does.
    policies
        For each deck a PolicyKind.
    firsts : uint8 array, one a duel
        The deck that goes first.
    results : array of RESULT_DTYPE
        Where the results go.
    checks
        Hold every state against all invariants.

    Notes
    -----
    Runs without the GIL.  What duel k is depends on `seed` and k alone.
    """
    cdef uint8_t kinds[2]
    cdef const uint8_t[::1] first
    cdef uint8_t[::1] raw
    cdef Py_ssize_t i, count
    cdef const DuelTemplate* templates[2]
    cdef result_t* out
    cdef int broken = 0
    if results.dtype != RESULT_DTYPE or len(firsts) != len(results):
        raise ValueError("results must be RESULT_DTYPE, as many as firsts")
    for i in range(2):
        if policies[i] not in (POLICY_KIND_RANDOM, POLICY_KIND_GREEDY):
            raise ValueError(f"policy {policies[i]} is not built in")
        kinds[i] = policies[i]
    count = len(results)
    if count == 0:
        return
    first = firsts
    raw = results.view(np.uint8)
    out = <result_t*>&raw[0]
    templates[0] = &first_first.data
    templates[1] = &second_first.data
    with nogil:
        for i in range(count):
            memset(&out[i], 0, sizeof(result_t))
            broken = _play(
                templates[first[i] & 1], seed, start + i, first[i] & 1, kinds, checks, &out[i])
            if broken:
                break
    if broken:
        raise AssertionError(f"duel {start + i} of {seed}: broken: {INVARIANTS[broken]}")
