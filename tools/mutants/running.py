"""The tests, run once for every mutant, each in a process of its own.

One pytest session collects the tests and runs none: it forks, and its children do.  First the
baseline, with no mutant at work, tells which conditions each test comes to; then a mutant needs
only the tests that come to its condition.  The first that fails has caught it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import selectors
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.listing import Condition

RECORDED = "recorded play"
GROUPS = (
    (RECORDED, ("tests/unit/test_signature.py", "tests/perft/", "tests/traces/")),
    (
        "rules and scenarios",
        ("tests/rules/", "tests/scenarios/", "tests/unit/test_scenarios.py", "tests/cards/"),
    ),
    ("effects, units, properties", ("tests/",)),
)
ORDER = (*(name for name, _ in GROUPS[1:]), RECORDED)
"""The groups as they are run: recorded play comes last, so that it does not hide what the
tests of rules miss."""

LEAVE_OUT = tuple(f"tests/extend/test_{name}.py" for name in ("c", "cython", "layout"))
"""Code of others, built against the headers of a package as it is shipped; this one is not."""

MAP_SIZE = 4096
PATIENCE = 60.0  # seconds that any test may take, and …
PATIENCE_FACTOR = 20  # … so much more than in the baseline


@dataclass
class Outcome:
    """What became of one mutant."""

    condition: Condition
    test: str = ""  # that caught it
    how: str = ""  # "failed", "crashed", "timed out"; "" when it survived
    reached: int = 0  # tests that come to the condition
    seconds: float = 0.0


@dataclass
class Child:
    """A process that runs tests."""

    pid: int
    pipe: int
    items: list[int]
    outcome: Outcome | None  # None: the baseline
    since: float
    began: float
    current: int = -1
    rest: bytes = b""
    failures: list[str] = field(default_factory=list)


def group_of(test: str) -> str:
    """The group that a test is in."""
    return next(name for name, prefixes in GROUPS if test.startswith(prefixes))


class Mutants:
    """A pytest plugin: takes the loop over the tests upon itself."""

    def __init__(
        self, conditions: Sequence[Condition], jobs: int, folder: Path, digest: str
    ) -> None:
        self.conditions = conditions
        self.jobs = jobs
        self.folder = folder
        self.root = folder.parents[1]
        self.digest = digest
        self.outcomes: list[Outcome] = []
        self.broken: list[str] = []  # tests that fail without any mutant
        self.baseline_seconds = 0.0
        self._failed = ""
        self._digests: dict[str, str] = {}
        self._reached: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}
        self._items: list[pytest.Item] = []

    # ------------------------------------------------------------------------- hooks

    def pytest_configure(self) -> None:
        """Let hypothesis try the same examples every time, and not look for smaller ones."""
        from hypothesis import HealthCheck, Phase, settings  # pytest has to import it first

        settings.register_profile(
            "mutants",
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """In a child: notice a failure."""
        if report.failed:
            self._failed = report.nodeid
            print(report.longreprtext)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the baseline, then the mutants."""
        if session.testsfailed:
            raise session.Failed(f"{session.testsfailed} errors during collection")
        order = {name: index for index, name in enumerate(ORDER)}
        self._items = sorted(
            (item for item in session.items if not item.nodeid.startswith(LEAVE_OUT)),
            key=lambda item: order[group_of(item.nodeid)],
        )
        for name in ("maps", "logs"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self._recall()
        self._baseline()
        if not self.broken:
            self._mutants()
        return True

    # ---------------------------------------------------------------------- baseline

    @property
    def _kept(self) -> Path:
        return self.folder / "baseline.json"

    def _recall(self) -> None:
        # What tests come to is asked again where they, or what all of them share, have changed.
        if not self._kept.is_file():
            return
        kept = json.loads(self._kept.read_text(encoding="utf-8"))
        if kept["digest"] != self.digest:
            return
        for test, (file_digest, reached, seconds) in kept["tests"].items():
            if self._digest_of(test) == file_digest:
                self._reached[test], self._seconds[test] = reached, seconds

    def _digest_of(self, test: str) -> str:
        file = test.split("::")[0]
        if file not in self._digests:
            path = self.root / file
            content = path.read_bytes() if path.is_file() else b""
            self._digests[file] = hashlib.sha256(content).hexdigest()
        return self._digests[file]

    def _keep(self) -> None:
        tests = {
            test: (self._digest_of(test), reached, self._seconds[test])
            for test, reached in self._reached.items()
            if test not in self.broken
        }
        text = json.dumps({"digest": self.digest, "tests": tests})
        self._kept.write_text(text, encoding="utf-8")

    def _baseline(self) -> None:
        began = time.monotonic()
        files: dict[str, list[int]] = {}
        for index, item in enumerate(self._items):
            if item.nodeid not in self._reached:
                files.setdefault(item.nodeid.split("::")[0], []).append(index)
        waiting = list(files.values())
        shares = [[i for file in waiting[k :: self.jobs] for i in file] for k in range(self.jobs)]
        try:
            self._work(iter([(share, None) for share in shares if share]))
        finally:
            self._keep()
        self.baseline_seconds = time.monotonic() - began

    # ----------------------------------------------------------------------- mutants

    def _mutants(self) -> None:
        kept = self.folder / "caught.json"
        before = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}

        def tasks() -> Iterator[tuple[list[int], Outcome | None]]:
            for condition in self.conditions:
                items = [
                    index
                    for index, item in enumerate(self._items)
                    if condition.number in self._reached[item.nodeid]
                ]
                # What caught it the last time comes first.
                items.sort(key=lambda i: self._items[i].nodeid != before.get(condition.name))
                outcome = Outcome(condition, reached=len(items))
                self.outcomes.append(outcome)
                if items:
                    yield items, outcome
                else:
                    self._say(outcome)

        try:
            self._work(tasks())
        finally:
            before |= {o.condition.name: o.test for o in self.outcomes if o.how}
            kept.write_text(json.dumps(before), encoding="utf-8")

    def _say(self, outcome: Outcome) -> None:
        how = f"{outcome.how} {outcome.test}" if outcome.how else "SURVIVED"
        if not outcome.reached:
            how += ", no test comes to it"
        number, name = outcome.condition.number, outcome.condition.name
        print(f"{number:4} {name:40} {outcome.seconds:6.1f} s  {how}", flush=True)

    # --------------------------------------------------------------------- processes

    def _work(self, tasks: Iterator[tuple[list[int], Outcome | None]]) -> None:
        children: dict[int, Child] = {}
        with selectors.DefaultSelector() as selector:
            while True:
                while len(children) < self.jobs:
                    task = next(tasks, None)
                    if task is None:
                        break
                    child = self._fork(*task)
                    children[child.pipe] = child
                    selector.register(child.pipe, selectors.EVENT_READ)
                if not children:
                    return
                for key, _ in selector.select(timeout=1.0):
                    child = children[key.fd]
                    if not self._hear(child):
                        selector.unregister(key.fd)
                        del children[key.fd]
                        self._bury(child)
                for child in children.values():
                    self._hurry(child)

    def _fork(self, items: list[int], outcome: Outcome | None) -> Child:
        there, here = os.pipe()
        sys.stdout.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # threads of NumPy's libraries, which are idle
            pid = os.fork()
        if pid == 0:
            os.close(there)
            status = 1
            try:
                self._be_child(items, outcome.condition.number if outcome else 0, here)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                with contextlib.suppress(Exception):
                    sys.stdout.flush()
                os._exit(status)
        os.close(here)
        now = time.monotonic()
        return Child(pid, there, items, outcome, now, now)

    def _be_child(self, items: list[int], number: int, pipe: int) -> None:
        name = f"{number or 'baseline'}-{os.getpid()}"
        log = os.open(self.folder / "logs" / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        path = self.folder / "maps" / name
        path.write_bytes(bytes(MAP_SIZE))
        os.environ["YGOSIM_MUTANTS"] = str(path)
        with path.open("r+b") as file:
            words = memoryview(mmap.mmap(file.fileno(), MAP_SIZE)).cast("H")
        path_of = self._items
        words[0] = number

        def send(**message: Any) -> None:
            os.write(pipe, json.dumps(message).encode() + b"\n")

        for position, index in enumerate(items):
            item = path_of[index]
            after = path_of[items[position + 1]] if position + 1 < len(items) else None
            for word in range(1, len(words)) if number == 0 else ():
                words[word] = 0
            self._failed = ""
            send(start=index)
            began = time.monotonic()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            reached = [word for word in range(1, len(words)) if words[word]] if not number else []
            send(
                done=index,
                failed=self._failed,
                reached=reached,
                seconds=round(time.monotonic() - began, 3),
            )
            if self._failed and number:
                break
        path.unlink()

    def _hear(self, child: Child) -> bool:
        # Takes in what a child says; False when it has ended.
        data = os.read(child.pipe, 1 << 16)
        child.since = time.monotonic()
        *lines, child.rest = (child.rest + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "start" in message:
                child.current = message["start"]
                continue
            test = self._items[message["done"]].nodeid
            child.current = -1
            if child.outcome is None:
                self._reached[test] = message["reached"]
                self._seconds[test] = message["seconds"]
                if message["failed"]:
                    self.broken.append(test)
            elif message["failed"]:
                child.outcome.how, child.outcome.test = "failed", message["failed"]
        return bool(data)

    def _hurry(self, child: Child) -> None:
        allowed = PATIENCE
        if child.outcome is None:
            allowed *= PATIENCE_FACTOR
        elif child.current >= 0:
            allowed += PATIENCE_FACTOR * self._seconds[self._items[child.current].nodeid]
        if time.monotonic() - child.since > allowed:
            child.since = time.monotonic()
            if child.outcome is not None:
                child.outcome.how = "timed out"
            os.kill(child.pid, signal.SIGKILL)

    def _bury(self, child: Child) -> None:
        os.close(child.pipe)
        _, status = os.waitpid(child.pid, 0)
        current = self._items[child.current].nodeid if child.current >= 0 else "between tests"
        if child.outcome is None:
            if status:
                self.broken.append(f"{current} (ended with {status})")
            return
        child.outcome.seconds = time.monotonic() - child.began
        if status and not (child.outcome.how and child.outcome.test):
            child.outcome.how = child.outcome.how or "crashed"
            child.outcome.test = current
        self._say(child.outcome)
