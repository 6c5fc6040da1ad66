"""Monsters of the first pool beyond the classic decks, by their current text."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    DEFENCE,
    DOWN,
    FACE_UP,
    IT_ATTACKS,
    MONSTERS,
    MY_FREE_ZONE,
    MY_MONSTERS,
    MY_SEARCHABLE_MONSTERS,
    ON_FIELD,
    ON_MONSTER_ZONE,
    OPPONENTS_MONSTERS,
    OPPONENTS_TURN,
    UNTIL_GONE,
    UP,
    USED_FLAG,
    and_shuffle,
    banishes_light_and_dark,
    continuous,
    has_property,
    ignition,
    is_equal,
    lingering,
    searches_when_it_leaves,
    trigger,
)
from ygosim.effects.model import (
    ATTACKER,
    CHOSEN,
    CHOSEN_SECOND,
    DONE,
    REMEMBERED,
    TARGETS,
    THIS,
    All,
    Among,
    Any,
    AtLeast,
    AttackAgain,
    Bits,
    CallCoin,
    Can,
    CardDefinition,
    Cards,
    ChangePosition,
    Choose,
    Compare,
    Count,
    Damage,
    Declare,
    Destroy,
    Difference,
    Draw,
    Effect,
    Exists,
    FactOf,
    Half,
    HasFlag,
    If,
    IfDone,
    Kept,
    Linger,
    LingerOnPlayers,
    Not,
    Note,
    PayLP,
    Remember,
    Reveal,
    Send,
    Shuffle,
    SpecialSummon,
    Step,
    Sum,
    SwapControl,
    Target,
    Then,
    Times,
    Top,
    Total,
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
    MonsterType,
    Phase,
    Place,
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = ["FIRST_MONSTERS"]

_MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
_GRAVEYARDS = Cards(where=(Place.GRAVEYARD,))
_LEVEL_4_OF_HAND = replace(_MY_HAND, max_level=4, can=Can.CAN_BE_SUMMONED)
_THUNDER_DRAGONS = replace(MY_SEARCHABLE_MONSTERS, named="Thunder Dragon")

_ALL_BUT_DECKS = Cards(where=(Place.HAND, Place.GRAVEYARD, *ON_FIELD), can=Can.CAN_GO_TO_DECK)
_IT_IS_ATTACKED = is_equal(Value(Context.ATTACK_TARGET), Value(Context.THIS))
_SENT_TO_OPPONENTS_GRAVEYARD = Kept(
    Kept(CHOSEN, Fact.PLACE, Comparison.EQUAL, int(Place.GRAVEYARD)),
    Fact.OWNER,
    Comparison.EQUAL,
    Value(Context.OPPONENT),
)


_MY_FACE_UP = replace(MY_MONSTERS, face_up=True)
_DECK_MONSTERS = Cards(where=(Place.DECK,), type=CardType.MONSTER)
_LEVEL_4_OF_DECKS = replace(_DECK_MONSTERS, max_level=4, can=Can.CAN_BE_SUMMONED)
_IN_DECK = (Fact.PLACE, Comparison.EQUAL, int(Place.DECK))


def _shuffled_in(whose: Context) -> Count:
    """How many of the cards chosen came to the main deck of a player."""
    return Count(Kept(Kept(CHOSEN, *_IN_DECK), Fact.OWNER, Comparison.EQUAL, Value(whose)))


_SHUFFLE_IN = (
    Send(CHOSEN, Place.DECK),
    *(
        If(AtLeast(_shuffled_in(whose), 1), (Shuffle(who),))
        for whose, who in ((Context.ME, Who.ME), (Context.OPPONENT, Who.OPPONENT))
    ),
)


def _both_summon(positions: int) -> tuple[Step, ...]:
    """Level 4 or lower monsters of what was revealed are summoned, the turn player's first."""
    mine = SpecialSummon(Among(CHOSEN, _LEVEL_4_OF_DECKS), positions)
    theirs = SpecialSummon(Among(CHOSEN_SECOND, _LEVEL_4_OF_DECKS), positions, by=Who.OPPONENT)
    return (
        Reveal(CHOSEN),
        Reveal(CHOSEN_SECOND),
        If(OPPONENTS_TURN, (theirs, mine), (mine, theirs)),
    )


def _during_damage_calculation(**said: object) -> Effect:
    """A quick effect of damage calculation."""
    return Effect(
        kind=EffectKind.QUICK,
        optional=True,
        trigger=Trigger.DAMAGE_CALCULATION,
        in_damage_step=True,
        in_damage_calculation=True,
        **said,  # type: ignore[arg-type]
    )


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
        passcode=2851070,
        name="Reflect Bounder",
        effects=(
            trigger(
                Trigger.BEFORE_DAMAGE_CALCULATION,
                condition=All(
                    _IT_IS_ATTACKED,
                    is_equal(FactOf(THIS, Fact.POSITION), int(UP)),
                    is_equal(Value(Context.TARGET_WAS_FACE_DOWN), 0),
                ),
                operation=(
                    IfDone(
                        Damage(FactOf(ATTACKER, Fact.ATK)),
                        (Linger(THIS, "reflected", USED_FLAG),),
                    ),
                ),
            ),
            lingering("reflected", Continuous.FLAG, UNTIL_GONE | Until.DAMAGE_STEP_ENDS),
            trigger(Trigger.BATTLED, condition=HasFlag(USED_FLAG), operation=(Destroy(THIS),)),
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
        passcode=17444133,
        name="Kaiser Sea Horse",
        effects=(
            continuous(
                Continuous.COUNTS_AS_TRIBUTES,
                2,
                on=Cards(where=(Place.HAND,), whose=Who.ME, attribute=Attribute.LIGHT),
            ),
        ),
    ),
    CardDefinition(
        passcode=21593977,
        name="Makyura the Destructor",
        effects=(
            trigger(
                Trigger.SENT_TO_GRAVE,
                optional=True,
                limit=Limit.NAME_PER_TURN,
                condition=is_equal(Value(Context.EVENT_FROM_PLACE), int(Place.MONSTER_ZONE)),
                operation=(LingerOnPlayers("a trap"),),
            ),
            lingering("a trap", Continuous.TRAPS_FROM_HAND, Until.END_OF_TURN, works=Works.ON_ME),
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
        passcode=33184167,
        name="Tribe-Infecting Virus",
        effects=(
            ignition(
                requires=Exists(FACE_UP),
                # RULING: a Type of a face-up monster (seen in the independent engine).
                cost=(
                    Choose(_MY_HAND),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST_DISCARD),
                    Declare(Bits(FACE_UP, Fact.MONSTER_TYPE)),
                    Remember(DONE),
                ),
                operation=(
                    Destroy(Kept(FACE_UP, Fact.MONSTER_TYPE, Comparison.HAS_BITS, REMEMBERED)),
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
        passcode=33508719,
        name="Morphing Jar",
        effects=(
            trigger(
                Trigger.FLIPPED,
                operation=(
                    Send(Cards(where=(Place.HAND,)), Place.GRAVEYARD, Reason.EFFECT_DISCARD),
                    Then(),
                    Draw(5, Who.BOTH),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=34124316,
        name="Cyber Jar",
        effects=(
            trigger(
                Trigger.FLIPPED,
                operation=(
                    Destroy(MONSTERS),
                    Then(),
                    Note(Top(5, Who.ME)),
                    Note(Top(5, Who.OPPONENT), second=True),
                    *_both_summon(UP | DOWN),
                    # RULING: what finds no zone goes to the GY (seen in the independent engine).
                    *(
                        step
                        for cards in (CHOSEN, CHOSEN_SECOND)
                        for step in (
                            Send(Among(cards, _LEVEL_4_OF_DECKS), Place.GRAVEYARD),
                            Send(Kept(cards, *_IN_DECK), Place.HAND),
                        )
                    ),
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
        passcode=40640057,
        name="Kuriboh",
        effects=(
            # RULING: only if there is battle damage to take (seen in the independent engine).
            _during_damage_calculation(
                where=(Place.HAND,),
                condition=All(OPPONENTS_TURN, AtLeast(Value(Context.MY_BATTLE_DAMAGE), 1)),
                cost=(Send(THIS, Place.GRAVEYARD, Reason.COST_DISCARD),),
                operation=(LingerOnPlayers("no damage"),),
            ),
            lingering(
                "no damage",
                Continuous.DAMAGE_CHANGES,
                Until.DAMAGE_STEP_ENDS,
                DamageChange.NO_BATTLE_DAMAGE,
                works=Works.ON_ME,
            ),
        ),
    ),
    CardDefinition(
        passcode=71625222,
        name="Time Wizard",
        effects=(
            ignition(
                limit=Limit.CARD_PER_TURN,
                operation=(
                    CallCoin(),
                    If(
                        is_equal(DONE, 1),
                        (Destroy(OPPONENTS_MONSTERS),),
                        (
                            Remember(Total(_MY_FACE_UP, Fact.ATK)),
                            # What stays has been in the total.
                            IfDone(
                                Destroy(MY_MONSTERS),
                                (
                                    Damage(
                                        Half(Difference(REMEMBERED, Total(_MY_FACE_UP, Fact.ATK))),
                                        Who.ME,
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
        passcode=72989439,
        name="Black Luster Soldier - Envoy of the Beginning",
        properly_first=True,
        effects=(
            banishes_light_and_dark(),
            # Used once, it cannot attack; after its first attack only the other is left: each of
            # both once a turn is one of them a turn.
            ignition(
                limit=Limit.CARD_PER_TURN,
                requires=is_equal(FactOf(THIS, Fact.ATTACKS_DECLARED), 0),
                cost=(Linger(THIS, "no attack"),),
                targets=(Target(replace(MONSTERS, can=Can.CAN_BE_BANISHED)),),
                operation=(Send(TARGETS, Place.BANISHED),),
            ),
            lingering(
                "no attack",
                Continuous.PROPERTY,
                UNTIL_GONE | Until.END_OF_TURN,
                Property.CANNOT_ATTACK,
            ),
            trigger(
                Trigger.DESTROYS_BY_BATTLE,
                optional=True,
                when=True,
                limit=Limit.CARD_PER_TURN,
                condition=All(
                    IT_ATTACKS,
                    is_equal(Value(Context.ATTACK_STANDS), 1),
                    Not(
                        Compare(
                            FactOf(THIS, Fact.PROPERTIES),
                            Comparison.HAS_BITS,
                            int(Property.CANNOT_ATTACK),
                        )
                    ),
                ),
                operation=(AttackAgain(),),
            ),
        ),
    ),
    CardDefinition(
        passcode=75372290,
        name="Total Defense Shogun",
        effects=(
            *(
                trigger(
                    event,
                    condition=is_equal(FactOf(THIS, Fact.POSITION), int(UP)),
                    operation=(ChangePosition(cards=Kept(THIS, *ON_MONSTER_ZONE), attack=DEFENCE),),
                )
                for event in (Trigger.NORMAL_SUMMONED, Trigger.FLIP_SUMMONED)
            ),
            has_property(Property.ATTACKS_IN_DEFENCE),
        ),
    ),
    CardDefinition(
        passcode=78010363,
        name="Witch of the Black Forest",
        effects=(*searches_when_it_leaves(replace(MY_SEARCHABLE_MONSTERS, max_def=1500)),),
    ),
    CardDefinition(
        passcode=78706415,
        name="Fiber Jar",
        effects=(
            trigger(
                Trigger.FLIPPED,
                is_flip=True,  # its text begins with FLIP; its kind in the card data lacks that
                operation=(
                    Note(Kept(_ALL_BUT_DECKS, Fact.BATTLE_DESTROYED, Comparison.EQUAL, 0)),
                    *_SHUFFLE_IN,
                    Then(),
                    Draw(5, Who.BOTH),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=79106360,
        name="Morphing Jar #2",
        effects=(
            trigger(
                Trigger.FLIPPED,
                operation=(
                    Note(
                        Kept(
                            replace(MONSTERS, can=Can.CAN_GO_TO_DECK),
                            Fact.BATTLE_DESTROYED,
                            Comparison.EQUAL,
                            0,
                        )
                    ),
                    *_SHUFFLE_IN,
                    Then(),
                    Note(
                        Top(_shuffled_in(Context.OPPONENT), Who.OPPONENT, _DECK_MONSTERS),
                        second=True,
                    ),
                    Note(Top(_shuffled_in(Context.ME), Who.ME, _DECK_MONSTERS)),
                    *_both_summon(DOWN),
                    Send(Kept(CHOSEN, *_IN_DECK), Place.GRAVEYARD),
                    Send(Kept(CHOSEN_SECOND, *_IN_DECK), Place.GRAVEYARD),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=79575620,
        name="Injection Fairy Lily",
        effects=(
            _during_damage_calculation(
                where=(Place.MONSTER_ZONE,),
                condition=Any(IT_ATTACKS, _IT_IS_ATTACKED),
                limit=Limit.CARD_PER_BATTLE,
                cost=(PayLP(2000),),
                operation=(Linger(THIS, "gain", 3000),),
            ),
            lingering("gain", Continuous.ADD_ATK, UNTIL_GONE | Until.DAMAGE_CALCULATION_ENDS),
        ),
    ),
    CardDefinition(
        passcode=82301904,
        name="Chaos Emperor Dragon - Envoy of the End",
        cannot_be_special_summoned=True,
        effects=(
            banishes_light_and_dark(),
            ignition(
                limit=Limit.CARD_PER_TURN,
                requires=is_equal(Value(Context.MY_ACTIVATIONS), 0),
                cost=(PayLP(1000), LingerOnPlayers("nothing else")),
                operation=(
                    Note(Cards(where=(Place.HAND, *ON_FIELD))),
                    Send(CHOSEN, Place.GRAVEYARD),
                    If(
                        Exists(_SENT_TO_OPPONENTS_GRAVEYARD),
                        (Then(), Damage(Times(300, Count(_SENT_TO_OPPONENTS_GRAVEYARD)))),
                    ),
                ),
            ),
            lingering(
                "nothing else", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME
            ),
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
