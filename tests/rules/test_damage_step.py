"""The parts of the damage step with effects: BAT-3, BAT-4, BAT-8, and LP 0 in battle: WIN-1."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    DEFENCE,
    SET,
    attack,
    happened,
    lying,
    monster,
    names,
    side,
)
from tests.rules.stand_ins import (
    MONSTERS,
    activate,
    creature,
    decline,
    fight,
    holds,
    lasts,
    may_trigger,
    must_trigger,
    resolve,
    snare,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    TARGETS,
    Cards,
    Count,
    Damage,
    GainLP,
    Linger,
    Target,
    Times,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    Phase,
    Place,
    Property,
    Trigger,
)
from ygosim.position import PlacedCard, PlayerPosition, Position
from ygosim.rules import FORMATS

ON_FIELD = Times(100, Count(MONSTERS))
ZONE = (Place.MONSTER_ZONE,)

HURTS = creature("Hurts", must_trigger(Trigger.BATTLE_DAMAGE, GainLP(ON_FIELD)), atk=1500)
BATTLES = creature("Battles", must_trigger(Trigger.BATTLED, GainLP(ON_FIELD)), atk=1500)
SLAYS = creature("Slays", must_trigger(Trigger.DESTROYS_BY_BATTLE, GainLP(ON_FIELD)), atk=1500)
FALLS = creature("Falls", must_trigger(Trigger.DESTROYED_BY_BATTLE, GainLP(ON_FIELD)), atk=1000)
HEALS = creature("Heals", must_trigger(Trigger.FLIPPED, GainLP(5000)), type=CardType.FLIP, def_=0)
LANCE = creature("Lance", holds(Continuous.PROPERTY, Property.PIERCE), atk=1500)
BURNS = creature("Burns", must_trigger(Trigger.FLIPPED, Damage(5000)), type=CardType.FLIP, def_=0)
LOOKER = creature(
    "Looker", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(1), where=ZONE, when=True), atk=1
)
SAYS_SO = creature(
    "Says So",
    may_trigger(Trigger.SENT_TO_GRAVE, GainLP(1), where=ZONE, in_damage_step=True),
    atk=1,
)


def beaten(name: str) -> Duel:
    """A monster of player 0 with 1500 ATK attacks Prey of 1000."""
    attacker = {card.name: card for card in (HURTS, BATTLES, SLAYS)}[name]
    game = fight(side(monsters=[attacker]), side(monsters=[monster("Prey")]))
    attack(game, name)
    resolve(game)
    return game


@pytest.mark.rule("BAT-3")
@pytest.mark.permits
@pytest.mark.parametrize(("name", "gained"), [("Hurts", 200), ("Battles", 200)])
def test_after_calculation_what_is_beaten_is_still_on_the_field(name: str, gained: int) -> None:
    assert beaten(name).lp == (8000 + gained, 7500)


@pytest.mark.rule("BAT-3")
@pytest.mark.permits
def test_at_the_end_of_the_damage_step_it_has_gone() -> None:
    assert beaten("Slays").lp == (8100, 7500)


@pytest.mark.rule("BAT-3")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_monster_destroyed_by_battle_uses_its_effect_in_the_graveyard(rules: str) -> None:
    game = fight(side(monsters=[monster("A", atk=1500)]), side(monsters=[FALLS]), rules)
    attack(game, "A")
    assert names(game, 1, Place.GRAVEYARD) == ["Falls"]
    assert game.lp == (8000, 7600)


@pytest.mark.rule("BAT-3")
@pytest.mark.forbids
def test_a_monster_that_survives_was_not_destroyed_by_battle() -> None:
    game = fight(side(monsters=[monster("A", atk=500)]), side(monsters=[lying(FALLS, DEFENCE)]))
    attack(game, "A")
    assert names(game, 1, Place.MONSTER_ZONE) == ["Falls"]
    assert game.lp == (7500, 8000)


@pytest.mark.rule("BAT-3")
@pytest.mark.forbids
def test_no_battle_damage_no_trigger_of_battle_damage() -> None:
    game = fight(side(monsters=[HURTS]), side(monsters=[lying(monster("B", def_=100), DEFENCE)]))
    attack(game, "Hurts")
    assert names(game, 1, Place.GRAVEYARD) == ["B"]
    assert game.lp == (8000, 8000)


HARMLESS = creature("Harmless", must_trigger(Trigger.BATTLE_DAMAGE, GainLP(1)), atk=0)


@pytest.mark.rule("LP-1", "BAT-7")
@pytest.mark.forbids
def test_damage_of_0_is_no_battle_damage() -> None:
    game = fight(side(monsters=[HARMLESS]), side())
    attack(game, "Harmless")
    assert game.lp == (8000, 8000)


@pytest.mark.ruling("last-life-points-in-battle")
@pytest.mark.rule("BAT-8", "WIN-1")
@pytest.mark.forbids
def test_lp_0_by_battle_damage_ends_the_duel_before_a_flip_effect() -> None:
    for flip in (HEALS, BURNS):
        game = fight(side(monsters=[LANCE], lp=5000), side(monsters=[lying(flip, SET)], lp=1500))
        attack(game, "Lance")
        assert (game.over, game.winner, game.lp) == (True, 0, (5000, 0))
        assert happened(game.log, EventKind.ACTIVATED) == []


@pytest.mark.ruling("last-life-points-in-battle")
@pytest.mark.rule("BAT-8")
@pytest.mark.permits
def test_with_lp_left_the_flip_effect_comes() -> None:
    game = fight(side(monsters=[LANCE]), side(monsters=[lying(HEALS, SET)], lp=1501))
    attack(game, "Lance")
    assert game.lp == (8000, 5001)


@pytest.mark.rule("BAT-4")
@pytest.mark.forbids
def test_an_optional_trigger_that_does_not_say_so_is_not_used_in_the_damage_step() -> None:
    game = fight(side(monsters=[monster("A", atk=1500)]), side(monsters=[monster("B"), LOOKER]))
    attack(game, "A", "B")
    assert names(game, 1, Place.GRAVEYARD) == ["B"]
    assert game.decision is DecisionKind.BATTLE_PHASE


@pytest.mark.rule("BAT-4")
@pytest.mark.permits
def test_one_that_says_so_is() -> None:
    game = fight(side(monsters=[monster("A", atk=1500)]), side(monsters=[monster("B"), SAYS_SO]))
    attack(game, "A", "B")
    assert usable(game, 1) == ["Says So"]


@pytest.mark.rule("BAT-4")
@pytest.mark.permits
@pytest.mark.forbids
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
@pytest.mark.parametrize("card", ["Rush Recklessly", "Limiter Removal"])
def test_cards_that_change_atk_are_used_until_calculation_only(card: str, rules: str) -> None:
    # The Bug's effect is activated after calculation, and nobody may answer it with the card.
    players = (
        PlayerPosition(
            monsters={1: "Ancient Gear Golem"}, spells_traps={0: card}, deck=["Mokey Mokey"]
        ),
        PlayerPosition(
            monsters={1: PlacedCard("Man-Eater Bug", SET), 2: "Mystical Elf"}, deck=["Mokey Mokey"]
        ),
    )
    game = Duel.from_position(Position(players=players, rules=FORMATS[rules], phase=Phase.BATTLE))
    attack(game, "Ancient Gear Golem", "Man-Eater Bug")
    asked_before = asked_after = 0
    while game.decision in (DecisionKind.RESPONSE, DecisionKind.CARD):
        calculated = any(event.kind is EventKind.DAMAGE_CALCULATED for event in game.log)
        if game.decision is DecisionKind.RESPONSE:
            asked_after += calculated
            asked_before += not calculated and bool(game.state["damage_step"])
        game.apply(0)
    assert asked_before
    assert not asked_after
    assert any("activates Man-Eater Bug" in str(event) for event in game.log)


# ---------------------------------------------------------------- values in battle

WEAKEN = snare(
    "Weaken",
    used(
        Linger(TARGETS, "down", -600),
        targets=(Target(Cards(where=ZONE, face_up=True)),),
        in_damage_step=True,
    ),
    lasts("down", Continuous.ADD_ATK),
)
LEADER = creature(
    "Captain",
    holds(
        Continuous.ADD_ATK,
        500,
        works=Works.ON_CARDS,
        on=Cards(where=ZONE, whose=Who.ME, face_up=True, but_this=True),
    ),
    def_=3000,
)
FLIP_LEADER = creature(
    "Drummer",
    holds(
        Continuous.ADD_DEF,
        700,
        works=Works.ON_CARDS,
        on=Cards(where=ZONE, whose=Who.ME, face_up=True),
    ),
    def_=500,
)


@pytest.mark.rule("BAT-5", "EFF-8")
@pytest.mark.permits
def test_a_battle_is_fought_with_the_current_values() -> None:
    game = fight(
        side(monsters=[monster("A", atk=1000), lying(LEADER, DEFENCE)]),
        side(monsters=[monster("B", atk=1200)]),
    )
    attack(game, "A")
    assert game.lp == (8000, 7700)
    assert names(game, 1, Place.GRAVEYARD) == ["B"]


@pytest.mark.rule("BAT-4", "BAT-5", "EFF-8")
@pytest.mark.permits
def test_values_that_change_in_the_damage_step_count() -> None:
    game = fight(
        side(monsters=[monster("A", atk=1500)]),
        side(monsters=[monster("B", atk=1000)], spells_traps=[WEAKEN]),
    )
    attack(game, "A")
    decline(game)  # the declaration
    assert usable(game, 1) == ["Weaken"]
    activate(game, "Weaken", "A")
    resolve(game)
    assert game.lp == (7900, 8000)
    assert names(game, 0, Place.GRAVEYARD) == ["A"]


@pytest.mark.rule("BAT-6", "EFF-1")
@pytest.mark.permits
def test_a_monster_flipped_by_the_attack_has_its_continuous_effect_at_once() -> None:
    game = fight(side(monsters=[monster("A", atk=1000)]), side(monsters=[lying(FLIP_LEADER, SET)]))
    attack(game, "A")
    # 500 + 700 DEF against 1000 ATK.
    assert game.lp == (7800, 8000)
    assert names(game, 1, Place.MONSTER_ZONE) == ["Drummer"]
