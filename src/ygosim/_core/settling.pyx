"""What happens by itself: reactions, what goes by rule, changes of side.  See settling.pxd."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from ygosim._core.actions cimport monster_turn
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_next, bitset_remove, bitset_t, lowest64,
)
from ygosim._core.enums cimport (
    CONTINUOUS_CONTROL, EFFECT_FLAG_CANNOT_BE_NEGATED, EFFECT_FLAG_SELF, EFFECT_KIND_ACTIVATION,
    EFFECT_KIND_REACTION, PLACE_GRAVEYARD, PLACE_MONSTER_ZONE, POSITION_FACE_UP_DEFENCE,
    REASON_EFFECT_DESTRUCTION, REASON_LOST_TARGET, REASON_RULE, UNTIL_NEGATED,
)
from ygosim._core.filters cimport (
    card_face_up, card_reaches, control_effect, effect_is_in_place, filter_has, is_monster_as_equip,
    marked_by,
)
from ygosim._core.happenings cimport lingering_drop
from ygosim._core.layout cimport (
    DAMAGE_STEP_AFTER, DAMAGE_STEP_NONE, PROCEDURE_CONTROL, effect_t, happening_t, program_frame_t,
)
from ygosim._core.procedures cimport PROGRAM_DONE, destruction_is_open, destruction_open, frame_push
from ygosim._core.state cimport state_is_over
from ygosim._core.stats cimport card_is_negated, stats_refresh
from ygosim._core.types cimport CARD_NONE, LINK_NONE, N_SLOTS, card_t, player_t, zone_mask_t
from ygosim._core.vm cimport program_begin, program_check, program_run
from ygosim._core.zones cimport card_send


# Runs the reactions to one happening; they start no chain and ask nobody.
cdef void _react(
    const DuelTemplate* template_, DuelState* state, const happening_t* happening
) noexcept nogil:
    cdef happening_t event = happening[0]
    cdef const effect_t* effect
    cdef const bitset_t* cards
    cdef program_frame_t frame
    cdef bitset_t event_cards
    cdef player_t player
    cdef uint16_t number
    cdef int i, card
    bitset_clear(&event_cards)
    if event.card != CARD_NONE:
        bitset_add(&event_cards, event.card)
    for i in range(template_.answering_count[event.kind]):
        number = template_.answering[template_.answering_first[event.kind] + i]
        effect = &template_.effects[number]
        if effect.kind != EFFECT_KIND_REACTION:
            continue
        cards = &template_.cards_of[effect.definition]
        card = bitset_next(cards, -1)
        while card >= 0:
            if effect.flags & EFFECT_FLAG_SELF:
                if card != event.card:
                    card = bitset_next(cards, card)
                    continue
            elif not effect_is_in_place(state, effect, <card_t>card):
                card = bitset_next(cards, card)
                continue
            player = state.controller[card]
            if (effect.flags & EFFECT_FLAG_CANNOT_BE_NEGATED
                    or not card_is_negated(state, <card_t>card)) and program_check(
                        template_, state, number, effect.condition, <card_t>card, player,
                        &event, &event_cards, CARD_NONE):
                program_begin(
                    &frame, number, effect.operation, <card_t>card, player, LINK_NONE)
                frame.event = event
                frame.event_cards = event_cards
                # It suspends nowhere (programs_verify); what it did is settled by the caller.
                while not state_is_over(state) and program_run(
                        template_, state, &frame, False) != PROGRAM_DONE:
                    pass
            card = bitset_next(cards, card)


# Whether some card in a spell & trap zone holds on to another.
cdef bint _any_attached(const DuelState* state) noexcept nogil:
    cdef uint64_t rows[2]
    memcpy(rows, state.attached, 16)
    return (rows[0] & rows[1]) != ~<uint64_t>0


# Whether a monster is still one that the Equip Card may be on (ST-6).
cdef bint _still_fits(
    const DuelTemplate* template_, const DuelState* state, card_t equip, card_t host
) noexcept nogil:
    cdef const effect_t* effect
    cdef int i
    # RULING: a monster that an effect of its host has equipped it with stays while that effect is
    # not negated (seen in the independent engine).
    if (is_monster_as_equip(template_, state, equip) and card_is_negated(state, host)
            and marked_by(template_, state, equip) == host):
        return False
    if not template_.rules.equips_rechecked or not bitset_has(&state.equips, equip):
        return True
    for i in range(template_.effect_count_of[state.code[equip]]):
        effect = &template_.effects[template_.effect_first[state.code[equip]] + i]
        if effect.kind != EFFECT_KIND_ACTIVATION or effect.filter == 0:
            continue
        if not filter_has(
                template_, state, &template_.filters[effect.filter - 1],
                state.controller[equip], equip, host):
            return False
    return True


# Cards that go by rule: Equip Cards that have lost their target (ST-6).
cdef void _orphans(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef int player, slot
    cdef zone_mask_t rest
    cdef card_t card, host
    if not _any_attached(state):
        return
    for player in range(2):
        rest = state.spell_trap_used[player]
        while rest:
            slot = lowest64(rest)
            rest &= rest - 1
            card = state.zone[player][1][slot]
            host = state.attached[player][slot]
            if host == CARD_NONE:
                if bitset_has(&state.equips, card):
                    bitset_remove(&state.equips, card)
                continue
            if not bitset_has(&state.equips, card):
                if state.place[host] != PLACE_MONSTER_ZONE or not card_face_up(state, card):
                    state.attached[player][slot] = CARD_NONE
            elif not card_face_up(state, card) and not is_monster_as_equip(
                    template_, state, card):
                state.attached[player][slot] = CARD_NONE
            elif (state.place[host] != PLACE_MONSTER_ZONE or not card_face_up(state, host)
                    or not _still_fits(template_, state, card, host)):
                card_send(
                    template_, state, card, PLACE_GRAVEYARD,
                    REASON_LOST_TARGET if template_.rules.orphaned_equips_destroyed
                    else REASON_RULE)


# A player that should control the monster and does not, PLAYER_NONE if all is well.
cdef player_t _rightful(
    const DuelTemplate* template_, const DuelState* state, card_t card
) noexcept nogil:
    cdef player_t controller = <player_t>(state.owner[card] ^ bitset_has(&state.lent, card))
    cdef uint16_t since = 0
    cdef int i, player, slot
    cdef card_t other
    for i in range(state.lingering_count):
        if (state.lingering[i].card == card and template_.effects[
                state.lingering[i].effect].continuous == CONTINUOUS_CONTROL):
            controller = <player_t>state.lingering[i].value
            since = state.lingering[i].since
    for player in range(2):
        for slot in range(N_SLOTS):
            if state.attached[player][slot] != card:
                continue
            other = state.zone[player][1][slot]
            if (other == CARD_NONE or state.zone_since[player][1][slot] < since
                    or not card_face_up(state, other)
                    or not bitset_has(&state.equips, other) or card_is_negated(state, other)):
                continue
            if control_effect(template_, state, other) >= 0 and card_reaches(
                    template_, state, other, card):
                controller = <player_t>player
                since = state.zone_since[player][1][slot]
    return controller


# The monsters that an effect may have given to somebody.
cdef void _claimed(
    const DuelTemplate* template_, const DuelState* state, bitset_t* out
) noexcept nogil:
    cdef int i, player, slot
    cdef zone_mask_t rest
    bitset_clear(out)
    for i in range(state.lingering_count):
        if state.lingering[i].card != CARD_NONE and template_.effects[
                state.lingering[i].effect].continuous == CONTINUOUS_CONTROL:
            bitset_add(out, state.lingering[i].card)
    if not _any_attached(state):
        return
    for player in range(2):
        rest = state.spell_trap_used[player]
        while rest:
            slot = lowest64(rest)
            rest &= rest - 1
            if state.attached[player][slot] != CARD_NONE and control_effect(
                    template_, state, state.zone[player][1][slot]) >= 0:
                bitset_add(out, state.attached[player][slot])


# Looks for monsters that change sides; opens the procedure that moves them.
cdef bint _change_sides(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef bitset_t moving, claimed
    cdef bint found = False
    cdef int player, slot
    cdef zone_mask_t rest
    cdef card_t card
    bitset_clear(&moving)
    _claimed(template_, state, &claimed)
    for player in range(2):
        rest = state.monsters[player].used
        while rest:
            slot = lowest64(rest)
            rest &= rest - 1
            card = state.zone[player][0][slot]
            if (state.owner[card] ^ bitset_has(&state.lent, card) == player
                    and not bitset_has(&claimed, card)) or _rightful(
                    template_, state, card) == player:
                continue
            bitset_add(&moving, card)
            found = True
    if found:
        state.moving = moving
        frame_push(state, PROCEDURE_CONTROL, 0, CARD_NONE)
    return found


# Monsters that lie in defence position as long as something says so are turned; whether any were.
cdef bint _lie_down(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef bint turned = False
    cdef int player
    cdef zone_mask_t rest
    for player in range(2):
        rest = state.lies_in_defence[player] & state.monsters[player].attack
        while rest:
            turned |= monster_turn(
                template_, state, state.zone[player][0][lowest64(rest)],
                POSITION_FACE_UP_DEFENCE, <player_t>player, 0)
            rest &= rest - 1
    return turned


# Cards that an own continuous effect destroys; not in the damage step before its end, where
# they wait.  Whether there were any.
cdef bint _self_destructions(
    const DuelTemplate* template_, DuelState* state
) noexcept nogil:
    cdef const effect_t* effect
    cdef const bitset_t* cards
    cdef bitset_t doomed
    cdef bint found = False
    cdef uint16_t number
    cdef int i, card
    bitset_clear(&doomed)
    if DAMAGE_STEP_NONE < state.damage_step < DAMAGE_STEP_AFTER:
        return False
    for i in range(template_.destroying_count):
        number = template_.deciding[i]
        effect = &template_.effects[number]
        cards = &template_.cards_of[effect.definition]
        card = bitset_next(cards, -1)
        while card >= 0:
            if (effect.places >> state.place[card] & 1 and card_face_up(state, <card_t>card)
                    and not card_is_negated(state, <card_t>card) and program_check(
                        template_, state, number, effect.condition, <card_t>card,
                        state.controller[card], NULL, NULL, CARD_NONE)):
                bitset_add(&doomed, <card_t>card)
                found = True
            card = bitset_next(cards, card)
    if found and template_.replacing_count:
        if destruction_is_open(state):
            return False  # they wait for the others
        destruction_open(state, &doomed, PLACE_GRAVEYARD, REASON_EFFECT_DESTRUCTION,
                         state.turn_player, CARD_NONE, False)
        return True
    card = bitset_next(&doomed, -1)
    while card >= 0:
        card_send(template_, state, <card_t>card, PLACE_GRAVEYARD, REASON_EFFECT_DESTRUCTION)
        card = bitset_next(&doomed, card)
    return found


# Cards that say that their owner wins now (WIN-3).
cdef void _winners(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef const effect_t* effect
    cdef const bitset_t* cards
    cdef uint16_t number
    cdef int i, card
    for i in range(template_.destroying_count, template_.deciding_count):
        number = template_.deciding[i]
        effect = &template_.effects[number]
        cards = &template_.cards_of[effect.definition]
        card = bitset_next(cards, -1)
        while card >= 0:
            if effect_is_in_place(state, effect, <card_t>card) and program_check(
                    template_, state, number, effect.condition, <card_t>card,
                    state.controller[card], NULL, NULL, CARD_NONE):
                state.won |= <uint8_t>(1 << state.controller[card])
            card = bitset_next(cards, card)


# Lingering effects that end when their card's effects are negated; whether there were any.
cdef bint _end_negated(DuelState* state) noexcept nogil:
    cdef bint found = False
    cdef int i
    cdef card_t card
    for i in range(state.lingering_count - 1, -1, -1):
        card = state.lingering[i].card
        if (state.lingering[i].until & UNTIL_NEGATED and card != CARD_NONE
                and card_is_negated(state, card)):
            lingering_drop(state, i)
            found = True
    return found


cdef bint settle_all(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef bint stale = False
    cdef uint8_t frames = state.frame_count
    # Both ways round end: reactions have at most MAX_HAPPENINGS to react to, and each round of
    # self-destruction takes cards from the field.
    while not state_is_over(state) and not state.pool_full:
        if state.reacted < state.happening_count:
            if state.stale:  # what has left negates nothing any more
                stats_refresh(template_, state)
                stale = True
            _react(template_, state, &state.happenings[state.reacted])
            state.reacted += 1
            if state.frame_count != frames:  # what it destroys may be replaced
                return True
            continue
        if not state.stale and not stale:
            return False
        stale = False
        state.stale = 1
        _orphans(template_, state)
        if state.reacted < state.happening_count:
            continue
        stats_refresh(template_, state)
        _orphans(template_, state)  # what is negated now may hold nothing any more
        if state.reacted < state.happening_count:
            continue
        if _lie_down(template_, state):
            continue
        if _end_negated(state):
            state.stale = 1
            continue
        if _self_destructions(template_, state):
            if state.frame_count != frames:
                return True
            continue
        if state.program_count == 0:  # looked at when the effect is done
            _winners(template_, state)
        if _change_sides(template_, state):
            return True
    return False
