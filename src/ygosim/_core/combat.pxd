"""A declared attack where effects are played: replay, damage step with its windows (BAT-3 …)."""

from ygosim._core.layout cimport PROCEDURE_FORCED_ATTACK, DuelState, DuelTemplate, frame_t
from ygosim._core.procedures cimport frame_push
from ygosim._core.types cimport CARD_NONE

# Runs the attack on top of the stack from its last window to the next one.
cdef void combat_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil

# The Battle Phase of its own in which an effect makes a monster attack.
cdef void forced_attack_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil


# Nothing else is going on: an attack that an effect has called for begins.  Whether there is one.
cdef inline bint forced_attack_begin(DuelState* state) noexcept nogil:
    cdef frame_t* frame
    if state.forced_attacker == CARD_NONE:
        return False
    frame = frame_push(state, PROCEDURE_FORCED_ATTACK, state.phase, CARD_NONE)
    frame.needed = state.battle_phase_ends
    return True
