"""The machine that runs effects' programs.  See vm.pxd."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_remove,
    bitset_select, bitset_t, popcount64,
)
from ygosim._core.enums cimport (
    CARD_TYPE_SPELL, CARD_TYPE_TRAP, COMPARISON_AT_LEAST, COMPARISON_AT_MOST,
    COMPARISON_EQUAL, COMPARISON_GREATER, COMPARISON_LESS, COMPARISON_NOT_EQUAL,
    CONTEXT_AFFECTED, CONTEXT_ANSWERED_CARD, CONTEXT_ANSWERED_CARD_IS_THE_SAME,
    CONTEXT_ANSWERED_KIND, CONTEXT_ANSWERED_TARGETS, CONTEXT_ANSWERED_TYPE, CONTEXT_ATTACKER,
    CONTEXT_ATTACK_STANDS, CONTEXT_ATTACK_TARGET, CONTEXT_DAMAGE_CALCULATED,
    CONTEXT_EVENT_CARD, CONTEXT_EVENT_FROM_PLACE, CONTEXT_EVENT_OTHER, CONTEXT_EVENT_PLAYER,
    CONTEXT_EVENT_POSITION, CONTEXT_EVENT_REASON, CONTEXT_EVENT_VALUE, CONTEXT_HOST,
    CONTEXT_LABEL, CONTEXT_ME, CONTEXT_MY_DECK, CONTEXT_MY_FREE_SPELL_TRAP_ZONES,
    CONTEXT_MY_FREE_ZONES, CONTEXT_MY_HAND, CONTEXT_MY_LP, CONTEXT_MY_MONSTERS,
    CONTEXT_MY_SPELL_TRAP_CARDS, CONTEXT_NORMAL_SUMMON_LIMIT, CONTEXT_OPPONENT,
    CONTEXT_OPPONENT_DECK, CONTEXT_OPPONENT_FREE_ZONES, CONTEXT_OPPONENT_HAND,
    CONTEXT_OPPONENT_LP, CONTEXT_OPPONENT_MONSTERS, CONTEXT_PHASE,
    CONTEXT_TARGET_WAS_FACE_DOWN, CONTEXT_THIS, CONTEXT_THIS_IS_THE_SAME, CONTEXT_TURN,
    CONTEXT_TURN_PLAYER, DECISION_KIND_CARD, DECISION_KIND_OPTION, DECISION_KIND_YES_NO,
    EFFECT_KIND_REACTION, END_CAUSE_FUEL_LIMIT, EVENT_KIND_ATTACK_NEGATED,
    EVENT_KIND_COIN_TOSSED, EVENT_KIND_COUNTERS_CHANGED, EVENT_KIND_DIE_ROLLED,
    EVENT_KIND_EQUIPPED, EVENT_KIND_POSITION_CHANGED, EVENT_KIND_RANDOM_CHOSEN, EVENT_KIND_REVEALED,
    EVENT_KIND_SHUFFLED, EVENT_KIND_TARGETED, EVENT_KIND_TARGET_CHANGED, PLACE_BANISHED, PLACE_DECK,
    PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE,
    PROPERTY_NO_EFFECT_DESTRUCTION, PROPERTY_UNAFFECTED_BY_MONSTERS,
    PROPERTY_UNAFFECTED_BY_SPELLS, PROPERTY_UNAFFECTED_BY_TRAPS, REASON_EFFECT,
    REASON_EFFECT_DESTRUCTION, REASON_RULE_DESTRUCTION, TRIGGER_EFFECT_DAMAGE,
    TRIGGER_FLIPPED, TRIGGER_POSITION_CHANGED, TRIGGER_DRAWN, CONTINUOUS_CONTROL,
    UNTIL_LEAVES,
)
from ygosim._core.filters cimport (
    FACE_UP, card_attached_to, card_face_up, card_fact, card_on_field, card_passes, card_props,
    card_summonable, filter_select,
)
from ygosim._core.happenings cimport (
    card_forget, counters_change, happen, lingering_add,
)
from ygosim._core.opcodes cimport (
    N_OPCODE, OPCODES, OPERAND_DST, OPERAND_EFFECT, OPERAND_ENUMERATION, OPERAND_FILTER,
    OPERAND_JUMP, OPERAND_NONE, OPERAND_OUT, OPERAND_REG, OPERAND_SET, OPERAND_WHO, OP_ADD,
    OP_ADD_COUNTERS, OP_ADD_INT, OP_AND, OP_ASK, OP_ATTACH, OP_CHANGE_ATTACK_TARGET,
    OP_CHANGE_POSITION, OP_CHOOSE, OP_CHOOSE_EACH, OP_COMPARE, OP_DAMAGE, OP_DESTROY, OP_DRAW,
    OP_END, OP_END_BATTLE_PHASE, OP_EQUIP, OP_EVENT_CARDS, OP_FACT, OP_GAIN_LP, OP_HALVE_UP,
    OP_JUMP, OP_JUMP_IF_NOT_ZERO, OP_JUMP_IF_ZERO, OP_KEEP, OP_KEEP_GREATEST, OP_KEEP_LEAST,
    OP_LINGER, OP_LINGER_PLAYER, OP_LOAD, OP_LOAD_INT, OP_MOVE, OP_MULTIPLY, OP_MULTIPLY_INT,
    OP_NEGATE_ACTIVATION, OP_NEGATE_ATTACK, OP_NEGATE_EFFECT, OP_NORMAL_SUMMONS, OP_NOT,
    OP_OPTION, OP_OR, OP_PAY_LP, OP_RANDOM, OP_REMOVE_COUNTERS, OP_REVEAL, OP_ROLL_DIE,
    OP_RULE_DESTROY, OP_SELECT, OP_SEND, OP_SET_ADD, OP_SET_AND, OP_SET_CARD, OP_SET_CLEAR,
    OP_SET_COUNT, OP_SET_FIRST, OP_SET_HAS, OP_SET_LABEL, OP_SET_MINUS, OP_SET_OR,
    OP_SET_REMOVE, OP_SET_TARGETS, OP_SHUFFLE_DECK, OP_SPECIAL_SUMMON, OP_SUBTRACT,
    OP_SWAP_CONTROL, OP_TAKE_CONTROL, OP_TARGETS, OP_THEN, OP_TOSS_COIN,
)
from ygosim._core.procedures cimport decision_ask, frame_push
from ygosim._core.rng cimport rng_below, rng_shuffle
from ygosim._core.state cimport (
    AFFECTS_HOST, PROCEDURE_ANSWER, PROCEDURE_CHOICE, PROCEDURE_PLACE, PROCEDURE_SPECIAL_SUMMON, effect_t,
    event_push, event_t, frame_t, instruction_t, lingering_t, link_t, lp_damage, lp_gain, lp_pay,
)
from ygosim._core.turn cimport duel_draw, duel_end
from ygosim._core.types cimport (
    CARD_NONE, MAX_INSTRUCTIONS, N_REGISTERS, N_SETS, N_SLOTS, PLAYER_NONE, slot_t, zone_mask_t,
)
from ygosim._core.zones cimport (
    card_send_by, monster_lay, spell_trap_zones_free, zones_free,
)


cdef void program_begin(
    program_frame_t* frame, uint16_t effect, uint16_t pc, card_t card, player_t player,
    uint8_t link
) noexcept nogil:
    memset(frame, 0, sizeof(program_frame_t))
    frame.effect = effect
    frame.pc = pc
    frame.card = card
    frame.player = player
    frame.link = link
    frame.affected = CARD_NONE
    frame.event.card = CARD_NONE
    frame.event.other = CARD_NONE
    frame.event.link = LINK_NONE


cdef int64_t program_check(
    const DuelTemplate* template_, const DuelState* state, uint16_t effect, uint16_t pc,
    card_t card, player_t player, const happening_t* event, const bitset_t* event_cards,
    card_t affected
) noexcept nogil:
    cdef program_frame_t frame
    if pc == 0:
        return 1
    program_begin(&frame, effect, pc, card, player, LINK_NONE)
    if event != NULL:
        frame.event = event[0]
    if event_cards != NULL:
        frame.event_cards = event_cards[0]
    frame.affected = affected
    # Checks change nothing (programs_verify), so the state may be taken for one that can change.
    if program_run(template_, <DuelState*>state, &frame, True) != PROGRAM_DONE:
        return 0
    return frame.r[0]


# Asking -----------------------------------------------------------------------------------


cdef int64_t _context(
    const DuelTemplate* template_, const DuelState* state, const program_frame_t* frame,
    int which
) noexcept nogil:
    cdef player_t me = frame.player
    cdef player_t opponent = 1 - me
    cdef const link_t* answered
    cdef card_t card
    if which == CONTEXT_THIS:
        return frame.card
    if which == CONTEXT_ME:
        return me
    if which == CONTEXT_OPPONENT:
        return opponent
    if which == CONTEXT_TURN_PLAYER:
        return state.turn_player
    if which == CONTEXT_PHASE:
        return state.phase
    if which == CONTEXT_MY_LP:
        return state.lp[me]
    if which == CONTEXT_OPPONENT_LP:
        return state.lp[opponent]
    if which == CONTEXT_EVENT_CARD:
        return -1 if frame.event.card == CARD_NONE else frame.event.card
    if which == CONTEXT_EVENT_OTHER:
        return -1 if frame.event.other == CARD_NONE else frame.event.other
    if which == CONTEXT_EVENT_PLAYER:
        return frame.event.player
    if which == CONTEXT_EVENT_VALUE:
        return frame.event.value
    if which == CONTEXT_EVENT_REASON:
        return frame.event.reason
    if which == CONTEXT_EVENT_FROM_PLACE:
        return frame.event.from_place
    if which == CONTEXT_EVENT_POSITION:
        return frame.event.from_position
    if which == CONTEXT_ATTACKER:
        return -1 if state.attack.attacker == CARD_NONE else state.attack.attacker
    if which == CONTEXT_ATTACK_TARGET:
        return -1 if state.attack.target == CARD_NONE else state.attack.target
    if which == CONTEXT_LABEL:
        return state.chain[frame.link].label if frame.link < state.chain_count else 0
    if which == CONTEXT_MY_DECK:
        return state.pile_count[me][PLACE_DECK]
    if which == CONTEXT_OPPONENT_DECK:
        return state.pile_count[opponent][PLACE_DECK]
    if which == CONTEXT_MY_HAND:
        return state.pile_count[me][PLACE_HAND]
    if which == CONTEXT_OPPONENT_HAND:
        return state.pile_count[opponent][PLACE_HAND]
    if which == CONTEXT_MY_FREE_ZONES:
        return popcount64(zones_free(template_, state, me))
    if which == CONTEXT_OPPONENT_FREE_ZONES:
        return popcount64(zones_free(template_, state, opponent))
    if which == CONTEXT_MY_FREE_SPELL_TRAP_ZONES:
        return popcount64(spell_trap_zones_free(template_, state, me))
    if which == CONTEXT_THIS_IS_THE_SAME:
        return state.chain[frame.link].same if frame.link < state.chain_count else 1
    if which == CONTEXT_HOST:
        card = card_attached_to(state, frame.card)
        return -1 if card == CARD_NONE else card
    if which == CONTEXT_NORMAL_SUMMON_LIMIT:
        return state.summon_limit
    if which == CONTEXT_TARGET_WAS_FACE_DOWN:
        return state.target_was_face_down
    if which == CONTEXT_ATTACK_STANDS:
        return (state.attack.open and not state.attack_cancelled
                and state.place[state.attack.attacker] == PLACE_MONSTER_ZONE
                and state.position[state.attack.attacker] == POSITION_FACE_UP_ATTACK)
    if which == CONTEXT_MY_MONSTERS:
        return popcount64(state.monsters[me].used)
    if which == CONTEXT_OPPONENT_MONSTERS:
        return popcount64(state.monsters[opponent].used)
    if which == CONTEXT_MY_SPELL_TRAP_CARDS:
        return popcount64(state.spell_trap_used[me])
    if which == CONTEXT_TURN:
        return state.turn
    if which == CONTEXT_DAMAGE_CALCULATED:
        return state.damage_step >= 4
    if which == CONTEXT_AFFECTED:
        return -1 if frame.affected == CARD_NONE else frame.affected
    # What is left is about the chain link that is answered.
    if frame.event.link >= state.chain_count:
        return -1
    answered = &state.chain[frame.event.link]
    if which == CONTEXT_ANSWERED_CARD:
        return answered.card
    if which == CONTEXT_ANSWERED_KIND:
        return template_.effects[answered.effect].kind
    if which == CONTEXT_ANSWERED_TYPE:
        return template_.definitions[state.code[answered.card]].type
    if which == CONTEXT_ANSWERED_TARGETS:
        return bitset_has(&answered.targets, frame.card)
    return answered.same  # CONTEXT_ANSWERED_CARD_IS_THE_SAME


cdef bint _compare(int64_t left, int64_t right, int how) noexcept nogil:
    if how == COMPARISON_EQUAL:
        return left == right
    if how == COMPARISON_NOT_EQUAL:
        return left != right
    if how == COMPARISON_LESS:
        return left < right
    if how == COMPARISON_AT_MOST:
        return left <= right
    if how == COMPARISON_GREATER:
        return left > right
    if how == COMPARISON_AT_LEAST:
        return left >= right
    return (left & right) != 0  # COMPARISON_HAS_BITS


cdef void _keep(
    const DuelTemplate* template_, const DuelState* state, bitset_t* cards, int fact,
    int64_t value, int how
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    while card >= 0:
        if not _compare(card_fact(template_, state, <card_t>card, fact, 0), value, how):
            bitset_remove(cards, <card_t>card)
        card = bitset_next(cards, card)


# Keeps the cards whose fact is the greatest, or (`sign` -1) the least.
cdef void _keep_extreme(
    const DuelTemplate* template_, const DuelState* state, bitset_t* cards, int fact, int sign
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int64_t best, value
    if card < 0:
        return
    best = sign * card_fact(template_, state, <card_t>card, fact, 0)
    while card >= 0:
        value = sign * card_fact(template_, state, <card_t>card, fact, 0)
        if value > best:
            best = value
        card = bitset_next(cards, card)
    _keep(template_, state, cards, fact, sign * best, COMPARISON_EQUAL)


# Doing ------------------------------------------------------------------------------------


# Whether the card that a program belongs to can affect `card` (EFF-6).
cdef bint _affects(
    const DuelTemplate* template_, const DuelState* state, const program_frame_t* frame,
    card_t card
) noexcept nogil:
    cdef uint32_t props = card_props(state, card)
    cdef uint32_t type_
    if not props & (PROPERTY_UNAFFECTED_BY_SPELLS | PROPERTY_UNAFFECTED_BY_TRAPS
                    | PROPERTY_UNAFFECTED_BY_MONSTERS) or card == frame.card:
        return True
    type_ = template_.definitions[state.code[frame.card]].type
    if type_ & CARD_TYPE_SPELL:
        return not props & PROPERTY_UNAFFECTED_BY_SPELLS
    if type_ & CARD_TYPE_TRAP:
        return not props & PROPERTY_UNAFFECTED_BY_TRAPS
    return not props & PROPERTY_UNAFFECTED_BY_MONSTERS


cdef int _destroy(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, uint8_t place, uint8_t reason
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    while card >= 0:
        if state.place[card] == PLACE_GRAVEYARD or state.place[card] == PLACE_BANISHED:
            pass  # it has gone
        elif reason == REASON_RULE_DESTRUCTION or (
                _affects(template_, state, frame, <card_t>card)
                and not card_props(state, <card_t>card) & PROPERTY_NO_EFFECT_DESTRUCTION):
            card_send_by(
                template_, state, <card_t>card, place, reason, frame.player, frame.card)
            count += 1
        card = bitset_next(cards, card)
    return count


# The card of `cards` that lies highest in its pile, or -1.
cdef int _highest(const DuelState* state, const bitset_t* cards) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int best = card
    while card >= 0:
        if state.slot[card] > state.slot[best]:
            best = card
        card = bitset_next(cards, card)
    return best


cdef int _send(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, uint8_t place, uint8_t reason
) noexcept nogil:
    cdef bitset_t rest = cards[0]
    cdef int card
    cdef int count = 0
    while True:
        # From a pile to the deck the highest goes first, so it lies lowest there.
        card = _highest(state, &rest) if place == PLACE_DECK else bitset_next(&rest, -1)
        if card < 0:
            return count
        bitset_remove(&rest, <card_t>card)
        if reason != REASON_EFFECT or _affects(template_, state, frame, <card_t>card):
            card_send_by(
                template_, state, <card_t>card, place, reason, frame.player, frame.card)
            count += 1


# RULING: a monster that is turned face-down stays with the player who controls it by an Equip
# Card, though that card loses its target (seen in the independent engine).
cdef void _control_stays(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef const effect_t* effect
    cdef lingering_t* entry
    cdef uint16_t first
    cdef card_t equip
    cdef int slot, i
    if player == state.owner[card]:
        return
    for slot in range(N_SLOTS):
        equip = state.zone[player][1][slot]
        if equip == CARD_NONE or state.attached[player][slot] != card:
            continue
        first = template_.effect_first[state.code[equip]]
        for i in range(template_.effect_count_of[state.code[equip]]):
            effect = &template_.effects[first + i]
            if effect.continuous == CONTINUOUS_CONTROL and effect.affects == AFFECTS_HOST:
                entry = lingering_add(state)
                if entry != NULL:
                    entry.value = player
                    entry.effect = first + i
                    entry.card = card
                    entry.source = equip
                    entry.player = player
                    entry.until = UNTIL_LEAVES
                return


cdef bint monster_turn(
    const DuelTemplate* template_, DuelState* state, card_t card, int position, player_t by
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef slot_t slot = state.slot[card]
    cdef uint8_t before = state.position[card]
    cdef event_t* event
    if before == position or state.monsters[player].no_defence >> slot & 1:
        return False
    if position == POSITION_FACE_DOWN_DEFENCE:
        _control_stays(template_, state, card)
        card_forget(state, card, True)
    monster_lay(state, player, slot, <uint8_t>position)
    state.stale = 1
    if not before & FACE_UP:
        state.clock += 1
        state.zone_since[player][0][slot] = state.clock
        happen(template_, state, TRIGGER_FLIPPED, card, by)
    else:
        happen(template_, state, TRIGGER_POSITION_CHANGED, card, by)
    event = event_push(state, EVENT_KIND_POSITION_CHANGED, player)
    event.card = card
    event.position = <uint8_t>position
    return True


cdef int _change_position(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, int32_t how
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    cdef int position
    while card >= 0:
        if (state.place[card] == PLACE_MONSTER_ZONE
                and _affects(template_, state, frame, <card_t>card)):
            position = how & 0xFF
            if state.position[card] == POSITION_FACE_UP_DEFENCE:
                position = how >> 8 & 0xFF
            elif state.position[card] != POSITION_FACE_UP_ATTACK:
                position = how >> 16 & 0xFF
            if position:
                count += monster_turn(template_, state, <card_t>card, position, frame.player)
        card = bitset_next(cards, card)
    return count


cdef void _linger(
    DuelState* state, const program_frame_t* frame, const effect_t* effect, uint16_t number,
    card_t card, int64_t value
) noexcept nogil:
    cdef lingering_t* entry = lingering_add(state)
    if entry == NULL:
        return
    entry.value = <int32_t>value
    entry.effect = number
    entry.card = card
    entry.source = frame.card
    entry.player = frame.player
    entry.until = effect.until
    entry.turns = effect.turns


# Makes lingering effects of control on the cards that can change sides; returns how many.
cdef int _take_control(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, player_t player, uint16_t number, bint need_zone
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    cdef int zones = popcount64(zones_free(template_, state, player))
    while card >= 0:
        if (state.place[card] == PLACE_MONSTER_ZONE and state.controller[card] != player
                and _affects(template_, state, frame, <card_t>card)
                and (zones > count or not need_zone)):
            _linger(state, frame, &template_.effects[number], number, <card_t>card, player)
            count += 1
        card = bitset_next(cards, card)
    return count


# The next outcome that was fed, or -1.
cdef int _fed(DuelState* state) noexcept nogil:
    if state.fed_count == 0:
        return -1
    state.fed_count -= 1
    return state.fed[state.fed_count]


cdef void _random(
    DuelState* state, const bitset_t* cards, int count, bitset_t* out
) noexcept nogil:
    cdef bitset_t rest = cards[0]
    cdef event_t* event
    cdef card_t card
    cdef int fed
    bitset_clear(out)
    while count > 0 and bitset_count(&rest):
        fed = _fed(state)
        if fed >= 0 and bitset_has(&rest, <card_t>fed):
            card = <card_t>fed
        else:
            card = bitset_select(
                &rest, <unsigned>rng_below(&state.rng, <uint32_t>bitset_count(&rest)))
        bitset_remove(&rest, card)
        bitset_add(out, card)
        event = event_push(state, EVENT_KIND_RANDOM_CHOSEN, state.controller[card])
        event.card = card
        count -= 1


cdef int _chance(DuelState* state, int sides, uint8_t kind) noexcept nogil:
    cdef int outcome = _fed(state)
    if outcome < 0:
        outcome = <int>rng_below(&state.rng, <uint32_t>sides)
        if kind == EVENT_KIND_DIE_ROLLED:
            outcome += 1
    event_push(state, kind, state.turn_player).value = outcome
    return outcome


cdef void _shuffle_deck(DuelState* state, player_t player) noexcept nogil:
    cdef int i
    if state.keep_order:
        return
    rng_shuffle(
        &state.rng, state.pile[player][PLACE_DECK], state.pile_count[player][PLACE_DECK])
    for i in range(state.pile_count[player][PLACE_DECK]):
        state.slot[state.pile[player][PLACE_DECK][i]] = <uint8_t>i
    event_push(state, EVENT_KIND_SHUFFLED, player)


# Opens a choice of cards for the program on top.
cdef void _ask_cards(
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


cdef player_t _who(const program_frame_t* frame, uint8_t who) noexcept nogil:
    return frame.player ^ who


# The actions of a program: everything that changes the duel.  program_result_t; PROGRAM_DONE
# stands for "go on at once".
cdef int _act(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int op = now.op
    cdef int64_t* r = frame.r
    cdef bitset_t* s = frame.s
    cdef event_t* event
    cdef link_t* link
    cdef player_t player
    cdef int card, count
    if op == OP_CHOOSE or op == OP_CHOOSE_EACH:
        frame.wait = now.a
        if op == OP_CHOOSE_EACH:
            s[N_SETS - 1] = s[now.c]
            s[N_SETS - 2] = s[now.b]
            _each_union(&s[now.b], &s[now.c], &state.candidates)
            _ask_cards(state, frame.player, &state.candidates, 2, 2, 1)
            return PROGRAM_WAITS
        if bitset_count(&s[now.b]) == 0:
            bitset_clear(&s[now.a])
            return PROGRAM_DONE
        _ask_cards(
            state, _who(frame, now.c), &s[now.b], now.i & 0xFF, now.i >> 8 & 0xFF, 0)
        return PROGRAM_WAITS
    if op == OP_ASK:
        frame.wait = now.a
        frame_push(state, PROCEDURE_ANSWER, 0, frame.card)
        decision_ask(state, DECISION_KIND_YES_NO, _who(frame, now.b))
        return PROGRAM_WAITS
    if op == OP_OPTION:
        frame.wait = now.a
        state.options = <uint8_t>r[now.b]
        if state.options == 0:
            r[now.a] = -1
            return PROGRAM_DONE
        frame_push(state, PROCEDURE_ANSWER, 0, frame.card)
        decision_ask(state, DECISION_KIND_OPTION, frame.player)
        return PROGRAM_WAITS
    if op == OP_RANDOM:
        _random(state, &s[now.b], now.i, &s[now.a])
        return PROGRAM_DONE
    if op == OP_TOSS_COIN:
        r[now.a] = _chance(state, 2, EVENT_KIND_COIN_TOSSED)
        return PROGRAM_DONE
    if op == OP_ROLL_DIE:
        r[now.a] = _chance(state, 6, EVENT_KIND_DIE_ROLLED)
        return PROGRAM_DONE
    if op == OP_SET_TARGETS:
        if frame.link < state.chain_count:
            link = &state.chain[frame.link]
            for count in range(4):
                link.targets.words[count] |= s[now.a].words[count]
            link.targeted = <uint8_t>bitset_count(&link.targets)
            card = bitset_next(&s[now.a], -1)
            while card >= 0:
                event = event_push(state, EVENT_KIND_TARGETED, frame.player)
                event.card = <card_t>card
                card = bitset_next(&s[now.a], card)
        return PROGRAM_DONE
    if op == OP_SET_LABEL:
        if frame.link < state.chain_count:
            state.chain[frame.link].label = r[now.a]
        return PROGRAM_DONE
    if op == OP_DESTROY:
        r[now.b] = _destroy(
            template_, state, frame, &s[now.a], now.c, REASON_EFFECT_DESTRUCTION)
        return PROGRAM_SETTLE
    if op == OP_RULE_DESTROY:
        _destroy(template_, state, frame, &s[now.a], PLACE_GRAVEYARD, REASON_RULE_DESTRUCTION)
        return PROGRAM_SETTLE
    if op == OP_SEND:
        r[now.b] = _send(template_, state, frame, &s[now.a], <uint8_t>now.i, now.c)
        return PROGRAM_SETTLE
    if op == OP_DRAW:
        player = _who(frame, now.b)
        count = state.pile_count[player][PLACE_DECK]
        duel_draw(template_, state, player, now.i)
        r[now.a] = now.i if now.i < count else count
        if r[now.a]:
            happen(template_, state, TRIGGER_DRAWN, CARD_NONE, player)
        return PROGRAM_SETTLE
    if op == OP_DAMAGE:
        player = _who(frame, now.b)
        r[now.a] = r[now.c] if r[now.c] > 0 else 0
        lp_damage(state, player, <int32_t>r[now.a], REASON_EFFECT)
        if r[now.a]:
            happen(template_, state, TRIGGER_EFFECT_DAMAGE, CARD_NONE, player)
        return PROGRAM_SETTLE
    if op == OP_GAIN_LP:
        player = _who(frame, now.b)
        if r[now.c] > 0:
            lp_gain(state, player, r[now.c])
        return PROGRAM_DONE
    if op == OP_PAY_LP:
        lp_pay(state, frame.player, now.i)
        return PROGRAM_SETTLE
    if op == OP_CHANGE_POSITION:
        r[now.b] = _change_position(template_, state, frame, &s[now.a], now.i)
        return PROGRAM_SETTLE
    if op == OP_TAKE_CONTROL:
        r[now.b] = _take_control(
            template_, state, frame, &s[now.a], _who(frame, now.c), <uint16_t>now.i, True)
        return PROGRAM_SETTLE
    if op == OP_SWAP_CONTROL:
        r[now.a] = 0
        card = bitset_next(&s[now.b], -1)
        count = bitset_next(&s[now.c], -1)
        if (card >= 0 and count >= 0 and state.controller[card] != state.controller[count]
                and _affects(template_, state, frame, <card_t>card)
                and _affects(template_, state, frame, <card_t>count)):
            _take_control(template_, state, frame, &s[now.b], state.controller[count],
                          <uint16_t>now.i, False)
            _take_control(template_, state, frame, &s[now.c], state.controller[card],
                          <uint16_t>now.i, False)
            r[now.a] = 1
        return PROGRAM_SETTLE
    if op == OP_SPECIAL_SUMMON:
        frame.wait = now.b
        r[now.b] = 0
        bitset_clear(&state.candidates)
        card = bitset_next(&s[now.a], -1)
        while card >= 0:
            if card_summonable(template_, state, <card_t>card, now.i & 1):
                bitset_add(&state.candidates, <card_t>card)
            card = bitset_next(&s[now.a], card)
        if bitset_count(&state.candidates) == 0 or zones_free(
                template_, state, frame.player) == 0:
            return PROGRAM_DONE
        state.positions = now.c
        frame_push(state, PROCEDURE_SPECIAL_SUMMON, <uint8_t>now.i, CARD_NONE)
        return PROGRAM_WAITS
    if op == OP_EQUIP or op == OP_ATTACH:
        card = <int>r[now.b]
        count = 0
        if (state.place[frame.card] == PLACE_SPELL_TRAP_ZONE and 0 <= card < state.card_count
                and state.place[card] == PLACE_MONSTER_ZONE
                and card_face_up(state, <card_t>card)):
            state.attached[state.controller[frame.card]][state.slot[frame.card]] = <card_t>card
            state.stale = 1
            count = 1
            if op == OP_EQUIP:
                bitset_add(&state.equips, frame.card)
                event = event_push(state, EVENT_KIND_EQUIPPED, frame.player)
                event.card = frame.card
                event.other = <card_t>card
        if op == OP_EQUIP:
            r[now.a] = count
        return PROGRAM_SETTLE
    if op == OP_ADD_COUNTERS or op == OP_REMOVE_COUNTERS:
        counters_change(
            state, frame.card, now.b, now.i if op == OP_ADD_COUNTERS else -now.i)
        event = event_push(state, EVENT_KIND_COUNTERS_CHANGED, frame.player)
        event.card = frame.card
        event.value = now.i if op == OP_ADD_COUNTERS else -now.i
        return PROGRAM_SETTLE
    if op == OP_NEGATE_ACTIVATION or op == OP_NEGATE_EFFECT:
        r[now.a] = 0
        if frame.event.link < state.chain_count:
            link = &state.chain[frame.event.link]
            if link.negated == 0:
                link.negated = 1 if op == OP_NEGATE_ACTIVATION else 2
                r[now.a] = 1
        return PROGRAM_DONE
    if op == OP_NEGATE_ATTACK:
        r[now.a] = state.attack.open and not state.attack_cancelled and state.damage_step == 0
        if r[now.a]:
            state.attack_cancelled = 1
            event_push(state, EVENT_KIND_ATTACK_NEGATED, frame.player).card = (
                state.attack.attacker)
        return PROGRAM_DONE
    if op == OP_END_BATTLE_PHASE:
        state.battle_phase_ends = 1
        return PROGRAM_DONE
    if op == OP_CHANGE_ATTACK_TARGET:
        card = <int>r[now.b]
        if state.attack.open and 0 <= card < state.card_count:
            state.attack.target = <card_t>card
            event = event_push(state, EVENT_KIND_TARGET_CHANGED, frame.player)
            event.card = state.attack.attacker
            event.other = <card_t>card
        return PROGRAM_DONE
    if op == OP_SHUFFLE_DECK:
        _shuffle_deck(state, _who(frame, now.b))
        return PROGRAM_DONE
    if op == OP_LINGER:
        card = bitset_next(&s[now.a], -1)
        while card >= 0:
            if _affects(template_, state, frame, <card_t>card):
                _linger(state, frame, &template_.effects[now.i], <uint16_t>now.i, <card_t>card,
                        r[now.b])
            card = bitset_next(&s[now.a], card)
        return PROGRAM_SETTLE
    if op == OP_LINGER_PLAYER:
        _linger(state, frame, &template_.effects[now.i], <uint16_t>now.i, CARD_NONE, r[now.b])
        return PROGRAM_SETTLE
    if op == OP_SET_CARD:
        card = bitset_next(&s[now.a], -1)
        if card < 0:
            return PROGRAM_DONE
        frame_push(state, PROCEDURE_PLACE, frame.player, <card_t>card)
        return PROGRAM_WAITS
    if op == OP_NORMAL_SUMMONS:
        if state.turn_player == frame.player and state.summon_limit < now.i:
            state.normal_summons_left += <uint8_t>(now.i - state.summon_limit)
            state.summon_limit = <uint8_t>now.i
        return PROGRAM_DONE
    if op == OP_REVEAL:
        card = bitset_next(&s[now.a], -1)
        while card >= 0:
            event_push(state, EVENT_KIND_REVEALED, state.controller[card]).card = <card_t>card
            card = bitset_next(&s[now.a], card)
        return PROGRAM_DONE
    # OP_THEN
    state.time += 1
    return PROGRAM_DONE


# The cards that are one of a pair, of one set each.
cdef void _each_union(const bitset_t* left, const bitset_t* right, bitset_t* out) noexcept nogil:
    cdef int word
    for word in range(4):
        out.words[word] = left.words[word] | right.words[word]


cdef int program_run(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame, bint check
) noexcept nogil:
    cdef int64_t* r = frame.r
    cdef bitset_t* s = frame.s
    cdef const instruction_t* now
    cdef int32_t fuel = CHECK_FUEL if check else state.fuel
    cdef int64_t value
    cdef int op, result, word
    while True:
        fuel -= 1
        if fuel < 0:
            if not check:
                duel_end(state, PLAYER_NONE, END_CAUSE_FUEL_LIMIT)
            r[0] = 0
            return PROGRAM_DONE
        now = &template_.instructions[frame.pc]
        frame.pc += 1
        op = now.op
        if op == OP_END:
            if not check:
                state.fuel = fuel
            return PROGRAM_DONE
        elif op == OP_JUMP:
            frame.pc = <uint16_t>now.i
        elif op == OP_JUMP_IF_ZERO:
            if r[now.a] == 0:
                frame.pc = <uint16_t>now.i
        elif op == OP_JUMP_IF_NOT_ZERO:
            if r[now.a] != 0:
                frame.pc = <uint16_t>now.i
        elif op == OP_LOAD_INT:
            r[now.a] = now.i
        elif op == OP_LOAD:
            r[now.a] = _context(template_, state, frame, now.i)
        elif op == OP_MOVE:
            r[now.a] = r[now.b]
        elif op == OP_ADD:
            r[now.a] = <int64_t>(<uint64_t>r[now.b] + <uint64_t>r[now.c])
        elif op == OP_SUBTRACT:
            r[now.a] = <int64_t>(<uint64_t>r[now.b] - <uint64_t>r[now.c])
        elif op == OP_MULTIPLY:
            r[now.a] = <int64_t>(<uint64_t>r[now.b] * <uint64_t>r[now.c])
        elif op == OP_ADD_INT:
            r[now.a] = <int64_t>(<uint64_t>r[now.b] + <uint64_t><int64_t>now.i)
        elif op == OP_MULTIPLY_INT:
            r[now.a] = <int64_t>(<uint64_t>r[now.b] * <uint64_t><int64_t>now.i)
        elif op == OP_HALVE_UP:
            r[now.a] = (r[now.b] >> 1) + (r[now.b] & 1)
        elif op == OP_COMPARE:
            r[now.a] = _compare(r[now.b], r[now.c], now.i)
        elif op == OP_AND:
            r[now.a] = r[now.b] != 0 and r[now.c] != 0
        elif op == OP_OR:
            r[now.a] = r[now.b] != 0 or r[now.c] != 0
        elif op == OP_NOT:
            r[now.a] = r[now.b] == 0
        elif op == OP_FACT:
            value = -1
            if 0 <= r[now.b] < state.card_count:
                value = card_fact(template_, state, <card_t>r[now.b], now.c, now.i)
            r[now.a] = value
        elif op == OP_SET_CLEAR:
            bitset_clear(&s[now.a])
        elif op == OP_SET_ADD:
            if 0 <= r[now.b] < state.card_count:
                bitset_add(&s[now.a], <card_t>r[now.b])
        elif op == OP_SET_REMOVE:
            if 0 <= r[now.b] < state.card_count:
                bitset_remove(&s[now.a], <card_t>r[now.b])
        elif op == OP_SET_AND:
            for word in range(4):
                s[now.a].words[word] = s[now.b].words[word] & s[now.c].words[word]
        elif op == OP_SET_OR:
            for word in range(4):
                s[now.a].words[word] = s[now.b].words[word] | s[now.c].words[word]
        elif op == OP_SET_MINUS:
            for word in range(4):
                s[now.a].words[word] = s[now.b].words[word] & ~s[now.c].words[word]
        elif op == OP_SET_COUNT:
            r[now.a] = bitset_count(&s[now.b])
        elif op == OP_SET_FIRST:
            r[now.a] = bitset_next(&s[now.b], -1)
        elif op == OP_SET_HAS:
            r[now.a] = (0 <= r[now.c] < state.card_count
                        and bitset_has(&s[now.b], <card_t>r[now.c]))
        elif op == OP_SELECT:
            filter_select(
                template_, state, &template_.filters[now.i], frame.player, frame.card,
                &s[now.a])
        elif op == OP_KEEP:
            _keep(template_, state, &s[now.a], now.b, r[now.c], now.i)
        elif op == OP_KEEP_GREATEST:
            _keep_extreme(template_, state, &s[now.a], now.b, 1)
        elif op == OP_KEEP_LEAST:
            _keep_extreme(template_, state, &s[now.a], now.b, -1)
        elif op == OP_EVENT_CARDS:
            s[now.a] = frame.event_cards
        elif op == OP_TARGETS:
            if frame.link < state.chain_count:
                s[now.a] = state.chain[frame.link].targets
            else:
                bitset_clear(&s[now.a])
        else:
            result = _act(template_, state, frame, now)
            if result != PROGRAM_DONE:
                state.fuel = fuel
                return result


# Verifying --------------------------------------------------------------------------------


# Whether an operand is in range.  `first` and `last` bound the program.
cdef bint _operand_holds(
    const DuelTemplate* template_, int kind, int32_t limit, int64_t value, int first, int last
) noexcept nogil:
    if kind == OPERAND_NONE:
        return value == 0
    if kind == OPERAND_REG or kind == OPERAND_OUT:
        return 0 <= value < N_REGISTERS
    if kind == OPERAND_SET or kind == OPERAND_DST:
        return 0 <= value < N_SETS
    if kind == OPERAND_WHO:
        return 0 <= value <= 1
    if kind == OPERAND_JUMP:
        return first <= value <= last
    if kind == OPERAND_FILTER:
        return 0 <= value < template_.filter_count
    if kind == OPERAND_EFFECT:
        return 0 <= value < template_.effect_count
    if kind >= OPERAND_ENUMERATION:
        return 0 <= value <= limit
    return True  # any whole number


# The number of the first instruction that is not whole of the program at `first`, or -1.  A
# program ends with its first OP_END that no jump of it passes.
cdef int _program_fault(
    const DuelTemplate* template_, int first, bint check, bint at_once
) noexcept nogil:
    cdef int last = first
    cdef int reach = first
    cdef int pc, operand
    cdef const instruction_t* now
    cdef int64_t value
    while True:
        if last >= template_.instruction_count:
            return first
        now = &template_.instructions[last]
        if now.op >= N_OPCODE:
            return last
        if OPCODES[now.op].kinds[3] == OPERAND_JUMP and now.i > reach:
            reach = now.i
        if now.op == OP_END and reach <= last:
            break
        last += 1
    for pc in range(first, last + 1):
        now = &template_.instructions[pc]
        if (check and OPCODES[now.op].changes) or (at_once and OPCODES[now.op].suspends):
            return pc
        for operand in range(4):
            value = now.i
            if operand == 0:
                value = now.a
            elif operand == 1:
                value = now.b
            elif operand == 2:
                value = now.c
            if not _operand_holds(
                    template_, OPCODES[now.op].kinds[operand], OPCODES[now.op].limits[operand],
                    value, first, last):
                return pc
    return -1


cdef int programs_verify(const DuelTemplate* template_) noexcept nogil:
    cdef const effect_t* effect
    cdef uint32_t i
    cdef int entry, fault
    cdef int pc
    for i in range(template_.effect_count):
        effect = &template_.effects[i]
        for entry in range(6):
            pc = effect.condition
            if entry == 1:
                pc = effect.check
            elif entry == 2:
                pc = effect.compute
            elif entry == 3:
                pc = effect.cost
            elif entry == 4:
                pc = effect.target
            elif entry == 5:
                pc = effect.operation
            if pc == 0:
                continue
            fault = _program_fault(
                template_, pc, entry < 3, effect.kind == EFFECT_KIND_REACTION)
            if fault >= 0:
                return fault + 1
    return 0
