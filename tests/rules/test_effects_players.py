"""Effects, cards and players: EFF-10 to EFF-14, EFF-16, EFF-17, ZONE-3, ZONE-7, INFO-2, INFO-3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    CHAIN_FORMATS,
    SET,
    attack,
    happened,
    kinds,
    lying,
    may,
    monster,
    names,
    number,
    on_field,
    place,
    side,
    soldiers,
    summon,
    take,
)
from tests.rules.stand_ins import (
    BACK_ROW,
    DUST,
    GAIN,
    MONSTERS,
    MY_GRAVE,
    SNIPE,
    THEIR_MONSTERS,
    TRAP_GAIN,
    activate,
    atk,
    choose,
    creature,
    decline,
    equal,
    equips,
    holds,
    ignition,
    lasts,
    magic,
    may_trigger,
    must_trigger,
    on_host,
    play,
    quick,
    quick_magic,
    resolve,
    resolved,
    said_by,
    snare,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    DONE,
    TARGETS,
    THIS,
    Can,
    Cards,
    ChangePosition,
    Choose,
    Damage,
    Destroy,
    Draw,
    FactOf,
    GainLP,
    If,
    PlaceCounters,
    RandomCards,
    RemoveCounters,
    Reveal,
    RollDie,
    Send,
    Shuffle,
    SpecialSummon,
    TakeControl,
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
    Until,
)
from ygosim.enums import Position as Lie

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
@pytest.mark.xfail(strict=True, raises=ValueError, reason="lower: RandomCards in a check")
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
@pytest.mark.xfail(strict=True, raises=ValueError, reason="lower: RandomCards in a check")
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


# ----------------------------------------------------------------------- EFF-13

TAKE = magic(
    "Take",
    used(
        TakeControl(TARGETS, "mine"),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT, can=Can.CAN_CHANGE_CONTROL)),),
    ),
    lasts("mine", Continuous.CONTROL, until=Until.LEAVES | Until.END_OF_TURN),
)
LEASH = magic(
    "Leash",
    *equips(on_host(Continuous.CONTROL, 0)),
    type=CardType.EQUIP,
)
WORKER = creature("Worker", ignition(GainLP(1000)))
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
KILL = magic("Kill It", used(Destroy(TARGETS), targets=ANY_TARGET))
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
    resolved_in = [event for event in happened(game.log, EventKind.RESOLVING)]
    assert [event.name for event in resolved_in] == ["On Own Discard"]


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


# ----------------------------------------------------------------------- ZONE-3

BOUNCE = magic("Bounce It", used(Send(TARGETS, Place.HAND), targets=ANY_TARGET))
BANISH_ANY = magic("Banish That", used(Send(TARGETS, Place.BANISHED), targets=ANY_TARGET))
SPIN = magic("Spin", used(Send(TARGETS, Place.DECK), Shuffle(Who.OPPONENT), targets=ANY_TARGET))


@pytest.mark.rule("ZONE-3")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("card", "pile"),
    [
        (BOUNCE, Place.HAND),
        (BANISH_ANY, Place.BANISHED),
        (KILL, Place.GRAVEYARD),
        (SPIN, Place.DECK),
    ],
)
def test_a_borrowed_monster_goes_to_its_owner(card: Any, pile: Place) -> None:
    game = play(side(hand=[TAKE, card]), side(monsters=[WORKER], deck=0))
    activate(game, "Take")
    place(game)
    activate(game, card.name)
    assert names(game, 1, pile) == ["Worker"]


@pytest.mark.rule("ZONE-3")
@pytest.mark.forbids
def test_a_borrowed_monster_never_goes_to_its_controllers_hand() -> None:
    game = play(side(hand=[BOUNCE], monsters=[lying(WORKER, ATTACK, owner=1)]))
    activate(game, "Bounce It")
    assert "Worker" not in names(game, 0, Place.HAND)
    assert names(game, 1, Place.HAND) == ["Worker"]


# ----------------------------------------------------------------------- ZONE-7

BOOST = magic(
    "Boost",
    used(GainLP(Times(1, FactOf(TARGETS, Fact.ATK))), targets=(Target(MONSTERS),)),
)
GLUE = magic("Glue", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
COVER = snare(
    "Cover",
    used(ChangePosition(cards=TARGETS, attack=SET), targets=(Target(FACE_UP),)),
)
KILL_FACE_UP = magic(
    "Kill Face-up", used(Destroy(TARGETS), targets=(Target(FACE_UP),))
)
RECALL = snare(
    "Recall",
    used(
        Send(TARGETS, Place.HAND),
        Choose(Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER, can=Can.CAN_BE_SUMMONED)),
        SpecialSummon(CHOSEN, ATTACK),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)),),
    ),
)


@pytest.mark.rule("ZONE-7", "EFF-3")
@pytest.mark.forbids
def test_a_card_that_went_to_the_hand_and_came_back_is_another() -> None:
    game = play(
        side(hand=[KILL]),
        side(monsters=[monster("B")], hand=[monster("X")], spells_traps=[RECALL]),
    )
    activate(game, "Kill It", "B")
    activate(game, "Recall")
    choose(game, "B")
    place(game)
    # The target left the field; the B that came is another card.
    assert names(game, 1, Place.MONSTER_ZONE) == ["B"]


@pytest.mark.rule("ZONE-7")
@pytest.mark.permits
def test_a_card_that_stays_where_it_is_is_the_same() -> None:
    game = play(side(hand=[KILL]), side(monsters=[monster("B")], spells_traps=[TRAP_GAIN]))
    activate(game, "Kill It", "B")
    activate(game, "Trap Gain")
    assert names(game, 1, Place.GRAVEYARD) == ["B", "Trap Gain"]


@pytest.mark.rule("ZONE-7")
@pytest.mark.forbids
def test_a_card_that_is_turned_face_down_is_another() -> None:
    game = play(side(hand=[KILL_FACE_UP]), side(monsters=[monster("B")], spells_traps=[COVER]))
    activate(game, "Kill Face-up", "B")
    activate(game, "Cover", "B")
    assert names(game, 1, Place.MONSTER_ZONE) == ["B"]


# --------------------------------------------------------------- INFO-2, INFO-3

SEARCH = magic(
    "Find",
    used(
        Choose(Cards(where=(Place.DECK,), whose=Who.ME, type=CardType.MONSTER, can=Can.CAN_GO_TO_HAND)),
        Send(CHOSEN, Place.HAND),
        Shuffle(Who.ME),
    ),
)
JUST_DRAW = magic("Just Draw", used(Draw(1)))


@pytest.mark.rule("INFO-2", "INFO-3")
@pytest.mark.permits
def test_a_searched_card_is_shown_and_the_deck_is_shuffled() -> None:
    game = play(side(hand=[SEARCH], deck=soldiers(9)))
    activate(game, "Find")
    events = choose(game, "Soldier 5")
    assert [event.player for event in happened(events, EventKind.SHUFFLED)] == [0]
    assert "Soldier 5" in shown(events)
    assert names(game, 0, Place.HAND) == ["Soldier 5"]


@pytest.mark.rule("INFO-2", "INFO-3")
@pytest.mark.forbids
def test_a_drawn_card_is_not_shown_and_the_deck_is_not_shuffled() -> None:
    game = play(side(hand=[JUST_DRAW], deck=soldiers(9)))
    events = activate(game, "Just Draw")
    assert happened(events, EventKind.SHUFFLED) == []
    assert shown(events) == []
    assert names(game, 0, Place.HAND) == ["Soldier 1"]
    assert names(game, 0, Place.DECK) == [f"Soldier {n}" for n in range(9, 1, -1)]


def shown(events: Any) -> list[str]:
    """The cards that both players saw: revealed, or openly moved to the hand."""
    return [
        event.name
        for event in events
        if event.kind is EventKind.REVEALED
        or (event.kind is EventKind.MOVED and event.to_place is Place.HAND)
    ]
