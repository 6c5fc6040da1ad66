"""Rulings about the battle, in pairs (docs/rulings.md)."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    DEFENCE,
    SET,
    attack,
    happened,
    lying,
    may,
    monster,
    names,
    side,
    take,
)
from tests.rules.stand_ins import (
    activate,
    creature,
    fight,
    may_trigger,
    resolve,
    usable,
)
from ygosim.duel import Duel
from ygosim.effects.model import CHOSEN, Can, Cards, Choose, GainLP, Send, Who
from ygosim.enums import (
    CardType,
    DecisionKind,
    EventKind,
    MoveKind,
    Place,
    Reason,
    Trigger,
)

# ------------------------------------------------------------- a summon in the battle step


def revived(mine: str, theirs: str) -> Duel:
    """A attacks B; the player with Call of the Haunted revives Sangan with it."""
    game = fight(
        side(
            monsters=[monster("A", atk=1500)],
            spells_traps=[mine] if mine else [],
            graveyard=["Sangan"],
        ),
        side(
            monsters=[monster("B")],
            spells_traps=[theirs] if theirs else [],
            graveyard=["Sangan"],
        ),
    )
    attack(game, "A")
    activate(game, "Call of the Haunted")
    while game.decision is DecisionKind.ZONE:
        game.apply(0)
    return game


@pytest.mark.ruling("summon-in-the-battle-step")
@pytest.mark.rule("BAT-2")
@pytest.mark.permits
def test_call_of_the_haunted_of_the_attacked_player_causes_a_replay() -> None:
    game = revived("", "Call of the Haunted")
    assert (game.decision, game.player) == (DecisionKind.REPLAY, 0)
    assert sorted(may(game, MoveKind.CHOOSE_TARGET)) == ["B", "Sangan"]
    assert may(game, MoveKind.CALL_OFF_ATTACK) == [""]
    take(game, MoveKind.CHOOSE_TARGET, "Sangan")
    resolve(game)
    assert names(game, 1, Place.MONSTER_ZONE) == ["B"]


@pytest.mark.ruling("summon-in-the-battle-step")
@pytest.mark.rule("BAT-2")
@pytest.mark.forbids
def test_call_of_the_haunted_of_the_attacker_causes_none() -> None:
    game = revived("Call of the Haunted", "")
    resolve(game)
    assert game.decision is DecisionKind.BATTLE_PHASE
    assert names(game, 1, Place.MONSTER_ZONE) == []
    assert game.lp == (8000, 7500)


# --------------------------------------------------------- a flip monster about to be gone


def flipped(atk: int, others: int) -> Duel:
    """A monster attacks Man-Eater Bug (DEF 600); its controller has other monsters too."""
    game = fight(
        side(monsters=[monster("A", atk=atk), monster("C", atk=2000)]),
        side(
            monsters=[
                lying("Man-Eater Bug", SET),
                *(monster(f"Other {number}") for number in range(others)),
            ]
        ),
    )
    attack(game, "A", "Man-Eater Bug" if others else None)
    resolve(game)
    return game


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.forbids
def test_man_eater_bug_about_to_be_destroyed_does_not_pick_itself() -> None:
    game = flipped(601, others=1)
    assert (game.decision, game.player) == (DecisionKind.CARD, 1)
    assert may(game, MoveKind.CHOOSE_CARD) == ["A", "C", "Other 0"]


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9")
@pytest.mark.permits
def test_man_eater_bug_that_survives_may_pick_itself() -> None:
    game = flipped(600, others=0)
    assert sorted(may(game, MoveKind.CHOOSE_CARD)) == ["A", "C", "Man-Eater Bug"]


PAWNBROKER = creature(
    "Pawnbroker",
    may_trigger(
        Trigger.FLIPPED,
        GainLP(9),
        cost=(
            Choose(
                Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME, can=Can.CAN_BE_TRIBUTED),
            ),
            Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
        ),
    ),
    type=CardType.FLIP,
    def_=600,
)


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9", "EFF-2")
@pytest.mark.forbids
def test_a_flip_monster_about_to_be_destroyed_does_not_pay_for_its_effect() -> None:
    game = fight(side(monsters=[monster("A", atk=601)]), side(monsters=[lying(PAWNBROKER, SET)]))
    attack(game, "A")
    resolve(game)
    assert happened(game.log, EventKind.ACTIVATED) == []
    assert names(game, 1, Place.GRAVEYARD) == ["Pawnbroker"]


@pytest.mark.ruling("flip-monster-about-to-go")
@pytest.mark.rule("BAT-9", "EFF-2")
@pytest.mark.permits
def test_a_flip_monster_that_survives_pays_for_its_effect_with_itself() -> None:
    game = fight(side(monsters=[monster("A", atk=600)]), side(monsters=[lying(PAWNBROKER, SET)]))
    attack(game, "A")
    assert usable(game, 1) == ["Pawnbroker"]
    activate(game, "Pawnbroker")
    assert names(game, 1, Place.GRAVEYARD) == ["Pawnbroker"]
    assert game.lp == (8000, 8009)


# ------------------------------------------------------------------------ LP 0 comes first

LEECH = creature("Leech", may_trigger(Trigger.BATTLE_DAMAGE, GainLP(1)), atk=1500)


def last_blow(lp: int) -> Duel:
    """D.D. Warrior Lady (1500) and Leech (1500): one attacks the other player's wall of 500."""
    game = fight(
        side(monsters=[LEECH]),
        side(monsters=[lying("D.D. Warrior Lady", DEFENCE), monster("Wall", atk=500)], lp=lp),
    )
    attack(game, "Leech", "Wall")
    return game


@pytest.mark.ruling("last-life-points-in-battle")
@pytest.mark.rule("BAT-8", "WIN-1")
@pytest.mark.forbids
def test_no_trigger_of_battle_damage_comes_after_the_last_life_points() -> None:
    game = last_blow(1000)
    assert (game.over, game.winner, game.lp) == (True, 0, (8000, 0))
    assert happened(game.log, EventKind.ACTIVATED) == []
    assert names(game, 1, Place.GRAVEYARD) == []


@pytest.mark.ruling("last-life-points-in-battle")
@pytest.mark.rule("BAT-8", "WIN-1")
@pytest.mark.permits
def test_with_one_life_point_left_it_comes() -> None:
    game = last_blow(1001)
    assert usable(game, 0) == ["Leech"]
    activate(game, "Leech")
    assert (game.lp, names(game, 1, Place.GRAVEYARD)) == ((8001, 1), ["Wall"])


def last_lady(lp: int) -> Duel:
    """D.D. Warrior Lady (1500) is attacked by a stronger monster."""
    game = fight(
        side(monsters=[monster("A", atk=2500)]), side(monsters=["D.D. Warrior Lady"], lp=lp)
    )
    attack(game, "A")
    return game


@pytest.mark.ruling("last-life-points-in-battle")
@pytest.mark.rule("BAT-8", "WIN-1")
@pytest.mark.forbids
def test_dd_warrior_lady_does_not_save_who_has_no_life_points() -> None:
    game = last_lady(1000)
    assert (game.over, game.winner) == (True, 0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.ruling("last-life-points-in-battle")
@pytest.mark.rule("BAT-8", "WIN-1")
@pytest.mark.permits
def test_dd_warrior_lady_banishes_both_with_life_points_left() -> None:
    game = last_lady(1001)
    activate(game, "D.D. Warrior Lady")
    resolve(game)
    assert [names(game, player, Place.BANISHED) for player in (0, 1)] == [
        ["A"],
        ["D.D. Warrior Lady"],
    ]
