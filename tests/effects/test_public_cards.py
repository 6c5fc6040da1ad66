"""The cards of `public_cards` do in a duel what they say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.effects.public_cards import CARDS
from tests.rules.builders import (
    SET,
    attack,
    duel,
    lying,
    monster,
    names,
    number,
    on_field,
    side,
    spell,
    trap,
)
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.pool.building import MONSTERS, activation, continuous
from ygosim.duel import Duel
from ygosim.effects.check import check
from ygosim.effects.model import CardDefinition, Draw, GainLP, Works
from ygosim.enums import CardType, Continuous, DecisionKind, MoveKind, Phase, Place

KNOWN = {definition.passcode: definition for definition in CARDS}
STRONG, WEAK = monster("Strong", atk=2000, def_=1000), monster("Weak", atk=500, def_=500)

GAIN = spell("Gain", CardType.QUICK_PLAY)
A_TRAP = trap("A Trap")
LEADER = monster("Leader", atk=1000, type=CardType.EFFECT)
STAND_INS = {
    GAIN.passcode: CardDefinition(
        passcode=GAIN.passcode, name="Gain", effects=(activation(operation=(GainLP(500),)),)
    ),
    A_TRAP.passcode: CardDefinition(
        passcode=A_TRAP.passcode, name="A Trap", effects=(activation(operation=(Draw(2),)),)
    ),
    LEADER.passcode: CardDefinition(
        passcode=LEADER.passcode,
        name="Leader",
        effects=(continuous(Continuous.ADD_ATK, 300, works=Works.ON_CARDS, on=MONSTERS),),
    ),
}


def start(first: Any = None, second: Any = None, **facts: Any) -> Duel:
    return duel(first, second, definitions={**KNOWN, **STAND_INS}, **facts)


def offered(game: Duel, kind: MoveKind) -> list[str]:
    return [move.name for move in game.legal() if move.kind is kind]


def take(game: Duel, kind: MoveKind, name: str = "", *, then_pass: bool = True) -> None:
    """Take a legal move by the name of its card, then pass and take the first zones."""
    game.apply(next(m for m in game.legal() if (m.kind, m.name or "") == (kind, name)))
    while not game.over:
        if game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
            game.apply(0)
        elif game.decision is DecisionKind.RESPONSE and then_pass:
            game.apply(game.move(MoveKind.PASS))
        else:
            return


def atk(game: Duel, name: str) -> int:
    card = number(game, name)
    state = game.state
    return int(state["zone_atk"][int(state["controller"][card])][int(state["slot"][card])])


@pytest.mark.parametrize("definition", CARDS, ids=lambda d: d.name)
def test_a_public_card_makes_sense(definition: CardDefinition) -> None:
    assert check(definition, Catalogue.default()[definition.passcode]) == ()


def test_ten_shapes_are_there() -> None:
    assert len(CARDS) >= 10


def test_effect_veiler_takes_a_monsters_effects_for_the_turn() -> None:
    game = start(side(monsters=[LEADER]), side(hand=["Effect Veiler"]), phase=Phase.MAIN_1, turn=3)
    assert atk(game, "Leader") == 1300
    take(game, MoveKind.ENTER_BATTLE_PHASE, then_pass=False)
    assert offered(game, MoveKind.ACTIVATE) == ["Effect Veiler"]
    take(game, MoveKind.ACTIVATE, "Effect Veiler")
    assert atk(game, "Leader") == 1000
    assert names(game, 1, Place.GRAVEYARD) == ["Effect Veiler"]


def test_effect_veiler_is_not_for_the_own_turn() -> None:
    game = start(side(hand=["Effect Veiler"]), side(monsters=[STRONG]))
    assert offered(game, MoveKind.ACTIVATE) == []


def test_seven_tools_negates_a_trap_for_1000_lp() -> None:
    game = start(
        side(spells_traps=["Seven Tools of the Bandit"]),
        side(spells_traps=[A_TRAP], hand=[GAIN]),
        turn_player=1,
        turn=3,
    )
    take(game, MoveKind.ACTIVATE, "Gain", then_pass=False)
    assert offered(game, MoveKind.ACTIVATE) != ["Seven Tools of the Bandit"]
    game = start(
        side(spells_traps=["Seven Tools of the Bandit"]),
        side(spells_traps=[A_TRAP]),
        turn_player=1,
        turn=3,
    )
    take(game, MoveKind.ACTIVATE, "A Trap", then_pass=False)
    take(game, MoveKind.ACTIVATE, "Seven Tools of the Bandit")
    assert game.lp == (7000, 8000)
    assert names(game, 1, Place.GRAVEYARD) == ["A Trap"]
    assert names(game, 1, Place.HAND) == []


def test_reinforcement_searches_a_warrior_of_level_4_or_less() -> None:
    game = start(
        side(
            hand=["Reinforcement of the Army"],
            deck=["Axe Raider", "Mokey Mokey", "Gearfried the Swordmaster"],
        )
    )
    take(game, MoveKind.ACTIVATE, "Reinforcement of the Army")
    assert names(game, 0, Place.HAND) == ["Axe Raider"]
    nothing = start(side(hand=["Reinforcement of the Army"], deck=["Mokey Mokey"]))
    assert offered(nothing, MoveKind.ACTIVATE) == []


@pytest.mark.parametrize("spells_traps", [[], [trap("Other")]])
def test_treeborn_frog_comes_back_if_there_is_no_spell_or_trap(spells_traps: list[Any]) -> None:
    game = start(
        side(graveyard=["Treeborn Frog"], spells_traps=spells_traps), turn_player=1, turn=3
    )
    take(game, MoveKind.END_TURN, then_pass=False)
    while game.phase is not Phase.STANDBY and game.phase is not Phase.MAIN_1:
        game.apply(0)
    if spells_traps:
        assert offered(game, MoveKind.ACTIVATE) == []
        return
    take(game, MoveKind.ACTIVATE, "Treeborn Frog")
    assert [name for name, _ in on_field(game, 0).values()] == ["Treeborn Frog"]


def test_penguin_soldier_returns_up_to_two_monsters() -> None:
    game = start(side(monsters=[lying("Penguin Soldier", SET)]), side(monsters=[STRONG, WEAK]))
    take(game, MoveKind.FLIP_SUMMON, "Penguin Soldier")
    take(game, MoveKind.ACTIVATE, "Penguin Soldier")
    take(game, MoveKind.CHOOSE_CARD, "Strong")
    take(game, MoveKind.CHOOSE_CARD, "Weak")
    assert names(game, 1, Place.HAND) == ["Strong", "Weak"]


@pytest.mark.parametrize(("lp", "value"), [(7999, 4000), (8000, 2000), (8001, 1000)])
def test_megamorph_doubles_or_halves_by_life_points(lp: int, value: int) -> None:
    game = start(side(hand=["Megamorph"], monsters=[STRONG], lp=lp))
    take(game, MoveKind.ACTIVATE, "Megamorph")
    assert atk(game, "Strong") == value


def test_gaia_power_helps_earth_monsters_only() -> None:
    game = start(side(hand=["Gaia Power"], monsters=["Giant Soldier of Stone", "Mokey Mokey"]))
    take(game, MoveKind.ACTIVATE, "Gaia Power")
    assert atk(game, "Giant Soldier of Stone") == 1800
    assert atk(game, "Mokey Mokey") == 300


def test_magical_library_counts_spells_to_three_and_pays_with_them() -> None:
    game = start(side(hand=[GAIN] * 4, monsters=["Royal Magical Library"]))
    for count in range(4):
        assert ("Royal Magical Library" in offered(game, MoveKind.ACTIVATE)) == (count == 3)
        take(game, MoveKind.ACTIVATE, "Gain")
    assert [int(entry["count"]) for entry in game.state["counters"] if entry["count"]] == [3]
    take(game, MoveKind.ACTIVATE, "Royal Magical Library")
    assert len(names(game, 0, Place.HAND)) == 1
    assert int(game.state["counters_count"]) == 0


def test_graceful_dice_adds_100_times_the_die() -> None:
    game = start(side(hand=["Graceful Dice"], monsters=[STRONG, WEAK]))
    game.handle.feed([5])
    take(game, MoveKind.ACTIVATE, "Graceful Dice")
    assert (atk(game, "Strong"), atk(game, "Weak")) == (2500, 1000)


def test_honest_helps_a_light_monster_in_the_damage_step() -> None:
    game = start(
        side(hand=["Honest"], monsters=["Mokey Mokey"]),
        side(monsters=[STRONG]),
        phase=Phase.BATTLE,
        turn=3,
    )
    attack(game, "Mokey Mokey")
    while not offered(game, MoveKind.ACTIVATE):
        game.apply(0)
    take(game, MoveKind.ACTIVATE, "Honest")
    assert game.lp == (8000, 7700)
    assert on_field(game, 1) == {}


def test_allure_banishes_a_dark_monster_or_gives_the_hand_up() -> None:
    dark = start(side(hand=["Allure of Darkness"], deck=["Skull Servant", "Mokey Mokey"]))
    take(dark, MoveKind.ACTIVATE, "Allure of Darkness")
    assert names(dark, 0, Place.BANISHED) == ["Skull Servant"]
    assert names(dark, 0, Place.HAND) == ["Mokey Mokey"]
    none = start(side(hand=["Allure of Darkness"], deck=["Mokey Mokey", "Mokey Mokey"]))
    take(none, MoveKind.ACTIVATE, "Allure of Darkness")
    assert names(none, 0, Place.HAND) == []
    assert len(names(none, 0, Place.GRAVEYARD)) == 3


def test_skill_drain_silences_face_up_monsters() -> None:
    game = start(side(spells_traps=["Skill Drain"], monsters=[LEADER]), side(monsters=[STRONG]))
    assert atk(game, "Strong") == 2300
    take(game, MoveKind.ACTIVATE, "Skill Drain")
    assert game.lp == (7000, 8000)
    assert atk(game, "Strong") == 2000
