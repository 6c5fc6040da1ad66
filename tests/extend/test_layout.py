"""The layout of a view is the same for NumPy, for C, for C++, and in the golden file."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import ygosim
from ygosim.callbacks import CAPSULE_NAME, VIEW_DTYPE, VIEW_VERSION

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "view_layout.json"
RECORDS = {
    "ygo_card": VIEW_DTYPE["hand"].base,
    "ygo_option": VIEW_DTYPE["options"].base,
    "ygo_view": VIEW_DTYPE,
}


def fields(dtype: np.dtype[Any]) -> Iterator[tuple[str, int, int]]:
    """(name, offset, bytes) of each field."""
    for name in dtype.names or ():
        yield name, dtype.fields[name][1], dtype[name].itemsize  # type: ignore[index]


def layout() -> dict[str, Any]:
    records = {
        record: {
            "bytes": dtype.itemsize,
            "fields": {name: [offset, size] for name, offset, size in fields(dtype)},
        }
        for record, dtype in RECORDS.items()
    }
    return {"version": VIEW_VERSION, "records": records}


def test_the_layout_is_the_published_one() -> None:
    if os.environ.get("YGOSIM_GOLDEN") == "write":
        GOLDEN.write_text(json.dumps(layout(), indent=1) + "\n", encoding="utf-8")
    assert layout() == json.loads(GOLDEN.read_text(encoding="utf-8")), (
        "a published layout changes only by appending, with a new YGO_VIEW_VERSION"
    )


def test_c_has_the_same_layout(tmp_path: Path, compile_c: Callable[..., Path]) -> None:
    lines = [
        f'printf("{record}.{name} %zu %zu\\n", offsetof({record}, {name}), '
        f"sizeof((({record} *)0)->{name}));"
        for record, dtype in RECORDS.items()
        for name, _, _ in fields(dtype)
    ]
    lines.append('printf("%s\\n", YGO_CAPSULE_NAME);')
    source = tmp_path / "layout.c"
    source.write_text(
        '#include <stdio.h>\n#include "ygosim.h"\nint main(void) {\n'
        + "\n".join(lines)
        + "\nreturn 0;\n}\n"
    )
    program = compile_c(source, "-std=c11")
    printed = subprocess.run([program], capture_output=True, text=True, check=True)
    expected = [
        f"{record}.{name} {offset} {size}"
        for record, dtype in RECORDS.items()
        for name, offset, size in fields(dtype)
    ]
    assert printed.stdout.splitlines() == [*expected, CAPSULE_NAME]


def test_cplusplus_reads_the_header(tmp_path: Path, compile_c: Callable[..., Path]) -> None:
    source = tmp_path / "header.cpp"
    source.write_text('#include "ygosim.h"\nint main() { return 0; }\n')
    compile_c(source, "-fsyntax-only", "-std=c++17", "-x", "c++")


def test_every_field_has_one_line_in_the_header() -> None:
    header = (Path(ygosim.get_include()) / "ygosim.h").read_text(encoding="utf-8")
    for dtype in RECORDS.values():
        for name, _, _ in fields(dtype):
            assert f" {name};" in header or f" {name}[" in header
