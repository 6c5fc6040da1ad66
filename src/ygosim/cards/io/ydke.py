"""Deck URLs (`ydke://`; docs/formats.md section 2)."""

from __future__ import annotations

import base64
import binascii
import struct
from pathlib import Path

from ygosim.cards.io.sections import SECTIONS, Sections
from ygosim.cards.io.text import shown
from ygosim.errors import FileFormatError

__all__ = ["YDKE_SCHEME", "format_ydke", "parse_ydke"]

YDKE_SCHEME = "ydke://"


def parse_ydke(url: str, *, path: Path | str | None = None) -> Sections:
    """Read a deck URL.

    Parameters
    ----------
    url
        The whole URL; blanks that a chat program made of `+` are taken for `+`.
    path
        The file that it stood in, for messages.

    Raises
    ------
    FileFormatError
        For another scheme, not exactly three `!`, a part that is no base64, and a part
        whose bytes are no whole passcodes.

    Examples
    --------
    >>> parse_ydke("ydke://o6lXBZyFNAI=!viOnAg==!7ydRAA==!").main
    (89631139, 36996508)
    """
    text = url.strip()
    if text[: len(YDKE_SCHEME)].lower() != YDKE_SCHEME:
        raise FileFormatError(path, None, found=shown(text), expected="ydke://MAIN!EXTRA!SIDE!")
    parts = text[len(YDKE_SCHEME) :].split("!")
    if len(parts) != 4 or parts[3]:
        raise FileFormatError(
            path,
            None,
            found=f"a deck URL with {len(parts) - 1} '!' and {shown(parts[-1])} after the last",
            expected="ydke://MAIN!EXTRA!SIDE! with three '!', the last at the end",
        )
    return Sections(
        *(_codes(part, name, path) for part, name in zip(parts, SECTIONS, strict=False))
    )


def _codes(part: str, name: str, path: Path | str | None) -> tuple[int, ...]:
    try:
        data = base64.b64decode(part.replace(" ", "+").encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise FileFormatError(
            path,
            None,
            found=f"the {name} part {shown(part)} ({error})",
            expected="base64 of passcodes",
        ) from None
    if len(data) % 4:
        raise FileFormatError(
            path,
            None,
            found=f"the {name} part with {len(data)} bytes",
            expected="4 bytes for every card (is the URL cut off?)",
        )
    return struct.unpack(f"<{len(data) // 4}I", data)


def format_ydke(sections: Sections) -> str:
    """The deck URL, order kept.

    Examples
    --------
    >>> format_ydke(Sections(main=(46986414, 44095762), extra=(1861629,)))
    'ydke://rvTMAhLZoAI=!/WccAA==!!'
    """
    parts = (
        base64.b64encode(struct.pack(f"<{len(codes)}I", *codes)).decode()
        for codes in (sections.main, sections.extra, sections.side)
    )
    return YDKE_SCHEME + "".join(part + "!" for part in parts)
