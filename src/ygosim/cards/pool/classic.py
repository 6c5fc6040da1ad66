"""The cards of the five classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    MAY_ACTIVATE_ONE,
    MONSTERS,
    MY_GRAVEYARD_MONSTERS,
    MY_MONSTERS,
    ON_FIELD,
    OPPONENTS_MONSTERS,
    SPELLS_AND_TRAPS,
    TRIBUTE_THIS,
    TURN_OF_OPPONENT,
    UNTIL_GONE,
    activation,
    continuous,
    discard,
    equip_activation,
    equip_adds,
    has_property,
    ignition,
    lingering,
    phase_trigger,
    reaction,
    tribute,
    trigger,
)
from ygosim.effects.model import (
    ANSWERED,
    ATTACK_TARGET,
    ATTACKER,
    BATTLING,
    CHOSEN,
    CHOSEN_SECOND,
    DONE,
    EVENT_CARDS,
    EVENT_OTHER,
    HELD,
    REMEMBERED,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Ask,
    AtLeast,
    Attach,
    AttackNegated,
    BattlePhaseEnds,
    Can,
    CardDefinition,
    Cards,
    ChangeAttackTarget,
    ChangePosition,
    Choose,
    ChooseEach,
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
    HasFlag,
    If,
    IfDone,
    Kept,
    Linger,
    LingerOnPlayers,
    NormalSummons,
    Not,
    Note,
    Option,
    PayLP,
    PlaceCounters,
    RandomCards,
    Remember,
    RemoveCounters,
    Reveal,
    RuleDestroy,
    Send,
    SetFromHand,
    Shuffle,
    SpecialSummon,
    SwapControl,
    TakeControl,
    Target,
    TargetThose,
    Then,
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
    Phase,
    Place,
    Position,
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = ["CARDS"]

_UP = Position.FACE_UP_ATTACK
_DEFENCE = Position.FACE_UP_DEFENCE
_DOWN = Position.FACE_DOWN_DEFENCE

_FACE_UP = replace(MONSTERS, face_up=True)
_OTHER_SPELLS_AND_TRAPS = replace(SPELLS_AND_TRAPS, but_this=True)
_MY_FREE_ZONE = AtLeast(Value(Context.MY_FREE_ZONES), 1)


def _is(left: object, right: object) -> Compare:
    return Compare(left, Comparison.EQUAL, right)  # type: ignore[arg-type]


_OPPONENTS_EVENT = _is(Value(Context.EVENT_PLAYER), Value(Context.OPPONENT))
_OPPONENT_ATTACKS = _is(Value(Context.TURN_PLAYER), Value(Context.OPPONENT))
_IT_ATTACKS = _is(Value(Context.ATTACKER), Value(Context.THIS))
_FROM_FIELD = All(
    AtLeast(Value(Context.EVENT_FROM_PLACE), Place.MONSTER_ZONE),
    Compare(Value(Context.EVENT_FROM_PLACE), Comparison.AT_MOST, Place.SPELL_TRAP_ZONE),
)
_ON_MONSTER_ZONE = (Fact.PLACE, Comparison.EQUAL, int(Place.MONSTER_ZONE))


def _and_shuffle(*steps: object) -> tuple[object, ...]:
    return (*steps, Shuffle(Who.ME))


# Spells ----------------------------------------------------------------------------------


def _destroy_extreme(monsters: Cards, fact: Fact, *, greatest: bool) -> Effect:
    extreme = Extreme(monsters, fact, greatest=greatest)
    return activation(operation=(Choose(extreme), Destroy(CHOSEN)))


_FIRST_EFFECT_FLAG = 1

SPELLS = (
    CardDefinition(
        passcode=5318639,
        name="Mystical Space Typhoon",
        effects=(
            activation(targets=(Target(_OTHER_SPELLS_AND_TRAPS),), operation=(Destroy(TARGETS),)),
        ),
    ),
    CardDefinition(
        passcode=14087893,
        name="Book of Moon",
        effects=(
            activation(
                targets=(Target(replace(MONSTERS, can=Can.CAN_BE_TURNED_FACE_DOWN)),),
                operation=(ChangePosition(cards=TARGETS, attack=_DOWN, defence=_DOWN),),
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
        effects=(activation(operation=(Destroy(_OTHER_SPELLS_AND_TRAPS),)),),
    ),
    CardDefinition(
        passcode=26412047,
        name="Hammer Shot",
        effects=(
            _destroy_extreme(
                replace(_FACE_UP, attack_position=True), Fact.ATK, greatest=True
            ),
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
                condition=_FROM_FIELD,
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
                replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL), requires=_MY_FREE_ZONE
            ),
            continuous(
                Continuous.CONTROL, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_HOST
            ),
            phase_trigger(
                Trigger.STANDBY_PHASE,
                where=Place.SPELL_TRAP_ZONE,
                turn=TURN_OF_OPPONENT,
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
                        _FACE_UP,
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
            _destroy_extreme(
                replace(OPPONENTS_MONSTERS, face_up=True), Fact.ATK, greatest=False
            ),
        ),
    ),
    CardDefinition(
        passcode=67169062,
        name="Pot of Avarice",
        effects=(
            activation(
                targets=(Target(replace(MY_GRAVEYARD_MONSTERS, can=Can.CAN_GO_TO_DECK), 5, 5),),
                requires=AtLeast(Value(Context.MY_DECK), 2),
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
        effects=(
            activation(operation=(IfDone(Draw(1), (Then(), GainLP(1000, Who.OPPONENT))),)),
        ),
    ),
    CardDefinition(
        passcode=70828912,
        name="Premature Burial",
        effects=(
            activation(
                cost=(PayLP(800),),
                targets=(Target(replace(MY_GRAVEYARD_MONSTERS, can=Can.CAN_BE_SUMMONED)),),
                requires=_MY_FREE_ZONE,
                operation=(
                    If(
                        Exists(THIS),
                        (
                            Note(TARGETS),
                            IfDone(SpecialSummon(CHOSEN, _UP), (Equip(CHOSEN),)),
                        ),
                    ),
                ),
            ),
            reaction(
                Trigger.DESTROYED,
                (Destroy(Kept(EVENT_OTHER, *_ON_MONSTER_ZONE)),),
                condition=_FROM_FIELD,
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
                                face_down=_DEFENCE,
                            ),
                        ),
                    ),
                ),
            ),
            has_property(
                Property.CANNOT_ATTACK,
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
                turn=TURN_OF_OPPONENT,
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
                targets=(Target(_OTHER_SPELLS_AND_TRAPS),),
                operation=(
                    Remember(FactOf(TARGETS, Fact.CONTROLLER)),
                    IfDone(
                        Destroy(TARGETS),
                        (
                            If(
                                _is(REMEMBERED, Value(Context.ME)),
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
                operation=_and_shuffle(
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
                                    attack=_DEFENCE,
                                    defence=_UP,
                                ),
                            ),
                        ),
                        Option(
                            cost=tribute(
                                replace(MY_MONSTERS, can=Can.IN_MAIN_ZONE_IF_FULL)
                            ),
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


# Traps -----------------------------------------------------------------------------------


_SUMMONS = (Trigger.NORMAL_SUMMONED, Trigger.FLIP_SUMMONED, Trigger.SPECIAL_SUMMONED)
_SUMMONED_1500 = Kept(
    Kept(EVENT_CARDS, *_ON_MONSTER_ZONE), Fact.ATK, Comparison.AT_LEAST, 1500
)

TRAPS = (
    CardDefinition(
        passcode=14315573,
        name="Negate Attack",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=_OPPONENT_ATTACKS,
                targets=(TargetThose(ATTACKER),),
                operation=(
                    If(Exists(TARGETS), (IfDone(AttackNegated(), (BattlePhaseEnds(),)),)),
                ),
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
                            _is(FactOf(TARGETS, Fact.IS_FACE_UP), 1),
                            _is(FactOf(TARGETS, Fact.CONTROLLER), Value(Context.ME)),
                        ),
                        (
                            IfDone(
                                Send(TARGETS, Place.BANISHED),
                                (
                                    If(
                                        _MY_FREE_ZONE,
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
                condition=All(_OPPONENTS_EVENT, Exists(_SUMMONED_1500)),
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
                condition=_OPPONENT_ATTACKS,
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
                targets=(Target(replace(_OTHER_SPELLS_AND_TRAPS, whose=Who.OPPONENT)),),
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
                                    Cards(
                                        where=(Place.HAND,), whose=Who.ME, can=Can.CAN_BE_SET
                                    )
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
                condition=_OPPONENT_ATTACKS,
                targets=(TargetThose(ATTACKER),),
                operation=(
                    If(
                        _is(Value(Context.ATTACK_STANDS), 1),
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
                turn=TURN_OF_OPPONENT,
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
                        _is(FactOf(TARGETS, Fact.IS_FACE_UP), 1),
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
                requires=_MY_FREE_ZONE,
                operation=(
                    Note(TARGETS),
                    IfDone(SpecialSummon(CHOSEN, _UP), (If(Exists(THIS), (Attach(CHOSEN),)),)),
                ),
            ),
            reaction(
                Trigger.LEFT_FIELD,
                (Destroy(Kept(EVENT_OTHER, *_ON_MONSTER_ZONE)),),
                condition=Not(
                    Compare(
                        Value(Context.EVENT_VALUE), Comparison.HAS_BITS, int(Property.NEGATED)
                    )
                ),
                works_when_negated=True,
            ),
            reaction(
                Trigger.DESTROYED,
                (Destroy(THIS),),
                condition=_is(FactOf(HELD, Fact.NUMBER), Value(Context.EVENT_CARD)),
                where=(Place.SPELL_TRAP_ZONE,),
            ),
        ),
    ),
)


# Monsters --------------------------------------------------------------------------------


_SPIRIT_RETURNS = (
    reaction(Trigger.NORMAL_SUMMONED, (Linger(THIS, "returns", _FIRST_EFFECT_FLAG),)),
    reaction(Trigger.FLIPPED, (Linger(THIS, "returns", _FIRST_EFFECT_FLAG),)),
    lingering(
        "returns", Continuous.FLAG, UNTIL_GONE | Until.END_OF_TURN
    ),
    phase_trigger(
        Trigger.END_PHASE,
        limit=Limit.CARD_PER_TURN,
        condition=HasFlag(_FIRST_EFFECT_FLAG),
        operation=(Send(THIS, Place.HAND),),
    ),
)

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
            Effect(
                kind=EffectKind.PROCEDURE,
                where=(Place.HAND,),
                value=int(_UP | _DEFENCE),
                requires=_MY_FREE_ZONE,
                cost=(
                    ChooseEach(
                        replace(
                            MY_GRAVEYARD_MONSTERS,
                            attribute=Attribute.LIGHT,
                            can=Can.CAN_BE_BANISHED,
                        ),
                        replace(
                            MY_GRAVEYARD_MONSTERS,
                            attribute=Attribute.DARK,
                            can=Can.CAN_BE_BANISHED,
                        ),
                    ),
                    Send(CHOSEN, Place.BANISHED, Reason.COST),
                ),
            ),
            ignition(
                limit=Limit.CARD_PER_TURN,
                requires=_is(FactOf(THIS, Fact.ATTACKS_DECLARED), 0),
                cost=(Linger(THIS, "no attack"),),
                targets=(Target(replace(_FACE_UP, can=Can.CAN_BE_BANISHED)),),
                operation=(
                    Send(
                        Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1), Place.BANISHED
                    ),
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
                (Linger(THIS, "destroyed", _FIRST_EFFECT_FLAG),),
                works_when_negated=True,
            ),
            lingering("destroyed", Continuous.FLAG, UNTIL_GONE | Until.END_OF_TURN),
            phase_trigger(
                Trigger.END_PHASE,
                optional=True,
                condition=HasFlag(_FIRST_EFFECT_FLAG),
                cost=(Send(THIS, Place.GRAVEYARD, Reason.COST),),
                operation=(
                    If(
                        _MY_FREE_ZONE,
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
                condition=All(_OPPONENTS_EVENT, Not(Exists(EVENT_OTHER))),
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
                condition=_is(Value(Context.ANSWERED_TARGETS), 1),
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
        effects=(
            trigger(
                Trigger.SENT_TO_GRAVE,
                condition=_FROM_FIELD,
                limit=Limit.NAME_PER_TURN,
                operation=(
                    IfDone(
                        Choose(
                            Cards(
                                where=(Place.DECK,),
                                whose=Who.ME,
                                type=CardType.MONSTER,
                                max_atk=1500,
                                can=Can.CAN_GO_TO_HAND,
                            )
                        ),
                        (
                            Send(CHOSEN, Place.HAND),
                            Reveal(CHOSEN),
                            Shuffle(Who.ME),
                            LingerOnPlayers("not now", FactOf(CHOSEN, Fact.NAME)),
                        ),
                    ),
                ),
            ),
            lingering(
                "not now", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME
            ),
        ),
    ),
    CardDefinition(
        passcode=30190809,
        name="Gear Golem the Moving Fortress",
        effects=(
            ignition(
                main_phase_1_only=True,
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
                    _is(Value(Context.ATTACK_TARGET), Value(Context.THIS)),
                    _is(Value(Context.TARGET_WAS_FACE_DOWN), 1),
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
                    targets=(Target(replace(_FACE_UP, can=Can.CAN_BE_TURNED_FACE_DOWN)),),
                    operation=(
                        ChangePosition(
                            cards=Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1),
                            attack=_DOWN,
                            defence=_DOWN,
                        ),
                    ),
                )
                for event in (Trigger.NORMAL_SUMMONED, Trigger.FLIPPED)
            ),
            *_SPIRIT_RETURNS,
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
            lingering(
                "gain", Continuous.ADD_ATK, UNTIL_GONE | Until.END_OF_TURN, turns=2
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
                operation=(ChangePosition(cards=THIS, attack=_DOWN, defence=_DOWN),),
            ),
            trigger(
                Trigger.FLIP_SUMMONED,
                operation=(
                    Send(replace(OPPONENTS_MONSTERS, can=Can.CAN_GO_TO_HAND), Place.HAND),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=47013502,
        name="Dodger Dragon",
        effects=(
            has_property(Property.SUMMON_CANNOT_BE_NEGATED),
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
                    _is(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION)),
                    Compare(
                        Value(Context.ANSWERED_TYPE), Comparison.HAS_BITS, int(CardType.SPELL)
                    ),
                    _is(FactOf(THIS, Fact.BATTLE_DESTROYED), 0),
                ),
                operation=(
                    If(
                        All(Exists(THIS), _is(FactOf(THIS, Fact.IS_FACE_UP), 1)),
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
            trigger(
                Trigger.FLIPPED, targets=(Target(MONSTERS),), operation=(Destroy(TARGETS),)
            ),
        ),
    ),
    CardDefinition(
        passcode=70095154,
        name="Cyber Dragon",
        effects=(
            Effect(
                kind=EffectKind.PROCEDURE,
                where=(Place.HAND,),
                value=int(_UP | _DEFENCE),
                requires=All(
                    _is(Value(Context.MY_MONSTERS), 0),
                    AtLeast(Value(Context.OPPONENT_MONSTERS), 1),
                    _MY_FREE_ZONE,
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
                            _is(FactOf(THIS, Fact.COUNTERS, CounterKind.SPELL_COUNTER), 0),
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
                    _is(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION)),
                    _is(Value(Context.ANSWERED_TARGETS), 1),
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
                    Not(_is(Value(Context.EVENT_CARD), Value(Context.THIS))),
                    _is(FactOf(EVENT_CARDS, Fact.IS_FACE_UP), 1),
                    _is(FactOf(EVENT_CARDS, Fact.CONTROLLER), Value(Context.ME)),
                ),
                requires=Not(
                    Compare(
                        FactOf(THIS, Fact.PROPERTIES),
                        Comparison.HAS_BITS,
                        int(Property.CANNOT_BE_ATTACK_TARGET),
                    )
                ),
                cost=(
                    Choose(
                        replace(
                            SPELLS_AND_TRAPS, whose=Who.ME, can=Can.CAN_GO_TO_GRAVEYARD
                        )
                    ),
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
                condition=_is(FactOf(EVENT_CARDS, Fact.PLACE), int(Place.GRAVEYARD)),
                operation=(
                    If(
                        _MY_FREE_ZONE,
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
                            SpecialSummon(CHOSEN, _UP),
                            Shuffle(Who.ME),
                        ),
                    ),
                ),
                requires=All(
                    _MY_FREE_ZONE,
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
                condition=_IT_ATTACKS,
            ),
        ),
    ),
    CardDefinition(
        passcode=84914462,
        name="Axe Dragonute",
        effects=(
            reaction(
                Trigger.DAMAGE_STEP_ENDED,
                (
                    ChangePosition(
                        cards=Kept(THIS, *_ON_MONSTER_ZONE), attack=_DEFENCE
                    ),
                ),
                condition=_IT_ATTACKS,
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
                condition=_OPPONENTS_EVENT,
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

CARDS: tuple[CardDefinition, ...] = (*SPELLS, *TRAPS, *MONSTER_CARDS)
"""Every card of this module."""
