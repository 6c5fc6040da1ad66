"""Texts that beat the rules (EFF-9): properties of monsters, and what players may not do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    SET,
    attack,
    end_turn,
    happened,
    lying,
    may,
    monster,
    names,
    on_field,
    place,
    refusal,
    side,
    summon,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    KILL,
    MY_MONSTERS,
    NEGATE,
    SNIPE,
    TAKE,
    THEIR_MONSTERS,
    TRAP_GAIN,
    WORKER,
    activate,
    atk,
    choose,
    creature,
    decline,
    equal,
    equips,
    fight,
    holds,
    ignition,
    lasts,
    magic,
    may_trigger,
    must_trigger,
    on_host,
    play,
    resolve,
    said_by,
    snare,
    usable,
    used,
)
from ygosim.cards.card import Card
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    CHOSEN_SECOND,
    TARGETS,
    Can,
    Cards,
    ChangePosition,
    Choose,
    GainLP,
    Linger,
    Send,
    SpecialSummon,
    SwapControl,
    TakeControl,
    Target,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DecisionKind,
    EventKind,
    Limit,
    MoveKind,
    Phase,
    Place,
    Property,
    Refusal,
    Trigger,
    Until,
)

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)


def having(name: str, value: Property, **facts: Any) -> Any:
    """A monster with a property while face-up."""
    return creature(name, holds(Continuous.PROPERTY, value), **facts)


PIERCER = having("Piercer", Property.PIERCE, atk=1500)
PACIFIST = having("Pacifist", Property.CANNOT_ATTACK)
FIXED = having("Fixed", Property.CANNOT_CHANGE_POSITION)
HIDER = having("Hider", Property.CANNOT_BE_ATTACK_TARGET)
SACRED = having("Sacred", Property.CANNOT_BE_TRIBUTED)
SILENCER = creature(
    "Silencer",
    holds(
        Continuous.CANNOT_ACTIVATE,
        1,
        works=Works.ON_OPPONENT,
        condition=equal(said_by(Context.ATTACKER), said_by(Context.THIS)),
    ),
)
TRAP_LOCK = creature(
    "Trap Lock",
    holds(
        Continuous.CANNOT_ACTIVATE,
        1,
        works=Works.ON_BOTH,
        on=Cards(where=(Place.SPELL_TRAP_ZONE,), type=CardType.TRAP),
    ),
)
FILL = snare(
    "Fill",
    used(
        Choose(Cards(where=(Place.GRAVEYARD,), whose=Who.ME, type=CardType.MONSTER)),
        SpecialSummon(CHOSEN, ATTACK),
    ),
)

# --------------------------------------------------------------- EFF-9 in battles


@pytest.mark.rule("EFF-9", "BAT-6")
@pytest.mark.permits
def test_piercing_damage_by_a_text() -> None:
    game = fight(side(monsters=[PIERCER]), side(monsters=[lying(monster("B", def_=1000), DEFENCE)]))
    attack(game, "Piercer")
    assert game.lp == (8000, 7500)


@pytest.mark.rule("EFF-9", "BAT-6")
@pytest.mark.forbids
def test_a_negated_text_pierces_nothing() -> None:
    silence = creature(
        "Silence",
        holds(
            Continuous.PROPERTY,
            Property.NEGATED,
            works=Works.ON_CARDS,
            on=Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT, face_up=True),
        ),
    )
    game = fight(
        side(monsters=[PIERCER]),
        side(monsters=[lying(monster("B", def_=1000), DEFENCE), lying(silence, DEFENCE)]),
    )
    attack(game, "Piercer", "B")
    assert names(game, 1, Place.GRAVEYARD) == ["B"]
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.forbids
def test_a_monster_that_cannot_attack_does_not() -> None:
    game = fight(side(monsters=[PACIFIST, monster("A")]))
    assert may(game, MoveKind.ATTACK) == ["A"]
    assert refusal(game, MoveKind.ATTACK, "Pacifist").refusal is Refusal.ATTACK_FORBIDDEN


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.forbids
def test_a_monster_that_cannot_be_attacked_is_no_target() -> None:
    game = fight(side(monsters=[monster("A")]), side(monsters=[HIDER, monster("B"), monster("C")]))
    take(game, MoveKind.ATTACK, "A")
    assert may(game, MoveKind.CHOOSE_TARGET) == ["B", "C"]


@pytest.mark.rule("EFF-9", "BAT-1")
@pytest.mark.forbids
def test_it_bars_direct_attacks_all_the_same() -> None:
    game = fight(side(monsters=[monster("A")]), side(monsters=[HIDER]))
    assert may(game, MoveKind.ATTACK) == []


@pytest.mark.rule("EFF-9", "POS-2")
@pytest.mark.forbids
def test_a_monster_that_cannot_change_position_does_not() -> None:
    game = play(side(monsters=[FIXED, monster("A")]))
    assert may(game, MoveKind.CHANGE_POSITION) == ["A"]
    answer = refusal(game, MoveKind.CHANGE_POSITION, "Fixed")
    assert answer.refusal is Refusal.POSITION_LOCKED


@pytest.mark.rule("EFF-9", "SUM-1")
@pytest.mark.forbids
def test_a_monster_that_cannot_be_tributed_is_no_tribute() -> None:
    high = monster("High", level=5)
    assert may(play(side(hand=[high], monsters=[SACRED])), MoveKind.NORMAL_SUMMON) == []


@pytest.mark.rule("EFF-9", "SUM-1")
@pytest.mark.permits
def test_another_monster_is() -> None:
    high = monster("High", level=5)
    game = play(side(hand=[high], monsters=[SACRED, monster("A")]))
    summon(game, "High")
    assert names(game, 0, Place.GRAVEYARD) == ["A"]


# ----------------------------------------------------- what may not be activated


@pytest.mark.rule("EFF-9", "ST-8")
@pytest.mark.forbids
def test_a_text_forbids_activations_while_its_monster_attacks() -> None:
    game = fight(side(monsters=[SILENCER]), side(spells_traps=[TRAP_GAIN, SNIPE]))
    attack(game, "Silencer")
    # Nobody is asked until the attack is over.
    assert game.lp == (8000, 7000)
    assert all(event.kind is not EventKind.ACTIVATED for event in game.log)


@pytest.mark.rule("EFF-9", "ST-8")
@pytest.mark.permits
def test_another_monsters_attack_may_be_answered() -> None:
    game = fight(side(monsters=[SILENCER, monster("A")]), side(spells_traps=[TRAP_GAIN, SNIPE]))
    attack(game, "A")
    assert usable(game, 1) == ["Trap Gain", "Snipe"]


@pytest.mark.rule("EFF-9", "ST-8")
@pytest.mark.forbids
def test_traps_that_nobody_may_activate() -> None:
    game = play(
        side(hand=[GAIN], monsters=[TRAP_LOCK], spells_traps=[TRAP_GAIN]),
        side(spells_traps=[TRAP_GAIN, NEGATE]),
    )
    assert usable(game) == ["Gain"]
    activate(game, "Gain")
    assert game.decision is DecisionKind.MAIN_PHASE
    assert game.lp == (8100, 8000)


@pytest.mark.rule("EFF-9", "ST-8")
@pytest.mark.permits
def test_when_the_lock_is_face_down_they_may() -> None:
    game = play(
        side(hand=[GAIN], monsters=[lying(TRAP_LOCK, SET)]),
        side(spells_traps=[TRAP_GAIN, NEGATE]),
    )
    activate(game, "Gain")
    assert usable(game, 1) == ["Trap Gain", "Negate"]


# ------------------------------------------------------------- costs and triggers

ON_PHASE_DRAW = creature(
    "On Phase Draw", must_trigger(Trigger.DRAWN, GainLP(1), where=(Place.MONSTER_ZONE,))
)


@pytest.mark.rule("TURN-2", "CHAIN-7")
@pytest.mark.permits
def test_the_draw_of_the_draw_phase_is_answered_in_it() -> None:
    game = play(side(), side(monsters=[ON_PHASE_DRAW]))
    end_turn(game)
    (used_at,) = happened(game.log, EventKind.ACTIVATED)
    order = [
        event.value if event.kind is EventKind.PHASE_STARTED else -1
        for event in game.log
        if event.kind in (EventKind.PHASE_STARTED, EventKind.ACTIVATED)
    ]
    assert used_at.name == "On Phase Draw"
    assert order[order.index(-1) - 1] == Phase.DRAW
    assert order[order.index(-1) + 1] == Phase.STANDBY


# ------------------------------------------------------------- turn of the others


def limited(name: str) -> Any:
    """A monster with an optional effect in each Standby Phase."""
    effect = may_trigger(
        Trigger.STANDBY_PHASE, GainLP(1), where=(Place.MONSTER_ZONE,), limit=Limit.CARD_PER_TURN
    )
    return creature(name, effect)


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
def test_after_a_pass_the_opponents_phase_effects_then_the_turn_player_again() -> None:
    game = play(side(monsters=[limited("Their Own")]), side(monsters=[limited("Our Own")]))
    end_turn(game)
    asked = []
    while game.phase is Phase.STANDBY:
        asked.append((game.player, usable(game)))
        if game.player == 0 and usable(game):
            activate(game, "Their Own")
        else:
            decline(game)
    # Player 1 passes, player 0 uses its effect, player 1 is asked again.
    assert asked == [(1, ["Our Own"]), (0, ["Their Own"]), (1, ["Our Own"])]
    assert game.lp == (8001, 8000)


# ------------------------------------------------------------- control and zones


@pytest.mark.rule("EFF-13", "ZONE-2")
@pytest.mark.forbids
def test_control_is_not_taken_without_a_free_zone() -> None:
    full = {slot: monster(f"M{slot}") for slot in range(5)}
    game = play(side(hand=[TAKE], monsters=full), side(monsters=[WORKER]))
    assert usable(game) == []


TAKE_ALL = magic(
    "Take All",
    used(TakeControl(THEIR_MONSTERS, "all")),
    lasts("all", Continuous.CONTROL, until=Until.LEAVES | Until.END_OF_TURN),
)


@pytest.mark.rule("EFF-13", "ZONE-2")
@pytest.mark.permits
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("own", "stay"),
    [
        (3, 0),
        (4, 1),
    ],
)
def test_control_of_several_is_taken_as_zones_are_free(own: int, stay: int) -> None:
    game = play(
        side(hand=[TAKE_ALL], monsters=[monster(f"M{number}") for number in range(own)]),
        side(monsters=[monster("B 1"), monster("B 2")]),
    )
    activate(game, "Take All")
    while game.decision is DecisionKind.ZONE:
        place(game)
    assert len(on_field(game, 0)) == 5
    assert len(on_field(game, 1)) == stay
    assert names(game, 1, Place.GRAVEYARD) == []


@pytest.mark.rule("EFF-13")
@pytest.mark.forbids
def test_a_monster_that_cannot_come_back_is_destroyed_by_rule() -> None:
    # Player 1's zones have filled while its monster was away.
    full: dict[int, Any] = {slot: monster(f"M{slot}") for slot in range(4)}
    game = play(
        side(hand=[TAKE]),
        side(monsters={**full, 4: WORKER}, spells_traps=[FILL], graveyard=[monster("Old")]),
    )
    activate(game, "Take", "Worker")
    place(game)
    activate(game, "Fill")
    assert len(names(game, 1, Place.MONSTER_ZONE)) == 5
    events = end_turn(game)
    assert "Worker" in names(game, 1, Place.GRAVEYARD)
    reasons = [
        event.reason.name for event in happened(events, EventKind.MOVED) if event.name == "Worker"
    ]
    assert reasons == ["RULE_DESTRUCTION"]


FETTER = magic("Fetter", *equips(on_host(Continuous.CONTROL, 0)), type=CardType.EQUIP)
RANSOM = snare(
    "Ransom",
    used(
        TakeControl(TARGETS, "mine"),
        targets=(Target(THEIR_MONSTERS),),
    ),
    lasts("mine", Continuous.CONTROL, until=Until.LEAVES | Until.END_OF_TURN),
)
NO_SPELLS = snare(
    "No Spells",
    used(),
    holds(
        Continuous.PROPERTY,
        Property.NEGATED,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_CARDS,
        on=Cards(where=(Place.SPELL_TRAP_ZONE,), type=CardType.SPELL, face_up=True),
    ),
    type=CardType.CONTINUOUS,
)


def fettered(trap_card: Any) -> Duel:
    """Player 0 has taken player 1's monster by an Equip Card; player 1 answers with a Trap."""
    game = play(
        side(hand=[FETTER, GAIN]),
        side(monsters=[monster("W")], spells_traps=[trap_card]),
    )
    activate(game, "Fetter")
    resolve(game)
    place(game)
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["W"]
    activate(game, "Gain")
    activate(game, trap_card.name)
    place(game)
    return game


@pytest.mark.rule("EFF-13")
@pytest.mark.permits
def test_the_later_change_of_control_counts_and_then_the_earlier_one_again() -> None:
    game = fettered(RANSOM)
    assert names(game, 1, Place.MONSTER_ZONE) == ["W"]
    end_turn(game)
    place(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["W"]


@pytest.mark.ruling("equip-cards")
@pytest.mark.rule("EFF-13", "EFF-6")
@pytest.mark.permits
def test_a_negated_equip_card_gives_the_monster_back_and_stays() -> None:
    game = fettered(NO_SPELLS)
    assert names(game, 1, Place.MONSTER_ZONE) == ["W"]
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Fetter"]


# --------------------------------------------------------------------- unaffected

ALOOF = having("Apart", Property.UNAFFECTED_BY_SPELLS)
BADGE = magic("Badge", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
RALLY = magic("Rally", used(Linger(FACE_UP, "up", 300)), lasts("up", Continuous.ADD_ATK))
DUCK = magic("Duck", used(ChangePosition(cards=FACE_UP, attack=DEFENCE)))
RALLY_TRAP = snare("Rally Trap", used(Linger(FACE_UP, "up", 300)), lasts("up", Continuous.ADD_ATK))


@pytest.mark.rule("EFF-6")
@pytest.mark.forbids
def test_spells_do_not_change_what_is_unaffected_by_them() -> None:
    game = play(side(hand=[BADGE, RALLY, DUCK], monsters=[ALOOF, monster("A")]))
    activate(game, "Badge", "Apart")
    activate(game, "Rally")
    activate(game, "Duck")
    assert (atk(game, "Apart"), atk(game, "A")) == (1000, 1300)
    assert on_field(game, 0) == {1: ("Apart", ATTACK), 2: ("A", DEFENCE)}
    # The Equip Card is on it; it only does nothing.
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Badge"]


@pytest.mark.rule("EFF-6", "EFF-13")
@pytest.mark.forbids
def test_a_spell_does_not_take_control_of_what_is_unaffected() -> None:
    game = play(side(hand=[TAKE]), side(monsters=[ALOOF]))
    activate(game, "Take")
    assert names(game, 1, Place.MONSTER_ZONE) == ["Apart"]


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_a_trap_changes_what_is_unaffected_by_spells() -> None:
    game = play(side(monsters=[ALOOF], spells_traps=[RALLY_TRAP]))
    activate(game, "Rally Trap")
    assert atk(game, "Apart") == 1300


PROOF = having("Trap-Proof", Property.UNAFFECTED_BY_TRAPS)


@pytest.mark.rule("EFF-6")
@pytest.mark.forbids
def test_a_trap_does_not_change_what_is_unaffected_by_traps() -> None:
    game = play(side(monsters=[PROOF, monster("A")], spells_traps=[RALLY_TRAP, SNIPE]))
    activate(game, "Rally Trap")
    resolve(game)
    assert (atk(game, "Trap-Proof"), atk(game, "A")) == (1000, 1300)
    activate(game, "Snipe", "Trap-Proof")
    assert names(game, 0, Place.MONSTER_ZONE) == ["Trap-Proof", "A"]


@pytest.mark.rule("EFF-6")
@pytest.mark.permits
def test_a_spell_changes_what_is_unaffected_by_traps() -> None:
    game = play(side(hand=[RALLY], monsters=[PROOF]))
    activate(game, "Rally")
    assert atk(game, "Trap-Proof") == 1300


# -------------------------------------------------------------------- how long


def lender(name: str, until: Until) -> Card:
    """A monster that gives all 500 ATK for a while."""
    return creature(
        name, ignition(Linger(FACE_UP, "up", 500)), lasts("up", Continuous.ADD_ATK, until=until)
    )


LENDER = lender("Lender of ATK", Until.LEAVES | Until.SOURCE_LEAVES)
GIVER = lender("Giver of ATK", Until.LEAVES)


@pytest.mark.rule("EFF-9")
@pytest.mark.forbids
def test_what_lasts_while_its_source_is_there_ends_with_it() -> None:
    game = play(side(hand=[KILL], monsters=[LENDER, monster("A")]))
    activate(game, "Lender of ATK")
    assert atk(game, "A") == 1500
    activate(game, "Kill It", "Lender of ATK")
    assert atk(game, "A") == 1000


@pytest.mark.rule("EFF-9")
@pytest.mark.permits
def test_what_an_effect_gave_outlasts_its_source() -> None:
    game = play(side(hand=[KILL], monsters=[GIVER, monster("A")]))
    activate(game, "Giver of ATK")
    activate(game, "Kill It", "Giver of ATK")
    assert atk(game, "A") == 1500


TRADE = magic(
    "Trade",
    used(
        Choose(MY_MONSTERS),
        Choose(THEIR_MONSTERS, second=True),
        SwapControl(CHOSEN, CHOSEN_SECOND, "traded"),
    ),
    lasts("traded", Continuous.CONTROL, until=Until.LEAVES | Until.END_OF_TURN),
)


def zones(game: Duel) -> list[int]:
    return [move.slot for move in game.legal() if move.kind is MoveKind.CHOOSE_ZONE]


@pytest.mark.rule("EFF-13")
@pytest.mark.forbids
def test_of_two_pairs_that_change_back_each_comes_where_its_partner_leaves() -> None:
    game = play(
        side(hand=[TRADE, TRADE], monsters=[monster("A 1"), monster("A 2")]),
        side(monsters=[monster("B 1"), monster("B 2")]),
    )
    for number in ("1", "2"):
        activate(game, "Trade")
        while game.decision is not DecisionKind.MAIN_PHASE:
            if game.decision is DecisionKind.CARD:
                offered = may(game, MoveKind.CHOOSE_CARD)
                choose(game, next(name for name in offered if name.endswith(number)))
            else:
                place(game)
    assert on_field(game, 1) == {0: ("A 1", ATTACK), 1: ("A 2", ATTACK)}
    end_turn(game)
    resolve(game)
    # "A 1" comes back first: also to a zone that one of the others leaves.
    assert (game.player, zones(game)) == (0, [0, 1, 2, 3, 4])
    place(game)
    assert (game.player, zones(game)) == (1, [0, 2, 3, 4])


@pytest.mark.rule("EFF-13")
@pytest.mark.permits
@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (1, 4)])
def test_two_that_change_places_are_told_in_the_zones_they_come_to(mine: int, theirs: int) -> None:
    game = play(
        side(hand=[TRADE], monsters={mine: monster("A")}), side(monsters={theirs: monster("B")})
    )
    activate(game, "Trade")
    while game.decision is not DecisionKind.MAIN_PHASE:
        if game.decision is DecisionKind.CARD:
            choose(game, "A" if "A" in may(game, MoveKind.CHOOSE_CARD) else "B")
        else:  # each comes to the zone that the other leaves
            place(game, mine if game.player == 0 else theirs)
    told = {
        event.name: (event.to_player, event.to_slot)
        for event in happened(game.log, EventKind.CONTROL_CHANGED)
    }
    assert told == {"A": (1, theirs), "B": (0, mine)}
    assert on_field(game, 0) == {mine: ("B", ATTACK)}
    assert on_field(game, 1) == {theirs: ("A", ATTACK)}


# -------------------------------------------------------------------- banishing

EXHUME = magic(
    "Exhume",
    used(
        Choose(Cards(where=(Place.GRAVEYARD,), whose=Who.ME, can=Can.CAN_BE_BANISHED)),
        Send(CHOSEN, Place.BANISHED),
    ),
)
HALLOWED = creature(
    "Hallowed", holds(Continuous.CANNOT_BANISH_FROM_GRAVEYARD, works=Works.ON_OPPONENT)
)


@pytest.mark.rule("EFF-9")
@pytest.mark.forbids
def test_who_cannot_banish_from_the_graveyard_has_nothing_to_banish() -> None:
    game = play(side(hand=[EXHUME], graveyard=[monster("A")]), side(monsters=[HALLOWED]))
    assert usable(game) == []


@pytest.mark.rule("EFF-9")
@pytest.mark.permits
def test_the_other_player_banishes_from_the_graveyard() -> None:
    game = play(side(hand=[EXHUME], graveyard=[monster("A")], monsters=[HALLOWED]))
    activate(game, "Exhume")
    assert names(game, 0, Place.BANISHED) == ["A"]


# ------------------------------------------------------------------- activations

MUTE = creature(
    "Trap Mute",
    holds(
        Continuous.CANNOT_ACTIVATE,
        1,
        works=Works.ON_OPPONENT,
        on=Cards(where=(Place.SPELL_TRAP_ZONE,), type=CardType.TRAP),
    ),
)


@pytest.mark.rule("EFF-9")
@pytest.mark.permits
def test_what_the_opponent_cannot_activate_its_player_can() -> None:
    assert usable(play(side(spells_traps=[TRAP_GAIN], monsters=[MUTE]))) == ["Trap Gain"]


@pytest.mark.rule("EFF-9")
@pytest.mark.forbids
def test_what_the_opponent_cannot_activate_is_not_offered_to_it() -> None:
    assert usable(play(side(spells_traps=[TRAP_GAIN]), side(monsters=[MUTE]))) == []
