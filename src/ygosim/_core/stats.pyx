"""What continuous and lingering effects make of the cards.  See stats.pxd."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp, memset

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_next, bitset_t, lowest64,
)
from ygosim._core.enums cimport (
    AFFECTS_BOTH, AFFECTS_FIELD, AFFECTS_HOST, AFFECTS_ME, AFFECTS_OPPONENT, AFFECTS_THIS,
    CONTINUOUS_ADD_ATK, CONTINUOUS_ADD_DEF, CONTINUOUS_CANNOT_BANISH_FROM_GRAVEYARD,
    CONTINUOUS_CANNOT_DRAW, CONTINUOUS_CANNOT_SUMMON, CONTINUOUS_DAMAGE_CHANGES,
    CONTINUOUS_FINAL_DEF, CONTINUOUS_FIX_ATK, CONTINUOUS_FIX_DEF, CONTINUOUS_FLAG,
    CONTINUOUS_GRAVEYARD_STAYS, CONTINUOUS_INSTEAD_OF_GRAVEYARD, CONTINUOUS_PROPERTY,
    CONTINUOUS_SET_ORIGINAL_ATK, CONTINUOUS_SET_ORIGINAL_DEF, CONTINUOUS_TRAPS_FROM_HAND,
    EFFECT_FLAG_AS_SUMMONED, EFFECT_FLAG_CANNOT_BE_NEGATED, EFFECT_FLAG_NEGATES_WHAT_LEFT,
    EFFECT_FLAG_SINCE_MARKED, EFFECT_FLAG_WORKS_FACE_DOWN, EFFECT_KIND_ACTIVATION,
    PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE, POOL_CONTINUOUS, POOL_RESTRICTIONS,
    PROPERTY_CANNOT_ATTACK, PROPERTY_CANNOT_ATTACK_DIRECTLY, PROPERTY_CANNOT_BE_ATTACK_TARGET,
    PROPERTY_CANNOT_BE_TRIBUTED, PROPERTY_CANNOT_CHANGE_POSITION, PROPERTY_CANNOT_DECLARE_ATTACK,
    PROPERTY_DIRECT_ATTACK, PROPERTY_LIES_IN_DEFENCE, PROPERTY_NEGATED,
    PROPERTY_NO_TRIBUTE_FOR_SUMMON, PROPERTY_UNAFFECTED_BY_MONSTERS, PROPERTY_UNAFFECTED_BY_SPELLS,
    PROPERTY_UNAFFECTED_BY_TRAPS,
)
from ygosim._core.filters cimport (
    card_attached_to, card_face_up, card_on_field, card_reaches, filter_has, is_on_players,
)
from ygosim._core.layout cimport (
    RESTRICTS_ACTIVATION, RESTRICTS_GRAVEYARD, RESTRICTS_LINKS, RESTRICTS_MOVES, RESTRICTS_SUMMONS,
    effect_t, definition_t, lingering_t, restriction_t,
)
from ygosim._core.state cimport state_clone, state_is_over
from ygosim._core.types cimport (
    CARD_NONE, MAX_RESTRICTIONS, N_MONSTER_ZONES, card_t, player_t, zone_mask_t,
)
from ygosim._core.vm cimport program_check


cdef enum:
    MAX_ACTIVE = 256  # 24 cards of the field with a few effects each, and all lingering ones

# A continuous effect that applies now.
ctypedef struct active_t:
    const effect_t* effect
    uint16_t number
    uint16_t since
    card_t card      # its card; CARD_NONE for a lingering one on players
    card_t affected  # the one card it works on; CARD_NONE: those of its filter, or players
    player_t player  # whose it is
    uint8_t lingering
    int32_t value


# Whether what `active` comes from can affect `card`.
cdef bint _reaches(
    const DuelTemplate* template_, const DuelState* state, const active_t* active, card_t card
) noexcept nogil:
    # A lingering effect on one card has reached it when it was made.
    return active.card == CARD_NONE or (
        active.lingering and active.affected != CARD_NONE) or card_reaches(
            template_, state, active.card, card)


# Whether `active` applies to `card` on the field.
cdef inline bint _applies(
    const DuelTemplate* template_, const DuelState* state, const active_t* active, card_t card
) noexcept nogil:
    if active.affected != CARD_NONE:
        if card != active.affected:
            return False
    elif active.effect.affects != AFFECTS_FIELD or active.effect.filter == 0 or not filter_has(
            template_, state, &template_.filters[active.effect.filter - 1], active.player,
            active.card, card):
        return False
    return _reaches(template_, state, active, card)


cdef int64_t _value(
    const DuelTemplate* template_, const DuelState* state, const active_t* active, card_t card
) noexcept nogil:
    # On one card it was computed when it was made.
    if active.effect.compute and not (active.lingering and active.affected != CARD_NONE):
        return program_check(
            template_, state, active.number, active.effect.compute, active.card, active.player,
            NULL, NULL, card)
    return active.value


# When a continuous effect about what `card` has marked came to apply: with the mark, not before.
# RULING: so a monster that Thousand-Eyes Restrict takes in after it was equipped with Megamorph
# gives it its ATK: of two texts that set it the later one holds (published rulings of Megamorph
# with Pestilence; the independent engine does it too).
cdef uint16_t _since_marked(
    const DuelTemplate* template_, const DuelState* state, card_t card, uint16_t since
) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count):
        if (state.lingering[i].source == card and state.lingering[i].since > since
                and template_.effects[
                    state.lingering[i].effect].continuous == CONTINUOUS_FLAG):
            since = state.lingering[i].since
    return since


# Collects the continuous effects that apply now, and those that linger, in order of creation.
cdef int _collect(
    const DuelTemplate* template_, DuelState* state, active_t* out
) noexcept nogil:
    cdef bitset_t lasting
    cdef const effect_t* effect
    cdef uint16_t number
    cdef const lingering_t* entry
    cdef active_t* active
    cdef active_t kept
    cdef bitset_t pending
    cdef int i, j, card, count
    cdef uint8_t place
    _lasting_cards(template_, state, &lasting)
    # A card whose activation has not resolved yet does nothing so far.
    bitset_clear(&pending)
    for i in range(state.chain_count):
        if (state.chain[i].same and state.solving != i + 1 and template_.effects[
                state.chain[i].effect].kind == EFFECT_KIND_ACTIVATION):
            bitset_add(&pending, state.chain[i].card)
    count = 0
    card = bitset_next(&lasting, -1)
    while card >= 0:
        for i in range(template_.effect_count_of[state.code[card]]):
            number = <uint16_t>(template_.effect_first[state.code[card]] + i)
            effect = &template_.effects[number]
            place = state.place[card]
            if not effect_lasts(effect):
                continue
            if count == MAX_ACTIVE:
                state.pool_full = POOL_CONTINUOUS
                return count
            if (effect.places >> place & 1 and not bitset_has(&pending, <card_t>card)
                    and (place < PLACE_MONSTER_ZONE or card_face_up(state, <card_t>card)
                         or effect.flags & EFFECT_FLAG_WORKS_FACE_DOWN)):
                active = &out[count]
                active.effect = effect
                active.number = number
                active.card = <card_t>card
                active.affected = CARD_NONE
                active.player = state.controller[card]
                active.lingering = 0
                active.value = effect.value
                active.since = 0
                if place >= PLACE_MONSTER_ZONE:
                    active.since = state.zone_since[active.player][
                        place - PLACE_MONSTER_ZONE][state.slot[card]]
                if effect.flags & EFFECT_FLAG_SINCE_MARKED:
                    active.since = _since_marked(template_, state, <card_t>card, active.since)
                if effect.affects == AFFECTS_THIS:
                    active.affected = <card_t>card
                    count += 1
                elif effect.affects == AFFECTS_HOST:
                    active.affected = card_attached_to(state, <card_t>card)
                    count += active.affected != CARD_NONE
                else:
                    count += 1
        card = bitset_next(&lasting, card)
    for i in range(state.lingering_count):
        entry = &state.lingering[i]
        if not effect_changes(&template_.effects[entry.effect]):
            continue
        if count == MAX_ACTIVE:
            state.pool_full = POOL_CONTINUOUS
            return count
        active = &out[count]
        active.effect = &template_.effects[entry.effect]
        active.number = entry.effect
        active.card = entry.source
        active.affected = entry.card
        active.player = entry.player
        active.lingering = 1
        active.value = entry.value
        active.since = entry.since
        count += 1
    # By time of creation; few, and nearly in order.
    for i in range(1, count):
        kept = out[i]
        j = i - 1
        while j >= 0 and out[j].since > kept.since:
            out[j + 1] = out[j]
            j -= 1
        out[j + 1] = kept
    return count


# Whether an active effect works at all: its card is not negated, its condition holds.
cdef bint _works(
    const DuelTemplate* template_, const DuelState* state, const active_t* active
) noexcept nogil:
    if active.lingering:
        return True
    if not active.effect.flags & EFFECT_FLAG_CANNOT_BE_NEGATED and card_is_negated(
            state, active.card):
        return False
    if active.effect.condition == 0:
        return True
    return program_check(
        template_, state, active.number, active.effect.condition, active.card, active.player,
        NULL, NULL, CARD_NONE) != 0


# Adds properties to a card on the field.
cdef void _props_add(DuelState* state, card_t card, uint32_t props) noexcept nogil:
    state.zone_props[state.controller[card]][
        state.place[card] - PLACE_MONSTER_ZONE][state.slot[card]] |= props


cdef void _add_property(
    const DuelTemplate* template_, DuelState* state, const active_t* active
) noexcept nogil:
    cdef uint32_t props = <uint32_t>active.effect.value
    cdef bitset_t cards
    cdef int word, card
    if active.affected != CARD_NONE:
        if card_on_field(state, active.affected) and _reaches(
                template_, state, active, active.affected):
            _props_add(state, active.affected, props)
        return
    if active.effect.affects != AFFECTS_FIELD or active.effect.filter == 0:
        return
    for word in range(4):
        # What a monster is as an Equip Card (ST-11), its printed facts do not say.
        cards.words[word] = (
            template_.filters[active.effect.filter - 1].cards.words[word]
            | state.equips.words[word]
        ) & (
            state.cards_in[0][PLACE_MONSTER_ZONE].words[word]
            | state.cards_in[1][PLACE_MONSTER_ZONE].words[word]
            | state.cards_in[0][PLACE_SPELL_TRAP_ZONE].words[word]
            | state.cards_in[1][PLACE_SPELL_TRAP_ZONE].words[word])
    card = bitset_next(&cards, -1)
    while card >= 0:
        if _applies(template_, state, active, <card_t>card):
            _props_add(state, <card_t>card, props)
        card = bitset_next(&cards, card)


# The current ATK or DEF of a face-up monster (EFF-8).  `values`: the effects on it that work, in
# order, with those on ATK or on DEF only.
cdef int32_t _current(
    const DuelTemplate* template_, const DuelState* state, const active_t* const* values,
    int count, card_t card, int32_t printed
) noexcept nogil:
    cdef int64_t original = printed
    cdef int64_t total = 0
    cdef int64_t passing = 0  # of it, what one-time effects add
    cdef int64_t final = -1
    cdef int64_t fixed = -1
    cdef int i, kind
    for i in range(count):
        if not _applies(template_, state, values[i], card):
            continue
        kind = values[i].effect.continuous
        if kind == CONTINUOUS_SET_ORIGINAL_ATK or kind == CONTINUOUS_SET_ORIGINAL_DEF:
            original = _value(template_, state, values[i], card)
        elif kind == CONTINUOUS_ADD_ATK or kind == CONTINUOUS_ADD_DEF:
            if values[i].lingering:
                passing += _value(template_, state, values[i], card)
            else:
                total += _value(template_, state, values[i], card)
        elif kind == CONTINUOUS_FIX_ATK or kind == CONTINUOUS_FIX_DEF:
            # RULING: a continuous effect wipes only what one-time effects have added, so that
            # Megamorph leaves what other Equip Cards add (seen in the independent engine).
            # RULING: what a monster is Summoned with comes before what continuous effects add to
            # it, which they do from then on: Twin-Headed Behemoth returns with 1000, and Mountain
            # adds to that (EFF-8 wipes earlier changes; two independent engines do it too).
            fixed = _value(template_, state, values[i], card)
            passing = 0
            if values[i].lingering and not values[i].effect.flags & EFFECT_FLAG_AS_SUMMONED:
                total = 0
        else:
            final = _value(template_, state, values[i], card)
    total += passing + (fixed if fixed >= 0 else original)
    if final >= 0:
        total = final
    if total < 0:
        total = 0
    return <int32_t>(total if total < (1 << 30) else 1 << 30)


# Whether an effect that changes values changes DEF, not ATK.
cdef bint _is_on_def(const effect_t* effect) noexcept nogil:
    return (effect.continuous == CONTINUOUS_ADD_DEF
            or effect.continuous == CONTINUOUS_SET_ORIGINAL_DEF
            or effect.continuous == CONTINUOUS_FIX_DEF
            or effect.continuous == CONTINUOUS_FINAL_DEF)


# Computes the current ATK and DEF of all monsters.
cdef void _values_refresh(
    const DuelTemplate* template_, DuelState* state, const active_t* const* on_atk,
    int on_atk_count, const active_t* const* on_def, int on_def_count
) noexcept nogil:
    cdef const definition_t* definition
    cdef int player, slot
    cdef zone_mask_t rest
    cdef card_t card
    for player in range(2):
        rest = state.monsters[player].used
        while rest:
            slot = lowest64(rest)
            rest &= rest - 1
            card = state.zone[player][0][slot]
            definition = &template_.definitions[state.code[card]]
            state.zone_atk[player][slot] = definition.atk
            state.zone_def[player][slot] = definition.def_
            if not card_face_up(state, card):
                continue
            if on_atk_count:
                state.zone_atk[player][slot] = _current(
                    template_, state, on_atk, on_atk_count, card, definition.atk)
            if on_def_count:
                state.zone_def[player][slot] = _current(
                    template_, state, on_def, on_def_count, card, definition.def_)


# Adds a restriction; one that is there already holds for more players at most.
cdef void _add_restriction(
    DuelState* state, uint8_t kind, uint16_t effect, int32_t value, uint8_t players
) noexcept nogil:
    cdef restriction_t* entry
    cdef int i
    for i in range(state.restriction_count):
        entry = &state.restrictions[i]
        if entry.kind == kind and entry.effect == effect and entry.value == value:
            entry.players |= players
            return
    if state.restriction_count == MAX_RESTRICTIONS:
        state.pool_full = POOL_RESTRICTIONS
        return
    entry = &state.restrictions[state.restriction_count]
    state.restriction_count += 1
    entry.kind = kind
    entry.effect = effect
    entry.value = value
    entry.players = players


# What holds for players.
cdef void _restrict(DuelState* state, const active_t* active) noexcept nogil:
    cdef uint8_t players = 0
    cdef uint8_t continuous = active.effect.continuous
    cdef int player
    if active.effect.affects == AFFECTS_ME:
        players = <uint8_t>(1 << active.player)
    elif active.effect.affects == AFFECTS_OPPONENT:
        players = <uint8_t>(1 << (1 - active.player))
    elif active.effect.affects == AFFECTS_BOTH:
        players = 3
    if continuous == CONTINUOUS_CANNOT_BANISH_FROM_GRAVEYARD:
        state.cannot_banish_grave |= players
    elif continuous == CONTINUOUS_CANNOT_DRAW:
        state.cannot_draw |= players
    elif continuous == CONTINUOUS_TRAPS_FROM_HAND:
        state.traps_from_hand |= players
    elif continuous == CONTINUOUS_DAMAGE_CHANGES:
        for player in range(2):
            if players >> player & 1:
                state.damage_changes[player] |= <uint8_t>active.effect.value
    elif continuous == CONTINUOUS_INSTEAD_OF_GRAVEYARD:
        _add_restriction(state, RESTRICTS_GRAVEYARD, active.number, active.card, players)
    elif continuous == CONTINUOUS_GRAVEYARD_STAYS:
        state.graveyard_stays |= players
        _add_restriction(state, RESTRICTS_MOVES, active.number, active.card, players)
    elif continuous == CONTINUOUS_CANNOT_SUMMON:
        for player in range(2):
            if players >> player & 1:
                state.cannot_summon[player] |= <uint8_t>active.effect.value
        _add_restriction(state, RESTRICTS_SUMMONS, active.number, active.card, players)
    else:
        _add_restriction(state, RESTRICTS_ACTIVATION, active.number,
                         active.value if active.lingering else -1, players)


cdef void _masks(DuelState* state) noexcept nogil:
    cdef int player, slot
    cdef uint32_t props
    cdef zone_mask_t bit
    for player in range(2):
        state.attack_locked[player] = 0
        state.position_locked[player] = 0
        state.unattackable[player] = 0
        state.direct[player] = 0
        state.no_direct[player] = 0
        state.untributable[player] = 0
        state.lies_in_defence[player] = 0
        for slot in range(N_MONSTER_ZONES):
            props = state.zone_props[player][0][slot]
            if props == 0:
                continue
            bit = <zone_mask_t>(1 << slot)
            if props & (PROPERTY_CANNOT_ATTACK | PROPERTY_CANNOT_DECLARE_ATTACK):
                state.attack_locked[player] |= bit
            if props & PROPERTY_CANNOT_CHANGE_POSITION:
                state.position_locked[player] |= bit
            if props & PROPERTY_CANNOT_BE_ATTACK_TARGET:
                state.unattackable[player] |= bit
            if props & (PROPERTY_CANNOT_BE_TRIBUTED | PROPERTY_NO_TRIBUTE_FOR_SUMMON):
                state.untributable[player] |= bit
            if props & PROPERTY_LIES_IN_DEFENCE:
                state.lies_in_defence[player] |= bit
            if props & PROPERTY_CANNOT_ATTACK_DIRECTLY:
                state.no_direct[player] |= bit
            elif props & PROPERTY_DIRECT_ATTACK:
                state.direct[player] |= bit


# The cards where an effect of theirs applies continuously.
cdef void _lasting_cards(
    const DuelTemplate* template_, const DuelState* state, bitset_t* out
) noexcept nogil:
    cdef unsigned places = template_.lasting_places
    cdef int word, place
    bitset_clear(out)
    while places:
        place = lowest64(places)
        places &= places - 1
        for word in range(4):
            out.words[word] |= template_.lasting_from[place].words[word] & (
                state.cards_in[0][place].words[word] | state.cards_in[1][place].words[word])


# What negates comes first, the oldest first: what it negates does nothing.  What turns out to be
# negated by a later one has negated nothing, so that all is looked at again without it.
cdef void _negate(
    const DuelTemplate* template_, DuelState* state, const active_t* active, int count
) noexcept nogil:
    cdef int order[MAX_ACTIVE]
    cdef bint applied[MAX_ACTIVE]
    cdef int total = 0
    cdef int i, j
    cdef bint again = True
    for i in range(count):
        if (active[i].effect.continuous != CONTINUOUS_PROPERTY
                or not active[i].effect.value & PROPERTY_NEGATED):
            continue
        order[total] = i
        total += 1
    while again and total:
        again = False
        memset(state.zone_props, 0, sizeof(state.zone_props))
        memset(state.restrictions, 0, sizeof(state.restrictions))
        state.restriction_count = 0
        for i in range(total):
            applied[i] = _works(template_, state, &active[order[i]])
            if not applied[i]:
                continue
            _add_property(template_, state, &active[order[i]])
            if active[order[i]].effect.flags & EFFECT_FLAG_NEGATES_WHAT_LEFT:
                _add_restriction(state, RESTRICTS_LINKS, active[order[i]].number, 0, 3)
        for i in range(total):
            if applied[i] and not _works(template_, state, &active[order[i]]):
                again = True
                total -= 1
                for j in range(i, total):
                    order[j] = order[j + 1]
                break


cdef inline bint _makes_unaffected(const effect_t* effect) noexcept nogil:
    return effect.continuous == CONTINUOUS_PROPERTY and effect.value & (
        PROPERTY_UNAFFECTED_BY_MONSTERS | PROPERTY_UNAFFECTED_BY_SPELLS
        | PROPERTY_UNAFFECTED_BY_TRAPS) != 0


cdef void stats_refresh(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef active_t active[MAX_ACTIVE]
    cdef const active_t* on_atk[MAX_ACTIVE]
    cdef const active_t* on_def[MAX_ACTIVE]
    cdef int on_atk_count = 0
    cdef int on_def_count = 0
    cdef int count, i
    state.stale = 0
    count = _collect(template_, state, active)
    if count == 0 and not state.changed_values:
        return  # nothing changes anything, as before
    memset(state.zone_props, 0, sizeof(state.zone_props))
    memset(state.restrictions, 0, sizeof(state.restrictions))
    state.restriction_count = 0
    state.cannot_banish_grave = 0
    state.cannot_draw = 0
    state.damage_changes[0] = 0
    state.damage_changes[1] = 0
    state.graveyard_stays = 0
    state.cannot_summon[0] = 0
    state.cannot_summon[1] = 0
    state.traps_from_hand = 0
    state.changed_values = count > 0
    _negate(template_, state, active, count)
    # What is unaffected is so before anything else could affect it.
    for i in range(count):
        if _makes_unaffected(active[i].effect) and _works(template_, state, &active[i]):
            _add_property(template_, state, &active[i])
    for i in range(count):
        if not _works(template_, state, &active[i]):
            continue
        if active[i].effect.continuous == CONTINUOUS_PROPERTY:
            if not (active[i].effect.value & PROPERTY_NEGATED
                    or _makes_unaffected(active[i].effect)):
                _add_property(template_, state, &active[i])
        elif is_on_players(active[i].effect.continuous):
            _restrict(state, &active[i])
        elif _is_on_def(active[i].effect):
            on_def[on_def_count] = &active[i]
            on_def_count += 1
        else:
            on_atk[on_atk_count] = &active[i]
            on_atk_count += 1
    _values_refresh(template_, state, on_atk, on_atk_count, on_def, on_def_count)
    _masks(state)


cdef bint stats_hold(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    cdef DuelState fresh
    cdef const DuelState* f = &fresh
    if not state.effects or state.stale or state_is_over(state):
        return True
    state_clone(state, &fresh)
    stats_refresh(template_, &fresh)
    return not (
        f.pool_full != state.pool_full
        or memcmp(f.zone_atk, state.zone_atk, sizeof(f.zone_atk))
        or memcmp(f.zone_def, state.zone_def, sizeof(f.zone_def))
        or memcmp(f.zone_props, state.zone_props, sizeof(f.zone_props))
        or memcmp(f.attack_locked, state.attack_locked, sizeof(f.attack_locked))
        or memcmp(f.position_locked, state.position_locked, sizeof(f.position_locked))
        or memcmp(f.unattackable, state.unattackable, sizeof(f.unattackable))
        or memcmp(f.direct, state.direct, sizeof(f.direct))
        or memcmp(f.no_direct, state.no_direct, sizeof(f.no_direct))
        or memcmp(f.untributable, state.untributable, sizeof(f.untributable))
        or memcmp(f.lies_in_defence, state.lies_in_defence, sizeof(f.lies_in_defence))
        or memcmp(f.restrictions, state.restrictions, sizeof(f.restrictions))
        or f.restriction_count != state.restriction_count
        or memcmp(f.cannot_summon, state.cannot_summon, sizeof(f.cannot_summon))
        or memcmp(f.damage_changes, state.damage_changes, sizeof(f.damage_changes))
        or f.cannot_banish_grave != state.cannot_banish_grave
        or f.cannot_draw != state.cannot_draw
        or f.graveyard_stays != state.graveyard_stays
        or f.traps_from_hand != state.traps_from_hand)
