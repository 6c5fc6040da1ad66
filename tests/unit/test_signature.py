"""The signature of play: see bench/signature.py."""

from __future__ import annotations

import os
from pathlib import Path

from bench.signature import lines

KEPT = Path(__file__).parent.parent / "golden" / "signature.txt"


def test_play_is_as_kept() -> None:
    signature = "".join(f"{line}\n" for line in lines())
    if os.environ.get("YGOSIM_GOLDEN") == "write":
        KEPT.write_text(signature, encoding="utf-8")
    assert signature == KEPT.read_text(encoding="utf-8")
