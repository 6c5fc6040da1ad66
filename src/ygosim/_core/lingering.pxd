"""What programs leave behind for a time: lingering effects, and what comes back by them.

Each function that carries out an instruction returns how its program goes on: program_result_t.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from ygosim._core.asking cimport player_said
from ygosim._core.bitset cimport bitset_next, bitset_t, popcount64
from ygosim._core.enums cimport (
    CONTINUOUS_LATER, PHASE_END, PHASE_STANDBY, PLACE_BANISHED, PLACE_MONSTER_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE, REASON_EFFECT,
    TRIGGER_END_PHASE, TRIGGER_STANDBY_PHASE, UNTIL_END_OF_TURN, UNTIL_LEAVES,
)
from ygosim._core.filters cimport card_reaches, control_effect
from ygosim._core.happenings cimport lingering_add, lingering_drop
from ygosim._core.layout cimport (
    PROCEDURE_RETURN, DuelState, DuelTemplate, effect_t, instruction_t, lingering_t,
    program_frame_t,
)
from ygosim._core.procedures cimport PROGRAM_DONE, PROGRAM_SETTLE, PROGRAM_WAITS, frame_push
from ygosim._core.types cimport CARD_NONE, N_SLOTS, card_t, player_t
from ygosim._core.zones cimport card_send_by, zones_free


# The effect `number` lingers on a card, or on players (CARD_NONE).
cdef inline void _linger(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    uint16_t number, card_t card, int64_t value
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
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


# OP_LINGER
cdef inline int linger_on_cards(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef const bitset_t* cards = &frame.s[now.a]
    cdef int card = bitset_next(cards, -1)
    while card >= 0:
        if card_reaches(template_, state, frame.card, <card_t>card):
            _linger(template_, state, frame, <uint16_t>now.i, <card_t>card, frame.r[now.b])
        card = bitset_next(cards, card)
    return PROGRAM_SETTLE


# OP_LINGER_PLAYER, OP_LINGER_FIELD
cdef inline int linger_at_large(
    const DuelTemplate* template_, DuelState* state, const program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    _linger(template_, state, frame, <uint16_t>now.i, CARD_NONE, frame.r[now.b])
    return PROGRAM_SETTLE


# OP_END_LINGERING
cdef inline int lingering_end(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].effect == now.i and state.lingering[i].source == frame.card:
            lingering_drop(state, i)
    return PROGRAM_SETTLE


# Control ----------------------------------------------------------------------------------


# Makes lingering effects of control on the cards that can change sides; returns how many.
cdef inline int _take(
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
            _linger(template_, state, frame, number, <card_t>card, player)
            count += 1
        card = bitset_next(cards, card)
    return count


# OP_TAKE_CONTROL
cdef inline int control_take(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    frame.r[now.b] = _take(
        template_, state, frame, &frame.s[now.a], player_said(frame, now.c), <uint16_t>now.i,
        True)
    return PROGRAM_SETTLE


# OP_SWAP_CONTROL
cdef inline int control_swap(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef uint16_t number = <uint16_t>now.i
    cdef int left = bitset_next(&frame.s[now.b], -1)
    cdef int right = bitset_next(&frame.s[now.c], -1)
    frame.r[now.a] = 0
    if (left >= 0 and right >= 0 and state.controller[left] != state.controller[right]
            and card_reaches(template_, state, frame.card, <card_t>left)
            and card_reaches(template_, state, frame.card, <card_t>right)):
        _take(template_, state, frame, &frame.s[now.b], state.controller[right], number, False)
        _take(template_, state, frame, &frame.s[now.c], state.controller[left], number, False)
        frame.r[now.a] = 1
    return PROGRAM_SETTLE


# RULING: a monster that is turned face-down stays with the player who controls it by an Equip
# Card, though that card loses its target (seen in the independent engine).
cdef inline void control_stays(
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


# Banished for a time (ZONE-8) -------------------------------------------------------------

# How a monster lay and whose it was is one number: the position, and the player in bit 8.
cdef enum:
    LAY_PLAYER = 8


# OP_BANISH_UNTIL: each monster of the field that is banished has a lingering effect that knows
# whose it was and how it lay.
cdef inline int banish_until(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef const bitset_t* cards = &frame.s[now.a]
    cdef int card = bitset_next(cards, -1)
    cdef int count = 0
    cdef int64_t lay
    while card >= 0:
        if (state.place[card] == PLACE_MONSTER_ZONE
                and card_reaches(template_, state, frame.card, <card_t>card)):
            lay = state.position[card] | <int64_t>state.controller[card] << LAY_PLAYER
            card_send_by(template_, state, <card_t>card, PLACE_BANISHED, REASON_EFFECT,
                         frame.player, frame.card)
            if state.place[card] == PLACE_BANISHED:  # no token
                _linger(template_, state, frame, <uint16_t>now.i, <card_t>card, lay)
                count += 1
        card = bitset_next(cards, card)
    frame.r[now.b] = count
    return PROGRAM_SETTLE


cdef inline bint _is_of_monsters(int position) noexcept nogil:
    return (position == POSITION_FACE_UP_ATTACK or position == POSITION_FACE_UP_DEFENCE
            or position == POSITION_FACE_DOWN_DEFENCE)


# OP_RETURN_TO_FIELD
cdef inline int return_to_field(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef int64_t lay = frame.r[now.b]
    cdef int position = <int>(lay & 0xFF)
    cdef int card = bitset_next(&frame.s[now.a], -1)
    if (card < 0 or state.place[card] != PLACE_BANISHED or not _is_of_monsters(position)
            or lay >> (LAY_PLAYER + 1)):
        return PROGRAM_DONE
    frame_push(state, PROCEDURE_RETURN, <uint8_t>(lay >> LAY_PLAYER), <card_t>card).most = (
        <uint8_t>position)
    return PROGRAM_WAITS
