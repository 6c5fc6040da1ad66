"""Deck files: what readers of the ecosystem forgive, and what is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.io.sections import Sections
from ygosim.cards.io.ydk import format_ydk, parse_ydk
from ygosim.errors import FileFormatError


def cards(text: str) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    read = parse_ydk(text)
    return read.main, read.extra, read.side


def test_sections_keep_their_order() -> None:
    text = "#created by ...\n#main\n3\n1\n3\n#extra\n2\n!side\n9\n8\n"
    assert cards(text) == ((3, 1, 3), (2,), (9, 8))


def test_lines_are_remembered() -> None:
    read = parse_ydk("#main\n\n3\n# a comment\n4\n#extra\n5\n!side\n6")
    assert (read.main_lines, read.extra_lines, read.side_lines) == ((3, 5), (7,), (9,))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_newline_will_do(newline: str) -> None:
    assert cards(newline.join(["#main", "1", "#extra", "2", "!side", "3"])) == ((1,), (2,), (3,))


def test_zero_padding_is_stripped() -> None:
    assert cards("#main\n07572887\n00000483") == ((7572887, 483), (), ())


def test_words_behind_a_passcode_are_skipped() -> None:
    assert cards("#main\n83764718 Monster Reborn\n83764719\tagain") == (
        (83764718, 83764719),
        (),
        (),
    )


def test_cards_before_any_marker_are_main_deck_cards() -> None:
    assert cards("1\n2\n!side\n3") == ((1, 2), (), (3,))


def test_any_exclamation_mark_begins_the_side_deck() -> None:
    assert cards("1\n!anything\n2") == ((1,), (), (2,))


def test_main_comes_back_after_extra() -> None:
    assert cards("#main\n1\n#extra\n2\n#main\n3") == ((1, 3), (2,), ())


def test_comments_that_look_like_markers_are_comments() -> None:
    assert cards("#main\n#extra deck of mine\n1") == ((1,), (), ())


def test_passcode_zero_is_read_for_the_deck_check_to_name() -> None:
    assert cards("#main\n0\n000") == ((0, 0), (), ())


def test_an_empty_deck_with_markers_is_a_deck() -> None:
    assert cards("#main\n#extra\n!side\n") == ((), (), ())


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("#main\n1\nDark Magician", 3, "'Dark Magician'"),
        ("#main\n-5", 2, "'-5'"),
        ("#main\n12abc", 2, "'12abc'"),
        ("#main\n1.5", 2, "'1.5'"),
        ("#main\n4294967296", 2, "'4294967296'"),
        ("#main\n" + "9" * 5000, 2, "'9999"),
        ("#main\n٣", 2, "'٣'"),
        ("<html>", 1, "'<html>'"),
    ],
)
def test_what_is_no_passcode_is_refused_with_its_line(text: str, line: int, found: str) -> None:
    with pytest.raises(FileFormatError) as caught:
        parse_ydk(text, path="my.ydk")
    assert caught.value.line == line
    assert caught.value.path == "my.ydk"
    assert caught.value.found.startswith(found)
    assert "passcode" in caught.value.expected
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["", "\n \n", "# only a comment\n"])
def test_a_file_without_card_and_marker_is_no_deck(text: str) -> None:
    with pytest.raises(FileFormatError, match="expected a deck file"):
        parse_ydk(text)


def test_writing_gives_what_was_read() -> None:
    deck = Sections((3, 1, 3), (2,), (9, 8))
    assert cards(format_ydk(deck)) == ((3, 1, 3), (2,), (9, 8))


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "bom.ydk"
    path.write_bytes(b"\xef\xbb\xbf#main\r\n46986414\r\n")
    assert Deck.read(path).main == (46986414,)


def test_comments_in_other_encodings_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "gbk.ydk"
    path.write_bytes("#created by 決闘者\n#main\n46986414\n".encode("shift_jis"))
    assert Deck.read(path).main == (46986414,)


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        (b"#main\n1\n\x00\x01\x02", 3, "binary data"),
        ("#main\n1\n".encode("utf-16"), 1, "UTF-16 text"),
        (b"\x89PNG\r\n\x1a\n", 1, "'\ufffdPNG'"),
        (b"", None, "an empty file"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, content: bytes, line: int | None, found: str
) -> None:
    path = tmp_path / "odd.ydk"
    path.write_bytes(content)
    with pytest.raises(FileFormatError) as caught:
        Deck.read(path)
    assert (caught.value.path, caught.value.line, caught.value.found) == (str(path), line, found)


def test_real_decks_are_read_and_kept(shared: Path, tmp_path: Path) -> None:
    paths = sorted((shared / "data" / "decks").glob("*/*.ydk"))
    assert len(paths) > 20
    for path in paths:
        deck = Deck.read(path)
        numbers = [int(line) for line in path.read_text().split() if line.isdigit()]
        assert [*deck.main, *deck.extra, *deck.side] == numbers
        deck.write(tmp_path / path.name)
        assert Deck.read(tmp_path / path.name) == deck
