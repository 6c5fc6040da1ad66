"""`ygosim cards`: finding and showing, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Ygosim = Callable[..., Any]


def test_show_tells_the_facts(ygosim: Ygosim) -> None:
    run = ygosim("cards", "show", "blue-eyes white dragon")
    assert run.status == 0
    assert run.out.splitlines() == [
        "Blue-Eyes White Dragon (89631139)",
        "  kind: Normal Monster",
        "  attribute: LIGHT",
        "  type: Dragon",
        "  level: 8",
        "  ATK: 3000",
        "  DEF: 2500",
        "  archetypes: 0xdd",
        "  supported: yes",
    ]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Number 39: Utopia", ["  rank: 4"]),
        ("Linkuriboh", ["  link rating: 1", "  link markers: Bottom"]),
        ("Flash Knight", ["  scales: 7 / 7", "  supported: no"]),
        ("Ten Thousand Dragon", ["  ATK: ?", "  DEF: ?"]),
        ("Cyber Harpie Lady", ["  counts as: Harpie Lady"]),
        ("Monster Reborn", ["  kind: Normal Spell", "  other prints: 83764719"]),
        ("Blue-Eyes White Dragon (Rush)", ["  Legend card: yes"]),
    ],
)
def test_show_tells_what_is_special(ygosim: Ygosim, name: str, lines: list[str]) -> None:
    shown = ygosim("cards", "show", name).out.splitlines()
    assert set(lines) <= set(shown)


def test_a_link_monster_has_no_def(ygosim: Ygosim) -> None:
    assert "DEF" not in ygosim("cards", "show", "Linkuriboh").out


def test_words_need_no_quotes(ygosim: Ygosim) -> None:
    assert ygosim("cards", "show", "dark", "magician").out.startswith("Dark Magician (46986414)")


def test_show_as_json(ygosim: Ygosim) -> None:
    card = json.loads(ygosim("cards", "show", "83764719", "--json").out)
    assert card == {
        "passcode": 83764718,
        "name": "Monster Reborn",
        "supported": True,
        "kind": "Normal Spell",
        "attribute": None,
        "monster_type": None,
        "level": None,
        "rank": None,
        "link_rating": None,
        "atk": None,
        "def": None,
        "left_scale": None,
        "right_scale": None,
        "link_markers": [],
        "archetypes": [],
        "legend": False,
        "rush": False,
        "token": False,
        "has_effect": True,
        "extra_deck": False,
        "counts_as": "Monster Reborn",
        "prints": [83764719],
    }


def test_json_of_a_monster(ygosim: Ygosim) -> None:
    card = json.loads(ygosim("cards", "show", "Celtic Guardian", "--json").out)
    assert (card["supported"], card["attribute"], card["monster_type"]) == (
        True,
        "EARTH",
        "Warrior",
    )
    assert (card["level"], card["atk"], card["def"]) == (4, 1400, 1200)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kuribo", "no card has the name 'kuribo'; did you mean 'Kuriboh'"),
        ("1", "no card has the passcode 1"),
        ("0", "no card has the passcode 0"),
        ("hero flash", "did you mean 'Hero Flash!!' or 'H.E.R.O. Flash!'?"),
    ],
)
def test_an_unknown_card_is_status_1(ygosim: Ygosim, text: str, message: str) -> None:
    run = ygosim("cards", "show", text)
    assert (run.status, run.out) == (1, "")
    assert run.err.startswith("ygosim: ")
    assert message in run.err


def test_find_lists_names(ygosim: Ygosim) -> None:
    run = ygosim("cards", "find", "cyber", "jar")
    assert run.status == 0
    assert [line.split() for line in run.out.splitlines()] == [
        ["passcode", "name", "kind", "ATK", "DEF"],
        ["34124316", "Cyber", "Jar", "Effect", "Flip", "Monster", "900", "900"],
    ]


def test_find_says_when_it_holds_back(ygosim: Ygosim) -> None:
    run = ygosim("cards", "find", "dragon", "--limit", "3")
    assert len(run.out.splitlines()) == 5
    assert "more (--limit 0 prints all)" in run.out
    assert len(ygosim("cards", "find", "dragon", "--limit", "0").out.splitlines()) > 1000


def test_find_as_json(ygosim: Ygosim) -> None:
    found = json.loads(ygosim("cards", "find", "kuriboh", "--json", "--limit", "1").out)
    assert found["text"] == "kuriboh"
    assert found["found"] > 10
    assert [card["name"] for card in found["cards"]] == ["Kuriboh"]


def test_finding_nothing_is_status_1(ygosim: Ygosim) -> None:
    run = ygosim("cards", "find", "blosom", "sprnig", "ash")
    assert (run.status, run.out) == (1, "")
    assert run.err.startswith("no name has 'blosom sprnig ash' in it")
    assert json.loads(ygosim("cards", "find", "qqqq", "--json").out)["cards"] == []


def test_ones_own_cards_lie_over_the_shipped_ones(ygosim: Ygosim, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('[{"id": 5, "name": "My Card", "type": "Trap Card", "race": "Normal"}]')
    assert ygosim("cards", "show", "my card", "--cards", path).out.startswith("My Card (5)")
    path.write_text('[{"id": 5}]')
    run = ygosim("cards", "show", "my card", "--cards", path)
    assert (run.status, run.out) == (1, "")
    assert "mine.json: found nothing in data[0].name; expected a text" in run.err


def test_without_words_the_call_is_wrong(ygosim: Ygosim) -> None:
    assert ygosim("cards", "find").status == 2
    assert ygosim("cards", "show").status == 2
    assert ygosim("cards", "find", "x", "--limit", "-1").status == 2


# --- coverage ------------------------------------------------------------------------------


def test_coverage_names_what_is_not_played_and_why(ygosim: Ygosim, tmp_path: Path) -> None:
    mokey, fire, knight, spider = 27288416, 46918794, 17390179, 98978921
    path = tmp_path / "mixed.ydk"
    main = [mokey, mokey, fire, fire, knight, 999999999]
    path.write_text("\n".join(["#main", *map(str, main), "#extra", str(spider), "!side"]) + "\n")
    run = ygosim("cards", "coverage", path, "--json")
    assert (run.status, run.err) == (1, "")
    report = json.loads(run.out)
    (deck,) = report["decks"]
    assert (deck["deck"], deck["cards"], deck["copies"]) == ("mixed", 5, 7)
    assert (deck["cards_supported"], deck["copies_supported"]) == (1, 2)
    assert [(card["name"], card["copies"], card["why"]) for card in deck["unsupported"]] == [
        ("Tremendous Fire", 2, "effect not known (Normal Spell)"),
        ("Flash Knight", 1, "Pendulum Monster: scales are not played"),
        ("", 1, "unknown passcode"),
        ("Link Spider", 1, "effect not known (Link Monster)"),
    ]
    assert (report["unsupported"], sum(report["reasons"].values())) == (4, 4)
    text = ygosim("cards", "coverage", path).out
    assert "mixed (2)" in next(line for line in text.splitlines() if "Tremendous Fire" in line)
    assert "4 different cards are not played" in text


def test_coverage_of_a_folder_of_old_decks_is_whole(ygosim: Ygosim, shared: Path) -> None:
    run = ygosim("cards", "coverage", shared / "data" / "decks" / "classic")
    assert (run.status, run.err) == (0, "")
    assert "every card is played with its effects" in run.out
    assert len([line for line in run.out.splitlines() if "40" in line]) == 5


def test_coverage_of_nothing_is_said(ygosim: Ygosim, tmp_path: Path) -> None:
    run = ygosim("cards", "coverage", tmp_path)
    assert (run.status, run.out) == (2, "")
    assert "holds no .ydk files" in " ".join(run.err.split())
