"""The decks that come with ygosim can be played by everyone: legal, and without effects."""

from __future__ import annotations

from collections import Counter

import pytest
from ruamel.yaml import YAML

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.deck_check import deck_faults
from ygosim.cards.demo import deck_names, deck_path, role_path
from ygosim.enums import CardType
from ygosim.rules import FORMATS, Rules

WITH_ROLES = ("beatdown", "tribute")
FORMATS_OF = {
    name: ["rush"] if name.startswith("rush") else [f for f in FORMATS if f != "rush"]
    for name in deck_names()
}


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in FORMATS_OF for rules in FORMATS_OF[name]]
)
def test_the_deck_is_legal(name: str, rules: str) -> None:
    deck = Deck.read(deck_path(name))
    assert deck_faults(deck, Rules.named(rules), catalogue=Catalogue.default()) == ()


@pytest.mark.parametrize("name", FORMATS_OF)
def test_the_deck_holds_forty_normal_monsters_of_a_sensible_curve(name: str) -> None:
    cards = [Catalogue.default()[passcode] for passcode in Deck.read(deck_path(name)).main]
    assert len(cards) == 40
    assert {card.type for card in cards} == {CardType.MONSTER | CardType.NORMAL}
    assert 26 <= sum(card.level <= 4 for card in cards) <= 28
    assert max(Counter(card.name for card in cards).values()) <= 3


@pytest.mark.parametrize("name", FORMATS_OF)
def test_comments_name_the_cards_below_them(name: str) -> None:
    comment = ""
    for line in deck_path(name).read_text(encoding="utf-8").splitlines():
        if line.isdecimal():
            assert Catalogue.default()[int(line)].name == comment
        else:
            comment = line.removeprefix("# ")


@pytest.mark.parametrize("name", WITH_ROLES)
def test_every_card_of_the_deck_has_one_role_and_every_name_is_in_it(name: str) -> None:
    names = Counter(Catalogue.default()[p].name for p in Deck.read(deck_path(name)).main)
    roles = YAML(typ="safe").load(role_path(name).read_text(encoding="utf-8"))
    listed = [card for cards in roles.values() for card in cards]
    assert len(listed) == len(set(listed))
    assert set(listed) <= set(names)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(FileNotFoundError, match=r"no deck 'burn' .* beatdown, rush-beatdown"):
        deck_path("burn")
    with pytest.raises(FileNotFoundError, match=r"no role file 'burn' .* beatdown, tribute"):
        role_path("burn")
