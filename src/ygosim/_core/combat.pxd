"""A declared attack where effects are played: replay, damage step with its windows (BAT-3 …)."""

from ygosim._core.layout cimport DuelState, DuelTemplate

# Runs the attack on top of the stack from its last window to the next one.
cdef void combat_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil
