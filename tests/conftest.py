"""What tests share: the collected sources beside the checkout, and the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]


class Run(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of collected sources ($YGOSIM_SHARED, or ../shared); absent, the test skips."""
    folder = Path(os.environ.get("YGOSIM_SHARED") or ROOT.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"no collected sources at {folder}; YGOSIM_SHARED says where they are")
    return folder


@pytest.fixture
def ygosim(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Run]:
    """Call the command line as a shell would: `ygosim("deck", "check", path)`."""
    from ygosim.cli.main import main

    def run(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["ygosim", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        code = ended.value.code
        return Run(code if isinstance(code, int) else int(bool(code)), out, err)

    return run
