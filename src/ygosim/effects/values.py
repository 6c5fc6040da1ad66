"""The cards, numbers and conditions that effects speak of; see `ygosim.effects.model`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ygosim.enums import (
    Attribute,
    CardType,
    Comparison,
    Context,
    Fact,
    FilterFlag,
    MonsterType,
    Place,
    Recipe,
)

__all__ = [
    "AFFECTED",
    "ANSWERED",
    "ATTACKER",
    "ATTACK_TARGET",
    "BATTLING",
    "CHOSEN",
    "CHOSEN_SECOND",
    "DONE",
    "EVENT_CARDS",
    "EVENT_OTHER",
    "HELD",
    "NARROWING",
    "REMEMBERED",
    "TARGETS",
    "THIS",
    "All",
    "Among",
    "Any",
    "AnyCards",
    "AtLeast",
    "Bits",
    "Can",
    "CardSet",
    "Cards",
    "Compare",
    "Condition",
    "Count",
    "Declared",
    "Difference",
    "Exists",
    "Extreme",
    "FactOf",
    "Half",
    "HasFlag",
    "Kept",
    "KeptNumber",
    "LingeredOn",
    "LingeringValue",
    "MadeFrom",
    "Not",
    "Number",
    "RandomCards",
    "Sharing",
    "Sum",
    "Summonable",
    "Times",
    "Together",
    "Token",
    "Tokens",
    "Top",
    "Total",
    "Value",
    "Who",
    "Works",
    "root_of",
    "targetable",
    "with_root",
]


class Who(StrEnum):
    """Whose cards, or which player; BOTH do something, cards are of EITHER."""

    ME = "me"
    OPPONENT = "opponent"
    EITHER = "either player"
    BOTH = "both players"


class Works(StrEnum):
    """Whom a continuous or lingering effect works on."""

    ON_THIS = "this card"
    ON_HOST = "the equipped monster"
    ON_CARDS = "cards"
    ON_ME = "me"
    ON_OPPONENT = "the opponent"
    ON_BOTH = "both players"


Can = FilterFlag
"""What is asked of a card beyond what it is: `Can.CAN_BE_TARGETED`, …"""

_NOTHING_MORE = Can(0)


# Cards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Some cards: what is printed on them, where they are, how they lie, what can be done.

    `type` asks for one of its bits, `all_types` for all of them; `archetype` is a code of card
    databases, `name_has` a part of the name; `max_atk`, `max_def`, `max_level`
    and `min_level` are of printed values, for current ones there is `Kept`.
    """

    where: tuple[Place, ...]
    whose: Who = Who.EITHER
    type: CardType = CardType(0)
    all_types: CardType = CardType(0)
    attribute: Attribute = Attribute(0)
    monster_type: MonsterType = MonsterType(0)
    named: str = ""
    archetype: int = 0
    name_has: str = ""
    max_atk: int | None = None
    max_def: int | None = None
    max_level: int | None = None
    min_level: int | None = None
    face_up: bool | None = None
    attack_position: bool | None = None
    but_this: bool = False
    can: Can = _NOTHING_MORE


class CardSet(StrEnum):
    """Cards that the use of an effect knows."""

    THIS = "this card"
    TARGETS = "the targets that are still the same"
    CHOSEN = "the cards chosen"
    CHOSEN_SECOND = "the cards chosen second"
    EVENT_CARDS = "the cards that the event is about"
    EVENT_OTHER = "the other card of the event"
    ATTACKER = "the attacking monster"
    ATTACK_TARGET = "the attacked monster"
    BATTLING = "the monsters that battle"
    HELD = "the card that this card holds on to"
    ANSWERED = "the card of the answered chain link, if it is still the same"
    AFFECTED = "the card that a value is computed for"


THIS = CardSet.THIS
TARGETS = CardSet.TARGETS
CHOSEN = CardSet.CHOSEN
CHOSEN_SECOND = CardSet.CHOSEN_SECOND
EVENT_CARDS = CardSet.EVENT_CARDS
EVENT_OTHER = CardSet.EVENT_OTHER
ATTACKER = CardSet.ATTACKER
ATTACK_TARGET = CardSet.ATTACK_TARGET
BATTLING = CardSet.BATTLING
HELD = CardSet.HELD
ANSWERED = CardSet.ANSWERED
AFFECTED = CardSet.AFFECTED


@dataclass(frozen=True, slots=True)
class Extreme:
    """Of some cards those with the greatest, or least, fact."""

    cards: AnyCards
    fact: Fact
    greatest: bool = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Kept:
    """Of some cards those whose fact compares so to a number."""

    cards: AnyCards
    fact: Fact
    how: Comparison
    number: Number


@dataclass(frozen=True, slots=True)
class RandomCards:
    """So many of some cards at random; all if there are no more."""

    cards: AnyCards
    count: Number = 1


@dataclass(frozen=True, slots=True)
class MadeFrom:
    """Of some monsters those that some of the materials make, with a zone for them then.

    `levels` are those that a Ritual needs; 0: the monster's own.
    """

    cards: AnyCards
    materials: AnyCards
    recipe: Recipe
    levels: int = 0


@dataclass(frozen=True, slots=True)
class Sharing:
    """Of some cards those whose fact one of others has too; 0 is shared by none."""

    cards: AnyCards
    fact: Fact
    others: AnyCards


@dataclass(frozen=True, slots=True)
class Summonable:
    """Of some cards those in my hand that I may Normal Summon or Set, be it whose turn it is."""

    cards: AnyCards


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token: what the card that makes it says of it."""

    passcode: int
    name: str
    attribute: Attribute
    monster_type: MonsterType
    level: int
    atk: int = 0
    def_: int = 0


@dataclass(frozen=True, slots=True)
class Tokens:
    """So many new tokens, which are nowhere until they are Special Summoned (ZONE-6)."""

    token: Token
    count: int = 1


@dataclass(frozen=True, slots=True)
class Together:
    """These cards and those."""

    left: AnyCards
    right: AnyCards


@dataclass(frozen=True, slots=True)
class Among:
    """Of some cards those that a description fits."""

    cards: AnyCards
    those: Cards


@dataclass(frozen=True, slots=True)
class Top:
    """The cards on top of a player's deck: so many, or down to so many that `until` fits."""

    count: Number
    who: Who = Who.ME
    until: Cards = Cards(where=(Place.DECK,))


@dataclass(frozen=True, slots=True)
class LingeredOn:
    """The cards that a lingering effect of this card, by its name, works on."""

    effect: str


AnyCards = (
    Cards | CardSet | Extreme | Kept | RandomCards | MadeFrom | Sharing | Summonable | Tokens |
    Together | Among | Top | LingeredOn
)  # fmt: skip

NARROWING = (Extreme, Kept, RandomCards, MadeFrom, Sharing, Summonable, Among)
"""What keeps some of other cards: `cards` names those."""


def root_of(cards: AnyCards) -> AnyCards:
    """The cards from which some are kept."""
    while isinstance(cards, NARROWING):
        cards = cards.cards
    return cards


def with_root(cards: AnyCards, change: Callable[[AnyCards], AnyCards]) -> AnyCards:
    """The same kept from other cards: those that `change` makes of the root."""
    if isinstance(cards, NARROWING):
        return replace(cards, cards=with_root(cards.cards, change))
    return change(cards)


_PUBLIC = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE, Place.GRAVEYARD, Place.BANISHED)


def targetable(cards: AnyCards) -> AnyCards:
    """Of some cards those that can be targeted (EFF-3); of what is neither, all."""
    if isinstance(cards, Cards):
        return replace(cards, can=cards.can | Can.CAN_BE_TARGETED)
    if isinstance(cards, CardSet):
        return Among(cards, Cards(where=_PUBLIC, can=Can.CAN_BE_TARGETED))
    return cards


# Numbers and conditions ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the duel or of the effect's use."""

    context: Context


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards there are."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class FactOf:
    """A fact of the first of some cards; -1 if there is none."""

    cards: AnyCards
    fact: Fact
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Times:
    """A number of times another."""

    factor: int
    number: Number


@dataclass(frozen=True, slots=True)
class Half:
    """Half of a number, rounded up (LP-3)."""

    number: Number


@dataclass(frozen=True, slots=True)
class Sum:
    """Two numbers together."""

    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class Difference:
    """A number less another."""

    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class Total:
    """A fact of some cards, added up."""

    cards: AnyCards
    fact: Fact


@dataclass(frozen=True, slots=True)
class Bits:
    """The bits that a fact has on any of some cards."""

    cards: AnyCards
    fact: Fact


@dataclass(frozen=True, slots=True)
class LingeringValue:
    """The values that a lingering effect of this card, by its name, works on cards with."""

    effect: str


class KeptNumber(StrEnum):
    """Numbers that a program keeps."""

    REMEMBERED = "what was remembered"
    DONE = "how much was done last"


REMEMBERED = KeptNumber.REMEMBERED
DONE = KeptNumber.DONE

Number = (
    int | Value | Count | FactOf | Times | Half | Sum | KeptNumber | Difference | Total | Bits |
    LingeringValue
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compare:
    """Whether a number compares so to another."""

    left: Number
    how: Comparison
    right: Number


@dataclass(frozen=True, slots=True)
class Exists:
    """Whether there are so many cards."""

    cards: AnyCards
    count: int = 1


@dataclass(frozen=True, slots=True)
class HasFlag:
    """Whether a lingering flag of this number is on this card."""

    flag: int


@dataclass(frozen=True, slots=True)
class Declared:
    """Whether a number is among those that were declared in this program."""

    number: Number


@dataclass(frozen=True, slots=True)
class Not:
    """Whether something is not so."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Whether everything is so."""

    conditions: tuple[Condition, ...]

    def __init__(self, *conditions: Condition) -> None:
        object.__setattr__(self, "conditions", conditions)


@dataclass(frozen=True, slots=True)
class Any:
    """Whether something is so."""

    conditions: tuple[Condition, ...]

    def __init__(self, *conditions: Condition) -> None:
        object.__setattr__(self, "conditions", conditions)


Condition = Compare | Declared | Exists | HasFlag | Not | All | Any


def AtLeast(number: Number, least: int) -> Compare:  # noqa: N802 - reads as a value
    """Whether a number is at least another."""
    return Compare(number, Comparison.AT_LEAST, least)
