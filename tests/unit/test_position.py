"""`Position`: what can be described, and the message for everything that cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    HIDDEN_ATTACK,
    SET,
    battle,
    duel,
    field_spell,
    link,
    lying,
    monster,
    position,
    side,
    soldiers,
    spell,
    trap,
)
from ygosim._core.engine import Template
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.enums import CardType, CounterKind, DecisionKind, Phase, Place
from ygosim.errors import CardNotFoundError, PositionError, UnsupportedCardError
from ygosim.position import AttackDeclared, PlacedCard, PlayerPosition, Position
from ygosim.rules import Rules
from ygosim.template import effects

TOKEN = Card(1, "Sheep", CardType.MONSTER | CardType.TOKEN, level=1, atk=0, def_=0)
FUSION = monster("Fused", type=CardType.FUSION)
A, B = monster("A"), monster("B")

MARKED = lying(A, ATTACK, attack_declared=True)


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "three players": (
        {"players": (PlayerPosition(),) * 3},
        "3 players; a duel has two",
    ),
    "turn 0": ({"turn": 0}, "turn is 0; it must be 1 to 60000"),
    "a turn too far": ({"turn": 60001}, "turn is 60001; it must be 1 to 60000"),
    "a third player's turn": ({"turn_player": 2}, "turn_player is 2; it must be 0 or 1"),
    "battle in turn 1": (
        {"turn": 1, "phase": Phase.BATTLE},
        "turn 1 of a mr5 duel has no phase <Phase.BATTLE: 3>; it has DRAW, STANDBY, MAIN_1, END",
    ),
    "standby in a rush duel": (
        {"rules": Rules.rush, "phase": Phase.STANDBY},
        "turn 2 of a rush duel has no phase <Phase.STANDBY: 1>; it has DRAW, MAIN_1, BATTLE, END",
    ),
    "summons below 0": (
        {"normal_summons_left": -1},
        "normal_summons_left is -1; it must be 0 to 255",
    ),
    "summons counted where any number is allowed": (
        {"rules": Rules.rush, "normal_summons_left": 1},
        "normal_summons_left is 1, but rush allows any number; leave it out",
    ),
    "four tributes": ({"tributes": {"A": 4}}, "'A' takes 4 tributes; it must be 0 to 3"),
    "tributes of a card that is not there": (
        {"tributes": {"B": 1}},
        "'B' takes 1 tributes, but no card is called so",
    ),
    "life points below 0": (
        {"first": side(lp=-1)},
        "player 0 has -1 LP; it must be 0 to 2**30 - 1",
    ),
    "too many life points": (
        {"second": side(lp=2**30)},
        "player 1 has 1073741824 LP; it must be 0 to 2**30 - 1",
    ),
    "two monsters in one extra zone": (
        {"first": side(monsters={5: A}), "second": side(monsters={6: B})},
        "both players have a monster in the same extra monster zone (one player's 5 is the "
        "other's 6)",
    ),
    "no cards": (
        {"first": PlayerPosition(), "second": PlayerPosition()},
        "the position has no cards; give at least one",
    ),
    "too many cards": (
        {"second": side(hand=soldiers(121), deck=0)},
        "player 1 owns 121 cards; at most 120 are taken",
    ),
    "a token": (
        {"first": side(hand=[TOKEN])},
        "player 0: Sheep is a token; it is only in monster zones [ZONE-6]",
    ),
    "a main deck card in the extra deck": (
        {"second": side(extra=[A])},
        "player 1: A does not belong to the extra deck",
    ),
    "an extra deck card in the hand": (
        {"first": side(hand=[FUSION])},
        "player 0: Fused belongs to the extra deck, not to the HAND",
    ),
    "an extra deck card in the deck": (
        {"first": side(deck=[FUSION])},
        "player 0: Fused belongs to the extra deck, not to the DECK",
    ),
    "an extra zone where there is none": (
        {"rules": Rules.mr3, "first": side(monsters={5: A})},
        "player 0, monster zone 5: mr3 has the zones [0, 1, 2, 3, 4]",
    ),
    "an outer zone of three columns": (
        {"rules": Rules.rush, "second": side(monsters={4: A})},
        "player 1, monster zone 4: rush has the zones [1, 2, 3]",
    ),
    "a spell in a monster zone": (
        {"first": side(monsters={0: spell("S")})},
        "player 0, monster zone 0: S is not a monster",
    ),
    "a Link Monster in defence": (
        {"first": side(monsters={0: lying(link("L"), DEFENCE)})},
        "player 0, monster zone 0: L is a Link Monster; it lies face-up attack",
    ),
    "an attack by the other player": (
        {"second": side(monsters={0: MARKED})},
        "player 1, monster zone 0: only the turn player's monsters declare attacks",
    ),
    "a pendulum zone": (
        {"rules": Rules.mr3, "first": side(spells_traps={6: spell("S")})},
        "player 0, spell & trap zone 6: pendulum zones are not supported yet",
    ),
    "a spell & trap zone that is not there": (
        {"rules": Rules.rush, "first": side(spells_traps={0: spell("S")})},
        "player 0, spell & trap zone 0: rush has the zones [1, 2, 3, 5]",
    ),
    "a monster among spells": (
        {"first": side(spells_traps={0: A})},
        "player 0, spell & trap zone 0: A is a monster; equipped ones are not supported yet",
    ),
    "a trap in the field zone": (
        {"first": side(spells_traps={5: trap("T")})},
        "player 0, spell & trap zone 5: zone 5 is for Field Spells, and they are there only",
    ),
    "a Field Spell elsewhere": (
        {"first": side(spells_traps={0: field_spell("F")})},
        "player 0, spell & trap zone 0: zone 5 is for Field Spells, and they are there only",
    ),
    "a spell in defence": (
        {"first": side(spells_traps={0: lying(spell("S"), DEFENCE)})},
        "player 0, spell & trap zone 0: FACE_UP_DEFENCE; Spells and Traps lie FACE_UP_ATTACK "
        "(face-up) or FACE_DOWN_DEFENCE (Set)",
    ),
    "a spell that attacks": (
        {"first": side(spells_traps={0: lying(spell("S"), SET, attack_declared=True)})},
        "player 0, spell & trap zone 0: only monsters change position and attack",
    ),
    "a third owner": (
        {"first": side(monsters={0: lying(A, ATTACK, owner=2)})},
        "A: owner is 2; it must be 0 or 1",
    ),
    "an attack outside the battle phase": (
        {"attack": AttackDeclared(attacker=0), "first": side(monsters={0: MARKED})},
        "an attack is declared in the MAIN_1 phase",
    ),
}

AXE = "Axe of Despair"
EFFECT_FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "an equipped monster": (
        {"monsters": {0: PlacedCard(A, equipped_to=(0, 1)), 1: B}},
        "player 0, monster zone 0: only Spells and Traps hold on to monsters",
    ),
    "a Set Equip Card on a monster": (
        {"monsters": [A], "spells_traps": {0: PlacedCard(AXE, SET, equipped_to=(0, 1))}},
        "player 0, spell & trap zone 0: a card that holds on to a monster lies face-up",
    ),
    "an Equip Card on a face-down monster": (
        {"monsters": {1: lying(A, SET)}, "spells_traps": {0: PlacedCard(AXE, equipped_to=(0, 1))}},
        "player 0, spell & trap zone 0: Axe of Despair holds on to a monster of player and zone "
        "(0, 1); no face-up monster is there",
    ),
    "a hold of both kinds": (
        {"spells_traps": {0: PlacedCard(AXE, equipped_to=(0, 1), holding_on_to=(0, 1))}},
        "Axe of Despair: it is equipped, or holds on otherwise, not both",
    ),
    "a zone in words": (
        {"spells_traps": {0: PlacedCard(AXE, equipped_to="zone 1")}},  # type: ignore[arg-type]
        "Axe of Despair holds on to 'zone 1'; it must be a player and a zone",
    ),
    "a properly summoned Spell": (
        {"spells_traps": {0: PlacedCard(AXE, properly_summoned=True)}},
        "player 0, spell & trap zone 0: only monsters are properly summoned",
    ),
    "a properly summoned card in the hand": (
        {"hand": [PlacedCard(A, properly_summoned=True)]},
        "player 0, HAND: properly_summoned is said of the GY and banished cards",
    ),
    "a position in a graveyard": (
        {"graveyard": [PlacedCard(A, DEFENCE)]},
        "player 0, GRAVEYARD: of a card there only properly_summoned is said, not what is of the "
        "field",
    ),
    "counters of no kind": (
        {"monsters": {0: PlacedCard(A, counters={77: 1})}},  # type: ignore[dict-item]
        "A: 77 is no CounterKind",
    ),
    "no counter": (
        {"monsters": {0: PlacedCard(A, counters={CounterKind.TURNS: 0})}},
        "A has 0 counters; it must be 1 to 255",
    ),
    "counters by name": (
        {"monsters": {0: PlacedCard(A, counters="Turns")}},  # type: ignore[arg-type]
        "A: counters must map kinds to numbers",
    ),
    "uses in words": (
        {"monsters": {0: PlacedCard(A, used="all")}},  # type: ignore[arg-type]
        "A: used must be a list of numbers of effects",
    ),
    "a use of no effect": (
        {"monsters": {0: PlacedCard(A, used=(1,))}},
        "player 0, monster zone 0: A: effect 1 was used, but is not limited per card; of its "
        "effects these are: none",
    ),
    "a name's use that is a card's": (
        {"hand": ["Guardian Sphinx"], "used": {"Guardian Sphinx": (1,)}},
        "player 0: used: Guardian Sphinx: effect 1 was used, but is not limited by name; of its "
        "effects these are: none",
    ),
    "uses that are none": ({"used": ("Sangan",)}, "player 0: used must map names to effects"),
}


@pytest.mark.parametrize("what", EFFECT_FAULTS)
def test_what_effects_cannot_have_made_is_refused_and_says_why(what: str) -> None:
    facts, message = EFFECT_FAULTS[what]
    with pytest.raises(PositionError) as refused:
        position(side(**facts)).setup(unsupported="blank")
    assert str(refused.value) == message


CORE_FAULTS: dict[str, Any] = {
    "attached": [[(0, 9, 1)], [(0, 0, 1)], [(99, 1, 1)], [("a", 1, 1)]],
    "counters": [[(1, 9, 1)], [(1, 0, 0)], [(1, 0, 1), (1, 0, 1)], [(0, 0, 1)], [(1, 0, 999)]],
    "uses": [[(0, 1, 0)], [(2, 3, 0)], [(0, 3, 1)], [(0, 3, 99)]],
    "proper": [[(99, 1)]],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in CORE_FAULTS.items() for value in values]
)
def test_the_core_refuses_marks_that_cannot_be(key: str, value: Any) -> None:
    made = position(
        PlayerPosition(
            deck=["Mokey Mokey"],
            monsters={1: "Gemini Elf", 2: PlacedCard("Guardian Sphinx", used=(1,))},
            spells_traps={0: PlacedCard(AXE, equipped_to=(0, 1))},
        ),
        PlayerPosition(deck=["Mokey Mokey"]),
    )
    template = made.setup().template
    numbers = {"attached": [(3, 1, 1)], "counters": [], "uses": [(0, 2, 0)], "proper": []}
    assert {name: template.position[name] for name in numbers} == numbers  # type: ignore[index]
    with pytest.raises(ValueError, match=r"card|effect"):
        Template(
            template.definitions,
            template.rules,
            template.placements,
            {**(template.position or {}), key: value},
            effects(made.setup().definitions, made.setup().effects),
        )


ATTACKS: dict[str, tuple[AttackDeclared, str]] = {
    "no attacker": (AttackDeclared(attacker=3), "attack: no monster in zone 3 attacks"),
    "an attacker without its mark": (
        AttackDeclared(attacker=1),
        "attack: the attacker must be marked attack_declared",
    ),
    "no target": (
        AttackDeclared(attacker=0, target=4),
        "attack: no monster in zone 4 is attacked",
    ),
    "nobody new": (
        AttackDeclared(attacker=0, new=(4,)),
        "attack: no monster has come to zone 4",
    ),
    "a target that came later": (
        AttackDeclared(attacker=0, target=1, new=(1,)),
        "attack: the target came after the declaration",
    ),
    "an attacker that has gone nowhere": (
        AttackDeclared(attacker=None),
        "attack: the attacker has left, but no card is in the GY",
    ),
    "an attacker that nobody took": (
        AttackDeclared(attacker=0, taken=True),
        "attack: no monster in zone 0 attacks",
    ),
    "no zone for the one that left": (
        AttackDeclared(attacker=0, gone=True),
        "attack: no zone is left for the monster that has gone",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_what_cannot_be_is_refused_and_says_why(what: str) -> None:
    facts, message = FAULTS[what]
    facts = dict(facts)
    if "players" in facts:
        made = Position(**facts)
    else:
        made = position(facts.pop("first", None), facts.pop("second", None), **facts)
    with pytest.raises(PositionError) as refused:
        made.setup(unsupported="blank")
    assert str(refused.value) == message


@pytest.mark.parametrize("what", ATTACKS)
def test_an_attack_that_cannot_be_is_refused_and_says_why(what: str) -> None:
    attack, message = ATTACKS[what]
    theirs: dict[int, Any] = {1: B}
    if attack.gone:
        theirs = dict.fromkeys(range(7), B)
    with pytest.raises(PositionError) as refused:
        battle(side(monsters={0: MARKED, 1: A}), side(monsters=theirs), attack=attack)
    assert str(refused.value) == message


def test_unknown_cards_are_named_with_their_place() -> None:
    with pytest.raises(CardNotFoundError, match=r"player 0, HAND: no card .* 'Mokey Mokay'"):
        position(side(hand=["Mokey Mokay"])).setup()
    with pytest.raises(CardNotFoundError, match="passcode 7"):
        position(side(hand=[7])).setup()


def test_cards_with_effects_are_refused_unless_played_blank() -> None:
    made = position(side(hand=["Tremendous Fire"]))
    with pytest.raises(UnsupportedCardError, match="Tremendous Fire"):
        Duel.from_position(made)
    assert Duel.from_position(made, unsupported="blank").blanked == ("Tremendous Fire",)


def test_a_card_is_given_by_name_passcode_or_facts() -> None:
    game = duel(side(hand=["Gemini Elf", 69140098, monster("Own")]))
    assert [view.name for view in game.cards(0, Place.HAND)] == [
        "Gemini Elf",
        "Gemini Elf",
        "Own",
    ]


def test_cards_are_numbered_as_given() -> None:
    game = duel(
        side(
            deck=[monster("Top"), monster("Bottom")],
            hand=[monster("Hand")],
            graveyard=[monster("Grave")],
            banished=[monster("Banished")],
            extra=[FUSION],
            monsters={5: monster("Older"), 0: monster("Younger")},
            spells_traps={3: spell("S"), 1: trap("T")},
        ),
        side(deck=[monster("Theirs")]),
    )
    numbered = [game.setup.definitions[int(code)].name for code in game.state["code"][:11]]
    assert numbered == [
        "Bottom",
        "Top",
        "Hand",
        "Grave",
        "Banished",
        "Fused",
        "Older",
        "Younger",
        "S",
        "T",
        "Theirs",
    ]


@pytest.mark.parametrize("lie", [ATTACK, DEFENCE, SET, HIDDEN_ATTACK])
@pytest.mark.parametrize("rules", ["expert", "mr4", "rush"])
def test_a_position_becomes_a_duel_as_described(lie: Any, rules: str) -> None:
    game = duel(
        side(lp=100, monsters={2: lying(A, lie, owner=1)}, spells_traps={3: spell("S")}),
        side(hand=soldiers(3)),
        rules,
        turn=9,
        turn_player=1,
    )
    (view,) = game.cards(0, Place.MONSTER_ZONE)
    assert (view.slot, view.position, view.owner, view.controller) == (2, lie, 1, 0)
    assert (game.turn, game.turn_player, game.lp, game.phase) == (9, 1, (100, 8000), Phase.MAIN_1)


@pytest.mark.parametrize(
    ("phase", "decision"),
    [
        (Phase.DRAW, DecisionKind.MAIN_PHASE),
        (Phase.STANDBY, DecisionKind.MAIN_PHASE),
        (Phase.MAIN_1, DecisionKind.MAIN_PHASE),
        (Phase.BATTLE, DecisionKind.BATTLE_PHASE),
        (Phase.MAIN_2, DecisionKind.MAIN_PHASE),
        (Phase.END, DecisionKind.DISCARD),
    ],
)
def test_a_duel_goes_on_in_any_phase(phase: Phase, decision: DecisionKind) -> None:
    game = duel(side(hand=soldiers(8), monsters=[A]), phase=phase)
    assert (game.decision, game.turn_player) == (decision, 0)


def test_the_rules_and_life_points_are_the_formats() -> None:
    assert duel(rules=Rules.mr5.replace(starting_lp=4000)).lp == (4000, 4000)


def test_the_tributes_of_a_name_are_the_positions() -> None:
    game = duel(side(hand=[monster("A", level=4)]), tributes={"A": 1})
    assert [move.name for move in game.legal() if move.name] == []
