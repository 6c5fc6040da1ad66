"""Card JSON: kinds of cards in the API's words, and answers that are not whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ygosim.cards.card import Card, CardFile
from ygosim.cards.io.card_json import read_card_json
from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType
from ygosim.errors import FileFormatError

MONSTER: dict[str, Any] = {
    "id": 46986414,
    "name": "Dark Magician",
    "type": "Normal Monster",
    "frameType": "normal",
    "desc": "",
    "race": "Spellcaster",
    "atk": 2500,
    "def": 2100,
    "level": 7,
    "attribute": "DARK",
    "archetype": "Dark Magician",
    "card_images": [{"id": 46986414}, {"id": 46986415}, {"id": 36996508}],
}


def read(tmp_path: Path, *cards: object) -> CardFile:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"data": cards}))
    return read_card_json(path)


def only(tmp_path: Path, **changes: Any) -> Card:
    entry = {key: value for key, value in (MONSTER | changes).items() if value is not None}
    (card,) = read(tmp_path, entry).cards
    return card


def test_a_monster_and_its_artworks(tmp_path: Path) -> None:
    file = read(tmp_path, MONSTER)
    assert file.cards == (
        Card(
            passcode=46986414,
            name="Dark Magician",
            type=CardType.MONSTER | CardType.NORMAL,
            attribute=Attribute.DARK,
            monster_type=MonsterType.SPELLCASTER,
            level=7,
            atk=2500,
            def_=2100,
        ),
    )
    assert file.prints == {46986415: 46986414, 36996508: 46986414}


def test_a_list_alone_will_do(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([MONSTER]))
    assert len(read_card_json(path).cards) == 1


M, E = CardType.MONSTER, CardType.EFFECT


@pytest.mark.parametrize(
    ("words", "changes", "type_"),
    [
        ("Effect Monster", {}, M | E),
        ("Normal Tuner Monster", {}, M | CardType.NORMAL | CardType.TUNER),
        ("Flip Effect Monster", {}, M | E | CardType.FLIP),
        ("Gemini Monster", {}, M | E | CardType.GEMINI),
        ("Toon Monster", {}, M | E | CardType.TOON),
        ("Union Effect Monster", {}, M | E | CardType.UNION),
        ("Spirit Monster", {}, M | E | CardType.SPIRIT),
        ("Pendulum Normal Monster", {}, M | CardType.NORMAL | CardType.PENDULUM),
        ("Ritual Effect Monster", {}, M | E | CardType.RITUAL),
        ("Ritual Monster", {}, M | CardType.RITUAL),
        ("XYZ Pendulum Effect Monster", {}, M | E | CardType.XYZ | CardType.PENDULUM),
        ("Synchro Tuner Monster", {}, M | E | CardType.SYNCHRO | CardType.TUNER),
        ("Fusion Monster", {}, M | E | CardType.FUSION),
        ("Fusion Monster", {"typeline": ["Dragon", "Fusion"]}, M | CardType.FUSION),
        ("Fusion Monster", {"typeline": ["Dragon", "Fusion", "Effect"]}, M | E | CardType.FUSION),
        ("Fusion Monster", {"misc_info": [{"has_effect": 0}]}, M | CardType.FUSION),
        ("Fusion Monster", {"misc_info": [{"has_effect": 1}]}, M | E | CardType.FUSION),
        ("Link Monster", {"linkval": 2, "level": None}, M | E | CardType.LINK),
        ("Token", {}, M | CardType.NORMAL | CardType.TOKEN),
        ("Spell Card", {"race": "Normal"}, CardType.SPELL),
        ("Spell Card", {"race": "Quick-Play"}, CardType.SPELL | CardType.QUICK_PLAY),
        ("Trap Card", {"race": "Counter"}, CardType.TRAP | CardType.COUNTER),
        ("Skill Card", {"race": "Yami Yugi"}, CardType.SKILL),
    ],
)
def test_kinds(tmp_path: Path, words: str, changes: dict[str, Any], type_: CardType) -> None:
    assert only(tmp_path, type=words, **changes).type == type_


@pytest.mark.parametrize(
    ("race", "monster_type"),
    [
        ("Winged Beast", MonsterType.WINGED_BEAST),
        ("Beast-Warrior", MonsterType.BEAST_WARRIOR),
        ("Divine-Beast", MonsterType.DIVINE_BEAST),
        ("Creator God", MonsterType.CREATOR_GOD),
    ],
)
def test_monster_types(tmp_path: Path, race: str, monster_type: MonsterType) -> None:
    assert only(tmp_path, race=race).monster_type == monster_type


def test_a_link_monster_has_markers_and_no_def(tmp_path: Path) -> None:
    card = only(
        tmp_path,
        type="Link Monster",
        linkval=2,
        linkmarkers=["Bottom-Left", "Top"],
        level=None,
        **{"def": None},
    )
    assert (card.link_rating, card.def_) == (2, None)
    assert card.link_markers == LinkMarker.BOTTOM_LEFT | LinkMarker.TOP


def test_one_scale_is_both_scales(tmp_path: Path) -> None:
    card = only(tmp_path, type="Pendulum Effect Monster", scale=8)
    assert (card.left_scale, card.right_scale) == (8, 8)


@pytest.mark.parametrize("value", [-1, -2, "?", None])
def test_question_marks(tmp_path: Path, value: object) -> None:
    assert only(tmp_path, atk=value).atk is None


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("{", 1, "text that is no JSON"),
        ('{"data": [\n{"id": 1,}]}', 2, "text that is no JSON"),
        ("", 1, "an empty file"),
        ("3", None, "no list of cards"),
        ("{}", None, "no list of cards"),
        ('{"data": {}}', None, "no list of cards"),
        ('{"error": "No card matching your query"}', None, "the error 'No card matching"),
        ("[" * 100_000, None, "JSON out of bounds"),
        ("[" + "1" * 10_000 + "]", None, "JSON out of bounds"),
        ('{"data": [5]}', None, "data[0] = '5'"),
    ],
)
def test_what_is_no_list_of_cards_is_refused(
    tmp_path: Path, text: str, line: int | None, found: str
) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text)
    with pytest.raises(FileFormatError) as caught:
        read_card_json(path)
    assert caught.value.line == line
    assert caught.value.found.startswith(found)


@pytest.mark.parametrize(
    ("changes", "found", "expected"),
    [
        ({"id": None}, "nothing in data[0].id of 'Dark Magician'", "a number from 1"),
        ({"id": 0}, "'0' in data[0].id", "a number from 1"),
        ({"id": True}, "'True' in data[0].id", "a number from 1"),
        ({"id": "1"}, "'1' in data[0].id", "a number from 1"),
        ({"name": None}, "nothing in data[0].name", "a text"),
        ({"name": " "}, "' ' in data[0].name", "a text"),
        ({"type": None}, "nothing in data[0].type", "a text"),
        ({"type": "Banana"}, "'Banana' in data[0].type", '"… Monster"'),
        ({"race": "Plumber"}, "'Plumber' in data[0].race", "one of warrior"),
        ({"attribute": "SOUR"}, "'SOUR' in data[0].attribute", "one of earth"),
        ({"atk": 10**9}, "'1000000000' in data[0].atk", "a number from -2"),
        ({"atk": 1.5}, "'1.5' in data[0].atk", "a number from -2"),
        ({"level": -1}, "'-1' in data[0].level", "a number from 0"),
        ({"typeline": "Dragon"}, "'Dragon' in data[0].typeline", "a list of words"),
        ({"card_images": 5}, "'5' in data[0].card_images", "a list"),
        ({"card_images": [{}]}, "'{}' in data[0].card_images", 'objects with an "id"'),
        ({"type": "Link Monster", "linkmarkers": 5}, "'5' in data[0].linkmarkers", "a list"),
        ({"type": "Link Monster", "linkmarkers": ["Up"]}, "'Up' in data[0].linkm", '"Top"'),
    ],
)
def test_odd_cards_are_refused_by_name_and_field(
    tmp_path: Path, changes: dict[str, Any], found: str, expected: str
) -> None:
    with pytest.raises(FileFormatError) as caught:
        only(tmp_path, **changes)
    assert caught.value.found.startswith(found)
    assert caught.value.expected.startswith(expected)


def test_a_passcode_stands_there_once(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=r"the id 46986414 a second time in data\[1\]"):
        read(tmp_path, MONSTER, MONSTER)
