"""The language of conditions: what it reads, what it prints, and what it says of errors."""

from __future__ import annotations

import pytest

from ygosim.errors import QueryError
from ygosim.expressions import (
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_NEEDS,
    AllOf,
    AnyOf,
    CardName,
    Comparison,
    Distinct,
    InDeck,
    Not,
    Number,
    Property,
    Role,
    Sum,
    UnknownNameError,
    is_role_name,
    parse,
    parse_count,
    suggest,
)


def at_least(name: str, number: int = 1) -> Comparison:
    return Comparison(Role(name), ">=", Number(number))


def test_and_binds_tighter_than_or_and_not_tightest() -> None:
    tree = parse("!a >= 1 & b >= 1 | c >= 1").condition
    assert tree == AnyOf((AllOf((Not(at_least("a")), at_least("b"))), at_least("c")))


def test_parentheses_group() -> None:
    tree = parse("a >= 1 & (b >= 1 | c >= 1)").condition
    assert tree == AllOf((at_least("a"), AnyOf((at_least("b"), at_least("c")))))


@pytest.mark.parametrize("operator", [">=", "<=", "==", "!=", ">", "<"])
def test_every_comparison(operator: str) -> None:
    assert parse(f"a{operator}2").condition == Comparison(Role("a"), operator, Number(2))


def test_counts_of_every_kind() -> None:
    tree = parse_count(
        '"Garnet" + brick + type(Winged Beast) + attribute(dark) + level(1..4) + archetype(0xdd)'
    )
    assert tree == Sum(
        (
            CardName("Garnet"),
            Role("brick"),
            Property("type", "Winged Beast"),
            Property("attribute", "dark"),
            Property("level", "1..4"),
            Property("archetype", "0xdd"),
        )
    )


def test_two_counts_compare_with_each_other() -> None:
    tree = parse("(a + b) > c + 1").condition
    right = Sum((Role("c"), Number(1)))
    assert tree == Comparison(Sum((Role("a"), Role("b"))), ">", right)


def test_deck_takes_sums() -> None:
    assert parse("deck(a + b) == 0").condition == Comparison(
        InDeck(Sum((Role("a"), Role("b")))), "==", Number(0)
    )


def test_needs_of_distinct_have_one_spelling() -> None:
    assert parse("distinct(a > 0, b + c >= 2)").condition == Distinct(
        (at_least("a"), Comparison(Sum((Role("b"), Role("c"))), ">=", Number(2)))
    )


def test_names_keep_quotes_and_any_script() -> None:
    tree = parse(r'"A \"B\" \\" >= 1 & "青眼の白龍" >= 1 & rôle-2 >= 1').condition
    assert isinstance(tree, AllOf)
    names = [part.left for part in tree.parts if isinstance(part, Comparison)]
    assert names == [CardName('A "B" \\'), CardName("青眼の白龍"), Role("rôle-2")]


def test_spaces_in_names_are_single() -> None:
    assert parse('"Ash   Blossom" >= 1') == parse('"Ash   Blossom" >= 1')
    assert str(parse('"Ash \n Blossom" >= 1')) == '"Ash Blossom" >= 1'


@pytest.mark.parametrize(
    "text",
    [
        "a >= 1",
        '!(a >= 1 & "B" < 2) | type("Quick-Play") != 0',
        "a >= 1 & (b >= 1 & c >= 1)",
        "(a >= 1 | b >= 1) | c >= 1",
        "distinct(a >= 1, b + level(4) >= 2)",
        "deck(a) + b == 3 + c",
        'archetype(0xdd) >= 1 & archetype("Blue-Eyes") >= 1',
        "!(!(a >= 1))",
    ],
)
def test_what_is_printed_reads_back(text: str) -> None:
    tree = parse(text).condition
    assert parse(str(tree)).condition == tree


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("", 0, "the query is empty"),
        ("   ", 0, "the query is empty"),
        ("a", 0, "compare the count: a >= 1"),
        ("a >= 1 &", 8, "expected, not the end"),
        ("a >= ", 5, "expected, not the end"),
        ("(a >= 1", 0, "this ( is not closed"),
        ("a >= 1)", 6, "this ) closes nothing"),
        ('a >= 1 & "B', 9, 'this " is not closed'),
        ('"" >= 1', 0, "the quotes are empty"),
        ("a >= 1 and b >= 1", 7, "write & for and"),
        ("not a >= 1", 0, "write ! for not"),
        ("a >= 1 && b >= 1", 7, "write & instead of &&"),
        ("a = 1", 2, "write == instead of ="),
        ("a => 1", 2, "write >= instead of =>"),
        ("a ≥ 1", 2, "write >= instead of ≥"),
        ("“a” >= 1", 0, 'write " instead of “'),
        ("1 <= a <= 3", 7, "only two counts can be compared"),
        ("a >= 1 b", 7, "& or | expected before b"),
        ("a & b >= 1", 0, "a condition expected"),
        ("a >= (b >= 1)", 5, "a count expected"),
        ("(a >= 1) + b >= 1", 0, "a count expected"),
        ("type Dragon >= 1", 5, "( after type expected"),
        ("type() >= 1", 5, "a name expected in type"),
        ("level(x) >= 1", 6, "such as level(4)"),
        ('level("4") >= 1', 6, "such as level(4)"),
        ("level(5..4) >= 1", 9, "ends below its start"),
        ("deck(3) >= 1", 5, "takes names"),
        ("deck(deck(a)) >= 1", 5, "takes names"),
        ("distinct() >= 1", 9, "expected, not )"),
        ("distinct(a == 1)", 9, "a need of distinct is written"),
        ("distinct(a >= b)", 9, "compared with a number"),
        ("distinct(a >= 1, 2 >= 1)", 17, "takes names"),
        ("distinct(a >= 1) >= 1", 0, "a count expected"),
        ("a >= 99999", 5, "numbers go up to"),
        ("a >= " + "9" * 6000, 5, "numbers go up to"),
        ("a >= 1 # b", 7, "means nothing here"),
        ("a >= -1", 5, "means nothing here"),
        ("\x00", 0, "the query is empty"),
    ],
)
def test_errors_mark_the_place(text: str, position: int, part: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert part in caught.value.problem
    assert caught.value.position == position


def test_the_mark_stands_below_the_place_in_several_lines() -> None:
    with pytest.raises(QueryError) as caught:
        parse("a >= 1 &\n\tb => 1")
    _, text, mark = str(caught.value).split("\n")
    assert text[mark.index("^") :].startswith("=> 1")


@pytest.mark.parametrize("opening", ["(", "!"])
def test_deep_nesting_is_refused(opening: str) -> None:
    with pytest.raises(QueryError, match="nested deeper"):
        parse(opening * (MAX_DEPTH + 1) + "a >= 1")
    closing = ")" * MAX_DEPTH if opening == "(" else ""
    parse(opening * MAX_DEPTH + "a >= 1" + closing)


def test_long_queries_are_read_up_to_a_limit() -> None:
    long = " & ".join(["a >= 1"] * 2000)
    tree = parse(long).condition
    assert isinstance(tree, AllOf)
    assert len(tree.parts) == 2000
    with pytest.raises(QueryError, match=f"at most {MAX_LENGTH}") as caught:
        parse("a" * 1_000_000)
    assert len(str(caught.value)) < 300


def test_distinct_has_a_largest_number_of_needs() -> None:
    parse(f"distinct({', '.join(['a >= 1'] * MAX_NEEDS)})")
    with pytest.raises(QueryError, match="at most"):
        parse(f"distinct({', '.join(['a >= 1'] * (MAX_NEEDS + 1))})")


def test_resolving_asks_once_for_each_name_and_marks_unknown_ones() -> None:
    asked = []

    def lookup(term: object) -> str:
        asked.append(str(term))
        if str(term) == "startr":
            raise UnknownNameError("there is no role 'startr'", suggest("startr", ["starter"]))
        return str(term)

    assert parse("a >= 1 & a + b >= 2").resolve(lookup) == {Role("a"): "a", Role("b"): "b"}
    assert asked == ["a", "b"]
    with pytest.raises(QueryError, match="did you mean starter") as caught:
        parse("a >= 1 & startr >= 1").resolve(lookup)
    assert caught.value.position == 9


def test_role_names() -> None:
    assert all(map(is_role_name, ["a", "hand-trap", "_x2", "rôle"]))
    assert not any(map(is_role_name, ["", "2nd", "a b", "deck", "type", "and", "a-", "a,b"]))
