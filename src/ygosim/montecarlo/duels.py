"""Runs of duels: `simulate`, and `DuelRun` for those who ask more than once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.intervals import CONFIDENCE, Proportion, check_confidence
from ygosim.montecarlo.chunks import CHUNK
from ygosim.montecarlo.counting import Progress, count_up
from ygosim.montecarlo.pairing import (
    First,
    Pairing,
    check_all,
    check_first,
    check_whole,
    firsts_of,
)
from ygosim.montecarlo.results import DuelsResult, RunFacts, Tally
from ygosim.montecarlo.sinks import Sink
from ygosim.montecarlo.stopping import FIRST_LOOK, Stop
from ygosim.montecarlo.tracking import Tracking, TurnTally
from ygosim.policies import Policy, PolicyFunction, resolve_policy
from ygosim.rules import Rules
from ygosim.template import Limits, Unsupported

__all__ = ["DuelRun", "Policies", "facts_of", "resolve_both", "simulate"]

DUELS = 10_000
DUELS_MAX = 2**40
SEED_MAX = 2**64 - 1

AnyPolicy = str | Policy | PolicyFunction
Policies = AnyPolicy | tuple[AnyPolicy, AnyPolicy]
"""One policy for both decks, or one each: a name, a `Policy`, or your own function."""


def resolve_both(policies: Policies) -> tuple[Policy, Policy]:
    """The policies of deck A and deck B."""
    pair = policies if isinstance(policies, tuple) else (policies, policies)
    if len(pair) != 2:
        raise ValueError(f"policies are {len(pair)}; give one for both decks, or one each")
    return resolve_policy(pair[0]), resolve_policy(pair[1])


def facts_of(
    decks: tuple[Deck, Deck],
    pairing: Pairing,
    seed: int,
    *,
    check_decks: bool,
    banlist: BanList | None,
) -> RunFacts:
    """What a run was asked."""
    setup = pairing.setups[0]
    return RunFacts(
        decks=(decks[0].name, decks[1].name),
        rules=setup.rules,
        policies=(pairing.policies[0].name, pairing.policies[1].name),
        seed=seed,
        limits=setup.limits,
        blanked=pairing.blanked,
        checked=check_decks,
        banlist=None if banlist is None else banlist.name,
    )


class DuelRun:
    """The duels of one seed between two decks: any of them can be played, and played again.

    What duel k is depends on the decks, rules, policies, limits, `first` and (seed, k) alone.

    Parameters
    ----------
    deck_a, deck_b
        The decks.
    rules
        A format or its name.
    policies
        Who plays: "random", "greedy", or your own function; one for both, or one each.
    seed
        Any whole number of 64 bits.
    first
        Who goes first: "alternate" (A in even duels), "lot", "a" or "b".
    limits
        When a duel is aborted.
    unsupported
        "refuse" cards whose effects are not known, or play them "blank".
    check_decks
        False lets illegal decks play; the result says so.
    banlist
        The forbidden and limited list that decks are checked against.
    track
        Conditions over positions (docs/expressions.md), looked at whenever a player is asked
        and at the end; players 0 and 1 of them are deck A and deck B.

    Raises
    ------
    DeckError, UnsupportedCardError
        Naming what stands against the decks.
    QueryError
        For a condition that does not parse, or names what there is not.

    Examples
    --------
    >>> from ygosim.cards.demo import deck_path
    >>> deck = Deck.read(deck_path("beatdown"))
    >>> run = DuelRun(deck, deck, policies="greedy", seed=7)
    >>> run.simulate(1000).duels
    1000
    >>> duel = run.duel(3)
    >>> duel.over, len(duel.moves) == int(run.results(3, 4)["decisions"][0])
    (True, True)
    """

    __slots__ = ("decks", "facts", "first", "pairing", "seed", "tracking")

    def __init__(
        self,
        deck_a: Deck,
        deck_b: Deck,
        *,
        rules: Rules | str = Rules.mr5,
        policies: Policies = "random",
        seed: int = 0,
        first: First = "alternate",
        limits: Limits | None = None,
        unsupported: Unsupported = "refuse",
        check_decks: bool = True,
        banlist: BanList | None = None,
        catalogue: Catalogue | None = None,
        track: Sequence[str] = (),
    ) -> None:
        rules = Rules.named(rules) if isinstance(rules, str) else rules
        catalogue = catalogue or Catalogue.default()
        check_first(first)
        self.seed = check_whole("seed", seed, 0, SEED_MAX)
        self.first = first
        self.tracking = Tracking.of(track, catalogue)
        self.decks = (deck_a, deck_b)
        if check_decks:
            check_all(self.decks, rules, banlist, catalogue)
        self.pairing = Pairing.of(
            (self.decks, self.decks),
            rules,
            resolve_both(policies),
            catalogue=catalogue,
            unsupported=unsupported,
            limits=limits,
            tracking=self.tracking,
        )
        self.facts = facts_of(
            self.decks, self.pairing, self.seed, check_decks=check_decks, banlist=banlist
        )

    def results(self, start: int, end: int, *, checks: bool = False) -> npt.NDArray[Any]:
        """Play duels `start` … `end - 1`: an array of RESULT_DTYPE (docs/montecarlo.md).

        Where conditions are tracked, a field `tracked` stands behind: the turn in which each
        first held, 0 where it never did.  With `checks` every state is held against all
        invariants, which is slow.
        """
        indices = np.arange(start, end, dtype=np.uint64)
        firsts = firsts_of(self.first, self.seed, indices)
        return self.pairing.play(self.seed, indices, firsts, checks=checks)

    def first_of(self, index: int) -> int:
        """The deck, 0 or 1, that goes first in duel `index`."""
        return int(firsts_of(self.first, self.seed, np.array([index], dtype=np.uint64))[0])

    def duel(self, index: int) -> Duel:
        """Play duel `index` a move at a time: the same duel, with its log.

        Player 0 of it is the deck that goes first (`first_of`).
        """
        index = check_whole("index", index, 0, SEED_MAX)
        return self.pairing.duel(self.seed, index, self.first_of(index))

    def simulate(
        self,
        duels: int = DUELS,
        *,
        threads: int = 1,
        stop: Stop | None = None,
        confidence: float = CONFIDENCE,
        keep_results: bool = False,
        sink: Sink | None = None,
        checks: bool = False,
        chunk: int = CHUNK,
        progress: Progress | None = None,
    ) -> DuelsResult:
        """Play duels 0 … `duels - 1` and count; see `simulate`."""
        duels = check_whole("duels", duels, 0, DUELS_MAX)
        check_confidence(confidence)
        counted = count_up(
            lambda start, end: self.results(start, end, checks=checks),
            duels,
            Tally(tracked=(TurnTally(),) * len(self.tracking.queries)),
            threads=threads,
            chunk=chunk,
            is_python=self.pairing.is_python,
            keep=self.pairing.row_dtype if keep_results else None,
            sink=sink,
            progress=progress,
            first_cut=FIRST_LOOK if stop is not None else 0,
            enough=None if stop is None else lambda tally: _narrow_enough(tally, stop, confidence),
        )
        return DuelsResult(
            facts=self.facts,
            first=self.first,
            tally=counted.tally,
            requested=duels,
            seconds=counted.seconds,
            threads=counted.threads,
            confidence=confidence,
            stop=stop,
            stopped=counted.stopped,
            interrupted=counted.interrupted,
            results=counted.kept,
            conditions=tuple(map(str, self.tracking.queries)),
        )


def _narrow_enough(tally: Tally, stop: Stop, confidence: float) -> bool:
    look = stop.look(tally.duels)
    if look is None:
        return False
    single = stop.confidence_at(look, confidence)
    widths = (Proportion(tally.ended(deck), tally.duels, single).half_width for deck in (0, 1))
    return max(widths) <= stop.half_width


def simulate(
    deck_a: Deck,
    deck_b: Deck,
    *,
    duels: int = DUELS,
    rules: Rules | str = Rules.mr5,
    policies: Policies = "random",
    seed: int = 0,
    threads: int = 1,
    first: First = "alternate",
    stop: Stop | None = None,
    confidence: float = CONFIDENCE,
    keep_results: bool = False,
    sink: Sink | None = None,
    limits: Limits | None = None,
    unsupported: Unsupported = "refuse",
    check_decks: bool = True,
    banlist: BanList | None = None,
    catalogue: Catalogue | None = None,
    progress: Progress | None = None,
    track: Sequence[str] = (),
) -> DuelsResult:
    """Play many duels between two decks and count how they end.

    The counts, the digest and the results one by one depend on nothing but what is asked:
    not on threads, and not on how the work was cut.  Memory does not grow with the number of
    duels, unless the results one by one are kept.

    Parameters
    ----------
    deck_a, deck_b, rules, policies, seed, first, limits, unsupported, check_decks, banlist, track
        See `DuelRun`.
    duels
        How many; with `stop`, at most.
    threads
        Threads that play at the same time.  Your own functions are called from one.
    stop
        Stop when the intervals are narrow enough.
    confidence
        How often an interval shall hold the true value.
    keep_results
        Keep every duel's result, as `DuelsResult.results`.
    sink
        Gets every duel's result while the run goes on, such as a `CsvSink`.
    progress
        Called after each chunk with the duels done and those asked for.

    Returns
    -------
    DuelsResult
        After Ctrl-C (KeyboardInterrupt) it holds the first duels of the run, whole, and is
        `interrupted`.

    Raises
    ------
    DeckError, UnsupportedCardError
        Naming what stands against the decks.
    PredicateError
        When your own policy raises, with the duel.

    Examples
    --------
    >>> from ygosim.cards.demo import deck_path
    >>> a, b = (Deck.read(deck_path(name)) for name in ("beatdown", "tribute"))
    >>> result = simulate(a, b, duels=2000, policies=("greedy", "random"), seed=1, threads=2)
    >>> result.duels, sum(result.wins) + result.draws + result.aborted
    (2000, 2000)
    >>> result.win_rate(0).rate > 0.9
    True
    >>> result.digest == simulate(a, b, duels=2000, policies=("greedy", "random"), seed=1).digest
    True
    """
    run = DuelRun(
        deck_a,
        deck_b,
        rules=rules,
        policies=policies,
        seed=seed,
        first=first,
        limits=limits,
        unsupported=unsupported,
        check_decks=check_decks,
        banlist=banlist,
        catalogue=catalogue,
        track=track,
    )
    return run.simulate(
        duels,
        threads=threads,
        stop=stop,
        confidence=confidence,
        keep_results=keep_results,
        sink=sink,
        progress=progress,
    )
