"""Playing many duels without Python.  See runner.pxd."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

import numpy as np

from ygosim._core.engine cimport (
    DuelHandle, Template, engine_advance, engine_apply, engine_shuffle,
)
from ygosim._core.enums cimport POLICY_KIND_CALLBACK, POLICY_KIND_GREEDY, POLICY_KIND_RANDOM
from ygosim._core.moves cimport moves_t
from ygosim._core.policy cimport policy_greedy, policy_random
from ygosim._core.rng cimport rng_below, rng_mix, rng_seed, rng_t
from ygosim._core.state cimport (
    DuelState, DuelTemplate, state_check, state_clone, state_hash, state_is_over,
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
    STREAM_LOT = 3


# What tells how a duel ended from every other way to end it.
cdef inline uint64_t _digest(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    return rng_mix(
        state_hash(template_, state) ^ rng_mix(state.rng.s[0] + state.decisions)
        ^ <uint64_t>state.turn << 32)


cdef void _write(
    const DuelTemplate* template_, const DuelState* state, int first, result_t* result
) noexcept nogil:
    # How the duel ended, by deck.
    cdef int deck
    result.digest = _digest(template_, state)
    for deck in range(2):
        result.lp[deck] = state.lp[deck ^ first]
    result.decisions = state.decisions
    result.turns = state.turn
    result.winner = state.winner
    if state.winner != PLAYER_NONE and state.winner != WINNER_DRAW:
        result.winner = state.winner ^ <uint8_t>first
    result.first = <uint8_t>first
    result.end_cause = state.end_cause


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
    engine_shuffle(template_, &state, seed, k)
    # One call of `engine_advance` in the loop, so that the compiler can put it in line.
    while True:
        engine_advance(template_, &state, &moves)
        if checks:
            broken = state_check(template_, &state)
            if broken:
                return broken
        if state_is_over(&state):
            break
        deck = state.decision_player ^ first
        if kinds[deck] == POLICY_KIND_RANDOM:
            move = policy_random(template_, &state, &moves, &rng[deck])
        else:
            move = policy_greedy(template_, &state, &moves)
        state.event_count = 0
        engine_apply(template_, &state, move)
    _write(template_, &state, first, result)
    return 0


def play(
    Template first_first not None, Template second_first not None, policies, firsts, results,
    uint64_t seed, uint64_t start, *, indices=None, bint checks=False
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
    indices : uint64 array, one a duel
        Which duels of the run to play instead; `start` means nothing then.
    checks
        Hold every state against all invariants.

    Notes
    -----
    Runs without the GIL.  What duel k is depends on `seed` and k alone.
    """
    cdef uint8_t kinds[2]
    cdef const uint8_t[::1] first
    cdef const uint64_t[::1] index
    cdef const uint64_t* given = NULL
    cdef uint64_t k = start
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
    if indices is not None:
        if len(indices) != count:
            raise ValueError("indices must be as many as results")
        index = indices
        given = &index[0]
    raw = results.view(np.uint8)
    out = <result_t*>&raw[0]
    templates[0] = &first_first.data
    templates[1] = &second_first.data
    with nogil:
        for i in range(count):
            memset(&out[i], 0, sizeof(result_t))
            k = given[i] if given != NULL else start + <uint64_t>i
            broken = _play(
                templates[first[i] & 1], seed, k, first[i] & 1, kinds, checks, &out[i])
            if broken:
                break
    if broken:
        raise AssertionError(f"duel {k} of {seed}: broken: {INVARIANTS[broken]}")


def lots(uint64_t seed, indices):
    """Draw a lot, deck 0 or 1, for each of these duels of the run `seed`: a uint8 array."""
    cdef const uint64_t[::1] index = indices
    cdef Py_ssize_t i
    cdef rng_t rng
    result = np.zeros(len(indices), dtype=np.uint8)
    cdef uint8_t[::1] lot = result
    for i in range(len(indices)):
        rng_seed(&rng, seed, index[i], STREAM_LOT)
        lot[i] = <uint8_t>rng_below(&rng, 2)
    return result


cdef class BuiltInPlayer:
    """A built-in policy that decides for one deck of one duel, a move at a time.

    It takes the moves that `play` takes: the streams are the same.
    """

    cdef rng_t rng
    cdef int kind

    def __cinit__(self, int kind, uint64_t seed, uint64_t k, int deck):
        if kind not in (POLICY_KIND_RANDOM, POLICY_KIND_GREEDY):
            raise ValueError(f"policy {kind} is not built in")
        self.kind = kind
        rng_seed(&self.rng, seed, k, STREAM_POLICY + deck)

    def choose(self, DuelHandle duel not None):
        """The move, as an integer.  Precondition: a decision is waiting."""
        if state_is_over(duel.state):
            raise ValueError("the duel is over")
        if self.kind == POLICY_KIND_RANDOM:
            return policy_random(&duel.template_.data, duel.state, &duel.moves, &self.rng)
        return policy_greedy(&duel.template_.data, duel.state, &duel.moves)


def duel_result(DuelHandle duel not None, int first):
    """How a duel that is over ended: an array of one RESULT_DTYPE, as `play` writes it."""
    results = np.zeros(1, dtype=RESULT_DTYPE)
    cdef uint8_t[::1] raw = results.view(np.uint8)
    _write(&duel.template_.data, duel.state, first & 1, <result_t*>&raw[0])
    return results


def copy_often(DuelHandle duel not None, uint64_t n):
    """Copy a state n times, for bench/ to time; returns the last copy's hash."""
    cdef DuelState copies[2]
    cdef uint64_t i
    with nogil:
        for i in range(n):
            # From copy to copy, so that none can be left out.
            state_clone(&copies[(i + 1) & 1] if i else duel.state, &copies[i & 1])
    return state_hash(&duel.template_.data, &copies[(n - 1) & 1] if n else duel.state)
