"""Conditions over a duel's state, evaluated at C speed: small programs on a stack of numbers.

A program is verified when its `Tracker` is made; so what runs it need not check anything.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from ygosim._core.bitset cimport bitset_t
from ygosim._core.layout cimport DuelState, DuelTemplate

cdef enum:
    MAX_TRACKED = 64      # conditions of a tracker: a bit each says which are still open
    # Numbers on the stack at the same time: each of the 40 levels that parentheses nest adds
    # at most four, one for each of | & + and a comparison.
    MAX_TRACK_STACK = 256

# What a step does.  Players are those of the caller: see `track_update`.
cdef enum track_op_t:
    TRACK_NUMBER         # push `value`
    TRACK_TURN           # push the turn's number
    TRACK_PHASE          # push PHASE_…
    TRACK_TURN_PLAYER    # push whose turn it is
    TRACK_FIRST_PLAYER   # push who goes first
    TRACK_LP             # push the life points of `player`
    TRACK_COUNT          # push how many cards of `player` pass; `tests` steps follow
    TRACK_TEST           # within a count: FACT_… `flags`, comparison `player`, `value`
    TRACK_ADD            # pop two, push their sum
    TRACK_COMPARE        # pop two, push whether comparison `player` holds
    TRACK_NOT            # pop one, push whether it is 0
    TRACK_AND            # pop two, push whether neither is 0
    TRACK_OR             # pop two, push whether one is not 0
    N_TRACK_OP

cdef enum track_comparison_t:
    TRACK_AT_LEAST
    TRACK_AT_MOST
    TRACK_EQUAL
    TRACK_UNEQUAL
    TRACK_MORE
    TRACK_LESS
    N_TRACK_COMPARISON

# How a card that is counted lies; the two bits of a pair together let nothing through.
cdef enum:
    TRACK_FACE_UP = 1
    TRACK_FACE_DOWN = 2
    TRACK_ATTACK = 4    # either way up
    TRACK_DEFENCE = 8
    TRACK_FLAGS = 15

ctypedef struct track_step_t:
    int32_t value     # a number
    uint16_t cards    # index of a set of cards
    uint16_t places   # bit per PLACE_…
    uint8_t op        # track_op_t
    uint8_t player    # 0 or 1, or a track_comparison_t
    uint8_t flags     # TRACK_FACE_UP …, or FACT_…
    uint8_t tests     # TRACK_TEST steps behind a TRACK_COUNT

# The conditions that are tracked.  Memory is the Tracker's.
ctypedef struct tracker_t:
    const track_step_t* steps  # of all conditions, one after the other
    const bitset_t* cards      # the sets that steps name
    const uint32_t* starts     # of condition i: steps starts[i] to starts[i + 1]
    uint64_t all_              # a bit for each condition

# Whether condition i holds.  Player p of the condition is player p ^ `first` of the state.
cdef bint track_holds(
    const DuelTemplate* template_, const DuelState* state, const tracker_t* tracker, int i,
    int first
) noexcept nogil

# Evaluates the conditions of `open`, a bit each, and writes the turn into turns[i] of those
# that hold.  Returns those that are still open.
cdef uint64_t track_update(
    const DuelTemplate* template_, const DuelState* state, const tracker_t* tracker, int first,
    uint64_t open, uint16_t* turns
) noexcept nogil

# Conditions made ready for duels of one template.
cdef class Tracker:
    cdef tracker_t c
    cdef readonly int count       # conditions
    cdef object _steps, _cards, _starts  # what `c` points into
    cdef _verify(self)
