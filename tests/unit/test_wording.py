"""Choices in words: every legal move can be said and read, and what cannot be is explained."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.builders import SET, battle, duel, lying, monster, side, spell, take, trap
from tests.strategies import positions
from ygosim import wording
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, MoveKind, Place
from ygosim.errors import IllegalMoveError, WordingError
from ygosim.position import PlayerPosition, Position
from ygosim.records import Move
from ygosim.template import Limits
from ygosim.wording import moves_named, options, parse_choice, read_moves, refusals

ELF, SKULL, GRUNT = monster("Elf"), monster("Skull", level=6), monster("Grunt", atk=500)


def after(game: Duel, *words: str) -> Duel:
    """A copy in which these choices have been taken."""
    copy = game.copy()
    for said in words:
        for move in read_moves(copy, said):
            copy.apply(move)
    return copy


# ------------------------------------------------------------------------- round trip


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(most=5), st.integers(0, 2**32), st.booleans())
def test_every_legal_move_of_a_random_duel_is_said_and_read(
    position: Position, seed: int, automatic: bool
) -> None:
    game = Duel.from_position(position, unsupported="blank", limits=Limits(automatic=automatic))
    chance = random.Random(seed)
    for _ in range(4):
        if game.over:
            break
        for seen_by in (None, game.player):
            said = options(game, seen_by=seen_by)
            reached = {after_move(game, move) for move in said.values()}
            if game.decision not in (DecisionKind.TRIBUTE, DecisionKind.DISCARD):
                # There the copies that are left out differ in what may be chosen after them.
                assert reached == {after_move(game, move) for move in game.legal()}
            for words, move in said.items():
                assert read_moves(game, words) == (move,)
                assert refusals(game, words) == ()
        game.apply(chance.randrange(len(game.legal())))


def left(game: Duel) -> list[object]:
    """What is where, but for the order in which copies lie in piles."""
    return sorted(
        (player, place, view.name, view.slot if place is Place.MONSTER_ZONE else 0)
        for player in (0, 1)
        for place in Place
        for view in game.cards(player, place)
    )


def after_move(game: Duel, move: wording.Move) -> int:
    copy = game.copy()
    copy.apply(move)
    return copy.hash128


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(most=9), st.integers(0, 2**32))
def test_whole_choices_of_several_cards_are_read_in_any_order(
    position: Position, seed: int
) -> None:
    game = Duel.from_position(position, unsupported="blank")
    chance = random.Random(seed)
    for _ in range(12):
        if game.over:
            break
        if game.decision in (DecisionKind.TRIBUTE, DecisionKind.DISCARD):
            views = {
                view.number: view
                for place in (Place.HAND, Place.MONSTER_ZONE)
                for view in game.cards(game.player or 0, place)
            }
            for moves in game.legal_sets()[:4]:
                cards = [
                    view.name + (f" in zone {view.slot}" if view.place != Place.HAND else "")
                    for move in moves
                    for view in [views[move.card or 0]]
                ]
                chance.shuffle(cards)
                verb = "Tribute" if game.decision is DecisionKind.TRIBUTE else "discard"
                taken = game.copy()
                for move in moves:
                    if taken.why_not(move) is None:  # the last may be taken without asking
                        taken.apply(move)
                assert left(after(game, f"{verb} {', '.join(cards)}")) == left(taken)
        game.apply(chance.randrange(len(game.legal())))


# -------------------------------------------------------------------------- references


def test_case_and_spacing_do_not_matter() -> None:
    game = duel(side(hand=[ELF]))
    (move,) = read_moves(game, "  normal   SUMMON elf ")
    assert (move.kind, move.name) == (MoveKind.NORMAL_SUMMON, "Elf")


def test_copies_in_the_hand_are_one_option() -> None:
    game = duel(side(hand=[ELF, ELF]))
    assert list(options(game))[:2] == ["Normal Summon Elf", "Set Elf"]


def test_copies_in_zones_are_told_apart_by_zone() -> None:
    game = battle(side(monsters=[ELF]), side(monsters=[GRUNT, GRUNT]))
    take(game, MoveKind.ATTACK, "Elf")
    assert list(options(game)) == ["attack Grunt in zone 1", "attack Grunt in zone 2"]
    for place in ("zone 2", "monster zone 2", "player 1's zone 2", "the monster zone 2"):
        (move,) = read_moves(game, f"attack Grunt in {place}")
        assert game.cards(1, Place.MONSTER_ZONE)[1].number == move.card


def test_copies_in_zones_that_are_not_told_apart_are_refused_with_the_choice() -> None:
    game = battle(side(monsters=[ELF]), side(monsters=[GRUNT, GRUNT]))
    take(game, MoveKind.ATTACK, "Elf")
    with pytest.raises(WordingError, match="could mean several cards; say the zone") as caught:
        read_moves(game, "attack Grunt")
    assert caught.value.suggestions == ("attack Grunt in zone 1", "attack Grunt in zone 2")


def test_one_copy_that_may_be_chosen_needs_no_zone() -> None:
    game = battle(side(monsters=[lying(ELF, SET), ELF]))
    (move,) = read_moves(game, "attack with Elf")
    assert game.cards(0, Place.MONSTER_ZONE)[1].number == move.card


def test_what_is_face_down_may_go_by_its_zone() -> None:
    game = battle(side(monsters=[ELF]), side(monsters=[lying(GRUNT, SET), GRUNT]))
    take(game, MoveKind.ATTACK, "Elf")
    assert list(options(game, seen_by=0)) == [
        "attack the face-down monster in zone 1",
        "attack Grunt in zone 2",
    ]
    assert read_moves(game, "attack the face-down monster in zone 1") == read_moves(
        game, "attack Grunt in zone 1"
    )
    with pytest.raises(WordingError, match="no card here is called"):
        read_moves(game, "attack the face-down monster in zone 2")


def test_a_name_goes_before_a_place() -> None:
    game = duel(side(hand=[monster("Elf in the hand"), ELF]))
    assert read_moves(game, "Set Elf in the hand")[0].name == "Elf in the hand"
    assert read_moves(game, "Set Elf in hand")[0].name == "Elf"


def test_a_name_that_begins_like_another_phrase_is_read() -> None:
    game = battle(side(monsters=[ELF]), side(monsters=[monster("with Elf"), monster("directly")]))
    take(game, MoveKind.ATTACK, "Elf")
    assert [read_moves(game, words)[0].name for words in options(game)] == [
        "with Elf",
        "directly",
    ]


# ------------------------------------------------------------------------ several cards


def tribute(*monsters: object) -> Duel:
    game = duel(side(hand=[monster("King", level=8)], monsters=monsters))  # type: ignore[arg-type]
    take(game, MoveKind.NORMAL_SUMMON, "King")
    return game


def test_cards_of_a_list_are_taken_in_any_order() -> None:
    game = tribute(ELF, GRUNT, SKULL)
    assert after(game, "Tribute Skull, Elf").hash == after(game, "Tribute Elf, Skull").hash


def test_names_in_a_list_may_hold_commas() -> None:
    game = tribute(monster("Elf, the Old"), GRUNT, ELF)
    moves = read_moves(game, "Tribute Elf, the Old, Grunt")
    assert [move.name for move in moves] == ["Elf, the Old", "Grunt"]


def test_copies_in_a_list_are_all_meant_or_told_apart() -> None:
    both = after(tribute(ELF, GRUNT, ELF), "Tribute Elf, Elf")
    assert [view.name for view in both.cards(0, Place.GRAVEYARD)] == ["Elf", "Elf"]
    with pytest.raises(WordingError, match="several"):
        read_moves(tribute(ELF, GRUNT, ELF), "Tribute Elf, Grunt")
    one = after(tribute(ELF, GRUNT, ELF), "Tribute Elf in zone 3, Grunt")
    assert [view.slot for view in one.cards(0, Place.MONSTER_ZONE)] == [1]


def test_a_list_may_name_what_is_taken_without_asking() -> None:
    game = duel(side(hand=[monster(f"S{number}") for number in range(8)]))
    asked = after(game, "end the turn")
    assert asked.decision is DecisionKind.DISCARD
    assert after(asked, "discard S7, S6").turn == 3 or asked.copy().decision


def test_a_list_that_is_too_long_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="cannot be chosen together"):
        read_moves(tribute(ELF, GRUNT, SKULL), "Tribute Elf, Grunt, Skull")


# ---------------------------------------------------------------------------- refusing


def test_words_of_no_choice_get_near_ones() -> None:
    with pytest.raises(WordingError, match="worded like no choice") as caught:
        parse_choice("enter Battle Phase")
    assert caught.value.suggestions[0] == "enter the Battle Phase"


@pytest.mark.parametrize("words", ["Normal Summon", "end the turn now", "nothing", ""])
def test_a_phrase_without_its_card_or_with_more_is_none(words: str) -> None:
    with pytest.raises(WordingError, match="worded like no choice"):
        parse_choice(words)


def test_a_card_that_is_not_there_gets_near_names() -> None:
    with pytest.raises(WordingError, match="no card here is called 'Ell'") as caught:
        read_moves(duel(side(hand=[ELF])), "Set Ell")
    assert caught.value.suggestions == ("Elf",)


def test_a_zone_is_a_number() -> None:
    game = duel(side(hand=[ELF]))
    take(game, MoveKind.NORMAL_SUMMON, "Elf")
    with pytest.raises(WordingError, match="a zone is a number"):
        read_moves(game, "use zone two")
    with pytest.raises(IllegalMoveError, match="that zone is not free"):
        read_moves(game, "use zone 5")


def test_a_move_that_is_forbidden_names_the_rule() -> None:
    game = duel(side(hand=[SKULL]))
    with pytest.raises(IllegalMoveError, match="too few monsters to Tribute") as caught:
        read_moves(game, "Normal Summon Skull")
    assert caught.value.rule == "SUM-1"
    assert [text.rule for text in refusals(game, "Normal Summon Skull")] == ["SUM-1"]


def test_set_means_what_the_card_is() -> None:
    game = duel(side(hand=[spell("Pot"), trap("Hole"), ELF]))
    kinds = [read_moves(game, f"Set {name}")[0].kind for name in ("Pot", "Hole", "Elf")]
    assert kinds == [MoveKind.SET_SPELL_TRAP, MoveKind.SET_SPELL_TRAP, MoveKind.SET_MONSTER]
    gone = duel(side(graveyard=[spell("Pot")]))
    assert moves_named(gone, "Set Pot")[0].kind is MoveKind.SET_SPELL_TRAP


def test_the_likeliest_card_is_asked_about() -> None:
    game = duel(side(hand=[SKULL], graveyard=[SKULL]), side(monsters=[SKULL]))
    (move,) = moves_named(game, "Normal Summon Skull")
    assert game.cards(0, Place.HAND)[0].number == move.card
    (move,) = moves_named(game, "attack Skull")
    assert game.cards(1, Place.MONSTER_ZONE)[0].number == move.card


def test_every_kind_of_move_has_its_phrase() -> None:
    for kind, words in wording.MOVE_WORDS.items():
        if kind:
            said = words.format(card="Elf", slot=2, position="set")
            assert kind in parse_choice(said).kinds


def test_passing_answers_what_may_be_left_unanswered() -> None:
    game = classic()
    with pytest.raises(IllegalMoveError, match="has to be taken"):
        read_moves(game, "Pass")
    summoned = after(game, "Normal Summon Gemini Elf", "use zone 0")
    assert summoned.decision is DecisionKind.RESPONSE
    assert read_moves(summoned, "pass")[0].kind is MoveKind.PASS
    assert after(summoned, "pass", "pass").decision is DecisionKind.MAIN_PHASE


# ---------------------------------------------------------------------------- effects


def classic(**more: object) -> Duel:
    """A duel with effects: player 1 may answer a summon with Torrential Tribute."""
    return Duel.from_position(
        Position(
            players=(
                PlayerPosition(
                    hand=["Gemini Elf", "Mystical Space Typhoon", "Mystical Space Typhoon"],
                    monsters={1: "Gemini Elf", 2: "Dark Blade"},
                    spells_traps={3: "Mystical Space Typhoon"},
                    graveyard=["Gemini Elf", "Gemini Elf", "Summoned Skull"],
                    deck=["Mokey Mokey"] * 3,
                    **more,  # type: ignore[arg-type]
                ),
                PlayerPosition(
                    monsters={1: "Gemini Elf"},
                    spells_traps={1: "Torrential Tribute", 3: "Torrential Tribute"},
                    graveyard=["Gemini Elf"],
                    deck=["Mokey Mokey"] * 3,
                ),
            )
        ),
        limits=Limits(automatic=False),
    )


def test_an_activation_from_the_hand_is_told_from_one_on_the_field() -> None:
    said = [words for words in options(classic()) if words.startswith("activate")]
    assert said == [
        "activate Mystical Space Typhoon in the hand",
        "activate Mystical Space Typhoon in zone 3",
    ]
    with pytest.raises(WordingError, match="could mean several cards; say the zone"):
        read_moves(classic(), "activate Mystical Space Typhoon")


def test_cards_that_are_chosen_are_told_apart_as_far_as_needed() -> None:
    game = after(classic(), "activate Mystical Space Typhoon in zone 3")
    assert list(options(game)) == [
        "choose Torrential Tribute in zone 1",
        "choose Torrential Tribute in zone 3",
    ]
    assert list(options(game, seen_by=0)) == [
        "choose the face-down card in zone 1",
        "choose the face-down card in zone 3",
    ]
    for words in (
        "choose opponent's face-down card in zone 3",
        "choose the face-down card in the opponent's zone 3",
        "choose Torrential Tribute in player 1's zone 3",
        "choose Torrential Tribute in spell & trap zone 3",
    ):
        assert read_moves(game, words)[0].card == list(options(game).values())[1].card
    with pytest.raises(IllegalMoveError, match="not among what may be chosen"):
        read_moves(game, "choose Dark Blade")
    with pytest.raises(WordingError, match="no card here is called"):
        read_moves(game, "choose my face-down card in zone 3")


def test_cards_of_both_players_are_told_apart_by_player() -> None:
    game = after(classic(), "activate Mystical Space Typhoon in zone 3")
    views = wording._views(game)
    gemini = [view for view in views if view.name == "Gemini Elf"]
    said = {
        wording._reference(view, gemini, 0, hidden=False): wording._key(view) for view in gemini
    }
    assert set(said) == {
        "Gemini Elf in the hand",
        "Gemini Elf in player 0's zone 1",
        "Gemini Elf in player 1's zone 1",
        "Gemini Elf in player 0's GY",
        "Gemini Elf in player 1's GY",
    }


def test_several_cards_are_chosen_by_a_list() -> None:
    game = Duel.from_position(
        Position(
            players=(
                PlayerPosition(
                    hand=["Graceful Charity", "Dark Blade", "Gemini Elf"], deck=["Mokey Mokey"] * 4
                ),
                PlayerPosition(deck=["Mokey Mokey"]),
            )
        )
    )
    done = after(game, "activate Graceful Charity", "use zone 2", "choose Mokey Mokey, Dark Blade")
    assert sorted(view.name for view in done.cards(0, Place.GRAVEYARD)) == [
        "Dark Blade",
        "Graceful Charity",
        "Mokey Mokey",
    ]


def test_options_of_an_effect_count_from_1() -> None:
    game = Duel.from_position(
        Position(
            players=(
                PlayerPosition(hand=["Enemy Controller"], monsters={1: "Gemini Elf"}),
                PlayerPosition(monsters={1: "Dark Blade"}, deck=["Mokey Mokey"]),
            )
        )
    )
    game = after(game, "activate Enemy Controller", "use zone 0")
    assert list(options(game)) == ["option 1", "option 2"]
    assert read_moves(game, "option 2")[0].slot == 1
    with pytest.raises(WordingError, match="an option is a number"):
        read_moves(game, "option one")
    with pytest.raises(IllegalMoveError, match="not among what may be chosen"):
        read_moves(game, "option 3")


def test_positions_are_words() -> None:
    game = Duel.from_position(
        Position(
            players=(
                PlayerPosition(hand=["Cyber Dragon"], deck=["Mokey Mokey"]),
                PlayerPosition(monsters={1: "Dark Blade"}, deck=["Mokey Mokey"]),
            )
        )
    )
    game = after(game, "Special Summon Cyber Dragon", "use zone 0")
    assert list(options(game)) == ["choose face-up attack", "choose face-up defence"]
    assert read_moves(game, "choose defence") == read_moves(game, "choose face-up defence")
    with pytest.raises(IllegalMoveError, match="not among what may be chosen"):
        read_moves(game, "choose set")


def test_effects_of_one_card_are_told_apart_by_number() -> None:
    game = after(classic(), "Normal Summon Gemini Elf", "use zone 0", "pass")
    (move, *_) = read_moves(game, "activate Torrential Tribute in zone 1 (effect 1)")
    assert move == read_moves(game, "activate Torrential Tribute in zone 1")[0]
    with pytest.raises(IllegalMoveError, match="the card has no effect of that number"):
        read_moves(game, "activate Torrential Tribute in zone 1 (effect 9)")
    assert str(Move(MoveKind.ACTIVATE, 1, 255, "Elf")) == "give back Elf"
    assert parse_choice("give back Elf").readings == ((MoveKind.ACTIVATE, "Elf (effect 256)"),)


def test_an_activation_that_is_not_possible_names_its_rule() -> None:
    game = classic()
    with pytest.raises(IllegalMoveError, match="do not allow it now") as caught:
        read_moves(game, "activate Torrential Tribute in zone 1")
    assert caught.value.rule == "ST-8"
    with pytest.raises(IllegalMoveError, match="another decision is waiting"):
        read_moves(game, "choose Dark Blade")
