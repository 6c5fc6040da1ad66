"""What effects have made of the cards of a duel, read from its state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ygosim.duel import Duel
from ygosim.effects.model import Effect
from ygosim.enums import Continuous, Limit, Place, Until
from ygosim.errors import PositionError
from ygosim.views import CardView

__all__ = [
    "attached_to",
    "is_in",
    "proper_first",
    "refuse_lingering",
    "used_by",
    "used_names",
]

_NONE = 255


def is_in(duel: Duel, cards: str, number: int) -> bool:
    """Whether a card is in a set of the state (docs/state.md)."""
    word, bit = divmod(number, 64)
    return bool(int(duel.state[cards][word]) >> bit & 1)


def attached_to(duel: Duel, view: CardView) -> tuple[tuple[int, int] | None, bool]:
    """Player and zone of the monster that a card holds on to, and whether as an Equip Card."""
    if view.place is not Place.SPELL_TRAP_ZONE or not duel.state["effects"]:
        return None, False
    host = int(duel.state["attached"][view.controller][view.slot])
    if host == _NONE or duel.state["place"][host] != Place.MONSTER_ZONE:
        return None, False
    zone = int(duel.state["controller"][host]), int(duel.state["slot"][host])
    return zone, is_in(duel, "equips", view.number)


def proper_first(duel: Duel, number: int) -> bool:
    """Whether a monster has to be summoned its own way first (SUM-13)."""
    return bool(duel.setup.template.definitions["proper_first"][int(duel.state["code"][number])])


def used_by(duel: Duel, number: int) -> tuple[int, ...]:
    """The effects of a card that were used this turn and are limited per card, from 1."""
    return tuple(
        effect
        for row in _rows(duel, "uses", "use_count")
        if row["scope"] == Limit.CARD_PER_TURN and row["card"] == number
        for effect in [_effect(duel, int(row["limit"]))[1]] * int(row["count"])
    )


def used_names(duel: Duel, player: int) -> dict[str, tuple[int, ...]]:
    """By name, the effects that a player used this turn and that are limited by name."""
    used: dict[str, tuple[int, ...]] = {}
    for row in _rows(duel, "uses", "use_count"):
        if row["scope"] != Limit.CARD_PER_TURN and row["player"] == player:
            name, effect, _ = _effect(duel, int(row["limit"]))
            used[name] = used.get(name, ()) + (effect,) * int(row["count"])
    return used


def refuse_lingering(duel: Duel) -> None:
    """Refuse a duel in which an effect lingers that a position cannot say.

    Raises
    ------
    PositionError
        Naming its card.
    """
    for row in _rows(duel, "lingering", "lingering_count"):
        name, _, effect = _effect(duel, int(row["effect"]))
        if effect.does is Continuous.CONTROL and int(row["until"]) == Until.LEAVES:
            continue  # control that lasts is what a position says by where the monster is
        raise PositionError(
            f"an effect of {name} lingers; a position cannot say that, so take it after its end"
        )


def _rows(duel: Duel, name: str, count: str) -> Sequence[Any]:
    if not duel.state["effects"]:
        return ()
    rows: Sequence[Any] = duel.state[name][: int(duel.state[count])]
    return rows


def _effect(duel: Duel, number: int) -> tuple[str, int, Effect]:
    """The name of an effect's card, which of its effects it is, from 1, and the effect."""
    first = 0
    for card, definition in zip(duel.setup.definitions, duel.setup.effects, strict=True):
        effects = definition.effects if definition is not None else ()
        if number < first + len(effects):
            return card.name, number - first + 1, effects[number - first]
        first += len(effects)
    raise ValueError(f"no card of the duel has the effect {number}")
