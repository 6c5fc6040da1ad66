"""Reading recorded duels: a stream of duels from JSON lines, parsed once into a cache.

Nearly all of a file is positions, and a position changes by a few cards from line to line.
The cache keeps them as plain tuples whose equal parts are shared, so that it is small, loads
fast, and one comparison with `==` tells whether anything differs.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson
import zstandard

from ygosim.errors import FileFormatError
from ygosim.rules import ENGINE_EXTRA_LIMIT, ENGINE_MAIN_LIMIT, Rules

__all__ = [
    "IGNORED_TYPE",
    "TOKEN",
    "FieldCard",
    "Line",
    "PlayerSide",
    "RecordedDuel",
    "cache_folder",
    "freeze",
    "read_duels",
]

CACHE_VERSION = 3
"""Of what the cache holds; a new one is made when this, or the file, has changed."""

IGNORED_TYPE = 0x2000000
"""A bit of `type` that is a note of card databases ("special summon only")."""

TOKEN = 0x4000
"""The bit of `type` that tokens have."""

_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_FACE_UP = 1 | 4
_ENDS = ("win", "max_turns", "max_decisions")
_ZONES = {"mzone": 7, "szone": 8}


class FieldCard(NamedTuple):
    """A card in a zone.  `rest` is what only some cards have, as sorted pairs."""

    code: int
    pos: int
    owner: int
    type: int
    atk: int
    def_: int
    base_atk: int
    base_def: int
    level: int
    rank: int
    attr: int
    race: int
    disabled: bool
    rest: tuple[tuple[str, Any], ...] = ()


class PlayerSide(NamedTuple):
    """One player's cards.

    `hand` and `extra` are sorted, since their order means nothing; `deck` and `grave` are
    passcodes from the bottom; `removed` and `extra` are (passcode, whether face-up).  A card
    that the other player owns has its passcode negated.
    """

    mzone: tuple[FieldCard | None, ...]
    szone: tuple[FieldCard | None, ...]
    hand: tuple[int, ...]
    grave: tuple[int, ...]
    removed: tuple[tuple[int, bool], ...]
    extra: tuple[tuple[int, bool], ...]
    deck: tuple[int, ...]


class Line(NamedTuple):
    """A decision, or the end of a duel: then `msg` is "end"."""

    number: int  # in its file, from 1
    msg: str
    turn: int
    turn_player: int  # -1 on an end line, as are the next two
    phase: int
    player: int
    choices: tuple[dict[str, Any], ...]
    response: tuple[int, ...]
    lp: tuple[int, ...]
    sides: tuple[PlayerSide, ...]
    events: tuple[dict[str, Any], ...]
    more: dict[str, Any]  # every other field of the line

    @property
    def passed(self) -> bool:
        """Whether the answer declines, cancels or finishes."""
        return self.response == (-1,)


class RecordedDuel(NamedTuple):
    """One duel of a file.  The last line is its end."""

    path: str
    number: int
    set: str
    rules: str
    hand: int
    decks: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # main, first = top; extra
    lines: tuple[Line, ...]

    @property
    def decisions(self) -> int:
        """How many decisions were recorded."""
        return len(self.lines) - 1


def cache_folder() -> Path:
    """Where parsed duels are kept: $YGOSIM_CACHE, or .cache in the checkout (git ignores it)."""
    root = os.environ.get("YGOSIM_CACHE") or Path(__file__).resolve().parents[2] / ".cache"
    return Path(root) / "traces"


def read_duels(path: Path | str, *, cache: Path | None = None) -> Iterator[RecordedDuel]:
    """The duels of a file, one after the other.

    Parameters
    ----------
    path
        `.jsonl`, or the same packed by zstd.
    cache
        Folder of parsed files: read from there, or written once the file has been read to
        its end.  None: neither.

    Raises
    ------
    FileFormatError
        Naming the line that is broken, or the last one of a file that ends too early.
    """
    path = Path(path)
    if cache is None:
        yield from _parse(path)
        return
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:20]
    kept = cache / f"{path.name.split('.')[0]}-{CACHE_VERSION}-{digest}.pickles.zst"
    if kept.is_file():
        yield from _load(kept)
        return
    yield from _keep(_parse(path), kept)


def _load(kept: Path) -> Iterator[RecordedDuel]:
    with kept.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as packed:
        stream = io.BufferedReader(packed, 1 << 20)
        while stream.peek(1):
            yield pickle.load(stream)


def _keep(duels: Iterable[RecordedDuel], kept: Path) -> Iterator[RecordedDuel]:
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(f".{os.getpid()}")
        file = partial.open("wb")
    except OSError:  # no room for a cache: only the time is lost
        yield from duels
        return
    try:
        with file, zstandard.ZstdCompressor(level=3).stream_writer(file) as packed:
            for duel in duels:
                packed.write(pickle.dumps(duel, protocol=5))
                yield duel
        partial.replace(kept)
    finally:
        partial.unlink(missing_ok=True)


# Parsing ---------------------------------------------------------------------------------


def _parse(path: Path) -> Iterator[RecordedDuel]:
    header: dict[str, Any] | None = None
    lines: list[Line] = []
    shared = _Shared()
    number = 0
    for number, text in _numbered(path):
        record = _json(path, number, text)
        if "decks" in record:
            if header is not None:
                raise FileFormatError(
                    path, number, found="the header of a duel", expected="the end of the one before"
                )
            header, lines = record, []
            continue
        if header is None:
            raise FileFormatError(
                path, number, found="a line outside a duel", expected="a header with decks"
            )
        lines.append(_checked_line(path, number, record, shared))
        if "end" in record:
            yield _duel(path, header, lines)
            header = None
            shared = _Shared()
    if header is not None or not number:
        raise FileFormatError(
            path,
            number,
            found="the end of the file",
            expected="the end line of the duel" if header else "a duel",
        )


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        packed = file.read(4) == _ZSTD_MAGIC
        file.seek(0)
        stream: IO[bytes] = file
        if packed:
            reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
            stream = io.BufferedReader(reader, 1 << 20)
        number = 0
        try:
            for number, text in enumerate(stream, 1):
                yield number, text
        except zstandard.ZstdError as error:
            raise FileFormatError(
                path, number + 1, found=f"damaged zstd data ({error})", expected="a line of JSON"
            ) from None


def _json(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        record = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise FileFormatError(
            path, number, found=f"{text[:40]!r} ({error})", expected="one JSON object"
        ) from None
    if not isinstance(record, dict):
        raise FileFormatError(path, number, found=f"{text[:40]!r}", expected="one JSON object")
    return record


def _duel(path: Path, header: dict[str, Any], lines: list[Line]) -> RecordedDuel:
    try:
        return RecordedDuel(
            path=str(path),
            number=header["duel"],
            set=header["set"],
            rules=Rules.named(header["rules"]).name,
            hand=_integer(header["hand"]),
            decks=tuple(
                (
                    _deck(deck["main"], ENGINE_MAIN_LIMIT),
                    _deck(deck["extra"], ENGINE_EXTRA_LIMIT),
                )
                for deck in _two(header["decks"])
            ),
            lines=tuple(lines),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FileFormatError(
            path,
            lines[0].number - 1,
            found=f"a header that lacks or garbles something ({error!r})",
            expected="duel, set, rules, hand and two decks",
        ) from None


def _checked_line(path: Path, number: int, record: dict[str, Any], shared: _Shared) -> Line:
    try:
        return _line(number, record, shared)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FileFormatError(
            path,
            number,
            found=f"a line that lacks or garbles something ({error!r})",
            expected="a whole decision or end line",
        ) from None


def _line(number: int, record: dict[str, Any], shared: _Shared) -> Line:
    more = dict(record)
    lp = tuple(_two(more.pop("lp")))
    sides = tuple(
        _side(player, side, shared) for player, side in enumerate(_two(more.pop("players")))
    )
    turn = _integer(more.pop("turn"))
    events = tuple(more.pop("events", ()))
    for event in events:
        if _string(event["t"]) == "MOVE":
            _string(event["to"]["loc"]), _integer(event["to"]["con"])
    if "end" in more:
        if more["end"] not in _ENDS:
            raise ValueError(f"the end is {more['end']!r}")
        _integer(more["winner"]), _integer(more["win_reason"])
        return Line(number, "end", turn, -1, -1, -1, (), (), lp, sides, events, more)
    choices, response = tuple(more.pop("choices")), tuple(more.pop("response"))
    if not choices or not response:
        raise ValueError("there is no choice, or no answer")
    for choice in choices:
        _string(choice["act"])
    artworks = shared.artworks
    if artworks:
        choices = tuple(
            {**choice, "code": artworks[choice["code"]]}
            if choice.get("code") in artworks
            else choice
            for choice in choices
        )
    for limit in ("min", "max"):
        _integer(more.get(limit, 0))
    if response == (-1,) and not (more["can_pass"] or more.get("finishable")):
        raise ValueError("the answer is to pass, which is not legal")
    if response != (-1,) and not all(0 <= i < len(choices) for i in response):
        raise ValueError(f"the answer {list(response)} is not among {len(choices)} choices")
    return Line(
        number,
        str(more.pop("msg")),
        turn,
        _integer(more.pop("turn_player")),
        _integer(more.pop("phase")),
        _integer(more.pop("player")),
        choices,
        response,
        lp,
        sides,
        events,
        more,
    )


def _two(values: Any) -> Any:
    if not isinstance(values, list) or len(values) != 2:
        raise ValueError("there must be one for each player")
    return values


def _deck(codes: Any, most: int) -> tuple[int, ...]:
    if len(codes) > most:
        raise ValueError(f"{len(codes)} cards; at most {most} are taken")
    return tuple(_integer(code) for code in codes)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no string")
    return value


def _integer(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no integer")
    return value


class _Shared:
    """One object for all equal ones of a duel, so that they are kept and compared once."""

    def __init__(self) -> None:
        self._tuples: dict[Any, Any] = {}
        self._cards: dict[bytes, FieldCard] = {}
        self.artworks: dict[int, int] = {}  # of tokens, with the passcode of their card

    def one(self, value: Any) -> Any:
        return self._tuples.setdefault(value, value)

    def card(self, card: dict[str, Any]) -> FieldCard:
        key = orjson.dumps(card)
        kept = self._cards.get(key)
        if kept is None:
            kept = self._cards[key] = _field_card(card)
            if kept.code != card["code"]:
                self.artworks[card["code"]] = kept.code
        return kept


def _field_card(card: dict[str, Any]) -> FieldCard:
    rest = dict(card)
    facts = {name: rest.pop(name.rstrip("_")) for name in FieldCard._fields if name != "rest"}
    facts["type"] &= ~IGNORED_TYPE
    if facts["type"] & TOKEN:  # each of several tokens has an artwork of its own
        facts["code"] = rest.pop("name_code", facts["code"])
    return FieldCard(**facts, rest=tuple(sorted((k, freeze(v)) for k, v in rest.items())))


def freeze(value: Any) -> Any:
    """The same value of tuples instead of lists and dicts."""
    if isinstance(value, dict):
        return tuple(sorted((name, freeze(part)) for name, part in value.items()))
    if isinstance(value, list):
        return tuple(freeze(part) for part in value)
    return value


def _side(player: int, side: dict[str, Any], shared: _Shared) -> PlayerSide:
    zones = {}
    for name, count in _ZONES.items():
        cards = side[name]
        if len(cards) != count:
            raise ValueError(f"{name} has {len(cards)} zones, not {count}")
        zones[name] = shared.one(
            tuple(None if card is None else shared.card(card) for card in cards)
        )
    codes = {
        name: [card["code"] if card["owner"] == player else -card["code"] for card in side[name]]
        for name in ("hand", "grave", "removed", "extra", "deck")
    }
    faces = {
        name: [bool(card["pos"] & _FACE_UP) for card in side[name]] for name in ("removed", "extra")
    }
    made: PlayerSide = shared.one(
        PlayerSide(
            mzone=zones["mzone"],
            szone=zones["szone"],
            hand=shared.one(tuple(sorted(codes["hand"]))),
            grave=shared.one(tuple(codes["grave"])),
            removed=shared.one(tuple(zip(codes["removed"], faces["removed"], strict=True))),
            extra=shared.one(tuple(sorted(zip(codes["extra"], faces["extra"], strict=True)))),
            deck=shared.one(tuple(codes["deck"])),
        )
    )
    return made
