"""The turn: TURN-1, TURN-4, PRIO-1."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ALL_FORMATS,
    attack,
    battle,
    duel,
    end_turn,
    happened,
    kinds,
    may,
    monster,
    names,
    phases,
    refusal,
    side,
    soldiers,
    take,
)
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, EventKind, MoveKind, Phase, Place, Reason, Refusal
from ygosim.errors import PositionError
from ygosim.rules import Rules
from ygosim.template import Limits

BATTLE = MoveKind.ENTER_BATTLE_PHASE
MAIN_2 = MoveKind.ENTER_MAIN_PHASE_2
DISCARD = MoveKind.CHOOSE_DISCARD

FULL_TURN = [Phase.DRAW, Phase.STANDBY, Phase.MAIN_1, Phase.BATTLE, Phase.MAIN_2, Phase.END]

# ----------------------------------------------------------------------- TURN-1


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_a_turn_goes_through_its_phases_in_order() -> None:
    game = duel(phase=Phase.DRAW, first=side(monsters=[monster()]))
    take(game, BATTLE)
    take(game, MAIN_2)
    end_turn(game)
    assert phases(game.log)[:6] == FULL_TURN


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_the_battle_phase_is_optional() -> None:
    game = duel()
    events = end_turn(game)
    assert phases(events)[0] is Phase.END


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_the_battle_phase_may_be_entered_without_an_attacker() -> None:
    game = duel()
    take(game, BATTLE)
    assert game.phase is Phase.BATTLE
    assert kinds(game) == {MAIN_2, MoveKind.END_TURN}


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_main_phase_2_is_optional_after_the_battle_phase() -> None:
    game = battle(side(monsters=[monster()]))
    assert phases(end_turn(game))[0] is Phase.END


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_main_phase_2_follows_a_battle_phase_without_any_attack() -> None:
    game = duel(side(monsters=[monster()]))
    take(game, BATTLE)
    take(game, MAIN_2)
    assert game.phase is Phase.MAIN_2


@pytest.mark.rule("TURN-1")
@pytest.mark.forbids
def test_main_phase_2_does_not_follow_main_phase_1() -> None:
    game = duel(side(monsters=[monster()]))
    answer = refusal(game, MAIN_2)
    assert (answer.refusal, answer.rule) == (Refusal.NO_MAIN_PHASE_2, "TURN-1")


@pytest.mark.rule("TURN-1")
@pytest.mark.forbids
def test_one_battle_phase_a_turn() -> None:
    game = duel(side(monsters=[monster()]), phase=Phase.MAIN_2)
    answer = refusal(game, BATTLE)
    assert (answer.refusal, answer.rule) == (Refusal.NOT_MAIN_PHASE_1, "TURN-1")


@pytest.mark.rule("TURN-1")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_no_battle_in_the_duels_first_turn(name: str) -> None:
    game = duel(side(monsters=[monster()], hand=[monster("A")]), rules=name, turn=1)
    answer = refusal(game, BATTLE)
    assert (answer.refusal, answer.rule) == (Refusal.NO_BATTLE_ON_FIRST_TURN, "TURN-1")


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_the_second_player_may_battle_in_the_second_turn(name: str) -> None:
    game = duel(side(hand=[monster()]), side(monsters=[monster("B")]), rules=name, turn=1)
    end_turn(game)
    assert (game.turn, game.turn_player) == (2, 1)
    take(game, BATTLE)
    assert may(game, MoveKind.ATTACK) == ["B"]


@pytest.mark.rule("TURN-1")
@pytest.mark.forbids
@pytest.mark.parametrize("phase", [Phase.BATTLE, Phase.MAIN_2])
def test_no_position_can_describe_a_battle_in_the_first_turn(phase: Phase) -> None:
    with pytest.raises(PositionError, match="turn 1 of a mr5 duel has no phase"):
        duel(turn=1, phase=phase)


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_the_players_take_turns() -> None:
    game = duel()
    whose = []
    for _ in range(4):
        whose.append((game.turn, game.turn_player))
        end_turn(game)
    assert whose == [(2, 0), (3, 1), (4, 0), (5, 1)]


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_the_turn_player_draws_one_card() -> None:
    game = duel(side(), side(deck=[monster("Top"), monster("Next")]))
    (drawn,) = happened(end_turn(game), EventKind.DRAWN)
    assert (drawn.player, drawn.value) == (1, 1)
    assert names(game, 1, Place.HAND) == ["Top"]


# ----------------------------------------------------------------------- TURN-4


@pytest.mark.rule("TURN-4")
@pytest.mark.permits
def test_six_cards_are_kept() -> None:
    game = duel(side(hand=soldiers(6)))
    end_turn(game)
    assert game.turn == 3
    assert len(game.cards(0, Place.HAND)) == 6


@pytest.mark.rule("TURN-4")
@pytest.mark.forbids
def test_the_seventh_card_is_discarded_before_the_turn_ends() -> None:
    game = duel(side(hand=soldiers(7)))
    end_turn(game)
    assert (game.turn, game.phase, game.decision) == (2, Phase.END, DecisionKind.DISCARD)
    (moved,) = happened(take(game, DISCARD, "Soldier 2"), EventKind.MOVED)
    assert (moved.name, moved.reason) == ("Soldier 2", Reason.DISCARD_RULE)
    assert game.turn == 3


@pytest.mark.rule("TURN-4")
@pytest.mark.forbids
def test_many_cards_are_discarded_all_at_once() -> None:
    game = duel(side(hand=soldiers(10)))
    end_turn(game)
    for name in ("Soldier 1", "Soldier 4", "Soldier 7"):
        assert happened(take(game, DISCARD, name), EventKind.MOVED) == []
    events = take(game, DISCARD, "Soldier 9")
    assert [event.name for event in happened(events, EventKind.MOVED)] == [
        "Soldier 1",
        "Soldier 4",
        "Soldier 7",
        "Soldier 9",
    ]


@pytest.mark.rule("TURN-4")
@pytest.mark.forbids
def test_a_discard_that_leaves_too_few_for_the_rest_is_not_offered() -> None:
    game = duel(side(hand=soldiers(9)))
    end_turn(game)
    assert may(game, DISCARD) == [f"Soldier {n}" for n in range(1, 8)]
    assert refusal(game, DISCARD, "Soldier 8").refusal is Refusal.OUT_OF_ORDER


@pytest.mark.rule("TURN-4")
@pytest.mark.permits
def test_a_hand_of_over_a_hundred_cards_comes_down_to_six() -> None:
    game = duel(side(hand=soldiers(119), deck=1))
    end_turn(game)
    while game.turn == 2:
        game.apply(0)
    assert names(game, 0, Place.HAND) != []
    assert len(game.cards(0, Place.HAND)) == 6
    assert len(game.cards(0, Place.GRAVEYARD)) == 113


@pytest.mark.rule("TURN-4")
@pytest.mark.permits
def test_the_opponents_hand_is_not_counted() -> None:
    game = duel(side(), side(hand=soldiers(9)))
    end_turn(game)
    assert (game.turn, len(game.cards(1, Place.HAND))) == (3, 10)


@pytest.mark.rule("TURN-4")
@pytest.mark.forbids
def test_only_hand_cards_are_discarded() -> None:
    game = duel(side(hand=soldiers(7), monsters=[monster("A")]))
    end_turn(game)
    card = game.cards(0, Place.MONSTER_ZONE)[0].number
    answer = game.why_not(game.move(DISCARD, card))
    assert answer is not None
    assert answer.refusal is Refusal.NOT_IN_HAND


# ----------------------------------------------------------------------- PRIO-1


@pytest.mark.rule("PRIO-1")
@pytest.mark.permits
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("phase", list(Phase))
def test_the_turn_player_acts_first(player: int, phase: Phase) -> None:
    game = duel(
        side(hand=soldiers(7), monsters=[monster()]),
        side(hand=soldiers(7), monsters=[monster()]),
        turn_player=player,
        phase=phase,
    )
    assert game.player == player


@pytest.mark.rule("PRIO-1")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("kind", "phase"),
    [(MoveKind.CHANGE_POSITION, Phase.MAIN_1), (MoveKind.ATTACK, Phase.BATTLE)],
)
def test_the_other_player_does_not_act_in_it(kind: MoveKind, phase: Phase) -> None:
    game = duel(side(monsters=[monster("A")]), side(monsters=[monster("B")]), phase=phase)
    card = game.cards(1, Place.MONSTER_ZONE)[0].number
    answer = game.why_not(game.move(kind, card))
    assert answer is not None
    assert answer.refusal is Refusal.NOT_CONTROLLED


# -------------------------------------------------------- where formats differ


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("expert", 1), ("mr1", 1), ("mr2", 1), ("mr3", 0), ("mr4", 0), ("mr5", 0), ("rush", 5)],
)
def test_the_draw_of_the_duels_first_turn(name: str, drawn: int) -> None:
    game = duel(rules=name, turn=1, phase=Phase.DRAW)
    assert len(game.cards(0, Place.HAND)) == drawn


@pytest.mark.parametrize(("rules", "asked"), [("mr5", True), ("rush", False)])
def test_a_hand_of_seven_at_the_end_of_the_turn(rules: str, asked: bool) -> None:
    game = duel(side(hand=soldiers(7)), rules=rules)
    end_turn(game)
    assert (game.decision is DecisionKind.DISCARD) is asked


def test_the_hand_limit_is_a_field_of_its_own() -> None:
    game = duel(side(hand=soldiers(5)), rules=Rules.mr5.replace(hand_limit=4))
    end_turn(game)
    assert game.decision is DecisionKind.DISCARD


@pytest.mark.parametrize(("rules", "there"), [("mr5", True), ("rush", False)])
def test_the_standby_phase(rules: str, there: bool) -> None:
    game = duel(rules=rules)
    assert (Phase.STANDBY in phases(end_turn(game))) is there


@pytest.mark.parametrize(("rules", "there"), [("mr5", True), ("rush", False)])
def test_main_phase_2_after_the_battle_phase(rules: str, there: bool) -> None:
    game = battle(side(monsters=[monster("A"), monster("B")]), rules=rules)
    attack(game, "A")
    assert (MAIN_2 in kinds(game)) is there


def test_main_phase_2_and_columns_are_fields_of_their_own() -> None:
    speed = Rules.mr5.replace(columns=3, main_phase_2=False, extra_monster_zones=0)
    game = battle(side(monsters=[monster("A"), monster("B")]), rules=speed)
    attack(game, "A")
    assert refusal(game, MAIN_2).refusal is Refusal.NO_MAIN_PHASE_2
    assert Phase.STANDBY in phases(end_turn(game))


def test_a_battle_in_the_first_turn_is_a_field_of_its_own() -> None:
    game = duel(side(monsters=[monster()]), rules=Rules.mr5.replace(first_turn_battle=True), turn=1)
    take(game, BATTLE)
    assert may(game, MoveKind.ATTACK) == ["Soldier"]


@pytest.mark.parametrize(("rules", "cards"), [("mr5", 5), ("rush", 4)])
def test_the_opening_hand(rules: str, cards: int) -> None:
    deck = Deck("forty", (46986414,) * 40)
    game = Duel((deck, deck), rules, check_decks=False, limits=Limits(automatic=False))
    assert len(game.cards(1, Place.HAND)) == cards
