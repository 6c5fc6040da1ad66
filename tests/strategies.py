"""Positions and decks for property tests, over all formats."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.rules.builders import field_spell, link, monster, spell, trap
from ygosim.cards.card import Card
from ygosim.enums import Phase
from ygosim.enums import Position as Lie
from ygosim.position import AttackDeclared, PlacedCard, PlayerPosition, Position
from ygosim.rules import FORMATS, Rules, ZeroAttackClash

MONSTERS = [
    monster("Zero", level=1, atk=0, def_=0),
    monster("Weak", level=2, atk=500, def_=800),
    monster("Soldier", level=4, atk=1500, def_=1200),
    monster("Wall", level=4, atk=0, def_=2000),
    monster("Officer", level=5, atk=2000, def_=1500),
    monster("Captain", level=6, atk=2300, def_=2000),
    monster("General", level=7, atk=2600, def_=2400),
    monster("King", level=8, atk=3000, def_=2500),
]
LINK = link("Link", atk=1500)
SPELLS_TRAPS = [spell("Spell"), trap("Trap")]
FIELD_SPELL = field_spell("Field")
MAIN_DECK = [*MONSTERS, *SPELLS_TRAPS, FIELD_SPELL]

TRIBUTES: list[dict[str, int]] = [{}, {"King": 3}, {"King": 0, "General": 1}]

cards = st.sampled_from(MAIN_DECK)


def _names(side: PlayerPosition) -> set[str]:
    zones = (placed.card for placed in side.monsters.values())
    return {card.name for card in (*side.hand, *side.deck, *side.graveyard, *zones)}


def formats() -> st.SearchStrategy[Rules]:
    """All formats, some with a field of their own."""
    changed = st.sampled_from(
        [
            {"zero_attack_clash": ZeroAttackClash.BOTH_DESTROYED},
            {"first_turn_battle": True},
            {"hand_limit": 3},
            {"normal_summons": 2},
            {"columns": 3},
            {"main_phase_2": False},
            {"draw_count": 2},
        ]
    )
    plain = st.sampled_from(list(FORMATS.values()))
    return st.one_of(plain, st.builds(lambda r, c: r.replace(**c), plain, changed))


@st.composite
def placed_monsters(draw: st.DrawFn, rules: Rules) -> dict[int, Any]:
    """Monsters in zones, in any order of numbers."""
    slots = [0, 1, 2, 3, 4] if rules.columns == 5 else [1, 2, 3]
    if rules.extra_monster_zones:
        slots += [5]
    chosen = draw(st.lists(st.sampled_from(slots), unique=True, max_size=6))
    zones: dict[int, Any] = {}
    for slot in chosen:
        card = draw(st.sampled_from([*MONSTERS, LINK]))
        lie = draw(st.sampled_from(list(Lie)))
        zones[slot] = PlacedCard(
            card,
            Lie.FACE_UP_ATTACK if card is LINK else lie,
            owner=draw(st.sampled_from([None, 0, 1])),
            arrived=draw(st.booleans()),
            position_changed=draw(st.booleans()),
            attack_declared=False,
        )
    return zones


@st.composite
def players(draw: st.DrawFn, rules: Rules, *, most: int = 8) -> PlayerPosition:
    """One player."""
    slots = [0, 1, 2, 3, 4] if rules.columns == 5 else [1, 2, 3]
    chosen = draw(st.lists(st.sampled_from(slots), unique=True))
    spells_traps: dict[int, Any] = {slot: draw(st.sampled_from(SPELLS_TRAPS)) for slot in chosen}
    if draw(st.booleans()):
        spells_traps[5] = FIELD_SPELL
    return PlayerPosition(
        lp=draw(st.sampled_from([None, 1, 500, 1500, 8000])),
        hand=draw(st.lists(cards, max_size=most)),
        deck=draw(st.lists(cards, max_size=most)),
        graveyard=draw(st.lists(cards, max_size=2)),
        banished=draw(st.lists(cards, max_size=1)),
        monsters=draw(placed_monsters(rules)),
        spells_traps=spells_traps,
    )


@st.composite
def positions(draw: st.DrawFn, *, most: int = 8) -> Position:
    """Any position that can be described, over all formats."""
    rules = draw(formats())
    turn = draw(st.sampled_from([1, 2, 3]))
    phases = set(Phase)
    if not rules.standby_phase:
        phases.discard(Phase.STANDBY)
    if not rules.main_phase_2:
        phases.discard(Phase.MAIN_2)
    if turn == 1 and not rules.first_turn_battle:
        phases -= {Phase.BATTLE, Phase.MAIN_2}
    phase = draw(st.sampled_from(sorted(phases)))
    turn_player = draw(st.sampled_from([0, 1]))
    both = [draw(players(rules, most=most)) for _ in (0, 1)]
    attack = None
    if phase is Phase.BATTLE and draw(st.booleans()):
        both[turn_player], attack = draw(attacks(both[turn_player], both[1 - turn_player]))
    if not any(side.hand or side.deck or side.monsters or side.spells_traps for side in both):
        both[0] = PlayerPosition(hand=[MONSTERS[0]])
    return Position(
        rules=rules,
        players=(both[0], both[1]),
        turn=turn,
        turn_player=turn_player,
        phase=phase,
        normal_summons_left=draw(
            st.sampled_from([None, 0, 1, 2] if rules.normal_summons else [None])
        ),
        attack=attack,
        tributes={
            name: count
            for name, count in draw(st.sampled_from(TRIBUTES)).items()
            if any(name in _names(side) for side in both)
        },
    )


@st.composite
def attacks(
    draw: st.DrawFn, mine: PlayerPosition, theirs: PlayerPosition
) -> tuple[PlayerPosition, AttackDeclared | None]:
    """An attack that has been declared, and the attacker's side marked for it."""
    if not mine.monsters:
        return mine, None
    attacker = draw(st.sampled_from(sorted(mine.monsters)))
    placed = mine.monsters[attacker]
    marked = PlacedCard(placed.card, placed.position, owner=placed.owner, attack_declared=True)
    new = draw(st.sets(st.sampled_from(sorted(theirs.monsters)))) if theirs.monsters else set()
    old = sorted(set(theirs.monsters) - new)
    side = PlayerPosition(
        lp=mine.lp,
        hand=mine.hand,
        deck=mine.deck,
        graveyard=mine.graveyard,
        banished=mine.banished,
        monsters={**mine.monsters, attacker: marked},
        spells_traps=mine.spells_traps,
    )
    # A direct attack at monsters that were there already cannot have been declared.
    target = draw(st.sampled_from(old)) if old else None
    gone = draw(st.booleans()) and len(old) < 5
    return side, AttackDeclared(attacker=attacker, target=target, gone=gone, new=tuple(new))


def card_lists() -> st.SearchStrategy[list[Card]]:
    """Short lists of cards of a main deck."""
    return st.lists(cards, min_size=1, max_size=40)
