"""A few recorded duels of every set that can be played; `make traces` replays them all."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.traces.accepted import Accepted
from tests.traces.compare import Numbers
from tests.traces.reading import RecordedDuel, read_duels
from tests.traces.replay import decks_of, replay_duel
from tests.traces.story import our_story, their_story
from ygosim.duel import Duel

NO_EFFECT_SETS = (
    "vanilla-mr1",
    "vanilla-mr2",
    "vanilla-mr3",
    "vanilla-mr4",
    "vanilla-mr5",
    "vanilla-rush",
    "busy-vanilla-mr2",
    "busy-vanilla-mr5",
)
"""The sets of duels between cards without effects, of which every step is told."""

SETS = (
    *NO_EFFECT_SETS,
    "classic-mr5",
    "first-mr1",
    "first-mr5",
    "busy-first-mr1",
    "busy-first-mr5",
    "busy-chains-mr1",
    "busy-chains-mr5",
    "busy-ritual-mr5",
    "busy-fusion-mr5",
)
"""The sets of which every duel can be played."""

SAMPLE = 3


def sample(shared: Path, name: str, count: int) -> list[RecordedDuel]:
    path = shared / "data" / "traces" / f"{name}.jsonl.zst"
    if not path.is_file():
        pytest.skip(f"no recorded duels {name} in {path.parent}")
    return list(islice(read_duels(path), count))


@pytest.mark.parametrize("name", SETS)
def test_recorded_duels_agree(shared: Path, name: str) -> None:
    accepted = Accepted.read()
    for recorded in sample(shared, name, SAMPLE):
        result = replay_duel(recorded, accepted)
        assert not result.differences, "\n".join(map(str, result.differences))
        assert len(result.compared) + len(result.accepted) == recorded.decisions > 0
        assert result.duel is not None
        Duel.load(result.duel.save())  # which checks every invariant


@pytest.mark.parametrize("name", NO_EFFECT_SETS)
def test_recorded_duels_happen_in_the_same_steps(shared: Path, name: str) -> None:
    for recorded in sample(shared, name, SAMPLE):
        duel = replay_duel(recorded, Accepted()).duel
        assert duel is not None
        ours = our_story(duel.log, Numbers(recorded, duel))
        assert ours == their_story(recorded.lines)


@pytest.mark.parametrize("name", ["vanilla-mr1", "vanilla-mr5", "vanilla-rush"])
def test_single_options_taken_on_the_way_change_nothing(shared: Path, name: str) -> None:
    (recorded,) = sample(shared, name, 1)
    asked = replay_duel(recorded, Accepted()).duel
    assert asked is not None
    one_by_one = Duel.load(asked.record().setup)
    automatic = Duel(decks_of(recorded), asked.rules.name, check_decks=False, shuffle=False)
    for move in asked.moves:
        if len(one_by_one.legal()) > 1:
            assert automatic.legal() == one_by_one.legal()
            assert set(automatic.legal_sets()) == set(one_by_one.legal_sets())
            automatic.apply(move)
        one_by_one.apply(move)
    assert automatic.over
    assert (automatic.winner, automatic.end_cause) == (asked.winner, asked.end_cause)
    assert automatic.turn == asked.turn
    assert automatic.lp == asked.lp
