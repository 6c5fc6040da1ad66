"""When a run of duels may stop (docs/montecarlo.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["FIRST_LOOK", "Stop"]

FIRST_LOOK = 1000
"""Duels before the first test of whether to stop; each test doubles them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Stop when the interval of each deck's win rate is narrow enough.

    Looking often and stopping at the first lucky look would make intervals lie.  So there is
    a look at 1000, 2000, 4000 … duels only, in index order, and look k (from 0) spends
    1/2**(k+1) of the error allowed: its interval has confidence 1 - (1 - confidence) /
    2**(k+1).  The sum over all looks is at most the error allowed, so the interval at the
    look that stops holds the true value at least as often as `confidence` says, whichever
    look that is.

    Examples
    --------
    >>> stop = Stop(half_width=0.01)
    >>> [stop.look(duels) for duels in (999, 1000, 2000, 3000, 4000)]
    [None, 0, 1, None, 2]
    >>> stop.confidence_at(1, 0.95)
    0.9875
    """

    half_width: float

    def __post_init__(self) -> None:
        if not 0 < self.half_width < 0.5:
            raise ValueError(f"half_width is {self.half_width}; it must lie between 0 and 0.5")

    @staticmethod
    def look(duels: int) -> int | None:
        """Which look there is after so many duels, from 0; None where there is none."""
        looks, rest = divmod(duels, FIRST_LOOK)
        if rest or looks < 1 or looks & (looks - 1):
            return None
        return looks.bit_length() - 1

    @staticmethod
    def looks_before(duels: int) -> int:
        """How many looks there are before that many duels, those at it left out."""
        return ((max(duels, 1) - 1) // FIRST_LOOK).bit_length()

    @staticmethod
    def confidence_at(look: int, confidence: float) -> float:
        """The confidence of the intervals at a look."""
        return 1 - math.ldexp(1 - confidence, -look - 1)
