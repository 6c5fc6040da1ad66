"""`Duel`: asking, taking, copying, hashing, watching.  Saving is in test_duel_saving.py."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    SET,
    attack,
    battle,
    duel,
    end_turn,
    link,
    lying,
    monster,
    names,
    number,
    place,
    set_monster,
    side,
    soldiers,
    spell,
    summon,
    take,
    trap,
)
from tests.strategies import positions
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, EndCause, EventKind, MoveKind, Place, Refusal
from ygosim.errors import DeckError, IllegalMoveError, UnsupportedCardError
from ygosim.position import Position
from ygosim.records import REFUSALS, Move
from ygosim.rules import Rules
from ygosim.template import Limits

DEMO = Deck.read(deck_path("beatdown"))
FIXED = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def fresh(seed: int = 1, **more: Any) -> Duel:
    return Duel((DEMO, DEMO), seed=seed, **more)


def play(game: Duel, moves: int, seed: int = 0) -> Duel:
    """So many random moves, fewer if the duel ends."""
    chance = random.Random(seed)
    for _ in range(moves):
        if game.over:
            break
        game.apply(chance.randrange(len(game.legal())))
    return game


# --------------------------------------------------------------------------- asking


def test_legal_moves_come_in_a_fixed_order() -> None:
    game = duel(
        side(
            hand=[trap("T"), monster("B", level=5), monster("A")],
            monsters=[lying(monster("Down"), SET), monster("Up")],
        )
    )
    assert [str(move) for move in game.legal()] == [
        "Normal Summon A",
        "Normal Summon B",
        "Set A",
        "Set B",
        "Set T",
        "Flip Summon Down",
        "change the position of Up",
        "enter the Battle Phase",
        "end the turn",
    ]


def test_nothing_is_legal_when_the_duel_is_over() -> None:
    game = duel(side(lp=0))
    assert (game.legal(), game.legal_sets()) == ((), ())
    assert (game.decision, game.player) == (DecisionKind.NONE, None)


def test_sets_of_other_decisions_have_one_move() -> None:
    game = duel(side(hand=soldiers(2)))
    assert game.legal_sets() == tuple((move,) for move in game.legal())


def named(sets: Any) -> list[tuple[str, ...]]:
    return [tuple(move.name for move in chosen) for chosen in sets]


@pytest.mark.parametrize("over", [1, 2, 3, 5])
def test_sets_of_discards_are_all_combinations(over: int) -> None:
    cards = soldiers(6 + over)
    game = duel(side(hand=cards))
    end_turn(game)
    wanted = list(itertools.combinations([card.name for card in cards], over))
    assert named(game.legal_sets()) == wanted


@pytest.mark.parametrize(
    ("slots", "needed", "level"),
    [
        ((0, 1, 2, 3, 4), 1, 5),
        ((4, 2, 0), 2, 7),
        ((0, 1, 2, 3, 4), 2, 7),
        ((5, 0, 1, 2, 3, 4), 1, 5),
        ((5, 0, 1, 2, 3, 4), 2, 7),
        ((5, 6, 0, 1, 2, 3, 4), 2, 7),
        ((0, 1, 2, 3, 5, 4, 6), 2, 7),
        ((5, 6, 1), 2, 7),
        ((5, 6, 0, 1, 2, 3, 4), 3, 10),
    ],
)
def test_sets_of_tributes_are_the_combinations_that_free_a_zone(
    slots: tuple[int, ...], needed: int, level: int
) -> None:
    game = duel(
        side(
            hand=[monster("A", level=level)],
            monsters={slot: monster(f"in {slot}") for slot in slots},
        ),
        tributes={"A": 3} if needed == 3 else {},
    )
    take(game, MoveKind.NORMAL_SUMMON, "A")
    full = set(range(5)) <= set(slots)
    wanted = [
        tuple(f"in {slot}" for slot in chosen)
        for chosen in itertools.combinations(slots, needed)
        if not full or any(slot < 5 for slot in chosen)
    ]
    assert named(game.legal_sets()) == wanted


def test_sets_after_the_first_choice_are_what_is_left() -> None:
    game = duel(side(hand=soldiers(9)))
    end_turn(game)
    take(game, MoveKind.CHOOSE_DISCARD, "Soldier 5")
    assert named(game.legal_sets()) == [
        tuple(f"Soldier {n}" for n in pair) for pair in itertools.combinations((6, 7, 8, 9), 2)
    ]


def test_every_set_can_be_taken_and_gives_what_it_says() -> None:
    game = duel(side(hand=soldiers(8)))
    end_turn(game)
    for chosen in game.legal_sets():
        trial = game.copy()
        for move in chosen:
            if trial.turn == 2:  # the last one may have been taken already
                trial.apply(move)
        assert set(names(trial, 0, Place.GRAVEYARD)) == {move.name for move in chosen}


# --------------------------------------------------------------------------- taking


def test_a_move_is_taken_by_value_or_by_index() -> None:
    first, second = fresh(), fresh()
    moves = first.legal()
    assert first.apply(moves[2]) == second.apply(2)
    assert first.hash128 == second.hash128


@pytest.mark.parametrize("index", [-1, 7, 100])
def test_an_index_out_of_range_is_refused(index: int) -> None:
    game = fresh()
    with pytest.raises(IllegalMoveError, match=f"no option {index}; there are 7"):
        game.apply(index)


def test_a_refused_move_changes_nothing() -> None:
    game = fresh()
    before = game.save()
    with pytest.raises(IllegalMoveError, match="Main Phase 2 follows") as refused:
        game.apply(Move(MoveKind.ENTER_MAIN_PHASE_2))
    assert refused.value.rule == "TURN-1"
    assert (game.save(), game.moves) == (before, ())


def test_the_events_of_a_move_are_returned_and_logged() -> None:
    game = battle(side(monsters=[monster("A", atk=700)]))
    before = game.log
    events = attack(game, "A")
    assert [str(event) for event in events] == [
        "A attacks directly",
        "damage calculation",
        "player 1 takes 700 battle damage",
    ]
    assert game.log == before + events


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Move(MoveKind.END_TURN, card=3), "END_TURN is about no card"),
        (Move(MoveKind.ATTACK), "ATTACK needs a card"),
        (Move(MoveKind.ATTACK, card=256), "must be 0 to 255"),
        (Move(MoveKind.CHOOSE_ZONE, slot=-1), "must be 0 to 255"),
        (Move(MoveKind.NONE), "another decision is waiting"),
    ],
)
def test_a_move_that_makes_no_sense_is_refused(move: Move, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=message):
        fresh().apply(move)


def test_a_move_names_a_card_by_number_or_by_name() -> None:
    game = duel(side(hand=[monster("A"), monster("A")]))
    by_name = game.move(MoveKind.NORMAL_SUMMON, "A")
    assert by_name == game.move(MoveKind.NORMAL_SUMMON, number(game, "A"))
    with pytest.raises(LookupError, match="player 0 has no 'B'"):
        game.move(MoveKind.NORMAL_SUMMON, "B")
    with pytest.raises(IllegalMoveError, match="no card 254"):
        game.move(MoveKind.NORMAL_SUMMON, 254)


# ------------------------------------------------------------------- why not, exactly


def encodable() -> list[int]:
    """Moves of every kind, card and slot that say something, and some that do not."""
    every = [(card, 0, 0) for card in [*range(70), 253, 254, 255]]
    odd = [
        (card, slot, high)
        for card in (0, 1, 7, 255)
        for slot in (1, 2, 3, 4, 5, 6, 7, 255)
        for high in (0, 1, 255)
    ]
    return [
        kind | card << 8 | slot << 16 | high << 24
        for kind in range(18)
        for card, slot, high in every + odd
    ]


ENCODABLE = encodable()


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_a_move_is_refused_exactly_when_it_is_not_listed(position: Position, seed: int) -> None:
    game = play(Duel.from_position(position, unsupported="blank"), seed % 7, seed)
    handle = game.handle
    refusals = {move: handle.refusal(move) for move in ENCODABLE}
    taken = sorted(move for move, refusal in refusals.items() if refusal == Refusal.NONE)
    assert taken == sorted(handle.legal())
    assert set(refusals.values()) <= set(Refusal)


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_every_listed_move_can_be_taken_and_is_answered_by_none(
    position: Position, seed: int
) -> None:
    game = play(Duel.from_position(position, unsupported="blank"), seed % 7, seed)
    for move in game.legal():
        assert game.why_not(move) is None
        trial = game.copy()
        trial.apply(move)
        assert trial.handle.check() is None


def test_every_refusal_has_its_words() -> None:
    assert set(REFUSALS) == set(Refusal) - {Refusal.NONE}
    assert all(text.reason for text in REFUSALS.values())


def test_a_refusal_prints_its_rule() -> None:
    game = duel(side(hand=[monster("A", level=5)]))
    answer = game.why_not(game.move(MoveKind.NORMAL_SUMMON, "A"))
    assert str(answer) == "there are too few monsters to Tribute [SUM-1]"


# --------------------------------------------------------------------------- copying


@pytest.mark.parametrize("make", [Duel.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_independent(make: Any) -> None:
    game = play(fresh(), 20)
    other = make(game)
    before = game.save(), game.log, game.moves
    play(other, 30, seed=5)
    assert (game.save(), game.log, game.moves) == before
    assert other.hash128 != game.hash128


def test_a_copy_goes_on_in_the_same_way() -> None:
    game = play(fresh(), 20)
    other = game.copy()
    assert play(game, 40, seed=3).save() == play(other, 40, seed=3).save()
    assert game.log == other.log


# --------------------------------------------------------------------------- hashing


def test_which_copy_of_a_card_is_where_does_not_matter() -> None:
    def made(first: str, second: str) -> Duel:
        game = duel(side(hand=[monster("A"), monster("B"), monster("A")]), rules="rush")
        held = [view.number for view in game.cards(0, Place.HAND) if view.name == "A"]
        for index, zone in ((int(first), 1), (int(second), 2)):
            game.apply(game.move(MoveKind.NORMAL_SUMMON, held[index]))
            place(game, zone)
        return game

    one, other = made("0", "1"), made("1", "0")
    assert one.save() != other.save()
    assert one.hash128 == other.hash128


def test_the_order_of_a_hand_does_not_matter() -> None:
    cards = soldiers(3)
    assert duel(side(hand=cards)).hash128 == duel(side(hand=cards[::-1])).hash128


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (side(lp=1), side(lp=2)),
        (side(hand=[monster("A")]), side(hand=[monster("B")])),
        (side(hand=[monster("A")]), side(graveyard=[monster("A")])),
        (side(deck=soldiers(2)), side(deck=soldiers(2)[::-1])),
        (side(graveyard=soldiers(2)), side(graveyard=soldiers(2)[::-1])),
        (side(monsters={1: monster("A")}), side(monsters={2: monster("A")})),
        (side(monsters={1: monster("A")}), side(monsters={1: lying(monster("A"), SET)})),
        (
            side(monsters={1: lying(monster("A"), ATTACK)}),
            side(monsters={1: lying(monster("A"), ATTACK, owner=1)}),
        ),
        (
            side(monsters={1: lying(monster("A"), ATTACK)}),
            side(monsters={1: lying(monster("A"), ATTACK, arrived=True)}),
        ),
        (
            side(monsters={1: lying(monster("A"), ATTACK, position_changed=True)}),
            side(monsters={1: lying(monster("A"), ATTACK, attack_declared=True)}),
        ),
        (side(spells_traps={1: spell("A")}), side(spells_traps={2: spell("A")})),
    ],
)
def test_what_differs_in_the_game_differs_in_the_hash(one: Any, other: Any) -> None:
    first, second = duel(one), duel(other)
    assert first.hash != second.hash
    assert first.hash128 >> 64 != second.hash128 >> 64


def test_the_turn_the_phase_and_the_summons_left_count() -> None:
    cards = side(hand=soldiers(1))
    hashes = {
        duel(cards, **facts).hash
        for facts in ({}, {"turn": 4}, {"phase": 4}, {"normal_summons_left": 0})
    }
    assert len(hashes) == 4


def test_of_two_copies_the_chosen_one_matters_while_choices_are_open() -> None:
    game = duel(side(hand=[monster("A"), monster("B"), monster("A"), *soldiers(5)]))
    end_turn(game)
    copies = [view.number for view in game.cards(0, Place.HAND) if view.name == "A"]
    hashes = []
    for card in copies:
        trial = game.copy()
        trial.apply(trial.move(MoveKind.CHOOSE_DISCARD, card))
        hashes.append(trial.hash128)
    # What may follow is not the same, since choices ascend.
    assert len(set(hashes)) == 2


def test_the_way_to_a_position_does_not_matter() -> None:
    def after(*zones: int) -> Duel:
        game = duel(side(hand=soldiers(2)), rules="rush")
        order = [f"Soldier {zone}" for zone in zones]
        for name, zone in zip(order, zones, strict=True):
            summon(game, name, zone=zone)
        return game

    assert after(1, 2).hash128 == after(2, 1).hash128


# -------------------------------------------------------------------------- watching


def test_a_duel_prints_its_board() -> None:
    game = duel(
        side(hand=[monster("A")], monsters=[lying(monster("B", atk=1500, def_=800), DEFENCE)]),
        side(monsters={6: link("L")}, spells_traps=[trap("T")], graveyard=[monster("C")], lp=300),
    )
    assert str(game) == (
        "turn 2, player 0, Main Phase 1 (mr5)\n"
        "player 1: 300 LP, deck 10, extra deck 0, GY 1, banished 0\n"
        "  monsters: 6 L (1000/0, attack)\n"
        "  spells & traps: 1 T (Set)\n"
        "  hand: -\n"
        "player 0: 8000 LP, deck 10, extra deck 0, GY 0, banished 0\n"
        "  monsters: 1 B (1500/800, defence)\n"
        "  hand: A\n"
        "player 0 decides: main phase"
    )
    assert repr(game) == "<Duel mr5, turn 2, LP (8000, 300)>"


@pytest.mark.parametrize(
    ("first", "second", "last"),
    [
        ({"lp": 0}, {}, "over: player 1 wins, life points at 0"),
        ({"lp": 0}, {"lp": 0}, "over: a draw, life points at 0"),
    ],
)
def test_a_duel_that_is_over_prints_how(first: Any, second: Any, last: str) -> None:
    assert str(duel(side(**first), side(**second))).splitlines()[-1] == last


def test_the_log_reads_as_a_story() -> None:
    game = duel(
        side(hand=[monster("A", level=5, atk=2000)], monsters=[monster("B")]),
        side(monsters=[lying(monster("C", def_=2500), SET)], deck=0),
    )
    summon(game, "A")
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    attack(game, "A")
    end_turn(game)
    assert [str(event) for event in game.log] == [
        "B goes from player 0's monster zone to player 0's GY (Tributed)",
        "player 0 Normal Summons A to monster zone 0",
        "Battle Phase",
        "A attacks C",
        "C is flipped face-up",
        "damage calculation",
        "player 0 takes 500 battle damage",
        "End Phase",
        "turn 3: player 1",
        "Draw Phase",
        "player 0 wins: a deck ran out",
    ]


def test_every_kind_of_event_can_be_said() -> None:
    game = play(fresh(), 10_000)
    assert game.over
    assert all(str(event) for event in game.log)
    assert {event.kind for event in game.log} >= {
        EventKind.DUEL_STARTED,
        EventKind.DRAWN,
        EventKind.SET,
        EventKind.MOVED,
        EventKind.DUEL_ENDED,
    }


def test_cards_are_seen_by_place() -> None:
    game = duel(side(hand=[monster("A")]))
    set_monster(game, "A", zone=3)
    (view,) = game.cards(0, Place.MONSTER_ZONE)
    assert (view.name, view.slot, view.position, view.face_up) == ("A", 3, SET, False)
    assert str(view) == "A (1000/1000, Set)"


# -------------------------------------------------------------------------- starting


def test_the_seed_and_the_index_decide_the_shuffle() -> None:
    orders = [
        bytes(fresh(seed, index=index).state["pile"])
        for seed, index in ((1, 0), (1, 1), (2, 0), (1, 0))
    ]
    assert orders[0] == orders[3]
    assert len(set(orders)) == 3


def test_without_a_shuffle_the_first_cards_of_the_list_are_drawn() -> None:
    hand = names(fresh(shuffle=False), 0, Place.HAND)
    catalogue = Catalogue.default()
    assert hand == [catalogue[passcode].name for passcode in DEMO.main[:5]]


def test_a_deck_with_faults_is_refused_and_played_when_told_so() -> None:
    small = Deck("small", DEMO.main[:10])
    with pytest.raises(DeckError, match="small"):
        Duel((small, DEMO))
    assert not Duel((small, DEMO), check_decks=False).over


def test_cards_with_effects_are_refused_and_named_or_played_blank_and_named() -> None:
    kuribohs = Deck("kuriboh", (57116033,) * 40)
    with pytest.raises(UnsupportedCardError, match="Winged Kuriboh"):
        Duel((kuribohs, DEMO), check_decks=False)
    game = Duel((kuribohs, DEMO), check_decks=False, unsupported="blank")
    assert game.blanked == ("Winged Kuriboh",)
    with pytest.raises(ValueError, match="unsupported is 'no'"):
        Duel((DEMO, DEMO), unsupported="no")  # type: ignore[arg-type]


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="no format 'mr9'"):
        Duel((DEMO, DEMO), "mr9")


# ---------------------------------------------------------------------------- limits


def test_a_duel_is_aborted_before_a_turn_past_the_limit() -> None:
    game = play(fresh(limits=Limits(turns=3)), 1000)
    assert (game.end_cause, game.winner, game.turn) == (EndCause.TURN_LIMIT, None, 3)
    assert str(game).endswith("over: no winner, aborted at the turn limit")


def test_a_duel_is_aborted_past_the_decisions_of_one_turn() -> None:
    game = fresh(limits=Limits(decisions_per_turn=1))
    game.apply(0)
    assert (game.end_cause, game.winner) == (EndCause.DECISION_LIMIT, None)


def test_a_format_without_draws_ends_at_the_last_turn_that_can_be_counted() -> None:
    rules = Rules.mr5.replace(draw_count=0)
    game = duel(rules=rules, turn=60000)
    for _ in range(5536):
        end_turn(game)
    assert (game.end_cause, game.turn) == (EndCause.TURN_LIMIT, 65535)


def test_everything_is_asked_when_told_so() -> None:
    game = fresh(limits=Limits(automatic=False))
    play(game, 200)
    assert any(len(trial.legal()) == 1 for trial in (play(game, 1) for _ in range(200)))
