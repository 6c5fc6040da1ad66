"""What a player may know: INFO-1."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    HIDDEN_ATTACK,
    SET,
    duel,
    end_turn,
    lying,
    monster,
    names,
    passcode,
    set_monster,
    side,
    spell,
    trap,
)
from tests.rules.stand_ins import MY_MONSTERS, activate, magic, play, used
from ygosim._core.callback import view_of
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.effects.model import TARGETS, Send, Target
from ygosim.enums import CardType, Place
from ygosim.position import PlayerPosition

EXTRA = Card(passcode("Fused"), "Fused", CardType.MONSTER | CardType.FUSION, level=6, atk=1, def_=1)


def seen(cells: Any) -> list[int]:
    """The passcodes that are shown, hidden cards as 0."""
    return [int(cell["passcode"]) for cell in cells if cell["present"]]


def both(first: PlayerPosition, second: PlayerPosition, **facts: Any) -> tuple[Any, Any]:
    game = duel(first, second, **facts)
    return game.observe(0), game.observe(1)


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_face_up_cards_are_seen_by_both() -> None:
    first, second = both(side(monsters=[monster("A", atk=1700)]), side())
    for view, of in ((first, 0), (second, 1)):
        assert seen(view["monster_zones"][of]) == [passcode("A")]
        assert view["monster_zones"][of][1]["atk"] == 1700


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_graveyards_are_seen_by_both_in_order() -> None:
    first, second = both(side(graveyard=[monster("A"), monster("B")]), side())
    shown = [passcode("A"), passcode("B")]
    assert seen(first["graveyard"][0]) == seen(second["graveyard"][1]) == shown


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_face_up_banished_cards_are_seen_by_both() -> None:
    first, second = both(side(banished=[monster("A")]), side())
    assert seen(first["banished"][0]) == seen(second["banished"][1]) == [passcode("A")]


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_life_points_and_counts_are_seen_by_both() -> None:
    _, second = both(
        side(lp=1234, hand=[monster("A")], deck=7, extra=[EXTRA], banished=[monster("B")]),
        side(lp=4321, deck=9),
    )
    assert list(second["lp"]) == [4321, 1234]
    assert list(second["hand_count"]) == [0, 1]
    assert list(second["deck_count"]) == [9, 7]
    assert list(second["extra_count"]) == [0, 1]
    assert list(second["banished_count"]) == [0, 1]


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_the_own_hand_and_extra_deck_are_seen() -> None:
    first, _ = both(side(hand=[monster("A")], extra=[EXTRA]), side())
    assert seen(first["hand"]) == [passcode("A")]
    assert seen(first["extra_deck"]) == [EXTRA.passcode]


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_the_controller_sees_its_set_cards() -> None:
    first, _ = both(side(monsters=[lying(monster("A"), SET)], spells_traps=[trap("T")]), side())
    assert seen(first["monster_zones"][0]) == [passcode("A")]
    assert seen(first["spell_trap_zones"][0]) == [passcode("T")]


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_the_controller_sees_a_set_card_that_is_the_opponents() -> None:
    first, _ = both(side(monsters=[lying(monster("A"), SET, owner=1)]), side())
    assert seen(first["monster_zones"][0]) == [passcode("A")]


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [SET, HIDDEN_ATTACK])
def test_the_opponent_sees_that_a_face_down_monster_is_there_and_how_it_lies_only(
    lie: Any,
) -> None:
    _, second = both(side(monsters=[lying(monster("A", atk=1700), lie)]), side())
    cell = second["monster_zones"][1][1]
    assert int(cell["position"]) == lie
    assert [int(cell[name]) for name in ("passcode", "atk", "def_", "type", "level")] == [0] * 5


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
def test_the_opponent_does_not_see_set_spells_and_traps() -> None:
    _, second = both(side(spells_traps=[spell("S"), trap("T")]), side())
    assert seen(second["spell_trap_zones"][1]) == [0, 0]


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
def test_the_owner_does_not_see_its_card_that_the_opponent_set() -> None:
    _, second = both(side(monsters=[lying(monster("A"), SET, owner=1)]), side())
    assert seen(second["monster_zones"][1]) == [0]


HIDDEN = {
    "the opponent's hand": lambda card: (side(), side(hand=[card])),
    "the own deck": lambda card: (side(deck=[card, card]), side()),
    "the opponent's deck": lambda card: (side(), side(deck=[card, card])),
    "the opponent's extra deck": lambda card: (
        side(),
        side(
            extra=[
                Card(card.passcode, card.name, EXTRA.type, level=6, atk=card.atk, def_=card.def_)
            ]
        ),
    ),
    "the opponent's Set monster": lambda card: (side(), side(monsters=[lying(card, SET)])),
    "the opponent's Set trap": lambda card: (
        side(),
        side(spells_traps=[trap(card.name)]),
    ),
}


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
@pytest.mark.parametrize("where", HIDDEN)
def test_positions_that_differ_in_what_is_hidden_only_look_the_same(where: str) -> None:
    looks = [
        duel(*HIDDEN[where](monster(name, atk=atk))).observe(0).tobytes()
        for name, atk in (("A", 100), ("B", 2500))
    ]
    assert looks[0] == looks[1]


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
def test_the_order_of_a_deck_is_hidden_from_its_owner() -> None:
    cards = [monster("A"), monster("B"), monster("C")]
    looks = [duel(side(deck=deck)).observe(0).tobytes() for deck in (cards, cards[::-1])]
    assert looks[0] == looks[1]


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
def test_a_set_monster_stays_hidden_until_it_is_flipped() -> None:
    game = duel(side(hand=[monster("A")]))
    set_monster(game, "A")
    end_turn(game)
    assert seen(game.observe(1)["monster_zones"][1]) == [0]


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
def test_a_turn_without_a_choice_looks_like_one_that_was_passed() -> None:
    # A hand of nothing but Level 7 leaves no option on the first turn, so nothing is asked.
    hands = [[monster(name, level=level)] * 5 for name, level in (("A", 7), ("B", 4))]
    looks = []
    for hand in hands:
        game = duel(side(hand=hand), side(hand=[monster("Own")]), turn=1)
        if game.turn == 1:
            end_turn(game)
        assert (game.turn, game.player) == (2, 1)
        looks.append((view_of(game.handle, 1).tobytes(), game.observe(1).tobytes()))
    assert looks[0] == looks[1]


@pytest.mark.rule("INFO-1")
@pytest.mark.permits
def test_the_full_state_is_a_separate_call() -> None:
    game: Duel = duel(side(hand=[monster("A")]), side(hand=[monster("B")]))
    assert int(game.state["pile_count"][1][1]) == 1
    assert game.cards(1, game.cards(1, 1)[0].place)[0].name == "B"  # type: ignore[arg-type]


def test_a_player_who_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="must be 0 or 1"):
        duel().observe(2)


def test_an_observation_names_a_monster_in_attack_position() -> None:
    first, _ = both(side(monsters=[lying(monster("A"), ATTACK)]), side())
    assert int(first["monster_zones"][0][1]["position"]) == ATTACK


RECALL = magic("Called Back", used(Send(TARGETS, Place.HAND), targets=(Target(MY_MONSTERS),)))


@pytest.mark.rule("INFO-1")
@pytest.mark.forbids
def test_a_monster_that_returned_to_the_hand_is_hidden_there_like_the_others() -> None:
    game = play(side(hand=[RECALL, monster("Held")], monsters=[monster("Recalled")]))
    activate(game, "Called Back")
    assert names(game, 0, Place.HAND) == ["Held", "Recalled"]
    assert {view.position for view in game.cards(0, Place.HAND)} == {SET}
