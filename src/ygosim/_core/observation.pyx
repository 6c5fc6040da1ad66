"""What one player may know (INFO-1), as a NumPy record."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

import numpy as np

from ygosim._core.engine cimport DuelHandle
from ygosim._core.enums cimport (
    PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_HAND,
    POSITION_FACE_DOWN_ATTACK, POSITION_FACE_DOWN_DEFENCE,
)
from ygosim._core.layout cimport DuelState, DuelTemplate, definition_t
from ygosim._core.state cimport state_result
from ygosim._core.types cimport CARD_NONE, N_MONSTER_ZONES, card_t, player_t

# A card as a player sees it.  All 0: nothing there.
ctypedef struct seen_t:
    uint32_t passcode    # 0 if its face is hidden
    int32_t atk          # current in a monster zone, else printed; 0 if hidden
    int32_t def_         # likewise
    uint32_t type        # CARD_TYPE_…; 0 if hidden
    uint8_t position     # POSITION_…
    uint8_t level        # Level, Rank or Link Rating; 0 if hidden
    uint8_t attribute    # ATTRIBUTE_…; 0 if hidden
    uint8_t present      # 1: a card is there

# Index 0 of a pair is the observer, 1 the opponent.
ctypedef struct observation_t:
    int32_t lp[2]
    uint16_t turn
    uint8_t phase            # PHASE_…
    uint8_t decision         # DECISION_KIND_… that is waiting
    uint8_t my_turn          # 1: the observer is the turn player
    uint8_t my_decision      # 1: the observer is asked
    uint8_t normal_summons_left
    uint8_t result           # RESULT_…
    uint8_t deck_count[2]
    uint8_t hand_count[2]
    uint8_t graveyard_count[2]
    uint8_t banished_count[2]
    uint8_t extra_count[2]
    uint8_t spare[2]
    seen_t monster_zones[2][7]
    seen_t spell_trap_zones[2][8]
    seen_t hand[128]         # the observer's
    seen_t extra_deck[128]   # the observer's
    seen_t graveyard[2][128]  # oldest first
    seen_t banished[2][128]  # oldest first

OBSERVED_CARD_DTYPE = np.dtype([
    ("passcode", "u4"), ("atk", "i4"), ("def_", "i4"), ("type", "u4"), ("position", "u1"),
    ("level", "u1"), ("attribute", "u1"), ("present", "u1"),
])
OBSERVATION_DTYPE = np.dtype([
    ("lp", "i4", (2,)), ("turn", "u2"), ("phase", "u1"), ("decision", "u1"),
    ("my_turn", "u1"), ("my_decision", "u1"), ("normal_summons_left", "u1"), ("result", "u1"),
    ("deck_count", "u1", (2,)), ("hand_count", "u1", (2,)), ("graveyard_count", "u1", (2,)),
    ("banished_count", "u1", (2,)), ("extra_count", "u1", (2,)), ("spare", "u1", (2,)),
    ("monster_zones", OBSERVED_CARD_DTYPE, (2, 7)),
    ("spell_trap_zones", OBSERVED_CARD_DTYPE, (2, 8)),
    ("hand", OBSERVED_CARD_DTYPE, (128,)),
    ("extra_deck", OBSERVED_CARD_DTYPE, (128,)),
    ("graveyard", OBSERVED_CARD_DTYPE, (2, 128)),
    ("banished", OBSERVED_CARD_DTYPE, (2, 128)),
])
if OBSERVATION_DTYPE.itemsize != sizeof(observation_t):
    raise AssertionError("OBSERVATION_DTYPE is not observation_t")


cdef void _see(
    const DuelTemplate* template_, const DuelState* state, card_t card, bint knows, seen_t* seen
) noexcept nogil:
    cdef const definition_t* definition = &template_.definitions[state.code[card]]
    seen.present = 1
    seen.position = state.position[card]
    if not knows:
        return
    seen.passcode = definition.passcode
    seen.atk = definition.atk
    seen.def_ = definition.def_
    seen.type = definition.type
    seen.level = definition.level
    seen.attribute = <uint8_t>definition.attribute


cdef bint _face_down(const DuelState* state, card_t card) noexcept nogil:
    return (state.position[card] == POSITION_FACE_DOWN_ATTACK
            or state.position[card] == POSITION_FACE_DOWN_DEFENCE)


cdef void _observe(
    const DuelTemplate* template_, const DuelState* state, player_t me, observation_t* seen
) noexcept nogil:
    cdef int side, i
    cdef player_t player
    cdef card_t card
    cdef bint knows
    seen.turn = state.turn
    seen.phase = state.phase
    seen.decision = state.decision
    seen.my_turn = state.turn_player == me
    seen.my_decision = state.decision_player == me
    seen.normal_summons_left = state.normal_summons_left
    seen.result = state_result(state, me)
    for side in range(2):
        player = me if side == 0 else 1 - me
        seen.lp[side] = state.lp[player]
        seen.deck_count[side] = state.pile_count[player][PLACE_DECK]
        seen.hand_count[side] = state.pile_count[player][PLACE_HAND]
        seen.graveyard_count[side] = state.pile_count[player][PLACE_GRAVEYARD]
        seen.banished_count[side] = state.pile_count[player][PLACE_BANISHED]
        seen.extra_count[side] = state.pile_count[player][PLACE_EXTRA_DECK]
        for i in range(N_MONSTER_ZONES):
            card = state.zone[player][0][i]
            if card != CARD_NONE:
                knows = side == 0 or not _face_down(state, card)
                _see(template_, state, card, knows, &seen.monster_zones[side][i])
                if knows:
                    seen.monster_zones[side][i].atk = state.zone_atk[player][i]
                    seen.monster_zones[side][i].def_ = state.zone_def[player][i]
        for i in range(8):
            card = state.zone[player][1][i]
            if card != CARD_NONE:
                _see(template_, state, card, side == 0 or not _face_down(state, card),
                     &seen.spell_trap_zones[side][i])
        for i in range(state.pile_count[player][PLACE_GRAVEYARD]):
            _see(template_, state, state.pile[player][PLACE_GRAVEYARD][i], True,
                 &seen.graveyard[side][i])
        for i in range(state.pile_count[player][PLACE_BANISHED]):
            card = state.pile[player][PLACE_BANISHED][i]
            _see(template_, state, card, side == 0 or not _face_down(state, card),
                 &seen.banished[side][i])
    for i in range(state.pile_count[me][PLACE_HAND]):
        _see(template_, state, state.pile[me][PLACE_HAND][i], True, &seen.hand[i])
    for i in range(state.pile_count[me][PLACE_EXTRA_DECK]):
        _see(template_, state, state.pile[me][PLACE_EXTRA_DECK][i], True, &seen.extra_deck[i])


def observe(DuelHandle duel not None, int player):
    """What `player` (0 or 1) may know: an array of one OBSERVATION_DTYPE.

    Numbers of cards do not appear: they would tell which card of the list is face-down.
    """
    if player not in (0, 1):
        raise ValueError(f"player is {player}; it must be 0 or 1")
    result = np.zeros(1, dtype=OBSERVATION_DTYPE)
    cdef uint8_t[::1] raw = result.view(np.uint8)
    _observe(&duel.template_.data, duel.state, player, <observation_t*>&raw[0])
    return result
