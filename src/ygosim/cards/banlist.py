"""Forbidden and limited lists: how many copies of a card a deck may hold (DECK-3)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ygosim.cards.card import Card, name_key
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.facts import FACTS_FILE
from ygosim.cards.io.lflist import ListText, read_lflist

__all__ = ["COPIES", "SEED_LISTS_FILE", "BanList"]

COPIES = 3
"""Most copies of a name in a deck (DECK-2)."""

SEED_LISTS_FILE = FACTS_FILE.with_name("seeds.lflist.conf")
"""The lists that the seed documents print (DECK-6)."""


@dataclass(frozen=True, slots=True)
class BanList:
    """One list.

    Parameters
    ----------
    name
        What the list calls itself.
    entries
        Most copies by passcode, as the list has them.
    whitelist
        Whether cards without an entry are forbidden.

    Examples
    --------
    >>> BanList.named("seed 004").entries[53129443]  # Dark Hole
    0
    """

    name: str
    entries: Mapping[int, int]
    whitelist: bool = False

    @classmethod
    def built_in(cls) -> tuple[BanList, ...]:
        """The lists that come with ygosim."""
        return _built_in()

    @classmethod
    def named(cls, name: str) -> BanList:
        """The built-in list of that name, or the only one with the name in its own.

        Raises
        ------
        ValueError
            Naming the lists there are.

        Examples
        --------
        >>> BanList.named("dm5").name
        'seed 002 DM5'
        """
        return _chosen(cls.built_in(), name, f"no built-in list {name!r}")

    @classmethod
    def read_all(cls, path: Path | str) -> tuple[BanList, ...]:
        """Every list of an `lflist.conf` file.

        Raises
        ------
        FileFormatError
            When the file is not one.
        """
        return tuple(_of(text) for text in read_lflist(path))

    @classmethod
    def read(cls, path: Path | str, *, name: str = "") -> BanList:
        """One list of an `lflist.conf` file: the only one, or that of the name.

        Raises
        ------
        FileFormatError
            When the file is no list file.
        ValueError
            When it has several lists, and the name is not one's; with their names.
        """
        return _chosen(cls.read_all(path), name, f"{path}: no list {name!r}")

    def limit(self, passcode: int, catalogue: Catalogue) -> int:
        """Most copies of a card that the list allows, 0 to 3.

        The entry of the passcode itself comes first, then those of the card's other
        prints (the strictest of them), then, unless the list is a whitelist, that of the
        name under which the card is counted.

        Examples
        --------
        >>> catalogue = Catalogue.default()
        >>> BanList("mine", {83764718: 1}).limit(83764719, catalogue)  # another artwork
        1
        >>> BanList("mine", {83764718: 1}, whitelist=True).limit(46986414, catalogue)
        0
        """
        if passcode in self.entries:
            return _copies(self.entries[passcode])
        card = catalogue.get(passcode)
        limit = None if card is None else self._print_limit(card, catalogue)
        if limit is None and card is not None and not self.whitelist:
            name = catalogue.get(card.counts_as)
            limit = None if name is None else self._print_limit(name, catalogue)
        if limit is None:
            return 0 if self.whitelist else COPIES
        return limit

    def _print_limit(self, card: Card, catalogue: Catalogue) -> int | None:
        prints = (card.passcode, *catalogue.prints_of(card))
        found = [_copies(self.entries[p]) for p in prints if p in self.entries]
        return min(found, default=None)


def _copies(count: int) -> int:
    return min(max(count, 0), COPIES)  # -1 is "not at all"


def _of(text: ListText) -> BanList:
    return BanList(text.name, MappingProxyType(dict(text.entries)), text.whitelist)


@functools.cache
def _built_in() -> tuple[BanList, ...]:
    return BanList.read_all(SEED_LISTS_FILE)


def _chosen(lists: tuple[BanList, ...], name: str, otherwise: str) -> BanList:
    """The list of that name; else the one whose name has it inside; else an error."""
    key = name_key(name)
    same = [banlist for banlist in lists if name_key(banlist.name) == key]
    found = same or [banlist for banlist in lists if key in name_key(banlist.name)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(repr(banlist.name) for banlist in lists)
    raise ValueError(f"{otherwise}; the lists are {names}")
