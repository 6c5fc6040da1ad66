"""The chains that the rulebooks spell out (CHAIN-1 to CHAIN-9).

The cards that are in the pool are themselves; what a stand-in does is said beside it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.builders import (
    SET,
    attack,
    field_spell,
    lying,
    monster,
    names,
    side,
    summon,
    take,
)
from tests.rules.stand_ins import (
    MY_DECK,
    activate,
    creature,
    decline,
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
from ygosim.duel import Duel
from ygosim.effects.model import (
    ANSWERED,
    ATTACKER,
    CHOSEN,
    TARGETS,
    THIS,
    ActivationNegated,
    All,
    Ask,
    Can,
    Cards,
    ChangePosition,
    Choose,
    Compare,
    Damage,
    Destroy,
    Draw,
    Effect,
    Exists,
    GainLP,
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
    MoveKind,
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
JUDGMENT = CARDS.by_name("Solemn Judgment")

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


BLIZZARD = creature(
    "Blizzard",
    may_trigger(
        Trigger.NORMAL_SUMMONED,
        SpecialSummon(TARGETS, Position.FACE_UP_DEFENCE),
        targets=(
            Target(
                Cards(
                    where=(Place.GRAVEYARD,),
                    whose=Who.ME,
                    type=CardType.MONSTER,
                    can=Can.CAN_BE_SUMMONED,
                )
            ),
        ),
        when=True,
    ),
    atk=1300,
)
"""When this card is Normal Summoned: you can Special Summon a monster from the GY."""


def blizzard_and_whirlwind(*order: str) -> Duel:
    """Blizzard is summoned beside Whirlwind; both are used, in this order, and resolve."""
    game = play(
        side(
            hand=[BLIZZARD],
            graveyard=[monster("Revived", atk=1600)],
            spells_traps=[lying(WHIRLWIND, Position.FACE_UP_ATTACK)],
            deck=[monster("Found")],
        ),
        side(spells_traps=[PIT]),
    )
    summon(game, "Blizzard")
    for name in order:
        activate(game, name)
    while game.decision in (DecisionKind.ZONE, DecisionKind.CARD) or (
        game.decision is DecisionKind.RESPONSE and "Bottomless Trap Hole" not in usable(game)
    ):
        game.apply(0)
    assert names(game, 0, Place.HAND) == ["Found"]
    assert names(game, 0, Place.MONSTER_ZONE) == ["Blizzard", "Revived"]
    return game


@pytest.mark.rule("CHAIN-6")
@pytest.mark.permits
def test_what_blizzard_summons_can_be_answered_if_whirlwind_resolved_before_it() -> None:
    game = blizzard_and_whirlwind("Blizzard", "Whirlwind")
    assert usable(game, 1) == ["Bottomless Trap Hole"]
    activate(game, "Bottomless Trap Hole")
    resolve(game)
    assert names(game, 0, Place.BANISHED) == ["Revived"]


@pytest.mark.rule("CHAIN-6")
@pytest.mark.forbids
def test_what_blizzard_summons_cannot_be_answered_if_whirlwind_resolves_after_it() -> None:
    game = blizzard_and_whirlwind("Whirlwind", "Blizzard")
    assert game.decision is DecisionKind.MAIN_PHASE


def fused(trap: Card) -> Duel:
    """Polymerization has resolved; the opponent has that Trap and let it resolve."""
    game = play(
        side(
            hand=["Polymerization", "Summoned Skull", "Red-Eyes Black Dragon"],
            extra=["Black Skull Dragon"],
        ),
        side(spells_traps=[trap]),
    )
    activate(game, "Polymerization")
    resolve(game)
    while game.decision in (DecisionKind.ZONE, DecisionKind.POSITION):
        game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Black Skull Dragon"]
    return game


@pytest.mark.rule("SUM-4")
@pytest.mark.forbids
def test_a_fusion_summon_by_an_effect_is_out_of_reach_of_solemn_judgment() -> None:
    game = fused(JUDGMENT)
    assert "Solemn Judgment" not in usable(game)
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("SUM-4", "CHAIN-6")
@pytest.mark.permits
def test_a_fusion_summon_by_an_effect_is_answered_by_bottomless_trap_hole() -> None:
    game = fused(PIT)
    assert usable(game, 1) == ["Bottomless Trap Hole"]


BURST = snare(
    "Burst",
    used(
        IfDone(Destroy(ATTACKER), (Damage(1000),)),
        trigger=Trigger.ATTACK_DECLARED,
        condition=Compare(Value(Context.TURN_PLAYER), Comparison.EQUAL, Value(Context.OPPONENT)),
    ),
)
"""When the opponent's monster attacks: destroy it, and if you do, 1000 damage."""


def burst(answer: str) -> Duel:
    """An attack is answered by Burst, that maybe by the attacker's return to the hand."""
    game = fight(
        side(monsters=[monster("Striker", atk=2000)], spells_traps=[RETURN]),
        side(spells_traps=[BURST], monsters=[monster("Wall", def_=3000)]),
    )
    attack(game, "Striker")
    decline(game)
    activate(game, "Burst")
    if answer:
        activate(game, answer, "Striker")
    resolve(game)
    return game


@pytest.mark.rule("EFF-4")
@pytest.mark.permits
def test_chaos_burst_deals_damage_if_it_destroys_the_attacker() -> None:
    game = burst("")
    assert names(game, 0, Place.GRAVEYARD) == ["Striker"]
    assert game.lp == (7000, 8000)


@pytest.mark.rule("EFF-4")
@pytest.mark.forbids
def test_chaos_burst_without_the_attacker_deals_no_damage() -> None:
    game = burst("Send Home")
    assert names(game, 0, Place.HAND) == ["Striker"]
    assert game.lp == (8000, 8000)


FIELDS = Cards(where=(Place.SPELL_TRAP_ZONE,), type=CardType.FIELD)
FAIRY = creature(
    "Fairy",
    Effect(
        kind=EffectKind.IGNITION,
        optional=True,
        where=(Place.MONSTER_ZONE,),
        requires=Exists(FIELDS),
        operation=(
            Destroy(FIELDS),
            GainLP(1000),
            Ask((Choose(replace(MY_DECK, type=CardType.FIELD)), Send(CHOSEN, Place.HAND))),
        ),
    ),
)
"""Destroy the Field Spells, gain 1000 LP, you can add a Field Spell from the Deck."""


def fairy(*, answer: bool = False, deck: list[Card]) -> Duel:
    """The Fairy's effect resolves; maybe the Field Spell is destroyed before."""
    game = play(
        side(
            monsters=[FAIRY],
            spells_traps={5: lying(field_spell("Meadow"), Position.FACE_UP_ATTACK)},
            deck=deck,
        ),
        side(spells_traps=[TYPHOON]),
    )
    activate(game, "Fairy")
    if answer:
        activate(game, "Mystical Space Typhoon", "Meadow")
    resolve(game)
    assert names(game, 0, Place.GRAVEYARD) == ["Meadow"]
    assert game.lp == (9000, 8000)
    return game


@pytest.mark.rule("EFF-4")
@pytest.mark.permits
@pytest.mark.parametrize("answer", [False, True])
def test_the_parts_of_ancient_fairy_dragons_effect_do_not_need_each_other(answer: bool) -> None:
    game = fairy(answer=answer, deck=[field_spell("Forest Glade")])
    assert game.decision is DecisionKind.YES_NO
    take(game, MoveKind.YES)
    assert names(game, 0, Place.HAND) == ["Forest Glade"]


@pytest.mark.rule("EFF-4")
@pytest.mark.forbids
def test_ancient_fairy_dragon_gains_life_points_though_nothing_is_added() -> None:
    game = fairy(deck=[field_spell("Forest Glade")])
    take(game, MoveKind.NO)
    assert names(game, 0, Place.HAND) == []
    assert names(game, 0, Place.DECK)[0] == "Forest Glade"
