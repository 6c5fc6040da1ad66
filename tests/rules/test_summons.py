"""Normal Summons, Sets and Tributes: SUM-1, SUM-15."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ALL_FORMATS,
    ATTACK,
    CHAIN_FORMATS,
    SET,
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
    soldiers,
    spell,
    summon,
    take,
)
from ygosim.enums import CardType, EventKind, MoveKind, Phase, Place, Reason, Refusal
from ygosim.rules import Rules

SUMMON = MoveKind.NORMAL_SUMMON
SET_IT = MoveKind.SET_MONSTER
TRIBUTE = MoveKind.CHOOSE_TRIBUTE

FIVE = dict(enumerate(soldiers(5)))


# --------------------------------------------------------------- how many a turn


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("name", "phase"),
    [(name, Phase.MAIN_1) for name in ALL_FORMATS]
    + [(name, Phase.MAIN_2) for name in CHAIN_FORMATS],
)
def test_a_normal_summon_in_a_main_phase(name: str, phase: Phase) -> None:
    game = duel(side(hand=[monster("A")]), rules=name, phase=phase)
    summon(game, "A")
    assert list(on_field(game, 0).values()) == [("A", ATTACK)]


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_a_set_puts_the_monster_face_down_in_defence() -> None:
    game = duel(side(hand=[monster("A")]))
    set_monster(game, "A")
    assert list(on_field(game, 0).values()) == [("A", SET)]


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
@pytest.mark.parametrize("first", [SUMMON, SET_IT])
@pytest.mark.parametrize("second", [SUMMON, SET_IT])
def test_one_normal_summon_or_set_a_turn_in_total(first: MoveKind, second: MoveKind) -> None:
    game = duel(side(hand=soldiers(2)))
    (summon if first is SUMMON else set_monster)(game, "Soldier 1")
    answer = refusal(game, second, "Soldier 2")
    assert (answer.refusal, answer.rule) == (Refusal.NO_NORMAL_SUMMON_LEFT, "SUM-1")


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_the_summon_of_main_phase_1_is_not_back_in_main_phase_2() -> None:
    game = duel(side(hand=[*soldiers(2), spell()]))
    summon(game, "Soldier 1")
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    take(game, MoveKind.ENTER_MAIN_PHASE_2)
    assert may(game, SUMMON) == []


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_the_summon_is_back_in_the_next_turn() -> None:
    game = duel(side(hand=[monster("A")]), side(hand=[monster("B")]))
    summon(game, "A")
    end_turn(game)
    assert "B" in may(game, SUMMON)


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_no_normal_summon_in_the_battle_phase() -> None:
    game = duel(side(hand=[monster("A")], monsters=[monster("B")]), phase=Phase.BATTLE)
    assert refusal(game, SUMMON, "A").refusal is Refusal.OTHER_DECISION


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_the_opponent_does_not_summon_in_the_players_turn() -> None:
    game = duel(side(hand=[monster("A")]), side(hand=[monster("B")]))
    card = game.cards(1, Place.HAND)[0].number
    answer = game.why_not(game.move(SUMMON, card))
    assert answer is not None
    assert answer.refusal is Refusal.NOT_CONTROLLED


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_only_from_the_hand() -> None:
    game = duel(side(hand=[monster("A")], graveyard=[monster("B")]))
    card = game.cards(0, Place.GRAVEYARD)[0].number
    answer = game.why_not(game.move(SUMMON, card))
    assert answer is not None
    assert answer.refusal is Refusal.NOT_IN_HAND


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
@pytest.mark.parametrize("type", [CardType.RITUAL, CardType.SPECIAL_SUMMON_ONLY])
def test_a_monster_with_a_way_of_its_own_is_not_normal_summoned(type: CardType) -> None:
    game = duel(side(hand=[monster("A", type=type)]))
    assert refusal(game, SUMMON, "A").refusal is Refusal.NOT_NORMAL_SUMMONABLE
    assert refusal(game, SET_IT, "A").refusal is Refusal.NOT_SETTABLE


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_a_spell_is_not_summoned() -> None:
    game = duel(side(hand=[spell("S")]))
    assert refusal(game, SUMMON, "S").refusal is Refusal.NOT_NORMAL_SUMMONABLE


# ------------------------------------------------------------------- Tributes


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("level", "tributes"), [(1, 0), (4, 0), (5, 1), (6, 1), (7, 2), (8, 2), (12, 2)]
)
def test_the_level_says_how_many_tributes(level: int, tributes: int) -> None:
    game = duel(side(hand=[monster("A", level=level)], monsters=soldiers(3)))
    summon(game, "A", *[f"Soldier {n + 1}" for n in range(tributes)])
    assert len(game.cards(0, Place.GRAVEYARD)) == tributes
    assert ("A", ATTACK) in on_field(game, 0).values()


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
@pytest.mark.parametrize(("level", "there"), [(5, 0), (6, 0), (7, 1), (7, 0), (12, 1)])
def test_too_few_monsters_to_tribute(level: int, there: int) -> None:
    game = duel(side(hand=[monster("A", level=level)], monsters=soldiers(there)))
    answer = refusal(game, SUMMON, "A")
    assert (answer.refusal, answer.rule) == (Refusal.TOO_FEW_TRIBUTES, "SUM-1")


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_the_opponents_monsters_are_no_tributes() -> None:
    game = duel(side(hand=[monster("A", level=5)]), side(monsters=soldiers(3)))
    assert may(game, SUMMON) == []


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
@pytest.mark.parametrize("lie", [SET, ATTACK])
def test_monsters_that_came_this_turn_or_lie_face_down_are_tributes(lie: object) -> None:
    there = lying(monster("B"), lie, arrived=True)  # type: ignore[arg-type]
    game = duel(side(hand=[monster("A", level=5)], monsters=[there]))
    summon(game, "A")
    assert names(game, 0, Place.GRAVEYARD) == ["B"]


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_a_link_monster_is_a_tribute() -> None:
    game = duel(side(hand=[monster("A", level=5)], monsters={5: link("L")}))
    summon(game, "A")
    assert names(game, 0, Place.GRAVEYARD) == ["L"]


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_tributes_are_sent_together_and_not_destroyed() -> None:
    game = duel(side(hand=[monster("A", level=7)], monsters=soldiers(3)))
    take(game, SUMMON, "A")
    assert happened(take(game, TRIBUTE, "Soldier 1"), EventKind.MOVED) == []
    events = take(game, TRIBUTE, "Soldier 3")
    assert [(e.name, e.reason) for e in happened(events, EventKind.MOVED)] == [
        ("Soldier 1", Reason.TRIBUTE),
        ("Soldier 3", Reason.TRIBUTE),
    ]


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_a_monster_is_tributed_once_for_one_summon() -> None:
    game = duel(side(hand=[monster("A", level=7)], monsters=soldiers(4)))
    take(game, SUMMON, "A")
    take(game, TRIBUTE, "Soldier 2")
    assert refusal(game, TRIBUTE, "Soldier 2").refusal is Refusal.OUT_OF_ORDER


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_tributes_are_chosen_in_ascending_order_with_enough_left_for_the_rest() -> None:
    game = duel(side(hand=[monster("A", level=7)], monsters=soldiers(3)))
    take(game, SUMMON, "A")
    assert may(game, TRIBUTE) == ["Soldier 1", "Soldier 2"]
    assert refusal(game, TRIBUTE, "Soldier 3").refusal is Refusal.OUT_OF_ORDER


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_the_summon_may_use_the_zone_of_any_tribute() -> None:
    game = duel(side(hand=[monster("A", level=7)], monsters=FIVE))
    take(game, SUMMON, "A")
    take(game, TRIBUTE, "Soldier 2")
    take(game, TRIBUTE, "Soldier 5")
    assert [move.slot for move in game.legal()] == [1, 4]


@pytest.mark.ruling("tribute-that-frees-no-zone")
@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_a_monster_in_an_extra_zone_frees_no_main_zone() -> None:
    game = duel(side(hand=[monster("A", level=5)], monsters={**FIVE, 5: monster("Extra")}))
    take(game, SUMMON, "A")
    assert "Extra" not in may(game, TRIBUTE)
    answer = refusal(game, TRIBUTE, "Extra")
    assert (answer.refusal, answer.rule) == (Refusal.TRIBUTE_FREES_NO_ZONE, "SUM-1")


@pytest.mark.ruling("tribute-that-frees-no-zone")
@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_a_monster_in_an_extra_zone_is_a_tribute_where_a_main_zone_is_free() -> None:
    four = dict(list(FIVE.items())[:4])
    game = duel(side(hand=[monster("A", level=5)], monsters={**four, 5: monster("Extra")}))
    summon(game, "A", "Extra")
    assert on_field(game, 0)[4] == ("A", ATTACK)


@pytest.mark.ruling("tribute-that-frees-no-zone")
@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_a_monster_in_an_extra_zone_is_one_of_two_tributes_beside_a_main_zone() -> None:
    game = duel(side(hand=[monster("A", level=7)], monsters={**FIVE, 5: monster("Extra")}))
    summon(game, "A", "Soldier 4", "Extra")
    assert on_field(game, 0)[3] == ("A", ATTACK)
    assert 5 not in on_field(game, 0)


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_the_extra_zone_may_be_chosen_first_when_its_monster_is_the_older_card() -> None:
    monsters = {5: monster("Extra"), **FIVE}
    game = duel(side(hand=[monster("A", level=7)], monsters=monsters))
    summon(game, "A", "Extra", "Soldier 1")
    assert on_field(game, 0)[0] == ("A", ATTACK)


@pytest.mark.rule("SUM-1")
@pytest.mark.forbids
def test_both_extra_zones_together_free_no_main_zone() -> None:
    monsters = {5: monster("Left"), 6: monster("Right"), **FIVE}
    game = duel(side(hand=[monster("A", level=7)], monsters=monsters))
    take(game, SUMMON, "A")
    take(game, TRIBUTE, "Left")
    answer = refusal(game, TRIBUTE, "Right")
    assert answer.refusal is Refusal.TRIBUTE_FREES_NO_ZONE
    pairs = {frozenset(m.name for m in chosen) for chosen in game.legal_sets()}
    assert pairs == {frozenset([f"Soldier {n}"]) for n in range(1, 6)}


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_two_extra_zones_pay_for_a_summon_where_a_main_zone_is_free() -> None:
    four = dict(list(FIVE.items())[:4])
    monsters = {**four, 5: monster("Left"), 6: monster("Right")}
    game = duel(side(hand=[monster("A", level=7)], monsters=monsters))
    summon(game, "A", "Left")  # one option is left for the second Tribute
    assert len(on_field(game, 0)) == 5


@pytest.mark.rule("SUM-1")
@pytest.mark.permits
def test_a_monster_that_says_so_takes_another_number_of_tributes() -> None:
    game = duel(side(hand=[monster("A", level=8)]), tributes={"A": 0})
    summon(game, "A")
    assert list(on_field(game, 0).values()) == [("A", ATTACK)]


# ----------------------------------------------------------------------- SUM-15


@pytest.mark.rule("SUM-15")
@pytest.mark.permits
@pytest.mark.parametrize(("level", "tributes"), [(5, 1), (7, 2)])
def test_a_tribute_set_takes_the_same_tributes(level: int, tributes: int) -> None:
    game = duel(side(hand=[monster("A", level=level)], monsters=soldiers(3)))
    set_monster(game, "A", *[f"Soldier {n + 1}" for n in range(tributes)])
    assert len(game.cards(0, Place.GRAVEYARD)) == tributes
    assert ("A", SET) in on_field(game, 0).values()


@pytest.mark.rule("SUM-15")
@pytest.mark.forbids
def test_a_tribute_set_is_not_reported_as_a_summon() -> None:
    game = duel(side(hand=[monster("A", level=5)], monsters=[monster("B")]))
    set_monster(game, "A")
    assert happened(game.log, EventKind.NORMAL_SUMMONED) == []
    assert [event.name for event in happened(game.log, EventKind.SET)] == ["A"]


@pytest.mark.rule("SUM-15")
@pytest.mark.forbids
def test_a_high_level_monster_is_not_set_without_its_tributes() -> None:
    game = duel(side(hand=[monster("A", level=7)], monsters=[monster("B")]))
    assert refusal(game, SET_IT, "A").refusal is Refusal.TOO_FEW_TRIBUTES


@pytest.mark.rule("SUM-15")
@pytest.mark.permits
def test_a_monster_that_takes_three_tributes_is_summoned_with_three() -> None:
    game = duel(
        side(hand=[monster("A", level=10)], monsters=soldiers(4)), rules="mr5", tributes={"A": 3}
    )
    summon(game, "A", "Soldier 1", "Soldier 2", "Soldier 4")
    assert sorted(name for name, _ in on_field(game, 0).values()) == ["A", "Soldier 3"]


@pytest.mark.rule("SUM-15")
@pytest.mark.forbids
def test_a_monster_that_takes_three_tributes_is_not_set() -> None:
    game = duel(side(hand=[monster("A", level=10)], monsters=soldiers(4)), tributes={"A": 3})
    answer = refusal(game, SET_IT, "A")
    assert (answer.refusal, answer.rule) == (Refusal.NOT_SETTABLE, "SUM-15")


@pytest.mark.rule("SUM-15")
@pytest.mark.forbids
def test_a_high_level_monster_summoned_without_tributes_has_no_tribute_in_its_log() -> None:
    game = duel(side(hand=[monster("A", level=8)], monsters=[monster("B")]), tributes={"A": 0})
    summon(game, "A")
    assert [e for e in game.log if e.reason is Reason.TRIBUTE] == []


# -------------------------------------------------------- where formats differ


@pytest.mark.parametrize(("rules", "more"), [("mr5", False), ("rush", True)])
def test_a_second_normal_summon_in_a_turn(rules: str, more: bool) -> None:
    game = duel(side(hand=soldiers(2)), rules=rules)
    summon(game, "Soldier 1")
    assert (SUMMON in kinds(game)) is more


def test_the_number_of_normal_summons_is_a_field_of_its_own() -> None:
    game = duel(side(hand=soldiers(3)), rules=Rules.mr5.replace(normal_summons=2))
    summon(game, "Soldier 1")
    set_monster(game, "Soldier 2")
    assert may(game, SUMMON) == []


@pytest.mark.parametrize(("rules", "offered"), [("mr3", None), ("mr5", ["Soldier 1"])])
def test_extra_monster_zones_hold_a_sixth_monster_that_frees_no_zone(
    rules: str, offered: list[str] | None
) -> None:
    if offered is None:
        with pytest.raises(ValueError, match="has the zones"):
            duel(side(monsters={5: monster("Extra")}), rules=rules)
        return
    monsters = {0: monster("Soldier 1"), 5: monster("Extra")}
    game = duel(side(hand=[monster("A", level=5)], monsters=monsters), rules=rules)
    take(game, SUMMON, "A")
    assert may(game, TRIBUTE) == ["Soldier 1", "Extra"]
