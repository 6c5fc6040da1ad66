"""How effects work: EFF-1 to EFF-4, EFF-6, EFF-7, EFF-9, EFF-15 and SUM-17."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    CHAIN_FORMATS,
    SET,
    attack,
    happened,
    kinds,
    lying,
    may,
    monster,
    names,
    on_field,
    side,
    summon,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    NEGATE,
    SNIPE,
    THEIR_MONSTERS,
    TRAP_GAIN,
    activate,
    atk,
    counter_snare,
    creature,
    equal,
    fight,
    holds,
    ignition,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick_magic,
    resolve,
    said_by,
    snare,
    told,
    usable,
    used,
)
from ygosim.effects.model import (
    ATTACKER,
    CHOSEN,
    TARGETS,
    THIS,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    Draw,
    Effect,
    EffectNegated,
    GainLP,
    IfDone,
    NormalSummons,
    PayLP,
    RuleDestroy,
    Send,
    Target,
    TargetThose,
    Then,
    Who,
    Works,
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

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
ANY_TARGET = (Target(MONSTERS),)

HELPER = creature("Helper", ignition(GainLP(1)))
LEADER = creature(
    "Leader", holds(Continuous.ADD_ATK, 300, works=Works.ON_CARDS, on=FACE_UP), atk=1000
)
WATCHER = creature(
    "Watcher", must_trigger(Trigger.SENT_TO_GRAVE, GainLP(1), where=(Place.MONSTER_ZONE,))
)
FLIPPER = creature("Flipper", must_trigger(Trigger.FLIPPED, GainLP(5)), type=CardType.FLIP)
FACE_UP_NOW = quick_magic(
    "Face Up Now",
    used(
        ChangePosition(cards=TARGETS, face_down=Lie.FACE_UP_DEFENCE),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), face_up=False)),),
    ),
)
KILL = magic("Kill", used(Destroy(TARGETS), targets=ANY_TARGET))

# ------------------------------------------------------------------------ EFF-1


@pytest.mark.rule("EFF-1")
@pytest.mark.permits
def test_face_up_monsters_have_their_effects() -> None:
    game = play(side(hand=[KILL], monsters=[HELPER, LEADER, WATCHER, monster("Prey")]))
    assert sorted(usable(game)) == ["Helper", "Kill"]
    assert (atk(game, "Leader"), atk(game, "Prey")) == (1300, 1300)
    activate(game, "Kill", "Prey")
    assert game.lp == (8001, 8000)


@pytest.mark.rule("EFF-1")
@pytest.mark.forbids
def test_face_down_monsters_have_none() -> None:
    hidden = [lying(card, SET) for card in (HELPER, LEADER, WATCHER)]
    game = play(side(hand=[KILL], monsters=[*hidden, monster("Prey")]))
    assert usable(game) == ["Kill"]
    assert atk(game, "Prey") == 1000
    activate(game, "Kill", "Prey")
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-1")
@pytest.mark.permits
def test_a_flip_summon_makes_a_flip_effect() -> None:
    game = play(side(monsters=[lying(FLIPPER, SET)]))
    take(game, MoveKind.FLIP_SUMMON, "Flipper")
    assert game.lp == (8005, 8000)


@pytest.mark.rule("EFF-1", "SUM-2")
@pytest.mark.permits
def test_being_turned_face_up_by_an_effect_makes_a_flip_effect() -> None:
    game = play(side(hand=[FACE_UP_NOW], monsters=[lying(FLIPPER, SET)]))
    activate(game, "Face Up Now")
    assert game.lp == (8005, 8000)
    assert on_field(game, 0)[1] == ("Flipper", Lie.FACE_UP_DEFENCE)


@pytest.mark.rule("EFF-1")
@pytest.mark.forbids
def test_a_monster_that_is_summoned_face_up_has_not_been_flipped() -> None:
    game = play(side(hand=[FLIPPER]))
    summon(game, "Flipper")
    assert game.lp == (8000, 8000)


# ------------------------------------------------------------------------ EFF-2

ORDER = magic(
    "Order",
    used(
        GainLP(1),
        cost=(
            PayLP(100),
            Choose(Cards(where=(Place.HAND,), whose=Who.ME, but_this=True)),
            Send(CHOSEN, Place.GRAVEYARD, Reason.COST_DISCARD),
        ),
    ),
)
BY_EFFECT_ONLY = creature(
    "By Effect Only",
    may_trigger(
        Trigger.SENT_TO_GRAVE,
        GainLP(1),
        condition=equal(said_by(Context.EVENT_REASON), int(Reason.EFFECT_DISCARD)),
    ),
)
TOSS_ONE = magic(
    "Toss One",
    used(
        Choose(Cards(where=(Place.HAND,), whose=Who.ME, but_this=True)),
        Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD),
    ),
)


@pytest.mark.rule("EFF-2")
@pytest.mark.permits
def test_costs_are_paid_at_activation_in_printed_order() -> None:
    game = play(side(hand=[ORDER, monster("A")]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Order")
    # The opponent may respond: everything is paid, nothing is gained.
    assert game.player == 1
    assert game.lp == (7900, 8000)
    assert names(game, 0, Place.GRAVEYARD) == ["A"]
    story = [kind for kind, _ in told(game.log, EventKind.LP_PAID, EventKind.MOVED)]
    assert story.index(EventKind.LP_PAID) < len(story) - 1 - story[::-1].index(EventKind.MOVED)


@pytest.mark.rule("EFF-2", "ST-8")
@pytest.mark.forbids
def test_an_activation_whose_cost_is_missing() -> None:
    assert usable(play(side(hand=[ORDER]))) == []


@pytest.mark.rule("EFF-2")
@pytest.mark.permits
def test_a_discard_by_effect_is_by_effect() -> None:
    game = play(side(hand=[TOSS_ONE, BY_EFFECT_ONLY]))
    activate(game, "Toss One")
    assert usable(game, 0) == ["By Effect Only"]


@pytest.mark.rule("EFF-2")
@pytest.mark.forbids
def test_what_is_sent_by_cost_is_not_sent_by_effect() -> None:
    game = play(side(hand=[ORDER, BY_EFFECT_ONLY]))
    activate(game, "Order")
    assert names(game, 0, Place.GRAVEYARD) == ["By Effect Only", "Order"]
    assert game.decision is DecisionKind.MAIN_PHASE


# ------------------------------------------------------------------------ EFF-3

PICK = magic("Pick", used(Choose(MONSTERS), Destroy(CHOSEN)))
ESCAPE = quick_magic(
    "Escape",
    used(
        Send(TARGETS, Place.HAND),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)),),
    ),
)


@pytest.mark.rule("EFF-3")
@pytest.mark.permits
def test_targets_are_chosen_at_activation() -> None:
    game = play(
        side(hand=[KILL], monsters=[monster("A")]),
        side(monsters=[monster("B")], spells_traps=[TRAP_GAIN]),
    )
    activate(game, "Kill", "B")
    assert game.decision is DecisionKind.RESPONSE
    assert [event.name for event in happened(game.log, EventKind.TARGETED)] == ["B"]


@pytest.mark.rule("EFF-3")
@pytest.mark.permits
def test_what_is_not_targeted_is_chosen_at_resolution() -> None:
    game = play(
        side(hand=[PICK], monsters=[monster("A")]),
        side(monsters=[monster("B"), monster("C")], spells_traps=[ESCAPE]),
    )
    activate(game, "Pick")
    assert happened(game.log, EventKind.TARGETED) == []
    activate(game, "Escape", "B")
    assert sorted(may(game, MoveKind.CHOOSE_CARD)) == ["A", "C"]


@pytest.mark.rule("EFF-3")
@pytest.mark.forbids
def test_an_effect_does_not_apply_to_a_target_that_has_gone() -> None:
    game = play(
        side(hand=[KILL], monsters=[monster("A")]),
        side(monsters=[monster("B")], spells_traps=[ESCAPE]),
    )
    activate(game, "Kill", "B")
    activate(game, "Escape", "B")
    assert names(game, 1, Place.HAND) == ["B"]
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


AMBUSH = snare(
    "Ambush",
    used(Destroy(TARGETS), trigger=Trigger.ATTACK_DECLARED, targets=(TargetThose(ATTACKER),)),
)
UNTOUCHABLE = creature("Untouchable", holds(Continuous.PROPERTY, Property.CANNOT_BE_TARGETED))


@pytest.mark.rule("EFF-3")
@pytest.mark.permits
def test_a_monster_is_targeted_by_what_names_its_target() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[AMBUSH]))
    attack(game, "A")
    activate(game, "Ambush")
    assert [event.name for event in happened(game.log, EventKind.TARGETED)] == ["A"]
    assert names(game, 0, Place.GRAVEYARD) == ["A"]


@pytest.mark.rule("EFF-3")
@pytest.mark.forbids
def test_what_cannot_be_targeted_is_no_target_of_what_names_its_target() -> None:
    game = fight(side(monsters=[UNTOUCHABLE]), side(spells_traps=[AMBUSH, TRAP_GAIN]))
    attack(game, "Untouchable")
    assert usable(game, 1) == ["Trap Gain"]


# ------------------------------------------------------------------------ EFF-4

IF_YOU_DO = magic("If You Do", used(IfDone(Destroy(TARGETS), (Draw(1),)), targets=ANY_TARGET))
ALSO = magic("Also", used(Destroy(TARGETS), Draw(1), targets=ANY_TARGET))
THEN_DRAW = magic(
    "Then Draw", used(IfDone(Destroy(TARGETS), (Then(), Draw(1))), targets=ANY_TARGET)
)
STEEL = creature("Steel", holds(Continuous.PROPERTY, Property.NO_EFFECT_DESTRUCTION))
WHEN_GONE = creature("When Away", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(1), when=True))


@pytest.mark.rule("EFF-4")
@pytest.mark.permits
@pytest.mark.parametrize("card", [IF_YOU_DO, ALSO, THEN_DRAW])
def test_a_and_b_are_done(card: Any) -> None:
    game = play(side(hand=[card]), side(monsters=[monster("B")]))
    activate(game, card.name)
    assert names(game, 1, Place.GRAVEYARD) == ["B"]
    assert len(names(game, 0, Place.HAND)) == 1


@pytest.mark.rule("EFF-4")
@pytest.mark.forbids
@pytest.mark.parametrize("card", [IF_YOU_DO, THEN_DRAW])
def test_without_a_no_b(card: Any) -> None:
    game = play(side(hand=[card]), side(monsters=[STEEL]))
    activate(game, card.name)
    assert names(game, 1, Place.MONSTER_ZONE) == ["Steel"]
    assert names(game, 0, Place.HAND) == []


@pytest.mark.rule("EFF-4")
@pytest.mark.permits
def test_also_b_is_done_alone() -> None:
    game = play(side(hand=[ALSO]), side(monsters=[STEEL]))
    activate(game, "Also")
    assert names(game, 1, Place.MONSTER_ZONE) == ["Steel"]
    assert len(names(game, 0, Place.HAND)) == 1


@pytest.mark.rule("EFF-4", "CHAIN-6")
@pytest.mark.permits
def test_and_if_you_do_is_at_the_same_time() -> None:
    game = play(side(hand=[IF_YOU_DO], monsters=[WHEN_GONE]))
    activate(game, "If You Do")
    assert usable(game, 0) == ["When Away"]


@pytest.mark.rule("EFF-4", "CHAIN-6")
@pytest.mark.forbids
def test_then_is_afterwards() -> None:
    game = play(side(hand=[THEN_DRAW], monsters=[WHEN_GONE]))
    activate(game, "Then Draw")
    assert game.decision is DecisionKind.MAIN_PHASE


# ------------------------------------------------------------------------ EFF-6

EFFECT_STOP = counter_snare("Stop Effect", used(EffectNegated(), trigger=Trigger.CHAIN_LINK))
HUSH_ALL = snare(
    "Hush All",
    used(),
    holds(
        Continuous.PROPERTY,
        Property.NEGATED,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_CARDS,
        on=FACE_UP,
    ),
    type=CardType.CONTINUOUS,
)
STUBBORN = creature("Stubborn", holds(Continuous.ADD_ATK, 300, works_when_negated=True), atk=1000)
SHY = creature("Shy", holds(Continuous.PROPERTY, Property.CANNOT_BE_TARGETED))
ALOOF = creature("Aloof", holds(Continuous.PROPERTY, Property.UNAFFECTED_BY_SPELLS))
SWEEP = magic("Clean", used(Destroy(MONSTERS)))
BOUNCE = magic("Bounce", used(Send(TARGETS, Place.HAND), targets=ANY_TARGET))
BOUNCE_ALL = magic("Bounce All", used(Send(MONSTERS, Place.HAND)))


def hushed() -> Any:
    """A face-up Hush All."""
    return lying(HUSH_ALL, ATTACK)


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_negated_cards_may_use_effects_which_do_nothing() -> None:
    game = play(side(monsters=[HELPER, LEADER]), side(spells_traps=[hushed()]))
    assert atk(game, "Leader") == 1000
    events = activate(game, "Helper")
    assert [event.name for event in happened(events, EventKind.EFFECT_NEGATED)] == ["Helper"]
    assert game.lp == (8000, 8000)


TALLY = creature(
    "Tally",
    Effect(
        kind=EffectKind.REACTION,
        trigger=Trigger.NORMAL_SUMMONED,
        where=(Place.MONSTER_ZONE,),
        operation=(GainLP(7),),
    ),
)


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_what_reacts_does_so_at_once() -> None:
    game = play(side(hand=[monster("A")], monsters=[TALLY]))
    summon(game, "A")
    assert game.lp == (8007, 8000)


@pytest.mark.rule("EFF-6")
@pytest.mark.forbids
def test_what_is_negated_does_not_react() -> None:
    game = play(side(hand=[monster("A")], monsters=[TALLY]), side(spells_traps=[hushed()]))
    summon(game, "A")
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-6")
@pytest.mark.forbids
def test_negating_an_activation_takes_the_card_away_negating_an_effect_does_not() -> None:
    for stop, kind in (
        (NEGATE, EventKind.ACTIVATION_NEGATED),
        (EFFECT_STOP, EventKind.EFFECT_NEGATED),
    ):
        game = play(side(hand=[GAIN]), side(spells_traps=[stop]))
        activate(game, "Gain")
        events = activate(game, stop.name)
        assert [event.name for event in happened(events, kind)] == ["Gain"]
        assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_what_cannot_be_negated_works() -> None:
    game = play(side(monsters=[STUBBORN]), side(spells_traps=[hushed()]))
    assert atk(game, "Stubborn") == 1300


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_an_untargetable_monster_is_affected_without_targeting() -> None:
    game = play(side(hand=[KILL, SWEEP]), side(monsters=[SHY]))
    assert usable(game) == ["Clean"]
    activate(game, "Clean")
    assert names(game, 1, Place.GRAVEYARD) == ["Shy"]


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_an_unaffected_monster_may_be_targeted() -> None:
    game = play(side(hand=[BOUNCE]), side(monsters=[ALOOF]))
    assert usable(game) == ["Bounce"]
    activate(game, "Bounce")
    assert names(game, 1, Place.MONSTER_ZONE) == ["Aloof"]


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_an_unaffected_monster_is_destroyed_by_other_effects() -> None:
    game = play(side(spells_traps=[SNIPE]), side(monsters=[ALOOF]))
    activate(game, "Snipe")
    assert names(game, 1, Place.GRAVEYARD) == ["Aloof"]


@pytest.mark.rule("EFF-6")
@pytest.mark.forbids
def test_an_unaffected_monster_is_not_destroyed_by_a_spell() -> None:
    game = play(side(hand=[SWEEP], monsters=[monster("A")]), side(monsters=[ALOOF]))
    activate(game, "Clean")
    assert names(game, 0, Place.GRAVEYARD) == ["A", "Clean"]
    assert names(game, 1, Place.MONSTER_ZONE) == ["Aloof"]


@pytest.mark.rule("EFF-6", "EFF-7")
@pytest.mark.permits
def test_an_indestructible_monster_may_be_returned() -> None:
    game = play(side(hand=[BOUNCE]), side(monsters=[STEEL]))
    activate(game, "Bounce")
    assert names(game, 1, Place.HAND) == ["Steel"]


# ------------------------------------------------------------------------ EFF-7

ROCK = creature("Rock", holds(Continuous.PROPERTY, Property.NO_BATTLE_DESTRUCTION), atk=100)
BY_RULE = magic("By Rule", used(RuleDestroy(MONSTERS)))
BURY = magic("Bury Them", used(Send(THEIR_MONSTERS, Place.GRAVEYARD)))
ON_DESTROYED = creature("On Destroyed", must_trigger(Trigger.DESTROYED, GainLP(1)), atk=100)


@pytest.mark.rule("EFF-7")
@pytest.mark.permits
@pytest.mark.parametrize("card", [STEEL, ROCK])
def test_destruction_by_rule_ignores_protection(card: Any) -> None:
    game = play(side(hand=[BY_RULE]), side(monsters=[card]))
    activate(game, "By Rule")
    assert names(game, 1, Place.GRAVEYARD) == [card.name]


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_protection_from_effects_does_not_protect_in_battle_nor_the_reverse() -> None:
    game = fight(side(monsters=[monster("A", atk=3000)]), side(monsters=[STEEL]))
    attack(game, "A")
    assert names(game, 1, Place.GRAVEYARD) == ["Steel"]
    game = play(side(hand=[KILL]), side(monsters=[ROCK]))
    activate(game, "Kill")
    assert names(game, 1, Place.GRAVEYARD) == ["Rock"]


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_each_protection_protects_from_its_own() -> None:
    game = fight(side(monsters=[monster("A", atk=3000)]), side(monsters=[ROCK]))
    attack(game, "A")
    assert names(game, 1, Place.MONSTER_ZONE) == ["Rock"]
    assert game.lp == (8000, 5100)
    game = play(side(hand=[SWEEP], monsters=[monster("A")]), side(monsters=[STEEL]))
    activate(game, "Clean")
    assert names(game, 1, Place.MONSTER_ZONE) == ["Steel"]


@pytest.mark.rule("EFF-7")
@pytest.mark.permits
def test_destruction_by_battle_effect_or_rule_is_destruction() -> None:
    for card in (KILL, BY_RULE):
        game = play(side(hand=[card]), side(monsters=[ON_DESTROYED]))
        activate(game, card.name)
        assert game.lp == (8000, 8001)
    game = fight(side(monsters=[monster("A", atk=100)]), side(monsters=[ON_DESTROYED]))
    attack(game, "A")
    assert game.lp == (8000, 8001)


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_sending_returning_and_tributing_are_no_destruction() -> None:
    for card in (BURY, BOUNCE):
        game = play(side(hand=[card]), side(monsters=[ON_DESTROYED]))
        activate(game, card.name)
        assert game.lp == (8000, 8000)
    game = play(side(hand=[monster("High", level=5)], monsters=[ON_DESTROYED]))
    take(game, MoveKind.NORMAL_SUMMON, "High")
    game.apply(0)
    assert names(game, 0, Place.GRAVEYARD) == ["On Destroyed"]
    assert game.lp == (8000, 8000)


# --------------------------------------------------------------- EFF-9, SUM-17

LEAPER = creature("Leaper", holds(Continuous.PROPERTY, Property.DIRECT_ATTACK), atk=500)
EARTHBOUND = creature(
    "Earthbound",
    holds(Continuous.PROPERTY, Property.DIRECT_ATTACK | Property.CANNOT_ATTACK_DIRECTLY),
    atk=500,
)
TWO_SUMMONS = magic("Two Summons", used(NormalSummons(2)))


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.permits
def test_a_text_lets_a_monster_attack_directly_past_monsters() -> None:
    game = fight(side(monsters=[LEAPER]), side(monsters=[monster("B")]))
    take(game, MoveKind.ATTACK, "Leaper")
    take(game, MoveKind.ATTACK_DIRECTLY)
    assert game.lp == (8000, 7500)


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.forbids
def test_without_a_text_the_rule_stands() -> None:
    game = fight(
        side(monsters=[monster("A", atk=500)]), side(monsters=[monster("B"), monster("C")])
    )
    take(game, MoveKind.ATTACK, "A")
    assert MoveKind.ATTACK_DIRECTLY not in kinds(game)


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.permits
def test_what_cannot_attack_directly_attacks_monsters() -> None:
    game = fight(side(monsters=[EARTHBOUND]), side(monsters=[monster("B"), monster("C")]))
    take(game, MoveKind.ATTACK, "Earthbound")
    assert MoveKind.ATTACK_DIRECTLY not in kinds(game)
    assert MoveKind.CHOOSE_TARGET in kinds(game)


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.forbids
def test_what_cannot_attack_directly_cannot_attack_a_player_without_monsters() -> None:
    game = fight(side(monsters=[EARTHBOUND]), side(spells_traps=["Book of Moon"]))
    assert may(game, MoveKind.ATTACK) == []


@pytest.mark.rule("EFF-9", "BAT-2")
@pytest.mark.forbids
def test_what_cannot_attack_directly_does_not_in_a_replay() -> None:
    game = fight(side(monsters=[EARTHBOUND]), side(monsters=[monster("B")], spells_traps=[SNIPE]))
    attack(game, "Earthbound")
    activate(game, "Snipe", "B")
    # The attack is called off unasked: there is nothing else to choose.
    assert MoveKind.ATTACK_DIRECTLY not in kinds(game)
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-9", "SUM-17")
@pytest.mark.permits
def test_a_text_gives_two_normal_summons() -> None:
    game = play(side(hand=[TWO_SUMMONS, monster("A"), monster("B")]))
    activate(game, "Two Summons")
    summon(game, "A")
    summon(game, "B")
    assert names(game, 0, Place.MONSTER_ZONE) == ["A", "B"]


@pytest.mark.rule("SUM-17")
@pytest.mark.forbids
def test_two_such_texts_do_not_add_up() -> None:
    hand = [TWO_SUMMONS, TWO_SUMMONS, monster("A"), monster("B"), monster("C")]
    game = play(side(hand=hand))
    activate(game, "Two Summons")
    activate(game, "Two Summons")
    summon(game, "A")
    summon(game, "B")
    assert may(game, MoveKind.NORMAL_SUMMON) == []


# ----------------------------------------------------------------------- EFF-15

GIVER = creature(
    "Giver",
    ignition(GainLP(1000), cost=(Send(THIS, Place.GRAVEYARD, Reason.COST_TRIBUTE),)),
)
BURIED = creature("Buried", ignition(GainLP(9), where=(Place.GRAVEYARD,)))
PAYER = creature("Payer", ignition(GainLP(1000), cost=(PayLP(100),)))


@pytest.mark.rule("EFF-15")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_monster_that_tributed_itself_is_not_blanked(rules: str) -> None:
    game = play(side(monsters=[GIVER]), side(spells_traps=[hushed()]), rules)
    activate(game, "Giver")
    assert game.lp == (9000, 8000)


@pytest.mark.rule("EFF-15")
@pytest.mark.forbids
def test_a_monster_that_is_still_there_is_blanked_and_its_cost_is_paid() -> None:
    game = play(side(monsters=[PAYER]), side(spells_traps=[hushed()]))
    activate(game, "Payer")
    assert game.lp == (7900, 8000)


@pytest.mark.rule("EFF-15")
@pytest.mark.permits
def test_a_monster_that_left_in_response_is_not_blanked() -> None:
    game = play(side(monsters=[PAYER]), side(spells_traps=[hushed(), SNIPE]))
    activate(game, "Payer")
    activate(game, "Snipe", "Payer")
    resolve(game)
    assert game.lp == (8900, 8000)


@pytest.mark.rule("EFF-15")
@pytest.mark.permits
def test_effects_used_elsewhere_than_on_the_field_are_not_blanked() -> None:
    game = play(side(graveyard=[BURIED]), side(spells_traps=[hushed()]))
    activate(game, "Buried")
    assert game.lp == (8009, 8000)


@pytest.mark.rule("EFF-15")
@pytest.mark.forbids
def test_a_negation_that_comes_in_response_blanks() -> None:
    game = play(side(monsters=[PAYER]), side(spells_traps=[HUSH_ALL]))
    activate(game, "Payer")
    activate(game, "Hush All")
    assert game.lp == (7900, 8000)


SMOTHER = creature(
    "Smotherer",
    holds(
        Continuous.PROPERTY,
        Property.NEGATED,
        negates_what_left=True,
        works=Works.ON_CARDS,
        on=Cards(where=(Place.MONSTER_ZONE,), face_up=True, but_this=True),
    ),
)


@pytest.mark.rule("EFF-15")
@pytest.mark.forbids
def test_what_negates_effects_used_on_the_field_blanks_one_whose_card_has_left() -> None:
    game = play(side(monsters=[GIVER]), side(monsters=[SMOTHER]))
    activate(game, "Giver")
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-15")
@pytest.mark.permits
def test_it_does_not_blank_effects_used_in_the_graveyard() -> None:
    game = play(side(graveyard=[BURIED]), side(monsters=[SMOTHER]))
    activate(game, "Buried")
    assert game.lp == (8009, 8000)


UNEARTH = magic("Unearth", used(Destroy(Cards(where=(Place.MONSTER_ZONE,), face_up=False))))


def test_what_is_about_face_down_cards_finds_face_down_cards() -> None:
    game = play(side(hand=[UNEARTH]), side(monsters=[monster("A"), lying(monster("B"), SET)]))
    activate(game, "Unearth")
    assert names(game, 1, Place.GRAVEYARD) == ["B"]


def test_what_is_about_face_down_cards_finds_no_others() -> None:
    assert usable(play(side(hand=[UNEARTH]), side(monsters=[monster("A")]))) == []


@pytest.mark.rule("EFF-6", "BAT-5")
@pytest.mark.forbids
def test_an_attacker_that_battle_does_not_destroy_stays() -> None:
    game = fight(side(monsters=[ROCK]), side(monsters=[monster("Big", atk=2000)]))
    attack(game, "Rock")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Rock"]
    assert game.lp == (6100, 8000)
