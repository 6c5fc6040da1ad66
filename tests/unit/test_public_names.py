"""The names of the package itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ygosim


@pytest.mark.parametrize("name", ygosim.__all__)
def test_a_public_name_is_there(name: str) -> None:
    assert getattr(ygosim, name).__module__.startswith("ygosim")
    assert name in dir(ygosim)


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Dule'"):
        ygosim.Dule  # noqa: B018


def test_importing_the_package_loads_no_room_behind_it() -> None:
    code = "import sys, ygosim; print([m for m in sys.modules if m.startswith('ygosim.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
