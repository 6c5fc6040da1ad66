"""Spells of the first pool beyond the classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    BEFORE_CALCULATION,
    FACE_UP,
    FROM_FIELD,
    MY_FREE_ZONE,
    OPPONENTS_MONSTERS,
    SPELLS_AND_TRAPS,
    UNTIL_GONE,
    activation,
    and_shuffle,
    continuous,
    discard,
    equip_activation,
    equip_adds,
    is_equal,
    lingering,
    trigger,
)
from ygosim.effects.model import (
    AFFECTED,
    CHOSEN,
    CHOSEN_SECOND,
    EVENT_OTHER,
    HELD,
    TARGETS,
    THIS,
    All,
    Any,
    AtLeast,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Compare,
    Count,
    Destroy,
    Draw,
    Effect,
    Exists,
    FactOf,
    Half,
    If,
    Kept,
    Linger,
    LingeredOn,
    LingerOnPlayers,
    Not,
    Note,
    Number,
    PayLP,
    RandomCards,
    Reveal,
    Send,
    Shuffle,
    SpecialSummon,
    TakeControl,
    Target,
    Then,
    Times,
    Together,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Context,
    Continuous,
    Fact,
    MonsterType,
    Place,
    Reason,
    Trigger,
    Until,
)

__all__ = ["FIRST_SPELLS"]

_MY_DECK = Cards(where=(Place.DECK,), whose=Who.ME)
_OPPONENTS_HAND = Cards(where=(Place.HAND,), whose=Who.OPPONENT)
_MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
_MY_OTHER_HAND = replace(_MY_HAND, but_this=True)
_MY_MACHINES = Cards(
    where=(Place.MONSTER_ZONE,),
    whose=Who.ME,
    monster_type=MonsterType.MACHINE,
    face_up=True,
)

_GOOD_SWIMMERS = MonsterType.FISH | MonsterType.SEA_SERPENT | MonsterType.THUNDER | MonsterType.AQUA

_WAS_DESTROYED = Any(
    is_equal(Value(Context.EVENT_REASON), Reason.EFFECT_DESTRUCTION),
    is_equal(Value(Context.EVENT_REASON), Reason.RULE_DESTRUCTION),
)


def _field_adds(monster_type: MonsterType, value: int) -> tuple[Effect, ...]:
    """ATK and DEF that all monsters of some types gain from a Field Spell."""
    return tuple(
        continuous(
            does,
            value,
            where=(Place.SPELL_TRAP_ZONE,),
            works=Works.ON_CARDS,
            on=replace(FACE_UP, monster_type=monster_type),
        )
        for does in (Continuous.ADD_ATK, Continuous.ADD_DEF)
    )


def _megamorph(how: Comparison, value: Number) -> Effect:
    """The ATK that the equipped monster has while my life points compare so to the opponent's."""
    return continuous(
        Continuous.FIX_ATK,
        value,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_HOST,
        condition=Compare(Value(Context.MY_LP), how, Value(Context.OPPONENT_LP)),
    )


FIRST_SPELLS = (
    CardDefinition(
        passcode=4031928,
        name="Change of Heart",
        effects=(
            activation(
                targets=(Target(replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),),
                requires=MY_FREE_ZONE,
                operation=(TakeControl(TARGETS, "control"),),
            ),
            lingering(
                "control",
                Continuous.CONTROL,
                Until.LEAVES | Until.END_OF_TURN | Until.END_PHASE_CHOICE,
            ),
        ),
    ),
    CardDefinition(
        passcode=12580477,
        name="Raigeki",
        effects=(activation(operation=(Destroy(OPPONENTS_MONSTERS),)),),
    ),
    CardDefinition(
        passcode=15259703,
        name="Toon World",
        effects=(activation(cost=(PayLP(1000),)),),
    ),
    CardDefinition(
        passcode=18144506,
        name="Harpie's Feather Duster",
        effects=(activation(operation=(Destroy(replace(SPELLS_AND_TRAPS, whose=Who.OPPONENT)),)),),
    ),
    CardDefinition(
        passcode=22046459,
        name="Megamorph",
        effects=(
            equip_activation(),
            _megamorph(Comparison.LESS, Times(2, FactOf(HELD, Fact.ORIGINAL_ATK))),
            _megamorph(Comparison.GREATER, Half(FactOf(HELD, Fact.ORIGINAL_ATK))),
        ),
    ),
    CardDefinition(
        passcode=22702055,
        name="Umi",
        effects=(
            activation(),
            *_field_adds(_GOOD_SWIMMERS, 200),
            *_field_adds(MonsterType.MACHINE | MonsterType.PYRO, -200),
        ),
    ),
    CardDefinition(
        passcode=23171610,
        name="Limiter Removal",
        effects=(
            activation(
                in_damage_step=True,
                condition=BEFORE_CALCULATION,
                requires=Exists(_MY_MACHINES),
                operation=(Linger(_MY_MACHINES, "doubled"), LingerOnPlayers("destroyed")),
            ),
            lingering(
                "doubled",
                Continuous.FIX_ATK,
                UNTIL_GONE | Until.END_OF_TURN,
                Times(2, FactOf(AFFECTED, Fact.ATK)),
            ),
            lingering(
                "destroyed",
                Continuous.LATER,
                Until.DONE | Until.END_OF_TURN,
                works=Works.ON_ME,
                trigger=Trigger.END_PHASE,
                condition=Exists(LingeredOn("doubled")),
                operation=(Destroy(LingeredOn("doubled")),),
            ),
        ),
    ),
    CardDefinition(
        passcode=32807846,
        name="Reinforcement of the Army",
        effects=(
            activation(
                operation=and_shuffle(
                    Choose(
                        replace(
                            _MY_DECK,
                            type=CardType.MONSTER,
                            monster_type=MonsterType.WARRIOR,
                            max_level=4,
                            can=Can.CAN_GO_TO_HAND,
                        )
                    ),
                    Send(CHOSEN, Place.HAND),
                    Reveal(CHOSEN),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=42829885,
        name="The Forceful Sentry",
        effects=(
            activation(
                operation=(
                    Reveal(_OPPONENTS_HAND),
                    Choose(_OPPONENTS_HAND),
                    Send(CHOSEN, Place.DECK),
                    Shuffle(Who.OPPONENT),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=44763025,
        name="Delinquent Duo",
        effects=(
            activation(
                cost=(PayLP(1000),),
                operation=(
                    Send(RandomCards(_OPPONENTS_HAND), Place.GRAVEYARD, Reason.EFFECT_DISCARD),
                    If(
                        Exists(_OPPONENTS_HAND),
                        discard(_OPPONENTS_HAND, by=Who.OPPONENT),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=69243953,
        name="Butterfly Dagger - Elma",
        effects=(
            equip_activation(),
            equip_adds(Continuous.ADD_ATK, 300),
            trigger(
                Trigger.SENT_TO_GRAVE,
                optional=True,
                when=True,
                condition=All(FROM_FIELD, _WAS_DESTROYED, Exists(EVENT_OTHER)),
                operation=(Send(THIS, Place.HAND),),
            ),
        ),
    ),
    CardDefinition(
        passcode=70046172,
        name="Rush Recklessly",
        effects=(
            activation(
                in_damage_step=True,
                condition=BEFORE_CALCULATION,
                targets=(Target(FACE_UP),),
                operation=(
                    Linger(Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1), "gain", 700),
                ),
            ),
            lingering("gain", Continuous.ADD_ATK, UNTIL_GONE | Until.END_OF_TURN),
        ),
    ),
    CardDefinition(
        passcode=72892473,
        name="Card Destruction",
        effects=(
            # RULING: I must be able to draw as many as I would discard; my opponent only must not
            # be forbidden to draw (seen in the independent engine).
            activation(
                requires=All(
                    Any(Exists(_MY_OTHER_HAND), Exists(_OPPONENTS_HAND)),
                    Any(
                        Not(Exists(_MY_OTHER_HAND)),
                        All(
                            AtLeast(Value(Context.I_CAN_DRAW), 1),
                            Compare(
                                Value(Context.MY_DECK),
                                Comparison.AT_LEAST,
                                Count(_MY_OTHER_HAND),
                            ),
                        ),
                    ),
                    Any(
                        Not(Exists(_OPPONENTS_HAND)),
                        AtLeast(Value(Context.OPPONENT_CAN_DRAW), 1),
                    ),
                ),
                operation=(
                    Note(_MY_HAND),
                    Note(_OPPONENTS_HAND, second=True),
                    Send(Together(CHOSEN, CHOSEN_SECOND), Place.GRAVEYARD, Reason.EFFECT_DISCARD),
                    Then(),
                    Draw(Count(CHOSEN)),
                    Draw(Count(CHOSEN_SECOND), Who.OPPONENT),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=74191942,
        name="Painful Choice",
        effects=(
            activation(
                operation=and_shuffle(
                    Choose(
                        replace(_MY_DECK, can=Can.CAN_GO_TO_HAND | Can.CAN_GO_TO_GRAVEYARD), 5, 5
                    ),
                    Reveal(CHOSEN),
                    Choose(CHOSEN, by=Who.OPPONENT, second=True),
                    Send(CHOSEN_SECOND, Place.HAND),
                    Send(Kept(CHOSEN, Fact.PLACE, Comparison.EQUAL, Place.DECK), Place.GRAVEYARD),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=83764718,
        name="Monster Reborn",
        effects=(
            activation(
                targets=(
                    Target(
                        Cards(
                            where=(Place.GRAVEYARD,),
                            type=CardType.MONSTER,
                            can=Can.CAN_BE_SUMMONED,
                        )
                    ),
                ),
                requires=MY_FREE_ZONE,
                operation=(SpecialSummon(TARGETS),),
            ),
        ),
    ),
)
"""In the order of their passcodes."""
