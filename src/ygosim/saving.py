"""What a saved duel says beside its state: facts of its cards, its rules, its limits."""

from __future__ import annotations

import base64
import dataclasses
from enum import Enum
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from ygosim._core.engine import DEFINITION_DTYPE, PLACEMENT_DTYPE, Template
from ygosim.cards.card import Card
from ygosim.cards.support import definition_of, is_supported
from ygosim.effects.model import CardDefinition
from ygosim.errors import CorruptStateError, StandInError, UnsupportedCardError
from ygosim.rules import Rules
from ygosim.template import MAX_TRIBUTES, DuelSetup, Limits, core_rules, define, effects

__all__ = ["pack_setup", "unpack_setup"]

_Value = TypeVar("_Value", Rules, Limits, Card)


def pack_setup(setup: DuelSetup) -> dict[str, Any]:
    """A setup as JSON values.

    Raises
    ------
    StandInError
        For effects that only the caller knows: nobody could play on.
    """
    template = setup.template
    known = (definition_of(card, setup.rules.card_texts) for card in setup.definitions)
    if strange := tuple(
        card.name
        for card, played, definition in zip(setup.definitions, setup.effects, known, strict=True)
        if played != definition
    ):
        raise StandInError(strange)
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
        rules = _unpack(Rules, header["rules"])
        limits = _unpack(Limits, header["limits"])
        cards = tuple(_unpack(Card, card) for card in _listed(header["cards"]))
        definitions = np.frombuffer(base64.b64decode(header["definitions"]), DEFINITION_DTYPE)
        played = tuple(definition_of(card, rules.card_texts) for card in cards)
        _check_agreement(header, rules, limits, cards, played, definitions)
        template = Template(
            definitions,
            core_rules(rules, limits),
            np.frombuffer(base64.b64decode(header["placements"]), dtype=PLACEMENT_DTYPE),
            _position(header["position"]),
            effects(cards, played),
        )
        return DuelSetup(template, rules, cards, played, tuple(header["blanked"]), limits)
    except (
        AttributeError,
        KeyError,
        TypeError,
        ValueError,
        OverflowError,
        UnsupportedCardError,
    ) as error:
        raise CorruptStateError(f"the saved duel says what it cannot: {error}") from None


def _position(value: Any) -> dict[str, Any] | None:
    if value is None:
        return None
    position = {**value, "lp": tuple(value["lp"])}
    if position["attack"] is not None:
        attacker, target, declared = position["attack"]
        position["attack"] = (attacker, target, bytes(_listed(declared)))
    return position


def _check_agreement(
    header: dict[str, Any],
    rules: Rules,
    limits: Limits,
    cards: tuple[Card, ...],
    played: tuple[CardDefinition | None, ...],
    definitions: npt.NDArray[np.void],
) -> None:
    """Refuse a header whose parts say different things: people would be shown another duel."""
    if header["core_rules"] != core_rules(rules, limits):
        raise ValueError("the core's rules are not those of the format and the limits")
    if len(cards) != len(definitions):
        raise ValueError(f"{len(cards)} cards for {len(definitions)} definitions")
    expected = np.zeros(len(cards), dtype=DEFINITION_DTYPE)
    for row, card, effects_, saved in zip(expected, cards, played, definitions, strict=True):
        tributes = int(saved["hand_class"])
        define(row, card, tributes if tributes <= MAX_TRIBUTES else None, effects_)
        if row.tobytes() != saved.tobytes():
            raise ValueError(f"{card.name!r} is defined as another card")
    if header["blanked"] != list(
        dict.fromkeys(card.name for card in cards if not is_supported(card))
    ):
        raise ValueError("the cards without effect are others")


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"a list expected, not {type(value).__name__}")
    return value


def _pack(value: Any) -> dict[str, Any]:
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return {
        name: field.value if isinstance(field, Enum) else field for name, field in fields.items()
    }


def _unpack(kind: type[_Value], values: dict[str, Any]) -> _Value:
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {}
    for name, value in values.items():
        fields[name] = _typed(hints[name], value)
    return kind(**fields)


def _typed(hint: Any, value: Any) -> Any:
    """The value as the field of a dataclass has it, or a TypeError."""
    if get_origin(hint) is tuple:
        return tuple(_typed(get_args(hint)[0], item) for item in _listed(value))
    if get_origin(hint) is UnionType:  # int | None
        return None if value is None else _typed(get_args(hint)[0], value)
    if issubclass(hint, Enum):
        plain = str if issubclass(hint, str) else int
        if type(value) is not plain or (isinstance(value, int) and value < 0):
            raise TypeError(f"{hint.__name__} cannot be {value!r}")
        return hint(value)
    if type(value) is not hint:
        raise TypeError(f"{hint.__name__} expected, not {type(value).__name__}")
    if isinstance(value, str):
        value.encode()  # half a character cannot be shown: UnicodeEncodeError
    return value
