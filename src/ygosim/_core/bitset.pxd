"""Sets of a duel's cards, 256 bits each: bit i is card i."""

from libc.stdint cimport uint64_t

from ygosim._core.types cimport card_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__BMI2__)
    #include <immintrin.h>
    #endif
    static inline int ygo_popcount64(uint64_t x) { return __builtin_popcountll(x); }
    static inline int ygo_highest64(uint64_t x) { return 63 - __builtin_clzll(x); }
    static inline int ygo_lowest64(uint64_t x) { return __builtin_ctzll(x); }
    /* Position of the k-th set bit (k from 0) of a byte that has more than k bits: the bits
       are spread over the bytes of a word, one multiplication makes their running sums, and
       the sums that are at most k are counted.  No branch to mispredict. */
    static inline int ygo_select8(unsigned x, unsigned k) {
    #if defined(__BMI2__)
        return __builtin_ctzll(_pdep_u64(1ULL << k, x));
    #else
        const uint64_t ones = 0x0101010101010101ULL, high = 0x8080808080808080ULL;
        uint64_t s = (x * ones) & 0x8040201008040201ULL;
        s = (((s + 0x7f7f7f7f7f7f7f7fULL) | s) >> 7) & ones;
        s *= ones;
        return __builtin_popcountll(((k * ones | high) - s) & high);
    #endif
    }
    /* The same for 64 bits: byte sums find the byte. */
    static inline int ygo_select64(uint64_t x, unsigned k) {
    #if defined(__BMI2__)
        return __builtin_ctzll(_pdep_u64(1ULL << k, x));
    #else
        const uint64_t ones = 0x0101010101010101ULL, high = 0x8080808080808080ULL;
        uint64_t s = x - ((x >> 1) & 0x5555555555555555ULL);
        s = (s & 0x3333333333333333ULL) + ((s >> 2) & 0x3333333333333333ULL);
        s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * ones;
        const int shift = __builtin_popcountll(((k * ones | high) - s) & high) * 8;
        return shift + ygo_select8((unsigned)(x >> shift) & 0xff,
                                   k - (unsigned)((s << 8 >> shift) & 0xff));
    #endif
    }
    """
    int popcount64 "ygo_popcount64"(uint64_t bits) noexcept nogil
    int highest64 "ygo_highest64"(uint64_t bits) noexcept nogil
    int lowest64 "ygo_lowest64"(uint64_t bits) noexcept nogil
    int select8 "ygo_select8"(unsigned bits, unsigned k) noexcept nogil
    int select64 "ygo_select64"(uint64_t bits, unsigned k) noexcept nogil

ctypedef struct bitset_t:
    uint64_t words[4]  # bit i of word w = card 64 * w + i


# Empty `bits`.
cdef inline void bitset_clear(bitset_t* bits) noexcept nogil:
    bits.words[0] = 0
    bits.words[1] = 0
    bits.words[2] = 0
    bits.words[3] = 0


cdef inline void bitset_add(bitset_t* bits, card_t card) noexcept nogil:
    bits.words[card >> 6] |= <uint64_t>1 << (card & 63)


cdef inline void bitset_remove(bitset_t* bits, card_t card) noexcept nogil:
    bits.words[card >> 6] &= ~(<uint64_t>1 << (card & 63))


# 1 if `card` is in `bits`, else 0.
cdef inline int bitset_has(const bitset_t* bits, card_t card) noexcept nogil:
    return <int>((bits.words[card >> 6] >> (card & 63)) & 1)


cdef inline bint bitset_is_empty(const bitset_t* bits) noexcept nogil:
    return (bits.words[0] | bits.words[1] | bits.words[2] | bits.words[3]) == 0


cdef inline int bitset_count(const bitset_t* bits) noexcept nogil:
    return (popcount64(bits.words[0]) + popcount64(bits.words[1])
            + popcount64(bits.words[2]) + popcount64(bits.words[3]))


# The k-th card of `bits` in creation order, k from 0; `bits` has more than k cards.
cdef inline card_t bitset_select(const bitset_t* bits, unsigned k) noexcept nogil:
    cdef unsigned word
    cdef unsigned here
    for word in range(3):
        here = <unsigned>popcount64(bits.words[word])
        if k < here:
            return <card_t>(64 * word + select64(bits.words[word], k))
        k -= here
    return <card_t>(192 + select64(bits.words[3], k))


# Takes out the last card in creation order, if there is one.
cdef inline void bitset_drop_last(bitset_t* bits) noexcept nogil:
    cdef int word = 3
    while word and bits.words[word] == 0:
        word -= 1
    if bits.words[word]:
        bits.words[word] ^= <uint64_t>1 << highest64(bits.words[word])


# The first card of `bits` after `card`, or -1.  Start with -1.
cdef inline int bitset_next(const bitset_t* bits, int card) noexcept nogil:
    cdef unsigned word
    cdef uint64_t rest
    card += 1
    if card > 255:
        return -1
    word = <unsigned>card >> 6
    rest = bits.words[word] & (~<uint64_t>0 << (card & 63))
    while rest == 0:
        word += 1
        if word == 4:
            return -1
        rest = bits.words[word]
    return 64 * <int>word + lowest64(rest)
