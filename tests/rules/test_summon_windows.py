"""Special Summons and summons that are negated: SUM-3, SUM-4, SUM-5, SUM-13."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    SET,
    happened,
    kinds,
    lying,
    may,
    monster,
    names,
    on_field,
    set_monster,
    side,
    soldiers,
    summon,
    take,
)
from tests.rules.stand_ins import (
    MY_GRAVE,
    NEGATE,
    SUMMON_STOP,
    TRAP_GAIN,
    activate,
    counter_snare,
    creature,
    decline,
    holds,
    magic,
    may_trigger,
    must_trigger,
    play,
    resolve,
    said_by,
    snare,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    EVENT_CARDS,
    AtLeast,
    Can,
    Cards,
    Choose,
    Destroy,
    Effect,
    GainLP,
    IfDone,
    Send,
    SpecialSummon,
    SummonNegated,
    Who,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DecisionKind,
    EffectKind,
    EventKind,
    MoveKind,
    Place,
    Property,
    Reason,
    Trigger,
)
from ygosim.enums import Position as Lie

UP = Lie.FACE_UP_ATTACK
DEFENCE = Lie.FACE_UP_DEFENCE
MY_HAND_MONSTERS = Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER)


def procedure(value: int = UP | DEFENCE) -> Effect:
    """The card is Special Summoned from the hand by itself, in these positions."""
    return Effect(
        kind=EffectKind.PROCEDURE,
        where=(Place.HAND,),
        value=int(value),
        requires=AtLeast(said_by(Context.MY_FREE_ZONES), 1),
    )


RACER = creature("Racer", procedure())
BANISHER = creature(
    "Banisher Beast",
    Effect(
        kind=EffectKind.PROCEDURE,
        where=(Place.HAND,),
        value=int(UP),
        cost=(
            Choose(replace(MY_GRAVE, can=Can.CAN_BE_BANISHED)),
            Send(CHOSEN, Place.BANISHED, Reason.COST),
        ),
    ),
    type=CardType.SPECIAL_SUMMON_ONLY,
    level=8,
)
STRIKER = creature("Striker", procedure(UP))
PROUD = creature(
    "Proud", procedure(UP), properly_first=True, type=CardType.SPECIAL_SUMMON_ONLY, level=8
)
SURE = creature("Sure", holds(Continuous.PROPERTY, Property.NORMAL_SUMMON_CANNOT_BE_NEGATED))
HARDY = creature("Hardy", holds(Continuous.PROPERTY, Property.NO_EFFECT_DESTRUCTION))
LEAVER = creature("Leaver", may_trigger(Trigger.LEFT_FIELD, GainLP(1)))
NEVER = creature("Never", cannot_be_special_summoned=True)
ARRIVING = creature("Arriving", may_trigger(Trigger.NORMAL_SUMMONED, GainLP(1)))

MAY_MOURN = creature("May Mourn", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(1)))
MUST_MOURN = creature("Must Mourn", must_trigger(Trigger.SENT_TO_GRAVE, GainLP(1)))
ANSWER = snare("Answer", used(GainLP(1), trigger=Trigger.NORMAL_SUMMONED))
SHATTER = counter_snare(
    "Shatter",
    used(IfDone(SummonNegated(), (Destroy(EVENT_CARDS),)), trigger=Trigger.SUMMON_PENDING),
)
VOID = counter_snare(
    "Void",
    used(
        IfDone(SummonNegated(), (Send(EVENT_CARDS, Place.BANISHED),)),
        trigger=Trigger.SUMMON_PENDING,
    ),
)
REVIVE = magic("Revive", used(Choose(MY_GRAVE), SpecialSummon(CHOSEN)))
REVIVE_LEGAL = magic(
    "Revive Legal",
    used(
        Choose(
            Cards(
                where=(Place.GRAVEYARD,),
                whose=Who.ME,
                type=CardType.MONSTER,
                can=Can.CAN_BE_SUMMONED,
            )
        ),
        SpecialSummon(CHOSEN, UP),
    ),
)
RECRUIT = magic(
    "Recruit",
    used(
        Choose(
            Cards(
                where=(Place.DECK, Place.HAND),
                whose=Who.ME,
                type=CardType.MONSTER,
                can=Can.CAN_BE_SUMMONED,
            )
        ),
        SpecialSummon(CHOSEN, UP),
    ),
)
RECRUIT_SET = magic(
    "Recruit Set",
    used(
        Choose(
            Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER, can=Can.CAN_BE_SUMMONED)
        ),
        SpecialSummon(CHOSEN, Lie.FACE_DOWN_DEFENCE),
    ),
)
FORCE = magic(
    "Force",
    used(
        Choose(Cards(where=(Place.HAND, Place.GRAVEYARD), whose=Who.ME, type=CardType.MONSTER)),
        SpecialSummon(CHOSEN, UP, ignoring_conditions=True),
    ),
)
DISCARDER = magic(
    "Discarder",
    used(Choose(MY_HAND_MONSTERS), Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD)),
)
TO_HAND = magic(
    "To Hand",
    used(Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)), Send(CHOSEN, Place.HAND)),
)
KILL_OWN = magic(
    "Kill Own", used(Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)), Destroy(CHOSEN))
)


def first_options(game: Duel) -> None:
    """Answer zones and positions with the first."""
    while game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
        game.apply(0)


def special_summon(game: Duel, name: str) -> None:
    """Special Summon a monster by its own procedure."""
    moves = [move for move in game.legal() if move.kind is MoveKind.SPECIAL_SUMMON]
    game.apply(next(move for move in moves if move.name == name))
    first_options(game)


# ------------------------------------------------------------------------ SUM-3


@pytest.mark.rule("SUM-3")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_special_summon_is_in_face_up_attack_or_defence(rules: str) -> None:
    game = play(side(hand=[RACER]), rules=rules)
    take(game, MoveKind.SPECIAL_SUMMON, "Racer")
    game.apply(0)
    assert game.decision is DecisionKind.POSITION
    assert [move.slot for move in game.legal()] == [UP, DEFENCE]


@pytest.mark.rule("SUM-3")
@pytest.mark.forbids
def test_a_position_that_is_stated_is_no_choice() -> None:
    game = play(side(hand=[STRIKER]))
    take(game, MoveKind.SPECIAL_SUMMON, "Striker")
    game.apply(0)
    assert on_field(game, 0) == {0: ("Striker", UP)}


@pytest.mark.rule("SUM-3")
@pytest.mark.permits
def test_any_number_of_special_summons_beside_the_normal_summon() -> None:
    game = play(side(hand=[RACER, RACER, RACER, monster("A")]))
    summon(game, "A")
    for _ in range(3):
        special_summon(game, "Racer")
    assert names(game, 0, Place.MONSTER_ZONE) == ["A", "Racer", "Racer", "Racer"]


@pytest.mark.rule("SUM-3")
@pytest.mark.permits
def test_a_special_summon_face_down_where_stated() -> None:
    game = play(side(hand=[RECRUIT_SET, monster("A")]))
    activate(game, "Recruit Set")
    first_options(game)
    assert on_field(game, 0) == {0: ("A", SET)}


@pytest.mark.rule("SUM-3")
@pytest.mark.forbids
def test_no_special_summon_without_a_free_zone() -> None:
    full = {slot: monster(f"M{slot}") for slot in range(5)}
    game = play(side(hand=[RACER], monsters=full))
    assert MoveKind.SPECIAL_SUMMON not in kinds(game)


# ------------------------------------------------------------------------ SUM-4


def stops() -> Any:
    """Player 1 with something against each summon."""
    return side(spells_traps=[SUMMON_STOP])


@pytest.mark.rule("SUM-4")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_normal_summon_may_be_negated(rules: str) -> None:
    game = play(side(hand=[monster("A")]), stops(), rules)
    summon(game, "A")
    assert usable(game, 1) == ["Summon Stop"]


@pytest.mark.rule("SUM-4")
@pytest.mark.permits
def test_a_tribute_summon_may_be_negated() -> None:
    game = play(side(hand=[monster("High", level=5)], monsters=[monster("A")]), stops())
    take(game, MoveKind.NORMAL_SUMMON, "High")
    first_options(game)
    assert usable(game, 1) == ["Summon Stop"]


@pytest.mark.rule("SUM-4")
@pytest.mark.permits
def test_a_flip_summon_may_be_negated() -> None:
    game = play(side(monsters=[lying(monster("A"), SET)]), stops())
    take(game, MoveKind.FLIP_SUMMON, "A")
    assert usable(game, 1) == ["Summon Stop"]


@pytest.mark.rule("SUM-4")
@pytest.mark.permits
def test_a_built_in_special_summon_may_be_negated() -> None:
    game = play(side(hand=[RACER]), stops())
    special_summon(game, "Racer")
    assert usable(game, 1) == ["Summon Stop"]


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_a_set_cannot_be_negated() -> None:
    game = play(side(hand=[monster("A")]), stops())
    set_monster(game, "A")
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_a_summon_by_a_resolving_effect_cannot_be_negated() -> None:
    game = play(side(hand=[REVIVE], graveyard=[monster("A")]), stops())
    activate(game, "Revive")
    first_options(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_the_window_is_for_what_negates_summons_only() -> None:
    game = play(side(hand=[monster("A")]), side(spells_traps=[SUMMON_STOP, TRAP_GAIN, ANSWER]))
    summon(game, "A")
    assert usable(game, 1) == ["Summon Stop"]
    decline(game)
    # Summoned: now the others may answer, and the negation no more.
    assert usable(game, 1) == ["Trap Gain", "Answer"]


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_a_summon_that_cannot_be_negated_has_no_window() -> None:
    game = play(side(hand=[SURE]), stops())
    summon(game, "Sure")
    assert names(game, 0, Place.MONSTER_ZONE) == ["Sure"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-4", "CHAIN-7")
@pytest.mark.forbids
@pytest.mark.parametrize("optional", [True, False])
def test_what_a_tribute_triggers_waits_for_the_summon(optional: bool) -> None:
    given = MAY_MOURN if optional else MUST_MOURN
    game = play(side(hand=[monster("High", level=5)], monsters=[given]), stops())
    take(game, MoveKind.NORMAL_SUMMON, "High")
    first_options(game)
    assert (game.decision, usable(game, 1)) == (DecisionKind.RESPONSE, ["Summon Stop"])
    assert happened(game.log, EventKind.ACTIVATED) == []
    decline(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["High"]
    if optional:
        activate(game, given.name)
    assert game.lp == (8001, 8000)


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_a_summon_is_negated_in_one_window_only() -> None:
    # RULING: the official fast effect timing; a negation is the first link of the only chain.
    game = play(
        side(hand=[monster("A")], spells_traps=[NEGATE]),
        side(spells_traps=[SUMMON_STOP, SUMMON_STOP]),
    )
    summon(game, "A")
    activate(game, "Summon Stop")
    activate(game, "Negate")
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    assert game.decision is DecisionKind.MAIN_PHASE


# ------------------------------------------------------------------------ SUM-5


@pytest.mark.rule("SUM-5")
@pytest.mark.permits
def test_a_pending_monster_is_not_on_the_field_and_its_tributes_have_left() -> None:
    game = play(side(hand=[monster("High", level=5)], monsters=[monster("A")]), stops())
    take(game, MoveKind.NORMAL_SUMMON, "High")
    first_options(game)
    assert on_field(game, 0) == {}
    assert names(game, 0, Place.GRAVEYARD) == ["A"]


@pytest.mark.rule("SUM-5")
@pytest.mark.permits
def test_a_negated_monster_is_sent_to_the_graveyard_by_rule() -> None:
    game = play(side(hand=[monster("A")]), stops())
    summon(game, "A")
    events = activate(game, "Summon Stop")
    assert [event.name for event in happened(events, EventKind.SUMMON_NEGATED)] == ["A"]
    moved = [event for event in happened(events, EventKind.MOVED) if event.name == "A"]
    assert [event.reason for event in moved] == [Reason.RULE]
    assert happened(events, EventKind.NORMAL_SUMMONED) == []
    assert names(game, 0, Place.GRAVEYARD) == ["A"]


@pytest.mark.rule("SUM-5")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("stop", "place", "reason"),
    [(SHATTER, Place.GRAVEYARD, Reason.EFFECT_DESTRUCTION), (VOID, Place.BANISHED, Reason.EFFECT)],
)
def test_the_negating_card_says_what_becomes_of_it(stop: Any, place: Place, reason: Reason) -> None:
    game = play(side(hand=[monster("A")]), side(spells_traps=[stop]))
    summon(game, "A")
    events = activate(game, stop.name)
    assert names(game, 0, place) == ["A"]
    moved = [event for event in happened(events, EventKind.MOVED) if event.name == "A"]
    assert [event.reason for event in moved] == [reason]


@pytest.mark.rule("SUM-5")
@pytest.mark.forbids
@pytest.mark.parametrize("beside", [[], [monster("Beside")]])
def test_a_pending_monster_is_no_tribute(beside: list[Any]) -> None:
    monsters = [lying(monster("A"), SET), *beside]
    game = play(side(monsters=monsters, spells_traps=["Horn of Heaven"]))
    take(game, MoveKind.FLIP_SUMMON, "A")
    assert usable(game) == (["Horn of Heaven"] if beside else [])


PAY_A_SPELL = counter_snare(
    "Pay a Spell",
    used(
        GainLP(500),
        trigger=Trigger.SUMMON_PENDING,
        cost=(
            Choose(Cards(where=(Place.SPELL_TRAP_ZONE,), whose=Who.ME, type=CardType.SPELL)),
            Send(CHOSEN, Place.GRAVEYARD, Reason.COST),
        ),
    ),
)


@pytest.mark.rule("SUM-5", "ZONE-2")
@pytest.mark.forbids
@pytest.mark.parametrize("free", [2, 1])
def test_the_zone_of_a_pending_monster_is_taken(free: int) -> None:
    game = play(
        side(hand=[monster("A")], monsters=soldiers(5 - free)),
        side(
            monsters={1: lying(monster("Taken"), UP, owner=0)},
            spells_traps={1: lying("Snatch Steal", UP, equipped_to=(1, 1)), 2: PAY_A_SPELL},
        ),
    )
    summon(game, "A")
    activate(game, "Pay a Spell")
    resolve(game)
    assert ("Taken" in names(game, 0, Place.GRAVEYARD)) == (free == 1)
    assert len(on_field(game, 0)) == 5
    assert ("A", UP) in on_field(game, 0).values()


@pytest.mark.rule("SUM-5")
@pytest.mark.permits
def test_protection_does_not_help_a_pending_monster() -> None:
    game = play(side(hand=[HARDY]), side(spells_traps=[SHATTER]))
    summon(game, "Hardy")
    activate(game, "Shatter")
    assert names(game, 0, Place.GRAVEYARD) == ["Hardy"]


@pytest.mark.rule("SUM-5")
@pytest.mark.forbids
def test_a_negated_monster_did_not_leave_the_field() -> None:
    for stop in (SUMMON_STOP, SHATTER):
        game = play(side(hand=[LEAVER]), side(spells_traps=[stop]))
        summon(game, "Leaver")
        activate(game, stop.name)
        assert names(game, 0, Place.GRAVEYARD) == ["Leaver"]
        assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-5")
@pytest.mark.forbids
def test_a_negated_flip_summon_did_not_leave_the_field() -> None:
    game = play(side(monsters=[lying(LEAVER, SET)]), stops())
    take(game, MoveKind.FLIP_SUMMON, "Leaver")
    activate(game, "Summon Stop")
    assert names(game, 0, Place.GRAVEYARD) == ["Leaver"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-5")
@pytest.mark.forbids
def test_a_negated_summon_is_no_summon() -> None:
    game = play(side(hand=[ARRIVING]), side(spells_traps=[SUMMON_STOP, ANSWER]))
    summon(game, "Arriving")
    activate(game, "Summon Stop")
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-5", "SUM-1")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_negated_normal_summon_uses_up_the_summon_of_the_turn(rules: str) -> None:
    game = play(side(hand=[monster("A"), monster("B")]), stops(), rules)
    summon(game, "A")
    activate(game, "Summon Stop")
    assert may(game, MoveKind.NORMAL_SUMMON) == []
    assert may(game, MoveKind.SET_MONSTER) == []


@pytest.mark.rule("SUM-5")
@pytest.mark.permits
def test_the_tributes_of_a_negated_summon_stay_gone() -> None:
    game = play(side(hand=[monster("High", level=5)], monsters=[monster("A")]), stops())
    take(game, MoveKind.NORMAL_SUMMON, "High")
    first_options(game)
    activate(game, "Summon Stop")
    assert names(game, 0, Place.GRAVEYARD) == ["A", "High"]


@pytest.mark.rule("SUM-5", "EFF-2")
@pytest.mark.permits
def test_what_a_built_in_summon_cost_has_left_and_stays_gone() -> None:
    game = play(side(hand=[BANISHER], graveyard=[monster("M")]), stops())
    special_summon(game, "Banisher Beast")
    assert (names(game, 0, Place.BANISHED), on_field(game, 0)) == (["M"], {})
    activate(game, "Summon Stop")
    assert names(game, 0, Place.BANISHED) == ["M"]
    assert names(game, 0, Place.GRAVEYARD) == ["Banisher Beast"]


@pytest.mark.rule("SUM-5", "CHAIN-1")
@pytest.mark.permits
def test_a_summon_goes_on_if_its_negation_was_negated() -> None:
    game = play(
        side(hand=[ARRIVING], spells_traps=[NEGATE]), side(spells_traps=[SUMMON_STOP, ANSWER])
    )
    summon(game, "Arriving")
    activate(game, "Summon Stop")
    activate(game, "Negate")
    assert names(game, 0, Place.MONSTER_ZONE) == ["Arriving"]
    assert usable(game, 0) == ["Arriving"]
    activate(game, "Arriving")
    resolve(game)
    assert game.lp == (8001, 8000)


# ----------------------------------------------------------------------- SUM-13


@pytest.mark.rule("SUM-13")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_monster_that_was_properly_summoned_is_revived(rules: str) -> None:
    game = play(side(hand=[PROUD, KILL_OWN, REVIVE_LEGAL]), rules=rules)
    special_summon(game, "Proud")
    activate(game, "Kill Own")
    activate(game, "Revive Legal")
    first_options(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Proud"]


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_a_monster_that_never_was_is_not_revived() -> None:
    game = play(side(hand=[REVIVE_LEGAL], graveyard=[PROUD]))
    assert usable(game) == []


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_a_negated_summon_was_not_proper() -> None:
    game = play(side(hand=[PROUD, REVIVE_LEGAL]), stops())
    special_summon(game, "Proud")
    activate(game, "Summon Stop")
    assert names(game, 0, Place.GRAVEYARD) == ["Proud"]
    assert usable(game) == []


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_not_from_hand_or_deck_by_the_effect_of_another_card() -> None:
    game = play(side(hand=[RECRUIT, PROUD], deck=[PROUD]))
    assert usable(game) == []


@pytest.mark.rule("SUM-13")
@pytest.mark.permits
def test_an_ordinary_monster_comes_from_hand_or_deck_by_an_effect() -> None:
    game = play(side(hand=[RECRUIT, PROUD], deck=[monster("A")]))
    activate(game, "Recruit")
    first_options(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_the_hand_resets_a_proper_summon() -> None:
    game = play(side(hand=[PROUD, TO_HAND, DISCARDER, REVIVE_LEGAL]))
    special_summon(game, "Proud")
    activate(game, "To Hand")
    activate(game, "Discarder")
    assert "Proud" in names(game, 0, Place.GRAVEYARD)
    assert usable(game) == []


@pytest.mark.rule("SUM-13")
@pytest.mark.permits
def test_ignoring_conditions_brings_it_out() -> None:
    game = play(side(hand=[FORCE, PROUD]))
    activate(game, "Force")
    first_options(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Proud"]


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_ignoring_conditions_makes_nothing_proper() -> None:
    game = play(side(hand=[FORCE, PROUD, KILL_OWN, REVIVE_LEGAL]))
    activate(game, "Force")
    first_options(game)
    activate(game, "Kill Own")
    assert names(game, 0, Place.MONSTER_ZONE) == []
    assert usable(game) == []


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_what_cannot_be_special_summoned_is_not_chosen() -> None:
    game = play(side(hand=[REVIVE_LEGAL], graveyard=[NEVER]))
    assert usable(game) == []


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_a_monster_that_is_special_summoned_only_is_not_normal_summoned() -> None:
    game = play(side(hand=[PROUD], monsters=[monster("A"), monster("B")]))
    assert MoveKind.NORMAL_SUMMON not in kinds(game)
    assert MoveKind.SET_MONSTER not in kinds(game)


def test_a_built_in_summon_that_finds_no_zone_ends_with_its_cost() -> None:
    game = play(side(hand=[BANISHER], monsters=soldiers(5), graveyard=[monster("Lost")]))
    take(game, MoveKind.SPECIAL_SUMMON, "Banisher Beast")
    assert names(game, 0, Place.BANISHED) == ["Lost"]
    assert names(game, 0, Place.HAND) == ["Banisher Beast"]
    assert game.decision is DecisionKind.MAIN_PHASE
