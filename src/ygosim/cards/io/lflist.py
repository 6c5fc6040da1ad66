"""Forbidden and limited lists (`lflist.conf`; docs/formats.md section 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ygosim.cards.card import LARGEST_PASSCODE
from ygosim.cards.io.text import LARGEST_DATA, read_text, shown
from ygosim.errors import FileFormatError

__all__ = ["ListText", "parse_lflist", "read_lflist"]

_ENTRY = re.compile(r"([0-9]+)[ \t]+(-?[0-9]+)(?![0-9])")
_EXPECTED = "PASSCODE COUNT, !NAME, $whitelist or a # comment"


@dataclass(frozen=True, slots=True)
class ListText:
    """One list as its file has it: passcodes and counts in file order."""

    name: str
    entries: tuple[tuple[int, int], ...]
    whitelist: bool


def read_lflist(path: Path | str) -> tuple[ListText, ...]:
    """Read every list of a file.

    Raises
    ------
    FileFormatError
        At the first line that is no entry, name, directive or comment.
    """
    path = Path(path)
    return parse_lflist(
        read_text(path, expected="forbidden and limited lists", largest=LARGEST_DATA), path=path
    )


def parse_lflist(text: str, *, path: Path | str | None = None) -> tuple[ListText, ...]:
    """Read lists from text.

    Lines that begin with `#` or `--` are comments, and so is what stands behind a count.

    Examples
    --------
    >>> parse_lflist("!two cards\\n53129443 0 --a name\\n04280258 1")[0].entries
    ((53129443, 0), (4280258, 1))
    """
    lists: list[ListText] = []
    name: str | None = None
    entries: dict[int, int] = {}
    whitelist = False

    def finish() -> None:
        if name is not None:
            lists.append(ListText(name, tuple(entries.items()), whitelist))

    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = raw.strip()
        if not line or line.startswith(("#", "--")):
            continue
        if line.startswith("!"):
            finish()
            name, entries, whitelist = line[1:].strip(), {}, False
            if not name:
                raise FileFormatError(path, number, found="'!' alone", expected="!NAME")
        elif name is None:
            raise FileFormatError(
                path, number, found=shown(line), expected="!NAME before the first entry"
            )
        elif line.lower() == "$whitelist":
            whitelist = True
        else:
            passcode, count = _entry(line, number, path)
            entries[passcode] = count
    finish()
    if not lists:
        what = "no list" if text.strip() else "an empty file"
        raise FileFormatError(path, None, found=what, expected="!NAME and entries below it")
    return tuple(lists)


def _entry(line: str, number: int, path: Path | str | None) -> tuple[int, int]:
    match = _ENTRY.match(line)
    if match is None:
        raise FileFormatError(path, number, found=shown(line), expected=_EXPECTED)
    passcode, count = match[1].lstrip("0") or "0", match[2]
    if len(passcode) > 10 or not 0 < int(passcode) <= LARGEST_PASSCODE:
        raise FileFormatError(
            path, number, found=shown(line), expected=f"a passcode from 1 to {LARGEST_PASSCODE}"
        )
    # -1 is how one client writes "may not be used" in a whitelist.
    if len(count) > 2 or not -1 <= int(count) <= 3:
        raise FileFormatError(path, number, found=shown(line), expected="a count from -1 to 3")
    return int(passcode), int(count)
