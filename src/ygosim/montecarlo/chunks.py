"""Work over an index, cut into short chunks, done by threads, handed back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

__all__ = ["in_order", "spans"]

_Part = TypeVar("_Part")

CHUNK = 1024
"""Duels of a chunk: 3 to 30 ms, so that Ctrl-C is answered at once."""


def spans(total: int, chunk: int, first_cut: int = 0) -> Iterator[tuple[int, int]]:
    """Chunks of 0 … total - 1, as (start, end).

    Parameters
    ----------
    first_cut
        If not 0, no chunk reaches across this number, nor across its doubles.

    Examples
    --------
    >>> list(spans(10, 4, first_cut=3))
    [(0, 3), (3, 6), (6, 10)]
    """
    start, cut = 0, first_cut
    while start < total:
        end = min(start + chunk, total)
        if cut:
            while cut <= start:
                cut *= 2
            end = min(end, cut)
        yield start, end
        start = end


def in_order(
    work: Callable[[int, int], _Part],
    parts: Iterator[tuple[int, int]],
    *,
    threads: int,
) -> Generator[tuple[int, int, _Part], None, None]:
    """Do the work of every part and hand the results back in the order of the parts.

    Two parts a thread are on the way at most, so memory does not grow.  When the caller
    stops reading, what has not begun is dropped.

    Examples
    --------
    >>> list(in_order(lambda start, end: end - start, spans(5, 2), threads=2))
    [(0, 2, 2), (2, 4, 2), (4, 5, 1)]
    """
    if threads == 1:
        for start, end in parts:
            yield start, end, work(start, end)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="ygosim")
    waiting: deque[tuple[int, int, Future[_Part]]] = deque()
    try:
        for start, end in parts:
            waiting.append((start, end, pool.submit(work, start, end)))
            if len(waiting) >= 2 * threads:
                oldest = waiting.popleft()
                yield oldest[0], oldest[1], oldest[2].result()
        while waiting:
            oldest = waiting.popleft()
            yield oldest[0], oldest[1], oldest[2].result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
