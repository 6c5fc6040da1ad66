"""Runs of duels: the same whatever the threads, whole when interrupted, honest when stopped."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ygosim._core.runner import RESULT_DTYPE, play
from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import EndCause, PolicyKind
from ygosim.errors import DeckError, PredicateError, RulesError, UnsupportedCardError
from ygosim.montecarlo import CsvSink, DuelRun, DuelsResult, Stop, simulate
from ygosim.montecarlo.chunks import in_order, spans
from ygosim.montecarlo.results import Tally
from ygosim.rules import Rules
from ygosim.template import Limits

A = Deck.read(deck_path("beatdown"))
B = Deck.read(deck_path("tribute"))
SPELLS = Deck("spells", (*A.main[:39], 46918794))  # Tremendous Fire

MIXED = ("greedy", "random")


def run_of(**options: Any) -> DuelRun:
    return DuelRun(A, B, **{"policies": MIXED, "seed": 11, **options})


def counted(result: DuelsResult) -> tuple[object, ...]:
    """Everything but time and threads."""
    tally = result.tally
    return (
        result.digest,
        result.duels,
        tally.outcomes,
        tally.causes,
        tally.turns,
        tally.decisions,
        tally.lp,
        result.win_rate(0).bounds,
        result.turns.bounds,
        result.lp(1).spread,
    )


# --- the same, whatever the way ------------------------------------------------------------


@pytest.mark.parametrize("first", ["alternate", "lot", "a", "b"])
@pytest.mark.parametrize("policies", ["random", "greedy", MIXED])
def test_threads_and_chunks_change_nothing(first: Any, policies: Any) -> None:
    run = run_of(policies=policies, first=first)
    expected = run.simulate(700, keep_results=True, chunk=700)
    assert expected.results is not None
    for threads, chunk in ((1, 1), (1, 97), (2, 64), (3, 33)):
        result = run.simulate(700, threads=threads, chunk=chunk, keep_results=True)
        assert counted(result) == counted(expected)
        assert result.results is not None
        assert result.results.tobytes() == expected.results.tobytes()


def test_a_duel_is_the_same_in_any_run_that_holds_it() -> None:
    run = run_of()
    whole = run.results(0, 300)
    assert run.results(100, 300).tobytes() == whole[100:].tobytes()
    assert run.results(2**40, 2**40 + 2)["digest"][0] != whole["digest"][0]


def test_seeds_give_different_duels_up_to_the_last() -> None:
    digests = {run_of(seed=seed).simulate(50).digest for seed in (0, 1, 2**63, 2**64 - 1)}
    assert len(digests) == 4


def test_the_digest_tells_the_order_of_duels() -> None:
    rows = run_of().results(0, 10)
    forward, backward = Tally().plus(rows), Tally().plus(rows[::-1])
    assert forward.outcomes == backward.outcomes
    assert str(forward.digest) != str(backward.digest)


def test_nothing_played_is_a_result_too() -> None:
    result = run_of().simulate(0)
    assert (result.duels, result.wins, result.win_rate(0).rate) == (0, (0, 0), None)
    assert result.turns.value is None
    assert result.as_dict()["turns_mean"] is None


# --- what is counted -----------------------------------------------------------------------


def test_counts_are_those_of_the_duels() -> None:
    result = run_of().simulate(500, keep_results=True)
    rows = result.results
    assert rows is not None
    assert result.wins == (int((rows["winner"] == 0).sum()), int((rows["winner"] == 1).sum()))
    assert result.draws == int((rows["winner"] == 2).sum())
    assert result.aborted == 0
    assert sum(result.causes.values()) == 500
    for name, mean in (("turns", result.turns), ("decisions", result.decisions)):
        assert mean.value == pytest.approx(rows[name].mean())
        assert mean.spread == pytest.approx(rows[name].std(ddof=1))
        assert (mean.sums.smallest, mean.sums.largest) == (rows[name].min(), rows[name].max())
    for deck in (0, 1):
        assert result.lp(deck).value == pytest.approx(rows["lp"][:, deck].mean())
        assert result.lp(deck).spread == pytest.approx(rows["lp"][:, deck].std(ddof=1))
    assert result.first_player is not None
    assert result.first_player.successes == int((rows["winner"] == rows["first"]).sum())
    going_first = rows["first"] == 1
    rate = result.win_rate_when(1, goes_first=True)
    assert rate.trials == int(going_first.sum())
    assert rate.successes == int((rows["winner"][going_first] == 1).sum())


def test_a_mirror_match_swaps_with_its_seats() -> None:
    # The same deck and policy on both sides: who is A is only a matter of who goes first.
    one = DuelRun(A, A, first="a", seed=4, policies="greedy").results(0, 50)
    other = DuelRun(A, A, first="b", seed=4, policies="greedy").results(0, 50)
    assert one["winner"].tolist() == [1 - winner for winner in other["winner"].tolist()]
    assert one["lp"].tolist() == other["lp"][:, ::-1].tolist()


def test_decks_take_turns_to_go_first_unless_told_otherwise() -> None:
    assert run_of().results(3, 7)["first"].tolist() == [1, 0, 1, 0]
    assert set(run_of(first="a").results(0, 20)["first"].tolist()) == {0}
    assert set(run_of(first="b").results(0, 20)["first"].tolist()) == {1}
    lot = run_of(first="lot").results(0, 2000)["first"]
    assert 850 < int(lot.sum()) < 1150
    assert lot.tolist() != run_of(first="lot", seed=12).results(0, 2000)["first"].tolist()


def test_going_first_means_nothing_where_one_deck_always_does() -> None:
    assert run_of(first="a").simulate(10).first_player is None
    assert run_of(first="lot").simulate(10).first_player is not None


def test_aborted_duels_are_neither_won_nor_drawn() -> None:
    result = run_of(limits=Limits(turns=2)).simulate(40)
    assert (result.wins, result.draws, result.aborted) == ((0, 0), 0, 40)
    assert result.causes == {EndCause.TURN_LIMIT: 40}
    assert result.abort_rate.rate == 1
    few = run_of(limits=Limits(decisions_per_turn=1)).simulate(10)
    assert few.causes == {EndCause.DECISION_LIMIT: 10}


def test_a_draw_is_counted_as_one() -> None:
    # Both must draw five cards from decks of four: both lose at once.
    deck = Deck("four", A.main[:4])
    result = simulate(deck, deck, duels=10, check_decks=False)
    assert (result.wins, result.draws) == ((0, 0), 10)


@pytest.mark.parametrize("name", ["expert", "mr1", "mr2", "mr3", "mr4", "mr5", "rush"])
def test_every_format_is_played(name: str) -> None:
    decks = [
        Deck.read(deck_path(f"rush-{d}" if name == "rush" else d)) for d in ("beatdown", "tribute")
    ]
    result = simulate(decks[0], decks[1], duels=50, rules=name, policies="greedy")
    assert result.aborted == 0
    assert result.facts.rules is Rules.named(name)


def test_results_say_what_was_asked() -> None:
    banlist = BanList.named("DM5")
    rules = Rules.mr5.replace(starting_lp=4000)
    facts = run_of(rules=rules, banlist=banlist, limits=Limits(turns=9)).facts.as_dict()
    assert facts["decks"] == ["beatdown", "tribute"]
    assert facts["policies"] == ["greedy", "random"]
    assert (facts["rules"], facts["rules_changed"]) == ("mr5", {"starting_lp": 4000})
    assert (facts["decks_checked"], facts["list"], facts["turn_limit"]) == (True, banlist.name, 9)
    assert facts["seed"] == 11
    assert not run_of(check_decks=False).facts.checked


# --- stopping ------------------------------------------------------------------------------


def test_a_run_stops_at_a_look_and_its_interval_is_narrow_enough() -> None:
    result = run_of(policies="random").simulate(64_000, stop=Stop(half_width=0.035))
    assert result.stopped
    assert result.duels in (1000, 2000, 4000, 8000)
    assert result.win_rate(0).half_width <= 0.035
    assert result.win_rate(1).half_width <= 0.035
    before = run_of(policies="random").simulate(result.duels // 2, stop=Stop(half_width=0.035))
    assert not before.stopped


@pytest.mark.parametrize(("threads", "chunk"), [(1, 300), (2, 256), (3, 999)])
def test_where_it_stops_does_not_depend_on_threads(threads: int, chunk: int) -> None:
    run = run_of(policies="random")
    stop = Stop(half_width=0.045)
    expected = run.simulate(10_000, stop=stop, keep_results=True)
    result = run.simulate(10_000, stop=stop, threads=threads, chunk=chunk, keep_results=True)
    assert counted(result) == counted(expected)
    assert result.results is not None
    assert len(result.results) == result.duels


def test_error_is_spent_over_looks() -> None:
    spent = [1 - Stop.confidence_at(look, 0.95) for look in range(60)]
    assert spent[0] == pytest.approx(0.025)
    assert spent[3] == pytest.approx(0.05 / 16)
    assert sum(spent) <= 0.05 + 1e-12


@pytest.mark.parametrize(
    ("duels", "look", "before"),
    [
        (0, None, 0),
        (999, None, 0),
        (1000, 0, 0),
        (1001, None, 1),
        (2000, 1, 1),
        (3000, None, 2),
        (4000, 2, 2),
        (4001, None, 3),
    ],
)
def test_looks_are_at_thousands_doubled(duels: int, look: int | None, before: int) -> None:
    assert Stop.look(duels) == look
    assert Stop.looks_before(duels) == before


def test_a_run_that_never_stops_pays_for_its_looks() -> None:
    run = run_of(policies="random")
    result = run.simulate(1500, stop=Stop(half_width=0.0001))
    assert not result.stopped
    assert result.interval_confidence == 1 - 0.05 / 4  # the next look would be the second
    plain = run.simulate(1500)
    assert plain.interval_confidence == 0.95
    assert result.win_rate(0).half_width > plain.win_rate(0).half_width


# --- interrupted ---------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_interrupted_run_is_the_beginning_of_the_whole_one(threads: int, tmp_path: Path) -> None:
    run = run_of()

    def interrupt(done: int, _total: int) -> None:
        if done >= 300:
            raise KeyboardInterrupt

    with CsvSink(tmp_path / "duels.csv") as sink:
        result = run.simulate(
            100_000, threads=threads, chunk=100, keep_results=True, progress=interrupt, sink=sink
        )
    assert result.interrupted
    assert (result.duels, result.requested) == (300, 100_000)
    whole = run.simulate(300, keep_results=True)
    assert counted(result) == counted(whole)
    assert result.results is not None
    assert whole.results is not None
    assert result.results.tobytes() == whole.results.tobytes()
    assert len((tmp_path / "duels.csv").read_text().splitlines()) == 301


def test_an_interruption_while_lines_are_written_leaves_whole_chunks(tmp_path: Path) -> None:
    class Interrupted(CsvSink):
        def write(self, start: int, rows: Any) -> None:
            super().write(start, rows)
            if start == 200:
                raise KeyboardInterrupt

    with Interrupted(tmp_path / "duels.csv") as sink:
        result = run_of().simulate(1000, chunk=100, sink=sink)
    assert (result.interrupted, result.duels, sink.written) == (True, 200, 200)
    assert len((tmp_path / "duels.csv").read_text().splitlines()) == 201


def test_an_error_in_a_worker_is_raised() -> None:
    def work(start: int, _end: int) -> int:
        if start == 4:
            raise RuntimeError("no")
        return start

    with pytest.raises(RuntimeError, match="no"):
        list(in_order(work, spans(100, 2), threads=3))


def test_work_that_is_not_read_is_dropped() -> None:
    begun = []
    parts = in_order(lambda start, _end: begun.append(start), spans(10_000, 1), threads=2)
    next(parts)
    parts.close()
    assert len(begun) <= 5


# --- CSV -----------------------------------------------------------------------------------


def test_csv_says_what_the_array_says(tmp_path: Path) -> None:
    path = tmp_path / "duels.csv"
    run = run_of(policies="random", limits=Limits(turns=68))
    with CsvSink(path) as sink:
        result = run.simulate(200, sink=sink, chunk=64, keep_results=True, threads=2)
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    rows = result.results
    assert rows is not None
    assert len(lines) == 200
    assert {line["winner"] for line in lines} >= {"aborted"}
    for index, (line, row) in enumerate(zip(lines, rows, strict=True)):
        winner = {0: "a", 1: "b", 2: "draw", 255: "aborted"}[int(row["winner"])]
        assert line == {
            "duel": str(index),
            "first": "ab"[row["first"]],
            "winner": winner,
            "end_cause": EndCause(int(row["end_cause"])).name.lower(),
            "turns": str(row["turns"]),
            "decisions": str(row["decisions"]),
            "lp_a": str(row["lp"][0]),
            "lp_b": str(row["lp"][1]),
            "digest": f"{int(row['digest']):016x}",
        }


def test_csv_to_nowhere_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        CsvSink(tmp_path / "nowhere" / "duels.csv")
    with pytest.raises(IsADirectoryError):
        CsvSink(tmp_path)


# --- one duel again, and policies of one's own ---------------------------------------------


@pytest.mark.parametrize("policies", ["random", "greedy", MIXED, ("random", "greedy")])
@pytest.mark.parametrize("first", ["alternate", "lot"])
def test_a_duel_played_again_is_the_same_duel(policies: Any, first: Any) -> None:
    run = run_of(policies=policies, first=first)
    rows = run.results(0, 12)
    # A move at a time in Python, with the same players.
    again = [run.pairing.play_one(run.seed, k, run.first_of(k))[0] for k in range(12)]
    assert np.array(again).tobytes() == rows.tobytes()
    for index in (0, 5, 11):
        duel = run.duel(index)
        row = rows[index]
        assert (duel.turn, int(duel.state["decisions"])) == (row["turns"], row["decisions"])
        winner = duel.winner
        assert winner is not None
        assert (winner if winner == 2 else winner ^ int(row["first"])) == row["winner"]
        assert len(duel.moves) <= row["decisions"]
        assert type(duel).replay(duel.record()).hash == duel.hash


def test_python_policies_play_runs_too() -> None:
    def last(_observation: Any, options: tuple[Any, ...]) -> int:
        return len(options) - 1

    run = run_of(policies=(last, "greedy"))
    assert run.pairing.is_python
    result = run.simulate(6, threads=2)
    assert (result.duels, result.threads) == (6, 1)
    assert result.digest == run.simulate(6, chunk=5).digest
    assert result.wins[1] == 6
    assert run.facts.policies == ("last", "greedy")


def test_a_policy_that_raises_is_reported_with_its_duel() -> None:
    calls = 0

    def moody(_observation: Any, _options: tuple[Any, ...]) -> int:
        nonlocal calls
        calls += 1
        if calls > 100:
            raise ZeroDivisionError("enough")
        return 0

    with pytest.raises(PredicateError, match=r"'moody' of deck B, duel \d+ of run 11.*enough") as e:
        run_of(policies=("greedy", moody)).simulate(1000)
    assert isinstance(e.value.__cause__, ZeroDivisionError)


# --- bad input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seed": -1}, ValueError, "seed is -1; it must be 0 to 18446744073709551615"),
        ({"seed": 2**64}, ValueError, "it must be 0 to 18446744073709551615"),
        ({"seed": 1.5}, TypeError, "seed is 1.5; it must be a whole number"),
        ({"seed": True}, TypeError, "it must be a whole number"),
        ({"duels": -1}, ValueError, "duels is -1"),
        ({"threads": 0}, ValueError, "threads is 0; it must be 1 to 256"),
        ({"first": "c"}, ValueError, "first is 'c'; it must be one of alternate, lot, a, b"),
        ({"confidence": 1}, ValueError, "confidence is 1; it must lie between 0 and 1"),
        ({"policies": "clever"}, ValueError, "no policy 'clever'; the built-in ones are random"),
        ({"policies": ("random",) * 3}, ValueError, "policies are 3; give one for both"),
        ({"policies": 7}, TypeError, "a policy is a name"),
        ({"rules": "mr9"}, RulesError, "no format 'mr9'"),
    ],
)
def test_bad_input_is_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        simulate(A, B, **{"duels": 1, **options})


@pytest.mark.parametrize("width", [0, -0.1, 0.5, 2])
def test_a_stop_has_a_width(width: float) -> None:
    with pytest.raises(ValueError, match="half_width is"):
        Stop(half_width=width)


def test_illegal_decks_are_refused_with_all_faults_of_both() -> None:
    small, smaller = Deck("small", A.main[:30]), Deck("smaller", A.main[:20])
    with pytest.raises(DeckError, match="deck 'small' has 1 fault"):
        simulate(A, small, duels=1)
    with pytest.raises(DeckError, match=r"small: main deck: 30 cards") as error:
        simulate(small, smaller, duels=1)
    assert "smaller: main deck: 20 cards" in str(error.value)
    with pytest.raises(DeckError, match="deck 'small' has 1 fault"):
        simulate(small, small, duels=1)
    assert simulate(small, smaller, duels=1, check_decks=False).duels == 1


@pytest.mark.parametrize("count", [0, 101])
def test_the_engine_has_limits_of_its_own(count: int) -> None:
    deck = Deck("odd", tuple(A.main[0] for _ in range(count)))
    with pytest.raises(DeckError, match="deck 'odd' has 1 fault"):
        simulate(A, deck, duels=1, check_decks=False)


def test_unsupported_cards_are_refused_or_played_blank() -> None:
    with pytest.raises(UnsupportedCardError, match="Tremendous Fire"):
        simulate(SPELLS, B, duels=1, check_decks=False)
    result = simulate(SPELLS, B, duels=20, unsupported="blank", check_decks=False)
    assert result.facts.blanked == ("Tremendous Fire",)
    assert result.as_dict()["blanked"] == ["Tremendous Fire"]


def test_each_duel_is_played_with_effects_where_its_template_has_them() -> None:
    catalogue = Catalogue.default()
    cards = ("Pot of Greed", "Mystic Tomato", "Gemini Elf", "Fissure")
    deck = Deck("effects", tuple(catalogue.by_name(name).passcode for name in cards) * 10)
    plain = Duel((A, A)).setup.template
    effects = Duel((deck, deck), check_decks=False).setup.template
    greedy = (PolicyKind.GREEDY,) * 2
    indices = np.arange(4, dtype=np.uint64)
    firsts = np.array([0, 1, 1, 0], dtype=np.uint8)
    results = []
    for templates in ((plain, effects), (plain, plain), (effects, effects)):
        results.append(np.zeros(4, dtype=RESULT_DTYPE))
        play(*templates, greedy, firsts, results[-1], 5, indices, checks=True)
    mixed, without, with_ = results
    expected = np.where(firsts == 0, without["digest"], with_["digest"])
    assert mixed["digest"].tolist() == expected.tolist()
