"""What happens by itself once something has happened: what has happened settles."""

from ygosim._core.layout cimport DuelState, DuelTemplate

# What `settle` does where there is something to do.
cdef bint settle_all(const DuelTemplate* template_, DuelState* state) noexcept nogil


# Lets what has happened take effect: current values, reactions of cards, cards that go by rule,
# monsters that change sides.  Opens a procedure where a player has to choose; returns whether
# it did.
cdef inline bint settle(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    if not state.stale and state.reacted >= state.happening_count:
        return False
    return settle_all(template_, state)
