"""Positions that hash alike go on alike; positions with other options hash otherwise."""

from __future__ import annotations

import random
from collections.abc import Hashable

import pytest
from hypothesis import example, given

from tests.property.described import FORMATS, SEEDS, described, some
from ygosim.duel import Duel
from ygosim.enums import Place
from ygosim.records import Move

WITHOUT_ORDER = (Place.HAND, Place.EXTRA_DECK)


def words(game: Duel, move: Move) -> Hashable:
    """The move, with its card by what and where it is: two copies of one card are alike."""
    if move.card is None:
        return move.kind, move.slot
    state = game.state
    place = Place(int(state["place"][move.card]))
    slot = -1 if place in WITHOUT_ORDER else int(state["slot"][move.card])
    controller = int(state["controller"][move.card])
    return move.kind, move.slot, move.name, place, controller, slot


def outlook(game: Duel) -> Hashable:
    """What is asked, and where each answer leads, as far as no chance comes in."""
    ways: set[Hashable] = set()
    drawn = game.state["rng"].tobytes()
    for move in game.legal():
        after = game.copy()
        after.apply(move)
        leads = after.hash128 if after.state["rng"].tobytes() == drawn else None
        ways.add((words(game, move), leads))
    return game.decision, game.player, game.lp, frozenset(ways)


def compared(game: Duel, chance: random.Random, most: int) -> int:
    """Look at positions that are reached from this one; how many were reached twice."""
    known: dict[int, Hashable] = {}
    twice = 0
    waiting = [game]
    for _ in range(most):
        if not waiting:
            break
        here = waiting.pop(chance.randrange(len(waiting)))
        look = outlook(here)
        twice += here.hash128 in known
        assert known.setdefault(here.hash128, look) == look, f"hashes alike:\n{here}"
        for move in here.legal():
            after = here.copy()
            after.apply(move)
            if not after.over:
                waiting.append(after)
    return twice


@FORMATS
@some(15)
@given(SEEDS)
@example(1009)  # what answered a chain link was told apart by how much had happened before
def test_positions_that_hash_alike_go_on_alike(rules: str, seed: int) -> None:
    compared(Duel.from_position(described(seed, rules)), random.Random(seed), 40)


@pytest.mark.parametrize("rules", ["mr5", "expert"])
def test_positions_are_reached_twice(rules: str) -> None:
    found = (
        compared(Duel.from_position(described(seed, rules)), random.Random(seed), 60)
        for seed in range(25)
    )
    assert sum(found) > 20
