"""Values of a YAML file that know where they stand, so that a fault names its line."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ygosim.cards.io.text import read_text, shown
from ygosim.errors import FileFormatError, shortened

__all__ = ["Node", "dump_yaml", "given_key", "load_yaml", "number_shown", "plain"]

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Node:
    """One value of the file and where it stands."""

    path: Path
    line: int
    value: Any

    def fault(self, expected: str, found: str = "") -> FileFormatError:
        """The error that says what was expected here; `found` unless it is the value."""
        if not found:
            found = "nothing" if self.value is None else shown(plain(self.value))
        return FileFormatError(self.path, self.line, found=found, expected=expected)

    def pairs(self) -> list[tuple[Node, Node]]:
        """Keys and values of a mapping."""
        if not isinstance(self.value, dict):
            raise self.fault("a mapping (key: value)")
        return [
            (
                Node(self.path, self._line("key", key), key),
                Node(self.path, self._line("value", key), value),
            )
            for key, value in self.value.items()
        ]

    def _line(self, what: str, key: Any) -> int:
        """The line of a key, of its value, or of an item."""
        marks: Any = self.value  # ruamel.yaml's, which knows its lines
        try:
            return int(getattr(marks.lc, what)(key)[0]) + 1
        except (KeyError, TypeError):  # it came by a merge key (<<), or stands under a tag
            return self.line

    def mapping(self, keys: tuple[str, ...]) -> dict[str, Node]:
        """Values by key; a key that is not one of these is refused."""
        known: dict[str, Node] = {}
        for key, value in self.pairs():
            if key.value not in keys:
                near = difflib.get_close_matches(plain(key.value), keys, 1)
                hint = f"{near[0]!r}" if near else f"one of the keys {', '.join(keys)}"
                raise key.fault(hint, f"the key {shown(plain(key.value))}")
            known[key.value] = value
        return known

    def items(self) -> list[Node]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise self.fault("a list")
        return [
            Node(self.path, self._line("item", index), item)
            for index, item in enumerate(self.value)
        ]

    def integer(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        if type(self.value) is bool or not isinstance(self.value, int):
            raise self.fault(f"a whole number, {low} to {high}")
        if not low <= self.value <= high:
            raise self.fault(f"{low} to {high}", number_shown(self.value))
        return int(self.value)

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fault("true or false")
        return self.value

    def word(self, words: Mapping[str, Value]) -> Value:
        """What the word here stands for."""
        if not isinstance(self.value, str) or self.value not in words:
            raise self.fault(" or ".join(words))
        return words[self.value]


def plain(value: Any) -> str:
    """A value for a message."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    try:
        return str(value)
    except ValueError:  # Python writes no number of thousands of digits, but in hexadecimal
        return hex(value)


def number_shown(number: int) -> str:
    """A number as a message shows it: cut when long."""
    return shortened(plain(number), _DIGITS)


_DIGITS = 40


def _problem(text: str) -> str:
    """What the YAML reader stumbled over, as what was found: often it says "found" itself."""
    said = " ".join(text.split())
    instead = re.fullmatch(r"expected (.+), but (?:found|got) (.+)", said)
    lacking = re.fullmatch(r"could not find expected (.+)", said)
    found = re.fullmatch(r"(?:but )?found (.+)", said)
    if instead is not None:
        said = f"{instead[2]} in place of {instead[1]}"
    elif lacking is not None:
        said = f"no {lacking[1]} where one must be"
    elif found is not None:
        said = found[1]
    elif not said.endswith("not allowed here"):
        said = f"what is no YAML ({said})"
    return shortened(said, _PROBLEM)


_PROBLEM = 120


def given_key(top: Mapping[str, Node], key: str, parent: Node) -> Node:
    """The value of a key that must be there."""
    if key not in top:
        raise parent.fault(f"the key {key!r}", f"no {key!r}")
    return top[key]


def load_yaml(path: Path, expected: str) -> Node:
    """The content of a YAML 1.2 file.

    Raises
    ------
    FileFormatError
        When it is no YAML; `expected` says what the file should have been.
    FileNotFoundError
        When there is no such file.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import ReusedAnchorWarning, YAMLError

    text = read_text(path, expected=expected)
    try:
        # YAML 1.2, duplicate keys refused, every value knows its line.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ReusedAnchorWarning)  # the standard allows it
            content = YAML(typ="rt").load(text)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "something that is no YAML"
        line = 1 if mark is None else mark.line + 1
        raise FileFormatError(path, line, found=_problem(problem), expected=expected) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # What ruamel.yaml raises for a tagged or very long value that is none of its kind.
        found = f"a value that is none ({shown(str(error))})"
        raise FileFormatError(path, 1, found=found, expected=expected) from None
    except RecursionError:
        raise FileFormatError(path, 1, found="deep nesting", expected=expected) from None
    return Node(path, 1, content)


def dump_yaml(content: Any, path: Path) -> None:
    """Write plain values as a YAML file for people."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="rt")
    yaml.width = 100
    with path.open("w", encoding="utf-8", newline="\n") as file:
        yaml.dump(content, file)
