"""Best-of-three matches (MATCH-1, MATCH-2) with siding between the duels (DECK-5)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ygosim._core.runner import lots
from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.siding import SwapPlan
from ygosim.duel import Duel
from ygosim.intervals import (
    CONFIDENCE,
    Difference,
    Mean,
    Proportion,
    Sums,
    check_confidence,
)
from ygosim.montecarlo.chunks import CHUNK
from ygosim.montecarlo.counting import Progress, count_up
from ygosim.montecarlo.duels import (
    DUELS_MAX,
    SEED_MAX,
    Policies,
    facts_of,
    resolve_both,
)
from ygosim.montecarlo.pairing import Pairing, check_all, check_whole
from ygosim.montecarlo.results import ABORTED, DRAW, RunFacts, RunningDigest, interval_facts
from ygosim.montecarlo.sinks import Sink
from ygosim.rules import Rules
from ygosim.template import Limits, Unsupported

__all__ = [
    "DUELS_IN_MATCH",
    "MATCH_COLUMNS",
    "MATCH_DTYPE",
    "Choice",
    "MatchRun",
    "MatchesResult",
    "match_lines",
    "match_winner",
    "simulate_matches",
]

DUELS_IN_MATCH = 3
MATCHES = 1000

Choice = Literal["first", "second"]
"""What a player chooses who may choose who goes first."""

NOBODY = 255
"""No winner: the duel or match was aborted, or not played."""

MATCH_DTYPE = np.dtype(
    [
        ("digest", "u8", (DUELS_IN_MATCH,)),  # of each duel played, 0 past them
        ("turns", "u4"),  # of all its duels
        ("decisions", "u4"),  # likewise
        ("duels", "u1"),  # played
        ("winner", "u1"),  # deck 0 or 1, 2 drawn, 255 aborted
        ("firsts", "u1", (DUELS_IN_MATCH,)),  # deck that went first; 255 past them
        ("winners", "u1", (DUELS_IN_MATCH,)),  # of each duel; 255 aborted or not played
        ("spare", "u1", (8,)),
    ]
)
"""One match."""

MATCH_COLUMNS = (
    "match",
    "winner",
    "duels",
    *(f"{what}_{number}" for number in range(1, 4) for what in ("first", "winner", "digest")),
    "turns",
    "decisions",
)


def match_lines(start: int, rows: npt.NDArray[Any]) -> str:
    """One CSV line per match, in the order of MATCH_COLUMNS; duels not played are left blank."""
    names = {0: "a", 1: "b", 2: "draw", NOBODY: "aborted"}
    lines = []
    for match, row in enumerate(rows, start):
        fields = [str(match), names[int(row["winner"])], str(row["duels"])]
        for number in range(DUELS_IN_MATCH):
            if number < row["duels"]:
                fields += [
                    "ab"[row["firsts"][number]],
                    names[int(row["winners"][number])],
                    f"{int(row['digest'][number]):016x}",
                ]
            else:
                fields += ["", "", ""]
        lines.append(",".join([*fields, str(row["turns"]), str(row["decisions"])]) + "\n")
    return "".join(lines)


def match_winner(winners: Sequence[int]) -> int | None:
    """Who has won a match after these duels (MATCH-1).

    Two wins win; so do one win and two draws.  One win each and a draw, or three draws, are
    a drawn match.

    Parameters
    ----------
    winners
        The winner of each duel so far: 0, 1, or 2 for a draw.

    Returns
    -------
    int or None
        0, 1, or 2 for a drawn match; None while another duel is to be played.

    Raises
    ------
    ValueError
        When the duels are no match: more than three, or one after the match was won.

    Examples
    --------
    >>> match_winner([0, 0]), match_winner([0, 2, 2]), match_winner([0, 1, 2])
    (0, 0, 2)
    >>> match_winner([0, 2]) is None
    True
    """
    if len(winners) > DUELS_IN_MATCH or any(winner not in (0, 1, 2) for winner in winners):
        raise ValueError(
            f"duels won by {list(winners)} are no match: up to three of 0, 1 and 2 (a draw)"
        )
    if len(winners) > 2 and match_winner(winners[:2]) is not None:
        raise ValueError(f"duels won by {list(winners)}: the match was over after two")
    wins = [sum(winner == player for winner in winners) for player in (0, 1)]
    if max(wins) >= 2:
        return int(wins[1] > wins[0])
    if len(winners) < DUELS_IN_MATCH:
        return None
    return 2 if wins[0] == wins[1] else int(wins[1] > wins[0])


def _winner_tables() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """What `match_winner` says after two and after three duels, to look up many at once."""
    after_two = np.full((3, 3), NOBODY, dtype=np.uint8)
    after_three = np.full((3, 3, 3), NOBODY, dtype=np.uint8)
    for winners in itertools.product(range(3), repeat=2):
        early = match_winner(winners)
        if early is not None:
            after_two[winners] = early
            continue
        for third in range(3):
            late = match_winner((*winners, third))
            assert late is not None
            after_three[(*winners, third)] = late
    return after_two, after_three


_AFTER_TWO, _AFTER_THREE = _winner_tables()


@dataclass(frozen=True, slots=True)
class MatchTally:
    """Counts over matches 0 … matches - 1.

    `outcomes[s][d][c]`: duels before (s = 0) or after siding (1) in which deck d went first
    and deck c won; c = 2 draws, 3 aborted.
    """

    matches: int = 0
    won: tuple[int, int, int, int] = (0, 0, 0, 0)  # by deck 0, 1, drawn, aborted
    lengths: tuple[int, ...] = (0, 0, 0, 0)  # matches of so many duels
    outcomes: tuple[tuple[tuple[int, ...], ...], ...] = (((0,) * 4,) * 2,) * 2
    turns: Sums = field(default_factory=Sums)
    decisions: Sums = field(default_factory=Sums)
    digest: RunningDigest = field(default_factory=RunningDigest)

    def plus(self, rows: npt.NDArray[Any]) -> MatchTally:
        """The counts with these matches (MATCH_DTYPE) added behind."""
        won = np.bincount(np.minimum(rows["winner"], ABORTED), minlength=4).tolist()
        lengths = np.bincount(rows["duels"], minlength=4).tolist()
        played = np.arange(DUELS_IN_MATCH) < rows["duels"][:, None]
        later = np.broadcast_to(np.arange(DUELS_IN_MATCH) > 0, played.shape)
        ends = (
            later.astype(np.intp) * 8
            + rows["firsts"].astype(np.intp) * 4
            + np.minimum(rows["winners"], ABORTED)
        )
        counts = np.bincount(ends[played], minlength=16).reshape(2, 2, 4).tolist()
        one, other, drawn, aborted = map(sum, zip(self.won, won, strict=True))
        return MatchTally(
            matches=self.matches + len(rows),
            won=(one, other, drawn, aborted),
            lengths=tuple(map(sum, zip(self.lengths, lengths, strict=True))),
            outcomes=tuple(
                tuple(
                    tuple(map(sum, zip(*pair, strict=True))) for pair in zip(old, new, strict=True)
                )
                for old, new in zip(self.outcomes, counts, strict=True)
            ),
            turns=self.turns.plus(Sums.of(rows["turns"])),
            decisions=self.decisions.plus(Sums.of(rows["decisions"])),
            digest=self.digest.plus(rows["digest"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesResult:
    """Some matches between deck 0 ("A") and deck 1 ("B").

    Attributes
    ----------
    facts
        What was asked.
    choices
        What each player chooses who may choose: "first" or "second".
    sided
        Whether each player swaps cards between the duels.
    tally
        The counts; `results` are the matches one by one (MATCH_DTYPE), when asked for.
    requested
        Matches asked for; fewer were played when `interrupted`: then those counted are the
        first of the run, whole.
    """

    facts: RunFacts
    choices: tuple[Choice, Choice]
    sided: tuple[bool, bool]
    tally: MatchTally
    requested: int
    seconds: float
    threads: int
    confidence: float = CONFIDENCE
    interrupted: bool = False
    results: npt.NDArray[Any] | None = None

    @property
    def matches(self) -> int:
        """Matches played."""
        return self.tally.matches

    @property
    def wins(self) -> tuple[int, int]:
        """Matches won by each deck."""
        return self.tally.won[0], self.tally.won[1]

    @property
    def draws(self) -> int:
        """Matches drawn."""
        return self.tally.won[DRAW]

    @property
    def aborted(self) -> int:
        """Matches of which a duel was aborted: nobody won, and they are no draws."""
        return self.tally.won[ABORTED]

    @property
    def duels(self) -> int:
        """Duels played in all matches."""
        return sum(length * count for length, count in enumerate(self.tally.lengths))

    @property
    def digest(self) -> str:
        """Sixteen digits that tell the final states of all duels, in order."""
        return str(self.tally.digest)

    def win_rate(self, deck: int) -> Proportion:
        """The share of all matches that a deck won."""
        return Proportion(self.wins[deck], self.matches, self.confidence)

    @property
    def draw_rate(self) -> Proportion:
        """The share of all matches that were drawn."""
        return Proportion(self.draws, self.matches, self.confidence)

    @property
    def duels_per_match(self) -> Mean:
        """Duels a match."""
        lengths = self.tally.lengths
        numbers = [length for length, count in enumerate(lengths) if count]
        sums = Sums(
            self.matches,
            sum(length * count for length, count in enumerate(lengths)),
            sum(length**2 * count for length, count in enumerate(lengths)),
            min(numbers, default=0),
            max(numbers, default=0),
        )
        return sums.mean(self.confidence)

    @property
    def turns(self) -> Mean:
        """Turns a match."""
        return self.tally.turns.mean(self.confidence)

    @property
    def decisions(self) -> Mean:
        """Decisions a match."""
        return self.tally.decisions.mean(self.confidence)

    def duel_win_rate(self, deck: int, *, goes_first: bool, after_siding: bool) -> Proportion:
        """The share that a deck won of first (or later) duels in which it went first (second)."""
        row = self.tally.outcomes[after_siding][deck if goes_first else 1 - deck]
        return Proportion(row[deck], sum(row), self.confidence)

    def siding_effect(self, deck: int, *, goes_first: bool) -> Difference:
        """How much more often a deck wins duels 2 and 3 than duel 1, in the same seat.

        Both players side, so this is what both swaps together do.
        """
        return Difference(
            self.duel_win_rate(deck, goes_first=goes_first, after_siding=True),
            self.duel_win_rate(deck, goes_first=goes_first, after_siding=False),
        )

    @property
    def matches_per_second(self) -> float:
        """How fast it was."""
        return self.matches / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Everything but the matches one by one, as plain values."""
        return {
            "matches": self.matches,
            "requested": self.requested,
            "wins": list(self.wins),
            "draws": self.draws,
            "aborted": self.aborted,
            "win_rates": [self.win_rate(deck).as_dict() for deck in (0, 1)],
            "draw_rate": self.draw_rate.as_dict(),
            "duels": self.duels,
            "duels_per_match": self.duels_per_match.as_dict(),
            "lengths": {str(n): self.tally.lengths[n] for n in range(1, 4)},
            "choices": list(self.choices),
            "sided": list(self.sided),
            "duel_win_rates": [
                {
                    f"going_{seat}_{when}_siding": self.duel_win_rate(
                        deck, goes_first=seat == "first", after_siding=when == "after"
                    ).as_dict()
                    for seat in ("first", "second")
                    for when in ("before", "after")
                }
                for deck in (0, 1)
            ],
            "siding_effects": [
                {
                    f"going_{seat}": self.siding_effect(deck, goes_first=seat == "first").as_dict()
                    for seat in ("first", "second")
                }
                for deck in (0, 1)
            ],
            "turns_mean": self.turns.value,
            "decisions_mean": self.decisions.value,
            **interval_facts(self.confidence, self.confidence, None),
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "matches_per_second": self.matches_per_second,
            "threads": self.threads,
            "digest": self.digest,
            **self.facts.as_dict(),
        }


class MatchRun:
    """The matches of one seed between two decks.

    Duel d (from 0) of match m is duel 3 m + d of the run `seed`, so what it is depends on
    (seed, m, d), the decks and who goes first alone.  The winner of the lot chooses who goes
    first in duel 1; then the last loser does, after a draw the winner of a new lot (MATCH-2).
    An aborted duel ends its match, which then is aborted.

    Parameters
    ----------
    deck_a, deck_b
        The decks as registered: duel 1 is played with these.
    side_a, side_b
        What each player swaps for duels 2 and 3, going first and going second; None: nothing.
    choices
        "first" or "second": what each player chooses.
    rules, policies, seed, limits, unsupported, check_decks, banlist
        See `DuelRun`.

    Raises
    ------
    DeckError
        For illegal decks, swaps that are not possible, and too many Legend cards after siding.
    UnsupportedCardError
        Naming cards whose effects are not known, also those swapped in.

    Examples
    --------
    >>> from ygosim.cards.demo import deck_path
    >>> a, b = (Deck.read(deck_path(name)) for name in ("beatdown", "tribute"))
    >>> result = MatchRun(a, b, policies="greedy", seed=1).simulate(500)
    >>> result.matches, 2 <= result.duels_per_match.value <= 3
    (500, True)
    """

    __slots__ = ("_sided", "_unsided", "choices", "decks", "facts", "seed", "sided")

    def __init__(
        self,
        deck_a: Deck,
        deck_b: Deck,
        *,
        side_a: SwapPlan | None = None,
        side_b: SwapPlan | None = None,
        choices: tuple[Choice, Choice] = ("first", "first"),
        rules: Rules | str = Rules.mr5,
        policies: Policies = "random",
        seed: int = 0,
        limits: Limits | None = None,
        unsupported: Unsupported = "refuse",
        check_decks: bool = True,
        banlist: BanList | None = None,
        catalogue: Catalogue | None = None,
    ) -> None:
        rules = Rules.named(rules) if isinstance(rules, str) else rules
        catalogue = catalogue or Catalogue.default()
        for choice in choices:
            if choice not in ("first", "second"):
                raise ValueError(f'a choice is {choice!r}; it must be "first" or "second"')
        self.choices = choices
        self.seed = check_whole("seed", seed, 0, SEED_MAX)
        self.decks = decks = (deck_a, deck_b)
        self.sided = (side_a is not None, side_b is not None)
        if check_decks:
            check_all(decks, rules, banlist, catalogue)
        both = resolve_both(policies)

        def sided(deck: Deck, plan: SwapPlan | None, *, goes_first: bool) -> Deck:
            if plan is None:
                return deck
            return plan.apply(deck, goes_first=goes_first, rules=rules if check_decks else None)

        def ready(when_first: tuple[tuple[Deck, Deck], tuple[Deck, Deck]]) -> Pairing:
            return Pairing.of(
                when_first,
                rules,
                both,
                catalogue=catalogue,
                unsupported=unsupported,
                limits=limits,
            )

        self._unsided = ready((decks, decks))
        self._sided = ready(
            (
                (
                    sided(deck_a, side_a, goes_first=True),
                    sided(deck_b, side_b, goes_first=False),
                ),
                (
                    sided(deck_a, side_a, goes_first=False),
                    sided(deck_b, side_b, goes_first=True),
                ),
            )
        )
        facts = facts_of(decks, self._unsided, self.seed, check_decks=check_decks, banlist=banlist)
        blanked = tuple(dict.fromkeys((*facts.blanked, *self._sided.blanked)))
        self.facts = replace(facts, blanked=blanked)

    def results(self, start: int, end: int) -> npt.NDArray[Any]:
        """Play matches `start` … `end - 1`: an array of MATCH_DTYPE."""
        rows = np.zeros(end - start, dtype=MATCH_DTYPE)
        rows["firsts"] = NOBODY
        rows["winners"] = NOBODY
        rows["winner"] = NOBODY
        going = np.arange(len(rows))  # matches that have another duel
        chooses_first = np.array([choice == "first" for choice in self.choices])
        for number in range(DUELS_IN_MATCH):
            indices = (going.astype(np.uint64) + np.uint64(start)) * np.uint64(
                DUELS_IN_MATCH
            ) + np.uint64(number)
            chooser = lots(self.seed, indices)
            if number:
                last = rows["winners"][going, number - 1]
                # The last loser chooses; after a draw the lot decides (MATCH-2).
                chooser = np.where(last == DRAW, chooser, 1 - last).astype(np.uint8)
            firsts = np.where(chooses_first[chooser], chooser, 1 - chooser).astype(np.uint8)
            pairing = self._sided if number else self._unsided
            duels = pairing.play(self.seed, indices, firsts)
            rows["firsts"][going, number] = firsts
            rows["winners"][going, number] = duels["winner"]
            rows["digest"][going, number] = duels["digest"]
            rows["duels"][going] += 1
            rows["turns"][going] += duels["turns"]
            rows["decisions"][going] += duels["decisions"]
            going = going[duels["winner"] != NOBODY]
            if number == 1:
                one, two = rows["winners"][going, :2].T
                over = _AFTER_TWO[one, two]
                rows["winner"][going] = over
                going = going[over == NOBODY]
            elif number == 2:
                rows["winner"][going] = _AFTER_THREE[tuple(rows["winners"][going].T)]
        return rows

    def duel(self, match: int, number: int, *, first: int) -> Duel:
        """Play duel `number` (from 0) of a match again, a move at a time.

        Parameters
        ----------
        first
            The deck that goes first: `firsts` of the match's result.
        """
        number = check_whole("number", number, 0, DUELS_IN_MATCH - 1)
        pairing = self._sided if number else self._unsided
        return pairing.duel(self.seed, DUELS_IN_MATCH * match + number, first)

    def simulate(
        self,
        matches: int = MATCHES,
        *,
        threads: int = 1,
        confidence: float = CONFIDENCE,
        keep_results: bool = False,
        sink: Sink | None = None,
        chunk: int = CHUNK // 2,
        progress: Progress | None = None,
    ) -> MatchesResult:
        """Play matches 0 … `matches - 1` and count; see `simulate_matches`."""
        matches = check_whole("matches", matches, 0, DUELS_MAX)
        check_confidence(confidence)
        counted = count_up(
            self.results,
            matches,
            MatchTally(),
            threads=threads,
            chunk=chunk,
            is_python=self._unsided.is_python,
            keep=MATCH_DTYPE if keep_results else None,
            sink=sink,
            progress=progress,
        )
        return MatchesResult(
            facts=self.facts,
            choices=self.choices,
            sided=self.sided,
            tally=counted.tally,
            requested=matches,
            seconds=counted.seconds,
            threads=counted.threads,
            confidence=confidence,
            interrupted=counted.interrupted,
            results=counted.kept,
        )


def simulate_matches(
    deck_a: Deck,
    deck_b: Deck,
    *,
    matches: int = MATCHES,
    side_a: SwapPlan | None = None,
    side_b: SwapPlan | None = None,
    choices: tuple[Choice, Choice] = ("first", "first"),
    rules: Rules | str = Rules.mr5,
    policies: Policies = "random",
    seed: int = 0,
    threads: int = 1,
    confidence: float = CONFIDENCE,
    keep_results: bool = False,
    sink: Sink | None = None,
    limits: Limits | None = None,
    unsupported: Unsupported = "refuse",
    check_decks: bool = True,
    banlist: BanList | None = None,
    catalogue: Catalogue | None = None,
    progress: Progress | None = None,
) -> MatchesResult:
    """Play many best-of-three matches between two decks and count how they end.

    As with `simulate`, nothing depends on threads, and Ctrl-C keeps the first matches.

    Parameters
    ----------
    deck_a, deck_b, side_a, side_b, choices, rules, policies, seed
        See `MatchRun`.
    matches
        How many.
    threads, confidence, keep_results, sink, progress
        See `simulate`; here they are about matches.

    Examples
    --------
    >>> from ygosim.cards.demo import deck_path
    >>> a, b = (Deck.read(deck_path(name)) for name in ("beatdown", "tribute"))
    >>> result = simulate_matches(a, b, matches=200, policies="greedy", seed=1)
    >>> sum(result.wins) + result.draws + result.aborted
    200
    """
    run = MatchRun(
        deck_a,
        deck_b,
        side_a=side_a,
        side_b=side_b,
        choices=choices,
        rules=rules,
        policies=policies,
        seed=seed,
        limits=limits,
        unsupported=unsupported,
        check_decks=check_decks,
        banlist=banlist,
        catalogue=catalogue,
    )
    return run.simulate(
        matches,
        threads=threads,
        confidence=confidence,
        keep_results=keep_results,
        sink=sink,
        progress=progress,
    )
