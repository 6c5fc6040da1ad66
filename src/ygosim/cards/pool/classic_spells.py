"""The Spells of the five classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    DEFENCE,
    DOWN,
    FACE_UP,
    FROM_FIELD,
    MAY_ACTIVATE_ONE,
    MONSTERS,
    MY_FREE_ZONE,
    MY_GRAVEYARD_MONSTERS,
    MY_MONSTERS,
    ON_MONSTER_ZONE,
    OPPONENTS_MONSTERS,
    OTHER_SPELLS_AND_TRAPS,
    SPELLS_AND_TRAPS,
    UP,
    WAS_NOT_NEGATED,
    activation,
    and_shuffle,
    continuous,
    discard,
    equip_activation,
    equip_adds,
    has_property,
    is_equal,
    lingering,
    phase_trigger,
    reaction,
    tribute,
    trigger,
)
from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    EVENT_OTHER,
    REMEMBERED,
    TARGETS,
    THIS,
    All,
    AtLeast,
    Can,
    CardDefinition,
    Cards,
    ChangePosition,
    Choose,
    Compare,
    Count,
    Damage,
    Destroy,
    Draw,
    Each,
    Effect,
    Equip,
    Exists,
    Extreme,
    FactOf,
    GainLP,
    If,
    IfDone,
    Kept,
    Linger,
    NormalSummons,
    Note,
    Option,
    PayLP,
    PlaceCounters,
    Remember,
    Reveal,
    RuleDestroy,
    Send,
    Shuffle,
    SpecialSummon,
    SwapControl,
    TakeControl,
    Target,
    Then,
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
    CounterKind,
    Fact,
    Limit,
    MonsterType,
    Place,
    Property,
    Trigger,
    Until,
)

__all__ = ["SPELLS"]


def _destroy_extreme(monsters: Cards, fact: Fact, *, greatest: bool) -> Effect:
    extreme = Extreme(monsters, fact, greatest=greatest)
    return activation(operation=(Choose(extreme), Destroy(CHOSEN)))


SPELLS = (
    CardDefinition(
        passcode=5318639,
        name="Mystical Space Typhoon",
        effects=(
            activation(targets=(Target(OTHER_SPELLS_AND_TRAPS),), operation=(Destroy(TARGETS),)),
        ),
    ),
    CardDefinition(
        passcode=14087893,
        name="Book of Moon",
        effects=(
            activation(
                targets=(Target(replace(MONSTERS, can=Can.CAN_BE_TURNED_FACE_DOWN)),),
                operation=(ChangePosition(cards=TARGETS, attack=DOWN, defence=DOWN),),
            ),
        ),
    ),
    CardDefinition(
        passcode=17375316,
        name="Confiscation",
        effects=(
            activation(
                cost=(PayLP(1000),),
                operation=(
                    Reveal(Cards(where=(Place.HAND,), whose=Who.OPPONENT)),
                    *discard(Cards(where=(Place.HAND,), whose=Who.OPPONENT)),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=19613556,
        name="Heavy Storm",
        effects=(activation(operation=(Destroy(OTHER_SPELLS_AND_TRAPS),)),),
    ),
    CardDefinition(
        passcode=26412047,
        name="Hammer Shot",
        effects=(
            _destroy_extreme(replace(FACE_UP, attack_position=True), Fact.ATK, greatest=True),
        ),
    ),
    CardDefinition(
        passcode=31036355,
        name="Creature Swap",
        effects=(
            activation(
                operation=(
                    If(
                        All(
                            Exists(replace(MY_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),
                            Exists(replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),
                        ),
                        (
                            Choose(replace(MY_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),
                            Choose(
                                replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL),
                                by=Who.OPPONENT,
                                second=True,
                            ),
                            IfDone(
                                SwapControl(CHOSEN, CHOSEN_SECOND, "swap"),
                                (Linger(CHOSEN, "stay"), Linger(CHOSEN_SECOND, "stay")),
                            ),
                        ),
                    ),
                ),
                requires=All(
                    Exists(replace(MY_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),
                    Exists(replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),
                ),
            ),
            lingering("swap", Continuous.CONTROL, Until.LEAVES),
            lingering(
                "stay",
                Continuous.PROPERTY,
                Until.LEAVES | Until.END_OF_TURN,
                Property.CANNOT_CHANGE_POSITION,
            ),
        ),
    ),
    CardDefinition(
        passcode=40619825,
        name="Axe of Despair",
        effects=(
            equip_activation(),
            equip_adds(Continuous.ADD_ATK, 1000),
            trigger(
                Trigger.SENT_TO_GRAVE,
                optional=True,
                when=True,
                condition=FROM_FIELD,
                cost=tribute(MY_MONSTERS),
                operation=(Send(THIS, Place.DECK),),
            ),
        ),
    ),
    CardDefinition(
        passcode=43422537,
        name="Double Summon",
        effects=(
            activation(
                requires=Compare(Value(Context.NORMAL_SUMMON_LIMIT), Comparison.LESS, 2),
                operation=(NormalSummons(2),),
            ),
        ),
    ),
    CardDefinition(
        passcode=45986603,
        name="Snatch Steal",
        effects=(
            equip_activation(
                replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL), requires=MY_FREE_ZONE
            ),
            continuous(Continuous.CONTROL, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_HOST),
            phase_trigger(
                Trigger.STANDBY_PHASE,
                where=Place.SPELL_TRAP_ZONE,
                turn=Who.OPPONENT,
                limit=Limit.CARD_PER_TURN,
                operation=(If(Exists(THIS), (GainLP(1000, Who.OPPONENT),)),),
            ),
        ),
    ),
    CardDefinition(
        passcode=50913601,
        name="Mountain",
        effects=(
            activation(),
            *(
                continuous(
                    does,
                    200,
                    where=(Place.SPELL_TRAP_ZONE,),
                    works=Works.ON_CARDS,
                    on=replace(
                        FACE_UP,
                        monster_type=MonsterType.DRAGON
                        | MonsterType.WINGED_BEAST
                        | MonsterType.THUNDER,
                    ),
                )
                for does in (Continuous.ADD_ATK, Continuous.ADD_DEF)
            ),
        ),
    ),
    CardDefinition(
        passcode=53129443,
        name="Dark Hole",
        effects=(activation(operation=(Destroy(MONSTERS),)),),
    ),
    CardDefinition(
        passcode=55144522, name="Pot of Greed", effects=(activation(operation=(Draw(2),)),)
    ),
    CardDefinition(
        passcode=56747793,
        name="United We Stand",
        effects=(
            equip_activation(),
            *(
                equip_adds(does, Times(800, Count(replace(MY_MONSTERS, face_up=True))))
                for does in (Continuous.ADD_ATK, Continuous.ADD_DEF)
            ),
        ),
    ),
    CardDefinition(
        passcode=66788016,
        name="Fissure",
        effects=(
            _destroy_extreme(replace(OPPONENTS_MONSTERS, face_up=True), Fact.ATK, greatest=False),
        ),
    ),
    CardDefinition(
        passcode=67169062,
        name="Pot of Avarice",
        effects=(
            activation(
                targets=(Target(replace(MY_GRAVEYARD_MONSTERS, can=Can.CAN_GO_TO_DECK), 5, 5),),
                requires=All(
                    AtLeast(Value(Context.MY_DECK), 2),
                    AtLeast(Value(Context.I_CAN_DRAW), 1),
                ),
                operation=(
                    If(
                        AtLeast(Count(TARGETS), 5),
                        (
                            IfDone(
                                Send(TARGETS, Place.DECK),
                                (Shuffle(Who.ME), Then(), Draw(2)),
                                least=5,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=70368879,
        name="Upstart Goblin",
        effects=(activation(operation=(IfDone(Draw(1), (Then(), GainLP(1000, Who.OPPONENT))),)),),
    ),
    CardDefinition(
        passcode=70828912,
        name="Premature Burial",
        effects=(
            activation(
                cost=(PayLP(800),),
                targets=(Target(replace(MY_GRAVEYARD_MONSTERS, can=Can.CAN_BE_SUMMONED)),),
                requires=MY_FREE_ZONE,
                operation=(
                    If(
                        Exists(THIS),
                        (
                            Note(TARGETS),
                            IfDone(SpecialSummon(CHOSEN, UP), (Equip(CHOSEN),)),
                        ),
                    ),
                ),
            ),
            reaction(
                Trigger.DESTROYED,
                (Destroy(Kept(EVENT_OTHER, *ON_MONSTER_ZONE)),),
                condition=All(FROM_FIELD, WAS_NOT_NEGATED),
                works_when_negated=True,
            ),
        ),
    ),
    CardDefinition(
        passcode=71044499,
        name="Nobleman of Crossout",
        effects=(
            activation(
                targets=(Target(replace(MONSTERS, face_up=False, can=Can.CAN_BE_BANISHED)),),
                operation=(
                    Note(Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 0)),
                    IfDone(
                        Destroy(CHOSEN, Place.BANISHED),
                        (
                            If(
                                Compare(
                                    FactOf(CHOSEN, Fact.TYPE),
                                    Comparison.HAS_BITS,
                                    int(CardType.FLIP),
                                ),
                                (
                                    Then(),
                                    Reveal(Cards(where=(Place.DECK,))),
                                    Send(
                                        Kept(
                                            Cards(where=(Place.DECK,)),
                                            Fact.NAME,
                                            Comparison.EQUAL,
                                            FactOf(CHOSEN, Fact.NAME),
                                        ),
                                        Place.BANISHED,
                                    ),
                                    Shuffle(Who.ME),
                                    Shuffle(Who.OPPONENT),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=72302403,
        name="Swords of Revealing Light",
        stays=True,
        effects=(
            activation(
                operation=(
                    If(
                        Exists(replace(OPPONENTS_MONSTERS, face_up=False)),
                        (
                            ChangePosition(
                                cards=replace(OPPONENTS_MONSTERS, face_up=False),
                                face_down=DEFENCE,
                            ),
                        ),
                    ),
                ),
            ),
            has_property(
                Property.CANNOT_DECLARE_ATTACK,
                where=(Place.SPELL_TRAP_ZONE,),
                works=Works.ON_CARDS,
                on=OPPONENTS_MONSTERS,
            ),
            reaction(
                Trigger.END_PHASE,
                (
                    PlaceCounters(CounterKind.TURNS),
                    If(
                        AtLeast(FactOf(THIS, Fact.COUNTERS, CounterKind.TURNS), 3),
                        (RuleDestroy(THIS),),
                    ),
                ),
                where=(Place.SPELL_TRAP_ZONE,),
                turn=Who.OPPONENT,
                limit=Limit.CARD_PER_TURN,
                works_when_negated=True,
            ),
        ),
    ),
    CardDefinition(
        passcode=79571449,
        name="Graceful Charity",
        effects=(
            activation(
                operation=(
                    IfDone(
                        Draw(3),
                        (Then(), *discard(Cards(where=(Place.HAND,), whose=Who.ME), 2)),
                        least=3,
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=81385346,
        name="Stamping Destruction",
        effects=(
            activation(
                condition=Exists(
                    replace(MY_MONSTERS, face_up=True, monster_type=MonsterType.DRAGON)
                ),
                targets=(Target(OTHER_SPELLS_AND_TRAPS),),
                operation=(
                    Remember(FactOf(TARGETS, Fact.CONTROLLER)),
                    IfDone(
                        Destroy(TARGETS),
                        (
                            If(
                                is_equal(REMEMBERED, Value(Context.ME)),
                                (Damage(500, Who.ME),),
                                (Damage(500, Who.OPPONENT),),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=81439173,
        name="Foolish Burial",
        effects=(
            activation(
                operation=and_shuffle(
                    Choose(
                        Cards(
                            where=(Place.DECK,),
                            whose=Who.ME,
                            type=CardType.MONSTER,
                            can=Can.CAN_GO_TO_GRAVEYARD,
                        )
                    ),
                    Send(CHOSEN, Place.GRAVEYARD),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=83746708,
        name="Mage Power",
        effects=(
            equip_activation(),
            *(
                equip_adds(does, Times(500, Count(replace(SPELLS_AND_TRAPS, whose=Who.ME))))
                for does in (Continuous.ADD_ATK, Continuous.ADD_DEF)
            ),
        ),
    ),
    CardDefinition(
        passcode=87025064,
        name="Silver's Cry",
        effects=(
            activation(
                **MAY_ACTIVATE_ONE,
                targets=(
                    Target(
                        replace(
                            MY_GRAVEYARD_MONSTERS,
                            all_types=CardType.NORMAL,
                            monster_type=MonsterType.DRAGON,
                            can=Can.CAN_BE_SUMMONED,
                        )
                    ),
                ),
                operation=(SpecialSummon(TARGETS),),
            ),
        ),
    ),
    CardDefinition(
        passcode=97169186,
        name="Smashing Ground",
        effects=(
            _destroy_extreme(
                replace(OPPONENTS_MONSTERS, face_up=True, can=Can.HAS_DEF),
                Fact.DEF,
                greatest=True,
            ),
        ),
    ),
    CardDefinition(
        passcode=98045062,
        name="Enemy Controller",
        effects=(
            activation(
                one_of=Each(
                    (
                        Option(
                            targets=(
                                Target(
                                    replace(
                                        OPPONENTS_MONSTERS,
                                        face_up=True,
                                        can=Can.CAN_CHANGE_POSITION,
                                    )
                                ),
                            ),
                            operation=(
                                ChangePosition(
                                    cards=Kept(
                                        TARGETS,
                                        Fact.CONTROLLER,
                                        Comparison.EQUAL,
                                        Value(Context.OPPONENT),
                                    ),
                                    attack=DEFENCE,
                                    defence=UP,
                                ),
                            ),
                        ),
                        Option(
                            cost=tribute(replace(MY_MONSTERS, can=Can.IN_MAIN_ZONE_IF_FULL)),
                            targets=(
                                Target(
                                    replace(
                                        OPPONENTS_MONSTERS,
                                        face_up=True,
                                        can=Can.CAN_CHANGE_CONTROL,
                                    )
                                ),
                            ),
                            operation=(
                                TakeControl(
                                    Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1),
                                    "control",
                                ),
                            ),
                        ),
                    )
                ),
            ),
            lingering(
                "control",
                Continuous.CONTROL,
                Until.LEAVES | Until.END_OF_TURN | Until.END_PHASE_CHOICE,
            ),
        ),
    ),
)
