"""Which cards make a monster.  See materials.pxd."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_t,
)
from ygosim._core.enums cimport (
    FACT_LEVEL, PROPERTY_NEGATED, RECIPE_FUSION, RECIPE_RITUAL_EXACT,
)
from ygosim._core.filters cimport card_fact, card_on_field, card_props
from ygosim._core.layout cimport DuelState, DuelTemplate, frame_t, recipe_t
from ygosim._core.types cimport CARD_NONE, MAX_MATERIALS, card_t, player_t
from ygosim._core.zones cimport arrival_zones

cdef enum:
    N_GIVEN = 1 << MAX_MATERIALS
    # A nibble has one bit for each way to stand beside the materials given.
    PLAIN = 1             # no substitute among them, no zone for the monster
    PLAIN_ZONE = 2        # no substitute, a zone
    SUBSTITUTE = 4        # a substitute, no zone
    SUBSTITUTE_ZONE = 8   # a substitute, a zone
    WITH_ZONE = PLAIN_ZONE | SUBSTITUTE_ZONE
    LARGEST_SUM = 255
    HIGHEST_LEVEL = 13

# What is made, and of what.
ctypedef struct search_t:
    const DuelTemplate* template_
    const DuelState* state
    const bitset_t* pool
    const bitset_t* chosen
    player_t player
    card_t monster
    bint has_zone    # a zone is there before any material leaves
    int last         # the card chosen last, -1 none


# Whether there is a zone for the monster once `card` has left.
cdef bint _frees(const search_t* search, card_t card) noexcept nogil:
    return search.has_zone or arrival_zones(
        search.template_, search.state, search.player, search.monster, card) != 0


# The card of the pool before `card` that may still be chosen, or -1.
cdef int _previous(const search_t* search, int card) noexcept nogil:
    cdef int word, bit
    cdef uint64_t here
    card -= 1
    while card > search.last:
        word, bit = card >> 6, card & 63
        here = search.pool.words[word] << (63 - bit)
        if here == 0:
            card = (word << 6) - 1
            continue
        while not here >> 63:
            here <<= 1
            card -= 1
        if card <= search.last:
            return -1
        if card != search.monster and not bitset_has(search.chosen, <card_t>card):
            return card
        card -= 1
    return -1


# Fusions ----------------------------------------------------------------------------------


# Whether the card can be one named material of any other: that is an effect of it.
cdef inline bint _is_substitute(const search_t* search, card_t card) noexcept nogil:
    return search.template_.recipes[search.state.code[card]].substitute and not (
        card_on_field(search.state, card)
        and card_props(search.state, card) & PROPERTY_NEGATED)


# Bit per material that the card is; with `substitute` those that it stands in for.
cdef unsigned _fits(
    const DuelTemplate* template_, const recipe_t* recipe, card_t card
) noexcept nogil:
    cdef unsigned fits = 0
    cdef int i
    for i in range(recipe.count):
        if bitset_has(&template_.filters[recipe.materials[i] - 1].cards, card):
            fits |= 1u << i
    return fits


# A nibble when one more card has been given: it may free a zone.
cdef uint8_t _given(uint8_t nibble, bint frees) noexcept nogil:
    return <uint8_t>((nibble & (PLAIN | SUBSTITUTE)) << 1 | nibble & WITH_ZONE) if frees else nibble


# The states that one more card leads to from `before`.
cdef void _lead(
    const search_t* search, const recipe_t* recipe, card_t card, const uint8_t* before,
    uint8_t* after
) noexcept nogil:
    cdef unsigned fits = _fits(search.template_, recipe, card)
    cdef unsigned stands_in = 0
    cdef bint frees = _frees(search, card)
    cdef unsigned given
    cdef int i
    memset(after, 0, N_GIVEN)
    if _is_substitute(search, card):
        stands_in = recipe.named
    for given in range(1u << recipe.count):
        if before[given] == 0:
            continue
        for i in range(recipe.count):
            if given >> i & 1 and not (recipe.or_more >> i & 1):
                continue
            if fits >> i & 1:
                after[given | 1u << i] |= _given(before[given], frees)
            if stands_in >> i & 1:
                after[given | 1u << i] |= <uint8_t>(
                    _given(before[given] & (PLAIN | PLAIN_ZONE), frees) << 2)


# The states from which one more card leads to one of `after`.
cdef void _lead_back(
    const search_t* search, const recipe_t* recipe, card_t card, const uint8_t* after,
    uint8_t* before
) noexcept nogil:
    cdef unsigned fits = _fits(search.template_, recipe, card)
    cdef unsigned stands_in = 0
    cdef bint frees = _frees(search, card)
    cdef unsigned given
    cdef uint8_t next_
    cdef int i
    memset(before, 0, N_GIVEN)
    if _is_substitute(search, card):
        stands_in = recipe.named
    for given in range(1u << recipe.count):
        for i in range(recipe.count):
            if given >> i & 1 and not (recipe.or_more >> i & 1):
                continue
            next_ = after[given | 1u << i]
            if frees:
                next_ = <uint8_t>(next_ & WITH_ZONE | (next_ & WITH_ZONE) >> 1)
            if fits >> i & 1:
                before[given] |= next_
            if stands_in >> i & 1:
                before[given] |= <uint8_t>(next_ >> 2)


cdef bint _fusion_search(const search_t* search, bitset_t* offered) noexcept nogil:
    cdef const recipe_t* recipe = (
        &search.template_.recipes[search.state.code[search.monster]])
    cdef uint8_t reached[N_GIVEN]
    cdef uint8_t whole[N_GIVEN]
    cdef uint8_t led[N_GIVEN]
    cdef unsigned full = (1u << recipe.count) - 1
    cdef unsigned given
    cdef uint8_t together
    cdef int card
    if recipe.count == 0:
        return False
    memset(reached, 0, N_GIVEN)
    reached[0] = PLAIN_ZONE if search.has_zone else PLAIN
    card = bitset_next(search.chosen, -1)
    while card >= 0:
        _lead(search, recipe, <card_t>card, reached, led)
        for given in range(full + 1):
            reached[given] = led[given]
        card = bitset_next(search.chosen, card)
    memset(whole, 0, N_GIVEN)
    whole[full] = WITH_ZONE
    card = _previous(search, CARD_NONE)
    while card >= 0:
        _lead_back(search, recipe, <card_t>card, whole, led)
        together = 0
        for given in range(full + 1):
            together |= reached[given] & led[given]
            whole[given] |= led[given]
        if together:
            bitset_add(offered, <card_t>card)
        card = _previous(search, card)
    return (reached[full] & WITH_ZONE) != 0


# Rituals ----------------------------------------------------------------------------------


cdef int _level(const search_t* search, int card) noexcept nogil:
    return <int>card_fact(search.template_, search.state, <card_t>card, FACT_LEVEL, 0)


# Adds every sum of `sums` that has grown by `level`.
cdef void _sums_grow(bitset_t* into, const bitset_t* sums, int level) noexcept nogil:
    # Levels are below 64: a word's bits go to its place and the next.
    cdef int word
    for word in range(3, -1, -1):
        into.words[word] |= sums.words[word] << level
        if word and level:
            into.words[word] |= sums.words[word - 1] >> (64 - level)


cdef bint _has_sum(const bitset_t* sums, int least, int most) noexcept nogil:
    cdef int total
    if most > LARGEST_SUM:
        most = LARGEST_SUM
    for total in range(least if least > 0 else 0, most + 1):
        if bitset_has(sums, <card_t>total):
            return True
    return False


# Cards whose Levels, each at least `lowest`, come to `least` … `most`.
cdef void _levels_search(
    const search_t* search, int lowest, int least, int most, int chosen, bint freed,
    bitset_t* offered
) noexcept nogil:
    # By whether they free a zone: what the later cards can come to.
    cdef bitset_t[2] sums
    cdef bitset_t[2] grown
    cdef int card = _previous(search, CARD_NONE)
    cdef int level, i
    cdef bint frees
    for i in range(2):
        bitset_clear(&sums[i])
    bitset_add(&sums[0], 0)
    while card >= 0:
        level = _level(search, card)
        if lowest <= level <= HIGHEST_LEVEL:
            frees = _frees(search, <card_t>card)
            if (_has_sum(&sums[1], least - chosen - level, most - chosen - level)
                    or ((freed or frees) and _has_sum(
                        &sums[0], least - chosen - level, most - chosen - level))):
                bitset_add(offered, <card_t>card)
            grown[0] = sums[0]
            grown[1] = sums[1]
            if frees:
                _sums_grow(&grown[1], &sums[0], level)
            else:
                _sums_grow(&grown[0], &sums[0], level)
            _sums_grow(&grown[1], &sums[1], level)
            sums[0] = grown[0]
            sums[1] = grown[1]
        card = _previous(search, card)


cdef bint _ritual_search(
    const search_t* search, uint8_t recipe, int levels, bitset_t* offered
) noexcept nogil:
    cdef int total = 0
    cdef int lowest = HIGHEST_LEVEL
    cdef bint freed = search.has_zone
    cdef int card = bitset_next(search.chosen, -1)
    cdef int level
    if levels == 0:
        levels = _level(search, search.monster)
    while card >= 0:
        level = _level(search, card)
        total += level
        lowest = level if level < lowest else lowest
        freed |= _frees(search, <card_t>card)
        card = bitset_next(search.chosen, card)
    if recipe == RECIPE_RITUAL_EXACT:
        _levels_search(search, 1, levels, levels, total, freed, offered)
        return freed and total == levels and bitset_count(search.chosen) != 0
    # No tribute may be superfluous: without the lowest, and so without any, they fall short.
    # Sets whose lowest is at least `level` are whole from `levels` up to just below that more.
    for level in range(1, lowest + 1):
        _levels_search(search, level, levels, levels + level - 1, total, freed, offered)
    return freed and levels <= total < levels + lowest and bitset_count(search.chosen) != 0


cdef bint _search(
    search_t* search, uint8_t recipe, uint8_t levels, bitset_t* offered
) noexcept nogil:
    bitset_clear(offered)
    search.has_zone = arrival_zones(
        search.template_, search.state, search.player, search.monster, CARD_NONE) != 0
    if recipe == RECIPE_FUSION:
        return _fusion_search(search, offered)
    return _ritual_search(search, recipe, levels, offered)


cdef bint materials_suffice(
    const DuelTemplate* template_, const DuelState* state, player_t player, card_t monster,
    const bitset_t* pool, uint8_t recipe, uint8_t levels
) noexcept nogil:
    cdef search_t search
    cdef bitset_t none
    cdef bitset_t offered
    bitset_clear(&none)
    search.template_, search.state = template_, state
    search.pool, search.chosen = pool, &none
    search.player, search.monster, search.last = player, monster, -1
    _search(&search, recipe, levels, &offered)
    return bitset_count(&offered) != 0


cdef bint materials_offered(
    const DuelTemplate* template_, const DuelState* state, bitset_t* offered
) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef search_t search
    search.template_, search.state = template_, state
    search.pool, search.chosen = &state.candidates, &state.chosen
    search.player, search.monster = state.decision_player, frame.card
    search.last = -1 if frame.last == CARD_NONE else frame.last
    return _search(&search, frame.move, frame.most, offered)
