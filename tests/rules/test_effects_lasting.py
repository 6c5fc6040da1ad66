"""What lingers on cards and is put off: EFF-8, TURN-5.  What lasts for turns: WIN-3, TURN-6.

What lies in defence position as long as something says so: EFF-6, EFF-9, POS-2, BAT-12.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.builders import (
    attack,
    end_turn,
    lying,
    monster,
    names,
    on_field,
    side,
    summon,
    take,
)
from tests.rules.stand_ins import (
    DUST,
    MONSTERS,
    MY_HAND,
    MY_MONSTERS,
    activate,
    choose,
    creature,
    equips,
    fight,
    holds,
    lasts,
    magic,
    on_host,
    play,
    quick_magic,
    resolve,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    AFFECTED,
    CHOSEN,
    DONE,
    ChangePosition,
    Choose,
    Count,
    Destroy,
    Draw,
    EndLingering,
    Exists,
    FactOf,
    GainLP,
    If,
    Linger,
    LingeredOn,
    LingeringValue,
    LingerOnPlayers,
    Note,
    RandomCards,
    Send,
    SpecialSummon,
    Times,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EndCause,
    EventKind,
    Fact,
    MoveKind,
    Place,
    Position,
    Property,
    Trigger,
    Until,
)
from ygosim.records import Event

UP = replace(MONSTERS, face_up=True)
MINE_UP = replace(MY_MONSTERS, face_up=True)
SET, ATTACK, DEFENCE = (
    Position.FACE_DOWN_DEFENCE,
    Position.FACE_UP_ATTACK,
    Position.FACE_UP_DEFENCE,
)

THIS_TURN = Until.LEAVES | Until.FACE_DOWN | Until.END_OF_TURN
ALL_DOUBLED = (
    used(Linger(MINE_UP, "twice"), LingerOnPlayers("end")),
    lasts(
        "twice",
        Continuous.FIX_ATK,
        Times(2, FactOf(AFFECTED, Fact.ATK)),
        until=THIS_TURN,
    ),
    lasts(
        "end",
        Continuous.LATER,
        until=Until.DONE | Until.END_OF_TURN,
        works=Works.ON_ME,
        trigger=Trigger.END_PHASE,
        condition=Exists(LingeredOn("twice")),
        operation=(Destroy(LingeredOn("twice")),),
    ),
)
OVERLOAD = quick_magic("Overload", *ALL_DOUBLED)
OVERDRIVE = quick_magic("Overdrive", *ALL_DOUBLED)
BLADE = magic("Blade", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
OUT_AND_BACK = magic(
    "Out And Back",
    used(Note(MY_MONSTERS), Send(CHOSEN, Place.BANISHED), SpecialSummon(CHOSEN)),
)
TURNED_DOWN = magic("Turned Down", used(ChangePosition(cards=MY_MONSTERS, attack=SET, defence=SET)))


def use(game: Duel, name: str) -> tuple[Event, ...]:
    """Use an effect, which nobody answers."""
    return activate(game, name) + resolve(game)


def atk(game: Duel, name: str) -> int:
    return next(card.atk for card in game.cards(0, Place.MONSTER_ZONE) if card.name == name)


def destroyed(events: tuple[Event, ...]) -> list[str]:
    return [
        event.name
        for event in events
        if event.kind is EventKind.MOVED and event.to_place is Place.GRAVEYARD
    ]


# ------------------------------------------------------------------------ EFF-8


@pytest.mark.rule("EFF-8")
@pytest.mark.permits
def test_each_monster_gets_the_value_that_is_computed_for_it() -> None:
    weak, strong = monster("Weak Half", atk=400), monster("Strong Half", atk=1500)
    game = play(side(hand=[OVERLOAD, OVERDRIVE], monsters=[weak, strong]))
    use(game, "Overload")
    assert (atk(game, "Weak Half"), atk(game, "Strong Half")) == (800, 3000)
    use(game, "Overdrive")
    assert (atk(game, "Weak Half"), atk(game, "Strong Half")) == (1600, 6000)


@pytest.mark.rule("EFF-8")
@pytest.mark.forbids
def test_a_value_computed_once_does_not_follow_what_it_was_computed_from() -> None:
    game = play(side(hand=[BLADE, OVERLOAD, DUST], monsters=[monster("Bearer", atk=1000)]))
    use(game, "Blade")
    use(game, "Overload")
    use(game, "Dust")
    assert names(game, 0, Place.GRAVEYARD).count("Blade") == 1
    assert atk(game, "Bearer") == 3000


# ------------------------------------------------------------------------ TURN-5


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
def test_what_lingers_on_cards_finds_them_at_the_end_phase() -> None:
    game = play(side(hand=[OVERLOAD, monster("Later")], monsters=[monster("A"), monster("B")]))
    use(game, "Overload")
    summon(game, "Later")
    assert destroyed(end_turn(game)) == ["A", "B"]
    assert [name for name, _ in on_field(game, 0).values()] == ["Later"]


@pytest.mark.rule("TURN-5", "ZONE-7")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ["Out And Back", "Turned Down"])
def test_what_is_another_card_since_or_face_down_is_not_found(name: str) -> None:
    game = play(side(hand=[OVERLOAD, OUT_AND_BACK, TURNED_DOWN], monsters=[monster("A")]))
    use(game, "Overload")
    use(game, name)
    while game.decision is not DecisionKind.MAIN_PHASE:
        game.apply(game.legal()[0])
    assert destroyed(end_turn(game)) == []
    assert [name for name, _ in on_field(game, 0).values()] == ["A"]


@pytest.mark.rule("TURN-5")
@pytest.mark.permits
def test_what_lasts_to_the_end_of_this_turn_is_done_in_the_phase_that_is_going_on() -> None:
    game = play(
        side(monsters=[monster("A")], spells_traps=[OVERLOAD]),
        side(spells_traps=[QUICK_ANSWER]),
    )
    take(game, MoveKind.END_TURN)
    while "Overload" not in usable(game, 0) or game.phase.name != "END":
        take(game, MoveKind.PASS)
    events = use(game, "Overload")
    assert "A" in destroyed(events)


QUICK_ANSWER = quick_magic("Quick Answer", used(GainLP(3)))


@pytest.mark.rule("TURN-5")
@pytest.mark.forbids
def test_what_is_put_off_is_not_done_if_its_condition_does_not_hold() -> None:
    # Two that would have to be put in order, if they were done.
    game = play(side(hand=[OVERLOAD, OVERDRIVE, TURNED_DOWN], monsters=[monster("A")]))
    for name in ("Overload", "Overdrive", "Turned Down"):
        use(game, name)
    end_turn(game)
    assert (game.player, game.decision) == (1, DecisionKind.MAIN_PHASE)
    assert int(game.state["lingering_count"]) == 0


NOTED = magic(
    "Noted",
    used(
        Choose(MY_HAND),
        Send(CHOSEN, Place.GRAVEYARD),
        Linger(MY_MONSTERS, "note", 300),
        Linger(MY_MONSTERS, "note", 20),
        GainLP(LingeringValue("note")),
        EndLingering("note"),
        If(Exists(LingeredOn("note")), (GainLP(4000),)),
        GainLP(LingeringValue("note")),
    ),
    lasts("note", Continuous.FLAG),
)


def test_what_a_card_made_linger_is_added_up_and_ended() -> None:
    game = play(side(hand=[NOTED, monster("A"), monster("B")], monsters=[monster("C")]))
    use(game, "Noted")
    choose(game, "A")
    assert game.lp == (8320, 8000)


SUMMED_UP = magic(
    "Summed Up",
    used(Linger(MY_MONSTERS, "sum", 7), GainLP(LingeringValue("sum"))),
    lasts("sum", Continuous.FLAG),
)


def test_what_another_copy_made_linger_is_not_its_own() -> None:
    game = play(side(hand=[SUMMED_UP, SUMMED_UP], monsters=[monster("C")]))
    use(game, "Summed Up")
    use(game, "Summed Up")
    assert game.lp == (8014, 8000)


SPENDS = magic("Spends", used(Send(RandomCards(MY_HAND, Count(MONSTERS)), Place.GRAVEYARD)))
ANEW = magic(
    "Anew",
    used(
        Note(MY_HAND),
        Send(CHOSEN, Place.DECK),
        Draw(Count(CHOSEN)),
        Draw(DONE, Who.OPPONENT),
    ),
)


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
@pytest.mark.parametrize(("monsters", "left"), [(0, 3), (2, 1), (4, 0)])
def test_a_number_says_how_many_are_taken_at_random(monsters: int, left: int) -> None:
    field = [monster(f"On Field {number}") for number in range(monsters)]
    hand = [monster(f"In Hand {number}") for number in range(3)]
    game = play(side(hand=[SPENDS, *hand], monsters=field))
    use(game, "Spends")
    assert len(names(game, 0, Place.HAND)) == left


@pytest.mark.rule("EFF-11")
@pytest.mark.permits
def test_a_number_says_how_many_are_drawn_by_either_player() -> None:
    game = play(side(hand=[ANEW, monster("A"), monster("B")]), side(deck=[monster()] * 3))
    use(game, "Anew")
    assert [len(names(game, player, Place.HAND)) for player in range(2)] == [2, 2]


@pytest.mark.rule("WIN-2")
@pytest.mark.forbids
def test_to_draw_no_card_from_an_empty_deck_loses_nothing() -> None:
    game = play(side(hand=[ANEW], deck=[]), side(deck=[]))
    use(game, "Anew")
    assert not game.over


# ------------------------------------------------------------------------ WIN-3


def wins_later(name: str, turns: int, works: Works = Works.ON_ME) -> tuple[str, object]:
    effect = lasts("then", Continuous.WINS, until=Until.END_OF_TURN, works=works)
    return name, magic(name, used(LingerOnPlayers("then")), replace(effect, turns=turns))


COUNTDOWNS = dict(
    (
        wins_later("In One", 1),
        wins_later("In Two", 2),
        wins_later("Theirs In Two", 2, Works.ON_OPPONENT),
        wins_later("All In Two", 2, Works.ON_BOTH),
    )
)


@pytest.mark.rule("WIN-3", "TURN-6")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("name", "winner"), [("In Two", 0), ("Theirs In Two", 1), ("All In Two", 2)]
)
def test_a_player_wins_when_the_turns_have_ended(name: str, winner: int) -> None:
    game = play(side(hand=[COUNTDOWNS[name]], deck=[monster()] * 3), side(deck=[monster()] * 3))
    use(game, name)
    end_turn(game)
    assert (game.over, game.turn) == (False, 3)
    end_turn(game)
    assert (game.over, game.turn, game.winner) == (True, 3, winner)
    assert game.end_cause is EndCause.CARD_EFFECT


@pytest.mark.ruling("two-wins-at-once")
@pytest.mark.rule("WIN-3", "TURN-6")
@pytest.mark.permits
def test_the_turns_of_both_players_end_together_in_a_draw() -> None:
    game = play(
        side(hand=[COUNTDOWNS["In Two"]], deck=[monster()] * 3),
        side(hand=[COUNTDOWNS["In One"]], deck=[monster()] * 3),
    )
    use(game, "In Two")
    end_turn(game)
    use(game, "In One")
    end_turn(game)
    assert (game.over, game.winner) == (True, 2)


# ------------------------------------------------------------------------ Lying in defence

LEVEL_4 = replace(UP, min_level=4)
FLOOD = magic(
    "Flood",
    used(),
    holds(
        Continuous.PROPERTY,
        Property.LIES_IN_DEFENCE,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_CARDS,
        on=LEVEL_4,
    ),
    type=CardType.CONTINUOUS,
)
SHIP = creature("Ship", holds(Continuous.PROPERTY, Property.UNAFFECTED_BY_SPELLS), level=4)
TIDE = creature(
    "Tide",
    holds(
        Continuous.PROPERTY,
        Property.LIES_IN_DEFENCE,
        works=Works.ON_CARDS,
        on=replace(UP, whose=Who.OPPONENT),
        condition=Exists(replace(MY_MONSTERS, named="Moon")),
    ),
    level=3,
)
RAISE = quick_magic("Raise", used(ChangePosition(cards=UP, defence=ATTACK)))


def lies(game: Duel, player: int = 0) -> dict[str, Position]:
    return dict(on_field(game, player).values())


@pytest.mark.rule("EFF-9")
@pytest.mark.permits
def test_monsters_are_turned_as_long_as_something_says_so() -> None:
    game = play(
        side(hand=[FLOOD, monster("New", level=4)], monsters=[monster("Old", level=5)]),
        side(monsters=[monster("Foe", level=4)]),
    )
    events = use(game, "Flood")
    turned = [e.name for e in events if e.kind is EventKind.POSITION_CHANGED]
    assert sorted(turned) == ["Foe", "Old"]
    summon(game, "New")
    assert lies(game) == {"Old": DEFENCE, "New": DEFENCE}
    assert lies(game, 1) == {"Foe": DEFENCE}


@pytest.mark.rule("EFF-6")
@pytest.mark.forbids
def test_others_and_unaffected_ones_stay_as_they_lie() -> None:
    small, hidden = monster("Small", level=3), monster("Hidden", level=4)
    game = play(side(hand=[FLOOD], monsters=[small, lying(hidden, SET), SHIP]))
    use(game, "Flood")
    assert lies(game) == {"Small": ATTACK, "Hidden": SET, "Ship": ATTACK}


@pytest.mark.rule("EFF-9")
@pytest.mark.forbids
def test_monsters_stay_in_defence_when_nothing_says_so_any_more() -> None:
    game = play(side(hand=[FLOOD, DUST], monsters=[monster("Old", level=5)]))
    use(game, "Flood")
    use(game, "Dust")
    assert lies(game) == {"Old": DEFENCE}


@pytest.mark.rule("POS-2")
@pytest.mark.forbids
def test_to_change_the_position_comes_to_nothing() -> None:
    game = play(side(hand=[FLOOD, RAISE], monsters=[monster("Old", level=5)]))
    use(game, "Flood")
    take(game, MoveKind.CHANGE_POSITION, "Old")
    assert lies(game) == {"Old": DEFENCE}
    assert MoveKind.CHANGE_POSITION not in {move.kind for move in game.legal()}
    use(game, "Raise")
    assert lies(game) == {"Old": DEFENCE}


@pytest.mark.rule("BAT-12")
@pytest.mark.forbids
def test_an_attacker_that_is_turned_attacks_no_longer() -> None:
    moon = quick_magic("Moonrise", used(SpecialSummon(replace(MY_HAND, named="Moon"))))
    game = fight(
        side(monsters=[monster("Fighter", atk=2000)]),
        side(
            monsters=[TIDE, monster("Prey", atk=100)],
            hand=[monster("Moon")],
            spells_traps=[moon],
        ),
    )
    attack(game, "Fighter", "Prey")
    use(game, "Moonrise")
    while game.decision is not DecisionKind.BATTLE_PHASE:
        game.apply(game.legal()[0])
    assert lies(game) == {"Fighter": DEFENCE}
    assert game.lp == (8000, 8000)
    assert MoveKind.ATTACK not in {move.kind for move in game.legal()}
