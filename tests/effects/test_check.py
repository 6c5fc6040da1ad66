"""Each diagnostic of effects/check.py: a definition that it permits, and one that it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.builders import duel, monster, side, spell, trap
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.pool import definitions
from ygosim.cards.pool.building import (
    MONSTERS,
    activation,
    continuous,
    equip_activation,
    ignition,
    lingering,
    material,
    phase_trigger,
    reaction,
    trigger,
)
from ygosim.effects.check import DIAGNOSTICS, Diagnostic, check
from ygosim.effects.lower import lower
from ygosim.effects.model import (
    ANSWERED,
    CHOSEN,
    DONE,
    EVENT_CARDS,
    HELD,
    REMEMBERED,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Ask,
    AtLeast,
    Attach,
    CallCoin,
    CardDefinition,
    Cards,
    ChangePosition,
    Choose,
    ChooseMaterials,
    Count,
    Damage,
    Declare,
    Destroy,
    Draw,
    Each,
    Effect,
    Exists,
    FactOf,
    GainLP,
    HasFlag,
    If,
    IfDone,
    Kept,
    Linger,
    LingerOnPlayers,
    MadeFrom,
    Material,
    Option,
    PayLP,
    RandomCards,
    Remember,
    Send,
    SkipPhases,
    SpecialSummon,
    Sum,
    SummonNegated,
    TakeControl,
    Target,
    TargetThose,
    Times,
    TossCoin,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Context,
    Continuous,
    DamageChange,
    EffectKind,
    Fact,
    Limit,
    Phase,
    Place,
    Position,
    Property,
    Reason,
    Recipe,
    Trigger,
    Until,
)
from ygosim.errors import EffectError

A_MONSTER = monster("Tester")
A_SPELL = spell("Tester")
A_TRAP = trap("Tester")
A_FIELD_SPELL = spell("Tester", CardType.FIELD)

IN_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
IN_GRAVEYARD = Cards(where=(Place.GRAVEYARD,), whose=Who.ME)
MONSTER_ZONE = (Place.MONSTER_ZONE,)
GRAVEYARD = (Place.GRAVEYARD,)

DRAW = (Draw(1),)
TAKEN = lingering("taken", Continuous.CONTROL, Until.LEAVES)
WEAK = lingering("weak", Continuous.ADD_ATK, Until.END_OF_TURN, -500)
BARRED = lingering("barred", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME)
MARKED = lingering("marked", Continuous.FLAG, Until.END_OF_TURN)
QUICK = Effect(kind=EffectKind.QUICK, optional=True, where=MONSTER_ZONE, trigger=Trigger.CHAIN_LINK)
LATER = lingering("later", Continuous.LATER, Until.DONE, trigger=Trigger.END_PHASE, operation=DRAW)
REPLACES = Effect(kind=EffectKind.REPLACEMENT, where=MONSTER_ZONE, about_this=True, operation=DRAW)
PROCEDURE = Effect(kind=EffectKind.PROCEDURE, where=(Place.HAND,), value=1)


def card(*effects: Effect, **more: Any) -> CardDefinition:
    """A definition of the card "Tester"."""
    return CardDefinition(
        **{"passcode": A_SPELL.passcode, "name": "Tester", "effects": effects, **more}
    )


def does(*steps: Any, **more: Any) -> CardDefinition:
    """A Spell with these steps as its operation."""
    return card(activation(operation=steps, **more))


def deep(levels: int) -> Any:
    """A sum that keeps so many numbers waiting."""
    number: Any = 1
    for _ in range(levels):
        number = Sum(1, number)
    return number


NAMED = material("Alpha")

# By diagnostic: what is permitted, what is refused, the field named, and of which card.
CASES: dict[str, list[tuple[CardDefinition, CardDefinition, str, Card | None]]] = {
    "wrong-value": [
        (does(Draw(1)), does(Draw("1")), "operation[0].count", None),  # type: ignore[arg-type]
        (does(Draw(1)), does("draw"), "operation[0]", None),
        (does(Draw(1)), card(activation(operation=Draw(1))), "operation", None),
        (does(Draw(1)), card(activation(operation=[Draw(1)])), "operation", None),
        (does(Draw(1)), card(activation(condition=lambda: True)), "condition", None),
        (does(Draw(1)), does(If(Exists(THIS), (print,))), "operation[0].steps[0]", None),  # type: ignore[arg-type]
        (does(Draw(1)), card("draw"), "effects[0]", None),  # type: ignore[arg-type]
        (does(Draw(1)), card(stays=1), "stays", None),
        (does(Draw(1)), card(activation(), passcode=True), "passcode", None),
    ],
    "one-player": [
        (does(Draw(1, Who.OPPONENT)), does(Draw(1, Who.EITHER)), "operation[0].who", None),
        (
            does(If(Exists(THIS), (Draw(1),))),
            does(If(Exists(THIS), (Draw(1, Who.EITHER),))),
            "operation[0].steps[0].who",
            None,
        ),
        (does(Draw(1, Who.BOTH)), does(Damage(1, Who.BOTH)), "operation[0].who", None),
        (
            does(Destroy(replace(MONSTERS, whose=Who.EITHER))),
            does(Destroy(replace(MONSTERS, whose=Who.BOTH))),
            "operation[0].cards.whose",
            None,
        ),
    ],
    "other-card": [
        (does(Draw(1)), replace(does(Draw(1)), name="Other"), "name", A_SPELL),
        (does(Draw(1)), replace(does(Draw(1)), passcode=1), "name", A_SPELL),
    ],
    "field-not-for-kind": [
        (card(continuous(Continuous.ADD_ATK, 100)), does(does=Continuous.ADD_ATK), "does", None),
        (does(cost=(PayLP(1),)), card(reaction(Trigger.SET, DRAW, cost=(PayLP(1),))), "cost", None),
        (
            card(continuous(Continuous.ADD_ATK, 100)),
            card(continuous(Continuous.ADD_ATK, 100, operation=DRAW)),
            "operation",
            None,
        ),
        (does(), does(where=MONSTER_ZONE), "where", None),
        (
            card(activation(one_of=Each((Option(), Option())))),
            card(activation(one_of=Each((Option(), Option())), operation=DRAW)),
            "one_of",
            None,
        ),
    ],
    "phase-not-skipped": [
        (
            does(SkipPhases(Phase.DRAW)),
            does(SkipPhases(Phase.MAIN_1)),
            "operation[0].phase",
            None,
        ),
    ],
    "replaces-the-wrong-thing": [
        (card(REPLACES), card(replace(REPLACES, about_this=False)), "on", None),
        (card(REPLACES), card(replace(REPLACES, on=MONSTERS)), "on", None),
    ],
    "trigger-without-event": [
        (card(trigger(Trigger.FLIPPED)), card(trigger(Trigger.NONE)), "trigger", None),
        (
            card(activation(operation=(Linger(MONSTERS, "later"),)), LATER),
            card(
                activation(operation=(Linger(MONSTERS, "later"),)),
                replace(LATER, trigger=Trigger.SET),
            ),
            "trigger",
            None,
        ),
        (card(reaction(Trigger.SET, DRAW)), card(reaction(Trigger.NONE, DRAW)), "trigger", None),
    ],
    "event-without-trigger": [
        (does(trigger=Trigger.SET), card(ignition(trigger=Trigger.SET)), "trigger", None),
        (
            does(Destroy(EVENT_CARDS), trigger=Trigger.SET),
            does(Destroy(EVENT_CARDS)),
            "operation[0].cards",
            None,
        ),
        (
            does(trigger=Trigger.SET, condition=AtLeast(Value(Context.EVENT_VALUE), 1)),
            does(condition=AtLeast(Value(Context.EVENT_VALUE), 1)),
            "condition.left",
            None,
        ),
    ],
    "works-nowhere": [
        (card(ignition()), card(Effect(kind=EffectKind.IGNITION, optional=True)), "where", None),
        (
            card(phase_trigger(Trigger.END_PHASE)),
            card(Effect(kind=EffectKind.TRIGGER, trigger=Trigger.END_PHASE)),
            "where",
            None,
        ),
        (
            card(continuous(Continuous.ADD_ATK, 1)),
            card(continuous(Continuous.ADD_ATK, 1, where=())),
            "where",
            None,
        ),
        (does(Destroy(MONSTERS)), does(Destroy(Cards(where=()))), "operation[0].cards", None),
    ],
    "when-without-you-can": [
        (
            card(trigger(Trigger.FLIPPED, optional=True, when=True)),
            card(trigger(Trigger.FLIPPED, when=True)),
            "when",
            None,
        )
    ],
    "mandatory-ignition": [
        (
            card(ignition()),
            card(Effect(kind=EffectKind.IGNITION, where=MONSTER_ZONE)),
            "optional",
            None,
        )
    ],
    "activation-on-a-monster": [
        (card(ignition()), card(activation()), "kind", A_MONSTER),
    ],
    "ignition-on-a-spell": [
        (card(activation()), card(ignition()), "where", A_SPELL),
        (
            card(Effect(kind=EffectKind.IGNITION, optional=True, where=GRAVEYARD)),
            card(Effect(kind=EffectKind.IGNITION, optional=True, where=(Place.HAND,))),
            "where",
            A_TRAP,
        ),
    ],
    "procedure-on-a-spell": [
        (card(activation()), card(PROCEDURE), "kind", A_SPELL),
    ],
    "cost-after-resolution": [
        (does(Draw(1), cost=(PayLP(500),)), does(PayLP(500), Draw(1)), "operation[0]", None),
        (
            does(Send(IN_HAND, Place.GRAVEYARD, Reason.EFFECT_DISCARD)),
            does(Send(IN_HAND, Place.GRAVEYARD, Reason.COST_DISCARD)),
            "operation[0]",
            None,
        ),
        (
            card(activation(one_of=Each((Option(cost=(PayLP(1),)), Option())))),
            card(activation(one_of=Each((Option(operation=(PayLP(1),)), Option())))),
            "one_of.options[0].operation[0]",
            None,
        ),
    ],
    "effect-in-cost": [
        (
            does(cost=(Send(THIS, Place.GRAVEYARD, Reason.COST),)),
            does(cost=(Send(THIS, Place.GRAVEYARD),)),
            "cost[0].reason",
            None,
        )
    ],
    "wrong-reason": [
        (
            does(Send(MONSTERS, Place.HAND)),
            does(Send(MONSTERS, Place.HAND, Reason.BATTLE)),
            "operation[0].reason",
            None,
        )
    ],
    "target-in-a-private-place": [
        (
            does(targets=(Target(IN_GRAVEYARD),)),
            does(targets=(Target(IN_HAND),)),
            "targets[0].cards",
            None,
        ),
        (
            does(targets=(Target(replace(MONSTERS, face_up=False)),)),
            does(targets=(TargetThose(Cards(where=(Place.GRAVEYARD, Place.DECK))),)),
            "targets[0].cards",
            None,
        ),
    ],
    "target-outside-targets": [
        (
            does(Destroy(TARGETS), targets=(Target(MONSTERS),)),
            does(Target(MONSTERS), Destroy(TARGETS)),
            "operation[0]",
            None,
        )
    ],
    "step-in-targets": [
        (
            does(Destroy(TARGETS), targets=(Target(MONSTERS),)),
            does(targets=(Target(MONSTERS), Destroy(TARGETS))),
            "targets[1]",
            None,
        )
    ],
    "targets-without-target": [
        (
            does(Destroy(TARGETS), targets=(Target(MONSTERS),)),
            does(Destroy(TARGETS)),
            "operation[0].cards",
            None,
        ),
        (
            does(Destroy(TARGETS), targets=(Target(MONSTERS),)),
            does(cost=(Linger(TARGETS, "x"),), targets=(Target(MONSTERS),)),
            "cost[0].cards",
            None,
        ),
    ],
    "chosen-before-choice": [
        (
            does(Choose(MONSTERS), Destroy(CHOSEN)),
            does(Destroy(CHOSEN), Choose(MONSTERS)),
            "operation[0].cards",
            None,
        ),
        (  # the operation does not know what the cost chose
            does(Choose(MONSTERS), Destroy(CHOSEN)),
            does(Destroy(CHOSEN), cost=(Choose(MONSTERS),)),
            "operation[0].cards",
            None,
        ),
    ],
    "remembered-without-remember": [
        (
            does(Damage(REMEMBERED), cost=(Remember(Count(MONSTERS)),)),
            does(Damage(REMEMBERED)),
            "operation[0].amount",
            None,
        )
    ],
    "remember-without-link": [
        (
            does(Remember(1), Damage(REMEMBERED)),
            card(reaction(Trigger.SET, (Remember(1),))),
            "operation[0]",
            None,
        ),
        (
            card(activation(one_of=Each((Option(operation=DRAW), Option())))),
            card(activation(one_of=Each((Option(cost=(Remember(1),)), Option())))),
            "one_of.options[0].cost[0]",
            None,
        ),
    ],
    "done-before-deed": [
        (
            does(Destroy(MONSTERS), Damage(Times(100, DONE))),
            does(Damage(Times(100, DONE)), Destroy(MONSTERS)),
            "operation[0].amount.number",
            None,
        )
    ],
    "answered-without-chain": [
        (
            card(replace(QUICK, operation=(ActivationNegated(),))),
            card(replace(QUICK, trigger=Trigger.NONE, operation=(ActivationNegated(),))),
            "operation[0]",
            None,
        ),
        (
            card(replace(QUICK, operation=(Destroy(ANSWERED),))),
            card(trigger(Trigger.FLIPPED, operation=(Destroy(ANSWERED),))),
            "operation[0].cards",
            None,
        ),
        (
            card(replace(QUICK, condition=AtLeast(Value(Context.ANSWERED_TYPE), 1))),
            card(ignition(condition=AtLeast(Value(Context.ANSWERED_TYPE), 1))),
            "condition.left",
            None,
        ),
    ],
    "answered-without-summon": [
        (
            does(SummonNegated(), trigger=Trigger.SUMMON_PENDING),
            does(SummonNegated()),
            "operation[0]",
            None,
        )
    ],
    "held-without-hold": [
        (
            does(Choose(MONSTERS), Attach(CHOSEN), Destroy(HELD)),
            does(Destroy(HELD)),
            "operation[0].cards",
            None,
        ),
        (
            card(equip_activation(), continuous(Continuous.ADD_ATK, 1, works=Works.ON_HOST)),
            card(continuous(Continuous.ADD_ATK, 1, works=Works.ON_HOST)),
            "works",
            None,
        ),
    ],
    "affected-outside-value": [
        (
            card(continuous(Continuous.ADD_ATK, Value(Context.AFFECTED))),
            does(Damage(Value(Context.AFFECTED))),
            "operation[0].amount",
            None,
        )
    ],
    "flag-never-set": [
        (
            card(ignition(condition=HasFlag(1), operation=(Linger(THIS, "marked", 1),)), MARKED),
            card(ignition(condition=HasFlag(2), operation=(Linger(THIS, "marked", 1),)), MARKED),
            "condition",
            None,
        )
    ],
    "unknown-effect": [
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            does(Linger(MONSTERS, "weak")),
            "operation[0].effect",
            None,
        ),
        (
            card(activation(operation=(TakeControl(MONSTERS, "taken"),)), TAKEN),
            card(activation(operation=(TakeControl(MONSTERS, "weak"),)), WEAK),
            "operation[0].effect",
            None,
        ),
        (
            card(activation(operation=(LingerOnPlayers("barred"),)), BARRED),
            card(activation(operation=(LingerOnPlayers("weak"),)), WEAK),
            "operation[0].effect",
            None,
        ),
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            card(activation(name="me", operation=(Linger(MONSTERS, "me"),))),
            "operation[0].effect",
            None,
        ),
    ],
    "same-name": [
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK, WEAK),
            "name",
            None,
        )
    ],
    "unused-lingering": [
        (card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK), card(WEAK), "name", None)
    ],
    "lingering-without-until": [
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            card(activation(operation=(Linger(MONSTERS, "weak"),)), replace(WEAK, until=Until(0))),
            "until",
            None,
        )
    ],
    "until-without-name": [
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            card(replace(WEAK, name="")),
            "name",
            None,
        )
    ],
    "continuous-without-does": [
        (card(continuous(Continuous.ADD_ATK, 1)), card(continuous(Continuous.NONE)), "does", None)
    ],
    "works-on-the-wrong-thing": [
        (
            card(continuous(Continuous.CANNOT_ACTIVATE, works=Works.ON_BOTH)),
            card(continuous(Continuous.CANNOT_ACTIVATE)),
            "works",
            None,
        ),
        (
            card(continuous(Continuous.ADD_ATK, 1, works=Works.ON_CARDS, on=MONSTERS)),
            card(continuous(Continuous.ADD_ATK, 1, works=Works.ON_ME)),
            "works",
            None,
        ),
        (
            card(continuous(Continuous.ADD_ATK, 1, works=Works.ON_CARDS, on=MONSTERS)),
            card(continuous(Continuous.ADD_ATK, 1, on=MONSTERS)),
            "on",
            None,
        ),
        (
            card(continuous(Continuous.PROPERTY, Property.PIERCE)),
            card(continuous(Continuous.PROPERTY)),
            "value",
            None,
        ),
        (
            card(continuous(Continuous.COUNTS_AS_TRIBUTES, 2, on=IN_HAND)),
            card(continuous(Continuous.COUNTS_AS_TRIBUTES, 2)),
            "on",
            None,
        ),
        (
            card(continuous(Continuous.COUNTS_AS_TRIBUTES, 3, on=IN_HAND)),
            card(continuous(Continuous.COUNTS_AS_TRIBUTES, 4, on=IN_HAND)),
            "on",
            None,
        ),
        (
            card(
                continuous(
                    Continuous.DAMAGE_CHANGES,
                    DamageChange.NO_EFFECT_DAMAGE,
                    works=Works.ON_ME,
                )
            ),
            card(continuous(Continuous.DAMAGE_CHANGES, 64, works=Works.ON_ME)),
            "value",
            None,
        ),
    ],
    "reaction-asks": [
        (
            card(reaction(Trigger.SET, (Destroy(MONSTERS),))),
            card(reaction(Trigger.SET, (Choose(MONSTERS), Destroy(CHOSEN)))),
            "operation[0]",
            None,
        ),
        (
            card(reaction(Trigger.SET, (TossCoin(),))),
            card(reaction(Trigger.SET, (CallCoin(),))),
            "operation[0]",
            None,
        ),
        (
            card(reaction(Trigger.SET, (Destroy(MONSTERS),))),
            card(reaction(Trigger.SET, (Declare(1),))),
            "operation[0]",
            None,
        ),
        (
            card(reaction(Trigger.SET, (If(Exists(MONSTERS), DRAW),))),
            card(reaction(Trigger.SET, (Ask(DRAW),))),
            "operation[0]",
            None,
        ),
        (
            card(trigger(Trigger.SET, operation=(SpecialSummon(IN_HAND),))),
            card(reaction(Trigger.SET, (If(Exists(THIS), (SpecialSummon(IN_HAND),)),))),
            "operation[0].steps[0]",
            None,
        ),
    ],
    "limit-not-counted": [
        (
            card(ignition(limit=Limit.CARD_PER_TURN, uses=2)),
            card(ignition(uses=2)),
            "uses",
            None,
        ),
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), replace(WEAK, turns=2)),
            card(
                activation(operation=(Linger(MONSTERS, "weak"),)),
                replace(WEAK, turns=2, until=Until.LEAVES),
            ),
            "turns",
            None,
        ),
        (
            card(reaction(Trigger.END_PHASE, DRAW, where=MONSTER_ZONE, limit=Limit.CARD_PER_TURN)),
            card(reaction(Trigger.SET, DRAW, limit=Limit.CARD_PER_TURN)),
            "limit",
            None,
        ),
    ],
    "number-out-of-range": [
        (
            card(ignition(limit=Limit.CARD_PER_TURN)),
            card(ignition(limit=Limit.CARD_PER_TURN, uses=0)),
            "uses",
            None,
        ),
        (does(Draw(1)), does(Draw(0)), "operation[0].count", None),
        (does(cost=(PayLP(1),)), does(cost=(PayLP(-1),)), "cost[0].amount", None),
        (does(Choose(MONSTERS, 1, 2)), does(Choose(MONSTERS, 2, 1)), "operation[0].most", None),
        (
            does(ChooseMaterials(THIS, MONSTERS, Recipe.RITUAL_EXACT, 127)),
            does(ChooseMaterials(THIS, MONSTERS, Recipe.RITUAL_EXACT, 128)),
            "operation[0].levels",
            None,
        ),
        (
            card(materials=(material("Alpha", count=6),)),
            card(materials=(material("Alpha", count=7),)),
            "materials[0].count",
            None,
        ),
        (
            card(materials=(material("Alpha", count=6),)),
            card(materials=(material("Alpha", count=6), NAMED)),
            "materials",
            None,
        ),
        (does(Choose(MONSTERS, 1, 255)), does(Choose(MONSTERS, 1, 256)), "operation[0].most", None),
        (does(Choose(MONSTERS, 0)), does(Choose(MONSTERS, -1)), "operation[0].least", None),
        (does(GainLP(2**31 - 1)), does(GainLP(2**31)), "operation[0].amount", None),
        (
            does(Destroy(replace(MONSTERS, max_atk=0))),
            does(Destroy(replace(MONSTERS, max_atk=-1))),
            "operation[0].cards.max_atk",
            None,
        ),
        (
            does(Destroy(replace(MONSTERS, max_def=0))),
            does(Destroy(replace(MONSTERS, max_def=-1))),
            "operation[0].cards.max_def",
            None,
        ),
    ],
    "too-few-options": [
        (
            card(activation(one_of=Each((Option(), Option())))),
            card(activation(one_of=Each(()))),
            "one_of.options",
            None,
        ),
        (
            card(activation(one_of=Each((Option(),) * 8))),
            card(activation(one_of=Each((Option(),) * 9))),
            "one_of.options",
            None,
        ),
    ],
    "nothing-in-it": [
        (does(condition=All(Exists(MONSTERS))), does(condition=All()), "condition", None),
        (does(Ask(DRAW)), does(Ask(())), "operation[0]", None),
        (does(IfDone(Draw(1), DRAW)), does(IfDone(Draw(1), ())), "operation[0]", None),
    ],
    "impossible-position": [
        (
            does(Choose(IN_GRAVEYARD), SpecialSummon(CHOSEN, Position.FACE_DOWN_DEFENCE)),
            does(Choose(IN_GRAVEYARD), SpecialSummon(CHOSEN, Position.FACE_DOWN_ATTACK)),
            "operation[1]",
            None,
        ),
        (
            does(ChangePosition(cards=MONSTERS, attack=Position.FACE_UP_DEFENCE)),
            does(ChangePosition(cards=MONSTERS)),
            "operation[0]",
            None,
        ),
        (card(PROCEDURE), card(replace(PROCEDURE, value=0)), "value", None),
    ],
    "impossible-place": [
        (
            does(Send(MONSTERS, Place.HAND)),
            does(Send(MONSTERS, Place.SPELL_TRAP_ZONE)),
            "operation[0].to",
            None,
        ),
        (
            card(continuous(Continuous.INSTEAD_OF_GRAVEYARD, 3, works=Works.ON_BOTH)),
            card(continuous(Continuous.INSTEAD_OF_GRAVEYARD, 1, works=Works.ON_BOTH)),
            "value",
            None,
        ),
    ],
    "random-in-a-condition": [
        (
            does(Send(RandomCards(MONSTERS), Place.HAND)),
            does(condition=Exists(RandomCards(MONSTERS))),
            "condition.cards",
            None,
        )
    ],
    "loop-without-end": [
        (
            card(reaction(Trigger.DRAWN, DRAW)),
            card(reaction(Trigger.DRAWN, DRAW, where=MONSTER_ZONE)),
            "operation[0]",
            None,
        ),
        (
            card(
                phase_trigger(
                    Trigger.EFFECT_DAMAGE, limit=Limit.CARD_PER_TURN, operation=(Damage(1),)
                )
            ),
            card(phase_trigger(Trigger.EFFECT_DAMAGE, operation=(Damage(1),))),
            "operation[0]",
            None,
        ),
    ],
    "materials-of-no-fusion": [
        (
            card(),
            card(materials=(NAMED,)),
            "materials",
            A_SPELL,
        ),
    ],
    "material-in-a-place": [
        (
            card(materials=(NAMED,)),
            card(materials=(Material((MONSTERS,)),)),
            "materials[0].kinds[0]",
            None,
        ),
        (
            card(materials=(NAMED,)),
            card(materials=(Material((Cards(where=(), face_up=True),)),)),
            "materials[0].kinds[0]",
            None,
        ),
    ],
    "levels-of-a-fusion": [
        (
            does(Choose(MadeFrom(MONSTERS, MONSTERS, Recipe.RITUAL_EXACT, 8))),
            does(Choose(MadeFrom(MONSTERS, MONSTERS, Recipe.FUSION, 8))),
            "operation[0].cards.levels",
            None,
        ),
        (
            does(ChooseMaterials(THIS, MONSTERS, Recipe.FUSION)),
            does(ChooseMaterials(THIS, MONSTERS, Recipe.FUSION, 1)),
            "operation[0].levels",
            None,
        ),
    ],
    "computes-too-much": [
        (does(Damage(deep(8))), does(Damage(deep(20))), "", None),
    ],
}

PAIRS = [
    pytest.param(name, *case, id=f"{name}-{number}")
    for name, cases in CASES.items()
    for number, case in enumerate(cases)
]


def ids(found: tuple[Diagnostic, ...]) -> set[str]:
    return {diagnostic.id for diagnostic in found}


@pytest.mark.parametrize(("name", "permitted", "refused", "field", "of"), PAIRS)
def test_a_diagnostic_refuses_what_makes_no_sense_and_nothing_else(
    name: str, permitted: CardDefinition, refused: CardDefinition, field: str, of: Card | None
) -> None:
    assert name not in ids(check(permitted, of))
    found = check(refused, of)
    assert (name, field) in {(diagnostic.id, diagnostic.field) for diagnostic in found}
    for diagnostic in found:
        assert diagnostic.reason
        assert diagnostic.instead
        assert f"[{diagnostic.id}]" in str(diagnostic)


PERMITTED = [case[0] for cases in CASES.values() for case in cases]


@pytest.mark.parametrize("permitted", PERMITTED, ids=[pair.id for pair in PAIRS])
def test_what_is_permitted_makes_sense_whole(permitted: CardDefinition) -> None:
    assert check(permitted) == ()


def test_every_diagnostic_has_its_test() -> None:
    assert set(CASES) == set(DIAGNOSTICS)


@pytest.mark.parametrize("definition", definitions().values(), ids=lambda d: d.name)
def test_every_card_of_the_pool_makes_sense(definition: CardDefinition) -> None:
    assert check(definition, Catalogue.default()[definition.passcode]) == ()
    assert hash(definition) == hash(replace(definition))
    assert definition.name in repr(definition)


def test_a_definition_is_refused_when_it_is_loaded_by_card_field_and_reason() -> None:
    late = does(Draw(1), PayLP(500))
    with pytest.raises(EffectError, match="cost is paid when the effect resolves") as caught:
        duel(side(hand=[A_SPELL]), definitions={A_SPELL.passcode: late})
    (diagnostic,) = caught.value.diagnostics
    assert isinstance(diagnostic, Diagnostic)
    assert caught.value.card == "Tester"
    assert (diagnostic.effect, diagnostic.field) == ("effect 0", "operation[1]")


def test_a_definition_that_does_not_hash_is_refused_too() -> None:
    odd = card(activation(operation=[Draw(1)]))
    with pytest.raises(EffectError, match="is no tuple of"):
        duel(side(hand=[A_SPELL]), definitions={A_SPELL.passcode: odd})


def test_everything_that_is_wrong_is_said_at_once() -> None:
    twice = does(Draw(0), PayLP(0))
    assert ids(check(twice)) == {"number-out-of-range", "cost-after-resolution"}
    assert len(check(twice)) == 3


def test_what_is_random_or_known_later_is_not_asked_beforehand() -> None:
    steps = (
        Choose(RandomCards(MONSTERS, 2)),
        Choose(Kept(MONSTERS, Fact.LEVEL, Comparison.EQUAL, FactOf(CHOSEN, Fact.LEVEL))),
    )
    (effect,) = lower(does(*steps)).effects
    asked = [line.op for line in effect.programs["check"] if not isinstance(line, str)]
    assert asked == ["SELECT", "SET_COUNT", "LOAD_INT", "COMPARE", "MOVE", "END"]
