"""Facts of cards as they are now, and which cards a filter lets through."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_next, bitset_remove, bitset_t, lowest64,
)
from ygosim._core.enums cimport (
    AFFECTS_HOST, CARD_TYPE_EQUIP, CARD_TYPE_FIELD, CARD_TYPE_LINK, CARD_TYPE_MONSTER,
    CARD_TYPE_SPELL, CARD_TYPE_TOKEN, CARD_TYPE_TRAP, CARD_TYPE_XYZ, CONTINUOUS_CONTROL,
    CONTINUOUS_FLAG, CONTINUOUS_ON_PLAYERS, FACT_ARRIVED, FACT_ATK, FACT_ATTACHED_TO,
    FACT_ATTACKS_DECLARED, FACT_ATTRIBUTE, FACT_BATTLE_DESTROYED, FACT_CONTROLLER, FACT_COUNTERS,
    FACT_DEF, FACT_DOOMED, FACT_FLAGS, FACT_GOES_TO_GRAVEYARD, FACT_IS_FACE_UP, FACT_LEVEL,
    FACT_MARKED_BY, FACT_MONSTER_TYPE, FACT_NAME, FACT_NUMBER, FACT_ORIGINAL_ATK,
    FACT_ORIGINAL_DEF, FACT_OWNER, FACT_PLACE, FACT_POSITION, FACT_PROPERTIES, FACT_SLOT,
    FACT_TYPE, FILTER_FLAG_ATTACK_POSITION, FILTER_FLAG_CAN_BE_BANISHED,
    FILTER_FLAG_CAN_BE_MATERIAL, FILTER_FLAG_CAN_BE_SET, FILTER_FLAG_CAN_BE_SUMMONED,
    FILTER_FLAG_CAN_BE_TARGETED, FILTER_FLAG_CAN_BE_TRIBUTED, FILTER_FLAG_CAN_BE_TURNED_FACE_DOWN,
    FILTER_FLAG_CAN_CHANGE_CONTROL, FILTER_FLAG_CAN_CHANGE_POSITION, FILTER_FLAG_CAN_GO_TO_DECK,
    FILTER_FLAG_CAN_GO_TO_GRAVEYARD, FILTER_FLAG_CAN_GO_TO_HAND, FILTER_FLAG_CAN_PAY_TO_GRAVEYARD,
    FILTER_FLAG_DEFENCE_POSITION, FILTER_FLAG_FACE_DOWN, FILTER_FLAG_FACE_UP, FILTER_FLAG_HAS_DEF,
    FILTER_FLAG_IGNORE_CONDITIONS, FILTER_FLAG_IN_MAIN_ZONE_IF_FULL,
    FILTER_FLAG_LEAVES_EXTRA_DECK_ZONE, FILTER_FLAG_NOT_THIS, HAND_CLASS_STAYS, PLACE_BANISHED,
    PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE, PROPERTY_ATTACKS_IN_DEFENCE,
    PROPERTY_CANNOT_BE_TARGETED, PROPERTY_CANNOT_BE_TRIBUTED, PROPERTY_UNAFFECTED_BY_MONSTERS,
    PROPERTY_UNAFFECTED_BY_SPELLS, PROPERTY_UNAFFECTED_BY_TRAPS,
)
from ygosim._core.happenings cimport counters_of
from ygosim._core.layout cimport (
    RESTRICTS_SUMMONS, WAY_SPECIAL, DuelState, DuelTemplate, definition_t, effect_t, filter_t,
    restriction_t,
)
from ygosim._core.types cimport (
    CARD_NONE, N_SLOTS, card_t, player_t, PLACE_NOWHERE,
)
from ygosim._core.zones cimport (
    card_destination, extra_deck_zones, spell_trap_zones_free, zones_free,
)

cdef enum:
    FACE_UP = POSITION_FACE_UP_ATTACK | POSITION_FACE_UP_DEFENCE
    ON_FIELD = 1 << PLACE_MONSTER_ZONE | 1 << PLACE_SPELL_TRAP_ZONE
    ATTACK_BITS = 3  # of POSITION_…: attack position either way up


cdef inline bint card_on_field(const DuelState* state, card_t card) noexcept nogil:
    return ON_FIELD >> state.place[card] & 1


cdef inline bint card_face_up(const DuelState* state, card_t card) noexcept nogil:
    return (state.position[card] & FACE_UP) != 0


# PROPERTY_… of a card: 0 off the field.
cdef inline uint32_t card_props(const DuelState* state, card_t card) noexcept nogil:
    if not card_on_field(state, card):
        return 0
    return state.zone_props[state.controller[card]][
        state.place[card] - PLACE_MONSTER_ZONE][state.slot[card]]


# Whether a monster lies as one that attacks must (BAT-1).
cdef inline bint card_lies_to_attack(const DuelState* state, card_t card) noexcept nogil:
    return state.position[card] == POSITION_FACE_UP_ATTACK or (
        state.position[card] == POSITION_FACE_UP_DEFENCE
        and (card_props(state, card) & PROPERTY_ATTACKS_IN_DEFENCE) != 0)


# Whether an effect of the card `source` can affect `card` (EFF-6).
cdef inline bint card_reaches(
    const DuelTemplate* template_, const DuelState* state, card_t source, card_t card
) noexcept nogil:
    cdef uint32_t props = card_props(state, card)
    cdef uint32_t type_
    if card == source or not props & (
            PROPERTY_UNAFFECTED_BY_SPELLS | PROPERTY_UNAFFECTED_BY_TRAPS
            | PROPERTY_UNAFFECTED_BY_MONSTERS):
        return True
    type_ = template_.definitions[state.code[source]].type
    if type_ & CARD_TYPE_SPELL:
        return not props & PROPERTY_UNAFFECTED_BY_SPELLS
    if type_ & CARD_TYPE_TRAP:
        return not props & PROPERTY_UNAFFECTED_BY_TRAPS
    return not props & PROPERTY_UNAFFECTED_BY_MONSTERS


# Whether a continuous effect of this kind works on players.
cdef inline bint is_on_players(uint8_t continuous) noexcept nogil:
    return CONTINUOUS_ON_PLAYERS >> continuous & 1


# Whether an effect of `card` works where the card is, and face-up if that is on the field.
cdef inline bint effect_is_in_place(
    const DuelState* state, const effect_t* effect, card_t card
) noexcept nogil:
    cdef uint8_t place = state.place[card]
    return effect.places >> place & 1 and (
        place < PLACE_MONSTER_ZONE or card_face_up(state, card))


# Whether a card is a monster that has become an Equip Spell (ST-11).
cdef inline bint is_monster_as_equip(
    const DuelTemplate* template_, const DuelState* state, card_t card
) noexcept nogil:
    return (state.place[card] == PLACE_SPELL_TRAP_ZONE
            and template_.definitions[state.code[card]].type & CARD_TYPE_MONSTER != 0)


# The effect by which an Equip Card gives its monster to its controller, or -1.
cdef inline int control_effect(
    const DuelTemplate* template_, const DuelState* state, card_t equip
) noexcept nogil:
    cdef const effect_t* effect
    cdef int first = template_.effect_first[state.code[equip]]
    cdef int number
    for number in range(first, first + template_.effect_count_of[state.code[equip]]):
        effect = &template_.effects[number]
        if effect.continuous == CONTINUOUS_CONTROL and effect.affects == AFFECTS_HOST:
            return number
    return -1


# The card that a card in a spell & trap zone holds on to, or CARD_NONE.
cdef inline card_t card_attached_to(const DuelState* state, card_t card) noexcept nogil:
    if state.place[card] != PLACE_SPELL_TRAP_ZONE:
        return CARD_NONE
    return state.attached[state.controller[card]][state.slot[card]]


cdef inline bint has_flag(
    const DuelTemplate* template_, const DuelState* state, card_t card, int flag
) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count):
        if (state.lingering[i].card == card and state.lingering[i].value == flag
                and template_.effects[state.lingering[i].effect].continuous == CONTINUOUS_FLAG):
            return True
    return False


# The card whose effect put a flag on a card last, or -1.
cdef inline int marked_by(
    const DuelTemplate* template_, const DuelState* state, card_t card
) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].card == card and template_.effects[
                state.lingering[i].effect].continuous == CONTINUOUS_FLAG:
            return state.lingering[i].source
    return -1


# How many cards hold on to a card, as Equip Cards or otherwise.
cdef inline int holders_of(const DuelState* state, card_t card) noexcept nogil:
    cdef int count = 0
    cdef int player, slot
    for player in range(2):
        for slot in range(N_SLOTS):
            count += state.attached[player][slot] == card
    return count


# Whether a card that is sent to the GY arrives there: only then it pays a cost (EFF-2).
cdef inline bint goes_to_graveyard(
    const DuelTemplate* template_, const DuelState* state, card_t card
) noexcept nogil:
    return (not template_.definitions[state.code[card]].type & CARD_TYPE_TOKEN
            and card_destination(template_, state, card, PLACE_GRAVEYARD) == PLACE_GRAVEYARD)


# A fact of a card; `extra` is the kind of counters, or the flag.
cdef inline int64_t card_fact(
    const DuelTemplate* template_, const DuelState* state, card_t card, int fact, int extra
) noexcept nogil:
    cdef const definition_t* definition
    if card >= state.card_count:
        return -1
    definition = &template_.definitions[state.code[card]]
    if fact == FACT_ATK:
        if state.place[card] == PLACE_MONSTER_ZONE:
            return state.zone_atk[state.controller[card]][state.slot[card]]
        return definition.atk
    if fact == FACT_DEF:
        if state.place[card] == PLACE_MONSTER_ZONE:
            return state.zone_def[state.controller[card]][state.slot[card]]
        return definition.def_
    if fact == FACT_ORIGINAL_ATK:
        return definition.atk
    if fact == FACT_ORIGINAL_DEF:
        return definition.def_
    if fact == FACT_LEVEL:  # Xyz and Link Monsters have none (SUM-9, SUM-11)
        return 0 if definition.type & (CARD_TYPE_XYZ | CARD_TYPE_LINK) else definition.level
    if fact == FACT_TYPE:
        if is_monster_as_equip(template_, state, card):
            return CARD_TYPE_SPELL | CARD_TYPE_EQUIP
        return definition.type
    if fact == FACT_ATTRIBUTE:
        return definition.attribute
    if fact == FACT_MONSTER_TYPE:
        return <int64_t>definition.monster_type
    if fact == FACT_NAME:
        return state.code[card]
    if fact == FACT_OWNER:
        return state.owner[card]
    if fact == FACT_CONTROLLER:
        return state.controller[card]
    if fact == FACT_PLACE:
        return state.place[card]
    if fact == FACT_SLOT:
        return state.slot[card]
    if fact == FACT_POSITION:
        return state.position[card]
    if fact == FACT_COUNTERS:
        return counters_of(state, card, <uint8_t>extra)
    if fact == FACT_PROPERTIES:
        return card_props(state, card)
    if fact == FACT_ATTACHED_TO:
        return -1 if card_attached_to(state, card) == CARD_NONE else card_attached_to(state, card)
    if fact == FACT_IS_FACE_UP:
        return card_face_up(state, card)
    if fact == FACT_ATTACKS_DECLARED:
        return bitset_has(&state.attack_declared, card)
    if fact == FACT_FLAGS:
        return has_flag(template_, state, card, extra)
    if fact == FACT_ARRIVED:
        return bitset_has(&state.arrived, card)
    if fact == FACT_NUMBER:
        return card
    if fact == FACT_BATTLE_DESTROYED:
        return bitset_has(&state.battle_destroyed, card)
    if fact == FACT_DOOMED:
        return bitset_has(&state.doomed, card)
    if fact == FACT_GOES_TO_GRAVEYARD:
        return goes_to_graveyard(template_, state, card)
    if fact == FACT_MARKED_BY:
        return marked_by(template_, state, card)
    return holders_of(state, card)  # FACT_HOLDERS


# Whether the effects that hold let `player` Special Summon by an effect of `source`.
cdef inline bint may_special_summon(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t source
) noexcept nogil:
    cdef const restriction_t* entry
    cdef int i
    if not state.cannot_summon[player] & WAY_SPECIAL:
        return True
    for i in range(state.restriction_count):
        entry = &state.restrictions[i]
        if (entry.kind == RESTRICTS_SUMMONS and entry.players >> player & 1
                and template_.effects[entry.effect].value & WAY_SPECIAL
                and entry.value != source):
            return False
    return True


# Whether `player` may Special Summon the card by an effect (SUM-3, SUM-13).
cdef inline bint card_summonable(
    const DuelTemplate* template_, const DuelState* state, card_t card, bint ignore
) noexcept nogil:
    cdef const definition_t* definition = &template_.definitions[state.code[card]]
    if not definition.type & CARD_TYPE_MONSTER:
        return False
    if definition.type & CARD_TYPE_TOKEN:
        return state.place[card] == PLACE_NOWHERE
    if ignore:
        return True
    if definition.no_special_summon:
        return False
    if definition.proper_first:
        # SUM-13: an effect may bring a monster out of the Extra Deck, another one only back.
        return state.place[card] == PLACE_EXTRA_DECK or (
            (state.place[card] == PLACE_GRAVEYARD or state.place[card] == PLACE_BANISHED)
            and bitset_has(&state.proper, card))
    return True


# Whether a card passes the flags of a filter; `player` uses the effect of `this`.
cdef inline bint card_passes(
    const DuelTemplate* template_, const DuelState* state, uint32_t flags, card_t card,
    player_t player, card_t this
) noexcept nogil:
    cdef uint8_t place = state.place[card]
    cdef uint8_t position = state.position[card]
    cdef uint32_t type_ = template_.definitions[state.code[card]].type
    if flags & FILTER_FLAG_FACE_UP and not position & FACE_UP:
        return False
    if flags & FILTER_FLAG_FACE_DOWN and position & FACE_UP:
        return False
    if flags & FILTER_FLAG_ATTACK_POSITION and not position & ATTACK_BITS:
        return False
    if flags & FILTER_FLAG_DEFENCE_POSITION and position & ATTACK_BITS:
        return False
    if flags & FILTER_FLAG_NOT_THIS and card == this:
        return False
    if flags & FILTER_FLAG_CAN_BE_TARGETED and (
            card_props(state, card) & PROPERTY_CANNOT_BE_TARGETED
            or bitset_has(&state.battle_destroyed, card)):
        return False
    if flags & FILTER_FLAG_CAN_BE_BANISHED and (
            place == PLACE_GRAVEYARD and state.cannot_banish_grave >> player & 1):
        return False
    if flags & FILTER_FLAG_CAN_BE_SUMMONED and not card_summonable(
            template_, state, card, (flags & FILTER_FLAG_IGNORE_CONDITIONS) != 0):
        return False
    if flags & FILTER_FLAG_CAN_CHANGE_CONTROL and (
            place != PLACE_MONSTER_ZONE or bitset_has(&state.battle_destroyed, card)):
        return False
    if flags & FILTER_FLAG_CAN_BE_TURNED_FACE_DOWN and (
            not position & FACE_UP or type_ & (CARD_TYPE_LINK | CARD_TYPE_TOKEN)
            or bitset_has(&state.battle_destroyed, card)):
        return False
    if flags & FILTER_FLAG_CAN_CHANGE_POSITION and type_ & CARD_TYPE_LINK:
        return False
    if flags & FILTER_FLAG_CAN_BE_TRIBUTED and (
            not type_ & CARD_TYPE_MONSTER or bitset_has(&state.battle_destroyed, card)
            or card_props(state, card) & PROPERTY_CANNOT_BE_TRIBUTED):
        return False
    if flags & FILTER_FLAG_IN_MAIN_ZONE_IF_FULL and (
            place == PLACE_MONSTER_ZONE and state.slot[card] >= 5
            and zones_free(template_, state, state.controller[card]) == 0):
        return False
    if flags & FILTER_FLAG_CAN_BE_SET and (
            not type_ & (CARD_TYPE_SPELL | CARD_TYPE_TRAP)
            or template_.hand_class_of[card] == HAND_CLASS_STAYS
            or (not type_ & CARD_TYPE_FIELD
                and spell_trap_zones_free(template_, state, player) == 0)):
        return False
    # RULING: what the effect of `this` does not affect is no material for it (seen in the
    # independent engine).
    if flags & FILTER_FLAG_CAN_BE_MATERIAL and (
            not type_ & CARD_TYPE_MONSTER or bitset_has(&state.battle_destroyed, card)
            or not card_reaches(template_, state, this, card)):
        return False
    if flags & FILTER_FLAG_LEAVES_EXTRA_DECK_ZONE and extra_deck_zones(
            template_, state, player, 0, card) == 0:
        return False
    if flags & FILTER_FLAG_HAS_DEF and type_ & CARD_TYPE_LINK:
        return False
    if (flags & (FILTER_FLAG_CAN_GO_TO_HAND | FILTER_FLAG_CAN_GO_TO_DECK)
            and bitset_has(&state.leaving, card)):
        return False
    if flags & FILTER_FLAG_CAN_GO_TO_GRAVEYARD and type_ & CARD_TYPE_TOKEN:
        return False
    if flags & FILTER_FLAG_CAN_PAY_TO_GRAVEYARD and not goes_to_graveyard(
            template_, state, card):
        return False
    return True


# Whether `filter_` selects the card.
cdef inline bint filter_has(
    const DuelTemplate* template_, const DuelState* state, const filter_t* filter_,
    player_t player, card_t this, card_t card
) noexcept nogil:
    cdef unsigned places = filter_.mine if state.controller[card] == player else filter_.theirs
    cdef bint fits = bitset_has(&filter_.cards, card)
    if is_monster_as_equip(template_, state, card):
        fits = filter_.equip_spells
    return (places >> state.place[card] & 1 and fits
            and card != state.pending and (filter_.flags == 0 or card_passes(
                template_, state, filter_.flags, card, player, this)))


# Adds the player's cards in `places`, a bit per PLACE_….
cdef inline void cards_in_places(
    const DuelState* state, player_t player, unsigned places, bitset_t* out
) noexcept nogil:
    cdef int place, word
    while places:
        place = lowest64(places)
        places &= places - 1
        for word in range(4):
            out.words[word] |= state.cards_in[player][place].words[word]


# The cards that a filter lets through.
cdef inline void filter_select(
    const DuelTemplate* template_, const DuelState* state, const filter_t* filter_,
    player_t player, card_t this, bitset_t* out
) noexcept nogil:
    cdef int word, card
    cdef unsigned places
    bitset_clear(out)
    cards_in_places(state, player, filter_.mine, out)
    cards_in_places(state, 1 - player, filter_.theirs, out)
    for word in range(4):
        out.words[word] &= filter_.cards.words[word]
    if (filter_.mine | filter_.theirs) >> PLACE_SPELL_TRAP_ZONE & 1:
        card = bitset_next(&state.equips, -1)
        while card >= 0:
            if is_monster_as_equip(template_, state, <card_t>card):
                places = filter_.mine if state.controller[card] == player else filter_.theirs
                if filter_.equip_spells and places >> PLACE_SPELL_TRAP_ZONE & 1:
                    bitset_add(out, <card_t>card)
                else:
                    bitset_remove(out, <card_t>card)
            card = bitset_next(&state.equips, card)
    if state.pending != CARD_NONE:  # it is nowhere (SUM-5)
        bitset_remove(out, state.pending)
    if filter_.flags:
        card = bitset_next(out, -1)
        while card >= 0:
            if not card_passes(
                    template_, state, filter_.flags, <card_t>card, player, this):
                bitset_remove(out, <card_t>card)
            card = bitset_next(out, card)
