"""Use the predicate and the policy of can_win_now.c.

python use.py LIBRARY
"""

from __future__ import annotations

import ctypes
import sys

from ygosim.callbacks import Callback, holds, policy, predicate
from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import MoveKind
from ygosim.montecarlo import simulate


def main() -> None:
    """Count the turns on which a duel could be won, and let `prefer` play."""
    library = ctypes.CDLL(sys.argv[1])
    can_win_now = predicate(library.can_win_now)
    deck = Deck.read(deck_path("beatdown"))
    duel = Duel((deck, deck), seed=1)
    chances = set()
    while not duel.over:
        if holds(duel, can_win_now):
            chances.add(duel.turn)
        duel.apply(duel.legal()[0])
    print(f"of {duel.turn} turns, {len(chances)} had a win on the field")

    # `data` is an address; `owner` keeps what lies there alive.
    kinds = (MoveKind.NORMAL_SUMMON, MoveKind.ATTACK, MoveKind.ENTER_BATTLE_PHASE, 0)
    wanted = (ctypes.c_int32 * len(kinds))(*kinds)
    attacker = policy(
        Callback(library.prefer, data=ctypes.addressof(wanted), owner=wanted, name="prefer")
    )
    result = simulate(deck, deck, duels=5000, policies=(attacker, "random"), seed=1)
    print(f"prefer wins {result.win_rate(0)} of {result.duels} duels against random")


if __name__ == "__main__":
    main()
