"""Scenarios as files: a position, a script of choices in words, and what is expected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ygosim.cards.catalogue import Catalogue
from ygosim.position import Position
from ygosim.scenario.checks import Check, read_choice, read_expect
from ygosim.scenario.nodes import Node, dump_yaml, load_yaml
from ygosim.scenario.positions import (
    POSITION_KEYS,
    Names,
    names_in,
    position_content,
    position_in,
    unsupported_in,
)
from ygosim.template import Unsupported
from ygosim.wording import Choice

__all__ = ["Expectation", "Scenario", "ScriptLine", "read_scenario", "write_scenario"]

_EXPECTED = "a scenario as docs/scenarios.md describes it"
_LINE = re.compile(r"([01]):\s*(\S.*)")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One choice of a player, and the line of the file where it stands."""

    player: int
    choice: Choice
    line: int = 0

    def __str__(self) -> str:
        return f"{self.player}: {self.choice}"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected at one place of a script."""

    checks: tuple[Check, ...]
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A position and what is done and expected from there.

    Attributes
    ----------
    path
        Its file.
    steps
        Script lines and expectations in order; the expectations of the end are the last.
    unsupported
        Whether cards whose effects are not known are refused or played blank.
    about
        What it shows, for people.
    """

    path: Path
    position: Position
    steps: tuple[ScriptLine | Expectation, ...] = ()
    unsupported: Unsupported = "refuse"
    about: str = ""


def read_scenario(path: Path | str, catalogue: Catalogue | None = None) -> Scenario:
    """The scenario of a file; a file of a position only is one without a script.

    Parameters
    ----------
    path
        A YAML file.
    catalogue
        Where names and passcodes are looked up; the shipped one unless given.

    Raises
    ------
    FileFormatError
        With file, line, what stands there and what was expected.
    FileNotFoundError
        When there is no such file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "scenario.yaml"
    ...     _ = path.write_text(
    ...         "players: [{hand: [Mokey Mokey]}, {deck: [Mokey Mokey]}]\\n"
    ...         "script:\\n"
    ...         "- 0: Normal Summon Mokey Mokey\\n"
    ...         "expect: {decision: main phase}\\n"
    ...     )
    ...     scenario = read_scenario(path)
    >>> print(scenario.steps[0])
    0: Normal Summon Mokey Mokey
    """
    path = Path(path)
    catalogue = catalogue or Catalogue.default()
    root = load_yaml(path, _EXPECTED)
    top = root.mapping((*POSITION_KEYS, "about", "unsupported", "script", "expect"))
    names = names_in(top, catalogue)
    steps: list[ScriptLine | Expectation] = []
    if "script" in top and top["script"].value is not None:
        steps += [_step(node, names) for node in top["script"].items()]
    if "expect" in top:
        steps.append(Expectation(read_expect(top["expect"], names), top["expect"].line))
    about = ""
    if "about" in top:
        about = str(top["about"].value).strip()
    return Scenario(
        path=path,
        position=position_in(root, top, catalogue),
        steps=tuple(steps),
        unsupported=unsupported_in(top),
        about=about,
    )


def _step(node: Node, names: Names) -> ScriptLine | Expectation:
    if isinstance(node.value, str):
        said = _LINE.fullmatch(node.value)
        if said:
            return ScriptLine(int(said[1]), read_choice(node, said[2]), node.line)
    elif isinstance(node.value, dict) and len(node.value) == 1:
        ((key, value),) = node.pairs()
        if key.value == "expect":
            return Expectation(read_expect(value, names), key.line)
        if key.value in (0, 1) and not isinstance(key.value, bool):
            return ScriptLine(int(key.value), read_choice(value), key.line)
    raise node.fault("a choice after its player, such as '0: end the turn', or 'expect: {…}'")


def write_scenario(
    path: Path | str,
    position: Position,
    script: Sequence[tuple[int, str]] = (),
    *,
    expect: Mapping[str, Any] | None = None,
    unsupported: Unsupported = "refuse",
    about: str = "",
) -> None:
    """Write a scenario to a file that `read_scenario` reads.

    Parameters
    ----------
    script
        Players and their choices in words.
    expect
        What is expected at the end, as it stands in the file.

    Raises
    ------
    PositionError
        As `write_position`.
    """
    content: dict[str, Any] = {"about": about} if about else {}
    content |= position_content(position)
    if unsupported != "refuse":
        content["unsupported"] = unsupported
    if script:
        content["script"] = [{player: words} for player, words in script]
    if expect:
        content["expect"] = dict(expect)
    dump_yaml(content, Path(path))
