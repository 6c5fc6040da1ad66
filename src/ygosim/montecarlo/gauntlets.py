"""Several decks, each against each other."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import unsupported as unsupported_cards
from ygosim.errors import UnsupportedCardError
from ygosim.intervals import CONFIDENCE, Proportion
from ygosim.montecarlo.duels import DUELS, SEED_MAX, AnyPolicy, DuelRun
from ygosim.montecarlo.pairing import First, check_all, check_whole
from ygosim.montecarlo.results import DuelsResult
from ygosim.montecarlo.sinks import Sink
from ygosim.rules import Rules
from ygosim.template import Limits, Unsupported

__all__ = ["Gauntlet", "GauntletResult", "gauntlet", "pairing_seed"]


def pairing_seed(seed: int, name_a: str, name_b: str) -> int:
    """The seed of the duels between two decks of a gauntlet.

    It depends on nothing but the gauntlet's seed and both names: other decks may come and go.
    It is another one for each pairing, so that their duels are independent.

    Examples
    --------
    >>> pairing_seed(1, "Horus", "Chaos") == pairing_seed(1, "Chaos", "Horus")
    False
    """
    text = f"{seed}\n{name_a}\n{name_b}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


@dataclass(frozen=True, slots=True, kw_only=True)
class GauntletResult:
    """What came of a gauntlet.

    Attributes
    ----------
    decks
        The names, in the order of the matrix.
    seed
        Of the gauntlet; each pairing has its own (`pairing_seed`), which its facts name.
    results
        By pairing (i, j), i < j: deck i is that result's deck 0, deck j its deck 1.  Pairings
        that an interruption left unplayed are missing.
    """

    decks: tuple[str, ...]
    seed: int
    results: dict[tuple[int, int], DuelsResult]
    confidence: float = CONFIDENCE
    interrupted: bool = False

    @property
    def duels(self) -> int:
        """Duels played, of all pairings together."""
        return sum(result.duels for result in self.results.values())

    @property
    def aborted(self) -> int:
        """Duels that reached a limit."""
        return sum(result.aborted for result in self.results.values())

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(result.seconds for result in self.results.values())

    @property
    def digest(self) -> str:
        """Sixteen digits that tell the final states of all duels, pairing by pairing."""
        text = " ".join(result.digest for result in self.results.values())
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def win_rate(self, deck: int, opponent: int) -> Proportion | None:
        """The share of the duels between two decks that `deck` won; None if there are none.

        Draws and aborted duels are not left out, so both rates need not add up to one.
        """
        if deck < opponent:
            result = self.results.get((deck, opponent))
            return None if result is None else result.win_rate(0)
        result = self.results.get((opponent, deck))
        return None if result is None else result.win_rate(1)

    def total(self, deck: int) -> Proportion:
        """The share that a deck won of all its duels."""
        return self._share(deck, (True, False))

    def total_when(self, deck: int, *, goes_first: bool) -> Proportion:
        """The share that a deck won of its duels in which it went first, or second."""
        return self._share(deck, (goes_first,))

    def _share(self, deck: int, seats: Sequence[bool]) -> Proportion:
        won = played = 0
        for pair, result in self.results.items():
            if deck in pair:
                for goes_first in seats:
                    share = result.win_rate_when(pair.index(deck), goes_first=goes_first)
                    won += share.successes
                    played += share.trials
        return Proportion(won, played, self.confidence)

    def as_dict(self) -> dict[str, Any]:
        """Everything, as plain values."""
        some = next(iter(self.results.values()), None)
        shared = ("rules", "rules_changed", "policies", "list", "decks_checked", "turn_limit")
        return {
            "decks": list(self.decks),
            "duels": self.duels,
            "aborted": self.aborted,
            "seed": self.seed,
            "first": None if some is None else some.first,
            "win_rates": [
                [
                    None if (rate := self.win_rate(deck, other)) is None else rate.as_dict()
                    for other in range(len(self.decks))
                ]
                for deck in range(len(self.decks))
            ],
            "totals": [
                {
                    "deck": name,
                    "win_rate": self.total(deck).as_dict(),
                    "win_rate_going_first": self.total_when(deck, goes_first=True).as_dict(),
                    "win_rate_going_second": self.total_when(deck, goes_first=False).as_dict(),
                }
                for deck, name in enumerate(self.decks)
            ],
            "pairings": [result.as_dict() for result in self.results.values()],
            "confidence": self.confidence,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "digest": self.digest,
            **({} if some is None else {key: some.facts.as_dict()[key] for key in shared}),
            "blanked": list(self.blanked),
        }

    @property
    def blanked(self) -> tuple[str, ...]:
        """Names of the cards that were played without their effects."""
        return tuple(
            dict.fromkeys(name for result in self.results.values() for name in result.facts.blanked)
        )


class Gauntlet:
    """Decks that play each other, made ready: everything against them is said before a duel.

    Parameters
    ----------
    decks
        Two or more, with different names.
    policy
        Who plays, all decks alike.
    rules, seed, first, limits, unsupported, check_decks, banlist, catalogue, track
        See `DuelRun`.  Of a pairing's conditions, player 0 is the deck that comes first.

    Raises
    ------
    ValueError
        For fewer than two decks, or two of one name.
    DeckError, UnsupportedCardError
        Naming what stands against the decks.
    """

    __slots__ = ("_options", "decks", "seed")

    def __init__(
        self,
        decks: Sequence[Deck],
        *,
        rules: Rules | str = Rules.mr5,
        policy: AnyPolicy = "random",
        seed: int = 0,
        first: First = "alternate",
        limits: Limits | None = None,
        unsupported: Unsupported = "refuse",
        check_decks: bool = True,
        banlist: BanList | None = None,
        catalogue: Catalogue | None = None,
        track: Sequence[str] = (),
    ) -> None:
        self.decks = tuple(decks)
        self.seed = check_whole("seed", seed, 0, SEED_MAX)
        rules = Rules.named(rules) if isinstance(rules, str) else rules
        catalogue = catalogue or Catalogue.default()
        if len(self.decks) < 2:
            raise ValueError(f"a gauntlet takes two decks or more, not {len(self.decks)}")
        names = [deck.name for deck in self.decks]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"decks of a gauntlet need different names; twice: {', '.join(twice)}")
        if check_decks:
            check_all(self.decks, rules, banlist, catalogue)
        if unsupported == "refuse":
            found = [name for deck in self.decks for name in unsupported_cards(deck, catalogue)]
            if found:
                raise UnsupportedCardError(tuple(dict.fromkeys(found)))
        self._options: dict[str, Any] = {
            "rules": rules,
            "policies": policy,
            "first": first,
            "limits": limits,
            "unsupported": unsupported,
            "check_decks": check_decks,
            "banlist": banlist,
            "catalogue": catalogue,
            "track": tuple(track),
        }
        self.run(0, 1)  # says what else is wrong, before anything is played

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Which decks meet, in the order in which they do."""
        return tuple(itertools.combinations(range(len(self.decks)), 2))

    def run(self, one: int, other: int) -> DuelRun:
        """The duels of a pairing: any of them can be played again."""
        deck_a, deck_b = self.decks[one], self.decks[other]
        seed = pairing_seed(self.seed, deck_a.name, deck_b.name)
        return DuelRun(deck_a, deck_b, seed=seed, **self._options)

    def play(
        self,
        duels: int = DUELS,
        *,
        threads: int = 1,
        confidence: float = CONFIDENCE,
        sink: Callable[[int, int], Sink | None] | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> GauntletResult:
        """Play `duels` duels of each pairing; see `gauntlet`.

        Parameters
        ----------
        sink
            Gives the sink for the results of a pairing.
        progress
            Called with the duels done and those asked for, of all pairings.
        """
        results: dict[tuple[int, int], DuelsResult] = {}
        pairings = self.pairings
        interrupted = False
        for number, pair in enumerate(pairings):

            def told(done: int, _total: int, before: int = number * duels) -> None:
                if progress is not None:
                    progress(before + done, duels * len(pairings))

            result = self.run(*pair).simulate(
                duels,
                threads=threads,
                confidence=confidence,
                sink=None if sink is None else sink(*pair),
                progress=told,
            )
            if result.duels or not result.interrupted:
                results[pair] = result
            if result.interrupted:
                interrupted = True
                break
        return GauntletResult(
            decks=tuple(deck.name for deck in self.decks),
            seed=self.seed,
            results=results,
            confidence=confidence,
            interrupted=interrupted,
        )


def gauntlet(
    decks: Sequence[Deck],
    *,
    duels: int = DUELS,
    rules: Rules | str = Rules.mr5,
    policy: AnyPolicy = "random",
    seed: int = 0,
    threads: int = 1,
    first: First = "alternate",
    confidence: float = CONFIDENCE,
    limits: Limits | None = None,
    unsupported: Unsupported = "refuse",
    check_decks: bool = True,
    banlist: BanList | None = None,
    catalogue: Catalogue | None = None,
    track: Sequence[str] = (),
    progress: Callable[[int, int], object] | None = None,
) -> GauntletResult:
    """Let every deck play every other one, in both seats, and count how often each wins.

    Parameters
    ----------
    decks, rules, policy, seed, first, limits, unsupported, check_decks, banlist, track
        See `Gauntlet`.
    duels
        How many each pairing plays; with `first` "alternate" each deck goes first in half.
    threads
        Threads that play at the same time; they change nothing but the time.

    Returns
    -------
    GauntletResult
        After Ctrl-C (KeyboardInterrupt) it holds the pairings played so far, the last perhaps
        in part, and is `interrupted`.

    Examples
    --------
    >>> from ygosim.cards.demo import deck_path
    >>> decks = [Deck.read(deck_path(name)) for name in ("beatdown", "tribute")]
    >>> result = gauntlet(decks, duels=200, policy="greedy", seed=1)
    >>> result.win_rate(0, 1).trials, result.total(0).trials, result.win_rate(0, 0)
    (200, 200, None)
    """
    return Gauntlet(
        decks,
        rules=rules,
        policy=policy,
        seed=seed,
        first=first,
        limits=limits,
        unsupported=unsupported,
        check_decks=check_decks,
        banlist=banlist,
        catalogue=catalogue,
        track=track,
    ).play(duels, threads=threads, confidence=confidence, progress=progress)
