"""The odds of hands: exact over distinct hands, sampled where these are too many."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np

from ygosim._core.sampler import BLOCK, n_distinct_hands
from ygosim.errors import DeckError, QueryError
from ygosim.expressions import Query, Sum, parse, parse_count, resolve, terms
from ygosim.hands.compiling import CardClass, Compiled, compile_queries, linear
from ygosim.hands.estimates import Estimate, exact_estimate, sampled_estimate
from ygosim.hands.pool import CardPool
from ygosim.intervals import CONFIDENCE, check_confidence

__all__ = ["SAMPLES", "SEED", "Change", "CountTable", "HandStudy", "Method", "Odds"]

SAMPLES = 10_000_000
"""Hands drawn where a number is sampled, unless asked otherwise."""

SEED = 1
"""The seed of sampled numbers, unless asked otherwise."""

_COST_MAX = 2_000_000_000
"""Steps (about nanoseconds) that an exact number may take before it is sampled."""

_SPAN = 256 * BLOCK  # hands drawn by one call, so that an interrupt is answered soon


class Method(StrEnum):
    """How odds are found."""

    AUTO = "auto"  # exact, or sampled where that is too large
    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How to sample where odds are not exact."""

    method: Method = Method.AUTO
    samples: int = SAMPLES
    seed: int = SEED
    confidence: float = CONFIDENCE
    threads: int = 1

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise ValueError(f"samples is {self.samples}; at least one hand is drawn")
        check_confidence(self.confidence)
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"the seed is {self.seed}; it must be 0 to 2**64 - 1")
        if self.threads < 1:
            raise ValueError(f"threads is {self.threads}; it must be at least 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Several queries answered over the same hands.

    `counts[b]` is how many hands (deals where exact, samples where not) meet just the
    queries whose bits are set in `b`; every other number here is a sum of these.
    """

    wants: tuple[str, ...]
    counts: tuple[int, ...]
    exact: bool
    deck_size: int
    hand_size: int
    sampling: Sampling

    @property
    def trials(self) -> int:
        """Deals in all, or sampled hands."""
        return sum(self.counts)

    @property
    def seed(self) -> int | None:
        """The seed, None where nothing was sampled."""
        return None if self.exact else self.sampling.seed

    def _estimate(self, want: str, hits: int) -> Estimate:
        if self.exact:
            return exact_estimate(want, hits, self.trials)
        return sampled_estimate(want, hits, self.trials, self.sampling.confidence)

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Each query alone, in the order asked."""
        return tuple(
            self._estimate(want, sum(n for answer, n in enumerate(self.counts) if answer >> i & 1))
            for i, want in enumerate(self.wants)
        )

    def together(self, *queries: int) -> Estimate:
        """All of some queries at once, by number from 0."""
        bits = sum(1 << query for query in set(queries))
        hits = sum(n for answer, n in enumerate(self.counts) if answer & bits == bits)
        return self._estimate(" & ".join(_bracketed(self.wants[q]) for q in queries), hits)

    @property
    def any_of_them(self) -> Estimate:
        """At least one of the queries."""
        want = " | ".join(_bracketed(want) for want in self.wants)
        return self._estimate(want, sum(self.counts[1:]))

    @property
    def none_of_them(self) -> Estimate:
        """Not one of the queries."""
        want = "!(" + " | ".join(_bracketed(want) for want in self.wants) + ")"
        return self._estimate(want, self.counts[0])

    @property
    def overlaps(self) -> tuple[tuple[int, int, Estimate], ...]:
        """Every pair of queries at once: the two numbers, and the estimate."""
        pairs = itertools.combinations(range(len(self.wants)), 2)
        return tuple((a, b, self.together(a, b)) for a, b in pairs)


def _bracketed(want: str) -> str:
    return f"({want})" if "|" in want or "&" in want else want


@dataclass(frozen=True, slots=True)
class CountTable:
    """How many of something a hand holds: exact, whatever the size.

    Examples
    --------
    >>> study = HandStudy(CardPool.from_counts({"Ace": 3, "Other": 37}))
    >>> table = study.table('"Ace"', hand_size=5)
    >>> [f"{float(p):.4f}" for p in table.probabilities.values()]
    ['0.6624', '0.3011', '0.0354', '0.0010']
    >>> float(table.expected)
    0.375
    """

    count: str
    probabilities: Mapping[int, Fraction]  # by how many, ascending, those that can be

    @property
    def expected(self) -> Fraction:
        """The mean."""
        return sum((value * p for value, p in self.probabilities.items()), Fraction(0))

    def at_least(self, value: int) -> Fraction:
        """The probability of that many or more."""
        return sum((p for n, p in self.probabilities.items() if n >= value), Fraction(0))


@dataclass(frozen=True, slots=True)
class Change:
    """What one copy more or less of some cards does to a query.

    `cards` are names that the query cannot tell apart.  Where `swapped`, the copy changes
    places with a card that fills nothing, so that the deck keeps its size.
    """

    cards: tuple[str, ...]
    copies: int
    minus: Estimate | None
    plus: Estimate | None
    swapped: bool


class HandStudy:
    """Questions about the hands of one deck.

    Parameters
    ----------
    pool
        The deck, with its roles.

    Examples
    --------
    >>> pool = CardPool.from_counts({"Ace": 3, "King": 9, "Other": 28})
    >>> odds = HandStudy(pool).odds('"Ace" >= 1', '"King" >= 1', hand_size=5)
    >>> print(*odds.estimates, odds.together(0, 1), odds.any_of_them)
    33.7551% 74.1780% 22.8690% 85.0640%
    """

    def __init__(self, pool: CardPool) -> None:
        self.pool = pool

    def check_hand_size(self, hand_size: int) -> None:
        """Refuse hands that the deck is too small for.

        Raises
        ------
        DeckError
            Saying so.
        """
        if not 0 <= hand_size <= self.pool.size:
            fault = f"it has {self.pool.size} cards to draw from; {hand_size} cannot be seen"
            raise DeckError(self.pool.name, (fault,))

    def compiled(self, wants: Sequence[str | Query]) -> Compiled:
        """The queries as a plan over this deck."""
        queries = [want if isinstance(want, Query) else parse(want) for want in wants]
        return compile_queries(self.pool, queries)

    def odds(
        self,
        *wants: str | Query,
        hand_size: int,
        method: Method | str = Method.AUTO,
        samples: int = SAMPLES,
        seed: int = SEED,
        confidence: float = CONFIDENCE,
        threads: int = 1,
    ) -> Odds:
        """The probability of each query, and of all their combinations.

        Parameters
        ----------
        *wants
            Queries, 1 to 16.
        hand_size
            Cards seen.
        method
            "exact" over all distinct hands, "sampled", or "auto": exact unless there are
            too many distinct hands.
        samples, seed, confidence, threads
            Where sampled: hands drawn, the seed that decides them, how often the interval
            shall hold the true value, and threads, which change nothing but the time.

        Raises
        ------
        QueryError
            When a query cannot be understood, or is too large for "exact".
        DeckError
            When the deck has fewer cards than the hand.
        """
        sampling = Sampling(
            method=Method(method),
            samples=samples,
            seed=seed,
            confidence=confidence,
            threads=threads,
        )
        self.check_hand_size(hand_size)
        compiled = self.compiled(wants)
        return self._answered(compiled, compiled.sizes, hand_size, sampling)

    def _answered(
        self, compiled: Compiled, sizes: Sequence[int], hand_size: int, sampling: Sampling
    ) -> Odds:
        """The odds for a deck of `sizes` cards of each class."""
        counts = None
        if sampling.method != Method.SAMPLED:
            counts = exact_counts(compiled, sizes, hand_size)
            if counts is None and sampling.method == Method.EXACT:
                raise QueryError(
                    compiled.queries[0].text,
                    0,
                    f"there are {n_distinct_hands(sizes, hand_size):,} distinct hands, too many "
                    "to count; sample them, or ask less at once",
                )
        exact = counts is not None
        if counts is None:
            counts = _sampled_counts(compiled, sizes, hand_size, sampling)
        return Odds(
            wants=tuple(query.text.strip() for query in compiled.queries),
            counts=counts,
            exact=exact,
            deck_size=sum(sizes),
            hand_size=hand_size,
            sampling=sampling,
        )

    def table(self, count: str, *, hand_size: int) -> CountTable:
        """How many of something a hand holds, exactly.

        Parameters
        ----------
        count
            Names, added up or alone: ``starter + "Garnet"``.
        hand_size
            Cards seen.
        """
        self.check_hand_size(hand_size)
        tree = parse_count(count)
        members = resolve(count, tree, self.pool.members)
        form = linear(tree)
        copies: dict[int, int] = {}  # by how often a card counts
        for i, card in enumerate(self.pool.cards):
            fills = frozenset(term for term in members if i in members[term])
            weight, _ = form.weight(fills)
            copies[weight] = copies.get(weight, 0) + card.copies
        ways = {(0, 0): 1}  # by cards drawn and their count
        for weight, number in copies.items():
            following: dict[tuple[int, int], int] = {}
            for (drawn, value), paths in ways.items():
                for taken in range(min(number, hand_size - drawn) + 1):
                    key = (drawn + taken, value + taken * weight)
                    following[key] = following.get(key, 0) + paths * math.comb(number, taken)
            ways = following
        deals = math.comb(self.pool.size, hand_size)
        return CountTable(
            str(tree),
            {
                value: Fraction(paths, deals)
                for (drawn, value), paths in sorted(ways.items())
                if drawn == hand_size and paths
            },
        )

    def expected(self, count: str, *, hand_size: int) -> Fraction:
        """How many of something a hand holds on average, exactly.

        Examples
        --------
        >>> study = HandStudy(CardPool.from_counts({"Ace": 3, "Other": 37}))
        >>> study.expected('"Ace"', hand_size=8)
        Fraction(3, 5)
        """
        self.check_hand_size(hand_size)
        tree = parse_count(count)
        members = resolve(count, tree, self.pool.members)
        total = sum(
            self.pool.cards[i].copies
            for part in (tree.parts if isinstance(tree, Sum) else (tree,))
            for term in terms(part)
            for i in members[term]
        )
        return Fraction(total * hand_size, self.pool.size)

    def sensitivity(
        self,
        want: str | Query,
        *,
        hand_size: int,
        method: Method | str = Method.AUTO,
        samples: int = SAMPLES,
        seed: int = SEED,
        confidence: float = CONFIDENCE,
    ) -> tuple[Change, ...]:
        """What one copy more, and one less, of each card does to a query.

        The copy changes places with a card that fills nothing in the query; where the deck
        has none, its size changes instead.  Cards that the query cannot tell apart are
        reported together, for one copy of any of them.  Sampled numbers share their seed.

        Examples
        --------
        >>> study = HandStudy(CardPool.from_counts({"Ace": 3, "Other": 37}))
        >>> (change,) = study.sensitivity('"Ace" >= 1', hand_size=5)
        >>> print(change.minus, change.plus)
        23.7179% 42.7071%
        """
        sampling = Sampling(
            method=Method(method), samples=samples, seed=seed, confidence=confidence
        )
        self.check_hand_size(hand_size)
        compiled = self.compiled([want])
        blank = next((i for i, each in enumerate(compiled.classes) if not each.fills), None)
        changes = []
        for i, each in enumerate(compiled.classes):
            if i == blank:
                continue
            results: list[Estimate | None] = []
            for step in (-1, 1):
                sizes = list(compiled.sizes)
                sizes[i] += step
                if blank is not None:
                    sizes[blank] -= step
                if min(sizes) < 0 or sum(sizes) < hand_size:
                    results.append(None)
                    continue
                odds = self._answered(compiled, sizes, hand_size, sampling)
                results.append(odds.estimates[0])
            names = self.names(each)
            minus, plus = results
            changes.append(Change(names, each.copies, minus, plus, blank is not None))
        return tuple(changes)

    def names(self, cards: CardClass) -> tuple[str, ...]:
        """The names of a class's cards."""
        return tuple(self.pool.cards[i].name for i in cards.cards)


def exact_counts(
    compiled: Compiled, sizes: Sequence[int], hand_size: int
) -> tuple[int, ...] | None:
    """Deals by the set of queries that hold; None where counting them is too much."""
    if math.comb(sum(sizes), hand_size) >= 2**64:
        return None
    if compiled.cost(n_distinct_hands(sizes, hand_size)) > _COST_MAX:
        return None
    return tuple(compiled.plan.count([sizes], hand_size)[0].tolist())


def _sampled_counts(
    compiled: Compiled, sizes: Sequence[int], hand_size: int, sampling: Sampling
) -> tuple[int, ...]:
    spans = [
        (start, min(_SPAN, sampling.samples - start)) for start in range(0, sampling.samples, _SPAN)
    ]

    def drawn(span: tuple[int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
        start, count = span
        return compiled.plan.sample(sizes, hand_size, seed=sampling.seed, start=start, count=count)

    total = np.zeros(1 << len(compiled.queries), np.uint64)
    threads = min(sampling.threads, len(spans), os.cpu_count() or 1)
    if threads == 1:
        for span in spans:
            total += drawn(span)
    else:
        with ThreadPoolExecutor(threads) as executor:
            for counts in executor.map(drawn, spans):
                total += counts
    return tuple(total.tolist())
