"""Hands counted or drawn: the compiled half of `ygosim.hands`."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ygosim._core.bitset cimport popcount64
from ygosim._core.rng cimport (
    RNG_BATCH_BITS,
    rng_below,
    rng_falling,
    rng_next,
    rng_seed,
    rng_shuffle,
    rng_t,
)

import numpy as np

DECK_SIZE_MAX = 255
"""Largest deck that hands are dealt from."""

QUERIES_MAX = N_QUERIES_MAX
"""Most queries of one plan."""

BLOCK = HANDS_PER_BLOCK
"""Hands that share one random stream; hand i of a seed is always the same."""

AND = PROGRAM_AND
OR = PROGRAM_OR
NOT = PROGRAM_NOT
END = PROGRAM_END

# The stream of `rng_seed` that hands are drawn from: "hands" in ASCII.
cdef uint64_t HANDS_STREAM = 0x68616E6473

# Values of forms, and bounds they are compared with, stay within this.
cdef enum:
    VALUE_MAX = 32000

# One sampled form: the hands' cards with one coefficient.
cdef struct part_t:
    uint64_t cards[HAND_WORDS]
    int32_t form
    int32_t coefficient


cdef void plan_bounds(
    const plan_t *plan, const uint8_t *sizes, batch_t *batch
) noexcept nogil:
    cdef int atom, i
    cdef int32_t bound
    cdef const int32_t *base
    for atom in range(plan.n_atoms):
        bound = plan.atom_bound[atom]
        base = plan.bases + plan.atom_form[atom] * plan.n_classes
        for i in range(plan.n_classes):
            bound -= base[i] * sizes[i]
        # No form reaches VALUE_MAX, so cutting there changes no comparison.
        batch.bounds[atom] = <int16_t> max(-VALUE_MAX, min(VALUE_MAX, bound))


cdef void plan_evaluate(const plan_t *plan, batch_t *batch) noexcept nogil:
    cdef int step, i, operation
    cdef int depth = 0
    cdef int query = 0
    cdef int16_t bound
    cdef const int16_t *values
    cdef uint8_t *top
    cdef uint8_t *below
    for step in range(plan.n_steps):
        operation = plan.program[step]
        if operation >= 0:
            values = batch.values + plan.atom_form[operation] * HAND_BATCH
            bound = batch.bounds[operation]
            top = batch.stack[depth]
            if plan.atom_equal[operation]:
                for i in range(HAND_BATCH):
                    top[i] = values[i] == bound
            else:
                for i in range(HAND_BATCH):
                    top[i] = values[i] >= bound
            depth += 1
        elif operation == PROGRAM_NOT:
            top = batch.stack[depth - 1]
            for i in range(HAND_BATCH):
                top[i] ^= 1
        elif operation == PROGRAM_END:
            depth -= 1
            top = batch.stack[depth]
            if query == 0:
                for i in range(HAND_BATCH):
                    batch.answers[i] = top[i]
            else:
                for i in range(HAND_BATCH):
                    batch.answers[i] |= <uint16_t> (top[i] << query)
            query += 1
        else:
            depth -= 1
            top = batch.stack[depth]
            below = batch.stack[depth - 1]
            if operation == PROGRAM_AND:
                for i in range(HAND_BATCH):
                    below[i] &= top[i]
            else:
                for i in range(HAND_BATCH):
                    below[i] |= top[i]


cdef void batch_flush(const plan_t *plan, batch_t *batch) noexcept nogil:
    cdef int i
    if batch.n_hands == 0:
        return
    plan_evaluate(plan, batch)
    for i in range(batch.n_hands):
        batch.counts[batch.answers[i]] += batch.ways[i]
    batch.n_hands = 0


# --- every distinct hand ------------------------------------------------------------------

# Walking over the distinct hands of one deck, class by class.
cdef struct walk_t:
    const plan_t *plan         # NULL: hands are listed instead of evaluated
    batch_t *batch
    const uint64_t *choose     # [256][stride] binomial coefficients, row by copies
    int stride
    const uint8_t *sizes       # [n_classes]
    const int32_t *room        # [n_classes + 1]: cards of this class and all later ones
    int16_t *values            # [n_classes + 1][n_forms]: values from the classes before
    uint8_t *counts            # [n_classes]: the hand so far (listing only)
    uint8_t *listed            # [n_hands][n_classes] (listing only)
    uint64_t *listed_ways      # [n_hands] (listing only)
    uint64_t n_listed
    int n_classes


# Hands with `left` more cards from class `at` on; `ways` deals of the classes before lead
# here.  The recursion is n_classes deep.
cdef void walk_hands(walk_t *walk, int at, int left, uint64_t ways) noexcept nogil:
    cdef int least, most, copies, form, n_forms, i
    cdef int16_t *before
    cdef int16_t *after
    cdef const int16_t *weights
    if at == walk.n_classes:
        if walk.plan == NULL:
            for i in range(walk.n_classes):
                walk.listed[walk.n_listed * walk.n_classes + i] = walk.counts[i]
            walk.listed_ways[walk.n_listed] = ways
            walk.n_listed += 1
            return
        i = walk.batch.n_hands
        n_forms = walk.plan.n_forms
        before = walk.values + at * n_forms
        for form in range(n_forms):
            walk.batch.values[form * HAND_BATCH + i] = before[form]
        walk.batch.ways[i] = ways
        walk.batch.n_hands = i + 1
        if i + 1 == HAND_BATCH:
            batch_flush(walk.plan, walk.batch)
        return
    most = min(left, <int> walk.sizes[at])
    least = max(0, left - walk.room[at + 1])
    for copies in range(least, most + 1):
        if walk.plan == NULL:
            walk.counts[at] = <uint8_t> copies
        else:
            n_forms = walk.plan.n_forms
            before = walk.values + at * n_forms
            after = before + n_forms
            weights = walk.plan.weights + at
            for form in range(n_forms):
                after[form] = <int16_t> (
                    before[form] + copies * weights[form * walk.n_classes])
        walk_hands(
            walk, at + 1, left - copies,
            ways * walk.choose[walk.sizes[at] * walk.stride + copies])


# --- hands at random ----------------------------------------------------------------------


cdef void deal_prepare(deal_t *deal, int deck_size, int hand_size) noexcept nogil:
    cdef uint64_t limit = (<uint64_t> 1) << RNG_BATCH_BITS
    cdef uint64_t product = 1
    cdef int drawn
    deal.deck_size = deck_size
    deal.hand_size = hand_size
    deal.n_groups = 0
    for drawn in range(hand_size):
        # 256**6 is the limit: a group has at least 6 draws, so 255 cards need at most 43.
        if deal.n_groups == 0 or product * <uint64_t> (deck_size - drawn) > limit:
            product = 1
            deal.n_groups += 1
            deal.group_size[deal.n_groups - 1] = 0
        product *= <uint64_t> (deck_size - drawn)
        deal.product[deal.n_groups - 1] = product
        deal.group_size[deal.n_groups - 1] += 1


# The draws of one hand: picks[i] uniform below deck_size - i, independent.
cdef inline void deal_picks(const deal_t *deal, rng_t *rng, uint32_t *picks) noexcept nogil:
    cdef int group
    cdef int drawn = 0
    for group in range(deal.n_groups):
        rng_falling(
            rng, <uint32_t> (deal.deck_size - drawn), deal.group_size[group],
            deal.product[group], picks + drawn)
        drawn += deal.group_size[group]


# Floyd's way to a random set without repetition: the draw below j + 1 is taken, or, if it is
# already in the set, j itself.  It needs no deck to shuffle and no rejection.
cdef void deal_hand(const deal_t *deal, rng_t *rng, uint64_t *hand) noexcept nogil:
    cdef uint32_t picks[256]
    cdef uint32_t card
    cdef int i
    memset(hand, 0, HAND_WORDS * sizeof(uint64_t))
    deal_picks(deal, rng, picks)
    for i in range(deal.hand_size - 1, -1, -1):
        card = picks[i]
        if (hand[card >> 6] >> (card & 63)) & 1:
            card = <uint32_t> (deal.deck_size - 1 - i)
        hand[card >> 6] |= (<uint64_t> 1) << (card & 63)


# `deal_hand` for a deck of at most 64 cards and a hand whose draws fit one random word.
# `hand_size` is deal.hand_size, apart so that a constant unrolls the loops.
cdef inline uint64_t deal_small_hand(
    const deal_t *deal, rng_t *rng, int hand_size
) noexcept nogil:
    cdef uint32_t picks[16]
    cdef uint64_t hand = 0
    cdef uint64_t card
    cdef int i
    rng_falling(rng, <uint32_t> deal.deck_size, hand_size, deal.product[0], picks)
    for i in range(hand_size - 1, -1, -1):
        # Both ways are computed: whether a card is there already cannot be predicted.
        card = (<uint64_t> 1) << picks[i]
        hand |= (
            ((<uint64_t> 1) << (deal.deck_size - 1 - i)) if hand & card else card)
    return hand


# Deals HAND_BATCH hands of a small deck; hands[i][0] is the only word.
cdef void deal_small_batch(
    const deal_t *deal, rng_t *rng_state, uint64_t *hands
) noexcept nogil:
    cdef rng_t rng = rng_state[0]
    cdef int i
    if deal.hand_size == 5:
        for i in range(HAND_BATCH):
            hands[i] = deal_small_hand(deal, &rng, 5)
    elif deal.hand_size == 6:
        for i in range(HAND_BATCH):
            hands[i] = deal_small_hand(deal, &rng, 6)
    else:
        for i in range(HAND_BATCH):
            hands[i] = deal_small_hand(deal, &rng, deal.hand_size)
    rng_state[0] = rng


# Adds one part of a form to the values of a batch; n_words 1 or HAND_WORDS to a hand.
cdef void part_add(
    const part_t *part, const uint64_t *hands, int n_words, batch_t *batch
) noexcept nogil:
    cdef int16_t *values = batch.values + part.form * HAND_BATCH
    cdef int coefficient = part.coefficient
    cdef uint64_t cards = part.cards[0]
    cdef int i, word, count
    if n_words == 1:
        for i in range(HAND_BATCH):
            values[i] += <int16_t> (coefficient * popcount64(hands[i] & cards))
        return
    for i in range(HAND_BATCH):
        count = 0
        for word in range(HAND_WORDS):
            count += popcount64(hands[i * HAND_WORDS + word] & part.cards[word])
        values[i] += <int16_t> (coefficient * count)


# Evaluates hands start .. start+count-1 of a seed, one way each.
# `hands` has room for HAND_BATCH * HAND_WORDS words.
cdef void sample_hands(
    const plan_t *plan, const deal_t *deal, const part_t *parts, int n_parts,
    uint64_t seed, uint64_t start, uint64_t count, uint64_t *hands, batch_t *batch
) noexcept nogil:
    cdef rng_t rng
    cdef uint64_t block = start // HANDS_PER_BLOCK
    cdef uint64_t at = block * HANDS_PER_BLOCK  # first hand of the next batch
    cdef uint64_t stop = start + count
    cdef int small = (
        deal.deck_size <= 64 and deal.n_groups == 1 and deal.hand_size <= 16)
    cdef int i, first, last
    while at < stop:
        if at % HANDS_PER_BLOCK == 0:
            rng_seed(&rng, seed, at // HANDS_PER_BLOCK, HANDS_STREAM)
        if small:
            deal_small_batch(deal, &rng, hands)
        else:
            for i in range(HAND_BATCH):
                deal_hand(deal, &rng, hands + i * HAND_WORDS)
        # Part of the first and of the last batch may lie outside what was asked for.
        first = <int> (start - at) if at < start else 0
        last = <int> (stop - at) if stop - at < HAND_BATCH else HAND_BATCH
        at += HAND_BATCH
        if first >= HAND_BATCH:
            continue
        memset(batch.values, 0, plan.n_forms * HAND_BATCH * sizeof(int16_t))
        for i in range(n_parts):
            part_add(&parts[i], hands, 1 if small else HAND_WORDS, batch)
        plan_evaluate(plan, batch)
        for i in range(first, last):
            batch.counts[batch.answers[i]] += 1


# --- the Python edge ----------------------------------------------------------------------


def _seed(seed):
    if not 0 <= seed < 2**64:
        raise ValueError(f"the seed is {seed}; it must be 0 to 2**64 - 1")
    return seed


def _span(start, count):
    if start < 0 or count < 0 or start + count > 2**63:
        raise ValueError(f"hands {start} to {start + count} are not 0 to 2**63")


def _deal_sizes(deck_size, hand_size):
    if not 1 <= deck_size <= DECK_SIZE_MAX:
        raise ValueError(f"the deck has {deck_size} cards; it must have 1 to {DECK_SIZE_MAX}")
    if not 0 <= hand_size <= deck_size:
        raise ValueError(f"a hand of {hand_size} cards from a deck of {deck_size}")


def _class_sizes(sizes):
    """`sizes` as bytes, refused where they do not fit."""
    table = np.ascontiguousarray(sizes, np.int64)
    if table.size and not (table.min() >= 0 and table.max() <= DECK_SIZE_MAX):
        raise ValueError(f"a class of cards has 0 to {DECK_SIZE_MAX} cards")
    return table.astype(np.uint8)


cdef object _binomials(int rows, int columns):
    """C(row, column) for a walk; overflowing entries are never multiplied in."""
    table = np.zeros((rows + 1, columns + 1), np.uint64)
    cdef uint64_t[:, ::1] view = table
    cdef int row, column
    for row in range(rows + 1):
        view[row, 0] = 1
        for column in range(1, min(row, columns) + 1):
            view[row, column] = view[row - 1, column - 1] + view[row - 1, column]
    return table


cdef class Plan:
    """Conditions compiled for counting and sampling; immutable.

    Parameters
    ----------
    weights
        Per form, what a card of each class adds to it when it is in the hand.
    bases
        Per form, what a card of each class adds to it wherever it is.
    atoms
        (form, equal, bound): form == bound where equal is true, else form >= bound.
    program
        Atom numbers and AND, OR, NOT, in postfix order; END closes each query.

    Raises
    ------
    ValueError
        When the parts do not fit each other.
    """

    def __init__(self, weights, bases, atoms, program):
        form_weights = np.ascontiguousarray(weights, np.int64)
        form_bases = np.ascontiguousarray(bases, np.int64)
        if form_weights.ndim != 2 or form_weights.shape != form_bases.shape:
            raise ValueError("weights and bases must be tables of the same shape")
        if 0 in form_weights.shape:
            raise ValueError("a plan needs a form and a class")
        for table in (form_weights, form_bases):
            if np.abs(table).max() * DECK_SIZE_MAX > VALUE_MAX:
                raise ValueError(
                    f"a card may add at most {VALUE_MAX // DECK_SIZE_MAX} to a count")
        table = np.array(atoms, np.int64).reshape(-1, 3)
        atom_form = np.ascontiguousarray(table[:, 0], np.int32)
        atom_equal = np.ascontiguousarray(table[:, 1] != 0, np.uint8)
        atom_bound = np.ascontiguousarray(table[:, 2], np.int32)
        if len(table) == 0 or not (
            (atom_form >= 0).all() and (atom_form < len(form_weights)).all()
        ):
            raise ValueError("an atom compares a form that is not there")
        steps = np.ascontiguousarray(program, np.int32)
        self.n_queries = self._verified(steps.tolist(), len(table))
        typed_weights = form_weights.astype(np.int16)
        typed_bases = form_bases.astype(np.int32)
        cdef const int16_t[:, ::1] weights_view = typed_weights
        cdef const int32_t[:, ::1] bases_view = typed_bases
        cdef const int32_t[::1] form_view = atom_form
        cdef const uint8_t[::1] equal_view = atom_equal
        cdef const int32_t[::1] bound_view = atom_bound
        cdef const int32_t[::1] steps_view = steps
        self.kept = (typed_weights, typed_bases, atom_form, atom_equal, atom_bound, steps)
        self.class_weights = typed_weights
        self.plan.weights = &weights_view[0, 0]
        self.plan.bases = &bases_view[0, 0]
        self.plan.atom_form = &form_view[0]
        self.plan.atom_equal = &equal_view[0]
        self.plan.atom_bound = &bound_view[0]
        self.plan.program = &steps_view[0]
        self.plan.n_forms = <int> typed_weights.shape[0]
        self.plan.n_classes = <int> typed_weights.shape[1]
        self.plan.n_atoms = <int> len(atom_form)
        self.plan.n_steps = <int> len(steps)

    @staticmethod
    def _verified(program, n_atoms):
        """The number of queries of a program that is whole and never leaves its stack."""
        depth = 0
        n_queries = 0
        for step in program:
            needs = {AND: 2, OR: 2, NOT: 1, END: 1}.get(step, 0)
            if step >= n_atoms or (step < 0 and needs == 0) or depth < needs:
                raise ValueError(f"step {step} of the program cannot run")
            depth += 1 - needs
            if step == END:
                depth -= 1
                n_queries += 1
                if depth:
                    raise ValueError("a query leaves more than its answer")
            if depth > PROGRAM_STACK:
                raise ValueError(f"the program is deeper than {PROGRAM_STACK}")
        if depth or not 1 <= n_queries <= QUERIES_MAX:
            raise ValueError(f"a plan has 1 to {QUERIES_MAX} whole queries")
        return n_queries

    def count(self, sizes, int hand_size):
        """Deals of every deck by the set of queries that hold, exactly.

        Parameters
        ----------
        sizes
            One row a deck: its cards of each class.
        hand_size
            Cards of the hand.

        Returns
        -------
        numpy.ndarray
            One row a deck; entry b counts the deals in which just the queries whose bits
            are set in b hold.
        """
        decks = _class_sizes(sizes)
        if decks.ndim != 2 or decks.shape[1] != self.plan.n_classes:
            raise ValueError(f"sizes must have {self.plan.n_classes} columns")
        cdef const uint8_t[:, ::1] decks_view = decks
        cdef int n_classes = self.plan.n_classes
        cdef int n_decks = <int> decks.shape[0]
        totals = decks.sum(axis=1, dtype=np.int64)
        if n_decks and not 0 <= hand_size <= totals.min():
            raise ValueError(f"a hand of {hand_size} cards from a deck of {totals.min()}")
        if n_decks and _too_many_deals(int(totals.max()), hand_size):
            raise ValueError("there are more than 2**64 deals; sample them")
        counts = np.zeros((n_decks, 1 << self.n_queries), np.uint64)
        if n_decks == 0:
            return counts
        rooms = np.zeros((n_decks, n_classes + 1), np.int32)
        rooms[:, :n_classes] = decks[:, ::-1].cumsum(axis=1, dtype=np.int32)[:, ::-1]
        cdef uint64_t[:, ::1] counts_view = counts
        cdef const int32_t[:, ::1] rooms_view = rooms
        cdef const uint64_t[:, ::1] choose = _binomials(int(decks.max()), hand_size)
        cdef int16_t[::1] values = np.zeros(self.plan.n_forms * HAND_BATCH, np.int16)
        cdef int16_t[::1] bounds = np.zeros(self.plan.n_atoms, np.int16)
        cdef int16_t[::1] path = np.zeros((n_classes + 1) * self.plan.n_forms, np.int16)
        cdef batch_t batch
        cdef walk_t walk
        cdef int deck
        batch.values = &values[0]
        batch.bounds = &bounds[0]
        batch.n_hands = 0
        walk.plan = &self.plan
        walk.batch = &batch
        walk.choose = &choose[0, 0]
        walk.stride = hand_size + 1
        walk.values = &path[0]
        walk.n_classes = n_classes
        with nogil:
            for deck in range(n_decks):
                walk.sizes = &decks_view[deck, 0]
                walk.room = &rooms_view[deck, 0]
                batch.counts = &counts_view[deck, 0]
                plan_bounds(&self.plan, walk.sizes, &batch)
                walk_hands(&walk, 0, hand_size, 1)
                batch_flush(&self.plan, &batch)
        return counts

    def sample(self, sizes, int hand_size, *, seed, start, count):
        """Random hands by the set of queries that hold.

        Hand i of a seed is the same whatever range it is asked for in, so the sum over
        ranges does not depend on how they were cut, or on which thread ran them.

        Parameters
        ----------
        sizes
            The deck's cards of each class.
        hand_size
            Cards of the hand.
        seed
            0 to 2**64 - 1.
        start, count
            Which hands of the seed; fastest at multiples of `BLOCK`.

        Returns
        -------
        numpy.ndarray
            Entry b counts the hands in which just the queries whose bits are set in b hold.
        """
        deck = _class_sizes(sizes)
        if deck.shape != (self.plan.n_classes,):
            raise ValueError(f"sizes must have {self.plan.n_classes} entries")
        deck_size = int(deck.sum(dtype=np.int64))
        _deal_sizes(deck_size, hand_size)
        _span(start, count)
        cdef const uint8_t[::1] deck_view = deck
        cdef uint64_t first_hand = start
        cdef uint64_t n_hands = count
        cdef uint64_t seed_bits = _seed(seed)
        parts = self._parts(deck)
        cdef uint8_t[::1] parts_view = parts
        cdef int n_parts = <int> (len(parts) // sizeof(part_t))
        counts = np.zeros(1 << self.n_queries, np.uint64)
        cdef uint64_t[::1] counts_view = counts
        cdef int16_t[::1] values = np.zeros(self.plan.n_forms * HAND_BATCH, np.int16)
        cdef int16_t[::1] bounds = np.zeros(self.plan.n_atoms, np.int16)
        cdef uint64_t[::1] hands = np.zeros(HAND_BATCH * HAND_WORDS, np.uint64)
        cdef batch_t batch
        cdef deal_t deal
        batch.values = &values[0]
        batch.bounds = &bounds[0]
        batch.counts = &counts_view[0]
        batch.n_hands = 0
        deal_prepare(&deal, deck_size, hand_size)
        with nogil:
            plan_bounds(&self.plan, &deck_view[0], &batch)
            sample_hands(
                &self.plan, &deal, <const part_t *> &parts_view[0], n_parts, seed_bits,
                first_hand, n_hands, &hands[0], &batch)
        return counts

    def _parts(self, deck):
        """The forms as sets of cards with one coefficient each: part_t records, as bytes."""
        owner = np.repeat(np.arange(self.plan.n_classes), deck)
        records = []
        for form, weights in enumerate(self.class_weights):
            by_card = weights[owner]
            for coefficient in np.unique(by_card[by_card != 0]).tolist():
                members = np.zeros(64 * HAND_WORDS, np.uint8)
                members[: len(owner)] = by_card == coefficient
                words = np.packbits(members, bitorder="little").view("<u8")
                numbers = np.array([form, coefficient], np.int32)
                records.append(words.astype(np.uint64).tobytes() + numbers.tobytes())
        # One empty part, so that there is always an address to point to.
        empty = bytes(sizeof(part_t))
        return np.frombuffer(bytearray(b"".join(records) or empty), np.uint8)


def _too_many_deals(deck_size, hand_size):
    deals = 1
    for i in range(min(hand_size, deck_size - hand_size)):
        deals = deals * (deck_size - i) // (i + 1)
        if deals >= 2**64:
            return True
    return False


def list_hands(sizes, int hand_size, *, n_hands):
    """Every distinct hand of a deck, in dictionary order of class counts from few to many.

    Parameters
    ----------
    sizes
        The deck's cards of each class.
    hand_size
        Cards of the hand.
    n_hands
        How many distinct hands there are.

    Returns
    -------
    tuple of numpy.ndarray
        The hands, one row each with its cards of each class, and how many deals make each.
    """
    deck = _class_sizes(sizes)
    if deck.ndim != 1 or not len(deck):
        raise ValueError("sizes must have an entry")
    cdef int n_classes = <int> len(deck)
    total = int(deck.sum(dtype=np.int64))
    if not 0 <= hand_size <= total:
        raise ValueError(f"a hand of {hand_size} cards from a deck of {total}")
    if _too_many_deals(total, hand_size):
        raise ValueError("there are more than 2**64 deals; sample them")
    if _n_distinct(deck.tolist(), hand_size) != n_hands:
        raise ValueError(f"there are not {n_hands} distinct hands")
    listed = np.zeros((n_hands, n_classes), np.uint8)
    ways = np.zeros(n_hands, np.uint64)
    room = np.zeros(n_classes + 1, np.int32)
    room[:n_classes] = deck[::-1].cumsum(dtype=np.int32)[::-1]
    cdef const uint8_t[::1] deck_view = deck
    cdef const int32_t[::1] room_view = room
    cdef uint8_t[:, ::1] listed_view = listed
    cdef uint64_t[::1] ways_view = ways
    cdef uint8_t[::1] hand = np.zeros(n_classes, np.uint8)
    cdef const uint64_t[:, ::1] choose = _binomials(int(deck.max()), hand_size)
    cdef walk_t walk
    walk.plan = NULL
    walk.batch = NULL
    walk.choose = &choose[0, 0]
    walk.stride = hand_size + 1
    walk.sizes = &deck_view[0]
    walk.room = &room_view[0]
    walk.values = NULL
    walk.counts = &hand[0]
    walk.listed = &listed_view[0, 0]
    walk.listed_ways = &ways_view[0]
    walk.n_listed = 0
    walk.n_classes = n_classes
    with nogil:
        walk_hands(&walk, 0, hand_size, 1)
    return listed, ways


def _n_distinct(sizes, hand_size):
    reached = [1] + [0] * hand_size
    for size in sizes:
        reached = [
            sum(reached[max(0, cards - size): cards + 1]) for cards in range(hand_size + 1)
        ]
    return reached[hand_size]


def n_distinct_hands(sizes, hand_size):
    """How many hands are told apart by their cards of each class.

    Parameters
    ----------
    sizes
        The deck's cards of each class.
    hand_size
        Cards of the hand.

    Examples
    --------
    >>> n_distinct_hands([3, 37], 5)
    4
    """
    return _n_distinct([int(size) for size in sizes], hand_size)


def draw_hands(int deck_size, int hand_size, *, seed, start, count):
    """Random hands as card numbers, the same that `Plan.sample` sees.

    Parameters
    ----------
    deck_size, hand_size
        Cards of the deck and of the hand.
    seed
        0 to 2**64 - 1.
    start, count
        Which hands of the seed.

    Returns
    -------
    numpy.ndarray
        One row a hand: its cards' numbers in the deck, ascending.
    """
    _deal_sizes(deck_size, hand_size)
    _span(start, count)
    out = np.zeros((count, hand_size), np.uint8)
    if out.size == 0:
        return out
    cdef uint8_t[:, ::1] out_view = out
    cdef uint64_t first_hand = start
    cdef uint64_t stop = start + count
    cdef uint64_t seed_bits = _seed(seed)
    cdef uint64_t at = first_hand // HANDS_PER_BLOCK * HANDS_PER_BLOCK
    cdef uint64_t hand[HAND_WORDS]
    cdef deal_t deal
    cdef rng_t rng
    cdef int card, column
    deal_prepare(&deal, deck_size, hand_size)
    with nogil:
        while at < stop:
            if at % HANDS_PER_BLOCK == 0:
                rng_seed(&rng, seed_bits, at // HANDS_PER_BLOCK, HANDS_STREAM)
            deal_hand(&deal, &rng, hand)
            if at >= first_hand:
                column = 0
                for card in range(deck_size):
                    if (hand[card >> 6] >> (card & 63)) & 1:
                        out_view[at - first_hand, column] = <uint8_t> card
                        column += 1
            at += 1
    return out


# --- the generator, for tests and for users who want the same numbers ---------------------


def rng_state(seed, k, stream):
    """The four words of state of trial `k` of a seed."""
    cdef rng_t rng
    rng_seed(&rng, _seed(seed), k, stream)
    return rng.s[0], rng.s[1], rng.s[2], rng.s[3]


def rng_words(state, int count):
    """The next `count` 64-bit words from a state of four words."""
    cdef rng_t rng
    rng.s[0], rng.s[1], rng.s[2], rng.s[3] = state
    return [rng_next(&rng) for _ in range(count)]


def rng_draws(state, n, int count):
    """The next `count` uniform integers in 0 .. n-1 from a state of four words."""
    cdef rng_t rng
    cdef int i
    cdef uint32_t bound = n
    if bound == 0:
        raise ValueError("there is no integer below 0 to draw")
    rng.s[0], rng.s[1], rng.s[2], rng.s[3] = state
    out = np.zeros(count, np.uint32)
    cdef uint32_t[::1] view = out
    for i in range(count):
        view[i] = rng_below(&rng, bound)
    return out


def rng_orders(state, int n, int count):
    """`count` shuffles of 0 .. n-1, one row each, from a state of four words."""
    cdef rng_t rng
    cdef int row, i
    if not 1 <= n <= 256:
        raise ValueError(f"{n} items; 1 to 256 are shuffled")
    rng.s[0], rng.s[1], rng.s[2], rng.s[3] = state
    out = np.zeros((count, n), np.uint8)
    cdef uint8_t[:, ::1] view = out
    for row in range(count):
        for i in range(n):
            view[row, i] = <uint8_t> i
        rng_shuffle(&rng, &view[row, 0], n)
    return out
