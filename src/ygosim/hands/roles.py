"""Roles: the user's own words for cards, from a small YAML file or from the command line.

A role file maps each role to its cards, by name or passcode; `type(…)` and its like stand
for all cards that have the property::

    starter: [Snake-Eye Ash, 'WANTED: Seeker of Sinful Spoils']
    handtrap:
      - 14558127
      - Nibiru, the Primal Being
    monster: type(Monster)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ygosim.errors import FileFormatError, QueryError
from ygosim.expressions import (
    CardName,
    Property,
    UnknownNameError,
    is_role_name,
    parse_count,
    resolve,
)
from ygosim.hands.pool import CardPool

__all__ = ["read_roles", "role_file_beside", "role_from_text"]

_EXPECTED = "a role, and its cards: starter: [Snake-Eye Ash, 14558127]"


def role_file_beside(deck: Path | str) -> Path | None:
    """The role file of a deck file: the same name, ending in .yaml or .yml; None if none."""
    for suffix in (".yaml", ".yml"):
        path = Path(deck).with_suffix(suffix)
        if path.is_file():
            return path
    return None


def read_roles(path: Path | str, pool: CardPool) -> CardPool:
    """The pool with the roles of a role file.

    Cards of the file that are not in the deck are no fault: a role file may serve several
    decks.  A role that no card of the deck has is noted.

    Raises
    ------
    FileFormatError
        With the line, for what is no role file, or a name that no card has.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    path = Path(path)
    yaml = YAML(typ="rt")  # YAML 1.2, duplicate keys refused, every value knows its line
    try:
        content = yaml.load(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise FileFormatError(path, None, found="no UTF-8 text", expected=_EXPECTED) from None
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "something that is no YAML"
        line = None if mark is None else mark.line + 1
        raise FileFormatError(path, line, found=problem, expected=_EXPECTED) from None
    except RecursionError:
        raise FileFormatError(path, None, found="deep nesting", expected=_EXPECTED) from None
    if content is None:
        return pool
    if not isinstance(content, dict):
        raise FileFormatError(path, 1, found="no mapping of roles", expected=_EXPECTED)
    marks: Any = content  # a mapping of ruamel.yaml's, which knows its lines
    roles = {}
    for role, cards in content.items():
        line = marks.lc.key(role)[0] + 1
        if not isinstance(role, str) or not is_role_name(role):
            raise FileFormatError(
                path,
                line,
                found=f"the role {role!r}",
                expected="a word of letters, digits, _ and -, and none of the language's own",
            )
        members: set[int] = set()
        for item, item_line in _items(cards, line, path, role):
            try:
                members |= _members(str(item), pool)
            except (UnknownNameError, QueryError) as error:
                problem = error.problem if isinstance(error, QueryError) else error.message()
                raise FileFormatError(
                    path, item_line, found=f"{item!r}: {problem}", expected="a card"
                ) from None
        roles[role] = frozenset(members)
    return pool.with_roles(roles, _empty_roles(roles))


def _items(cards: Any, line: int, path: Path, role: str) -> Iterator[tuple[str | int, int]]:
    """The cards of a role with their lines."""
    numbered = [(cards, line)]
    if isinstance(cards, list):
        marks: Any = cards  # a list of ruamel.yaml's, which knows its lines
        numbered = [(item, marks.lc.item(i)[0] + 1) for i, item in enumerate(cards)]
    for item, item_line in numbered:
        if isinstance(item, bool) or not isinstance(item, str | int):
            kind = "nothing" if item is None else repr(item)
            raise FileFormatError(
                path,
                item_line,
                found=f"{kind} as a card of {role}",
                expected="a name or a passcode (a name with a colon stands in quotes)",
            )
        yield item, item_line


def _empty_roles(roles: dict[str, frozenset[int]]) -> list[str]:
    return [f"no card of the deck is {role}" for role, members in roles.items() if not members]


def _members(text: str, pool: CardPool) -> frozenset[int]:
    """The cards of one entry: a name, a passcode, or a property."""
    text = text.strip()
    if text.endswith(")") and text.split("(")[0].strip() in (
        "type",
        "attribute",
        "level",
        "archetype",
    ):
        count = parse_count(text)
        if isinstance(count, Property):
            return resolve(text, count, pool.members)[count]
    return pool.members(CardName(text))


def role_from_text(name: str, cards: str, pool: CardPool) -> CardPool:
    """The pool with one more role, its cards separated by commas.

    Names that hold commas themselves are recognised where the pool or the catalogue knows
    them; quotes around a name help where that is not enough.

    Raises
    ------
    QueryError
        With the place of a name that no card has, or when the role cannot be called so.

    Examples
    --------
    >>> pool = CardPool.from_counts({"Nibiru, the Primal Being": 3, "Other": 37})
    >>> pool = role_from_text("handtrap", "Nibiru, the Primal Being, Other", pool)
    >>> sorted(pool.roles["handtrap"])
    [0, 1]
    """
    text = f"{name}={cards}"
    if not is_role_name(name):
        problem = f"a role cannot be called {name!r}: letters, digits, _ and -, no word of queries"
        raise QueryError(text, 0, problem)
    members: set[int] = set()
    pieces = _pieces(cards, len(name) + 1)
    at = 0
    while at < len(pieces):
        found, used = _longest_name(pieces[at:], pool)
        if found is None:
            piece, position = pieces[at]
            try:
                found, used = _members(piece, pool), 1
            except UnknownNameError as error:
                raise QueryError(text, position, error.message()) from None
        members |= found
        at += used
    if not pieces:
        raise QueryError(text, len(name) + 1, "the role has no cards")
    roles = {name: frozenset(members)}
    return pool.with_roles(roles, _empty_roles(roles))


def _pieces(cards: str, offset: int) -> list[tuple[str, int]]:
    """What stands between commas outside quotes, each with its place."""
    pieces = []
    start = 0
    quoted = False
    for at, char in enumerate(cards + ","):
        if char == '"':
            quoted = not quoted
        if char == "," and (not quoted or at == len(cards)):
            piece = cards[start:at].strip()
            if piece:
                pieces.append((piece.strip('"').strip(), offset + start))
            start = at + 1
    return pieces


def _longest_name(
    pieces: Sequence[tuple[str, int]], pool: CardPool
) -> tuple[frozenset[int] | None, int]:
    """The longest name that the first pieces make together, and how many it takes."""
    for used in range(min(len(pieces), 4), 1, -1):
        name = ", ".join(piece for piece, _ in pieces[:used])
        try:
            return pool.members(CardName(name)), used
        except UnknownNameError:
            continue
    return None, 0
