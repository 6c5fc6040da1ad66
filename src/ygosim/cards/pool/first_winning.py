"""Cards of the first pool by which a player wins the duel in another way (WIN-3)."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import activation, continuous, is_equal, phase_trigger, reaction
from ygosim.effects.model import (
    CHOSEN,
    EVENT_CARDS,
    REMEMBERED,
    THIS,
    All,
    Among,
    Any,
    AtLeast,
    CardDefinition,
    Cards,
    Choose,
    Compare,
    Condition,
    Exists,
    FactOf,
    If,
    IfDone,
    PlaceCounters,
    PlaceFaceUp,
    Remember,
    Send,
    Shuffle,
    Step,
    Together,
    Value,
    Who,
)
from ygosim.enums import (
    Comparison,
    Context,
    Continuous,
    CounterKind,
    Fact,
    Limit,
    Place,
    Trigger,
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

FIRST_WINNING = (*_DESTINY_BOARD,)
