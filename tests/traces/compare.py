"""The whole position of a duel of ours, as recorded lines have it, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.traces.reading import FieldCard, Line, PlayerSide, RecordedDuel
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.duel import Duel
from ygosim.enums import CardType, Phase, Place, Position

__all__ = ["Numbers", "our_sides", "position_differences", "take_order_over"]

PHASES = {
    Phase.DRAW: 1,
    Phase.STANDBY: 2,
    Phase.MAIN_1: 4,
    Phase.BATTLE: 8,
    Phase.MAIN_2: 256,
    Phase.END: 512,
}
"""The bits of the recorded duels for our phases."""

_PILES = {"grave": Place.GRAVEYARD, "removed": Place.BANISHED, "deck": Place.DECK}
_SHUFFLES = {"SHUFFLE_DECK": "deck", "SWAP_GRAVE_DECK": "deck"}
_FACE_UP = (Position.FACE_UP_ATTACK, Position.FACE_UP_DEFENCE)
_NO_LEVEL = CardType.XYZ | CardType.LINK


class Numbers:
    """What is known of each card of a duel by its number, before anything happens.

    Cards are numbered in creation order, so that the printed passcodes come from the
    recorded decks, other artworks included.
    """

    def __init__(self, recorded: RecordedDuel, catalogue: Catalogue) -> None:
        self.codes: list[int] = []
        for main, extra in recorded.decks:
            self.codes += reversed(main)
            self.codes += reversed(extra)
        self._cards: list[Card] = [catalogue[code] for code in self.codes]
        self._made: dict[Any, FieldCard] = {}

    def field_card(
        self, number: int, owner: int, pos: int, values: tuple[int, int] | None
    ) -> FieldCard:
        """The card as a recorded line shows it; `values` are ATK and DEF in a monster zone."""
        key = (number, owner, pos, values)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(number, owner, pos, values)
        return made

    def _make(self, number: int, owner: int, pos: int, values: tuple[int, int] | None) -> FieldCard:
        card = self._cards[number]
        base = (card.atk or 0, card.def_ or 0)
        atk, def_ = base if values is None else values
        rest = []
        if card.type & CardType.LINK:
            rest = [("link", card.level), ("link_marker", int(card.link_markers))]
        if card.type & CardType.PENDULUM:
            rest = [("lscale", card.left_scale), ("rscale", card.right_scale)]
        return FieldCard(
            code=self.codes[number],
            pos=pos,
            owner=owner,
            type=int(card.type),
            atk=atk,
            def_=def_,
            base_atk=base[0],
            base_def=base[1],
            level=0 if card.type & _NO_LEVEL else card.level,
            rank=card.level if card.type & CardType.XYZ else 0,
            attr=int(card.attribute),
            race=int(card.monster_type),
            disabled=False,
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

    def pile(player: int, place: Place) -> Iterator[int]:
        for number in piles[player, place, : counts[player][place]].tolist():
            yield codes[number] if owner[number] == player else -codes[number]

    def faced(player: int, place: Place) -> Iterator[tuple[int, bool]]:
        row = piles[player, place, : counts[player][place]].tolist()
        for number, code in zip(row, pile(player, place), strict=True):
            yield code, position[number] in _FACE_UP

    def monster(player: int, slot: int) -> FieldCard | None:
        number = zones[player][0][slot]
        if number == 255:
            return None
        values = (atk[player][slot], def_[player][slot])
        return numbers.field_card(number, owner[number], position[number], values)

    def spell_trap(player: int, slot: int) -> FieldCard | None:
        number = zones[player][1][slot]
        if number == 255:
            return None
        pos = 5 if position[number] in _FACE_UP else 10
        return numbers.field_card(number, owner[number], pos, None)

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
    ours = our_sides(duel, numbers)
    if ours == line.sides:
        return found
    events = tuple(events)
    for player, (our, their) in enumerate(zip(ours, line.sides, strict=True)):
        for name in PlayerSide._fields:
            mine, recorded = getattr(our, name), getattr(their, name)
            if mine == recorded:
                continue
            where = f"player {player}'s {name}"
            if name in ("mzone", "szone"):
                found += _zone_differences(where, mine, recorded)
            elif name not in _PILES or Counter(mine) != Counter(recorded):
                found.append(f"{where}: {_multiset_words(mine, recorded)}")
            elif not _may_differ_in_order(mine, recorded, player, name, events):
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


def _may_differ_in_order(
    mine: Sequence[Any],
    recorded: Sequence[Any],
    player: int,
    name: str,
    events: Sequence[dict[str, Any]],
) -> bool:
    if any(_SHUFFLES.get(event["t"]) == name for event in events):
        return True
    arrived = sum(
        event["t"] == "MOVE" and event["to"]["loc"] == name and event["to"]["con"] == player
        for event in events
    )
    # Only those that came together may lie in another order; the others lay there before.
    before = len(mine) - arrived
    return arrived > 1 and mine[:before] == recorded[:before]


def take_order_over(
    duel: Duel, player: int, name: str, recorded: Sequence[Any], numbers: Numbers
) -> None:
    """Lay the cards of one of our piles in the recorded order; they are the same cards."""
    state, place = duel.state, _PILES[name]
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
