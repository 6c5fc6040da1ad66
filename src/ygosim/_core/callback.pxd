"""Functions of the user, called at C speed: what they are shown, and how they are held.

`ygo_view` and the signature stand in include/ygosim.h, the one source for C and for Cython.
Who cimports this room compiles with `ygosim.get_include()` on the include path.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t, uint64_t

from ygosim._core.moves cimport moves_t
from ygosim._core.rng cimport rng_mix, rng_next, rng_t
from ygosim._core.layout cimport STATE_VERSION, DuelState, DuelTemplate
from ygosim._core.types cimport move_t, player_t

cdef extern from "ygosim.h" nogil:
    enum:
        YGO_VIEW_VERSION
        YGO_MAX_HAND
        YGO_MAX_OPTIONS
        YGO_NONE
        YGO_FAILED
    const char* YGO_CAPSULE_NAME

    ctypedef struct ygo_card:
        int64_t monster_type
        uint32_t passcode
        int32_t type
        int32_t atk
        int32_t def_
        int16_t attribute
        int8_t level
        int8_t tributes
        int8_t position
        int8_t spare
        int16_t marks

    ctypedef struct ygo_option:
        uint32_t passcode
        int16_t index
        int8_t kind
        int8_t side
        int8_t place
        int8_t tributes
        int8_t spare[2]

    ctypedef struct ygo_view:
        uint32_t version
        uint32_t size
        int32_t random[2]
        int32_t lp[2]
        int32_t decisions
        int32_t turn
        int32_t option_count
        int8_t player
        int8_t your_turn
        int8_t phase
        int8_t decision
        int8_t result
        int8_t end_cause
        int8_t opened_by
        int8_t about_place
        int16_t about_index
        int16_t needed
        int16_t normal_summons_left
        int16_t deck_count[2]
        int16_t hand_count[2]
        int16_t graveyard_count[2]
        int16_t banished_count[2]
        int16_t extra_count[2]
        int16_t monsters_used[2]
        int16_t spell_traps_used[2]
        int8_t spare[2]
        ygo_card monsters[2][8]
        ygo_card spell_traps[2][8]
        ygo_card hand[128]
        ygo_option options[512]

    ctypedef int32_t (*ygo_function)(const ygo_view* view, void* data) noexcept nogil

# A function and what it is called with.  Borrowed: whoever made it (`Callback`) keeps alive
# what both point to.
ctypedef struct callback_t:
    ygo_function function
    void* data


# Shows `player` the duel.  `view` is all 0, or was filled for the same player before: what
# lies past its counts is left as it was.  `moves` are those of the waiting decision, unused
# if it is not the player's.  `options` holds MAX_MOVES and gets the move behind each option;
# it is the caller's own, so that nothing written into a view can become a move.  `random` is
# left alone.
cdef void view_fill(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves,
    player_t player, ygo_view* view, move_t* options
) noexcept nogil

# A copy of a view as an array of one VIEW_DTYPE.
cdef view_array(const ygo_view* view)

# What the bytes of the core look like that this module was compiled with; see `core_check`.
cdef uint64_t core_layout() noexcept nogil


# The answer of a policy to the waiting decision: an index into `options`, which this fills
# as `view_fill` does; or whatever else it returned, for the caller to refuse.
cdef inline int32_t callback_decide(
    const callback_t* callback, const DuelTemplate* template_, const DuelState* state,
    const moves_t* moves, rng_t* rng, ygo_view* view, move_t* options
) noexcept nogil:
    cdef uint64_t bits = rng_next(rng)
    view_fill(template_, state, moves, state.decision_player, view, options)
    view.random[0] = <int32_t>(bits >> 33)
    view.random[1] = <int32_t>(bits >> 1 & 0x7FFFFFFF)
    return callback.function(view, callback.data)


cdef inline uint64_t layout_here() noexcept nogil:
    # Compiled into whoever uses it: the layout as that module knows it.
    cdef uint64_t layout = rng_mix(<uint64_t>STATE_VERSION << 32 | <uint64_t>YGO_VIEW_VERSION)
    layout = rng_mix(layout ^ <uint64_t>sizeof(DuelState) << 32 ^ <uint64_t>sizeof(DuelTemplate))
    return rng_mix(layout ^ <uint64_t>sizeof(moves_t) << 32 ^ <uint64_t>sizeof(ygo_view))


# To be called when a module that was compiled against the core is imported: ImportError if
# the core that is installed now has another layout.
cdef inline int core_check() except -1:
    if layout_here() != core_layout():
        raise ImportError(
            "this module was compiled against another version of ygosim; compile it again")
    return 0


# A function of the user with everything that it needs to stay alive.
cdef class Callback:
    cdef callback_t c
    cdef readonly object owner    # kept alive: the compiled function, the library, …
    cdef readonly object python   # takes an array of one VIEW_DTYPE; None if there is none
    cdef readonly str name        # for messages
    cdef readonly str kind        # "policy", "predicate", or "" where nobody said
    cdef readonly dict failures   # thread -> what its last call of `python` raised
    cdef _take_capsule(self, capsule)
    cdef _take_address(self, address)
    cdef _take_ctypes(self, function)
