"""`ygosim deck`: exit statuses, faults, both outputs, and files that are not decks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path

Ygosim = Callable[..., Any]

LEGAL = str(deck_path("beatdown"))
SMALL = Deck("small", (46986414, 12580477, 73915052, 1), side=(40640057,))
URL = SMALL.to_ydke()


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.ydk"
    SMALL.write(path)
    return path


# -------------------------------------------------------------------- check


@pytest.mark.parametrize("rules", ["expert", "mr1", "mr2", "mr3", "mr4", "mr5"])
def test_a_legal_deck_is_status_0(ygosim: Ygosim, rules: str) -> None:
    run = ygosim("deck", "check", LEGAL, "--rules", rules)
    assert run == (0, f"beatdown: legal ({rules}; main 40, extra 0, side 0)\n", "")


def test_an_illegal_deck_is_status_1_with_every_fault(ygosim: Ygosim, small: Path) -> None:
    run = ygosim("deck", "check", small, "--list", "seed 004")
    assert run.status == 1
    assert run.out.splitlines() == [
        "small: 4 faults (mr5, list 'seed 004 (OCG, c. 2005)'; main 4, extra 0, side 1)",
        "  - main deck: 3 cards; at least 40 (mr5) [DECK-1]",
        "  - main deck, line 5: 'Sheep Token' is a token; tokens go in no deck [DECK-1]",
        "  - main deck, line 6: no card has the passcode 1 [DECK-1]",
        "  - 1 copy of 'Raigeki'; forbidden in the list 'seed 004 (OCG, c. 2005)' [DECK-3]",
    ]


def test_check_as_json(ygosim: Ygosim, small: Path) -> None:
    run = ygosim("deck", "check", LEGAL, small, "--json")
    result = json.loads(run.out)
    assert (run.status, result["rules"], result["list"], result["legal"]) == (1, "mr5", None, False)
    legal, illegal = result["decks"]
    assert (legal["name"], legal["legal"], legal["faults"]) == ("beatdown", True, [])
    assert illegal["unsupported"] == []
    assert illegal["faults"][1] == {
        "rule": "DECK-1",
        "kind": "token",
        "message": "main deck, line 5: 'Sheep Token' is a token; tokens go in no deck",
        "section": "main",
        "card": "Sheep Token",
        "passcode": 73915052,
        "lines": [5],
        "count": 1,
        "limit": 0,
    }


def test_a_url_is_a_deck_named_by_its_first_card(ygosim: Ygosim) -> None:
    run = ygosim("deck", "check", URL)
    assert run.status == 1
    assert run.out.startswith("Dark Magician: 3 faults (mr5;")


def test_a_deck_that_cannot_be_read_does_not_hide_the_others(
    ygosim: Ygosim, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.ydk"
    bad.write_text("#main\nhello\n")
    run = ygosim("deck", "check", bad, LEGAL)
    assert run.status == 1
    assert run.out.startswith("beatdown: legal")
    assert run.err.startswith(f"ygosim: {bad}:2: found 'hello'; expected a passcode")
    assert json.loads(ygosim("deck", "check", bad, LEGAL, "--json").out)["unread"] == [
        run.err.removeprefix("ygosim: ").rstrip("\n")
    ]


@pytest.mark.parametrize("value", ["none", "None"])
def test_no_list(ygosim: Ygosim, value: str) -> None:
    assert ygosim("deck", "check", LEGAL, "--list", value).status == 0


def test_a_list_of_a_file(ygosim: Ygosim, tmp_path: Path) -> None:
    path = tmp_path / "lflist.conf"
    path.write_text("!one\n#\n!two\n$whitelist\n1 1\n")
    assert ygosim("deck", "check", LEGAL, "--list", f"{path}#one").status == 0
    run = ygosim("deck", "check", LEGAL, "--list", f"{path}#two")
    assert (run.status, "forbidden in the list 'two'" in run.out) == (1, True)
    run = ygosim("deck", "check", LEGAL, "--list", path)
    assert (run.status, "the lists are 'one', 'two'" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["check"], 2, "Missing argument 'DECK...'"),
        (["check", LEGAL, "--rules", "mr9"], 2, "'mr9' is not one of 'expert'"),
        (["check", LEGAL, "--list", "goat"], 2, "no built-in list 'goat'; the lists are"),
        (["check", "none.ydk"], 1, "none.ydk: there is no such file"),
        (["check", "ydke://abc"], 1, "found a deck URL with 0 '!'"),
        (["check", "."], 1, "found a folder"),
        (["check", LEGAL, "--list", "."], 1, "found a folder"),
        (["check", LEGAL, "--cards", "none.cdb"], 1, "none.cdb: there is no such file"),
        (["show", "none.ydk"], 1, "none.ydk: there is no such file"),
        (["convert", "none.ydk"], 1, "none.ydk: there is no such file"),
    ],
)
def test_bad_input_is_a_message_and_a_status(
    ygosim: Ygosim,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    run = ygosim("deck", *arguments)
    assert run.status == status
    assert message in " ".join(run.err.split())
    assert "Traceback" not in run.err


# --------------------------------------------------------------------- show


def test_show_lists_cards_and_unknown_ones(ygosim: Ygosim, small: Path) -> None:
    run = ygosim("deck", "show", small)
    assert (run.status, run.err) == (0, "")
    rows = [line.split() for line in run.out.splitlines()]
    assert rows[0] == ["small", "(main", "4,", "extra", "0,", "side", "1)"]
    assert rows[2] == ["main", "1", "Dark", "Magician", "Normal", "Monster", "46986414"]
    assert rows[5] == ["main", "1", "?", "unknown", "card", "1"]
    assert rows[6] == ["side", "1", "Kuriboh", "Effect", "Monster", "40640057"]


def test_show_with_rules_adds_the_faults(ygosim: Ygosim, small: Path) -> None:
    run = ygosim("deck", "show", small, "--rules", "mr5")
    assert run.status == 0
    assert "  - main deck: 3 cards; at least 40 (mr5) [DECK-1]" in run.out


def test_show_as_json(ygosim: Ygosim, small: Path) -> None:
    (deck,) = json.loads(ygosim("deck", "show", small, "--json").out)["decks"]
    assert deck["sizes"] == {"main": 4, "extra": 0, "side": 1}
    assert deck["cards"][1] == {
        "section": "main",
        "count": 1,
        "passcode": 12580477,
        "name": "Raigeki",
        "kind": "Normal Spell",
        "supported": True,
    }
    assert "faults" not in deck
    (deck,) = json.loads(ygosim("deck", "show", small, "--json", "--list", "DM5").out)["decks"]
    assert (deck["rules"], len(deck["faults"])) == ("mr5", 3)


def test_tables_are_not_cut_when_piped(ygosim: Ygosim) -> None:
    name = "Ignis Phoenix, the Dracoslayer"
    deck = Deck("x", (56347375,)).to_ydke()
    assert name in ygosim("deck", "show", deck).out


# ------------------------------------------------------------------ convert


def test_convert_gives_the_other_format(ygosim: Ygosim, small: Path) -> None:
    assert ygosim("deck", "convert", small) == (0, URL + "\n", "")
    assert Deck.parse(ygosim("deck", "convert", URL).out) == Deck.parse(SMALL.to_ydk())
    assert ygosim("deck", "convert", URL, "--to", "ydke").out == URL + "\n"


def test_convert_writes_a_file(ygosim: Ygosim, tmp_path: Path) -> None:
    target = tmp_path / "new.ydk"
    assert ygosim("deck", "convert", URL, "-o", target) == (0, f"wrote {target}\n", "")
    read = Deck.read(target)
    assert (read.main, read.side) == (SMALL.main, SMALL.side)


def test_convert_writes_many_into_a_folder(ygosim: Ygosim, small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    run = ygosim("deck", "convert", small, LEGAL, "-o", folder, "--to", "ydk")
    assert run.status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["beatdown.ydk", "small.ydk"]


def test_convert_as_json(ygosim: Ygosim, small: Path) -> None:
    (deck,) = json.loads(ygosim("deck", "convert", small, "--json").out)["decks"]
    assert deck == {"name": "small", "ydk": SMALL.to_ydk(), "ydke": URL, "written": None}


def test_convert_puts_monsters_in_their_section(ygosim: Ygosim) -> None:
    url = Deck("x", (23995346, 46986414)).to_ydke()
    run = ygosim("deck", "convert", url, "--to", "ydke", "--place")
    assert Deck.parse(run.out).extra == (23995346,)


def test_convert_refuses_an_illegal_deck_when_a_format_is_named(
    ygosim: Ygosim, small: Path, tmp_path: Path
) -> None:
    target = tmp_path / "new.ydke"
    run = ygosim("deck", "convert", LEGAL, small, "--rules", "mr5", "-o", tmp_path)
    assert run.status == 1
    assert "deck 'small' has 3 fault(s)" in run.err
    assert not target.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.ydk"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([URL, "-o", "deck.txt"], "give a name ending in .ydk or .ydke, or a folder"),
        ([URL, "-o", "nowhere/"], "give a name ending in .ydk or .ydke, or a folder"),
        ([URL, LEGAL, "-o", "deck.ydk"], "several decks need a folder"),
        ([URL, "-o", "deck.ydk", "--to", "ydke"], "--to ydke and a name deck.ydk"),
        ([URL, URL, "-o", "."], "two of the decks have one name"),
        ([URL, "--to", "pdf"], "'pdf' is not one of"),
    ],
)
def test_convert_says_what_it_cannot_write(
    ygosim: Ygosim,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    run = ygosim("deck", "convert", *arguments)
    assert run.status == 2
    assert message in " ".join(run.err.split())
    assert list(tmp_path.iterdir()) == []


def test_convert_into_a_folder_that_is_not_there(ygosim: Ygosim, tmp_path: Path) -> None:
    run = ygosim("deck", "convert", URL, "-o", tmp_path / "nowhere" / "deck.ydk")
    assert run.status == 1
    assert "No such file or directory" in run.err
    assert "Traceback" not in run.err


def test_a_name_that_is_no_file_name_is_made_one(ygosim: Ygosim, tmp_path: Path) -> None:
    url = Deck("x", (23434538,)).to_ydke()  # Maxx "C"
    assert ygosim("deck", "convert", url, "-o", tmp_path).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["Maxx _C_.ydk"]


def test_a_shipped_deck_goes_by_its_name(ygosim: Ygosim) -> None:
    assert ygosim("deck", "check", "beatdown").status == 0


def test_a_file_comes_before_a_shipped_deck(
    ygosim: Ygosim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "beatdown").write_text("#main\n46986414\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert ygosim("deck", "check", "beatdown").status == 1
