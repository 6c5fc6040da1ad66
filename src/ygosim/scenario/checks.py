"""What a scenario expects of a duel: read from `expect`, and held against the duel."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ygosim.duel import Duel
from ygosim.enums import CounterKind, DecisionKind, EndCause, Place
from ygosim.errors import IllegalMoveError, WordingError
from ygosim.records import PLACE_WORDS, Event
from ygosim.scenario.marks import attached_to
from ygosim.scenario.nodes import Node
from ygosim.scenario.positions import (
    COUNTERS,
    HOLDS,
    MONSTER_POSITIONS,
    PHASES,
    PLAYER_PILES,
    SPELL_TRAP_POSITIONS,
    Names,
    card_name,
    monster_zone,
    word_of,
    zone_words,
)
from ygosim.views import CardView
from ygosim.wording import Choice, parse_choice, read_moves, refusals

__all__ = ["Check", "Difference", "check_duel", "read_choice", "read_expect"]

DECISIONS: Mapping[str, DecisionKind] = {
    "nothing" if kind is DecisionKind.NONE else kind.name.lower().replace("_", " "): kind
    for kind in DecisionKind
}
"""The words for what is asked."""

ENDS: Mapping[str, EndCause] = {
    "not ended" if cause is EndCause.NONE else cause.name.lower().replace("_", " "): cause
    for cause in EndCause
}
"""The words for why a duel ended."""

_ASKED: Mapping[Any, int | None] = {0: 0, 1: 1, "nobody": None}
_WINNERS: Mapping[Any, int | None] = {0: 0, 1: 1, "draw": 2, "nobody": None}
_PILES = {
    "hand": Place.HAND,
    "deck": Place.DECK,
    "graveyard": Place.GRAVEYARD,
    "banished": Place.BANISHED,
    "extra deck": Place.EXTRA_DECK,
}
_ROWS = {"monsters": Place.MONSTER_ZONE, "spells and traps": Place.SPELL_TRAP_ZONE}
KEYS = (
    "lp",
    "turn",
    "turn player",
    "phase",
    "asked",
    "decision",
    "winner",
    "end",
    "may",
    "may not",
    "happened",
    "did not happen",
    "players",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is expected.

    `key` is that of the file, `value` what is read from it, `player` whose it is, if it is
    one player's.
    """

    key: str
    value: Any
    line: int = 0
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as expected: what, and the line of the file that expects it."""

    line: int
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, found {self.found}"


# Reading ---------------------------------------------------------------------------------


def read_expect(node: Node, names: Names) -> tuple[Check, ...]:
    """The checks of an `expect` mapping.

    Raises
    ------
    FileFormatError
        With file, line, what stands there and what was expected.
    """
    checks: list[Check] = []
    for key, value in node.mapping(KEYS).items():
        if key == "players":
            checks += _players(value, names)
        else:
            checks.append(Check(key, _READERS[key](value), value.line))
    return tuple(checks)


def read_choice(node: Node, text: Any = None) -> Choice:
    """A choice in words; faults name the line."""
    said = node.value if text is None else text
    if not isinstance(said, str):
        raise node.fault("a choice in words, such as 'Normal Summon Gemini Elf'")
    try:
        return parse_choice(said)
    except WordingError as error:
        near = " or ".join(map(repr, error.suggestions))
        expected = f"a choice in words{near and ', perhaps ' + near}; " + error.problem
        raise node.fault(expected, repr(str(said))) from None


def _either(words: Mapping[Any, Any]) -> Callable[[Node], Any]:
    def read(node: Node) -> Any:
        value = node.value
        if isinstance(value, bool | list | dict) or value not in words:
            raise node.fault(" or ".join(map(str, words)))
        return words[value]

    return read


def _lp(node: Node) -> tuple[int, ...]:
    items = node.items()
    if len(items) != 2:
        raise node.fault("the life points of both players: [8000, 6500]", f"{len(items)} values")
    return tuple(item.integer(0, 2**30 - 1) for item in items)


def _choices(node: Node) -> tuple[tuple[int, Choice], ...]:
    return tuple((item.line, read_choice(item)) for item in node.items())


def _refused_choices(node: Node) -> tuple[tuple[int, Choice, str], ...]:
    """Choices that may not be taken, with the rule that forbids each, "" for any."""
    refused = []
    for item in node.items():
        choice, rule = item, ""
        if isinstance(item.value, dict):
            pairs = item.pairs()
            if len(pairs) != 1 or not isinstance(pairs[0][1].value, str):
                raise item.fault("a choice, or a choice: the ID of a rule")
            choice, rule = pairs[0][0], pairs[0][1].value
        refused.append((item.line, read_choice(choice), rule))
    return tuple(refused)


def _events(node: Node) -> tuple[tuple[int, str], ...]:
    events = []
    for item in node.items():
        if not isinstance(item.value, str):
            raise item.fault("what happened, as `ygosim play` says it")
        events.append((item.line, " ".join(item.value.split())))
    return tuple(events)


_READERS: Mapping[str, Callable[[Node], Any]] = {
    "lp": _lp,
    "turn": lambda node: node.integer(1, 60000),
    "turn player": lambda node: node.integer(0, 1),
    "phase": lambda node: node.word(PHASES),
    "asked": _either(_ASKED),
    "decision": _either(DECISIONS),
    "winner": _either(_WINNERS),
    "end": _either(ENDS),
    "may": _choices,
    "may not": _refused_choices,
    "happened": _events,
    "did not happen": _events,
}


def _players(node: Node, names: Names) -> Iterator[Check]:
    both = node.items()
    if len(both) != 2:
        raise node.fault("a list of two players; {} for one of whom nothing is expected")
    for player, given in enumerate(both):
        if given.value is None:
            continue
        for key, value in given.mapping(("lp", *PLAYER_PILES, *_ROWS)).items():
            read: Any
            if key == "lp":
                read = value.integer(0, 2**30 - 1)
            elif key in _ROWS:
                read = _row(value, key, names, player)
            elif isinstance(value.value, int):
                read = value.integer(0, 255)
            else:
                read = tuple(card_name(item, names) for item in value.items())
            yield Check(key, read, value.line, player)


def _row(
    node: Node, key: str, names: Names, player: int
) -> dict[int, tuple[int, dict[str, Any] | None]]:
    """By zone: the line, and the facts that are expected of the card there."""
    row: dict[int, tuple[int, dict[str, Any] | None]] = {}
    for slot, value in node.pairs():
        facts: dict[str, Any] = {}
        if isinstance(value.value, dict):
            facts = _expected_facts(value, key, names, player)
        else:
            facts["card"] = card_name(value, names)
        row[slot.integer(0, 7)] = (slot.line, facts)
    return row


def _expected_facts(node: Node, key: str, names: Names, player: int) -> dict[str, Any]:
    lies = MONSTER_POSITIONS if key == "monsters" else SPELL_TRAP_POSITIONS
    numbers = ("atk", "def") if key == "monsters" else ()
    holds = () if key == "monsters" else HOLDS
    keys = ("card", "position", "owner", *numbers, *holds, "counters", "negated")
    given = node.mapping(keys)
    facts: dict[str, Any] = {}
    for name in keys:
        if name not in given:
            continue
        value = given[name]
        if name == "card":
            facts[name] = card_name(value, names)
        elif name == "position":
            facts[name] = word_of(lies, value.word(lies))
        elif name == "owner":
            facts[name] = value.integer(0, 1)
        elif name in numbers:
            facts[name] = value.integer(0, 10**6)
        elif name in holds:
            nothing = value.value in (None, "nothing")
            facts[name] = "nothing" if nothing else zone_words(monster_zone(value, player), player)
        elif name == "counters":
            counts = {kind.word(COUNTERS): count.integer(0, 255) for kind, count in value.pairs()}
            facts[name] = _counted(counts)
        else:
            facts[name] = value.boolean()
    return facts


def _counted(counters: Mapping[CounterKind, int]) -> str:
    """Counters in words, in a fixed order."""
    said = [f"{counters[kind]} {words}" for words, kind in COUNTERS.items() if counters.get(kind)]
    return " and ".join(said) or "no counters"


# Holding against a duel ------------------------------------------------------------------


def check_duel(
    duel: Duel, checks: Sequence[Check], events: Sequence[Event]
) -> tuple[Difference, ...]:
    """What in the duel is not as expected.

    Parameters
    ----------
    events
        What has happened since the last expectation.
    """
    return tuple(difference for check in checks for difference in _differ(duel, check, events))


def _differ(duel: Duel, check: Check, events: Sequence[Event]) -> Iterator[Difference]:
    if check.key in _SAY:
        actual, say = _SAY[check.key]
        found = actual(duel)
        if found != check.value:
            yield Difference(check.line, check.key, say(check.value), say(found))
    elif check.key == "lp":
        players = (0, 1) if check.player is None else (check.player,)
        values = check.value if check.player is None else (check.value,)
        for player, value in zip(players, values, strict=True):
            if duel.lp[player] != value:
                what = f"player {player}'s life points"
                yield Difference(check.line, what, str(value), str(duel.lp[player]))
    elif check.key in _PILES:
        yield from _pile_differs(duel, check)
    elif check.key in _ROWS:
        yield from _row_differs(duel, check)
    elif check.key in ("may", "may not"):
        yield from _may_differ(duel, check)
    else:
        yield from _events_differ(check, events)


def _word(words: Mapping[Any, Any]) -> Callable[[Any], str]:
    return lambda value: str(word_of(words, value))


_SAY: Mapping[str, tuple[Callable[[Duel], Any], Callable[[Any], str]]] = {
    "turn": (lambda duel: duel.turn, str),
    "turn player": (lambda duel: duel.turn_player, str),
    "phase": (lambda duel: duel.phase, _word(PHASES)),
    "asked": (lambda duel: duel.player, _word(_ASKED)),
    "decision": (lambda duel: duel.decision, _word(DECISIONS)),
    "winner": (lambda duel: duel.winner, _word(_WINNERS)),
    "end": (lambda duel: duel.end_cause, _word(ENDS)),
}


def _pile_differs(duel: Duel, check: Check) -> Iterator[Difference]:
    player = check.player or 0
    views = duel.cards(player, _PILES[check.key])
    found = [view.name for view in (reversed(views) if check.key == "deck" else views)]
    what = f"player {player}'s {PLACE_WORDS[_PILES[check.key]]}"
    if isinstance(check.value, int):
        if len(found) != check.value:
            yield Difference(check.line, what, f"{check.value} cards", _list(found))
    elif check.key == "deck":
        if list(check.value) != found:
            yield Difference(check.line, what, f"{_list(check.value)}, top first", _list(found))
    elif Counter(check.value) != Counter(found):
        yield Difference(check.line, what, _list(check.value), _list(found))


def _row_differs(duel: Duel, check: Check) -> Iterator[Difference]:
    player = check.player or 0
    place = _ROWS[check.key]
    views = {view.slot: view for view in duel.cards(player, place)}
    for slot in sorted({*check.value, *views}):
        line, facts = check.value.get(slot, (check.line, None))
        view = views.get(slot)
        found = None if view is None else _facts(duel, view)
        agrees = found == facts
        if found is not None and facts is not None:
            agrees = all(found[key] == fact for key, fact in facts.items())
        if not agrees:
            what = f"player {player}'s {PLACE_WORDS[place]} {slot}"
            yield Difference(line, what, _said(facts), _said(_told(found, facts)))


def _facts(duel: Duel, view: CardView) -> dict[str, Any]:
    monster = view.place is Place.MONSTER_ZONE
    words = MONSTER_POSITIONS if monster else SPELL_TRAP_POSITIONS
    facts = {
        "card": view.name,
        "position": word_of(words, view.position),
        "owner": view.owner,
    }
    if monster:
        facts |= {"atk": view.atk, "def": view.def_}
    else:
        zone, equips = attached_to(duel, view)
        held = "nothing" if zone is None else zone_words(zone, view.controller)
        facts |= {key: held if equips == (key == HOLDS[0]) else "nothing" for key in HOLDS}
    return facts | {
        "counters": _counted(dict(view.counters)),
        "negated": view.negated,
    }


def _told(
    found: Mapping[str, Any] | None, expected: Mapping[str, Any] | None
) -> Mapping[str, Any] | None:
    """The facts without those that are as usual and were not asked for."""
    if found is None:
        return None
    usual = {"negated": False, "counters": "no counters", **dict.fromkeys(HOLDS, "nothing")}
    asked = expected or {}
    return {
        key: fact
        for key, fact in found.items()
        if key in asked or key not in usual or fact != usual[key]
    }


def _said(facts: Mapping[str, Any] | None) -> str:
    if facts is None:
        return "nothing"
    said = [str(facts.get("card", "a card"))]
    for key, value in facts.items():
        if key == "negated":
            said.append("negated" if value else "not negated")
        elif key in ("position", "counters"):
            said.append(str(value))
        elif key != "card":
            said.append(f"{key} {value}")
    return ", ".join(said)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "no card"


def _may_differ(duel: Duel, check: Check) -> Iterator[Difference]:
    for line, choice, *rule in check.value:
        try:
            refused = _refused(duel, choice)
        except WordingError as error:
            yield Difference(line, choice.text, "a card that is there", str(error))
            continue
        if check.key == "may":
            if refused is not None:
                yield Difference(line, choice.text, "legal", f"illegal ({refused[0]})")
        elif refused is None:
            yield Difference(line, choice.text, f"illegal{rule[0] and ' by ' + rule[0]}", "legal")
        elif rule[0] and rule[0] not in refused[1]:
            yield Difference(line, choice.text, f"illegal by {rule[0]}", f"illegal ({refused[0]})")


def _refused(duel: Duel, choice: Choice) -> tuple[str, set[str]] | None:
    """Why a choice is refused, and the rules that forbid it; None if it is legal."""
    try:
        read_moves(duel, choice)
    except IllegalMoveError as error:
        texts = () if choice.passes else refusals(duel, choice)
        said = str(texts[0] if texts else error)
        return said, {error.rule, *(text.rule for text in texts)}
    except WordingError:
        refusals(duel, choice)  # raises when there is no such card; else several are legal
    return None


def _events_differ(check: Check, events: Sequence[Event]) -> Iterator[Difference]:
    said = [str(event) for event in events]
    known = [text.casefold() for text in said]
    after = 0
    for line, text in check.value:
        wanted = text.casefold()
        if check.key == "did not happen":
            if wanted in known:
                yield Difference(line, text, "not to have happened", "it happened")
        elif wanted in known[after:]:
            after = known.index(wanted, after) + 1
        else:
            near = difflib.get_close_matches(text, said, 1) or said[-1:] or ["nothing happened"]
            early = " earlier than what stands before it" if wanted in known else ""
            yield Difference(line, text, "to have happened", early.strip() or repr(near[0]))
