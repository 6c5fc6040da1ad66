"""Replaying a recorded duel: the same answers to the same questions, compared on the way.

Lines come in groups: a main-phase, battle or response line, then what its answer asks for
(tributes, a zone, targets, discards) up to the next such line.  Whole positions are
compared between groups, options everywhere.  That engine lets a player take a summon or an
attack back; such a group is compared on a copy, which is thrown away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.traces.accepted import Accepted, Difference
from tests.traces.asking import ANCHORS, SUBSETS, Asked
from tests.traces.chance import feed, keep_order, loose_piles, outcomes, unused_outcomes
from tests.traces.compare import PHASES, Numbers, our_sides, position_differences
from tests.traces.keys import (
    PASS,
    Key,
    Pile,
    activation,
    card_key,
    our_keys,
    their_keys,
    their_options,
)
from tests.traces.names import their_catalogue
from tests.traces.reading import Line, RecordedDuel
from tests.traces.sets import (
    OurSets,
    clicked,
    complete_sets,
    decision_lines,
    in_complete_sets,
    our_sets,
)
from tests.traces.taking_over import take_position_over
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import unsupported
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, EndCause, MoveKind, Phase, Place
from ygosim.records import Move
from ygosim.rules import Rules
from ygosim.template import Limits

__all__ = [
    "DuelResult",
    "chosen_again",
    "decks_of",
    "groups_of",
    "replay_duel",
    "unsupported_cards",
]

WIN_REASONS = {EndCause.LIFE_POINTS: 1, EndCause.DECK_OUT: 2}
BY_A_CARD = 16
"""Win reasons from here on are cards; ours has no number for them."""

Events = tuple[dict[str, Any], ...]


class Group(NamedTuple):
    """A line that begins a group, what followed, and whether it was all taken back."""

    anchor: Line | None
    rest: tuple[Line, ...]
    taken_back: bool
    events: Events  # of `rest`, without the anchor's


@dataclass(slots=True)
class DuelResult:
    """What became of one duel.

    `compared`, `accepted` and `differences` hold line numbers; a decision is in one of them,
    or it was not compared.  `entries` are those of the accepted differences, `taken_over` the
    lines whose position ours has taken over.
    """

    decisions: int
    compared: set[int] = field(default_factory=set)
    accepted: set[int] = field(default_factory=set)
    entries: list[int] = field(default_factory=list)
    taken_over: list[int] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    duel: Duel | None = None  # where the replay stopped

    @property
    def not_compared(self) -> int:
        """Decisions after the duels had parted."""
        different = {d.line for d in self.differences if d.decision != "end"}
        return self.decisions - len(self.compared) - len(self.accepted) - len(different)

    @property
    def compared_after(self) -> int:
        """Decisions compared after a position was taken over."""
        first = min(self.taken_over, default=None)
        return 0 if first is None else sum(number > first for number in self.compared)


def _named(words: Sequence[str]) -> frozenset[int]:
    """The passcodes in the words of a difference."""
    return frozenset(int(code) for text in words for code in re.findall(r"\b\d{5,}\b", text))


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


def chosen_again(decisions: Sequence[Sequence[Line]]) -> int:
    """How many of the first decisions are taken back: materials, and the monster made of them."""
    for size in (1, 2):
        if len(decisions) > size:
            first, last, after = decisions[0][0], decisions[size - 1][-1], decisions[size][0]
            cancelled = last.msg == "SELECT_UNSELECT_CARD" and last.passed
            same = (first.msg, first.choices) == (after.msg, after.choices)
            if cancelled and not last.more.get("finishable") and same:
                return size
    return 0


def replay_duel(
    recorded: RecordedDuel, accepted: Accepted, catalogue: Catalogue | None = None
) -> DuelResult:
    """Replay one duel, whose cards must all be supported."""
    return _Replay(recorded, accepted, catalogue or their_catalogue()).run()


def groups_of(lines: Sequence[Line]) -> Iterator[Group]:
    """The groups of a duel; its end line is no part of any."""
    start = 0
    end = len(lines) - 1
    while start < end:
        anchor = lines[start] if lines[start].msg in ANCHORS else None
        first = stop = start + (anchor is not None)
        while stop < end and lines[stop].msg not in ANCHORS:
            stop += 1
        rest = tuple(lines[first:stop])
        events = tuple(event for line in rest for event in line.events)
        happened = bool(events or lines[stop].events)
        yield Group(anchor, rest, _is_taken_back(anchor, rest, happened=happened), events)
        start = stop


def _is_taken_back(anchor: Line | None, rest: Sequence[Line], *, happened: bool) -> bool:
    # A response is not taken back: a pass at the end then calls a replayed attack off.
    return (
        bool(rest)
        and rest[-1].passed
        and not rest[-1].more.get("finishable")
        and not happened
        and (anchor is None or anchor.msg != "SELECT_CHAIN")
    )


class _Replay:
    def __init__(self, recorded: RecordedDuel, accepted: Accepted, catalogue: Catalogue) -> None:
        self.recorded = recorded
        self.accepted = accepted
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
        keep_order(self.duel)
        self.numbers = Numbers(recorded, self.duel)
        self.asked = Asked(self.duel, self.numbers)
        self._following = {
            line.number: following
            for line, following in zip(recorded.lines, recorded.lines[1:], strict=False)
        }

    def run(self) -> DuelResult:
        result = self.result
        events: Events = ()
        try:
            for group in groups_of(self.recorded.lines):
                self._group(group, events)
                events = group.events
            self._end(self.recorded.lines[-1], events)
        except _PartedError:
            pass
        result.duel = self.duel
        return result

    # Differences -------------------------------------------------------------------------

    def _difference(
        self,
        line: Line,
        aspect: str,
        words: Sequence[str],
        cards: Sequence[Key],
        acting: frozenset[int] = frozenset(),
    ) -> Difference:
        return Difference(
            path=self.recorded.path,
            set=self.recorded.set,
            duel=self.recorded.number,
            line=line.number,
            turn=line.turn,
            decision=line.msg,
            aspect=aspect,
            words=tuple(words),
            cards=frozenset(key.code for key in cards if key.code) | _named(words),
            acting=acting,
        )

    def _differ(
        self,
        line: Line,
        aspect: str,
        words: Sequence[str],
        cards: Sequence[Key],
        acting: frozenset[int] = frozenset(),
    ) -> bool:
        """Note a difference; whether it is accepted."""
        difference = self._difference(line, aspect, words, cards, acting)
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

    def _group(self, group: Group, events: Events) -> None:
        asked = self.asked
        if group.anchor is not None:
            if not group.rest and self._is_left_out(asked, group.anchor):
                return
            self._settle(asked, group.anchor)
            self._same_position(group.anchor, events)
            if self._is_asked_twice(asked, group.anchor) or self._is_passed(asked, group.anchor):
                return
            self._do_silently(asked, group.anchor)
            # What is taken back changes nothing, so it is tried on a copy.
            asked = asked.copy() if group.taken_back else asked
            self._choice(asked, group.anchor, frozenset())
        elif group.taken_back:
            asked = asked.copy()
        self._rest(asked, group.rest)

    def _rest(self, asked: Asked, rest: Sequence[Line]) -> None:
        """What the answer of a group's first line asks for."""
        decisions = list(decision_lines(rest))
        happened: list[dict[str, Any]] = []
        while decisions:
            happened += decisions[0][0].events
            loose = loose_piles(happened)
            self._bring_forward(asked, decisions, loose)
            if self._is_no_question(asked, decisions[0][0], loose):
                del decisions[0]
                continue
            again = chosen_again(decisions)
            on = asked.copy() if again else asked
            for lines in decisions[: again or 1]:
                self._settle(on, lines[0], loose)
                if lines[0].msg == "SELECT_EFFECTYN":
                    self._do_silently(on, lines[0])
                if on.duel.decision.name in SUBSETS:
                    self._subset(on, lines, loose)
                else:
                    self._choice(on, lines[0], loose)
            del decisions[: again or 1]

    def _is_no_question(self, asked: Asked, line: Line, loose: Collection[Pile]) -> bool:
        """Whether theirs asks about an effect that ours does not let be used; accepted only."""
        return line.msg == "SELECT_EFFECTYN" and self._is_theirs_alone(
            asked, line, "whether to use an effect", loose
        )

    def _is_left_out(self, asked: Asked, line: Line) -> bool:
        """Whether theirs asks for a response where ours does not; accepted as left out only."""
        return line.msg == "SELECT_CHAIN" and self._is_theirs_alone(
            asked, line, "which effect to use next", left_out=True
        )

    def _is_theirs_alone(
        self,
        asked: Asked,
        line: Line,
        what: str,
        loose: Collection[Pile] = (),
        *,
        left_out: bool = False,
    ) -> bool:
        """Whether only theirs asks this, which is accepted, and said to be left out if need be."""
        later = asked.copy()
        self._take_single_options(later, line, loose)
        if later.is_asked_by(line):
            return False
        words = [f"ours: {later.words()}", f"theirs: {what}"]
        keys = their_keys(line, "TRIGGER", loose)
        entry = self.accepted.entry_of(self._difference(line, "asked", words, keys))
        return (
            entry is not None
            and (self.accepted.entries[entry].left_out or not left_out)
            and self._differ(line, "asked", words, keys)
        )

    def _bring_forward(
        self, asked: Asked, decisions: list[tuple[Line, ...]], loose: Collection[Pile]
    ) -> None:
        """Put what ours asks next before what theirs does, where both are zones.

        EFF-10: the turn player comes first; there it may be the player of the effect.
        """
        line = decisions[0][0]
        if line.msg != "SELECT_PLACE":
            return
        self._take_single_options(asked, line, loose)
        if asked.is_asked_by(line):
            return
        for index, lines in enumerate(decisions):
            if lines[0].msg == line.msg and asked.is_asked_by(lines[0]):
                words = f"ours asks player {lines[0].player} first, theirs player {line.player}"
                if line.number not in self.result.accepted and not self._differ(
                    line, "asked", [words], self._last_link(line)
                ):
                    raise _PartedError
                decisions.insert(0, decisions.pop(index))
                return

    def _last_link(self, line: Line) -> list[Key]:
        """The card whose effect resolves."""
        return [Key("activate", link["code"]) for link in line.more.get("chain", ())[-1:]]

    def _settle(self, asked: Asked, line: Line, loose: Collection[Pile] = ()) -> None:
        """Take decisions with one option that the lines leave out, up to that of `line`."""
        self._take_single_options(asked, line, loose)
        if line.msg == "end":
            return
        if not asked.is_asked_by(line):
            theirs = (
                f"theirs: player {line.player} of turn {line.turn}, phase {line.phase}: {line.msg}"
            )
            words = [f"ours: {asked.words()}", theirs]
            answers = [key for key in self._ours(asked, loose) if key.act == "activate"]
            answers += their_keys(line, asked.duel.decision.name, loose)
            if not self._is_asked_after_passing(asked, line, loose):
                raise self._part(line, "asked", *words, cards=answers)
            if not self._differ(line, "asked", [*words, "a response more is ours"], answers):
                raise _PartedError
            asked.take(self._ours(asked, loose)[PASS][0])
            self._take_single_options(asked, line, loose)

    def _ours(self, asked: Asked, loose: Collection[Pile] = ()) -> dict[Key, list[Move]]:
        return our_keys(asked.duel, asked.legal(), self.numbers, loose)

    def _is_asked_after_passing(self, asked: Asked, line: Line, loose: Collection[Pile]) -> bool:
        """Whether ours asks for one response more than theirs."""
        passes = self._ours(asked, loose).get(PASS)
        if asked.duel.over or asked.duel.decision is not DecisionKind.RESPONSE or not passes:
            return False
        later = asked.copy()
        later.take(passes[0])
        self._take_single_options(later, line, loose)
        return later.is_asked_by(line)

    def _is_asked_twice(self, asked: Asked, line: Line) -> bool:
        """Whether theirs asks for a response a second time, to which ours does not."""
        following = self._following.get(line.number)
        if line.msg != "SELECT_CHAIN" or not line.passed or following is None or following.events:
            return False
        same = all(
            getattr(line, name) == getattr(following, name)
            for name in ("msg", "player", "turn", "phase", "choices", "sides")
        )
        passes = self._ours(asked).get(PASS)
        if not same or not passes:
            return False
        later = asked.copy()
        later.take(passes[0])
        self._take_single_options(later, following, ())
        if later.is_asked_by(following) and not position_differences(
            later.duel, following, self.numbers, ()
        ):
            return False
        words = [f"theirs asks player {line.player} twice, ours once"]
        keys = their_keys(line, asked.duel.decision.name)
        if not self._differ(line, "asked", words, keys):
            raise _PartedError
        return True

    def _take_single_options(self, asked: Asked, line: Line, loose: Collection[Pile]) -> None:
        while not asked.duel.over:
            legal = asked.legal()
            same = asked.is_asked_by(line)
            if not same and asked.is_passing_through():
                legal = tuple(move for move in legal if move.kind is MoveKind.END_TURN)
            if not same and len(legal) > 1:
                legal = self._left_out(asked, legal)
            if len(legal) != 1 or (same and self._is_meant(asked, line, loose)):
                break
            asked.take(legal[0])

    def _left_out(self, asked: Asked, legal: Sequence[Move]) -> Sequence[Move]:
        """The options of a decision that the lines leave out, without those only ours has.

        What has to be done is done in any order where theirs does not ask for one.
        """
        duel = asked.duel
        due = asked.due()
        if due:
            return due[:1]
        if duel.decision is not DecisionKind.MAIN_PHASE:
            return legal
        kept = []
        main_phase = self.recorded.lines[0]._replace(msg="SELECT_IDLECMD", turn=duel.turn)
        for key, moves in self._ours(asked).items():
            difference = self._difference(main_phase, "options", [f"only ours: {key}"], [key])
            if not key.code or self.accepted.entry_of(difference) is None:
                kept += moves
        return kept if len(kept) == 1 else legal

    def _unlisted(self, asked: Asked, line: Line) -> list[Key]:
        """What ours has to do first (TURN-5) and the line, which may be passed, does not list."""
        ours = self._ours(asked)
        may_pass = line.msg in ("SELECT_CHAIN", "SELECT_EFFECTYN") and PASS in their_options(
            line, asked.duel.decision.name
        )
        if asked.duel.decision is not DecisionKind.RESPONSE or not may_pass or PASS in ours:
            return []
        theirs = their_options(line, asked.duel.decision.name)
        return [key for key in ours if key not in theirs]

    def _is_passed(self, asked: Asked, line: Line) -> bool:
        """Whether theirs passes a window that it has before what has to be done."""
        unlisted = self._unlisted(asked, line)
        if not unlisted or not line.passed:
            return False
        words = [f"theirs may pass before {', '.join(map(str, unlisted))}"]
        if not self._differ(line, "options", words, unlisted):
            raise _PartedError
        return True

    def _do_silently(self, asked: Asked, line: Line) -> None:
        """Do what has to be done and the line does not ask for, where it changes nothing."""
        for key in self._unlisted(asked, line):
            later = asked.copy()
            later.take(self._ours(asked)[key][0])
            self._take_single_options(later, line, ())
            if later.is_asked_by(line) and not position_differences(
                later.duel, line, self.numbers, ()
            ):
                asked.take(self._ours(asked)[key][0])
                self._take_single_options(asked, line, ())
                return

    def _is_meant(self, asked: Asked, line: Line, loose: Collection[Pile]) -> bool:
        """Whether a line is about a decision with one option, not about a later one like it."""
        if self._offers(asked, line, loose):
            return True
        later = asked.copy()
        while not later.duel.over:
            legal = later.legal()
            if len(legal) != 1:
                break
            later.take(legal[0])
            if later.is_asked_by(line) and self._offers(later, line, loose):
                return False
        return later.duel.over or not later.is_asked_by(line)

    def _offers(self, asked: Asked, line: Line, loose: Collection[Pile]) -> bool:
        """Whether all that ours offers is among what the line does."""
        duel = asked.duel
        if asked.parts(line) is not None:
            return True
        theirs = their_options(line, duel.decision.name, loose)
        return all(key in theirs for key in our_keys(duel, asked.legal(), self.numbers, loose))

    def _same_position(self, line: Line, events: Events) -> None:
        """Compare the position at a line that begins a group."""
        words = position_differences(self.duel, line, self.numbers, (*events, *line.events))
        unused = unused_outcomes(self.duel)
        if unused:
            words.append(f"ours did not use {unused} coins, dice or picks of theirs")
        if words:
            happened = (*events, *line.events)
            used = [Key("activate", e["code"]) for e in happened if e["t"] == "CHAINING"]
            acting = frozenset(e["code"] for e in happened if e["t"] in ("CHAINING", "MOVE"))
            if not self._differ(line, "position", words, used, acting):
                raise _PartedError
            if not self._takes_over(line):
                raise _PartedError

    def _takes_over(self, line: Line) -> bool:
        """Take the position over if the entry of its difference says so, or leave ours."""
        entry = self.accepted.entries[self.result.entries[-1]]
        if entry.left_out:
            return True  # the next one is compared
        if not entry.taken_over or not take_position_over(self.duel, line, self.numbers):
            return False
        self.duel.handle.feed(())  # what chance did to cards that ours did not move
        if not self.asked.is_asked_by(line):
            return False
        self.result.taken_over.append(line.number)
        return True

    def _choice(self, asked: Asked, line: Line, loose: Collection[Pile]) -> None:
        """Compare the options of a line and take the move of ours that its answer is."""
        duel = asked.duel
        parts = asked.parts(line)
        if parts is not None:
            self._part_of_choice(asked, line, parts)
            return
        ours = our_keys(duel, asked.legal(), self.numbers, loose)
        counted = Counter({key: len(moves) for key, moves in ours.items()})
        self._compare_options(line, counted, their_options(line, duel.decision.name, loose))
        if line.passed and line.msg != "SELECT_CHAIN":
            asked.call_off()  # else it was taken back
            return
        keys = their_keys(line, duel.decision.name, loose)
        answer = PASS if line.passed else keys[line.response[0]]
        moves = ours.get(answer, [])
        move = activation(line, moves) if answer.act == "activate" else next(iter(moves), None)
        if move is None:
            raise self._part(line, "answer", f"ours has no {answer}", cards=[answer])
        self._feed(asked, line)
        if move.kind is MoveKind.END_TURN and self._passes_through_main_2(line):
            # TURN-1: there it goes through Main Phase 2, where the opponent may act.
            move = next(m for m in asked.legal() if m.kind is MoveKind.ENTER_MAIN_PHASE_2)
            asked.passes_through = line.turn
        asked.take(move)

    def _passes_through_main_2(self, line: Line) -> bool:
        """Whether the opponent is asked in a Main Phase 2 that the turn player passes through."""
        if line.msg != "SELECT_BATTLECMD":
            return False
        for later in self.recorded.lines[line.number - self.recorded.lines[0].number + 1 :]:
            if later.turn != line.turn or later.msg == "SELECT_IDLECMD":
                return False
            if later.msg == "SELECT_CHAIN" and later.phase == PHASES[Phase.MAIN_2]:
                return True
        return False

    def _part_of_choice(
        self, asked: Asked, line: Line, parts: tuple[Collection[str], Collection[str]]
    ) -> None:
        """A question of theirs that is one part of a decision of ours."""
        kinds = {move.kind.name for move in asked.legal()}
        ours = Counter(
            Key(act)
            for act, left in zip(("yes", "no"), parts, strict=True)
            if kinds.intersection(left)
        )
        self._compare_options(line, ours, their_options(line))
        answer = line.choices[line.response[0]]["act"]
        asked.leave(parts[answer == "no"])
        self._feed(asked, line)

    def _feed(self, asked: Asked, line: Line) -> None:
        """Let chance do in ours what it does in the recorded duel up to the next line."""
        after = self._following[line.number].events if line.number in self._following else ()
        asked.answered(line, after)
        feed(asked.duel, outcomes(after, asked.duel, self.numbers))

    def _compare_options(self, line: Line, ours: Counter[Key], theirs: Counter[Key]) -> None:
        only = [("ours", ours - theirs), ("theirs", theirs - ours)]
        words = [f"only {whose}: {key}" for whose, keys in only for key in keys.elements()]
        if not words:
            if line.number not in self.result.accepted:
                self.result.compared.add(line.number)
            return
        keys = [key for _, some in only for key in some]
        if not self._differ(line, "options", words, keys):
            raise _PartedError

    # Inside a group ----------------------------------------------------------------------

    def _subset(self, asked: Asked, lines: Sequence[Line], loose: Collection[Pile]) -> None:
        """A choice of several cards: one line, or clicks that toggle a card each."""
        duel = asked.duel
        line = lines[0]
        sets = our_sets(
            duel, line, lambda move: card_key("card", move.card or 0, duel, self.numbers, loose)
        )
        chosen: Counter[Key] = Counter()
        for line in lines:
            # What may be clicked: the union of the sets that can still be completed.
            theirs = their_options(line._replace(choices=in_complete_sets(line)), loose=loose)
            self._compare_options(line, sets.union(chosen), theirs)
            chosen = clicked(line, chosen, loose)
        if line.msg != "SELECT_UNSELECT_CARD":
            self._compare_sets(line, sets)
        whole = not line.passed or bool(line.more.get("finishable"))
        moves = sets.moves(chosen, whole=whole, copies=_copies(duel, lines, self.numbers))
        if moves is None:
            words = ", ".join(map(str, chosen.elements()))
            raise self._part(line, "answer", f"ours has no set with {words}", cards=[*chosen])
        if whole:
            self._feed(asked, line)
            for move in moves:
                if move not in duel.legal():
                    raise self._part(line, "answer", f"ours does not offer {move} in its turn")
                asked.take(move)

    def _compare_sets(self, line: Line, sets: OurSets) -> None:
        ours, theirs = sets.count, complete_sets(line)
        words = f"complete sets: ours {ours}, theirs {theirs}"
        same = None in (ours, theirs) or ours == theirs
        if ours is None and line.msg == "SELECT_CARD":
            sizes = (line.more["min"], line.more["max"])
            words = f"sizes of sets: ours {sets.sizes}, theirs {sizes}"
            same = sets.sizes == sizes
        if not same and not self._differ(line, "sets", [words], [*sets.keys.values()]):
            raise _PartedError

    # The end -----------------------------------------------------------------------------

    def _end(self, line: Line, events: Events) -> None:
        # Ours draws in the turn as which theirs was stopped, and may lose by it.
        over = self.duel.over and (
            line.more["end"] != "max_turns" or self.duel.end_cause is not EndCause.DECK_OUT
        )
        if line.more["end"] == "win":
            self._settle(self.asked, line)
        elif line.more["end"] == "max_turns":
            line = self._last_turn(line)
        words = position_differences(self.duel, line, self.numbers, (*events, *line.events))
        if line.more["end"] == "win":
            ours = (self.duel.winner, WIN_REASONS.get(self.duel.end_cause))
            reason = line.more["win_reason"]
            theirs = (line.more["winner"], reason if reason < BY_A_CARD else None)
            if not self.duel.over:
                words.append(f"ours goes on: {self.asked.words()}")
            elif ours != theirs:
                words.append(f"winner and reason: ours {ours}, theirs {theirs}")
        elif over or (self.duel.over and self.duel.turn < self.recorded.lines[-1].turn):
            words.append(f"ours is over: {self.duel.end_cause.name}")
        if words:
            self._differ(line, "end", words, ())

    def _last_turn(self, line: Line) -> Line:
        """Begin the turn as which the recorded duel was stopped, before its draw.

        Returns
        -------
        Line
            The line with the cards that ours has drawn in that turn drawn.
        """
        duel = self.duel
        self.asked.answered(line, ())
        while not duel.over and duel.turn < line.turn and len(self.asked.legal()) == 1:
            self.asked.take(self.asked.legal()[0])
        player = duel.turn_player
        side = line.sides[player]
        drawn = len(side.deck) - len(our_sides(duel, self.numbers)[player].deck)
        if duel.turn != line.turn or drawn <= 0:
            return line
        side = side._replace(
            hand=tuple(sorted((*side.hand, *side.deck[-drawn:]))), deck=side.deck[:-drawn]
        )
        return line._replace(sides=tuple(side if p == player else line.sides[p] for p in (0, 1)))


def _copies(duel: Duel, lines: Sequence[Line], numbers: Numbers) -> frozenset[int]:
    """The cards of our decks that lie where the answer's do: of some copies, those are meant."""
    deck = duel.state["pile"][:, Place.DECK].tolist()
    chosen = (line.choices[i] for line in lines if not line.passed for i in line.response)
    return frozenset(
        number
        for choice in chosen
        if choice.get("loc") == "deck" and choice["seq"] < len(deck[choice["con"]])
        for number in [deck[choice["con"]][choice["seq"]]]
        if number < len(numbers.codes) and numbers.codes[number] == choice["code"]
    )
