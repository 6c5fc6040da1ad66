"""Attacks that are declared and then meet another field: BAT-2, BAT-12."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    SET,
    battle,
    duel,
    happened,
    kinds,
    lying,
    may,
    monster,
    names,
    refusal,
    side,
    take,
)
from ygosim._core.engine import DuelHandle, Template
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, EventKind, MoveKind, Phase, Place, Refusal
from ygosim.position import AttackDeclared, Position

TARGET = MoveKind.CHOOSE_TARGET
DIRECTLY = MoveKind.ATTACK_DIRECTLY
CALL_OFF = MoveKind.CALL_OFF_ATTACK


def declared(
    theirs: dict[int, Any],
    *,
    target: int | None = None,
    gone: bool = False,
    new: tuple[int, ...] = (),
    lie: Any = ATTACK,
    attacker: int | None = 1,
    rules: str = "mr5",
    **more: Any,
) -> Duel:
    """An attack of player 0's "A" (1500) in zone 1, declared; "Second" may attack after it."""
    mine = {3: monster("Second", atk=600)}
    if attacker is not None:
        mine[attacker] = lying(monster("A", atk=1500), lie, attack_declared=True)  # type: ignore[assignment]
    return battle(
        side(monsters=mine, **more),
        side(monsters=theirs),
        rules,
        attack=AttackDeclared(attacker=attacker, target=target, gone=gone, new=new),
    )


# ------------------------------------------------------------------------ BAT-2


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_monster_that_came_gives_a_replay() -> None:
    game = declared({1: monster("B"), 2: monster("New")}, target=1, new=(2,))
    assert game.decision is DecisionKind.REPLAY
    assert kinds(game) == {TARGET, CALL_OFF}
    assert may(game, TARGET) == ["B", "New"]


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_monster_that_left_gives_a_replay() -> None:
    game = declared({1: monster("B"), 2: monster("C")}, target=1, gone=True)
    assert may(game, TARGET) == ["B", "C"]


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_one_that_came_for_one_that_left_gives_a_replay() -> None:
    game = declared({1: monster("New")}, gone=True, new=(1,))
    assert may(game, TARGET) == ["New"]


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_monster_that_stops_a_direct_attack_gives_a_replay() -> None:
    game = declared({1: monster("New")}, new=(1,))
    assert kinds(game) == {TARGET, CALL_OFF}


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_the_replay_may_be_a_direct_attack_when_the_field_is_empty() -> None:
    game = declared({}, gone=True)
    assert kinds(game) == {DIRECTLY, CALL_OFF}
    take(game, DIRECTLY)
    assert game.lp == (8000, 6500)


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_no_direct_attack_in_a_replay_past_a_monster() -> None:
    game = declared({1: monster("New")}, new=(1,))
    answer = refusal(game, DIRECTLY)
    assert answer.refusal is Refusal.MONSTERS_BAR_DIRECT_ATTACK


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_no_replay_when_the_monsters_are_the_same() -> None:
    game = declared({1: monster("B", atk=1000)}, target=1)
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert names(game, 1, Place.GRAVEYARD) == ["B"]


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_no_replay_when_the_monsters_have_moved_to_other_zones_only() -> None:
    position = Position(
        players=(
            side(monsters=[lying(monster("A", atk=1500), ATTACK, attack_declared=True)]),
            side(monsters={0: monster("B", atk=1400), 2: monster("C")}),
        ),
        phase=Phase.BATTLE,
        attack=AttackDeclared(attacker=1, target=0),
    )
    was = position.setup().template
    attacker, target, row = was.position["attack"]
    moved = bytes((row[2], row[1], row[0], *row[3:]))
    assert moved != row
    facts = {**was.position, "attack": (attacker, target, moved)}
    handle = DuelHandle(Template(was.definitions, was.rules, was.placements, facts))
    handle.start_in_order()
    state = handle.storage[0]
    assert state["decision"] == DecisionKind.BATTLE_PHASE
    assert list(state["lp"]) == [8000, 7900]


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET])
def test_no_replay_for_a_target_that_lies_otherwise(lie: Any) -> None:
    game = declared({1: lying(monster("B", def_=2000), lie)}, target=1)
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert game.lp == (7500, 8000)


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_choosing_again_is_no_new_declaration() -> None:
    game = declared({1: monster("B"), 2: monster("New", atk=1000)}, target=1, new=(2,))
    events = take(game, TARGET, "New")
    assert happened(events, EventKind.ATTACK_DECLARED) == []
    assert names(game, 1, Place.GRAVEYARD) == ["New"]


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_an_attack_may_be_called_off() -> None:
    game = declared({1: monster("B"), 2: monster("New")}, target=1, new=(2,))
    events = take(game, CALL_OFF)
    assert [event.name for event in happened(events, EventKind.ATTACK_CALLED_OFF)] == ["A"]
    assert game.decision is DecisionKind.BATTLE_PHASE


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_an_attack_called_off_counts_as_declared() -> None:
    game = declared({1: monster("B"), 2: monster("New")}, target=1, new=(2,))
    take(game, CALL_OFF)
    assert refusal(game, MoveKind.ATTACK, "A").refusal is Refusal.ALREADY_ATTACKED


@pytest.mark.rule("BAT-2", "POS-2", "BAT-10")
@pytest.mark.forbids
def test_a_monster_whose_attack_was_called_off_keeps_its_position() -> None:
    game = declared({1: monster("B"), 2: monster("New")}, target=1, new=(2,))
    take(game, CALL_OFF)
    take(game, MoveKind.ENTER_MAIN_PHASE_2)
    answer = refusal(game, MoveKind.CHANGE_POSITION, "A")
    assert answer.refusal is Refusal.HAS_ATTACKED


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_another_monster_attacks_after_one_was_called_off() -> None:
    game = declared({1: monster("B", atk=500), 2: monster("New")}, target=1, new=(2,))
    take(game, CALL_OFF)
    take(game, MoveKind.ATTACK, "Second")
    take(game, TARGET, "B")
    assert names(game, 1, Place.GRAVEYARD) == ["B"]


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_no_call_off_without_a_replay() -> None:
    game = battle(side(monsters=[monster("A")]), side(monsters=[monster("B"), monster("C")]))
    take(game, MoveKind.ATTACK, "A")
    assert refusal(game, CALL_OFF).refusal is Refusal.OTHER_DECISION


# ----------------------------------------------------------------------- BAT-12


@pytest.mark.rule("BAT-12")
@pytest.mark.permits
def test_an_attacker_that_still_stands_fights() -> None:
    game = declared({1: monster("B", atk=1000)}, target=1)
    assert game.lp == (8000, 7500)


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_that_has_gone_fights_no_more_and_there_is_no_replay() -> None:
    game = declared(
        {1: monster("B"), 2: monster("New")},
        target=1,
        new=(2,),
        attacker=None,
        graveyard=[monster("A", atk=1500)],
    )
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert game.lp == (8000, 8000)
    assert may(game, MoveKind.ATTACK) == ["Second"]


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET])
def test_an_attacker_in_defence_fights_no_more_and_there_is_no_replay(lie: Any) -> None:
    game = declared({1: monster("B"), 2: monster("New")}, target=1, new=(2,), lie=lie)
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert game.lp == (8000, 8000)


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_in_defence_does_not_attack_directly() -> None:
    game = declared({}, lie=DEFENCE)
    assert game.lp == (8000, 8000)


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_that_the_other_player_took_fights_no_more() -> None:
    taken = lying(monster("A", atk=1500), ATTACK, owner=0)
    game = duel(
        side(monsters={3: monster("Second")}),
        side(monsters={1: taken, 2: monster("B")}),
        phase=Phase.BATTLE,
        attack=AttackDeclared(attacker=1, target=2, taken=True),
    )
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert game.lp == (8000, 8000)
