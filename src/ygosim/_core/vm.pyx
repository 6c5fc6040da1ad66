"""The machine that runs effects' programs.  See vm.pxd."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t, uint8_t
from libc.string cimport memset

from ygosim._core.actions cimport action_run
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_remove, bitset_t,
    popcount64,
)
from ygosim._core.enums cimport (
    COMPARISON_AT_LEAST, COMPARISON_AT_MOST, COMPARISON_EQUAL, COMPARISON_GREATER, COMPARISON_LESS,
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
    CONTEXT_TURN_PLAYER, CONTEXT_USES, END_CAUSE_FUEL_LIMIT, FILTER_FLAG_CAN_BE_SUMMONED,
    FILTER_FLAG_CAN_GO_TO_DECK, FILTER_FLAG_CAN_GO_TO_HAND, PLACE_DECK, PLACE_GRAVEYARD,
    PLACE_HAND, PLACE_MONSTER_ZONE, POOL_PROGRAM_FRAMES,
)
from ygosim._core.filters cimport (
    card_attached_to, card_fact, card_lies_to_attack, filter_has, filter_select,
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
    OP_ADD, OP_ADD_INT, OP_AND, OP_BIT, OP_COMPARE, OP_END, OP_EVENT_CARDS, OP_FACT, OP_HALVE_UP,
    OP_JUMP, OP_JUMP_IF_NOT_ZERO, OP_JUMP_IF_ZERO, OP_KEEP, OP_KEEP_GREATEST, OP_KEEP_LEAST,
    OP_KEEP_MADE, OP_KEEP_SHARING, OP_KEEP_SUMMONABLE, OP_LINGER, OP_LINGERED_ON,
    OP_LINGERING_VALUE, OP_LOAD, OP_LOAD_INT, OP_MOVE, OP_MULTIPLY, OP_MULTIPLY_INT, OP_NOT, OP_OR,
    OP_SELECT, OP_SET_ADD, OP_SET_AND, OP_SET_BITS, OP_SET_CLEAR, OP_SET_COUNT, OP_SET_FIRST,
    OP_SET_HAS, OP_SET_MINUS, OP_SET_OR, OP_SET_REMOVE, OP_SET_TOTAL, OP_SUBTRACT, OP_TARGETS,
    OP_TOP,
)
from ygosim._core.procedures cimport PROGRAM_DONE, frame_push
from ygosim._core.tributes cimport normal_summon_ways
from ygosim._core.turn cimport duel_end
from ygosim._core.types cimport CARD_NONE, LINK_NONE, MAX_PROGRAM_FRAMES, PLAYER_NONE
from ygosim._core.zones cimport extra_deck_zones, spell_trap_zones_free, zones_free

cdef enum:
    # Filters of what an effect would move to another place.
    MOVES = FILTER_FLAG_CAN_BE_SUMMONED | FILTER_FLAG_CAN_GO_TO_DECK | FILTER_FLAG_CAN_GO_TO_HAND


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


# What a resolving effect may choose to move elsewhere does not lie in a GY whose cards stay there:
# where that GY is one of several places, the others are left to choose from.
cdef void _keep_movable(const DuelState* state, bitset_t* cards) noexcept nogil:
    cdef int player, word
    for player in range(2):
        if state.graveyard_stays >> player & 1:
            for word in range(4):
                cards.words[word] &= ~state.cards_in[player][PLACE_GRAVEYARD].words[word]


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
    cdef int op, result, word, card, i
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
            card = bitset_next(&s[now.b], -1)
            while card >= 0:
                if op == OP_SET_TOTAL:
                    value += card_fact(template_, state, <card_t>card, now.c, 0)
                else:
                    value |= card_fact(template_, state, <card_t>card, now.c, 0)
                card = bitset_next(&s[now.b], card)
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
            if (state.graveyard_stays and template_.filters[now.i].flags & MOVES
                    and frame.link + 1 == state.solving):
                _keep_movable(state, &s[now.a])
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
            for i in range(state.lingering_count):
                if _made_linger(frame, &state.lingering[i], now.i):
                    bitset_add(&s[now.a], state.lingering[i].card)
        elif op == OP_LINGERING_VALUE:
            r[now.a] = 0
            for i in range(state.lingering_count):
                if _made_linger(frame, &state.lingering[i], now.i):
                    r[now.a] += state.lingering[i].value
        elif op == OP_TARGETS:
            if frame.link < state.chain_count:
                s[now.a] = state.chain[frame.link].targets
            else:
                bitset_clear(&s[now.a])
        else:
            frame.pc = pc
            i = state.lingering_count
            result = action_run(template_, state, frame, now)
            if op == OP_LINGER and template_.effects[now.i].compute:
                _compute_lingering(template_, state, frame, i)
            if result != PROGRAM_DONE:
                state.fuel = fuel
                return result
