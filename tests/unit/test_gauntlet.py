"""Gauntlets: every deck against every other, each pairing a run that can be played again."""

from __future__ import annotations

from typing import Any

import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.errors import DeckError, QueryError, UnsupportedCardError
from ygosim.montecarlo import DuelRun, Gauntlet, gauntlet, simulate
from ygosim.montecarlo.gauntlets import pairing_seed


def named(name: str, deck: Deck) -> Deck:
    return Deck(name, deck.main, deck.extra, deck.side)


BEATDOWN, TRIBUTE = (Deck.read(deck_path(name)) for name in ("beatdown", "tribute"))
DECKS = (named("x", BEATDOWN), named("y", TRIBUTE), named("z", BEATDOWN))


def test_each_pairing_is_a_run_of_its_own() -> None:
    result = gauntlet(DECKS, duels=60, policy="greedy", seed=9)
    assert list(result.results) == [(0, 1), (0, 2), (1, 2)]
    for (one, other), played in result.results.items():
        seed = pairing_seed(9, DECKS[one].name, DECKS[other].name)
        alone = simulate(DECKS[one], DECKS[other], duels=60, policies="greedy", seed=seed)
        assert played.facts.seed == seed
        assert played.digest == alone.digest
    assert len({played.digest for played in result.results.values()}) == 3


def test_a_deck_more_changes_no_other_pairing() -> None:
    three = gauntlet(DECKS, duels=20, seed=9)
    two = gauntlet((DECKS[0], DECKS[2]), duels=20, seed=9)
    assert three.results[0, 2].digest == two.results[0, 1].digest


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads: int) -> None:
    expected = gauntlet(DECKS, duels=1500, policy="greedy")
    result = gauntlet(DECKS, duels=1500, policy="greedy", threads=threads)
    assert result.digest == expected.digest
    assert result.win_rate(2, 1) == expected.win_rate(2, 1)


def test_the_matrix_and_the_totals_add_up() -> None:
    result = gauntlet(DECKS, duels=100, policy="greedy", seed=2)
    assert result.duels == 300
    for deck in range(3):
        others = [other for other in range(3) if other != deck]
        rates = [result.win_rate(deck, other) for other in others]
        assert result.win_rate(deck, deck) is None
        total = result.total(deck)
        assert total.successes == sum(rate.successes for rate in rates if rate is not None)
        assert total.trials == 200
        first = result.total_when(deck, goes_first=True)
        second = result.total_when(deck, goes_first=False)
        assert (first.trials, second.trials) == (100, 100)
        assert first.successes + second.successes == total.successes
    won = sum(result.total(deck).successes for deck in range(3))
    undecided = sum(played.draws + played.aborted for played in result.results.values())
    assert won + undecided == 300
    report = result.as_dict()
    assert report["win_rates"][0][1] == result.results[0, 1].win_rate(0).as_dict()
    assert report["win_rates"][1][0] == result.results[0, 1].win_rate(1).as_dict()
    assert report["list"] is None


def test_conditions_are_tracked_in_every_pairing() -> None:
    result = gauntlet(DECKS, duels=50, policy="greedy", track=["lp(0) <= 0"])
    for played in result.results.values():
        assert 0 < played.tracked[0].share.successes <= played.wins[1]


def test_an_interrupted_gauntlet_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    results = DuelRun.results
    runs = []

    def interrupted(self: DuelRun, start: int, end: int, **options: Any) -> Any:
        runs.append(self.facts.decks)
        if len(runs) > 2:
            raise KeyboardInterrupt
        return results(self, start, end, **options)

    monkeypatch.setattr(DuelRun, "results", interrupted)
    result = gauntlet(DECKS, duels=1000, policy="greedy")
    assert result.interrupted
    assert list(result.results) == [(0, 1), (0, 2)]
    assert result.win_rate(1, 2) is None
    assert result.total(1).trials == 1000
    assert result.as_dict()["win_rates"][1][2] is None


def test_bad_input_is_named_before_a_duel() -> None:
    with pytest.raises(ValueError, match="two decks or more, not 1"):
        Gauntlet(DECKS[:1])
    with pytest.raises(ValueError, match="different names; twice: x"):
        Gauntlet((*DECKS, DECKS[0]))
    short = Deck("short", BEATDOWN.main[:10])
    with pytest.raises(DeckError, match="deck 'short' has"):
        Gauntlet((*DECKS, short))
    with pytest.raises(DeckError, match="brief: main deck"):
        Gauntlet((*DECKS, short, named("brief", short)))
    unknown = Deck("unknown", (*BEATDOWN.main[:39], 46918794))
    with pytest.raises(UnsupportedCardError, match="Tremendous Fire"):
        Gauntlet((*DECKS, unknown))
    with pytest.raises(QueryError, match="handd"):
        Gauntlet(DECKS, track=["handd(0)"])
    with pytest.raises(ValueError, match="seed"):
        Gauntlet(DECKS, seed=-1)
