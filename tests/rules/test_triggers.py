"""Triggers and priority: CHAIN-5, CHAIN-6, CHAIN-10, PRIO-1, PRIO-2."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    SET,
    happened,
    lying,
    monster,
    names,
    on_field,
    side,
    summon,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    MY_GRAVE,
    NEGATE,
    SNIPE,
    TRAP_GAIN,
    activate,
    chain_ended,
    choose,
    creature,
    decline,
    fight,
    ignition,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick_magic,
    resolve,
    resolved,
    snare,
    usable,
    used,
    windows,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    Exists,
    GainLP,
    If,
    Send,
    SpecialSummon,
    Target,
    Then,
    Who,
)
from ygosim.enums import (
    CardType,
    DecisionKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Reason,
    Trigger,
)

GRAVE = Trigger.SENT_TO_GRAVE
ANY_GRAVE = Cards(where=(Place.GRAVEYARD,), type=CardType.MONSTER)

SWEEP = magic("Sweep All", used(Destroy(MONSTERS)))
MUST_1 = creature("Must 1", must_trigger(GRAVE, GainLP(1)))
MUST_2 = creature("Must 2", must_trigger(GRAVE, GainLP(1)))
MAY_1 = creature("May 1", may_trigger(GRAVE, GainLP(1)))
MAY_2 = creature("May 2", may_trigger(GRAVE, GainLP(1)))
FROM_HAND = creature("From Hand", may_trigger(GRAVE, GainLP(1), where=(Place.HAND,)))

IF_GONE = creature("If Gone", may_trigger(GRAVE, GainLP(1)))
WHEN_GONE = creature("When Gone", may_trigger(GRAVE, GainLP(1), when=True))
MUST_GO = creature("Must Go", must_trigger(GRAVE, GainLP(1)))
KILL_THEN = magic(
    "Kill Then", used(Destroy(TARGETS), Then(), GainLP(3), targets=(Target(MONSTERS),))
)
KILL_LAST = magic(
    "Kill Last", used(GainLP(3), Then(), Destroy(TARGETS), targets=(Target(MONSTERS),))
)
OFFERING = magic(
    "Offering",
    used(
        GainLP(3),
        cost=(
            Choose(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)),
            Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
        ),
    ),
)
CALL = quick_magic("Call", used(Choose(MY_GRAVE), SpecialSummon(CHOSEN)))
PIT = snare("Pit", used(GainLP(7), trigger=Trigger.SPECIAL_SUMMONED))
BANISHER = magic("Banisher", used(Choose(ANY_GRAVE), Send(CHOSEN, Place.BANISHED)))
RETRIEVER = magic("Retriever", used(Choose(ANY_GRAVE), Send(CHOSEN, Place.HAND)))

WELCOME = snare("Welcome", used(GainLP(7), trigger=Trigger.NORMAL_SUMMONED))
COMER = creature("Comer", may_trigger(Trigger.SPECIAL_SUMMONED, GainLP(1)))
KILL_ALL = magic("Kill All", used(Destroy(MONSTERS)))
COVER_IT = magic(
    "Cover It",
    used(
        If(
            Exists(Cards(where=(Place.MONSTER_ZONE,), named="Comer")),
            (
                ChangePosition(
                    cards=Cards(where=(Place.MONSTER_ZONE,), named="Comer"),
                    attack=SET,
                    defence=SET,
                ),
            ),
        )
    ),
)
MINER = creature("Miner", ignition(GainLP(1000)))
GREETER = creature(
    "Greeter", must_trigger(Trigger.NORMAL_SUMMONED, GainLP(1)), ignition(GainLP(1000))
)
IN_GRAVE = creature("In Grave", ignition(GainLP(1000), where=(Place.GRAVEYARD,)))
BURY = snare("Bury", used(Destroy(TARGETS), targets=(Target(MONSTERS),)))

# ---------------------------------------------------------------------- CHAIN-5


def activations(game: Duel) -> list[str]:
    """The cards activated so far, in order."""
    return [event.name for event in happened(game.log, EventKind.ACTIVATED)]


@pytest.mark.ruling("four-triggers")
@pytest.mark.rule("CHAIN-5")
@pytest.mark.permits
def test_triggers_form_one_chain_mandatory_ones_first() -> None:
    game = play(side(hand=[SWEEP], monsters=[MAY_1, MUST_1]), side(monsters=[MAY_2, MUST_2]))
    activate(game, "Sweep All")
    assert (game.decision, game.player) == (DecisionKind.TRIGGER, 0)
    activate(game, "May 1")
    assert (game.decision, game.player) == (DecisionKind.TRIGGER, 1)
    activate(game, "May 2")
    resolve(game)
    assert activations(game) == ["Sweep All", "Must 1", "Must 2", "May 1", "May 2"]
    assert resolved(game.log) == ["Sweep All", "May 2", "May 1", "Must 2", "Must 1"]


@pytest.mark.ruling("four-triggers")
@pytest.mark.rule("CHAIN-5")
@pytest.mark.permits
def test_each_player_orders_the_own_triggers() -> None:
    game = play(side(hand=[SWEEP], monsters=[MUST_1, MUST_2]))
    activate(game, "Sweep All")
    assert usable(game, 0) == ["Must 1", "Must 2"]
    activate(game, "Must 2")
    assert activations(game) == ["Sweep All", "Must 2", "Must 1"]


@pytest.mark.ruling("four-triggers")
@pytest.mark.rule("CHAIN-5")
@pytest.mark.forbids
def test_an_optional_trigger_does_not_come_before_a_mandatory_one() -> None:
    game = play(side(hand=[SWEEP], monsters=[MAY_1]), side(monsters=[MUST_2]))
    activate(game, "Sweep All")
    activate(game, "May 1")
    assert activations(game) == ["Sweep All", "Must 2", "May 1"]


@pytest.mark.rule("CHAIN-5")
@pytest.mark.forbids
def test_a_trigger_in_the_hand_does_not_come_before_those_on_the_field() -> None:
    game = play(side(hand=[SWEEP, FROM_HAND], monsters=[monster("A")]), side(monsters=[MAY_2]))
    activate(game, "Sweep All")
    # The opponent's optional trigger first; the one in the hand follows as a fast effect.
    assert (game.player, usable(game)) == (1, ["May 2"])
    activate(game, "May 2")
    assert usable(game, 0) == ["From Hand"]


@pytest.mark.rule("CHAIN-1", "CHAIN-5")
@pytest.mark.forbids
def test_a_trigger_in_the_hand_is_too_slow_for_a_counter_trap() -> None:
    game = play(
        side(hand=[SWEEP, FROM_HAND], monsters=[monster("A")]),
        side(monsters=[MAY_2], spells_traps=[NEGATE]),
    )
    activate(game, "Sweep All")
    decline(game)
    activate(game, "May 2")
    assert usable(game, 0) == ["From Hand"]
    decline(game)
    assert chain_ended(activate(game, "Negate"))
    assert activations(game) == ["Sweep All", "May 2", "Negate"]


# ---------------------------------------------------------------------- CHAIN-6


@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
@pytest.mark.parametrize("name", ["If Gone", "When Gone"])
def test_a_trigger_whose_event_was_the_last_thing(name: str) -> None:
    game = play(side(hand=[KILL_LAST], monsters=[IF_GONE, WHEN_GONE]))
    activate(game, "Kill Last", name)
    assert usable(game, 0) == [name]


@pytest.mark.ruling("destroyed-then-more")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_when_you_can_misses_its_timing_within_an_effect() -> None:
    game = play(side(hand=[KILL_THEN], monsters=[IF_GONE, WHEN_GONE]))
    activate(game, "Kill Then", "When Gone")
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.ruling("destroyed-then-more")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_if_you_can_does_not_miss_it() -> None:
    game = play(side(hand=[KILL_THEN], monsters=[IF_GONE, WHEN_GONE]))
    activate(game, "Kill Then", "If Gone")
    assert usable(game, 0) == ["If Gone"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_a_mandatory_trigger_does_not_miss_it() -> None:
    game = play(side(hand=[KILL_THEN], monsters=[MUST_GO, WHEN_GONE]))
    activate(game, "Kill Then", "Must Go")
    assert activations(game) == ["Kill Then", "Must Go"]


@pytest.mark.ruling("missed-timing")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_when_you_can_misses_its_timing_by_a_later_link() -> None:
    game = play(side(hand=[GAIN], monsters=[WHEN_GONE]), side(spells_traps=[SNIPE]))
    activate(game, "Gain")
    activate(game, "Snipe")
    assert names(game, 0, Place.GRAVEYARD) == ["When Gone", "Gain"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.ruling("missed-timing")
@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_if_you_can_waits_for_later_links() -> None:
    game = play(side(hand=[GAIN], monsters=[IF_GONE]), side(spells_traps=[SNIPE]))
    activate(game, "Gain")
    activate(game, "Snipe")
    assert usable(game, 0) == ["If Gone"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_a_cost_is_not_the_last_thing_that_happened() -> None:
    game = play(side(hand=[OFFERING], monsters=[WHEN_GONE]))
    activate(game, "Offering")
    assert names(game, 0, Place.GRAVEYARD) == ["When Gone", "Offering"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_a_trap_answers_the_last_thing_that_happened() -> None:
    game = play(side(hand=[CALL], graveyard=[monster("A")]), side(spells_traps=[PIT]))
    activate(game, "Call")
    while game.decision is not DecisionKind.RESPONSE:
        game.apply(0)
    assert usable(game, 1) == ["Pit"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_a_trap_misses_its_timing_too() -> None:
    # Call resolves as the second link, then Gain: the summon is not the last thing.
    game = play(
        side(hand=[GAIN, CALL], graveyard=[monster("A")]), side(spells_traps=[PIT, TRAP_GAIN])
    )
    activate(game, "Gain")
    activate(game, "Trap Gain")
    activate(game, "Call")
    while game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
        game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_if_you_can_does_not_miss_its_timing_as_a_cost() -> None:
    game = play(side(hand=[OFFERING], monsters=[IF_GONE]))
    activate(game, "Offering")
    assert usable(game, 0) == ["If Gone"]


@pytest.mark.rule("CHAIN-6", "CHAIN-5")
@pytest.mark.permits
def test_a_trap_that_answers_the_summon_is_chained_to_what_the_summon_triggered() -> None:
    game = play(side(hand=[GREETER]), side(spells_traps=[WELCOME]))
    summon(game, "Greeter")
    assert activations(game) == ["Greeter"]
    assert usable(game, 1) == ["Welcome"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_a_trap_does_not_answer_a_summon_that_lies_before_another_chain() -> None:
    game = play(side(hand=[monster("A")], spells_traps=[TRAP_GAIN]), side(spells_traps=[WELCOME]))
    summon(game, "A")
    activate(game, "Trap Gain")
    assert usable(game, 1) == ["Welcome"]
    decline(game)
    assert game.lp == (8001, 8000)
    assert game.decision is DecisionKind.MAIN_PHASE


# --------------------------------------------------------------------- CHAIN-10


def moved_on(rules: str, how: str) -> Duel:
    """If Gone is destroyed by the second link; the first moves it on."""
    game = play(
        side(hand=[BANISHER, RETRIEVER], monsters=[IF_GONE]),
        side(spells_traps=[SNIPE], graveyard=[monster("X")]),
        rules,
    )
    activate(game, how)
    activate(game, "Snipe")
    choose(game, "If Gone")
    return game


@pytest.mark.rule("CHAIN-10")
@pytest.mark.permits
@pytest.mark.parametrize("rules", ["expert", "mr1", "mr2", "mr3", "mr4"])
def test_a_trigger_works_from_the_banished_pile_up_to_mr4(rules: str) -> None:
    game = moved_on(rules, "Banisher")
    assert names(game, 0, Place.BANISHED) == ["If Gone"]
    assert usable(game, 0) == ["If Gone"]


@pytest.mark.rule("CHAIN-10")
@pytest.mark.forbids
def test_a_trigger_needs_its_card_still_there_in_mr5() -> None:
    game = moved_on("mr5", "Banisher")
    assert names(game, 0, Place.BANISHED) == ["If Gone"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-10")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr4", "mr5"])
def test_a_trigger_never_works_from_the_hand_that_it_went_to(rules: str) -> None:
    game = moved_on(rules, "Retriever")
    assert "If Gone" in names(game, 0, Place.HAND)
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-10")
@pytest.mark.permits
@pytest.mark.parametrize("rules", ["mr4", "mr5"])
def test_a_trigger_whose_card_stayed_works(rules: str) -> None:
    game = play(side(hand=[GAIN], monsters=[IF_GONE]), side(spells_traps=[SNIPE]), rules)
    activate(game, "Gain")
    activate(game, "Snipe")
    assert usable(game, 0) == ["If Gone"]


# ----------------------------------------------------------------------- PRIO-1


@pytest.mark.rule("PRIO-1", "TURN-2")
@pytest.mark.permits
def test_the_turn_player_is_asked_first_in_each_phase() -> None:
    game = play(side(spells_traps=[TRAP_GAIN]), side(spells_traps=[TRAP_GAIN]), phase=Phase.DRAW)
    asked = []
    while game.decision is DecisionKind.RESPONSE:
        asked.append((game.phase, game.player))
        decline(game)
    # RULING: the draw is answered first, then the phase has its window (seen in the independent
    # engine).
    assert asked == [
        (Phase.DRAW, 0),
        (Phase.DRAW, 1),
        (Phase.DRAW, 0),
        (Phase.DRAW, 1),
        (Phase.STANDBY, 0),
        (Phase.STANDBY, 1),
    ]
    assert game.phase is Phase.MAIN_1


@pytest.mark.rule("PRIO-1", "TURN-2")
@pytest.mark.forbids
def test_a_phase_does_not_end_before_both_pass_in_succession() -> None:
    game = play(side(spells_traps=[TRAP_GAIN]), side(spells_traps=[TRAP_GAIN]), phase=Phase.STANDBY)
    decline(game)
    activate(game, "Trap Gain")
    resolve_chain = windows(game)
    assert resolve_chain == [(0, ["Trap Gain"])]
    # The turn player passed before, and is asked again.
    assert (game.phase, game.player, usable(game)) == (Phase.STANDBY, 0, ["Trap Gain"])


@pytest.mark.rule("PRIO-1")
@pytest.mark.permits
def test_the_opponent_may_act_before_main_phase_1_is_left() -> None:
    game = play(side(monsters=[monster()]), side(spells_traps=[TRAP_GAIN]))
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    assert (game.phase, game.player) == (Phase.MAIN_1, 1)
    activate(game, "Trap Gain")
    assert (game.phase, game.decision) == (Phase.MAIN_1, DecisionKind.MAIN_PHASE)


# ----------------------------------------------------------------------- PRIO-2


@pytest.mark.ruling("ignition-priority")
@pytest.mark.rule("PRIO-2")
@pytest.mark.permits
@pytest.mark.parametrize("rules", ["expert", "mr1"])
def test_an_ignition_effect_before_a_response_to_the_summon(rules: str) -> None:
    game = play(side(hand=[MINER]), side(spells_traps=[BURY]), rules)
    summon(game, "Miner")
    assert (game.player, usable(game)) == (0, ["Miner"])
    activate(game, "Miner")
    activate(game, "Bury")
    # Destroyed in response, but its effect resolves (CHAIN-8).
    assert game.lp == (9000, 8000)


@pytest.mark.ruling("ignition-priority")
@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr2", "mr3", "mr4", "mr5"])
def test_no_ignition_effect_before_a_response_since_mr2(rules: str) -> None:
    game = play(side(hand=[MINER]), side(spells_traps=[BURY]), rules)
    summon(game, "Miner")
    assert (game.player, usable(game)) == (1, ["Bury"])
    activate(game, "Bury")
    assert game.lp == (8000, 8000)


@pytest.mark.rule("PRIO-2")
@pytest.mark.permits
def test_priority_goes_to_any_own_face_up_monster() -> None:
    game = play(side(hand=[monster("A")], monsters=[MINER]), side(spells_traps=[BURY]), "mr1")
    summon(game, "A")
    assert (game.player, usable(game)) == (0, ["Miner"])


@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
def test_no_priority_for_a_card_in_the_graveyard() -> None:
    game = play(side(hand=[monster("A")], graveyard=[IN_GRAVE]), side(spells_traps=[BURY]), "mr1")
    assert usable(game) == ["In Grave"]
    summon(game, "A")
    assert (game.player, usable(game)) == (1, ["Bury"])


@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
def test_no_priority_for_a_normal_spell() -> None:
    game = play(side(hand=[monster("A"), GAIN]), side(spells_traps=[BURY]), "mr1")
    assert usable(game) == ["Gain"]
    summon(game, "A")
    assert (game.player, usable(game)) == (1, ["Bury"])


@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
def test_no_priority_after_a_summon_that_put_a_trigger_on_a_chain() -> None:
    game = play(side(hand=[GREETER]), side(spells_traps=[BURY]), "mr1")
    summon(game, "Greeter")
    assert activations(game) == ["Greeter"]
    assert (game.player, usable(game)) == (1, ["Bury"])


@pytest.mark.rule("PRIO-2")
@pytest.mark.permits
def test_priority_right_after_a_chain() -> None:
    game = play(side(hand=[GAIN], monsters=[MINER]), side(spells_traps=[BURY]), "mr1")
    activate(game, "Gain")
    assert windows(game) == [(1, ["Bury"])]
    assert (game.player, usable(game)) == (0, ["Miner"])


@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
def test_no_priority_in_the_opponents_turn() -> None:
    game = play(
        side(hand=[GAIN], spells_traps=[TRAP_GAIN]),
        side(monsters=[MINER], spells_traps=[BURY]),
        "mr1",
    )
    activate(game, "Gain")
    for _, offered in windows(game):
        assert "Miner" not in offered


@pytest.mark.rule("PRIO-2")
@pytest.mark.permits
def test_priority_after_a_flip_summon() -> None:
    game = play(side(monsters=[lying(MINER, SET)]), side(spells_traps=[BURY]), "expert")
    take(game, MoveKind.FLIP_SUMMON, "Miner")
    assert (game.player, usable(game)) == (0, ["Miner"])


@pytest.mark.rule("PRIO-2")
@pytest.mark.forbids
def test_no_priority_in_the_battle_phase() -> None:
    game = fight(
        side(monsters=[MINER], spells_traps=[TRAP_GAIN]), side(spells_traps=[BURY]), "expert"
    )
    activate(game, "Trap Gain")
    for _, offered in windows(game):
        assert "Miner" not in offered


@pytest.mark.rule("CHAIN-10", "EFF-1")
@pytest.mark.forbids
@pytest.mark.parametrize("rules", ["mr4", "mr5"])
def test_a_trigger_of_a_monster_that_lies_face_down_by_now_does_not_work(rules: str) -> None:
    game = summoned_and_then("Cover It", rules)
    assert ("Comer", SET) in on_field(game, 0).values()
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("CHAIN-10")
@pytest.mark.permits
def test_a_summoned_monsters_trigger_works_from_the_graveyard_up_to_mr4() -> None:
    game = summoned_and_then("Kill All", "mr4")
    assert "Comer" in names(game, 0, Place.GRAVEYARD)
    assert usable(game, 0) == ["Comer"]


@pytest.mark.rule("CHAIN-10")
@pytest.mark.forbids
def test_a_summoned_monsters_trigger_does_not_work_from_the_graveyard_in_mr5() -> None:
    game = summoned_and_then("Kill All", "mr5")
    assert "Comer" in names(game, 0, Place.GRAVEYARD)
    assert game.decision is DecisionKind.MAIN_PHASE


def summoned_and_then(name: str, rules: str) -> Duel:
    """Comer is Special Summoned by the second link; the first does something to it."""
    game = play(
        side(hand=[COVER_IT, KILL_ALL, CALL], graveyard=[COMER], monsters=[monster("Old")]),
        rules=rules,
    )
    activate(game, name)
    activate(game, "Call")
    while game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
        game.apply(0)
    return game
