"""Definitions of a card "Tester", right and wrong, for tests of effects/check.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.rules.builders import monster, spell, trap
from ygosim.cards.card import Card
from ygosim.cards.pool.building import (
    activation,
    lingering,
    material,
)
from ygosim.effects.model import (
    CardDefinition,
    Cards,
    Draw,
    Effect,
    ReturnToField,
    Sharing,
    Sum,
    Token,
    Who,
    Works,
)
from ygosim.enums import (
    Attribute,
    CardType,
    Continuous,
    EffectKind,
    Fact,
    MonsterType,
    Place,
    Trigger,
    Until,
)

A_MONSTER = monster("Tester")
A_SPELL = spell("Tester")
A_TRAP = trap("Tester")
A_FIELD_SPELL = spell("Tester", CardType.FIELD)

TOKEN = Token(
    passcode=2**32 - 1,
    name="Tester Token",
    attribute=Attribute.EARTH,
    monster_type=MonsterType.BEAST,
    level=1,
)
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
WINS_THEN = lingering("then", Continuous.WINS, Until.END_OF_TURN, works=Works.ON_ME)
RETURNS = replace(LATER, name="back", until=Until.DONE | Until.LEAVES, operation=(ReturnToField(),))
REPLACES = Effect(kind=EffectKind.REPLACEMENT, where=MONSTER_ZONE, about_this=True, operation=DRAW)
PROCEDURE = Effect(kind=EffectKind.PROCEDURE, where=(Place.HAND,), value=1)
NAMED = material("Alpha")


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


def shared(levels: int) -> Any:
    """Cards that keep so many others waiting."""
    cards: Any = IN_HAND
    for _ in range(levels):
        cards = Sharing(cards, Fact.LEVEL, IN_GRAVEYARD)
    return cards


Cases = dict[str, list[tuple[CardDefinition, CardDefinition, str, Card | None]]]
"""By diagnostic: what is permitted, what is refused, the field named, and of which card."""
