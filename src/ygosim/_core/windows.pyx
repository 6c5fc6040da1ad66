"""When triggers go on a chain and players respond.  See windows.pxd."""

from libc.stdint cimport uint16_t, uint8_t
from libc.string cimport memset

from ygosim._core.activation cimport (
    MAX_ACTIVATIONS, effect_answers, event_group, forced_answer, trigger_is_private,
    triggers_collect, triggers_list, window_ask,
)
from ygosim._core.bitset cimport bitset_t
from ygosim._core.enums cimport (
    DECISION_KIND_POSITION, DECISION_KIND_TRIGGER, EFFECT_FLAG_CANNOT_BE_RESPONDED,
    MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_SET_MONSTER, PHASE_MAIN_1, PHASE_MAIN_2, POOL_CHAIN_LINKS,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, TRIGGER_CHAIN_LINK, TRIGGER_FLIP_SUMMONED,
    TRIGGER_NORMAL_SUMMONED, TRIGGER_SPECIAL_SUMMONED,
)
from ygosim._core.happenings cimport happenings_forget, pending_forget
from ygosim._core.layout cimport (
    POINT_COLLECT, POINT_RESOLVE, POINT_TRIGGERS, POINT_WINDOW, PROCEDURE_ACTIVATE,
    PROCEDURE_POINT, PROCEDURE_RESOLVE, PROCEDURE_SUMMON, PROCEDURE_WINDOW, WINDOW_OPEN,
    WINDOW_STARTED, effect_t, frame_t, happening_t, link_t, trigger_t,
)
from ygosim._core.procedures cimport decision_ask, frame_pop, frame_push, frame_top
from ygosim._core.summon cimport summon_ask
from ygosim._core.tributes cimport MAY_BE_SET, MAY_BE_SUMMONED, normal_summon_ways
from ygosim._core.types cimport (
    CARD_NONE, LINK_NONE, MAX_LINKS, move_card, move_slot, player_t, move_t,
)


# Opening ----------------------------------------------------------------------------------


cdef void activate(
    const DuelTemplate* template_, DuelState* state, card_t card, uint16_t number,
    player_t player, const happening_t* event, const bitset_t* cards
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    cdef link_t* link
    if state.chain_count == MAX_LINKS:
        state.pool_full = POOL_CHAIN_LINKS
        return
    link = &state.chain[state.chain_count]
    state.chain_count += 1
    memset(link, 0, sizeof(link_t))
    link.event.card = CARD_NONE
    link.event.other = CARD_NONE
    link.event.link = LINK_NONE
    if event != NULL:
        link.event = event[0]
        link.event_cards = cards[0]
    link.effect = number
    link.card = card
    link.player = player
    link.same = 1
    link.speed = effect.speed
    link.place = state.place[card]
    frame_push(state, PROCEDURE_ACTIVATE, 0, card)


cdef void activate_openly(
    const DuelTemplate* template_, DuelState* state, card_t card, uint16_t number,
    player_t player
) noexcept nogil:
    cdef frame_t* frame
    cdef happening_t event
    cdef bitset_t cards
    cdef int answers = effect_answers(
        template_, state, number, card, player, &event, &cards)
    frame = frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
    frame.step = POINT_WINDOW
    frame = frame_push(state, PROCEDURE_WINDOW, 0, CARD_NONE)
    frame.chosen = 1 - player
    activate(template_, state, card, number, player, &event if answers > 0 else NULL, &cards)


# Points and windows -----------------------------------------------------------------------


# RULING: after the first link that is when the chain has ended, so that the summon may be negated;
# within the chain nothing can answer it.  Its own window comes before that of the chain's end (the
# independent engine does all this so).
cdef void summon_next_begin(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef card_t card = state.summon_next
    cdef player_t player = state.controller[card]
    cdef unsigned ways = normal_summon_ways(template_, state, player, card)
    cdef frame_t* frame
    state.summon_next = CARD_NONE
    if ways == 0:
        return
    frame = frame_push(
        state, PROCEDURE_SUMMON,
        MOVE_KIND_NORMAL_SUMMON if ways & MAY_BE_SUMMONED else MOVE_KIND_SET_MONSTER, card)
    frame.needed = template_.hand_class_of[card]
    if ways == MAY_BE_SUMMONED | MAY_BE_SET:
        state.positions = POSITION_FACE_UP_ATTACK | POSITION_FACE_DOWN_DEFENCE
        decision_ask(state, DECISION_KIND_POSITION, player)
    else:
        summon_ask(state)


cdef void trigger_take(
    const DuelTemplate* template_, DuelState* state, card_t card, uint16_t number
) noexcept nogil:
    cdef trigger_t trigger
    cdef happening_t event
    cdef bitset_t cards
    cdef int i, j
    for i in range(state.trigger_count):
        if state.triggers[i].card == card and state.triggers[i].effect == number:
            trigger = state.triggers[i]
            state.trigger_count -= 1
            for j in range(i, state.trigger_count):
                state.triggers[j] = state.triggers[j + 1]
            memset(&state.triggers[state.trigger_count], 0, sizeof(trigger_t))
            event = state.happenings[trigger.happening]
            event_group(state, trigger.happening, &cards)
            activate(template_, state, card, number, trigger.player, &event, &cards)
            return


cdef void triggers_drop(DuelState* state, int group) noexcept nogil:
    cdef player_t player = <player_t>(state.turn_player ^ (group & 1))
    cdef int i
    cdef int kept = 0
    for i in range(state.trigger_count):
        if (state.triggers[i].player != player or state.triggers[i].optional != group >> 1
                or trigger_is_private(state, &state.triggers[i])):
            state.triggers[kept] = state.triggers[i]
            kept += 1
    memset(&state.triggers[kept], 0, (state.trigger_count - kept) * sizeof(trigger_t))
    state.trigger_count = <uint8_t>kept


# Whether the turn player may use ignition effects before the opponent responds (PRIO-2): an own
# summon put no trigger on a chain, or (`frame.move`) a chain has ended.
cdef bint _has_priority(
    const DuelTemplate* template_, const DuelState* state, const frame_t* frame
) noexcept nogil:
    cdef const happening_t* happening
    cdef int i
    if (not template_.rules.ignition_priority or state.chain_count
            or state.pending != CARD_NONE
            or (state.phase != PHASE_MAIN_1 and state.phase != PHASE_MAIN_2)):
        return False
    if frame.move:
        return True
    for i in range(state.happening_count):
        happening = &state.happenings[i]
        if (happening.time == state.answered_time and happening.player == state.turn_player
                and (happening.kind == TRIGGER_NORMAL_SUMMONED
                     or happening.kind == TRIGGER_FLIP_SUMMONED
                     or happening.kind == TRIGGER_SPECIAL_SUMMONED)):
            return True
    return False


cdef void point_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef move_t options[MAX_ACTIVATIONS]
    cdef frame_t* window
    cdef int count, i
    cdef uint16_t number
    cdef card_t card
    if frame.step == POINT_COLLECT and state.pending != CARD_NONE:
        # SUM-4: only what negates the summon is asked for; what the Tributes trigger waits.
        state.answered_count = state.happening_count
        state.answered_time = state.time
        frame.step = POINT_TRIGGERS
        frame.chosen = 4
        state.trigger_count = 0
    elif frame.step == POINT_COLLECT:
        triggers_collect(template_, state)
        # A window answers the last thing that happened (CHAIN-6); what came before is kept
        # only as what triggers wait for.
        state.answered_count = state.happening_count
        state.answered_time = state.time
        frame.step = POINT_TRIGGERS
        frame.chosen = 0
    if frame.step == POINT_TRIGGERS:
        while frame.chosen < 4:
            count = 0
            if state.trigger_count:
                count = triggers_list(template_, state, frame.chosen, options)
            if count == 1 and frame.chosen < 2:
                card = move_card(options[0])
                number = template_.effect_first[state.code[card]] + move_slot(options[0])
                trigger_take(template_, state, card, number)
                return
            if count:
                decision_ask(
                    state, DECISION_KIND_TRIGGER,
                    <player_t>(state.turn_player ^ (frame.chosen & 1)))
                return
            if state.trigger_count:
                triggers_drop(state, frame.chosen)
            frame.chosen += 1
        frame.step = POINT_WINDOW
        i = 1 if template_.rules.opponent_responds_first else 0
        window = frame_push(
            state, PROCEDURE_WINDOW, _has_priority(template_, state, frame), CARD_NONE)
        if state.chain_count:
            window.chosen = 1 - state.chain[state.chain_count - 1].player
        else:
            window.chosen = <uint8_t>(state.turn_player ^ i)
        window_advance(template_, state, window)
        if frame_top(state) != frame or state.pool_full:
            return
    if frame.step == POINT_WINDOW:
        state.trigger_count = 0
        if state.chain_count == 0 and state.pending != CARD_NONE:
            pending_forget(state)
            frame_pop(state)
            return
        if state.chain_count == 0:
            happenings_forget(state, state.happening_count)
            frame_pop(state)
            return
        frame.step = POINT_RESOLVE
        frame_push(state, PROCEDURE_RESOLVE, 0, CARD_NONE)
        return
    if state.pending != CARD_NONE:  # the summon goes on, or does not
        state.summon_next = CARD_NONE  # none can be made beside it
        pending_forget(state)
        frame_pop(state)
        return
    # The chain has resolved; what it was built on is past.
    happenings_forget(state, state.answered_count)
    frame.step = POINT_COLLECT
    frame.move = 1
    if state.summon_next != CARD_NONE:
        summon_next_begin(template_, state)


cdef bint _window_forced(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    # A mandatory quick effect answers the last link: it activates itself.
    cdef uint16_t number = 0
    cdef happening_t event
    cdef bitset_t cards
    cdef player_t player
    cdef int side, card
    if state.chain_count == 0 or not template_.listened >> TRIGGER_CHAIN_LINK & 1:
        return False
    for side in range(2):
        player = <player_t>(state.turn_player ^ side)
        card = forced_answer(template_, state, player, &number)
        if card < 0:
            continue
        effect_answers(template_, state, number, <card_t>card, player, &event, &cards)
        frame.chosen = 1 - player
        frame.needed = 0
        activate(template_, state, <card_t>card, number, player, &event, &cards)
        return True
    return False


cdef void window_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    if frame.step == WINDOW_STARTED:
        frame.step = WINDOW_OPEN
        if _window_forced(template_, state, frame):
            frame.step = WINDOW_STARTED
            return
    if state.chain_count and template_.effects[
            state.chain[state.chain_count - 1].effect].flags & EFFECT_FLAG_CANNOT_BE_RESPONDED:
        frame.needed = 2  # CHAIN-9
    if state.chain_count and not template_.rules.chains:
        frame.needed = 2  # RUSH-2: nothing is chained
    if not window_ask(template_, state, frame):
        frame_pop(state)
