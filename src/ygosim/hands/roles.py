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

from collections.abc import Sequence
from pathlib import Path

from ygosim.cards.io.text import shown
from ygosim.errors import QueryError
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
    from ygosim.scenario.nodes import load_yaml, plain  # YAML is loaded only when it is used

    root = load_yaml(Path(path), _EXPECTED)
    if root.value is None:
        return pool
    if not isinstance(root.value, dict):
        raise root.fault(_EXPECTED, "no mapping of roles")
    roles = {}
    for role, cards in root.pairs():
        if not isinstance(role.value, str) or not is_role_name(role.value):
            raise role.fault(
                "a word of letters, digits, _ and -, and none of the language's own",
                f"the role {shown(plain(role.value))}",
            )
        members: set[int] = set()
        for item in cards.items() if isinstance(cards.value, list) else [cards]:
            if isinstance(item.value, bool) or not isinstance(item.value, str | int):
                kind = "nothing" if item.value is None else shown(plain(item.value))
                raise item.fault(
                    "a name or a passcode (a name with a colon stands in quotes)",
                    f"{kind} as a card of {role.value}",
                )
            try:
                members |= _members(str(item.value), pool)
            except (UnknownNameError, QueryError) as error:
                problem = error.problem if isinstance(error, QueryError) else error.message()
                raise item.fault("a card", f"{shown(str(item.value))}: {problem}") from None
        roles[str(role.value)] = frozenset(members)
    return pool.with_roles(roles, _empty_roles(roles))


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
