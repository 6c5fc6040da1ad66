"""The battle phase: BAT-1, BAT-3, BAT-5, BAT-6, BAT-7, BAT-8.  Replays: test_replay.py."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ALL_FORMATS,
    ATTACK,
    DEFENCE,
    HIDDEN_ATTACK,
    SET,
    attack,
    battle,
    duel,
    end_turn,
    happened,
    kinds,
    link,
    lying,
    may,
    monster,
    names,
    on_field,
    refusal,
    set_monster,
    side,
    summon,
    take,
    trap,
)
from ygosim.duel import Duel
from ygosim.enums import EventKind, MoveKind, Phase, Place, Reason, Refusal
from ygosim.rules import Rules, ZeroAttackClash

ATTACKS = MoveKind.ATTACK


def against(atk: int, target: Any, rules: str | Rules = "mr5", **more: Any) -> Duel:
    """A battle of player 0's "A" with one monster of player 1."""
    return battle(side(monsters=[monster("A", atk=atk)], **more), side(monsters=[target]), rules)


def fallen(game: Duel) -> tuple[list[str], list[str]]:
    """What lies in both graveyards."""
    return names(game, 0, Place.GRAVEYARD), names(game, 1, Place.GRAVEYARD)


# ------------------------------------------------------------------------ BAT-1


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_a_face_up_attack_monster_attacks(name: str) -> None:
    game = battle(side(monsters=[monster("A")]), rules=name)
    assert may(game, ATTACKS) == ["A"]


@pytest.mark.rule("BAT-1")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET, HIDDEN_ATTACK])
def test_a_monster_in_another_position_does_not_attack(lie: Any) -> None:
    game = battle(side(monsters=[lying(monster("A"), lie), monster("B")]))
    answer = refusal(game, ATTACKS, "A")
    assert (answer.refusal, answer.rule) == (Refusal.NOT_ATTACK_POSITION, "BAT-1")


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_a_monster_attacks_in_the_turn_of_its_summon() -> None:
    game = duel(side(hand=[monster("A")]))
    summon(game, "A")
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    assert may(game, ATTACKS) == ["A"]


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_a_monster_changed_to_attack_this_turn_attacks() -> None:
    game = duel(side(monsters=[lying(monster("A"), DEFENCE)]))
    take(game, MoveKind.CHANGE_POSITION, "A")
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    assert may(game, ATTACKS) == ["A"]


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_a_link_monster_in_an_extra_zone_attacks() -> None:
    game = battle(side(monsters={5: link("L", atk=700)}))
    attack(game, "L")
    assert game.lp == (8000, 7300)


@pytest.mark.rule("BAT-1")
@pytest.mark.forbids
def test_a_monster_attacks_once_a_battle_phase() -> None:
    game = battle(side(monsters=[monster("A"), monster("B")]))
    attack(game, "A")
    answer = refusal(game, ATTACKS, "A")
    assert (answer.refusal, answer.rule) == (Refusal.ALREADY_ATTACKED, "BAT-1")


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_each_monster_attacks_and_each_again_in_the_next_turn() -> None:
    game = battle(side(monsters=[monster("A"), monster("B")]))
    attack(game, "A")
    attack(game, "B")
    end_turn(game)
    end_turn(game)
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    assert may(game, ATTACKS) == ["A", "B"]


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_any_of_the_opponents_monsters_may_be_attacked() -> None:
    targets = [monster("Up"), lying(monster("Wall"), DEFENCE), lying(monster("Hidden"), SET)]
    game = battle(side(monsters=[monster("A")]), side(monsters=targets))
    take(game, ATTACKS, "A")
    assert may(game, MoveKind.CHOOSE_TARGET) == ["Up", "Wall", "Hidden"]


@pytest.mark.rule("BAT-1")
@pytest.mark.forbids
def test_an_own_monster_is_no_target() -> None:
    game = battle(
        side(monsters=[monster("A"), monster("B")]), side(monsters=[monster("C"), monster("D")])
    )
    take(game, ATTACKS, "A")
    own = game.cards(0, Place.MONSTER_ZONE)[1].number
    answer = game.why_not(game.move(MoveKind.CHOOSE_TARGET, own))
    assert answer is not None
    assert answer.refusal is Refusal.NOT_OPPONENTS_MONSTER


@pytest.mark.rule("BAT-1")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [ATTACK, DEFENCE, SET, HIDDEN_ATTACK])
def test_no_direct_attack_past_a_monster(lie: Any) -> None:
    game = against(5000, lying(monster("B", atk=0, def_=0), lie))
    attack(game, "A")
    # Face-up or face-down attack takes the difference, defence nothing; never a direct attack.
    assert fallen(game) == ([], ["B"])


@pytest.mark.rule("BAT-1")
@pytest.mark.forbids
def test_a_monster_in_the_opponents_extra_zone_stops_a_direct_attack() -> None:
    game = battle(side(monsters=[monster("A", atk=900)]), side(monsters={6: link("L", atk=800)}))
    attack(game, "A")
    assert (game.lp, fallen(game)) == ((8000, 7900), ([], ["L"]))


@pytest.mark.rule("BAT-1")
@pytest.mark.forbids
def test_no_attack_in_a_main_phase() -> None:
    game = duel(side(monsters=[monster("A")]))
    assert refusal(game, ATTACKS, "A").refusal is Refusal.OTHER_DECISION


@pytest.mark.rule("BAT-1")
@pytest.mark.permits
def test_nobody_has_to_attack() -> None:
    game = battle(side(monsters=[monster("A")]))
    assert {MoveKind.ENTER_MAIN_PHASE_2, MoveKind.END_TURN} <= kinds(game)


# ------------------------------------------------------------------------ BAT-3


@pytest.mark.rule("BAT-3")
@pytest.mark.permits
def test_the_damage_step_flips_calculates_and_buries_in_that_order() -> None:
    game = against(1000, lying(monster("B", def_=500), SET))
    events = attack(game, "A")
    assert [event.kind for event in events] == [
        EventKind.ATTACK_DECLARED,
        EventKind.FLIPPED,
        EventKind.DAMAGE_CALCULATED,
        EventKind.MOVED,
    ]


@pytest.mark.rule("BAT-3")
@pytest.mark.permits
def test_a_flipped_monster_that_stands_stays_in_face_up_defence() -> None:
    game = against(100, lying(monster("B", def_=500), SET))
    attack(game, "A")
    assert list(on_field(game, 1).values()) == [("B", DEFENCE)]


@pytest.mark.rule("BAT-3")
@pytest.mark.forbids
def test_a_face_up_target_is_not_flipped() -> None:
    game = against(1000, lying(monster("B", def_=500), DEFENCE))
    assert happened(attack(game, "A"), EventKind.FLIPPED) == []


@pytest.mark.rule("BAT-3")
@pytest.mark.forbids
def test_a_flipped_monster_is_not_changed_by_its_player_less_often_for_it() -> None:
    game = against(100, lying(monster("B", def_=500), SET))
    attack(game, "A")
    end_turn(game)
    assert may(game, MoveKind.CHANGE_POSITION) == ["B"]


# ------------------------------------------------------------------------ BAT-5


@pytest.mark.rule("BAT-5")
@pytest.mark.permits
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_the_higher_attack_destroys_and_damages(name: str) -> None:
    game = against(1500, monster("B", atk=1200), name)
    attack(game, "A")
    assert (fallen(game), game.lp) == (([], ["B"]), (8000, 7700))


@pytest.mark.rule("BAT-5")
@pytest.mark.permits
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_a_weaker_attacker_is_destroyed_and_its_player_damaged(name: str) -> None:
    game = against(1200, monster("B", atk=1500), name)
    attack(game, "A")
    assert (fallen(game), game.lp) == ((["A"], []), (7700, 8000))


@pytest.mark.rule("BAT-5")
@pytest.mark.permits
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_equals_destroy_each_other(name: str) -> None:
    game = against(1200, monster("B", atk=1200), name)
    events = attack(game, "A")
    assert (fallen(game), game.lp) == ((["A"], ["B"]), (8000, 8000))
    assert {event.reason for event in happened(events, EventKind.MOVED)} == {Reason.BATTLE}


@pytest.mark.rule("BAT-5")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_zero_against_zero_destroys_neither(name: str) -> None:
    game = against(0, monster("B", atk=0), name)
    attack(game, "A")
    assert (fallen(game), game.lp) == (([], []), (8000, 8000))


@pytest.mark.rule("BAT-5")
@pytest.mark.permits
def test_zero_against_zero_destroys_both_where_the_format_is_told_so() -> None:
    rules = Rules.rush.replace(zero_attack_clash=ZeroAttackClash.BOTH_DESTROYED)
    game = against(0, monster("B", atk=0), rules)
    attack(game, "A")
    assert fallen(game) == (["A"], ["B"])


@pytest.mark.rule("BAT-5")
@pytest.mark.forbids
def test_defence_values_do_not_count_in_attack_position() -> None:
    game = against(1000, monster("B", atk=900, def_=3000))
    attack(game, "A")
    assert fallen(game) == ([], ["B"])


# ------------------------------------------------------------------------ BAT-6


@pytest.mark.rule("BAT-6")
@pytest.mark.permits
@pytest.mark.parametrize("lie", [DEFENCE, SET])
def test_a_higher_attack_destroys_a_defender(lie: Any) -> None:
    game = against(1500, lying(monster("B", def_=1200), lie))
    attack(game, "A")
    assert fallen(game) == ([], ["B"])


@pytest.mark.rule("BAT-6")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET])
def test_a_destroyed_defender_costs_its_player_nothing(lie: Any) -> None:
    game = against(9999, lying(monster("B", def_=0), lie))
    attack(game, "A")
    assert game.lp == (8000, 8000)


@pytest.mark.rule("BAT-6")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET])
@pytest.mark.parametrize("value", [0, 1200])
def test_equal_attack_and_defence_do_nothing(lie: Any, value: int) -> None:
    game = against(value, lying(monster("B", def_=value), lie))
    attack(game, "A")
    assert (fallen(game), game.lp) == (([], []), (8000, 8000))


@pytest.mark.rule("BAT-6")
@pytest.mark.forbids
@pytest.mark.parametrize("lie", [DEFENCE, SET])
def test_a_higher_defence_damages_the_attacker_and_destroys_nothing(lie: Any) -> None:
    game = against(1200, lying(monster("B", def_=1500), lie))
    attack(game, "A")
    assert (fallen(game), game.lp) == (([], []), (7700, 8000))


# ------------------------------------------------------------------------ BAT-7


@pytest.mark.rule("BAT-7")
@pytest.mark.permits
def test_a_direct_attack_deals_its_attack() -> None:
    game = battle(side(monsters=[monster("A", atk=1900)]))
    events = attack(game, "A")
    (declared,) = happened(events, EventKind.ATTACK_DECLARED)
    assert (declared.other, game.lp) == (None, (8000, 6100))


@pytest.mark.rule("BAT-7")
@pytest.mark.permits
def test_a_second_monster_attacks_directly_once_the_field_is_clear() -> None:
    game = battle(
        side(monsters=[monster("A", atk=1500), monster("B", atk=700)]),
        side(monsters=[monster("C", atk=1000)]),
    )
    attack(game, "A")
    attack(game, "B")
    assert game.lp == (8000, 8000 - 500 - 700)


@pytest.mark.rule("BAT-7")
@pytest.mark.forbids
def test_a_direct_attack_with_zero_deals_no_damage() -> None:
    game = battle(side(monsters=[monster("A", atk=0)]))
    assert happened(attack(game, "A"), EventKind.DAMAGE_TAKEN) == []


@pytest.mark.rule("BAT-7")
@pytest.mark.forbids
def test_spells_and_traps_do_not_stop_a_direct_attack() -> None:
    game = battle(side(monsters=[monster("A", atk=1900)]), side(spells_traps=[trap()]))
    attack(game, "A")
    assert game.lp == (8000, 6100)


# ------------------------------------------------------------------------ BAT-8


@pytest.mark.rule("BAT-8")
@pytest.mark.permits
def test_a_monster_destroyed_in_a_battle_that_leaves_life_points_goes_to_the_graveyard() -> None:
    game = battle(
        side(monsters=[monster("A", atk=1500)]), side(monsters=[monster("B", atk=1000)], lp=501)
    )
    attack(game, "A")
    assert fallen(game) == ([], ["B"])


@pytest.mark.rule("BAT-8")
@pytest.mark.forbids
def test_battle_damage_that_ends_the_duel_comes_before_destruction() -> None:
    game = battle(
        side(monsters=[monster("A", atk=1500)]), side(monsters=[monster("B", atk=1000)], lp=500)
    )
    attack(game, "A")
    assert game.winner == 0
    assert fallen(game) == ([], [])


@pytest.mark.rule("BAT-8")
@pytest.mark.forbids
def test_a_flipped_monster_is_face_up_when_the_duel_ends_by_its_defence() -> None:
    game = battle(
        side(monsters=[monster("A", atk=1000)], lp=100),
        side(monsters=[lying(monster("B", def_=2000), SET)]),
    )
    attack(game, "A")
    assert game.winner == 1
    assert list(on_field(game, 1).values()) == [("B", DEFENCE)]


def test_a_monster_set_this_turn_does_not_attack() -> None:
    game = duel(side(hand=[monster("A")]))
    set_monster(game, "A")
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    assert game.phase is Phase.BATTLE
    assert may(game, ATTACKS) == []
