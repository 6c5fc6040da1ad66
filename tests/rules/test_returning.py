"""Monsters that are banished until some time, and return to the field (ZONE-8)."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    end_turn,
    happened,
    lying,
    monster,
    names,
    on_field,
    place,
    side,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    TAKE,
    activate,
    atk,
    creature,
    equips,
    lasts,
    magic,
    may_trigger,
    on_host,
    play,
    quick_magic,
    resolve,
    usable,
    used,
)
from tests.rules.test_tokens import LAMB_CARD
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    BanishUntil,
    Cards,
    Choose,
    Destroy,
    GainLP,
    Linger,
    ReturnToField,
    Send,
    SpecialSummon,
    Target,
    Who,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    MoveKind,
    Phase,
    Place,
    Trigger,
    Until,
)

BACK_LATER = lasts(
    "back",
    Continuous.LATER,
    until=Until.DONE | Until.LEAVES,
    trigger=Trigger.END_PHASE,
    operation=(ReturnToField(),),
)
ELSEWHERE = quick_magic(
    "Elsewhere",
    used(BanishUntil(TARGETS, "back"), targets=(Target(MONSTERS),)),
    BACK_LATER,
)
"""Target a monster; banish it until the End Phase."""

FAR_AWAY = magic(
    "Far Away",
    used(BanishUntil(MONSTERS, "back")),
    lasts(
        "back",
        Continuous.LATER,
        until=Until.DONE | Until.LEAVES,
        trigger=Trigger.STANDBY_PHASE,
        turn=Who.ME,
        operation=(ReturnToField(),),
    ),
)
"""Banish all monsters until your Standby Phase."""

MY_BANISHED = Cards(where=(Place.BANISHED,), whose=Who.ME, type=CardType.MONSTER)
RECALL = magic("Bring Back", used(Choose(MY_BANISHED), SpecialSummon(CHOSEN, 1)))
EXILE = magic("Exile", used(Choose(MONSTERS), Send(CHOSEN, Place.BANISHED)))
DROP = magic("Drop", used(Choose(MY_BANISHED), Send(CHOSEN, Place.GRAVEYARD)))
CRUSH = quick_magic("Crush", used(Destroy(TARGETS), targets=(Target(MONSTERS),)))
GROW = magic("Grow", used(Linger(MONSTERS, "grown", 500)), lasts("grown", Continuous.ADD_ATK))
HEIRLOOM = magic("Heirloom", *equips(on_host(Continuous.ADD_ATK, 700)), type=CardType.EQUIP)
GREETER = creature("Homecomer", may_trigger(Trigger.SPECIAL_SUMMONED, GainLP(1000)))
LEAVER = creature("Goer", may_trigger(Trigger.LEFT_FIELD, GainLP(1000)))


def sent_elsewhere(name: str, *, lie: object = ATTACK, zone: int = 3, **more: object) -> Duel:
    """One monster of player 0 is banished until the End Phase."""
    card = monster(name)
    hand = [ELSEWHERE, *more.pop("hand", [])]  # type: ignore[misc]
    game = play(side(hand=hand, monsters={zone: lying(card, lie)}, **more))  # type: ignore[arg-type]
    activate(game, "Elsewhere")
    resolve(game)
    return game


def to_end_phase(game: Duel) -> None:
    """The turn ends; nothing is answered until something else is asked, or the next turn is."""
    turn = game.turn
    end_turn(game)
    while game.decision is DecisionKind.RESPONSE and game.turn == turn:
        resolve(game)


@pytest.mark.rule("ZONE-8")
@pytest.mark.permits
@pytest.mark.parametrize("lie", [ATTACK, DEFENCE])
def test_a_banished_monster_returns_as_it_lay_in_a_zone_of_choice(lie: object) -> None:
    game = sent_elsewhere("A", lie=lie)
    assert names(game, 0, Place.BANISHED) == ["A"]
    assert on_field(game, 0) == {}
    to_end_phase(game)
    assert (game.player, game.decision, game.phase) == (0, DecisionKind.ZONE, Phase.END)
    place(game, 1)
    resolve(game)
    assert on_field(game, 0) == {1: ("A", lie)}
    assert names(game, 0, Place.BANISHED) == []


@pytest.mark.rule("ZONE-8")
@pytest.mark.permits
def test_it_returns_to_the_player_who_controlled_it_last() -> None:
    game = play(side(hand=[ELSEWHERE, TAKE]), side(monsters=[monster("A")]))
    activate(game, "Take")
    resolve(game)
    place(game)
    activate(game, "Elsewhere")
    resolve(game)
    assert names(game, 1, Place.BANISHED) == ["A"]
    to_end_phase(game)
    place(game, 0)
    resolve(game)
    while game.phase is Phase.END:
        game.apply(0)
    # What had given it to player 0 is over, so nothing takes it back.
    assert on_field(game, 0) == {0: ("A", ATTACK)}
    assert on_field(game, 1) == {}


@pytest.mark.rule("ZONE-8")
@pytest.mark.permits
def test_it_returns_in_the_next_end_phase_if_it_was_banished_in_one() -> None:
    game = play(side(monsters=[monster("A")], spells_traps=[ELSEWHERE]), turn=2)
    end_turn(game)
    while "Elsewhere" not in usable(game):
        game.apply(game.move(MoveKind.PASS))
    assert game.phase is Phase.END
    activate(game, "Elsewhere")
    resolve(game)
    assert game.turn == 3
    assert names(game, 0, Place.BANISHED) == ["A"]
    to_end_phase(game)
    place(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.rule("ZONE-8")
@pytest.mark.permits
def test_what_returns_in_the_standby_phase_may_change_its_position_and_attack() -> None:
    game = play(side(hand=[FAR_AWAY], monsters=[monster("A")]), side(monsters=[monster("B")]))
    activate(game, "Far Away")
    resolve(game)
    turn = game.turn
    while game.turn < turn + 2:
        if game.decision is DecisionKind.MAIN_PHASE:
            end_turn(game)
        else:
            game.apply(0)
    while game.decision is not DecisionKind.MAIN_PHASE:
        game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    assert names(game, 1, Place.MONSTER_ZONE) == ["B"]
    assert "A" in [m.name for m in game.legal() if m.kind is MoveKind.CHANGE_POSITION]
    game.apply(game.move(MoveKind.ENTER_BATTLE_PHASE))
    resolve(game)
    assert "A" in [m.name for m in game.legal() if m.kind is MoveKind.ATTACK]


@pytest.mark.rule("ZONE-8")
@pytest.mark.permits
def test_it_leaves_the_field_when_it_is_banished() -> None:
    game = play(side(hand=[ELSEWHERE], monsters=[LEAVER]))
    activate(game, "Elsewhere")
    resolve(game)
    assert usable(game) == ["Goer"]


@pytest.mark.rule("ZONE-8")
@pytest.mark.forbids
def test_returning_is_no_summon() -> None:
    game = play(side(hand=[ELSEWHERE], monsters=[GREETER]))
    activate(game, "Elsewhere")
    resolve(game)
    before = len(game.log)
    turn = game.turn
    end_turn(game)
    while game.turn == turn:
        assert "Homecomer" not in usable(game)
        game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Homecomer"]
    assert happened(game.log[before:], EventKind.SPECIAL_SUMMONED) == []


@pytest.mark.rule("ZONE-8")
@pytest.mark.forbids
def test_where_no_zone_is_free_it_goes_to_the_graveyard() -> None:
    filled = {zone: monster(f"Filler {zone}") for zone in (0, 1, 2, 4)}
    game = play(
        side(
            hand=[ELSEWHERE, monster("Last")],
            monsters={**filled, 3: monster("A")},
        )
    )
    activate(game, "Elsewhere", "A")
    resolve(game)
    game.apply(game.move(MoveKind.NORMAL_SUMMON, "Last"))
    place(game)
    resolve(game)
    turn = game.turn
    to_end_phase(game)
    while game.turn == turn:
        game.apply(0)
    assert names(game, 0, Place.GRAVEYARD) == ["Elsewhere", "A"]
    assert names(game, 0, Place.BANISHED) == []


@pytest.mark.rule("ZONE-8")
@pytest.mark.forbids
def test_what_has_left_the_banished_pile_does_not_return() -> None:
    game = sent_elsewhere("A", hand=[DROP])
    activate(game, "Drop")
    resolve(game)
    to_end_phase(game)
    assert game.decision is not DecisionKind.ZONE
    assert "A" in names(game, 0, Place.GRAVEYARD)


@pytest.mark.rule("ZONE-8")
@pytest.mark.forbids
def test_what_came_back_otherwise_and_is_banished_again_does_not_return() -> None:
    game = sent_elsewhere("A", hand=[RECALL, EXILE])
    activate(game, "Bring Back")
    resolve(game)
    place(game)
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    activate(game, "Exile")
    resolve(game)
    to_end_phase(game)
    assert game.decision is not DecisionKind.ZONE
    assert names(game, 0, Place.BANISHED) == ["A"]


@pytest.mark.rule("ZONE-7")
@pytest.mark.forbids
def test_what_returns_is_a_new_card_for_what_was_on_it() -> None:
    game = play(side(hand=[ELSEWHERE, GROW, HEIRLOOM], monsters=[monster("A", atk=1000)]))
    activate(game, "Grow")
    resolve(game)
    activate(game, "Heirloom", zone=0)
    resolve(game)
    assert atk(game, "A") == 2200
    activate(game, "Elsewhere")
    resolve(game)
    assert "Heirloom" in names(game, 0, Place.GRAVEYARD)
    to_end_phase(game)
    place(game)
    assert atk(game, "A") == 1000


@pytest.mark.rule("ZONE-7")
@pytest.mark.forbids
def test_what_pointed_at_it_finds_it_gone() -> None:
    game = play(
        side(hand=[CRUSH, GAIN], monsters=[monster("B")]),
        side(monsters=[monster("A")], spells_traps=[ELSEWHERE]),
    )
    activate(game, "Crush", "A", zone=0)
    activate(game, "Elsewhere", "A")
    resolve(game)
    assert names(game, 1, Place.BANISHED) == ["A"]
    to_end_phase(game)
    assert (game.player, game.decision) == (1, DecisionKind.ZONE)
    place(game)
    assert names(game, 1, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.rule("ZONE-6")
@pytest.mark.forbids
def test_a_banished_token_does_not_return() -> None:
    game = play(side(hand=[ELSEWHERE], monsters=[LAMB_CARD]))
    activate(game, "Elsewhere")
    resolve(game)
    to_end_phase(game)
    assert game.decision is not DecisionKind.ZONE
    assert names(game, 0, Place.MONSTER_ZONE) == names(game, 0, Place.BANISHED) == []


def test_several_return_one_after_the_other() -> None:
    game = play(
        side(hand=[ELSEWHERE, ELSEWHERE], monsters=[monster("A"), lying(monster("B"), DEFENCE)])
    )
    for name in ("A", "B"):
        activate(game, "Elsewhere", name)
        resolve(game)
    turn = game.turn
    end_turn(game)
    while game.turn == turn:
        game.apply(0)
    assert dict(on_field(game, 0).values()) == {"A": ATTACK, "B": DEFENCE}
