"""Normal Summons and Sets that an effect lets its user make: SUM-1, SUM-4, SUM-15, CHAIN-4."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.builders import (
    ATTACK,
    CHAIN_FORMATS,
    SET,
    happened,
    monster,
    names,
    on_field,
    place,
    refusal,
    side,
    soldiers,
    summon,
    take,
)
from tests.rules.stand_ins import (
    QUICK_GAIN,
    SUMMON_STOP,
    activate,
    choose,
    creature,
    decline,
    fight,
    lasts,
    may_trigger,
    must_trigger,
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
    Cards,
    Choose,
    GainLP,
    LingerOnPlayers,
    NormalSummon,
    Step,
    Summonable,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Refusal,
    Trigger,
    Until,
)
from ygosim.enums import Position as Lie

MINE = Summonable(Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER))
CALLS: tuple[Step, ...] = (Choose(MINE), NormalSummon(CHOSEN))
CALL = quick_magic("Call Up", used(*CALLS))
CALL_TOO = quick_magic("Call Up Too", used(*CALLS))
CALL_TRAP = snare("Call Trap", used(*CALLS))
NO_SUMMONS = quick_magic(
    "No Summons",
    used(LingerOnPlayers("none")),
    lasts(
        "none", Continuous.CANNOT_SUMMON, 1 | 2 | 4, until=Until.END_OF_TURN, works=Works.ON_BOTH
    ),
)
MOURNED = creature("Mourned", must_trigger(Trigger.SENT_TO_GRAVE, GainLP(7)))
GREETED = creature("Greeted", must_trigger(Trigger.NORMAL_SUMMONED, GainLP(70)))
WHEN_MOURNED = creature(
    "When Mourned", replace(may_trigger(Trigger.SENT_TO_GRAVE, GainLP(700)), when=True)
)
HUGE = monster("Huge", level=8)


def answer(game: Duel, lie: Lie | None = None, zone: int | None = None) -> None:
    """Say how the monster comes, if that is asked, and where."""
    if game.decision is DecisionKind.POSITION:
        take(game, MoveKind.CHOOSE_POSITION, slot=int(lie or ATTACK))
    if game.decision is DecisionKind.ZONE:
        place(game, zone)
    assert game.handle.check() is None


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
@pytest.mark.parametrize("lie", [ATTACK, SET])
def test_an_effect_lets_a_monster_be_summoned_or_set_beyond_the_one_of_the_turn(
    rules: str, lie: Lie
) -> None:
    game = play(side(hand=[CALL, monster("A"), monster("B"), monster("C")]), rules=rules)
    activate(game, "Call Up", "A")
    assert game.decision is DecisionKind.POSITION
    assert game.handle.check() is None
    answer(game, lie)
    resolve(game)
    assert on_field(game, 0) == {0: ("A", lie)}
    summon(game, "B")
    place(game)
    assert refusal(game, MoveKind.NORMAL_SUMMON, "C").refusal is Refusal.NO_NORMAL_SUMMON_LEFT


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_it_may_be_made_when_the_summon_of_the_turn_is_used() -> None:
    game = play(side(hand=[CALL, monster("A")]), normal_summons_left=0)
    activate(game, "Call Up")
    answer(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_it_takes_tributes_whose_zone_is_free_then() -> None:
    field = {zone: monster(f"Soldier {zone}") for zone in range(5)}
    game = play(side(hand=[CALL, HUGE], monsters=field))
    activate(game, "Call Up")
    answer(game)
    for name in ("Soldier 1", "Soldier 4"):
        take(game, MoveKind.CHOOSE_TRIBUTE, name)
        assert game.handle.check() is None
    assert [move.slot for move in game.legal()] == [1, 4]
    place(game, 4)
    assert on_field(game, 0)[4] == ("Huge", ATTACK)
    assert len(names(game, 0, Place.GRAVEYARD)) == 3


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_the_other_player_makes_it_in_the_battle_phase() -> None:
    game = fight(
        side(monsters=[monster("Attacker")]),
        side(
            hand=[monster("A"), HUGE],
            spells_traps=[CALL_TRAP],
            monsters=[monster("B"), monster("C")],
        ),
    )
    take(game, MoveKind.ATTACK, "Attacker")
    take(game, MoveKind.CHOOSE_TARGET, "B")
    activate(game, "Call Trap")
    choose(game, "Huge")
    assert (game.player, game.decision) == (1, DecisionKind.POSITION)
    answer(game, SET)
    assert names(game, 1, Place.MONSTER_ZONE) == ["Huge"]
    assert game.decision is DecisionKind.REPLAY
    assert game.player == 0


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_what_lacks_tributes_or_a_zone_cannot_be_summoned_so() -> None:
    assert usable(play(side(hand=[CALL, HUGE], monsters=[monster()]))) == []
    full = {zone: monster(f"Soldier {zone}") for zone in range(5)}
    assert usable(play(side(hand=[CALL, monster("A")], monsters=full))) == []
    assert usable(play(side(hand=[CALL, creature("Only By Ritual", type=CardType.RITUAL)]))) == []


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_who_may_not_summon_may_set() -> None:
    game = play(side(hand=[NO_SUMMONS, CALL, monster("A")]))
    activate(game, "No Summons")
    resolve(game)
    activate(game, "Call Up")
    answer(game)
    assert on_field(game, 0) == {0: ("A", SET)}


@pytest.mark.rule("SUM-15")
@pytest.mark.forbids
def test_what_takes_three_tributes_is_not_set() -> None:
    game = play(
        side(hand=[CALL, monster("Colossus", level=10)], monsters=soldiers(3)),
        tributes={"Colossus": 3},
    )
    activate(game, "Call Up")
    assert game.decision is not DecisionKind.POSITION
    answer(game)
    assert on_field(game, 0)[0] == ("Colossus", ATTACK)


@pytest.mark.rule("SUM-4")
@pytest.mark.permits
def test_the_summon_after_link_1_may_be_negated() -> None:
    game = play(
        side(hand=[CALL, monster("A"), monster("B")]),
        side(spells_traps=[SUMMON_STOP]),
    )
    activate(game, "Call Up", "A")
    answer(game)
    assert usable(game, 1) == ["Summon Stop"]
    assert names(game, 0, Place.GRAVEYARD) == ["Call Up"]
    activate(game, "Summon Stop")
    assert names(game, 0, Place.GRAVEYARD) == ["Call Up", "A"]
    # It was not the summon of the turn.
    summon(game, "B")
    place(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["B"]


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_a_set_after_link_1_is_not_negated() -> None:
    game = play(side(hand=[CALL, monster("A")]), side(spells_traps=[SUMMON_STOP]))
    activate(game, "Call Up")
    answer(game, SET)
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-4", "CHAIN-4")
@pytest.mark.forbids
def test_the_summon_after_a_later_link_is_made_within_the_chain_and_not_negated() -> None:
    game = play(side(hand=[QUICK_GAIN, CALL, monster("A")]), side(spells_traps=[SUMMON_STOP]))
    activate(game, "Quick Gain")
    activate(game, "Call Up")
    before = len(game.log)
    answer(game)
    kinds = [event.kind for event in game.log[before:]]
    assert kinds.index(EventKind.NORMAL_SUMMONED) < kinds.index(EventKind.CHAIN_ENDED)
    assert game.lp == (8010, 8000)
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-4")
@pytest.mark.permits
def test_two_links_bring_a_monster_each_and_none_where_none_is_left() -> None:
    game = play(side(hand=[CALL, CALL_TOO, GREETED, monster("A")]))
    activate(game, "Call Up")
    activate(game, "Call Up Too")
    choose(game, "Greeted")
    answer(game)
    answer(game)
    resolve(game)
    assert sorted(names(game, 0, Place.MONSTER_ZONE)) == ["A", "Greeted"]
    assert game.lp == (8070, 8000)
    game = play(side(hand=[CALL, CALL_TOO, monster("A")]))
    activate(game, "Call Up")
    activate(game, "Call Up Too")
    answer(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_tributes_are_given_before_the_summon() -> None:
    game = play(side(hand=[CALL, HUGE], monsters=[MOURNED, WHEN_MOURNED]))
    activate(game, "Call Up")
    answer(game)
    while game.decision is DecisionKind.TRIBUTE:
        game.apply(0)
    answer(game)
    resolve(game)
    # "If": after the summon; "when … you can": it was not the last thing to happen.
    assert game.lp == (8007, 8000)
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-5")
@pytest.mark.permits
def test_the_chain_that_negates_is_one_of_its_own() -> None:
    game = play(
        side(hand=[CALL, HUGE], monsters=[MOURNED, monster("B")]),
        side(spells_traps=[SUMMON_STOP]),
    )
    activate(game, "Call Up")
    answer(game)
    while game.decision is DecisionKind.TRIBUTE:
        game.apply(0)
    answer(game)
    activate(game, "Summon Stop")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == []
    assert len(happened(game.log, EventKind.CHAIN_ENDED)) == 3
    assert game.lp == (8007, 8000)
    assert (game.phase, game.decision) == (Phase.MAIN_1, DecisionKind.MAIN_PHASE)


@pytest.mark.rule("CHAIN-7")
@pytest.mark.permits
def test_it_opens_a_window_like_any_summon() -> None:
    watch = snare("Watch", used(GainLP(1), trigger=Trigger.NORMAL_SUMMONED))
    game = play(side(hand=[CALL, monster("A")]), side(spells_traps=[watch]))
    activate(game, "Call Up")
    answer(game)
    assert usable(game, 1) == ["Watch"]
    decline(game)
    assert game.decision is DecisionKind.MAIN_PHASE
