"""Scenario files: what is read, what is taken unsaid, what is found to differ."""

from __future__ import annotations

import random
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.strategies import positions
from ygosim import wording
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.cards.pool import definitions
from ygosim.duel import Duel
from ygosim.enums import CardType, CounterKind, DecisionKind, MoveKind, Phase, Place
from ygosim.errors import FileFormatError, PositionError
from ygosim.position import PlacedCard, PlayerPosition, Position
from ygosim.scenario import (
    ScenarioResult,
    checks,
    position_of,
    read_position,
    read_scenario,
    run_scenario,
    running,
    write_position,
    write_scenario,
)
from ygosim.scenario.running import begin
from ygosim.wording import words_of

FILES = sorted((Path(__file__).resolve().parents[1] / "scenarios").glob("*.yaml"))

CARDS = """\
cards:
  Grunt: {level: 4, atk: 1000, def: 1000}
  Elf: {level: 4, atk: 1900, def: 900}
  King: {level: 8, atk: 3000, def: 2500}
"""
SUMMON = f"""\
{CARDS}players:
  - hand: [Grunt, Elf]
    deck: [Elf]
  - monsters: {{2: Grunt}}
    deck: [Elf]
"""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Run a text as a scenario file."""

    def run(text: str) -> ScenarioResult:
        path = tmp_path / "some.yaml"
        path.write_text(text, encoding="utf-8")
        return run_scenario(read_scenario(path))

    return run


def differs(result: ScenarioResult) -> list[tuple[int, str]]:
    return [(difference.line, str(difference)) for difference in result.differences]


# ------------------------------------------------------------------------ the files


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_scenario_goes_as_its_file_says(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.about
    assert run_scenario(scenario).differences == ()


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 12


# --------------------------------------------------------------------- taken unsaid


def test_a_zone_that_is_not_said_is_the_first_free_one(run: Any) -> None:
    result = run(SUMMON + "script: [0: Normal Summon Elf]\nexpect: {may: [Set Grunt]}\n")
    assert "illegal" in differs(result)[0][1]  # the Normal Summon is used: it has been completed
    assert [view.slot for view in result.duel.cards(0, 5)] == [0]


def test_a_zone_that_is_said_after_an_expectation_is_left_open_for_it(run: Any) -> None:
    script = "script: [0: Set Elf, expect: {decision: zone, may: [use zone 4]}, 0: use zone 4]\n"
    result = run(SUMMON + script)
    assert result.agrees
    assert [view.slot for view in result.duel.cards(0, 5)] == [4]


BATTLE = f"""\
{CARDS}phase: battle
players: [{{monsters: {{0: Elf, 1: Elf}}}}, {{monsters: {{2: Grunt}}, deck: [Elf, Elf]}}]
"""


def test_the_only_option_may_be_said_or_left_out(run: Any) -> None:
    said = run(BATTLE + "script: [0: attack with Elf in zone 0, 0: attack Grunt]\n")
    unsaid = run(BATTLE + "script: [0: attack with Elf in zone 0]\n")
    assert said.agrees
    assert said.duel.save() == unsaid.duel.save()
    assert said.duel.decision is DecisionKind.BATTLE_PHASE


def test_words_for_the_next_choice_are_not_taken_for_the_only_option(run: Any) -> None:
    # "attack with Elf" could also be an attack on a card called "with Elf"; there is none.
    result = run(BATTLE + "script: [0: attack with Elf in zone 0, 0: attack with Elf]\n")
    assert result.agrees
    assert result.duel.lp == (8000, 8000 - 900 - 1900)


def test_another_option_than_the_only_one_is_refused(run: Any) -> None:
    result = run(BATTLE + "script: [0: attack with Elf in zone 0, 0: attack Elf in zone 1]\n")
    ((_, text),) = differs(result)
    assert "player 0 may: attack Grunt" in text


def test_a_turn_never_ends_unsaid(run: Any) -> None:
    text = "players: [{}, {deck: [Mokey Mokey]}]\nturn: 1\n"
    result = run(text + "expect: {turn: 1, asked: 0, may: [end the turn]}\n")
    assert result.agrees
    assert len(result.duel.legal()) == 1


def test_a_player_who_is_not_asked_passes_by_doing_nothing(run: Any) -> None:
    assert run(BATTLE + "script: [1: pass, 0: attack with Elf in zone 0, 1: pass]\n").agrees
    ((_, text),) = differs(run(BATTLE + "script: [0: pass]\n"))
    assert "pass: this decision has to be taken" in text


RESPONSES = """\
players:
  - hand: [Gemini Elf]
    monsters: {1: Dark Blade}
    spells and traps: {0: Jar of Greed}
    deck: [Mokey Mokey, Mokey Mokey, Mokey Mokey]
  - spells and traps: {1: Torrential Tribute, 2: Jar of Greed}
    deck: [Mokey Mokey, Mokey Mokey, Mokey Mokey]
"""


def test_what_may_be_passed_is_passed_unsaid(run: Any) -> None:
    unsaid = run(RESPONSES + "script: [0: Normal Summon Gemini Elf]\nexpect: {asked: 0}\n")
    assert unsaid.agrees
    assert unsaid.duel.decision is DecisionKind.MAIN_PHASE
    said = "[0: Normal Summon Gemini Elf, 0: pass, 1: pass]"
    assert run(f"{RESPONSES}script: {said}\n").duel.hash == unsaid.duel.hash


def test_a_response_waits_for_the_first_window_where_it_is_legal(run: Any) -> None:
    answered = run(
        RESPONSES
        + "script: [0: Normal Summon Gemini Elf, 1: activate Torrential Tribute]\n"
        + "expect: {players: [{monsters: {}}, {}]}\n"
    )
    assert answered.agrees
    later = run(
        RESPONSES
        + "script: [0: Normal Summon Gemini Elf, 0: pass, 1: pass, 0: enter the Battle Phase,"
        + " 1: activate Jar of Greed]\n"
        + "expect: {happened: [player 0 Normal Summons Gemini Elf to monster zone 0, "
        + "player 1 activates Jar of Greed]}\n"
    )
    assert later.agrees


def test_a_pass_of_a_window_that_is_not_there_lets_others_stay(run: Any) -> None:
    alone = RESPONSES.replace("1: Torrential Tribute, 2: Jar of Greed", "")
    result = run(
        alone
        + "script: [0: Normal Summon Gemini Elf, 0: use zone 0, 1: pass, 0: activate Jar of Greed]"
        + "\nexpect: {happened: [player 0 activates Jar of Greed]}\n"
    )
    assert result.agrees


def test_a_question_is_answered_with_no_and_a_choice_ends_unsaid(run: Any) -> None:
    text = """\
players:
  - hand: [Mokey Mokey]
    monsters: {1: Bazoo the Soul-Eater}
    graveyard: [Gemini Elf, Dark Blade, Summoned Skull]
    deck: [Mokey Mokey]
  - {deck: [Mokey Mokey]}
script: [0: activate Bazoo the Soul-Eater, 0: "choose Summoned Skull, Gemini Elf"]
expect:
  may not: [activate Bazoo the Soul-Eater: ST-8]
  players:
    - banished: [Gemini Elf, Summoned Skull]
      monsters: {1: {atk: 2200}}
    - {}
"""
    assert run(text).differences == ()


def test_lines_that_choose_cards_together_come_in_any_order(run: Any) -> None:
    text = f"""\
{CARDS}players:
  - {{hand: [King], monsters: {{0: Elf, 1: Grunt, 2: Grunt, 3: Elf}}}}
  - {{deck: [Elf]}}
script:
  - 0: Normal Summon King
  - 0: Tribute Elf in zone 3
  - 0: Tribute Grunt in zone 1
expect:
  players: [{{monsters: {{0: Elf, 1: King, 2: Grunt}}, graveyard: [Elf, Grunt]}}, {{}}]
"""
    assert run(text).agrees


# ------------------------------------------------------------------------ differences


def test_every_expectation_that_fails_is_listed_with_its_line(run: Any) -> None:
    result = run(
        SUMMON
        + """\
script:
  - 0: Normal Summon Elf
expect:
  turn: 3
  turn player: 1
  phase: battle
  asked: nobody
  decision: zone
  winner: draw
  end: life points
  lp: [8000, 1]
  may:
    - Normal Summon Grunt
  may not:
    - end the turn
    - Set Grunt: SUM-2
    - Set Elv
  happened:
    - player 0 Normal Summons Grunt to monster zone 0
  did not happen:
    - player 0 Normal Summons Elf to monster zone 0
  players:
    - lp: 1
      hand: []
      deck: [Grunt]
      graveyard: 2
      monsters:
        0: {card: Elf, position: set, atk: 5, owner: 1}
        1: Grunt
    - monsters: {3: {position: set}}
      spells and traps: {0: Mokey Mokey}
"""
    )
    assert differs(result) == [
        (13, "turn: expected 3, found 2"),
        (14, "turn player: expected 1, found 0"),
        (15, "phase: expected battle, found main 1"),
        (16, "asked: expected nobody, found 0"),
        (17, "decision: expected zone, found main phase"),
        (18, "winner: expected draw, found nobody"),
        (19, "end: expected life points, found not ended"),
        (20, "player 1's life points: expected 1, found 8000"),
        (
            22,
            "Normal Summon Grunt: expected legal, found illegal ("
            "this turn's Normal Summon or Set is used [SUM-1])",
        ),
        (24, "end the turn: expected illegal, found legal"),
        (
            25,
            "Set Grunt: expected illegal by SUM-2, found illegal ("
            "this turn's Normal Summon or Set is used [SUM-1])",
        ),
        (
            26,
            "Set Elv: expected a card that is there, found 'Set Elv': no card here is called "
            "'Elv'; did you mean 'Elf'?",
        ),
        (
            28,
            "player 0 Normal Summons Grunt to monster zone 0: expected to have happened, found "
            "'player 0 Normal Summons Elf to monster zone 0'",
        ),
        (
            30,
            "player 0 Normal Summons Elf to monster zone 0: expected not to have happened, "
            "found it happened",
        ),
        (32, "player 0's life points: expected 1, found 8000"),
        (33, "player 0's hand: expected no card, found Grunt"),
        (34, "player 0's deck: expected Grunt, top first, found Elf"),
        (35, "player 0's GY: expected 2 cards, found no card"),
        (
            37,
            "player 0's monster zone 0: expected Elf, set, owner 1, atk 5, found Elf, attack, "
            "owner 0, atk 1900, def 900",
        ),
        (38, "player 0's monster zone 1: expected Grunt, found nothing"),
        (
            39,
            "player 1's monster zone 2: expected nothing, found Grunt, attack, owner 1, "
            "atk 1000, def 1000",
        ),
        (39, "player 1's monster zone 3: expected a card, set, found nothing"),
        (40, "player 1's spell & trap zone 0: expected Mokey Mokey, found nothing"),
    ]


def test_what_effects_have_made_of_cards_is_expected_too(run: Any) -> None:
    text = """\
players:
  - monsters: {1: {card: Breaker the Magical Warrior, counters: {Spell Counter: 1}}}
    spells and traps:
      0: {card: Axe of Despair, equipped to: zone 1}
      1: {card: Call of the Haunted, holding on to: zone 1}
    deck: [Mokey Mokey]
  - {monsters: {2: Jinzo}, deck: [Mokey Mokey]}
expect:
  players:
    - monsters: {1: {atk: 2900, counters: {}}}
      spells and traps:
        0: {equipped to: "player 1's zone 2", holding on to: nothing}
        1: {negated: false, equipped to: zone 1}
    - monsters: {2: {counters: {Spell Counter: 2}, negated: false}}
"""
    assert differs(run(text)) == [
        (
            10,
            "player 0's monster zone 1: expected a card, atk 2900, no counters, found Breaker the "
            "Magical Warrior, attack, owner 0, atk 2900, def 1000, 1 Spell Counter",
        ),
        (
            12,
            "player 0's spell & trap zone 0: expected a card, equipped to player 1's zone 2, "
            "holding on to nothing, found Axe of Despair, face-up, owner 0, equipped to zone 1, "
            "holding on to nothing",
        ),
        (
            13,
            "player 0's spell & trap zone 1: expected a card, equipped to zone 1, not negated, "
            "found Call of the Haunted, face-up, owner 0, equipped to nothing, holding on to zone "
            "1, negated",
        ),
        (
            14,
            "player 1's monster zone 2: expected a card, 2 Spell Counter, not negated, found "
            "Jinzo, attack, owner 1, atk 2400, def 1500, no counters, not negated",
        ),
    ]


def test_events_count_since_the_last_expectation_and_in_order(run: Any) -> None:
    events = "[Elf attacks Grunt, damage calculation]"
    back = "[damage calculation, Elf attacks Grunt]"
    script = "script: [0: attack with Elf in zone 0]\n"
    assert run(f"{BATTLE}{script}expect: {{happened: {events}}}\n").agrees
    ((_, text),) = differs(run(f"{BATTLE}{script}expect: {{happened: {back}}}\n"))
    assert text.endswith("found earlier than what stands before it")
    twice = f"{BATTLE}script: [0: attack with Elf in zone 0, expect: {{}}]\n"
    ((_, text),) = differs(run(f"{twice}expect: {{happened: [Elf attacks Grunt]}}\n"))
    assert text.endswith("found 'nothing happened'")


def test_a_choice_that_cannot_be_taken_ends_the_run_and_shows_the_options(run: Any) -> None:
    text = SUMMON + "script: [0: Normal Summon King, 0: end the turn]\nexpect: {turn: 9}\n"
    ((line, said),) = differs(run(text.replace("hand: [Grunt, Elf]", "hand: [King, Elf]")))
    assert line == 10
    assert said.startswith(
        "0: Normal Summon King: expected a choice to take, found Normal Summon King: "
        "there are too few monsters to Tribute [SUM-1]; player 0 may: Normal Summon Elf, Set Elf"
    )


def test_a_player_who_is_not_asked_cannot_choose(run: Any) -> None:
    ((_, text),) = differs(run(SUMMON + "script: [1: end the turn]\n"))
    assert "player 1 is not asked: the duel is at a choice of player 0" in text


def test_nothing_is_chosen_when_the_duel_is_over(run: Any) -> None:
    result = run("players: [{deck: [Mokey Mokey]}, {lp: 0}]\nscript: [0: end the turn]\n")
    ((_, text),) = differs(result)
    assert text.endswith("player 0 is not asked: the duel is over")


def test_what_was_taken_unsaid_is_told_when_the_next_choice_fails(run: Any) -> None:
    ((_, text),) = differs(run(SUMMON + "script: [0: Set Elf, 0: Flip Summon Elf]\n"))
    assert "(taken without asking before: 0: use zone 0)" in text


# ---------------------------------------------------------------------------- faults

LINES = SUMMON.count("\n")
FAULTS = {
    "script: [2: pass]": "found 'a mapping'; expected a choice after its player",
    "script: [end the turn]": "found 'end the turn'; expected a choice after its player",
    "script: [true: pass]": "expected a choice after its player",
    "script: [0: 7]": "found '7'; expected a choice in words",
    "script: [0: enter Battle Phase]": "perhaps 'enter the Battle Phase'",
    "script: {0: pass}": "found 'a mapping'; expected a list",
    "expect: {lp: [1]}": "expected the life points of both players",
    "expect: {turns: 3}": "found the key 'turns'; expected 'turn'",
    "expect: {asked: 2}": "expected 0 or 1 or nobody",
    "expect: {winner: true}": "expected 0 or 1 or draw or nobody",
    "expect: {phase: battles}": "found 'battles'; expected draw or standby",
    "expect: {may: [jump]}": "found 'jump'; expected a choice in words",
    "expect: {may not: [pass: 3]}": "expected a choice, or a choice: the ID of a rule",
    "expect: {happened: [1]}": "expected what happened",
    "expect: {players: [{}]}": "expected a list of two players",
    "expect: {players: [{hand: [Elv]}, {}]}": "found the card 'Elv'",
    "expect: {players: [{hand: Elf}, {}]}": "found 'Elf'; expected a list",
    "expect: {players: [{monsters: {9: Elf}}, {}]}": "found 9; expected 0 to 7",
    "expect: {players: [{monsters: {0: {position: up}}}, {}]}": "expected attack or",
    "expect: {players: [{spells and traps: {0: {atk: 1}}}, {}]}": "found the key 'atk'",
    "unsupported: maybe": "expected refuse or blank",
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_cannot_be_read_is_named_with_its_line(run: Any, text: str) -> None:
    with pytest.raises(FileFormatError) as caught:
        run(SUMMON + text + "\n")
    assert f"some.yaml:{LINES + 1}: found " in str(caught.value)
    assert FAULTS[text] in str(caught.value)


def test_lines_may_be_strings(run: Any) -> None:
    assert run(SUMMON + "script: ['0: end the turn', '1: end the turn']\n").duel.turn == 4


# --------------------------------------------------------------------------- writing


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(most=6), st.integers(0, 2**32))
def test_a_duel_that_is_written_as_a_script_is_played_again(
    tmp_path_factory: pytest.TempPathFactory, position: Position, seed: int
) -> None:
    path = tmp_path_factory.mktemp("written") / "scenario.yaml"
    write_scenario(path, position, unsupported="blank")
    game = begin(read_scenario(path))
    chance = random.Random(seed)
    script: list[tuple[int, str]] = []
    for _ in range(12):
        if game.player is None:
            break
        move = chance.choice(game.legal())
        script.append((game.player, words_of(game, move)))
        game.apply(wording.options(game)[script[-1][1]])
    running.take_unsaid(game, None)
    write_scenario(path, position, script, unsupported="blank", expect={"lp": list(game.lp)})
    result = run_scenario(read_scenario(path))
    assert result.differences == ()
    running.take_unsaid(game, None)
    assert result.duel.hash128 == game.hash128


def test_a_written_scenario_is_for_people(tmp_path: Path) -> None:
    path = tmp_path / "written.yaml"
    position = Position(players=(PlayerPosition(hand=["Gemini Elf"]), PlayerPosition()))
    write_scenario(path, position, [(0, "Set Gemini Elf")], expect={"turn": 2}, about="A Set.")
    assert path.read_text() == (
        "about: A Set.\n"
        "rules: mr5\n"
        "turn: 2\n"
        "turn player: 0\n"
        "phase: main 1\n"
        "players:\n"
        "- hand:\n"
        "  - Gemini Elf\n"
        "- {}\n"
        "script:\n"
        "- 0: Set Gemini Elf\n"
        "expect:\n"
        "  turn: 2\n"
    )
    assert run_scenario(read_scenario(path)).agrees


# ------------------------------------------------------------------------- snapshots


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(most=6), st.integers(0, 2**32))
def test_a_snapshot_is_the_same_position(position: Position, seed: int) -> None:
    game = Duel.from_position(position, unsupported="blank")
    chance = random.Random(seed)
    for _ in range(20):
        if game.decision in (DecisionKind.MAIN_PHASE, DecisionKind.BATTLE_PHASE):
            break
        if game.over:
            return
        game.apply(chance.randrange(len(game.legal())))
    else:
        return
    again = Duel.from_position(position_of(game), unsupported="blank")
    assert (again.lp, again.turn, again.phase) == (game.lp, game.turn, game.phase)
    assert sorted(wording.options(again)) == sorted(wording.options(game))
    assert str(again) == str(game)


MARKS = """\
turn: 3
turn player: 1
phase: battle
normal summon limit: 2
players:
  - monsters:
      1: {card: Luster Dragon, owner: 1}
      2: {card: Summoned Skull, owner: 1}
      3: {card: Guardian Sphinx, position: set, used: 1}
    spells and traps: {0: {card: Snatch Steal, equipped to: zone 2}}
    graveyard: [Gemini Elf, {card: Horus the Black Flame Dragon LV8, properly summoned: true}]
    banished: [Horus the Black Flame Dragon LV8]
    used: {Sangan: 1}
    hand: [Sangan]
    deck: [Mokey Mokey]
  - monsters:
      0: {card: Breaker the Magical Warrior, counters: {Spell Counter: 1}, attack declared: true}
      4: {card: Chaos Sorcerer, properly summoned: false, used: [2]}
    spells and traps:
      1: {card: Call of the Haunted, holding on to: zone 0}
      3: {card: Axe of Despair, equipped to: "player 0's zone 2"}
      4: {card: Swords of Revealing Light, position: face-up, counters: {Turns: 2}}
    deck: [Mokey Mokey]
"""


def test_a_snapshot_has_what_effects_have_made_of_the_cards(tmp_path: Path) -> None:
    path = tmp_path / "marks.yaml"
    path.write_text(MARKS, encoding="utf-8")
    position = read_scenario(path).position
    game = Duel.from_position(position)
    views = {view.name: view for place in Place for view in game.cards(0, place)}
    assert views["Summoned Skull"].atk == 2500 + 1000
    assert [view.controller for name, view in views.items() if name == "Luster Dragon"] == [0]
    again = position_of(game)
    first, second = again.players
    skull, sphinx = first.monsters[2], first.monsters[3]
    assert isinstance(skull, PlacedCard)
    assert isinstance(sphinx, PlacedCard)
    assert (skull.owner, sphinx.used) == (1, (1,))
    steal, haunted = first.spells_traps[0], second.spells_traps[1]
    assert isinstance(steal, PlacedCard)
    assert isinstance(haunted, PlacedCard)
    assert (steal.equipped_to, steal.holding_on_to) == ((0, 2), None)
    assert (haunted.equipped_to, haunted.holding_on_to) == (None, (1, 0))
    assert first.graveyard == (
        "Gemini Elf",
        PlacedCard("Horus the Black Flame Dragon LV8", properly_summoned=True),
    )
    assert (first.banished, first.used) == (
        ("Horus the Black Flame Dragon LV8",),
        {"Sangan": (1,)},
    )
    breaker, sorcerer = second.monsters[0], second.monsters[4]
    assert isinstance(breaker, PlacedCard)
    assert isinstance(sorcerer, PlacedCard)
    assert breaker.counters == {CounterKind.SPELL_COUNTER: 1}
    assert (sorcerer.properly_summoned, sorcerer.used) == (False, (2,))
    assert again.normal_summon_limit == 2
    write_position(again, path)
    assert read_position(path) == again
    assert Duel.from_position(again).hash128 == game.hash128
    assert Duel.load(game.save()).hash128 == game.hash128


def test_a_snapshot_is_refused_while_an_effect_lingers(run: Any) -> None:
    text = """\
players:
  - {monsters: {1: Bazoo the Soul-Eater}, graveyard: [Gemini Elf], deck: [Mokey Mokey]}
  - {deck: [Mokey Mokey]}
script: [0: activate Bazoo the Soul-Eater]
"""
    duel = run(text).duel
    with pytest.raises(PositionError, match="an effect of Bazoo the Soul-Eater lingers"):
        position_of(duel)


POOL = [code for code in definitions() if not Catalogue.default()[code].is_extra_deck]


@pytest.mark.parametrize("seed", range(3))
def test_a_duel_with_effects_is_said_and_played_again(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    decks = [Deck("any", tuple(chance.choices(POOL, k=40))) for _ in (0, 1)]
    start = position_of(Duel((decks[0], decks[1]), seed=seed, check_decks=False))
    path = tmp_path / "said.yaml"
    write_scenario(path, start)
    game = begin(read_scenario(path))
    script: list[tuple[int, str]] = []
    while game.player is not None and len(script) < 120:
        moves = [move for move in game.legal() if move.kind is not MoveKind.END_TURN]
        move = chance.choice(moves or game.legal())
        for said, other in wording.options(game).items():
            assert wording.read_moves(game, said) == (other,)
        script.append((game.player, words_of(game, move)))
        game.apply(wording.options(game)[script[-1][1]])
    running.take_unsaid(game, None)
    write_scenario(path, start, script, expect={"lp": list(game.lp)})
    result = run_scenario(read_scenario(path))
    assert result.differences == ()
    assert result.duel.hash128 == game.hash128


def test_cards_of_a_snapshot_go_by_name_where_the_catalogue_has_them() -> None:
    deck = Deck.read(deck_path("beatdown"))
    made = position_of(Duel((deck, deck), seed=1))
    assert all(isinstance(card, str) for card in made.players[0].deck)
    own = Card(1, "Own", CardType.MONSTER | CardType.NORMAL, level=4, atk=1, def_=1)
    held = PlayerPosition(hand=[own], monsters={0: PlacedCard("Gemini Elf", owner=1)})
    again = position_of(Duel.from_position(Position(players=(held, PlayerPosition()))))
    assert again.players[0].hand == (own,)
    assert again.players[0].monsters[0].owner == 1  # type: ignore[union-attr]


def test_there_is_no_snapshot_in_the_middle_of_something() -> None:
    position = Position(
        players=(PlayerPosition(hand=["Gemini Elf"]), PlayerPosition()), phase=Phase.MAIN_1
    )
    game = Duel.from_position(position)
    game.apply(0)
    with pytest.raises(PositionError, match="the duel is at ZONE"):
        position_of(game)


# ---------------------------------------------------------------------- documentation

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_example_of_the_documentation_runs(run: Any) -> None:
    block = re.search(r"(?:^    .*\n)+", DOCS, re.MULTILINE)
    assert block
    text = textwrap.dedent(block[0])
    assert text.startswith("about:")
    result = run(text)
    assert result.differences == ()
    assert sum(hasattr(step, "checks") for step in result.scenario.steps) == 2


def test_the_documentation_lists_every_phrase_and_key() -> None:
    phrases = [re.sub(r" ?{.*", "", words) for words in wording.MOVE_WORDS.values()][1:]
    for phrase in [*phrases, wording.PASS]:
        assert f"`{phrase}" in DOCS, phrase
    for word in [*checks.KEYS, *checks.DECISIONS, *checks.ENDS]:
        assert f"`{word}`" in DOCS, word
