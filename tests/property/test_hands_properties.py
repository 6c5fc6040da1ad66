"""Laws that odds obey for any deck and query, and a reading of queries of their own."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ygosim._core.sampler import draw_hands
from ygosim.expressions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Count,
    Distinct,
    InDeck,
    Not,
    Number,
    Query,
    Role,
    Sum,
    parse,
    terms,
)
from ygosim.hands import CardPool, HandStudy, predicate_odds
from ygosim.hands.compiling import compile_queries

ROLES = ("a", "b", "c", "d")
COMPARE = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}

# --- decks and queries --------------------------------------------------------------------

roles = st.sampled_from([Role(name) for name in ROLES])
sums = st.lists(roles, min_size=1, max_size=3).map(
    lambda parts: parts[0] if len(parts) == 1 else Sum(tuple(parts))
)
counts = st.one_of(sums, sums.map(InDeck))
needs = st.builds(Comparison, sums, st.just(">="), st.integers(0, 3).map(Number))
comparisons = st.one_of(
    st.builds(Comparison, counts, st.sampled_from(sorted(COMPARE)), st.integers(0, 5).map(Number)),
    st.builds(Comparison, counts, st.sampled_from(sorted(COMPARE)), counts),
    st.lists(needs, min_size=1, max_size=4).map(lambda parts: Distinct(tuple(parts))),
)
conditions = st.recursive(
    comparisons,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AnyOf(tuple(parts))),
    ),
    max_leaves=6,
)
cards = st.tuples(st.integers(1, 3), st.sets(st.sampled_from(ROLES)))


@st.composite
def pools(draw: st.DrawFn, *, max_cards: int = 5) -> CardPool:
    chosen = draw(st.lists(cards, min_size=1, max_size=max_cards))
    return CardPool.from_counts(
        {f"card {i}": copies for i, (copies, _) in enumerate(chosen)},
        roles={
            role: [f"card {i}" for i, (_, has) in enumerate(chosen) if role in has]
            for role in ROLES
        },
    )


def query(condition: Condition) -> Query:
    return parse(str(condition))


# --- a second reading of queries, straight from their definition --------------------------


def count_of(node: Count, pool: CardPool, hand: Sequence[int]) -> int:
    match node:
        case Number(value):
            return value
        case Sum(parts):
            return sum(count_of(part, pool, hand) for part in parts)
        case InDeck(part):
            everywhere = [i for i, card in enumerate(pool.cards) for _ in range(card.copies)]
            return count_of(part, pool, everywhere) - count_of(part, pool, hand)
        case Role(name):
            return sum(card in pool.roles[name] for card in hand)
    raise AssertionError(node)


def can_fill(slots: Sequence[frozenset[int]], hand: Sequence[int]) -> bool:
    """Whether every slot gets a card of its own, found by trying."""
    if not slots:
        return True
    return any(
        card in slots[0] and can_fill(slots[1:], [*hand[:at], *hand[at + 1 :]])
        for at, card in enumerate(hand)
    )


def holds(node: Condition, pool: CardPool, hand: Sequence[int]) -> bool:
    match node:
        case Comparison(left, compare, right):
            return COMPARE[compare](count_of(left, pool, hand), count_of(right, pool, hand))
        case Not(part):
            return not holds(part, pool, hand)
        case AllOf(parts):
            return all(holds(part, pool, hand) for part in parts)
        case AnyOf(parts):
            return any(holds(part, pool, hand) for part in parts)
        case Distinct(asked):
            slots = []
            for need in asked:
                assert isinstance(need.right, Number)
                fillers = [pool.roles[term.name] for term in terms(need.left)]
                slots += [frozenset().union(*fillers)] * need.right.value
            return len(slots) <= len(hand) and can_fill(slots, hand)


# --- laws ---------------------------------------------------------------------------------


@given(conditions)
def test_what_is_printed_reads_back(condition: Condition) -> None:
    assert query(condition).condition == condition


@settings(max_examples=150, deadline=None)
@given(pools(), conditions, st.integers(0, 6))
def test_exact_odds_are_all_deals_counted(
    pool: CardPool, condition: Condition, hand_size: int
) -> None:
    hand_size = min(hand_size, pool.size)
    deck = [i for i, card in enumerate(pool.cards) for _ in range(card.copies)]
    deals = list(itertools.combinations(deck, hand_size))
    expected = Fraction(sum(holds(condition, pool, deal) for deal in deals), len(deals))
    (estimate,) = HandStudy(pool).odds(query(condition), hand_size=hand_size).estimates
    assert estimate.fraction == expected


@settings(max_examples=40, deadline=None)
@given(pools(max_cards=40), conditions, st.integers(0, 8), st.integers(0, 2**64 - 1))
def test_sampled_hands_are_judged_one_by_one(
    pool: CardPool, condition: Condition, hand_size: int, seed: int
) -> None:
    hand_size = min(hand_size, pool.size)
    compiled = compile_queries(pool, [query(condition)])
    drawn = draw_hands(pool.size, hand_size, seed=seed, start=5, count=60)
    owner = [
        i for each in compiled.classes for i in each.cards for _ in range(pool.cards[i].copies)
    ]
    hits = sum(holds(condition, pool, [owner[card] for card in hand]) for hand in drawn.tolist())
    counts = compiled.plan.sample(compiled.sizes, hand_size, seed=seed, start=5, count=60)
    assert counts.tolist() == [60 - hits, hits]


@settings(max_examples=60, deadline=None)
@given(pools(max_cards=20), conditions, st.integers(0, 6))
def test_a_condition_and_its_opposite_are_everything(
    pool: CardPool, condition: Condition, hand_size: int
) -> None:
    hand_size = min(hand_size, pool.size)
    odds = HandStudy(pool).odds(query(condition), query(Not(condition)), hand_size=hand_size)
    yes, no = odds.estimates
    assert yes.hits + no.hits == yes.trials
    assert odds.together(0, 1).hits == 0
    assert odds.none_of_them.hits == 0


@settings(max_examples=60, deadline=None)
@given(pools(max_cards=12), conditions, st.integers(0, 6), st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(
    pool: CardPool, condition: Condition, hand_size: int, random: object
) -> None:
    hand_size = min(hand_size, pool.size)
    order = list(range(len(pool.cards)))
    random.shuffle(order)  # type: ignore[attr-defined]
    turned = CardPool.from_counts(
        {pool.cards[i].name: pool.cards[i].copies for i in order},
        roles={
            role: [pool.cards[i].name for i in sorted(members)]
            for role, members in pool.roles.items()
        },
    )
    want = query(condition)
    one = HandStudy(pool).odds(want, hand_size=hand_size).counts
    assert HandStudy(turned).odds(want, hand_size=hand_size).counts == one


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 8))
def test_names_of_equal_copies_are_symmetric(copies: int, other: int, number: int) -> None:
    pool = CardPool.from_counts({"A": copies, "B": copies, "Other": other + 8})
    odds = HandStudy(pool).odds(
        f'"A" >= {number} & "B" < 2', f'"B" >= {number} & "A" < 2', hand_size=8
    )
    assert odds.estimates[0].hits == odds.estimates[1].hits


@given(st.integers(0, 30), st.integers(1, 30), st.integers(0, 12), st.integers(0, 5))
def test_more_copies_more_cards_and_lower_needs_never_hurt(
    copies: int, other: int, hand_size: int, number: int
) -> None:
    def odds(copies: int, other: int, hand_size: int, number: int) -> Fraction:
        pool = CardPool.from_counts({"A": copies, "Other": other})
        size = min(hand_size, pool.size)
        (estimate,) = HandStudy(pool).odds(f'"A" >= {number}', hand_size=size).estimates
        assert estimate.fraction is not None
        return estimate.fraction

    here = odds(copies, other, hand_size, number)
    assert odds(copies + 1, other - 1, hand_size, number) >= here
    assert odds(copies, other, hand_size + 1, number) >= here
    assert odds(copies, other, hand_size, number + 1) <= here


@settings(max_examples=30, deadline=None)
@given(pools(), conditions, st.integers(0, 5))
def test_a_predicate_that_says_the_same_gives_the_same(
    pool: CardPool, condition: Condition, hand_size: int
) -> None:
    hand_size = min(hand_size, pool.size)
    index = {card.name: i for i, card in enumerate(pool.cards)}
    estimate = predicate_odds(
        pool,
        lambda hand: holds(condition, pool, [index[name] for name in hand.cards]),
        hand_size=hand_size,
    )
    (expected,) = HandStudy(pool).odds(query(condition), hand_size=hand_size).estimates
    assert estimate.fraction == expected.fraction


@settings(max_examples=60, deadline=None)
@given(pools(max_cards=10), st.sampled_from(["a", "a + b", "a + a + d"]), st.integers(0, 6))
def test_tables_are_distributions_with_the_linear_mean(
    pool: CardPool, count: str, hand_size: int
) -> None:
    hand_size = min(hand_size, pool.size)
    study = HandStudy(pool)
    table = study.table(count, hand_size=hand_size)
    assert sum(table.probabilities.values()) == 1
    assert table.expected == study.expected(count, hand_size=hand_size)
