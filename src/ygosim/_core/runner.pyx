"""Playing many duels without Python: a run of duels into an array of results."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

from ygosim._core.callback cimport Callback, callback_decide, view_array, ygo_view
from ygosim._core.callback import CallbackError
from ygosim._core.engine cimport DuelHandle, Template
from ygosim._core.enums cimport POLICY_KIND_CALLBACK, POLICY_KIND_GREEDY, POLICY_KIND_RANDOM
from ygosim._core.layout cimport DuelState, DuelTemplate
from ygosim._core.moves cimport MAX_MOVES
from ygosim._core.play cimport (
    NO_ANSWER, STREAM_LOT, STREAM_POLICY, askers_t, duel_play_t, result_t, result_write,
)
from ygosim._core.play_effects cimport duel_play_effects
from ygosim._core.play_plain cimport duel_play_plain
from ygosim._core.policy cimport policy_greedy, policy_random
from ygosim._core.rng cimport rng_below, rng_seed, rng_t
from ygosim._core.state cimport state_clone, state_hash, state_is_over
from ygosim._core.state import INVARIANTS
from ygosim._core.track cimport Tracker, tracker_t
from ygosim._core.types cimport move_t

RESULT_DTYPE = np.dtype([
    ("digest", "u8"), ("lp", "i4", (2,)), ("decisions", "u4"), ("turns", "u2"),
    ("winner", "u1"), ("first", "u1"), ("end_cause", "u1"), ("spare", "u1", (7,)),
])
if RESULT_DTYPE.itemsize != sizeof(result_t):
    raise AssertionError("RESULT_DTYPE is not result_t")


def play(
    Template first_first not None, Template second_first not None, policies, firsts, results,
    uint64_t seed, indices, *, bint checks=False, trackers=None, turns=None
):
    """Play chosen duels of the run `seed`.

    Parameters
    ----------
    first_first, second_first
        The template in which deck 0 goes first, and the one in which deck 1 does.
    policies
        For each deck a PolicyKind that is built in, or a Callback.
    firsts : uint8 array, one a duel
        The deck that goes first.
    results : array of RESULT_DTYPE
        Where the results go.
    indices : uint64 array, one a duel
        Which duels of the run to play.
    checks
        Hold every state against all invariants.
    trackers
        Conditions to track, as a Tracker for each template; None: nothing.
    turns : uint16 array, (duels, conditions)
        Where the turns go in which each condition first held; it holds 0 where none did.
        Needed with `trackers`.

    Raises
    ------
    CallbackError
        When a callback does not answer with the index of an option.

    Notes
    -----
    Runs without the GIL.  What duel k is depends on `seed` and k alone.
    """
    cdef uint8_t kinds[2]
    cdef const uint8_t[::1] first
    cdef const uint64_t[::1] index
    cdef uint64_t k = 0
    cdef uint8_t[::1] raw
    cdef Py_ssize_t i, count
    cdef const DuelTemplate* templates[2]
    cdef const DuelTemplate* template_
    cdef duel_play_t play_one
    cdef result_t* out
    cdef int goes_first
    cdef int broken = 0
    cdef askers_t askers
    cdef const tracker_t* tracked[2]
    cdef uint16_t[:, ::1] turn
    cdef uint16_t* row = NULL
    if results.dtype != RESULT_DTYPE or not len(firsts) == len(indices) == len(results):
        raise ValueError("results must be RESULT_DTYPE, as many as firsts and indices")
    for i in range(2):
        if isinstance(policies[i], Callback):
            kinds[i] = POLICY_KIND_CALLBACK
            askers.callbacks[i] = (<Callback>policies[i]).c
        elif policies[i] in (POLICY_KIND_RANDOM, POLICY_KIND_GREEDY):
            kinds[i] = policies[i]
        else:
            raise ValueError(f"policy {policies[i]} is not built in")
    count = len(results)
    if count == 0:
        return
    tracked[0] = tracked[1] = NULL
    if trackers is not None:
        for i in range(2):
            tracked[i] = &(<Tracker?>trackers[i]).c
        if turns.shape != (count, trackers[0].count) or trackers[0].count != trackers[1].count:
            raise ValueError("turns must have a row for each duel, a column for each condition")
        turn = turns
    first = firsts
    index = indices
    raw = results.view(np.uint8)
    out = <result_t*>&raw[0]
    templates[0] = &first_first.data
    templates[1] = &second_first.data
    with nogil:
        for i in range(count):
            memset(&out[i], 0, sizeof(result_t))
            k = index[i]
            if tracked[0] != NULL:
                row = &turn[i, 0]
            goes_first = first[i] & 1
            template_ = templates[goes_first]
            play_one = duel_play_effects if template_.initial.effects else duel_play_plain
            broken = play_one(
                template_, seed, k, goes_first, kinds, &askers, checks, tracked[goes_first], row,
                &out[i])
            if broken:
                break
    if broken == NO_ANSWER:
        raise CallbackError(
            policies[askers.deck], askers.answer, view_array(&askers.views[askers.deck]),
            _where(seed, k, askers.deck, askers.decision))
    if broken:
        raise AssertionError(f"duel {k} of {seed}: broken: {INVARIANTS[broken]}")


cdef _where(uint64_t seed, uint64_t k, int deck, uint32_t decision):
    return f"duel {k} of run {seed}, deck {'AB'[deck]}, decision {decision}"


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


cdef class CallbackPlayer:
    """A callback that decides for one deck of one duel, a move at a time.

    It is shown what `play` shows it.
    """

    cdef rng_t rng
    cdef Callback callback
    cdef ygo_view view
    cdef uint64_t seed, k
    cdef int deck

    def __cinit__(self, Callback callback not None, uint64_t seed, uint64_t k, int deck):
        self.callback = callback
        self.seed, self.k, self.deck = seed, k, deck
        memset(&self.view, 0, sizeof(self.view))
        rng_seed(&self.rng, seed, k, STREAM_POLICY + deck)

    def choose(self, DuelHandle duel not None):
        """The move, as an integer.  Precondition: a decision is waiting."""
        cdef move_t options[MAX_MOVES]
        cdef int32_t answer
        if state_is_over(duel.state):
            raise ValueError("the duel is over")
        answer = callback_decide(
            &self.callback.c, &duel.template_.data, duel.state, &duel.moves, &self.rng,
            &self.view, options)
        if answer < 0 or answer >= duel.moves.count:
            raise CallbackError(
                self.callback, answer, view_array(&self.view),
                _where(self.seed, self.k, self.deck, duel.state.decisions))
        return options[answer]


def duel_result(DuelHandle duel not None, int first):
    """How a duel that is over ended: an array of one RESULT_DTYPE, as `play` writes it."""
    results = np.zeros(1, dtype=RESULT_DTYPE)
    cdef uint8_t[::1] raw = results.view(np.uint8)
    result_write(&duel.template_.data, duel.state, first & 1, <result_t*>&raw[0])
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
