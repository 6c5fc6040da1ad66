"""The monsters of the five classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    DEFENCE,
    DOWN,
    FACE_UP,
    IT_ATTACKS,
    MONSTERS,
    MY_FREE_ZONE,
    MY_GRAVEYARD_MONSTERS,
    MY_MONSTERS,
    MY_SEARCHABLE_MONSTERS,
    ON_FIELD,
    ON_MONSTER_ZONE,
    OPPONENTS_EVENT,
    OPPONENTS_MONSTERS,
    SPELLS_AND_TRAPS,
    SPIRIT_RETURNS,
    TRIBUTE_THIS,
    UNTIL_GONE,
    UP,
    USED_FLAG,
    banishes_light_and_dark,
    continuous,
    has_property,
    ignition,
    is_equal,
    lingering,
    phase_trigger,
    reaction,
    searches_when_it_leaves,
    trigger,
)
from ygosim.effects.model import (
    ANSWERED,
    BATTLING,
    CHOSEN,
    EVENT_CARDS,
    EVENT_OTHER,
    REMEMBERED,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    AtLeast,
    Can,
    CardDefinition,
    Cards,
    ChangeAttackTarget,
    ChangePosition,
    Choose,
    Compare,
    Count,
    Damage,
    Destroy,
    Effect,
    Exists,
    FactOf,
    HasFlag,
    If,
    IfDone,
    Kept,
    Linger,
    LingerOnPlayers,
    Not,
    PayLP,
    PlaceCounters,
    RandomCards,
    Remember,
    RemoveCounters,
    Send,
    Shuffle,
    SpecialSummon,
    Target,
    Times,
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
    CounterKind,
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

__all__ = ["MONSTER_CARDS"]

MONSTER_CARDS = (
    CardDefinition(
        passcode=7572887,
        name="D.D. Warrior Lady",
        effects=(
            trigger(
                Trigger.BATTLED,
                optional=True,
                when=True,
                condition=Exists(EVENT_OTHER),
                operation=(Send(BATTLING, Place.BANISHED),),
            ),
        ),
    ),
    CardDefinition(
        passcode=9596126,
        name="Chaos Sorcerer",
        properly_first=True,
        effects=(
            banishes_light_and_dark(),
            ignition(
                limit=Limit.CARD_PER_TURN,
                requires=is_equal(FactOf(THIS, Fact.ATTACKS_DECLARED), 0),
                cost=(Linger(THIS, "no attack"),),
                targets=(Target(replace(FACE_UP, can=Can.CAN_BE_BANISHED)),),
                operation=(
                    Send(Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1), Place.BANISHED),
                ),
            ),
            lingering(
                "no attack",
                Continuous.PROPERTY,
                UNTIL_GONE | Until.END_OF_TURN,
                Property.CANNOT_ATTACK,
            ),
        ),
    ),
    CardDefinition(
        passcode=9666558,
        name="Golem Dragon",
        effects=(
            has_property(
                Property.CANNOT_BE_ATTACK_TARGET,
                works=Works.ON_CARDS,
                on=replace(
                    MY_MONSTERS,
                    face_up=True,
                    monster_type=MonsterType.DRAGON,
                    but_this=True,
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=11224103,
        name="Horus the Black Flame Dragon LV6",
        effects=(
            has_property(Property.UNAFFECTED_BY_SPELLS),
            reaction(
                Trigger.DESTROYS_BY_BATTLE,
                (Linger(THIS, "destroyed", USED_FLAG),),
                works_when_negated=True,
            ),
            lingering("destroyed", Continuous.FLAG, UNTIL_GONE | Until.END_OF_TURN),
            phase_trigger(
                Trigger.END_PHASE,
                optional=True,
                condition=HasFlag(USED_FLAG),
                cost=(Send(THIS, Place.GRAVEYARD, Reason.COST),),
                operation=(
                    If(
                        MY_FREE_ZONE,
                        (
                            Choose(
                                Cards(
                                    where=(Place.HAND, Place.DECK),
                                    whose=Who.ME,
                                    named="Horus the Black Flame Dragon LV8",
                                )
                            ),
                            SpecialSummon(CHOSEN, ignoring_conditions=True, proper=True),
                            Shuffle(Who.ME),
                        ),
                    ),
                ),
                requires=All(
                    Exists(
                        Cards(
                            where=(Place.HAND, Place.DECK),
                            whose=Who.ME,
                            named="Horus the Black Flame Dragon LV8",
                        )
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=23205979,
        name="Spirit Reaper",
        effects=(
            has_property(Property.NO_BATTLE_DESTRUCTION),
            trigger(
                Trigger.BATTLE_DAMAGE,
                condition=All(OPPONENTS_EVENT, Not(Exists(EVENT_OTHER))),
                operation=(
                    Send(
                        RandomCards(Cards(where=(Place.HAND,), whose=Who.OPPONENT)),
                        Place.GRAVEYARD,
                        Reason.EFFECT_DISCARD,
                    ),
                ),
            ),
            reaction(
                Trigger.LINK_RESOLVED,
                (Destroy(THIS),),
                condition=is_equal(Value(Context.ANSWERED_TARGETS), 1),
                where=(Place.MONSTER_ZONE,),
            ),
            # RULING: a card that keeps holding on to it targets it (seen in the independent
            # engine): equipped or revived by Call of the Haunted, it is destroyed.
            continuous(
                Continuous.DESTROYS_ITSELF, condition=AtLeast(FactOf(THIS, Fact.HOLDERS), 1)
            ),
        ),
    ),
    CardDefinition(
        passcode=26202165,
        name="Sangan",
        effects=(*searches_when_it_leaves(replace(MY_SEARCHABLE_MONSTERS, max_atk=1500)),),
    ),
    CardDefinition(
        passcode=30190809,
        name="Gear Golem the Moving Fortress",
        effects=(
            ignition(
                main_phase_1_only=True,
                limit=Limit.CARD_PER_TURN,
                requires=Not(
                    Compare(
                        FactOf(THIS, Fact.PROPERTIES),
                        Comparison.HAS_BITS,
                        int(Property.DIRECT_ATTACK),
                    )
                ),
                cost=(PayLP(800),),
                operation=(Linger(THIS, "direct"),),
            ),
            lingering(
                "direct",
                Continuous.PROPERTY,
                UNTIL_GONE | Until.END_OF_TURN,
                Property.DIRECT_ATTACK,
            ),
        ),
    ),
    CardDefinition(
        passcode=31305911,
        name="Marshmallon",
        effects=(
            has_property(Property.NO_BATTLE_DESTRUCTION),
            trigger(
                Trigger.BATTLED,
                condition=All(
                    is_equal(Value(Context.ATTACK_TARGET), Value(Context.THIS)),
                    is_equal(Value(Context.TARGET_WAS_FACE_DOWN), 1),
                ),
                operation=(Damage(1000, Who.OPPONENT),),
            ),
        ),
    ),
    CardDefinition(
        passcode=31560081,
        name="Magician of Faith",
        effects=(
            trigger(
                Trigger.FLIPPED,
                targets=(
                    Target(
                        Cards(
                            where=(Place.GRAVEYARD,),
                            whose=Who.ME,
                            type=CardType.SPELL,
                            can=Can.CAN_GO_TO_HAND,
                        )
                    ),
                ),
                operation=(Send(TARGETS, Place.HAND),),
            ),
        ),
    ),
    CardDefinition(
        passcode=34853266,
        name="Tsukuyomi",
        cannot_be_special_summoned=True,
        effects=(
            *(
                trigger(
                    event,
                    targets=(Target(replace(FACE_UP, can=Can.CAN_BE_TURNED_FACE_DOWN)),),
                    operation=(
                        ChangePosition(
                            cards=Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1),
                            attack=DOWN,
                            defence=DOWN,
                        ),
                    ),
                )
                for event in (Trigger.NORMAL_SUMMONED, Trigger.FLIPPED)
            ),
            *SPIRIT_RETURNS,
        ),
    ),
    CardDefinition(
        passcode=40133511,
        name="Bazoo the Soul-Eater",
        effects=(
            ignition(
                limit=Limit.CARD_PER_TURN,
                cost=(
                    Choose(replace(MY_GRAVEYARD_MONSTERS, can=Can.CAN_BE_BANISHED), 1, 3),
                    Remember(Count(CHOSEN)),
                    Send(CHOSEN, Place.BANISHED, Reason.COST),
                ),
                operation=(Linger(THIS, "gain", Times(300, REMEMBERED)),),
            ),
            # RULING: until it is negated, as an effect of its own (seen in the independent engine).
            lingering(
                "gain",
                Continuous.ADD_ATK,
                UNTIL_GONE | Until.NEGATED | Until.END_OF_TURN,
                turns=2,
            ),
        ),
    ),
    CardDefinition(
        passcode=40659562,
        name="Guardian Sphinx",
        effects=(
            ignition(
                limit=Limit.CARD_PER_TURN,
                limit_survives_face_down=True,
                operation=(ChangePosition(cards=THIS, attack=DOWN, defence=DOWN),),
            ),
            trigger(
                Trigger.FLIP_SUMMONED,
                operation=(Send(replace(OPPONENTS_MONSTERS, can=Can.CAN_GO_TO_HAND), Place.HAND),),
            ),
        ),
    ),
    CardDefinition(
        passcode=47013502,
        name="Dodger Dragon",
        effects=(
            has_property(Property.NORMAL_SUMMON_CANNOT_BE_NEGATED),
            reaction(Trigger.NORMAL_SUMMONED, (LingerOnPlayers("no counter traps"),)),
            lingering(
                "no counter traps",
                Continuous.CANNOT_ACTIVATE,
                Until.END_OF_TURN,
                works=Works.ON_OPPONENT,
                on=Cards(where=ON_FIELD, type=CardType.COUNTER),
            ),
        ),
    ),
    CardDefinition(
        passcode=48229808,
        name="Horus the Black Flame Dragon LV8",
        cannot_be_special_summoned=True,
        properly_first=True,
        effects=(
            Effect(
                kind=EffectKind.QUICK,
                optional=True,
                trigger=Trigger.CHAIN_LINK,
                where=(Place.MONSTER_ZONE,),
                in_damage_step=True,
                in_damage_calculation=True,
                condition=All(
                    is_equal(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION)),
                    Compare(Value(Context.ANSWERED_TYPE), Comparison.HAS_BITS, int(CardType.SPELL)),
                    is_equal(FactOf(THIS, Fact.BATTLE_DESTROYED), 0),
                ),
                operation=(
                    If(
                        All(Exists(THIS), is_equal(FactOf(THIS, Fact.IS_FACE_UP), 1)),
                        (IfDone(ActivationNegated(), (Destroy(ANSWERED),)),),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=51945556,
        name="Zaborg the Thunder Monarch",
        effects=(
            trigger(
                Trigger.NORMAL_SUMMONED,
                condition=AtLeast(Value(Context.EVENT_VALUE), 1),
                targets=(Target(MONSTERS),),
                operation=(Destroy(TARGETS),),
            ),
        ),
    ),
    CardDefinition(
        passcode=54652250,
        name="Man-Eater Bug",
        effects=(
            trigger(Trigger.FLIPPED, targets=(Target(MONSTERS),), operation=(Destroy(TARGETS),)),
        ),
    ),
    CardDefinition(
        passcode=70095154,
        name="Cyber Dragon",
        effects=(
            Effect(
                kind=EffectKind.PROCEDURE,
                where=(Place.HAND,),
                value=int(UP | DEFENCE),
                requires=All(
                    is_equal(Value(Context.MY_MONSTERS), 0),
                    AtLeast(Value(Context.OPPONENT_MONSTERS), 1),
                    MY_FREE_ZONE,
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=71413901,
        name="Breaker the Magical Warrior",
        effects=(
            trigger(
                Trigger.NORMAL_SUMMONED,
                operation=(
                    If(
                        All(
                            Exists(THIS),
                            is_equal(FactOf(THIS, Fact.COUNTERS, CounterKind.SPELL_COUNTER), 0),
                        ),
                        (PlaceCounters(CounterKind.SPELL_COUNTER),),
                    ),
                ),
            ),
            continuous(
                Continuous.ADD_ATK,
                Times(300, FactOf(THIS, Fact.COUNTERS, CounterKind.SPELL_COUNTER)),
            ),
            ignition(
                cost=(RemoveCounters(CounterKind.SPELL_COUNTER),),
                targets=(Target(SPELLS_AND_TRAPS),),
                operation=(Destroy(TARGETS),),
            ),
        ),
    ),
    CardDefinition(
        passcode=74131780,
        name="Exiled Force",
        effects=(
            ignition(
                cost=(TRIBUTE_THIS,),
                targets=(Target(MONSTERS),),
                operation=(Destroy(TARGETS),),
            ),
        ),
    ),
    CardDefinition(
        passcode=77585513,
        name="Jinzo",
        effects=(
            continuous(
                Continuous.CANNOT_ACTIVATE,
                works=Works.ON_BOTH,
                on=Cards(where=ON_FIELD, type=CardType.TRAP),
            ),
            has_property(
                Property.NEGATED,
                negates_what_left=True,
                works=Works.ON_CARDS,
                on=Cards(where=(Place.SPELL_TRAP_ZONE,), type=CardType.TRAP, face_up=True),
            ),
        ),
    ),
    CardDefinition(
        passcode=79473793,
        name="White Night Dragon",
        effects=(
            Effect(
                kind=EffectKind.QUICK,
                trigger=Trigger.CHAIN_LINK,
                where=(Place.MONSTER_ZONE,),
                in_damage_step=True,
                in_damage_calculation=True,
                condition=All(
                    is_equal(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION)),
                    is_equal(Value(Context.ANSWERED_TARGETS), 1),
                ),
                operation=(IfDone(ActivationNegated(), (Destroy(ANSWERED),)),),
            ),
            Effect(
                kind=EffectKind.TRIGGER,
                trigger=Trigger.ATTACK_TARGETED,
                where=(Place.MONSTER_ZONE,),
                optional=True,
                when=True,
                condition=All(
                    Not(is_equal(Value(Context.EVENT_CARD), Value(Context.THIS))),
                    is_equal(FactOf(EVENT_CARDS, Fact.IS_FACE_UP), 1),
                    is_equal(FactOf(EVENT_CARDS, Fact.CONTROLLER), Value(Context.ME)),
                ),
                requires=Not(
                    Compare(
                        FactOf(THIS, Fact.PROPERTIES),
                        Comparison.HAS_BITS,
                        int(Property.CANNOT_BE_ATTACK_TARGET),
                    )
                ),
                cost=(
                    Choose(replace(SPELLS_AND_TRAPS, whose=Who.ME, can=Can.CAN_GO_TO_GRAVEYARD)),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST),
                ),
                operation=(If(Exists(THIS), (ChangeAttackTarget(THIS),)),),
            ),
        ),
    ),
    CardDefinition(
        passcode=83011277,
        name="Mystic Tomato",
        effects=(
            trigger(
                Trigger.DESTROYED_BY_BATTLE,
                optional=True,
                when=True,
                condition=is_equal(FactOf(EVENT_CARDS, Fact.PLACE), int(Place.GRAVEYARD)),
                operation=(
                    If(
                        MY_FREE_ZONE,
                        (
                            Choose(
                                Cards(
                                    where=(Place.DECK,),
                                    whose=Who.ME,
                                    attribute=Attribute.DARK,
                                    max_atk=1500,
                                    can=Can.CAN_BE_SUMMONED,
                                )
                            ),
                            SpecialSummon(CHOSEN, UP),
                            Shuffle(Who.ME),
                        ),
                    ),
                ),
                requires=All(
                    MY_FREE_ZONE,
                    Exists(
                        Cards(
                            where=(Place.DECK,),
                            whose=Who.ME,
                            attribute=Attribute.DARK,
                            max_atk=1500,
                            can=Can.CAN_BE_SUMMONED,
                        )
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=83104731,
        name="Ancient Gear Golem",
        cannot_be_special_summoned=True,
        effects=(
            has_property(Property.PIERCE),
            continuous(
                Continuous.CANNOT_ACTIVATE,
                1,
                works=Works.ON_OPPONENT,
                condition=IT_ATTACKS,
            ),
        ),
    ),
    CardDefinition(
        passcode=84914462,
        name="Axe Dragonute",
        effects=(
            reaction(
                Trigger.DAMAGE_STEP_ENDED,
                (ChangePosition(cards=Kept(THIS, *ON_MONSTER_ZONE), attack=DEFENCE),),
                condition=IT_ATTACKS,
            ),
        ),
    ),
    CardDefinition(
        passcode=88240808,
        name="Kycoo the Ghost Destroyer",
        effects=(
            trigger(
                Trigger.BATTLE_DAMAGE,
                optional=True,
                when=True,
                in_damage_step=True,
                condition=OPPONENTS_EVENT,
                targets=(
                    Target(
                        Cards(
                            where=(Place.GRAVEYARD,),
                            whose=Who.OPPONENT,
                            type=CardType.MONSTER,
                            can=Can.CAN_BE_BANISHED,
                        ),
                        1,
                        2,
                    ),
                ),
                operation=(Send(TARGETS, Place.BANISHED),),
            ),
            continuous(Continuous.CANNOT_BANISH_FROM_GRAVEYARD, works=Works.ON_OPPONENT),
        ),
    ),
)
