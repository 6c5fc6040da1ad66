"""A duel as it stands, as a position."""

from __future__ import annotations

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, Place
from ygosim.errors import PositionError
from ygosim.position import CardReference, PlacedCard, PlayerPosition, Position, ZoneCard
from ygosim.scenario.marks import (
    attached_to,
    is_in,
    proper_first,
    refuse_lingering,
    used_by,
    used_names,
)
from ygosim.template import tributes_by_level
from ygosim.views import CardView

__all__ = ["position_of"]

_MOST_TRIBUTES = 3


def position_of(duel: Duel, catalogue: Catalogue | None = None) -> Position:
    """The position of a duel that waits in a main or Battle Phase.

    Cards are numbered anew: as a position numbers them.

    Parameters
    ----------
    catalogue
        Cards that are in it go by their names, others by their facts.

    Raises
    ------
    PositionError
        When the duel is in the middle of something, or over, or an effect lingers, such as a
        gain of ATK until the end of the turn.

    Examples
    --------
    >>> from ygosim.cards.deck import Deck
    >>> from ygosim.cards.demo import deck_path
    >>> deck = Deck.read(deck_path("beatdown"))
    >>> duel = Duel((deck, deck), seed=1)
    >>> position = position_of(duel)
    >>> len(position.players[0].hand), len(position.players[0].deck)
    (5, 35)
    >>> again = Duel.from_position(position)
    >>> sorted(map(str, again.legal())) == sorted(map(str, duel.legal()))
    True
    """
    if duel.decision not in (DecisionKind.MAIN_PHASE, DecisionKind.BATTLE_PHASE):
        raise PositionError(
            f"the duel is at {duel.decision.name}; a position is taken at a choice of what to do "
            "in a main phase or Battle Phase"
        )
    refuse_lingering(duel)
    catalogue = catalogue or Catalogue.default()
    left = int(duel.state["normal_summons_left"])
    limit = int(duel.state["summon_limit"])
    limited = duel.rules.normal_summons and duel.state["effects"]
    return Position(
        rules=duel.rules,
        players=(_player(duel, 0, catalogue), _player(duel, 1, catalogue)),
        turn=duel.turn,
        turn_player=duel.turn_player,
        phase=duel.phase,
        normal_summons_left=left if duel.rules.normal_summons else None,
        normal_summon_limit=limit if limited and limit != duel.rules.normal_summons else None,
        tributes=_tributes(duel),
    )


def _tributes(duel: Duel) -> dict[str, int]:
    """The cards whose Normal Summon takes another number of Tributes than by their Level."""
    classes = duel.setup.template.definitions["hand_class"]
    counts = zip(duel.setup.definitions, map(int, classes), strict=True)
    return {
        card.name: count
        for card, count in counts
        if card.is_monster and count <= _MOST_TRIBUTES and count != tributes_by_level(card.level)
    }


def _player(duel: Duel, player: int, catalogue: Catalogue) -> PlayerPosition:
    def pile(place: Place) -> tuple[CardReference, ...]:
        return tuple(_reference(view.card, catalogue) for view in duel.cards(player, place))

    def open_pile(place: Place) -> tuple[ZoneCard, ...]:
        return tuple(_in_pile(duel, view, catalogue) for view in duel.cards(player, place))

    def row(place: Place) -> dict[int, PlacedCard]:
        return {view.slot: _placed(duel, view, catalogue) for view in duel.cards(player, place)}

    return PlayerPosition(
        lp=duel.lp[player],
        deck=pile(Place.DECK)[::-1],
        hand=pile(Place.HAND),
        monsters=row(Place.MONSTER_ZONE),
        spells_traps=row(Place.SPELL_TRAP_ZONE),
        graveyard=open_pile(Place.GRAVEYARD),
        banished=open_pile(Place.BANISHED),
        extra=pile(Place.EXTRA_DECK),
        used=used_names(duel, player),
    )


def _in_pile(duel: Duel, view: CardView, catalogue: Catalogue) -> ZoneCard:
    reference = _reference(view.card, catalogue)
    if not is_in(duel, "proper", view.number):
        return reference
    return PlacedCard(reference, properly_summoned=True)


def _placed(duel: Duel, view: CardView, catalogue: Catalogue) -> PlacedCard:
    number = view.number
    zone, equips = attached_to(duel, view)
    proper = is_in(duel, "proper", number)
    expected = view.place is Place.MONSTER_ZONE and proper_first(duel, number)
    said = bool(duel.state["effects"]) and proper != expected
    return PlacedCard(
        _reference(view.card, catalogue),
        view.position,
        owner=None if view.owner == view.controller else view.owner,
        arrived=is_in(duel, "arrived", number),
        position_changed=is_in(duel, "position_changed", number),
        attack_declared=is_in(duel, "attack_declared", number),
        counters=dict(view.counters),
        equipped_to=zone if equips else None,
        holding_on_to=None if equips else zone,
        properly_summoned=proper if said else None,
        used=used_by(duel, number),
    )


def _reference(card: Card, catalogue: Catalogue) -> CardReference:
    if catalogue.get(card.passcode) != card:
        return card
    # Another print of the name may come first there.
    return card.name if catalogue.by_name(card.name) == card else card.passcode
