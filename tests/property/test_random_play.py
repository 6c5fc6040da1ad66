"""Random legal play, from random positions and decks of all formats, keeps every invariant."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.strategies import MAIN_DECK, card_lists, formats, positions
from ygosim._core.engine import STATE_DTYPE
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.enums import EndCause, EventKind, Place, Reason
from ygosim.position import Position
from ygosim.rules import FORMATS, Rules
from ygosim.template import Limits, Placement, setup_from_placements

MAX_EVENTS = STATE_DTYPE["events"].shape[0] - 1
FIXED = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def decks_duel(
    rules: Rules, decks: tuple[list[Card], list[Card]], seed: int, limits: Limits | None = None
) -> Duel:
    """A new duel between two decks of stand-ins."""
    placements = [
        Placement(card=card, owner=player, controller=player, place=Place.DECK)
        for player, deck in enumerate(decks)
        for card in deck
    ]
    setup = setup_from_placements(placements, rules, unsupported="blank", limits=limits)
    return Duel.from_setup(setup, seed=seed)


def check(game: Duel) -> None:
    """What holds at every decision and at the end."""
    assert game.handle.check() is None
    assert int(game.state["event_count"]) < MAX_EVENTS
    assert game.over == (game.decision == 0)
    assert min(game.lp) >= 0
    moves = game.handle.legal()
    assert len(set(moves)) == len(moves)
    if not game.over:
        assert len(moves) > 1 or not game.setup.limits.automatic


def play(game: Duel, seed: int, most: int) -> list[int]:
    """Play on at random, checking; the indices of the moves taken."""
    chance = random.Random(seed)
    taken = []
    check(game)
    while not game.over and len(taken) < most:
        index = chance.randrange(len(game.handle.legal()))
        game.apply(index)
        taken.append(index)
        check(game)
    return taken


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_play_from_any_position_keeps_every_invariant(position: Position, seed: int) -> None:
    play(Duel.from_position(position, unsupported="blank"), seed, 60)


@FIXED
@given(formats(), st.tuples(card_lists(), card_lists()), st.integers(0, 2**64 - 1))
def test_play_between_any_decks_keeps_every_invariant(
    rules: Rules, decks: tuple[list[Card], list[Card]], seed: int
) -> None:
    play(decks_duel(rules, decks, seed), seed, 150)


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_play_without_taking_single_options_keeps_every_invariant(
    position: Position, seed: int
) -> None:
    asked = Limits(automatic=False)
    play(Duel.from_position(position, unsupported="blank", limits=asked), seed, 60)


@FIXED
@given(positions(), st.integers(0, 2**32), st.integers(0, 20))
def test_step_copy_load_and_replay_agree(position: Position, seed: int, when: int) -> None:
    game = Duel.from_position(position, unsupported="blank")
    play(game, seed, when)
    copied, loaded = game.copy(), Duel.load(game.save())
    taken = play(game, seed + 1, 40)
    for other in (copied, loaded):
        for index in taken:
            other.apply(index)
        assert other.save() == game.save()
        assert other.hash128 == game.hash128
    assert Duel.replay(game.record()).save() == game.save()


@FIXED
@given(formats(), st.tuples(card_lists(), card_lists()), st.integers(0, 2**64 - 1))
def test_a_seed_gives_the_same_duel_again(
    rules: Rules, decks: tuple[list[Card], list[Card]], seed: int
) -> None:
    one, other = (decks_duel(rules, decks, seed) for _ in range(2))
    assert play(one, seed, 60) == play(other, seed, 60)
    assert one.save() == other.save()
    assert one.log == other.log


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_every_offered_option_can_be_taken(position: Position, seed: int) -> None:
    game = Duel.from_position(position, unsupported="blank")
    chance = random.Random(seed)
    for _ in range(12):
        moves = game.handle.legal()
        if not moves:
            break
        for move in moves:
            trial = game.handle.copy()
            assert trial.apply(move) == 0
            assert trial.check() is None
        game.apply(chance.randrange(len(moves)))


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_cards_neither_appear_nor_vanish(position: Position, seed: int) -> None:
    game = Duel.from_position(position, unsupported="blank")
    before = sorted(zip(game.state["code"].tolist(), game.state["owner"].tolist(), strict=True))
    play(game, seed, 50)
    after = sorted(zip(game.state["code"].tolist(), game.state["owner"].tolist(), strict=True))
    assert after == before
    seen = [
        view.number for player in (0, 1) for place in Place for view in game.cards(player, place)
    ]
    assert sorted(seen) == list(range(int(game.state["card_count"])))


@FIXED
@given(positions(), st.integers(0, 2**32))
def test_life_points_change_by_the_damage_that_is_logged(position: Position, seed: int) -> None:
    game = Duel.from_position(position, unsupported="blank")
    logged = len(game.log)
    lp = list(game.lp)
    play(game, seed, 50)
    for event in game.log[logged:]:
        if event.kind is EventKind.DAMAGE_TAKEN:
            assert event.reason is Reason.BATTLE
            lp[event.player] = max(lp[event.player] - event.value, 0)
    assert tuple(lp) == game.lp


@pytest.mark.parametrize("name", FORMATS)
def test_whole_duels_end_by_the_rules(name: str) -> None:
    chance = random.Random(name)
    for seed in range(5):
        decks = ([chance.choice(MAIN_DECK) for _ in range(40)] for _ in (0, 1))
        game = decks_duel(Rules.named(name), tuple(decks), seed)  # type: ignore[arg-type]
        play(game, seed, 100_000)
        assert game.end_cause in (EndCause.LIFE_POINTS, EndCause.DECK_OUT)
        assert game.log[-1].kind is EventKind.DUEL_ENDED


@FIXED
@given(formats(), st.tuples(card_lists(), card_lists()), st.integers(0, 2**64 - 1))
def test_what_only_effects_use_is_not_looked_at_without_them(
    rules: Rules, decks: tuple[list[Card], list[Card]], seed: int
) -> None:
    clean, dirty = (decks_duel(rules, decks, seed).handle for _ in range(2))
    fields = STATE_DTYPE.fields
    assert fields is not None
    first, last = fields["zone_props"][1], fields["events"][1]
    dirty.storage.view(np.uint8)[first:last] = 0xA5
    chance = random.Random(seed)
    while not clean.over():
        moves = clean.legal()
        assert dirty.legal() == moves
        move = chance.choice(moves)
        assert clean.apply(move) == dirty.apply(move) == 0
        assert dirty.hash() == clean.hash()
    assert dirty.over()
