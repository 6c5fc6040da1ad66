"""Files of forbidden and limited lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.io.lflist import parse_lflist, read_lflist
from ygosim.errors import FileFormatError


def test_a_file_holds_many_lists() -> None:
    one, two = parse_lflist("!one\n1 0\n!two\n$whitelist\n1 3\n")
    assert (one.name, one.entries, one.whitelist) == ("one", ((1, 0),), False)
    assert (two.name, two.entries, two.whitelist) == ("two", ((1, 3),), True)


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("4280258 1", (4280258, 1)),
        ("04280258 1 --Apollousa, Bow of the Goddess", (4280258, 1)),
        ("4280258\t\t2\tMAIN DECK MONSTERS", (4280258, 2)),
        ("4280258 -1", (4280258, -1)),
        ("  4280258 0--no blank", (4280258, 0)),
    ],
)
def test_entries(line: str, entry: tuple[int, int]) -> None:
    assert parse_lflist(f"#[list]\r\n!list\r\n{line}\r\n")[0].entries == (entry,)


def test_comments_and_headings_are_skipped() -> None:
    text = "# about\n!list\n#Forbidden\n--SS05 Bakura\n\n5 1\n"
    assert parse_lflist(text)[0].entries == ((5, 1),)


def test_the_last_of_two_entries_holds() -> None:
    assert parse_lflist("!list\n5 1\n5 2\n")[0].entries == ((5, 2),)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("!list\nRaigeki 1", 2, "PASSCODE COUNT"),
        ("!list\n12580477", 2, "PASSCODE COUNT"),
        ("!list\n12580477 one", 2, "PASSCODE COUNT"),
        ("!list\n12580477 4", 2, "a count from -1 to 3"),
        ("!list\n12580477 -2", 2, "a count from -1 to 3"),
        ("!list\n12580477 " + "1" * 5000, 2, "a count from -1 to 3"),
        ("!list\n0 1", 2, "a passcode from 1"),
        ("!list\n4294967296 1", 2, "a passcode from 1"),
        ("!list\n" + "9" * 5000 + " 1", 2, "a passcode from 1"),
        ("!list\n$genesys 100", 2, "PASSCODE COUNT"),
        ("12580477 1\n!list", 1, "!NAME before the first entry"),
        ("!\n12580477 1", 1, "!NAME"),
        ("", None, "!NAME"),
        ("# only a comment", None, "!NAME"),
    ],
)
def test_what_is_no_list_is_refused_with_its_line(
    text: str, line: int | None, expected: str
) -> None:
    with pytest.raises(FileFormatError) as caught:
        parse_lflist(text, path="lflist.conf")
    assert (caught.value.path, caught.value.line) == ("lflist.conf", line)
    assert caught.value.expected.startswith(expected)


def test_real_lists_are_read(shared: Path) -> None:
    sizes = {}
    for path in sorted((shared / "data" / "lists").glob("*.conf")):
        for one in read_lflist(path):
            sizes[one.name] = (len(one.entries), one.whitelist)
    assert sizes["2026.05 TCG"] == (229, False)
    assert sizes["2005.4 GOAT"] == (1704, True)
    assert sizes["2026.07.01 Rush Duel"] == (3397, True)
    assert len(sizes) == 12
