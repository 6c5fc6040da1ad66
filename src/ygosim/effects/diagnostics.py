"""What can be wrong with a card definition, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

__all__ = ["DIAGNOSTICS", "Diagnostic", "Where", "nodes_of"]

DIAGNOSTICS = {
    "wrong-value": "a field holds what it cannot hold",
    "one-player": "EITHER player, or BOTH, where one player is meant",
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
    "declared-without-declare": "Declared where no number is declared",
    "chosen-before-choice": "CHOSEN where nothing is chosen yet",
    "remembered-without-remember": "REMEMBERED where nothing is remembered",
    "remember-without-link": "Remember where no chain link keeps it",
    "done-before-deed": "DONE before a step that does something",
    "answered-without-chain": "the answered link, where none is answered",
    "answered-without-summon": "a summon is negated where none is answered",
    "replaces-the-wrong-thing": "a REPLACEMENT of no destruction, or of two",
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
    "reaction-asks": "a REACTION asks a player",
    "limit-not-counted": "a limit where no use is counted, or uses without a limit",
    "number-out-of-range": "a number out of its range",
    "too-few-options": "a choice between fewer than two options, or more than eight",
    "nothing-in-it": "an empty list of steps or conditions",
    "impossible-position": "a position that monsters cannot come to",
    "phase-not-skipped": "a phase that effects do not skip",
    "impossible-place": "a place that cards cannot be sent to",
    "reads-derived": "a continuous effect depends on what continuous effects make",
    "random-in-a-condition": "cards at random where nothing may happen",
    "loop-without-end": "an effect that brings about the event that it answers",
    "materials-of-no-fusion": "materials on what is no Fusion Monster",
    "not-of-this-card": "what is said of monsters of another card, or the other way round",
    "material-in-a-place": "a material that asks for more than printed facts",
    "levels-of-a-fusion": "a number of Levels for a Fusion Summon",
    "computes-too-much": "a program needs more registers than there are",
    "too-long": "a program has more instructions than are run",
    "nested-too-deep": "values inside values, more than anybody reads",
    "token-not-summoned": "tokens elsewhere than in what is Special Summoned",
    "summon-without-link": "a Normal Summon where no effect resolves before it",
    "never-there": "a step takes cards from where it finds none",
}
"""Every diagnostic by its id."""


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


@dataclass(frozen=True, slots=True)
class Where:
    """An effect of a card, to say something of."""

    card: str
    effect: str

    def says(self, id: str, field: str, reason: str, instead: str) -> Diagnostic:
        """What is wrong with a field of it."""
        assert id in DIAGNOSTICS
        return Diagnostic(id, self.card, self.effect, field, reason, instead)


def nodes_of(node: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Everything below a value, outermost first, with its path."""
    if isinstance(node, tuple):
        for index, part in enumerate(node):
            yield from nodes_of(part, f"{path}[{index}]")
        return
    yield path, node
    if is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            below = f"{path}.{field.name}" if path else field.name
            yield from nodes_of(getattr(node, field.name), below)
