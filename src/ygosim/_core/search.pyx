"""Counting and searching what may follow a position.  See search.pxd."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t

import numpy as np

from ygosim._core.engine import STATE_DTYPE
from ygosim._core.engine cimport DuelHandle, engine_advance, engine_apply
from ygosim._core.moves cimport moves_pick
from ygosim._core.state cimport state_clone, state_is_over
from ygosim._core.types cimport move_t


# Takes `move` in a copy of `state` and runs to the next decision; 0 if the duel is over then.
cdef bint _step(
    const DuelTemplate* template_, const DuelState* state, move_t move, DuelState* after,
    moves_t* moves
) noexcept nogil:
    state_clone(state, after)
    after.event_count = 0
    after.quiet = 1  # nobody reads what happens in a count
    engine_apply(template_, after, move)
    engine_advance(template_, after, moves)
    return not state_is_over(after)


cdef uint64_t perft_count(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, int depth,
    DuelState* scratch
) noexcept nogil:
    cdef moves_t next_moves
    cdef uint64_t total = 0
    cdef int i
    if depth == 1:
        return moves.count
    for i in range(moves.count):
        if _step(template_, state, moves_pick(template_, state, moves, <unsigned>i), scratch,
                 &next_moves):
            total += perft_count(template_, scratch, &next_moves, depth - 1, scratch + 1)
    return total


def perft_divide(DuelHandle duel not None, int depth):
    """For each legal move, in order: the move, and the ways of `depth` - 1 decisions after it.

    What counts is said at `perft`.

    Raises
    ------
    ValueError
        When `depth` is not 1 to 100.
    """
    cdef uint8_t[::1] raw
    cdef DuelState* scratch
    cdef moves_t next_moves
    cdef move_t move
    cdef uint64_t count
    cdef int i
    if not 1 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth is {depth}; it must be 1 to {MAX_DEPTH}")
    result = []
    if state_is_over(duel.state):
        return result
    storage = np.zeros(depth, dtype=STATE_DTYPE)
    raw = storage.view(np.uint8)
    scratch = <DuelState*>&raw[0]
    for i in range(duel.moves.count):
        PyErr_CheckSignals()
        move = moves_pick(&duel.template_.data, duel.state, &duel.moves, <unsigned>i)
        count = 1
        if depth > 1:
            with nogil:
                count = 0
                if _step(&duel.template_.data, duel.state, move, scratch, &next_moves):
                    count = perft_count(
                        &duel.template_.data, scratch, &next_moves, depth - 1, scratch + 1)
        result.append((move, count))
    return result


def perft(DuelHandle duel not None, int depth):
    """The number of ways to take exactly `depth` decisions from here.

    A decision has at least two options; what is taken automatically is none, unless the
    template says that everything is asked.  A duel that ends earlier counts nothing, one that
    ends with the last decision counts.  There is one way to take none, also when the duel is
    over.  Draws follow the deck as it lies.

    Raises
    ------
    ValueError
        When `depth` is not 0 to 100.
    """
    if depth == 0:
        return 1
    return sum(count for _, count in perft_divide(duel, depth))
