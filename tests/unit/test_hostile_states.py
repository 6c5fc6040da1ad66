"""States, templates and moves that cannot be: refused, never played or read past the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.rules.builders import duel, monster, side, soldiers
from ygosim._core.engine import CHECKED, STATE_DTYPE, DuelHandle, Template
from ygosim.cards.card import Card
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import CardType, MoveKind, Place
from ygosim.errors import IllegalMoveError, PositionError, UnsupportedCardError
from ygosim.position import PlacedCard, PlayerPosition, Position
from ygosim.records import Move

DECK = str(deck_path("beatdown"))


def template() -> Template:
    return duel(side(hand=[monster("A")], monsters=[monster("B")])).setup.template


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("first_turn_battle", 200),  # the machine counts options with it
        ("main_phase_2", 2),
        ("automatic", -1),
        ("main_zones", 0xFF),
        ("main_zones", 0),
        ("spell_trap_zones", 0x20),
        ("extra_monster_zones", 3),
        ("starting_lp", 0),
        ("starting_lp", 2**31),
        ("turn_limit", 2**16),
        ("turn_decision_limit", 0),
        ("hand_limit", 256),
        ("hand_limit", 1.5),
        ("hand_limit", None),
    ],
)
def test_a_rule_out_of_bounds_is_refused_by_its_name(rule: str, value: Any) -> None:
    made = template()
    with pytest.raises(ValueError, match=f"{rule} is {value}; it must be"):
        Template(made.definitions, {**made.rules, rule: value}, made.placements, made.position)


@pytest.mark.parametrize("field", ["atk", "def_"])
@pytest.mark.parametrize("value", [-(2**31), -1, 2**31 - 1])
def test_attack_and_defence_that_would_overflow_are_refused(field: str, value: int) -> None:
    made = template()
    definitions = made.definitions.copy()
    definitions[0][field] = value
    with pytest.raises(ValueError, match=f"definition 0 has ATK .*{value}"):
        Template(definitions, made.rules, made.placements, made.position)


@pytest.mark.parametrize(
    ("field", "value"), [("atk", -5), ("atk", 10**12), ("atk", "9"), ("level", -5)]
)
def test_a_card_with_a_number_the_core_does_not_hold_is_named(field: str, value: Any) -> None:
    facts: dict[str, Any] = {"level": 4, "atk": 0, "def_": 0, field: value}
    card = Card(7, "Odd One", CardType.MONSTER | CardType.NORMAL, **facts)
    with pytest.raises(UnsupportedCardError, match=rf"Odd One cannot be played: .* is {value!r}"):
        duel(side(hand=[card]))


def test_a_zone_with_a_card_that_lies_elsewhere_breaks_an_invariant() -> None:
    handle = duel(side(hand=soldiers(3), monsters={2: monster("B")})).handle
    state = handle.storage[0]
    in_hand = int(state["pile"][0, 1, 2])  # slot 2 of the hand
    state["zone"][0, 0, 2] = in_hand
    state["zone_atk"][0, 2] = handle.template_.definitions[state["code"][in_hand]]["atk"]
    assert handle.check() is not None
    both = duel(side(monsters={2: monster("B")})).handle
    both.storage[0]["zone"][1] = both.storage[0]["zone"][0]
    both.storage[0]["zone_atk"][1] = both.storage[0]["zone_atk"][0]
    both.storage[0]["zone_def"][1] = both.storage[0]["zone_def"][0]
    both.storage[0]["monsters"][1] = both.storage[0]["monsters"][0]
    assert (
        both.check() == "each zone holds a card that stands there, and the rows have no other card"
    )


def _life_points(state: Any) -> None:
    state["lp"][1] = -1


def _foreign_pile(state: Any) -> None:
    # The only card of player 0's GY, all of it, to that of player 1.
    card = int(state["pile"][0, Place.GRAVEYARD, 0])
    for part in ("pile", "pile_count", "cards_in"):
        state[part][1, Place.GRAVEYARD] = state[part][0, Place.GRAVEYARD]
        state[part][0, Place.GRAVEYARD] = 0
    state["controller"][card] = 1


def _mark(field: str) -> Callable[[Any], None]:
    def mark(state: Any) -> None:
        card = int(state["pile"][0, Place.HAND, 0])
        state[field][card >> 6] |= 1 << (card & 63)

    return mark


def _attacker_of_none(state: Any) -> None:
    state["attack"]["attacker"] = state["zone"][0, 0, 1]


INVARIANTS: dict[str, tuple[Callable[[Any], None], str]] = {
    "life points": (_life_points, "life points are not below 0"),
    "a pile of the other": (_foreign_pile, "cards lie in piles of their owner"),
    "arrived in hand": (_mark("arrived"), "turn marks are on cards of the field only"),
    "changed in hand": (_mark("position_changed"), "turn marks are on cards of the field only"),
    "attacked in hand": (_mark("attack_declared"), "turn marks are on cards of the field only"),
    "an attacker without attack": (
        _attacker_of_none,
        "an attack has an attacker, and is none when it is not open",
    ),
}


@pytest.mark.skipif(CHECKED, reason="a checked build traps it")
@pytest.mark.parametrize("what", INVARIANTS)
def test_a_broken_invariant_is_named(what: str) -> None:
    breaks, says = INVARIANTS[what]
    game = duel(side(hand=soldiers(2), monsters={1: monster("A")}, graveyard=[monster("B")]))
    assert game.handle.check() is None
    breaks(game.handle.storage[0])
    assert game.handle.check() == says


def test_a_saved_state_has_no_events_and_nothing_past_its_marks() -> None:
    game = duel(side(hand=soldiers(2)))
    whole = np.frombuffer(game.handle.save(), dtype=STATE_DTYPE).copy()
    for change in ("event_count", "events", "frames"):
        state = whole.copy()
        if change == "event_count":
            state["event_count"] = 1
        elif change == "events":
            state["events"][0, 5]["card"] = 200
        else:
            state["frames"][0, 3]["card"] = 1
        assert game.handle.load(state.tobytes()) == "what the state does not use is zero"
    assert game.handle.load(whole.tobytes()) is None


def test_storage_is_empty_or_a_state_of_the_template() -> None:
    game = duel(side(hand=soldiers(2)))
    made = game.setup.template
    copied = game.handle.storage.copy()
    assert DuelHandle(made, copied).legal() == game.handle.legal()
    assert DuelHandle(made, np.zeros(1, dtype=STATE_DTYPE)).legal() == []
    garbage = np.frombuffer(b"\xff" * STATE_DTYPE.itemsize, dtype=STATE_DTYPE).copy()
    with pytest.raises(ValueError, match="storage is neither all 0 nor a state"):
        DuelHandle(made, garbage)
    with pytest.raises(ValueError, match="an array of one STATE_DTYPE"):
        DuelHandle(made, [1])  # type: ignore[arg-type]


def test_monsters_attack_in_the_battle_phase_and_in_their_own_turn() -> None:
    in_main = duel(side(monsters={1: monster("A")}), side(monsters={2: monster("B")})).handle
    for field, player, zone in (("may_attack", 0, 1), ("may_attack", 1, 2), ("may_change", 1, 2)):
        handle = in_main.copy()
        handle.storage[0]["monsters"][player][field] = 1 << zone
        assert handle.check() == "the masks of monster zones agree with the cards"


def test_an_index_may_be_any_integer_but_no_bool() -> None:
    game = duel(side(hand=soldiers(2)))
    twin = game.copy()
    assert game.apply(np.int64(0)) == twin.apply(0)
    for wrong in (True, 1.0, "0", None, np.bool_(True)):
        with pytest.raises(TypeError, match="is no move; give one of legal"):
            game.apply(wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match="there is no option -1"):
        game.apply(-1)


def test_a_saved_duel_is_bytes_of_any_kind() -> None:
    saved = duel(side(hand=soldiers(2))).save()
    assert Duel.load(memoryview(saved)).save() == Duel.load(bytearray(saved)).save() == saved  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a saved duel is bytes, not str"):
        Duel.load("x")  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, 2**64, 1.5, "1", None, True])
@pytest.mark.parametrize("name", ["seed", "index"])
def test_a_seed_is_a_whole_number_of_64_bits(name: str, value: Any) -> None:
    deck = Deck.read(deck_path("beatdown"))
    with pytest.raises((TypeError, ValueError), match=f"{name} is .*; it must be"):
        Duel((deck, deck), **{name: value})


@pytest.mark.parametrize("decks", [(), "ab", None, (1, 2)])
def test_what_is_no_pair_of_decks_is_refused(decks: Any) -> None:
    with pytest.raises(TypeError, match="two Decks"):
        Duel(decks)


@pytest.mark.parametrize(
    "move",
    [
        Move("x"),  # type: ignore[arg-type]
        Move(99),  # type: ignore[arg-type]
        Move(MoveKind.NORMAL_SUMMON, card=300),
        Move(MoveKind.NORMAL_SUMMON, card=-1),
        Move(MoveKind.NORMAL_SUMMON, card=1.5),  # type: ignore[arg-type]
        Move(MoveKind.NORMAL_SUMMON, card="x"),  # type: ignore[arg-type]
        Move(MoveKind.CHOOSE_ZONE, slot="1"),  # type: ignore[arg-type]
        Move(MoveKind.CHOOSE_ZONE, slot=256),
    ],
    ids=repr,
)
def test_a_move_of_something_else_is_illegal(move: Move) -> None:
    game = duel(side(hand=soldiers(2)))
    with pytest.raises(IllegalMoveError, match=r"no kind of move|of a move is"):
        game.apply(move)
    with pytest.raises(IllegalMoveError, match=r"no kind of move|of a move is"):
        game.why_not(move)


def of(**facts: Any) -> dict[str, Any]:
    return {"players": (PlayerPosition(**facts), PlayerPosition())}


ODD_POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "rules by name": ({"rules": "mr5"}, "rules is 'mr5'"),
    "players of text": ({"players": "ab"}, "player 0 is 'a'"),
    "a turn of text": ({"turn": "x"}, "turn is 'x'; it must be a whole number"),
    "half a life point": (of(lp=1.5), "player 0: lp is 1.5"),
    "monsters in a list": (of(monsters=["Mokey Mokey"]), "must map zones to cards"),
    "a zone of text": (of(monsters={"a": "Mokey Mokey"}), "a zone is 'a'"),
    "a zone that is true": (of(monsters={True: "Mokey Mokey"}), "a zone is True"),
    "a position of text": (of(monsters={1: PlacedCard("Mokey Mokey", position="x")}), "position"),  # type: ignore[arg-type]
    "a mark that is a number": (
        of(monsters={1: PlacedCard("Mokey Mokey", arrived=500)}),  # type: ignore[arg-type]
        "arrived must be True or False",
    ),
    "an owner of text": (of(monsters={1: PlacedCard("Mokey Mokey", owner="x")}), "owner is 'x'"),  # type: ignore[arg-type]
    "half a tribute": ({"tributes": {"Mokey Mokey": 1.5}}, "tributes of 'Mokey Mokey' is 1.5"),
    "tributes in a list": ({"tributes": ["x"]}, "tributes must map"),
    "part of a summon": ({"normal_summons_left": 1.5}, "normal_summons_left is 1.5"),
}


@pytest.mark.parametrize("what", ODD_POSITIONS)
def test_a_position_of_other_types_is_refused(what: str) -> None:
    facts, says = ODD_POSITIONS[what]
    with pytest.raises(PositionError, match=says):
        Duel.from_position(Position(**facts))
