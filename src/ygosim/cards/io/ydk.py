"""Deck files (`.ydk`; docs/formats.md section 1)."""

from __future__ import annotations

import re
from pathlib import Path

from ygosim.cards.card import LARGEST_PASSCODE
from ygosim.cards.io.sections import Sections
from ygosim.cards.io.text import shown
from ygosim.errors import FileFormatError

__all__ = ["format_ydk", "parse_ydk"]

_PASSCODE = re.compile(r"([0-9]+)(?:\s|$)")
_EXPECTED = "a passcode, #main, #extra, !side or a # comment"


def parse_ydk(text: str, *, path: Path | str | None = None) -> Sections:
    """Read the text of a deck file.

    Cards before any marker are main deck cards; zero padding, blank lines, comments and
    words after a passcode are skipped.  Passcode 0, which exporters write for cards that
    have none, is read like any other: the deck check names it.

    Parameters
    ----------
    text
        The whole file.
    path
        Its name, for messages.

    Raises
    ------
    FileFormatError
        At the first line that is none of these, and for a file without card and marker.

    Examples
    --------
    >>> parse_ydk("#main\\n08124921\\n!side\\n46986414").side
    (46986414,)
    """
    codes: dict[str, list[int]] = {"main": [], "extra": [], "side": []}
    lines: dict[str, list[int]] = {"main": [], "extra": [], "side": []}
    section = "main"
    marked = False
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = raw.strip()
        if not line:
            continue
        marker = line.lower()
        if marker in ("#main", "#extra"):
            section, marked = marker[1:], True
        elif line.startswith("!"):
            section, marked = "side", True
        elif not line.startswith("#"):
            codes[section].append(_passcode(line, number, path))
            lines[section].append(number)
    if not marked and not any(codes.values()):
        what = "no card and no section" if text.strip() else "an empty file"
        raise FileFormatError(
            path, None, found=what, expected="a deck file: #main and passcodes, one a line"
        )
    return Sections(*map(tuple, (*codes.values(), *lines.values())))


def _passcode(line: str, number: int, path: Path | str | None) -> int:
    match = _PASSCODE.match(line)
    if match is None:
        raise FileFormatError(path, number, found=shown(line), expected=_EXPECTED)
    digits = match[1].lstrip("0") or "0"
    if len(digits) > 10 or int(digits) > LARGEST_PASSCODE:
        raise FileFormatError(
            path, number, found=shown(line), expected=f"a passcode up to {LARGEST_PASSCODE}"
        )
    return int(digits)


def format_ydk(sections: Sections) -> str:
    """The text of a deck file: every section, order kept.

    Examples
    --------
    >>> print(format_ydk(Sections(main=(46986414,))), end="")
    #created by ygosim
    #main
    46986414
    #extra
    !side
    """
    parts = (("#main", sections.main), ("#extra", sections.extra), ("!side", sections.side))
    lines = ["#created by ygosim"]
    for marker, passcodes in parts:
        lines += [marker, *map(str, passcodes)]
    return "\n".join(lines) + "\n"
