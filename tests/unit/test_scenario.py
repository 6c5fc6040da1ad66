"""Positions as files: what is read, written, and refused with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.rules.builders import ATTACK, DEFENCE, HIDDEN_ATTACK, SET, link, lying, monster, spell
from tests.strategies import positions
from ygosim.cards.card import Card, CardFile
from ygosim.cards.catalogue import Catalogue
from ygosim.duel import Duel
from ygosim.enums import CardType, LinkMarker, Phase
from ygosim.errors import FileFormatError, PositionError
from ygosim.position import AttackDeclared, PlacedCard, PlayerPosition, Position
from ygosim.rules import FORMATS, Rules, ZeroAttackClash
from ygosim.scenario import read_perft, read_position, write_position

SMALL = "players: [{hand: [Mokey Mokey]}, {}]\n"


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Write a text to a file and give its path."""

    def write(text: str) -> Path:
        path = tmp_path / "position.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# --------------------------------------------------------------------------- reading


def test_what_is_left_out_is_as_in_a_position(file: Any) -> None:
    assert read_position(file(SMALL)) == Position(
        players=(PlayerPosition(hand=("Mokey Mokey",)), PlayerPosition())
    )


def test_everything_is_read(file: Any) -> None:
    path = file(
        """\
rules: mr4
turn: 7
turn player: 1
phase: battle
normal summons left: 0
tributes: {Gemini Elf: 2}
attack: {attacker: 2, target: 3, new: [0]}
cards:
  Own: {level: 4, atk: 1500, def: "?"}
players:
  - lp: 500
    deck: [Mokey Mokey, 69140098]
    hand: [Own]
    graveyard: [Gemini Elf]
    banished: [Gemini Elf]
    monsters:
      3: {card: Own, position: defence}
      0: {card: Gemini Elf, position: set, owner: 1}
    spells and traps:
      1: {card: Raigeki, arrived: true}
  - monsters:
      2: {card: Gemini Elf, attack declared: true}
      4: {card: Own, position: face-down attack, arrived: true, position changed: true}
    spells and traps: {2: {card: Raigeki, position: face-up}, 3: Raigeki}
"""
    )
    position = read_position(path)
    own = Card(
        4_000_000_000, "Own", CardType.MONSTER | CardType.NORMAL, level=4, atk=1500, def_=None
    )
    assert position == Position(
        rules=Rules.mr4,
        turn=7,
        turn_player=1,
        phase=Phase.BATTLE,
        normal_summons_left=0,
        tributes={"Gemini Elf": 2},
        attack=AttackDeclared(attacker=2, target=3, new=(0,)),
        players=(
            PlayerPosition(
                lp=500,
                deck=("Mokey Mokey", 69140098),
                hand=(own,),
                graveyard=("Gemini Elf",),
                banished=("Gemini Elf",),
                monsters={
                    3: PlacedCard(own, DEFENCE),
                    0: PlacedCard("Gemini Elf", SET, owner=1),
                },
                spells_traps={1: PlacedCard("Raigeki", arrived=True)},
            ),
            PlayerPosition(
                monsters={
                    2: PlacedCard("Gemini Elf", attack_declared=True),
                    4: PlacedCard(own, HIDDEN_ATTACK, arrived=True, position_changed=True),
                },
                spells_traps={2: PlacedCard("Raigeki", ATTACK), 3: "Raigeki"},
            ),
        ),
    )
    assert list(position.players[0].monsters) == [3, 0]  # the order numbers the cards


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_name(name: str, file: Any) -> None:
    assert read_position(file(f"rules: {name}\n{SMALL}")).rules == FORMATS[name]


def test_fields_of_a_format_are_overridden(file: Any) -> None:
    text = "rules: {format: rush, hand limit: 4, zero attack clash: both destroyed}\n"
    assert read_position(file(text + SMALL)).rules == Rules.rush.replace(
        hand_limit=4, zero_attack_clash=ZeroAttackClash.BOTH_DESTROYED
    )


def test_a_link_monster_of_ones_own(file: Any) -> None:
    text = (
        "cards: {L: {type: monster link, level: 2, atk: 900, markers: bottom left}}\n"
        "players: [{monsters: {5: L}}, {}]\n"
    )
    card = read_position(file(text)).players[0].monsters[5]
    assert isinstance(card, Card)
    assert card.link_markers == LinkMarker.BOTTOM | LinkMarker.LEFT
    assert (card.link_rating, card.def_) == (2, None)


def test_own_cards_go_before_the_catalogues(file: Any) -> None:
    text = f"cards: {{Mokey Mokey: {{level: 4, atk: 9}}}}\n{SMALL}"
    card = read_position(file(text)).players[0].hand[0]
    assert isinstance(card, Card)
    assert card.atk == 9


def test_names_are_looked_up_in_the_given_catalogue(file: Any) -> None:
    path = file(SMALL.replace("Mokey Mokey", "Brand New"))
    with pytest.raises(FileFormatError, match="Brand New"):
        read_position(path)
    wider = Catalogue.default().with_cards(CardFile((monster("Brand New"),), {}))
    assert read_position(path, wider).players[0].hand == ("Brand New",)


def test_a_perft_file_has_counts_and_may_play_blank(file: Any) -> None:
    perft = read_perft(file(SMALL + "counts: {1: 4, 2: 9}\nunsupported: blank\n"))
    assert (dict(perft.counts), perft.unsupported) == ({1: 4, 2: 9}, "blank")
    plain = read_perft(file(SMALL))
    assert (dict(plain.counts), plain.unsupported) == ({}, "refuse")


# -------------------------------------------------------------------------- refusing

FAULTS: dict[str, tuple[str, int | None, str]] = {
    "nothing": ("", 1, "found nothing; expected a mapping (key: value)"),
    "a list": ("- 1\n", 1, "found 'a list'; expected a mapping (key: value)"),
    "no YAML": ("a: [1\n", 2, "expected a position as docs/positions.md describes it"),
    "a key twice": ("turn: 1\nturn: 2\n", 2, 'found duplicate key "turn"'),
    "a key that is none": (
        f"phases: battle\n{SMALL}",
        1,
        "found the key 'phases'; expected 'phase'",
    ),
    "a key like no other": (
        f"zzz: 1\n{SMALL}",
        1,
        "found the key 'zzz'; expected one of the keys rules, turn",
    ),
    "no players": ("turn: 2\n", 1, "found no 'players'; expected the key 'players'"),
    "one player": ("players:\n  - {}\n", 2, "found 1 players; expected a list of two players"),
    "players by name": ("players: {a: {}, b: {}}\n", 1, "found 'a mapping'; expected a list"),
    "another format": (f"rules: mr9\n{SMALL}", 1, "found 'mr9'; expected expert or mr1"),
    "a field that is none": (
        f"rules: {{format: mr5, fun: 1}}\n{SMALL}",
        1,
        "found the key 'fun'; expected format, or a field of the format table",
    ),
    "a value that a field has not": (
        f"rules:\n  format: mr5\n  columns: 4\n{SMALL}",
        2,
        "found rules 'mr5': columns is 4; it must be 3 or 5",
    ),
    "a turn that is no number": (
        f"turn: two\n{SMALL}",
        1,
        "found 'two'; expected a whole number, 1 to 60000",
    ),
    "a turn that is true": (f"turn: true\n{SMALL}", 1, "found 'True'; expected a whole number"),
    "a third player": (f"turn player: 2\n{SMALL}", 1, "found 2; expected 0 to 1"),
    "another phase": (
        f"phase: main\n{SMALL}",
        1,
        "found 'main'; expected draw or standby or main 1 or battle or main 2 or end",
    ),
    "a card that is none": (
        "players:\n  - hand:\n      - Mokey Mokay\n  - {}\n",
        3,
        "found the card 'Mokey Mokay'; expected the name of a card; perhaps 'Mokey Mokey'",
    ),
    "a passcode that is none": (
        "players:\n  - hand: [7]\n  - {}\n",
        2,
        "found 7; expected the passcode of a card",
    ),
    "a card that is a list": (
        "players:\n  - hand: [[a]]\n  - {}\n",
        2,
        "found 'a list'; expected a card: its name or its passcode",
    ),
    "a zone that is no number": (
        "players:\n  - monsters: {left: Mokey Mokey}\n  - {}\n",
        2,
        "found 'left'; expected a whole number, 0 to 7",
    ),
    "a zone that the format has not": (
        "rules: rush\nplayers:\n  - monsters:\n      1: Gemini Elf\n      4: Gemini Elf\n  - {}\n",
        5,
        "found player 0, monster zone 4: rush has the zones [1, 2, 3]",
    ),
    "another position": (
        "players:\n  - monsters: {1: {card: Mokey Mokey, position: up}}\n  - {}\n",
        2,
        "found 'up'; expected attack or face-down attack or defence or set",
    ),
    "a position without a card": (
        "players:\n  - monsters: {1: {position: set}}\n  - {}\n",
        2,
        "found no 'card'; expected the key 'card'",
    ),
    "a mark that is no yes or no": (
        "players:\n  - monsters: {1: {card: Mokey Mokey, arrived: 1}}\n  - {}\n",
        2,
        "found '1'; expected true or false",
    ),
    "an attack without its mark": (
        "phase: battle\nattack: {attacker: 1}\nplayers: [{monsters: {1: Mokey Mokey}}, {}]\n",
        2,
        "found attack: the attacker must be marked attack_declared",
    ),
    "an attack in a main phase": (
        "attack: {attacker: 1}\n"
        "players: [{monsters: {1: {card: Mokey Mokey, attack declared: true}}}, {}]\n",
        1,
        "found an attack is declared in the MAIN_1 phase",
    ),
    "an own card without a name": (
        f"cards: {{7: {{atk: 1}}}}\n{SMALL}",
        1,
        "found '7'; expected the name of a card of your own",
    ),
    "an own card of another type": (
        f"cards: {{A: {{type: monster fun}}}}\n{SMALL}",
        1,
        "found 'fun'; expected monster or spell or trap",
    ),
    "too many tributes": (
        f"tributes: {{Mokey Mokey: 4}}\n{SMALL}",
        1,
        "found 4; expected 0 to 3",
    ),
    "no cards at all": ("players: [{}, {}]\n", 1, "found the position has no cards"),
    "an Equip Card on nothing": (
        "players:\n  - spells and traps:\n      1: {card: Axe of Despair, equipped to: zone 2}\n"
        "  - {}\n",
        3,
        "Axe of Despair holds on to a monster of player and zone (0, 2); no face-up monster",
    ),
    "a zone that is none": (
        "players:\n  - spells and traps: {1: {card: Axe of Despair, equipped to: zone 9}}\n"
        "  - {}\n",
        2,
        "found 'zone 9'; expected a monster's zone",
    ),
    "an equipped monster": (
        "players:\n  - monsters: {1: {card: Gemini Elf, equipped to: zone 2}}\n  - {}\n",
        2,
        "found the key 'equipped to'",
    ),
    "counters of no kind": (
        "players:\n  - monsters: {1: {card: Gemini Elf, counters: {Fun Counter: 1}}}\n  - {}\n",
        2,
        "found 'Fun Counter'; expected Turns or Spell Counter",
    ),
    "counters on what is face-down": (
        "players:\n  - monsters: {1: {card: Gemini Elf, position: set, counters: {Turns: 1}}}\n"
        "  - {}\n",
        2,
        "Gemini Elf: it is face-down; such a card bears no counters",
    ),
    "a use without a limit": (
        "players:\n  - monsters:\n      1: {card: Guardian Sphinx, used: 2}\n  - {}\n",
        3,
        "effect 2 was used, but is not limited per card; of its effects these are: 1",
    ),
    "a use of a name that is not there": (
        "players:\n  - used: {Sangan: 1}\n  - hand: [Gemini Elf]\n",
        2,
        "player 0 used 'Sangan', but no card is called so",
    ),
    "what is of the field in a graveyard": (
        "players:\n  - graveyard: [{card: Gemini Elf, arrived: true}]\n  - {}\n",
        2,
        "found the key 'arrived'",
    ),
    "life points below 0": (
        "players:\n  - lp: -1\n  - {}\n",
        2,
        "found -1; expected 0 to 1073741823",
    ),
    "counts, which only .perft files have": (
        f"{SMALL}counts: {{1: 1}}\n",
        2,
        "found the key 'counts'",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_what_cannot_be_read_is_refused_with_file_and_line(what: str, file: Any) -> None:
    text, line, message = FAULTS[what]
    path = file(text)
    with pytest.raises(FileFormatError) as refused:
        read_position(path)
    assert str(refused.value).startswith(f"{path}:{line}: ")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("counts: {0: 1}", "found 0; expected 1 to 100"),
        ("counts: {1: many}", "found 'many'; expected a whole number"),
        ("counts: [1]", "found 'a list'; expected a mapping"),
        ("unsupported: play", "found 'play'; expected refuse or blank"),
    ],
)
def test_what_a_perft_file_cannot_say(text: str, message: str, file: Any) -> None:
    with pytest.raises(FileFormatError, match=r"position\.yaml:2") as refused:
        read_perft(file(SMALL + text))
    assert message in str(refused.value)


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        read_position(tmp_path / "none.yaml")
    with pytest.raises(FileFormatError, match="a folder"):
        read_position(tmp_path)
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    with pytest.raises(FileFormatError, match="binary data"):
        read_position(tmp_path / "binary")


def test_deep_nesting_is_refused(file: Any) -> None:
    with pytest.raises(FileFormatError):
        read_position(file("[" * 5000))


# --------------------------------------------------------------------------- writing


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions())
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, position: Position
) -> None:
    path = tmp_path_factory.mktemp("written") / "position.yaml"
    write_position(position, path)
    again = read_position(path)
    one, other = (
        Duel.from_position(which, unsupported="blank").save() for which in (position, again)
    )
    assert one == other
    assert (again.rules, again.attack) == (position.rules, position.attack)


def test_a_written_file_is_for_people(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    made = Position(
        rules=Rules.mr5.replace(hand_limit=4),
        players=(
            PlayerPosition(hand=["Gemini Elf"], monsters={2: lying("Luster Dragon", SET)}),
            PlayerPosition(lp=100, spells_traps={5: spell("F", CardType.FIELD)}),
        ),
    )
    write_position(made, path)
    assert path.read_text() == (
        "rules:\n"
        "  format: mr5\n"
        "  hand limit: 4\n"
        "turn: 2\n"
        "turn player: 0\n"
        "phase: main 1\n"
        "cards:\n"
        "  F:\n"
        "    passcode: 366739394\n"
        "    type: spell field\n"
        "players:\n"
        "- hand:\n"
        "  - Gemini Elf\n"
        "  monsters:\n"
        "    2:\n"
        "      card: Luster Dragon\n"
        "      position: set\n"
        "- lp: 100\n"
        "  spells and traps:\n"
        "    5: F\n"
    ).replace("366739394", str(spell("F").passcode))


def test_two_own_cards_of_one_name_cannot_be_written(tmp_path: Path) -> None:
    hand = [monster("A", atk=1), monster("A", atk=2)]
    made = Position(players=(PlayerPosition(hand=hand), PlayerPosition()))
    with pytest.raises(PositionError, match="two different cards"):
        write_position(made, tmp_path / "position.yaml")


def test_facts_that_a_file_cannot_say_are_refused(tmp_path: Path) -> None:
    card = Catalogue.default().by_name("Blue-Eyes White Dragon")
    made = Position(players=(PlayerPosition(hand=[card, link()]), PlayerPosition()))
    with pytest.raises(PositionError, match="give the card by its name"):
        write_position(made, tmp_path / "position.yaml")


@pytest.mark.parametrize(
    "rules", [Rules.mr5.replace(name="mine"), Rules.mr5.replace(extra_deck_types=CardType.LINK)]
)
def test_rules_that_a_file_cannot_say_are_refused(rules: Rules, tmp_path: Path) -> None:
    made = Position(rules=rules, players=(PlayerPosition(hand=[monster()]), PlayerPosition()))
    with pytest.raises(PositionError, match="a file cannot say"):
        write_position(made, tmp_path / "position.yaml")
