"""What ygosim plays whole: monsters without effect, and cards whose effects are known."""

from __future__ import annotations

import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import is_supported, unsupported

CATALOGUE = Catalogue.default()


@pytest.mark.parametrize(
    ("name", "supported"),
    [
        ("Dark Magician", True),
        ("Blue-Eyes Ultimate Dragon", True),
        ("Gem-Knight Pearl", True),
        ("Link Spider", False),
        ("Kuriboh", True),
        ("Linkuriboh", False),
        ("Harpie Lady 1", False),
        ("Flash Knight", False),  # a Pendulum is a spell too
        ("Tremendous Fire", False),
        ("Drowning Mirror Force", False),
        ("Mirror Force", True),
        ("Pot of Greed", True),
        ("OuTerverSe", False),  # neither monster nor spell nor trap
    ],
)
def test_which_cards_are_played(name: str, supported: bool) -> None:
    assert is_supported(CATALOGUE.by_name(name)) is supported


def test_names_come_once_in_deck_order_and_not_from_the_side_deck() -> None:
    fire, kuriboh, magician = 46918794, 57116033, 46986414
    deck = Deck("x", (fire, magician, kuriboh, fire, 1), (41999284,), (83764718,))
    assert unsupported(deck, CATALOGUE) == ("Tremendous Fire", "Winged Kuriboh", "Linkuriboh")
