"""Runs of matches: siding, counts, the same whatever the threads."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.cards.siding import SwapPlan
from ygosim.errors import DeckError, UnsupportedCardError
from ygosim.montecarlo import MatchesResult, MatchRun, simulate_matches
from ygosim.rules import Rules

CATALOGUE = Catalogue.default()
A = Deck.read(deck_path("beatdown"))
B = Deck.read(deck_path("tribute"))
# Three monsters of no use against three of the deck's, to see siding work.
WEAK = CATALOGUE.by_name("Mokey Mokey")
STRONG = CATALOGUE[A.main[0]]
SIDED = Deck("sided", A.main, (), (WEAK.passcode,) * 3)


def plan(text: str) -> SwapPlan:
    return SwapPlan.parse(text, CATALOGUE)


WEAKEN = plan(
    f"!first\n-3 {STRONG.name}\n+3 {WEAK.name}\n!second\n-3 {STRONG.name}\n+3 {WEAK.name}"
)


def counted(result: MatchesResult) -> dict[str, Any]:
    report = result.as_dict()
    for name in ("seconds", "matches_per_second", "threads"):
        del report[name]
    return report


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1000), (1, 37), (2, 64), (3, 100)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int) -> None:
    run = MatchRun(A, SIDED, side_b=WEAKEN, policies=("greedy", "random"), seed=9)
    expected = run.simulate(300, keep_results=True)
    result = run.simulate(300, threads=threads, chunk=chunk, keep_results=True)
    assert counted(result) == counted(expected)
    assert expected.results is not None
    assert result.results is not None
    assert result.results.tobytes() == expected.results.tobytes()


def test_counts_are_those_of_the_matches() -> None:
    result = MatchRun(A, A, policies="random", seed=3).simulate(400, keep_results=True)
    rows = result.results
    assert rows is not None
    assert result.wins == tuple(int((rows["winner"] == deck).sum()) for deck in (0, 1))
    assert sum(result.wins) + result.draws + result.aborted == 400
    assert result.duels == int(rows["duels"].sum())
    assert result.duels_per_match.value == pytest.approx(rows["duels"].mean())
    assert result.duels_per_match.spread == pytest.approx(rows["duels"].std(ddof=1))
    assert result.turns.value == pytest.approx(rows["turns"].mean())
    first = rows["firsts"][:, 0] == 0
    rate = result.duel_win_rate(0, goes_first=True, after_siding=False)
    assert rate.trials == int(first.sum())
    assert rate.successes == int((rows["winners"][first, 0] == 0).sum())
    later = [
        (int(row["firsts"][n]), int(row["winners"][n]))
        for row in rows
        for n in range(1, int(row["duels"]))
    ]
    rate = result.duel_win_rate(1, goes_first=False, after_siding=True)
    assert rate.trials == sum(first == 0 for first, _ in later)
    assert rate.successes == sum(first == 0 and winner == 1 for first, winner in later)


def test_duel_1_is_played_with_the_decks_as_registered() -> None:
    plain = MatchRun(SIDED, B, policies="greedy", seed=4).results(0, 100)
    sided = MatchRun(SIDED, B, side_a=WEAKEN, policies="greedy", seed=4).results(0, 100)
    assert (plain["digest"][:, 0] == sided["digest"][:, 0]).all()
    assert (plain["digest"][:, 1] != sided["digest"][:, 1]).all()


def test_siding_follows_the_seat() -> None:
    only_second = plan(f"!second\n-3 {STRONG.name}\n+3 {WEAK.name}")
    plain = MatchRun(SIDED, B, policies="greedy", seed=4).results(0, 200)
    sided = MatchRun(SIDED, B, side_a=only_second, policies="greedy", seed=4).results(0, 200)
    went_first = plain["firsts"][:, 1] == 0
    assert went_first.any()
    assert not went_first.all()
    same = plain["digest"][:, 1] == sided["digest"][:, 1]
    assert (same == went_first).all()


def test_the_siding_effect_is_seen() -> None:
    names = list(dict.fromkeys(CATALOGUE[passcode].name for passcode in A.main))[:5]
    out = "".join(f"-3 {name}\n" for name in names)
    deck = Deck("fifteen", A.main, (), (WEAK.passcode,) * 15)
    weaken = plan(f"!first\n{out}+15 {WEAK.name}\n!second\n{out}+15 {WEAK.name}")
    run = MatchRun(deck, deck, side_a=weaken, policies="greedy", seed=8, check_decks=False)
    result = run.simulate(4000)
    for goes_first in (True, False):
        effect = result.siding_effect(0, goes_first=goes_first)
        assert effect.value is not None
        assert effect.bounds[1] < 0, "weaker cards win less"
        assert effect.bounds[0] <= effect.value <= effect.bounds[1]
    assert result.sided == (True, False)


def test_without_siding_there_is_no_effect() -> None:
    result = MatchRun(A, A, policies="greedy", seed=8).simulate(4000)
    for deck in (0, 1):
        low, high = result.siding_effect(deck, goes_first=True).bounds
        assert low < 0 < high


def test_a_duel_of_a_match_can_be_played_again() -> None:
    run = MatchRun(A, SIDED, side_b=WEAKEN, policies="greedy", seed=9)
    row = run.results(7, 8)[0]
    turns = 0
    for number in range(int(row["duels"])):
        first = int(row["firsts"][number])
        duel = run.duel(7, number, first=first)
        assert duel.winner is not None
        assert duel.winner ^ first == row["winners"][number]
        turns += duel.turn
    assert turns == row["turns"]


def test_policies_of_ones_own_play_matches() -> None:
    def first(_observation: Any, _options: Any) -> int:
        return 0

    result = MatchRun(A, B, policies=(first, "greedy"), seed=1).simulate(2, threads=2)
    assert (result.matches, result.threads) == (2, 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_run_is_the_beginning_of_the_whole_one(threads: int) -> None:
    run = MatchRun(A, B, policies="greedy", seed=1)

    def interrupt(done: int, _total: int) -> None:
        if done >= 100:
            raise KeyboardInterrupt

    result = run.simulate(10**9, chunk=50, threads=threads, progress=interrupt)
    assert (result.interrupted, result.matches) == (True, 100)
    whole = counted(run.simulate(100))
    assert counted(result) == whole | {"interrupted": True, "requested": 10**9}


def test_json_has_plain_values_only() -> None:
    report = MatchRun(SIDED, B, side_a=WEAKEN, seed=1).simulate(20).as_dict()
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_nothing_played_is_a_result_too() -> None:
    result = MatchRun(A, B).simulate(0)
    assert (result.matches, result.duels_per_match.value) == (0, None)
    assert result.siding_effect(0, goes_first=True).value is None
    json.dumps(result.as_dict(), allow_nan=False)


def test_swaps_that_cannot_be_are_refused() -> None:
    with pytest.raises(DeckError, match="sided for going first"):
        MatchRun(A, B, side_a=WEAKEN)  # no side deck


def test_cards_swapped_in_must_be_supported_too() -> None:
    deck = Deck("x", A.main, (), (46918794,) * 3)
    text = f"!first\n-1 {STRONG.name}\n+1 Tremendous Fire"
    with pytest.raises(UnsupportedCardError, match="Tremendous Fire"):
        MatchRun(deck, B, side_a=plan(text))
    run = MatchRun(deck, B, side_a=plan(text), unsupported="blank")
    assert run.facts.blanked == ("Tremendous Fire",)


def test_legends_are_counted_again_after_siding() -> None:
    legends = [card for card in CATALOGUE if card.legend and card.is_monster]
    rush = Deck.read(deck_path("rush-beatdown"))
    two = [card for card in legends if card.passcode not in rush.main][:2]
    deck = Deck("legends", (*rush.main[:-1], two[0].passcode), (), (two[1].passcode,))
    out = CATALOGUE[rush.main[0]].name
    text = f"!first\n-1 {out}\n+1 {two[1].passcode}"
    options: dict[str, Any] = {"rules": Rules.rush, "unsupported": "blank"}
    with pytest.raises(DeckError, match="DECK-4"):
        MatchRun(deck, rush, side_a=plan(text), **options)
    assert MatchRun(deck, rush, side_a=plan(text), check_decks=False, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"choices": ("first", "last")}, "a choice is 'last'; it must be"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"matches": -1}, "matches is -1"),
        ({"threads": 1000}, "threads is 1000; it must be 1 to 256"),
        ({"confidence": 0}, "confidence is 0"),
    ],
)
def test_bad_input_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate_matches(A, B, **{"matches": 1, **options})


def test_indices_of_duels_do_not_meet() -> None:
    rows = MatchRun(A, A, policies="greedy", seed=1).results(0, 500)
    played = rows["digest"][rows["digest"] != 0]
    assert len(np.unique(played)) == len(played)
