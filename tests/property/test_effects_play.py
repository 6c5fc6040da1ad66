"""Random legal play with the effects of the pool: whole decks, and any described position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.property.described import FORMATS, SEEDS, described, some
from ygosim._core.engine import STATE_DTYPE, DuelHandle
from ygosim.cards.deck import Deck
from ygosim.cards.pool import definitions
from ygosim.duel import Duel
from ygosim.enums import (
    DecisionKind,
    EffectKind,
    EndCause,
    EventKind,
    MoveKind,
)
from ygosim.records import GIVE_BACK, Move

MAX_EVENTS = STATE_DTYPE["events"].shape[0] - 1
BY_THE_RULES = (EndCause.LIFE_POINTS, EndCause.DECK_OUT, EndCause.CARD_EFFECT)

# What shows that an option was completed, once all that it asks for is chosen.
OUTCOMES = {
    MoveKind.ACTIVATE: {EventKind.ACTIVATED},
    MoveKind.NORMAL_SUMMON: {EventKind.NORMAL_SUMMONED, EventKind.SUMMON_NEGATED},
    MoveKind.SPECIAL_SUMMON: {EventKind.SPECIAL_SUMMONED, EventKind.SUMMON_NEGATED},
    MoveKind.FLIP_SUMMON: {EventKind.FLIP_SUMMONED, EventKind.SUMMON_NEGATED},
    MoveKind.SET_MONSTER: {EventKind.SET},
    MoveKind.SET_SPELL_TRAP: {EventKind.SET},
    MoveKind.CHANGE_POSITION: {EventKind.POSITION_CHANGED},
    MoveKind.ATTACK: {EventKind.ATTACK_DECLARED},
}


def pairs(decks: list[Deck]) -> Iterator[tuple[int, tuple[Deck, Deck]]]:
    """Each deck against another, numbered."""
    return enumerate((deck, decks[number - 1]) for number, deck in enumerate(decks))


@pytest.fixture(scope="module")
def decks(shared: Path) -> list[Deck]:
    files = sorted((shared / "data" / "decks" / "classic").glob("*.ydk"))
    assert len(files) == 5
    return [Deck.read(file) for file in files]


# ---------------------------------------------------------------------------- playing


def gives_back(move: Move) -> bool:
    return move.kind is MoveKind.ACTIVATE and move.slot == GIVE_BACK


def check(handle: DuelHandle) -> None:
    """What holds at every decision and at the end."""
    assert handle.check() is None
    state: Any = handle.storage[0]
    assert int(state["event_count"]) < MAX_EVENTS
    assert min(state["lp"]) >= 0
    moves = handle.legal()
    assert len(set(moves)) == len(moves)
    if handle.over():
        assert not moves
        assert EndCause(int(state["end_cause"])) in BY_THE_RULES
    else:
        assert len(moves) > 1


def steps(handle: DuelHandle, chance: random.Random, most: int = 100_000) -> Iterator[int]:
    """Play on at random, checking; yields each move after it is taken."""
    check(handle)
    for _ in range(most):
        moves = handle.legal()
        if not moves:
            break
        move = chance.choice(moves)
        assert handle.apply(move) == 0
        check(handle)
        yield move


def play(handle: DuelHandle, seed: int, most: int = 100_000) -> list[int]:
    return list(steps(handle, random.Random(seed), most))


def same(one: DuelHandle, other: DuelHandle) -> bool:
    return (one.save(), one.hash(), one.legal()) == (other.save(), other.hash(), other.legal())


def chain_links(game: Duel) -> int:
    return int(game.state["chain_count"])


def take_every_option(handle: DuelHandle, chance: random.Random) -> None:
    """Take each option on a copy of its own and play on."""
    before = handle.save()
    for move in handle.legal():
        trial = handle.copy()
        assert trial.apply(move) == 0
        assert trial.save() != before
        play(trial, chance.randrange(2**32), 15)
    assert handle.save() == before


def reacts(game: Duel, move: Move) -> bool:
    """Whether it says which reaction comes first: that makes no chain link."""
    if move.kind is not MoveKind.ACTIVATE or move.card is None:
        return False
    card = game.setup.definitions[int(game.state["code"][move.card])]
    return definitions()[card.passcode].effects[move.slot].kind is EffectKind.REACTION


def complete_every_option(game: Duel, chance: random.Random) -> int:
    """See to it that what is announced happens, whatever is chosen; how many were.

    Where an answer to it ends the duel, it need not.
    """
    announced = 0
    for move in game.legal():
        if move.kind not in OUTCOMES or gives_back(move) or reacts(game, move):
            continue
        announced += 1
        trial = game.copy()
        assert happens(trial, move, chance), f"{move} does not happen in\n{game}"
    return announced


def happens(trial: Duel, move: Move, chance: random.Random) -> bool:
    events = trial.apply(move)
    for _ in range(20):
        if any(one.kind in OUTCOMES[move.kind] and one.card == move.card for one in events):
            return True
        if trial.over:
            return trial.end_cause in BY_THE_RULES
        events = trial.apply(chance.randrange(len(trial.legal())))
    return False


# ------------------------------------------------------------------------------- tests


@FORMATS
def test_whole_duels_keep_every_invariant(decks: list[Deck], rules: str) -> None:
    for seed, (first, second) in enumerate(product(decks, repeat=2)):
        game = Duel((first, second), rules, seed=seed)
        play(game.handle, seed)
        assert game.end_cause in BY_THE_RULES


@FORMATS
@some(40)
@given(SEEDS)
def test_play_from_any_position_keeps_every_invariant(rules: str, seed: int) -> None:
    play(Duel.from_position(described(seed, rules)).handle, seed, 60)


def test_described_positions_ask_everything() -> None:
    asked = set()
    longest = 0
    for seed in range(150):
        game = Duel.from_position(described(seed, "mr5"))
        asked.add(game.decision)
        for _ in steps(game.handle, random.Random(seed), 60):
            asked.add(game.decision)
            longest = max(longest, chain_links(game))
    assert asked == set(DecisionKind)
    assert longest >= 3


@FORMATS
def test_every_option_of_a_duel_can_be_taken(decks: list[Deck], rules: str) -> None:
    for seed, both in pairs(decks):
        game = Duel(both, rules, seed=seed)
        chance = random.Random(seed)
        for _ in steps(game.handle, chance, 100):
            if chance.random() < 0.1:
                take_every_option(game.handle, chance)


@FORMATS
@some(40)
@given(SEEDS)
def test_every_option_of_a_position_can_be_taken(rules: str, seed: int) -> None:
    game = Duel.from_position(described(seed, rules))
    chance = random.Random(seed)
    take_every_option(game.handle, chance)
    for _ in steps(game.handle, chance, 12):
        if chance.random() < 0.3:
            take_every_option(game.handle, chance)


@FORMATS
def test_what_a_duel_offers_can_be_completed(decks: list[Deck], rules: str) -> None:
    announced = 0
    for seed, both in pairs(decks):
        game = Duel(both, rules, seed=seed)
        chance = random.Random(seed)
        for _ in steps(game.handle, chance, 100):
            if chance.random() < 0.1:
                announced += complete_every_option(game, chance)
    assert announced > 50


@FORMATS
@some(25)
@given(SEEDS)
def test_what_a_position_offers_can_be_completed(rules: str, seed: int) -> None:
    game = Duel.from_position(described(seed, rules))
    chance = random.Random(seed)
    complete_every_option(game, chance)
    for _ in steps(game.handle, chance, 12):
        if chance.random() < 0.3:
            complete_every_option(game, chance)


def follow(game: Duel, chance: random.Random, most: int) -> int:
    """Take copies on the way and make each follow; how many were taken within a chain."""
    copies: list[DuelHandle] = []
    within = 0
    for move in steps(game.handle, chance, most):
        for other in copies:
            assert other.apply(move) == 0
            assert same(other, game.handle)
        if len(copies) < 8 and (chain_links(game) or chance.random() < 0.05):
            within += chain_links(game) > 0
            copies.append(game.handle.copy())
    return within


@FORMATS
def test_copies_taken_in_the_middle_stay_equal(decks: list[Deck], rules: str) -> None:
    within = 0
    for seed, both in pairs(decks):
        game = Duel(both, rules, seed=seed)
        within += follow(game, random.Random(seed), 120)
    assert within > 10


@FORMATS
@some(40)
@given(SEEDS)
def test_copies_of_any_position_stay_equal(rules: str, seed: int) -> None:
    follow(Duel.from_position(described(seed, rules)), random.Random(seed), 40)


@FORMATS
@some(20)
@given(SEEDS)
def test_a_copy_does_not_move_with_its_original(rules: str, seed: int) -> None:
    game = Duel.from_position(described(seed, rules))
    copied = game.handle.copy()
    before = copied.save()
    assert bool(play(game.handle, seed, 20)) == (game.handle.save() != before)
    assert copied.save() == before


def replays(game: Duel, seed: int, most: int) -> None:
    """Play on at random and replay it from its record."""
    chance = random.Random(seed)
    before = len(game.log)
    while not game.over and len(game.moves) < most:
        game.apply(chance.randrange(len(game.handle.legal())))
    record = game.record()
    again = Duel.replay(record)
    assert again.moves == game.moves
    assert again.log[len(Duel.load(record.setup).log) :] == game.log[before:]
    assert same(again.handle, game.handle)


@FORMATS
def test_whole_duels_replay(decks: list[Deck], rules: str) -> None:
    for seed, both in pairs(decks):
        replays(Duel(both, rules, seed=seed), seed, 100_000)


@FORMATS
@some(20)
@given(SEEDS)
def test_play_from_any_position_replays(rules: str, seed: int) -> None:
    replays(Duel.from_position(described(seed, rules)), seed, 40)


@FORMATS
def test_duels_saved_within_a_chain_go_on_the_same(decks: list[Deck], rules: str) -> None:
    saved = 0
    for seed, both in pairs(decks):
        game = Duel(both, rules, seed=seed)
        chance = random.Random(seed)
        for _ in steps(game.handle, chance, 100):
            if not chain_links(game) or chance.random() < 0.7:
                continue
            saved += 1
            original, loaded = game.copy(), Duel.load(game.save())
            assert same(loaded.handle, original.handle)
            assert play(loaded.handle, seed, 30) == play(original.handle, seed, 30)
            assert same(loaded.handle, original.handle)
    assert saved > 5


@FORMATS
@some(20)
@given(SEEDS)
def test_any_position_saved_anywhere_goes_on_the_same(rules: str, seed: int) -> None:
    game = Duel.from_position(described(seed, rules))
    play(game.handle, seed, seed % 12)
    loaded = Duel.load(game.save())
    assert same(loaded.handle, game.handle)
    assert play(loaded.handle, seed, 30) == play(game.handle, seed, 30)
    assert same(loaded.handle, game.handle)


@FORMATS
def test_the_seed_decides_the_duel(decks: list[Deck], rules: str) -> None:
    for first, second in product(decks[:2], decks[2:]):
        games = [Duel((first, second), rules, seed=seed).handle for seed in (1, 1, 2)]
        assert same(games[0], games[1])
        assert games[0].save() != games[2].save()
        one, again, other = (play(game, 5, 60) for game in games)
        assert one == again
        assert one != other
        assert same(games[0], games[1])
        assert games[0].save() != games[2].save()
