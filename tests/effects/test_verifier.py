"""What the core refuses when a template is made, and how it stops what it has taken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.effects.machine import PROBE, Line, duel_of, probe_setup
from tests.rules.builders import monster, side, spell
from ygosim._core.engine import Template
from ygosim.cards.pool.building import MONSTERS, activation, continuous, lingering, trigger
from ygosim.duel import Duel
from ygosim.effects.assemble import EffectTable, assemble
from ygosim.effects.lower import lower
from ygosim.effects.model import CardDefinition, Draw, Effect, Linger, Works
from ygosim.effects.writing import Instruction
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DecisionKind,
    EffectKind,
    EndCause,
    MoveKind,
    Place,
    Pool,
    Trigger,
    Until,
)

LOSES = lingering("weak", Continuous.ADD_ATK, Until.END_OF_TURN)
BARRED = lingering("barred", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME)
TAKEN = lingering("taken", Continuous.CONTROL, Until.LEAVES)
THEN = lingering("then", Continuous.WINS, Until.END_OF_TURN, works=Works.ON_ME)
LASTING = continuous(Continuous.ADD_ATK, 100, name="lasting")
EFFECTS = (LOSES, BARRED, TAKEN, LASTING, THEN)


def taken(program: str | list[Line], slot: str = "operation") -> bool:
    """Whether the verifier takes a program."""
    try:
        probe_setup(program, slot=slot, effects=EFFECTS)
    except ValueError as error:
        return "is not whole" not in str(error)
    return True


def one(op: str, **operands: Any) -> list[Line]:
    return [Instruction(op, **operands), Instruction("END")]


# An opcode, one operand of it, values that it may have, values that it may not.
OPERANDS: list[tuple[str, str, dict[str, Any], list[Any], list[Any]]] = [
    ("MOVE", "a", {}, [0, 15], [16, 255]),
    ("MOVE", "b", {}, [0, 15], [16, 255]),
    ("MOVE", "c", {}, [0], [1]),
    ("SET_COUNT", "b", {}, [0, 5], [6, 255]),
    ("COMPARE", "i", {}, [0, 6], [-1, 7]),
    ("LOAD", "i", {}, [0, len(Context) - 1], [-1, len(Context)]),
    ("CREATE_TOKENS", "i", {"b": 1}, [], [-1, 0, 1]),
    ("SKIP_PHASE", "a", {"i": 1}, [0, 1], [2, 3, 5, 255]),
    ("FACT", "c", {}, [0, 26], [27, 255]),
    ("SELECT", "i", {}, [], [-1, 0, 1]),
    ("ASK", "b", {}, [0, 1], [2, 255]),
    ("CHOOSE", "i", {}, [0x101, 0x100, 0xFF01, 0x302], [0, 1, 0x102, -1, 0x10101, 1 << 30]),
    ("RANDOM", "c", {}, [0, 15], [16, 255]),
    ("DRAW", "b", {}, [0, 2], [3, 255]),
    ("DRAW", "c", {}, [0, 15], [16, 255]),
    ("ADD_COUNTERS", "i", {}, [1, 255], [0, -1, 256]),
    ("ADD_COUNTERS", "b", {"i": 1}, [0, 1], [2, 255]),
    ("REMOVE_COUNTERS", "i", {}, [1, 255], [0, -1, 256]),
    ("NORMAL_SUMMONS", "i", {}, [1, 255], [0, -1, 256]),
    ("DESTROY", "c", {}, [0, 2, 3, 4], [5, 6, 7, 8, 255]),
    ("SEND", "i", {"c": 9}, [0, 1, 2, 3, 4], [-1, 5, 6, 7, 8]),
    ("SEND", "c", {}, [9, 15, 17], [0, 1, 3, 8, 16, 18, 255]),
    ("KEEP_MADE", "i", {}, [0, 1, 2, 0x801, 0x7F02], [-1, 3, 0x100, 0x8001, 1 << 30]),
    ("CHOOSE_MATERIALS", "c", {}, [0, 15], [16, 255]),
    ("KEEP_SHARING", "c", {}, [0, 26], [27, 255]),
    ("SPECIAL_SUMMON", "c", {}, [1, 4, 8, 13], [0, 2, 3, 16, 255]),
    ("SPECIAL_SUMMON", "i", {"c": 1}, [0, 7], [-1, 8]),
    ("CHANGE_POSITION", "i", {}, [1, 0x808, 0x40104], [0, 2, 3, 0x1000000, 0x50000, -1]),
    ("LINGER", "i", {}, ["weak"], ["barred", "taken", "lasting", 0, -1, 5, 2**31 - 1]),
    ("LINGERED_ON", "i", {}, ["weak"], ["barred", "taken", "lasting", 0, -1, 5]),
    ("LINGERING_VALUE", "i", {}, ["weak"], ["barred", "taken", "lasting", 0, -1, 5]),
    ("END_LINGERING", "i", {}, ["weak"], ["barred", "taken", "lasting", 0, -1, 5]),
    ("LINGER_FIELD", "i", {}, [], ["weak", "barred", "taken", "lasting", 0, -1, 5]),
    ("LINGER_PLAYER", "i", {}, ["barred", "then"], ["weak", "taken", "lasting", 0, -1, 6]),
    ("TAKE_CONTROL", "i", {}, ["taken"], ["weak", "barred", "lasting", 0, -1, 5]),
    ("SWAP_CONTROL", "i", {}, ["taken"], ["weak", "barred", "lasting", 0, -1, 5]),
]


@pytest.mark.parametrize(
    ("op", "operand", "others", "good", "bad"), OPERANDS, ids=lambda value: str(value)[:20]
)
def test_an_operand_out_of_its_class_is_refused(
    op: str, operand: str, others: dict[str, Any], good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        assert taken(one(op, **others, **{operand: value})), (op, value)
    for value in bad:
        assert not taken(one(op, **others, **{operand: value})), (op, value)


def broken(table: EffectTable, index: int, changes: dict[str, int]) -> EffectTable:
    rows = [dict(row) for row in table.effects]
    rows[index].update(changes)
    return replace(table, effects=rows)  # type: ignore[misc]


def template(table: EffectTable) -> None:
    """Make the template of a position with these effects."""
    old = probe_setup("END", effects=EFFECTS).template
    Template(old.definitions, old.rules, old.placements, old.position, table)


def real() -> EffectTable:
    definition = CardDefinition(
        passcode=PROBE.passcode,
        name=PROBE.name,
        effects=(activation(operation=(Draw(1), Linger(MONSTERS, "weak"))), *EFFECTS),
    )
    made = probe_setup("END", effects=EFFECTS)
    return assemble(
        [(card, lower(definition) if card == PROBE else None) for card in made.definitions]
    )


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (0, {"limit_count": 0}),
        (0, {"turns": 0}),
        (0, {"speed": 4}),
        (0, {"affects": 6}),
        (0, {"number": 1}),
        (0, {"kind": 7}),
        (0, {"kind": 8}),
        (1, {"continuous": int(Continuous.LATER)}),
        (0, {"kind": int(EffectKind.TRIGGER)}),
        (0, {"kind": int(EffectKind.REACTION)}),
        (0, {"kind": int(EffectKind.IGNITION), "trigger": int(Trigger.SET)}),
        (0, {"kind": int(EffectKind.PROCEDURE)}),
        (0, {"kind": int(EffectKind.PROCEDURE), "value": 2}),
        (0, {"trigger": len(Trigger)}),
        (0, {"limit": 200}),
        (0, {"definition": 200}),
        (0, {"filter": 600}),
        (0, {"operation": 16383}),
        (0, {"operation": 65535}),
        (1, {"continuous": 0}),
        (1, {"continuous": len(Continuous)}),
        (1, {"trigger": int(Trigger.SET)}),
        (1, {"affects": 2}),
        (1, {"affects": 3}),
        (1, {"continuous": int(Continuous.DESTROYS_ITSELF), "places": 1 << Place.GRAVEYARD}),
        (2, {"affects": 0}),
        (5, {"affects": 0}),
        (5, {"until": int(Until.SOURCE_LEAVES)}),
        (5, {"until": 0}),
    ],
)
def test_an_effect_whose_numbers_do_not_go_together_is_refused(
    number: int, changes: dict[str, int]
) -> None:
    template(real())
    with pytest.raises(ValueError, match=r"effect \d+ |instruction \d+ "):
        template(broken(real(), number, changes))


def test_jumps_stay_inside_their_program() -> None:
    assert taken("again:\nJUMP_IF_ZERO r0, again\nEND")
    for target in (-1, 0, 99999):
        assert not taken([Instruction("JUMP", i=target), Instruction("END")])


def test_a_program_ends() -> None:
    assert not taken([Instruction("THEN")])


def test_a_program_is_not_longer_than_2048_instructions() -> None:
    assert taken([Instruction("THEN")] * 2000 + [Instruction("END")])
    assert not taken([Instruction("THEN")] * 2048 + [Instruction("END")])


@pytest.mark.parametrize("slot", ["condition", "check", "compute"])
@pytest.mark.parametrize("program", ["SET_LABEL r1\nEND", "TOSS_COIN r1\nEND", "ASK r1, me\nEND"])
def test_a_check_changes_nothing_and_asks_nobody(slot: str, program: str) -> None:
    assert taken("LOAD_INT r0, 1\nEND", slot)
    assert not taken(program, slot)


def test_a_reaction_asks_nobody() -> None:
    said = {"kind": EffectKind.REACTION, "trigger": Trigger.SET, "optional": False}
    probe_setup("DRAW r1, me, r2\nEND", probe=spell("Other"), activation=said)
    for program in ("ASK r1, me\nEND", "SPECIAL_SUMMON s0, r1, FACE_UP_ATTACK, 0\nEND"):
        with pytest.raises(ValueError, match="is not whole"):
            probe_setup(program, probe=spell("Other"), activation=said)


# Stopping --------------------------------------------------------------------------------


def started(program: str, **said: Any) -> Duel:
    duel = duel_of(probe_setup(program, **said))
    duel.apply(duel.move(MoveKind.ACTIVATE, "Probe"))
    while duel.decision is DecisionKind.ZONE:
        duel.apply(0)
    return duel


@pytest.mark.parametrize(
    "program",
    [
        "again:\nJUMP again\nEND",
        "again:\nTHEN\nJUMP again\nEND",
        "again:\nLOAD_INT r1, 1\nGAIN_LP me, r1\nJUMP again\nEND",
        "again:\nSELECT s0, [HAND of me]\nREVEAL s0\nJUMP again\nEND",
    ],
)
def test_a_loop_without_end_aborts_the_duel_when_its_fuel_is_gone(program: str) -> None:
    duel = started(program)
    assert duel.over
    assert duel.winner is None
    assert duel.end_cause is EndCause.FUEL_LIMIT
    assert duel.legal() == ()
    assert duel.handle.check() is None


def test_a_check_without_end_is_not_possible() -> None:
    setup = probe_setup("again:\nJUMP again\nEND", slot="check")
    duel = duel_of(setup)
    assert MoveKind.ACTIVATE not in {move.kind for move in duel.legal()}
    assert not duel.over


def test_a_mandatory_trigger_that_answers_itself_runs_out_of_fuel() -> None:
    watcher = monster("Watcher", type=CardType.EFFECT)
    answers = trigger(Trigger.ACTIVATED)
    endless = replace(answers, about_this=False, where=(Place.MONSTER_ZONE,))
    duel = started(
        "END",
        first={"monsters": [watcher]},
        definitions={
            watcher.passcode: CardDefinition(
                passcode=watcher.passcode, name="Watcher", effects=(endless,)
            )
        },
    )
    assert duel.end_cause is EndCause.FUEL_LIMIT


def full(pool: Pool, program: str, **said: Any) -> None:
    duel = started(program, **said)
    assert duel.over
    assert duel.winner is None
    assert duel.end_cause is EndCause.POOL_LIMIT
    assert Pool(int(duel.state["pool_full"])) is pool
    assert duel.handle.check() is None


def test_too_many_lingering_effects_fill_their_pool() -> None:
    full(
        Pool.LINGERING,
        "LOAD_INT r2, 200\nagain:\nLINGER_PLAYER r1, barred\nADD_INT r2, r2, -1\n"
        "JUMP_IF_NOT_ZERO r2, again\nEND",
        effects=(BARRED,),
    )


def test_too_many_restrictions_fill_their_pool() -> None:
    full(
        Pool.RESTRICTIONS,
        "LOAD_INT r2, 20\nagain:\nLINGER_PLAYER r2, barred\nADD_INT r2, r2, -1\n"
        "JUMP_IF_NOT_ZERO r2, again\nEND",
        effects=(BARRED,),
    )


def test_too_much_happening_at_once_fills_its_pool() -> None:
    watcher = monster("Watcher", type=CardType.EFFECT)
    answers = trigger(Trigger.SENT_TO_GRAVE, optional=True)
    full(
        Pool.HAPPENINGS,
        "SELECT s0, [DECK of either player]\nSEND s0, r1, EFFECT, GRAVEYARD\nEND",
        first={"deck": 60, "monsters": [watcher]},
        second=side(deck=60),
        definitions={
            watcher.passcode: CardDefinition(
                passcode=watcher.passcode, name="Watcher", effects=(answers,)
            )
        },
    )


def test_a_long_chain_fills_its_pool() -> None:
    # Each mandatory quick effect answers the link before it, without end.
    watcher = monster("Watcher", type=CardType.EFFECT)
    answers = Effect(kind=EffectKind.QUICK, trigger=Trigger.CHAIN_LINK, where=(Place.MONSTER_ZONE,))
    full(
        Pool.CHAIN_LINKS,
        "END",
        probe=spell("Probe", CardType.QUICK_PLAY),
        first={"monsters": [watcher]},
        definitions={
            watcher.passcode: CardDefinition(
                passcode=watcher.passcode, name="Watcher", effects=(answers,)
            )
        },
    )
