"""Tokens that effects make: which of a duel's are there to be made (ZONE-6)."""

from ygosim._core.bitset cimport bitset_add, bitset_clear, bitset_has, bitset_next, bitset_t
from ygosim._core.enums cimport POOL_TOKENS
from ygosim._core.layout cimport DuelState, DuelTemplate
from ygosim._core.types cimport N_SETS, PLACE_NOWHERE, card_t, code_t


# Whether anything still speaks of a token that has ceased to exist.
cdef inline bint token_is_spoken_of(const DuelState* state, card_t card) noexcept nogil:
    cdef int i, j
    for i in range(state.happening_count):
        if state.happenings[i].card == card or state.happenings[i].other == card:
            return True
    for i in range(state.chain_count):
        if (state.chain[i].event.card == card or state.chain[i].event.other == card
                or bitset_has(&state.chain[i].targets, card)
                or bitset_has(&state.chain[i].event_cards, card)):
            return True
    for i in range(state.program_count):
        if state.programs[i].event.card == card or state.programs[i].event.other == card:
            return True
        for j in range(N_SETS):
            if bitset_has(&state.programs[i].s[j], card):
                return True
    for i in range(state.lingering_count):
        if state.lingering[i].card == card:
            return True
    return state.attack.attacker == card or state.attack.target == card


# Tokens of one definition that do not exist so far, in creation order.
cdef inline void tokens_create(
    const DuelTemplate* template_, DuelState* state, code_t code, int count, bitset_t* out
) noexcept nogil:
    cdef int card = bitset_next(&template_.cards_of[code], -1)
    bitset_clear(out)
    while card >= 0 and count:
        if state.place[card] == PLACE_NOWHERE and not token_is_spoken_of(state, <card_t>card):
            bitset_add(out, <card_t>card)
            count -= 1
        card = bitset_next(&template_.cards_of[code], card)
    if count:
        state.pool_full = POOL_TOKENS
