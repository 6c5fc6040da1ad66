"""How a duel ends, and what life points are: WIN-1, WIN-2, LP-1."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ALL_FORMATS,
    DEFENCE,
    attack,
    battle,
    duel,
    end_turn,
    happened,
    kinds,
    lying,
    monster,
    names,
    side,
    soldiers,
)
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import EndCause, EventKind, Phase, Place, Reason
from ygosim.errors import IllegalMoveError
from ygosim.records import Move
from ygosim.rules import Rules
from ygosim.template import Limits

# ------------------------------------------------------------------------ WIN-1


@pytest.mark.rule("WIN-1")
@pytest.mark.permits
def test_one_life_point_is_enough_to_go_on() -> None:
    game = battle(side(monsters=[monster("A", atk=999)]), side(lp=1000))
    attack(game, "A")
    assert game.lp == (8000, 1)
    assert not game.over


@pytest.mark.rule("WIN-1")
@pytest.mark.forbids
def test_no_life_points_lose_and_nothing_may_be_done_any_more() -> None:
    game = battle(side(monsters=[monster("A", atk=1000)]), side(lp=1000))
    attack(game, "A")
    assert (game.winner, game.end_cause) == (0, EndCause.LIFE_POINTS)
    assert game.legal() == ()


@pytest.mark.rule("WIN-1")
@pytest.mark.forbids
def test_a_move_after_the_end_is_refused() -> None:
    game = battle(side(monsters=[monster("A", atk=1000)]), side(lp=1000))
    ending = next(move for move in game.legal() if not move.card)
    attack(game, "A")
    with pytest.raises(IllegalMoveError, match="over") as refused:
        game.apply(Move(ending.kind))
    assert refused.value.rule == "WIN-1"


@pytest.mark.rule("WIN-1")
@pytest.mark.forbids
def test_life_points_never_fall_below_zero() -> None:
    game = battle(side(monsters=[monster("A", atk=5000)]), side(lp=100))
    attack(game, "A")
    assert game.lp == (8000, 0)


@pytest.mark.rule("WIN-1")
@pytest.mark.permits
def test_life_points_have_no_upper_limit() -> None:
    game = duel(side(lp=2**30 - 1), side(lp=2**30 - 1))
    assert game.lp == (2**30 - 1, 2**30 - 1)


@pytest.mark.rule("WIN-1")
@pytest.mark.permits
def test_both_players_without_life_points_draw() -> None:
    game = duel(side(lp=0), side(lp=0))
    assert (game.winner, game.end_cause) == (2, EndCause.LIFE_POINTS)


@pytest.mark.rule("WIN-1")
@pytest.mark.permits
def test_the_attacker_may_lose_by_its_own_attack() -> None:
    game = battle(
        side(monsters=[monster("A", atk=1000)], lp=500),
        side(monsters=[lying(monster("Wall", def_=1500), DEFENCE)]),
    )
    attack(game, "A")
    assert game.winner == 1


# ------------------------------------------------------------------------ WIN-2


@pytest.mark.rule("WIN-2")
@pytest.mark.permits
def test_the_last_card_of_a_deck_is_drawn_without_losing() -> None:
    game = duel(side(), side(deck=[monster("Last")]))
    end_turn(game)
    assert names(game, 1, Place.HAND) == ["Last"]
    assert not game.over


@pytest.mark.rule("WIN-2")
@pytest.mark.forbids
def test_an_empty_deck_loses_when_a_card_must_be_drawn() -> None:
    game = duel(side(), side(deck=0))
    events = end_turn(game)
    assert (game.winner, game.end_cause) == (0, EndCause.DECK_OUT)
    assert happened(events, EventKind.DRAWN) == []


@pytest.mark.rule("WIN-2")
@pytest.mark.permits
def test_an_empty_deck_alone_does_not_lose() -> None:
    game = duel(side(deck=0), side())
    assert not game.over
    end_turn(game)
    assert not game.over


@pytest.mark.rule("WIN-2")
@pytest.mark.forbids
def test_a_rush_draw_takes_what_is_there_before_it_loses() -> None:
    game = duel(side(), side(deck=soldiers(3)), "rush")
    end_turn(game)
    assert len(game.cards(1, Place.HAND)) == 3
    assert (game.winner, game.end_cause) == (0, EndCause.DECK_OUT)


@pytest.mark.rule("WIN-2")
@pytest.mark.permits
def test_a_format_without_a_first_draw_starts_on_an_empty_deck() -> None:
    fillers = side(deck=0, hand=[monster()])
    game = duel(fillers, side(), "mr3", turn=1, phase=Phase.DRAW)
    assert not game.over
    assert game.phase is Phase.MAIN_1


@pytest.mark.rule("WIN-2")
@pytest.mark.forbids
def test_a_format_with_a_first_draw_loses_on_an_empty_deck() -> None:
    fillers = side(deck=0, hand=[monster()])
    game = duel(fillers, side(), "mr2", turn=1, phase=Phase.DRAW)
    assert (game.winner, game.end_cause) == (1, EndCause.DECK_OUT)


@pytest.mark.rule("WIN-2")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("sizes", "winner"), [((4, 40), 1), ((40, 4), 0), ((4, 3), 2), ((1, 4), 2)]
)
def test_a_deck_smaller_than_the_opening_hand_loses_and_both_draw(
    sizes: tuple[int, int], winner: int
) -> None:
    body = 46986414  # Dark Magician, a Normal Monster
    first, second = (Deck(f"of {size}", (body,) * size) for size in sizes)
    game = Duel((first, second), "mr5", check_decks=False)
    assert (game.winner, game.end_cause) == (winner, EndCause.DECK_OUT)
    assert [len(game.cards(player, Place.HAND)) for player in (0, 1)] == [
        min(size, 5) for size in sizes
    ]


@pytest.mark.rule("WIN-2")
@pytest.mark.permits
def test_an_opening_hand_may_take_the_whole_deck() -> None:
    deck = Deck("of 5", (46986414,) * 5)
    asked = Limits(automatic=False)
    assert not Duel((deck, deck), "mr5", check_decks=False, limits=asked).over


# ------------------------------------------------------------------------- LP-1


@pytest.mark.rule("LP-1")
@pytest.mark.permits
def test_battle_damage_is_taking_damage() -> None:
    game = battle(side(monsters=[monster("A", atk=1200)]), side())
    (taken,) = happened(attack(game, "A"), EventKind.DAMAGE_TAKEN)
    assert (taken.player, taken.value, taken.reason) == (1, 1200, Reason.BATTLE)


@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_a_battle_without_a_difference_is_no_taking_damage() -> None:
    game = battle(side(monsters=[monster("A", atk=1200)]), side(monsters=[monster("B", atk=1200)]))
    assert happened(attack(game, "A"), EventKind.DAMAGE_TAKEN) == []
    assert game.lp == (8000, 8000)


@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_losing_by_an_empty_deck_takes_no_life_points() -> None:
    game = duel(side(), side(deck=0))
    assert happened(end_turn(game), EventKind.DAMAGE_TAKEN) == []
    assert game.lp == (8000, 8000)


# -------------------------------------------------------- what a format may change


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_life_points_start_at_8000_unless_overridden(name: str) -> None:
    rules = Rules.named(name)
    assert duel(rules=rules).lp == (8000, 8000)
    assert duel(rules=rules.replace(starting_lp=4000)).lp == (4000, 4000)


def test_a_direct_attack_of_4000_ends_a_duel_of_4000_only() -> None:
    for lp, over in ((8000, False), (4000, True)):
        game = battle(
            side(monsters=[monster("A", atk=4000)]),
            rules=Rules.mr5.replace(starting_lp=lp),
        )
        attack(game, "A")
        assert game.over is over


def test_a_position_that_is_lost_already_is_over() -> None:
    game = duel(side(lp=0), side())
    assert game.winner == 1
    assert kinds(game) == set()
