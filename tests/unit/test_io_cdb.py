"""Card databases: what the columns mean, and databases that are not whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from ygosim.cards.card import Card
from ygosim.cards.io import cdb
from ygosim.cards.io.cdb import read_cdb
from ygosim.enums import Attribute, CardType, LinkMarker, MonsterType
from ygosim.errors import FileFormatError

DATAS = "id, ot, alias, setcode, type, atk, def, level, race, attribute, category"
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a database of rows (11 columns of `datas`, then the name)."""

    def made(*rows: Sequence[object], datas: str = DATAS, texts: str = "id, name, desc") -> Path:
        path = tmp_path / "my.cdb"
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as connection:
            if datas:
                connection.execute(f"create table datas({datas})")
            if texts:
                connection.execute(f"create table texts({texts})")
            for row in rows:
                marks = ", ".join("?" * 11)
                connection.execute(f"insert into datas values({marks})", row[:11])
                connection.execute("insert into texts values(?, ?, '')", (row[0], row[11]))
            connection.commit()
        return path

    return made


def only(path: Path) -> Card:
    (card,) = read_cdb(path).cards
    return card


def test_a_monster(write: Write) -> None:
    row = (46986414, 3, 0, 0x10A2, 0x11, 2500, 2100, 7, 2, 0x20, 0, "Dark Magician")
    assert only(write(row)) == Card(
        passcode=46986414,
        name="Dark Magician",
        type=CardType.MONSTER | CardType.NORMAL,
        attribute=Attribute.DARK,
        monster_type=MonsterType.SPELLCASTER,
        level=7,
        atk=2500,
        def_=2100,
        archetypes=(0x10A2,),
    )


def test_a_question_mark_is_none(write: Write) -> None:
    card = only(write((1, 3, 0, 0, 0x21, -2, -2, 10, 0x2000, 0x20, 0, "?")))
    assert (card.atk, card.def_) == (None, None)


def test_spells_have_no_values(write: Write) -> None:
    card = only(write((1, 0x200, 0, 0, 0x2, -2, 1300, 4, 1, 1, 0, "Spell")))
    assert (card.atk, card.def_, card.level, card.attribute, card.monster_type) == (
        None,
        None,
        0,
        Attribute(0),
        MonsterType(0),
    )


def test_pendulum_scales_stand_above_the_level(write: Write) -> None:
    card = only(write((1, 3, 0, 0, 0x1000021, 1000, 1000, 0x01080004, 1, 1, 0, "Pendulum")))
    assert (card.level, card.left_scale, card.right_scale) == (4, 1, 8)


def test_scales_are_of_pendulums_only(write: Write) -> None:
    card = only(write((1, 3, 0, 0, 0x21, 1000, 1000, 0x01080004, 1, 1, 0, "No Pendulum")))
    assert (card.level, card.left_scale, card.right_scale) == (4, 0, 0)


def test_link_markers_stand_for_the_def(write: Write) -> None:
    card = only(write((1, 3, 0, 0, 0x4000021, 2300, 0x45, 3, 0x1000000, 0x20, 0, "Link")))
    corners = LinkMarker.BOTTOM_LEFT | LinkMarker.BOTTOM_RIGHT | LinkMarker.TOP_LEFT
    assert (card.def_, card.link_rating, card.link_markers) == (None, 3, corners)


def test_a_negative_level_holds_its_size_in_the_lowest_byte(write: Write) -> None:
    assert only(write((1, 3, 0, 0, 0x21, 0, 0, -0x7FFFFFFB, 1, 1, 0, "Dark Synchro"))).level == -5


def test_four_archetypes(write: Write) -> None:
    code = 0x0064_10A2_0000_00DD
    assert only(write((1, 3, 0, code, 0x2, 0, 0, 0, 0, 0, 0, "X"))).archetypes == (
        0xDD,
        0x10A2,
        0x64,
    )


def test_the_highest_archetype_bit_makes_the_column_negative(write: Write) -> None:
    code = -0x7000_0000_0000_0000
    assert only(write((1, 3, 0, code, 0x2, 0, 0, 0, 0, 0, 0, "X"))).archetypes == (0x9000,)


def test_scope_bits_mark_rush_and_legend(write: Write) -> None:
    cards = read_cdb(
        write(
            (1, 0x200, 0, 0, 0x2, 0, 0, 0, 0, 0, 0, "Rush"),
            (2, 0x600, 0, 0, 0x2, 0, 0, 0, 0, 0, 0, "Legend"),
            (3, 0x3, 7, 0, 0x2, 0, 0, 0, 0, 0, 0, "Alias"),
        )
    ).cards
    assert [(card.rush, card.legend, card.counts_as) for card in cards] == [
        (True, False, 1),
        (True, True, 2),
        (False, False, 7),
    ]


def test_bits_that_are_not_known_stay(write: Write) -> None:
    card = only(write((1, 3, 0, 0, 0x40000011, 0, 0, 1, 1 << 40, 0x80, 0, "Custom")))
    assert (int(card.type), int(card.monster_type), int(card.attribute)) == (
        0x40000011,
        1 << 40,
        0x80,
    )


def test_rows_without_a_text_are_no_cards(write: Write) -> None:
    path = write((1, 3, 0, 0, 0x2, 0, 0, 0, 0, 0, 0, "X"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("delete from texts")
        connection.commit()
    assert read_cdb(path).cards == ()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"datas": ""}, "no such table: datas"),
        ({"texts": ""}, "no such table: texts"),
        ({"datas": "id, ot, alias"}, "no such column: d.setcode"),
        ({"texts": "id"}, "no such column: t.name"),
    ],
)
def test_missing_tables_and_columns_are_named(
    write: Write, change: dict[str, str], found: str
) -> None:
    with pytest.raises(FileFormatError) as caught:
        read_cdb(write(**change))
    assert caught.value.found == found
    assert "tables datas and texts" in caught.value.expected


@pytest.mark.parametrize(
    ("column", "value", "found"),
    [
        (0, 0, "an id out of range"),
        (0, -5, "an id out of range"),
        (0, 2**40, "an id out of range"),
        (0, "abc", "an id out of range"),
        (2, -1, "alias = -1"),
        (2, 2**33, "alias = 8589934592"),
        (4, None, "type = 'None'"),
        (5, "many", "atk = 'many'"),
        (5, 10**12, "atk = 1000000000000"),
        (6, -3, "def = -3"),
        (7, 4.5, "level = '4.5'"),
        (11, None, "the name None"),
        (11, " ", "the name ' '"),
        (11, b"\x00", "the name b'\\x00'"),
    ],
)
def test_odd_rows_are_refused_by_passcode(
    write: Write, column: int, value: object, found: str
) -> None:
    row: list[object] = [5, 3, 0, 0, 0x21, 100, 100, 4, 1, 1, 0, "X"]
    row[column] = value
    with pytest.raises(FileFormatError) as caught:
        read_cdb(write(row))
    assert caught.value.found.startswith(f"{found} in the row of passcode {str(row[0])!r}")


def test_a_text_file_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "my.cdb"
    path.write_text("id,name\n1,X\n")
    with pytest.raises(FileFormatError, match="a file that is not SQLite"):
        read_cdb(path)


def test_a_cut_database_is_damaged(write: Write) -> None:
    path = write(*((i, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0, "X" * 50) for i in range(1, 500)))
    whole = path.read_bytes()
    for size in (100, 5000, len(whole) // 2):
        path.write_bytes(whole[:size])
        with pytest.raises(FileFormatError) as caught:
            read_cdb(path)
        assert caught.value.path == str(path)


def test_a_database_with_a_write_ahead_log_is_read(write: Write) -> None:
    path = write((1, 3, 0, 0, 0x2, 0, 0, 0, 0, 0, 0, "X"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode = wal")
    assert only(path).name == "X"


def test_a_view_that_never_ends_is_ended(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdb, "_CALLS", 1)
    path = write(datas="")
    with closing(sqlite3.connect(path)) as connection:
        columns = ", ".join(f"n {column}" for column in DATAS.split(", "))
        connection.execute(
            f"create view datas as with recursive t(n) as (select 1 union all select n + 1 from t)"
            f" select {columns} from t"
        )
        connection.execute("insert into texts values(-1, 'X', '')")
        connection.commit()
    with pytest.raises(FileFormatError, match="a query without end"):
        read_cdb(path)


def test_a_value_of_gigabytes_is_refused(write: Write) -> None:
    path = write((1, 3, 0, 0, 17, 0, 0, 4, 1, 1, 0, "X"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("drop table texts")
        connection.execute(
            "create view texts as select 1 as id, hex(zeroblob(900000000)) as name, '' as desc"
        )
        connection.commit()
    with pytest.raises(FileFormatError, match="a damaged database"):
        read_cdb(path)


def test_flipped_bytes_are_read_or_refused(write: Write) -> None:
    path = write(*((i, 3, 0, 0, 17, 0, 0, 4, 1, 1, 0, f"Card {i}") for i in range(1, 60)))
    whole = path.read_bytes()
    random = Random(1)
    refused = 0
    for _ in range(300):
        changed = bytearray(whole)
        for _ in range(random.randrange(1, 20)):
            changed[random.randrange(16, len(whole))] = random.randrange(256)
        path.write_bytes(changed)
        try:
            read_cdb(path)
        except FileFormatError:
            refused += 1
    assert 0 < refused < 300


def test_reading_leaves_the_folder_alone(write: Write) -> None:
    path = write((1, 3, 0, 0, 0x2, 0, 0, 0, 0, 0, 0, "X"))
    before = path.read_bytes()
    read_cdb(path)
    assert [p.name for p in path.parent.iterdir()] == ["my.cdb"]
    assert path.read_bytes() == before


def test_real_databases_are_read(shared: Path) -> None:
    sizes = {
        path.name: len(read_cdb(path).cards) for path in sorted((shared / "data").glob("*.cdb"))
    }
    assert sizes == {"cards-rush.cdb": 3478, "cards.cdb": 14210, "goat-entries.cdb": 191}
