"""Cards of the first pool by which a player wins the duel in another way (WIN-3)."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    MY_MONSTERS,
    ON_FIELD,
    UP,
    activation,
    continuous,
    is_equal,
    lingering,
    phase_trigger,
    reaction,
)
from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    EVENT_CARDS,
    REMEMBERED,
    THIS,
    All,
    Among,
    Any,
    AtLeast,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Compare,
    Condition,
    Exists,
    FactOf,
    ForceAttack,
    If,
    IfDone,
    Kept,
    LingerOnPlayers,
    PlaceCounters,
    PlaceFaceUp,
    Remember,
    Send,
    Shuffle,
    SpecialSummon,
    Step,
    Then,
    Together,
    Value,
    Who,
    Win,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Context,
    Continuous,
    CounterKind,
    DamageChange,
    Fact,
    Limit,
    Place,
    Trigger,
    Until,
)

__all__ = ["FIRST_WINNING"]

_SPELL_TRAP_ZONE = (Place.SPELL_TRAP_ZONE,)

# Destiny Board -----------------------------------------------------------------------------

_BOARD = "Destiny Board"
_SPIRIT_MESSAGE = 0x1C
_MESSAGES = {
    'Spirit Message "I"': 31893528,
    'Spirit Message "N"': 67287533,
    'Spirit Message "A"': 94772232,
    'Spirit Message "L"': 30170981,
}
"""The passcodes of the messages by name, in their order."""

_MINE_FACE_UP = Cards(where=_SPELL_TRAP_ZONE, whose=Who.ME, face_up=True)
_PLACED = FactOf(THIS, Fact.COUNTERS, int(CounterKind.TURNS))
_LEFT = tuple(place for place in Place if place < Place.MONSTER_ZONE)


def _next_is(number: int, name: str) -> If:
    """If so many messages have been placed, this one is next."""
    return If(
        is_equal(REMEMBERED, number),
        (
            IfDone(
                Choose(Cards(where=(Place.HAND, Place.DECK), whose=Who.ME, named=name)),
                (IfDone(PlaceFaceUp(CHOSEN), (PlaceCounters(CounterKind.TURNS),)), Shuffle()),
            ),
        ),
    )


# RULING: each Board counts the messages that it has placed itself (so the independent engine has
# it): one that comes later begins with "I".
_PLACES_THE_NEXT: tuple[Step, ...] = (
    If(
        AtLeast(Value(Context.MY_FREE_SPELL_TRAP_ZONES), 1),
        (
            Remember(_PLACED),
            *(_next_is(number, name) for number, name in enumerate(_MESSAGES)),
        ),
    ),
)
_SENT_TOGETHER: tuple[Step, ...] = (
    Send(
        Together(
            replace(_MINE_FACE_UP, archetype=_SPIRIT_MESSAGE), replace(_MINE_FACE_UP, named=_BOARD)
        ),
        Place.GRAVEYARD,
    ),
)
_LEFT_MY_FIELD = is_equal(Value(Context.EVENT_FROM_PLAYER), Value(Context.ME))
# RULING: a face-down Board that leaves the field counts too (seen in the independent engine).
_ONE_OF_THEM: Condition = Any(
    Exists(Among(EVENT_CARDS, Cards(where=_LEFT, archetype=_SPIRIT_MESSAGE))),
    Exists(Among(EVENT_CARDS, Cards(where=_LEFT, named=_BOARD))),
)

_DESTINY_BOARD = (
    CardDefinition(
        passcode=94212438,
        name=_BOARD,
        effects=(
            activation(),
            # RULING: which cards lie there is what counts, also while the effects of the Board
            # are negated (so the independent engine has it).
            replace(
                continuous(Continuous.WINS, where=_SPELL_TRAP_ZONE),
                condition=All(*(Exists(replace(_MINE_FACE_UP, named=name)) for name in _MESSAGES)),
            ),
            phase_trigger(
                Trigger.END_PHASE,
                where=Place.SPELL_TRAP_ZONE,
                turn=Who.OPPONENT,
                limit=Limit.CARD_PER_TURN,
                condition=Compare(_PLACED, Comparison.LESS, len(_MESSAGES)),
                operation=_PLACES_THE_NEXT,
            ),
            reaction(
                Trigger.LEFT_FIELD,
                _SENT_TOGETHER,
                where=_SPELL_TRAP_ZONE,
                condition=All(_LEFT_MY_FIELD, _ONE_OF_THEM),
            ),
            reaction(Trigger.LEFT_FIELD, _SENT_TOGETHER, condition=_LEFT_MY_FIELD),
        ),
    ),
    *(
        CardDefinition(passcode=passcode, name=name, cannot_be_set=True)
        for name, passcode in _MESSAGES.items()
    ),
)

# Last Turn ---------------------------------------------------------------------------------

_FIELD_AND_HANDS = Cards(where=(*ON_FIELD, Place.HAND))
_THEIR_MONSTER = Cards(
    where=(Place.DECK,), whose=Who.OPPONENT, type=CardType.MONSTER, can=Can.CAN_BE_SUMMONED
)
_MINE_ALONE = All(
    AtLeast(Value(Context.MY_MONSTERS), 1), is_equal(Value(Context.OPPONENT_MONSTERS), 0)
)
_THEIRS_ALONE = All(
    AtLeast(Value(Context.OPPONENT_MONSTERS), 1), is_equal(Value(Context.MY_MONSTERS), 0)
)

_LAST_TURN = CardDefinition(
    passcode=28566710,
    name="Last Turn",
    effects=(
        activation(
            turn=Who.OPPONENT,
            condition=Compare(Value(Context.MY_LP), Comparison.AT_MOST, 1000),
            # RULING: the other monster comes while the card resolves; the attack follows when the
            # chain has ended, in a Battle Phase of its own (so the independent engine has it; a
            # judges' answer of 2005 has the monster come after the chain, too).
            operation=(
                Choose(MY_MONSTERS, second=True),
                Send(
                    Kept(
                        _FIELD_AND_HANDS,
                        Fact.NUMBER,
                        Comparison.NOT_EQUAL,
                        FactOf(CHOSEN_SECOND, Fact.NUMBER),
                    ),
                    Place.GRAVEYARD,
                ),
                LingerOnPlayers("the last one wins"),
                Then(),
                If(
                    All(
                        AtLeast(Value(Context.OPPONENT_CAN_SPECIAL_SUMMON), 1),
                        AtLeast(Value(Context.OPPONENT_FREE_ZONES), 1),
                    ),
                    (
                        IfDone(
                            Choose(_THEIR_MONSTER, by=Who.OPPONENT),
                            (
                                SpecialSummon(CHOSEN, UP, by=Who.OPPONENT),
                                Shuffle(Who.OPPONENT),
                                LingerOnPlayers("no battle damage"),
                                ForceAttack(CHOSEN, CHOSEN_SECOND),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        lingering(
            "no battle damage",
            Continuous.DAMAGE_CHANGES,
            Until.DAMAGE_STEP_ENDS | Until.END_OF_TURN,
            DamageChange.NO_BATTLE_DAMAGE,
            works=Works.ON_BOTH,
        ),
        lingering(
            "the last one wins",
            Continuous.LATER,
            Until.DONE | Until.END_OF_TURN,
            works=Works.ON_ME,
            trigger=Trigger.END_PHASE,
            operation=(
                If(
                    _MINE_ALONE,
                    (Win(Who.ME),),
                    (If(_THEIRS_ALONE, (Win(Who.OPPONENT),), (Win(Who.ME), Win(Who.OPPONENT))),),
                ),
            ),
        ),
    ),
)

FIRST_WINNING = (*_DESTINY_BOARD, _LAST_TURN)
