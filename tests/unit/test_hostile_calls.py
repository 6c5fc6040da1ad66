"""Odd calls of the command: a message and the right exit status, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ygosim.cards.demo import deck_path
from ygosim.errors import CardNotFoundError
from ygosim.intervals import check_confidence

DECK = str(deck_path("beatdown"))


def ygosim(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own: what the shell sees."""
    program = "from ygosim.cli.main import main; main()"
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        check=False,
        capture_output=options.pop("capture_output", True),
        text=True,
        encoding="utf-8",
        errors="replace",
        env=environment,
        **options,
    )


def test_a_long_name_is_cut_in_the_message() -> None:
    assert len(str(CardNotFoundError("x" * 100_000))) < 200


@pytest.mark.parametrize("confidence", [float("nan"), 0.0, 1.0, 1 - 2**-53])
def test_a_confidence_without_quantile_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence is"):
        check_confidence(confidence)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("duel", DECK, DECK, "-n", "5", "--stop", "nan"), "'nan' is no number"),
        (("duel", DECK, DECK, "-n", "5", "--confidence", "nan"), "'nan' is no number"),
        (("match", DECK, DECK, "-n", "5", "--confidence", "0.99999999999999994"), "confidence is"),
        (("hands", DECK, "--want", "1 >= 1", "--confidence", "nan"), "'nan' is no number"),
        (("duel", "", DECK), "the name of a deck is empty"),
        (("deck", "check", DECK, "--list", "#x"), "no built-in list '#x'"),
    ],
)
def test_a_wrong_call_ends_with_2(arguments: tuple[str, ...], says: str) -> None:
    ended = ygosim(*arguments)
    assert (ended.returncode, says in ended.stderr) == (2, True), ended.stderr
    assert "Traceback" not in ended.stderr


def test_letters_that_the_screen_lacks_are_spelled() -> None:
    narrow = {"PYTHONIOENCODING": "ascii"}
    ended = ygosim("cards", "find", "angel", "--limit", "0", env=narrow)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\\xc1" in ended.stdout
    as_json = ygosim("cards", "show", "Lovely Angel", "--json", env=narrow)
    assert as_json.stdout.isascii()


def test_a_closed_output_is_said() -> None:
    program = "import sys; sys.stdout = None; from ygosim.cli.main import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", program, "rules"], check=False, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (1, "ygosim: standard output is closed\n")


def test_an_error_of_the_system_names_the_file(tmp_path: Path) -> None:
    ended = ygosim("duel", DECK, DECK, "-n", "5", "--csv", str(tmp_path / "no" / "x.csv"))
    assert ended.returncode == 1
    assert ended.stderr == f"ygosim: {tmp_path / 'no' / 'x.csv'}: No such file or directory\n"
