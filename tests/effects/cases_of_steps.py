"""What check.py says of the steps and conditions of an effect."""

from __future__ import annotations

from dataclasses import replace

from tests.effects.definitions import (
    DRAW,
    IN_GRAVEYARD,
    IN_HAND,
    LATER,
    MONSTER_ZONE,
    NAMED,
    PROCEDURE,
    QUICK,
    TOKEN,
    WEAK,
    WINS_THEN,
    Cases,
    card,
    deep,
    does,
    shared,
)
from ygosim.cards.pool.building import (
    MONSTERS,
    activation,
    continuous,
    equip_activation,
    ignition,
    material,
    reaction,
    trigger,
)
from ygosim.effects.model import (
    AFFECTED,
    ANSWERED,
    CHOSEN,
    DONE,
    HELD,
    REMEMBERED,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Ask,
    AtLeast,
    Attach,
    Cards,
    ChangePosition,
    Choose,
    ChooseMaterials,
    Count,
    Damage,
    Declare,
    Declared,
    DeclareNumbers,
    Destroy,
    Draw,
    Each,
    Exists,
    FactOf,
    ForceAttack,
    GainLP,
    If,
    IfDone,
    Linger,
    LingerOnPlayers,
    LoseLP,
    MadeFrom,
    NormalSummon,
    Note,
    Option,
    PayLP,
    PlaceFaceUp,
    RandomCards,
    Remember,
    Reveal,
    Send,
    SkipPhases,
    SpecialSummon,
    Summonable,
    SummonNegated,
    Target,
    TargetThose,
    Times,
    Tokens,
    Top,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    Attribute,
    Context,
    Continuous,
    Fact,
    Limit,
    MonsterType,
    Phase,
    Place,
    Position,
    Reason,
    Recipe,
    Trigger,
    Until,
)

OF_STEPS: Cases = {
    "wrong-value": [
        *(
            (
                does(SpecialSummon(Tokens(TOKEN))),
                does(SpecialSummon(Tokens(replace(TOKEN, **{name: value})))),
                f"operation[0].cards.token.{name}",
                None,
            )
            for name, value in (
                ("name", ""),
                ("name", "\x1b[31m"),
                ("attribute", Attribute(0)),
                ("monster_type", MonsterType.BEAST | MonsterType.FIEND),
            )
        ),
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
    "phase-not-skipped": [
        (
            does(SkipPhases(Phase.DRAW)),
            does(SkipPhases(Phase.MAIN_1)),
            "operation[0].phase",
            None,
        ),
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
    "declared-without-declare": [
        (
            does(DeclareNumbers(6, 2), If(Declared(3), (Draw(1),))),
            does(If(Declared(3), (Draw(1),))),
            "operation[0].condition",
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
            does(IfDone(Draw(1), DRAW)),
            does(IfDone(GainLP(100), DRAW)),
            "operation[0].step",
            None,
        ),
        (
            does(Destroy(MONSTERS), Damage(Times(100, DONE))),
            does(Damage(Times(100, DONE)), Destroy(MONSTERS)),
            "operation[0].amount.number",
            None,
        ),
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
            card(continuous(Continuous.ADD_ATK, FactOf(AFFECTED, Fact.LEVEL))),
            does(Damage(FactOf(AFFECTED, Fact.LEVEL))),
            "operation[0].amount.cards",
            None,
        ),
        (
            card(continuous(Continuous.ADD_ATK, Value(Context.AFFECTED))),
            does(Damage(Value(Context.AFFECTED))),
            "operation[0].amount",
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
            card(activation(operation=(Linger(MONSTERS, "later"),)), LATER),
            card(replace(LATER, until=Until(0))),
            "until",
            None,
        ),
        (
            card(activation(operation=(LingerOnPlayers("then"),)), WINS_THEN),
            card(
                activation(operation=(LingerOnPlayers("then"),)),
                replace(WINS_THEN, until=Until.SOURCE_LEAVES),
            ),
            "until",
            None,
        ),
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            card(activation(operation=(Linger(MONSTERS, "weak"),)), replace(WEAK, until=Until(0))),
            "until",
            None,
        ),
    ],
    "until-without-name": [
        (
            card(activation(operation=(Linger(MONSTERS, "weak"),)), WEAK),
            card(replace(WEAK, name="")),
            "name",
            None,
        )
    ],
    "number-out-of-range": [
        *(
            (does(permitted), does(refused), field, None)
            for permitted, refused, field in (
                (Declare(3), Declare(0), "operation[0].bits"),
                (Damage(1), Damage(-100), "operation[0].amount"),
                (GainLP(1), GainLP(0), "operation[0].amount"),
                (LoseLP(1), LoseLP(-1), "operation[0].amount"),
                (Reveal(Top(1)), Reveal(Top(-1)), "operation[0].cards.count"),
                (
                    Destroy(Cards(where=MONSTER_ZONE, archetype=0xFFFF)),
                    Destroy(Cards(where=MONSTER_ZONE, archetype=-4)),
                    "operation[0].cards.archetype",
                ),
                (
                    Destroy(Cards(where=MONSTER_ZONE, min_level=2, max_level=2)),
                    Destroy(Cards(where=MONSTER_ZONE, min_level=5, max_level=2)),
                    "operation[0].cards.max_level",
                ),
                *(
                    (
                        SpecialSummon(Tokens(TOKEN)),
                        SpecialSummon(Tokens(replace(TOKEN, **{name: value}))),
                        f"operation[0].cards.token.{name}",
                    )
                    for name, value in (
                        ("passcode", 0),
                        ("level", 0),
                        ("level", 256),
                        ("atk", -1),
                        ("atk", 2**24 + 1),
                        ("def_", -1),
                    )
                ),
            )
        ),
        (does(), card(*[activation(operation=DRAW)] * 256), "effects", None),
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
    "nothing-in-it": [
        (does(condition=All(Exists(MONSTERS))), does(condition=All()), "condition", None),
        (does(Ask(DRAW)), does(Ask(())), "operation[0]", None),
        (
            card(activation(operation=(Linger(MONSTERS, "later"),)), LATER),
            card(activation(operation=(Linger(MONSTERS, "later"),)), replace(LATER, operation=())),
            "operation",
            None,
        ),
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
            does(Destroy(MONSTERS)),
            does(Destroy(Cards(where=(Place.XYZ_MATERIAL,)))),
            "operation[0].cards.where",
            None,
        ),
        (
            card(continuous(Continuous.INSTEAD_OF_GRAVEYARD, 3, works=Works.ON_BOTH)),
            card(continuous(Continuous.INSTEAD_OF_GRAVEYARD, 1, works=Works.ON_BOTH)),
            "value",
            None,
        ),
        (
            card(continuous(Continuous.DESTROYS_ITSELF)),
            card(continuous(Continuous.DESTROYS_ITSELF, where=(Place.GRAVEYARD,))),
            "where",
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
        (does(Destroy(shared(2))), does(Destroy(shared(6))), "", None),
    ],
    "too-long": [
        (does(*DRAW * 100), does(*DRAW * 1000), "operation", None),
        (
            does(targets=(Target(MONSTERS),) * 10),
            does(targets=(Target(MONSTERS),) * 1000),
            "targets",
            None,
        ),
    ],
    "nested-too-deep": [
        (does(Damage(deep(8))), does(Damage(deep(5000))), "", None),
    ],
    "token-not-summoned": [
        (
            does(SpecialSummon(Tokens(TOKEN, 2))),
            does(Send(Tokens(TOKEN), Place.HAND)),
            "operation[0].cards",
            None,
        ),
        (
            does(Note(Tokens(TOKEN)), SpecialSummon(CHOSEN)),
            does(condition=Exists(Tokens(TOKEN))),
            "condition.cards",
            None,
        ),
    ],
    "summon-without-link": [
        (does(NormalSummon(IN_HAND)), does(cost=(NormalSummon(IN_HAND),)), "cost[0]", None),
        (
            does(NormalSummon(IN_HAND)),
            card(reaction(Trigger.SET, (NormalSummon(IN_HAND),), where=MONSTER_ZONE)),
            "operation[0]",
            None,
        ),
    ],
    "never-there": [
        (
            does(NormalSummon(Summonable(IN_HAND))),
            does(NormalSummon(Summonable(MONSTERS))),
            "operation[0].cards.cards",
            None,
        ),
        (
            does(ForceAttack(MONSTERS, MONSTERS)),
            does(ForceAttack(MONSTERS, IN_HAND)),
            "operation[0].target",
            None,
        ),
        (does(PlaceFaceUp(IN_HAND)), does(PlaceFaceUp(MONSTERS)), "operation[0].cards", None),
    ],
}
