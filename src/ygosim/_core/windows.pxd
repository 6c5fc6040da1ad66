"""Points at which triggers go on a chain, and the windows in which players respond (PRIO, CHAIN).

A point comes wherever something has happened: the triggers go on a chain in their order, then
both players may respond, until both pass in succession.
"""

from libc.stdint cimport uint16_t

from ygosim._core.bitset cimport bitset_t
from ygosim._core.layout cimport DuelState, DuelTemplate, frame_t, happening_t
from ygosim._core.types cimport card_t, player_t

# Opens the activation of an effect: the link is on the chain at once, with what it answers
# (`event` NULL: nothing); its cost and targets follow.
cdef void activate(
    const DuelTemplate* template_, DuelState* state, card_t card, uint16_t number,
    player_t player, const happening_t* event, const bitset_t* cards
) noexcept nogil

# A player activates an effect in an open state: the chain is built from it, then resolves.
cdef void activate_openly(
    const DuelTemplate* template_, DuelState* state, card_t card, uint16_t number,
    player_t player
) noexcept nogil

# A waiting trigger of the card goes on the chain.
cdef void trigger_take(
    const DuelTemplate* template_, DuelState* state, card_t card, uint16_t number
) noexcept nogil

# Triggers of one group that may not go on the chain are forgotten.
cdef void triggers_drop(DuelState* state, int group) noexcept nogil

# An effect that has resolved lets its user Normal Summon or Set a monster now.
cdef void summon_next_begin(const DuelTemplate* template_, DuelState* state) noexcept nogil

# A point, one step further: its triggers, its window, its chain.
cdef void point_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# A window, one step further: somebody is asked, or it closes.
cdef void window_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil
