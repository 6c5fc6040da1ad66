"""The chains that the rulebooks spell out (CHAIN-1 to CHAIN-9).

The cards that are in the pool are themselves; what a stand-in does is said beside it.
"""

from __future__ import annotations

import pytest

from tests.rules.builders import SET, attack, lying, monster, names, side, summon
from tests.rules.stand_ins import (
    MY_DECK,
    activate,
    creature,
    fight,
    holds,
    magic,
    may_trigger,
    play,
    quick,
    quick_magic,
    resolve,
    snare,
    usable,
    used,
)
from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.effects.model import (
    ANSWERED,
    CHOSEN,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Cards,
    ChangePosition,
    Choose,
    Compare,
    Destroy,
    Draw,
    IfDone,
    Send,
    SpecialSummon,
    Step,
    Target,
    Then,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    CardType,
    Comparison,
    Context,
    Continuous,
    DecisionKind,
    EffectKind,
    EventKind,
    Place,
    Position,
    Property,
    Reason,
    Trigger,
)

ON_FIELD = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)
BACK = Cards(where=(Place.SPELL_TRAP_ZONE,), but_this=True)
MY_LEVEL_4 = Cards(where=(Place.HAND,), whose=Who.ME, type=CardType.MONSTER, max_level=4)


def answers(of: CardType) -> All:
    return All(
        Compare(Value(Context.ANSWERED_KIND), Comparison.EQUAL, int(EffectKind.ACTIVATION)),
        Compare(Value(Context.ANSWERED_TYPE), Comparison.HAS_BITS, int(of)),
    )


CARDS = Catalogue.default()
JAMMER = CARDS.by_name("Magic Jammer")
TOOLS = CARDS.by_name("Seven Tools of the Bandit")
TYPHOON = CARDS.by_name("Mystical Space Typhoon")
BLAST = CARDS.by_name("Dark Hole")
STORM = CARDS.by_name("Heavy Storm")
CAPTAIN = CARDS.by_name("Marauding Captain")
PIT = CARDS.by_name("Bottomless Trap Hole")

ORDER = snare(
    "Spell Order",
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
"""Negates all Spells on the field."""

SEARCH: tuple[Step, ...] = (
    IfDone(
        Choose(MY_DECK),
        (Send(CHOSEN, Place.HAND),),
    ),
)

WHIRLWIND = magic(
    "Whirlwind",
    used(),
    may_trigger(Trigger.NORMAL_SUMMONED, *SEARCH, where=(Place.SPELL_TRAP_ZONE,)),
    type=CardType.CONTINUOUS,
)
"""When a monster is Normal Summoned: you can add a card from the Deck to the hand."""

CANDINA = creature("Candina", may_trigger(Trigger.NORMAL_SUMMONED, *SEARCH))
"""When this card is Normal Summoned: you can add a card from the Deck to the hand."""

RETURN = quick_magic(
    "Send Home",
    used(Send(TARGETS, Place.HAND), targets=(Target(Cards(where=(Place.MONSTER_ZONE,))),)),
)
"""Target a monster; return it to the hand."""

SUMMONS_ONE: tuple[Step, ...] = (Choose(MY_LEVEL_4), SpecialSummon(CHOSEN, 1))

GOBLIN = creature(
    "Goblin",
    may_trigger(
        Trigger.NORMAL_SUMMONED,
        *SUMMONS_ONE,
        Then(),
        ChangePosition(cards=THIS, attack=Position.FACE_UP_DEFENCE),
    ),
)
"""As Marauding Captain, and also, after that, this card goes to defence."""

DRAIN = snare(
    "Skill Loss",
    used(),
    holds(
        Continuous.PROPERTY,
        Property.NEGATED,
        where=(Place.SPELL_TRAP_ZONE,),
        works=Works.ON_CARDS,
        on=Cards(where=(Place.MONSTER_ZONE,), face_up=True),
    ),
    type=CardType.CONTINUOUS,
)
"""Negates the effects of all face-up monsters on the field."""


def guard(name: str, *cost: Step) -> Card:
    return creature(
        name,
        quick(
            IfDone(ActivationNegated(), (Destroy(ANSWERED),)),
            trigger=Trigger.CHAIN_LINK,
            condition=answers(CardType.SPELL),
            cost=cost,
        ),
    )


STARDUST = guard("Stardust", Send(THIS, Place.GRAVEYARD, Reason.COST_TRIBUTE))
"""When a Spell is activated: Tribute this card; negate it."""

WATCHER = guard("Spell Watcher")
"""The same without the Tribute."""

BOTH_DRAW = magic("Both May Draw", used(Draw(1), Draw(1, Who.OPPONENT)))
"""Both players draw."""


@pytest.mark.rule("CHAIN-1")
@pytest.mark.permits
def test_dark_hole_resolves_where_imperial_order_was_destroyed_above_it() -> None:
    game = play(
        side(hand=[BLAST], spells_traps=[TYPHOON, TOOLS], monsters=[monster("A")]),
        side(spells_traps=[ORDER, JAMMER], monsters=[monster("B")], hand=[monster("C")]),
    )
    activate(game, "Dark Hole", zone=0)
    activate(game, "Spell Order")
    activate(game, "Mystical Space Typhoon", "Spell Order")
    activate(game, "Magic Jammer")
    activate(game, "Seven Tools of the Bandit")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == names(game, 1, Place.MONSTER_ZONE) == []
    assert "Spell Order" in names(game, 1, Place.GRAVEYARD)
    assert game.lp == (7000, 8000)


@pytest.mark.rule("CHAIN-1")
@pytest.mark.forbids
def test_dark_hole_does_nothing_where_imperial_order_stands() -> None:
    game = play(
        side(hand=[BLAST], spells_traps=[TYPHOON], monsters=[monster("A")]),
        side(spells_traps=[ORDER, JAMMER], monsters=[monster("B")], hand=[monster("C")]),
    )
    activate(game, "Dark Hole", zone=0)
    activate(game, "Spell Order")
    activate(game, "Mystical Space Typhoon", "Spell Order")
    activate(game, "Magic Jammer")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]
    assert names(game, 1, Place.MONSTER_ZONE) == ["B"]


@pytest.mark.rule("CHAIN-1")
@pytest.mark.permits
def test_heavy_storm_resolves_where_what_negates_it_is_negated() -> None:
    game = play(
        side(hand=[STORM], spells_traps=[TOOLS]),
        side(spells_traps=[JAMMER, TYPHOON], hand=[monster("C")]),
    )
    activate(game, "Heavy Storm")
    activate(game, "Magic Jammer")
    activate(game, "Seven Tools of the Bandit")
    resolve(game)
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == []


@pytest.mark.rule("CHAIN-1")
@pytest.mark.forbids
def test_heavy_storm_does_nothing_where_it_is_negated() -> None:
    game = play(
        side(hand=[STORM], spells_traps=[TOOLS]),
        side(spells_traps=[JAMMER, TYPHOON], hand=[monster("C")]),
    )
    activate(game, "Heavy Storm")
    activate(game, "Magic Jammer")
    resolve(game)
    assert names(game, 1, Place.SPELL_TRAP_ZONE) == ["Mystical Space Typhoon"]


@pytest.mark.rule("ST-5")
@pytest.mark.forbids
def test_whirlwind_destroyed_in_response_does_not_search() -> None:
    game = play(
        side(
            hand=[monster("A")],
            spells_traps=[lying(WHIRLWIND, Position.FACE_UP_ATTACK)],
            deck=[monster("Found")],
        ),
        side(spells_traps=[TYPHOON]),
    )
    summon(game, "A")
    activate(game, "Whirlwind")
    activate(game, "Mystical Space Typhoon", "Whirlwind")
    resolve(game)
    assert names(game, 0, Place.HAND) == []


@pytest.mark.rule("CHAIN-8")
@pytest.mark.permits
def test_candina_returned_in_response_still_searches() -> None:
    game = play(
        side(hand=[CANDINA], deck=[monster("Found")]),
        side(spells_traps=[RETURN], monsters=[monster("B")]),
    )
    summon(game, "Candina")
    activate(game, "Candina")
    activate(game, "Send Home", "Candina")
    resolve(game)
    assert sorted(names(game, 0, Place.HAND)) == ["Candina", "Found"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_what_a_captain_summons_can_be_answered() -> None:
    game = play(side(hand=[CAPTAIN, monster("A", atk=1500)]), side(spells_traps=[PIT]))
    summon(game, "Marauding Captain")
    activate(game, "Marauding Captain")
    while game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
        game.apply(0)
    assert usable(game, 1) == ["Bottomless Trap Hole"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_what_a_goblin_summons_before_it_turns_cannot() -> None:
    game = play(side(hand=[GOBLIN, monster("A", atk=1500)]), side(spells_traps=[PIT]))
    summon(game, "Goblin")
    activate(game, "Goblin")
    assert usable(game, 1) == []
    assert sorted(names(game, 0, Place.MONSTER_ZONE)) == ["A", "Goblin"]


@pytest.mark.rule("EFF-15")
@pytest.mark.permits
def test_a_monster_tributed_for_its_effect_is_out_of_reach_of_skill_drain() -> None:
    game = play(
        side(hand=[BLAST], monsters=[monster("A")]),
        side(spells_traps=[lying(DRAIN, Position.FACE_UP_ATTACK)], monsters=[STARDUST]),
    )
    activate(game, "Dark Hole")
    activate(game, "Stardust")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["A"]


@pytest.mark.rule("EFF-15")
@pytest.mark.forbids
def test_a_monster_that_stays_is_negated_by_skill_drain() -> None:
    game = play(
        side(hand=[BLAST], monsters=[monster("A")]),
        side(spells_traps=[lying(DRAIN, Position.FACE_UP_ATTACK)], monsters=[WATCHER]),
    )
    activate(game, "Dark Hole")
    if "Spell Watcher" in usable(game, 1):
        activate(game, "Spell Watcher")
    resolve(game)
    assert names(game, 0, Place.MONSTER_ZONE) == []


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
def test_the_turn_player_draws_first() -> None:
    game = play(side(hand=[BOTH_DRAW], deck=[monster("Mine")]), side(deck=[monster("Theirs")]))
    activate(game, "Both May Draw")
    drawn = [event.name for event in game.log if event.kind is EventKind.DRAWN]
    assert drawn == ["Mine", "Theirs"]


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
def test_cyber_jar_lets_the_turn_player_summon_first_though_the_opponent_flips_it() -> None:
    game = fight(
        side(monsters=[monster("Striker", atk=2000)], deck=[monster("Mine")]),
        side(monsters=[lying("Cyber Jar", SET)], deck=[monster("Theirs")]),
    )
    attack(game, "Striker")
    asked = []
    while game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
        asked.append((game.player, game.decision))
        game.apply(0)
    both = (DecisionKind.ZONE, DecisionKind.POSITION)
    assert asked == [(player, decision) for player in (0, 1) for decision in both]
    assert names(game, 0, Place.MONSTER_ZONE) == ["Mine"]
    assert names(game, 1, Place.MONSTER_ZONE) == ["Theirs"]


@pytest.mark.rule("EFF-10")
@pytest.mark.permits
def test_morphing_jar_lets_the_turn_player_draw_first_though_the_opponent_flips_it() -> None:
    game = fight(
        side(monsters=[monster("Striker", atk=2000)], deck=7),
        side(monsters=[lying("Morphing Jar", SET)], deck=7),
    )
    attack(game, "Striker")
    drawn = [event.player for event in game.log if event.kind is EventKind.DRAWN]
    assert drawn == [0, 1]
