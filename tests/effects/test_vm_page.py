"""docs/vm.md: every name that public scripts use most has its place here, or a reason why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ygosim import enums
from ygosim.effects import model
from ygosim.effects.assemble import opcodes

PAGE = Path(__file__).resolve().parents[2] / "docs" / "vm.md"
ROWS = dict(re.findall(r"^\| `([\w.]+)` \| [\d,]+ \| (.+) \|$", PAGE.read_text(), re.M))
MOST_USED = 150

ENUMS = ("Context", "Continuous", "EffectKind", "Fact", "Limit", "Place", "Property", "Reason",
         "Trigger", "Until", "CardType", "Comparison")  # fmt: skip


def test_the_most_used_names_are_mapped(shared: Path) -> None:
    counts: dict[str, int] = {}
    text = (shared / "engine-vocabulary.txt").read_text(encoding="utf-8")
    for count, name in re.findall(r"^ *(\d+) +(\S+)", text, re.M):
        counts.setdefault(name, int(count))
    most = sorted(counts, key=lambda name: -counts[name])[:MOST_USED]
    assert [name for name in most if name not in ROWS] == []


@pytest.mark.parametrize("name", ROWS)
def test_what_is_not_said_yet_has_a_reason(name: str) -> None:
    meaning = ROWS[name]
    if "not yet" in meaning:
        assert re.search(r"not yet, because \w+", meaning)


def test_the_page_names_only_what_there_is() -> None:
    for meaning in ROWS.values():
        for said in re.findall(r"`([^`]+)`", meaning):
            enum = re.match(r"(\w+)\.([A-Z]\w+)$", said)
            if enum and enum[1] in ENUMS and "…" not in said:
                assert enum[2] in getattr(enums, enum[1]).__members__, said
            elif re.fullmatch(r"[A-Z][A-Z_]+", said):
                known = {*opcodes(), *vars(model), "DISCARD_RULE"}
                for name in ENUMS:
                    known |= set(getattr(enums, name).__members__)
                assert said in known or said.endswith("_"), said
            elif re.fullmatch(r"[A-Z][a-z]\w+", said):
                assert hasattr(model, said), said
