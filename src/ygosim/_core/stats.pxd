"""What continuous and lingering effects make of the cards: properties, values, sides."""

from ygosim._core.layout cimport DuelState, DuelTemplate

# Computes anew what holds of the cards on the field: properties, ATK and DEF in EFF-8's order,
# what players cannot do.  Clears `stale`.
cdef void stats_refresh(const DuelTemplate* template_, DuelState* state) noexcept nogil

# Lets what has happened take effect: current values, reactions of cards, cards that go by rule,
# monsters that change sides.  Opens a procedure where a player has to choose; returns whether
# it did.
cdef bint settle(const DuelTemplate* template_, DuelState* state) noexcept nogil
