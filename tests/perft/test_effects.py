"""The counts of the .perft files with card effects: by the core, by a walk, and by a model.

The walk uses public Python alone, and a saved copy for each step; it plays by the core's rules.
The model shares no rule with the core (tests/perft/effects_model.py), but does not know all cards.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.perft.effects_cards import modelled
from tests.perft.effects_model import UnknownError
from tests.perft.effects_play import Play, ways
from tests.perft.effects_positions import positions_with_effects
from ygosim._core.search import perft, perft_divide
from ygosim.duel import Duel
from ygosim.enums import Place
from ygosim.position import PlayerPosition, Position
from ygosim.scenario import PerftFile, read_perft

FOLDER = Path(__file__).resolve().parent / "effects"
FILES = {path.stem: read_perft(path) for path in sorted(FOLDER.glob("*.perft"))}

WALKED_ONLY = ["mr1-equips-and-fields"]
"""Files with cards that the model does not know: only the core's rules were asked, twice."""
BY_CHANCE = "mr5-random-discard"
HAND = ["Gemini Elf", "Mokey Mokey", "Summoned Skull"]  # of the player who discards there
MODELLED = [name for name in FILES if name not in (*WALKED_ONLY, BY_CHANCE)]

CORE_NODES = 2_000_000
WALK_NODES = 200  # counts up to this much in the default run
MODEL_NODES = 6_000
MODEL_NODES_SLOW = 50_000
WALK_NODES_SLOW = 6_000


def core(file: PerftFile) -> Duel:
    return Duel.from_position(file.position)


def walked(duel: Duel, depth: int) -> int:
    """The ways to take so many decisions, each step in a duel that was saved and loaded."""
    legal = duel.legal()
    if depth == 1:
        return len(legal)
    saved = duel.save()
    total = 0
    for move in legal:
        after = Duel.load(saved)
        after.apply(move)
        if not after.over:
            total += walked(after, depth - 1)
    return total


def up_to(file: PerftFile, most: int) -> dict[int, int]:
    return {depth: count for depth, count in file.counts.items() if count <= most}


def by_model(file: PerftFile, most: int) -> dict[int, int]:
    effects = modelled(file.position.rules)
    return {depth: ways(file.position, effects, depth) for depth in up_to(file, most)}


def test_there_are_files_of_several_formats_and_most_are_modelled() -> None:
    assert {file.position.rules.name for file in FILES.values()} >= {"expert", "mr1", "mr3", "mr5"}
    assert len(MODELLED) >= 11


@pytest.mark.parametrize("name", FILES)
def test_the_core_counts_as_the_file_says(name: str) -> None:
    handle = core(FILES[name]).handle
    counts = up_to(FILES[name], CORE_NODES)
    assert max(counts) >= 9
    assert {depth: perft(handle, depth) for depth in counts} == counts


@pytest.mark.parametrize("name", FILES)
def test_a_walk_through_saved_duels_counts_as_the_file_says(name: str) -> None:
    game = core(FILES[name])
    counts = up_to(FILES[name], WALK_NODES)
    assert {depth: walked(game, depth) for depth in counts} == counts


@pytest.mark.parametrize("name", MODELLED)
def test_the_model_of_effects_counts_as_the_file_says(name: str) -> None:
    assert by_model(FILES[name], MODEL_NODES) == up_to(FILES[name], MODEL_NODES)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_walk_counts_deep(name: str) -> None:
    depth = max(up_to(FILES[name], WALK_NODES_SLOW))
    assert walked(core(FILES[name]), depth) == FILES[name].counts[depth]


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELLED)
def test_the_model_of_effects_counts_deep(name: str) -> None:
    assert by_model(FILES[name], MODEL_NODES_SLOW) == up_to(FILES[name], MODEL_NODES_SLOW)


UNKNOWN = [FILES[name].position for name in WALKED_ONLY] + [
    Position(players=(PlayerPosition(hand=[card]), PlayerPosition()))
    for card in ("Kuriboh", "Relinquished", "Thousand-Eyes Restrict", "Black Illusion Ritual")
]


@pytest.mark.parametrize("position", UNKNOWN)
def test_the_model_refuses_cards_that_it_does_not_know(position: Position) -> None:
    with pytest.raises(ValueError, match="the model does not know what"):
        Play(position, modelled(position.rules))


@pytest.mark.parametrize("name", FILES)
def test_the_counts_behind_the_moves_add_up(name: str) -> None:
    game = core(FILES[name])
    for depth in (1, 2, 5):
        divided = perft_divide(game.handle, depth)
        assert [move for move, _ in divided] == game.handle.legal()
        assert sum(count for _, count in divided) == FILES[name].counts[depth]


# Chance ---------------------------------------------------------------------------------------


def fed(card: str) -> tuple[Duel, int]:
    """The duel in which chance takes this card of the hand, and the card's number."""
    game = core(FILES[BY_CHANCE])
    (number,) = (view.number for view in game.cards(1, Place.HAND) if view.name == card)
    game.handle.feed([number])
    return game, number


@pytest.mark.parametrize("card", HAND)
def test_the_model_of_effects_counts_after_each_random_discard(card: str) -> None:
    game, number = fed(card)
    position = FILES[BY_CHANCE].position
    effects = modelled(position.rules)
    for depth in up_to(FILES[BY_CHANCE], MODEL_NODES):
        assert ways(position, effects, depth, luck=[number]) == perft(game.handle, depth)


def test_chance_takes_one_of_the_courses() -> None:
    def counted(game: Duel) -> int:
        """The ways behind the Spell, activated at once."""
        divided = zip(game.legal(), perft_divide(game.handle, 7), strict=True)
        (count,) = (count for move, (_, count) in divided if move.name == "Delinquent Duo")
        return count

    courses = [counted(fed(card)[0]) for card in HAND]
    assert len(set(courses)) > 1
    assert counted(core(FILES[BY_CHANCE])) in courses


# Any position ---------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions_with_effects())
def test_core_and_model_count_any_position_with_effects_alike(position: Position) -> None:
    handle = Duel.from_position(position).handle
    effects = modelled(position.rules)
    for depth in range(1, 11):
        count = perft(handle, depth)
        if count > 250:
            return
        try:
            assert ways(position, effects, depth) == count
        except UnknownError:  # chance has had its say
            return
        if count == 0:
            return
