"""What is done instead of destruction, and where cards go instead (EFF-2, EFF-7)."""

from __future__ import annotations

import pytest

from tests.rules.builders import (
    ATTACK,
    SET,
    attack,
    lying,
    monster,
    names,
    side,
    take,
)
from tests.rules.stand_ins import (
    KILL,
    MONSTERS,
    MY_HAND,
    activate,
    choose,
    creature,
    equal,
    fight,
    holds,
    ignition,
    magic,
    may_trigger,
    must_trigger,
    play,
    resolve,
    said_by,
    told,
    usable,
    used,
)
from ygosim.effects.model import (
    CHOSEN,
    THIS,
    Cards,
    Choose,
    Destroy,
    Effect,
    Exists,
    GainLP,
    IfDone,
    LoseLP,
    RuleDestroy,
    Send,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DecisionKind,
    EffectKind,
    EventKind,
    Limit,
    MoveKind,
    Place,
    Property,
    Reason,
    Trigger,
)

BY_BATTLE = equal(said_by(Context.EVENT_REASON), int(Reason.BATTLE))
BY_EFFECT = equal(said_by(Context.EVENT_REASON), int(Reason.EFFECT_DESTRUCTION))
BOTH_ROWS = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)


def instead(*operation: object, **said: object) -> Effect:
    """A replacement of this card's destruction, unless `on` is said."""
    said.setdefault("where", (Place.MONSTER_ZONE,))
    said.setdefault("about_this", "on" not in said)
    return Effect(kind=EffectKind.REPLACEMENT, operation=operation, **said)  # type: ignore[arg-type]


SWEEP = magic("Clean Sweep", used(Destroy(MONSTERS)))
RULE_SWEEP = magic("Rule Sweep", used(RuleDestroy(MONSTERS)))
ASHES = magic("Ashes", used(IfDone(Destroy(MONSTERS), (GainLP(500),), least=2)))
STURDY = creature("Sturdy", instead(LoseLP(100, Who.ME)))
TOUGH = creature("Tough", instead(LoseLP(100, Who.ME), condition=BY_BATTLE))
PROOF = creature("Proof", instead(LoseLP(100, Who.ME), condition=BY_EFFECT))
ONCE = creature("Once", instead(LoseLP(100, Who.ME), limit=Limit.CARD_PER_TURN))
MAYBE = creature("Maybe", instead(LoseLP(100, Who.ME), optional=True))
SHELL = creature(
    "Shell",
    instead(
        Choose(Cards(where=(Place.HAND,), whose=Who.ME)),
        Send(CHOSEN, Place.GRAVEYARD, Reason.EFFECT_DISCARD),
        optional=True,
    ),
)
GUARD = creature(
    "Grave Guard",
    instead(
        Send(THIS, Place.BANISHED),
        on=Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME),
        where=(Place.GRAVEYARD,),
        optional=True,
        condition=BY_EFFECT,
    ),
)
SHIELD = creature(
    "Wall Shield",
    instead(
        Destroy(Cards(where=(Place.SPELL_TRAP_ZONE,), whose=Who.ME)),
        requires=Exists(Cards(where=(Place.SPELL_TRAP_ZONE,), whose=Who.ME)),
    ),
)


@pytest.mark.rule("EFF-7")
@pytest.mark.permits
@pytest.mark.parametrize("name", ["Sturdy", "Proof"])
def test_eff_7_a_mandatory_replacement_happens_unasked(name: str) -> None:
    card = STURDY if name == "Sturdy" else PROOF
    game = play(side(hand=[KILL], monsters=[card]))
    activate(game, "Kill It")
    resolve(game)
    assert game.lp == (7900, 8000)
    assert names(game, 0, Place.MONSTER_ZONE) == [name]


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_eff_7_a_replacement_of_battle_is_none_of_effects() -> None:
    game = play(side(hand=[KILL], monsters=[TOUGH]))
    activate(game, "Kill It")
    resolve(game)
    assert game.lp == (8000, 8000)
    assert "Tough" in names(game, 0, Place.GRAVEYARD)


@pytest.mark.rule("EFF-7")
@pytest.mark.permits
@pytest.mark.parametrize("card", [STURDY, TOUGH], ids=["Sturdy", "Tough"])
def test_eff_7_destruction_by_battle_is_replaced(card: object) -> None:
    game = fight(side(monsters=[monster("Big", atk=3000)]), side(monsters=[card]))
    attack(game, "Big")
    resolve(game)
    assert game.lp == (8000, 8000 - 2000 - 100)
    assert len(names(game, 1, Place.MONSTER_ZONE)) == 1


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_eff_7_a_replacement_of_effects_is_none_of_battle() -> None:
    game = fight(side(monsters=[monster("Big", atk=3000)]), side(monsters=[PROOF]))
    attack(game, "Big")
    resolve(game)
    assert names(game, 1, Place.GRAVEYARD) == ["Proof"]


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_eff_7_destruction_by_rule_is_not_replaced() -> None:
    game = play(side(hand=[RULE_SWEEP], monsters=[STURDY]))
    activate(game, "Rule Sweep")
    resolve(game)
    assert "Sturdy" in names(game, 0, Place.GRAVEYARD)


@pytest.mark.rule("EFF-7", "EFF-1")
@pytest.mark.forbids
def test_eff_7_a_face_down_card_replaces_nothing() -> None:
    game = play(side(hand=[KILL], monsters=[lying(STURDY, SET)]))
    activate(game, "Kill It")
    resolve(game)
    assert "Sturdy" in names(game, 0, Place.GRAVEYARD)
    assert game.lp == (8000, 8000)


@pytest.mark.rule("EFF-7")
@pytest.mark.forbids
def test_eff_7_a_card_that_replaces_its_own_destruction_replaces_no_others() -> None:
    game = play(side(hand=[KILL], monsters=[STURDY, monster("A")]))
    activate(game, "Kill It", "A")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Sturdy"]
    assert game.lp == (8000, 8000)


LATE = creature("Late Word", must_trigger(Trigger.BATTLED, GainLP(5)), atk=1000)


@pytest.mark.rule("BAT-3", "EFF-7")
@pytest.mark.forbids
def test_bat_3_what_battle_destroys_is_there_until_the_end_of_the_damage_step() -> None:
    game = fight(side(monsters=[monster("Big", atk=2000)]), side(monsters=[LATE, STURDY]))
    attack(game, "Big", "Late Word")
    resolve(game)
    seen = told(game.log, EventKind.RESOLVING, EventKind.MOVED)
    assert seen == [(EventKind.RESOLVING, "Late Word"), (EventKind.MOVED, "Late Word")]


def test_a_limit_counts_replacements() -> None:
    game = play(side(hand=[KILL, KILL], monsters=[ONCE]))
    activate(game, "Kill It")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Once"]
    activate(game, "Kill It")
    resolve(game)
    assert "Once" in names(game, 0, Place.GRAVEYARD)


@pytest.mark.parametrize("answer", [MoveKind.YES, MoveKind.NO])
def test_you_can_asks_the_player_of_the_card(answer: MoveKind) -> None:
    game = play(side(hand=[KILL]), side(monsters=[MAYBE]))
    activate(game, "Kill It")
    resolve(game)
    assert (game.decision, game.player) == (DecisionKind.YES_NO, 1)
    copy = game.copy()
    assert copy.hash == game.hash
    take(game, answer)
    gone = answer is MoveKind.NO
    assert ("Maybe" in names(game, 1, Place.GRAVEYARD)) == gone
    assert game.lp == (8000, 8000 if gone else 7900)


def test_a_group_is_asked_card_by_card_and_the_turn_player_first() -> None:
    game = play(side(hand=[SWEEP], monsters=[MAYBE, STURDY]), side(monsters=[MAYBE, monster("B")]))
    activate(game, "Clean Sweep")
    resolve(game)
    assert game.lp == (7900, 8000)  # what must be done is done first
    asked = []
    while game.decision is DecisionKind.YES_NO:
        asked.append(game.player)
        take(game, MoveKind.YES if game.player == 0 else MoveKind.NO)
    assert asked == [0, 1]
    assert sorted(names(game, 0, Place.MONSTER_ZONE)) == ["Maybe", "Sturdy"]
    assert sorted(names(game, 1, Place.GRAVEYARD)) == ["B", "Maybe"]


def test_what_is_replaced_counts_as_not_destroyed() -> None:
    game = play(side(hand=[ASHES], monsters=[STURDY, monster("B")]))
    activate(game, "Ashes")
    resolve(game)
    assert game.lp == (7900, 8000)
    game = play(side(hand=[ASHES], monsters=[monster("A"), monster("B")]))
    activate(game, "Ashes")
    resolve(game)
    assert game.lp == (8500, 8000)


def test_a_replacement_that_cannot_be_done_is_not_offered() -> None:
    game = play(side(hand=[KILL]), side(monsters=[SHELL], hand=[monster("A"), monster("B")]))
    activate(game, "Kill It")
    resolve(game)
    assert game.decision is DecisionKind.YES_NO
    take(game, MoveKind.YES)
    choose(game, "B")
    assert names(game, 1, Place.GRAVEYARD) == ["B"]
    assert names(game, 1, Place.MONSTER_ZONE) == ["Shell"]
    game = play(side(hand=[KILL]), side(monsters=[SHELL]))
    activate(game, "Kill It")
    resolve(game)
    assert names(game, 1, Place.GRAVEYARD) == ["Shell"]


def test_one_card_replaces_the_destruction_of_others_once() -> None:
    game = play(side(hand=[SWEEP]), side(monsters=[monster("A"), monster("B")], graveyard=[GUARD]))
    activate(game, "Clean Sweep")
    resolve(game)
    take(game, MoveKind.YES)
    assert sorted(names(game, 1, Place.MONSTER_ZONE)) == ["A", "B"]
    assert names(game, 1, Place.BANISHED) == ["Grave Guard"]


def test_another_card_is_destroyed_instead() -> None:
    game = play(side(hand=[KILL]), side(monsters=[SHIELD], spells_traps=[magic("Plain Wall")]))
    activate(game, "Kill It")
    resolve(game)
    assert names(game, 1, Place.MONSTER_ZONE) == ["Wall Shield"]
    assert names(game, 1, Place.GRAVEYARD) == ["Plain Wall"]


def test_a_negated_card_replaces_nothing() -> None:
    drain = magic(
        "Drain All",
        holds(
            Continuous.PROPERTY,
            Property.NEGATED,
            where=(Place.SPELL_TRAP_ZONE,),
            works=Works.ON_CARDS,
            on=Cards(where=(Place.MONSTER_ZONE,), face_up=True),
        ),
        type=CardType.CONTINUOUS,
    )
    game = play(side(hand=[KILL], spells_traps=[lying(drain, ATTACK)]), side(monsters=[STURDY]))
    activate(game, "Kill It")
    resolve(game)
    assert names(game, 1, Place.GRAVEYARD) == ["Sturdy"]


# Where cards go instead --------------------------------------------------------------------

VOID = magic(
    "Great Void",
    holds(
        Continuous.INSTEAD_OF_GRAVEYARD,
        int(Place.BANISHED),
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_BOTH,
    ),
    type=CardType.CONTINUOUS,
)
FISSURE = magic(
    "Monster Void",
    holds(
        Continuous.INSTEAD_OF_GRAVEYARD,
        int(Place.BANISHED),
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_OPPONENT,
        on=Cards(where=(Place.GRAVEYARD,), type=CardType.MONSTER),
    ),
    type=CardType.CONTINUOUS,
)
WRAITH = creature("Wraith", holds(Continuous.PROPERTY, Property.BANISHED_WHEN_LEAVING))
MOURNER = creature("Weeper", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(700)))
LAMENT = creature("Lament", must_trigger(Trigger.BANISHED, GainLP(70)))
PAYER = creature(
    "Hand Payer",
    ignition(
        GainLP(50),
        cost=(Choose(MY_HAND), Send(CHOSEN, Place.GRAVEYARD, Reason.COST)),
    ),
)
DISCARDER = creature(
    "Thrower",
    ignition(
        GainLP(60), cost=(Choose(MY_HAND), Send(CHOSEN, Place.GRAVEYARD, Reason.COST_DISCARD))
    ),
)
GIVER = creature(
    "Self Payer", ignition(GainLP(40), cost=(Send(THIS, Place.GRAVEYARD, Reason.COST),))
)
TRIBUTER = creature(
    "Tributer", ignition(GainLP(30), cost=(Send(THIS, Place.GRAVEYARD, Reason.COST_TRIBUTE),))
)
BURIAL = magic(
    "Burial",
    used(
        IfDone(
            Send(Cards(where=(Place.MONSTER_ZONE,), whose=Who.ME), Place.GRAVEYARD), (GainLP(9),)
        )
    ),
)


def open_void(**said: object):  # type: ignore[no-untyped-def]
    return play(side(spells_traps=[lying(VOID, ATTACK)], **said))  # type: ignore[arg-type]


@pytest.mark.rule("EFF-16")
@pytest.mark.forbids
def test_what_is_banished_instead_was_not_sent_to_the_graveyard() -> None:
    game = open_void(hand=[SWEEP], monsters=[MOURNER, LAMENT])
    activate(game, "Clean Sweep")
    resolve(game)
    assert game.lp == (8070, 8000)
    assert sorted(names(game, 0, Place.BANISHED)) == ["Clean Sweep", "Lament", "Weeper"]
    assert names(game, 0, Place.GRAVEYARD) == []


@pytest.mark.rule("EFF-2")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ["Hand Payer", "Self Payer"])
def test_eff_2_a_cost_to_the_graveyard_is_not_paid_where_cards_go_elsewhere(name: str) -> None:
    card = PAYER if name == "Hand Payer" else GIVER
    assert name in usable(play(side(hand=[monster("A")], monsters=[card])))
    assert name not in usable(open_void(hand=[monster("A")], monsters=[card]))


@pytest.mark.rule("EFF-2")
@pytest.mark.permits
@pytest.mark.parametrize(("name", "gained"), [("Thrower", 60), ("Tributer", 30)])
def test_eff_2_discards_and_tributes_are_paid_there(name: str, gained: int) -> None:
    # RULING: "discard" and "Tribute" do not name the GY (official answers on Macro Cosmos).
    card = DISCARDER if name == "Thrower" else TRIBUTER
    game = open_void(hand=[monster("A")], monsters=[card])
    activate(game, name)
    resolve(game)
    assert game.lp == (8000 + gained, 8000)
    assert len(names(game, 0, Place.BANISHED)) == 1


def test_what_goes_elsewhere_was_not_done() -> None:
    game = open_void(hand=[BURIAL], monsters=[monster("A")])
    activate(game, "Burial")
    resolve(game)
    assert game.lp == (8000, 8000)
    assert sorted(names(game, 0, Place.BANISHED)) == ["A", "Burial"]


def test_only_the_cards_that_it_names_go_elsewhere() -> None:
    game = play(
        side(hand=[SWEEP], monsters=[monster("A")]),
        side(monsters=[monster("B")], spells_traps=[lying(FISSURE, ATTACK)]),
    )
    activate(game, "Clean Sweep")
    resolve(game)
    assert names(game, 0, Place.BANISHED) == ["A"]
    assert names(game, 0, Place.GRAVEYARD) == ["Clean Sweep"]
    assert names(game, 1, Place.GRAVEYARD) == ["B"]


def test_cards_that_leave_together_change_no_more_where_they_go() -> None:
    storm = magic("Storm All", used(Destroy(Cards(where=BOTH_ROWS, but_this=True))))
    game = play(
        side(hand=[storm], monsters=[monster("A")]), side(spells_traps=[lying(VOID, ATTACK)])
    )
    activate(game, "Storm All")
    resolve(game)
    assert names(game, 0, Place.BANISHED) == []
    assert names(game, 1, Place.GRAVEYARD) == ["Great Void"]
    assert sorted(names(game, 0, Place.GRAVEYARD)) == ["A", "Storm All"]


@pytest.mark.parametrize("where", [Place.HAND, Place.DECK, Place.GRAVEYARD])
def test_a_face_up_card_that_is_banished_when_it_leaves(where: Place) -> None:
    away = magic(f"Away {where.name}", used(Send(MONSTERS, where)))
    game = play(side(hand=[away], monsters=[WRAITH, monster("A")]))
    activate(game, away.name)
    resolve(game)
    assert names(game, 0, Place.BANISHED) == ["Wraith"]
    assert "A" in names(game, 0, where)


def test_a_face_down_card_leaves_as_others_do() -> None:
    game = play(side(hand=[SWEEP], monsters=[lying(WRAITH, SET)]))
    activate(game, "Clean Sweep")
    resolve(game)
    assert names(game, 0, Place.BANISHED) == []
    assert "Wraith" in names(game, 0, Place.GRAVEYARD)
