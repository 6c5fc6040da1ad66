"""The tree of a condition: frozen values that print as what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = [
    "AllOf",
    "AnyOf",
    "CardName",
    "Comparison",
    "Condition",
    "Count",
    "Distinct",
    "InDeck",
    "Node",
    "Not",
    "Number",
    "Property",
    "Role",
    "Sum",
    "Term",
    "terms",
]


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True, slots=True)
class CardName:
    """Copies of one card, by its name or passcode."""

    name: str
    position: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return _quoted(self.name)


@dataclass(frozen=True, slots=True)
class Role:
    """Cards that the user has given a role."""

    name: str
    position: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Property:
    """Cards with a printed property; `kind` is `type`, `attribute`, `level` or `archetype`."""

    kind: str
    value: str
    position: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        bare = self.kind == "level" or re.fullmatch(r"[A-Za-z0-9]+", self.value)
        return f"{self.kind}({self.value if bare else _quoted(self.value)})"


Term: TypeAlias = CardName | Role | Property
"""A name whose meaning is a set of cards."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that stands where a count could."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class InDeck:
    """The cards of a count that stay in the deck."""

    count: Count

    def __str__(self) -> str:
        return f"deck({self.count})"


@dataclass(frozen=True, slots=True)
class Sum:
    """Counts added up."""

    parts: tuple[Count, ...]

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts))


Count: TypeAlias = CardName | Role | Property | Number | InDeck | Sum


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two counts compared; `operator` is one of ``>= <= == != > <``."""

    left: Count
    operator: str
    right: Count
    position: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    part: Condition

    def __str__(self) -> str:
        return f"!({self.part})"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part holds."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " & ".join(
            f"({part})" if isinstance(part, AllOf | AnyOf) else str(part) for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " | ".join(
            f"({part})" if isinstance(part, AnyOf) else str(part) for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class Distinct:
    """Every need is met at once, no physical card standing for two of them.

    Each need is a `Comparison` of names, added up or alone, with ``>=`` and a number; here
    ``a + b >= 2`` asks for two cards that are `a` or `b`.
    """

    needs: tuple[Comparison, ...]

    def __str__(self) -> str:
        return f"distinct({', '.join(map(str, self.needs))})"


Condition: TypeAlias = Comparison | Not | AllOf | AnyOf | Distinct
Node: TypeAlias = Count | Condition


def terms(node: Node) -> Iterator[Term]:
    """Every name in the tree, left to right, with repetitions.

    Examples
    --------
    >>> [str(term) for term in terms(InDeck(Sum((Role("a"), CardName("B")))))]
    ['a', '"B"']
    """
    match node:
        case CardName() | Role() | Property():
            yield node
        case Number():
            return
        case InDeck(count):
            yield from terms(count)
        case Comparison(left, _, right):
            yield from terms(left)
            yield from terms(right)
        case Not(part):
            yield from terms(part)
        case Sum(parts=nodes) | AllOf(parts=nodes) | AnyOf(parts=nodes) | Distinct(needs=nodes):
            for each in nodes:
                yield from terms(each)
