"""`ygosim perft`: count what may follow a position, to check the rules by numbers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import click

from ygosim.cards.catalogue import Catalogue
from ygosim.cli.common import cards_option, console, json_option, print_json, print_table
from ygosim.duel import Duel
from ygosim.scenario import PerftFile, read_perft

__all__ = ["command"]


@dataclass(frozen=True, slots=True)
class _Row:
    """One depth of one file."""

    depth: int
    count: int
    expected: int | None
    seconds: float

    @property
    def right(self) -> bool | None:
        return None if self.expected is None else self.count == self.expected

    def as_json(self) -> dict[str, Any]:
        return {
            "depth": self.depth,
            "count": self.count,
            "expected": self.expected,
            "seconds": round(self.seconds, 6),
        }


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--depth",
    type=click.IntRange(1, 100),
    help="count 1 to this many decisions; else the depths that the file has counts of",
)
@click.option("--divide", is_flag=True, help="show the count behind each move, at the last depth")
@cards_option
@json_option
def command(
    files: tuple[str, ...],
    depth: int | None,
    divide: bool,
    catalogue: Catalogue,
    as_json: bool,
) -> int:
    """Count the ways to go on from positions, and compare with the counts in their files.

    A FILE describes a position in YAML; `counts: {1: 8, 2: 41}` are the ways by number of
    decisions. The exit status is 1 when a count differs.
    """
    results: list[dict[str, Any]] = []
    wrong = 0
    for path in files:
        perft_file = read_perft(path, catalogue)
        depths = list(range(1, depth + 1)) if depth else sorted(perft_file.counts)
        if not depths:
            raise click.UsageError(f"{path} has no counts; say how deep with --depth")
        duel = Duel.from_position(
            perft_file.position, catalogue=catalogue, unsupported=perft_file.unsupported
        )
        rows = _count(duel, perft_file, depths)
        wrong += sum(row.right is False for row in rows)
        moves = _divide(duel, depths[-1]) if divide else []
        if as_json:
            result: dict[str, Any] = {
                "file": path,
                "rules": duel.rules.name,
                "blanked": list(duel.blanked),
                "counts": [row.as_json() for row in rows],
                "agrees": all(row.right is not False for row in rows),
            }
            if divide:
                result["divide"] = [{"move": move, "count": count} for move, count in moves]
            results.append(result)
        else:
            _show(path, duel, rows, moves)
    if as_json:
        print_json({"agree": not wrong, "files": results})
    elif wrong:
        click.echo(f"{wrong} count(s) differ", err=True)
    return 1 if wrong else 0


def _count(duel: Duel, perft_file: PerftFile, depths: list[int]) -> list[_Row]:
    from ygosim._core.search import perft

    rows = []
    for depth in depths:
        began = time.perf_counter()
        count = perft(duel.handle, depth)
        seconds = time.perf_counter() - began
        rows.append(_Row(depth, count, perft_file.counts.get(depth), seconds))
    return rows


def _divide(duel: Duel, depth: int) -> list[tuple[str, int]]:
    from ygosim._core.search import perft_divide

    moves = duel.legal()
    counts = [count for _, count in perft_divide(duel.handle, depth)]
    return [(str(move), count) for move, count in zip(moves, counts, strict=True)]


def _show(path: str, duel: Duel, rows: list[_Row], moves: list[tuple[str, int]]) -> None:
    verdicts = {None: "", True: "as in the file", False: "differs"}
    print_table(
        ("depth", "count", "in the file", "", "per second"),
        [
            (
                row.depth,
                row.count,
                row.expected,
                verdicts[row.right],
                round(row.count / row.seconds) if row.seconds > 0.01 else None,
            )
            for row in rows
        ],
        title=f"{path} ({duel.rules.name})",
    )
    if duel.blanked:
        console().print(f"played without effect: {', '.join(duel.blanked)}")
    if moves:
        print_table(("move", "count"), moves)
