"""Rulings about damage that effects change, in pairs (docs/rulings.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    attack,
    happened,
    lying,
    monster,
    names,
    side,
)
from tests.rules.stand_ins import (
    activate,
    creature,
    fight,
    holds,
    lasts,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick,
    resolve,
    snare,
    usable,
    used,
    windows,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    AtLeast,
    Damage,
    Draw,
    GainLP,
    IfDone,
    LingerOnPlayers,
    Value,
    Works,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DamageChange,
    DecisionKind,
    EventKind,
    Place,
    Property,
    Trigger,
    Until,
)

# ------------------------------------------------------------------------- effect damage


def shield(name: str, change: DamageChange) -> Any:
    """A Continuous Trap: the damage that its controller takes is changed so."""
    return snare(
        name,
        holds(
            Continuous.DAMAGE_CHANGES,
            change,
            where=(Place.SPELL_TRAP_ZONE,),
            works=Works.ON_ME,
        ),
        type=CardType.CONTINUOUS,
    )


HALF = shield("Half Shield", DamageChange.HALF_EFFECT_DAMAGE)
OTHER_HALF = shield("Other Half Shield", DamageChange.HALF_EFFECT_DAMAGE)
DOUBLE = shield("Double Shield", DamageChange.DOUBLE_EFFECT_DAMAGE)
NONE = shield("Whole Shield", DamageChange.NO_EFFECT_DAMAGE)
HALF_BATTLE = shield("Half Battle Shield", DamageChange.HALF_BATTLE_DAMAGE)
DOUBLE_BATTLE = shield("Double Battle Shield", DamageChange.DOUBLE_BATTLE_DAMAGE)
NO_BATTLE = shield("No Battle Shield", DamageChange.NO_BATTLE_DAMAGE)

FIRE = magic("Fire", used(IfDone(Damage(1000), (Draw(1),))))
ODD_FIRE = magic("Odd Fire", used(Damage(1001)))
SORE = creature("Sore", may_trigger(Trigger.EFFECT_DAMAGE, GainLP(1), where=(Place.MONSTER_ZONE,)))


def burnt(*shields: Any, by: Any = FIRE) -> Duel:
    """Player 1 with these cards takes 1000 effect damage, and if so player 0 draws."""
    game = play(
        side(hand=[by]),
        side(monsters=[SORE], spells_traps=[lying(card, ATTACK) for card in shields]),
    )
    activate(game, by.name)
    return game


@pytest.mark.ruling("halved-effect-damage")
@pytest.mark.rule("LP-1")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("shields", "taken"),
    [
        ((), 1000),
        ((HALF,), 500),
        ((HALF, OTHER_HALF), 500),
        ((HALF, HALF), 500),
        ((DOUBLE,), 2000),
        ((DOUBLE, HALF), 1000),
        ((HALF_BATTLE,), 1000),
    ],
    ids=["none", "half", "two", "copies", "double", "both", "battle only"],
)
def test_effect_damage_is_halved_once(shields: tuple[Any, ...], taken: int) -> None:
    game = burnt(*shields)
    assert game.lp == (8000, 8000 - taken)
    assert usable(game, 1) == ["Sore"]
    assert len(names(game, 0, Place.HAND)) == 1


@pytest.mark.ruling("halved-effect-damage")
@pytest.mark.rule("LP-1", "EFF-4")
@pytest.mark.forbids
@pytest.mark.parametrize("shields", [(NONE,), (HALF, NONE), (NONE, DOUBLE)])
def test_damage_that_becomes_0_is_none(shields: tuple[Any, ...]) -> None:
    game = burnt(*shields)
    assert (game.lp, game.decision) == ((8000, 8000), DecisionKind.MAIN_PHASE)
    assert happened(game.log, EventKind.DAMAGE_TAKEN) == []
    # "If you do" has nothing to follow.
    assert names(game, 0, Place.HAND) == []


@pytest.mark.rule("LP-1")
@pytest.mark.permits
def test_half_of_odd_damage_is_rounded_down() -> None:
    # RULING: so the independent engine has it; LP-3 is about LP, ATK and DEF.
    assert burnt(HALF, by=ODD_FIRE).lp == (8000, 7500)


SCREEN = magic(
    "Screen",
    used(LingerOnPlayers("screen")),
    lasts(
        "screen",
        Continuous.DAMAGE_CHANGES,
        DamageChange.NO_EFFECT_DAMAGE,
        works=Works.ON_BOTH,
        until=Until.END_OF_TURN,
    ),
)


@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_a_change_for_this_turn_holds_for_both_players_it_names() -> None:
    game = play(side(hand=[SCREEN, FIRE]), side(monsters=[SORE]))
    activate(game, "Screen")
    activate(game, "Fire")
    assert (game.lp, game.decision) == ((8000, 8000), DecisionKind.MAIN_PHASE)


# ------------------------------------------------------------------------- battle damage


def having(name: str, what: Property, atk: int) -> Any:
    """A monster with a property of battle damage."""
    return creature(name, holds(Continuous.PROPERTY, what), atk=atk)


BRUTE = having("Brute", Property.DOUBLES_BATTLE_DAMAGE, 1500)
TENDER = having("Tender", Property.HALVES_BATTLE_DAMAGE, 1500)
MIXED = having("Mixed", Property.DOUBLES_BATTLE_DAMAGE | Property.HALVES_BATTLE_DAMAGE, 1500)
MIRROR = having("Mirror", Property.REFLECTS_BATTLE_DAMAGE, 1000)
PLAIN = monster("Plain", atk=1500)


def fought(attacker: Any, target: Any, *, mine: Any = (), theirs: Any = ()) -> tuple[int, int]:
    """The life points after this battle, with these cards in the spell & trap zones."""
    game = fight(
        side(monsters=[attacker], spells_traps=[lying(card, ATTACK) for card in mine]),
        side(
            monsters=[] if target is None else [target],
            spells_traps=[lying(card, ATTACK) for card in theirs],
        ),
    )
    attack(game, attacker.name)
    resolve(game)
    return game.lp


WEAK = monster("Weak", atk=1000)
STRONG = monster("Strong", atk=2500)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1", "BAT-5")
@pytest.mark.permits
def test_a_monster_doubles_or_halves_the_battle_damage_that_it_inflicts() -> None:
    assert fought(PLAIN, WEAK) == (8000, 7500)
    assert fought(BRUTE, WEAK) == (8000, 7000)
    assert fought(TENDER, WEAK) == (8000, 7750)
    assert fought(MIXED, WEAK) == (8000, 7500)
    assert fought(BRUTE, None) == (8000, 5000)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1", "BAT-5")
@pytest.mark.forbids
def test_it_changes_nothing_of_the_battle_damage_of_its_own_controller() -> None:
    assert fought(BRUTE, STRONG) == (7000, 8000)
    assert fought(TENDER, STRONG) == (7000, 8000)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1")
@pytest.mark.permits
def test_a_player_takes_half_or_double_battle_damage() -> None:
    assert fought(PLAIN, WEAK, theirs=[HALF_BATTLE]) == (8000, 7750)
    assert fought(PLAIN, WEAK, theirs=[HALF_BATTLE, HALF_BATTLE]) == (8000, 7750)
    assert fought(PLAIN, WEAK, theirs=[DOUBLE_BATTLE]) == (8000, 7000)
    assert fought(BRUTE, WEAK, theirs=[HALF_BATTLE]) == (8000, 7500)
    assert fought(BRUTE, WEAK, theirs=[NO_BATTLE]) == (8000, 8000)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_what_one_player_takes_is_not_changed_for_the_other() -> None:
    assert fought(PLAIN, WEAK, mine=[HALF_BATTLE, DOUBLE_BATTLE, NO_BATTLE]) == (8000, 7500)
    assert fought(PLAIN, WEAK, theirs=[HALF, DOUBLE, NONE]) == (8000, 7500)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1", "BAT-5")
@pytest.mark.permits
def test_redirected_battle_damage_is_taken_by_the_other_player_with_that_players_changes() -> None:
    assert fought(PLAIN, MIRROR) == (7500, 8000)
    assert fought(PLAIN, MIRROR, mine=[HALF_BATTLE]) == (7750, 8000)
    assert fought(PLAIN, MIRROR, theirs=[HALF_BATTLE]) == (7500, 8000)
    # It is not inflicted on the opponent of the Brute: nothing doubles it.
    assert fought(BRUTE, MIRROR) == (7500, 8000)
    # Attacking, it sends back what would hurt its own controller.
    assert fought(MIRROR, STRONG) == (8000, 6500)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1", "BAT-5", "BAT-6")
@pytest.mark.forbids
def test_without_battle_damage_to_its_controller_nothing_is_redirected() -> None:
    assert fought(PLAIN, lying(MIRROR, DEFENCE)) == (8000, 8000)
    assert fought(MIRROR, monster("Weaker", atk=400)) == (8000, 7400)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("WIN-1", "BAT-8")
@pytest.mark.permits
def test_redirected_battle_damage_may_end_the_duel_for_the_attacker() -> None:
    game = fight(side(monsters=[PLAIN], lp=500), side(monsters=[MIRROR], lp=500))
    attack(game, "Plain")
    resolve(game)
    assert (game.over, game.winner, game.lp) == (True, 1, (0, 500))


CALM = creature(
    "Calm",
    holds(Continuous.DAMAGE_CHANGES, DamageChange.NO_BATTLE_DAMAGE, works=Works.ON_ME),
    atk=100,
)


@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_a_player_who_takes_no_battle_damage_takes_none() -> None:
    game = fight(side(monsters=[monster("Strong", atk=2000)]), side(monsters=[CALM]))
    attack(game, "Strong")
    resolve(game)
    assert (game.lp, names(game, 1, Place.MONSTER_ZONE)) == ((8000, 8000), [])


@pytest.mark.rule("LP-1")
@pytest.mark.permits
def test_the_other_player_takes_battle_damage() -> None:
    game = fight(side(monsters=[CALM]), side(monsters=[monster("Frail", atk=50)]))
    attack(game, "Calm")
    resolve(game)
    assert game.lp == (8000, 7950)


# ----------------------------------------------------- what is known of it before calculation


def afraid_of(amount: int) -> Any:
    """A monster that its controller may use for so much battle damage to come."""
    return creature(
        f"Afraid of {amount}",
        quick(
            GainLP(1),
            trigger=Trigger.DAMAGE_CALCULATION,
            in_damage_step=True,
            in_damage_calculation=True,
            condition=AtLeast(Value(Context.MY_BATTLE_DAMAGE), amount),
        ),
        atk=0,
    )


def foreseen(attacker: Any, *, mine: Any = (), theirs: Any = (), least: int = 1) -> list[int]:
    """The players who can foresee so much battle damage from this attack on the Weak or Mirror."""
    target = theirs[0] if theirs and theirs[0] in (MIRROR,) else WEAK
    shields = [card for card in theirs if card is not target]
    game = fight(
        side(
            monsters=[attacker, lying(afraid_of(least), DEFENCE)],
            spells_traps=[lying(card, ATTACK) for card in mine],
        ),
        side(
            monsters=[target, lying(afraid_of(least), DEFENCE)],
            spells_traps=[lying(card, ATTACK) for card in shields],
        ),
    )
    attack(game, attacker.name, target.name)
    asked = {player for player, cards in windows(game) if cards}
    return sorted(player for player in asked if player is not None)


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1", "BAT-5")
@pytest.mark.permits
def test_battle_damage_is_foreseen_as_it_will_be_taken() -> None:
    assert foreseen(PLAIN, least=500) == [1]
    assert foreseen(BRUTE, least=1000) == [1]
    assert foreseen(TENDER, least=250) == [1]
    assert foreseen(PLAIN, theirs=[DOUBLE_BATTLE], least=1000) == [1]
    # What the other player will take, that player foresees.
    assert foreseen(PLAIN, theirs=[MIRROR], least=500) == [0]
    assert foreseen(PLAIN, theirs=[MIRROR], mine=[DOUBLE_BATTLE], least=1000) == [0]


@pytest.mark.ruling("changed-battle-damage")
@pytest.mark.rule("LP-1", "BAT-5")
@pytest.mark.forbids
def test_no_more_battle_damage_is_foreseen_than_will_be_taken() -> None:
    assert foreseen(PLAIN, least=501) == []
    assert foreseen(TENDER, least=251) == []
    assert foreseen(PLAIN, theirs=[HALF_BATTLE], least=251) == []
    assert foreseen(PLAIN, theirs=[NO_BATTLE]) == []
    assert foreseen(BRUTE, theirs=[MIRROR], least=501) == []


STING = creature("Sting", must_trigger(Trigger.BATTLE_DAMAGE, GainLP(1)), atk=500)


@pytest.mark.rule("LP-1")
@pytest.mark.permits
def test_battle_damage_triggers() -> None:
    assert fought(STING, None) == (8001, 7500)


@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_battle_damage_that_becomes_0_triggers_nothing() -> None:
    assert fought(STING, None, theirs=[NO_BATTLE]) == (8000, 8000)
