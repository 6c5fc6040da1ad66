"""A user's own function instead of a query, over the same hands."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ygosim._core.sampler import draw_hands, list_hands, n_distinct_hands
from ygosim.errors import DeckError, PredicateError
from ygosim.expressions import CardName, Role
from ygosim.hands.estimates import Estimate, exact_estimate, sampled_estimate
from ygosim.hands.pool import CardPool
from ygosim.hands.study import SEED, Method, Sampling
from ygosim.intervals import CONFIDENCE

__all__ = ["Hand", "predicate_odds"]

_EXACT_MAX = {"python": 200_000, "numba": 10_000_000}
"""Most distinct hands that a function is asked about by "auto"."""

_SAMPLES = {"python": 200_000, "numba": 10_000_000}
"""Hands that it is asked about where these are more, unless asked otherwise."""

_CHUNK = 1 << 16  # hands in memory at once


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand that a predicate is asked about.

    Examples
    --------
    >>> pool = CardPool.from_counts({"Ace": 3, "Other": 37}, roles={"good": ["Ace"]})
    >>> hand = Hand(pool, (2, 3))
    >>> hand.cards, hand.count("Ace"), hand.count_role("good"), "Ace" in hand
    (('Ace', 'Ace', 'Other', 'Other', 'Other'), 2, 2, True)
    """

    pool: CardPool = field(repr=False)
    copies: tuple[int, ...] = field(repr=False)  # of each distinct card of the pool

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of its cards, in the deck's order."""
        return tuple(
            card.name
            for card, copies in zip(self.pool.cards, self.copies, strict=True)
            for _ in range(copies)
        )

    @property
    def passcodes(self) -> tuple[int, ...]:
        """The passcodes of its cards, in the deck's order."""
        return tuple(
            card.passcode
            for card, copies in zip(self.pool.cards, self.copies, strict=True)
            for _ in range(copies)
        )

    def count(self, name: str) -> int:
        """Copies of a card in the hand.

        Raises
        ------
        UnknownNameError
            When no card has that name.
        """
        return sum(self.copies[i] for i in self.pool.members(CardName(name)))

    def count_role(self, role: str) -> int:
        """Cards of a role in the hand.

        Raises
        ------
        UnknownNameError
            When there is no such role.
        """
        return sum(self.copies[i] for i in self.pool.members(Role(role)))

    def __contains__(self, name: str) -> bool:
        return self.count(name) > 0

    def __len__(self) -> int:
        return sum(self.copies)


def predicate_odds(
    pool: CardPool,
    predicate: Callable[[Any], bool],
    *,
    hand_size: int,
    method: Method | str = Method.AUTO,
    samples: int | None = None,
    seed: int = SEED,
    confidence: float = CONFIDENCE,
    want: str = "",
) -> Estimate:
    """The probability that a function says yes to a hand.

    Parameters
    ----------
    pool
        The deck.
    predicate
        A Python function of a `Hand`, or a function compiled by ``numba.njit`` of an int64
        array of passcodes in the deck's order (`CardPool.from_counts` numbers its cards
        from 1).  It answers True or False, the same for the same hand.
    hand_size
        Cards seen.
    method, samples, seed, confidence
        As for `HandStudy.odds`.  "auto" is exact up to 200,000 distinct hands, 10,000,000
        for compiled functions; where there are more, as many are sampled.
    want
        What the estimate is called; the function's name when empty.

    Raises
    ------
    PredicateError
        When the function raises, or answers neither True nor False; with the hand.
    DeckError
        When the deck has fewer cards than the hand.

    Examples
    --------
    >>> pool = CardPool.from_counts({"Ace": 3, "Other": 37})
    >>> print(predicate_odds(pool, lambda hand: "Ace" in hand, hand_size=5, want="an Ace"))
    33.7551%
    """
    compiled = hasattr(predicate, "py_func")  # what numba.njit makes has its origin there
    kind = "numba" if compiled else "python"
    sampling = Sampling(
        method=Method(method),
        samples=_SAMPLES[kind] if samples is None else samples,
        seed=seed,
        confidence=confidence,
    )
    if not 0 <= hand_size <= pool.size:
        fault = f"it has {pool.size} cards to draw from; {hand_size} cannot be seen"
        raise DeckError(pool.name, (fault,))
    name = want or getattr(predicate, "__name__", "predicate")
    ask = _asked_numba(predicate, pool) if compiled else _asked_python(predicate, pool)
    sizes = [card.copies for card in pool.cards]
    deals = math.comb(pool.size, hand_size)
    n_hands = n_distinct_hands(sizes, hand_size)
    limit = _EXACT_MAX["numba"] if sampling.method == Method.EXACT else _EXACT_MAX[kind]
    exact = sampling.method != Method.SAMPLED and n_hands <= limit and deals < 2**64
    if sampling.method == Method.EXACT and not exact:
        fault = f"it has {n_hands:,} distinct hands of {hand_size}, too many to ask about; sample"
        raise DeckError(pool.name, (fault,))
    if exact:
        hands, ways = list_hands(sizes, hand_size, n_hands=n_hands)
        hits = 0
        for start in range(0, n_hands, _CHUNK):
            yes = ask(hands[start : start + _CHUNK])
            # Python integers: the sum of all ways may be beyond 64 bits of NumPy's own.
            hits += sum(ways[start : start + _CHUNK][yes].tolist())
        return exact_estimate(name, hits, deals)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    hits = 0
    for start in range(0, sampling.samples, _CHUNK):
        count = min(_CHUNK, sampling.samples - start)
        drawn = draw_hands(pool.size, hand_size, seed=seed, start=start, count=count)
        copies = np.zeros((count, len(sizes)), np.uint8)
        np.add.at(copies, (np.arange(count)[:, None], owner[drawn]), 1)
        hits += int(ask(copies).sum())
    return sampled_estimate(name, hits, sampling.samples, confidence)


_Asked = Callable[[npt.NDArray[np.uint8]], npt.NDArray[np.bool_]]


def _asked_python(predicate: Callable[[Any], Any], pool: CardPool) -> _Asked:
    def ask(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
        answers = np.zeros(len(hands), np.bool_)
        for i, copies in enumerate(hands.tolist()):
            hand = Hand(pool, tuple(copies))
            try:
                answer = predicate(hand)
            except Exception as error:
                raise _failed(predicate, hand.cards, error) from error
            if not isinstance(answer, bool | np.bool_):
                raise _no_answer(predicate, hand.cards, answer)
            answers[i] = answer
        return answers

    return ask


def _asked_numba(predicate: Any, pool: CardPool) -> _Asked:
    import numba  # only when a compiled predicate is used

    @numba.njit
    def drive(hands: Any, answers: Any, at: Any) -> None:
        for i in range(len(hands)):
            at[0] = i  # so that a raising call leaves its hand behind
            answers[i] = predicate(hands[i])

    passcodes = np.array([card.passcode for card in pool.cards], np.int64)
    numbers = np.arange(len(passcodes))

    def ask(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
        rows = np.stack([np.repeat(numbers, copies) for copies in hands])
        asked = np.ascontiguousarray(passcodes[rows])
        answers = np.zeros(len(hands), np.int64)
        at = np.zeros(1, np.int64)
        try:
            drive(asked, answers, at)
        except numba.core.errors.NumbaError as error:
            raise PredicateError(
                f"{_called(predicate)} cannot be compiled for an int64 array of passcodes: "
                f"{' '.join(str(error).split())[:300]}"
            ) from error
        except Exception as error:
            hand = _names(hands[at[0]], pool)
            raise _failed(predicate, hand, _true_error(predicate, asked[at[0]], error)) from error
        odd = np.flatnonzero((answers != 0) & (answers != 1))
        if len(odd):
            raise _no_answer(predicate, _names(hands[odd[0]], pool), int(answers[odd[0]]))
        return answers.astype(np.bool_)

    return ask


def _true_error(predicate: Any, hand: npt.NDArray[np.int64], error: Exception) -> Exception:
    """What the plain Python function raises for the hand, with its own traceback."""
    try:
        predicate.py_func(hand)
    except Exception as plain:
        return plain
    return error


def _names(copies: Sequence[int] | npt.NDArray[np.uint8], pool: CardPool) -> tuple[str, ...]:
    return Hand(pool, tuple(int(number) for number in copies)).cards


def _called(predicate: Any) -> str:
    return f"the predicate {getattr(predicate, '__name__', repr(predicate))}"


def _failed(predicate: Any, hand: Sequence[str], error: Exception) -> PredicateError:
    return PredicateError(
        f"{_called(predicate)} raised {type(error).__name__}: {error}\n"
        f"  for the hand: {', '.join(hand)}"
    )


def _no_answer(predicate: Any, hand: Sequence[str], answer: object) -> PredicateError:
    return PredicateError(
        f"{_called(predicate)} answered {answer!r}; True or False expected\n"
        f"  for the hand: {', '.join(hand)}"
    )
