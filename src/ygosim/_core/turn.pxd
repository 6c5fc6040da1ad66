"""The turn: phases, draws, hand limit, and how a duel ends (TURN, WIN, RUSH-2)."""

from libc.stdint cimport int32_t, uint8_t

from ygosim._core.bitset cimport bitset_clear
from ygosim._core.enums cimport (
    DECISION_KIND_BATTLE_PHASE, DECISION_KIND_DISCARD, DECISION_KIND_MAIN_PHASE,
    DECISION_KIND_NONE, END_CAUSE_CARD_EFFECT, END_CAUSE_DECK_OUT, END_CAUSE_LIFE_POINTS,
    END_CAUSE_TURN_LIMIT, EVENT_KIND_DRAWN, EVENT_KIND_DUEL_ENDED, EVENT_KIND_DUEL_STARTED,
    EVENT_KIND_PHASE_STARTED, EVENT_KIND_TURN_STARTED, LIMIT_NONE, PHASE_BATTLE, PHASE_DRAW,
    PHASE_END, PHASE_MAIN_1, PHASE_MAIN_2, PHASE_STANDBY, PLACE_DECK, PLACE_GRAVEYARD,
    PLACE_HAND, REASON_DISCARD_RULE, REASON_DRAW, TRIGGER_DRAWN,
)
from ygosim._core.happenings cimport effects_look_again, happen, uses_end
from ygosim._core.layout cimport (
    PROCEDURE_DISCARD, PROCEDURE_PHASE, PROCEDURE_POINT, STEP_BATTLE, STEP_BATTLE_END,
    STEP_BATTLE_START, STEP_DRAW, STEP_DUEL_START, STEP_END, STEP_END_START, STEP_MAIN,
    STEP_MAIN_START, STEP_STANDBY, STEP_TURN_START, WATCHED_DRAWS, WATCHED_PHASE, WATCHED_TURN,
    DuelState, DuelTemplate, effects_played, event_t, frame_t, monster_masks_t, rules_t,
)
from ygosim._core.state cimport event_push, state_is_over
from ygosim._core.procedures cimport (
    choice_add, choice_send, decision_ask, frame_pop, frame_push,
)
from ygosim._core.types cimport (
    ANY_NUMBER, CARD_NONE, PLAYER_NONE, TURN_FUEL, WINNER_DRAW, card_t, player_t,
)
from ygosim._core.zones cimport deck_draw


# Ends the duel.
cdef inline void duel_end(DuelState* state, player_t winner, uint8_t cause) noexcept nogil:
    cdef event_t* event = event_push(state, EVENT_KIND_DUEL_ENDED, winner)
    event.value = cause
    state.winner = winner
    state.end_cause = cause
    state.decision = DECISION_KIND_NONE
    state.decision_player = PLAYER_NONE


# Ends the duel if somebody has lost: WIN-1, WIN-2.  Both at once is a draw; life points come
# first, since a duel that they end has no later draw.
cdef inline void duel_check_end(DuelState* state) noexcept nogil:
    cdef unsigned lost = (state.lp[0] == 0) | (state.lp[1] == 0) << 1
    cdef uint8_t cause = END_CAUSE_LIFE_POINTS
    if lost == 0 and state.deck_out:
        lost = state.deck_out
        cause = END_CAUSE_DECK_OUT
    if effects_played(state) and state.won:
        # WIN-3: with another cause at the same time, who wins by it has to win by that too.
        cause = END_CAUSE_CARD_EFFECT if lost == 0 else cause
        lost |= (state.won & 1) << 1 | state.won >> 1
    if lost:
        duel_end(state, WINNER_DRAW if lost == 3 else <player_t>(2 - lost), cause)


# `player` draws `count` cards, or what the deck holds (WIN-2).  One event (EFF-11): the drawn
# cards are the last `value` of the hand.
cdef inline void duel_draw(
    const DuelTemplate* template_, DuelState* state, player_t player, int32_t count
) noexcept nogil:
    cdef event_t* event
    cdef int32_t _drawn
    if count > state.pile_count[player][PLACE_DECK]:
        count = state.pile_count[player][PLACE_DECK]
        state.deck_out |= <uint8_t>(1 << player)
    if count == 0:
        return
    for _drawn in range(count):
        deck_draw(template_, state, player)
    effects_look_again(template_, state, WATCHED_DRAWS)
    event = event_push(state, EVENT_KIND_DRAWN, player)
    event.value = count
    event.reason = REASON_DRAW
    event.card = state.pile[player][PLACE_HAND][state.pile_count[player][PLACE_HAND] - 1]


# A phase begins.  No monster may attack until the battle phase says so.
cdef inline void phase_start(
    const DuelTemplate* template_, DuelState* state, uint8_t phase
) noexcept nogil:
    cdef event_t* event = event_push(state, EVENT_KIND_PHASE_STARTED, state.turn_player)
    event.value = phase
    state.phase = phase
    effects_look_again(template_, state, WATCHED_PHASE)
    state.monsters[state.turn_player].may_attack = 0
    if effects_played(state):
        state.attack_again = CARD_NONE


# How many cards the turn player draws in this draw phase.
cdef inline int32_t turn_draw_count(
    const rules_t* rules, const DuelState* state
) noexcept nogil:
    cdef int32_t count = rules.draw_count
    cdef int32_t missing
    if state.turn == 1 and not rules.first_turn_draw:
        return 0
    if rules.draw_up_to:
        missing = rules.draw_up_to - state.pile_count[state.turn_player][PLACE_HAND]
        if missing > count:
            count = missing
    return count


# A turn begins: the other player's, but the first; all turn marks are wiped.
cdef inline void turn_start(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef monster_masks_t* masks
    cdef int i
    if template_.rules.turn_limit and state.turn >= template_.rules.turn_limit:
        duel_end(state, PLAYER_NONE, END_CAUSE_TURN_LIMIT)
        return
    if state.turn:
        state.turn_player = 1 - state.turn_player
    state.turn += 1
    state.turn_decisions = 0
    state.battle_phase_over = 0
    state.normal_summons_left = (
        template_.rules.normal_summons if template_.rules.normal_summons else ANY_NUMBER)
    if effects_played(state):
        state.summon_limit = state.normal_summons_left
        state.fuel = TURN_FUEL
        uses_end(state, LIMIT_NONE)
        state.summoned[0] = 0
        state.summoned[1] = 0
        for i in range(state.lingering_count):
            state.lingering[i].waits = 0
        state.hand_adjusted = 0
        state.activations[0] = 0
        state.activations[1] = 0
        effects_look_again(template_, state, WATCHED_TURN)
    bitset_clear(&state.arrived)
    bitset_clear(&state.position_changed)
    bitset_clear(&state.attack_declared)
    masks = &state.monsters[1 - state.turn_player]
    masks.may_change = 0
    masks.may_attack = 0
    masks = &state.monsters[state.turn_player]
    masks.may_change = masks.used & ~masks.no_defence
    masks.may_attack = 0
    event_push(state, EVENT_KIND_TURN_STARTED, state.turn_player).value = state.turn
    state.step = STEP_DRAW


# Whether an effect has the turn player skip this phase; that counts as one of those to skip.
cdef inline bint phase_skipped(DuelState* state, uint8_t phase) noexcept nogil:
    if not effects_played(state) or state.skips[state.turn_player][phase] == 0:
        return False
    state.skips[state.turn_player][phase] -= 1
    return True


# Effects at the phase and its windows; then the turn goes on.
cdef inline void phase_open(DuelState* state) noexcept nogil:
    state.time += 1
    frame_push(state, PROCEDURE_PHASE, state.phase, CARD_NONE)


# Runs the turn from where it is to the next decision or the end of the duel.
# Precondition: no procedure is open.
cdef inline void turn_advance(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef const rules_t* rules = &template_.rules
    cdef player_t player
    cdef frame_t* frame
    cdef int32_t over
    while True:
        if state.step == STEP_MAIN:
            decision_ask(state, DECISION_KIND_MAIN_PHASE, state.turn_player)
            return
        elif state.step == STEP_BATTLE:
            if effects_played(state) and state.battle_phase_ends:
                state.battle_phase_ends = 0
                state.battle_phase_over = 1
                state.step = STEP_MAIN_START if rules.main_phase_2 else STEP_END_START
                continue
            decision_ask(state, DECISION_KIND_BATTLE_PHASE, state.turn_player)
            return
        elif state.step == STEP_DUEL_START:
            event_push(state, EVENT_KIND_DUEL_STARTED, 0)
            duel_draw(template_, state, 0, rules.opening_hand)
            duel_draw(template_, state, 1, rules.opening_hand)
            duel_check_end(state)
            if state_is_over(state):
                return
            state.step = STEP_TURN_START
        elif state.step == STEP_TURN_START:
            turn_start(template_, state)
            if state_is_over(state):
                return
        elif state.step == STEP_DRAW and phase_skipped(state, PHASE_DRAW):
            state.step = STEP_STANDBY
        elif state.step == STEP_DRAW:
            phase_start(template_, state, PHASE_DRAW)
            duel_draw(template_, state, state.turn_player, turn_draw_count(rules, state))
            if state.deck_out:
                duel_check_end(state)
                return
            state.step = STEP_STANDBY
            if effects_played(state):
                state.time += 1
                if turn_draw_count(rules, state):
                    happen(template_, state, TRIGGER_DRAWN, CARD_NONE, state.turn_player)
                phase_open(state)
                # Without a draw nothing has happened that could be answered.
                if turn_draw_count(rules, state):
                    frame_push(state, PROCEDURE_POINT, 0, CARD_NONE)
                return
        elif state.step == STEP_STANDBY:
            state.step = STEP_MAIN_START
            if rules.standby_phase and not phase_skipped(state, PHASE_STANDBY):
                phase_start(template_, state, PHASE_STANDBY)
                if effects_played(state):
                    phase_open(state)
                    return
        elif state.step == STEP_MAIN_START:
            phase_start(template_, state, PHASE_MAIN_2 if state.battle_phase_over else PHASE_MAIN_1)
            state.step = STEP_MAIN
            if effects_played(state):
                return  # what holds in the phase is settled before anybody is asked
        elif state.step == STEP_BATTLE_START:
            phase_start(template_, state, PHASE_BATTLE)
            # Each face-up attack monster attacks once a battle phase (BAT-1).
            state.monsters[state.turn_player].may_attack = state.monsters[state.turn_player].attack
            state.step = STEP_BATTLE
            if effects_played(state):
                state.battle_phase_ends = 0
                phase_open(state)
                return
        elif state.step == STEP_BATTLE_END:
            # Only with effects: the window after the last battle step.
            state.step = STEP_MAIN_START if state.battle_phase_over else STEP_END_START
            state.battle_phase_over = 1
            phase_open(state)
            return
        elif state.step == STEP_END_START:
            phase_start(template_, state, PHASE_END)
            state.step = STEP_END
            if effects_played(state):
                phase_open(state)
                return
        else:  # STEP_END: the hand limit (TURN-4), then the next turn
            player = state.turn_player
            over = state.pile_count[player][PLACE_HAND] - rules.hand_limit
            if rules.hand_limit and over > 0 and not effects_played(state):
                frame = frame_push(state, PROCEDURE_DISCARD, 0, CARD_NONE)
                frame.needed = <uint8_t>over
                decision_ask(state, DECISION_KIND_DISCARD, player)
                return
            state.step = STEP_TURN_START


# One more discard is chosen; with the last all go to the GY at once (TURN-4).
cdef inline void discard_choose(
    const DuelTemplate* template_, DuelState* state, card_t card
) noexcept nogil:
    if choice_add(state, card):
        choice_send(template_, state, PLACE_GRAVEYARD, REASON_DISCARD_RULE)
        frame_pop(state)
    else:
        decision_ask(state, DECISION_KIND_DISCARD, state.turn_player)
