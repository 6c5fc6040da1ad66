"""Counting and searching what may follow a position."""

from libc.stdint cimport uint64_t

from ygosim._core.moves cimport moves_t
from ygosim._core.layout cimport DuelState, DuelTemplate

cdef enum:
    MAX_DEPTH = 100  # decisions looked ahead

# The number of ways to take exactly `depth` decisions from `state`, whose legal moves are
# `moves`: every way counts, also one that leads to a position another way reached.  A duel
# that ends earlier counts nothing; one that ends with the last decision counts.
# `scratch` is the caller's and holds `depth` - 1 states.  Precondition: a decision is
# waiting, 1 <= depth <= MAX_DEPTH.
cdef uint64_t perft_count(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, int depth,
    DuelState* scratch
) noexcept nogil
