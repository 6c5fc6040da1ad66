"""MATCH-1 and MATCH-2: what wins a match, and who goes first in it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.montecarlo import MATCH_DTYPE, MatchRun, match_winner
from ygosim.template import Limits

A = Deck.read(deck_path("beatdown"))
B = Deck.read(deck_path("tribute"))
DRAW, NOBODY = 2, 255


# --- MATCH-1 -------------------------------------------------------------------------------


@pytest.mark.rule("MATCH-1")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("winners", "winner"),
    [
        ((0, 0), 0),
        ((1, 1), 1),
        ((0, 1, 0), 0),
        ((1, 0, 0), 0),
        ((0, 1, 1), 1),
        ((0, DRAW, 0), 0),
        ((DRAW, 1, 1), 1),
        ((0, DRAW, DRAW), 0),
        ((DRAW, 0, DRAW), 0),
        ((DRAW, DRAW, 1), 1),
    ],
)
def test_two_wins_or_one_win_and_two_draws_win(winners: tuple[int, ...], winner: int) -> None:
    assert match_winner(winners) == winner


@pytest.mark.rule("MATCH-1")
@pytest.mark.forbids
@pytest.mark.parametrize("winners", [*itertools.permutations((0, 1, DRAW)), (DRAW, DRAW, DRAW)])
def test_one_win_each_and_three_draws_win_nothing(winners: tuple[int, ...]) -> None:
    assert match_winner(winners) == DRAW


@pytest.mark.rule("MATCH-1")
@pytest.mark.forbids
@pytest.mark.parametrize(
    "winners",
    [(), (0,), (1,), (DRAW,), (0, 1), (1, 0), (0, DRAW), (DRAW, 1), (DRAW, DRAW)],
)
def test_a_match_is_not_over_before_two_wins_or_three_duels(winners: tuple[int, ...]) -> None:
    assert match_winner(winners) is None


def test_every_course_of_a_match_ends_one_way() -> None:
    courses = 0
    for winners in itertools.product(range(3), repeat=3):
        if match_winner(winners[:2]) is not None:
            continue
        courses += 1
        wins = [winners.count(player) for player in (0, 1)]
        expected = DRAW if wins[0] == wins[1] else int(wins[1] > wins[0])
        assert match_winner(winners) == expected
    assert courses == 27 - 2 * 3


@pytest.mark.parametrize("winners", [(0, 0, 1), (1, 1, DRAW), (0, 1, 0, 1), (3,), (NOBODY, 0)])
def test_what_is_no_match_is_refused(winners: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="duels won by"):
        match_winner(winners)


# --- MATCH-2 -------------------------------------------------------------------------------

RUN = MatchRun(A, B, policies="greedy", seed=5)
ROWS = RUN.results(0, 3000)


def chooser_of(row: np.void, number: int, choices: tuple[str, str] = ("first", "first")) -> int:
    """The player who chose in that duel, from who went first."""
    first = int(row["firsts"][number])
    return first if choices[first] == "first" else 1 - first


@pytest.mark.rule("MATCH-2")
@pytest.mark.permits
def test_the_last_loser_goes_first_when_that_is_chosen() -> None:
    for row in ROWS:
        for number in range(1, int(row["duels"])):
            last = int(row["winners"][number - 1])
            assert last in (0, 1)
            assert chooser_of(row, number) == 1 - last


@pytest.mark.rule("MATCH-2")
@pytest.mark.permits
def test_the_winner_of_the_lot_chooses_in_the_first_duel() -> None:
    firsts = ROWS["firsts"][:, 0]
    assert 1350 < int(firsts.sum()) < 1650  # a fair coin, 5 standard deviations
    second = MatchRun(A, B, policies="greedy", seed=5, choices=("second", "second"))
    assert (second.results(0, 3000)["firsts"][:, 0] == 1 - firsts).all()


@pytest.mark.rule("MATCH-2")
@pytest.mark.permits
def test_after_a_draw_the_lot_decides() -> None:
    # Both players of decks of four must draw five cards: every duel is drawn.
    four = Deck("four", A.main[:4])
    rows = MatchRun(four, four, seed=1, check_decks=False).results(0, 2000)
    assert (rows["winners"] == DRAW).all()
    assert (rows["winner"] == DRAW).all()
    for number in (1, 2):
        firsts = rows["firsts"][:, number]
        assert 880 < int(firsts.sum()) < 1120
        # A lot of its own: it agrees with the last one as often as not.
        assert 880 < int((firsts == rows["firsts"][:, number - 1]).sum()) < 1120


@pytest.mark.rule("MATCH-2")
@pytest.mark.forbids
def test_the_last_winner_does_not_choose() -> None:
    for choices in (("first", "second"), ("second", "first")):
        run = MatchRun(A, A, policies="greedy", seed=6, choices=choices)  # type: ignore[arg-type]
        for row in run.results(0, 300):
            for number in range(1, int(row["duels"])):
                loser = 1 - int(row["winners"][number - 1])
                goes_first = loser if choices[loser] == "first" else 1 - loser
                assert int(row["firsts"][number]) == goes_first


@pytest.mark.rule("MATCH-2")
@pytest.mark.forbids
def test_no_one_chooses_in_a_duel_that_is_not_played() -> None:
    two = ROWS[ROWS["duels"] == 2]
    assert len(two)
    assert (two["firsts"][:, 2] == NOBODY).all()
    assert (two["winners"][:, 2] == NOBODY).all()
    assert (two["digest"][:, 2] == 0).all()


# --- both, over runs -----------------------------------------------------------------------


def test_matches_are_won_as_their_duels_say() -> None:
    policies = ("random", "random")
    for row in MatchRun(A, A, policies=policies, seed=2).results(0, 500):
        winners = [int(winner) for winner in row["winners"][: int(row["duels"])]]
        assert match_winner(winners) == int(row["winner"])


def test_an_aborted_duel_aborts_its_match() -> None:
    rows = MatchRun(A, B, seed=1, limits=Limits(turns=68)).results(0, 300)
    assert rows.dtype == MATCH_DTYPE
    aborted = rows[rows["winner"] == NOBODY]
    assert len(aborted) > 0
    for row in aborted:
        last = int(row["duels"]) - 1
        assert int(row["winners"][last]) == NOBODY
    for row in rows[rows["winner"] != NOBODY]:
        assert NOBODY not in row["winners"][: int(row["duels"])].tolist()
