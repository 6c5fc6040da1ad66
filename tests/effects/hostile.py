"""Random programs and random damage to real ones, for tests that try to break the machine."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from tests.effects.machine import duel_of
from tests.rules.builders import ATTACK, SET, lying, monster, position, side, spell, trap
from ygosim._core.engine import Template
from ygosim.cards.card import Card
from ygosim.cards.pool.building import (
    MONSTERS,
    activation,
    continuous,
    ignition,
    lingering,
    material,
    phase_trigger,
    reaction,
    trigger,
)
from ygosim.duel import Duel
from ygosim.effects.assemble import EffectTable, assemble, opcodes
from ygosim.effects.lower import LoweredCard, lower
from ygosim.effects.model import (
    CardDefinition,
    Cards,
    Destroy,
    Effect,
    Linger,
    LingerOnField,
    LingerOnPlayers,
    Material,
    SpecialSummon,
    Step,
    TakeControl,
    Token,
    Tokens,
    Who,
    Works,
)
from ygosim.effects.writing import CardFilter, Instruction, card_filter
from ygosim.enums import (
    Attribute,
    CardType,
    Comparison,
    Context,
    Continuous,
    CounterKind,
    EffectKind,
    Fact,
    FilterFlag,
    MonsterType,
    Phase,
    Place,
    Position,
    Property,
    Trigger,
    Until,
)
from ygosim.template import DuelSetup, Limits

__all__ = ["base", "damaged", "play", "random_setup", "random_table", "setup_with"]

_CHECKS = ("condition", "check", "compute")
_ACTIONS = ("cost", "target", "operation")

_LINGERING = (
    lingering("on cards", Continuous.ADD_ATK, Until.END_OF_TURN | Until.LEAVES),
    lingering(
        "on the field", Continuous.ADD_ATK, Until.END_OF_TURN, works=Works.ON_CARDS, on=MONSTERS
    ),
    lingering("on players", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_BOTH),
    lingering("wins", Continuous.WINS, Until.END_OF_TURN, works=Works.ON_ME),
    lingering("control", Continuous.CONTROL, Until.LEAVES | Until.END_OF_TURN),
    lingering(
        "later",
        Continuous.LATER,
        Until.LEAVES | Until.DONE,
        trigger=Trigger.END_PHASE,
        operation=(Destroy(MONSTERS),),
    ),
)
TOKEN = Token(
    passcode=99,
    name="Herd Token",
    attribute=Attribute.EARTH,
    monster_type=MonsterType.BEAST,
    level=1,
    atk=500,
)
_MADE: tuple[Step, ...] = (
    Linger(MONSTERS, "on cards"),
    LingerOnField("on the field"),
    LingerOnPlayers("on players"),
    LingerOnPlayers("wins"),
    TakeControl(MONSTERS, "control"),
    Linger(MONSTERS, "later"),
)
_FIELD = (Place.MONSTER_ZONE,)


def _card(card: Card, *effects: Effect) -> tuple[Card, CardDefinition]:
    return card, CardDefinition(
        passcode=card.passcode, name=card.name, effects=(*effects, *_LINGERING)
    )


CARDS: tuple[tuple[Card, CardDefinition], ...] = (
    _card(spell("Quick", CardType.QUICK_PLAY), activation(operation=_MADE)),
    _card(spell("Equip", CardType.EQUIP), activation(operation=_MADE)),
    _card(spell("Herd"), activation(operation=(*_MADE, SpecialSummon(Tokens(TOKEN, 2))))),
    _card(
        trap("Answer"),
        activation(operation=_MADE, trigger=Trigger.CHAIN_LINK),
        activation(operation=_MADE, trigger=Trigger.ATTACK_DECLARED),
    ),
    _card(
        monster("User", atk=1400, type=CardType.EFFECT),
        ignition(operation=_MADE),
        trigger(Trigger.NORMAL_SUMMONED, optional=True, operation=_MADE),
        phase_trigger(Trigger.END_PHASE, operation=_MADE),
    ),
    _card(
        monster("Watcher", atk=1600, type=CardType.EFFECT),
        continuous(Continuous.ADD_ATK, 100, works=Works.ON_CARDS, on=MONSTERS),
        continuous(Continuous.PROPERTY, Property.PIERCE),
        reaction(Trigger.POSITION_CHANGED, _MADE, where=_FIELD),
        Effect(
            kind=EffectKind.REPLACEMENT,
            where=_FIELD,
            about_this=True,
            optional=True,
            operation=_MADE,
        ),
        phase_trigger(Trigger.SENT_TO_GRAVE, operation=_MADE),
    ),
    _card(
        monster("Comer", atk=900, type=CardType.EFFECT),
        Effect(kind=EffectKind.PROCEDURE, where=(Place.HAND, Place.GRAVEYARD), value=5),
        trigger(Trigger.LEFT_FIELD, operation=_MADE),
        phase_trigger(Trigger.SPECIAL_SUMMONED, optional=True, when=True, operation=_MADE),
    ),
)
_ANY_EFFECT = Material((Cards(where=(), type=CardType.EFFECT),), 2, or_more=True)
FUSION = monster("Made", level=9, type=CardType.FUSION)
DEFINITIONS = {card.passcode: definition for card, definition in CARDS}
DEFINITIONS[FUSION.passcode] = CardDefinition(
    passcode=FUSION.passcode,
    name=FUSION.name,
    materials=(material("User"), _ANY_EFFECT),
    substitute=True,
)


def setup_with(table: Any, made: DuelSetup) -> DuelSetup:
    """The setup with other effects.

    Raises
    ------
    ValueError
        When the verifier refuses them.
    """
    old = made.template
    template = Template(old.definitions, old.rules, old.placements, old.position, table)
    return replace(made, template=template)


def base(chance: random.Random) -> DuelSetup:
    """A position with all of these cards everywhere; either player's turn."""
    cards = [card for card, _ in CARDS]
    monsters = [card for card in cards if card.is_monster]
    others = [card for card in cards if not card.is_monster]

    def half() -> Any:
        return side(
            hand=chance.sample(cards, 4),
            monsters={
                slot: lying(chance.choice(monsters), chance.choice((ATTACK, ATTACK, SET)))
                for slot in chance.sample(range(5), chance.randint(1, 4))
            },
            spells_traps=dict(enumerate(chance.sample(others, 2))),
            graveyard=chance.sample(cards, 3),
            banished=chance.sample(cards, 1),
            extra=[FUSION, FUSION],
            deck=[chance.choice(cards) for _ in range(8)],
            lp=chance.choice((100, 4000, 8000)),
        )

    return position(
        half(),
        half(),
        turn=chance.choice((2, 3)),
        phase=chance.choice((Phase.MAIN_1, Phase.BATTLE)),
    ).setup(definitions=DEFINITIONS, limits=Limits(decisions_per_turn=200))


def random_filter(chance: random.Random) -> CardFilter:
    places = chance.sample([place for place in Place if place is not Place.XYZ_MATERIAL], 2)
    can = FilterFlag(0)
    for flag in chance.sample(list(FilterFlag), chance.randint(0, 2)):
        can |= flag
    return card_filter(Cards(where=tuple(places), whose=chance.choice(list(Who)), can=can))


def random_operand(kind: str, chance: random.Random, length: int) -> Any:
    """A value of an operand's class; jumps name a label of the program."""
    lies = [Position.FACE_UP_ATTACK, Position.FACE_UP_DEFENCE, Position.FACE_DOWN_DEFENCE]
    enums: dict[str, Any] = {
        "comparison": Comparison,
        "context": Context,
        "counter_kind": CounterKind,
        "fact": Fact,
    }
    if kind in enums:
        return int(chance.choice(list(enums[kind])))
    if kind == "range":
        least = chance.randint(0, 2)
        return least | chance.randint(max(least, 1), 3) << 8
    return {
        "reg": chance.randrange(16),
        "out": chance.randrange(16),
        "set": chance.randrange(6),
        "dst": chance.randrange(6),
        "who": chance.randrange(2),
        "whom": chance.randrange(3),
        "int": chance.choice((0, 1, -1, 5, 255, 1000, 2**31 - 1, -(2**31), chance.randrange(99))),
        "jump": f"L{chance.randrange(length)}",
        "filter": random_filter(chance),
        "lingering": chance.choice(("on cards", "on the field", "later")),
        "field_lingering": "on the field",
        "player_lingering": chance.choice(("on players", "wins")),
        "control": "control",
        "count": chance.choice((1, 2, 3, 255)),
        "flag": chance.randrange(2),
        "how": chance.randrange(4),
        "positions": chance.choice((1, 4, 8, 5, 13)),
        "lies": sum(int(chance.choice(lies)) << 8 * byte for byte in range(3)),
        "pile": chance.randrange(5),
        "deed": chance.choice((*range(9, 16), 17)),
        "token": TOKEN,
        "skipped": chance.choice((int(Phase.DRAW), int(Phase.STANDBY))),
        "making": chance.choice((0, 1, 2, 1 | 6 << 8, 2 | 127 << 8)),
    }[kind]


def random_program(
    chance: random.Random, *, changes: bool, suspends: bool
) -> tuple[Instruction | str, ...]:
    """A program whose operands are in range; loops and nonsense are welcome."""
    length = chance.randint(1, 14)
    allowed = [
        (name, entry["operands"])
        for name, entry in opcodes().items()
        if (changes or not entry.get("changes")) and (suspends or not entry.get("suspends"))
    ]
    lines: list[Instruction | str] = []
    for number in range(length):
        name, kinds = chance.choice(allowed)
        if name == "END" and chance.random() < 0.8:
            name, kinds = "SELECT", opcodes()["SELECT"]["operands"]
        lines.append(f"L{number}")
        operands = {
            operand: random_operand(kind, chance, length) for operand, kind in kinds.items()
        }
        lines.append(Instruction(name, **operands))
    return (*lines, Instruction("END"))


def random_table(made: DuelSetup, chance: random.Random) -> EffectTable:
    """Random programs for every effect of the cards."""
    lowered: dict[int, LoweredCard] = {}
    for code, definition in DEFINITIONS.items():
        lowered[code] = lower(definition)
        for effect in lowered[code].effects:
            is_continuous = effect.effect.kind is EffectKind.CONTINUOUS
            for slot in (*_CHECKS, *(() if is_continuous else _ACTIONS)):
                if chance.random() < (0.25 if slot in _CHECKS else 0.8):
                    effect.programs[slot] = random_program(
                        chance,
                        changes=slot in _ACTIONS,
                        suspends=effect.effect.kind is not EffectKind.REACTION,
                    )
    return assemble([(card, lowered.get(card.passcode)) for card in made.definitions])


def random_setup(seed: int) -> DuelSetup:
    """A position of cards with random programs; the verifier takes them."""
    chance = random.Random(seed)
    made = base(chance)
    return setup_with(random_table(made, chance), made)


def damaged(table: EffectTable, chance: random.Random) -> EffectTable:
    """The table with a few fields of its instructions, and perhaps effects, changed."""
    instructions = [list(row) for row in table.instructions]
    for _ in range(chance.randint(1, 4)):
        row = chance.choice(instructions[1:])
        field = chance.randrange(5)
        near = row[field] + chance.choice((-1, 1))
        far = chance.choice((0, 255, 2**31 - 1, -(2**31), len(instructions)))
        most = 255 if field < 4 else 2**31 - 1
        low = 0 if field < 4 else -(2**31)
        row[field] = min(max(chance.choice((near, near, far, chance.randrange(256))), low), most)
    effects = [dict(row) for row in table.effects]
    if chance.random() < 0.5:
        effect = chance.choice(effects)
        name = chance.choice(sorted(effect))
        largest = {"value": 2**31 - 1, "flags": 2**32 - 1}.get(
            name, 65535 if name in ("definition", "filter", *_CHECKS, *_ACTIONS) else 255
        )
        effect[name] = chance.choice((0, 1, 2, largest, chance.randint(0, largest)))
    return replace(table, effects=effects, instructions=[tuple(row) for row in instructions])  # type: ignore[misc]


def play(setup: DuelSetup, seed: int, most: int = 40) -> Duel:
    """Play on at random; every state on the way must keep every invariant."""
    chance = random.Random(seed)
    duel = duel_of(setup, seed)
    for _ in range(most):
        broken = duel.handle.check()
        assert broken is None, f"seed {seed}: {broken}"
        moves = duel.handle.legal()
        assert duel.over == (not moves), f"seed {seed}: no move, and the duel is not over"
        if duel.over:
            break
        duel.apply(chance.randrange(len(moves)))
    return duel
