"""`ygosim rules` shows every field of every format, to people and to programs."""

from __future__ import annotations

import dataclasses
import json
import re

from click.testing import CliRunner

from ygosim.cli.rules import command
from ygosim.rules import FORMATS, Rules


def test_the_table_has_a_column_per_format_and_a_row_per_field() -> None:
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 0
    heading, *rows = [line for line in result.output.splitlines() if line.strip()]
    assert heading.split() == ["field", *FORMATS]
    named = [row.split()[0] for row in rows if not row.startswith("  ")]
    assert named == [field.name for field in dataclasses.fields(Rules) if field.name != "name"]


def test_values_read_as_words() -> None:
    lines = CliRunner().invoke(command, ["mr2", "rush"]).output.splitlines()
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines if line.strip()]
    values = {field: cells for field, *cells in rows}
    assert values["hand_limit"] == ["6", "none"]
    assert values["normal_summons"] == ["1", "any number"]
    assert values["chains"] == ["yes", "no"]
    assert values["extra_deck_types"] == ["Fusion, Synchro, Xyz", "Fusion, Ritual"]
    assert values["legend_limit"] == ["no limit", "one monster, one spell, one trap"]
    assert values["extra_monster_zones"] == ["0", "0"]


def test_formats_stand_in_the_order_asked_for_once_each() -> None:
    output = CliRunner().invoke(command, ["rush", "mr5", "rush"]).output
    heading = next(line for line in output.splitlines() if line.strip())
    assert heading.split() == ["field", "rush", "mr5"]


def test_json_is_complete() -> None:
    result = CliRunner().invoke(command, ["--json"])
    assert result.exit_code == 0
    shown = json.loads(result.output)
    assert list(shown) == list(FORMATS)
    for name, values in shown.items():
        assert values == FORMATS[name].as_dict()
        assert list(values) == [field.name for field in dataclasses.fields(Rules)]


def test_an_unknown_format_is_a_wrong_call_and_names_the_known_ones() -> None:
    result = CliRunner().invoke(command, ["goat"])
    assert result.exit_code == 2
    assert "'goat' is not one of 'expert', 'mr1'" in result.output
