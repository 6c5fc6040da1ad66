"""What continuous effects look at though no card moves on the field: looked at when it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.builders import SET, attack, lying, monster, side, take
from tests.rules.stand_ins import (
    GAIN,
    NEGATE,
    activate,
    atk,
    creature,
    decline,
    equal,
    fight,
    holds,
    may_trigger,
    play,
    resolve,
    said_by,
    usable,
)
from ygosim.duel import Duel
from ygosim.effects.model import Cards, Count, GainLP, Who, Works
from ygosim.enums import Context, Continuous, DecisionKind, MoveKind, Phase, Place, Trigger

PLAIN = monster("Plain")


def in_hand(game: Duel, player: int) -> int:
    return len(game.cards(player, Place.HAND))


def in_deck(game: Duel, player: int) -> int:
    return len(game.cards(player, Place.DECK))


LOOKS_AT: dict[str, tuple[Any, Callable[[Duel], int]]] = {
    "the phase": (said_by(Context.PHASE), lambda game: game.phase),
    "the turn": (said_by(Context.TURN), lambda game: game.turn),
    "the turn player": (said_by(Context.TURN_PLAYER), lambda game: game.turn_player),
    "the hand": (said_by(Context.MY_HAND), lambda game: in_hand(game, 0)),
    "the other hand": (said_by(Context.OPPONENT_HAND), lambda game: in_hand(game, 1)),
    "the deck": (said_by(Context.MY_DECK), lambda game: in_deck(game, 0)),
    "the other deck": (said_by(Context.OPPONENT_DECK), lambda game: in_deck(game, 1)),
    "cards of the hand": (
        Count(Cards(where=(Place.HAND,), whose=Who.ME)),
        lambda game: in_hand(game, 0),
    ),
    "cards of the deck": (
        Count(Cards(where=(Place.DECK,), whose=Who.ME)),
        lambda game: in_deck(game, 0),
    ),
}


def def_(game: Duel, name: str) -> int:
    """The DEF of player 0's monster of that name."""
    views = game.cards(0, Place.MONSTER_ZONE)
    return next(view.def_ for view in views if view.name == name)


def goes_on(game: Duel) -> None:
    """To the next phase with a decision."""
    if game.decision is DecisionKind.MAIN_PHASE and game.phase is Phase.MAIN_1:
        take(game, MoveKind.ENTER_BATTLE_PHASE)
    elif game.decision is DecisionKind.BATTLE_PHASE:
        take(game, MoveKind.ENTER_MAIN_PHASE_2)
    else:
        take(game, MoveKind.END_TURN)


@pytest.mark.parametrize("what", LOOKS_AT)
def test_what_is_looked_at_is_looked_at_when_it_changes(what: str) -> None:
    value, expected = LOOKS_AT[what]
    watcher = creature(f"Watcher of {what}", holds(Continuous.ADD_ATK, value), atk=1000)
    game = play(
        side(monsters=[watcher], hand=[PLAIN] * 2, deck=[PLAIN] * 8),
        side(hand=[PLAIN], deck=[PLAIN] * 8),
        turn=2,
    )
    seen = set()
    while game.turn < 5:
        assert atk(game, f"Watcher of {what}") == 1000 + expected(game)
        assert game.handle.check() is None
        seen.add((game.turn, game.phase))
        goes_on(game)
    assert len(seen) == 3 * 3


def test_a_value_follows_life_points() -> None:
    value = said_by(Context.OPPONENT_LP)
    watcher = creature("Watcher of life points", holds(Continuous.ADD_ATK, value), atk=1000)
    game = fight(side(monsters=[watcher, PLAIN]), side())
    assert atk(game, "Watcher of life points") == 1000 + 8000
    attack(game, "Plain")
    assert game.lp[1] < 8000
    assert atk(game, "Watcher of life points") == 1000 + game.lp[1]


def test_a_condition_is_looked_at_when_what_it_looks_at_changes() -> None:
    mine = equal(said_by(Context.TURN_PLAYER), said_by(Context.ME))
    strong = creature("Strong in its turn", holds(Continuous.ADD_ATK, 500, condition=mine))
    game = play(side(monsters=[strong]), side(deck=[PLAIN]))
    before = atk(game, "Strong in its turn")
    take(game, MoveKind.END_TURN)
    assert atk(game, "Strong in its turn") == before - 500


def test_activations_are_looked_at_when_they_are_made_and_negated() -> None:
    watcher = creature(
        "Watcher of activations", holds(Continuous.ADD_ATK, said_by(Context.MY_ACTIVATIONS))
    )
    game = play(side(monsters=[watcher], hand=[GAIN] * 2), side(spells_traps=[NEGATE]), turn=3)
    activate(game, "Gain", zone=1)
    assert (game.player, game.decision) == (1, DecisionKind.RESPONSE)
    assert atk(game, "Watcher of activations") == 1001
    activate(game, "Negate")
    resolve(game)
    assert atk(game, "Watcher of activations") == 1000  # it was not activated
    activate(game, "Gain", zone=1)
    resolve(game)
    assert atk(game, "Watcher of activations") == 1001
    assert game.handle.check() is None


def test_a_battle_is_looked_at_when_it_goes_on() -> None:
    watcher = creature(
        "Watcher of battles",
        holds(Continuous.ADD_ATK, said_by(Context.DAMAGE_CALCULATED)),
        holds(Continuous.ADD_DEF, said_by(Context.TARGET_WAS_FACE_DOWN)),
        may_trigger(Trigger.BATTLED, GainLP(1)),
    )
    game = fight(side(monsters=[watcher]), side(monsters=[lying(PLAIN, SET)]))
    attack(game, "Watcher of battles")
    assert usable(game) == ["Watcher of battles"]
    assert (atk(game, "Watcher of battles"), def_(game, "Watcher of battles")) == (1001, 1001)
    assert game.handle.check() is None
    decline(game)
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert (atk(game, "Watcher of battles"), def_(game, "Watcher of battles")) == (1000, 1000)


def test_a_card_that_works_from_the_hand_is_looked_at_when_it_is_drawn() -> None:
    field = Cards(where=(Place.MONSTER_ZONE,), named="Watched from the hand")
    giver = creature(
        "Giver from the hand",
        holds(Continuous.ADD_ATK, 500, where=(Place.HAND,), works=Works.ON_CARDS, on=field),
    )
    watched = monster("Watched from the hand", atk=1000)
    game = play(side(monsters=[watched]), side(deck=[giver]))
    assert atk(game, "Watched from the hand") == 1000
    take(game, MoveKind.END_TURN)
    assert atk(game, "Watched from the hand") == 1500
