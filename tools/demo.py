"""Run the main jobs of ygosim on the decks that it ships, and show what each prints.

Works wherever the package is installed, from any folder.  Exit status 1 when a job failed.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from ygosim.cards.demo import deck_names, deck_path, role_path

ROOT = Path(__file__).resolve().parent.parent
PERFT = ROOT / "tests" / "perft"


def jobs(duels: int) -> Iterator[tuple[str, list[str]]]:
    """Each job: what it answers, and the arguments of `ygosim`."""
    beatdown, tribute = str(deck_path("beatdown")), str(deck_path("tribute"))
    rush = [str(deck_path("rush-beatdown")), str(deck_path("rush-tribute"))]
    yield (
        "How often does one deck beat the other, when both are played sensibly?",
        ["duel", beatdown, tribute, "-n", str(duels), "--policy", "greedy", "--seed", "1"],
    )
    yield (
        "The same as Rush Duels, played at random",
        ["duel", *rush, "-n", str(duels), "--rules", "rush", "--seed", "1"],
    )
    yield (
        "What does such a duel look like?",
        ["duel", beatdown, tribute, "-n", "1", "--policy", "greedy", "--seed", "1", "--show", "0"],
    )
    yield (
        "Best-of-three matches",
        ["match", beatdown, tribute, "-n", str(duels // 10), "--policy", "greedy", "--seed", "1"],
    )
    yield (
        "How often does the opening hand hold an attacker, and no card that needs two Tributes?",
        [
            "hands",
            beatdown,
            "--roles",
            str(role_path("beatdown")),
            "--want",
            "attacker >= 1 & two-tributes == 0",
            "--want",
            "attacker >= 2",
        ],
    )
    yield "Is the deck legal?", ["deck", "check", beatdown, tribute, "--rules", "mr5"]
    yield "How do the formats differ?", ["rules", "expert", "mr5", "rush"]
    for path in sorted(PERFT.glob("*.perft"))[:1]:
        yield "Are the legal moves counted right?", ["perft", str(path)]


def _as_typed(argument: str) -> str:
    """A deck of the package by its name, a file of the checkout by its path in it."""
    path = Path(argument)
    if not path.is_absolute():
        return argument
    if path.stem in deck_names() and path == deck_path(path.stem):
        return path.stem
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else argument


def run(title: str, arguments: list[str], *, quiet: bool) -> bool:
    """Run one job and show what it prints; whether it ended with exit status 0."""
    shown = shlex.join(["ygosim", *map(_as_typed, arguments)])
    print(f"\n== {title}\n   $ {shown}\n", flush=True)
    began = time.monotonic()
    code = "from ygosim.cli.main import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        check=False,
        text=True,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if result.returncode:
        print(result.stdout or "", f"   FAILED with exit status {result.returncode}", flush=True)
    print(f"   ({time.monotonic() - began:.1f} s)", flush=True)
    return result.returncode == 0


def main() -> int:
    """Run every job; 0 when all did what was asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duels", type=int, default=20000, help="duels a job (default: 20000)")
    parser.add_argument("--quiet", action="store_true", help="show the output of failures only")
    options = parser.parse_args()
    results = [
        run(title, arguments, quiet=options.quiet) for title, arguments in jobs(options.duels)
    ]
    print(f"\n{sum(results)} of {len(results)} jobs did what was asked.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
