"""Queries to plans of the core: names become classes of cards that no query tells apart."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ygosim._core.sampler import AND, END, NOT, OR, QUERIES_MAX, Plan
from ygosim.errors import QueryError
from ygosim.expressions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Count,
    Distinct,
    InDeck,
    Not,
    Number,
    Query,
    Sum,
    Term,
    terms,
)
from ygosim.hands.pool import CardPool

__all__ = ["CardClass", "Compiled", "Linear", "compile_queries", "linear"]

_COPIES_MAX = 120
"""Most times that one card may count in one sum; the core holds values in 16 bits."""

Fills = frozenset[Term]
"""What a card is to the queries: those of their names that it answers to."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A count as numbers: `constant` and, per name, how often a card of it counts.

    `seen` holds for cards in the hand, `always` for all cards of the deck: ``deck(a)`` is
    all of `a`, less those in the hand.
    """

    seen: tuple[tuple[Term, int], ...]
    always: tuple[tuple[Term, int], ...]
    constant: int

    def most(self) -> int:
        """A bound on what one card adds, whatever it answers to."""
        return max(
            sum(abs(times) for _, times in self.seen),
            sum(abs(times) for _, times in self.always),
        )

    def weight(self, fills: Fills) -> tuple[int, int]:
        """What one card adds when it is in the hand, and wherever it is."""
        return (
            sum(times for term, times in self.seen if term in fills),
            sum(times for term, times in self.always if term in fills),
        )


@dataclass(frozen=True, slots=True)
class _Union:
    """How many cards answer to any of some names, each card counted once."""

    names: frozenset[Term]

    def most(self) -> int:
        return 1

    def weight(self, fills: Fills) -> tuple[int, int]:
        return (int(not self.names.isdisjoint(fills)), 0)


_Form = Linear | _Union


def linear(count: Count, sign: int = 1) -> Linear:
    """A count, or its negative, as a linear form.

    Examples
    --------
    >>> from ygosim.expressions import parse_count
    >>> linear(parse_count("a + a")).seen
    ((Role(name='a'), 2),)
    """
    seen: dict[Term, int] = {}
    always: dict[Term, int] = {}
    constant = _collect(count, sign, seen, always)
    return Linear(tuple(seen.items()), tuple(always.items()), constant)


def _collect(count: Count, sign: int, seen: dict[Term, int], always: dict[Term, int]) -> int:
    """Adds a count to the sums of each name; returns its constant."""
    match count:
        case Number(value):
            return sign * value
        case Sum(parts):
            return sum(_collect(part, sign, seen, always) for part in parts)
        case InDeck(part):
            for term in terms(part):
                seen[term] = seen.get(term, 0) - sign
                always[term] = always.get(term, 0) + sign
            return 0
        case term:
            seen[term] = seen.get(term, 0) + sign
            return 0


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards that the queries cannot tell apart."""

    fills: Fills
    cards: tuple[int, ...]  # indices into the pool's cards
    copies: int


class _Compiler:
    """Collects forms and atoms, each once, and writes the program."""

    def __init__(self) -> None:
        self.forms: dict[_Form, int] = {}
        self.atoms: dict[tuple[int, bool, int], int] = {}
        self.program: list[int] = []

    def atom(self, form: _Form, bound: int, *, equal: bool) -> None:
        index = self.forms.setdefault(form, len(self.forms))
        atom = (index, equal, bound)
        self.program.append(self.atoms.setdefault(atom, len(self.atoms)))

    def joined(self, parts: Iterable[Condition], operation: int) -> None:
        for i, part in enumerate(parts):
            self.condition(part)
            if i:
                self.program.append(operation)

    def condition(self, condition: Condition) -> None:
        match condition:
            case Comparison():
                self.comparison(condition)
            case Not(part):
                self.condition(part)
                self.program.append(NOT)
            case AllOf(parts):
                self.joined(parts, AND)
            case AnyOf(parts):
                self.joined(parts, OR)
            case Distinct(needs):
                self.distinct(needs)

    def comparison(self, comparison: Comparison) -> None:
        seen: dict[Term, int] = {}
        always: dict[Term, int] = {}
        constant = _collect(comparison.left, 1, seen, always)
        constant += _collect(comparison.right, -1, seen, always)
        # What cancels out, a >= a, is left out; so equal sums are one form.
        form = Linear(
            tuple((term, times) for term, times in seen.items() if times),
            tuple((term, times) for term, times in always.items() if times),
            0,
        )
        operator = comparison.operator
        bound = -constant + (operator in (">", "<="))
        self.atom(form, bound, equal=operator in ("==", "!="))
        if operator in ("<", "<=", "!="):
            self.program.append(NOT)

    def distinct(self, needs: Sequence[Comparison]) -> None:
        """Hall's condition, for needs of several cards each.

        The needs can be met by different cards if, and only if, every choice of some of
        them has at least as many cards that fill any of these as they ask for in all.
        """
        wanted: dict[frozenset[Term], int] = {}
        for need in needs:
            assert isinstance(need.right, Number)  # the parser sees to it
            # Needs for the same cards are one need for as many as all of them.
            names = frozenset(terms(need.left))
            wanted[names] = wanted.get(names, 0) + need.right.value
        subsets: dict[frozenset[Term], int] = {}
        for size in range(1, len(wanted) + 1):
            for chosen in itertools.combinations(wanted.items(), size):
                union = frozenset().union(*(names for names, _ in chosen))
                asked = sum(number for _, number in chosen)
                subsets[union] = max(subsets.get(union, 0), asked)
        for i, (union, asked) in enumerate(subsets.items()):
            self.atom(_Union(union), asked, equal=False)
            if i:
                self.program.append(AND)


@dataclass(frozen=True, slots=True)
class Compiled:
    """Queries as a plan over the classes of one pool."""

    queries: tuple[Query, ...]
    classes: tuple[CardClass, ...]
    forms: tuple[_Form, ...]
    atoms: tuple[tuple[int, bool, int], ...]
    program: tuple[int, ...]
    plan: Plan
    used: frozenset[Term]  # every name in the queries

    @property
    def sizes(self) -> tuple[int, ...]:
        """Copies of each class."""
        return tuple(each.copies for each in self.classes)

    def plan_for(self, fills: Sequence[Fills]) -> Plan:
        """The same queries over other classes."""
        return _plan(self.forms, self.atoms, self.program, fills)

    def cost(self, n_hands: int) -> int:
        """Steps of counting that many distinct hands, roughly in nanoseconds."""
        return n_hands * (6 + 2 * len(self.forms) + len(self.program))


def _plan(
    forms: Sequence[_Form],
    atoms: Sequence[tuple[int, bool, int]],
    program: Sequence[int],
    fills: Sequence[Fills],
) -> Plan:
    table = [[form.weight(each) for each in fills] for form in forms]
    return Plan(
        [[seen for seen, _ in row] for row in table],
        [[always for _, always in row] for row in table],
        atoms,
        program,
    )


def compile_queries(pool: CardPool, queries: Sequence[Query]) -> Compiled:
    """Queries as a plan, and the classes they divide the pool into.

    Raises
    ------
    QueryError
        For an unknown name, too many queries, or numbers too large to count.
    """
    if not 1 <= len(queries) <= QUERIES_MAX:
        text = queries[-1].text if queries else ""
        problem = f"{len(queries)} queries at once; 1 to {QUERIES_MAX} are answered together"
        raise QueryError(text, 0, problem)
    compiler = _Compiler()
    members: dict[Term, frozenset[int]] = {}
    for query in queries:
        members |= query.resolve(pool.members)
        compiler.condition(query.condition)
        compiler.program.append(END)
        for form in compiler.forms:
            if form.most() > _COPIES_MAX:
                raise QueryError(
                    query.text, 0, f"a card may count at most {_COPIES_MAX} times in one sum"
                )
    fills = [
        frozenset(term for term, cards in members.items() if i in cards)
        for i in range(len(pool.cards))
    ]
    grouped: dict[Fills, list[int]] = {}
    for i, each in enumerate(fills):
        grouped.setdefault(each, []).append(i)
    # The cards that fill nothing last: they complete each hand in one way.
    order = sorted(grouped, key=lambda each: (not each, min(grouped[each])))
    classes = tuple(
        CardClass(
            each,
            tuple(grouped[each]),
            sum(pool.cards[i].copies for i in grouped[each]),
        )
        for each in order
    )
    forms = tuple(compiler.forms)
    atoms = tuple(compiler.atoms)
    plan = _plan(forms, atoms, compiler.program, [each.fills for each in classes])
    return Compiled(
        tuple(queries),
        classes,
        forms,
        atoms,
        tuple(compiler.program),
        plan,
        frozenset(members),
    )
