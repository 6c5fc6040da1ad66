"""Intervals: known values, exact sums, and what there is of nothing."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from ygosim.intervals import Difference, Proportion, Sums
from ygosim.montecarlo import Stop


@pytest.mark.parametrize(
    ("hits", "trials", "confidence", "low", "high"),
    [
        # No hit of n: the upper end is 1 - (alpha / 2)**(1 / n).
        (0, 20, 0.95, 0.0, 1 - 0.025 ** (1 / 20)),
        (20, 20, 0.95, 0.025 ** (1 / 20), 1.0),
        # One of two: P(X >= 1) = alpha / 2 where p = 1 - sqrt(1 - alpha / 2).
        (1, 2, 0.9, 1 - math.sqrt(0.95), math.sqrt(0.95)),
        (0, 0, 0.95, 0.0, 1.0),
    ],
)
def test_clopper_and_pearson(
    hits: int, trials: int, confidence: float, low: float, high: float
) -> None:
    assert Proportion(hits, trials, confidence).bounds == pytest.approx((low, high))


def test_the_interval_holds_at_least_as_often_as_it_says() -> None:
    # Coverage by the binomial distribution itself, at some probabilities.
    trials = 40
    bounds = [Proportion(hits, trials, 0.95).bounds for hits in range(trials + 1)]
    for p in (0.01, 0.1, 0.27, 0.5, 0.9):
        held = sum(
            math.comb(trials, hits) * p**hits * (1 - p) ** (trials - hits)
            for hits, (low, high) in enumerate(bounds)
            if low <= p <= high
        )
        assert held >= 0.95


def test_more_confidence_is_wider() -> None:
    widths = [Proportion(300, 1000, level).half_width for level in (0.8, 0.95, 0.999)]
    assert widths == sorted(widths)


def test_sums_are_exact() -> None:
    values = np.array([0, 1, 2**32 - 1, 2**32 - 1, 2**31, 65_535, 65_536], dtype=np.uint64)
    sums = Sums.of(values)
    plain = [int(value) for value in values]
    assert (sums.total, sums.squares) == (sum(plain), sum(value**2 for value in plain))
    assert (sums.smallest, sums.largest, sums.count) == (0, 2**32 - 1, 7)


def test_sums_add_up_in_any_cut() -> None:
    values = np.arange(1000, dtype=np.int32) * 7919 % 100_003
    whole = Sums.of(values)
    for cut in (0, 1, 500, 1000):
        assert Sums.of(values[:cut]).plus(Sums.of(values[cut:])) == whole


def test_spread_does_not_cancel() -> None:
    # A variance of 0.25 beside a mean of a milliard: lost when computed in floats.
    values = np.array([2**30, 2**30 + 1] * 50, dtype=np.int64)
    expected = Fraction(100 * 1, 4 * 99)
    assert Sums.of(values).mean().spread == pytest.approx(math.sqrt(expected), rel=1e-14)


def test_a_mean_of_nothing_and_of_one() -> None:
    none, one = Sums().mean(), Sums.of(np.array([5])).mean()
    assert (none.value, none.spread, none.bounds) == (None, None, None)
    assert (one.value, one.spread, one.bounds) == (5.0, None, None)
    assert (str(none), str(one)) == ("no numbers", "5.0")
    assert none.as_dict()["smallest"] is None


def test_a_mean_has_the_interval_of_the_normal_distribution() -> None:
    mean = Sums.of(np.arange(101)).mean(0.95)
    assert mean.value == 50
    low, high = mean.bounds or (0, 0)
    assert high - 50 == pytest.approx(1.959963985 * math.sqrt(101 * 102 / 12) / math.sqrt(101))
    assert 50 - low == pytest.approx(high - 50)


def test_a_difference() -> None:
    one, other = Proportion(56, 70), Proportion(48, 80)
    difference = Difference(one, other)
    assert difference.value == pytest.approx(0.2)
    low, high = difference.bounds
    assert low < 0.2 < high
    swapped = Difference(other, one).bounds
    assert swapped == pytest.approx((-high, -low))
    assert Difference(one, Proportion(0, 0)).value is None
    assert Difference(one, Proportion(0, 0)).bounds == (-1.0, 1.0)
    assert str(Difference(one, Proportion(0, 0))) == "no trials"


def test_looks_do_not_run_out_of_digits() -> None:
    assert 0.95 < Stop.confidence_at(40, 0.95) <= 1
    assert Proportion(500, 1000, Stop.confidence_at(20, 0.95)).half_width < 0.2
