"""What makes no sense in a card definition: found before it becomes programs.

`check` is a pure function from a definition to diagnostics; each says where it is, what is wrong
and what to write instead.  What can be said in the model and be played is not a matter of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from ygosim.effects import model as m
from ygosim.effects.check_steps import steps_checked
from ygosim.effects.check_values import (
    MOST_CARDS,
    MOST_MATERIALS,
    ranges_checked,
    value_checked,
)
from ygosim.effects.diagnostics import DIAGNOSTICS, Diagnostic, Where, nodes_of
from ygosim.effects.lower import lower
from ygosim.effects.model import CardDefinition, Cards, Effect, Works
from ygosim.effects.writing import Instruction
from ygosim.enums import (
    ON_PLAYERS,
    CardType,
    Context,
    Continuous,
    DamageChange,
    EffectKind,
    Fact,
    Limit,
    Place,
    Property,
    Trigger,
    Until,
)
from ygosim.errors import EffectError

__all__ = ["DIAGNOSTICS", "Diagnostic", "check", "refuse_nonsense"]

_MOST_EFFECTS = 255
_MOST_INSTRUCTIONS = 2048  # of a program; the machine verifies it
_DEEPEST = 100
_SLOT_FIELDS = {"target": "targets", "check": "operation", "compute": "value"}
"""The field that a program comes from, where it is called otherwise."""

_DERIVED = (Fact.ATK, Fact.DEF, Fact.PROPERTIES)
_LOOKED_AT_AFTER = (Continuous.DESTROYS_ITSELF, Continuous.WINS)
"""Continuous effects that are looked at when all others are derived."""

_ANY_CARD = Cards(where=())
_PRINTED = (
    *("type", "all_types", "attribute", "monster_type", "named"),
    *("max_atk", "max_def", "max_level", "min_level"),
)


def _printed(cards: Cards) -> dict[str, Any]:
    """What a description of cards asks of what is printed on them."""
    return {name: getattr(cards, name) for name in _PRINTED}


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
    "cannot_be_responded",
    "limit_survives_face_down",
)
_FIELDS: dict[EffectKind, tuple[str, ...]] = {
    EffectKind.ACTIVATION: (*_USED, "trigger"),
    EffectKind.IGNITION: (*_USED, "where"),
    EffectKind.QUICK: (*_USED, "where", "trigger"),
    EffectKind.TRIGGER: (*_USED, "where", "trigger", "about_this", "when", "is_flip"),
    EffectKind.CONTINUOUS: (
        "where", "does", "works", "on", "value", "until", "turns", "works_when_negated",
        "negates_what_left",
    ),
    EffectKind.REACTION: (
        "where", "trigger", "about_this", "operation", "limit", "uses", "turn",
        "works_when_negated",
    ),
    EffectKind.PROCEDURE: ("where", "value", "requires", "cost"),
    EffectKind.REPLACEMENT: (
        "where", "about_this", "on", "optional", "requires", "operation", "limit", "uses",
        "works_when_negated",
    ),
}  # fmt: skip

_NEEDS_EVENT = (EffectKind.TRIGGER, EffectKind.REACTION)
_ANSWERING = (*_NEEDS_EVENT, EffectKind.ACTIVATION, EffectKind.QUICK)

_MAKES = (
    m.Linger,
    m.LingerOnField,
    m.LingerOnPlayers,
    m.TakeControl,
    m.SwapControl,
    m.BanishUntil,
)
"""What makes lingering effects."""

_ASKS_FOR = (m.LingeredOn, m.LingeringValue, m.EndLingering)
"""What speaks of those that were made."""

_FIELD = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)
_ON_PLAYERS = (Works.ON_ME, Works.ON_OPPONENT, Works.ON_BOTH)
_WITH_CARDS = (
    Continuous.CANNOT_ACTIVATE,
    Continuous.COUNTS_AS_TRIBUTES,
    Continuous.INSTEAD_OF_GRAVEYARD,
)

_OF_CARDS = {
    "cannot_be_special_summoned": True,
    "properly_first": True,
    "substitute": True,
    "stays": False,
    "cannot_be_set": False,
}
"""What is said of a whole card, and whether of monsters; else of Spells and Traps."""

_VALUES_OF = ((Continuous.PROPERTY, Property), (Continuous.DAMAGE_CHANGES, DamageChange))
"""What a constant value of a continuous effect is made of."""


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
    found = list(_too_deep(definition))
    if not found:
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
            lowered = lower(CardDefinition(passcode=1, name="", effects=(effect,)))
            for slot, program in lowered.effects[0].programs.items():
                length = sum(isinstance(line, Instruction) for line in program)
                if length > _MOST_INSTRUCTIONS:
                    yield Diagnostic(
                        "too-long",
                        definition.name,
                        _effect_name(number, effect),
                        _SLOT_FIELDS.get(slot, slot),
                        f"it takes {length} instructions",
                        f"say it in fewer steps, with at most {_MOST_INSTRUCTIONS}",
                    )
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
    return get_type_hints(kind)


def _fits(hint: Any, value: object) -> bool:
    """Whether a value is one of a type hint of the model."""
    if get_origin(hint) is UnionType:
        return any(_fits(part, value) for part in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(get_args(hint)[0], part) for part in value)
    if hint is int:
        return isinstance(value, int) and type(value) is not bool
    if hint is bool or is_dataclass(hint):
        return type(value) is hint
    return isinstance(value, hint)


def _too_deep(definition: Any) -> Iterator[Diagnostic]:
    """A value so deep that what reads definitions does not come to its end."""
    open_: list[tuple[Any, int]] = [(definition, 0)]
    while open_:
        node, depth = open_.pop()
        if depth > _DEEPEST:
            name = str(getattr(definition, "name", ""))
            yield Diagnostic(
                "nested-too-deep",
                name,
                "",
                "",
                f"values lie more than {_DEEPEST} deep in one another",
                "say it with values side by side",
            )
            return
        if isinstance(node, tuple):
            open_ += ((part, depth + 1) for part in node)
        elif is_dataclass(node) and not isinstance(node, type):
            open_ += ((getattr(node, field.name), depth + 1) for field in fields(node))


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


class _Card:
    """The diagnostics of one card."""

    def __init__(self, definition: CardDefinition, card: Any) -> None:
        self.definition = definition
        self.card = card
        self.effects = definition.effects
        self.by_name = {effect.name: effect for effect in self.effects if effect.name}
        nodes = [node for effect in self.effects for _, node in nodes_of(effect, "")]
        self.makes = {node.effect for node in nodes if isinstance(node, _MAKES)}
        self.on_cards = {
            node.effect for node in nodes if isinstance(node, m.Linger | m.BanishUntil)
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
        yield from self._materials()
        if len(self.effects) > _MOST_EFFECTS:
            yield Where(definition.name, "").says(
                "number-out-of-range",
                "effects",
                f"{len(self.effects)} effects",
                f"write at most {_MOST_EFFECTS}",
            )
        yield from self._said_of_cards()
        names = [effect.name for effect in self.effects if effect.name]
        for number, effect in enumerate(self.effects):
            where = Where(definition.name, _effect_name(number, effect))
            if effect.name and names.count(effect.name) > 1:
                yield where.says(
                    "same-name", "name", "another effect is called so", "give each its own name"
                )
            yield from self._effect(where, effect)

    def _said_of_cards(self) -> Iterator[Diagnostic]:
        if self.card is None:
            return
        is_monster = bool(self.card.type & CardType.MONSTER)
        for name, of_monsters in _OF_CARDS.items():
            if getattr(self.definition, name) and is_monster is not of_monsters:
                kinds = "monsters" if of_monsters else "Spells and Traps"
                yield Where(self.definition.name, "").says(
                    "not-of-this-card", name, f"it is said of {kinds} only", "leave it out"
                )

    def _materials(self) -> Iterator[Diagnostic]:
        materials = self.definition.materials
        where = Where(self.definition.name, "")
        if materials and self.card is not None and not self.card.type & CardType.FUSION:
            yield where.says(
                "materials-of-no-fusion",
                "materials",
                "only Fusion Monsters name materials",
                "leave them out; a Ritual Spell says what it takes",
            )
        for path, node in nodes_of(materials, "materials"):
            yield from ranges_checked(where, path, node)
            if isinstance(node, m.Material) and not node.kinds:
                yield where.says("nothing-in-it", path, "no card will do", "name a kind of card")
            if isinstance(node, Cards) and node != replace(_ANY_CARD, **_printed(node)):
                yield where.says(
                    "material-in-a-place",
                    path,
                    "what makes the Summon says where materials are",
                    "ask for printed facts only, with where=()",
                )
        if (count := sum(material.count for material in materials)) > MOST_MATERIALS:
            yield where.says(
                "number-out-of-range",
                "materials",
                f"{count} materials",
                f"write at most {MOST_MATERIALS}",
            )

    def _effect(self, where: Where, effect: Effect) -> Iterator[Diagnostic]:
        yield from _kind(where, effect)
        yield from self._type(where, effect)
        yield from self._continuous(where, effect)
        yield from _limits(where, effect)
        for path, node in nodes_of(effect, ""):
            yield from value_checked(where, path, node)
            yield from self._reference(where, effect, path, node)
        yield from steps_checked(where, effect)

    def _type(self, where: Where, effect: Effect) -> Iterator[Diagnostic]:
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
            place in (Place.GRAVEYARD, Place.BANISHED) or (place is Place.SPELL_TRAP_ZONE and stays)
            for place in effect.where
        ):
            yield where.says(
                "ignition-on-a-spell",
                "where",
                "the card is never there face-up to use it",
                "write ACTIVATION, or a place where it stays",
            )

    def _continuous(self, where: Where, effect: Effect) -> Iterator[Diagnostic]:
        if effect.kind is not EffectKind.CONTINUOUS:
            return
        if effect.does is Continuous.NONE:
            yield where.says(
                "continuous-without-does", "does", "it does nothing", "say what holds: `does`"
            )
        lingers = effect.name in self.makes
        if _wins_later(effect) and not effect.until & Until.END_OF_TURN:
            yield where.says(
                "lingering-without-until",
                "until",
                "no turn ends it, so that nobody wins",
                "write until=Until.END_OF_TURN, and how many `turns`",
            )
        if _wins_later(effect) and effect.condition is not None:
            yield where.says(
                "field-not-for-kind",
                "condition",
                "whoever it works on wins, whatever is so then",
                "leave it out, or make it linger if it is so",
            )
        if (lingers or effect.does is Continuous.LATER) and not effect.until:
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
        of_players = effect.does in ON_PLAYERS or _wins_later(effect)
        if effect.does not in (Continuous.NONE, Continuous.LATER) and on_players != of_players:
            yield where.says(
                "works-on-the-wrong-thing",
                "works",
                f"{effect.does.name} cannot work on {effect.works.value}",
                "name players for what holds of them, cards for everything else",
            )
        elif effect.does is Continuous.COUNTS_AS_TRIBUTES and (
            effect.works is not Works.ON_THIS
            or effect.on is None
            or not (isinstance(effect.value, int) and 2 <= effect.value <= 3)
        ):
            yield where.says(
                "works-on-the-wrong-thing",
                "on",
                "this card counts as several Tributes for some monsters",
                "write `on` for those, ON_THIS, and 2 or 3",
            )
        elif effect.does not in _WITH_CARDS and (
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
        for does, kind in _VALUES_OF:
            if effect.does is does and not (
                isinstance(effect.value, int) and 0 < effect.value < max(kind) * 2
            ):
                yield where.says(
                    "works-on-the-wrong-thing",
                    "value",
                    f"{effect.value!r} is no {kind.__name__}",
                    f"write a {kind.__name__}",
                )
        if not effect.until and effect.does not in _LOOKED_AT_AFTER:
            yield from _reads_derived(where, effect)
        if effect.does is Continuous.DESTROYS_ITSELF and set(effect.where) - set(_FIELD):
            yield where.says(
                "impossible-place",
                "where",
                "only a card of the field destroys itself",
                "write Place.MONSTER_ZONE or Place.SPELL_TRAP_ZONE",
            )
        if effect.does is Continuous.INSTEAD_OF_GRAVEYARD and effect.value != Place.BANISHED:
            yield where.says(
                "impossible-place",
                "value",
                f"cards do not go to {effect.value!r} instead of the GY",
                "write Place.BANISHED",
            )

    def _reference(
        self, where: Where, effect: Effect, path: str, node: Any
    ) -> Iterator[Diagnostic]:
        if isinstance(node, _ASKS_FOR):
            made = self.by_name.get(node.effect)
            if (
                made is None
                or not made.until
                or made.works in _ON_PLAYERS
                or made.does is Continuous.CONTROL
                or (not isinstance(node, m.EndLingering) and node.effect not in self.on_cards)
            ):
                yield where.says(
                    "unknown-effect",
                    f"{path}.effect",
                    f"the card has no effect {node.effect!r} that lingers on cards",
                    "name one that a Linger makes",
                )
        if isinstance(node, _MAKES):
            made = self.by_name.get(node.effect)
            players = isinstance(node, m.LingerOnPlayers)
            field = isinstance(node, m.LingerOnField)
            control = isinstance(node, m.TakeControl | m.SwapControl)
            if made is None or made.kind is not EffectKind.CONTINUOUS:
                reason = f"the card has no lingering effect {node.effect!r}"
            elif players != (made.works in _ON_PLAYERS) or (
                field and made.works is not Works.ON_CARDS
            ):
                reason = f"{node.effect!r} works on {made.works.value}"
            elif control != (made.does is Continuous.CONTROL):
                reason = f"{node.effect!r} does {made.does.name}"
            elif isinstance(node, m.BanishUntil) != (m.ReturnToField() in made.operation):
                reason = f"{node.effect!r} returns what was banished, or should"
            elif isinstance(node, m.BanishUntil) and not made.until & Until.LEAVES:
                reason = f"{node.effect!r} lasts when the card has left the banished pile"
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
        if node in (m.AFFECTED, m.Value(Context.AFFECTED)) and not path.startswith("value"):
            yield where.says(
                "affected-outside-value",
                path,
                "only a value is computed for a card",
                "use it in `value`",
            )


def _reads_derived(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    """What continuous effects make is made in one pass: none can depend on what another makes."""
    for name in ("condition", "value", "on"):
        for path, node in nodes_of(getattr(effect, name), name):
            if getattr(node, "fact", None) in _DERIVED:
                yield where.says(
                    "reads-derived",
                    path,
                    f"{node.fact.name} is what continuous effects make of a card",
                    "use ORIGINAL_ATK or ORIGINAL_DEF, or an effect that lingers",
                )


def _wins_later(effect: Effect) -> bool:
    """Whether somebody wins when the turns of a lingering effect have ended."""
    return effect.does is Continuous.WINS and bool(effect.until)


def _default(name: str) -> object:
    return next(field.default for field in fields(Effect) if field.name == name)


def _kind(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    kind = effect.kind
    needs_event = kind in _NEEDS_EVENT
    if needs_event and effect.trigger is Trigger.NONE:
        yield where.says(
            "trigger-without-event", "trigger", "it answers nothing", "name the event: `trigger`"
        )
    later = effect.does is Continuous.LATER
    if later and not effect.operation:
        yield where.says(
            "nothing-in-it", "operation", "nothing is put off", "write what is done: `operation`"
        )
    if later and effect.trigger not in (Trigger.STANDBY_PHASE, Trigger.END_PHASE):
        yield where.says(
            "trigger-without-event",
            "trigger",
            "it is put off for ever",
            "name the phase: `trigger`",
        )
    if kind not in _ANSWERING and effect.trigger is not Trigger.NONE and not later:
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
        if later and name in ("operation", "turn"):
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
    if kind is EffectKind.REPLACEMENT and effect.about_this == (effect.on is not None):
        yield where.says(
            "replaces-the-wrong-thing",
            "on",
            "it replaces the destruction of this card, or of cards that are named",
            "write about_this=True, or `on`",
        )
    if kind is EffectKind.IGNITION and not effect.optional:
        yield where.says(
            "mandatory-ignition", "optional", "no event makes it happen", "write optional=True"
        )
    from_places = kind in (EffectKind.IGNITION, EffectKind.QUICK, EffectKind.PROCEDURE) or (
        (needs_event or kind is EffectKind.REPLACEMENT) and not effect.about_this
    )
    if from_places and not effect.where:
        yield where.says(
            "works-nowhere", "where", "it works from nowhere", "name the places: `where`"
        )


def _limits(where: Where, effect: Effect) -> Iterator[Diagnostic]:
    if isinstance(effect.uses, int) and not 1 <= effect.uses <= MOST_CARDS:
        yield where.says("number-out-of-range", "uses", f"{effect.uses} uses", "write 1 to 255")
    elif effect.uses != 1 and effect.limit is Limit.NONE:
        yield where.says("limit-not-counted", "uses", "nothing limits its uses", "name the `limit`")
    if not 1 <= effect.turns <= 255:
        yield where.says("number-out-of-range", "turns", f"{effect.turns} turns", "write 1 to 255")
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
