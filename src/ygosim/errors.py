"""Every error that ygosim raises on purpose, in one small hierarchy.

A message says what was found, where, and what to do about it.  Status codes of the
compiled core become exceptions here and nowhere else.
"""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "CardNotFoundError",
    "CorruptStateError",
    "DeckError",
    "EffectError",
    "FileFormatError",
    "IllegalMoveError",
    "PositionError",
    "PredicateError",
    "QueryError",
    "RulesError",
    "UnsupportedCardError",
    "WordingError",
    "YgosimError",
    "check_whole",
]


_FOUND = 500  # characters that a message shows of what stands in a file
_SHOWN = 60  # characters of a wrong name; no printed one is longer than 100


class YgosimError(Exception):
    """The base of all errors that ygosim raises on purpose."""


def shortened(text: str, most: int) -> str:
    """A text as a message shows it: cut where it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[:most]}…"


class FileFormatError(YgosimError, ValueError):
    """A file that cannot be read as what it claims to be.

    Parameters
    ----------
    path
        The file, or None for text that came from elsewhere.
    line
        The line, from 1, or None where lines mean nothing (binary files).
    found, expected
        What stands there, and what was expected in its place.
    """

    def __init__(
        self, path: Path | str | None, line: int | None, *, found: str, expected: str
    ) -> None:
        self.path = None if path is None else str(path)
        self.line = line
        self.found = found
        self.expected = expected
        where = self.path or "<text>"
        if line is not None:
            where += f":{line}"
        super().__init__(f"{where}: found {shortened(found, _FOUND)}; expected {expected}")


class CardNotFoundError(YgosimError, LookupError):
    """A passcode or name that no card answers to.

    Parameters
    ----------
    wanted
        What was looked up.
    where
        The place that asked ("deck.ydk:12"), or "" when there is none.
    suggestions
        Names that come near.
    """

    def __init__(
        self, wanted: str | int, *, where: str = "", suggestions: tuple[str, ...] = ()
    ) -> None:
        self.wanted = wanted
        self.where = where
        self.suggestions = suggestions
        what = f"passcode {wanted}"
        if isinstance(wanted, str):
            what = f"name {wanted[:_SHOWN]!r}" + ("…" if len(wanted) > _SHOWN else "")
        message = f"{where + ': ' if where else ''}no card has the {what}"
        if suggestions:
            message += "; did you mean " + " or ".join(repr(s) for s in suggestions) + "?"
        super().__init__(message)

    def __str__(self) -> str:  # LookupError would print the repr of its argument
        return str(self.args[0])


class RulesError(YgosimError, ValueError):
    """A format that does not exist, or a field of one with a value that it may not have."""


class DeckError(YgosimError, ValueError):
    """A deck that may not be used as asked; `faults` lists every fault."""

    def __init__(self, name: str, faults: tuple[str, ...]) -> None:
        self.name = name
        self.faults = faults
        lines = "".join(f"\n  - {fault}" for fault in faults)
        super().__init__(f"deck {name!r} has {len(faults)} fault(s):{lines}")


class UnsupportedCardError(YgosimError, ValueError):
    """Cards that ygosim does not play: their effects are not known, or `problem` says why."""

    def __init__(self, names: tuple[str, ...], problem: str = "") -> None:
        self.names = names
        if problem:
            super().__init__(f"{', '.join(names)} cannot be played: {problem}")
            return
        super().__init__(
            f"{len(names)} card(s) have effects that are not supported: {', '.join(names)}; "
            'leave them out, or play them as cards without effect: unsupported="blank" in Python, '
            "--unsupported blank for decks in the shell, unsupported: blank in a file"
        )


class StandInError(YgosimError, ValueError):
    """A duel with effects that only the caller knows cannot be saved: nobody could play on."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        super().__init__(
            f"the duel cannot be saved: the effects of {', '.join(names)} were given with it "
            "(definitions=), and a saved duel plays the effects that ygosim knows"
        )


class EffectError(YgosimError, ValueError):
    """A card definition that makes no sense; `diagnostics` lists everything that is wrong.

    Parameters
    ----------
    card
        The name of the card.
    diagnostics
        Each of `ygosim.effects.check`.
    """

    def __init__(self, card: str, diagnostics: tuple[object, ...]) -> None:
        self.card = card
        self.diagnostics = diagnostics
        lines = "".join(f"\n  - {diagnostic}" for diagnostic in diagnostics)
        super().__init__(f"the definition of {card!r} makes no sense:{lines}")


class QueryError(YgosimError, ValueError):
    """A query that does not parse or does not make sense.

    Parameters
    ----------
    text
        The whole query.
    position
        Index into `text` of the place where it goes wrong.
    problem
        What is wrong there, and what could stand there instead.
    """

    def __init__(self, text: str, position: int, problem: str) -> None:
        self.text = text
        self.position = position
        self.problem = problem
        super().__init__(f"{problem}\n  {text}\n  {' ' * position}^")


class PredicateError(YgosimError, RuntimeError):
    """A user's function that raised; it is never counted as false."""


class PositionError(YgosimError, ValueError):
    """A position that cannot occur, or a description of one that makes no sense."""


class IllegalMoveError(YgosimError, ValueError):
    """A move that the rules forbid; `rule` is the ID in docs/rules.md."""

    def __init__(self, message: str, *, rule: str = "") -> None:
        self.rule = rule
        super().__init__(message)


class WordingError(YgosimError, ValueError):
    """Words that name no choice, or more than one.

    Parameters
    ----------
    problem
        What is wrong with the words.
    suggestions
        What could be said instead.
    """

    def __init__(self, problem: str, suggestions: tuple[str, ...] = ()) -> None:
        self.problem = problem
        self.suggestions = suggestions
        hint = "; did you mean " + " or ".join(map(repr, suggestions)) + "?" if suggestions else ""
        super().__init__(problem + hint)


class CorruptStateError(YgosimError, ValueError):
    """Bytes that are not a saved state, or a state that breaks an invariant."""


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """The value, if it is a whole number within bounds.

    Raises
    ------
    TypeError, ValueError
        Saying what it is and what it must be.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is {value!r}; it must be a whole number")
    number = int(value.__index__())
    if not low <= number <= high:
        raise ValueError(f"{name} is {number}; it must be {low} to {high}")
    return number
