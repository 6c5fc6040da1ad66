"""What a saved duel says beside its state: facts of its cards, its rules, its limits."""

from __future__ import annotations

import base64
import dataclasses
from enum import Enum
from typing import Any, TypeVar, get_type_hints

import numpy as np

from ygosim._core.engine import DEFINITION_DTYPE, PLACEMENT_DTYPE, RULE_FIELDS, Template
from ygosim.cards.card import Card
from ygosim.errors import CorruptStateError
from ygosim.rules import Rules
from ygosim.template import DuelSetup, Limits

__all__ = ["pack_setup", "unpack_setup"]

_Value = TypeVar("_Value", Rules, Card)


def pack_setup(setup: DuelSetup) -> dict[str, Any]:
    """A setup as JSON values."""
    template = setup.template
    position = template.position
    if position is not None and position["attack"] is not None:
        attacker, target, declared = position["attack"]
        position = {**position, "attack": [attacker, target, list(declared)]}
    return {
        "rules": _pack(setup.rules),
        "limits": dataclasses.asdict(setup.limits),
        "cards": [_pack(card) for card in setup.definitions],
        "blanked": list(setup.blanked),
        "definitions": base64.b64encode(template.definitions.tobytes()).decode(),
        "placements": base64.b64encode(template.placements.tobytes()).decode(),
        "core_rules": template.rules,
        "position": position,
    }


def unpack_setup(header: dict[str, Any]) -> DuelSetup:
    """The setup of `pack_setup`'s values.

    Raises
    ------
    CorruptStateError
        When a value is missing or of another kind.
    """
    try:
        position = header["position"]
        if position is not None:
            position = {**position, "lp": tuple(position["lp"])}
            if position["attack"] is not None:
                attacker, target, declared = position["attack"]
                position["attack"] = (attacker, target, bytes(declared))
        template = Template(
            np.frombuffer(base64.b64decode(header["definitions"]), dtype=DEFINITION_DTYPE),
            {name: header["core_rules"][name] for name in RULE_FIELDS},
            np.frombuffer(base64.b64decode(header["placements"]), dtype=PLACEMENT_DTYPE),
            position,
        )
        cards = tuple(_unpack(Card, card) for card in header["cards"])
        if len(cards) != len(template.definitions):
            raise ValueError(f"{len(cards)} cards for {len(template.definitions)} definitions")
        return DuelSetup(
            template,
            _unpack(Rules, header["rules"]),
            cards,
            tuple(header["blanked"]),
            Limits(**header["limits"]),
        )
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise CorruptStateError(f"the saved duel says what it cannot: {error}") from None


def _pack(value: Any) -> dict[str, Any]:
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return {
        name: field.value if isinstance(field, Enum) else field for name, field in fields.items()
    }


def _unpack(kind: type[_Value], values: dict[str, Any]) -> _Value:
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {}
    for name, value in values.items():
        hint = hints[name]
        if isinstance(hint, type) and issubclass(hint, Enum):
            value = hint(value)
        elif isinstance(value, list):
            value = tuple(value)
        fields[name] = value
    return kind(**fields)
