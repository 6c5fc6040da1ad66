"""The pieces that many cards are made of: cards of the field, common effects."""

from __future__ import annotations

from dataclasses import replace

from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    THIS,
    Can,
    Cards,
    Choose,
    Condition,
    Effect,
    Equip,
    FactOf,
    Send,
    Step,
    Target,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    EffectKind,
    Fact,
    Limit,
    Place,
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = [
    "MAY_ACTIVATE_ONE",
    "MONSTERS",
    "MY_GRAVEYARD_MONSTERS",
    "MY_MONSTERS",
    "ON_FIELD",
    "OPPONENTS_MONSTERS",
    "SPELLS_AND_TRAPS",
    "TURN_OF_OPPONENT",
    "UNTIL_GONE",
    "activation",
    "continuous",
    "discard",
    "equip_activation",
    "ignition",
    "lingering",
    "phase_trigger",
    "reaction",
    "tribute",
    "trigger",
]

ON_FIELD = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)

MONSTERS = Cards(where=(Place.MONSTER_ZONE,))
MY_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)
OPPONENTS_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT)
MY_GRAVEYARD_MONSTERS = Cards(
    where=(Place.GRAVEYARD,), whose=Who.ME, type=CardType.MONSTER
)
SPELLS_AND_TRAPS = Cards(where=ON_FIELD, type=CardType.SPELL | CardType.TRAP)

UNTIL_GONE = Until.LEAVES | Until.FACE_DOWN

TURN_OF_OPPONENT = Who.OPPONENT

MAY_ACTIVATE_ONE = {"limit": Limit.ACTIVATE_NAME_PER_TURN}
"""You can only activate 1 of this name a turn."""


def activation(**said: object) -> Effect:
    """The activation of a Spell or Trap."""
    return Effect(kind=EffectKind.ACTIVATION, optional=True, **said)  # type: ignore[arg-type]


def ignition(**said: object) -> Effect:
    """An effect that a monster's controller uses in the own main phase."""
    return Effect(
        kind=EffectKind.IGNITION, optional=True, where=(Place.MONSTER_ZONE,), **said  # type: ignore[arg-type]
    )


def trigger(event: Trigger, **said: object) -> Effect:
    """An effect of a card that answers what happens to that card."""
    return Effect(kind=EffectKind.TRIGGER, trigger=event, about_this=True, **said)  # type: ignore[arg-type]


def phase_trigger(event: Trigger, *, where: Place = Place.MONSTER_ZONE, **said: object) -> Effect:
    """An effect at a phase."""
    return Effect(kind=EffectKind.TRIGGER, trigger=event, where=(where,), **said)  # type: ignore[arg-type]


def reaction(event: Trigger, operation: tuple[Step, ...], **said: object) -> Effect:
    """What a card does at once when something happens to it; it starts no chain."""
    said.setdefault("about_this", not said.get("where"))
    return Effect(kind=EffectKind.REACTION, trigger=event, operation=operation, **said)  # type: ignore[arg-type]


def continuous(
    does: Continuous, value: object = 0, *, where: tuple[Place, ...] = (Place.MONSTER_ZONE,), **said: object
) -> Effect:
    """What holds while the card lies face-up where it works."""
    return Effect(kind=EffectKind.CONTINUOUS, does=does, value=value, where=where, **said)  # type: ignore[arg-type]


def lingering(
    name: str, does: Continuous, until: Until, value: object = 0, **said: object
) -> Effect:
    """What a resolving effect makes hold for a while."""
    return Effect(kind=EffectKind.CONTINUOUS, name=name, does=does, until=until, value=value, **said)  # type: ignore[arg-type]


def has_property(value: Property, **said: object) -> Effect:
    """A property that this card, or cards, have."""
    return continuous(Continuous.PROPERTY, value, **said)


def equip_activation(monsters: Cards = MONSTERS, **said: object) -> Effect:
    """The activation of an Equip Spell: a face-up monster is chosen (ST-6)."""
    return activation(
        targets=(Target(replace(monsters, face_up=True)),), operation=(Equip(TARGETS),), **said
    )


def equip_adds(does: Continuous, value: object) -> Effect:
    """What an Equip Card adds to its monster."""
    return continuous(does, value, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_HOST)


def discard(cards: Cards, count: int = 1) -> tuple[Step, ...]:
    """I choose cards, which are discarded by effect."""
    return (
        Choose(cards, count, count),
        Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD),
    )


def tribute(cards: Cards) -> tuple[Step, ...]:
    """I Tribute one of these monsters as a cost."""
    return (
        Choose(replace(cards, can=cards.can | Can.CAN_BE_TRIBUTED)),
        Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
    )


TRIBUTE_THIS = Send(THIS, Place.GRAVEYARD, Reason.COST_TRIBUTE)
"""This card is Tributed as the cost."""


def counters_on_this(kind: int) -> FactOf:
    """How many counters of a kind are on this card."""
    return FactOf(THIS, Fact.COUNTERS, kind)


def value(context: Context) -> Value:
    """A number of the duel."""
    return Value(context)


Conditions = tuple[Condition, ...]
