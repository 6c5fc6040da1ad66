"""The whole position of a duel of ours, as recorded lines have it, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.traces.reading import IGNORED_TYPE, FieldCard, Line, PlayerSide, RecordedDuel, freeze
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.enums import CardType, CounterKind, Phase, Place, Position

__all__ = [
    "PHASES",
    "PILES",
    "SHUFFLES",
    "Numbers",
    "may_differ_in_order",
    "our_sides",
    "position_differences",
    "take_order_over",
    "take_shuffled_sets_over",
]

PHASES = {
    Phase.DRAW: 1,
    Phase.STANDBY: 2,
    Phase.MAIN_1: 4,
    Phase.BATTLE: 8,
    Phase.MAIN_2: 256,
    Phase.END: 512,
}
"""The bits of the recorded duels for our phases."""

PILES = {"grave": Place.GRAVEYARD, "removed": Place.BANISHED, "deck": Place.DECK}
"""Piles whose order counts."""

SHUFFLES = {"SHUFFLE_DECK": ("deck",), "SWAP_GRAVE_DECK": ("deck", "grave")}
"""Events after which the order of some piles means nothing."""

_FACE_UP = (Position.FACE_UP_ATTACK, Position.FACE_UP_DEFENCE)
_NO_LEVEL = CardType.XYZ | CardType.LINK
_EQUIP = int(CardType.EQUIP | CardType.SPELL)
_NEGATED = 1  # of state["zone_props"]
_ROWS = {"mzone": 0, "szone": 1}
_NONE = 255


class More(NamedTuple):
    """What effects add to a card in a zone."""

    disabled: bool = False
    equip: bool = False  # it is an Equip Card
    rest: tuple[tuple[str, Any], ...] = ()


_PLAIN = More()


class Numbers:
    """What is known of each card of a duel by its number, before anything happens.

    Cards are numbered in creation order, so that the printed passcodes come from the
    recorded decks, other artworks included; tokens come behind them.
    """

    def __init__(self, recorded: RecordedDuel, duel: Duel) -> None:
        self.codes: list[int] = []
        for main, extra in recorded.decks:
            self.codes += reversed(main)
            self.codes += reversed(extra)
        definitions = duel.state["code"][: int(duel.state["card_count"])]
        self._cards: list[Card] = [duel.setup.definitions[int(code)] for code in definitions]
        self.codes += [card.passcode for card in self._cards[len(self.codes) :]]
        self._made: dict[Any, FieldCard] = {}

    def field_card(
        self, number: int, owner: int, pos: int, values: tuple[int, int] | None, more: More = _PLAIN
    ) -> FieldCard:
        """The card as a recorded line shows it; `values` are ATK and DEF in a monster zone."""
        key = (number, owner, pos, values, more)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(number, owner, pos, values, more)
        return made

    def _make(
        self, number: int, owner: int, pos: int, values: tuple[int, int] | None, more: More
    ) -> FieldCard:
        card = self._cards[number]
        base = (card.atk or 0, card.def_ or 0)
        atk, def_ = base if values is None else values
        rest = [*more.rest]
        if card.type & CardType.LINK:
            rest += [("link", card.level), ("link_marker", int(card.link_markers))]
        if card.type & CardType.PENDULUM:
            rest += [("lscale", card.left_scale), ("rscale", card.right_scale)]
        return FieldCard(
            code=self.codes[number],
            pos=pos,
            owner=owner,
            type=(
                _EQUIP | card.type & CardType.TOKEN
                if more.equip and card.is_monster
                else int(card.type) & ~IGNORED_TYPE
            ),
            atk=atk,
            def_=def_,
            base_atk=base[0],
            base_def=base[1],
            level=0 if card.type & _NO_LEVEL else card.level,
            rank=card.level if card.type & CardType.XYZ else 0,
            attr=int(card.attribute),
            race=int(card.monster_type),
            disabled=more.disabled,
            rest=tuple(sorted(rest)),
        )


def our_sides(duel: Duel, numbers: Numbers) -> tuple[PlayerSide, PlayerSide]:
    """Both players' cards, in the form of recorded lines."""
    state = duel.state
    owner, position, zones, atk, def_ = (
        state[name].tolist() for name in ("owner", "position", "zone", "zone_atk", "zone_def")
    )
    counts, piles = state["pile_count"].tolist(), state["pile"]
    codes = numbers.codes
    added = _added(duel)
    pending = _pending(duel)

    def lying(player: int, place: Place) -> Iterator[int]:
        for number in piles[player, place, : counts[player][place]].tolist():
            if pending is None or number != pending.number:
                yield number

    def pile(player: int, place: Place) -> Iterator[int]:
        for number in lying(player, place):
            yield codes[number] if owner[number] == player else -codes[number]

    def faced(player: int, place: Place) -> Iterator[tuple[int, bool]]:
        for number, code in zip(lying(player, place), pile(player, place), strict=True):
            yield code, position[number] in _FACE_UP

    def monster(player: int, slot: int) -> FieldCard | None:
        if pending is not None and (player, slot) == pending[1:3]:
            number = pending.number
            return numbers.field_card(number, owner[number], pending.position, None)
        number = zones[player][0][slot]
        if number == 255:
            return None
        values = (atk[player][slot], def_[player][slot])
        more = added.get(number, _PLAIN)
        return numbers.field_card(number, owner[number], position[number], values, more)

    def spell_trap(player: int, slot: int) -> FieldCard | None:
        number = zones[player][1][slot]
        if number == 255:
            return None
        pos = 5 if position[number] in _FACE_UP else 10
        return numbers.field_card(number, owner[number], pos, None, added.get(number, _PLAIN))

    def side(player: int) -> PlayerSide:
        return PlayerSide(
            mzone=tuple(monster(player, slot) for slot in range(7)),
            szone=tuple(spell_trap(player, slot) for slot in range(8)),
            hand=tuple(sorted(pile(player, Place.HAND))),
            grave=tuple(pile(player, Place.GRAVEYARD)),
            removed=tuple(faced(player, Place.BANISHED)),
            extra=tuple(sorted(faced(player, Place.EXTRA_DECK))),
            deck=tuple(pile(player, Place.DECK)),
        )

    return side(0), side(1)


class _Pending(NamedTuple):
    """A monster whose summon may still be negated: nowhere here, in its zone there (SUM-5)."""

    number: int
    player: int
    slot: int
    position: int


def _pending(duel: Duel) -> _Pending | None:
    state = duel.state
    names = state.dtype.names
    if "pending" not in names or not state["effects"] or int(state["pending"]) == _NONE:
        return None
    number = int(state["pending"])
    # The frame that summons it knows its zone, and its position if that was asked.
    frames = state["frames"][: int(state["frame_count"])]
    frame = next(frame for frame in frames if frame["card"] == number)
    position = int(frame["most"]) or int(Position.FACE_UP_ATTACK)
    return _Pending(number, int(state["controller"][number]), int(frame["last"]), position)


def _added(duel: Duel) -> dict[int, More]:
    """What effects have added to cards in zones, by number; a core without effects: nothing."""
    state = duel.state
    names = state.dtype.names
    if "effects" in names and not state["effects"]:
        return {}
    rest: dict[int, dict[str, Any]] = {}
    zones = state["zone"].tolist()
    if "counters" in names:
        for bears in state["counters"][: int(state["counters_count"])]:
            if bears["kind"] == CounterKind.TURNS:
                continue  # none of the game's: that engine keeps the count elsewhere
            kinds = rest.setdefault(int(bears["card"]), {}).setdefault("counters", [])
            kinds.append((int(bears["kind"]), int(bears["count"])))
    equips: set[int] = set()
    if "attached" in names:
        for player, row in enumerate(state["attached"].tolist()):
            for slot, host in enumerate(row):
                number = zones[player][1][slot] if slot < len(zones[player][1]) else _NONE
                if host == _NONE or number == _NONE:
                    continue
                at = _at(duel, host)
                rest.setdefault(number, {})["targets"] = (at,)
                if _has(state["equips"], number):
                    rest[number]["equipped_to"] = at
                    equips.add(number)
    negated: set[int] = set()
    if "zone_props" in names:
        for player, row, slot in zip(*(state["zone_props"] & _NEGATED).nonzero(), strict=True):
            negated.add(zones[player][row][slot])
    return {
        number: More(
            number in negated,
            number in equips,
            tuple(
                (name, tuple(sorted(value)) if name == "counters" else value)
                for name, value in rest.get(number, {}).items()
            ),
        )
        for number in negated.union(rest)
    }


def _at(duel: Duel, number: int) -> Any:
    """Where a card on the field is, as lines refer to it."""
    state = duel.state
    loc = "mzone" if state["place"][number] == Place.MONSTER_ZONE else "szone"
    place = {"con": int(state["controller"][number]), "loc": loc, "seq": int(state["slot"][number])}
    return freeze(place)


def _has(bits: Any, number: int) -> bool:
    return bool(int(bits.reshape(-1)[number // 64]) >> number % 64 & 1)


def _chain_words(duel: Duel, line: Line, numbers: Numbers) -> list[str]:
    """What differs in the chain: the cards of its links, link 1 first."""
    state = duel.state
    if "chain_count" not in state.dtype.names or line.msg == "end":
        return []
    links = state["chain"]["card"][: int(state["chain_count"])].tolist()
    ours = [numbers.codes[number] for number in links]
    theirs = [link["code"] for link in line.more.get("chain", ())]
    return [] if ours == theirs else [f"chain: ours {ours}, theirs {theirs}"]


def position_differences(
    duel: Duel, line: Line, numbers: Numbers, events: Iterable[dict[str, Any]]
) -> list[str]:
    """What differs between our position and the recorded one, in words.

    Where cards moved together into a pile, their order is taken over from the line.

    Parameters
    ----------
    events
        All that happened since the last position that was compared.
    """
    found = []
    lp = tuple(max(0, amount) for amount in line.lp)  # WIN-1: never below 0; theirs are
    if duel.lp != lp:
        found.append(f"life points: ours {duel.lp}, theirs {lp}")
    if duel.turn != line.turn:
        found.append(f"turn: ours {duel.turn}, theirs {line.turn}")
    found += _chain_words(duel, line, numbers)
    ours = our_sides(duel, numbers)
    if ours == line.sides:
        return found
    events = tuple(events)
    if take_shuffled_sets_over(duel, line, numbers, ours, events):
        ours = our_sides(duel, numbers)
    for player, (our, their) in enumerate(zip(ours, line.sides, strict=True)):
        for name in PlayerSide._fields:
            mine, recorded = getattr(our, name), getattr(their, name)
            if mine == recorded:
                continue
            where = f"player {player}'s {name}"
            if name in ("mzone", "szone"):
                found += _zone_differences(where, mine, recorded)
            elif name not in PILES or Counter(mine) != Counter(recorded):
                found.append(f"{where}: {_multiset_words(mine, recorded)}")
            elif not may_differ_in_order(mine, recorded, player, name, events):
                found.append(f"{where}: another order: ours {mine}, theirs {recorded}")
            else:
                take_order_over(duel, player, name, recorded, numbers)
    return found


def _zone_differences(
    where: str, mine: Sequence[FieldCard | None], recorded: Sequence[FieldCard | None]
) -> Iterator[str]:
    for slot, (our, their) in enumerate(zip(mine, recorded, strict=True)):
        if our == their:
            continue
        if our is None or their is None or our.code != their.code:
            words = [f"{card.code if card else 'nothing'}" for card in (our, their)]
            yield f"{where} {slot}: ours {words[0]}, theirs {words[1]}"
            continue
        for field in FieldCard._fields:
            values = getattr(our, field), getattr(their, field)
            if values[0] != values[1]:
                name = field.rstrip("_")
                yield f"{where} {slot}, {our.code}: {name}: ours {values[0]}, theirs {values[1]}"


def _multiset_words(mine: Sequence[Any], recorded: Sequence[Any]) -> str:
    ours, theirs = Counter(mine), Counter(recorded)
    return (
        f"only ours {sorted((ours - theirs).elements())}, "
        f"only theirs {sorted((theirs - ours).elements())}"
    )


def may_differ_in_order(
    mine: Sequence[Any],
    recorded: Sequence[Any],
    player: int,
    name: str,
    events: Sequence[dict[str, Any]],
) -> bool:
    """Whether the order of a pile means nothing after these events.

    It does where cards were shuffled, or several came: only these may lie in another order.
    """
    if any(
        name in SHUFFLES.get(event["t"], ()) and event.get("player", player) == player
        for event in events
    ):
        return True
    arrived = [
        event["code"]
        for event in events
        if event["t"] == "MOVE" and event["to"]["loc"] == name and event["to"]["con"] == player
    ]
    pairs = zip(mine, recorded, strict=True)
    lower = next((i for i, (our, their) in enumerate(pairs) if our != their), len(mine))
    upper = [card[0] if isinstance(card, tuple) else card for card in mine[lower:]]
    return len(arrived) > 1 and Counter(map(abs, upper)) <= Counter(arrived)


def take_order_over(
    duel: Duel, player: int, name: str, recorded: Sequence[Any], numbers: Numbers
) -> None:
    """Lay the cards of one of our piles in the recorded order; they are the same cards."""
    state, place = duel.state, PILES[name]
    row = state["pile"][player, place]
    owner, position, slot = state["owner"].tolist(), state["position"].tolist(), state["slot"]
    left: dict[Any, list[int]] = {}
    for number in row[: len(recorded)].tolist():
        code = numbers.codes[number] * (1 if owner[number] == player else -1)
        key = (code, position[number] in _FACE_UP) if name == "removed" else code
        left.setdefault(key, []).append(number)
    for index, key in enumerate(recorded):
        number = left[key].pop(0)
        row[index] = number
        slot[number] = index


def take_shuffled_sets_over(
    duel: Duel,
    line: Line,
    numbers: Numbers,
    ours: Sequence[PlayerSide],
    events: Sequence[dict[str, Any]],
) -> bool:
    """Lay Set cards that were shuffled among their zones as the line has them.

    Returns
    -------
    bool
        Whether a card of ours changed its zone.
    """
    changed = False
    for event in events:
        if event["t"] != "SHUFFLE_SET_CARD":
            continue
        player, row = event["from"][0]["con"], event["loc"]
        slots = [place["seq"] for place in event["from"]]
        mine, recorded = (
            [getattr(side, row)[slot] for slot in slots]
            for side in (ours[player], line.sides[player])
        )
        same = Counter(_code(card) for card in mine) == Counter(_code(card) for card in recorded)
        if same and mine != recorded and None not in mine:
            _lay(duel, player, _ROWS[row], slots, [_code(card) for card in recorded], numbers)
            changed = True
    return changed


def _code(card: FieldCard | None) -> int:
    return card.code if card is not None else 0


def _lay(
    duel: Duel, player: int, row: int, slots: list[int], codes: list[int], numbers: Numbers
) -> None:
    state = duel.state
    zones = state["zone"][player][row]
    left = [(int(zones[slot]), slot) for slot in slots]
    arrays = [state["zone"][player][row]]
    arrays += [state[name][player] for name in ("zone_atk", "zone_def") if row == 0]
    arrays += [
        state[name][player][row]
        for name in ("zone_props", "zone_since")
        if name in state.dtype.names
    ]
    before = [array.copy() for array in arrays]
    for slot, code in zip(slots, codes, strict=True):
        index = next(i for i, (number, _) in enumerate(left) if numbers.codes[number] == code)
        number, came_from = left.pop(index)
        for array, old in zip(arrays, before, strict=True):
            array[slot] = old[came_from]
        state["slot"][number] = slot
