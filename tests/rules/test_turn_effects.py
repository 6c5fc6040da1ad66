"""The turn with effects: TURN-2, TURN-4, TURN-5, TURN-6, POS-2, SUM-2; EFF-8's last turn end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    CHAIN_FORMATS,
    DEFENCE,
    SET,
    happened,
    kinds,
    lying,
    may,
    monster,
    names,
    on_field,
    refusal,
    side,
    soldiers,
    summon,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    NEGATE,
    QUICK_GAIN,
    SNIPE,
    TRAP_GAIN,
    activate,
    creature,
    decline,
    lasts,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick_magic,
    resolve,
    usable,
    used,
)
from ygosim import PlayerPosition, Position
from ygosim.duel import Duel
from ygosim.effects.model import (
    TARGETS,
    Cards,
    ChangePosition,
    GainLP,
    Linger,
    Target,
    Who,
)
from ygosim.enums import (
    Continuous,
    DecisionKind,
    EventKind,
    Limit,
    MoveKind,
    Phase,
    Place,
    Property,
    Refusal,
    Trigger,
    Until,
)

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
ZONE = (Place.MONSTER_ZONE,)


def at(event: Trigger, name: str, **said: Any) -> Any:
    """A monster with an effect at a phase, once a turn."""
    make = may_trigger if said.pop("may", False) else must_trigger
    said.setdefault("limit", Limit.CARD_PER_TURN)
    return creature(name, make(event, GainLP(1), where=ZONE, **said))


STANDBY_1 = at(Trigger.STANDBY_PHASE, "Standby 1")
STANDBY_2 = at(Trigger.STANDBY_PHASE, "Standby 2")
STANDBY_MAY = at(Trigger.STANDBY_PHASE, "Standby May", may=True)
END_MUST = at(Trigger.END_PHASE, "End Must")
END_MAY = at(Trigger.END_PHASE, "End May", may=True)
OWN_STANDBY = at(Trigger.STANDBY_PHASE, "Own Standby", turn=Who.ME)
THEIR_STANDBY = at(Trigger.STANDBY_PHASE, "Their Standby", turn=Who.OPPONENT)

# ----------------------------------------------------------------------- TURN-2


@pytest.mark.rule("TURN-2")
@pytest.mark.permits
@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.STANDBY])
@pytest.mark.parametrize("player", [0, 1])
def test_speed_2_in_draw_and_standby_phase(phase: Phase, player: int) -> None:
    sides = [side(), side()]
    sides[player] = side(spells_traps=[TRAP_GAIN])
    game = play(sides[0], sides[1], phase=phase)
    assert (game.phase, game.player, usable(game)) == (phase, player, ["Trap Gain"])


@pytest.mark.rule("TURN-2")
@pytest.mark.permits
def test_speed_2_in_the_end_phase() -> None:
    game = play(side(hand=[QUICK_GAIN]), side(spells_traps=[TRAP_GAIN]))
    take(game, MoveKind.END_TURN)
    asked = []
    while game.turn == 2:
        asked.append((game.phase, game.player))
        decline(game)
    assert asked[-2:] == [(Phase.END, 0), (Phase.END, 1)]


@pytest.mark.rule("TURN-2")
@pytest.mark.forbids
@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.STANDBY])
def test_speed_1_has_no_place_there(phase: Phase) -> None:
    game = play(side(hand=[GAIN, QUICK_GAIN], spells_traps=[GAIN]), phase=phase)
    assert (game.phase, usable(game)) == (phase, ["Quick Gain"])


# ----------------------------------------------------------------------- TURN-5


def next_turn(game: Duel) -> None:
    """End the turn of player 0, on to the first question in player 1's Standby Phase."""
    take(game, MoveKind.END_TURN)


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_each_phase_effect_starts_a_chain_of_its_own(rules: str) -> None:
    game = play(side(), side(monsters=[STANDBY_1, STANDBY_2]), rules)
    next_turn(game)
    assert (game.phase, game.player) == (Phase.STANDBY, 1)
    assert usable(game) == ["Standby 1", "Standby 2"]
    activate(game, "Standby 2")
    # The other one, mandatory and alone, may not be passed over.
    while game.phase is Phase.STANDBY:
        assert MoveKind.PASS not in kinds(game)
        activate(game, "Standby 1")
    chains = happened(game.log, EventKind.CHAIN_ENDED)
    order = [event.name for event in happened(game.log, EventKind.ACTIVATED)]
    assert (order, len(chains)) == (["Standby 2", "Standby 1"], 2)


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
def test_the_turn_player_uses_own_phase_effects_first() -> None:
    game = play(side(monsters=[STANDBY_1]), side(monsters=[STANDBY_2]))
    next_turn(game)
    resolve(game)
    order = [event.name for event in happened(game.log, EventKind.ACTIVATED)]
    assert order == ["Standby 2", "Standby 1"]
    assert game.phase is Phase.MAIN_1


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
def test_an_optional_phase_effect_may_be_passed() -> None:
    game = play(side(), side(monsters=[STANDBY_MAY]))
    next_turn(game)
    assert kinds(game) == {MoveKind.ACTIVATE, MoveKind.PASS}
    decline(game)
    assert (game.phase, game.lp) == (Phase.MAIN_1, (8000, 8000))


@pytest.mark.rule("TURN-5")
@pytest.mark.forbids
def test_a_mandatory_phase_effect_may_not_be_passed() -> None:
    game = play(side(), side(monsters=[STANDBY_1]))
    next_turn(game)
    assert (game.phase, game.lp) == (Phase.MAIN_1, (8000, 8001))


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
def test_fast_effects_may_come_before_a_mandatory_one() -> None:
    game = play(side(), side(monsters=[STANDBY_1], spells_traps=[TRAP_GAIN]))
    next_turn(game)
    while game.phase is not Phase.STANDBY:
        decline(game)
    assert sorted(usable(game, 1)) == ["Standby 1", "Trap Gain"]
    assert MoveKind.PASS not in kinds(game)
    activate(game, "Trap Gain")
    resolve(game)
    order = [event.name for event in happened(game.log, EventKind.ACTIVATED)]
    assert order == ["Trap Gain", "Standby 1"]


@pytest.mark.rule("TURN-5")
@pytest.mark.forbids
def test_an_effect_of_the_own_standby_phase_waits_for_it() -> None:
    game = play(side(monsters=[OWN_STANDBY, THEIR_STANDBY]), side())
    next_turn(game)
    order = [event.name for event in happened(game.log, EventKind.ACTIVATED)]
    assert order == ["Their Standby"]
    take(game, MoveKind.END_TURN)
    order = [event.name for event in happened(game.log, EventKind.ACTIVATED)]
    assert order == ["Their Standby", "Own Standby"]


@pytest.mark.rule("TURN-5", "TURN-4")
@pytest.mark.permits
def test_effects_of_the_end_phase_come_before_the_discard() -> None:
    game = play(side(hand=soldiers(7), monsters=[END_MUST, END_MAY]))
    take(game, MoveKind.END_TURN)
    assert game.phase is Phase.END
    assert set(usable(game)) <= {"End Must", "End May"}
    activate(game, "End Must")
    activate(game, "End May")
    assert game.decision is DecisionKind.DISCARD
    assert game.lp == (8002, 8000)


@pytest.mark.rule("TURN-5", "TURN-4")
@pytest.mark.forbids
def test_after_the_discard_no_phase_effect_is_used() -> None:
    game = play(side(hand=soldiers(7), monsters=[END_MAY]))
    take(game, MoveKind.END_TURN)
    decline(game)
    assert game.decision is DecisionKind.DISCARD
    take(game, MoveKind.CHOOSE_DISCARD, "Soldier 1")
    assert game.turn == 3
    assert game.lp == (8000, 8000)


UNLIMITED_MUST = at(Trigger.STANDBY_PHASE, "Unlimited Must", limit=Limit.NONE)
UNLIMITED_MAY = at(Trigger.STANDBY_PHASE, "Unlimited May", limit=Limit.NONE, may=True)


@pytest.mark.ruling("negated-phase-trigger")
@pytest.mark.rule("TURN-5")
@pytest.mark.forbids
@pytest.mark.parametrize("card", [UNLIMITED_MUST, UNLIMITED_MAY])
def test_a_phase_effect_is_used_once_in_the_phase(card: Any) -> None:
    game = play(side(), side(monsters=[card]))
    next_turn(game)
    if game.phase is Phase.STANDBY:
        activate(game, card.name)
    assert (game.phase, game.lp) == (Phase.MAIN_1, (8000, 8001))


# ----------------------------------------------------------------------- TURN-6


def holding(name: str, turns: int) -> Any:
    """A Spell: a monster cannot attack until the end of so many turns."""
    return magic(
        name,
        used(Linger(TARGETS, "it", 0), targets=(Target(FACE_UP),)),
        lasts(
            "it",
            Continuous.PROPERTY,
            Property.CANNOT_ATTACK,
            until=Until.LEAVES | Until.END_OF_TURN,
            turns=turns,
        ),
    )


HOLD_1 = holding("Hold 1", 1)
HOLD_3 = holding("Hold 3", 3)


def attackers_in_turn(game: Duel, turn: int) -> list[str]:
    """Who may attack in that turn."""
    while game.turn < turn:
        take(game, MoveKind.END_TURN)
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    return may(game, MoveKind.ATTACK)


@pytest.mark.rule("TURN-6")
@pytest.mark.permits
@pytest.mark.parametrize(("card", "free"), [(HOLD_1, 4), (HOLD_3, 6)])
def test_when_the_turns_are_over_it_attacks(card: Any, free: int) -> None:
    game = play(side(hand=[card], monsters=[monster("A")]))
    activate(game, card.name)
    assert attackers_in_turn(game, free) == ["A"]


@pytest.mark.rule("TURN-6")
@pytest.mark.forbids
@pytest.mark.parametrize(("card", "last"), [(HOLD_1, 2), (HOLD_3, 2), (HOLD_3, 4)])
def test_three_turns_are_three_turns_of_either_player(card: Any, last: int) -> None:
    game = play(side(hand=[card], monsters=[monster("A")]))
    activate(game, card.name)
    assert attackers_in_turn(game, last) == []


# ----------------------------------------------------------------- POS-2, SUM-2

TURN = quick_magic(
    "Turn",
    used(
        ChangePosition(cards=TARGETS, attack=DEFENCE, defence=ATTACK),
        targets=(Target(FACE_UP),),
    ),
)
HIDE = magic(
    "Hide",
    used(ChangePosition(cards=TARGETS, attack=SET, defence=SET), targets=(Target(FACE_UP),)),
)


@pytest.mark.rule("POS-2")
@pytest.mark.permits
def test_a_change_by_an_effect_does_not_use_up_the_change() -> None:
    game = play(side(hand=[TURN], monsters=[monster("A")]))
    activate(game, "Turn")
    assert on_field(game, 0)[1] == ("A", DEFENCE)
    take(game, MoveKind.CHANGE_POSITION, "A")
    assert on_field(game, 0)[1] == ("A", ATTACK)


@pytest.mark.rule("POS-2")
@pytest.mark.permits
def test_an_effect_changes_a_monster_that_was_summoned_or_changed_this_turn() -> None:
    game = play(side(hand=[TURN, TURN, monster("A")], monsters=[monster("B")]))
    summon(game, "A")
    resolve(game)
    activate(game, "Turn", "A")
    resolve(game)
    take(game, MoveKind.CHANGE_POSITION, "B")
    resolve(game)
    activate(game, "Turn", "B")
    assert on_field(game, 0) == {0: ("A", DEFENCE), 1: ("B", ATTACK)}


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_an_effect_does_not_give_a_second_change() -> None:
    game = play(side(hand=[TURN], monsters=[monster("A")]))
    take(game, MoveKind.CHANGE_POSITION, "A")
    resolve(game)
    activate(game, "Turn", "A")
    answer = refusal(game, MoveKind.CHANGE_POSITION, "A")
    assert answer.refusal is Refusal.ALREADY_CHANGED


@pytest.mark.rule("SUM-2", "POS-2")
@pytest.mark.permits
def test_a_monster_that_an_effect_turned_face_down_is_flip_summoned_this_turn() -> None:
    game = play(side(hand=[HIDE], monsters=[monster("A")]))
    activate(game, "Hide")
    take(game, MoveKind.FLIP_SUMMON, "A")
    assert on_field(game, 0)[1] == ("A", ATTACK)


@pytest.mark.rule("SUM-2", "POS-2")
@pytest.mark.forbids
def test_but_not_if_it_was_summoned_or_changed_this_turn() -> None:
    game = play(side(hand=[HIDE, HIDE, monster("A")], monsters=[monster("B")]))
    summon(game, "A")
    take(game, MoveKind.CHANGE_POSITION, "B")
    activate(game, "Hide", "A")
    activate(game, "Hide", "B")
    assert may(game, MoveKind.FLIP_SUMMON) == []


@pytest.mark.rule("EFF-13")
@pytest.mark.permits
def test_a_monster_taken_twice_until_the_end_phase_is_offered_to_be_given_back_once() -> None:
    controllers = ["Enemy Controller", "Enemy Controller"]
    game = Duel.from_position(
        Position(
            players=(
                PlayerPosition(
                    monsters={1: "Mokey Mokey", 2: "Mokey Mokey"},
                    spells_traps=dict(enumerate(controllers)),
                ),
                PlayerPosition(
                    monsters={1: "Gemini Elf", 2: "Mokey Mokey"},
                    spells_traps={0: "Enemy Controller"},
                    deck=["Mokey Mokey"],
                ),
            ),
        )
    )
    for words in (
        *("end the turn", "pass", "pass", "activate Enemy Controller", "option 2"),
        *("choose Gemini Elf", "choose Mokey Mokey", "pass", "use zone 3"),
        *("activate Enemy Controller", "option 2", "choose Mokey Mokey", "pass", "use zone 4"),
        "pass",
    ):
        game.apply([str(move) for move in game.legal()].index(words))
    said = [str(move) for move in game.legal()]
    assert said.count("give back Mokey Mokey") == 1


def lord_destroyed_in(phase: Phase, *more: Any) -> Duel:
    """The opponent destroys Vampire Lord in that phase of its owner's turn 4."""
    game = play(
        side(monsters=["Vampire Lord"], deck=9),
        side(spells_traps=[SNIPE, *more], deck=9),
        turn=3,
        turn_player=1,
        phase=Phase.MAIN_1,
    )
    take(game, MoveKind.END_TURN)
    while (game.turn, game.phase) != (4, phase) or "Snipe" not in usable(game, 1):
        take(game, MoveKind.PASS)
    activate(game, "Snipe")
    while "Vampire Lord" not in names(game, 0, Place.GRAVEYARD):
        take(game, MoveKind.PASS)
    return game


def lord_returns(game: Duel) -> list[int]:
    """The turns, up to turn 8, in which Vampire Lord comes back or tries to."""
    while game.turn < 9:
        if game.decision is DecisionKind.MAIN_PHASE:
            take(game, MoveKind.END_TURN)
        elif "Negate" in usable(game):
            activate(game, "Negate")
        elif game.decision is DecisionKind.RESPONSE:
            decline(game)
        else:
            game.apply(0)
    turn, turns = 3, []
    for event in game.log:
        if event.kind is EventKind.TURN_STARTED:
            turn = event.value
        elif event.kind is EventKind.ACTIVATED and event.name == "Vampire Lord":
            turns.append(turn)
    return turns


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
@pytest.mark.parametrize(("phase", "turns"), [(Phase.DRAW, [4]), (Phase.STANDBY, [6])])
def test_vampire_lord_comes_back_in_the_next_standby_phase(phase: Phase, turns: list[int]) -> None:
    assert lord_returns(lord_destroyed_in(phase)) == turns


@pytest.mark.rule("TURN-5")
@pytest.mark.forbids
def test_vampire_lord_has_one_standby_phase_though_it_was_negated_there() -> None:
    game = lord_destroyed_in(Phase.DRAW, NEGATE)
    assert lord_returns(game) == [4]
    assert names(game, 0, Place.GRAVEYARD) == ["Vampire Lord"]


@pytest.mark.rule("EFF-1", "TURN-5")
@pytest.mark.forbids
def test_a_face_down_monster_has_no_effect_at_a_phase() -> None:
    late = at(Trigger.END_PHASE, "Late Sleeper")
    for lie, lp in ((SET, 8000), (ATTACK, 8001)):
        game = play(side(monsters=[lying(late, lie)]))
        take(game, MoveKind.END_TURN)
        resolve(game)
        while game.turn == 2:
            game.apply(game.legal()[0])
        assert game.lp == (lp, 8000)
