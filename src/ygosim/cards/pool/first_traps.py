"""Traps of the first pool beyond the classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    DEFENCE,
    FACE_UP,
    MONSTERS,
    MY_MONSTERS,
    ON_MONSTER_ZONE,
    OPPONENT_ATTACKS,
    OPPONENTS_EVENT,
    OPPONENTS_MONSTERS,
    activation,
    continuous,
    has_property,
    is_equal,
    reaction,
    tribute,
)
from ygosim.effects.model import (
    ANSWERED,
    ATTACKER,
    CHOSEN,
    EVENT_CARDS,
    HELD,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Any,
    Attach,
    AttackNegated,
    CardDefinition,
    Cards,
    CardSet,
    ChangePosition,
    Choose,
    Compare,
    Count,
    Damage,
    Destroy,
    Exists,
    Extreme,
    FactOf,
    Half,
    If,
    IfDone,
    Kept,
    PayLP,
    Send,
    Step,
    SummonNegated,
    Target,
    TargetThose,
    Times,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Context,
    Continuous,
    EffectKind,
    Fact,
    Place,
    Property,
    Reason,
    Trigger,
)

__all__ = ["FIRST_TRAPS"]

_MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
_FACE_DOWN_DEFENCE = replace(MONSTERS, face_up=False, attack_position=False)
_EFFECT_MONSTERS = replace(FACE_UP, all_types=CardType.MONSTER | CardType.EFFECT)
_HALF_OF_MY_LP: tuple[Step, ...] = (PayLP(Half(Value(Context.MY_LP))),)
_CARD_ACTIVATED = is_equal(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION))
_NEGATE_AND_DESTROY: tuple[Step, ...] = (IfDone(ActivationNegated(), (Destroy(ANSWERED),)),)
_NEGATE_SUMMON_AND_DESTROY: tuple[Step, ...] = (IfDone(SummonNegated(), (Destroy(EVENT_CARDS),)),)


def _activated(kind: CardType) -> All:
    """A card of this kind is activated."""
    return All(
        _CARD_ACTIVATED, Compare(Value(Context.ANSWERED_TYPE), Comparison.HAS_BITS, int(kind))
    )


def _face_up_with_1000_atk(cards: CardSet) -> Kept:
    """Of these, the face-up monsters of the field with 1000 or more ATK."""
    there = Kept(Kept(cards, *ON_MONSTER_ZONE), Fact.IS_FACE_UP, Comparison.EQUAL, 1)
    return Kept(there, Fact.ATK, Comparison.AT_LEAST, 1000)


FIRST_TRAPS = (
    CardDefinition(
        passcode=3819470,
        name="Seven Tools of the Bandit",
        effects=(
            activation(
                trigger=Trigger.CHAIN_LINK,
                condition=_activated(CardType.TRAP),
                cost=(PayLP(1000),),
                operation=_NEGATE_AND_DESTROY,
            ),
        ),
    ),
    CardDefinition(
        passcode=4206964,
        name="Trap Hole",
        effects=tuple(
            activation(
                trigger=summon,
                condition=OPPONENTS_EVENT,
                targets=(TargetThose(_face_up_with_1000_atk(EVENT_CARDS)),),
                operation=(Destroy(_face_up_with_1000_atk(TARGETS)),),
            )
            for summon in (Trigger.NORMAL_SUMMONED, Trigger.FLIP_SUMMONED)
        ),
    ),
    CardDefinition(
        passcode=18807108,
        name="Spellbinding Circle",
        effects=(
            activation(targets=(Target(OPPONENTS_MONSTERS),), operation=(Attach(TARGETS),)),
            continuous(
                Continuous.PROPERTY,
                Property.CANNOT_ATTACK | Property.CANNOT_CHANGE_POSITION,
                where=(Place.SPELL_TRAP_ZONE,),
                works=Works.ON_HOST,
            ),
            reaction(
                Trigger.DESTROYED,
                (Destroy(THIS),),
                condition=is_equal(FactOf(HELD, Fact.NUMBER), Value(Context.EVENT_CARD)),
                where=(Place.SPELL_TRAP_ZONE,),
            ),
        ),
    ),
    CardDefinition(
        passcode=36468556,
        name="Ceasefire",
        effects=(
            activation(
                requires=Any(Exists(_FACE_DOWN_DEFENCE), Exists(_EFFECT_MONSTERS)),
                operation=(
                    If(
                        Exists(_FACE_DOWN_DEFENCE),
                        (
                            ChangePosition(
                                cards=_FACE_DOWN_DEFENCE,
                                face_down=DEFENCE,
                                without_flip_effects=True,
                            ),
                        ),
                    ),
                    Damage(Times(500, Count(_EFFECT_MONSTERS))),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=41420027,
        name="Solemn Judgment",
        effects=(
            activation(
                trigger=Trigger.SUMMON_PENDING,
                cost=_HALF_OF_MY_LP,
                operation=_NEGATE_SUMMON_AND_DESTROY,
            ),
            activation(
                trigger=Trigger.CHAIN_LINK,
                condition=_CARD_ACTIVATED,
                cost=_HALF_OF_MY_LP,
                operation=_NEGATE_AND_DESTROY,
            ),
        ),
    ),
    CardDefinition(
        passcode=62279055,
        name="Magic Cylinder",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=OPPONENT_ATTACKS,
                targets=(TargetThose(ATTACKER),),
                operation=(
                    If(
                        Exists(TARGETS),
                        (IfDone(AttackNegated(), (Damage(FactOf(TARGETS, Fact.ATK)),)),),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=77414722,
        name="Magic Jammer",
        effects=(
            activation(
                trigger=Trigger.CHAIN_LINK,
                condition=_activated(CardType.SPELL),
                cost=(
                    Choose(replace(_MY_HAND, but_this=True)),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST_DISCARD),
                ),
                operation=_NEGATE_AND_DESTROY,
            ),
        ),
    ),
    CardDefinition(
        passcode=77754944,
        name="Widespread Ruin",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=OPPONENT_ATTACKS,
                operation=(
                    Choose(
                        Extreme(
                            replace(OPPONENTS_MONSTERS, face_up=True, attack_position=True),
                            Fact.ATK,
                            greatest=True,
                        )
                    ),
                    Destroy(CHOSEN),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=85742772,
        name="Gravity Bind",
        effects=(
            activation(),
            has_property(
                Property.CANNOT_ATTACK,
                where=(Place.SPELL_TRAP_ZONE,),
                works=Works.ON_CARDS,
                on=replace(MONSTERS, min_level=4),
            ),
        ),
    ),
    CardDefinition(
        passcode=98069388,
        name="Horn of Heaven",
        effects=(
            activation(
                trigger=Trigger.SUMMON_PENDING,
                cost=tribute(MY_MONSTERS),
                operation=_NEGATE_SUMMON_AND_DESTROY,
            ),
        ),
    ),
)
