"""The machine that runs effects' programs (docs/vm.md).

A program runs in one of two ways.  A check (condition, possibility, value) runs on a frame of
the caller's and changes nothing.  A cost, target or operation runs on a frame in the state; it
may stop for an answer, or to let what it has done take effect, and goes on later.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t

from ygosim._core.bitset cimport bitset_t
from ygosim._core.layout cimport DuelState, DuelTemplate, happening_t, program_frame_t
from ygosim._core.types cimport card_t, player_t

cdef enum:
    CHECK_FUEL = 2000       # instructions of one check

# Sets `frame` up for the program at `pc` of an effect.
cdef void program_begin(
    program_frame_t* frame, uint16_t effect, uint16_t pc, card_t card, player_t player,
    uint8_t link
) noexcept nogil

# Opens a program of an effect; the procedure that runs it is on top then.
cdef void program_open(
    const DuelTemplate* template_, DuelState* state, uint16_t number, uint16_t pc, card_t card,
    player_t player, uint8_t link
) noexcept nogil

# Runs until the program stops: program_result_t.
cdef int program_run(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame, bint check
) noexcept nogil

# The result of a check of an effect; 1 for a program that is not there.
cdef int64_t program_check(
    const DuelTemplate* template_, const DuelState* state, uint16_t effect, uint16_t pc,
    card_t card, player_t player, const happening_t* event, const bitset_t* event_cards,
    card_t affected
) noexcept nogil
