"""Random numbers, and hands counted and drawn by the compiled core."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from ygosim._core import sampler
from ygosim._core.sampler import AND, END, NOT, OR, Plan

MASK = 2**64 - 1


def two_roles() -> Plan:
    """At least one card of each of the first two classes of three."""
    return Plan(
        [[1, 0, 0], [0, 1, 0]],
        [[0, 0, 0], [0, 0, 0]],
        [(0, False, 1), (1, False, 1)],
        [0, 1, AND, END],
    )


# --- the generator ------------------------------------------------------------------------


def test_xoshiro_gives_its_published_numbers() -> None:
    # The first outputs of xoshiro256++ from the state 1, 2, 3, 4.
    assert sampler.rng_words((1, 2, 3, 4), 6) == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
    ]


def splitmix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def test_splitmix_gives_its_published_numbers() -> None:
    step = 0x9E3779B97F4A7C15
    # The first outputs of splitmix64 from 1234567: checks the reference used below.
    assert [splitmix(1234567 + i * step & MASK) for i in (1, 2, 3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_seeding_is_as_documented() -> None:
    step = 0x9E3779B97F4A7C15
    for seed, k, stream in [(0, 0, 0), (1, 2, 3), (MASK, MASK, MASK)]:
        z = splitmix(seed + step & MASK)
        z = splitmix((z ^ k) + step & MASK)
        z = splitmix((z ^ stream) + step & MASK)
        expected = tuple(splitmix(z + i * step & MASK) for i in (1, 2, 3, 4))
        assert sampler.rng_state(seed, k, stream) == expected


def test_trials_and_streams_have_states_of_their_own() -> None:
    states = {
        sampler.rng_state(seed, k, stream)
        for seed, k, stream in itertools.product(range(12), repeat=3)
    }
    assert len(states) == 12**3


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 1000])
def test_bounded_draws_are_uniform(n: int) -> None:
    draws = sampler.rng_draws(sampler.rng_state(5, 0, 0), n, 200_000)
    counts = np.bincount(draws, minlength=n)
    assert len(counts) == n
    expected = 200_000 / n
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    # 6 standard deviations of the chi-square distribution with n - 1 degrees of freedom.
    assert abs(chi_square - (n - 1)) <= 6 * math.sqrt(2 * max(n - 1, 1))


def test_bounded_draws_reject_what_would_tip_the_balance() -> None:
    # With the bound 3 * 2**30 the low third of all 32-bit words would be drawn twice as
    # often without rejection.
    bound = 3 << 30
    draws = sampler.rng_draws(sampler.rng_state(7, 0, 0), bound, 100_000)
    thirds = np.bincount(draws // (1 << 30), minlength=3)
    assert np.abs(thirds - 100_000 / 3).max() < 6 * math.sqrt(100_000 * 2 / 9)


def test_shuffles_are_uniform() -> None:
    orders = sampler.rng_orders(sampler.rng_state(3, 0, 0), 5, 120_000)
    counts = Counter(map(bytes, orders))
    assert len(counts) == 120
    chi_square = sum((n - 1000) ** 2 / 1000 for n in counts.values())
    assert abs(chi_square - 119) < 6 * math.sqrt(2 * 119)


def test_shuffles_keep_all_items() -> None:
    for n in (1, 2, 3, 4, 5, 60, 256):
        orders = sampler.rng_orders(sampler.rng_state(1, n, 0), n, 3)
        assert all(sorted(order) == list(range(n)) for order in orders.tolist())


def test_every_place_of_a_long_shuffle_is_uniform() -> None:
    orders = sampler.rng_orders(sampler.rng_state(9, 0, 0), 40, 40_000)
    for place in (0, 1, 20, 38, 39):
        counts = np.bincount(orders[:, place], minlength=40)
        chi_square = float(((counts - 1000) ** 2 / 1000).sum())
        assert abs(chi_square - 39) < 6 * math.sqrt(2 * 39)


# --- hands drawn --------------------------------------------------------------------------


def test_hands_are_uniform_over_all_sets() -> None:
    hands = sampler.draw_hands(7, 3, seed=2, start=0, count=70_000)
    counts = Counter(map(bytes, hands))
    assert len(counts) == math.comb(7, 3)
    chi_square = sum((n - 2000) ** 2 / 2000 for n in counts.values())
    assert abs(chi_square - 34) < 6 * math.sqrt(2 * 34)


@pytest.mark.parametrize(
    ("deck_size", "hand_size"), [(40, 5), (60, 6), (64, 8), (65, 5), (100, 20), (255, 255), (9, 0)]
)
def test_hands_are_sets_of_cards(deck_size: int, hand_size: int) -> None:
    hands = sampler.draw_hands(deck_size, hand_size, seed=1, start=4000, count=300).tolist()
    assert len(hands) == 300
    for hand in hands:
        assert len(hand) == hand_size
        assert hand == sorted(set(hand))
        assert not hand or hand[-1] < deck_size
    if 0 < hand_size < deck_size:
        assert {card for hand in hands for card in hand} == set(range(deck_size))


@pytest.mark.parametrize("sizes", [(9, 12, 19), (9, 12, 79)])
@pytest.mark.parametrize("hand_size", [1, 5, 6, 7, 17])
def test_sampling_sees_the_hands_that_are_drawn(sizes: tuple[int, ...], hand_size: int) -> None:
    counts = two_roles().sample(sizes, hand_size, seed=4, start=1000, count=9000)
    hands = sampler.draw_hands(sum(sizes), hand_size, seed=4, start=1000, count=9000)
    both = (hands < 9).any(axis=1) & ((hands >= 9) & (hands < 21)).any(axis=1)
    assert counts.tolist() == [9000 - both.sum(), both.sum()]


def test_results_do_not_depend_on_cuts_and_threads() -> None:
    plan = two_roles()
    sizes = (9, 12, 19)

    def part(span: tuple[int, int]) -> Any:
        return plan.sample(sizes, 5, seed=8, start=span[0], count=span[1] - span[0])

    whole = part((0, 100_000))
    cuts = [0, 1, 127, 128, 4095, 4096, 4097, 50_000, 99_999, 100_000]
    spans = list(itertools.pairwise(cuts))
    assert sum(part(span) for span in spans).tolist() == whole.tolist()
    with ThreadPoolExecutor(4) as executor:
        assert sum(executor.map(part, spans)).tolist() == whole.tolist()


def test_seeds_differ() -> None:
    first = sampler.draw_hands(40, 5, seed=1, start=0, count=50)
    assert (first == sampler.draw_hands(40, 5, seed=1, start=0, count=50)).all()
    assert (first != sampler.draw_hands(40, 5, seed=2**64 - 1, start=0, count=50)).any()


# --- hands counted ------------------------------------------------------------------------


def test_counting_agrees_with_the_closed_form() -> None:
    without_a, without_b, without_both = math.comb(31, 5), math.comb(28, 5), math.comb(19, 5)
    failing = without_a + without_b - without_both
    counts = two_roles().count([(9, 12, 19)], 5)
    assert counts.tolist() == [[failing, math.comb(40, 5) - failing]]


def test_many_decks_are_counted_at_once() -> None:
    plan = two_roles()
    decks = [(1, 2, 30), (0, 5, 10), (9, 12, 19)]
    counts = plan.count(decks, 5)
    assert counts.tolist() == [plan.count([deck], 5)[0].tolist() for deck in decks]
    assert plan.count(np.zeros((0, 3)), 5).shape == (0, 2)


def test_bases_count_cards_wherever_they_are() -> None:
    # deck(a) >= 1: copies of a less those in the hand.
    plan = Plan([[-1, 0]], [[1, 0]], [(0, False, 1)], [0, END])
    assert plan.count([(2, 3)], 2).tolist() == [[1, 9]]


def test_programs_join_and_turn_around() -> None:
    atoms = [(0, False, 1), (1, True, 2)]
    plan = Plan([[1, 0], [0, 1]], [[0, 0], [0, 0]], atoms, [0, NOT, END, 0, 1, OR, END])
    # Hands of 2 from 2 + 2: without a: only the second query (b == 2) too.
    assert plan.n_queries == 2
    assert plan.count([(2, 2)], 2)[0].tolist() == [0, 0, 5, 1]


def test_large_numbers_are_exact() -> None:
    counts = two_roles().count([(20, 20, 20)], 30)[0].tolist()
    assert sum(counts) == math.comb(60, 30)
    assert counts[0] == 2 * math.comb(40, 30)  # no hand of 30 lacks both


def test_listing_gives_every_distinct_hand_with_its_deals() -> None:
    sizes = (2, 3, 1)
    n_hands = sampler.n_distinct_hands(sizes, 3)
    hands, ways = sampler.list_hands(sizes, 3, n_hands=n_hands)
    owner = [0, 0, 1, 1, 1, 2]
    expected = Counter(
        tuple(sum(owner[card] == each for card in deal) for each in range(3))
        for deal in itertools.combinations(range(6), 3)
    )
    assert dict(zip(map(tuple, hands.tolist()), ways.tolist(), strict=True)) == expected


# --- bad input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: two_roles().count([(1, 2, 3)], 7), "a hand of 7 cards"),
        (lambda: two_roles().count([(1, 2, 3)], -1), "a hand of -1 cards"),
        (lambda: two_roles().count([(1, 2)], 1), "3 columns"),
        (lambda: two_roles().count([(1, 2, 300)], 1), "0 to 255"),
        (lambda: two_roles().count([(1, 2, -1)], 1), "0 to 255"),
        (lambda: two_roles().count([(90, 2, 70)], 70), r"2\*\*64"),
        (lambda: two_roles().sample((1, 2, 3), 7, seed=0, start=0, count=1), "a hand of 7"),
        (lambda: two_roles().sample((1, 2), 1, seed=0, start=0, count=1), "3 entries"),
        (lambda: two_roles().sample((0, 0, 0), 0, seed=0, start=0, count=1), "0 cards"),
        (lambda: two_roles().sample((1, 2, 3), 1, seed=-1, start=0, count=1), "the seed is -1"),
        (lambda: two_roles().sample((1, 2, 3), 1, seed=2**64, start=0, count=1), "the seed"),
        (lambda: two_roles().sample((1, 2, 3), 1, seed=0, start=-1, count=1), "hands -1"),
        (lambda: sampler.draw_hands(256, 5, seed=0, start=0, count=1), "256 cards"),
        (lambda: sampler.list_hands((2, 2), 2, n_hands=4), "not 4"),
        (lambda: sampler.list_hands((2, 2), 5, n_hands=0), "a hand of 5"),
        (lambda: sampler.rng_draws((1, 2, 3, 4), 0, 1), "no integer"),
        (lambda: sampler.rng_orders((1, 2, 3, 4), 257, 1), "257 items"),
        (lambda: Plan([[1]], [[0]], [(1, False, 1)], [0, END]), "not there"),
        (lambda: Plan([[1]], [[0]], [], [END]), "not there"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [1, END]), "cannot run"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [0, AND, END]), "cannot run"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [0, 0, END]), "more than its answer"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [0]), "whole queries"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [0, -9, END]), "cannot run"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [0, END] * 17), "1 to 16"),
        (lambda: Plan([[1]], [[0]], [(0, False, 1)], [0] * 200), "deeper"),
        (lambda: Plan([[1, 1]], [[0]], [(0, False, 1)], [0, END]), "same shape"),
        (lambda: Plan([[200]], [[0]], [(0, False, 1)], [0, END]), "at most 125"),
        (lambda: Plan(np.zeros((1, 0)), np.zeros((1, 0)), [(0, False, 1)], [0, END]), "a class"),
    ],
)
def test_what_does_not_fit_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
