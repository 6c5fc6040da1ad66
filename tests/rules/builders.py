"""Positions for tests in few words, and moves by the name of a card.

Cards are stand-ins with printed values of the test's choice, so that nothing depends on the
catalogue.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.effects.model import CardDefinition
from ygosim.enums import CardType, EventKind, LinkMarker, MoveKind, Phase, Place
from ygosim.enums import Position as Lie
from ygosim.position import CardReference, PlacedCard, PlayerPosition, Position
from ygosim.records import Event, Move, RefusalText
from ygosim.rules import FORMATS, Rules
from ygosim.template import Limits

ALL_FORMATS = tuple(FORMATS)
CHAIN_FORMATS = tuple(name for name in FORMATS if name != "rush")

ATTACK = Lie.FACE_UP_ATTACK
DEFENCE = Lie.FACE_UP_DEFENCE
SET = Lie.FACE_DOWN_DEFENCE
HIDDEN_ATTACK = Lie.FACE_DOWN_ATTACK


def passcode(name: str) -> int:
    """A passcode of its own for each name."""
    return zlib.crc32(name.encode())


def monster(
    name: str = "Soldier",
    *,
    level: int = 4,
    atk: int = 1000,
    def_: int = 1000,
    type: CardType = CardType.NORMAL,
) -> Card:
    """A monster without effect."""
    return Card(passcode(name), name, CardType.MONSTER | type, level=level, atk=atk, def_=def_)


def link(name: str = "Link", *, atk: int = 1000) -> Card:
    """A Link Monster: it has no DEF and no defence position."""
    return Card(
        passcode(name),
        name,
        CardType.MONSTER | CardType.LINK,
        level=1,
        atk=atk,
        link_markers=LinkMarker.BOTTOM,
    )


def spell(name: str = "Spell", type: CardType = CardType(0)) -> Card:
    """A Spell, played blank."""
    return Card(passcode(name), name, CardType.SPELL | type)


def field_spell(name: str = "Field") -> Card:
    """A Field Spell, played blank."""
    return spell(name, CardType.FIELD)


def trap(name: str = "Trap") -> Card:
    """A Trap, played blank."""
    return Card(passcode(name), name, CardType.TRAP)


def soldiers(count: int, *, level: int = 4) -> list[Card]:
    """So many monsters with names of their own: "Soldier 1", …"""
    return [monster(f"Soldier {number}", level=level) for number in range(1, count + 1)]


def lying(card: CardReference, lie: Lie, **marks: Any) -> PlacedCard:
    """A card on the field with its position and marks."""
    return PlacedCard(card, lie, **marks)


def side(
    *,
    hand: Sequence[CardReference] = (),
    monsters: Mapping[int, Any] | Sequence[Any] = (),
    spells_traps: Mapping[int, Any] | Sequence[Any] = (),
    deck: Sequence[CardReference] | int = 10,
    **more: Any,
) -> PlayerPosition:
    """One player; lists of monsters, Spells and Traps fill the zones from 1 (zone 0 last).

    A deck given as a number is of so many weak monsters.
    """

    def zones(cards: Mapping[int, Any] | Sequence[Any]) -> Mapping[int, Any]:
        if isinstance(cards, Mapping):
            return cards
        return dict(zip((1, 2, 3, 4, 0), cards, strict=False))

    if isinstance(deck, int):
        deck = [monster("Filler", atk=100, def_=100)] * deck
    return PlayerPosition(
        hand=hand,
        monsters=zones(monsters),
        spells_traps=zones(spells_traps),
        deck=deck,
        **more,
    )


def position(
    first: PlayerPosition | None = None,
    second: PlayerPosition | None = None,
    rules: Rules | str = "mr5",
    **facts: Any,
) -> Position:
    """A position of the two players; what is not said is turn 2, Main Phase 1, player 0."""
    rules = Rules.named(rules) if isinstance(rules, str) else rules
    return Position(rules=rules, players=(first or side(), second or side()), **facts)


def duel(
    first: PlayerPosition | None = None,
    second: PlayerPosition | None = None,
    rules: Rules | str = "mr5",
    *,
    limits: Limits | None = None,
    definitions: Mapping[int, CardDefinition] | None = None,
    **facts: Any,
) -> Duel:
    """A duel that goes on from `position(…)`; Spells and Traps are played blank.

    `definitions` gives stand-ins effects, by passcode.
    """
    return Duel.from_position(
        position(first, second, rules, **facts),
        unsupported="blank",
        limits=limits,
        definitions=definitions,
    )


def battle(
    first: PlayerPosition | None = None,
    second: PlayerPosition | None = None,
    rules: Rules | str = "mr5",
    **facts: Any,
) -> Duel:
    """The same in the Battle Phase of player 0."""
    return duel(first, second, rules, phase=Phase.BATTLE, **facts)


def take(
    duel: Duel, kind: MoveKind, card: str | int | None = None, *, slot: int = 0
) -> tuple[Event, ...]:
    """Take a move by its kind and the name of its card."""
    return duel.apply(duel.move(kind, card, slot=slot))


def summon(duel: Duel, card: str, *tributes: str, zone: int | None = None) -> None:
    """Normal Summon a monster with Tributes, to a zone: the lowest, unless given."""
    _to_field(duel, MoveKind.NORMAL_SUMMON, card, tributes, zone)


def set_monster(duel: Duel, card: str, *tributes: str, zone: int | None = None) -> None:
    """Set a monster, likewise."""
    _to_field(duel, MoveKind.SET_MONSTER, card, tributes, zone)


def _to_field(
    duel: Duel, kind: MoveKind, card: str, tributes: Sequence[str], zone: int | None
) -> None:
    take(duel, kind, card)
    for tribute in tributes:
        take(duel, MoveKind.CHOOSE_TRIBUTE, tribute)
    place(duel, zone)


def place(duel: Duel, zone: int | None = None) -> None:
    """Answer the question for a zone: the lowest, unless given; one zone is no question."""
    offered = [move.slot for move in duel.legal() if move.kind is MoveKind.CHOOSE_ZONE]
    if offered:
        take(duel, MoveKind.CHOOSE_ZONE, slot=offered[0] if zone is None else zone)


def attack(duel: Duel, attacker: str, target: str | None = None) -> tuple[Event, ...]:
    """Attack a monster; without a target, or with the only one there, nothing is asked."""
    events = take(duel, MoveKind.ATTACK, attacker)
    if target is not None:
        events += take(duel, MoveKind.CHOOSE_TARGET, target)
    return events


def end_turn(duel: Duel) -> tuple[Event, ...]:
    """End the turn."""
    return take(duel, MoveKind.END_TURN)


def may(duel: Duel, kind: MoveKind) -> list[str]:
    """The names of the cards that a kind of move is legal with, [""] if it is about none."""
    return [move.name for move in duel.legal() if move.kind is kind]


def kinds(duel: Duel) -> set[MoveKind]:
    """The kinds of the legal moves."""
    return {move.kind for move in duel.legal()}


def refusal(
    duel: Duel, kind: MoveKind, card: str | int | None = None, *, slot: int = 0
) -> RefusalText:
    """Why a move is refused; it is."""
    move = duel.move(kind, card, slot=slot)
    answer = duel.why_not(move)
    assert answer is not None, f"{move} is legal"
    return answer


def number(duel: Duel, name: str) -> int:
    """The number of the first card of that name."""
    for player in (0, 1):
        for where in Place:
            for view in duel.cards(player, where):
                if view.name == name:
                    return view.number
    raise LookupError(name)


def move_of(duel: Duel, kind: MoveKind, name: str) -> Move:
    """A move with the first card of that name, wherever it is."""
    return duel.move(kind, number(duel, name))


def names(duel: Duel, player: int, where: Place) -> list[str]:
    """The names of a player's cards in a place, by slot."""
    return [view.name for view in duel.cards(player, where)]


def on_field(duel: Duel, player: int) -> dict[int, tuple[str, Lie]]:
    """A player's monsters by zone, and how they lie."""
    return {
        view.slot: (view.name, view.position) for view in duel.cards(player, Place.MONSTER_ZONE)
    }


def happened(events: Sequence[Event], kind: EventKind) -> list[Event]:
    """The events of a kind."""
    return [event for event in events if event.kind is kind]


def phases(events: Sequence[Event]) -> list[Phase]:
    """The phases that began, in order."""
    return [Phase(event.value) for event in happened(events, EventKind.PHASE_STARTED)]
