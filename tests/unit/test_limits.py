"""When a duel that does not end is aborted."""

from __future__ import annotations

import pytest

from ygosim.cards.deck import Deck
from ygosim.cards.demo import deck_path
from ygosim.duel import Duel
from ygosim.enums import EndCause
from ygosim.template import Limits


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"turns": -1}, "turns is -1; it must be 0 (no limit) to 65535"),
        ({"turns": 65536}, "turns is 65536"),
        ({"decisions_per_turn": 0}, "decisions_per_turn is 0; it must be 1 to 65534"),
        ({"decisions_per_turn": 65535}, "decisions_per_turn is 65535"),
    ],
)
def test_a_limit_out_of_its_range_is_refused(fields: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(").replace(")", r"\)")):
        Limits(**fields)


def test_a_duel_past_its_turns_is_aborted() -> None:
    deck = Deck.read(deck_path("beatdown"))
    duel = Duel((deck, deck), limits=Limits(turns=2))
    while not duel.over:
        duel.apply(duel.legal()[-1])
    assert (duel.turn, duel.winner, duel.end_cause) == (2, None, EndCause.TURN_LIMIT)


def test_a_turn_past_its_decisions_is_aborted() -> None:
    deck = Deck.read(deck_path("beatdown"))
    duel = Duel((deck, deck), limits=Limits(decisions_per_turn=1))
    duel.apply(0)  # a Normal Summon; its zone would be the second decision
    assert (duel.winner, duel.end_cause) == (None, EndCause.DECISION_LIMIT)
