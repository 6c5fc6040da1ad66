"""Every fault that the deck rules (DECK-1 to DECK-4) find in a deck, all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ygosim.cards.banlist import COPIES, BanList
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.enums import CardType
from ygosim.errors import DeckError
from ygosim.rules import ENGINE_EXTRA_LIMIT, ENGINE_MAIN_LIMIT, LegendLimit, Rules

__all__ = ["DeckFault", "FaultKind", "check_deck", "deck_faults", "legend_faults"]

_EXTRA_KINDS = CardType.FUSION | CardType.SYNCHRO | CardType.XYZ | CardType.LINK | CardType.RITUAL

_LIMIT_WORDS = ("forbidden", "limited to 1", "limited to 2")


class FaultKind(StrEnum):
    """What sort of fault."""

    SIZE = "size"
    UNKNOWN = "unknown card"
    TOKEN = "token"
    PLACE = "place"
    COPIES = "copies"
    LIST = "list"
    LEGEND = "legend"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckFault:
    """One fault of a deck; as text it says which card, how many, and what is allowed."""

    kind: FaultKind
    rule: str  # its ID in docs/rules.md
    message: str
    section: str = ""  # main, extra or side; "" when it is about the whole deck
    card: str = ""  # its name, "" when there is none
    passcode: int | None = None
    lines: tuple[int, ...] = ()  # of the deck file, where known
    count: int = 0  # found
    limit: int = 0  # allowed

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]"


def deck_faults(
    deck: Deck,
    rules: Rules,
    banlist: BanList | None = None,
    catalogue: Catalogue | None = None,
) -> tuple[DeckFault, ...]:
    """Every fault of a deck under a format and a list.

    Parameters
    ----------
    deck
        The deck.
    rules
        The format: sizes, kinds of cards, Legend limit.
    banlist
        The forbidden and limited list, or None.
    catalogue
        Where the facts are; the shipped one when None.

    Returns
    -------
    tuple
        Sizes first, then cards in deck order, then copies; empty for a legal deck.
        Tokens are faults of their own and not counted in sizes.

    Examples
    --------
    >>> deck = Deck("one card", (46986414,) * 40)
    >>> for fault in deck_faults(deck, Rules.mr5):
    ...     print(fault)
    40 copies of 'Dark Magician'; at most 3 [DECK-2]
    """
    catalogue = catalogue or Catalogue.default()
    check = _Check(deck, rules, banlist, catalogue)
    return (
        *check.sizes(),
        *check.places(),
        *check.copies(),
        *legend_faults(deck, rules, catalogue),
    )


def check_deck(
    deck: Deck,
    rules: Rules,
    banlist: BanList | None = None,
    catalogue: Catalogue | None = None,
) -> None:
    """Refuse an illegal deck.

    Raises
    ------
    DeckError
        With every fault (`deck_faults`).
    """
    faults = deck_faults(deck, rules, banlist, catalogue)
    if faults:
        raise DeckError(deck.name, tuple(str(fault) for fault in faults))


def legend_faults(deck: Deck, rules: Rules, catalogue: Catalogue) -> tuple[DeckFault, ...]:
    """More Legend cards in main and extra deck than the format allows (DECK-4).

    Apart from the other checks because siding can break it.
    """
    if rules.legend_limit is LegendLimit.NONE:
        return ()
    cards = [catalogue.get(passcode) for passcode in (*deck.main, *deck.extra)]
    legends = [card for card in cards if card is not None and card.legend]
    groups: dict[str, list[Card]] = {"cards": legends}
    if rules.legend_limit is LegendLimit.ONE_PER_KIND:
        groups = {
            "monsters": [card for card in legends if card.is_monster],
            "spells": [card for card in legends if card.is_spell],
            "traps": [card for card in legends if card.is_trap],
        }
    return tuple(
        DeckFault(
            kind=FaultKind.LEGEND,
            rule="DECK-4",
            message=f"{len(group)} Legend {word} in main and extra deck "
            f"({', '.join(card.name for card in group)}); at most 1",
            count=len(group),
            limit=1,
        )
        for word, group in groups.items()
        if len(group) > 1
    )


@dataclass(frozen=True, slots=True)
class _Check:
    deck: Deck
    rules: Rules
    banlist: BanList | None
    catalogue: Catalogue

    def sizes(self) -> Iterator[DeckFault]:
        counts = Counter(section for section, card, _ in self._cards() if not _is_token(card))
        main, extra, side = counts["main"], counts["extra"], counts["side"]
        rules = self.rules
        if main < rules.main_deck_min:
            yield self._size("main", main, rules.main_deck_min, "at least")
        if main > rules.main_deck_max:
            yield self._size("main", main, rules.main_deck_max, "at most", ENGINE_MAIN_LIMIT)
        if extra > rules.extra_deck_max:
            yield self._size("extra", extra, rules.extra_deck_max, "at most", ENGINE_EXTRA_LIMIT)
        if rules.side_deck_exact and side not in (0, rules.side_deck_max):
            yield self._size("side", side, rules.side_deck_max, "none, or exactly")
        elif side > rules.side_deck_max:
            yield self._size("side", side, rules.side_deck_max, "at most")

    def _size(self, section: str, count: int, limit: int, words: str, engine: int = 0) -> DeckFault:
        whose = "more than the engine takes" if limit == engine else self.rules.name
        return DeckFault(
            kind=FaultKind.SIZE,
            rule="DECK-1",
            message=f"{section} deck: {_cards_word(count)}; {words} {limit} ({whose})",
            section=section,
            count=count,
            limit=limit,
        )

    def places(self) -> Iterator[DeckFault]:
        lines: dict[tuple[str, int], list[int | None]] = {}
        for section, passcode, line in self.deck.entries():
            lines.setdefault((section, passcode), []).append(line)
        for (section, passcode), at in lines.items():
            card = self.catalogue.get(passcode)
            kind, problem = self._problem(section, passcode, card)
            if not problem:
                continue
            known = tuple(line for line in at if line is not None)
            where = f"{section} deck"
            if known:
                where += f", line{'s' * (len(known) > 1)} {', '.join(map(str, known))}"
            yield DeckFault(
                kind=kind,
                rule="DECK-1",
                message=f"{where}: {problem}",
                section=section,
                card="" if card is None else card.name,
                passcode=passcode,
                lines=known,
                count=len(at),
            )

    def _problem(self, section: str, passcode: int, card: Card | None) -> tuple[FaultKind, str]:
        """What is wrong with the card being there, or ""."""
        if card is None:
            why = " (exporters write it for cards that have none)" if passcode == 0 else ""
            return FaultKind.UNKNOWN, f"no card has the passcode {passcode}{why}"
        if card.is_token:
            return FaultKind.TOKEN, f"{card.name!r} is a token; tokens go in no deck"
        rules = self.rules
        what = f"{card.name!r} is {_article(card.kind)}"
        in_extra = card.is_extra_deck or (
            card.is_monster and bool(card.type & rules.extra_deck_types)
        )
        if not card.is_monster and not card.is_spell and not card.is_trap:
            problem = f"{what}; only monsters, spells and traps go in a deck"
        elif not self._has_kind(card):
            problem = f"{what}; {rules.name} has none"
        elif section == "main" and in_extra:
            problem = f"{what}; it goes in the extra deck"
        elif section == "extra" and not in_extra:
            problem = f"{what}; it goes in the main deck"
        else:
            problem = ""
        return FaultKind.PLACE, problem

    def _has_kind(self, card: Card) -> bool:
        """Whether there are such cards in the format at all."""
        rules = self.rules
        kinds = card.type & _EXTRA_KINDS
        if card.is_extra_deck and not kinds & rules.extra_deck_types:
            return False
        if card.is_pendulum and not rules.pendulums_in_main_deck:
            return False
        link_spell = not card.is_monster and bool(card.type & CardType.LINK)
        return not link_spell or bool(rules.extra_deck_types & CardType.LINK)

    def copies(self) -> Iterator[DeckFault]:
        """DECK-2 and DECK-3: by the name that a card has in a deck."""
        groups: dict[str, list[tuple[int, Card]]] = {}
        for _, card, passcode in self._cards():
            if card is not None and not card.is_token:
                name = self.catalogue.name_in_deck(card)
                groups.setdefault(name, []).append((passcode, card))
        for name, cards in groups.items():
            parts = Counter(card.name for _, card in cards)
            copies = f"{_copies_word(len(cards))} of {name!r}"
            if len(parts) > 1 or name not in parts:
                copies += " (" + ", ".join(f"{n} {part}" for part, n in parts.items()) + ")"
            limit = COPIES
            if self.banlist is not None:
                limit = min(self.banlist.limit(p, self.catalogue) for p, _ in cards)
            if len(cards) > COPIES:
                message = f"{copies}; at most {COPIES}"
                yield self._too_many(FaultKind.COPIES, "DECK-2", message, name, cards, COPIES)
            if self.banlist is not None and limit < COPIES and len(cards) > limit:
                message = f"{copies}; {_LIMIT_WORDS[limit]} in the list {self.banlist.name!r}"
                yield self._too_many(FaultKind.LIST, "DECK-3", message, name, cards, limit)

    @staticmethod
    def _too_many(
        kind: FaultKind,
        rule: str,
        message: str,
        name: str,
        cards: list[tuple[int, Card]],
        limit: int,
    ) -> DeckFault:
        return DeckFault(
            kind=kind,
            rule=rule,
            message=message,
            card=name,
            passcode=cards[0][1].passcode,
            count=len(cards),
            limit=limit,
        )

    def _cards(self) -> Iterator[tuple[str, Card | None, int]]:
        for section, passcode, _ in self.deck.entries():
            yield section, self.catalogue.get(passcode), passcode


def _is_token(card: Card | None) -> bool:
    return card is not None and card.is_token


def _cards_word(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _copies_word(count: int) -> str:
    return "1 copy" if count == 1 else f"{count} copies"


def _article(kind: str) -> str:
    return ("an " if kind[0] in "AEIOU" else "a ") + kind
