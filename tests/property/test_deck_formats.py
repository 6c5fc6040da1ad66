"""Decks survive every format, and no text makes a reader fail in another way than it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ygosim.cards.deck import Deck
from ygosim.cards.io.card_json import read_card_json
from ygosim.cards.io.lflist import parse_lflist
from ygosim.cards.io.ydk import parse_ydk
from ygosim.cards.io.ydke import parse_ydke
from ygosim.errors import FileFormatError

PASSCODES = st.lists(st.integers(0, 2**32 - 1), max_size=30).map(tuple)
LINES = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.integers(-5, 2**33).map(str),
        st.sampled_from(["#main", "#extra", "!side", "$whitelist", "5 1", "ydke://", "!!!"]),
    ),
    max_size=12,
).map("\n".join)


@given(PASSCODES, PASSCODES, PASSCODES)
def test_a_deck_is_the_same_in_either_format(
    main: tuple[int, ...], extra: tuple[int, ...], side: tuple[int, ...]
) -> None:
    deck = Deck("deck", main, extra, side)
    assert Deck.parse(deck.to_ydk()) == deck
    assert Deck.parse(deck.to_ydke()) == deck


def refusal(read: Callable[[], object]) -> FileFormatError | None:
    """The way in which reading fails; None when it does not."""
    try:
        read()
    except FileFormatError as error:
        return error
    return None


@pytest.mark.parametrize("parse", [parse_ydk, parse_lflist, parse_ydke])
@given(text=LINES)
def test_a_text_is_read_or_refused(parse: Callable[[str], object], text: str) -> None:
    error = refusal(lambda: parse(text))
    assert error is None or (error.expected and len(str(error)) < 400)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["data", "id", "name", "type", "race", "atk", "level", "card_images", "linkmarkers"]
            ),
            inner | st.sampled_from(["Link Monster", "Spell Card", "Fusion Monster", "Dragon"]),
            max_size=6,
        )
    ),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON)
def test_json_is_read_or_refused(tmp_path: Path, value: object) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"data": [value]}))
    error = refusal(lambda: read_card_json(path))
    assert error is None or error.path == str(path)
