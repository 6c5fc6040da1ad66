"""Conditions over positions: what is read, what is printed, and what is said of errors."""

from __future__ import annotations

import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.errors import QueryError
from ygosim.expressions import (
    MAX_DEPTH,
    CardFilter,
    Cards,
    Fact,
    Number,
    Operation,
    PhaseName,
    parse_position,
)

CATALOGUE = Catalogue.default()


def test_and_binds_tighter_than_or_and_not_tightest() -> None:
    tree = parse_position("!turn >= 3 & hand(0) | lp(1) <= 0").condition
    assert tree == Operation(
        "|",
        (
            Operation(
                "&",
                (
                    Operation("!", (Operation(">=", (Fact("turn"), Number(3))),)),
                    Operation(">=", (Cards("hand", 0), Number(1))),
                ),
            ),
            Operation("<=", (Fact("lp", 1), Number(0))),
        ),
    )


def test_count_and_its_group_take_the_same_filters() -> None:
    light = CardFilter("attribute", "==", "LIGHT")
    expected = Cards("monsters", 0, (CardFilter("lies", "==", "face_up"), light))
    for text in (
        "count(monsters(0, face_up), attribute=LIGHT)",
        "count(monsters(0), face_up, attribute=LIGHT)",
        "monsters(0, face_up, attribute==LIGHT)",
    ):
        tree = parse_position(f"{text} >= 2").condition
        assert tree == Operation(">=", (expected, Number(2)))


def test_phases_are_compared_by_name() -> None:
    tree = parse_position("phase == battle").condition
    assert tree == Operation("==", (Fact("phase"), PhaseName("battle")))


@pytest.mark.parametrize(
    ("short", "zone"), [("spells", "spell_traps"), ("gy", "graveyard"), ("extra_deck", "extra")]
)
def test_zones_have_other_names(short: str, zone: str) -> None:
    assert parse_position(f"{short}(1)").condition == parse_position(f"{zone}(1)").condition


@pytest.mark.parametrize(
    "text",
    [
        'field(0, "Jinzo") >= 1',
        "lp(1) <= 0",
        "monsters(0, attribute=LIGHT) >= 2",
        "lp(0) > lp(1) & (turn >= 3 | phase == main_1)",
        "!(turn_player == first_player)",
        'hand(0, type="Winged Beast") + hand(1, name!="Jinzo", level>=5) == 3',
        "monsters(0, atk>=2000, def<1000, attack) >= 1 | (turn == 1 | turn == 2)",
        "hand(0, archetype=0x64) >= 1",
    ],
)
def test_what_is_printed_reads_back(text: str) -> None:
    query = parse_position(text)
    assert str(query) == text
    assert parse_position(str(query)).condition == query.condition


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("", 0, "the condition is empty"),
        ("handd(0)", 0, "did you mean hand?"),
        ("xyzzy", 0, "there are field, monsters"),
        ("hand", 4, "( after hand, and the player, 0 or 1, expected"),
        ("hand(2)", 5, "a player expected, 0 or 1, not 2"),
        ("hand(me)", 5, "a player expected"),
        ("lp(0)", 0, "a condition expected; compare the number: lp(0) >= 1"),
        ("lp(0) = 3", 6, "write == instead of ="),
        ("lp(0) >= 1 >= 0", 11, "only two numbers can be compared"),
        ("lp(0) => 3", 6, "write >= instead of =>"),
        ("turn >= 2 and hand(0)", 10, "write & for and"),
        ('"Jinzo" >= 1', 0, 'field(0, "Jinzo")'),
        ('field(0, "Jinzo"', 5, "this ( is not closed"),
        ("hand(0, foo=1)", 8, "cards have no foo; filters are name"),
        ("hand(0, atk)", 11, "= expected after atk, not )"),
        ("hand(0, atk=high)", 12, "a number after atk= expected"),
        ("hand(0, type>Dragon)", 12, "type is compared with = or !="),
        ("hand(0, type=)", 13, "a name expected after type="),
        ("hand(0, 5)", 8, "a card name in quotes or a filter expected"),
        ("count(turn) >= 1", 6, "count takes cards"),
        ("phase >= 3", 9, "phase is compared with a phase"),
        ("3 == phase", 0, "phase is compared with a phase"),
        ("turn == battle", 8, "a phase is compared with phase"),
        ("turn + phase == 3", 7, "a phase is no number"),
        ("(turn >= 1) >= 1", 0, "a number expected here, not a condition"),
        ("lp(0) <= 1000001", 9, "numbers go up to 1000000"),
        ("hand(0" + ", attack" * 17 + ")", 134, "at most 16 filters"),
        ("(" * (MAX_DEPTH + 1) + "hand(0)", MAX_DEPTH, "nested deeper"),
        ("!" * (MAX_DEPTH + 1) + "hand(0)", MAX_DEPTH, "nested deeper"),
        ("hand(0))", 7, "this ) closes nothing"),
    ],
)
def test_errors_mark_the_place(text: str, position: int, part: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_position(text)
    assert part in caught.value.problem
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ('hand(0, "Jinz0")', 8, "there is no card 'Jinz0'; did you mean \"Jinzo\""),
        ("hand(0, attribute=BLUE)", 18, "there is no attribute 'BLUE'; they are EARTH"),
        ("hand(0, type=Dragn)", 13, "there is no type 'Dragn'; did you mean Dragon"),
        ("hand(0, monster_type=Spell)", 21, "there is no monster type 'Spell'"),
        ('hand(0, archetype="!")', 18, "there is no archetype '!'"),
    ],
)
def test_unknown_names_get_suggestions(text: str, position: int, part: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_position(text).resolve(CATALOGUE)
    assert part in caught.value.problem
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "passing"),
    [
        ('"Harpie Lady"', {"Harpie Lady", "Harpie Lady 1"}),  # treated as that name
        ('"76812113"', {"Harpie Lady", "Harpie Lady 1"}),
        ("type=Spell", {"Pot of Greed"}),
        ("type=Winged Beast", {"Harpie Lady", "Harpie Lady 1"}),
        ("monster_type=Machine", {"Jinzo"}),
        ("attribute=wind", {"Harpie Lady", "Harpie Lady 1"}),
        ("attribute!=WIND", {"Jinzo", "Pot of Greed", "Link Spider"}),
        ("level>=4", {"Harpie Lady", "Harpie Lady 1", "Jinzo"}),
        ("level<=4", {"Harpie Lady", "Harpie Lady 1"}),
        ("archetype=0x64", {"Harpie Lady", "Harpie Lady 1"}),
        ("archetype=harpie", {"Harpie Lady", "Harpie Lady 1"}),
        # Of what changes in a duel: the cards that have it.
        ("atk>=9999", {"Harpie Lady", "Harpie Lady 1", "Jinzo", "Link Spider"}),
        ("def>=9999", {"Harpie Lady", "Harpie Lady 1", "Jinzo"}),
    ],
)
def test_what_filters_let_through(text: str, passing: set[str]) -> None:
    query = parse_position(f"hand(0, {text})")
    (test,) = query.resolve(CATALOGUE).values()
    names = ("Harpie Lady", "Harpie Lady 1", "Jinzo", "Pot of Greed", "Link Spider")
    assert {name for name in names if test(CATALOGUE.by_name(name))} == passing
