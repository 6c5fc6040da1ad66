"""What check.py says of whole effects: their kind, trigger, place, limit, what they work on."""

from __future__ import annotations

from dataclasses import replace

from tests.effects.definitions import (
    A_MONSTER,
    A_SPELL,
    A_TRAP,
    BARRED,
    DRAW,
    GRAVEYARD,
    IN_HAND,
    LATER,
    MARKED,
    MONSTER_ZONE,
    NAMED,
    PROCEDURE,
    REPLACES,
    RETURNS,
    TAKEN,
    WEAK,
    WINS_THEN,
    Cases,
    card,
    does,
)
from ygosim.cards.pool.building import (
    MONSTERS,
    activation,
    continuous,
    ignition,
    lingering,
    phase_trigger,
    reaction,
    trigger,
)
from ygosim.effects.model import (
    CHOSEN,
    EVENT_CARDS,
    THIS,
    Ask,
    AtLeast,
    BanishUntil,
    CallCoin,
    Cards,
    Choose,
    Damage,
    Declare,
    Destroy,
    Draw,
    Each,
    Effect,
    EndLingering,
    Exists,
    FactOf,
    HasFlag,
    If,
    Kept,
    Linger,
    LingeredOn,
    LingeringValue,
    LingerOnField,
    LingerOnPlayers,
    Material,
    Option,
    PayLP,
    ReturnToField,
    SpecialSummon,
    TakeControl,
    TossCoin,
    Value,
    Works,
)
from ygosim.enums import (
    Comparison,
    Context,
    Continuous,
    DamageChange,
    EffectKind,
    Fact,
    Limit,
    Place,
    Property,
    Trigger,
    Until,
)

ALL = lingering(
    "all", Continuous.ADD_ATK, Until.END_OF_TURN, 100, works=Works.ON_CARDS, on=MONSTERS
)

OF_EFFECTS: Cases = {
    "other-card": [
        (does(Draw(1)), replace(does(Draw(1)), name="Other"), "name", A_SPELL),
        (does(Draw(1)), replace(does(Draw(1)), passcode=1), "name", A_SPELL),
    ],
    "field-not-for-kind": [
        (
            card(activation(operation=(LingerOnPlayers("then"),)), WINS_THEN),
            card(
                activation(operation=(LingerOnPlayers("then"),)),
                replace(WINS_THEN, condition=Exists(MONSTERS)),
            ),
            "condition",
            None,
        ),
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
            card(activation(operation=(BanishUntil(MONSTERS, "back"),)), RETURNS),
            does(ReturnToField()),
            "operation[0]",
            None,
        ),
        (
            does(trigger=Trigger.SET, condition=AtLeast(Value(Context.EVENT_VALUE), 1)),
            does(condition=AtLeast(Value(Context.EVENT_VALUE), 1)),
            "condition.left",
            None,
        ),
    ],
    "reads-derived": [
        (
            card(continuous(Continuous.ADD_ATK, FactOf(THIS, Fact.ORIGINAL_DEF))),
            card(continuous(Continuous.ADD_ATK, FactOf(THIS, Fact.DEF))),
            "value",
            None,
        ),
        (
            card(continuous(Continuous.ADD_ATK, 100, condition=Exists(MONSTERS))),
            card(
                continuous(
                    Continuous.ADD_ATK,
                    100,
                    condition=Exists(Kept(MONSTERS, Fact.ATK, Comparison.AT_LEAST, 1400)),
                )
            ),
            "condition.cards",
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
            card(activation(operation=(Linger(MONSTERS, "all"), Draw(LingeringValue("all")))), ALL),
            card(activation(operation=(LingerOnField("all"), Draw(LingeringValue("all")))), ALL),
            "operation[1].count.effect",
            None,
        ),
        (
            card(activation(operation=(Linger(MONSTERS, "weak"), EndLingering("weak"))), WEAK),
            card(activation(operation=(Linger(MONSTERS, "weak"), EndLingering("strong"))), WEAK),
            "operation[1].effect",
            None,
        ),
        (
            card(
                activation(operation=(Linger(MONSTERS, "weak"), Destroy(LingeredOn("weak")))), WEAK
            ),
            card(
                activation(operation=(LingerOnPlayers("barred"), Destroy(LingeredOn("barred")))),
                BARRED,
            ),
            "operation[1].cards.effect",
            None,
        ),
        (
            card(
                activation(operation=(Linger(MONSTERS, "weak"), Damage(LingeringValue("weak")))),
                WEAK,
            ),
            card(
                activation(
                    operation=(TakeControl(MONSTERS, "taken"), Damage(LingeringValue("taken")))
                ),
                TAKEN,
            ),
            "operation[1].amount.effect",
            None,
        ),
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
        (
            card(activation(operation=(BanishUntil(MONSTERS, "back"),)), RETURNS),
            card(activation(operation=(BanishUntil(MONSTERS, "later"),)), LATER),
            "operation[0].effect",
            None,
        ),
        (
            card(activation(operation=(BanishUntil(MONSTERS, "back"),)), RETURNS),
            card(activation(operation=(Linger(MONSTERS, "back"),)), RETURNS),
            "operation[0].effect",
            None,
        ),
        (
            card(activation(operation=(BanishUntil(MONSTERS, "back"),)), RETURNS),
            card(
                activation(operation=(BanishUntil(MONSTERS, "back"),)),
                replace(RETURNS, until=Until.DONE),
            ),
            "operation[0].effect",
            None,
        ),
    ],
    "continuous-without-does": [
        (card(continuous(Continuous.ADD_ATK, 1)), card(continuous(Continuous.NONE)), "does", None)
    ],
    "works-on-the-wrong-thing": [
        (
            card(activation(operation=(LingerOnPlayers("then"),)), WINS_THEN),
            card(
                activation(operation=(Linger(MONSTERS, "then"),)),
                replace(WINS_THEN, works=Works.ON_THIS),
            ),
            "works",
            None,
        ),
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
            card(ignition(limit=Limit.CARD_PER_TURN, uses=Value(Context.MY_HAND))),
            card(ignition(uses=Value(Context.MY_HAND))),
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
    "not-of-this-card": [
        (card(cannot_be_set=False), card(cannot_be_set=True), "cannot_be_set", A_MONSTER),
        (card(), card(stays=True), "stays", A_MONSTER),
        (card(), card(properly_first=True), "properly_first", A_SPELL),
        (card(), card(substitute=True), "substitute", A_TRAP),
        (
            card(),
            card(cannot_be_special_summoned=True),
            "cannot_be_special_summoned",
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
}
