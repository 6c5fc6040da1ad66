"""Odds of hands: what a deck opens with, and what it has seen by a turn.

>>> from ygosim.hands import CardPool, HandStudy
>>> pool = CardPool.from_counts(
...     {"Engine": 12, "Ash Blossom": 3, "Garnet": 1, "Other": 24},
...     roles={"starter": ["Engine"], "handtrap": ["Ash Blossom"]},
... )
>>> odds = HandStudy(pool).odds('starter >= 1 & handtrap >= 1 & deck("Garnet") == 1', hand_size=5)
>>> print(odds.estimates[0])
24.3977%

Hands are sets of cards drawn without replacement, every set equally likely.  An exact
number counts all deals, grouped by what the query can tell apart; a sampled one says its
interval and seed.
"""

from ygosim.hands.estimates import Estimate
from ygosim.hands.pool import CardPool, DeckCard
from ygosim.hands.predicates import Hand, predicate_odds
from ygosim.hands.ratios import Ratio, Ratios, best_ratios
from ygosim.hands.roles import read_roles, role_file_beside, role_from_text
from ygosim.hands.seen import Seen, cards_seen
from ygosim.hands.study import SAMPLES, SEED, Change, CountTable, HandStudy, Method, Odds
from ygosim.intervals import CONFIDENCE

__all__ = [
    "CONFIDENCE",
    "SAMPLES",
    "SEED",
    "CardPool",
    "Change",
    "CountTable",
    "DeckCard",
    "Estimate",
    "Hand",
    "HandStudy",
    "Method",
    "Odds",
    "Ratio",
    "Ratios",
    "Seen",
    "best_ratios",
    "cards_seen",
    "predicate_odds",
    "read_roles",
    "role_file_beside",
    "role_from_text",
]
