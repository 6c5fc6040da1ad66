"""A position described in words, to start a duel from: `Position`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.support import definition_of, tokens
from ygosim.effects.model import CardDefinition
from ygosim.enums import CardType, CounterKind, Limit, Phase, Place
from ygosim.enums import Position as Lie
from ygosim.errors import PositionError
from ygosim.rules import PendulumZones, Rules
from ygosim.template import DuelSetup, Limits, Placement, Unsupported, setup_from_placements

__all__ = ["AttackDeclared", "CardReference", "PlacedCard", "PlayerPosition", "Position"]

CardReference = str | int | Card
"""A card by name, by passcode, or by its facts (a stand-in)."""

_CARDS_PER_OWNER = 120


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card in a zone.

    Attributes
    ----------
    position
        None: face-up attack for monsters, face-down for Spells and Traps.
    owner
        None: its controller.
    arrived, position_changed, attack_declared
        Whether it was Summoned or Set, changed position, declared an attack this turn.
    counters
        How many of each kind it bears.
    equipped_to, holding_on_to
        Player and zone of the monster that a Spell or Trap is equipped to, or holds on to
        otherwise (Call of the Haunted).  Such a card is face-up unless said.
    properly_summoned
        Whether a monster that has to be summoned its own way first was so (SUM-13); None: it
        was if it is on the field.
    used
        Its effects that were used this turn, counted from 1 as its definition lists them; only
        those that are limited per card.
    """

    card: CardReference
    position: Lie | None = None
    owner: int | None = None
    arrived: bool = False
    position_changed: bool = False
    attack_declared: bool = False
    counters: Mapping[CounterKind, int] = field(default_factory=dict)
    equipped_to: tuple[int, int] | None = None
    holding_on_to: tuple[int, int] | None = None
    properly_summoned: bool | None = None
    used: Sequence[int] = ()


ZoneCard = CardReference | PlacedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPosition:
    """What one player has.

    Cards are numbered as they stand here: deck from the bottom, hand, graveyard, banished
    cards, extra deck, then zones in the order of the mappings.  Choices of several cards
    follow these numbers.

    Attributes
    ----------
    deck
        Top card first.
    monsters, spells_traps
        By zone number: 0-4 and 5, 6 for the extra monster zones; 0-4 and 5 for the field zone.
    graveyard, banished
        Oldest first; a PlacedCard says there whether it was properly summoned.
    used
        By name the effects of cards that the player used this turn and that are limited by
        name, counted as in `PlacedCard.used`.
    """

    lp: int | None = None  # None: what the format starts with
    deck: Sequence[CardReference] = ()
    hand: Sequence[CardReference] = ()
    monsters: Mapping[int, ZoneCard] = field(default_factory=dict)
    spells_traps: Mapping[int, ZoneCard] = field(default_factory=dict)
    graveyard: Sequence[ZoneCard] = ()
    banished: Sequence[ZoneCard] = ()
    extra: Sequence[CardReference] = ()
    used: Mapping[str, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared:
    """An attack of the turn player that is declared and not yet fought out.

    Zones count as in `PlayerPosition.monsters`.  Its response window has closed: next is the
    replay, if the opponent's monsters are others than at the declaration, or the damage step.

    Attributes
    ----------
    attacker
        Zone of the attacker; None: it has left, and is the last card of its owner's graveyard.
    target
        Zone of the attacked monster, None for a direct attack.
    taken
        Whether the other player has taken control of the attacker: it is in that zone there.
    gone, new
        What the opponent's side lost and gained since the declaration: whether some monster
        has left, and the zones of monsters that have come.
    """

    attacker: int | None
    target: int | None = None
    taken: bool = False
    gone: bool = False
    new: Sequence[int] = ()


def _lie(where: str, position: object, otherwise: Lie) -> Lie:
    if position is None:
        return otherwise
    if not isinstance(position, int) or position not in set(Lie):
        raise PositionError(f"{where}: position is {position!r}; it must be one of ygosim.enums")
    return Lie(position)


_FACE_DOWN = Lie.FACE_DOWN_ATTACK | Lie.FACE_DOWN_DEFENCE


def _in_pile(where: str, given: ZoneCard) -> PlacedCard:
    """A card of a pile: all that can be said of it is whether it was properly summoned."""
    if not isinstance(given, PlacedCard):
        return PlacedCard(given)
    if given != PlacedCard(given.card, properly_summoned=given.properly_summoned):
        raise PositionError(
            f"{where}: of a card there only properly_summoned is said, not what is of the field"
        )
    if where.split(", ")[1] not in (Place.GRAVEYARD.name, Place.BANISHED.name):
        raise PositionError(f"{where}: properly_summoned is said of the GY and banished cards")
    return given


def _zone(card: Card, given: object) -> tuple[int, int] | None:
    """Player and zone of a monster."""
    if given is None:
        return None
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise PositionError(f"{card.name} holds on to {given!r}; it must be a player and a zone")
    player, zone = given
    _check_whole(f"{card.name}: the player of the monster it holds on to", player)
    _check_whole(f"{card.name}: the zone of the monster it holds on to", zone)
    return int(player), int(zone)


def _counters(card: Card, given: object) -> tuple[tuple[CounterKind, int], ...]:
    if not isinstance(given, Mapping):
        raise PositionError(f"{card.name}: counters must map kinds to numbers")
    counters = []
    for kind, count in given.items():
        if kind not in set(CounterKind):
            raise PositionError(f"{card.name}: {kind!r} is no CounterKind")
        _check_whole(f"{card.name}: counters", count)
        if not 1 <= count <= 255:
            raise PositionError(f"{card.name} has {count} counters; it must be 1 to 255")
        counters.append((CounterKind(kind), int(count)))
    return tuple(counters)


def _numbers(what: str, given: object) -> tuple[int, ...]:
    """Numbers of effects, from 1."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise PositionError(f"{what} must be a list of numbers of effects")
    for number in given:
        _check_whole(what, number)
    return tuple(given)


def _where(placed: Placement) -> str:
    row = "monster" if placed.place is Place.MONSTER_ZONE else "spell & trap"
    return f"player {placed.controller}, {row} zone {placed.slot}"


def _check_limited(
    where: str,
    card: Card,
    effect: int,
    definition: CardDefinition | None,
    *,
    by_name: bool,
) -> None:
    """Refuse an effect that is not limited so."""
    limited = [
        number
        for number, one in enumerate(definition.effects if definition else (), 1)
        if one.limit is not Limit.NONE and (one.limit is not Limit.CARD_PER_TURN) == by_name
    ]
    if effect not in limited:
        how = "by name" if by_name else "per card"
        these = ", ".join(map(str, limited)) or "none"
        raise PositionError(
            f"{where}: {card.name}: effect {effect} was used, but is not limited {how}; "
            f"of its effects these are: {these}"
        )


def _check_whole(what: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise PositionError(f"{what} is {value!r}; it must be a whole number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A whole position; `Duel.from_position` plays on from it.

    Attributes
    ----------
    normal_summons_left, normal_summon_limit
        Of the turn player, this turn; None: what the format gives.  The limit is how many there
        may be in all, as a card such as Double Summon has left it.
    tributes
        Cards by name whose Normal Summon takes another number of Tributes than their Level
        says; with three they cannot be Set (SUM-15).
    """

    rules: Rules = Rules.mr5
    players: tuple[PlayerPosition, PlayerPosition] = (PlayerPosition(), PlayerPosition())
    turn: int = 2
    turn_player: int = 0
    phase: Phase = Phase.MAIN_1
    normal_summons_left: int | None = None
    normal_summon_limit: int | None = None
    attack: AttackDeclared | None = None
    tributes: Mapping[str, int] = field(default_factory=dict)

    def setup(
        self,
        *,
        catalogue: Catalogue | None = None,
        unsupported: Unsupported = "refuse",
        limits: Limits | None = None,
        definitions: Mapping[int, CardDefinition] | None = None,
    ) -> DuelSetup:
        """Check the position and make its template.

        Parameters
        ----------
        definitions
            Effects of cards by passcode, in place of those that ygosim knows (stand-ins).

        Raises
        ------
        PositionError
            Naming what cannot be, and where.
        EffectError
            For a definition that makes no sense.
        UnsupportedCardError
            Naming cards whose effects are not known, when they are refused.
        CardNotFoundError
            For a name or passcode that no card has.
        """
        self._check()
        placements = list(self._placements(catalogue or Catalogue.default()))
        for owner in (0, 1):
            count = sum(placed.owner == owner for placed in placements)
            if count > _CARDS_PER_OWNER:
                raise PositionError(
                    f"player {owner} owns {count} cards; at most {_CARDS_PER_OWNER} are taken"
                )
        if not placements:
            raise PositionError("the position has no cards; give at least one")
        there = {placed.card.name for placed in placements}
        for name, count in self.tributes.items():
            if name not in there:
                raise PositionError(f"{name!r} takes {count} tributes, but no card is called so")
        return setup_from_placements(
            placements,
            self.rules,
            unsupported=unsupported,
            limits=limits,
            tributes=self.tributes,
            position={
                **self._turn_facts(placements),
                **self._effect_facts(placements, definitions or {}),
            },
            definitions=definitions,
        )

    def _check(self) -> None:
        rules = self.rules
        if not isinstance(rules, Rules):
            raise PositionError(f"rules is {rules!r}; it must be a Rules, as Rules.named gives")
        if len(self.players) != 2:
            raise PositionError(f"{len(self.players)} players; a duel has two")
        for number, player in enumerate(self.players):
            if not isinstance(player, PlayerPosition):
                raise PositionError(f"player {number} is {player!r}; it must be a PlayerPosition")
            if not isinstance(player.used, Mapping):
                raise PositionError(f"player {number}: used must map names to effects")
            for name in ("monsters", "spells_traps"):
                if not isinstance(getattr(player, name), Mapping):
                    raise PositionError(f"player {number}: {name} must map zones to cards")
                for slot in getattr(player, name):
                    _check_whole(f"player {number}, {name}: a zone", slot)
        if not isinstance(self.tributes, Mapping):
            raise PositionError("tributes must map names to numbers")
        _check_whole("turn", self.turn)
        if not 1 <= self.turn <= 60000:
            raise PositionError(f"turn is {self.turn}; it must be 1 to 60000")
        _check_whole("turn_player", self.turn_player)
        if self.turn_player not in (0, 1):
            raise PositionError(f"turn_player is {self.turn_player}; it must be 0 or 1")
        phases = set(Phase)
        if not rules.standby_phase:
            phases.discard(Phase.STANDBY)
        if not rules.main_phase_2:
            phases.discard(Phase.MAIN_2)
        if self.turn == 1 and not rules.first_turn_battle:
            phases -= {Phase.BATTLE, Phase.MAIN_2}
        if self.phase not in phases:
            raise PositionError(
                f"turn {self.turn} of a {rules.name} duel has no phase {self.phase!r}; "
                f"it has {', '.join(phase.name for phase in sorted(phases))}"
            )
        for name, least in (("normal_summons_left", 0), ("normal_summon_limit", 1)):
            left = getattr(self, name)
            if left is None:
                continue
            _check_whole(name, left)
            if not least <= left <= 255:
                raise PositionError(f"{name} is {left}; it must be {least} to 255")
            if not rules.normal_summons:
                raise PositionError(
                    f"{name} is {left}, but {rules.name} allows any number; leave it out"
                )
        for name, count in self.tributes.items():
            _check_whole(f"tributes of {name!r}", count)
            if not 0 <= count <= 3:
                raise PositionError(f"{name!r} takes {count} tributes; it must be 0 to 3")
        for number, player in enumerate(self.players):
            lp = player.lp
            if lp is not None:
                _check_whole(f"player {number}: lp", lp)
            if lp is not None and not 0 <= lp < 2**30:
                raise PositionError(f"player {number} has {lp} LP; it must be 0 to 2**30 - 1")
        extra_zones = [{slot for slot in p.monsters if slot >= 5} for p in self.players]
        if {11 - slot for slot in extra_zones[0]} & extra_zones[1]:
            raise PositionError(
                "both players have a monster in the same extra monster zone (one player's 5 is "
                "the other's 6)"
            )

    def _placements(self, catalogue: Catalogue) -> Iterator[Placement]:
        for number, player in enumerate(self.players):
            piles = (
                (Place.DECK, tuple(reversed(player.deck)), Lie.FACE_DOWN_DEFENCE),
                (Place.HAND, player.hand, Lie.FACE_DOWN_DEFENCE),
                (Place.GRAVEYARD, player.graveyard, Lie.FACE_UP_ATTACK),
                (Place.BANISHED, player.banished, Lie.FACE_UP_ATTACK),
                (Place.EXTRA_DECK, player.extra, Lie.FACE_DOWN_DEFENCE),
            )
            for place, references, lie in piles:
                for given in references:
                    where = f"player {number}, {place.name}"
                    placed = _in_pile(where, given)
                    card = self._card(catalogue, placed.card, where)
                    self._check_pile(card, place, number)
                    yield Placement(
                        card=card,
                        owner=number,
                        controller=number,
                        place=place,
                        position=lie,
                        proper=placed.properly_summoned,
                    )
            for slot, given in player.monsters.items():
                yield self._monster(catalogue, number, slot, given)
            for slot, given in player.spells_traps.items():
                yield self._spell_trap(catalogue, number, slot, given)

    def _card(self, catalogue: Catalogue, reference: CardReference, where: str) -> Card:
        if isinstance(reference, Card):
            card = reference
        elif isinstance(reference, int):
            card = catalogue[reference]
        else:
            card = tokens().get(reference) or catalogue.by_name(reference, where=where)
        return card

    def _check_pile(self, card: Card, place: Place, player: int) -> None:
        if card.is_token:
            raise PositionError(
                f"player {player}: {card.name} is a token; it is only in monster zones [ZONE-6]"
            )
        in_extra = card.is_extra_deck
        if place is Place.EXTRA_DECK and not in_extra:
            raise PositionError(f"player {player}: {card.name} does not belong to the extra deck")
        if place in (Place.DECK, Place.HAND) and in_extra:
            raise PositionError(
                f"player {player}: {card.name} belongs to the extra deck, not to the {place.name}"
            )

    def _monster(self, catalogue: Catalogue, player: int, slot: int, given: ZoneCard) -> Placement:
        where = f"player {player}, monster zone {slot}"
        placed = given if isinstance(given, PlacedCard) else PlacedCard(given)
        card = self._card(catalogue, placed.card, where)
        slots = [0, 1, 2, 3, 4] if self.rules.columns == 5 else [1, 2, 3]
        if self.rules.extra_monster_zones:
            slots += [5, 6]
        if slot not in slots:
            raise PositionError(f"{where}: {self.rules.name} has the zones {slots}")
        if not card.is_monster:
            raise PositionError(f"{where}: {card.name} is not a monster")
        lie = _lie(where, placed.position, Lie.FACE_UP_ATTACK)
        if card.is_token and lie not in (Lie.FACE_UP_ATTACK, Lie.FACE_UP_DEFENCE):
            raise PositionError(f"{where}: {card.name} is a token; it lies face-up [ZONE-6]")
        if placed.equipped_to is not None or placed.holding_on_to is not None:
            raise PositionError(f"{where}: only Spells and Traps hold on to monsters")
        if card.type & CardType.LINK and lie is not Lie.FACE_UP_ATTACK:
            raise PositionError(f"{where}: {card.name} is a Link Monster; it lies face-up attack")
        # From the Battle Phase on it may have changed sides after its attack.
        if placed.attack_declared and player != self.turn_player and self.phase < Phase.BATTLE:
            raise PositionError(f"{where}: only the turn player's monsters declare attacks")
        return self._placement(card, placed, player, Place.MONSTER_ZONE, slot, lie)

    def _spell_trap(
        self, catalogue: Catalogue, player: int, slot: int, given: ZoneCard
    ) -> Placement:
        where = f"player {player}, spell & trap zone {slot}"
        placed = given if isinstance(given, PlacedCard) else PlacedCard(given)
        card = self._card(catalogue, placed.card, where)
        slots = [0, 1, 2, 3, 4, 5] if self.rules.columns == 5 else [1, 2, 3, 5]
        if self.rules.pendulum_zones is PendulumZones.SEPARATE and slot in (6, 7):
            raise PositionError(f"{where}: pendulum zones are not supported yet")
        if slot not in slots:
            raise PositionError(f"{where}: {self.rules.name} has the zones {slots}")
        if card.is_monster:
            raise PositionError(
                f"{where}: {card.name} is a monster; equipped ones are not supported yet"
            )
        if (slot == 5) != bool(card.type & CardType.FIELD):
            raise PositionError(f"{where}: zone 5 is for Field Spells, and they are there only")
        holds = placed.equipped_to is not None or placed.holding_on_to is not None
        if placed.properly_summoned is not None:
            raise PositionError(f"{where}: only monsters are properly summoned")
        lie = _lie(where, placed.position, Lie.FACE_UP_ATTACK if holds else Lie.FACE_DOWN_DEFENCE)
        if holds and lie is not Lie.FACE_UP_ATTACK:
            raise PositionError(f"{where}: a card that holds on to a monster lies face-up")
        if lie not in (Lie.FACE_UP_ATTACK, Lie.FACE_DOWN_DEFENCE):
            raise PositionError(
                f"{where}: {lie.name}; Spells and Traps lie FACE_UP_ATTACK (face-up) or "
                "FACE_DOWN_DEFENCE (Set)"
            )
        if placed.position_changed or placed.attack_declared:
            raise PositionError(f"{where}: only monsters change position and attack")
        return self._placement(card, placed, player, Place.SPELL_TRAP_ZONE, slot, lie)

    @staticmethod
    def _placement(
        card: Card, placed: PlacedCard, player: int, place: Place, slot: int, lie: Lie
    ) -> Placement:
        owner = player if placed.owner is None else placed.owner
        _check_whole(f"{card.name}: owner", owner)
        if owner not in (0, 1):
            raise PositionError(f"{card.name}: owner is {owner}; it must be 0 or 1")
        for name in ("arrived", "position_changed", "attack_declared"):
            if type(getattr(placed, name)) is not bool:
                raise PositionError(f"{card.name}: {name} must be True or False")
        equips = placed.equipped_to is not None
        if equips and placed.holding_on_to is not None:
            raise PositionError(f"{card.name}: it is equipped, or holds on otherwise, not both")
        if placed.counters and lie in (Lie.FACE_DOWN_ATTACK, Lie.FACE_DOWN_DEFENCE):
            raise PositionError(f"{card.name}: it is face-down; such a card bears no counters")
        return Placement(
            card=card,
            owner=owner,
            controller=player,
            place=place,
            slot=slot,
            position=lie,
            arrived=placed.arrived,
            position_changed=placed.position_changed,
            attack_declared=placed.attack_declared,
            attached=_zone(card, placed.equipped_to if equips else placed.holding_on_to),
            equips=equips,
            counters=_counters(card, placed.counters),
            proper=placed.properly_summoned,
            used=_numbers(f"{card.name}: used", placed.used),
        )

    def _effect_facts(
        self, placements: Sequence[Placement], definitions: Mapping[int, CardDefinition]
    ) -> dict[str, Any]:
        """What effects have made of the cards, by the numbers of the cards."""
        monsters = {
            (placed.controller, placed.slot): number
            for number, placed in enumerate(placements)
            if placed.place is Place.MONSTER_ZONE
        }
        facts: dict[str, Any] = {
            "normal_summon_limit": self.normal_summon_limit,
            "attached": [],
            "counters": [],
            "uses": [],
            "proper": [],
        }

        def effects_of(card: Card) -> CardDefinition | None:
            return definitions.get(card.passcode) or definition_of(card, self.rules.card_texts)

        for number, placed in enumerate(placements):
            if placed.attached is not None:
                host = monsters.get(placed.attached)
                # An Equip Card loses what is turned face-down (ST-6), others need not.
                hidden = host is not None and placements[host].position & _FACE_DOWN
                if host is None or (hidden and placed.equips):
                    kind = "face-up monster" if placed.equips else "monster"
                    raise PositionError(
                        f"{_where(placed)}: {placed.card.name} holds on to a monster of player "
                        f"and zone {placed.attached!r}; no {kind} is there"
                    )
                facts["attached"].append((number, host, int(placed.equips)))
            facts["counters"] += [(number, int(kind), count) for kind, count in placed.counters]
            if placed.proper is not None:
                facts["proper"].append((number, int(placed.proper)))
            for effect in placed.used:
                _check_limited(
                    _where(placed), placed.card, effect, effects_of(placed.card), by_name=False
                )
                facts["uses"].append((placed.controller, number, effect - 1))
        for player, side in enumerate(self.players):
            for name, effects in side.used.items():
                numbers = [n for n, placed in enumerate(placements) if placed.card.name == name]
                if not numbers:
                    raise PositionError(f"player {player} used {name!r}, but no card is called so")
                where = f"player {player}: used"
                for effect in _numbers(where, effects):
                    card = placements[numbers[0]].card
                    _check_limited(where, card, effect, effects_of(card), by_name=True)
                    facts["uses"].append((player, numbers[0], effect - 1))
        return facts

    def _turn_facts(self, placements: Sequence[Placement]) -> dict[str, Any]:
        left = self.normal_summons_left
        if left is None:
            left = self.rules.normal_summons or 255
        return {
            "lp": tuple(
                self.rules.starting_lp if player.lp is None else player.lp
                for player in self.players
            ),
            "turn": self.turn,
            "turn_player": self.turn_player,
            "phase": int(self.phase),
            "normal_summons_left": left,
            "attack": self._attack(placements),
        }

    def _attack(self, placements: Sequence[Placement]) -> tuple[int, int, bytes] | None:
        attack = self.attack
        if attack is None:
            return None
        if self.phase is not Phase.BATTLE:
            raise PositionError(f"an attack is declared in the {self.phase.name} phase")
        rows = [
            {
                placed.slot: number
                for number, placed in enumerate(placements)
                if placed.place is Place.MONSTER_ZONE and placed.controller == player
            }
            for player in (self.turn_player, 1 - self.turn_player)
        ]
        attacker = self._attacker(attack, rows, placements)
        if attack.target is not None and attack.target not in rows[1]:
            raise PositionError(f"attack: no monster in zone {attack.target} is attacked")
        declared = [255] * 8
        for slot, number in rows[1].items():
            if slot not in attack.new:
                declared[slot] = number
        for slot in attack.new:
            if slot not in rows[1]:
                raise PositionError(f"attack: no monster has come to zone {slot}")
        if attack.target is not None and attack.target in attack.new:
            raise PositionError("attack: the target came after the declaration")
        if attack.gone:
            # Any number that no card on that side has stands for the monster that left.
            free = [slot for slot in range(7) if declared[slot] == 255]
            if not free:
                raise PositionError("attack: no zone is left for the monster that has gone")
            declared[free[0]] = attacker
        target = 255 if attack.target is None else rows[1][attack.target]
        return attacker, target, bytes(declared)

    def _attacker(
        self,
        attack: AttackDeclared,
        rows: Sequence[Mapping[int, int]],
        placements: Sequence[Placement],
    ) -> int:
        if attack.attacker is None:
            gone = [
                number
                for number, placed in enumerate(placements)
                if placed.place is Place.GRAVEYARD and placed.controller == self.turn_player
            ]
            if not gone:
                raise PositionError("attack: the attacker has left, but no card is in the GY")
            return gone[-1]
        row = rows[1 if attack.taken else 0]
        if attack.attacker not in row:
            raise PositionError(f"attack: no monster in zone {attack.attacker} attacks")
        attacker = row[attack.attacker]
        if not attack.taken and not placements[attacker].attack_declared:
            raise PositionError("attack: the attacker must be marked attack_declared")
        return attacker
