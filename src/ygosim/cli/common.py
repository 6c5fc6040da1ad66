"""What commands share: decks and cards from arguments, tables and JSON to the screen."""

from __future__ import annotations

import functools
import json
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_names, deck_path
from ygosim.cards.io.ydke import YDKE_SCHEME
from ygosim.errors import FileFormatError
from ygosim.intervals import CONFIDENCE, check_confidence
from ygosim.rules import FORMATS, Rules

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "Share",
    "cards_option",
    "confidence_option",
    "console",
    "json_option",
    "list_option",
    "load_catalogue",
    "load_deck",
    "load_list",
    "print_json",
    "print_table",
    "rules_option",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_PIPED_WIDTH = 200  # columns of a table that no terminal limits


def load_catalogue(files: Iterable[str] = ()) -> Catalogue:
    """The shipped catalogue with a user's own files (`--cards`) over it.

    Raises
    ------
    FileFormatError, FileNotFoundError
        When a file cannot be read.
    """
    return Catalogue.default().layered(*files)


def load_deck(text: str, catalogue: Catalogue) -> Deck:
    """The deck of a DECK argument: a path, a `ydke://` URL, or a deck that ygosim ships.

    A URL has no name, so its deck is called by its first card.

    Parameters
    ----------
    text
        The argument.
    catalogue
        Where names come from.

    Raises
    ------
    FileFormatError, FileNotFoundError
        When there is no deck to be read.
    """
    if not text.strip():
        raise click.BadParameter("the name of a deck is empty", param_hint="DECK")
    if text.lstrip()[: len(YDKE_SCHEME)].lower() != YDKE_SCHEME:
        # A file of that name comes before a shipped deck.
        shipped = text in deck_names() and not Path(text).exists()
        return Deck.read(deck_path(text) if shipped else text)
    deck = Deck.parse(text)
    first = next((card for p in deck.main if (card := catalogue.get(p)) is not None), None)
    return deck if first is None else Deck(first.name, deck.main, deck.extra, deck.side)


def load_list(text: str) -> BanList | None:
    """The list of a `--list` option: FILE, FILE#NAME, a built-in NAME, or "none".

    Raises
    ------
    FileFormatError
        When the file is no list file.
    click.BadParameter
        When there is neither such a file nor such a list.
    """
    if text.strip().lower() in ("", "none"):
        return None
    path, _, name = text.partition("#")
    try:
        if Path(text).exists():
            return BanList.read(text)
        if path and Path(path).exists():
            return BanList.read(path, name=name)
        return BanList.named(text)
    except FileFormatError:
        raise
    except ValueError as error:  # names the lists that there are
        raise click.BadParameter(
            f"{error}; or give a file, FILE#NAME, or none", param_hint="--list"
        ) from None


def _rules(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Rules | None:
    return None if value is None else Rules.named(value)


def rules_option(*, default: str | None = "mr5") -> Callable[[_Command], _Command]:
    """`--rules R`: passes `rules`, a `Rules` (or None when there is no default)."""
    return click.option(
        "--rules",
        type=click.Choice(tuple(FORMATS)),
        default=default,
        show_default=default is not None,
        callback=_rules,
        help="the format",
    )


def list_option(command: _Command) -> _Command:
    """`--list FILE|NAME|none`: passes `banlist`, a `BanList` or None."""
    return click.option(
        "--list",
        "banlist",
        metavar="FILE|NAME|none",
        default="none",
        show_default=True,
        callback=lambda _context, _parameter, value: load_list(value),
        help="forbidden and limited list: an lflist.conf (FILE#NAME where it holds several), "
        "or the name of a built-in list",
    )(command)


def cards_option(command: _Command) -> _Command:
    """`--cards FILE`, any number: passes `catalogue`, with the files over the shipped one."""
    return click.option(
        "--cards",
        "catalogue",
        metavar="FILE",
        multiple=True,
        callback=lambda _context, _parameter, value: load_catalogue(value),
        help="your own cards over the shipped ones: a .cdb, or card .json",
    )(command)


class Share(click.FloatRange):
    """A number between 0 and `max`, both left out; "nan" is no number."""

    def __init__(self, max: float) -> None:
        super().__init__(0, max, min_open=True, max_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is no number", param, ctx)
        return number


def _confidence(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    try:
        return check_confidence(value)
    except ValueError as error:  # too near to 1
        raise click.BadParameter(str(error)) from None


def confidence_option(of: str) -> Callable[[_Command], _Command]:
    """`--confidence P`: passes `confidence`; `of` says which interval it is of."""
    return click.option(
        "--confidence",
        type=Share(1),
        default=CONFIDENCE,
        show_default=True,
        callback=_confidence,
        metavar="P",
        help=f"how often {of} shall hold the true value",
    )


def json_option(command: _Command) -> _Command:
    """`--json`: passes `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="print JSON")(command)


def print_json(value: Any) -> None:
    """Print a value as JSON, for programs: indented, keys in the order given."""
    # Where the screen lacks letters, JSON spells them as \uXXXX.
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    spelled = encoding.lower().replace("-", "") != "utf8"
    click.echo(json.dumps(value, indent=2, ensure_ascii=spelled))


@functools.cache
def console() -> Console:
    """The screen for tables; wide when it is no terminal, so that nothing is cut."""
    from rich.console import Console

    screen = Console(highlight=False, markup=False)
    return (
        screen if screen.is_terminal else Console(highlight=False, markup=False, width=_PIPED_WIDTH)
    )


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = ""
) -> None:
    """Print a table; numbers stand right, None is left blank.

    Parameters
    ----------
    columns
        The heading of each column.
    rows
        One value per column.
    title
        A line above.
    """
    from rich.table import Table
    from rich.text import Text

    listed = [tuple(row) for row in rows]
    table = Table(title=Text(title) if title else None, title_justify="left", box=None)
    for index, column in enumerate(columns):
        numeric = all(isinstance(row[index], int | float | None) for row in listed)
        table.add_column(column, justify="right" if numeric and listed else "left")
    for row in listed:
        table.add_row(*(Text("" if value is None else str(value)) for value in row))
    console().print(table)
