"""Tokens, phases that are skipped, and what is put off until a phase (ZONE-6, TURN-1, EFF-2)."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    DEFENCE,
    SET,
    attack,
    duel,
    end_turn,
    happened,
    lying,
    monster,
    names,
    on_field,
    phases,
    place,
    side,
    summon,
)
from tests.rules.stand_ins import (
    KILL,
    MONSTERS,
    activate,
    creature,
    holds,
    ignition,
    lasts,
    magic,
    play,
    resolve,
    usable,
    used,
)
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    EVENT_CARDS,
    TARGETS,
    Can,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    Draw,
    EquipMonster,
    GainLP,
    Linger,
    PayIfAble,
    Send,
    SkipPhases,
    SpecialSummon,
    Target,
    Token,
    Tokens,
    Who,
    Works,
)
from ygosim.enums import (
    Attribute,
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    MonsterType,
    Phase,
    Place,
    Reason,
    Trigger,
    Until,
)
from ygosim.errors import PositionError
from ygosim.scenario import position_of

LAMB = Token(
    passcode=987654,
    name="Lamb Token",
    attribute=Attribute.EARTH,
    monster_type=MonsterType.BEAST,
    level=1,
    atk=500,
)
LAMB_CARD = Card(
    987654,
    "Lamb Token",
    CardType.MONSTER | CardType.NORMAL | CardType.TOKEN,
    Attribute.EARTH,
    MonsterType.BEAST,
    1,
    500,
    0,
)
FLOCK = magic("Flock", used(SpecialSummon(Tokens(LAMB, 2))))
VEIL = magic(
    "Veil",
    used(
        ChangePosition(cards=TARGETS, attack=SET),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), can=Can.CAN_BE_TURNED_FACE_DOWN)),),
    ),
)
GRAZER = creature(
    "Grazer",
    ignition(
        EquipMonster(TARGETS),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT)),),
    ),
)
HOME = magic("Home", used(Send(MONSTERS, Place.HAND)))
AWAY = magic("Away", used(Send(MONSTERS, Place.BANISHED)))
BUTCHER = creature(
    "Butcher",
    ignition(
        GainLP(1),
        cost=(
            Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME, but_this=True)),
            Send(CHOSEN, Place.GRAVEYARD, Reason.COST),
        ),
    ),
)
REST = magic("Rest", used(SkipPhases(Phase.DRAW, 2)))
SLEEP = magic("Sleep", used(SkipPhases(Phase.STANDBY)))
TOLL = magic("Bridge Toll", used(PayIfAble(3000)))
BOMB = magic(
    "Bomb",
    used(Linger(MONSTERS, "boom")),
    lasts(
        "boom",
        Continuous.LATER,
        until=Until.DONE | Until.LEAVES,
        trigger=Trigger.END_PHASE,
        operation=(Destroy(EVENT_CARDS),),
    ),
)


def flock() -> Duel:
    game = play(side(hand=[FLOCK, HOME, AWAY, KILL]))
    activate(game, "Flock")
    resolve(game)
    for _ in range(2):
        place(game)
        if len(game.legal()) == 2:
            game.apply(game.legal()[0])
    return game


@pytest.mark.rule("ZONE-6")
@pytest.mark.permits
def test_zone_6_tokens_are_special_summoned_together() -> None:
    game = flock()
    assert [name for name, _ in on_field(game, 0).values()].count("Lamb Token") == 2
    (first, second) = (c for c in game.cards(0, Place.MONSTER_ZONE) if c.name == "Lamb Token")
    assert second.number == first.number + 1
    assert (first.atk, first.owner) == (500, 0)


@pytest.mark.rule("ZONE-6")
@pytest.mark.forbids
@pytest.mark.parametrize("spell", ["Home", "Away", "Kill It"])
def test_zone_6_a_token_that_leaves_the_field_ceases_to_exist(spell: str) -> None:
    game = flock()
    before = len(game.log)
    activate(game, spell, "Lamb Token")
    resolve(game)
    gone = happened(game.log[before:], EventKind.CEASED)
    assert {event.name for event in gone} == {"Lamb Token"}
    for where in (Place.HAND, Place.GRAVEYARD, Place.BANISHED, Place.DECK):
        assert "Lamb Token" not in names(game, 0, where)


@pytest.mark.rule("ZONE-6")
@pytest.mark.forbids
def test_zone_6_a_token_is_no_cost_to_the_graveyard() -> None:
    game = play(side(monsters=[BUTCHER, LAMB_CARD]))
    assert "Butcher" not in usable(game)
    assert "Butcher" in usable(play(side(monsters=[BUTCHER, monster("A")])))


@pytest.mark.rule("ZONE-6")
@pytest.mark.forbids
def test_zone_6_a_position_has_tokens_in_monster_zones_face_up() -> None:
    assert on_field(play(side(monsters=[lying(LAMB_CARD, DEFENCE)])), 0)
    for wrong in (
        {"monsters": [lying(LAMB_CARD, SET)]},
        {"hand": [LAMB_CARD]},
        {"graveyard": [LAMB_CARD]},
    ):
        with pytest.raises(PositionError, match="token"):
            play(side(**wrong))  # type: ignore[arg-type]


def test_a_token_may_be_tributed() -> None:
    game = play(side(hand=[monster("Five", level=5)], monsters=[LAMB_CARD]))
    summon(game, "Five")
    assert names(game, 0, Place.MONSTER_ZONE) == ["Five"]
    assert names(game, 0, Place.GRAVEYARD) == []


def test_numbers_of_tokens_that_are_gone_are_used_again() -> None:
    game = flock()
    copy = game.copy()
    assert copy.hash == game.hash
    numbers = {c.number for c in game.cards(0, Place.MONSTER_ZONE) if c.name == "Lamb Token"}
    activate(game, "Away")
    resolve(game)
    game2 = play(side(hand=[AWAY, FLOCK], monsters=[LAMB_CARD]))
    activate(game2, "Away")
    resolve(game2)
    activate(game2, "Flock")
    assert len(numbers) == 2


def test_a_saved_duel_knows_its_tokens() -> None:
    game = duel(side(hand=["Scapegoat"]))
    activate(game, "Scapegoat")
    while game.decision is not DecisionKind.MAIN_PHASE:
        game.apply(game.legal()[0])
    assert names(game, 0, Place.MONSTER_ZONE) == ["Sheep Token"] * 4
    loaded = Duel.load(game.save())
    assert loaded.hash == game.hash
    assert on_field(loaded, 0) == on_field(game, 0)


@pytest.mark.rule("ST-11")
@pytest.mark.permits
def test_a_token_is_an_equip_card_and_ceases_to_exist_with_that() -> None:
    game = play(
        side(hand=[KILL], monsters=[GRAZER]),
        side(monsters=[LAMB_CARD]),
    )
    activate(game, "Grazer", "Lamb Token")
    resolve(game)
    place(game)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Lamb Token"]
    assert game.handle.check() is None
    activate(game, "Kill It", "Grazer")
    resolve(game)
    assert [event.name for event in happened(game.log, EventKind.CEASED)] == ["Lamb Token"]
    assert game.handle.check() is None


@pytest.mark.rule("ZONE-6")
@pytest.mark.forbids
def test_zone_6_a_token_is_not_turned_face_down() -> None:
    assert usable(play(side(hand=[VEIL], monsters=[LAMB_CARD]))) == []


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_a_set_monster_is_not_turned_face_down_again() -> None:
    assert usable(play(side(hand=[VEIL], monsters=[lying(monster("A"), SET)]))) == []


@pytest.mark.rule("POS-2")
@pytest.mark.permits
def test_a_face_up_monster_is_turned_face_down() -> None:
    assert usable(play(side(hand=[VEIL], monsters=[monster("A")]))) == ["Veil"]


def test_a_position_of_a_duel_has_its_tokens() -> None:
    game = play(side(monsters=[LAMB_CARD, monster("A")]))
    again = Duel.from_position(position_of(game))
    assert on_field(again, 0) == on_field(game, 0)


def test_a_token_battles() -> None:
    game = play(
        side(monsters=[monster("Big", atk=2000)]), side(monsters=[LAMB_CARD]), phase=Phase.BATTLE
    )
    attack(game, "Big")
    resolve(game)
    assert game.lp == (8000, 6500)
    assert names(game, 1, Place.MONSTER_ZONE) == []


@pytest.mark.rule("TURN-1")
@pytest.mark.permits
def test_turn_1_a_skipped_draw_phase_does_not_come() -> None:
    game = play(side(hand=[REST, REST]), side())
    activate(game, "Rest")
    resolve(game)
    activate(game, "Rest")  # RULING: they do not add up
    resolve(game)
    deck = len(names(game, 0, Place.DECK))
    seen = []
    for _ in range(6):
        events = end_turn(game)
        resolve(game)
        seen.append(Phase.DRAW in phases(events))
    assert seen == [True, False, True, False, True, True]
    assert len(names(game, 0, Place.DECK)) == deck - 1


@pytest.mark.rule("TURN-1")
@pytest.mark.forbids
def test_turn_1_one_standby_phase_is_skipped_of_the_player_who_skips_it() -> None:
    game = play(side(hand=[SLEEP]), side())
    activate(game, "Sleep")
    resolve(game)
    seen = []
    for _ in range(4):
        events = end_turn(game)
        resolve(game)
        seen.append(Phase.STANDBY in phases(events))
    assert seen == [True, False, True, True]


@pytest.mark.parametrize(("lp", "left"), [(3001, 1), (2999, 2999)])
def test_what_must_be_paid_is_paid_if_there_is_as_much(lp: int, left: int) -> None:
    game = play(side(hand=[TOLL], lp=lp))
    activate(game, "Bridge Toll")
    resolve(game)
    assert game.lp == (left, 8000)


def test_what_is_put_off_is_done_in_its_phase_to_the_same_card() -> None:
    game = play(side(hand=[BOMB], monsters=[monster("A")]), side(monsters=[monster("B")]))
    activate(game, "Bomb")
    resolve(game)
    assert len(names(game, 0, Place.MONSTER_ZONE)) == 1
    end_turn(game)
    while game.turn == 2:  # TURN-5: one after the other, in an order of choice
        game.apply(game.legal()[0])
    assert names(game, 0, Place.MONSTER_ZONE) == names(game, 1, Place.MONSTER_ZONE) == []


def test_who_cannot_draw_cannot_use_what_draws() -> None:
    pot = magic("Pot", used(Draw(1)))
    wall = creature("Silent Wall", holds(Continuous.CANNOT_DRAW, works=Works.ON_OPPONENT))
    assert "Pot" in usable(play(side(hand=[pot])))
    assert "Pot" not in usable(play(side(hand=[pot]), side(monsters=[wall])))
    assert "Pot" in usable(play(side(hand=[pot], monsters=[wall])))
