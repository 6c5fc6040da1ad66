"""One duel of a run, with card effects.  See play.pxd."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from ygosim._core.layout cimport DuelTemplate
from ygosim._core.play cimport askers_t, result_t
from ygosim._core.track cimport tracker_t


# `duel_play`.  Precondition: the template is one with effects.
cdef int duel_play_effects(
    const DuelTemplate* template_, uint64_t seed, uint64_t k, int first,
    const uint8_t* kinds, askers_t* askers, bint checks, const tracker_t* tracker,
    uint16_t* turns, result_t* result
) noexcept nogil
