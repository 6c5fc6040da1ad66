"""The decks of the benches: 40 Normal Monsters a side, 28 of them of Level 4 or lower.

Drawn once at random from the shipped catalogue, then written down, so that figures stay
comparable when the catalogue grows.
"""

from __future__ import annotations

import os
from pathlib import Path

from ygosim.cards.deck import Deck

_LOW_A = (
    2906250,
    3134241,
    5434080,
    11321183,
    11549357,
    16587243,
    17115745,
    20848593,
    24348204,
    24639891,
    34290067,
    42625254,
    44430454,
    51934376,
    52367652,
    56369281,
    61201220,
    62793020,
    63308047,
    66672569,
    74277583,
    75376965,
    76512652,
    82085619,
    88819587,
    88979991,
    90357090,
    97360116,
)
_HIGH_A = (
    10949074,
    16972957,
    20624263,
    27553701,
    30113682,
    39239728,
    48766543,
    49587396,
    70345785,
    77998771,
    78780140,
    95288024,
)
_LOW_B = (
    4920010,
    13179332,
    13429800,
    14037717,
    17358176,
    18710707,
    27094595,
    29054481,
    29802344,
    32452818,
    40200834,
    42071342,
    45042329,
    47695416,
    49791927,
    50930991,
    57405307,
    68963107,
    72842870,
    74277583,
    76184692,
    78556320,
    83464209,
    83764996,
    84794011,
    88819587,
    89987208,
    99261403,
)
_HIGH_B = (
    3797883,
    11761845,
    14977074,
    19737320,
    29616941,
    31477025,
    33178416,
    48202661,
    72299832,
    89832901,
    95788410,
    96981563,
)

NO_EFFECT = (
    Deck("no effect A", _LOW_A + _HIGH_A),
    Deck("no effect B", _LOW_B + _HIGH_B),
)
"""Two such decks."""


def classic_decks() -> list[Deck] | None:
    """The five classic decks of the collected sources, by name; None where they are missing."""
    root = Path(__file__).resolve().parent.parent
    shared = Path(os.environ.get("YGOSIM_SHARED") or root.parent / "shared")
    files = sorted((shared / "data" / "decks" / "classic").glob("*.ydk"))
    return [Deck.read(file) for file in files] or None
