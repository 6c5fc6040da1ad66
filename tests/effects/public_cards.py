"""Cards of different shapes, lowered by hand from what their public scripts do.

They show what the model can say.  They are not in the pool: no recorded duel has held them
against an independent engine yet.  Each says in our words what it does.
"""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    MONSTERS,
    MY_MONSTERS,
    OPPONENTS_MONSTERS,
    UNTIL_GONE,
    activation,
    continuous,
    equip_activation,
    equip_adds,
    has_property,
    ignition,
    lingering,
    phase_trigger,
    reaction,
    trigger,
)
from ygosim.effects.model import (
    ANSWERED,
    ATTACK_TARGET,
    ATTACKER,
    CHOSEN,
    DONE,
    HELD,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Any,
    AtLeast,
    CardDefinition,
    Cards,
    Choose,
    Compare,
    Destroy,
    Draw,
    Effect,
    Exists,
    FactOf,
    Half,
    If,
    IfDone,
    Kept,
    Linger,
    Not,
    PayLP,
    PlaceCounters,
    RemoveCounters,
    Reveal,
    RollDie,
    Send,
    Shuffle,
    SpecialSummon,
    Target,
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
    Property,
    Reason,
    Trigger,
    Until,
)

__all__ = ["CARDS"]

_THIS_TURN = UNTIL_GONE | Until.END_OF_TURN
_FACE_UP = replace(MONSTERS, face_up=True)
_IN_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
_FREE_ZONE = AtLeast(Value(Context.MY_FREE_ZONES), 1)
_SPELL_COUNTERS = FactOf(THIS, Fact.COUNTERS, CounterKind.SPELL_COUNTER)


def _is(left: object, right: object) -> Compare:
    return Compare(left, Comparison.EQUAL, right)  # type: ignore[arg-type]


def _less(left: Context, right: Context) -> Compare:
    return Compare(Value(left), Comparison.LESS, Value(right))


_IN_A_MAIN_PHASE = Any(
    _is(Value(Context.PHASE), int(Phase.MAIN_1)), _is(Value(Context.PHASE), int(Phase.MAIN_2))
)

# From the hand in the opponent's Main Phase: it goes to the GY as the cost; a face-up monster
# of the opponent has no effects until the end of the turn.
EFFECT_VEILER = CardDefinition(
    passcode=97268402,
    name="Effect Veiler",
    effects=(
        Effect(
            kind=EffectKind.QUICK,
            optional=True,
            where=(Place.HAND,),
            turn=Who.OPPONENT,
            condition=_IN_A_MAIN_PHASE,
            cost=(Send(THIS, Place.GRAVEYARD, Reason.COST),),
            targets=(Target(replace(OPPONENTS_MONSTERS, face_up=True)),),
            operation=(Linger(Kept(TARGETS, Fact.IS_FACE_UP, Comparison.EQUAL, 1), "no effects"),),
        ),
        lingering("no effects", Continuous.PROPERTY, _THIS_TURN, Property.NEGATED),
    ),
)

# Answers the activation of a Trap at spell speed 3: 1000 LP, negated and destroyed.
SEVEN_TOOLS = CardDefinition(
    passcode=3819470,
    name="Seven Tools of the Bandit",
    effects=(
        activation(
            trigger=Trigger.CHAIN_LINK,
            condition=All(
                _is(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION)),
                Compare(Value(Context.ANSWERED_TYPE), Comparison.HAS_BITS, int(CardType.TRAP)),
            ),
            cost=(PayLP(1000),),
            operation=(IfDone(ActivationNegated(), (Destroy(ANSWERED),)),),
        ),
    ),
)

# A search: a Warrior of Level 4 or less goes from the Deck to the hand, and is shown.
REINFORCEMENT = CardDefinition(
    passcode=32807846,
    name="Reinforcement of the Army",
    effects=(
        activation(
            operation=(
                Choose(
                    Cards(
                        where=(Place.DECK,),
                        whose=Who.ME,
                        type=CardType.MONSTER,
                        monster_type=MonsterType.WARRIOR,
                        max_level=4,
                    )
                ),
                Send(CHOSEN, Place.HAND),
                Reveal(CHOSEN),
                Shuffle(Who.ME),
            )
        ),
    ),
)

# Out of the GY in the own Standby Phase, once a turn, if I have no Spell, no Trap and no other
# one of its name on the field.
TREEBORN_FROG = CardDefinition(
    passcode=12538374,
    name="Treeborn Frog",
    effects=(
        phase_trigger(
            Trigger.STANDBY_PHASE,
            where=Place.GRAVEYARD,
            optional=True,
            turn=Who.ME,
            limit=Limit.CARD_PER_TURN,
            condition=All(
                _is(Value(Context.MY_SPELL_TRAP_CARDS), 0),
                Not(Exists(replace(MY_MONSTERS, face_up=True, named="Treeborn Frog"))),
            ),
            requires=_FREE_ZONE,
            operation=(SpecialSummon(THIS),),
        ),
    ),
)

# Flipped, it may return up to two monsters to the hand.
PENGUIN_SOLDIER = CardDefinition(
    passcode=93920745,
    name="Penguin Soldier",
    effects=(
        trigger(
            Trigger.FLIPPED,
            optional=True,
            targets=(Target(MONSTERS, 1, 2),),
            operation=(Send(TARGETS, Place.HAND),),
        ),
    ),
)

# On a monster: twice its original ATK for the player with fewer life points, half of it, rounded
# up, for the one with more; its own ATK when they are equal.
MEGAMORPH = CardDefinition(
    passcode=22046459,
    name="Megamorph",
    effects=(
        equip_activation(),
        replace(
            equip_adds(Continuous.FIX_ATK, Times(2, FactOf(HELD, Fact.ORIGINAL_ATK))),
            condition=_less(Context.MY_LP, Context.OPPONENT_LP),
        ),
        replace(
            equip_adds(Continuous.FIX_ATK, Half(FactOf(HELD, Fact.ORIGINAL_ATK))),
            condition=_less(Context.OPPONENT_LP, Context.MY_LP),
        ),
    ),
)

# A field: EARTH monsters gain 500 ATK and lose 400 DEF.
GAIA_POWER = CardDefinition(
    passcode=56594520,
    name="Gaia Power",
    effects=(
        activation(),
        *(
            continuous(
                does,
                value,
                where=(Place.SPELL_TRAP_ZONE,),
                works=Works.ON_CARDS,
                on=replace(_FACE_UP, attribute=Attribute.EARTH),
            )
            for does, value in ((Continuous.ADD_ATK, 500), (Continuous.ADD_DEF, -400))
        ),
    ),
)

# Each activated Spell that resolves leaves a counter on it, up to three; three pay for a card.
MAGICAL_LIBRARY = CardDefinition(
    passcode=70791313,
    name="Royal Magical Library",
    effects=(
        reaction(
            Trigger.LINK_RESOLVED,
            (PlaceCounters(CounterKind.SPELL_COUNTER),),
            where=(Place.MONSTER_ZONE,),
            condition=All(
                _is(Value(Context.ANSWERED_KIND), int(EffectKind.ACTIVATION)),
                Compare(Value(Context.ANSWERED_TYPE), Comparison.HAS_BITS, int(CardType.SPELL)),
                Compare(_SPELL_COUNTERS, Comparison.LESS, 3),
            ),
        ),
        ignition(cost=(RemoveCounters(CounterKind.SPELL_COUNTER, 3),), operation=(Draw(1),)),
    ),
)

# A die: every monster of mine has 100 times the result more ATK and DEF until the end of the
# turn.
GRACEFUL_DICE = CardDefinition(
    passcode=74137509,
    name="Graceful Dice",
    effects=(
        activation(
            operation=(
                RollDie(),
                Linger(replace(MY_MONSTERS, face_up=True), "more ATK", Times(100, DONE)),
                Linger(replace(MY_MONSTERS, face_up=True), "more DEF", Times(100, DONE)),
            )
        ),
        lingering("more ATK", Continuous.ADD_ATK, _THIS_TURN),
        lingering("more DEF", Continuous.ADD_DEF, _THIS_TURN),
    ),
)


_MY_FIGHTER = Any(
    All(
        _is(FactOf(ATTACKER, Fact.CONTROLLER), Value(Context.ME)),
        Compare(FactOf(ATTACKER, Fact.ATTRIBUTE), Comparison.HAS_BITS, int(Attribute.LIGHT)),
    ),
    All(
        _is(FactOf(ATTACK_TARGET, Fact.CONTROLLER), Value(Context.ME)),
        Compare(FactOf(ATTACK_TARGET, Fact.ATTRIBUTE), Comparison.HAS_BITS, int(Attribute.LIGHT)),
    ),
)

# From the hand when a LIGHT monster of mine battles: it gains the ATK of the one that it
# battles.  On the field it returns to the hand.
HONEST = CardDefinition(
    passcode=37742478,
    name="Honest",
    effects=(
        ignition(operation=(Send(THIS, Place.HAND),)),
        Effect(
            kind=EffectKind.QUICK,
            optional=True,
            where=(Place.HAND,),
            in_damage_step=True,
            in_damage_calculation=True,
            condition=All(Exists(ATTACKER), Exists(ATTACK_TARGET), _MY_FIGHTER),
            cost=(Send(THIS, Place.GRAVEYARD, Reason.COST),),
            operation=(
                If(
                    _is(FactOf(ATTACKER, Fact.CONTROLLER), Value(Context.ME)),
                    (Linger(ATTACKER, "helped", FactOf(ATTACK_TARGET, Fact.ATK)),),
                    (Linger(ATTACK_TARGET, "helped", FactOf(ATTACKER, Fact.ATK)),),
                ),
            ),
        ),
        lingering("helped", Continuous.ADD_ATK, _THIS_TURN),
    ),
)

_DARK = replace(_IN_HAND, type=CardType.MONSTER, attribute=Attribute.DARK)

# Two cards; then a DARK monster of the hand is banished, or the whole hand goes to the GY.
ALLURE = CardDefinition(
    passcode=1475311,
    name="Allure of Darkness",
    effects=(
        activation(
            operation=(
                Draw(2),
                Then(),
                If(
                    Exists(_DARK),
                    (Choose(_DARK), Send(CHOSEN, Place.BANISHED)),
                    (Send(_IN_HAND, Place.GRAVEYARD),),
                ),
            )
        ),
    ),
)

# 1000 LP: face-up monsters on the field have no effects while it lies there.
SKILL_DRAIN = CardDefinition(
    passcode=82732705,
    name="Skill Drain",
    effects=(
        activation(cost=(PayLP(1000),)),
        has_property(
            Property.NEGATED,
            where=(Place.SPELL_TRAP_ZONE,),
            works=Works.ON_CARDS,
            on=_FACE_UP,
        ),
    ),
)

CARDS: tuple[CardDefinition, ...] = (
    EFFECT_VEILER,
    SEVEN_TOOLS,
    REINFORCEMENT,
    TREEBORN_FROG,
    PENGUIN_SOLDIER,
    MEGAMORPH,
    GAIA_POWER,
    MAGICAL_LIBRARY,
    GRACEFUL_DICE,
    HONEST,
    ALLURE,
    SKILL_DRAIN,
)
"""All of them."""
