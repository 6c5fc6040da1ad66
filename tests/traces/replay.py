"""Replaying a recorded duel: the same answers to the same questions, compared on the way.

Lines come in groups: a main-phase, battle or response line, then what its answer asks for
(tributes, a zone, a target, discards) up to the next such line.  Whole positions are
compared between groups, options everywhere.  That engine lets a player take a summon or an
attack back; such a group is compared on a copy, which is thrown away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Any, NamedTuple

from tests.traces.accepted import Accepted, Difference
from tests.traces.compare import PHASES, Numbers, position_differences
from tests.traces.keys import Key, card_key, our_keys, their_key, their_keys
from tests.traces.reading import Line, RecordedDuel
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import unsupported
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, EndCause
from ygosim.records import Move
from ygosim.rules import Rules
from ygosim.template import Limits

__all__ = ["DuelResult", "decks_of", "replay_duel", "unsupported_cards"]

ANCHORS = frozenset(("SELECT_IDLECMD", "SELECT_BATTLECMD", "SELECT_CHAIN"))
"""Lines that begin a group; the position is compared there."""

ASKS = {
    "SELECT_IDLECMD": {DecisionKind.MAIN_PHASE},
    "SELECT_BATTLECMD": {DecisionKind.BATTLE_PHASE},
    "SELECT_PLACE": {DecisionKind.ZONE},
    "SELECT_TRIBUTE": {DecisionKind.TRIBUTE},
    "SELECT_UNSELECT_CARD": {DecisionKind.TRIBUTE},
    "SELECT_CARD": {DecisionKind.ATTACK_TARGET, DecisionKind.DISCARD},
}
"""The decisions of ours that a line may be about."""

SUBSETS = frozenset((DecisionKind.TRIBUTE, DecisionKind.DISCARD))
"""Decisions that choose several cards, one after the other in ascending order."""

WIN_REASONS = {EndCause.LIFE_POINTS: 1, EndCause.DECK_OUT: 2}


class Group(NamedTuple):
    """A line that begins a group, what followed, and whether it was all taken back."""

    anchor: Line | None
    rest: tuple[Line, ...]
    taken_back: bool
    events: tuple[dict[str, Any], ...]  # of `rest`, without the anchor's


@dataclass(slots=True)
class DuelResult:
    """What became of one duel.

    `compared`, `accepted` and `differences` hold line numbers; a decision is in one of them,
    or it was not compared.  `entries` are those of the accepted differences.
    """

    decisions: int
    compared: set[int] = field(default_factory=set)
    accepted: set[int] = field(default_factory=set)
    entries: list[int] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    duel: Duel | None = None  # where the replay stopped

    @property
    def not_compared(self) -> int:
        """Decisions after the duels had parted."""
        different = {d.line for d in self.differences if d.decision != "end"}
        return self.decisions - len(self.compared) - len(self.accepted) - len(different)


class _PartedError(Exception):
    """The duels have parted."""


def decks_of(recorded: RecordedDuel) -> tuple[Deck, Deck]:
    """The decks of a recorded duel, first card on top."""
    first, second = (
        Deck(name=f"{recorded.set} {recorded.number}, player {player}", main=main, extra=extra)
        for player, (main, extra) in enumerate(recorded.decks)
    )
    return first, second


def unsupported_cards(recorded: RecordedDuel, catalogue: Catalogue) -> tuple[str, ...]:
    """Names of the cards for which the duel cannot be played, passcodes nobody knows too."""
    names = [name for deck in decks_of(recorded) for name in unsupported(deck, catalogue)]
    for main, extra in recorded.decks:
        names += [f"passcode {code}" for code in (*main, *extra) if code not in catalogue]
    return tuple(dict.fromkeys(names))


def replay_duel(
    recorded: RecordedDuel, accepted: Accepted, catalogue: Catalogue | None = None
) -> DuelResult:
    """Replay one duel, whose cards must all be supported."""
    return _Replay(recorded, accepted, catalogue or Catalogue.default()).run()


def _groups(lines: Sequence[Line]) -> Iterator[Group]:
    """The groups of a duel; its end line is no part of any."""
    start = 0
    end = len(lines) - 1
    while start < end:
        anchor = lines[start] if lines[start].msg in ANCHORS else None
        first = stop = start + (anchor is not None)
        while stop < end and lines[stop].msg not in ANCHORS:
            stop += 1
        rest = tuple(lines[first:stop])
        taken_back = bool(rest) and rest[-1].passed and not lines[stop].events
        yield Group(anchor, rest, taken_back, tuple(e for line in rest for e in line.events))
        start = stop


class _Replay:
    def __init__(self, recorded: RecordedDuel, accepted: Accepted, catalogue: Catalogue) -> None:
        self.recorded = recorded
        self.accepted = accepted
        self.numbers = Numbers(recorded, catalogue)
        self.result = DuelResult(recorded.decisions)
        rules = Rules.named(recorded.rules).replace(opening_hand=recorded.hand)
        # Decisions with one answer are mostly left out of the lines, not always: with
        # `automatic` off they are there to be compared when a line has them.
        self.duel = Duel(
            decks_of(recorded),
            rules,
            catalogue=catalogue,
            check_decks=False,
            shuffle=False,
            limits=Limits(decisions_per_turn=65534, automatic=False),
        )

    def run(self) -> DuelResult:
        result = self.result
        events: tuple[dict[str, Any], ...] = ()
        try:
            for group in _groups(self.recorded.lines):
                self._group(group, events)
                events = group.events
            self._end(self.recorded.lines[-1], events)
        except _PartedError:
            pass
        result.duel = self.duel
        return result

    # Differences -------------------------------------------------------------------------

    def _differ(self, line: Line, aspect: str, words: Sequence[str], cards: Sequence[Key]) -> bool:
        """Note a difference; whether it is accepted."""
        difference = Difference(
            path=self.recorded.path,
            set=self.recorded.set,
            duel=self.recorded.number,
            line=line.number,
            turn=line.turn,
            decision=line.msg,
            aspect=aspect,
            words=tuple(words),
            cards=frozenset(key.code for key in cards if key.code),
        )
        result = self.result
        result.compared.discard(line.number)
        entry = self.accepted.entry_of(difference)
        if entry is None:
            result.accepted.discard(line.number)
            result.differences.append(difference)
            return False
        result.entries.append(entry)
        if line.msg != "end":
            result.accepted.add(line.number)
        return True

    def _part(
        self, line: Line, aspect: str, *words: str, cards: Sequence[Key] = ()
    ) -> _PartedError:
        self._differ(line, aspect, words, cards)
        return _PartedError()

    # Groups ------------------------------------------------------------------------------

    def _group(self, group: Group, events: tuple[dict[str, Any], ...]) -> None:
        moves: list[Move] = []
        if group.anchor is not None:
            self._settle(self.duel, group.anchor)
            moves = self._anchor(group.anchor, events)
        duel = self.duel.copy() if group.taken_back else self.duel
        _take(duel, moves)
        for lines in _decisions(group.rest):
            self._settle(duel, lines[0])
            if duel.decision in SUBSETS:
                self._subset(duel, lines)
            else:
                _take(duel, self._choice(duel, lines[0]))

    def _settle(self, duel: Duel, line: Line) -> None:
        """Take decisions with one option that the lines leave out, up to that of `line`."""
        while not duel.over and not _asks_the_same(duel, line):
            legal = duel.legal()
            if len(legal) != 1:
                break
            duel.apply(legal[0])
        if line.msg == "end":
            return
        if not _asks_the_same(duel, line):
            theirs = (
                f"theirs: player {line.player} of turn {line.turn}, phase {line.phase}: {line.msg}"
            )
            raise self._part(line, "asked", f"ours: {_asked_words(duel)}", theirs)

    def _anchor(self, line: Line, events: tuple[dict[str, Any], ...]) -> list[Move]:
        """Compare a line that begins a group; the moves of ours that its answer is."""
        words = position_differences(self.duel, line, self.numbers, (*events, *line.events))
        if words:
            raise self._part(line, "position", *words)
        return self._choice(self.duel, line)

    def _choice(self, duel: Duel, line: Line) -> list[Move]:
        """Compare the options of a line; the moves of ours that its answer is, if any."""
        ours = our_keys(duel, self.numbers)
        counted = Counter({key: len(moves) for key, moves in ours.items()})
        self._compare_options(line, counted, their_keys(line.choices))
        if line.passed:
            return []
        answer = their_key(line.choices[line.response[0]])
        if answer not in ours:
            raise self._part(line, "answer", f"ours has no {answer}", cards=[answer])
        return ours[answer]

    def _compare_options(self, line: Line, ours: Counter[Key], theirs: Counter[Key]) -> None:
        only = [("ours", ours - theirs), ("theirs", theirs - ours)]
        words = [f"only {whose}: {key}" for whose, keys in only for key in keys.elements()]
        if not words:
            self.result.compared.add(line.number)
            return
        keys = [key for _, some in only for key in some]
        if not self._differ(line, "options", words, keys):
            raise _PartedError

    # Inside a group ----------------------------------------------------------------------

    def _subset(self, duel: Duel, lines: Sequence[Line]) -> None:
        """A choice of several cards: one line, or clicks that toggle a card each."""
        sets = [
            tuple(move.card for move in moves if move.card is not None)
            for moves in duel.legal_sets()
        ]
        key_of = {
            number: card_key("card", number, duel, self.numbers)
            for number in dict.fromkeys(number for numbers in sets for number in numbers)
        }
        line = lines[0]
        chosen: Counter[Key] = Counter()
        for line in lines:
            # What may be clicked: the union of the sets that can still be completed.
            fitting = [n for n in sets if not chosen - Counter(key_of[number] for number in n)]
            union = Counter(key_of[n] for n in dict.fromkeys(n for some in fitting for n in some))
            self._compare_options(line, union, their_keys(line.choices))
            chosen = _click(line, chosen)
        if line.msg != "SELECT_UNSELECT_CARD":
            count = _complete_sets(line)
            if count != len(sets):
                words = f"complete sets: ours {len(sets)}, theirs {count}"
                if not self._differ(line, "sets", [words], list(key_of.values())):
                    raise _PartedError
        whole = not line.passed or bool(line.more.get("finishable"))
        fitting = [
            numbers
            for numbers in sets
            if not chosen - Counter(key_of[number] for number in numbers)
            and (not whole or len(numbers) == chosen.total())
        ]
        if not fitting:
            words = ", ".join(map(str, chosen.elements()))
            raise self._part(line, "answer", f"ours has no set with {words}", cards=[*chosen])
        if whole:
            for number in fitting[0]:
                move = next((m for m in duel.legal() if m.card == number), None)
                if move is None:
                    raise self._part(
                        line, "answer", f"ours does not offer {key_of[number]} in its turn"
                    )
                duel.apply(move)

    # The end -----------------------------------------------------------------------------

    def _end(self, line: Line, events: tuple[dict[str, Any], ...]) -> None:
        if line.more["end"] == "win":
            self._settle(self.duel, line)
        words = position_differences(self.duel, line, self.numbers, (*events, *line.events))
        if line.more["end"] == "win":
            ours = (self.duel.winner, WIN_REASONS.get(self.duel.end_cause))
            theirs = (line.more["winner"], line.more["win_reason"])
            if not self.duel.over:
                words.append(f"ours goes on: {_asked_words(self.duel)}")
            elif ours != theirs:
                words.append(f"winner and reason: ours {ours}, theirs {theirs}")
        elif self.duel.over:
            words.append(f"ours is over: {self.duel.end_cause.name}")
        if words:
            self._differ(line, "end", words, ())


def _take(duel: Duel, moves: Sequence[Move]) -> None:
    # Moves with one key are about copies in one place, all alike: any will do.
    if moves:
        duel.apply(moves[0])


def _decisions(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """The lines of each decision: all clicks of one choice together, else one."""
    clicks: list[Line] = []
    chosen: Counter[Key] = Counter()
    for line in lines:
        if line.msg != "SELECT_UNSELECT_CARD":
            if clicks:
                yield tuple(clicks)
            clicks = []
            yield (line,)
            continue
        # A choice that goes on lets every card chosen so far be taken back, and no other.
        if clicks and (clicks[-1].passed or _taken(line) != chosen):
            yield tuple(clicks)
            clicks = []
        if not clicks:
            chosen = Counter()
        clicks.append(line)
        chosen = _click(line, chosen)
    if clicks:
        yield tuple(clicks)


def _taken(line: Line) -> Counter[Key]:
    return their_keys(choice for choice in line.choices if choice["act"] == "unselect")


def _click(line: Line, chosen: Counter[Key]) -> Counter[Key]:
    """The cards chosen after a line: toggled one by one, or all at once."""
    if line.passed:
        return chosen
    after = Counter(chosen)
    for index in line.response:
        choice = line.choices[index]
        after[their_key(choice)] += -1 if choice["act"] == "unselect" else 1
    return +after


def _complete_sets(line: Line) -> int:
    count, least, most = len(line.choices), line.more["min"], line.more["max"]
    return sum(comb(count, size) for size in range(least, most + 1))


def _asks_the_same(duel: Duel, line: Line) -> bool:
    return (
        duel.decision in ASKS.get(line.msg, ())
        and duel.player == line.player
        and duel.turn == line.turn
        and duel.turn_player == line.turn_player
        and PHASES[duel.phase] == line.phase
    )


def _asked_words(duel: Duel) -> str:
    if duel.over:
        return f"over, {duel.end_cause.name}, winner {duel.winner}"
    options = len(duel.legal())
    return (
        f"player {duel.player} of turn {duel.turn}, phase {PHASES[duel.phase]}: "
        f"{duel.decision.name}, {options} option{'s' * (options != 1)}"
    )
