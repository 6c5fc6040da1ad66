"""Cards of the modern pool, by their current text."""

from __future__ import annotations

from ygosim.cards.pool.building import (
    OPPONENTS_MONSTERS,
    UNTIL_GONE,
    has_property,
    ignition,
    is_equal,
    lingering,
    material,
    reaction,
)
from ygosim.effects.model import (
    ANSWERED,
    CHOSEN,
    EVENT_OTHER,
    THIS,
    ActivationNegated,
    All,
    CardDefinition,
    Cards,
    Choose,
    Compare,
    Damage,
    Destroy,
    Effect,
    Exists,
    FactOf,
    If,
    IfDone,
    Linger,
    LingeringValue,
    Material,
    Send,
    Who,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Continuous,
    EffectKind,
    Fact,
    Limit,
    MonsterType,
    Place,
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = ["MODERN"]

_DRAGON_EFFECT_MONSTER = Cards(
    where=(), all_types=CardType.MONSTER | CardType.EFFECT, monster_type=MonsterType.DRAGON
)

MODERN = (
    CardDefinition(
        passcode=37818794,
        name="Red-Eyes Dark Dragoon",
        materials=(
            material("Dark Magician"),
            Material((Cards(where=(), named="Red-Eyes Black Dragon"), _DRAGON_EFFECT_MONSTER)),
        ),
        effects=(
            has_property(Property.NO_EFFECT_DESTRUCTION),
            has_property(Property.CANNOT_BE_TARGETED),
            ignition(
                limit=Limit.CARD_PER_TURN,
                uses=LingeringValue("normal material"),
                operation=(
                    Choose(OPPONENTS_MONSTERS),
                    IfDone(Destroy(CHOSEN), (Damage(FactOf(CHOSEN, Fact.ORIGINAL_ATK)),)),
                ),
            ),
            Effect(
                kind=EffectKind.QUICK,
                optional=True,
                trigger=Trigger.CHAIN_LINK,
                where=(Place.MONSTER_ZONE,),
                limit=Limit.CARD_PER_TURN,
                in_damage_step=True,
                in_damage_calculation=True,
                condition=is_equal(FactOf(THIS, Fact.BATTLE_DESTROYED), 0),
                cost=(
                    Choose(Cards(where=(Place.HAND,), whose=Who.ME)),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST_DISCARD),
                ),
                operation=(
                    IfDone(
                        ActivationNegated(),
                        (
                            IfDone(
                                Destroy(ANSWERED),
                                (
                                    If(
                                        All(
                                            Exists(THIS),
                                            is_equal(FactOf(THIS, Fact.IS_FACE_UP), 1),
                                        ),
                                        (Linger(THIS, "stronger", 1000),),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            # What it was made of stays so whether its effects are negated or not.
            reaction(
                Trigger.MADE_OF,
                (Linger(THIS, "normal material", 1),),
                condition=Compare(
                    FactOf(EVENT_OTHER, Fact.TYPE), Comparison.HAS_BITS, int(CardType.NORMAL)
                ),
                works_when_negated=True,
            ),
            lingering("stronger", Continuous.ADD_ATK, UNTIL_GONE | Until.NEGATED),
            # RULING: being turned face-down does not change what it was made of (the independent
            # engine keeps it too).
            lingering("normal material", Continuous.FLAG, Until.LEAVES),
        ),
    ),
)
