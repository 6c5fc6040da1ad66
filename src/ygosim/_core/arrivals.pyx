"""How cards come to zones by effects.  See arrivals.pxd."""

from libc.stdint cimport uint16_t, uint8_t

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_next, bitset_remove, bitset_t,
)
from ygosim._core.enums cimport (
    CARD_TYPE_FIELD, DECISION_KIND_POSITION, DECISION_KIND_ZONE, EVENT_KIND_CONTROL_CHANGED,
    EVENT_KIND_EQUIPPED, EVENT_KIND_MOVED, EVENT_KIND_SET, EVENT_KIND_SPECIAL_SUMMONED,
    PLACE_BANISHED, PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, REASON_EFFECT, REASON_RULE,
    REASON_RULE_DESTRUCTION, REASON_SET, REASON_SUMMON, TRIGGER_CONTROL_CHANGED, TRIGGER_SET,
    TRIGGER_SPECIAL_SUMMONED,
)
from ygosim._core.filters cimport card_face_up
from ygosim._core.happenings cimport (
    card_changed_sides, card_forget, card_stops_being_a_monster, happen,
)
from ygosim._core.layout cimport (
    ARRIVAL_NEXT, ARRIVAL_POSITION, ARRIVAL_ZONE, BUILT_IN_PAID, BUILT_IN_PENDING, BUILT_IN_PLACED,
    BUILT_IN_POSITION, BUILT_IN_STARTED, BUILT_IN_ZONE, ROW_MONSTER, ROW_SPELL_TRAP, WAY_SPECIAL,
    DuelState, DuelTemplate, effect_t, event_t, frame_t, happening_t, program_frame_t,
)
from ygosim._core.procedures cimport decision_ask, frame_become_point, frame_pop
from ygosim._core.state cimport event_push
from ygosim._core.settling cimport settle
from ygosim._core.summon cimport (
    field_spell_makes_way, summon_may_be_negated, summon_pend, summon_stands,
)
from ygosim._core.types cimport (
    CARD_NONE, FIELD_ZONE, LINK_NONE, N_SLOTS, PLACE_NOWHERE, card_t, player_t, slot_t,
    zone_mask_t,
)
from ygosim._core.vm cimport program_open
from ygosim._core.zones cimport (
    arrival_zones, card_send, monster_zone_put, monster_zone_take, pending_zone, pile_take,
    spell_trap_zone_put,
    token_arrive,
    zones_free,
)


# Special Summons --------------------------------------------------------------------------


cdef void _summon_place(
    const DuelTemplate* template_, DuelState* state, card_t card, player_t player, slot_t slot,
    uint8_t position, bint proper
) noexcept nogil:
    cdef event_t* event = event_push(state, EVENT_KIND_SPECIAL_SUMMONED, player)
    event.card = card
    event.from_player = state.controller[card]
    event.from_place = state.place[card]
    event.from_slot = state.slot[card]
    event.to_player = player
    event.to_place = PLACE_MONSTER_ZONE
    event.to_slot = slot
    event.position = position
    event.reason = REASON_SUMMON
    card_forget(state, card, False)
    if state.place[card] == PLACE_NOWHERE:
        token_arrive(state, card, player)
    else:
        pile_take(template_, state, card)
    monster_zone_put(template_, state, card, player, slot, position)
    bitset_add(&state.arrived, card)
    if player != state.owner[card]:
        bitset_add(&state.lent, card)
    if proper:
        bitset_add(&state.proper, card)


# The monsters of `cards` have been Special Summoned together.
cdef void _happen_summoned(
    const DuelTemplate* template_, DuelState* state, const bitset_t* cards, player_t player
) noexcept nogil:
    cdef happening_t* happening
    cdef int card = bitset_next(cards, -1)
    if card >= 0:
        state.summoned[player] |= WAY_SPECIAL
    while card >= 0:
        happening = happen(
            template_, state, TRIGGER_SPECIAL_SUMMONED, <card_t>card, player)
        if happening != NULL:
            happening.from_player = player
        card = bitset_next(cards, card)


# One position of the bits, or asks for it: True when it is known.
cdef bint _position_known(DuelState* state, uint8_t positions, player_t player) noexcept nogil:
    if positions & (positions - 1):
        decision_ask(state, DECISION_KIND_POSITION, player)
        return False
    return True


cdef void special_summon_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    cdef player_t player = <player_t>(program.player ^ (frame.move >> 2 & 1))
    cdef int card
    if frame.step == ARRIVAL_NEXT:
        card = bitset_next(&state.candidates, -1)
        while card >= 0 and arrival_zones(
                template_, state, player, <card_t>card, CARD_NONE) == 0:
            card = bitset_next(&state.candidates, card)
        if card < 0:
            _happen_summoned(template_, state, &state.chosen, player)
            program.r[program.wait] = frame.chosen
            bitset_clear(&state.chosen)
            bitset_clear(&state.candidates)
            state.positions = 0
            frame_pop(state)
            return
        frame.card = <card_t>card
        frame.step = ARRIVAL_ZONE
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    if frame.step == ARRIVAL_ZONE:
        frame.step = ARRIVAL_POSITION
        if not _position_known(state, state.positions, player):
            return
        frame.most = state.positions
    bitset_remove(&state.candidates, frame.card)
    bitset_add(&state.chosen, frame.card)
    _summon_place(template_, state, frame.card, player, frame.last, frame.most,
                  frame.move & 2)
    frame.chosen += 1
    frame.step = ARRIVAL_NEXT


cdef void built_in_summon_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef uint16_t number = template_.effect_first[state.code[frame.card]] + frame.move
    cdef const effect_t* effect = &template_.effects[number]
    cdef player_t player = state.turn_player
    cdef bitset_t cards
    cdef slot_t slot
    if frame.step == BUILT_IN_STARTED:
        frame.step = BUILT_IN_PAID
        if effect.cost:
            program_open(
                template_, state, number, effect.cost, frame.card, player, LINK_NONE)
            return
    if frame.step == BUILT_IN_PAID:
        if (state.place[frame.card] > PLACE_EXTRA_DECK or arrival_zones(
                template_, state, player, frame.card, CARD_NONE) == 0):
            frame_become_point(frame)  # its cost left it nowhere to go
            return
        frame.step = BUILT_IN_ZONE
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    if frame.step == BUILT_IN_ZONE:
        frame.step = BUILT_IN_POSITION
        state.positions = <uint8_t>effect.value
        if not _position_known(state, state.positions, player):
            return
        frame.most = state.positions
    if frame.step == BUILT_IN_POSITION:
        frame.step = BUILT_IN_PLACED
        if summon_may_be_negated(template_, state, frame.card, WAY_SPECIAL):
            slot = frame.last
            summon_pend(template_, state, slot)
            frame.step = BUILT_IN_PENDING
            return
    if frame.step == BUILT_IN_PENDING and not summon_stands(template_, state):
        frame_become_point(frame)
        frame.move = 1  # the chain that negated it has ended (PRIO-2)
        return
    state.positions = 0
    bitset_clear(&cards)
    bitset_add(&cards, frame.card)
    state.time += 1
    _summon_place(template_, state, frame.card, player, frame.last, frame.most, True)
    _happen_summoned(template_, state, &cards, player)
    frame_become_point(frame)
    settle(template_, state)


# Control ----------------------------------------------------------------------------------


# Puts a monster of the field into another zone, with its turn marks.  It has come face-up when it
# did, so that what it says is no later than it was (EFF-8).
cdef void _monster_move(
    const DuelTemplate* template_, DuelState* state, card_t card, player_t player, slot_t slot
) noexcept nogil:
    cdef bint arrived = bitset_has(&state.arrived, card)
    cdef bint changed = bitset_has(&state.position_changed, card)
    cdef bint declared = bitset_has(&state.attack_declared, card)
    cdef uint16_t since = state.zone_since[state.controller[card]][0][state.slot[card]]
    monster_zone_take(state, card)
    monster_zone_put(template_, state, card, player, slot, state.position[card])
    state.zone_since[player][0][slot] = since
    if arrived:
        bitset_add(&state.arrived, card)
    if changed:
        bitset_add(&state.position_changed, card)
    if declared:
        bitset_add(&state.attack_declared, card)


# The monster will be in a zone of the other side.
cdef void _event_side(DuelState* state, card_t card, slot_t slot) noexcept nogil:
    cdef player_t player = 1 - state.controller[card]
    cdef event_t* event = event_push(state, EVENT_KIND_CONTROL_CHANGED, player)
    event.card = card
    event.to_player = player
    event.to_place = PLACE_MONSTER_ZONE
    event.to_slot = slot
    event.position = state.position[card]


# The monster goes to the other side, without the event.
cdef void _side_cross(
    const DuelTemplate* template_, DuelState* state, card_t card, slot_t slot
) noexcept nogil:
    cdef player_t player = 1 - state.controller[card]
    _monster_move(template_, state, card, player, slot)
    if (player == state.turn_player and not bitset_has(&state.arrived, card)
            and not bitset_has(&state.position_changed, card)
            and not bitset_has(&state.attack_declared, card)
            and not state.monsters[player].no_defence >> slot & 1):
        state.monsters[player].may_change |= <zone_mask_t>(1 << slot)
    bitset_remove(&state.moving, card)
    card_changed_sides(state, card)
    happen(template_, state, TRIGGER_CONTROL_CHANGED, card, player)


# The monster goes to a zone of the other side.
cdef void _side_change(
    const DuelTemplate* template_, DuelState* state, card_t card, slot_t slot
) noexcept nogil:
    _event_side(state, card, slot)
    _side_cross(template_, state, card, slot)


# The zones that a monster may come to when it changes to `player`: free ones, and those of own
# monsters that go the other way at the same time; the second of a pair only where the first
# leaves.
cdef zone_mask_t control_zones(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef zone_mask_t zones = zones_free(template_, state, player)
    cdef int card = bitset_next(&state.moving, -1)
    while card >= 0:
        if state.controller[card] == player and (frame.chosen == 0 or card == frame.most):
            zones |= <zone_mask_t>(1 << state.slot[card]) & template_.rules.main_zones
        card = bitset_next(&state.moving, card)
    return zones & ~pending_zone(state, player)


# Two that change places do so when both zones are known.
cdef void control_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef player_t first
    cdef player_t player
    cdef int card = -1
    cdef int other
    cdef bint swap
    if frame.step == ARRIVAL_NEXT:
        first = (state.programs[state.program_count - 1].player if state.program_count
                 else state.turn_player)
        other = bitset_next(&state.moving, -1)
        while other >= 0:
            if frame.chosen:
                # One that goes the other way: the one whose zone the first takes, if any.
                if state.controller[other] != state.controller[frame.most] and (
                        card < 0 or state.slot[other] == frame.needed):
                    card = other
            # Those that come to the player who does it are placed first.
            elif card < 0 or (state.controller[card] == first
                              and state.controller[other] != first):
                card = other
            other = bitset_next(&state.moving, other)
        if card < 0 and frame.chosen:  # nobody is left to go the other way
            frame.chosen = 0
            return
        if card < 0:
            state.stale = 1
            frame_pop(state)
            return
        player = 1 - state.controller[card]
        if control_zones(template_, state, player) == 0:
            bitset_remove(&state.moving, <card_t>card)
            card_send(
                template_, state, <card_t>card, PLACE_GRAVEYARD, REASON_RULE_DESTRUCTION)
            return
        frame.card = <card_t>card
        frame.step = ARRIVAL_ZONE
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    frame.step = ARRIVAL_NEXT
    if frame.chosen:  # the second of a pair
        frame.chosen = 0
        _pair_swap(template_, state, frame.most, frame.needed, frame.card, frame.last)
        return
    swap = False
    other = bitset_next(&state.moving, -1)
    while other >= 0:
        swap |= state.controller[other] != state.controller[frame.card]
        other = bitset_next(&state.moving, other)
    if swap:
        frame.chosen = 1
        frame.most = frame.card
        frame.needed = frame.last
        return
    _side_change(template_, state, frame.card, frame.last)


# Two monsters change sides together; one that comes to the zone that the other leaves goes second.
cdef void _pair_swap(
    const DuelTemplate* template_, DuelState* state, card_t left, slot_t left_slot,
    card_t right, slot_t right_slot
) noexcept nogil:
    cdef player_t player = state.controller[left]
    cdef slot_t from_slot = state.slot[left]
    cdef bint waits = state.zone[1 - player][0][left_slot] != CARD_NONE
    if waits and state.zone[player][0][right_slot] != CARD_NONE and right_slot == from_slot:
        _pair_exchange(template_, state, left, left_slot, right, right_slot)
    elif waits:
        _side_change(template_, state, right, right_slot)
        _side_change(template_, state, left, left_slot)
    else:
        _side_change(template_, state, left, left_slot)
        _side_change(template_, state, right, right_slot)


# Each comes to the other's zone: `left` passes through slot 7 of the row, which is no zone.
cdef void _pair_exchange(
    const DuelTemplate* template_, DuelState* state, card_t left, slot_t left_slot,
    card_t right, slot_t right_slot
) noexcept nogil:
    _event_side(state, left, left_slot)
    _side_cross(template_, state, left, N_SLOTS - 1)
    _side_change(template_, state, right, right_slot)
    _zone_move(template_, state, left, left_slot)


# A monster goes to another zone of its side.
cdef void _zone_move(
    const DuelTemplate* template_, DuelState* state, card_t card, slot_t slot
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef bint may_change = state.monsters[player].may_change >> state.slot[card] & 1
    _monster_move(template_, state, card, player, slot)
    if may_change:
        state.monsters[player].may_change |= <zone_mask_t>(1 << slot)


# Spells and Traps that effects Set or place ------------------------------------------------


# Face-up the card is placed (ST-12), face-down it is Set.
cdef void place_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    cdef player_t player = frame.move
    cdef card_t card = frame.card
    cdef bint is_set = frame.most == POSITION_FACE_DOWN_DEFENCE
    cdef event_t* event
    if frame.step == ARRIVAL_NEXT:
        frame.step = ARRIVAL_ZONE
        if template_.definitions[state.code[card]].type & CARD_TYPE_FIELD:
            field_spell_makes_way(template_, state, player)
            frame.last = FIELD_ZONE
        else:
            state.zone_row = ROW_SPELL_TRAP
            decision_ask(state, DECISION_KIND_ZONE, player)
            return
    event = event_push(state, EVENT_KIND_SET if is_set else EVENT_KIND_MOVED, player)
    event.card = card
    event.reason = REASON_SET if is_set else REASON_EFFECT
    event.from_player = state.controller[card]
    event.from_place = state.place[card]
    event.from_slot = state.slot[card]
    event.to_player = player
    event.to_place = PLACE_SPELL_TRAP_ZONE
    event.to_slot = frame.last
    event.position = frame.most
    card_forget(state, card, False)
    pile_take(template_, state, card)
    spell_trap_zone_put(state, card, player, frame.last, frame.most)
    if is_set:
        bitset_add(&state.arrived, card)
        happen(template_, state, TRIGGER_SET, card, player)
    else:
        program.r[program.wait] = 1
    frame_pop(state)


cdef void equip_monster_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef program_frame_t* program = &state.programs[state.program_count - 1]
    cdef player_t player = frame.move
    cdef card_t card = frame.card
    cdef uint8_t position
    cdef event_t* event
    if frame.step == ARRIVAL_NEXT:
        frame.step = ARRIVAL_ZONE
        state.zone_row = ROW_SPELL_TRAP
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    # RULING: a face-down monster stays so (seen in the independent engine).
    position = (POSITION_FACE_UP_ATTACK if card_face_up(state, card)
                else POSITION_FACE_DOWN_DEFENCE)
    event = event_push(state, EVENT_KIND_EQUIPPED, player)
    event.card = card
    event.other = frame.needed
    card_stops_being_a_monster(template_, state, card)
    monster_zone_take(state, card)
    spell_trap_zone_put(state, card, player, frame.last, position)
    state.attached[player][frame.last] = frame.needed
    bitset_add(&state.equips, card)
    program.r[program.wait] = 1
    frame_pop(state)


# ZONE-8: it comes to a main zone of its last controller, and is not summoned; where none is free it
# goes to the GY by the rules.
cdef void return_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef player_t player = frame.move
    cdef card_t card = frame.card
    cdef event_t* event
    if frame.step == ARRIVAL_NEXT and zones_free(template_, state, player) == 0:
        frame_pop(state)
        card_send(template_, state, card, PLACE_GRAVEYARD, REASON_RULE)
        return
    if frame.step == ARRIVAL_NEXT:
        frame.step = ARRIVAL_ZONE
        state.zone_row = ROW_MONSTER
        decision_ask(state, DECISION_KIND_ZONE, player)
        return
    event = event_push(state, EVENT_KIND_MOVED, player)
    event.card = card
    event.reason = REASON_EFFECT
    event.from_player = state.controller[card]
    event.from_place = PLACE_BANISHED
    event.from_slot = state.slot[card]
    event.to_player = player
    event.to_place = PLACE_MONSTER_ZONE
    event.to_slot = frame.last
    event.position = frame.most
    card_forget(state, card, False)
    pile_take(template_, state, card)
    monster_zone_put(template_, state, card, player, frame.last, frame.most)
    if player != state.owner[card]:
        bitset_add(&state.lent, card)
    if player == state.turn_player and not state.monsters[player].no_defence >> frame.last & 1:
        state.monsters[player].may_change |= <zone_mask_t>(1 << frame.last)
    frame_pop(state)
