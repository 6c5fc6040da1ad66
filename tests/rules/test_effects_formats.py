"""Where formats differ on effects: the same position, two formats, two results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    happened,
    lying,
    monster,
    names,
    side,
    summon,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    NEGATE,
    SNIPE,
    activate,
    atk,
    choose,
    creature,
    equips,
    holds,
    ignition,
    lasts,
    magic,
    may_trigger,
    on_host,
    play,
    snare,
    usable,
    used,
)
from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    TARGETS,
    Cards,
    Choose,
    Equip,
    GainLP,
    Send,
    Shuffle,
    SwapControl,
    Target,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    Place,
    Reason,
    Trigger,
    Until,
)
from ygosim.rules import FieldSpells, Rules

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
ANY_GRAVE = Cards(where=(Place.GRAVEYARD,), type=CardType.MONSTER)

STAYER = creature("Stayer", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(1)))
LEFT = creature("Left", may_trigger(Trigger.LEFT_FIELD, GainLP(1)))
RETURNED = creature("Returned", may_trigger(Trigger.RETURNED_TO_DECK, GainLP(1)))
MINE = creature("Mine Owner", ignition(GainLP(1000)))
REMOVE = magic("Remove", used(Choose(ANY_GRAVE), Send(CHOSEN, Place.BANISHED)))
SPIN_ONE = magic(
    "Spin One", used(Send(TARGETS, Place.DECK), Shuffle(Who.ME), targets=(Target(MONSTERS),))
)
DRUM = magic("Drum", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
MY_RIBBON = magic(
    "My Ribbon",
    used(
        Equip(TARGETS),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME, face_up=True)),),
    ),
    on_host(Continuous.ADD_ATK, 500),
    type=CardType.EQUIP,
)
GIVE = magic(
    "Give",
    used(
        Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)),
        Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT), second=True),
        SwapControl(CHOSEN, CHOSEN_SECOND, "swap"),
    ),
    lasts("swap", Continuous.CONTROL, until=Until.LEAVES),
)

ON_A_SUMMON = snare("On A Summon", used(GainLP(1), trigger=Trigger.NORMAL_SUMMONED))


def ground(name: str, atk_: int) -> Any:
    """A Field Spell: all monsters gain ATK."""
    boost = holds(
        Continuous.ADD_ATK, atk_, where=(Place.SPELL_TRAP_ZONE,), works=Works.ON_CARDS, on=FACE_UP
    )
    return magic(name, used(), boost, type=CardType.FIELD)


DESERT = ground("Desert", 100)
SWAMP = ground("Swamp", 20)


def reasons(events: Any, name: str) -> list[Reason]:
    """Why a card moved."""
    return [event.reason for event in happened(events, EventKind.MOVED) if event.name == name]


@pytest.mark.parametrize(("rules", "offered"), [("mr4", ["Stayer"]), ("mr5", [])])
def test_a_trigger_of_a_card_that_was_banished_from_the_graveyard(
    rules: str, offered: list[str]
) -> None:
    game = play(
        side(hand=[REMOVE], monsters=[STAYER]),
        side(spells_traps=[SNIPE], graveyard=[monster("X")]),
        rules,
    )
    activate(game, "Remove")
    activate(game, "Snipe")
    choose(game, "Stayer")
    assert usable(game) == offered


def test_that_a_trigger_needs_its_place_is_a_field_of_its_own() -> None:
    game = play(
        side(hand=[REMOVE], monsters=[STAYER]),
        side(spells_traps=[SNIPE], graveyard=[monster("X")]),
        Rules.mr5.replace(trigger_needs_place=False),
    )
    activate(game, "Remove")
    activate(game, "Snipe")
    choose(game, "Stayer")
    assert usable(game) == ["Stayer"]


@pytest.mark.parametrize(
    ("rules", "offered"),
    [("mr4", ["Left"]), ("mr5", [])],
)
def test_a_leaving_trigger_of_a_card_that_went_back_to_the_deck(
    rules: str, offered: list[str]
) -> None:
    game = play(side(hand=[SPIN_ONE], monsters=[LEFT]), rules=rules)
    activate(game, "Spin One")
    assert usable(game) == offered


@pytest.mark.parametrize("rules", ["mr4", "mr5"])
def test_a_returned_to_the_deck_trigger_works_everywhere(rules: str) -> None:
    game = play(side(hand=[SPIN_ONE], monsters=[RETURNED]), rules=rules)
    activate(game, "Spin One")
    assert usable(game) == ["Returned"]


@pytest.mark.parametrize(
    ("rules", "first"), [("mr1", (0, ["Mine Owner"])), ("mr2", (1, ["Snipe"]))]
)
def test_who_may_act_after_a_summon(rules: str, first: tuple[int, list[str]]) -> None:
    game = play(side(hand=[MINE]), side(spells_traps=[SNIPE]), rules)
    summon(game, "Mine Owner")
    assert (game.player, usable(game)) == first


def test_ignition_priority_is_a_field_of_its_own() -> None:
    game = play(
        side(hand=[MINE]),
        side(spells_traps=[SNIPE]),
        Rules.mr5.replace(ignition_priority=True),
    )
    summon(game, "Mine Owner")
    assert (game.player, usable(game)) == (0, ["Mine Owner"])


@pytest.mark.parametrize(("rules", "expected"), [("mr2", 1020), ("mr3", 1120)])
def test_field_spells_of_both_players(rules: str, expected: int) -> None:
    game = play(
        side(hand=[SWAMP], monsters=[monster("A")]),
        side(spells_traps={5: lying(DESERT, ATTACK)}),
        rules,
    )
    activate(game, "Swamp")
    assert atk(game, "A") == expected


@pytest.mark.parametrize(
    ("rules", "reason"), [("mr2", Reason.RULE_DESTRUCTION), ("mr3", Reason.RULE)]
)
def test_the_own_field_spell_that_makes_way(rules: str, reason: Reason) -> None:
    game = play(side(hand=[SWAMP], spells_traps={5: lying(DESERT, ATTACK)}), rules=rules)
    assert reasons(activate(game, "Swamp"), "Desert") == [reason]


def test_the_two_field_spell_fields_are_independent() -> None:
    rules = Rules.mr5.replace(
        field_spells=FieldSpells.ONE_ON_THE_FIELD, replaced_field_spell_destroyed=False
    )
    game = play(
        side(hand=[SWAMP], spells_traps={5: lying(DESERT, ATTACK)}),
        side(spells_traps={5: lying(DESERT, ATTACK)}),
        rules,
    )
    events = activate(game, "Swamp")
    assert reasons(events, "Desert") == [Reason.RULE, Reason.RULE_DESTRUCTION]


@pytest.mark.parametrize(
    ("destroyed", "reason"), [(True, Reason.LOST_TARGET), (False, Reason.RULE)]
)
def test_an_equip_card_whose_monster_has_gone(destroyed: bool, reason: Reason) -> None:
    game = play(
        side(
            hand=[GAIN],
            monsters=[monster("A")],
            spells_traps=[lying(DRUM, ATTACK, equipped_to=(0, 1))],
        ),
        side(spells_traps=[SNIPE]),
        Rules.mr5.replace(orphaned_equips_destroyed=destroyed),
    )
    assert atk(game, "A") == 1500
    activate(game, "Gain")
    assert reasons(activate(game, "Snipe"), "Drum") == [reason]


@pytest.mark.rule("ST-6")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("rechecked", "left"),
    [(True, []), (False, ["My Ribbon"])],
)
def test_an_equip_card_whose_monster_no_longer_fits(rechecked: bool, left: list[str]) -> None:
    # It may be on its controller's monsters only, and the monster changes sides.
    game = play(
        side(
            hand=[GIVE],
            monsters=[monster("A")],
            spells_traps=[lying(MY_RIBBON, ATTACK, equipped_to=(0, 1))],
        ),
        side(monsters=[monster("B")]),
        Rules.mr5.replace(equips_rechecked=rechecked),
    )
    activate(game, "Give")
    while game.decision in (DecisionKind.ZONE, DecisionKind.CARD):
        game.apply(0)
    assert names(game, 1, Place.MONSTER_ZONE) == ["A"]
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == left


@pytest.mark.parametrize(
    ("rules", "answered"),
    [
        ("mr5", True),
        ("rush", False),
    ],
)
def test_an_activation_is_answered_where_there_are_chains(rules: str, answered: bool) -> None:
    game = play(side(hand=[GAIN], monsters=[monster("A")]), side(spells_traps=[SNIPE]), rules)
    activate(game, "Gain")
    assert usable(game, 1) == ["Snipe"]
    assert (int(game.state["chain_count"]) == 1) is answered  # else it has resolved first


@pytest.mark.parametrize(("rules", "first"), [("mr5", 0), ("rush", 1)])
def test_who_is_asked_first_after_a_summon(rules: str, first: int) -> None:
    both = side(hand=[monster("A")], spells_traps=[ON_A_SUMMON])
    game = play(both, side(spells_traps=[ON_A_SUMMON]), rules)
    summon(game, "A")
    assert (game.player, usable(game)) == (first, ["On A Summon"])


@pytest.mark.rule("ST-7")
@pytest.mark.permits
def test_a_set_field_spell_of_the_opponent_stays() -> None:
    game = play(side(hand=[SWAMP]), side(spells_traps={5: DESERT}), "mr2")
    activate(game, "Swamp")
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Desert"]


@pytest.mark.rule("ST-7")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr2", "mr5"])
def test_an_own_set_field_spell_makes_way_too(rules: str) -> None:
    game = play(side(hand=[SWAMP], spells_traps={5: DESERT}), rules=rules)
    activate(game, "Swamp")
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Swamp"]
    assert names(game, 0, Place.GRAVEYARD) == ["Desert"]


@pytest.mark.rule("ST-7", "ST-9")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr2", "mr5"])
def test_the_old_field_spell_is_gone_even_if_the_new_one_is_negated(rules: str) -> None:
    game = play(
        side(hand=[SWAMP], spells_traps={5: lying(DESERT, ATTACK)}),
        side(spells_traps=[NEGATE]),
        rules,
    )
    activate(game, "Swamp")
    activate(game, "Negate")
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == []
    assert names(game, 0, Place.GRAVEYARD) == ["Desert", "Swamp"]
