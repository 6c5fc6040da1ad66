"""Stand-in cards with effects for tests of rules, and moves with them in few words.

`made` gives a stand-in its effects; `play` and `fight` are positions in which every stand-in
that was made has them.  Names are unique over all tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.builders import duel, monster, place, spell, take, trap
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.effects.model import (
    ANSWERED,
    TARGETS,
    ActivationNegated,
    Can,
    CardDefinition,
    Cards,
    Compare,
    Destroy,
    Effect,
    Equip,
    GainLP,
    IfDone,
    Step,
    SummonNegated,
    TakeControl,
    Target,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Context,
    Continuous,
    DecisionKind,
    EffectKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Trigger,
    Until,
)
from ygosim.position import PlayerPosition
from ygosim.records import Event
from ygosim.rules import Rules

_MADE: dict[int, CardDefinition] = {}

MONSTERS = Cards(where=(Place.MONSTER_ZONE,))
MY_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)
THEIR_MONSTERS = Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT)
MY_HAND = Cards(where=(Place.HAND,), whose=Who.ME)
MY_DECK = Cards(where=(Place.DECK,), whose=Who.ME)
MY_GRAVE = Cards(where=(Place.GRAVEYARD,), whose=Who.ME, type=CardType.MONSTER)
BACK_ROW = Cards(where=(Place.SPELL_TRAP_ZONE,), but_this=True)

ACTIVATE = MoveKind.ACTIVATE
OPEN = (DecisionKind.MAIN_PHASE, DecisionKind.BATTLE_PHASE)


# Cards -----------------------------------------------------------------------------------


def made(card: Card, *effects: Effect, **said: Any) -> Card:
    """The card, played with these effects from now on."""
    definition = CardDefinition(passcode=card.passcode, name=card.name, effects=effects, **said)
    assert _MADE.setdefault(card.passcode, definition) == definition, f"{card.name} is there"
    return card


def creature(name: str, *effects: Effect, **facts: Any) -> Card:
    """An Effect Monster; `type` adds to its type."""
    kind = CardType.EFFECT | facts.pop("type", CardType(0))
    said = {key: facts.pop(key) for key in tuple(facts) if key in _OF_DEFINITION}
    return made(monster(name, type=kind, **facts), *effects, **said)


_OF_DEFINITION = (
    "cannot_be_special_summoned",
    "properly_first",
    "stays",
    "materials",
    "substitute",
)


def magic(name: str, *effects: Effect, type: CardType = CardType(0), **said: Any) -> Card:
    """A Spell: Normal unless said; `said` of its definition."""
    return made(spell(name, type), *effects, **said)


def quick_magic(name: str, *effects: Effect) -> Card:
    """A Quick-Play Spell."""
    return magic(name, *effects, type=CardType.QUICK_PLAY)


def snare(name: str, *effects: Effect, type: CardType = CardType(0)) -> Card:
    """A Trap: Normal unless said."""
    card = trap(name)
    return made(Card(card.passcode, name, card.type | type), *effects)


def counter_snare(name: str, *effects: Effect) -> Card:
    """A Counter Trap."""
    return snare(name, *effects, type=CardType.COUNTER)


# Effects ---------------------------------------------------------------------------------


def used(*operation: Step, **said: Any) -> Effect:
    """The activation of a Spell or Trap."""
    return Effect(kind=EffectKind.ACTIVATION, optional=True, operation=operation, **said)


def ignition(*operation: Step, **said: Any) -> Effect:
    """An effect that is used in the own main phase."""
    said.setdefault("where", (Place.MONSTER_ZONE,))
    return Effect(kind=EffectKind.IGNITION, optional=True, operation=operation, **said)


def quick(*operation: Step, **said: Any) -> Effect:
    """A Quick Effect."""
    said.setdefault("where", (Place.MONSTER_ZONE,))
    said.setdefault("optional", True)
    return Effect(kind=EffectKind.QUICK, operation=operation, **said)


def may_trigger(event: Trigger, *operation: Step, **said: Any) -> Effect:
    """A trigger: "If … you can", of this card unless `where` is said."""
    said.setdefault("about_this", "where" not in said)
    return Effect(
        kind=EffectKind.TRIGGER, trigger=event, optional=True, operation=operation, **said
    )


def must_trigger(event: Trigger, *operation: Step, **said: Any) -> Effect:
    """A mandatory trigger."""
    said.setdefault("about_this", "where" not in said)
    return Effect(kind=EffectKind.TRIGGER, trigger=event, operation=operation, **said)


def holds(does: Continuous, value: Any = 0, **said: Any) -> Effect:
    """A continuous effect, of a monster on the field unless `where` is said."""
    said.setdefault("where", (Place.MONSTER_ZONE,))
    return Effect(kind=EffectKind.CONTINUOUS, does=does, value=value, **said)


def lasts(name: str, does: Continuous, value: Any = 0, **said: Any) -> Effect:
    """A lingering effect: until its card leaves or is turned face-down, unless said."""
    said.setdefault("until", Until.LEAVES | Until.FACE_DOWN)
    return Effect(kind=EffectKind.CONTINUOUS, name=name, does=does, value=value, **said)


def equips(*effects: Effect) -> tuple[Effect, ...]:
    """The activation of an Equip Spell to any face-up monster, and its other effects."""
    target = Target(Cards(where=(Place.MONSTER_ZONE,), face_up=True))
    return (used(Equip(TARGETS), targets=(target,)), *effects)


def on_host(does: Continuous, value: Any) -> Effect:
    """What an Equip Card does to its monster."""
    return holds(does, value, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_HOST)


def equal(left: Any, right: Any) -> Compare:
    """Whether two numbers are equal."""
    return Compare(left, Comparison.EQUAL, right)


def said_by(context: Context) -> Value:
    """A number of the duel."""
    return Value(context)


# Stand-ins that many tests use -----------------------------------------------------------

GAIN = magic("Gain", used(GainLP(100)))
"""A Normal Spell: gain 100 LP."""

QUICK_GAIN = quick_magic("Quick Gain", used(GainLP(10)))
"""A Quick-Play Spell: gain 10 LP."""

TRAP_GAIN = snare("Trap Gain", used(GainLP(1)))
"""A Normal Trap that may be used at any time: gain 1 LP."""

NEGATE = counter_snare(
    "Negate",
    used(
        IfDone(ActivationNegated(), (Destroy(ANSWERED),)),
        trigger=Trigger.CHAIN_LINK,
    ),
)
"""A Counter Trap that negates any activation and destroys the card."""

SUMMON_STOP = counter_snare(
    "Summon Stop",
    used(
        SummonNegated(),
        trigger=Trigger.SUMMON_PENDING,
    ),
)
"""A Counter Trap that negates a summon."""

SNIPE = snare("Snipe", used(Destroy(TARGETS), targets=(Target(MONSTERS),)))
"""A Normal Trap: target a monster; destroy it."""

DUST = quick_magic("Dust", used(Destroy(TARGETS), targets=(Target(BACK_ROW),)))
"""A Quick-Play Spell: target another Spell or Trap; destroy it."""


KILL = magic("Kill It", used(Destroy(TARGETS), targets=(Target(MONSTERS),)))
"""A Normal Spell: target a monster; destroy it."""

TAKE = magic(
    "Take",
    used(
        TakeControl(TARGETS, "mine"),
        targets=(
            Target(
                Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT, can=Can.CAN_CHANGE_CONTROL)
            ),
        ),
        requires=Compare(Value(Context.MY_FREE_ZONES), Comparison.AT_LEAST, 1),
    ),
    lasts("mine", Continuous.CONTROL, until=Until.LEAVES | Until.END_OF_TURN),
)
"""A Normal Spell: take control of a monster until the end of the turn."""

WORKER = creature("Worker", ignition(GainLP(1000)))
"""A monster that gains its user 1000 LP, as often as it is used."""


# Duels -----------------------------------------------------------------------------------


def play(
    first: PlayerPosition | None = None,
    second: PlayerPosition | None = None,
    rules: Rules | str = "mr5",
    **facts: Any,
) -> Duel:
    """A duel that goes on from a position, stand-ins with their effects."""
    return duel(first, second, rules, definitions=_MADE, **facts)


def fight(
    first: PlayerPosition | None = None,
    second: PlayerPosition | None = None,
    rules: Rules | str = "mr5",
    **facts: Any,
) -> Duel:
    """The same in the Battle Phase of player 0."""
    return play(first, second, rules, phase=Phase.BATTLE, **facts)


def usable(game: Duel, player: int | None = None) -> list[str]:
    """The cards whose effects the player who is asked may use now; [] if it is another."""
    if player is not None and game.player != player:
        return []
    return [move.name for move in game.legal() if move.kind is ACTIVATE]


def activate(
    game: Duel, name: str, *chosen: str, effect: int | None = None, zone: int | None = None
) -> tuple[Event, ...]:
    """Use an effect of the card of that name, to a zone, with what is chosen on activation.

    What is the only choice is not asked, and need not be said.
    """
    moves = [
        move
        for move in game.legal()
        if move.kind is ACTIVATE and move.name == name and effect in (None, move.slot)
    ]
    assert moves, f"{name} cannot be used; there is {[str(move) for move in game.legal()]}"
    events = game.apply(moves[0])
    if game.decision is DecisionKind.ZONE:
        before = len(game.log)
        place(game, zone)
        events += game.log[before:]
    for card in chosen:
        if game.decision is DecisionKind.CARD:
            events += choose(game, card)
    return events


def choose(game: Duel, name: str) -> tuple[Event, ...]:
    """Choose the first card of that name that may be chosen."""
    for move in game.legal():
        if move.kind is MoveKind.CHOOSE_CARD and move.name == name:
            return game.apply(move)
    raise AssertionError(f"{name} is no choice; there is {[str(m) for m in game.legal()]}")


def decline(game: Duel) -> tuple[Event, ...]:
    """Answer nothing, once."""
    return take(game, MoveKind.PASS)


def resolve(game: Duel) -> tuple[Event, ...]:
    """Answer nothing in every window until something else is asked."""
    events: tuple[Event, ...] = ()
    while game.decision is DecisionKind.RESPONSE:
        events += decline(game)
    return events


def windows(game: Duel) -> list[tuple[int | None, list[str]]]:
    """Who is asked for responses, and for which, until this chain or window has ended."""
    seen = []
    while game.decision is DecisionKind.RESPONSE:
        seen.append((game.player, usable(game)))
        if chain_ended(decline(game)):
            break
    return seen


def chain_ended(events: Sequence[Event]) -> bool:
    """Whether a chain has resolved to its end."""
    return any(event.kind is EventKind.CHAIN_ENDED for event in events)


def told(events: Sequence[Event], *kinds: EventKind) -> list[tuple[EventKind, str]]:
    """The events of some kinds and their cards, in order."""
    return [(event.kind, event.name) for event in events if event.kind in kinds]


def resolved(events: Sequence[Event]) -> list[str]:
    """The cards whose chain links resolved, in order."""
    return [name for _, name in told(events, EventKind.RESOLVING)]


def atk(game: Duel, name: str) -> int:
    """The ATK of the first monster of that name on the field."""
    for player in (0, 1):
        for view in game.cards(player, Place.MONSTER_ZONE):
            if view.name == name:
                return view.atk
    raise LookupError(name)
