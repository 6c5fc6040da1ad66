"""The machine: `engine_apply` takes one move, `engine_advance` runs to the next decision.

    engine_shuffle(template, state, seed, k)
    while True:
        engine_advance(template, state, moves)
        if state_is_over(state):
            break
        move = moves_pick(template, state, moves, i)    # 0 <= i < moves.count
        engine_apply(template, state, move)

Nothing here is checked: `engine_apply` takes legal moves only.  The Python handle is the
checked edge.
"""

from libc.stdint cimport uint8_t, uint64_t

from ygosim._core.enums cimport (
    DECISION_KIND_NONE, DECISION_KIND_RESPONSE, END_CAUSE_DECISION_LIMIT, END_CAUSE_FUEL_LIMIT,
    END_CAUSE_POOL_LIMIT, MOVE_KIND_ATTACK, MOVE_KIND_ATTACK_DIRECTLY, MOVE_KIND_CALL_OFF_ATTACK,
    MOVE_KIND_CHANGE_POSITION, MOVE_KIND_CHOOSE_DISCARD, MOVE_KIND_CHOOSE_TARGET,
    MOVE_KIND_CHOOSE_TRIBUTE, MOVE_KIND_CHOOSE_ZONE, MOVE_KIND_END_TURN,
    MOVE_KIND_ENTER_BATTLE_PHASE, MOVE_KIND_ENTER_MAIN_PHASE_2, MOVE_KIND_FLIP_SUMMON,
    MOVE_KIND_NORMAL_SUMMON, MOVE_KIND_SET_MONSTER, MOVE_KIND_SET_SPELL_TRAP, PHASE_BATTLE,
    POOL_OPTIONS,
)
from ygosim._core.activation cimport MAX_ACTIVATIONS
from ygosim._core.battle cimport (
    attack_begin, attack_call_off, attack_declare, attack_replay,
    attack_resume,
)
from ygosim._core.chain cimport chain_advance, chain_apply, chain_choose_zone, chain_pass
from ygosim._core.combat cimport forced_attack_begin
from ygosim._core.moves cimport moves_pick, moves_prepare, moves_t
from ygosim._core.procedures cimport frame_push, frame_top
from ygosim._core.rng cimport rng_seed
from ygosim._core.layout cimport (
    PROCEDURE_LEAVE, PROCEDURE_SET_SPELL_TRAP, STEP_BATTLE_END, STEP_BATTLE_START, STEP_END_START,
    STEP_MAIN_START, DuelState, DuelTemplate, effects_played, frame_t,
)
from ygosim._core.state cimport state_clone, state_is_over
from ygosim._core.settling cimport settle
from ygosim._core.summon cimport (
    flip_summon_begin, position_change, set_spell_trap_begin, set_spell_trap_finish,
    summon_begin, summon_choose_tribute, summon_zone_chosen,
)
from ygosim._core.turn cimport discard_choose, duel_check_end, duel_end, turn_advance
from ygosim._core.types cimport (
    CARD_NONE, PLAYER_NONE, move_card, move_kind, move_slot, move_t, player_t,
)
from ygosim._core.zones cimport deck_shuffle

cdef enum:
    # Of one step of a procedure of effects, checks and all: 20000 steps a turn.  A chain link
    # takes about ten.
    STEP_FUEL = 50


# The turn player leaves a main phase or battle step for `step`: the opponent may respond first.
cdef inline void _leave_open(DuelState* state, uint8_t step, uint8_t main_2) noexcept nogil:
    cdef frame_t* frame = frame_push(state, PROCEDURE_LEAVE, step, CARD_NONE)
    frame.chosen = main_2


# Takes one move.  Precondition: `move` is a legal answer to the waiting decision.
cdef inline void engine_apply(
    const DuelTemplate* template_, DuelState* state, move_t move
) noexcept nogil:
    cdef uint8_t kind = move_kind(move)
    state.decision = DECISION_KIND_NONE
    if kind == MOVE_KIND_CHANGE_POSITION:
        position_change(template_, state, move_card(move))
    elif kind == MOVE_KIND_END_TURN:
        if effects_played(state):
            _leave_open(
                state, STEP_BATTLE_END if state.phase == PHASE_BATTLE else STEP_END_START, 0)
        else:
            state.step = STEP_END_START
    elif kind == MOVE_KIND_NORMAL_SUMMON:
        summon_begin(template_, state, move_card(move), kind)
    elif kind == MOVE_KIND_SET_MONSTER:
        summon_begin(template_, state, move_card(move), kind)
    elif kind == MOVE_KIND_CHOOSE_ZONE:
        if effects_played(state) and chain_choose_zone(template_, state, move_slot(move)):
            return
        if frame_top(state).procedure == PROCEDURE_SET_SPELL_TRAP:
            set_spell_trap_finish(template_, state, move_slot(move))
        else:
            summon_zone_chosen(template_, state, move_slot(move))
    elif kind == MOVE_KIND_ENTER_BATTLE_PHASE:
        if effects_played(state):
            _leave_open(state, STEP_BATTLE_START, 0)
        else:
            state.step = STEP_BATTLE_START
    elif kind == MOVE_KIND_ENTER_MAIN_PHASE_2:
        if effects_played(state):
            _leave_open(state, STEP_BATTLE_END, 1)
        else:
            state.battle_phase_over = 1
            state.step = STEP_MAIN_START
    elif kind == MOVE_KIND_ATTACK:
        attack_begin(template_, state, move_card(move))
    elif kind == MOVE_KIND_CHOOSE_TARGET:
        if state.attack.open:
            attack_replay(template_, state, move_card(move))
        else:
            attack_declare(template_, state, move_card(move))
    elif kind == MOVE_KIND_FLIP_SUMMON:
        flip_summon_begin(template_, state, move_card(move))
    elif kind == MOVE_KIND_CHOOSE_TRIBUTE:
        summon_choose_tribute(template_, state, move_card(move))
    elif kind == MOVE_KIND_CHOOSE_DISCARD:
        discard_choose(template_, state, move_card(move))
    elif kind == MOVE_KIND_SET_SPELL_TRAP:
        set_spell_trap_begin(template_, state, move_card(move), kind)
    elif kind == MOVE_KIND_ATTACK_DIRECTLY:
        if state.attack.open:
            attack_replay(template_, state, CARD_NONE)
        else:
            attack_declare(template_, state, CARD_NONE)
    elif kind == MOVE_KIND_CALL_OFF_ATTACK:
        attack_call_off(state)
    else:
        chain_apply(template_, state, move)


# Runs to the next decision, whose legal moves it leaves in `moves`, or to the end of the
# duel.  A decision with one option is taken on the way, if the template says so.
cdef inline void engine_advance(
    const DuelTemplate* template_, DuelState* state, moves_t* moves
) noexcept nogil:
    while True:
        if effects_played(state) and state.pool_full and not state_is_over(state):
            duel_end(state, PLAYER_NONE, END_CAUSE_POOL_LIMIT)
            return
        if state.decision == DECISION_KIND_NONE:
            if state_is_over(state):
                return
            if state.lp[0] == 0 or state.lp[1] == 0:
                duel_check_end(state)
                return
            if effects_played(state):
                if (state.deck_out or state.won) and state.program_count == 0:
                    duel_check_end(state)
                    return
                if state.frame_count:
                    # A step costs fuel too: chains that go on for ever without a program end.
                    state.fuel -= STEP_FUEL
                    if state.fuel < 0:
                        duel_end(state, PLAYER_NONE, END_CAUSE_FUEL_LIMIT)
                        return
                    chain_advance(template_, state)
                    continue
                if settle(template_, state) or forced_attack_begin(state):
                    continue
            if state.frame_count == 0:
                turn_advance(template_, state)
                if state_is_over(state):
                    return
                if state.decision == DECISION_KIND_NONE:
                    continue
            else:
                # A declared attack whose response window has closed.
                attack_resume(template_, state)
                continue
        moves_prepare(template_, state, moves)
        if effects_played(state):
            if state.decision == DECISION_KIND_RESPONSE and moves.extra_count == 0:
                chain_pass(state)
                continue
            if moves.extra_count >= MAX_ACTIVATIONS:
                state.pool_full = POOL_OPTIONS  # some may be missing
                continue
            if moves.count == 0:
                # An effect asks what has no answer; only programs that no card has come here.
                duel_end(state, PLAYER_NONE, END_CAUSE_FUEL_LIMIT)
                return
        if moves.count > 1 or not template_.rules.automatic:
            state.decisions += 1
            state.turn_decisions += 1
            if state.turn_decisions > template_.rules.turn_decision_limit:
                duel_end(state, PLAYER_NONE, END_CAUSE_DECISION_LIMIT)
            return
        engine_apply(template_, state, moves_pick(template_, state, moves, 0))


# Sets duel `k` of `seed` up: copies the template's initial state and shuffles both decks.
# `engine_advance` then draws the opening hands and runs to the first decision.
cdef inline void engine_shuffle(
    const DuelTemplate* template_, DuelState* state, uint64_t seed, uint64_t k
) noexcept nogil:
    cdef int player
    state_clone(&template_.initial, state)
    rng_seed(&state.rng, seed, k, 0)
    for player in range(2):
        deck_shuffle(state, <player_t>player)


# The template as a Python object; `__init__` reads and checks what it is made of.
cdef class Template:
    cdef DuelTemplate data
    cdef readonly object definitions  # ndarray of DEFINITION_DTYPE
    cdef readonly object placements   # ndarray of PLACEMENT_DTYPE
    cdef readonly dict rules          # RULE_FIELDS -> int
    cdef readonly object position     # dict of a position, None for a new duel
    cdef _set_rules(self, rules)
    cdef _check_definitions(self)
    cdef _set_keys(self)
    cdef _set_recipes(self, recipes)
    cdef _set_effects(self, effects)
    cdef _index_effects(self)
    cdef _place(self, placements)
    cdef _set_position(self, position)


# A duel as a Python object.
cdef class DuelHandle:
    cdef DuelState* state             # in `storage`
    cdef moves_t moves                # of the waiting decision
    cdef readonly Template template_
    cdef readonly object storage      # ndarray of one STATE_DTYPE
    # Fills `moves` for the state as it is.
    cdef _prepare(self)
    # In checked builds: AssertionError if the state breaks an invariant.
    cdef _trap(self)
