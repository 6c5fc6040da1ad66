"""Your own function instead of a query: in Python, and compiled by Numba."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.hands import CardPool, Hand, predicate_odds, read_roles

HERE = Path(__file__).parent
ASH_BLOSSOM = 14558127


def plays_through(hand: Hand) -> bool:
    """A starter, and something for the opponent's answer: two starters, or a breaker."""
    starters = hand.count_role("starter")
    return starters >= 2 or (starters == 1 and hand.count_role("breaker") >= 1)


@numba.njit
def opens_ash(passcodes: npt.NDArray[np.int64]) -> bool:
    """At least one Ash Blossom & Joyous Spring."""
    return bool((passcodes == ASH_BLOSSOM).any())


def main() -> None:
    """Print what both functions say of the deck beside this file."""
    deck = Deck.read(HERE / "snake_eye.ydk")
    pool = read_roles(HERE / "snake_eye.yaml", CardPool.from_deck(deck, Catalogue.default()))
    compiled: Any = opens_ash  # Numba's own types do not say that it can be called so
    for predicate in (plays_through, compiled):
        estimate = predicate_odds(pool, predicate, hand_size=5)
        print(f"{estimate}  {estimate.want} ({estimate.trials:,} deals, {estimate.method})")


if __name__ == "__main__":
    main()
