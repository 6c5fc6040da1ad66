"""Cards that effects place face-up, and cards that may not be Set: ST-12, EFF-9, ZONE-2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.builders import happened, monster, place, refusal, side, trap
from tests.rules.stand_ins import activate, holds, magic, play, snare, usable, used
from ygosim.cards.pool.building import FACE_UP
from ygosim.effects.model import (
    CHOSEN,
    DONE,
    Can,
    Cards,
    Choose,
    GainLP,
    PlaceFaceUp,
    SetFromHand,
    Times,
    Who,
    Works,
)
from ygosim.enums import CardType, Continuous, EventKind, MoveKind, Place, Position, Refusal

MINE = Cards(
    where=(Place.HAND, Place.DECK, Place.GRAVEYARD),
    whose=Who.ME,
    type=CardType.SPELL | CardType.TRAP,
    but_this=True,
)
RAISE = magic("Raise", used(Choose(MINE), PlaceFaceUp(CHOSEN), GainLP(Times(100, DONE))))
STRENGTH = snare(
    "Strength",
    used(GainLP(5000)),
    holds(
        Continuous.ADD_ATK,
        300,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_CARDS,
        on=FACE_UP,
    ),
    type=CardType.CONTINUOUS,
)
MEADOW = magic("Meadow", used(), type=CardType.FIELD)
WORD = magic("Word", type=CardType.CONTINUOUS, cannot_be_set=True)
PLANT_ANY = magic(
    "Plant Any",
    used(
        Choose(replace(MINE, where=(Place.HAND,), can=Can.CAN_BE_SET)),
        SetFromHand(CHOSEN),
    ),
)
FULL: dict[int, Any] = {slot: trap(f"Trap {slot}") for slot in range(5)}


@pytest.mark.rule("ST-12")
@pytest.mark.permits
@pytest.mark.parametrize("where", ["hand", "deck", "graveyard"])
def test_a_card_is_placed_face_up_and_works_from_then_on(where: str) -> None:
    mine: dict[str, Any] = {"hand": [RAISE]}
    mine[where] = [*mine.get(where, ()), STRENGTH]
    game = play(side(**mine, monsters=[monster(atk=1000)]))
    activate(game, "Raise")
    place(game)
    (view,) = game.cards(0, Place.SPELL_TRAP_ZONE)
    assert (view.name, view.position) == ("Strength", Position.FACE_UP_ATTACK)
    assert game.cards(0, Place.MONSTER_ZONE)[0].atk == 1300
    assert game.lp == (8100, 8000)
    assert [event.name for event in happened(game.log, EventKind.ACTIVATED)] == ["Raise"]
    assert happened(game.log, EventKind.SET) == []


@pytest.mark.rule("ST-12", "ST-7")
@pytest.mark.permits
def test_a_field_spell_is_placed_in_the_field_zone() -> None:
    game = play(side(hand=[RAISE], deck=[MEADOW]))
    activate(game, "Raise")
    (view,) = game.cards(0, Place.SPELL_TRAP_ZONE)
    assert (view.name, view.slot, view.position) == ("Meadow", 5, Position.FACE_UP_ATTACK)


@pytest.mark.rule("ST-12", "ZONE-2")
@pytest.mark.forbids
def test_nothing_is_placed_where_no_zone_is_free() -> None:
    game = play(side(hand=[STRENGTH], spells_traps={**FULL, 4: RAISE}))
    assert usable(game) == []


@pytest.mark.rule("EFF-9")
@pytest.mark.forbids
def test_what_may_not_be_set_is_not_set_by_an_effect_either() -> None:
    game = play(side(hand=[WORD, PLANT_ANY]))
    answer = refusal(game, MoveKind.SET_SPELL_TRAP, "Word")
    assert (answer.refusal, answer.rule) == (Refusal.SET_FORBIDDEN, "EFF-9")
    assert usable(game) == []


@pytest.mark.rule("EFF-9")
@pytest.mark.permits
def test_what_may_not_be_set_is_placed_all_the_same() -> None:
    game = play(side(hand=[WORD, RAISE]))
    activate(game, "Raise")
    place(game)
    assert [view.name for view in game.cards(0, Place.SPELL_TRAP_ZONE)] == ["Word"]
