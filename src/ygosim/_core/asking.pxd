"""What programs ask of players and of chance: the work of the opcodes that end in an answer.

Each function carries out one instruction and returns how its program goes on: program_result_t.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_count, bitset_has, bitset_next, bitset_remove, bitset_select,
    bitset_t,
)
from ygosim._core.choices cimport choice_ask, choice_ask_materials
from ygosim._core.enums cimport (
    DECISION_KIND_OPTION, DECISION_KIND_YES_NO, EVENT_KIND_RANDOM_CHOSEN, EVENT_KIND_TARGETED,
)
from ygosim._core.layout cimport (
    CHOICE_OF_CARDS, CHOICE_OF_EACH, PROCEDURE_ANSWER, DuelState, DuelTemplate, event_t,
    instruction_t, link_t, program_frame_t,
)
from ygosim._core.materials cimport materials_suffice
from ygosim._core.procedures cimport (
    PROGRAM_DONE, PROGRAM_WAITS, decision_ask, frame_push,
)
from ygosim._core.rng cimport rng_below
from ygosim._core.state cimport event_push
from ygosim._core.types cimport MAX_CARDS, N_SETS, card_t, player_t


# Operands ---------------------------------------------------------------------------------


# The player that an operand names: 0 the program's own, 1 the other.
cdef inline player_t player_said(const program_frame_t* frame, uint8_t who) noexcept nogil:
    return frame.player ^ who


# How many cards a number says: none for one below 0, and no more than a duel has.
cdef inline int count_said(int64_t number) noexcept nogil:
    if number < 0:
        return 0
    return <int>number if number < MAX_CARDS else MAX_CARDS


# The card that a number names, or -1.
cdef inline int card_said(const DuelState* state, int64_t number) noexcept nogil:
    return <int>number if 0 <= number < state.card_count else -1


# Players ----------------------------------------------------------------------------------


# OP_CHOOSE
cdef inline int ask_choose(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef const bitset_t* cards = &frame.s[now.b]
    frame.wait = now.a
    if bitset_count(cards) == 0:
        bitset_clear(&frame.s[now.a])
        return PROGRAM_DONE
    choice_ask(
        state, player_said(frame, now.c), cards, now.i & 0xFF, now.i >> 8 & 0xFF,
        CHOICE_OF_CARDS)
    return PROGRAM_WAITS


# OP_CHOOSE_EACH: the cards are one of a pair, of one set each, which the last two registers keep.
cdef inline int ask_choose_each(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef bitset_t* left = &frame.s[N_SETS - 2]
    cdef bitset_t* right = &frame.s[N_SETS - 1]
    cdef bitset_t first = frame.s[now.b]  # it may be one of the two
    cdef int word
    frame.wait = now.a
    right[0] = frame.s[now.c]
    left[0] = first
    for word in range(4):
        state.candidates.words[word] = left.words[word] | right.words[word]
    if (bitset_count(left) == 0 or bitset_count(right) == 0
            or bitset_count(&state.candidates) < 2):
        bitset_clear(&frame.s[now.a])
        bitset_clear(&state.candidates)
        return PROGRAM_DONE
    choice_ask(state, frame.player, &state.candidates, 2, 2, CHOICE_OF_EACH)
    return PROGRAM_WAITS


# OP_CHOOSE_MATERIALS
cdef inline int ask_materials(
    const DuelTemplate* template_, DuelState* state, program_frame_t* frame,
    const instruction_t* now
) noexcept nogil:
    cdef const bitset_t* cards = &frame.s[now.b]
    cdef int64_t monster = frame.r[now.c]
    cdef uint8_t recipe = <uint8_t>(now.i & 0xFF)
    cdef uint8_t levels = <uint8_t>(now.i >> 8)
    frame.wait = now.a
    if not 0 <= monster < state.card_count or not materials_suffice(
            template_, state, frame.player, <card_t>monster, cards, recipe, levels):
        bitset_clear(&frame.s[now.a])
        return PROGRAM_DONE
    choice_ask_materials(state, frame.player, cards, <card_t>monster, recipe, levels)
    return PROGRAM_WAITS


# OP_ASK
cdef inline int ask_yes_or_no(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    frame.wait = now.a
    frame_push(state, PROCEDURE_ANSWER, 0, frame.card)
    decision_ask(state, DECISION_KIND_YES_NO, player_said(frame, now.b))
    return PROGRAM_WAITS


# OP_OPTION and, of any of 64 bits, OP_DECLARE; `nothing` is the answer where there is no option.
cdef inline int ask_option(
    DuelState* state, program_frame_t* frame, const instruction_t* now, uint64_t options,
    int nothing, bint declares
) noexcept nogil:
    frame.wait = now.a
    state.options = options
    if options == 0:
        frame.r[now.a] = nothing
        return PROGRAM_DONE
    frame_push(state, PROCEDURE_ANSWER, declares, frame.card)
    decision_ask(state, DECISION_KIND_OPTION, frame.player)
    return PROGRAM_WAITS


# OP_SET_TARGETS: what was chosen becomes the link's targets.
cdef inline int targets_set(
    DuelState* state, const program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef const bitset_t* cards = &frame.s[now.a]
    cdef link_t* link
    cdef event_t* event
    cdef int word, card
    if frame.link >= state.chain_count:
        return PROGRAM_DONE
    link = &state.chain[frame.link]
    for word in range(4):
        link.targets.words[word] |= cards.words[word]
    card = bitset_next(cards, -1)
    while card >= 0:
        event = event_push(state, EVENT_KIND_TARGETED, frame.player)
        event.card = <card_t>card
        card = bitset_next(cards, card)
    return PROGRAM_DONE


# Chance (EFF-10) --------------------------------------------------------------------------


# The next outcome that was fed, if it is one of `possible`; or -1.  One that is not is noted, and
# chance goes on without it: who fed it is told (DuelHandle.apply).
cdef inline int _fed(DuelState* state, const bitset_t* possible) noexcept nogil:
    if state.fed_count == 0:
        return -1
    state.fed_count -= 1
    if bitset_has(possible, state.fed[state.fed_count]):
        return state.fed[state.fed_count]
    state.fed_refused = 1
    return -1


# OP_RANDOM
cdef inline int chance_cards(
    DuelState* state, program_frame_t* frame, const instruction_t* now
) noexcept nogil:
    cdef bitset_t rest = frame.s[now.b]
    cdef bitset_t* out = &frame.s[now.a]
    cdef int count = count_said(frame.r[now.c])
    cdef event_t* event
    cdef card_t card
    cdef int fed
    bitset_clear(out)
    while count > 0 and bitset_count(&rest):
        fed = _fed(state, &rest)
        if fed >= 0:
            card = <card_t>fed
        else:
            card = bitset_select(
                &rest, <unsigned>rng_below(&state.rng, <uint32_t>bitset_count(&rest)))
        bitset_remove(&rest, card)
        bitset_add(out, card)
        event = event_push(state, EVENT_KIND_RANDOM_CHOSEN, state.controller[card])
        event.card = card
        count -= 1
    return PROGRAM_DONE


# A coin (OP_TOSS_COIN) or a die (OP_ROLL_DIE) shows a number from `least` to `most`.
cdef inline int chance_outcome(
    DuelState* state, int least, int most, uint8_t kind, player_t player
) noexcept nogil:
    cdef bitset_t possible
    cdef int outcome
    bitset_clear(&possible)
    for outcome in range(least, most + 1):
        bitset_add(&possible, <card_t>outcome)
    outcome = _fed(state, &possible)
    if outcome < 0:
        outcome = least + <int>rng_below(&state.rng, <uint32_t>(most - least + 1))
    event_push(state, kind, player).value = outcome
    return outcome
