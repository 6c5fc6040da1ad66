"""Functions of C: through ctypes, by address, in capsules."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.extend.conftest import EXAMPLES
from ygosim.callbacks import CAPSULE_NAME, Callback, View, choose, holds, policy, predicate
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import EndCause, MoveKind, Position
from ygosim.errors import PredicateError
from ygosim.montecarlo import DuelRun

KINDS = (MoveKind.NORMAL_SUMMON, MoveKind.ATTACK, MoveKind.ENTER_BATTLE_PHASE)


@pytest.fixture
def library(c_example: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(c_example))


def capsule(address: int, name: bytes, data: int = 0) -> object:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = (
        ctypes.py_object,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    )
    set_context = ctypes.pythonapi.PyCapsule_SetContext
    set_context.argtypes = (ctypes.py_object, ctypes.c_void_p)
    made: object = new(address, name, None)
    set_context(made, data)
    return made


def address_of(function: ctypes._CFuncPtr) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def prefer(shown: View) -> int:
    """The policy of can_win_now.c in Python."""
    for kind in KINDS:
        for i in range(shown.option_count):
            if shown.options[i].kind == kind:
                return i
    return 0


def can_win_now(shown: View) -> bool:
    """Its predicate."""
    attackers = (card.atk for card in shown.monsters[0] if card.position == Position.FACE_UP_ATTACK)
    return not shown.monsters_used[1] and sum(attackers) >= shown.lp[1]


def test_the_example_says_what_it_should(c_example: Path) -> None:
    script = EXAMPLES / "c_predicate" / "use.py"
    done = subprocess.run(
        [sys.executable, script, c_example], capture_output=True, text=True, check=True
    )
    assert "had a win on the field" in done.stdout
    assert "duels against random" in done.stdout


def test_a_c_policy_plays_as_the_same_policy_in_python(library: ctypes.CDLL, deck: Deck) -> None:
    wanted = (ctypes.c_int32 * 4)(*KINDS, 0)
    data = ctypes.addressof(wanted)
    address = address_of(library.prefer)
    name = CAPSULE_NAME.encode()
    forms = (
        Callback(library.prefer, data=data, owner=wanted),
        Callback(address, data=data, owner=(library, wanted)),
        Callback(capsule(address, name, data), owner=(name, library, wanted)),
        policy(prefer, compiled=False),
    )
    results = [
        DuelRun(deck, deck, policies=(form, "random"), seed=7).results(0, 40) for form in forms
    ]
    for other in results[1:]:
        assert np.array_equal(results[0], other)
    assert (results[0]["winner"] == 0).mean() > 0.7


def test_a_c_predicate_holds_where_python_says_so(library: ctypes.CDLL, deck: Deck) -> None:
    compiled, plain = predicate(library.can_win_now), predicate(can_win_now, compiled=False)
    answers = set()
    for index in range(6):
        duel = Duel((deck, deck), seed=1, index=index)
        while not duel.over:
            answer = holds(duel, compiled)
            assert answer is holds(duel, plain)
            answers.add(answer)
            duel.apply(0)
    assert answers == {False, True}


def test_a_c_function_that_fails_is_reported(library: ctypes.CDLL, deck: Deck) -> None:
    failing = policy(library.prefer)  # without its list it returns YGO_FAILED
    with pytest.raises(PredicateError, match=r"duel 4 of run 9, deck B, decision \d+: policy"):
        DuelRun(deck, deck, policies=("random", failing), seed=9).results(4, 5)
    with pytest.raises(PredicateError, match=r"turn 1, decision 1: .*expected an option, 0 to"):
        choose(Duel((deck, deck)), failing)


def test_an_answer_that_is_no_option_is_no_move(deck: Deck) -> None:
    beyond = policy(lambda shown: shown.option_count, compiled=False)
    with pytest.raises(PredicateError, match=r"deck A, decision 1: .* answered (\d+); expected"):
        DuelRun(deck, deck, policies=(beyond, "random"), first="a").results(0, 1)


def test_a_capsule_of_another_signature_is_refused() -> None:
    wrong = b"double (double, void *)"
    with pytest.raises(TypeError, match="named 'double \\(double, void \\*\\)'"):
        policy(capsule(1, wrong))


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("greedy", "no function"),
        (None, "no function"),
        (True, "no function"),
        (0, "no address"),
        (-1, "no address"),
    ],
)
def test_what_is_no_function_is_refused(what: object, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        policy(what)


def test_a_python_function_behind_ctypes_is_refused() -> None:
    # ctypes prints what such a function raises and returns 0: a wrong answer.
    signature = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    with pytest.raises(TypeError, match="give the Python function itself"):
        policy(signature(lambda _shown, _data: 0))


def test_a_predicate_is_no_policy(library: ctypes.CDLL) -> None:
    with pytest.raises(TypeError, match="'can_win_now' is a predicate, no policy"):
        policy(predicate(library.can_win_now))


def test_python_policies_say_what_they_raised(deck: Deck) -> None:
    def late(shown: View) -> int:
        if shown.turn >= 3:
            raise LookupError("no plan for this")
        return 0

    run = DuelRun(deck, deck, policies=(policy(late, compiled=False), "random"), seed=1)
    with pytest.raises(PredicateError, match="duel 0 of run 1, deck A") as caught:
        run.simulate(10, threads=2)
    assert isinstance(caught.value.__cause__, LookupError)
    assert any(entry.name == "late" for entry in caught.traceback) or "late" in str(caught.value)


def test_a_policy_without_an_answer_is_reported(deck: Deck) -> None:
    silent = policy(lambda _shown: None, compiled=False)
    with pytest.raises(PredicateError, match="returned None; it must return an integer"):
        choose(Duel((deck, deck)), silent)


def test_a_duel_played_alone_is_the_duel_of_the_run(deck: Deck) -> None:
    def varied(shown: View) -> int:
        return shown.random[1] % shown.option_count

    run = DuelRun(deck, deck, policies=policy(varied, compiled=False), seed=11)
    results = run.results(0, 4)
    for index in range(4):
        duel = run.duel(index)
        assert duel.end_cause == EndCause(int(results["end_cause"][index]))
        assert (duel.turn, int(duel.state["decisions"])) == (
            int(results["turns"][index]),
            int(results["decisions"][index]),
        )
