"""The machine that runs effects' programs.  See vm.pxd."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from ygosim._core.actions cimport action_run
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_remove, bitset_t,
    popcount64,
)
from ygosim._core.enums cimport (
    AFFECTS_BOTH, AFFECTS_FIELD, AFFECTS_ME, CARD_TYPE_TOKEN, COMPARISON_AT_LEAST,
    COMPARISON_AT_MOST, COMPARISON_EQUAL, COMPARISON_GREATER, COMPARISON_LESS,
    COMPARISON_NOT_EQUAL, CONTEXT_AFFECTED, CONTEXT_ANSWERED_CARD,
    CONTEXT_ANSWERED_CARD_IS_THE_SAME, CONTEXT_ANSWERED_KIND, CONTEXT_ANSWERED_TARGETS,
    CONTEXT_ANSWERED_TYPE, CONTEXT_ATTACKER, CONTEXT_ATTACK_STANDS, CONTEXT_ATTACK_TARGET,
    CONTEXT_DAMAGE_CALCULATED, CONTEXT_EVENT_CARD, CONTEXT_EVENT_FROM_PLACE,
    CONTEXT_EVENT_FROM_PLAYER, CONTEXT_EVENT_OTHER, CONTEXT_EVENT_PLAYER, CONTEXT_EVENT_POSITION,
    CONTEXT_EVENT_REASON, CONTEXT_EVENT_VALUE, CONTEXT_HOST, CONTEXT_I_CAN_DRAW,
    CONTEXT_I_CAN_SPECIAL_SUMMON, CONTEXT_LABEL, CONTEXT_LINKS_OF_THIS, CONTEXT_ME,
    CONTEXT_MY_ACTIVATIONS, CONTEXT_MY_BATTLE_DAMAGE, CONTEXT_MY_DECK, CONTEXT_MY_EXTRA_DECK_ZONES,
    CONTEXT_MY_FREE_SPELL_TRAP_ZONES, CONTEXT_MY_FREE_ZONES, CONTEXT_MY_HAND, CONTEXT_MY_LP,
    CONTEXT_MY_MONSTERS, CONTEXT_MY_SPELL_TRAP_CARDS, CONTEXT_MY_SUMMONS,
    CONTEXT_NORMAL_SUMMON_LIMIT, CONTEXT_OPPONENT, CONTEXT_OPPONENT_CAN_DRAW,
    CONTEXT_OPPONENT_CAN_SPECIAL_SUMMON, CONTEXT_OPPONENT_DECK, CONTEXT_OPPONENT_FREE_ZONES,
    CONTEXT_OPPONENT_HAND, CONTEXT_OPPONENT_LP, CONTEXT_OPPONENT_MONSTERS, CONTEXT_PHASE,
    CONTEXT_TARGET_WAS_FACE_DOWN, CONTEXT_THIS, CONTEXT_THIS_IS_THE_SAME, CONTEXT_TURN,
    CONTEXT_TURN_PLAYER, CONTEXT_USES, CONTINUOUS_CONTROL, CONTINUOUS_COUNTS_AS_TRIBUTES,
    CONTINUOUS_INSTEAD_OF_GRAVEYARD, CONTINUOUS_LATER, CONTINUOUS_NONE, CONTINUOUS_WINS,
    EFFECT_FLAG_SELF, EFFECT_KIND_CONTINUOUS, EFFECT_KIND_IGNITION, EFFECT_KIND_PROCEDURE,
    EFFECT_KIND_REACTION, EFFECT_KIND_REPLACEMENT, EFFECT_KIND_TRIGGER, END_CAUSE_FUEL_LIMIT,
    N_RECIPE, PHASE_DRAW, PHASE_STANDBY, PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK, PLACE_HAND,
    PLACE_MONSTER_ZONE, POOL_PROGRAM_FRAMES, POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK,
    POSITION_FACE_UP_DEFENCE, REASON_EFFECT, REASON_EFFECT_TRIBUTE, REASON_FUSION_MATERIAL,
    RECIPE_FUSION, TRIGGER_END_PHASE, TRIGGER_NONE, TRIGGER_STANDBY_PHASE, UNTIL_END_OF_TURN,
)
from ygosim._core.filters cimport (
    card_attached_to, card_fact, card_lies_to_attack, filter_has, filter_select, is_on_players,
    may_special_summon,
)
from ygosim._core.battle cimport attack_damage
from ygosim._core.happenings cimport limit_is_of_card, uses_count
from ygosim._core.layout cimport (
    DAMAGE_STEP_AFTER, DAMAGE_STEP_BEFORE, PROCEDURE_PROGRAM, effect_t, instruction_t, lingering_t,
    link_t,
)
from ygosim._core.materials cimport materials_suffice
from ygosim._core.opcodes cimport (
    N_OPCODE, OPCODES, OPERAND_CONTROL, OPERAND_COUNT, OPERAND_DEED, OPERAND_DST,
    OPERAND_ENUMERATION, OPERAND_FIELD_LINGERING, OPERAND_FILTER, OPERAND_FLAG, OPERAND_HOW,
    OPERAND_JUMP, OPERAND_LIES, OPERAND_LINGERING, OPERAND_MAKING, OPERAND_NONE, OPERAND_OUT,
    OPERAND_PILE, OPERAND_PLAYER_LINGERING, OPERAND_POSITIONS, OPERAND_RANGE, OPERAND_REG,
    OPERAND_SET, OPERAND_SKIPPED, OPERAND_TOKEN, OPERAND_WHO, OPERAND_WHOM, OP_ADD, OP_ADD_INT,
    OP_AND, OP_BIT, OP_COMPARE, OP_END, OP_EVENT_CARDS, OP_FACT, OP_HALVE_UP, OP_JUMP,
    OP_JUMP_IF_NOT_ZERO, OP_JUMP_IF_ZERO, OP_KEEP, OP_KEEP_GREATEST, OP_KEEP_LEAST, OP_KEEP_MADE,
    OP_KEEP_SHARING, OP_KEEP_SUMMONABLE, OP_LINGER, OP_LINGERED_ON, OP_LINGERING_VALUE, OP_LOAD,
    OP_LOAD_INT, OP_MOVE, OP_MULTIPLY, OP_MULTIPLY_INT, OP_NOT, OP_OR, OP_SELECT, OP_SET_ADD,
    OP_SET_AND, OP_SET_BITS, OP_SET_CLEAR, OP_SET_COUNT, OP_SET_FIRST, OP_SET_HAS, OP_SET_MINUS,
    OP_SET_OR, OP_SET_REMOVE, OP_SET_TOTAL, OP_SUBTRACT, OP_TARGETS, OP_TOP,
)
from ygosim._core.procedures cimport PROGRAM_DONE, frame_push
from ygosim._core.tributes cimport normal_summon_ways
from ygosim._core.turn cimport duel_end
from ygosim._core.types cimport (
    BOTH_PLAYERS, CARD_NONE, LINK_NONE, MAX_PROGRAM_FRAMES, N_REGISTERS, N_SETS, PLAYER_NONE,
)
from ygosim._core.zones cimport extra_deck_zones, spell_trap_zones_free, zones_free


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


cdef void program_open(
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
    cdef const effect_t* effect
    cdef const link_t* answered
    cdef int32_t damage[2]
    cdef card_t card
    cdef int count, i
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
    if which == CONTEXT_EVENT_FROM_PLAYER:
        return frame.event.from_player
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
    if which == CONTEXT_MY_EXTRA_DECK_ZONES:
        return popcount64(extra_deck_zones(template_, state, me, 0, CARD_NONE))
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
                and card_lies_to_attack(state, state.attack.attacker))
    if which == CONTEXT_MY_MONSTERS:
        return popcount64(state.monsters[me].used)
    if which == CONTEXT_OPPONENT_MONSTERS:
        return popcount64(state.monsters[opponent].used)
    if which == CONTEXT_MY_SPELL_TRAP_CARDS:
        return popcount64(state.spell_trap_used[me])
    if which == CONTEXT_TURN:
        return state.turn
    if which == CONTEXT_DAMAGE_CALCULATED:
        return state.damage_step >= DAMAGE_STEP_AFTER
    if which == CONTEXT_MY_SUMMONS:
        return state.summoned[me]
    if which == CONTEXT_I_CAN_SPECIAL_SUMMON:
        return may_special_summon(template_, state, me, frame.card)
    if which == CONTEXT_I_CAN_DRAW:
        return not state.cannot_draw >> me & 1
    if which == CONTEXT_OPPONENT_CAN_DRAW:
        return not state.cannot_draw >> opponent & 1
    if which == CONTEXT_MY_BATTLE_DAMAGE:
        if state.damage_step != DAMAGE_STEP_BEFORE:
            return 0
        attack_damage(template_, state, damage)
        return damage[me]
    if which == CONTEXT_MY_ACTIVATIONS:
        return state.activations[me]
    if which == CONTEXT_LINKS_OF_THIS:
        count = 0
        for i in range(state.chain_count):
            count += (state.chain[i].effect == frame.effect
                      and state.chain[i].card == frame.card)
        return count
    if which == CONTEXT_USES:
        effect = &template_.effects[frame.effect]
        if limit_is_of_card(effect.limit):
            return uses_count(state, effect.limit, frame.effect, frame.card, 0)
        return uses_count(state, effect.limit, frame.effect, CARD_NONE, me)
    if which == CONTEXT_OPPONENT_CAN_SPECIAL_SUMMON:
        return may_special_summon(template_, state, opponent, frame.card)
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
    return answered.same if which == CONTEXT_ANSWERED_CARD_IS_THE_SAME else -1


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


# Keeps the monsters that some of `materials` make (OP_KEEP_MADE).
cdef void _keep_made(
    const DuelTemplate* template_, const DuelState* state, player_t player, bitset_t* monsters,
    const bitset_t* materials, int32_t making
) noexcept nogil:
    cdef int card = bitset_next(monsters, -1)
    while card >= 0:
        if not materials_suffice(
                template_, state, player, <card_t>card, materials, <uint8_t>(making & 0xFF),
                <uint8_t>(making >> 8)):
            bitset_remove(monsters, <card_t>card)
        card = bitset_next(monsters, card)


# Keeps the cards that `player` may Normal Summon or Set (OP_KEEP_SUMMONABLE).
cdef void _keep_summonable(
    const DuelTemplate* template_, const DuelState* state, player_t player, bitset_t* cards
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    while card >= 0:
        if normal_summon_ways(template_, state, player, <card_t>card) == 0:
            bitset_remove(cards, <card_t>card)
        card = bitset_next(cards, card)


# Keeps the cards whose fact some of `others` shares; 0 is none, as of a card without Level.
cdef void _keep_sharing(
    const DuelTemplate* template_, const DuelState* state, bitset_t* cards,
    const bitset_t* others, int fact
) noexcept nogil:
    cdef int card = bitset_next(cards, -1)
    cdef int other
    cdef int64_t value
    while card >= 0:
        value = card_fact(template_, state, <card_t>card, fact, 0)
        other = -1 if value == 0 else bitset_next(others, -1)
        while other >= 0 and card_fact(template_, state, <card_t>other, fact, 0) != value:
            other = bitset_next(others, other)
        if other < 0:
            bitset_remove(cards, <card_t>card)
        card = bitset_next(cards, card)


# The cards on top of a deck, down to the one that is the so manieth of a filter.
cdef void _top(
    const DuelTemplate* template_, const DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef player_t player = frame.player ^ now.b
    cdef int64_t count = frame.r[now.c]
    cdef int i = state.pile_count[player][PLACE_DECK] - 1
    cdef card_t card
    bitset_clear(&frame.s[now.a])
    while i >= 0 and count > 0:
        card = state.pile[player][PLACE_DECK][i]
        bitset_add(&frame.s[now.a], card)
        count -= filter_has(
            template_, state, &template_.filters[now.i], frame.player, frame.card, card)
        i -= 1


# Whether the program's card made that effect linger so, on a card.
cdef inline bint _made_linger(
    const program_frame_t* frame, const lingering_t* entry, int32_t number
) noexcept nogil:
    return (entry.effect == number and entry.source == frame.card
            and entry.card != CARD_NONE)


# Lingering effects from `first` on have been made and compute their value, once and for all: for
# each card as it still is.
cdef void _compute_lingering(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame, int first
) noexcept nogil:
    cdef lingering_t* entry
    cdef int i
    for i in range(first, state.lingering_count):
        entry = &state.lingering[i]
        entry.value = <int32_t>program_check(
            template_, state, entry.effect, template_.effects[entry.effect].compute, frame.card,
            frame.player, NULL, NULL, entry.card)


cdef int program_run(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame, bint check
) noexcept nogil:
    cdef int64_t* r = frame.r
    cdef bitset_t* s = frame.s
    cdef const instruction_t* now
    cdef int32_t fuel = CHECK_FUEL if check else state.fuel
    cdef int64_t value
    cdef int op, result, word
    cdef uint16_t pc = frame.pc
    while True:
        fuel -= 1
        if fuel < 0:
            if not check:
                duel_end(state, PLAYER_NONE, END_CAUSE_FUEL_LIMIT)
            r[0] = 0
            return PROGRAM_DONE
        now = &template_.instructions[pc]
        pc += 1
        op = now.op
        if op == OP_END:
            if not check:
                state.fuel = fuel
            return PROGRAM_DONE
        elif op == OP_JUMP:
            pc = <uint16_t>now.i
        elif op == OP_JUMP_IF_ZERO:
            if r[now.a] == 0:
                pc = <uint16_t>now.i
        elif op == OP_JUMP_IF_NOT_ZERO:
            if r[now.a] != 0:
                pc = <uint16_t>now.i
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
        elif op == OP_BIT:
            r[now.a] = <int64_t>1 << r[now.b] if 0 <= r[now.b] <= 62 else 0
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
        elif op == OP_SET_TOTAL or op == OP_SET_BITS:
            value = 0
            word = bitset_next(&s[now.b], -1)
            while word >= 0:
                if op == OP_SET_TOTAL:
                    value += card_fact(template_, state, <card_t>word, now.c, 0)
                else:
                    value |= card_fact(template_, state, <card_t>word, now.c, 0)
                word = bitset_next(&s[now.b], word)
            r[now.a] = value
        elif op == OP_TOP:
            _top(template_, state, frame, now)
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
        elif op == OP_KEEP_MADE:
            _keep_made(template_, state, frame.player, &s[now.a], &s[now.b], now.i)
        elif op == OP_KEEP_SUMMONABLE:
            _keep_summonable(template_, state, frame.player, &s[now.a])
        elif op == OP_KEEP_SHARING:
            _keep_sharing(template_, state, &s[now.a], &s[now.b], now.c)
        elif op == OP_EVENT_CARDS:
            s[now.a] = frame.event_cards
        elif op == OP_LINGERED_ON:
            bitset_clear(&s[now.a])
            for word in range(state.lingering_count):
                if _made_linger(frame, &state.lingering[word], now.i):
                    bitset_add(&s[now.a], state.lingering[word].card)
        elif op == OP_LINGERING_VALUE:
            r[now.a] = 0
            for word in range(state.lingering_count):
                if _made_linger(frame, &state.lingering[word], now.i):
                    r[now.a] += state.lingering[word].value
        elif op == OP_TARGETS:
            if frame.link < state.chain_count:
                s[now.a] = state.chain[frame.link].targets
            else:
                bitset_clear(&s[now.a])
        else:
            frame.pc = pc
            word = state.lingering_count
            result = action_run(template_, state, frame, now)
            if op == OP_LINGER and template_.effects[now.i].compute:
                _compute_lingering(template_, state, frame, word)
            if result != PROGRAM_DONE:
                state.fuel = fuel
                return result


# Verifying --------------------------------------------------------------------------------


cdef enum:
    # Positions that a Summon or a change can lead to.
    POSITIONS = POSITION_FACE_UP_ATTACK | POSITION_FACE_UP_DEFENCE | POSITION_FACE_DOWN_DEFENCE
    MAX_LENGTH = 2048  # instructions of one program; the longest public script has 445


# Whether `number` is a lingering effect of the definition that `effect` belongs to, of the sort
# that an operand of the class `kind` names.
cdef bint _lingering_holds(
    const DuelTemplate* template_, const effect_t* effect, int kind, int64_t number
) noexcept nogil:
    cdef const effect_t* other
    if not 0 <= number < template_.effect_count:
        return False
    other = &template_.effects[number]
    if (other.definition != effect.definition or other.kind != EFFECT_KIND_CONTINUOUS
            or other.until == 0):
        return False
    if kind == OPERAND_CONTROL:
        return other.continuous == CONTINUOUS_CONTROL
    if kind == OPERAND_LINGERING:
        return other.continuous != CONTINUOUS_CONTROL and other.affects < AFFECTS_ME
    if kind == OPERAND_FIELD_LINGERING:
        return other.continuous != CONTINUOUS_CONTROL and other.affects == AFFECTS_FIELD
    return other.affects >= AFFECTS_ME  # OPERAND_PLAYER_LINGERING


cdef bint _lies_hold(int64_t value) noexcept nogil:
    cdef int i
    cdef int64_t lie
    if not 0 < value < 1 << 24:
        return False
    for i in range(3):
        lie = value >> 8 * i & 0xFF
        if lie & ~POSITIONS or lie & (lie - 1):
            return False
    return True


# Whether an operand is in range.  `first` and `last` bound the program.
cdef bint _operand_holds(
    const DuelTemplate* template_, const effect_t* effect, int kind, int32_t limit,
    int64_t value, int first, int last
) noexcept nogil:
    if kind == OPERAND_NONE:
        return value == 0
    if kind == OPERAND_REG or kind == OPERAND_OUT:
        return 0 <= value < N_REGISTERS
    if kind == OPERAND_SET or kind == OPERAND_DST:
        return 0 <= value < N_SETS
    if kind == OPERAND_WHO or kind == OPERAND_FLAG:
        return 0 <= value <= 1
    if kind == OPERAND_WHOM:
        return 0 <= value <= BOTH_PLAYERS
    if kind == OPERAND_JUMP:
        return first <= value <= last
    if kind == OPERAND_FILTER:
        return 0 <= value < template_.filter_count
    if (kind == OPERAND_LINGERING or kind == OPERAND_FIELD_LINGERING
            or kind == OPERAND_PLAYER_LINGERING or kind == OPERAND_CONTROL):
        return _lingering_holds(template_, effect, kind, value)
    if kind == OPERAND_COUNT:
        return 1 <= value <= 255
    if kind == OPERAND_HOW:
        return 0 <= value <= 7
    if kind == OPERAND_RANGE:
        return 0 < value < 1 << 16 and (value & 0xFF) <= value >> 8
    if kind == OPERAND_POSITIONS:
        return value != 0 and not value & ~POSITIONS
    if kind == OPERAND_LIES:
        return _lies_hold(value)
    if kind == OPERAND_PILE:
        return 0 <= value <= PLACE_EXTRA_DECK
    if kind == OPERAND_TOKEN:
        return 0 <= value < template_.definition_count and (
            template_.definitions[value].type & CARD_TYPE_TOKEN) != 0
    if kind == OPERAND_SKIPPED:
        return value == PHASE_DRAW or value == PHASE_STANDBY
    if kind == OPERAND_DEED:
        return (REASON_EFFECT <= value <= REASON_EFFECT_TRIBUTE
                or value == REASON_FUSION_MATERIAL)
    if kind == OPERAND_MAKING:
        return 0 <= value < 1 << 15 and (value & 0xFF) < N_RECIPE and (
            value & 0xFF != RECIPE_FUSION or value >> 8 == 0)
    if kind >= OPERAND_ENUMERATION:
        return 0 <= value <= limit
    return True  # any whole number


# The number of the first instruction that is not whole of the program at `first`, or -1.  A
# program ends with its first OP_END that no jump of it passes.
cdef int _program_fault(
    const DuelTemplate* template_, const effect_t* effect, int first, bint check
) noexcept nogil:
    cdef bint at_once = effect.kind == EFFECT_KIND_REACTION
    cdef int last = first
    cdef int reach = first
    cdef int pc, operand
    cdef const instruction_t* now
    cdef int64_t[4] values
    while True:
        if last >= <int>template_.instruction_count or last - first >= MAX_LENGTH:
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
        values[0], values[1], values[2], values[3] = now.a, now.b, now.c, now.i
        for operand in range(4):
            if not _operand_holds(
                    template_, effect, OPCODES[now.op].kinds[operand],
                    OPCODES[now.op].limits[operand], values[operand], first, last):
                return pc
    return -1


# Whether the numbers of an effect are in range and agree; its enumerations are known to be.
cdef bint _effect_holds(
    const DuelTemplate* template_, const effect_t* effect, uint32_t number
) noexcept nogil:
    if (effect.affects > AFFECTS_BOTH or effect.limit_count == 0 or effect.turns == 0
            or effect.speed > 3
            or number != <uint32_t>template_.effect_first[effect.definition] + effect.number):
        return False
    if effect.kind == EFFECT_KIND_PROCEDURE:
        return (effect.trigger == TRIGGER_NONE and effect.value != 0
                and not effect.value & ~POSITIONS)
    if effect.kind == EFFECT_KIND_TRIGGER or effect.kind == EFFECT_KIND_REACTION:
        return effect.trigger != TRIGGER_NONE
    if effect.kind == EFFECT_KIND_IGNITION:
        return effect.trigger == TRIGGER_NONE
    if effect.kind == EFFECT_KIND_REPLACEMENT:  # of the destruction of itself or of some cards
        return effect.trigger == TRIGGER_NONE and (
            effect.flags & EFFECT_FLAG_SELF or effect.filter != 0)
    if effect.kind != EFFECT_KIND_CONTINUOUS:
        return True
    if effect.continuous == CONTINUOUS_LATER:  # done once, when its phase has come
        return effect.until != 0 and effect.operation != 0 and (
            effect.trigger == TRIGGER_STANDBY_PHASE or effect.trigger == TRIGGER_END_PHASE)
    if effect.continuous == CONTINUOUS_WINS and effect.until:  # won when its turns have ended
        return (effect.trigger == TRIGGER_NONE and effect.affects >= AFFECTS_ME
                and effect.until & UNTIL_END_OF_TURN != 0)
    # A filter says on which cards of the field it works, or for whose summons it counts.
    if effect.trigger != TRIGGER_NONE or not effect.filter and (
            effect.affects == AFFECTS_FIELD
            or effect.continuous == CONTINUOUS_COUNTS_AS_TRIBUTES):
        return False
    if effect.continuous == CONTINUOUS_INSTEAD_OF_GRAVEYARD and effect.value != PLACE_BANISHED:
        return False
    return effect.continuous != CONTINUOUS_NONE and (
        effect.affects >= AFFECTS_ME) == is_on_players(effect.continuous)


cdef int programs_verify(const DuelTemplate* template_) noexcept nogil:
    cdef const effect_t* effect
    cdef uint16_t[6] programs
    cdef uint32_t i
    cdef int entry, fault
    for i in range(template_.effect_count):
        effect = &template_.effects[i]
        if not _effect_holds(template_, effect, i):
            return -1 - <int>i
        programs[0], programs[1], programs[2] = effect.condition, effect.check, effect.compute
        programs[3], programs[4], programs[5] = effect.cost, effect.target, effect.operation
        for entry in range(6):
            if programs[entry] == 0:
                continue
            fault = _program_fault(template_, effect, programs[entry], entry < 3)
            if fault >= 0:
                return fault + 1
    return 0
