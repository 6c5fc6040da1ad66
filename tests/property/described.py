"""Random described positions with the effects of the pool."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.pool import definitions
from ygosim.enums import (
    CardType,
    CounterKind,
    Phase,
)
from ygosim.enums import Position as Lie
from ygosim.position import AttackDeclared, PlacedCard, PlayerPosition, Position
from ygosim.rules import Rules

CATALOGUE = Catalogue.default()
POOL = [CATALOGUE[passcode] for passcode in definitions()]
BODIES = [
    CATALOGUE.by_name(name)
    for name in ("Mokey Mokey", "Gemini Elf", "Summoned Skull", "Blue-Eyes White Dragon")
]
MONSTERS = [card for card in POOL if card.is_monster] + BODIES
FIELD_SPELLS = [card for card in POOL if card.type & CardType.FIELD]
SPELLS_TRAPS = [card for card in POOL if not card.is_monster and card not in FIELD_SPELLS]
EXTRA = [card for card in POOL if card.is_extra_deck]
HAND = [card for card in (*POOL, *BODIES) if not card.is_extra_deck]
ANYWHERE = [*POOL, *BODIES]

FORMATS = pytest.mark.parametrize("rules", ["mr5", "expert"])
SEEDS = st.integers(0, 2**32)


def some(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


def some_monsters(chance: random.Random) -> dict[int, PlacedCard]:
    zones = {}
    for slot in chance.sample(range(5), chance.choice([0, 1, 2, 3, 5])):
        card = chance.choice(MONSTERS)
        lie = chance.choice(list(Lie))
        bears = card.name == "Breaker the Magical Warrior" and lie is Lie.FACE_UP_ATTACK
        zones[slot] = PlacedCard(
            card,
            lie,
            owner=chance.choice([None, None, 0, 1]),
            arrived=chance.random() < 0.3,
            position_changed=chance.random() < 0.2,
            counters={CounterKind.SPELL_COUNTER: 1} if bears else {},
        )
    return zones


def lying_spell_trap(card: Card, chance: random.Random, hosts: list[tuple[int, int]]) -> PlacedCard:
    """Set, or face-up where such a card stays so."""
    arrived = chance.random() < 0.2
    if hosts and chance.random() < 0.6:
        if card.type & CardType.EQUIP:
            return PlacedCard(card, equipped_to=chance.choice(hosts), arrived=arrived)
        if card.name == "Call of the Haunted":
            return PlacedCard(card, holding_on_to=chance.choice(hosts), arrived=arrived)
    stays = card.name == "Swords of Revealing Light" and chance.random() < 0.6
    return PlacedCard(card, Lie.FACE_UP_ATTACK if stays else None, arrived=arrived)


def some_player(
    chance: random.Random, monsters: dict[int, PlacedCard], hosts: list[tuple[int, int]]
) -> PlayerPosition:
    spells_traps: dict[int, Any] = {
        slot: lying_spell_trap(chance.choice(SPELLS_TRAPS), chance, hosts)
        for slot in chance.sample(range(5), chance.choice([0, 1, 2, 4, 5]))
    }
    if chance.random() < 0.2:
        spells_traps[5] = PlacedCard(chance.choice(FIELD_SPELLS), Lie.FACE_UP_ATTACK)
    return PlayerPosition(
        lp=chance.choice([None, 1, 500, 1000, 2500, 8000]),
        hand=chance.choices(HAND, k=chance.randrange(8)),
        deck=chance.choices(HAND, k=chance.choice([0, 1, 2, 10, 20])),
        graveyard=chance.choices(ANYWHERE, k=chance.randrange(8)),
        banished=chance.choices(ANYWHERE, k=chance.randrange(3)),
        extra=chance.choices(EXTRA, k=chance.randrange(5)),
        monsters=monsters,
        spells_traps=spells_traps,
    )


def described(seed: int, rules: str) -> Position:
    chance = random.Random(seed)
    turn_player = chance.randrange(2)
    phase = chance.choice([Phase.MAIN_1, Phase.MAIN_1, *Phase])
    rows = (some_monsters(chance), some_monsters(chance))
    attack = None
    mine, theirs = rows[turn_player], rows[1 - turn_player]
    attackers = [slot for slot, placed in mine.items() if placed.position is Lie.FACE_UP_ATTACK]
    if phase is Phase.BATTLE and attackers and chance.random() < 0.5:
        slot = chance.choice(attackers)
        mine[slot] = PlacedCard(mine[slot].card, Lie.FACE_UP_ATTACK, attack_declared=True)
        attack = AttackDeclared(
            attacker=slot,
            target=chance.choice([*theirs]) if theirs else None,
            gone=chance.random() < 0.5,
        )
    up = (Lie.FACE_UP_ATTACK, Lie.FACE_UP_DEFENCE)
    hosts = [
        (player, slot)
        for player in (0, 1)
        for slot, placed in rows[player].items()
        if placed.position in up
    ]
    both = [some_player(chance, rows[player], hosts) for player in (0, 1)]
    if not any(side.hand or side.deck or side.monsters or side.spells_traps for side in both):
        both[0] = PlayerPosition(hand=BODIES)
    return Position(
        rules=Rules.named(rules),
        players=(both[0], both[1]),
        turn=chance.choice([2, 3]),
        turn_player=turn_player,
        phase=phase,
        normal_summons_left=chance.choice([None, 0, 1, 2]),
        attack=attack,
    )
