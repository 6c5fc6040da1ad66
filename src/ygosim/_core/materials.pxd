"""Which cards make a monster: Fusion Materials and the Tributes of a Ritual (SUM-6, SUM-7).

A set of materials is chosen card by card in creation order, so that no set is met twice; a card
is offered if, and only if, some set of later cards completes it.  What completes it is found
exactly, not by trial: from the last card of the pool to the first, the states are kept from which
later cards lead to a whole set.  A state of a Fusion is which materials are given, whether one of
them is a substitute, and whether a zone is there for the monster; of a Ritual, the sum of Levels
and the last of these.
"""

from libc.stdint cimport uint8_t

from ygosim._core.bitset cimport bitset_t
from ygosim._core.layout cimport DuelState, DuelTemplate
from ygosim._core.types cimport card_t, player_t

# Whether some of the cards of `pool` make `monster` for `player` by the recipe, with a zone for
# it then.  `levels` are those that a Ritual needs, 0 for the monster's own.
cdef bint materials_suffice(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t monster,
    const bitset_t* pool, uint8_t recipe, uint8_t levels
) noexcept nogil

# The cards that may be the next material of the open choice; returns whether those chosen so
# far are a whole set.
cdef bint materials_offered(
    const DuelTemplate* template_, const DuelState* state, bitset_t* offered
) noexcept nogil
