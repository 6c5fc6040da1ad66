# Randomness: xoshiro256++ seeded by splitmix64, with exactly uniform bounded draws.
#
# Nothing else in ygosim draws random numbers.  A generator is 32 bytes of plain state, so it
# is copied, compared and saved with whatever holds it.  Trial `k` of seed `s` has its own
# stream: a result depends on (s, k) alone, never on which thread ran it or in what order.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef YGOSIM_RNG_MULTIPLY
    #define YGOSIM_RNG_MULTIPLY
    /* The 128-bit product a * b: returns the high word, stores the low one. */
    static inline uint64_t ygosim_rng_multiply(uint64_t a, uint64_t b, uint64_t *low) {
    #ifdef __SIZEOF_INT128__
        __extension__ typedef unsigned __int128 wide_t;
        wide_t product = (wide_t)a * b;
        *low = (uint64_t)product;
        return (uint64_t)(product >> 64);
    #else
        uint64_t a_low = (uint32_t)a, a_high = a >> 32;
        uint64_t b_low = (uint32_t)b, b_high = b >> 32;
        uint64_t low_low = a_low * b_low;
        uint64_t middle = a_high * b_low + (low_low >> 32);
        uint64_t other = a_low * b_high + (uint32_t)middle;
        *low = (other << 32) | (uint32_t)low_low;
        return a_high * b_high + (middle >> 32) + (other >> 32);
    #endif
    }
    #endif
    """
    uint64_t ygosim_rng_multiply(uint64_t a, uint64_t b, uint64_t *low) noexcept nogil


cdef struct rng_t:
    uint64_t s[4]  # xoshiro256++ state; never all zero once seeded


# Largest product of bounds that one `rng_falling` may be asked for: a batch is then drawn
# again with probability at most 2**-16.
cdef enum:
    RNG_BATCH_BITS = 48


# One step of splitmix64's output function.  A bijection of the 64-bit integers.
cdef inline uint64_t rng_mix(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <uint64_t> 0x94D049BB133111EBULL
    return z ^ (z >> 31)


# Seeds `rng` for trial `k` of `seed`; `stream` keeps different uses of one trial apart
# (0 the duel itself, then whatever the caller numbers).  For one seed no two (k, stream) with
# the same stream, or with the same k, share a state.  Any values are allowed.
cdef inline void rng_seed(
    rng_t *rng, uint64_t seed, uint64_t k, uint64_t stream
) noexcept nogil:
    cdef uint64_t step = <uint64_t> 0x9E3779B97F4A7C15ULL  # 2**64 / golden ratio
    cdef uint64_t z = rng_mix(seed + step)
    z = rng_mix((z ^ k) + step)
    z = rng_mix((z ^ stream) + step)
    # Four outputs of a bijection at four different points: at most one of them is zero.
    rng.s[0] = rng_mix(z + step)
    rng.s[1] = rng_mix(z + 2 * step)
    rng.s[2] = rng_mix(z + 3 * step)
    rng.s[3] = rng_mix(z + 4 * step)


# The next 64 uniform bits.  Precondition: `rng` is seeded.
cdef inline uint64_t rng_next(rng_t *rng) noexcept nogil:
    cdef uint64_t total = rng.s[0] + rng.s[3]
    cdef uint64_t result = ((total << 23) | (total >> 41)) + rng.s[0]
    cdef uint64_t shifted = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= shifted
    rng.s[3] = (rng.s[3] << 45) | (rng.s[3] >> 19)
    return result


# A uniform integer in 0 .. n-1, exactly: the few values that would tip the balance are
# rejected.  Precondition: n >= 1.
cdef inline uint32_t rng_below(rng_t *rng, uint32_t n) noexcept nogil:
    cdef uint64_t product = (rng_next(rng) >> 32) * n
    cdef uint32_t threshold
    if <uint32_t> product < n:
        threshold = (<uint32_t> 0 - n) % n
        while <uint32_t> product < threshold:
            product = (rng_next(rng) >> 32) * n
    return <uint32_t> (product >> 32)


# The product top * (top - 1) * ... of `count` factors, which `rng_falling` needs.
# Precondition: 0 <= count <= top, and the product is at most 2**RNG_BATCH_BITS.
cdef inline uint64_t rng_falling_product(uint32_t top, int count) noexcept nogil:
    cdef uint64_t product = 1
    cdef int i
    for i in range(count):
        product *= top - <uint32_t> i
    return product


# `count` independent draws at the price of one: out[i] is uniform in 0 .. top-1-i, exactly.
# One 64-bit word is spent as a fraction that each multiplication takes an integer part from;
# the whole batch is rejected when the rest shows it to be one of the 2**64 mod product words
# too many.  `out` is the caller's, `count` long.
# Precondition: product = rng_falling_product(top, count), within its limits.
cdef inline void rng_falling(
    rng_t *rng, uint32_t top, int count, uint64_t product, uint32_t *out
) noexcept nogil:
    cdef uint64_t rest = rng_next(rng)
    cdef uint64_t threshold
    cdef int i
    for i in range(count):
        out[i] = <uint32_t> ygosim_rng_multiply(rest, top - <uint32_t> i, &rest)
    if rest < product:
        threshold = (<uint64_t> 0 - product) % product
        while rest < threshold:
            rest = rng_next(rng)
            for i in range(count):
                out[i] = <uint32_t> ygosim_rng_multiply(rest, top - <uint32_t> i, &rest)


# Puts items[0 .. n-1] in uniformly random order (Fisher-Yates from the end, four swaps a
# draw).  Precondition: 0 <= n <= 4096; `items` holds n bytes.
cdef inline void rng_shuffle(rng_t *rng, uint8_t *items, int n) noexcept nogil:
    cdef uint32_t picks[4]
    cdef uint8_t kept
    cdef int top = n
    cdef int count, i
    while top > 1:
        count = 4 if top >= 4 else top
        rng_falling(rng, top, count, rng_falling_product(top, count), picks)
        for i in range(count):
            top -= 1
            kept = items[top]
            items[top] = items[picks[i]]
            items[picks[i]] = kept
