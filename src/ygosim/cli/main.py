"""`ygosim`: finds the command's module and turns errors into messages and exit statuses."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Mapping

import click

from ygosim.errors import YgosimError

COMMANDS: Mapping[str, str] = {
    "cards": "find and show cards",
    "deck": "check, show and convert deck files",
    "duel": "play duels between two decks",
    "hands": "opening-hand odds",
    "match": "play best-of-three matches",
    "perft": "count the positions behind a position",
    "play": "play a duel at the terminal",
    "rules": "show the formats",
    "scenario": "run scripted duels and compare",
}
"""Each command and its one-line help; the module `ygosim.cli.NAME` holds `command`."""


class _LazyGroup(click.Group):
    """A group whose commands are imported only when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"ygosim.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ygosim", message="ygosim %(version)s")
def group() -> None:
    """Yu-Gi-Oh! duels by the rulebook: odds, duels, positions."""


def main() -> None:
    """Run the command line; exit status 0 only when it did what was asked.

    1: it ran and the answer is no, or the input was bad.  2: the call itself was wrong.
    130: interrupted.
    """
    if sys.stdout is None:
        click.echo("ygosim: standard output is closed", err=True)
        sys.exit(1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Letters that the screen lacks are spelled; they do not end the command.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = group.main(standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        click.echo(f"ygosim: {where}{error.strerror or error}", err=True)
        sys.exit(1)
    except YgosimError as error:
        click.echo(f"ygosim: {error}", err=True)
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)
