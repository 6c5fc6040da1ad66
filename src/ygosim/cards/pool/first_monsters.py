"""Monsters of the first pool beyond the classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    FROM_FIELD,
    MONSTERS,
    MY_FREE_ZONE,
    MY_MONSTERS,
    OPPONENTS_MONSTERS,
    and_shuffle,
    continuous,
    has_property,
    is_equal,
    lingering,
    trigger,
)
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    THIS,
    All,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Count,
    Effect,
    Exists,
    FactOf,
    If,
    IfDone,
    LingerOnPlayers,
    Not,
    Reveal,
    Send,
    SpecialSummon,
    Sum,
    SwapControl,
    Target,
    Times,
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
    MonsterType,
    Phase,
    Place,
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = ["FIRST_MONSTERS"]

_MY_DECK_MONSTERS = Cards(
    where=(Place.DECK,), whose=Who.ME, type=CardType.MONSTER, can=Can.CAN_GO_TO_HAND
)
_MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
_GRAVEYARDS = Cards(where=(Place.GRAVEYARD,))
_LEVEL_4_OF_HAND = replace(_MY_HAND, max_level=4, can=Can.CAN_BE_SUMMONED)
_THUNDER_DRAGONS = replace(_MY_DECK_MONSTERS, named="Thunder Dragon")

FIRST_MONSTERS = (
    CardDefinition(
        passcode=2460565,
        name="Marauding Captain",
        effects=(
            has_property(
                Property.CANNOT_BE_ATTACK_TARGET,
                works=Works.ON_CARDS,
                on=replace(
                    MY_MONSTERS, face_up=True, monster_type=MonsterType.WARRIOR, but_this=True
                ),
            ),
            trigger(
                Trigger.NORMAL_SUMMONED,
                optional=True,
                when=True,
                operation=(If(MY_FREE_ZONE, (Choose(_LEVEL_4_OF_HAND), SpecialSummon(CHOSEN))),),
                requires=All(MY_FREE_ZONE, Exists(_LEVEL_4_OF_HAND)),
            ),
        ),
    ),
    CardDefinition(
        passcode=3056267,
        name="Invader of the Throne",
        effects=(
            trigger(
                Trigger.FLIPPED,
                condition=Not(is_equal(Value(Context.PHASE), int(Phase.BATTLE))),
                targets=(Target(replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),),
                operation=(
                    If(All(Exists(THIS), Exists(TARGETS)), (SwapControl(THIS, TARGETS, "swap"),)),
                ),
            ),
            lingering("swap", Continuous.CONTROL, Until.LEAVES),
        ),
    ),
    CardDefinition(
        passcode=31786629,
        name="Thunder Dragon",
        effects=(
            Effect(
                kind=EffectKind.IGNITION,
                optional=True,
                where=(Place.HAND,),
                cost=(Send(THIS, Place.GRAVEYARD, Reason.COST_DISCARD),),
                operation=and_shuffle(
                    Choose(_THUNDER_DRAGONS, 1, 2), Send(CHOSEN, Place.HAND), Reveal(CHOSEN)
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=33396948,
        name="Exodia the Forbidden One",
        effects=(
            continuous(
                Continuous.WINS,
                where=(Place.HAND,),
                condition=All(
                    *(
                        Exists(replace(_MY_HAND, named=f"{limb} of the Forbidden One"))
                        for limb in ("Right Leg", "Left Leg", "Right Arm", "Left Arm")
                    )
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=38033121,
        name="Dark Magician Girl",
        effects=(
            continuous(
                Continuous.ADD_ATK,
                Times(
                    300,
                    Sum(
                        Count(replace(_GRAVEYARDS, named="Dark Magician")),
                        Count(replace(_GRAVEYARDS, named="Magician of Black Chaos")),
                    ),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=78010363,
        name="Witch of the Black Forest",
        effects=(
            trigger(
                Trigger.SENT_TO_GRAVE,
                condition=FROM_FIELD,
                limit=Limit.NAME_PER_TURN,
                operation=(
                    IfDone(
                        Choose(replace(_MY_DECK_MONSTERS, max_def=1500)),
                        (
                            Send(CHOSEN, Place.HAND),
                            Reveal(CHOSEN),
                            *and_shuffle(LingerOnPlayers("not now", FactOf(CHOSEN, Fact.NAME))),
                        ),
                    ),
                ),
            ),
            lingering("not now", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME),
        ),
    ),
    CardDefinition(
        passcode=93920745,
        name="Penguin Soldier",
        effects=(
            trigger(
                Trigger.FLIPPED,
                optional=True,
                targets=(Target(replace(MONSTERS, can=Can.CAN_GO_TO_HAND), 1, 2),),
                operation=(Send(TARGETS, Place.HAND),),
            ),
        ),
    ),
)
