"""Play a million duels over all formats with every invariant checked after every move.

Random decks of Normal Monsters of the shipped catalogue, 40 to 100 cards; random and greedy
players in every pairing; every deck goes first as often as second.  A line for each format;
exit status 1 when a duel was aborted or broke an invariant.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import is_supported
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


def normal_monsters(catalogue: Catalogue, *, rush: bool) -> list[int]:
    """The passcodes of all monsters without effect that go in a main deck."""
    return sorted(
        card.passcode
        for card in catalogue
        if is_supported(card) and not card.is_token and not card.is_extra_deck and card.rush == rush
    )


def random_deck(choose: random.Random, passcodes: list[int], name: str) -> Deck:
    """A deck of 40 to 100 cards, some of them twice or three times."""
    size = choose.randint(DECK_MIN, ENGINE_MAIN_LIMIT)
    cards = [passcode for passcode in choose.sample(passcodes, size) for _ in range(3)]
    choose.shuffle(cards)
    return Deck(name, tuple(cards[:size]))


def soak_block(rules: Rules, passcodes: list[int], *, seed: int, block: int, duels: int) -> Tally:
    """Some duels between two random decks; block and seed decide everything.

    Raises
    ------
    AssertionError
        Naming the duel and the invariant that it broke.
    """
    choose = random.Random(f"{seed} {rules.name} {block}")
    decks = [random_deck(choose, passcodes, f"{rules.name} {block}{side}") for side in "ab"]
    run = DuelRun(
        decks[0],
        decks[1],
        rules=rules,
        policies=POLICIES[block % len(POLICIES)],
        seed=choose.getrandbits(64),
        check_decks=False,  # up to 100 cards, more than most formats allow
    )
    return Tally().plus(run.results(0, duels, checks=True))


def soak(rules: Rules, duels: int, *, seed: int, threads: int) -> bool:
    """Soak one format and print its line; whether nothing went wrong."""
    passcodes = normal_monsters(Catalogue.default(), rush=rules.name == "rush")
    began = time.perf_counter()
    counts = [min(BLOCK, duels - start) for start in range(0, duels, BLOCK)]
    played = aborted = turns = decisions = longest = 0
    broken: list[str] = []
    with ThreadPoolExecutor(threads) as pool:
        blocks = [
            pool.submit(soak_block, rules, passcodes, seed=seed, block=block, duels=count)
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
        f"{rules.name:<7} {played:>9,} duels, {len(counts) * 2:,} decks, "
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
    options = parser.parse_args()
    if options.duels < 1 or options.threads < 1:
        parser.error("--duels and --threads must be at least 1")
    each, more = divmod(options.duels, len(FORMATS))
    began = time.perf_counter()
    fine = [
        soak(rules, each + (number < more), seed=options.seed, threads=options.threads)
        for number, rules in enumerate(FORMATS.values())
        if each + (number < more)
    ]
    verdict = "nothing aborted, nothing broken" if all(fine) else "FAILED"
    print(f"{options.duels:,} duels in {time.perf_counter() - began:.0f} s: {verdict}")
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
