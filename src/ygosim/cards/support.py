"""Which cards ygosim can play whole."""

from __future__ import annotations

from functools import cache

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.pool import definitions
from ygosim.effects.diagnostics import nodes_of
from ygosim.effects.model import CardDefinition, Token, Tokens
from ygosim.enums import CardType
from ygosim.rules import CardTexts

__all__ = ["definition_of", "is_supported", "tokens", "tokens_of", "unsupported"]

# What may stand on a monster that is nothing but a body.  Pendulums are spells too.
_BODY = (
    CardType.MONSTER
    | CardType.NORMAL
    | CardType.FUSION
    | CardType.RITUAL
    | CardType.SYNCHRO
    | CardType.XYZ
    | CardType.LINK
    | CardType.TUNER
    | CardType.TOKEN
)


def is_supported(card: Card) -> bool:
    """Whether the card is played as it is printed.

    Monsters without effect are, and the cards of `ygosim.cards.pool`.

    Examples
    --------
    >>> catalogue = Catalogue.default()
    >>> [is_supported(catalogue.by_name(name)) for name in ("Linkuriboh", "Mokey Mokey")]
    [False, True]
    """
    if definition_of(card) is not None:
        return True
    return card.is_monster and not card.has_effect and not card.type & ~_BODY


def definition_of(card: Card, texts: CardTexts = CardTexts.CURRENT) -> CardDefinition | None:
    """The effects of a card in that wording, if they are known."""
    return definitions(texts).get(card.passcode)


def tokens_of(definition: CardDefinition) -> tuple[Card, ...]:
    """The tokens that the effects of a card make, as cards."""
    found = (node.token for _, node in nodes_of(definition.effects, "") if isinstance(node, Tokens))
    return tuple(dict.fromkeys(map(_token_card, found)))


def _token_card(token: Token) -> Card:
    return Card(
        token.passcode,
        token.name,
        CardType.MONSTER | CardType.NORMAL | CardType.TOKEN,
        token.attribute,
        token.monster_type,
        token.level,
        token.atk,
        token.def_,
    )


@cache
def tokens() -> dict[str, Card]:
    """The tokens that the supported cards make, by name."""
    return {card.name: card for made in definitions().values() for card in tokens_of(made)}


def unsupported(deck: Deck, catalogue: Catalogue) -> tuple[str, ...]:
    """The names of the deck's cards that are not supported, each once, in deck order.

    Passcodes that no card has are not named here: the deck check names them.

    Parameters
    ----------
    deck
        Main and extra deck count; the side deck does not, as its cards are not played
        before they are swapped in.
    """
    cards = (catalogue.get(passcode) for passcode in (*deck.main, *deck.extra))
    return tuple(
        dict.fromkeys(card.name for card in cards if card is not None and not is_supported(card))
    )
