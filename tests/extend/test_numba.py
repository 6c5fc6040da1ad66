"""Functions compiled by Numba: as fast as C, and never silently wrong."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

from tests.extend.conftest import EXAMPLES
from ygosim.callbacks import Callback, View, choose, holds, numba_signature, policy, predicate
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, Mark, MoveKind
from ygosim.errors import PredicateError
from ygosim.montecarlo import DuelRun

ASKED = 7  # a turn that is reached, but not at once


def careful(shown: View) -> int:
    """Reads every part of a view, with arithmetic that goes below 0."""
    best = 0
    best_worth = -1_000_000
    for i in range(shown.option_count):
        option = shown.options[i]
        worth = shown.random[0] % 97 - shown.random[1] % 101
        worth += shown.hand_count[0] - shown.hand_count[1]
        if option.kind == MoveKind.NORMAL_SUMMON:
            card = shown.hand[option.index]
            worth += 10_000 + card.atk - 500 * option.tributes
        elif option.kind == MoveKind.ATTACK:
            worth += 9_000 - shown.monsters[0][option.index].atk
        elif option.kind == MoveKind.CHOOSE_TARGET:
            card = shown.monsters[option.side, option.index]
            worth += 3_000 - card.atk - card.level + (card.marks & Mark.ARRIVED)
        elif option.kind == MoveKind.ENTER_BATTLE_PHASE:
            worth += 4_000 * (shown.monsters_used[0] != 0) + shown.lp[0] - shown.lp[1]
        elif shown.decision == DecisionKind.DISCARD:
            worth -= shown.hand[option.index].def_
        if worth > best_worth:
            best = i
            best_worth = worth
    return best


def stuck(shown: View) -> int:
    """Raises from the opponent's third turn on."""
    if shown.turn >= ASKED:
        raise RuntimeError("no more ideas")
    return shown.option_count - 1


def beyond(shown: View) -> int:
    """Reads past the end of an array, which compiled code would do in silence."""
    return shown.hand[shown.hand_count[0] + 1_000].atk


def divided(shown: View) -> int:
    """Divides by 0."""
    return shown.turn // (shown.turn - shown.turn)


@pytest.fixture(scope="module")
def compiled() -> Callback:
    return policy(careful)


def test_a_compiled_policy_plays_as_the_same_policy_in_python(
    compiled: Callback, deck: Deck
) -> None:
    plain = policy(careful, compiled=False)
    for second in ("greedy", None):
        runs = [
            DuelRun(deck, deck, policies=(form, second or form), seed=5).results(0, 30)
            for form in (compiled, plain)
        ]
        assert np.array_equal(*runs)
    assert len(np.unique(runs[0]["digest"])) == 30


def test_threads_and_chunks_change_nothing(compiled: Callback, deck: Deck) -> None:
    run = DuelRun(deck, deck, policies=(compiled, "random"), seed=5)
    one = run.simulate(3000)
    four = run.simulate(3000, threads=4, chunk=100)
    assert one.digest == four.digest
    assert one.wins == four.wins
    assert one.win_rate(0).rate > 0.9


def test_a_duel_is_played_again_with_its_log(compiled: Callback, deck: Deck) -> None:
    run = DuelRun(deck, deck, policies=(compiled, "random"), seed=5)
    results = run.results(17, 19)
    for i, index in enumerate((17, 18)):
        duel = run.duel(index)
        assert int(duel.state["decisions"]) == int(results["decisions"][i])
        assert (duel.turn, min(duel.lp)) == (int(results["turns"][i]), int(results["lp"][i].min()))


def test_what_raises_is_reported_with_its_duel_and_traceback(deck: Deck) -> None:
    run = DuelRun(deck, deck, policies=(policy(stuck), "random"), seed=3)
    slow = DuelRun(deck, deck, policies=(policy(stuck, compiled=False), "random"), seed=3)
    with pytest.raises(PredicateError) as expected:
        slow.simulate(50)
    for threads in (1, 2):
        with pytest.raises(PredicateError) as caught:
            run.simulate(50, threads=threads, chunk=1)
        assert str(caught.value) == str(expected.value)
        assert "of run 3, deck A, decision " in str(caught.value)
        assert "policy 'stuck' raised RuntimeError: no more ideas" in str(caught.value)
        cause = caught.value.__cause__
        assert isinstance(cause, RuntimeError)
        frames = []
        trace = cause.__traceback__
        while trace:
            frames.append(trace.tb_frame.f_code.co_name)
            trace = trace.tb_next
        assert frames[-1] == "stuck"


@pytest.mark.parametrize(
    ("function", "error"), [(beyond, IndexError), (divided, ZeroDivisionError)]
)
def test_silent_faults_of_compiled_code_are_found(
    function: Any, error: type[Exception], deck: Deck
) -> None:
    with pytest.raises(PredicateError) as caught:
        choose(Duel((deck, deck)), policy(function))
    assert isinstance(caught.value.__cause__, error)


def test_a_predicate_that_raises_is_not_false(deck: Deck) -> None:
    def fragile(shown: View) -> bool:
        if shown.turn == 2:
            raise ValueError("unsure")
        return shown.lp[0] >= shown.lp[1]

    compiled = predicate(fragile)
    duel = Duel((deck, deck), seed=4)
    assert holds(duel, compiled) is True
    while duel.turn < 2:
        duel.apply(duel.legal()[-1])
    with pytest.raises(PredicateError, match=r"turn 2, .* predicate 'fragile' raised ValueError"):
        holds(duel, compiled)


def test_a_raw_cfunc_is_guarded_too(deck: Deck) -> None:
    signature = numba_signature()

    @numba.cfunc(signature)
    def raw(pointer: Any, _data: Any) -> Any:
        shown = numba.carray(pointer, 1)[0]
        if shown.turn > 2:
            raise ValueError("too late")
        return shown.option_count - 1

    # Left alone, Numba prints what was raised and returns 0: a legal answer.
    run = DuelRun(deck, deck, policies=(raw, "random"), seed=3)
    with pytest.raises(PredicateError, match=r"duel 0 of run 3, deck A, .*'raw' failed"):
        run.simulate(5)


def test_a_cfunc_of_another_signature_is_refused() -> None:
    square = numba.cfunc("float64(float64)")(lambda x: x * x)
    with pytest.raises(TypeError, match="has the signature"):
        policy(square)


def test_a_dispatcher_is_taken_unless_it_defeats_the_guard(deck: Deck) -> None:
    taken = policy(numba.njit(lambda shown: shown.option_count - 1))
    assert choose(Duel((deck, deck), seed=1), taken).kind is MoveKind.END_TURN
    with pytest.raises(TypeError, match="past which no exception can be caught"):
        policy(numba.njit(inline="always")(stuck))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda shown: shown.lp[0] / 2, "returns float64; it must return an integer"),
        (lambda _shown: None, "returns none; it must return an integer"),
        (lambda shown: shown.turn > 1, "returns bool; it must return an integer"),
        (lambda shown: shown.secrets, "cannot compile policy .*secrets"),
    ],
    ids=["float", "none", "bool", "no field"],
)
def test_functions_that_cannot_answer_are_refused(function: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        policy(function)


def test_an_answer_too_large_is_no_small_one(deck: Deck) -> None:
    huge = policy(lambda shown: shown.turn * 2**32)
    with pytest.raises(PredicateError, match="expected an option"):
        choose(Duel((deck, deck)), huge)


def test_the_example_wins() -> None:
    script = EXAMPLES / "numba_policy.py"
    done = subprocess.run(
        [sys.executable, script, "500"], capture_output=True, text=True, check=True
    )
    assert "bold wins" in done.stdout
