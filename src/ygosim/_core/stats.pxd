"""What continuous and lingering effects make of the cards: properties, values, sides."""

from ygosim._core.enums cimport CONTINUOUS_PROPERTY, EFFECT_KIND_CONTINUOUS, PROPERTY_NEGATED
from ygosim._core.filters cimport card_props, is_on_players
from ygosim._core.layout cimport DuelState, DuelTemplate, effect_t
from ygosim._core.types cimport card_t

# Whether a continuous or lingering effect changes values, properties or what players can do:
# `stats_refresh` has to do with it.
cdef inline bint effect_changes(const effect_t* effect) noexcept nogil:
    return effect.continuous <= CONTINUOUS_PROPERTY or is_on_players(effect.continuous)


# Whether it does so as long as its card lies where it works.
cdef inline bint effect_lasts(const effect_t* effect) noexcept nogil:
    return (effect.kind == EFFECT_KIND_CONTINUOUS and effect.until == 0
            and effect_changes(effect))


# Computes anew what holds of the cards on the field: properties, ATK and DEF in EFF-8's order,
# what players cannot do.  Clears `stale`.
cdef void stats_refresh(const DuelTemplate* template_, DuelState* state) noexcept nogil


# Whether what effects make of the duel is what they make of it when derived anew
# (INVARIANT_DERIVED).  Where it is `stale`, or the duel is over, that is not asked.
cdef bint stats_hold(const DuelTemplate* template_, const DuelState* state) noexcept nogil


# Whether the effects of a card on the field are negated (EFF-6).
cdef inline bint card_is_negated(const DuelState* state, card_t card) noexcept nogil:
    return (card_props(state, card) & PROPERTY_NEGATED) != 0
