"""A policy of your own in Python, at the speed of C: compiled by Numba.

python examples/numba_policy.py [DUELS]
"""

from __future__ import annotations

import sys

from ygosim.callbacks import View, policy
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.enums import DecisionKind, MoveKind
from ygosim.montecarlo import simulate


@policy
def bold(view: View) -> int:
    """Summon the strongest, attack the weakest, else anything."""
    best = 0
    best_worth = -1
    for i in range(view.option_count):
        option = view.options[i]
        worth = view.random[0] % 100 if view.decision == DecisionKind.ZONE else 0
        if option.kind == MoveKind.NORMAL_SUMMON:
            worth = 20_000 + view.hand[option.index].atk
        elif option.kind == MoveKind.ENTER_BATTLE_PHASE:
            worth = 10_000
        elif option.kind == MoveKind.ATTACK:
            worth = 30_000 + view.monsters[0, option.index].atk
        elif option.kind == MoveKind.CHOOSE_TARGET:
            worth = 20_000 - view.monsters[1, option.index].atk
        if worth > best_worth:
            best = i
            best_worth = worth
    return best


def main() -> None:
    """Play against the random policy and say how often the policy wins."""
    duels = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    deck = Deck.read(deck_path("beatdown"))
    result = simulate(deck, deck, duels=duels, policies=(bold, "random"), seed=1)
    print(f"bold wins {result.win_rate(0)} of {result.duels} duels against random")


if __name__ == "__main__":
    main()
