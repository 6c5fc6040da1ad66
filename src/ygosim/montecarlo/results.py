"""What a run of duels gave: counts that add up exactly, and the numbers made of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ygosim import __version__
from ygosim.enums import EndCause
from ygosim.intervals import CONFIDENCE, Mean, Proportion, Sums
from ygosim.montecarlo.stopping import Stop
from ygosim.montecarlo.tracking import Tracked, TurnTally
from ygosim.rules import FORMATS, Rules
from ygosim.template import Limits

__all__ = ["DuelsResult", "RunFacts", "Tally"]

DRAW, ABORTED = 2, 3
"""Columns of `Tally.outcomes` after those of the two decks."""

_NO_OUTCOMES = ((0, 0, 0, 0), (0, 0, 0, 0))


class RunningDigest:
    """A digest that chunks of any size give alike."""

    __slots__ = ("_state",)

    def __init__(self) -> None:
        self._state = hashlib.blake2b(digest_size=8)

    def plus(self, digests: npt.NDArray[Any]) -> RunningDigest:
        """The digest with these added behind."""
        other = RunningDigest.__new__(RunningDigest)
        other._state = self._state.copy()
        other._state.update(np.ascontiguousarray(digests, dtype="<u8").tobytes())
        return other

    def __str__(self) -> str:
        return self._state.hexdigest()


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over duels 0 … duels - 1.  A new one is made by adding duels behind.

    `outcomes[d][c]` are duels in which deck d went first and deck c won; c = 2 are draws,
    3 aborted duels.  `causes[c]` are duels that ended by `EndCause` c.  `tracked` has a tally
    for each condition, where conditions are tracked.
    """

    duels: int = 0
    outcomes: tuple[tuple[int, ...], ...] = _NO_OUTCOMES
    causes: tuple[int, ...] = (0,) * len(EndCause)
    turns: Sums = field(default_factory=Sums)
    decisions: Sums = field(default_factory=Sums)
    lp: tuple[Sums, Sums] = field(default_factory=lambda: (Sums(), Sums()))
    digest: RunningDigest = field(default_factory=RunningDigest)
    tracked: tuple[TurnTally, ...] = ()

    def plus(self, rows: npt.NDArray[Any]) -> Tally:
        """The counts with these duels (RESULT_DTYPE) added behind."""
        ends = rows["first"].astype(np.intp) * 4 + np.minimum(rows["winner"], ABORTED)
        outcomes = np.bincount(ends, minlength=8).tolist()
        causes = np.bincount(rows["end_cause"], minlength=len(EndCause)).tolist()
        return Tally(
            duels=self.duels + len(rows),
            outcomes=tuple(
                tuple(map(sum, zip(old, new, strict=True)))
                for old, new in zip(self.outcomes, (outcomes[:4], outcomes[4:]), strict=True)
            ),
            causes=tuple(map(sum, zip(self.causes, causes, strict=True))),
            turns=self.turns.plus(Sums.of(rows["turns"])),
            decisions=self.decisions.plus(Sums.of(rows["decisions"])),
            lp=(
                self.lp[0].plus(Sums.of(rows["lp"][:, 0])),
                self.lp[1].plus(Sums.of(rows["lp"][:, 1])),
            ),
            digest=self.digest.plus(rows["digest"]),
            tracked=tuple(
                tally.plus(rows["tracked"][:, i]) for i, tally in enumerate(self.tracked)
            ),
        )

    def ended(self, column: int) -> int:
        """Duels that deck 0 or 1 won; 2: draws; 3: aborted."""
        return sum(row[column] for row in self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What a run was asked: a result says it beside its numbers.

    `checked` is False when the caller turned the deck check off; `blanked` names the cards
    that were played without their effects.
    """

    decks: tuple[str, str]
    rules: Rules
    policies: tuple[str, str]
    seed: int
    limits: Limits
    blanked: tuple[str, ...]
    checked: bool
    banlist: str | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        usual = FORMATS.get(self.rules.name)
        changed = {
            name: value
            for name, value in self.rules.as_dict().items()
            if usual is not None and value != usual.as_dict()[name]
        }
        return {
            "decks": list(self.decks),
            "rules": self.rules.name,
            "rules_changed": changed,
            "policies": list(self.policies),
            "blanked": list(self.blanked),
            "decks_checked": self.checked,
            "list": self.banlist,
            "turn_limit": self.limits.turns,
            "decision_limit": self.limits.decisions_per_turn,
            "seed": self.seed,
            "ygosim_version": __version__,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelsResult:
    """Some duels between deck 0 ("A") and deck 1 ("B").

    Attributes
    ----------
    facts
        What was asked.
    first
        Who went first: "alternate", "lot", "a" or "b".
    tally
        The counts; `results` are the duels one by one (RESULT_DTYPE), when asked for.
    requested
        Duels asked for; fewer were played when `stopped` (the interval was narrow enough)
        or `interrupted`: then those counted are the first of the run, whole.
    confidence
        How often an interval shall hold the true value.
    interval_confidence
        That of each single interval: higher than `confidence` when `stop` looked several
        times.
    conditions
        What was tracked, in the language of docs/expressions.md; `tracked` says how often and
        when each held.
    seconds, threads
        How long it took on how many threads; nothing else depends on them.
    """

    facts: RunFacts
    first: str
    tally: Tally
    requested: int
    seconds: float
    threads: int
    confidence: float = CONFIDENCE
    stop: Stop | None = None
    stopped: bool = False
    interrupted: bool = False
    results: npt.NDArray[Any] | None = None
    conditions: tuple[str, ...] = ()

    @property
    def duels(self) -> int:
        """Duels played."""
        return self.tally.duels

    @property
    def wins(self) -> tuple[int, int]:
        """Duels won by each deck."""
        return self.tally.ended(0), self.tally.ended(1)

    @property
    def draws(self) -> int:
        """Duels drawn."""
        return self.tally.ended(DRAW)

    @property
    def aborted(self) -> int:
        """Duels that reached a limit: nobody won, and they are no draws."""
        return self.tally.ended(ABORTED)

    @property
    def digest(self) -> str:
        """Sixteen digits that tell the final states of all duels, in order."""
        return str(self.tally.digest)

    @property
    def interval_confidence(self) -> float:
        """The confidence of each interval (see `Stop`)."""
        if self.stop is None:
            return self.confidence
        return self.stop.confidence_at(self.stop.looks_before(self.duels), self.confidence)

    def win_rate(self, deck: int) -> Proportion:
        """The share of all duels that a deck won; draws and aborted ones are not left out."""
        return Proportion(self.wins[deck], self.duels, self.interval_confidence)

    @property
    def draw_rate(self) -> Proportion:
        """The share of all duels that were drawn."""
        return Proportion(self.draws, self.duels, self.interval_confidence)

    @property
    def abort_rate(self) -> Proportion:
        """The share of all duels that were aborted."""
        return Proportion(self.aborted, self.duels, self.interval_confidence)

    def win_rate_when(self, deck: int, *, goes_first: bool) -> Proportion:
        """The share that a deck won of the duels in which it went first, or second."""
        row = self.tally.outcomes[deck if goes_first else 1 - deck]
        return Proportion(row[deck], sum(row), self.interval_confidence)

    @property
    def first_player(self) -> Proportion | None:
        """The share of the duels that somebody won, won by who went first.

        One half is no advantage.  None when the same deck always went first: its own
        strength would be counted.
        """
        if self.first in ("a", "b"):
            return None
        won = sum(self.wins)
        outcomes = self.tally.outcomes
        return Proportion(outcomes[0][0] + outcomes[1][1], won, self.interval_confidence)

    @property
    def turns(self) -> Mean:
        """Turns a duel."""
        return self.tally.turns.mean(self.interval_confidence)

    @property
    def decisions(self) -> Mean:
        """Decisions a duel, those with one option left out."""
        return self.tally.decisions.mean(self.interval_confidence)

    def lp(self, deck: int) -> Mean:
        """Life points of a deck at the end."""
        return self.tally.lp[deck].mean(self.interval_confidence)

    @property
    def causes(self) -> dict[EndCause, int]:
        """How many duels ended by each cause; those by which none did are left out."""
        return {cause: self.tally.causes[cause] for cause in EndCause if self.tally.causes[cause]}

    @property
    def tracked(self) -> tuple[Tracked, ...]:
        """How often and how soon each tracked condition held."""
        return tuple(
            Tracked(text, tally, self.duels, self.interval_confidence)
            for text, tally in zip(self.conditions, self.tally.tracked, strict=True)
        )

    @property
    def duels_per_second(self) -> float:
        """How fast it was."""
        return self.duels / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Everything but the duels one by one, as plain values."""
        first_player = self.first_player
        return {
            "duels": self.duels,
            "requested": self.requested,
            "wins": list(self.wins),
            "draws": self.draws,
            "aborted": self.aborted,
            "win_rates": [self.win_rate(deck).as_dict() for deck in (0, 1)],
            "draw_rate": self.draw_rate.as_dict(),
            "abort_rate": self.abort_rate.as_dict(),
            "first": self.first,
            "first_player": None if first_player is None else first_player.as_dict(),
            "win_rates_going_first": [
                self.win_rate_when(deck, goes_first=True).as_dict() for deck in (0, 1)
            ],
            "win_rates_going_second": [
                self.win_rate_when(deck, goes_first=False).as_dict() for deck in (0, 1)
            ],
            "turns_mean": self.turns.value,
            "turns": self.turns.as_dict(),
            "decisions_mean": self.decisions.value,
            "decisions": self.decisions.as_dict(),
            "lp": [self.lp(deck).as_dict() for deck in (0, 1)],
            "causes": {cause.name.lower(): count for cause, count in self.causes.items()},
            "tracked": [each.as_dict() for each in self.tracked],
            **interval_facts(self.confidence, self.interval_confidence, self.stop),
            "stopped": self.stopped,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "duels_per_second": self.duels_per_second,
            "threads": self.threads,
            "digest": self.digest,
            **self.facts.as_dict(),
        }


def interval_facts(confidence: float, single: float, stop: Stop | None) -> dict[str, Any]:
    """What a reader must know about the intervals beside them."""
    return {
        "confidence": confidence,
        "interval_confidence": single,
        "interval_methods": {
            "rates": "Clopper-Pearson",
            "means": "normal",
            "differences": "Newcombe",
        },
        "stop": None
        if stop is None
        else {
            "half_width": stop.half_width,
            "looks_at": "1000 * 2**k duels",
            "error_at_look_k": "(1 - confidence) / 2**(k + 1)",
        },
    }
