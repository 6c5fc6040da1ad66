"""`ygosim match`: what it prints, siding, and bad calls."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.montecarlo import MatchRun, simulate_matches

Ygosim = Callable[..., Any]

A, B = str(deck_path("beatdown")), str(deck_path("tribute"))
DECKS = Deck.read(A), Deck.read(B)
CATALOGUE = Catalogue.default()
OUT = CATALOGUE[DECKS[0].main[0]].name
ASKED = {"matches", "wins", "draws", "aborted", "duels_per_match", "turns_mean", "seconds"}
ASKED |= {"decisions_mean", "matches_per_second", "seed", "digest", "rules", "ygosim_version"}


@pytest.fixture
def sided(tmp_path: Path) -> tuple[Path, Path]:
    """A deck with a side deck, and a swap file for it."""
    weak = CATALOGUE.by_name("Mokey Mokey")
    deck = tmp_path / "sided.ydk"
    Deck("sided", DECKS[0].main, (), (weak.passcode,) * 3).write(deck)
    swaps = tmp_path / "swaps.txt"
    swaps.write_text(f"!first\n-3 {OUT}\n+3 Mokey Mokey\n")
    return deck, swaps


def report_of(ygosim: Ygosim, *arguments: object) -> dict[str, Any]:
    run = ygosim("match", *arguments, "--json")
    assert (run.status, run.err) == (0, "")
    report: dict[str, Any] = json.loads(run.out)
    return report


def test_json_is_one_object_with_what_was_asked_for(ygosim: Ygosim) -> None:
    report = report_of(ygosim, A, B, "-n", 300, "--policy", "greedy", "--seed", 3)
    assert set(report) >= ASKED
    result = simulate_matches(*DECKS, matches=300, policies="greedy", seed=3)
    assert (report["digest"], report["wins"]) == (result.digest, list(result.wins))
    assert report["duels_per_match"]["mean"] == result.duels_per_match.value
    assert report["lengths"]["2"] + report["lengths"]["3"] == 300
    assert report["sided"] == [False, False]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(ygosim: Ygosim, threads: int) -> None:
    report = report_of(ygosim, A, B, "-n", 1500, "--threads", threads, "--policy", "greedy")
    assert report["digest"] == simulate_matches(*DECKS, matches=1500, policies="greedy").digest


def test_choices_say_who_goes_first(ygosim: Ygosim) -> None:
    report = report_of(ygosim, A, B, "-n", 50, "--choose-a", "second", "--choose-b", "second")
    assert report["choices"] == ["second", "second"]
    expected = simulate_matches(*DECKS, matches=50, choices=("second", "second"))
    assert report["digest"] == expected.digest


def test_siding(ygosim: Ygosim, sided: tuple[Path, Path]) -> None:
    deck, swaps = sided
    report = report_of(ygosim, deck, B, "-n", 100, "--side-a", swaps)
    assert report["sided"] == [True, False]
    assert report["digest"] != report_of(ygosim, deck, B, "-n", 100)["digest"]
    text = ygosim("match", deck, B, "-n", 100, "--side-a", swaps).out
    assert "siding effect" in text
    assert "siding effect" not in ygosim("match", deck, B, "-n", 100).out


def test_the_tables_name_decks_and_numbers(ygosim: Ygosim) -> None:
    run = ygosim("match", A, B, "-n", 500, "--policy", "greedy", "--seed", 5)
    result = simulate_matches(*DECKS, matches=500, policies="greedy", seed=5)
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith("500 matches")
    row = next(line for line in run.out.splitlines() if line.startswith(" A beatdown"))
    assert row.split()[2:4] == ["greedy", str(result.wins[0])]
    assert f"digest {result.digest}" in run.out
    assert "duels a match:" in run.out
    assert "A going second" in run.out


def test_csv_has_a_line_for_each_match(ygosim: Ygosim, tmp_path: Path) -> None:
    path = tmp_path / "matches.csv"
    options = ("--policy", "greedy", "--seed", 2)
    assert ygosim("match", A, B, "-n", 200, "--csv", path, *options).status == 0
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    rows = MatchRun(*DECKS, policies="greedy", seed=2).results(0, 200)
    names = {0: "a", 1: "b", 2: "draw"}
    for index, (line, row) in enumerate(zip(lines, rows, strict=True)):
        assert (line["match"], line["winner"]) == (str(index), names[int(row["winner"])])
        assert (line["duels"], line["turns"]) == (str(row["duels"]), str(row["turns"]))
        assert line["first_1"] == "ab"[row["firsts"][0]]
        assert line["digest_2"] == f"{int(row['digest'][1]):016x}"
        third = int(row["duels"]) == 3
        assert bool(line["first_3"] and line["winner_3"] and line["digest_3"]) == third


def test_ctrl_c_prints_what_was_played(ygosim: Ygosim, monkeypatch: pytest.MonkeyPatch) -> None:
    results = MatchRun.results

    def interrupted(self: MatchRun, start: int, end: int) -> Any:
        if start >= 512:
            raise KeyboardInterrupt
        return results(self, start, end)

    monkeypatch.setattr(MatchRun, "results", interrupted)
    run = ygosim("match", A, B, "-n", 10**9, "--threads", 1)
    assert run.status == 130
    assert "note: interrupted: these are the first 512 matches of the run" in run.out


def test_notes(ygosim: Ygosim) -> None:
    run = ygosim("match", A, B, "-n", 10, "--turn-limit", 2, "--no-check")
    assert run.status == 0
    assert "note: 10 aborted at the limit of 2 turns" in run.out
    assert "note: the decks were not checked" in run.out


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([A], 2, "Missing argument 'DECK_B'"),
        ([A, B, "-n", "0"], 2, "0 is not in the range"),
        ([A, B, "--choose-a", "last"], 2, "'last' is not one of 'first', 'second'"),
        ([A, B, "--seed", "-1"], 2, "-1 is not in the range"),
        ([A, B, "--policy", "clever"], 2, "'clever' is not one of"),
        ([A, B, "--side-a", "none.txt"], 1, "none.txt: there is no such file"),
        ([A, B, "--side-b", "bad.txt"], 1, "bad.txt:2: found"),
        ([A, B, "--side-b", "unknown.txt"], 1, "unknown.txt:2: no card has the name"),
        ([A, B, "--side-a", "swap.txt"], 1, "in the side deck are asked for, 0 are there"),
        ([A, B, "--csv", "nowhere/x.csv"], 1, "No such file or directory"),
        (["none.ydk", B], 1, "none.ydk: there is no such file"),
    ],
)
def test_bad_calls_are_a_message_and_a_status(
    ygosim: Ygosim,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("!first\nhello\n")
    Path("unknown.txt").write_text("!first\n-1 No Such Card At All\n")
    Path("swap.txt").write_text(f"!first\n-1 {OUT}\n+1 Mokey Mokey\n")
    run = ygosim("match", *arguments)
    assert (run.status, run.out) == (status, "")
    assert message in " ".join(run.err.split())
    assert "Traceback" not in run.err
