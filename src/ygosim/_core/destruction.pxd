"""Cards that are about to be destroyed, and what effects do instead (EFF-7)."""

from ygosim._core.layout cimport DuelState, DuelTemplate, frame_t

# Looks for the next effect that replaces the destruction; when there is none, the cards that
# are left are destroyed.  In a battle they are only determined to be.
cdef void destruction_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# Whether the effect that was asked about is used.
cdef void destruction_answer(frame_t* frame, bint yes) noexcept nogil
