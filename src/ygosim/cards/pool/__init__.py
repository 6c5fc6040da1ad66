"""The cards that ygosim plays with their effects, one module per theme."""

from __future__ import annotations

from functools import cache

from ygosim.cards.pool import (
    classic_monsters,
    classic_spells,
    classic_traps,
    first_fusion,
    first_lasting,
    first_monsters,
    first_spells,
    first_traps,
    first_winning,
    modern,
    texts_2005,
)
from ygosim.effects.model import CardDefinition
from ygosim.rules import CardTexts

__all__ = ["definitions"]


@cache
def definitions(texts: CardTexts = CardTexts.CURRENT) -> dict[int, CardDefinition]:
    """Every card definition by passcode, in that wording where it differs from today's."""
    cards = (
        *classic_spells.SPELLS,
        *classic_traps.TRAPS,
        *classic_monsters.MONSTER_CARDS,
        *first_fusion.FUSION_CARDS,
        *first_lasting.FIRST_LASTING,
        *first_monsters.FIRST_MONSTERS,
        *first_spells.FIRST_SPELLS,
        *first_traps.FIRST_TRAPS,
        *first_winning.FIRST_WINNING,
        *modern.MODERN,
    )
    current = {definition.passcode: definition for definition in cards}
    if texts is CardTexts.CURRENT:
        return current
    return current | {definition.passcode: definition for definition in texts_2005.TEXTS_2005}
