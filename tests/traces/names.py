"""The cards as that engine's card table names them, where that decides what is legal.

A print of a card is that card (DECK-2).  There a print whose passcode is far from the card's has
a name of its own: what asks for "Dark Magician" does not find it.  Most recorded decks with fusions
hold it only so; with our names nearly every duel between them would part at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ygosim.cards.card import CardFile
from ygosim.cards.catalogue import Catalogue

__all__ = ["OTHER_NAMES", "their_catalogue"]

OTHER_NAMES = {36996508: "Dark Magician (36996508)"}
"""What such prints are called in a replayed duel, by passcode; none has an effect."""


@cache
def their_catalogue() -> Catalogue:
    """Our catalogue, in which these prints are cards of their own."""
    ours = Catalogue.default()
    cards = (
        replace(ours[passcode], passcode=passcode, name=name, counts_as=passcode)
        for passcode, name in OTHER_NAMES.items()
    )
    return ours.with_cards(CardFile(cards=tuple(cards), prints={}))
