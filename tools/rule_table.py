"""Which rule lives where and which tests show it: docs/rules.toml and the tests' markers.

Tests are read, not run: `@pytest.mark.rule("SUM-1")` with `@pytest.mark.permits` or
`@pytest.mark.forbids` on a function, on its class, or in the module's `pytestmark`.
`tools/generate.py` writes docs/rules.md with `render`; tests/rules/test_rule_table.py
checks that both sides of every rule are there.  Rulings (docs/rulings.toml) likewise:
`@pytest.mark.ruling("four-triggers")`, `render_rulings`, docs/rulings.md.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIDES = ("permits", "forbids")

INTRODUCTION = """\
# Rules: where each lives, and the tests that show it

Generated from docs/rules.toml and the markers of the tests by `make generate`; do not edit.

IDs are those of the project's rule collection. A rule that says what may be done has at least
one test of a position where it permits and one where it forbids; `make test` fails while either
is missing. Rules that need card effects come with the effects.
"""

RULINGS_INTRODUCTION = """\
# Rulings: pairs of positions that differ in one thing

Generated from docs/rulings.toml and the markers of the tests by `make generate`; do not edit.

A ruling is where rules meet and players err. Each has tests of both sides: positions where it
permits, and their twins where it forbids. `make test` fails while either is missing.
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """One implemented rule."""

    id: str
    meaning: str
    rooms: tuple[str, ...]  # paths under src/ygosim, without suffix


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling that has a pair of tests."""

    id: str
    meaning: str


@dataclass(frozen=True, slots=True)
class MarkedTest:
    """One test function that carries rule markers."""

    file: str  # path in the checkout
    name: str  # function, or Class.function
    rules: frozenset[str]
    sides: frozenset[str]
    rulings: frozenset[str]


def rules() -> list[Rule]:
    """The implemented rules, in the order of docs/rules.toml."""
    listed = tomllib.loads((ROOT / "docs" / "rules.toml").read_text(encoding="utf-8"))["rule"]
    return [Rule(rule["id"], rule["meaning"], tuple(rule["rooms"])) for rule in listed]


def rulings() -> list[Ruling]:
    """The rulings that are tested in pairs, in the order of docs/rulings.toml."""
    text = (ROOT / "docs" / "rulings.toml").read_text(encoding="utf-8")
    return [Ruling(one["id"], one["meaning"]) for one in tomllib.loads(text)["ruling"]]


def marked_tests() -> list[MarkedTest]:
    """Every test that carries a rule marker, by file and place in it."""
    return [
        test
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for test in _marked_in(path)
        if test.rules
    ]


def _marked_in(path: Path) -> Iterator[MarkedTest]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    file = path.relative_to(ROOT).as_posix()
    outer: list[ast.expr] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
        ):
            many = isinstance(node.value, ast.List | ast.Tuple)
            outer += node.value.elts if many else [node.value]  # type: ignore[attr-defined]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield _marked(file, node.name, [*outer, *node.decorator_list])
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    marks = [*outer, *node.decorator_list, *inner.decorator_list]
                    yield _marked(file, f"{node.name}.{inner.name}", marks)


def _marked(file: str, name: str, marks: Iterable[ast.expr]) -> MarkedTest:
    ids: set[str] = set()
    sides: set[str] = set()
    rulings: set[str] = set()
    for mark in marks:
        call = mark if isinstance(mark, ast.Call) else None
        spelled = ast.unparse(call.func if call else mark)
        if spelled == "pytest.mark.rule" and call:
            ids |= {str(ast.literal_eval(argument)) for argument in call.args}
        elif spelled == "pytest.mark.ruling" and call:
            rulings |= {str(ast.literal_eval(argument)) for argument in call.args}
        elif spelled.removeprefix("pytest.mark.") in SIDES:
            sides.add(spelled.removeprefix("pytest.mark."))
    is_test = name.rpartition(".")[2].startswith("test_")
    return MarkedTest(
        file,
        name,
        frozenset(ids if is_test else ()),
        frozenset(sides),
        frozenset(rulings if is_test else ()),
    )


def render() -> str:
    """The text of docs/rules.md: a table of the rules, then the tests of each, one a line."""
    tests = marked_tests()
    table = ["\n| ID | rule | room | permits | forbids |\n|---|---|---|---|---|\n"]
    lists = []
    for rule in rules():
        rooms = ", ".join(f"`{room}`" for room in rule.rooms)
        by_side = {
            side: [test for test in tests if rule.id in test.rules and side in test.sides]
            for side in SIDES
        }
        counts = " | ".join(str(len(by_side[side])) for side in SIDES)
        table.append(f"| [{rule.id}](#{rule.id.lower()}) | {rule.meaning} | {rooms} | {counts} |\n")
        lists.append(f"\n## {rule.id}\n")
        lists += _listed(by_side)
    return INTRODUCTION + "".join(table) + "".join(lists)


def render_rulings() -> str:
    """The text of docs/rulings.md: each ruling with its tests, one a line."""
    tests = marked_tests()
    parts = [RULINGS_INTRODUCTION]
    for ruling in rulings():
        parts.append(f"\n## {ruling.id}\n\n{ruling.meaning}\n")
        parts += _listed(
            {
                side: [test for test in tests if ruling.id in test.rulings and side in test.sides]
                for side in SIDES
            }
        )
    return "".join(parts)


def _listed(by_side: dict[str, list[MarkedTest]]) -> Iterator[str]:
    for side in SIDES:
        yield f"\n{side.capitalize()}:\n\n"
        yield from (f"- {test.file}: `{test.name}`\n" for test in by_side[side])
        if not by_side[side]:
            yield "- none yet\n"
