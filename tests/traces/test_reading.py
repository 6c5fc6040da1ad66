"""Reading recorded duels: broken files are named with their line; the cache changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.traces.__main__ import main
from tests.traces.accepted import ACCEPTED, Accepted
from tests.traces.reading import read_duels
from ygosim.errors import FileFormatError

ROOT = Path(__file__).resolve().parents[2]

SIDE: dict[str, Any] = {
    "mzone": [None] * 7,
    "szone": [None] * 8,
    **{name: [] for name in ("hand", "grave", "removed", "extra", "deck")},
}
HEADER = {
    "duel": 0,
    "set": "made-up",
    "rules": "mr5",
    "flags": "",
    "hand": 5,
    "decks": [{"main": [46986414], "extra": []}] * 2,
}
LINE = {
    "turn": 1,
    "turn_player": 0,
    "phase": 4,
    "player": 0,
    "msg": "SELECT_IDLECMD",
    "choices": [{"i": 0, "act": "to_bp"}, {"i": 1, "act": "to_ep"}],
    "can_pass": False,
    "lp": [8000, 8000],
    "chain": [],
    "players": [SIDE, SIDE],
    "events": [],
    "response": [1],
}
END = {
    "end": "win",
    "winner": 1,
    "win_reason": 2,
    "turn": 1,
    "decisions": 1,
    "script_log": [],
    "lp": [8000, 8000],
    "players": [SIDE, SIDE],
    "events": [],
}


def text(*lines: object) -> str:
    return "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)


def test_a_duel_is_read(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(text(HEADER, LINE, END, HEADER, END))
    first, second = read_duels(path)
    assert (first.decisions, second.decisions) == (1, 0)
    assert first.lines[0].number == 2
    assert first.lines[0].response == (1,)
    assert first.decks == (((46986414,), ()),) * 2


def test_a_token_with_an_artwork_of_its_own_is_that_token(tmp_path: Path) -> None:
    token = {
        **dict.fromkeys(("atk", "def", "base_atk", "base_def", "rank", "owner"), 0),
        "code": 73915054,
        "name_code": 73915052,
        "pos": 4,
        "type": 0x4011,
        "level": 1,
        "attr": 1,
        "race": 16384,
        "disabled": False,
    }
    side = {**SIDE, "mzone": [token, *[None] * 6]}
    choice = {"i": 0, "act": "card", "code": 73915054, "con": 0, "loc": "mzone", "seq": 0}
    path = tmp_path / "one.jsonl"
    path.write_text(text(HEADER, {**LINE, "players": [side, SIDE], "choices": [choice] * 2}, END))
    (duel,) = read_duels(path)
    line = duel.lines[0]
    card = line.sides[0].mzone[0]
    assert card is not None
    assert (card.code, card.rest, line.choices[0]["code"]) == (73915052, (), 73915052)


BROKEN = {
    "an empty file": ("", 0, "the end of the file"),
    "no JSON": (text(HEADER, "{nonsense\n", END), 2, "{nonsense"),
    "a list": (text(HEADER, "[1]\n"), 2, "[1]"),
    "no header": (text(LINE, END), 1, "a line outside a duel"),
    "no end": (text(HEADER, LINE), 2, "the end of the file"),
    "a header in a duel": (text(HEADER, LINE, HEADER, LINE, END), 3, "the header of a duel"),
    "a cut line": (text(HEADER, LINE)[:-30], 2, "unexpected end of data"),
    "unknown rules": (text({**HEADER, "rules": "mr9"}, END), 1, "mr9"),
    "no decks of two": (text({**HEADER, "decks": []}, END), 1, "one for each player"),
    "a deck too large": (
        text({**HEADER, "decks": [{"main": [1] * 101, "extra": []}] * 2}, END),
        1,
        "101 cards",
    ),
    "no choices": (text(HEADER, {**LINE, "choices": []}, END), 2, "no choice"),
    "a choice of nothing": (text(HEADER, {**LINE, "choices": [{}]}, END), 2, "act"),
    "no such answer": (text(HEADER, {**LINE, "response": [2]}, END), 2, "among 2 choices"),
    "a pass that is not legal": (text(HEADER, {**LINE, "response": [-1]}, END), 2, "not legal"),
    "no response": (text(HEADER, {k: LINE[k] for k in LINE if k != "response"}), 2, "response"),
    "a turn in words": (text(HEADER, {**LINE, "turn": "one"}, END), 2, "'one' is no integer"),
    "zones missing": (
        text(HEADER, {**LINE, "players": [SIDE, {**SIDE, "mzone": []}]}, END),
        2,
        "mzone has 0 zones",
    ),
    "one player": (text(HEADER, {**LINE, "players": [SIDE]}, END), 2, "one for each player"),
    "an unknown end": (text(HEADER, LINE, {**END, "end": "rain"}), 3, "rain"),
    "no winner": (text(HEADER, LINE, {k: END[k] for k in END if k != "winner"}), 3, "winner"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_named_with_its_line(
    tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    content, number, found = BROKEN[what]
    path = tmp_path / "broken.jsonl"
    path.write_text(content)
    with pytest.raises(FileFormatError) as error:
        list(read_duels(path))
    assert (error.value.path, error.value.line) == (str(path), number)
    assert found in error.value.found
    assert main(["--no-cache", str(path)]) == 1
    assert capsys.readouterr().out.startswith(f"broken.jsonl: BROKEN: {path}:{number}: found ")


def packed(content: str) -> bytes:
    return zstandard.ZstdCompressor().compress(content.encode())


def test_packed_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl.zst"
    path.write_bytes(packed(text(HEADER, LINE, END)) + packed(text(HEADER, END)))
    assert [duel.decisions for duel in read_duels(path)] == [1, 0]


def test_a_packed_file_that_ends_early_is_found(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl.zst"
    whole = packed(text(*[HEADER, LINE, END] * 2000))
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileFormatError):
        list(read_duels(path))


def test_a_damaged_packed_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl.zst"
    data = bytearray(packed(text(HEADER, LINE, END)))
    data[12] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(FileFormatError):
        list(read_duels(path))


def test_a_file_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--no-cache", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl: BROKEN: " in capsys.readouterr().out


def test_no_recorded_duels_at_all_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YGOSIM_SHARED", str(tmp_path))
    assert main([]) == 1
    assert "no recorded duels" in capsys.readouterr().err


# The cache -------------------------------------------------------------------------------


def test_the_cache_gives_the_same_duels(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(text(HEADER, LINE, END))
    cache = tmp_path / "cache"
    parsed, kept = (list(read_duels(path, cache=cache)) for _ in range(2))
    assert parsed == kept == list(read_duels(path))
    assert len(list(cache.iterdir())) == 1


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    cache = tmp_path / "cache"
    path.write_text(text(HEADER, LINE, END))
    assert len(list(read_duels(path, cache=cache))) == 1
    path.write_text(text(HEADER, LINE, END, HEADER, END))
    assert len(list(read_duels(path, cache=cache))) == 2


def test_nothing_half_read_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    cache = tmp_path / "cache"
    path.write_text(text(HEADER, LINE, END, HEADER))
    with pytest.raises(FileFormatError):
        list(read_duels(path, cache=cache))
    path.write_text(text(HEADER, LINE, END, HEADER, END))
    next(read_duels(path, cache=cache))
    assert list(cache.iterdir()) == []


def test_without_room_for_a_cache_the_duels_are_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(text(HEADER, LINE, END))
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    assert len(list(read_duels(path, cache=blocked))) == 1


# accepted.toml ---------------------------------------------------------------------------

ENTRY = """[[accepted]]
set = "vanilla-mr5"
decision = "SELECT_IDLECMD"
aspect = "options"
rule = "SUM-1"
reason = "a test"
source = "this file"
count = 1
"""


def test_the_committed_file_is_whole() -> None:
    Accepted.read(ACCEPTED)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("[[accepted", "Expected"),
        ("other = 1", "other"),
        (ENTRY.replace('reason = "a test"\n', ""), "no reason"),
        (ENTRY.replace("count = 1", 'count = "1"'), "count = '1'"),
        (ENTRY.replace("count = 1", "count = 0"), "count = 0"),
        (ENTRY.replace('rule = "SUM-1"\n', ""), "neither card nor rule"),
        (ENTRY + "card = 1", "both card and rule"),
        (ENTRY + "colour = 1", "the field 'colour'"),
    ],
)
def test_a_broken_entry_is_named(
    tmp_path: Path, content: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "accepted.toml"
    path.write_text(content)
    with pytest.raises(FileFormatError) as error:
        Accepted.read(path)
    assert found in error.value.found
    assert main(["--accepted", str(path), "whatever.jsonl"]) == 1
    assert str(path) in capsys.readouterr().err
