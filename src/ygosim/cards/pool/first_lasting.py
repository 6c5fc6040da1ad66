"""Cards of the first pool whose effects hold for all, wait in the GY, or last for turns."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    DEFENCE,
    FACE_UP,
    MY_GRAVEYARD_MONSTERS,
    ON_FIELD,
    OPPONENTS_EVENT,
    SPIRIT_RETURNS,
    UNTIL_GONE,
    USED_FLAG,
    activation,
    continuous,
    has_property,
    is_equal,
    lingering,
    phase_trigger,
    reaction,
    trigger,
)
from ygosim.effects.model import (
    CHOSEN,
    DONE,
    EVENT_OTHER,
    REMEMBERED,
    TARGETS,
    THIS,
    All,
    Any,
    Ask,
    AtLeast,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Compare,
    Destroy,
    Difference,
    Draw,
    Each,
    Effect,
    EndLingering,
    Exists,
    FactOf,
    HasFlag,
    If,
    IfDone,
    Linger,
    LingeredOn,
    LingeringValue,
    LingerOnPlayers,
    Not,
    Note,
    Option,
    PayIfAble,
    PayLP,
    RandomCards,
    Remember,
    Send,
    Shuffle,
    SkipPhases,
    SpecialSummon,
    Target,
    Together,
    Token,
    Tokens,
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

__all__ = ["FIRST_LASTING"]

_SPELL_TRAP_ZONE = (Place.SPELL_TRAP_ZONE,)
_IN_GRAVEYARD_THIS_TURN = lingering("sent", Continuous.FLAG, Until.LEAVES | Until.END_OF_TURN)
_SHEEP = Token(
    passcode=73915052,
    name="Sheep Token",
    attribute=Attribute.EARTH,
    monster_type=MonsterType.BEAST,
    level=1,
)
_HELIOS = Cards(
    where=(Place.HAND, Place.DECK),
    whose=Who.ME,
    named="Helios - The Primordial Sun",
    can=Can.CAN_BE_SUMMONED,
)
_BEASTS_ON_FIELD = Cards(
    where=(Place.MONSTER_ZONE,),
    whose=Who.ME,
    monster_type=MonsterType.BEAST | MonsterType.BEAST_WARRIOR | MonsterType.WINGED_BEAST,
    face_up=True,
    can=Can.CAN_PAY_TO_GRAVEYARD,
)
_BEASTS = Together(_BEASTS_ON_FIELD, replace(_BEASTS_ON_FIELD, where=(Place.HAND,), face_up=None))
_ANY_SUMMON = 1 | 2 | 4  # Normal, Flip, Special, as bits


def _sends_from_deck(kind: CardType) -> Option:
    """My opponent sends a card of a type from the Deck to the GY, if there is one."""
    cards = Cards(where=(Place.DECK,), whose=Who.OPPONENT, type=kind)
    return Option(
        operation=(
            If(
                Exists(cards),
                (
                    Choose(cards, by=Who.OPPONENT),
                    Send(CHOSEN, Place.GRAVEYARD),
                    Shuffle(Who.OPPONENT),
                ),
            ),
        )
    )


_NOT_NOW_FLAG = 2


def _in_my(phase: Phase) -> All:
    """Whether it is that phase of my turn."""
    return All(
        is_equal(Value(Context.TURN_PLAYER), Value(Context.ME)),
        is_equal(Value(Context.PHASE), int(phase)),
    )


def _for_turns(name: str, turns: int) -> Effect:
    """A flag of a card in the GY that it has until so many turns have ended."""
    return replace(lingering(name, Continuous.FLAG, Until.LEAVES | Until.END_OF_TURN), turns=turns)


_MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)

FIRST_LASTING = (
    CardDefinition(
        passcode=3136426,
        name="Level Limit - Area B",
        effects=(
            activation(),
            # RULING: their players may still change them to Attack Position, which uses that change
            # up and comes to nothing (former official ruling; seen in the independent engine).
            has_property(
                Property.LIES_IN_DEFENCE,
                where=_SPELL_TRAP_ZONE,
                works=Works.ON_CARDS,
                on=replace(FACE_UP, min_level=4),
            ),
        ),
    ),
    CardDefinition(
        passcode=41482598,
        name="Mirage of Nightmare",
        effects=(
            activation(),
            phase_trigger(
                Trigger.STANDBY_PHASE,
                where=Place.SPELL_TRAP_ZONE,
                turn=Who.OPPONENT,
                limit=Limit.CARD_PER_TURN,
                condition=Compare(Value(Context.MY_HAND), Comparison.LESS, 4),
                operation=(
                    IfDone(
                        Draw(Difference(4, Value(Context.MY_HAND))),
                        (Linger(THIS, "drew", DONE),),
                    ),
                ),
            ),
            phase_trigger(
                Trigger.STANDBY_PHASE,
                where=Place.SPELL_TRAP_ZONE,
                turn=Who.ME,
                limit=Limit.CARD_PER_TURN,
                condition=Exists(LingeredOn("drew")),
                cost=(Remember(LingeringValue("drew")), EndLingering("drew")),
                operation=(
                    Send(
                        RandomCards(_MY_HAND, REMEMBERED),
                        Place.GRAVEYARD,
                        Reason.EFFECT_DISCARD,
                    ),
                ),
            ),
            lingering("drew", Continuous.FLAG, UNTIL_GONE),
        ),
    ),
    CardDefinition(
        passcode=95308449,
        name="Final Countdown",
        effects=(
            activation(cost=(PayLP(2000),), operation=(LingerOnPlayers("countdown"),)),
            replace(
                lingering("countdown", Continuous.WINS, Until.END_OF_TURN, works=Works.ON_ME),
                turns=20,
            ),
        ),
    ),
    CardDefinition(
        passcode=82732705,
        name="Skill Drain",
        effects=(
            activation(cost=(PayLP(1000),)),
            has_property(
                Property.NEGATED,
                where=_SPELL_TRAP_ZONE,
                works=Works.ON_CARDS,
                on=replace(FACE_UP, type=CardType.EFFECT),
            ),
        ),
    ),
    CardDefinition(
        passcode=61740673,
        name="Imperial Order",
        effects=(
            activation(),
            has_property(
                Property.NEGATED,
                negates_what_left=True,
                where=_SPELL_TRAP_ZONE,
                works=Works.ON_CARDS,
                on=Cards(where=_SPELL_TRAP_ZONE, type=CardType.SPELL, face_up=True),
            ),
            reaction(
                Trigger.STANDBY_PHASE,
                (PayIfAble(700), If(is_equal(DONE, 0), (Destroy(THIS),))),
                where=_SPELL_TRAP_ZONE,
                limit=Limit.CARD_PER_TURN,
            ),
        ),
    ),
    CardDefinition(
        passcode=30241314,
        name="Macro Cosmos",
        effects=(
            activation(
                operation=(
                    Ask(
                        (Choose(_HELIOS), SpecialSummon(CHOSEN), Shuffle()),
                        condition=All(
                            Exists(_HELIOS),
                            AtLeast(Value(Context.MY_FREE_ZONES), 1),
                            AtLeast(Value(Context.I_CAN_SPECIAL_SUMMON), 1),
                        ),
                    ),
                ),
            ),
            continuous(
                Continuous.INSTEAD_OF_GRAVEYARD,
                int(Place.BANISHED),
                where=_SPELL_TRAP_ZONE,
                works=Works.ON_BOTH,
            ),
        ),
    ),
    CardDefinition(
        passcode=37576645,
        name="Reckless Greed",
        effects=(activation(operation=(Draw(2), SkipPhases(Phase.DRAW, 2))),),
    ),
    CardDefinition(
        passcode=24221739,
        name="Protector of the Sanctuary",
        effects=(
            replace(
                continuous(Continuous.CANNOT_DRAW, works=Works.ON_OPPONENT),
                condition=Compare(Value(Context.PHASE), Comparison.NOT_EQUAL, int(Phase.DRAW)),
            ),
        ),
    ),
    CardDefinition(
        passcode=73915051,
        name="Scapegoat",
        effects=(
            activation(
                requires=All(
                    is_equal(Value(Context.MY_SUMMONS), 0),
                    AtLeast(Value(Context.MY_FREE_ZONES), 4),
                    AtLeast(Value(Context.I_CAN_SPECIAL_SUMMON), 1),
                ),
                cost=(LingerOnPlayers("no other summons"),),
                operation=(
                    If(
                        AtLeast(Value(Context.MY_FREE_ZONES), 4),
                        (
                            Note(Tokens(_SHEEP, 4)),
                            SpecialSummon(CHOSEN, DEFENCE),
                            Linger(CHOSEN, "no tribute"),
                        ),
                    ),
                ),
            ),
            lingering(
                "no other summons",
                Continuous.CANNOT_SUMMON,
                Until.END_OF_TURN,
                _ANY_SUMMON,
                works=Works.ON_ME,
            ),
            lingering(
                "no tribute", Continuous.PROPERTY, Until.LEAVES, Property.NO_TRIBUTE_FOR_SUMMON
            ),
        ),
    ),
    CardDefinition(
        passcode=8131171,
        name="Sinister Serpent",
        effects=(
            phase_trigger(
                Trigger.STANDBY_PHASE,
                where=Place.GRAVEYARD,
                optional=True,
                turn=Who.ME,
                limit=Limit.NAME_PER_TURN,
                operation=(Send(THIS, Place.HAND), LingerOnPlayers("banished later")),
            ),
            lingering(
                "banished later",
                Continuous.LATER,
                Until.DONE,
                works=Works.ON_ME,
                trigger=Trigger.END_PHASE,
                turn=Who.OPPONENT,
                operation=(
                    Choose(
                        replace(
                            MY_GRAVEYARD_MONSTERS,
                            named="Sinister Serpent",
                            can=Can.CAN_BE_BANISHED,
                        )
                    ),
                    Send(CHOSEN, Place.BANISHED),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=40737112,
        name="Dark Magician of Chaos",
        effects=(
            *(
                reaction(event, (Linger(THIS, "summoned", USED_FLAG),), works_when_negated=True)
                for event in (Trigger.NORMAL_SUMMONED, Trigger.SPECIAL_SUMMONED)
            ),
            lingering("summoned", Continuous.FLAG, UNTIL_GONE | Until.END_OF_TURN),
            phase_trigger(
                Trigger.END_PHASE,
                optional=True,
                limit=Limit.NAME_PER_TURN,
                condition=HasFlag(USED_FLAG),
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
            trigger(
                Trigger.BATTLED,
                condition=is_equal(FactOf(EVENT_OTHER, Fact.BATTLE_DESTROYED), 1),
                operation=(Send(EVENT_OTHER, Place.BANISHED),),
            ),
            has_property(Property.BANISHED_WHEN_LEAVING, works_when_negated=True),
        ),
    ),
    CardDefinition(
        passcode=47355498,
        name="Necrovalley",
        effects=(
            activation(),
            *(
                continuous(
                    does,
                    500,
                    where=_SPELL_TRAP_ZONE,
                    works=Works.ON_CARDS,
                    on=replace(FACE_UP, name_has="Gravekeeper's"),
                )
                for does in (Continuous.ADD_ATK, Continuous.ADD_DEF)
            ),
            # No effect that is played changes Types or Attributes in a GY.
            *(
                continuous(does, where=_SPELL_TRAP_ZONE, works=Works.ON_BOTH)
                for does in (
                    Continuous.CANNOT_BANISH_FROM_GRAVEYARD,
                    Continuous.GRAVEYARD_STAYS,
                )
            ),
        ),
    ),
    CardDefinition(
        passcode=77121851,
        name="Manticore of Darkness",
        effects=(
            # What it waits for in the GY is noted though it was negated on the field.
            reaction(
                Trigger.SENT_TO_GRAVE,
                (Linger(THIS, "sent", USED_FLAG),),
                works_when_negated=True,
            ),
            phase_trigger(
                Trigger.END_PHASE,
                where=Place.GRAVEYARD,
                optional=True,
                condition=HasFlag(USED_FLAG),
                requires=All(
                    AtLeast(Value(Context.I_CAN_SPECIAL_SUMMON), 1),
                    Any(
                        All(AtLeast(Value(Context.MY_FREE_ZONES), 1), Exists(_BEASTS)),
                        Exists(_BEASTS_ON_FIELD),
                    ),
                ),
                cost=(
                    If(
                        AtLeast(Value(Context.MY_FREE_ZONES), 1),
                        (Choose(_BEASTS),),
                        (Choose(_BEASTS_ON_FIELD),),
                    ),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST),
                ),
                # Not a need: what is sent may free the zone.
                operation=(If(AtLeast(Value(Context.MY_FREE_ZONES), 1), (SpecialSummon(THIS),)),),
            ),
            _IN_GRAVEYARD_THIS_TURN,
        ),
    ),
    CardDefinition(
        passcode=43586926,
        name="Twin-Headed Behemoth",
        effects=(
            reaction(
                Trigger.DESTROYED,
                (Linger(THIS, "sent", USED_FLAG),),
                condition=Any(
                    *(is_equal(Value(Context.EVENT_FROM_PLACE), int(place)) for place in ON_FIELD)
                ),
                works_when_negated=True,
            ),
            phase_trigger(
                Trigger.END_PHASE,
                where=Place.GRAVEYARD,
                optional=True,
                limit=Limit.NAME_PER_DUEL,
                condition=HasFlag(USED_FLAG),
                operation=(
                    Note(THIS),
                    SpecialSummon(CHOSEN),
                    If(
                        AtLeast(DONE, 1),
                        (Linger(CHOSEN, "weak ATK", 1000), Linger(CHOSEN, "weak DEF", 1000)),
                    ),
                ),
            ),
            _IN_GRAVEYARD_THIS_TURN,
            # RULING: until it is negated, as an effect of its own (seen in the independent engine).
            lingering("weak ATK", Continuous.FIX_ATK, UNTIL_GONE | Until.NEGATED),
            lingering("weak DEF", Continuous.FIX_DEF, UNTIL_GONE | Until.NEGATED),
        ),
    ),
    CardDefinition(
        passcode=3078576,
        name="Yata-Garasu",
        cannot_be_special_summoned=True,
        effects=(
            *SPIRIT_RETURNS,
            trigger(
                Trigger.BATTLE_DAMAGE,
                condition=OPPONENTS_EVENT,
                operation=(SkipPhases(Phase.DRAW, 1, Who.OPPONENT),),
            ),
        ),
    ),
    CardDefinition(
        passcode=53839837,
        name="Vampire Lord",
        effects=(
            trigger(
                Trigger.BATTLE_DAMAGE,
                condition=OPPONENTS_EVENT,
                one_of=Each(
                    tuple(map(_sends_from_deck, (CardType.MONSTER, CardType.SPELL, CardType.TRAP)))
                ),
            ),
            # The next own Standby Phase and no other, whatever comes of it: this turn's only if it
            # is still to come.
            reaction(
                Trigger.SENT_TO_GRAVE,
                (
                    If(
                        _in_my(Phase.DRAW),
                        (Linger(THIS, "rises this turn", USED_FLAG),),
                        (
                            Linger(THIS, "rises", USED_FLAG),
                            If(
                                _in_my(Phase.STANDBY),
                                (Linger(THIS, "not yet", _NOT_NOW_FLAG),),
                            ),
                        ),
                    ),
                ),
                condition=All(
                    OPPONENTS_EVENT,
                    is_equal(Value(Context.EVENT_FROM_PLAYER), Value(Context.ME)),
                    is_equal(Value(Context.EVENT_REASON), int(Reason.EFFECT_DESTRUCTION)),
                ),
                works_when_negated=True,
            ),
            phase_trigger(
                Trigger.STANDBY_PHASE,
                where=Place.GRAVEYARD,
                turn=Who.ME,
                limit=Limit.CARD_PER_TURN,
                condition=All(HasFlag(USED_FLAG), Not(HasFlag(_NOT_NOW_FLAG))),
                operation=(SpecialSummon(THIS),),
            ),
            _for_turns("rises this turn", 1),
            _for_turns("rises", 3),
            _for_turns("not yet", 1),
        ),
    ),
)
