"""The pieces that many cards are made of: cards of the field, common effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    TARGETS,
    THIS,
    All,
    AtLeast,
    Can,
    Cards,
    Choose,
    ChooseEach,
    ChooseMaterials,
    Compare,
    Effect,
    Equip,
    FactOf,
    HasFlag,
    IfDone,
    Linger,
    LingerOnPlayers,
    MadeFrom,
    Material,
    Not,
    Number,
    Reveal,
    Send,
    Shuffle,
    SpecialSummon,
    Step,
    Target,
    Then,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    Attribute,
    CardType,
    Comparison,
    Context,
    Continuous,
    EffectKind,
    Fact,
    Limit,
    Place,
    Position,
    Property,
    Reason,
    Recipe,
    Trigger,
    Until,
)

__all__ = [
    "BEFORE_CALCULATION",
    "DEFENCE",
    "DOWN",
    "FACE_UP",
    "FROM_FIELD",
    "IT_ATTACKS",
    "MAY_ACTIVATE_ONE",
    "MONSTERS",
    "MY_FREE_ZONE",
    "MY_FUSIONS",
    "MY_GRAVEYARD_MONSTERS",
    "MY_MATERIALS",
    "MY_MONSTERS",
    "MY_SEARCHABLE",
    "MY_SEARCHABLE_MONSTERS",
    "ON_FIELD",
    "ON_MONSTER_ZONE",
    "OPPONENTS_EVENT",
    "OPPONENTS_MONSTERS",
    "OPPONENTS_TURN",
    "OTHER_SPELLS_AND_TRAPS",
    "SPELLS_AND_TRAPS",
    "SPIRIT_RETURNS",
    "TRIBUTE_THIS",
    "UNTIL_GONE",
    "UP",
    "USED_FLAG",
    "WAS_NOT_NEGATED",
    "activation",
    "and_shuffle",
    "banishes_light_and_dark",
    "continuous",
    "discard",
    "equip_activation",
    "equip_adds",
    "fusion_summon",
    "has_property",
    "ignition",
    "is_equal",
    "lingering",
    "material",
    "phase_trigger",
    "reaction",
    "ritual_summon",
    "searches_when_it_leaves",
    "tribute",
    "trigger",
]

ON_FIELD = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)

MONSTERS = Cards(where=(Place.MONSTER_ZONE,))
MY_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)
OPPONENTS_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT)
MY_GRAVEYARD_MONSTERS = Cards(where=(Place.GRAVEYARD,), whose=Who.ME, type=CardType.MONSTER)
MY_SEARCHABLE = Cards(where=(Place.DECK,), whose=Who.ME, can=Can.CAN_GO_TO_HAND)
MY_SEARCHABLE_MONSTERS = replace(MY_SEARCHABLE, type=CardType.MONSTER)
SPELLS_AND_TRAPS = Cards(where=ON_FIELD, type=CardType.SPELL | CardType.TRAP)

UNTIL_GONE = Until.LEAVES | Until.FACE_DOWN

MAY_ACTIVATE_ONE = {"limit": Limit.ACTIVATE_NAME_PER_TURN}
"""You can only activate 1 of this name a turn."""


def activation(**said: Any) -> Effect:
    """The activation of a Spell or Trap."""
    return Effect(kind=EffectKind.ACTIVATION, optional=True, **said)


def ignition(**said: Any) -> Effect:
    """An effect that a monster's controller uses in the own main phase."""
    return Effect(
        kind=EffectKind.IGNITION,
        optional=True,
        where=(Place.MONSTER_ZONE,),
        **said,
    )


def trigger(event: Trigger, **said: Any) -> Effect:
    """An effect of a card that answers what happens to that card."""
    return Effect(kind=EffectKind.TRIGGER, trigger=event, about_this=True, **said)


def phase_trigger(event: Trigger, *, where: Place = Place.MONSTER_ZONE, **said: Any) -> Effect:
    """An effect at a phase."""
    return Effect(kind=EffectKind.TRIGGER, trigger=event, where=(where,), **said)


def reaction(event: Trigger, operation: tuple[Step, ...], **said: Any) -> Effect:
    """What a card does at once when something happens to it; it starts no chain."""
    said.setdefault("about_this", not said.get("where"))
    return Effect(kind=EffectKind.REACTION, trigger=event, operation=operation, **said)


def continuous(
    does: Continuous,
    value: Any = 0,
    *,
    where: tuple[Place, ...] = (Place.MONSTER_ZONE,),
    **said: Any,
) -> Effect:
    """What holds while the card lies face-up where it works."""
    return Effect(kind=EffectKind.CONTINUOUS, does=does, value=value, where=where, **said)


def lingering(name: str, does: Continuous, until: Until, value: Any = 0, **said: Any) -> Effect:
    """What a resolving effect makes hold for a while."""
    return Effect(
        kind=EffectKind.CONTINUOUS, name=name, does=does, until=until, value=value, **said
    )


def has_property(value: Property, **said: Any) -> Effect:
    """A property that this card, or cards, have."""
    return continuous(Continuous.PROPERTY, value, **said)


def equip_activation(monsters: Cards = MONSTERS, **said: Any) -> Effect:
    """The activation of an Equip Spell: a face-up monster is chosen (ST-6)."""
    return activation(
        targets=(Target(replace(monsters, face_up=True)),), operation=(Equip(TARGETS),), **said
    )


def equip_adds(does: Continuous, value: Any) -> Effect:
    """What an Equip Card adds to its monster."""
    return continuous(does, value, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_HOST)


def discard(cards: Cards, count: int = 1, *, by: Who = Who.ME) -> tuple[Step, ...]:
    """Cards that a player chooses are discarded by effect."""
    return (
        Choose(cards, count, count, by),
        Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD),
    )


MY_MATERIALS = Cards(
    where=(Place.HAND, Place.MONSTER_ZONE),
    whose=Who.ME,
    type=CardType.MONSTER,
    can=Can.CAN_BE_MATERIAL,
)
"""My monsters that a Fusion Summon may use."""

MY_FUSIONS = Cards(where=(Place.EXTRA_DECK,), whose=Who.ME, type=CardType.FUSION)


def material(*names: str, count: int = 1) -> Material:
    """Materials by name: one of these names, so many times."""
    return Material(tuple(Cards(where=(), named=name) for name in names), count)


def fusion_summon(
    monsters: Cards = MY_FUSIONS, materials: Cards = MY_MATERIALS
) -> tuple[Step, ...]:
    """I Fusion Summon a monster, its materials being sent to the GY (SUM-6).

    RULING: the summon comes after that, so that what answers "when" a material is sent there
    misses its timing (seen in the independent engine); a Ritual Summon's Tributes likewise.
    """
    return (
        Choose(MadeFrom(monsters, materials, Recipe.FUSION)),
        ChooseMaterials(CHOSEN, materials, Recipe.FUSION),
        Send(CHOSEN_SECOND, Place.GRAVEYARD, Reason.FUSION_MATERIAL),
        Then(),
        SpecialSummon(CHOSEN, proper=True, made_of=CHOSEN_SECOND),
    )


def ritual_summon(monster: str, recipe: Recipe, levels: int = 0) -> tuple[Step, ...]:
    """I Ritual Summon a monster from my hand, by Tributes from hand or field (SUM-7)."""
    monsters = Cards(where=(Place.HAND,), whose=Who.ME, named=monster)
    tributes = replace(MY_MATERIALS, can=Can.CAN_BE_MATERIAL | Can.CAN_BE_TRIBUTED)
    return (
        Choose(MadeFrom(monsters, tributes, recipe, levels)),
        ChooseMaterials(CHOSEN, tributes, recipe, levels),
        Send(CHOSEN_SECOND, Place.GRAVEYARD, Reason.EFFECT_TRIBUTE),
        Then(),
        SpecialSummon(CHOSEN, proper=True),
    )


def tribute(cards: Cards) -> tuple[Step, ...]:
    """I Tribute one of these monsters as a cost."""
    return (
        Choose(replace(cards, can=cards.can | Can.CAN_BE_TRIBUTED)),
        Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
    )


TRIBUTE_THIS = Send(THIS, Place.GRAVEYARD, Reason.COST_TRIBUTE)
"""This card is Tributed as the cost."""


def banishes_light_and_dark() -> Effect:
    """Special Summoned from the hand by banishing a LIGHT and a DARK monster from my GY."""
    return Effect(
        kind=EffectKind.PROCEDURE,
        where=(Place.HAND,),
        value=int(UP | DEFENCE),
        requires=MY_FREE_ZONE,
        cost=(
            ChooseEach(
                *(
                    replace(MY_GRAVEYARD_MONSTERS, attribute=attribute, can=Can.CAN_BE_BANISHED)
                    for attribute in (Attribute.LIGHT, Attribute.DARK)
                )
            ),
            Send(CHOSEN, Place.BANISHED, Reason.COST),
        ),
    )


UP = Position.FACE_UP_ATTACK
DEFENCE = Position.FACE_UP_DEFENCE
DOWN = Position.FACE_DOWN_DEFENCE

FACE_UP = replace(MONSTERS, face_up=True)
OTHER_SPELLS_AND_TRAPS = replace(SPELLS_AND_TRAPS, but_this=True)
MY_FREE_ZONE = AtLeast(Value(Context.MY_FREE_ZONES), 1)


def is_equal(left: Number, right: Number) -> Compare:
    """Whether two numbers are equal."""
    return Compare(left, Comparison.EQUAL, right)


OPPONENTS_EVENT = is_equal(Value(Context.EVENT_PLAYER), Value(Context.OPPONENT))
OPPONENTS_TURN = is_equal(Value(Context.TURN_PLAYER), Value(Context.OPPONENT))
BEFORE_CALCULATION = is_equal(Value(Context.DAMAGE_CALCULATED), 0)
"""Not after damage calculation in a damage step: what only changes ATK or DEF (BAT-4)."""

IT_ATTACKS = is_equal(Value(Context.ATTACKER), Value(Context.THIS))
WAS_NOT_NEGATED = Not(
    Compare(Value(Context.EVENT_VALUE), Comparison.HAS_BITS, int(Property.NEGATED))
)
"""The effects of the card that left the field were not negated there."""

FROM_FIELD = All(
    AtLeast(Value(Context.EVENT_FROM_PLACE), Place.MONSTER_ZONE),
    Compare(Value(Context.EVENT_FROM_PLACE), Comparison.AT_MOST, Place.SPELL_TRAP_ZONE),
)
ON_MONSTER_ZONE = (Fact.PLACE, Comparison.EQUAL, int(Place.MONSTER_ZONE))


def and_shuffle(*steps: Step) -> tuple[Step, ...]:
    """Steps after which my deck is shuffled (INFO-2)."""
    return (*steps, Shuffle(Who.ME))


USED_FLAG = 1
"""The number of a card's one lingering flag."""

SPIRIT_RETURNS = (
    reaction(Trigger.NORMAL_SUMMONED, (Linger(THIS, "returns", USED_FLAG),)),
    reaction(Trigger.FLIPPED, (Linger(THIS, "returns", USED_FLAG),)),
    lingering("returns", Continuous.FLAG, UNTIL_GONE | Until.END_OF_TURN),
    phase_trigger(
        Trigger.END_PHASE,
        limit=Limit.CARD_PER_TURN,
        condition=HasFlag(USED_FLAG),
        operation=(Send(THIS, Place.HAND),),
    ),
)
"""A Spirit goes back to the hand in the End Phase of the turn it was Summoned or flipped up."""


def searches_when_it_leaves(cards: Cards) -> tuple[Effect, Effect]:
    """Sent from the field to the GY: a card from my deck, which is not activated this turn."""
    found = (
        Send(CHOSEN, Place.HAND),
        Reveal(CHOSEN),
        Shuffle(Who.ME),
        LingerOnPlayers("not now", FactOf(CHOSEN, Fact.NAME)),
    )
    return (
        trigger(
            Trigger.SENT_TO_GRAVE,
            condition=FROM_FIELD,
            limit=Limit.NAME_PER_TURN,
            operation=(IfDone(Choose(cards), found),),
        ),
        lingering("not now", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME),
    )
