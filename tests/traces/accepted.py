"""The differences that are accepted, each with its reason: accepted.toml."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ygosim.errors import FileFormatError

__all__ = ["ACCEPTED", "Accepted", "Difference", "Entry"]

ACCEPTED = Path(__file__).with_name("accepted.toml")

_TEXTS = ("set", "decision", "aspect", "rule", "reason", "source")
_NUMBERS = ("card", "count", "duel")
_GOES_ON = {"taken_over": ("position",), "left_out": ("asked", "position")}
_NEEDED = ("set", "decision", "aspect", "reason", "source", "count")


@dataclass(frozen=True, slots=True)
class Difference:
    """One decision at which our duel and the recorded one differ.

    `aspect` is what differs: "asked", "options", "sets", "position", "end" or "answer";
    `cards` are the passcodes that the difference is about, `acting` those of the cards that
    were used or moved on the way to a position.
    """

    path: str
    set: str
    duel: int
    line: int
    turn: int
    decision: str
    aspect: str
    words: tuple[str, ...]
    cards: frozenset[int] = frozenset()
    acting: frozenset[int] = frozenset()

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}: duel {self.duel}, turn {self.turn}, {self.decision}"
        return "\n".join((f"{where}: {self.aspect}", *(f"    {word}" for word in self.words)))


@dataclass(frozen=True, slots=True)
class Entry:
    """What is accepted: at most `count` differences of this kind in this set.

    A `card` entry is about differences that name that passcode; a `rule` entry about all of
    its set, decision and aspect.  After a difference of positions that is `taken_over` the
    duel goes on in the recorded position, and its card must have acted, or it names the `duel`;
    after what is `left_out` it goes on as it is: as if a question had not been asked, in its own
    position.
    """

    set: str
    decision: str
    aspect: str
    reason: str
    source: str
    count: int
    card: int = 0
    rule: str = ""
    duel: int = -1
    taken_over: bool = False
    left_out: bool = False

    def matches(self, difference: Difference) -> bool:
        """Whether the difference is of this kind."""
        return (
            self.set == difference.set
            and self.decision == difference.decision
            and self.aspect == difference.aspect
            and self.duel in (-1, difference.duel)
            and (
                not self.card
                or self.card in (difference.acting if self.taken_over else difference.cards)
            )
        )

    def __str__(self) -> str:
        about = f"card {self.card}" if self.card else f"rule {self.rule}"
        return f"{self.set}, {self.decision}, {self.aspect}, {about}"


@dataclass(slots=True)
class Accepted:
    """The entries of a file."""

    entries: tuple[Entry, ...] = ()
    path: Path = ACCEPTED
    used: Counter[int] = field(default_factory=Counter)

    @classmethod
    def read(cls, path: Path = ACCEPTED) -> Accepted:
        """Read `accepted.toml`.

        Raises
        ------
        FileFormatError
            Naming the entry that lacks something or has it twice.
        """
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise FileFormatError(path, None, found=str(error), expected="TOML") from None
        rows = table.pop("accepted", [])
        if table or not isinstance(rows, list):
            raise FileFormatError(
                path, None, found=", ".join(table) or "no list", expected="[[accepted]] entries"
            )
        return cls(tuple(_entry(path, i, row) for i, row in enumerate(rows, 1)), path)

    def entry_of(self, difference: Difference) -> int | None:
        """The number of the first entry that the difference matches."""
        for number, entry in enumerate(self.entries):
            if entry.matches(difference):
                return number
        return None

    def faults(self, matched: Counter[int], whole_sets: Iterable[str]) -> list[str]:
        """What is wrong with the entries after a run.

        Parameters
        ----------
        matched
            How often each entry was matched.
        whole_sets
            Sets of which every duel was replayed: there an entry must match something.
        """
        whole = set(whole_sets)
        faults = []
        for number, entry in enumerate(self.entries):
            times = matched[number]
            if times > entry.count:
                faults.append(f"{entry}: accepted {times} times, more than its {entry.count}")
            elif not times and entry.set in whole:
                faults.append(f"{entry}: matches nothing; take it out")
        return faults


def _entry(path: Path, number: int, row: Any) -> Entry:
    def fault(found: str) -> FileFormatError:
        return FileFormatError(
            path,
            None,
            found=f"{found} in entry {number}",
            expected=f"{', '.join(_NEEDED)}, and card or rule",
        )

    if not isinstance(row, dict):
        raise fault(repr(row))
    for name, value in row.items():
        if name not in (*_TEXTS, *_NUMBERS, *_GOES_ON):
            raise fault(f"the field {name!r}")
        kind = bool if name in _GOES_ON else str if name in _TEXTS else int
        if type(value) is not kind or not (value or name == "duel"):
            raise fault(f"{name} = {value!r}")
        if name in _GOES_ON and row.get("aspect") not in _GOES_ON[name]:
            raise fault(f"{name} of another aspect than {' or '.join(_GOES_ON[name])}")
    missing = [name for name in _NEEDED if name not in row]
    if missing:
        raise fault(f"no {missing[0]}")
    if ("card" in row) == ("rule" in row):
        raise fault("both card and rule" if "card" in row else "neither card nor rule")
    if row.get("taken_over") and not ("card" in row or "duel" in row):
        raise fault("a position taken over for neither a card nor a duel")
    return Entry(**row)
