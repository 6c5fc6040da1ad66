"""Battles with effects: BAT-2, BAT-4, BAT-9, BAT-11, BAT-12."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    DEFENCE,
    SET,
    attack,
    happened,
    kinds,
    lying,
    may,
    monster,
    names,
    place,
    side,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    NEGATE,
    QUICK_GAIN,
    SNIPE,
    TRAP_GAIN,
    activate,
    creature,
    decline,
    equal,
    fight,
    holds,
    lasts,
    may_trigger,
    must_trigger,
    play,
    quick,
    quick_magic,
    resolve,
    said_by,
    snare,
    told,
    usable,
    used,
    windows,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    ActivationNegated,
    AtLeast,
    AttackNegated,
    BattlePhaseEnds,
    Can,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    GainLP,
    Linger,
    Send,
    SpecialSummon,
    TakeControl,
    Target,
    Who,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DecisionKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Property,
    Reason,
    Trigger,
    Until,
)
from ygosim.enums import Position as Lie

REPLAY = DecisionKind.REPLAY
FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)

RISE = snare(
    "Rise",
    used(
        Choose(Cards(where=(Place.GRAVEYARD,), whose=Who.ME, type=CardType.MONSTER)),
        SpecialSummon(CHOSEN, Lie.FACE_UP_ATTACK),
    ),
)
TO_DEFENCE = snare(
    "To Defence",
    used(ChangePosition(cards=TARGETS, attack=Lie.FACE_UP_DEFENCE), targets=(Target(FACE_UP),)),
)
WALL_UP = snare("Wall Up", used(AttackNegated(), trigger=Trigger.ATTACK_DECLARED))
PHASE_OUT = snare("Phase Out", used(BattlePhaseEnds(), trigger=Trigger.ATTACK_DECLARED))
STEAL = snare(
    "Steal",
    used(
        TakeControl(TARGETS, "mine"),
        targets=(
            Target(
                Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT, can=Can.CAN_CHANGE_CONTROL)
            ),
        ),
    ),
    lasts("mine", Continuous.CONTROL, until=Until.LEAVES | Until.END_OF_TURN),
)


def power(name: str, **said: Any) -> Any:
    """A Quick-Play Spell: a face-up monster gains 500 ATK this turn; not after calculation."""
    return quick_magic(
        name,
        used(
            Linger(TARGETS, "up", 500),
            targets=(Target(FACE_UP),),
            condition=equal(said_by(Context.DAMAGE_CALCULATED), 0),
            **said,
        ),
        lasts("up", Continuous.ADD_ATK, until=Until.LEAVES | Until.END_OF_TURN),
    )


RUSH = power("Power", in_damage_step=True)
LATE = power("Late", in_damage_step=True, in_damage_calculation=True)
PLAIN_POWER = power("Plain Power")
BRAVE = creature("Brave", must_trigger(Trigger.BATTLED, GainLP(1)), atk=1000)
MARTYR = creature("Martyr", may_trigger(Trigger.DESTROYED_BY_BATTLE, GainLP(1)), atk=100)
VICTOR = creature("Victor", may_trigger(Trigger.DESTROYS_BY_BATTLE, GainLP(1)), atk=2000)
JAR = creature(
    "Jar",
    must_trigger(Trigger.FLIPPED, Destroy(TARGETS), targets=(Target(MONSTERS),)),
    type=CardType.FLIP,
    def_=100,
)
JAR_WALL = creature(
    "Jar Wall",
    must_trigger(Trigger.FLIPPED, Destroy(TARGETS), targets=(Target(MONSTERS),)),
    type=CardType.FLIP,
    def_=3000,
)
HEALER = creature("Healer", must_trigger(Trigger.FLIPPED, GainLP(7)), type=CardType.FLIP, def_=100)
SELLER = creature(
    "Seller",
    may_trigger(
        Trigger.FLIPPED,
        GainLP(9),
        cost=(
            Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME, can=Can.CAN_BE_TRIBUTED)),
            Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
        ),
    ),
    type=CardType.FLIP,
    def_=100,
)
LATE_TURN = quick_magic(
    "Late Turn",
    used(
        ChangePosition(cards=TARGETS, attack=DEFENCE),
        targets=(Target(FACE_UP),),
        in_damage_step=True,
    ),
)
KILL_LATE = quick_magic(
    "Kill Late", used(Destroy(TARGETS), targets=(Target(MONSTERS),), in_damage_step=True)
)
STOPPER = creature(
    "Stopper",
    quick(
        ActivationNegated(),
        trigger=Trigger.CHAIN_LINK,
        in_damage_step=True,
        in_damage_calculation=True,
    ),
)


# ------------------------------------------------------------------------ BAT-2


@pytest.mark.ruling("summon-in-the-battle-step")
@pytest.mark.rule("BAT-2")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_monster_summoned_in_the_battle_step_makes_a_replay(rules: str) -> None:
    game = fight(
        side(monsters=[monster("A", atk=2000)]),
        side(monsters=[monster("B")], spells_traps=[RISE], graveyard=[monster("C")]),
        rules,
    )
    attack(game, "A")
    activate(game, "Rise")
    place(game)
    assert game.decision is REPLAY
    assert sorted(may(game, MoveKind.CHOOSE_TARGET)) == ["B", "C"]
    take(game, MoveKind.CHOOSE_TARGET, "C")
    resolve(game)
    assert names(game, 1, Place.MONSTER_ZONE) == ["B"]


@pytest.mark.ruling("summon-in-the-battle-step")
@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_direct_attack_may_be_called_off_after_a_summon() -> None:
    game = fight(
        side(monsters=[monster("A")]),
        side(spells_traps=[RISE], graveyard=[monster("C", atk=3000)]),
    )
    attack(game, "A")
    activate(game, "Rise")
    place(game)
    assert game.decision is REPLAY
    take(game, MoveKind.CALL_OFF_ATTACK)
    resolve(game)
    assert game.lp == (8000, 8000)
    # It counts as having attacked.
    assert may(game, MoveKind.ATTACK) == []


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_destroyed_monster_makes_a_replay() -> None:
    game = fight(side(monsters=[monster("A")]), side(monsters=[monster("B")], spells_traps=[SNIPE]))
    attack(game, "A")
    activate(game, "Snipe", "B")
    assert game.decision is REPLAY
    take(game, MoveKind.ATTACK_DIRECTLY)
    resolve(game)
    assert game.lp == (8000, 7000)


@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_a_changed_position_makes_no_replay() -> None:
    game = fight(
        side(monsters=[monster("A")]),
        side(monsters=[monster("B", def_=1500)], spells_traps=[TO_DEFENCE]),
    )
    attack(game, "A")
    activate(game, "To Defence", "B")
    resolve(game)
    assert game.decision is not REPLAY
    assert game.lp == (7500, 8000)


@pytest.mark.ruling("summon-in-the-battle-step")
@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_an_own_monster_that_comes_makes_no_replay() -> None:
    game = fight(
        side(monsters=[monster("A")], spells_traps=[RISE], graveyard=[monster("C")]),
        side(monsters=[monster("B", atk=500)]),
    )
    attack(game, "A")
    activate(game, "Rise")
    place(game)
    resolve(game)
    assert game.lp == (8000, 7500)


@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_a_target_that_changed_sides_makes_a_replay() -> None:
    game = fight(
        side(monsters=[monster("A")], spells_traps=[STEAL]),
        side(monsters=[monster("B"), monster("C")]),
    )
    attack(game, "A", "B")
    activate(game, "Steal", "B")
    place(game)
    assert game.decision is REPLAY
    assert may(game, MoveKind.CHOOSE_TARGET) == ["C"]


# ------------------------------------------------------------------------ BAT-4


@pytest.mark.rule("BAT-4")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_what_changes_atk_is_used_in_the_damage_step(rules: str) -> None:
    game = fight(
        side(hand=[RUSH], monsters=[monster("A", atk=1000)]),
        side(monsters=[monster("B", atk=1200)]),
        rules,
    )
    attack(game, "A")
    decline(game)  # the declaration
    assert usable(game) == ["Power"]
    activate(game, "Power", "A")
    resolve(game)
    assert game.lp == (8000, 7700)


@pytest.mark.rule("BAT-4")
@pytest.mark.forbids
def test_other_fast_effects_are_not_used_in_the_damage_step() -> None:
    game = fight(
        side(hand=[QUICK_GAIN, RUSH], monsters=[monster("A")]),
        side(monsters=[monster("B", atk=500)], spells_traps=[TRAP_GAIN, SNIPE]),
    )
    attack(game, "A")
    seen = windows(game)
    first = [cards for _, cards in seen]
    # Of the declaration all; in the damage step only Power, until calculation.
    assert seen[:2] == [(0, ["Quick Gain", "Power"]), (1, ["Trap Gain", "Snipe"])]
    in_step = first[2:]
    assert in_step[0] == ["Power"]
    assert ["Power"] in in_step


@pytest.mark.rule("BAT-4")
@pytest.mark.forbids
def test_what_changes_atk_is_not_used_after_calculation() -> None:
    game = fight(side(hand=[RUSH], monsters=[VICTOR]), side(monsters=[monster("B")]))
    attack(game, "Victor")
    while game.decision is DecisionKind.RESPONSE:
        decline(game)
    assert game.decision is DecisionKind.TRIGGER
    assert game.lp == (8000, 7000)
    activate(game, "Victor")
    # Nobody is asked to answer it: Power changes ATK until calculation only.
    assert game.lp == (8001, 7000)


@pytest.mark.rule("BAT-4")
@pytest.mark.permits
def test_counter_traps_and_negations_are_used_in_the_damage_step() -> None:
    game = fight(
        side(hand=[RUSH], monsters=[monster("A")]),
        side(monsters=[monster("B", atk=1200), STOPPER], spells_traps=[NEGATE, TRAP_GAIN]),
    )
    attack(game, "A", "B")
    while game.player != 0 or usable(game) != ["Power"] or not game.state["damage_step"]:
        decline(game)
    activate(game, "Power", "A")
    assert sorted(usable(game, 1)) == ["Negate", "Stopper"]


@pytest.mark.rule("BAT-4")
@pytest.mark.permits
def test_a_mandatory_trigger_is_used_in_the_damage_step() -> None:
    game = fight(side(monsters=[BRAVE]), side(monsters=[monster("B", atk=500)]))
    attack(game, "Brave")
    assert game.lp == (8001, 7500)


@pytest.mark.rule("BAT-4")
@pytest.mark.permits
def test_what_says_so_is_used_during_calculation() -> None:
    game = fight(
        side(hand=[RUSH, LATE], monsters=[monster("A", atk=1000)]),
        side(monsters=[monster("B", atk=1200)]),
    )
    attack(game, "A")
    offered = [cards for _, cards in windows(game)]
    assert offered[-1] == ["Late"]


# ------------------------------------------------------------------------ BAT-9


@pytest.mark.rule("BAT-9")
@pytest.mark.permits
def test_a_flip_effect_comes_after_calculation() -> None:
    game = fight(side(monsters=[monster("A", atk=1000)]), side(monsters=[lying(HEALER, SET)]))
    attack(game, "A")
    story = [
        kind
        for kind, _ in told(
            game.log, EventKind.FLIPPED, EventKind.DAMAGE_CALCULATED, EventKind.ACTIVATED
        )
    ]
    assert story == [EventKind.FLIPPED, EventKind.DAMAGE_CALCULATED, EventKind.ACTIVATED]
    assert game.lp == (8000, 8007)
    assert names(game, 1, Place.GRAVEYARD) == ["Healer"]


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.permits
def test_a_flip_effect_targets_what_survives_the_battle() -> None:
    game = fight(side(monsters=[monster("A", atk=1000)]), side(monsters=[lying(JAR, SET)]))
    attack(game, "A")
    # The Jar is determined to be destroyed: A is the only target.
    assert names(game, 0, Place.GRAVEYARD) == ["A"]
    assert names(game, 1, Place.GRAVEYARD) == ["Jar"]


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.forbids
def test_no_target_that_is_determined_to_be_destroyed() -> None:
    game = fight(
        side(monsters=[monster("A", atk=1000), monster("C")]), side(monsters=[lying(JAR, SET)])
    )
    attack(game, "A")
    assert game.decision is DecisionKind.CARD
    assert may(game, MoveKind.CHOOSE_CARD) == ["A", "C"]


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.permits
def test_a_flipped_monster_that_survives_is_a_target() -> None:
    game = fight(side(monsters=[monster("A", atk=1000)]), side(monsters=[lying(JAR_WALL, SET)]))
    attack(game, "A")
    assert sorted(may(game, MoveKind.CHOOSE_CARD)) == ["A", "Jar Wall"]


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.forbids
def test_no_tribute_that_is_determined_to_be_destroyed() -> None:
    game = fight(side(monsters=[monster("A")]), side(monsters=[lying(SELLER, SET)]))
    attack(game, "A")
    assert names(game, 1, Place.GRAVEYARD) == ["Seller"]
    assert game.lp == (8000, 8000)


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.permits
def test_another_monster_may_be_the_tribute() -> None:
    game = fight(side(monsters=[monster("A")]), side(monsters=[lying(SELLER, SET), monster("X")]))
    attack(game, "A", "Seller")
    activate(game, "Seller")
    assert names(game, 1, Place.GRAVEYARD) == ["X", "Seller"]
    assert game.lp == (8000, 8009)


# ----------------------------------------------------------------------- BAT-11


@pytest.mark.rule("BAT-11")
@pytest.mark.permits
def test_windows_in_start_step_after_a_declaration_and_in_the_end_step() -> None:
    game = play(side(monsters=[monster("A")]), side(spells_traps=[TRAP_GAIN]))
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    decline(game)  # before Main Phase 1 is left
    start = (game.phase, game.player, usable(game))
    assert start == (Phase.BATTLE, 1, ["Trap Gain"])
    decline(game)
    attack(game, "A")
    assert usable(game, 1) == ["Trap Gain"]
    resolve(game)
    take(game, MoveKind.ENTER_MAIN_PHASE_2)
    assert (game.phase, game.player, usable(game)) == (Phase.BATTLE, 1, ["Trap Gain"])


@pytest.mark.rule("BAT-11", "TURN-2")
@pytest.mark.permits
def test_a_turn_that_ends_in_the_battle_phase_has_its_end_step() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[TRAP_GAIN]))
    take(game, MoveKind.END_TURN)
    seen = []
    while usable(game, 1) == ["Trap Gain"] and game.turn == 2:
        seen.append(game.phase)
        decline(game)
    # Before the battle step is left, in the end step, and in the End Phase.
    assert seen[:3] == [Phase.BATTLE, Phase.BATTLE, Phase.END]


@pytest.mark.rule("BAT-11")
@pytest.mark.forbids
def test_speed_1_has_no_place_in_the_battle_phase() -> None:
    game = fight(side(hand=[GAIN, QUICK_GAIN], monsters=[monster("A")]))
    assert usable(game) == ["Quick Gain"]
    attack(game, "A")
    assert usable(game, 0) == ["Quick Gain"]


# ----------------------------------------------------------------------- BAT-12


@pytest.mark.rule("BAT-12")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_negated_attack_counts_as_the_attack(rules: str) -> None:
    game = fight(side(monsters=[monster("A"), monster("C")]), side(spells_traps=[WALL_UP]), rules)
    attack(game, "A")
    activate(game, "Wall Up")
    resolve(game)
    assert game.lp == (8000, 8000)
    assert may(game, MoveKind.ATTACK) == ["C"]


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_a_destroyed_attacker_does_not_battle() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[SNIPE]))
    attack(game, "A")
    activate(game, "Snipe", "A")
    resolve(game)
    assert game.lp == (8000, 8000)
    assert happened(game.log, EventKind.DAMAGE_CALCULATED) == []


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_that_changed_sides_does_not_battle() -> None:
    game = fight(
        side(monsters=[monster("A")]), side(monsters=[monster("B", atk=1)], spells_traps=[STEAL])
    )
    attack(game, "A")
    activate(game, "Steal", "A")
    place(game)
    assert game.decision is not REPLAY
    resolve(game)
    assert game.lp == (8000, 8000)
    assert sorted(names(game, 1, Place.MONSTER_ZONE)) == ["A", "B"]


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_in_defence_does_not_battle() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[TO_DEFENCE]))
    attack(game, "A")
    activate(game, "To Defence", "A")
    resolve(game)
    assert game.lp == (8000, 8000)


NET = snare(
    "Net",
    used(Linger(MONSTERS, "caught")),
    lasts("caught", Continuous.PROPERTY, Property.CANNOT_ATTACK),
)
"""The monsters of the field cannot attack."""

BAN = snare(
    "Ban",
    used(Linger(MONSTERS, "banned")),
    lasts("banned", Continuous.PROPERTY, Property.CANNOT_DECLARE_ATTACK),
)
"""The monsters of the field cannot declare an attack."""


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_that_cannot_attack_any_more_does_not_battle() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[NET]))
    attack(game, "A")
    activate(game, "Net")
    resolve(game)
    assert game.lp == (8000, 8000)


@pytest.mark.rule("BAT-12", "EFF-9")
@pytest.mark.permits
def test_an_attack_declared_before_it_was_forbidden_to_declare_one_goes_on() -> None:
    game = fight(
        side(monsters=[monster("A"), monster("B")]),
        side(monsters=[monster("C", atk=1)], spells_traps=[BAN]),
    )
    attack(game, "A")
    activate(game, "Ban")
    resolve(game)
    assert len(happened(game.log, EventKind.DAMAGE_CALCULATED)) == 1
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert may(game, MoveKind.ATTACK) == []


@pytest.mark.rule("BAT-12")
@pytest.mark.permits
def test_an_attack_that_nothing_stops_goes_on() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[WALL_UP, SNIPE]))
    attack(game, "A")
    resolve(game)
    assert game.lp == (8000, 7000)


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_a_target_gone_in_the_damage_step_is_not_calculated() -> None:
    game = fight(
        side(hand=[KILL_LATE], monsters=[monster("A")]), side(monsters=[monster("B", atk=1)])
    )
    attack(game, "A")
    while not game.state["damage_step"]:
        decline(game)
    activate(game, "Kill Late", "B")
    resolve(game)
    assert game.lp == (8000, 8000)
    assert happened(game.log, EventKind.DAMAGE_CALCULATED) == []


STOP_LATE = quick_magic("Stop Late", used(AttackNegated(), in_damage_step=True))


@pytest.mark.rule("BAT-12", "BAT-4")
@pytest.mark.forbids
def test_in_the_damage_step_no_attack_is_negated() -> None:
    game = fight(side(hand=[STOP_LATE], monsters=[monster("A")]))
    attack(game, "A")
    while not game.state["damage_step"]:
        decline(game)
    activate(game, "Stop Late")
    resolve(game)
    assert happened(game.log, EventKind.ATTACK_NEGATED) == []
    assert game.lp == (8000, 7000)


FRAIL = creature(
    "Frail",
    holds(Continuous.DESTROYS_ITSELF, condition=AtLeast(said_by(Context.MY_LP), 8001)),
    atk=400,
)
GAIN_LATE = quick_magic("Gain Late", used(GainLP(1), in_damage_step=True))


@pytest.mark.rule("BAT-4", "EFF-7")
@pytest.mark.forbids
def test_a_monster_does_not_destroy_itself_before_the_battle_is_calculated() -> None:
    game = fight(side(hand=[GAIN_LATE], monsters=[FRAIL]))
    attack(game, "Frail")
    while not game.state["damage_step"]:
        decline(game)
    activate(game, "Gain Late")
    resolve(game)
    assert game.lp == (8001, 7600)
    assert names(game, 0, Place.GRAVEYARD) == ["Gain Late", "Frail"]


RECALL_LATE = quick_magic(
    "Recall Late", used(Send(TARGETS, Place.HAND), targets=(Target(MONSTERS),), in_damage_step=True)
)


@pytest.mark.rule("BAT-12", "BAT-3")
@pytest.mark.forbids
def test_a_set_target_gone_at_the_start_of_the_damage_step_is_not_flipped() -> None:
    game = fight(
        side(hand=[RECALL_LATE], monsters=[monster("A")]),
        side(monsters=[lying(monster("B"), SET)]),
    )
    attack(game, "A")
    while not game.state["damage_step"]:
        decline(game)
    activate(game, "Recall Late", "B")
    resolve(game)
    assert names(game, 1, Place.HAND) == ["B"]
    assert happened(game.log, EventKind.FLIPPED) == []


@pytest.mark.rule("BAT-12")
@pytest.mark.permits
def test_an_effect_that_ends_the_battle_phase_opens_main_phase_2() -> None:
    game = fight(side(monsters=[monster("A"), monster("C")]), side(spells_traps=[PHASE_OUT]))
    attack(game, "A")
    activate(game, "Phase Out")
    resolve(game)
    assert game.lp == (8000, 8000)
    assert game.phase is Phase.MAIN_2
    assert MoveKind.ATTACK not in kinds(game)


def turned_in_damage_step(name: str) -> Duel:
    """A attacks B; that monster is turned to defence in the damage step."""
    game = fight(
        side(hand=[LATE_TURN], monsters=[monster("A")]),
        side(monsters=[monster("B", atk=1, def_=1500)]),
    )
    attack(game, "A")
    while not game.state["damage_step"]:
        decline(game)
    activate(game, "Late Turn", name)
    resolve(game)
    return game


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_in_defence_in_the_damage_step_is_not_calculated() -> None:
    game = turned_in_damage_step("A")
    assert game.lp == (8000, 8000)
    assert happened(game.log, EventKind.DAMAGE_CALCULATED) == []


@pytest.mark.rule("BAT-12", "BAT-6")
@pytest.mark.permits
def test_a_target_in_defence_in_the_damage_step_battles_with_its_def() -> None:
    assert turned_in_damage_step("B").lp == (7500, 8000)
