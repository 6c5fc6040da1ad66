"""Decks as values: reading by content, writing by name, sections put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.errors import FileFormatError

DECK = Deck("test", main=(3, 1, 3), extra=(2,), side=(9,))


@pytest.mark.parametrize("name", ["test.ydk", "test.ydke", "test.YDK"])
def test_a_deck_is_read_as_it_was_written(tmp_path: Path, name: str) -> None:
    DECK.write(tmp_path / name)
    read = Deck.read(tmp_path / name)
    assert read == DECK
    assert read.path == str(tmp_path / name)


def test_the_content_says_what_it_is_not_the_name(tmp_path: Path) -> None:
    (tmp_path / "test.ydk").write_text("\n  " + DECK.to_ydke() + "\n")
    (tmp_path / "test.txt").write_text(DECK.to_ydk())
    assert Deck.read(tmp_path / "test.ydk") == Deck.read(tmp_path / "test.txt") == DECK


def test_an_ending_that_is_no_format_is_refused_before_writing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"written as \.ydk or \.ydke, not '\.txt'"):
        DECK.write(tmp_path / "test.txt")
    assert list(tmp_path.iterdir()) == []


def test_entries_know_their_lines_where_there_are_any() -> None:
    assert list(Deck.parse("#main\n3\n!side\n9").entries()) == [("main", 3, 2), ("side", 9, 4)]
    assert list(Deck("x", (3,), side=(9,)).entries()) == [("main", 3, None), ("side", 9, None)]
    assert next(Deck.parse(DECK.to_ydke()).entries()) == ("main", 3, None)


def test_monsters_are_put_in_their_section_and_the_rest_stays() -> None:
    fusion, magician, token, unknown = 23995346, 46986414, 73915052, 1
    deck = Deck("x", (fusion, magician, token, unknown), (magician, fusion, unknown), (fusion,))
    placed = deck.placed(Catalogue.default())
    assert placed.main == (magician, token, unknown, magician)
    assert placed.extra == (fusion, unknown, fusion)
    assert placed.side == (fusion,)


def test_a_url_in_pieces_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "cut.ydke").write_text("ydke://rvTMAhLZ")
    with pytest.raises(FileFormatError, match=r"cut\.ydke: found a deck URL with 0 '!'"):
        Deck.read(tmp_path / "cut.ydke")
