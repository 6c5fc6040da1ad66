"""Hostile programs are refused by the verifier, or stopped by their fuel; nothing breaks."""

from __future__ import annotations

import random

import pytest

from tests.effects.hostile import base, damaged, play, random_setup, random_table, setup_with
from ygosim.enums import EndCause

ROUNDS = 120  # of about 30 programs each


@pytest.mark.parametrize("first", range(0, ROUNDS, 20))
def test_random_programs_end_and_keep_every_invariant(first: int) -> None:
    for seed in range(first, first + 20):
        play(random_setup(seed), seed)


@pytest.mark.parametrize("first", range(0, ROUNDS, 20))
def test_damaged_programs_are_refused_or_keep_every_invariant(first: int) -> None:
    refused = 0
    for seed in range(first, first + 20):
        chance = random.Random(seed)
        made = base(chance)
        table = random_table(made, chance)
        for _ in range(5):
            try:
                setup = setup_with(damaged(table, chance), made)
            except ValueError:
                refused += 1
            else:
                play(setup, seed)
    assert 0 < refused < 100


@pytest.mark.slow
def test_thousands_of_random_programs() -> None:
    causes = set()
    for seed in range(10_000, 12_000):
        causes.add(play(random_setup(seed), seed, 80).end_cause)
    assert EndCause.LIFE_POINTS in causes
