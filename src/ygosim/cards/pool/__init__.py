"""The cards that ygosim plays with their effects, one module per theme."""

from __future__ import annotations

from functools import cache

from ygosim.cards.pool import (
    classic_monsters,
    classic_spells,
    classic_traps,
    first_monsters,
    first_spells,
    first_traps,
)
from ygosim.effects.model import CardDefinition

__all__ = ["definitions"]


@cache
def definitions() -> dict[int, CardDefinition]:
    """Every card definition by passcode."""
    cards = (
        *classic_spells.SPELLS,
        *classic_traps.TRAPS,
        *classic_monsters.MONSTER_CARDS,
        *first_monsters.FIRST_MONSTERS,
        *first_spells.FIRST_SPELLS,
        *first_traps.FIRST_TRAPS,
    )
    return {definition.passcode: definition for definition in cards}
