"""The catalogue: every shipped card by passcode and name, and one's own files over it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from ygosim.cards.card import Card, CardFile
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.facts import FACTS_FILE, FactsTable, facts_bytes
from ygosim.enums import Attribute, CardType, MonsterType
from ygosim.errors import CardNotFoundError, FileFormatError

MONSTER = CardType.MONSTER | CardType.NORMAL
CATALOGUE = Catalogue.default()


def database(path: Path, *rows: Sequence[object]) -> Path:
    """A card database of rows (id, ot, alias, name)."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "create table datas(id integer primary key, ot, alias, setcode, type, atk, def,"
            " level, race, attribute, category)"
        )
        connection.execute("create table texts(id integer primary key, name, desc)")
        for passcode, scope, alias, name in rows:
            values = (passcode, scope, alias, 0, 0x11, 1000, 1000, 4, 1, 1, 0)
            connection.execute(f"insert into datas values({','.join('?' * 11)})", values)
            connection.execute("insert into texts values(?, ?, '')", (passcode, name))
        connection.commit()
    return path


# ---------------------------------------------------------------- passcodes


def test_facts_of_a_monster() -> None:
    card = CATALOGUE[89631139]
    assert card == Card(
        passcode=89631139,
        name="Blue-Eyes White Dragon",
        type=MONSTER,
        attribute=Attribute.LIGHT,
        monster_type=MonsterType.DRAGON,
        level=8,
        atk=3000,
        def_=2500,
        archetypes=(0xDD,),
    )


def test_the_shipped_table_holds_originals_rush_cards_and_tokens() -> None:
    assert len(CATALOGUE) == 17_562
    assert CATALOGUE[160001001].rush
    assert CATALOGUE[160001000].legend
    assert CATALOGUE[73915052].is_token


@pytest.mark.parametrize(
    ("artwork", "passcode"),
    [
        (83764719, 83764718),  # aliases.tsv
        (504700000, 126218),  # another version of the card
        (36996508, 46986414),  # the same name and facts in the database
        (160206025, 160206025),  # Rush card of another name than its alias: itself
        (89631141, 89631139),  # not known, next to a known one
    ],
)
def test_other_prints_give_their_card(artwork: int, passcode: int) -> None:
    assert CATALOGUE[artwork].passcode == passcode


def test_rush_prints_of_one_name_are_one_card() -> None:
    prints = [card for card in CATALOGUE if card.name == "Kuribot"]
    assert len(prints) == 1
    assert len(CATALOGUE.prints_of(prints[0])) == 6


@pytest.mark.parametrize(
    ("passcode", "why"),
    [
        (0, "exporters write it for no passcode"),
        (1, "nothing is near"),
        (46986424, "10 is too far"),
        (160459001, "Rush passcodes are counted up: neighbours are other cards"),
        (100000001, "so are pre-release ones"),
        (-89631139, "no passcode"),
        (2**40, "no passcode"),
    ],
)
def test_unknown_passcodes_have_no_card(passcode: int, why: str) -> None:
    assert CATALOGUE.get(passcode) is None, why
    assert passcode not in CATALOGUE
    with pytest.raises(CardNotFoundError, match=f"no card has the passcode {passcode}"):
        CATALOGUE[passcode]


def test_between_two_cards_the_nearer_one_is_meant_and_nobody_at_the_middle() -> None:
    catalogue = Catalogue(cards=[Card(100, "A", MONSTER), Card(108, "B", MONSTER)])
    names = [card.name if (card := catalogue.get(p)) else "" for p in range(99, 110)]
    assert names == ["A", "A", "A", "A", "A", "", "B", "B", "B", "B", "B"]


def test_nothing_is_taken_for_a_token() -> None:
    catalogue = Catalogue(cards=[Card(100, "Token", MONSTER | CardType.TOKEN)])
    assert catalogue.get(100) is not None
    assert catalogue.get(101) is None


@pytest.mark.parametrize(
    ("name", "counted_as"),
    [
        ("Harpie Lady 1", "Harpie Lady"),
        ("Cyber Harpie Lady", "Harpie Lady"),
        ("A Legendary Ocean", "Umi"),
        ("Fusion Substitute", "Polymerization"),
        ("Dark Magician (Rush)", "Dark Magician"),  # Rush: an alias of another name
        ("Summoned Skull", "Summoned Skull"),  # an "Archfiend" card is not of that name
        ("Elemental HERO Neo Bubbleman", "Elemental HERO Neo Bubbleman"),  # on the field only
    ],
)
def test_names_under_which_copies_are_counted(name: str, counted_as: str) -> None:
    assert CATALOGUE.name_in_deck(CATALOGUE.by_name(name)) == counted_as


def test_every_name_a_card_counts_as_but_one_is_known() -> None:
    lost = [card.name for card in CATALOGUE if card.counts_as not in CATALOGUE]
    assert lost == ["Amabie (Rush)"]  # the database's alias is a card that it has not
    assert CATALOGUE.name_in_deck(CATALOGUE.by_name("Amabie (Rush)")) == "Amabie (Rush)"


def test_no_chain_is_left_in_what_cards_count_as() -> None:
    for card in CATALOGUE:
        target = CATALOGUE.get(card.counts_as)
        assert target is None or target.counts_as == target.passcode


# -------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dark Magician", "Dark Magician"),
        ("  dark MAGICIAN ", "Dark Magician"),
        ("ash blossom joyous spring", "Ash Blossom & Joyous Spring"),
        ("Marina Princess of Sunflowers", "Mariña, Princess of Sunflowers"),
        ("evil twin ki sikil", "Evil★Twin Ki-sikil"),
        ("maxx c", 'Maxx "C"'),
        ("harpies feather duster", "Harpie's Feather Duster"),
        ("H.E.R.O. Flash!", "H.E.R.O. Flash!"),
        ("hero flash!!", "Hero Flash!!"),
        ("Bazoo the Soul-Eater", "Bazoo the Soul-Eater"),
    ],
)
def test_case_accents_and_punctuation_are_forgiven(text: str, name: str) -> None:
    assert CATALOGUE.by_name(text).name == name


def test_of_one_name_the_card_that_others_count_as_is_meant() -> None:
    assert CATALOGUE.by_name("Bazoo the Soul-Eater").passcode == 40133511
    assert not CATALOGUE.by_name("Harpie Lady Sisters").rush


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("Blue-Eye White Dragoon", "Blue-Eyes White Dragon"),
        ("Ash Blosom & Joyus Spring", "Ash Blossom & Joyous Spring"),
        ("Nibiru", "Nibiru, the Primal Being"),
        ("kuribo", "Kuriboh"),
        ("Infinite Impermenance", "Infinite Impermanence"),
    ],
)
def test_near_misses_get_suggestions(text: str, suggestion: str) -> None:
    with pytest.raises(CardNotFoundError) as caught:
        CATALOGUE.by_name(text, where="plan.txt:3")
    assert suggestion in caught.value.suggestions
    assert str(caught.value).startswith(f"plan.txt:3: no card has the name {text!r}; did you mean")


@pytest.mark.parametrize("text", ["", " ", "---", "qqqqqqqq", "x" * 10_000, "\n", "\0"])
def test_names_near_nothing_get_none(text: str) -> None:
    with pytest.raises(CardNotFoundError) as caught:
        CATALOGUE.by_name(text)
    assert caught.value.suggestions == ()


def test_a_name_that_folds_to_two_cards_is_asked_back() -> None:
    with pytest.raises(CardNotFoundError) as caught:
        CATALOGUE.by_name("hero flash")
    assert set(caught.value.suggestions) == {"H.E.R.O. Flash!", "Hero Flash!!"}


@pytest.mark.parametrize(
    ("text", "name"),
    [("46986414", "Dark Magician"), ("08124921", "Right Leg of the Forbidden One"), ("7", "7")],
)
def test_look_up_takes_names_and_passcodes(text: str, name: str) -> None:
    assert CATALOGUE.look_up(text).name == name


@pytest.mark.parametrize("text", ["1", "99999999999999", "9" * 5000])
def test_look_up_of_unknown_numbers(text: str) -> None:
    with pytest.raises(CardNotFoundError):
        CATALOGUE.look_up(text)


def test_find_gives_the_nearest_names_first() -> None:
    names = [card.name for card in CATALOGUE.find("kuriboh")]
    assert names[0] == "Kuriboh"
    assert "Winged Kuriboh" in names
    assert names.index("Kuriboh - Multiply!") < names.index("Winged Kuriboh")


def test_find_wants_every_word_in_any_order() -> None:
    assert CATALOGUE.find("jar cyber stein") == ()
    assert [card.name for card in CATALOGUE.find("jar CYBER")] == ["Cyber Jar"]


@pytest.mark.parametrize("text", ["", "  ", "!?"])
def test_nothing_finds_nothing(text: str) -> None:
    assert CATALOGUE.find(text) == ()


# ------------------------------------------------------------------- layers


def test_a_database_lies_over_the_shipped_cards(tmp_path: Path) -> None:
    path = database(tmp_path / "my.cdb", (46986414, 3, 0, "My Magician"), (5, 3, 0, "Mine"))
    mine = CATALOGUE.layered(path)
    assert mine[46986414].name == "My Magician"
    assert mine[46986414].atk == 1000
    assert mine.by_name("mine").passcode == 5
    assert mine[89631139] == CATALOGUE[89631139]
    assert len(mine) == len(CATALOGUE) + 1
    assert CATALOGUE[46986414].name == "Dark Magician"  # the shipped catalogue stays
    with pytest.raises(CardNotFoundError):
        mine.by_name("Dark Magician")


def test_later_files_lie_over_earlier_ones(tmp_path: Path) -> None:
    one = database(tmp_path / "1.cdb", (5, 3, 0, "One"), (6, 3, 0, "Six"))
    two = database(tmp_path / "2.cdb", (5, 3, 0, "Two"))
    both = CATALOGUE.layered(one, two)
    assert (both[5].name, both[6].name) == ("Two", "Six")


def test_aliases_of_a_database(tmp_path: Path) -> None:
    path = database(
        tmp_path / "my.cdb",
        (89631140, 3, 89631139, "An artwork"),  # nearer than 10: a print
        (500, 3, 89631139, "Blue-Eyes White Dragon"),  # the same name: a print
        (600, 3, 89631139, "White Nightmare"),  # another name: counts as it
        (700, 3, 600, "Grey Nightmare"),  # a chain ends at the last card
        (800, 3, 500, "Pale Nightmare"),  # over another print too
        (160900001, 0x200, 160900002, "Rush One"),  # Rush: nearness means nothing
        (160900002, 0x200, 0, "Rush Two"),
    )
    mine = CATALOGUE.layered(path)
    assert mine[89631140].passcode == mine[500].passcode == 89631139
    assert [mine[p].counts_as for p in (600, 700, 800)] == [89631139] * 3
    assert mine[160900001].name == "Rush One"
    assert mine.name_in_deck(mine[160900001]) == "Rush Two"
    assert len(mine) == len(CATALOGUE) + 5
    assert len(list(mine)) == len(mine)


def test_aliases_in_a_circle_count_as_one(tmp_path: Path) -> None:
    rows = [(5, 3, 60, "A"), (60, 3, 700, "B"), (700, 3, 5, "C")]
    mine = CATALOGUE.layered(database(tmp_path / "my.cdb", *rows))
    assert [mine[p].counts_as for p in (5, 60, 700)] == [5, 5, 5]


def test_a_database_may_give_a_print_its_own_card(tmp_path: Path) -> None:
    mine = CATALOGUE.layered(database(tmp_path / "my.cdb", (504700000, 8, 126218, "Dice (2005)")))
    assert mine[504700000].name == "Dice (2005)"
    assert mine.name_in_deck(mine[504700000]) == "Skull Dice"


def test_the_old_versions_of_cards_count_as_the_cards(shared: Path) -> None:
    mine = CATALOGUE.layered(shared / "data" / "goat-entries.cdb")
    old = [card for card in mine if card.passcode >= 504700000 and "(GOAT)" in card.name]
    assert len(old) == 191
    assert all(mine[card.counts_as].passcode < 100_000_000 for card in old)


def test_json_keeps_what_it_cannot_say(tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    entry = {
        "id": 89631139,
        "name": "Blue-Eyes White Dragon",
        "type": "Normal Monster",
        "race": "Dragon",
        "attribute": "LIGHT",
        "level": 8,
        "atk": 3100,
        "def": 2500,
        "card_images": [{"id": 89631139}, {"id": 500}],
    }
    path.write_text(json.dumps({"data": [entry]}))
    mine = CATALOGUE.layered(path)
    assert (mine[500].atk, mine[500].archetypes) == (3100, (0xDD,))


def test_one_bad_file_and_none_is_used(tmp_path: Path) -> None:
    good = database(tmp_path / "good.cdb", (5, 3, 0, "Mine"))
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    with pytest.raises(FileFormatError):
        CATALOGUE.layered(good, bad)


# -------------------------------------------------------------- shipped file


def test_the_table_gives_back_every_fact(tmp_path: Path) -> None:
    cards = [
        Card(
            5,
            "All of it",
            CardType.MONSTER | CardType.EFFECT | CardType.PENDULUM,
            attribute=Attribute.DIVINE,
            monster_type=MonsterType.YOKAI,
            level=12,
            atk=None,
            def_=5000,
            left_scale=0,
            right_scale=13,
            archetypes=(0xDD, 0x10A2, 1, 0xFFFF),
            legend=True,
            rush=True,
            counts_as=7,
        ),
        CATALOGUE.by_name("Raigeki"),
        CATALOGUE.by_name("Linkuriboh"),
    ]
    path = tmp_path / "facts.bin"
    path.write_bytes(facts_bytes(cards, {6: 5}))
    table = FactsTable.read(path)
    assert [table.card(index) for index in range(3)] == cards
    assert table.prints == {6: 5}
    assert path.read_bytes() == facts_bytes(reversed(cards), {6: 5})


@pytest.mark.parametrize(
    "card",
    [
        Card(1, "Too strong", MONSTER, atk=40_000),
        Card(1, "Five archetypes", MONSTER, archetypes=(1, 2, 3, 4, 5)),
        Card(1, "Two types", MONSTER, monster_type=MonsterType.DRAGON | MonsterType.FIEND),
        Card(1, "Two\nlines", MONSTER),
    ],
)
def test_what_the_table_cannot_hold_is_refused(card: Card) -> None:
    with pytest.raises(ValueError, match="does not fit the facts table"):
        facts_bytes([card], {})


@pytest.mark.parametrize("change", ["cut", "flip", "other"])
def test_a_damaged_table_is_refused(tmp_path: Path, change: str) -> None:
    content = bytearray(FACTS_FILE.read_bytes())
    if change == "cut":
        del content[-1]
    elif change == "flip":
        content[1000] ^= 1
    else:
        content[:6] = b"SQLite"
    path = tmp_path / "facts.bin"
    path.write_bytes(content)
    with pytest.raises(FileFormatError, match="reinstall ygosim"):
        FactsTable.read(path)


def test_an_empty_catalogue_takes_cards() -> None:
    catalogue = Catalogue().with_cards(CardFile(cards=(Card(5, "One", MONSTER),), prints={6: 5}))
    assert [card.name for card in catalogue] == ["One"]
    assert catalogue[6].name == catalogue.by_name("ONE").name == "One"
    assert catalogue.find("x") == ()


def test_the_derived_files_are_as_their_sources_say(shared: Path) -> None:
    tool = Path(__file__).resolve().parents[2] / "tools" / "build_facts.py"
    run = subprocess.run(
        [sys.executable, tool, "--check", "--shared", shared], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_without_sources_nothing_is_compared(tmp_path: Path) -> None:
    tool = Path(__file__).resolve().parents[2] / "tools" / "build_facts.py"
    run = subprocess.run(
        [sys.executable, tool, "--check", "--shared", tmp_path], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "no sources" in run.stdout
