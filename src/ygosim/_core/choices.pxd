"""Choices for programs: cards one after the other, and answers to questions."""

from libc.stdint cimport int64_t, uint8_t

from ygosim._core.bitset cimport bitset_add, bitset_clear, bitset_count, bitset_remove, bitset_t
from ygosim._core.enums cimport DECISION_KIND_CARD
from ygosim._core.layout cimport (
    CHOICE_OF_MATERIALS, PROCEDURE_CHOICE, DuelState, DuelTemplate, frame_t, program_frame_t,
)
from ygosim._core.materials cimport materials_offered
from ygosim._core.procedures cimport decision_ask, frame_pop, frame_push, frame_top
from ygosim._core.types cimport CARD_NONE, card_t, player_t


# Opens a choice of cards for the program on top: CHOICE_OF_CARDS or CHOICE_OF_EACH.
cdef inline void choice_ask(
    DuelState* state, player_t player, const bitset_t* cards, int least, int most, uint8_t how
) noexcept nogil:
    cdef frame_t* top
    cdef int count = bitset_count(cards)
    state.candidates = cards[0]
    bitset_clear(&state.chosen)
    top = frame_push(state, PROCEDURE_CHOICE, 0, CARD_NONE)
    top.step = how
    top.needed = <uint8_t>(least if least < count else count)
    top.most = <uint8_t>(most if most < count else count)
    decision_ask(state, DECISION_KIND_CARD, player)


# Opens the choice of the materials that make `monster`.  Precondition: they suffice.
cdef inline void choice_ask_materials(
    DuelState* state, player_t player, const bitset_t* cards, card_t monster, uint8_t recipe,
    uint8_t levels
) noexcept nogil:
    cdef frame_t* top = frame_push(state, PROCEDURE_CHOICE, recipe, monster)
    state.candidates = cards[0]
    bitset_remove(&state.candidates, monster)
    bitset_clear(&state.chosen)
    top.step = CHOICE_OF_MATERIALS
    top.most = levels
    decision_ask(state, DECISION_KIND_CARD, player)


# The choice of cards is complete: the program gets it.
cdef inline void choice_finish(DuelState* state) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    program.s[program.wait] = state.chosen
    bitset_clear(&state.chosen)
    bitset_clear(&state.candidates)
    frame_pop(state)


# One more card is chosen for the program on top; the choice goes on or is complete.
cdef inline void choice_take(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    cdef player_t player = state.decision_player
    cdef bitset_t offered
    cdef bint over
    bitset_add(&state.chosen, card)
    frame.chosen += 1
    frame.last = card
    if frame.step == CHOICE_OF_MATERIALS:
        materials_offered(template_, state, &offered)
        over = bitset_count(&offered) == 0
    else:
        if frame.needed:
            frame.needed -= 1
        frame.most -= 1
        over = frame.most == 0
    if over:
        choice_finish(state)
    else:
        decision_ask(state, DECISION_KIND_CARD, player)


# An answer to a question: the program gets it.
cdef inline void choice_answer(DuelState* state, int64_t value) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    program.r[program.wait] = value
    state.options = 0
    frame_pop(state)
