"""Best ratios: which numbers of each kind of card answer a query most often."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ygosim._core.sampler import n_distinct_hands
from ygosim.errors import QueryError
from ygosim.expressions import CardName, Query, Term, parse, parse_count, terms
from ygosim.hands.compiling import Fills, compile_queries
from ygosim.hands.estimates import Estimate, exact_estimate
from ygosim.hands.pool import DECK_SIZE_MAX, CardPool

__all__ = ["CANDIDATES_MAX", "Ratio", "Ratios", "best_ratios"]

CANDIDATES_MAX = 5_000_000
"""Most candidate lists of one search."""

_COST_MAX = 600_000_000_000  # about ten minutes
_CHUNK = 2048  # candidates counted by one call, so that an interrupt is answered soon
_SAME = 1e-12  # floating values nearer than this are compared as fractions


@dataclass(frozen=True, slots=True)
class Ratio:
    """One candidate list: its number of each ranged kind, and what it achieves.

    `rest` is the cards that fill nothing in the query, whatever they are.
    """

    copies: Mapping[str, int]
    deck_size: int
    rest: int
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Ratios:
    """The best candidate lists, the best first; `ties` is how many share the first place.

    `fixed` are the deck's other cards that matter to the query, with their copies.
    """

    want: str
    hand_size: int
    candidates: int
    ties: int
    rows: tuple[Ratio, ...]
    fixed: Mapping[str, int]


def best_ratios(
    pool: CardPool,
    want: str | Query,
    ranges: Mapping[str, tuple[int, int]],
    *,
    hand_size: int,
    deck_sizes: tuple[int, int] | None = None,
    top: int = 10,
) -> Ratios:
    """The numbers of cards, within ranges, that answer a query most often: exact.

    Parameters
    ----------
    pool
        The deck that the lists start from.  Its cards that matter to the query stay, but
        for those of the ranged kinds; the others give way.
    want
        What to maximise the probability of.
    ranges
        Lowest and highest number by kind.  A kind is a name of the query, ``starter`` or
        ``"Garnet"``, for cards that fill just that; ``starter + handtrap`` are cards that
        fill both.
    hand_size
        Cards seen.
    deck_sizes
        Smallest and largest deck; the deck's own size when left out.
    top
        Lists to give back.  More are given when they share the last one's place, up to
        ten times as many; `ties` counts all that share the first.

    Raises
    ------
    QueryError
        For a query or kind that cannot be understood, or ranges with no list or too many.

    Examples
    --------
    >>> pool = CardPool.from_counts({"Other": 40}, roles={"starter": [], "brick": []})
    >>> best = best_ratios(
    ...     pool, "starter >= 1 & brick == 0", {"starter": (9, 15), "brick": (1, 3)},
    ...     hand_size=5, deck_sizes=(40, 43),
    ... )
    >>> best.candidates, dict(best.rows[0].copies), best.rows[0].deck_size
    (84, {'starter': 15, 'brick': 1}, 40)
    """
    query = want if isinstance(want, Query) else parse(want)
    low, high = deck_sizes or (pool.size, pool.size)
    if not max(1, hand_size) <= low <= high <= DECK_SIZE_MAX:
        problem = f"deck sizes {low} to {high}; they must hold the hand of {hand_size}"
        raise query.error(0, f"{problem} and be at most {DECK_SIZE_MAX}")
    if not ranges:
        raise query.error(0, "nothing to vary: give at least one range, starter=9..15")
    compiled = compile_queries(pool, [query])
    kinds = [_kind(key, pool, query, compiled.used) for key in ranges]
    if len({fills for fills, _ in kinds if fills}) < len(kinds):
        raise query.error(0, "two ranges are of the same kind of card")
    for key, (least, most) in ranges.items():
        if not 0 <= least <= most <= DECK_SIZE_MAX:
            raise QueryError(f"{key}={least}..{most}", len(key) + 1, "no range of copies")

    replaced = {i for _, cards in kinds for i in cards}
    fixed_fills: list[Fills] = []
    fixed_copies: list[int] = []
    fixed: dict[str, int] = {}
    for each in compiled.classes:
        staying = [i for i in each.cards if i not in replaced]
        # A ranged role replaces every card of the deck that fills just that role.
        alone = any(fills == each.fills and not cards for fills, cards in kinds)
        if each.fills and staying and not alone:
            fixed_fills.append(each.fills)
            fixed_copies.append(sum(pool.cards[i].copies for i in staying))
            fixed |= {pool.cards[i].name: pool.cards[i].copies for i in staying}

    fills = [*(fills for fills, _ in kinds), *fixed_fills, frozenset[Term]()]
    lists = _candidates(query, list(ranges.values()), sum(fixed_copies), (low, high))
    plan = compiled.plan_for(fills)
    sizes = np.zeros((len(lists), len(fills)), np.int64)
    sizes[:, : len(kinds)] = lists[:, :-2]
    sizes[:, len(kinds) : -1] = fixed_copies
    sizes[:, -1] = lists[:, -1]
    largest = sizes.max(axis=0).tolist()
    cost = compiled.cost(n_distinct_hands(largest, hand_size)) * len(lists)
    if cost > _COST_MAX or math.comb(high, hand_size) >= 2**64:
        raise query.error(0, "too much to count exactly; narrow the ranges or the query")
    ways = np.concatenate(
        [
            plan.count(sizes[at : at + _CHUNK], hand_size)[:, 1]
            for at in range(0, len(sizes), _CHUNK)
        ]
    )
    rows, ties = _ranked(lists[:, -2], ways, hand_size, top)
    return Ratios(
        want=query.text.strip(),
        hand_size=hand_size,
        candidates=len(lists),
        ties=ties,
        rows=tuple(
            Ratio(
                dict(zip(ranges, lists[i, :-2].tolist(), strict=True)),
                int(lists[i, -2]),
                int(lists[i, -1]),
                exact_estimate(
                    query.text.strip(),
                    int(ways[i]),
                    math.comb(int(lists[i, -2]), hand_size),
                ),
            )
            for i in rows
        ),
        fixed=fixed,
    )


def _kind(
    key: str, pool: CardPool, query: Query, used: frozenset[Term]
) -> tuple[Fills, frozenset[int]]:
    """What the cards of a range fill, and, for a named card of the deck, which card it is."""
    count = parse_count(key)
    names = frozenset(terms(count))
    if isinstance(count, CardName):
        cards = pool.members(count)
        if cards:
            members = query.resolve(pool.members)
            fills = {frozenset(t for t in used if i in members[t]) for i in cards}
            if len(fills) == 1 and (only := fills.pop()):
                return only, cards
    unused = next((term for term in terms(count) if term not in used), None)
    if unused is not None:
        known = ", ".join(sorted(map(str, used)))
        raise QueryError(key, unused.position, f"{unused} is not in the query, which has {known}")
    return names, frozenset()


def _candidates(
    query: Query,
    ranges: Sequence[tuple[int, int]],
    fixed: int,
    deck_sizes: tuple[int, int],
) -> npt.NDArray[np.int64]:
    """One row a list: copies of each kind, deck size, cards that fill nothing."""
    low, high = deck_sizes
    axes = [range(least, most + 1) for least, most in (*ranges, (low, high))]
    number = math.prod(map(len, axes))
    if number > CANDIDATES_MAX:
        raise query.error(0, f"{number:,} candidate lists; at most {CANDIDATES_MAX:,} are compared")
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(number, -1)
    rest = grid[:, -1] - grid[:, :-1].sum(axis=1) - fixed
    lists = np.column_stack([grid, rest])[rest >= 0]
    if not len(lists):
        raise query.error(
            0,
            f"no list fits: the ranges ask for at least {sum(r[0] for r in ranges) + fixed} "
            f"cards in a deck of at most {high}",
        )
    return np.asarray(lists, np.int64)


def _ranked(
    deck_sizes: npt.NDArray[np.int64],
    ways: npt.NDArray[np.uint64],
    hand_size: int,
    top: int,
) -> tuple[list[int], int]:
    """The numbers of the best lists, best first, and how many share the first place."""
    sizes = np.unique(deck_sizes)
    deals = {int(size): math.comb(int(size), hand_size) for size in sizes}
    floats = (
        ways / np.array([float(deals[int(s)]) for s in sizes])[np.searchsorted(sizes, deck_sizes)]
    )
    kept = min(max(top, 1), len(floats))
    edge = np.partition(floats, len(floats) - kept)[len(floats) - kept]
    near = np.flatnonzero(floats >= edge * (1 - _SAME)).tolist()
    fractions = {i: Fraction(int(ways[i]), deals[int(deck_sizes[i])]) for i in near}
    near.sort(key=lambda i: (-fractions[i], int(deck_sizes[i]), i))
    ties = sum(1 for _ in itertools.takewhile(lambda i: fractions[i] == fractions[near[0]], near))
    last = fractions[near[kept - 1]]
    return list(_until_worse(near, fractions, last, kept)), ties


def _until_worse(
    near: Sequence[int], fractions: Mapping[int, Fraction], last: Fraction, kept: int
) -> Iterator[int]:
    """The kept lists and those that share the last one's place, up to ten times as many."""
    for place, i in enumerate(near):
        if place >= kept and (fractions[i] != last or place >= 10 * kept):
            return
        yield i
