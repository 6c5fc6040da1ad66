"""Normal Summons, Sets, Flip Summons and changes of position (SUM-1, SUM-2, SUM-15, POS-2)."""

from libc.stdint cimport uint8_t

from ygosim._core.bitset cimport bitset_add
from ygosim._core.enums cimport (
    CONTINUOUS_PROPERTY, DECISION_KIND_TRIBUTE, DECISION_KIND_ZONE, EVENT_KIND_FLIP_SUMMONED,
    EVENT_KIND_NORMAL_SUMMONED, EVENT_KIND_POSITION_CHANGED, EVENT_KIND_SET,
    HAND_CLASS_FIELD_SPELL, MOVE_KIND_FLIP_SUMMON, MOVE_KIND_SET_MONSTER, PLACE_EXTRA_DECK,
    PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE,
    PROPERTY_NORMAL_SUMMON_CANNOT_BE_NEGATED, REASON_RULE, REASON_RULE_DESTRUCTION, REASON_SET,
    REASON_SUMMON, REASON_TRIBUTE, TRIGGER_FLIPPED, TRIGGER_FLIP_SUMMONED,
    TRIGGER_NORMAL_SUMMONED, TRIGGER_POSITION_CHANGED, TRIGGER_SET, TRIGGER_SUMMON_PENDING,
)
from ygosim._core.happenings cimport happen
from ygosim._core.procedures cimport (
    choice_add, choice_send, decision_ask, frame_pop, frame_push, frame_top,
)
from ygosim._core.layout cimport (
    PROCEDURE_POINT, PROCEDURE_SET_SPELL_TRAP, PROCEDURE_SUMMON, ROW_MONSTER, ROW_SPELL_TRAP,
    SUMMON_PENDING, WAY_FLIP, WAY_NORMAL, WAY_SPECIAL, DuelState, DuelTemplate, effect_t,
    effects_played, event_t, frame_t, happening_t,
)
from ygosim._core.state cimport event_push
from ygosim._core.types cimport CARD_NONE, FIELD_ZONE, card_t, player_t, slot_t, zone_mask_t
from ygosim._core.zones cimport (
    card_comes_face_up, card_send, monster_lay, monster_zone_put, pile_take, spell_trap_zone_put,
)


# Whose summon it is: the monster's controller, in the hand too.
cdef inline player_t summon_player(const DuelState* state) noexcept nogil:
    return state.controller[state.frames[state.frame_count - 1].card]


# An event of a card that came from the hand to a zone.
cdef inline void _event_placed(
    DuelState* state, uint8_t kind, card_t card, player_t player, uint8_t place, slot_t slot,
    uint8_t position, uint8_t reason
) noexcept nogil:
    cdef event_t* event = event_push(state, kind, player)
    event.card = card
    event.reason = reason
    event.from_player = player
    event.from_place = PLACE_HAND
    event.to_player = player
    event.to_place = place
    event.to_slot = slot
    event.position = position


# Whether effects may negate the summon of `card` (SUM-4), in the way WAY_….
cdef inline bint summon_may_be_negated(
    const DuelTemplate* template_, const DuelState* state, card_t card, uint8_t way
) noexcept nogil:
    cdef const effect_t* effect
    cdef int i
    if not effects_played(state) or not template_.listened >> TRIGGER_SUMMON_PENDING & 1:
        return False
    if way != WAY_NORMAL:
        return True
    for i in range(template_.effect_count_of[state.code[card]]):
        effect = &template_.effects[template_.effect_first[state.code[card]] + i]
        if (effect.continuous == CONTINUOUS_PROPERTY
                and effect.value & PROPERTY_NORMAL_SUMMON_CANNOT_BE_NEGATED):
            return False
    return True


# The summon of the top frame's monster is pending: what negates summons may answer.
cdef inline void summon_pend(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil:
    cdef frame_t* frame = frame_top(state)
    frame.step = SUMMON_PENDING
    frame.last = slot
    state.pending = frame.card
    state.stale = 1  # while it is pending, effects do not see it
    state.summon_negated = 0
    state.time += 1
    happen(template_, state, TRIGGER_SUMMON_PENDING, frame.card, summon_player(state))
    frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


# The way of the summon that a procedure makes, WAY_….
cdef inline uint8_t summon_way(const frame_t* frame) noexcept nogil:
    if frame.procedure != PROCEDURE_SUMMON:
        return WAY_SPECIAL
    return WAY_FLIP if frame.move == MOVE_KIND_FLIP_SUMMON else WAY_NORMAL


# The window has closed: whether the summon goes on.  If not, the monster is sent to the GY by
# rule where the negating card says nothing else (SUM-5).
cdef inline bint summon_stands(
    const DuelTemplate* template_, DuelState* state
) noexcept nogil:
    cdef card_t card = state.pending
    cdef player_t player = summon_player(state)
    cdef bint stands = not state.summon_negated
    if not stands and (state.place[card] == PLACE_HAND
                       or state.place[card] == PLACE_MONSTER_ZONE
                       or state.place[card] == PLACE_EXTRA_DECK):
        card_send(template_, state, card, PLACE_GRAVEYARD, REASON_RULE)
    if not stands and template_.rules.negated_summon_counts:
        state.summoned[player] |= summon_way(frame_top(state))
    state.pending = CARD_NONE
    state.stale = 1
    state.summon_negated = 0
    return stands


# The summoned or Set monster arrives in `slot`; the procedure is over.
cdef inline void summon_finish(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil:
    cdef const frame_t* frame = frame_top(state)
    cdef card_t card = frame.card
    cdef player_t player = summon_player(state)
    cdef bint is_set = frame.move == MOVE_KIND_SET_MONSTER
    cdef uint8_t position = POSITION_FACE_DOWN_DEFENCE if is_set else POSITION_FACE_UP_ATTACK
    cdef happening_t* happening
    frame_pop(state)
    pile_take(template_, state, card)
    monster_zone_put(template_, state, card, player, slot, position)
    bitset_add(&state.arrived, card)
    _event_placed(
        state, EVENT_KIND_SET if is_set else EVENT_KIND_NORMAL_SUMMONED, card, player,
        PLACE_MONSTER_ZONE, slot, position, REASON_SET if is_set else REASON_SUMMON)
    if effects_played(state):
        state.time += 1  # tributes lie before
        if not is_set:
            state.summoned[player] |= WAY_NORMAL
        happening = happen(
            template_, state, TRIGGER_SET if is_set else TRIGGER_NORMAL_SUMMONED, card, player)
        if happening != NULL:
            happening.value = template_.hand_class_of[card]
            happening.from_player = player
        if state.chain_count == 0:  # else it is answered when the chain has ended
            frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


# The zone of a Normal Summon or Set is chosen.
cdef inline void summon_zone_chosen(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil:
    cdef const frame_t* frame = frame_top(state)
    # SUM-4: within a chain nothing can answer it.
    if frame.move != MOVE_KIND_SET_MONSTER and state.chain_count == 0 and summon_may_be_negated(
            template_, state, frame.card, WAY_NORMAL):
        summon_pend(template_, state, slot)
    else:
        summon_finish(template_, state, slot)


# The tributes are given, if any: the zone is asked for.
cdef inline void summon_ask_zone(DuelState* state) noexcept nogil:
    state.zone_row = ROW_MONSTER
    decision_ask(state, DECISION_KIND_ZONE, summon_player(state))


# The Tributes of the top frame's summon are asked for, if there are any, else its zone.
cdef inline void summon_ask(DuelState* state) noexcept nogil:
    if frame_top(state).needed:
        decision_ask(state, DECISION_KIND_TRIBUTE, summon_player(state))
    else:
        summon_ask_zone(state)


# Starts a Normal Summon or Set of `card` from the turn player's hand.  Precondition: legal.
cdef inline void summon_begin(
    const DuelTemplate* template_, DuelState* state, card_t card, uint8_t move
) noexcept nogil:
    cdef frame_t* frame = frame_push(state, PROCEDURE_SUMMON, move, card)
    frame.needed = template_.hand_class_of[card]
    if template_.rules.normal_summons:
        state.normal_summons_left -= 1
    summon_ask(state)


# The player of a summon by an effect has said how: face-up attack, or Set.
cdef inline void summon_choose_position(DuelState* state, uint8_t position) noexcept nogil:
    if position == POSITION_FACE_DOWN_DEFENCE:
        frame_top(state).move = MOVE_KIND_SET_MONSTER
    state.positions = 0
    summon_ask(state)


# The tributes that are chosen are sent to the GY together (SUM-1).
cdef inline void summon_give_tributes(
    const DuelTemplate* template_, DuelState* state
) noexcept nogil:
    frame_top(state).needed = 0
    choice_send(template_, state, PLACE_GRAVEYARD, REASON_TRIBUTE)
    if not effects_played(state):  # else what the tributes leave behind comes first
        summon_ask_zone(state)


# One more tribute is chosen; with the last all are given.
cdef inline void summon_choose_tribute(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    if choice_add(state, card):
        summon_give_tributes(template_, state)
    else:
        decision_ask(state, DECISION_KIND_TRIBUTE, summon_player(state))


# A Flip Summon (SUM-2): face-up attack; it is the monster's change of position.
cdef inline void flip_summon(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef slot_t slot = state.slot[card]
    cdef event_t* event
    cdef happening_t* happening
    monster_lay(state, player, slot, POSITION_FACE_UP_ATTACK)
    state.monsters[player].may_change &= ~<zone_mask_t>(1 << slot)
    bitset_add(&state.position_changed, card)
    event = event_push(state, EVENT_KIND_FLIP_SUMMONED, player)
    event.card = card
    event.position = POSITION_FACE_UP_ATTACK
    if effects_played(state):
        card_comes_face_up(state, card)
        state.summoned[player] |= WAY_FLIP
        happening = happen(template_, state, TRIGGER_FLIP_SUMMONED, card, player)
        if happening != NULL:
            happening.from_player = player
        happen(template_, state, TRIGGER_FLIPPED, card, player)
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


# A Flip Summon begins: it may be negated first.
cdef inline void flip_summon_begin(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    if summon_may_be_negated(template_, state, card, WAY_FLIP):
        frame_push(state, PROCEDURE_SUMMON, MOVE_KIND_FLIP_SUMMON, card)
        summon_pend(template_, state, state.slot[card])
    else:
        flip_summon(template_, state, card)


# The turn player changes a face-up monster's position (POS-2).
cdef inline void position_change(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef slot_t slot = state.slot[card]
    cdef zone_mask_t bit = <zone_mask_t>(1 << slot)
    # The two masks swap the monster's bit: no branch on how it lies.
    cdef zone_mask_t to_defence = state.monsters[player].attack & bit
    cdef uint8_t position = (
        POSITION_FACE_UP_DEFENCE if to_defence else POSITION_FACE_UP_ATTACK)
    cdef event_t* event
    state.monsters[player].attack ^= bit
    state.monsters[player].defence ^= bit
    state.position[card] = position
    state.monsters[player].may_change &= ~bit
    bitset_add(&state.position_changed, card)
    event = event_push(state, EVENT_KIND_POSITION_CHANGED, player)
    event.card = card
    event.position = position
    if effects_played(state):
        state.stale = 1
        happen(template_, state, TRIGGER_POSITION_CHANGED, card, player)
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


# Spells and Traps ------------------------------------------------------------------------


# The Spell or Trap is Set in `slot`; the procedure is over.
cdef inline void set_spell_trap_finish(
    const DuelTemplate* template_, DuelState* state, slot_t slot
) noexcept nogil:
    cdef card_t card = frame_top(state).card
    cdef player_t player = state.turn_player
    frame_pop(state)
    pile_take(template_, state, card)
    spell_trap_zone_put(state, card, player, slot, POSITION_FACE_DOWN_DEFENCE)
    bitset_add(&state.arrived, card)
    _event_placed(
        state, EVENT_KIND_SET, card, player, PLACE_SPELL_TRAP_ZONE, slot,
        POSITION_FACE_DOWN_DEFENCE, REASON_SET)
    if effects_played(state):
        happen(template_, state, TRIGGER_SET, card, player)
        frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)


# Puts an own Field Spell out of the way of a new one (ST-7).
cdef inline void field_spell_makes_way(
    const DuelTemplate* template_, DuelState* state, player_t player
) noexcept nogil:
    cdef card_t old = state.zone[player][1][FIELD_ZONE]
    if old != CARD_NONE:
        card_send(
            template_, state, old, PLACE_GRAVEYARD,
            REASON_RULE_DESTRUCTION if template_.rules.replaced_field_spell_destroyed
            else REASON_RULE)


# Starts a Set of a Spell or Trap.  A Field Spell goes to the field zone, where an own one
# makes way (ST-7).
cdef inline void set_spell_trap_begin(
    const DuelTemplate* template_, DuelState* state, card_t card, uint8_t move
) noexcept nogil:
    frame_push(state, PROCEDURE_SET_SPELL_TRAP, move, card)
    if template_.hand_class_of[card] == HAND_CLASS_FIELD_SPELL:
        field_spell_makes_way(template_, state, state.turn_player)
        set_spell_trap_finish(template_, state, FIELD_ZONE)
        return
    state.zone_row = ROW_SPELL_TRAP
    decision_ask(state, DECISION_KIND_ZONE, state.turn_player)
