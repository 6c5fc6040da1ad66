"""Which Tributes a Normal Summon or Set can have, and which monsters may be so summoned (SUM-1)."""

from libc.stdint cimport uint8_t

from ygosim._core.bitset cimport bitset_has, lowest64, popcount64
from ygosim._core.enums cimport (
    CONTINUOUS_COUNTS_AS_TRIBUTES, HAND_CLASS_THREE_TRIBUTES, HAND_CLASS_TWO_TRIBUTES, PLACE_HAND,
    PROPERTY_NEGATED,
)
from ygosim._core.filters cimport card_props
from ygosim._core.layout cimport WAY_NORMAL, DuelState, DuelTemplate, effect_t, effects_played
from ygosim._core.types cimport card_t, player_t, zone_mask_t
from ygosim._core.zones cimport zones_free

# Bits of `normal_summon_ways`.
cdef enum:
    MAY_BE_SUMMONED = 1
    MAY_BE_SET = 2


# The zones of the monsters that the player may Tribute for a summon.
cdef inline zone_mask_t tributable(const DuelState* state, player_t player) noexcept nogil:
    if effects_played(state):
        return state.monsters[player].used & ~state.untributable[player]
    return state.monsters[player].used


# Bit n is set if n tributes (0 … 3) can be given and leave a free zone (SUM-1, ZONE-2): one
# is free already, or one of them lies in a main zone.
cdef inline unsigned tributes_possible(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil:
    cdef zone_mask_t used = tributable(state, player)
    cdef unsigned counts = (2u << popcount64(used)) - 1
    if zones_free(template_, state, player) == 0:
        # A main zone is used, else one would be free; with it, any number will do.
        counts &= ~1u
        if used & template_.rules.main_zones == 0:
            counts = 0
    return counts


# For how many Tributes a monster counts when `summoned` is Tribute Summoned or Set.
# RULING: face-down too (seen in the independent engine).
cdef inline int _tribute_value(
    const DuelTemplate* template_, const DuelState* state, card_t card, card_t summoned
) noexcept nogil:
    cdef const effect_t* effect
    cdef int i
    if card_props(state, card) & PROPERTY_NEGATED:
        return 1
    for i in range(template_.effect_count_of[state.code[card]]):
        effect = &template_.effects[template_.effect_first[state.code[card]] + i]
        if effect.continuous == CONTINUOUS_COUNTS_AS_TRIBUTES and bitset_has(
                &template_.filters[effect.filter - 1].cards, summoned):
            return effect.value
    return 1


# Whether the monsters in `zones` are Tributes enough for `summoned`, no more cards than it takes
# at one each, and leave a free zone (SUM-1, ZONE-2).
cdef inline bint tributes_suffice(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t summoned,
    zone_mask_t zones
) noexcept nogil:
    cdef int needed = template_.hand_class_of[summoned]
    cdef int total = 0
    cdef zone_mask_t rest = zones
    if <int>popcount64(zones) > needed or (
            zones_free(template_, state, player) == 0 and not zones & template_.rules.main_zones):
        return False
    while rest:
        total += _tribute_value(
            template_, state, state.zone[player][0][lowest64(rest)], summoned)
        rest &= rest - 1
    return total >= needed


# Whether some of `more` make the monsters in `zones` suffice.
cdef inline bint tributes_can_suffice(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t summoned,
    zone_mask_t zones, zone_mask_t more
) noexcept nogil:
    cdef zone_mask_t some = more
    while not tributes_suffice(template_, state, player, summoned, zones | some):
        if some == 0:
            return False
        some = <zone_mask_t>((some - 1) & more)
    return True


# Whether `player` may Normal Summon the monster, MAY_BE_SUMMONED, or Set it, MAY_BE_SET, from the
# hand, but for whose turn it is and how often that was done.
cdef inline unsigned normal_summon_ways(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t card
) noexcept nogil:
    cdef uint8_t needed = template_.hand_class_of[card]
    cdef unsigned ways = MAY_BE_SUMMONED
    if (state.place[card] != PLACE_HAND or state.controller[card] != player
            or needed > HAND_CLASS_THREE_TRIBUTES):
        return 0
    if not tributes_possible(template_, state, player) >> needed & 1 and not (
            template_.tribute_values and needed >= HAND_CLASS_TWO_TRIBUTES
            and tributes_can_suffice(
                template_, state, player, card, 0, tributable(state, player))):
        return 0
    if state.cannot_summon[player] & WAY_NORMAL:
        ways = 0
    if needed != HAND_CLASS_THREE_TRIBUTES:  # SUM-15
        ways |= MAY_BE_SET
    return ways
