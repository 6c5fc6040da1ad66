"""How many cards a player has seen by a turn, as the format draws them."""

from __future__ import annotations

from dataclasses import dataclass

from ygosim.rules import Rules

__all__ = ["Seen", "cards_seen"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The cards that a player has seen, and where they come from.

    `draws` are the normal draws of the player's own turns, the first turn first.  Cards
    that effects draw or search are not counted.
    """

    opening_hand: int
    draws: tuple[int, ...]
    second: bool
    played: int  # cards that left the hand each turn, where that changes draws

    @property
    def hand_size(self) -> int:
        """All cards seen."""
        return self.opening_hand + sum(self.draws)

    def __str__(self) -> str:
        seat = "second" if self.second else "first"
        drawn = " + ".join(map(str, self.draws))
        text = (
            f"going {seat}, own turn {len(self.draws)}: {self.hand_size} cards = "
            f"{self.opening_hand} opening hand + {drawn} drawn"
        )
        return text


def cards_seen(rules: Rules, *, second: bool = False, turn: int = 1, played: int = 0) -> Seen:
    """The cards seen by a player's turn, its normal draw included.

    Parameters
    ----------
    rules
        The format: its opening hand, its draws, and whether the first turn has one.
    second
        Whether the player goes second.
    turn
        Which of the player's own turns, from 1.
    played
        Cards that leave the hand in each turn before the next draw.  It matters only where
        one draws up to a number of cards (RUSH-2): with 0, the least that can be seen; with
        `draw_up_to` or more, the most.

    Raises
    ------
    ValueError
        For a turn below 1 or a negative `played`.

    Examples
    --------
    >>> print(cards_seen(Rules.mr5))
    going first, own turn 1: 5 cards = 5 opening hand + 0 drawn
    >>> print(cards_seen(Rules.mr5, second=True, turn=3))
    going second, own turn 3: 8 cards = 5 opening hand + 1 + 1 + 1 drawn
    >>> print(cards_seen(Rules.rush, turn=3, played=4))
    going first, own turn 3: 13 cards = 4 opening hand + 1 + 4 + 4 drawn
    """
    if turn < 1:
        raise ValueError(f"turn is {turn}; a player's turns are counted from 1")
    if played < 0:
        raise ValueError(f"played is {played}; it cannot be negative")
    in_hand = rules.opening_hand
    draws = []
    for number in range(1, turn + 1):
        drawn = 0
        if number > 1 or second or rules.first_turn_draw:
            drawn = max(rules.draw_count, rules.draw_up_to - in_hand)
        draws.append(drawn)
        in_hand += drawn
        in_hand -= min(played, in_hand)
    return Seen(
        opening_hand=rules.opening_hand,
        draws=tuple(draws),
        second=second,
        played=played if rules.draw_up_to else 0,
    )
