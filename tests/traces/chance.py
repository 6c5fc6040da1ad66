"""What chance did in a recorded duel, so that the same happens in ours.

Coins, dice and random picks stand in the events of the line after them; they are handed to
our duel before the move from which they come.  Decks keep their order there when an effect
shuffles them, so they do here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.traces.compare import PILES, SHUFFLES, Numbers, take_order_over
from tests.traces.keys import LOCATIONS, Pile
from ygosim.duel import Duel
from ygosim.enums import Place

__all__ = [
    "deck_when_shuffled",
    "feed",
    "is_shuffling",
    "keep_order",
    "lay_deck",
    "loose_piles",
    "outcomes",
    "unused_outcomes",
]

_TOSSES = frozenset(("TOSS_COIN", "TOSS_DICE"))
_PLACES = {loc: place for place, loc in LOCATIONS.items()}

Events = Sequence[dict[str, Any]]


_ASKS, _WAITS = 2, 3  # of state["keep_order"]


def keep_order(duel: Duel) -> None:
    """Let effects of our duel ask before they shuffle a deck, which then stays as it lies."""
    duel.state["keep_order"] = _ASKS


def is_shuffling(duel: Duel) -> bool:
    """Whether our duel waits for a deck to be laid: that of the player who is asked."""
    return int(duel.state["keep_order"]) == _WAITS


def lay_deck(duel: Duel, recorded: Sequence[int] | None, numbers: Numbers) -> None:
    """Lay the deck that is shuffled as the recorded one lies, and go on.

    Decks keep their order there too, but what is shuffled in may lie in another one.
    """
    player = duel.player
    assert player is not None
    ours = [numbers.codes[number] for number in _lying(duel, player, Place.DECK)]
    if recorded is not None and Counter(ours) == Counter(recorded):
        take_order_over(duel, player, "deck", recorded, numbers)
    duel.state["keep_order"] = _ASKS
    duel.apply(duel.legal()[0])


def deck_when_shuffled(
    deck: Sequence[int], events: Events, player: int, times: int
) -> list[int] | None:
    """How a recorded deck lies when it has been shuffled so many times.

    Parameters
    ----------
    deck
        The deck before the events, from the bottom.

    Returns
    -------
    list of int or None
        None where the events do not tell.
    """
    lying = list(deck)
    for event in events:
        kind = event["t"]
        if kind == "SHUFFLE_DECK" and event["player"] == player:
            times -= 1
            if times == 0:
                return lying
        elif kind == "DRAW" and event["player"] == player:
            del lying[len(lying) - len(event["codes"]) :]
        elif kind == "MOVE":
            for end, place in (("from", event["from"]), ("to", event["to"])):
                if (place["con"], place["loc"]) != (player, "deck"):
                    continue
                if end == "to":
                    lying.insert(place["seq"], event["code"])
                elif place["seq"] < len(lying) and lying[place["seq"]] == event["code"]:
                    del lying[place["seq"]]
                else:
                    return None
        elif kind == "SWAP_GRAVE_DECK":
            return None
    return None


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
