"""What programs do to the duel: the work of every opcode that changes it."""

from ygosim._core.layout cimport (
    DuelState, DuelTemplate, instruction_t, program_frame_t,
)
from ygosim._core.types cimport card_t, player_t

# Carries out an instruction that changes the duel: program_result_t.
cdef int action_run(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil

# Turns the monster `card` to `position` by an effect; whether anything changed.  `flip` is 0, or
# FLIPPED_WITHOUT_EFFECTS.
cdef bint monster_turn(
    const DuelTemplate* template_, DuelState* state, card_t card, int position, player_t by,
    int flip
) noexcept nogil
