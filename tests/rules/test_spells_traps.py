"""Spells and Traps: ST-1 to ST-8, ST-12, ZONE-2; and where formats differ on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    SET,
    happened,
    lying,
    monster,
    names,
    place,
    side,
    take,
)
from tests.rules.stand_ins import (
    BACK_ROW,
    DUST,
    GAIN,
    NEGATE,
    QUICK_GAIN,
    SNIPE,
    TRAP_GAIN,
    activate,
    atk,
    chain_ended,
    creature,
    decline,
    equips,
    fight,
    holds,
    magic,
    on_host,
    play,
    quick_magic,
    resolve,
    snare,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    Can,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    Draw,
    GainLP,
    PayLP,
    Send,
    SetFromHand,
    Target,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Reason,
)
from ygosim.enums import Position as Lie

ACTIVATE = MoveKind.ACTIVATE
FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)

BANNER = magic(
    "Flag",
    used(GainLP(60)),
    holds(
        Continuous.ADD_ATK, 100, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_CARDS, on=FACE_UP
    ),
    type=CardType.CONTINUOUS,
)
SWORD = magic("Blade", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
TRAP_STAYS = snare("Stays", used(GainLP(1)), type=CardType.CONTINUOUS)
STORM = magic("Storm", used(Destroy(BACK_ROW)))
RETURN = quick_magic(
    "Return",
    used(
        Send(TARGETS, Place.HAND),
        targets=(
            Target(Cards(where=(Place.SPELL_TRAP_ZONE,), but_this=True, can=Can.CAN_GO_TO_HAND)),
        ),
    ),
)
BANISH = quick_magic("Banish", used(Send(TARGETS, Place.BANISHED), targets=(Target(BACK_ROW),)))
SEARCH = magic(
    "Search",
    used(
        Choose(
            Cards(where=(Place.DECK,), whose=Who.ME, type=CardType.SPELL, can=Can.CAN_GO_TO_HAND)
        ),
        Send(CHOSEN, Place.HAND),
    ),
)
PAID = magic("Paid", used(GainLP(5000), cost=(PayLP(1000),)))
DRAW_2 = magic("Two Cards", used(Draw(2)))
HUSH = snare(
    "Hush",
    used(ChangePosition(cards=TARGETS, attack=Lie.FACE_DOWN_DEFENCE), targets=(Target(FACE_UP),)),
)
PLANT = magic(
    "Plant",
    used(
        Choose(Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.SPELL)), SetFromHand(CHOSEN)
    ),
)
PLANT_TRAP = magic(
    "Plant Trap",
    used(Choose(Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.TRAP)), SetFromHand(CHOSEN)),
)


def terrain(name: str, atk: int) -> Any:
    """A Field Spell: all monsters gain ATK."""
    return magic(
        name,
        used(),
        holds(
            Continuous.ADD_ATK,
            atk,
            where=(Place.SPELL_TRAP_ZONE,),
            works=Works.ON_CARDS,
            on=FACE_UP,
        ),
        type=CardType.FIELD,
    )


HILLS = terrain("Hills", 100)
LAKE = terrain("Lake", 20)

# ------------------------------------------------------------------------- ST-1


@pytest.mark.rule("ST-1")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
@pytest.mark.parametrize("phase", [Phase.MAIN_1, Phase.MAIN_2])
def test_spells_are_activated_in_the_own_main_phase(rules: str, phase: Phase) -> None:
    game = play(
        side(hand=[GAIN, BANNER, HILLS, SWORD], monsters=[monster()]), rules=rules, phase=phase
    )
    assert usable(game) == ["Gain", "Flag", "Hills", "Blade"]


@pytest.mark.rule("ST-1")
@pytest.mark.permits
def test_a_spell_may_be_activated_in_the_turn_it_was_set() -> None:
    game = play(side(hand=[GAIN]))
    take(game, MoveKind.SET_SPELL_TRAP, "Gain")
    place(game)
    activate(game, "Gain")
    assert game.lp == (8100, 8000)


@pytest.mark.rule("ST-1")
@pytest.mark.forbids
def test_a_normal_spell_is_not_activated_in_the_battle_phase() -> None:
    game = fight(side(hand=[GAIN, BANNER, HILLS], monsters=[monster()]))
    assert usable(game) == []


@pytest.mark.rule("ST-1")
@pytest.mark.forbids
def test_a_normal_spell_is_not_activated_in_the_opponents_turn() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[GAIN, BANNER], hand=[GAIN]))
    activate(game, "Gain")
    assert game.decision is DecisionKind.MAIN_PHASE


# ------------------------------------------------------------------------- ST-2


@pytest.mark.rule("ST-2")
@pytest.mark.permits
def test_a_quick_play_spell_comes_from_the_hand_in_the_own_battle_phase() -> None:
    game = fight(side(hand=[QUICK_GAIN], monsters=[monster()]))
    assert usable(game) == ["Quick Gain"]


@pytest.mark.rule("ST-2")
@pytest.mark.permits
def test_a_set_quick_play_spell_is_used_in_the_opponents_turn() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[QUICK_GAIN]))
    activate(game, "Gain")
    assert usable(game, 1) == ["Quick Gain"]


@pytest.mark.rule("ST-2")
@pytest.mark.forbids
def test_a_quick_play_spell_in_the_hand_is_not_used_in_the_opponents_turn() -> None:
    game = play(side(hand=[GAIN]), side(hand=[QUICK_GAIN]))
    events = activate(game, "Gain")
    assert chain_ended(events)


@pytest.mark.rule("ST-2")
@pytest.mark.forbids
def test_a_quick_play_spell_is_not_used_the_turn_it_was_set() -> None:
    game = play(side(hand=[QUICK_GAIN]))
    take(game, MoveKind.SET_SPELL_TRAP, "Quick Gain")
    place(game)
    assert usable(game) == []


# ------------------------------------------------------------------------- ST-3


@pytest.mark.rule("ST-3")
@pytest.mark.permits
def test_a_trap_is_used_from_the_opponents_turn_on() -> None:
    game = play(side(hand=[TRAP_GAIN]), side(hand=[GAIN]))
    take(game, MoveKind.SET_SPELL_TRAP, "Trap Gain")
    place(game)
    take(game, MoveKind.END_TURN)
    assert (game.turn, usable(game, 0)) == (3, ["Trap Gain"])


@pytest.mark.rule("ST-3")
@pytest.mark.forbids
def test_a_trap_is_not_used_the_turn_it_was_set() -> None:
    game = play(side(hand=[TRAP_GAIN, GAIN]))
    take(game, MoveKind.SET_SPELL_TRAP, "Trap Gain")
    place(game)
    assert usable(game) == ["Gain"]
    assert chain_ended(activate(game, "Gain"))


@pytest.mark.rule("ST-3")
@pytest.mark.forbids
def test_a_trap_is_not_used_from_the_hand() -> None:
    game = play(side(hand=[TRAP_GAIN, NEGATE]), side(spells_traps=[TRAP_GAIN]))
    assert usable(game) == []


OPEN_HANDED = creature("Open-Handed", holds(Continuous.TRAPS_FROM_HAND, works=Works.ON_ME))


@pytest.mark.rule("ST-3")
@pytest.mark.permits
def test_a_trap_is_used_from_the_hand_in_either_turn_where_an_effect_says_so() -> None:
    theirs = side(hand=[TRAP_GAIN], monsters=[OPEN_HANDED])
    game = play(side(hand=[GAIN]), theirs)
    activate(game, "Gain")
    assert usable(game, 1) == ["Trap Gain"]
    game = play(side(hand=[TRAP_GAIN], monsters=[OPEN_HANDED]))
    assert usable(game, 0) == ["Trap Gain"]


@pytest.mark.rule("ST-3")
@pytest.mark.forbids
def test_an_effect_that_lets_one_use_traps_from_the_hand_is_no_help_to_the_other() -> None:
    game = play(side(hand=[GAIN], monsters=[OPEN_HANDED]), side(hand=[TRAP_GAIN]))
    assert chain_ended(activate(game, "Gain"))


# ------------------------------------------------------------------------- ST-4


@pytest.mark.rule("ST-4")
@pytest.mark.permits
def test_a_used_normal_spell_goes_to_the_graveyard_after_its_chain() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Gain")
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Gain"]
    events = activate(game, "Trap Gain")
    moves = [(event.name, event.reason) for event in happened(events, EventKind.MOVED)]
    assert moves == [("Gain", Reason.RULE), ("Trap Gain", Reason.RULE)]
    kinds_told = [event.kind for event in events]
    last = max(i for i, kind in enumerate(kinds_told) if kind is EventKind.RESOLVING)
    assert kinds_told.index(EventKind.MOVED) > last


@pytest.mark.rule("ST-4")
@pytest.mark.permits
@pytest.mark.parametrize("card", [BANNER, SWORD, HILLS])
def test_continuous_equip_and_field_spells_stay(card: Any) -> None:
    game = play(side(hand=[card], monsters=[monster()]))
    activate(game, card.name)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == [card.name]


@pytest.mark.rule("ST-4")
@pytest.mark.permits
@pytest.mark.parametrize(("by", "pile"), [(BANISH, Place.BANISHED), (DUST, Place.GRAVEYARD)])
def test_a_resolving_normal_spell_may_be_banished_or_destroyed(by: Any, pile: Place) -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[by]))
    activate(game, "Gain")
    activate(game, by.name)
    assert "Gain" in names(game, 0, pile)
    assert game.lp == (8100, 8000)


@pytest.mark.rule("ST-4")
@pytest.mark.forbids
def test_a_resolving_normal_spell_cannot_be_returned_to_the_hand() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[RETURN]))
    assert chain_ended(activate(game, "Gain"))
    assert names(game, 0, Place.GRAVEYARD) == ["Gain"]


@pytest.mark.rule("ST-4", "ST-5")
@pytest.mark.permits
def test_a_resolving_continuous_spell_can_be_returned_and_does_nothing() -> None:
    game = play(side(hand=[BANNER]), side(spells_traps=[RETURN]))
    activate(game, "Flag")
    activate(game, "Return")
    assert names(game, 0, Place.HAND) == ["Flag"]
    assert game.lp == (8000, 8000)


# ------------------------------------------------------------------------- ST-5


@pytest.mark.rule("ST-5")
@pytest.mark.permits
def test_a_continuous_spell_that_is_there_resolves_and_applies() -> None:
    game = play(side(hand=[BANNER], monsters=[monster("A")]))
    activate(game, "Flag")
    assert game.lp == (8060, 8000)
    assert atk(game, "A") == 1100


@pytest.mark.rule("ST-5")
@pytest.mark.forbids
def test_a_field_spell_that_has_left_does_nothing() -> None:
    game = play(side(hand=[HILLS], monsters=[monster("A")]), side(spells_traps=[DUST]))
    activate(game, "Hills")
    activate(game, "Dust")
    assert atk(game, "A") == 1000


# ------------------------------------------------------------------------- ST-6


@pytest.mark.rule("ST-6")
@pytest.mark.permits
@pytest.mark.parametrize("name", ["Mine", "Theirs"])
def test_an_equip_card_goes_to_a_face_up_monster_of_either_side(name: str) -> None:
    game = play(side(hand=[SWORD], monsters=[monster("Mine")]), side(monsters=[monster("Theirs")]))
    activate(game, "Blade", name)
    assert atk(game, name) == 1500
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Blade"]


@pytest.mark.rule("ST-6")
@pytest.mark.permits
def test_several_equip_cards_on_one_monster() -> None:
    game = play(side(hand=[SWORD, SWORD], monsters=[monster("A")]))
    activate(game, "Blade")
    activate(game, "Blade")
    assert atk(game, "A") == 2000


@pytest.mark.rule("ST-6")
@pytest.mark.forbids
def test_an_equip_card_does_not_go_to_a_face_down_monster() -> None:
    game = play(side(hand=[SWORD], monsters=[lying(monster("A"), SET)]))
    assert usable(game) == []


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("ST-6")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
@pytest.mark.parametrize("trap", [SNIPE, HUSH])
def test_an_equip_card_that_lost_its_monster_is_destroyed_by_rule(trap: Any, rules: str) -> None:
    game = play(side(hand=[GAIN, SWORD], monsters=[monster("A")]), side(spells_traps=[trap]), rules)
    activate(game, "Blade")
    resolve(game)
    activate(game, "Gain")
    events = activate(game, trap.name, "A")
    moved = [event for event in happened(events, EventKind.MOVED) if event.name == "Blade"]
    assert [event.reason for event in moved] == [Reason.LOST_TARGET]
    assert "Blade" in names(game, 0, Place.GRAVEYARD)


@pytest.mark.rule("ST-6")
@pytest.mark.forbids
def test_an_equip_card_whose_target_is_gone_as_it_resolves_is_sent_not_destroyed() -> None:
    game = play(side(hand=[SWORD], monsters=[monster("A")]), side(spells_traps=[SNIPE]))
    activate(game, "Blade")
    events = activate(game, "Snipe")
    moved = [event for event in happened(events, EventKind.MOVED) if event.name == "Blade"]
    assert [event.reason for event in moved] == [Reason.RULE]


# ------------------------------------------------------------------------- ST-7


def fields(rules: str) -> tuple[Duel, tuple[Any, ...]]:
    """Player 0 activates Lake while both players have Hills."""
    game = play(
        side(
            hand=[LAKE], spells_traps={5: lying(HILLS, Lie.FACE_UP_ATTACK)}, monsters=[monster("A")]
        ),
        side(spells_traps={5: lying(HILLS, Lie.FACE_UP_ATTACK)} if rules in TWO_FIELDS else {}),
        rules,
    )
    return game, activate(game, "Lake")


TWO_FIELDS = ("mr3", "mr4", "mr5")


@pytest.mark.ruling("field-spells")
@pytest.mark.rule("ST-7")
@pytest.mark.permits
@pytest.mark.parametrize("rules", TWO_FIELDS)
def test_each_player_has_a_field_spell_since_mr3(rules: str) -> None:
    game, events = fields(rules)
    assert atk(game, "A") == 1000 + 20 + 100
    moved = [
        (event.name, event.from_player, event.reason)
        for event in happened(events, EventKind.MOVED)
        if event.name == "Hills"
    ]
    assert moved == [("Hills", 0, Reason.RULE)]


@pytest.mark.ruling("field-spells")
@pytest.mark.rule("ST-7")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["expert", "mr1", "mr2"])
def test_the_own_old_field_spell_is_destroyed_by_rule_up_to_mr2(rules: str) -> None:
    game, events = fields(rules)
    moved = [
        (event.from_player, event.reason)
        for event in happened(events, EventKind.MOVED)
        if event.name == "Hills"
    ]
    assert moved == [(0, Reason.RULE_DESTRUCTION)]
    assert atk(game, "A") == 1020


def against_theirs(rules: str, answer: Any = None) -> Duel:
    """Player 0 activates Lake; player 1 has Hills, and an answer."""
    theirs: dict[int, Any] = {5: lying(HILLS, Lie.FACE_UP_ATTACK)}
    if answer is not None:
        theirs[1] = answer
    game = play(side(hand=[LAKE], monsters=[monster("A")]), side(spells_traps=theirs), rules)
    activate(game, "Lake")
    if answer is not None:
        activate(game, answer.name, "Lake")
    return game


@pytest.mark.ruling("field-spells")
@pytest.mark.rule("ST-7")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["expert", "mr1", "mr2"])
def test_the_opponents_field_spell_is_destroyed_after_the_new_one_resolved(rules: str) -> None:
    game = against_theirs(rules)
    assert names(game, 1, Place.GRAVEYARD) == ["Hills"]
    assert atk(game, "A") == 1020


@pytest.mark.ruling("field-spells")
@pytest.mark.rule("ST-7")
@pytest.mark.permits
@pytest.mark.parametrize("answer", [NEGATE, DUST])
def test_the_opponents_field_spell_stays_if_the_new_one_failed(answer: Any) -> None:
    game = against_theirs("mr2", answer)
    assert "Hills" in names(game, 1, Place.SPELL_TRAP_ZONE)
    assert atk(game, "A") == 1100


@pytest.mark.rule("ST-7")
@pytest.mark.permits
def test_setting_a_field_spell_does_not_touch_the_opponents() -> None:
    game = play(side(hand=[LAKE]), side(spells_traps={5: lying(HILLS, Lie.FACE_UP_ATTACK)}), "mr2")
    take(game, MoveKind.SET_SPELL_TRAP, "Lake")
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Hills"]


@pytest.mark.rule("ST-7", "ZONE-2")
@pytest.mark.permits
def test_a_field_spell_needs_no_spell_and_trap_zone() -> None:
    full = dict.fromkeys(range(5), TRAP_GAIN)
    game = play(side(hand=[LAKE, GAIN], spells_traps=full))
    assert "Lake" in usable(game)


@pytest.mark.rule("ST-7")
@pytest.mark.permits
def test_a_field_spell_is_a_spell_on_the_field() -> None:
    game = play(side(hand=[STORM]), side(spells_traps={5: lying(HILLS, Lie.FACE_UP_ATTACK)}))
    activate(game, "Storm")
    assert names(game, 1, Place.GRAVEYARD) == ["Hills"]


# ----------------------------------------------------------------------- ZONE-2


@pytest.mark.rule("ZONE-2")
@pytest.mark.forbids
def test_full_spell_and_trap_zones_stop_activations_from_the_hand() -> None:
    full = dict.fromkeys(range(5), TRAP_STAYS)
    game = play(side(hand=[GAIN, QUICK_GAIN], spells_traps=full))
    assert set(usable(game)) == {"Stays"}


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
def test_a_set_spell_is_activated_in_its_own_zone() -> None:
    full: dict[int, Any] = dict.fromkeys(range(4), TRAP_STAYS)
    game = play(side(spells_traps={**full, 4: GAIN}))
    activate(game, "Gain")
    resolve(game)
    assert game.lp == (8100, 8000)


# ------------------------------------------------------------------------- ST-8


@pytest.mark.rule("ST-8", "EFF-3")
@pytest.mark.permits
def test_a_card_with_a_target_may_be_activated() -> None:
    game = play(side(hand=[DUST]), side(spells_traps=[TRAP_GAIN]))
    assert usable(game) == ["Dust"]


@pytest.mark.rule("ST-8", "EFF-3")
@pytest.mark.forbids
def test_a_card_without_a_target_is_not_activated() -> None:
    assert usable(play(side(hand=[DUST]), side(monsters=[monster()]))) == []


@pytest.mark.rule("ST-8")
@pytest.mark.permits
def test_a_search_with_a_card_to_find() -> None:
    game = play(side(hand=[SEARCH], deck=[GAIN, monster()]))
    activate(game, "Search")
    assert names(game, 0, Place.HAND) == ["Gain"]


@pytest.mark.rule("ST-8")
@pytest.mark.forbids
def test_a_search_without_a_card_to_find_is_not_activated() -> None:
    assert usable(play(side(hand=[SEARCH], deck=[monster()] * 3))) == []


@pytest.mark.rule("ST-8")
@pytest.mark.forbids
def test_a_cost_that_cannot_be_paid() -> None:
    assert usable(play(side(hand=[PAID], lp=900))) == []
    assert usable(play(side(hand=[PAID], lp=1100))) == ["Paid"]


@pytest.mark.rule("ST-8")
@pytest.mark.forbids
def test_what_would_destroy_nothing_is_not_activated() -> None:
    game = play(side(hand=[STORM], monsters=[monster()]))
    assert usable(game) == []


@pytest.mark.rule("ST-8", "WIN-2")
@pytest.mark.forbids
def test_draw_2_needs_two_cards_in_the_deck() -> None:
    assert usable(play(side(hand=[DRAW_2], deck=1))) == []


@pytest.mark.rule("ST-8", "WIN-2")
@pytest.mark.permits
def test_draw_2_with_two_cards_in_the_deck() -> None:
    game = play(side(hand=[DRAW_2], deck=2))
    activate(game, "Two Cards")
    assert len(names(game, 0, Place.HAND)) == 2
    assert not game.over


# ------------------------------------------------------------------------ ST-12


@pytest.mark.rule("ST-12")
@pytest.mark.permits
def test_a_card_set_by_an_effect_is_activated_later() -> None:
    game = play(side(hand=[PLANT, GAIN]))
    activate(game, "Plant")
    place(game)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Gain"]
    activate(game, "Gain")
    assert game.lp == (8100, 8000)


@pytest.mark.rule("ST-12")
@pytest.mark.forbids
def test_placing_by_an_effect_is_not_activating() -> None:
    game = play(side(hand=[PLANT, GAIN]), side(spells_traps=[NEGATE]))
    activate(game, "Plant")
    decline(game)
    place(game)
    # Nothing to negate: no activation of Gain.
    assert game.decision is DecisionKind.MAIN_PHASE
    assert [event.name for event in happened(game.log, EventKind.ACTIVATED)] == ["Plant"]
    assert game.lp == (8000, 8000)


@pytest.mark.rule("ST-12", "ST-3")
@pytest.mark.forbids
def test_a_trap_set_by_an_effect_is_not_used_this_turn() -> None:
    game = play(side(hand=[PLANT_TRAP, TRAP_GAIN]))
    activate(game, "Plant Trap")
    place(game)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Trap Gain"]
    assert usable(game) == []
