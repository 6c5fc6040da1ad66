"""Fusion and Ritual Monsters of the first pool and what summons them, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    MONSTERS,
    MY_FUSIONS,
    MY_MONSTERS,
    OPPONENTS_MONSTERS,
    UNTIL_GONE,
    USED_FLAG,
    activation,
    and_shuffle,
    continuous,
    fusion_summon,
    has_property,
    ignition,
    is_equal,
    lingering,
    material,
    reaction,
    ritual_summon,
)
from ygosim.effects.model import (
    CHOSEN,
    EVENT_CARDS,
    REMEMBERED,
    TARGETS,
    THIS,
    All,
    Among,
    Any,
    AtLeast,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Damage,
    Destroy,
    Effect,
    EquipMonster,
    Exists,
    FactOf,
    If,
    IfDone,
    Kept,
    Linger,
    Not,
    Note,
    PayLP,
    Remember,
    Reveal,
    Send,
    Sharing,
    SpecialSummon,
    Target,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    Comparison,
    Context,
    Continuous,
    EffectKind,
    Fact,
    Limit,
    Place,
    Property,
    Reason,
    Recipe,
    Trigger,
    Until,
)

__all__ = ["FUSION_CARDS"]

_SUMMONABLE_FUSIONS = replace(MY_FUSIONS, can=Can.CAN_BE_SUMMONED)
_POLYMERIZATION = Cards(
    where=(Place.DECK,), whose=Who.ME, named="Polymerization", can=Can.CAN_GO_TO_HAND
)

_TAKEN = Kept(
    Cards(where=(Place.SPELL_TRAP_ZONE,)), Fact.MARKED_BY, Comparison.EQUAL, Value(Context.THIS)
)
"""The monster that this card's own effect has equipped it with, and still does."""

_TAKEN_FACE_UP = Kept(_TAKEN, Fact.IS_FACE_UP, Comparison.EQUAL, 1)

_TAKES_IN = (
    ignition(
        limit=Limit.CARD_PER_TURN,
        requires=All(Not(Exists(_TAKEN)), AtLeast(Value(Context.MY_FREE_SPELL_TRAP_ZONES), 1)),
        targets=(Target(replace(OPPONENTS_MONSTERS, can=Can.CAN_CHANGE_CONTROL)),),
        operation=(
            If(
                Not(Exists(_TAKEN)),
                (
                    # Noted, as it is no target any more once it is an Equip Card (EFF-3).
                    Note(Among(TARGETS, OPPONENTS_MONSTERS)),
                    IfDone(EquipMonster(CHOSEN), (Linger(CHOSEN, "taken", USED_FLAG),)),
                ),
            ),
        ),
    ),
    # RULING: the ATK and DEF that are printed on it, none of one that is face-down (seen in the
    # independent engine).
    *(
        continuous(does, FactOf(_TAKEN, fact), condition=Exists(_TAKEN_FACE_UP))
        for does, fact in (
            (Continuous.FIX_ATK, Fact.ORIGINAL_ATK),
            (Continuous.FIX_DEF, Fact.ORIGINAL_DEF),
        )
    ),
    Effect(
        kind=EffectKind.REPLACEMENT,
        about_this=True,
        where=(Place.MONSTER_ZONE,),
        condition=is_equal(Value(Context.EVENT_REASON), int(Reason.BATTLE)),
        requires=Exists(_TAKEN),
        operation=(Destroy(_TAKEN),),
    ),
)
_TAKEN_FLAG = lingering("taken", Continuous.FLAG, Until.LEAVES | Until.SOURCE_LEAVES)

FUSION_CARDS = (
    CardDefinition(
        passcode=24094653,
        name="Polymerization",
        effects=(activation(operation=fusion_summon()),),
    ),
    CardDefinition(
        passcode=23995346,
        name="Blue-Eyes Ultimate Dragon",
        materials=(material("Blue-Eyes White Dragon", count=3),),
    ),
    CardDefinition(
        passcode=11901678,
        name="Black Skull Dragon",
        materials=(material("Summoned Skull"), material("Red-Eyes Black Dragon")),
    ),
    CardDefinition(
        passcode=63519819,
        name="Thousand-Eyes Restrict",
        materials=(material("Relinquished"), material("Thousand-Eyes Idol")),
        effects=(
            *_TAKES_IN,
            has_property(
                Property.CANNOT_CHANGE_POSITION | Property.CANNOT_ATTACK,
                works=Works.ON_CARDS,
                on=replace(MONSTERS, but_this=True),
            ),
            _TAKEN_FLAG,
        ),
    ),
    CardDefinition(
        passcode=34206604,
        name="Magical Scientist",
        effects=(
            ignition(
                cost=(PayLP(1000),),
                operation=(
                    Choose(replace(_SUMMONABLE_FUSIONS, max_level=6)),
                    IfDone(
                        SpecialSummon(CHOSEN),
                        (Linger(CHOSEN, "not directly"), Linger(CHOSEN, "returns")),
                    ),
                ),
            ),
            lingering(
                "not directly", Continuous.PROPERTY, UNTIL_GONE, Property.CANNOT_ATTACK_DIRECTLY
            ),
            lingering(
                "returns",
                Continuous.LATER,
                UNTIL_GONE | Until.DONE,
                trigger=Trigger.END_PHASE,
                operation=(Send(EVENT_CARDS, Place.EXTRA_DECK),),
            ),
        ),
    ),
    CardDefinition(
        passcode=79109599,
        name="King of the Swamp",
        substitute=True,
        effects=(
            Effect(
                kind=EffectKind.IGNITION,
                optional=True,
                where=(Place.HAND,),
                # It is discarded to the GY, not just discarded (EFF-2).
                requires=is_equal(FactOf(THIS, Fact.GOES_TO_GRAVEYARD), 1),
                cost=(Send(THIS, Place.GRAVEYARD, Reason.COST_DISCARD),),
                operation=and_shuffle(
                    Choose(_POLYMERIZATION), Send(CHOSEN, Place.HAND), Reveal(CHOSEN)
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=46411259,
        name="Metamorphosis",
        effects=(
            activation(
                # RULING: the Level that it had before the Tribute counts, whatever its card says in
                # the GY (seen in the independent engine, which asks for it as the cost is paid).
                cost=(
                    Choose(
                        Sharing(
                            replace(
                                MY_MONSTERS,
                                can=Can.CAN_BE_TRIBUTED | Can.LEAVES_EXTRA_DECK_ZONE,
                            ),
                            Fact.LEVEL,
                            _SUMMONABLE_FUSIONS,
                        )
                    ),
                    Remember(FactOf(CHOSEN, Fact.LEVEL)),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
                ),
                operation=(
                    Choose(Kept(_SUMMONABLE_FUSIONS, Fact.LEVEL, Comparison.EQUAL, REMEMBERED)),
                    SpecialSummon(CHOSEN),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=55761792,
        name="Black Luster Ritual",
        effects=(
            activation(operation=ritual_summon("Black Luster Soldier", Recipe.RITUAL_OR_MORE, 8)),
        ),
    ),
    CardDefinition(
        passcode=64631466,
        name="Relinquished",
        effects=(
            *_TAKES_IN,
            reaction(
                Trigger.BATTLE_DAMAGE,
                (Damage(Value(Context.EVENT_VALUE)),),
                where=(Place.MONSTER_ZONE,),
                condition=All(
                    is_equal(Value(Context.EVENT_PLAYER), Value(Context.ME)),
                    Any(
                        is_equal(Value(Context.EVENT_CARD), Value(Context.THIS)),
                        is_equal(Value(Context.EVENT_OTHER), Value(Context.THIS)),
                    ),
                    Exists(_TAKEN),
                ),
            ),
            _TAKEN_FLAG,
        ),
    ),
    CardDefinition(
        passcode=41426869,
        name="Black Illusion Ritual",
        effects=(activation(operation=ritual_summon("Relinquished", Recipe.RITUAL_OR_MORE, 1)),),
    ),
)
