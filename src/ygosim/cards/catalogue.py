"""The catalogue: facts of every card, by passcode and by name.

The shipped table is read when `Catalogue.default` is first called (a few milliseconds);
cards are made when they are first asked for.
"""

from __future__ import annotations

import bisect
import dataclasses
import difflib
import functools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ygosim.cards.card import Card, CardFile, name_key
from ygosim.cards.facts import FactsTable
from ygosim.cards.io.card_json import read_card_json
from ygosim.cards.io.cdb import read_cdb
from ygosim.enums import CardType
from ygosim.errors import CardNotFoundError

__all__ = ["Card", "Catalogue", "read_card_file"]

_ARTWORK_DISTANCE = 10  # passcodes nearer than this are artworks of one card

# Passcodes from here on are numbered one after the other (Rush, pre-release, other
# versions), so that neighbours are different cards.
_NUMBERED_FROM = 100_000_000

_SUGGESTIONS = 3


def read_card_file(path: Path | str) -> CardFile:
    """Read a user's own cards: a `.cdb`, or card JSON.

    Parameters
    ----------
    path
        Names ending in `.json` are read as card JSON, all others as a card database.

    Raises
    ------
    FileFormatError
        When the file is not what its name says.
    """
    path = Path(path)
    return read_card_json(path) if path.suffix.lower() == ".json" else read_cdb(path)


class Catalogue:
    """Every known card.

    Parameters
    ----------
    table
        The shipped facts, or None for a catalogue of `cards` only.
    cards
        Cards that stand before those of the table.
    prints
        Passcodes of other artworks and prints, each with its card's.

    Examples
    --------
    >>> catalogue = Catalogue.default()
    >>> catalogue[83764719].name  # an artwork's passcode
    'Monster Reborn'
    >>> catalogue.by_name("ash blossom joyous spring").passcode
    14558127
    """

    def __init__(
        self,
        table: FactsTable | None = None,
        *,
        cards: Iterable[Card] = (),
        prints: Mapping[int, int] | None = None,
    ) -> None:
        self._table = table
        self._rows = {} if table is None else {p: i for i, p in enumerate(table.passcodes())}
        self._own = {card.passcode: card for card in cards}
        self._made = dict(self._own)
        self._prints = dict(prints or {})

    @classmethod
    def default(cls) -> Catalogue:
        """The shipped catalogue, read once."""
        return _default()

    def layered(self, *files: Path | str) -> Catalogue:
        """This catalogue with a user's own files over it, later ones over earlier ones.

        A card of a file replaces the card of that passcode.  An alias nearer than 10, or
        to a card of the same name, is another print of that card; any other alias makes
        the card count as that one.

        Raises
        ------
        FileFormatError
            When one of the files cannot be read; then nothing of any is used.
        """
        catalogue = self
        for file in [read_card_file(path) for path in files]:
            catalogue = catalogue.with_cards(file)
        return catalogue

    def with_cards(self, file: CardFile) -> Catalogue:
        """This catalogue with the cards of one file over it: see `layered`."""
        added = {card.passcode: card for card in file.cards}
        prints = {p: card for p, card in self._prints.items() if p not in added}
        prints |= {p: card for p, card in file.prints.items() if p not in added}
        cards = {p: card for p, card in self._own.items() if p not in added}
        for card in file.cards:
            target = added.get(card.counts_as) or self._known(card.counts_as)
            if target is not None and _is_print(card, target):
                prints[card.passcode] = target.passcode
            else:
                cards[card.passcode] = self._completed(card, file)
        prints = {p: _last(p, prints) for p in prints}
        layered = Catalogue(self._table, cards=cards.values(), prints=prints)
        layered._settle_names(added)
        return layered

    def _completed(self, card: Card, file: CardFile) -> Card:
        """The card, with what its file cannot say taken from the card that it replaces."""
        known = None if file.with_archetypes else self._known(card.passcode)
        if known is None:
            return card
        return dataclasses.replace(
            card,
            archetypes=known.archetypes,
            legend=known.legend,
            rush=known.rush,
            counts_as=known.counts_as,
        )

    def _settle_names(self, passcodes: Iterable[int]) -> None:
        """Lead `counts_as` of the added cards to the end of its chain, over other prints."""
        chain = {p: self._made[p].counts_as for p in passcodes if p in self._made}
        settled = {}
        for passcode in chain:
            seen = [passcode]
            while True:
                following = self._prints.get(seen[-1], seen[-1])
                if following in chain:
                    following = chain[following]
                elif (card := self._known(following)) is not None:
                    following = card.counts_as
                following = self._prints.get(following, following)
                if following == seen[-1]:
                    settled[passcode] = following
                    break
                if following in seen:  # a circle: all of it counts as its lowest passcode
                    settled[passcode] = min(seen[seen.index(following) :])
                    break
                seen.append(following)
        for passcode, counts_as in settled.items():
            if counts_as != chain[passcode]:
                card = dataclasses.replace(self._made[passcode], counts_as=counts_as)
                self._own[passcode] = self._made[passcode] = card

    def __getitem__(self, passcode: int) -> Card:
        """The card of a passcode, also of another artwork's.

        Raises
        ------
        CardNotFoundError
            When there is none.
        """
        card = self.get(passcode)
        if card is None:
            raise CardNotFoundError(passcode)
        return card

    def __contains__(self, passcode: object) -> bool:
        return isinstance(passcode, int) and self.get(passcode) is not None

    def __len__(self) -> int:
        return len(self._passcodes())

    def __iter__(self) -> Iterator[Card]:
        """Every card once, by passcode."""
        for passcode in sorted(self._passcodes()):
            yield self[passcode]

    def _passcodes(self) -> set[int]:
        """The passcode of every card, without those of other prints."""
        return {p for p in self._rows.keys() | self._own.keys() if p not in self._prints}

    def get(self, passcode: int) -> Card | None:
        """The card of a passcode, or None.

        Passcodes of other prints give their card.  An unknown passcode nearer than 10 to
        a known one is taken for another artwork of it, as tools number them so; not in
        the ranges where passcodes are counted up (9 digits), and never as a token.

        Examples
        --------
        >>> catalogue = Catalogue.default()
        >>> catalogue.get(89631141).name  # 89631139 is Blue-Eyes White Dragon
        'Blue-Eyes White Dragon'
        >>> catalogue.get(0) is None
        True
        """
        card = self._known(passcode)
        return self._neighbour(passcode) if card is None else card

    def _known(self, passcode: int) -> Card | None:
        card = self._made.get(passcode)
        if card is not None:
            return card
        target = self._prints.get(passcode)
        if target is not None:
            return self._known(target)
        index = self._rows.get(passcode)
        if index is None or self._table is None:
            return None
        card = self._made[passcode] = self._table.card(index)
        return card

    def _neighbour(self, passcode: int) -> Card | None:
        if not 0 < passcode < _NUMBERED_FROM:
            return None
        numbered = self._artworks
        at = bisect.bisect_left(numbered, passcode)
        near: dict[int, set[int]] = {}
        for known in numbered[max(0, at - 1) : at + 1]:
            card = self._known(known)
            if card is not None and abs(known - passcode) < _ARTWORK_DISTANCE:
                near.setdefault(abs(known - passcode), set()).add(card.passcode)
        if not near or len(nearest := near[min(near)]) > 1:  # between two cards: no guess
            return None
        return self._known(nearest.pop())

    @functools.cached_property
    def _artworks(self) -> list[int]:
        """Passcodes that have neighbours, sorted."""
        known = {p for p in self._rows.keys() | self._own.keys() if p < _NUMBERED_FROM}
        tokens = {p for p, card in self._own.items() if card.is_token}
        if self._table is not None:
            rows = self._table.rows
            is_token = rows["type"] & int(CardType.TOKEN) != 0
            tokens |= set(rows["passcode"][is_token].tolist()) - self._own.keys()
        return sorted((known | {p for p in self._prints if p < _NUMBERED_FROM}) - tokens)

    def prints_of(self, card: Card) -> tuple[int, ...]:
        """The passcodes of the card's other prints and artworks.

        Examples
        --------
        >>> catalogue = Catalogue.default()
        >>> catalogue.prints_of(catalogue.by_name("Monster Reborn"))
        (83764719,)
        """
        return tuple(sorted(p for p, of in self._prints.items() if of == card.passcode))

    def name_in_deck(self, card: Card) -> str:
        """The name under which copies of the card are counted (DECK-2).

        Examples
        --------
        >>> catalogue = Catalogue.default()
        >>> catalogue.name_in_deck(catalogue.by_name("Cyber Harpie Lady"))
        'Harpie Lady'
        """
        known = self._known(card.counts_as)
        return card.name if known is None else known.name

    def by_name(self, name: str, *, where: str = "") -> Card:
        """The card of a name; case, accents, punctuation and spaces do not matter.

        Parameters
        ----------
        name
            The whole name.
        where
            The place that asks ("plan.txt:3"), for the message.

        Raises
        ------
        CardNotFoundError
            When there is none, or more than one; with the names that come near.
        """
        indices = self._by_key.get(name_key(name), ())
        cards = [self._listed(index) for index in indices]
        exact = [card for card in cards if card.name.casefold() == name.strip().casefold()]
        found = exact or cards
        names = list(dict.fromkeys(card.name for card in found))
        if len(names) == 1:
            return min(found, key=self._preference)
        suggestions = tuple(names) or self.suggestions(name)
        raise CardNotFoundError(name, where=where, suggestions=suggestions)

    def look_up(self, text: str, *, where: str = "") -> Card:
        """The card of a name or a passcode; a name of digits comes first (there is "7").

        Raises
        ------
        CardNotFoundError
            When there is none; with the names that come near.

        Examples
        --------
        >>> catalogue = Catalogue.default()
        >>> catalogue.look_up("08124921").name, catalogue.look_up("7").kind
        ('Right Leg of the Forbidden One', 'Continuous Spell')
        """
        text = text.strip()
        if text.isascii() and text.isdigit() and name_key(text) not in self._by_key:
            card = self.get(int(text)) if len(text) <= 10 else None
            if card is None:
                raise CardNotFoundError(int(text) if len(text) <= 10 else text, where=where)
            return card
        return self.by_name(text, where=where)

    def find(self, text: str) -> tuple[Card, ...]:
        """Cards whose name has every word of the text in it, the nearest first.

        Parameters
        ----------
        text
            Words or parts of words.

        Returns
        -------
        tuple
            The card of that very name, names that begin so, then the others by name.

        Examples
        --------
        >>> [card.name for card in Catalogue.default().find("jar cyber")]
        ['Cyber Jar']
        """
        words = [key for word in text.split() if (key := name_key(word))]
        if not words:
            return ()
        whole = "".join(words)
        found = [
            (key != whole, not key.startswith(whole), self._listed(index))
            for key, indices in self._by_key.items()
            if all(word in key for word in words)
            for index in indices
        ]
        found.sort(key=lambda item: (item[0], item[1], item[2].name, item[2].passcode))
        return tuple(card for _, _, card in found)

    def suggestions(self, name: str) -> tuple[str, ...]:
        """Names that come near to one that no card has, the nearest first.

        Examples
        --------
        >>> Catalogue.default().suggestions("Blue-Eye White Dragoon")[0]
        'Blue-Eyes White Dragon'
        """
        names = {card.name for card in self.find(name)}
        contained = sorted(names, key=lambda found: (len(found), found))
        if len(contained) >= _SUGGESTIONS:
            return tuple(contained[:_SUGGESTIONS])
        wanted = name_key(name)[:100]
        # Three letters in common narrow 18,000 names down to the few worth comparing.
        parts = {wanted[i : i + 3] for i in range(max(1, len(wanted) - 2))}
        scored = [
            (2 * sum(part in key for part in parts) / (len(parts) + max(1, len(key) - 2)), key)
            for key in self._by_key
        ]
        scored.sort(reverse=True)
        keys = [key for score, key in scored[:60] if score > 0]
        near = difflib.get_close_matches(wanted, keys, n=_SUGGESTIONS, cutoff=0.6)
        similar = [self._listed(self._by_key[key][0]).name for key in near]
        return tuple(dict.fromkeys([*contained, *similar]))[:_SUGGESTIONS]

    @functools.cached_property
    def _by_key(self) -> dict[str, list[int]]:
        """Where the cards of each folded name stand in `_order`."""
        names = [] if self._table is None else list(self._table.names)
        for index, passcode in enumerate(self._order):
            if index < len(names):
                if passcode in self._own:
                    names[index] = self._own[passcode].name
            else:
                names.append(self._own[passcode].name)
        by_key: dict[str, list[int]] = {}
        keys = name_key("\n".join(names)).split("\n") if names else []
        for index, key in enumerate(keys):
            if self._order[index] not in self._prints:
                by_key.setdefault(key, []).append(index)
        return by_key

    @functools.cached_property
    def _order(self) -> list[int]:
        """Passcodes in the order of the name index: those of the table, then one's own."""
        return [*self._rows, *(p for p in self._own if p not in self._rows)]

    def _listed(self, index: int) -> Card:
        return self[self._order[index]]

    def _preference(self, card: Card) -> tuple[bool, bool, int]:
        """Of cards of one name: one's own, then the one that the others count as."""
        return (card.passcode not in self._own, card.counts_as != card.passcode, card.passcode)


@functools.cache
def _default() -> Catalogue:
    table = FactsTable.read()
    return Catalogue(table, prints=table.prints)


def _is_print(card: Card, target: Card) -> bool:
    """Whether the alias of a card to another one says "the same card, printed again"."""
    if card.passcode == target.passcode:
        return False
    if card.name == target.name:
        return True
    near = abs(card.passcode - target.passcode) < _ARTWORK_DISTANCE
    return near and not card.rush


def _last(passcode: int, prints: Mapping[int, int]) -> int:
    """The end of a chain of prints."""
    seen = {passcode}
    while (following := prints.get(passcode)) is not None and following not in seen:
        passcode = following
        seen.add(passcode)
    return passcode
