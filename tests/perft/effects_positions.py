"""Positions with the effects that tests/perft/effects_model.py knows, for property tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from ygosim.enums import Phase
from ygosim.enums import Position as Lie
from ygosim.position import PlacedCard, PlayerPosition, Position
from ygosim.rules import FORMATS

LIES = (Lie.FACE_UP_ATTACK, Lie.FACE_UP_DEFENCE, Lie.FACE_DOWN_DEFENCE)
TRAPS = [
    "Jar of Greed",
    "Torrential Tribute",
    "Trap Hole",
    "Bottomless Trap Hole",
    "Mirror Force",
    "Widespread Ruin",
    "Negate Attack",
    "Dimensional Prison",
    "Magic Jammer",
    "Seven Tools of the Bandit",
    "Solemn Judgment",
    "Call of the Haunted",
]


@dataclass(frozen=True)
class Theme:
    """Cards that belong together."""

    monsters: Sequence[str]
    spells: Sequence[str]
    hand: Sequence[str] = ()
    extra: Sequence[str] = ()


EFFECTS = Theme(
    monsters=[
        "Sangan",
        "Witch of the Black Forest",
        "Man-Eater Bug",
        "Penguin Soldier",
        "Exiled Force",
        "Time Wizard",
        "Mystic Tomato",
        "Gemini Elf",
        "Skull Servant",
        "Summoned Skull",
    ],
    spells=[
        "Pot of Greed",
        "Upstart Goblin",
        "Graceful Charity",
        "Dark Hole",
        "Raigeki",
        "Heavy Storm",
        "Harpie's Feather Duster",
        "Fissure",
        "Mystical Space Typhoon",
        "Book of Moon",
        "Rush Recklessly",
        "Change of Heart",
        "Monster Reborn",
    ],
)
BATTLES = Theme(
    monsters=["Man-Eater Bug", "Mystic Tomato", "Gemini Elf", "Summoned Skull", "Skull Servant"],
    spells=["Rush Recklessly", "Book of Moon"],
)
FUSIONS = Theme(
    monsters=[
        "Summoned Skull",
        "Red-Eyes Black Dragon",
        "Blue-Eyes White Dragon",
        "King of the Swamp",
        "Sangan",
    ],
    spells=["Polymerization"],
    extra=["Black Skull Dragon", "Blue-Eyes Ultimate Dragon"],
)
RITUALS = Theme(
    monsters=["Skull Servant", "Sangan", "Summoned Skull", "Gemini Elf", "Blue-Eyes White Dragon"],
    spells=["Black Luster Ritual"],
    hand=["Black Luster Soldier"],
)


@st.composite
def sides(draw: st.DrawFn) -> PlayerPosition:
    """One player, with more cards or fewer: few are counted deep."""
    most = draw(st.integers(1, 3))
    theme = draw(st.sampled_from([EFFECTS, EFFECTS, BATTLES, FUSIONS, RITUALS]))
    monster = st.sampled_from(theme.monsters)
    spell_trap = st.sampled_from([*theme.spells, *TRAPS])
    zone = st.integers(0, 4)
    monsters = {
        slot: PlacedCard(card, draw(st.sampled_from(LIES)), arrived=draw(st.booleans()))
        for slot, card in draw(st.dictionaries(zone, monster, max_size=most)).items()
    }
    spells_traps = {
        slot: PlacedCard(card, arrived=draw(st.integers(0, 5)) == 0)
        for slot, card in draw(st.dictionaries(zone, spell_trap, max_size=most)).items()
    }
    return PlayerPosition(
        lp=draw(st.sampled_from([8000, 3000, 900])),
        hand=[*draw(st.lists(monster | spell_trap, max_size=most - 1)), *theme.hand],
        deck=draw(st.lists(st.just("Skull Servant") | monster, min_size=1, max_size=4)),
        graveyard=draw(st.lists(monster, max_size=2)),
        extra=list(theme.extra),
        monsters=monsters,
        spells_traps=spells_traps,
    )


@st.composite
def positions_with_effects(draw: st.DrawFn) -> Position:
    """A position of a format with chains."""
    turn = draw(st.sampled_from([1, 2, 3]))
    phases = [Phase.MAIN_1, Phase.DRAW, Phase.END]
    if turn > 1:
        phases += [Phase.BATTLE, Phase.MAIN_2]
    return Position(
        rules=draw(st.sampled_from([rules for rules in FORMATS.values() if rules.chains])),
        players=(draw(sides()), draw(sides())),
        turn=turn,
        turn_player=draw(st.sampled_from([0, 1])),
        phase=draw(st.sampled_from(phases)),
    )
