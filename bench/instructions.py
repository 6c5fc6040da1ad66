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

CODE = """
import sys
sys.path.insert(0, {root!r})
from bench.decks import NO_EFFECT
from ygosim.montecarlo import DuelRun
from ygosim.template import Limits
run = DuelRun(*NO_EFFECT, policies={policy!r}, seed=2026, limits=Limits(turns=200))
print(int(run.results(0, {duels})["decisions"].sum()))
"""


def count(policy: str, duels: int) -> tuple[int, int]:
    """Instructions of a process that plays so many duels, and the decisions in them."""
    root = str(Path(__file__).resolve().parent.parent)
    code = CODE.format(root=root, policy=policy, duels=duels)
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
    """Print the figure for each built-in policy."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duels", type=int, default=300, help="more in one run (default: 300)")
    options = parser.parse_args()
    for policy in ("random", "greedy"):
        few, few_decisions = count(policy, 10)
        many, many_decisions = count(policy, 10 + options.duels)
        decisions = many_decisions - few_decisions
        print(f"{policy}: {(many - few) / decisions:.1f} instructions/decision ({decisions:,})")


if __name__ == "__main__":
    main()
