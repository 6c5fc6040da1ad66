"""The field and what belongs to whom: ZONE-1, ZONE-2, ZONE-3."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ATTACK,
    attack,
    battle,
    duel,
    end_turn,
    field_spell,
    happened,
    lying,
    may,
    monster,
    move_of,
    names,
    on_field,
    place,
    refusal,
    set_monster,
    side,
    soldiers,
    spell,
    summon,
    take,
    trap,
)
from ygosim.enums import EventKind, MoveKind, Place, Reason, Refusal
from ygosim.rules import Rules

FIVE = dict(enumerate(soldiers(5)))

# ----------------------------------------------------------------------- ZONE-1


@pytest.mark.rule("ZONE-1")
@pytest.mark.permits
def test_a_monster_in_a_zone_is_on_the_field_and_may_be_tributed() -> None:
    game = duel(side(hand=[monster("Big", level=5)], monsters=[monster("A")]))
    assert may(game, MoveKind.NORMAL_SUMMON) == ["Big"]


@pytest.mark.rule("ZONE-1")
@pytest.mark.permits
def test_a_monster_in_an_extra_monster_zone_is_on_the_field_too() -> None:
    game = duel(side(hand=[monster("Big", level=5)], monsters={5: monster("A")}))
    assert may(game, MoveKind.NORMAL_SUMMON) == ["Big"]


@pytest.mark.rule("ZONE-1")
@pytest.mark.forbids
@pytest.mark.parametrize("pile", ["hand", "deck", "graveyard", "banished"])
def test_monsters_elsewhere_are_not_on_the_field(pile: str) -> None:
    elsewhere = soldiers(3)
    hand = [monster("Big", level=5), *(elsewhere if pile == "hand" else ())]
    piles = {} if pile == "hand" else {pile: elsewhere}
    game = duel(side(hand=hand, **piles))
    answer = refusal(game, MoveKind.NORMAL_SUMMON, "Big")
    assert answer.refusal is Refusal.TOO_FEW_TRIBUTES


@pytest.mark.rule("ZONE-1")
@pytest.mark.forbids
def test_a_monster_in_the_graveyard_cannot_attack() -> None:
    game = battle(side(monsters=[monster("A")], graveyard=[monster("Dead")]))
    answer = game.why_not(move_of(game, MoveKind.ATTACK, "Dead"))
    assert answer is not None
    assert (answer.refusal, answer.rule) == (Refusal.NOT_ON_FIELD, "ZONE-1")


@pytest.mark.rule("ZONE-1")
@pytest.mark.forbids
def test_spell_and_trap_zones_hold_no_tributes() -> None:
    game = duel(side(hand=[monster("Big", level=5)], spells_traps=[spell(), trap()]))
    assert may(game, MoveKind.NORMAL_SUMMON) == []


# ----------------------------------------------------------------------- ZONE-2


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
def test_the_last_free_monster_zone_takes_a_monster() -> None:
    game = duel(
        side(hand=[monster("New")], monsters={0: monster("A"), **dict(list(FIVE.items())[1:4])})
    )
    summon(game, "New")
    assert on_field(game, 0)[4] == ("New", ATTACK)


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
@pytest.mark.parametrize("kind", [MoveKind.NORMAL_SUMMON, MoveKind.SET_MONSTER])
def test_full_monster_zones_stop_what_frees_none(kind: MoveKind) -> None:
    game = duel(side(hand=[monster("New")], monsters=FIVE))
    answer = refusal(game, kind, "New")
    assert (answer.refusal, answer.rule) == (Refusal.NO_FREE_ZONE, "ZONE-2")


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
def test_a_tribute_frees_the_zone_of_its_own_summon() -> None:
    game = duel(side(hand=[monster("Big", level=5)], monsters=FIVE))
    summon(game, "Big", "Soldier 3")
    assert on_field(game, 0)[2] == ("Big", ATTACK)


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
def test_an_occupied_zone_cannot_be_chosen() -> None:
    game = duel(side(hand=[monster("New")], monsters={2: monster("A")}))
    take(game, MoveKind.NORMAL_SUMMON, "New")
    assert refusal(game, MoveKind.CHOOSE_ZONE, slot=2).refusal is Refusal.ZONE_NOT_FREE
    assert [move.slot for move in game.legal()] == [0, 1, 3, 4]


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
@pytest.mark.parametrize("slot", [5, 6, 7, 255])
def test_a_normal_summon_never_goes_to_an_extra_monster_zone(slot: int) -> None:
    game = duel(side(hand=[monster("New")]))
    take(game, MoveKind.NORMAL_SUMMON, "New")
    assert refusal(game, MoveKind.CHOOSE_ZONE, slot=slot).refusal is Refusal.ZONE_NOT_FREE


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
@pytest.mark.parametrize("card", [spell("New"), trap("New")])
def test_the_last_free_spell_and_trap_zone_takes_a_set(card: object) -> None:
    taken = {slot: spell(f"Spell {slot}") for slot in (0, 1, 3, 4)}
    game = duel(side(hand=[card], spells_traps=taken))  # type: ignore[list-item]
    take(game, MoveKind.SET_SPELL_TRAP, "New")
    assert [view.slot for view in game.cards(0, Place.SPELL_TRAP_ZONE) if view.name == "New"] == [2]


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
def test_full_spell_and_trap_zones_stop_a_set() -> None:
    taken = {slot: spell(f"Spell {slot}") for slot in range(5)}
    game = duel(side(hand=[trap("New")], spells_traps=taken))
    answer = refusal(game, MoveKind.SET_SPELL_TRAP, "New")
    assert (answer.refusal, answer.rule) == (Refusal.NO_FREE_ZONE, "ZONE-2")


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
def test_full_spell_and_trap_zones_leave_the_field_zone_open() -> None:
    taken = {slot: spell(f"Spell {slot}") for slot in range(5)}
    game = duel(side(hand=[field_spell("New")], spells_traps=taken))
    take(game, MoveKind.SET_SPELL_TRAP, "New")
    assert game.cards(0, Place.SPELL_TRAP_ZONE)[-1].slot == 5


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
def test_a_field_spell_replaces_an_own_one_in_the_field_zone() -> None:
    game = duel(
        side(hand=[field_spell("New")], spells_traps={5: lying(field_spell("Old"), ATTACK)})
    )
    take(game, MoveKind.SET_SPELL_TRAP, "New")
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["New"]
    assert names(game, 0, Place.GRAVEYARD) == ["Old"]


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["expert", "mr5"])
def test_a_set_field_spell_does_not_touch_the_opponents(rules: str) -> None:
    game = duel(
        side(hand=[field_spell("New")]),
        side(spells_traps={5: lying(field_spell("Theirs"), ATTACK)}),
        rules,
    )
    take(game, MoveKind.SET_SPELL_TRAP, "New")
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Theirs"]


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
def test_the_field_zone_is_not_for_other_spells() -> None:
    game = duel(side(hand=[spell("New")]))
    take(game, MoveKind.SET_SPELL_TRAP, "New")
    assert [move.slot for move in game.legal()] == [0, 1, 2, 3, 4]


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
def test_a_monster_is_not_set_among_the_spells_and_traps() -> None:
    game = duel(side(hand=[monster("New")]))
    assert refusal(game, MoveKind.SET_SPELL_TRAP, "New").refusal is Refusal.NOT_SPELL_OR_TRAP


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
def test_spells_and_traps_are_set_any_number_of_times_a_turn() -> None:
    cards = [spell(f"Spell {number}") for number in range(5)]
    game = duel(side(hand=[*cards, monster("New")]))
    for card in cards:
        take(game, MoveKind.SET_SPELL_TRAP, card.name)
        place(game)
    assert len(game.cards(0, Place.SPELL_TRAP_ZONE)) == 5
    assert may(game, MoveKind.NORMAL_SUMMON) == ["New"]


# ----------------------------------------------------------------------- ZONE-3


@pytest.mark.rule("ZONE-3")
@pytest.mark.permits
def test_an_own_card_goes_to_the_own_graveyard() -> None:
    game = duel(side(hand=[monster("Big", level=5)], monsters=[monster("Mine")]))
    summon(game, "Big")
    assert names(game, 0, Place.GRAVEYARD) == ["Mine"]


@pytest.mark.rule("ZONE-3")
@pytest.mark.forbids
def test_a_tributed_monster_of_the_opponent_goes_to_its_owner() -> None:
    game = duel(
        side(
            hand=[monster("Big", level=5)],
            monsters=[lying(monster("Theirs"), ATTACK, owner=1)],
        )
    )
    take(game, MoveKind.NORMAL_SUMMON, "Big")
    assert names(game, 0, Place.GRAVEYARD) == []
    assert names(game, 1, Place.GRAVEYARD) == ["Theirs"]


@pytest.mark.rule("ZONE-3")
@pytest.mark.forbids
def test_a_monster_destroyed_by_battle_goes_to_its_owner() -> None:
    game = battle(
        side(monsters=[monster("A", atk=2000)]),
        side(monsters=[lying(monster("Mine", atk=1000), ATTACK, owner=0)]),
    )
    events = attack(game, "A")
    (moved,) = happened(events, EventKind.MOVED)
    assert (moved.from_player, moved.to_player, moved.reason) == (1, 0, Reason.BATTLE)
    assert names(game, 0, Place.GRAVEYARD) == ["Mine"]


@pytest.mark.rule("ZONE-3")
@pytest.mark.forbids
def test_a_replaced_field_spell_of_the_opponent_goes_to_its_owner() -> None:
    old = lying(field_spell("Theirs"), ATTACK, owner=1)
    game = duel(side(hand=[field_spell("New")], spells_traps={5: old}))
    take(game, MoveKind.SET_SPELL_TRAP, "New")
    assert names(game, 1, Place.GRAVEYARD) == ["Theirs"]


@pytest.mark.rule("ZONE-3")
@pytest.mark.permits
def test_the_graveyard_keeps_the_order_of_arrival() -> None:
    game = duel(
        side(
            hand=[monster("Big", level=7)],
            monsters=[monster("A"), monster("B")],
            graveyard=[monster("Oldest")],
        )
    )
    summon(game, "Big")
    assert names(game, 0, Place.GRAVEYARD) == ["Oldest", "A", "B"]


# ------------------------------------------------------- where formats differ


@pytest.mark.parametrize(("rules", "zones"), [("mr5", [0, 1, 2, 3, 4]), ("rush", [1, 2, 3])])
def test_the_columns_of_a_format(rules: str, zones: list[int]) -> None:
    for kind, card in (
        (MoveKind.NORMAL_SUMMON, monster("New")),
        (MoveKind.SET_SPELL_TRAP, spell("New")),
    ):
        game = duel(side(hand=[card]), rules=rules)
        take(game, kind, "New")
        assert [move.slot for move in game.legal()] == zones


@pytest.mark.parametrize(("rules", "full"), [("mr5", False), ("rush", True)])
def test_three_monsters_fill_three_columns_only(rules: str, full: bool) -> None:
    three = {slot: monster(f"Soldier {slot}") for slot in (1, 2, 3)}
    game = duel(side(hand=[monster("New")], monsters=three), rules=rules)
    assert (may(game, MoveKind.NORMAL_SUMMON) == []) is full


@pytest.mark.parametrize(
    ("rules", "reason"),
    [("expert", Reason.RULE_DESTRUCTION), ("mr2", Reason.RULE_DESTRUCTION), ("mr3", Reason.RULE)],
)
def test_a_replaced_field_spell_is_destroyed_up_to_mr2_and_sent_from_mr3(
    rules: str, reason: Reason
) -> None:
    game = duel(
        side(hand=[field_spell("New")], spells_traps={5: lying(field_spell("Old"), ATTACK)}),
        rules=rules,
    )
    (moved,) = happened(take(game, MoveKind.SET_SPELL_TRAP, "New"), EventKind.MOVED)
    assert (moved.name, moved.reason, moved.to_place) == ("Old", reason, Place.GRAVEYARD)


def test_columns_are_a_field_of_their_own() -> None:
    rules = Rules.mr5.replace(columns=3, extra_monster_zones=0)
    game = duel(side(hand=[monster("New")]), rules=rules)
    set_monster(game, "New")
    assert list(on_field(game, 0)) == [1]


def test_an_end_of_turn_discard_goes_to_the_owner() -> None:
    game = duel(side(hand=soldiers(7)))
    end_turn(game)
    take(game, MoveKind.CHOOSE_DISCARD, "Soldier 4")
    assert names(game, 0, Place.GRAVEYARD) == ["Soldier 4"]
