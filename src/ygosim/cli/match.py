"""`ygosim match`: best-of-three matches between two decks, with siding."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from ygosim.cards.siding import SwapPlan
from ygosim.cli.common import print_json, print_table
from ygosim.cli.running import INTERRUPTED, asked, progress, run_notes, run_options, shown_seed
from ygosim.montecarlo import CsvSink, MatchesResult, MatchRun
from ygosim.montecarlo.duels import DUELS_MAX
from ygosim.montecarlo.matches import MATCH_COLUMNS, MATCHES, match_lines

__all__ = ["command"]

_EXAMPLES = """
A swap file says what is swapped, for going first and for going second:

\b
  !first
  -2 Mystical Space Typhoon
  +2 Skill Drain
  !second
  -1 Upstart Goblin
  +1 Lightning Storm

\b
Example:
  ygosim match a.ydk b.ydk -n 100000 --policy greedy --side-a plan.txt
"""


class _MatchCsv(CsvSink):
    """One line per match."""

    __slots__ = ()

    def write(self, start: int, rows: Any) -> None:
        """Take the results of matches `start` and on."""
        self.write_lines(match_lines(start, rows), len(rows))


@click.command(epilog=_EXAMPLES)
@run_options
@click.option(
    "-n",
    "--matches",
    type=click.IntRange(1, DUELS_MAX),
    default=MATCHES,
    show_default=True,
    metavar="N",
    help="how many",
)
@click.option("--side-a", metavar="FILE", help="what deck A swaps for duels 2 and 3")
@click.option("--side-b", metavar="FILE", help="what deck B swaps for duels 2 and 3")
@click.option(
    "--choose-a",
    type=click.Choice(("first", "second")),
    default="first",
    show_default=True,
    help="what deck A chooses when it may choose who goes first",
)
@click.option(
    "--choose-b",
    type=click.Choice(("first", "second")),
    default="first",
    show_default=True,
    help="what deck B chooses",
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="write a line for each match",
)
def command(**options: Any) -> int:
    """Play best-of-three matches: two wins win, or one win and two draws.

    The winner of the lot chooses who goes first, then the last loser does, after a draw the
    lot decides.  Duel 1 is played with the decks as they are, later ones after siding.
    Ctrl-C keeps what has been played: it is printed, and the exit status is 130.
    """
    shared = asked(options)
    side_a, side_b = (
        None if options[name] is None else SwapPlan.read(options[name], options["catalogue"])
        for name in ("side_a", "side_b")
    )
    deck_a, deck_b = shared.decks
    run = MatchRun(
        deck_a,
        deck_b,
        side_a=side_a,
        side_b=side_b,
        choices=(options["choose_a"], options["choose_b"]),
        **shared.keywords,
    )
    with ExitStack() as opened:
        sink = None
        if options["csv_file"] is not None:
            sink = opened.enter_context(_MatchCsv(options["csv_file"], MATCH_COLUMNS))
        bar = opened.enter_context(progress("matches"))
        result = run.simulate(
            options["matches"],
            threads=shared.threads,
            confidence=shared.confidence,
            sink=sink,
            progress=bar,
        )
    if options["as_json"]:
        print_json(result.as_dict())
    else:
        _show(result)
        if sink is not None:
            click.echo(f"wrote {sink.path}: {sink.written:,} matches")
    return INTERRUPTED if result.interrupted else 0


def _show(result: MatchesResult) -> None:
    facts = result.facts
    rows = [
        (
            f"{'AB'[deck]} {facts.decks[deck]}",
            facts.policies[deck],
            f"{result.wins[deck]:,}",
            str(result.win_rate(deck)),
        )
        for deck in (0, 1)
    ]
    rows.append(("drawn", "", f"{result.draws:,}", str(result.draw_rate)))
    if result.aborted:
        rows.append(("aborted", "", f"{result.aborted:,}", ""))
    asked_for = "" if result.matches == result.requested else f" of {result.requested:,} asked for"
    print_table(
        ("deck", "policy", "matches won", "share of matches"),
        rows,
        title=f"{result.matches:,} matches{asked_for}",
    )
    click.echo()
    _show_duels(result)
    lengths = result.tally.lengths
    click.echo(f"duels a match: {result.duels_per_match}; two {lengths[2]:,}, three {lengths[3]:,}")
    click.echo(
        f"who may choose: A goes {result.choices[0]}, B goes {result.choices[1]}; "
        f"turns a match: {result.turns}"
    )
    click.echo(
        f"in brackets: {result.confidence:.4g} intervals "
        "(Clopper-Pearson; differences: Newcombe; means: normal)"
    )
    for line in shown_seed(
        facts,
        result.digest,
        result.seconds,
        result.threads,
        f"{result.matches_per_second:,.0f} matches/s",
    ):
        click.echo(line)
    for note in run_notes(
        facts,
        aborted=result.aborted,
        interrupted=result.interrupted,
        done=f"{result.matches:,} matches",
    ):
        click.echo(f"note: {note}")


def _show_duels(result: MatchesResult) -> None:
    """Who wins single duels, in duel 1 and in later ones, and what siding did to that."""
    siding = any(result.sided)
    rows = []
    for deck in (0, 1):
        for goes_first in (True, False):
            row = [
                f"{'AB'[deck]} going {'first' if goes_first else 'second'}",
                str(result.duel_win_rate(deck, goes_first=goes_first, after_siding=False)),
                str(result.duel_win_rate(deck, goes_first=goes_first, after_siding=True)),
            ]
            if siding:
                row.append(str(result.siding_effect(deck, goes_first=goes_first)))
            rows.append(row)
    columns = ["single duels won", "duel 1", "duels 2 and 3"]
    print_table([*columns, "siding effect"] if siding else columns, rows)
    click.echo()
