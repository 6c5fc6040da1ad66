"""ATK and DEF: EFF-8, LP-3.  Life points: LP-2, LP-4.  Wins by cards: WIN-3, WIN-4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import (
    ATTACK,
    CHAIN_FORMATS,
    SET,
    happened,
    lying,
    monster,
    names,
    side,
    take,
)
from tests.rules.stand_ins import (
    GAIN,
    MONSTERS,
    NEGATE,
    TAKE,
    activate,
    atk,
    creature,
    equips,
    holds,
    lasts,
    magic,
    may_trigger,
    on_host,
    play,
    quick_magic,
    resolve,
    resolved,
    said_by,
    snare,
    usable,
    used,
)
from ygosim.effects.model import (
    CHOSEN,
    TARGETS,
    All,
    Cards,
    ChangePosition,
    Choose,
    Damage,
    Destroy,
    Draw,
    Exists,
    FactOf,
    GainLP,
    Half,
    Linger,
    LingerOnPlayers,
    LoseLP,
    PayLP,
    Send,
    Target,
    Times,
    Who,
    Win,
    Works,
)
from ygosim.enums import (
    CardType,
    Context,
    Continuous,
    DamageChange,
    DecisionKind,
    EndCause,
    EventKind,
    Fact,
    MoveKind,
    Place,
    Trigger,
    Until,
)

FACE_UP = Cards(where=(Place.MONSTER_ZONE,), face_up=True)
FACE_DOWN = Cards(where=(Place.MONSTER_ZONE,), face_up=False)
ITS_ATK = FactOf(TARGETS, Fact.ATK)
ITS_DEF = FactOf(TARGETS, Fact.DEF)


def changes(name: str, does: Continuous, value: Any, until: Until = Until.LEAVES) -> Any:
    """A Quick-Play Spell: a face-up monster's value changes so."""
    return quick_magic(
        name,
        used(Linger(TARGETS, "it", value), targets=(Target(FACE_UP),)),
        lasts("it", does, until=until | Until.FACE_DOWN),
    )


DOUBLE = changes("Double", Continuous.FIX_ATK, Times(2, ITS_ATK))
HALVE = changes("Halve", Continuous.FIX_ATK, Half(ITS_ATK))
HALVE_DEF = changes("Halve DEF", Continuous.FIX_DEF, Half(ITS_DEF))
TO_ZERO = changes("To Zero", Continuous.FIX_ATK, 0)
PLUS_300 = changes("Plus 300", Continuous.ADD_ATK, 300)
MINUS_700 = changes("Minus 700", Continuous.ADD_ATK, -700)
THIS_TURN = changes("This Turn", Continuous.ADD_ATK, 300, Until.LEAVES | Until.END_OF_TURN)
ORIGINAL_2000 = changes("Original 2000", Continuous.SET_ORIGINAL_ATK, 2000)
SWORD = magic("Sword", *equips(on_host(Continuous.ADD_ATK, 500)), type=CardType.EQUIP)
CURSE = magic("Curse", *equips(on_host(Continuous.FINAL_ATK, 100)), type=CardType.EQUIP)
PRIMAL = magic("Primal", *equips(on_host(Continuous.SET_ORIGINAL_ATK, 2500)), type=CardType.EQUIP)
SHIELD = magic("Shield", *equips(on_host(Continuous.ADD_DEF, 500)), type=CardType.EQUIP)
DEF_ORIGINAL = changes("DEF Original", Continuous.SET_ORIGINAL_DEF, 2000)
DEF_FIX = changes("DEF Fix", Continuous.FIX_DEF, Times(2, ITS_DEF))
DEF_PLUS = changes("DEF Plus", Continuous.ADD_DEF, 300)
COVER_UP = magic(
    "Cover Up",
    used(ChangePosition(cards=TARGETS, attack=SET), targets=(Target(FACE_UP),)),
)
UNCOVER = magic(
    "Uncover",
    used(ChangePosition(cards=FACE_DOWN, face_down=ATTACK)),
)
LIKE_LP = creature(
    "Like LP",
    holds(Continuous.SET_ORIGINAL_ATK, Half(said_by(Context.MY_LP))),
    atk=0,
)


def after(*spells: Any, host: Any = None, lp: int = 8000) -> int:
    """The ATK of a monster of 1000 ATK after these Spells, used in this order."""
    host = host or monster("Host", atk=1000, def_=1001)
    game = play(side(hand=list(spells), monsters=[host], lp=lp))
    for card in spells:
        activate(game, card.name)
        resolve(game)
    return atk(game, host.name)


# ------------------------------------------------------------------------ EFF-8


@pytest.mark.ruling("atk-in-order")
@pytest.mark.rule("EFF-8")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("spells", "expected"),
    [
        # The rule's example: 1000, doubled 2000, equip +500.
        ((DOUBLE, SWORD), 2500),
        # Doubling fixes the value with what was added: (1000 + 500) * 2, then + 300.
        ((SWORD, DOUBLE, PLUS_300), 3300),
        # A changed original value, then + and −: 2000 + 300 − 700.
        ((PLUS_300, ORIGINAL_2000, MINUS_700), 1600),
        # The final value stands last, whatever is added before or after.
        ((CURSE, DOUBLE, PLUS_300), 100),
        # Halves round up (LP-3): (1000 + 300) / 2 = 650, + 500, doubled 2300.
        ((PLUS_300, HALVE, SWORD, DOUBLE), 2300),
        # Set to 0 wipes what came before; later ± add to it.
        ((SWORD, PLUS_300, TO_ZERO, PLUS_300), 300),
        # The later of two original values.
        ((PRIMAL, ORIGINAL_2000), 2000),
    ],
    ids=["example", "add-fix-add", "original", "final", "halves", "to zero", "originals"],
)
def test_changes_of_atk_add_up_in_order(spells: tuple[Any, ...], expected: int) -> None:
    assert after(*spells) == expected


@pytest.mark.ruling("atk-in-order")
@pytest.mark.rule("EFF-8")
@pytest.mark.forbids
def test_an_earlier_addition_does_not_outlive_a_fixed_value() -> None:
    # 1000 + 500, then 0: the Sword was counted, and adds nothing any more.
    assert after(SWORD, TO_ZERO) == 0


DRUM = creature("War Drum", holds(Continuous.ADD_ATK, 300, works=Works.ON_CARDS, on=MONSTERS))


@pytest.mark.rule("EFF-8", "EFF-1")
@pytest.mark.forbids
def test_a_face_down_monster_is_not_changed() -> None:
    game = play(side(monsters=[DRUM, monster("Open"), lying(monster("Covered"), SET)]))
    assert (atk(game, "Open"), atk(game, "Covered")) == (1300, 1000)


@pytest.mark.rule("EFF-8")
@pytest.mark.forbids
def test_atk_is_never_below_0() -> None:
    assert after(MINUS_700, MINUS_700) == 0


@pytest.mark.rule("EFF-8")
@pytest.mark.permits
def test_what_was_below_0_counts_in_later_additions() -> None:
    # RULING: 1000 − 1400 is shown as 0, and + 500 makes 100: additions are summed first.
    assert after(MINUS_700, MINUS_700, SWORD) == 100


@pytest.mark.rule("EFF-8")
@pytest.mark.permits
def test_a_question_mark_is_0_until_an_effect_gives_the_original_value() -> None:
    assert after(SWORD, host=LIKE_LP, lp=3001) == 1501 + 500


@pytest.mark.rule("EFF-8")
@pytest.mark.forbids
def test_an_addition_of_this_turn_ends_with_the_turn() -> None:
    game = play(side(hand=[THIS_TURN], monsters=[monster("Host", atk=1000)]))
    activate(game, "This Turn")
    assert atk(game, "Host") == 1300
    take(game, MoveKind.END_TURN)
    assert atk(game, "Host") == 1000


@pytest.mark.rule("EFF-8")
@pytest.mark.forbids
def test_an_addition_ends_when_its_equip_card_leaves() -> None:
    wind = magic("Wind", used(Destroy(Cards(where=(Place.SPELL_TRAP_ZONE,), but_this=True))))
    assert after(SWORD, PLUS_300, wind) == 1300


@pytest.mark.rule("EFF-8")
@pytest.mark.permits
def test_def_follows_the_same_order() -> None:
    game = play(
        side(
            hand=[SHIELD, DEF_ORIGINAL, DEF_FIX, DEF_PLUS],
            monsters=[monster("Host", atk=1000, def_=400)],
        )
    )
    for name, expected in (
        ("Shield", 900),  # 400 + 500
        ("DEF Original", 2500),  # 2000 + 500
        ("DEF Fix", 5000),  # doubled
        ("DEF Plus", 5300),
    ):
        activate(game, name)
        resolve(game)
        (host,) = game.cards(0, Place.MONSTER_ZONE)
        assert (host.atk, host.def_) == (1000, expected)


@pytest.mark.rule("EFF-8")
@pytest.mark.forbids
def test_a_monster_that_was_face_down_has_its_printed_values_again() -> None:
    game = play(side(hand=[DOUBLE, COVER_UP, UNCOVER], monsters=[monster("Host", atk=1000)]))
    activate(game, "Double")
    assert atk(game, "Host") == 2000
    activate(game, "Cover Up")
    activate(game, "Uncover")
    assert atk(game, "Host") == 1000


@pytest.mark.rule("EFF-8", "EFF-13")
@pytest.mark.permits
def test_a_monster_keeps_its_values_on_the_other_side() -> None:
    game = play(side(hand=[DOUBLE, TAKE]), side(monsters=[monster("Host", atk=1000)]))
    activate(game, "Double")
    activate(game, "Take")
    game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Host"]
    assert atk(game, "Host") == 2000


OWN_VALUE = creature("Own Value", holds(Continuous.FIX_ATK, 1600), atk=0)
ANVIL = magic("Anvil", *equips(on_host(Continuous.FIX_ATK, 700)), type=CardType.EQUIP)


@pytest.mark.rule("EFF-8", "EFF-13")
@pytest.mark.forbids
def test_what_a_monster_says_of_itself_is_no_later_on_the_other_side() -> None:
    game = play(side(hand=[ANVIL, TAKE]), side(monsters=[OWN_VALUE]))
    assert atk(game, "Own Value") == 1600
    activate(game, "Anvil")
    assert atk(game, "Own Value") == 700
    activate(game, "Take")
    game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Own Value"]
    assert atk(game, "Own Value") == 700


@pytest.mark.rule("LP-3")
@pytest.mark.permits
def test_half_of_an_odd_value_is_rounded_up() -> None:
    game = play(side(hand=[HALVE_DEF], monsters=[monster("Host", def_=1001)]))
    activate(game, "Halve DEF")
    (host,) = game.cards(0, Place.MONSTER_ZONE)
    assert (host.atk, host.def_) == (1000, 501)


@pytest.mark.rule("LP-3")
@pytest.mark.forbids
def test_half_of_an_even_value_is_not_rounded() -> None:
    game = play(side(hand=[HALVE_DEF], monsters=[monster("Host", def_=1000)]))
    activate(game, "Halve DEF")
    assert game.cards(0, Place.MONSTER_ZONE)[0].def_ == 500


# ------------------------------------------------------------------- LP-2, LP-4

PRICE = magic("Price", used(GainLP(1), cost=(PayLP(1000),)))
TOLL = magic("Toll", used(LoseLP(1000, Who.ME)))
DRAIN = magic("Drain", used(LoseLP(1000)))
BURN = magic("Burn", used(Damage(1000)))
ON_DAMAGE = creature(
    "On Damage", may_trigger(Trigger.EFFECT_DAMAGE, GainLP(1), where=(Place.MONSTER_ZONE,))
)


@pytest.mark.rule("LP-2")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_a_fixed_cost_may_be_paid_to_exactly_0(rules: str) -> None:
    game = play(side(hand=[PRICE], lp=1000), rules=rules)
    activate(game, "Price")
    assert (game.over, game.winner, game.lp) == (True, 1, (0, 8000))
    assert game.end_cause is EndCause.LIFE_POINTS


@pytest.mark.rule("LP-2")
@pytest.mark.forbids
def test_a_fixed_cost_is_not_paid_below_0() -> None:
    game = play(side(hand=[PRICE], lp=999))
    assert usable(game) == []
    answer = game.why_not(game.move(MoveKind.ACTIVATE, "Price"))
    assert answer is not None


@pytest.mark.rule("LP-4")
@pytest.mark.permits
@pytest.mark.parametrize("lp", [999, 1000])
def test_losing_lp_may_take_all(lp: int) -> None:
    game = play(side(hand=[TOLL], lp=lp))
    activate(game, "Toll")
    assert (game.over, game.winner, game.lp) == (True, 1, (0, 8000))


@pytest.mark.rule("LP-4")
@pytest.mark.forbids
def test_losing_lp_that_one_has_does_not_lose() -> None:
    game = play(side(hand=[TOLL], lp=1001))
    activate(game, "Toll")
    assert (game.over, game.lp) == (False, (1, 8000))


@pytest.mark.rule("LP-1")
@pytest.mark.permits
def test_effect_damage_is_taking_damage() -> None:
    game = play(side(hand=[BURN]), side(monsters=[ON_DAMAGE]))
    activate(game, "Burn")
    assert game.lp == (8000, 7000)
    assert usable(game, 1) == ["On Damage"]


@pytest.mark.rule("LP-1", "LP-4")
@pytest.mark.forbids
def test_losing_or_paying_lp_is_not_taking_damage() -> None:
    game = play(side(hand=[DRAIN, PRICE], monsters=[ON_DAMAGE]), side(monsters=[ON_DAMAGE]))
    for name in ("Drain", "Price"):
        events = activate(game, name)
        assert happened(events, EventKind.DAMAGE_TAKEN) == []
        assert game.decision is DecisionKind.MAIN_PHASE
    assert game.lp == (7001, 7000)


SHELTER = snare(
    "Shelter",
    used(LingerOnPlayers("sheltered")),
    lasts(
        "sheltered",
        Continuous.DAMAGE_CHANGES,
        DamageChange.NO_EFFECT_DAMAGE,
        until=Until.END_OF_TURN,
        works=Works.ON_ME,
    ),
)
"""I take no effect damage this turn."""


@pytest.mark.rule("LP-1")
@pytest.mark.forbids
def test_who_takes_no_effect_damage_loses_and_pays_all_the_same() -> None:
    game = play(
        side(hand=[BURN, DRAIN], monsters=[monster("A")]),
        side(spells_traps=[SHELTER], monsters=[ON_DAMAGE]),
    )
    activate(game, "Burn")
    activate(game, "Shelter")
    resolve(game)
    assert game.lp[1] == 8000
    assert game.decision is DecisionKind.MAIN_PHASE
    activate(game, "Drain")
    assert game.lp[1] == 7000


# ------------------------------------------------------------------------ WIN-3

PIECES = [monster(f"Piece {n}") for n in range(1, 5)]
HEAD = creature(
    "Head",
    holds(
        Continuous.WINS,
        where=(Place.HAND,),
        condition=All(
            *(
                Exists(Cards(where=(Place.HAND,), whose=Who.ME, named=piece.name))
                for piece in PIECES
            )
        ),
    ),
)
DRAW_2 = magic("Draw 2", used(Draw(2)))
DRAW_THEN_DROP = magic(
    "Draw Then Drop",
    used(
        Draw(1),
        Choose(Cards(where=(Place.HAND,), whose=Who.ME, named="Piece 1")),
        Send(CHOSEN, Place.GRAVEYARD),
    ),
)
BOTH_DRAW = magic("Both Draw", used(Draw(1), Draw(1, Who.OPPONENT)))
VICTORY = magic("Victory", used(Win(), GainLP(5)))
DEFEAT = magic("Defeat", used(Win(Who.OPPONENT)))
WIN_AND_DIE = magic("Win And Die", used(Win(), LoseLP(500, Who.ME)))
BOTH_WIN = magic("Both Win", used(Win(), Win(Who.OPPONENT)))


@pytest.mark.ruling("two-wins-at-once")
@pytest.mark.rule("WIN-3")
@pytest.mark.permits
@pytest.mark.parametrize("rules", CHAIN_FORMATS)
def test_five_pieces_in_the_hand_win(rules: str) -> None:
    game = play(side(hand=[DRAW_2, *PIECES[:3]], deck=[PIECES[3], HEAD, monster()]), rules=rules)
    activate(game, "Draw 2")
    assert (game.over, game.winner, game.end_cause) == (True, 0, EndCause.CARD_EFFECT)


@pytest.mark.rule("WIN-3")
@pytest.mark.permits
def test_five_pieces_in_the_opening_of_the_position_win_by_the_normal_draw() -> None:
    game = play(side(), side(hand=PIECES, deck=[HEAD]))
    take(game, MoveKind.END_TURN)
    assert (game.over, game.winner) == (True, 1)


@pytest.mark.rule("WIN-3")
@pytest.mark.forbids
def test_four_pieces_do_not_win() -> None:
    game = play(side(hand=[DRAW_2, *PIECES[:3]], deck=[HEAD, monster()]))
    activate(game, "Draw 2")
    assert not game.over


@pytest.mark.ruling("two-wins-at-once")
@pytest.mark.rule("WIN-3")
@pytest.mark.forbids
def test_pieces_are_looked_at_when_the_effect_is_done() -> None:
    game = play(side(hand=[DRAW_THEN_DROP, *PIECES], deck=[HEAD, monster()]))
    activate(game, "Draw Then Drop")
    assert names(game, 0, Place.GRAVEYARD) == ["Piece 1", "Draw Then Drop"]
    assert not game.over


@pytest.mark.ruling("two-wins-at-once")
@pytest.mark.rule("WIN-3")
@pytest.mark.permits
def test_two_wins_at_once_are_a_draw() -> None:
    game = play(side(hand=[BOTH_DRAW, *PIECES], deck=[HEAD]), side(hand=PIECES, deck=[HEAD]))
    activate(game, "Both Draw")
    assert (game.over, game.winner) == (True, 2)


@pytest.mark.rule("WIN-3")
@pytest.mark.permits
@pytest.mark.parametrize(("name", "winner"), [("Victory", 0), ("Defeat", 1), ("Both Win", 2)])
def test_an_effect_says_who_wins(name: str, winner: int) -> None:
    game = play(side(hand=[VICTORY, DEFEAT, BOTH_WIN]))
    activate(game, name)
    assert (game.over, game.winner, game.end_cause) == (True, winner, EndCause.CARD_EFFECT)


@pytest.mark.rule("WIN-3")
@pytest.mark.forbids
def test_a_negated_effect_wins_nothing() -> None:
    game = play(side(hand=[VICTORY]), side(spells_traps=[NEGATE]))
    activate(game, "Victory")
    activate(game, "Negate")
    assert not game.over


@pytest.mark.ruling("two-wins-at-once")
@pytest.mark.rule("WIN-3", "WIN-1")
@pytest.mark.permits
def test_a_win_and_lp_0_in_one_effect_are_a_draw() -> None:
    game = play(side(hand=[WIN_AND_DIE], lp=500))
    activate(game, "Win And Die")
    assert (game.over, game.winner) == (True, 2)


# ------------------------------------------------------------------------ WIN-4

DEAR_TRAP = snare("Dear Trap", used(GainLP(5000), cost=(PayLP(1000),)))


@pytest.mark.rule("WIN-4")
@pytest.mark.permits
def test_a_loss_in_mid_chain_ends_the_duel_at_once() -> None:
    # Burn (link 1) is answered by 5000 LP (link 2), whose cost takes the last LP.
    game = play(side(hand=[BURN]), side(spells_traps=[DEAR_TRAP], lp=1000))
    activate(game, "Burn")
    events = activate(game, "Dear Trap")
    assert (game.over, game.winner) == (True, 0)
    assert resolved(events) == []


@pytest.mark.rule("WIN-4")
@pytest.mark.permits
def test_damage_of_a_later_link_ends_the_duel_before_the_earlier_ones() -> None:
    heal = magic("Heal", used(GainLP(5000)))
    bolt = snare("Bolt", used(Damage(1000)))
    game = play(side(hand=[heal], lp=1000), side(spells_traps=[bolt]))
    activate(game, "Heal")
    events = activate(game, "Bolt")
    assert (game.over, game.winner, game.lp) == (True, 1, (0, 8000))
    assert resolved(events) == ["Bolt"]


@pytest.mark.rule("WIN-4")
@pytest.mark.forbids
def test_a_cost_that_leaves_lp_lets_the_chain_resolve() -> None:
    game = play(side(hand=[BURN]), side(spells_traps=[DEAR_TRAP], lp=1001))
    activate(game, "Burn")
    events = activate(game, "Dear Trap")
    assert resolved(events) == ["Dear Trap", "Burn"]
    assert game.lp == (8000, 4001)


# ----------------------------------------------------------------- WIN-1, WIN-2

YOU_DRAW = snare("You Draw", used(Draw(1, Who.OPPONENT)))
MILL = snare(
    "Mill",
    used(Send(Cards(where=(Place.DECK,), whose=Who.OPPONENT), Place.GRAVEYARD)),
)


@pytest.mark.rule("WIN-2")
@pytest.mark.permits
def test_an_effect_makes_a_player_draw_what_is_there_and_lose() -> None:
    game = play(side(hand=[DRAW_2], deck=2), side(spells_traps=[YOU_DRAW]))
    activate(game, "Draw 2")
    activate(game, "You Draw")
    assert (game.over, game.winner, game.end_cause) == (True, 1, EndCause.DECK_OUT)
    assert len(names(game, 0, Place.HAND)) == 2


@pytest.mark.rule("WIN-2")
@pytest.mark.permits
def test_a_deck_that_was_emptied_in_response_loses() -> None:
    game = play(side(hand=[DRAW_2]), side(spells_traps=[MILL]))
    activate(game, "Draw 2")
    activate(game, "Mill")
    assert (game.over, game.winner, game.end_cause) == (True, 1, EndCause.DECK_OUT)


@pytest.mark.rule("WIN-2")
@pytest.mark.forbids
def test_adding_or_sending_the_last_card_does_not_lose() -> None:
    game = play(side(hand=[GAIN]), side(spells_traps=[MILL]))
    activate(game, "Gain")
    activate(game, "Mill")
    assert names(game, 0, Place.DECK) == []
    assert not game.over


WIN_TRAP = snare("Win Trap", used(Win()))
LETHAL = magic("Lethal", used(Damage(8000)))


@pytest.mark.rule("WIN-3", "WIN-4")
@pytest.mark.permits
def test_a_win_of_a_later_link_comes_before_the_earlier_ones() -> None:
    game = play(side(hand=[LETHAL]), side(spells_traps=[WIN_TRAP]))
    activate(game, "Lethal")
    events = activate(game, "Win Trap")
    assert (game.over, game.winner, game.lp) == (True, 1, (8000, 8000))
    assert resolved(events) == ["Win Trap"]


WHILE_HIS = changes("While His", Continuous.ADD_ATK, 300, Until.LEAVES | Until.CONTROL_CHANGES)


@pytest.mark.rule("EFF-8", "EFF-13")
@pytest.mark.forbids
def test_what_lasts_while_a_player_controls_the_monster_ends_when_it_is_taken() -> None:
    game = play(side(hand=[WHILE_HIS, TAKE]), side(monsters=[monster("Host", atk=1000)]))
    activate(game, "While His")
    assert atk(game, "Host") == 1300
    activate(game, "Take")
    game.apply(0)
    assert names(game, 0, Place.MONSTER_ZONE) == ["Host"]
    assert atk(game, "Host") == 1000
