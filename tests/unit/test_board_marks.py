"""What the board says of cards that effects have changed."""

from __future__ import annotations

from ygosim import Duel, PlacedCard, PlayerPosition, Position
from ygosim.enums import CounterKind, Place


def duel() -> Duel:
    return Duel.from_position(
        Position(
            players=(
                PlayerPosition(
                    monsters={
                        1: PlacedCard(
                            "Breaker the Magical Warrior",
                            counters={CounterKind.SPELL_COUNTER: 1},
                        ),
                        2: "Gemini Elf",
                    },
                    spells_traps={0: PlacedCard("Axe of Despair", equipped_to=(0, 2))},
                ),
                PlayerPosition(spells_traps={3: "Jar of Greed"}),
            ),
        )
    )


def test_counters_and_hosts_are_told() -> None:
    breaker, elf = duel().cards(0, Place.MONSTER_ZONE)
    (axe,) = duel().cards(0, Place.SPELL_TRAP_ZONE)
    assert breaker.counters == ((CounterKind.SPELL_COUNTER, 1),)
    assert elf.counters == ()
    assert (axe.host, elf.host) == ("Gemini Elf", None)
    assert "Spell Counters: 1" in str(breaker)
    assert str(axe) == "Axe of Despair (on Gemini Elf)"
    assert not breaker.negated


def test_a_set_card_tells_nothing_more() -> None:
    (jar,) = duel().cards(1, Place.SPELL_TRAP_ZONE)
    assert str(jar) == "Jar of Greed (Set)"
