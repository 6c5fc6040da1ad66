"""Names in a condition: which may be written, what they mean, and what was meant instead."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import TypeVar

from ygosim.errors import QueryError
from ygosim.expressions.tree import Node, Term, terms

__all__ = [
    "PROPERTIES",
    "WORDS",
    "UnknownNameError",
    "is_role_name",
    "resolve",
    "suggest",
    "word_end",
]

PROPERTIES = ("type", "attribute", "level", "archetype")
WORDS = {"and": "&", "or": "|", "not": "!"}
"""Words that people write for signs."""
_RESERVED = frozenset({*PROPERTIES, *WORDS, "deck", "distinct"})

T = TypeVar("T")


class UnknownNameError(LookupError):
    """Raised by a look-up for a name it does not know; it becomes a `QueryError`."""

    def __init__(self, problem: str, suggestions: Iterable[str] = ()) -> None:
        self.problem = problem
        self.suggestions = tuple(suggestions)
        super().__init__(problem)

    def message(self) -> str:
        """The problem and what could have been meant."""
        if not self.suggestions:
            return self.problem
        return f"{self.problem}; did you mean {' or '.join(self.suggestions)}?"


def resolve(text: str, node: Node, lookup: Callable[[Term], T]) -> dict[Term, T]:
    """What every name under `node` means; see `Query.resolve`."""
    meanings: dict[Term, T] = {}
    for term in terms(node):
        if term in meanings:
            continue
        try:
            meanings[term] = lookup(term)
        except UnknownNameError as error:
            raise QueryError(text, term.position, error.message()) from None
    return meanings


def suggest(word: str, known: Iterable[str], *, limit: int = 3) -> tuple[str, ...]:
    """Names that come near a word, case and all, nearest first.

    Examples
    --------
    >>> suggest("startr", ["starter", "brick"])
    ('starter',)
    """
    folded = {name.casefold(): name for name in known}
    wanted = word.casefold()
    near = [folded[name] for name in difflib.get_close_matches(wanted, folded, n=limit)]
    if len(wanted) >= 3:
        near += [name for key, name in folded.items() if wanted in key and name not in near]
    return tuple(near[:limit])


def word_end(text: str, start: int) -> int:
    """Where the word that begins at `start` ends; `start` itself if none does."""
    if start >= len(text) or not (text[start].isalpha() or text[start] == "_"):
        return start
    end = start + 1
    while end < len(text) and (
        text[end].isalnum()
        or text[end] == "_"
        or (text[end] == "-" and end + 1 < len(text) and text[end + 1].isalnum())
    ):
        end += 1
    return end


def is_role_name(name: str) -> bool:
    """Whether a role can have this name and be written in a query.

    Examples
    --------
    >>> is_role_name("hand-trap"), is_role_name("2nd"), is_role_name("deck")
    (True, False, False)
    """
    return name not in _RESERVED and word_end(name, 0) == len(name) > 0
