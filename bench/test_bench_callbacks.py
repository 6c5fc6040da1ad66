"""Functions of your own in runs of duels: ns per decision, beside what is built in.

The same policy, a uniformly random option, in every form.
"""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ygosim
from ygosim.callbacks import Callback, View, policy
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.montecarlo import DuelRun

DUELS = 5_000
EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "cython_policy"
BUILT_IN, RANDOM, RANDOM_FEW = 1_737_271, 1_732_433, 17_282  # decisions
SOURCE = """
#include "ygosim.h"
int32_t any_option(const ygo_view *view, void *data) {
    (void)data;
    return view->random[0] % view->option_count;
}
"""


def any_option(shown: View) -> int:
    """A random option."""
    return shown.random[0] % shown.option_count


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on the path")
    folder = tmp_path_factory.mktemp("policies")
    (folder / "policies.c").write_text(SOURCE)
    include = ("-I", ygosim.get_include())
    target = folder / "policies.so"
    command = [compiler, "-O2", "-shared", "-fPIC", *include, "policies.c", "-o", target]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(target))


def measure(benchmark: Any, who: str | Callback, decisions: int, duels: int = DUELS) -> None:
    deck = Deck.read(deck_path("beatdown"))
    run = DuelRun(deck, deck, policies=who, seed=1)
    assert int(run.results(0, duels)["decisions"].sum()) == decisions
    benchmark.pedantic(run.results, (0, duels), rounds=7)
    benchmark.extra_info["decisions/duel"] = round(decisions / duels, 1)
    seconds = benchmark.stats.stats.min
    benchmark.extra_info["ns/decision"] = round(seconds / decisions * 1e9, 1)


GROUP = "a random option"


@pytest.mark.benchmark(group=GROUP)
def test_built_in(benchmark: Any) -> None:
    measure(benchmark, "random", BUILT_IN)


@pytest.mark.benchmark(group=GROUP)
def test_numba(benchmark: Any) -> None:
    measure(benchmark, policy(any_option), RANDOM)


@pytest.mark.benchmark(group=GROUP)
def test_c(benchmark: Any, library: ctypes.CDLL) -> None:
    measure(benchmark, policy(library.any_option), RANDOM)


@pytest.mark.benchmark(group=GROUP)
def test_cython(benchmark: Any, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "highest")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=tmp_path / "highest", check=True, capture_output=True)
    (path,) = (tmp_path / "highest").glob("highest.*.so")
    spec = importlib.util.spec_from_file_location("highest", path)
    assert spec is not None
    assert spec.loader is not None
    highest = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(highest)
    measure(benchmark, policy(highest.__pyx_capi__["any_option"]), RANDOM)


@pytest.mark.benchmark(group=GROUP)
def test_python(benchmark: Any) -> None:
    measure(benchmark, policy(any_option, compiled=False), RANDOM_FEW, 50)
