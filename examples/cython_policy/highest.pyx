# cython: language_level=3
"""Duels with a policy of your own, played in one Cython loop over ygosim's core.

    python setup.py build_ext --inplace
    python -c "import highest; print(highest.demo(10_000))"
"""

from libc.stdint cimport int32_t, uint64_t

from ygosim._core.callback cimport core_check, ygo_view
from ygosim._core.engine cimport Template, engine_advance, engine_apply, engine_shuffle
from ygosim._core.enums cimport MOVE_KIND_END_TURN, MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_SET_MONSTER
from ygosim._core.moves cimport moves_pick, moves_t
from ygosim._core.policy cimport policy_random
from ygosim._core.rng cimport rng_seed, rng_t
from ygosim._core.state cimport DuelState, DuelTemplate, state_hash, state_is_over
from ygosim._core.types cimport move_card, move_kind, move_t

core_check()  # ImportError, if ygosim has another layout than the one compiled against


cdef move_t _highest(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves
) noexcept nogil:
    # The summon of the highest ATK, else the first option that does not end the turn.  It
    # looks at its own hand only.
    cdef move_t best = moves_pick(template_, state, moves, 0)
    cdef int32_t best_atk = -1
    cdef int32_t atk
    cdef move_t move
    cdef unsigned i
    for i in range(moves.count):
        move = moves_pick(template_, state, moves, i)
        if move_kind(move) == MOVE_KIND_NORMAL_SUMMON:
            atk = template_.definitions[state.code[move_card(move)]].atk
            if atk > best_atk:
                best_atk = atk
                best = move
        elif best_atk < 0 and move_kind(best) in (MOVE_KIND_END_TURN, MOVE_KIND_SET_MONSTER):
            best = move
    return best


def play(Template template_ not None, uint64_t seed, uint64_t duels):
    """Play duels 0 … duels - 1 of a run: wins of the one who goes first, and a digest.

    Player 0 is `highest`, player 1 the random policy.
    """
    cdef const DuelTemplate* shared = &template_.data
    cdef DuelState state
    cdef moves_t moves
    cdef rng_t rng
    cdef move_t move
    cdef uint64_t k
    cdef uint64_t wins = 0
    cdef uint64_t digest = 0
    with nogil:
        for k in range(duels):
            engine_shuffle(shared, &state, seed, k)
            rng_seed(&rng, seed, k, 2)
            while True:
                engine_advance(shared, &state, &moves)
                if state_is_over(&state):
                    break
                if state.decision_player == 0:
                    move = _highest(shared, &state, &moves)
                else:
                    move = policy_random(shared, &state, &moves, &rng)
                state.event_count = 0
                engine_apply(shared, &state, move)
            wins += state.winner == 0
            digest = digest * 31 + state_hash(shared, &state)
    return wins, digest


cdef api int32_t any_option(const ygo_view* view, void* data) noexcept nogil:
    """A policy for `ygosim.montecarlo.simulate`: `highest.__pyx_capi__["any_option"]`."""
    return view.random[0] % view.option_count


def demo(uint64_t duels=1000):
    """Play with a deck that ygosim ships; see `play`."""
    from ygosim.cards.deck import Deck
    from ygosim.cards.demo import deck_path
    from ygosim.rules import Rules
    from ygosim.template import setup_from_decks

    deck = Deck.read(deck_path("beatdown"))
    return play(setup_from_decks((deck, deck), Rules.mr5).template, 1, duels)
