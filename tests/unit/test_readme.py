"""The README's examples run and print what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from ygosim.cards.pool import definitions

README = Path(__file__).parents[2] / "README.md"


def test_the_number_of_cards_is_that_of_the_pool() -> None:
    said = re.findall(r"Today (\d+) cards are played", README.read_text(encoding="utf-8"))
    assert [int(number) for number in said] == [len(definitions())]


def test_the_readme_is_true() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 10
    assert failed == 0
