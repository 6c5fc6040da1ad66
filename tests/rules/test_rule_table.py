"""Every implemented rule has a test where it permits and one where it forbids."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

_spec = importlib.util.spec_from_file_location("rule_table", ROOT / "tools" / "rule_table.py")
assert _spec is not None
assert _spec.loader is not None
rule_table = importlib.util.module_from_spec(_spec)
sys.modules["rule_table"] = rule_table
_spec.loader.exec_module(rule_table)

RULES = rule_table.rules()
RULINGS = rule_table.rulings()
TESTS = rule_table.marked_tests()


@pytest.mark.parametrize("side", rule_table.SIDES)
@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_the_rule_has_a_test_of_either_side(rule: str, side: str) -> None:
    shown = [test for test in TESTS if rule in test.rules and side in test.sides]
    assert shown, (
        f'write a test with @pytest.mark.rule("{rule}") and @pytest.mark.{side}, '
        "then run `make generate`"
    )


@pytest.mark.parametrize("side", rule_table.SIDES)
@pytest.mark.parametrize("ruling", [ruling.id for ruling in RULINGS])
def test_the_ruling_has_a_test_of_either_side(ruling: str, side: str) -> None:
    shown = [test for test in TESTS if ruling in test.rulings and side in test.sides]
    assert shown, (
        f'write a test with @pytest.mark.ruling("{ruling}"), a rule and @pytest.mark.{side}, '
        "then run `make generate`"
    )


def test_every_ruling_marker_names_a_ruling() -> None:
    known = {ruling.id for ruling in RULINGS}
    for test in TESTS:
        where = f"{test.file}::{test.name}"
        assert test.rulings <= known, f"{where}: {test.rulings - known} not in docs/rulings.toml"


def test_every_marker_names_an_implemented_rule_and_a_side() -> None:
    known = {rule.id for rule in RULES}
    for test in TESTS:
        where = f"{test.file}::{test.name}"
        assert test.rules <= known, f"{where}: {sorted(test.rules - known)} not in docs/rules.toml"
        assert test.sides, f"{where} has a rule marker, but neither permits nor forbids"


def test_rule_ids_are_unique() -> None:
    ids = [entry.id for entry in (*RULES, *RULINGS)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("room", sorted({room for rule in RULES for room in rule.rooms}))
def test_the_room_exists(room: str) -> None:
    base = ROOT / "src" / "ygosim" / room
    assert base.is_dir() or any(base.with_suffix(s).exists() for s in (".py", ".pyx", ".pxd"))


def test_the_table_is_up_to_date() -> None:
    table = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert table == rule_table.render(), "run `make generate` and commit docs/rules.md"
    pairs = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert pairs == rule_table.render_rulings(), "run `make generate` and commit docs/rulings.md"


def test_markers_are_read_from_functions_classes_and_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tests" / "test_sample.py"
    path.parent.mkdir()
    path.write_text(
        "import pytest\n"
        "pytestmark = [pytest.mark.rule('A-1')]\n"
        "@pytest.mark.rule('B-1', 'B-2')\n"
        "@pytest.mark.permits\n"
        "@pytest.mark.ruling('twin')\n"
        "def test_one(): ...\n"
        "@pytest.mark.forbids\n"
        "class TestTwo:\n"
        "    @pytest.mark.rule('C-1')\n"
        "    def test_inner(self): ...\n"
        "    @pytest.mark.rule('D-1')\n"
        "    def helper(self): ...\n"
    )
    monkeypatch.setattr(rule_table, "ROOT", tmp_path)
    found = rule_table.marked_tests()
    assert [
        (test.name, sorted(test.rules), sorted(test.sides), sorted(test.rulings)) for test in found
    ] == [
        ("test_one", ["A-1", "B-1", "B-2"], ["permits"], ["twin"]),
        ("TestTwo.test_inner", ["A-1", "C-1"], ["forbids"], []),
    ]
