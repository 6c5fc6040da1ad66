"""Raw programs in tests: their text (as `explain` prints it) put in a card, and run in a duel.

A program is the operation of a Spell that player 0 activates from the hand.  `run` stops it at
its first question, or before its end, where its registers can be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.rules.builders import position, side, spell
from ygosim._core.engine import DuelHandle, Template
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.effects.assemble import ENUMERATIONS, assemble, opcodes
from ygosim.effects.lower import LoweredCard, lower
from ygosim.effects.model import CardDefinition, Cards, Effect, Token, Who
from ygosim.effects.writing import CardFilter, Instruction, card_filter
from ygosim.enums import (
    Attribute,
    CardType,
    DecisionKind,
    EffectKind,
    FilterFlag,
    MonsterType,
    MoveKind,
    Place,
    Position,
    Recipe,
)
from ygosim.position import PlayerPosition
from ygosim.template import DuelSetup

__all__ = ["PROBE", "PROBE_TOKEN", "Machine", "parse", "probe_setup", "run"]

PROBE = spell("Probe")
"""The Spell whose operation the program is."""

PROBE_TOKEN = Token(
    passcode=98,
    name="Probe Token",
    attribute=Attribute.EARTH,
    monster_type=MonsterType.BEAST,
    level=1,
)
"""The token that programs make."""

Line = Instruction | str

_FILTER = re.compile(r"\[([A-Z_ ]*)of (either player|me|opponent)((?: [a-z_]+=\S+)*)( [A-Z_|]+)?\]")
_ENUMS: dict[str, Any] = {
    "type": CardType,
    "all_types": CardType,
    "attribute": Attribute,
    "monster_type": MonsterType,
}


def parse(text: str) -> tuple[Line, ...]:
    """The instructions and labels of a program's text."""
    lines: list[Line] = []
    for row in text.splitlines():
        words = row.split("#")[0].strip()
        if words.endswith(":"):
            lines.append(words[:-1])
        elif words:
            lines.append(_instruction(words))
    return tuple(lines)


def _instruction(words: str) -> Instruction:
    op, _, rest = words.partition(" ")
    kinds = opcodes()[op]["operands"]
    said = re.findall(r"\[[^]]*\]|[^,\s][^,]*", rest.strip())
    assert len(said) == len(kinds), f"{words}: {op} takes {kinds}"
    return Instruction(
        op,
        **{
            operand: _operand(kind, word.strip())
            for (operand, kind), word in zip(kinds.items(), said, strict=True)
        },
    )


def _operand(kind: str, word: str) -> Any:
    if kind in ("reg", "out", "set", "dst"):
        return int(word[1:])
    if kind in ("who", "whom"):
        return ("me", "opponent", "both players").index(word)
    if kind == "filter":
        return _filter(word)
    if kind in ("jump", "lingering", "field_lingering", "player_lingering", "control"):
        return word
    if kind == "range":
        least, _, most = word.partition(" to ")
        return int(least) | int(most) << 8
    if kind == "making":
        recipe, _, levels = word.partition(" ")
        return int(Recipe[recipe]) | int(levels or 0) << 8
    if kind == "token":
        assert word.strip('"') == PROBE_TOKEN.name
        return PROBE_TOKEN
    if kind == "positions":
        return sum(Position[name] for name in word.split("|"))
    if kind == "lies":
        lies = [0 if name == "-" else Position[name] for name in word.split("/")]
        return sum(int(lie) << 8 * index for index, lie in enumerate(lies))
    enumeration = ENUMERATIONS.get(kind)
    return int(word) if enumeration is None else int(enumeration[word])


def _filter(word: str) -> CardFilter:
    match = _FILTER.fullmatch(word)
    assert match, f"{word} is no filter"
    places, whose, facts, flags = match.groups()
    said: dict[str, Any] = {
        "where": tuple(Place[name] for name in places.split()),
        "whose": Who(whose),
    }
    for fact in facts.split():
        name, _, value = fact.partition("=")
        if name in _ENUMS:
            said[name] = sum((_ENUMS[name][part] for part in value.split("|")), _ENUMS[name](0))
        else:
            said[name] = int(value)
    for name in (flags or "").strip().split("|"):
        if name:
            said["can"] = said.get("can", FilterFlag(0)) | FilterFlag[name]
    return card_filter(Cards(**said))


@dataclass
class Machine:
    """A program that waits, or has run; its registers and the duel that it runs in."""

    duel: Duel

    @property
    def r(self) -> list[int]:
        """The number registers of the open program."""
        return [int(value) for value in self._frame["r"]]

    def s(self, register: int) -> list[int]:
        """The cards in a set register of the open program."""
        words = self._frame["s"].reshape(-1, 4)[register]
        return [card for card in range(255) if int(words[card // 64]) >> card % 64 & 1]

    def names(self, register: int) -> list[str]:
        """Their names."""
        cards = self.duel.setup.definitions
        return [cards[int(self.duel.state["code"][card])].name for card in self.s(register)]

    @property
    def _frame(self) -> Any:
        assert int(self.duel.state["program_count"]), "no program is open"
        return self.duel.state["programs"][int(self.duel.state["program_count"]) - 1]


def _blank(card: Card) -> CardDefinition:
    return CardDefinition(passcode=card.passcode, name=card.name)


def probe_setup(
    program: str | Sequence[Line],
    *,
    first: Mapping[str, Any] | None = None,
    second: PlayerPosition | None = None,
    effects: Sequence[Effect] = (),
    activation: Mapping[str, Any] | None = None,
    slot: str = "operation",
    probe: Card = PROBE,
    is_set: bool = False,
    definitions: Mapping[int, CardDefinition] | None = None,
    **facts: Any,
) -> DuelSetup:
    """A position with the Spell in player 0's hand, or Set, its operation the program.

    Parameters
    ----------
    first, second
        What player 0 has beside it (fields of `side`), and player 1.
    effects
        More effects of the Spell, lingering ones that the program names.
    activation
        More that the activation says.
    slot
        Which program of the activation it is.
    definitions
        Effects of other stand-ins.
    """
    lines = parse(program) if isinstance(program, str) else tuple(program)
    said = {"kind": EffectKind.ACTIVATION, "optional": True, **(activation or {})}
    definition = CardDefinition(
        passcode=probe.passcode, name=probe.name, effects=(Effect(**said), *effects)
    )
    mine = dict(first or {})
    if is_set:
        mine["spells_traps"] = {4: probe, **mine.get("spells_traps", {})}
    else:
        mine["hand"] = [probe, *mine.get("hand", ())]
    known = dict(definitions or {})
    made = position(side(**mine), second, **facts).setup(
        unsupported="blank",
        definitions={**known, probe.passcode: _blank(probe)},
    )
    return with_program(made, definition, slot, lines, known)


def with_program(
    made: DuelSetup,
    definition: CardDefinition,
    slot: str,
    lines: Sequence[Line],
    others: Mapping[int, CardDefinition],
) -> DuelSetup:
    """The setup with another program of the first effect of a card."""
    lowered = lower(definition)
    lowered.effects[0].programs[slot] = tuple(lines)
    known = {code: lower(other) for code, other in others.items()}
    cards: list[tuple[Card, LoweredCard | None]] = [
        (card, lowered if card.passcode == definition.passcode else known.get(card.passcode))
        for card in made.definitions
    ]
    old = made.template
    template = Template(old.definitions, old.rules, old.placements, old.position, assemble(cards))
    return replace(made, template=template)


def duel_of(setup: DuelSetup, seed: int = 0) -> Duel:
    """A duel that goes on from the position of a setup."""
    duel = Duel.__new__(Duel)
    handle = DuelHandle(setup.template)
    handle.start_in_order(seed)
    duel._begin(setup, handle)
    return duel


def run(program: str, *, fed: Sequence[int] = (), **said: Any) -> Machine:
    """Run a program up to its first question; most end with one, to be read.

    `fed` are outcomes of coins, dice and random picks.
    """
    duel = duel_of(probe_setup(program, **said))
    if fed:
        duel.handle.feed(list(fed))
    duel.apply(duel.move(MoveKind.ACTIVATE, said.get("probe", PROBE).name))
    while duel.decision in (DecisionKind.ZONE, DecisionKind.RESPONSE):
        if duel.decision is DecisionKind.ZONE and int(duel.state["program_count"]):
            break
        asked = duel.decision is DecisionKind.ZONE
        duel.apply(0 if asked else duel.move(MoveKind.PASS))
    return Machine(duel)
