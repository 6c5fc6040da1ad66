"""Cards: what follows from their facts."""

from __future__ import annotations

import dataclasses

import pytest

from ygosim.cards.card import Card, name_key
from ygosim.cards.catalogue import Catalogue
from ygosim.enums import CardType

CATALOGUE = Catalogue.default()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Dark Magician", "Normal Monster"),
        ("Kuriboh", "Effect Monster"),
        ("Man-Eater Bug", "Effect Flip Monster"),
        ("Ash Blossom & Joyous Spring", "Effect Tuner Monster"),
        ("Formula Synchron", "Effect Tuner Synchro Monster"),
        ("Blue-Eyes Ultimate Dragon", "Fusion Monster"),
        ("Black Luster Soldier", "Ritual Monster"),
        ("Flash Knight", "Normal Pendulum Monster"),
        ("Odd-Eyes Rebellion Dragon", "Effect Pendulum Xyz Monster"),
        ("Raigeki", "Normal Spell"),
        ("Mystical Space Typhoon", "Quick-Play Spell"),
        ("Black Luster Ritual", "Ritual Spell"),
        ("Umi", "Field Spell"),
        ("Mirror Force", "Normal Trap"),
        ("Solemn Judgment", "Counter Trap"),
        ("Sheep Token", "Token"),
        ("OuTerverSe", "card of no kind"),
    ],
)
def test_kinds_are_named_as_people_name_them(name: str, kind: str) -> None:
    assert CATALOGUE.by_name(name).kind == kind


def test_the_one_number_is_level_rank_or_rating() -> None:
    level, rank, rating = (
        CATALOGUE.by_name(name) for name in ("Kuriboh", "Number 39: Utopia", "Linkuriboh")
    )
    assert (level.level, level.rank, level.link_rating) == (1, None, None)
    assert (rank.level, rank.rank, rank.link_rating) == (4, 4, None)
    assert (rating.level, rating.rank, rating.link_rating) == (1, None, 1)


def test_every_card_is_one_of_monster_spell_and_trap() -> None:
    odd = [c.name for c in CATALOGUE if c.is_monster + c.is_spell + c.is_trap != 1]
    assert odd == ["OuTerverSe"]


def test_spells_that_make_links_are_main_deck_cards() -> None:
    assert not Card(1, "Link Spell", CardType.SPELL | CardType.LINK).is_extra_deck


def test_ritual_monsters_are_extra_deck_cards_in_rush_only() -> None:
    ritual = CATALOGUE.by_name("Black Luster Soldier")
    assert not ritual.is_extra_deck
    assert dataclasses.replace(ritual, rush=True).is_extra_deck


@pytest.mark.parametrize("bit", ["FLIP", "TOON", "SPIRIT", "UNION", "GEMINI"])
def test_abilities_are_effects_even_where_the_database_forgot_to_say(bit: str) -> None:
    assert Card(1, "X", CardType.MONSTER | CardType[bit]).has_effect


def test_cards_are_frozen_and_without_a_dict() -> None:
    card = CATALOGUE.by_name("Kuriboh")
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.atk = 3000  # type: ignore[misc]
    assert not hasattr(card, "__dict__")


def test_the_key_of_a_name_keeps_letters_and_digits_of_all_scripts() -> None:
    assert name_key("Falchionβ") == "falchionβ"
    assert name_key("Number C39: Utopia Ray") == "numberc39utopiaray"
    assert name_key("Ｆullwidth") == "fullwidth"
