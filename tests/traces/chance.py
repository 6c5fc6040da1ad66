"""What chance did in a recorded duel, so that the same happens in ours.

Coins, dice and random picks stand in the events of the line after them; they are handed to
our duel before the move from which they come.  Decks keep their order there when an effect
shuffles them, so they do here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.traces.compare import PILES, SHUFFLES, Numbers
from tests.traces.keys import LOCATIONS, Pile
from ygosim.duel import Duel
from ygosim.enums import Place

__all__ = ["feed", "keep_order", "loose_piles", "outcomes", "unused_outcomes"]

_TOSSES = frozenset(("TOSS_COIN", "TOSS_DICE"))
_PLACES = {loc: place for place, loc in LOCATIONS.items()}

Events = Sequence[dict[str, Any]]


def keep_order(duel: Duel) -> None:
    """Let effects of our duel leave decks as they lie when they shuffle them."""
    if hasattr(duel.handle, "set_shuffling"):
        duel.handle.set_shuffling(False)
    elif "keep_order" in duel.state.dtype.names:
        duel.state["keep_order"] = 1


def feed(duel: Duel, values: Sequence[int]) -> None:
    """Let the next coins, dice and picks of our duel come out so."""
    if not values:
        return
    if hasattr(duel.handle, "feed"):
        duel.handle.feed(list(values))
        return
    state = duel.state
    if "fed" in state.dtype.names:
        count = min(len(values), len(state["fed"]))
        state["fed"][:count] = values[count - 1 :: -1] if count else ()
        state["fed_count"] = count


def unused_outcomes(duel: Duel) -> int:
    """How many outcomes that were handed over have not been used."""
    return int(duel.state["fed_count"]) if "fed_count" in duel.state.dtype.names else 0


def outcomes(events: Events, duel: Duel, numbers: Numbers) -> list[int]:
    """What chance does in these events: coins (1 = heads), dice, numbers of cards picked.

    Parameters
    ----------
    events
        What happens between our duel's position and the next decision.
    """
    values: list[int] = []
    drawn: Counter[int] = Counter()
    taken: set[int] = set()
    for index, event in enumerate(events):
        if event["t"] in _TOSSES:
            values += event["results"]
        elif event["t"] == "DRAW":
            drawn[event["player"]] += len(event["codes"])
        elif event["t"] == "RANDOM_SELECTED":
            pile = event["cards"][0]["con"], event["cards"][0]["loc"]
            for code in _picked(events[index + 1 :], pile, len(event["cards"])):
                number = _card(code, pile, drawn, taken, duel, numbers)
                if number is not None:
                    taken.add(number)
                    values.append(number)
    return values


def _picked(after: Events, pile: Pile, count: int) -> list[int]:
    """Passcodes of the picked cards: of those that move from there next, or are shown."""
    moved: list[int] = []
    for event in after:
        if event["t"] == "RANDOM_SELECTED":
            break
        if event["t"] == "MOVE" and (event["from"]["con"], event["from"]["loc"]) == pile:
            moved.append(event["code"])
        elif event["t"] == "CONFIRM_CARDS" and not moved:
            shown = [c["code"] for c in event["cards"] if (c["con"], c["loc"]) == pile]
            if len(shown) == count:
                return shown
    return moved[:count]


def _card(
    code: int, pile: Pile, drawn: Counter[int], taken: set[int], duel: Duel, numbers: Numbers
) -> int | None:
    """A card of that passcode which is there, or will be by the time it is picked."""
    con, loc = pile
    candidates = [
        *_lying(duel, con, _PLACES[loc]),
        *_lying(duel, con, Place.DECK)[::-1][: drawn[con]],
        *_lying(duel, con, Place.DECK)[::-1],
        *_lying(duel, con, Place.GRAVEYARD),
    ]
    return next((n for n in candidates if numbers.codes[n] == code and n not in taken), None)


def _lying(duel: Duel, player: int, place: Place) -> list[int]:
    state = duel.state
    if place in (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE):
        row = state["zone"][player][int(place is Place.SPELL_TRAP_ZONE)].tolist()
        return [number for number in row if number != 255]
    cards: list[int] = state["pile"][player, place, : state["pile_count"][player][place]].tolist()
    return cards


def loose_piles(events: Iterable[dict[str, Any]]) -> frozenset[Pile]:
    """The piles whose order may differ from ours after these events."""
    arrived = Counter(_arrivals(events))
    return frozenset(pile for pile, count in arrived.items() if count > 1)


def _arrivals(events: Iterable[dict[str, Any]]) -> Iterator[Pile]:
    for event in events:
        if event["t"] == "MOVE" and event["to"]["loc"] in PILES:
            yield event["to"]["con"], event["to"]["loc"]
        for name in SHUFFLES.get(event["t"], ()):
            for player in (0, 1):
                yield from 2 * ((player, name),)
