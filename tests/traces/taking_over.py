"""Taking a recorded position over into our duel, where a difference of positions is accepted.

Only what makes a position of the same cards is taken over: cards that lie in other piles, cards
that are on the field here and in a pile there, and life points.  The core lays them, so that
what they leave is forgotten as when they leave it, and derives anew what effects make of the
duel; a position that breaks an invariant is refused.  What cannot be laid like this (a card that
came to the field there alone, another zone, position or control) is left: the duels part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.traces.compare import PILES, Numbers, our_sides, position_differences, take_order_over
from tests.traces.reading import Line, PlayerSide
from ygosim.duel import Duel
from ygosim.enums import Place, Position

__all__ = ["take_position_over"]

_PLACES = {
    "hand": Place.HAND,
    "grave": Place.GRAVEYARD,
    "removed": Place.BANISHED,
    "extra": Place.EXTRA_DECK,
    "deck": Place.DECK,
}
_SHOWN = ("removed", "extra")  # here lines tell which are face-up
_ROWS = (("mzone", 0), ("szone", 1))
_FACE_UP = (Position.FACE_UP_ATTACK, Position.FACE_UP_DEFENCE)
_NONE = 255


class _Wanted(NamedTuple):
    """A card that lies in a pile there, and not here."""

    code: int
    owner: int
    place: Place
    face_up: bool


def take_position_over(duel: Duel, line: Line, numbers: Numbers) -> bool:
    """Make our position that of a line, if it is one of the same cards.

    Returns
    -------
    bool
        Whether it is that of the line now, in all that is compared; if not, the duel is good
        for nothing more.
    """
    left = _out_of_place(duel, line, numbers)
    wanted = [*_wanted(duel, line, numbers)]
    if left is None or len(left) != len(wanted):
        return False
    owner = duel.state["owner"]
    moves = []
    for want in wanted:
        for number in left:
            if (numbers.codes[number], int(owner[number])) == (want.code, want.owner):
                left.remove(number)
                moves.append((number, int(want.place), want.face_up))
                break
        else:
            return False
    duel.state["lp"] = [max(0, amount) for amount in line.lp]  # WIN-1
    try:
        duel.handle.lay(moves)
    except ValueError:
        return False
    for player, (our, their) in enumerate(zip(our_sides(duel, numbers), line.sides, strict=True)):
        for name in PILES:
            mine, recorded = getattr(our, name), getattr(their, name)
            if mine != recorded and Counter(mine) == Counter(recorded):
                take_order_over(duel, player, name, recorded, numbers)
    return not position_differences(duel, line, numbers, ())


def _out_of_place(duel: Duel, line: Line, numbers: Numbers) -> list[int] | None:
    """The cards of ours that lie elsewhere there; None if one is on the field there alone."""
    state = duel.state
    found: list[int] = []
    for player, (our, their) in enumerate(zip(our_sides(duel, numbers), line.sides, strict=True)):
        for name, row in _ROWS:
            pairs = zip(getattr(our, name), getattr(their, name), strict=True)
            for slot, (mine, recorded) in enumerate(pairs):
                if recorded is None and mine is not None:
                    number = int(state["zone"][player][row][slot])
                    if number == _NONE:
                        return None  # its summon may still be negated
                    found.append(number)
                elif recorded is not None and (mine is None or mine.code != recorded.code):
                    return None
        for name, place in _PLACES.items():
            spare = Counter(getattr(our, name)) - Counter(getattr(their, name))
            count = int(state["pile_count"][player][place])
            # The last ones: those before them have lain there longer in both.
            for number in reversed(state["pile"][player, place, :count].tolist()):
                key = _key(duel, numbers, name, number)
                if spare[key]:
                    spare[key] -= 1
                    found.append(number)
    return found


def _key(duel: Duel, numbers: Numbers, name: str, number: int) -> int | tuple[int, bool]:
    code = numbers.codes[number]
    return (code, duel.state["position"][number] in _FACE_UP) if name in _SHOWN else code


def _wanted(duel: Duel, line: Line, numbers: Numbers) -> Iterator[_Wanted]:
    """What lies in piles there and not here, in the order of the piles."""
    sides: tuple[PlayerSide, PlayerSide] = our_sides(duel, numbers)
    for player, (our, their) in enumerate(zip(sides, line.sides, strict=True)):
        for name, place in _PLACES.items():
            lacking = Counter(getattr(their, name)) - Counter(getattr(our, name))
            for key in getattr(their, name):
                if not lacking[key]:
                    continue
                lacking[key] -= 1
                code, shown = key if isinstance(key, tuple) else (key, place is Place.GRAVEYARD)
                # Cards lie in piles of their owner (ZONE-3); a line marks others by the sign.
                yield _Wanted(abs(code), player if code > 0 else 1 - player, place, shown)
