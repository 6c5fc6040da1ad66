"""Decks and rules become the core's template: definitions, and which card starts where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from ygosim._core.engine import DEFINITION_DTYPE, LARGEST_VALUE, PLACEMENT_DTYPE, Template
from ygosim.cards.card import LARGEST_PASSCODE, Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.support import definition_of, is_supported, tokens_of
from ygosim.effects.assemble import EffectTable, assemble
from ygosim.effects.check import refuse_nonsense
from ygosim.effects.lower import LoweredCard, lower
from ygosim.effects.model import CardDefinition
from ygosim.enums import CardType, CounterKind, HandClass, Place, Position
from ygosim.errors import DeckError, UnsupportedCardError, check_whole
from ygosim.rules import (
    ENGINE_EXTRA_LIMIT,
    ENGINE_MAIN_LIMIT,
    ExtraDeckZones,
    FieldSpells,
    Rules,
    ZeroAttackClash,
)

__all__ = [
    "DECISION_LIMIT",
    "MAX_TRIBUTES",
    "DuelSetup",
    "Limits",
    "Placement",
    "Unsupported",
    "core_rules",
    "define",
    "setup_from_decks",
]

Unsupported = Literal["refuse", "blank"]
"""What is done with cards whose effects are not known."""

DECISION_LIMIT = 5000
"""Decisions in one turn after which a duel is aborted, unless told otherwise."""

_LARGEST_LEVEL = 255

_STAYS = CardType.CONTINUOUS | CardType.EQUIP | CardType.FIELD | CardType.PENDULUM

_PROPER_FIRST = (
    CardType.RITUAL
    | CardType.FUSION
    | CardType.SYNCHRO
    | CardType.XYZ
    | CardType.LINK
    | CardType.SPECIAL_SUMMON_ONLY
)

TOKENS_OF_A_KIND = 16
"""Numbers kept for the tokens of one kind: no more than ten lie on the field, and some that have
ceased to exist are still spoken of in the chain that they left it in."""

_NOWHERE = 8  # where a token is that does not exist; no Place

MAX_TRIBUTES = int(HandClass.THREE_TRIBUTES)
"""Most tributes that a Normal Summon takes."""

_CANNOT_BE_NORMAL_SUMMONED = (
    CardType.RITUAL
    | CardType.TOKEN
    | CardType.SPECIAL_SUMMON_ONLY
    | CardType.FUSION
    | CardType.SYNCHRO
    | CardType.XYZ
    | CardType.LINK
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a duel that does not end is aborted, and whether single options are taken.

    `turns` 0 is no limit; the duel is aborted before a turn past it starts.

    Raises
    ------
    ValueError
        For a limit out of its range.
    """

    turns: int = 0  # to 65535
    decisions_per_turn: int = DECISION_LIMIT  # 1 to 65534
    automatic: bool = True  # a decision with one option is taken without asking

    def __post_init__(self) -> None:
        for name in ("turns", "decisions_per_turn"):
            check_whole(name, getattr(self, name), -(2**63), 2**63)
        if type(self.automatic) is not bool:
            raise TypeError(f"automatic is {self.automatic!r}; it must be True or False")
        if not 0 <= self.turns <= 65535:
            raise ValueError(f"turns is {self.turns}; it must be 0 (no limit) to 65535")
        if not 1 <= self.decisions_per_turn <= 65534:
            raise ValueError(
                f"decisions_per_turn is {self.decisions_per_turn}; it must be 1 to 65534"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """One card of a duel and where it starts.  Piles fill in the order of placements.

    `attached` is the player and zone of the monster that it holds on to, `equips` whether as
    an Equip Card; `proper` whether it was properly summoned, None: if it is on the field;
    `used` its effects that were used, from 1.
    """

    card: Card
    owner: int
    controller: int
    place: Place
    slot: int = 0
    position: Position = Position.FACE_DOWN_DEFENCE
    arrived: bool = False
    position_changed: bool = False
    attack_declared: bool = False
    attached: tuple[int, int] | None = None
    equips: bool = False
    counters: tuple[tuple[CounterKind, int], ...] = ()
    proper: bool | None = None
    used: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """A template with what Python knows beside it.

    `definitions[code]` is the card of a definition and `effects[code]` what it does, `blanked`
    names the cards that are played without their effects.
    """

    template: Template
    rules: Rules
    definitions: tuple[Card, ...]
    effects: tuple[CardDefinition | None, ...]
    blanked: tuple[str, ...]
    limits: Limits

    def effects_of(self, card: Card) -> CardDefinition | None:
        """The effects of a card of this duel; None: it has none."""
        return self.effects[self.definitions.index(card)]


def tributes_by_level(level: int) -> int:
    """How many tributes a Normal Summon of that Level takes (SUM-1).

    Examples
    --------
    >>> [tributes_by_level(level) for level in (4, 5, 6, 7, 12)]
    [0, 1, 1, 2, 2]
    """
    return 0 if level <= 4 else 1 if level <= 6 else 2


def setup_from_decks(
    decks: tuple[Deck, Deck],
    rules: Rules,
    *,
    catalogue: Catalogue | None = None,
    unsupported: Unsupported = "refuse",
    limits: Limits | None = None,
) -> DuelSetup:
    """The template of duels between two decks; the first goes first.

    Parameters
    ----------
    decks
        Main and extra decks are used.  Cards are numbered in creation order: main and extra
        deck of player 0, then of player 1.
    rules
        The format.
    unsupported
        "refuse", or "blank": play them as cards without effect.

    Raises
    ------
    DeckError
        For a deck larger than the engine takes, or without a card.
    UnsupportedCardError
        Naming the cards, when they are refused.
    CardNotFoundError
        For a passcode that no card has.
    """
    catalogue = catalogue or Catalogue.default()
    for deck in decks:
        _check_size(deck)
    placements: list[Placement] = []
    for player, deck in enumerate(decks):
        # A deck's first card is its top one, so piles fill from the end.
        for place, passcodes in ((Place.DECK, deck.main), (Place.EXTRA_DECK, deck.extra)):
            placements += [
                Placement(card=catalogue[passcode], owner=player, controller=player, place=place)
                for passcode in reversed(passcodes)
            ]
    return setup_from_placements(placements, rules, unsupported=unsupported, limits=limits)


def _check_size(deck: Deck) -> None:
    """Refuse what no format could play, whether decks are checked or not."""
    faults = [
        f"{section} deck: {count} cards; the engine takes at most {limit} [DECK-1]"
        for section, count, limit in (
            ("main", len(deck.main), ENGINE_MAIN_LIMIT),
            ("extra", len(deck.extra), ENGINE_EXTRA_LIMIT),
        )
        if count > limit
    ]
    if not deck.main:
        faults.append("main deck: no card; there is nothing to draw [DECK-1]")
    if faults:
        raise DeckError(deck.name, tuple(faults))


def setup_from_placements(
    placements: Iterable[Placement],
    rules: Rules,
    *,
    unsupported: Unsupported = "refuse",
    limits: Limits | None = None,
    tributes: Mapping[str, int] | None = None,
    position: dict[str, Any] | None = None,
    definitions: Mapping[int, CardDefinition] | None = None,
) -> DuelSetup:
    """The template of a duel whose cards start as placed; see `setup_from_decks`.

    Parameters
    ----------
    definitions
        Effects of cards by passcode, in place of those that ygosim knows (stand-ins).

    Raises
    ------
    EffectError
        For a definition that makes no sense.
    """
    placements = tuple(placements)
    limits = limits or Limits()
    known = dict(definitions or {})
    blanked = tuple(
        dict.fromkeys(
            p.card.name
            for p in placements
            if p.card.passcode not in known and not is_supported(p.card)
        )
    )
    if blanked and unsupported == "refuse":
        raise UnsupportedCardError(blanked)
    if unsupported not in ("refuse", "blank"):
        raise ValueError(f'unsupported is {unsupported!r}; it must be "refuse" or "blank"')
    codes: dict[Card, int] = {}
    for placement in placements:
        codes.setdefault(placement.card, len(codes))
    played = tuple(
        known.get(card.passcode) or definition_of(card, rules.card_texts) for card in codes
    )
    for token in _tokens_made(played):
        # Their numbers lie after those of all other cards, so that each duel has the same.
        if codes.setdefault(token, len(codes)) == len(played):
            played += (None,)
        placements += (
            Placement(card=token, owner=0, controller=0, place=_NOWHERE),  # type: ignore[arg-type]
        ) * TOKENS_OF_A_KIND
    cards = tuple(codes)
    rows_of_cards = np.zeros(len(cards), dtype=DEFINITION_DTYPE)
    for row, card, definition in zip(rows_of_cards, cards, played, strict=True):
        define(row, card, (tributes or {}).get(card.name), definition)
    rows = np.zeros(len(placements), dtype=PLACEMENT_DTYPE)
    for row, placed in zip(rows, placements, strict=True):
        row["code"] = codes[placed.card]
        if placed.place == _NOWHERE:
            row["place"] = _NOWHERE
            continue
        for name in (
            "owner",
            "controller",
            "place",
            "slot",
            "position",
            "arrived",
            "position_changed",
            "attack_declared",
        ):
            row[name] = getattr(placed, name)
    template = Template(
        rows_of_cards, core_rules(rules, limits), rows, position, effects(cards, played)
    )
    return DuelSetup(template, rules, cards, played, blanked, limits)


def _tokens_made(played: Iterable[CardDefinition | None]) -> tuple[Card, ...]:
    """The tokens that effects make, as cards, in the order of who makes them."""
    made = (tokens_of(definition) for definition in played if definition is not None)
    return tuple(dict.fromkeys(token for tokens in made for token in tokens))


def define(row: Any, card: Card, tributes: int | None, definition: CardDefinition | None) -> None:
    """Write what the core knows of a card into a row of DEFINITION_DTYPE.

    Parameters
    ----------
    tributes
        How many a Normal Summon of the monster takes; None: what its Level says.
    definition
        Its effects; None: it has none.

    Raises
    ------
    UnsupportedCardError
        For a card with a number that the core does not hold.
    """
    for name, value, limit in (
        ("passcode", card.passcode, LARGEST_PASSCODE),
        ("level", card.level, _LARGEST_LEVEL),
        ("ATK", card.atk or 0, LARGEST_VALUE),
        ("DEF", card.def_ or 0, LARGEST_VALUE),
        ("type", card.type, 2**32 - 1),
        ("attribute", card.attribute, 2**16 - 1),
        ("monster type", card.monster_type, 2**64 - 1),
    ):
        if not isinstance(value, int) or not 0 <= value <= limit:
            problem = f"{name} is {value!r}; it must be 0 to {limit}"
            raise UnsupportedCardError((str(card.name),), problem)
    row["monster_type"] = int(card.monster_type)
    row["passcode"] = card.passcode
    row["type"] = int(card.type)
    row["atk"] = card.atk or 0
    row["def_"] = card.def_ or 0
    row["attribute"] = int(card.attribute)
    row["level"] = card.level
    row["blank"] = definition is None and not is_supported(card)
    row["hand_class"] = _hand_class(card, tributes)
    row["stays"] = bool(card.type & _STAYS) or (definition is not None and definition.stays)
    row["proper_first"] = bool(card.type & _PROPER_FIRST)
    if definition is not None:
        row["no_special_summon"] = definition.cannot_be_special_summoned
        row["proper_first"] |= definition.properly_first
        if definition.cannot_be_set:
            row["hand_class"] = HandClass.STAYS


def effects(cards: Iterable[Card], definitions: Iterable[CardDefinition | None]) -> EffectTable:
    """The effects of cards, as the core takes them; see `setup_from_placements`."""
    return assemble(
        [
            (card, _lowered(card, definition))
            for card, definition in zip(cards, definitions, strict=True)
        ]
    )


def _lowered(card: Card, definition: CardDefinition | None) -> LoweredCard | None:
    if definition is None:
        return None
    try:
        hash(definition)
    except (TypeError, RecursionError):  # it holds lists, or no end of values
        refuse_nonsense(definition, card)
    return _lowered_once(card, definition)


@cache
def _lowered_once(card: Card, definition: CardDefinition) -> LoweredCard:
    refuse_nonsense(definition, card)
    return lower(definition)


def _hand_class(card: Card, tributes: int | None) -> int:
    if card.is_monster:
        if card.type & _CANNOT_BE_NORMAL_SUMMONED:
            return HandClass.STAYS
        return tributes_by_level(card.level) if tributes is None else tributes
    if card.type & CardType.SKILL:
        return HandClass.STAYS
    return HandClass.FIELD_SPELL if card.type & CardType.FIELD else HandClass.SPELL_TRAP


def core_rules(rules: Rules, limits: Limits) -> dict[str, int]:
    """The fields of a format that the core reads, as it reads them."""
    zones = 0x1F if rules.columns == 5 else 0x0E
    return {
        "starting_lp": rules.starting_lp,
        "turn_limit": limits.turns,
        "turn_decision_limit": limits.decisions_per_turn,
        "opening_hand": rules.opening_hand,
        "draw_count": rules.draw_count,
        "draw_up_to": rules.draw_up_to,
        "first_turn_draw": int(rules.first_turn_draw),
        "first_turn_battle": int(rules.first_turn_battle),
        "hand_limit": rules.hand_limit,
        "normal_summons": rules.normal_summons,
        "standby_phase": int(rules.standby_phase),
        "main_phase_2": int(rules.main_phase_2),
        "zero_attack_both_destroyed": int(
            rules.zero_attack_clash is ZeroAttackClash.BOTH_DESTROYED
        ),
        "replaced_field_spell_destroyed": int(rules.replaced_field_spell_destroyed),
        "extra_monster_zones": rules.extra_monster_zones,
        "main_zones": zones,
        "spell_trap_zones": zones,
        "automatic": int(limits.automatic),
        "ignition_priority": int(rules.ignition_priority),
        "negated_summon_counts": int(rules.negated_summon_counts),
        "trigger_needs_place": int(rules.trigger_needs_place),
        "one_field_spell": int(rules.field_spells is FieldSpells.ONE_ON_THE_FIELD),
        "equips_rechecked": int(rules.equips_rechecked),
        "orphaned_equips_destroyed": int(rules.orphaned_equips_destroyed),
        "opponent_responds_first": int(rules.opponent_responds_first),
        "chains": int(rules.chains),
        "trigger_after_return_to_deck": int(rules.trigger_after_return_to_deck),
        "extra_deck_zones": list(ExtraDeckZones).index(rules.extra_deck_zones),
    }
