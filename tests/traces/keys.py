"""Legal options of either engine as comparable keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.traces.compare import Numbers
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, MoveKind, Place
from ygosim.records import Move

__all__ = ["Key", "card_key", "our_keys", "their_key", "their_keys"]

ACTS = {
    MoveKind.NORMAL_SUMMON: "summon",
    MoveKind.SET_MONSTER: "mset",
    MoveKind.SET_SPELL_TRAP: "sset",
    MoveKind.FLIP_SUMMON: "reposition",
    MoveKind.CHANGE_POSITION: "reposition",
    MoveKind.ENTER_BATTLE_PHASE: "to_bp",
    MoveKind.ENTER_MAIN_PHASE_2: "to_m2",
    MoveKind.END_TURN: "to_ep",
    MoveKind.ATTACK: "attack",
    MoveKind.CHOOSE_TRIBUTE: "card",
    MoveKind.CHOOSE_TARGET: "card",
    MoveKind.CHOOSE_DISCARD: "card",
    MoveKind.CHOOSE_ZONE: "place",
}
"""What the recorded duels call our moves."""

LOCATIONS = {
    Place.DECK: "deck",
    Place.HAND: "hand",
    Place.GRAVEYARD: "grave",
    Place.BANISHED: "removed",
    Place.EXTRA_DECK: "extra",
    Place.MONSTER_ZONE: "mzone",
    Place.SPELL_TRAP_ZONE: "szone",
}
"""What they call our places."""

_WITHOUT_ORDER = frozenset(("hand", "deck", "extra"))
_CARD_ACTS = {"card": "card", "select": "card", "unselect": "card"}


class Key(NamedTuple):
    """An option.  Several effects at one place are as many equal keys.

    `code` is 0 and `con` -1 where the option is about no card; `seq` is -1 there and in
    places whose order means nothing.
    """

    act: str
    code: int = 0
    con: int = -1
    loc: str = ""
    seq: int = -1
    direct: bool = False  # an attack: it may be a direct one

    def __str__(self) -> str:
        where = f" {self.code}" if self.code else ""
        if self.loc:
            where += f" in {self.loc}" + (f" {self.seq}" if self.seq >= 0 else "")
            where += f" of player {self.con}"
        return self.act + where + (" (directly)" if self.direct else "")


def their_key(choice: dict[str, Any]) -> Key:
    """The key of one choice of a recorded line."""
    loc = choice.get("loc", "")
    return Key(
        _CARD_ACTS.get(choice["act"], choice["act"]),
        choice.get("code", 0),
        choice.get("con", -1),
        loc,
        -1 if loc in _WITHOUT_ORDER else choice.get("seq", -1),
        choice.get("direct", False),
    )


def their_keys(choices: Iterable[dict[str, Any]]) -> Counter[Key]:
    """The choices of a line, each as often as it is there."""
    return Counter(map(their_key, choices))


def card_key(act: str, number: int, duel: Duel, numbers: Numbers) -> Key:
    """The key of a card of ours where it is now."""
    state = duel.state
    loc = LOCATIONS[Place(int(state["place"][number]))]
    return Key(
        act,
        numbers.codes[number],
        int(state["controller"][number]),
        loc,
        -1 if loc in _WITHOUT_ORDER else int(state["slot"][number]),
    )


def our_keys(duel: Duel, numbers: Numbers) -> dict[Key, list[Move]]:
    """Our legal moves by key; those that differ only in which copy they are about, together."""
    keys: dict[Key, list[Move]] = {}
    for move in duel.legal():
        keys.setdefault(_our_key(move, duel, numbers), []).append(move)
    return keys


def _our_key(move: Move, duel: Duel, numbers: Numbers) -> Key:
    act = ACTS.get(move.kind, move.kind.name)
    if move.kind is MoveKind.CHOOSE_ZONE:
        return Key(act, 0, *_zone(duel, move.slot))
    if move.card is None:
        return Key(act)
    key = card_key(act, move.card, duel, numbers)
    if move.kind is MoveKind.ATTACK:
        return key._replace(direct=_may_be_direct(duel, move))
    return key


def _zone(duel: Duel, slot: int) -> tuple[int, str, int]:
    assert duel.player is not None
    opened_by = int(duel.state["frames"][0]["move"])
    row = "szone" if opened_by == MoveKind.SET_SPELL_TRAP else "mzone"
    return duel.player, row, slot


def _may_be_direct(duel: Duel, attack: Move) -> bool:
    # What the core does with the attack tells; targets are asked for next.
    after = duel.copy()
    after.apply(attack)
    return after.decision is not DecisionKind.ATTACK_TARGET or any(
        move.kind is MoveKind.ATTACK_DIRECTLY for move in after.legal()
    )
