"""Forbidden and limited lists: which list is meant, and which entry a card falls under."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.errors import FileFormatError

CATALOGUE = Catalogue.default()
REBORN, REBORN_ART = 83764718, 83764719
HARPIE_LADY, CYBER_HARPIE = 76812113, 80316585


def limit(entries: dict[int, int], passcode: int, *, whitelist: bool = False) -> int:
    return BanList("test", entries, whitelist).limit(passcode, CATALOGUE)


@pytest.mark.parametrize("name", ["seed 002 DM5", "Seed 002 dm5", "DM5"])
def test_built_in_lists_are_found_by_part_of_their_names(name: str) -> None:
    assert BanList.named(name).name == "seed 002 DM5"


@pytest.mark.parametrize("name", ["seed 002", "goat", ""])
def test_a_name_that_is_none_or_several_gets_the_names(name: str) -> None:
    with pytest.raises(ValueError, match=r"the lists are 'seed 004 \(OCG, c\. 2005\)', 'seed"):
        BanList.named(name)


def test_the_built_in_lists() -> None:
    sizes = {banlist.name: len(banlist.entries) for banlist in BanList.built_in()}
    assert sizes == {
        "seed 004 (OCG, c. 2005)": 66,
        "seed 002 DM5": 35,
        "seed 002 DM6": 36,
        "seed 002 DMI": 40,
    }


def test_every_entry_of_the_built_in_lists_is_a_known_card() -> None:
    for banlist in BanList.built_in():
        assert all(passcode in CATALOGUE for passcode in banlist.entries)


@pytest.mark.parametrize(
    ("entries", "passcode", "expected"),
    [
        ({}, REBORN, 3),
        ({REBORN: 1}, REBORN, 1),
        ({REBORN: 1}, REBORN_ART, 1),
        ({REBORN_ART: 1}, REBORN, 1),
        ({REBORN: 1, REBORN_ART: 0}, REBORN, 1),  # its own entry first
        ({REBORN: -1}, REBORN, 0),
        ({HARPIE_LADY: 1}, CYBER_HARPIE, 1),  # of that name
        ({CYBER_HARPIE: 1}, HARPIE_LADY, 3),  # not the other way round
        ({HARPIE_LADY: 1, CYBER_HARPIE: 3}, CYBER_HARPIE, 3),
        ({504700144: 0}, 78010363, 0),  # listed as its older version
    ],
)
def test_entries_that_a_card_falls_under(
    entries: dict[int, int], passcode: int, expected: int
) -> None:
    assert limit(entries, passcode) == expected


@pytest.mark.parametrize(
    ("entries", "passcode", "expected"),
    [
        ({}, REBORN, 0),
        ({REBORN: 3}, REBORN_ART, 3),
        ({HARPIE_LADY: 3}, CYBER_HARPIE, 0),  # a whitelist names every card
        ({REBORN: -1}, REBORN, 0),
        ({1: 2}, 1, 2),  # a card that only the list knows
        ({}, 1, 0),
    ],
)
def test_whitelists(entries: dict[int, int], passcode: int, expected: int) -> None:
    assert limit(entries, passcode, whitelist=True) == expected


def test_a_file_of_several_lists_needs_a_name(tmp_path: Path) -> None:
    path = tmp_path / "lflist.conf"
    path.write_text("!2026.05 TCG\n5 1\n!2026.07 OCG\n5 2\n")
    assert BanList.read(path, name="ocg").entries == {5: 2}
    with pytest.raises(ValueError, match=r"the lists are '2026\.05 TCG', '2026\.07 OCG'"):
        BanList.read(path)
    with pytest.raises(ValueError, match="no list 'goat'"):
        BanList.read(path, name="goat")


def test_a_file_of_one_list_needs_none(tmp_path: Path) -> None:
    path = tmp_path / "lflist.conf"
    path.write_text("!mine\n5 1\n")
    assert BanList.read(path).name == "mine"


def test_a_broken_file_is_no_list(tmp_path: Path) -> None:
    path = tmp_path / "lflist.conf"
    path.write_text("!mine\nRaigeki: 1\n")
    with pytest.raises(FileFormatError, match=r"lflist\.conf:2: found 'Raigeki: 1'"):
        BanList.read(path)
