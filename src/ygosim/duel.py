"""One duel as a Python object."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from ygosim._core.engine import VERSION, DuelHandle
from ygosim._core.observation import observe
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.deck_check import check_deck
from ygosim.effects.model import CardDefinition
from ygosim.enums import (
    CounterKind,
    DecisionKind,
    EndCause,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Property,
    Reason,
    Refusal,
)
from ygosim.enums import Position as Lie
from ygosim.errors import CorruptStateError, IllegalMoveError, check_whole
from ygosim.position import Position
from ygosim.records import CARD_MOVES, REFUSALS, Event, Move, RefusalText
from ygosim.rules import Rules
from ygosim.saving import pack_setup, unpack_setup
from ygosim.template import DuelSetup, Limits, Unsupported, setup_from_decks
from ygosim.views import CardView, board_text

__all__ = ["Duel", "DuelRecord"]

_MAGIC = b"ygosim duel\n"
_LARGEST = 1 << 24  # bytes of a saved duel unpacked; real ones have some 50,000
_NO_CARD = 255


@dataclass(frozen=True, slots=True)
class DuelRecord:
    """What replays a duel: how it started, and the moves taken since.

    `setup` is the bytes of `Duel.save` before the first move.
    """

    setup: bytes
    moves: tuple[Move, ...]


def _stream(seed: int, index: int) -> tuple[int, int]:
    """What decides the shuffles, checked."""
    return (
        check_whole("seed", seed, 0, 2**64 - 1),
        check_whole("index", index, 0, 2**64 - 1),
    )


class Duel:
    """A duel between two decks, at a decision or over.

    Player 0 goes first.  Every card has a number, in creation order.

    Parameters
    ----------
    decks
        Two decks; the first goes first.
    rules
        A format or its name.
    seed, index
        Duel `index` of the run `seed`; they alone decide shuffles and chance.
    unsupported
        "refuse" cards whose effects are not known, or play them "blank": without effect.
        `blanked` then names them.
    check_decks
        False lets illegal decks play.
    shuffle
        False keeps the decks in list order, first card on top.
    limits
        When a duel is aborted; whether single options are taken without asking.

    Raises
    ------
    DeckError
        Listing every fault of a deck.
    UnsupportedCardError
        Naming the cards.

    Examples
    --------
    >>> from ygosim.cards.demo import deck_path
    >>> deck = Deck.read(deck_path("beatdown"))
    >>> duel = Duel((deck, deck), seed=1)
    >>> duel.turn, duel.player, duel.phase.name
    (1, 0, 'MAIN_1')
    >>> while not duel.over:
    ...     _ = duel.apply(duel.legal()[-1])
    >>> duel.winner, duel.end_cause.name
    (0, 'DECK_OUT')
    """

    __slots__ = ("_events", "_handle", "_moves", "_setup", "_start")

    def __init__(
        self,
        decks: tuple[Deck, Deck],
        rules: Rules | str = Rules.mr5,
        *,
        seed: int = 0,
        index: int = 0,
        catalogue: Catalogue | None = None,
        unsupported: Unsupported = "refuse",
        check_decks: bool = True,
        shuffle: bool = True,
        limits: Limits | None = None,
    ) -> None:
        rules = Rules.named(rules) if isinstance(rules, str) else rules
        if not isinstance(rules, Rules):
            raise TypeError(f"rules is {rules!r}; it must be a Rules or the name of a format")
        if not isinstance(decks, tuple | list) or [type(deck) for deck in decks] != [Deck, Deck]:
            raise TypeError("decks must be two Decks; the first goes first")
        catalogue = catalogue or Catalogue.default()
        if check_decks:
            for deck in decks:
                check_deck(deck, rules, None, catalogue)
        setup = setup_from_decks(
            decks, rules, catalogue=catalogue, unsupported=unsupported, limits=limits
        )
        handle = DuelHandle(setup.template)
        if shuffle:
            handle.start(*_stream(seed, index))
        else:
            handle.start_in_order(*_stream(seed, index))
        self._begin(setup, handle)

    def _begin(self, setup: DuelSetup, handle: DuelHandle) -> None:
        self._setup = setup
        self._handle = handle
        self._start: DuelHandle | None = None
        self._moves: list[Move] = []
        self._events: list[Event] = []
        self._events.extend(self._new_events())

    @classmethod
    def from_setup(cls, setup: DuelSetup, *, seed: int = 0, index: int = 0) -> Self:
        """Duel `index` of the run `seed` over a setup that other duels share."""
        duel = cls.__new__(cls)
        handle = DuelHandle(setup.template)
        handle.start(*_stream(seed, index))
        duel._begin(setup, handle)
        return duel

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        catalogue: Catalogue | None = None,
        unsupported: Unsupported = "refuse",
        limits: Limits | None = None,
        definitions: Mapping[int, CardDefinition] | None = None,
    ) -> Self:
        """A duel that goes on from a described position.

        Parameters
        ----------
        definitions
            Effects of cards by passcode, in place of those that ygosim knows (stand-ins).

        Raises
        ------
        PositionError
            Naming what cannot be, and where.
        EffectError
            For a definition that makes no sense.
        UnsupportedCardError
            Naming cards whose effects are not known, when they are refused.

        Examples
        --------
        >>> from ygosim.position import PlayerPosition
        >>> duel = Duel.from_position(Position(players=(
        ...     PlayerPosition(hand=["Mokey Mokey"]), PlayerPosition(deck=["Mokey Mokey"]))))
        >>> [str(move) for move in duel.legal()][:2]
        ['Normal Summon Mokey Mokey', 'Set Mokey Mokey']
        """
        setup = position.setup(
            catalogue=catalogue, unsupported=unsupported, limits=limits, definitions=definitions
        )
        duel = cls.__new__(cls)
        handle = DuelHandle(setup.template)
        handle.start_in_order()
        duel._begin(setup, handle)
        return duel

    # Deciding ----------------------------------------------------------------------------

    def legal(self) -> tuple[Move, ...]:
        """The legal moves of the waiting decision, in their fixed order; none when over."""
        return tuple(self._decode(move) for move in self._handle.legal())

    def legal_sets(self) -> tuple[tuple[Move, ...], ...]:
        """Whole choices: each way to complete a choice of several cards, as its moves.

        Tributes, discards and cards of effects are chosen one at a time; here each complete
        set stands once, in ascending order.  Any other decision has sets of one move.
        """
        if self.decision not in (
            DecisionKind.TRIBUTE,
            DecisionKind.DISCARD,
            DecisionKind.CARD,
        ):
            return tuple((move,) for move in self.legal())
        return tuple(self._completions(self._handle))

    def _completions(self, handle: DuelHandle) -> Iterator[tuple[Move, ...]]:
        for encoded in handle.legal():
            after = handle.copy()
            rest = self._completions(after) if after.choose(encoded) else iter([()])
            yield from ((self._decode(encoded), *more) for more in rest)

    def apply(self, move: Move | SupportsIndex) -> tuple[Event, ...]:
        """Take a move and run to the next decision.

        Parameters
        ----------
        move
            One of `legal()`, or its index.

        Returns
        -------
        tuple
            What happened, in order.

        Raises
        ------
        IllegalMoveError
            Saying which rule forbids it; nothing has changed then.
        """
        if not isinstance(move, Move):
            move = self._option(move)
        if self._start is None:
            self._start = self._handle.copy()
        encoded = self._encode(move)
        refusal = Refusal(self._handle.apply(encoded))
        if refusal:
            text = REFUSALS[refusal]
            raise IllegalMoveError(f"{move}: {text}", rule=text.rule)
        self._moves.append(self._decode(encoded))
        events = self._new_events()
        self._events.extend(events)
        return events

    def _option(self, index: SupportsIndex) -> Move:
        """The legal move of that index."""
        if isinstance(index, bool) or not hasattr(index, "__index__"):
            raise TypeError(f"{index!r} is no move; give one of legal(), or its index")
        legal = self.legal()
        if not 0 <= index.__index__() < len(legal):
            raise IllegalMoveError(
                f"there is no option {index}; there are {len(legal)}, counted from 0"
            )
        return legal[index]

    def why_not(self, move: Move) -> RefusalText | None:
        """Why a move is not legal: the rule and the reason; None if it is legal."""
        refusal = Refusal(self._handle.refusal(self._encode(move)))
        return REFUSALS[refusal] if refusal else None

    def move(self, kind: MoveKind, card: int | str | None = None, *, slot: int = 0) -> Move:
        """A move, legal or not, to ask about or to apply.

        Parameters
        ----------
        card
            Number of the card, or its name: then the first such card of the player who is
            asked, of the opponent for CHOOSE_TARGET, in hand or on the field.
        slot
            The zone of CHOOSE_ZONE.

        Raises
        ------
        LookupError
            When no card of that name is there.
        """
        if isinstance(card, str):
            card = self._find(kind, card)
        return Move(kind, card, slot, self._definition(card).name if card is not None else "")

    def _find(self, kind: MoveKind, name: str) -> int:
        player = self.player if self.player is not None else self.turn_player
        if kind is MoveKind.CHOOSE_TARGET:
            player = 1 - player
        in_hand = kind in (
            MoveKind.NORMAL_SUMMON,
            MoveKind.SET_MONSTER,
            MoveKind.SET_SPELL_TRAP,
            MoveKind.CHOOSE_DISCARD,
        )
        places = [Place.HAND, Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE]
        if not in_hand:
            places = [*places[1:], Place.HAND]
        for place in places:
            for view in self.cards(player, place):
                if view.name == name:
                    return view.number
        raise LookupError(f"player {player} has no {name!r} in hand or on the field")

    # Looking -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the duel has ended."""
        return self._handle.over()

    @property
    def winner(self) -> int | None:
        """The winner, 2 for a draw; None while going on or when aborted."""
        winner = int(self.state["winner"])
        return winner if winner <= 2 else None

    @property
    def end_cause(self) -> EndCause:
        """Why the duel ended."""
        return EndCause(int(self.state["end_cause"]))

    @property
    def decision(self) -> DecisionKind:
        """What is being asked; NONE when over."""
        return DecisionKind(int(self.state["decision"]))

    @property
    def player(self) -> int | None:
        """Who is asked; None when over."""
        player = int(self.state["decision_player"])
        return player if player < 2 else None

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return int(self.state["turn"])

    @property
    def turn_player(self) -> int:
        """Whose turn it is."""
        return int(self.state["turn_player"])

    @property
    def phase(self) -> Phase:
        """The phase."""
        return Phase(int(self.state["phase"]))

    @property
    def lp(self) -> tuple[int, int]:
        """Life points of both players."""
        first, second = self.state["lp"]
        return int(first), int(second)

    @property
    def rules(self) -> Rules:
        """The format."""
        return self._setup.rules

    @property
    def blanked(self) -> tuple[str, ...]:
        """Names of the cards that are played without their effects."""
        return self._setup.blanked

    @property
    def setup(self) -> DuelSetup:
        """What it has in common with other duels between the same decks."""
        return self._setup

    @property
    def handle(self) -> DuelHandle:
        """The core's duel.  Moves taken there are missing from `log` and `moves`."""
        return self._handle

    @property
    def state(self) -> Any:
        """The whole state: a zero-copy NumPy record (docs/state.md).

        This is more than a player may know; policies get `observe`.  Writing to it is not
        checked.
        """
        return self._handle.storage[0]

    def observe(self, player: int) -> Any:
        """What `player` may know (INFO-1): a NumPy record (docs/observation.md)."""
        return observe(self._handle, player)[0]

    def cards(self, player: int, place: Place) -> tuple[CardView, ...]:
        """The cards that `player` controls or holds in `place`, by slot; all is shown.

        A deck's top card is its last.
        """
        check_whole("player", player, 0, 1)
        state = self.state
        count = int(state["card_count"])
        here = (state["controller"][:count] == player) & (state["place"][:count] == place)
        numbers = sorted(np.flatnonzero(here).tolist(), key=state["slot"].item)
        return tuple(self._view(number) for number in numbers)

    def _view(self, number: int) -> CardView:
        state = self.state
        card = self._definition(number)
        place = Place(int(state["place"][number]))
        player, slot = int(state["controller"][number]), int(state["slot"][number])
        on_field = place is Place.MONSTER_ZONE
        return CardView(
            number=number,
            card=card,
            owner=int(state["owner"][number]),
            controller=player,
            place=place,
            slot=slot,
            position=Lie(int(state["position"][number])),
            atk=int(state["zone_atk"][player][slot]) if on_field else card.atk or 0,
            def_=int(state["zone_def"][player][slot]) if on_field else card.def_ or 0,
            **self._marks(number),
        )

    def _marks(self, number: int) -> dict[str, Any]:
        """What effects have made of a card, as `CardView` has it."""
        state = self.state
        row = int(state["place"][number]) - int(Place.MONSTER_ZONE)
        if not state["effects"] or row not in (0, 1):
            return {}
        player, slot = int(state["controller"][number]), int(state["slot"][number])
        props = int(state["zone_props"][player][row][slot])
        host = int(state["attached"][player][slot]) if row else _NO_CARD
        return {
            "negated": bool(props & Property.NEGATED),
            "counters": tuple(
                (CounterKind(int(kept["kind"])), int(kept["count"]))
                for kept in state["counters"][: int(state["counters_count"])]
                if kept["card"] == number
            ),
            "host": None if host == _NO_CARD else self._definition(host).name,
        }

    @property
    def hash(self) -> int:
        """64 bits that equal positions share (docs/state.md says what counts)."""
        return int(self._handle.hash()[0])

    @property
    def hash128(self) -> int:
        """128 bits of the same position, to confirm with."""
        low, high = self._handle.hash()
        return int(high) << 64 | int(low)

    def __str__(self) -> str:
        return board_text(self)

    def __repr__(self) -> str:
        return f"<Duel {self.rules.name}, turn {self.turn}, LP {self.lp}>"

    # Copying, saving, replaying ----------------------------------------------------------

    def copy(self) -> Self:
        """An independent duel in the same position, with the same log."""
        other = type(self).__new__(type(self))
        other._setup = self._setup
        other._handle = self._handle.copy()
        other._start = self._start
        other._moves = list(self._moves)
        other._events = list(self._events)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that has happened, cards that were hidden from a player named too.

        It is the whole story, as `state` is the whole state; so are moves by their names.
        What one player may know is `observe` (docs/observation.md).
        """
        return tuple(self._events)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move taken, those with one option left out."""
        return tuple(self._moves)

    def record(self) -> DuelRecord:
        """What replays this duel.

        Raises
        ------
        StandInError
            For a duel with effects that only the caller knows.
        """
        return DuelRecord(self._saved(self._start or self._handle), self.moves)

    @classmethod
    def replay(cls, record: DuelRecord) -> Self:
        """The duel of a record, move by move.

        Raises
        ------
        IllegalMoveError
            When a move of the record is not legal.
        """
        duel = cls.load(record.setup)
        for move in record.moves:
            duel.apply(move)
        return duel

    def save(self) -> bytes:
        """The duel as bytes: equal duels save equally.

        Raises
        ------
        StandInError
            For a duel with effects that only the caller knows.
        """
        return self._saved(self._handle)

    def _saved(self, handle: DuelHandle) -> bytes:
        header = json.dumps(
            {"version": VERSION, **pack_setup(self._setup)}, sort_keys=True
        ).encode()
        body = len(header).to_bytes(4, "little") + header + handle.save()
        packed = zlib.compress(body, 6)
        return _MAGIC + zlib.crc32(body).to_bytes(4, "little") + packed

    @classmethod
    def load(cls, data: bytes) -> Self:
        """The duel that `save` made bytes of.

        Raises
        ------
        CorruptStateError
            When the bytes are no saved duel, are damaged, or come from another version.
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"a saved duel is bytes, not {type(data).__name__}")
        data = bytes(data)
        if not data.startswith(_MAGIC):
            raise CorruptStateError("these bytes are not a saved duel")
        unpacker = zlib.decompressobj()
        try:
            body = unpacker.decompress(data[len(_MAGIC) + 4 :], _LARGEST)
        except zlib.error as error:
            raise CorruptStateError(f"the saved duel is damaged: {error}") from None
        if not unpacker.eof or unpacker.unused_data:
            raise CorruptStateError("the saved duel is damaged: it is cut off or too long")
        if zlib.crc32(body).to_bytes(4, "little") != data[len(_MAGIC) : len(_MAGIC) + 4]:
            raise CorruptStateError("the saved duel is damaged: its checksum is wrong")
        length = int.from_bytes(body[:4], "little")
        try:
            header = json.loads(body[4 : 4 + length])
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict):
            raise CorruptStateError("the saved duel is damaged: its header cannot be read")
        if header.get("version") != VERSION:
            raise CorruptStateError(
                f"the duel was saved by layout version {header.get('version')}; this is {VERSION}"
            )
        setup = unpack_setup(header)
        handle = DuelHandle(setup.template)
        problem = handle.load(body[4 + length :])
        if problem:
            raise CorruptStateError(f"the saved duel is not a position: {problem}")
        duel = cls.__new__(cls)
        duel._begin(setup, handle)
        return duel

    def save_file(self, path: Path | str) -> None:
        """Write `save()` to a file."""
        Path(path).write_bytes(self.save())

    @classmethod
    def load_file(cls, path: Path | str) -> Self:
        """Read a duel that `save_file` wrote; errors name the file."""
        try:
            return cls.load(Path(path).read_bytes())
        except CorruptStateError as error:
            raise CorruptStateError(f"{path}: {error}") from None

    # Between numbers and words -----------------------------------------------------------

    def _definition(self, number: int) -> Card:
        state = self.state
        if not 0 <= number < int(state["card_count"]):
            raise IllegalMoveError(f"the duel has no card {number}")
        return self._setup.definitions[int(state["code"][number])]

    def _encode(self, move: Move) -> int:
        if not isinstance(move.kind, MoveKind):
            raise IllegalMoveError(f"{move.kind!r} is no kind of move; give a MoveKind")
        try:
            check_whole("the card of a move", 0 if move.card is None else move.card, 0, 255)
            check_whole("the slot of a move", move.slot, 0, 255)
        except (TypeError, ValueError) as error:
            raise IllegalMoveError(str(error)) from None
        if (move.card is None) == (move.kind in CARD_MOVES):
            needs = "needs a card" if move.card is None else "is about no card"
            raise IllegalMoveError(f"{move.kind.name} {needs}")
        return move.encode()

    def _decode(self, encoded: int) -> Move:
        move = Move.decode(encoded)
        if move.card is None:
            return move
        return replace(move, name=self._definition(move.card).name)

    def _new_events(self) -> tuple[Event, ...]:
        state = self.state
        rows: Sequence[npt.NDArray[np.void]] = state["events"][: int(state["event_count"])]
        return tuple(self._event(row) for row in rows)

    def _event(self, row: Any) -> Event:
        card = int(row["card"]) if row["card"] != _NO_CARD else None
        other = int(row["other"]) if row["other"] != _NO_CARD else None
        kind = EventKind(int(row["kind"]))
        moved = kind is EventKind.MOVED
        placed = moved or kind in (EventKind.NORMAL_SUMMONED, EventKind.SET)
        return Event(
            kind=kind,
            player=int(row["player"]),
            card=card,
            other=other,
            value=int(row["value"]),
            reason=Reason(int(row["reason"])),
            from_player=int(row["from_player"]),
            from_place=Place(int(row["from_place"])) if placed else None,
            from_slot=int(row["from_slot"]),
            to_player=int(row["to_player"]),
            to_place=Place(int(row["to_place"])) if placed else None,
            to_slot=int(row["to_slot"]),
            position=int(row["position"]),
            name=self._definition(card).name if card is not None else "",
            other_name=self._definition(other).name if other is not None else "",
        )
