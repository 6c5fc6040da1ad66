"""Where per-duel results go while a run is going on."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import numpy.typing as npt

from ygosim.enums import EndCause

__all__ = ["DUEL_COLUMNS", "CsvSink", "Sink", "csv_field", "duel_lines"]

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
    Whole lines that were written stay, whatever happens later.  The last block of lines is
    held back until the next one or the end, so that nothing need be taken back: it may be a
    pipe.

    Parameters
    ----------
    path
        The file; what it held is replaced.
    columns
        The headings; behind DUEL_COLUMNS stand the conditions that are tracked.

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

    __slots__ = ("_file", "_held", "path", "written")

    def __init__(self, path: Path | str, columns: Sequence[str] = DUEL_COLUMNS) -> None:
        self.path = Path(path)
        self.written = 0
        self._file: io.FileIO = self.path.open("wb", buffering=0)
        self._held = (b"", 0)  # a block of lines, and how many
        try:
            self._put((",".join(map(csv_field, columns)) + "\n").encode())
        except OSError:
            self._file.close()
            raise

    def write(self, start: int, rows: npt.NDArray[Any]) -> None:
        """Take the results of duels `start` and on."""
        self.write_lines(duel_lines(start, rows), len(rows))

    def write_lines(self, text: str, count: int) -> None:
        """Write a block of `count` lines."""
        self._release()
        self._held = (text.encode(), count)

    def settle(self, count: int) -> None:
        """Keep the first `count` results of those so far; more may follow."""
        if count > self.written:
            self._release()
        self.written = count
        self._held = (b"", 0)

    def finish(self, count: int) -> None:
        """Keep the first `count` results only."""
        self.settle(count)
        self._file.close()

    def _release(self) -> None:
        """Write the block that was held back."""
        (block, count), self._held = self._held, (b"", 0)
        self._put(block)
        self.written += count

    def _put(self, block: bytes) -> None:
        """Write whole lines: a line that finds no room is not begun."""
        done = 0
        try:
            while done < len(block):
                done += self._file.write(block[done:])
        except OSError as error:
            whole = block.rfind(b"\n", 0, done) + 1
            with suppress(OSError):  # a pipe or a device cannot be cut
                self._file.truncate(self._file.tell() - (done - whole))
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if not self._file.closed and not isinstance(error, OSError):
                self._release()
        finally:
            self._file.close()


def csv_field(text: str) -> str:
    """The text as a field of a CSV line.

    Examples
    --------
    >>> csv_field('field(0, "Jinzo")')
    '"field(0, ""Jinzo"")"'
    """
    if any(sign in text for sign in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def duel_lines(start: int, rows: npt.NDArray[Any], *, before: str = "") -> str:
    """One CSV line per duel, in the order of DUEL_COLUMNS.

    Behind them stand the turns in which tracked conditions first held, empty where they
    never did.

    Parameters
    ----------
    before
        What every line begins with.
    """
    ends = ["\n"] * len(rows)
    if "tracked" in (rows.dtype.names or ()):
        ends = [
            "".join(f",{turn or ''}" for turn in turns) + "\n" for turns in rows["tracked"].tolist()
        ]
    return "".join(
        f"{before}{index},{'ab'[first]},{_WINNERS.get(winner, 'aborted')},{_CAUSES[cause]},"
        f"{turns},{decisions},{lp[0]},{lp[1]},{digest:016x}{ends[index - start]}"
        for index, (digest, lp, decisions, turns, winner, first, cause) in enumerate(
            rows[["digest", "lp", "decisions", "turns", "winner", "first", "end_cause"]].tolist(),
            start,
        )
    )
