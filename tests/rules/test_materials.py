"""Fusion and Ritual Summons: SUM-6, SUM-7, SUM-12, SUM-13."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import pytest

from tests.rules.builders import ATTACK, SET, lying, monster, names, on_field, place, side, take
from tests.rules.stand_ins import (
    NEGATE,
    SUMMON_STOP,
    activate,
    atk,
    choose,
    lasts,
    made,
    magic,
    play,
    used,
)
from ygosim.cards.card import Card
from ygosim.cards.pool.building import (
    MY_FUSIONS,
    fusion_summon,
    material,
    ritual_summon,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    EVENT_OTHER,
    THIS,
    Can,
    Cards,
    Choose,
    ChooseMaterials,
    Compare,
    Effect,
    FactOf,
    Linger,
    Material,
    Send,
    SpecialSummon,
    Who,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Continuous,
    DecisionKind,
    EffectKind,
    Fact,
    MoveKind,
    Place,
    Position,
    Reason,
    Recipe,
    Trigger,
)

FUSION = CardType.FUSION
ALPHA, BETA, GAMMA = (monster(name) for name in ("Alpha", "Beta", "Gamma"))
KNIGHT = monster("Knight", type=CardType.NORMAL | CardType.TUNER)
STAND_IN = made(monster("Stand-In"), substitute=True)
SECOND_STAND_IN = made(monster("Second Stand-In"), substitute=True)


def fusion(name: str, *materials: Material, **facts: Any) -> Card:
    """A Fusion Monster made of these materials."""
    return made(monster(name, type=FUSION, level=8, **facts), materials=materials)


def printed(**facts: Any) -> Material:
    """A material by what is printed on it."""
    return Material((Cards(where=(), **facts),))


PAIR = fusion("Pair", material("Alpha"), material("Beta"))
TRIO = fusion("Trio", material("Alpha", count=3))
EITHER = fusion("Either", material("Alpha", "Gamma"), material("Beta"))
TUNED = fusion("Tuned", material("Alpha"), printed(type=CardType.TUNER))
CROWD = fusion("Crowd", material("Alpha"), Material((Cards(where=(), named="Beta"),), 1, True))

KNOWING = made(
    monster("Knowing", type=FUSION | CardType.EFFECT, level=8),
    Effect(
        kind=EffectKind.REACTION,
        trigger=Trigger.MADE_OF,
        about_this=True,
        condition=Compare(FactOf(EVENT_OTHER, Fact.TYPE), Comparison.HAS_BITS, CardType.TUNER),
        operation=(Linger(THIS, "tuner", 500),),
    ),
    lasts("tuner", Continuous.ADD_ATK),
    materials=(Material((Cards(where=(), type=CardType.NORMAL),), 2, True),),
)

FUSE = magic("Fuse", used(*fusion_summon()))
RECALL_KNOWING = magic(
    "Recall Knowing",
    used(
        Choose(Cards(where=(Place.GRAVEYARD,), named="Knowing")),
        SpecialSummon(CHOSEN, ignoring_conditions=True),
    ),
)


def fuse(first: Any, second: Any = None, rules: str = "mr5", **facts: Any) -> Duel:
    """A duel in which player 0 activates Fuse, and the opponent lets it resolve."""
    first = {**first, "hand": [FUSE, *first.get("hand", ())]}
    game = play(side(**first), second, rules=rules, **facts)
    activate(game, "Fuse")
    return game


def sets(game: Duel) -> set[tuple[str, ...]]:
    """The complete sets by the names of their cards; no set of cards is met twice."""
    whole = [tuple(m for m in moves if m.card is not None) for moves in game.legal_sets()]
    numbers = [frozenset(move.card for move in moves) for moves in whole]
    assert len(numbers) == len(set(numbers))
    taken = [name_of(game, card) for card in range(255) if is_chosen(game, card)]
    return {tuple(sorted((*taken, *(move.name for move in moves)))) for moves in whole}


def is_chosen(game: Duel, card: int) -> bool:
    """Whether the open choice has taken the card, being the only one that there was."""
    return bool(int(game.state["chosen"][card // 64]) >> card % 64 & 1)


def name_of(game: Duel, card: int) -> str:
    """The name of a card by its number."""
    return game.setup.definitions[int(game.state["code"][card])].name


def can_activate(game: Duel, name: str) -> bool:
    """Whether the card may be activated."""
    return name in [m.name for m in game.legal() if m.kind is MoveKind.ACTIVATE]


# ----------------------------------------------------------------------- SUM-6


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_materials_come_from_hand_and_field_and_go_to_the_graveyard() -> None:
    game = fuse({"hand": [ALPHA], "monsters": {2: BETA}, "extra": [PAIR]})
    place(game, 1)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert on_field(game, 0) == {1: ("Pair", ATTACK)}
    assert names(game, 0, Place.GRAVEYARD) == ["Alpha", "Beta", "Fuse"]


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_a_fusion_monster_answers_each_of_its_materials() -> None:
    game = fuse({"hand": [ALPHA, KNIGHT], "monsters": {2: KNIGHT}, "extra": [KNOWING]})
    for name in ("Alpha", "Knight", "Knight"):
        choose(game, name)
    place(game, 1)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert atk(game, "Knowing") == 2000


@pytest.mark.rule("SUM-6")
@pytest.mark.forbids
def test_a_fusion_monster_summoned_otherwise_was_made_of_nothing() -> None:
    game = play(side(hand=[RECALL_KNOWING], graveyard=[KNOWING, KNIGHT]))
    activate(game, "Recall Knowing")
    place(game, 1)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert atk(game, "Knowing") == 1000


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_own_face_down_monsters_are_materials() -> None:
    game = fuse({"hand": [ALPHA], "monsters": {2: lying(BETA, SET)}, "extra": [PAIR]})
    assert game.decision is DecisionKind.ZONE


@pytest.mark.rule("SUM-6")
@pytest.mark.forbids
@pytest.mark.parametrize(
    "cards",
    [
        {"hand": [ALPHA, ALPHA]},
        {"hand": [ALPHA], "graveyard": [BETA]},
        {"hand": [ALPHA], "deck": [BETA]},
        {"hand": [STAND_IN, SECOND_STAND_IN]},
        {"hand": [STAND_IN, GAMMA]},
    ],
)
def test_without_all_materials_no_fusion_summon(cards: Any) -> None:
    game = play(side(**{**cards, "hand": [FUSE, *cards["hand"]], "extra": [PAIR]}))
    assert not can_activate(game, "Fuse")


@pytest.mark.rule("SUM-6")
@pytest.mark.forbids
def test_the_opponents_monsters_are_no_materials() -> None:
    game = play(side(hand=[FUSE, ALPHA], extra=[PAIR]), side(monsters=[BETA]))
    assert not can_activate(game, "Fuse")


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_one_substitute_stands_for_a_named_material() -> None:
    game = fuse({"hand": [ALPHA, STAND_IN, SECOND_STAND_IN, BETA], "extra": [PAIR]})
    assert sets(game) == {
        ("Alpha", "Beta"),
        ("Alpha", "Stand-In"),
        ("Alpha", "Second Stand-In"),
        ("Beta", "Stand-In"),
        ("Beta", "Second Stand-In"),
    }


@pytest.mark.rule("SUM-6")
@pytest.mark.forbids
def test_a_substitute_stands_for_no_material_without_a_name() -> None:
    game = fuse({"hand": [ALPHA, KNIGHT, STAND_IN], "extra": [TUNED]})
    assert sets(game) == {("Alpha", "Knight"), ("Knight", "Stand-In")}


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_one_of_two_names_will_do() -> None:
    game = fuse({"hand": [ALPHA, GAMMA, BETA], "extra": [EITHER]})
    assert sets(game) == {("Alpha", "Beta"), ("Beta", "Gamma")}


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_or_more_may_end_or_go_on() -> None:
    game = fuse({"hand": [ALPHA, BETA, BETA], "extra": [CROWD]})
    assert sets(game) == {("Alpha", "Beta"), ("Alpha", "Beta", "Beta")}


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_a_monster_is_chosen_among_those_that_the_materials_make() -> None:
    game = fuse({"hand": [ALPHA, BETA, STAND_IN], "extra": [PAIR, TRIO, EITHER]})
    assert {move.name for move in game.legal()} == {"Pair", "Either"}


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_nothing_is_lost_if_the_activation_is_negated() -> None:
    game = play(
        side(hand=[FUSE, ALPHA, BETA], extra=[PAIR]), side(spells_traps={2: lying(NEGATE, SET)})
    )
    activate(game, "Fuse")
    take(game, MoveKind.ACTIVATE, "Negate")
    assert sorted(names(game, 0, Place.HAND)) == ["Alpha", "Beta"]


# ------------------------------------------------------------- contact fusion


def contact(name: str, *materials: Material, to: Place = Place.DECK) -> Card:
    """A Fusion Monster summoned by its own procedure, its materials going somewhere."""
    field = Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME, can=Can.CAN_BE_MATERIAL)
    return made(
        monster(name, type=FUSION | CardType.EFFECT, level=8),
        Effect(
            kind=EffectKind.PROCEDURE,
            where=(Place.EXTRA_DECK,),
            value=Position.FACE_UP_ATTACK,
            cost=(
                ChooseMaterials(THIS, field, Recipe.FUSION),
                Send(CHOSEN_SECOND, to, Reason.FUSION_MATERIAL),
            ),
        ),
        materials=materials,
    )


TOUCH = contact("Touch", material("Alpha"), material("Beta"))


@pytest.mark.rule("SUM-6")
@pytest.mark.permits
def test_contact_fusion_starts_no_chain_and_is_proper() -> None:
    game = play(side(monsters={1: ALPHA, 2: lying(BETA, SET)}, extra=[TOUCH]))
    game.apply(next(m for m in game.legal() if m.kind is MoveKind.SPECIAL_SUMMON))
    assert sorted(names(game, 0, Place.DECK))[:2] == ["Alpha", "Beta"]
    place(game, 3)
    assert on_field(game, 0) == {3: ("Touch", ATTACK)}
    number = int(game.state["zone"][0][0][3])
    assert int(game.state["proper"][number // 64]) >> number % 64 & 1


@pytest.mark.rule("SUM-6")
@pytest.mark.forbids
def test_contact_fusion_takes_no_cards_of_the_hand() -> None:
    game = play(side(hand=[BETA], monsters={1: ALPHA}, extra=[TOUCH]))
    assert MoveKind.SPECIAL_SUMMON not in {move.kind for move in game.legal()}


@pytest.mark.rule("SUM-6")
@pytest.mark.forbids
def test_contact_fusion_is_no_fusion_summon() -> None:
    game = play(
        side(monsters={1: ALPHA, 2: BETA}, extra=[TOUCH]),
        side(spells_traps={2: lying(SUMMON_STOP, SET)}),
    )
    game.apply(next(m for m in game.legal() if m.kind is MoveKind.SPECIAL_SUMMON))
    place(game, 3)
    # SUM-4: a procedure's summon may be negated; that of a resolving effect may not.
    assert game.player == 1
    assert can_activate(game, "Summon Stop")


# ----------------------------------------------------------------------- SUM-7

LORD = monster("Lord", type=CardType.RITUAL, level=6)
LEVELS = {level: monster(f"Level {level}", level=level) for level in range(1, 9)}
EXACT = magic("Exact Rite", used(*ritual_summon("Lord", Recipe.RITUAL_EXACT)), type=CardType.RITUAL)
MORE = magic(
    "Greater Rite", used(*ritual_summon("Lord", Recipe.RITUAL_OR_MORE, 6)), type=CardType.RITUAL
)


def rite(spell: Card, *levels: int, monsters: Any = (), **more: Any) -> Duel:
    """A duel in which player 0 has activated a Ritual Spell with these Levels in the hand."""
    game = play(
        side(hand=[spell, LORD, *(LEVELS[level] for level in levels)], monsters=monsters, **more)
    )
    activate(game, spell.name)
    return game


def level_sets(game: Duel) -> set[tuple[int, ...]]:
    """The complete sets by Levels."""
    return {tuple(sorted(int(name[6:]) for name in names)) for names in sets(game)}


@pytest.mark.rule("SUM-7")
@pytest.mark.permits
def test_exact_levels() -> None:
    assert level_sets(rite(EXACT, 1, 2, 3, 4, 5, 6)) == {(6,), (1, 5), (2, 4), (1, 2, 3)}


@pytest.mark.rule("SUM-7")
@pytest.mark.permits
def test_or_more_without_superfluous_tributes() -> None:
    assert level_sets(rite(MORE, 1, 2, 3, 4, 7)) == {
        (7,),
        (2, 4),
        (3, 4),
        (1, 2, 3),
    }


@pytest.mark.rule("SUM-7")
@pytest.mark.permits
def test_tributes_from_the_field_too() -> None:
    game = rite(MORE, monsters={1: lying(LEVELS[4], SET), 2: LEVELS[2]})
    assert game.decision is DecisionKind.ZONE
    assert sorted(names(game, 0, Place.GRAVEYARD)) == ["Level 2", "Level 4"]
    place(game)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert [name for name, _ in on_field(game, 0).values()] == ["Lord"]


@pytest.mark.rule("SUM-7")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("spell", "levels"), [(EXACT, (4, 5)), (EXACT, (7,)), (MORE, (1, 4)), (MORE, ())]
)
def test_levels_that_do_not_reach_the_total(spell: Card, levels: Sequence[int]) -> None:
    game = play(side(hand=[spell, LORD, *(LEVELS[level] for level in levels)]))
    assert not can_activate(game, spell.name)


@pytest.mark.rule("SUM-7")
@pytest.mark.forbids
def test_the_ritual_monster_is_no_tribute_for_itself() -> None:
    assert not can_activate(play(side(hand=[MORE, LORD])), MORE.name)
    assert can_activate(play(side(hand=[MORE, LORD, LORD])), MORE.name)


@pytest.mark.rule("SUM-7")
@pytest.mark.forbids
def test_a_ritual_monster_in_the_graveyard_is_not_summoned() -> None:
    game = play(side(hand=[MORE, LEVELS[6]], graveyard=[LORD]))
    assert not can_activate(game, MORE.name)


# ----------------------------------------------------------------------- SUM-12

FULL = dict.fromkeys(range(5), ALPHA)


def zones_of(game: Duel) -> set[int]:
    """The zones that are offered."""
    return {move.slot for move in game.legal() if move.kind is MoveKind.CHOOSE_ZONE}


@pytest.mark.rule("SUM-12")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("rules", "zones"),
    [
        ("expert", {0, 1, 2, 3, 4}),
        ("mr1", {0, 1, 2, 3, 4}),
        ("mr3", {0, 1, 2, 3, 4}),
        ("mr4", {5, 6}),
        ("mr5", {0, 1, 2, 3, 4, 5, 6}),
    ],
)
def test_where_a_fusion_monster_comes_to(rules: str, zones: set[int]) -> None:
    game = fuse({"hand": [ALPHA, BETA], "extra": [PAIR]}, rules=rules)
    assert zones_of(game) == zones


@pytest.mark.rule("SUM-12")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr4", "mr5"])
def test_a_player_uses_one_extra_monster_zone(rules: str) -> None:
    main = {0, 1, 2, 3, 4}
    game = play(side(hand=[FUSE, ALPHA, BETA], monsters={5: PAIR}, extra=[PAIR]), rules=rules)
    if rules == "mr4":
        assert not can_activate(game, "Fuse")
    else:
        activate(game, "Fuse")
        assert zones_of(game) == main
    # The opponent's 5 is one's own 6.
    game = fuse({"hand": [ALPHA, BETA], "extra": [PAIR]}, side(monsters={5: PAIR}), rules=rules)
    if rules == "mr4":
        take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
        assert on_field(game, 0) == {5: ("Pair", ATTACK)}
    else:
        assert zones_of(game) == main | {5}


@pytest.mark.rule("SUM-12")
@pytest.mark.permits
def test_a_material_frees_the_zone_that_is_needed() -> None:
    game = fuse({"hand": [BETA], "monsters": {**FULL, 5: PAIR}, "extra": [PAIR]})
    assert all("Alpha" in names for names in sets(game))


@pytest.mark.rule("SUM-12")
@pytest.mark.forbids
def test_a_material_that_frees_no_zone() -> None:
    full = dict.fromkeys(range(5), GAMMA)
    game = play(
        side(hand=[FUSE, ALPHA, BETA], monsters={**full, 5: PAIR}, extra=[PAIR]), rules="mr5"
    )
    assert not can_activate(game, "Fuse")
    game = play(side(hand=[FUSE, ALPHA, BETA], monsters=full, extra=[PAIR]), rules="mr3")
    assert not can_activate(game, "Fuse")


@pytest.mark.rule("SUM-12")
@pytest.mark.forbids
def test_or_more_do_not_end_before_one_frees_a_zone() -> None:
    others = Material((Cards(where=(), named="Beta"), Cards(where=(), named="Gamma")), 1, True)
    crowd = fusion("Mixed Crowd", material("Alpha"), others)
    full = {**dict.fromkeys(range(5), KNIGHT), 2: GAMMA}
    game = fuse({"hand": [ALPHA, BETA], "monsters": full, "extra": [crowd]}, rules="mr3")
    assert sets(game) == {("Alpha", "Gamma"), ("Alpha", "Beta", "Gamma")}


@pytest.mark.rule("SUM-12")
@pytest.mark.forbids
def test_a_ritual_monster_comes_to_a_main_zone_only() -> None:
    weak = dict.fromkeys(range(5), LEVELS[1])
    game = rite(MORE, 6, 5, monsters=weak)
    # Level 6 alone frees no zone, 5 and 1 do.
    assert level_sets(game) == {(1, 5)}


# ----------------------------------------------------------------------- SUM-13

OUT = magic("Out", used(Choose(MY_FUSIONS), SpecialSummon(CHOSEN)))
BACK = magic(
    "Back",
    used(
        Choose(
            Cards(
                where=(Place.GRAVEYARD,),
                whose=Who.ME,
                type=CardType.MONSTER,
                can=Can.CAN_BE_SUMMONED,
            )
        ),
        SpecialSummon(CHOSEN),
    ),
)


def proper(game: Duel, slot: int) -> bool:
    """Whether the monster in player 0's zone was properly summoned."""
    number = int(game.state["zone"][0][0][slot])
    return bool(int(game.state["proper"][number // 64]) >> number % 64 & 1)


@pytest.mark.rule("SUM-13")
@pytest.mark.permits
def test_a_fusion_and_a_ritual_summon_are_proper() -> None:
    game = fuse({"hand": [ALPHA, BETA], "extra": [PAIR]})
    place(game, 1)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert proper(game, 1)
    game = rite(MORE, 6)
    place(game, 2)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert proper(game, 2)


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_brought_out_of_the_extra_deck_by_another_effect_is_not_proper() -> None:
    game = play(side(hand=[OUT], extra=[PAIR]))
    activate(game, "Out")
    place(game, 1)
    take(game, MoveKind.CHOOSE_POSITION, slot=ATTACK)
    assert on_field(game, 0) == {1: ("Pair", ATTACK)}
    assert not proper(game, 1)


@pytest.mark.rule("SUM-13")
@pytest.mark.forbids
def test_not_revived_before_it_was_properly_summoned() -> None:
    assert not can_activate(play(side(hand=[BACK], graveyard=[PAIR])), "Back")
    assert not can_activate(play(side(hand=[BACK, LORD])), "Back")


# ------------------------------------------------------- every set, and no other


def by_hand(pool: Sequence[str], recipe: Sequence[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """The sets that make a Fusion Monster, by trying all; "*" is a substitute."""
    found = set()
    for cards in combinations(pool, len(recipe)):
        for order in permutations(cards):
            misses = [card for card, fits in zip(order, recipe, strict=True) if card not in fits]
            if not misses or misses == ["Stand-In"] or misses == ["Second Stand-In"]:
                found.add(tuple(sorted(cards)))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_exactly_the_sets_that_trying_all_finds(seed: int) -> None:
    draw = random.Random(seed)
    named = {"Alpha": ALPHA, "Beta": BETA, "Gamma": GAMMA}
    named |= {"Stand-In": STAND_IN, "Second Stand-In": SECOND_STAND_IN}
    pool = [draw.choice([*named]) for _ in range(draw.randint(2, 8))]
    recipes: dict[str, Sequence[tuple[str, ...]]] = {
        "Pair": [("Alpha",), ("Beta",)],
        "Trio": [("Alpha",)] * 3,
        "Either": [("Alpha", "Gamma"), ("Beta",)],
    }
    cards = {"Pair": PAIR, "Trio": TRIO, "Either": EITHER}
    for name, recipe in recipes.items():
        expected = by_hand(pool, recipe)
        game = play(side(hand=[FUSE, *(named[card] for card in pool)], extra=[cards[name]]))
        assert can_activate(game, "Fuse") == bool(expected)
        if expected:
            activate(game, "Fuse")
        if len(expected) > 1:
            assert sets(game) == expected


def whole(levels: Sequence[int], total: int, *, exact: bool) -> bool:
    """Whether Tributes of these Levels make a Ritual Summon."""
    if exact:
        return bool(levels) and sum(levels) == total
    return bool(levels) and total <= sum(levels) < total + min(levels)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("spell", [EXACT, MORE], ids=["exact", "or more"])
def test_exactly_the_tributes_that_trying_all_finds(spell: Card, seed: int) -> None:
    draw = random.Random(seed)
    hand = [draw.randint(1, 8) for _ in range(draw.randint(1, 6))]
    field = {slot: draw.randint(1, 8) for slot in range(draw.randint(0, 5))}
    full = len(field) == 5
    pool = [*((level, False) for level in hand), *((level, True) for level in field.values())]
    expected = {
        tuple(sorted(level for level, _ in chosen))
        for size in range(1, len(pool) + 1)
        for chosen in combinations(pool, size)
        if whole([level for level, _ in chosen], 6, exact=spell is EXACT)
        and (not full or any(on_field for _, on_field in chosen))
    }
    game = play(
        side(
            hand=[spell, LORD, *(LEVELS[level] for level in hand)],
            monsters={slot: LEVELS[level] for slot, level in field.items()},
        )
    )
    assert can_activate(game, spell.name) == bool(expected)
    if expected:
        activate(game, spell.name)
    if len(expected) > 1:
        assert level_sets(game) == expected
