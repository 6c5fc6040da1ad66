"""Where per-duel results go while a run is going on."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import numpy.typing as npt

from ygosim.enums import EndCause

__all__ = ["DUEL_COLUMNS", "CsvSink", "Sink"]

DUEL_COLUMNS = (
    "duel",
    "first",
    "winner",
    "end_cause",
    "turns",
    "decisions",
    "lp_a",
    "lp_b",
    "digest",
)

_CAUSES = tuple(cause.name.lower() for cause in EndCause)
_WINNERS = {0: "a", 1: "b", 2: "draw"}


class Sink(Protocol):
    """Takes results in index order, and is told at the end how many of them count."""

    def write(self, start: int, rows: npt.NDArray[Any]) -> None:
        """Take the results of duels `start` and on."""

    def finish(self, count: int) -> None:
        """Keep the first `count` results only: a run that was interrupted may have more."""


class CsvSink:
    """Writes one line per duel to a CSV file.

    The file is opened at once, so that what stands against it is known before a long run.
    Lines written stay, whatever happens later.

    Parameters
    ----------
    path
        The file; what it held is replaced.

    Raises
    ------
    OSError
        When it cannot be written: no such folder, no permission.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with CsvSink(Path(folder) / "duels.csv") as sink:
    ...         sink.finish(0)
    ...     print((Path(folder) / "duels.csv").read_text().strip())
    duel,first,winner,end_cause,turns,decisions,lp_a,lp_b,digest
    """

    __slots__ = ("_file", "_marks", "path", "written")

    def __init__(self, path: Path | str, columns: Sequence[str] = DUEL_COLUMNS) -> None:
        self.path = Path(path)
        self.written = 0
        self._file: io.BufferedWriter = self.path.open("wb")
        self._file.write((",".join(columns) + "\n").encode())
        # Where the last block of lines began, to go back to: (lines before it, offset).
        self._marks = (0, self._file.tell())

    def write(self, start: int, rows: npt.NDArray[Any]) -> None:
        """Take the results of duels `start` and on."""
        self.write_lines(duel_lines(start, rows), len(rows))

    def write_lines(self, text: str, count: int) -> None:
        """Write a block of `count` lines."""
        self._marks = (self.written, self._file.tell())
        self._file.write(text.encode())
        self.written += count

    def finish(self, count: int) -> None:
        """Keep the first `count` results only."""
        self._file.flush()
        lines, offset = self._marks
        if count == lines and self._file.tell() != offset:
            self._file.truncate(offset)
            self.written = count
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()


def duel_lines(start: int, rows: npt.NDArray[Any]) -> str:
    """One CSV line per duel, in the order of DUEL_COLUMNS."""
    return "".join(
        f"{index},{'ab'[first]},{_WINNERS.get(winner, 'aborted')},{_CAUSES[cause]},"
        f"{turns},{decisions},{lp[0]},{lp[1]},{digest:016x}\n"
        for index, (digest, lp, decisions, turns, winner, first, cause) in enumerate(
            rows[["digest", "lp", "decisions", "turns", "winner", "first", "end_cause"]].tolist(),
            start,
        )
    )
