"""A checked build traps a broken invariant where it arises; a release build trusts the state."""

from __future__ import annotations

import pytest

from tests.rules.builders import duel, monster, side
from ygosim._core.engine import CHECKED
from ygosim.enums import MoveKind


@pytest.mark.skipif(not CHECKED, reason="only checked builds trap (make checked)")
def test_a_broken_state_is_trapped_by_the_next_move() -> None:
    game = duel(side(hand=[monster("A")]))
    game.state["zone_atk"][0][0] = 1  # of an empty zone
    with pytest.raises(AssertionError, match="current values are those of the monsters"):
        game.apply(game.move(MoveKind.END_TURN))


@pytest.mark.skipif(CHECKED, reason="a checked build traps it")
def test_a_broken_state_is_named_when_asked() -> None:
    game = duel(side(hand=[monster("A")]))
    game.state["zone_atk"][0][0] = 1
    assert game.handle.check() == "current values are those of the monsters in the zones"
