"""A declared attack where effects are played.  See combat.pxd."""

from libc.stdint cimport int32_t, uint8_t

from ygosim._core.battle cimport (
    attack_close, attack_compare, attack_damage, attack_declare, attack_flip,
    attack_monsters_differ, attack_targets,
)
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_next, bitset_remove, bitset_t,
)
from ygosim._core.enums cimport (
    DECISION_KIND_REPLAY, EVENT_KIND_DAMAGE_CALCULATED, EVENT_KIND_PHASE_STARTED,
    LIMIT_CARD_PER_BATTLE, MOVE_KIND_ATTACK, PHASE_BATTLE, PLACE_GRAVEYARD, PLACE_MONSTER_ZONE,
    POSITION_FACE_DOWN_ATTACK, POSITION_FACE_DOWN_DEFENCE,
    PROPERTY_CANNOT_ATTACK, PROPERTY_NO_BATTLE_DESTRUCTION, REASON_BATTLE, TRIGGER_BATTLED,
    TRIGGER_BATTLE_DAMAGE, TRIGGER_BEFORE_DAMAGE_CALCULATION,
    TRIGGER_DAMAGE_CALCULATION, TRIGGER_DAMAGE_STEP_ENDED, TRIGGER_DESTROYED_BY_BATTLE,
    TRIGGER_DESTROYS_BY_BATTLE, TRIGGER_FLIPPED, UNTIL_DAMAGE_CALCULATION_ENDS,
    UNTIL_DAMAGE_STEP_ENDS,
)
from ygosim._core.filters cimport card_lies_to_attack, card_props
from ygosim._core.happenings cimport (
    effects_look_again, happen, happen_between, lingering_end, uses_end,
)
from ygosim._core.procedures cimport (
    decision_ask, destruction_open, frame_pop, frame_push, frame_top,
)
from ygosim._core.layout cimport (
    ATTACK_AFTER, ATTACK_BEFORE, ATTACK_CALCULATE, ATTACK_CALCULATED, ATTACK_DECLARED,
    ATTACK_DETERMINED, ATTACK_END, ATTACK_FLIP, DAMAGE_STEP_AFTER, DAMAGE_STEP_BEFORE,
    DAMAGE_STEP_END, DAMAGE_STEP_FLIPPED, DAMAGE_STEP_NONE, DAMAGE_STEP_START,
    FORCED_ATTACK_BATTLE, FORCED_ATTACK_END, FORCED_ATTACK_START, PROCEDURE_ATTACK,
    PROCEDURE_POINT, WATCHED_BATTLE, event_t, frame_t, happening_t,
)
from ygosim._core.state cimport event_push, lp_damage
from ygosim._core.settling cimport settle

from ygosim._core.turn cimport phase_open
from ygosim._core.types cimport CARD_NONE, card_t, player_t
from ygosim._core.zones cimport card_send_by, redirects_end


cdef bint _attacker_stands(const DuelState* state) noexcept nogil:
    cdef card_t attacker = state.attack.attacker
    return (state.place[attacker] == PLACE_MONSTER_ZONE
            and state.controller[attacker] == state.turn_player
            and card_lies_to_attack(state, attacker) and not state.attack_cancelled)


# Whether the attack goes on to the damage step (BAT-12).
# RULING: what cannot attack any more does not, as with Gravity Bind and Spellbinding Circle after
# the declaration; what "cannot declare an attack" has declared it already (the independent engine
# keeps the two apart).
cdef bint _attack_stands(const DuelState* state) noexcept nogil:
    return (_attacker_stands(state)
            and not card_props(state, state.attack.attacker) & PROPERTY_CANNOT_ATTACK)


# Whether both monsters can still battle (BAT-12).
cdef bint _battle_stands(const DuelState* state) noexcept nogil:
    cdef card_t target = state.attack.target
    return _attacker_stands(state) and (
        target == CARD_NONE or (state.place[target] == PLACE_MONSTER_ZONE
                                and state.controller[target] != state.turn_player))


# One player takes battle damage, if there is any.
cdef void _battle_damage(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef int32_t damage[2]
    cdef card_t by = attack_damage(template_, state, damage)
    cdef player_t victim = 0 if damage[0] else 1
    cdef happening_t* happening
    if by == CARD_NONE:
        return
    lp_damage(state, victim, damage[victim], REASON_BATTLE)
    happening = happen_between(
        template_, state, TRIGGER_BATTLE_DAMAGE, by,
        state.attack.target if by == state.attack.attacker else state.attack.attacker, victim)
    if happening != NULL:
        happening.value = damage[victim]


cdef void _calculate(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef card_t attacker = state.attack.attacker
    cdef card_t target = state.attack.target
    cdef bint attacker_falls
    cdef bint target_falls
    cdef event_t* event = event_push(state, EVENT_KIND_DAMAGE_CALCULATED, player)
    event.card = attacker
    event.other = target
    _battle_damage(template_, state)
    if target == CARD_NONE:
        return
    attack_compare(template_, state, &attacker_falls, &target_falls)
    if attacker_falls and not card_props(state, attacker) & PROPERTY_NO_BATTLE_DESTRUCTION:
        bitset_add(&state.battle_destroyed, attacker)
    if target_falls and not card_props(state, target) & PROPERTY_NO_BATTLE_DESTRUCTION:
        bitset_add(&state.battle_destroyed, target)


# Something happened to the attacker, and to its target if there is one.
cdef void _happen_to_both(
    const DuelTemplate* template_, DuelState* state, uint8_t kind
) noexcept nogil:
    cdef card_t attacker = state.attack.attacker
    cdef card_t target = state.attack.target
    happen_between(template_, state, kind, attacker, target, state.turn_player)
    if target != CARD_NONE:
        happen_between(template_, state, kind, target, attacker, state.turn_player)


# After calculation: flips that waited, "after damage calculation".
cdef void _battled(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef card_t target = state.attack.target
    if state.target_was_face_down and target != CARD_NONE:
        happen(template_, state, TRIGGER_FLIPPED, target, state.turn_player)
    _happen_to_both(template_, state, TRIGGER_BATTLED)


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
    redirects_end(state, &state.battle_destroyed)
    bitset_clear(&state.battle_destroyed)
    for i in range(2):
        if falls[i]:
            card_send_by(template_, state, pair[i], PLACE_GRAVEYARD, REASON_BATTLE,
                         controllers[1 - i], pair[1 - i])
    for i in range(2):
        if not falls[i]:
            continue
        happen_between(template_, state, TRIGGER_DESTROYS_BY_BATTLE, pair[1 - i], pair[i],
                       controllers[1 - i])
        happening = happen_between(template_, state, TRIGGER_DESTROYED_BY_BATTLE, pair[i],
                                   pair[1 - i], controllers[1 - i])
        if happening != NULL:
            happening.from_place = PLACE_MONSTER_ZONE
            happening.from_player = controllers[i]


# A window of the damage step, after which the attack goes on at `step`.
cdef void _window(
    const DuelTemplate* template_, DuelState* state, frame_t* frame, uint8_t step, uint8_t where
) noexcept nogil:
    frame.step = step
    state.damage_step = where
    state.time += 1
    effects_look_again(template_, state, WATCHED_BATTLE)
    frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


cdef void combat_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    cdef bitset_t doomed
    if frame.step == ATTACK_DECLARED:
        if state.battle_phase_ends or not _attack_stands(state):
            attack_close(state)
            state.attack_cancelled = 0
            return
        if attack_monsters_differ(state, 1 - state.turn_player):
            decision_ask(state, DECISION_KIND_REPLAY, state.turn_player)
            return
        state.target_was_face_down = state.attack.target != CARD_NONE and (
            state.position[state.attack.target] == POSITION_FACE_DOWN_DEFENCE
            or state.position[state.attack.target] == POSITION_FACE_DOWN_ATTACK)
        _window(template_, state, frame, ATTACK_FLIP, DAMAGE_STEP_START)
    elif frame.step == ATTACK_FLIP:
        if not _battle_stands(state):
            frame.step = ATTACK_AFTER
            return
        if state.attack.target != CARD_NONE:
            attack_flip(state, state.attack.target)
        _window(template_, state, frame, ATTACK_BEFORE, DAMAGE_STEP_FLIPPED)
        _happen_to_both(template_, state, TRIGGER_BEFORE_DAMAGE_CALCULATION)
    elif frame.step == ATTACK_BEFORE:
        if not _battle_stands(state):
            frame.step = ATTACK_AFTER
            return
        _window(template_, state, frame, ATTACK_CALCULATE, DAMAGE_STEP_BEFORE)
        happen_between(template_, state, TRIGGER_DAMAGE_CALCULATION, state.attack.attacker,
                       state.attack.target, state.turn_player)
    elif frame.step == ATTACK_CALCULATE:
        if not _battle_stands(state):
            frame.step = ATTACK_AFTER
            return
        state.time += 1
        _calculate(template_, state)
        effects_look_again(template_, state, WATCHED_BATTLE)
        lingering_end(state, UNTIL_DAMAGE_CALCULATION_ENDS)
        frame.step = ATTACK_CALCULATED
        # What the damage does at once is part of it, also of damage that ends the duel: what
        # Relinquished makes of it may draw the duel (WIN-1).
        settle(template_, state)
    elif frame.step == ATTACK_CALCULATED:
        frame.step = ATTACK_DETERMINED
        if template_.replacing_count and bitset_next(&state.battle_destroyed, -1) >= 0:
            # RULING: what replaces destruction by battle does so when it is determined, before
            # "after damage calculation" (seen in the independent engine).
            doomed = state.battle_destroyed
            bitset_clear(&state.battle_destroyed)
            destruction_open(state, &doomed, PLACE_GRAVEYARD, REASON_BATTLE,
                             state.turn_player, CARD_NONE, False)
    elif frame.step == ATTACK_DETERMINED:
        _battled(template_, state)
        frame.step = ATTACK_AFTER
        state.damage_step = DAMAGE_STEP_AFTER
        effects_look_again(template_, state, WATCHED_BATTLE)
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
    elif frame.step == ATTACK_AFTER:
        state.time += 1
        _destroy(template_, state)
        _happen_to_both(template_, state, TRIGGER_DAMAGE_STEP_ENDED)
        frame.step = ATTACK_END
        state.damage_step = DAMAGE_STEP_END
        effects_look_again(template_, state, WATCHED_BATTLE)
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
    else:
        state.damage_step = DAMAGE_STEP_NONE
        lingering_end(state, UNTIL_DAMAGE_CALCULATION_ENDS | UNTIL_DAMAGE_STEP_ENDS)
        uses_end(state, LIMIT_CARD_PER_BATTLE)
        state.target_was_face_down = 0
        state.attack_cancelled = 0
        attack_close(state)


# A phase is the present one from now on; no turn mark is touched.
cdef void _phase_become(DuelState* state, uint8_t phase, uint8_t ends) noexcept nogil:
    state.phase = phase
    state.battle_phase_ends = ends
    state.stale = 1
    event_push(state, EVENT_KIND_PHASE_STARTED, state.turn_player).value = phase


# Whether the monster that has to attack can, and its target be attacked.
cdef bint _forced_attack_stands(const DuelState* state) noexcept nogil:
    cdef card_t attacker = state.forced_attacker
    cdef card_t target = state.forced_target
    cdef player_t player = state.turn_player
    return (attacker != CARD_NONE and not state.battle_phase_ends
            and state.controller[attacker] == player and state.controller[target] != player
            and card_lies_to_attack(state, attacker)
            and not state.attack_locked[player] >> state.slot[attacker] & 1
            and attack_targets(state) >> state.slot[target] & 1)


cdef void forced_attack_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef card_t attacker = state.forced_attacker
    cdef card_t target = state.forced_target
    frame.step += 1
    if frame.step == FORCED_ATTACK_START:
        _phase_become(state, PHASE_BATTLE, 0)
        phase_open(state)
    elif frame.step == FORCED_ATTACK_BATTLE:
        if _forced_attack_stands(state):
            if not bitset_has(&state.attack_declared, attacker):
                frame.last = attacker
            frame_push(state, PROCEDURE_ATTACK, MOVE_KIND_ATTACK, attacker)
            attack_declare(template_, state, target)
        state.forced_attacker = CARD_NONE
        state.forced_target = CARD_NONE
    elif frame.step == FORCED_ATTACK_END:
        phase_open(state)
    else:
        # RULING: an attack in this Battle Phase is none of the turn's own one, so that the monster
        # may attack there (BAT-1: once a Battle Phase; the judges' answers of 2005 on Last Turn
        # have a Battle Phase in addition, otherwise like any other).
        if frame.last != CARD_NONE:
            bitset_remove(&state.attack_declared, frame.last)
        _phase_become(state, frame.move, frame.needed)
        frame_pop(state)
