# Hands: every distinct one counted, or drawn at random, and conditions on them.
#
# A deck is seen as classes of cards that no condition tells apart; a hand is how many cards
# of each class it holds.  Conditions are compiled to a plan: linear forms over the class
# counts, atoms that compare a form with a bound, and a program of and / or / not.  Hands are
# evaluated in batches, each step over the whole batch, so that the work per hand is a few
# vector instructions.

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from ygosim._core.rng cimport rng_t

cdef enum:
    HAND_BATCH = 128        # hands evaluated at once
    HANDS_PER_BLOCK = 4096  # hands of one random stream; a multiple of HAND_BATCH
    HAND_WORDS = 4          # 64-bit words of a hand as a set of cards: decks up to DECK_SIZE_MAX
    N_QUERIES_MAX = 16      # queries of one plan: one bit each of a uint16_t
    PROGRAM_STACK = 96      # deepest stack of a program; expressions nest 40 deep at most

cdef enum:
    PROGRAM_AND = -1  # two from the stack, one back
    PROGRAM_OR = -2   # two from the stack, one back
    PROGRAM_NOT = -3  # one from the stack, one back
    PROGRAM_END = -4  # one from the stack: the answer of the next query

cdef struct plan_t:
    const int16_t *weights     # [n_forms][n_classes]: what a card of a class adds to a form
    const int32_t *bases       # [n_forms][n_classes]: what a card of the deck adds, seen or not
    const int32_t *atom_form   # [n_atoms]: the form an atom compares
    const uint8_t *atom_equal  # [n_atoms]: 1 for form == bound, 0 for form >= bound
    const int32_t *atom_bound  # [n_atoms]
    const int32_t *program     # [n_steps]: an atom's number to push it, or PROGRAM_*
    int n_forms
    int n_classes
    int n_atoms
    int n_steps

cdef struct batch_t:
    int16_t *values           # [n_forms][HAND_BATCH]: every form's value in every hand
    int16_t *bounds           # [n_atoms]: bounds for this deck, bases taken into account
    uint64_t *counts          # [1 << n_queries]: weight of hands by the set of queries that hold
    uint8_t stack[PROGRAM_STACK][HAND_BATCH]
    uint16_t answers[HAND_BATCH]  # bit q: query q holds
    uint64_t ways[HAND_BATCH]     # weight of each hand
    int n_hands                   # hands now in the batch


# Sets batch.bounds for a deck of sizes[n_classes] cards of each class.
cdef void plan_bounds(
    const plan_t *plan, const uint8_t *sizes, batch_t *batch
) noexcept nogil

# Runs the program over the batch's values: batch.answers for all HAND_BATCH hands (those
# beyond n_hands are rubbish).  Precondition: `Plan` has verified the plan.
cdef void plan_evaluate(const plan_t *plan, batch_t *batch) noexcept nogil

# Evaluates the hands in the batch, adds their ways to batch.counts and empties the batch.
cdef void batch_flush(const plan_t *plan, batch_t *batch) noexcept nogil

cdef struct deal_t:
    uint64_t product[64]  # of a group's bounds, as `rng_falling` needs it
    int group_size[64]    # draws of one group; they share one random word
    int n_groups
    int deck_size         # 1 .. 255
    int hand_size         # 0 .. deck_size

# Prepares dealing hands.  Precondition: 0 <= hand_size <= deck_size <= 255, deck_size >= 1.
cdef void deal_prepare(deal_t *deal, int deck_size, int hand_size) noexcept nogil

# Deals one uniformly random hand: the set of its cards in hand[0 .. HAND_WORDS-1].
cdef void deal_hand(const deal_t *deal, rng_t *rng, uint64_t *hand) noexcept nogil


# A compiled condition set; immutable.
cdef class Plan:
    cdef plan_t plan
    cdef readonly int n_queries
    cdef object kept           # the arrays that `plan` points into
    cdef object class_weights  # the forms, kept for sampling
