"""Chains, windows and the procedures that effects open.  See chain.pxd."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from ygosim._core.activation cimport (
    END_CONTROL, MAX_ACTIVATIONS, OPENING_PHASE, OPENING_RESPONSE, activations_list,
    effect_answers, event_group, forced_answer, triggers_collect, triggers_list,
)
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_remove, bitset_t,
    lowest64, popcount64,
)
from ygosim._core.combat cimport combat_advance
from ygosim._core.enums cimport (
    CARD_TYPE_EQUIP, CARD_TYPE_FIELD, CARD_TYPE_TRAP, DECISION_KIND_DISCARD,
    DECISION_KIND_NONE, DECISION_KIND_POSITION, DECISION_KIND_RESPONSE, DECISION_KIND_TRIGGER,
    DECISION_KIND_ZONE, DECISION_KIND_CARD, EFFECT_FLAG_ATTACH_WHEN_NEGATED,
    EFFECT_FLAG_LIMIT_SURVIVES_FACE_DOWN, EFFECT_FLAG_OPTIONAL, EFFECT_KIND_ACTIVATION,
    EFFECT_KIND_REACTION, EVENT_KIND_ACTIVATED, EVENT_KIND_ACTIVATION_NEGATED,
    EVENT_KIND_CHAIN_ENDED, EVENT_KIND_CONTROL_CHANGED, EVENT_KIND_EFFECT_NEGATED,
    EVENT_KIND_RESOLVING, EVENT_KIND_SET, EVENT_KIND_SPECIAL_SUMMONED,
    LIMIT_ACTIVATE_NAME_PER_TURN, LIMIT_CARD_PER_TURN, LIMIT_NONE, MOVE_KIND_ACTIVATE,
    MOVE_KIND_CHOOSE_CARD, MOVE_KIND_CHOOSE_OPTION, MOVE_KIND_CHOOSE_POSITION,
    MOVE_KIND_FINISH, MOVE_KIND_NO, MOVE_KIND_PASS, MOVE_KIND_SPECIAL_SUMMON, MOVE_KIND_YES,
    PHASE_BATTLE, PHASE_END, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE,
    PLACE_SPELL_TRAP_ZONE, POOL_CHAIN_LINKS, POOL_PROGRAM_FRAMES, POSITION_FACE_DOWN_DEFENCE,
    POSITION_FACE_UP_ATTACK, PROPERTY_NEGATED, REASON_RULE, REASON_RULE_DESTRUCTION,
    REASON_SET, REASON_SUMMON, TRIGGER_ATTACK_DECLARED, TRIGGER_CHAIN_LINK,
    TRIGGER_CONTROL_CHANGED, TRIGGER_LINK_RESOLVED, TRIGGER_NONE, TRIGGER_SET,
    TRIGGER_SPECIAL_SUMMONED, UNTIL_END_OF_TURN, UNTIL_END_PHASE_CHOICE, CONTINUOUS_CONTROL,
    TRIGGER_ACTIVATED, TRIGGER_TARGETED, CARD_TYPE_CONTINUOUS,
)
from ygosim._core.filters cimport card_face_up, card_on_field, card_props
from ygosim._core.happenings cimport (
    card_changed_sides, happen, lingering_drop, use_add,
)
from ygosim._core.procedures cimport choice_add, decision_ask, frame_push, frame_top
from ygosim._core.state cimport (
    NEGATES, PROCEDURE_ACTIVATE, PROCEDURE_ANSWER, PROCEDURE_ATTACK, PROCEDURE_BUILT_IN_SUMMON,
    PROCEDURE_CHOICE, PROCEDURE_CONTROL, PROCEDURE_DISCARD, PROCEDURE_LEAVE, PROCEDURE_PHASE,
    PROCEDURE_PLACE, PROCEDURE_POINT, PROCEDURE_PROGRAM, PROCEDURE_RESOLVE,
    PROCEDURE_SPECIAL_SUMMON, PROCEDURE_SUMMON, PROCEDURE_WINDOW, effect_t, event_push, event_t, frame_t,
    happening_t, link_t, monster_masks_t, program_frame_t, trigger_t,
)
from ygosim._core.stats cimport settle
from ygosim._core.summon cimport summon_ask_zone
from ygosim._core.types cimport (
    CARD_NONE, FIELD_ZONE, MAX_HAPPENINGS, MAX_LINKS, MAX_PROGRAM_FRAMES, N_SLOTS, PLAYER_NONE,
    player_t, zone_mask_t,
)
from ygosim._core.vm cimport (
    LINK_NONE, PROGRAM_DONE, PROGRAM_SETTLE, PROGRAM_WAITS, program_begin, program_run,
)
from ygosim._core.zones cimport (
    card_send, monster_lay, monster_zone_put, monster_zone_take, pile_take,
    spell_trap_zone_put, spell_trap_zones_free, zones_free,
)

# Steps of PROCEDURE_POINT.
cdef enum point_step_t:
    POINT_COLLECT
    POINT_TRIGGERS
    POINT_WINDOW
    POINT_RESOLVE


cdef inline uint8_t _move_kind(move_t move) noexcept nogil:
    return <uint8_t>(move & 0xFF)


cdef inline card_t _move_card(move_t move) noexcept nogil:
    return <card_t>(move >> 8 & 0xFF)


cdef inline slot_t _move_slot(move_t move) noexcept nogil:
    return <slot_t>(move >> 16 & 0xFF)


cdef inline void _pop(DuelState* state) noexcept nogil:
    state.frame_count -= 1


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


cdef void _happenings_forget(DuelState* state, int count) noexcept nogil:
    # The first `count` have been looked at.
    cdef int i
    state.happening_count -= count
    for i in range(state.happening_count):
        state.happenings[i] = state.happenings[i + count]
    memset(&state.happenings[state.happening_count], 0, count * sizeof(happening_t))
    state.reacted = state.reacted - count if state.reacted > count else 0
    state.answered_count = 0


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
        if state.triggers[i].player != player or state.triggers[i].optional != group >> 1:
            state.triggers[kept] = state.triggers[i]
            kept += 1
    memset(&state.triggers[kept], 0, (state.trigger_count - kept) * sizeof(trigger_t))
    state.trigger_count = <uint8_t>kept


cdef void _point(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef move_t options[MAX_ACTIVATIONS]
    cdef frame_t* window
    cdef int count, i
    cdef uint16_t number
    cdef card_t card
    if frame.step == POINT_COLLECT:
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
                card = _move_card(options[0])
                number = template_.effect_first[state.code[card]] + _move_slot(options[0])
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
        state.trigger_count = 0
        frame.step = POINT_WINDOW
        i = 1 if template_.rules.opponent_responds_first else 0
        window = frame_push(state, PROCEDURE_WINDOW, frame.move, CARD_NONE)
        if state.chain_count:
            window.chosen = 1 - state.chain[state.chain_count - 1].player
        else:
            window.chosen = <uint8_t>(state.turn_player ^ i)
        return
    if frame.step == POINT_WINDOW:
        if state.chain_count == 0:
            _happenings_forget(state, state.happening_count)
            _pop(state)
            return
        frame.step = POINT_RESOLVE
        frame_push(state, PROCEDURE_RESOLVE, 0, CARD_NONE)
        return
    # The chain has resolved; what it was built on is past.
    _happenings_forget(state, state.answered_count)
    frame.step = POINT_COLLECT


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
    cdef move_t options[MAX_ACTIVATIONS]
    if frame.step == 0:
        frame.step = 1
        if _window_forced(template_, state, frame):
            frame.step = 0
            return
    while frame.needed < 2:
        if activations_list(template_, state, frame.chosen, OPENING_RESPONSE, options):
            decision_ask(state, DECISION_KIND_RESPONSE, frame.chosen)
            return
        frame.needed += 1
        frame.chosen = 1 - frame.chosen
    _pop(state)


# Activation -------------------------------------------------------------------------------


cdef void _program_open(
    const DuelTemplate* template_, DuelState* state, uint16_t number, uint16_t pc, card_t card,
    player_t player, uint8_t link
) noexcept nogil:
    cdef program_frame_t* program
    if state.program_count == MAX_PROGRAM_FRAMES:
        state.pool_full = POOL_PROGRAM_FRAMES
        return
    program = &state.programs[state.program_count]
    state.program_count += 1
    program_begin(program, number, pc, card, player, link)
    if link != LINK_NONE:
        program.event = state.chain[link].event
        program.event_cards = state.chain[link].event_cards
    frame_push(state, PROCEDURE_PROGRAM, 0, card)


# Puts an own face-up Field Spell, or the whole field's, out of the way of a new one (ST-7).
cdef void _field_spell_makes_way(
    const DuelTemplate* template_, DuelState* state, player_t player
) noexcept nogil:
    cdef card_t old = state.zone[player][1][FIELD_ZONE]
    if old != CARD_NONE:
        card_send(
            template_, state, old, PLACE_GRAVEYARD,
            REASON_RULE_DESTRUCTION if template_.rules.replaced_field_spell_destroyed
            else REASON_RULE)


cdef void _count_use(
    const DuelTemplate* template_, DuelState* state, uint16_t number, card_t card,
    player_t player, int count
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    if effect.limit == LIMIT_NONE:
        return
    if effect.limit == LIMIT_CARD_PER_TURN:
        use_add(state, effect.limit, number, card, 0, count,
                (effect.flags & EFFECT_FLAG_LIMIT_SURVIVES_FACE_DOWN) != 0)
    else:
        use_add(state, effect.limit, number, CARD_NONE, player, count, False)


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
    if frame.step == 0:
        frame.step = 2
        if effect.kind == EFFECT_KIND_ACTIVATION:
            if state.place[card] == PLACE_HAND:
                if type_ & CARD_TYPE_FIELD:
                    _field_spell_makes_way(template_, state, link.player)
                    pile_take(template_, state, card)
                    spell_trap_zone_put(
                        state, card, link.player, FIELD_ZONE, POSITION_FACE_UP_ATTACK)
                else:
                    frame.step = 1
                    state.zone_row = ROW_SPELL_TRAP
                    decision_ask(state, DECISION_KIND_ZONE, link.player)
                    return
            else:
                state.position[card] = POSITION_FACE_UP_ATTACK
                state.clock += 1
                state.zone_since[link.player][1][state.slot[card]] = state.clock
                state.stale = 1
    if frame.step == 2:
        frame.step = 3
        link.place = state.place[card]
        _count_use(template_, state, link.effect, card, link.player, 1)
        event = event_push(state, EVENT_KIND_ACTIVATED, link.player)
        event.card = card
        event.value = effect.number
        event.to_place = state.place[card]
        event.to_slot = state.slot[card]
        if effect.cost:
            _program_open(
                template_, state, link.effect, effect.cost, card, link.player, index)
            return
    if frame.step == 3:
        frame.step = 4
        if effect.target:
            _program_open(
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
    _pop(state)
    settle(template_, state)


# Resolution -------------------------------------------------------------------------------


# Whether the link that resolves does nothing: negated, or its card had to be there (ST-5).
cdef bint _link_fails(
    const DuelTemplate* template_, DuelState* state, link_t* link
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[link.effect]
    cdef uint32_t type_ = template_.definitions[state.code[link.card]].type
    cdef uint32_t props
    if link.negated == 1:
        return True
    cdef int i
    if (effect.kind == EFFECT_KIND_ACTIVATION and not link.same
            and type_ & (CARD_TYPE_CONTINUOUS | CARD_TYPE_EQUIP | CARD_TYPE_FIELD)):
        return True
    if link.negated == 2:
        return True
    if link.same and card_on_field(state, link.card):
        props = card_props(state, link.card)
        if props & PROPERTY_NEGATED and not effect.flags & EFFECT_FLAG_ATTACH_WHEN_NEGATED:
            link.negated = 2
            return True
        return False
    # What negates effects on the field does so for one used there, wherever its card is now.
    for i in range(state.restriction_count):
        if (state.restrictions[i].players == NEGATES and link.place >= PLACE_MONSTER_ZONE
                and bitset_has(&template_.filters[template_.effects[
                    state.restrictions[i].effect].filter - 1].cards, link.card)):
            link.negated = 2
            return True
    return False


cdef void _resolve(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef uint8_t index
    cdef link_t* link
    cdef const effect_t* effect
    cdef happening_t* happening
    cdef event_t* event
    cdef int card
    cdef bitset_t leaving
    if frame.step == 0:
        index = state.chain_count - 1
        link = &state.chain[index]
        effect = &template_.effects[link.effect]
        state.solving = state.chain_count
        state.stale = 1
        state.time += 1
        frame.step = 1
        if state.stale and settle(template_, state):
            frame.step = 0
            return
        if _link_fails(template_, state, link):
            event = event_push(
                state, EVENT_KIND_ACTIVATION_NEGATED if link.negated == 1
                else EVENT_KIND_EFFECT_NEGATED, link.player)
            event.card = link.card
            if link.negated == 1:
                if effect.limit == LIMIT_ACTIVATE_NAME_PER_TURN:
                    _count_use(template_, state, link.effect, link.card, link.player, -1)
                if effect.kind == EFFECT_KIND_ACTIVATION and link.same and card_on_field(
                        state, link.card):
                    bitset_add(&state.leaving, link.card)
            return
        event = event_push(state, EVENT_KIND_RESOLVING, link.player)
        event.card = link.card
        event.value = index + 1
        if effect.operation:
            _program_open(
                template_, state, link.effect, effect.operation, link.card, link.player, index)
            return
    if frame.step == 1:
        frame.step = 2
        index = state.chain_count - 1
        link = &state.chain[index]
        if link.negated != 1:
            happening = happen(
                template_, state, TRIGGER_LINK_RESOLVED, link.card, link.player)
            if happening != NULL:
                happening.link = index
        if settle(template_, state):
            return
    if frame.step == 2:
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
                and link.same and link.negated == 0
                and template_.definitions[state.code[link.card]].type & CARD_TYPE_FIELD):
            card = state.zone[1 - state.controller[link.card]][1][FIELD_ZONE]
            if card != CARD_NONE and card_face_up(state, <card_t>card):
                card_send(template_, state, <card_t>card, PLACE_GRAVEYARD,
                          REASON_RULE_DESTRUCTION)
        memset(link, 0, sizeof(link_t))
        state.chain_count -= 1
        state.solving = 0
        frame.step = 0
        if state.chain_count:
            return
        frame.step = 3
        leaving = state.leaving
        card = bitset_next(&leaving, -1)
        while card >= 0:
            card_send(template_, state, <card_t>card, PLACE_GRAVEYARD, REASON_RULE)
            card = bitset_next(&leaving, card)
        bitset_clear(&state.leaving)
        if settle(template_, state):
            return
    event_push(state, EVENT_KIND_CHAIN_ENDED, state.turn_player)
    _pop(state)


cdef void _program(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef int result
    if settle(template_, state):
        return
    result = program_run(
        template_, state, &state.programs[state.program_count - 1], False)
    if result == PROGRAM_DONE:
        state.program_count -= 1
        _pop(state)


# Special Summons --------------------------------------------------------------------------


cdef void _summon_place(
    const DuelTemplate* template_, DuelState* state, card_t card, player_t player, slot_t slot,
    uint8_t position, bint proper
) noexcept nogil:
    cdef event_t* event = event_push(state, EVENT_KIND_SPECIAL_SUMMONED, player)
    event.card = card
    event.from_player = state.controller[card]
    event.from_place = state.place[card]
    event.from_slot = state.slot[card]
    event.to_player = player
    event.to_place = PLACE_MONSTER_ZONE
    event.to_slot = slot
    event.position = position
    event.reason = REASON_SUMMON
    _links_forget(state, card)
    pile_take(template_, state, card)
    monster_zone_put(template_, state, card, player, slot, position)
    bitset_add(&state.arrived, card)
    if proper:
        bitset_add(&state.proper, card)


# A card that comes to the field is no longer the one that links pointed at (ZONE-7).
cdef void _links_forget(DuelState* state, card_t card) noexcept nogil:
    cdef int i
    for i in range(state.chain_count):
        bitset_remove(&state.chain[i].targets, card)
        if state.chain[i].card == card:
            state.chain[i].same = 0


# The monsters of `cards` have been Special Summoned together.
cdef void _happen_summoned(
    const DuelTemplate* template_, DuelState* state, const bitset_t* cards, player_t player
) noexcept nogil:
    cdef happening_t* happening
    cdef int card = bitset_next(cards, -1)
    while card >= 0:
        happening = happen(
            template_, state, TRIGGER_SPECIAL_SUMMONED, <card_t>card, player)
        if happening != NULL:
            happening.from_player = player
        card = bitset_next(cards, card)


# One position of the bits, or asks for it: True when it is known.
cdef bint _position_known(DuelState* state, uint8_t positions, player_t player) noexcept nogil:
    if positions & (positions - 1):
        decision_ask(state, DECISION_KIND_POSITION, player)
        return False
    return True


# frame.step: 0 next card, 1 zone asked, 2 position asked, 3 placed; frame.last the zone.
cdef void _special_summon(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    cdef player_t player = program.player
    cdef int card
    if frame.step == 0:
        card = bitset_next(&state.candidates, -1)
        if card < 0 or zones_free(template_, state, player) == 0:
            _happen_summoned(template_, state, &state.chosen, player)
            program.r[program.wait] = frame.chosen
            bitset_clear(&state.chosen)
            bitset_clear(&state.candidates)
            _pop(state)
            return
        frame.card = <card_t>card
        frame.step = 1
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    if frame.step == 1:
        frame.step = 2
        if not _position_known(state, state.positions, player):
            return
        frame.most = state.positions
    bitset_remove(&state.candidates, frame.card)
    bitset_add(&state.chosen, frame.card)
    _summon_place(template_, state, frame.card, player, frame.last, frame.most,
                  frame.move & 2)
    frame.chosen += 1
    frame.step = 0


# A Special Summon by its own procedure.  frame.move: the effect's number in its definition.
# frame.step: 0 cost, 1 zone, 2 zone asked, 3 position asked; frame.last the zone.
cdef void _built_in_summon(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef uint16_t number = template_.effect_first[state.code[frame.card]] + frame.move
    cdef const effect_t* effect = &template_.effects[number]
    cdef player_t player = state.turn_player
    cdef bitset_t cards
    if frame.step == 0:
        frame.step = 1
        if effect.cost:
            _program_open(
                template_, state, number, effect.cost, frame.card, player, LINK_NONE)
            return
    if frame.step == 1:
        frame.step = 2
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    if frame.step == 2:
        frame.step = 3
        state.positions = <uint8_t>effect.value
        if not _position_known(state, state.positions, player):
            return
        frame.most = state.positions
    bitset_clear(&cards)
    bitset_add(&cards, frame.card)
    state.time += 1
    _summon_place(template_, state, frame.card, player, frame.last, frame.most, True)
    _happen_summoned(template_, state, &cards, player)
    frame.procedure = PROCEDURE_POINT
    frame.step = POINT_COLLECT
    frame.move = 0
    frame.card = CARD_NONE
    frame.chosen = 0
    settle(template_, state)


# Control ----------------------------------------------------------------------------------


# The monster goes to the other side with its turn marks.
cdef void _side_change(
    const DuelTemplate* template_, DuelState* state, card_t card, slot_t slot
) noexcept nogil:
    cdef player_t player = 1 - state.controller[card]
    cdef bint arrived = bitset_has(&state.arrived, card)
    cdef bint changed = bitset_has(&state.position_changed, card)
    cdef bint declared = bitset_has(&state.attack_declared, card)
    cdef event_t* event = event_push(state, EVENT_KIND_CONTROL_CHANGED, player)
    event.card = card
    event.to_player = player
    event.to_place = PLACE_MONSTER_ZONE
    event.to_slot = slot
    event.position = state.position[card]
    monster_zone_take(state, card)
    monster_zone_put(template_, state, card, player, slot, state.position[card])
    if arrived:
        bitset_add(&state.arrived, card)
    if changed:
        bitset_add(&state.position_changed, card)
    if declared:
        bitset_add(&state.attack_declared, card)
    if (player == state.turn_player and not arrived and not changed and not declared
            and not state.monsters[player].no_defence >> slot & 1):
        state.monsters[player].may_change |= <zone_mask_t>(1 << slot)
    bitset_remove(&state.moving, card)
    card_changed_sides(state, card)
    happen(template_, state, TRIGGER_CONTROL_CHANGED, card, player)


# The zones that a monster may come to when it changes to `player`: free ones, and those of own
# monsters that go the other way at the same time.
cdef zone_mask_t _control_zones(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil:
    cdef zone_mask_t zones = zones_free(template_, state, player)
    cdef int card = bitset_next(&state.moving, -1)
    while card >= 0:
        if state.controller[card] == player:
            zones |= <zone_mask_t>(1 << state.slot[card]) & template_.rules.main_zones
        card = bitset_next(&state.moving, card)
    return zones


# frame.step: 0 next monster, 1 zone asked; frame.card it, frame.last its zone.  Two that change
# places do so when both zones are known: frame.most, frame.needed the first one and its zone.
cdef void _control(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef player_t first
    cdef player_t player
    cdef int card = -1
    cdef int other
    cdef bint swap
    if frame.step == 0:
        first = (state.programs[state.program_count - 1].player if state.program_count
                 else state.turn_player)
        other = bitset_next(&state.moving, -1)
        while other >= 0:
            if other != frame.most or frame.chosen == 0:
                # Those that come to the player who does it are placed first.
                if card < 0 or (state.controller[card] == first
                                and state.controller[other] != first):
                    card = other
            other = bitset_next(&state.moving, other)
        if card < 0:
            state.stale = 1
            _pop(state)
            return
        player = 1 - state.controller[card]
        if _control_zones(template_, state, player) == 0:
            bitset_remove(&state.moving, <card_t>card)
            card_send(
                template_, state, <card_t>card, PLACE_GRAVEYARD, REASON_RULE_DESTRUCTION)
            return
        frame.card = <card_t>card
        frame.step = 1
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    frame.step = 0
    if frame.chosen:  # the second of a pair
        frame.chosen = 0
        monster_pair_swap(template_, state, frame.most, frame.needed, frame.card, frame.last)
        return
    swap = False
    other = bitset_next(&state.moving, -1)
    while other >= 0:
        swap |= state.controller[other] != state.controller[frame.card]
        other = bitset_next(&state.moving, other)
    if swap:
        frame.chosen = 1
        frame.most = frame.card
        frame.needed = frame.last
        return
    _side_change(template_, state, frame.card, frame.last)


cdef void monster_pair_swap(
    const DuelTemplate* template_, DuelState* state, card_t left, slot_t left_slot,
    card_t right, slot_t right_slot
) noexcept nogil:
    # `left` may come to the zone that `right` leaves: it waits in a zone that nothing uses.
    cdef player_t player = state.controller[left]
    cdef slot_t from_slot = state.slot[left]
    cdef bint waits = state.zone[1 - player][0][left_slot] != CARD_NONE
    if waits and state.zone[player][0][right_slot] != CARD_NONE and right_slot == from_slot:
        # Each comes to the other's zone.
        _pair_exchange(template_, state, left, left_slot, right, right_slot)
    elif waits:
        _side_change(template_, state, right, right_slot)
        _side_change(template_, state, left, left_slot)
    else:
        _side_change(template_, state, left, left_slot)
        _side_change(template_, state, right, right_slot)


cdef void _pair_exchange(
    const DuelTemplate* template_, DuelState* state, card_t left, slot_t left_slot,
    card_t right, slot_t right_slot
) noexcept nogil:
    # Slot 7 of a row of monster zones is no zone: `left` passes through it.
    _side_change(template_, state, left, N_SLOTS - 1)
    _side_change(template_, state, right, right_slot)
    _zone_move(template_, state, left, left_slot)


cdef void _zone_move(
    const DuelTemplate* template_, DuelState* state, card_t card, slot_t slot
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef bint arrived = bitset_has(&state.arrived, card)
    cdef bint changed = bitset_has(&state.position_changed, card)
    cdef bint declared = bitset_has(&state.attack_declared, card)
    cdef bint may_change = state.monsters[player].may_change >> state.slot[card] & 1
    monster_zone_take(state, card)
    monster_zone_put(template_, state, card, player, slot, state.position[card])
    if arrived:
        bitset_add(&state.arrived, card)
    if changed:
        bitset_add(&state.position_changed, card)
    if declared:
        bitset_add(&state.attack_declared, card)
    if may_change:
        state.monsters[player].may_change |= <zone_mask_t>(1 << slot)


# Sets by effects --------------------------------------------------------------------------


cdef void _place(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef player_t player = frame.move
    cdef card_t card = frame.card
    cdef event_t* event
    if frame.step == 0:
        frame.step = 1
        if template_.definitions[state.code[card]].type & CARD_TYPE_FIELD:
            _field_spell_makes_way(template_, state, player)
            frame.last = FIELD_ZONE
        else:
            state.zone_row = ROW_SPELL_TRAP
            decision_ask(state, DECISION_KIND_ZONE, player)
            return
    event = event_push(state, EVENT_KIND_SET, player)
    event.card = card
    event.reason = REASON_SET
    event.from_player = state.controller[card]
    event.from_place = state.place[card]
    event.to_player = player
    event.to_place = PLACE_SPELL_TRAP_ZONE
    event.to_slot = frame.last
    event.position = POSITION_FACE_DOWN_DEFENCE
    pile_take(template_, state, card)
    spell_trap_zone_put(state, card, player, frame.last, POSITION_FACE_DOWN_DEFENCE)
    bitset_add(&state.arrived, card)
    happen(template_, state, TRIGGER_SET, card, player)
    _pop(state)


# Phases -----------------------------------------------------------------------------------


cdef void _phase_expire(DuelState* state) noexcept nogil:
    # The turn ends: lingering effects that last to its end (TURN-6 counts single turns).
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].until & UNTIL_END_OF_TURN:
            if state.lingering[i].turns <= 1:
                lingering_drop(state, i)
            else:
                state.lingering[i].turns -= 1


# The effects of a phase and its windows (TURN-2, TURN-4, TURN-5).  frame.chosen is asked;
# frame.needed counts passes.
cdef void _phase(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef move_t options[MAX_ACTIVATIONS]
    cdef frame_t* discard
    cdef int over
    if settle(template_, state):
        return
    if frame.step == 0:
        frame.step = 1
        frame.chosen = state.turn_player
        frame.needed = 0
    while frame.needed < 2:
        if activations_list(template_, state, frame.chosen, OPENING_PHASE, options):
            decision_ask(state, DECISION_KIND_RESPONSE, frame.chosen)
            return
        frame.needed += 1
        frame.chosen = 1 - frame.chosen
    if state.phase == PHASE_END and not state.hand_adjusted:
        over = state.pile_count[state.turn_player][PLACE_HAND] - template_.rules.hand_limit
        if template_.rules.hand_limit and over > 0:
            state.hand_adjusted = 1
            frame.step = 0
            frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
            discard = frame_push(state, PROCEDURE_DISCARD, 0, CARD_NONE)
            discard.needed = <uint8_t>over
            decision_ask(state, DECISION_KIND_DISCARD, state.turn_player)
            return
    if state.phase == PHASE_END:
        _phase_expire(state)
        state.hand_adjusted = 0
    _pop(state)
    settle(template_, state)


# A window before a phase or step is left: the turn player has passed by leaving it.
# frame.move: the step to go to; frame.step 1: the window has closed.
cdef void _leave(const DuelTemplate* template_, DuelState* state, frame_t* frame) noexcept nogil:
    cdef frame_t* window
    cdef uint8_t target = frame.move
    if frame.step == 0:
        frame.step = 1
        window = frame_push(state, PROCEDURE_WINDOW, 0, CARD_NONE)
        window.chosen = 1 - state.turn_player
        window.needed = 1
        return
    if state.chain_count:
        # Somebody acted: the phase goes on after the chain.
        frame.procedure = PROCEDURE_POINT
        frame.step = POINT_WINDOW
        frame.move = 0
        return
    if frame.chosen:
        state.battle_phase_over = 1
    _pop(state)
    state.step = target


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
        _phase(template_, state, frame)
    elif procedure == PROCEDURE_PROGRAM:
        _program(template_, state, frame)
    elif procedure == PROCEDURE_ACTIVATE:
        _activation(template_, state, frame)
    elif procedure == PROCEDURE_RESOLVE:
        _resolve(template_, state, frame)
    elif procedure == PROCEDURE_LEAVE:
        _leave(template_, state, frame)
    elif procedure == PROCEDURE_SPECIAL_SUMMON:
        _special_summon(template_, state, frame)
    elif procedure == PROCEDURE_BUILT_IN_SUMMON:
        _built_in_summon(template_, state, frame)
    elif procedure == PROCEDURE_CONTROL:
        _control(template_, state, frame)
    elif procedure == PROCEDURE_PLACE:
        _place(template_, state, frame)
    elif procedure == PROCEDURE_SUMMON:
        if not settle(template_, state):
            summon_ask_zone(state)
    elif procedure == PROCEDURE_ATTACK:
        if settle(template_, state):
            return
        combat_advance(template_, state)


# The choice of cards is complete: the program gets it.
cdef void _choice_finish(DuelState* state) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    program.s[program.wait] = state.chosen
    bitset_clear(&state.chosen)
    bitset_clear(&state.candidates)
    _pop(state)


# An answer to a question: the program gets it.
cdef void _answer(DuelState* state, int64_t value) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    program.r[program.wait] = value
    state.options = 0
    _pop(state)


cdef void _apply_activate(
    const DuelTemplate* template_, DuelState* state, move_t move, player_t player
) noexcept nogil:
    cdef card_t card = _move_card(move)
    cdef uint16_t number = template_.effect_first[state.code[card]] + _move_slot(move)
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
        answers = effect_answers(template_, state, number, card, player, &event, &cards)
        frame.step = 0
        frame.needed = 0
        frame.chosen = 1 - player
        _activate(
            template_, state, card, number, player, &event if answers > 0 else NULL, &cards)
        return
    # PROCEDURE_PHASE: starts over after what is done now.
    frame.step = 0
    if _move_slot(move) == END_CONTROL:
        for i in range(state.lingering_count):
            if (state.lingering[i].card == card
                    and state.lingering[i].until & UNTIL_END_PHASE_CHOICE):
                lingering_drop(state, i)
                return
        return
    effect = &template_.effects[number]
    if effect.kind == EFFECT_KIND_REACTION:
        _count_use(template_, state, number, card, player, 1)
        _program_open(
            template_, state, number, effect.operation, card, player, LINK_NONE)
        return
    _activate_openly(template_, state, card, number, player)


cdef void chain_apply(
    const DuelTemplate* template_, DuelState* state, move_t move
) noexcept nogil:
    cdef uint8_t kind = _move_kind(move)
    cdef frame_t* frame
    cdef player_t player = state.decision_player
    if kind == MOVE_KIND_ACTIVATE:
        _apply_activate(template_, state, move, player)
    elif kind == MOVE_KIND_PASS:
        frame = frame_top(state)
        if frame.procedure == PROCEDURE_POINT:
            _triggers_drop(state, frame.chosen)
        else:
            frame.needed += 1
            frame.chosen = 1 - frame.chosen
    elif kind == MOVE_KIND_SPECIAL_SUMMON:
        frame_push(state, PROCEDURE_BUILT_IN_SUMMON, _move_slot(move), _move_card(move))
    elif kind == MOVE_KIND_CHOOSE_CARD:
        frame = frame_top(state)
        bitset_add(&state.chosen, _move_card(move))
        frame.chosen += 1
        frame.last = _move_card(move)
        if frame.needed:
            frame.needed -= 1
        frame.most -= 1
        if frame.most == 0:
            _choice_finish(state)
        else:
            decision_ask(state, DECISION_KIND_CARD, player)
    elif kind == MOVE_KIND_FINISH:
        _choice_finish(state)
    elif kind == MOVE_KIND_YES:
        _answer(state, 1)
    elif kind == MOVE_KIND_NO:
        _answer(state, 0)
    elif kind == MOVE_KIND_CHOOSE_OPTION:
        _answer(state, _move_slot(move))
    else:  # MOVE_KIND_CHOOSE_POSITION
        frame_top(state).most = _move_slot(move)


cdef bint chain_choose_zone(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    cdef link_t* link
    if frame.procedure == PROCEDURE_ACTIVATE:
        link = &state.chain[state.chain_count - 1]
        pile_take(template_, state, link.card)
        spell_trap_zone_put(state, link.card, link.player, slot, POSITION_FACE_UP_ATTACK)
        frame.step = 2
        return True
    if (frame.procedure == PROCEDURE_SPECIAL_SUMMON or frame.procedure == PROCEDURE_PLACE
            or frame.procedure == PROCEDURE_BUILT_IN_SUMMON
            or frame.procedure == PROCEDURE_CONTROL):
        frame.last = slot
        return True
    return False


cdef uint8_t chain_zones(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    if frame.procedure == PROCEDURE_CONTROL:
        return _control_zones(template_, state, state.decision_player)
    if state.zone_row == ROW_SPELL_TRAP:
        return spell_trap_zones_free(template_, state, state.decision_player)
    return zones_free(template_, state, state.decision_player)
