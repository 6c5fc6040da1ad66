"""How monsters lie and when that changes: POS-1, POS-2, SUM-2, BAT-10, RUSH-5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    HIDDEN_ATTACK,
    SET,
    attack,
    battle,
    duel,
    end_turn,
    happened,
    link,
    lying,
    may,
    monster,
    on_field,
    refusal,
    set_monster,
    side,
    summon,
    take,
)
from ygosim.duel import Duel
from ygosim.enums import EventKind, MoveKind, Phase, Refusal
from ygosim.errors import PositionError

CHANGE = MoveKind.CHANGE_POSITION
FLIP = MoveKind.FLIP_SUMMON


def one(lie: Any, *, rules: str = "mr5", phase: Phase = Phase.MAIN_1, **marks: Any) -> Duel:
    """A duel in which player 0 has one monster, lying so."""
    return duel(side(monsters=[lying(monster("A"), lie, **marks)]), rules=rules, phase=phase)


def lies(game: Duel, player: int = 0) -> list[Any]:
    return [lie for _, lie in on_field(game, player).values()]


# ------------------------------------------------------------------------ POS-1


@pytest.mark.rule("POS-1")
@pytest.mark.permits
@pytest.mark.parametrize("lie", [ATTACK, DEFENCE, SET, HIDDEN_ATTACK])
def test_a_monster_lies_in_one_of_four_ways(lie: Any) -> None:
    assert lies(one(lie)) == [lie]


@pytest.mark.rule("POS-1")
@pytest.mark.permits
def test_a_summon_lies_face_up_in_attack_and_a_set_face_down_in_defence() -> None:
    game = duel(side(hand=[monster("A"), monster("B")]), rules="rush")
    summon(game, "A")
    set_monster(game, "B")
    assert lies(game) == [ATTACK, SET]


@pytest.mark.rule("POS-1")
@pytest.mark.permits
def test_a_monster_in_face_down_attack_is_turned_face_up_attack_when_attacked() -> None:
    game = battle(
        side(monsters=[monster("A", atk=500)]),
        side(monsters=[lying(monster("B", atk=800), HIDDEN_ATTACK)]),
    )
    events = attack(game, "A")
    (flipped,) = happened(events, EventKind.FLIPPED)
    assert (flipped.name, flipped.position) == ("B", ATTACK)
    assert game.lp == (7700, 8000)


@pytest.mark.rule("POS-1")
@pytest.mark.forbids
def test_a_monster_in_face_down_attack_does_not_attack() -> None:
    game = battle(side(monsters=[lying(monster("A"), HIDDEN_ATTACK), monster("B")]))
    answer = refusal(game, MoveKind.ATTACK, "A")
    assert answer.refusal is Refusal.NOT_ATTACK_POSITION


@pytest.mark.rule("POS-1")
@pytest.mark.forbids
def test_no_move_puts_a_monster_face_down() -> None:
    # RULING: rules.md names effects as the only way to face-down attack; a face-up monster
    # changes between the two face-up positions only (POS-2, RUSH-5).
    game = one(ATTACK)
    take(game, CHANGE, "A")
    assert lies(game) == [DEFENCE]


@pytest.mark.rule("POS-1")
@pytest.mark.forbids
@pytest.mark.parametrize("kind", [CHANGE, FLIP])
def test_a_monster_in_face_down_attack_is_not_turned_by_its_player(kind: MoveKind) -> None:
    # RULING: only a Flip Summon turns a monster face-up by a player's choice, and it starts
    # from face-down defence (SUM-2).
    assert may(one(HIDDEN_ATTACK), kind) == []


# ------------------------------------------------------------------------ POS-2


@pytest.mark.rule("POS-2")
@pytest.mark.permits
@pytest.mark.parametrize(("before", "after"), [(ATTACK, DEFENCE), (DEFENCE, ATTACK)])
@pytest.mark.parametrize("phase", [Phase.MAIN_1, Phase.MAIN_2])
def test_a_face_up_monster_changes_its_position_in_a_main_phase(
    before: Any, after: Any, phase: Phase
) -> None:
    game = one(before, phase=phase)
    take(game, CHANGE, "A")
    assert lies(game) == [after]


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_a_position_changes_once_a_turn() -> None:
    game = one(ATTACK)
    take(game, CHANGE, "A")
    answer = refusal(game, CHANGE, "A")
    assert (answer.refusal, answer.rule) == (Refusal.ALREADY_CHANGED, "POS-2")


@pytest.mark.rule("POS-2")
@pytest.mark.permits
def test_each_monster_has_a_change_of_its_own() -> None:
    game = duel(side(monsters=[monster("A"), monster("B")]))
    take(game, CHANGE, "A")
    take(game, CHANGE, "B")
    assert lies(game) == [DEFENCE, DEFENCE]


@pytest.mark.rule("POS-2")
@pytest.mark.permits
def test_the_change_is_back_in_the_players_next_turn() -> None:
    game = one(ATTACK)
    take(game, CHANGE, "A")
    end_turn(game)
    end_turn(game)
    assert may(game, CHANGE) == ["A"]


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_no_change_in_the_turn_of_the_summon() -> None:
    game = duel(side(hand=[monster("A")]))
    summon(game, "A")
    assert refusal(game, CHANGE, "A").refusal is Refusal.ARRIVED_THIS_TURN


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_no_change_of_a_monster_that_the_other_player_set_this_turn() -> None:
    # It came under this player's control in the turn of its Set; the mark says so.
    game = duel(side(monsters=[lying(monster("A"), ATTACK, owner=1, arrived=True)]))
    assert may(game, CHANGE) == []


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_a_flip_summon_is_the_change() -> None:
    game = one(SET)
    take(game, FLIP, "A")
    assert refusal(game, CHANGE, "A").refusal is Refusal.ALREADY_CHANGED


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_no_change_in_the_battle_phase() -> None:
    game = one(ATTACK, phase=Phase.BATTLE)
    assert refusal(game, CHANGE, "A").refusal is Refusal.OTHER_DECISION


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_the_opponents_monsters_are_not_changed() -> None:
    game = duel(side(monsters=[monster("A")]), side(monsters=[monster("Theirs")]))
    answer = game.why_not(game.move(CHANGE, game.cards(1, 5)[0].number))  # type: ignore[arg-type]
    assert answer is not None
    assert answer.refusal is Refusal.NOT_CONTROLLED


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_a_link_monster_has_no_defence_position() -> None:
    game = duel(side(monsters={5: link("L")}))
    assert refusal(game, CHANGE, "L").refusal is Refusal.NO_DEFENCE_POSITION


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_a_link_monster_still_has_none_in_its_next_turn() -> None:
    game = duel(side(monsters={5: link("L")}))
    end_turn(game)
    end_turn(game)
    assert may(game, CHANGE) == []


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET])
def test_no_position_can_describe_a_link_monster_in_defence(lie: Any) -> None:
    with pytest.raises(PositionError, match="Link Monster"):
        duel(side(monsters={5: lying(link("L"), lie)}))


# ------------------------------------------------------------------------ SUM-2


@pytest.mark.rule("SUM-2")
@pytest.mark.permits
@pytest.mark.parametrize("phase", [Phase.MAIN_1, Phase.MAIN_2])
def test_a_flip_summon_turns_a_set_monster_to_face_up_attack(phase: Phase) -> None:
    game = one(SET, phase=phase)
    take(game, FLIP, "A")
    assert lies(game) == [ATTACK]


@pytest.mark.rule("SUM-2")
@pytest.mark.permits
def test_a_flip_summon_is_no_normal_summon() -> None:
    game = duel(side(hand=[monster("New")], monsters=[lying(monster("A"), SET)]))
    take(game, FLIP, "A")
    assert may(game, MoveKind.NORMAL_SUMMON) == ["New"]


@pytest.mark.rule("SUM-2")
@pytest.mark.permits
def test_a_monster_turned_face_down_earlier_this_turn_is_flip_summoned() -> None:
    # An effect turned it down: no mark of this turn is on it.
    assert may(one(SET), FLIP) == ["A"]


@pytest.mark.rule("SUM-2")
@pytest.mark.permits
def test_a_flip_summoned_monster_attacks_in_the_same_turn() -> None:
    game = one(SET)
    take(game, FLIP, "A")
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    assert may(game, MoveKind.ATTACK) == ["A"]


@pytest.mark.rule("SUM-2")
@pytest.mark.forbids
def test_no_flip_summon_in_the_turn_of_the_set() -> None:
    game = duel(side(hand=[monster("A")]))
    set_monster(game, "A")
    answer = refusal(game, FLIP, "A")
    assert answer.refusal is Refusal.ARRIVED_THIS_TURN


@pytest.mark.rule("SUM-2")
@pytest.mark.permits
def test_a_flip_summon_in_the_players_next_turn() -> None:
    game = duel(side(hand=[monster("A")]))
    set_monster(game, "A")
    end_turn(game)
    assert may(game, FLIP) == []
    end_turn(game)
    assert may(game, FLIP) == ["A"]


@pytest.mark.rule("SUM-2")
@pytest.mark.forbids
def test_no_flip_summon_of_a_monster_that_was_summoned_this_turn_and_turned_down() -> None:
    assert may(one(SET, arrived=True), FLIP) == []


@pytest.mark.rule("SUM-2")
@pytest.mark.forbids
def test_no_flip_summon_of_a_monster_that_changed_its_position_and_was_turned_down() -> None:
    game = one(SET, position_changed=True)
    assert refusal(game, FLIP, "A").refusal is Refusal.ALREADY_CHANGED


@pytest.mark.rule("SUM-2")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [ATTACK, DEFENCE])
def test_a_face_up_monster_is_not_flip_summoned(lie: Any) -> None:
    assert refusal(one(lie), FLIP, "A").refusal is Refusal.NOT_SET_MONSTER


@pytest.mark.rule("SUM-2")
@pytest.mark.forbids
def test_a_set_monster_is_turned_face_up_by_a_flip_summon_only() -> None:
    assert refusal(one(SET), CHANGE, "A").refusal is Refusal.NOT_FACE_UP


@pytest.mark.rule("SUM-2")
@pytest.mark.forbids
def test_being_flipped_by_an_attack_is_no_flip_summon() -> None:
    game = battle(
        side(monsters=[monster("A", atk=100)]),
        side(monsters=[lying(monster("B", def_=500), SET)]),
    )
    events = attack(game, "A")
    assert happened(events, EventKind.FLIP_SUMMONED) == []
    assert len(happened(events, EventKind.FLIPPED)) == 1


# ----------------------------------------------------------------------- BAT-10


@pytest.mark.rule("BAT-10", "POS-2")
@pytest.mark.permits
def test_a_monster_that_did_not_attack_changes_in_main_phase_2() -> None:
    game = battle(side(monsters=[monster("A"), monster("B")]))
    attack(game, "A")
    take(game, MoveKind.ENTER_MAIN_PHASE_2)
    assert may(game, CHANGE) == ["B"]


@pytest.mark.rule("BAT-10", "POS-2")
@pytest.mark.forbids
def test_a_monster_that_declared_an_attack_does_not_change_in_main_phase_2() -> None:
    game = battle(side(hand=[monster("H")], monsters=[monster("A")]))
    attack(game, "A")
    take(game, MoveKind.ENTER_MAIN_PHASE_2)
    answer = refusal(game, CHANGE, "A")
    assert (answer.refusal, answer.rule) == (Refusal.HAS_ATTACKED, "BAT-10")


@pytest.mark.rule("BAT-10")
@pytest.mark.permits
def test_it_changes_again_in_the_players_next_turn() -> None:
    game = battle(side(monsters=[monster("A")]))
    attack(game, "A")
    end_turn(game)
    end_turn(game)
    assert may(game, CHANGE) == ["A"]


# ----------------------------------------------------------------------- RUSH-5


@pytest.mark.rule("RUSH-5")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("before", "kind", "after"),
    [(ATTACK, CHANGE, DEFENCE), (DEFENCE, CHANGE, ATTACK), (SET, FLIP, ATTACK)],
)
def test_a_monster_of_an_earlier_turn_changes_in_a_rush_duel(
    before: Any, kind: MoveKind, after: Any
) -> None:
    game = one(before, rules="rush")
    take(game, kind, "A")
    assert lies(game) == [after]


@pytest.mark.rule("RUSH-5")
@pytest.mark.forbids
def test_a_monster_that_came_this_turn_does_not_change_in_a_rush_duel() -> None:
    game = duel(side(hand=[monster("A"), monster("B")]), rules="rush")
    summon(game, "A")
    set_monster(game, "B")
    assert (may(game, CHANGE), may(game, FLIP)) == ([], [])


@pytest.mark.rule("RUSH-5")
@pytest.mark.forbids
def test_a_monster_changes_once_a_turn_in_a_rush_duel() -> None:
    game = one(SET, rules="rush")
    take(game, FLIP, "A")
    assert may(game, CHANGE) == []
