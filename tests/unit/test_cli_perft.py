"""`ygosim perft`: counts, comparison, exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

POSITION = """\
rules: mr5
players:
  - hand: [Mokey Mokey]
    deck: [Mokey Mokey]
  - deck: [Mokey Mokey, Mokey Mokey]
counts: {1: 4, 2: 16}
"""


@pytest.fixture
def perft_file(tmp_path: Path) -> Path:
    path = tmp_path / "some.perft"
    path.write_text(POSITION)
    return path


def test_counts_that_agree_exit_with_0(ygosim: Command, perft_file: Path) -> None:
    run = ygosim("perft", perft_file)
    assert run.status == 0
    assert "as in the file" in run.out


def test_counts_that_differ_exit_with_1(ygosim: Command, perft_file: Path) -> None:
    perft_file.write_text(POSITION.replace("1: 4", "1: 5"))
    run = ygosim("perft", perft_file)
    assert run.status == 1
    assert "differs" in run.out
    assert "1 count(s) differ" in run.err


def test_json_says_everything(ygosim: Command, perft_file: Path) -> None:
    run = ygosim("perft", perft_file, "--json", "--divide")
    answer = json.loads(run.out)
    assert answer["agree"] is True
    (file,) = answer["files"]
    assert [(row["depth"], row["count"], row["expected"]) for row in file["counts"]] == [
        (1, 4, 4),
        (2, 16, 16),
    ]
    assert sum(row["count"] for row in file["divide"]) == 16
    assert file["divide"][0]["move"] == "Normal Summon Mokey Mokey"


def test_a_wrong_count_shows_in_json_and_status(ygosim: Command, perft_file: Path) -> None:
    perft_file.write_text(POSITION.replace("2: 16", "2: 15"))
    run = ygosim("perft", perft_file, "--json")
    assert (run.status, json.loads(run.out)["agree"]) == (1, False)


def test_depth_goes_past_the_counts(ygosim: Command, perft_file: Path) -> None:
    run = ygosim("perft", perft_file, "--depth", "3", "--json")
    counts = json.loads(run.out)["files"][0]["counts"]
    assert [row["expected"] for row in counts] == [4, 16, None]
    assert run.status == 0


def test_a_file_without_counts_needs_a_depth(ygosim: Command, perft_file: Path) -> None:
    perft_file.write_text(POSITION.split("counts")[0])
    assert ygosim("perft", perft_file, "--depth", "1").status == 0
    run = ygosim("perft", perft_file)
    assert run.status == 2
    assert "--depth" in run.err


def test_a_broken_file_is_named_with_its_line(ygosim: Command, perft_file: Path) -> None:
    perft_file.write_text(POSITION.replace("rules: mr5", "rules: mr9"))
    run = ygosim("perft", perft_file)
    assert run.status == 1
    assert f"{perft_file}:1: found 'mr9'; expected expert or mr1" in run.err


def test_cards_with_effects_are_refused_unless_the_file_says_blank(
    ygosim: Command, perft_file: Path
) -> None:
    text = POSITION.replace("hand: [Mokey Mokey]", "hand: [Tremendous Fire]").split("counts")[0]
    perft_file.write_text(text)
    run = ygosim("perft", perft_file, "--depth", "1")
    assert run.status == 1
    assert "Tremendous Fire" in run.err
    perft_file.write_text(text + "unsupported: blank\n")
    run = ygosim("perft", perft_file, "--depth", "1")
    assert run.status == 0
    assert "played without effect: Tremendous Fire" in run.out
