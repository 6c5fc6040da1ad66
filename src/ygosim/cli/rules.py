"""`ygosim rules`: the formats side by side."""

from __future__ import annotations

import click

from ygosim.cli.common import console, json_option, print_json
from ygosim.rules import FORMATS

__all__ = ["command"]

_ZERO = {"draw_up_to": "off", "hand_limit": "none", "normal_summons": "any number"}
"""What 0 means in the fields where it is no number."""


@click.command(name="rules")
@click.argument("formats", nargs=-1, metavar="[FORMAT]...", type=click.Choice(tuple(FORMATS)))
@json_option
def command(formats: tuple[str, ...], as_json: bool) -> None:
    """Show the formats, all or those named: one column each, one row per field.

    Name some for a table that fits a narrow screen.  Every field can be overridden from
    Python: Rules.mr5.replace(starting_lp=4000).
    """
    chosen = [FORMATS[name] for name in dict.fromkeys(formats or FORMATS)]
    if as_json:
        print_json({rules.name: rules.as_dict() for rules in chosen})
        return
    from rich.table import Table  # only here, so that --json need not load it

    table = Table(box=None)
    table.add_column("field", no_wrap=True)
    for rules in chosen:
        table.add_column(rules.name)
    columns = [rules.as_dict() for rules in chosen]
    for field in columns[0]:
        if field != "name":
            table.add_row(field, *(_shown(field, column[field]) for column in columns))
    console().print(table)


def _shown(field: str, value: bool | int | str | list[str]) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case 0:
            return _ZERO.get(field, "0")
        case list():
            return ", ".join(value)
        case _:
            return str(value)
