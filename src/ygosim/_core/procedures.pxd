"""The stack of open procedures, how the machine stops at a decision, and how cards are chosen."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from ygosim._core.bitset cimport bitset_add, bitset_clear, bitset_next, bitset_t
from ygosim._core.enums cimport POOL_PROCEDURES
from ygosim._core.layout cimport (
    POINT_COLLECT, PROCEDURE_DESTROY, PROCEDURE_POINT, DuelState, DuelTemplate, frame_t,
)
from ygosim._core.types cimport CARD_NONE, MAX_FRAMES, card_t, player_t
from ygosim._core.zones cimport card_send


# How a program, or one of its actions, stopped.
cdef enum program_result_t:
    PROGRAM_DONE    # a program: its result is in r[0]; an action: it goes on at once
    PROGRAM_WAITS   # a procedure on top of the stack will answer
    PROGRAM_SETTLE  # what it did must take effect before it goes on

# Opens a procedure on top of the stack and returns its frame.  Depth: the procedures of the
# rules open no other, so one frame is in use; MAX_FRAMES leaves room for card effects.  Past it
# the duel is aborted, and the last frame is taken.
cdef inline frame_t* frame_push(
    DuelState* state, uint8_t procedure, uint8_t move, card_t card
) noexcept nogil:
    cdef frame_t* frame
    if state.frame_count == MAX_FRAMES:
        state.pool_full = POOL_PROCEDURES
        state.frame_count -= 1
    frame = &state.frames[state.frame_count]
    state.frame_count += 1
    memset(frame, 0, sizeof(frame_t))
    frame.procedure = procedure
    frame.move = move
    frame.card = card
    frame.last = CARD_NONE
    return frame


# The innermost open procedure.  Precondition: one is open.
cdef inline frame_t* frame_top(DuelState* state) noexcept nogil:
    return &state.frames[state.frame_count - 1]


# The innermost procedure is over.
cdef inline void frame_pop(DuelState* state) noexcept nogil:
    state.frame_count -= 1


# The player who is asked in the open window passes.
cdef inline void window_pass(frame_t* frame) noexcept nogil:
    frame.needed += 1
    frame.chosen = 1 - frame.chosen


# The innermost procedure is over; what happened in it is answered.
cdef inline void frame_become_point(frame_t* frame) noexcept nogil:
    frame.procedure = PROCEDURE_POINT
    frame.step = POINT_COLLECT
    frame.move = 0
    frame.card = CARD_NONE
    frame.chosen = 0


# Whether cards are about to be destroyed: then what else is destroyed is so at once.
cdef inline bint destruction_is_open(const DuelState* state) noexcept nogil:
    cdef int i
    for i in range(state.frame_count):
        if state.frames[i].procedure == PROCEDURE_DESTROY:
            return True
    return False


# Opens the destruction of cards, which effects may replace (EFF-7); `source` destroys them.  Its
# frame is read as layout.pxd says.
cdef inline void destruction_open(
    DuelState* state, const bitset_t* cards, uint8_t place, uint8_t reason, player_t by,
    card_t source, bint answers
) noexcept nogil:
    cdef frame_t* frame = frame_push(state, PROCEDURE_DESTROY, 0, source)
    frame.needed = reason
    frame.most = <uint8_t>(place | by << 4 | answers << 5)
    state.doomed = cards[0]


# Asks `player` for a decision; the machine stops at it.
cdef inline void decision_ask(DuelState* state, uint8_t kind, player_t player) noexcept nogil:
    state.decision = kind
    state.decision_player = player


# Choices that the rules ask for: Tributes, discards (those of programs are in `choices`) -----


# The top frame's choice takes one more card.  Returns whether it was the last that is needed.
cdef inline bint choice_add(DuelState* state, card_t card) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    bitset_add(&state.chosen, card)
    frame.chosen += 1
    frame.needed -= 1
    frame.last = card
    return frame.needed == 0


# Sends the chosen cards to a pile of their owners, together: in creation order, for want of
# another.  The choice is forgotten.
cdef inline void choice_send(
    const DuelTemplate* template_, DuelState* state, uint8_t place, uint8_t reason
) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    cdef int card = bitset_next(&state.chosen, -1)
    while card >= 0:
        card_send(template_, state, <card_t>card, place, reason)
        card = bitset_next(&state.chosen, card)
    bitset_clear(&state.chosen)
    frame.chosen = 0
    frame.last = CARD_NONE
