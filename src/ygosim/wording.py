"""Choices in words: what a script or a person says, and the moves that it means.

The words of a move are those of `str(move)`; a card is called by its name, by its name and
where it is, or as "the face-down monster in zone 2" (docs/scenarios.md).
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ygosim.cards.io.text import shown
from ygosim.duel import Duel
from ygosim.enums import EffectKind, MoveKind, Phase, Place, Position
from ygosim.errors import IllegalMoveError, WordingError
from ygosim.records import (
    CARD_MOVES,
    MOVE_WORDS,
    PHASE_WORDS,
    PLACE_WORDS,
    POSITION_WORDS,
    WORDS_OF_SLOTS,
    Move,
    RefusalText,
)
from ygosim.views import CardView

__all__ = [
    "PASS",
    "Choice",
    "concerns",
    "moves_named",
    "options",
    "parse_choice",
    "read_moves",
    "refusals",
    "words_of",
]

PASS = "pass"
"""The words for answering nothing."""

PASS_KINDS = frozenset({MoveKind.PASS})
"""The kinds of move that answer nothing."""

DECLINING_KINDS = PASS_KINDS | {MoveKind.NO, MoveKind.FINISH}
"""The kinds of move that need not be said: nothing, or nothing more, is done."""

MANY = frozenset({MoveKind.CHOOSE_TRIBUTE, MoveKind.CHOOSE_DISCARD, MoveKind.CHOOSE_CARD})
"""The kinds that choose several cards one at a time, so that words may list them."""

_ZONES = (Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)
_PLACES: Mapping[str, tuple[Place, ...]] = {
    "zone": _ZONES,
    **{
        words.casefold(): (place,)
        for place, words in PLACE_WORDS.items()
        if place is not Place.XYZ_MATERIAL
    },
}
_WHOSE = r"(?:player (?P<player>[01])'s |(?P<whose>my|(?:the )?opponent's) |the )?"
_WHERE = re.compile(
    rf"(?P<name>.+) in {_WHOSE}"
    rf"(?P<place>{'|'.join(map(re.escape, _PLACES))})(?: (?P<slot>\d))?",
    re.IGNORECASE,
)
_FACE_DOWN = re.compile(
    r"(?:(?P<whose>my|(?:the )?opponent's) |the )?face-down (?P<what>monster|card)", re.IGNORECASE
)
_EFFECT = re.compile(r"(?P<card>.+) \(effect (?P<number>[1-9]\d{0,2})\)", re.IGNORECASE)
_POSITIONS: Mapping[str, Position] = {
    **{words: Position(bit) for bit, words in POSITION_WORDS.items()},
    "attack": Position.FACE_UP_ATTACK,
    "defence": Position.FACE_UP_DEFENCE,
    "set": Position.FACE_DOWN_DEFENCE,
}
_PHASES = {words.casefold(): phase for phase, words in PHASE_WORDS.items()}
_PASS_UNTIL = re.compile(
    rf"pass until (?:the )?(?P<phase>{'|'.join(PHASE_WORDS.values())})", re.IGNORECASE
)
_NUMBERS = {
    MoveKind.CHOOSE_ZONE: "a zone is a number, 0 to 7",
    MoveKind.CHOOSE_OPTION: "an option is a number, 1 to 64",
}
_HAND_KINDS = (
    MoveKind.NORMAL_SUMMON,
    MoveKind.SET_MONSTER,
    MoveKind.SET_SPELL_TRAP,
    MoveKind.CHOOSE_DISCARD,
)
_EFFECT_KINDS = (MoveKind.ACTIVATE, MoveKind.SPECIAL_SUMMON)
_USED = (EffectKind.ACTIVATION, EffectKind.IGNITION, EffectKind.TRIGGER, EffectKind.QUICK)
_USABLE_PLACES = (Place.HAND, Place.MONSTER_ZONE, Place.SPELL_TRAP_ZONE)
_MOST_READINGS = 4096  # ways to read one list of cards that are tried
_SUGGESTIONS = 3
_SHOWN = 100  # characters of words that a message repeats


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in words, not yet held against a duel.

    `readings` are the kinds of move that the words may mean, each with what stands for its
    card, zone or option ("" where it has none), the most literal first.  `until` is the phase
    up to which windows are passed, None for one window.
    """

    text: str
    readings: tuple[tuple[MoveKind, str], ...]
    until: Phase | None = None

    @property
    def passes(self) -> bool:
        """Whether it answers nothing."""
        return self.kinds <= PASS_KINDS

    @property
    def kinds(self) -> frozenset[MoveKind]:
        """The kinds of move that it may mean."""
        return frozenset(kind for kind, _ in self.readings)

    def __str__(self) -> str:
        return self.text


def parse_choice(text: str) -> Choice:
    """The kinds of choice that words may mean, before any card is looked for.

    Raises
    ------
    WordingError
        When no choice is worded so; with phrases that come near.

    Examples
    --------
    >>> parse_choice("Normal Summon Gemini Elf").readings
    ((<MoveKind.NORMAL_SUMMON: 1>, 'Gemini Elf'),)
    """
    said = " ".join(text.split())
    passing = _PASS_UNTIL.fullmatch(said)
    if passing is not None:
        return Choice(said, ((MoveKind.PASS, ""),), _PHASES[passing["phase"].casefold()])
    readings = []
    for phrase, kind in _PHRASES:
        head, slot, what = phrase.partition("{")
        rest = said[len(head) :]
        if not said.casefold().startswith(head.casefold()) or bool(rest) != bool(slot):
            continue
        if what == "position}" and rest.casefold() not in _POSITIONS:
            continue
        rest += "".join(
            f" (effect {number + 1})" for number, words in WORDS_OF_SLOTS.items() if words == phrase
        )
        readings.append((kind, rest))
    if not readings:
        phrases = [re.sub(r"{(\w+)}", r"(\1)", phrase) for phrase in MOVE_WORDS.values()][1:]
        near = difflib.get_close_matches(said, phrases, _SUGGESTIONS, 0.5)
        raise WordingError(
            f"{shown(said, _SHOWN)} is worded like no choice; choices are "
            + ", ".join(map(repr, dict.fromkeys(phrases))),
            tuple(near),
        )
    return Choice(said, tuple(readings))


# Every phrase, the longest first.
_PHRASES = sorted(
    (
        *((words, kind) for kind, words in MOVE_WORDS.items() if kind),
        *((words, MoveKind.ACTIVATE) for words in WORDS_OF_SLOTS.values()),
    ),
    key=lambda item: -len(item[0]),
)


# From moves to words ---------------------------------------------------------------------


def options(duel: Duel, *, seen_by: int | None = None) -> dict[str, Move]:
    """The options of the waiting decision by their words, in order.

    Each can be read again by `read_moves`.  Copies that lie together (in a hand) are one
    option; copies in zones are told apart by their zones.

    Parameters
    ----------
    seen_by
        A player: what is face-down on the other side goes by its zone (INFO-1).

    Examples
    --------
    >>> from ygosim.position import PlayerPosition, Position
    >>> duel = Duel.from_position(Position(players=(
    ...     PlayerPosition(hand=["Mokey Mokey"] * 2), PlayerPosition(deck=["Mokey Mokey"]))))
    >>> list(options(duel))[:2]
    ['Normal Summon Mokey Mokey', 'Set Mokey Mokey']
    """
    views = _views(duel)
    by_number = {view.number: view for view in views}
    asked = duel.player or 0
    said: dict[str, Move] = {}
    offered: dict[MoveKind, list[Move]] = {}
    for move in duel.legal():
        offered.setdefault(move.kind, []).append(move)
    for kind, moves in offered.items():
        if kind not in CARD_MOVES:
            said.update((str(move), move) for move in moves)
            continue
        there = [by_number[number] for number in {move.card or 0 for move in moves}]
        effects: dict[tuple[object, ...], set[int]] = {}
        for move in moves:
            if move.slot not in WORDS_OF_SLOTS:
                effects.setdefault(_key(by_number[move.card or 0]), set()).add(move.slot)
        for move in moves:
            view = by_number[move.card or 0]
            hidden = seen_by is not None and view.controller != seen_by and not view.face_up
            name = _reference(view, there, asked, hidden=hidden and view.place in _ZONES)
            if move.slot not in WORDS_OF_SLOTS and len(effects[_key(view)]) > 1:
                name += f" (effect {move.slot + 1})"
            said.setdefault(str(replace(move, name=name)), move)
    return said


def words_of(duel: Duel, move: Move) -> str:
    """The words of a legal move; copies that lie together go by the words of the first."""
    said = {option: words for words, option in options(duel).items()}
    if move in said or move.card is None:
        return said.get(move, str(move))
    views = {view.number: view for view in _views(duel)}
    for option, words in said.items():
        same = option.kind is move.kind and option.slot == move.slot
        if same and _key(views[option.card or 0]) == _key(views[move.card]):
            return words
    return str(move)


def _reference(view: CardView, there: Sequence[CardView], asked: int, *, hidden: bool) -> str:
    """The shortest reference that means a card, and copies that lie with it, among `there`."""
    kind = "monster" if view.place is Place.MONSTER_ZONE else "card"
    name = f"the face-down {kind}" if hidden else view.name
    zone = view.place in _ZONES
    place = PLACE_WORDS[view.place]
    wheres = [f"zone {view.slot}", f"{place} {view.slot}"] if zone else [place]
    references = [] if hidden else [name]
    references += [f"{name} in {'' if zone else 'the '}{where}" for where in wheres]
    references += [f"{name} in player {view.controller}'s {where}" for where in wheres]
    for reference in references:
        if {_key(other) for other in _called(reference, there, asked)} == {_key(view)}:
            return reference
    return references[-1]


def _key(view: CardView) -> tuple[object, ...]:
    """What tells cards of one name apart: the zone; copies in a pile are the same."""
    if view.place in _ZONES:
        return (view.controller, view.place, view.slot)
    return (view.controller, view.place, view.name)


def _views(duel: Duel) -> list[CardView]:
    return [view for player in (0, 1) for place in Place for view in duel.cards(player, place)]


# From words to moves ---------------------------------------------------------------------


def read_moves(duel: Duel, choice: Choice | str, *more: Choice) -> tuple[Move, ...]:
    """The moves, to be applied in order, that a choice in words means now.

    Parameters
    ----------
    more
        Further choices of the same kind: cards that are chosen together, in any order.

    Raises
    ------
    WordingError
        When the words name no card that is there, or could mean several.
    IllegalMoveError
        When they name what the rules forbid; it says which rule.

    Examples
    --------
    >>> from ygosim.position import PlayerPosition, Position
    >>> duel = Duel.from_position(Position(players=(
    ...     PlayerPosition(hand=["Mokey Mokey"]), PlayerPosition(deck=["Mokey Mokey"]))))
    >>> read_moves(duel, "set mokey mokey")[0].kind.name
    'SET_MONSTER'
    """
    if isinstance(choice, str):
        choice = parse_choice(choice)
    offered = {move.kind for move in duel.legal()}
    if choice.passes and not offered & PASS_KINDS:
        raise IllegalMoveError("pass: this decision has to be taken")
    found = _found(duel, choice, more)
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        said = {move: words for words, move in options(duel).items()}
        suggestions = tuple(
            said[moves[0]] for moves in found.values() if len(moves) == 1 and moves[0] in said
        )
        effects = {moves[0].slot for moves in found.values()}
        what = "effects; say which" if len(effects) == len(found) > 1 else "cards; say the zone"
        raise WordingError(f"{shown(choice.text, _SHOWN)} could mean several {what}", suggestions)
    named = moves_named(duel, choice)
    if len({move.name for move in named}) == 1 or named[0].kind not in MANY & offered:
        text = duel.why_not(named[0])
        if text is not None:
            raise IllegalMoveError(f"{named[0]}: {text}", rule=text.rule)
    raise IllegalMoveError(f"{shown(choice.text, _SHOWN)}: these cards cannot be chosen together")


def _found(
    duel: Duel, choice: Choice, more: Sequence[Choice] = ()
) -> dict[tuple[object, ...], tuple[Move, ...]]:
    """Each way to read words as legal moves."""
    legal = duel.legal()
    views = _views(duel)
    asked = duel.player or 0
    found: dict[tuple[object, ...], tuple[Move, ...]] = {}
    for kind, rest in choice.readings:
        offered = [move for move in legal if move.kind is kind]
        if not offered:
            continue
        if kind in MANY:
            rests = [rest, *(_rest_of(other, kind) for other in more)]
            found |= _chosen_together(duel, kind, rests, views)
        elif kind in CARD_MOVES:
            reference, slot = _effect_of(rest) if kind in _EFFECT_KINDS else (rest, None)
            numbers = {view.number: _key(view) for view in _called(reference, views, asked)}
            for move in offered:
                if move.card not in numbers:
                    continue
                if move.slot == slot or (slot is None and move.slot not in WORDS_OF_SLOTS):
                    found.setdefault((numbers[move.card], move.slot), (move,))
        else:
            slot = _slot_of(kind, rest)
            found |= {(kind, move.slot): (move,) for move in offered if move.slot == slot}
    return found


def _effect_of(rest: str) -> tuple[str, int | None]:
    """A reference to a card, and the effect that is named behind it."""
    said = _EFFECT.fullmatch(rest)
    return (rest, None) if said is None else (said["card"], int(said["number"]) - 1)


def _slot_of(kind: MoveKind, rest: str) -> int | None:
    """The slot that words stand for; None for words that stand for none."""
    if kind is MoveKind.CHOOSE_POSITION:
        return int(_POSITIONS[rest.casefold()])
    if kind is MoveKind.CHOOSE_ZONE:
        return int(rest) if re.fullmatch(r"[0-7]", rest) else None
    if kind is MoveKind.CHOOSE_OPTION:
        return int(rest) - 1 if re.fullmatch(r"[1-9]\d?", rest) else None
    return 0


def concerns(duel: Duel, choice: Choice) -> bool:
    """Whether words are about what is asked for now.

    Where nothing need be done, they are if they can be taken; else if they are of a kind that
    is asked for, about cards that are there.
    """
    offered = {move.kind for move in duel.legal()}
    if choice.passes:
        return bool(offered & PASS_KINDS)
    if offered & DECLINING_KINDS:
        return bool(_found(duel, choice))
    views = _views(duel)
    asked = duel.player or 0
    return any(
        kind in offered
        and (kind not in CARD_MOVES or bool(_listed(_effect_of(rest)[0], views, asked)))
        for kind, rest in choice.readings
    )


def refusals(duel: Duel, choice: Choice | str) -> tuple[RefusalText, ...]:
    """Why a choice cannot be taken, for each card that the words may mean; empty if it can.

    Raises
    ------
    WordingError
        When the words name no card that is there.
    """
    if isinstance(choice, str):
        choice = parse_choice(choice)
    texts = [duel.why_not(move) for move in moves_named(duel, choice)]
    if None in texts or _found(duel, choice):
        return ()
    return tuple(dict.fromkeys(text for text in texts if text))


def moves_named(duel: Duel, choice: Choice | str) -> tuple[Move, ...]:
    """The single moves, legal or not, that words may mean: the likeliest cards only.

    Those are the cards that such a move could be about (in the hand for a Normal Summon);
    where there are none, others that are called so.

    Raises
    ------
    WordingError
        When the words name no card that is there.
    """
    if isinstance(choice, str):
        choice = parse_choice(choice)
    views = _views(duel)
    asked = duel.player if duel.player is not None else duel.turn_player
    offered = {move.kind for move in duel.legal()}
    # What is asked for now goes first.
    for kind, rest in sorted(choice.readings, key=lambda reading: reading[0] not in offered):
        if kind not in CARD_MOVES:
            slot = _slot_of(kind, rest)
            if slot is None:
                raise WordingError(f"{shown(choice.text, _SHOWN)}: {_NUMBERS[kind]}")
            return (Move(kind, slot=slot),)
        reference, effect = _effect_of(rest) if kind in _EFFECT_KINDS else (rest, None)
        called = _listed(rest, views, asked) if kind in MANY else [_called(reference, views, asked)]
        if not called or not called[0]:
            continue
        moves = []
        for cards in called:
            best = min(_distance(kind, view, asked) for view in cards)
            moves += [
                Move(_kind_of(kind, view), view.number, slot, view.name)
                for view in cards
                if _distance(kind, view, asked) == best
                for slot in (_slots(duel, kind, view) if effect is None else (effect,))
            ]
        return tuple(moves)
    names = sorted({view.name for view in views})
    rest = choice.readings[0][1]
    near = difflib.get_close_matches(rest, names, _SUGGESTIONS)
    raise WordingError(
        f"{shown(choice.text, _SHOWN)}: no card here is called {shown(rest, _SHOWN)}", tuple(near)
    )


def _slots(duel: Duel, kind: MoveKind, view: CardView) -> tuple[int, ...]:
    """The effects of a card that a kind of move may be about; 0 where it is about none."""
    definition = duel.setup.effects_of(view.card) if kind in _EFFECT_KINDS else None
    kinds = _USED if kind is MoveKind.ACTIVATE else (EffectKind.PROCEDURE,)
    effects = () if definition is None else definition.effects
    return tuple(slot for slot, effect in enumerate(effects) if effect.kind in kinds) or (0,)


def _rest_of(choice: Choice, kind: MoveKind) -> str:
    return next(rest for other, rest in choice.readings if other is kind)


def _kind_of(kind: MoveKind, view: CardView) -> MoveKind:
    """The kind with the other of the two Sets, where the card needs it."""
    if kind in (MoveKind.SET_MONSTER, MoveKind.SET_SPELL_TRAP):
        return MoveKind.SET_MONSTER if view.card.is_monster else MoveKind.SET_SPELL_TRAP
    return kind


def _distance(kind: MoveKind, view: CardView, asked: int) -> int:
    """How far a card is from those that such a move could be about."""
    if kind is MoveKind.CHOOSE_CARD:
        return 0
    player = 1 - asked if kind is MoveKind.CHOOSE_TARGET else asked
    places: tuple[Place, ...] = (Place.HAND,) if kind in _HAND_KINDS else (Place.MONSTER_ZONE,)
    if kind in _EFFECT_KINDS:
        places = _USABLE_PLACES
    return 2 * (view.place not in places) + (view.controller != player)


def _called(text: str, views: Sequence[CardView], asked: int) -> list[CardView]:
    """The cards that a reference may mean: by the whole text as a name, else by a place.

    `asked` is the player whose "my" it is.
    """
    name = text.casefold()
    whole = [view for view in views if view.name.casefold() == name]
    found = None if whole else _WHERE.fullmatch(text)
    if found is None:
        return whole
    name = found["name"].casefold()
    places = _PLACES[found["place"].casefold()]
    hidden = _FACE_DOWN.fullmatch(name)
    whose = found["whose"] or (hidden and hidden["whose"])
    player = None if found["player"] is None else int(found["player"])
    if whose:
        player = asked if whose.casefold() == "my" else 1 - asked
    return [
        view
        for view in views
        if view.place in places
        and (found["slot"] is None or (view.slot == int(found["slot"]) and view.place in _ZONES))
        and (player is None or view.controller == player)
        and (
            view.name.casefold() == name
            if hidden is None
            else not view.face_up
            and view.place in (_ZONES if hidden["what"].casefold() == "card" else _ZONES[:1])
        )
    ]


def _listed(text: str, views: Sequence[CardView], asked: int) -> list[list[CardView]]:
    """The cards that each reference of a list may mean; empty when one means none.

    Names may hold commas, so the longest reference that means a card is taken.
    """
    pieces = text.split(", ")
    for count in range(len(pieces), 0, -1):
        cards = _called(", ".join(pieces[:count]), views, asked)
        if cards:
            if count == len(pieces):
                return [cards]
            rest = _listed(", ".join(pieces[count:]), views, asked)
            if rest:
                return [cards, *rest]
    return []


def _chosen_together(
    duel: Duel, kind: MoveKind, rests: Sequence[str], views: Sequence[CardView]
) -> dict[tuple[object, ...], tuple[Move, ...]]:
    """Each way to read the lists as cards that may be chosen in this decision."""
    # Cards before the first that is offered have been passed over, or are chosen.
    first = min(move.card or 0 for move in duel.legal() if move.kind is kind)
    asked = duel.player or 0
    near = sorted(
        (view for view in views if view.number >= first and _may_be_chosen(duel, kind, view)),
        key=lambda view: view.number,  # of copies, the first that is offered
    )
    wanted: list[list[CardView]] = []
    for rest in rests:
        listed = _listed(rest, near, asked)
        if not listed:
            return {}
        wanted += listed
    copies: dict[tuple[object, ...], list[CardView]] = {}
    for view in near:
        copies.setdefault(_key(view), []).append(view)
    keys = [dict.fromkeys(map(_key, cards)) for cards in wanted]
    found: dict[tuple[object, ...], tuple[Move, ...]] = {}
    for chosen in itertools.islice(itertools.product(*keys), _MOST_READINGS):
        counts = Counter(chosen)
        if any(count > len(copies[key]) for key, count in counts.items()):
            continue
        cards = _in_order(copies, chosen)
        moves = [Move(kind, view.number, name=view.name) for view in cards]
        taken = _takeable(duel, moves)
        if taken:
            found[tuple(view.number for view in cards)] = taken
    return found


def _in_order(
    copies: Mapping[tuple[object, ...], Sequence[CardView]], chosen: Sequence[tuple[object, ...]]
) -> list[CardView]:
    """A copy for each of the keys, in ascending order: as they are said, where that goes."""
    cards: list[CardView] = []
    for key in chosen:
        last = cards[-1].number if cards else -1
        cards += [view for view in copies[key] if view.number > last][:1]
    if len(cards) < len(chosen):
        counts = Counter(chosen)
        cards = [view for key, count in counts.items() for view in copies[key][:count]]
    return sorted(cards, key=lambda view: view.number)


def _may_be_chosen(duel: Duel, kind: MoveKind, view: CardView) -> bool:
    """Whether the open choice is, or was, among others of this card."""
    if kind is not MoveKind.CHOOSE_CARD:
        return not _distance(kind, view, duel.player or 0)
    word, bit = divmod(view.number, 64)
    return bool(int(duel.state["candidates"][word]) >> bit & 1)


def _takeable(duel: Duel, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves, if the open choice can take them one after the other; else none.

    Those that the duel takes without asking are left out.
    """
    handle = duel.handle.copy()
    taken: list[Move] = []
    open_ = True
    for move in moves:
        offered = handle.legal() if open_ else []
        if move.encode() not in offered:
            return ()
        if not (taken and len(offered) == 1 and duel.setup.limits.automatic):
            taken.append(move)
        open_ = handle.choose(move.encode())
    return tuple(taken)
