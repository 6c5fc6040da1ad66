"""What keeps some of other cards, and the cards that they are kept from."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from tests.effects.definitions import does
from ygosim.effects import values
from ygosim.effects.lower import lower
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    THIS,
    Among,
    AnyCards,
    Cards,
    Extreme,
    Kept,
    MadeFrom,
    RandomCards,
    Send,
    Sharing,
    Summonable,
    Target,
)
from ygosim.effects.values import NARROWING, root_of, with_root
from ygosim.effects.writing import CardFilter, Instruction
from ygosim.enums import Comparison, EffectFlag, Fact, FilterFlag, Place, Recipe

GRAVEYARD = Cards(where=(Place.GRAVEYARD,))
FIELD = Cards(where=(Place.MONSTER_ZONE,))
KEEPING: dict[type, AnyCards] = {
    Extreme: Extreme(GRAVEYARD, Fact.ATK, greatest=True),
    Kept: Kept(GRAVEYARD, Fact.LEVEL, Comparison.EQUAL, 4),
    RandomCards: RandomCards(GRAVEYARD),
    MadeFrom: MadeFrom(GRAVEYARD, FIELD, Recipe.FUSION),
    Sharing: Sharing(GRAVEYARD, Fact.LEVEL, FIELD),
    Summonable: Summonable(GRAVEYARD),
    Among: Among(GRAVEYARD, FIELD),
}


def test_every_kind_of_cards_that_are_kept_of_others_narrows() -> None:
    kinds = [kind for kind in get_args(values.AnyCards) if hasattr(kind, "__dataclass_fields__")]
    named = {kind for kind in kinds if "cards" in {field.name for field in fields(kind)}}
    assert named == set(NARROWING) == set(KEEPING)


@pytest.mark.parametrize("kind", NARROWING)
def test_the_root_is_what_some_are_kept_of(kind: type) -> None:
    assert root_of(KEEPING[kind]) == GRAVEYARD
    assert root_of(Extreme(KEEPING[kind], Fact.ATK, greatest=False)) == GRAVEYARD


@pytest.mark.parametrize("cards", [THIS, CHOSEN, GRAVEYARD])
def test_cards_that_are_kept_of_nothing_are_their_own_root(cards: AnyCards) -> None:
    assert root_of(cards) is cards


@pytest.mark.parametrize("kind", NARROWING)
def test_the_root_is_changed_and_what_is_kept_of_it_stays(kind: type) -> None:
    def but_this(cards: AnyCards) -> AnyCards:
        assert isinstance(cards, Cards)
        return replace(cards, but_this=True)

    changed = with_root(KEEPING[kind], but_this)
    assert root_of(changed) == replace(GRAVEYARD, but_this=True)
    assert with_root(changed, lambda _: GRAVEYARD) == KEEPING[kind]


@pytest.mark.parametrize("kind", NARROWING)
def test_what_moves_cards_of_a_graveyard_does_so_however_they_are_narrowed(kind: type) -> None:
    definition = does(Send(TARGETS, Place.HAND), targets=(Target(KEEPING[kind]),))
    assert lower(definition).effects[0].flags & EffectFlag.MOVES_FROM_GRAVEYARD


@pytest.mark.parametrize("kind", NARROWING)
def test_a_target_must_be_one_that_can_be_however_it_is_narrowed(kind: type) -> None:
    definition = does(targets=(Target(KEEPING[kind]),))
    filters = [
        instruction.i
        for instruction in lower(definition).effects[0].programs["check"]
        if isinstance(instruction, Instruction) and isinstance(instruction.i, CardFilter)
    ]
    assert any(row.flags & FilterFlag.CAN_BE_TARGETED for row in filters)
