"""Deck URLs: published vectors, and the ways in which a URL arrives broken."""

from __future__ import annotations

import pytest

from ygosim.cards.io.sections import Sections
from ygosim.cards.io.ydke import format_ydke, parse_ydke
from ygosim.errors import FileFormatError

VECTORS = [
    (
        "ydke://o6lXBZyFNAI=!viOnAg==!7ydRAA==!",
        Sections((89631139, 36996508), (44508094,), (5318639,)),
    ),
    ("ydke://rvTMAhLZoAI=!/WccAA==!!", Sections((46986414, 44095762), (1861629,), ())),
    ("ydke://!!!", Sections()),
]


@pytest.mark.parametrize(("url", "sections"), VECTORS)
def test_published_urls_are_read_and_written(url: str, sections: Sections) -> None:
    assert parse_ydke(url) == sections
    assert format_ydke(sections) == url


def test_blanks_stand_for_the_plus_that_chat_programs_eat() -> None:
    url = format_ydke(Sections(main=(0xFBEFBEFB,)))
    assert "+" in url
    assert parse_ydke(url.replace("+", " ")).main == (0xFBEFBEFB,)


def test_white_space_around_and_a_loud_scheme_do_not_matter() -> None:
    assert parse_ydke("  YDKE://rvTMAhLZoAI=!/WccAA==!!\n").extra == (1861629,)


@pytest.mark.parametrize(
    ("url", "found", "expected"),
    [
        ("http://rvTMAhLZoAI=!!!", "'http://", "ydke://MAIN!EXTRA!SIDE!"),
        ("ydke://rvTMAhLZoAI=!/WccAA==!", "a deck URL with 2 '!'", "three '!'"),
        ("ydke://rvTMAhLZoAI=!!!!", "a deck URL with 4 '!'", "three '!'"),
        ("ydke://rvTMAhLZoAI=!!!name", "a deck URL with 3 '!' and 'name'", "at the end"),
        ("ydke://", "a deck URL with 0 '!'", "three '!'"),
        ("ydke://rvTMAhLZo*I=!!!", "the main part 'rvTMAhLZo*I='", "base64"),
        ("ydke://!rvTMAhLZoAI!!", "the extra part 'rvTMAhLZoAI'", "base64"),
        ("ydke://!!ÄÖ==!", "the side part 'ÄÖ=='", "base64"),
        ("ydke://!!rvTMAhI=!", "the side part with 5 bytes", "4 bytes for every card"),
    ],
)
def test_a_broken_url_is_refused(url: str, found: str, expected: str) -> None:
    with pytest.raises(FileFormatError) as caught:
        parse_ydke(url, path="deck.txt")
    assert caught.value.path == "deck.txt"
    assert caught.value.found.startswith(found)
    assert expected in caught.value.expected


def test_every_cut_of_a_url_is_refused_or_is_a_shorter_deck() -> None:
    url = VECTORS[0][0]
    for end in range(len(url)):
        with pytest.raises(FileFormatError):
            parse_ydke(url[:end])
