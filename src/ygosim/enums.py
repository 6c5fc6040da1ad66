"""The one source of the enumerations that Python and the compiled core share.

`tools/generate.py` writes `_core/enums.pxd` from this module.  `CardType`, `Attribute`,
`MonsterType`, `Position` and `LinkMarker` use the bit values of public card databases
(docs/formats.md); the others are counted from 0.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

__all__ = [
    "ON_PLAYERS",
    "Affects",
    "Attribute",
    "CardType",
    "Comparison",
    "Context",
    "Continuous",
    "CounterKind",
    "DecisionKind",
    "EffectFlag",
    "EffectKind",
    "EndCause",
    "EventKind",
    "Fact",
    "FilterFlag",
    "HandClass",
    "Limit",
    "LinkMarker",
    "Mark",
    "MonsterType",
    "MoveKind",
    "Phase",
    "Place",
    "PolicyKind",
    "Pool",
    "Position",
    "Property",
    "Reason",
    "Refusal",
    "Result",
    "Trigger",
    "Until",
    "Use",
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
    RESPONSE = 8
    TRIGGER = 9
    CARD = 10
    YES_NO = 11
    OPTION = 12
    POSITION = 13


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
    SPECIAL_SUMMON = 16
    ACTIVATE = 17
    PASS = 18
    CHOOSE_CARD = 19
    FINISH = 20
    YES = 21
    NO = 22
    CHOOSE_OPTION = 23
    CHOOSE_POSITION = 24


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
    SPECIAL_SUMMONED = 16
    ACTIVATED = 17
    TARGETED = 18
    RESOLVING = 19
    ACTIVATION_NEGATED = 20
    EFFECT_NEGATED = 21
    CHAIN_ENDED = 22
    LP_GAINED = 23
    LP_PAID = 24
    SHUFFLED = 25
    REVEALED = 26
    EQUIPPED = 27
    CONTROL_CHANGED = 28
    COUNTERS_CHANGED = 29
    ATTACK_NEGATED = 30
    TARGET_CHANGED = 31
    RANDOM_CHOSEN = 32
    COIN_TOSSED = 33
    DIE_ROLLED = 34
    SUMMON_NEGATED = 35
    LP_LOST = 36
    CEASED = 37
    PILES_SWAPPED = 38


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
    EFFECT = 9
    EFFECT_DESTRUCTION = 10
    EFFECT_DISCARD = 11
    COST = 12
    COST_TRIBUTE = 13
    COST_DISCARD = 14
    EFFECT_TRIBUTE = 15
    LOST_TARGET = 16
    FUSION_MATERIAL = 17


class EndCause(IntEnum):
    """Why a duel ended."""

    NONE = 0
    LIFE_POINTS = 1
    DECK_OUT = 2
    TURN_LIMIT = 3
    DECISION_LIMIT = 4
    POOL_LIMIT = 5
    FUEL_LIMIT = 6
    CARD_EFFECT = 7


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
    NO_SUCH_EFFECT = 30
    NOT_USABLE_NOW = 31
    NOT_A_CHOICE = 32
    TOO_FEW_CHOSEN = 33
    MUST_CHOOSE = 34
    SUMMON_FORBIDDEN = 35
    POSITION_LOCKED = 36
    ATTACK_FORBIDDEN = 37
    SET_FORBIDDEN = 38


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


class EffectKind(IntEnum):
    """What sort of effect it is (EFF-1, CHAIN-2)."""

    ACTIVATION = 0
    IGNITION = 1
    TRIGGER = 2
    QUICK = 3
    CONTINUOUS = 4
    REACTION = 5
    PROCEDURE = 6
    REPLACEMENT = 7


class Trigger(IntEnum):
    """What happened, as effects answer it.

    REACTION effects answer at once and start no chain, the others as CHAIN-5 and CHAIN-6 say.
    """

    NONE = 0
    NORMAL_SUMMONED = 1
    FLIP_SUMMONED = 2
    SPECIAL_SUMMONED = 3
    FLIPPED = 4
    SENT_TO_GRAVE = 5
    BANISHED = 6
    LEFT_FIELD = 7
    DESTROYED = 8
    DESTROYED_BY_BATTLE = 9
    DESTROYS_BY_BATTLE = 10
    BATTLE_DAMAGE = 11
    BATTLED = 12
    DAMAGE_STEP_ENDED = 13
    ATTACK_DECLARED = 14
    ATTACK_TARGETED = 15
    CHAIN_LINK = 16
    STANDBY_PHASE = 17
    END_PHASE = 18
    LINK_RESOLVED = 19
    ADDED_TO_HAND = 20
    RETURNED_TO_DECK = 21
    TRIBUTED = 22
    DISCARDED = 23
    POSITION_CHANGED = 24
    DRAWN = 25
    SUMMON_PENDING = 26
    EFFECT_DAMAGE = 27
    CONTROL_CHANGED = 28
    SET = 29
    ACTIVATED = 30
    TARGETED = 31
    BEFORE_DAMAGE_CALCULATION = 32
    DAMAGE_CALCULATION = 33
    MADE_OF = 34


class EffectFlag(IntFlag):
    """What else is said of an effect."""

    OPTIONAL = 0x1
    WHEN = 0x2
    SELF = 0x4
    DAMAGE_STEP = 0x8
    DAMAGE_CALCULATION = 0x10
    TARGETS = 0x20
    CANNOT_BE_NEGATED = 0x40
    NEGATES_WHAT_LEFT = 0x80
    TARGETS_MONSTERS = 0x100
    WORKS_FACE_DOWN = 0x200
    ONLY_EQUIPS = 0x400
    MAIN_PHASE_1_ONLY = 0x800
    ON_OPPONENT_TURN = 0x1000
    ON_OWN_TURN = 0x2000
    LIMIT_SURVIVES_FACE_DOWN = 0x4000
    CANNOT_BE_RESPONDED = 0x8000
    MOVES_FROM_GRAVEYARD = 0x10000
    MOVES_GRAVEYARDS_TOO = 0x20000
    SINCE_MARKED = 0x40000
    AS_SUMMONED = 0x80000
    IS_FLIP = 0x100000


class Limit(IntEnum):
    """How often an effect may be used (EFF-5, ST-9)."""

    NONE = 0
    CARD_PER_TURN = 1
    NAME_PER_TURN = 2
    ACTIVATE_NAME_PER_TURN = 3
    CARD_PER_CHAIN = 4
    NAME_PER_DUEL = 5
    CARD_PER_BATTLE = 6
    ACTIVATE_NAME_PER_DUEL = 7


class Continuous(IntEnum):
    """What a continuous or lingering effect does."""

    NONE = 0
    ADD_ATK = 1
    ADD_DEF = 2
    SET_ORIGINAL_ATK = 3
    SET_ORIGINAL_DEF = 4
    FIX_ATK = 5
    FIX_DEF = 6
    FINAL_ATK = 7
    FINAL_DEF = 8
    PROPERTY = 9
    CONTROL = 10
    CANNOT_ACTIVATE = 11
    CANNOT_BANISH_FROM_GRAVEYARD = 12
    FLAG = 13
    DESTROYS_ITSELF = 14
    WINS = 15
    INSTEAD_OF_GRAVEYARD = 16
    CANNOT_DRAW = 17
    CANNOT_SUMMON = 18
    LATER = 19
    GRAVEYARD_STAYS = 20
    DAMAGE_CHANGES = 21
    TRAPS_FROM_HAND = 22
    COUNTS_AS_TRIBUTES = 23


ON_PLAYERS = (
    Continuous.CANNOT_ACTIVATE,
    Continuous.CANNOT_BANISH_FROM_GRAVEYARD,
    Continuous.INSTEAD_OF_GRAVEYARD,
    Continuous.CANNOT_DRAW,
    Continuous.CANNOT_SUMMON,
    Continuous.GRAVEYARD_STAYS,
    Continuous.DAMAGE_CHANGES,
    Continuous.TRAPS_FROM_HAND,
)
"""What holds of players; everything else of cards."""


class Affects(IntEnum):
    """Whom a continuous effect works on."""

    THIS = 0
    HOST = 1
    FIELD = 2
    ME = 3
    OPPONENT = 4
    BOTH = 5


class Property(IntFlag):
    """What holds of a card on the field as long as something says so."""

    NEGATED = 0x1
    NO_BATTLE_DESTRUCTION = 0x2
    NO_EFFECT_DESTRUCTION = 0x4
    CANNOT_ATTACK = 0x8
    CANNOT_CHANGE_POSITION = 0x10
    DIRECT_ATTACK = 0x20
    PIERCE = 0x40
    UNAFFECTED_BY_SPELLS = 0x80
    UNAFFECTED_BY_TRAPS = 0x100
    UNAFFECTED_BY_MONSTERS = 0x200
    CANNOT_BE_TARGETED = 0x400
    CANNOT_BE_ATTACK_TARGET = 0x800
    CANNOT_BE_TRIBUTED = 0x1000
    NORMAL_SUMMON_CANNOT_BE_NEGATED = 0x2000
    BANISHED_WHEN_LEAVING = 0x4000
    NO_TRIBUTE_FOR_SUMMON = 0x8000
    ATTACKS_IN_DEFENCE = 0x10000
    REFLECTS_BATTLE_DAMAGE = 0x20000
    DOUBLES_BATTLE_DAMAGE = 0x40000
    HALVES_BATTLE_DAMAGE = 0x80000
    CANNOT_ATTACK_DIRECTLY = 0x100000
    CANNOT_DECLARE_ATTACK = 0x200000
    LIES_IN_DEFENCE = 0x400000


class DamageChange(IntFlag):
    """What becomes of the damage that a player takes (LP-1).

    Each is applied once, to the whole amount: halved twice is halved, doubled and halved are
    neither, and none is none whatever else there is.
    """

    NO_BATTLE_DAMAGE = 0x1
    HALF_BATTLE_DAMAGE = 0x2
    DOUBLE_BATTLE_DAMAGE = 0x4
    NO_EFFECT_DAMAGE = 0x8
    HALF_EFFECT_DAMAGE = 0x10
    DOUBLE_EFFECT_DAMAGE = 0x20


class Until(IntFlag):
    """When a lingering effect ends."""

    LEAVES = 0x1
    FACE_DOWN = 0x2
    END_OF_TURN = 0x4
    CONTROL_CHANGES = 0x8
    SOURCE_LEAVES = 0x10
    END_PHASE_CHOICE = 0x20
    DONE = 0x40
    DAMAGE_CALCULATION_ENDS = 0x80
    DAMAGE_STEP_ENDS = 0x100
    NEGATED = 0x200


class FilterFlag(IntFlag):
    """What a card filter asks beyond printed facts and places."""

    FACE_UP = 0x1
    FACE_DOWN = 0x2
    ATTACK_POSITION = 0x4
    DEFENCE_POSITION = 0x8
    NOT_THIS = 0x10
    CAN_BE_TARGETED = 0x20
    CAN_BE_BANISHED = 0x40
    CAN_BE_SUMMONED = 0x80
    CAN_CHANGE_CONTROL = 0x100
    CAN_BE_TURNED_FACE_DOWN = 0x200
    CAN_CHANGE_POSITION = 0x400
    CAN_BE_TRIBUTED = 0x800
    IN_MAIN_ZONE_IF_FULL = 0x1000
    CAN_BE_SET = 0x2000
    HAS_DEF = 0x4000
    CAN_GO_TO_HAND = 0x10000
    CAN_GO_TO_DECK = 0x20000
    CAN_GO_TO_GRAVEYARD = 0x40000
    IGNORE_CONDITIONS = 0x80000
    CAN_BE_MATERIAL = 0x100000
    LEAVES_EXTRA_DECK_ZONE = 0x200000
    CAN_PAY_TO_GRAVEYARD = 0x400000


class Comparison(IntEnum):
    """How two numbers are compared."""

    EQUAL = 0
    NOT_EQUAL = 1
    LESS = 2
    AT_MOST = 3
    GREATER = 4
    AT_LEAST = 5
    HAS_BITS = 6


class Fact(IntEnum):
    """A number that a card has."""

    ATK = 0
    DEF = 1
    ORIGINAL_ATK = 2
    ORIGINAL_DEF = 3
    LEVEL = 4
    TYPE = 5
    ATTRIBUTE = 6
    MONSTER_TYPE = 7
    NAME = 8
    OWNER = 9
    CONTROLLER = 10
    PLACE = 11
    SLOT = 12
    POSITION = 13
    COUNTERS = 14
    PROPERTIES = 15
    ATTACHED_TO = 16
    IS_FACE_UP = 17
    ATTACKS_DECLARED = 18
    FLAGS = 19
    ARRIVED = 20
    NUMBER = 21
    BATTLE_DESTROYED = 22
    HOLDERS = 23
    DOOMED = 24
    GOES_TO_GRAVEYARD = 25
    MARKED_BY = 26


class Context(IntEnum):
    """What an effect's program can ask about its use and the duel."""

    THIS = 0
    ME = 1
    OPPONENT = 2
    TURN_PLAYER = 3
    PHASE = 4
    MY_LP = 5
    OPPONENT_LP = 6
    EVENT_CARD = 7
    EVENT_OTHER = 8
    EVENT_PLAYER = 9
    EVENT_VALUE = 10
    EVENT_REASON = 11
    EVENT_FROM_PLACE = 12
    ATTACKER = 13
    ATTACK_TARGET = 14
    LABEL = 15
    MY_DECK = 16
    OPPONENT_DECK = 17
    MY_HAND = 18
    OPPONENT_HAND = 19
    MY_FREE_ZONES = 20
    OPPONENT_FREE_ZONES = 21
    MY_FREE_SPELL_TRAP_ZONES = 22
    THIS_IS_THE_SAME = 23
    HOST = 24
    ANSWERED_CARD = 25
    ANSWERED_KIND = 26
    ANSWERED_TYPE = 27
    ANSWERED_TARGETS = 28
    ANSWERED_CARD_IS_THE_SAME = 29
    NORMAL_SUMMON_LIMIT = 30
    TARGET_WAS_FACE_DOWN = 31
    ATTACK_STANDS = 32
    EVENT_POSITION = 33
    MY_MONSTERS = 34
    OPPONENT_MONSTERS = 35
    MY_SPELL_TRAP_CARDS = 36
    TURN = 37
    DAMAGE_CALCULATED = 38
    AFFECTED = 39
    MY_EXTRA_DECK_ZONES = 40
    MY_SUMMONS = 41
    I_CAN_SPECIAL_SUMMON = 42
    I_CAN_DRAW = 43
    OPPONENT_CAN_DRAW = 44
    MY_BATTLE_DAMAGE = 45
    MY_ACTIVATIONS = 46
    EVENT_FROM_PLAYER = 47
    LINKS_OF_THIS = 48
    OPPONENT_CAN_SPECIAL_SUMMON = 49
    USES = 50


class Recipe(IntEnum):
    """How cards make a monster: which sets of materials do (SUM-6, SUM-7)."""

    FUSION = 0
    RITUAL_EXACT = 1
    RITUAL_OR_MORE = 2


class CounterKind(IntEnum):
    """The counters that cards may bear (EFF-14), by the numbers of public engines.

    TURNS is none of the game's: it counts in how many turns a card has done what it does then.
    """

    TURNS = 0
    SPELL_COUNTER = 1


class Pool(IntEnum):
    """A part of the state that may run full; the duel is aborted then and names it."""

    NONE = 0
    CHAIN_LINKS = 1
    PROGRAM_FRAMES = 2
    LINGERING = 3
    HAPPENINGS = 4
    USES = 5
    COUNTERS = 6
    TRIGGERS = 7
    PROCEDURES = 8
    TOKENS = 9
    RESTRICTIONS = 10
    CONTINUOUS = 11
    OPTIONS = 12


class Use(IntEnum):
    """What an effect is good for: how the greedy player judges whether to use it."""

    PLAIN = 0
    HARMS_TARGET = 1
    HELPS_TARGET = 2
    SWEEPS_MONSTERS = 3
    SWEEPS_SPELLS = 4
    SWAPS = 5
    GIVES_ITSELF_UP = 6
    TURNS_ITSELF = 7
