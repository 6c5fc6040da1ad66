"""What programs do to the duel: the work of every opcode that changes it.  See actions.pxd."""

from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t

from ygosim._core.asking cimport (
    ask_choose, ask_choose_each, ask_materials, ask_option, ask_yes_or_no, card_said,
    chance_cards, chance_outcome, count_said, player_said, targets_set,
)
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_next, bitset_remove, bitset_t, popcount64,
)
from ygosim._core.choices cimport choice_ask
from ygosim._core.course cimport (
    course_attack_again, course_change_attack_target, course_damage, course_force_attack,
    course_gain_lp, course_lose_lp, course_negate_attack, course_negate_link,
    course_negate_summon, course_pay_if_able, course_pay_lp, course_skip_phase,
)
from ygosim._core.enums cimport (
    CARD_TYPE_FIELD, CARD_TYPE_SPELL, CARD_TYPE_TRAP, DECISION_KIND_YES_NO, EVENT_KIND_COIN_TOSSED,
    EVENT_KIND_COUNTERS_CHANGED, EVENT_KIND_DIE_ROLLED, EVENT_KIND_EQUIPPED,
    EVENT_KIND_PILES_SWAPPED, EVENT_KIND_POSITION_CHANGED, EVENT_KIND_REVEALED, EVENT_KIND_SHUFFLED,
    FILTER_FLAG_CAN_BE_SET, PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK, PLACE_GRAVEYARD,
    PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE, POSITION_FACE_DOWN_DEFENCE,
    POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE, PROPERTY_NO_EFFECT_DESTRUCTION,
    REASON_COST, REASON_EFFECT, REASON_EFFECT_DESTRUCTION, REASON_RULE_DESTRUCTION,
    TRIGGER_DRAWN, TRIGGER_FLIPPED, TRIGGER_MADE_OF, TRIGGER_POSITION_CHANGED,
)
from ygosim._core.filters cimport (
    FACE_UP, card_face_up, card_on_field, card_passes, card_props, card_reaches,
    card_summonable, may_special_summon,
)
from ygosim._core.happenings cimport (
    card_forget, counters_change, counters_of, happen, happen_between,
)
from ygosim._core.layout cimport (
    CHOICE_OF_CARDS, FLIPPED_WITHOUT_EFFECTS, KEEP_ORDER_ASKS, KEEP_ORDER_WAITS,
    PROCEDURE_ANSWER, PROCEDURE_EQUIP, PROCEDURE_PLACE, PROCEDURE_SPECIAL_SUMMON,
    DuelState, DuelTemplate, event_t, happening_t, instruction_t, program_frame_t,
)
from ygosim._core.lingering cimport (
    banish_until, control_stays, control_swap, control_take, linger_at_large, linger_on_cards,
    lingering_end, return_to_field,
)
from ygosim._core.opcodes cimport (
    OP_ADD_COUNTERS, OP_ASK, OP_ATTACH, OP_ATTACK_AGAIN, OP_BANISH_UNTIL, OP_CHANGE_ATTACK_TARGET,
    OP_CHANGE_POSITION, OP_CHOOSE, OP_CHOOSE_EACH, OP_CHOOSE_MATERIALS, OP_CREATE_TOKENS,
    OP_DAMAGE, OP_DECLARE, OP_DESTROY, OP_DRAW, OP_END_BATTLE_PHASE, OP_END_LINGERING, OP_EQUIP,
    OP_EQUIP_MONSTER, OP_FORCE_ATTACK, OP_GAIN_LP, OP_LINGER, OP_LINGER_FIELD, OP_LINGER_PLAYER,
    OP_LOSE_LP, OP_MADE_OF, OP_NEGATE_ACTIVATION, OP_NEGATE_ATTACK, OP_NEGATE_EFFECT,
    OP_NEGATE_SUMMON, OP_NORMAL_SUMMON, OP_NORMAL_SUMMONS, OP_OPTION, OP_PAY_IF_ABLE, OP_PAY_LP,
    OP_PLACE_CARD, OP_RANDOM, OP_REMOVE_COUNTERS, OP_RETURN_TO_FIELD, OP_REVEAL, OP_ROLL_DIE,
    OP_RULE_DESTROY, OP_SEND, OP_SET_CARD, OP_SET_LABEL, OP_SET_TARGETS, OP_SHUFFLE_DECK,
    OP_SKIP_PHASE, OP_SPECIAL_SUMMON, OP_SWAP_CONTROL, OP_SWAP_PILES, OP_TAKE_CONTROL, OP_THEN,
    OP_TOSS_COIN, OP_WIN,
)
from ygosim._core.procedures cimport (
    PROGRAM_DONE, PROGRAM_SETTLE, PROGRAM_WAITS, decision_ask, destruction_is_open,
    destruction_open, frame_push,
)
from ygosim._core.state cimport event_push
from ygosim._core.tokens cimport tokens_create
from ygosim._core.tributes cimport normal_summon_ways
from ygosim._core.turn cimport duel_draw
from ygosim._core.types cimport (
    ANY_NUMBER, BOTH_PLAYERS, CARD_NONE, N_REGISTERS, PILE_CAPACITY, card_t, code_t, player_t,
    slot_t,
)
from ygosim._core.zones cimport (
    EXTRA_DECK_TYPES, arrival_zones, card_comes_face_up, card_send_by, deck_shuffle, monster_lay,
    pile_put, pile_take, redirects_end, spell_trap_zones_free, zones_free,
)


# Destroys cards at once, but for those that cannot be; returns how many were, or -1 if they wait
# for what may replace it.
cdef int _destroy(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, uint8_t place, uint8_t reason
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    cdef bitset_t doomed
    cdef bint waits
    bitset_clear(&doomed)
    while card >= 0:
        if state.place[card] == PLACE_GRAVEYARD or state.place[card] == PLACE_BANISHED:
            pass  # it has gone
        elif reason == REASON_RULE_DESTRUCTION or (
                card_reaches(template_, state, frame.card, <card_t>card)
                and not card_props(state, <card_t>card) & PROPERTY_NO_EFFECT_DESTRUCTION):
            bitset_add(&doomed, <card_t>card)
            count += 1
        card = bitset_next(cards, card)
    if (count and template_.replacing_count and reason != REASON_RULE_DESTRUCTION
            and not destruction_is_open(state)):
        # A reaction's program runs beside the stack and waits for nothing.
        waits = state.program_count and frame == &state.programs[state.program_count - 1]
        destruction_open(state, &doomed, place, reason, frame.player, frame.card, waits)
        return -1 if waits else count
    redirects_end(state, &doomed)
    card = bitset_next(&doomed, -1)
    while card >= 0:
        card_send_by(template_, state, <card_t>card, place, reason, frame.player, frame.card)
        card = bitset_next(&doomed, card)
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
    redirects_end(state, cards)
    while True:
        # From a pile to the deck the highest goes first, so it lies lowest there.
        card = _highest(state, &rest) if place == PLACE_DECK else bitset_next(&rest, -1)
        if card < 0:
            return count
        bitset_remove(&rest, <card_t>card)
        if (reason == REASON_EFFECT and state.place[card] == PLACE_GRAVEYARD
                and place != PLACE_GRAVEYARD and state.graveyard_stays >> state.owner[card] & 1):
            continue
        if reason != REASON_EFFECT or card_reaches(template_, state, frame.card, <card_t>card):
            card_send_by(
                template_, state, <card_t>card, place, reason, frame.player, frame.card)
            # What goes elsewhere instead was not sent there; a discard or Tribute was made, and
            # what goes back to the Extra Deck has gone back (ZONE-4).
            count += (reason != REASON_EFFECT and reason != REASON_COST) or (
                state.place[card] == place or state.place[card] == PLACE_EXTRA_DECK)


cdef bint monster_turn(
    const DuelTemplate* template_, DuelState* state, card_t card, int position, player_t by,
    int flip
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef slot_t slot = state.slot[card]
    cdef uint8_t before = state.position[card]
    cdef event_t* event
    cdef happening_t* happening
    if before == position or state.monsters[player].no_defence >> slot & 1:
        return False
    if position == POSITION_FACE_DOWN_DEFENCE:
        control_stays(template_, state, card)
        card_forget(state, card, True)
    monster_lay(state, player, slot, <uint8_t>position)
    state.stale = 1
    if not before & FACE_UP:
        card_comes_face_up(state, card)
        happening = happen(template_, state, TRIGGER_FLIPPED, card, by)
        if happening != NULL:
            happening.value = flip
    else:
        happen(template_, state, TRIGGER_POSITION_CHANGED, card, by)
    event = event_push(state, EVENT_KIND_POSITION_CHANGED, player)
    event.card = card
    event.position = <uint8_t>position
    return True


cdef int _change_position(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, int32_t how, int flip
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    cdef int position
    while card >= 0:
        if (state.place[card] == PLACE_MONSTER_ZONE
                and card_reaches(template_, state, frame.card, <card_t>card)):
            position = how & 0xFF
            if state.position[card] == POSITION_FACE_UP_DEFENCE:
                position = how >> 8 & 0xFF
            elif state.position[card] != POSITION_FACE_UP_ATTACK:
                position = how >> 16 & 0xFF
            if position:
                count += monster_turn(
                    template_, state, <card_t>card, position, frame.player, flip)
        card = bitset_next(cards, card)
    return count


cdef void _shuffle_deck(DuelState* state, player_t player) noexcept nogil:
    if state.keep_order:
        return
    deck_shuffle(state, player)
    event_push(state, EVENT_KIND_SHUFFLED, player)


# The cards of a pile go to another of the same owner, in their order; they are not sent there.
cdef void _pile_move(
    const DuelTemplate* template_, DuelState* state, const card_t* cards, int count,
    player_t player, uint8_t place
) noexcept nogil:
    cdef uint8_t to
    cdef int i
    for i in range(count):
        to = place
        if place == PLACE_DECK and (
                template_.definitions[state.code[cards[i]]].type & EXTRA_DECK_TYPES):
            to = PLACE_EXTRA_DECK
        card_forget(state, cards[i], False)
        pile_take(template_, state, cards[i])
        if to != PLACE_GRAVEYARD:
            bitset_remove(&state.proper, cards[i])
        pile_put(template_, state, cards[i], player, to,
                 POSITION_FACE_UP_ATTACK if to == PLACE_GRAVEYARD
                 else POSITION_FACE_DOWN_DEFENCE)


# Deck and GY of a player change places.
cdef void _swap_piles(
    const DuelTemplate* template_, DuelState* state, player_t player
) noexcept nogil:
    cdef card_t deck[PILE_CAPACITY]
    cdef card_t graveyard[PILE_CAPACITY]
    cdef int of_deck = state.pile_count[player][PLACE_DECK]
    cdef int of_graveyard = state.pile_count[player][PLACE_GRAVEYARD]
    cdef int i
    for i in range(of_deck):
        deck[i] = state.pile[player][PLACE_DECK][i]
    for i in range(of_graveyard):
        graveyard[i] = state.pile[player][PLACE_GRAVEYARD][i]
    _pile_move(template_, state, graveyard, of_graveyard, player, PLACE_DECK)
    _pile_move(template_, state, deck, of_deck, player, PLACE_GRAVEYARD)
    event_push(state, EVENT_KIND_PILES_SWAPPED, player)


# `player` draws by effect; returns how many cards.
cdef int _draw(
    const DuelTemplate* template_, DuelState* state, player_t player, int count
) noexcept nogil:
    cdef int drawn = state.pile_count[player][PLACE_DECK]
    if state.cannot_draw >> player & 1:
        return 0
    duel_draw(template_, state, player, count)
    if drawn > count:
        drawn = count
    if drawn:
        happen(template_, state, TRIGGER_DRAWN, CARD_NONE, player)
    return drawn


# Cards that move --------------------------------------------------------------------------


# OP_DESTROY
cdef int _op_destroy(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int count = _destroy(
        template_, state, frame, &frame.s[now.a], now.c, REASON_EFFECT_DESTRUCTION)
    frame.r[now.b] = count
    frame.wait = now.b
    return PROGRAM_WAITS if count < 0 else PROGRAM_SETTLE


# OP_RULE_DESTROY
cdef int _op_rule_destroy(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    _destroy(template_, state, frame, &frame.s[now.a], PLACE_GRAVEYARD, REASON_RULE_DESTRUCTION)
    return PROGRAM_SETTLE


# OP_SEND
cdef int _op_send(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    frame.r[now.b] = _send(template_, state, frame, &frame.s[now.a], <uint8_t>now.i, now.c)
    return PROGRAM_SETTLE


# OP_DRAW
cdef int _op_draw(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef player_t player
    cdef int count = count_said(frame.r[now.c])
    cdef int side
    frame.r[now.a] = 0
    for side in range(2):  # EFF-10: the turn player first
        player = <player_t>(state.turn_player ^ side)
        if now.b == BOTH_PLAYERS or player == player_said(frame, now.b):
            frame.r[now.a] += _draw(template_, state, player, count)
    return PROGRAM_SETTLE


# OP_SWAP_PILES
cdef int _op_swap_piles(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef player_t player
    cdef int side
    for side in range(2):  # EFF-10: the turn player first
        player = <player_t>(state.turn_player ^ side)
        if now.b == BOTH_PLAYERS or player == player_said(frame, now.b):
            _swap_piles(template_, state, player)
    return PROGRAM_SETTLE


# OP_SHUFFLE_DECK
cdef int _op_shuffle_deck(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef player_t player = player_said(frame, now.b)
    if (state.keep_order == KEEP_ORDER_ASKS and state.program_count
            and frame == &state.programs[state.program_count - 1]):
        state.keep_order = KEEP_ORDER_WAITS
        frame.wait = N_REGISTERS - 3  # where answers go
        frame_push(state, PROCEDURE_ANSWER, 0, frame.card)
        decision_ask(state, DECISION_KIND_YES_NO, player)
        return PROGRAM_WAITS
    _shuffle_deck(state, player)
    return PROGRAM_DONE


# OP_REVEAL
cdef int _op_reveal(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef const bitset_t* cards = &frame.s[now.a]
    cdef int card = bitset_next(cards, -1)
    while card >= 0:
        event_push(state, EVENT_KIND_REVEALED, state.controller[card]).card = <card_t>card
        card = bitset_next(cards, card)
    return PROGRAM_DONE


# OP_SET_CARD
cdef int _op_set_card(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int card = bitset_next(&frame.s[now.a], -1)
    if (card < 0 or state.place[card] != PLACE_HAND
            or state.controller[card] != frame.player
            or not card_passes(template_, state, FILTER_FLAG_CAN_BE_SET, <card_t>card,
                               frame.player, frame.card)):
        return PROGRAM_DONE
    frame_push(state, PROCEDURE_PLACE, frame.player, <card_t>card).most = (
        POSITION_FACE_DOWN_DEFENCE)
    return PROGRAM_WAITS


# OP_PLACE_CARD
cdef int _op_place_card(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int card
    frame.wait = now.b
    frame.r[now.b] = 0
    card = bitset_next(&frame.s[now.a], -1)
    if (card < 0 or card_on_field(state, <card_t>card)
            or not template_.definitions[state.code[card]].type & (
                CARD_TYPE_SPELL | CARD_TYPE_TRAP)
            or (not template_.definitions[state.code[card]].type & CARD_TYPE_FIELD
                and spell_trap_zones_free(template_, state, frame.player) == 0)):
        return PROGRAM_DONE
    frame_push(state, PROCEDURE_PLACE, frame.player, <card_t>card).most = POSITION_FACE_UP_ATTACK
    return PROGRAM_WAITS


# Monsters of the field --------------------------------------------------------------------


# OP_CHANGE_POSITION
cdef int _op_change_position(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    frame.r[now.b] = _change_position(
        template_, state, frame, &frame.s[now.a], now.i,
        FLIPPED_WITHOUT_EFFECTS if now.c else 0)
    return PROGRAM_SETTLE


# OP_SPECIAL_SUMMON
cdef int _op_special_summon(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef player_t player = <player_t>(frame.player ^ (now.i >> 2 & 1))
    cdef int card, zones
    frame.wait = now.b
    frame.r[now.b] = 0
    bitset_clear(&state.candidates)
    card = bitset_next(&frame.s[now.a], -1)
    while card >= 0:
        # SUM-13: its proper way is no other card's effect.
        if (not card_on_field(state, <card_t>card)
                and card_summonable(template_, state, <card_t>card, now.i & 3)
                and not (state.place[card] == PLACE_GRAVEYARD
                         and state.graveyard_stays >> state.owner[card] & 1)
                and arrival_zones(
                    template_, state, player, <card_t>card, CARD_NONE)):
            bitset_add(&state.candidates, <card_t>card)
        card = bitset_next(&frame.s[now.a], card)
    if bitset_count(&state.candidates) == 0 or not may_special_summon(
            template_, state, player, frame.card):
        return PROGRAM_DONE
    zones = popcount64(zones_free(template_, state, player))
    if bitset_count(&state.candidates) > zones > 0:
        # Which, is chosen first; then this instruction runs again.
        frame.wait = now.a
        frame.pc -= 1
        choice_ask(state, player, &state.candidates, zones, zones, CHOICE_OF_CARDS)
        return PROGRAM_WAITS
    state.positions = now.c
    frame_push(state, PROCEDURE_SPECIAL_SUMMON, <uint8_t>now.i, CARD_NONE)
    return PROGRAM_WAITS


# OP_MADE_OF
cdef int _op_made_of(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int monster = card_said(state, frame.r[now.b])
    cdef int material = bitset_next(&frame.s[now.a], -1)
    if monster < 0 or state.place[monster] != PLACE_MONSTER_ZONE:
        return PROGRAM_DONE
    while material >= 0:
        happen_between(template_, state, TRIGGER_MADE_OF, <card_t>monster, <card_t>material,
                       frame.player)
        material = bitset_next(&frame.s[now.a], material)
    return PROGRAM_SETTLE


# OP_NORMAL_SUMMON
cdef int _op_normal_summon(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int card = bitset_next(&frame.s[now.a], -1)
    if card >= 0 and state.solving and normal_summon_ways(
            template_, state, frame.player, <card_t>card):
        state.summon_next = <card_t>card
    return PROGRAM_DONE


# OP_NORMAL_SUMMONS
cdef int _op_normal_summons(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    if (state.turn_player == frame.player and state.summon_limit < now.i
            and state.normal_summons_left != ANY_NUMBER):
        state.normal_summons_left += <uint8_t>(now.i - state.summon_limit)
        state.summon_limit = <uint8_t>now.i
        state.stale = 1
    return PROGRAM_DONE


# The program's card holds on to the card that register b names; whether it can.
cdef bint _hold(
    DuelState* state, const program_frame_t* frame, int host, bint face_up
) noexcept nogil:
    if (state.place[frame.card] != PLACE_SPELL_TRAP_ZONE or host < 0
            or state.place[host] != PLACE_MONSTER_ZONE
            or (face_up and not card_face_up(state, <card_t>host))):
        return False
    state.attached[state.controller[frame.card]][state.slot[frame.card]] = <card_t>host
    state.stale = 1
    return True


# OP_ATTACH
cdef int _op_attach(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    _hold(state, frame, card_said(state, frame.r[now.b]), False)
    return PROGRAM_SETTLE


# OP_EQUIP
cdef int _op_equip(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int host = card_said(state, frame.r[now.b])
    cdef bint equips = _hold(state, frame, host, True)
    cdef event_t* event
    if equips:
        bitset_add(&state.equips, frame.card)
        event = event_push(state, EVENT_KIND_EQUIPPED, frame.player)
        event.card = frame.card
        event.other = <card_t>host
    frame.r[now.a] = equips
    return PROGRAM_SETTLE


# OP_EQUIP_MONSTER
cdef int _op_equip_monster(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int card = bitset_next(&frame.s[now.a], -1)
    cdef int host = card_said(state, frame.r[now.c])
    frame.wait = now.b
    frame.r[now.b] = 0
    if (card < 0 or card == host or state.place[card] != PLACE_MONSTER_ZONE
            or host < 0 or state.place[host] != PLACE_MONSTER_ZONE
            or not card_face_up(state, <card_t>host)
            or not card_reaches(template_, state, frame.card, <card_t>card)
            or spell_trap_zones_free(template_, state, frame.player) == 0):
        return PROGRAM_DONE
    frame_push(state, PROCEDURE_EQUIP, frame.player, <card_t>card).needed = <uint8_t>host
    return PROGRAM_WAITS


# OP_ADD_COUNTERS, OP_REMOVE_COUNTERS: no more than a card can bear, or has.
cdef int _op_counters(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int has = counters_of(state, frame.card, now.b)
    cdef int change
    cdef event_t* event
    if now.op == OP_ADD_COUNTERS:
        change = now.i if now.i < 255 - has else 255 - has
    else:
        change = -now.i if now.i < has else -has
    if change == 0:
        return PROGRAM_DONE
    counters_change(state, frame.card, now.b, change)
    event = event_push(state, EVENT_KIND_COUNTERS_CHANGED, frame.player)
    event.card = frame.card
    event.value = change
    return PROGRAM_SETTLE


# The actions of a program: everything that changes the duel.  program_result_t; PROGRAM_DONE
# stands for "go on at once".
cdef int action_run(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int op = now.op
    cdef int64_t* r = frame.r
    if op == OP_CHOOSE:
        return ask_choose(state, frame, now)
    elif op == OP_CHOOSE_EACH:
        return ask_choose_each(state, frame, now)
    elif op == OP_CHOOSE_MATERIALS:
        return ask_materials(template_, state, frame, now)
    elif op == OP_ASK:
        return ask_yes_or_no(state, frame, now)
    elif op == OP_OPTION:
        return ask_option(state, frame, now, <uint8_t>r[now.b], -1, False)
    elif op == OP_DECLARE:
        return ask_option(state, frame, now, <uint64_t>r[now.b], 0, True)
    elif op == OP_RANDOM:
        return chance_cards(state, frame, now)
    elif op == OP_TOSS_COIN:
        r[now.a] = chance_outcome(state, 0, 1, EVENT_KIND_COIN_TOSSED, frame.player)
    elif op == OP_ROLL_DIE:
        r[now.a] = chance_outcome(
            state, 1, 6, EVENT_KIND_DIE_ROLLED, player_said(frame, now.b))
    elif op == OP_SET_TARGETS:
        return targets_set(state, frame, now)
    elif op == OP_SET_LABEL:
        if frame.link < state.chain_count:
            state.chain[frame.link].label = r[now.a]
    elif op == OP_DESTROY:
        return _op_destroy(template_, state, frame, now)
    elif op == OP_RULE_DESTROY:
        return _op_rule_destroy(template_, state, frame, now)
    elif op == OP_SEND:
        return _op_send(template_, state, frame, now)
    elif op == OP_DRAW:
        return _op_draw(template_, state, frame, now)
    elif op == OP_SWAP_PILES:
        return _op_swap_piles(template_, state, frame, now)
    elif op == OP_SHUFFLE_DECK:
        return _op_shuffle_deck(state, frame, now)
    elif op == OP_REVEAL:
        return _op_reveal(state, frame, now)
    elif op == OP_SET_CARD:
        return _op_set_card(template_, state, frame, now)
    elif op == OP_PLACE_CARD:
        return _op_place_card(template_, state, frame, now)
    elif op == OP_CHANGE_POSITION:
        return _op_change_position(template_, state, frame, now)
    elif op == OP_SPECIAL_SUMMON:
        return _op_special_summon(template_, state, frame, now)
    elif op == OP_MADE_OF:
        return _op_made_of(template_, state, frame, now)
    elif op == OP_NORMAL_SUMMON:
        return _op_normal_summon(template_, state, frame, now)
    elif op == OP_NORMAL_SUMMONS:
        return _op_normal_summons(state, frame, now)
    elif op == OP_CREATE_TOKENS:
        tokens_create(template_, state, <code_t>now.i, now.b, &frame.s[now.a])
    elif op == OP_EQUIP:
        return _op_equip(state, frame, now)
    elif op == OP_ATTACH:
        return _op_attach(state, frame, now)
    elif op == OP_EQUIP_MONSTER:
        return _op_equip_monster(template_, state, frame, now)
    elif op == OP_ADD_COUNTERS or op == OP_REMOVE_COUNTERS:
        return _op_counters(state, frame, now)
    elif op == OP_TAKE_CONTROL:
        return control_take(template_, state, frame, now)
    elif op == OP_SWAP_CONTROL:
        return control_swap(template_, state, frame, now)
    elif op == OP_BANISH_UNTIL:
        return banish_until(template_, state, frame, now)
    elif op == OP_RETURN_TO_FIELD:
        return return_to_field(state, frame, now)
    elif op == OP_LINGER:
        return linger_on_cards(template_, state, frame, now)
    elif op == OP_LINGER_PLAYER or op == OP_LINGER_FIELD:
        return linger_at_large(template_, state, frame, now)
    elif op == OP_END_LINGERING:
        return lingering_end(state, frame, now)
    elif op == OP_DAMAGE:
        return course_damage(template_, state, frame, now)
    elif op == OP_GAIN_LP:
        return course_gain_lp(state, frame, now)
    elif op == OP_LOSE_LP:
        return course_lose_lp(state, frame, now)
    elif op == OP_PAY_LP:
        return course_pay_lp(state, frame, now)
    elif op == OP_PAY_IF_ABLE:
        return course_pay_if_able(state, frame, now)
    elif op == OP_NEGATE_ACTIVATION or op == OP_NEGATE_EFFECT:
        return course_negate_link(template_, state, frame, now)
    elif op == OP_NEGATE_SUMMON:
        return course_negate_summon(state, frame, now)
    elif op == OP_NEGATE_ATTACK:
        return course_negate_attack(state, frame, now)
    elif op == OP_END_BATTLE_PHASE:
        state.battle_phase_ends = 1
    elif op == OP_ATTACK_AGAIN:
        return course_attack_again(template_, state, frame)
    elif op == OP_CHANGE_ATTACK_TARGET:
        return course_change_attack_target(state, frame, now)
    elif op == OP_FORCE_ATTACK:
        return course_force_attack(state, frame, now)
    elif op == OP_SKIP_PHASE:
        return course_skip_phase(state, frame, now)
    elif op == OP_WIN:
        state.won |= <uint8_t>(1 << player_said(frame, now.b))
    elif op == OP_THEN:
        state.time += 1
    return PROGRAM_DONE
