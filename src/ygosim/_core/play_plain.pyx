"""One duel of a run, without card effects: compiled with YGOSIM_EFFECTS=0.  See play.pxd."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from ygosim._core.layout cimport DuelTemplate
from ygosim._core.play cimport askers_t, duel_play, result_t
from ygosim._core.track cimport tracker_t


cdef int duel_play_plain(
    const DuelTemplate* template_, uint64_t seed, uint64_t k, int first,
    const uint8_t* kinds, askers_t* askers, bint checks, const tracker_t* tracker,
    uint16_t* turns, result_t* result
) noexcept nogil:
    return duel_play(
        template_, seed, k, first, kinds, askers, checks, tracker, turns, result)
