"""`ygosim hands`: what it prints, what it refuses, and its exit statuses."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ygosim import __version__
from ygosim.cards.demo import deck_path

Ygosim = Callable[..., Any]
ASH, MAGICIAN, KURIBOH = 14558127, 46986414, 40640057


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Forty cards: 3 Ash Blossom, 9 Kuriboh, 28 Dark Magician."""
    path = tmp_path / "forty.ydk"
    cards = [ASH] * 3 + [KURIBOH] * 9 + [MAGICIAN] * 28
    path.write_text("#main\n" + "\n".join(map(str, cards)) + "\n#extra\n!side\n")
    return path


ASH_WANT = '"Ash Blossom & Joyous Spring" >= 1'


def answers(ygosim: Ygosim, *arguments: object) -> dict[str, Any]:
    run = ygosim("hands", *arguments, "--json")
    assert run.status == 0, run.err
    value: dict[str, Any] = json.loads(run.out)
    return value


def test_the_published_figure(ygosim: Ygosim, deck: Path) -> None:
    value = answers(ygosim, deck, "--want", ASH_WANT)
    assert (value["hand_size"], value["deck_size"], value["going"]) == (5, 40, "first")
    (query,) = value["queries"]
    assert query["want"] == ASH_WANT
    assert query["exact"] is True
    assert round(100 * query["probability"], 2) == 33.76
    assert query["low"] == query["high"] == query["probability"]
    assert value["version"] == __version__
    assert value["names"] == [
        {
            "name": '"Ash Blossom & Joyous Spring"',
            "copies": 3,
            "cards": {"Ash Blossom & Joyous Spring": 3},
        }
    ]


def test_text_says_what_the_numbers_mean(ygosim: Ygosim, deck: Path) -> None:
    run = ygosim(
        "hands", deck, "--want", ASH_WANT, "--want", "distinct(level(3) >= 1, level(1..3) >= 1)"
    )
    assert run.status == 0
    assert "40 cards in the main deck" in run.out
    assert "going first, own turn 1: 5 cards = 5 opening hand + 0 drawn (mr5)" in run.out
    assert "3 Ash Blossom & Joyous Spring" in run.out
    assert "33.7551%" in run.out
    assert "at least one" in run.out
    assert "different physical cards" in run.out
    assert "exact: all 658,008 sets of cards counted" in run.out


def test_seats_and_turns(ygosim: Ygosim, deck: Path) -> None:
    def seen(*options: object) -> int:
        size: int = answers(ygosim, deck, "--want", ASH_WANT, *options)["hand_size"]
        return size

    assert seen() == 5
    assert seen("--second") == 6
    assert seen("--turn", 3) == 7
    assert seen("--second", "--turn", 3) == 8
    assert seen("--rules", "mr2") == 6
    assert seen("--rules", "rush") == 5
    assert seen("--rules", "rush", "--turn", 3, "--played", 5) == 15
    assert seen("--cards", 12) == 12
    assert seen("--cards", 0) == 0


def test_rush_says_what_is_assumed_about_played_cards(ygosim: Ygosim, deck: Path) -> None:
    run = ygosim("hands", deck, "--want", ASH_WANT, "--rules", "rush", "--turn", "2")
    assert "draws up to 5 in hand, at least 1, with 0 cards leaving the hand" in run.out


def test_first_and_second_add_up(ygosim: Ygosim, deck: Path) -> None:
    value = answers(ygosim, deck, "--want", ASH_WANT, "--either")
    first, second = value["queries"][0], value["second"]["queries"][0]
    assert (value["hand_size"], value["second"]["hand_size"]) == (5, 6)
    assert value["either"][0]["probability"] == pytest.approx(
        (first["probability"] + second["probability"]) / 2
    )
    run = ygosim("hands", deck, "--want", ASH_WANT, "--either")
    assert "seat by lot" in run.out


def test_overlaps_union_counts_and_sensitivity(ygosim: Ygosim, deck: Path) -> None:
    value = answers(
        ygosim,
        deck,
        "--want",
        ASH_WANT,
        "--want",
        '"Kuriboh" >= 1',
        "--count",
        '"Kuriboh"',
        "--sensitivity",
    )
    a, b = (query["probability"] for query in value["queries"])
    both = value["overlaps"][0]
    assert both["queries"] == [0, 1]
    assert value["union"]["probability"] == pytest.approx(a + b - both["probability"])
    assert value["none"]["probability"] == pytest.approx(1 - value["union"]["probability"])
    (table,) = value["counts"]
    assert table["expected"] == 9 * 5 / 40
    assert sum(row["probability"] for row in table["table"]) == pytest.approx(1)
    change = value["sensitivity"][0]["changes"][0]
    assert change["cards"] == ["Ash Blossom & Joyous Spring"]
    assert round(100 * change["minus"]["probability"], 2) == 23.72
    assert change["plus"]["probability"] > a


def test_roles_of_the_command_line_and_of_files(ygosim: Ygosim, deck: Path, tmp_path: Path) -> None:
    role = "hand=Ash Blossom & Joyous Spring, Kuriboh"
    by_option = answers(ygosim, deck, "--role", role, "--want", "hand >= 1")
    assert by_option["names"][0]["copies"] == 12
    (tmp_path / "forty.yaml").write_text("hand: [14558127]\nball: [Kuriboh]\n")
    beside = answers(ygosim, deck, "--want", "hand >= 1")
    assert beside["names"][0]["copies"] == 3
    over = answers(ygosim, deck, "--role", role, "--want", "hand + ball >= 1")
    assert [name["copies"] for name in over["names"]] == [12, 9]
    assert any("counts more than once: Kuriboh" in note for note in over["notes"])
    (tmp_path / "other.yaml").write_text("one: [Kuriboh]\n")
    named = answers(ygosim, deck, "--roles", tmp_path / "other.yaml", "--want", "one >= 1")
    assert named["names"][0]["copies"] == 9
    assert ygosim("hands", deck, "--roles", tmp_path / "no.yaml", "--want", "a >= 1").status == 1


def test_best_ratios(ygosim: Ygosim, deck: Path) -> None:
    value = answers(
        ygosim,
        deck,
        "--role",
        "ball=Kuriboh",
        "--want",
        f"ball >= 1 & {ASH_WANT}",
        "--vary",
        "ball=9..15",
        "--vary",
        '"Ash Blossom & Joyous Spring"=1..3',
        "--deck-size",
        "40..43",
        "--top",
        "5",
    )
    ratios = value["ratios"]
    assert ratios["candidates"] == 7 * 3 * 4
    assert ratios["ties"] == 1
    assert ratios["rows"][0]["copies"] == {"ball": 15, '"Ash Blossom & Joyous Spring"': 3}
    assert ratios["rows"][0]["deck_size"] == 40
    run = ygosim("hands", deck, "--want", ASH_WANT, "--vary", '"Ash Blossom & Joyous Spring"=1-3')
    assert "best of 3 lists" in run.out


def test_the_opponent_sits_in_the_other_seat(ygosim: Ygosim, deck: Path) -> None:
    arguments = ["--want", ASH_WANT, "--opponent", deck, "--opponent-want", ASH_WANT]
    hands = answers(ygosim, deck, *arguments)["opponent"]["hands"]
    assert [each["hand_size"] for each in hands] == [6]
    hands = answers(ygosim, deck, *arguments, "--second")["opponent"]["hands"]
    assert [each["hand_size"] for each in hands] == [5]
    assert "opponent: forty" in ygosim("hands", deck, *arguments).out


def test_sampled_numbers_say_seed_and_interval(ygosim: Ygosim, deck: Path) -> None:
    options = ["--want", ASH_WANT, "--method", "sampled", "--samples", "50000", "--seed", "7"]
    value = answers(ygosim, deck, *options)
    (query,) = value["queries"]
    assert (value["seed"], query["exact"], query["trials"]) == (7, False, 50_000)
    assert (query["method"], query["confidence"]) == ("Clopper-Pearson", 0.95)
    assert query["low"] < query["probability"] < query["high"]
    assert answers(ygosim, deck, *options, "--threads", "2") == value
    assert "sampled: 50,000 hands, seed 7" in ygosim("hands", deck, *options).out


def test_csv_has_a_number_a_line(ygosim: Ygosim, deck: Path) -> None:
    run = ygosim(
        "hands",
        deck,
        *("--want", ASH_WANT, "--want", '"Kuriboh" >= 1', "--count", '"Kuriboh"'),
        *("--either", "--sensitivity", "--csv"),
        *("--opponent", deck, "--opponent-want", ASH_WANT),
    )
    assert run.status == 0, run.err
    rows = list(csv.DictReader(io.StringIO(run.out)))
    kinds = {row["kind"] for row in rows}
    assert kinds == {
        *("query", "overlap", "union", "none", "mean", "count", "sensitivity", "either"),
        "opponent",
    }
    first = rows[0]
    assert first["want"] == ASH_WANT
    assert round(100 * float(first["probability"]), 2) == 33.76
    assert (first["exact"], first["hand_size"], first["going"]) == ("true", "5", "first")
    assert (first["deck_size"], first["version"]) == ("40", __version__)


def test_predicates_from_a_file(ygosim: Ygosim, deck: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def ash(hand):\n    return 'Ash Blossom & Joyous Spring' in hand\n"
        "def broken(hand):\n    return hand.cards[9] == ''\n"
        "value = 3\n"
    )
    (query,) = answers(ygosim, deck, "--predicate", f"{path}:ash")["queries"]
    assert query["exact"]
    assert round(100 * query["probability"], 2) == 33.76
    run = ygosim("hands", deck, "--predicate", f"{path}:broken")
    assert run.status == 1
    assert "IndexError" in run.err
    assert "for the hand: " in run.err
    for wrong in ("none", f"{path}:missing", f"{path}:value", f"{tmp_path / 'no.py'}:f"):
        assert ygosim("hands", deck, "--predicate", wrong).status == 2
    path.write_text("raise OSError('no')\n")
    assert "cannot be run" in ygosim("hands", deck, "--predicate", f"{path}:f").err


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ([], 2, "nothing is asked"),
        (["--want", ""], 1, "the query is empty"),
        (["--want", "startr >= 1"], 1, "there is no role"),
        (["--want", '"Kuribohh" >= 1'], 1, 'did you mean "Kuriboh"'),
        (["--want", '"Kuriboh" => 1'], 1, "\n            ^"),
        (["--want", ASH_WANT, "--cards", "41"], 1, "41 cannot be seen"),
        (["--want", ASH_WANT, "--turn", "60"], 1, "cannot be seen"),
        (["--want", ASH_WANT, "--turn", "0"], 2, "turn"),
        (["--want", ASH_WANT, "--cards", "5", "--second"], 2, "--second would too"),
        (["--want", ASH_WANT, "--either", "--second"], 2, "choose one"),
        (["--want", ASH_WANT, "--json", "--csv"], 2, "choose one"),
        (["--want", ASH_WANT, "--role", "x"], 2, "is no role"),
        (["--want", ASH_WANT, "--role", "x=Nobody At All"], 1, "there is no card"),
        (["--want", ASH_WANT, "--vary", "x"], 2, "names no cards"),
        (["--want", ASH_WANT, "--vary", "x=a..b"], 2, "is no range"),
        (["--want", ASH_WANT, "--vary", "x=3..1"], 2, "ends below"),
        (["--want", ASH_WANT, "--vary", "x=1..3", "--vary", "x=1"], 2, "varied twice"),
        (["--want", ASH_WANT, "--vary", "x=1..3"], 1, "not in the query"),
        (["--want", ASH_WANT, "--deck-size", "40"], 2, "--vary"),
        (["--count", '"Kuriboh"', "--vary", "x=1..2"], 2, "exactly one --want"),
        (["--count", '"Kuriboh"', "--sensitivity"], 2, "give --want"),
        (["--count", '"Kuriboh" >= 1'], 1, "expected before >="),
        (["--want", ASH_WANT, "--opponent", "x.ydk"], 2, "belong together"),
        (["--want", ASH_WANT, "--seed", "-1"], 2, "seed"),
        (["--want", ASH_WANT, "--confidence", "1"], 2, "confidence"),
        (["--want", ASH_WANT, "--catalogue", "none.cdb"], 1, "none.cdb"),
    ],
)
def test_calls_that_cannot_be_answered(
    ygosim: Ygosim, deck: Path, options: list[str], status: int, message: str
) -> None:
    run = ygosim("hands", deck, *options)
    assert run.status == status
    assert message in run.err
    assert not run.out


def test_decks_that_cannot_be_used(ygosim: Ygosim, tmp_path: Path) -> None:
    assert ygosim("hands", tmp_path / "none.ydk", "--want", ASH_WANT).status == 1
    empty = tmp_path / "empty.ydk"
    empty.write_text("#main\n#extra\n!side\n")
    run = ygosim("hands", empty, "--want", ASH_WANT)
    assert run.status == 1
    assert "0 cards to draw from" in run.err


def test_unknown_passcodes_are_named_and_go_on(ygosim: Ygosim, tmp_path: Path) -> None:
    path = tmp_path / "odd.ydk"
    path.write_text("#main\n" + f"{ASH}\n" * 3 + "999999999\n" * 37)
    value = answers(ygosim, path, "--want", '"999999999" >= 5')
    assert value["deck_size"] == 40
    assert "line 5: passcode 999999999 is unknown" in value["notes"][0]
    assert "note: line 5" in ygosim("hands", path, "--want", ASH_WANT).out


def test_shipped_decks_with_their_roles(ygosim: Ygosim) -> None:
    value = answers(ygosim, deck_path("beatdown"), "--want", "attacker >= 1 & two-tributes == 0")
    assert value["queries"][0]["exact"]
