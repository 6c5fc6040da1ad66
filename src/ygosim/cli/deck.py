"""`ygosim deck`: check, show and convert deck files."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import click

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.deck_check import DeckFault, check_deck, deck_faults
from ygosim.cards.io.sections import SECTIONS
from ygosim.cards.support import is_supported, unsupported
from ygosim.cli.common import (
    cards_option,
    json_option,
    list_option,
    load_deck,
    print_json,
    print_table,
    rules_option,
)
from ygosim.errors import FileFormatError
from ygosim.rules import Rules

__all__ = ["command"]

_FORMATS = (".ydk", ".ydke")
_decks_argument = click.argument("decks", metavar="DECK...", nargs=-1, required=True)


@click.group()
def command() -> None:
    """Check, show and convert decks: .ydk files and ydke:// URLs."""


@command.command()
@_decks_argument
@rules_option()
@list_option
@cards_option
@json_option
def check(
    decks: tuple[str, ...],
    rules: Rules,
    banlist: BanList | None,
    catalogue: Catalogue,
    as_json: bool,
) -> int:
    """Name every fault of decks under a format and a list.

    A deck that cannot be read does not keep the others from being checked.  The exit
    status is 0 when all decks are legal, else 1.
    """
    results: list[tuple[Deck, tuple[DeckFault, ...]]] = []
    unread: list[str] = []  # the others are checked all the same
    for text in decks:
        try:
            deck = load_deck(text, catalogue)
        except (FileFormatError, OSError) as error:
            unread.append(str(error))
        else:
            results.append((deck, deck_faults(deck, rules, banlist, catalogue)))
    legal = not unread and not any(faults for _, faults in results)
    if as_json:
        print_json(
            {
                "rules": rules.name,
                "list": None if banlist is None else banlist.name,
                "legal": legal,
                "decks": [
                    {
                        **_deck_json(deck),
                        "legal": not faults,
                        "faults": [_fault_json(fault) for fault in faults],
                        "unsupported": list(unsupported(deck, catalogue)),
                    }
                    for deck, faults in results
                ],
                "unread": unread,
            }
        )
    else:
        under = rules.name if banlist is None else f"{rules.name}, list {banlist.name!r}"
        for deck, faults in results:
            verdict = f"{len(faults)} fault{'s' * (len(faults) > 1)}" if faults else "legal"
            click.echo(f"{deck.name}: {verdict} ({under}; {_sizes(deck)})")
            for fault in faults:
                click.echo(f"  - {fault}")
        for message in unread:
            click.echo(f"ygosim: {message}", err=True)
    return 0 if legal else 1


@command.command()
@_decks_argument
@rules_option(default=None)
@list_option
@cards_option
@json_option
def show(
    decks: tuple[str, ...],
    rules: Rules | None,
    banlist: BanList | None,
    catalogue: Catalogue,
    as_json: bool,
) -> None:
    """Show the cards of decks; with --rules also their faults.

    A list given without --rules is taken with mr5.
    """
    if banlist is not None and rules is None:
        rules = Rules.mr5
    loaded = [load_deck(text, catalogue) for text in decks]
    if as_json:
        shown = []
        for deck in loaded:
            entry = {**_deck_json(deck), "cards": _cards_json(deck, catalogue)}
            if rules is not None:
                faults = deck_faults(deck, rules, banlist, catalogue)
                entry |= {"rules": rules.name, "faults": [_fault_json(f) for f in faults]}
            shown.append(entry)
        print_json({"decks": shown})
        return
    for deck in loaded:
        rows = [
            (card["section"], card["count"], card["name"] or "?", card["kind"], card["passcode"])
            for card in _cards_json(deck, catalogue)
        ]
        print_table(
            ("section", "copies", "name", "kind", "passcode"),
            rows,
            title=f"{deck.name} ({_sizes(deck)})",
        )
        if rules is not None:
            for fault in deck_faults(deck, rules, banlist, catalogue):
                click.echo(f"  - {fault}")


@command.command()
@_decks_argument
@click.option(
    "--to",
    "to",
    type=click.Choice(("ydk", "ydke")),
    help="what to write (default: the other of the two, or what --output ends in)",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="a file, or a folder for several decks (default: the screen)",
)
@click.option("--place", is_flag=True, help="move monsters to the section they belong in")
@rules_option(default=None)
@list_option
@cards_option
@json_option
def convert(
    decks: tuple[str, ...],
    to: str | None,
    output: Path | None,
    place: bool,
    rules: Rules | None,
    banlist: BanList | None,
    catalogue: Catalogue,
    as_json: bool,
) -> None:
    """Convert decks between .ydk and ydke://; the order of cards is kept.

    With --rules or --list an illegal deck is refused with its faults, and nothing is
    written.
    """
    if banlist is not None and rules is None:
        rules = Rules.mr5
    is_file = output is not None and output.suffix.lower() in _FORMATS and not output.is_dir()
    if output is not None and not is_file and not output.is_dir():
        raise click.BadParameter(
            f"{output}: give a name ending in .ydk or .ydke, or a folder that exists",
            param_hint="--output",
        )
    if output is not None and is_file:
        if len(decks) > 1:
            raise click.BadParameter(
                f"{output}: several decks need a folder", param_hint="--output"
            )
        if to is not None and output.suffix.lower() != f".{to}":
            raise click.BadParameter(f"--to {to} and a name {output}", param_hint="--output")
    loaded: list[tuple[Deck, str]] = []
    for text in decks:
        deck = load_deck(text, catalogue)
        form = to or ("ydk" if deck.lines is None else "ydke")
        deck = deck.placed(catalogue) if place else deck
        if rules is not None:
            check_deck(deck, rules, banlist, catalogue)
        loaded.append((deck, form))
    targets: list[Path] = []
    if output is not None:
        targets = [output] if is_file else [output / _file_name(*one) for one in loaded]
    if len(set(targets)) < len(targets):
        raise click.BadParameter("two of the decks have one name", param_hint="DECK")
    for index, (deck, form) in enumerate(loaded):
        if targets:
            deck.write(targets[index])
            if not as_json:
                click.echo(f"wrote {targets[index]}")
        elif not as_json:
            click.echo(deck.to_ydk().rstrip("\n") if form == "ydk" else deck.to_ydke())
    if as_json:
        print_json(
            {
                "decks": [
                    {
                        "name": deck.name,
                        "ydk": deck.to_ydk(),
                        "ydke": deck.to_ydke(),
                        "written": str(targets[index]) if targets else None,
                    }
                    for index, (deck, _) in enumerate(loaded)
                ]
            }
        )


def _file_name(deck: Deck, form: str) -> str:
    """A file name for a deck, whose own may be that of a card."""
    return re.sub(r"[^\w .-]", "_", deck.name) + f".{form}"


def _sizes(deck: Deck) -> str:
    return ", ".join(f"{section} {len(getattr(deck, section))}" for section in SECTIONS)


def _deck_json(deck: Deck) -> dict[str, Any]:
    sizes = {section: len(getattr(deck, section)) for section in SECTIONS}
    return {"name": deck.name, "path": deck.path or None, "sizes": sizes}


def _cards_json(deck: Deck, catalogue: Catalogue) -> list[dict[str, Any]]:
    """Each card of each section once, in deck order, with its number of copies."""
    counts = Counter((section, passcode) for section, passcode, _ in deck.entries())
    shown = []
    for (section, passcode), count in counts.items():
        card = catalogue.get(passcode)
        shown.append(
            {
                "section": section,
                "count": count,
                "passcode": passcode,
                "name": None if card is None else card.name,
                "kind": "unknown card" if card is None else card.kind,
                "supported": card is not None and is_supported(card),
            }
        )
    return shown


def _fault_json(fault: DeckFault) -> dict[str, Any]:
    return {
        "rule": fault.rule,
        "kind": str(fault.kind),
        "message": fault.message,
        "section": fault.section or None,
        "card": fault.card or None,
        "passcode": fault.passcode,
        "lines": list(fault.lines),
        "count": fault.count,
        "limit": fault.limit,
    }
