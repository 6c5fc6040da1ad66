"""Chains and the procedures that effects open.  See chain.pxd."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint8_t
from libc.string cimport memset

from ygosim._core.activation cimport DUE_EFFECT, END_CONTROL, effect_answers, is_due, limit_count
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
    CONTINUOUS_TRAPS_FROM_HAND, DECISION_KIND_ZONE, EFFECT_FLAG_MOVES_FROM_GRAVEYARD,
    EFFECT_FLAG_MOVES_GRAVEYARDS_TOO, EFFECT_FLAG_ONLY_EQUIPS, EFFECT_KIND_ACTIVATION,
    EFFECT_KIND_REACTION, EFFECT_KIND_TRIGGER, EVENT_KIND_ACTIVATED, EVENT_KIND_ACTIVATION_NEGATED,
    EVENT_KIND_CHAIN_ENDED, EVENT_KIND_EFFECT_NEGATED, EVENT_KIND_RESOLVING,
    LIMIT_ACTIVATE_NAME_PER_DUEL, LIMIT_ACTIVATE_NAME_PER_TURN, LIMIT_CARD_PER_CHAIN,
    MOVE_KIND_ACTIVATE, MOVE_KIND_CHOOSE_CARD, MOVE_KIND_CHOOSE_OPTION, MOVE_KIND_CHOOSE_POSITION,
    MOVE_KIND_FINISH, MOVE_KIND_FLIP_SUMMON, MOVE_KIND_NO, MOVE_KIND_PASS,
    MOVE_KIND_SPECIAL_SUMMON, MOVE_KIND_YES, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE,
    PLACE_SPELL_TRAP_ZONE, POSITION_FACE_UP_ATTACK, PROPERTY_NEGATED, REASON_RULE,
    REASON_RULE_DESTRUCTION, TRIGGER_ACTIVATED, TRIGGER_LINK_RESOLVED, TRIGGER_TARGETED,
    UNTIL_END_PHASE_CHOICE,
)
from ygosim._core.filters cimport card_face_up, card_on_field, card_props
from ygosim._core.happenings cimport effects_look_again, happen, lingering_drop, uses_end
from ygosim._core.layout cimport (
    ACTIVATE_ANSWERED, ACTIVATE_CARD, ACTIVATE_COST, ACTIVATE_TARGETS, ACTIVATE_ZONE,
    NEGATED_ACTIVATION, NEGATED_EFFECT, PROCEDURE_ACTIVATE, PROCEDURE_ATTACK,
    PROCEDURE_BUILT_IN_SUMMON, PROCEDURE_CONTROL, PROCEDURE_DESTROY, PROCEDURE_EQUIP,
    PROCEDURE_FORCED_ATTACK, PROCEDURE_LEAVE, PROCEDURE_PHASE, PROCEDURE_PLACE, PROCEDURE_POINT,
    PROCEDURE_PROGRAM, PROCEDURE_RESOLVE, PROCEDURE_RETURN, PROCEDURE_SPECIAL_SUMMON,
    PROCEDURE_SUMMON, PROCEDURE_WINDOW, RESOLVE_END, RESOLVE_LINK, RESOLVE_REMOVE,
    RESOLVE_RESOLVED, RESTRICTS_LINKS, ROW_SPELL_TRAP, SUMMON_PENDING, WATCHED_ACTIVATIONS,
    WINDOW_STARTED, effect_t, event_t, frame_t, happening_t, lingering_t, link_t, program_frame_t,
)
from ygosim._core.phases cimport leave_advance, phase_advance
from ygosim._core.procedures cimport (
    PROGRAM_DONE, decision_ask, frame_become_point, frame_pop, frame_push, frame_top, window_pass,
)
from ygosim._core.state cimport event_push
from ygosim._core.settling cimport settle
from ygosim._core.summon cimport (
    field_spell_makes_way, flip_summon, summon_ask_zone, summon_choose_position, summon_finish,
    summon_give_tributes, summon_stands,
)
from ygosim._core.types cimport (
    CARD_NONE, FIELD_ZONE, LINK_NONE, move_card, move_kind, move_slot, player_t,
)
from ygosim._core.vm cimport program_open, program_run
from ygosim._core.windows cimport (
    activate, activate_openly, point_advance, summon_next_begin, trigger_take, triggers_drop,
    window_advance,
)
from ygosim._core.zones cimport (
    arrival_zones, card_comes_face_up, card_send, graveyard_holds, pile_take, spell_trap_zone_put,
    spell_trap_zones_free, zones_free,
)


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
            effects_look_again(template_, state, WATCHED_ACTIVATIONS)
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
            summon_next_begin(template_, state)
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
                effects_look_again(template_, state, WATCHED_ACTIVATIONS)
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
        point_advance(template_, state, frame)
    elif procedure == PROCEDURE_WINDOW:
        window_advance(template_, state, frame)
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
        activate_openly(template_, state, card, number, player)
        return
    frame = frame_top(state)
    if frame.procedure == PROCEDURE_POINT:
        trigger_take(template_, state, card, number)
        return
    if frame.procedure == PROCEDURE_WINDOW:
        frame.step = WINDOW_STARTED
        frame.needed = 0
        frame.chosen = 1 - player
        if template_.effects[number].kind == EFFECT_KIND_TRIGGER:
            trigger_take(template_, state, card, number)
            return
        answers = effect_answers(template_, state, number, card, player, &event, &cards)
        activate(
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
    activate_openly(template_, state, card, number, player)


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
            triggers_drop(state, frame.chosen)
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
