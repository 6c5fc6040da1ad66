"""Instructions a decision: two runs under callgrind, so that the start cancels.

    python bench/instructions.py            (needs valgrind)

Counts do not depend on what else the machine does, so small changes of the core show.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.decks import classic_decks  # noqa: E402

CODE = """
import sys
sys.path.insert(0, {root!r})
from itertools import combinations
from bench.decks import NO_EFFECT, classic_decks
from ygosim.montecarlo import DuelRun
from ygosim.template import Limits
decks = classic_decks() if {classic} else NO_EFFECT
runs = [
    DuelRun(*pair, policies={policy!r}, seed=2026, limits=Limits(turns=200), check_decks=False)
    for pair in combinations(decks, 2)
]
print(sum(int(run.results(0, {duels})["decisions"].sum()) for run in runs))
"""


def count(policy: str, duels: int, *, classic: bool) -> tuple[int, int]:
    """Instructions of a process that plays so many duels a pairing, and the decisions in them."""
    code = CODE.format(root=str(ROOT), policy=policy, duels=duels, classic=classic)
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    # Waiting threads and the order of sets would make the start cost now this, now that.
    steady = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    run = subprocess.run(
        [*tool, sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=steady,
    )
    found = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if found is None:
        raise RuntimeError(f"valgrind said no number of instructions: {run.stderr[-500:]}")
    return int(found[1]), int(run.stdout)


def main() -> None:
    """Print the figure for each built-in policy, without card effects and with them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duels", type=int, default=300, help="more in one run (default: 300)")
    options = parser.parse_args()
    for classic in (False, True) if classic_decks() else (False,):
        for policy in ("random", "greedy"):
            few, few_decisions = count(policy, 1, classic=classic)
            # Of the classic decks there are ten pairings.
            duels = 1 + options.duels // 10 if classic else 1 + options.duels
            many, many_decisions = count(policy, duels, classic=classic)
            decisions = many_decisions - few_decisions
            decks = "classic decks" if classic else "no effects"
            print(
                f"{decks}, {policy}: {(many - few) / decisions:.1f} instructions/decision "
                f"({decisions:,})"
            )


if __name__ == "__main__":
    main()
