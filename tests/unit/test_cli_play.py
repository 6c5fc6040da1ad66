"""`ygosim play`: a duel driven through its standard input."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ygosim.cards.demo import deck_path
from ygosim.scenario import read_scenario, run_scenario

A, B = str(deck_path("beatdown")), str(deck_path("tribute"))

TEXT = """\
cards:
  Grunt: {level: 4, atk: 1000, def: 1000}
  King: {level: 8, atk: 3000, def: 2500}
players:
  - hand: [King, Grunt]
    monsters: {1: Gemini Elf, 2: Grunt, 3: Gemini Elf}
  - monsters: {2: Dark Blade, 3: {card: Grunt, position: set}}
    deck: [Mokey Mokey]
script:
  - 0: Normal Summon King
  - 0: Tribute Gemini Elf in zone 3
  - 0: Tribute Grunt
  - expect: {players: [{monsters: {1: Gemini Elf, 2: King}}, {}]}
  - 0: enter the Battle Phase
  - expect: {turn: 7}
"""


@pytest.fixture
def play(
    ygosim: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., str]:
    """Play with these lines of input; what is printed.  The scenario is TEXT unless given."""

    def play(*lines: str, arguments: tuple[object, ...] = (), text: str = TEXT) -> str:
        path = tmp_path / "some.yaml"
        path.write_text(text)
        content = "".join(f"{line}\n" for line in lines)
        stdin = io.TextIOWrapper(io.BytesIO(content.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stdin)
        run = ygosim("play", *(arguments or (path,)))
        assert (run.status, run.err) == (0, "")
        return str(run.out)

    return play


def test_board_and_options_are_shown_and_the_end_of_input_ends_it(play: Any) -> None:
    out = play()
    assert "turn 2, player 0, Main Phase 1 (mr5)" in out
    assert "  1) Normal Summon Grunt\n" in out
    assert "  script: 0: Normal Summon King\n" in out
    assert out.endswith("> \n")


def test_options_are_taken_by_number_or_by_words(play: Any) -> None:
    for said in ("2", "normal summon king", "0: Normal Summon King"):
        out = play(said, "0: Tribute Gemini Elf in zone 1, Grunt", "use zone 4", "quit")
        assert "    player 0 Normal Summons King to monster zone 4\n" in out


def test_quit_ends_it(play: Any) -> None:
    assert play("quit", "help").endswith("> quit\n")


def test_the_script_is_followed_line_by_line_and_its_expectations_are_held_against_the_duel(
    play: Any,
) -> None:
    script = TEXT.replace("{1: Gemini Elf, 2: King}", "{0: King, 1: Gemini Elf}")
    out = play("", "", "", "", text=script)
    assert "    player 0 Normal Summons King to monster zone 0\n" in out
    assert "  line 13: as expected\n" in out
    assert "  line 15: turn: expected 7, found 2\n" in out


def test_another_choice_leaves_the_script_and_undo_comes_back_to_it(play: Any) -> None:
    out = play("Set Grunt", "board", "undo")
    left, back = out.split("> undo\n")
    assert left.count("  script: ") == 1
    assert "  script: 0: Normal Summon King\n" in back


def test_a_script_line_that_cannot_be_taken_changes_nothing(play: Any) -> None:
    out = play("", "undo", text=TEXT.replace("Normal Summon King", "Flip Summon Grunt"))
    assert "  Flip Summon Grunt: it is not in face-down defence position [SUM-2]\n" in out
    assert "  there is no choice to go back to\n" in out


def test_undo_goes_back_a_choice_at_a_time(play: Any) -> None:
    out = play("Set Grunt", "use zone 4", "undo", "undo", "undo")
    assert out.count("player 0 decides: zone") == 2
    assert out.count("player 0 decides: main phase") == 3
    assert "there is no choice to go back to" in out


def test_why_names_the_rule(play: Any) -> None:
    out = play("why Flip Summon Gemini Elf", "why Set Grunt", "why jump", "why Set Grumt")
    assert "  it is not in face-down defence position [SUM-2]\n" in out
    assert "  it is legal\n" in out
    assert "'jump' is worded like no choice" in out
    assert "no card here is called 'Grumt'; did you mean 'Set Grunt'" in out


def test_what_cannot_be_taken_is_explained(play: Any) -> None:
    out = play("99", "Set Grunt", "use zone 1", "save", "help")
    assert "  there is no option 99; there are " in out
    assert "  use zone 1: that zone is not free [ZONE-2]\n" in out
    assert "  say where to: save FILE\n" in out
    assert "why WORDS" in out


def test_lines_that_are_too_long_are_cut(play: Any) -> None:
    name = "x" * 9000
    said = ("9" * 9000, f"Set {name}", name, f"why {name}", f"use zone {name}", f"why Set {name}")
    out = play(*said, "Set Grunt")
    assert "  there is no option 999" in out
    assert max(len(line) for line in out.splitlines()) < 2000
    assert "Set Grunt\n" in out


def test_a_name_that_no_file_has_is_told(play: Any) -> None:
    assert "  say where to: save FILE\n" in play("save a\0b")


def test_log_tells_everything(play: Any) -> None:
    attack = ("attack with Gemini Elf in zone 3", "attack Dark Blade")
    out = play("enter the Battle Phase", *attack, "log").split("> log")[1]
    assert "    Gemini Elf attacks Dark Blade\n" in out
    assert "    player 1 takes 100 battle damage, 7900 LP left\n" in out


def test_a_saved_play_is_a_scenario_that_goes_the_same_way(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "saved.yaml"
    out = play(
        "", "Tribute Grunt, Gemini Elf in zone 1", "use zone 2", "end the turn", f"save {path}"
    )
    assert f"  wrote {path}: 5 choices\n" in out
    result = run_scenario(read_scenario(path))
    assert result.differences == ()
    assert (result.duel.turn, result.duel.turn_player) == (3, 1)


def test_a_saved_duel_between_decks_is_a_scenario(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "saved.yaml"
    lines = ["1"] * 30
    play(*lines, f"save {path}", arguments=(A, B, "--seed", "3", "--rules", "mr2"))
    scenario = read_scenario(path)
    assert scenario.position.rules.name == "mr2"
    assert len(scenario.steps) > 30
    result = run_scenario(scenario)
    assert result.differences == ()
    assert len(result.duel.moves) > 30


def test_nowhere_to_save_is_told(play: Any, tmp_path: Path) -> None:
    assert "No such file" in play(f"save {tmp_path}/none/saved.yaml")


def test_a_policy_plays_the_other_side_and_its_cards_stay_hidden(play: Any) -> None:
    out = play(
        "end the turn", "log", arguments=(A, B, "--policy", "random", "--seed", "5", "--side", "1")
    )
    assert "player 1 decides" in out
    assert "player 0 decides" not in out
    assert "hand: 4" in out or "hand: 5" in out
    hidden = out.split("> log")[1]
    assert "player 0 draws a card" in hidden or "Sets a card" in hidden


def test_what_is_face_down_stays_hidden_until_it_is_flipped(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    attack = ("enter the Battle Phase", "attack with Gemini Elf in zone 1")
    lines = (*attack, "attack the face-down monster in zone 3")
    out = play(*lines, arguments=(path, "--policy", "greedy"))
    before, after = out.split("> attack the face-down monster in zone 3")
    assert "3 face-down\n  hand: 0\n" in before
    assert "Grunt (1000/1000, Set)" not in before
    assert "    Gemini Elf attacks Grunt\n    Grunt is flipped face-up\n" in after


def test_a_duel_that_is_over_can_be_looked_at(play: Any) -> None:
    out = play("2", "3", "undo", text="players: [{deck: [Mokey Mokey]}, {}]\n")
    assert "over: player 0 wins, a deck ran out" in out
    assert "the duel is over; say undo, log, save or quit" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((A, B, A), "give one scenario or position, or two decks"),
        (("some.yaml", "--rules", "mr1"), "a scenario names its own"),
    ],
)
def test_bad_calls_are_refused(
    ygosim: Callable[..., Any], arguments: tuple[str, ...], said: str
) -> None:
    run = ygosim("play", *arguments)
    assert (run.status, said in run.err) == (2, True)


# ---------------------------------------------------------------------------- effects

CHAIN = """\
players:
  - hand: [Heavy Storm, Gemini Elf]
    monsters: {1: Dark Blade}
    deck: [Mokey Mokey, Mokey Mokey]
  - spells and traps: {1: Torrential Tribute, 3: Jar of Greed, 4: Mystical Space Typhoon}
    deck: [Mokey Mokey, Mokey Mokey]
script:
  - 0: activate Heavy Storm
  - 1: activate Jar of Greed
expect: {players: [{}, {hand: [Mokey Mokey]}]}
"""


def test_each_window_is_asked_and_may_be_passed(play: Any) -> None:
    out = play("Normal Summon Gemini Elf", "use zone 3", "pass", "why Set Dark Blade", text=CHAIN)
    asked, passed = out.split("> use zone 3\n")[1].split("> pass\n")
    assert "player 1 decides: response\n  1) pass\n  2) activate Torrential Tribute\n" in asked
    assert "player 0 decides: main phase" in passed


def test_choices_of_effects_are_taken_by_number_or_in_words(play: Any) -> None:
    out = play(
        "activate Heavy Storm",
        "use zone 0",
        "activate Mystical Space Typhoon",
        "2",
        "pass",
        text=CHAIN,
    )
    assert "  1) choose Heavy Storm\n  2) choose Torrential Tribute\n" in out
    assert "Torrential Tribute is targeted" in out


def test_a_script_with_responses_is_followed_line_by_line(play: Any) -> None:
    out = play("", "", text=CHAIN)
    assert "  script: 1: activate Jar of Greed\n" in out
    assert "chain link 2, Jar of Greed, resolves" in out
    assert "as expected" in out


def test_what_the_other_side_has_set_is_chosen_by_its_zone(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "chain.yaml"
    path.write_text(CHAIN.replace("Heavy Storm", "Mystical Space Typhoon"))
    words = ("activate Mystical Space Typhoon", "use zone 0")
    out = play(*words, arguments=(path, "--policy", "greedy", "--side", "0"))
    assert "Torrential Tribute" not in out
    assert "choose the face-down card in zone 1" in out
