"""The stack of open procedures, and how the machine stops at a decision."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from ygosim._core.state cimport DuelState, frame_t
from ygosim._core.types cimport CARD_NONE, card_t, player_t


# Opens a procedure on top of the stack and returns its frame.  Depth: the procedures of the
# rules open no other, so one frame is in use; MAX_FRAMES leaves room for card effects.
cdef inline frame_t* frame_push(
    DuelState* state, uint8_t procedure, uint8_t move, card_t card
) noexcept nogil:
    cdef frame_t* frame = &state.frames[state.frame_count]
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


# Asks `player` for a decision; the machine stops at it.
cdef inline void decision_ask(DuelState* state, uint8_t kind, player_t player) noexcept nogil:
    state.decision = kind
    state.decision_player = player
