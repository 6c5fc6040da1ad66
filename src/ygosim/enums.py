"""The one source of the enumerations that Python and the compiled core share.

`tools/generate.py` writes `_core/enums.pxd` from this module.  `CardType`, `Attribute`,
`MonsterType`, `Position` and `LinkMarker` use the bit values of public card databases
(docs/formats.md); the others are counted from 0.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

__all__ = [
    "Attribute",
    "CardType",
    "DecisionKind",
    "EndCause",
    "EventKind",
    "HandClass",
    "LinkMarker",
    "Mark",
    "MonsterType",
    "MoveKind",
    "Phase",
    "Place",
    "PolicyKind",
    "Position",
    "Reason",
    "Refusal",
    "Result",
]


class CardType(IntFlag):
    """What a card is: the `type` column of card databases."""

    MONSTER = 0x1
    SPELL = 0x2
    TRAP = 0x4
    NORMAL = 0x10
    EFFECT = 0x20
    FUSION = 0x40
    RITUAL = 0x80
    TRAP_MONSTER = 0x100
    SPIRIT = 0x200
    UNION = 0x400
    GEMINI = 0x800
    TUNER = 0x1000
    SYNCHRO = 0x2000
    TOKEN = 0x4000
    MAXIMUM = 0x8000
    QUICK_PLAY = 0x10000
    CONTINUOUS = 0x20000
    EQUIP = 0x40000
    FIELD = 0x80000
    COUNTER = 0x100000
    FLIP = 0x200000
    TOON = 0x400000
    XYZ = 0x800000
    PENDULUM = 0x1000000
    SPECIAL_SUMMON_ONLY = 0x2000000
    LINK = 0x4000000
    SKILL = 0x8000000
    ACTION = 0x10000000


class Attribute(IntFlag):
    """A monster's attribute."""

    EARTH = 0x1
    WATER = 0x2
    FIRE = 0x4
    WIND = 0x8
    LIGHT = 0x10
    DARK = 0x20
    DIVINE = 0x40


class MonsterType(IntFlag):
    """A monster's type: the `race` column of card databases."""

    WARRIOR = 0x1
    SPELLCASTER = 0x2
    FAIRY = 0x4
    FIEND = 0x8
    ZOMBIE = 0x10
    MACHINE = 0x20
    AQUA = 0x40
    PYRO = 0x80
    ROCK = 0x100
    WINGED_BEAST = 0x200
    PLANT = 0x400
    INSECT = 0x800
    THUNDER = 0x1000
    DRAGON = 0x2000
    BEAST = 0x4000
    BEAST_WARRIOR = 0x8000
    DINOSAUR = 0x10000
    FISH = 0x20000
    SEA_SERPENT = 0x40000
    REPTILE = 0x80000
    PSYCHIC = 0x100000
    DIVINE_BEAST = 0x200000
    CREATOR_GOD = 0x400000
    WYRM = 0x800000
    CYBERSE = 0x1000000
    ILLUSION = 0x2000000
    CYBORG = 0x4000000
    MAGICAL_KNIGHT = 0x8000000
    HIGH_DRAGON = 0x10000000
    OMEGA_PSYCHIC = 0x20000000
    CELESTIAL_WARRIOR = 0x40000000
    GALAXY = 0x80000000
    YOKAI = 0x4000000000000000


class LinkMarker(IntFlag):
    """Where a Link Monster points: the `def` column of card databases."""

    BOTTOM_LEFT = 0x1
    BOTTOM = 0x2
    BOTTOM_RIGHT = 0x4
    LEFT = 0x8
    RIGHT = 0x20
    TOP_LEFT = 0x40
    TOP = 0x80
    TOP_RIGHT = 0x100


class Position(IntEnum):
    """How a card lies."""

    FACE_UP_ATTACK = 1
    FACE_DOWN_ATTACK = 2
    FACE_UP_DEFENCE = 4
    FACE_DOWN_DEFENCE = 8


class Place(IntEnum):
    """Where a card is.

    Slots of the monster zones are 0-4 from the controller's left, then 5 and 6 for the
    extra monster zones; slots of the spell & trap zones are 0-4, 5 for the field zone,
    then 6 and 7 for separate pendulum zones.  Formats with three columns use 1-3.  The
    first five places are piles: ordered, with slots from 0 (a deck's top card is its last).
    """

    DECK = 0
    HAND = 1
    GRAVEYARD = 2
    BANISHED = 3
    EXTRA_DECK = 4
    MONSTER_ZONE = 5
    SPELL_TRAP_ZONE = 6
    XYZ_MATERIAL = 7


class Phase(IntEnum):
    """The phases of a turn, in order (TURN-1)."""

    DRAW = 0
    STANDBY = 1
    MAIN_1 = 2
    BATTLE = 3
    MAIN_2 = 4
    END = 5


class DecisionKind(IntEnum):
    """What a player is asked."""

    NONE = 0
    MAIN_PHASE = 1
    BATTLE_PHASE = 2
    TRIBUTE = 3
    ZONE = 4
    ATTACK_TARGET = 5
    REPLAY = 6
    DISCARD = 7


class MoveKind(IntEnum):
    """What a player may answer; one option record has one kind."""

    NONE = 0
    NORMAL_SUMMON = 1
    SET_MONSTER = 2
    SET_SPELL_TRAP = 3
    FLIP_SUMMON = 4
    CHANGE_POSITION = 5
    ENTER_BATTLE_PHASE = 6
    ENTER_MAIN_PHASE_2 = 7
    END_TURN = 8
    ATTACK = 9
    CHOOSE_TRIBUTE = 10
    CHOOSE_ZONE = 11
    CHOOSE_TARGET = 12
    ATTACK_DIRECTLY = 13
    CALL_OFF_ATTACK = 14
    CHOOSE_DISCARD = 15


class EventKind(IntEnum):
    """What happened."""

    NONE = 0
    DUEL_STARTED = 1
    TURN_STARTED = 2
    PHASE_STARTED = 3
    DRAWN = 4
    NORMAL_SUMMONED = 5
    SET = 6
    FLIP_SUMMONED = 7
    POSITION_CHANGED = 8
    MOVED = 9
    ATTACK_DECLARED = 10
    ATTACK_CALLED_OFF = 11
    FLIPPED = 12
    DAMAGE_CALCULATED = 13
    DAMAGE_TAKEN = 14
    DUEL_ENDED = 15


class Reason(IntEnum):
    """Why a card moved."""

    NONE = 0
    RULE = 1
    TRIBUTE = 2
    BATTLE = 3
    DISCARD_RULE = 4
    SUMMON = 5
    SET = 6
    DRAW = 7
    RULE_DESTRUCTION = 8


class EndCause(IntEnum):
    """Why a duel ended."""

    NONE = 0
    LIFE_POINTS = 1
    DECK_OUT = 2
    TURN_LIMIT = 3
    DECISION_LIMIT = 4


class Refusal(IntEnum):
    """Why a move is not legal; `ygosim.duel` gives each its rule and its words."""

    NONE = 0
    DUEL_OVER = 1
    OTHER_DECISION = 2
    NO_SUCH_CARD = 3
    NOT_IN_HAND = 4
    NOT_ON_FIELD = 5
    NOT_CONTROLLED = 6
    NOT_NORMAL_SUMMONABLE = 7
    NOT_SETTABLE = 8
    NO_NORMAL_SUMMON_LEFT = 9
    NO_FREE_ZONE = 10
    TOO_FEW_TRIBUTES = 11
    TRIBUTE_FREES_NO_ZONE = 12
    NOT_SPELL_OR_TRAP = 13
    ARRIVED_THIS_TURN = 14
    ALREADY_CHANGED = 15
    HAS_ATTACKED = 16
    NO_DEFENCE_POSITION = 17
    NOT_FACE_UP = 18
    NOT_SET_MONSTER = 19
    NO_BATTLE_ON_FIRST_TURN = 20
    NOT_MAIN_PHASE_1 = 21
    NO_MAIN_PHASE_2 = 22
    NOT_ATTACK_POSITION = 23
    ALREADY_ATTACKED = 24
    NOT_OPPONENTS_MONSTER = 25
    MONSTERS_BAR_DIRECT_ATTACK = 26
    ZONE_NOT_FREE = 27
    OUT_OF_ORDER = 28
    UNUSED_FIELDS = 29


class PolicyKind(IntEnum):
    """Who decides for a deck."""

    RANDOM = 0
    GREEDY = 1
    CALLBACK = 2


class Mark(IntEnum):
    """What a view says of a card beyond its facts, one bit each."""

    MAY_CHANGE = 1
    MAY_ATTACK = 2
    ARRIVED = 4
    POSITION_CHANGED = 8
    ATTACK_DECLARED = 16
    CHOSEN = 32
    NO_DEFENCE = 64


class Result(IntEnum):
    """How a duel stands for one player."""

    NONE = 0
    WON = 1
    LOST = 2
    DRAWN = 3
    ABORTED = 4


class HandClass(IntEnum):
    """How a card may leave the hand in a main phase.

    The first four are also the number of tributes that a Normal Summon takes (SUM-1); one
    that takes three cannot be Set (SUM-15).
    """

    NO_TRIBUTE = 0
    ONE_TRIBUTE = 1
    TWO_TRIBUTES = 2
    THREE_TRIBUTES = 3
    SPELL_TRAP = 4
    FIELD_SPELL = 5
    STAYS = 6
