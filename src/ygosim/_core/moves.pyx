"""Lists of moves, and why a move is not legal.  See moves.pxd."""

from libc.stdint cimport uint8_t

from ygosim._core.bitset cimport bitset_has, popcount64
from ygosim._core.enums cimport (
    CARD_TYPE_SPELL, CARD_TYPE_TRAP, DECISION_KIND_ATTACK_TARGET, DECISION_KIND_BATTLE_PHASE,
    DECISION_KIND_CARD, DECISION_KIND_DISCARD, DECISION_KIND_MAIN_PHASE, DECISION_KIND_NONE,
    DECISION_KIND_OPTION, DECISION_KIND_POSITION, DECISION_KIND_REPLAY, DECISION_KIND_RESPONSE,
    DECISION_KIND_TRIBUTE, DECISION_KIND_TRIGGER, DECISION_KIND_YES_NO, DECISION_KIND_ZONE,
    HAND_CLASS_FIELD_SPELL, HAND_CLASS_SPELL_TRAP, HAND_CLASS_STAYS, HAND_CLASS_THREE_TRIBUTES,
    MOVE_KIND_ACTIVATE, MOVE_KIND_ATTACK, MOVE_KIND_ATTACK_DIRECTLY, MOVE_KIND_CALL_OFF_ATTACK,
    MOVE_KIND_CHANGE_POSITION, MOVE_KIND_CHOOSE_CARD, MOVE_KIND_CHOOSE_DISCARD,
    MOVE_KIND_CHOOSE_OPTION, MOVE_KIND_CHOOSE_POSITION, MOVE_KIND_CHOOSE_TARGET,
    MOVE_KIND_CHOOSE_TRIBUTE, MOVE_KIND_CHOOSE_ZONE, MOVE_KIND_END_TURN,
    MOVE_KIND_ENTER_BATTLE_PHASE, MOVE_KIND_ENTER_MAIN_PHASE_2, MOVE_KIND_FINISH,
    MOVE_KIND_FLIP_SUMMON, MOVE_KIND_NO, MOVE_KIND_NONE, MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_PASS,
    MOVE_KIND_SET_MONSTER, MOVE_KIND_SET_SPELL_TRAP, MOVE_KIND_SPECIAL_SUMMON, MOVE_KIND_YES,
    N_MOVE_KIND, PHASE_MAIN_1, PLACE_HAND, PLACE_MONSTER_ZONE, POSITION_FACE_DOWN_DEFENCE,
    POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE, REFUSAL_ALREADY_ATTACKED,
    REFUSAL_ALREADY_CHANGED, REFUSAL_ARRIVED_THIS_TURN, REFUSAL_ATTACK_FORBIDDEN, REFUSAL_DUEL_OVER,
    REFUSAL_HAS_ATTACKED, REFUSAL_MONSTERS_BAR_DIRECT_ATTACK, REFUSAL_MUST_CHOOSE, REFUSAL_NONE,
    REFUSAL_NOT_ATTACK_POSITION, REFUSAL_NOT_A_CHOICE, REFUSAL_NOT_CONTROLLED, REFUSAL_NOT_FACE_UP,
    REFUSAL_NOT_IN_HAND, REFUSAL_NOT_MAIN_PHASE_1, REFUSAL_NOT_NORMAL_SUMMONABLE,
    REFUSAL_NOT_ON_FIELD, REFUSAL_NOT_OPPONENTS_MONSTER, REFUSAL_NOT_SETTABLE,
    REFUSAL_NOT_SET_MONSTER, REFUSAL_NOT_SPELL_OR_TRAP, REFUSAL_NOT_USABLE_NOW,
    REFUSAL_NO_BATTLE_ON_FIRST_TURN, REFUSAL_NO_DEFENCE_POSITION, REFUSAL_NO_FREE_ZONE,
    REFUSAL_NO_MAIN_PHASE_2, REFUSAL_NO_NORMAL_SUMMON_LEFT, REFUSAL_NO_SUCH_CARD,
    REFUSAL_NO_SUCH_EFFECT, REFUSAL_OTHER_DECISION, REFUSAL_OUT_OF_ORDER, REFUSAL_SET_FORBIDDEN,
    REFUSAL_POSITION_LOCKED, REFUSAL_SUMMON_FORBIDDEN, REFUSAL_TOO_FEW_CHOSEN,
    REFUSAL_TOO_FEW_TRIBUTES, REFUSAL_TRIBUTE_FREES_NO_ZONE, REFUSAL_UNUSED_FIELDS,
    REFUSAL_ZONE_NOT_FREE,
)
from ygosim._core.layout cimport WAY_FLIP, WAY_NORMAL, frame_t
from ygosim._core.types cimport CARD_NONE, N_MONSTER_ZONES, move_card, move_kind, move_slot


cdef int moves_list(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, move_t* out
) noexcept nogil:
    cdef int i
    for i in range(moves.count):
        out[i] = moves_pick(template_, state, moves, <unsigned>i)
    return moves.count


cdef int moves_index(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, move_t move
) noexcept nogil:
    cdef int i
    for i in range(moves.count):
        if moves_pick(template_, state, moves, <unsigned>i) == move:
            return i
    return -1


# Whether a kind of move answers a decision.
cdef bint _answers(uint8_t kind, uint8_t decision) noexcept nogil:
    if kind == MOVE_KIND_NONE or kind >= N_MOVE_KIND:
        return False
    if kind == MOVE_KIND_END_TURN:
        return decision == DECISION_KIND_MAIN_PHASE or decision == DECISION_KIND_BATTLE_PHASE
    if kind == MOVE_KIND_CHOOSE_TARGET:
        return decision == DECISION_KIND_ATTACK_TARGET or decision == DECISION_KIND_REPLAY
    if kind == MOVE_KIND_ATTACK or kind == MOVE_KIND_ENTER_MAIN_PHASE_2:
        return decision == DECISION_KIND_BATTLE_PHASE
    if kind == MOVE_KIND_CHOOSE_TRIBUTE:
        return decision == DECISION_KIND_TRIBUTE
    if kind == MOVE_KIND_CHOOSE_ZONE:
        return decision == DECISION_KIND_ZONE
    if kind == MOVE_KIND_CHOOSE_DISCARD:
        return decision == DECISION_KIND_DISCARD
    if kind == MOVE_KIND_ATTACK_DIRECTLY:
        return decision == DECISION_KIND_REPLAY or decision == DECISION_KIND_ATTACK_TARGET
    if kind == MOVE_KIND_CALL_OFF_ATTACK:
        return decision == DECISION_KIND_REPLAY
    if kind == MOVE_KIND_ACTIVATE:
        return (decision == DECISION_KIND_MAIN_PHASE or decision == DECISION_KIND_BATTLE_PHASE
                or decision == DECISION_KIND_RESPONSE or decision == DECISION_KIND_TRIGGER)
    if kind == MOVE_KIND_PASS:
        return decision == DECISION_KIND_RESPONSE or decision == DECISION_KIND_TRIGGER
    if kind == MOVE_KIND_CHOOSE_CARD:
        return decision == DECISION_KIND_CARD
    if kind == MOVE_KIND_FINISH:
        return decision == DECISION_KIND_CARD or decision == DECISION_KIND_TRIBUTE
    if kind == MOVE_KIND_YES or kind == MOVE_KIND_NO:
        return decision == DECISION_KIND_YES_NO
    if kind == MOVE_KIND_CHOOSE_OPTION:
        return decision == DECISION_KIND_OPTION
    if kind == MOVE_KIND_CHOOSE_POSITION:
        return decision == DECISION_KIND_POSITION
    return decision == DECISION_KIND_MAIN_PHASE


cdef bint _is_about_a_card(uint8_t kind) noexcept nogil:
    return (kind <= MOVE_KIND_CHANGE_POSITION or kind == MOVE_KIND_ATTACK
            or kind == MOVE_KIND_CHOOSE_TRIBUTE or kind == MOVE_KIND_CHOOSE_TARGET
            or kind == MOVE_KIND_CHOOSE_DISCARD or _is_about_an_effect(kind)
            or kind == MOVE_KIND_CHOOSE_CARD)


cdef bint _is_about_an_effect(uint8_t kind) noexcept nogil:
    return kind == MOVE_KIND_ACTIVATE or kind == MOVE_KIND_SPECIAL_SUMMON


# A move that only effects know and that is not legal now.
cdef int _refusal_effects(
    const DuelTemplate* template_, const DuelState* state, move_t move
) noexcept nogil:
    cdef uint8_t kind = move_kind(move)
    cdef card_t card = move_card(move)
    if move >> 24:
        return REFUSAL_UNUSED_FIELDS
    if _is_about_an_effect(kind):
        if card >= state.card_count:
            return REFUSAL_NO_SUCH_CARD
        if move_slot(move) >= template_.effect_count_of[state.code[card]]:
            return REFUSAL_NO_SUCH_EFFECT
        return REFUSAL_NOT_USABLE_NOW
    if kind == MOVE_KIND_CHOOSE_CARD:
        if move_slot(move):
            return REFUSAL_UNUSED_FIELDS
        return REFUSAL_NO_SUCH_CARD if card >= state.card_count else REFUSAL_NOT_A_CHOICE
    if card:
        return REFUSAL_UNUSED_FIELDS
    if kind == MOVE_KIND_FINISH:
        return REFUSAL_TOO_FEW_CHOSEN
    if kind == MOVE_KIND_PASS:
        return REFUSAL_MUST_CHOOSE
    return REFUSAL_NOT_A_CHOICE


cdef int _refusal_summon(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t card,
    uint8_t kind
) noexcept nogil:
    # A Normal Summon or Set that is not legal, from the hand: SUM-1, SUM-15, ZONE-2.
    cdef uint8_t tributes = template_.hand_class_of[card]
    if kind == MOVE_KIND_NORMAL_SUMMON and tributes > HAND_CLASS_THREE_TRIBUTES:
        return REFUSAL_NOT_NORMAL_SUMMONABLE
    if kind == MOVE_KIND_SET_MONSTER and tributes >= HAND_CLASS_THREE_TRIBUTES:
        return REFUSAL_NOT_SETTABLE
    if state.normal_summons_left == 0:
        return REFUSAL_NO_NORMAL_SUMMON_LEFT
    if tributes > popcount64(state.monsters[player].used):
        return REFUSAL_TOO_FEW_TRIBUTES
    if (kind == MOVE_KIND_NORMAL_SUMMON and state.effects
            and state.cannot_summon[player] & WAY_NORMAL):
        return REFUSAL_SUMMON_FORBIDDEN
    return REFUSAL_NO_FREE_ZONE


cdef int _refusal_position(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t card,
    uint8_t kind
) noexcept nogil:
    # A Flip Summon or change of position that is not legal: SUM-2, POS-2.
    cdef uint8_t position = state.position[card]
    if kind == MOVE_KIND_FLIP_SUMMON and position != POSITION_FACE_DOWN_DEFENCE:
        return REFUSAL_NOT_SET_MONSTER
    if kind == MOVE_KIND_CHANGE_POSITION and (
            position != POSITION_FACE_UP_ATTACK and position != POSITION_FACE_UP_DEFENCE):
        return REFUSAL_NOT_FACE_UP
    if bitset_has(&state.arrived, card):
        return REFUSAL_ARRIVED_THIS_TURN
    if bitset_has(&state.attack_declared, card):
        return REFUSAL_HAS_ATTACKED
    if state.monsters[player].no_defence >> state.slot[card] & 1:
        return REFUSAL_NO_DEFENCE_POSITION
    if (kind == MOVE_KIND_FLIP_SUMMON and state.effects
            and state.cannot_summon[player] & WAY_FLIP
            and not bitset_has(&state.position_changed, card)):
        return REFUSAL_SUMMON_FORBIDDEN
    return REFUSAL_ALREADY_CHANGED


cdef int _refusal_tribute(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t card
) noexcept nogil:
    # A tribute that is not legal: the choice is out of order, or would free no zone (SUM-1).
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef int later = 0
    cdef int slot
    cdef card_t other
    if frame.last != CARD_NONE and card <= frame.last:
        return REFUSAL_OUT_OF_ORDER
    for slot in range(N_MONSTER_ZONES):
        other = state.zone[player][0][slot]
        later += other != CARD_NONE and other > card
    if later < frame.needed - 1:
        return REFUSAL_OUT_OF_ORDER
    return REFUSAL_TRIBUTE_FREES_NO_ZONE


cdef int moves_refusal(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves, move_t move
) noexcept nogil:
    cdef uint8_t kind = move_kind(move)
    cdef card_t card = move_card(move)
    cdef player_t player = state.decision_player
    if state.decision == DECISION_KIND_NONE:
        return REFUSAL_DUEL_OVER
    if moves_index(template_, state, moves, move) >= 0:
        return REFUSAL_NONE
    if not _answers(kind, state.decision):
        if kind == MOVE_KIND_ENTER_MAIN_PHASE_2:
            return REFUSAL_NO_MAIN_PHASE_2
        return REFUSAL_OTHER_DECISION
    if kind >= MOVE_KIND_SPECIAL_SUMMON:
        return _refusal_effects(template_, state, move)
    if kind == MOVE_KIND_ENTER_BATTLE_PHASE and card == 0 and move_slot(move) == 0:
        if state.phase != PHASE_MAIN_1:
            return REFUSAL_NOT_MAIN_PHASE_1
        return REFUSAL_NO_BATTLE_ON_FIRST_TURN
    if kind == MOVE_KIND_ENTER_MAIN_PHASE_2 and card == 0 and move_slot(move) == 0:
        return REFUSAL_NO_MAIN_PHASE_2
    if kind == MOVE_KIND_ATTACK_DIRECTLY and card == 0 and move_slot(move) == 0:
        return REFUSAL_MONSTERS_BAR_DIRECT_ATTACK
    if kind == MOVE_KIND_CHOOSE_ZONE:
        return REFUSAL_ZONE_NOT_FREE if card == 0 else REFUSAL_UNUSED_FIELDS
    if move_slot(move) or move >> 24 or not _is_about_a_card(kind):
        return REFUSAL_UNUSED_FIELDS
    if card >= state.card_count:
        return REFUSAL_NO_SUCH_CARD
    if (kind == MOVE_KIND_NORMAL_SUMMON or kind == MOVE_KIND_SET_MONSTER
            or kind == MOVE_KIND_SET_SPELL_TRAP or kind == MOVE_KIND_CHOOSE_DISCARD):
        if state.place[card] != PLACE_HAND:
            return REFUSAL_NOT_IN_HAND
        if state.controller[card] != player:
            return REFUSAL_NOT_CONTROLLED
        if kind == MOVE_KIND_CHOOSE_DISCARD:
            return REFUSAL_OUT_OF_ORDER
        if kind == MOVE_KIND_SET_SPELL_TRAP:
            if template_.hand_class_of[card] == HAND_CLASS_STAYS and template_.definitions[
                    state.code[card]].type & (CARD_TYPE_SPELL | CARD_TYPE_TRAP):
                return REFUSAL_SET_FORBIDDEN
            if (template_.hand_class_of[card] != HAND_CLASS_SPELL_TRAP
                    and template_.hand_class_of[card] != HAND_CLASS_FIELD_SPELL):
                return REFUSAL_NOT_SPELL_OR_TRAP
            return REFUSAL_NO_FREE_ZONE
        return _refusal_summon(template_, state, player, card, kind)
    if state.place[card] != PLACE_MONSTER_ZONE:
        return REFUSAL_NOT_ON_FIELD
    if kind == MOVE_KIND_CHOOSE_TARGET:
        return REFUSAL_NOT_OPPONENTS_MONSTER
    if state.controller[card] != player:
        return REFUSAL_NOT_CONTROLLED
    if kind == MOVE_KIND_CHOOSE_TRIBUTE:
        return _refusal_tribute(template_, state, player, card)
    if kind == MOVE_KIND_ATTACK:
        if state.effects and (state.attack_locked[player] >> state.slot[card] & 1 or (
                attack_targets(state) == 0 and state.no_direct[player] >> state.slot[card] & 1)):
            return REFUSAL_ATTACK_FORBIDDEN
        if state.position[card] != POSITION_FACE_UP_ATTACK:
            return REFUSAL_NOT_ATTACK_POSITION
        return REFUSAL_ALREADY_ATTACKED
    if state.effects and state.position_locked[player] >> state.slot[card] & 1:
        return REFUSAL_POSITION_LOCKED
    return _refusal_position(template_, state, player, card, kind)
