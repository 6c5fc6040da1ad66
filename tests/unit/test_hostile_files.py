"""Files without end, odd YAML, a full disk: refused with their names, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.cards.io.text import LARGEST_TEXT, read_bytes, write_whole
from ygosim.errors import FileFormatError
from ygosim.hands import CardPool, read_roles
from ygosim.montecarlo import CsvSink, DuelRun
from ygosim.scenario import read_position

DECK = str(deck_path("beatdown"))


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.ydk"
    path.write_bytes(b"46986414\n" * (LARGEST_TEXT // 9 + 1))
    with pytest.raises(FileFormatError, match=r"large\.ydk: found more than 1,048,576 bytes"):
        Deck.read(path)
    if Path("/dev/zero").exists():
        with pytest.raises(FileFormatError, match="more than 1,000 bytes"):
            read_bytes(Path("/dev/zero"), expected="data", largest=1000)


def test_what_cannot_be_written_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deck.ydk"
    path.write_text("old")

    def full(self: Path, *_: Any, **__: Any) -> None:
        self.touch()
        raise OSError(28, "No space left on device", str(self))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match=r"No space left on device: .*deck\.ydk"):
            write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    write_whole(path, "new")
    assert path.read_text() == "new"


YAML: dict[str, str] = {
    "a tag that does not fit": "starter: !!int abc\n",
    "a truth that is none": "starter: !!bool abc\n",
    "a number too long": f"starter: {'9' * 5000}\n",
    "a date that is none": "starter: 2001-99-99\n",
    "a tagged list": "starter: !!python/object/apply:os.system [echo]\n",
    "binary data": "starter: \0\n",
    "deep nesting": "[" * 5000,
    "a list that holds itself": "starter: &a [*a]\n",
    "a mapping in order": "!!omap\n- 7: x\n",
    "a merge of nothing": "<<: 5\n",
}


@pytest.mark.parametrize("what", YAML)
def test_yaml_that_cannot_be_is_refused_with_its_file(what: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(YAML[what])
    pool = CardPool.from_counts({"Mokey Mokey": 3, "Other": 37})
    readers: list[Callable[[], object]] = [
        lambda: read_roles(path, pool),
        lambda: read_position(path),
    ]
    for read in readers:
        with pytest.raises(FileFormatError, match=r"odd\.yaml:\d+: found"):
            read()


PROBLEMS: dict[str, tuple[str, str]] = {
    "a key given twice": ("turn: 1\nturn: 2\n", ":2: found duplicate key "),
    "another token": ("a: [1, 2\nb: 3\n", ":2: found ':' in place of ',' or ']'; "),
    "no colon": ("a: 1\nb\nc: 2\n", "found no ':' where one must be; "),
    "a value too many": ("a: b: c\n", "found mapping values are not allowed here"),
    "no anchor": ("a: *b\n", "found undefined alias 'b'"),
    "another document": ("a: 1\n---\nb: 1\n", "found another document; "),
    "another kind": ("!!set [a]\n", "found sequence in place of a mapping node"),
    "no token": ("a: @b\n", "found character '@' that cannot start any token"),
}


@pytest.mark.parametrize("what", PROBLEMS)
def test_what_the_yaml_reader_finds_is_told_once(what: str, tmp_path: Path) -> None:
    text, told = PROBLEMS[what]
    path = tmp_path / "odd.yaml"
    path.write_text(text)
    with pytest.raises(FileFormatError) as error:
        read_position(path)
    message = str(error.value)
    assert told in message
    assert "found found" not in message
    assert "found expected" not in message


def test_an_anchor_may_be_given_anew(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text("turn: &a 3\nplayers: [{lp: &a 500}, {lp: *a, hand: [Mokey Mokey]}]\n")
    position = read_position(path)
    assert [player.lp for player in position.players] == [500, 500]


LONG: dict[str, str] = {
    "a key": f"? {'k' * 5000}\n: 1\n",
    "a key of the rules": f"rules:\n  ? {'k' * 5000}\n  : 1\n",
    "a key given twice": f"? {'k' * 5000}\n: 1\n? {'k' * 5000}\n: 2\n",
    "a format": f"rules: {'k' * 5000}\n",
    "a field of the rules": f"rules: {{format: mr1, hand limit: {'k' * 5000}}}\n",
    "a number of the rules": f"rules: {{format: mr1, hand limit: 0x{'f' * 5000}}}\n",
    "a turn": f"turn: 0x{'f' * 5000}\n",
    "a turn in digits": f"turn: {'9' * 4000}\n",
    "a phase that is a number": f"phase: 0x{'f' * 5000}\n",
    "a passcode": f"players: [{{hand: [0x{'f' * 5000}]}}, {{}}]\n",
    "a card": f"players: [{{hand: [{'k' * 5000}]}}, {{}}]\n",
    "a card of your own": (
        f"cards:\n  ? {'k' * 5000}\n  : {{type: spell}}\n"
        f"players:\n- monsters:\n    1: {'k' * 5000}\n- {{}}\n"
    ),
}


@pytest.mark.parametrize("what", LONG)
def test_what_is_too_long_is_cut_in_messages(what: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(LONG[what])
    with pytest.raises(FileFormatError) as error:
        read_position(path)
    assert len(str(error.value)) < 900
    assert "…" in str(error.value) or "thousands of digits" in str(error.value)


def test_a_merge_key_brings_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "roles.yaml"
    path.write_text("<<: {starter: Mokey Mokey}\nbrick: Other\n")
    pool = read_roles(path, CardPool.from_counts({"Mokey Mokey": 3, "Other": 37}))
    assert {name: len(cards) for name, cards in pool.roles.items()} == {"starter": 1, "brick": 1}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_role_files_are_read_as_other_texts_are(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "roles.yaml"
    path.write_text("starter: Other\n", encoding=encoding)
    pool = CardPool.from_counts({"Other": 40})
    if encoding == "utf-16":
        with pytest.raises(FileFormatError, match="found UTF-16 text"):
            read_roles(path, pool)
    else:
        assert list(read_roles(path, pool).roles) == ["starter"]


def test_csv_to_a_pipe_or_a_full_disk(tmp_path: Path) -> None:
    deck = Deck.read(DECK)
    run = DuelRun(deck, deck)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        with CsvSink(pipe) as sink:
            run.simulate(30, chunk=7, sink=sink)
        assert reader.stdout is not None
        assert len(reader.stdout.read().splitlines()) == 31
    if Path("/dev/full").exists():
        with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
            CsvSink("/dev/full")


@pytest.mark.parametrize("room", [100, 1000])
def test_a_line_that_finds_no_room_is_not_begun(room: int, tmp_path: Path) -> None:
    deck = Deck.read(DECK)
    with CsvSink(tmp_path / "whole.csv") as sink:
        DuelRun(deck, deck).simulate(40, sink=sink)
    program = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "from ygosim.cli.main import main; main()"
    )
    path = tmp_path / "cut.csv"
    ended = subprocess.run(
        [sys.executable, "-B", "-c", program, "duel", DECK, DECK, "-n", "40", "--csv", str(path)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert f"ygosim: {path}: File too large" in ended.stderr
    kept = path.read_text()
    assert kept.endswith("\n")
    assert (tmp_path / "whole.csv").read_text().startswith(kept)


def test_a_deck_is_named_in_letters_whatever_its_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nb.ydk"
    path.write_bytes(deck_path("beatdown").read_bytes())
    assert Deck.read(path).name == r"a\x1b[31m\nb"


def test_play_without_standard_input_ends_as_at_its_end() -> None:
    deck = str(deck_path("beatdown"))
    code = (
        "import sys; from ygosim.cli.main import main; "
        f"sys.argv = ['ygosim', 'play', {deck!r}, {deck!r}]; sys.stdin = None; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
