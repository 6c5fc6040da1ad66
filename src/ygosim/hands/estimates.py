"""A probability together with how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["CONFIDENCE", "Estimate", "exact_estimate", "sampled_estimate"]

CONFIDENCE = 0.95
"""How often the interval of a sampled number holds the true one, unless asked otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The probability of one thing, and the interval it lies in.

    An exact one has an interval of zero width and its value as a fraction.  A sampled one
    says how often its interval holds the true value, and how the interval was made.
    """

    want: str
    probability: float
    low: float
    high: float
    exact: bool
    method: str
    hits: int
    trials: int  # deals in all, or sampled hands
    fraction: Fraction | None = None
    confidence: float | None = None

    def __str__(self) -> str:
        if self.exact:
            return f"{self.probability:.4%}"
        return f"{self.probability:.4%} ({self.low:.4%} to {self.high:.4%})"


def exact_estimate(want: str, ways: int, deals: int) -> Estimate:
    """The estimate of `ways` deals of equally likely `deals`.

    Examples
    --------
    >>> print(exact_estimate("a coin", 1, 2))
    50.0000%
    """
    fraction = Fraction(ways, deals)
    value = float(fraction)
    return Estimate(
        want=want,
        probability=value,
        low=value,
        high=value,
        exact=True,
        method="exact",
        hits=ways,
        trials=deals,
        fraction=fraction,
    )


def sampled_estimate(want: str, hits: int, trials: int, confidence: float) -> Estimate:
    """The estimate of `hits` in `trials` independent tries.

    The interval is Clopper and Pearson's: it holds the true value at least as often as
    `confidence` says, also for rare things and few tries.

    Examples
    --------
    >>> print(sampled_estimate("a coin", 51, 100, 0.95))
    51.0000% (40.8036% to 61.1356%)
    """
    # Imported here: SciPy is loaded only when an interval is computed.
    from scipy.special import betaincinv  # type: ignore[import-untyped]

    tail = (1 - confidence) / 2
    low = float(betaincinv(hits, trials - hits + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, trials - hits, 1 - tail)) if hits < trials else 1.0
    if math.isnan(low) or math.isnan(high):
        raise ArithmeticError(f"no interval for {hits} of {trials} at {confidence}")
    return Estimate(
        want=want,
        probability=hits / trials,
        low=low,
        high=high,
        exact=False,
        method="Clopper-Pearson",
        hits=hits,
        trials=trials,
        confidence=confidence,
    )
