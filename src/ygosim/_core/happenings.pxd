"""What effects answer: happenings, and what a card leaves behind when it moves.

Nothing here costs anything in a duel without effects: `effects_played` is 0 there.
"""

from libc.stdint cimport int32_t, uint16_t, uint8_t
from libc.string cimport memset

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_remove, bitset_t,
)
from ygosim._core.enums cimport (
    EFFECT_FLAG_TARGETS_MONSTERS, LIMIT_ACTIVATE_NAME_PER_DUEL, POSITION_FACE_UP_ATTACK,
    POSITION_FACE_UP_DEFENCE,
    LIMIT_CARD_PER_BATTLE, LIMIT_CARD_PER_CHAIN, LIMIT_CARD_PER_TURN, LIMIT_NAME_PER_DUEL,
    LIMIT_NONE, PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_HAND,
    PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE, POOL_COUNTERS, POOL_HAPPENINGS, POOL_LINGERING,
    POOL_USES, REASON_BATTLE, REASON_COST_DISCARD, REASON_COST_TRIBUTE, REASON_DISCARD_RULE,
    REASON_EFFECT_DESTRUCTION, REASON_EFFECT_DISCARD, REASON_EFFECT_TRIBUTE, REASON_LOST_TARGET,
    REASON_RULE_DESTRUCTION, REASON_TRIBUTE, TRIGGER_ADDED_TO_HAND, TRIGGER_BANISHED,
    TRIGGER_DESTROYED, TRIGGER_DISCARDED, TRIGGER_LEFT_FIELD, TRIGGER_RETURNED_TO_DECK,
    TRIGGER_SENT_TO_GRAVE, TRIGGER_SUMMON_PENDING, TRIGGER_TRIBUTED, UNTIL_CONTROL_CHANGES,
    UNTIL_FACE_DOWN, UNTIL_LEAVES, UNTIL_SOURCE_LEAVES,
)
from ygosim._core.layout cimport (
    DuelState, DuelTemplate, counters_t, effects_played, happening_t, lingering_t, use_t,
)
from ygosim._core.types cimport (
    CARD_NONE, LINK_NONE, MAX_COUNTERS, MAX_HAPPENINGS, MAX_LINGERING, MAX_USES, N_SLOTS,
    PLACE_NOWHERE, card_t, player_t,
)


# Something has changed that continuous effects may look at: WATCHED_….
cdef inline void effects_look_again(
    const DuelTemplate* template_, DuelState* state, unsigned changed
) noexcept nogil:
    if effects_played(state) and template_.watched & changed:
        state.stale = 1


# Something happened to `card` (CARD_NONE: to no card).  Returns the entry for the caller to add
# to, or NULL if no effect answers it.
cdef inline happening_t* happen(
    const DuelTemplate* template_, DuelState* state, uint8_t kind, card_t card, player_t player
) noexcept nogil:
    cdef happening_t* happening
    if not effects_played(state) or not template_.listened >> kind & 1:
        return NULL
    if state.happening_count == MAX_HAPPENINGS:
        state.pool_full = POOL_HAPPENINGS
        return NULL
    happening = &state.happenings[state.happening_count]
    state.happening_count += 1
    memset(happening, 0, sizeof(happening_t))
    happening.time = state.time
    happening.kind = kind
    happening.player = player
    happening.card = card
    happening.other = CARD_NONE
    happening.link = LINK_NONE
    if card != CARD_NONE:
        happening.from_place = state.place[card]
        happening.to_place = state.place[card]
    return happening


# The same between `card` and another one.
cdef inline happening_t* happen_between(
    const DuelTemplate* template_, DuelState* state, uint8_t kind, card_t card, card_t other,
    player_t player
) noexcept nogil:
    cdef happening_t* happening = happen(template_, state, kind, card, player)
    if happening != NULL:
        happening.other = other
    return happening


cdef inline bint is_destruction(uint8_t reason) noexcept nogil:
    return (reason == REASON_BATTLE or reason == REASON_EFFECT_DESTRUCTION
            or reason == REASON_RULE_DESTRUCTION or reason == REASON_LOST_TARGET)


cdef inline bint is_discard(uint8_t reason) noexcept nogil:
    return (reason == REASON_DISCARD_RULE or reason == REASON_EFFECT_DISCARD
            or reason == REASON_COST_DISCARD)


cdef inline bint is_tribute(uint8_t reason) noexcept nogil:
    return (reason == REASON_TRIBUTE or reason == REASON_COST_TRIBUTE
            or reason == REASON_EFFECT_TRIBUTE)


# What effects see of a card that goes from one place to another: to be called while it is still
# where it was.
cdef inline void happen_moved(
    const DuelTemplate* template_, DuelState* state, card_t card, uint8_t to_place,
    uint8_t reason, player_t by, card_t other
) noexcept nogil:
    cdef uint8_t kinds[6]
    cdef int count = 0
    cdef int i
    cdef uint8_t place = state.place[card]
    cdef int32_t props = 0
    cdef happening_t* happening
    if not effects_played(state):
        return
    if card == state.pending or bitset_has(&state.nowhere, card):
        place = PLACE_NOWHERE  # SUM-5, ST-9: neither from the hand nor from the field
    elif place == PLACE_MONSTER_ZONE or place == PLACE_SPELL_TRAP_ZONE:
        kinds[count] = TRIGGER_LEFT_FIELD
        count += 1
        props = <int32_t>state.zone_props[state.controller[card]][
            place - PLACE_MONSTER_ZONE][state.slot[card]]
        if place == PLACE_SPELL_TRAP_ZONE:
            other = state.attached[state.controller[card]][state.slot[card]]
            if other != CARD_NONE and (
                    state.place[other] != PLACE_MONSTER_ZONE
                    or (bitset_has(&state.equips, card) and not state.position[other] & (
                        POSITION_FACE_UP_ATTACK | POSITION_FACE_UP_DEFENCE))):
                other = CARD_NONE  # it has lost it
    if is_destruction(reason):
        kinds[count] = TRIGGER_DESTROYED
        count += 1
    if is_tribute(reason):
        kinds[count] = TRIGGER_TRIBUTED
        count += 1
    if is_discard(reason):
        kinds[count] = TRIGGER_DISCARDED
        count += 1
    if to_place == PLACE_GRAVEYARD:
        kinds[count] = TRIGGER_SENT_TO_GRAVE
        count += 1
    elif to_place == PLACE_BANISHED:
        kinds[count] = TRIGGER_BANISHED
        count += 1
    elif to_place == PLACE_HAND:
        kinds[count] = TRIGGER_ADDED_TO_HAND
        count += 1
    elif to_place == PLACE_DECK or to_place == PLACE_EXTRA_DECK:
        kinds[count] = TRIGGER_RETURNED_TO_DECK
        count += 1
    for i in range(count):
        happening = happen(template_, state, kinds[i], card, by)
        if happening != NULL:
            happening.value = props
            happening.other = other
            happening.reason = reason
            happening.from_place = place
            happening.to_place = to_place
            happening.from_position = state.position[card]
            happening.from_player = state.controller[card]


# Lingering effects ------------------------------------------------------------------------


cdef inline void lingering_drop(DuelState* state, int index) noexcept nogil:
    # The order of the others stays: it is that of their creation.
    cdef int i
    state.lingering_count -= 1
    for i in range(index, state.lingering_count):
        state.lingering[i] = state.lingering[i + 1]
    memset(&state.lingering[state.lingering_count], 0, sizeof(lingering_t))
    state.stale = 1


cdef inline lingering_t* lingering_add(DuelState* state) noexcept nogil:
    cdef lingering_t* entry
    if state.lingering_count == MAX_LINGERING:
        state.pool_full = POOL_LINGERING
        return NULL
    entry = &state.lingering[state.lingering_count]
    state.lingering_count += 1
    memset(entry, 0, sizeof(lingering_t))
    state.clock += 1
    entry.since = state.clock
    entry.card = CARD_NONE
    entry.source = CARD_NONE
    state.stale = 1
    return entry


# Lingering effects that last up to a moment end: `until` is one bit of UNTIL_….
cdef inline void lingering_end(DuelState* state, uint16_t until) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].until & until:
            lingering_drop(state, i)


# Counted uses ------------------------------------------------------------------------------


# Whether a limit counts the uses of a card, else of a name.
cdef inline bint limit_is_of_card(uint8_t limit) noexcept nogil:
    return (limit == LIMIT_CARD_PER_TURN or limit == LIMIT_CARD_PER_CHAIN
            or limit == LIMIT_CARD_PER_BATTLE)


cdef inline int uses_count(
    const DuelState* state, uint8_t scope, int limit, card_t card, player_t player
) noexcept nogil:
    cdef int i
    for i in range(state.use_count):
        if (state.uses[i].scope == scope and state.uses[i].limit == limit
                and state.uses[i].card == card and state.uses[i].player == player):
            return state.uses[i].count
    return 0


cdef inline void use_add(
    DuelState* state, uint8_t scope, int limit, card_t card, player_t player, int count,
    bint survives
) noexcept nogil:
    cdef use_t* entry
    cdef int i
    for i in range(state.use_count):
        entry = &state.uses[i]
        if (entry.scope == scope and entry.limit == limit and entry.card == card
                and entry.player == player):
            entry.count = <uint8_t>(entry.count + count)
            return
    if state.use_count == MAX_USES:
        state.pool_full = POOL_USES
        return
    entry = &state.uses[state.use_count]
    state.use_count += 1
    memset(entry, 0, sizeof(use_t))
    entry.scope = scope
    entry.limit = <int>limit
    entry.card = card
    entry.player = player
    entry.count = <uint8_t>count
    entry.survives = survives


# The order of uses and of counters tells nothing: the last one takes the place.
cdef inline void _use_drop(DuelState* state, int index) noexcept nogil:
    state.use_count -= 1
    state.uses[index] = state.uses[state.use_count]
    memset(&state.uses[state.use_count], 0, sizeof(use_t))


# The uses of one scope are counted anew; LIMIT_NONE: those of all that end with the turn.
cdef inline void uses_end(DuelState* state, uint8_t scope) noexcept nogil:
    cdef int i
    for i in range(state.use_count - 1, -1, -1):
        if state.uses[i].scope == scope or (
                scope == LIMIT_NONE and state.uses[i].scope != LIMIT_NAME_PER_DUEL
                and state.uses[i].scope != LIMIT_ACTIVATE_NAME_PER_DUEL):
            _use_drop(state, i)


# Counters ----------------------------------------------------------------------------------


cdef inline int counters_of(
    const DuelState* state, card_t card, uint8_t kind
) noexcept nogil:
    cdef int i
    for i in range(state.counters_count):
        if state.counters[i].card == card and state.counters[i].kind == kind:
            return state.counters[i].count
    return 0


cdef inline void _counters_drop(DuelState* state, int index) noexcept nogil:
    state.counters_count -= 1
    state.counters[index] = state.counters[state.counters_count]
    memset(&state.counters[state.counters_count], 0, sizeof(counters_t))


cdef inline void counters_change(
    DuelState* state, card_t card, uint8_t kind, int change
) noexcept nogil:
    cdef counters_t* entry
    cdef int i
    state.stale = 1
    for i in range(state.counters_count):
        entry = &state.counters[i]
        if entry.card == card and entry.kind == kind:
            entry.count = <uint8_t>(entry.count + change)
            if entry.count == 0:
                _counters_drop(state, i)
            return
    if state.counters_count == MAX_COUNTERS:
        state.pool_full = POOL_COUNTERS
        return
    entry = &state.counters[state.counters_count]
    state.counters_count += 1
    entry.card = card
    entry.kind = kind
    entry.count = <uint8_t>change


# Leaving -----------------------------------------------------------------------------------


# What holds on to a monster that is turned face-down, but for Equip Cards, lets go of it (ZONE-7).
cdef inline void _held_release(DuelState* state, card_t card) noexcept nogil:
    cdef int player, slot
    for player in range(2):
        for slot in range(N_SLOTS):
            if state.attached[player][slot] == card and not bitset_has(
                    &state.equips, state.zone[player][1][slot]):
                state.attached[player][slot] = CARD_NONE


# `card` leaves where it is, or (`face_down`) is turned face-down: for effects that pointed at it
# it is a new card (ZONE-7), its counters, uses and lingering effects end.
cdef inline void card_forget(DuelState* state, card_t card, bint face_down) noexcept nogil:
    cdef uint16_t ends = UNTIL_FACE_DOWN if face_down else UNTIL_LEAVES
    cdef lingering_t* entry
    cdef int i
    if not effects_played(state):
        return
    state.stale = 1
    if state.attack_again == card:
        state.attack_again = CARD_NONE
    if state.summon_next == card:
        state.summon_next = CARD_NONE
    if not face_down and (state.forced_attacker == card or state.forced_target == card):
        state.forced_attacker = CARD_NONE
        state.forced_target = CARD_NONE
    for i in range(state.chain_count):
        bitset_remove(&state.chain[i].targets, card)
        if not face_down:
            bitset_remove(&state.chain[i].event_cards, card)
        if not face_down and state.chain[i].card == card:
            state.chain[i].same = 0
        elif face_down and state.chain[i].card == card and state.place[card] == PLACE_MONSTER_ZONE:
            state.chain[i].same = 0
    for i in range(state.lingering_count - 1, -1, -1):
        entry = &state.lingering[i]
        if ((entry.card == card and entry.until & ends)
                or (entry.source == card and entry.until & UNTIL_SOURCE_LEAVES)):
            lingering_drop(state, i)
    for i in range(state.use_count - 1, -1, -1):
        if (state.uses[i].card == card and state.uses[i].scope == LIMIT_CARD_PER_TURN
                and not (face_down and state.uses[i].survives)):
            _use_drop(state, i)
    for i in range(state.counters_count - 1, -1, -1):
        if state.counters[i].card == card:
            _counters_drop(state, i)
    if face_down:
        _held_release(state, card)
    else:
        bitset_remove(&state.leaving, card)
        bitset_remove(&state.nowhere, card)
        bitset_remove(&state.equips, card)
        bitset_remove(&state.battle_destroyed, card)
        bitset_remove(&state.lent, card)
        bitset_remove(&state.doomed, card)


# A monster of the field is about to become an Equip Card (ST-11): it stays on the field, so that
# it is still "that card" for what pointed at it, but "that monster" no longer.
cdef inline void card_stops_being_a_monster(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    cdef bitset_t links
    cdef int i
    bitset_clear(&links)
    for i in range(state.chain_count):
        if bitset_has(&state.chain[i].targets, card) and not template_.effects[
                state.chain[i].effect].flags & EFFECT_FLAG_TARGETS_MONSTERS:
            bitset_add(&links, <card_t>i)
    card_forget(state, card, False)
    for i in range(state.chain_count):
        if bitset_has(&links, <card_t>i):
            bitset_add(&state.chain[i].targets, card)


# The other player controls `card` now.
cdef inline void card_changed_sides(DuelState* state, card_t card) noexcept nogil:
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].card == card and state.lingering[i].until & UNTIL_CONTROL_CHANGES:
            lingering_drop(state, i)


# The first `count` have been looked at.
cdef inline void happenings_forget(DuelState* state, int count) noexcept nogil:
    cdef int i
    state.happening_count -= count
    for i in range(state.happening_count):
        state.happenings[i] = state.happenings[i + count]
    memset(&state.happenings[state.happening_count], 0, count * sizeof(happening_t))
    state.reacted = state.reacted - count if state.reacted > count else 0
    state.answered_count = 0


# What was asked about a pending summon is past; all else is kept.
cdef inline void pending_forget(DuelState* state) noexcept nogil:
    cdef int i
    cdef int kept = 0
    for i in range(state.happening_count):
        if state.happenings[i].kind != TRIGGER_SUMMON_PENDING:
            state.happenings[kept] = state.happenings[i]
            kept += 1
    memset(&state.happenings[kept], 0,
           (state.happening_count - kept) * sizeof(happening_t))
    state.happening_count = <uint8_t>kept
    if state.reacted > kept:
        state.reacted = <uint8_t>kept
    state.answered_count = 0
