"""Tracked conditions: the core says what plain Python says, however the work is cut."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ygosim._core.runner import RESULT_DTYPE
from ygosim._core.track import MAX_CONDITIONS, OPS, STEP_DTYPE, Tracker
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import Phase, Place, Position
from ygosim.errors import QueryError
from ygosim.expressions import Cards, Fact, PhaseName, PositionNode, parse_position
from ygosim.expressions.tree import Number
from ygosim.montecarlo import DuelRun, Stop, Tracked, Tracking, simulate
from ygosim.montecarlo.tracking import TurnTally
from ygosim.views import CardView

A = Deck.read(deck_path("beatdown"))
B = Deck.read(deck_path("tribute"))
CATALOGUE = Catalogue.default()

CONDITIONS = (
    "lp(1) <= 0",
    "lp(0) < lp(1) & turn_player == 0",
    "count(monsters(0), attribute=DARK, atk>=1500) >= 2",
    "monsters(1, face_down, level<=4) + monsters(1, defence) >= 2",
    "monsters(0, attack) > monsters(1)",
    "hand(0) >= 6 | hand(1) >= 7",
    "graveyard(1, monster_type=Dragon)",
    'hand(0, "Summoned Skull") & !field(0, "Summoned Skull")',
    "phase == battle & first_player == 1",
    "turn >= 5 & deck(0) == deck(1)",
    "field(0, type!=Monster)",
    "extra(0) + banished(0) >= 1",
    "spells(1, face_down) >= 2",
    "field(0) >= 99",
)
CLASSIC_CONDITIONS = (
    *CONDITIONS,
    'field(0, "Jinzo", face_up) | field(1, "Jinzo", face_up)',
    "monsters(0, atk>=2500) & monsters(1, def<=200)",
    "spells(0, type=Trap, face_up)",
    "graveyard(0, archetype=0xcf) >= 1 | banished(1, attribute=LIGHT) >= 1",
)

_SIGNS = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_ZONES = {
    "field": (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE),
    "monsters": (Place.MONSTER_ZONE,),
    "spell_traps": (Place.SPELL_TRAP_ZONE,),
    "hand": (Place.HAND,),
    "graveyard": (Place.GRAVEYARD,),
    "banished": (Place.BANISHED,),
    "deck": (Place.DECK,),
    "extra": (Place.EXTRA_DECK,),
}


class Slow:
    """The plain way: look at every card."""

    def __init__(self, text: str) -> None:
        self.query = parse_position(text)
        self.tests = self.query.resolve(CATALOGUE)

    def holds(self, duel: Duel, first: int) -> bool:
        return bool(self.value(self.query.condition, duel, first))

    def value(self, node: PositionNode, duel: Duel, first: int) -> int:
        match node:
            case Number(value):
                return value
            case PhaseName(name):
                return Phase[name.upper()]
            case Fact("lp", player):
                assert player is not None
                return duel.lp[player ^ first]
            case Fact("turn_player"):
                return duel.turn_player ^ first
            case Fact("first_player"):
                return first
            case Fact(name):
                return int(getattr(duel, name))
            case Cards(zone, player, filters):
                seen = [
                    card for place in _ZONES[zone] for card in duel.cards(player ^ first, place)
                ]
                return sum(all(self.passes(each, card) for each in filters) for card in seen)
        values = [self.value(part, duel, first) for part in node.parts]
        match node.operator:
            case "!":
                return not values[0]
            case "&":
                return all(values)
            case "|":
                return any(values)
            case "+":
                return sum(values)
        return bool(_SIGNS[node.operator](*values))

    def passes(self, each: Any, card: CardView) -> bool:
        if not self.tests[each](card.card):
            return False
        if each.key in ("atk", "def"):
            value = card.atk if each.key == "atk" else card.def_
            return bool(_SIGNS[each.operator](value, int(each.value)))
        if each.key != "lies":
            return True
        if each.value in ("face_up", "face_down"):
            return card.face_up == (each.value == "face_up")
        attack = card.position in (Position.FACE_UP_ATTACK, Position.FACE_DOWN_ATTACK)
        return card.place is Place.MONSTER_ZONE and attack == (each.value == "attack")


def slow_turns(run: DuelRun, index: int, conditions: tuple[str, ...]) -> list[int]:
    """The turn in which each condition first holds in a duel, 0 for never."""
    first = run.first_of(index)
    moves = run.duel(index).moves
    duel = Duel.from_setup(run.pairing.setups[first], seed=run.seed, index=index)
    slow = [Slow(text) for text in conditions]
    turns = [0] * len(conditions)
    for move in (*moves, None):
        for i, each in enumerate(slow):
            if not turns[i] and each.holds(duel, first):
                turns[i] = max(1, duel.turn)
        if move is not None:
            duel.apply(move)
    assert duel.over
    return turns


# --- the same, whatever the way ------------------------------------------------------------


@pytest.mark.parametrize("policies", ["random", "greedy"])
def test_the_core_says_what_plain_python_says(policies: Any) -> None:
    run = DuelRun(A, B, seed=5, policies=policies, first="lot", track=CONDITIONS)
    rows = run.results(0, 12)
    assert rows["tracked"].tolist() == [slow_turns(run, k, CONDITIONS) for k in range(12)]
    assert len({run.first_of(k) for k in range(12)}) == 2


def test_so_it_does_with_effects(shared: Path) -> None:
    folder = shared / "data" / "decks" / "classic"
    decks = [Deck.read(folder / f"{name}.ydk") for name in ("GOATFormat", "Chaos408")]
    run = DuelRun(*decks, seed=2, rules="expert", track=CLASSIC_CONDITIONS)
    rows = run.results(0, 8)
    expected = [slow_turns(run, k, CLASSIC_CONDITIONS) for k in range(8)]
    assert rows["tracked"].tolist() == expected


def test_tracking_changes_no_duel_and_threads_change_no_turn() -> None:
    run = DuelRun(A, B, seed=5, policies="greedy", track=CONDITIONS)
    plain = DuelRun(A, B, seed=5, policies="greedy").results(0, 500)
    rows = run.results(0, 500)
    for name in RESULT_DTYPE.names or ():
        assert (rows[name] == plain[name]).all()
    expected = run.simulate(500, keep_results=True, chunk=500)
    assert expected.results is not None
    assert (expected.results == rows).all()
    for threads, chunk in ((1, 33), (2, 64), (3, 97)):
        result = run.simulate(500, threads=threads, chunk=chunk)
        assert result.tracked == expected.tracked


def test_a_python_policy_is_tracked_as_a_built_in_one() -> None:
    def first_option(_seen: Any, _options: Any) -> int:
        return 0

    run = DuelRun(A, B, seed=5, policies=first_option, track=CONDITIONS)
    rows = run.results(0, 4)
    assert rows["tracked"].tolist() == [slow_turns(run, k, CONDITIONS) for k in range(4)]


def test_the_state_at_the_end_is_looked_at() -> None:
    run = DuelRun(A, B, policies="greedy", track=["lp(0) <= 0", "lp(1) <= 0"])
    rows = run.results(0, 300)
    assert ((rows["tracked"] > 0) == (rows["lp"] == 0)).all()
    assert (rows["tracked"].max(axis=1) == rows["turns"] * (rows["lp"] == 0).any(axis=1)).all()


def test_players_are_decks_whoever_goes_first() -> None:
    track = ["hand(0) >= 5 & turn == 1 & first_player == 0", "first_player == 1"]
    for first, held in (("a", (50, 0)), ("b", (0, 50)), ("alternate", (25, 25))):
        result = simulate(A, B, duels=50, first=first, track=track)  # type: ignore[arg-type]
        assert tuple(each.share.successes for each in result.tracked) == held


# --- what comes of it ----------------------------------------------------------------------


def test_shares_and_quartiles_are_those_of_the_turns() -> None:
    run = DuelRun(A, B, seed=1, policies="greedy", track=["graveyard(1) >= 3", "field(0) >= 99"])
    turns = run.results(0, 300)["tracked"]
    often, never = run.simulate(300, chunk=64).tracked
    held = np.sort(turns[:, 0][turns[:, 0] > 0])
    assert often.share.successes == len(held)
    assert often.turn.value == held.mean()
    assert often.quartiles == tuple(
        np.quantile(held, q, method="inverted_cdf") for q in (0.25, 0.5, 0.75)
    )
    assert often.by(6).successes == (held <= 6).sum()
    assert (never.share.successes, never.quartiles, never.turn.value) == (0, None, None)
    assert never.as_dict()["duels_by_turn"] == {}
    assert sum(often.as_dict()["duels_by_turn"].values()) == len(held)


def test_a_tally_does_not_depend_on_how_it_was_added_up() -> None:
    turns = np.array([0, 3, 5, 0, 3, 1], dtype=np.uint16)
    whole = TurnTally().plus(turns)
    assert whole == TurnTally().plus(turns[:2]).plus(turns[2:3]).plus(turns[3:])
    assert whole.by_turn == (0, 1, 0, 2, 0, 1)
    assert Tracked("x", whole, 6).quartiles == (1, 3, 3)


def test_a_run_that_may_stop_widens_these_intervals_too() -> None:
    run = DuelRun(A, B, policies="greedy", track=["turn >= 8"])
    result = run.simulate(20_000, stop=Stop(half_width=0.02))
    assert result.stopped
    assert result.tracked[0].confidence == result.interval_confidence > 0.95


# --- bad input -----------------------------------------------------------------------------


def test_conditions_are_read_before_a_duel() -> None:
    with pytest.raises(QueryError, match="did you mean hand"):
        DuelRun(A, B, track=["handd(0)"])
    with pytest.raises(QueryError, match='did you mean "Jinzo"'):
        DuelRun(A, B, track=['field(0, "Jinz0")'])
    with pytest.raises(TypeError, match="a sequence of texts"):
        DuelRun(A, B, track="lp(1) <= 0")
    with pytest.raises(ValueError, match="65 conditions; at most 64"):
        Tracking.of(["turn >= 1"] * (MAX_CONDITIONS + 1))
    assert len(Tracking.of(["turn >= 1"] * MAX_CONDITIONS).queries) == MAX_CONDITIONS


def test_the_deepest_condition_fits() -> None:
    text = "turn >= 1"
    for _ in range(39):
        text = f"hand(0) >= 9 | hand(1) >= 9 & hand(0) + (hand(1)) >= 1 | ({text})"
    rows = DuelRun(A, B, track=[text]).results(0, 2)
    assert rows["tracked"].tolist() == [[1], [1]]


ANY = np.ones((1, 256), dtype=np.bool_)


@pytest.mark.parametrize(
    ("steps", "starts", "message"),
    [
        ([], [0], "0 conditions"),
        ([{"op": OPS["turn"]}], [0], "0 conditions"),
        ([{"op": OPS["turn"]}], [0, 2], "starts must ascend"),
        ([{"op": OPS["turn"]}], [1, 1], "starts must ascend"),
        ([{"op": OPS["turn"]}] * 2, [0, 2], "leaves 2 numbers"),
        ([{"op": OPS["add"]}], [0, 1], "makes no sense"),
        ([{"op": OPS["not"]}], [0, 1], "makes no sense"),
        ([{"op": OPS["test"]}], [0, 1], "makes no sense"),
        ([{"op": 99}], [0, 1], "makes no sense"),
        ([{"op": OPS["lp"], "player": 2}], [0, 1], "makes no sense"),
        ([{"op": OPS["count"], "player": 2}], [0, 1], "makes no sense"),
        ([{"op": OPS["count"], "cards": 1}], [0, 1], "makes no sense"),
        ([{"op": OPS["count"], "places": 256}], [0, 1], "makes no sense"),
        ([{"op": OPS["count"], "flags": 16}], [0, 1], "makes no sense"),
        ([{"op": OPS["count"], "tests": 1}], [0, 1], "makes no sense"),
        ([{"op": OPS["count"], "tests": 1}, {"op": OPS["turn"]}], [0, 2], "no test of a card"),
        (
            [{"op": OPS["count"], "tests": 1}, {"op": OPS["test"], "flags": 9}],
            [0, 2],
            "no test of a card",
        ),
        (
            [{"op": OPS["turn"]}, {"op": OPS["turn"]}, {"op": OPS["compare"], "player": 6}],
            [0, 3],
            "makes no sense",
        ),
        ([{"op": OPS["turn"]}] * 257, [0, 257], "deeper than 256"),
    ],
)
def test_hostile_programs_are_refused(
    steps: list[dict[str, int]], starts: list[int], message: str
) -> None:
    array = np.zeros(len(steps), dtype=STEP_DTYPE)
    for row, step in zip(array, steps, strict=True):
        for name, value in step.items():
            row[name] = value
    with pytest.raises(ValueError, match=message):
        Tracker(array, np.array(starts, dtype=np.uint32), ANY)


def test_sets_have_a_shape() -> None:
    steps = np.zeros(1, dtype=STEP_DTYPE)
    with pytest.raises(ValueError, match="cards have the shape"):
        Tracker(steps, np.array([0, 1], dtype=np.uint32), np.ones((1, 10), dtype=np.bool_))
