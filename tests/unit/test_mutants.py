"""The list of the core's conditions that `make mutants` breaks is whole, and fits the sources."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tools.mutants.listing import (
    CORE,
    ROOT,
    Condition,
    StaleError,
    faults_of,
    read_listing,
    rewrite,
)

ENTRY = """
[a_limit]
file = "turn.pxd"
at = "{at}"
becomes = "over > 1"
breaks = "TURN-4: a limit"
"""


def condition(at: str = "if «over > 0»:", becomes: str = "over > 1") -> Condition:
    return Condition(1, "a_limit", "turn.pxd", at, becomes, "TURN-4: a limit")


def a_core(folder: Path, text: str) -> Path:
    (folder / CORE).mkdir(parents=True)
    (folder / CORE / "turn.pxd").write_text(text, encoding="utf-8")
    return folder


def a_listing(folder: Path, **rooms: str) -> Path:
    for room, entries in rooms.items():
        (folder / f"{room}.toml").write_text(entries, encoding="utf-8")
    return folder


def test_each_listed_condition_is_found_once() -> None:
    assert faults_of(read_listing()) == []


def test_a_hundred_conditions_are_listed() -> None:
    assert len(read_listing()) >= 100


def test_every_room_that_plays_is_looked_at() -> None:
    passive = {"bitset", "enums", "layout", "opcodes", "rng", "tail", "types"}
    passive |= {"play_effects", "play_plain", "runner"}  # `play` has their conditions
    rooms = {path.stem for path in (ROOT / CORE).glob("*.p[xy][dx]")} - {"__init__"}
    assert rooms - passive == {Path(each.file).stem for each in read_listing()}


def test_an_entry_says_what_it_breaks() -> None:
    assert [each.name for each in read_listing() if len(each.breaks.split()) < 3] == []


def test_the_rules_that_entries_name_are_rules() -> None:
    rules = tomllib.loads((ROOT / "docs/rules.toml").read_text(encoding="utf-8"))["rule"]
    named = re.findall(r"\b[A-Z]+-\d+", " ".join(each.breaks for each in read_listing()))
    assert set(named) - {rule["id"] for rule in rules} == set()


def test_another_layout_of_the_lines_is_no_other_place(tmp_path: Path) -> None:
    root = a_core(tmp_path, "    if (a\n            and over\n            > 0):\n")
    assert faults_of([condition("if (a and «over > 0»):")], root) == []


@pytest.mark.parametrize("text", ["if over > 2:", "if over > 0:\nif over > 0:"])
def test_a_condition_not_found_once_is_named(tmp_path: Path, text: str) -> None:
    (fault,) = faults_of([condition()], a_core(tmp_path, text))
    assert fault.startswith("a_limit: found")


def test_a_condition_that_stays_the_same_is_named(tmp_path: Path) -> None:
    root = a_core(tmp_path, "if over > 0:")
    assert faults_of([condition(becomes="over  > 0")], root) == ["a_limit: becomes what it is"]


@pytest.mark.parametrize("at", ["if over > 0:", "if «over» > «0»:"])
def test_an_entry_that_marks_no_condition_is_refused(tmp_path: Path, at: str) -> None:
    with pytest.raises(StaleError, match="a_limit: `at` must mark one condition"):
        read_listing(a_listing(tmp_path, turn=ENTRY.format(at=at)))


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StaleError, match="a_limit: unknown or missing: why"):
        read_listing(a_listing(tmp_path, turn=ENTRY.format(at="«x»") + 'why = "so"\n'))


def test_an_entry_stands_with_those_of_its_room(tmp_path: Path) -> None:
    entry = ENTRY.format(at="«x»")
    (found,) = read_listing(a_listing(tmp_path, turn=entry))
    assert (found.number, found.name, found.file) == (1, "a_limit", "turn.pxd")
    with pytest.raises(StaleError, match=r"a_limit: an entry of turn\.pxd in chain\.toml"):
        read_listing(a_listing(tmp_path, chain=entry))


def test_two_entries_of_one_name_are_refused(tmp_path: Path) -> None:
    entry = ENTRY.format(at="«x»")
    other = entry.replace("turn.pxd", "chain.pyx")
    with pytest.raises(StaleError, match="a_limit: two entries have this name"):
        read_listing(a_listing(tmp_path, turn=entry, chain=other))


def test_a_condition_becomes_a_choice_at_run_time() -> None:
    assert rewrite("from x cimport y\nif over > 0:\n", [condition()]) == (
        "from ygosim._core.mutant cimport mutant\nfrom x cimport y\n"
        "if ((not (not (over > 1))) if mutant(1) else (not (not (over > 0)))):\n"
    )
