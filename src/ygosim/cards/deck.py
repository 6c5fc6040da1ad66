"""Decks: reading, writing, and looking at them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.io.sections import SECTIONS, Sections
from ygosim.cards.io.text import printable, read_text, write_whole
from ygosim.cards.io.ydk import format_ydk, parse_ydk
from ygosim.cards.io.ydke import YDKE_SCHEME, format_ydke, parse_ydke

__all__ = ["Deck"]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: passcodes by section, in the order of its file.

    `path` and `lines` say where the cards stood; decks are equal without them.

    Examples
    --------
    >>> deck = Deck.parse("ydke://rvTMAhLZoAI=!/WccAA==!!", name="two")
    >>> deck.main, deck.extra, deck.side
    ((46986414, 44095762), (1861629,), ())
    """

    name: str
    main: tuple[int, ...]
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    path: str = field(default="", compare=False)
    lines: Sections | None = field(default=None, compare=False, repr=False)

    @classmethod
    def read(cls, path: Path | str) -> Deck:
        """Read a deck file: a `.ydk`, or a text file that holds a `ydke://` URL.

        Parameters
        ----------
        path
            The file; the deck's name is its name without the ending.

        Raises
        ------
        FileFormatError
            When the file is neither, with the line.
        FileNotFoundError
            When there is none.
        """
        path = Path(path)
        text = read_text(path, expected="a deck file (.ydk, or a ydke:// URL)")
        return cls.parse(text, name=printable(path.stem), path=path)

    @classmethod
    def parse(cls, text: str, *, name: str = "deck", path: Path | str | None = None) -> Deck:
        """Read a deck from the text of a `.ydk` file or from a `ydke://` URL.

        Raises
        ------
        FileFormatError
            When the text is neither.
        """
        is_url = text.lstrip()[: len(YDKE_SCHEME)].lower() == YDKE_SCHEME
        sections = (parse_ydke if is_url else parse_ydk)(text, path=path)
        return cls(
            name=name,
            main=sections.main,
            extra=sections.extra,
            side=sections.side,
            path="" if path is None else str(path),
            lines=None if is_url else sections,
        )

    def write(self, path: Path | str) -> None:
        """Write the deck: a `.ydk` file, or a URL when the name ends in `.ydke`.

        Raises
        ------
        ValueError
            For another ending, before anything is written.
        """
        path = Path(path)
        writers = {".ydk": self.to_ydk, ".ydke": self.to_ydke}
        writer = writers.get(path.suffix.lower())
        if writer is None:
            raise ValueError(f"{path}: a deck is written as .ydk or .ydke, not {path.suffix!r}")
        write_whole(path, writer().rstrip("\n") + "\n")

    def to_ydk(self) -> str:
        """The text of a `.ydk` file."""
        return format_ydk(Sections(self.main, self.extra, self.side))

    def to_ydke(self) -> str:
        """The `ydke://` URL."""
        return format_ydke(Sections(self.main, self.extra, self.side))

    def placed(self, catalogue: Catalogue) -> Deck:
        """The deck with monsters of main and extra deck where they belong (DECK-1).

        Some tools write all cards in one section.  The order within a section stays;
        cards that move come last.

        Examples
        --------
        >>> deck = Deck("one section", (23995346, 46986414))
        >>> deck.placed(Catalogue.default()).extra
        (23995346,)
        """

        def in_extra(passcode: int) -> bool | None:
            card = catalogue.get(passcode)
            return None if card is None or card.is_token else card.is_extra_deck

        main = [p for p in self.main if in_extra(p) is not True]
        extra = [p for p in self.extra if in_extra(p) is not False]
        main += [p for p in self.extra if in_extra(p) is False]
        extra += [p for p in self.main if in_extra(p) is True]
        return Deck(self.name, tuple(main), tuple(extra), self.side, self.path)

    def entries(self) -> Iterator[tuple[str, int, int | None]]:
        """Every card in file order: its section, passcode, and line (None without a file).

        Examples
        --------
        >>> list(Deck.parse("#main\\n46986414").entries())
        [('main', 46986414, 2)]
        """
        for section in SECTIONS:
            passcodes: tuple[int, ...] = getattr(self, section)
            lines: tuple[int, ...] = getattr(self.lines, f"{section}_lines", ())
            for index, passcode in enumerate(passcodes):
                yield section, passcode, lines[index] if index < len(lines) else None
