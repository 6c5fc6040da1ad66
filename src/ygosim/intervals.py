"""How sure a number is: proportions, means, differences (docs/montecarlo.md).

All sums are exact integers, so a result does not depend on the order of adding up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

__all__ = [
    "CONFIDENCE",
    "Difference",
    "Mean",
    "Proportion",
    "Sums",
    "check_confidence",
    "clopper_pearson",
]

CONFIDENCE = 0.95
"""How often an interval holds the true value, unless asked otherwise."""


def check_confidence(confidence: float) -> float:
    """The confidence, if it is one.

    Raises
    ------
    ValueError
        Unless it lies between 0 and 1, both left out.
    """
    # The quantiles of (1 + confidence) / 2 are asked for, which must not round to 1.
    if not 0 < confidence < 1 or (1 + confidence) / 2 == 1:
        raise ValueError(f"confidence is {confidence}; it must lie between 0 and 1")
    return confidence


def clopper_pearson(hits: int, trials: int, confidence: float) -> tuple[float, float]:
    """The ends of Clopper and Pearson's interval of a probability.

    It holds the true probability at least as often as `confidence` says, also for rare
    things, few trials, and trials whose probabilities differ (their mean is meant).

    Parameters
    ----------
    hits, trials
        How often it happened, of how many times; (0, 1) without trials.
    confidence
        Between 0 and 1.

    Examples
    --------
    >>> low, high = clopper_pearson(51, 100, 0.95)
    >>> f"{low:.6f} {high:.6f}"
    '0.408036 0.611356'
    """
    if not trials:
        return 0.0, 1.0
    # Imported here: SciPy is loaded only when an interval is computed.
    from scipy.special import betaincinv

    misses = trials - hits
    tail = (1 - confidence) / 2
    low = float(betaincinv(hits, misses + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, misses, 1 - tail)) if misses else 1.0
    if math.isnan(low) or math.isnan(high):
        raise ArithmeticError(f"no interval for {hits} of {trials} at {confidence}")
    return low, high


@dataclass(frozen=True, slots=True)
class Proportion:
    """How often something happened, with Clopper and Pearson's interval.

    Examples
    --------
    >>> print(Proportion(51, 100, 0.95))
    51.00% (40.80% to 61.14%)
    >>> Proportion(0, 0, 0.95).rate is None
    True
    """

    successes: int
    trials: int
    confidence: float = CONFIDENCE

    @property
    def rate(self) -> float | None:
        """The share; None without trials."""
        return self.successes / self.trials if self.trials else None

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the interval."""
        return clopper_pearson(self.successes, self.trials, self.confidence)

    @property
    def half_width(self) -> float:
        """Half of what lies between the ends."""
        low, high = self.bounds
        return (high - low) / 2

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        low, high = self.bounds
        return {
            "successes": self.successes,
            "trials": self.trials,
            "rate": self.rate,
            "low": low,
            "high": high,
        }

    def __str__(self) -> str:
        if self.rate is None:
            return "no trials"
        low, high = self.bounds
        return f"{self.rate:.2%} ({low:.2%} to {high:.2%})"


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two independent proportions, `first` less `second`.

    The interval is Newcombe's: the distances of the ends of both intervals, squared, added
    and rooted.  It is approximate.

    Examples
    --------
    >>> print(Difference(Proportion(60, 100), Proportion(50, 100)))
    +10.00% (-4.46% to +24.03%)
    """

    first: Proportion
    second: Proportion

    @property
    def value(self) -> float | None:
        """The difference; None where either has no trials."""
        if self.first.rate is None or self.second.rate is None:
            return None
        return self.first.rate - self.second.rate

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the interval."""
        if self.first.rate is None or self.second.rate is None:
            return -1.0, 1.0
        one, other = self.first.rate, self.second.rate
        (one_low, one_high), (other_low, other_high) = self.first.bounds, self.second.bounds
        down = math.hypot(one - one_low, other_high - other)
        up = math.hypot(one_high - one, other - other_low)
        return one - other - down, one - other + up

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        low, high = self.bounds
        return {"value": self.value, "low": low, "high": high}

    def __str__(self) -> str:
        if self.value is None:
            return "no trials"
        low, high = self.bounds
        return f"{self.value:+.2%} ({low:+.2%} to {high:+.2%})"


@dataclass(frozen=True, slots=True)
class Sums:
    """What the mean and the spread of whole numbers need, exactly.

    Examples
    --------
    >>> sums = Sums.of(np.array([1, 2, 3])).plus(Sums.of(np.array([6])))
    >>> sums.count, sums.total, sums.squares, sums.smallest, sums.largest
    (4, 12, 50, 1, 6)
    >>> print(sums.mean())
    3.0 (0.9 to 5.1), spread 2.2
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    smallest: int = 0
    largest: int = 0

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Self:
        """The sums of numbers from 0 to 2**32 - 1."""
        if not len(values):
            return cls()
        # Squares of such numbers overflow when added: their halves of 16 bits do not.
        wide = values.astype(np.int64)
        high, low = wide >> 16, wide & 0xFFFF
        squares = (
            (int(high @ high) << 32) + (int(high @ low) << 17) + int(low @ low)
        )  # (high * 2**16 + low)**2
        return cls(len(wide), int(wide.sum()), squares, int(wide.min()), int(wide.max()))

    def plus(self, other: Sums) -> Sums:
        """The sums of both sets of numbers."""
        if not self.count or not other.count:
            return self if self.count else other
        return Sums(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.smallest, other.smallest),
            max(self.largest, other.largest),
        )

    def mean(self, confidence: float = CONFIDENCE) -> Mean:
        """Their mean."""
        return Mean(self, confidence)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its spread, and the interval of the normal distribution.

    The spread is the standard deviation (n - 1).  The interval is approximate; from some
    hundred duels on it is good.
    """

    sums: Sums
    confidence: float = CONFIDENCE

    @property
    def value(self) -> float | None:
        """The mean; None of no numbers."""
        return self.sums.total / self.sums.count if self.sums.count else None

    @property
    def spread(self) -> float | None:
        """The standard deviation; None of fewer than two numbers."""
        n = self.sums.count
        if n < 2:
            return None
        # Whole numbers until the last division: nothing cancels.
        return math.sqrt((n * self.sums.squares - self.sums.total**2) / (n * (n - 1)))

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The ends of the interval; None of fewer than two numbers."""
        if self.value is None or self.spread is None:
            return None
        from statistics import NormalDist

        margin = NormalDist().inv_cdf((1 + self.confidence) / 2)
        margin *= self.spread / math.sqrt(self.sums.count)
        return self.value - margin, self.value + margin

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        low, high = self.bounds or (None, None)
        some = self.sums.count > 0
        return {
            "mean": self.value,
            "low": low,
            "high": high,
            "spread": self.spread,
            "smallest": self.sums.smallest if some else None,
            "largest": self.sums.largest if some else None,
        }

    def __str__(self) -> str:
        if self.value is None:
            return "no numbers"
        if self.bounds is None or self.spread is None:
            return f"{self.value:.1f}"
        low, high = self.bounds
        return f"{self.value:.1f} ({low:.1f} to {high:.1f}), spread {self.spread:.1f}"
