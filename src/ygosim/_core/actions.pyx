"""What programs do to the duel: the work of every opcode that changes it.  See actions.pxd."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_remove,
    bitset_select, bitset_t, popcount64,
)
from ygosim._core.choices cimport choice_ask, choice_ask_materials
from ygosim._core.enums cimport (
    CARD_TYPE_FIELD, CARD_TYPE_SPELL, CARD_TYPE_TRAP, CONTINUOUS_LATER,
    DECISION_KIND_OPTION, DECISION_KIND_YES_NO, EFFECT_KIND_ACTIVATION, EVENT_KIND_ATTACK_NEGATED,
    EVENT_KIND_COIN_TOSSED, EVENT_KIND_COUNTERS_CHANGED, EVENT_KIND_DIE_ROLLED, EVENT_KIND_EQUIPPED,
    EVENT_KIND_PILES_SWAPPED, EVENT_KIND_POSITION_CHANGED, EVENT_KIND_RANDOM_CHOSEN,
    EVENT_KIND_REVEALED, EVENT_KIND_SHUFFLED, EVENT_KIND_SUMMON_NEGATED, EVENT_KIND_TARGETED,
    EVENT_KIND_TARGET_CHANGED, FILTER_FLAG_CAN_BE_SET, PHASE_END, PHASE_STANDBY, PLACE_BANISHED,
    PLACE_DECK, PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE,
    PLACE_SPELL_TRAP_ZONE, POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK,
    POSITION_FACE_UP_DEFENCE, PROPERTY_NO_EFFECT_DESTRUCTION, REASON_COST, REASON_EFFECT,
    REASON_EFFECT_DESTRUCTION, REASON_RULE_DESTRUCTION, TRIGGER_DRAWN,
    TRIGGER_EFFECT_DAMAGE, TRIGGER_END_PHASE, TRIGGER_FLIPPED, TRIGGER_POSITION_CHANGED,
    TRIGGER_STANDBY_PHASE, UNTIL_END_OF_TURN, UNTIL_LEAVES,
)
from ygosim._core.filters cimport (
    FACE_UP, card_face_up, card_on_field, card_passes, card_props, card_reaches, card_summonable,
    control_effect, may_special_summon,
)
from ygosim._core.happenings cimport (
    card_forget, counters_change, counters_of, happen, lingering_add, lingering_drop,
)
from ygosim._core.layout cimport (
    FLIPPED_WITHOUT_EFFECTS, LARGEST_LP, PROCEDURE_ANSWER, PROCEDURE_EQUIP, PROCEDURE_PLACE,
    PROCEDURE_RETURN, PROCEDURE_SPECIAL_SUMMON, DuelState, DuelTemplate, effect_t, event_t,
    happening_t, instruction_t, lingering_t, link_t, program_frame_t,
)
from ygosim._core.materials cimport materials_suffice
from ygosim._core.opcodes cimport (
    OP_ADD_COUNTERS, OP_ASK, OP_ATTACH, OP_ATTACK_AGAIN, OP_BANISH_UNTIL, OP_CHANGE_ATTACK_TARGET,
    OP_CHANGE_POSITION, OP_CHOOSE, OP_CHOOSE_EACH, OP_CHOOSE_MATERIALS, OP_CREATE_TOKENS, OP_DAMAGE,
    OP_DECLARE, OP_DESTROY, OP_DRAW, OP_END_BATTLE_PHASE, OP_END_LINGERING, OP_EQUIP,
    OP_EQUIP_MONSTER, OP_FORCE_ATTACK, OP_GAIN_LP, OP_LINGER, OP_LINGER_FIELD, OP_LINGER_PLAYER,
    OP_LOSE_LP, OP_NEGATE_ACTIVATION, OP_NEGATE_ATTACK, OP_NEGATE_EFFECT, OP_NEGATE_SUMMON,
    OP_NORMAL_SUMMON, OP_NORMAL_SUMMONS, OP_OPTION, OP_PAY_IF_ABLE, OP_PAY_LP, OP_PLACE_CARD,
    OP_RANDOM, OP_REMOVE_COUNTERS, OP_RETURN_TO_FIELD, OP_REVEAL, OP_ROLL_DIE, OP_RULE_DESTROY,
    OP_SEND, OP_SET_CARD, OP_SET_LABEL, OP_SET_TARGETS, OP_SHUFFLE_DECK, OP_SKIP_PHASE,
    OP_SPECIAL_SUMMON, OP_SWAP_CONTROL, OP_SWAP_PILES, OP_TAKE_CONTROL, OP_THEN, OP_TOSS_COIN,
    OP_WIN,
)
from ygosim._core.procedures cimport (
    decision_ask, destruction_is_open, destruction_open, frame_push,
)
from ygosim._core.rng cimport rng_below, rng_shuffle
from ygosim._core.state cimport damage_changed, event_push, lp_damage, lp_gain, lp_lose, lp_pay
from ygosim._core.tokens cimport tokens_create
from ygosim._core.tributes cimport normal_summon_ways
from ygosim._core.turn cimport duel_draw
from ygosim._core.types cimport (
    ANY_NUMBER, BOTH_PLAYERS, CARD_NONE, MAX_CARDS, N_SETS, N_SLOTS, PILE_CAPACITY, card_t, code_t,
    player_t, slot_t,
)
from ygosim._core.zones cimport (
    EXTRA_DECK_TYPES, arrival_zones, card_send_by, monster_lay, pile_put, pile_take,
    spell_trap_zones_free,
    zones_free,
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


# RULING: a monster that is turned face-down stays with the player who controls it by an Equip
# Card, though that card loses its target (seen in the independent engine).
cdef void _control_stays(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef lingering_t* entry
    cdef card_t equip
    cdef int slot, number
    if player == state.owner[card]:
        return
    for slot in range(N_SLOTS):
        equip = state.zone[player][1][slot]
        if equip == CARD_NONE or state.attached[player][slot] != card:
            continue
        number = control_effect(template_, state, equip)
        if number < 0:
            continue
        entry = lingering_add(state)
        if entry != NULL:
            entry.value = player
            entry.effect = <uint16_t>number
            entry.card = card
            entry.source = equip
            entry.player = player
            entry.until = UNTIL_LEAVES
        return


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
        _control_stays(template_, state, card)
        card_forget(state, card, True)
    monster_lay(state, player, slot, <uint8_t>position)
    state.stale = 1
    if not before & FACE_UP:
        state.clock += 1
        state.zone_since[player][0][slot] = state.clock
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
    if state.solving == 0 and frame.link < state.chain_count:
        entry.link = <uint8_t>(frame.link + 1)
    # What is put off until a phase is not meant for the one that is going on, unless it lasts no
    # longer than this turn.
    entry.waits = effect.continuous == CONTINUOUS_LATER and not (
        effect.until & UNTIL_END_OF_TURN and effect.turns == 1) and (
        (effect.trigger == TRIGGER_END_PHASE and state.phase == PHASE_END)
        or (effect.trigger == TRIGGER_STANDBY_PHASE and state.phase == PHASE_STANDBY))


# Banishes monsters of the field; each that is banished has a lingering effect that knows whose it
# was and how it lay (ZONE-8).  Returns how many were banished.
cdef int _banish_until(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const bitset_t* cards, uint16_t number
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    cdef int64_t lay
    while card >= 0:
        if (state.place[card] == PLACE_MONSTER_ZONE
                and card_reaches(template_, state, frame.card, <card_t>card)):
            lay = state.position[card] | <int64_t>state.controller[card] << 8
            card_send_by(template_, state, <card_t>card, PLACE_BANISHED, REASON_EFFECT,
                         frame.player, frame.card)
            if state.place[card] == PLACE_BANISHED:  # no token
                _linger(state, frame, &template_.effects[number], number, <card_t>card, lay)
                count += 1
        card = bitset_next(cards, card)
    return count


cdef inline bint _is_of_monsters(int position) noexcept nogil:
    return (position == POSITION_FACE_UP_ATTACK or position == POSITION_FACE_UP_DEFENCE
            or position == POSITION_FACE_DOWN_DEFENCE)


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
                and card_reaches(template_, state, frame.card, <card_t>card)
                and (zones > count or not need_zone)):
            _linger(state, frame, &template_.effects[number], number, <card_t>card, player)
            count += 1
        card = bitset_next(cards, card)
    return count


# The card that a number says, or -1.
cdef inline int _card_said(const DuelState* state, int64_t number) noexcept nogil:
    return <int>number if 0 <= number < state.card_count else -1


# How many cards a number says: none for one below 0, and no more than a duel has.
cdef inline int _cards_said(int64_t number) noexcept nogil:
    if number < 0:
        return 0
    return <int>number if number < MAX_CARDS else MAX_CARDS


# The next outcome that was fed, if it is one of `possible`; or -1.  One that is not is noted, and
# chance goes on without it: who fed it is told (DuelHandle.apply).
cdef int _fed(DuelState* state, const bitset_t* possible) noexcept nogil:
    if state.fed_count == 0:
        return -1
    state.fed_count -= 1
    if bitset_has(possible, state.fed[state.fed_count]):
        return state.fed[state.fed_count]
    state.fed_refused = 1
    return -1


cdef void _random(
    DuelState* state, const bitset_t* cards, int count, bitset_t* out
) noexcept nogil:
    cdef bitset_t rest = cards[0]
    cdef event_t* event
    cdef card_t card
    cdef int fed
    bitset_clear(out)
    while count > 0 and bitset_count(&rest):
        fed = _fed(state, &rest)
        if fed >= 0:
            card = <card_t>fed
        else:
            card = bitset_select(
                &rest, <unsigned>rng_below(&state.rng, <uint32_t>bitset_count(&rest)))
        bitset_remove(&rest, card)
        bitset_add(out, card)
        event = event_push(state, EVENT_KIND_RANDOM_CHOSEN, state.controller[card])
        event.card = card
        count -= 1


cdef int _chance(
    DuelState* state, int least, int most, uint8_t kind, player_t player
) noexcept nogil:
    cdef bitset_t possible
    cdef int outcome
    bitset_clear(&possible)
    for outcome in range(least, most + 1):
        bitset_add(&possible, <card_t>outcome)
    outcome = _fed(state, &possible)
    if outcome < 0:
        outcome = least + <int>rng_below(&state.rng, <uint32_t>(most - least + 1))
    event_push(state, kind, player).value = outcome
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


cdef player_t _who(const program_frame_t* frame, uint8_t who) noexcept nogil:
    return frame.player ^ who


# The actions of a program: everything that changes the duel.  program_result_t; PROGRAM_DONE
# stands for "go on at once".
cdef int action_run(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef int op = now.op
    cdef int64_t* r = frame.r
    cdef bitset_t* s = frame.s
    cdef event_t* event
    cdef link_t* link
    cdef bitset_t candidates
    cdef player_t player
    cdef int64_t number
    cdef int card, count
    if op == OP_CHOOSE or op == OP_CHOOSE_EACH:
        frame.wait = now.a
        if op == OP_CHOOSE_EACH:
            candidates = s[now.b]  # it may be one of these two
            s[N_SETS - 1] = s[now.c]
            s[N_SETS - 2] = candidates
            _each_union(&s[N_SETS - 2], &s[N_SETS - 1], &state.candidates)
            if (bitset_count(&s[N_SETS - 2]) == 0 or bitset_count(&s[N_SETS - 1]) == 0
                    or bitset_count(&state.candidates) < 2):
                bitset_clear(&s[now.a])
                bitset_clear(&state.candidates)
                return PROGRAM_DONE
            choice_ask(state, frame.player, &state.candidates, 2, 2, 1)
            return PROGRAM_WAITS
        if bitset_count(&s[now.b]) == 0:
            bitset_clear(&s[now.a])
            return PROGRAM_DONE
        choice_ask(
            state, _who(frame, now.c), &s[now.b], now.i & 0xFF, now.i >> 8 & 0xFF, 0)
        return PROGRAM_WAITS
    if op == OP_CHOOSE_MATERIALS:
        frame.wait = now.a
        if not 0 <= r[now.c] < state.card_count or not materials_suffice(
                template_, state, frame.player, <card_t>r[now.c], &s[now.b],
                <uint8_t>(now.i & 0xFF), <uint8_t>(now.i >> 8)):
            bitset_clear(&s[now.a])
            return PROGRAM_DONE
        choice_ask_materials(
            state, frame.player, &s[now.b], <card_t>r[now.c], <uint8_t>(now.i & 0xFF),
            <uint8_t>(now.i >> 8))
        return PROGRAM_WAITS
    if op == OP_ASK:
        frame.wait = now.a
        frame_push(state, PROCEDURE_ANSWER, 0, frame.card)
        decision_ask(state, DECISION_KIND_YES_NO, _who(frame, now.b))
        return PROGRAM_WAITS
    if op == OP_OPTION or op == OP_DECLARE:
        frame.wait = now.a
        state.options = <uint64_t>r[now.b] if op == OP_DECLARE else <uint8_t>r[now.b]
        if state.options == 0:
            r[now.a] = 0 if op == OP_DECLARE else -1
            return PROGRAM_DONE
        frame_push(state, PROCEDURE_ANSWER, op == OP_DECLARE, frame.card)
        decision_ask(state, DECISION_KIND_OPTION, frame.player)
        return PROGRAM_WAITS
    if op == OP_RANDOM:
        _random(state, &s[now.b], _cards_said(r[now.c]), &s[now.a])
        return PROGRAM_DONE
    if op == OP_TOSS_COIN:
        r[now.a] = _chance(state, 0, 1, EVENT_KIND_COIN_TOSSED, frame.player)
        return PROGRAM_DONE
    if op == OP_ROLL_DIE:
        r[now.a] = _chance(
            state, 1, 6, EVENT_KIND_DIE_ROLLED, _who(frame, now.b))
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
        frame.wait = now.b
        return PROGRAM_WAITS if r[now.b] < 0 else PROGRAM_SETTLE
    if op == OP_RULE_DESTROY:
        _destroy(template_, state, frame, &s[now.a], PLACE_GRAVEYARD, REASON_RULE_DESTRUCTION)
        return PROGRAM_SETTLE
    if op == OP_SEND:
        r[now.b] = _send(template_, state, frame, &s[now.a], <uint8_t>now.i, now.c)
        return PROGRAM_SETTLE
    if op == OP_DRAW:
        number = r[now.c]
        r[now.a] = 0
        for count in range(2):  # EFF-10: the turn player first
            player = <player_t>(state.turn_player ^ count)
            if now.b == BOTH_PLAYERS or player == _who(frame, now.b):
                r[now.a] += _draw(template_, state, player, _cards_said(number))
        return PROGRAM_SETTLE
    if op == OP_DAMAGE:
        player = _who(frame, now.b)
        r[now.a] = r[now.c] if r[now.c] > 0 else 0
        if r[now.a] > LARGEST_LP:
            r[now.a] = LARGEST_LP
        r[now.a] = damage_changed(<int32_t>r[now.a], state.damage_changes[player] >> 3)
        lp_damage(state, player, <int32_t>r[now.a], REASON_EFFECT)
        if r[now.a]:
            happen(template_, state, TRIGGER_EFFECT_DAMAGE, CARD_NONE, player)
        return PROGRAM_SETTLE
    if op == OP_GAIN_LP:
        player = _who(frame, now.b)
        if r[now.c] > 0:
            lp_gain(state, player, r[now.c] if r[now.c] < LARGEST_LP else LARGEST_LP)
        return PROGRAM_DONE
    if op == OP_PAY_LP:
        if r[now.c] > 0:
            lp_pay(state, frame.player, <int32_t>(
                r[now.c] if r[now.c] < LARGEST_LP else LARGEST_LP))
        return PROGRAM_SETTLE
    if op == OP_CHANGE_POSITION:
        r[now.b] = _change_position(
            template_, state, frame, &s[now.a], now.i,
            FLIPPED_WITHOUT_EFFECTS if now.c else 0)
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
                and card_reaches(template_, state, frame.card, <card_t>card)
                and card_reaches(template_, state, frame.card, <card_t>count)):
            _take_control(template_, state, frame, &s[now.b], state.controller[count],
                          <uint16_t>now.i, False)
            _take_control(template_, state, frame, &s[now.c], state.controller[card],
                          <uint16_t>now.i, False)
            r[now.a] = 1
        return PROGRAM_SETTLE
    if op == OP_SPECIAL_SUMMON:
        frame.wait = now.b
        player = <player_t>(frame.player ^ (now.i >> 2 & 1))
        r[now.b] = 0
        bitset_clear(&state.candidates)
        card = bitset_next(&s[now.a], -1)
        while card >= 0:
            # SUM-13: its proper way is no other card's effect.
            if (not card_on_field(state, <card_t>card)
                    and card_summonable(template_, state, <card_t>card, now.i & 3)
                    and not (state.place[card] == PLACE_GRAVEYARD
                             and state.graveyard_stays >> state.owner[card] & 1)
                    and arrival_zones(
                        template_, state, player, <card_t>card, CARD_NONE)):
                bitset_add(&state.candidates, <card_t>card)
            card = bitset_next(&s[now.a], card)
        if bitset_count(&state.candidates) == 0 or not may_special_summon(
                template_, state, player, frame.card):
            return PROGRAM_DONE
        count = popcount64(zones_free(template_, state, player))
        if bitset_count(&state.candidates) > count > 0:
            # Which, is chosen first; then this instruction runs again.
            frame.wait = now.a
            frame.pc -= 1
            choice_ask(state, player, &state.candidates, count, count, 0)
            return PROGRAM_WAITS
        state.positions = now.c
        frame_push(state, PROCEDURE_SPECIAL_SUMMON, <uint8_t>now.i, CARD_NONE)
        return PROGRAM_WAITS
    if op == OP_EQUIP or op == OP_ATTACH:
        card = _card_said(state, r[now.b])
        count = 0
        if (state.place[frame.card] == PLACE_SPELL_TRAP_ZONE and card >= 0
                and state.place[card] == PLACE_MONSTER_ZONE
                and (op == OP_ATTACH or card_face_up(state, <card_t>card))):
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
    if op == OP_EQUIP_MONSTER:
        frame.wait = now.b
        count = _card_said(state, r[now.c])
        r[now.b] = 0
        card = bitset_next(&s[now.a], -1)
        if (card < 0 or card == count or state.place[card] != PLACE_MONSTER_ZONE
                or count < 0 or state.place[count] != PLACE_MONSTER_ZONE
                or not card_face_up(state, <card_t>count)
                or not card_reaches(template_, state, frame.card, <card_t>card)
                or spell_trap_zones_free(template_, state, frame.player) == 0):
            return PROGRAM_DONE
        frame_push(state, PROCEDURE_EQUIP, frame.player, <card_t>card).needed = <uint8_t>count
        return PROGRAM_WAITS
    if op == OP_BANISH_UNTIL:
        r[now.b] = _banish_until(template_, state, frame, &s[now.a], <uint16_t>now.i)
        return PROGRAM_SETTLE
    if op == OP_RETURN_TO_FIELD:
        card = bitset_next(&s[now.a], -1)
        count = <int>(r[now.b] & 0xFF)
        if (card < 0 or state.place[card] != PLACE_BANISHED
                or not _is_of_monsters(count) or r[now.b] >> 9):
            return PROGRAM_DONE
        frame_push(
            state, PROCEDURE_RETURN, <uint8_t>(r[now.b] >> 8), <card_t>card).most = <uint8_t>count
        return PROGRAM_WAITS
    if op == OP_ADD_COUNTERS or op == OP_REMOVE_COUNTERS:
        # No more than a card can bear, or has.
        count = counters_of(state, frame.card, now.b)
        if op == OP_ADD_COUNTERS:
            count = now.i if now.i < 255 - count else 255 - count
        else:
            count = -now.i if now.i < count else -count
        if count == 0:
            return PROGRAM_DONE
        counters_change(state, frame.card, now.b, count)
        event = event_push(state, EVENT_KIND_COUNTERS_CHANGED, frame.player)
        event.card = frame.card
        event.value = count
        return PROGRAM_SETTLE
    if op == OP_NEGATE_ACTIVATION or op == OP_NEGATE_EFFECT:
        r[now.a] = 0
        if frame.event.link < state.chain_count:
            link = &state.chain[frame.event.link]
            if link.negated == 0:
                link.negated = 1 if op == OP_NEGATE_ACTIVATION else 2
                if op == OP_NEGATE_ACTIVATION and link.same and template_.effects[
                        link.effect].kind == EFFECT_KIND_ACTIVATION:
                    bitset_add(&state.nowhere, link.card)
                r[now.a] = 1
        return PROGRAM_DONE
    if op == OP_NEGATE_SUMMON:
        r[now.a] = state.pending != CARD_NONE and not state.summon_negated
        if r[now.a]:
            state.summon_negated = 1
            event_push(state, EVENT_KIND_SUMMON_NEGATED, frame.player).card = state.pending
        return PROGRAM_DONE
    if op == OP_LOSE_LP:
        lp_lose(state, _who(frame, now.b), r[now.c])
        return PROGRAM_SETTLE
    if op == OP_WIN:
        state.won |= <uint8_t>(1 << _who(frame, now.b))
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
    if op == OP_ATTACK_AGAIN:
        if (state.attack.open and state.place[state.attack.attacker] == PLACE_MONSTER_ZONE
                and card_reaches(template_, state, frame.card, state.attack.attacker)):
            state.attack_again = state.attack.attacker
        return PROGRAM_DONE
    if op == OP_CHANGE_ATTACK_TARGET:
        card = _card_said(state, r[now.b])
        if (state.attack.open and card >= 0
                and state.place[card] == PLACE_MONSTER_ZONE
                and state.controller[card] != state.turn_player):
            state.attack.target = <card_t>card
            event = event_push(state, EVENT_KIND_TARGET_CHANGED, frame.player)
            event.card = state.attack.attacker
            event.other = <card_t>card
        return PROGRAM_DONE
    if op == OP_FORCE_ATTACK:
        card = _card_said(state, r[now.b])
        count = _card_said(state, r[now.c])
        if (card >= 0 and state.place[card] == PLACE_MONSTER_ZONE
                and state.controller[card] == state.turn_player
                and count >= 0 and state.place[count] == PLACE_MONSTER_ZONE
                and state.controller[count] != state.turn_player):
            state.forced_attacker = <card_t>card
            state.forced_target = <card_t>count
        return PROGRAM_DONE
    if op == OP_SWAP_PILES:
        for count in range(2):  # EFF-10: the turn player first
            player = <player_t>(state.turn_player ^ count)
            if now.b == BOTH_PLAYERS or player == _who(frame, now.b):
                _swap_piles(template_, state, player)
        return PROGRAM_SETTLE
    if op == OP_SHUFFLE_DECK:
        _shuffle_deck(state, _who(frame, now.b))
        return PROGRAM_DONE
    if op == OP_LINGER:
        card = bitset_next(&s[now.a], -1)
        while card >= 0:
            if card_reaches(template_, state, frame.card, <card_t>card):
                _linger(state, frame, &template_.effects[now.i], <uint16_t>now.i, <card_t>card,
                        r[now.b])
            card = bitset_next(&s[now.a], card)
        return PROGRAM_SETTLE
    if op == OP_LINGER_PLAYER or op == OP_LINGER_FIELD:
        _linger(state, frame, &template_.effects[now.i], <uint16_t>now.i, CARD_NONE, r[now.b])
        return PROGRAM_SETTLE
    if op == OP_END_LINGERING:
        for count in range(state.lingering_count - 1, -1, -1):
            if (state.lingering[count].effect == now.i
                    and state.lingering[count].source == frame.card):
                lingering_drop(state, count)
        return PROGRAM_SETTLE
    if op == OP_SET_CARD:
        card = bitset_next(&s[now.a], -1)
        if (card < 0 or state.place[card] != PLACE_HAND
                or state.controller[card] != frame.player
                or not card_passes(template_, state, FILTER_FLAG_CAN_BE_SET, <card_t>card,
                                   frame.player, frame.card)):
            return PROGRAM_DONE
        frame_push(state, PROCEDURE_PLACE, frame.player, <card_t>card).most = (
            POSITION_FACE_DOWN_DEFENCE)
        return PROGRAM_WAITS
    if op == OP_PLACE_CARD:
        frame.wait = now.b
        r[now.b] = 0
        card = bitset_next(&s[now.a], -1)
        if (card < 0 or card_on_field(state, <card_t>card)
                or not template_.definitions[state.code[card]].type & (
                    CARD_TYPE_SPELL | CARD_TYPE_TRAP)
                or (not template_.definitions[state.code[card]].type & CARD_TYPE_FIELD
                    and spell_trap_zones_free(template_, state, frame.player) == 0)):
            return PROGRAM_DONE
        frame_push(state, PROCEDURE_PLACE, frame.player, <card_t>card).most = (
            POSITION_FACE_UP_ATTACK)
        return PROGRAM_WAITS
    if op == OP_NORMAL_SUMMON:
        card = bitset_next(&s[now.a], -1)
        if card >= 0 and state.solving and normal_summon_ways(
                template_, state, frame.player, <card_t>card):
            state.summon_next = <card_t>card
        return PROGRAM_DONE
    if op == OP_NORMAL_SUMMONS:
        if (state.turn_player == frame.player and state.summon_limit < now.i
                and state.normal_summons_left != ANY_NUMBER):
            state.normal_summons_left += <uint8_t>(now.i - state.summon_limit)
            state.summon_limit = <uint8_t>now.i
        return PROGRAM_DONE
    if op == OP_REVEAL:
        card = bitset_next(&s[now.a], -1)
        while card >= 0:
            event_push(state, EVENT_KIND_REVEALED, state.controller[card]).card = <card_t>card
            card = bitset_next(&s[now.a], card)
        return PROGRAM_DONE
    if op == OP_CREATE_TOKENS:
        tokens_create(template_, state, <code_t>now.i, now.b, &s[now.a])
        return PROGRAM_DONE
    if op == OP_SKIP_PHASE:
        # RULING: effects that skip the same phases do not add up (official answer on several
        # copies of Reckless Greed).
        player = _who(frame, now.b)
        if state.skips[player][now.a] < now.i:
            state.skips[player][now.a] = <uint8_t>now.i
        return PROGRAM_DONE
    if op == OP_PAY_IF_ABLE:
        count = <int>r[now.b] if 0 < r[now.b] <= state.lp[frame.player] else 0
        r[now.a] = count != 0
        if count:
            lp_pay(state, frame.player, count)
        return PROGRAM_SETTLE
    if op == OP_THEN:
        state.time += 1
    return PROGRAM_DONE


# The cards that are one of a pair, of one set each.
cdef void _each_union(const bitset_t* left, const bitset_t* right, bitset_t* out) noexcept nogil:
    cdef int word
    for word in range(4):
        out.words[word] = left.words[word] | right.words[word]
