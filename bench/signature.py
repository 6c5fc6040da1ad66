"""The signature: one line per format and pair of policies, over fixed decks and seeds.

A change of play changes it; any other change must not.  `make golden` writes the kept ones:
tests/golden/signature.txt (no effects), signature_classic.txt (the classic decks) and
signature_pool.txt (every card with effects, every format with chains).  Run alone,
``python bench/signature.py``, it prints the first and the last.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.cards.pool import definitions
from ygosim.montecarlo import simulate
from ygosim.montecarlo.gauntlets import gauntlet
from ygosim.rules import FORMATS
from ygosim.template import Limits

DUELS = 500
POLICIES = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))

POOL_DECKS = 6  # of either kind (`pool_decks`)
POOL_DUELS = 80  # of a pair
COMPANY = (
    "Black Luster Soldier",
    "Blue-Eyes White Dragon",
    "Blue-Eyes White Dragon",
    "Dark Magician",
    "Gemini Elf",
    "Gemini Elf",
    "Kozaky",
    "Left Arm of the Forbidden One",
    "Left Leg of the Forbidden One",
    "Luster Dragon",
    "Mokey Mokey",
    "Ojama Green",
    "Red-Eyes Black Dragon",
    "Right Arm of the Forbidden One",
    "Right Leg of the Forbidden One",
    "Summoned Skull",
)
"""Cards without effects in every deck of the pool: what others are made of, or work on."""


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


def pool_decks() -> list[Deck]:
    """Decks in which every card with effects is found twice.

    Half of them hold cards that stand together in the pool, often with what they need; half hold
    every sixth card.  A card more in the pool makes other decks.
    """
    catalogue = Catalogue.default()
    cards = list(definitions())
    main = [card for card in cards if not catalogue[card].is_extra_deck]
    extra = tuple(card for card in cards if catalogue[card].is_extra_deck)
    company = tuple(catalogue.by_name(name).passcode for name in COMPANY)
    size = -(-len(main) // POOL_DECKS)
    parts = [main[first::POOL_DECKS] for first in range(POOL_DECKS)]
    parts += [main[size * part : size * (part + 1)] for part in range(POOL_DECKS)]
    return [
        Deck(f"pool {number}", (*part, *part, *company), extra) for number, part in enumerate(parts)
    ]


def pool_lines() -> Iterator[str]:
    """The same with every card that has effects, in every format that plays them in chains.

    A greedy player goes on for ever with some of them: the limit of decisions comes before that of
    fuel, of which a checked build uses more.
    """
    decks = pool_decks()
    for name in (name for name, rules in FORMATS.items() if rules.chains):
        for number in range(POOL_DECKS):
            pair = decks[number], decks[number + POOL_DECKS]
            policies = POLICIES[number % len(POLICIES)]
            result = simulate(
                *pair,
                duels=POOL_DUELS,
                rules=name,
                policies=policies,
                seed=1,
                limits=Limits(turns=200, decisions_per_turn=500),
                check_decks=False,
            )
            yield f"{name} {number} {policies[0]} {policies[1]} {result.digest}"


if __name__ == "__main__":
    print(*lines(), *pool_lines(), sep="\n")
