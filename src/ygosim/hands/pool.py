"""The cards that hands are drawn from, and which of them a name in a query means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from ygosim.cards.card import Card, name_key
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.enums import Attribute, CardType, MonsterType
from ygosim.errors import CardNotFoundError, DeckError
from ygosim.expressions import CardName, Property, Role, Term, UnknownNameError, suggest

__all__ = ["DECK_SIZE_MAX", "CardPool", "DeckCard"]

DECK_SIZE_MAX = 255
"""Most cards that hands are drawn from."""

_TYPES = {name_key(kind.name or ""): kind for kind in (*CardType, *MonsterType)}
_ATTRIBUTES = {name_key(kind.name or ""): kind for kind in Attribute}


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card of a pool with its number of copies.

    `card` holds its facts where they are known.  `names` are the keys of all the names it
    answers to: its own, and the one it is always treated as.
    """

    name: str
    copies: int
    passcode: int
    card: Card | None = None
    names: frozenset[str] = field(default=frozenset(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardPool:
    """A deck as hands see it: distinct cards with copies, roles, and what to know about it.

    Examples
    --------
    >>> pool = CardPool.from_counts({"Ace": 3, "Other": 37}, roles={"good": ["Ace"]})
    >>> pool.size, sorted(pool.members(Role("good")))
    (40, [0])
    """

    name: str
    cards: tuple[DeckCard, ...]
    roles: Mapping[str, frozenset[int]]  # indices into `cards`
    notes: tuple[str, ...] = ()
    catalogue: Catalogue | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.size <= DECK_SIZE_MAX:
            raise DeckError(
                self.name,
                (f"it has {self.size} cards to draw from; 1 to {DECK_SIZE_MAX} are handled",),
            )

    @property
    def size(self) -> int:
        """Cards in all."""
        return sum(card.copies for card in self.cards)

    @classmethod
    def from_counts(
        cls,
        counts: Mapping[str, int],
        *,
        roles: Mapping[str, Sequence[str]] | None = None,
        name: str = "deck",
    ) -> Self:
        """A pool from names and copies, without facts.

        Parameters
        ----------
        counts
            Copies by name; any names.
        roles
            The names of each role's cards.
        name
            What messages call it.

        Raises
        ------
        ValueError
            For a negative number of copies, or a role's card that is not in `counts`.
        DeckError
            When there are no cards, or too many.
        """
        cards = []
        for number, (card_name, copies) in enumerate(counts.items(), start=1):
            if copies < 0:
                raise ValueError(f"{card_name!r} has {copies} copies")
            cards.append(DeckCard(card_name, copies, number, None, _keys(card_name)))
        index = {card.name: i for i, card in enumerate(cards)}
        for role, names in (roles or {}).items():
            for each in names:
                if each not in index:
                    raise ValueError(f"role {role!r}: there is no card {each!r}")
        members = {
            role: frozenset(index[each] for each in names) for role, names in (roles or {}).items()
        }
        return cls(name, tuple(cards), members)

    @classmethod
    def from_deck(cls, deck: Deck, catalogue: Catalogue) -> Self:
        """The main deck of a deck file; roles are added with `with_roles`.

        Unknown passcodes are cards of their own, without facts.  Tokens, and cards that
        belong to the extra deck, cannot be drawn: they are left out.  `notes` say so.

        Raises
        ------
        DeckError
            When no cards are left, or there are too many.
        """
        copies: dict[int, int] = {}
        facts: dict[int, Card] = {}
        notes = []
        said = set()
        for section, passcode, line in deck.entries():
            if section != "main":
                continue
            card = catalogue.get(passcode)
            where = deck.name if line is None else f"line {line}"
            problem = ""
            if card is None:
                problem = "is unknown: taken as a card without facts"
            elif card.is_token:
                problem = f"is a token, {card.name}: left out"
            elif card.is_extra_deck:
                problem = f"is {card.name}, which belongs to the extra deck: left out"
            if problem and passcode not in said:
                said.add(passcode)
                notes.append(f"{where}: passcode {passcode} {problem}")
            if card is None:
                copies[passcode] = copies.get(passcode, 0) + 1
            elif not (card.is_token or card.is_extra_deck):
                copies[card.passcode] = copies.get(card.passcode, 0) + 1
                facts[card.passcode] = card
        cards = []
        for passcode, number in copies.items():
            card = facts.get(passcode)
            if card is None:
                cards.append(DeckCard(str(passcode), number, passcode))
            else:
                keys = _keys(card.name) | _keys(catalogue.name_in_deck(card))
                cards.append(DeckCard(card.name, number, passcode, card, keys))
        return cls(deck.name, tuple(cards), {}, tuple(notes), catalogue)

    def with_roles(self, roles: Mapping[str, frozenset[int]], notes: Iterable[str] = ()) -> Self:
        """The same cards with these roles added, each role over one of the same name."""
        return type(self)(
            self.name,
            self.cards,
            {**self.roles, **roles},
            (*self.notes, *notes),
            self.catalogue,
        )

    def members(self, term: Term) -> frozenset[int]:
        """Which cards a name in a query means, as indices into `cards`.

        Raises
        ------
        UnknownNameError
            When the name means nothing here.  A card that exists but is not in the deck
            means no cards.
        """
        match term:
            case CardName(name):
                return self._named(name)
            case Role(name):
                return self._role(name)
            case Property("type", value):
                return self._typed(value)
            case Property("attribute", value):
                return self._attribute(value)
            case Property("level", value):
                return self._level(value)
            case Property(_, value):
                return self._archetype(value)

    def has_card(self, name: str) -> bool:
        """Whether a card of that name or passcode is among the cards."""
        return bool(self._matches(name))

    def _matches(self, name: str) -> frozenset[int]:
        key = name_key(name)
        found = frozenset(i for i, card in enumerate(self.cards) if key and key in card.names)
        if found or not (name.isascii() and name.isdigit() and len(name) <= 10):
            return found
        passcode = int(name)
        known = None if self.catalogue is None else self.catalogue.get(passcode)
        passcode = passcode if known is None else known.passcode
        return frozenset(
            i
            for i, card in enumerate(self.cards)
            if card.passcode == passcode and self.catalogue is not None
        )

    def _named(self, name: str) -> frozenset[int]:
        found = self._matches(name)
        if found:
            return found
        near = list(suggest(name, [card.name for card in self.cards]))
        if self.catalogue is not None:
            try:
                self.catalogue.look_up(name)
            except CardNotFoundError as error:
                near += [other for other in error.suggestions if other not in near]
            else:
                return frozenset()
        if name in self.roles:
            problem = f"there is no card {name!r}; a role is written without quotes"
            raise UnknownNameError(problem)
        raise UnknownNameError(f"there is no card {name!r}", [f'"{other}"' for other in near[:3]])

    def _role(self, name: str) -> frozenset[int]:
        if name in self.roles:
            return self.roles[name]
        near = suggest(name, self.roles)
        if near:
            raise UnknownNameError(f"there is no role {name!r}", near)
        if self.has_card(name):
            raise UnknownNameError(f'a card name stands in double quotes: "{name}"')
        roles = ", ".join(sorted(self.roles)) or "none are given"
        raise UnknownNameError(f"there is no role {name!r}; the roles: {roles}")

    def _with_facts(self, what: str) -> list[tuple[int, Card]]:
        known = [(i, entry.card) for i, entry in enumerate(self.cards) if entry.card is not None]
        if not known:
            raise UnknownNameError(f"{what} needs facts of the cards, and none are known here")
        return known

    def _typed(self, value: str) -> frozenset[int]:
        kind = _TYPES.get(name_key(value))
        if kind is None:
            names = {_title(other) for other in _TYPES.values()}
            raise UnknownNameError(f"there is no type {value!r}", suggest(value, names))
        if isinstance(kind, MonsterType):
            return frozenset(i for i, c in self._with_facts("type(…)") if c.monster_type & kind)
        return frozenset(i for i, c in self._with_facts("type(…)") if c.type & kind)

    def _attribute(self, value: str) -> frozenset[int]:
        kind = _ATTRIBUTES.get(name_key(value))
        if kind is None:
            names = ", ".join(other.name or "" for other in Attribute)
            raise UnknownNameError(f"there is no attribute {value!r}; they are {names}")
        return frozenset(i for i, c in self._with_facts("attribute(…)") if c.attribute & kind)

    def _level(self, value: str) -> frozenset[int]:
        low, _, high = value.partition("..")
        levels = range(int(low), int(high or low) + 1)
        return frozenset(
            i
            for i, c in self._with_facts("level(…)")
            # Xyz and Link Monsters have no Level.
            if c.is_monster and c.rank is None and c.link_rating is None and c.level in levels
        )

    def _archetype(self, value: str) -> frozenset[int]:
        known = self._with_facts("archetype(…)")
        if re.fullmatch(r"0[xX][0-9a-fA-F]+|[0-9]+", value):
            wanted = int(value, 0 if value[:2] in ("0x", "0X") else 10)
            return frozenset(
                i for i, c in known if any(_in_archetype(code, wanted) for code in c.archetypes)
            )
        # An archetype is the cards with that text in their names.  The few that only their
        # own text makes members are known by code alone.
        key = name_key(value)
        if not key:
            raise UnknownNameError(f"there is no archetype {value!r}")
        return frozenset(i for i, c in known if key in name_key(c.name))


def _keys(name: str) -> frozenset[str]:
    return frozenset({name_key(name)} - {""})


def _title(kind: CardType | MonsterType) -> str:
    return (kind.name or "").replace("_", " ").title()


def _in_archetype(code: int, wanted: int) -> bool:
    """Whether a card's code is of an archetype or of a part of it (docs/formats.md)."""
    same = code & 0xFFF == wanted & 0xFFF
    return same and code & wanted & 0xF000 == wanted & 0xF000
