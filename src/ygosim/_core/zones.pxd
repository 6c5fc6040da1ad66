"""Moving cards: the one writer of zones, piles, counts and their bitboards.

Every function keeps all redundant data; none decides whether a move is legal.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from ygosim._core.bitset cimport bitset_add, bitset_clear, bitset_has, bitset_remove, bitset_t
from ygosim._core.enums cimport (
    CARD_TYPE_FUSION, CARD_TYPE_LINK, CARD_TYPE_SYNCHRO, CARD_TYPE_TOKEN, CARD_TYPE_XYZ,
    EVENT_KIND_CEASED, EVENT_KIND_MOVED, PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK,
    PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK,
    POSITION_FACE_UP_DEFENCE, PROPERTY_BANISHED_WHEN_LEAVING,
)
from ygosim._core.happenings cimport card_forget, happen_moved
from ygosim._core.layout cimport (
    EXTRA_DECK_EXTRA_OR_LINKED, EXTRA_DECK_FACE_DOWN_ANY, PROCEDURE_BUILT_IN_SUMMON,
    PROCEDURE_SUMMON, RESTRICTS_GRAVEYARD, DuelState, DuelTemplate, definition_t, effect_t,
    effects_played, event_t, frame_t, monster_masks_t, restriction_t,
)
from ygosim._core.rng cimport rng_shuffle
from ygosim._core.state cimport event_push
from ygosim._core.types cimport (
    CARD_NONE, EXTRA_ZONES, PLACE_NOWHERE, card_t, player_t, slot_t, zone_mask_t,
)

# Piles -----------------------------------------------------------------------------------


cdef enum:
    # Cards that belong in the Extra Deck (ZONE-4).
    EXTRA_DECK_TYPES = CARD_TYPE_FUSION | CARD_TYPE_SYNCHRO | CARD_TYPE_XYZ | CARD_TYPE_LINK


# Puts `card`, which is nowhere, on top of a pile of `player`.
cdef inline void pile_put(
    const DuelTemplate* template_, DuelState* state, card_t card, player_t player,
    uint8_t place, uint8_t position
) noexcept nogil:
    cdef uint8_t count = state.pile_count[player][place]
    state.pile[player][place][count] = card
    state.pile_count[player][place] = count + 1
    state.controller[card] = player
    state.place[card] = place
    state.slot[card] = count
    state.position[card] = position
    bitset_add(&state.cards_in[player][place], card)
    if place == PLACE_HAND:
        state.hand_classes[player][template_.hand_class_of[card]] += 1


# Takes `card` out of its pile.  The others keep their order, but in a hand, which has none:
# there the last card fills the gap.
cdef inline void pile_take(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef uint8_t place = state.place[card]
    cdef uint8_t last = state.pile_count[player][place] - 1
    cdef uint8_t index = state.slot[card]
    cdef card_t moved
    state.pile_count[player][place] = last
    bitset_remove(&state.cards_in[player][place], card)
    if place == PLACE_HAND:
        state.hand_classes[player][template_.hand_class_of[card]] -= 1
        moved = state.pile[player][place][last]
        state.pile[player][place][index] = moved
        state.slot[moved] = index
    else:
        while index < last:
            moved = state.pile[player][place][index + 1]
            state.pile[player][place][index] = moved
            state.slot[moved] = index
            index += 1
    state.pile[player][place][last] = 0


# Moves the top card of a deck to its owner's hand and returns it.  The deck is not empty.
cdef inline card_t deck_draw(
    const DuelTemplate* template_, DuelState* state, player_t player
) noexcept nogil:
    cdef uint8_t last = state.pile_count[player][PLACE_DECK] - 1
    cdef card_t card = state.pile[player][PLACE_DECK][last]
    state.pile[player][PLACE_DECK][last] = 0
    state.pile_count[player][PLACE_DECK] = last
    bitset_remove(&state.cards_in[player][PLACE_DECK], card)
    pile_put(template_, state, card, player, PLACE_HAND, POSITION_FACE_DOWN_DEFENCE)
    return card


# Shuffles a deck.
cdef inline void deck_shuffle(DuelState* state, player_t player) noexcept nogil:
    cdef int i
    rng_shuffle(
        &state.rng, state.pile[player][PLACE_DECK], state.pile_count[player][PLACE_DECK])
    for i in range(state.pile_count[player][PLACE_DECK]):
        state.slot[state.pile[player][PLACE_DECK][i]] = <uint8_t>i


# Whether a card lies in a GY whose cards stay there (`graveyard_stays`).
cdef inline bint graveyard_holds(const DuelState* state) noexcept nogil:
    return (
        (state.graveyard_stays & 1 and state.pile_count[0][PLACE_GRAVEYARD] > 0)
        or (state.graveyard_stays & 2 and state.pile_count[1][PLACE_GRAVEYARD] > 0))


# Zones -----------------------------------------------------------------------------------


# `card`, on the field, comes face-up now, or comes to its zone face-down: what it says is in effect
# only from then on.  Precondition: the duel has effects.
cdef inline void card_comes_face_up(DuelState* state, card_t card) noexcept nogil:
    state.clock += 1
    state.zone_since[state.controller[card]][state.place[card] - PLACE_MONSTER_ZONE][
        state.slot[card]] = state.clock
    state.stale = 1


# Writes how the monster in `slot` lies into the masks.
cdef inline void monster_lay(
    DuelState* state, player_t player, slot_t slot, uint8_t position
) noexcept nogil:
    cdef zone_mask_t bit = <zone_mask_t>(1 << slot)
    cdef monster_masks_t* masks = &state.monsters[player]
    masks.attack = (masks.attack & ~bit) | (bit if position == POSITION_FACE_UP_ATTACK else 0)
    masks.defence = (masks.defence & ~bit) | (bit if position == POSITION_FACE_UP_DEFENCE else 0)
    masks.set_ = (masks.set_ & ~bit) | (bit if position == POSITION_FACE_DOWN_DEFENCE else 0)
    state.position[state.zone[player][0][slot]] = position


# Puts `card`, which is nowhere, into an empty monster zone.  It may neither change its
# position nor attack until `summon` or `turn` says so.
cdef inline void monster_zone_put(
    const DuelTemplate* template_, DuelState* state, card_t card, player_t player, slot_t slot,
    uint8_t position
) noexcept nogil:
    cdef zone_mask_t bit = <zone_mask_t>(1 << slot)
    cdef const definition_t* definition = &template_.definitions[state.code[card]]
    state.zone[player][0][slot] = card
    state.zone_atk[player][slot] = definition.atk
    state.zone_def[player][slot] = definition.def_
    state.controller[card] = player
    state.place[card] = PLACE_MONSTER_ZONE
    state.slot[card] = slot
    state.monsters[player].used |= bit
    if definition.type & CARD_TYPE_LINK:
        state.monsters[player].no_defence |= bit
    monster_lay(state, player, slot, position)
    bitset_add(&state.cards_in[player][PLACE_MONSTER_ZONE], card)
    if effects_played(state):
        card_comes_face_up(state, card)


# Takes `card` out of its monster zone, with its turn marks.
cdef inline void monster_zone_take(DuelState* state, card_t card) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef slot_t slot = state.slot[card]
    cdef uint64_t masks
    state.zone[player][0][slot] = CARD_NONE
    state.zone_atk[player][slot] = 0
    state.zone_def[player][slot] = 0
    memcpy(&masks, &state.monsters[player], sizeof(masks))
    masks &= ~(<uint64_t>0x0101010101010101ULL << slot)
    memcpy(&state.monsters[player], &masks, sizeof(masks))
    bitset_remove(&state.cards_in[player][PLACE_MONSTER_ZONE], card)
    bitset_remove(&state.arrived, card)
    bitset_remove(&state.position_changed, card)
    bitset_remove(&state.attack_declared, card)
    if effects_played(state):
        state.zone_props[player][0][slot] = 0
        state.zone_since[player][0][slot] = 0
        state.stale = 1


# The main monster zones in which `player` may still put a monster (ZONE-2).
cdef inline zone_mask_t zones_free(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil:
    return template_.rules.main_zones & ~state.monsters[player].used


# The zone, as a bit, that the monster whose summon is pending comes to: nothing else may.
cdef inline zone_mask_t pending_zone(const DuelState* state, player_t player) noexcept nogil:
    cdef const frame_t* frame
    cdef int i
    if state.pending == CARD_NONE or state.controller[state.pending] != player:
        return 0
    for i in range(state.frame_count):
        frame = &state.frames[i]
        if frame.card == state.pending and (frame.procedure == PROCEDURE_SUMMON
                                            or frame.procedure == PROCEDURE_BUILT_IN_SUMMON):
            return <zone_mask_t>(1 << frame.last)
    return 0


# The zones in which `player` may put a monster from the Extra Deck that has `type_`, once
# `gone`, if any, has left the field (SUM-12).  Zones that Links point to come with Link Summons.
cdef inline zone_mask_t extra_deck_zones(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint32_t type_,
    card_t gone
) noexcept nogil:
    cdef zone_mask_t mine = state.monsters[player].used
    cdef zone_mask_t theirs = state.monsters[1 - player].used
    cdef zone_mask_t extra
    if gone != CARD_NONE and state.place[gone] == PLACE_MONSTER_ZONE:
        if state.controller[gone] == player:
            mine &= ~<zone_mask_t>(1 << state.slot[gone])
        else:
            theirs &= ~<zone_mask_t>(1 << state.slot[gone])
    if not template_.rules.extra_monster_zones:
        return template_.rules.main_zones & ~mine
    # A player uses one of the two, and one player's 5 is the other's 6.
    extra = 0
    if not mine & EXTRA_ZONES:
        extra = <zone_mask_t>(EXTRA_ZONES & ~((theirs & 0x20) << 1 | (theirs & 0x40) >> 1))
    if template_.rules.extra_deck_zones == EXTRA_DECK_EXTRA_OR_LINKED or (
            template_.rules.extra_deck_zones == EXTRA_DECK_FACE_DOWN_ANY
            and type_ & CARD_TYPE_LINK):
        return extra
    return extra | template_.rules.main_zones & ~mine


# The zones in which `player` may put `card`, which is not on the field, once `gone` has left it.
cdef inline zone_mask_t arrival_zones(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t card,
    card_t gone
) noexcept nogil:
    cdef zone_mask_t zones
    if state.place[card] == PLACE_EXTRA_DECK:
        zones = extra_deck_zones(
            template_, state, player, template_.definitions[state.code[card]].type, gone)
        return zones & ~pending_zone(state, player)
    zones = zones_free(template_, state, player)
    if (gone != CARD_NONE and state.place[gone] == PLACE_MONSTER_ZONE
            and state.controller[gone] == player):
        zones |= <zone_mask_t>(1 << state.slot[gone]) & template_.rules.main_zones
    return zones & ~pending_zone(state, player)


cdef inline zone_mask_t spell_trap_zones_free(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil:
    return template_.rules.spell_trap_zones & ~state.spell_trap_used[player]


# Puts `card`, which is nowhere, into an empty spell & trap zone.
cdef inline void spell_trap_zone_put(
    DuelState* state, card_t card, player_t player, slot_t slot, uint8_t position
) noexcept nogil:
    state.zone[player][1][slot] = card
    state.spell_trap_used[player] |= <zone_mask_t>(1 << slot)
    state.controller[card] = player
    state.place[card] = PLACE_SPELL_TRAP_ZONE
    state.slot[card] = slot
    state.position[card] = position
    bitset_add(&state.cards_in[player][PLACE_SPELL_TRAP_ZONE], card)
    if effects_played(state):
        card_comes_face_up(state, card)
        state.attached[player][slot] = CARD_NONE


# Takes `card` out of its spell & trap zone.
cdef inline void spell_trap_zone_take(DuelState* state, card_t card) noexcept nogil:
    cdef player_t player = state.controller[card]
    cdef slot_t slot = state.slot[card]
    state.zone[player][1][slot] = CARD_NONE
    state.spell_trap_used[player] &= ~<zone_mask_t>(1 << slot)
    bitset_remove(&state.cards_in[player][PLACE_SPELL_TRAP_ZONE], card)
    bitset_remove(&state.arrived, card)
    if effects_played(state):
        state.zone_props[player][1][slot] = 0
        state.zone_since[player][1][slot] = 0
        state.attached[player][slot] = CARD_NONE
        state.stale = 1


# Where a card that would go to `place` goes (EFF-7): what is banished when it leaves the field,
# what goes elsewhere instead of the GY, monsters of the Extra Deck that go back there (ZONE-4).
cdef inline uint8_t card_destination(
    const DuelTemplate* template_, const DuelState* state, card_t card, uint8_t place
) noexcept nogil:
    cdef const restriction_t* entry
    cdef const effect_t* effect
    cdef uint8_t from_ = state.place[card]
    cdef int i
    if not effects_played(state) or place == PLACE_BANISHED:
        return place
    if (from_ == PLACE_MONSTER_ZONE or from_ == PLACE_SPELL_TRAP_ZONE) and card != state.pending:
        if (state.zone_props[state.controller[card]][from_ - PLACE_MONSTER_ZONE][
                state.slot[card]] & PROPERTY_BANISHED_WHEN_LEAVING
                and state.position[card] & (POSITION_FACE_UP_ATTACK | POSITION_FACE_UP_DEFENCE)
                and not bitset_has(&state.nowhere, card)):
            return PLACE_BANISHED
    if place == PLACE_HAND or place == PLACE_DECK:
        return PLACE_EXTRA_DECK if template_.definitions[
            state.code[card]].type & EXTRA_DECK_TYPES else place
    if place != PLACE_GRAVEYARD:
        return place
    for i in range(state.restriction_count):
        entry = &state.restrictions[i]
        if (entry.kind != RESTRICTS_GRAVEYARD
                or not entry.players >> state.owner[card] & 1):
            continue
        effect = &template_.effects[entry.effect]
        if effect.filter == 0 or bitset_has(
                &template_.filters[effect.filter - 1].cards, card):
            return <uint8_t>effect.value
    return place


# Of cards that leave the field together none changes any more where the others, or itself, go.
# RULING: so that Macro Cosmos goes to the GY, and what is destroyed with it (seen in the
# independent engine, whose cards lose their effects as they leave).
cdef inline void redirects_end(DuelState* state, const bitset_t* cards) noexcept nogil:
    cdef restriction_t* entry
    cdef int kept = 0
    cdef int i
    for i in range(state.restriction_count):
        entry = &state.restrictions[i]
        if entry.kind == RESTRICTS_GRAVEYARD and entry.value != CARD_NONE and bitset_has(
                cards, <card_t>entry.value):
            continue
        state.restrictions[kept] = entry[0]
        kept += 1
    if kept < state.restriction_count:
        memset(&state.restrictions[kept], 0,
               (state.restriction_count - kept) * sizeof(restriction_t))
        state.restriction_count = <uint8_t>kept
        state.stale = 1


# Puts a token that is nowhere into the hands of `player`, who Special Summons it.
cdef inline void token_arrive(DuelState* state, card_t card, player_t player) noexcept nogil:
    state.owner[card] = player


# A token that has left its zone ceases to exist (ZONE-6).
cdef inline void token_cease(DuelState* state, card_t card) noexcept nogil:
    state.owner[card] = 0
    state.controller[card] = 0
    state.place[card] = PLACE_NOWHERE
    state.slot[card] = 0
    state.position[card] = 0
    bitset_remove(&state.proper, card)


# Sends `card` from wherever it is to a pile of its owner (ZONE-3), or where it goes instead, with
# an event; `by` did it, with the card `other` or none.
cdef inline void card_send_by(
    const DuelTemplate* template_, DuelState* state, card_t card, uint8_t place, uint8_t reason,
    player_t by, card_t other
) noexcept nogil:
    cdef player_t owner = state.owner[card]
    cdef uint8_t position = POSITION_FACE_UP_ATTACK
    cdef bint is_token = template_.definitions[state.code[card]].type & CARD_TYPE_TOKEN
    cdef bitset_t alone
    cdef event_t* event
    if effects_played(state):
        if state.place[card] == PLACE_NOWHERE:
            return  # a token that has ceased to exist, or was never summoned
        if place == PLACE_EXTRA_DECK and not template_.definitions[state.code[card]].type & (
                CARD_TYPE_TOKEN | EXTRA_DECK_TYPES):
            return  # it does not belong there (ZONE-4)
        if state.restriction_count:
            bitset_clear(&alone)
            bitset_add(&alone, card)
            redirects_end(state, &alone)
    event = event_push(
        state, EVENT_KIND_CEASED if is_token else EVENT_KIND_MOVED, state.controller[card])
    place = PLACE_NOWHERE if is_token else card_destination(template_, state, card, place)
    event.card = card
    event.reason = reason
    event.from_player = state.controller[card]
    event.from_place = state.place[card]
    event.from_slot = state.slot[card]
    if effects_played(state):
        happen_moved(template_, state, card, place, reason, by, other)
        card_forget(state, card, False)
        if place != PLACE_GRAVEYARD and place != PLACE_BANISHED:
            bitset_remove(&state.proper, card)
    if state.place[card] == PLACE_MONSTER_ZONE:
        monster_zone_take(state, card)
    elif state.place[card] == PLACE_SPELL_TRAP_ZONE:
        spell_trap_zone_take(state, card)
    else:
        pile_take(template_, state, card)
    if is_token:  # an Equip Card as well (ST-11)
        token_cease(state, card)
        return
    if place == PLACE_DECK or place == PLACE_HAND or place == PLACE_EXTRA_DECK:
        position = POSITION_FACE_DOWN_DEFENCE
    pile_put(template_, state, card, owner, place, position)
    event.to_player = owner
    event.to_place = place
    event.to_slot = state.slot[card]
    event.position = position


# The same by the rules, for which nobody in particular stands.
cdef inline void card_send(
    const DuelTemplate* template_, DuelState* state, card_t card, uint8_t place, uint8_t reason
) noexcept nogil:
    card_send_by(template_, state, card, place, reason, state.controller[card], CARD_NONE)
