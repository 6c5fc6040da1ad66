"""Hands: sampled beside NumPy's way and a plain loop, exact, and best ratios.

Every bench asserts what was computed before its time means anything.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from ygosim.expressions import parse
from ygosim.hands import CardPool, HandStudy, best_ratios
from ygosim.hands.compiling import compile_queries

STARTERS, TRAPS, DECK, HAND = 9, 12, 40, 5
POOL = CardPool.from_counts(
    {"Starter": STARTERS, "Trap": TRAPS, "Other": DECK - STARTERS - TRAPS},
    roles={"starter": ["Starter"], "handtrap": ["Trap"]},
)
WANT = "starter >= 1 & handtrap >= 1"
DISJOINT_HITS, OVERLAPPING_HITS = 539_486, 2_447_934  # of 5,461,512 deals
TRUE = 0.610091366670314  # inclusion and exclusion


def report(benchmark: Any, hands: int, hits: int) -> None:
    assert abs(hits / hands - TRUE) < 6 * math.sqrt(TRUE * (1 - TRUE) / hands)
    seconds = benchmark.stats.stats.min
    benchmark.extra_info["million hands/s"] = round(hands / seconds / 1e6, 3)
    benchmark.extra_info["ns/hand"] = round(seconds / hands * 1e9, 2)


@pytest.mark.benchmark(group="5-card hands of 40, two roles")
def test_sampled_by_ygosim(benchmark: Any) -> None:
    hands = 20_000_000
    compiled = compile_queries(POOL, [parse(WANT)])

    def run() -> int:
        counts = compiled.plan.sample(compiled.sizes, HAND, seed=1, start=0, count=hands)
        return int(counts[1])

    assert run() == 12_203_128
    report(benchmark, hands, benchmark.pedantic(run, rounds=5))


@pytest.mark.benchmark(group="5-card hands of 40, two roles")
def test_sampled_by_numpy(benchmark: Any) -> None:
    hands = 200_000

    def run() -> int:
        rng = np.random.default_rng(1)
        # The usual way to many samples without replacement: the smallest of random keys.
        drawn = np.argpartition(rng.random((hands, DECK), np.float32), HAND, axis=1)[:, :HAND]
        starter = (drawn < STARTERS).any(axis=1)
        trap = ((drawn >= STARTERS) & (drawn < STARTERS + TRAPS)).any(axis=1)
        return int((starter & trap).sum())

    report(benchmark, hands, benchmark.pedantic(run, rounds=5))


@pytest.mark.benchmark(group="5-card hands of 40, two roles")
def test_sampled_by_a_plain_loop(benchmark: Any) -> None:
    hands = 50_000

    def run() -> int:
        generator = random.Random(1)
        deck = ["starter"] * STARTERS + ["trap"] * TRAPS
        deck += ["other"] * (DECK - len(deck))
        hits = 0
        for _ in range(hands):
            hand = generator.sample(deck, HAND)
            hits += "starter" in hand and "trap" in hand
        return hits

    report(benchmark, hands, benchmark.pedantic(run, rounds=5))


@pytest.mark.benchmark(group="exact")
@pytest.mark.parametrize("overlapping", [False, True], ids=["disjoint", "overlapping"])
def test_exact_twelve_roles_of_sixty_cards(benchmark: Any, overlapping: bool) -> None:
    roles = {f"r{i}": [f"c{i}"] + [f"c{(i + 1) % 12}"] * overlapping for i in range(12)}
    counts = {f"c{i}": 3 + i % 3 for i in range(12)}
    pool = CardPool.from_counts({**counts, "Other": 60 - sum(counts.values())}, roles=roles)
    want = "r0 >= 1 & (r1 >= 1 | r2 >= 2) & r3 <= 1 | distinct(r4 >= 1, r5 >= 1, r6 >= 1)"
    want += " | r7 + r8 >= 3 & !(r9 >= 1) & r10 + r11 <= 2"
    study = HandStudy(pool)

    def run() -> int:
        return study.odds(want, hand_size=5).estimates[0].hits

    assert run() == (OVERLAPPING_HITS if overlapping else DISJOINT_HITS)
    benchmark(run)


@pytest.mark.benchmark(group="best ratios")
def test_best_ratios_of_ten_thousand_lists(benchmark: Any) -> None:
    pool = CardPool.from_counts(
        {"Other": 40}, roles={"starter": [], "handtrap": [], "brick": [], "breaker": []}
    )
    want = "distinct(starter >= 1, handtrap + breaker >= 1) & brick <= 1"
    ranges = {"starter": (9, 15), "handtrap": (6, 18), "brick": (0, 3), "breaker": (0, 6)}

    def run() -> Any:
        return best_ratios(pool, want, ranges, hand_size=5, deck_sizes=(40, 43))

    best = run()
    assert best.candidates == 10_186
    assert dict(best.rows[0].copies) == {"starter": 15, "handtrap": 18, "brick": 0, "breaker": 6}
    benchmark.pedantic(run, rounds=3)
    benchmark.extra_info["lists"] = best.candidates
