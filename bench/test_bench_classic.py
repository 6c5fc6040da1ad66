"""Duels with card effects: the five classic decks against each other.

The decks are read from the collected sources (YGOSIM_SHARED, or ../shared); without them these
benches are skipped.  Setup is outside the time; every bench asserts what was played first.
"""

from __future__ import annotations

from typing import Any

import pytest

from bench.decks import classic_decks
from ygosim._core.runner import copy_often
from ygosim.duel import Duel
from ygosim.montecarlo import DuelRun
from ygosim.rules import Rules
from ygosim.template import Limits

DUELS = 500
ROUNDS = 7
LIMITS = Limits(turns=200)


def pairings(rules: str, policy: str) -> list[DuelRun]:
    decks = classic_decks()
    if decks is None:
        pytest.skip("no collected sources; YGOSIM_SHARED says where they are")
    return [
        DuelRun(
            first,
            second,
            rules=Rules.named(rules),
            policies=policy,
            seed=2026,
            limits=LIMITS,
            check_decks=False,
        )
        for number, first in enumerate(decks)
        for second in decks[number + 1 :]
    ]


@pytest.mark.benchmark(group="classic decks")
@pytest.mark.parametrize(
    ("rules", "policy", "decisions", "last_digest"),
    [
        ("mr5", "random", 1_459_464, "ff30463874085b89"),
        ("mr5", "greedy", 415_307, "66a7fc0808658fe4"),
        ("expert", "random", 1_470_879, "4b0980b4e41f0675"),
        ("expert", "greedy", 418_931, "0a82609fb5e6838c"),
    ],
)
def test_classic_duels(
    benchmark: Any, rules: str, policy: str, decisions: int, last_digest: str
) -> None:
    runs = pairings(rules, policy)
    results = [run.simulate(DUELS) for run in runs]
    played = sum(result.decisions.sums.total for result in results)
    assert (played, results[-1].digest) == (decisions, last_digest)
    assert not any(result.aborted for result in results)
    benchmark.pedantic(lambda: [run.simulate(DUELS) for run in runs], rounds=ROUNDS)
    seconds, duels = benchmark.stats.stats.min, DUELS * len(runs)
    benchmark.extra_info["duels/s"] = round(duels / seconds)
    benchmark.extra_info["decisions/duel"] = round(played / duels, 1)
    benchmark.extra_info["ns/decision"] = round(seconds * 1e9 / played, 1)


@pytest.mark.benchmark(group="copy of a state with effects")
@pytest.mark.parametrize("moves", [0, 80], ids=["at the first decision", "in mid-duel"])
def test_copy_with_effects(benchmark: Any, moves: int) -> None:
    (run, *_) = pairings("mr5", "random")
    duel = Duel.from_setup(run.pairing.setups[0], seed=2026, index=0)
    for move in run.duel(0).moves[:moves]:
        duel.apply(move)
    copies = 200_000
    assert copy_often(duel.handle, 3) == duel.hash
    benchmark.pedantic(lambda: copy_often(duel.handle, copies), rounds=ROUNDS)
    benchmark.extra_info["ns/copy"] = round(benchmark.stats.stats.min * 1e9 / copies, 1)
    benchmark.extra_info["bytes/state"] = duel.state.dtype.itemsize
