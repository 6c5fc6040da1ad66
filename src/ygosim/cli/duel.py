"""`ygosim duel`: many duels between two decks, or one of them move by move."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import click

from ygosim._core.runner import duel_result
from ygosim.cli.common import Share, print_json
from ygosim.cli.duel_report import duel_json, show_duels, show_log
from ygosim.cli.running import INTERRUPTED, asked, progress, run_options
from ygosim.montecarlo import CsvSink, DuelRun, First, Stop
from ygosim.montecarlo.duels import DUELS, DUELS_MAX

__all__ = ["command"]

_EXAMPLES = """
\b
Examples:
  ygosim duel a.ydk b.ydk -n 100000 --policy greedy --seed 1
  ygosim duel a.ydk b.ydk --policy-a greedy --policy-b random --stop 0.005 -n 1000000
  ygosim duel a.ydk b.ydk -n 1 --seed 1 --show 0
"""


@click.command(epilog=_EXAMPLES)
@run_options
@click.option(
    "-n",
    "--duels",
    type=click.IntRange(1, DUELS_MAX),
    default=DUELS,
    show_default=True,
    metavar="N",
    help="how many; with --stop, at most",
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
    shared = asked(options)
    run = DuelRun(*shared.decks, first=options["first"], **shared.keywords)
    stop = None if options["stop"] is None else Stop(half_width=options["stop"])
    with ExitStack() as opened:
        sink = None
        if options["csv_file"] is not None:
            sink = opened.enter_context(CsvSink(options["csv_file"]))
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
