"""The three sections of a deck, as deck formats carry them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SECTIONS", "Sections"]

SECTIONS = ("main", "extra", "side")
"""The sections of a deck, in the order of every file format."""


@dataclass(frozen=True, slots=True)
class Sections:
    """Passcodes by section, in file order, and the line of each (empty where none are)."""

    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    main_lines: tuple[int, ...] = ()
    extra_lines: tuple[int, ...] = ()
    side_lines: tuple[int, ...] = ()
