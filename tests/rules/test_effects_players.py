"""Effects, cards and players: EFF-10 to EFF-14, EFF-16, EFF-17."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ATTACK,
    CHAIN_FORMATS,
    SET,
    attack,
    happened,
    kinds,
    may,
    monster,
    names,
    place,
    side,
    soldiers,
    summon,
    take,
)
from tests.rules.stand_ins import (
    BACK_ROW,
    GAIN,
    KILL,
    MONSTERS,
    MY_GRAVE,
    TAKE,
    WORKER,
    activate,
    atk,
    choose,
    creature,
    decline,
    equal,
    equips,
    holds,
    ignition,
    magic,
    may_trigger,
    must_trigger,
    on_host,
    play,
    quick,
    quick_magic,
    resolve,
    said_by,
    snare,
    usable,
    used,
)
from ygosim.cards.card import Card
from ygosim.effects.model import (
    CHOSEN,
    DONE,
    TARGETS,
    THIS,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    Draw,
    FactOf,
    GainLP,
    PlaceCounters,
    RandomCards,
    RollDie,
    Send,
    SpecialSummon,
    Target,
    Times,
    TossCoin,
    Who,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    CounterKind,
    DecisionKind,
    EventKind,
    Fact,
    MoveKind,
    Phase,
    Place,
    Reason,
    Trigger,
)

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
THEIR_HAND = Cards(where=(Place.HAND,), whose=Who.OPPONENT)
ANY_TARGET = (Target(MONSTERS),)

# ----------------------------------------------------------------------- EFF-10

COIN = magic("Coin", used(TossCoin(), GainLP(Times(100, DONE))))
DIE = magic("Die", used(RollDie(), GainLP(Times(100, DONE))))
RANDOM_DISCARD = magic(
    "Random Discard",
    used(Send(RandomCards(THEIR_HAND), Place.GRAVEYARD, Reason.EFFECT_DISCARD)),
)
BOTH_DRAW = snare("Both Draw Trap", used(Draw(1), Draw(1, Who.OPPONENT)))
ROT = magic("Rot", used(Destroy(MONSTERS)))


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
def test_coins_dice_and_random_cards_use_the_duels_generator() -> None:
    outcomes = set()
    for _ in range(2):
        game = play(side(hand=[COIN, DIE, RANDOM_DISCARD]), side(hand=soldiers(6)))
        for name in ("Coin", "Die", "Random Discard"):
            activate(game, name)
        outcomes.add((game.lp, tuple(names(game, 1, Place.GRAVEYARD))))
    assert len(outcomes) == 1


@pytest.mark.rule("EFF-10")
@pytest.mark.forbids
def test_nobody_chooses_a_random_card() -> None:
    game = play(side(hand=[RANDOM_DISCARD]), side(hand=soldiers(6)))
    activate(game, "Random Discard")
    assert game.decision is DecisionKind.MAIN_PHASE
    assert len(names(game, 1, Place.HAND)) == 5


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
def test_a_coin_shows_heads_or_tails_and_a_die_one_to_six() -> None:
    game = play(side(hand=[COIN, DIE]))
    (coin,) = happened(activate(game, "Coin"), EventKind.COIN_TOSSED)
    (die,) = happened(activate(game, "Die"), EventKind.DIE_ROLLED)
    assert coin.value in (0, 1)
    assert die.value in range(1, 7)
    assert game.lp == (8000 + 100 * coin.value + 100 * die.value, 8000)


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
def test_every_side_of_a_coin_and_of_a_die_comes() -> None:
    game = play(side(hand=[COIN, DIE] * 40))
    for name in ("Coin", "Die"):
        for _ in range(40):
            activate(game, name)
    for kind, sides in ((EventKind.COIN_TOSSED, {0, 1}), (EventKind.DIE_ROLLED, set(range(1, 7)))):
        assert {event.value for event in happened(game.log, kind)} == sides


# ----------------------------------------------------------------------- EFF-11

ON_DRAW = creature(
    "On Draw",
    must_trigger(
        Trigger.DRAWN,
        GainLP(1),
        where=(Place.MONSTER_ZONE,),
        condition=equal(said_by(Context.PHASE), int(Phase.MAIN_1)),
    ),
)
ON_DISCARD = creature(
    "On Discard", must_trigger(Trigger.DISCARDED, GainLP(1), where=(Place.MONSTER_ZONE,))
)
DRAW_3 = magic("Draw Three", used(Draw(3)))
DRAW_1_AND_1 = magic("Draw One", used(Draw(1)))
DROP_2 = magic(
    "Drop Two",
    used(
        Choose(THEIR_HAND, 2, 2, Who.OPPONENT),
        Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD),
    ),
)


@pytest.mark.rule("EFF-11")
@pytest.mark.permits
def test_drawing_three_is_one_event() -> None:
    game = play(side(hand=[DRAW_3], monsters=[ON_DRAW]))
    events = activate(game, "Draw Three")
    assert [event.value for event in happened(events, EventKind.DRAWN)] == [3]
    assert game.lp == (8001, 8000)


@pytest.mark.rule("EFF-11")
@pytest.mark.forbids
def test_draws_of_two_effects_are_two_events() -> None:
    game = play(side(hand=[DRAW_1_AND_1, DRAW_1_AND_1], monsters=[ON_DRAW]))
    activate(game, "Draw One")
    activate(game, "Draw One")
    assert game.lp == (8002, 8000)


@pytest.mark.rule("EFF-11")
@pytest.mark.permits
def test_two_discards_by_one_effect_are_one_event() -> None:
    game = play(side(hand=[DROP_2], monsters=[ON_DISCARD]), side(hand=soldiers(3)))
    activate(game, "Drop Two")
    choose(game, "Soldier 1")
    choose(game, "Soldier 3")
    assert names(game, 1, Place.HAND) == ["Soldier 2"]
    assert game.lp == (8001, 8000)


# ----------------------------------------------------------------------- EFF-12

OPTIONAL = creature("Optional", may_trigger(Trigger.NORMAL_SUMMONED, GainLP(1)))
MANDATORY = creature("Mandatory", must_trigger(Trigger.NORMAL_SUMMONED, GainLP(1)))


@pytest.mark.rule("EFF-12")
@pytest.mark.permits
def test_you_can_is_optional() -> None:
    game = play(side(hand=[OPTIONAL]))
    summon(game, "Optional")
    assert kinds(game) == {MoveKind.ACTIVATE, MoveKind.PASS}
    decline(game)
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-12")
@pytest.mark.forbids
def test_without_you_can_it_is_mandatory() -> None:
    game = play(side(hand=[MANDATORY]))
    summon(game, "Mandatory")
    assert game.lp == (8001, 8000)


WITNESSES = [
    creature(name, must_trigger(Trigger.NORMAL_SUMMONED, GainLP(1), where=(Place.MONSTER_ZONE,)))
    for name in ("Witness 1", "Witness 2")
]


@pytest.mark.rule("EFF-12", "CHAIN-5")
@pytest.mark.forbids
def test_of_two_mandatory_triggers_only_the_order_is_chosen() -> None:
    game = play(side(hand=[monster("Newcomer")], monsters=WITNESSES))
    summon(game, "Newcomer")
    assert may(game, MoveKind.ACTIVATE) == ["Witness 1", "Witness 2"]
    assert kinds(game) == {MoveKind.ACTIVATE}


# ----------------------------------------------------------------------- EFF-13

LEASH = magic(
    "Leash",
    *equips(on_host(Continuous.CONTROL, 0)),
    type=CardType.EQUIP,
)
QUICKSTER = creature("Quickster", quick(GainLP(1)))
AXE = quick_magic("Axe", used(Destroy(TARGETS), targets=(Target(BACK_ROW),)))


@pytest.mark.rule("EFF-13")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_the_controller_uses_and_attacks_with_a_borrowed_monster(rules: str) -> None:
    game = play(side(hand=[TAKE]), side(monsters=[WORKER]), rules)
    activate(game, "Take")
    place(game)
    activate(game, "Worker")
    resolve(game)
    assert game.lp == (9000, 8000)
    take(game, MoveKind.ENTER_BATTLE_PHASE)
    attack(game, "Worker")
    resolve(game)
    assert game.lp == (9000, 7000)


@pytest.mark.rule("EFF-13")
@pytest.mark.forbids
def test_the_owner_does_not_use_a_monster_that_the_other_controls() -> None:
    game = play(side(hand=[GAIN, TAKE]), side(monsters=[QUICKSTER]))
    activate(game, "Take")
    decline(game)
    place(game)
    assert names(game, 1, Place.MONSTER_ZONE) == []
    resolve(game)
    activate(game, "Gain")
    # Player 1 owns it and is not asked; player 0 controls it.
    assert (game.player, usable(game)) == (0, ["Quickster"])


@pytest.mark.rule("EFF-13")
@pytest.mark.permits
def test_control_ends_with_the_turn() -> None:
    game = play(side(hand=[TAKE]), side(monsters=[WORKER]))
    activate(game, "Take")
    place(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Worker"]
    take(game, MoveKind.END_TURN)
    place(game)
    assert names(game, 1, Place.MONSTER_ZONE) == ["Worker"]


@pytest.mark.rule("EFF-13")
@pytest.mark.permits
def test_control_ends_with_the_equip_card() -> None:
    game = play(side(hand=[LEASH, AXE]), side(monsters=[WORKER]))
    activate(game, "Leash")
    resolve(game)
    place(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Worker"]
    resolve(game)
    activate(game, "Axe", "Leash")
    place(game)
    assert names(game, 1, Place.MONSTER_ZONE) == ["Worker"]


# ----------------------------------------------------------------------- EFF-14

COUNTER = CounterKind.SPELL_COUNTER
TOWER = creature(
    "Tower",
    ignition(PlaceCounters(COUNTER, 2)),
    holds(Continuous.ADD_ATK, Times(100, FactOf(THIS, Fact.COUNTERS, int(COUNTER)))),
    atk=1000,
)
DOWN = magic(
    "Face Down",
    used(ChangePosition(cards=TARGETS, attack=SET), targets=(Target(FACE_UP),)),
)
UP_AGAIN = magic(
    "Up Again",
    used(
        ChangePosition(cards=TARGETS, face_down=ATTACK),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), face_up=False)),),
    ),
)
AWAY_AND_BACK = magic(
    "Away And Back",
    used(
        Destroy(TARGETS),
        Choose(MY_GRAVE),
        SpecialSummon(CHOSEN, ATTACK),
        targets=(Target(FACE_UP),),
    ),
)


@pytest.mark.rule("EFF-14")
@pytest.mark.permits
def test_counters_stay_on_a_face_up_card() -> None:
    game = play(side(monsters=[TOWER]))
    activate(game, "Tower")
    activate(game, "Tower")
    assert atk(game, "Tower") == 1400
    take(game, MoveKind.END_TURN)
    assert atk(game, "Tower") == 1400


@pytest.mark.rule("EFF-14")
@pytest.mark.forbids
def test_counters_vanish_from_a_card_that_is_turned_face_down() -> None:
    game = play(side(hand=[DOWN, UP_AGAIN], monsters=[TOWER]))
    activate(game, "Tower")
    activate(game, "Face Down")
    activate(game, "Up Again")
    assert atk(game, "Tower") == 1000


@pytest.mark.rule("EFF-14")
@pytest.mark.forbids
def test_counters_vanish_from_a_card_that_leaves() -> None:
    game = play(side(hand=[AWAY_AND_BACK], monsters=[TOWER], graveyard=[monster("Old")]))
    activate(game, "Tower")
    activate(game, "Away And Back")
    choose(game, "Tower")
    place(game)
    assert atk(game, "Tower") == 1000


# ----------------------------------------------------------------------- EFF-16

ON_GRAVE = creature("On Grave", must_trigger(Trigger.SENT_TO_GRAVE, GainLP(1)), atk=100)
ON_OWN_DISCARD = creature("On Own Discard", must_trigger(Trigger.DISCARDED, GainLP(1)))
BANISH = magic("Banish It", used(Send(TARGETS, Place.BANISHED), targets=ANY_TARGET))
DROP = magic(
    "Drop One",
    used(
        Choose(Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER)),
        Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD),
    ),
)
SEND = magic(
    "Send One",
    used(
        Choose(Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER)),
        Send(CHOSEN, Place.GRAVEYARD),
    ),
)


def pays(name: str, reason: Reason) -> Card:
    """A monster that sends one from the hand for 10 LP."""
    monsters = Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER)
    cost = (Choose(monsters), Send(CHOSEN, Place.GRAVEYARD, reason))
    return creature(name, ignition(GainLP(10), cost=cost))


PAYS_BY_DISCARD = pays("Pays By Discard", Reason.COST_DISCARD)
PAYS_BY_SENDING = pays("Pays By Sending", Reason.COST)


@pytest.mark.rule("EFF-16", "EFF-2")
@pytest.mark.permits
def test_a_discard_as_a_cost_is_a_discard() -> None:
    game = play(side(hand=[ON_OWN_DISCARD], monsters=[PAYS_BY_DISCARD]))
    activate(game, "Pays By Discard", "On Own Discard")
    resolve(game)
    assert game.lp == (8011, 8000)


@pytest.mark.rule("EFF-16", "EFF-2")
@pytest.mark.forbids
def test_a_card_sent_as_a_cost_is_not_discarded() -> None:
    game = play(side(hand=[ON_OWN_DISCARD], monsters=[PAYS_BY_SENDING]))
    activate(game, "Pays By Sending", "On Own Discard")
    resolve(game)
    assert game.lp == (8010, 8000)
    assert names(game, 0, Place.GRAVEYARD) == ["On Own Discard"]


@pytest.mark.rule("EFF-16")
@pytest.mark.permits
def test_destroyed_discarded_and_tributed_cards_are_sent_to_the_graveyard() -> None:
    game = play(side(hand=[KILL], monsters=[ON_GRAVE]))
    activate(game, "Kill It")
    assert game.lp == (8001, 8000)
    game = play(side(hand=[DROP, ON_GRAVE]))
    activate(game, "Drop One")
    assert game.lp == (8001, 8000)
    game = play(side(hand=[monster("High", level=5)], monsters=[ON_GRAVE]))
    take(game, MoveKind.NORMAL_SUMMON, "High")
    game.apply(0)
    assert game.lp == (8001, 8000)


@pytest.mark.rule("EFF-16")
@pytest.mark.forbids
def test_a_banished_card_is_not_sent_to_the_graveyard() -> None:
    game = play(side(hand=[BANISH], monsters=[ON_GRAVE]))
    activate(game, "Banish It")
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-16", "TURN-4")
@pytest.mark.permits
def test_the_discard_at_the_end_of_the_turn_is_a_discard() -> None:
    game = play(side(hand=[ON_OWN_DISCARD, *soldiers(6)]))
    take(game, MoveKind.END_TURN)
    take(game, MoveKind.CHOOSE_DISCARD, "On Own Discard")
    assert game.lp == (8001, 8000)
    resolving = happened(game.log, EventKind.RESOLVING)
    assert [event.name for event in resolving] == ["On Own Discard"]


@pytest.mark.rule("EFF-16")
@pytest.mark.forbids
def test_sending_from_the_hand_is_no_discard() -> None:
    game = play(side(hand=[SEND, ON_OWN_DISCARD]))
    activate(game, "Send One")
    assert names(game, 0, Place.GRAVEYARD) == ["On Own Discard", "Send One"]
    assert game.lp == (8000, 8000)


# ----------------------------------------------------------------------- EFF-17

FROM_ANY_GRAVE = magic(
    "From Any GY",
    used(
        Choose(Cards(where=(Place.GRAVEYARD,), type=CardType.MONSTER)),
        Send(CHOSEN, Place.BANISHED),
    ),
)


@pytest.mark.rule("EFF-17")
@pytest.mark.permits
def test_a_graveyard_without_an_owner_is_either_players() -> None:
    game = play(
        side(hand=[FROM_ANY_GRAVE], graveyard=[monster("Mine")]),
        side(graveyard=[monster("Theirs")]),
    )
    activate(game, "From Any GY")
    assert sorted(may(game, MoveKind.CHOOSE_CARD)) == ["Mine", "Theirs"]


@pytest.mark.rule("EFF-17")
@pytest.mark.forbids
def test_a_hand_without_an_owner_is_the_users() -> None:
    game = play(side(hand=[DROP, monster("Mine"), monster("Too")]), side(hand=soldiers(3)))
    activate(game, "Drop One")
    assert may(game, MoveKind.CHOOSE_CARD) == ["Mine", "Too"]
