"""Who decides: the policies that are built in.

`greedy` is a sensible beatdown player of no-effect duels; docs/policies.md says what it does
and why.  It looks at nothing that its player may not know (INFO-1).
"""

from libc.stdint cimport uint8_t

from ygosim._core.moves cimport moves_pick, moves_t
from ygosim._core.rng cimport rng_below, rng_t
from ygosim._core.layout cimport DuelState, DuelTemplate
from ygosim._core.types cimport move_t


# A uniformly random legal move.  Precondition: a decision is waiting.
cdef inline move_t policy_random(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, rng_t* rng
) noexcept nogil:
    return moves_pick(template_, state, moves, rng_below(rng, moves.count))


# The greedy player's move.  Precondition: a decision is waiting.  Deterministic.
cdef move_t policy_greedy(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil
