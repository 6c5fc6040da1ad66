"""The replayer itself: it must find whatever is made different."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard

from tests.traces.__main__ import main
from tests.traces.accepted import Accepted, Entry
from tests.traces.names import OTHER_NAMES, their_catalogue
from tests.traces.reading import Line
from tests.traces.replay import chosen_again
from tests.traces.report import FileReport, replay_file, run_faults
from tests.traces.sets import in_complete_sets
from ygosim.cards.catalogue import Catalogue
from ygosim.errors import FileFormatError

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def pristine(shared: Path) -> Lines:
    """The lines of one recorded duel: header, decisions, end."""
    path = shared / "data" / "traces" / "vanilla-mr5.jsonl.zst"
    if not path.is_file():
        pytest.skip(f"no {path}")
    lines: Lines = []
    with path.open("rb") as file:
        reader = zstandard.ZstdDecompressor().stream_reader(file)
        text = b""
        while not lines or "end" not in lines[-1]:
            text += reader.read(1 << 20)
            *whole, text = text.split(b"\n")
            for part in whole:
                if not lines or "end" not in lines[-1]:
                    lines.append(orjson.loads(part))
    return lines


@pytest.fixture
def lines(pristine: Lines) -> Lines:
    copied: Lines = orjson.loads(orjson.dumps(pristine))
    return copied


def write(path: Path, lines: Lines) -> Path:
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    return path


def find(lines: Lines, test: Callable[[dict[str, Any]], bool]) -> int:
    return next(i for i, line in enumerate(lines) if "msg" in line and test(line))


def asks(msg: str, least: int = 1) -> Callable[[dict[str, Any]], bool]:
    return lambda line: line["msg"] == msg and len(line["choices"]) >= least


def drop_unchosen(line: dict[str, Any]) -> None:
    """Take out a choice that was not the answer, so that only the list differs."""
    chosen = line["response"]
    index = next(i for i in range(len(line["choices"]) - 1, -1, -1) if i not in chosen)
    del line["choices"][index]
    line["response"] = [i - (i > index) for i in chosen]


def test_the_unchanged_duel_agrees(lines: Lines, tmp_path: Path) -> None:
    report = replay_file(write(tmp_path / "same.jsonl", lines), Accepted())
    assert not report.differs
    assert (report.compared, report.not_compared) == (len(lines) - 2, 0)


@pytest.mark.parametrize(
    ("msg", "least"),
    [
        ("SELECT_IDLECMD", 3),
        ("SELECT_BATTLECMD", 3),
        ("SELECT_PLACE", 2),
        ("SELECT_TRIBUTE", 2),
        ("SELECT_UNSELECT_CARD", 3),
    ],
)
def test_a_missing_option_is_found(lines: Lines, tmp_path: Path, msg: str, least: int) -> None:
    index = find(
        lines,
        lambda line: asks(msg, least)(line) and len(line["response"]) < len(line["choices"]),
    )
    drop_unchosen(lines[index])
    report = replay_file(write(tmp_path / "less.jsonl", lines), Accepted())
    (difference,) = report.differences
    assert (difference.line, difference.decision) == (index + 1, msg)
    assert difference.aspect == "options"
    assert "only ours" in difference.words[0]
    assert report.compared < index
    assert report.compared + report.not_compared + 1 == len(lines) - 2


def more_options(line: dict[str, Any]) -> None:
    line["choices"].append({**line["choices"][0], "i": len(line["choices"])})


def other_place(line: dict[str, Any]) -> None:
    line["choices"][0]["seq"] = 4 - line["choices"][0]["seq"] or 1


def directly(line: dict[str, Any]) -> None:
    line["choices"][0]["direct"] = not line["choices"][0]["direct"]


@pytest.mark.parametrize(
    ("msg", "change"),
    [
        ("SELECT_IDLECMD", more_options),
        ("SELECT_BATTLECMD", directly),
        ("SELECT_BATTLECMD", other_place),
    ],
)
def test_another_option_is_found(
    lines: Lines, tmp_path: Path, msg: str, change: Callable[[dict[str, Any]], None]
) -> None:
    index = find(lines, lambda line: asks(msg)(line) and "code" in line["choices"][0])
    change(lines[index])
    report = replay_file(write(tmp_path / "other.jsonl", lines), Accepted())
    assert report.differences[0].line == index + 1
    assert report.differences[0].aspect == "options"


def test_another_number_of_sets_is_found(lines: Lines, tmp_path: Path) -> None:
    index = find(lines, asks("SELECT_TRIBUTE", 3))
    lines[index]["min"] -= 1
    report = replay_file(write(tmp_path / "sets.jsonl", lines), Accepted())
    assert report.differences[0].line == index + 1
    assert report.differences[0].aspect == "sets"


def first_monster(line: dict[str, Any]) -> dict[str, Any]:
    return next(card for side in line["players"] for card in side["mzone"] if card)


def swap(pile: str) -> Callable[[dict[str, Any]], None]:
    def change(line: dict[str, Any]) -> None:
        cards = next(s[pile] for s in line["players"] if len({c["code"] for c in s[pile][:2]}) > 1)
        cards[0], cards[1] = cards[1], cards[0]

    return change


def alter_monster(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda line: first_monster(line).update({name: 77})


MONSTER_FIELDS = (
    *("code", "type", "atk", "def", "base_atk", "base_def"),
    *("level", "rank", "attr", "race", "disabled"),
)

POSITIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "life points": lambda line: line["lp"].__setitem__(0, line["lp"][0] - 100),
    "a card's position": lambda line: first_monster(line).update(pos=2),
    "a card's owner": lambda line: first_monster(line).update(
        owner=1 - first_monster(line)["owner"]
    ),
    **{f"a monster's {name}": alter_monster(name) for name in MONSTER_FIELDS},
    "a counter": lambda line: first_monster(line).update(counters=[[1, 1]]),
    "an empty zone": lambda line: line["players"][0]["mzone"].reverse(),
    "a card in a spell & trap zone": lambda line: line["players"][1]["szone"].__setitem__(
        2, first_monster(line)
    ),
    "a hand": lambda line: line["players"][1]["hand"].pop(),
    "the order of a deck": swap("deck"),
    "the order of a GY": swap("grave"),
    "a banished card": lambda line: line["players"][0]["removed"].append(
        line["players"][0]["deck"][0]
    ),
    "an extra deck": lambda line: line["players"][1]["extra"].append(line["players"][1]["deck"][0]),
}


@pytest.mark.parametrize("what", POSITIONS)
def test_a_changed_position_is_found(lines: Lines, tmp_path: Path, what: str) -> None:
    index = find(
        lines,
        lambda line: (
            line["msg"] == "SELECT_IDLECMD"
            and any(card for side in line["players"] for card in side["mzone"])
            and any(len(side["grave"]) > 3 for side in line["players"])
            and not any(event["t"] == "MOVE" for event in line["events"])
        ),
    )
    POSITIONS[what](lines[index])
    report = replay_file(write(tmp_path / "position.jsonl", lines), Accepted())
    (difference,) = report.differences
    assert (difference.line, difference.aspect) == (index + 1, "position")


@pytest.mark.parametrize(
    ("field", "value"), [("turn", 999), ("turn_player", None), ("player", None), ("phase", 512)]
)
def test_another_question_is_found(
    lines: Lines, tmp_path: Path, field: str, value: int | None
) -> None:
    index = find(lines, asks("SELECT_BATTLECMD"))
    lines[index][field] = 1 - lines[index][field] if value is None else value
    report = replay_file(write(tmp_path / "asked.jsonl", lines), Accepted())
    assert report.differences[0].line == index + 1
    assert report.differences[0].aspect == "asked"


def test_a_left_out_decision_is_found(lines: Lines, tmp_path: Path) -> None:
    index = find(lines, asks("SELECT_PLACE", 2))
    del lines[index]
    report = replay_file(write(tmp_path / "short.jsonl", lines), Accepted())
    assert report.differences[0].line == index + 1
    assert report.differences[0].aspect == "asked"


def test_another_answer_is_found(lines: Lines, tmp_path: Path) -> None:
    index = find(
        lines,
        lambda line: line["msg"] == "SELECT_PLACE" and len(line["choices"]) > 1,
    )
    lines[index]["response"] = [1 - lines[index]["response"][0] % 2]
    report = replay_file(write(tmp_path / "answer.jsonl", lines), Accepted())
    assert report.differences[0].line > index + 1
    assert report.differences[0].aspect == "position"


@pytest.mark.parametrize(
    ("field", "value"),
    [("winner", 2), ("win_reason", 99), ("turn", 999), ("lp", [1, 1]), ("end", "max_decisions")],
)
def test_another_end_is_found(lines: Lines, tmp_path: Path, field: str, value: Any) -> None:
    lines[-1][field] = value
    report = replay_file(write(tmp_path / "end.jsonl", lines), Accepted())
    (difference,) = report.differences
    assert (difference.line, difference.aspect) == (len(lines), "end")
    assert report.compared == len(lines) - 2


def test_a_duel_that_ends_too_early_is_found(lines: Lines, tmp_path: Path) -> None:
    del lines[-10:-1]
    report = replay_file(write(tmp_path / "end.jsonl", lines), Accepted())
    assert report.differences[0].aspect == "end"


def test_order_is_taken_over_only_where_cards_moved_together(lines: Lines, tmp_path: Path) -> None:
    together = find(
        lines,
        lambda line: (
            line["msg"] == "SELECT_PLACE"
            and sum(event["t"] == "MOVE" for event in line["events"]) == 2
        ),
    )
    player = lines[together]["turn_player"]
    count = len(lines[together]["players"][player]["grave"])
    for line in lines[together:]:
        pile = line["players"][player]["grave"]
        pile[count - 2], pile[count - 1] = pile[count - 1], pile[count - 2]
    report = replay_file(write(tmp_path / "order.jsonl", lines), Accepted())
    assert not report.differs
    # In another order than before, with nothing moved: found.
    later = find(lines, lambda line: line["turn"] > lines[together]["turn"] + 1)
    pile = lines[later]["players"][player]["grave"]
    pile[count - 2], pile[count - 1] = pile[count - 1], pile[count - 2]
    report = replay_file(write(tmp_path / "order.jsonl", lines), Accepted())
    assert report.differences[0].line == later + 1


# Accepted differences --------------------------------------------------------------------


def entry(**changes: Any) -> Entry:
    fields = {
        "set": "vanilla-mr5",
        "decision": "SELECT_IDLECMD",
        "aspect": "options",
        "rule": "SUM-1",
        "reason": "a test",
        "source": "this file",
        "count": 1,
    }
    return Entry(**{**fields, **changes})


@pytest.fixture
def altered(lines: Lines, tmp_path: Path) -> Path:
    """A duel with one option less in its first two main phases."""
    found = [i for i, line in enumerate(lines) if line.get("msg") == "SELECT_IDLECMD"][:2]
    for index in found:
        drop_unchosen(lines[index])
    return write(tmp_path / "altered.jsonl", lines)


def test_accepted_differences_are_counted_and_the_duel_goes_on(altered: Path) -> None:
    accepted = Accepted((entry(count=2),))
    report = replay_file(altered, accepted)
    assert (report.accepted, report.difference_count, report.not_compared) == (2, 0, 0)
    assert report.compared == report.decisions - 2
    assert accepted.faults(report.entries, report.sets) == []


def test_more_than_the_count_fails(altered: Path) -> None:
    accepted = Accepted((entry(),))
    report = replay_file(altered, accepted)
    (fault,) = accepted.faults(report.entries, report.sets)
    assert "2 times, more than its 1" in fault


@pytest.mark.parametrize(
    "changes",
    [
        {"set": "vanilla-mr4"},
        {"decision": "SELECT_BATTLECMD"},
        {"aspect": "position"},
        {"rule": "", "card": 1},
    ],
)
def test_an_entry_accepts_only_what_it_names(altered: Path, changes: dict[str, Any]) -> None:
    report = replay_file(altered, Accepted((entry(**changes),)))
    assert (report.accepted, report.difference_count) == (0, 1)


def test_an_entry_that_matches_nothing_fails_when_its_set_was_played_whole(
    lines: Lines, tmp_path: Path
) -> None:
    accepted = Accepted((entry(), entry(set="vanilla-mr4")))
    report = replay_file(write(tmp_path / "same.jsonl", lines), accepted)
    (fault,) = run_faults([report], accepted)
    assert "matches nothing" in fault
    assert "vanilla-mr5" in fault


def test_of_a_file_that_is_played_in_part_entries_may_match_nothing(
    lines: Lines, tmp_path: Path
) -> None:
    accepted = Accepted((entry(),))
    report = replay_file(write(tmp_path / "same.jsonl", lines), accepted, duels=1)
    assert (report.played, report.left_out, report.whole) == (1, False, False)
    assert run_faults([report], accepted) == []


def test_too_much_accepted_or_left_out_fails() -> None:
    few = FileReport(Path("few"), decisions=10_000, accepted=10, not_compared=50)
    many = FileReport(Path("many"), decisions=10_000, accepted=11, not_compared=51)
    assert run_faults([few], Accepted()) == []
    assert [fault.split(" are ")[1].split(",")[0] for fault in run_faults([many], Accepted())] == [
        "accepted",
        "not compared",
    ]


# The command line ------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], str]:
    status = main(["--no-cache", "--jobs", "1", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_agreement_is_one_line_and_status_0(
    lines: Lines, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decisions = len(lines) - 2
    path = write(tmp_path / "same.jsonl", lines)
    assert run(capsys, path) == (
        0,
        [
            f"same.jsonl: agrees: 1 duels, {decisions} decisions: {decisions} compared, "
            "0 not compared, 0 accepted, 0 differences"
        ],
        "",
    )


def test_a_difference_is_one_line_and_status_1(
    altered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (line,), err = run(capsys, altered)
    assert status == 1
    assert line.startswith("altered.jsonl: DIFFERS: 1 duels, ")
    assert line.endswith(" 1 differences")
    assert "SELECT_IDLECMD: options\n    only ours: " in err
    assert "are not compared, more than 0.5% of them" in err


def test_each_of_several_files_has_its_line(
    altered: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = tmp_path / "second.jsonl"
    second.write_bytes(altered.read_bytes())
    status = main(["--no-cache", "--jobs", "2", str(altered), str(second)])
    printed = capsys.readouterr().out.splitlines()
    assert status == 1
    assert [line.split(":")[0] for line in printed] == ["altered.jsonl", "second.jsonl"]


def test_cards_with_effects_are_not_played_and_do_not_agree(
    lines: Lines, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines[0]["decks"][0]["main"][39] = 57116033  # Winged Kuriboh
    status, (line,), _ = run(capsys, write(tmp_path / "effects.jsonl", lines))
    assert status == 1  # it was asked for by name
    assert line == (
        "effects.jsonl: not played: 1 duels, needs card effects (1 unsupported cards: "
        "Winged Kuriboh)"
    )


def test_accepted_toml_is_read(
    altered: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = tmp_path / "accepted.toml"
    fields = {
        name: getattr(entry(), name)
        for name in ("set", "decision", "aspect", "rule", "reason", "source", "count")
    }
    rows = "\n".join(f"{name} = {json.dumps(value)}" for name, value in fields.items())
    toml.write_text(f"[[accepted]]\n{rows}\n", encoding="utf-8")
    status, (line,), err = run(capsys, "--accepted", toml, altered)
    assert status == 1
    assert ", 2 accepted, 0 differences" in line
    assert "accepted 2 times, more than its 1" in err


# Materials -------------------------------------------------------------------------------


def line_of(msg: str, codes: tuple[int, ...], response: tuple[int, ...], **more: Any) -> Line:
    """A line that asks for cards of a hand."""
    act = "select" if msg == "SELECT_UNSELECT_CARD" else "card"
    choices = tuple(
        {"i": i, "act": act, "code": code, "con": 0, "loc": "hand", "seq": i, "value": value}
        for i, (code, value) in enumerate(zip(codes, more.pop("levels", codes), strict=True))
    )
    return Line(1, msg, 2, 0, 4, 0, choices, response, (8000, 8000), (), (), more)


def test_a_monster_whose_materials_are_taken_back_is_chosen_again() -> None:
    made = line_of("SELECT_CARD", (1, 2), (0,), min=1, max=1)
    back = line_of("SELECT_UNSELECT_CARD", (3, 4), (-1,), finishable=False)
    done = line_of("SELECT_UNSELECT_CARD", (3, 4), (0,), finishable=False)
    assert chosen_again([[made], [back], [made], [done]]) == 2
    assert chosen_again([[back], [done]]) == 1
    assert chosen_again([[made], [done]]) == 0
    finished = line_of("SELECT_UNSELECT_CARD", (3, 4), (-1,), finishable=True)
    assert chosen_again([[finished], [done]]) == 0


def test_what_is_part_of_no_sum_is_left_out() -> None:
    said = {"min": 0, "max": 0, "sum": 8, "exact": False, "must": []}
    line = line_of("SELECT_SUM", (10, 11, 12, 13), (0,), levels=(8, 5, 3, 4), **said)
    for choice in line.choices:
        choice["value2"] = 0
    assert [choice["code"] for choice in in_complete_sets(line)] == [10, 11, 12, 13]
    few = line_of("SELECT_SUM", (10, 11), (0,), levels=(8, 5), **said)
    for choice in few.choices:
        choice["value2"] = 0
    assert [choice["code"] for choice in in_complete_sets(few)] == [10]


def test_a_print_has_another_name_in_that_engine_alone() -> None:
    for passcode, name in OTHER_NAMES.items():
        ours, theirs = Catalogue.default()[passcode], their_catalogue()[passcode]
        assert (theirs.passcode, theirs.name) == (passcode, name)
        assert (ours.passcode, ours.name) != (passcode, name)
        other = {"passcode": passcode, "name": name, "counts_as": passcode}
        assert replace(ours, **other) == theirs


# Positions taken over --------------------------------------------------------------------


TAKEN_OVER = {"aspect": "position", "duel": 0, "taken_over": True}


def laid_elsewhere(lines: Lines) -> int:
    """From a main phase on the lines have a card of a GY banished; the number of the line."""
    index = find(
        lines,
        lambda line: (
            line["msg"] == "SELECT_IDLECMD" and any(side["grave"] for side in line["players"])
        ),
    )
    player = next(p for p in (0, 1) if lines[index]["players"][p]["grave"])
    code = lines[index]["players"][player]["grave"][0]["code"]
    for line in lines[index:]:
        side = line["players"][player]
        card = next(card for card in side["grave"] if card["code"] == code)
        side["grave"].remove(card)
        side["removed"] = [{**card, "pos": 5}]
    return index + 1


def test_a_position_is_taken_over_and_what_follows_is_compared(
    lines: Lines, tmp_path: Path
) -> None:
    number = laid_elsewhere(lines)
    accepted = Accepted((entry(**TAKEN_OVER),))
    report = replay_file(write(tmp_path / "taken.jsonl", lines), accepted)
    assert (report.accepted, report.difference_count, report.not_compared) == (1, 0, 0)
    assert (report.taken_over, report.compared) == (1, len(lines) - 3)
    assert report.compared_after == len(lines) - 1 - number
    assert f"1 positions taken over, after which {report.compared_after}" in report.line()
    # Something else is different later: it is found.
    turn = lines[number - 1]["turn"]
    later = find(lines, lambda line: line["turn"] > turn and line["msg"] == "SELECT_BATTLECMD")
    lines[later]["lp"][0] += 1
    report = replay_file(write(tmp_path / "taken.jsonl", lines), accepted)
    assert report.differences[0].line == later + 1


def test_no_position_is_taken_over_unless_the_entry_says_so(lines: Lines, tmp_path: Path) -> None:
    number = laid_elsewhere(lines)
    path = write(tmp_path / "parted.jsonl", lines)
    report = replay_file(path, Accepted((entry(aspect="position"),)))
    assert (report.taken_over, report.accepted, report.difference_count) == (0, 1, 0)
    assert report.not_compared == len(lines) - 1 - number
    # One for another duel, or for a card that did nothing on the way.
    for changes in ({"duel": 7}, {"duel": -1, "rule": "", "card": 1}):
        report = replay_file(path, Accepted((entry(**TAKEN_OVER | changes),)))
        assert (report.taken_over, report.differences[0].line) == (0, number)


def more_life(line: dict[str, Any]) -> None:
    line["lp"][0] += 100


def more_attack(line: dict[str, Any]) -> None:
    first_monster(line)["atk"] += 100


def another_monster(line: dict[str, Any]) -> None:
    side = next(side for side in line["players"] if None in side["mzone"][:5] and side["hand"])
    side["mzone"][side["mzone"].index(None)] = {**first_monster(line), **side["hand"].pop()}


def a_card_of_no_deck(line: dict[str, Any]) -> None:
    side = next(side for side in line["players"] if side["hand"])
    side["hand"][0] = {**side["hand"][0], "code": 4035199}


@pytest.mark.parametrize(
    ("change", "goes_on"),
    [
        (more_life, True),
        (more_attack, False),
        (another_monster, False),
        (a_card_of_no_deck, False),
    ],
)
def test_only_what_can_be_laid_is_taken_over(
    lines: Lines, tmp_path: Path, change: Callable[[dict[str, Any]], None], *, goes_on: bool
) -> None:
    index = find(
        lines,
        lambda line: (
            line["msg"] == "SELECT_IDLECMD"
            and any(card for side in line["players"] for card in side["mzone"])
            and any(side["hand"] for side in line["players"])
        ),
    )
    change(lines[index])
    report = replay_file(write(tmp_path / "laid.jsonl", lines), Accepted((entry(**TAKEN_OVER),)))
    assert (report.taken_over > 0, report.accepted > 0) == (goes_on, True)
    # The main phase after it has the old life points again, which are taken over too.
    assert (report.not_compared == 0) == goes_on


@pytest.mark.parametrize(
    "row",
    [
        'aspect = "options"\nrule = "SUM-1"\nduel = 1\ntaken_over = true',
        'aspect = "position"\nrule = "SUM-1"\ntaken_over = true',
        'aspect = "position"\ncard = 1\ntaken_over = "yes"',
        'aspect = "options"\ncard = 1\nleft_out = true',
    ],
)
def test_an_entry_that_goes_on_says_where(tmp_path: Path, row: str) -> None:
    toml = tmp_path / "accepted.toml"
    said = 'set = "a"\ndecision = "b"\nreason = "c"\nsource = "d"\ncount = 1'
    toml.write_text(f"[[accepted]]\n{said}\n{row}\n", encoding="utf-8")
    with pytest.raises(FileFormatError):
        Accepted.read(toml)


@pytest.mark.parametrize("left_out", [True, False])
def test_a_question_is_left_out_where_the_entry_says_so(
    lines: Lines, tmp_path: Path, *, left_out: bool
) -> None:
    index = find(lines, lambda line: line["msg"] == "SELECT_IDLECMD" and line["turn"] > 3)
    asked = orjson.loads(orjson.dumps(lines[index]))
    place = {"con": 0, "loc": "szone", "seq": 0}
    asked |= {
        "msg": "SELECT_CHAIN",
        "choices": [{"i": 0, "act": "activate", "code": 1, "desc": 0, **place}],
        "response": [0],
        "can_pass": False,
    }
    lines[index]["events"] = []
    lines.insert(index, asked)
    lines[-1]["decisions"] += 1
    said = entry(decision="SELECT_CHAIN", aspect="asked", left_out=left_out)
    report = replay_file(write(tmp_path / "asked.jsonl", lines), Accepted((said,)))
    assert (report.accepted, report.difference_count) == (1, 0)
    assert (report.not_compared == 0) == left_out


def test_a_position_that_differs_for_a_moment_is_left(lines: Lines, tmp_path: Path) -> None:
    index = find(
        lines,
        lambda line: (
            line["msg"] == "SELECT_IDLECMD"
            and any(card for side in line["players"] for card in side["mzone"])
        ),
    )
    more_attack(lines[index])
    said = Accepted((entry(aspect="position", left_out=True),))
    report = replay_file(write(tmp_path / "moment.jsonl", lines), said)
    assert (report.accepted, report.difference_count, report.not_compared) == (1, 0, 0)
    assert report.taken_over == 0
    # It is no moment: a position at another kind of line differs too.
    later = find(
        lines,
        lambda line: (
            line["msg"] == "SELECT_BATTLECMD"
            and lines.index(line) > index
            and any(card for side in line["players"] for card in side["mzone"])
        ),
    )
    more_attack(lines[later])
    report = replay_file(write(tmp_path / "moment.jsonl", lines), said)
    assert (report.accepted, report.differences[0].line) == (1, later + 1)
