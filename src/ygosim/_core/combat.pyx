"""A declared attack where effects are played.  See combat.pxd."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from ygosim._core.battle cimport (
    ATTACK_AFTER, ATTACK_BEFORE, ATTACK_CALCULATE, ATTACK_DECLARED, ATTACK_END, ATTACK_FLIP,
    attack_close, attack_monsters_differ,
)
from ygosim._core.bitset cimport bitset_add, bitset_clear, bitset_has
from ygosim._core.enums cimport (
    DECISION_KIND_REPLAY, EVENT_KIND_DAMAGE_CALCULATED, EVENT_KIND_FLIPPED, PLACE_GRAVEYARD,
    PLACE_MONSTER_ZONE, POSITION_FACE_DOWN_ATTACK, POSITION_FACE_DOWN_DEFENCE,
    POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE, PROPERTY_NO_BATTLE_DESTRUCTION,
    PROPERTY_PIERCE, REASON_BATTLE, TRIGGER_BATTLED, TRIGGER_BATTLE_DAMAGE,
    TRIGGER_DAMAGE_STEP_ENDED, TRIGGER_DESTROYED_BY_BATTLE, TRIGGER_DESTROYS_BY_BATTLE,
    TRIGGER_FLIPPED,
)
from ygosim._core.happenings cimport happen
from ygosim._core.procedures cimport decision_ask, frame_push, frame_top
from ygosim._core.layout cimport (
    DAMAGE_STEP_AFTER, DAMAGE_STEP_BEFORE, DAMAGE_STEP_END, DAMAGE_STEP_FLIPPED,
    DAMAGE_STEP_NONE, DAMAGE_STEP_START, PROCEDURE_POINT, event_t, frame_t, happening_t,
)
from ygosim._core.state cimport event_push, lp_damage
from ygosim._core.types cimport CARD_NONE, card_t, player_t
from ygosim._core.zones cimport card_send_by, monster_lay


cdef bint _attacker_stands(const DuelState* state) noexcept nogil:
    cdef card_t attacker = state.attack.attacker
    return (state.place[attacker] == PLACE_MONSTER_ZONE
            and state.controller[attacker] == state.turn_player
            and state.position[attacker] == POSITION_FACE_UP_ATTACK
            and not state.attack_cancelled)


# Whether both monsters can still battle (BAT-12).
cdef bint _battle_stands(const DuelState* state) noexcept nogil:
    cdef card_t target = state.attack.target
    return _attacker_stands(state) and (
        target == CARD_NONE or (state.place[target] == PLACE_MONSTER_ZONE
                                and state.controller[target] != state.turn_player))


cdef void _flip(const DuelTemplate* template_, DuelState* state, card_t target) noexcept nogil:
    cdef player_t player = state.controller[target]
    cdef uint8_t position = state.position[target]
    cdef event_t* event
    if position != POSITION_FACE_DOWN_DEFENCE and position != POSITION_FACE_DOWN_ATTACK:
        return
    position = (POSITION_FACE_UP_DEFENCE if position == POSITION_FACE_DOWN_DEFENCE
                else POSITION_FACE_UP_ATTACK)
    monster_lay(state, player, state.slot[target], position)
    state.clock += 1
    state.zone_since[player][0][state.slot[target]] = state.clock
    state.stale = 1
    event = event_push(state, EVENT_KIND_FLIPPED, player)
    event.card = target
    event.position = position


# `victim` takes battle damage from the monster `by`.
cdef void _battle_damage(
    const DuelTemplate* template_, DuelState* state, player_t victim, int32_t amount,
    card_t by, card_t other
) noexcept nogil:
    cdef happening_t* happening
    if amount <= 0:
        return
    lp_damage(state, victim, amount, REASON_BATTLE)
    happening = happen(template_, state, TRIGGER_BATTLE_DAMAGE, by, victim)
    if happening != NULL:
        happening.value = amount
        happening.other = other


cdef void _calculate(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef player_t opponent = 1 - player
    cdef card_t attacker = state.attack.attacker
    cdef card_t target = state.attack.target
    cdef int32_t atk = state.zone_atk[player][state.slot[attacker]]
    cdef int32_t against, difference
    cdef uint32_t props = state.zone_props[player][0][state.slot[attacker]]
    cdef uint32_t target_props
    cdef bint attacker_falls = False
    cdef bint target_falls = False
    cdef event_t* event = event_push(state, EVENT_KIND_DAMAGE_CALCULATED, player)
    event.card = attacker
    event.other = target
    if target == CARD_NONE:
        _battle_damage(template_, state, opponent, atk, attacker, CARD_NONE)  # BAT-7
        return
    target_props = state.zone_props[opponent][0][state.slot[target]]
    if state.position[target] == POSITION_FACE_UP_ATTACK:  # BAT-5
        against = state.zone_atk[opponent][state.slot[target]]
        difference = atk - against
        target_falls = difference >= 0
        attacker_falls = difference <= 0
        if atk == 0 and against == 0:
            target_falls = template_.rules.zero_attack_both_destroyed
            attacker_falls = target_falls
        _battle_damage(template_, state, opponent, difference, attacker, target)
        _battle_damage(template_, state, player, -difference, target, attacker)
    else:  # BAT-6
        against = state.zone_def[opponent][state.slot[target]]
        difference = atk - against
        target_falls = difference > 0
        if props & PROPERTY_PIERCE:
            _battle_damage(template_, state, opponent, difference, attacker, target)
        _battle_damage(template_, state, player, -difference, target, attacker)
    if attacker_falls and not props & PROPERTY_NO_BATTLE_DESTRUCTION:
        bitset_add(&state.battle_destroyed, attacker)
    if target_falls and not target_props & PROPERTY_NO_BATTLE_DESTRUCTION:
        bitset_add(&state.battle_destroyed, target)


# After calculation: flips that waited, "after damage calculation".
cdef void _battled(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef card_t attacker = state.attack.attacker
    cdef card_t target = state.attack.target
    cdef happening_t* happening
    if state.target_was_face_down and target != CARD_NONE:
        happen(template_, state, TRIGGER_FLIPPED, target, state.turn_player)
    happening = happen(template_, state, TRIGGER_BATTLED, attacker, state.turn_player)
    if happening != NULL:
        happening.other = target
    if target != CARD_NONE:
        happening = happen(template_, state, TRIGGER_BATTLED, target, state.turn_player)
        if happening != NULL:
            happening.other = attacker


# Sends what the battle destroys, if it is still there.
cdef void _destroy(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef card_t pair[2]
    cdef bint falls[2]
    cdef player_t controllers[2]
    cdef happening_t* happening
    cdef int i
    pair[0] = state.attack.attacker
    pair[1] = state.attack.target
    for i in range(2):
        falls[i] = False
        if pair[i] == CARD_NONE:
            continue
        controllers[i] = state.controller[pair[i]]
        falls[i] = (bitset_has(&state.battle_destroyed, pair[i])
                    and state.place[pair[i]] == PLACE_MONSTER_ZONE)
    bitset_clear(&state.battle_destroyed)
    for i in range(2):
        if falls[i]:
            card_send_by(template_, state, pair[i], PLACE_GRAVEYARD, REASON_BATTLE,
                         controllers[1 - i], pair[1 - i])
    for i in range(2):
        if not falls[i]:
            continue
        happening = happen(
            template_, state, TRIGGER_DESTROYS_BY_BATTLE, pair[1 - i], controllers[1 - i])
        if happening != NULL:
            happening.other = pair[i]
        happening = happen(
            template_, state, TRIGGER_DESTROYED_BY_BATTLE, pair[i], controllers[1 - i])
        if happening != NULL:
            happening.other = pair[1 - i]
            happening.from_place = PLACE_MONSTER_ZONE
            happening.from_player = controllers[i]


cdef void _damage_step_end(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef happening_t* happening
    happening = happen(
        template_, state, TRIGGER_DAMAGE_STEP_ENDED, state.attack.attacker, state.turn_player)
    if happening != NULL:
        happening.other = state.attack.target
    if state.attack.target != CARD_NONE:
        happening = happen(
            template_, state, TRIGGER_DAMAGE_STEP_ENDED, state.attack.target,
            state.turn_player)
        if happening != NULL:
            happening.other = state.attack.attacker


# A window of the damage step, after which the attack goes on at `step`.
cdef void _window(DuelState* state, frame_t* frame, uint8_t step, uint8_t where) noexcept nogil:
    frame.step = step
    state.damage_step = where
    state.time += 1
    frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


cdef void combat_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    if frame.step == ATTACK_DECLARED:
        if state.battle_phase_ends or not _attacker_stands(state):
            attack_close(state)
            state.attack_cancelled = 0
            return
        if attack_monsters_differ(state, 1 - state.turn_player):
            decision_ask(state, DECISION_KIND_REPLAY, state.turn_player)
            return
        state.target_was_face_down = state.attack.target != CARD_NONE and (
            state.position[state.attack.target] == POSITION_FACE_DOWN_DEFENCE
            or state.position[state.attack.target] == POSITION_FACE_DOWN_ATTACK)
        _window(state, frame, ATTACK_FLIP, DAMAGE_STEP_START)
    elif frame.step == ATTACK_FLIP:
        if not _battle_stands(state):
            frame.step = ATTACK_AFTER
            return
        if state.attack.target != CARD_NONE:
            _flip(template_, state, state.attack.target)
        _window(state, frame, ATTACK_BEFORE, DAMAGE_STEP_FLIPPED)
    elif frame.step == ATTACK_BEFORE:
        if not _battle_stands(state):
            frame.step = ATTACK_AFTER
            return
        _window(state, frame, ATTACK_CALCULATE, DAMAGE_STEP_BEFORE)
    elif frame.step == ATTACK_CALCULATE:
        if not _battle_stands(state):
            frame.step = ATTACK_AFTER
            return
        state.time += 1
        _calculate(template_, state)
        _battled(template_, state)
        frame.step = ATTACK_AFTER
        state.damage_step = DAMAGE_STEP_AFTER
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
    elif frame.step == ATTACK_AFTER:
        state.time += 1
        _destroy(template_, state)
        _damage_step_end(template_, state)
        frame.step = ATTACK_END
        state.damage_step = DAMAGE_STEP_END
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
    else:
        state.damage_step = DAMAGE_STEP_NONE
        state.target_was_face_down = 0
        state.attack_cancelled = 0
        attack_close(state)
