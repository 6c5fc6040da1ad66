"""Chains, windows and the procedures that effects open.  See chain.pxd."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint8_t
from libc.string cimport memset

from ygosim._core.activation cimport (
    DUE_EFFECT, END_CONTROL, MAX_ACTIVATIONS, effect_answers, event_group, forced_answer,
    is_due, limit_count, trigger_is_private, triggers_collect, triggers_list, window_ask,
)
from ygosim._core.arrivals cimport (
    built_in_summon_advance, control_advance, control_zones, equip_monster_advance, place_advance,
    return_advance, special_summon_advance,
)
from ygosim._core.bitset cimport bitset_add, bitset_clear, bitset_has, bitset_next, bitset_t
from ygosim._core.choices cimport choice_answer, choice_finish, choice_take
from ygosim._core.combat cimport combat_advance, forced_attack_advance
from ygosim._core.destruction cimport destruction_advance, destruction_answer
from ygosim._core.enums cimport (
    CARD_TYPE_CONTINUOUS, CARD_TYPE_EQUIP, CARD_TYPE_FIELD, CARD_TYPE_TRAP, CONTINUOUS_LATER,
    CONTINUOUS_TRAPS_FROM_HAND, DECISION_KIND_POSITION, DECISION_KIND_TRIGGER, DECISION_KIND_ZONE,
    EFFECT_FLAG_CANNOT_BE_RESPONDED, EFFECT_FLAG_MOVES_FROM_GRAVEYARD,
    EFFECT_FLAG_MOVES_GRAVEYARDS_TOO, EFFECT_FLAG_ONLY_EQUIPS, EFFECT_KIND_ACTIVATION,
    EFFECT_KIND_REACTION, EFFECT_KIND_TRIGGER, EVENT_KIND_ACTIVATED,
    EVENT_KIND_ACTIVATION_NEGATED, EVENT_KIND_CHAIN_ENDED, EVENT_KIND_EFFECT_NEGATED,
    EVENT_KIND_RESOLVING, LIMIT_ACTIVATE_NAME_PER_DUEL, LIMIT_ACTIVATE_NAME_PER_TURN,
    LIMIT_CARD_PER_CHAIN, MOVE_KIND_ACTIVATE, MOVE_KIND_CHOOSE_CARD, MOVE_KIND_CHOOSE_OPTION,
    MOVE_KIND_CHOOSE_POSITION, MOVE_KIND_FINISH, MOVE_KIND_FLIP_SUMMON, MOVE_KIND_NO,
    MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_PASS, MOVE_KIND_SET_MONSTER, MOVE_KIND_SPECIAL_SUMMON,
    MOVE_KIND_YES, PHASE_MAIN_1, PHASE_MAIN_2, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE,
    PLACE_SPELL_TRAP_ZONE, POOL_CHAIN_LINKS, POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK,
    PROPERTY_NEGATED, REASON_RULE, REASON_RULE_DESTRUCTION, TRIGGER_ACTIVATED, TRIGGER_CHAIN_LINK,
    TRIGGER_FLIP_SUMMONED, TRIGGER_LINK_RESOLVED, TRIGGER_NORMAL_SUMMONED, TRIGGER_SPECIAL_SUMMONED,
    TRIGGER_TARGETED, UNTIL_END_PHASE_CHOICE,
)
from ygosim._core.filters cimport card_face_up, card_on_field, card_props
from ygosim._core.happenings cimport (
    happen, happenings_forget, lingering_drop, pending_forget, uses_end,
)
from ygosim._core.layout cimport (
    ACTIVATE_ANSWERED, ACTIVATE_CARD, ACTIVATE_COST, ACTIVATE_TARGETS, ACTIVATE_ZONE,
    NEGATED_ACTIVATION, NEGATED_EFFECT, POINT_COLLECT, POINT_RESOLVE,
    POINT_TRIGGERS, POINT_WINDOW, PROCEDURE_ACTIVATE, PROCEDURE_ATTACK, PROCEDURE_BUILT_IN_SUMMON,
    PROCEDURE_CONTROL, PROCEDURE_DESTROY, PROCEDURE_EQUIP, PROCEDURE_FORCED_ATTACK,
    PROCEDURE_LEAVE, PROCEDURE_PHASE, PROCEDURE_PLACE, PROCEDURE_POINT, PROCEDURE_PROGRAM,
    PROCEDURE_RESOLVE, PROCEDURE_RETURN, PROCEDURE_SPECIAL_SUMMON, PROCEDURE_SUMMON,
    PROCEDURE_WINDOW, RESOLVE_END, RESOLVE_LINK, RESOLVE_REMOVE, RESOLVE_RESOLVED, RESTRICTS_LINKS,
    ROW_SPELL_TRAP, SUMMON_PENDING, WINDOW_OPEN, WINDOW_STARTED, effect_t, event_t, frame_t,
    happening_t, lingering_t, link_t, program_frame_t, trigger_t,
)
from ygosim._core.phases cimport leave_advance, phase_advance
from ygosim._core.procedures cimport (
    PROGRAM_DONE, decision_ask, frame_become_point, frame_pop, frame_push, frame_top, window_pass,
)
from ygosim._core.state cimport event_push
from ygosim._core.settling cimport settle
from ygosim._core.summon cimport (
    field_spell_makes_way, flip_summon, summon_ask, summon_ask_zone, summon_choose_position,
    summon_give_tributes, summon_finish, summon_stands,
)
from ygosim._core.tributes cimport MAY_BE_SET, MAY_BE_SUMMONED, normal_summon_ways
from ygosim._core.types cimport (
    CARD_NONE, FIELD_ZONE, LINK_NONE, MAX_LINKS, move_card, move_kind, move_slot, player_t,
)
from ygosim._core.vm cimport program_open, program_run
from ygosim._core.zones cimport (
    arrival_zones, card_comes_face_up, card_send, graveyard_holds, pile_take, spell_trap_zone_put,
    spell_trap_zones_free, zones_free,
)


# Opening ----------------------------------------------------------------------------------


# Opens the activation of an effect: the link is on the chain at once, with what it answers;
# its cost and targets follow.
cdef void _activate(
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


# A player activates an effect in an open state: the chain is built from it, then resolves.
cdef void _activate_openly(
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
    _activate(template_, state, card, number, player, &event if answers > 0 else NULL, &cards)


# Points and windows -----------------------------------------------------------------------


cdef void _trigger_take(
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
            _activate(template_, state, card, number, trigger.player, &event, &cards)
            return


# Triggers of one group that may not go on the chain are forgotten.
cdef void _triggers_drop(DuelState* state, int group) noexcept nogil:
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


cdef void _point(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
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
                _trigger_take(template_, state, card, number)
                return
            if count:
                decision_ask(
                    state, DECISION_KIND_TRIGGER,
                    <player_t>(state.turn_player ^ (frame.chosen & 1)))
                return
            if state.trigger_count:
                _triggers_drop(state, frame.chosen)
            frame.chosen += 1
        frame.step = POINT_WINDOW
        i = 1 if template_.rules.opponent_responds_first else 0
        window = frame_push(
            state, PROCEDURE_WINDOW, _has_priority(template_, state, frame), CARD_NONE)
        if state.chain_count:
            window.chosen = 1 - state.chain[state.chain_count - 1].player
        else:
            window.chosen = <uint8_t>(state.turn_player ^ i)
        _window(template_, state, window)
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
        _summon_next(template_, state)


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
        _activate(template_, state, <card_t>card, number, player, &event, &cards)
        return True
    return False


cdef void _window(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
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


# Activation -------------------------------------------------------------------------------


# A player activates a Trap from the hand: a lingering permission is for one.
cdef void _permission_use(
    const DuelTemplate* template_, DuelState* state, player_t player
) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count):
        if state.lingering[i].player == player and template_.effects[
                state.lingering[i].effect].continuous == CONTINUOUS_TRAPS_FROM_HAND:
            lingering_drop(state, i)
            return


cdef void _activation(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef uint8_t index = state.chain_count - 1
    cdef link_t* link = &state.chain[index]
    cdef const effect_t* effect = &template_.effects[link.effect]
    cdef card_t card = link.card
    cdef uint32_t type_ = template_.definitions[state.code[card]].type
    cdef happening_t* happening
    cdef event_t* event
    cdef int target
    if frame.step == ACTIVATE_CARD:
        frame.step = ACTIVATE_COST
        if effect.kind == EFFECT_KIND_ACTIVATION:
            if state.place[card] == PLACE_HAND:
                if type_ & CARD_TYPE_TRAP:
                    _permission_use(template_, state, link.player)
                if type_ & CARD_TYPE_FIELD:
                    field_spell_makes_way(template_, state, link.player)
                    pile_take(template_, state, card)
                    spell_trap_zone_put(
                        state, card, link.player, FIELD_ZONE, POSITION_FACE_UP_ATTACK)
                else:
                    frame.step = ACTIVATE_ZONE
                    state.zone_row = ROW_SPELL_TRAP
                    decision_ask(state, DECISION_KIND_ZONE, link.player)
                    return
            else:
                state.position[card] = POSITION_FACE_UP_ATTACK
                card_comes_face_up(state, card)
    if frame.step == ACTIVATE_COST:
        frame.step = ACTIVATE_TARGETS
        link.place = state.place[card]
        limit_count(template_, state, link.effect, card, link.player, 1)
        if state.activations[link.player] < 255:
            state.activations[link.player] += 1
        event = event_push(state, EVENT_KIND_ACTIVATED, link.player)
        event.card = card
        event.value = effect.number
        event.to_place = state.place[card]
        event.to_slot = state.slot[card]
        if effect.cost:
            program_open(
                template_, state, link.effect, effect.cost, card, link.player, index)
            return
    if frame.step == ACTIVATE_TARGETS:
        frame.step = ACTIVATE_ANSWERED
        if effect.target:
            program_open(
                template_, state, link.effect, effect.target, card, link.player, index)
            return
    # What was paid lies before; the activation is the last thing that happened.
    state.time += 1
    if effect.kind == EFFECT_KIND_ACTIVATION and not template_.definitions[
            state.code[card]].stays and card_on_field(state, card):
        bitset_add(&state.leaving, card)
    happen(template_, state, TRIGGER_ACTIVATED, card, link.player)
    target = bitset_next(&link.targets, -1)
    while target >= 0:
        happening = happen(template_, state, TRIGGER_TARGETED, <card_t>target, link.player)
        if happening != NULL:
            happening.link = index
        target = bitset_next(&link.targets, target)
    frame_pop(state)
    settle(template_, state)


# Resolution -------------------------------------------------------------------------------


# An effect that has resolved lets its user Normal Summon or Set a monster now.
# RULING: after the first link that is when the chain has ended, so that the summon may be negated;
# within the chain nothing can answer it.  Its own window comes before that of the chain's end (the
# independent engine does all this so).
cdef void _summon_next(const DuelTemplate* template_, DuelState* state) noexcept nogil:
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


# Whether the link that resolves does nothing: negated, or its card had to be there (ST-5).
# RULING: what moves all cards of several places, the GYs among them, is negated as a whole while
# one stays in a GY: the text of Necrovalley negates the effect; by the official answer on Crystron
# Entry (db.ygorganization.com/qa#9597) nothing comes from the hand either. A GY that is one of the
# places to choose from is only shut out.
cdef bint _link_fails(
    const DuelTemplate* template_, DuelState* state, link_t* link
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[link.effect]
    cdef uint32_t type_ = template_.definitions[state.code[link.card]].type
    cdef int i
    if link.negated == NEGATED_ACTIVATION:
        return True
    if (not link.same and type_ & (CARD_TYPE_CONTINUOUS | CARD_TYPE_EQUIP | CARD_TYPE_FIELD)
            and (effect.kind == EFFECT_KIND_ACTIVATION or link.place == PLACE_SPELL_TRAP_ZONE)):
        return True
    if link.negated == NEGATED_EFFECT:
        return True
    if state.graveyard_stays and (
            effect.flags & EFFECT_FLAG_MOVES_FROM_GRAVEYARD
            or (effect.flags & EFFECT_FLAG_MOVES_GRAVEYARDS_TOO and graveyard_holds(state))):
        link.negated = NEGATED_EFFECT
        return True
    if link.same and card_on_field(state, link.card):
        if card_props(state, link.card) & PROPERTY_NEGATED:
            link.negated = NEGATED_EFFECT
            return True
        return False
    # Some cards negate an effect used on the field wherever its card is now.
    for i in range(state.restriction_count):
        if (state.restrictions[i].kind == RESTRICTS_LINKS and link.place >= PLACE_MONSTER_ZONE
                and bitset_has(&template_.filters[template_.effects[
                    state.restrictions[i].effect].filter - 1].cards, link.card)):
            link.negated = NEGATED_EFFECT
            return True
    return False


# What the cost of a link made for a time ends if the activation was negated: it was not
# activated.
# RULING: so after a negated Scapegoat monsters may be Summoned (the independent engine does it
# too: what an activation obliges its player to is undone with it).
cdef void _obligations(DuelState* state, uint8_t number, bint negated) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].link != number:
            continue
        if negated:
            lingering_drop(state, i)
        else:
            state.lingering[i].link = 0


cdef void _resolve(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef uint8_t index
    cdef link_t* link
    cdef const effect_t* effect
    cdef happening_t* happening
    cdef event_t* event
    cdef int card
    cdef bitset_t leaving
    if frame.step == RESOLVE_LINK and state.summon_next != CARD_NONE:
        if not settle(template_, state) and state.summon_next != CARD_NONE:
            _summon_next(template_, state)
        return
    if frame.step == RESOLVE_LINK:
        index = state.chain_count - 1
        link = &state.chain[index]
        effect = &template_.effects[link.effect]
        state.solving = state.chain_count
        # What lasts as long as its card lies there begins as the activation resolves.
        if effect.kind == EFFECT_KIND_ACTIVATION and bitset_has(
                &template_.lasting_from[state.place[link.card]], link.card):
            state.stale = 1
        state.time += 1
        frame.step = RESOLVE_RESOLVED
        if settle(template_, state):
            frame.step = RESOLVE_LINK
            return
        if _link_fails(template_, state, link):
            event = event_push(
                state, EVENT_KIND_ACTIVATION_NEGATED if link.negated == NEGATED_ACTIVATION
                else EVENT_KIND_EFFECT_NEGATED, link.player)
            event.card = link.card
            _obligations(state, state.chain_count, link.negated == NEGATED_ACTIVATION)
            if link.negated == NEGATED_ACTIVATION:
                state.activations[link.player] -= 1  # it was not activated
                if (effect.limit == LIMIT_ACTIVATE_NAME_PER_TURN
                        or effect.limit == LIMIT_ACTIVATE_NAME_PER_DUEL):
                    limit_count(template_, state, link.effect, link.card, link.player, -1)
                if effect.kind == EFFECT_KIND_ACTIVATION and link.same and card_on_field(
                        state, link.card):
                    bitset_add(&state.leaving, link.card)
            elif link.same and effect.flags & EFFECT_FLAG_ONLY_EQUIPS:
                # RULING: to be equipped is no effect of the card, so that one whose effect was
                # negated is equipped all the same (the independent engine does it too).
                program_open(
                    template_, state, link.effect, effect.operation, link.card, link.player,
                    index)
            return
        _obligations(state, state.chain_count, False)
        event = event_push(state, EVENT_KIND_RESOLVING, link.player)
        event.card = link.card
        event.value = index + 1
        if effect.operation:
            program_open(
                template_, state, link.effect, effect.operation, link.card, link.player, index)
            return
    if frame.step == RESOLVE_RESOLVED:
        frame.step = RESOLVE_REMOVE
        index = state.chain_count - 1
        link = &state.chain[index]
        if link.negated != NEGATED_ACTIVATION:
            happening = happen(
                template_, state, TRIGGER_LINK_RESOLVED, link.card, link.player)
            if happening != NULL:
                happening.link = index
        if settle(template_, state):
            return
    if frame.step == RESOLVE_REMOVE:
        index = state.chain_count - 1
        link = &state.chain[index]
        effect = &template_.effects[link.effect]
        # An Equip Card without a monster has nothing to stay for (ST-6).
        if (effect.kind == EFFECT_KIND_ACTIVATION and link.same
                and template_.definitions[state.code[link.card]].type & CARD_TYPE_EQUIP
                and state.place[link.card] == PLACE_SPELL_TRAP_ZONE
                and state.attached[state.controller[link.card]][state.slot[link.card]]
                == CARD_NONE):
            bitset_add(&state.leaving, link.card)
        if (template_.rules.one_field_spell and effect.kind == EFFECT_KIND_ACTIVATION
                and link.same and link.negated != NEGATED_ACTIVATION
                and template_.definitions[state.code[link.card]].type & CARD_TYPE_FIELD):
            card = state.zone[1 - state.controller[link.card]][1][FIELD_ZONE]
            if card != CARD_NONE and card_face_up(state, <card_t>card):
                card_send(template_, state, <card_t>card, PLACE_GRAVEYARD,
                          REASON_RULE_DESTRUCTION)
        memset(link, 0, sizeof(link_t))
        state.chain_count -= 1
        state.solving = 0
        frame.step = RESOLVE_LINK
        if state.chain_count:
            return
        frame.step = RESOLVE_END
        leaving = state.leaving
        card = bitset_next(&leaving, -1)
        while card >= 0:
            card_send(template_, state, <card_t>card, PLACE_GRAVEYARD, REASON_RULE)
            card = bitset_next(&leaving, card)
        bitset_clear(&state.leaving)
        if settle(template_, state):
            return
    event_push(state, EVENT_KIND_CHAIN_ENDED, state.turn_player)
    uses_end(state, LIMIT_CARD_PER_CHAIN)
    frame_pop(state)


cdef void _program(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef int result
    if settle(template_, state):
        return
    result = program_run(
        template_, state, &state.programs[state.program_count - 1], False)
    if result == PROGRAM_DONE:
        state.program_count -= 1
        # Who wins is looked at now that the effect is done (WIN-3).
        if template_.deciding_count > template_.destroying_count:
            state.stale = 1
        frame_pop(state)


# Summons ----------------------------------------------------------------------------------


# A Normal or Flip Summon goes on: tributes have been given, or nothing negates it any more.
cdef void _summon(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef card_t card = frame.card
    if frame.step != SUMMON_PENDING:
        summon_ask_zone(state)
    elif not summon_stands(template_, state):
        frame_become_point(frame)
        frame.move = 1  # the chain that negated it has ended (PRIO-2)
    elif frame.move == MOVE_KIND_FLIP_SUMMON:
        frame_pop(state)
        flip_summon(template_, state, card)
    else:
        summon_finish(template_, state, frame.last)


# The machine's calls ----------------------------------------------------------------------


cdef void chain_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    cdef uint8_t procedure = frame.procedure
    if procedure == PROCEDURE_POINT:
        if settle(template_, state):
            return
        _point(template_, state, frame)
    elif procedure == PROCEDURE_WINDOW:
        _window(template_, state, frame)
    elif procedure == PROCEDURE_PHASE:
        phase_advance(template_, state, frame)
    elif procedure == PROCEDURE_PROGRAM:
        _program(template_, state, frame)
    elif procedure == PROCEDURE_ACTIVATE:
        _activation(template_, state, frame)
    elif procedure == PROCEDURE_RESOLVE:
        _resolve(template_, state, frame)
    elif procedure == PROCEDURE_LEAVE:
        leave_advance(template_, state, frame)
    elif procedure == PROCEDURE_SPECIAL_SUMMON:
        special_summon_advance(template_, state, frame)
    elif procedure == PROCEDURE_BUILT_IN_SUMMON:
        built_in_summon_advance(template_, state, frame)
    elif procedure == PROCEDURE_CONTROL:
        control_advance(template_, state, frame)
    elif procedure == PROCEDURE_PLACE:
        place_advance(template_, state, frame)
    elif procedure == PROCEDURE_DESTROY:
        destruction_advance(template_, state, frame)
    elif procedure == PROCEDURE_EQUIP:
        equip_monster_advance(template_, state, frame)
    elif procedure == PROCEDURE_RETURN:
        return_advance(template_, state, frame)
    elif procedure == PROCEDURE_FORCED_ATTACK:
        if not settle(template_, state):
            forced_attack_advance(template_, state, frame)
    elif procedure == PROCEDURE_SUMMON:
        if not settle(template_, state):
            _summon(template_, state, frame)
    elif procedure == PROCEDURE_ATTACK:
        if settle(template_, state):
            return
        combat_advance(template_, state)


# An answer to a question: the program gets it, or the destruction that asked.
cdef void _yes_or_no(DuelState* state, bint yes) noexcept nogil:
    if frame_top(state).procedure == PROCEDURE_DESTROY:
        destruction_answer(frame_top(state), yes)
    else:
        choice_answer(state, yes)


# What was put off until this phase is done: its event is the card and value that it lingers with.
cdef void _apply_due(
    const DuelTemplate* template_, DuelState* state, card_t card, int number, player_t player
) noexcept nogil:
    # With a `number` it is an effect of the card; else the card is what it is about.
    cdef lingering_t entry
    cdef program_frame_t* program
    cdef int i
    for i in range(state.lingering_count):
        entry = state.lingering[i]
        if not is_due(template_, state, i, player) or (
                entry.card != card if number < 0
                else entry.effect != number or entry.source != card):
            continue
        lingering_drop(state, i)
        program_open(template_, state, entry.effect, template_.effects[entry.effect].operation,
                     entry.source, player, LINK_NONE)
        if state.pool_full:
            return
        program = &state.programs[state.program_count - 1]
        program.event.card = entry.card
        program.event.value = entry.value
        if entry.card != CARD_NONE:
            bitset_add(&program.event_cards, entry.card)
        return


cdef void _apply_activate(
    const DuelTemplate* template_, DuelState* state, move_t move, player_t player
) noexcept nogil:
    cdef card_t card = move_card(move)
    cdef uint16_t number = template_.effect_first[state.code[card]] + move_slot(move)
    cdef const effect_t* effect
    cdef frame_t* frame
    cdef happening_t event
    cdef bitset_t cards
    cdef int answers, i
    if state.frame_count == 0:
        _activate_openly(template_, state, card, number, player)
        return
    frame = frame_top(state)
    if frame.procedure == PROCEDURE_POINT:
        _trigger_take(template_, state, card, number)
        return
    if frame.procedure == PROCEDURE_WINDOW:
        frame.step = WINDOW_STARTED
        frame.needed = 0
        frame.chosen = 1 - player
        if template_.effects[number].kind == EFFECT_KIND_TRIGGER:
            _trigger_take(template_, state, card, number)
            return
        answers = effect_answers(template_, state, number, card, player, &event, &cards)
        _activate(
            template_, state, card, number, player, &event if answers > 0 else NULL, &cards)
        return
    # PROCEDURE_PHASE: starts over after what is done now.
    frame.step = WINDOW_STARTED
    if move_slot(move) == END_CONTROL:
        for i in range(state.lingering_count):
            if (state.lingering[i].card == card
                    and state.lingering[i].until & UNTIL_END_PHASE_CHOICE):
                lingering_drop(state, i)
                return
        return
    if move_slot(move) == DUE_EFFECT:
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
        _apply_due(template_, state, card, -1, player)
        return
    effect = &template_.effects[number]
    if effect.continuous == CONTINUOUS_LATER:
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
        _apply_due(template_, state, card, number, player)
        return
    if effect.kind == EFFECT_KIND_REACTION:
        # What it does may trigger something before the phase goes on.
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
        limit_count(template_, state, number, card, player, 1)
        program_open(
            template_, state, number, effect.operation, card, player, LINK_NONE)
        return
    _activate_openly(template_, state, card, number, player)


cdef void chain_apply(
    const DuelTemplate* template_, DuelState* state, move_t move
) noexcept nogil:
    cdef uint8_t kind = move_kind(move)
    cdef frame_t* frame
    cdef player_t player = state.decision_player
    if kind == MOVE_KIND_ACTIVATE:
        _apply_activate(template_, state, move, player)
    elif kind == MOVE_KIND_PASS:
        frame = frame_top(state)
        if frame.procedure == PROCEDURE_POINT:
            _triggers_drop(state, frame.chosen)
        else:
            window_pass(frame)
    elif kind == MOVE_KIND_SPECIAL_SUMMON:
        frame_push(state, PROCEDURE_BUILT_IN_SUMMON, move_slot(move), move_card(move))
    elif kind == MOVE_KIND_CHOOSE_CARD:
        choice_take(template_, state, move_card(move))
    elif kind == MOVE_KIND_FINISH:
        if frame_top(state).procedure == PROCEDURE_SUMMON:
            summon_give_tributes(template_, state)
        else:
            choice_finish(state)
    elif kind == MOVE_KIND_YES:
        _yes_or_no(state, True)
    elif kind == MOVE_KIND_NO:
        _yes_or_no(state, False)
    elif kind == MOVE_KIND_CHOOSE_OPTION:
        # One that declares gets the bit itself.
        if frame_top(state).move:
            choice_answer(state, <int64_t>1 << move_slot(move))
        else:
            choice_answer(state, move_slot(move))
    elif kind == MOVE_KIND_CHOOSE_POSITION:
        if frame_top(state).procedure == PROCEDURE_SUMMON:
            summon_choose_position(state, move_slot(move))
        else:
            frame_top(state).most = move_slot(move)


cdef bint chain_choose_zone(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    cdef link_t* link
    if frame.procedure == PROCEDURE_ACTIVATE:
        link = &state.chain[state.chain_count - 1]
        pile_take(template_, state, link.card)
        spell_trap_zone_put(state, link.card, link.player, slot, POSITION_FACE_UP_ATTACK)
        frame.step = ACTIVATE_COST
        return True
    if (frame.procedure == PROCEDURE_SPECIAL_SUMMON or frame.procedure == PROCEDURE_PLACE
            or frame.procedure == PROCEDURE_BUILT_IN_SUMMON
            or frame.procedure == PROCEDURE_CONTROL or frame.procedure == PROCEDURE_EQUIP
            or frame.procedure == PROCEDURE_RETURN):
        frame.last = slot
        return True
    return False


cdef uint8_t chain_zones(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    if frame.procedure == PROCEDURE_CONTROL:
        return control_zones(template_, state, state.decision_player)
    if state.zone_row == ROW_SPELL_TRAP:
        return spell_trap_zones_free(template_, state, state.decision_player)
    if (frame.procedure == PROCEDURE_SPECIAL_SUMMON
            or frame.procedure == PROCEDURE_BUILT_IN_SUMMON):
        return arrival_zones(
            template_, state, state.decision_player, frame.card, CARD_NONE)
    return zones_free(template_, state, state.decision_player)
