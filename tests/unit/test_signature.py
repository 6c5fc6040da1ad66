"""The signature of play: see bench/signature.py."""

from __future__ import annotations

import os
from pathlib import Path

from bench.signature import classic_lines, lines, pool_decks, pool_lines
from ygosim.cards.deck import Deck
from ygosim.cards.pool import definitions

GOLDEN = Path(__file__).parent.parent / "golden"


def hold(signature: str, kept: Path) -> None:
    if os.environ.get("YGOSIM_GOLDEN") == "write":
        kept.write_text(signature, encoding="utf-8")
    assert signature == kept.read_text(encoding="utf-8")


def test_play_is_as_kept() -> None:
    hold("".join(f"{line}\n" for line in lines()), GOLDEN / "signature.txt")


def test_play_with_effects_is_as_kept(shared: Path) -> None:
    files = sorted((shared / "data" / "decks" / "classic").glob("*.ydk"))
    signature = "".join(f"{line}\n" for line in classic_lines([Deck.read(f) for f in files]))
    hold(signature, GOLDEN / "signature_classic.txt")


def test_play_with_every_card_of_the_pool_is_as_kept() -> None:
    hold("".join(f"{line}\n" for line in pool_lines()), GOLDEN / "signature_pool.txt")


def test_every_card_with_effects_is_in_the_decks_of_the_pool() -> None:
    decks = pool_decks()
    for card in definitions():
        assert sum(card in (*deck.main, *deck.extra) for deck in decks) >= 2
