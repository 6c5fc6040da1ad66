"""Each diagnostic of effects/check.py: a definition that it permits, and one that it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.effects.cases_of_effects import OF_EFFECTS
from tests.effects.cases_of_steps import OF_STEPS
from tests.effects.definitions import (
    A_SPELL,
    IN_GRAVEYARD,
    IN_HAND,
    Cases,
    card,
    does,
)
from tests.rules.builders import duel, side
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.pool import definitions
from ygosim.cards.pool.building import (
    MONSTERS,
    activation,
)
from ygosim.effects.assemble import opcodes
from ygosim.effects.check import DIAGNOSTICS, Diagnostic, check
from ygosim.effects.lower import lower
from ygosim.effects.model import (
    CHOSEN,
    Among,
    CardDefinition,
    Choose,
    Count,
    Destroy,
    Draw,
    FactOf,
    Kept,
    Note,
    PayLP,
    RandomCards,
    Sharing,
    Together,
)
from ygosim.effects.writing import Instruction
from ygosim.enums import (
    Comparison,
    Fact,
)
from ygosim.errors import EffectError

CASES: Cases = OF_EFFECTS | OF_STEPS

PAIRS = [
    pytest.param(name, *case, id=f"{name}-{number}")
    for name, cases in CASES.items()
    for number, case in enumerate(cases)
]


def ids(found: tuple[Diagnostic, ...]) -> set[str]:
    return {diagnostic.id for diagnostic in found}


@pytest.mark.parametrize(("name", "permitted", "refused", "field", "of"), PAIRS)
def test_a_diagnostic_refuses_what_makes_no_sense_and_nothing_else(
    name: str, permitted: CardDefinition, refused: CardDefinition, field: str, of: Card | None
) -> None:
    assert name not in ids(check(permitted, of))
    found = check(refused, of)
    assert (name, field) in {(diagnostic.id, diagnostic.field) for diagnostic in found}
    for diagnostic in found:
        assert diagnostic.reason
        assert diagnostic.instead
        assert f"[{diagnostic.id}]" in str(diagnostic)


KEEPS = {name for name in opcodes() if name.startswith("KEEP")}
"""Opcodes that keep some of the cards of a set."""

PERMITTED = [case[0] for cases in CASES.values() for case in cases]


@pytest.mark.parametrize("permitted", PERMITTED, ids=[pair.id for pair in PAIRS])
def test_what_is_permitted_makes_sense_whole(permitted: CardDefinition) -> None:
    assert check(permitted) == ()


def test_every_diagnostic_has_its_test() -> None:
    assert set(CASES) == set(DIAGNOSTICS)


@pytest.mark.parametrize("definition", definitions().values(), ids=lambda d: d.name)
def test_every_card_of_the_pool_makes_sense(definition: CardDefinition) -> None:
    assert check(definition, Catalogue.default()[definition.passcode]) == ()
    assert hash(definition) == hash(replace(definition))
    assert definition.name in repr(definition)


def test_a_definition_is_refused_when_it_is_loaded_by_card_field_and_reason() -> None:
    late = does(Draw(1), PayLP(500))
    with pytest.raises(EffectError, match="cost is paid when the effect resolves") as caught:
        duel(side(hand=[A_SPELL]), definitions={A_SPELL.passcode: late})
    (diagnostic,) = caught.value.diagnostics
    assert isinstance(diagnostic, Diagnostic)
    assert caught.value.card == "Tester"
    assert (diagnostic.effect, diagnostic.field) == ("effect 0", "operation[1]")


def test_a_definition_that_does_not_hash_is_refused_too() -> None:
    odd = card(activation(operation=[Draw(1)]))
    with pytest.raises(EffectError, match="is no tuple of"):
        duel(side(hand=[A_SPELL]), definitions={A_SPELL.passcode: odd})


def test_everything_that_is_wrong_is_said_at_once() -> None:
    twice = does(Draw(0), PayLP(0))
    assert ids(check(twice)) == {"number-out-of-range", "cost-after-resolution"}
    assert len(check(twice)) == 3


def test_what_is_random_or_known_later_is_not_asked_beforehand() -> None:
    steps = (
        Choose(RandomCards(MONSTERS, 2)),
        Choose(Kept(MONSTERS, Fact.LEVEL, Comparison.EQUAL, FactOf(CHOSEN, Fact.LEVEL))),
    )
    (effect,) = lower(does(*steps)).effects
    asked = [line.op for line in effect.programs["check"] if not isinstance(line, str)]
    assert asked == ["SELECT", "SET_COUNT", "LOAD_INT", "COMPARE", "MOVE", "END"]


def test_what_is_computed_leaves_the_cards_that_wait_for_it() -> None:
    hand, graveyard = IN_HAND, IN_GRAVEYARD
    more = Kept(graveyard, Fact.LEVEL, Comparison.AT_LEAST, Count(MONSTERS))
    for step in (
        Destroy(Together(hand, more)),
        Destroy(Together(hand, Together(graveyard, MONSTERS))),
        Destroy(Together(hand, Sharing(graveyard, Fact.LEVEL, MONSTERS))),
        Destroy(Sharing(Sharing(hand, Fact.LEVEL, graveyard), Fact.LEVEL, MONSTERS)),
        Destroy(Sharing(Together(hand, graveyard), Fact.LEVEL, Together(hand, MONSTERS))),
        Destroy(Among(Together(hand, graveyard), MONSTERS)),
    ):
        (effect,) = lower(does(step)).effects
        loaded: dict[int, bool] = {}  # set registers, and whether what they hold was used
        for line in effect.programs["operation"]:
            assert isinstance(line, Instruction)
            kinds = opcodes()[line.op]["operands"]
            read = {getattr(line, name) for name, kind in kinds.items() if kind == "set"}
            for register in read:
                loaded[register] = True
            for name, kind in kinds.items():
                register = getattr(line, name)
                if kind == "dst" and line.op not in KEEPS and register not in read:
                    assert loaded.get(register, True), f"{step}: s{register} is lost"
                    loaded[register] = False
                elif kind == "dst":
                    loaded[register] = False


def test_cards_are_noted_beside_those_that_were_noted() -> None:
    (effect,) = lower(does(Note(IN_HAND), Note(Together(MONSTERS, CHOSEN)))).effects
    lines = [line for line in effect.programs["operation"] if isinstance(line, Instruction)]
    written = [line.a for line in lines if line.op == "SELECT"]
    assert written == [2, 0]  # CHOSEN is written when all is known
