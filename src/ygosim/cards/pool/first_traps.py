"""Traps of the first pool beyond the classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    DEFENCE,
    FACE_UP,
    MONSTERS,
    MY_MONSTERS,
    ON_MONSTER_ZONE,
    OPPONENTS_EVENT,
    OPPONENTS_MONSTERS,
    OPPONENTS_TURN,
    activation,
    continuous,
    has_property,
    is_equal,
    lingering,
    reaction,
    tribute,
)
from ygosim.effects.model import (
    ANSWERED,
    ATTACKER,
    CHOSEN,
    DONE,
    EVENT_CARDS,
    HELD,
    REMEMBERED,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Any,
    Ask,
    AtLeast,
    Attach,
    AttackNegated,
    Can,
    CardDefinition,
    Cards,
    CardSet,
    ChangePosition,
    Choose,
    Compare,
    Count,
    Damage,
    Declared,
    DeclareNumbers,
    Destroy,
    Difference,
    Draw,
    Effect,
    Exists,
    Extreme,
    FactOf,
    Half,
    If,
    IfDone,
    Kept,
    LingerOnField,
    LingerOnPlayers,
    NormalSummon,
    PayLP,
    Remember,
    Reveal,
    RollDie,
    Send,
    Shuffle,
    Step,
    Summonable,
    SummonNegated,
    SwapDeckAndGraveyard,
    Target,
    TargetThose,
    Then,
    Times,
    Top,
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
    DamageChange,
    EffectKind,
    Fact,
    Limit,
    Phase,
    Place,
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = ["FIRST_TRAPS"]

_MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
_THEIR_HAND = Cards(where=(Place.HAND,), whose=Who.OPPONENT)
_THEIR_HAND_AND_MONSTERS = replace(_THEIR_HAND, where=(Place.HAND, Place.MONSTER_ZONE))
_THEIR_DECK = replace(_THEIR_HAND, where=(Place.DECK,))
_FACE_DOWN_DEFENCE = replace(MONSTERS, face_up=False, attack_position=False)
_EFFECT_MONSTERS = replace(FACE_UP, all_types=CardType.MONSTER | CardType.EFFECT)
# RULING: half of what is left is rounded up (LP-3), so that the cost is rounded down: of 125 LP 62
# are paid (official database, FAQ 23944; the independent engine, too).
_HALF_OF_MY_LP: tuple[Step, ...] = (
    PayLP(Difference(Value(Context.MY_LP), Half(Value(Context.MY_LP)))),
)
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


def _with_1500_atk(cards: Cards) -> Kept:
    """Of these, the monsters with 1500 or more ATK."""
    return Kept(replace(cards, type=CardType.MONSTER), Fact.ATK, Comparison.AT_LEAST, 1500)


_SUMMONABLE = Summonable(replace(_MY_HAND, type=CardType.MONSTER))
_IN_MY_MAIN_PHASE_OR_THEIR_BATTLE_PHASE = Any(
    All(
        is_equal(Value(Context.TURN_PLAYER), Value(Context.ME)),
        Any(*(is_equal(Value(Context.PHASE), int(p)) for p in (Phase.MAIN_1, Phase.MAIN_2))),
    ),
    All(
        is_equal(Value(Context.TURN_PLAYER), Value(Context.OPPONENT)),
        is_equal(Value(Context.PHASE), int(Phase.BATTLE)),
    ),
)

FIRST_TRAPS = (
    CardDefinition(
        passcode=80604091,
        name="Ultimate Offering",
        effects=(
            activation(),
            Effect(
                kind=EffectKind.QUICK,
                optional=True,
                where=(Place.SPELL_TRAP_ZONE,),
                condition=_IN_MY_MAIN_PHASE_OR_THEIR_BATTLE_PHASE,
                # RULING: it is used in one chain no more often than there are monsters to be
                # Summoned or Set (so the independent engine has it).
                requires=Compare(
                    Count(_SUMMONABLE), Comparison.GREATER, Value(Context.LINKS_OF_THIS)
                ),
                cost=(PayLP(500),),
                operation=(Choose(_SUMMONABLE), NormalSummon(CHOSEN)),
            ),
        ),
    ),
    CardDefinition(
        passcode=3280747,
        name="Sixth Sense",
        effects=(
            activation(
                requires=AtLeast(Value(Context.MY_DECK), 6),
                operation=(
                    DeclareNumbers(6, 2),
                    RollDie(Who.OPPONENT),
                    Remember(DONE),
                    If(
                        Declared(REMEMBERED),
                        (Draw(REMEMBERED),),
                        (Send(Top(REMEMBERED), Place.GRAVEYARD),),
                    ),
                ),
            ),
        ),
    ),
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
            # RULING: at resolution the target has to be face-up with 1000 or more ATK still, else
            # it is not destroyed (the independent engine looks again; the text says nothing).
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
        passcode=12607053,
        name="Waboku",
        effects=(
            activation(operation=(LingerOnPlayers("no damage"), LingerOnField("no destruction"))),
            lingering(
                "no damage",
                Continuous.DAMAGE_CHANGES,
                Until.END_OF_TURN,
                DamageChange.NO_BATTLE_DAMAGE,
                works=Works.ON_ME,
            ),
            lingering(
                "no destruction",
                Continuous.PROPERTY,
                Until.END_OF_TURN,
                Property.NO_BATTLE_DESTRUCTION,
                works=Works.ON_CARDS,
                on=MY_MONSTERS,
            ),
        ),
    ),
    CardDefinition(
        passcode=17484499,
        name="Exchange of the Spirit",
        effects=(
            activation(
                limit=Limit.ACTIVATE_NAME_PER_DUEL,
                condition=All(
                    Exists(Cards(where=(Place.GRAVEYARD,), whose=Who.ME), 15),
                    Exists(Cards(where=(Place.GRAVEYARD,), whose=Who.OPPONENT), 15),
                ),
                cost=(PayLP(1000),),
                operation=(
                    SwapDeckAndGraveyard(Who.BOTH),
                    Shuffle(Who.ME),
                    Shuffle(Who.OPPONENT),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=18807108,
        name="Spellbinding Circle",
        effects=(
            activation(targets=(Target(OPPONENTS_MONSTERS),), operation=(Attach(TARGETS),)),
            # RULING: it holds a face-down monster too, which cannot be Flip Summoned then (so the
            # independent engine has it); an attack that the monster has declared ends (BAT-12).
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
        passcode=57728570,
        name="Crush Card Virus",
        effects=(
            activation(
                requires=Any(
                    Exists(_THEIR_HAND),
                    Exists(replace(OPPONENTS_MONSTERS, face_up=False)),
                    Exists(_with_1500_atk(OPPONENTS_MONSTERS)),
                ),
                cost=(
                    Choose(
                        Kept(
                            replace(MY_MONSTERS, attribute=Attribute.DARK, can=Can.CAN_BE_TRIBUTED),
                            Fact.ATK,
                            Comparison.AT_MOST,
                            1000,
                        )
                    ),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
                ),
                operation=(
                    LingerOnPlayers("no damage"),
                    Reveal(_THEIR_HAND_AND_MONSTERS),
                    If(  # they may have none: that is not known before
                        Exists(_with_1500_atk(_THEIR_HAND_AND_MONSTERS)),
                        (
                            IfDone(
                                Destroy(_with_1500_atk(_THEIR_HAND_AND_MONSTERS)),
                                (
                                    Ask(
                                        (
                                            Then(),
                                            Choose(_with_1500_atk(_THEIR_DECK), 1, 3, Who.OPPONENT),
                                            Destroy(CHOSEN),
                                            Shuffle(Who.OPPONENT),
                                        ),
                                        condition=Exists(_with_1500_atk(_THEIR_DECK)),
                                        by=Who.OPPONENT,
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            lingering(
                "no damage",
                Continuous.DAMAGE_CHANGES,
                Until.END_OF_TURN,
                DamageChange.NO_BATTLE_DAMAGE | DamageChange.NO_EFFECT_DAMAGE,
                works=Works.ON_OPPONENT,
                turns=2,
            ),
        ),
    ),
    CardDefinition(
        passcode=62279055,
        name="Magic Cylinder",
        effects=(
            activation(
                trigger=Trigger.ATTACK_DECLARED,
                condition=OPPONENTS_TURN,
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
                condition=OPPONENTS_TURN,
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
