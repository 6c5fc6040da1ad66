"""The windows of phases.  See phases.pxd."""

from libc.stdint cimport uint8_t

from ygosim._core.activation cimport window_ask
from ygosim._core.combat cimport forced_attack_begin
from ygosim._core.enums cimport (
    AFFECTS_ME, AFFECTS_OPPONENT, CONTINUOUS_WINS, DECISION_KIND_DISCARD, PHASE_BATTLE, PHASE_END,
    PLACE_HAND, UNTIL_END_OF_TURN,
)
from ygosim._core.happenings cimport lingering_drop
from ygosim._core.layout cimport (
    POINT_WINDOW, PROCEDURE_DISCARD, PROCEDURE_POINT, PROCEDURE_WINDOW, WINDOW_OPEN,
    WINDOW_STARTED, effect_t, frame_t,
)
from ygosim._core.procedures cimport decision_ask, frame_pop, frame_push
from ygosim._core.settling cimport settle
from ygosim._core.types cimport CARD_NONE, player_t


# The turns of a lingering effect by which players win have passed (WIN-3).
cdef void _win(DuelState* state, const effect_t* effect, player_t player) noexcept nogil:
    if effect.affects != AFFECTS_OPPONENT:
        state.won |= <uint8_t>(1 << player)
    if effect.affects != AFFECTS_ME:
        state.won |= <uint8_t>(2 >> player)


cdef void _phase_expire(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    # The turn ends: lingering effects that last to its end (TURN-6 counts single turns).
    cdef const effect_t* effect
    cdef int i
    for i in range(state.lingering_count - 1, -1, -1):
        if state.lingering[i].until & UNTIL_END_OF_TURN:
            if state.lingering[i].turns <= 1:
                effect = &template_.effects[state.lingering[i].effect]
                if effect.continuous == CONTINUOUS_WINS:
                    _win(state, effect, state.lingering[i].player)
                lingering_drop(state, i)
            else:
                state.lingering[i].turns -= 1


cdef void phase_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef frame_t* discard
    cdef int over
    if settle(template_, state):
        return
    # Not in the windows of a Battle Phase: an attack may still be going on there.
    if state.phase != PHASE_BATTLE and forced_attack_begin(state):
        return
    if frame.step == WINDOW_STARTED:
        frame.step = WINDOW_OPEN
        frame.chosen = state.turn_player
        frame.needed = 0
    if window_ask(template_, state, frame):
        return
    if state.phase == PHASE_END and not state.hand_adjusted:
        over = state.pile_count[state.turn_player][PLACE_HAND] - template_.rules.hand_limit
        if template_.rules.hand_limit and over > 0:
            state.hand_adjusted = 1
            frame.step = WINDOW_STARTED
            frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
            discard = frame_push(state, PROCEDURE_DISCARD, 0, CARD_NONE)
            discard.needed = <uint8_t>over
            decision_ask(state, DECISION_KIND_DISCARD, state.turn_player)
            return
    if state.phase == PHASE_END:
        _phase_expire(template_, state)
        state.hand_adjusted = 0
    frame_pop(state)
    settle(template_, state)


cdef void leave_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef frame_t* window
    cdef uint8_t target = frame.move
    if frame.step == WINDOW_STARTED:
        frame.step = WINDOW_OPEN
        window = frame_push(state, PROCEDURE_WINDOW, 0, CARD_NONE)
        window.chosen = 1 - state.turn_player
        window.needed = 1
        window.step = WINDOW_OPEN  # there is no chain that something has to answer
        if window_ask(template_, state, window):
            return
        frame_pop(state)
    if state.chain_count:
        # Somebody acted: the phase goes on after the chain.
        frame.procedure = PROCEDURE_POINT
        frame.step = POINT_WINDOW
        frame.move = 0
        return
    if frame.chosen:
        state.battle_phase_over = 1
    frame_pop(state)
    state.step = target
