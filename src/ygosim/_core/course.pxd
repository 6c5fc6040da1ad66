"""What programs do to the course of the duel: life points, the chain, the battle, phases.

Each function carries out one instruction and returns how its program goes on: program_result_t.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from ygosim._core.asking cimport card_said, player_said
from ygosim._core.bitset cimport bitset_add
from ygosim._core.enums cimport (
    EFFECT_KIND_ACTIVATION, EVENT_KIND_ATTACK_NEGATED, EVENT_KIND_SUMMON_NEGATED,
    EVENT_KIND_TARGET_CHANGED, PLACE_MONSTER_ZONE, REASON_EFFECT, TRIGGER_EFFECT_DAMAGE,
)
from ygosim._core.filters cimport card_reaches
from ygosim._core.happenings cimport happen
from ygosim._core.layout cimport (
    DAMAGE_STEP_NONE, LARGEST_LP, NEGATED_ACTIVATION, NEGATED_EFFECT, NEGATED_NOTHING, DuelState,
    DuelTemplate, event_t, instruction_t, link_t, program_frame_t,
)
from ygosim._core.opcodes cimport OP_NEGATE_ACTIVATION
from ygosim._core.procedures cimport PROGRAM_DONE, PROGRAM_SETTLE
from ygosim._core.state cimport damage_changed, event_push, lp_damage, lp_gain, lp_lose, lp_pay
from ygosim._core.types cimport CARD_NONE, card_t, player_t


# Life points ------------------------------------------------------------------------------


# OP_DAMAGE
cdef inline int course_damage(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef player_t player = player_said(frame, now.b)
    cdef int64_t damage = frame.r[now.c] if frame.r[now.c] > 0 else 0
    if damage > LARGEST_LP:
        damage = LARGEST_LP
    damage = damage_changed(<int32_t>damage, state.damage_changes[player] >> 3)
    frame.r[now.a] = damage
    lp_damage(state, player, <int32_t>damage, REASON_EFFECT)
    if damage:
        happen(template_, state, TRIGGER_EFFECT_DAMAGE, CARD_NONE, player)
    return PROGRAM_SETTLE


# OP_GAIN_LP
cdef inline int course_gain_lp(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int64_t gain = frame.r[now.c]
    if gain > 0:
        lp_gain(state, player_said(frame, now.b), gain if gain < LARGEST_LP else LARGEST_LP)
    return PROGRAM_DONE


# OP_LOSE_LP
cdef inline int course_lose_lp(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    lp_lose(state, player_said(frame, now.b), frame.r[now.c])
    return PROGRAM_SETTLE


# OP_PAY_LP
cdef inline int course_pay_lp(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int64_t price = frame.r[now.c]
    if price > 0:
        lp_pay(state, frame.player, <int32_t>(price if price < LARGEST_LP else LARGEST_LP))
    return PROGRAM_SETTLE


# OP_PAY_IF_ABLE
cdef inline int course_pay_if_able(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int64_t price = frame.r[now.b]
    cdef bint able = 0 < price <= state.lp[frame.player]
    frame.r[now.a] = able
    if able:
        lp_pay(state, frame.player, <int32_t>price)
    return PROGRAM_SETTLE


# The chain and the battle -----------------------------------------------------------------


# OP_NEGATE_ACTIVATION, OP_NEGATE_EFFECT
cdef inline int course_negate_link(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef bint activation = now.op == OP_NEGATE_ACTIVATION
    cdef link_t* link
    frame.r[now.a] = 0
    if frame.event.link >= state.chain_count:
        return PROGRAM_DONE
    link = &state.chain[frame.event.link]
    if link.negated != NEGATED_NOTHING:
        return PROGRAM_DONE
    link.negated = NEGATED_ACTIVATION if activation else NEGATED_EFFECT
    if activation and link.same and template_.effects[
            link.effect].kind == EFFECT_KIND_ACTIVATION:
        bitset_add(&state.nowhere, link.card)
    frame.r[now.a] = 1
    return PROGRAM_DONE


# OP_NEGATE_SUMMON
cdef inline int course_negate_summon(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef bint negates = state.pending != CARD_NONE and not state.summon_negated
    frame.r[now.a] = negates
    if negates:
        state.summon_negated = 1
        event_push(state, EVENT_KIND_SUMMON_NEGATED, frame.player).card = state.pending
    return PROGRAM_DONE


# OP_NEGATE_ATTACK
cdef inline int course_negate_attack(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef bint negates = (
        state.attack.open and not state.attack_cancelled and state.damage_step == DAMAGE_STEP_NONE)
    frame.r[now.a] = negates
    if negates:
        state.attack_cancelled = 1
        state.stale = 1
        event_push(state, EVENT_KIND_ATTACK_NEGATED, frame.player).card = state.attack.attacker
    return PROGRAM_DONE


# OP_ATTACK_AGAIN
cdef inline int course_attack_again(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame
) noexcept nogil:
    if (state.attack.open and state.place[state.attack.attacker] == PLACE_MONSTER_ZONE
            and card_reaches(template_, state, frame.card, state.attack.attacker)):
        state.attack_again = state.attack.attacker
    return PROGRAM_DONE


# OP_CHANGE_ATTACK_TARGET
cdef inline int course_change_attack_target(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int target = card_said(state, frame.r[now.b])
    cdef event_t* event
    if (state.attack.open and target >= 0 and state.place[target] == PLACE_MONSTER_ZONE
            and state.controller[target] != state.turn_player):
        state.attack.target = <card_t>target
        state.stale = 1
        # RULING: what left before is no replay any more (seen in the independent engine).
        memcpy(&state.attack.declared_against, &state.zone[1 - state.turn_player][0], 8)
        event = event_push(state, EVENT_KIND_TARGET_CHANGED, frame.player)
        event.card = state.attack.attacker
        event.other = <card_t>target
    return PROGRAM_DONE


# OP_FORCE_ATTACK
cdef inline int course_force_attack(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int attacker = card_said(state, frame.r[now.b])
    cdef int target = card_said(state, frame.r[now.c])
    if (attacker >= 0 and state.place[attacker] == PLACE_MONSTER_ZONE
            and state.controller[attacker] == state.turn_player
            and target >= 0 and state.place[target] == PLACE_MONSTER_ZONE
            and state.controller[target] != state.turn_player):
        state.forced_attacker = <card_t>attacker
        state.forced_target = <card_t>target
    return PROGRAM_DONE


# OP_SKIP_PHASE
# RULING: effects that skip the same phases do not add up (official answer on several copies of
# Reckless Greed).
cdef inline int course_skip_phase(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef player_t player = player_said(frame, now.b)
    if state.skips[player][now.a] < now.i:
        state.skips[player][now.a] = <uint8_t>now.i
    return PROGRAM_DONE
