"""`ygosim scenario run`: what differs, with its line; exit status; JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

TEXT = """\
about: A Normal Summon.
players: [{hand: [Gemini Elf]}, {deck: [Mokey Mokey]}]
script:
  - 0: Normal Summon Gemini Elf
expect:
  turn: 2
  players: [{monsters: {0: Gemini Elf}}, {}]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "summon.yaml"
    path.write_text(TEXT)
    return path


def test_a_scenario_as_expected_exits_with_0(ygosim: Command, file: Path) -> None:
    run = ygosim("scenario", "run", file)
    assert (run.status, run.out, run.err) == (0, "1 as expected\n", "")


def test_what_differs_is_printed_with_its_line(ygosim: Command, file: Path) -> None:
    file.write_text(TEXT.replace("turn: 2", "turn: 3"))
    run = ygosim("scenario", "run", file, file)
    line = f"{file}:6: turn: expected 3, found 2\n"
    assert (run.status, run.out) == (1, line * 2 + "0 as expected, 2 not\n")


def test_a_broken_file_does_not_keep_the_others_from_running(
    ygosim: Command, file: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text(TEXT.replace("Summon", "Sumon"))
    run = ygosim("scenario", "run", broken, tmp_path / "none.yaml", file)
    assert run.status == 1
    assert run.out == "1 as expected, 2 not\n"
    assert f"{broken}:4: found 'Normal Sumon Gemini Elf'; expected a choice in words" in run.err
    assert "none.yaml" in run.err


def test_verbose_tells_what_happens(ygosim: Command, file: Path) -> None:
    run = ygosim("scenario", "run", "-v", file)
    assert f"{file}: A Normal Summon.\n" in run.out
    assert "    player 0 Normal Summons Gemini Elf to monster zone 0\n" in run.out
    assert "monsters: 0 Gemini Elf (1900/900, attack)" in run.out


def test_json_says_everything(ygosim: Command, file: Path, tmp_path: Path) -> None:
    file.write_text(
        TEXT.replace("turn: 2", "turn: 3").replace("about", "unsupported: blank\nabout")
    )
    run = ygosim("scenario", "run", file, tmp_path / "none.yaml", "--json", "-v")
    answer = json.loads(run.out)
    assert (run.status, run.err, answer["agree"]) == (1, "", False)
    first, second = answer["files"]
    assert first == {
        "file": str(file),
        "agrees": False,
        "rules": "mr5",
        "blanked": [],
        "differences": [{"line": 7, "what": "turn", "expected": "3", "found": "2"}],
        "log": ["    player 0 Normal Summons Gemini Elf to monster zone 0"],
    }
    assert "none.yaml" in second["error"]


def test_blanked_cards_are_named(ygosim: Command, file: Path) -> None:
    file.write_text(TEXT.replace("[Gemini Elf]", "[Gemini Elf, Tremendous Fire]"))
    run = ygosim("scenario", "run", file)
    assert (run.status, "Tremendous Fire" in run.err) == (1, True)
    file.write_text(
        "unsupported: blank\n" + TEXT.replace("[Gemini Elf]", "[Gemini Elf, Tremendous Fire]")
    )
    assert "played without effect: Tremendous Fire" in ygosim("scenario", "run", "-v", file).out
