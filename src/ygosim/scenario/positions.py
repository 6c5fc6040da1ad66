"""Positions as files: YAML that `read_position` reads and `write_position` writes.

docs/positions.md describes the format; scenarios (docs/scenarios.md) are such files with more
keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.io.text import shown
from ygosim.cards.support import tokens
from ygosim.enums import Attribute, CardType, CounterKind, LinkMarker, MonsterType, Phase
from ygosim.enums import Position as Lie
from ygosim.errors import CardNotFoundError, FileFormatError, PositionError, RulesError
from ygosim.position import (
    AttackDeclared,
    CardReference,
    PlacedCard,
    PlayerPosition,
    Position,
    ZoneCard,
)
from ygosim.rules import FORMATS, Rules
from ygosim.scenario.nodes import (
    Node,
    dump_yaml,
    given_key,
    load_yaml,
    number_shown,
    plain,
)
from ygosim.template import Unsupported

__all__ = ["PerftFile", "read_perft", "read_position", "write_position"]

_EXPECTED = "a position as docs/positions.md describes it"
_Value = TypeVar("_Value")

PHASES: Mapping[str, Phase] = {
    "draw": Phase.DRAW,
    "standby": Phase.STANDBY,
    "main 1": Phase.MAIN_1,
    "battle": Phase.BATTLE,
    "main 2": Phase.MAIN_2,
    "end": Phase.END,
}
"""The words for phases."""

MONSTER_POSITIONS: Mapping[str, Lie] = {
    "attack": Lie.FACE_UP_ATTACK,
    "face-down attack": Lie.FACE_DOWN_ATTACK,
    "defence": Lie.FACE_UP_DEFENCE,
    "set": Lie.FACE_DOWN_DEFENCE,
}
"""The words for how a monster lies."""

SPELL_TRAP_POSITIONS: Mapping[str, Lie] = {
    "face-up": Lie.FACE_UP_ATTACK,
    "set": Lie.FACE_DOWN_DEFENCE,
}
"""The words for how a Spell or Trap lies."""

COUNTERS: Mapping[str, CounterKind] = {
    kind.name.title().replace("_", " "): kind for kind in CounterKind
}
"""The words for kinds of counters."""

POSITION_KEYS = (
    "rules",
    "turn",
    "turn player",
    "phase",
    "normal summons left",
    "normal summon limit",
    "tributes",
    "attack",
    "cards",
    "players",
)
PLAYER_PILES = {
    "deck": "deck",
    "hand": "hand",
    "graveyard": "graveyard",
    "banished": "banished",
    "extra deck": "extra",
}
FLAGS = ("arrived", "position changed", "attack declared")
HOLDS = ("equipped to", "holding on to")
_MARKS = {
    "monsters": (*FLAGS, "counters", "properly summoned", "used"),
    "spells and traps": (*FLAGS, *HOLDS, "counters", "used"),
}
_PILES_WITH_MARKS = ("graveyard", "banished")
_ZONE = re.compile(
    r"(?:player ([01])'s |(my|the opponent's|opponent's) )?(?:monster )?zone ([0-6])"
)
_UNSAID: Mapping[str, Any] = {
    "left_scale": 0,
    "right_scale": 0,
    "archetypes": (),
    "legend": False,
    "rush": False,
}
_STAND_IN_PASSCODES = 4_000_000_000  # past every printed one


@dataclass(frozen=True, slots=True)
class PerftFile:
    """A position, and how many ways lead on from it by number of decisions.

    `unsupported` says whether cards with effects are refused or played blank.
    """

    position: Position
    counts: Mapping[int, int]
    unsupported: Unsupported = "refuse"


def read_position(path: Path | str, catalogue: Catalogue | None = None) -> Position:
    """The position of a file.

    Parameters
    ----------
    path
        A YAML file.
    catalogue
        Where names and passcodes are looked up; the shipped one unless given.

    Raises
    ------
    FileFormatError
        With file, line, what stands there and what was expected.
    FileNotFoundError
        When there is no such file.

    Examples
    --------
    >>> import tempfile
    >>> from ygosim.duel import Duel
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "position.yaml"
    ...     _ = path.write_text("players: [{hand: [Mokey Mokey]}, {deck: [Mokey Mokey]}]")
    ...     position = read_position(path)
    >>> [str(move) for move in Duel.from_position(position).legal()][:2]
    ['Normal Summon Mokey Mokey', 'Set Mokey Mokey']
    """
    root = load_yaml(Path(path), _EXPECTED)
    top = root.mapping(POSITION_KEYS)
    return position_in(root, top, catalogue or Catalogue.default())


def read_perft(path: Path | str, catalogue: Catalogue | None = None) -> PerftFile:
    """The position and counts of a .perft file: a position with two keys more.

    `counts` maps numbers of decisions to numbers of ways, and may be left out;
    `unsupported: blank` plays cards without their effects.

    Raises
    ------
    FileFormatError, FileNotFoundError
        As `read_position`.
    """
    root = load_yaml(Path(path), _EXPECTED)
    top = root.mapping((*POSITION_KEYS, "counts", "unsupported"))
    position = position_in(root, top, catalogue or Catalogue.default())
    counts = {}
    if "counts" in top:
        for key, value in top["counts"].pairs():
            counts[key.integer(1, 100)] = value.integer(0, 2**64 - 1)
    return PerftFile(position, counts, unsupported_in(top))


def unsupported_in(top: Mapping[str, Node]) -> Unsupported:
    """What a file with these keys does with cards whose effects are not known."""
    words: Mapping[str, Unsupported] = {"refuse": "refuse", "blank": "blank"}
    return top["unsupported"].word(words) if "unsupported" in top else "refuse"


# Reading ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Names:
    """What names stand for: the file's own cards first."""

    catalogue: Catalogue
    own: Mapping[str, Card]

    def card(self, node: Node) -> CardReference:
        reference = node.value
        if isinstance(reference, bool) or not isinstance(reference, str | int):
            raise node.fault("a card: its name or its passcode (a name with a colon in quotes)")
        if isinstance(reference, int):
            if self.catalogue.get(reference) is None:
                raise node.fault("the passcode of a card", number_shown(reference))
            return int(reference)
        if str(reference) in self.own:
            return self.own[str(reference)]
        if str(reference) in tokens():
            return tokens()[str(reference)]
        try:
            self.catalogue.by_name(str(reference))
        except CardNotFoundError as error:
            near = " or ".join(map(repr, error.suggestions)) or "a name under `cards`"
            raise node.fault(
                f"the name of a card; perhaps {near}", f"the card {shown(str(reference))}"
            ) from None
        return str(reference)


def names_in(top: Mapping[str, Node], catalogue: Catalogue) -> Names:
    """What names stand for in a file with these keys."""
    return Names(catalogue, _own_cards(top["cards"]) if "cards" in top else {})


def position_in(root: Node, top: Mapping[str, Node], catalogue: Catalogue) -> Position:
    """The position that the keys of a file describe."""
    given: dict[str, Any] = {}
    if "rules" in top:
        given["rules"] = _rules(top["rules"])
    for key, low, high in (
        ("turn", 1, 60000),
        ("turn player", 0, 1),
        ("normal summons left", 0, 255),
        ("normal summon limit", 1, 255),
    ):
        if key in top:
            given[key.replace(" ", "_")] = top[key].integer(low, high)
    if "phase" in top:
        given["phase"] = top["phase"].word(PHASES)
    names = names_in(top, catalogue)
    lines: dict[str, int] = {}
    if "tributes" in top:
        given["tributes"] = {
            card_name(key, names): value.integer(0, 3) for key, value in top["tributes"].pairs()
        }
    if "attack" in top:
        lines["attack"] = lines["an attack"] = top["attack"].line
        given["attack"] = _attack(top["attack"])
    players = given_key(top, "players", root)
    both = players.items()
    if len(both) != 2:
        raise players.fault("a list of two players", f"{len(both)} players")
    lines[""] = players.line
    given["players"] = tuple(
        _player(node, number, names, lines) for number, node in enumerate(both)
    )
    position = Position(**given)
    try:
        position.setup(catalogue=catalogue, unsupported="blank")
    except PositionError as error:
        message = str(error)
        where = max((key for key in lines if message.startswith(key)), key=len)
        raise FileFormatError(
            root.path, lines[where], found=message, expected="a position that can occur"
        ) from None
    return position


def card_name(node: Node, names: Names) -> str:
    """The name of a card that is given by its name or passcode."""
    reference = names.card(node)
    if isinstance(reference, int):
        return names.catalogue[reference].name
    return reference.name if isinstance(reference, Card) else reference


def _rules(node: Node) -> Rules:
    if not isinstance(node.value, dict):
        return node.word(FORMATS)
    changes: dict[str, Any] = {}
    rules = Rules.mr5
    known = {field.name for field in fields(Rules)} - {"name", "since"}
    for key, value in node.pairs():
        name = str(key.value).replace(" ", "_")
        if name == "format":
            rules = value.word(FORMATS)
        elif name not in known or name == "extra_deck_types":
            raise key.fault(
                "format, or a field of the format table", f"the key {shown(plain(key.value))}"
            )
        else:
            changes[name] = value
    for name, value in changes.items():
        now = getattr(rules, name)
        if isinstance(now, StrEnum):
            changes[name] = value.word({str(member): member for member in type(now)})
        elif isinstance(value.value, int) and not isinstance(value.value, bool):
            changes[name] = int(value.value)  # a subclass that remembers how it was written
        else:
            changes[name] = value.value
    try:
        return rules.replace(**changes)
    except RulesError as error:
        raise node.fault("values that the fields may have", str(error)) from None


def _flag_word(text: str) -> str:
    return text.lower().replace("_", "-")


_TYPES = {_flag_word(str(member.name)): member for member in CardType}
_ATTRIBUTES = {_flag_word(str(member.name)): member for member in Attribute}
_MONSTER_TYPES = {_flag_word(str(member.name)): member for member in MonsterType}
_MARKERS = {_flag_word(str(member.name)): member for member in LinkMarker}


def _own_cards(node: Node) -> dict[str, Card]:
    own: dict[str, Card] = {}
    for index, (key, value) in enumerate(node.pairs()):
        if not isinstance(key.value, str):
            raise key.fault("the name of a card of your own")
        given = value.mapping(
            ("passcode", "type", "attribute", "monster type", "level", "atk", "def", "markers")
        )
        facts: dict[str, Any] = {
            "passcode": _STAND_IN_PASSCODES + index,
            "type": CardType.MONSTER | CardType.NORMAL,
            "atk": 0,
            "def_": 0,
        }
        if "type" in given:
            facts["type"] = CardType(0)
            for word in _words(given["type"], _TYPES):
                facts["type"] |= word
            if not facts["type"] & CardType.MONSTER:
                facts["atk"] = facts["def_"] = None
        if "markers" in given:
            facts["link_markers"] = LinkMarker(0)
            for marker in _words(given["markers"], _MARKERS):
                facts["link_markers"] |= marker
        if facts["type"] & CardType.LINK:
            facts["def_"] = None
        numbers = (
            ("passcode", "passcode", 2**32 - 1),
            ("level", "level", 255),
            ("atk", "atk", 10**6),
            ("def", "def_", 10**6),
        )
        for name, field, high in numbers:
            if name in given:
                unknown = field in ("atk", "def_") and given[name].value == "?"
                facts[field] = None if unknown else given[name].integer(0, high)
        if "attribute" in given:
            facts["attribute"] = given["attribute"].word(_ATTRIBUTES)
        if "monster type" in given:
            facts["monster_type"] = given["monster type"].word(_MONSTER_TYPES)
        own[str(key.value)] = Card(name=str(key.value), **facts)
    return own


def _words(node: Node, words: Mapping[str, _Value]) -> list[_Value]:
    if not isinstance(node.value, str):
        raise node.fault("words: " + ", ".join(words))
    return [Node(node.path, node.line, word).word(words) for word in node.value.split()]


def _attack(node: Node) -> AttackDeclared:
    given = node.mapping(("attacker", "target", "taken", "gone", "new"))
    facts: dict[str, Any] = {"attacker": None}
    for key in ("attacker", "target"):
        if key in given and given[key].value is not None:
            facts[key] = given[key].integer(0, 6)
    for key in ("taken", "gone"):
        if key in given:
            facts[key] = given[key].boolean()
    if "new" in given:
        facts["new"] = tuple(item.integer(0, 6) for item in given["new"].items())
    return AttackDeclared(**facts)


def _player(node: Node, number: int, names: Names, lines: dict[str, int]) -> PlayerPosition:
    lines[f"player {number}"] = node.line
    if node.value is None:
        return PlayerPosition()
    given = node.mapping(("lp", *PLAYER_PILES, "monsters", "spells and traps", "used"))
    facts: dict[str, Any] = {}
    if "lp" in given:
        facts["lp"] = given["lp"].integer(0, 2**30 - 1)
    for key, field in PLAYER_PILES.items():
        if key in given:
            pile = key if key in _PILES_WITH_MARKS else ""
            facts[field] = tuple(_in_pile(item, names, pile) for item in given[key].items())
    for key, field, label, words in (
        ("monsters", "monsters", "monster zone", MONSTER_POSITIONS),
        ("spells and traps", "spells_traps", "spell & trap zone", SPELL_TRAP_POSITIONS),
    ):
        if key in given:
            zones = {}
            for slot, value in given[key].pairs():
                zone = slot.integer(0, 7)
                lines[f"player {number}, {label} {zone}"] = slot.line
                zones[zone] = _placed(value, names, words, _MARKS[key], number)
            facts[field] = zones
    if "used" in given:
        facts["used"] = {
            card_name(key, names): _effects(value) for key, value in given["used"].pairs()
        }
    return PlayerPosition(**facts)


def _in_pile(node: Node, names: Names, pile: str) -> ZoneCard:
    if not pile or not isinstance(node.value, dict):
        return names.card(node)
    given = node.mapping(("card", "properly summoned"))
    proper = given["properly summoned"].boolean() if "properly summoned" in given else None
    return PlacedCard(names.card(given_key(given, "card", node)), properly_summoned=proper)


def _placed(
    node: Node, names: Names, words: Mapping[str, Lie], marks: tuple[str, ...], player: int
) -> ZoneCard:
    if not isinstance(node.value, dict):
        return names.card(node)
    given = node.mapping(("card", "position", "owner", *marks))
    facts: dict[str, Any] = {}
    if "position" in given:
        facts["position"] = given["position"].word(words)
    if "owner" in given:
        facts["owner"] = given["owner"].integer(0, 1)
    for flag in (*FLAGS, "properly summoned"):
        if flag in given:
            facts[flag.replace(" ", "_")] = given[flag].boolean()
    for key in HOLDS:
        if key in given:
            facts[key.replace(" ", "_")] = monster_zone(given[key], player)
    if "counters" in given:
        facts["counters"] = read_counters(given["counters"])
    if "used" in given:
        facts["used"] = _effects(given["used"])
    return PlacedCard(names.card(given_key(given, "card", node)), **facts)


def monster_zone(node: Node, player: int) -> tuple[int, int]:
    """The player and zone of a monster, as seen by a player: `zone 2`, `player 1's zone 2`."""
    if isinstance(node.value, int):
        return player, node.integer(0, 6)
    said = _ZONE.fullmatch(str(node.value))
    if said is None:
        raise node.fault("a monster's zone, such as 'zone 2' or \"player 1's zone 2\"")
    whose = player if said[2] in (None, "my") else 1 - player
    return (whose if said[1] is None else int(said[1])), int(said[3])


def read_counters(node: Node) -> dict[CounterKind, int]:
    """How many counters of each kind."""
    return {key.word(COUNTERS): value.integer(1, 255) for key, value in node.pairs()}


def _effects(node: Node) -> tuple[int, ...]:
    """Numbers of effects, or one number."""
    items = node.items() if isinstance(node.value, list) else [node]
    return tuple(item.integer(1, 255) for item in items)


# Writing ---------------------------------------------------------------------------------


def write_position(position: Position, path: Path | str) -> None:
    """Write a position to a file that `read_position` reads as an equal one.

    Cards given by their facts go under `cards`.

    Raises
    ------
    PositionError
        When two different cards given by their facts have one name.
    """
    dump_yaml(position_content(position), Path(path))


def position_content(position: Position) -> dict[str, Any]:
    """A position as the plain values that stand in its file.

    Raises
    ------
    PositionError
        As `write_position`.
    """
    own: dict[str, Card] = {}

    def reference(card: CardReference) -> str | int:
        if not isinstance(card, Card):
            return card
        if own.setdefault(card.name, card) != card:
            raise PositionError(f"two different cards of your own are called {card.name!r}")
        return card.name

    content: dict[str, Any] = {
        "rules": _rules_value(position.rules),
        "turn": position.turn,
        "turn player": position.turn_player,
        "phase": word_of(PHASES, position.phase),
    }
    if position.normal_summons_left is not None:
        content["normal summons left"] = position.normal_summons_left
    if position.normal_summon_limit is not None:
        content["normal summon limit"] = position.normal_summon_limit
    if position.tributes:
        content["tributes"] = dict(position.tributes)
    if position.attack is not None:
        attack = position.attack
        content["attack"] = {
            "attacker": attack.attacker,
            "target": attack.target,
            "taken": attack.taken,
            "gone": attack.gone,
            "new": list(attack.new),
        }
    players = [
        _player_value(player, number, reference) for number, player in enumerate(position.players)
    ]
    if own:
        content["cards"] = {name: _card_value(card) for name, card in own.items()}
    content["players"] = players
    return content


def word_of(words: Mapping[Any, _Value], value: _Value) -> Any:
    """The word that stands for a value."""
    return next(word for word, meaning in words.items() if meaning == value)


def _rules_value(rules: Rules) -> str | dict[str, Any]:
    base = FORMATS.get(rules.name, Rules.mr5)
    changed = {
        field.name: getattr(rules, field.name)
        for field in fields(Rules)
        if getattr(rules, field.name) != getattr(base, field.name)
    }
    if not changed:
        return base.name
    for name in ("name", "since", "extra_deck_types"):
        if name in changed:
            raise PositionError(f"rules {rules.name!r}: a file cannot say another {name}")
    words = {
        name.replace("_", " "): str(value) if isinstance(value, StrEnum) else value
        for name, value in changed.items()
    }
    return {"format": base.name, **words}


def _card_value(card: Card) -> dict[str, Any]:
    if card != replace(card, **_UNSAID) or card.counts_as != card.passcode:
        raise PositionError(
            f"a file cannot say all the facts of {card.name!r}; give the card by its name"
        )
    value: dict[str, Any] = {"passcode": card.passcode}
    value["type"] = " ".join(_flag_word(str(member.name)) for member in card.type)
    if card.attribute:
        value["attribute"] = _flag_word(str(card.attribute.name))
    if card.monster_type:
        value["monster type"] = _flag_word(str(card.monster_type.name))
    numbers: dict[str, Any] = {"level": card.level or None}
    if card.is_monster:
        numbers["atk"] = "?" if card.atk is None else card.atk
        if not card.type & CardType.LINK:
            numbers["def"] = "?" if card.def_ is None else card.def_
    value |= {name: number for name, number in numbers.items() if number is not None}
    if card.link_markers:
        value["markers"] = " ".join(_flag_word(str(m.name)) for m in card.link_markers)
    return value


def _player_value(
    player: PlayerPosition, number: int, reference: Callable[[CardReference], str | int]
) -> dict[str, Any]:
    value: dict[str, Any] = {} if player.lp is None else {"lp": player.lp}
    for key, field in PLAYER_PILES.items():
        cards = getattr(player, field)
        if cards:
            value[key] = [_placed_value(card, number, reference, {}) for card in cards]
    for key, zones, words in (
        ("monsters", player.monsters, MONSTER_POSITIONS),
        ("spells and traps", player.spells_traps, SPELL_TRAP_POSITIONS),
    ):
        if zones:
            value[key] = {
                slot: _placed_value(card, number, reference, words) for slot, card in zones.items()
            }
    if player.used:
        value["used"] = {name: _effects_value(effects) for name, effects in player.used.items()}
    return value


def _placed_value(
    card: ZoneCard,
    player: int,
    reference: Callable[[CardReference], str | int],
    words: Mapping[str, Lie],
) -> str | int | dict[str, Any]:
    if not isinstance(card, PlacedCard):
        return reference(card)
    value: dict[str, Any] = {"card": reference(card.card)}
    if card.position is not None:
        value["position"] = word_of(words, Lie(card.position))
    if card.owner is not None:
        value["owner"] = card.owner
    value |= {flag: True for flag in FLAGS if getattr(card, re.sub(" ", "_", flag))}
    for key in HOLDS:
        zone = getattr(card, key.replace(" ", "_"))
        if zone is not None:
            value[key] = zone_words(zone, player)
    if card.properly_summoned is not None:
        value["properly summoned"] = card.properly_summoned
    if card.counters:
        value["counters"] = {word_of(COUNTERS, kind): n for kind, n in card.counters.items()}
    if card.used:
        value["used"] = _effects_value(card.used)
    return value


def zone_words(zone: tuple[int, int], player: int) -> str:
    """A monster's zone as a player sees it."""
    whose, slot = zone
    return f"zone {slot}" if whose == player else f"player {whose}'s zone {slot}"


def _effects_value(effects: Sequence[int]) -> int | list[int]:
    return effects[0] if len(effects) == 1 else list(effects)
