"""Duels: how many a second, what a decision costs, what a copy of a state costs.

40 Normal Monsters a side (decks.py), mr5, a duel is aborted at 200 turns.  Every bench asserts
what was played before its time means anything; docs/benchmarks.md says how to read them.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

from bench.decks import NO_EFFECT
from ygosim._core.runner import copy_often
from ygosim.duel import Duel
from ygosim.montecarlo import DuelRun, DuelsResult, MatchRun
from ygosim.policies import Option, play_with
from ygosim.template import Limits

ROUNDS = 7
LIMITS = Limits(turns=200)


def run_of(*policies: str) -> DuelRun:
    return DuelRun(*NO_EFFECT, policies=(policies[0], policies[-1]), seed=2026, limits=LIMITS)


def report(benchmark: Any, result: DuelsResult) -> None:
    seconds = benchmark.stats.stats.min
    decisions = result.decisions.sums.total
    benchmark.extra_info["duels/s"] = round(result.duels / seconds)
    benchmark.extra_info["decisions/duel"] = round(decisions / result.duels, 1)
    benchmark.extra_info["turns/duel"] = round(result.turns.sums.total / result.duels, 1)
    benchmark.extra_info["ns/decision"] = round(seconds * 1e9 / decisions, 1)
    benchmark.extra_info["threads"] = result.threads


@pytest.mark.benchmark(group="no-effect duels")
@pytest.mark.parametrize(
    ("policies", "duels", "threads", "turns", "decisions", "digest"),
    [
        (("random",), 20_000, 1, 1_310_610, 6_752_712, "acd87c132067c65f"),
        (("random",), 20_000, 2, 1_310_610, 6_752_712, "acd87c132067c65f"),
        (("greedy",), 50_000, 1, 596_325, 2_827_811, "77e95b0b9e72b5b4"),
        (("greedy", "random"), 50_000, 1, 477_812, 2_164_805, "0e56c28891f47669"),
    ],
    ids=["random, one thread", "random, two threads", "greedy", "greedy against random"],
)
def test_duels(
    benchmark: Any,
    policies: tuple[str, ...],
    duels: int,
    threads: int,
    turns: int,
    decisions: int,
    digest: str,
) -> None:
    run = run_of(*policies)
    result = run.simulate(duels, threads=threads)
    played = (result.turns.sums.total, result.decisions.sums.total, result.digest)
    assert played == (turns, decisions, digest)
    assert result.aborted == 0
    benchmark.pedantic(lambda: run.simulate(duels, threads=threads), rounds=ROUNDS)
    report(benchmark, result)


@pytest.mark.benchmark(group="no-effect duels, every state held against all invariants")
def test_duels_with_checks(benchmark: Any) -> None:
    run = run_of("random")
    duels = 500
    result = run.simulate(duels, checks=True)
    assert result.digest == run.simulate(duels).digest
    benchmark.pedantic(lambda: run.simulate(duels, checks=True), rounds=3)
    report(benchmark, result)


@pytest.mark.benchmark(group="matches")
def test_matches(benchmark: Any) -> None:
    run = MatchRun(*NO_EFFECT, policies="greedy", seed=2026, limits=LIMITS)
    matches = 10_000
    result = run.simulate(matches)
    assert result.digest == run.simulate(matches, threads=2).digest
    benchmark.pedantic(lambda: run.simulate(matches), rounds=3)
    benchmark.extra_info["matches/s"] = round(matches / benchmark.stats.stats.min)
    benchmark.extra_info["duels/match"] = round(result.duels / matches, 2)


@pytest.mark.benchmark(group="a Python policy")
def test_a_python_policy(benchmark: Any) -> None:
    def first(_observation: Any, _options: tuple[Option, ...]) -> int:
        return 0

    run = DuelRun(*NO_EFFECT, policies=(first, "random"), seed=2026, limits=LIMITS)
    result = run.simulate(10)
    assert result.digest == run.simulate(10).digest
    benchmark.pedantic(lambda: run.simulate(10), rounds=3)
    report(benchmark, result)


@pytest.mark.benchmark(group="copy of a state")
@pytest.mark.parametrize("moves", [0, 150], ids=["at the first decision", "in mid-duel"])
def test_copy(benchmark: Any, moves: int) -> None:
    run = run_of("random")
    duel = Duel.from_setup(run.pairing.setups[0], seed=2026, index=0)
    for move in run.duel(0).moves[:moves]:
        duel.apply(move)
    copies = 200_000
    assert copy_often(duel.handle, 3) == duel.hash
    benchmark.pedantic(lambda: copy_often(duel.handle, copies), rounds=ROUNDS)
    benchmark.extra_info["ns/copy"] = round(benchmark.stats.stats.min * 1e9 / copies, 1)
    benchmark.extra_info["bytes/state"] = duel.state.dtype.itemsize


@pytest.mark.benchmark(group="one duel with its log")
def test_log(benchmark: Any) -> None:
    run = run_of("greedy")
    first = run.first_of(0)
    duel = run.duel(0)
    assert len(duel.log) > 100

    def play() -> Duel:
        fresh = Duel.from_setup(run.pairing.setups[first], seed=2026, index=0)
        return play_with(fresh, ("greedy", "greedy"), seed=2026, index=0, first=first)

    assert play().hash == duel.hash
    benchmark.pedantic(play, rounds=3)
    benchmark.extra_info["moves"] = len(duel.moves)


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("module", ["ygosim", "ygosim.montecarlo", "ygosim.cli.duel"])
def test_import(benchmark: Any, module: str) -> None:
    def start(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - began

    plain = min(start("pass") for _ in range(ROUNDS))
    benchmark.pedantic(lambda: start(f"import {module}"), rounds=ROUNDS)
    benchmark.extra_info["s, without the interpreter's start"] = round(
        benchmark.stats.stats.min - plain, 3
    )
