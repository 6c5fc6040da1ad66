"""A view shows what its player may know, and nothing else (INFO-1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.rules.builders import ATTACK, DEFENCE, SET, monster, spell
from ygosim._core.callback import option_move, view_of
from ygosim.callbacks import Callback, View, policy, view
from ygosim.cards.card import Card
from ygosim.cards.deck import Deck
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, Mark, MoveKind, Place
from ygosim.montecarlo import DuelRun
from ygosim.position import PlacedCard, PlayerPosition, Position
from ygosim.rules import FORMATS

MINE = monster("Mine", atk=1700, def_=900)
THEIRS = monster("Theirs", atk=1500)
BEATER = monster("Beater", level=7, atk=2600, def_=200)


def two_sides(
    *, set_cards: tuple[Card, Card], hand: Card, deck: tuple[Card, Card], set_spell: Card
) -> Duel:
    """You are to move; the opponent has a face-up monster between two Set ones."""
    return Duel.from_position(
        Position(
            turn=3,
            players=(
                PlayerPosition(
                    monsters={2: PlacedCard(MINE, ATTACK)},
                    spells_traps={0: PlacedCard(spell("Own trap"), SET)},
                    hand=[BEATER, MINE],
                    deck=[MINE, MINE],
                ),
                PlayerPosition(
                    monsters={
                        0: PlacedCard(set_cards[0], SET),
                        1: PlacedCard(THEIRS, DEFENCE),
                        3: PlacedCard(set_cards[1], SET),
                    },
                    spells_traps={4: PlacedCard(set_spell, SET)},
                    hand=[hand],
                    deck=deck,
                    graveyard=[THEIRS],
                ),
            ),
        ),
        unsupported="blank",
    )


def shown_of(**changes: Any) -> Duel:
    plain: dict[str, Any] = {
        "set_cards": (MINE, THEIRS),
        "hand": THEIRS,
        "deck": (MINE, THEIRS),
        "set_spell": spell("Trap A"),
    }
    return two_sides(**(plain | changes))


def attacked(duel: Duel) -> Duel:
    """The same, with an attack declared and its target still to be chosen."""
    duel.apply(duel.move(MoveKind.ENTER_BATTLE_PHASE))
    duel.apply(duel.move(MoveKind.ATTACK, "Mine"))
    assert duel.decision is DecisionKind.ATTACK_TARGET
    return duel


def test_own_cards_are_seen_whole() -> None:
    duel = shown_of()
    shown = view(duel)
    card = shown.monsters[0, 2]
    assert (card.passcode, card.atk, card.def_, card.level) == (MINE.passcode, 1700, 900, 4)
    assert card.position == ATTACK
    assert card.marks & Mark.MAY_CHANGE
    assert shown.spell_traps[0, 0].passcode == spell("Own trap").passcode
    assert [shown.hand[i].atk for i in range(shown.hand_count[0])] == [2600, 1700]
    assert shown.hand[0].tributes == 2
    assert (shown.turn, shown.player, shown.your_turn) == (3, 0, 1)
    assert shown.deck_count == (2, 2)
    assert shown.graveyard_count == (0, 1)
    assert shown.monsters_used == (0b100, 0b1011)


def test_of_set_cards_of_the_opponent_only_the_position_is_seen() -> None:
    shown = view(shown_of())
    for card in (shown.monsters[1, 0], shown.monsters[1, 3], shown.spell_traps[1, 4]):
        assert card.position == SET
        assert (card.passcode, card.type, card.atk, card.def_, card.level) == (0, 0, 0, 0, 0)
        assert (card.monster_type, card.attribute, card.tributes) == (0, 0, 0)
    assert shown.monsters[1, 1].passcode == THEIRS.passcode


@pytest.mark.parametrize(
    "changes",
    [
        {"set_cards": (THEIRS, MINE)},
        {"set_cards": (BEATER, BEATER)},
        {"hand": BEATER},
        {"deck": (THEIRS, MINE)},
        {"set_spell": spell("Trap B")},
    ],
    ids=lambda changes: "-".join(changes),
)
@pytest.mark.parametrize("step", [lambda duel: duel, attacked], ids=["main", "target"])
def test_what_is_hidden_does_not_change_a_byte(changes: dict[str, Any], step: Any) -> None:
    one, other = view(step(shown_of())), view(step(shown_of(**changes)))
    assert one.array.tobytes() == other.array.tobytes()


def test_the_opponent_sees_the_other_side() -> None:
    duel = shown_of()
    shown = view(duel, 1)
    assert shown.monsters[0, 0].passcode == MINE.passcode
    assert shown.monsters[1, 2].passcode == MINE.passcode
    assert shown.spell_traps[1, 0].passcode == 0
    assert (shown.option_count, shown.decision) == (0, DecisionKind.NONE)
    assert shown.hand_count == (1, 2)
    assert shown.hand[0].passcode == THEIRS.passcode


def test_a_choice_says_what_it_belongs_to() -> None:
    duel = attacked(shown_of())
    shown = view(duel)
    assert shown.opened_by == MoveKind.ATTACK
    assert (shown.about_place, shown.about_index) == (Place.MONSTER_ZONE, 2)
    assert [shown.options[i].index for i in range(shown.option_count)] == [0, 1, 3]
    assert [shown.options[i].passcode for i in range(3)] == [0, THEIRS.passcode, 0]


@pytest.mark.parametrize("name", FORMATS)
def test_options_are_the_legal_moves(name: str, deck: Deck) -> None:
    for index in range(4):
        duel = Duel((deck, deck), name, seed=5, index=index, check_decks=False)
        while not duel.over:
            assert duel.player is not None
            shown = view(duel)
            legal = {move.encode(): move for move in duel.legal()}
            moves = [legal[option_move(duel.handle, i)] for i in range(shown.option_count)]
            assert len(set(moves)) == len(legal)
            if shown.decision not in (DecisionKind.ATTACK_TARGET, DecisionKind.REPLAY):
                assert moves == list(legal.values())
            for i, move in enumerate(moves):
                option = shown.options[i]
                assert option.kind == move.kind
                if move.card is not None:
                    seen = (
                        shown.hand[option.index]
                        if option.place == Place.HAND
                        else shown.monsters[option.side, option.index]
                    )
                    assert option.passcode == seen.passcode
                    assert seen.position
                elif move.kind is MoveKind.CHOOSE_ZONE:
                    assert option.index == move.slot
                else:
                    assert (option.place, option.index) == (-1, -1)
            duel.apply(moves[(index + duel.turn * 7 + len(duel.moves) * 3) % len(moves)])


def test_a_view_filled_again_and_again_is_as_good_as_a_new_one(deck: Deck) -> None:
    kept: list[npt.NDArray[np.void]] = []

    def remember(shown: npt.NDArray[np.void]) -> int:
        kept.append(shown)
        return int(shown["random"][0, 0]) % int(shown["option_count"][0])

    run = DuelRun(deck, deck, policies=(Callback(remember, kind="policy"), "random"), seed=3)
    run.results(0, 3)
    for index in range(3):
        first = run.first_of(index)
        before = list(kept)
        kept.clear()
        duel = run.duel(index)
        played, kept[:] = kept[:], before
        replayed = Duel.from_setup(run.pairing.setups[first], seed=3, index=index)
        shown = iter(played)
        for move in duel.moves:
            if replayed.player == first:
                old = next(shown)[0]
                new = view_of(replayed.handle, first, random=old["random"])[0]
                hand, options = int(new["hand_count"][0]), int(new["option_count"])
                for name in new.dtype.names or ():
                    end = {"hand": hand, "options": options}.get(name)
                    assert np.array_equal(old[name][:end], new[name][:end]) if end else True
                    if end is None:
                        assert np.array_equal(old[name], new[name]), name
            replayed.apply(move)
        assert next(shown, None) is None


def test_any_number_of_normal_summons_is_none(deck: Deck) -> None:
    def left(rules: str) -> int:
        return view(Duel((deck, deck), rules, check_decks=False)).normal_summons_left

    assert (left("mr5"), left("rush")) == (1, -1)


def test_a_finished_duel_shows_its_result(deck: Deck) -> None:
    duel = Duel((deck, deck), seed=2)
    while not duel.over:
        duel.apply(0)
    winner = duel.winner
    assert winner in (0, 1)
    assert view(duel, winner).result == 1
    assert view(duel, 1 - winner).result == 2
    assert view(duel, winner).option_count == 0


def test_views_answer_by_attribute_only(deck: Deck) -> None:
    shown = view(Duel((deck, deck), seed=2))
    with pytest.raises(AttributeError, match="no field 'secrets'"):
        shown.secrets  # noqa: B018
    assert len(shown.hand) == 128
    assert len(shown.monsters) == 2
    assert len(shown.monsters[0]) == 8
    assert [card.position for card in shown.monsters[0]] == [0] * 8
    with pytest.raises(IndexError):
        shown.hand[128]


def test_a_policy_that_writes_into_its_view_moves_nothing(deck: Deck) -> None:
    def honest(shown: View) -> int:
        return shown.option_count - 1

    def vandal(shown: npt.NDArray[np.void]) -> int:
        answer = int(shown["option_count"][0]) - 1
        shown.view(np.uint8)[:] = 255
        return answer

    runs = [
        DuelRun(deck, deck, policies=(chosen, "random"), seed=3).results(0, 20)
        for chosen in (policy(honest, compiled=False), Callback(vandal))
    ]
    assert np.array_equal(*runs)
