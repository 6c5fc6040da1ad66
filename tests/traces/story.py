"""What happened in a no-effect duel, step by step, as both engines tell it.

Positions are compared at decisions only; the story also has what lies between two of them:
phases without a decision, draws, damage, the order of things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.traces.compare import PHASES, Numbers
from tests.traces.reading import Line
from ygosim.enums import EventKind, Phase, Place
from ygosim.records import Event

__all__ = ["our_story", "their_story"]

Step = tuple[str | int, ...]

_MAIN_2 = ("phase", PHASES[Phase.MAIN_2])
_END = ("phase", PHASES[Phase.END])


def their_story(lines: Iterable[Line]) -> list[Step]:
    """The steps of a recorded duel."""
    return _told(step for line in lines for step in _their_steps(line))


def our_story(log: Iterable[Event], numbers: Numbers) -> list[Step]:
    """The steps of a duel of ours."""
    return _told(step for event in log for step in _our_steps(event, numbers))


def _told(steps: Iterable[Step]) -> list[Step]:
    told: list[Step] = []
    together: list[Step] = []  # cards that moved one after the other: their order means nothing
    for step in steps:
        if step[0] == "to GY":
            together.append(step)
            continue
        told += sorted(together)
        together = []
        if step == _END and told[-1] == _MAIN_2:
            # That engine passes through Main Phase 2 on its way from the Battle Phase to the
            # End Phase; TURN-1 makes it optional, and nobody is asked anything there.
            told.pop()
        told.append(step)
    return told + sorted(together)


def _their_steps(line: Line) -> Iterator[Step]:
    for event in line.events:
        kind = event["t"]
        if kind == "NEW_TURN":
            yield "turn", event["player"]
        elif kind == "NEW_PHASE":
            yield "phase", event["phase"]
        elif kind == "DRAW":
            yield "draw", event["player"], len(event["codes"])
        elif kind == "SUMMONING":
            yield "summon", event["code"], event["at"]["seq"]
        elif kind == "SET":
            yield "set", event["code"], event["at"]["seq"]
        elif kind == "FLIPSUMMONING":
            yield "flip summon", event["code"]
        elif kind == "POS_CHANGE":
            yield "position", event["code"], event["pos"]
        elif kind == "ATTACK":
            yield "attack", event.get("target", {}).get("loc") == "mzone"
        elif kind == "DAMAGE":
            yield "damage", event["player"], event["amount"]
        elif kind == "MOVE" and event["to"]["loc"] == "grave":
            yield "to GY", event["to"]["con"], event["code"]


def _our_steps(event: Event, numbers: Numbers) -> Iterator[Step]:
    kind = event.kind
    code = 0 if event.card is None else numbers.codes[event.card]
    if kind is EventKind.TURN_STARTED:
        yield "turn", event.player
    elif kind is EventKind.PHASE_STARTED:
        yield "phase", PHASES[Phase(event.value)]
    elif kind is EventKind.DRAWN:
        yield "draw", event.player, event.value
    elif kind is EventKind.NORMAL_SUMMONED:
        yield "summon", code, event.to_slot
    elif kind is EventKind.SET:
        yield "set", code, event.to_slot
    elif kind is EventKind.FLIP_SUMMONED:
        yield "flip summon", code
    elif kind in (EventKind.POSITION_CHANGED, EventKind.FLIPPED):
        yield "position", code, event.position
    elif kind is EventKind.ATTACK_DECLARED:
        yield "attack", event.other is not None
    elif kind is EventKind.DAMAGE_TAKEN:
        yield "damage", event.player, event.value
    elif kind is EventKind.MOVED and event.to_place is Place.GRAVEYARD:
        yield "to GY", event.to_player, code
