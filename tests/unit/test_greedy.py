"""What the greedy player does where it has a choice to make, each beside where it does not."""

from __future__ import annotations

import pytest

from bench.signature import POOL_DECKS, pool_decks
from tests.rules.builders import ATTACK, DEFENCE, duel, lying, monster, side
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.enums import MoveKind
from ygosim.enums import Position as Lie
from ygosim.montecarlo import DuelRun
from ygosim.policies import play_with
from ygosim.position import PlayerPosition, Position
from ygosim.records import Move

STRONG = monster("Strong", atk=2000)
GOOD = monster("Good", atk=1900)
WEAK = monster("Weak", atk=300)


def plays(mine: PlayerPosition, theirs: PlayerPosition | None = None) -> tuple[Duel, list[Move]]:
    """The position in Main Phase 1, and what both players do from there on, greedily."""
    game = duel(mine, theirs or side())
    return game, list(play_with(game.copy(), ("greedy", "greedy")).moves)


def card_of(game: Duel, move: Move) -> str:
    """The name of the card that a move is about."""
    assert move.card is not None
    return game.setup.definitions[int(game.state["code"][move.card])].name


@pytest.mark.parametrize(
    ("theirs", "does"), [(GOOD, MoveKind.ENTER_BATTLE_PHASE), (STRONG, MoveKind.END_TURN)]
)
def test_attacks_what_it_destroys_and_not_where_both_are_destroyed(
    theirs: Card, does: MoveKind
) -> None:
    _, moves = plays(side(monsters=[STRONG]), side(monsters=[theirs]))
    assert moves[0].kind is does


@pytest.mark.parametrize(
    ("lies", "mine", "does"),
    [
        (ATTACK, STRONG, MoveKind.END_TURN),
        (DEFENCE, STRONG, MoveKind.CHANGE_POSITION),
        (ATTACK, GOOD, MoveKind.CHANGE_POSITION),
        (DEFENCE, GOOD, MoveKind.END_TURN),
    ],
)
def test_stands_in_attack_position_where_no_attacker_beats_it(
    lies: Lie, mine: Card, does: MoveKind
) -> None:
    _, moves = plays(side(monsters=[lying(mine, lies)]), side(monsters=[STRONG]))
    assert moves[0].kind is does


@pytest.mark.parametrize(
    ("atk", "does"), [(2100, MoveKind.NORMAL_SUMMON), (2000, MoveKind.END_TURN)]
)
def test_tributes_only_for_more_than_it_gives_up(atk: int, does: MoveKind) -> None:
    big = monster("Big", level=5, atk=atk)
    _, moves = plays(side(hand=[big], monsters=[STRONG]), side(monsters=[STRONG]))
    assert moves[0].kind is does


def test_tributes_the_weakest() -> None:
    big = monster("Big", level=5, atk=2500)
    game, moves = plays(side(hand=[big], monsters=[STRONG, WEAK, GOOD]))
    assert [move.kind for move in moves[:2]] == [MoveKind.NORMAL_SUMMON, MoveKind.CHOOSE_TRIBUTE]
    assert card_of(game, moves[1]) == "Weak"


def test_discards_the_weakest() -> None:
    hand = [monster(f"ATK {atk}", level=7, atk=atk) for atk in range(3000, 2300, -100)]
    game, moves = plays(side(hand=[*hand[:4], monster("Least", level=7, atk=100), *hand[4:]]))
    discard = next(move for move in moves if move.kind is MoveKind.CHOOSE_DISCARD)
    assert card_of(game, discard) == "Least"


@pytest.mark.parametrize(("mine", "theirs"), [(1, 2), (2, 2), (2, 1), (0, 1)])
def test_sweeps_the_field_when_the_opponent_loses_more(mine: int, theirs: int) -> None:
    _, moves = plays(
        side(hand=["Dark Hole"], monsters=[STRONG] * mine), side(monsters=[STRONG] * theirs)
    )
    assert (moves[0].kind is MoveKind.ACTIVATE) == (theirs > mine)


@pytest.mark.parametrize(
    ("hand", "does"),
    [
        (["Dark Blade"], [MoveKind.ACTIVATE, MoveKind.SET_MONSTER]),
        ([], [MoveKind.ACTIVATE, MoveKind.END_TURN]),
    ],
)
def test_sets_what_it_may_not_summon(hand: list[str], does: list[MoveKind]) -> None:
    mine = PlayerPosition(
        hand=hand, spells_traps={0: "Scapegoat"}, deck=["Mokey Mokey"], monsters={}
    )
    game = Duel.from_position(Position(players=(mine, PlayerPosition(deck=["Mokey Mokey"]))))
    moves = play_with(game, ("greedy", "greedy")).moves
    assert [move.kind for move in moves if move.kind in {*does, MoveKind.NORMAL_SUMMON}][:2] == does


@pytest.mark.parametrize("number", range(POOL_DECKS))
def test_plays_only_what_is_legal_whatever_the_cards(number: int) -> None:
    decks = pool_decks()
    run = DuelRun(
        decks[number], decks[number + POOL_DECKS], policies="greedy", seed=1, check_decks=False
    )
    for index in range(10):
        # It is played a move at a time, each looked up among the legal ones.
        assert run.duel(index).over
