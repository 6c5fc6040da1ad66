"""What may be done now: the legal moves of the waiting decision.

`moves_prepare` describes all legal moves as a few sets; the i-th is picked from them without
a list.  Their order is fixed: by segment as in `moves_t`, within a segment by creation
order of cards or by slot.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_drop_last, bitset_has, bitset_next,
    bitset_remove, bitset_select, bitset_t, lowest64, popcount64, select64, select8,
)
from ygosim._core.enums cimport (
    DECISION_KIND_BATTLE_PHASE, DECISION_KIND_CARD,
    DECISION_KIND_DISCARD, DECISION_KIND_MAIN_PHASE, DECISION_KIND_OPTION,
    DECISION_KIND_POSITION, DECISION_KIND_REPLAY, DECISION_KIND_RESPONSE,
    DECISION_KIND_TRIBUTE, DECISION_KIND_TRIGGER, DECISION_KIND_YES_NO, DECISION_KIND_ZONE,
    HAND_CLASS_FIELD_SPELL, HAND_CLASS_SPELL_TRAP, HAND_CLASS_THREE_TRIBUTES,
    HAND_CLASS_TWO_TRIBUTES, MOVE_KIND_ATTACK,
    MOVE_KIND_ATTACK_DIRECTLY, MOVE_KIND_CALL_OFF_ATTACK, MOVE_KIND_CHANGE_POSITION,
    MOVE_KIND_CHOOSE_CARD, MOVE_KIND_CHOOSE_DISCARD, MOVE_KIND_CHOOSE_OPTION,
    MOVE_KIND_CHOOSE_POSITION, MOVE_KIND_CHOOSE_TARGET, MOVE_KIND_CHOOSE_TRIBUTE,
    MOVE_KIND_CHOOSE_ZONE, MOVE_KIND_END_TURN, MOVE_KIND_ENTER_BATTLE_PHASE,
    MOVE_KIND_ENTER_MAIN_PHASE_2, MOVE_KIND_FINISH, MOVE_KIND_FLIP_SUMMON, MOVE_KIND_NO,
    MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_PASS, MOVE_KIND_SET_MONSTER, MOVE_KIND_YES,
    MOVE_KIND_SET_SPELL_TRAP, PHASE_MAIN_1, PLACE_HAND, PLACE_MONSTER_ZONE,
)
from ygosim._core.activation cimport (
    MAX_ACTIVATIONS, OPENING_BATTLE, OPENING_MAIN, activations_list, phase_forced, procedures_list,
    triggers_list, window_opening,
)
from ygosim._core.battle cimport attack_targets
from ygosim._core.chain cimport chain_zones
from ygosim._core.filters cimport card_lies_to_attack
from ygosim._core.layout cimport (
    CHOICE_OF_EACH, CHOICE_OF_MATERIALS, PROCEDURE_PHASE, PROCEDURE_SET_SPELL_TRAP,
    PROCEDURE_SUMMON, WAY_FLIP, WAY_NORMAL, WAY_SPECIAL, DuelState, DuelTemplate, effects_played,
    frame_t, monster_masks_t,
)
from ygosim._core.materials cimport materials_offered
from ygosim._core.tributes cimport (
    tributable, tributes_can_suffice, tributes_possible, tributes_suffice,
)
from ygosim._core.types cimport (
    CARD_NONE, N_MONSTER_ZONES, N_SETS, card_t, move_make, move_t, player_t, zone_mask_t,
)
from ygosim._core.zones cimport spell_trap_zones_free, zones_free

cdef enum:
    # Most options of one decision: each card of a hand three ways (summon, Set, Set as spell
    # & trap exclude each other, so at most two), each zone two ways, and the phases.
    # With effects, those of two lists of activations beside these, and summons for Tributes that
    # count as several, which come in pairs.
    MAX_VALUED = 32
    MAX_EXTRA = 2 * MAX_ACTIVATIONS + MAX_VALUED + 1
    MAX_MOVES = 2 * 128 + 2 * 8 + 4 + MAX_EXTRA

# All legal moves of one decision.  Segments in order; a segment that does not belong to the
# decision is empty.  A main phase offers hand cards by HAND_CLASS_…: first all Normal
# Summons, then all Sets of monsters, then of Spells and Traps, of Field Spells.
ctypedef struct moves_t:
    uint8_t decision          # DECISION_KIND_…
    player_t player           # who is asked
    uint16_t count            # of all moves
    uint32_t summons          # a byte per number of tributes: hand cards to Normal Summon
    uint8_t summon_count
    uint8_t set_count         # the same without those that take three tributes (SUM-15)
    uint8_t spell_traps       # hand cards to Set in a spell & trap zone
    uint8_t field_spells      # hand cards to Set in the field zone
    zone_mask_t flip          # own monsters, Flip Summon
    zone_mask_t change        # own monsters, change of position
    zone_mask_t zones         # attackers, or free zones
    uint64_t options          # bits of an OPTION decision
    uint8_t battle            # 1: enter the Battle Phase; or attack directly
    uint8_t main_2            # 1: enter Main Phase 2
    uint8_t end               # 1: end the turn; or call the attack off
    bitset_t cards            # tributes, targets or discards; else undefined
    uint16_t extra_count      # moves of `extra`, which come after all others
    move_t extra[MAX_EXTRA]   # Special Summons by procedure, activations

# Writes all legal moves to `out`, which holds MAX_MOVES; returns their number.
cdef int moves_list(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, move_t* out
) noexcept nogil

# The index of `move` among the legal ones, or -1.
cdef int moves_index(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, move_t move
) noexcept nogil

# REFUSAL_NONE if `move` is legal, else the first reason why it is not.  `moves` is the
# waiting decision's; legality is `moves_index`, so that listing, applying and explaining
# cannot disagree.
cdef int moves_refusal(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, move_t move
) noexcept nogil


# The cards of `pool` that may be the next choice of the top frame: choices ascend in creation
# order, and as many as are needed after it stay behind it.
cdef inline void choices_offered(
    const DuelState* state, const bitset_t* pool, bitset_t* offered
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef unsigned first = <uint8_t>(frame.last + 1)  # CARD_NONE is 255: from 0
    cdef unsigned word
    cdef unsigned _later
    for word in range(4):
        offered.words[word] = pool.words[word] if word >= first >> 6 else 0
    offered.words[first >> 6] &= ~<uint64_t>0 << (first & 63)
    for _later in range(1, frame.needed):
        bitset_drop_last(offered)


# No zone is free, and some monsters would free none: takes those out of `offered` after which
# no choice could free one.
cdef inline void _tributes_prune(
    const DuelTemplate* template_, const DuelState* state, bitset_t* offered
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef player_t player = state.decision_player
    cdef int last_freeing = -1
    cdef int slot, card
    for slot in range(N_MONSTER_ZONES):
        card = state.zone[player][0][slot]
        if card == CARD_NONE or not (
                template_.rules.main_zones & tributable(state, player)) >> slot & 1:
            continue
        if bitset_has(&state.chosen, <card_t>card):
            return
        if card > last_freeing:
            last_freeing = card
    card = bitset_next(offered, -1)
    while card >= 0:
        if (card > last_freeing if frame.needed > 1
                else not template_.rules.main_zones >> state.slot[card] & 1):
            bitset_remove(offered, <card_t>card)
        card = bitset_next(offered, card)


# The monsters that may be the next tribute (SUM-1, ZONE-2).
cdef inline void tributes_offered(
    const DuelTemplate* template_, const DuelState* state, bitset_t* offered
) noexcept nogil:
    cdef player_t player = state.decision_player
    cdef bitset_t pool = state.cards_in[player][PLACE_MONSTER_ZONE]
    cdef zone_mask_t rest
    if effects_played(state):
        rest = state.untributable[player] & state.monsters[player].used
        while rest:
            bitset_remove(&pool, state.zone[player][0][lowest64(rest)])
            rest &= rest - 1
    choices_offered(state, &pool, offered)
    if (zones_free(template_, state, player) == 0
            and state.monsters[player].used & ~template_.rules.main_zones):
        _tributes_prune(template_, state, offered)


# The Tributes of the open decision where monsters may count as several; whether those chosen
# suffice already.
cdef inline bint _tributes_valued(
    const DuelTemplate* template_, const DuelState* state, bitset_t* offered
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef player_t player = state.decision_player
    cdef zone_mask_t pool = tributable(state, player)
    cdef zone_mask_t chosen = 0
    cdef zone_mask_t later
    cdef int slot, other
    cdef card_t card
    bitset_clear(offered)
    for slot in range(N_MONSTER_ZONES):
        if pool >> slot & 1 and bitset_has(&state.chosen, state.zone[player][0][slot]):
            chosen |= <zone_mask_t>(1 << slot)
    for slot in range(N_MONSTER_ZONES):
        card = state.zone[player][0][slot]
        if not pool >> slot & 1 or (frame.last != CARD_NONE and card <= frame.last):
            continue
        later = 0
        for other in range(N_MONSTER_ZONES):
            if pool >> other & 1 and state.zone[player][0][other] > card:
                later |= <zone_mask_t>(1 << other)
        if tributes_can_suffice(
                template_, state, player, frame.card, chosen | <zone_mask_t>(1 << slot), later):
            bitset_add(offered, card)
    return chosen != 0 and tributes_suffice(template_, state, player, frame.card, chosen)


# The summons that are possible only because a monster counts as several Tributes; how many.
cdef inline int _summons_valued(
    const DuelTemplate* template_, const DuelState* state, move_t* out
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef const bitset_t* hand = &state.cards_in[player][PLACE_HAND]
    cdef unsigned possible = tributes_possible(template_, state, player)
    cdef int count = 0
    cdef int card = bitset_next(hand, -1)
    cdef uint8_t needed
    while card >= 0:
        needed = template_.hand_class_of[card]
        if (HAND_CLASS_TWO_TRIBUTES <= needed <= HAND_CLASS_THREE_TRIBUTES
                and not possible >> needed & 1 and count < MAX_VALUED
                and tributes_can_suffice(
                    template_, state, player, <card_t>card, 0, tributable(state, player))):
            if not state.cannot_summon[player] & WAY_NORMAL:
                out[count] = move_make(MOVE_KIND_NORMAL_SUMMON, card, 0)
                count += 1
            if needed == HAND_CLASS_TWO_TRIBUTES:  # SUM-15
                out[count] = move_make(MOVE_KIND_SET_MONSTER, card, 0)
                count += 1
        card = bitset_next(hand, card)
    return count


# Which bytes of `summons` count, by the set of possible numbers of tributes.
cdef extern from *:
    """
    static const uint32_t ygo_tribute_bytes[16] = {
        0x00000000, 0x000000FF, 0x0000FF00, 0x0000FFFF, 0x00FF0000, 0x00FF00FF, 0x00FFFF00,
        0x00FFFFFF, 0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF, 0xFFFF0000, 0xFFFF00FF,
        0xFFFFFF00, 0xFFFFFFFF};
    """
    const uint32_t* TRIBUTE_BYTES "ygo_tribute_bytes"


# The sum of four bytes; at most 255, since a hand has fewer cards.
cdef inline unsigned _byte_sum(uint32_t bytes_) noexcept nogil:
    return bytes_ * <uint32_t>0x01010101 >> 24


# The k-th card of a class in a hand, in creation order.
cdef inline card_t _hand_select(
    const DuelTemplate* template_, const DuelState* state, player_t player, int hand_class,
    unsigned k
) noexcept nogil:
    cdef const bitset_t* hand = &state.cards_in[player][PLACE_HAND]
    cdef const bitset_t* wanted = &template_.hand_class[hand_class]
    cdef uint64_t here
    cdef unsigned count
    cdef unsigned word = 0
    while True:
        here = hand.words[word] & wanted.words[word]
        count = popcount64(here)
        if k < count:
            return <card_t>(64 * word + <unsigned>select64(here, k))
        k -= count
        word += 1


# The i-th card that may be Normal Summoned (or Set): by number of tributes, then by creation.
cdef inline card_t _summon_select(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, unsigned i
) noexcept nogil:
    cdef uint32_t rest = moves.summons
    cdef int tributes = 0
    while i >= (rest & 0xFF):
        i -= rest & 0xFF
        rest >>= 8
        tributes += 1
    return _hand_select(template_, state, moves.player, tributes, i)


# The legal moves of the main-phase decision of the turn player.
cdef inline void moves_main(
    const DuelTemplate* template_, const DuelState* state, moves_t* moves
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef const monster_masks_t* masks = &state.monsters[player]
    cdef uint32_t summons
    moves.summons = 0
    moves.summon_count = 0
    moves.set_count = 0
    if state.normal_summons_left:
        memcpy(&summons, &state.hand_classes[player][0], 4)
        summons &= TRIBUTE_BYTES[tributes_possible(template_, state, player) & 15]
        moves.summons = summons
        moves.summon_count = <uint8_t>_byte_sum(summons)
        moves.set_count = <uint8_t>_byte_sum(summons & 0x00FFFFFF)
    moves.spell_traps = state.hand_classes[player][HAND_CLASS_SPELL_TRAP]
    if moves.spell_traps and spell_trap_zones_free(template_, state, player) == 0:
        moves.spell_traps = 0
    moves.field_spells = state.hand_classes[player][HAND_CLASS_FIELD_SPELL]
    moves.flip = masks.may_change & masks.set_
    moves.change = masks.may_change & (masks.attack | masks.defence)
    moves.battle = (
        state.phase == PHASE_MAIN_1
        and (state.turn > 1 or template_.rules.first_turn_battle)
    )
    moves.end = 1
    # Of a monster's bits at most one is in flip or change, so one count serves both.
    moves.count = (
        moves.summon_count + moves.set_count + moves.spell_traps + moves.field_spells
        + popcount64(moves.flip | moves.change) + moves.battle + 1
    )


# What effects add to a main phase, or take from it.
cdef inline void _moves_main_effects(
    const DuelTemplate* template_, const DuelState* state, moves_t* moves
) noexcept nogil:
    cdef zone_mask_t locked = state.position_locked[moves.player]
    moves.count -= popcount64((moves.flip | moves.change) & locked)
    moves.flip &= ~locked
    moves.change &= ~locked
    if state.cannot_summon[moves.player] & WAY_NORMAL:
        moves.count -= moves.summon_count
        moves.summon_count = 0
    if state.cannot_summon[moves.player] & WAY_FLIP:
        moves.count -= popcount64(moves.flip)
        moves.flip = 0
    moves.extra_count = 0
    if not state.cannot_summon[moves.player] & WAY_SPECIAL:
        moves.extra_count = <uint16_t>procedures_list(template_, state, moves.extra)
    moves.extra_count += <uint16_t>activations_list(
        template_, state, moves.player, OPENING_MAIN, &moves.extra[moves.extra_count])
    if template_.tribute_values and state.normal_summons_left:
        moves.extra_count += <uint16_t>_summons_valued(
            template_, state, &moves.extra[moves.extra_count])
    moves.count += moves.extra_count


# The monsters that may declare an attack where effects are played.
cdef inline zone_mask_t _attackers(const DuelState* state) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef zone_mask_t attackers = (
        (state.monsters[player].attack | state.monsters[player].defence)
        & ~state.attack_locked[player])
    cdef int slot
    cdef card_t card
    for slot in range(N_MONSTER_ZONES):
        if attackers >> slot & 1:
            card = state.zone[player][0][slot]
            if not card_lies_to_attack(state, card) or (
                    bitset_has(&state.attack_declared, card) and card != state.attack_again):
                attackers &= ~<zone_mask_t>(1 << slot)
    if attack_targets(state) == 0:
        attackers &= ~state.no_direct[player]
        if state.monsters[1 - player].used:
            attackers &= state.direct[player]
    return attackers


# The cards of `targets` of the opponent.
cdef inline void _zone_cards(
    const DuelState* state, player_t player, zone_mask_t targets, bitset_t* out
) noexcept nogil:
    cdef int slot
    bitset_clear(out)
    for slot in range(N_MONSTER_ZONES):
        if targets >> slot & 1:
            bitset_add(out, state.zone[player][0][slot])


# Of two cards, one of each set: takes those out that no later card completes.
cdef inline void _each_prune(const DuelState* state, bitset_t* offered) noexcept nogil:
    cdef const bitset_t* left = &state.programs[state.program_count - 1].s[N_SETS - 2]
    cdef const bitset_t* right = &state.programs[state.program_count - 1].s[N_SETS - 1]
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef int card = bitset_next(offered, -1)
    cdef int other
    cdef bint fits
    while card >= 0:
        fits = False
        if frame.chosen:
            fits = ((bitset_has(left, frame.last) and bitset_has(right, <card_t>card))
                    or (bitset_has(right, frame.last) and bitset_has(left, <card_t>card)))
        else:
            other = bitset_next(&state.candidates, card)
            while other >= 0 and not fits:
                fits = ((bitset_has(left, <card_t>card) and bitset_has(right, <card_t>other))
                        or (bitset_has(right, <card_t>card)
                            and bitset_has(left, <card_t>other)))
                other = bitset_next(&state.candidates, other)
        if not fits:
            bitset_remove(offered, <card_t>card)
        card = bitset_next(offered, card)


# The legal moves of a decision that only effects ask.
cdef inline void _moves_effects(
    const DuelTemplate* template_, const DuelState* state, moves_t* moves
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    if state.decision == DECISION_KIND_RESPONSE:
        moves.end = 1
        if frame.procedure == PROCEDURE_PHASE:
            moves.end = phase_forced(template_, state, moves.player) == 0
        moves.extra_count = <uint16_t>activations_list(
            template_, state, moves.player,
            window_opening(state, frame),
            moves.extra)
        moves.count = moves.end + moves.extra_count
    elif state.decision == DECISION_KIND_TRIGGER:
        moves.end = frame.chosen >= 2
        moves.extra_count = <uint16_t>triggers_list(
            template_, state, frame.chosen, moves.extra)
        moves.count = moves.end + moves.extra_count
    elif state.decision == DECISION_KIND_CARD:
        if frame.step == CHOICE_OF_MATERIALS:
            moves.end = materials_offered(template_, state, &moves.cards)
        else:
            choices_offered(state, &state.candidates, &moves.cards)
            if frame.step == CHOICE_OF_EACH:
                _each_prune(state, &moves.cards)
            moves.end = frame.needed == 0
        moves.count = bitset_count(&moves.cards) + moves.end
    elif state.decision == DECISION_KIND_YES_NO:
        moves.count = 2
    elif state.decision == DECISION_KIND_OPTION:
        moves.options = state.options
        moves.count = popcount64(moves.options)
    else:
        moves.zones = state.positions
        moves.count = popcount64(moves.zones)


# Describes the legal moves of the waiting decision.  Precondition: one is waiting.
cdef inline void moves_prepare(
    const DuelTemplate* template_, const DuelState* state, moves_t* moves
) noexcept nogil:
    cdef player_t opponent
    moves.decision = state.decision
    moves.player = state.decision_player
    moves.zones = 0
    moves.battle = 0
    moves.main_2 = 0
    moves.end = 0
    moves.extra_count = 0
    if state.decision == DECISION_KIND_MAIN_PHASE:
        moves_main(template_, state, moves)
        if effects_played(state):
            _moves_main_effects(template_, state, moves)
    elif state.decision == DECISION_KIND_BATTLE_PHASE:
        moves.zones = state.monsters[state.turn_player].may_attack
        moves.main_2 = template_.rules.main_phase_2
        moves.end = 1
        if effects_played(state):
            moves.zones = _attackers(state)
            moves.extra_count = <uint16_t>activations_list(
                template_, state, moves.player, OPENING_BATTLE, moves.extra)
        moves.count = popcount64(moves.zones) + moves.main_2 + 1 + moves.extra_count
    elif effects_played(state) and state.decision >= DECISION_KIND_RESPONSE:
        _moves_effects(template_, state, moves)
    elif state.decision == DECISION_KIND_ZONE:
        if (effects_played(state)
                and state.frames[state.frame_count - 1].procedure > PROCEDURE_SUMMON
                and state.frames[state.frame_count - 1].procedure != PROCEDURE_SET_SPELL_TRAP):
            moves.zones = chain_zones(template_, state)
        elif state.frames[state.frame_count - 1].procedure == PROCEDURE_SET_SPELL_TRAP:
            moves.zones = spell_trap_zones_free(template_, state, state.decision_player)
        else:
            moves.zones = zones_free(template_, state, state.decision_player)
        moves.count = popcount64(moves.zones)
    else:
        if state.decision == DECISION_KIND_TRIBUTE:
            if effects_played(state) and template_.tribute_values:
                moves.end = _tributes_valued(template_, state, &moves.cards)
            else:
                tributes_offered(template_, state, &moves.cards)
        elif state.decision == DECISION_KIND_DISCARD:
            choices_offered(
                state, &state.cards_in[moves.player][PLACE_HAND], &moves.cards)
        else:
            opponent = 1 - state.decision_player
            moves.cards = state.cards_in[opponent][PLACE_MONSTER_ZONE]
            if effects_played(state):
                _zone_cards(state, opponent, attack_targets(state), &moves.cards)
                moves.battle = state.direct[state.turn_player] >> state.slot[
                    state.frames[state.frame_count - 1].card] & 1
            if state.decision == DECISION_KIND_REPLAY:
                moves.battle |= state.monsters[opponent].used == 0 and not (
                    effects_played(state) and state.no_direct[state.turn_player] >> state.slot[
                        state.frames[state.frame_count - 1].card] & 1)
                moves.end = 1
        moves.count = bitset_count(&moves.cards) + moves.battle + moves.end


# The i-th legal move.  Precondition: 0 <= i < moves.count.
cdef inline move_t moves_pick(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, unsigned i
) noexcept nogil:
    cdef unsigned here = moves.count - moves.extra_count
    if effects_played(state) and i >= here:
        return moves.extra[i - here]
    if moves.decision == DECISION_KIND_MAIN_PHASE:
        here = moves.summon_count
        if i < here:
            return move_make(
                MOVE_KIND_NORMAL_SUMMON, _summon_select(template_, state, moves, i), 0)
        i -= here
        here = moves.set_count
        if i < here:
            return move_make(
                MOVE_KIND_SET_MONSTER, _summon_select(template_, state, moves, i), 0)
        i -= here
        here = moves.spell_traps
        if i < here:
            return move_make(
                MOVE_KIND_SET_SPELL_TRAP,
                _hand_select(template_, state, moves.player, HAND_CLASS_SPELL_TRAP, i), 0)
        i -= here
        here = moves.field_spells
        if i < here:
            return move_make(
                MOVE_KIND_SET_SPELL_TRAP,
                _hand_select(template_, state, moves.player, HAND_CLASS_FIELD_SPELL, i), 0)
        i -= here
        here = popcount64(moves.flip)
        if i < here:
            return move_make(
                MOVE_KIND_FLIP_SUMMON, state.zone[moves.player][0][select8(moves.flip, i)], 0)
        i -= here
        here = popcount64(moves.change)
        if i < here:
            return move_make(
                MOVE_KIND_CHANGE_POSITION,
                state.zone[moves.player][0][select8(moves.change, i)], 0)
        if i - here < moves.battle:
            return move_make(MOVE_KIND_ENTER_BATTLE_PHASE, 0, 0)
        return move_make(MOVE_KIND_END_TURN, 0, 0)
    if moves.decision == DECISION_KIND_BATTLE_PHASE:
        here = popcount64(moves.zones)
        if i < here:
            return move_make(
                MOVE_KIND_ATTACK, state.zone[moves.player][0][select8(moves.zones, i)], 0)
        if i - here < moves.main_2:
            return move_make(MOVE_KIND_ENTER_MAIN_PHASE_2, 0, 0)
        return move_make(MOVE_KIND_END_TURN, 0, 0)
    if moves.decision == DECISION_KIND_ZONE:
        return move_make(MOVE_KIND_CHOOSE_ZONE, 0, select8(moves.zones, i))
    if moves.decision == DECISION_KIND_TRIBUTE:
        if effects_played(state) and moves.end and i == moves.count - 1u:
            return move_make(MOVE_KIND_FINISH, 0, 0)
        return move_make(MOVE_KIND_CHOOSE_TRIBUTE, bitset_select(&moves.cards, i), 0)
    if moves.decision == DECISION_KIND_DISCARD:
        return move_make(MOVE_KIND_CHOOSE_DISCARD, bitset_select(&moves.cards, i), 0)
    if effects_played(state) and moves.decision >= DECISION_KIND_RESPONSE:
        if moves.decision == DECISION_KIND_CARD:
            if i < moves.count - moves.end:
                return move_make(MOVE_KIND_CHOOSE_CARD, bitset_select(&moves.cards, i), 0)
            return move_make(MOVE_KIND_FINISH, 0, 0)
        if moves.decision == DECISION_KIND_YES_NO:
            return move_make(MOVE_KIND_NO if i else MOVE_KIND_YES, 0, 0)
        if moves.decision == DECISION_KIND_OPTION:
            return move_make(MOVE_KIND_CHOOSE_OPTION, 0, select64(moves.options, i))
        if moves.decision == DECISION_KIND_POSITION:
            return move_make(MOVE_KIND_CHOOSE_POSITION, 0, 1 << select8(moves.zones, i))
        return move_make(MOVE_KIND_PASS, 0, 0)
    here = moves.count - moves.battle - moves.end
    if i < here:
        return move_make(MOVE_KIND_CHOOSE_TARGET, bitset_select(&moves.cards, i), 0)
    if i - here < moves.battle:
        return move_make(MOVE_KIND_ATTACK_DIRECTLY, 0, 0)
    return move_make(MOVE_KIND_CALL_OFF_ATTACK, 0, 0)
