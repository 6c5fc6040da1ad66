"""What continuous and lingering effects make of the cards: properties, values, sides."""

from ygosim._core.enums cimport CONTINUOUS_PROPERTY, EFFECT_KIND_CONTINUOUS
from ygosim._core.filters cimport is_on_players
from ygosim._core.layout cimport DuelState, DuelTemplate, effect_t

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

# What `settle` does where there is something to do.
cdef bint settle_all(const DuelTemplate* template_, DuelState* state) noexcept nogil


# Lets what has happened take effect: current values, reactions of cards, cards that go by rule,
# monsters that change sides.  Opens a procedure where a player has to choose; returns whether
# it did.
cdef inline bint settle(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    if not state.stale and state.reacted >= state.happening_count:
        return False
    return settle_all(template_, state)
