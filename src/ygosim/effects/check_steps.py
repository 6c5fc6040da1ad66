"""What makes no sense in the steps of an effect, in the order in which they are taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from ygosim.effects import model as m
from ygosim.effects.diagnostics import Diagnostic, Where, nodes_of
from ygosim.effects.model import Cards, Effect, Option, Step, Who
from ygosim.enums import Context, Continuous, EffectKind, Limit, Place, Reason, Trigger

__all__ = ["BY_EFFECT", "COSTS", "steps_checked"]

COSTS = (Reason.COST, Reason.COST_TRIBUTE, Reason.COST_DISCARD)
BY_EFFECT = (
    Reason.EFFECT,
    Reason.EFFECT_DESTRUCTION,
    Reason.EFFECT_DISCARD,
    Reason.EFFECT_TRIBUTE,
)
_HIDDEN = (Place.HAND, Place.DECK, Place.EXTRA_DECK)
_ASKS = (
    m.Choose,
    m.ChooseEach,
    m.ChooseMaterials,
    m.Ask,
    m.SpecialSummon,
    m.SetFromHand,
    m.PlaceFaceUp,
    m.CallCoin,
    m.Declare,
    m.EquipMonster,
    m.ReturnToField,
    m.DeclareNumbers,
)
_CHOOSES = (m.Target, m.TargetThose, m.Choose, m.ChooseEach, m.Note, m.Remember, m.If)
_DOES = (
    m.Choose,
    m.ChooseMaterials,
    m.Send,
    m.BanishUntil,
    m.Destroy,
    m.Draw,
    m.Damage,
    m.ChangePosition,
    m.TakeControl,
    m.SwapControl,
    m.SpecialSummon,
    m.Equip,
    m.EquipMonster,
    m.PlaceFaceUp,
    m.ActivationNegated,
    m.EffectNegated,
    m.AttackNegated,
    m.SummonNegated,
    m.TossCoin,
    m.CallCoin,
    m.Declare,
    m.RollDie,
    m.PayIfAble,
)
# What both players do at the same time.
_BOTH_DO = (m.Draw, m.SwapDeckAndGraveyard)
_EVENT_CONTEXTS = (
    Context.EVENT_CARD,
    Context.EVENT_OTHER,
    Context.EVENT_PLAYER,
    Context.EVENT_VALUE,
    Context.EVENT_REASON,
    Context.EVENT_FROM_PLACE,
    Context.EVENT_FROM_PLAYER,
    Context.EVENT_POSITION,
)
_ANSWERED_CONTEXTS = (
    Context.ANSWERED_CARD,
    Context.ANSWERED_KIND,
    Context.ANSWERED_TYPE,
    Context.ANSWERED_TARGETS,
    Context.ANSWERED_CARD_IS_THE_SAME,
)
_LINK_EVENTS = (Trigger.CHAIN_LINK, Trigger.LINK_RESOLVED, Trigger.TARGETED)
# What a step brings about again and again, if an effect answers it by that step.
_BRINGS_ABOUT: dict[type, Trigger] = {
    m.Draw: Trigger.DRAWN,
    m.Damage: Trigger.EFFECT_DAMAGE,
    m.ChangePosition: Trigger.POSITION_CHANGED,
    m.TakeControl: Trigger.CONTROL_CHANGED,
    m.SwapControl: Trigger.CONTROL_CHANGED,
}


@dataclass(slots=True)
class _Seen:
    """What the steps so far have provided, in the order of the text."""

    targets: bool = False
    chosen: bool = False
    second: bool = False
    remembered: bool = False
    done: bool = False
    declared: bool = False


# Steps in their order --------------------------------------------------------------------


def steps_checked(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    """Diagnostics of the conditions, values and steps of an effect."""
    for name in ("condition", "requires", "uses", "value", "on"):
        yield from _values(where, effect, getattr(effect, name), name, _Seen())
        yield from _random(where, getattr(effect, name), name)
    yield from _players(where, effect)
    yield from _never_there(where, effect)
    yield from _tokens(where, effect)
    yield from _normal_summons(where, effect)
    yield from _slots(where, effect, effect, "", chosen=False)
    if effect.one_of is not None:
        for number, option in enumerate(effect.one_of.options):
            path = f"one_of.options[{number}]."
            yield from _values(where, effect, option.condition, f"{path}condition", _Seen())
            yield from _random(where, option.condition, f"{path}condition")
            yield from _slots(where, effect, option, path, chosen=True)
    if effect.kind is EffectKind.REACTION:
        for path, node in nodes_of(effect.operation, "operation"):
            if isinstance(node, _ASKS):
                yield where.says(
                    "reaction-asks",
                    path,
                    "a reaction happens at once and asks nobody",
                    "write a TRIGGER",
                )
    forced = effect.kind is EffectKind.REACTION or (
        effect.kind is EffectKind.TRIGGER and not effect.optional
    )
    if forced and effect.condition is None and effect.limit is Limit.NONE:
        for path, node in nodes_of(effect.operation, "operation"):
            if not effect.about_this and _BRINGS_ABOUT.get(type(node)) is effect.trigger:
                yield where.says(
                    "loop-without-end",
                    path,
                    f"it brings about {effect.trigger.name}, which it answers",
                    "write a condition or a limit",
                )


# Where steps find the cards that they take.
_FIELD_MONSTERS = frozenset((Place.MONSTER_ZONE,))
_IN_HAND = frozenset((Place.HAND,))
_OFF_FIELD = frozenset(Place) - {Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE}
_FOUND_IN: dict[type, frozenset[Place]] = {
    m.BanishUntil: _FIELD_MONSTERS,
    m.ChangeAttackTarget: _FIELD_MONSTERS,
    m.ChangePosition: _FIELD_MONSTERS,
    m.Equip: _FIELD_MONSTERS,
    m.EquipMonster: _FIELD_MONSTERS,
    m.ForceAttack: _FIELD_MONSTERS,
    m.NormalSummon: _IN_HAND,
    m.PlaceFaceUp: _OFF_FIELD,
    m.SetFromHand: _IN_HAND,
    m.SpecialSummon: _OFF_FIELD,
    m.Summonable: _IN_HAND,
    m.SwapControl: _FIELD_MONSTERS,
    m.TakeControl: _FIELD_MONSTERS,
}
_KEPT_OF = (
    m.Extreme, m.Kept, m.RandomCards, m.MadeFrom, m.Sharing, m.Summonable, m.Among,
)  # fmt: skip


def _never_there(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    for path, node in nodes_of(effect, ""):
        places = _FOUND_IN.get(type(node))
        if places is None:
            continue
        for name in ("cards", "to", "left", "right", "attacker", "target"):
            cards = getattr(node, name, None)
            while isinstance(cards, _KEPT_OF):
                cards = cards.cards
            if isinstance(cards, Cards) and cards.where and not places.intersection(cards.where):
                yield where.says(
                    "never-there",
                    f"{path}.{name}",
                    f"{type(node).__name__} finds no cards in {cards.where[0].name}",
                    "name cards of " + " or ".join(sorted(place.name for place in places)),
                )


def _tokens(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    """Tokens that nothing summons: they are made for what takes them at once, or notes them."""
    made = {
        f"{path}.cards"
        for path, node in nodes_of(effect, "")
        if isinstance(node, m.SpecialSummon | m.Note)
    }
    for path, node in nodes_of(effect, ""):
        if isinstance(node, m.Tokens) and path not in made:
            yield where.says(
                "token-not-summoned",
                path,
                "tokens are nowhere until they are Special Summoned (ZONE-6)",
                "write them in a SpecialSummon, or a Note before it",
            )


def _normal_summons(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    linked = effect.kind in (
        EffectKind.ACTIVATION, EffectKind.IGNITION, EffectKind.TRIGGER, EffectKind.QUICK,
    )  # fmt: skip
    for path, node in nodes_of(effect, ""):
        if isinstance(node, m.NormalSummon) and not (linked and "operation[" in path):
            yield where.says(
                "summon-without-link",
                path,
                "no effect resolves before it",
                "write it in the operation of what is activated",
            )


def _players(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    for field in fields(effect):
        for path, node in nodes_of(getattr(effect, field.name), field.name):
            for name in ("who", "by", "whose", "turn"):
                who = getattr(node, name, None)
                both = who is Who.BOTH and not isinstance(node, _BOTH_DO)
                if both or (who is Who.EITHER and name in ("who", "by")):
                    yield where.says(
                        "one-player",
                        f"{path}.{name}",
                        "one player does this, or is asked about",
                        "write ME or OPPONENT, or a step for each; of cards, EITHER",
                    )


def _random(where: Where, value: Any, path: str) -> Iterator[Diagnostic]:
    for below, node in nodes_of(value, path):
        if isinstance(node, m.RandomCards):
            yield where.says(
                "random-in-a-condition",
                below,
                "asking whether something is so takes nothing at random",
                "ask about the cards themselves",
            )


def _slots(
    where: Where, effect: Effect, steps: Effect | Option, path: str, *, chosen: bool
) -> Iterator[Diagnostic]:
    """Cost, targets and operation: each has a frame of its own, the chain link is one."""
    seen = _Seen(remembered=chosen)
    for slot in ("cost", "targets", "operation"):
        seen = _Seen(targets=seen.targets, remembered=seen.remembered)
        for below, step in _steps(getattr(steps, slot), f"{path}{slot}"):
            yield from _step(where, slot, below, step)
            if isinstance(step, m.IfDone) and not isinstance(step.step, _DOES):
                yield where.says(
                    "done-before-deed",
                    f"{below}.step",
                    f"{type(step.step).__name__} does not say how much it did",
                    "write what follows after it, or an If",
                )
            if isinstance(step, m.Remember) and (
                chosen or effect.kind in (EffectKind.REACTION, EffectKind.PROCEDURE)
            ):
                yield where.says(
                    "remember-without-link",
                    below,
                    "the chain link keeps the option" if chosen else "there is no chain link",
                    "compute it where it is needed",
                )
            yield from _values(where, effect, step, below, seen)
            _note(seen, step)


def _steps(steps: Iterable[Step], path: str) -> Iterator[tuple[str, Step]]:
    """Steps in the order in which they are taken, inner ones after what they hang on."""
    for index, step in enumerate(steps):
        below = f"{path}[{index}]"
        if isinstance(step, m.IfDone):
            yield from _steps((step.step,), f"{below}.step")
        yield below, step
        if isinstance(step, m.If | m.IfDone | m.Ask):
            yield from _steps(step.steps, f"{below}.steps")
        if isinstance(step, m.If):
            yield from _steps(step.otherwise, f"{below}.otherwise")


def _note(seen: _Seen, step: Step) -> None:
    seen.targets |= isinstance(step, m.Target | m.TargetThose)
    second = isinstance(step, m.ChooseMaterials) or (
        isinstance(step, m.Choose | m.Note) and step.second
    )
    seen.second |= second
    seen.chosen |= isinstance(step, m.Choose | m.ChooseEach | m.Note) and not second
    seen.remembered |= isinstance(step, m.Remember)
    seen.done |= isinstance(step, _DOES)
    seen.declared |= isinstance(step, m.DeclareNumbers)


def _step(where: Where, slot: str, path: str, step: Step) -> Iterator[Diagnostic]:
    paid = isinstance(step, m.PayLP) or (isinstance(step, m.Send) and step.reason in COSTS)
    if slot == "operation" and paid:
        yield where.says(
            "cost-after-resolution",
            path,
            "a cost is paid when the effect resolves",
            "move it to `cost`",
        )
    if slot == "cost" and isinstance(step, m.Send) and step.reason in BY_EFFECT:
        yield where.says(
            "effect-in-cost",
            f"{path}.reason",
            "a cost is no effect",
            "write Reason.COST, COST_TRIBUTE or COST_DISCARD",
        )
    if isinstance(step, m.Target | m.TargetThose):
        if slot != "targets":
            yield where.says(
                "target-outside-targets",
                path,
                "targets are chosen on activation (EFF-3)",
                "move it to `targets`, or write Choose",
            )
        for below, node in nodes_of(step.cards, f"{path}.cards"):
            if isinstance(node, Cards) and any(place in _HIDDEN for place in node.where):
                yield where.says(
                    "target-in-a-private-place",
                    below,
                    "cards there cannot be targeted (EFF-3)",
                    "write Choose in the operation",
                )
    elif slot == "targets" and not isinstance(step, _CHOOSES):
        yield where.says(
            "step-in-targets",
            path,
            f"{type(step).__name__} chooses no target",
            "move it to `cost` or `operation`",
        )


def _own_values(step: Any, path: str) -> Iterator[tuple[str, Any]]:
    """What a step names, but for the steps inside it."""
    if is_dataclass(step) and not isinstance(step, Enum):
        for field in fields(step):
            if field.name not in ("step", "steps", "otherwise"):
                yield from nodes_of(getattr(step, field.name), f"{path}.{field.name}")
    else:
        yield path, step


def _values(
    where: Where, effect: Effect, value: Any, path: str, seen: _Seen
) -> Iterator[Diagnostic]:
    """What is named where it is not known (yet)."""
    if isinstance(value, m.ActivationNegated | m.EffectNegated):
        if effect.trigger is not Trigger.CHAIN_LINK:
            yield where.says(
                "answered-without-chain",
                path,
                "it answers no chain link",
                "write trigger=Trigger.CHAIN_LINK",
            )
        return
    if isinstance(value, m.SummonNegated) and effect.trigger is not Trigger.SUMMON_PENDING:
        yield where.says(
            "answered-without-summon",
            path,
            "it answers no summon",
            "write trigger=Trigger.SUMMON_PENDING",
        )
    if isinstance(value, m.ReturnToField) and effect.does is not Continuous.LATER:
        yield where.says(
            "event-without-trigger",
            path,
            "nothing was banished until it is done",
            "write it in what is put off, and name that in a BanishUntil",
        )
    inside = _own_values(value, path) if path.endswith("]") else nodes_of(value, path)
    for below, node in inside:
        if node is m.TARGETS and not seen.targets:
            yield where.says(
                "targets-without-target", below, "there are no targets", "write a Target before it"
            )
        if (node is m.CHOSEN and not seen.chosen) or (node is m.CHOSEN_SECOND and not seen.second):
            yield where.says(
                "chosen-before-choice",
                below,
                "nothing is chosen yet; cost and operation know nothing of each other's choices",
                "write a Choose, ChooseEach or Note before it, or Remember",
            )
        if isinstance(node, m.Declared) and not seen.declared:
            yield where.says(
                "declared-without-declare",
                below,
                "no number is declared",
                "write a DeclareNumbers before it",
            )
        if node is m.REMEMBERED and not seen.remembered:
            yield where.says(
                "remembered-without-remember",
                below,
                "nothing is remembered",
                "write a Remember before it",
            )
        if node is m.DONE and not seen.done:
            yield where.says(
                "done-before-deed", below, "nothing is done yet", "write it after what is done"
            )
        asked = node.context if isinstance(node, m.Value) else None
        if (
            effect.trigger is Trigger.NONE
            and effect.kind is not EffectKind.REPLACEMENT
            and (
                node in (m.EVENT_CARDS, m.EVENT_OTHER)
                if isinstance(node, m.CardSet)
                else asked in _EVENT_CONTEXTS
            )
        ):
            yield where.says(
                "event-without-trigger", below, "it answers no event", "name one: `trigger`"
            )
        if effect.trigger not in _LINK_EVENTS and (
            node is m.ANSWERED or asked in _ANSWERED_CONTEXTS
        ):
            yield where.says(
                "answered-without-chain",
                below,
                "it answers no chain link",
                "write trigger=Trigger.CHAIN_LINK",
            )
