"""Conditions over a position: the same language, with the words of a duel.

Who asks sees the whole state: both hands and decks, and cards that lie face-down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from ygosim.cards.card import Card, name_key
from ygosim.cards.catalogue import Catalogue
from ygosim.enums import Attribute, CardType, MonsterType, Phase
from ygosim.errors import CardNotFoundError, QueryError
from ygosim.expressions.names import WORDS, UnknownNameError, suggest
from ygosim.expressions.reading import COMPARISONS, INSTEAD, Reader, Token, on_one_line
from ygosim.expressions.tree import Number

__all__ = [
    "FACTS",
    "FILTERS",
    "LIES",
    "MAX_CARD_FILTERS",
    "MAX_POSITION_NUMBER",
    "PHASES",
    "ZONES",
    "CardFilter",
    "Cards",
    "Fact",
    "Operation",
    "PhaseName",
    "PositionNode",
    "PositionQuery",
    "card_filter",
    "filters_of",
    "parse_position",
]

MAX_POSITION_NUMBER = 1_000_000
"""Largest number in a condition over a position: life points are the largest things in one."""

MAX_CARD_FILTERS = 16
"""Most filters of one count."""

ZONES = (
    "field",
    "monsters",
    "spell_traps",
    "hand",
    "graveyard",
    "banished",
    "deck",
    "extra",
)
"""Where cards are counted; `field` is monster and Spell & Trap Zones together."""

_OTHER_ZONES = {"spells": "spell_traps", "gy": "graveyard", "extra_deck": "extra"}

FACTS = ("lp", "turn", "phase", "turn_player", "first_player")
"""Numbers of a position; `lp` is a player's."""

PHASES = tuple(phase.name.lower() for phase in Phase)
"""What `phase` is compared with."""

LIES = ("face_up", "face_down", "attack", "defence")
"""How a card lies."""

FILTERS = ("name", "type", "monster_type", "attribute", "archetype", "level", "atk", "def")
"""What cards are chosen by; the last three are compared with numbers."""

_NUMBERS = ("level", "atk", "def")
_TYPES = {
    **{name_key(kind.name or ""): kind for kind in CardType},
    **{name_key(kind.name or ""): kind for kind in MonsterType},
}
_SIGNS = {key: sign for key, sign in INSTEAD.items() if key != "="}


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True, slots=True)
class CardFilter:
    """One thing that counted cards have in common.

    `key` is one of FILTERS, with a comparison and its right side; or "lies", with one of LIES.
    """

    key: str
    operator: str
    value: str
    position: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        if self.key == "lies":
            return self.value
        sign = "=" if self.operator == "==" else self.operator
        if self.key == "name":
            return f"{'' if sign == '=' else 'name!='}{_quoted(self.value)}"
        if self.key in _NUMBERS or re.fullmatch(r"[A-Za-z0-9]+", self.value):
            return f"{self.key}{sign}{self.value}"
        return f"{self.key}{sign}{_quoted(self.value)}"


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards of a player lie in one of ZONES and pass every filter."""

    zone: str
    player: int
    filters: tuple[CardFilter, ...] = ()

    def __str__(self) -> str:
        return f"{self.zone}({', '.join(map(str, (self.player, *self.filters)))})"


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the position, one of FACTS; `player` only for `lp`."""

    name: str
    player: int | None = None

    def __str__(self) -> str:
        return self.name if self.player is None else f"{self.name}({self.player})"


@dataclass(frozen=True, slots=True)
class PhaseName:
    """A phase, one of PHASES, that `phase` is compared with."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Operation:
    """Parts put together by ``& | ! +`` or a comparison."""

    operator: str
    parts: tuple[PositionNode, ...]

    @property
    def is_condition(self) -> bool:
        """Whether it is true or false; a sum is a number."""
        return self.operator != "+"

    def __str__(self) -> str:
        if self.operator == "!":
            return f"!({self.parts[0]})"
        loose = {"&": ("&", "|"), "|": ("|",)}.get(self.operator, ())
        return f" {self.operator} ".join(
            f"({part})" if isinstance(part, Operation) and part.operator in loose else str(part)
            for part in self.parts
        )


PositionNode: TypeAlias = Number | Fact | PhaseName | Cards | Operation


@dataclass(frozen=True, slots=True)
class PositionQuery:
    """A condition over a position together with the text it was read from.

    ``str(query)`` is its canonical spelling, which reads back to the same tree.
    """

    text: str
    condition: Operation

    def __str__(self) -> str:
        return str(self.condition)

    def resolve(self, catalogue: Catalogue) -> dict[CardFilter, Callable[[Card], bool]]:
        """What the filters say of a card as it is printed.

        Raises
        ------
        QueryError
            At the first unknown name, with suggestions.
        """
        meanings: dict[CardFilter, Callable[[Card], bool]] = {}
        for each in filters_of(self.condition):
            try:
                meanings[each] = card_filter(each, catalogue)
            except UnknownNameError as error:
                raise QueryError(self.text, each.position, error.message()) from None
        return meanings


def filters_of(node: PositionNode) -> Iterator[CardFilter]:
    """Every filter in the tree, left to right, with repetitions."""
    if isinstance(node, Cards):
        yield from node.filters
    elif isinstance(node, Operation):
        for part in node.parts:
            yield from filters_of(part)


class _PositionParser(Reader):
    """Recursive descent; each method reads one level of the grammar.

    ======= ==========================================================
    any     all ("|" all)*
    all     not ("&" not)*
    not     "!" not | compare
    compare sum (COMPARISON sum)?
    sum     item ("+" item)*
    item    "(" any ")" | NUMBER | PHASE | fact | cards
    fact    "lp" "(" PLAYER ")" | FACT
    cards   ZONE "(" PLAYER filter* ")" | "count" "(" cards filter* ")"
    filter  "," (STRING | LIES | FILTER sign value)
    ======= ==========================================================
    """

    def __init__(self, text: str) -> None:
        super().__init__(text, instead=_SIGNS, largest=MAX_POSITION_NUMBER)

    def condition(self, node: PositionNode, position: int) -> Operation:
        if isinstance(node, Cards):
            # Cards where a condition stands: there is such a card.
            return Operation(">=", (node, Number(1)))
        if isinstance(node, Operation) and node.is_condition:
            return node
        raise self.error(
            position, f"a condition expected; compare the number: {node} >= 1, for example"
        )

    def amount(self, node: PositionNode, position: int) -> PositionNode:
        if isinstance(node, Operation) and node.is_condition:
            raise self.error(position, "a number expected here, not a condition")
        return node

    def any(self) -> PositionNode:
        return self.joined("|", self.all)

    def all(self) -> PositionNode:
        return self.joined("&", self.negation)

    def joined(self, sign: str, read: Callable[[], PositionNode]) -> PositionNode:
        position = self.next.position
        node = read()
        if self.next.kind != sign:
            return node
        parts = [self.condition(node, position)]
        while self.take(sign):
            position = self.next.position
            parts.append(self.condition(read(), position))
        return Operation(sign, tuple(parts))

    def negation(self) -> PositionNode:
        token = self.take("!")
        if token is None:
            return self.comparison()
        self.deeper(token.position)
        position = self.next.position
        part = self.condition(self.negation(), position)
        self.depth -= 1
        return Operation("!", (part,))

    def comparison(self) -> PositionNode:
        start = self.next.position
        node = self.sum()
        token = self.next
        if token.kind == "=":
            raise self.error(token.position, "write == instead of =")
        if token.kind not in COMPARISONS:
            return node
        left = self.amount(node, start)
        self.at += 1
        position = self.next.position
        right = self.amount(self.sum(), position)
        if self.next.kind in (*COMPARISONS, "="):
            raise self.error(
                self.next.position, "only two numbers can be compared; write a >= 1 & a <= 2"
            )
        phases = [isinstance(side, PhaseName) for side in (left, right)]
        if Fact("phase") in (left, right) and not any(phases):
            names = ", ".join(PHASES)
            place = position if left == Fact("phase") else start
            raise self.error(place, f"phase is compared with a phase: {names}")
        if any(phases) and Fact("phase") not in (left, right):
            place = start if phases[0] else position
            raise self.error(place, "a phase is compared with phase: phase == battle")
        return Operation(token.kind, (left, right))

    def sum(self) -> PositionNode:
        position = self.next.position
        node = self.item()
        if self.next.kind != "+":
            return node
        parts: list[PositionNode] = []
        self.add(parts, node, position)
        while self.take("+"):
            position = self.next.position
            self.add(parts, self.item(), position)
        return Operation("+", tuple(parts))

    def add(self, parts: list[PositionNode], node: PositionNode, position: int) -> None:
        node = self.amount(node, position)
        if isinstance(node, PhaseName) or node == Fact("phase"):
            raise self.error(position, "a phase is no number to add up")
        parts += node.parts if isinstance(node, Operation) else (node,)

    def item(self) -> PositionNode:
        token = self.next
        self.at += 1
        match token.kind:
            case "(":
                self.deeper(token.position)
                node = self.any()
                self.close(token)
                return node
            case "number":
                return Number(self.number(token))
            case "word":
                return self.word(token)
        self.at -= 1
        if token.kind == "end" and len(self.tokens) == 1:
            raise self.error(0, 'the condition is empty; try: field(0, "Jinzo")')
        if token.kind == "string":
            raise self.error(
                token.position,
                f"say where the card is: field(0, {_quoted(token.text)}), or a hand, deck …",
            )
        raise self.error(
            token.position, f"lp(0), turn, field(0), … or ( expected, not {token.text}"
        )

    def word(self, token: Token) -> PositionNode:
        name = _OTHER_ZONES.get(token.text, token.text)
        if name in ZONES:
            opening = self.expect("(", f"( after {token.text}, and the player, 0 or 1,")
            self.depth += 1  # `close` goes one up
            player = self.player()
            cards = self.filtered(Cards(name, player))
            self.close(opening)
            return cards
        if name == "count":
            return self.counted()
        if name == "lp":
            opening = self.expect("(", "( after lp, and the player, 0 or 1,")
            self.depth += 1
            player = self.player()
            self.close(opening)
            return Fact("lp", player)
        if name in FACTS:
            return Fact(name)
        if name in PHASES:
            return PhaseName(name)
        if name in WORDS:
            raise self.error(token.position, f"write {WORDS[name]} for {name}")
        known = (*ZONES, *_OTHER_ZONES, *FACTS, *PHASES, "count")
        problem = f"{name} means nothing here"
        near = suggest(name, known)
        if not near:
            problem += f"; there are {', '.join((*ZONES, 'count', *FACTS))}"
        raise self.error(token.position, UnknownNameError(problem, near).message())

    def player(self) -> int:
        token = self.next
        if token.kind == "number" and self.number(token) in (0, 1):
            self.at += 1
            return self.number(token)
        raise self.error(token.position, f"a player expected, 0 or 1, not {token.text}")

    def counted(self) -> Cards:
        opening = self.expect("(", "( after count")
        self.deeper(opening.position)
        position = self.next.position
        cards = self.item()
        if not isinstance(cards, Cards):
            raise self.error(position, "count takes cards: count(monsters(0), attribute=LIGHT)")
        counted = self.filtered(cards)
        self.close(opening)
        return counted

    def filtered(self, cards: Cards) -> Cards:
        filters = list(cards.filters)
        while comma := self.take(","):
            filters.append(self.filter())
            if len(filters) > MAX_CARD_FILTERS:
                raise self.error(comma.position, f"at most {MAX_CARD_FILTERS} filters are taken")
        return Cards(cards.zone, cards.player, tuple(filters))

    def filter(self) -> CardFilter:
        token = self.next
        self.at += 1
        if token.kind == "string":
            return CardFilter("name", "==", token.text, token.position)
        if token.kind != "word":
            raise self.error(
                token.position, f"a card name in quotes or a filter expected, not {token.text}"
            )
        if token.text in LIES:
            return CardFilter("lies", "==", token.text, token.position)
        if token.text not in FILTERS:
            near = suggest(token.text, (*FILTERS, *LIES))
            problem = f"cards have no {token.text}"
            if not near:
                problem += f"; filters are {', '.join((*FILTERS, *LIES))}"
            raise self.error(token.position, UnknownNameError(problem, near).message())
        return self.value(token)

    def value(self, key: Token) -> CardFilter:
        sign = self.next
        self.at += 1
        if sign.kind not in (*COMPARISONS, "="):
            raise self.error(sign.position, f"= expected after {key.text}, not {sign.text}")
        operator = "==" if sign.kind == "=" else sign.kind
        token = self.next
        if key.text in _NUMBERS:
            self.expect("number", f"a number after {key.text}{sign.text}")
            return CardFilter(key.text, operator, str(self.number(token)), token.position)
        if operator not in ("==", "!="):
            raise self.error(sign.position, f"{key.text} is compared with = or !=")
        if self.take("string"):
            return CardFilter(key.text, operator, token.text, token.position)
        words = []
        while self.next.kind in ("word", "number"):  # type=Winged Beast
            words.append(self.next.text)
            self.at += 1
        if not words:
            raise self.error(
                token.position, f"a name expected after {key.text}{sign.text}, not {token.text}"
            )
        return CardFilter(key.text, operator, " ".join(words), token.position)


def parse_position(text: str) -> PositionQuery:
    """Read a condition over a position.

    Parameters
    ----------
    text
        The condition; docs/expressions.md shows the language.

    Raises
    ------
    QueryError
        With the place that does not parse and what could stand there.

    Examples
    --------
    >>> print(parse_position('field(0,"Jinzo")&lp(1)<=1000'))
    field(0, "Jinzo") >= 1 & lp(1) <= 1000
    >>> parse_position("count(monster(0), attribute=LIGHT) >= 2")
    Traceback (most recent call last):
        ...
    ygosim.errors.QueryError: monster means nothing here; did you mean monsters?
      count(monster(0), attribute=LIGHT) >= 2
            ^
    """
    text = on_one_line(text)
    parser = _PositionParser(text)
    node = parser.any()
    parser.finish()
    return PositionQuery(text, parser.condition(node, 0))


# What filters mean -----------------------------------------------------------------------


def card_filter(each: CardFilter, catalogue: Catalogue) -> Callable[[Card], bool]:
    """What a filter says of a card as it is printed.

    Of ATK and DEF, which change in a duel, and of how a card lies, it says only which cards
    have such a thing.

    Raises
    ------
    UnknownNameError
        For a name that means nothing.

    Examples
    --------
    >>> catalogue = Catalogue.default()
    >>> light = card_filter(CardFilter("attribute", "==", "light"), catalogue)
    >>> light(catalogue.by_name("Mokey Mokey"))
    True
    """
    if each.key == "lies":
        return lambda card: each.value not in ("attack", "defence") or card.is_monster
    if each.key in ("atk", "def"):
        # Link Monsters have no DEF.
        return lambda card: card.is_monster and (each.key == "atk" or card.link_rating is None)
    if each.key == "level":
        return _level(each)
    test = _named(each.value, catalogue) if each.key == "name" else _property(each)
    return test if each.operator == "==" else lambda card: not test(card)


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": int.__ge__,
    "<=": int.__le__,
    "==": int.__eq__,
    "!=": int.__ne__,
    ">": int.__gt__,
    "<": int.__lt__,
}


def _level(each: CardFilter) -> Callable[[Card], bool]:
    compare, number = _COMPARE[each.operator], int(each.value)
    # Xyz and Link Monsters have no Level.
    return lambda card: (
        card.is_monster
        and card.rank is None
        and card.link_rating is None
        and compare(card.level, number)
    )


def _named(name: str, catalogue: Catalogue) -> Callable[[Card], bool]:
    """Cards of a name, also those that are always treated as having it."""
    try:
        wanted = catalogue.look_up(name)
    except CardNotFoundError as error:
        near = [_quoted(other) for other in error.suggestions[:3]]
        raise UnknownNameError(f"there is no card {name!r}", near) from None
    return lambda card: (
        card.passcode == wanted.passcode or catalogue.name_in_deck(card) == wanted.name
    )


def _property(each: CardFilter) -> Callable[[Card], bool]:
    key = name_key(each.value)
    if each.key == "attribute":
        attributes = {name_key(kind.name or ""): kind for kind in Attribute}
        if key not in attributes:
            names = ", ".join(kind.name or "" for kind in Attribute)
            raise UnknownNameError(f"there is no attribute {each.value!r}; they are {names}")
        attribute = attributes[key]
        return lambda card: bool(card.attribute & attribute)
    if each.key == "archetype":
        return _archetype(each.value)
    kind = _TYPES.get(key)
    if each.key == "monster_type" and not isinstance(kind, MonsterType):
        kind = None
    if kind is None:
        kinds = MonsterType if each.key == "monster_type" else (*CardType, *MonsterType)
        known = {(other.name or "").replace("_", " ").title() for other in kinds}
        word = each.key.replace("_", " ")
        raise UnknownNameError(f"there is no {word} {each.value!r}", suggest(each.value, known))
    if isinstance(kind, MonsterType):
        monster_type = kind
        return lambda card: bool(card.monster_type & monster_type)
    card_type = kind
    return lambda card: bool(card.type & card_type)


def _archetype(value: str) -> Callable[[Card], bool]:
    if re.fullmatch(r"0[xX][0-9a-fA-F]+|[0-9]+", value):
        wanted = int(value, 0 if value[:2] in ("0x", "0X") else 10)

        def belongs(card: Card) -> bool:
            return any(
                code & 0xFFF == wanted & 0xFFF and code & wanted & 0xF000 == wanted & 0xF000
                for code in card.archetypes
            )

        return belongs
    key = name_key(value)
    if not key:
        raise UnknownNameError(f"there is no archetype {value!r}")
    return lambda card: key in name_key(card.name)
