"""What must be possible so that an effect may be used (ST-8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeGuard

from ygosim.effects import model as m
from ygosim.effects.diagnostics import nodes_of
from ygosim.effects.model import Cards, Effect, Who
from ygosim.effects.values import NARROWING, root_of, targetable, with_root
from ygosim.enums import Comparison, Context, EffectKind, Fact, FilterFlag, Place, Reason

__all__ = ["needs_of_effect", "needs_of_option", "payable"]


def payable(effect: Effect) -> Effect:
    """The effect, whose costs to the GY are paid with cards that arrive there (EFF-2)."""
    if effect.one_of is not None:
        options = (replace(o, cost=_payable(o.cost)) for o in effect.one_of.options)
        return replace(effect, one_of=m.Each(tuple(options)))
    return replace(effect, cost=_payable(effect.cost))


def _payable(steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
    paid = [step.cards for step in steps if _is_paid_to_graveyard(step)]
    written: list[m.Step] = []
    for step in steps:
        if _is_paid_to_graveyard(step) or (
            isinstance(step, m.Choose) and (m.CHOSEN_SECOND if step.second else m.CHOSEN) in paid
        ):
            step = replace(step, cards=with_root(step.cards, _paying))
        written.append(step)
    return tuple(written)


def _is_paid_to_graveyard(step: m.Step) -> TypeGuard[m.Send]:
    return isinstance(step, m.Send) and step.to is Place.GRAVEYARD and step.reason is Reason.COST


def _paying(cards: m.AnyCards) -> m.AnyCards:
    if isinstance(cards, Cards):
        return replace(cards, can=cards.can | FilterFlag.CAN_PAY_TO_GRAVEYARD)
    return cards


_EXTRA_DECK_ZONE = m.AtLeast(m.Value(Context.MY_EXTRA_DECK_ZONES), 1)


def needs_of_effect(effect: Effect) -> list[m.Condition]:
    """What has to be so for an effect, beyond its condition."""
    if effect.kind is EffectKind.CONTINUOUS or effect.kind is EffectKind.REACTION:
        return []
    needs = [] if effect.requires is None else [effect.requires]
    forced = effect.kind is EffectKind.TRIGGER and not effect.optional
    if forced or effect.one_of is not None:
        return needs  # EFF-12: what must be activated is, whatever it can do
    needs += _requirements(effect.cost, choosing=False)
    later = [
        *_requirements(effect.targets, choosing=False),
        *_requirements(effect.operation, choosing=True),
    ]
    if _makes_room(effect.cost):
        later = [condition for condition in later if condition != _EXTRA_DECK_ZONE]
    if _leaves_first(effect.cost):
        later = [_without_this(condition) for condition in later]
        if effect.where == (Place.MONSTER_ZONE,):
            later = [_with_the_zone_of_this(condition) for condition in later]
    return needs + later


def needs_of_option(option: m.Option) -> list[m.Condition]:
    """What has to be so for one of several effects."""
    return [
        *([] if option.condition is None else [option.condition]),
        *_requirements(option.cost, choosing=False),
        *_requirements(option.targets, choosing=False),
        *_requirements(option.operation, choosing=True),
    ]


def _requirements(steps: Iterable[m.Step], *, choosing: bool) -> Iterable[m.Condition]:
    """What steps need so that the effect may be used.

    `choosing` is for operations: the first thing that each step names must be there.  What is
    known only later is not asked.
    """
    for condition in _needs(steps, choosing=choosing):
        if not _is_known_later(condition):
            yield condition


def _needs(steps: Iterable[m.Step], *, choosing: bool) -> Iterable[m.Condition]:
    noted = made = from_extra = False
    for step in _flat(steps):
        if isinstance(step, m.Choose):
            from_extra = _is_from_extra(step.cards)
        if isinstance(step, m.Target):
            if step.least:
                yield m.Exists(with_root(_certain(step.cards), targetable), step.least)
        elif isinstance(step, m.TargetThose):
            yield m.Exists(with_root(_certain(step.cards), targetable))
        elif isinstance(step, m.PayLP):
            yield m.Compare(m.Value(Context.MY_LP), Comparison.AT_LEAST, step.amount)
        elif isinstance(step, m.RemoveCounters):
            yield m.AtLeast(m.FactOf(m.THIS, Fact.COUNTERS, int(step.kind)), step.count)
        elif isinstance(step, m.Choose):
            noted = True
            if step.least:
                yield m.Exists(_certain(step.cards), step.least)
        elif isinstance(step, m.ChooseMaterials):
            noted = made = True
            yield m.Exists(m.MadeFrom(step.monster, step.materials, step.recipe, step.levels))
        elif isinstance(step, m.ChooseEach):
            noted = True
            yield m.Exists(step.left)
            yield m.Exists(step.right)
        elif _is_paid_to_graveyard(step) and step.cards is m.THIS:
            yield m.Compare(m.FactOf(m.THIS, Fact.GOES_TO_GRAVEYARD), Comparison.EQUAL, 1)
        elif isinstance(step, m.Draw) and not _is_known_later(step.count):
            if step.who is not Who.OPPONENT:
                yield m.AtLeast(m.Value(Context.I_CAN_DRAW), 1)
                yield m.Compare(m.Value(Context.MY_DECK), Comparison.AT_LEAST, step.count)
            if step.who is not Who.ME:
                yield m.AtLeast(m.Value(Context.OPPONENT_CAN_DRAW), 1)
                yield m.Compare(m.Value(Context.OPPONENT_DECK), Comparison.AT_LEAST, step.count)
        elif isinstance(step, m.EquipMonster | m.PlaceFaceUp):
            yield m.AtLeast(m.Value(Context.MY_FREE_SPELL_TRAP_ZONES), 1)
            if isinstance(step.cards, Cards):
                yield m.Exists(step.cards)
        elif isinstance(step, m.SpecialSummon):
            yield m.AtLeast(m.Value(Context.I_CAN_SPECIAL_SUMMON), 1)
            if made:
                pass  # what makes a monster leaves a zone for it
            elif from_extra or _is_from_extra(step.cards):
                yield _EXTRA_DECK_ZONE
            else:
                mine = step.by is Who.ME
                zones = Context.MY_FREE_ZONES if mine else Context.OPPONENT_FREE_ZONES
                yield m.AtLeast(m.Value(zones), 1)
            if isinstance(step.cards, Cards):
                yield m.Exists(step.cards)
        elif (
            isinstance(step, m.Destroy | m.Send | m.BanishUntil | m.ChangePosition)
            and choosing
            and not noted
            and isinstance(root_of(step.cards), Cards)
        ):
            yield m.Exists(_certain(step.cards))


def _flat(steps: Iterable[m.Step]) -> Iterable[m.Step]:
    """The steps that are done in any case: what only follows if one was done is left out."""
    for step in steps:
        while isinstance(step, m.IfDone):
            step = step.step
        yield step


# What is not known before the effect is used.
_KNOWN_LATER = (m.TARGETS, m.CHOSEN, m.CHOSEN_SECOND, m.DONE, m.REMEMBERED)
_AT_RANDOM = (m.RandomCards, m.Tokens)


def _is_known_later(value: m.Condition | m.Number) -> bool:
    """Whether a condition or number is about what is not known before; it may be 0 cards."""
    return any(
        node in _KNOWN_LATER or isinstance(node, _AT_RANDOM) for _, node in nodes_of(value, "")
    )


def _is_from_extra(cards: m.AnyCards) -> bool:
    """Whether the cards are some of an Extra Deck."""
    root = root_of(cards)
    return isinstance(root, Cards) and root.where == (Place.EXTRA_DECK,)


def _certain(cards: m.AnyCards) -> m.AnyCards:
    """The cards from which some may be taken at random."""
    if isinstance(cards, m.RandomCards):
        return _certain(cards.cards)
    if isinstance(cards, NARROWING):
        return replace(cards, cards=_certain(cards.cards))
    return cards


def _makes_room(steps: Iterable[m.Step]) -> bool:
    """Whether what the cost takes leaves a zone for a monster from the Extra Deck."""
    return any(
        isinstance(node, Cards) and node.can & FilterFlag.LEAVES_EXTRA_DECK_ZONE
        for _, node in nodes_of(tuple(steps), "")
    )


def _leaves_first(steps: Iterable[m.Step]) -> bool:
    """Whether this card leaves as the cost."""
    return any(isinstance(step, m.Send) and step.cards is m.THIS for step in steps)


def _without_this(condition: m.Condition) -> m.Condition:
    """The same when this card will not be there."""
    if isinstance(condition, m.Exists):
        return replace(condition, cards=with_root(condition.cards, _but_this))
    return condition


def _with_the_zone_of_this(condition: m.Condition) -> m.Condition:
    """The same when the zone of this monster counts as free, if it is a main one."""
    if isinstance(condition, m.Compare) and condition.left == m.Value(Context.MY_FREE_ZONES):
        return m.Any(condition, m.Compare(m.FactOf(m.THIS, Fact.SLOT), Comparison.LESS, 5))
    return condition


def _but_this(cards: m.AnyCards) -> m.AnyCards:
    if isinstance(cards, Cards):
        return replace(cards, but_this=True)
    return cards
