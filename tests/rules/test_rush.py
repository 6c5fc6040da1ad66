"""Rush Duels: RUSH-1, RUSH-2.  RUSH-5 is with the positions."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    attack,
    battle,
    duel,
    end_turn,
    happened,
    kinds,
    may,
    monster,
    on_field,
    phases,
    refusal,
    set_monster,
    side,
    soldiers,
    spell,
    summon,
    take,
    trap,
)
from ygosim.enums import DecisionKind, EventKind, MoveKind, Phase, Place, Refusal
from ygosim.errors import PositionError

THREE = dict(zip((1, 2, 3), soldiers(3), strict=True))

# ----------------------------------------------------------------------- RUSH-1


@pytest.mark.rule("RUSH-1")
@pytest.mark.permits
def test_three_monsters_find_three_zones() -> None:
    game = duel(side(hand=soldiers(3)), rules="rush")
    for number in (1, 2, 3):
        summon(game, f"Soldier {number}")
    assert sorted(on_field(game, 0)) == [1, 2, 3]


@pytest.mark.rule("RUSH-1")
@pytest.mark.forbids
@pytest.mark.parametrize("slot", [0, 4, 5, 6])
def test_there_are_no_other_zones(slot: int) -> None:
    game = duel(side(hand=soldiers(1)), rules="rush")
    take(game, MoveKind.NORMAL_SUMMON, "Soldier 1")
    assert refusal(game, MoveKind.CHOOSE_ZONE, slot=slot).refusal is Refusal.ZONE_NOT_FREE


@pytest.mark.rule("RUSH-1")
@pytest.mark.forbids
@pytest.mark.parametrize("slot", [0, 4, 5, 6, 7, -1])
def test_no_position_can_describe_others(slot: int) -> None:
    with pytest.raises(PositionError, match=r"rush has the zones \[1, 2, 3\]"):
        duel(side(monsters={slot: monster()}), rules="rush")


@pytest.mark.rule("RUSH-1")
@pytest.mark.forbids
@pytest.mark.parametrize("kind", [MoveKind.NORMAL_SUMMON, MoveKind.SET_MONSTER])
def test_full_zones_stop_a_monster_without_tributes(kind: MoveKind) -> None:
    game = duel(side(hand=[monster("New")], monsters=THREE), rules="rush")
    assert refusal(game, kind, "New").refusal is Refusal.NO_FREE_ZONE


@pytest.mark.rule("RUSH-1")
@pytest.mark.permits
@pytest.mark.parametrize(("level", "tributes"), [(5, 1), (7, 2)])
def test_full_zones_do_not_stop_a_tribute_summon(level: int, tributes: int) -> None:
    game = duel(side(hand=[monster("New", level=level)], monsters=THREE), rules="rush")
    summon(game, "New", *[f"Soldier {n + 1}" for n in range(tributes)])
    assert "New" in [name for name, _ in on_field(game, 0).values()]


@pytest.mark.rule("RUSH-1")
@pytest.mark.forbids
@pytest.mark.parametrize("card", [spell("New"), trap("New")])
def test_full_spell_and_trap_zones_stop_a_set_in_a_rush_duel(card: object) -> None:
    taken = {slot: spell(f"Spell {slot}") for slot in (1, 2, 3)}
    game = duel(side(hand=[card], spells_traps=taken), rules="rush")  # type: ignore[list-item]
    assert refusal(game, MoveKind.SET_SPELL_TRAP, "New").refusal is Refusal.NO_FREE_ZONE


# ----------------------------------------------------------------------- RUSH-2


@pytest.mark.rule("RUSH-2")
@pytest.mark.permits
@pytest.mark.parametrize(("held", "drawn"), [(0, 5), (1, 4), (4, 1), (5, 1), (9, 1)])
def test_the_turn_player_draws_to_five_and_at_least_one(held: int, drawn: int) -> None:
    game = duel(side(), side(hand=soldiers(held)), "rush")
    (event,) = happened(end_turn(game), EventKind.DRAWN)
    assert event.value == drawn


@pytest.mark.rule("RUSH-2")
@pytest.mark.forbids
def test_too_few_cards_for_the_draw_lose() -> None:
    game = duel(side(), side(hand=soldiers(1), deck=3), "rush")
    end_turn(game)
    assert game.winner == 0


@pytest.mark.rule("RUSH-2")
@pytest.mark.permits
def test_the_last_card_is_enough_for_a_full_hand() -> None:
    game = duel(side(), side(hand=soldiers(8), deck=1), "rush")
    end_turn(game)
    assert not game.over


@pytest.mark.rule("RUSH-2")
@pytest.mark.permits
def test_any_number_of_cards_is_kept() -> None:
    game = duel(side(hand=soldiers(30)), rules="rush")
    end_turn(game)
    assert len(game.cards(0, Place.HAND)) == 30


@pytest.mark.rule("RUSH-2")
@pytest.mark.permits
def test_monsters_are_summoned_and_set_in_any_number() -> None:
    game = duel(side(hand=[*soldiers(6), monster("Big", level=7)]), rules="rush")
    summon(game, "Soldier 1")
    set_monster(game, "Soldier 2")
    summon(game, "Soldier 3")
    summon(game, "Big", "Soldier 1", "Soldier 2")
    summon(game, "Soldier 4")
    assert len(on_field(game, 0)) == 3


@pytest.mark.rule("RUSH-2")
@pytest.mark.forbids
def test_there_is_no_standby_phase_and_no_main_phase_2() -> None:
    game = duel(side(monsters=[monster("A")]), side(monsters=[monster("B")]), "rush")
    end_turn(game)
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    attack(game, "B")
    assert phases(game.log) == [
        Phase.END,
        Phase.DRAW,
        Phase.MAIN_1,
        Phase.BATTLE,
        Phase.END,
        Phase.DRAW,
        Phase.MAIN_1,
    ]


@pytest.mark.rule("RUSH-2")
@pytest.mark.forbids
@pytest.mark.parametrize("phase", [Phase.STANDBY, Phase.MAIN_2])
def test_no_position_can_describe_a_phase_that_is_not_there(phase: Phase) -> None:
    with pytest.raises(PositionError, match="has no phase"):
        duel(rules="rush", phase=phase)


@pytest.mark.rule("RUSH-2")
@pytest.mark.forbids
def test_after_the_battle_phase_nothing_is_summoned() -> None:
    game = battle(side(hand=[monster("New")], monsters=[monster("A"), monster("B")]), rules="rush")
    attack(game, "A")
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert kinds(game) == {MoveKind.ATTACK, MoveKind.END_TURN}
    assert may(game, MoveKind.NORMAL_SUMMON) == []
