"""One duel of a run, from the shuffle to how it ended.

`duel_play` is compiled twice, for duels with card effects and without, in modules that know
which: play_effects.pyx, play_plain.pyx.  So the loop of neither asks what the other needs.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ygosim._core.callback cimport callback_decide, callback_t, ygo_view
from ygosim._core.engine cimport engine_advance, engine_apply, engine_shuffle
from ygosim._core.enums cimport POLICY_KIND_CALLBACK, POLICY_KIND_GREEDY, POLICY_KIND_RANDOM
from ygosim._core.layout cimport DuelState, DuelTemplate
from ygosim._core.moves cimport MAX_MOVES, moves_t
from ygosim._core.policy cimport policy_greedy, policy_random
from ygosim._core.rng cimport rng_mix, rng_seed, rng_t
from ygosim._core.state cimport INVARIANT_DERIVED, state_check, state_hash, state_is_over
from ygosim._core.stats cimport stats_hold
from ygosim._core.track cimport track_update, tracker_t
from ygosim._core.types cimport PLAYER_NONE, WINNER_DRAW, YGOSIM_CHECKED, move_t

cdef enum:
    # Streams of one duel's seed: 0 is the duel itself.
    STREAM_POLICY = 1  # and 2: by deck
    STREAM_LOT = 3
    # What `duel_play` returns when a function of the user had no answer.
    NO_ANSWER = -2

# How one duel of a run ended.  Decks, not players: deck 0 may go second.
ctypedef struct result_t:
    uint64_t digest        # hash of the final state, its generator and both counts
    int32_t lp[2]          # final life points by deck
    uint32_t decisions     # taken by both
    uint16_t turns         # played
    uint8_t winner         # deck 0 or 1, WINNER_DRAW, PLAYER_NONE when aborted
    uint8_t first          # deck that went first
    uint8_t end_cause      # END_CAUSE_…
    uint8_t spare[7]       # 0

# Functions of the user at work: by deck, and what each was shown last.
ctypedef struct askers_t:
    callback_t callbacks[2]
    ygo_view views[2]
    move_t options[MAX_MOVES]  # behind those of the view shown last
    int32_t answer             # the last
    int deck                   # that gave it
    uint32_t decision          # on which


# Asks the function of `deck`; 0 and no move if it does not answer with an option.
cdef inline bint _ask(
    askers_t* askers, int deck, const DuelTemplate* template_, const DuelState* state,
    const moves_t* moves, rng_t* rng, move_t* move
) noexcept nogil:
    cdef int32_t answer = callback_decide(
        &askers.callbacks[deck], template_, state, moves, rng, &askers.views[deck],
        askers.options)
    if answer < 0 or answer >= moves.count:
        askers.answer = answer
        askers.deck = deck
        askers.decision = state.decisions
        return 0
    move[0] = askers.options[answer]
    return 1


# What tells how a duel ended from every other way to end it.
cdef inline uint64_t _digest(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    return rng_mix(
        state_hash(template_, state) ^ rng_mix(state.rng.s[0] + state.decisions)
        ^ <uint64_t>state.turn << 32)


# How a duel that is over ended, by deck.
cdef inline void result_write(
    const DuelTemplate* template_, const DuelState* state, int first, result_t* result
) noexcept nogil:
    cdef int deck
    result.digest = _digest(template_, state)
    for deck in range(2):
        result.lp[deck] = state.lp[deck ^ first]
    result.decisions = state.decisions
    result.turns = state.turn
    result.winner = state.winner
    if state.winner != PLAYER_NONE and state.winner != WINNER_DRAW:
        result.winner = state.winner ^ <uint8_t>first
    result.first = <uint8_t>first
    result.end_cause = state.end_cause


# `duel_play`, as either of its modules has it.
ctypedef int (*duel_play_t)(
    const DuelTemplate* template_, uint64_t seed, uint64_t k, int first,
    const uint8_t* kinds, askers_t* askers, bint checks, const tracker_t* tracker,
    uint16_t* turns, result_t* result
) noexcept nogil


# Duel `k`: `first` is the deck that goes first, `template_` the one in which it does.
# Returns 0, NO_ANSWER (see `askers` then), or the number of a broken invariant where `checks`
# asks for them.  With a `tracker`, turns[i] becomes the turn in which its condition i first
# held, looked at when a decision waits and at the end.
cdef inline int duel_play(
    const DuelTemplate* template_, uint64_t seed, uint64_t k, int first,
    const uint8_t* kinds, askers_t* askers, bint checks, const tracker_t* tracker,
    uint16_t* turns, result_t* result
) noexcept nogil:
    cdef DuelState state
    cdef moves_t moves
    cdef rng_t rng[2]
    cdef move_t move
    cdef int deck, broken
    cdef uint64_t open = tracker.all_ if tracker != NULL else 0
    for deck in range(2):
        rng_seed(&rng[deck], seed, k, STREAM_POLICY + deck)
        if kinds[deck] == POLICY_KIND_CALLBACK:
            memset(&askers.views[deck], 0, sizeof(ygo_view))
    engine_shuffle(template_, &state, seed, k)
    state.quiet = 1
    # One call of `engine_advance` in the loop, so that the compiler can put it in line.
    while True:
        engine_advance(template_, &state, &moves)
        if checks or YGOSIM_CHECKED:
            broken = state_check(template_, &state)
            if broken == 0 and not stats_hold(template_, &state):
                broken = INVARIANT_DERIVED
            if broken:
                return broken
        if open:
            open = track_update(template_, &state, tracker, first, open, turns)
        if state_is_over(&state):
            break
        deck = state.decision_player ^ first
        if kinds[deck] == POLICY_KIND_RANDOM:
            move = policy_random(template_, &state, &moves, &rng[deck])
        elif kinds[deck] == POLICY_KIND_GREEDY:
            move = policy_greedy(template_, &state, &moves)
        elif not _ask(askers, deck, template_, &state, &moves, &rng[deck], &move):
            return NO_ANSWER
        engine_apply(template_, &state, move)
    result_write(template_, &state, first, result)
    return 0
