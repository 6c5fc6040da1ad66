"""Chains: activations, resolution, and the procedures that effects open (CHAIN, PRIO).

`chain_advance` runs the procedure on top of the stack for one step; the machine calls it in a
loop while no decision is waiting.  `chain_apply` takes an answer to a decision that only
effects ask.
"""

from libc.stdint cimport uint8_t

from ygosim._core.enums cimport DECISION_KIND_NONE
from ygosim._core.layout cimport DuelState, DuelTemplate, frame_t
from ygosim._core.procedures cimport frame_top, window_pass
from ygosim._core.types cimport card_t, move_t, slot_t

# Runs the procedure on top for one step.  Precondition: one of those that effects open, or an
# attack in a template with effects.
cdef void chain_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil

# Takes ACTIVATE, PASS, SPECIAL_SUMMON, CHOOSE_CARD, FINISH, YES, NO, CHOOSE_OPTION or
# CHOOSE_POSITION.
cdef void chain_apply(
    const DuelTemplate* template_, DuelState* state, move_t move
) noexcept nogil

# The asked player has no answer in the open window: passes.
cdef inline void chain_pass(DuelState* state) noexcept nogil:
    state.decision = DECISION_KIND_NONE
    window_pass(frame_top(state))

# Takes CHOOSE_ZONE for the procedure on top; False if it is not one of those.
cdef bint chain_choose_zone(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil

# The zones that the open ZONE decision of an effect offers.
cdef uint8_t chain_zones(const DuelTemplate* template_, const DuelState* state) noexcept nogil
