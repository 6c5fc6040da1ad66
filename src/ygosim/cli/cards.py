"""`ygosim cards`: find and show cards, and say which of them are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import is_supported
from ygosim.cli.common import cards_option, json_option, load_deck, print_json, print_table
from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType

__all__ = ["command"]


@click.group()
def command() -> None:
    """Find and show cards, and say which of a deck are played."""


@command.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="most cards to print; 0 prints all",
)
@cards_option
@json_option
def find(text: tuple[str, ...], limit: int, catalogue: Catalogue, as_json: bool) -> int:
    """Find cards by words of their names.

    The exit status is 0 when there is one, else 1.
    """
    wanted = " ".join(text)
    found = catalogue.find(wanted)
    shown = found[:limit] if limit else found
    if as_json:
        print_json(
            {
                "text": wanted,
                "found": len(found),
                "cards": [_card_json(card, catalogue) for card in shown],
            }
        )
    elif not found:
        click.echo(f"no name has {wanted!r} in it", err=True)
        for name in catalogue.suggestions(wanted):
            click.echo(f"  near: {name}", err=True)
    else:
        print_table(
            ("passcode", "name", "kind", "ATK", "DEF"),
            [(card.passcode, card.name, card.kind, *_values(card)) for card in shown],
        )
        if len(shown) < len(found):
            click.echo(f"… and {len(found) - len(shown)} more (--limit 0 prints all)")
    return 0 if found else 1


@command.command()
@click.argument("card", metavar="NAME|PASSCODE", nargs=-1, required=True)
@cards_option
@json_option
def show(card: tuple[str, ...], catalogue: Catalogue, as_json: bool) -> None:
    """Show the facts of a card; passcodes of other artworks give their card."""
    found = catalogue.look_up(" ".join(card))
    facts = _card_json(found, catalogue)
    if as_json:
        print_json(facts)
        return
    click.echo(f"{found.name} ({found.passcode})")
    for label, value in _lines(found, catalogue):
        click.echo(f"  {label}: {value}")


@command.command()
@click.argument("decks", metavar="DECK...", nargs=-1, required=True)
@cards_option
@json_option
def coverage(decks: tuple[str, ...], catalogue: Catalogue, as_json: bool) -> int:
    """Say which cards of decks are not played, and why.

    A deck is a .ydk file, a folder of them, or a ydke:// URL.  Side decks count as well: their
    cards are played once they are swapped in.  The exit status is 0 when every card of every
    deck is played with its effects, else 1.
    """
    covered = [_cover(load_deck(text, catalogue), catalogue) for text in _files(decks)]
    reasons = Counter(card.why for deck in covered for card in deck.unsupported)
    distinct = {card.passcode: card for deck in covered for card in deck.unsupported}
    if as_json:
        print_json(
            {
                "decks": [deck.as_dict() for deck in covered],
                "unsupported": len(distinct),
                "reasons": dict(Counter(card.why for card in distinct.values()).most_common()),
            }
        )
    else:
        _show_coverage(covered)
    return 0 if not reasons else 1


def _files(decks: Iterable[str]) -> list[str]:
    """The decks of the arguments, those of folders in the order of their names."""
    found: list[str] = []
    for text in decks:
        folder = Path(text) if text.strip() and "://" not in text else None
        if folder is None or not folder.is_dir():
            found.append(text)
            continue
        files = sorted(str(path) for path in folder.iterdir() if path.suffix.lower() == ".ydk")
        if not files:
            raise click.BadParameter(f"{text} holds no .ydk files", param_hint="DECK")
        found += files
    return found


@dataclass(frozen=True, slots=True)
class _Missing:
    """A card of a deck that is not played."""

    passcode: int
    name: str
    why: str
    copies: int


@dataclass(frozen=True, slots=True)
class _Covered:
    """How much of a deck is played: different cards and copies."""

    name: str
    cards: int
    copies: int
    unsupported: tuple[_Missing, ...]

    @property
    def copies_unsupported(self) -> int:
        return sum(card.copies for card in self.unsupported)

    def as_dict(self) -> dict[str, Any]:
        return {
            "deck": self.name,
            "cards": self.cards,
            "cards_supported": self.cards - len(self.unsupported),
            "copies": self.copies,
            "copies_supported": self.copies - self.copies_unsupported,
            "unsupported": [
                {
                    "passcode": card.passcode,
                    "name": card.name,
                    "copies": card.copies,
                    "why": card.why,
                }
                for card in self.unsupported
            ],
        }


def _cover(deck: Deck, catalogue: Catalogue) -> _Covered:
    copies: Counter[int] = Counter()
    for passcode in (*deck.main, *deck.extra, *deck.side):
        card = catalogue.get(passcode)  # other prints of a card are the same card
        copies[passcode if card is None else card.passcode] += 1
    missing = []
    for passcode, count in copies.items():
        card = catalogue.get(passcode)
        why = "unknown passcode" if card is None else _why_unsupported(card)
        if why:
            missing.append(_Missing(passcode, "" if card is None else card.name, why, count))
    return _Covered(deck.name, len(copies), copies.total(), tuple(missing))


def _why_unsupported(card: Card) -> str:
    """Why a card is not played as printed, in a few words; empty if it is."""
    if is_supported(card):
        return ""
    if card.type & CardType.SKILL:
        return "Skill Card"
    if not card.type & (CardType.MONSTER | CardType.SPELL | CardType.TRAP):
        return "neither Monster nor Spell nor Trap"
    if card.is_pendulum:
        return "Pendulum Monster: scales are not played"
    for kind, word in (
        (CardType.LINK, "Link Monster"),
        (CardType.XYZ, "Xyz Monster"),
        (CardType.SYNCHRO, "Synchro Monster"),
        (CardType.FUSION, "Fusion Monster"),
        (CardType.RITUAL, "Ritual Monster" if card.is_monster else "Ritual Spell"),
    ):
        if card.type & kind:
            return f"effect not known ({word})"
    return f"effect not known ({card.kind})"


def _show_coverage(covered: list[_Covered]) -> None:
    print_table(
        ("deck", "cards", "played", "copies", "played"),
        [
            (
                deck.name,
                deck.cards,
                deck.cards - len(deck.unsupported),
                deck.copies,
                deck.copies - deck.copies_unsupported,
            )
            for deck in covered
        ],
    )
    where: dict[int, list[str]] = {}
    for deck in covered:
        for card in deck.unsupported:
            where.setdefault(card.passcode, []).append(f"{deck.name} ({card.copies})")
    missing = {card.passcode: card for deck in covered for card in deck.unsupported}
    click.echo()
    if not missing:
        click.echo("every card is played with its effects")
        return
    print_table(
        ("passcode", "not played", "why", "decks (copies)"),
        [
            (card.passcode, card.name, card.why, ", ".join(where[passcode]))
            for passcode, card in missing.items()
        ],
    )
    reasons = Counter(card.why for card in missing.values())
    click.echo()
    click.echo(
        f"{len(missing)} different cards are not played: "
        + "; ".join(f"{why} {count}" for why, count in reasons.most_common())
    )


def _lines(card: Card, catalogue: Catalogue) -> list[tuple[str, object]]:
    facts = _card_json(card, catalogue)
    lines: list[tuple[str, object]] = [("kind", card.kind)]
    if card.is_monster:
        lines += [("attribute", facts["attribute"]), ("type", facts["monster_type"])]
        lines.append((_level_word(card), card.level))
        lines += zip(("ATK", "DEF"), _values(card), strict=True)
    if card.is_pendulum:
        lines.append(("scales", f"{card.left_scale} / {card.right_scale}"))
    if card.link_rating is not None:
        lines.append(("link markers", ", ".join(facts["link_markers"])))
    if card.archetypes:
        lines.append(("archetypes", ", ".join(f"0x{code:x}" for code in card.archetypes)))
    if card.legend:
        lines.append(("Legend card", "yes"))
    if card.counts_as != card.passcode:
        lines.append(("counts as", facts["counts_as"]))
    if facts["prints"]:
        lines.append(("other prints", ", ".join(map(str, facts["prints"]))))
    lines.append(("supported", "yes" if facts["supported"] else "no"))
    return [(label, value) for label, value in lines if value not in ("", None)]


def _card_json(card: Card, catalogue: Catalogue) -> dict[str, Any]:
    """The facts for programs; null where the card has no such value, and for "?"."""
    plain = card.is_monster and card.rank is None and card.link_rating is None
    return {
        "passcode": card.passcode,
        "name": card.name,
        "supported": is_supported(card),
        "kind": card.kind,
        "attribute": _words(card.attribute, Attribute)[0] if card.attribute else None,
        "monster_type": " / ".join(_words(card.monster_type, MonsterType)) or None,
        "level": card.level if plain else None,
        "rank": card.rank,
        "link_rating": card.link_rating,
        "atk": card.atk,
        "def": card.def_,
        "left_scale": card.left_scale if card.is_pendulum else None,
        "right_scale": card.right_scale if card.is_pendulum else None,
        "link_markers": _words(card.link_markers, LinkMarker),
        "archetypes": list(card.archetypes),
        "legend": card.legend,
        "rush": card.rush,
        "token": card.is_token,
        "has_effect": card.has_effect,
        "extra_deck": card.is_extra_deck,
        "counts_as": catalogue.name_in_deck(card),
        "prints": list(catalogue.prints_of(card)),
    }


def _level_word(card: Card) -> str:
    if card.rank is not None:
        return "rank"
    return "level" if card.link_rating is None else "link rating"


def _values(card: Card) -> tuple[str | int | None, str | int | None]:
    """ATK and DEF as printed."""
    if not card.is_monster:
        return None, None
    atk = "?" if card.atk is None else card.atk
    if card.link_rating is not None:
        return atk, None
    return atk, "?" if card.def_ is None else card.def_


def _words(
    value: Attribute | MonsterType | LinkMarker,
    kind: type[Attribute] | type[MonsterType] | type[LinkMarker],
) -> list[str]:
    """The members in a flag, as people write them."""
    return [
        name.replace("_", "-" if kind is LinkMarker else " ").title()
        if kind is not Attribute
        else name
        for name, member in kind.__members__.items()
        if value & member
    ]
