"""What a card is: the printed facts of one card, and how many cards make a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType

__all__ = ["LARGEST_PASSCODE", "Card", "CardFile", "name_key"]

LARGEST_PASSCODE = 2**32 - 1
"""Passcodes are 32-bit in every file format of the ecosystem."""

_NO_ATTRIBUTE = Attribute(0)
_NO_MONSTER_TYPE = MonsterType(0)
_NO_LINK_MARKER = LinkMarker(0)

_EXTRA_DECK = CardType.FUSION | CardType.SYNCHRO | CardType.XYZ | CardType.LINK

# Bits that name an effect; EFFECT stands beside them in well-kept databases, but not in all.
_EFFECT = (
    CardType.EFFECT
    | CardType.SPIRIT
    | CardType.UNION
    | CardType.GEMINI
    | CardType.FLIP
    | CardType.TOON
    | CardType.TRAP_MONSTER
)

# The words of a kind, in the order in which people say them.
_MONSTER_WORDS = (
    (CardType.NORMAL, "Normal"),
    (CardType.EFFECT, "Effect"),
    (CardType.FLIP, "Flip"),
    (CardType.TOON, "Toon"),
    (CardType.SPIRIT, "Spirit"),
    (CardType.UNION, "Union"),
    (CardType.GEMINI, "Gemini"),
    (CardType.TUNER, "Tuner"),
    (CardType.MAXIMUM, "Maximum"),
    (CardType.PENDULUM, "Pendulum"),
    (CardType.RITUAL, "Ritual"),
    (CardType.FUSION, "Fusion"),
    (CardType.SYNCHRO, "Synchro"),
    (CardType.XYZ, "Xyz"),
    (CardType.LINK, "Link"),
)
_SPELL_TRAP_WORDS = (
    (CardType.QUICK_PLAY, "Quick-Play"),
    (CardType.CONTINUOUS, "Continuous"),
    (CardType.EQUIP, "Equip"),
    (CardType.FIELD, "Field"),
    (CardType.COUNTER, "Counter"),
    (CardType.RITUAL, "Ritual"),
    (CardType.LINK, "Link"),
    (CardType.ACTION, "Action"),
)


def name_key(text: str) -> str:
    """The name without case, accents, punctuation and spaces, to compare names by.

    Lines stay lines, so a whole list of names is folded by one call.

    Parameters
    ----------
    text
        A name, or names one a line.

    Examples
    --------
    >>> name_key("Lovely Ángel") == name_key("lovely-angel")
    True
    """
    folded = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[^\w\n]|_", "", folded)


@dataclass(frozen=True, slots=True)
class Card:
    """The printed facts of one card; no text.

    `atk` and `def_` are None where the card prints "?" (the core counts 0), and where
    there is no such number: on spells and traps, and the DEF of Link Monsters.

    Examples
    --------
    >>> card = Card(89631139, "Blue-Eyes White Dragon", CardType.MONSTER | CardType.NORMAL,
    ...             attribute=Attribute.LIGHT, monster_type=MonsterType.DRAGON,
    ...             level=8, atk=3000, def_=2500)
    >>> card.kind, card.is_monster, card.has_effect, card.rank
    ('Normal Monster', True, False, None)
    """

    passcode: int
    name: str
    type: CardType
    attribute: Attribute = _NO_ATTRIBUTE
    monster_type: MonsterType = _NO_MONSTER_TYPE
    level: int = 0  # the one number: Level, Rank or Link Rating
    atk: int | None = None
    def_: int | None = None
    left_scale: int = 0
    right_scale: int = 0
    link_markers: LinkMarker = _NO_LINK_MARKER
    archetypes: tuple[int, ...] = ()  # 16-bit codes of card databases
    legend: bool = False
    rush: bool = False
    counts_as: int = 0  # passcode whose name this card has in a deck; 0 becomes its own

    def __post_init__(self) -> None:
        if not self.counts_as:
            object.__setattr__(self, "counts_as", self.passcode)

    @property
    def is_monster(self) -> bool:
        """Whether it is a monster (tokens are)."""
        return bool(self.type & CardType.MONSTER)

    @property
    def is_spell(self) -> bool:
        """Whether it is a spell."""
        return bool(self.type & CardType.SPELL)

    @property
    def is_trap(self) -> bool:
        """Whether it is a trap."""
        return bool(self.type & CardType.TRAP)

    @property
    def is_token(self) -> bool:
        """Whether it is a token, which no deck may hold."""
        return bool(self.type & CardType.TOKEN)

    @property
    def is_pendulum(self) -> bool:
        """Whether it is a Pendulum Monster."""
        return self.is_monster and bool(self.type & CardType.PENDULUM)

    @property
    def is_extra_deck(self) -> bool:
        """Whether its place is the extra deck (DECK-1); Rush Ritual Monsters are there too.

        Examples
        --------
        >>> Card(1, "Spell of the links", CardType.SPELL | CardType.LINK).is_extra_deck
        False
        """
        if not self.is_monster or self.is_token:
            return False
        return bool(self.type & _EXTRA_DECK) or (self.rush and bool(self.type & CardType.RITUAL))

    @property
    def has_effect(self) -> bool:
        """Whether the card does anything but stand there: all spells and traps do."""
        return not self.is_monster or bool(self.type & _EFFECT)

    @property
    def rank(self) -> int | None:
        """The Rank of an Xyz Monster, else None."""
        return self.level if self.is_monster and self.type & CardType.XYZ else None

    @property
    def link_rating(self) -> int | None:
        """The Link Rating of a Link Monster, else None."""
        return self.level if self.is_monster and self.type & CardType.LINK else None

    @property
    def kind(self) -> str:
        """What people call it: "Effect Tuner Synchro Monster", "Quick-Play Spell", "Token".

        Examples
        --------
        >>> Card(1, "A", CardType.TRAP).kind
        'Normal Trap'
        >>> Card(2, "B", CardType.MONSTER | CardType.EFFECT | CardType.XYZ).kind
        'Effect Xyz Monster'
        """
        if self.type & CardType.SKILL:
            return "Skill"
        if self.is_token:
            return "Token"
        if self.is_monster:
            return self._words(_MONSTER_WORDS, "", "Monster")
        if self.is_spell:
            return self._words(_SPELL_TRAP_WORDS, "Normal", "Spell")
        if self.is_trap:
            return self._words(_SPELL_TRAP_WORDS, "Normal", "Trap")
        return "card of no kind"

    def _words(self, words: tuple[tuple[CardType, str], ...], otherwise: str, last: str) -> str:
        said = [word for bit, word in words if self.type & bit] or [otherwise]
        return " ".join([*filter(None, said), last])


@dataclass(frozen=True, slots=True)
class CardFile:
    """What a file of cards says, before it is laid over a catalogue.

    `counts_as` of its cards is still what the file says; `prints` are passcodes of other
    artworks by the passcode of their card.  `with_archetypes` is False for a format that
    cannot say archetype codes, so that those already known stay.
    """

    cards: tuple[Card, ...]
    prints: Mapping[int, int]
    with_archetypes: bool = True
