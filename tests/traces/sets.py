"""Choices of several cards: whole sets of either engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

from tests.traces.keys import Key, Pile, their_key
from tests.traces.reading import Line
from ygosim.duel import Duel
from ygosim.records import Move

__all__ = [
    "OurSets",
    "clicked",
    "complete_sets",
    "decision_lines",
    "in_complete_sets",
    "our_sets",
]

MANY = 3000
"""Sets up to which all of ours are listed; beyond, the cards and sizes are compared only."""

_LARGEST = 16  # choices whose sums are tried out

KeyOf = Callable[[Move], Key]


class OurSets:
    """All complete sets of a choice of ours, each as the moves that choose it."""

    def __init__(self, duel: Duel, key_of: KeyOf) -> None:
        self.sets = duel.legal_sets()
        self.keys = {
            move.card: key_of(move)
            for moves in self.sets
            for move in moves
            if move.card is not None
        }

    @property
    def count(self) -> int | None:
        """How many; None where they are too many to count."""
        return len(self.sets)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many cards the smallest and the largest set have."""
        sizes = [len(_cards(moves)) for moves in self.sets]
        return min(sizes), max(sizes)

    def union(self, chosen: Counter[Key]) -> Counter[Key]:
        """The cards of the sets that can still be completed."""
        # Copies with one key are all alike: the first of them stand for those chosen.
        left = Counter(chosen)
        fixed = set()
        for number in sorted(self.keys):
            if left[self.keys[number]] > 0:
                left[self.keys[number]] -= 1
                fixed.add(number)
        if +left:
            return Counter()
        fitting = [_cards(moves) for moves in self.sets if fixed <= set(_cards(moves))]
        return Counter(self.keys[n] for n in dict.fromkeys(n for s in fitting for n in s))

    def moves(
        self, chosen: Counter[Key], *, whole: bool, copies: Collection[int] = ()
    ) -> Sequence[Move] | None:
        """The moves that choose a set; None if there is none.

        Parameters
        ----------
        whole
            Whether these are all cards of the set.
        copies
            Cards to be preferred to others with the same key.
        """
        fitting = (
            moves
            for moves in self._fitting(chosen)
            if not whole or len(_cards(moves)) == chosen.total()
        )
        return max(
            fitting, key=lambda moves: len(set(copies).intersection(_cards(moves))), default=None
        )

    def _fitting(self, chosen: Counter[Key]) -> list[tuple[Move, ...]]:
        return [
            moves
            for moves in self.sets
            if not chosen - Counter(self.keys[number] for number in _cards(moves))
        ]


class _WalkedSets(OurSets):
    """The same of a choice with too many sets: one way through it shows its cards and sizes."""

    def __init__(self, duel: Duel, key_of: KeyOf) -> None:
        self._duel = duel
        self.keys: dict[int, Key] = {}
        self._sizes = []
        handle, going, size = duel.handle.copy(), True, 0
        while going:
            moves = [Move.decode(encoded) for encoded in handle.legal()]
            cards = [move for move in moves if move.card is not None]
            self.keys.update((m.card, key_of(m)) for m in cards if m.card is not None)
            if len(cards) < len(moves):
                self._sizes.append(size)
            if not cards:
                break
            going = handle.choose(cards[0].encode())
            size += 1
        self._sizes.append(size)

    @property
    def count(self) -> int | None:
        return None

    @property
    def sizes(self) -> tuple[int, int]:
        return min(self._sizes), max(self._sizes)

    def union(self, chosen: Counter[Key]) -> Counter[Key]:
        return Counter(self.keys.values())

    def moves(
        self, chosen: Counter[Key], *, whole: bool, copies: Collection[int] = ()
    ) -> Sequence[Move] | None:
        left = Counter(chosen)
        numbers = []
        for number in sorted(self.keys, key=lambda number: number not in copies):
            if left[self.keys[number]] > 0:
                left[self.keys[number]] -= 1
                numbers.append(number)
        handle, going, moves = self._duel.handle.copy(), True, []
        for wanted in (*sorted(numbers), None):
            if wanted is None and (not going or not whole):
                break
            legal = [Move.decode(encoded) for encoded in handle.legal()] if going else []
            move = next((m for m in legal if m.card == wanted), None)
            if move is None:
                return None
            moves.append(move)
            going = handle.choose(move.encode())
        return None if +left else moves


def our_sets(duel: Duel, line: Line, key_of: KeyOf) -> OurSets:
    """The sets of the choice that waits, which the line is about."""
    most = line.more.get("max", 0)
    few = line.msg == "SELECT_UNSELECT_CARD" or comb(len(line.choices), most) <= MANY
    return OurSets(duel, key_of) if few else _WalkedSets(duel, key_of)


def _cards(moves: Sequence[Move]) -> tuple[int, ...]:
    return tuple(move.card for move in moves if move.card is not None)


def complete_sets(line: Line) -> int | None:
    """How many answers a recorded line takes; None where they are too many to try out."""
    least, most = line.more["min"], line.more["max"]
    choices = line.choices
    if line.msg == "SELECT_SUM":
        return _count(choices, lambda cards: _makes_sum(cards, line.more))
    if any(choice.get("release_param", 1) != 1 for choice in choices):
        return _count(choices, lambda cards: _pays(cards, least, most))
    return sum(comb(len(choices), size) for size in range(least, most + 1))


def in_complete_sets(line: Line) -> tuple[dict[str, Any], ...]:
    """The choices of a line that are part of an answer that it takes.

    That engine lists whatever has a Level where a sum of Levels is asked for.
    """
    choices = line.choices
    if line.msg != "SELECT_SUM" or len(choices) > _LARGEST:
        return choices
    fitting = [
        index
        for size in range(len(choices) + 1)
        for some in combinations(range(len(choices)), size)
        if _makes_sum([choices[index] for index in some], line.more)
        for index in some
    ]
    return tuple(choices[index] for index in dict.fromkeys(sorted(fitting)))


def _count(
    choices: Sequence[dict[str, Any]], fits: Callable[[Sequence[dict[str, Any]]], bool]
) -> int | None:
    if len(choices) > _LARGEST:
        return None
    return sum(
        fits(cards) for size in range(len(choices) + 1) for cards in combinations(choices, size)
    )


def _pays(cards: Sequence[dict[str, Any]], least: int, most: int) -> bool:
    return len(cards) <= most and sum(card["release_param"] for card in cards) >= least


def _makes_sum(cards: Sequence[dict[str, Any]], more: dict[str, Any]) -> bool:
    every = [
        [value for value in (card["value"], card["value2"]) if value]
        for card in (*more["must"], *cards)
    ]
    if not all(every):
        return False
    if more["exact"]:
        sums = {0}
        for values in every:
            sums = {total + value for total in sums for value in values}
        return more["sum"] in sums and more["min"] <= len(cards) <= more["max"]
    # At least so much, and none of them may be more than is needed.
    lowest = [min(values) for values in every]
    enough = sum(max(values) for values in every) >= more["sum"]
    return enough and bool(lowest) and sum(lowest) - min(lowest) < more["sum"]


# Clicks ----------------------------------------------------------------------------------


def decision_lines(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """The lines of each decision: all clicks of one choice together, else one."""
    clicks: list[Line] = []
    chosen: Counter[Key] = Counter()
    for line in lines:
        if line.msg != "SELECT_UNSELECT_CARD":
            if clicks:
                yield tuple(clicks)
            clicks = []
            yield (line,)
            continue
        # A choice that goes on lets every card chosen so far be taken back, and no other.
        if clicks and (clicks[-1].passed or _taken(line) != chosen):
            yield tuple(clicks)
            clicks = []
        if not clicks:
            chosen = Counter()
        clicks.append(line)
        chosen = clicked(line, chosen)
    if clicks:
        yield tuple(clicks)


def _taken(line: Line) -> Counter[Key]:
    return Counter(their_key(choice) for choice in line.choices if choice["act"] == "unselect")


def clicked(line: Line, chosen: Counter[Key], loose: Collection[Pile] = ()) -> Counter[Key]:
    """The cards chosen after a line: toggled one by one, or all at once."""
    if line.passed:
        return chosen
    after = Counter(chosen)
    for index in line.response:
        choice = line.choices[index]
        after[their_key(choice, loose)] += -1 if choice["act"] == "unselect" else 1
    return +after
