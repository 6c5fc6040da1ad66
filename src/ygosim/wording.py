"""Choices in words: what a script or a person says, and the moves that it means.

The words of a move are those of `str(move)`; a card is called by its name, by its name and
where it is, or as "the face-down monster in zone 2" (docs/scenarios.md).
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ygosim.duel import Duel
from ygosim.enums import MoveKind, Place
from ygosim.errors import IllegalMoveError, WordingError
from ygosim.records import CARD_MOVES, MOVE_WORDS, PLACE_WORDS, Move, RefusalText
from ygosim.views import CardView

__all__ = [
    "PASS",
    "Choice",
    "concerns",
    "moves_named",
    "options",
    "parse_choice",
    "read_moves",
    "refusals",
]

PASS = "pass"
"""The words for answering nothing."""

PASS_KINDS: frozenset[MoveKind] = frozenset()
"""The kinds of move that answer nothing; response windows bring one (#4)."""

MANY = frozenset({MoveKind.CHOOSE_TRIBUTE, MoveKind.CHOOSE_DISCARD})
"""The kinds that choose several cards one at a time, so that words may list them."""

_ZONES = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)
_PLACES: Mapping[str, tuple[Place, ...]] = {
    "zone": _ZONES,
    **{
        words.casefold(): (place,)
        for place, words in PLACE_WORDS.items()
        if place is not Place.XYZ_MATERIAL
    },
}
_WHERE = re.compile(
    r"(?P<name>.+) in (?:player (?P<player>[01])'s |the )?"
    rf"(?P<place>{'|'.join(map(re.escape, _PLACES))})(?: (?P<slot>\d))?",
    re.IGNORECASE,
)
_FACE_DOWN = {"the face-down monster": _ZONES[:1], "the face-down card": _ZONES}
_HAND_KINDS = (
    MoveKind.NORMAL_SUMMON,
    MoveKind.SET_MONSTER,
    MoveKind.SET_SPELL_TRAP,
    MoveKind.CHOOSE_DISCARD,
)
_MOST_READINGS = 4096  # ways to read one list of cards that are tried
_SUGGESTIONS = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in words, not yet held against a duel.

    `readings` are the kinds of move that the words may mean, each with what stands for its
    card or zone ("" where it has none), the most literal first; none for "pass".
    """

    text: str
    readings: tuple[tuple[MoveKind, str], ...]

    @property
    def passes(self) -> bool:
        """Whether it answers nothing."""
        return not self.readings

    @property
    def kinds(self) -> frozenset[MoveKind]:
        """The kinds of move that it may mean."""
        return frozenset(kind for kind, _ in self.readings)

    def __str__(self) -> str:
        return self.text


def parse_choice(text: str) -> Choice:
    """The kinds of choice that words may mean, before any card is looked for.

    Raises
    ------
    WordingError
        When no choice is worded so; with phrases that come near.

    Examples
    --------
    >>> parse_choice("Normal Summon Gemini Elf").readings
    ((<MoveKind.NORMAL_SUMMON: 1>, 'Gemini Elf'),)
    """
    said = " ".join(text.split())
    if said.casefold() == PASS:
        return Choice(said, ())
    readings = []
    for kind, phrase in sorted(MOVE_WORDS.items(), key=lambda item: -len(item[1])):
        head, slot, _ = phrase.partition("{")
        rest = said[len(head) :]
        if kind and said.casefold().startswith(head.casefold()) and bool(rest) == bool(slot):
            readings.append((kind, rest))
    if not readings:
        phrases = [re.sub(r"{(\w+)}", r"(\1)", phrase) for phrase in MOVE_WORDS.values()][1:]
        near = difflib.get_close_matches(said, [*phrases, PASS], _SUGGESTIONS, 0.5)
        raise WordingError(
            f"{said!r} is worded like no choice; choices are "
            + ", ".join(map(repr, [*dict.fromkeys(phrases), PASS])),
            tuple(near),
        )
    return Choice(said, tuple(readings))


# From moves to words ---------------------------------------------------------------------


def options(duel: Duel, *, seen_by: int | None = None) -> dict[str, Move]:
    """The options of the waiting decision by their words, in order.

    Each can be read again by `read_moves`.  Copies that lie together (in a hand) are one
    option; copies in zones are told apart by their zones.

    Parameters
    ----------
    seen_by
        A player: what is face-down on the other side goes by its zone (INFO-1).

    Examples
    --------
    >>> from ygosim.position import PlayerPosition, Position
    >>> duel = Duel.from_position(Position(players=(
    ...     PlayerPosition(hand=["Mokey Mokey"] * 2), PlayerPosition(deck=["Mokey Mokey"]))))
    >>> list(options(duel))[:2]
    ['Normal Summon Mokey Mokey', 'Set Mokey Mokey']
    """
    moves = duel.legal()
    views = {view.number: view for view in _views(duel)}
    copies: dict[str, set[tuple[object, ...]]] = {}
    for move in moves:
        if move.card is not None:
            copies.setdefault(str(move), set()).add(_key(views[move.card]))
    said: dict[str, Move] = {}
    for move in moves:
        words = str(move)
        if move.card is not None:
            view = views[move.card]
            hidden = seen_by is not None and view.controller != seen_by and not view.face_up
            if hidden and view.place in _ZONES:
                kind = "monster" if view.place is Place.MONSTER_ZONE else "card"
                name = f"the face-down {kind} in zone {view.slot}"
                words = str(Move(move.kind, move.card, name=name))
            elif len(copies[words]) > 1:
                words += f" in {_where(view)}"
        said.setdefault(words, move)
    return said


def _where(view: CardView) -> str:
    return f"zone {view.slot}" if view.place in _ZONES else f"the {PLACE_WORDS[view.place]}"


def _key(view: CardView) -> tuple[object, ...]:
    """What tells cards of one name apart: the zone; copies in a pile are the same."""
    if view.place in _ZONES:
        return (view.controller, view.place, view.slot)
    return (view.controller, view.place, view.name)


def _views(duel: Duel) -> list[CardView]:
    return [view for player in (0, 1) for place in Place for view in duel.cards(player, place)]


# From words to moves ---------------------------------------------------------------------


def read_moves(duel: Duel, choice: Choice | str, *more: Choice) -> tuple[Move, ...]:
    """The moves, to be applied in order, that a choice in words means now.

    Parameters
    ----------
    more
        Further choices of the same kind: cards that are chosen together, in any order.

    Raises
    ------
    WordingError
        When the words name no card that is there, or could mean several.
    IllegalMoveError
        When they name what the rules forbid; it says which rule.

    Examples
    --------
    >>> from ygosim.position import PlayerPosition, Position
    >>> duel = Duel.from_position(Position(players=(
    ...     PlayerPosition(hand=["Mokey Mokey"]), PlayerPosition(deck=["Mokey Mokey"]))))
    >>> read_moves(duel, "set mokey mokey")[0].kind.name
    'SET_MONSTER'
    """
    if isinstance(choice, str):
        choice = parse_choice(choice)
    legal = duel.legal()
    if choice.passes:
        for move in legal:
            if move.kind in PASS_KINDS:
                return (move,)
        raise IllegalMoveError("pass: this decision has to be taken")
    offered = {move.kind for move in legal}
    views = _views(duel)
    found: dict[tuple[object, ...], tuple[Move, ...]] = {}
    for kind, rest in choice.readings:
        if kind not in offered:
            continue
        if kind in MANY:
            rests = [rest, *(_rest_of(other, kind) for other in more)]
            found |= _chosen_together(duel, kind, rests, views)
        elif kind is MoveKind.CHOOSE_ZONE:
            found |= {(move.slot,): (move,) for move in legal if str(move.slot) == rest}
        elif kind in CARD_MOVES:
            numbers = {view.number: _key(view) for view in _called(rest, views)}
            for move in legal:
                if move.kind is kind and move.card in numbers:
                    found.setdefault(numbers[move.card], (move,))
        else:
            found[kind,] = (Move(kind),)
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        said = {move: words for words, move in options(duel).items()}
        suggestions = tuple(
            said[moves[0]] for moves in found.values() if len(moves) == 1 and moves[0] in said
        )
        raise WordingError(f"{choice.text!r} could mean several cards; say the zone", suggestions)
    named = moves_named(duel, choice)
    if len(named) == 1 or named[0].kind not in MANY & offered:
        text = duel.why_not(named[0])
        if text is not None:
            raise IllegalMoveError(f"{named[0]}: {text}", rule=text.rule)
    raise IllegalMoveError(f"{choice.text}: these cards cannot be chosen together")


def concerns(duel: Duel, choice: Choice) -> bool:
    """Whether words are of the kinds that are asked for now, about cards that are there."""
    offered = {move.kind for move in duel.legal()}
    if choice.passes:
        return bool(offered & PASS_KINDS)
    views = _views(duel)
    return any(
        kind in offered and (kind not in CARD_MOVES or bool(_listed(rest, views)))
        for kind, rest in choice.readings
    )


def refusals(duel: Duel, choice: Choice | str) -> tuple[RefusalText, ...]:
    """Why a choice cannot be taken, for each card that the words may mean; empty if it can.

    Raises
    ------
    WordingError
        When the words name no card that is there.
    """
    texts = [duel.why_not(move) for move in moves_named(duel, choice)]
    return () if None in texts else tuple(dict.fromkeys(text for text in texts if text))


def moves_named(duel: Duel, choice: Choice | str) -> tuple[Move, ...]:
    """The single moves, legal or not, that words may mean: the likeliest cards only.

    Those are the cards that such a move could be about (in the hand for a Normal Summon);
    where there are none, others that are called so.

    Raises
    ------
    WordingError
        When the words name no card that is there.
    """
    if isinstance(choice, str):
        choice = parse_choice(choice)
    views = _views(duel)
    asked = duel.player if duel.player is not None else duel.turn_player
    for kind, rest in choice.readings:
        if kind is MoveKind.CHOOSE_ZONE:
            if re.fullmatch(r"[0-7]", rest):
                return (Move(kind, slot=int(rest)),)
            raise WordingError(f"{choice.text!r}: a zone is a number, 0 to 7")
        if kind not in CARD_MOVES:
            return (Move(kind),)
        called = _listed(rest, views) if kind in MANY else [_called(rest, views)]
        if not called or not called[0]:
            continue
        moves = []
        for cards in called:
            best = min(_distance(kind, view, asked) for view in cards)
            moves += [
                Move(_kind_of(kind, view), view.number, name=view.name)
                for view in cards
                if _distance(kind, view, asked) == best
            ]
        return tuple(moves)
    if choice.passes:
        raise WordingError("'pass' is about no move")
    names = sorted({view.name for view in views})
    rest = choice.readings[0][1]
    near = difflib.get_close_matches(rest, names, _SUGGESTIONS)
    raise WordingError(f"{choice.text!r}: no card here is called {rest!r}", tuple(near))


def _rest_of(choice: Choice, kind: MoveKind) -> str:
    return next(rest for other, rest in choice.readings if other is kind)


def _kind_of(kind: MoveKind, view: CardView) -> MoveKind:
    """The kind with the other of the two Sets, where the card needs it."""
    if kind in (MoveKind.SET_MONSTER, MoveKind.SET_SPELL_TRAP):
        return MoveKind.SET_MONSTER if view.card.is_monster else MoveKind.SET_SPELL_TRAP
    return kind


def _distance(kind: MoveKind, view: CardView, asked: int) -> int:
    """How far a card is from those that such a move could be about."""
    player = 1 - asked if kind is MoveKind.CHOOSE_TARGET else asked
    places = (Place.HAND,) if kind in _HAND_KINDS else (Place.MONSTER_ZONE,)
    return 2 * (view.place not in places) + (view.controller != player)


def _called(text: str, views: Sequence[CardView]) -> list[CardView]:
    """The cards that a reference may mean: by the whole text as a name, else by a place."""
    name = text.casefold()
    whole = [view for view in views if view.name.casefold() == name]
    found = None if whole else _WHERE.fullmatch(text)
    if found is None:
        return whole
    name = found["name"].casefold()
    places = _PLACES[found["place"].casefold()]
    hidden = _FACE_DOWN.get(name)
    return [
        view
        for view in views
        if view.place in places
        and (found["slot"] is None or (view.slot == int(found["slot"]) and view.place in _ZONES))
        and (found["player"] is None or view.controller == int(found["player"]))
        and (
            view.name.casefold() == name
            if hidden is None
            else view.place in hidden and not view.face_up
        )
    ]


def _listed(text: str, views: Sequence[CardView]) -> list[list[CardView]]:
    """The cards that each reference of a list may mean; empty when one means none.

    Names may hold commas, so the longest reference that means a card is taken.
    """
    pieces = text.split(", ")
    for count in range(len(pieces), 0, -1):
        cards = _called(", ".join(pieces[:count]), views)
        if cards:
            if count == len(pieces):
                return [cards]
            rest = _listed(", ".join(pieces[count:]), views)
            if rest:
                return [cards, *rest]
    return []


def _chosen_together(
    duel: Duel, kind: MoveKind, rests: Sequence[str], views: Sequence[CardView]
) -> dict[tuple[object, ...], tuple[Move, ...]]:
    """Each way to read the lists as cards that may be chosen in this decision."""
    # Cards before the first that is offered have been passed over, or are chosen.
    first = min(move.card or 0 for move in duel.legal() if move.kind is kind)
    near = sorted(
        (
            view
            for view in views
            if view.number >= first and not _distance(kind, view, duel.player or 0)
        ),
        key=lambda view: view.number,  # of copies, the first that is offered
    )
    wanted: list[list[CardView]] = []
    for rest in rests:
        listed = _listed(rest, near)
        if not listed:
            return {}
        wanted += listed
    copies: dict[tuple[object, ...], list[CardView]] = {}
    for view in near:
        copies.setdefault(_key(view), []).append(view)
    keys = [dict.fromkeys(map(_key, cards)) for cards in wanted]
    found: dict[tuple[object, ...], tuple[Move, ...]] = {}
    for chosen in itertools.islice(itertools.product(*keys), _MOST_READINGS):
        counts = Counter(chosen)
        if any(count > len(copies[key]) for key, count in counts.items()):
            continue
        cards = [view for key, count in counts.items() for view in copies[key][:count]]
        cards.sort(key=lambda view: view.number)
        moves = [Move(kind, view.number, name=view.name) for view in cards]
        taken = tuple(_takeable(duel, moves))
        if taken:
            found[tuple(view.number for view in cards)] = taken
    return found


def _takeable(duel: Duel, moves: Sequence[Move]) -> Iterator[Move]:
    """The moves, if they can be taken one after the other; else nothing.

    Those at the end that the duel takes without asking are left out.
    """
    trial = duel.copy()
    taken = []
    for move in moves:
        assert move.card is not None
        if trial.why_not(move) is None:
            trial.apply(move)
            taken.append(move)
        elif not taken or trial.state["place"][move.card] == duel.state["place"][move.card]:
            return
    yield from taken
