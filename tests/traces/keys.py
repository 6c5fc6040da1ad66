"""Legal options of either engine as comparable keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from tests.traces.compare import Numbers
from tests.traces.reading import Line
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, MoveKind, Place
from ygosim.records import Move

__all__ = [
    "PASS",
    "Key",
    "Pile",
    "activation",
    "card_key",
    "our_keys",
    "their_key",
    "their_keys",
    "their_options",
]

Pile = tuple[int, str]
"""A player and what the recorded duels call a pile of that player."""

ACTS = {
    "NORMAL_SUMMON": "summon",
    "SPECIAL_SUMMON": "spsummon",
    "SET_MONSTER": "mset",
    "SET_SPELL_TRAP": "sset",
    "FLIP_SUMMON": "reposition",
    "CHANGE_POSITION": "reposition",
    "ACTIVATE": "activate",
    "ENTER_BATTLE_PHASE": "to_bp",
    "ENTER_MAIN_PHASE_2": "to_m2",
    "END_TURN": "to_ep",
    "ATTACK": "attack",
    "CHOOSE_TRIBUTE": "card",
    "CHOOSE_TARGET": "card",
    "CHOOSE_DISCARD": "card",
    "CHOOSE_CARD": "card",
    "CHOOSE_ZONE": "place",
    "CHOOSE_OPTION": "option",
    "CHOOSE_POSITION": "position",
    "YES": "yes",
    "NO": "no",
    "PASS": "pass",
    "FINISH": "finish",
}
"""What the recorded duels call our moves, by the name of their kind."""

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
_COUNTED = frozenset(("option", "number", "bit"))  # the first, the second, … that is offered
_WITHOUT_CARD = frozenset(("yes", "no", "pass", "finish"))
_TRIGGERS = frozenset(("TRIGGER", "RESPONSE"))


class Key(NamedTuple):
    """An option.  Several effects at one place are as many equal keys.

    `code` is 0 and `con` -1 where the option is about no card; `seq` is -1 there and in
    places whose order means nothing, the position of a "position", the rank of an "option".
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
        elif self.seq >= 0:
            where += f" {self.seq}"
        return self.act + where + (" (directly)" if self.direct else "")


PASS = Key("pass")


def their_key(choice: dict[str, Any], loose: Collection[Pile] = ()) -> Key:
    """The key of one choice of a recorded line that is about a card or a zone.

    Parameters
    ----------
    loose
        Piles in which several cards have just arrived together: there the order of ours may
        be another, so that keys have no `seq`.
    """
    loc, con = choice.get("loc", ""), choice.get("con", -1)
    ordered = loc not in _WITHOUT_ORDER and (con, loc) not in loose
    return Key(
        _CARD_ACTS.get(choice["act"], choice["act"]),
        choice.get("code", 0),
        con,
        loc,
        choice.get("seq", -1) if ordered else -1,
        choice.get("direct", False),
    )


def their_keys(line: Line, decision: str = "", loose: Collection[Pile] = ()) -> list[Key]:
    """The key of each choice of a line, as ours asks it: `decision`.

    One optional trigger is a question there (yes or no), here a choice between it and to pass.
    """
    return [_their_key(rank, line, decision, loose) for rank in range(len(line.choices))]


def _their_key(rank: int, line: Line, decision: str, loose: Collection[Pile]) -> Key:
    choice = line.choices[rank]
    act = choice["act"]
    if act in _COUNTED:
        return Key("option", seq=rank)
    if act == "position":
        return Key(act, seq=choice["pos"])
    if act not in ("yes", "no"):
        return their_key(choice, loose)
    if line.msg == "SELECT_EFFECTYN" and decision in _TRIGGERS:
        return PASS if act == "no" else their_key({**choice, "act": "activate"}, loose)
    return Key(act)


def their_options(line: Line, decision: str = "", loose: Collection[Pile] = ()) -> Counter[Key]:
    """All that a line offers, each as often as it is there; to pass in a chain is an option."""
    options = Counter(their_keys(line, decision, loose))
    if line.msg == "SELECT_CHAIN" and line.more["can_pass"]:
        options[PASS] += 1
    return options


def card_key(
    act: str, number: int, duel: Duel, numbers: Numbers, loose: Collection[Pile] = ()
) -> Key:
    """The key of a card of ours where it is now."""
    state = duel.state
    loc = LOCATIONS[Place(int(state["place"][number]))]
    con = int(state["controller"][number])
    ordered = loc not in _WITHOUT_ORDER and (con, loc) not in loose
    seq = int(state["slot"][number]) if ordered else -1
    return Key(act, numbers.codes[number], con, loc, seq)


def our_keys(
    duel: Duel, legal: Iterable[Move], numbers: Numbers, loose: Collection[Pile] = ()
) -> dict[Key, list[Move]]:
    """Legal moves of ours by key; those with one key are copies, or effects of one card."""
    keys: dict[Key, list[Move]] = {}
    for rank, move in enumerate(legal):
        keys.setdefault(_our_key(rank, move, duel, numbers, loose), []).append(move)
    return keys


def _our_key(rank: int, move: Move, duel: Duel, numbers: Numbers, loose: Collection[Pile]) -> Key:
    act = ACTS.get(move.kind.name, move.kind.name)
    if move.kind is MoveKind.CHOOSE_ZONE:
        return Key(act, 0, *_zone(duel, move.slot))
    if act == "option":
        return Key(act, seq=rank)
    if act == "position":
        return Key(act, seq=move.slot)
    if move.card is None or act in _WITHOUT_CARD:
        return Key(act)
    key = card_key(act, move.card, duel, numbers, loose)
    if move.kind is MoveKind.ATTACK:
        return key._replace(direct=_may_be_direct(duel, move))
    return key


def _zone(duel: Duel, slot: int) -> tuple[int, str, int]:
    assert duel.player is not None
    state = duel.state
    names = state.dtype.names
    if "zone_row" in names and state["effects"]:
        row = "szone" if state["zone_row"] else "mzone"
    else:
        opened_by = int(state["frames"][0]["move"])
        row = "szone" if opened_by == MoveKind.SET_SPELL_TRAP else "mzone"
    return duel.player, row, slot


def _may_be_direct(duel: Duel, attack: Move) -> bool:
    # What the core does with the attack tells; targets are asked for next.
    after = duel.copy()
    after.apply(attack)
    return after.decision is not DecisionKind.ATTACK_TARGET or any(
        move.kind is MoveKind.ATTACK_DIRECTLY for move in after.legal()
    )


def activation(line: Line, moves: Iterable[Move]) -> Move | None:
    """The move that a line's answer is, among those with its key.

    Effects of one card are told apart by their order alone: the second of theirs is the
    second of ours.  Copies of a card are all alike.
    """
    index = line.response[0]
    place = [line.choices[index].get(name) for name in ("con", "loc", "seq")]
    rank: int = sum(
        choice["act"] == line.choices[index]["act"]
        and [choice.get(name) for name in ("con", "loc", "seq")] == place
        for choice in line.choices[:index]
    )
    of_card: dict[int | None, list[Move]] = {}
    for move in moves:
        of_card.setdefault(move.card, []).append(move)
    for same in of_card.values():
        if len(same) > rank:
            return sorted(same, key=lambda move: move.slot)[rank]
    return None
