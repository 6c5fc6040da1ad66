"""Every effect of every card has a scenario where it resolves, and one where it may not be used.

They are `tests/scenarios/cards/<card>/<number>_resolves.yaml` and `<number>_may_not.yaml`; effects
count from 1 in the order of the definition, and lingering ones belong to those that make them.
Folders in SHARED hold what is about several cards.  Effects that were others in 2005 have theirs
in `tests/scenarios/cards_2005`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ygosim.cards.pool import definitions
from ygosim.effects.model import CardDefinition
from ygosim.rules import CardTexts, Rules
from ygosim.scenario import read_scenario, run_scenario

SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"
SHARED = {"chains"}
KINDS = ("resolves", "may_not")


@dataclass(frozen=True)
class Card:
    """A card, the numbers of its effects that have scenarios, and where those are."""

    definition: CardDefinition
    texts: CardTexts
    numbers: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def root(self) -> Path:
        return SCENARIOS / ("cards" if self.texts is CardTexts.CURRENT else "cards_2005")

    @property
    def files(self) -> set[Path]:
        """The files that there have to be for it."""
        folder = self.root / folder_of(self.name)
        return {folder / f"{number}_{kind}.yaml" for number in self.numbers for kind in KINDS}


def folder_of(name: str) -> str:
    """The folder of a card: lower case, words joined by underscores, no punctuation."""
    kept = "".join(letter for letter in name.lower() if letter.isalnum() or letter in " -")
    return "_".join(kept.replace("-", " ").split())


def cards() -> list[Card]:
    current = definitions()
    found = []
    for texts in CardTexts:
        for passcode, definition in definitions(texts).items():
            today = texts is CardTexts.CURRENT
            same = () if today else current[passcode].effects
            numbers = tuple(
                number
                for number, effect in enumerate(definition.effects, 1)
                if not effect.until and effect not in same
            )
            if today or definition != current[passcode]:
                found.append(Card(definition, texts, numbers))
    return sorted(found, key=lambda card: (card.texts, card.name))


POOL = cards()
FILES = sorted(
    path for folder in ("cards", "cards_2005") for path in (SCENARIOS / folder).glob("**/*.yaml")
)
OF_CARDS = [path for path in FILES if path.parent.name not in SHARED]


@pytest.mark.parametrize("card", POOL, ids=lambda card: f"{card.name}, {card.texts}")
def test_each_effect_of_a_card_has_both_scenarios(card: Card) -> None:
    folder = card.root / folder_of(card.name)
    assert set(folder.glob("*")) == card.files


def test_there_is_no_scenario_of_a_card_or_effect_that_is_not_there() -> None:
    assert set(OF_CARDS) <= set().union(*(card.files for card in POOL))


def test_no_two_cards_share_a_folder() -> None:
    folders = [(card.texts, folder_of(card.name)) for card in POOL]
    assert len(set(folders)) == len(folders)
    assert SHARED.isdisjoint(folder for _, folder in folders)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_card_does_as_its_scenario_says(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.about
    assert [str(difference) for difference in run_scenario(scenario).differences] == []


def test_the_scenarios_of_a_card_have_that_card_in_play() -> None:
    names = {folder_of(card.name): card.name for card in POOL}
    for path in OF_CARDS:
        assert names[path.parent.name] in path.read_text(encoding="utf-8"), path


def test_the_scenarios_of_a_wording_are_played_in_it() -> None:
    other = {folder_of(card.name) for card in POOL if card.texts is not CardTexts.CURRENT}
    for path in OF_CARDS:
        texts = read_scenario(path).position.rules.card_texts
        if path.parents[1].name == "cards_2005":
            assert texts is CardTexts.YEAR_2005, path
        elif path.parent.name in other:
            assert texts is CardTexts.CURRENT, path


def test_only_expert_plays_the_wording_of_2005() -> None:
    assert Rules.expert.card_texts is CardTexts.YEAR_2005
    for name in ("mr1", "mr2", "mr3", "mr4", "mr5", "rush"):
        assert Rules.named(name).card_texts is CardTexts.CURRENT
