"""`ygosim scenario`: play scripted duels and say what is not as expected."""

from __future__ import annotations

from typing import Any

import click

from ygosim.cards.catalogue import Catalogue
from ygosim.cli.common import cards_option, json_option, print_json
from ygosim.cli.duel_report import story_lines
from ygosim.errors import YgosimError
from ygosim.scenario import ScenarioResult, read_scenario, run_scenario

__all__ = ["command"]


@click.group()
def command() -> None:
    """Run scripted duels and compare: positions, choices in words, expectations."""


@command.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("-v", "--verbose", is_flag=True, help="print what happens, and the last position")
@cards_option
@json_option
def run(files: tuple[str, ...], verbose: bool, catalogue: Catalogue, as_json: bool) -> int:
    """Play scenarios, and say where and how they differ from what they expect.

    A FILE is YAML: a position, a script of choices in words, and what is expected of the
    duel. A file that cannot be read does not keep the others from running. The exit status
    is 1 when a file differs or cannot be read.
    """
    reports: list[dict[str, Any]] = []
    for path in files:
        try:
            result = run_scenario(read_scenario(path, catalogue), catalogue)
        except (YgosimError, OSError) as error:
            reports.append({"file": path, "agrees": False, "error": str(error)})
            if not as_json:
                click.echo(f"ygosim: {error}", err=True)
            continue
        reports.append(_report(path, result, verbose=verbose))
        if not as_json:
            _show(path, result, verbose=verbose)
    wrong = sum(not report["agrees"] for report in reports)
    if as_json:
        print_json({"agree": not wrong, "files": reports})
    else:
        differ = f", {wrong} not" if wrong else ""
        click.echo(f"{len(reports) - wrong} as expected{differ}")
    return 1 if wrong else 0


def _report(path: str, result: ScenarioResult, *, verbose: bool) -> dict[str, Any]:
    report: dict[str, Any] = {
        "file": path,
        "agrees": result.agrees,
        "rules": result.duel.rules.name,
        "blanked": list(result.duel.blanked),
        "differences": [
            {
                "line": difference.line,
                "what": difference.what,
                "expected": difference.expected,
                "found": difference.found,
            }
            for difference in result.differences
        ],
    }
    if verbose:
        report["log"] = list(_log(result))
    return report


def _show(path: str, result: ScenarioResult, *, verbose: bool) -> None:
    if verbose:
        click.echo(path + (f": {result.scenario.about}" if result.scenario.about else ""))
        for line in _log(result):
            click.echo(line)
        click.echo(str(result.duel))
        if result.duel.blanked:
            click.echo(f"played without effect: {', '.join(result.duel.blanked)}")
    for difference in result.differences:
        click.echo(f"{path}:{difference.line}: {difference}")


def _log(result: ScenarioResult) -> list[str]:
    position = result.scenario.position
    lp = [position.rules.starting_lp if p.lp is None else p.lp for p in position.players]
    return list(story_lines(result.duel.log, lp=lp))
