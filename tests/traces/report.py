"""What a replay of whole files comes to, in figures and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from tests.traces.accepted import Accepted, Difference
from tests.traces.names import their_catalogue
from tests.traces.reading import read_duels
from tests.traces.replay import replay_duel, unsupported_cards
from ygosim.errors import YgosimError

__all__ = ["ACCEPTED_SHARE", "NOT_COMPARED_SHARE", "FileReport", "replay_file", "run_faults"]

ACCEPTED_SHARE = 0.001
"""Largest share of all decisions that accepted differences may be."""

NOT_COMPARED_SHARE = 0.005
"""Largest share of all decisions that may lie after the duels have parted."""

_NAMES_SHOWN = 3
_KEPT = 100  # differences kept for printing


@dataclass(slots=True)
class FileReport:
    """One file.  A duel is either played or needs card effects that are not there yet."""

    path: Path
    duels: int = 0
    played: int = 0
    decisions: int = 0  # of the duels played
    compared: int = 0
    not_compared: int = 0
    accepted: int = 0
    taken_over: int = 0  # positions
    compared_after: int = 0  # of the decisions compared, those after such a position
    difference_count: int = 0
    differences: list[Difference] = field(default_factory=list)  # the first ones
    entries: Counter[int] = field(default_factory=Counter)
    sets: set[str] = field(default_factory=set)
    unsupported: Counter[str] = field(default_factory=Counter)  # in how many duels
    cut: bool = False  # after the first duels, as the caller said
    broken: str = ""  # why the file could not be read to its end

    @property
    def differs(self) -> bool:
        """Whether something was played and differs, or could not be read."""
        return bool(self.difference_count or self.broken)

    @property
    def left_out(self) -> bool:
        """Whether a duel that was looked at was not played."""
        return bool(self.broken) or self.played < self.duels

    @property
    def whole(self) -> bool:
        """Whether every duel of the file was played."""
        return not self.left_out and not self.cut

    def line(self) -> str:
        """The file in one line."""
        name = self.path.name
        if self.broken:
            return f"{name}: BROKEN: {self.broken}"
        names = [name for name, _ in self.unsupported.most_common()]
        needs = f"needs card effects ({len(names)} unsupported cards: "
        needs += ", ".join(names[:_NAMES_SHOWN]) + (", …" * (len(names) > _NAMES_SHOWN)) + ")"
        if not self.played:
            return f"{name}: not played: {self.duels} duels, {needs}"
        text = (
            f"{name}: {'DIFFERS' if self.differs else 'agrees'}: {self.played} duels, "
            f"{self.decisions} decisions: {self.compared} compared, "
            f"{self.not_compared} not compared, {self.accepted} accepted, "
            f"{self.difference_count} differences"
        )
        if self.taken_over:
            text += (
                f"; {self.taken_over} positions taken over, after which "
                f"{self.compared_after} of the decisions were compared"
            )
        left = self.duels - self.played
        return f"{text}; {left} duels not played: {needs}" if left else text


def replay_file(
    path: Path,
    accepted: Accepted,
    *,
    cache: Path | None = None,
    duels: int | None = None,
) -> FileReport:
    """Replay a file, or its first `duels`."""
    report = FileReport(path, cut=duels is not None)
    catalogue = their_catalogue()
    try:
        for recorded in islice(read_duels(path, cache=cache), duels):
            report.duels += 1
            report.sets.add(recorded.set)
            missing = unsupported_cards(recorded, catalogue)
            if missing:
                report.unsupported.update(missing)
                continue
            result = replay_duel(recorded, accepted, catalogue)
            report.played += 1
            report.decisions += result.decisions
            report.compared += len(result.compared)
            report.accepted += len(result.accepted)
            report.taken_over += len(result.taken_over)
            report.compared_after += result.compared_after
            report.not_compared += result.not_compared
            report.difference_count += len(result.differences)
            report.differences += result.differences[: _KEPT - len(report.differences)]
            report.entries.update(result.entries)
    except (YgosimError, OSError) as error:
        report.broken = str(error)
    return report


def run_faults(reports: Iterable[FileReport], accepted: Accepted) -> list[str]:
    """What is wrong with a run as a whole: the accepted entries, and how much was left out."""
    reports = list(reports)
    matched: Counter[int] = Counter()
    for report in reports:
        matched.update(report.entries)
    faults = accepted.faults(matched, {name for r in reports if r.whole for name in r.sets})
    decisions = sum(report.decisions for report in reports)
    for count, share, what in (
        (sum(r.accepted for r in reports), ACCEPTED_SHARE, "accepted"),
        (sum(r.not_compared for r in reports), NOT_COMPARED_SHARE, "not compared"),
    ):
        if count > share * decisions:
            faults.append(
                f"{count} of {decisions} decisions are {what}, more than {share:.1%} of them"
            )
    return faults
