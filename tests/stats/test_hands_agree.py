"""Exact and sampled odds agree within 99.99 % intervals, on every example; seeds are fixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_names, deck_path
from ygosim.hands import CardPool, HandStudy, read_roles, role_file_beside

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SEED = 20_240_229
SAMPLES = 400_000

GENERAL = (
    "type(Monster) >= 1 & level(1..4) >= 2",
    "distinct(level(1..4) >= 1, attribute(DARK) >= 1, type(Monster) >= 3)",
    "type(Spell) + type(Trap) >= 2 | attribute(LIGHT) == 0",
    "deck(level(5..12)) >= 3 & level(5..12) <= 1",
)


def wants_of(pool: CardPool) -> list[str]:
    """Queries about a deck's roles, each alone and all in a row, and the general ones."""
    roles = sorted(pool.roles)
    alone = [f"{role} >= 1" for role in roles[:8]]
    rows = [f"distinct({', '.join(alone[i : i + 2])})" for i in range(0, len(alone) - 1, 2)]
    return [*GENERAL, *alone, *rows][:16]


def assert_agreement(pool: CardPool, hand_size: int) -> None:
    study = HandStudy(pool)
    wants = wants_of(pool)
    exact = study.odds(*wants, hand_size=hand_size, method="exact")
    sampled = study.odds(
        *wants,
        hand_size=hand_size,
        method="sampled",
        samples=SAMPLES,
        seed=SEED,
        confidence=0.9999,
    )
    for one, other in zip(exact.estimates, sampled.estimates, strict=True):
        assert other.low <= one.probability <= other.high, one.want


def pool_of(path: Path) -> CardPool:
    pool = CardPool.from_deck(Deck.read(path), Catalogue.default())
    beside = role_file_beside(path)
    return pool if beside is None else read_roles(beside, pool)


@pytest.mark.parametrize("hand_size", [5, 6, 12])
@pytest.mark.parametrize("name", deck_names())
def test_shipped_decks(name: str, hand_size: int) -> None:
    assert_agreement(pool_of(deck_path(name)), hand_size)


@pytest.mark.parametrize("hand_size", [5, 6, 12])
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("**/*.ydk")), ids=lambda path: path.stem)
def test_example_decks(path: Path, hand_size: int) -> None:
    assert_agreement(pool_of(path), hand_size)


@pytest.mark.parametrize("hand_size", [5, 6])
def test_collected_decks(shared: Path, hand_size: int) -> None:
    paths = sorted((shared / "data" / "decks").glob("*/*.ydk"))
    assert paths
    for path in paths:
        assert_agreement(pool_of(path), hand_size)
