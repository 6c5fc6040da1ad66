"""Siding: which cards are swapped between the duels of a match (DECK-5).

A swap file says it in lines, for going first and for going second::

    # out with the slow cards
    !first
    -2 Mystical Space Typhoon
    +1 Skill Drain
    +1 82732705
    !second
    -1 Upstart Goblin
    +1 Lightning Storm

`-N CARD` takes copies out of the main or extra deck, `+N CARD` brings copies in from the
side deck; a card is a name or a passcode.  As many go out as come in, of the main deck
and of the extra deck each.  A part that is left out swaps nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.deck_check import legend_faults
from ygosim.cards.io.text import read_text, shown
from ygosim.errors import DeckError, FileFormatError
from ygosim.rules import Rules

__all__ = ["Swap", "SwapPlan", "swap"]

_LINE = re.compile(r"([-+])\s*([0-9]{1,3})\s+(\S.*)")
_EXPECTED = "-N CARD, +N CARD, !first, !second or a # comment"
_PARTS = ("first", "second")


@dataclass(frozen=True, slots=True)
class Swap:
    """Copies of one card that go out of the deck, or come in from the side deck."""

    count: int
    card: Card
    comes_in: bool
    line: int = 0  # of the swap file


@dataclass(frozen=True, slots=True)
class SwapPlan:
    """What is swapped when going first, and when going second.

    Examples
    --------
    >>> catalogue = Catalogue.default()
    >>> plan = SwapPlan.parse("!second\\n-1 Kuriboh\\n+1 Raigeki", catalogue)
    >>> deck = Deck("small", main=(40640057, 46986414), side=(12580477,))
    >>> plan.apply(deck, goes_first=False).main
    (12580477, 46986414)
    >>> plan.apply(deck, goes_first=True) is deck
    True
    """

    first: tuple[Swap, ...]
    second: tuple[Swap, ...]
    catalogue: Catalogue = field(compare=False, repr=False)
    path: str = field(default="", compare=False)

    @classmethod
    def read(cls, path: Path | str, catalogue: Catalogue) -> SwapPlan:
        """Read a swap file.

        Parameters
        ----------
        path
            The file.
        catalogue
            Where its cards are looked up.

        Raises
        ------
        FileFormatError
            At the first line that is no swap, part or comment.
        CardNotFoundError
            For a card that there is not, with its line and names that come near.
        """
        text = read_text(Path(path), expected="a swap file: !first, !second, -N CARD, +N CARD")
        return cls.parse(text, catalogue, path=path)

    @classmethod
    def parse(cls, text: str, catalogue: Catalogue, *, path: Path | str | None = None) -> SwapPlan:
        """Read the text of a swap file: see `read`."""
        parts: dict[str, list[Swap]] = {}
        part: list[Swap] | None = None
        for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("!"):
                name = line[1:].strip().lower()
                if name not in _PARTS or name in parts:
                    raise FileFormatError(
                        path, number, found=shown(line), expected="!first and !second, once each"
                    )
                part = parts[name] = []
                continue
            match = _LINE.fullmatch(line)
            if match is None or int(match[2]) == 0:
                raise FileFormatError(path, number, found=shown(line), expected=_EXPECTED)
            if part is None:
                raise FileFormatError(
                    path, number, found=shown(line), expected="!first or !second before it"
                )
            where = f"{path or '<text>'}:{number}"
            card = catalogue.look_up(match[3], where=where)
            part.append(Swap(int(match[2]), card, match[1] == "+", number))
        if not parts:
            raise FileFormatError(path, None, found="no swap", expected="!first or !second")
        return cls(
            first=tuple(parts.get("first", ())),
            second=tuple(parts.get("second", ())),
            catalogue=catalogue,
            path="" if path is None else str(path),
        )

    def apply(self, deck: Deck, *, goes_first: bool, rules: Rules | None = None) -> Deck:
        """The deck after siding; each card that comes in stands where one went out.

        Parameters
        ----------
        deck
            The deck as registered (every duel sides from it).
        goes_first
            Which part of the plan.
        rules
            When given, the Legend limit is checked again (DECK-4).

        Raises
        ------
        DeckError
            With every fault: a card that is not there as often, unequal numbers, too many
            Legend cards.
        """
        swaps = self.first if goes_first else self.second
        if not swaps:
            return deck
        sided, faults = _exchanged(deck, swaps, self.catalogue)
        if rules is not None and not faults:
            faults = [str(fault) for fault in legend_faults(sided, rules, self.catalogue)]
        if faults:
            when = "first" if goes_first else "second"
            of = f" by {self.path}" if self.path else ""
            raise DeckError(f"{deck.name} sided for going {when}{of}", tuple(faults))
        return sided


def swap(
    deck: Deck,
    swap_file: Path | str,
    *,
    goes_first: bool,
    rules: Rules | None = None,
    catalogue: Catalogue | None = None,
) -> Deck:
    """The deck sided by a swap file: `SwapPlan.read`, then `SwapPlan.apply`.

    Raises
    ------
    FileFormatError, CardNotFoundError, DeckError
        As those two do.
    """
    plan = SwapPlan.read(swap_file, catalogue or Catalogue.default())
    return plan.apply(deck, goes_first=goes_first, rules=rules)


def _exchanged(deck: Deck, swaps: Iterable[Swap], catalogue: Catalogue) -> tuple[Deck, list[str]]:
    """The deck with the cards exchanged, and what stands against it."""
    piles = {"main": list(deck.main), "extra": list(deck.extra), "side": list(deck.side)}
    gaps: dict[str, list[int]] = {"main": [], "extra": [], "side": []}
    moved: dict[str, list[int]] = {"main": [], "extra": [], "side": []}
    faults = []
    for one in swaps:
        home = "extra" if one.card.is_extra_deck else "main"
        source, target = ("side", home) if one.comes_in else (home, "side")
        places = [
            index
            for index, passcode in enumerate(piles[source])
            if index not in gaps[source] and _is(catalogue, passcode, one.card)
        ]
        if len(places) < one.count:
            line = f"line {one.line}: " if one.line else ""
            faults.append(
                f"{line}{one.count} of {one.card.name!r} in the {source} deck are asked for, "
                f"{len(places)} are there [DECK-5]"
            )
        for index in places[: one.count]:
            gaps[source].append(index)
            moved[target].append(piles[source][index])
    for name in ("main", "extra"):
        if len(gaps[name]) != len(moved[name]) and not faults:
            faults.append(
                f"{name} deck: {len(gaps[name])} go out and {len(moved[name])} come in; "
                "cards are swapped one for one [DECK-5]"
            )
    if not faults:
        for name, pile in piles.items():
            for index, passcode in zip(sorted(gaps[name]), moved[name], strict=True):
                pile[index] = passcode
    main, extra, side = (tuple(pile) for pile in piles.values())
    return Deck(deck.name, main, extra, side, deck.path), faults


def _is(catalogue: Catalogue, passcode: int, card: Card) -> bool:
    known = catalogue.get(passcode)
    return known is not None and known.passcode == card.passcode
