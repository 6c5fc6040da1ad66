"""The README's examples run and print what it says."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_readme_is_true() -> None:
    readme = Path(__file__).parents[2] / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 10
    assert failed == 0
