"""Which effects a player may use now (ST-1 … ST-3, ST-8, CHAIN-1, BAT-4, EFF-5)."""

from libc.stdint cimport uint8_t, uint16_t

from ygosim._core.bitset cimport bitset_t
from ygosim._core.enums cimport PLACE_DECK, PLACE_HAND, TRIGGER_END_PHASE, TRIGGER_STANDBY_PHASE
from ygosim._core.layout cimport (
    PROCEDURE_PHASE, DuelState, DuelTemplate, effect_t, frame_t, happening_t, trigger_t,
)
from ygosim._core.types cimport card_t, move_t, player_t

cdef enum:
    # Options of one window: 5 to 12 cards of the field and a hand, each one, and more of them in
    # the GYs.  A list ends there; with so many the duel is aborted (POOL_OPTIONS).
    MAX_ACTIVATIONS = 96
    END_CONTROL = 255     # slot of the move that gives a monster back in the End Phase
    DUE_EFFECT = 254      # slot of the move that does what was put off for a card

# When a player is asked.
cdef enum opening_t:
    OPENING_MAIN      # an open main phase
    OPENING_BATTLE    # an open battle step
    OPENING_RESPONSE  # a response window
    OPENING_PRIORITY  # a response window in which ignition effects may be used too (PRIO-2)
    OPENING_PHASE     # a phase's window, with its own effects

# The effects that `player` may use now, as moves, MAX_ACTIVATIONS at most; returns how many.
cdef int activations_list(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint8_t opening,
    move_t* out
) noexcept nogil

# Whether a limit on uses (EFF-5, ST-9) leaves one.
cdef bint limit_left(
    const DuelState* state, const effect_t* effect, uint16_t number, card_t card,
    player_t player
) noexcept nogil

# The effect is used `count` times more; -1 gives a use back.
cdef void limit_count(
    const DuelTemplate* template_, DuelState* state, uint16_t number, card_t card,
    player_t player, int count
) noexcept nogil

# Asks who may answer in the open window of `frame`; players who have nothing to answer with, for
# all that can be told without running programs, pass.  False when both have passed; True without
# a question where the duel is over.
cdef bint window_ask(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# Whether a damage step that stands at `step` lets an effect be used (BAT-4).
cdef bint damage_step_lets(
    const DuelTemplate* template_, const effect_t* effect, uint8_t step
) noexcept nogil

# How many of a phase's effects `player` must use before the phase may end.
cdef int phase_forced(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil

# The built-in Special Summons that the turn player may make now.
cdef int procedures_list(
    const DuelTemplate* template_, const DuelState* state, move_t* out
) noexcept nogil

# The triggers of the open look (state.triggers) in `group` that may go on the chain: 0 the turn
# player's mandatory ones, 1 the opponent's, 2 the turn player's optional ones, 3 the opponent's.
cdef int triggers_list(
    const DuelTemplate* template_, const DuelState* state, int group, move_t* out
) noexcept nogil

# Fills `triggers` from what has happened since the last look.
cdef void triggers_collect(const DuelTemplate* template_, DuelState* state) noexcept nogil

# What the effect answers in the open window: 1 and the event, 0 for an effect that answers
# nothing, -1 if what it answers has not happened.
cdef int effect_answers(
    const DuelTemplate* template_, const DuelState* state, uint16_t effect, card_t card,
    player_t player, happening_t* event, bitset_t* cards
) noexcept nogil

# A mandatory quick effect that answers the last link and is not on the chain yet: its card, or
# -1; the effect goes to `effect`.
cdef int forced_answer(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint16_t* effect
) noexcept nogil

# Whether what was put off, entry `index` of the lingering effects, is to be done by `player` now.
cdef bint is_due(
    const DuelTemplate* template_, const DuelState* state, int index, player_t player
) noexcept nogil

# What the open window of `frame` lets be used.
cdef inline uint8_t window_opening(
    const DuelState* state, const frame_t* frame
) noexcept nogil:
    if frame.procedure == PROCEDURE_PHASE:
        return OPENING_PHASE
    # PRIO-2: before anybody has passed.
    if frame.move and frame.needed == 0 and state.chain_count == 0:
        return OPENING_PRIORITY
    return OPENING_RESPONSE


# Whether an effect triggers or reacts at a phase.
cdef inline bint effect_is_of_phase(const effect_t* effect) noexcept nogil:
    return effect.trigger == TRIGGER_STANDBY_PHASE or effect.trigger == TRIGGER_END_PHASE


# Whether an optional trigger works from the hand or deck.
cdef inline bint trigger_is_private(
    const DuelState* state, const trigger_t* trigger
) noexcept nogil:
    return trigger.optional and (
        state.place[trigger.card] == PLACE_HAND or state.place[trigger.card] == PLACE_DECK)


# The cards of all happenings at the same time and of the same kind as the one at `index`.
cdef void event_group(const DuelState* state, int index, bitset_t* out) noexcept nogil
