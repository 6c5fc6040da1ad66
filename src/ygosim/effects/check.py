"""What makes no sense in a card definition: found before it becomes programs.

`check` is a pure function from a definition to diagnostics; each says where it is, what is wrong
and what to write instead.  What can be said in the model and be played is not a matter of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from ygosim.effects import model as m
from ygosim.effects.lower import lower
from ygosim.effects.model import CardDefinition, Cards, Effect, Option, Step, Works
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    EffectKind,
    FilterFlag,
    Limit,
    Place,
    Position,
    Property,
    Reason,
    Trigger,
    Until,
)
from ygosim.errors import EffectError

__all__ = ["DIAGNOSTICS", "Diagnostic", "check", "refuse_nonsense"]

DIAGNOSTICS = {
    "wrong-value": "a field holds what it cannot hold",
    "other-card": "name or passcode are those of another card",
    "field-not-for-kind": "a field means nothing for effects of this kind",
    "trigger-without-event": "a TRIGGER or REACTION answers no event",
    "event-without-trigger": "an event is given or asked for where nothing answers one",
    "works-nowhere": "an effect, or a description of cards, names no place",
    "when-without-you-can": "`when` on an effect that must be used",
    "mandatory-ignition": "an IGNITION that no player may use",
    "activation-on-a-monster": "a monster has the activation of a card",
    "ignition-on-a-spell": "a Spell or Trap has an IGNITION that it can never use",
    "procedure-on-a-spell": "a Spell or Trap has a summoning procedure",
    "cost-after-resolution": "a cost is paid in the operation",
    "effect-in-cost": "a cost moves cards by effect",
    "wrong-reason": "cards are sent for a reason that no effect has",
    "target-in-a-private-place": "a target in a hand, a Deck or an Extra Deck",
    "target-outside-targets": "a target is chosen elsewhere than in `targets`",
    "step-in-targets": "something else than choosing happens in `targets`",
    "targets-without-target": "TARGETS where there are none yet",
    "chosen-before-choice": "CHOSEN where nothing is chosen yet",
    "remembered-without-remember": "REMEMBERED where nothing is remembered",
    "remember-without-link": "Remember where no chain link keeps it",
    "done-before-deed": "DONE before a step that does something",
    "answered-without-chain": "the answered link, where none is answered",
    "held-without-hold": "HELD, or the equipped monster, of a card that never holds one",
    "affected-outside-value": "the affected card outside a `value`",
    "flag-never-set": "HasFlag of a flag that no effect of the card sets",
    "unknown-effect": "a step names no lingering effect of the card, or one of another sort",
    "same-name": "two effects of a card with one name",
    "unused-lingering": "a lingering effect that nothing makes",
    "lingering-without-until": "a lingering effect that never ends",
    "until-without-name": "an effect that ends, without a name to make it by",
    "continuous-without-does": "a CONTINUOUS effect that does nothing",
    "works-on-the-wrong-thing": "a CONTINUOUS effect works on what it cannot work on",
    "not-played-yet": "something that ygosim does not play yet",
    "reaction-asks": "a REACTION asks a player",
    "limit-not-counted": "a limit where no use is counted, or uses without a limit",
    "number-out-of-range": "a number out of its range",
    "too-few-options": "a choice between fewer than two options, or more than eight",
    "nothing-in-it": "an empty list of steps or conditions",
    "impossible-position": "a position that monsters cannot come to",
    "impossible-place": "a place that cards cannot be sent to",
    "loop-without-end": "an effect that brings about the event that it answers",
    "computes-too-much": "a program needs more registers than there are",
}
"""Every diagnostic by its id."""

_LARGEST = 2**31 - 1
_LARGEST_LP = 2**30
_MOST_CARDS = 255
_MOST_OPTIONS = 8

_HIDDEN = (Place.HAND, Place.DECK, Place.EXTRA_DECK)
_SENT_TO = (Place.HAND, Place.DECK, Place.GRAVEYARD, Place.BANISHED, Place.EXTRA_DECK)
_COSTS = (Reason.COST, Reason.COST_TRIBUTE, Reason.COST_DISCARD)
_BY_EFFECT = (
    Reason.EFFECT,
    Reason.EFFECT_DESTRUCTION,
    Reason.EFFECT_DISCARD,
    Reason.EFFECT_TRIBUTE,
)
_SUMMONED = Position.FACE_UP_ATTACK | Position.FACE_UP_DEFENCE | Position.FACE_DOWN_DEFENCE

_ASKS = (m.Choose, m.ChooseEach, m.Ask, m.SpecialSummon, m.SetFromHand)
_CHOOSES = (m.Target, m.TargetThose, m.Choose, m.ChooseEach, m.Note, m.Remember, m.If)
_DOES = (
    m.Choose,
    m.Send,
    m.Destroy,
    m.Draw,
    m.Damage,
    m.ChangePosition,
    m.TakeControl,
    m.SwapControl,
    m.SpecialSummon,
    m.Equip,
    m.ActivationNegated,
    m.EffectNegated,
    m.AttackNegated,
)

# What each kind may say beside its kind, its name and its condition.
_USED = (
    "optional",
    "requires",
    "cost",
    "targets",
    "operation",
    "one_of",
    "limit",
    "uses",
    "turn",
    "main_phase_1_only",
    "in_damage_step",
    "in_damage_calculation",
    "works_when_negated",
    "limit_survives_face_down",
)
_FIELDS: dict[EffectKind, tuple[str, ...]] = {
    EffectKind.ACTIVATION: (*_USED, "trigger"),
    EffectKind.IGNITION: (*_USED, "where"),
    EffectKind.QUICK: (*_USED, "where", "trigger"),
    EffectKind.TRIGGER: (*_USED, "where", "trigger", "about_this", "when"),
    EffectKind.CONTINUOUS: (
        "where", "does", "works", "on", "value", "until", "turns", "works_when_negated",
    ),
    EffectKind.REACTION: (
        "where", "trigger", "about_this", "operation", "limit", "uses", "turn",
        "works_when_negated",
    ),
    EffectKind.PROCEDURE: ("where", "value", "requires", "cost"),
}  # fmt: skip

_NEEDS_EVENT = (EffectKind.TRIGGER, EffectKind.REACTION)
_ANSWERING = (*_NEEDS_EVENT, EffectKind.ACTIVATION, EffectKind.QUICK)

_ON_PLAYERS = (Works.ON_ME, Works.ON_OPPONENT, Works.ON_BOTH)
_PLAYERS_CANNOT = (Continuous.CANNOT_ACTIVATE, Continuous.CANNOT_BANISH_FROM_GRAVEYARD)

_NOT_YET: tuple[object, ...] = (
    Trigger.SUMMON_PENDING,
    Continuous.CANNOT_BE_ATTACKED,
    Continuous.NORMAL_SUMMONS,
)
_CANNOT_ASK_YET = FilterFlag.NOT_LEAVING | FilterFlag.NOT_PRIVATE_FIELD_SPELL

_EVENT_CONTEXTS = (
    Context.EVENT_CARD,
    Context.EVENT_OTHER,
    Context.EVENT_PLAYER,
    Context.EVENT_VALUE,
    Context.EVENT_REASON,
    Context.EVENT_FROM_PLACE,
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


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that makes no sense.

    Attributes
    ----------
    id
        Of DIAGNOSTICS.
    card, effect, field
        Where: the card's name, "effect 2 'swap'" or "", "operation[0].cards".
    reason, instead
        What is wrong, and what to write.
    """

    id: str
    card: str
    effect: str
    field: str
    reason: str
    instead: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.card, self.effect, self.field) if part)
        return f"{where}: {self.reason}; {self.instead} [{self.id}]"


def check(definition: CardDefinition, card: Any = None) -> tuple[Diagnostic, ...]:
    """Everything in a definition that makes no sense.

    Parameters
    ----------
    card
        The card in the catalogue (name, passcode, type); None: nothing is said of its type.

    Examples
    --------
    >>> from ygosim.effects.model import Draw, PayLP
    >>> late = Effect(kind=EffectKind.ACTIVATION, operation=(PayLP(500), Draw(1)))
    >>> for diagnostic in check(CardDefinition(passcode=1, name="Late", effects=(late,))):
    ...     print(diagnostic)
    Late, effect 0, operation[0]: a cost is paid when the effect resolves; move it to `cost` \
[cost-after-resolution]
    """
    found = list(_wrong_values(definition))
    if not found:
        found = list(_Card(definition, card).found())
    if not found:
        found = list(_registers(definition))
    return tuple(found)


def refuse_nonsense(definition: CardDefinition, card: Any = None) -> None:
    """Raise EffectError if anything in the definition makes no sense."""
    if diagnostics := check(definition, card):
        raise EffectError(str(getattr(definition, "name", definition)), diagnostics)


def _effect_name(number: int, effect: Effect) -> str:
    return f"effect {number}" + (f" {effect.name!r}" if effect.name else "")


def _registers(definition: CardDefinition) -> Iterator[Diagnostic]:
    for number, effect in enumerate(definition.effects):
        try:
            lower(CardDefinition(passcode=1, name="", effects=(effect,)))
        except ValueError as error:
            yield Diagnostic(
                "computes-too-much",
                definition.name,
                _effect_name(number, effect),
                "",
                str(error),
                "say it with fewer numbers that wait for each other",
            )


# Values ----------------------------------------------------------------------------------


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, vars(m))


def _fits(hint: Any, value: object) -> bool:
    """Whether a value is one of a type hint of the model."""
    if get_origin(hint) is UnionType:
        return any(_fits(part, value) for part in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(get_args(hint)[0], part) for part in value)
    if hint is int:
        return isinstance(value, int) and type(value) is not bool
    if hint is bool:
        return type(value) is bool
    return isinstance(value, hint)


def _wrong_values(definition: CardDefinition) -> Iterator[Diagnostic]:
    """Fields that hold what they may not; without any, a definition prints and hashes."""
    name = str(getattr(definition, "name", ""))
    if not isinstance(definition, CardDefinition):
        yield _wrong(name, "", "", definition, CardDefinition)
        return
    effects = definition.effects if isinstance(definition.effects, tuple) else ()
    for path, hint, value in _misfits(definition, "", inside="effects"):
        yield _wrong(name, "", path, value, hint)
    for number, effect in enumerate(effects):
        for path, hint, value in _misfits(effect, ""):
            yield _wrong(name, f"effect {number}", path, value, hint)


def _wrong(card: str, effect: str, path: str, value: object, hint: Any) -> Diagnostic:
    return Diagnostic(
        "wrong-value",
        card,
        effect,
        path,
        f"{value!r:.60} is no {_hint_name(hint)}",
        "write a value of ygosim.effects.model",
    )


def _misfits(node: Any, path: str, inside: str = "") -> Iterator[tuple[str, Any, object]]:
    """Fields at and below `node` that do not fit their type hints; not below the one `inside`."""
    if not is_dataclass(node) or isinstance(node, type):
        return
    for field in fields(node):
        hint, value = _hints(type(node))[field.name], getattr(node, field.name)
        below = f"{path}.{field.name}" if path else field.name
        parts = [(below, hint, value)]
        if get_origin(hint) is tuple and isinstance(value, tuple):
            of = get_args(hint)[0]
            parts = [(f"{below}[{index}]", of, part) for index, part in enumerate(value)]
        for where, what, part in parts:
            if not _fits(what, part):
                yield where, what, part
            elif field.name != inside:
                yield from _misfits(part, where)


def _hint_name(hint: Any) -> str:
    if get_origin(hint) is UnionType:
        names = [_hint_name(part) for part in get_args(hint)]
        return " or ".join(names) if len(names) <= 6 else "step, condition or number"
    if get_origin(hint) is tuple:
        return f"tuple of {_hint_name(get_args(hint)[0])}"
    return getattr(hint, "__name__", str(hint))


# Sense -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Seen:
    """What the steps so far have provided, in the order of the text."""

    targets: bool = False
    chosen: bool = False
    second: bool = False
    remembered: bool = False
    done: bool = False


class _Card:
    """The diagnostics of one card."""

    def __init__(self, definition: CardDefinition, card: Any) -> None:
        self.definition = definition
        self.card = card
        self.effects = definition.effects
        self.by_name = {effect.name: effect for effect in self.effects if effect.name}
        nodes = [node for effect in self.effects for _, node in _nodes(effect, "")]
        self.makes = {
            node.effect
            for node in nodes
            if isinstance(node, m.Linger | m.LingerOnPlayers | m.TakeControl | m.SwapControl)
        }
        self.flags = {
            node.value
            for node in nodes
            if isinstance(node, m.Linger) and self._does(node.effect) is Continuous.FLAG
        }
        self.holds = any(isinstance(node, m.Equip | m.Attach) for node in nodes)

    def _does(self, name: str) -> Continuous:
        effect = self.by_name.get(name)
        return Continuous.NONE if effect is None else effect.does

    def found(self) -> Iterator[Diagnostic]:
        """All of them, in the order of the text."""
        definition, card = self.definition, self.card
        if card is not None and (card.name, card.passcode) != (
            definition.name,
            definition.passcode,
        ):
            yield Diagnostic(
                "other-card",
                definition.name,
                "",
                "name",
                f"passcode {definition.passcode} is of {card.name!r}, passcode {card.passcode}",
                "write name and passcode of one card",
            )
        names = [effect.name for effect in self.effects if effect.name]
        for number, effect in enumerate(self.effects):
            where = _Place(definition.name, _effect_name(number, effect))
            if effect.name and names.count(effect.name) > 1:
                yield where.says(
                    "same-name", "name", "another effect is called so", "give each its own name"
                )
            yield from self._effect(where, effect)

    def _effect(self, where: _Place, effect: Effect) -> Iterator[Diagnostic]:
        yield from _kind(where, effect)
        yield from self._type(where, effect)
        yield from self._continuous(where, effect)
        yield from _limits(where, effect)
        for path, node in _nodes(effect, ""):
            yield from _node(where, path, node)
            yield from self._reference(where, effect, path, node)
        yield from _programs(where, effect)

    def _type(self, where: _Place, effect: Effect) -> Iterator[Diagnostic]:
        if self.card is None:
            return
        kind = CardType(self.card.type)
        is_spell = bool(kind & (CardType.SPELL | CardType.TRAP))
        if effect.kind is EffectKind.ACTIVATION and not is_spell:
            yield where.says(
                "activation-on-a-monster",
                "kind",
                "monsters are not activated",
                "write IGNITION, TRIGGER or QUICK",
            )
        if kind & CardType.MONSTER:
            return
        if effect.kind is EffectKind.PROCEDURE:
            yield where.says(
                "procedure-on-a-spell",
                "kind",
                "only monsters are summoned",
                "write ACTIVATION with SpecialSummon in its operation",
            )
        stays = self.definition.stays or kind & (
            CardType.CONTINUOUS | CardType.EQUIP | CardType.FIELD
        )
        if effect.kind is EffectKind.IGNITION and not all(
            place in (Place.GRAVEYARD, Place.BANISHED)
            or (place is Place.SPELL_TRAP_ZONE and stays)
            for place in effect.where
        ):
            yield where.says(
                "ignition-on-a-spell",
                "where",
                "the card is never there face-up to use it",
                "write ACTIVATION, or a place where it stays",
            )

    def _continuous(self, where: _Place, effect: Effect) -> Iterator[Diagnostic]:
        if effect.kind is not EffectKind.CONTINUOUS:
            return
        if effect.does is Continuous.NONE:
            yield where.says(
                "continuous-without-does", "does", "it does nothing", "say what holds: `does`"
            )
        lingers = effect.name in self.makes
        if lingers and not effect.until:
            yield where.says(
                "lingering-without-until", "until", "it never ends", "say when: `until`"
            )
        if effect.until and not effect.name:
            yield where.says(
                "until-without-name", "name", "nothing can make it", "give it a name, and a Linger"
            )
        elif effect.until and not lingers:
            yield where.says(
                "unused-lingering", "name", "no step makes it", "write a Linger with its name"
            )
        if not effect.until and not lingers and not effect.where:
            yield where.says(
                "works-nowhere", "where", "it works from nowhere", "name the places: `where`"
            )
        on_players = effect.works in _ON_PLAYERS
        if effect.does is not Continuous.NONE and on_players != (effect.does in _PLAYERS_CANNOT):
            yield where.says(
                "works-on-the-wrong-thing",
                "works",
                f"{effect.does.name} cannot work on {effect.works.value}",
                "name players for what they cannot do, cards for everything else",
            )
        elif effect.does is not Continuous.CANNOT_ACTIVATE and (
            (effect.works is Works.ON_CARDS) != (effect.on is not None)
        ):
            yield where.says(
                "works-on-the-wrong-thing",
                "on",
                "`on` and Works.ON_CARDS belong together",
                "write both or neither",
            )
        if effect.works is Works.ON_HOST and not self.holds:
            yield where.says(
                "held-without-hold", "works", "the card is never equipped", "write a step Equip"
            )
        if effect.does is Continuous.PROPERTY and not (
            isinstance(effect.value, int) and 0 < effect.value < max(Property) * 2
        ):
            yield where.says(
                "works-on-the-wrong-thing",
                "value",
                f"{effect.value!r} is no property",
                "write a Property",
            )

    def _reference(
        self, where: _Place, effect: Effect, path: str, node: Any
    ) -> Iterator[Diagnostic]:
        if isinstance(node, m.Linger | m.LingerOnPlayers | m.TakeControl | m.SwapControl):
            made = self.by_name.get(node.effect)
            players = isinstance(node, m.LingerOnPlayers)
            control = isinstance(node, m.TakeControl | m.SwapControl)
            if made is None or made.kind is not EffectKind.CONTINUOUS:
                reason = f"the card has no lingering effect {node.effect!r}"
            elif players != (made.works in _ON_PLAYERS):
                reason = f"{node.effect!r} works on {made.works.value}"
            elif control != (made.does is Continuous.CONTROL):
                reason = f"{node.effect!r} does {made.does.name}"
            else:
                return
            yield where.says(
                "unknown-effect",
                f"{path}.effect",
                reason,
                "name a CONTINUOUS effect of this card that this step can make",
            )
        if node is m.HELD and not self.holds:
            yield where.says(
                "held-without-hold", path, "this card never holds one", "write Attach or Equip"
            )
        if isinstance(node, m.HasFlag) and node.flag not in self.flags:
            yield where.says(
                "flag-never-set",
                path,
                f"nothing sets the flag {node.flag}",
                "write a Linger of a FLAG effect with that value",
            )
        if node == m.Value(Context.AFFECTED) and not path.startswith("value"):
            yield where.says(
                "affected-outside-value",
                path,
                "only a value is computed for a card",
                "use it in `value`",
            )


@dataclass(frozen=True, slots=True)
class _Place:
    card: str
    effect: str

    def says(self, id: str, field: str, reason: str, instead: str) -> Diagnostic:
        assert id in DIAGNOSTICS
        return Diagnostic(id, self.card, self.effect, field, reason, instead)


def _nodes(node: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Everything below a value, outermost first, with its path."""
    if isinstance(node, tuple):
        for index, part in enumerate(node):
            yield from _nodes(part, f"{path}[{index}]")
        return
    yield path, node
    if is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            below = f"{path}.{field.name}" if path else field.name
            yield from _nodes(getattr(node, field.name), below)


def _default(name: str) -> object:
    return next(field.default for field in fields(Effect) if field.name == name)


def _kind(where: _Place, effect: Effect) -> Iterator[Diagnostic]:
    kind = effect.kind
    needs_event = kind in _NEEDS_EVENT
    if needs_event and effect.trigger is Trigger.NONE:
        yield where.says(
            "trigger-without-event", "trigger", "it answers nothing", "name the event: `trigger`"
        )
    if kind not in _ANSWERING and effect.trigger is not Trigger.NONE:
        yield where.says(
            "event-without-trigger",
            "trigger",
            f"{kind.name} answers no event",
            "write TRIGGER, REACTION, QUICK or ACTIVATION, or no event",
        )
    for field in fields(Effect):
        name = field.name
        if name in ("kind", "name", "condition", "trigger") or name in _FIELDS[kind]:
            continue
        if getattr(effect, name) != _default(name):
            yield where.says(
                "field-not-for-kind", name, f"{kind.name} has no `{name}`", "leave it out"
            )
    if effect.one_of is not None and (effect.cost or effect.targets or effect.operation):
        yield where.says(
            "field-not-for-kind",
            "one_of",
            "it stands for cost, targets and operation",
            "write these in its options",
        )
    if effect.when and not effect.optional:
        yield where.says(
            "when-without-you-can",
            "when",
            "what must be used misses no timing (CHAIN-6)",
            "write optional=True, or no `when`",
        )
    if kind is EffectKind.IGNITION and not effect.optional:
        yield where.says(
            "mandatory-ignition", "optional", "no event makes it happen", "write optional=True"
        )
    from_places = kind in (EffectKind.IGNITION, EffectKind.QUICK, EffectKind.PROCEDURE) or (
        needs_event and not effect.about_this
    )
    if from_places and not effect.where:
        yield where.says(
            "works-nowhere", "where", "it works from nowhere", "name the places: `where`"
        )


def _limits(where: _Place, effect: Effect) -> Iterator[Diagnostic]:
    if not 1 <= effect.uses <= _MOST_CARDS:
        yield where.says(
            "number-out-of-range", "uses", f"{effect.uses} uses", "write 1 to 255"
        )
    elif effect.uses > 1 and effect.limit is Limit.NONE:
        yield where.says(
            "limit-not-counted", "uses", "nothing limits its uses", "name the `limit`"
        )
    if not 1 <= effect.turns <= 255:
        yield where.says(
            "number-out-of-range", "turns", f"{effect.turns} turns", "write 1 to 255"
        )
    elif effect.turns > 1 and not effect.until & Until.END_OF_TURN:
        yield where.says(
            "limit-not-counted", "turns", "no turn end ends it", "write until=Until.END_OF_TURN"
        )
    if (
        effect.kind is EffectKind.REACTION
        and effect.limit is not Limit.NONE
        and effect.trigger not in (Trigger.STANDBY_PHASE, Trigger.END_PHASE)
    ):
        yield where.says(
            "limit-not-counted", "limit", "a reaction happens each time", "write a TRIGGER"
        )


# Single values ---------------------------------------------------------------------------

_RANGES: dict[tuple[type, str], tuple[int, int]] = {
    (m.Target, "least"): (1, _MOST_CARDS),
    (m.Target, "most"): (1, _MOST_CARDS),
    (m.Choose, "least"): (1, _MOST_CARDS),
    (m.Choose, "most"): (1, _MOST_CARDS),
    (m.RandomCards, "count"): (1, _MOST_CARDS),
    (m.Exists, "count"): (1, _MOST_CARDS),
    (m.Draw, "count"): (1, _MOST_CARDS),
    (m.PayLP, "amount"): (1, _LARGEST_LP),
    (m.PlaceCounters, "count"): (1, 255),
    (m.RemoveCounters, "count"): (1, 255),
    (m.NormalSummons, "count"): (1, 254),
    (m.IfDone, "least"): (1, _LARGEST),
    (m.Times, "factor"): (-_LARGEST, _LARGEST),
    (m.FactOf, "extra"): (0, _LARGEST),
    (m.HasFlag, "flag"): (0, _LARGEST),
    (Cards, "max_atk"): (0, _LARGEST_LP),
    (Cards, "max_level"): (0, 255),
    (CardDefinition, "passcode"): (1, 2**32 - 1),
}


def _node(where: _Place, path: str, node: Any) -> Iterator[Diagnostic]:
    if type(node) is int and not -_LARGEST <= node <= _LARGEST:
        yield where.says(
            "number-out-of-range", path, f"{node} does not fit", "write a 32-bit number"
        )
    for (kind, name), (low, high) in _RANGES.items():
        value = getattr(node, name) if type(node) is kind else None
        if value is not None and not low <= value <= high:
            yield where.says(
                "number-out-of-range",
                f"{path}.{name}",
                f"{name} is {value}",
                f"write {low} to {high}",
            )
    if isinstance(node, m.Target | m.Choose) and node.least > node.most:
        yield where.says(
            "number-out-of-range",
            f"{path}.most",
            f"at least {node.least}, at most {node.most}",
            "write at most as many as the most",
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
        yield where.says(
            "nothing-in-it", path, f"{type(node).__name__} of nothing", "leave it out"
        )
    if isinstance(node, Cards) and not node.where:
        yield where.says("works-nowhere", path, "no place to look in", "name places: `where`")
    if any(node is other for other in _NOT_YET):
        yield where.says("not-played-yet", path, f"{node.name} is not played yet", "leave it out")
    if isinstance(node, Cards) and node.can & _CANNOT_ASK_YET:
        yield where.says(
            "not-played-yet", f"{path}.can", "nothing answers this yet", "leave it out"
        )
    yield from _position(where, path, node)
    if isinstance(node, m.Send | m.Destroy) and node.to not in _SENT_TO:
        yield where.says(
            "impossible-place",
            f"{path}.to",
            f"cards are not sent to {node.to.name}",
            "write a pile; monsters come to zones by SpecialSummon",
        )
    if isinstance(node, m.Send) and node.reason not in (*_COSTS, *_BY_EFFECT):
        yield where.says(
            "wrong-reason",
            f"{path}.reason",
            f"no effect sends cards for {node.reason.name}",
            "write a reason that begins with EFFECT or COST",
        )


def _position(where: _Place, path: str, node: Any) -> Iterator[Diagnostic]:
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


# Steps in their order --------------------------------------------------------------------


def _programs(where: _Place, effect: Effect) -> Iterator[Diagnostic]:
    for name in ("condition", "requires", "value", "on"):
        yield from _values(where, effect, getattr(effect, name), name, _Seen())
    yield from _slots(where, effect, effect, "", chosen=False)
    if effect.one_of is not None:
        for number, option in enumerate(effect.one_of.options):
            path = f"one_of.options[{number}]."
            yield from _values(where, effect, option.condition, f"{path}condition", _Seen())
            yield from _slots(where, effect, option, path, chosen=True)
    if effect.kind is EffectKind.REACTION:
        for path, node in _nodes(effect.operation, "operation"):
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
        for path, node in _nodes(effect.operation, "operation"):
            if not effect.about_this and _BRINGS_ABOUT.get(type(node)) is effect.trigger:
                yield where.says(
                    "loop-without-end",
                    path,
                    f"it brings about {effect.trigger.name}, which it answers",
                    "write a condition or a limit",
                )


def _slots(
    where: _Place, effect: Effect, steps: Effect | Option, path: str, *, chosen: bool
) -> Iterator[Diagnostic]:
    """Cost, targets and operation: each has a frame of its own, the chain link is one."""
    seen = _Seen(remembered=chosen)
    for slot in ("cost", "targets", "operation"):
        seen = _Seen(targets=seen.targets, remembered=seen.remembered)
        for below, step in _steps(getattr(steps, slot), f"{path}{slot}"):
            yield from _step(where, slot, below, step)
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
    second = isinstance(step, m.Choose) and step.second
    seen.second |= second
    seen.chosen |= isinstance(step, m.Choose | m.ChooseEach | m.Note) and not second
    seen.remembered |= isinstance(step, m.Remember)
    seen.done |= isinstance(step, _DOES)


def _step(where: _Place, slot: str, path: str, step: Step) -> Iterator[Diagnostic]:
    paid = isinstance(step, m.PayLP) or (isinstance(step, m.Send) and step.reason in _COSTS)
    if slot == "operation" and paid:
        yield where.says(
            "cost-after-resolution",
            path,
            "a cost is paid when the effect resolves",
            "move it to `cost`",
        )
    if slot == "cost" and isinstance(step, m.Send) and step.reason in _BY_EFFECT:
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
        for below, node in _nodes(step.cards, f"{path}.cards"):
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
                yield from _nodes(getattr(step, field.name), f"{path}.{field.name}")
    else:
        yield path, step


def _values(
    where: _Place, effect: Effect, value: Any, path: str, seen: _Seen
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
    inside = _own_values(value, path) if path.endswith("]") else _nodes(value, path)
    for below, node in inside:
        if node is m.TARGETS and not seen.targets:
            yield where.says(
                "targets-without-target", below, "there are no targets", "write a Target before it"
            )
        if (node is m.CHOSEN and not seen.chosen) or (
            node is m.CHOSEN_SECOND and not seen.second
        ):
            yield where.says(
                "chosen-before-choice",
                below,
                "nothing is chosen yet; cost and operation know nothing of each other's choices",
                "write a Choose, ChooseEach or Note before it, or Remember",
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
        if effect.trigger is Trigger.NONE and (
            node in (m.EVENT_CARDS, m.EVENT_OTHER)
            if isinstance(node, m.CardSet)
            else asked in _EVENT_CONTEXTS
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
