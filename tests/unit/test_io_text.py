"""Files that cannot be read at all are refused alike, whatever they should have been."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue, read_card_file
from ygosim.cards.deck import Deck
from ygosim.cards.io.lflist import read_lflist
from ygosim.cards.siding import SwapPlan
from ygosim.errors import FileFormatError

READERS: dict[str, Callable[[Path], object]] = {
    "deck.ydk": Deck.read,
    "cards.cdb": read_card_file,
    "cards.json": read_card_file,
    "lflist.conf": read_lflist,
    "list.conf": BanList.read_all,
    "swaps.txt": lambda path: SwapPlan.read(path, Catalogue.default()),
}


@pytest.mark.parametrize("name", READERS)
def test_a_missing_file_says_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError, match=rf"{name}: there is no such file; expected "):
        READERS[name](tmp_path / name)


@pytest.mark.parametrize("name", READERS)
def test_a_folder_is_no_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(FileFormatError, match="found a folder; expected "):
        READERS[name](tmp_path / name)


@pytest.mark.parametrize("name", READERS)
def test_an_empty_file_is_none_of_them(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    with pytest.raises(FileFormatError) as caught:
        READERS[name](tmp_path / name)
    assert caught.value.path == str(tmp_path / name)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("junk", [bytes(range(256)), b"\xff" * 1000, b"PK\3\4\0\0", b"{" * 100])
def test_junk_is_none_of_them(tmp_path: Path, name: str, junk: bytes) -> None:
    (tmp_path / name).write_bytes(junk)
    with pytest.raises(FileFormatError):
        READERS[name](tmp_path / name)


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_may_not_be_read_says_so(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_path: Path, _mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(FileFormatError, match=r"cannot be read \(Permission denied\)"):
        READERS[name](tmp_path / name)
