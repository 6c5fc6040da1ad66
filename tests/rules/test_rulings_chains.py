"""Rulings about chains, in pairs (docs/rulings.md): triggers, timing, what is left of a link."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    end_turn,
    happened,
    monster,
    names,
    place,
    side,
    soldiers,
    summon,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    MY_DECK,
    NEGATE,
    TRAP_GAIN,
    activate,
    chain_ended,
    counter_snare,
    creature,
    decline,
    equal,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick_magic,
    resolve,
    resolved,
    said_by,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    TARGETS,
    ActivationNegated,
    Destroy,
    EffectNegated,
    Extreme,
    GainLP,
    Kept,
    Send,
    SpecialSummon,
    Sum,
    Target,
    Then,
    Value,
    Who,
)
from ygosim.enums import (
    Comparison,
    Context,
    DecisionKind,
    EventKind,
    Fact,
    MoveKind,
    Phase,
    Place,
    Trigger,
)

GRAVE = Trigger.SENT_TO_GRAVE


def activated(game: Duel) -> list[str]:
    """The cards activated so far, in order."""
    return [event.name for event in happened(game.log, EventKind.ACTIVATED)]


# ---------------------------------------------------------------------- four triggers

MOURNER_1 = creature("Mourner 1", may_trigger(GRAVE, GainLP(1)))
MOURNER_2 = creature("Mourner 2", may_trigger(GRAVE, GainLP(1)))
MOURNER_3 = creature("Mourner 3", may_trigger(GRAVE, GainLP(1)))
MOURNER_4 = creature("Mourner 4", may_trigger(GRAVE, GainLP(1)))
FOUND = monster("Found", level=1, atk=1, def_=1)
PAIR = ("Sangan", "Witch of the Black Forest")


def all_go(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> Duel:
    """Dark Hole sends these monsters of both players to the GY."""
    game = play(
        side(hand=["Dark Hole"], monsters=list(mine), deck=[FOUND] * 5),
        side(monsters=list(theirs), deck=[FOUND] * 5),
    )
    activate(game, "Dark Hole")
    resolve(game)
    return game


@pytest.mark.ruling("four-triggers")
@pytest.mark.rule("CHAIN-5")
@pytest.mark.permits
def test_each_player_orders_mandatory_and_optional_triggers_of_one_event() -> None:
    game = all_go((*PAIR, MOURNER_1, MOURNER_2), (*PAIR, MOURNER_3, MOURNER_4))
    # Each chooses which of the own two comes first; the last one of a kind is no choice.
    assert (game.player, usable(game)) == (0, list(PAIR))
    activate(game, "Witch of the Black Forest")
    assert (game.player, usable(game)) == (1, list(PAIR))
    activate(game, "Sangan")
    assert (game.player, usable(game)) == (0, ["Mourner 1", "Mourner 2"])
    activate(game, "Mourner 2")
    activate(game, "Mourner 1")
    assert (game.player, usable(game)) == (1, ["Mourner 3", "Mourner 4"])
    activate(game, "Mourner 3")
    activate(game, "Mourner 4")
    assert activated(game)[1:] == [
        "Witch of the Black Forest",
        "Sangan",
        "Sangan",
        "Witch of the Black Forest",
        "Mourner 2",
        "Mourner 1",
        "Mourner 3",
        "Mourner 4",
    ]
    resolve(game)
    first = resolved(game.log)[1:5]
    assert first == ["Mourner 4", "Mourner 3", "Mourner 1", "Mourner 2"]


@pytest.mark.ruling("four-triggers")
@pytest.mark.rule("CHAIN-5", "EFF-12")
@pytest.mark.forbids
def test_no_mandatory_trigger_is_left_out_but_an_optional_one_may_be() -> None:
    game = all_go((*PAIR, MOURNER_1), (MOURNER_3,))
    assert MoveKind.PASS not in {move.kind for move in game.legal()}
    activate(game, "Sangan")
    assert (game.player, usable(game)) == (0, ["Mourner 1"])
    decline(game)
    assert (game.player, usable(game)) == (1, ["Mourner 3"])
    activate(game, "Mourner 3")
    assert activated(game)[1:] == ["Sangan", "Witch of the Black Forest", "Mourner 3"]


# ------------------------------------------------------------------------------ timing

WHEN_LOST = creature("When Lost", may_trigger(GRAVE, GainLP(1), when=True))
IF_LOST = creature("If Lost", may_trigger(GRAVE, GainLP(1)))
SHOOT = quick_magic("Shoot", used(Destroy(TARGETS), targets=(Target(MONSTERS),)))


@pytest.mark.ruling("missed-timing")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_when_you_can_does_not_miss_an_event_of_link_1() -> None:
    game = play(side(hand=[SHOOT], monsters=[WHEN_LOST]), side(spells_traps=[TRAP_GAIN]))
    activate(game, "Shoot")
    events = activate(game, "Trap Gain")
    assert resolved(events) == ["Trap Gain", "Shoot"]
    assert usable(game, 0) == ["When Lost"]


@pytest.mark.ruling("missed-timing")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_when_you_can_misses_an_event_of_link_2() -> None:
    game = play(side(hand=[GAIN], monsters=[WHEN_LOST]), side(spells_traps=[SHOOT]))
    activate(game, "Gain")
    events = activate(game, "Shoot")
    assert resolved(events) == ["Shoot", "Gain"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.ruling("missed-timing")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_if_you_can_does_not_miss_an_event_of_link_2() -> None:
    game = play(side(hand=[GAIN], monsters=[IF_LOST]), side(spells_traps=[SHOOT]))
    activate(game, "Gain")
    events = activate(game, "Shoot")
    assert resolved(events) == ["Shoot", "Gain"]
    assert usable(game, 0) == ["If Lost"]


WHEN_BROKEN = creature("When Broken", may_trigger(Trigger.DESTROYED, GainLP(1), when=True))
IF_BROKEN = creature("If Broken", may_trigger(Trigger.DESTROYED, GainLP(1)))
TOP_TWO = Kept(MY_DECK, Fact.SLOT, Comparison.AT_LEAST, Sum(Value(Context.MY_DECK), -2))
BREAK_THEN_MILL = magic(
    "Break Then Mill",
    used(Destroy(TARGETS), Then(), Send(TOP_TWO, Place.GRAVEYARD), targets=(Target(MONSTERS),)),
)
MILL_THEN_BREAK = magic(
    "Mill Then Break",
    used(Send(TOP_TWO, Place.GRAVEYARD), Then(), Destroy(TARGETS), targets=(Target(MONSTERS),)),
)


def broken(by: Any, victim: Any) -> Duel:
    """A Spell destroys the monster and sends the top two cards of the deck."""
    game = play(side(hand=[by], monsters=[victim], deck=soldiers(5)))
    activate(game, by.name)
    sent = names(game, 0, Place.GRAVEYARD)
    assert {"Soldier 1", "Soldier 2", victim.name} <= set(sent)
    return game


@pytest.mark.ruling("destroyed-then-more")
@pytest.mark.rule("CHAIN-6", "EFF-4")
@pytest.mark.forbids
def test_when_destroyed_misses_what_was_destroyed_before_the_mill() -> None:
    assert broken(BREAK_THEN_MILL, WHEN_BROKEN).decision is DecisionKind.MAIN_PHASE


@pytest.mark.ruling("destroyed-then-more")
@pytest.mark.rule("CHAIN-6", "EFF-4")
@pytest.mark.permits
def test_when_destroyed_answers_what_was_destroyed_after_the_mill() -> None:
    assert usable(broken(MILL_THEN_BREAK, WHEN_BROKEN), 0) == ["When Broken"]


@pytest.mark.ruling("destroyed-then-more")
@pytest.mark.rule("CHAIN-6", "EFF-4")
@pytest.mark.permits
def test_if_destroyed_answers_either() -> None:
    for by in (BREAK_THEN_MILL, MILL_THEN_BREAK):
        assert usable(broken(by, IF_BROKEN), 0) == ["If Broken"]


# -------------------------------------------------------------------------- Counter Traps

CONSOLER = creature("Consoler", may_trigger(GRAVE, GainLP(1), where=(Place.HAND,)))
CLEAR = magic("Clear", used(Destroy(MONSTERS)))


def mourned(answer: Any) -> Duel:
    """A monster of player 1 triggers in the GY; player 0 answers, both have a trigger in hand."""
    game = play(
        side(hand=[CLEAR, CONSOLER], monsters=[monster()], spells_traps=[answer]),
        side(hand=[CONSOLER], monsters=[MOURNER_3], spells_traps=[TRAP_GAIN, NEGATE]),
    )
    activate(game, "Clear")
    while game.decision is DecisionKind.RESPONSE:
        decline(game)
    activate(game, "Mourner 3")
    activate(game, answer.name)
    return game


@pytest.mark.ruling("counter-trap-on-the-chain")
@pytest.mark.rule("CHAIN-1", "CHAIN-5")
@pytest.mark.permits
def test_a_trigger_in_the_hand_answers_a_normal_trap() -> None:
    game = mourned(TRAP_GAIN)
    assert (game.player, sorted(usable(game))) == (1, ["Consoler", "Negate", "Trap Gain"])


@pytest.mark.ruling("counter-trap-on-the-chain")
@pytest.mark.rule("CHAIN-1", "CHAIN-5")
@pytest.mark.forbids
def test_a_counter_trap_shuts_out_speed_2_and_a_trigger_in_the_hand() -> None:
    game = mourned(NEGATE)
    assert (game.player, usable(game)) == (1, ["Negate"])
    # After its pass the chain resolves: player 0 is not asked for the other trigger either.
    assert chain_ended(decline(game))


@pytest.mark.ruling("counter-trap-on-the-chain")
@pytest.mark.rule("CHAIN-1")
@pytest.mark.forbids
def test_seven_tools_on_the_chain_shuts_out_a_quick_play_spell() -> None:
    game = play(
        side(hand=["Mystical Space Typhoon"], spells_traps=["Jar of Greed"]),
        side(spells_traps=["Seven Tools of the Bandit", "Mystical Space Typhoon"]),
    )
    activate(game, "Jar of Greed")
    assert sorted(usable(game, 1)) == ["Mystical Space Typhoon", "Seven Tools of the Bandit"]
    # Neither Typhoon may follow: the chain resolves at once.
    assert chain_ended(activate(game, "Seven Tools of the Bandit"))
    assert names(game, 0, Place.GRAVEYARD) == ["Jar of Greed"]


# ------------------------------------------------------- triggers that answer each other

NEXT = Extreme(MY_DECK, Fact.SLOT, greatest=True)


def answers_summons(name: str) -> Any:
    """A monster that must Special Summon the top card of the deck when the opponent summons."""
    return creature(
        name,
        must_trigger(
            Trigger.SPECIAL_SUMMONED,
            SpecialSummon(NEXT, ATTACK),
            where=(Place.MONSTER_ZONE,),
            condition=equal(said_by(Context.EVENT_PLAYER), said_by(Context.OPPONENT)),
        ),
    )


RIVAL_1 = answers_summons("Rival 1")
RIVAL_2 = answers_summons("Rival 2")
BRING = magic("Bring", used(SpecialSummon(NEXT, ATTACK)))


def rivals(mine: Any, theirs: Any) -> Duel:
    """Player 0 Special Summons by a Spell; each player has a monster on the field."""
    game = play(
        side(hand=[BRING], monsters=[mine], deck=soldiers(9)),
        side(monsters=[theirs], deck=soldiers(9)),
    )
    activate(game, "Bring")
    while game.decision is DecisionKind.ZONE:
        place(game)
    return game


@pytest.mark.ruling("triggers-that-answer-each-other")
@pytest.mark.rule("CHAIN-5", "EFF-12")
@pytest.mark.permits
def test_triggers_that_answer_each_other_go_on_until_no_zone_is_free() -> None:
    game = rivals(RIVAL_1, RIVAL_2)
    # Bring fills zone 2 of player 0; then each answers the other, one chain after the other.
    chains = happened(game.log, EventKind.CHAIN_ENDED)
    # The last one finds no zone any more: it is mandatory and does nothing.
    assert activated(game) == ["Bring", *["Rival 2", "Rival 1"] * 4]
    assert len(chains) == 9
    assert [len(names(game, player, Place.MONSTER_ZONE)) for player in (0, 1)] == [5, 5]
    assert (game.over, game.decision, game.player) == (False, DecisionKind.MAIN_PHASE, 0)
    end_turn(game)
    assert (game.turn, game.over) == (3, False)


@pytest.mark.ruling("triggers-that-answer-each-other")
@pytest.mark.rule("CHAIN-5", "EFF-12")
@pytest.mark.forbids
def test_a_trigger_that_nobody_answers_ends_with_its_chain() -> None:
    game = rivals(monster("Bystander"), RIVAL_2)
    assert activated(game) == ["Bring", "Rival 2"]
    assert [len(names(game, player, Place.MONSTER_ZONE)) for player in (0, 1)] == [2, 2]


# ----------------------------------------------------------------- destroyed while it waits


def struck(trap: str) -> Duel:
    """Player 0 uses a Trap with Sangan in the GY; Mystical Space Typhoon destroys it."""
    game = play(
        side(spells_traps=[trap], graveyard=["Sangan"], deck=soldiers(5)),
        side(spells_traps=["Mystical Space Typhoon"]),
    )
    activate(game, trap, "Sangan")
    activate(game, "Mystical Space Typhoon", trap)
    resolve(game)
    assert trap in names(game, 0, Place.GRAVEYARD)
    return game


@pytest.mark.ruling("destroyed-while-it-waits")
@pytest.mark.rule("ST-5", "CHAIN-8")
@pytest.mark.forbids
def test_call_of_the_haunted_destroyed_in_response_revives_nothing() -> None:
    assert names(struck("Call of the Haunted"), 0, Place.MONSTER_ZONE) == []


@pytest.mark.ruling("destroyed-while-it-waits")
@pytest.mark.rule("ST-5", "CHAIN-8")
@pytest.mark.permits
def test_jar_of_greed_destroyed_in_response_draws() -> None:
    assert names(struck("Jar of Greed"), 0, Place.HAND) == ["Soldier 1"]


# -------------------------------------------------------------------------------- priority


def force(rules: str) -> Duel:
    """Player 0 summons Exiled Force; player 1 has Trap Hole for monsters of 1000 ATK."""
    game = play(
        side(hand=["Exiled Force"]),
        side(monsters=[monster("Prey")], spells_traps=["Trap Hole"]),
        rules,
    )
    summon(game, "Exiled Force")
    return game


@pytest.mark.ruling("ignition-priority")
@pytest.mark.rule("PRIO-2")
@pytest.mark.permits
@pytest.mark.parametrize("rules", ["expert", "mr1"])
def test_exiled_force_is_tributed_before_trap_hole_may_answer(rules: str) -> None:
    game = force(rules)
    assert (game.player, usable(game)) == (0, ["Exiled Force"])
    activate(game, "Exiled Force")
    resolve(game)
    assert names(game, 1, Place.GRAVEYARD) == ["Prey"]
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Trap Hole"]


@pytest.mark.ruling("ignition-priority")
@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr2", "mr5"])
def test_trap_hole_answers_the_summon_of_exiled_force_first(rules: str) -> None:
    game = force(rules)
    assert (game.player, usable(game)) == (1, ["Trap Hole"])
    activate(game, "Trap Hole")
    assert names(game, 0, Place.GRAVEYARD) == ["Exiled Force"]
    assert names(game, 1, Place.MONSTER_ZONE) == ["Prey"]


# ------------------------------------------------------------------ negated phase triggers

ROOSTER = creature(
    "Rooster",
    must_trigger(Trigger.STANDBY_PHASE, GainLP(1), where=(Place.MONSTER_ZONE,), turn=Who.ME),
)
NO_ROOSTER = counter_snare("No Rooster", used(ActivationNegated(), trigger=Trigger.CHAIN_LINK))
MUTE_ROOSTER = counter_snare("Mute Rooster", used(EffectNegated(), trigger=Trigger.CHAIN_LINK))


@pytest.mark.ruling("negated-phase-trigger")
@pytest.mark.rule("TURN-5", "ST-9")
@pytest.mark.forbids
@pytest.mark.parametrize("answer", [NO_ROOSTER, MUTE_ROOSTER])
def test_a_negated_trigger_of_the_standby_phase_does_not_come_again(answer: Any) -> None:
    game = play(side(spells_traps=[answer]), side(monsters=[ROOSTER]))
    end_turn(game)
    assert game.phase is Phase.STANDBY
    activate(game, answer.name)
    resolve(game)
    assert activated(game) == ["Rooster", answer.name]
    assert (game.phase, game.lp) == (Phase.MAIN_1, (8000, 8000))


@pytest.mark.ruling("negated-phase-trigger")
@pytest.mark.rule("TURN-5", "ST-9")
@pytest.mark.permits
def test_the_trigger_of_another_copy_comes_and_in_the_next_own_turn_both_do() -> None:
    game = play(side(spells_traps=[NO_ROOSTER]), side(monsters=[ROOSTER, ROOSTER]))
    end_turn(game)
    game.apply(0)
    activate(game, "No Rooster")
    resolve(game)
    assert (game.phase, game.lp) == (Phase.MAIN_1, (8000, 8001))
    end_turn(game)
    end_turn(game)
    game.apply(0)
    assert (game.turn, game.phase, game.lp) == (5, Phase.MAIN_1, (8000, 8003))


# ---------------------------------------------------------------------- left and came back


def stolen(*answers: str) -> Duel:
    """Player 0 uses Snatch Steal on Sangan; player 1 answers, the last answer on Sangan too."""
    game = play(
        side(hand=["Snatch Steal"], monsters=[monster("Watchman")], deck=[FOUND] * 5),
        side(
            monsters=["Sangan"],
            spells_traps=["Enemy Controller", "Call of the Haunted"],
            deck=[FOUND] * 5,
        ),
    )
    activate(game, "Snatch Steal", "Sangan")
    for answer in answers:
        activate(game, answer)
        if game.decision is DecisionKind.OPTION:
            game.apply(1)
        while game.decision is DecisionKind.CARD:
            game.apply(0)
    resolve(game)
    while game.decision in (DecisionKind.ZONE, DecisionKind.CARD):
        game.apply(0)
    return game


@pytest.mark.ruling("left-and-came-back")
@pytest.mark.rule("ZONE-7", "EFF-3", "ST-6")
@pytest.mark.forbids
def test_sangan_tributed_and_revived_in_response_is_not_stolen() -> None:
    # Enemy Controller Tributes Sangan as its cost, Call of the Haunted revives it on link 3.
    game = stolen("Enemy Controller", "Call of the Haunted")
    assert "Sangan" in names(game, 1, Place.MONSTER_ZONE)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == []
    assert names(game, 0, Place.GRAVEYARD) == ["Snatch Steal"]


@pytest.mark.ruling("left-and-came-back")
@pytest.mark.rule("ZONE-7", "EFF-3", "ST-6")
@pytest.mark.permits
def test_sangan_that_stayed_is_stolen() -> None:
    game = stolen()
    assert sorted(names(game, 0, Place.MONSTER_ZONE)) == ["Sangan", "Watchman"]
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Snatch Steal"]
