"""`ygosim duel`: what it prints, what --show and --csv give, and bad calls."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ygosim import __version__
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.cli.duel_report import log_lines
from ygosim.montecarlo import DuelRun, gauntlet, simulate

Ygosim = Callable[..., Any]

A, B = str(deck_path("beatdown")), str(deck_path("tribute"))
DECKS = Deck.read(A), Deck.read(B)
ASKED = {"duels", "wins", "draws", "aborted", "turns_mean", "decisions_mean", "seconds"}
ASKED |= {"duels_per_second", "seed", "digest", "rules", "ygosim_version"}


def report_of(ygosim: Ygosim, *arguments: object, status: int = 0) -> dict[str, Any]:
    run = ygosim("duel", *arguments, "--json")
    assert (run.status, run.err) == (status, "")
    report: dict[str, Any] = json.loads(run.out)
    return report


# --- JSON ----------------------------------------------------------------------------------


def test_json_is_one_object_with_what_was_asked_for(ygosim: Ygosim) -> None:
    report = report_of(ygosim, A, B, "-n", 500, "--policy", "greedy", "--seed", 3)
    assert set(report) >= ASKED
    result = simulate(*DECKS, duels=500, policies="greedy", seed=3)
    assert report["digest"] == result.digest
    assert (report["duels"], report["wins"]) == (500, list(result.wins))
    assert report["turns_mean"] == result.turns.value
    assert report["decisions_mean"] == result.decisions.value
    assert (report["rules"], report["seed"], report["ygosim_version"]) == ("mr5", 3, __version__)
    assert sum(report["wins"]) + report["draws"] + report["aborted"] == 500
    assert sum(report["causes"].values()) == 500
    assert report["decks"] == ["beatdown", "tribute"]
    for rate in (*report["win_rates"], report["draw_rate"], report["first_player"]):
        assert 0 <= rate["low"] <= rate["rate"] <= rate["high"] <= 1
    assert report["turns"]["low"] < report["turns_mean"] < report["turns"]["high"]
    assert (report["blanked"], report["decks_checked"], report["interrupted"]) == ([], True, False)


def test_json_has_the_types_of_json(ygosim: Ygosim) -> None:
    report = report_of(ygosim, A, B, "-n", 1, "--first", "a")
    assert report["first_player"] is None
    assert report["turns"]["spread"] is None  # of one duel there is none
    assert report["win_rates_going_first"][1]["rate"] is None
    kinds = {
        "duels": int,
        "wins": list,
        "turns_mean": float,
        "seconds": float,
        "duels_per_second": float,
        "digest": str,
        "causes": dict,
        "stop": type(None),
    }
    for name, kind in kinds.items():
        assert isinstance(report[name], kind), name
    assert re.fullmatch("[0-9a-f]{16}", report["digest"])


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(ygosim: Ygosim, threads: int) -> None:
    report = report_of(ygosim, A, B, "-n", 3000, "--threads", threads, "--policy", "greedy")
    assert report["digest"] == simulate(*DECKS, duels=3000, policies="greedy").digest
    assert report["threads"] == threads


@pytest.mark.parametrize(
    ("options", "policies"),
    [
        ([], ["random", "random"]),
        (["--policy", "greedy"], ["greedy", "greedy"]),
        (["--policy", "greedy", "--policy", "random"], ["greedy", "random"]),
        (["--policy-a", "greedy"], ["greedy", "random"]),
        (["--policy-b", "greedy"], ["random", "greedy"]),
        (["--policy", "greedy", "--policy-b", "random"], ["greedy", "random"]),
    ],
)
def test_who_plays(ygosim: Ygosim, options: list[str], policies: list[str]) -> None:
    assert report_of(ygosim, A, B, "-n", 4, *options)["policies"] == policies


@pytest.mark.parametrize("first", ["alternate", "lot", "a", "b"])
def test_who_goes_first(ygosim: Ygosim, first: Any) -> None:
    report = report_of(ygosim, A, B, "-n", 100, "--first", first)
    assert report["digest"] == simulate(*DECKS, duels=100, first=first).digest
    trials = report["win_rates_going_first"][0]["trials"]
    assert {"a": trials == 100, "b": trials == 0, "alternate": trials == 50}.get(first, True)


def test_stopping_says_so(ygosim: Ygosim) -> None:
    report = report_of(ygosim, A, B, "-n", 50_000, "--stop", 0.04, "--policy", "random")
    assert report["stopped"]
    assert report["duels"] < report["requested"] == 50_000
    assert report["stop"]["half_width"] == 0.04
    assert report["interval_confidence"] > report["confidence"] == 0.95
    run = ygosim("duel", A, B, "-n", 50_000, "--stop", 0.04)
    assert "duels of 50,000 asked for" in run.out
    assert "half width 0.04: narrow enough" in run.out


def test_turn_limit_and_notes(ygosim: Ygosim) -> None:
    report = report_of(ygosim, A, B, "-n", 10, "--turn-limit", 2)
    assert (report["aborted"], report["turn_limit"]) == (10, 2)
    assert report["causes"] == {"turn_limit": 10}
    run = ygosim("duel", A, B, "-n", 10, "--turn-limit", 2)
    assert "note: 10 aborted at the limit of 2 turns or 5000 decisions in a turn" in run.out


# --- for people ----------------------------------------------------------------------------


def test_the_table_names_decks_and_numbers(ygosim: Ygosim) -> None:
    run = ygosim("duel", A, B, "-n", 1000, "--policy", "greedy", "--seed", 5, "--list", "DM5")
    result = simulate(*DECKS, duels=1000, policies="greedy", seed=5)
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith("1,000 duels")
    row = next(line for line in run.out.splitlines() if line.startswith(" A beatdown"))
    assert row.split()[2:4] == ["greedy", str(result.wins[0])]
    assert str(result.win_rate(0)) in row
    assert f"digest {result.digest}" in run.out
    assert "seed 5" in run.out
    assert "DM5" in run.out
    assert "won by who went first:" in run.out
    assert "ended by: life points at 0" in run.out
    assert "note:" not in run.out


def test_that_no_list_was_checked_is_noted(ygosim: Ygosim) -> None:
    run = ygosim("duel", A, B, "-n", 10)
    assert "note: no forbidden and limited list was checked (--list names one)" in run.out


def test_blanked_and_unchecked_decks_are_noted(ygosim: Ygosim, tmp_path: Path) -> None:
    deck = Deck("short", (*DECKS[0].main[:30], 46918794))
    deck.write(tmp_path / "short.ydk")
    options = (tmp_path / "short.ydk", B, "-n", 10, "--unsupported", "blank", "--no-check")
    run = ygosim("duel", *options)
    assert run.status == 0
    assert "note: 1 cards were played without their effects: Tremendous Fire" in run.out
    assert "note: the decks were not checked" in run.out
    report = report_of(ygosim, *options)
    assert (report["blanked"], report["decks_checked"]) == (["Tremendous Fire"], False)


# --- one duel again ------------------------------------------------------------------------


@pytest.mark.parametrize("index", [0, 7])
def test_show_plays_the_duel_of_the_run_again(ygosim: Ygosim, index: int) -> None:
    options = (A, B, "-n", 10, "--policy", "greedy", "--policy", "random", "--seed", 6)
    shown = report_of(ygosim, *options, "--show", index)["show"]
    run = DuelRun(*DECKS, policies=("greedy", "random"), seed=6)
    row = run.results(index, index + 1)[0]
    assert shown["digest"] == f"{int(row['digest']):016x}"
    assert (shown["duel"], shown["first"]) == (index, "ab"[row["first"]])
    assert (shown["turns"], shown["decisions"]) == (row["turns"], row["decisions"])
    assert shown["log"][0] == "the duel starts"
    won = {0: "A wins", 1: "B wins", 2: "the duel is a draw"}[int(row["winner"])]
    assert shown["log"][-1].startswith(won)
    text = ygosim("duel", *options, "--show", index).out
    assert f"duel {index}: {'AB'[row['first']]} (" in text
    assert all(line in text for line in shown["log"])
    assert "the last position:" in text


def test_the_log_adds_up() -> None:
    run = DuelRun(*DECKS, policies="greedy", seed=1)
    first = run.first_of(3)
    duel = run.duel(3)
    lines = list(log_lines(duel, first=first))
    assert not any("player" in line for line in lines)
    last = {}
    for line in lines:
        found = re.fullmatch(r" +([AB]) takes \d+ battle damage, (\d+) LP left", line)
        if found:
            last[found[1]] = int(found[2])
    lp = {"AB"[player ^ first]: duel.lp[player] for player in (0, 1)}
    assert {deck: last.get(deck, 8000) for deck in "AB"} == lp
    assert sum(line.startswith("turn ") for line in lines) == duel.turn
    phases = [line for line in lines if re.fullmatch(r"  \S.*", line)]
    assert "  Standby Phase" not in phases  # nothing happens there
    assert "  Battle Phase" in phases


# --- CSV -----------------------------------------------------------------------------------


def test_csv_has_a_line_for_each_duel(ygosim: Ygosim, tmp_path: Path) -> None:
    path = tmp_path / "duels.csv"
    run = ygosim("duel", A, B, "-n", 300, "--csv", path, "--seed", 2)
    assert run.status == 0
    assert f"wrote {path}: 300 duels" in run.out
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    rows = DuelRun(*DECKS, seed=2).results(0, 300)
    assert [line["digest"] for line in lines] == [f"{d:016x}" for d in rows["digest"].tolist()]
    report = report_of(ygosim, A, B, "-n", 300, "--csv", path, "--seed", 2)
    assert report["wins"][0] == sum(line["winner"] == "a" for line in lines)


@pytest.mark.parametrize("target", ["nowhere/duels.csv", "."])
def test_csv_that_cannot_be_written_is_said_before_playing(
    ygosim: Ygosim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(DuelRun, "results", None)  # would fail if a duel were played
    run = ygosim("duel", A, B, "-n", 10**12, "--csv", target)
    assert (run.status, run.out) == (1, "")
    assert target.split("/")[0] in run.err
    assert "Traceback" not in run.err


# --- Ctrl-C --------------------------------------------------------------------------------


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_prints_what_was_played(
    ygosim: Ygosim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    results, path = DuelRun.results, tmp_path / "duels.csv"

    def interrupted(self: DuelRun, start: int, end: int, **options: Any) -> Any:
        if start >= 2048:
            raise KeyboardInterrupt
        return results(self, start, end, **options)

    monkeypatch.setattr(DuelRun, "results", interrupted)
    options = [A, B, "-n", 10**9, "--threads", 1, "--csv", path]
    run = ygosim("duel", *options, *(["--json"] if as_json else []))
    assert run.status == 130
    assert len(path.read_text().splitlines()) == 2049
    digest = simulate(*DECKS, duels=2048).digest
    if as_json:
        report = json.loads(run.out)
        assert (report["interrupted"], report["duels"]) == (True, 2048)
        assert report["digest"] == digest
    else:
        assert f"digest {digest}" in run.out
        assert "note: interrupted: these are the first 2,048 duels of the run" in run.out


# --- bad calls -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "Missing argument 'DECK_A'"),
        ([A], 2, "Missing argument 'DECK_B'"),
        ([A, B, "-n", "0"], 2, "0 is not in the range"),
        ([A, B, "-n", "many"], 2, "'many' is not a valid integer range"),
        ([A, B, "--rules", "mr6"], 2, "'mr6' is not one of 'expert'"),
        ([A, B, "--policy", "clever"], 2, "'clever' is not one of 'random', 'greedy'"),
        ([A, B, *["--policy", "greedy"] * 3], 2, "--policy: once for both decks, or twice"),
        ([A, B, *["--policy", "greedy"] * 2, "--policy-a", "random"], 2, "--policy twice says"),
        ([A, B, "--seed", "-1"], 2, "-1 is not in the range 0<=x<=18446744073709551615"),
        ([A, B, "--seed", str(2**64)], 2, "is not in the range"),
        ([A, B, "--threads", "0"], 2, "0 is not in the range"),
        ([A, B, "--threads", "1000"], 2, "1000 is not in the range"),
        ([A, B, "--first", "c"], 2, "'c' is not one of 'alternate'"),
        ([A, B, "--stop", "0"], 2, "0.0 is not in the range"),
        ([A, B, "--stop", "0.5"], 2, "0.5 is not in the range"),
        ([A, B, "--turn-limit", "-1"], 2, "-1 is not in the range"),
        ([A, B, "--confidence", "1"], 2, "1.0 is not in the range"),
        ([A, B, "--unsupported", "play"], 2, "'play' is not one of 'refuse', 'blank'"),
        ([A, B, "--list", "goat"], 2, "no built-in list 'goat'"),
        ([A, B, "-n", "5", "--show", "5"], 2, "there is no duel 5 among 5, counted from 0"),
        ([A, B, "--show", "-1"], 2, "-1 is not in the range"),
        ([A, B, "--show", "0", "--csv", "x.csv"], 2, "--show and --csv: choose one"),
        ([A, "none.ydk"], 1, "none.ydk: there is no such file"),
        ([A, B, "--cards", "none.cdb"], 1, "none.cdb: there is no such file"),
        ([A, "ydke://abc"], 1, "found a deck URL with 0 '!'"),
        ([A, "ydke://rvTMAg==!!!"], 1, "main deck: 1 card; at least 40 (mr5) [DECK-1]"),
        ([A, "ydke://!!rvTMAg==!", "--no-check"], 1, "there is nothing to draw"),
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
    run = ygosim("duel", *arguments)
    assert (run.status, run.out) == (status, "")
    assert message in " ".join(run.err.split())
    assert "Traceback" not in run.err
    assert list(tmp_path.iterdir()) == []


MODERN = ("BlueEyes", "CyberDragon", "Hero")  # their effects are not known


def test_unsupported_cards_are_refused_by_name(ygosim: Ygosim, shared: Path) -> None:
    path = shared / "data" / "decks" / "modern" / "BlueEyes.ydk"
    run = ygosim("duel", path, path)
    assert (run.status, run.out) == (1, "")
    assert "Sage with Eyes of Blue" in run.err
    assert "--unsupported blank" in run.err


@pytest.mark.parametrize("name", MODERN)
def test_new_decks_play_without_their_effects(ygosim: Ygosim, shared: Path, name: str) -> None:
    path = shared / "data" / "decks" / "modern" / f"{name}.ydk"
    report = report_of(ygosim, path, path, "-n", 200, "--unsupported", "blank")
    assert (report["duels"], report["aborted"], report["decks_checked"]) == (200, 0, True)
    assert report["blanked"]


@pytest.mark.parametrize("name", ["Chaos408", "GOATFormat", "Horus", "MokeyMokey", "OldSchool"])
def test_old_decks_play_with_their_effects(ygosim: Ygosim, shared: Path, name: str) -> None:
    path = shared / "data" / "decks" / "classic" / f"{name}.ydk"
    report = report_of(ygosim, path, path, "-n", 50, "--rules", "expert")
    assert (report["duels"], report["aborted"], report["decks_checked"]) == (50, 0, True)
    assert report["blanked"] == []


# --- tracked conditions --------------------------------------------------------------------


def test_track_says_how_often_and_when(ygosim: Ygosim) -> None:
    conditions = ("lp(1) <= 0", "count(monsters(0), attribute=DARK) >= 2")
    options = [A, B, "-n", 400, "--policy", "greedy", "--seed", 3]
    for text in conditions:
        options += ["--track", text]
    report = report_of(ygosim, *options)
    result = simulate(*DECKS, duels=400, policies="greedy", seed=3, track=conditions)
    assert report["tracked"] == [each.as_dict() for each in result.tracked]
    assert 300 < report["tracked"][0]["share"]["successes"] <= report["wins"][0]
    assert report["tracked"][1]["expression"] == "monsters(0, attribute=DARK) >= 2"
    run = ygosim("duel", *options)
    for each in result.tracked:
        (line,) = (line for line in run.out.splitlines() if line.startswith(f" {each.expression} "))
        assert str(each.share) in line
        assert str(each.turn) in line


def test_track_adds_columns_to_csv(ygosim: Ygosim, tmp_path: Path) -> None:
    path = tmp_path / "duels.csv"
    ygosim("duel", A, B, "-n", 50, "--csv", path, "--track", 'field(0, "Summoned Skull")')
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    rows = DuelRun(*DECKS, track=['field(0, "Summoned Skull")']).results(0, 50)
    found = [int(line['field(0, "Summoned Skull") >= 1'] or 0) for line in lines]
    assert found == rows["tracked"][:, 0].tolist()
    assert any(found)
    assert not all(found)


def test_a_condition_that_does_not_parse_is_marked(ygosim: Ygosim) -> None:
    run = ygosim("duel", A, B, "--track", "lp(1) <= 0 & handd(0)")
    assert (run.status, run.out) == (1, "")
    assert "handd means nothing here; did you mean hand?" in run.err
    assert "\n               ^" in run.err


# --- gauntlets -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three decks, and a file that is none."""
    decks = tmp_path / "decks"
    decks.mkdir()
    for name, deck in (("one", DECKS[0]), ("two", DECKS[1]), ("three", DECKS[0])):
        Deck(name, deck.main, deck.extra, deck.side).write(decks / f"{name}.ydk")
    (decks / "notes.txt").write_text("no deck")
    return decks


def test_a_gauntlet_plays_each_against_each(ygosim: Ygosim, folder: Path) -> None:
    options = ("--gauntlet", folder, "-n", 100, "--policy", "greedy", "--seed", 4)
    report = report_of(ygosim, *options, "--track", "lp(0) <= 0")
    decks = [Deck.read(folder / f"{name}.ydk") for name in ("one", "three", "two")]
    result = gauntlet(decks, duels=100, policy="greedy", seed=4, track=["lp(0) <= 0"])
    assert report["decks"] == ["one", "three", "two"]
    assert (report["duels"], report["digest"], report["list"]) == (300, result.digest, None)
    assert report["totals"][2]["win_rate"] == result.total(2).as_dict()
    assert [pairing["decks"] for pairing in report["pairings"]] == [
        ["one", "three"],
        ["one", "two"],
        ["three", "two"],
    ]
    assert all(len(pairing["tracked"]) == 1 for pairing in report["pairings"])
    again = report_of(
        ygosim,
        folder / "one.ydk",
        folder / "two.ydk",
        *("-n", 100, "--policy", "greedy", "--seed", report["pairings"][1]["seed"]),
    )
    assert again["digest"] == report["pairings"][1]["digest"]
    run = ygosim("duel", *options, "--threads", 3)
    assert (run.status, run.err) == (0, "")
    assert f"digest {result.digest}" in run.out
    assert str(result.total(0)) in run.out
    assert "seed 4" in run.out
    assert "note: no forbidden and limited list was checked" in run.out


def test_a_gauntlets_csv_has_a_line_for_each_duel(
    ygosim: Ygosim, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "duels.csv"
    run = ygosim("duel", "--gauntlet", folder, "-n", 1500, "--csv", path)
    assert f"wrote {path}: 4,500 duels" in run.out
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["deck_a"], line["deck_b"], line["duel"]) for line in lines[1499:1501]] == [
        ("one", "three", "1499"),
        ("one", "two", "0"),
    ]
    assert len(lines) == 4500


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([A], "--gauntlet and decks: choose one"),
        (["--show", 0], "--gauntlet and --show: choose one"),
        (["--stop", 0.1], "--gauntlet and --stop: choose one"),
        (["--policy-a", "greedy"], "all decks are played alike"),
        (["--first", "a"], "both seats are played"),
    ],
)
def test_a_gauntlet_is_of_all_decks_alike(
    ygosim: Ygosim, folder: Path, options: list[object], message: str
) -> None:
    run = ygosim("duel", "--gauntlet", folder, *options)
    assert (run.status, run.out) == (2, "")
    assert message in " ".join(run.err.split())


def test_a_gauntlet_takes_two_decks_or_more(ygosim: Ygosim, tmp_path: Path) -> None:
    run = ygosim("duel", "--gauntlet", tmp_path)
    assert run.status == 2
    assert "holds 0 .ydk files; a gauntlet takes two or more" in " ".join(run.err.split())
