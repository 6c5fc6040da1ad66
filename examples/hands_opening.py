"""How often does a deck open what it wants, and which numbers would do it more often?"""

from __future__ import annotations

from pathlib import Path

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.hands import CardPool, HandStudy, best_ratios, cards_seen, read_roles
from ygosim.rules import Rules

HERE = Path(__file__).parent


def main() -> None:
    """Print the odds of the deck beside this file."""
    deck = Deck.read(HERE / "snake_eye.ydk")
    pool = read_roles(HERE / "snake_eye.yaml", CardPool.from_deck(deck, Catalogue.default()))
    study = HandStudy(pool)

    for second in (False, True):
        seen = cards_seen(Rules.mr5, second=second)
        odds = study.odds(
            "starter >= 1",
            "distinct(starter >= 1, handtrap >= 1) & brick == 0",
            'starter >= 1 & deck("Snake-Eyes Flamberge Dragon") >= 1',
            hand_size=seen.hand_size,
        )
        print(seen)
        for estimate in odds.estimates:
            print(f"  {estimate}  {estimate.want}")
        print(f"  {odds.none_of_them}  none of these")

    table = study.table("handtrap", hand_size=6)
    shares = ", ".join(f"{number}: {float(p):.1%}" for number, p in table.probabilities.items())
    print(f"hand traps going second: {shares}; {float(table.expected):.2f} on average")

    best = best_ratios(
        pool,
        "starter >= 1 & handtrap >= 1 & starter + handtrap <= 4",
        {"starter": (9, 18), "handtrap": (6, 18)},
        hand_size=5,
        deck_sizes=(40, 43),
        top=3,
    )
    for row in best.rows:
        print(f"{row.estimate}  {dict(row.copies)} in {row.deck_size} cards")


if __name__ == "__main__":
    main()
