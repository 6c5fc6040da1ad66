"""Attacks that effects make, in a Battle Phase of their own: BAT-1, BAT-2, BAT-11, BAT-12."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    DEFENCE,
    SET,
    happened,
    lying,
    monster,
    on_field,
    phases,
    side,
    take,
)
from tests.rules.stand_ins import (
    SNIPE,
    TRAP_GAIN,
    activate,
    choose,
    creature,
    decline,
    fight,
    holds,
    lasts,
    magic,
    play,
    quick_magic,
    resolve,
    snare,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    BattlePhaseEnds,
    Cards,
    Choose,
    ForceAttack,
    GainLP,
    LingerOnPlayers,
    Who,
    Win,
    Works,
)
from ygosim.enums import (
    Continuous,
    DecisionKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Property,
    Trigger,
    Until,
)

MY_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)
THEIRS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT)

PROVOKE = snare(
    "Provoke",
    used(Choose(THEIRS), Choose(MY_MONSTERS, second=True), ForceAttack(CHOSEN, CHOSEN_SECOND)),
)
"""A Trap: one of the turn player's monsters attacks one of mine."""

CHARGE = magic(
    "Charge",
    used(Choose(MY_MONSTERS), Choose(THEIRS, second=True), ForceAttack(CHOSEN, CHOSEN_SECOND)),
)
STOP = snare("Stop", used(BattlePhaseEnds(), trigger=Trigger.ATTACK_DECLARED))
IN_START_STEP = snare("In Start Step", used(GainLP(3)))
TWIN = monster("Twin", atk=1500)
CALM = creature("Peaceable", holds(Continuous.PROPERTY, Property.CANNOT_ATTACK))
HIDDEN = creature("Overlooked", holds(Continuous.PROPERTY, Property.CANNOT_BE_ATTACK_TARGET))
DECIDES = quick_magic(
    "Decides",
    used(LingerOnPlayers("this End Phase")),
    lasts(
        "this End Phase",
        Continuous.LATER,
        until=Until.DONE | Until.END_OF_TURN,
        works=Works.ON_ME,
        trigger=Trigger.END_PHASE,
        operation=(Win(),),
    ),
)
DECIDES_LATER = quick_magic(
    "Decides Later",
    used(LingerOnPlayers("the next End Phase")),
    lasts(
        "the next End Phase",
        Continuous.LATER,
        until=Until.DONE,
        works=Works.ON_ME,
        trigger=Trigger.END_PHASE,
        operation=(Win(),),
    ),
)


def charge(game: Duel, *chosen: str) -> None:
    """Use Charge, with no answer to anything."""
    activate(game, "Charge", *chosen)
    resolve(game)
    assert game.handle.check() is None


def attacked_by_twin(zones: tuple[int, int]) -> Duel:
    """In the End Step, after that in zone 0 has attacked of two alike, numbered in this order."""
    game = play(
        side(hand=[CHARGE], monsters=dict.fromkeys(zones, TWIN)),
        side(monsters=[monster("B", atk=1000)], spells_traps=[IN_START_STEP]),
    )
    activate(game, "Charge")
    decline(game)
    (first,) = (move for move in game.legal() if int(game.state["slot"][move.card]) == 0)
    game.apply(first)
    while game.lp[1] == 8000 or int(game.state["frame_count"]) > 2:
        decline(game)
    assert (game.phase, game.decision) == (Phase.BATTLE, DecisionKind.RESPONSE)
    return game


def until_battle(game: Duel) -> None:
    """Answer nothing until the Battle Phase has begun."""
    while game.phase is not Phase.BATTLE:
        decline(game)


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_monster_is_made_to_attack_in_a_main_phase(rules: str) -> None:
    game = play(
        side(hand=[CHARGE], monsters=[monster("A", atk=1500)]),
        side(monsters=[monster("B", atk=1000)]),
        rules=rules,
    )
    charge(game)
    assert on_field(game, 1) == {}
    assert game.lp == (8000, 7500)
    assert (game.phase, game.decision) == (Phase.MAIN_1, DecisionKind.MAIN_PHASE)
    assert phases(game.log)[-2:] == [Phase.BATTLE, Phase.MAIN_1]


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_it_may_attack_in_the_battle_phase_of_the_turn_all_the_same() -> None:
    game = play(
        side(hand=[CHARGE], monsters=[monster("A", atk=1500), monster("C")]),
        side(monsters=[monster("B", atk=1000)]),
    )
    charge(game, "A")
    changed = [move.name for move in game.legal() if move.kind is MoveKind.CHANGE_POSITION]
    assert changed == ["C"]  # it has attacked (POS-2)
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    attackers = [move.name for move in game.legal() if move.kind is MoveKind.ATTACK]
    assert attackers == ["A", "C"]
    take(game, MoveKind.ATTACK, "A")
    attackers = [move.name for move in game.legal() if move.kind is MoveKind.ATTACK]
    assert attackers == ["C"]


@pytest.mark.rule("BAT-11")
@pytest.mark.permits
def test_it_has_the_windows_of_a_battle_phase() -> None:
    game = play(
        side(hand=[CHARGE], monsters=[monster("A", atk=1500)]),
        side(monsters=[monster("B", atk=1000)], spells_traps=[IN_START_STEP, STOP, TRAP_GAIN]),
    )
    activate(game, "Charge")
    until_battle(game)
    assert (game.decision, game.player) == (DecisionKind.RESPONSE, 1)
    assert usable(game, 1) == ["In Start Step", "Trap Gain"]
    decline(game)
    assert usable(game, 1) == ["In Start Step", "Stop", "Trap Gain"]
    activate(game, "Stop")
    resolve(game)
    # The attack is over, and so is its Battle Phase, not the one of the turn.
    assert len(on_field(game, 1)) == 1
    assert (game.phase, game.decision) == (Phase.MAIN_1, DecisionKind.MAIN_PHASE)
    take(game, MoveKind.ENTER_BATTLE_PHASE)


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (CALM, monster("B")),
        (monster("A"), HIDDEN),
        (lying(monster("A"), DEFENCE), monster("B")),
        (lying(monster("A"), SET), monster("B")),
    ],
)
def test_what_cannot_attack_or_be_attacked_does_not(mine: Any, theirs: Any) -> None:
    game = play(side(hand=[CHARGE], monsters=[mine]), side(monsters=[theirs]))
    charge(game)
    assert happened(game.log, EventKind.ATTACK_DECLARED) == []
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_there_is_no_attack_if_one_of_both_leaves_before_it() -> None:
    game = play(
        side(hand=[CHARGE], monsters=[monster("A")]),
        side(monsters=[monster("B")], spells_traps=[SNIPE]),
    )
    activate(game, "Charge")
    until_battle(game)
    activate(game, "Snipe", "A")
    resolve(game)
    assert happened(game.log, EventKind.ATTACK_DECLARED) == []
    assert game.handle.check() is None
    assert (game.phase, game.decision) == (Phase.MAIN_1, DecisionKind.MAIN_PHASE)


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_replay_lets_it_choose_again() -> None:
    game = play(
        side(hand=[CHARGE], monsters=[monster("A", atk=2000)]),
        side(monsters=[monster("B"), monster("C")], spells_traps=[SNIPE]),
    )
    activate(game, "Charge")
    decline(game)
    choose(game, "B")
    until_battle(game)
    decline(game)
    activate(game, "Snipe", "B")
    assert game.decision is DecisionKind.REPLAY
    take(game, MoveKind.CHOOSE_TARGET, "C")
    resolve(game)
    assert on_field(game, 1) == {}
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("BAT-12")
@pytest.mark.permits
def test_it_waits_for_the_attack_that_goes_on() -> None:
    game = fight(
        side(monsters=[monster("A", atk=1500), monster("B", atk=3000)]),
        side(monsters=[monster("C", atk=1000)], spells_traps=[PROVOKE]),
    )
    take(game, MoveKind.ATTACK, "A")
    activate(game, "Provoke", "B")
    resolve(game)
    # C has fallen to A before B could attack it.
    attackers = [event.name for event in happened(game.log, EventKind.ATTACK_DECLARED)]
    assert attackers == ["A"]
    assert (game.phase, game.decision) == (Phase.BATTLE, DecisionKind.BATTLE_PHASE)
    assert game.handle.check() is None


@pytest.mark.rule("BAT-12")
@pytest.mark.permits
def test_it_is_made_in_the_battle_phase_and_that_goes_on() -> None:
    game = fight(
        side(monsters=[monster("A", atk=1500), monster("B", atk=3000)]),
        side(
            monsters=[monster("C", atk=1000), monster("D", atk=100)],
            spells_traps=[PROVOKE],
        ),
    )
    take(game, MoveKind.ATTACK, "A")
    take(game, MoveKind.CHOOSE_TARGET, "C")
    activate(game, "Provoke", "B", "D")
    resolve(game)
    attackers = [event.name for event in happened(game.log, EventKind.ATTACK_DECLARED)]
    assert attackers == ["A", "B"]
    assert (game.phase, game.decision) == (Phase.BATTLE, DecisionKind.BATTLE_PHASE)
    assert game.lp == (8000, 4600)
    # A has attacked in this Battle Phase, B in another one.
    assert [move.name for move in game.legal() if move.kind is MoveKind.ATTACK] == ["B"]


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
@pytest.mark.parametrize("phase", [Phase.STANDBY, Phase.END])
def test_it_is_made_in_other_phases_too(phase: Phase) -> None:
    game = play(
        side(monsters=[monster("A", atk=1500)]),
        side(monsters=[monster("B", atk=1000)], spells_traps=[PROVOKE]),
        phase=phase,
    )
    while "Provoke" not in usable(game, 1):
        decline(game)
    before = game.turn
    activate(game, "Provoke")
    assert game.handle.check() is None
    while game.decision is DecisionKind.RESPONSE:
        decline(game)
    assert game.lp == (8000, 7500)
    assert game.turn == before + (phase is Phase.END)


@pytest.mark.rule("WIN-3")
@pytest.mark.permits
def test_what_is_put_off_until_the_end_phase_of_this_turn_is_done_in_it() -> None:
    game = play(side(spells_traps=[DECIDES]), side(monsters=[monster()]), phase=Phase.END)
    activate(game, "Decides")
    resolve(game)
    assert game.over
    assert game.winner == 0


@pytest.mark.rule("WIN-3")
@pytest.mark.forbids
def test_what_is_put_off_until_the_next_end_phase_is_not_done_in_this_one() -> None:
    game = play(side(spells_traps=[DECIDES_LATER]), side(monsters=[monster()]), phase=Phase.END)
    activate(game, "Decides Later")
    resolve(game)
    assert not game.over
    assert game.turn == 3


def test_which_of_two_alike_was_made_to_attack_hashes_by_its_zone() -> None:
    one, other = attacked_by_twin((0, 1)), attacked_by_twin((1, 0))
    assert one.state["frames"]["last"][0] != other.state["frames"]["last"][0]
    assert one.hash128 == other.hash128
