"""The shipped table of facts: one binary file, read whole in about a millisecond.

Layout, little-endian: `MAGIC`, four uint32 (rows, prints, bytes of names, CRC-32 of what
follows), the rows (`ROW`), the prints (pairs of uint32: an artwork's passcode and its
card's), the names (UTF-8, one a line, in the order of the rows).  Rows and prints are
sorted by passcode.  `tools/build_facts.py` writes it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ygosim.cards.card import Card
from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType
from ygosim.errors import FileFormatError

__all__ = ["FACTS_FILE", "FactsTable", "facts_bytes"]

FACTS_FILE = Path(__file__).parent / "data" / "facts.bin"
"""The shipped table."""

MAGIC = b"ygosim facts v1\n"
_HEAD = struct.Struct("<4I")

ROW = np.dtype(
    [
        ("archetypes", "<u8"),  # four 16-bit codes, lowest first
        ("passcode", "<u4"),
        ("counts_as", "<u4"),
        ("type", "<u4"),
        ("atk", "<i2"),  # UNKNOWN_VALUE where there is none
        ("def", "<i2"),  # the link markers of Link Monsters
        ("level", "<i2"),
        ("left_scale", "u1"),
        ("right_scale", "u1"),
        ("attribute", "u1"),
        ("monster_type", "u1"),  # number of the bit, from 1; 0 is none
        ("flags", "u1"),  # 1 Legend, 2 Rush
        ("spare", "u1"),
    ]
)

UNKNOWN_VALUE = -1
_LEGEND, _RUSH = 1, 2


@dataclass(frozen=True, slots=True)
class FactsTable:
    """The shipped facts as they lie in the file; `card(i)` makes a card of row i."""

    rows: npt.NDArray[np.void]
    prints: Mapping[int, int]
    names: tuple[str, ...]

    @classmethod
    def read(cls, path: Path = FACTS_FILE) -> FactsTable:
        """Read the file.

        Raises
        ------
        FileFormatError
            When it is not a table of this version, or is damaged.

        Examples
        --------
        >>> table = FactsTable.read()
        >>> table.card(table.names.index("Kuriboh")).atk
        300
        """
        data = path.read_bytes()
        expected = "a facts table v1 made by tools/build_facts.py (reinstall ygosim)"
        start = len(MAGIC) + _HEAD.size
        if not data.startswith(MAGIC) or len(data) < start:
            raise FileFormatError(path, None, found="something else", expected=expected)
        n_rows, n_prints, n_bytes, checksum = _HEAD.unpack_from(data, len(MAGIC))
        prints_at = start + n_rows * ROW.itemsize
        names_at = prints_at + n_prints * 8
        if len(data) != names_at + n_bytes or zlib.crc32(data[start:]) != checksum:
            raise FileFormatError(path, None, found="a damaged table", expected=expected)
        pairs = np.frombuffer(data, "<u4", n_prints * 2, prints_at).reshape(-1, 2).tolist()
        return cls(
            rows=np.frombuffer(data, ROW, n_rows, start),
            prints=dict(pairs),
            names=tuple(data[names_at:].decode().split("\n")),
        )

    def passcodes(self) -> list[int]:
        """The passcode of every row, ascending."""
        passcodes: list[int] = self.rows["passcode"].tolist()
        return passcodes

    def card(self, index: int) -> Card:
        """The card of one row."""
        (
            archetypes,
            passcode,
            counts_as,
            type_,
            atk,
            def_,
            level,
            left_scale,
            right_scale,
            attribute,
            monster_type,
            flags,
            _,
        ) = self.rows[index].item()
        markers = 0
        if type_ & CardType.LINK and type_ & CardType.MONSTER:
            markers, def_ = def_, UNKNOWN_VALUE
        return Card(
            passcode=passcode,
            name=self.names[index],
            type=CardType(type_),
            attribute=Attribute(attribute),
            monster_type=MonsterType(1 << (monster_type - 1) if monster_type else 0),
            level=level,
            atk=None if atk == UNKNOWN_VALUE else atk,
            def_=None if def_ == UNKNOWN_VALUE else def_,
            left_scale=left_scale,
            right_scale=right_scale,
            link_markers=LinkMarker(markers),
            archetypes=tuple(
                code for code in struct.unpack("<4H", archetypes.to_bytes(8, "little")) if code
            ),
            legend=bool(flags & _LEGEND),
            rush=bool(flags & _RUSH),
            counts_as=counts_as,
        )


def facts_bytes(cards: Iterable[Card], prints: Mapping[int, int]) -> bytes:
    """The file that says these facts: the same bytes for the same facts.

    Parameters
    ----------
    cards
        In any order; every value must fit its column (`ROW`).
    prints
        Passcodes of artworks and the passcodes of their cards.

    Raises
    ------
    ValueError
        For a card that the table cannot hold, named.
    """
    ordered = sorted(cards, key=lambda card: card.passcode)
    rows = np.zeros(len(ordered), ROW)
    table = FactsTable(rows, prints, tuple(card.name for card in ordered))
    for index, card in enumerate(ordered):
        try:
            rows[index] = _row(card)
        except (OverflowError, struct.error):
            held = None
        else:
            held = table.card(index)
        if held != card or "\n" in card.name:
            raise ValueError(f"{card!r} does not fit the facts table")
    names = "\n".join(table.names).encode()
    pairs = np.array(sorted(prints.items()), "<u4").reshape(-1, 2)
    body = rows.tobytes() + pairs.tobytes() + names
    head = _HEAD.pack(len(rows), len(pairs), len(names), zlib.crc32(body))
    return MAGIC + head + body


def _row(card: Card) -> tuple[Any, ...]:
    codes = (*card.archetypes, 0, 0, 0, 0)[:4]
    if card.link_rating is not None:
        second = int(card.link_markers)
    else:
        second = UNKNOWN_VALUE if card.def_ is None else card.def_
    return (
        int.from_bytes(struct.pack("<4H", *codes), "little"),
        card.passcode,
        card.counts_as,
        int(card.type),
        UNKNOWN_VALUE if card.atk is None else card.atk,
        second,
        card.level,
        card.left_scale,
        card.right_scale,
        int(card.attribute),
        int(card.monster_type).bit_length(),
        card.legend * _LEGEND + card.rush * _RUSH,
        0,
    )
