"""How often effects may be used: EFF-5 and ST-9, every Limit and what negation gives back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    CHAIN_FORMATS,
    monster,
    names,
    side,
    take,
)
from tests.rules.stand_ins import (
    DUST,
    GAIN,
    MONSTERS,
    NEGATE,
    TAKE,
    activate,
    chain_ended,
    choose,
    counter_snare,
    creature,
    ignition,
    magic,
    may_trigger,
    must_trigger,
    play,
    quick,
    usable,
    used,
)
from ygosim.duel import Duel
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    ActivationNegated,
    Cards,
    ChangePosition,
    Choose,
    Count,
    Destroy,
    EffectNegated,
    GainLP,
    PayLP,
    SpecialSummon,
    Target,
    Who,
)
from ygosim.enums import (
    CardType,
    DecisionKind,
    Limit,
    MoveKind,
    Place,
    Trigger,
)
from ygosim.enums import Position as Lie

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
LIMITS = [limit for limit in Limit if limit is not Limit.NONE]

FREE = creature("Free", quick(GainLP(1)))
ONCE_CARD = creature("Once Card", quick(GainLP(1), limit=Limit.CARD_PER_TURN))
TWICE_CARD = creature("Twice Card", quick(GainLP(1), limit=Limit.CARD_PER_TURN, uses=2))
ONCE_NAME = creature("Once Name", quick(GainLP(1), limit=Limit.NAME_PER_TURN))
ONCE_ACTIVATE = creature("Once Activate", quick(GainLP(1), limit=Limit.ACTIVATE_NAME_PER_TURN))
ONCE_CHAIN = creature("Once Chain", quick(GainLP(1), limit=Limit.CARD_PER_CHAIN))
ONCE_BATTLE = creature("Once Battle", quick(GainLP(1), limit=Limit.CARD_PER_BATTLE))
ONCE_DUEL = creature("Once Duel", quick(GainLP(1), limit=Limit.NAME_PER_DUEL))
ONCE_ACTIVATE_DUEL = creature(
    "Once Activate Duel", quick(GainLP(1), limit=Limit.ACTIVATE_NAME_PER_DUEL)
)
TWO_EFFECTS = creature(
    "Two Effects",
    ignition(GainLP(1), limit=Limit.CARD_PER_TURN),
    ignition(GainLP(2), limit=Limit.CARD_PER_TURN),
)
ONCE_LASTING = creature(
    "Once Lasting",
    quick(GainLP(1), limit=Limit.CARD_PER_TURN, limit_survives_face_down=True),
)
FORCED = creature(
    "Forced",
    quick(GainLP(2), trigger=Trigger.CHAIN_LINK, optional=False, limit=Limit.CARD_PER_CHAIN),
)
TWIN_MUST = creature(
    "Twin Must", must_trigger(Trigger.SENT_TO_GRAVE, GainLP(1), limit=Limit.NAME_PER_TURN)
)
TWIN_MAY = creature(
    "Twin May", may_trigger(Trigger.SENT_TO_GRAVE, GainLP(1), limit=Limit.NAME_PER_TURN)
)
RUIN = magic("Ruin", used(Destroy(MONSTERS)))
LEAVING = creature("Leaving", ignition(GainLP(5)), may_trigger(Trigger.LEFT_FIELD, GainLP(1)))
OF = {
    Limit.CARD_PER_TURN: ONCE_CARD,
    Limit.NAME_PER_TURN: ONCE_NAME,
    Limit.ACTIVATE_NAME_PER_TURN: ONCE_ACTIVATE,
    Limit.CARD_PER_CHAIN: ONCE_CHAIN,
    Limit.NAME_PER_DUEL: ONCE_DUEL,
    Limit.CARD_PER_BATTLE: ONCE_BATTLE,
    Limit.ACTIVATE_NAME_PER_DUEL: ONCE_ACTIVATE_DUEL,
}

SPELL_ONCE = magic(
    "Spell Once", used(GainLP(100), cost=(PayLP(10),), limit=Limit.ACTIVATE_NAME_PER_TURN)
)
SPELL_USE_ONCE = magic(
    "Spell Use Once", used(GainLP(100), cost=(PayLP(10),), limit=Limit.NAME_PER_TURN)
)
SPELL_DUEL = magic("Spell Duel", used(GainLP(100), limit=Limit.NAME_PER_DUEL))
FIELD_ONCE = magic(
    "Field Once",
    used(),
    ignition(GainLP(1), where=(Place.SPELL_TRAP_ZONE,), limit=Limit.CARD_PER_TURN),
    type=CardType.CONTINUOUS,
)
EFFECT_STOP = counter_snare("Effect Stop", used(EffectNegated(), trigger=Trigger.CHAIN_LINK))
NO_DESTROY = counter_snare("No Destroy", used(ActivationNegated(), trigger=Trigger.CHAIN_LINK))
PARTING = magic(
    "Parting",
    used(),
    may_trigger(Trigger.LEFT_FIELD, GainLP(1)),
    type=CardType.CONTINUOUS,
)
FLIP_DOWN = magic(
    "Flip Down",
    used(
        ChangePosition(cards=TARGETS, attack=Lie.FACE_DOWN_DEFENCE),
        targets=(Target(FACE_UP),),
    ),
)
FLIP_UP = magic(
    "Flip Up",
    used(
        ChangePosition(cards=TARGETS, face_down=Lie.FACE_UP_ATTACK),
        targets=(Target(Cards(where=(Place.MONSTER_ZONE,), face_up=False)),),
    ),
)
REBIRTH = magic(
    "Rebirth",
    used(
        Destroy(TARGETS),
        Choose(Cards(where=(Place.GRAVEYARD,), whose=Who.ME, type=CardType.MONSTER)),
        SpecialSummon(CHOSEN, Lie.FACE_UP_ATTACK),
        targets=(Target(FACE_UP),),
    ),
)


def settle(game: Duel) -> None:
    """Answer zones and positions with the first, windows with a pass."""
    while game.decision not in (DecisionKind.MAIN_PHASE, DecisionKind.NONE):
        passes = [move for move in game.legal() if move.kind is MoveKind.PASS]
        game.apply(passes[0] if passes else game.legal()[0])


# ------------------------------------------------------------------------ EFF-5


def uses_in_one_chain(card: Any, *, times: int = 3) -> int:
    """How often player 0's monster is used in one chain, its user answering itself."""
    game = play(side(monsters=[card]))
    count = 0
    while count < times and card.name in usable(game, 0):
        count += 1
        if chain_ended(activate(game, card.name)):
            break
    return count


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
def test_an_effect_without_limit_is_used_again() -> None:
    assert uses_in_one_chain(FREE) == 3
    assert uses_in_one_chain(TWICE_CARD) == 2


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize("limit", LIMITS)
def test_each_limit_forbids_a_second_use_in_the_chain(limit: Limit) -> None:
    assert uses_in_one_chain(OF[limit]) == 1


AS_OFTEN = Count(Cards(where=(Place.HAND,), whose=Who.ME))
OFTEN_CARD = creature("Often Card", ignition(GainLP(1), limit=Limit.CARD_PER_TURN, uses=AS_OFTEN))
OFTEN_NAME = creature("Often Name", ignition(GainLP(1), limit=Limit.NAME_PER_TURN, uses=AS_OFTEN))


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
@pytest.mark.parametrize(("card", "times"), [(OFTEN_CARD, 4), (OFTEN_NAME, 2)])
def test_an_effect_is_used_as_often_as_a_number_is(card: Any, times: int) -> None:
    game = play(side(hand=[GAIN, GAIN], monsters=[card, card]))
    for _ in range(times):
        activate(game, card.name)
        settle(game)
    assert card.name not in usable(game, 0)
    assert game.lp == (8000 + times, 8000)


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize("card", [OFTEN_CARD, OFTEN_NAME])
def test_an_effect_is_not_used_more_often_than_the_number_has_become(card: Any) -> None:
    game = play(side(hand=[GAIN, GAIN], monsters=[card]))
    activate(game, card.name)
    settle(game)
    assert card.name in usable(game, 0)
    activate(game, "Gain")
    settle(game)
    assert card.name not in usable(game, 0)


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
def test_once_a_chain_is_used_in_the_next_chain() -> None:
    game = play(side(monsters=[ONCE_CHAIN]))
    for _ in range(3):
        activate(game, "Once Chain")
        settle(game)
    assert game.lp == (8003, 8000)


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize("limit", [limit for limit in LIMITS if limit is not Limit.CARD_PER_CHAIN])
def test_other_limits_hold_in_the_next_chain(limit: Limit) -> None:
    game = play(side(monsters=[OF[limit]]))
    activate(game, OF[limit].name)
    settle(game)
    assert usable(game) == []


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
def test_once_a_turn_per_card_counts_each_copy() -> None:
    game = play(side(monsters=[ONCE_CARD, ONCE_CARD]))
    activate(game, "Once Card")
    settle(game)
    assert usable(game) == ["Once Card"]
    activate(game, "Once Card")
    settle(game)
    assert usable(game) == []


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize(
    "limit", [Limit.NAME_PER_TURN, Limit.ACTIVATE_NAME_PER_TURN, Limit.NAME_PER_DUEL]
)
def test_limits_of_a_name_count_all_copies(limit: Limit) -> None:
    card = OF[limit]
    game = play(side(monsters=[card, card]))
    activate(game, card.name)
    settle(game)
    assert usable(game) == []


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
@pytest.mark.parametrize(
    "limit", [Limit.NAME_PER_TURN, Limit.ACTIVATE_NAME_PER_TURN, Limit.NAME_PER_DUEL]
)
def test_limits_of_a_name_are_per_player(limit: Limit) -> None:
    card = OF[limit]
    game = play(side(monsters=[card]), side(monsters=[card]))
    activate(game, card.name)
    assert usable(game, 1) == [card.name]


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
@pytest.mark.parametrize(
    "limit", [Limit.CARD_PER_TURN, Limit.NAME_PER_TURN, Limit.ACTIVATE_NAME_PER_TURN]
)
def test_once_a_turn_comes_back_in_the_next_turn(limit: Limit) -> None:
    card = OF[limit]
    game = play(side(monsters=[card]))
    activate(game, card.name)
    settle(game)
    take(game, MoveKind.END_TURN)
    settle(game)
    take(game, MoveKind.END_TURN)
    settle(game)
    assert (game.turn, usable(game)) == (4, [card.name])


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
def test_once_a_duel_does_not_come_back() -> None:
    game = play(side(monsters=[ONCE_DUEL]))
    activate(game, "Once Duel")
    settle(game)
    for _ in range(2):
        take(game, MoveKind.END_TURN)
        settle(game)
    assert (game.turn, usable(game)) == (4, [])


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_leaving_the_field_resets_the_limit_of_the_card(rules: str) -> None:
    game = play(side(hand=[REBIRTH], monsters=[ONCE_CARD], graveyard=[monster("Old")]), rules=rules)
    activate(game, "Once Card")
    settle(game)
    activate(game, "Rebirth")
    choose(game, "Once Card")
    settle(game)
    assert usable(game) == ["Once Card"]


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
def test_turning_face_down_resets_the_limit_of_the_card() -> None:
    game = play(side(hand=[FLIP_DOWN, FLIP_UP], monsters=[ONCE_CARD]))
    activate(game, "Once Card")
    settle(game)
    for name in ("Flip Down", "Flip Up"):
        activate(game, name)
        settle(game)
    assert usable(game) == ["Once Card"]


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize(
    "limit", [Limit.NAME_PER_TURN, Limit.ACTIVATE_NAME_PER_TURN, Limit.NAME_PER_DUEL]
)
def test_leaving_the_field_does_not_reset_the_limit_of_a_name(limit: Limit) -> None:
    card = OF[limit]
    game = play(side(hand=[REBIRTH], monsters=[card], graveyard=[monster("Old")]))
    activate(game, card.name)
    settle(game)
    activate(game, "Rebirth")
    choose(game, card.name)
    settle(game)
    assert names(game, 0, Place.MONSTER_ZONE) == [card.name]
    assert usable(game) == []


@pytest.mark.rule("EFF-5")
@pytest.mark.permits
def test_two_effects_of_a_card_are_counted_apart() -> None:
    game = play(side(monsters=[TWO_EFFECTS]))
    activate(game, "Two Effects", effect=0)
    settle(game)
    activate(game, "Two Effects", effect=1)
    settle(game)
    assert game.lp == (8003, 8000)
    assert usable(game) == []


# ------------------------------------------------------------------------- ST-9


def negated(name: str, by: str) -> Duel:
    """Player 0, who has two of a card, uses one; player 1 negates it."""
    cards = {card.name: card for card in (SPELL_ONCE, SPELL_USE_ONCE, SPELL_DUEL)}
    mine: Any
    if name in cards:
        mine = side(hand=[cards[name], cards[name]])
    else:
        card = next(card for card in OF.values() if card.name == name)
        mine = side(monsters=[card, card])
    game = play(mine, side(spells_traps=[{"Negate": NEGATE, "Effect Stop": EFFECT_STOP}[by]]))
    activate(game, name)
    activate(game, by)
    settle(game)
    return game


@pytest.mark.ruling("negated-activations")
@pytest.mark.rule("ST-9", "EFF-5")
@pytest.mark.permits
@pytest.mark.parametrize("name", ["Spell Once", "Once Activate"])
def test_a_negated_activation_gives_back_you_can_only_activate_1(name: str) -> None:
    game = negated(name, "Negate")
    assert game.lp[0] <= 8000
    assert usable(game) == [name]


@pytest.mark.ruling("negated-activations")
@pytest.mark.rule("ST-9", "EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ["Spell Use Once", "Spell Duel", "Once Name", "Once Duel"])
def test_a_negated_activation_spends_you_can_only_use_once(name: str) -> None:
    assert usable(negated(name, "Negate")) == []


@pytest.mark.ruling("negated-activations")
@pytest.mark.rule("ST-9", "EFF-5")
@pytest.mark.forbids
def test_a_negated_activation_spends_once_per_turn_of_the_card() -> None:
    game = play(side(monsters=[ONCE_CARD]), side(spells_traps=[NO_DESTROY]))
    activate(game, "Once Card")
    activate(game, "No Destroy")
    settle(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Once Card"]
    assert usable(game) == []


@pytest.mark.ruling("negated-activations")
@pytest.mark.rule("ST-9", "EFF-5")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ["Spell Once", "Spell Use Once", "Once Activate", "Once Name"])
def test_a_negated_effect_spends_everything(name: str) -> None:
    assert usable(negated(name, "Effect Stop")) == []


@pytest.mark.ruling("negated-activations")
@pytest.mark.rule("ST-9", "EFF-2")
@pytest.mark.permits
@pytest.mark.parametrize("by", ["Negate", "Effect Stop"])
def test_costs_stay_paid(by: str) -> None:
    assert negated("Spell Once", by).lp == (7990, 8000)


@pytest.mark.rule("ST-9")
@pytest.mark.permits
def test_a_staying_card_stays_if_only_its_effect_was_negated() -> None:
    game = play(side(hand=[FIELD_ONCE]), side(spells_traps=[EFFECT_STOP]))
    activate(game, "Field Once")
    activate(game, "Effect Stop")
    settle(game)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == ["Field Once"]
    assert usable(game) == ["Field Once"]


@pytest.mark.rule("ST-9")
@pytest.mark.forbids
def test_a_card_whose_activation_was_negated_does_not_stay() -> None:
    game = play(side(hand=[FIELD_ONCE]), side(spells_traps=[NO_DESTROY]))
    activate(game, "Field Once")
    activate(game, "No Destroy")
    settle(game)
    assert names(game, 0, Place.SPELL_TRAP_ZONE) == []
    assert names(game, 0, Place.GRAVEYARD) == ["Field Once"]


@pytest.mark.rule("ST-9")
@pytest.mark.forbids
def test_a_card_whose_activation_was_negated_was_not_on_the_field() -> None:
    game = play(side(hand=[PARTING]), side(spells_traps=[NEGATE]))
    activate(game, "Parting")
    activate(game, "Negate")
    assert names(game, 0, Place.GRAVEYARD) == ["Parting"]
    assert game.decision is DecisionKind.MAIN_PHASE


@pytest.mark.rule("ST-9")
@pytest.mark.permits
def test_a_card_whose_effect_was_negated_was_on_the_field() -> None:
    game = play(side(hand=[PARTING, DUST]), side(spells_traps=[EFFECT_STOP]))
    activate(game, "Parting")
    activate(game, "Effect Stop")
    settle(game)
    activate(game, "Dust", "Parting")
    assert usable(game, 0) == ["Parting"]


@pytest.mark.rule("ST-9", "EFF-7")
@pytest.mark.permits
def test_a_monster_whose_activation_was_negated_was_on_the_field() -> None:
    game = play(side(monsters=[LEAVING]), side(spells_traps=[NEGATE]))
    activate(game, "Leaving")
    activate(game, "Negate")
    assert names(game, 0, Place.GRAVEYARD) == ["Leaving"]
    assert usable(game, 0) == ["Leaving"]


@pytest.mark.rule("EFF-5")
@pytest.mark.forbids
def test_a_limit_may_outlast_being_turned_face_down() -> None:
    game = play(side(hand=[FLIP_DOWN, FLIP_UP], monsters=[ONCE_LASTING]))
    activate(game, "Once Lasting")
    settle(game)
    for name in ("Flip Down", "Flip Up"):
        activate(game, name)
        settle(game)
    assert usable(game) == []


@pytest.mark.rule("EFF-5", "EFF-13")
@pytest.mark.forbids
def test_a_used_card_stays_used_on_the_other_side() -> None:
    game = play(side(hand=[GAIN, TAKE]), side(monsters=[ONCE_CARD]))
    activate(game, "Gain")
    activate(game, "Once Card")
    activate(game, "Take")
    settle(game)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Once Card"]
    assert usable(game) == []


@pytest.mark.rule("EFF-5", "EFF-12")
@pytest.mark.forbids
def test_a_mandatory_quick_effect_keeps_its_limit() -> None:
    game = play(side(hand=[GAIN]), side(monsters=[FORCED]))
    activate(game, "Gain")
    assert not game.over
    assert game.lp == (8100, 8002)


@pytest.mark.rule("EFF-5", "CHAIN-5")
@pytest.mark.forbids
@pytest.mark.parametrize("must", [True, False])
def test_two_triggers_of_a_name_at_once_are_one_use(must: bool) -> None:
    card = TWIN_MUST if must else TWIN_MAY
    game = play(side(hand=[RUIN], monsters=[card, card]))
    activate(game, "Ruin")
    assert usable(game, 0) == [card.name, card.name]
    activate(game, card.name)
    assert game.lp == (8001, 8000)
    assert game.decision is DecisionKind.MAIN_PHASE
