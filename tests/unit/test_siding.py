"""Swap files: what they say, and how a deck looks afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.siding import SwapPlan, swap
from ygosim.errors import CardNotFoundError, DeckError, FileFormatError

CATALOGUE = Catalogue.default()
KURIBOH, RAIGEKI, REBORN, REBORN_ART = 40640057, 12580477, 83764718, 83764719
DECK = Deck("mine", main=(KURIBOH, REBORN_ART, KURIBOH, REBORN), side=(RAIGEKI, RAIGEKI))
PLAN = """\
# against spells
!second
-1 Kuriboh
-1 83764718
+2 raigeki
"""


def parse(text: str) -> SwapPlan:
    return SwapPlan.parse(text, CATALOGUE, path="plan.txt")


def test_cards_come_in_where_others_went_out() -> None:
    sided = parse(PLAN).apply(DECK, goes_first=False)
    assert sided.main == (RAIGEKI, RAIGEKI, KURIBOH, REBORN)
    assert sided.side == (KURIBOH, REBORN_ART)  # the artwork that was there
    assert sided.name == DECK.name


def test_a_part_that_is_left_out_swaps_nothing() -> None:
    assert parse(PLAN).apply(DECK, goes_first=True) is DECK


def test_swapping_back_gives_the_cards_back() -> None:
    there = parse("!first\n-2 Kuriboh\n+2 Raigeki").apply(DECK, goes_first=True)
    back = parse("!first\n+2 Kuriboh\n-2 Raigeki").apply(there, goes_first=True)
    assert (back.main, back.side) == (DECK.main, DECK.side)


def test_lines_of_one_card_add_up() -> None:
    plan = "!first\n-1 Kuriboh\n-1 Kuriboh\n+1 Raigeki\n+1 Raigeki"
    sided = parse(plan).apply(DECK, goes_first=True)
    assert sided.main.count(KURIBOH) == 0
    with pytest.raises(DeckError, match=r"line 4: 1 of 'Kuriboh' in the main deck are asked"):
        parse("!first\n-1 Kuriboh\n-1 Kuriboh\n-1 Kuriboh").apply(DECK, goes_first=True)


def test_a_file_is_read_and_applied(tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    path.write_bytes(b"\xef\xbb\xbf" + PLAN.replace("\n", "\r\n").encode())
    assert SwapPlan.read(path, CATALOGUE) == parse(PLAN)
    assert swap(DECK, path, goes_first=False) == parse(PLAN).apply(DECK, goes_first=False)


def test_faults_say_when_and_by_which_plan() -> None:
    with pytest.raises(DeckError, match=r"'mine sided for going second by plan\.txt' has 2 fault"):
        parse("!second\n-1 Raigeki\n+1 Kuriboh").apply(DECK, goes_first=False)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("-1 Kuriboh", 1, "!first or !second before it"),
        ("!third\n-1 Kuriboh", 1, "!first and !second, once each"),
        ("!first\n!first", 2, "!first and !second, once each"),
        ("!first\nKuriboh", 2, "-N CARD"),
        ("!first\n-Kuriboh", 2, "-N CARD"),
        ("!first\n-1", 2, "-N CARD"),
        ("!first\n-0 Kuriboh", 2, "-N CARD"),
        ("!first\n-1000 Kuriboh", 2, "-N CARD"),
        ("# nothing", None, "!first or !second"),
        ("", None, "!first or !second"),
    ],
)
def test_what_is_no_swap_is_refused_with_its_line(
    text: str, line: int | None, expected: str
) -> None:
    with pytest.raises(FileFormatError) as caught:
        parse(text)
    assert (caught.value.path, caught.value.line) == ("plan.txt", line)
    assert caught.value.expected.startswith(expected)


def test_an_unknown_card_is_named_with_its_line() -> None:
    with pytest.raises(CardNotFoundError, match=r"plan\.txt:2: .*'Kuribo'; did you mean 'Kuriboh"):
        parse("!first\n-1 Kuribo")
