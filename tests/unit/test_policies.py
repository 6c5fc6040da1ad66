"""Policies by name and of one's own: what they see, and what becomes of bad answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import MoveKind, Place, PolicyKind
from ygosim.enums import Position as Lie
from ygosim.errors import PredicateError
from ygosim.policies import POLICIES, Option, Policy, play_with, resolve_policy
from ygosim.position import PlacedCard, PlayerPosition, Position

DECK = Deck.read(deck_path("beatdown"))


def first(_observation: Any, _options: tuple[Option, ...]) -> int:
    return 0


def test_policies_have_names() -> None:
    assert list(POLICIES) == ["random", "greedy"]
    assert resolve_policy("random") is POLICIES["random"]
    assert resolve_policy(POLICIES["greedy"]) is POLICIES["greedy"]


def test_a_function_is_a_policy() -> None:
    policy = resolve_policy(first)
    assert (policy.name, policy.kind, policy.is_python) == ("first", PolicyKind.CALLBACK, True)
    assert not resolve_policy("greedy").is_python


def test_an_object_with_call_is_a_policy() -> None:
    class Careful:
        def __call__(self, observation: Any, options: tuple[Option, ...]) -> int:
            return 0

    assert resolve_policy(Careful()).name == "Careful"


def test_unknown_names_and_things_are_refused() -> None:
    with pytest.raises(ValueError, match="no policy 'Greedy'; the built-in ones are random, gr"):
        resolve_policy("Greedy")
    with pytest.raises(TypeError, match="not 3"):
        resolve_policy(3)  # type: ignore[arg-type]


def test_random_policies_follow_seed_index_and_deck() -> None:
    def played(seed: int, index: int, first: int) -> int:
        duel = Duel((DECK, DECK), seed=1)
        return play_with(duel, ("random", "random"), seed=seed, index=index, first=first).hash

    base = played(1, 0, 0)
    assert played(1, 0, 0) == base
    assert len({base, played(2, 0, 0), played(1, 1, 0), played(1, 0, 1)}) == 4


def test_greedy_knows_no_chance() -> None:
    def played(seed: int) -> int:
        return play_with(Duel((DECK, DECK), seed=1), ("greedy", "greedy"), seed=seed).hash

    assert played(1) == played(2)


def test_a_duel_is_played_on_from_where_it_is() -> None:
    duel = Duel((DECK, DECK), seed=1)
    duel.apply(0)
    assert play_with(duel, (first, first)) is duel
    assert duel.over
    assert play_with(duel, (first, first)) is duel  # nothing is asked any more


def test_a_policy_sees_its_own_side_of_the_duel() -> None:
    seen: list[tuple[bool, tuple[int, ...]]] = []

    def watch(observation: Any, options: tuple[Option, ...]) -> int:
        seen.append((bool(observation["my_decision"]), tuple(observation["lp"].tolist())))
        assert len(options) >= 2
        assert observation.dtype.names is not None
        return 0

    play_with(Duel((DECK, DECK), seed=3), (watch, watch))
    assert all(mine for mine, _ in seen)


@pytest.mark.parametrize("names", [("Mokey Mokey", "Gemini Elf"), ("Gemini Elf", "Mokey Mokey")])
def test_face_down_targets_tell_neither_face_nor_number(names: tuple[str, str]) -> None:
    # Cards are numbered as they stand here, zone 3 before zone 1.
    lies = Lie.FACE_DOWN_DEFENCE
    set_monsters = {
        zone: PlacedCard(name, position=lies) for zone, name in zip((3, 1), names, strict=True)
    }
    attackers = {0: "Gene-Warped Warwolf", 1: "Gene-Warped Warwolf"}
    duel = Duel.from_position(
        Position(
            turn=3,
            players=(
                PlayerPosition(monsters=attackers, deck=["Mokey Mokey"] * 3),
                PlayerPosition(monsters=set_monsters, deck=["Mokey Mokey"] * 3),
            ),
        )
    )
    offered: list[tuple[Option, ...]] = []

    def attack(_observation: Any, options: tuple[Option, ...]) -> int:
        if options[0].kind is MoveKind.CHOOSE_TARGET:
            offered.append(options)
        kinds = [option.kind for option in options]
        for kind in (MoveKind.ENTER_BATTLE_PHASE, MoveKind.ATTACK):
            if kind in kinds:
                return kinds.index(kind)
        return 0

    play_with(duel, (attack, first))
    zones = (1, 3)
    assert offered[0] == tuple(
        Option(MoveKind.CHOOSE_TARGET, Place.MONSTER_ZONE, zone) for zone in zones
    )


@pytest.mark.parametrize("answer", [-1, 10_000, None, "0", 1.0, True, np.float64(0)])
def test_an_answer_that_is_no_index_is_an_error(answer: Any) -> None:
    def wrong(_observation: Any, _options: tuple[Option, ...]) -> Any:
        return answer

    with pytest.raises(PredicateError, match=r"'wrong' of deck A, duel 0 of run 0, decision 1: it"):
        play_with(Duel((DECK, DECK), seed=1), (wrong, "greedy"))


def test_numpy_integers_are_indices() -> None:
    def numpy_zero(_observation: Any, _options: tuple[Option, ...]) -> Any:
        return np.int64(0)

    assert play_with(Duel((DECK, DECK), seed=1), (numpy_zero, numpy_zero)).over


def test_interruption_goes_through() -> None:
    def stop(_observation: Any, _options: tuple[Option, ...]) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_with(Duel((DECK, DECK), seed=1), (stop, stop))


def test_options_read_as_words() -> None:
    assert str(Option(MoveKind.END_TURN)) == "end the turn"
    option = Option(MoveKind.NORMAL_SUMMON, Place.HAND, 2, 1, "Gemini Elf")
    assert str(option) == "Normal Summon Gemini Elf"
    hidden = Option(MoveKind.CHOOSE_TARGET, Place.MONSTER_ZONE, 3)
    assert str(hidden) == "attack the face-down monster in zone 3"


def test_policies_are_values() -> None:
    assert Policy("x", PolicyKind.RANDOM) == Policy("x", PolicyKind.RANDOM)
