"""Laying cards elsewhere at a waiting decision: a whole position comes of it, or nothing."""

from __future__ import annotations

import pytest

from tests.rules.builders import ATTACK, duel, lying, number, side
from ygosim.duel import Duel
from ygosim.enums import Place


def lies(game: Duel, name: str) -> tuple[Place, int]:
    state, card = game.state, number(game, name)
    return Place(int(state["place"][card])), int(state["slot"][card])


def a_position() -> Duel:
    return duel(
        side(
            hand=["Gemini Elf", "Kuriboh"],
            monsters=["Luster Dragon", lying("Dark Blade", ATTACK)],
            spells_traps={1: "Mirror Force", 5: lying("Mountain", ATTACK)},
            graveyard=["Summoned Skull"],
            deck=["Mokey Mokey", "Battle Ox"],
        ),
        side(monsters=["Mystical Elf"], deck=["Sangan"]),
        rules="mr5",
    )


def whole(game: Duel) -> bool:
    """Whether it is a position that may be saved, and is the same when loaded."""
    return (
        game.handle.check() is None and Duel.load(game.save()).handle.hash() == game.handle.hash()
    )


def test_cards_are_laid_into_other_piles() -> None:
    game = a_position()
    game.handle.lay(
        [
            (number(game, "Gemini Elf"), Place.GRAVEYARD, True),
            (number(game, "Battle Ox"), Place.HAND, False),
            (number(game, "Summoned Skull"), Place.BANISHED, True),
        ]
    )
    assert lies(game, "Gemini Elf") == (Place.GRAVEYARD, 0)
    assert lies(game, "Battle Ox")[0] is Place.HAND
    assert lies(game, "Summoned Skull") == (Place.BANISHED, 0)
    assert game.state["pile_count"][0][:4].tolist() == [1, 2, 1, 1]
    assert whole(game)
    assert not any("Gemini Elf" in str(move) for move in game.legal())
    assert any("Battle Ox" in str(move) for move in game.legal())


def test_what_left_the_field_does_nothing_there_any_more() -> None:
    game = a_position()
    assert game.state["zone_atk"][0].max() == 2100  # Luster Dragon under Mountain
    before = game.handle.hash()
    game.handle.lay(
        [
            (number(game, "Mountain"), Place.DECK, False),
            (number(game, "Dark Blade"), Place.GRAVEYARD, True),
            (number(game, "Mystical Elf"), Place.DECK, False),
        ]
    )
    assert game.state["zone_atk"][0].max() == 1900
    assert lies(game, "Mountain") == (Place.DECK, 2)
    assert lies(game, "Dark Blade") == (Place.GRAVEYARD, 1)
    assert lies(game, "Mystical Elf") == (Place.DECK, 1)  # of its owner
    assert game.handle.hash() != before
    assert whole(game)


def test_nothing_happens_by_it() -> None:
    game = duel(
        side(monsters=["Sangan"], deck=["Kuriboh"] * 2), side(deck=["Kuriboh"]), rules="mr5"
    )
    game.handle.lay([(number(game, "Sangan"), Place.GRAVEYARD, True)])
    assert int(game.state["happening_count"]) == int(game.state["trigger_count"]) == 0
    assert not any("Sangan" in str(move) for move in game.legal())
    assert whole(game)


def test_what_cannot_lie_so_is_refused_and_nothing_changes() -> None:
    game = duel(side(monsters=["Sheep Token"], hand=["Kuriboh"]), side(), rules="mr5")
    token, kuriboh = number(game, "Sheep Token"), number(game, "Kuriboh")
    before = game.save()
    for moves in (
        [(kuriboh, Place.GRAVEYARD, True), (token, Place.GRAVEYARD, True)],
        [(kuriboh, Place.MONSTER_ZONE, True)],
        [(250, Place.HAND, True)],
    ):
        with pytest.raises(ValueError, match="cannot lie in the pile"):
            game.handle.lay(moves)
    assert game.save() == before


def test_nothing_is_laid_when_the_duel_is_over() -> None:
    game = duel(side(lp=0, hand=["Kuriboh"]), side(), rules="mr5")
    with pytest.raises(ValueError, match="over"):
        game.handle.lay([(number(game, "Kuriboh"), Place.DECK, False)])
