"""The signature: one line per format and pair of policies, over fixed decks and seeds.

A change of play changes it; any other change must not.  `make golden` writes the kept one,
tests/golden/signature.txt.  Run it alone: ``python bench/signature.py``.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.montecarlo import simulate
from ygosim.montecarlo.gauntlets import gauntlet
from ygosim.rules import FORMATS
from ygosim.template import Limits

DUELS = 500
POLICIES = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))


def lines() -> Iterator[str]:
    """The lines of the signature, the last one being that of all others."""
    crc = 0
    for name in FORMATS:
        prefix = "rush-" if name == "rush" else ""
        decks = [Deck.read(deck_path(prefix + deck)) for deck in ("beatdown", "tribute")]
        for policies in POLICIES:
            result = simulate(
                decks[0],
                decks[1],
                duels=DUELS,
                rules=name,
                policies=policies,
                seed=1,
                limits=Limits(turns=200),
            )
            line = f"{name} {policies[0]} {policies[1]} {result.digest}"
            crc = zlib.crc32(line.encode(), crc)
            yield line
    yield f"signature {crc:08x}"


def classic_lines(decks: Sequence[Deck]) -> Iterator[str]:
    """The same for duels with card effects: every deck against every other one."""
    for name in ("expert", "mr5"):
        for policy in ("random", "greedy"):
            result = gauntlet(
                decks,
                duels=100,
                rules=name,
                policy=policy,
                seed=1,
                limits=Limits(turns=200),
                check_decks=False,
            )
            yield f"{name} {policy} {result.digest}"


if __name__ == "__main__":
    print(*lines(), sep="\n")
