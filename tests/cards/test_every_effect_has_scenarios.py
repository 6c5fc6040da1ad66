"""Every effect of every card has a scenario where it resolves, and one where it may not be used.

They are `tests/scenarios/cards/<card>/<number>_resolves.yaml` and `<number>_may_not.yaml`; effects
count from 1 in the order of the definition, and lingering ones belong to those that make them.
Folders in SHARED hold what is about several cards.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.pool import definitions
from ygosim.effects.model import CardDefinition
from ygosim.scenario import read_scenario, run_scenario

CARDS = Path(__file__).resolve().parents[1] / "scenarios" / "cards"
SHARED = {"chains"}
FILES = sorted(CARDS.glob("**/*.yaml"))
OF_CARDS = [path for path in FILES if path.parent.name not in SHARED]
KINDS = ("resolves", "may_not")
POOL = sorted(definitions().values(), key=lambda definition: definition.name)


def folder_of(name: str) -> str:
    """The folder of a card: lower case, words joined by underscores, no punctuation."""
    kept = "".join(letter for letter in name.lower() if letter.isalnum() or letter in " -")
    return "_".join(kept.replace("-", " ").split())


def files_of(definition: CardDefinition) -> set[str]:
    """The files that there have to be for a card."""
    return {
        f"{folder_of(definition.name)}/{number}_{kind}.yaml"
        for number, effect in enumerate(definition.effects, 1)
        if not effect.until
        for kind in KINDS
    }


@pytest.mark.parametrize("definition", POOL, ids=lambda definition: definition.name)
def test_each_effect_of_a_card_has_both_scenarios(definition: CardDefinition) -> None:
    folder = CARDS / folder_of(definition.name)
    there = {f"{folder.name}/{path.name}" for path in folder.glob("*")}
    assert there == files_of(definition)


def test_there_is_no_scenario_of_a_card_or_effect_that_is_not_there() -> None:
    expected = set().union(*map(files_of, POOL))
    assert {path.relative_to(CARDS).as_posix() for path in OF_CARDS} <= expected


def test_no_two_cards_share_a_folder() -> None:
    folders = [folder_of(definition.name) for definition in POOL]
    assert len(set(folders)) == len(folders)
    assert SHARED.isdisjoint(folders)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_card_does_as_its_scenario_says(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.about
    assert [str(difference) for difference in run_scenario(scenario).differences] == []


def test_the_scenarios_of_a_card_have_that_card_in_play() -> None:
    names = {folder_of(definition.name): definition.name for definition in POOL}
    for path in OF_CARDS:
        assert names[path.parent.name] in path.read_text(encoding="utf-8"), path
