"""From the model to programs: one card definition at a time, with names instead of addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ygosim.effects import model as m
from ygosim.effects.diagnostics import nodes_of
from ygosim.effects.model import CardDefinition, Cards, Effect, Who
from ygosim.effects.needs import needs_of_effect, needs_of_option, payable
from ygosim.effects.steps import StepWriter
from ygosim.effects.values import root_of
from ygosim.effects.writing import (
    ANSWER,
    CardFilter,
    Program,
    card_filter,
    condition_program,
)
from ygosim.enums import (
    Comparison,
    Context,
    Continuous,
    EffectFlag,
    EffectKind,
    Fact,
    FilterFlag,
    Place,
)

__all__ = ["LoweredCard", "LoweredEffect", "lower"]


@dataclass(frozen=True, slots=True)
class LoweredEffect:
    """An effect as the core takes it; `programs` by slot: condition, check, cost, …"""

    effect: Effect
    flags: int
    value: int
    places: int
    on: CardFilter | None
    programs: dict[str, Program]


@dataclass(frozen=True, slots=True)
class LoweredCard:
    """A card definition with its effects lowered, in the order of the definition."""

    definition: CardDefinition
    effects: tuple[LoweredEffect, ...]


def lower(definition: CardDefinition) -> LoweredCard:
    """Lower every effect of a card definition."""
    effects = (payable(_with_hosts(effect, definition)) for effect in definition.effects)
    as_summoned = _made_as_summoned(definition)
    return LoweredCard(
        definition,
        tuple(_lower_effect(effect, as_summoned=effect.name in as_summoned) for effect in effects),
    )


def _with_hosts(effect: Effect, definition: CardDefinition) -> Effect:
    """The activation of an Equip Card with the monsters that it may stay on (ST-6)."""
    equips = any(isinstance(step, m.Equip) for step in effect.operation)
    # What takes control of its monster has changed what it was chosen from.
    takes = any(
        other.does is Continuous.CONTROL and other.works is m.Works.ON_HOST
        for other in definition.effects
    )
    target = next((step for step in effect.targets if isinstance(step, m.Target)), None)
    if not equips or takes or target is None or not isinstance(target.cards, Cards):
        return effect
    return replace(effect, on=replace(target.cards, can=FilterFlag(0)))


def _lower_effect(effect: Effect, *, as_summoned: bool = False) -> LoweredEffect:
    programs: dict[str, Program] = {}
    conditions = [] if effect.condition is None else [effect.condition]
    if not isinstance(effect.uses, int):
        used = m.Value(Context.USES)
        conditions.append(m.Compare(used, Comparison.LESS, effect.uses))
    if conditions:
        condition = conditions[0] if len(conditions) == 1 else m.All(*conditions)
        programs["condition"] = condition_program(condition)
    if check := _check_program(effect):
        programs["check"] = check
    if effect.one_of is not None:
        programs["target"] = _each_targets(effect.one_of)
        programs["operation"] = _each_operations(effect.one_of)
    else:
        for slot, steps in (
            ("cost", effect.cost),
            ("target", effect.targets),
            ("operation", effect.operation),
        ):
            if steps:
                writer = StepWriter()
                writer.steps(steps)
                programs[slot] = writer.finish()
    value = 0
    if isinstance(effect.value, int):
        value = int(effect.value)
    else:
        writer = StepWriter()
        writer.result(writer.number(effect.value))
        programs["compute"] = writer.finish()
    return LoweredEffect(
        effect=effect,
        flags=_flags(effect) | (EffectFlag.AS_SUMMONED if as_summoned else 0),
        value=value,
        places=sum(1 << place for place in effect.where),
        on=None if effect.on is None else card_filter(effect.on),
        programs=programs,
    )


def _check_program(effect: Effect) -> Program:
    if effect.one_of is not None:
        writer = StepWriter()
        writer.result(_each_mask(writer, effect.one_of))
        return writer.finish()
    needs = needs_of_effect(effect)
    return condition_program(m.All(*needs)) if needs else ()


# Flags: what the core asks of an effect without running a program --------------------------


def _flags(effect: Effect) -> int:
    flags = EffectFlag(0)
    for said, flag in (
        (effect.optional, EffectFlag.OPTIONAL),
        (effect.when, EffectFlag.WHEN),
        (effect.about_this, EffectFlag.SELF),
        (effect.is_flip, EffectFlag.IS_FLIP),
        (effect.in_damage_step, EffectFlag.DAMAGE_STEP),
        (effect.in_damage_calculation, EffectFlag.DAMAGE_CALCULATION),
        (bool(effect.targets) or effect.one_of is not None, EffectFlag.TARGETS),
        (_targets_monsters(effect), EffectFlag.TARGETS_MONSTERS),
        (effect.works_when_negated, EffectFlag.CANNOT_BE_NEGATED),
        (effect.negates_what_left, EffectFlag.NEGATES_WHAT_LEFT),
        (effect.cannot_be_responded, EffectFlag.CANNOT_BE_RESPONDED),
        (effect.main_phase_1_only, EffectFlag.MAIN_PHASE_1_ONLY),
        (effect.turn is Who.OPPONENT, EffectFlag.ON_OPPONENT_TURN),
        (effect.turn is Who.ME, EffectFlag.ON_OWN_TURN),
        (_moves_from_graveyard(effect), EffectFlag.MOVES_FROM_GRAVEYARD),
        (_moves_graveyards_too(effect), EffectFlag.MOVES_GRAVEYARDS_TOO),
        (_is_about_its_mark(effect), EffectFlag.SINCE_MARKED),
        (effect.limit_survives_face_down, EffectFlag.LIMIT_SURVIVES_FACE_DOWN),
        ([type(step) for step in effect.operation] == [m.Equip], EffectFlag.ONLY_EQUIPS),
    ):
        if said:
            flags |= flag
    return int(flags)


def _moves_from_graveyard(effect: Effect) -> bool:
    """Whether its operation would move cards of a GY to another place."""
    parts: tuple[Effect | m.Option, ...] = (
        (effect,) if effect.one_of is None else effect.one_of.options
    )
    return any(_moves(part, effect) for part in parts)


def _moves_graveyards_too(effect: Effect) -> bool:
    """Whether it would move all cards of several places, those of both GYs among them.

    What may be chosen from a GY among other places need not be: there those cards just stay.
    """
    nodes = [node for _, node in nodes_of(effect.operation, "")]
    noted = [root_of(node.cards) for node in nodes if isinstance(node, m.Note)]
    for node in nodes:
        if isinstance(node, m.Send) and node.to is not Place.GRAVEYARD:
            roots = noted if node.cards is m.CHOSEN else [root_of(node.cards)]
            if any(_is_whole_graveyards(root) for root in roots):
                return True
    return False


def _is_whole_graveyards(cards: m.AnyCards) -> bool:
    return (
        isinstance(cards, Cards)
        and Place.GRAVEYARD in cards.where
        and not _only_graveyard(cards.where)
        and replace(cards, where=(), can=FilterFlag(0)) == Cards(where=())
    )


def _is_about_its_mark(effect: Effect) -> bool:
    """Whether a continuous effect applies to what the card has marked, only while it has."""
    return effect.kind is EffectKind.CONTINUOUS and any(
        node is Fact.MARKED_BY for _, node in nodes_of(effect.condition, "")
    )


def _moves(part: Effect | m.Option, effect: Effect) -> bool:
    moved = [
        node.cards
        for _, node in nodes_of(part.operation, "")
        if isinstance(node, m.SpecialSummon)
        or (isinstance(node, m.Send) and node.to is not Place.GRAVEYARD)
    ]
    if any(isinstance(node, m.SwapDeckAndGraveyard) for _, node in nodes_of(part.operation, "")):
        return True
    where = {
        m.THIS: [effect.where],
        m.TARGETS: [_where(s.cards) for s in part.targets if isinstance(s, m.Target)],
        m.CHOSEN: [
            _where(node.cards)
            for _, node in nodes_of(part.operation, "")
            if isinstance(node, m.Choose)
        ],
    }
    return any(
        _only_graveyard(places)
        for cards in moved
        for places in (where.get(cards, []) if isinstance(cards, m.CardSet) else [_where(cards)])
    )


def _where(cards: m.AnyCards) -> tuple[Place, ...]:
    root = root_of(cards)
    return root.where if isinstance(root, Cards) else ()


def _only_graveyard(places: tuple[Place, ...]) -> bool:
    return places == (Place.GRAVEYARD,)


def _targets_monsters(effect: Effect) -> bool:
    """Whether "that target" is a monster of the field wherever the effect says it (EFF-3)."""
    options = () if effect.one_of is None else effect.one_of.options
    steps = (*effect.targets, *(step for option in options for step in option.targets))
    targets = [step.cards for step in steps if isinstance(step, m.Target | m.TargetThose)]
    return bool(targets) and all(
        _where(cards) == (Place.MONSTER_ZONE,)
        or cards in (m.CardSet.ATTACKER, m.CardSet.ATTACK_TARGET, m.CardSet.BATTLING)
        for cards in targets
    )


_FIXES = (Continuous.FIX_ATK, Continuous.FIX_DEF)


def _made_as_summoned(definition: CardDefinition) -> frozenset[str]:
    """Lingering effects that fix a value of what the same operation Special Summons."""
    names: set[str] = set()
    fixing = {effect.name for effect in definition.effects if effect.does in _FIXES}
    for effect in definition.effects:
        nodes = [node for _, node in nodes_of(effect.operation, "")]
        summoned = [node.cards for node in nodes if isinstance(node, m.SpecialSummon)]
        names.update(
            node.effect for node in nodes if isinstance(node, m.Linger) and node.cards in summoned
        )
    return frozenset(names & fixing)


# One of several effects ------------------------------------------------------------------


def _each_mask(writer: StepWriter, each: m.Each) -> int:
    """A register with a bit for each option that is possible."""
    mask = writer.register()
    writer.emit("LOAD_INT", mask, i=0)
    for number, option in enumerate(each.options):
        kept = writer.used
        register = writer.condition(m.All(*needs_of_option(option)))
        writer.emit("MULTIPLY_INT", register, register, i=1 << number)
        writer.emit("ADD", mask, mask, register)
        writer.used = kept
    return mask


def _each_targets(each: m.Each) -> Program:
    writer = StepWriter()
    writer.emit("OPTION", ANSWER, _each_mask(writer, each))
    writer.emit("SET_LABEL", ANSWER)
    _each_branches(writer, each, lambda option: (*option.cost, *option.targets))
    return writer.finish()


def _each_operations(each: m.Each) -> Program:
    writer = StepWriter()
    _each_branches(writer, each, lambda option: option.operation)
    return writer.finish()


def _each_branches(
    writer: StepWriter, each: m.Each, steps_of: Callable[[m.Option], Iterable[m.Step]]
) -> None:
    for number, option in enumerate(each.options):
        kept = writer.used
        end = writer.label()
        chosen = writer.condition(m.Compare(m.REMEMBERED, Comparison.EQUAL, number))
        writer.emit("JUMP_IF_ZERO", chosen, i=end)
        writer.used = kept
        writer.steps(steps_of(option))
        writer.place(end)
