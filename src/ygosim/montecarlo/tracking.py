"""Conditions tracked over duels: in how many did each hold, and from which turn on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ygosim._core.track import (
    COMPARISONS,
    FACTS,
    FLAGS,
    MAX_CONDITIONS,
    OPS,
    STEP_DTYPE,
    Tracker,
)
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.enums import Phase, Place
from ygosim.expressions import (
    CardFilter,
    Cards,
    Fact,
    PhaseName,
    PositionNode,
    PositionQuery,
    parse_position,
)
from ygosim.expressions.tree import Number
from ygosim.intervals import CONFIDENCE, Mean, Proportion, Sums
from ygosim.template import DuelSetup

__all__ = ["MAX_CONDITIONS", "Tracked", "Tracking", "TurnTally"]

_PLACES = {
    "field": (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE),
    "monsters": (Place.MONSTER_ZONE,),
    "spell_traps": (Place.SPELL_TRAP_ZONE,),
    "hand": (Place.HAND,),
    "graveyard": (Place.GRAVEYARD,),
    "banished": (Place.BANISHED,),
    "deck": (Place.DECK,),
    "extra": (Place.EXTRA_DECK,),
}
_LOGIC = {"&": "and", "|": "or", "+": "add"}
_MAX_CARDS = 256


@dataclass(frozen=True, slots=True)
class Tracking:
    """Conditions over positions, read and ready to be compiled for a duel.

    Players 0 and 1 of a condition are the first and the second deck of the study, whoever
    goes first.

    Examples
    --------
    >>> tracking = Tracking.of(['lp(1) <= 0'])
    >>> str(tracking.queries[0])
    'lp(1) <= 0'
    """

    queries: tuple[PositionQuery, ...]
    tests: tuple[dict[CardFilter, Callable[[Card], bool]], ...] = field(repr=False, compare=False)

    @classmethod
    def of(cls, texts: Sequence[str], catalogue: Catalogue | None = None) -> Self:
        """Read conditions.

        Raises
        ------
        QueryError
            For one that does not parse, or names what there is not; the place is marked.
        ValueError
            For more than MAX_CONDITIONS.
        """
        if isinstance(texts, str):
            raise TypeError("conditions are given as a sequence of texts, not as one text")
        if len(texts) > MAX_CONDITIONS:
            raise ValueError(f"{len(texts)} conditions; at most {MAX_CONDITIONS} are tracked")
        catalogue = catalogue or Catalogue.default()
        queries = tuple(parse_position(text) for text in texts)
        return cls(queries, tuple(query.resolve(catalogue) for query in queries))

    def tracker(self, setup: DuelSetup) -> Tracker:
        """The conditions compiled for the duels of a setup.  There is at least one."""
        compiler = _Compiler(setup)
        starts = [0]
        for query, tests in zip(self.queries, self.tests, strict=True):
            compiler.compile(query.condition, tests)
            starts.append(len(compiler.steps))
        steps = np.zeros(len(compiler.steps), dtype=STEP_DTYPE)
        for row, step in zip(steps, compiler.steps, strict=True):
            for name, value in step.items():
                row[name] = value
        sets = list(compiler.sets) or [(False,) * _MAX_CARDS]
        return Tracker(steps, np.array(starts, dtype=np.uint32), np.array(sets, dtype=np.bool_))


class _Compiler:
    """Steps for the core, in the order in which a stack takes them."""

    def __init__(self, setup: DuelSetup) -> None:
        self.cards = [setup.definitions[code] for code in setup.template.placements["code"]]
        self.steps: list[dict[str, int]] = []
        self.sets: dict[tuple[bool, ...], int] = {}

    def step(self, op: str, **fields: int) -> None:
        self.steps.append({"op": OPS[op], **fields})

    def compile(self, node: PositionNode, tests: dict[CardFilter, Callable[[Card], bool]]) -> None:
        match node:
            case Number(value):
                self.step("number", value=value)
            case PhaseName(name):
                self.step("number", value=int(Phase[name.upper()]))
            case Fact(name, player):
                self.step(name, player=player or 0)
            case Cards():
                self.count(node, tests)
            case _:
                self.compile(node.parts[0], tests)
                if node.operator == "!":
                    self.step("not")
                for part in node.parts[1:]:
                    self.compile(part, tests)
                    if node.operator in _LOGIC:
                        self.step(_LOGIC[node.operator])
                    else:
                        self.step("compare", player=COMPARISONS[node.operator])

    def count(self, node: Cards, tests: dict[CardFilter, Callable[[Card], bool]]) -> None:
        places, flags = set(_PLACES[node.zone]), 0
        changing = []
        for each in node.filters:
            if each.key == "lies":
                flags |= FLAGS[each.value]
                if each.value in ("attack", "defence"):
                    places &= {Place.MONSTER_ZONE}
            elif each.key in FACTS:
                changing.append(each)
        passing = [all(tests[each](card) for each in node.filters) for card in self.cards]
        # A card made during the duel is in the set only where nothing printed is asked.
        passing += [not node.filters] * (_MAX_CARDS - len(passing))
        self.step(
            "count",
            cards=self.sets.setdefault(tuple(passing), len(self.sets)),
            places=sum(1 << place for place in places),
            player=node.player,
            flags=flags,
            tests=len(changing),
        )
        for each in changing:
            self.step(
                "test",
                flags=FACTS[each.key],
                player=COMPARISONS[each.operator],
                value=int(each.value),
            )


# What comes of it ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnTally:
    """In how many duels a condition first held in each turn, by turn, and the turns' sums."""

    by_turn: tuple[int, ...] = ()
    sums: Sums = field(default_factory=Sums)

    def plus(self, turns: npt.NDArray[Any]) -> TurnTally:
        """The tally with these duels added; turn 0 is a duel in which it never held."""
        held = turns[turns > 0]
        counts = np.bincount(held, minlength=len(self.by_turn))
        counts[: len(self.by_turn)] += np.array(self.by_turn, dtype=np.int64)
        return TurnTally(tuple(counts.tolist()), self.sums.plus(Sums.of(held)))


@dataclass(frozen=True, slots=True)
class Tracked:
    """How often and how soon a condition held.

    Attributes
    ----------
    expression
        The condition, in its canonical spelling.
    tally
        Duels by the turn in which it first held.
    duels
        Duels played, those in which it never held among them.
    """

    expression: str
    tally: TurnTally
    duels: int
    confidence: float = CONFIDENCE

    @property
    def share(self) -> Proportion:
        """The share of all duels in which it held at some time."""
        return Proportion(self.tally.sums.count, self.duels, self.confidence)

    @property
    def turn(self) -> Mean:
        """The turn in which it first held, of the duels in which it did."""
        return self.tally.sums.mean(self.confidence)

    @property
    def quartiles(self) -> tuple[int, int, int] | None:
        """The first turns by which it held in a quarter, half and three quarters of those."""
        held = self.tally.sums.count
        if not held:
            return None
        running = np.cumsum(self.tally.by_turn)
        return (
            int(np.searchsorted(running, -(-held // 4))),
            int(np.searchsorted(running, -(-held // 2))),
            int(np.searchsorted(running, -(-held * 3 // 4))),
        )

    def by(self, turn: int) -> Proportion:
        """The share of all duels in which it held in that turn or an earlier one."""
        return Proportion(sum(self.tally.by_turn[: turn + 1]), self.duels, self.confidence)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        quartiles = self.quartiles
        return {
            "expression": self.expression,
            "share": self.share.as_dict(),
            "turn": self.turn.as_dict(),
            "turn_quartiles": None if quartiles is None else list(quartiles),
            "duels_by_turn": {
                str(turn): count for turn, count in enumerate(self.tally.by_turn) if count
            },
        }
