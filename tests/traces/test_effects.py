"""Replaying effects: what the lines of such duels say, and how ours is brought to agree."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.traces import sets
from tests.traces.asking import Asked
from tests.traces.chance import (
    deck_when_shuffled,
    feed,
    is_shuffling,
    keep_order,
    loose_piles,
    outcomes,
    unused_outcomes,
)
from tests.traces.compare import Numbers, may_differ_in_order, our_sides, take_shuffled_sets_over
from tests.traces.keys import PASS, Key, activation, their_keys, their_options
from tests.traces.reading import FieldCard, Line, PlayerSide, RecordedDuel
from tests.traces.replay import groups_of
from tests.traces.sets import complete_sets, our_sets
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, MoveKind, Phase, Place
from ygosim.records import Move
from ygosim.rules import Rules

SANGAN, KURIBOH, UMI = 26202165, 40640057, 22702055
SCAPEGOAT, SHEEP_TOKEN = 73915051, 73915052
MOKEY, SKULL = 27288416, 32274490  # Mokey Mokey, Skull Servant: without effect

EMPTY = PlayerSide((None,) * 7, (None,) * 8, (), (), (), (), ())


def line(msg: str, *choices: dict[str, Any], response: int = 0, **more: Any) -> Line:
    return Line(
        number=more.pop("number", 1),
        msg=msg,
        turn=3,
        turn_player=0,
        phase=more.pop("phase", 8),
        player=0,
        choices=choices,
        response=(response,),
        lp=(8000, 8000),
        sides=more.pop("sides", (EMPTY, EMPTY)),
        events=tuple(more.pop("events", ())),
        more={"can_pass": False, **more},
    )


def card(act: str, code: int, loc: str, seq: int, **more: Any) -> dict[str, Any]:
    return {"act": act, "code": code, "con": 0, "loc": loc, "seq": seq, **more}


def move(code: int, came_from: str, to: str, player: int = 0) -> dict[str, Any]:
    return {
        "t": "MOVE",
        "code": code,
        "from": {"con": player, "loc": came_from, "seq": 0},
        "to": {"con": player, "loc": to, "seq": 0},
    }


# Options ---------------------------------------------------------------------------------


def question(msg: str) -> Line:
    return line(msg, card("no", SANGAN, "grave", 4), card("yes", SANGAN, "grave", 4))


def test_one_optional_trigger_is_a_question_there_and_an_activation_here() -> None:
    activate = Key("activate", SANGAN, 0, "grave", 4)
    assert their_keys(question("SELECT_EFFECTYN"), "TRIGGER") == [PASS, activate]
    assert their_keys(question("SELECT_EFFECTYN"), "YES_NO") == [Key("no"), Key("yes")]
    assert their_keys(question("SELECT_YESNO"), "YES_NO") == [Key("no"), Key("yes")]


@pytest.mark.parametrize("can_pass", [True, False])
def test_to_pass_in_a_chain_is_an_option_unless_it_is_forced(can_pass: bool) -> None:
    asked = line("SELECT_CHAIN", card("activate", UMI, "szone", 5), can_pass=can_pass)
    assert their_options(asked)[PASS] == can_pass


def test_options_count_by_rank_and_positions_by_value() -> None:
    options = line("SELECT_OPTION", {"act": "option", "desc": 60}, {"act": "option", "desc": 61})
    numbers = line("ANNOUNCE_NUMBER", {"act": "number", "value": 5})
    lies = line("SELECT_POSITION", {"act": "position", "code": SANGAN, "pos": 4})
    assert their_keys(options) == [Key("option", seq=0), Key("option", seq=1)]
    assert their_keys(numbers) == [Key("option", seq=0)]
    assert their_keys(lies) == [Key("position", seq=4)]


def test_the_second_effect_of_a_card_is_the_second_of_ours_whichever_copy() -> None:
    asked = line(
        "SELECT_IDLECMD",
        card("activate", SANGAN, "hand", 2, desc=1),
        card("activate", SANGAN, "hand", 0, desc=1),
        card("activate", SANGAN, "hand", 2, desc=2),
        response=2,
    )
    ours = [Move(_kind(), card=n, slot=slot) for n, slot in ((7, 3), (5, 3), (5, 1))]
    assert activation(asked, ours) == ours[1]
    assert activation(asked, ours[:1]) is None


def _kind() -> MoveKind:
    return MoveKind.ATTACK  # any kind that is about a card


def test_a_pile_that_several_cards_entered_together_is_compared_without_slots() -> None:
    events = [move(SANGAN, "hand", "grave"), move(UMI, "hand", "grave"), move(1, "deck", "removed")]
    loose = loose_piles(events)
    assert loose == {(0, "grave")}
    chosen = line("SELECT_CARD", card("card", SANGAN, "grave", 4), card("card", UMI, "removed", 1))
    assert [key.seq for key in their_keys(chosen, loose=loose)] == [-1, 1]
    assert loose_piles([{"t": "SWAP_GRAVE_DECK"}]) >= {(0, "grave"), (1, "grave")}


# Parts of a decision ---------------------------------------------------------------------


class StubDuel(SimpleNamespace):
    """At one decision; it notes the move that is taken."""

    decision: DecisionKind
    kinds: tuple[MoveKind, ...]
    turn, turn_player, player, phase, over = 3, 0, 0, Phase.BATTLE, False
    state: ClassVar[dict[str, int]] = {"keep_order": 2}

    def legal(self) -> tuple[Move, ...]:
        return tuple(
            Move(kind, card=3 if kind is MoveKind.CHOOSE_TARGET else None) for kind in self.kinds
        )

    def apply(self, taken: Move) -> None:
        self.taken = taken.kind


NUMBERS: Any = None  # none of the cards is looked at


def asked_at(decision: DecisionKind, *kinds: MoveKind) -> Asked:
    duel: Any = StubDuel(decision=decision, kinds=kinds)
    return Asked(duel, NUMBERS)


AGAIN = line("SELECT_YESNO", {"act": "no"}, {"act": "yes"}, desc=30)
DIRECTLY = line("SELECT_YESNO", {"act": "no"}, {"act": "yes"}, desc=31)
OTHER = line("SELECT_YESNO", {"act": "no"}, {"act": "yes"}, desc=SANGAN << 20)
TARGET = line("SELECT_CARD", card("card", SANGAN, "mzone", 1))
REPLAY = (MoveKind.CHOOSE_TARGET, MoveKind.ATTACK_DIRECTLY, MoveKind.CALL_OFF_ATTACK)


def test_a_replay_is_asked_in_parts() -> None:
    asked = asked_at(DecisionKind.REPLAY, *REPLAY)
    assert [asked.is_asked_by(x) for x in (AGAIN, DIRECTLY, TARGET)] == [True, False, False]
    parts = asked.parts(AGAIN)
    assert parts is not None
    asked.leave(parts[0])
    assert [asked.is_asked_by(x) for x in (AGAIN, DIRECTLY, TARGET)] == [False, True, True]
    assert [m.kind for m in asked.legal()] == list(REPLAY[:2])
    parts = asked.parts(DIRECTLY)
    assert parts is not None
    asked.leave(parts[1])
    assert [m.kind for m in asked.legal()] == [MoveKind.CHOOSE_TARGET]


def test_a_replay_that_is_declined_calls_the_attack_off() -> None:
    asked = asked_at(DecisionKind.REPLAY, *REPLAY)
    parts = asked.parts(AGAIN)
    assert parts is not None
    asked.leave(parts[1])
    assert [m.kind for m in asked.legal()] == [MoveKind.CALL_OFF_ATTACK]
    assert asked.call_off()
    taken: Any = asked.duel
    assert taken.taken is MoveKind.CALL_OFF_ATTACK
    assert not asked_at(DecisionKind.ATTACK_TARGET, MoveKind.CHOOSE_TARGET).call_off()


def test_a_direct_attack_past_monsters_is_asked_first() -> None:
    asked = asked_at(DecisionKind.ATTACK_TARGET, *REPLAY[:2])
    assert asked.is_asked_by(DIRECTLY)
    assert not asked.is_asked_by(AGAIN)
    assert not asked.is_asked_by(OTHER)


def test_a_step_of_the_battle_phase_is_the_battle_phase() -> None:
    asked = asked_at(DecisionKind.BATTLE_PHASE, MoveKind.END_TURN)
    steps = (line("SELECT_BATTLECMD", {"act": "to_ep"}, phase=phase) for phase in (8, 16, 512))
    assert [asked.is_asked_by(step) for step in steps] == [True, True, False]


# Groups ----------------------------------------------------------------------------------


IDLE = line("SELECT_IDLECMD", {"act": "to_ep"})
CHAIN = line("SELECT_CHAIN", card("activate", UMI, "szone", 5), response=-1, can_pass=True)
PASSED = line("SELECT_CARD", card("card", SANGAN, "mzone", 1), response=-1, can_pass=True)
FINISHED = line("SELECT_UNSELECT_CARD", response=-1, finishable=True)
HAPPENED = PASSED._replace(events=({"t": "ATTACK"},))


@pytest.mark.parametrize(
    ("lines", "taken_back"),
    [
        ((IDLE, PASSED), True),
        ((IDLE, FINISHED), False),
        ((IDLE, HAPPENED), False),
        ((CHAIN, PASSED), False),
        ((IDLE, TARGET), False),
    ],
    ids=["cancelled", "finished", "after something happened", "replay called off", "answered"],
)
def test_only_what_is_cancelled_before_anything_happens_is_taken_back(
    lines: tuple[Line, ...], taken_back: bool
) -> None:
    (first, *_) = groups_of((*lines, IDLE, IDLE))
    assert first.taken_back == taken_back


# Sets ------------------------------------------------------------------------------------


def of_values(*values: int, **more: Any) -> Line:
    choices = (card("card", v, "hand", i, value=v, value2=0) for i, v in enumerate(values))
    fields = {"min": 0, "max": 0, "exact": False, "must": [], **more}
    return line("SELECT_SUM", *choices, **fields)


def test_sums_are_counted_as_that_engine_takes_them() -> None:
    # 4 + 4, and each 4 + 3 + 1; not 4 + 4 + 1, of which one is more than is needed.
    assert complete_sets(of_values(4, 4, 3, 1, sum=8)) == 3
    assert complete_sets(of_values(4, 4, 3, 1, sum=8, exact=True, min=1, max=2)) == 1
    must = [{"value": 4, "value2": 0}]
    assert complete_sets(of_values(4, 3, 1, sum=8, exact=True, min=1, max=2, must=must)) == 2


def test_a_monster_may_count_as_two_tributes() -> None:
    choices = (card("card", n, "mzone", n, release_param=n) for n in (1, 1, 2))
    assert complete_sets(line("SELECT_TRIBUTE", *choices, min=2, max=2)) == 4
    plain = (card("card", n, "mzone", n, release_param=1) for n in range(3))
    assert complete_sets(line("SELECT_TRIBUTE", *plain, min=2, max=2)) == 3


def test_too_many_sets_to_list_are_compared_by_cards_and_sizes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Eight cards are in the hand at the end of the turn; two of them are discarded.
    deck = Deck(name="eight", main=(MOKEY,) * 5 + (SKULL,) * 35, extra=())
    rules = Rules.mr5.replace(opening_hand=8)
    duel = Duel((deck, deck), rules, check_decks=False, shuffle=False)
    duel.apply(next(move for move in duel.legal() if move.kind is MoveKind.END_TURN))
    assert duel.decision is DecisionKind.DISCARD

    def key_of(move: Move) -> Key:
        return Key("card", seq=move.card or 0)

    asked = line("SELECT_CARD", *(card("card", MOKEY, "hand", n) for n in range(8)), min=2, max=2)
    listed = our_sets(duel, asked, key_of)
    monkeypatch.setattr(sets, "MANY", 0)
    walked = our_sets(duel, asked, key_of)
    assert (listed.count, walked.count) == (28, None)
    assert listed.sizes == walked.sizes == (2, 2)
    assert listed.union(Counter()) == walked.union(Counter())
    for moves in listed.sets:
        chosen = Counter(map(key_of, moves))
        assert walked.moves(chosen, whole=True) == list(moves)
    assert walked.moves(Counter([Key("card", seq=255)]), whole=True) is None


def test_of_alike_copies_the_one_meant_is_taken() -> None:
    deck = Deck(name="one", main=(MOKEY,) * 40, extra=())
    rules = Rules.mr5.replace(opening_hand=7)
    duel = Duel((deck, deck), rules, check_decks=False, shuffle=False)
    duel.apply(next(move for move in duel.legal() if move.kind is MoveKind.END_TURN))
    asked = line("SELECT_CARD", *(card("card", MOKEY, "hand", n) for n in range(7)), min=1, max=1)
    alike = our_sets(duel, asked, lambda _: Key("card"))
    one = Counter([Key("card")])
    for move in duel.legal():
        assert alike.moves(one, whole=True, copies={move.card or 0}) == (move,)


# Chance ----------------------------------------------------------------------------------

STATE = np.dtype(
    [
        *((name, "u1", 8) for name in ("owner", "controller", "place", "slot", "position")),
        ("zone", "u1", (2, 2, 8)),
        *((name, "i4", (2, 8)) for name in ("zone_atk", "zone_def")),
        ("zone_props", "u4", (2, 2, 8)),
        ("attached", "u1", (2, 8)),
        ("equips", "u8", 4),
        ("counters", [("card", "u1"), ("kind", "u1"), ("count", "u1")], 4),
        *((name, "u1") for name in ("counters_count", "effects", "fed_count", "keep_order")),
        ("fed", "u1", 15),
        ("pile", "u1", (2, 5, 4)),
        ("pile_count", "u1", (2, 8)),
    ]
)

HAND, DECK = [0, 1], [2, 3]  # player 0's; the deck's top is its last
CODES = [SANGAN, UMI, SANGAN, KURIBOH, UMI, UMI]


def at_hand() -> tuple[Any, Any]:
    state = np.zeros(1, STATE)
    state["zone"] = state["attached"] = 255
    state["effects"] = 1
    state = state[0]
    for place, numbers in ((Place.HAND, HAND), (Place.DECK, DECK)):
        state["pile"][0, place, : len(numbers)] = numbers
        state["pile_count"][0, place] = len(numbers)
        state["place"][numbers] = place
    return SimpleNamespace(state=state, handle=SimpleNamespace()), SimpleNamespace(codes=CODES)


def picked(*codes: int) -> list[dict[str, Any]]:
    place = {"con": 0, "loc": "hand", "seq": 0}
    return [
        {"t": "RANDOM_SELECTED", "player": 0, "cards": [place] * len(codes)},
        *(move(code, "hand", "grave") for code in codes),
    ]


def test_coins_dice_and_picks_are_told_in_order() -> None:
    duel, numbers = at_hand()
    events = [
        {"t": "TOSS_COIN", "player": 0, "results": [1, 0]},
        {"t": "TOSS_DICE", "player": 0, "results": [6]},
        *picked(UMI, SANGAN),
        move(KURIBOH, "hand", "grave"),
    ]
    assert outcomes(events, duel, numbers) == [1, 0, 6, 1, 0]


def test_a_card_drawn_on_the_way_may_be_picked() -> None:
    duel, numbers = at_hand()
    events = [{"t": "DRAW", "player": 0, "codes": [KURIBOH]}, *picked(KURIBOH)]
    assert outcomes(events, duel, numbers) == [3]


def test_a_picked_card_may_only_be_shown() -> None:
    duel, numbers = at_hand()
    shown = {"code": UMI, "con": 0, "loc": "hand", "seq": 1}
    events = [picked(UMI)[0], {"t": "CONFIRM_CARDS", "player": 1, "cards": [shown]}]
    assert outcomes(events, duel, numbers) == [1]


def test_outcomes_are_handed_over_and_those_left_are_counted() -> None:
    duel, _ = at_hand()
    feed(duel, [])
    assert unused_outcomes(duel) == 0
    feed(duel, [1, 6])
    assert unused_outcomes(duel) == 2
    assert duel.state["fed"][:2].tolist() == [6, 1]  # the last one first
    given: list[list[int]] = []
    duel.handle.feed = given.append
    feed(duel, [3])
    assert given == [[3]]


def test_a_deck_that_is_shuffled_is_laid_by_the_caller() -> None:
    duel, _ = at_hand()
    keep_order(duel)
    assert duel.state["keep_order"] == 2
    assert not is_shuffling(duel)
    duel.state["keep_order"] = 3
    assert is_shuffling(duel)


def test_events_tell_how_a_deck_lies_when_it_is_shuffled() -> None:
    shuffled = {"t": "SHUFFLE_DECK", "player": 0}
    events = [
        {"t": "DRAW", "player": 0, "codes": [UMI]},
        move(SANGAN, "hand", "deck") | {"to": {"con": 0, "loc": "deck", "seq": 2}},
        shuffled,
        {"t": "DRAW", "player": 0, "codes": [SANGAN]},
        shuffled,
    ]
    deck = [MOKEY, SKULL, UMI]
    assert deck_when_shuffled(deck, events, 0, 1) == [MOKEY, SKULL, SANGAN]
    assert deck_when_shuffled(deck, events, 0, 2) == [MOKEY, SKULL]
    assert deck_when_shuffled(deck, events, 0, 3) is None
    assert deck_when_shuffled(deck, events, 1, 1) is None
    assert deck_when_shuffled(deck, [{"t": "SWAP_GRAVE_DECK"}, shuffled], 0, 1) is None


# Positions -------------------------------------------------------------------------------


def field_card(code: int, **more: Any) -> FieldCard:
    fields = dict.fromkeys(FieldCard._fields, 0) | {"disabled": False, "rest": (), "code": code}
    return FieldCard(**{**fields, **more})


def test_counters_links_and_negation_are_part_of_a_position() -> None:
    duel, _ = at_hand()
    state = duel.state
    for number, row, slot in ((4, 0, 2), (5, 1, 1), (3, 1, 0)):
        state["zone"][0][row][slot] = number
        state["place"][number] = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)[row]
        state["slot"][number] = slot
    state["attached"][0][:2] = 4
    state["equips"][0] = 1 << 5
    state["zone_props"][0, 1, 1] = 3
    state["counters"][0] = (4, 1, 2)
    state["counters_count"] = 1
    made: dict[int, Any] = {}
    numbers: Any = SimpleNamespace(
        codes=CODES, field_card=lambda number, *facts: made.update({number: facts[-1]})
    )
    our_sides(duel, numbers)
    at = (("con", 0), ("loc", "mzone"), ("seq", 2))
    assert made[4] == (False, False, (("counters", ((1, 2),)),))
    assert made[5] == (True, True, (("targets", (at,)), ("equipped_to", at)))
    assert made[3] == (False, False, (("targets", (at,)),))


@pytest.mark.parametrize(
    ("ours", "theirs", "arrived", "may"),
    [
        ((1, 2, 3), (1, 3, 2), (2, 3), True),
        ((1, 2, 3), (2, 1, 3), (2, 3), False),
        ((1, 2, 3), (1, 3, 2), (3,), False),
        ((1, 2, 3), (1, 3, 2), (2, 3, 4), True),  # the 4 has left again
    ],
)
def test_only_cards_that_came_together_may_lie_in_another_order(
    ours: tuple[int, ...], theirs: tuple[int, ...], arrived: tuple[int, ...], may: bool
) -> None:
    events = [move(code, "hand", "grave") for code in arrived]
    assert may_differ_in_order(ours, theirs, 0, "grave", events) == may


def test_order_is_taken_over_after_the_owners_shuffle_only() -> None:
    events = [{"t": "SHUFFLE_DECK", "player": 1}]
    assert may_differ_in_order((1, 2), (2, 1), 1, "deck", events)
    assert not may_differ_in_order((1, 2), (2, 1), 0, "deck", events)


def test_set_cards_shuffled_among_their_zones_are_laid_as_theirs() -> None:
    duel, numbers = at_hand()
    state = duel.state
    state["zone"][0][0][[1, 4]] = (0, 1)
    state["slot"][:2] = (1, 4)
    state["zone_atk"][0][[1, 4]] = (1000, 0)
    rows = [[None] * 7, [None] * 7]
    for row, codes in zip(rows, ((SANGAN, UMI), (UMI, SANGAN)), strict=True):
        row[1], row[4] = map(field_card, codes)  # type: ignore[call-overload]
    ours, theirs = (EMPTY._replace(mzone=tuple(row)) for row in rows)
    places = [{"con": 0, "loc": "mzone", "seq": seq} for seq in (4, 1)]
    events = [{"t": "SHUFFLE_SET_CARD", "loc": "mzone", "from": places}]
    other = line("SELECT_IDLECMD", sides=(theirs, EMPTY))
    assert take_shuffled_sets_over(duel, other, numbers, (ours, EMPTY), events)
    assert state["zone"][0][0][[1, 4]].tolist() == [1, 0]
    assert state["slot"][:2].tolist() == [4, 1]
    assert state["zone_atk"][0][[1, 4]].tolist() == [0, 1000]
    assert Counter(state["zone"][0][0].tolist())[255] == 6


def test_a_token_is_known_though_no_deck_holds_it() -> None:
    deck = (SCAPEGOAT, *(MOKEY,) * 39)
    decks = ((deck, ()), (deck, ()))
    recorded = RecordedDuel("recorded", 0, "set", "mr5", 5, decks, ())
    duel = Duel((Deck("a", deck), Deck("b", deck)), check_decks=False, shuffle=False)
    numbers = Numbers(recorded, duel)
    token = int(duel.state["card_count"]) - 1
    shown = numbers.field_card(token, 1, 4, (0, 0))
    assert token >= 80
    assert numbers.codes[: len(deck)] == [*reversed(deck)]
    assert (shown.code, shown.level, shown.atk) == (SHEEP_TOKEN, 1, 0)
