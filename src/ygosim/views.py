"""What a duel looks like: its cards as values, its board as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ygosim.cards.card import Card
from ygosim.enums import CounterKind, DecisionKind, EndCause, Phase, Place, Position
from ygosim.records import END_WORDS, PHASE_WORDS
from ygosim.rules import Rules

__all__ = ["Board", "CardView", "board_text"]

COUNTER_WORDS = {CounterKind.TURNS: "turns", CounterKind.SPELL_COUNTER: "Spell Counters"}
"""The counters of a card in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """One card of a duel as it stands.

    `number` is its number in the duel; `atk` and `def_` are current in a monster zone,
    printed elsewhere ("?" is 0).  `negated` says whether its effects are, `counters` how many of
    which kind it bears, `host` the name of the monster that it is equipped to or holds on to.
    """

    number: int
    card: Card
    owner: int
    controller: int
    place: Place
    slot: int
    position: Position
    atk: int
    def_: int
    negated: bool = False
    counters: tuple[tuple[CounterKind, int], ...] = ()
    host: str | None = None

    @property
    def name(self) -> str:
        """The card's name."""
        return self.card.name

    @property
    def face_up(self) -> bool:
        """Whether its face is up."""
        return self.position in (Position.FACE_UP_ATTACK, Position.FACE_UP_DEFENCE)

    def __str__(self) -> str:
        if self.place is Place.MONSTER_ZONE:
            lies = {
                Position.FACE_UP_ATTACK: "attack",
                Position.FACE_DOWN_ATTACK: "face-down attack",
                Position.FACE_UP_DEFENCE: "defence",
                Position.FACE_DOWN_DEFENCE: "Set",
            }[self.position]
            said = [f"{self.atk}/{self.def_}", lies, *self._marks()]
        elif self.place is Place.SPELL_TRAP_ZONE and not self.face_up:
            said = ["Set"]
        else:
            said = self._marks()
        return f"{self.name} ({', '.join(said)})" if said else self.name

    def _marks(self) -> list[str]:
        marks = [f"on {self.host}"] if self.host is not None else []
        for kind, count in self.counters:
            marks.append(f"{COUNTER_WORDS[kind]}: {count}")
        return marks + ["negated"] * self.negated


class Board(Protocol):
    """What of a duel is needed to draw it."""

    @property
    def rules(self) -> Rules: ...
    @property
    def turn(self) -> int: ...
    @property
    def turn_player(self) -> int: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def lp(self) -> tuple[int, int]: ...
    @property
    def over(self) -> bool: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def end_cause(self) -> EndCause: ...
    @property
    def player(self) -> int | None: ...
    @property
    def decision(self) -> DecisionKind: ...
    def cards(self, player: int, place: Place) -> tuple[CardView, ...]: ...


def board_text(duel: Board, *, seen_by: int | None = None) -> str:
    """The whole position for people: both hands, decks as counts.

    `seen_by` a player, only what that player may know of it (INFO-1).
    """
    lines = [
        f"turn {duel.turn}, player {duel.turn_player}, {PHASE_WORDS[duel.phase]} "
        f"({duel.rules.name})"
    ]
    for player in (1, 0):
        lines += _player_lines(duel, player, hidden=seen_by not in (None, player))
    if duel.over:
        winner = {None: "no winner", 2: "a draw"}.get(duel.winner, f"player {duel.winner} wins")
        lines.append(f"over: {winner}, {END_WORDS[duel.end_cause]}")
    else:
        decision = duel.decision.name.lower().replace("_", " ")
        lines.append(f"player {duel.player} decides: {decision}")
    return "\n".join(lines)


def _player_lines(duel: Board, player: int, *, hidden: bool) -> list[str]:
    counts = {place: len(duel.cards(player, place)) for place in Place}
    lines = [
        f"player {player}: {duel.lp[player]} LP, deck {counts[Place.DECK]}, "
        f"extra deck {counts[Place.EXTRA_DECK]}, GY {counts[Place.GRAVEYARD]}, "
        f"banished {counts[Place.BANISHED]}"
    ]
    for label, place in (
        ("monsters", Place.MONSTER_ZONE),
        ("spells & traps", Place.SPELL_TRAP_ZONE),
    ):
        cards = duel.cards(player, place)
        if cards:
            said = (
                f"{view.slot} {'face-down' if hidden and not view.face_up else view}"
                for view in cards
            )
            lines.append(f"  {label}: " + ", ".join(said))
    hand = ", ".join(str(view) for view in duel.cards(player, Place.HAND)) or "-"
    lines.append(f"  hand: {counts[Place.HAND] if hidden else hand}")
    return lines
