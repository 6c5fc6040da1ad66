"""Cards that did something else in the wording of 2005; `Rules.card_texts` says which is played.

Other cards of that year say the same in other words: docs/cards.md names those that were
compared.  Searching a deck that may hold nothing was allowed then, as only its owner knows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ygosim.cards.pool.building import (
    MONSTERS,
    MY_FREE_ZONE,
    MY_SEARCHABLE,
    MY_SEARCHABLE_MONSTERS,
    ON_FIELD,
    ignition,
)
from ygosim.cards.pool.classic_monsters import MONSTER_CARDS
from ygosim.cards.pool.classic_spells import SPELLS
from ygosim.cards.pool.classic_traps import TRAPS
from ygosim.cards.pool.first_fusion import FUSION_CARDS
from ygosim.cards.pool.first_lasting import FIRST_LASTING
from ygosim.cards.pool.first_monsters import FIRST_MONSTERS
from ygosim.cards.pool.first_spells import FIRST_SPELLS
from ygosim.effects.model import (
    CHOSEN,
    THIS,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Count,
    Damage,
    Effect,
    Exists,
    If,
    IfDone,
    Kept,
    Note,
    PayLP,
    Reveal,
    Send,
    Shuffle,
    Step,
    Target,
    Then,
    Times,
    Who,
)
from ygosim.enums import Comparison, Fact, Limit, MonsterType, Place

__all__ = ["TEXTS_2005"]

_CURRENT = {
    card.name: card
    for cards in (
        MONSTER_CARDS,
        SPELLS,
        TRAPS,
        FIRST_MONSTERS,
        FIRST_LASTING,
        FIRST_SPELLS,
        FUSION_CARDS,
    )
    for card in cards
}


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
    yield _searches_on_leaving("Sangan", replace(MY_SEARCHABLE_MONSTERS, max_atk=1500))
    weak = replace(MY_SEARCHABLE_MONSTERS, max_def=1500)
    yield _searches_on_leaving("Witch of the Black Forest", weak)
    yield _replaced("Mystic Tomato", 1, requires=MY_FREE_ZONE)
    yield _replaced("Horus the Black Flame Dragon LV6", 4, requires=None)
    yield _replaced("Axe of Despair", 3, when=False)
    yield _replaced(
        "Thunder Dragon",
        1,
        operation=_search(replace(MY_SEARCHABLE, named="Thunder Dragon"), 0, 2),
    )
    warriors = replace(MY_SEARCHABLE_MONSTERS, monster_type=MonsterType.WARRIOR, max_level=4)
    yield _replaced("Reinforcement of the Army", 1, operation=_search(warriors))
    yield _replaced(
        "King of the Swamp", 1, operation=_search(replace(MY_SEARCHABLE, named="Polymerization"))
    )
    # Returned each time, and nothing is banished later.
    yield _with(
        "Sinister Serpent",
        replace(
            _effects("Sinister Serpent")[0], limit=Limit.NONE, operation=(Send(THIS, Place.HAND),)
        ),
    )
    # Whatever it sends to a GY counts, whosever that is, and it forbids nothing else.
    in_graveyard = Kept(CHOSEN, Fact.PLACE, Comparison.EQUAL, int(Place.GRAVEYARD))
    yield _with(
        "Chaos Emperor Dragon - Envoy of the End",
        _effects("Chaos Emperor Dragon - Envoy of the End")[0],
        ignition(
            cost=(PayLP(1000),),
            operation=(
                Note(Cards(where=(Place.HAND, *ON_FIELD))),
                Send(CHOSEN, Place.GRAVEYARD),
                If(Exists(in_graveyard), (Then(), Damage(Times(300, Count(in_graveyard))))),
            ),
        ),
    )
    yield _replaced(
        "Penguin Soldier",
        1,
        optional=False,
        targets=(Target(replace(MONSTERS, can=Can.CAN_GO_TO_HAND), 0, 2),),
    )


TEXTS_2005 = tuple(_texts())
