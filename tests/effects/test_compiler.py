"""The programs of every card are kept as text; `make golden` writes them anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.effects import public_cards
from tests.rules.builders import monster, spell
from ygosim.cards.pool import definitions
from ygosim.cards.pool.building import MONSTERS, activation, lingering
from ygosim.effects.assemble import assemble, explain, opcodes
from ygosim.effects.lower import lower
from ygosim.effects.model import (
    CardDefinition,
    Cards,
    Choose,
    Count,
    Draw,
    Each,
    IfDone,
    Kept,
    Linger,
    Option,
    SwapControl,
    TakeControl,
)
from ygosim.enums import Comparison, Continuous, Fact, Place, Until

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "programs"
WRITE = os.environ.get("YGOSIM_GOLDEN") == "write"

KEPT = [("pool", definition) for definition in definitions().values()] + [
    ("public", definition) for definition in public_cards.CARDS
]


def file_name(definition: CardDefinition) -> str:
    return re.sub(r"[^a-z0-9]+", "-", definition.name.lower()).strip("-") + ".txt"


@pytest.mark.parametrize(
    ("folder", "definition"), KEPT, ids=[definition.name for _, definition in KEPT]
)
def test_the_programs_of_a_card_are_as_kept(folder: str, definition: CardDefinition) -> None:
    path = FOLDER / folder / file_name(definition)
    text = explain(lower(definition))
    if WRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no {path.name}; write it with `make golden`"
    assert text == path.read_text(encoding="utf-8"), "run `make golden`, read the diff"


@pytest.mark.parametrize("folder", ["pool", "public"])
def test_no_golden_program_is_left_over(folder: str) -> None:
    kept = {file_name(definition) for name, definition in KEPT if name == folder}
    assert {path.name for path in (FOLDER / folder).glob("*.txt")} == kept


def test_lowering_is_a_pure_function() -> None:
    for _, definition in KEPT:
        assert lower(definition) == lower(definition)


def test_every_program_ends_and_jumps_within_itself() -> None:
    for _, definition in KEPT:
        for effect in lower(definition).effects:
            for program in effect.programs.values():
                labels = {line for line in program if isinstance(line, str)}
                *_, last = program
                assert not isinstance(last, str)
                assert last.op == "END"
                jumps = {
                    line.i
                    for line in program
                    if not isinstance(line, str)
                    and opcodes()[line.op]["operands"].get("i") == "jump"
                }
                assert jumps <= labels


def one(*effects: object, name: str = "One") -> CardDefinition:
    return CardDefinition(passcode=1, name=name, effects=effects)  # type: ignore[arg-type]


def test_an_option_that_needs_nothing_is_always_possible() -> None:
    each = Each((Option(operation=()), Option(operation=(Draw(1),))))
    assert "LOAD_INT             r2, 1" in explain(lower(one(activation(one_of=each))))


def test_what_is_computed_for_one_side_of_a_swap_leaves_the_other() -> None:
    right = Kept(MONSTERS, Fact.LEVEL, Comparison.EQUAL, Count(MONSTERS))
    swap = SwapControl(MONSTERS, right, "swapped")
    text = explain(
        lower(
            one(
                activation(operation=(swap,)),
                lingering("swapped", Continuous.CONTROL, Until.LEAVES),
            )
        )
    )
    before, _, _ = text.partition("SWAP_CONTROL")
    assert before.rstrip().endswith("SELECT               s0, [MONSTER_ZONE of either player]")


def test_names_become_numbers_of_the_template() -> None:
    weak = lingering("weak", Continuous.ADD_ATK, Until.END_OF_TURN, -500)
    taken = lingering("taken", Continuous.CONTROL, Until.LEAVES)
    first = one(activation(operation=(Draw(1),)))
    second = one(activation(operation=(Linger(MONSTERS, "weak"),)), weak)
    third = one(activation(operation=(TakeControl(MONSTERS, "taken"),)), taken)
    cards = [spell("A"), spell("B"), spell("C"), monster("D")]
    lowered = [lower(definition) for definition in (first, second, third)]
    table = assemble(list(zip(cards, [*lowered, None], strict=True)))
    assert [row["definition"] for row in table.effects] == [0, 1, 1, 2, 2]
    numbers = {code[0]: code[4] for code in table.instructions}
    assert numbers[opcodes()["LINGER"]["number"]] == 2
    assert numbers[opcodes()["TAKE_CONTROL"]["number"]] == 4


def test_equal_filters_are_shared_and_say_which_definitions_fit() -> None:
    dragons = Cards(where=(Place.DECK,), max_atk=1000)
    card = one(activation(operation=(IfDone(Choose(dragons), (Choose(dragons),)),)))
    table = assemble([(spell("A"), lower(card)), (monster("B", atk=1000), None)])
    assert len(table.filters) == 1
    assert list(table.filters[0].definitions) == [True, True]
    assert table.instructions[0] == (0, 0, 0, 0, 0)
