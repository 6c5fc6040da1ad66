"""The effects of a phase and its windows, and the window before a phase is left (TURN, PRIO-3)."""

from ygosim._core.layout cimport DuelState, DuelTemplate, frame_t

# The effects of a phase and its windows (TURN-2, TURN-4, TURN-5).
cdef void phase_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# A window before a phase or step is left: the turn player has passed by leaving it.
cdef void leave_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil
