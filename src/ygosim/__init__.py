"""Yu-Gi-Oh! duels by the rulebook, fast enough to answer questions by playing millions."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ygosim.cards.banlist import BanList
    from ygosim.cards.card import Card
    from ygosim.cards.catalogue import Catalogue
    from ygosim.cards.deck import Deck
    from ygosim.cards.deck_check import check_deck, deck_faults
    from ygosim.duel import Duel
    from ygosim.hands import CardPool, HandStudy, best_ratios
    from ygosim.montecarlo import gauntlet, simulate, simulate_matches
    from ygosim.position import PlacedCard, PlayerPosition, Position
    from ygosim.rules import Rules

__all__ = [
    "BanList",
    "Card",
    "CardPool",
    "Catalogue",
    "Deck",
    "Duel",
    "HandStudy",
    "PlacedCard",
    "PlayerPosition",
    "Position",
    "Rules",
    "best_ratios",
    "check_deck",
    "deck_faults",
    "gauntlet",
    "get_include",
    "simulate",
    "simulate_matches",
]

__version__ = "0.1.0"

_HOMES = {
    "BanList": "cards.banlist",
    "Card": "cards.card",
    "CardPool": "hands",
    "Catalogue": "cards.catalogue",
    "Deck": "cards.deck",
    "Duel": "duel",
    "HandStudy": "hands",
    "PlacedCard": "position",
    "PlayerPosition": "position",
    "Position": "position",
    "Rules": "rules",
    "best_ratios": "hands",
    "check_deck": "cards.deck_check",
    "deck_faults": "cards.deck_check",
    "gauntlet": "montecarlo",
    "simulate": "montecarlo",
    "simulate_matches": "montecarlo",
}


def __getattr__(name: str) -> Any:
    # Public names are imported when they are first used, so that `import ygosim` costs little.
    if name not in _HOMES:
        raise AttributeError(f"module 'ygosim' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"ygosim.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def get_include() -> str:
    """The folder of ygosim.h, for compilers: docs/embedding.md.

    Examples
    --------
    >>> sorted(path.name for path in Path(get_include()).iterdir())
    ['ygosim.h', 'ygosim_enums.h']
    """
    return str(Path(__file__).parent / "_core" / "include")
