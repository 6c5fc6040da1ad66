"""Reading a condition: text to tokens, tokens to a tree, every error with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ygosim.errors import QueryError
from ygosim.expressions.names import PROPERTIES, WORDS, resolve, word_end
from ygosim.expressions.tree import (
    AllOf,
    AnyOf,
    CardName,
    Comparison,
    Condition,
    Count,
    Distinct,
    InDeck,
    Node,
    Not,
    Number,
    Property,
    Role,
    Sum,
    Term,
)

__all__ = [
    "COMPARISONS",
    "INSTEAD",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_NEEDS",
    "MAX_NUMBER",
    "Query",
    "Reader",
    "Token",
    "on_one_line",
    "parse",
    "parse_count",
]

MAX_LENGTH = 20_000
"""Longest query, in characters."""

MAX_DEPTH = 40
"""Deepest nesting of parentheses and `!`; it bounds the recursion here and in users."""

MAX_NUMBER = 9_999
"""Largest number in a query; decks are far smaller."""

MAX_NEEDS = 10
"""Most needs of one `distinct`: each subset of them becomes a condition (Hall)."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Query:
    """A condition together with the text it was read from.

    ``str(query)`` is the condition in its canonical spelling, which reads back to the same
    tree.
    """

    text: str
    condition: Condition

    def __str__(self) -> str:
        return str(self.condition)

    def resolve(self, lookup: Callable[[Term], T]) -> dict[Term, T]:
        """What every name in the query means.

        Parameters
        ----------
        lookup
            Gives the meaning of one name; raises `UnknownNameError` for one it does not
            know.

        Raises
        ------
        QueryError
            At the first unknown name, with suggestions.
        """
        return resolve(self.text, self.condition, lookup)

    def error(self, position: int, problem: str) -> QueryError:
        """A `QueryError` at a place in this query."""
        return QueryError(self.text, position, problem)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign of a query, and where it stands."""

    kind: str  # "word", "number", "string", "end", or the symbol itself
    text: str
    position: int


_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|[0-9]+")
_SYMBOLS = (">=", "<=", "==", "!=", "..", ">", "<", "=", "&", "|", "!", "+", "(", ")", ",")
COMPARISONS = frozenset({">=", "<=", "==", "!=", ">", "<"})
INSTEAD = {  # what people type, and what it is here
    "&&": "&",
    "||": "|",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "=": "==",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "“": '"',
    "”": '"',
    "„": '"',
    "'": '"',
    "‘": '"',
    "’": '"',
    "∧": "&",
    "∨": "|",
    "¬": "!",
    "[": "(",
    "{": "(",
    "]": ")",
    "}": ")",
    ";": ",",
}


def _tokens(text: str, instead: Mapping[str, str]) -> list[Token]:
    """The words and signs of a query, ending with one of kind "end"."""
    tokens = []
    at = 0
    while at < len(text):
        start = at
        if text[at].isspace():
            at += 1
            continue
        if text[at] == '"':
            content, at = _string(text, at)
            tokens.append(Token("string", content, start))
            continue
        number = _NUMBER.match(text, at)
        if number:
            at = number.end()
            tokens.append(Token("number", number.group(), start))
            continue
        at = word_end(text, at)
        if at > start:
            tokens.append(Token("word", text[start:at], start))
            continue
        for wrong, right in instead.items():
            if text.startswith(wrong, start) and not text.startswith("==", start):
                raise QueryError(text, start, f"write {right} instead of {wrong}")
        symbol = next((sign for sign in _SYMBOLS if text.startswith(sign, start)), None)
        if symbol is None:
            raise QueryError(
                text,
                start,
                f"{text[start]!r} means nothing here; card names stand in double quotes",
            )
        tokens.append(Token(symbol, symbol, start))
        at = start + len(symbol)
    tokens.append(Token("end", "the end of the query", len(text)))
    return tokens


def _string(text: str, start: int) -> tuple[str, int]:
    """The content of the string that opens at `start`, and where it has ended."""
    content: list[str] = []
    at = start + 1
    while at < len(text):
        if text[at] == '"':
            name = " ".join("".join(content).split())
            if not name:
                raise QueryError(text, start, "the quotes are empty; a card name stands in them")
            return name, at + 1
        if text[at] == "\\" and text[at + 1 : at + 2] in ('"', "\\"):
            at += 1
        content.append(text[at])
        at += 1
    raise QueryError(text, start, 'this " is not closed')


class Reader:
    """Tokens taken one by one, and errors with their place.

    Parameters
    ----------
    instead
        What people type, and what to write here.
    largest
        The largest number.
    """

    def __init__(
        self, text: str, *, instead: Mapping[str, str] = INSTEAD, largest: int = MAX_NUMBER
    ) -> None:
        self.text = text
        self.largest = largest
        if len(text) > MAX_LENGTH:
            raise QueryError(
                text[:60] + " …",
                0,
                f"the query has {len(text)} characters; at most {MAX_LENGTH} are read",
            )
        self.tokens = _tokens(text, instead)
        self.at = 0
        self.depth = 0

    @property
    def next(self) -> Token:
        """The token that is read next."""
        return self.tokens[self.at]

    def take(self, kind: str) -> Token | None:
        """The next token, taken, if it is of this kind."""
        token = self.next
        if token.kind != kind:
            return None
        self.at += 1
        return token

    def expect(self, kind: str, instead: str) -> Token:
        """The next token, taken; an error if it is of another kind."""
        token = self.take(kind)
        if token is None:
            raise self.error(self.next.position, f"{instead} expected, not {self.next.text}")
        return token

    def error(self, position: int, problem: str) -> QueryError:
        """An error at a place of the text."""
        return QueryError(self.text, position, problem)

    def deeper(self, position: int) -> None:
        """One level of nesting more."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(position, f"nested deeper than {MAX_DEPTH} levels")

    def finish(self) -> None:
        """Refuse what stands behind the condition."""
        token = self.next
        if token.kind == "end":
            return
        if token.kind == ")":
            raise self.error(token.position, "this ) closes nothing")
        if token.text in WORDS:
            raise self.error(token.position, f"write {WORDS[token.text]} for {token.text}")
        raise self.error(token.position, f"& or | expected before {token.text}")

    def close(self, opening: Token) -> None:
        """Take the `)` of an opening `(`; a level of nesting less."""
        self.depth -= 1
        if self.take(")") is None:
            problem = f") expected before {self.next.text}, to close this one"
            if self.next.kind == "end":
                problem = "this ( is not closed"
            raise self.error(opening.position, problem)

    def number(self, token: Token) -> int:
        """The number that a token is."""
        hexadecimal = token.text[:2] in ("0x", "0X")
        # Only short ones are turned into integers: long ones take quadratic time.
        value = int(token.text, 16 if hexadecimal else 10) if len(token.text) < 20 else None
        if value is None or value > self.largest:
            raise self.error(token.position, f"numbers go up to {self.largest}")
        return value


class _Parser(Reader):
    """Recursive descent; each method reads one level of the grammar.

    ======= ================================================
    any     all ("|" all)*
    all     not ("&" not)*
    not     "!" not | compare
    compare sum (COMPARISON sum)?
    sum     item ("+" item)*
    item    "(" any ")" | NUMBER | name | deck | distinct
    ======= ================================================

    Conditions and counts share the grammar down to parentheses, ``(a + b) >= 1`` and
    ``(a >= 1) | b >= 1``; which of the two stands somewhere is checked where it is used.
    """

    def condition(self, node: Node, position: int) -> Condition:
        if isinstance(node, Comparison | Not | AllOf | AnyOf | Distinct):
            return node
        raise self.error(
            position, f"a condition expected; compare the count: {node} >= 1, for example"
        )

    def count(self, node: Node, position: int) -> Count:
        if isinstance(node, Comparison | Not | AllOf | AnyOf | Distinct):
            raise self.error(position, "a count expected here, not a condition")
        return node

    def any(self) -> Node:
        position = self.next.position
        node = self.all()
        if self.next.kind != "|":
            return node
        parts = [self.condition(node, position)]
        while self.take("|"):
            position = self.next.position
            parts.append(self.condition(self.all(), position))
        return AnyOf(tuple(parts))

    def all(self) -> Node:
        position = self.next.position
        node = self.negation()
        if self.next.kind != "&":
            return node
        parts = [self.condition(node, position)]
        while self.take("&"):
            position = self.next.position
            parts.append(self.condition(self.negation(), position))
        return AllOf(tuple(parts))

    def negation(self) -> Node:
        token = self.take("!")
        if token is None:
            return self.comparison()
        self.deeper(token.position)
        position = self.next.position
        part = self.condition(self.negation(), position)
        self.depth -= 1
        return Not(part)

    def comparison(self) -> Node:
        position = self.next.position
        node = self.sum()
        if self.next.kind not in COMPARISONS:
            return node
        left = self.count(node, position)
        token = self.next
        self.at += 1
        position = self.next.position
        right = self.count(self.sum(), position)
        if self.next.kind in COMPARISONS:
            raise self.error(
                self.next.position, "only two counts can be compared; write a >= 1 & a <= 2"
            )
        return Comparison(left, token.kind, right, token.position)

    def sum(self) -> Node:
        position = self.next.position
        node = self.item()
        if self.next.kind != "+":
            return node
        parts = [self.count(node, position)]
        while self.take("+"):
            position = self.next.position
            parts.append(self.count(self.item(), position))
        flat: list[Count] = []
        for part in parts:
            flat.extend(part.parts if isinstance(part, Sum) else (part,))
        return Sum(tuple(flat))

    def item(self) -> Node:
        token = self.next
        self.at += 1
        match token.kind:
            case "(":
                self.deeper(token.position)
                node = self.any()
                self.close(token)
                return node
            case "number":
                return Number(self.number(token))
            case "string":
                return CardName(token.text, token.position)
            case "word" if token.text in PROPERTIES:
                return self.property(token)
            case "word" if token.text == "deck":
                return self.deck(token)
            case "word" if token.text == "distinct":
                return self.distinct(token)
            case "word" if token.text in WORDS:
                sign = WORDS[token.text]
                raise self.error(token.position, f"write {sign} for {token.text}")
            case "word":
                return Role(token.text, token.position)
        self.at -= 1
        if token.kind == "end" and len(self.tokens) == 1:
            raise self.error(0, "the query is empty; try: starter >= 1")
        raise self.error(
            token.position, f"a card name in quotes, a role or ( expected, not {token.text}"
        )

    def property(self, word: Token) -> Property:
        opening = self.expect("(", f"( after {word.text}")
        self.depth += 1  # `close` goes one up
        string = None if word.text == "level" else self.take("string")
        if string is not None:
            value = string.text
        elif word.text == "level":
            value = self.levels()
        else:
            # Bare words may have spaces between them: type(Winged Beast).
            start = self.next
            words = []
            while self.next.kind in ("word", "number"):
                words.append(self.next.text)
                self.at += 1
            if not words:
                raise self.error(
                    start.position, f"a name expected in {word.text}(…), not {start.text}"
                )
            value = " ".join(words)
        self.close(opening)
        return Property(word.text, value, word.position)

    def levels(self) -> str:
        low = self.number(self.expect("number", "a level, such as level(4) or level(1..4),"))
        if not self.take(".."):
            return str(low)
        token = self.expect("number", "the highest level of the range")
        high = self.number(token)
        if high < low:
            raise self.error(token.position, f"the range ends below its start, {low}")
        return f"{low}..{high}"

    def deck(self, word: Token) -> InDeck:
        opening = self.expect("(", "( after deck")
        self.deeper(opening.position)
        position = self.next.position
        count = self.names(self.sum(), position, "deck(…)")
        self.close(opening)
        return InDeck(count)

    def names(self, node: Node, position: int, where: str) -> Count:
        """`node`, checked to be names or a sum of names."""
        count = self.count(node, position)
        parts = count.parts if isinstance(count, Sum) else (count,)
        for part in parts:
            if isinstance(part, Number | InDeck):
                raise self.error(position, f"{where} takes names, added up or alone")
        return count

    def distinct(self, word: Token) -> Distinct:
        opening = self.expect("(", "( after distinct")
        self.deeper(opening.position)
        needs = [self.need()]
        while self.take(","):
            needs.append(self.need())
        self.close(opening)
        if len(needs) > MAX_NEEDS:
            raise self.error(word.position, f"distinct takes at most {MAX_NEEDS} needs")
        return Distinct(tuple(needs))

    def need(self) -> Comparison:
        position = self.next.position
        node = self.comparison()
        if not isinstance(node, Comparison) or node.operator not in (">=", ">"):
            raise self.error(position, "a need of distinct is written: starter >= 1")
        left = self.names(node.left, position, "distinct(…)")
        if not isinstance(node.right, Number):
            raise self.error(position, "a need of distinct is compared with a number")
        # One spelling of a need, so that users of the tree need not treat two.
        least = node.right.value + (node.operator == ">")
        return Comparison(left, ">=", Number(least), node.position)


def on_one_line(text: str) -> str:
    """The text with line ends as spaces: the mark below a message points into one line."""
    return re.sub(r"[\s\x00-\x1f]", " ", text)


def parse(text: str) -> Query:
    """Read a condition.

    Parameters
    ----------
    text
        The condition; the module's documentation shows the language.

    Returns
    -------
    Query
        The condition's tree and its text, line ends turned into spaces.

    Raises
    ------
    QueryError
        With the place that does not parse and what could stand there.

    Examples
    --------
    >>> print(parse('starter>=1&!("Garnet" >= 2)'))
    starter >= 1 & !("Garnet" >= 2)
    >>> parse("starter => 1")
    Traceback (most recent call last):
        ...
    ygosim.errors.QueryError: write >= instead of =>
      starter => 1
              ^
    """
    text = on_one_line(text)
    parser = _Parser(text)
    node = parser.any()
    parser.finish()
    return Query(text, parser.condition(node, 0))


def parse_count(text: str) -> Count:
    """Read a count: names, added up or alone.

    Raises
    ------
    QueryError
        With the place that does not parse and what could stand there.

    Examples
    --------
    >>> print(parse_count('starter+"Garnet"'))
    starter + "Garnet"
    """
    text = on_one_line(text)
    parser = _Parser(text)
    count = parser.names(parser.sum(), 0, "a count")
    parser.finish()
    return count
