"""The core's own type names and limits.  An index never shares a type name with a count."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

ctypedef uint8_t card_t        # a card of this duel: index into the per-card arrays
ctypedef uint16_t code_t       # a card definition: index into the template's definitions
ctypedef uint8_t player_t      # 0 goes first, 1 second
ctypedef uint8_t slot_t        # a zone's number, or an index in a pile
ctypedef uint8_t zone_mask_t   # bit i = slot i
ctypedef uint32_t move_t       # a move, which is an option record: see move_make

cdef enum:
    N_PILES = 5          # PLACE_DECK .. PLACE_EXTRA_DECK
    PILE_CAPACITY = 128  # 100 main + 20 extra: no more cards have one owner (tokens have no pile)
    N_MONSTER_ZONES = 7  # 0-4, and 5 and 6 for the extra monster zones
    N_SLOTS = 8          # slots of a row of zones: 7 monster zones and one spare, 8 others
    MAX_CARDS = 255      # instances are 0 … 253 at most: 2 * 120, and tokens
    MAX_DEFINITIONS = 255
    CARD_NONE = 255
    PLAYER_NONE = 255
    PLACE_NOWHERE = 8    # a token that does not exist; a monster whose summon may be negated
    ANY_NUMBER = 255     # of Normal Summons left
    WINNER_DRAW = 2
    MAX_FRAMES = 16      # procedures open at once
    MAX_LINKS = 32       # of a chain
    LINK_NONE = 255      # no chain link
    BOTH_PLAYERS = 2     # in place of a player, where both do something
    MAX_PROGRAM_FRAMES = 4  # programs open at once
    N_REGISTERS = 16     # number registers of a program frame
    N_SETS = 6           # set registers of a program frame
    MAX_LINGERING = 128  # lingering effects at once
    MAX_HAPPENINGS = 96  # between two looks for triggers
    MAX_USES = 64        # counted uses of one turn
    MAX_COUNTERS = 32    # kinds of counters on cards
    MAX_RESTRICTIONS = 16  # that hold for players at once
    MAX_TRIGGERS = 48    # triggers that wait for their place on one chain
    MAX_EFFECTS = 1024   # of a template
    MAX_FILTERS = 512    # of a template
    MAX_MATERIALS = 6        # that a Fusion Monster names; no printed one names more
    MAX_INSTRUCTIONS = 16384  # of a template
    TURN_FUEL = 1000000       # instructions of one turn's programs, checks apart
    MAX_EVENTS = 159     # of one move up to the next decision: 120 discards, a turn, draws
    FIELD_ZONE = 5       # slot of the field zone in the row of spell & trap zones
    EXTRA_ZONES = 0x60   # the extra monster zones' bits in a mask of monster zones

cdef extern from *:
    """
    #define YGO_STATIC_ASSERT(condition) _Static_assert(condition, #condition)
    #ifndef YGOSIM_CHECKED
    #define YGOSIM_CHECKED 0
    #endif
    """
    # Whether this build holds each state that a duel comes to against every invariant.
    bint YGOSIM_CHECKED
    # In the body of a function: what does not hold does not compile.
    void YGO_STATIC_ASSERT(bint condition) noexcept nogil


# Moves -----------------------------------------------------------------------------------


# A move is one integer, and so is an option record:
#
#     bits  31 … 24   23 … 16   15 … 8   7 … 0
#           0         slot      card     MOVE_KIND_…
#
# `card` is the card that acts or is chosen; `slot` the zone of CHOOSE_ZONE, the option, the
# position, or which of the card's effects ACTIVATE and SPECIAL_SUMMON are about (from 0).  What
# a kind does not use is 0.
cdef inline move_t move_make(uint8_t kind, uint32_t card, uint32_t slot) noexcept nogil:
    return <move_t>kind | card << 8 | slot << 16


cdef inline uint8_t move_kind(move_t move) noexcept nogil:
    return <uint8_t>(move & 0xFF)


cdef inline card_t move_card(move_t move) noexcept nogil:
    return <card_t>(move >> 8 & 0xFF)


cdef inline slot_t move_slot(move_t move) noexcept nogil:
    return <slot_t>(move >> 16 & 0xFF)
