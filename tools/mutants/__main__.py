"""Break conditions of the core one at a time, and see whether the tests notice.

`python -m tools.mutants` builds the core once with every condition of tools/mutants/conditions
under a switch, into the environment that runs it, and runs the tests for each.  Exit status 1
when fewer than 95 % are caught.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tools.mutants.listing import (
    CORE,
    ROOT,
    SWITCH,
    SWITCH_TEXT,
    Condition,
    StaleError,
    faults_of,
    read_listing,
    rewrite,
)
from tools.mutants.running import ORDER, Mutants, Outcome, group_of

PARTS = ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "src")
FOLDER = ROOT / "build" / "mutants"
LEAST = 0.95

QUICK_BUILD = {"PRIVATE -O3)": "PRIVATE -O1)", " __attribute__((always_inline))": ""}
"""What is replaced in CMakeLists.txt: the tests need no speed that takes minutes to compile."""


def _files(parts: Iterable[str]) -> list[Path]:
    found = []
    for part in parts:
        path = ROOT / part
        found += [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return [p for p in found if "__pycache__" not in p.parts and p.suffix not in {".pyc", ".so"}]


def write_sources(conditions: Sequence[Condition], folder: Path) -> None:
    """Write the tree with the switches; files that stay the same keep their times."""
    by_file = collections.defaultdict(list)
    for condition in conditions:
        by_file[(CORE / condition.file).as_posix()].append(condition)
    texts = {SWITCH: SWITCH_TEXT.encode()}
    for path in _files(PARTS):
        name = path.relative_to(ROOT)
        content = path.read_bytes()
        if name.as_posix() in by_file:
            content = rewrite(content.decode(), by_file[name.as_posix()]).encode()
        if name.as_posix() == "CMakeLists.txt":
            text = content.decode()
            for old, new in QUICK_BUILD.items():
                if old not in text:
                    raise StaleError(f"CMakeLists.txt has no {old!r} (QUICK_BUILD)")
                text = text.replace(old, new)
            content = text.encode()
        texts[name] = content
    for stray in folder.rglob("*"):
        if stray.is_file() and stray.relative_to(folder) not in texts:
            stray.unlink()
    for name, content in texts.items():
        target = folder / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def build(source: Path) -> None:
    """Install the tree into this environment."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            "--no-build-isolation",
            f"--config-settings=build-dir={FOLDER / 'cmake'}",
            str(source),
        ],
        check=True,
    )


def digest(source: Path) -> str:
    """Tells the sources, and what tests share, from all others."""
    total = hashlib.sha256()
    tree = sorted(path for path in source.rglob("*") if path.is_file())
    shared = _files(("tests", "bench"))
    for path in [*tree, *(path for path in shared if not path.match("test_*.py"))]:
        total.update(path.as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def report(outcomes: Sequence[Outcome], baseline: float, seconds: float) -> str:
    """What was caught by which tests, and what was not."""
    caught = [outcome for outcome in outcomes if outcome.how]
    by_file = collections.Counter(outcome.test.split("::")[0] for outcome in caught)
    by_group = collections.Counter(
        group_of(outcome.test) if "::" in outcome.test else "elsewhere" for outcome in caught
    )
    lines = [f"{count:4}  {file}" for file, count in by_file.most_common()]
    lines += [f"SURVIVED  {o.condition.name}: {o.condition.breaks}" for o in outcomes if not o.how]
    groups = ", ".join(f"{by_group[name]} by {name}" for name in ORDER if by_group[name])
    lines += [
        f"{len(caught)} of {len(outcomes)} mutants caught "
        f"({100 * len(caught) / max(len(outcomes), 1):.1f} %): {groups}",
        f"baseline {baseline:.0f} s, mutants {seconds:.0f} s",
    ]
    return "\n".join(lines)


def main() -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="tools.mutants", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these: names or numbers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="files and folders of tests")
    parser.add_argument("--list", action="store_true", help="only list the conditions")
    options = parser.parse_args()
    try:
        conditions = read_listing()
        faults = faults_of(conditions)
        if faults:
            raise StaleError("\n".join(faults))
        wanted = conditions
        if options.only:
            known = {str(key): c for c in conditions for key in (c.number, c.name)}
            if set(options.only) - set(known):
                raise StaleError(f"no such mutant: {sorted(set(options.only) - set(known))}")
            wanted = [known[key] for key in options.only]
        if options.list:
            for c in wanted:
                print(f"{c.number:4} {c.name:40} {c.file:16} {c.breaks}")
            return 0
        source = FOLDER / "src"
        write_sources(conditions, source)
    except StaleError as stale:
        print(f"tools/mutants/conditions is stale:\n{stale}", file=sys.stderr)
        return 2
    began = time.monotonic()
    build(source)
    print(f"{len(conditions)} conditions built in {time.monotonic() - began:.0f} s", flush=True)
    for name in ("maps", "logs"):
        shutil.rmtree(FOLDER / name, ignore_errors=True)
    plugin = Mutants(wanted, options.jobs, FOLDER, digest(source))
    began = time.monotonic()
    quiet = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={ROOT}"]
    status = pytest.main([*quiet, *options.tests], plugins=[plugin])
    if plugin.broken:
        print("These tests fail without any mutant:", *sorted(plugin.broken), sep="\n  ")
        return 2
    if not plugin.outcomes:
        print(f"pytest ended with {status!r}")
        return 2
    seconds = time.monotonic() - began
    text = report(plugin.outcomes, plugin.baseline_seconds, seconds)
    (FOLDER / "report.txt").write_text(text + "\n", encoding="utf-8")
    print(text)
    caught = sum(bool(outcome.how) for outcome in plugin.outcomes)
    return 0 if caught >= LEAST * len(plugin.outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
