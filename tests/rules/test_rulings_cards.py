"""Rulings about cards on the field, the deck and values, in pairs (docs/rulings.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    happened,
    lying,
    may,
    monster,
    names,
    place,
    side,
    soldiers,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    MY_DECK,
    activate,
    atk,
    counter_snare,
    equips,
    holds,
    magic,
    on_host,
    play,
    resolve,
    snare,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    ActivationNegated,
    Cards,
    EffectNegated,
    Exists,
    Extreme,
    If,
    Kept,
    Reveal,
    SpecialSummon,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Continuous,
    EventKind,
    Fact,
    MoveKind,
    Place,
    Property,
    Reason,
    Trigger,
)
from ygosim.enums import Position as Lie

# --------------------------------------------------------------------------- Equip Cards


def armed(answer: str = "") -> Duel:
    """Player 0 equips A with Axe of Despair; then the other player may turn A face-down."""
    game = play(
        side(hand=["Axe of Despair", GAIN], monsters=[monster("A")]),
        side(spells_traps=[answer] if answer else []),
    )
    activate(game, "Axe of Despair")
    resolve(game)
    activate(game, "Gain")
    if answer:
        activate(game, answer)
        resolve(game)
    return game


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("ST-6")
@pytest.mark.forbids
def test_axe_of_despair_does_not_stay_on_a_monster_turned_face_down() -> None:
    game = armed("Book of Moon")
    (moved,) = [e for e in happened(game.log, EventKind.MOVED) if e.name == "Axe of Despair"]
    assert (moved.to_place, moved.reason) == (Place.GRAVEYARD, Reason.LOST_TARGET)


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("ST-6")
@pytest.mark.permits
def test_axe_of_despair_stays_on_a_face_up_monster() -> None:
    game = armed()
    assert (names(game, 0, Place.SPELL_TRAP_ZONE), atk(game, "A")) == (["Axe of Despair"], 2000)


GADGET = magic("Gadget", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
MUTE = counter_snare("Mute", used(EffectNegated(), trigger=Trigger.CHAIN_LINK))
ORDER = snare(
    "Ban on Spells",
    holds(
        Continuous.PROPERTY,
        Property.NEGATED,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_CARDS,
        on=Cards(where=(Place.SPELL_TRAP_ZONE,), type=CardType.SPELL),
    ),
    type=CardType.CONTINUOUS,
)
REFUSE = counter_snare("Refuse", used(ActivationNegated(), trigger=Trigger.CHAIN_LINK))


def answered(answer: Any, rules: str = "mr5") -> Duel:
    """Player 0 equips A with Gadget; player 1 answers."""
    game = play(
        side(hand=[GADGET], monsters=[monster("A")]),
        side(spells_traps=[answer]),
        rules,
    )
    activate(game, "Gadget")
    activate(game, getattr(answer, "name", answer))
    resolve(game)
    return game


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("ST-6", "ST-9", "EFF-6")
@pytest.mark.permits
def test_an_equip_card_whose_effect_was_negated_is_equipped() -> None:
    game = answered(MUTE)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Gadget"]
    equipped = happened(game.log, EventKind.EQUIPPED)
    assert [(event.name, event.other_name) for event in equipped] == [("Gadget", "A")]


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("ST-6", "ST-9", "EFF-6")
@pytest.mark.forbids
def test_an_equip_card_whose_activation_was_negated_is_not() -> None:
    game = answered(REFUSE)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == []
    assert names(game, 0, Place.GRAVEYARD) == ["Gadget"]
    assert happened(game.log, EventKind.EQUIPPED) == []


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("ST-6", "EFF-6")
@pytest.mark.permits
def test_axe_of_despair_under_an_order_against_spells_is_equipped_and_adds_nothing() -> None:
    game = play(
        side(hand=["Axe of Despair"], monsters=[monster("A")]),
        side(spells_traps=[lying(ORDER, ATTACK)]),
    )
    activate(game, "Axe of Despair")
    resolve(game)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Axe of Despair"]
    assert atk(game, "A") == 1000


# --------------------------------------------------------------------------- Field Spells


def two_fields(rules: str) -> Duel:
    """Both players have Mountain; player 0 activates another one."""
    mountain = {5: lying("Mountain", Lie.FACE_UP_ATTACK)}
    game = play(
        side(hand=["Mountain"], spells_traps={} if rules == "mr2" else mountain),
        side(spells_traps=mountain),
        rules,
    )
    activate(game, "Mountain")
    resolve(game)
    return game


@pytest.mark.ruling("field-spells")
@pytest.mark.rule("ST-7")
@pytest.mark.forbids
def test_mountain_destroys_the_opponents_mountain_in_mr2() -> None:
    game = two_fields("mr2")
    moved = happened(game.log, EventKind.MOVED)
    assert [(event.from_player, event.reason) for event in moved] == [(1, Reason.RULE_DESTRUCTION)]
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Mountain"]


@pytest.mark.ruling("field-spells")
@pytest.mark.rule("ST-7")
@pytest.mark.permits
def test_mountain_replaces_the_own_mountain_only_in_mr5() -> None:
    game = two_fields("mr5")
    moved = happened(game.log, EventKind.MOVED)
    assert [(event.from_player, event.reason) for event in moved] == [(0, Reason.RULE)]
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Mountain"]


# ------------------------------------------------------------------------------- Tributes

FULL = {number: monster(f"Soldier {number}") for number in range(5)}


def extra(taken: dict[int, Any]) -> Duel:
    """Player 0 summons Summoned Skull with these monsters and one in an extra monster zone."""
    game = play(side(hand=["Summoned Skull"], monsters={**taken, 5: monster("Guest")}))
    take(game, MoveKind.NORMAL_SUMMON, "Summoned Skull")
    return game


@pytest.mark.ruling("tribute-that-frees-no-zone")
@pytest.mark.rule("SUM-1", "ZONE-2")
@pytest.mark.forbids
def test_the_monster_in_the_extra_zone_is_no_tribute_with_full_main_zones() -> None:
    assert "Guest" not in may(extra(FULL), MoveKind.CHOOSE_TRIBUTE)


@pytest.mark.ruling("tribute-that-frees-no-zone")
@pytest.mark.rule("SUM-1", "ZONE-2")
@pytest.mark.permits
def test_the_monster_in_the_extra_zone_is_a_tribute_with_a_free_main_zone() -> None:
    taken = {zone: card for zone, card in FULL.items() if zone != 2}
    game = extra(taken)
    take(game, MoveKind.CHOOSE_TRIBUTE, "Guest")
    place(game)
    assert "Summoned Skull" in names(game, 0, Place.MONSTER_ZONE)


# ------------------------------------------------------------------- the top card of the deck

TOP = Extreme(MY_DECK, Fact.SLOT, greatest=True)
LOW = Kept(TOP, Fact.LEVEL, Comparison.AT_MOST, 4)
LOOK = magic(
    "Look",
    used(Reveal(TOP), If(Exists(LOW), (SpecialSummon(LOW, Lie.FACE_UP_ATTACK),))),
)


def looked(top: Any) -> Duel:
    """Player 0 reveals the top card of the deck and summons it if it is of Level 4 or less."""
    game = play(side(hand=[LOOK], deck=[top, *soldiers(3)]))
    activate(game, "Look")
    place(game)
    (shown,) = happened(game.log, EventKind.REVEALED)
    assert shown.name == top.name
    assert happened(game.log, EventKind.SHUFFLED) == []
    return game


@pytest.mark.ruling("revealed-top-card")
@pytest.mark.rule("INFO-2", "SUM-3")
@pytest.mark.permits
def test_a_revealed_top_card_that_is_summoned_leaves_the_order_of_the_deck() -> None:
    game = looked(monster("Small", level=4))
    assert names(game, 0, Place.MONSTER_ZONE) == ["Small"]
    assert names(game, 0, Place.DECK) == ["Soldier 3", "Soldier 2", "Soldier 1"]


@pytest.mark.ruling("revealed-top-card")
@pytest.mark.rule("INFO-2", "SUM-3")
@pytest.mark.forbids
def test_a_revealed_top_card_that_is_not_summoned_stays_on_top() -> None:
    game = looked(monster("Large", level=7))
    assert names(game, 0, Place.MONSTER_ZONE) == []
    assert names(game, 0, Place.DECK)[-1] == "Large"
