"""Reading files of the ecosystem so that every failure says file, line and expectation."""

from __future__ import annotations

import codecs
from pathlib import Path

from ygosim.errors import FileFormatError

__all__ = ["read_bytes", "read_text", "shown"]


def read_bytes(path: Path, *, expected: str) -> bytes:
    """The bytes of a file.

    Raises
    ------
    FileFormatError
        For a folder, and for a file that may not be read.
    FileNotFoundError
        When there is none.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(f"{path}: there is no such file; expected {expected}") from None
    except IsADirectoryError:
        raise FileFormatError(path, None, found="a folder", expected=expected) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise FileFormatError(
            path, None, found=f"a file that cannot be read ({why})", expected=expected
        ) from error


def read_text(path: Path, *, expected: str) -> str:
    """The text of a file, with or without byte order mark, any newlines.

    Bytes that are no UTF-8 are kept as replacement characters: they stand in comments
    of older tools, and anywhere else the format's own reader stumbles over them.

    Raises
    ------
    FileFormatError
        For a folder, a file that may not be read, and binary data.
    """
    data = read_bytes(path, expected=expected)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileFormatError(path, 1, found="UTF-16 text", expected=f"{expected} in UTF-8")
    zero = data.find(b"\0")
    if zero >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise FileFormatError(path, line, found="binary data", expected=expected)
    return data.decode("utf-8-sig", errors="replace")


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
