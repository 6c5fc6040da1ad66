"""What makes no sense in single values of a card definition: numbers, places, positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ygosim.effects import model as m
from ygosim.effects.check_steps import BY_EFFECT, COSTS
from ygosim.effects.diagnostics import Diagnostic, Where
from ygosim.effects.model import CardDefinition, Cards, Effect
from ygosim.enums import EffectKind, Phase, Place, Position, Reason, Recipe

__all__ = ["MOST_CARDS", "MOST_MATERIALS", "ranges_checked", "value_checked"]

_LARGEST = 2**31 - 1
_LARGEST_LP = 2**30
_LARGEST_ATK = 2**24
MOST_CARDS = 255
_MOST_OPTIONS = 8
_MOST_LEVELS = 127
MOST_MATERIALS = 6

_SENT_TO = (Place.HAND, Place.DECK, Place.GRAVEYARD, Place.BANISHED, Place.EXTRA_DECK)
_REASONS = (*COSTS, *BY_EFFECT, Reason.FUSION_MATERIAL)
_SUMMONED = Position.FACE_UP_ATTACK | Position.FACE_UP_DEFENCE | Position.FACE_DOWN_DEFENCE

_RANGES: dict[tuple[type, str], tuple[int, int]] = {
    (m.Target, "least"): (0, MOST_CARDS),
    (m.Target, "most"): (1, MOST_CARDS),
    (m.Choose, "least"): (0, MOST_CARDS),
    (m.Choose, "most"): (1, MOST_CARDS),
    (m.RandomCards, "count"): (1, MOST_CARDS),
    (m.Exists, "count"): (1, MOST_CARDS),
    (m.MadeFrom, "levels"): (0, _MOST_LEVELS),
    (m.ChooseMaterials, "levels"): (0, _MOST_LEVELS),
    (m.Material, "count"): (1, MOST_MATERIALS),
    (m.Declare, "bits"): (1, _LARGEST),
    (m.Declared, "number"): (1, 8),
    (m.DeclareNumbers, "most"): (2, 8),
    (m.DeclareNumbers, "count"): (1, 7),
    (m.Draw, "count"): (1, MOST_CARDS),
    (m.Top, "count"): (1, MOST_CARDS),
    (m.Damage, "amount"): (1, _LARGEST),
    (m.GainLP, "amount"): (1, _LARGEST),
    (m.LoseLP, "amount"): (1, _LARGEST),
    (m.PayLP, "amount"): (1, _LARGEST_LP),
    (m.PayIfAble, "amount"): (1, _LARGEST_LP),
    (m.SkipPhases, "count"): (1, 255),
    (m.Tokens, "count"): (1, 5),
    (m.Token, "passcode"): (1, 2**32 - 1),
    (m.Token, "level"): (1, 255),
    (m.Token, "atk"): (0, _LARGEST_ATK),
    (m.Token, "def_"): (0, _LARGEST_ATK),
    (m.PlaceCounters, "count"): (1, 255),
    (m.RemoveCounters, "count"): (1, 255),
    (m.NormalSummons, "count"): (1, 254),
    (m.IfDone, "least"): (1, _LARGEST),
    (m.Times, "factor"): (-_LARGEST, _LARGEST),
    (m.FactOf, "extra"): (0, _LARGEST),
    (m.HasFlag, "flag"): (0, _LARGEST),
    (Cards, "archetype"): (0, 0xFFFF),
    (Cards, "max_atk"): (0, _LARGEST_LP),
    (Cards, "max_def"): (0, _LARGEST_LP),
    (Cards, "max_level"): (0, 255),
    (Cards, "min_level"): (1, 255),
    (CardDefinition, "passcode"): (1, 2**32 - 1),
}


def ranges_checked(where: Where, path: str, node: Any) -> Iterator[Diagnostic]:
    """Numbers of a value that are out of their range."""
    for (kind, name), (low, high) in _RANGES.items():
        value = getattr(node, name) if type(node) is kind else None
        if isinstance(value, int) and not low <= value <= high:
            yield where.says(
                "number-out-of-range",
                f"{path}.{name}",
                f"{name} is {value}",
                f"write {low} to {high}",
            )


def value_checked(where: Where, path: str, node: Any) -> Iterator[Diagnostic]:
    """Diagnostics of a value, but for what is below it."""
    if type(node) is int and not -_LARGEST <= node <= _LARGEST and not path.endswith(".passcode"):
        yield where.says(
            "number-out-of-range", path, f"{node} does not fit", "write a 32-bit number"
        )
    yield from ranges_checked(where, path, node)
    if (
        isinstance(node, m.MadeFrom | m.ChooseMaterials)
        and node.recipe is Recipe.FUSION
        and node.levels
    ):
        yield where.says(
            "levels-of-a-fusion",
            f"{path}.levels",
            "a Fusion Summon counts no Levels",
            "leave it out, or write a recipe of a Ritual",
        )
    if isinstance(node, m.Target | m.Choose) and node.least > node.most:
        yield where.says(
            "number-out-of-range",
            f"{path}.most",
            f"at least {node.least}, at most {node.most}",
            "write at most as many as the most",
        )
    if isinstance(node, m.DeclareNumbers) and node.count >= node.most:
        yield where.says(
            "number-out-of-range",
            f"{path}.count",
            f"{node.count} of {node.most} numbers",
            "leave one that is not declared",
        )
    if isinstance(node, m.Each) and not 2 <= len(node.options) <= _MOST_OPTIONS:
        yield where.says(
            "too-few-options",
            f"{path}.options",
            f"{len(node.options)} options",
            f"write 2 to {_MOST_OPTIONS}",
        )
    if (isinstance(node, m.All | m.Any) and not node.conditions) or (
        isinstance(node, m.Ask | m.If | m.IfDone) and not node.steps
    ):
        yield where.says("nothing-in-it", path, f"{type(node).__name__} of nothing", "leave it out")
    if isinstance(node, Cards) and not node.where:
        yield where.says("works-nowhere", path, "no place to look in", "name places: `where`")
    if isinstance(node, Cards | Effect) and Place.XYZ_MATERIAL in node.where:
        yield where.says(
            "impossible-place",
            f"{path}.where" if path else "where",
            "no card is there, for Xyz Summons are not played",
            "leave it out",
        )
    if (
        isinstance(node, Cards)
        and node.min_level is not None
        and node.max_level is not None
        and node.min_level > node.max_level
    ):
        yield where.says(
            "number-out-of-range",
            f"{path}.max_level",
            f"at least {node.min_level}, at most {node.max_level}",
            "write at most as many as the most",
        )
    yield from _token(where, path, node)
    yield from _position(where, path, node)
    yield from _phase(where, path, node)
    if isinstance(node, m.Send | m.Destroy) and node.to not in _SENT_TO:
        yield where.says(
            "impossible-place",
            f"{path}.to",
            f"cards are not sent to {node.to.name}",
            "write a pile; monsters come to zones by SpecialSummon",
        )
    if isinstance(node, m.Send) and node.reason not in _REASONS:
        yield where.says(
            "wrong-reason",
            f"{path}.reason",
            f"no effect sends cards for {node.reason.name}",
            "write a reason that begins with EFFECT or COST",
        )


def _token(where: Where, path: str, node: Any) -> Iterator[Diagnostic]:
    if not isinstance(node, m.Token):
        return
    if not node.name.isprintable() or not node.name.strip():
        yield where.says(
            "wrong-value", f"{path}.name", f"{node.name!r:.60} is no name", "write one in letters"
        )
    for name in ("attribute", "monster_type"):
        if (count := int(getattr(node, name)).bit_count()) != 1:
            yield where.says(
                "wrong-value", f"{path}.{name}", f"a token has one, not {count}", "write one"
            )


def _phase(where: Where, path: str, node: Any) -> Iterator[Diagnostic]:
    if isinstance(node, m.SkipPhases) and node.phase not in (Phase.DRAW, Phase.STANDBY):
        yield where.says(
            "phase-not-skipped",
            f"{path}.phase",
            f"{node.phase.name} is not skipped by effects so far",
            "write Phase.DRAW or Phase.STANDBY",
        )


def _position(where: Where, path: str, node: Any) -> Iterator[Diagnostic]:
    wrong = ""
    if isinstance(node, m.SpecialSummon):
        if not node.positions or node.positions & ~_SUMMONED:
            wrong = f"positions are {node.positions}"
    elif isinstance(node, m.ChangePosition):
        becomes = (node.attack, node.defence, node.face_down)
        if all(lie is None for lie in becomes) or Position.FACE_DOWN_ATTACK in becomes:
            wrong = "no position, or one that is not"
    elif isinstance(node, Effect) and node.kind is EffectKind.PROCEDURE:
        value = node.value
        if not isinstance(value, int) or not value or value & ~_SUMMONED:
            wrong, path = f"{value!r} says no positions", "value"
    if wrong:
        yield where.says(
            "impossible-position",
            path,
            wrong,
            "write FACE_UP_ATTACK, FACE_UP_DEFENCE or FACE_DOWN_DEFENCE",
        )
