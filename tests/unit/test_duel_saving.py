"""Saving, loading and replaying; bytes that are no saved duel are refused, never trusted."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.builders import (
    ATTACK,
    SET,
    battle,
    duel,
    end_turn,
    link,
    lying,
    monster,
    side,
    soldiers,
    spell,
    take,
)
from tests.strategies import positions
from tests.unit.test_duel import fresh, play
from ygosim._core.engine import STATE_DTYPE, Template
from ygosim.cards.pool import definitions
from ygosim.duel import Duel
from ygosim.effects.model import CardDefinition
from ygosim.enums import DecisionKind, MoveKind, Phase
from ygosim.errors import CorruptStateError, IllegalMoveError, StandInError
from ygosim.position import AttackDeclared, PlayerPosition, Position
from ygosim.records import Move
from ygosim.rules import CardTexts
from ygosim.scenario import read_scenario, run_scenario

MAGIC = b"ygosim duel\n"
STATE_SIZE = STATE_DTYPE.itemsize


SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"


def a_tribute() -> Duel:
    game = duel(
        side(
            hand=[monster("A", level=7), spell()],
            monsters={1: monster("B"), 2: lying(monster("C"), SET), 5: link()},
        )
    )
    take(game, MoveKind.NORMAL_SUMMON, "A")
    take(game, MoveKind.CHOOSE_TRIBUTE, "B")
    return game


def a_discard() -> Duel:
    game = duel(side(hand=soldiers(9)))
    end_turn(game)
    take(game, MoveKind.CHOOSE_DISCARD, "Soldier 2")
    return game


def a_replay() -> Duel:
    return battle(
        side(monsters={1: lying(monster("A"), ATTACK, attack_declared=True)}),
        side(monsters={1: monster("B"), 2: monster("New")}, spells_traps=[spell()]),
        attack=AttackDeclared(attacker=1, target=1, new=(2,)),
    )


def a_zone() -> Duel:
    game = duel(side(hand=[spell()]), rules="rush")
    take(game, MoveKind.SET_SPELL_TRAP, "Spell")
    return game


def a_target() -> Duel:
    game = battle(side(monsters=[monster("A")]), side(monsters=[monster("B"), monster("C")]))
    take(game, MoveKind.ATTACK, "A")
    return game


def with_effects(*words: str, asked: DecisionKind, own: bool = False) -> Duel:
    """A duel of classic cards, played by words up to a kind of decision."""
    deck = ["Mokey Mokey"] * 4
    game = Duel.from_position(
        Position(
            players=(
                PlayerPosition(
                    hand=["Mystical Space Typhoon", "Enemy Controller", "Cyber Dragon"],
                    monsters={2: "Gemini Elf"} if own else {},
                    spells_traps={1: "Dust Tornado"},
                    deck=deck,
                ),
                PlayerPosition(
                    monsters={1: "Summoned Skull", 2: "Gemini Elf"},
                    spells_traps={1: "Jar of Greed", 2: "Mirror Force"},
                    deck=deck,
                ),
            )
        )
    )
    for word in words:
        while not any(str(move).startswith(word) for move in game.legal()):
            game.apply(next(m for m in game.legal() if m.kind in UNSAID))
        game.apply(next(move for move in game.legal() if str(move).startswith(word)))
    while game.decision is not asked:
        game.apply(next(m for m in game.legal() if m.kind in UNSAID))
    return game


UNSAID = (MoveKind.PASS, MoveKind.CHOOSE_ZONE, MoveKind.CHOOSE_CARD)


def a_trigger() -> Duel:
    game = Duel.from_position(
        Position(
            turn=2,
            turn_player=1,
            phase=Phase.BATTLE,
            players=(
                PlayerPosition(monsters={1: "Mystic Tomato"}, deck=["Mystic Tomato"] * 3),
                PlayerPosition(monsters={1: "Summoned Skull"}, deck=["Mokey Mokey"] * 3),
            ),
        )
    )
    game.apply(0)
    return game


def said(first: PlayerPosition, second: PlayerPosition, *words: str) -> Duel:
    """A duel from a position, played by words; whatever is asked between is passed."""
    game = Duel.from_position(Position(turn=3, players=(first, second)))
    for word in words:
        while not any(str(move).startswith(word) for move in game.legal()):
            game.apply(next(m for m in game.legal() if m.kind is MoveKind.PASS))
        game.apply(next(m for m in game.legal() if str(m).startswith(word)))
    return game


def a_change_of_sides() -> Duel:
    return said(
        side(hand=["Creature Swap"], monsters=["Gemini Elf", "Mokey Mokey"], deck=["Kuriboh"]),
        side(monsters=["Summoned Skull", "Dark Blade"], deck=["Kuriboh"]),
        *("activate Creature Swap", "use zone 0", "choose Gemini Elf", "choose Summoned Skull"),
    )


def a_token_as_equip() -> Duel:
    """Thousand-Eyes Restrict has taken a token (ST-11, ZONE-6)."""
    return said(
        side(monsters=["Thousand-Eyes Restrict"], deck=["Kuriboh"] * 2),
        side(monsters=["Sheep Token", "Gemini Elf"], deck=["Kuriboh"] * 2),
        *("activate Thousand-Eyes Restrict", "choose Sheep Token", "use zone 1"),
    )


def restrictions() -> Duel:
    """Where cards say what others cannot, and where cards go instead."""
    return said(
        side(
            hand=["Scapegoat", "Gemini Elf"],
            monsters=["Jinzo", "Kycoo the Ghost Destroyer"],
            spells_traps={0: lying("Macro Cosmos", ATTACK), 5: lying("Necrovalley", ATTACK)},
            deck=["Kuriboh"] * 2,
        ),
        side(
            monsters=[lying("Summoned Skull", SET)],
            spells_traps={1: lying("Imperial Order", ATTACK)},
            graveyard=["Dark Blade"],
            deck=["Kuriboh"] * 2,
        ),
    )


WAITING: dict[str, Callable[[], Duel]] = {
    "main phase": lambda: play(fresh(), 30),
    "battle phase": lambda: battle(side(monsters=[monster("A")])),
    "tribute": a_tribute,
    "discard": a_discard,
    "replay": a_replay,
    "zone": a_zone,
    "target": a_target,
    "response": lambda: with_effects(
        "activate Mystical Space Typhoon", asked=DecisionKind.RESPONSE
    ),
    "card": lambda: with_effects("activate Enemy Controller", asked=DecisionKind.CARD),
    "position": lambda: with_effects("Special Summon Cyber Dragon", asked=DecisionKind.POSITION),
    "yes or no": lambda: with_effects("activate Dust Tornado", asked=DecisionKind.YES_NO),
    "option": lambda: with_effects(
        "activate Enemy Controller", asked=DecisionKind.OPTION, own=True
    ),
    "trigger": a_trigger,
    "change of sides": a_change_of_sides,
    "token as equip": a_token_as_equip,
    "restrictions": restrictions,
    "over": lambda: duel(side(lp=0)),
}


# ---------------------------------------------------------------------- round trips


def test_the_table_has_every_decision() -> None:
    assert {make().decision for make in WAITING.values()} == set(DecisionKind)


@pytest.mark.parametrize("name", WAITING)
def test_a_loaded_duel_is_the_same_and_goes_on_the_same(name: str) -> None:
    game = WAITING[name]()
    loaded = Duel.load(game.save())
    assert loaded.save() == game.save()
    assert (loaded.hash128, loaded.legal(), str(loaded)) == (
        game.hash128,
        game.legal(),
        str(game),
    )
    assert play(loaded, 50, seed=9).save() == play(game, 50, seed=9).save()


@pytest.mark.parametrize("name", WAITING)
def test_a_record_replays_the_duel(name: str) -> None:
    game = play(WAITING[name](), 60, seed=4)
    replayed = Duel.replay(game.record())
    assert replayed.save() == game.save()
    assert replayed.moves == game.moves


def test_a_record_replays_from_a_shuffled_start() -> None:
    game = play(fresh(7, index=3), 10_000)
    assert game.over
    assert Duel.replay(game.record()).save() == game.save()


def test_a_record_with_an_illegal_move_is_refused() -> None:
    record = play(fresh(), 5).record()
    broken = type(record)(record.setup, (Move(MoveKind.CALL_OFF_ATTACK), *record.moves))
    with pytest.raises(IllegalMoveError, match="another decision"):
        Duel.replay(broken)


def test_a_saved_duel_keeps_rules_limits_and_what_was_blanked() -> None:
    game = duel(side(hand=[spell("S")]), rules="rush")
    loaded = Duel.load(game.save())
    assert (loaded.rules, loaded.blanked) == (game.rules, ("S",))
    assert loaded.setup.limits == game.setup.limits


def test_a_duel_with_stand_ins_is_not_saved() -> None:
    standing_in = CardDefinition(passcode=spell("Trick").passcode, name="Trick")
    there = duel(side(hand=[spell("Trick")]), definitions={standing_in.passcode: standing_in})
    end_turn(there)
    for save in (there.save, there.record):
        with pytest.raises(StandInError, match="Trick"):
            save()


def test_a_saved_duel_keeps_the_wording_of_its_cards() -> None:
    for rules, texts in (("expert", CardTexts.YEAR_2005), ("mr1", CardTexts.CURRENT)):
        there = Duel.load(duel(side(monsters={1: "Sangan"}), rules=rules).save())
        sangan = next(card for card in there.setup.definitions if card.name == "Sangan")
        assert there.setup.effects_of(sangan) == definitions(texts)[sangan.passcode]
    assert definitions(CardTexts.YEAR_2005) != definitions()


def test_files_are_written_and_read(tmp_path: Path) -> None:
    game = play(fresh(), 12)
    game.save_file(tmp_path / "some.duel")
    assert Duel.load_file(tmp_path / "some.duel").save() == game.save()


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some.duel"
    path.write_bytes(b"nothing")
    with pytest.raises(CorruptStateError, match=r"some\.duel: these bytes are not"):
        Duel.load_file(path)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(), st.integers(0, 2**32))
def test_any_position_survives_saving(position: Position, seed: int) -> None:
    game = play(Duel.from_position(position, unsupported="blank"), seed % 9, seed)
    loaded = Duel.load(game.save())
    assert (loaded.save(), loaded.legal()) == (game.save(), game.legal())


# --------------------------------------------------------------------- damaged bytes


@pytest.mark.parametrize("name", ["main phase", "replay"])
def test_a_damaged_byte_is_noticed_or_means_nothing(name: str) -> None:
    saved = WAITING[name]().save()
    for offset in range(len(saved)):
        for change in (0x01, 0x80):
            damaged = bytearray(saved)
            damaged[offset] ^= change
            try:
                loaded = Duel.load(bytes(damaged))
            except CorruptStateError:
                continue
            # The last bits of the packed stream mean nothing.
            assert loaded.save() == saved


def test_no_cut_goes_unnoticed() -> None:
    saved = fresh().save()
    for length in range(0, len(saved), 7):
        with pytest.raises(CorruptStateError):
            Duel.load(saved[:length])
    with pytest.raises(CorruptStateError, match="cut off or too long"):
        Duel.load(saved + b"more")


def test_a_bomb_is_not_unpacked() -> None:
    bomb = MAGIC + bytes(4) + zlib.compress(bytes(1 << 28), 9)
    with pytest.raises(CorruptStateError, match="cut off or too long"):
        Duel.load(bomb)


# --------------------------------------------- bytes made by somebody who means harm


def unpacked(game: Duel) -> tuple[dict[str, Any], bytes]:
    body = zlib.decompress(game.save()[len(MAGIC) + 4 :])
    length = int.from_bytes(body[:4], "little")
    return json.loads(body[4 : 4 + length]), body[4 + length :]


def packed(header: Any, state: bytes) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    body = len(text).to_bytes(4, "little") + text + state
    return MAGIC + zlib.crc32(body).to_bytes(4, "little") + zlib.compress(body)


def test_the_helpers_pack_as_the_duel_does() -> None:
    game = fresh()
    assert Duel.load(packed(*unpacked(game))).save() == game.save()


@pytest.mark.parametrize("name", WAITING)
def test_a_state_with_any_byte_changed_is_refused_or_can_be_played(name: str) -> None:
    game = WAITING[name]()
    handle = game.handle
    whole = handle.save()
    chance = random.Random(1)
    refused = 0
    for offset in range(STATE_SIZE):
        for value in {0, 0x7F, 255, whole[offset] ^ 1, whole[offset] ^ 0x40} - {whole[offset]}:
            state = bytearray(whole)
            state[offset] = value
            trial = handle.copy()
            if trial.load(bytes(state)) is not None:
                refused += 1
                continue
            assert trial.check() is None
            for _ in range(8):
                moves = trial.legal()
                if not moves:
                    break
                assert trial.apply(chance.choice(moves)) == 0
                assert trial.check() is None
    assert refused > STATE_SIZE  # most bytes say something that is said elsewhere too


@pytest.mark.parametrize("name", WAITING)
def test_a_state_with_two_bytes_changed_is_refused_or_can_be_played(name: str) -> None:
    game = WAITING[name]()
    whole = game.handle.save()
    chance = random.Random(2)
    used = [offset for offset in range(STATE_SIZE) if whole[offset]]
    for _ in range(4000):
        state = bytearray(whole)
        for offset in (chance.choice(used), chance.randrange(STATE_SIZE)):
            state[offset] = chance.choice((0, 1, 2, 255, chance.randrange(256)))
        trial = game.handle.copy()
        if trial.load(bytes(state)) is not None:
            continue
        assert trial.check() is None
        for _ in range(8):
            moves = trial.legal()
            if not moves:
                break
            assert trial.apply(chance.choice(moves)) == 0
            assert trial.check() is None


def test_a_refused_state_leaves_the_duel_as_it_is() -> None:
    handle = fresh().handle
    before = handle.save()
    assert handle.load(bytes(STATE_SIZE)) is not None
    assert handle.load(before[:-1]) == f"a state has {STATE_SIZE} bytes, these are {STATE_SIZE - 1}"
    assert handle.save() == before


HEADERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no JSON": lambda _: b"\xff\xfe{",
    "another value": lambda _: [1, 2],
    "deep nesting": lambda _: b"[" * 100_000,
    "another version": lambda header: {**header, "version": 99},
    "no version": lambda header: {k: v for k, v in header.items() if k != "version"},
    "no cards": lambda header: {**header, "cards": []},
    "a card that is none": lambda header: {**header, "cards": ["A"]},
    "cards that are no list": lambda header: {**header, "cards": 5},
    "definitions that are no base64": lambda header: {**header, "definitions": "*"},
    "definitions cut off": lambda header: {**header, "definitions": header["definitions"][:40]},
    "no definitions": lambda header: {**header, "definitions": ""},
    "placements cut off": lambda header: {**header, "placements": header["placements"][:40]},
    "no placements": lambda header: {**header, "placements": ""},
    "a rule too large": lambda header: {
        **header,
        "core_rules": {**header["core_rules"], "hand_limit": 999},
    },
    "a rule of another type": lambda header: {
        **header,
        "core_rules": {**header["core_rules"], "hand_limit": "six"},
    },
    "no decisions": lambda header: {
        **header,
        "core_rules": {**header["core_rules"], "turn_decision_limit": 0},
    },
    "a format that cannot be": lambda header: {
        **header,
        "rules": {**header["rules"], "columns": 4},
    },
    "a format field that is none": lambda header: {
        **header,
        "rules": {**header["rules"], "fun": 1},
    },
    "limits of another name": lambda header: {**header, "limits": {"minutes": 3}},
    "a position that is no mapping": lambda header: {**header, "position": 7},
}


@pytest.mark.parametrize("what", HEADERS)
def test_a_header_that_cannot_be_is_refused(what: str) -> None:
    header, state = unpacked(fresh())
    with pytest.raises(CorruptStateError):
        Duel.load(packed(HEADERS[what](header), state))


POSITIONS: dict[str, dict[str, Any]] = {
    "a turn player who is none": {"turn_player": 2},
    "a phase that is none": {"phase": 200},
    "life points below 0": {"lp": [-5, 100]},
    "life points of one player": {"lp": [5]},
    "a turn too large": {"turn": 70000},
    "an attack of no card": {"attack": [99, 255, [255] * 8]},
    "an attack on no monster": {"attack": [0, 0, [255] * 8]},
    "an attack with too short a row": {"attack": [0, 255, [255] * 3]},
    "an attack with a row of something else": {"attack": [0, 255, "monsters"]},
    "an attack of two": {"attack": [0, 255]},
    "no phase": {"phase": None},
}


@pytest.mark.parametrize("what", POSITIONS)
def test_a_position_that_cannot_be_is_refused(what: str) -> None:
    header, state = unpacked(a_replay())
    header["position"] |= POSITIONS[what]
    with pytest.raises(CorruptStateError):
        Duel.load(packed(header, state))


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        (0, "controller", 1),  # in a hand that is not its owner's
        *[(row, "owner", 2) for row in (0, 1)],
        *[(row, "controller", 2) for row in (0, 1)],
        *[(row, "place", place) for row in (0, 1) for place in (7, 200)],
        *[(row, "slot", 8) for row in (0, 1)],
        *[(row, "position", lie) for row in (0, 1) for lie in (0, 3, 16, 255)],
        *[(row, "code", 60000) for row in (0, 1)],
        (1, "slot", 7),
    ],
)
def test_a_placement_that_cannot_be_is_refused(row: int, field: str, value: int) -> None:
    game = duel(side(hand=[monster("A")], monsters=[monster("B")], deck=0), side(deck=0))
    template = game.setup.template
    placements = template.placements.copy()
    placements[row][field] = value
    with pytest.raises(ValueError, match=r"card|broken"):
        Template(template.definitions, template.rules, placements, template.position)


def test_two_cards_in_one_zone_are_refused() -> None:
    template = duel(side(monsters=[monster("A"), monster("B")])).setup.template
    placements = template.placements.copy()
    placements["slot"] = 1
    with pytest.raises(ValueError, match="a zone that is taken"):
        Template(template.definitions, template.rules, placements, template.position)


def test_more_cards_than_a_pile_holds_are_refused() -> None:
    template = duel(side(hand=[monster("A")])).setup.template
    placements = np.resize(template.placements[:1], 200)
    with pytest.raises(ValueError, match="owns at most 128 cards"):
        Template(template.definitions, template.rules, placements, None)


def test_a_hand_class_that_is_none_is_refused() -> None:
    template = duel(side(hand=[monster("A")])).setup.template
    definitions = template.definitions.copy()
    definitions["hand_class"] = 200
    with pytest.raises(ValueError, match="hand class 200"):
        Template(definitions, template.rules, template.placements, template.position)


def test_what_a_monster_was_made_of_is_saved_copied_and_hashed() -> None:
    name = "red_eyes_dark_dragoon/5_resolves.yaml"
    game = run_scenario(read_scenario(SCENARIOS / "cards" / name)).duel
    saved = Duel.load(game.save())
    for other in (saved, game.copy()):
        kept = other.state["lingering"][: int(other.state["lingering_count"])]
        assert [int(value) for value in kept["value"]] == [1]
        assert other.hash128 == game.hash128
        assert other.legal() == game.legal()
