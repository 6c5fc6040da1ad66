"""Where cards go and what is shown, with effects: ZONE-3, ZONE-7, INFO-2, INFO-3, INFO-4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    SET,
    happened,
    lying,
    monster,
    names,
    on_field,
    place,
    side,
    soldiers,
)
from tests.rules.stand_ins import (
    KILL,
    MONSTERS,
    MY_GRAVE,
    TAKE,
    TRAP_GAIN,
    WORKER,
    activate,
    choose,
    creature,
    equips,
    magic,
    must_trigger,
    on_host,
    play,
    quick_magic,
    snare,
    used,
)
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    Can,
    Cards,
    ChangePosition,
    Choose,
    Destroy,
    Draw,
    FactOf,
    GainLP,
    Reveal,
    Send,
    Shuffle,
    SpecialSummon,
    Target,
    Times,
    Who,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    Fact,
    Place,
    Trigger,
)

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
ANY_TARGET = (Target(MONSTERS),)

# ----------------------------------------------------------------------- ZONE-2

CALL_ALL = magic("Call All", used(SpecialSummon(MY_GRAVE, ATTACK)))


@pytest.mark.rule("ZONE-2")
@pytest.mark.permits
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("there", "come"),
    [
        (2, 3),
        (3, 2),
        (4, 1),
    ],
)
def test_an_effect_summons_as_many_as_zones_are_free(there: int, come: int) -> None:
    game = play(side(hand=[CALL_ALL], monsters=soldiers(there), graveyard=[monster("Fallen")] * 3))
    activate(game, "Call All")
    while len(names(game, 0, Place.MONSTER_ZONE)) < there + come:
        if game.decision is DecisionKind.CARD:  # which ones
            game.apply(0)
        else:
            place(game)
    assert names(game, 0, Place.GRAVEYARD).count("Fallen") == 3 - come
    assert game.decision is DecisionKind.MAIN_PHASE


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
KILL_FACE_UP = magic("Kill Face-up", used(Destroy(TARGETS), targets=(Target(FACE_UP),)))
RECALL = snare(
    "Recall",
    used(
        Send(TARGETS, Place.HAND),
        Choose(
            Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER, can=Can.CAN_BE_SUMMONED)
        ),
        SpecialSummon(CHOSEN, ATTACK),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)),),
    ),
)


@pytest.mark.ruling("left-and-came-back")
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


@pytest.mark.ruling("left-and-came-back")
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
        Choose(
            Cards(where=(Place.DECK,), whose=Who.ME, type=CardType.MONSTER, can=Can.CAN_GO_TO_HAND)
        ),
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


PEEK = magic(
    "Peek", used(Reveal(Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT, face_up=False)))
)
LIFT = magic(
    "Lift",
    used(
        ChangePosition(
            cards=Cards(where=(Place.MONSTER_ZONE,), whose=Who.OPPONENT, face_up=False),
            face_down=DEFENCE,
        )
    ),
)
HIDDEN = creature("Hidden", must_trigger(Trigger.FLIPPED, GainLP(1)), type=CardType.FLIP)


@pytest.mark.rule("INFO-4")
@pytest.mark.forbids
def test_looking_at_a_face_down_card_does_not_flip_it() -> None:
    game = play(side(hand=[PEEK]), side(monsters=[lying(HIDDEN, SET)]))
    events = activate(game, "Peek")
    assert shown(events) == ["Hidden"]
    assert on_field(game, 1) == {1: ("Hidden", SET)}
    assert game.lp == (8000, 8000)


@pytest.mark.rule("INFO-4")
@pytest.mark.permits
def test_turning_it_face_up_flips_it() -> None:
    game = play(side(hand=[LIFT]), side(monsters=[lying(HIDDEN, SET)]))
    activate(game, "Lift")
    assert on_field(game, 1) == {1: ("Hidden", DEFENCE)}
    assert game.lp == (8000, 8001)


def shown(events: Any) -> list[str]:
    """The cards that both players saw: revealed, or openly moved to the hand."""
    return [
        event.name
        for event in events
        if event.kind is EventKind.REVEALED
        or (event.kind is EventKind.MOVED and event.to_place is Place.HAND)
    ]


TWO_TARGETS = magic("Two Targets", used(Destroy(TARGETS), targets=(Target(MONSTERS, 2, 2),)))
ONE_HOME = quick_magic(
    "One Home",
    used(
        Send(TARGETS, Place.HAND),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME)),),
    ),
)


@pytest.mark.rule("EFF-3", "ZONE-7")
@pytest.mark.permits
def test_an_effect_applies_to_the_target_that_is_left() -> None:
    game = play(
        side(hand=[TWO_TARGETS]),
        side(monsters=[monster("B"), monster("C")], spells_traps=[ONE_HOME]),
    )
    activate(game, "Two Targets")
    activate(game, "One Home", "B")
    assert names(game, 1, Place.HAND) == ["B"]
    assert names(game, 1, Place.GRAVEYARD) == ["C", "One Home"]


# ----------------------------------------------------------------------- ZONE-4


CALL_BACK = magic("Call Back", used(Send(TARGETS, Place.HAND), targets=ANY_TARGET))
SEND_BACK = magic("Send Back", used(Send(TARGETS, Place.DECK), targets=ANY_TARGET))


@pytest.mark.rule("ZONE-4")
@pytest.mark.permits
@pytest.mark.parametrize("back", [CALL_BACK, SEND_BACK], ids=lambda card: card.name)
def test_a_monster_of_the_main_deck_goes_to_the_hand_or_deck(back: Any) -> None:
    game = play(side(hand=[back]), side(monsters=["Gemini Elf"]))
    activate(game, back.name, "Gemini Elf")
    to = Place.HAND if back is CALL_BACK else Place.DECK
    assert "Gemini Elf" in names(game, 1, to)
    assert names(game, 1, Place.EXTRA_DECK) == []


@pytest.mark.rule("ZONE-4")
@pytest.mark.forbids
@pytest.mark.parametrize("back", [CALL_BACK, SEND_BACK], ids=lambda card: card.name)
def test_a_monster_of_the_extra_deck_goes_back_there(back: Any) -> None:
    game = play(side(hand=[back]), side(monsters=["Black Skull Dragon"]))
    activate(game, back.name, "Black Skull Dragon")
    assert names(game, 1, Place.EXTRA_DECK) == ["Black Skull Dragon"]
    assert "Black Skull Dragon" not in names(game, 1, Place.HAND) + names(game, 1, Place.DECK)
