"""From lowered cards to what a duel's template takes: numbers, one block of instructions.

`explain` prints a card's programs so that they can be read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ygosim.effects.lower import LoweredCard, LoweredEffect
from ygosim.effects.model import CardDefinition, Cards, Material, Works
from ygosim.effects.use import use_of
from ygosim.effects.values import Token
from ygosim.effects.writing import CardFilter, Instruction, card_filter
from ygosim.enums import (
    Affects,
    CardType,
    Comparison,
    Context,
    CounterKind,
    EffectFlag,
    EffectKind,
    Fact,
    FilterFlag,
    Phase,
    Place,
    Position,
    Reason,
    Recipe,
)

__all__ = ["ENUMERATIONS", "EffectTable", "FilterRow", "assemble", "explain", "opcodes"]

ENUMERATIONS: dict[str, type[IntEnum]] = {
    "comparison": Comparison,
    "context": Context,
    "counter_kind": CounterKind,
    "deed": Reason,
    "fact": Fact,
    "pile": Place,
    "skipped": Phase,
}
"""What the values of an operand are called, by its class in opcodes.toml."""

_ANY_USES = 255  # the most that is counted: a condition says how many
_AFFECTS = {
    Works.ON_THIS: Affects.THIS,
    Works.ON_HOST: Affects.HOST,
    Works.ON_CARDS: Affects.FIELD,
    Works.ON_ME: Affects.ME,
    Works.ON_OPPONENT: Affects.OPPONENT,
    Works.ON_BOTH: Affects.BOTH,
}
_SLOTS = ("condition", "check", "cost", "target", "operation", "compute")


@cache
def opcodes() -> dict[str, dict[str, Any]]:
    """The entries of opcodes.toml by name."""
    return tomllib.loads((files("ygosim.effects") / "opcodes.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class FilterRow:
    """A filter for the core: `definitions[i]` says whether definition i fits what is printed."""

    flags: int
    mine: int
    theirs: int
    equip_spells: bool  # whether it fits what is an Equip Spell and nothing else (ST-11)
    definitions: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RecipeRow:
    """What a definition is made of: a filter for each material, bits of those that are named or
    may be more; and whether it can stand in for one that is named.
    """

    definition: int
    materials: tuple[int, ...]
    named: int
    or_more: int
    substitute: bool


@dataclass(frozen=True, slots=True)
class EffectTable:
    """All effects of a duel's cards, as the core takes them."""

    effects: list[dict[str, int]]
    filters: list[FilterRow]
    instructions: list[tuple[int, int, int, int, int]]
    recipes: list[RecipeRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Printed:
    """What filters ask of a card."""

    type: CardType
    name: str = ""
    attribute: int = 0
    monster_type: int = 0
    atk: int | None = None
    def_: int | None = None
    level: int = 0
    archetypes: tuple[int, ...] = ()


_EQUIP_SPELL = _Printed(CardType.SPELL | CardType.EQUIP)


def matches(row: CardFilter, facts: Any) -> bool:
    """Whether what is printed on a card fits a filter."""
    cards = row.cards
    kind = int(facts.type)
    has_level = not kind & (CardType.XYZ | CardType.LINK)  # Rank and Link Rating are none
    return (
        (not cards.type or bool(kind & cards.type))
        and kind & cards.all_types == cards.all_types
        and (not cards.attribute or bool(facts.attribute & cards.attribute))
        and (not cards.monster_type or bool(int(facts.monster_type) & cards.monster_type))
        and (not cards.archetype or _is_of(facts, cards.archetype))
        and (not cards.named or facts.name == cards.named)
        and cards.name_has in facts.name
        and (cards.max_atk is None or (facts.atk or 0) <= cards.max_atk)
        and (cards.max_def is None or _def_at_most(facts, cards.max_def))
        and (cards.max_level is None or (has_level and facts.level <= cards.max_level))
        and (cards.min_level is None or (has_level and facts.level >= cards.min_level))
    )


def _def_at_most(facts: Any, most: int) -> bool:
    # Link Monsters have no DEF; "?" counts as 0.
    return not facts.type & CardType.LINK and (facts.def_ or 0) <= most


def _is_of(facts: Any, archetype: int) -> bool:
    """Whether a card is of an archetype: its lower twelve bits, and as many of the upper."""
    return any(
        code & 0xFFF == archetype & 0xFFF and code & archetype == archetype
        for code in facts.archetypes
    )


def assemble(cards: Sequence[tuple[Any, LoweredCard | None]]) -> EffectTable:
    """The effects of a duel's card definitions.

    Parameters
    ----------
    cards
        By definition number: the facts of the card, and its effects; None for a card without.
    """
    return _Assembler([facts for facts, _ in cards]).table(cards)


class _Assembler:
    def __init__(self, facts: Sequence[Any]) -> None:
        self.facts = facts
        self.passcodes = {card.passcode: number for number, card in enumerate(facts)}
        self.effects: list[dict[str, int]] = []
        self.filters: dict[CardFilter | Material, int] = {}
        # The first instruction is never run: 0 stands for "no program".
        self.code: list[tuple[int, int, int, int, int]] = [(0, 0, 0, 0, 0)]

    def table(self, cards: Sequence[tuple[Any, LoweredCard | None]]) -> EffectTable:
        first = 0
        for number, (facts, lowered) in enumerate(cards):
            if lowered is None:
                continue
            names = {
                effect.effect.name: first + index
                for index, effect in enumerate(lowered.effects)
                if effect.effect.name
            }
            for index, effect in enumerate(lowered.effects):
                self.effects.append(self.effect(number, index, facts, effect, names))
            first += len(lowered.effects)
        recipes = [
            self.recipe(number, lowered.definition)
            for number, (_, lowered) in enumerate(cards)
            if lowered is not None
            and (lowered.definition.materials or lowered.definition.substitute)
        ]
        rows = [
            self.material_row(row) if isinstance(row, Material) else self.filter_row(row)
            for row in self.filters
        ]
        return EffectTable(self.effects, rows, self.code, recipes)

    def recipe(self, number: int, definition: CardDefinition) -> RecipeRow:
        """A row with a material for each card that it needs."""
        filters: list[int] = []
        named = or_more = 0
        for material in definition.materials:
            bits = ((1 << material.count) - 1) << len(filters)
            # How many of them there may be says nothing of which will do.
            row = replace(material, count=1, or_more=False)
            filters += [self.filters.setdefault(row, len(self.filters))] * material.count
            if any(kind.named for kind in material.kinds):
                named |= bits
            if material.or_more:
                or_more |= bits
        return RecipeRow(number, tuple(filters), named, or_more, definition.substitute)

    def material_row(self, material: Material) -> FilterRow:
        """Cards of any kind that the material takes."""
        fits = np.zeros(len(self.facts), dtype=np.bool_)
        for kind in material.kinds:
            fits |= self.filter_row(card_filter(kind)).definitions
        return FilterRow(0, 0, 0, False, fits)

    def effect(
        self,
        definition: int,
        number: int,
        facts: Any,
        lowered: LoweredEffect,
        names: dict[str, int],
    ) -> dict[str, int]:
        effect = lowered.effect
        row = {
            "flags": lowered.flags,
            "value": lowered.value,
            "definition": definition,
            "filter": 0 if lowered.on is None else self.filter(lowered.on) + 1,
            "kind": int(effect.kind),
            "speed": spell_speed(effect.kind, facts.type),
            "trigger": int(effect.trigger),
            "continuous": int(effect.does),
            "places": lowered.places,
            "number": number,
            "limit": int(effect.limit),
            "limit_count": effect.uses if isinstance(effect.uses, int) else _ANY_USES,
            "until": int(effect.until),
            "turns": effect.turns,
            "affects": _AFFECTS[effect.works],
            "use": int(use_of(effect)),
        }
        for slot in _SLOTS:
            program = lowered.programs.get(slot, ())
            row[slot] = self.program(program, names) if program else 0
        return row

    def filter(self, row: CardFilter) -> int:
        return self.filters.setdefault(row, len(self.filters))

    def filter_row(self, row: CardFilter) -> FilterRow:
        fits = np.array([matches(row, facts) for facts in self.facts], dtype=np.bool_)
        return FilterRow(row.flags, row.mine, row.theirs, matches(row, _EQUIP_SPELL), fits)

    def program(self, program: Iterable[Instruction | str], names: dict[str, int]) -> int:
        start = len(self.code)
        labels: dict[str, int] = {}
        instructions: list[Instruction] = []
        for line in program:
            if isinstance(line, str):
                labels[line] = start + len(instructions)
            else:
                instructions.append(line)
        for line in instructions:
            kind = opcodes()[line.op]["operands"].get("i", "")
            if isinstance(line.i, CardFilter):
                operand = self.filter(line.i)
            elif isinstance(line.i, Token):
                operand = self.passcodes[line.i.passcode]
            elif isinstance(line.i, str):
                operand = labels[line.i] if kind == "jump" else names[line.i]
            else:
                operand = line.i
            self.code.append((opcodes()[line.op]["number"], line.a, line.b, line.c, operand))
        return start


def spell_speed(kind: EffectKind, card_type: CardType) -> int:
    """The spell speed of an effect (CHAIN-2); 0 for what starts no chain."""
    if kind is EffectKind.ACTIVATION:
        if card_type & CardType.COUNTER:
            return 3
        fast = card_type & CardType.TRAP or card_type & CardType.QUICK_PLAY
        return 2 if fast else 1
    if kind is EffectKind.QUICK:
        return 2
    return 1 if kind in (EffectKind.IGNITION, EffectKind.TRIGGER) else 0


# Reading programs ------------------------------------------------------------------------


def explain(lowered: LoweredCard) -> str:
    """Every effect of a card and its programs, an instruction a line."""
    lines = [lowered.definition.name]
    lines += [f"made of {_material_words(part)}" for part in lowered.definition.materials]
    if lowered.definition.substitute:
        lines.append("a substitute for one named material")
    for number, effect in enumerate(lowered.effects):
        lines.append(f"effect {number}: {_effect_words(effect)}")
        for slot in _SLOTS:
            if slot in effect.programs:
                lines.append(f"  {slot}")
                lines += [_line(line) for line in effect.programs[slot]]
    return "\n".join(lines) + "\n"


def _effect_words(lowered: LoweredEffect) -> str:
    effect = lowered.effect
    words = [effect.kind.name, f'"{effect.name}"' if effect.name else ""]
    words.append(f"answers {effect.trigger.name}" if effect.trigger else "")
    words += [
        f"{name} {value.name}"
        for name, value in (("does", effect.does), ("limit", effect.limit), ("until", effect.until))
        if value
    ]
    if effect.kind is EffectKind.CONTINUOUS:
        words.append(f"works on {effect.works.value}")
    if lowered.value:
        words.append(f"value {lowered.value}")
    words += [place.name for place in effect.where]
    words.append(str(EffectFlag(lowered.flags).name) if lowered.flags else "")
    words.append(_filter_words(lowered.on) if lowered.on is not None else "")
    return " ".join(word for word in words if word)


def _line(line: Instruction | str) -> str:
    if isinstance(line, str):
        return f"  {line}:"
    said = [
        _operand_words(kind, getattr(line, operand))
        for operand, kind in opcodes()[line.op]["operands"].items()
    ]
    return f"    {line.op:20} {', '.join(said)}".rstrip()


def _operand_words(kind: str, value: int | str | CardFilter | Token) -> str:
    if isinstance(value, CardFilter):
        return _filter_words(value)
    if isinstance(value, Token):
        return f'"{value.name}"'
    if isinstance(value, str):
        return value
    if kind in ("reg", "out"):
        return f"r{value}"
    if kind in ("set", "dst"):
        return f"s{value}"
    if kind in ("who", "whom"):
        return ("me", "opponent", "both players")[value]
    if kind == "range":
        return f"{value & 255} to {value >> 8}"
    if kind == "lies":
        lies = (value & 255, value >> 8 & 255, value >> 16)
        return "/".join(Position(lie).name if lie else "-" for lie in lies)
    if kind == "making":
        return f"{Recipe(value & 255).name}" + (f" {value >> 8}" if value >> 8 else "")
    if kind == "positions":
        return "|".join(lie.name for lie in Position if lie & value)
    enumeration = ENUMERATIONS.get(kind)
    return str(value) if enumeration is None else str(enumeration(value).name)


def _material_words(material: Material) -> str:
    kinds = " or ".join(f"[{_printed_words(kind)}]" for kind in material.kinds)
    return f"{material.count} {kinds}{' or more' if material.or_more else ''}"


def _filter_words(row: CardFilter) -> str:
    cards = row.cards
    words = [f"{place.name}" for place in cards.where]
    words.append(f"of {cards.whose}")
    words.append(_printed_words(cards))
    words.append(str(FilterFlag(row.flags).name) if row.flags else "")
    return "[" + " ".join(word for word in words if word) + "]"


def _printed_words(cards: Cards) -> str:
    words = []
    for name in ("type", "all_types", "attribute", "monster_type"):
        value = getattr(cards, name)
        words.append(f"{name}={value.name}" if value else "")
    words += [
        f"{name}={value}"
        for name in ("max_atk", "max_def", "max_level", "min_level")
        if (value := getattr(cards, name)) is not None
    ]
    words.append(f'named="{cards.named}"' if cards.named else "")
    words.append(f'name_has="{cards.name_has}"' if cards.name_has else "")
    words.append(f"archetype={cards.archetype:#x}" if cards.archetype else "")
    return " ".join(word for word in words if word)
