"""`ygosim duel`: many duels between two decks or more, or one of them move by move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import click
import numpy.typing as npt

from ygosim._core.runner import duel_result
from ygosim.cli.common import Share, print_json
from ygosim.cli.duel_report import duel_json, show_duels, show_gauntlet, show_log
from ygosim.cli.running import INTERRUPTED, Asked, asked, play_options, progress
from ygosim.montecarlo import CsvSink, DuelRun, First, Gauntlet, Sink, Stop
from ygosim.montecarlo.duels import DUELS, DUELS_MAX
from ygosim.montecarlo.sinks import DUEL_COLUMNS, csv_field, duel_lines

__all__ = ["command"]

_EXAMPLES = """
\b
Examples:
  ygosim duel a.ydk b.ydk -n 100000 --policy greedy --seed 1
  ygosim duel a.ydk b.ydk --policy-a greedy --policy-b random --stop 0.005 -n 1000000
  ygosim duel a.ydk b.ydk -n 1 --seed 1 --show 0
  ygosim duel a.ydk b.ydk --track 'field(0, "Jinzo") & lp(1) <= 4000'
  ygosim duel --gauntlet decks/ --rules expert --policy greedy --seed 1
"""


@click.command(epilog=_EXAMPLES)
@click.argument("deck_a", metavar="DECK_A", required=False)
@click.argument("deck_b", metavar="DECK_B", required=False)
@play_options
@click.option(
    "-n",
    "--duels",
    type=click.IntRange(1, DUELS_MAX),
    default=DUELS,
    show_default=True,
    metavar="N",
    help="how many; with --stop, at most; with --gauntlet, of each pairing",
)
@click.option(
    "--first",
    type=click.Choice(get_args(First)),
    default="alternate",
    show_default=True,
    help="who goes first: deck A in even duels, by lot, always A, always B",
)
@click.option(
    "--stop",
    type=Share(0.5),
    metavar="W",
    help="stop when both win rates are known to within W (0.01 is a percent) either way; "
    "tested at 1000, 2000, 4000 ... duels",
)
@click.option(
    "--show",
    type=click.IntRange(0),
    metavar="K",
    help="then play duel K (from 0) again and print what happens in it",
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="write a line for each duel",
)
@click.option(
    "--track",
    metavar="EXPR",
    multiple=True,
    help="say in what share of duels, and from which turn on, a condition held; may be "
    "repeated; players 0 and 1 of it are deck A and deck B (docs/expressions.md)",
)
@click.option(
    "--gauntlet",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="in place of two decks: all .ydk files of a folder, each against each other",
)
def command(**options: Any) -> int:
    """Play duels between two decks: who wins, how often, how sure that is.

    A deck is a .ydk file or a ydke:// URL.  The same seed gives the same duels on any
    number of threads; the digest shows it.  Ctrl-C keeps what has been played: it is
    printed, and the exit status is 130.
    """
    if options["show"] is not None:
        if options["csv_file"] is not None:
            raise click.UsageError("--show and --csv: choose one")
        if options["show"] >= options["duels"]:
            raise click.BadParameter(
                f"there is no duel {options['show']} among {options['duels']}, counted from 0; "
                "give a larger -n",
                param_hint="--show",
            )
    if options["gauntlet"] is not None:
        return _gauntlet(options)
    for parameter in click.get_current_context().command.params:
        if isinstance(parameter, click.Argument) and options[parameter.name or ""] is None:
            raise click.MissingParameter(param=parameter)
    shared = asked(options)
    deck_a, deck_b = shared.decks
    run = DuelRun(deck_a, deck_b, first=options["first"], track=options["track"], **shared.keywords)
    stop = None if options["stop"] is None else Stop(half_width=options["stop"])
    with ExitStack() as opened:
        sink = None
        if options["csv_file"] is not None:
            columns = (*DUEL_COLUMNS, *map(str, run.tracking.queries))
            sink = opened.enter_context(CsvSink(options["csv_file"], columns))
        bar = opened.enter_context(progress("duels"))
        result = run.simulate(
            options["duels"],
            threads=shared.threads,
            stop=stop,
            confidence=shared.confidence,
            sink=sink,
            progress=bar,
        )
    shown: dict[str, Any] = {}
    if options["show"] is not None and not result.interrupted:
        index = options["show"]
        duel, first = run.duel(index), run.first_of(index)
        shown = {"index": index, "first": first}
        shown["digest"] = f"{int(duel_result(duel.handle, first)['digest'][0]):016x}"
    if options["as_json"]:
        report = result.as_dict()
        if shown:
            report["show"] = duel_json(duel, **shown)
        print_json(report)
    else:
        show_duels(result)
        if sink is not None:
            click.echo(f"wrote {sink.path}: {sink.written:,} duels")
        if shown:
            show_log(duel, names=result.facts.decks, **shown)
    return INTERRUPTED if result.interrupted else 0


# --- gauntlets -----------------------------------------------------------------------------


def _gauntlet(options: dict[str, Any]) -> int:
    """Play all decks of a folder against each other."""
    _refuse_pairs(options)
    folder: Path = options["gauntlet"]
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".ydk")
    if len(files) < 2:
        raise click.BadParameter(
            f"{folder} holds {len(files)} .ydk files; a gauntlet takes two or more",
            param_hint="--gauntlet",
        )
    shared = asked(options, files)
    keywords = dict(shared.keywords)
    policies = keywords.pop("policies")
    run = Gauntlet(
        shared.decks,
        policy=policies[0],
        first=options["first"],
        track=options["track"],
        **keywords,
    )
    with ExitStack() as opened:
        lines = None
        if options["csv_file"] is not None:
            columns = ("deck_a", "deck_b", *DUEL_COLUMNS, *map(str, run.run(0, 1).tracking.queries))
            lines = opened.enter_context(CsvSink(options["csv_file"], columns))
        bar = opened.enter_context(progress("duels"))
        result = run.play(
            options["duels"],
            threads=shared.threads,
            confidence=shared.confidence,
            sink=None if lines is None else _sinks(lines, shared),
            progress=bar,
        )
    if options["as_json"]:
        print_json(result.as_dict())
    else:
        show_gauntlet(result)
        if lines is not None:
            click.echo(f"wrote {lines.path}: {lines.written:,} duels")
    return INTERRUPTED if result.interrupted else 0


def _refuse_pairs(options: dict[str, Any]) -> None:
    """Refuse what is said of two decks."""
    for name, said in (("deck_a", "decks"), ("show", "--show"), ("stop", "--stop")):
        if options[name] is not None:
            raise click.UsageError(f"--gauntlet and {said}: choose one")
    if len(options["policies"]) > 1 or options["policy_a"] or options["policy_b"]:
        raise click.UsageError("--gauntlet: all decks are played alike; give --policy once")
    if options["first"] in ("a", "b"):
        raise click.UsageError("--gauntlet: both seats are played; --first is alternate or lot")


class _PairingSink:
    """Writes the duels of one pairing behind those that the file has."""

    def __init__(self, lines: CsvSink, names: tuple[str, str]) -> None:
        self._lines = lines
        self._before = "".join(f"{csv_field(name)}," for name in names)
        self._start = lines.written

    def write(self, start: int, rows: npt.NDArray[Any]) -> None:
        """Take the results of duels `start` and on."""
        self._lines.write_lines(duel_lines(start, rows, before=self._before), len(rows))

    def finish(self, count: int) -> None:
        """Keep the first `count` results only."""
        self._lines.settle(self._start + count)


def _sinks(lines: CsvSink, shared: Asked) -> Callable[[int, int], Sink]:
    names = [deck.name for deck in shared.decks]
    return lambda one, other: _PairingSink(lines, (names[one], names[other]))
