"""Card databases of the ecosystem (`.cdb`, SQLite; docs/formats.md section 4)."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

from ygosim.cards.card import LARGEST_PASSCODE, Card, CardFile
from ygosim.cards.io.text import read_bytes, shown
from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType
from ygosim.errors import FileFormatError

__all__ = ["read_cdb", "read_cdb_texts"]

_SCOPE_RUSH = 0x200
_SCOPE_LEGEND = 0x400
_LARGEST_VALUE = 99_999  # of ATK and DEF; ten times what any card prints
_COLUMNS = ("id", "ot", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute")
_STEPS = 1_000_000  # of SQLite's machine between two looks; 14,000 cards need less
_CALLS = 100
_LONGEST = 1 << 20  # bytes of a value; a view may make up gigabytes
_EXPECTED = "a card database: SQLite with the tables datas and texts"


def read_cdb(path: Path | str) -> CardFile:
    """Read the facts of a card database.

    Parameters
    ----------
    path
        A `.cdb` file.

    Returns
    -------
    CardFile
        Its cards by passcode; aliases stand in `counts_as` as the file has them.

    Raises
    ------
    FileFormatError
        When it is no SQLite file, a table or column is missing, or a row holds something
        else than numbers and a name.
    """
    path = Path(path)
    wanted = ", ".join(f"d.{column}" for column in _COLUMNS)
    rows = _rows(
        path, f"select {wanted}, t.name from datas d join texts t on t.id = d.id order by d.id"
    )
    return CardFile(cards=tuple(_card(path, row) for row in rows), prints={})


def read_cdb_texts(path: Path | str) -> dict[int, str]:
    """Read the card texts of a database: for tools that derive facts from them."""
    return {
        passcode: text or ""
        for passcode, text in _rows(Path(path), "select id, desc from texts order by id")
    }


def _rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    # SQLite would create a missing file and call a folder "unable to open": look first.
    # The bytes are read here, so a locked or read-only place does not matter.
    data = read_bytes(path, expected=_EXPECTED)
    if not data.startswith(b"SQLite format 3\0"):
        found = "an empty file" if not data else "a file that is not SQLite"
        raise FileFormatError(path, None, found=found, expected=_EXPECTED)
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            # In memory a database cannot keep a write-ahead log; bytes 18 and 19 ask for one.
            connection.deserialize(data[:18] + b"\1\1" + data[20:])
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
            connection.set_progress_handler(_Patience(), _STEPS)
            return connection.execute(query).fetchall()
    except sqlite3.OperationalError as error:  # no such table, no such column
        found = "a query without end" if str(error) == "interrupted" else str(error)
        raise FileFormatError(path, None, found=found, expected=_EXPECTED) from None
    except (sqlite3.Error, ValueError, OverflowError) as error:  # ValueError: no UTF-8
        raise FileFormatError(
            path, None, found=f"a damaged database ({error})", expected=_EXPECTED
        ) from None


class _Patience:
    """Ends a query that a hostile file (a view that never stops) would keep running."""

    def __init__(self) -> None:
        self.left = _CALLS

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def _card(path: Path, row: tuple[Any, ...]) -> Card:
    passcode, *numbers, name = row

    def fault(what: str, expected: str) -> FileFormatError:
        found = f"{what} in the row of passcode {shown(str(passcode))}"
        return FileFormatError(path, None, found=found, expected=expected)

    if not isinstance(passcode, int) or not 0 < passcode <= LARGEST_PASSCODE:
        raise fault("an id out of range", f"an id from 1 to {LARGEST_PASSCODE}")
    if not isinstance(name, str) or not name.strip():
        raise fault(f"the name {name!r}", "a name")
    for column, number in zip(_COLUMNS[1:], numbers, strict=True):
        if not isinstance(number, int):
            raise fault(f"{column} = {shown(str(number))}", "a whole number")
    ot, alias, setcode, type_, atk, def_, level, race, attribute = numbers
    if not 0 <= alias <= LARGEST_PASSCODE:
        raise fault(f"alias = {alias}", f"0, or a passcode up to {LARGEST_PASSCODE}")
    for column, number in (("atk", atk), ("def", def_)):
        if not -2 <= number <= _LARGEST_VALUE:
            raise fault(f"{column} = {number}", f"-2 for '?', or 0 to {_LARGEST_VALUE}")
    kind = CardType(type_ & 0xFFFFFFFF)
    monster = bool(kind & CardType.MONSTER)
    link = monster and bool(kind & CardType.LINK)
    pendulum = monster and bool(kind & CardType.PENDULUM)
    return Card(
        passcode=passcode,
        name=" ".join(name.split()),
        type=kind,
        attribute=Attribute(attribute & 0xFF if monster else 0),
        monster_type=MonsterType(race & 0xFFFFFFFFFFFFFFFF if monster else 0),
        level=(level & 0xFF if level >= 0 else -(level & 0xFF)) if monster else 0,
        atk=_value(atk) if monster else None,
        def_=_value(def_) if monster and not link else None,
        left_scale=level >> 24 & 0xFF if pendulum else 0,
        right_scale=level >> 16 & 0xFF if pendulum else 0,
        link_markers=LinkMarker(def_ & 0x1EF if link else 0),
        archetypes=tuple(
            code
            for code in struct.unpack("<4H", struct.pack("<Q", setcode & 0xFFFFFFFFFFFFFFFF))
            if code
        ),
        legend=bool(ot & _SCOPE_LEGEND),
        rush=bool(ot & _SCOPE_RUSH),
        counts_as=alias,
    )


def _value(number: int) -> int | None:
    return None if number < 0 else number  # -2 is "?"
