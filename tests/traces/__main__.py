"""`python -m tests.traces [FILE…]`: replay recorded duels and say where they differ.

Without files, all of shared/data/traces; sets that need card effects are then reported as
not played and nothing else.  A file that is named must be played whole.

Standard output has one line per file; what differs is told in full on standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.traces.accepted import ACCEPTED, Accepted
from tests.traces.reading import cache_folder
from tests.traces.report import FileReport, replay_file, run_faults
from ygosim.errors import YgosimError

ROOT = Path(__file__).resolve().parents[2]


def traces_folder() -> Path:
    """Where the recorded duels lie."""
    shared = Path(os.environ.get("YGOSIM_SHARED") or ROOT.parent / "shared")
    return shared / "data" / "traces"


def main(arguments: Sequence[str] | None = None) -> int:
    """Replay files; the exit status is 0 only if all that was asked for agrees."""
    options = _parser().parse_args(arguments)
    files = options.files or sorted(traces_folder().glob("*.jsonl.zst"))
    if not files:
        print(
            f"no recorded duels in {traces_folder()}; name files, or say with YGOSIM_SHARED "
            "where the collected sources are",
            file=sys.stderr,
        )
        return 1
    try:
        accepted = Accepted.read(options.accepted)
    except (YgosimError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    reports = []
    for report in _reports(files, accepted, options):
        reports.append(report)
        print(report.line(), flush=True)
        for difference in report.differences[: options.show]:
            print(difference, file=sys.stderr)
        if report.difference_count > options.show:
            print(f"… {report.difference_count} in all (--show)", file=sys.stderr)
    faults = run_faults(reports, accepted)
    for fault in faults:
        print(fault, file=sys.stderr)
    unplayed = [report for report in reports if options.files and report.left_out]
    failed = faults or unplayed or any(report.differs for report in reports)
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.traces", description=__doc__)
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="recorded duels, .jsonl or .jsonl.zst"
    )
    parser.add_argument("--duels", type=int, metavar="N", help="only the first N of each file")
    parser.add_argument(
        "--show", type=int, default=3, metavar="N", help="differences told in full, per file (3)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)"
    )
    parser.add_argument("--accepted", type=Path, default=ACCEPTED, help="accepted differences")
    parser.add_argument(
        "--no-cache", action="store_true", help=f"parse anew, leave {cache_folder().name} alone"
    )
    return parser


def _reports(
    files: Sequence[Path], accepted: Accepted, options: argparse.Namespace
) -> Iterator[FileReport]:
    replay = partial(
        replay_file,
        accepted=accepted,
        cache=None if options.no_cache else cache_folder(),
        duels=options.duels,
    )
    jobs = min(options.jobs, len(files))
    if jobs <= 1:
        yield from map(replay, files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(replay, files)


if __name__ == "__main__":
    sys.exit(main())
