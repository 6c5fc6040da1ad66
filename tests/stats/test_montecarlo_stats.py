"""Runs of duels as samples: greedy beats random, symmetry, coverage, the lot is fair."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.montecarlo import DuelRun, MatchRun, Proportion, Stop
from ygosim.montecarlo.pairing import firsts_of

BEATDOWN = Deck.read(deck_path("beatdown"))
RUSH = Deck.read(deck_path("rush-beatdown"))
N = 10_000


@pytest.mark.parametrize("rules", ["mr5", "expert", "rush"])
@pytest.mark.parametrize("first", ["a", "b"])
@pytest.mark.parametrize("policies", [("greedy", "random"), ("random", "greedy")])
def test_greedy_beats_random_from_either_seat(rules: str, first: Any, policies: Any) -> None:
    deck = RUSH if rules == "rush" else BEATDOWN
    result = DuelRun(deck, deck, rules=rules, policies=policies, first=first, seed=1).simulate(N)
    greedy = policies.index("greedy")
    assert result.win_rate(greedy).successes >= 0.85 * N
    assert result.aborted == 0


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_deck_against_itself_wins_half(policy: str) -> None:
    result = DuelRun(BEATDOWN, BEATDOWN, policies=policy, seed=2).simulate(N, confidence=1 - 1e-6)
    low, high = Proportion(result.wins[0], sum(result.wins), 1 - 1e-6).bounds
    assert low < 0.5 < high
    # Going first is worth as much to A as to B ...
    one = result.win_rate_when(0, goes_first=True)
    other = result.win_rate_when(1, goes_first=True)
    assert one.bounds[0] < other.bounds[1]
    assert other.bounds[0] < one.bounds[1]
    # ... and it is worth what the first player wins.
    assert result.first_player is not None
    low, high = result.first_player.bounds
    assert low < (one.successes + other.successes) / sum(result.wins) < high


def test_alternating_and_drawing_lots_agree_about_going_first() -> None:
    taken = [
        DuelRun(BEATDOWN, BEATDOWN, policies="greedy", seed=3, first=first)
        .simulate(N, confidence=1 - 1e-6)
        .first_player
        for first in ("alternate", "lot")
    ]
    one, other = taken
    assert one is not None
    assert other is not None
    assert one.bounds[0] < other.bounds[1]
    assert other.bounds[0] < one.bounds[1]


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_the_lot_is_fair_and_has_no_memory(seed: int) -> None:
    n = 100_000
    lots = firsts_of("lot", seed, np.arange(n, dtype=np.uint64)).astype(int)
    assert abs(int(lots.sum()) - n / 2) < 5 * math.sqrt(n) / 2
    changes = int((lots[1:] != lots[:-1]).sum())
    assert abs(changes - n / 2) < 5 * math.sqrt(n) / 2


def test_the_lot_says_nothing_about_the_duel() -> None:
    # Were lot and shuffles drawn from one stream, who goes first would tell the cards.
    run = DuelRun(BEATDOWN, BEATDOWN, first="lot", policies="greedy", seed=5)
    rows = run.results(0, 20_000)
    won = rows["winner"] == rows["first"]
    rates = [
        Proportion(int(won[rows["first"] == d].sum()), int((rows["first"] == d).sum()), 1 - 1e-6)
        for d in (0, 1)
    ]
    assert rates[0].bounds[0] < rates[1].bounds[1]
    assert rates[1].bounds[0] < rates[0].bounds[1]


def test_intervals_hold_under_stopping() -> None:
    """The worst case: a coin, looked at until the interval excludes the truth."""
    rng = np.random.default_rng(1)
    runs, looks, missed = 2000, 6, 0
    for _ in range(runs):
        hits = trials = 0
        for look in range(looks):
            more = 1000 * 2**look - trials
            hits, trials = hits + int(rng.binomial(more, 0.5)), trials + more
            low, high = Proportion(hits, trials, Stop.confidence_at(look, 0.95)).bounds
            if not low <= 0.5 <= high:
                missed += 1
                break
    # At most 5 % may miss at any look; 5 standard deviations above that would be a fault.
    assert missed / runs <= 0.05 + 5 * math.sqrt(0.05 * 0.95 / runs)
    assert missed > 0


def test_the_better_deck_wins_more_matches_than_duels() -> None:
    tribute = Deck.read(deck_path("tribute"))
    duels = DuelRun(BEATDOWN, tribute, policies="greedy", seed=4).simulate(4000)
    matches = MatchRun(BEATDOWN, tribute, policies="greedy", seed=4).simulate(4000)
    rate, match_rate = duels.win_rate(0).rate, matches.win_rate(0).rate
    assert rate is not None
    assert match_rate is not None
    assert match_rate > rate > 0.5
