"""A Cython module of a user's, built against the package that is installed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.extend.conftest import EXAMPLES
from ygosim._core.runner import BuiltInPlayer
from ygosim.callbacks import View, policy
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import MoveKind, PolicyKind
from ygosim.montecarlo import DuelRun
from ygosim.rules import Rules
from ygosim.template import DuelSetup, setup_from_decks

DUELS = 20


def build(folder: Path) -> ModuleType:
    """Build examples/cython_policy in a copy, and import it."""
    shutil.copytree(EXAMPLES / "cython_policy", folder)
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (library,) = folder.glob("highest.*.so")
    spec = importlib.util.spec_from_file_location("highest", library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wins_in_python(setup: DuelSetup) -> int:
    """The duels of `highest.play`, a move at a time through the checked edge."""
    wins = 0
    for index in range(DUELS):
        duel = Duel.from_setup(setup, seed=1, index=index)
        random = BuiltInPlayer(PolicyKind.RANDOM, 1, index, 1)
        while not duel.over:
            legal = duel.legal()
            if duel.player == 1:
                duel.apply({move.encode(): move for move in legal}[random.choose(duel.handle)])
                continue
            summons = [move for move in legal if move.kind is MoveKind.NORMAL_SUMMON]
            if summons:
                atk = [setup.definitions[int(duel.state["code"][m.card])].atk or 0 for m in summons]
                duel.apply(summons[atk.index(max(atk))])
                continue
            passed = (MoveKind.END_TURN, MoveKind.SET_MONSTER)
            rest = [move for move in legal if move.kind not in passed]
            duel.apply(rest[0] if rest else legal[-1])
        wins += duel.winner == 0
    return wins


@pytest.mark.usefixtures("compiler")
def test_a_module_that_cimports_the_core_plays(tmp_path: Path, deck: Deck) -> None:
    pytest.importorskip("setuptools")
    highest = build(tmp_path / "highest")
    setup = setup_from_decks((deck, deck), Rules.mr5)
    wins, digest = highest.play(setup.template, 1, DUELS)
    assert wins == wins_in_python(setup) > DUELS // 2
    assert (wins, digest) == highest.play(setup.template, 1, DUELS)
    with pytest.raises(TypeError):
        highest.play(object(), 1, 1)

    def any_option(shown: View) -> int:
        return shown.random[0] % shown.option_count

    # Its C function through the capsule that Cython makes for `cdef api`.
    forms = (highest.__pyx_capi__["any_option"], policy(any_option, compiled=False))
    runs = [DuelRun(deck, deck, policies=(form, "random"), seed=2).results(0, 50) for form in forms]
    assert np.array_equal(*runs)
