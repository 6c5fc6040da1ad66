"""The counts of the .perft files, by the core and by an independent model of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.perft.model import Model
from tests.rules.builders import battle, duel, monster, side
from tests.strategies import positions
from ygosim._core.search import perft, perft_divide
from ygosim.duel import Duel
from ygosim.position import Position
from ygosim.rules import FORMATS
from ygosim.scenario import PerftFile, read_perft
from ygosim.template import Limits

FOLDER = Path(__file__).resolve().parent
FILES = {path.stem: read_perft(path) for path in sorted(FOLDER.glob("*.perft"))}

CORE_NODES = 2_000_000  # counts up to this much in the default run
MODEL_NODES = 4_000  # the same of the model, a thousand times slower
MODEL_NODES_SLOW = 400_000


def core(file: PerftFile) -> Duel:
    return Duel.from_position(file.position, unsupported=file.unsupported)


def test_there_are_positions_of_every_format() -> None:
    assert {file.position.rules.name for file in FILES.values()} == set(FORMATS)
    assert len(FILES) >= 10


@pytest.mark.parametrize("name", FILES)
def test_the_core_counts_as_the_file_says(name: str) -> None:
    handle = core(FILES[name]).handle
    counts = {n: c for n, c in FILES[name].counts.items() if c <= CORE_NODES}
    assert counts
    assert {depth: perft(handle, depth) for depth in counts} == counts


@pytest.mark.parametrize("name", FILES)
def test_the_model_counts_as_the_file_says(name: str) -> None:
    model = Model(FILES[name].position)
    counts = {n: c for n, c in FILES[name].counts.items() if c <= MODEL_NODES}
    assert {depth: model.count(depth) for depth in counts} == counts


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_both_count_deep(name: str) -> None:
    counts = FILES[name].counts
    handle = core(FILES[name]).handle
    assert {depth: perft(handle, depth) for depth in counts} == dict(counts)
    model = Model(FILES[name].position)
    depth = max(n for n, c in counts.items() if c <= MODEL_NODES_SLOW)
    assert model.count(depth) == counts[depth]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(most=7))
def test_core_and_model_count_any_position_alike(position: Position) -> None:
    handle = Duel.from_position(position, unsupported="blank").handle
    model = Model(position)
    for depth in (1, 2, 3):
        assert perft(handle, depth) == model.count(depth)


@pytest.mark.parametrize("name", FILES)
def test_the_counts_behind_the_moves_add_up(name: str) -> None:
    game = core(FILES[name])
    for depth in (1, 2, 4):
        divided = perft_divide(game.handle, depth)
        assert [move for move, _ in divided] == game.handle.legal()
        assert sum(count for _, count in divided) == FILES[name].counts[depth]


def test_counting_leaves_the_duel_as_it_is() -> None:
    game = core(FILES["mr5-battle"])
    before = game.save()
    perft(game.handle, 4)
    assert game.save() == before


def test_there_is_one_way_to_take_no_decision() -> None:
    assert perft(core(FILES["mr5-battle"]).handle, 0) == 1


def test_a_duel_that_is_over_goes_on_in_no_way() -> None:
    handle = duel(side(lp=0)).handle
    assert [perft(handle, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_a_duel_that_ends_with_the_last_decision_counts_and_one_that_ended_before_does_not() -> (
    None
):
    game = battle(side(monsters=[monster("A", atk=3000)]), side(lp=3000, deck=0), "rush")
    # To attack or not: both end the duel, by damage or by the empty deck.
    assert [perft(game.handle, depth) for depth in (1, 2)] == [2, 0]


def test_single_options_are_decisions_when_everything_is_asked() -> None:
    asked = duel(rules="mr5", limits=Limits(automatic=False))
    # The Battle Phase or the end of the turn; then two options there, four in the next turn.
    assert [perft(asked.handle, depth) for depth in (1, 2)] == [2, 2 + 4]


@pytest.mark.parametrize("depth", [-1, 101])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=r"depth is -?\d+; it must be"):
        perft(duel().handle, depth)
