"""A run played chunk by chunk and added up, until it is done or ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from ygosim.montecarlo.chunks import in_order, spans
from ygosim.montecarlo.pairing import check_whole
from ygosim.montecarlo.sinks import Sink

__all__ = ["THREADS_MAX", "Counted", "Progress", "count_up"]

THREADS_MAX = 256
CHUNK_MAX = 2**20

Progress = Callable[[int, int], object]
"""Told after each chunk: how many are done, and how many were asked for."""


class Addable(Protocol):
    """A tally: immutable, made anew with each chunk."""

    def plus(self, rows: npt.NDArray[Any]) -> Self:
        """The counts with these results added behind."""


_Tally = TypeVar("_Tally", bound=Addable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Generic[_Tally]):
    """What came of a run.

    `done` results were counted, the first of the run, whole; `kept` are these one by one,
    None unless asked for.
    """

    tally: _Tally
    done: int
    kept: npt.NDArray[Any] | None
    seconds: float
    threads: int
    stopped: bool
    interrupted: bool


def count_up(
    work: Callable[[int, int], npt.NDArray[Any]],
    total: int,
    tally: _Tally,
    *,
    threads: int,
    chunk: int,
    is_python: bool,
    keep: np.dtype[Any] | None = None,
    sink: Sink | None = None,
    progress: Progress | None = None,
    first_cut: int = 0,
    enough: Callable[[_Tally], bool] | None = None,
) -> Counted[_Tally]:
    """Do the work of 0 … total - 1 and add it up in index order.

    Parameters
    ----------
    work
        The results of start … end - 1, one row each.
    tally
        What they are added to.
    threads, chunk
        Threads that work at the same time, and results at a time.
    is_python
        A function in Python decides: it is not called from several threads at once, and a
        chunk is one result, so that Ctrl-C does not wait for many slow ones.
    keep
        The type of the rows, where they are to be kept.
    sink, progress
        Get every chunk, and are told of it.
    first_cut
        As for `spans`.
    enough
        Whether the run may stop at what has been counted.

    Returns
    -------
    Counted
        After Ctrl-C (KeyboardInterrupt) whole chunks, and `interrupted`.
    """
    threads = check_whole("threads", threads, 1, THREADS_MAX)
    chunk = check_whole("chunk", chunk, 1, CHUNK_MAX)
    if is_python:
        threads, chunk = 1, 1
    kept = None if keep is None else np.zeros(total, dtype=keep)
    done, stopped, interrupted = 0, False, False
    began = time.perf_counter()
    parts = in_order(work, spans(total, chunk, first_cut), threads=threads)
    try:
        for start, end, rows in parts:
            if kept is not None:
                kept[start:end] = rows
            if sink is not None:
                sink.write(start, rows)
            # From here on these results count: an interruption leaves whole chunks.
            tally, done = tally.plus(rows), end
            if enough is not None and enough(tally):
                stopped = True
                break
            if progress is not None:
                progress(done, total)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        parts.close()
    if sink is not None:
        sink.finish(done)
    return Counted(
        tally=tally,
        done=done,
        kept=None if kept is None else kept[:done],
        seconds=time.perf_counter() - began,
        threads=threads,
        stopped=stopped,
        interrupted=interrupted,
    )
