"""Reading files of the ecosystem so that every failure says file, line and expectation."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from ygosim.errors import FileFormatError

__all__ = [
    "LARGEST_DATA",
    "LARGEST_TEXT",
    "printable",
    "read_bytes",
    "read_text",
    "shown",
    "write_whole",
]


LARGEST_TEXT = 1 << 20
"""Bytes of the largest deck, role, swap or position file that is read: far more than any has."""

LARGEST_DATA = 1 << 28
"""Bytes of the largest card database, card JSON or list file that is read."""


def read_bytes(path: Path, *, expected: str, largest: int = LARGEST_DATA) -> bytes:
    """The bytes of a file.

    Raises
    ------
    FileFormatError
        For a folder, for a file that may not be read, and for one without end.
    FileNotFoundError
        When there is none.
    """
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise FileNotFoundError(f"{path}: there is no such file; expected {expected}") from None
    except IsADirectoryError:
        raise FileFormatError(path, None, found="a folder", expected=expected) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise FileFormatError(
            path, None, found=f"a file that cannot be read ({why})", expected=expected
        ) from error
    if len(data) > largest:
        raise FileFormatError(
            path, None, found=f"more than {largest:,} bytes", expected=f"{expected}, no larger"
        )
    return data


def read_text(path: Path, *, expected: str, largest: int = LARGEST_TEXT) -> str:
    """The text of a file, with or without byte order mark, any newlines.

    Bytes that are no UTF-8 are kept as replacement characters: they stand in comments
    of older tools, and anywhere else the format's own reader stumbles over them.

    Raises
    ------
    FileFormatError
        For a folder, a file that may not be read, one that is too large, and binary data.
    """
    data = read_bytes(path, expected=expected, largest=largest)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileFormatError(path, 1, found="UTF-16 text", expected=f"{expected} in UTF-8")
    zero = data.find(b"\0")
    if zero >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise FileFormatError(path, line, found="binary data", expected=expected)
    return data.decode("utf-8-sig", errors="replace")


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that the old content stays until the new one is whole.

    Raises
    ------
    OSError
        When it cannot be written; what was there before is then still there.
    """
    if path.exists() and not path.is_file():  # a device or a pipe holds nothing to lose
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    path = path.resolve()  # a link stays one
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def shown(text: str, length: int = 40) -> str:
    """A piece of input as a message shows it: quoted, and cut when long.

    Examples
    --------
    >>> shown("abc")
    "'abc'"
    >>> shown("a" * 100, 5)
    "'aaaaa'…"
    """
    return repr(text) if len(text) <= length else repr(text[:length]) + "…"


def printable(name: str) -> str:
    """A name as it is shown: what is no letter of a screen, or of UTF-8, is spelled.

    Examples
    --------
    >>> print(printable("a" + chr(27) + "b"))
    a\\x1bb
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in name)
