"""What an effect is good for, read from its steps: a hint for players that are built in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ygosim.effects import model as m
from ygosim.effects.model import Cards, Effect, Who
from ygosim.effects.values import root_of
from ygosim.enums import Place, Use

__all__ = ["use_of"]

_FIELD = {Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE}


def use_of(effect: Effect) -> Use:
    """What the effect is good for."""
    steps = list(_all_steps((*effect.targets, *effect.operation)))
    if effect.one_of is not None:
        return Use.HARMS_TARGET
    if any(isinstance(step, m.SwapControl) for step in steps):
        return Use.SWAPS
    if any(isinstance(step, m.Send) and step.cards is m.THIS for step in effect.cost):
        return Use.GIVES_ITSELF_UP
    for step in steps:
        if (
            isinstance(step, m.Destroy)
            and isinstance(step.cards, Cards)
            and step.cards.whose is Who.EITHER
        ):
            only_monsters = step.cards.where == (Place.MONSTER_ZONE,)
            return Use.SWEEPS_MONSTERS if only_monsters else Use.SWEEPS_SPELLS
        if isinstance(step, m.ChangePosition) and step.cards is m.THIS:
            return Use.TURNS_ITSELF
    if not any(isinstance(step, m.Target) and _is_on_field(step.cards) for step in steps):
        return Use.PLAIN
    if any(isinstance(step, m.Equip) for step in steps) and not _is_theirs(effect.targets):
        return Use.HELPS_TARGET
    return Use.HARMS_TARGET


def _all_steps(steps: Iterable[m.Step]) -> Iterator[m.Step]:
    for step in steps:
        yield step
        if isinstance(step, m.If):
            yield from _all_steps((*step.steps, *step.otherwise))
        elif isinstance(step, m.IfDone):
            yield from _all_steps((step.step, *step.steps))
        elif isinstance(step, m.Ask):
            yield from _all_steps(step.steps)


def _is_on_field(cards: m.AnyCards) -> bool:
    root = root_of(cards)
    return isinstance(root, Cards) and bool(_FIELD & set(root.where))


def _is_theirs(steps: Iterable[m.Step]) -> bool:
    roots = [root_of(step.cards) for step in steps if isinstance(step, m.Target)]
    return any(isinstance(root, Cards) and root.whose is Who.OPPONENT for root in roots)
