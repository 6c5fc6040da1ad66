"""Chains: CHAIN-1 to CHAIN-4 and CHAIN-7 to CHAIN-9.  Triggers: test_triggers.py."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    DEFENCE,
    attack,
    happened,
    lying,
    monster,
    names,
    set_monster,
    side,
    summon,
    take,
)
from tests.rules.stand_ins import (
    DUST,
    GAIN,
    MONSTERS,
    NEGATE,
    QUICK_GAIN,
    SNIPE,
    TRAP_GAIN,
    activate,
    chain_ended,
    creature,
    decline,
    fight,
    ignition,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick,
    resolve,
    resolved,
    snare,
    told,
    usable,
    used,
    windows,
)
from ygosim.effects.model import Destroy, GainLP
from ygosim.enums import (
    CardType,
    DecisionKind,
    EventKind,
    MoveKind,
    Place,
    Reason,
    Trigger,
)

DIGGER = creature("Digger", ignition(GainLP(1000)))
GUARD = creature("Guard", quick(GainLP(5)))
MOURNER = creature("Mourner", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(50)))
SWEEP = magic("Sweep", used(Destroy(MONSTERS)))
ON_SUMMON = snare("On Summon", used(GainLP(7), trigger=Trigger.NORMAL_SUMMONED))
ON_SET = snare("On Set", used(GainLP(7), trigger=Trigger.SET))
ON_TURN = snare("On Turn", used(GainLP(7), trigger=Trigger.POSITION_CHANGED))
ON_ATTACK = snare("On Attack", used(GainLP(7), trigger=Trigger.ATTACK_DECLARED))
ON_TRIBUTE = snare("On Tribute", used(GainLP(7), trigger=Trigger.TRIBUTED))
BANNER = magic("Banner", used(GainLP(60)), type=CardType.CONTINUOUS)
HASTY = magic("Hasty", used(GainLP(9), cannot_be_responded=True))

# ---------------------------------------------------------------------- CHAIN-1


@pytest.mark.rule("CHAIN-1")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_the_last_link_resolves_first(rules: str) -> None:
    game = play(side(hand=[GAIN, QUICK_GAIN]), side(spells_traps=[TRAP_GAIN]), rules)
    activate(game, "Gain")
    activate(game, "Trap Gain")
    events = activate(game, "Quick Gain")
    assert resolved(events) == ["Quick Gain", "Trap Gain", "Gain"]
    assert game.lp == (8110, 8001)


@pytest.mark.ruling("counter-trap-on-the-chain")
@pytest.mark.rule("CHAIN-1")
@pytest.mark.permits
def test_a_counter_trap_answers_a_counter_trap() -> None:
    game = play(side(hand=[GAIN], spells_traps=[NEGATE]), side(spells_traps=[NEGATE]))
    activate(game, "Gain")
    activate(game, "Negate")
    assert usable(game, 0) == ["Negate"]
    activate(game, "Negate")
    assert game.lp == (8100, 8000)


@pytest.mark.ruling("counter-trap-on-the-chain")
@pytest.mark.rule("CHAIN-1")
@pytest.mark.forbids
def test_nothing_slower_answers_a_counter_trap() -> None:
    game = play(
        side(hand=[GAIN, QUICK_GAIN], spells_traps=[TRAP_GAIN], monsters=[GUARD]),
        side(spells_traps=[NEGATE, TRAP_GAIN]),
    )
    activate(game, "Gain")
    assert usable(game, 1) == ["Negate", "Trap Gain"]
    # Nobody is asked: the chain resolves.
    assert chain_ended(activate(game, "Negate"))
    assert game.lp == (8000, 8000)


# ---------------------------------------------------------------------- CHAIN-2


@pytest.mark.rule("CHAIN-2")
@pytest.mark.permits
def test_quick_play_spells_traps_and_quick_effects_answer() -> None:
    game = play(
        side(hand=[GAIN, QUICK_GAIN], spells_traps=[TRAP_GAIN], monsters=[GUARD]),
        side(spells_traps=[TRAP_GAIN]),
    )
    activate(game, "Gain")
    activate(game, "Trap Gain")
    assert sorted(usable(game, 0)) == ["Guard", "Quick Gain", "Trap Gain"]


@pytest.mark.rule("CHAIN-2")
@pytest.mark.forbids
def test_normal_spells_and_ignition_effects_do_not_answer() -> None:
    game = play(
        side(hand=[GAIN, BANNER], monsters=[DIGGER]), side(spells_traps=[TRAP_GAIN, TRAP_GAIN])
    )
    assert sorted(usable(game)) == ["Banner", "Digger", "Gain"]
    activate(game, "Gain")
    activate(game, "Trap Gain")
    # Player 0 has nothing to answer with, so player 1 is asked.
    assert (game.player, usable(game)) == (1, ["Trap Gain"])


# ---------------------------------------------------------------------- CHAIN-3


@pytest.mark.rule("CHAIN-3")
@pytest.mark.permits
def test_the_opponent_is_asked_first_then_the_activator() -> None:
    game = play(side(hand=[GAIN], spells_traps=[TRAP_GAIN]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Gain")
    assert windows(game) == [(1, ["Trap Gain"]), (0, ["Trap Gain"])]
    assert game.lp == (8100, 8000)


@pytest.mark.rule("CHAIN-3")
@pytest.mark.permits
def test_an_answer_of_the_activator_asks_the_opponent_again() -> None:
    game = play(side(hand=[GAIN], spells_traps=[TRAP_GAIN]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Gain")
    decline(game)
    activate(game, "Trap Gain")
    assert usable(game, 1) == ["Trap Gain"]
    activate(game, "Trap Gain")
    assert game.lp == (8101, 8001)


@pytest.mark.rule("CHAIN-3")
@pytest.mark.forbids
def test_two_passes_close_the_chain() -> None:
    game = play(side(hand=[GAIN], spells_traps=[TRAP_GAIN]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Gain")
    decline(game)
    events = decline(game)
    assert resolved(events) == ["Gain"]
    assert chain_ended(events)


ONLOOKER = creature(
    "Onlooker", must_trigger(Trigger.NORMAL_SUMMONED, GainLP(5), where=(Place.MONSTER_ZONE,))
)


@pytest.mark.rule("CHAIN-3")
@pytest.mark.permits
@pytest.mark.parametrize("whose", [0, 1])
def test_the_opponent_of_a_trigger_is_asked_first_too(whose: int) -> None:
    watch = ([ONLOOKER], []) if whose == 0 else ([], [ONLOOKER])
    game = play(
        side(hand=[monster("Guest")], monsters=watch[0], spells_traps=[TRAP_GAIN]),
        side(monsters=watch[1], spells_traps=[TRAP_GAIN]),
    )
    summon(game, "Guest")
    assert [player for player, _ in windows(game)] == [1 - whose, whose]


# ---------------------------------------------------------------------- CHAIN-4


@pytest.mark.rule("CHAIN-4")
@pytest.mark.permits
def test_what_triggers_in_a_chain_is_activated_after_it() -> None:
    game = play(side(hand=[GAIN], monsters=[MOURNER]), side(spells_traps=[SNIPE]))
    activate(game, "Gain")
    before = len(game.log)
    activate(game, "Snipe")
    assert game.decision is DecisionKind.TRIGGER
    activate(game, "Mourner")
    story = told(game.log[before:], EventKind.ACTIVATED, EventKind.RESOLVING)
    assert story == [
        (EventKind.ACTIVATED, "Snipe"),
        (EventKind.RESOLVING, "Snipe"),
        (EventKind.RESOLVING, "Gain"),
        (EventKind.ACTIVATED, "Mourner"),
        (EventKind.RESOLVING, "Mourner"),
    ]


@pytest.mark.rule("CHAIN-4")
@pytest.mark.forbids
def test_nothing_is_activated_between_two_links() -> None:
    game = play(
        side(hand=[GAIN], monsters=[monster("Prey")]),
        side(spells_traps=[SNIPE, TRAP_GAIN]),
    )
    activate(game, "Gain")
    activate(game, "Snipe")
    events = decline(game)
    # From the pass on, both links resolve without a question.
    assert resolved(events) == ["Snipe", "Gain"]
    assert game.lp == (8100, 8000)


# ---------------------------------------------------------------------- CHAIN-7


@pytest.mark.rule("CHAIN-7")
@pytest.mark.permits
def test_a_summon_opens_a_window_without_a_chain() -> None:
    game = play(side(hand=[monster("A")]), side(spells_traps=[ON_SUMMON]))
    summon(game, "A")
    assert usable(game, 1) == ["On Summon"]
    assert happened(game.log, EventKind.ACTIVATED) == []
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.rule("CHAIN-7")
@pytest.mark.permits
def test_a_set_opens_a_window() -> None:
    game = play(side(hand=[monster("A")]), side(spells_traps=[ON_SET]))
    set_monster(game, "A")
    assert usable(game, 1) == ["On Set"]


@pytest.mark.rule("CHAIN-7")
@pytest.mark.permits
def test_a_position_change_opens_a_window() -> None:
    game = play(side(monsters=[monster("A")]), side(spells_traps=[ON_TURN]))
    take(game, MoveKind.CHANGE_POSITION, "A")
    assert usable(game, 1) == ["On Turn"]


@pytest.mark.rule("CHAIN-7")
@pytest.mark.permits
def test_an_attack_declaration_opens_a_window() -> None:
    game = fight(side(monsters=[monster("A")]), side(spells_traps=[ON_ATTACK]))
    attack(game, "A")
    assert usable(game, 1) == ["On Attack"]
    assert game.lp == (8000, 8000)


@pytest.mark.rule("CHAIN-7")
@pytest.mark.forbids
def test_a_tribute_opens_no_window() -> None:
    high = monster("High", level=5)
    game = play(
        side(hand=[high], monsters=[monster("A")]), side(spells_traps=[ON_TRIBUTE, ON_SUMMON])
    )
    summon(game, "High")  # one Tribute is there
    assert names(game, 0, Place.GRAVEYARD) == ["A"]
    assert usable(game, 1) == ["On Summon"]


@pytest.mark.rule("CHAIN-7")
@pytest.mark.forbids
def test_a_trap_answers_only_its_event() -> None:
    game = play(
        side(hand=[monster("A")], monsters=[lying(monster("B"), DEFENCE)]),
        side(spells_traps=[ON_SUMMON, ON_SET, ON_TURN, ON_ATTACK]),
    )
    take(game, MoveKind.CHANGE_POSITION, "B")
    assert usable(game, 1) == ["On Turn"]
    resolve(game)
    set_monster(game, "A")
    assert usable(game, 1) == ["On Set"]


# ---------------------------------------------------------------------- CHAIN-8


@pytest.mark.ruling("destroyed-while-it-waits")
@pytest.mark.rule("CHAIN-8", "ST-5")
@pytest.mark.permits
def test_a_destroyed_normal_spell_still_resolves() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[DUST]))
    activate(game, "Gain")
    activate(game, "Dust")
    assert names(game, 0, Place.GRAVEYARD) == ["Gain"]
    assert game.lp == (8100, 8000)


@pytest.mark.ruling("destroyed-while-it-waits")
@pytest.mark.rule("CHAIN-8", "ST-5")
@pytest.mark.forbids
def test_a_destroyed_continuous_spell_does_nothing() -> None:
    game = play(side(hand=[BANNER]), side(spells_traps=[DUST]))
    activate(game, "Banner")
    activate(game, "Dust")
    assert names(game, 0, Place.GRAVEYARD) == ["Banner"]
    assert game.lp == (8000, 8000)


@pytest.mark.rule("CHAIN-8")
@pytest.mark.permits
def test_a_destroyed_monsters_effect_still_resolves() -> None:
    game = play(side(monsters=[DIGGER]), side(spells_traps=[SNIPE]))
    activate(game, "Digger")
    activate(game, "Snipe")
    assert names(game, 0, Place.GRAVEYARD) == ["Digger"]
    assert game.lp == (9000, 8000)


# ---------------------------------------------------------------------- CHAIN-9


@pytest.mark.rule("CHAIN-9")
@pytest.mark.permits
def test_an_ordinary_activation_is_answered() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[NEGATE, TRAP_GAIN]))
    activate(game, "Gain")
    assert usable(game, 1) == ["Negate", "Trap Gain"]


@pytest.mark.rule("CHAIN-9")
@pytest.mark.forbids
def test_what_cannot_be_responded_to_is_not() -> None:
    game = play(side(hand=[HASTY, QUICK_GAIN]), side(spells_traps=[NEGATE, TRAP_GAIN]))
    # Neither player may answer it, its user included.
    assert chain_ended(activate(game, "Hasty"))
    assert game.lp == (8009, 8000)


@pytest.mark.rule("CHAIN-8", "ST-4")
@pytest.mark.permits
def test_a_trap_is_used_in_answer_to_its_destruction() -> None:
    game = play(side(hand=[DUST]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Dust")
    events = activate(game, "Trap Gain")
    assert resolved(events) == ["Trap Gain", "Dust"]
    (moved,) = [event for event in happened(events, EventKind.MOVED) if event.name == "Trap Gain"]
    assert moved.reason is Reason.EFFECT_DESTRUCTION
    assert game.lp == (8000, 8001)
