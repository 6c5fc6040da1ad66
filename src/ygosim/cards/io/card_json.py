"""Card JSON: a saved answer of the public card API, version 7 (docs/formats.md section 9)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn, TypeGuard, TypeVar

from ygosim.cards.card import LARGEST_PASSCODE, Card, CardFile, name_key
from ygosim.cards.io.text import LARGEST_DATA, read_text, shown
from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType
from ygosim.errors import FileFormatError

__all__ = ["read_card_json"]

_Member = TypeVar("_Member")

_EXPECTED = 'card JSON: {"data": [{"id": …, "name": …, "type": …}, …]}'
_LARGEST_VALUE = 99_999  # of ATK and DEF; ten times what any card prints
_LARGEST_LEVEL = 255

_MONSTER_WORDS = {
    "normal": CardType.NORMAL,
    "effect": CardType.EFFECT,
    "fusion": CardType.FUSION,
    "ritual": CardType.RITUAL,
    "spirit": CardType.SPIRIT,
    "union": CardType.UNION,
    "gemini": CardType.GEMINI,
    "tuner": CardType.TUNER,
    "synchro": CardType.SYNCHRO,
    "token": CardType.TOKEN,
    "maximum": CardType.MAXIMUM,
    "flip": CardType.FLIP,
    "toon": CardType.TOON,
    "xyz": CardType.XYZ,
    "pendulum": CardType.PENDULUM,
    "link": CardType.LINK,
}
_SPELL_TRAP_WORDS = {
    "normal": CardType(0),
    "ritual": CardType.RITUAL,
    "quickplay": CardType.QUICK_PLAY,
    "continuous": CardType.CONTINUOUS,
    "equip": CardType.EQUIP,
    "field": CardType.FIELD,
    "counter": CardType.COUNTER,
    "link": CardType.LINK,
}
_ABILITIES = CardType.SPIRIT | CardType.UNION | CardType.GEMINI | CardType.FLIP | CardType.TOON

# "Fusion Monster" is said of those with and of those without an effect.
_SILENT = CardType.FUSION | CardType.SYNCHRO | CardType.XYZ | CardType.LINK

_MONSTER_TYPES = {name_key(name): member for name, member in MonsterType.__members__.items()}
_ATTRIBUTES = {name_key(name): member for name, member in Attribute.__members__.items()}
_LINK_MARKERS = {name_key(name): member for name, member in LinkMarker.__members__.items()}


def read_card_json(path: Path | str) -> CardFile:
    """Read the facts of card JSON: `{"data": [card, …]}`, or the list alone.

    The format has no archetype codes, so cards that are known already keep theirs.

    Parameters
    ----------
    path
        The saved answer.

    Returns
    -------
    CardFile
        Its cards, and the passcodes of their other artworks.

    Raises
    ------
    FileFormatError
        When it is no JSON, or a card lacks what a card has; the card and field are named.
    """
    path = Path(path)
    text = read_text(path, expected=_EXPECTED, largest=LARGEST_DATA)
    try:
        answer = json.loads(text)
    except json.JSONDecodeError as error:
        found = "an empty file" if not text.strip() else f"text that is no JSON ({error.msg})"
        raise FileFormatError(path, error.lineno, found=found, expected=_EXPECTED) from None
    except (RecursionError, ValueError) as error:  # nested too deep; numbers too long
        raise FileFormatError(
            path, None, found=f"JSON out of bounds ({error})", expected=_EXPECTED
        ) from None
    entries = answer.get("data") if isinstance(answer, dict) else answer
    if not isinstance(entries, list):
        said = answer.get("error") if isinstance(answer, dict) else None
        found = f"the error {shown(said)}" if isinstance(said, str) else "no list of cards"
        raise FileFormatError(path, None, found=found, expected=_EXPECTED)
    cards: dict[int, Card] = {}
    prints: dict[int, int] = {}
    for index, value in enumerate(entries):
        entry = _Entry(path, f"data[{index}]", value)
        card = entry.card()
        if card.passcode in cards:
            entry.fail("id", f"the id {card.passcode} a second time", "one entry per card")
        cards[card.passcode] = card
        prints |= dict.fromkeys(entry.artworks(), card.passcode)
    prints = {artwork: card for artwork, card in prints.items() if artwork not in cards}
    return CardFile(cards=tuple(cards.values()), prints=prints, with_archetypes=False)


class _Entry:
    """One card of the file; every look at a field says where it is when it fails."""

    def __init__(self, path: Path, where: str, value: object) -> None:
        self.path = path
        self.where = where
        if not isinstance(value, dict):
            raise FileFormatError(
                path, None, found=f"{where} = {shown(str(value))}", expected="a card object"
            )
        self.value: dict[str, Any] = value

    def fail(self, field: str, found: str, expected: str) -> NoReturn:
        name = self.value.get("name")
        of = f" of {shown(name)}" if isinstance(name, str) else ""
        raise FileFormatError(
            self.path, None, found=f"{found} in {self.where}.{field}{of}", expected=expected
        )

    def card(self) -> Card:
        name = " ".join(self._text("name").split())
        passcode = self._number("id", 1, LARGEST_PASSCODE)
        type_ = self._type()
        if not type_ & CardType.MONSTER:
            return Card(passcode=passcode, name=name, type=type_)
        link = bool(type_ & CardType.LINK)
        scale = 0
        if type_ & CardType.PENDULUM:
            scale = self._number("scale", 0, _LARGEST_LEVEL, default=0)
        return Card(
            passcode=passcode,
            name=name,
            type=type_,
            attribute=self._member("attribute", _ATTRIBUTES, Attribute(0)),
            monster_type=self._member("race", _MONSTER_TYPES, MonsterType(0)),
            level=self._number("linkval" if link else "level", 0, _LARGEST_LEVEL, default=0),
            atk=self._value("atk"),
            def_=None if link else self._value("def"),
            left_scale=scale,
            right_scale=scale,
            link_markers=self._markers() if link else LinkMarker(0),
        )

    def artworks(self) -> list[int]:
        images = self.value.get("card_images")
        if images is None:
            return []
        if not isinstance(images, list):
            self.fail("card_images", shown(str(images)), "a list")
        found: list[int] = []
        for image in images:
            passcode = image.get("id") if isinstance(image, dict) else None
            if not _is_int(passcode) or not 0 < passcode <= LARGEST_PASSCODE:
                self.fail("card_images", shown(str(image)), 'objects with an "id"')
            found.append(passcode)
        return [passcode for passcode in found if passcode != self.value["id"]]

    def _type(self) -> CardType:
        words = set(self._text("type").lower().replace("-", "").split())
        if words & {"spell", "trap"}:
            kind = CardType.SPELL if "spell" in words else CardType.TRAP
            return kind | self._member("race", _SPELL_TRAP_WORDS, CardType(0))
        if "skill" in words:
            return CardType.SKILL
        if not words & {"monster", "token"}:
            self.fail("type", shown(self._text("type")), '"… Monster", "Spell Card", …')
        typeline = self.value.get("typeline") or []
        if not isinstance(typeline, list) or not all(isinstance(word, str) for word in typeline):
            self.fail("typeline", shown(str(typeline)), "a list of words")
        words |= {word.lower() for word in typeline}
        type_ = CardType.MONSTER
        for word, bit in _MONSTER_WORDS.items():
            if word in words:
                type_ |= bit
        if type_ & _ABILITIES:
            type_ |= CardType.EFFECT
        if type_ & _SILENT and not type_ & CardType.EFFECT and self._may_have_effect(typeline):
            type_ |= CardType.EFFECT
        if type_ & CardType.TOKEN and not type_ & CardType.EFFECT:
            type_ |= CardType.NORMAL
        return type_

    def _may_have_effect(self, typeline: list[str]) -> bool:
        """Whether a Fusion Monster & co. has an effect; in doubt it has."""
        if typeline:
            return False  # it would say so
        misc = self.value.get("misc_info")
        first = misc[0] if isinstance(misc, list) and misc else None
        return not isinstance(first, dict) or first.get("has_effect", 1) != 0

    def _markers(self) -> LinkMarker:
        names = self.value.get("linkmarkers") or []
        if not isinstance(names, list):
            self.fail("linkmarkers", shown(str(names)), "a list")
        markers = LinkMarker(0)
        for name in names:
            marker = _LINK_MARKERS.get(name_key(name)) if isinstance(name, str) else None
            if marker is None:
                self.fail("linkmarkers", shown(str(name)), '"Top", "Bottom-Left", …')
            markers |= marker
        return markers

    def _member(self, field: str, members: dict[str, _Member], none: _Member) -> _Member:
        word = self.value.get(field)
        if word is None:
            return none
        member = members.get(name_key(word)) if isinstance(word, str) else None
        if member is None:
            self.fail(field, shown(str(word)), f"one of {', '.join(members)}")
        return member

    def _text(self, field: str) -> str:
        value = self.value.get(field)
        if not isinstance(value, str) or not value.strip():
            self.fail(field, "nothing" if value is None else shown(str(value)), "a text")
        return value

    def _number(self, field: str, low: int, high: int, *, default: int | None = None) -> int:
        value = self.value.get(field)
        if value is None and default is not None:
            return default
        if not _is_int(value) or not low <= value <= high:
            found = "nothing" if value is None else shown(str(value))
            self.fail(field, found, f"a number from {low} to {high}")
        return value

    def _value(self, field: str) -> int | None:
        """ATK or DEF; "?" is written as a negative number, as text, or left out."""
        if self.value.get(field) in (None, "?"):
            return None
        value = self._number(field, -2, _LARGEST_VALUE)
        return None if value < 0 else value


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
