"""What is done with a state as a whole: reset, copy, hash, check; events and life points.

Cards and counts in zones are written only by `zones`, life points only here, so each field
has one writer.
"""

from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from ygosim._core.enums cimport (
    DAMAGE_CHANGE_DOUBLE_BATTLE_DAMAGE, DAMAGE_CHANGE_HALF_BATTLE_DAMAGE,
    DAMAGE_CHANGE_NO_BATTLE_DAMAGE, END_CAUSE_NONE, EVENT_KIND_DAMAGE_TAKEN,
    EVENT_KIND_LP_GAINED, EVENT_KIND_LP_LOST, EVENT_KIND_LP_PAID,
    RESULT_ABORTED, RESULT_DRAWN, RESULT_LOST, RESULT_NONE, RESULT_WON,
)
from ygosim._core.layout cimport LARGEST_LP, DuelState, DuelTemplate, effects_played, event_t
from ygosim._core.types cimport (
    CARD_NONE, MAX_EVENTS, PLAYER_NONE, WINNER_DRAW, card_t, player_t,
)

# State -----------------------------------------------------------------------------------

# Makes `state` the empty duel: no cards, no life points, turn 0.
cdef void state_reset(DuelState* state) noexcept nogil

# Copies `source` to `target`, tail up to its high-water marks only; what lies past these in
# `target` is left and means nothing.
cdef void state_clone(const DuelState* source, DuelState* target) noexcept nogil

# Zeroes what lies past the high-water marks, and the events, so that equal duels are equal
# bytes.
cdef void state_normalize(DuelState* state) noexcept nogil

# 64-bit hash: equal for positions that differ only in which of two identical copies is where,
# in the order of a hand or an extra deck, in the generator, the log and the decision counts.
# `keys` are the template's `definition_keys`.
cdef uint64_t state_hash(const DuelTemplate* template_, const DuelState* state) noexcept nogil

# A second, independent 64 bits of the same position.
cdef uint64_t state_hash_high(
    const DuelTemplate* template_, const DuelState* state) noexcept nogil

# What a state is held against, in the order of `INVARIANTS` (state.pyx).
cdef enum invariant_t:
    INVARIANT_NONE
    INVARIANT_CARD_COUNT
    INVARIANT_LIFE_POINTS
    INVARIANT_CARD
    INVARIANT_STANDS
    INVARIANT_PILE_COUNT
    INVARIANT_ZONE
    INVARIANT_SET
    INVARIANT_MONSTER_MASKS
    INVARIANT_SPELL_TRAP_MASK
    INVARIANT_OWN_PILE
    INVARIANT_TURN_MARKS
    INVARIANT_CURRENT_VALUES
    INVARIANT_POOLS
    INVARIANT_DECISION_WAITS
    INVARIANT_ATTACK_OPEN
    INVARIANT_UNUSED
    INVARIANT_HAND_CLASSES
    INVARIANT_TEMPLATE
    INVARIANT_TURN
    INVARIANT_STACK
    INVARIANT_CHOICE
    INVARIANT_ATTACK
    INVARIANT_EFFECTS
    INVARIANT_DERIVED  # by `stats_hold`; all others by `state_check`
    N_INVARIANT

# Re-derives everything redundant.  Returns 0, or the first broken invariant: invariant_t.
cdef int state_check(const DuelTemplate* template_, const DuelState* state) noexcept nogil

# The NumPy type of a struct of `size` bytes from (name, NumPy type, offset) of each field.
# AssertionError if there is hidden padding: it would make equal structs unequal bytes, and
# offsets depend on the compiler.
cdef struct_dtype(fields, size_t size)


# Whether the duel is over.
cdef inline bint state_is_over(const DuelState* state) noexcept nogil:
    return state.end_cause != END_CAUSE_NONE


# How the duel stands for `player`: RESULT_….
cdef inline uint8_t state_result(const DuelState* state, player_t player) noexcept nogil:
    if not state_is_over(state):
        return RESULT_NONE
    if state.winner == WINNER_DRAW:
        return RESULT_DRAWN
    if state.winner == PLAYER_NONE:
        return RESULT_ABORTED
    return RESULT_WON if state.winner == player else RESULT_LOST


# Appends an event with every field neutral and returns it for the caller to fill in.  The
# entry past MAX_EVENTS takes what is too much; so a count of MAX_EVENTS says that events may
# be missing.  A quiet state keeps none: what is filled in then is lost.
cdef inline event_t* event_push(DuelState* state, uint8_t kind, player_t player) noexcept nogil:
    cdef event_t* event
    if state.quiet:
        return &state.events[MAX_EVENTS]
    event = &state.events[state.event_count]
    state.event_count += state.event_count < MAX_EVENTS
    memset(event, 0, sizeof(event_t))
    event.kind = kind
    event.player = player
    event.card = CARD_NONE
    event.other = CARD_NONE
    return event


# The player has `amount` less, but not below 0 (WIN-1).
cdef inline void _lp_drop(DuelState* state, player_t player, int64_t amount) noexcept nogil:
    cdef int64_t left = state.lp[player] - amount
    state.lp[player] = <int32_t>(left if left > 0 else 0)
    state.stale |= effects_played(state)  # some values depend on life points


# Damage (LP-1): the one kind of loss that is "taking damage".  Stops at 0 (WIN-1).  No event
# for an amount of 0.
cdef inline void lp_damage(
    DuelState* state, player_t player, int32_t amount, uint8_t reason
) noexcept nogil:
    cdef event_t* event
    if amount <= 0:
        return
    event = event_push(state, EVENT_KIND_DAMAGE_TAKEN, player)
    event.value = amount
    event.reason = reason
    _lp_drop(state, player, amount)


# What is left of damage after changes of one kind: DAMAGE_CHANGE_…_BATTLE_DAMAGE.
# RULING: changes do not add up, doubling and halving cancel each other, and half of an odd
# amount is rounded down (the independent engine does all of it for battle damage; effect damage
# that two effects halve is halved once).
cdef inline int32_t damage_changed(int32_t amount, int changes) noexcept nogil:
    cdef bint halved = (changes & DAMAGE_CHANGE_HALF_BATTLE_DAMAGE) != 0
    cdef bint doubled = (changes & DAMAGE_CHANGE_DOUBLE_BATTLE_DAMAGE) != 0
    if changes & DAMAGE_CHANGE_NO_BATTLE_DAMAGE:
        return 0
    if halved == doubled:
        return amount
    if halved:
        return amount // 2
    return amount * 2 if amount < LARGEST_LP // 2 else LARGEST_LP


# Gaining life points is no event but the gain itself; there is no upper limit but the number's.
cdef inline void lp_gain(DuelState* state, player_t player, int64_t amount) noexcept nogil:
    cdef int64_t total = state.lp[player] + amount
    state.lp[player] = <int32_t>(total if total < LARGEST_LP else LARGEST_LP)
    state.stale |= effects_played(state)
    event_push(state, EVENT_KIND_LP_GAINED, player).value = <int32_t>amount


# A payment (LP-2).  Precondition: the player has as much.
cdef inline void lp_pay(DuelState* state, player_t player, int32_t amount) noexcept nogil:
    _lp_drop(state, player, amount)
    event_push(state, EVENT_KIND_LP_PAID, player).value = amount


# A loss (LP-4): no damage; it may be more than there is.
cdef inline void lp_lose(DuelState* state, player_t player, int64_t amount) noexcept nogil:
    if amount <= 0:
        return
    _lp_drop(state, player, amount)
    event_push(state, EVENT_KIND_LP_LOST, player).value = <int32_t>(
        amount if amount < LARGEST_LP else LARGEST_LP)
