"""Rulings about monsters that have become Equip Cards, in pairs (docs/rulings.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import happened, monster, names, place, side
from tests.rules.stand_ins import (
    GAIN,
    THEIR_MONSTERS,
    activate,
    creature,
    magic,
    play,
    quick,
    resolve,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import TARGETS, Cards, Destroy, EquipMonster, Target
from ygosim.enums import EventKind, Place, Reason
from ygosim.enums import Position as Lie

ON_FIELD = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)

EATER = creature(
    "Eater",
    quick(EquipMonster(TARGETS), targets=(Target(THEIR_MONSTERS),)),
)
BREAK_CARD = magic(
    "Break Card", used(Destroy(TARGETS), targets=(Target(Cards(where=ON_FIELD, but_this=True)),))
)
BREAK_MONSTER = magic(
    "Break Monster",
    used(Destroy(TARGETS), targets=(Target(Cards(where=(Place.MONSTER_ZONE,))),)),
)


def eaten(by: Any) -> Duel:
    """Player 0 targets Prey with a Spell; player 1's Eater is equipped with it in response."""
    game = play(side(hand=[by], monsters=[monster("Prey")]), side(monsters=[EATER]))
    activate(game, by.name, "Prey")
    activate(game, "Eater")
    resolve(game)
    place(game)
    return game


@pytest.mark.ruling("target-became-an-equip-card")
@pytest.mark.rule("ST-11", "EFF-3", "ZONE-7")
@pytest.mark.permits
def test_that_card_is_destroyed_though_it_has_become_an_equip_card() -> None:
    game = eaten(BREAK_CARD)
    assert names(game, 0, Place.GRAVEYARD) == ["Prey", "Break Card"]
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == []


@pytest.mark.ruling("target-became-an-equip-card")
@pytest.mark.rule("ST-11", "EFF-3", "ZONE-7")
@pytest.mark.forbids
def test_that_monster_is_not_destroyed_once_it_is_an_equip_card() -> None:
    game = eaten(BREAK_MONSTER)
    assert names(game, 0, Place.GRAVEYARD) == ["Break Monster"]
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Prey"]


def fed() -> Duel:
    """Player 0's Eater is equipped with Prey."""
    game = play(
        side(monsters=[EATER], hand=[GAIN, "Mystical Space Typhoon", "Fissure"]),
        side(monsters=[monster("Prey")], spells_traps=["Book of Moon"]),
    )
    activate(game, "Eater", "Prey")
    resolve(game)
    place(game)
    resolve(game)
    return game


@pytest.mark.rule("ST-11")
@pytest.mark.permits
def test_a_monster_used_as_an_equip_card_is_a_spell_of_who_equipped_it() -> None:
    game = fed()
    (prey,) = game.cards(0, Place.SPELL_TRAP_ZONE)
    assert (prey.name, prey.position) == ("Prey", Lie.FACE_UP_ATTACK)
    activate(game, "Mystical Space Typhoon", "Prey")
    resolve(game)
    assert names(game, 1, Place.GRAVEYARD) == ["Prey"]


@pytest.mark.rule("ST-11")
@pytest.mark.forbids
def test_a_monster_used_as_an_equip_card_is_no_monster() -> None:
    game = fed()
    assert [names(game, player, Place.MONSTER_ZONE) for player in (0, 1)] == [["Eater"], []]
    # There is no monster of the opponent any more that Fissure could destroy.
    assert sorted(usable(game, 0)) == ["Gain", "Mystical Space Typhoon"]


@pytest.mark.rule("ST-11", "ST-6")
@pytest.mark.forbids
def test_a_monster_used_as_an_equip_card_loses_its_target_like_any_equip_card() -> None:
    game = fed()
    activate(game, "Gain")
    activate(game, "Book of Moon")
    resolve(game)
    moved = [event for event in happened(game.log, EventKind.MOVED) if event.name == "Prey"]
    assert [(event.to_player, event.reason) for event in moved] == [(1, Reason.LOST_TARGET)]
