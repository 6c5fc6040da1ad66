"""Cards that did something else in the wording of 2005; `Rules.card_texts` says which is played.

Other cards of that year say the same in other words: docs/cards.md names those that were
compared.  Searching a deck that may hold nothing was allowed then, as only its owner knows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ygosim.cards.pool.building import MONSTERS, MY_FREE_ZONE
from ygosim.cards.pool.classic_monsters import MONSTER_CARDS
from ygosim.cards.pool.classic_spells import SPELLS
from ygosim.cards.pool.first_fusion import FUSION_CARDS
from ygosim.cards.pool.first_monsters import FIRST_MONSTERS
from ygosim.effects.model import (
    CHOSEN,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Effect,
    Exists,
    If,
    IfDone,
    Reveal,
    Send,
    Shuffle,
    Step,
    Target,
    Who,
)
from ygosim.enums import CardType, Limit, Place

__all__ = ["TEXTS_2005"]

_CURRENT = {card.name: card for card in (*MONSTER_CARDS, *SPELLS, *FIRST_MONSTERS, *FUSION_CARDS)}

_MY_DECK = Cards(where=(Place.DECK,), whose=Who.ME, can=Can.CAN_GO_TO_HAND)
_MY_DECK_MONSTERS = replace(_MY_DECK, type=CardType.MONSTER)


def _with(name: str, *effects: Effect) -> CardDefinition:
    """Today's card with other effects."""
    return replace(_CURRENT[name], effects=effects)


def _effects(name: str) -> tuple[Effect, ...]:
    return _CURRENT[name].effects


def _search(cards: Cards, least: int = 1, most: int = 1) -> tuple[Step, ...]:
    """I add cards from my deck, if it holds any, to my hand."""
    return (
        If(
            Exists(cards),
            (IfDone(Choose(cards, least, most), (Send(CHOSEN, Place.HAND), Reveal(CHOSEN))),),
        ),
        Shuffle(Who.ME),
    )


def _searches_on_leaving(name: str, cards: Cards) -> CardDefinition:
    """Sent from the field to the GY it searches: each time, and what it finds may be used."""
    searches, _ = _effects(name)
    return _with(name, replace(searches, limit=Limit.NONE, operation=_search(cards)))


def _replaced(name: str, number: int, **said: object) -> CardDefinition:
    """Today's card with one effect, by its number from 1, that says something else."""
    effects = list(_effects(name))
    effects[number - 1] = replace(effects[number - 1], **said)  # type: ignore[arg-type]
    return _with(name, *effects)


def _texts() -> Iterable[CardDefinition]:
    yield _searches_on_leaving("Sangan", replace(_MY_DECK_MONSTERS, max_atk=1500))
    weak = replace(_MY_DECK_MONSTERS, max_def=1500)
    yield _searches_on_leaving("Witch of the Black Forest", weak)
    yield _replaced("Mystic Tomato", 1, requires=MY_FREE_ZONE)
    yield _replaced("Horus the Black Flame Dragon LV6", 4, requires=None)
    yield _replaced("Axe of Despair", 3, when=False)
    yield _replaced(
        "King of the Swamp", 1, operation=_search(replace(_MY_DECK, named="Polymerization"))
    )
    yield _replaced(
        "Thunder Dragon",
        1,
        operation=_search(replace(_MY_DECK, named="Thunder Dragon"), 0, 2),
    )
    yield _replaced(
        "Penguin Soldier",
        1,
        optional=False,
        targets=(Target(replace(MONSTERS, can=Can.CAN_GO_TO_HAND), 0, 2),),
    )


TEXTS_2005 = tuple(_texts())
