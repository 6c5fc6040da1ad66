"""The Traps of the five classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    MAY_ACTIVATE_ONE,
    MONSTERS,
    MY_FREE_ZONE,
    MY_GRAVEYARD_MONSTERS,
    MY_MONSTERS,
    ON_MONSTER_ZONE,
    OPPONENTS_EVENT,
    OPPONENTS_MONSTERS,
    OPPONENTS_TURN,
    OTHER_SPELLS_AND_TRAPS,
    UP,
    WAS_NOT_NEGATED,
    activation,
    is_equal,
    reaction,
)
from ygosim.effects.model import (
    ATTACKER,
    CHOSEN,
    DONE,
    EVENT_CARDS,
    EVENT_OTHER,
    HELD,
    REMEMBERED,
    TARGETS,
    THIS,
    All,
    Ask,
    Attach,
    AttackNegated,
    BattlePhaseEnds,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Damage,
    Destroy,
    Draw,
    Exists,
    FactOf,
    If,
    IfDone,
    Kept,
    Note,
    Remember,
    Send,
    SetFromHand,
    SpecialSummon,
    Target,
    TargetThose,
    Then,
    Value,
    Who,
)
from ygosim.enums import (
    Comparison,
    Context,
    Fact,
    MonsterType,
    Place,
    Trigger,
)

__all__ = ["TRAPS"]

_SUMMONS = (Trigger.NORMAL_SUMMONED, Trigger.FLIP_SUMMONED, Trigger.SPECIAL_SUMMONED)
_SUMMONED_1500 = Kept(
    Kept(
        Kept(EVENT_CARDS, *ON_MONSTER_ZONE),
        Fact.IS_FACE_UP,
        Comparison.EQUAL,
        1,
    ),
    Fact.ATK,
    Comparison.AT_LEAST,
    1500,
)

TRAPS = (
    CardDefinition(
        passcode=14315573,
        name="Negate Attack",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=OPPONENTS_TURN,
                targets=(TargetThose(ATTACKER),),
                operation=(If(Exists(TARGETS), (IfDone(AttackNegated(), (BattlePhaseEnds(),)),)),),
            ),
        ),
    ),
    CardDefinition(
        passcode=20638610,
        name="Dragon's Rebirth",
        effects=(
            activation(
                targets=(
                    Target(
                        replace(
                            MY_MONSTERS,
                            face_up=True,
                            monster_type=MonsterType.DRAGON,
                            can=Can.CAN_BE_BANISHED | Can.IN_MAIN_ZONE_IF_FULL,
                        )
                    ),
                ),
                requires=Exists(
                    Cards(
                        where=(Place.HAND, Place.GRAVEYARD),
                        whose=Who.ME,
                        monster_type=MonsterType.DRAGON,
                        can=Can.CAN_BE_SUMMONED,
                    )
                ),
                operation=(
                    If(
                        All(
                            is_equal(FactOf(TARGETS, Fact.IS_FACE_UP), 1),
                            is_equal(FactOf(TARGETS, Fact.CONTROLLER), Value(Context.ME)),
                        ),
                        (
                            IfDone(
                                Send(TARGETS, Place.BANISHED),
                                (
                                    If(
                                        MY_FREE_ZONE,
                                        (
                                            Choose(
                                                Cards(
                                                    where=(Place.HAND, Place.GRAVEYARD),
                                                    whose=Who.ME,
                                                    monster_type=MonsterType.DRAGON,
                                                    can=Can.CAN_BE_SUMMONED,
                                                )
                                            ),
                                            SpecialSummon(CHOSEN),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=29401950,
        name="Bottomless Trap Hole",
        effects=tuple(
            activation(
                trigger=summon,
                condition=All(OPPONENTS_EVENT, Exists(_SUMMONED_1500)),
                operation=(Destroy(_SUMMONED_1500, Place.BANISHED),),
            )
            for summon in _SUMMONS
        ),
    ),
    CardDefinition(
        passcode=44095762,
        name="Mirror Force",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=OPPONENTS_TURN,
                operation=(Destroy(replace(OPPONENTS_MONSTERS, attack_position=True)),),
            ),
        ),
    ),
    CardDefinition(
        passcode=53582587,
        name="Torrential Tribute",
        effects=tuple(
            activation(trigger=summon, operation=(Destroy(MONSTERS),)) for summon in _SUMMONS
        ),
    ),
    CardDefinition(
        passcode=60082869,
        name="Dust Tornado",
        effects=(
            activation(
                targets=(Target(replace(OTHER_SPELLS_AND_TRAPS, whose=Who.OPPONENT)),),
                operation=(
                    IfDone(
                        Destroy(TARGETS),
                        (
                            Ask(
                                (
                                    Then(),
                                    Choose(
                                        Cards(
                                            where=(Place.HAND,),
                                            whose=Who.ME,
                                            can=Can.CAN_BE_SET,
                                        )
                                    ),
                                    SetFromHand(CHOSEN),
                                ),
                                condition=Exists(
                                    Cards(where=(Place.HAND,), whose=Who.ME, can=Can.CAN_BE_SET)
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=70342110,
        name="Dimensional Prison",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=OPPONENTS_TURN,
                targets=(TargetThose(ATTACKER),),
                operation=(
                    If(
                        is_equal(Value(Context.ATTACK_STANDS), 1),
                        (Send(TARGETS, Place.BANISHED),),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=83555666,
        name="Ring of Destruction",
        effects=(
            activation(
                **MAY_ACTIVATE_ONE,
                turn=Who.OPPONENT,
                targets=(
                    Target(
                        Kept(
                            replace(OPPONENTS_MONSTERS, face_up=True),
                            Fact.ATK,
                            Comparison.AT_MOST,
                            Value(Context.OPPONENT_LP),
                        )
                    ),
                ),
                operation=(
                    If(
                        is_equal(FactOf(TARGETS, Fact.IS_FACE_UP), 1),
                        (
                            Remember(FactOf(TARGETS, Fact.ORIGINAL_ATK)),
                            IfDone(
                                Destroy(TARGETS),
                                (
                                    IfDone(
                                        Damage(REMEMBERED, Who.ME),
                                        (Then(), Damage(DONE, Who.OPPONENT)),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=83968380, name="Jar of Greed", effects=(activation(operation=(Draw(1),)),)
    ),
    CardDefinition(
        passcode=97077563,
        name="Call of the Haunted",
        effects=(
            activation(
                targets=(Target(replace(MY_GRAVEYARD_MONSTERS, can=Can.CAN_BE_SUMMONED)),),
                requires=MY_FREE_ZONE,
                operation=(
                    Note(TARGETS),
                    IfDone(SpecialSummon(CHOSEN, UP), (If(Exists(THIS), (Attach(CHOSEN),)),)),
                ),
            ),
            reaction(
                Trigger.LEFT_FIELD,
                (Destroy(Kept(EVENT_OTHER, *ON_MONSTER_ZONE)),),
                condition=WAS_NOT_NEGATED,
                works_when_negated=True,
            ),
            reaction(
                Trigger.DESTROYED,
                (Destroy(THIS),),
                condition=is_equal(FactOf(HELD, Fact.NUMBER), Value(Context.EVENT_CARD)),
                where=(Place.SPELL_TRAP_ZONE,),
            ),
        ),
    ),
)
