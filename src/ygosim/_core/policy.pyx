"""The greedy player.  See policy.pxd."""

from libc.stdint cimport int32_t, uint8_t

from ygosim._core.bitset cimport (
    bitset_has, bitset_next, bitset_remove, bitset_t, lowest64, popcount64,
)
from ygosim._core.enums cimport (
    CARD_TYPE_TRAP, DECISION_KIND_ATTACK_TARGET, DECISION_KIND_BATTLE_PHASE,
    DECISION_KIND_CARD,
    DECISION_KIND_DISCARD, DECISION_KIND_MAIN_PHASE, DECISION_KIND_POSITION,
    DECISION_KIND_REPLAY, DECISION_KIND_RESPONSE, DECISION_KIND_TRIBUTE, DECISION_KIND_TRIGGER,
    EFFECT_KIND_TRIGGER, HAND_CLASS_SPELL_TRAP, HAND_CLASS_THREE_TRIBUTES, HAND_CLASS_TWO_TRIBUTES,
    MOVE_KIND_ATTACK, MOVE_KIND_ATTACK_DIRECTLY,
    MOVE_KIND_CALL_OFF_ATTACK, MOVE_KIND_CHANGE_POSITION, MOVE_KIND_CHOOSE_CARD,
    MOVE_KIND_CHOOSE_DISCARD, MOVE_KIND_CHOOSE_TARGET, MOVE_KIND_CHOOSE_TRIBUTE,
    MOVE_KIND_END_TURN, MOVE_KIND_ENTER_BATTLE_PHASE, MOVE_KIND_ENTER_MAIN_PHASE_2,
    MOVE_KIND_FINISH, MOVE_KIND_FLIP_SUMMON, MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_SET_MONSTER,
    MOVE_KIND_SET_SPELL_TRAP,
    MOVE_KIND_SPECIAL_SUMMON, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE,
    PLACE_SPELL_TRAP_ZONE, POSITION_FACE_DOWN_DEFENCE, USE_GIVES_ITSELF_UP, USE_HARMS_TARGET,
    USE_HELPS_TARGET, USE_SWAPS, USE_SWEEPS_MONSTERS, USE_SWEEPS_SPELLS, USE_TURNS_ITSELF,
)
from ygosim._core.layout cimport effect_t, frame_t, monster_masks_t
from ygosim._core.types cimport (
    CARD_NONE, card_t, move_card, move_kind, move_make, move_slot, player_t, zone_mask_t,
)

cdef enum:
    # What a Set monster is taken to defend with: most are worth attacking with a good
    # monster, few with a weak one.
    SET_DEF_GUESS = 1500
    NO_ATTACK = -1


# The highest ATK among the opponent's face-up attack monsters, -1 without one.
cdef int32_t _threat(const DuelState* state, player_t opponent) noexcept nogil:
    cdef int32_t threat = -1
    cdef zone_mask_t rest = state.monsters[opponent].attack
    cdef int slot
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        if state.zone_atk[opponent][slot] > threat:
            threat = state.zone_atk[opponent][slot]
    return threat


# What an attack of `atk` on the monster in `slot` is worth; NO_ATTACK: better not.
cdef int32_t _attack_worth(
    const DuelState* state, int32_t atk, player_t opponent, int slot
) noexcept nogil:
    cdef zone_mask_t bit = <zone_mask_t>(1 << slot)
    cdef int32_t theirs
    if state.monsters[opponent].attack & bit:
        theirs = state.zone_atk[opponent][slot]
        # The strongest monster that can be beaten, by the weakest that can do it.
        return 20000 + 4 * theirs - atk if atk > theirs else NO_ATTACK
    if state.monsters[opponent].defence & bit:
        theirs = state.zone_def[opponent][slot]
        return 10000 + 4 * state.zone_atk[opponent][slot] - atk if atk > theirs else NO_ATTACK
    return 8000 - atk if atk > SET_DEF_GUESS else NO_ATTACK


# The best target of an attack of `atk`; its worth goes to `worth`.
cdef card_t _best_target(
    const DuelState* state, int32_t atk, player_t opponent, const bitset_t* among,
    int32_t* worth
) noexcept nogil:
    cdef zone_mask_t rest = state.monsters[opponent].used
    cdef card_t best = CARD_NONE
    cdef int32_t here
    cdef int slot
    worth[0] = NO_ATTACK
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        if not bitset_has(among, state.zone[opponent][0][slot]):
            continue
        here = _attack_worth(state, atk, opponent, slot)
        if here > worth[0]:
            worth[0] = here
            best = state.zone[opponent][0][slot]
    return best


# The attacker of the best attack among `attackers`, CARD_NONE if none is worth it.
cdef card_t _best_attacker(
    const DuelState* state, player_t player, zone_mask_t attackers
) noexcept nogil:
    cdef player_t opponent = 1 - player
    cdef bitset_t among = state.cards_in[opponent][PLACE_MONSTER_ZONE]
    cdef card_t best = CARD_NONE
    cdef int32_t best_worth = NO_ATTACK
    cdef int32_t worth
    cdef zone_mask_t rest
    cdef int slot
    if state.effects:
        rest = state.unattackable[opponent]
        while rest:
            slot = lowest64(rest)
            rest &= rest - 1
            if state.zone[opponent][0][slot] != CARD_NONE:
                bitset_remove(&among, state.zone[opponent][0][slot])
    while attackers:
        slot = lowest64(attackers)
        attackers &= attackers - 1
        if state.monsters[opponent].used == 0 or (
                state.effects and state.direct[player] >> slot & 1):
            worth = state.zone_atk[player][slot]
        else:
            _best_target(state, state.zone_atk[player][slot], opponent, &among, &worth)
        if worth > best_worth:
            best_worth = worth
            best = state.zone[player][0][slot]
    return best


# The summed ATK of the player's `count` weakest monsters.
cdef int32_t _weakest_sum(const DuelState* state, player_t player, int count) noexcept nogil:
    cdef zone_mask_t rest = state.monsters[player].used
    cdef zone_mask_t look
    cdef int32_t total = 0
    cdef int slot, weakest
    while count > 0 and rest:
        look = rest
        weakest = lowest64(look)
        while look:
            slot = lowest64(look)
            look &= look - 1
            if state.zone_atk[player][slot] < state.zone_atk[player][weakest]:
                weakest = slot
        total += state.zone_atk[player][weakest]
        rest &= ~<zone_mask_t>(1 << weakest)
        count -= 1
    return total


# The hand card whose summon or Set adds most ATK to the field, CARD_NONE if none adds any.
cdef card_t _best_summon(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef const bitset_t* hand = &state.cards_in[moves.player][PLACE_HAND]
    cdef card_t best = CARD_NONE
    cdef int32_t best_gain = -1
    cdef int32_t gain
    cdef uint8_t tributes
    # Where effects forbid summons monsters can only be Set (SUM-15).
    cdef uint8_t most = HAND_CLASS_THREE_TRIBUTES if moves.summon_count else HAND_CLASS_TWO_TRIBUTES
    cdef int card = bitset_next(hand, -1)
    while card >= 0:
        tributes = template_.hand_class_of[card]
        if tributes <= most and moves.summons >> 8 * tributes & 0xFF:
            gain = template_.definitions[state.code[card]].atk
            gain -= _weakest_sum(state, moves.player, tributes)
            # A body without ATK still blocks; one paid for with more than it brings does not.
            if gain > best_gain and (tributes == 0 or gain > 0):
                best_gain = gain
                best = <card_t>card
        card = bitset_next(hand, card)
    return best


# Whether the monster in `slot` should stand in attack position.
cdef bint _should_attack(
    const DuelState* state, player_t player, int slot, int32_t threat
) noexcept nogil:
    return state.zone_atk[player][slot] > 0 and state.zone_atk[player][slot] >= threat


# What a player sees of the ATK on a side: face-down monsters count as a guess.
cdef int32_t _seen_atk(const DuelState* state, player_t player) noexcept nogil:
    cdef int32_t total = SET_DEF_GUESS * popcount64(state.monsters[player].set_)
    cdef zone_mask_t rest = state.monsters[player].attack | state.monsters[player].defence
    cdef int slot
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        total += state.zone_atk[player][slot]
    return total


# Whether the effect of an option is worth using now.
cdef bint _worth_using(
    const DuelTemplate* template_, const DuelState* state, player_t player, move_t move
) noexcept nogil:
    cdef player_t opponent = 1 - player
    cdef card_t card = move_card(move)
    cdef const effect_t* effect
    cdef uint8_t slot = move_slot(move)
    if move_kind(move) == MOVE_KIND_SPECIAL_SUMMON:
        return True
    if slot >= template_.effect_count_of[state.code[card]]:
        return True  # a monster that goes back in the End Phase
    effect = &template_.effects[template_.effect_first[state.code[card]] + slot]
    if effect.use == USE_HARMS_TARGET:
        return state.monsters[opponent].used != 0 or state.spell_trap_used[opponent] != 0
    if effect.use == USE_HELPS_TARGET:
        return (state.monsters[player].attack | state.monsters[player].defence) != 0
    if effect.use == USE_SWEEPS_MONSTERS:
        return _seen_atk(state, opponent) > _seen_atk(state, player)
    if effect.use == USE_SWEEPS_SPELLS:
        return popcount64(state.spell_trap_used[opponent]) > popcount64(
            state.spell_trap_used[player])
    if effect.use == USE_SWAPS:
        return _threat(state, opponent) > _weakest_sum(state, player, 1)
    if effect.use == USE_GIVES_ITSELF_UP:
        return _threat(state, opponent) > template_.definitions[state.code[card]].atk or (
            effect.kind == EFFECT_KIND_TRIGGER)
    return effect.use != USE_TURNS_ITSELF


# The first option that is worth using, or -1.
cdef int _best_use(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef int i
    for i in range(moves.extra_count):
        if _worth_using(template_, state, moves.player, moves.extra[i]):
            return i
    return -1


# How gladly the player picks a card for the effect that asks: the opponent's strongest, or own
# ones, weak to give up and strong to have.
cdef int32_t _pick_worth(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t card,
    bint helps
) noexcept nogil:
    cdef uint8_t place = state.place[card]
    cdef bint theirs = state.controller[card] != player
    cdef int32_t atk = 0
    if place == PLACE_MONSTER_ZONE:
        if not theirs or state.position[card] != POSITION_FACE_DOWN_DEFENCE:
            atk = state.zone_atk[state.controller[card]][state.slot[card]]
        else:
            atk = SET_DEF_GUESS
    elif not theirs or place == PLACE_GRAVEYARD:
        atk = template_.definitions[state.code[card]].atk
    if helps:
        return atk - (100000 if theirs else 0)
    if theirs:
        return 100000 + atk
    if place == PLACE_MONSTER_ZONE or place == PLACE_HAND or place == PLACE_SPELL_TRAP_ZONE:
        return -atk
    return atk


cdef move_t _pick_card(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[
        state.programs[state.program_count - 1].effect]
    cdef bint helps = effect.use == USE_HELPS_TARGET
    cdef int card = bitset_next(&moves.cards, -1)
    cdef int best = card
    cdef int32_t best_worth = 0
    cdef int32_t worth
    while card >= 0:
        worth = _pick_worth(template_, state, moves.player, <card_t>card, helps)
        if worth > best_worth or card == best:
            best_worth = worth
            best = card
        card = bitset_next(&moves.cards, card)
    if best < 0 or (moves.end and best_worth < 0):
        return move_make(MOVE_KIND_FINISH, 0, 0)
    return move_make(MOVE_KIND_CHOOSE_CARD, <card_t>best, 0)


# Decisions that only effects ask.
cdef move_t _effect_decision(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef int used
    cdef card_t card
    if moves.decision == DECISION_KIND_CARD:
        return _pick_card(template_, state, moves)
    if moves.decision == DECISION_KIND_POSITION:
        card = state.frames[state.frame_count - 1].card
        if template_.definitions[state.code[card]].atk < _threat(state, 1 - moves.player):
            return moves_pick(template_, state, moves, moves.count - 1)
        return moves_pick(template_, state, moves, 0)
    if moves.decision == DECISION_KIND_RESPONSE or moves.decision == DECISION_KIND_TRIGGER:
        used = _best_use(template_, state, moves)
        if used >= 0:
            return moves.extra[used]
    return moves_pick(template_, state, moves, 0)


# The first Trap in hand that may be Set, CARD_NONE without one: a Trap is no use in the hand.
cdef card_t _trap_to_set(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef const bitset_t* hand = &state.cards_in[moves.player][PLACE_HAND]
    cdef int card = bitset_next(hand, -1)
    if moves.spell_traps == 0 or not state.effects:
        return CARD_NONE
    while card >= 0:
        if (template_.definitions[state.code[card]].type & CARD_TYPE_TRAP
                and template_.hand_class_of[card] == HAND_CLASS_SPELL_TRAP):
            return <card_t>card
        card = bitset_next(hand, card)
    return CARD_NONE


cdef move_t _main_phase(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef player_t player = moves.player
    cdef const monster_masks_t* masks = &state.monsters[player]
    cdef int32_t threat = _threat(state, 1 - player)
    cdef card_t card
    cdef zone_mask_t rest
    cdef int slot
    cdef int used = _best_use(template_, state, moves)
    if used >= 0:
        return moves.extra[used]
    card = _best_summon(template_, state, moves)
    if card != CARD_NONE:
        if moves.summon_count and (
                template_.definitions[state.code[card]].atk >= threat
                or template_.hand_class_of[card] == HAND_CLASS_THREE_TRIBUTES):
            return move_make(MOVE_KIND_NORMAL_SUMMON, card, 0)
        return move_make(MOVE_KIND_SET_MONSTER, card, 0)
    rest = moves.flip
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        if _should_attack(state, player, slot, threat):
            return move_make(MOVE_KIND_FLIP_SUMMON, state.zone[player][0][slot], 0)
    rest = moves.change
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        if _should_attack(state, player, slot, threat) != (masks.attack >> slot & 1):
            return move_make(MOVE_KIND_CHANGE_POSITION, state.zone[player][0][slot], 0)
    card = _trap_to_set(template_, state, moves)
    if card != CARD_NONE:
        return move_make(MOVE_KIND_SET_SPELL_TRAP, card, 0)
    if moves.battle and _best_attacker(
            state, player, masks.attack & ~(state.attack_locked[player] if state.effects else 0)
    ) != CARD_NONE:
        return move_make(MOVE_KIND_ENTER_BATTLE_PHASE, 0, 0)
    return move_make(MOVE_KIND_END_TURN, 0, 0)


# The next of the `needed` least valuable among the cards that may still be chosen: choices
# ascend, so the lowest number among them.
cdef move_t _give_up(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, uint8_t kind,
    uint8_t place
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef int last = -1 if frame.last == CARD_NONE else frame.last
    cdef int card = bitset_next(&moves.cards, -1)
    cdef int other, weaker
    cdef int32_t worth, other_worth
    cdef move_t fallback = move_make(kind, <card_t>card, 0)
    while card >= 0:
        worth = template_.definitions[state.code[card]].atk
        weaker = 0
        other = bitset_next(&state.cards_in[moves.player][place], last)
        while other >= 0:
            other_worth = template_.definitions[state.code[other]].atk
            weaker += other_worth < worth or (other_worth == worth and other < card)
            other = bitset_next(&state.cards_in[moves.player][place], other)
        if weaker < frame.needed:
            return move_make(kind, <card_t>card, 0)
        card = bitset_next(&moves.cards, card)
    return fallback


cdef move_t policy_greedy(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    cdef player_t player = moves.player
    cdef card_t card
    cdef int32_t worth
    if moves.decision == DECISION_KIND_MAIN_PHASE:
        return _main_phase(template_, state, moves)
    if moves.decision == DECISION_KIND_BATTLE_PHASE:
        card = _best_attacker(state, player, moves.zones)
        if card != CARD_NONE:
            return move_make(MOVE_KIND_ATTACK, card, 0)
        # Main Phase 2 lets what did not attack go to defence.
        return move_make(
            MOVE_KIND_ENTER_MAIN_PHASE_2 if moves.main_2 else MOVE_KIND_END_TURN, 0, 0)
    if moves.decision == DECISION_KIND_ATTACK_TARGET or moves.decision == DECISION_KIND_REPLAY:
        card = state.frames[state.frame_count - 1].card
        card = _best_target(
            state, state.zone_atk[player][state.slot[card]], 1 - player, &moves.cards, &worth)
        if moves.battle and state.effects and state.monsters[1 - player].used:
            return move_make(MOVE_KIND_ATTACK_DIRECTLY, 0, 0)
        if card != CARD_NONE:
            return move_make(MOVE_KIND_CHOOSE_TARGET, card, 0)
        if moves.battle:
            return move_make(MOVE_KIND_ATTACK_DIRECTLY, 0, 0)
        if moves.end:
            return move_make(MOVE_KIND_CALL_OFF_ATTACK, 0, 0)
    elif moves.decision == DECISION_KIND_TRIBUTE:
        return _give_up(
            template_, state, moves, MOVE_KIND_CHOOSE_TRIBUTE, PLACE_MONSTER_ZONE)
    elif moves.decision == DECISION_KIND_DISCARD:
        return _give_up(template_, state, moves, MOVE_KIND_CHOOSE_DISCARD, PLACE_HAND)
    elif moves.decision >= DECISION_KIND_RESPONSE:
        return _effect_decision(template_, state, moves)
    return moves_pick(template_, state, moves, 0)
