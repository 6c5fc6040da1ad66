"""The battle phase: declaration, replay, damage step (BAT-1 … BAT-12)."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from ygosim._core.bitset cimport bitset_add
from ygosim._core.enums cimport (
    DAMAGE_CHANGE_DOUBLE_BATTLE_DAMAGE, DAMAGE_CHANGE_HALF_BATTLE_DAMAGE,
    DECISION_KIND_ATTACK_TARGET, DECISION_KIND_REPLAY, EVENT_KIND_ATTACK_CALLED_OFF,
    EVENT_KIND_ATTACK_DECLARED, EVENT_KIND_DAMAGE_CALCULATED, EVENT_KIND_FLIPPED,
    MOVE_KIND_ATTACK, PLACE_GRAVEYARD, PLACE_MONSTER_ZONE, POSITION_FACE_DOWN_ATTACK,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE,
    PROPERTY_DOUBLES_BATTLE_DAMAGE, PROPERTY_HALVES_BATTLE_DAMAGE, PROPERTY_PIERCE,
    PROPERTY_REFLECTS_BATTLE_DAMAGE, REASON_BATTLE, TRIGGER_ATTACK_DECLARED,
    TRIGGER_ATTACK_TARGETED,
)
from ygosim._core.happenings cimport happen_between
from ygosim._core.layout cimport (
    ATTACK_DECLARED, PROCEDURE_ATTACK, PROCEDURE_POINT, DuelState, DuelTemplate, effects_played,
    event_t,
)
from ygosim._core.state cimport damage_changed, event_push, lp_damage
from ygosim._core.procedures cimport decision_ask, frame_pop, frame_push, frame_top
from ygosim._core.types cimport CARD_NONE, N_SLOTS, card_t, player_t, slot_t, zone_mask_t
from ygosim._core.zones cimport card_comes_face_up, card_send, monster_lay


# Whether the opponent's monsters are other ones than when the attack was declared: the set
# counts, not the zones (BAT-2).
cdef inline bint attack_monsters_differ(const DuelState* state, player_t opponent) noexcept nogil:
    cdef uint64_t row
    cdef card_t declared[8]
    cdef int i, j, count, now
    cdef bint found
    memcpy(&row, &state.zone[opponent][0], 8)
    if row == state.attack.declared_against:
        return False
    memcpy(declared, &state.attack.declared_against, 8)
    count = 0
    now = 0
    for i in range(N_SLOTS):
        if state.zone[opponent][0][i] != CARD_NONE:
            now += 1
        if declared[i] == CARD_NONE:
            continue
        count += 1
        found = False
        for j in range(N_SLOTS):
            if state.zone[opponent][0][j] == declared[i]:
                found = True
        if not found:
            return True
    return count != now


# The attack is over; the battle step goes on.
cdef inline void attack_close(DuelState* state) noexcept nogil:
    frame_pop(state)
    state.attack.declared_against = 0
    state.attack.attacker = CARD_NONE
    state.attack.target = CARD_NONE
    state.attack.open = 0
    state.stale = effects_played(state)


# A face-down target is turned face-up (BAT-3).
cdef inline void attack_flip(DuelState* state, card_t target) noexcept nogil:
    cdef player_t player = state.controller[target]
    cdef slot_t slot = state.slot[target]
    cdef uint8_t position = POSITION_FACE_UP_DEFENCE
    cdef event_t* event
    if state.position[target] == POSITION_FACE_DOWN_ATTACK:  # POS-1
        position = POSITION_FACE_UP_ATTACK
    elif state.position[target] != POSITION_FACE_DOWN_DEFENCE:
        return
    monster_lay(state, player, slot, position)
    if effects_played(state):
        card_comes_face_up(state, target)
    event = event_push(state, EVENT_KIND_FLIPPED, player)
    event.card = target
    event.position = position


# What the attack finds at a monster (BAT-5, BAT-6): the attacker's ATK less what stands against
# it, and which of both it would destroy.
cdef inline int32_t attack_compare(
    const DuelTemplate* template_, const DuelState* state, bint* attacker_falls,
    bint* target_falls
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef card_t target = state.attack.target
    cdef int32_t atk = state.zone_atk[player][state.slot[state.attack.attacker]]
    cdef int32_t difference
    if state.position[target] != POSITION_FACE_UP_ATTACK:
        difference = atk - state.zone_def[1 - player][state.slot[target]]
        attacker_falls[0] = False
        target_falls[0] = difference > 0
        return difference
    difference = atk - state.zone_atk[1 - player][state.slot[target]]
    attacker_falls[0] = difference <= 0
    target_falls[0] = difference >= 0
    if atk == 0 and difference == 0:
        attacker_falls[0] = template_.rules.zero_attack_both_destroyed
        target_falls[0] = template_.rules.zero_attack_both_destroyed
    return difference


# The battle damage that each player takes if the battle goes on as it stands (BAT-5 … BAT-7),
# where effects are played: with what changes it and who takes it instead (LP-1).  Returns the
# monster that inflicts it; CARD_NONE, and 0 for both, if there is none.
cdef inline card_t attack_damage(
    const DuelTemplate* template_, const DuelState* state, int32_t* damage
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef player_t victim = 1 - player
    cdef card_t target = state.attack.target
    cdef slot_t slot = state.slot[state.attack.attacker]
    cdef uint32_t props = state.zone_props[player][0][slot]
    cdef card_t by = state.attack.attacker
    cdef uint32_t other = 0  # properties of the monster that it battles
    cdef int32_t amount = state.zone_atk[player][slot]
    cdef bint falls[2]
    cdef int changes
    damage[0] = 0
    damage[1] = 0
    if target != CARD_NONE:
        other = state.zone_props[1 - player][0][state.slot[target]]
        amount = attack_compare(template_, state, &falls[0], &falls[1])
        if amount < 0:
            by = target
            victim = player
            amount = -amount
            props = other
            other = state.zone_props[player][0][slot]
        elif state.position[target] != POSITION_FACE_UP_ATTACK and not props & PROPERTY_PIERCE:
            return CARD_NONE
    if other & PROPERTY_REFLECTS_BATTLE_DAMAGE:
        victim = 1 - victim
    changes = state.damage_changes[victim]
    if victim != state.controller[by]:
        if props & PROPERTY_HALVES_BATTLE_DAMAGE:
            changes |= DAMAGE_CHANGE_HALF_BATTLE_DAMAGE
        if props & PROPERTY_DOUBLES_BATTLE_DAMAGE:
            changes |= DAMAGE_CHANGE_DOUBLE_BATTLE_DAMAGE
    damage[victim] = damage_changed(amount, changes)
    return by if damage[victim] else CARD_NONE


# Damage step, from its start to its end (BAT-3).  Precondition: a legal battle.
cdef inline void damage_step(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef player_t opponent = 1 - player
    cdef card_t attacker = state.attack.attacker
    cdef card_t target = state.attack.target
    cdef int32_t difference
    cdef bint attacker_falls
    cdef bint target_falls
    cdef event_t* event
    if target == CARD_NONE:
        event = event_push(state, EVENT_KIND_DAMAGE_CALCULATED, player)
        event.card = attacker
        lp_damage(
            state, opponent, state.zone_atk[player][state.slot[attacker]], REASON_BATTLE)  # BAT-7
        attack_close(state)
        return
    attack_flip(state, target)
    event = event_push(state, EVENT_KIND_DAMAGE_CALCULATED, player)
    event.card = attacker
    event.other = target
    difference = attack_compare(template_, state, &attacker_falls, &target_falls)
    if difference < 0:
        lp_damage(state, player, -difference, REASON_BATTLE)
    elif state.position[target] == POSITION_FACE_UP_ATTACK:
        lp_damage(state, opponent, difference, REASON_BATTLE)
    attack_close(state)
    if state.lp[0] == 0 or state.lp[1] == 0:  # BAT-8: over before destruction
        return
    if attacker_falls:
        card_send(template_, state, attacker, PLACE_GRAVEYARD, REASON_BATTLE)
    if target_falls:
        card_send(template_, state, target, PLACE_GRAVEYARD, REASON_BATTLE)


# After the response window of a declaration: BAT-12, then BAT-2, else the damage step.
cdef inline void attack_resume(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef card_t attacker = state.attack.attacker
    if (state.place[attacker] != PLACE_MONSTER_ZONE or state.controller[attacker] != player
            or state.position[attacker] != POSITION_FACE_UP_ATTACK):
        attack_close(state)
        return
    if attack_monsters_differ(state, 1 - player):
        decision_ask(state, DECISION_KIND_REPLAY, player)
        return
    damage_step(template_, state)


# The attack has a target, or is direct: effects may answer.
cdef inline void attack_targeted(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    if state.attack.target != CARD_NONE:
        happen_between(
            template_, state, TRIGGER_ATTACK_TARGETED, state.attack.target,
            state.attack.attacker, state.turn_player)
    frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


# `attacker` is the monster that declared; the target is known (CARD_NONE: directly).
cdef inline void attack_declare(
    const DuelTemplate* template_, DuelState* state, card_t target
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef card_t attacker = frame_top(state).card
    cdef zone_mask_t keep = ~<zone_mask_t>(1 << state.slot[attacker])
    cdef event_t* event
    frame_top(state).step = ATTACK_DECLARED
    bitset_add(&state.attack_declared, attacker)
    state.monsters[player].may_attack &= keep
    state.monsters[player].may_change &= keep
    memcpy(&state.attack.declared_against, &state.zone[1 - player][0], 8)
    state.attack.attacker = attacker
    state.attack.target = target
    state.attack.open = 1
    event = event_push(state, EVENT_KIND_ATTACK_DECLARED, player)
    event.card = attacker
    event.other = target
    if effects_played(state):
        state.stale = 1
        state.attack_cancelled = 0
        state.attack_again = CARD_NONE
        happen_between(
            template_, state, TRIGGER_ATTACK_DECLARED, attacker, target, player)
        attack_targeted(template_, state)
    else:
        attack_resume(template_, state)


# The zones of the opponent's monsters that may be attacked.
cdef inline zone_mask_t attack_targets(const DuelState* state) noexcept nogil:
    cdef player_t opponent = 1 - state.turn_player
    if effects_played(state):
        return state.monsters[opponent].used & ~state.unattackable[opponent]
    return state.monsters[opponent].used


# The turn player attacks with `attacker` (BAT-1).  Precondition: legal.
cdef inline void attack_begin(
    const DuelTemplate* template_, DuelState* state, card_t attacker
) noexcept nogil:
    frame_push(state, PROCEDURE_ATTACK, MOVE_KIND_ATTACK, attacker)
    if attack_targets(state) == 0:
        attack_declare(template_, state, CARD_NONE)
    else:
        decision_ask(state, DECISION_KIND_ATTACK_TARGET, state.turn_player)


# After a replay the attack goes on against `target`; it is no new declaration (BAT-2).
cdef inline void attack_replay(
    const DuelTemplate* template_, DuelState* state, card_t target
) noexcept nogil:
    memcpy(
        &state.attack.declared_against, &state.zone[1 - state.turn_player][0], 8)
    state.attack.target = target
    if effects_played(state):
        state.stale = 1
        attack_targeted(template_, state)
    else:
        attack_resume(template_, state)


# The attack is called off; it counts as declared (BAT-2).
cdef inline void attack_call_off(DuelState* state) noexcept nogil:
    cdef event_t* event = event_push(state, EVENT_KIND_ATTACK_CALLED_OFF, state.turn_player)
    event.card = state.attack.attacker
    attack_close(state)
