"""Play a million duels over all formats with every invariant checked after every move.

Random decks of cards of the shipped catalogue that can be played, half of them with effects, 40
to 100 cards, or those of a folder; random and greedy players in every pairing; every deck goes
first as often as second.  A line for each format;
exit status 1 when a duel was aborted or broke an invariant.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import definition_of, is_supported
from ygosim.montecarlo import DuelRun
from ygosim.montecarlo.results import Tally
from ygosim.rules import ENGINE_MAIN_LIMIT, FORMATS, Rules

POLICIES = (
    ("random", "random"),
    ("random", "greedy"),
    ("greedy", "random"),
    ("greedy", "greedy"),
)
BLOCK = 250  # duels between two decks
DECK_MIN = 40


Pools = tuple[list[int], list[int]]


def card_pools(catalogue: Catalogue, *, rush: bool) -> Pools:
    """The passcodes that go in a main deck: those without effect, and those with one."""
    cards = [
        card
        for card in catalogue
        if is_supported(card) and not card.is_token and not card.is_extra_deck and card.rush == rush
    ]
    plain = sorted(card.passcode for card in cards if definition_of(card) is None)
    return plain, sorted(card.passcode for card in cards if definition_of(card) is not None)


def random_deck(choose: random.Random, pools: Pools, name: str) -> Deck:
    """A deck of 40 to 100 cards, half of them with effects where there are any."""
    size = choose.randint(DECK_MIN, ENGINE_MAIN_LIMIT)
    plain, effects = pools
    cards = choose.sample(effects * 3, min(size // 2, len(effects) * 3))
    cards += choose.sample(plain * 3, size - len(cards))
    choose.shuffle(cards)
    return Deck(name, tuple(cards))


def soak_block(
    rules: Rules, source: Pools | Sequence[Deck], *, seed: int, block: int, duels: int
) -> Tally:
    """Some duels between two decks, random or from a list; block and seed decide everything.

    Raises
    ------
    AssertionError
        Naming the duel and the invariant that it broke.
    """
    choose = random.Random(f"{seed} {rules.name} {block}")
    if isinstance(source, tuple):
        decks = [random_deck(choose, source, f"{rules.name} {block}{side}") for side in "ab"]
    else:
        decks = choose.choices(source, k=2)
    run = DuelRun(
        decks[0],
        decks[1],
        rules=rules,
        policies=POLICIES[block % len(POLICIES)],
        seed=choose.getrandbits(64),
        check_decks=False,  # up to 100 cards, more than most formats allow
    )
    return Tally().plus(run.results(0, duels, checks=True))


def soak(rules: Rules, duels: int, *, seed: int, threads: int, decks: Sequence[Deck] = ()) -> bool:
    """Soak one format and print its line; whether nothing went wrong."""
    source = list(decks) or card_pools(Catalogue.default(), rush=rules.name == "rush")
    began = time.perf_counter()
    counts = [min(BLOCK, duels - start) for start in range(0, duels, BLOCK)]
    played = aborted = turns = decisions = longest = 0
    broken: list[str] = []
    with ThreadPoolExecutor(threads) as pool:
        blocks = [
            pool.submit(soak_block, rules, source, seed=seed, block=block, duels=count)
            for block, count in enumerate(counts)
        ]
        for block in blocks:
            try:
                tally = block.result()
            except AssertionError as error:
                broken.append(str(error))
                continue
            played += tally.duels
            aborted += tally.ended(3)
            turns += tally.turns.total
            decisions += tally.decisions.total
            longest = max(longest, tally.turns.largest)
    seconds = time.perf_counter() - began
    print(
        f"{rules.name:<7} {played:>9,} duels, {len(decks) or len(counts) * 2:,} decks, "
        f"{turns / max(played, 1):.1f} turns ({longest} at most), "
        f"{decisions / max(played, 1):.1f} decisions a duel; "
        f"{aborted} aborted, {len(broken)} broken; {seconds:.1f} s",
        flush=True,
    )
    for message in broken:
        print(f"  {message}", flush=True)
    return not aborted and not broken


def main() -> int:
    """Soak every format; 0 when nothing was aborted or broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duels", type=int, default=1_000_000, help="in all (default: 1000000)")
    parser.add_argument("--seed", type=int, default=1, help="decides decks and duels (default: 1)")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="default: one per core"
    )
    parser.add_argument(
        "--decks", type=Path, metavar="DIR", help="the decks in a folder, in place of random ones"
    )
    parser.add_argument(
        "--rules", choices=list(FORMATS), action="append", help="of these alone; may be repeated"
    )
    options = parser.parse_args()
    if options.duels < 1 or options.threads < 1:
        parser.error("--duels and --threads must be at least 1")
    decks = (
        [Deck.read(file) for file in sorted(options.decks.glob("*.ydk"))] if (options.decks) else []
    )
    if options.decks and not decks:
        parser.error(f"there is no .ydk file in {options.decks}")
    formats = options.rules or list(FORMATS)
    each, more = divmod(options.duels, len(formats))
    began = time.perf_counter()
    fine = [
        soak(
            FORMATS[name],
            each + (number < more),
            seed=options.seed,
            threads=options.threads,
            decks=decks,
        )
        for number, name in enumerate(formats)
        if each + (number < more)
    ]
    verdict = "nothing aborted, nothing broken" if all(fine) else "FAILED"
    print(f"{options.duels:,} duels in {time.perf_counter() - began:.0f} s: {verdict}")
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
