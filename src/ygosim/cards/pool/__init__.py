"""The cards that ygosim plays with their effects, one module per theme."""

from __future__ import annotations

from functools import cache

from ygosim.cards.pool import classic
from ygosim.effects.model import CardDefinition

__all__ = ["definitions"]


@cache
def definitions() -> dict[int, CardDefinition]:
    """Every card definition by passcode."""
    return {definition.passcode: definition for definition in classic.CARDS}
