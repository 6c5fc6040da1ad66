"""How cards come to zones by effects: Special Summons, changes of control, Sets.

Each `…_advance` runs its procedure, the one on top, for one step.
"""

from ygosim._core.layout cimport DuelState, DuelTemplate, frame_t
from ygosim._core.types cimport player_t, zone_mask_t

# Special Summons by an effect (SUM-3).
cdef void special_summon_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# A Special Summon by the monster's own procedure.
cdef void built_in_summon_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# Monsters that change sides (EFF-13).
cdef void control_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# The zones that a monster may come to when it changes to `player`: free ones, and those of own
# monsters that go the other way at the same time.
cdef zone_mask_t control_zones(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil

# An effect Sets a Spell or Trap.
cdef void place_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# A monster of the field becomes an Equip Card on another (ST-11).
cdef void equip_monster_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil

# A banished monster returns to the field as it lay there (ZONE-8).
cdef void return_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil
