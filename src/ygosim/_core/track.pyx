"""Conditions over a duel's state, evaluated at C speed.  See track.pxd."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

import numpy as np

from ygosim._core.bitset cimport bitset_count, bitset_next, bitset_remove, bitset_t, lowest64
from ygosim._core.engine cimport DuelHandle
from ygosim._core.enums cimport FACT_ATK, FACT_DEF, N_PLACE
from ygosim._core.filters cimport ATTACK_BITS, card_face_up, card_fact
from ygosim._core.layout cimport DuelState, DuelTemplate
from ygosim._core.types cimport card_t

STEP_DTYPE = np.dtype([
    ("value", "i4"), ("cards", "u2"), ("places", "u2"), ("op", "u1"), ("player", "u1"),
    ("flags", "u1"), ("tests", "u1"),
])
if STEP_DTYPE.itemsize != sizeof(track_step_t):
    raise AssertionError("STEP_DTYPE is not track_step_t")

MAX_CONDITIONS = MAX_TRACKED
OPS = {
    "number": TRACK_NUMBER, "turn": TRACK_TURN, "phase": TRACK_PHASE,
    "turn_player": TRACK_TURN_PLAYER, "first_player": TRACK_FIRST_PLAYER, "lp": TRACK_LP,
    "count": TRACK_COUNT, "test": TRACK_TEST, "add": TRACK_ADD, "compare": TRACK_COMPARE,
    "not": TRACK_NOT, "and": TRACK_AND, "or": TRACK_OR,
}
COMPARISONS = {
    ">=": TRACK_AT_LEAST, "<=": TRACK_AT_MOST, "==": TRACK_EQUAL, "!=": TRACK_UNEQUAL,
    ">": TRACK_MORE, "<": TRACK_LESS,
}
FLAGS = {
    "face_up": TRACK_FACE_UP, "face_down": TRACK_FACE_DOWN, "attack": TRACK_ATTACK,
    "defence": TRACK_DEFENCE,
}
FACTS = {"atk": FACT_ATK, "def": FACT_DEF}


cdef inline bint _compare(int64_t left, int comparison, int64_t right) noexcept nogil:
    if comparison == TRACK_AT_LEAST:
        return left >= right
    if comparison == TRACK_AT_MOST:
        return left <= right
    if comparison == TRACK_EQUAL:
        return left == right
    if comparison == TRACK_UNEQUAL:
        return left != right
    if comparison == TRACK_MORE:
        return left > right
    return left < right


# Whether a card lies as the flags say.
cdef inline bint _lies(const DuelState* state, card_t card, int flags) noexcept nogil:
    cdef bint up = card_face_up(state, card)
    cdef bint attack = state.position[card] & ATTACK_BITS
    return not (
        (flags & TRACK_FACE_UP and not up) or (flags & TRACK_FACE_DOWN and up)
        or (flags & TRACK_ATTACK and not attack) or (flags & TRACK_DEFENCE and attack))


# How many cards a TRACK_COUNT lets through; its tests stand behind it.
cdef inline int _count(
    const DuelTemplate* template_, const DuelState* state, const tracker_t* tracker,
    const track_step_t* step, int first
) noexcept nogil:
    cdef bitset_t bits
    cdef const bitset_t* cards = &tracker.cards[step.cards]
    cdef const bitset_t* places = state.cards_in[step.player ^ first]
    cdef const track_step_t* test
    cdef unsigned rest = step.places
    cdef int place = 0
    cdef int word, card, i
    for word in range(4):
        bits.words[word] = 0
    while rest:
        if rest & 1:
            for word in range(4):
                bits.words[word] |= places[place].words[word]
        rest >>= 1
        place += 1
    for word in range(4):
        bits.words[word] &= cards.words[word]
    if step.flags or step.tests:
        card = bitset_next(&bits, -1)
        while card >= 0:
            if not _lies(state, <card_t>card, step.flags):
                bitset_remove(&bits, <card_t>card)
            for i in range(step.tests):
                test = step + 1 + i
                if not _compare(
                        card_fact(template_, state, <card_t>card, test.flags, 0),
                        test.player, test.value):
                    bitset_remove(&bits, <card_t>card)
            card = bitset_next(&bits, card)
    return bitset_count(&bits)


cdef bint track_holds(
    const DuelTemplate* template_, const DuelState* state, const tracker_t* tracker, int i,
    int first
) noexcept nogil:
    cdef int64_t stack[MAX_TRACK_STACK]
    cdef int top = -1
    cdef const track_step_t* step = &tracker.steps[tracker.starts[i]]
    cdef const track_step_t* end = &tracker.steps[tracker.starts[i + 1]]
    while step != end:
        if step.op == TRACK_NUMBER:
            top += 1
            stack[top] = step.value
        elif step.op == TRACK_TURN:
            top += 1
            stack[top] = state.turn
        elif step.op == TRACK_PHASE:
            top += 1
            stack[top] = state.phase
        elif step.op == TRACK_TURN_PLAYER:
            top += 1
            stack[top] = state.turn_player ^ first
        elif step.op == TRACK_FIRST_PLAYER:
            top += 1
            stack[top] = first
        elif step.op == TRACK_LP:
            top += 1
            stack[top] = state.lp[step.player ^ first]
        elif step.op == TRACK_COUNT:
            top += 1
            stack[top] = _count(template_, state, tracker, step, first)
            step += step.tests
        elif step.op == TRACK_ADD:
            top -= 1
            stack[top] += stack[top + 1]
        elif step.op == TRACK_COMPARE:
            top -= 1
            stack[top] = _compare(stack[top], step.player, stack[top + 1])
        elif step.op == TRACK_NOT:
            stack[top] = stack[top] == 0
        elif step.op == TRACK_AND:
            top -= 1
            stack[top] = stack[top] != 0 and stack[top + 1] != 0
        else:
            top -= 1
            stack[top] = stack[top] != 0 or stack[top + 1] != 0
        step += 1
    return stack[0] != 0


cdef uint64_t track_update(
    const DuelTemplate* template_, const DuelState* state, const tracker_t* tracker, int first,
    uint64_t open, uint16_t* turns
) noexcept nogil:
    cdef uint64_t rest = open
    cdef int i
    while rest:
        i = lowest64(rest)
        rest &= rest - 1
        if track_holds(template_, state, tracker, i, first):
            # A duel can end before its first turn; 0 says that the condition never held.
            turns[i] = state.turn if state.turn else 1
            open &= ~(<uint64_t>1 << i)
    return open


cdef class Tracker:
    """Conditions made ready for duels of one template.

    Parameters
    ----------
    steps : array of STEP_DTYPE
        The programs of all conditions, one after the other.
    starts : uint32 array
        Where each begins, and behind them the number of steps.
    cards : bool array, (sets, 256)
        The sets of cards that steps name, by instance.

    Raises
    ------
    ValueError
        For a program that makes no sense.
    """

    def __init__(self, steps, starts, cards):
        cdef const uint8_t[::1] raw_steps
        cdef const uint8_t[::1] raw_cards
        cdef const uint32_t[::1] raw_starts
        steps = np.ascontiguousarray(steps, dtype=STEP_DTYPE)
        starts = np.ascontiguousarray(starts, dtype=np.uint32)
        cards = np.asarray(cards, dtype=np.bool_)
        if cards.ndim != 2 or cards.shape[1] != 256 or not 0 < len(cards) <= 0xFFFF:
            raise ValueError(f"cards have the shape {cards.shape}; expected (1 to 65535, 256)")
        if not 1 <= len(starts) - 1 <= MAX_TRACKED or not len(steps):
            raise ValueError(f"{len(starts) - 1} conditions; 1 to {MAX_TRACKED} can be tracked")
        cards = np.ascontiguousarray(np.packbits(cards, axis=1, bitorder="little"))
        self._steps, self._starts, self._cards = steps, starts, cards
        self.count = len(starts) - 1
        raw_steps = steps.view(np.uint8)
        raw_starts = starts
        raw_cards = cards.reshape(-1)
        self.c.steps = <const track_step_t*>&raw_steps[0]
        self.c.starts = &raw_starts[0]
        self.c.cards = <const bitset_t*>&raw_cards[0]
        self.c.all_ = ~<uint64_t>0 >> (MAX_TRACKED - self.count)
        self._verify()

    cdef _verify(self):
        cdef const track_step_t* step
        cdef int depth, need
        starts = self._starts.tolist()
        if starts != sorted({0, *starts, len(self._steps)}):
            raise ValueError("starts must ascend from 0 to the number of steps")
        for begin, end in zip(starts, starts[1:]):
            depth, at = 0, begin
            while at < end:
                step = &self.c.steps[<Py_ssize_t>at]
                need = 2
                if step.op <= TRACK_COUNT:
                    need = 0
                elif step.op == TRACK_NOT:
                    need = 1
                if (
                    step.op >= N_TRACK_OP or step.op == TRACK_TEST or need > depth
                    or (step.op in (TRACK_LP, TRACK_COUNT) and step.player > 1)
                    or (step.op == TRACK_COMPARE and step.player >= N_TRACK_COMPARISON)
                ):
                    raise ValueError(f"step {at} makes no sense: {self._steps[at]}")
                if step.op == TRACK_COUNT:
                    if (
                        step.cards >= len(self._cards) or step.places >> N_PLACE
                        or step.flags & ~TRACK_FLAGS or at + step.tests >= end
                    ):
                        raise ValueError(f"step {at} makes no sense: {self._steps[at]}")
                    for test in self._steps[at + 1:at + 1 + step.tests]:
                        if (test["op"] != TRACK_TEST or test["player"] >= N_TRACK_COMPARISON
                                or test["flags"] not in (FACT_ATK, FACT_DEF)):
                            raise ValueError(f"this is no test of a card: {test}")
                    at += step.tests
                depth += 1 if need == 0 else 1 - need
                if depth > MAX_TRACK_STACK:
                    raise ValueError(f"step {at}: deeper than {MAX_TRACK_STACK} numbers")
                at += 1
            if depth != 1:
                raise ValueError(f"the condition at step {begin} leaves {depth} numbers, not one")

    def holds(self, DuelHandle duel not None, int first):
        """Which conditions hold now: a bool array.  `first` is the caller's first player."""
        result = np.zeros(self.count, dtype=np.bool_)
        for i in range(self.count):
            result[i] = track_holds(
                &duel.template_.data, duel.state, &self.c, <int>i, first & 1)
        return result
