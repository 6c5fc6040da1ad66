"""What the tests of embedding share: a compiler, a deck, the examples."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

import ygosim
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-pedantic")


@pytest.fixture(scope="session")
def deck() -> Deck:
    return Deck.read(deck_path("beatdown"))


@pytest.fixture(scope="session")
def compiler() -> str:
    """The C compiler that this Python was built with, or another; without one, the test skips."""
    configured = (sysconfig.get_config_var("CC") or "cc").split()[0]
    for name in (os.environ.get("CC", configured), "cc", "gcc", "clang"):
        if found := shutil.which(name):
            return found
    pytest.skip("no C compiler on the path")


@pytest.fixture(scope="session")
def compile_c(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Compile a C source against the header: `compile_c(path, "-shared", "-fPIC")`."""

    def build(source: Path, *options: str) -> Path:
        target = tmp_path_factory.mktemp("c") / f"{source.stem}.out"
        include = ("-I", ygosim.get_include())
        command = [compiler, "-O2", *WARNINGS, *include, *options, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return target

    return build


@pytest.fixture(scope="session")
def c_example(compile_c: Callable[..., Path]) -> Path:
    """examples/c_predicate as a shared library."""
    return compile_c(EXAMPLES / "c_predicate" / "can_win_now.c", "-shared", "-fPIC")
