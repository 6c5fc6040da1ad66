"""Moves, events and refusals in words: what goes into a duel and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

from ygosim.enums import EndCause, EventKind, MoveKind, Phase, Place, Position, Reason, Refusal

__all__ = ["REFUSALS", "Event", "Move", "RefusalText"]

MOVE_WORDS: Mapping[MoveKind, str] = {
    MoveKind.NONE: "nothing",
    MoveKind.NORMAL_SUMMON: "Normal Summon {card}",
    MoveKind.SET_MONSTER: "Set {card}",
    MoveKind.SET_SPELL_TRAP: "Set {card}",
    MoveKind.FLIP_SUMMON: "Flip Summon {card}",
    MoveKind.CHANGE_POSITION: "change the position of {card}",
    MoveKind.ENTER_BATTLE_PHASE: "enter the Battle Phase",
    MoveKind.ENTER_MAIN_PHASE_2: "enter Main Phase 2",
    MoveKind.END_TURN: "end the turn",
    MoveKind.ATTACK: "attack with {card}",
    MoveKind.CHOOSE_TRIBUTE: "Tribute {card}",
    MoveKind.CHOOSE_ZONE: "use zone {slot}",
    MoveKind.CHOOSE_TARGET: "attack {card}",
    MoveKind.ATTACK_DIRECTLY: "attack directly",
    MoveKind.CALL_OFF_ATTACK: "call the attack off",
    MoveKind.CHOOSE_DISCARD: "discard {card}",
    MoveKind.SPECIAL_SUMMON: "Special Summon {card}",
    MoveKind.ACTIVATE: "activate {card}",
    MoveKind.PASS: "pass",
    MoveKind.CHOOSE_CARD: "choose {card}",
    MoveKind.FINISH: "finish",
    MoveKind.YES: "yes",
    MoveKind.NO: "no",
    MoveKind.CHOOSE_OPTION: "option {slot}",
    MoveKind.CHOOSE_POSITION: "choose {position}",
}
"""The words of each kind of move; `wording` reads them.  Options count from 1."""

GIVE_BACK = 255
"""The slot of ACTIVATE that is no effect of the card: in the End Phase it goes back."""

DUE = 254
"""The slot of ACTIVATE that is no effect of the card: what was put off for it is done."""

WORDS_OF_SLOTS: Mapping[int, str] = {
    GIVE_BACK: "give back {card}",
    DUE: "do what is due for {card}",
}
"""The words of ACTIVATE with a slot that is no effect of the card."""

POSITION_WORDS: Mapping[int, str] = {
    Position.FACE_UP_ATTACK: "face-up attack",
    Position.FACE_DOWN_ATTACK: "face-down attack",
    Position.FACE_UP_DEFENCE: "face-up defence",
    Position.FACE_DOWN_DEFENCE: "face-down defence",
}
"""The words for how a card lies."""

PHASE_WORDS: Mapping[Phase, str] = {
    Phase.DRAW: "Draw Phase",
    Phase.STANDBY: "Standby Phase",
    Phase.MAIN_1: "Main Phase 1",
    Phase.BATTLE: "Battle Phase",
    Phase.MAIN_2: "Main Phase 2",
    Phase.END: "End Phase",
}

PLACE_WORDS: Mapping[Place, str] = {
    Place.DECK: "deck",
    Place.HAND: "hand",
    Place.GRAVEYARD: "GY",
    Place.BANISHED: "banished pile",
    Place.EXTRA_DECK: "extra deck",
    Place.MONSTER_ZONE: "monster zone",
    Place.SPELL_TRAP_ZONE: "spell & trap zone",
    Place.XYZ_MATERIAL: "Xyz materials",
}

_REASON_WORDS: Mapping[Reason, str] = {
    Reason.RULE: "by rule",
    Reason.TRIBUTE: "Tributed",
    Reason.BATTLE: "destroyed by battle",
    Reason.DISCARD_RULE: "discarded for the hand limit",
    Reason.RULE_DESTRUCTION: "destroyed by rule",
    Reason.EFFECT: "by effect",
    Reason.EFFECT_DESTRUCTION: "destroyed by effect",
    Reason.EFFECT_DISCARD: "discarded by effect",
    Reason.COST: "as a cost",
    Reason.COST_TRIBUTE: "Tributed as a cost",
    Reason.COST_DISCARD: "discarded as a cost",
    Reason.EFFECT_TRIBUTE: "Tributed by effect",
    Reason.LOST_TARGET: "destroyed, having lost its target",
    Reason.FUSION_MATERIAL: "as Fusion Material",
}

END_WORDS: Mapping[EndCause, str] = {
    EndCause.NONE: "not ended",
    EndCause.LIFE_POINTS: "life points at 0",
    EndCause.DECK_OUT: "a deck ran out",
    EndCause.TURN_LIMIT: "aborted at the turn limit",
    EndCause.DECISION_LIMIT: "aborted at the limit of decisions in one turn",
    EndCause.POOL_LIMIT: "aborted, a part of the state being full",
    EndCause.CARD_EFFECT: "a card decides it",
    EndCause.FUEL_LIMIT: "aborted, the effects of one turn running too long",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a player may do.

    `card` is the number of the card in the duel (creation order), None where the move is
    about none.  `slot` is the zone of CHOOSE_ZONE, the option of CHOOSE_OPTION (from 0), the
    Position of CHOOSE_POSITION, and which of the card's effects ACTIVATE and SPECIAL_SUMMON
    are about (from 0, as its definition lists them).  Equality leaves out the name.

    Examples
    --------
    >>> Move(MoveKind.END_TURN).encode() == int(MoveKind.END_TURN)
    True
    >>> str(Move(MoveKind.NORMAL_SUMMON, card=3, name="Gemini Elf"))
    'Normal Summon Gemini Elf'
    """

    kind: MoveKind
    card: int | None = None
    slot: int = 0
    name: str = field(default="", compare=False)

    def encode(self) -> int:
        """The move as the core's one integer (moves.pxd draws its bits)."""
        return int(self.kind) | (self.card or 0) << 8 | self.slot << 16

    @classmethod
    def decode(cls, encoded: int) -> Self:
        """The move of the core's integer; it has no name, since that is the duel's to know.

        Examples
        --------
        >>> move = Move(MoveKind.ATTACK, card=7)
        >>> Move.decode(move.encode()) == move
        True
        """
        kind = MoveKind(encoded & 0xFF)
        card = encoded >> 8 & 0xFF if kind in CARD_MOVES else None
        return cls(kind, card, encoded >> 16 & 0xFF)

    def __str__(self) -> str:
        words = MOVE_WORDS[self.kind]
        if self.kind is MoveKind.ACTIVATE:
            words = WORDS_OF_SLOTS.get(self.slot, words)
        return words.format(
            card=self.name or f"card {self.card}",
            slot=self.slot + (self.kind is MoveKind.CHOOSE_OPTION),
            position=POSITION_WORDS.get(self.slot, f"position {self.slot}"),
        )


# Kinds whose moves are about a card.
CARD_MOVES = frozenset(kind for kind, words in MOVE_WORDS.items() if "{card}" in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened.

    Attributes
    ----------
    kind
        What.
    player
        Who did it or whom it happened to; the winner (2 = draw, 255 = none) of DUEL_ENDED.
    card, other
        Numbers of the cards that it is about, None for none; `name`, `other_name` their names.
    value
        Life points, cards drawn, the turn, the phase, the cause: by kind.
    reason
        Why a card moved or damage was taken.
    from_place, from_slot, to_place, to_slot
        Where a card moved, None where nothing moved.
    position
        How the card lies now; 0 where that does not matter.
    """

    kind: EventKind
    player: int
    card: int | None = None
    other: int | None = None
    value: int = 0
    reason: Reason = Reason.NONE
    from_player: int = 0
    from_place: Place | None = None
    from_slot: int = 0
    to_player: int = 0
    to_place: Place | None = None
    to_slot: int = 0
    position: int = 0
    name: str = field(default="", compare=False)
    other_name: str = field(default="", compare=False)

    def __str__(self) -> str:
        said = _SAY[self.kind]
        return said if isinstance(said, str) else said(self)


def _say_ended(event: Event) -> str:
    cause = END_WORDS[EndCause(event.value)]
    if event.player < 2:
        return f"player {event.player} wins: {cause}"
    return f"the duel is a draw: {cause}" if event.player == 2 else f"the duel is {cause}"


def _say_moved(event: Event) -> str:
    assert event.from_place is not None
    assert event.to_place is not None
    why = _REASON_WORDS.get(event.reason, "")
    return (
        f"{event.name} goes from player {event.from_player}'s {PLACE_WORDS[event.from_place]} "
        f"to player {event.to_player}'s {PLACE_WORDS[event.to_place]}{why and f' ({why})'}"
    )


def _say_set(event: Event) -> str:
    assert event.to_place is not None
    return f"player {event.player} Sets {event.name} in {PLACE_WORDS[event.to_place]} " + str(
        event.to_slot
    )


def _say_attack(event: Event) -> str:
    if event.other is None:
        return f"{event.name} attacks directly"
    return f"{event.name} attacks {event.other_name}"


_SAY: Mapping[EventKind, str | Callable[[Event], str]] = {
    EventKind.NONE: "nothing",
    EventKind.DUEL_STARTED: "the duel starts",
    EventKind.TURN_STARTED: lambda e: f"turn {e.value}: player {e.player}",
    EventKind.PHASE_STARTED: lambda e: PHASE_WORDS[Phase(e.value)],
    EventKind.DRAWN: lambda e: (
        f"player {e.player} draws {e.name if e.value == 1 else f'{e.value} cards'}"
    ),
    EventKind.NORMAL_SUMMONED: lambda e: (
        f"player {e.player} Normal Summons {e.name} to monster zone {e.to_slot}"
    ),
    EventKind.SET: _say_set,
    EventKind.FLIP_SUMMONED: lambda e: f"player {e.player} Flip Summons {e.name}",
    EventKind.POSITION_CHANGED: lambda e: f"{e.name} is now in {POSITION_WORDS[e.position]}",
    EventKind.MOVED: _say_moved,
    EventKind.ATTACK_DECLARED: _say_attack,
    EventKind.ATTACK_CALLED_OFF: lambda e: f"the attack of {e.name} is called off",
    EventKind.FLIPPED: lambda e: f"{e.name} is flipped face-up",
    EventKind.DAMAGE_CALCULATED: "damage calculation",
    EventKind.DAMAGE_TAKEN: lambda e: (
        f"player {e.player} takes {e.value} "
        f"{'battle' if e.reason is Reason.BATTLE else 'effect'} damage"
    ),
    EventKind.DUEL_ENDED: _say_ended,
    EventKind.SPECIAL_SUMMONED: lambda e: (
        f"player {e.player} Special Summons {e.name} to monster zone {e.to_slot}"
    ),
    EventKind.ACTIVATED: lambda e: f"player {e.player} activates {e.name}",
    EventKind.TARGETED: lambda e: f"{e.name} is targeted",
    EventKind.RESOLVING: lambda e: f"chain link {e.value}, {e.name}, resolves",
    EventKind.ACTIVATION_NEGATED: lambda e: f"the activation of {e.name} is negated",
    EventKind.EFFECT_NEGATED: lambda e: f"the effect of {e.name} does nothing",
    EventKind.CHAIN_ENDED: "the chain has resolved",
    EventKind.LP_GAINED: lambda e: f"player {e.player} gains {e.value} life points",
    EventKind.LP_PAID: lambda e: f"player {e.player} pays {e.value} life points",
    EventKind.PILES_SWAPPED: lambda e: f"player {e.player}'s deck and GY change places",
    EventKind.SHUFFLED: lambda e: f"player {e.player}'s deck is shuffled",
    EventKind.REVEALED: lambda e: f"{e.name} is shown",
    EventKind.EQUIPPED: lambda e: f"{e.name} is equipped to {e.other_name}",
    EventKind.CONTROL_CHANGED: lambda e: f"player {e.player} controls {e.name} now",
    EventKind.COUNTERS_CHANGED: lambda e: (
        f"{abs(e.value)} counter(s) {'placed on' if e.value > 0 else 'removed from'} {e.name}"
    ),
    EventKind.ATTACK_NEGATED: lambda e: f"the attack of {e.name} is negated",
    EventKind.TARGET_CHANGED: lambda e: f"{e.name} attacks {e.other_name} instead",
    EventKind.RANDOM_CHOSEN: lambda e: f"{e.name} is chosen at random",
    EventKind.SUMMON_NEGATED: lambda e: f"the summon of {e.name} is negated",
    EventKind.CEASED: lambda e: f"{e.name} ceases to exist",
    EventKind.LP_LOST: lambda e: f"player {e.player} loses {e.value} life points",
    EventKind.COIN_TOSSED: lambda e: f"the coin shows {'heads' if e.value else 'tails'}",
    EventKind.DIE_ROLLED: lambda e: f"the die shows {e.value}",
}


@dataclass(frozen=True, slots=True)
class RefusalText:
    """Why a move is not legal: the refusal, the rule's ID, and the reason in words."""

    refusal: Refusal
    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


REFUSALS: Mapping[Refusal, RefusalText] = {
    refusal: RefusalText(refusal, rule, reason)
    for refusal, rule, reason in (
        (Refusal.DUEL_OVER, "WIN-1", "the duel is over"),
        (Refusal.OTHER_DECISION, "TURN-1", "another decision is waiting"),
        (Refusal.NO_SUCH_CARD, "", "the duel has no card of that number"),
        (Refusal.NOT_IN_HAND, "ZONE-1", "the card is not in the hand"),
        (Refusal.NOT_ON_FIELD, "ZONE-1", "the card is not in a monster zone"),
        (Refusal.NOT_CONTROLLED, "ZONE-1", "the card is the other player's"),
        (Refusal.NOT_NORMAL_SUMMONABLE, "SUM-1", "the card cannot be Normal Summoned"),
        (Refusal.NOT_SETTABLE, "SUM-15", "the card cannot be Set as a monster"),
        (Refusal.NO_NORMAL_SUMMON_LEFT, "SUM-1", "this turn's Normal Summon or Set is used"),
        (Refusal.NO_FREE_ZONE, "ZONE-2", "no zone is free for it"),
        (Refusal.TOO_FEW_TRIBUTES, "SUM-1", "there are too few monsters to Tribute"),
        (Refusal.TRIBUTE_FREES_NO_ZONE, "SUM-1", "that Tribute would free no zone"),
        (Refusal.NOT_SPELL_OR_TRAP, "ZONE-1", "the card is neither a Spell nor a Trap"),
        (Refusal.SET_FORBIDDEN, "EFF-9", "its text does not let it be Set"),
        (Refusal.ARRIVED_THIS_TURN, "POS-2", "it was Summoned or Set this turn"),
        (Refusal.ALREADY_CHANGED, "POS-2", "it has changed its position this turn"),
        (Refusal.HAS_ATTACKED, "BAT-10", "it has declared an attack this turn"),
        (Refusal.NO_DEFENCE_POSITION, "POS-2", "it cannot be in defence position"),
        (Refusal.NOT_FACE_UP, "SUM-2", "it is face-down; only a Flip Summon turns it"),
        (Refusal.NOT_SET_MONSTER, "SUM-2", "it is not in face-down defence position"),
        (Refusal.NO_BATTLE_ON_FIRST_TURN, "TURN-1", "the duel's first turn has no Battle Phase"),
        (Refusal.NOT_MAIN_PHASE_1, "TURN-1", "the Battle Phase follows Main Phase 1 only"),
        (
            Refusal.NO_MAIN_PHASE_2,
            "TURN-1",
            "Main Phase 2 follows the Battle Phase only, where the format has one",
        ),
        (Refusal.NOT_ATTACK_POSITION, "BAT-1", "it is not in face-up attack position"),
        (Refusal.ALREADY_ATTACKED, "BAT-1", "it has attacked this Battle Phase"),
        (Refusal.NOT_OPPONENTS_MONSTER, "BAT-1", "it is not a monster of the opponent"),
        (
            Refusal.MONSTERS_BAR_DIRECT_ATTACK,
            "BAT-1",
            "the opponent has monsters, so there is no direct attack",
        ),
        (Refusal.ZONE_NOT_FREE, "ZONE-2", "that zone is not free"),
        (
            Refusal.OUT_OF_ORDER,
            "",
            "cards are chosen in ascending order, each once, so that the rest can be chosen",
        ),
        (Refusal.NO_SUCH_EFFECT, "", "the card has no effect of that number"),
        (
            Refusal.NOT_USABLE_NOW,
            "ST-8",
            "its timing, condition, cost or targets do not allow it now",
        ),
        (Refusal.NOT_A_CHOICE, "EFF-3", "that is not among what may be chosen"),
        (Refusal.TOO_FEW_CHOSEN, "EFF-3", "more must be chosen"),
        (Refusal.MUST_CHOOSE, "EFF-12", "one of these must be activated"),
        (Refusal.SUMMON_FORBIDDEN, "SUM-3", "an effect forbids that summon"),
        (Refusal.POSITION_LOCKED, "EFF-9", "an effect keeps it in its position"),
        (Refusal.ATTACK_FORBIDDEN, "EFF-9", "an effect keeps it from attacking"),
        (Refusal.UNUSED_FIELDS, "", "the move says more than its kind needs"),
    )
}
"""Every refusal in words."""
