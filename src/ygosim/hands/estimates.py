"""A probability together with how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ygosim.intervals import clopper_pearson

__all__ = ["Estimate", "exact_estimate", "sampled_estimate"]


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

    The interval is Clopper and Pearson's; see `clopper_pearson`.

    Examples
    --------
    >>> print(sampled_estimate("a coin", 51, 100, 0.95))
    51.0000% (40.8036% to 61.1356%)
    """
    low, high = clopper_pearson(hits, trials, confidence)
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
