"""The golden programs of tests/golden/programs/machine: every opcode does what it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.effects.machine import PROBE_TOKEN, Machine, duel_of, parse, probe_setup, run
from tests.rules.builders import (
    ATTACK,
    DEFENCE,
    SET,
    attack,
    happened,
    lying,
    monster,
    on_field,
    side,
    spell,
    trap,
)
from ygosim.cards.pool.building import MONSTERS, activation, lingering, material, reaction
from ygosim.duel import Duel
from ygosim.effects.assemble import opcodes
from ygosim.effects.model import (
    CardDefinition,
    Draw,
    GainLP,
    ReturnToField,
    SpecialSummon,
    Tokens,
    Works,
)
from ygosim.enums import (
    CardType,
    Continuous,
    DecisionKind,
    EventKind,
    MonsterType,
    MoveKind,
    Phase,
    Place,
    Reason,
    Trigger,
    Until,
)

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "programs" / "machine"
PROGRAMS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}

SOLDIER = monster("Soldier")
WEAK, STRONG, MIDDLE = monster("Weak", atk=500), monster("Strong", atk=2000), monster("Middle")
STRONG8 = monster("Strong 8", level=8)
TAKEN = lingering("taken", Continuous.CONTROL, Until.LEAVES | Until.END_OF_TURN)
LOSES = lingering("weak", Continuous.ADD_ATK, Until.END_OF_TURN)
LATER = lingering(
    "later",
    Continuous.LATER,
    Until.DONE | Until.LEAVES,
    trigger=Trigger.END_PHASE,
    operation=(ReturnToField(),),
)
ALL_LOSE = lingering(
    "field", Continuous.ADD_ATK, Until.END_OF_TURN, works=Works.ON_CARDS, on=MONSTERS
)
BARRED = lingering("barred", Continuous.CANNOT_ACTIVATE, Until.END_OF_TURN, works=Works.ON_ME)

BOTH: dict[str, Any] = {
    "first": {"monsters": [MIDDLE]},
    "second": side(monsters=[WEAK, STRONG]),
}


def take(game: Duel, kind: MoveKind, name: str) -> None:
    """Take a legal move by the name of its card, whosever it is."""
    game.apply(next(move for move in game.legal() if (move.kind, move.name) == (kind, name)))


def machine(name: str, **said: Any) -> Machine:
    return run(PROGRAMS[name], **said)


def test_every_opcode_is_in_a_golden_program() -> None:
    used = {
        line.op for text in PROGRAMS.values() for line in parse(text) if not isinstance(line, str)
    }
    assert used == set(opcodes())


def test_every_golden_program_is_run() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in PROGRAMS if f'"{name}"' not in source] == []


def test_arithmetic_is_of_64_bits_and_wraps_around() -> None:
    r = machine("arithmetic").r
    assert r[1:11] == [7, -3, 4, 10, -21, -3, 7000, 4, -1, 7]
    wrapped = (2**31 - 1) ** 4 % 2**64
    assert r[11] == wrapped - 2**64 * (wrapped >= 2**63)
    assert r[12:14] == [2**62, 0]


def test_any_number_but_0_is_true() -> None:
    assert machine("logic").r[1:8] == [5, 0, 1, 1, 0, 0, 1]


def test_every_comparison() -> None:
    assert machine("compare").r[:12] == [0, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1]


def test_a_jump_back_makes_a_loop() -> None:
    assert machine("loop").r[1:3] == [0, 55]


def test_sets_are_joined_parted_and_counted() -> None:
    left = machine("sets", **BOTH)
    assert left.r[1] == 3
    assert left.r[3:8] == [0, 1, 2, -1, 1]
    assert left.names(2) == ["Middle"]
    assert left.names(3) == ["Weak", "Strong"]
    assert left.names(4) == ["Middle", "Strong"]
    assert left.names(5) == ["Weak"]


def test_sets_keep_the_greatest_the_least_and_what_compares() -> None:
    left = machine("keep", **BOTH)
    assert (left.names(1), left.names(2), left.names(3)) == (["Strong"], ["Weak"], ["Strong"])
    assert left.r[2] == 0


def test_facts_of_cards_and_of_the_duel() -> None:
    r = machine("facts", second=side(monsters=[STRONG], deck=7)).r
    assert r[2:13] == [2000, 4, 1, int(Place.MONSTER_ZONE), -1, 8000, 7, 2, 0, -1, -1]


def test_a_player_chooses_at_least_and_at_most_so_many() -> None:
    left = machine("choose", **BOTH)
    game = left.duel
    assert game.decision is DecisionKind.CARD
    assert [move.kind for move in game.legal()] == [MoveKind.CHOOSE_CARD] * 3
    take(game, MoveKind.CHOOSE_CARD, "Strong")
    assert left.names(1) == ["Strong"]  # the last in order: nothing else may follow
    assert left.r[1] == 1
    assert (game.decision, game.player) == (DecisionKind.YES_NO, 1)
    other = machine("choose", **BOTH)
    take(other.duel, MoveKind.CHOOSE_CARD, "Middle")
    assert MoveKind.FINISH in {move.kind for move in other.duel.legal()}
    take(other.duel, MoveKind.CHOOSE_CARD, "Weak")
    assert other.names(1) == ["Middle", "Weak"]


def test_cards_that_make_a_monster_are_kept_and_chosen() -> None:
    made = monster("Made", type=CardType.FUSION, level=8)
    other = monster("Other", type=CardType.FUSION, level=8)
    lord = monster("Lord", level=4)
    left = machine(
        "materials",
        first={"monsters": [SOLDIER, SOLDIER], "hand": [lord, STRONG8], "extra": [other, made]},
        definitions={
            made.passcode: CardDefinition(
                passcode=made.passcode, name="Made", materials=(material("Soldier"),)
            )
        },
    )
    assert (left.r[1], left.names(0)) == (1, ["Made"])
    assert [move.name for move in left.duel.legal()] == ["Soldier", "Soldier"]
    take(left.duel, MoveKind.CHOOSE_CARD, "Soldier")
    assert (left.r[3], left.names(2)) == (1, ["Soldier"])
    assert (left.r[4], left.r[5], left.names(3)) == (2, 1, ["Lord"])
    assert left.r[7] == 0


def test_tokens_come_phases_are_skipped_and_what_there_is_is_paid() -> None:
    maker = spell("Maker")
    makes = activation(operation=(SpecialSummon(Tokens(PROBE_TOKEN)),))
    left = machine(
        "tokens",
        first={"hand": [maker]},
        definitions={
            maker.passcode: CardDefinition(passcode=maker.passcode, name="Maker", effects=(makes,))
        },
    )
    while left.duel.decision is DecisionKind.ZONE:
        left.duel.apply(0)
    assert (left.r[1], left.r[2], left.names(2)) == (2, 2, ["Probe Token", "Probe Token"])
    assert len(on_field(left.duel, 0)) == 2
    assert left.duel.state["skips"][0][0] == 2
    assert (left.r[4], left.r[5], left.duel.lp) == (0, 1, (7700, 8000))


def test_one_card_of_each_kind_is_chosen() -> None:
    left = machine("choose_each", first={"monsters": [MIDDLE, SOLDIER]}, second=BOTH["second"])
    take(left.duel, MoveKind.CHOOSE_CARD, "Middle")
    offered = [move.name for move in left.duel.legal()]
    assert offered == ["Weak", "Strong"]
    take(left.duel, MoveKind.CHOOSE_CARD, "Strong")
    assert left.names(2) == ["Middle", "Strong"]
    assert left.r[1] == 2


def test_one_of_the_options_whose_bits_are_set() -> None:
    left = machine("option")
    assert [move.slot for move in left.duel.legal()] == [0, 2]
    left.duel.apply(1)
    assert left.r[2:5] == [2, 2, -1]


def test_one_of_some_bits_is_declared() -> None:
    left = machine("declare")
    assert left.r[2] == 0
    assert [move.slot for move in left.duel.legal()] == [1, 3]
    left.duel.apply(1)
    assert left.r[3] == 8


def test_facts_of_several_cards_are_added_up_or_joined() -> None:
    fairy = replace(monster("Fairy", atk=700), monster_type=MonsterType.FAIRY)
    rock = replace(monster("Rock", atk=900), monster_type=MonsterType.ROCK)
    left = machine("totals", first={"monsters": [fairy, rock]}, second=side(monsters=[rock]))
    assert left.r[1:4] == [2500, int(MonsterType.FAIRY | MonsterType.ROCK), 0]


def test_cards_on_top_of_a_deck() -> None:
    other = [monster("A"), spell("B"), spell("C"), monster("D")]
    mine = [spell("E"), monster("F"), monster("G")]
    left = machine("top", first={"deck": mine}, second=side(deck=other))
    assert set(left.names(0)) == {"E", "F"}
    assert set(left.names(1)) == {"A", "B", "C", "D"}
    assert set(left.names(2)) == {"E", "F", "G"}
    assert left.names(3) == []


def test_where_zones_are_fewer_than_cards_the_one_who_summons_them_chooses() -> None:
    deck = [monster(name) for name in "ABC"]
    there = [monster(f"Other {i}") for i in range(3)]
    left = machine("summon_some", second=side(monsters=there, deck=deck))
    game = left.duel
    assert (game.decision, game.player) == (DecisionKind.CARD, 1)
    take(game, MoveKind.CHOOSE_CARD, "B")
    answer_zones(game)
    assert left.r[1] == 2
    assert {name for name, _ in on_field(game, 1).values()} >= {"A", "B"}
    assert [view.name for view in game.cards(1, Place.DECK)] == ["C"]


def test_chance_can_be_fed_and_is_in_range() -> None:
    hand = [monster("A"), monster("B"), monster("C")]
    fed = machine("chance", second=side(hand=hand), fed=[1, 6])
    assert fed.r[1:4] == [1, 6, 1]
    assert len(fed.s(1)) == 1
    assert fed.names(2) == ["A", "B", "C"]
    kinds = [event.kind for event in fed.duel.log]
    assert EventKind.COIN_TOSSED in kinds
    assert EventKind.DIE_ROLLED in kinds
    free = machine("chance", second=side(hand=hand))
    assert free.r[1] in (0, 1)
    assert 1 <= free.r[2] <= 6


def test_cards_move() -> None:
    left = machine(
        "moving",
        first={"hand": [WEAK, MIDDLE]},
        second=side(monsters=[STRONG], spells_traps=[trap("Set Card")], deck=9),
    )
    game = left.duel
    assert left.r[1:4] == [1, 2, 2]
    assert [view.name for view in game.cards(1, Place.BANISHED)] == ["Strong"]
    assert [view.name for view in game.cards(1, Place.GRAVEYARD)] == ["Set Card"]
    assert {view.name for view in game.cards(0, Place.GRAVEYARD)} == {"Weak", "Middle"}
    assert len(game.cards(1, Place.DECK)) == 7
    reasons = {event.reason for event in happened(game.log, EventKind.MOVED)}
    assert {Reason.EFFECT_DESTRUCTION, Reason.RULE_DESTRUCTION, Reason.EFFECT_DISCARD} <= reasons
    assert len(happened(game.log, EventKind.REVEALED)) == 2
    assert len(happened(game.log, EventKind.SHUFFLED)) == 1


def test_life_points_change_and_nothing_below_0_is_payment_damage_or_gain() -> None:
    left = machine("life_points")
    assert left.duel.lp == (7700, 7300)
    assert (left.r[2], left.r[4]) == (700, 0)


def test_positions_change_by_what_they_were() -> None:
    left = machine(
        "positions",
        second=side(monsters=[lying(WEAK, ATTACK), lying(MIDDLE, DEFENCE), lying(STRONG, SET)]),
    )
    assert left.r[1] == 3
    assert dict(on_field(left.duel, 1).values()) == {
        "Weak": DEFENCE,
        "Middle": ATTACK,
        "Strong": DEFENCE,
    }


def answer_zones(game: Duel) -> None:
    while game.decision is DecisionKind.ZONE:
        game.apply(0)


def test_control_is_taken_until_the_lingering_effect_ends() -> None:
    left = machine("control", **BOTH, effects=(TAKEN,))
    answer_zones(left.duel)
    assert left.r[1] == 1
    assert {name for name, _ in on_field(left.duel, 0).values()} == {"Middle", "Weak"}


def test_monsters_change_sides() -> None:
    left = machine(
        "swap",
        first={"monsters": [MIDDLE]},
        second=side(monsters=[STRONG]),
        effects=(TAKEN,),
    )
    answer_zones(left.duel)
    assert left.r[1] == 1
    assert [name for name, _ in on_field(left.duel, 0).values()] == ["Strong"]
    assert [name for name, _ in on_field(left.duel, 1).values()] == ["Middle"]


def test_a_monster_is_summoned_and_more_normal_summons_are_allowed() -> None:
    left = machine("summon", first={"graveyard": [STRONG]})
    answer_zones(left.duel)
    assert left.r[1] == 1
    assert list(on_field(left.duel, 0).values()) == [("Strong", DEFENCE)]
    assert int(left.duel.state["normal_summons_left"]) == 2


def test_a_spell_is_set_by_effect() -> None:
    left = machine("set_card", first={"hand": [spell("Other")]})
    answer_zones(left.duel)
    assert "Other" in [view.name for view in left.duel.cards(0, Place.SPELL_TRAP_ZONE)]


def test_a_card_is_equipped_and_bears_counters() -> None:
    left = machine("equip", second=side(monsters=[STRONG]), probe=spell("Probe", CardType.EQUIP))
    assert (left.r[2], left.r[4], left.r[5]) == (1, 2, 1)


def test_a_monster_becomes_an_equip_card() -> None:
    left = machine("equip_monster", first={"monsters": [WEAK]}, second=side(monsters=[STRONG]))
    answer_zones(left.duel)
    assert left.r[2] == 1
    assert left.r[4] == Place.SPELL_TRAP_ZONE
    assert (left.r[5], left.r[6], left.r[7]) == (left.r[1], 0, 1)
    (view,) = [v for v in left.duel.cards(0, Place.SPELL_TRAP_ZONE) if v.name == "Strong"]
    assert view.position is ATTACK


def test_a_card_is_placed_face_up() -> None:
    left = machine("place_card", first={"hand": [WEAK], "deck": [trap("Snare")]})
    answer_zones(left.duel)
    assert (left.r[2], left.r[6], left.r[7]) == (1, 0, 0)
    assert (left.r[4], left.r[5]) == (Place.SPELL_TRAP_ZONE, 1)
    assert happened(left.duel.log, EventKind.SET) == []
    assert [event.name for event in happened(left.duel.log, EventKind.ACTIVATED)] == ["Probe"]


def test_a_monster_is_normal_summoned_after_the_chain_link() -> None:
    left = machine("normal_summon", first={"hand": [WEAK, STRONG8, spell("Other")]})
    assert left.r[1] == 1
    assert (left.r[4], left.r[5]) == (Place.HAND, 1)
    left.duel.apply(left.duel.move(MoveKind.NO))
    left.duel.apply(left.duel.move(MoveKind.CHOOSE_POSITION, slot=ATTACK))
    answer_zones(left.duel)
    assert on_field(left.duel, 0) == {0: ("Weak", ATTACK)}
    kinds = [event.kind for event in left.duel.log]
    assert kinds.index(EventKind.CHAIN_ENDED) < kinds.index(EventKind.NORMAL_SUMMONED)


def test_a_monster_of_the_field_was_made_of_cards() -> None:
    gains = reaction(Trigger.MADE_OF, (GainLP(100),), where=(Place.SPELL_TRAP_ZONE,))
    left = machine(
        "made_of",
        first={"monsters": [STRONG], "graveyard": [WEAK, MIDDLE], "hand": [SOLDIER]},
        effects=(gains,),
    )
    assert (left.r[2], left.r[3], left.r[4]) == (8000, 8200, 0)
    assert left.duel.lp[0] == 8200  # r5 and r6 are no monsters of the field


def test_a_monster_is_made_to_attack_after_the_chain() -> None:
    left = machine("force_attack", first={"monsters": [STRONG]}, second=side(monsters=[WEAK]))
    assert (left.r[3], left.r[4]) == (-1, 1)
    left.duel.apply(left.duel.move(MoveKind.NO))
    assert on_field(left.duel, 1) == {}
    assert (left.duel.phase, left.duel.lp) == (Phase.MAIN_1, (8000, 6500))
    kinds = [event.kind for event in left.duel.log]
    assert kinds.index(EventKind.CHAIN_ENDED) < kinds.index(EventKind.ATTACK_DECLARED)


def test_a_monster_is_banished_until_it_returns() -> None:
    left = machine("banish_until", second=side(monsters={2: WEAK}), effects=(LATER,))
    assert (left.r[2], left.r[4]) == (1, Place.BANISHED)
    assert int(left.duel.state["lingering_count"]) == 1
    answer_zones(left.duel)
    assert (left.r[5], left.r[6]) == (Place.MONSTER_ZONE, 1)
    assert on_field(left.duel, 1) == {0: ("Weak", ATTACK)}
    assert int(left.duel.state["lingering_count"]) == 0


def test_a_card_holds_on_to_another() -> None:
    left = machine(
        "attach", second=side(monsters=[STRONG]), probe=spell("Probe", CardType.CONTINUOUS)
    )
    assert left.r[3] == 1


def test_effects_linger_on_cards_and_on_players() -> None:
    left = machine("linger", second=side(monsters=[STRONG]), effects=(LOSES, BARRED, ALL_LOSE))
    assert left.r[4] == 1200
    assert int(left.duel.state["lingering_count"]) == 3
    assert int(left.duel.state["restriction_count"]) == 1


def test_what_lingers_is_found_and_ended() -> None:
    left = machine("lingered", second=side(monsters=[STRONG, WEAK]), effects=(LOSES,))
    assert left.names(1) == ["Strong", "Weak"]
    assert (left.r[2], left.r[3]) == (-900, 0)
    assert left.s(2) == []
    assert int(left.duel.state["lingering_count"]) == 0


def test_targets_are_those_of_the_chain_link() -> None:
    duel = duel_of(probe_setup(PROGRAMS["targets"], slot="target", **BOTH))
    left = Machine(duel)
    take(duel, MoveKind.ACTIVATE, "Probe")
    answer_zones(duel)
    take(duel, MoveKind.CHOOSE_CARD, "Middle")
    take(duel, MoveKind.CHOOSE_CARD, "Strong")
    assert left.names(1) == ["Middle", "Strong"]
    assert left.r[1] == 2
    assert len(happened(duel.log, EventKind.TARGETED)) == 2


ANSWERED = spell("Answered", CardType.QUICK_PLAY)


@pytest.mark.parametrize("name", ["negate_activation", "negate_effect"])
def test_the_answered_link_is_negated_once(name: str) -> None:
    setup = probe_setup(
        PROGRAMS[name],
        probe=trap("Probe"),
        is_set=True,
        activation={"trigger": Trigger.CHAIN_LINK},
        second=side(hand=[ANSWERED]),
        turn_player=1,
        turn=3,
        definitions={
            ANSWERED.passcode: CardDefinition(
                passcode=ANSWERED.passcode,
                name=ANSWERED.name,
                effects=(activation(operation=(Draw(1),)),),
            )
        },
    )
    duel = duel_of(setup)
    left = Machine(duel)
    take(duel, MoveKind.ACTIVATE, "Answered")
    answer_zones(duel)
    take(duel, MoveKind.ACTIVATE, "Probe")
    assert left.r[1:3] == [1, 0]
    assert left.names(0) == ["Answered"]
    drawn = len(happened(duel.log, EventKind.DRAWN))
    duel.apply(0)
    assert len(happened(duel.log, EventKind.DRAWN)) == drawn
    negated = {
        "negate_activation": EventKind.ACTIVATION_NEGATED,
        "negate_effect": EventKind.EFFECT_NEGATED,
    }[name]
    assert len(happened(duel.log, negated)) == 1


def attacked(name: str) -> Machine:
    """The program of a Trap that answers an attack of Strong on Weak; Middle stands beside."""
    setup = probe_setup(
        PROGRAMS[name],
        probe=trap("Probe"),
        is_set=True,
        activation={"trigger": Trigger.ATTACK_DECLARED},
        first={"monsters": [WEAK, MIDDLE]},
        second=side(monsters=[STRONG]),
        turn_player=1,
        turn=3,
        phase=Phase.BATTLE,
    )
    duel = duel_of(setup)
    attack(duel, "Strong", "Weak")
    take(duel, MoveKind.ACTIVATE, "Probe")
    return Machine(duel)


def test_an_attack_goes_on_against_another_monster() -> None:
    left = attacked("attack")
    assert left.r[3] == 1
    left.duel.apply(0)
    assert [name for name, _ in on_field(left.duel, 0).values()] == ["Weak"]


def test_an_attacker_may_attack_once_more() -> None:
    left = attacked("attack_again")
    left.duel.apply(0)
    attackers = [move.name for move in left.duel.legal() if move.kind is MoveKind.ATTACK]
    assert attackers == ["Strong"]
    take(left.duel, MoveKind.ATTACK, "Strong")
    assert left.duel.decision is DecisionKind.BATTLE_PHASE
    assert not [move for move in left.duel.legal() if move.kind is MoveKind.ATTACK]


def test_both_players_draw_the_turn_player_first() -> None:
    left = machine("draw_both", first={"deck": 4}, second=side(deck=2))
    assert (left.r[1], left.r[3]) == (5, 0)
    assert [event.player for event in happened(left.duel.log, EventKind.DRAWN)] == [0, 1]
    left.duel.apply(0)
    assert left.duel.winner == 0


def test_decks_and_graveyards_change_places() -> None:
    left = machine(
        "piles",
        first={"deck": [WEAK, MIDDLE, STRONG], "graveyard": [trap("Used")]},
        second=side(deck=1),
    )
    game = left.duel
    assert [view.name for view in game.cards(0, Place.DECK)] == ["Used"]
    assert sorted(view.name for view in game.cards(0, Place.GRAVEYARD)) == [
        "Middle",
        "Strong",
        "Weak",
    ]
    assert len(game.cards(1, Place.GRAVEYARD)) == 1
    assert len(happened(game.log, EventKind.PILES_SWAPPED)) == 2


def test_an_attack_is_negated_and_the_battle_phase_ends() -> None:
    left = attacked("end_of_battle")
    assert left.r[1:3] == [1, 0]
    left.duel.apply(0)
    assert len(on_field(left.duel, 0)) == 2
    assert left.duel.phase is not Phase.BATTLE


def test_life_points_are_lost_and_a_duel_is_won_by_effect() -> None:
    left = machine("win")
    assert left.duel.lp == (8000, 5000)
    assert happened(left.duel.log, EventKind.DAMAGE_TAKEN) == []
    assert not left.duel.over  # not before the effect is done
    left.duel.apply(0)
    assert left.duel.winner == 0


def test_a_pending_summon_is_negated_once() -> None:
    setup = probe_setup(
        PROGRAMS["negate_summon"],
        probe=replace(trap("Probe"), type=CardType.TRAP | CardType.COUNTER),
        is_set=True,
        activation={"trigger": Trigger.SUMMON_PENDING},
        second=side(hand=[STRONG]),
        turn_player=1,
        turn=3,
    )
    duel = duel_of(setup)
    take(duel, MoveKind.NORMAL_SUMMON, "Strong")
    answer_zones(duel)
    take(duel, MoveKind.ACTIVATE, "Probe")
    assert Machine(duel).r[1:3] == [1, 0]
    duel.apply(0)
    assert on_field(duel, 1) == {}
    assert [view.name for view in duel.cards(1, Place.GRAVEYARD)] == ["Strong"]


def test_two_sets_that_the_machine_uses_are_chosen_from_as_others() -> None:
    left, right = "SELECT s5, [HAND of me]", "SELECT s4, [MONSTER_ZONE of me]"
    cards = {"hand": [monster("A")] * 2, "monsters": [monster("B")] * 2}
    machine = run(f"{left}\n{right}\nCHOOSE_EACH s0, s5, s4\nEND", first=cards)
    assert machine.names(4) == ["A", "A"]
    assert machine.names(5) == ["B", "B"]


def test_a_number_may_be_replaced_by_what_was_done_with_it() -> None:
    program = "LOAD_INT r1, 2\nDRAW r1, me, r1\nASK r2, me\nEND"
    machine = run(program, first={"deck": [monster("A")] * 3})
    assert machine.r[1] == 2
    assert int(machine.duel.state["pile_count"][0][0]) == 1


def test_what_does_not_belong_in_the_extra_deck_is_not_sent_there() -> None:
    program = "SELECT s0, [MONSTER_ZONE of me]\nSEND s0, r1, EFFECT, EXTRA_DECK\nASK r2, me\nEND"
    cards = {"monsters": [monster("A"), monster("F", type=CardType.FUSION)]}
    machine = run(program, first=cards)
    assert machine.r[1] == 1
    assert int(machine.duel.state["pile_count"][0][Place.EXTRA_DECK]) == 1
    assert [name for name, _ in on_field(machine.duel, 0).values()] == ["A"]


CHANCES = {
    "TOSS_COIN r1": ([0, 1], [2, 5]),
    "ROLL_DIE r1, me": ([1, 6], [0]),
    "SELECT s0, [HAND of me]\nLOAD_INT r1, 1\nRANDOM s1, s0, r1": ([], [0]),
}


@pytest.mark.parametrize(("program", "fed"), CHANCES.items())
def test_an_outcome_that_cannot_be_is_refused_and_the_move_not_taken(
    program: str, fed: tuple[list[int], list[int]]
) -> None:
    text = f"{program}\nASK r2, me\nEND"
    held = {"hand": [monster("A")]}
    for outcome in fed[0] or run(text, first=held).s(1):
        assert run(text, fed=[outcome], first=held).duel.state["fed_count"] == 0
    for outcome in fed[1]:
        with pytest.raises(ValueError, match=rf"cannot come out as it was fed: \[{outcome}\]"):
            run(text, fed=[outcome], first=held)


def test_a_move_that_is_refused_for_what_was_fed_can_be_taken_otherwise() -> None:
    duel = run("ASK r2, me\nTOSS_COIN r1\nASK r2, me\nEND").duel
    duel.handle.feed([2])
    before = duel.handle.save()
    with pytest.raises(ValueError, match="cannot come out"):
        duel.apply(duel.legal()[0])
    assert duel.handle.save() == before
    duel.handle.feed([])
    duel.handle.feed([1])
    duel.apply(duel.legal()[0])
    assert Machine(duel).r[1] == 1


def test_outcomes_are_fed_whole_or_not_at_all() -> None:
    handle = duel_of(probe_setup("END")).handle
    for refused in ([255], [-1], [1] * 13, [1, 300]):
        with pytest.raises(ValueError, match="outcome"):
            handle.feed(refused)
    with pytest.raises(TypeError):
        handle.feed([1.0])
    assert int(handle.storage["fed_count"][0]) == 0
    handle.feed([1, 0])
    with pytest.raises(ValueError, match=r"outcomes \[1, 0\] that were fed are still to be used"):
        handle.feed([1])
    handle.feed([])
    handle.feed([1])
