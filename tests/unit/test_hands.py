"""Odds of hands against closed forms, published figures, and counting by hand."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.errors import DeckError, FileFormatError, PredicateError, QueryError
from ygosim.hands import (
    CardPool,
    HandStudy,
    best_ratios,
    cards_seen,
    predicate_odds,
    read_roles,
    role_file_beside,
    role_from_text,
)
from ygosim.hands.estimates import sampled_estimate
from ygosim.rules import FORMATS, Rules


def study(roles: dict[str, list[str]] | None = None, **counts: int) -> HandStudy:
    return HandStudy(CardPool.from_counts(counts, roles=roles))


def odds(hands: HandStudy, want: str, hand_size: int = 5, **options: Any) -> float:
    return hands.odds(want, hand_size=hand_size, **options).estimates[0].probability


# --- known figures ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("copies", "hand_size", "percent"),
    [(3, 5, 33.76), (2, 5, 23.72), (1, 5, 12.50), (3, 6, 39.43), (2, 6, 28.08), (1, 6, 15.00)],
)
def test_published_odds_of_opening_a_card(copies: int, hand_size: int, percent: float) -> None:
    hands = study(Ace=copies, Other=40 - copies)
    assert round(100 * odds(hands, '"Ace" >= 1', hand_size), 2) == percent


def test_two_needs_agree_with_inclusion_and_exclusion() -> None:
    hands = study(A=9, B=12, Other=19)
    failing = Fraction(math.comb(31, 5) + math.comb(28, 5) - math.comb(19, 5), math.comb(40, 5))
    (estimate,) = hands.odds('"A" >= 1 & "B" >= 1', hand_size=5).estimates
    assert estimate.fraction == 1 - failing
    assert estimate.exact
    assert estimate.low == estimate.high == estimate.probability


def test_a_card_with_two_roles_fills_one_need_of_distinct() -> None:
    hands = study({"a": ["Both"], "b": ["Both"]}, Both=3, Other=37)
    one = odds(hands, '"Both" >= 1')
    assert odds(hands, "a >= 1 & b >= 1") == one
    assert odds(hands, "distinct(a >= 1, b >= 1)") == odds(hands, '"Both" >= 2') < one


def test_distinct_needs_of_several_cards_against_all_deals() -> None:
    roles = {"a": ["A", "AB", "ABC"], "b": ["B", "AB", "ABC"], "c": ["C", "ABC"]}
    counts = {"A": 1, "B": 1, "C": 2, "AB": 2, "ABC": 1, "None": 4}
    hands = HandStudy(CardPool.from_counts(counts, roles=roles))
    cards = [name for name, copies in counts.items() for _ in range(copies)]
    needs = ["a", "a", "b", "c"]

    def met(deal: tuple[str, ...]) -> bool:
        return any(
            all(card in roles[need] for need, card in zip(needs, chosen, strict=True))
            for chosen in itertools.permutations(deal, len(needs))
        )

    deals = list(itertools.combinations(cards, 5))
    expected = Fraction(sum(map(met, deals)), len(deals))
    answer = hands.odds("distinct(a >= 2, b >= 1, c >= 1)", hand_size=5)
    assert answer.estimates[0].fraction == expected
    same = hands.odds("distinct(a >= 1, b >= 1, a >= 1, c > 0)", hand_size=5)
    assert same.estimates[0].fraction == expected


def test_a_sum_counts_a_card_with_both_names_twice() -> None:
    hands = study({"a": ["Both"], "b": ["Both"]}, Both=3, Other=37)
    assert odds(hands, "a + b >= 2") == odds(hands, '"Both" >= 1')


def test_deck_is_what_stays_behind() -> None:
    hands = study(Garnet=2, Other=38)
    assert odds(hands, 'deck("Garnet") >= 1') == 1 - odds(hands, '"Garnet" == 2')
    assert odds(hands, 'deck("Garnet") == "Garnet"') == odds(hands, '"Garnet" == 1')
    assert odds(hands, 'deck("Garnet") > 2') == 0


def test_counts_compare_with_each_other() -> None:
    hands = study(A=10, B=10, Other=20)
    more, fewer = odds(hands, '"A" > "B"'), odds(hands, '"A" < "B"')
    assert more == fewer
    assert more + fewer + odds(hands, '"A" == "B"') == pytest.approx(1, abs=1e-12)


def test_constant_queries() -> None:
    hands = study(A=10, Other=30)
    assert odds(hands, "1 >= 1") == 1
    assert odds(hands, '"A" >= "A"') == 1
    assert odds(hands, "deck(" + '"A")' + ' + "A" != 10') == 0
    assert odds(hands, '"A" < 0') == 0


def test_overlaps_union_and_none_add_up() -> None:
    hands = study(A=9, B=12, Other=19)
    answer = hands.odds('"A" >= 1', '"B" >= 1', '"A" + "B" >= 4', hand_size=5)
    a, b, _ = answer.estimates
    ((_, _, both), _, _) = answer.overlaps
    pair = hands.odds('"A" >= 1', '"B" >= 1', hand_size=5).any_of_them
    assert a.fraction is not None
    assert b.fraction is not None
    assert both.fraction is not None
    assert pair.fraction == a.fraction + b.fraction - both.fraction
    assert answer.any_of_them.hits + answer.none_of_them.hits == math.comb(40, 5)
    assert answer.together(0, 1).hits == both.hits
    assert sum(answer.counts) == math.comb(40, 5)


def test_twelve_roles_of_sixty_cards_are_exact() -> None:
    roles = {f"r{i}": [f"c{i}", f"c{(i + 1) % 12}"] for i in range(12)}
    counts = {f"c{i}": 4 for i in range(12)}
    hands = HandStudy(CardPool.from_counts({**counts, "Other": 12}, roles=roles))
    want = " | ".join(f"r{i} >= 1 & r{(i + 5) % 12} >= 2" for i in range(12))
    assert hands.odds(want, hand_size=5).exact


# --- tables and means ---------------------------------------------------------------------


def test_the_table_is_the_hypergeometric_distribution() -> None:
    table = study(Ace=3, Other=37).table('"Ace"', hand_size=5)
    assert table.probabilities == {
        n: Fraction(math.comb(3, n) * math.comb(37, 5 - n), math.comb(40, 5)) for n in range(4)
    }
    assert table.expected == Fraction(3 * 5, 40)
    assert round(100 * float(table.at_least(1)), 2) == 33.76


def test_the_table_agrees_with_queries() -> None:
    hands = study({"a": ["X", "Both"], "b": ["Y", "Both"]}, X=4, Y=5, Both=3, Other=28)
    table = hands.table("a + b", hand_size=6)
    for number, probability in table.probabilities.items():
        answer = hands.odds(f"a + b == {number}", hand_size=6)
        assert answer.estimates[0].fraction == probability
    assert sum(table.probabilities.values()) == 1
    assert table.expected == hands.expected("a + b", hand_size=6)


def test_the_table_has_no_largest_deck_of_its_own() -> None:
    table = study(Ace=100, Other=155).table('"Ace"', hand_size=120)
    assert sum(table.probabilities.values()) == 1
    assert table.expected == Fraction(100 * 120, 255)


# --- sampled ------------------------------------------------------------------------------


def test_sampled_odds_say_how_sure_they_are() -> None:
    hands = study(A=9, B=12, Other=19)
    want = '"A" >= 1 & "B" >= 1'
    exact = odds(hands, want)
    answer = hands.odds(
        want, hand_size=5, method="sampled", samples=200_000, seed=3, confidence=0.9999
    )
    (estimate,) = answer.estimates
    assert not estimate.exact
    assert (answer.seed, estimate.trials, estimate.method) == (3, 200_000, "Clopper-Pearson")
    assert estimate.low <= exact <= estimate.high
    assert 0 < estimate.high - estimate.low < 0.02


def test_threads_change_nothing() -> None:
    hands = study(A=9, B=12, Other=19)
    options: dict[str, Any] = {"hand_size": 5, "method": "sampled", "samples": 3_000_001}
    one = hands.odds('"A" >= 1', '"B" >= 2', **options)
    assert hands.odds('"A" >= 1', '"B" >= 2', threads=3, **options).counts == one.counts


def test_what_is_too_large_is_sampled_or_refused() -> None:
    counts = {f"card {i}": 4 for i in range(30)}
    hands = HandStudy(CardPool.from_counts(counts))
    want = " & ".join(f'"card {i}" <= 3' for i in range(30))
    answer = hands.odds(want, hand_size=20, samples=20_000)
    assert not answer.exact
    with pytest.raises(QueryError, match="too many to count"):
        hands.odds(want, hand_size=20, method="exact")


@pytest.mark.parametrize(("hits", "trials"), [(0, 50), (50, 50), (3, 1000), (51, 100)])
def test_the_interval_is_clopper_and_pearsons(hits: int, trials: int) -> None:
    estimate = sampled_estimate("x", hits, trials, 0.95)

    def at_most(n: int, p: float) -> float:
        return sum(math.comb(trials, i) * p**i * (1 - p) ** (trials - i) for i in range(n + 1))

    # By definition the tails at the bounds are 2.5 % each.
    if hits:
        assert 1 - at_most(hits - 1, estimate.low) == pytest.approx(0.025, rel=1e-6)
    else:
        assert estimate.low == 0
    if hits < trials:
        assert at_most(hits, estimate.high) == pytest.approx(0.025, rel=1e-6)
    else:
        assert estimate.high == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "samples"),
        ({"confidence": 1.0}, "confidence"),
        ({"seed": 2**64}, "seed"),
        ({"threads": 0}, "threads"),
        ({"method": "guessed"}, "guessed"),
    ],
)
def test_odd_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        study(A=3, B=37).odds('"A" >= 1', hand_size=5, **options)


# --- cards seen ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("expert", [6, 7, 8], [6, 7, 8]),
        ("mr2", [6, 7, 8], [6, 7, 8]),
        ("mr3", [5, 6, 7], [6, 7, 8]),
        ("mr5", [5, 6, 7], [6, 7, 8]),
        ("rush", [5, 6, 7], [5, 6, 7]),
    ],
)
def test_cards_seen_by_each_turn(name: str, first: list[int], second: list[int]) -> None:
    rules = FORMATS[name]
    turns = (1, 2, 3)
    assert [cards_seen(rules, turn=t).hand_size for t in turns] == first
    assert [cards_seen(rules, second=True, turn=t).hand_size for t in turns] == second


def test_rush_draws_to_five_but_at_least_one() -> None:
    seen = [cards_seen(Rules.rush, turn=3, played=n).draws for n in (0, 1, 2, 5, 9)]
    assert seen == [(1, 1, 1), (1, 1, 1), (1, 2, 2), (1, 5, 5), (1, 5, 5)]


def test_what_is_played_changes_nothing_where_one_draws_one() -> None:
    assert cards_seen(Rules.mr5, turn=4, played=3) == cards_seen(Rules.mr5, turn=4)


def test_turns_are_counted_from_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        cards_seen(Rules.mr5, turn=0)
    with pytest.raises(ValueError, match="negative"):
        cards_seen(Rules.mr5, played=-1)


def test_going_second_is_going_first_and_one_more_draw() -> None:
    # P(6 cards) = P(5 cards) + P(not in 5) * P(the sixth is it), for a single copy.
    hands = study(Ace=1, Other=39)
    assert odds(hands, '"Ace" >= 1', 6) == pytest.approx(
        odds(hands, '"Ace" >= 1', 5) + (1 - odds(hands, '"Ace" >= 1', 5)) / 35
    )


# --- sensitivity and ratios ---------------------------------------------------------------


def test_sensitivity_is_the_query_on_the_changed_deck() -> None:
    hands = study(A=9, B=12, Other=19)
    want = '"A" >= 1 & "B" >= 1'
    changes = {change.cards: change for change in hands.sensitivity(want, hand_size=5)}
    assert set(changes) == {("A",), ("B",)}
    plus = changes["A",].plus
    minus = changes["B",].minus
    assert plus is not None
    assert minus is not None
    assert plus.probability == odds(study(A=10, B=12, Other=18), want)
    assert minus.probability == odds(study(A=9, B=11, Other=20), want)


def test_sensitivity_at_the_edges() -> None:
    full = study(A=20, B=20)
    (a, b) = full.sensitivity('"A" >= 1 & "B" >= 1', hand_size=5)
    assert not a.swapped
    assert a.plus is not None
    assert a.plus.probability == odds(study(A=21, B=20), '"A" >= 1 & "B" >= 1')
    none = study(A=0, Other=5)
    (change,) = none.sensitivity('"A" >= 1', hand_size=5)
    assert change.minus is None
    assert change.plus is not None
    assert change.plus.probability == 1
    assert b.copies == 20


def test_best_ratios_against_every_list() -> None:
    pool = CardPool.from_counts({"Other": 40}, roles={"starter": [], "brick": []})
    want = "starter >= 1 & brick <= 1 & starter + brick <= 3"
    best = best_ratios(
        pool,
        want,
        {"starter": (3, 15), "brick": (0, 4)},
        hand_size=5,
        deck_sizes=(40, 42),
        top=1000,
    )
    every = {}
    for starter, brick, size in itertools.product(range(3, 16), range(5), range(40, 43)):
        roles = {"starter": ["S"], "brick": ["B"]}
        counts = {"S": starter, "B": brick, "Other": size - starter - brick}
        answer = HandStudy(CardPool.from_counts(counts, roles=roles)).odds(want, hand_size=5)
        every[starter, brick, size] = answer.estimates[0].fraction
    assert best.candidates == len(every) == len(best.rows)
    found = {
        (row.copies["starter"], row.copies["brick"], row.deck_size): row.estimate.fraction
        for row in best.rows
    }
    assert found == every
    ranked = [row.estimate.probability for row in best.rows]
    assert ranked == sorted(ranked, reverse=True)
    top = max(filter(None, every.values()))
    assert best.ties == sum(1 for value in every.values() if value == top)


def test_best_ratios_list_ties() -> None:
    pool = CardPool.from_counts({"Other": 40}, roles={"a": [], "b": []})
    best = best_ratios(pool, "a >= 1 & b >= 1", {"a": (5, 10), "b": (5, 10)}, hand_size=5, top=1)
    assert best.ties == 1
    best = best_ratios(pool, "a + b >= 1", {"a": (1, 9), "b": (1, 9)}, hand_size=5, top=1)
    assert best.ties == 1
    best = best_ratios(
        pool, "a + b >= 1 & a + b <= 1", {"a": (0, 9), "b": (0, 9)}, hand_size=5, top=1
    )
    assert best.ties == len(best.rows) == 9  # a + b == 8, in any split
    assert {row.copies["a"] + row.copies["b"] for row in best.rows} == {8}


def test_best_ratios_keep_the_other_cards_of_the_deck() -> None:
    roles = {"starter": ["S", "S2"], "trap": ["T"], "both": []}
    pool = CardPool.from_counts({"S": 3, "S2": 2, "T": 6, "Other": 29}, roles=roles)
    want = "starter >= 1 & trap >= 1"
    best = best_ratios(pool, want, {"starter": (4, 8)}, hand_size=5)
    assert best.fixed == {"T": 6}
    row = next(row for row in best.rows if row.copies["starter"] == 5)
    assert row.estimate.probability == odds(HandStudy(pool), want)
    assert row.rest == 29
    mixed = best_ratios(pool, want, {"starter + trap": (0, 2)}, hand_size=5)
    assert mixed.fixed == {"S": 3, "S2": 2, "T": 6}
    named = best_ratios(pool, 'starter >= 1 & "T" >= 1', {'"T"': (1, 9)}, hand_size=5)
    assert named.fixed == {"S": 3, "S2": 2}
    assert named.rows[0].copies == {'"T"': 9}


def test_best_ratios_know_what_stays_in_the_deck() -> None:
    pool = CardPool.from_counts({"Other": 40}, roles={"brick": []})
    best = best_ratios(pool, "brick == 0 & deck(brick) >= 1", {"brick": (0, 5)}, hand_size=5, top=6)
    assert best.rows[0].copies == {"brick": 1}
    assert best.rows[-1].copies == {"brick": 0}
    assert best.rows[-1].estimate.probability == 0


@pytest.mark.parametrize(
    ("ranges", "options", "message"),
    [
        ({}, {}, "at least one range"),
        ({"b": (1, 2)}, {}, "not in the query"),
        ({"a": (3, 2)}, {}, "no range"),
        ({"a": (41, 50)}, {}, "no list fits"),
        ({"a": (1, 2)}, {"deck_sizes": (3, 40)}, "must hold the hand"),
        ({"a": (1, 2)}, {"deck_sizes": (40, 256)}, "at most 255"),
        ({"a": (0, 255)}, {"deck_sizes": (40, 20_000)}, "at most 255"),
        ({"a >= 1": (0, 1)}, {}, "expected"),
        ({"a": (1, 2), "a + a": (1, 2)}, {}, "same kind"),
    ],
)
def test_ranges_that_make_no_sense(
    ranges: dict[str, tuple[int, int]], options: dict[str, Any], message: str
) -> None:
    pool = CardPool.from_counts({"Other": 40}, roles={"a": [], "b": []})
    with pytest.raises(QueryError, match=message):
        best_ratios(pool, "a >= 1", ranges, hand_size=5, **options)


# --- predicates ---------------------------------------------------------------------------


def test_a_predicate_gives_what_the_query_gives() -> None:
    hands = study({"good": ["A", "B"]}, A=3, B=6, Other=31)
    want = odds(hands, 'good >= 2 | "A" >= 1')
    estimate = predicate_odds(
        hands.pool, lambda hand: hand.count_role("good") >= 2 or "A" in hand, hand_size=5
    )
    assert estimate.exact
    assert estimate.probability == want
    sampled = predicate_odds(
        hands.pool,
        lambda hand: hand.count_role("good") >= 2 or hand.count("A") >= 1,
        hand_size=5,
        method="sampled",
        samples=20_000,
        confidence=0.9999,
    )
    assert sampled.low <= want <= sampled.high


def test_a_raising_predicate_is_reported_with_its_hand() -> None:
    hands = study(A=3, Other=37)

    def fussy(hand: Any) -> bool:
        return 1 / hand.count("A") > 0

    with pytest.raises(PredicateError, match=r"ZeroDivisionError[^\n]*\n.*Other, Other") as caught:
        predicate_odds(hands.pool, fussy, hand_size=5)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("answer", [None, 1, "yes"])
def test_what_is_neither_true_nor_false_is_not_counted(answer: object) -> None:
    hands = study(A=3, Other=37)
    with pytest.raises(PredicateError, match="True or False expected"):
        predicate_odds(hands.pool, lambda _hand: answer, hand_size=5)


def test_interrupts_pass_through_a_predicate() -> None:
    def interrupted(_hand: object) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        predicate_odds(study(A=3, Other=37).pool, interrupted, hand_size=5)


def test_a_numba_predicate_gives_what_the_query_gives() -> None:
    numba = pytest.importorskip("numba")
    hands = study(A=3, B=6, Other=31)

    @numba.njit
    def any_a(passcodes: Any) -> bool:
        for passcode in passcodes:  # noqa: SIM110 - as one writes for Numba
            if passcode == 1:
                return True
        return False

    assert predicate_odds(hands.pool, any_a, hand_size=5).probability == odds(hands, '"A" >= 1')

    @numba.njit
    def raising(passcodes: Any) -> bool:
        if passcodes[0] == 2:
            raise ValueError("no A here")
        return True

    with pytest.raises(PredicateError, match=r"no A here\n  for the hand: B, ") as caught:
        predicate_odds(hands.pool, raising, hand_size=5)
    assert "raising" in str(caught.value)

    @numba.njit
    def seven(passcodes: Any) -> int:
        return len(passcodes) + 2

    with pytest.raises(PredicateError, match="answered 7"):
        predicate_odds(hands.pool, seven, hand_size=5)

    @numba.njit
    def unknown(passcodes: Any) -> Any:
        return passcodes.colour

    with pytest.raises(PredicateError, match="cannot be compiled"):
        predicate_odds(hands.pool, unknown, hand_size=5)


def test_predicates_of_hands_that_are_too_many() -> None:
    pool = CardPool.from_counts({f"c{i}": 1 for i in range(60)})
    estimate = predicate_odds(
        pool, lambda hand: "c0" in hand, hand_size=5, samples=5000, confidence=0.9999
    )
    assert not estimate.exact
    assert estimate.low <= 5 / 60 <= estimate.high
    with pytest.raises(DeckError, match="cannot be seen"):
        predicate_odds(pool, lambda _hand: True, hand_size=61)
    big = CardPool.from_counts({f"c{i}": 1 for i in range(100)})
    with pytest.raises(DeckError, match="too many to ask"):
        predicate_odds(big, lambda _hand: True, hand_size=10, method="exact")


# --- decks and names ----------------------------------------------------------------------

ASH, BLUE_EYES, BLACK_LUSTER_TOKEN = 14558127, 89631139, 0


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.default()


def deck_pool(catalogue: Catalogue, *passcodes: int) -> CardPool:
    text = "#main\n" + "\n".join(map(str, passcodes))
    return CardPool.from_deck(Deck.parse(text, name="test"), catalogue)


def test_artworks_are_one_card(catalogue: Catalogue) -> None:
    pool = deck_pool(catalogue, BLUE_EYES, BLUE_EYES + 1, ASH)
    assert [(card.name, card.copies) for card in pool.cards] == [
        ("Blue-Eyes White Dragon", 2),
        ("Ash Blossom & Joyous Spring", 1),
    ]


def test_unknown_passcodes_go_on_by_passcode(catalogue: Catalogue) -> None:
    pool = deck_pool(catalogue, ASH, 999999999, 999999999)
    assert odds(HandStudy(pool), '"999999999" == 2', 2) == pytest.approx(1 / 3)
    assert pool.notes == ("line 3: passcode 999999999 is unknown: taken as a card without facts",)


def test_tokens_and_extra_deck_cards_are_left_out(catalogue: Catalogue) -> None:
    token = next(card for card in catalogue if card.is_token)
    extra = next(card for card in catalogue if card.is_extra_deck)
    pool = deck_pool(catalogue, ASH, token.passcode, extra.passcode, ASH)
    assert pool.size == 2
    assert "is a token" in pool.notes[0]
    assert "belongs to the extra deck" in pool.notes[1]


def test_a_deck_without_cards(catalogue: Catalogue) -> None:
    with pytest.raises(DeckError, match="0 cards to draw from"):
        CardPool.from_deck(Deck("empty", ()), catalogue)
    with pytest.raises(DeckError, match="256 cards"):
        CardPool.from_counts({"A": 256})
    with pytest.raises(ValueError, match="-1 copies"):
        CardPool.from_counts({"A": -1})
    with pytest.raises(ValueError, match="no card 'B'"):
        CardPool.from_counts({"A": 1}, roles={"r": ["B"]})


def test_names_are_found_as_people_write_them(catalogue: Catalogue) -> None:
    pool = deck_pool(catalogue, ASH, BLUE_EYES)
    for name in ("ash blossom & joyous spring", "ASH BLOSSOM JOYOUS SPRING", str(ASH)):
        assert odds(HandStudy(pool), f'"{name}" == 1', 2) == 1
    assert odds(HandStudy(pool), '"Dark Magician" == 0', 2) == 1  # exists, but not here


def test_cards_answer_to_the_name_that_they_count_as(catalogue: Catalogue) -> None:
    cyber = catalogue.by_name("Cyber Harpie Lady")
    pool = deck_pool(catalogue, cyber.passcode, catalogue.by_name("Harpie Lady").passcode)
    assert odds(HandStudy(pool), '"Harpie Lady" == 2 & "Cyber Harpie Lady" == 1', 2) == 1


@pytest.mark.parametrize(
    ("want", "number"),
    [
        ("type(Dragon)", 1),
        ("type(monster)", 3),
        ("type(Spell)", 1),
        ("type(Quick-Play)", 1),
        ("type(Tuner)", 1),
        ("type(Normal)", 1),
        ("attribute(light)", 1),
        ("attribute(FIRE)", 1),
        ("level(8)", 1),
        ("level(1..8)", 3),
        ("archetype(0xdd)", 1),
        ("archetype(221)", 1),
        ('archetype("Blue-Eyes")', 1),
        ("archetype(Kuriboh)", 1),
    ],
)
def test_properties(catalogue: Catalogue, want: str, number: int) -> None:
    names = ["Mystical Space Typhoon", "Kuriboh"]
    passcodes = [catalogue.by_name(name).passcode for name in names]
    pool = deck_pool(catalogue, ASH, BLUE_EYES, *passcodes, 999999999)
    assert odds(HandStudy(pool), f"{want} == {number}", 5) == 1


@pytest.mark.parametrize(
    ("want", "message"),
    [
        ('"Ash Blosom & Joyous Spring" >= 1', 'did you mean "Ash Blossom & Joyous Spring"'),
        ("startr >= 1", "did you mean starter"),
        ("x >= 1", "there is no role 'x'; the roles: starter"),
        ("type(Dragoon) >= 1", "did you mean Dragon"),
        ("attribute(LIHGT) >= 1", "they are EARTH"),
        ('archetype("!!") >= 1', "no archetype"),
        ('"starter" >= 1', "a role is written without quotes"),
        ("a" * 500 + " >= 1", "there is no role"),
        ('"' + "a" * 500 + '" >= 1', "there is no card"),
        (" + ".join(["starter"] * 121) + " >= 1", "at most 120 times"),
    ],
)
def test_unknown_names_get_suggestions(catalogue: Catalogue, want: str, message: str) -> None:
    pool = deck_pool(catalogue, ASH, BLUE_EYES).with_roles({"starter": frozenset({0})})
    with pytest.raises(QueryError, match=message):
        HandStudy(pool).odds(want, hand_size=1)


def test_properties_need_facts() -> None:
    with pytest.raises(QueryError, match="needs facts"):
        odds(study(A=3, Other=37), "type(Dragon) >= 1")


def test_hands_that_the_deck_is_too_small_for() -> None:
    hands = study(A=3, Other=2)
    for ask in (
        lambda: hands.odds('"A" >= 1', hand_size=6),
        lambda: hands.odds('"A" >= 1', hand_size=-1),
        lambda: hands.table('"A"', hand_size=6),
        lambda: hands.expected('"A"', hand_size=6),
        lambda: hands.sensitivity('"A" >= 1', hand_size=6),
    ):
        with pytest.raises(DeckError, match="cannot be seen"):
            ask()
    assert odds(hands, '"A" == 3', 5) == 1
    assert odds(hands, '"A" == 0', 0) == 1


def test_sixteen_queries_at_once_and_no_more() -> None:
    hands = study(A=3, Other=37)
    answer = hands.odds(*[f'"A" >= {n % 4}' for n in range(16)], hand_size=5)
    assert len(answer.estimates) == 16
    with pytest.raises(QueryError, match="1 to 16"):
        hands.odds(*['"A" >= 1'] * 17, hand_size=5)
    with pytest.raises(QueryError, match="1 to 16"):
        hands.odds(hand_size=5)


# --- role files ---------------------------------------------------------------------------


def test_role_files(tmp_path: Path, catalogue: Catalogue) -> None:
    pool = deck_pool(catalogue, ASH, BLUE_EYES)
    path = tmp_path / "deck.yaml"
    path.write_text(
        "handtrap: [14558127, 'Nibiru, the Primal Being']\n"
        "big: Blue-Eyes White Dragon\n"
        "monster:\n  - type(Monster)\n"
        "absent: [Dark Magician]\n",
        encoding="utf-8",
    )
    assert role_file_beside(tmp_path / "deck.ydk") == path
    assert role_file_beside(tmp_path / "other.ydk") is None
    read = read_roles(path, pool)
    assert {role: sorted(cards) for role, cards in read.roles.items()} == {
        "handtrap": [0],
        "big": [1],
        "monster": [0, 1],
        "absent": [],
    }
    assert read.notes == ("no card of the deck is absent",)


def test_an_empty_role_file_has_no_roles(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("# nothing yet\n", encoding="utf-8")
    assert read_roles(path, CardPool.from_counts({"A": 1})).roles == {}


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("a: [A\n", 2, "expected"),
        ("- A\n", 1, "no mapping"),
        ("just text\n", 1, "no mapping"),
        ("a: [A]\nb: [B]\na: [B]\n", 3, "duplicate key"),
        ("a:\n  - A\n  - C\n", 3, "there is no card 'C'"),
        ("a:\n  - A\n  -\n", 3, "nothing as a card"),
        ("a:\n  - {B: 1}\n", 2, "as a card of a"),
        ("a:\n  - true\n", 2, "as a card of a"),
        ("a:\n  - 1.5\n", 2, "as a card of a"),
        ("deck: [A]\n", 1, "the role 'deck'"),
        ("2nd: [A]\n", 1, "the role '2nd'"),
        ("1: [A]\n", 1, "the role '1'"),
        ("a:\n  - type(\n", 2, "there is no card 'type('"),
        ("a:\n  - type(Dragoon)\n", 2, "there is no type"),
    ],
)
def test_broken_role_files_say_where(tmp_path: Path, text: str, line: int, part: str) -> None:
    path = tmp_path / "roles.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFormatError) as caught:
        read_roles(path, CardPool.from_counts({"A": 1, "B": 2}))
    assert caught.value.line == line
    assert part in str(caught.value)


def test_role_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "roles.yaml"
    path.write_bytes(b"a: [\xff\xfe]\n")
    with pytest.raises(FileFormatError, match="there is no card"):
        read_roles(path, CardPool.from_counts({"A": 1}))
    path.write_text("a: " + "[" * 1200, encoding="utf-8")
    with pytest.raises(FileFormatError):
        read_roles(path, CardPool.from_counts({"A": 1}))
    with pytest.raises(FileNotFoundError):
        read_roles(tmp_path / "none.yaml", CardPool.from_counts({"A": 1}))


def test_roles_from_the_command_line_know_names_with_commas() -> None:
    counts = {"Nibiru, the Primal Being": 3, "A": 2, "One, Two, Three": 1, "Other": 34}
    pool = CardPool.from_counts(counts)
    read = role_from_text("r", 'A, Nibiru, the Primal Being , "One, Two, Three"', pool)
    assert sorted(read.roles["r"]) == [0, 1, 2]
    assert sorted(role_from_text("r", "One, Two, Three,A,", pool).roles["r"]) == [1, 2]


@pytest.mark.parametrize(
    ("name", "cards", "message"),
    [
        ("r", "A, X", "there is no card 'X'"),
        ("r", "", "has no cards"),
        ("r", " , ", "has no cards"),
        ("deck", "A", "cannot be called"),
        ("", "A", "cannot be called"),
    ],
)
def test_odd_roles_from_the_command_line(name: str, cards: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        role_from_text(name, cards, CardPool.from_counts({"A": 1}))


# --- the house ----------------------------------------------------------------------------


def test_scipy_numba_and_yaml_are_imported_only_when_used() -> None:
    code = (
        "import sys\n"
        "from ygosim.hands import CardPool, HandStudy\n"
        "HandStudy(CardPool.from_counts({'A': 3, 'B': 37})).odds('\"A\" >= 1', hand_size=5)\n"
        "print([name for name in ('scipy', 'numba', 'ruamel') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_numbers_are_plain_python() -> None:
    (estimate,) = study(A=3, Other=37).odds('"A" >= 1', hand_size=5).estimates
    assert type(estimate.probability) is float
    assert type(estimate.hits) is int
    assert not isinstance(estimate.exact, np.bool_)
