"""What our duel asks, and which recorded lines may be about it.

One decision of ours may be several questions there: which monster to attack is asked after
whether to attack directly, and a replay after whether to attack again at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from tests.traces.chance import Events, deck_when_shuffled, is_shuffling, lay_deck
from tests.traces.compare import PHASES, Numbers
from tests.traces.reading import Line
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, EffectKind, MoveKind, Phase
from ygosim.records import DUE, Move

__all__ = ["ANCHORS", "SUBSETS", "Asked"]

ANCHORS = frozenset(("SELECT_IDLECMD", "SELECT_BATTLECMD", "SELECT_CHAIN"))
"""Lines that begin a group; the position is compared there."""

ASKS = {
    "SELECT_IDLECMD": {"MAIN_PHASE"},
    "SELECT_BATTLECMD": {"BATTLE_PHASE"},
    "SELECT_CHAIN": {"RESPONSE", "TRIGGER"},
    "SELECT_EFFECTYN": {"TRIGGER", "RESPONSE", "YES_NO"},
    "SELECT_YESNO": {"YES_NO"},
    "SELECT_OPTION": {"OPTION"},
    "ANNOUNCE_NUMBER": {"OPTION"},
    "ANNOUNCE_RACE": {"OPTION"},
    "ANNOUNCE_ATTRIB": {"OPTION"},
    "SELECT_PLACE": {"ZONE"},
    "SELECT_POSITION": {"POSITION"},
    "SELECT_TRIBUTE": {"TRIBUTE", "CARD"},
    "SELECT_UNSELECT_CARD": {"TRIBUTE", "CARD"},
    "SELECT_SUM": {"TRIBUTE", "CARD"},
    "SELECT_CARD": {"ATTACK_TARGET", "DISCARD", "CARD"},
}
"""The decisions of ours that a line may be about, by name."""

SUBSETS = frozenset(("TRIBUTE", "DISCARD", "CARD"))
"""Decisions that choose several cards, one after the other in ascending order."""

ATTACK_AGAIN, ATTACK_DIRECTLY = 30, 31
"""What `desc` says of a question that is one part of a decision of ours."""

_DUE = (EffectKind.REACTION, EffectKind.CONTINUOUS, EffectKind.TRIGGER)

_FEW = 4  # options that are told

_BATTLE_STEPS = 0xF8
_WHOM = frozenset(("CHOOSE_TARGET", "ATTACK_DIRECTLY"))


def _phase(line: Line) -> int:
    # An effect that makes monsters battle can leave the line at a step of the Battle Phase.
    return PHASES[Phase.BATTLE] if line.phase & _BATTLE_STEPS else line.phase


class Asked:
    """A duel at a decision, of which that engine may have asked a part already."""

    def __init__(self, duel: Duel, numbers: Numbers, left: Collection[str] | None = None) -> None:
        self.duel = duel
        self._numbers = numbers
        self._left = left  # the kinds of moves that are left after the parts; None: all
        self._line: Line | None = None  # that was answered last
        self._events: Events = ()  # what happened then
        self._shuffles: Counter[int] = Counter()  # how often of that our duel has shuffled
        self.passes_through = 0  # the turn whose Main Phase 2 is passed through without a choice

    def copy(self) -> Asked:
        """The same with a copy of the duel."""
        copied = Asked(self.duel.copy(), self._numbers, self._left)
        copied._line, copied._events = self._line, self._events
        copied._shuffles = self._shuffles.copy()
        copied.passes_through = self.passes_through
        return copied

    def answered(self, line: Line, events: Events) -> None:
        """Say which line is answered next, and what happens up to the line after it."""
        self._line, self._events = line, events
        self._shuffles.clear()

    def legal(self) -> tuple[Move, ...]:
        """The legal moves that are left."""
        legal = self.duel.legal()
        return legal if self._left is None else tuple(m for m in legal if m.kind.name in self._left)

    def take(self, move: Move) -> None:
        """Take a move."""
        self._left = None
        duel = self.duel
        duel.apply(move)
        while is_shuffling(duel) and duel.player is not None:
            player, lying = duel.player, None
            self._shuffles[player] += 1
            if self._line is not None:
                deck = [abs(code) for code in self._line.sides[player].deck]
                lying = deck_when_shuffled(deck, self._events, player, self._shuffles[player])
            lay_deck(duel, lying, self._numbers)

    def call_off(self) -> bool:
        """Call an attack off that may be made again; False if ours does not ask for that."""
        if self.duel.decision is not DecisionKind.REPLAY:
            return False
        self.take(next(m for m in self.duel.legal() if m.kind is MoveKind.CALL_OFF_ATTACK))
        return True

    def is_passing_through(self) -> bool:
        """Whether this is the choice in a Main Phase 2 that the recorded duel passes through."""
        duel = self.duel
        return duel.turn == self.passes_through and duel.decision is DecisionKind.MAIN_PHASE

    def due(self) -> tuple[Move, ...]:
        """The options, if all of them have to be done in this phase, in an order of choice."""
        duel = self.duel
        legal = self.legal()
        if duel.decision is not DecisionKind.RESPONSE or any(
            move.kind is MoveKind.PASS or move.card is None for move in legal
        ):
            return ()
        effects = duel.setup.effects
        codes = duel.state["code"]
        for move in legal:
            if move.slot >= DUE:
                continue
            definition = effects[int(codes[move.card])]
            effect = None if definition is None else definition.effects[move.slot]
            if effect is None or effect.optional or effect.kind not in _DUE:
                return ()
        return legal

    def is_asked_by(self, line: Line) -> bool:
        """Whether a line may be about this."""
        duel = self.duel
        return (
            duel.player == line.player
            and duel.turn == line.turn
            and duel.turn_player == line.turn_player
            and PHASES[duel.phase] == _phase(line)
            and (self.parts(line) is not None or self._whole_by(line))
        )

    def _whole_by(self, line: Line) -> bool:
        if self.duel.decision is DecisionKind.REPLAY:  # whom to attack, once it is asked whether
            return line.msg == "SELECT_CARD" and self._left is not None
        if line.msg == "SELECT_YESNO" and line.more.get("desc") in (ATTACK_AGAIN, ATTACK_DIRECTLY):
            return False
        return self.duel.decision.name in ASKS.get(line.msg, ())

    def parts(self, line: Line) -> tuple[frozenset[str], frozenset[str]] | None:
        """The kinds of moves that yes and no leave, of a question that is a part of ours."""
        if line.msg != "SELECT_YESNO":
            return None
        decision, desc = self.duel.decision, line.more.get("desc")
        if desc == ATTACK_AGAIN and decision is DecisionKind.REPLAY and self._left is None:
            return _WHOM, frozenset(("CALL_OFF_ATTACK",))
        if desc == ATTACK_DIRECTLY and (
            decision is DecisionKind.ATTACK_TARGET
            or (decision is DecisionKind.REPLAY and self._left is not None)
        ):
            return frozenset(("ATTACK_DIRECTLY",)), frozenset(("CHOOSE_TARGET",))
        return None

    def leave(self, kinds: Collection[str]) -> None:
        """Leave only some kinds of moves; the decision is made when one move is left."""
        self._left = kinds

    def words(self) -> str:
        """What is asked, for reports."""
        duel = self.duel
        if duel.over:
            return f"over, {duel.end_cause.name}, winner {duel.winner}"
        legal = duel.legal()
        options = f"{len(legal)} option{'s' * (len(legal) != 1)}"
        if len(legal) <= _FEW:
            options += f" ({', '.join(map(str, legal))})"
        return (
            f"player {duel.player} of turn {duel.turn}, phase {PHASES[duel.phase]}: "
            f"{duel.decision.name}, {options}"
        )
