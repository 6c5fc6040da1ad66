"""The layout of what other code reads in place is pinned: tests/golden/layout.json."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ygosim._core.engine import DEFINITION_DTYPE, PLACEMENT_DTYPE, STATE_DTYPE, VERSION
from ygosim._core.observation import OBSERVATION_DTYPE
from ygosim.duel import Duel
from ygosim.position import PlayerPosition, Position

KEPT = Path(__file__).resolve().parents[1] / "golden" / "layout.json"
TYPES = {
    "state": STATE_DTYPE,
    "definition": DEFINITION_DTYPE,
    "placement": PLACEMENT_DTYPE,
    "observation": OBSERVATION_DTYPE,
}


def layout(dtype: Any) -> dict[str, Any]:
    """Each field's offset and type, nested records within."""
    fields: dict[str, Any] = {}
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        shape = "".join(f"[{length}]" for length in field.shape)
        base = field.base
        if base.names is None:
            fields[name] = f"{offset}: {base.str}{shape}"
        else:
            fields[f"{name}{shape}"] = {"offset": offset, **layout(base)}
    return {"size": dtype.itemsize, "fields": fields}


def test_the_layout_is_as_kept() -> None:
    # A changed layout of the state takes another STATE_VERSION: saved duels carry it.
    now = {"version": VERSION, **{name: layout(dtype) for name, dtype in TYPES.items()}}
    text = json.dumps(now, indent=1) + "\n"
    if os.environ.get("YGOSIM_GOLDEN") == "write":
        KEPT.write_text(text, encoding="utf-8")
    assert KEPT.exists(), "write it with `make golden`"
    assert text == KEPT.read_text(encoding="utf-8"), "run `make golden`, read the diff"


@pytest.mark.parametrize("name", TYPES)
def test_there_is_no_hidden_padding(name: str) -> None:
    def used(dtype: Any) -> int:
        if dtype.names is None:
            return int(dtype.itemsize)
        return sum(
            used(dtype.fields[field][0].base) * int(np.prod(dtype.fields[field][0].shape))
            for field in dtype.names
        )

    assert used(TYPES[name]) == TYPES[name].itemsize


def test_the_state_is_read_in_place() -> None:
    duel = Duel.from_position(
        Position(players=(PlayerPosition(lp=4321, hand=["Mokey Mokey"]), PlayerPosition()))
    )
    state = duel.state
    assert list(state["lp"]) == [4321, 8000]
    duel.apply(0)
    duel.apply(0)
    assert int(state["monsters"][0]["used"]) == 1  # the same memory, no copy


def test_the_state_is_as_small_as_the_design_says() -> None:
    head = STATE_DTYPE.fields["frames"][1]
    assert head <= 4 * 1024
    assert STATE_DTYPE.itemsize <= 32 * 1024
