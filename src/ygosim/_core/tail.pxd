"""The part of a state that effects use: its copy, its invariants.  Used by `state` alone."""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from ygosim._core.bitset cimport bitset_has, bitset_next, bitset_t
from ygosim._core.enums cimport (
    DECISION_KIND_ATTACK_TARGET, DECISION_KIND_BATTLE_PHASE, DECISION_KIND_CARD,
    DECISION_KIND_DISCARD, DECISION_KIND_MAIN_PHASE, DECISION_KIND_OPTION,
    DECISION_KIND_POSITION, DECISION_KIND_REPLAY, DECISION_KIND_RESPONSE,
    DECISION_KIND_TRIBUTE, DECISION_KIND_TRIGGER, DECISION_KIND_YES_NO, DECISION_KIND_ZONE,
    MOVE_KIND_FLIP_SUMMON, N_PHASE, N_TRIGGER, PHASE_BATTLE, PHASE_MAIN_1, PHASE_MAIN_2,
    PLACE_BANISHED, PLACE_EXTRA_DECK, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, UNTIL_NEGATED,
)
from ygosim._core.layout cimport (
    ARRIVAL_NEXT, ATTACK_AFTER, ATTACK_BEFORE, ATTACK_DECLARED, ATTACK_END, ATTACK_FLIP,
    BUILT_IN_ZONE, DAMAGE_STEP_AFTER, DAMAGE_STEP_BEFORE, DAMAGE_STEP_END, DAMAGE_STEP_FLIPPED,
    DAMAGE_STEP_NONE, DAMAGE_STEP_START, DESTROY_PASSES, DESTROY_SEARCHES, N_ATTACK_STEPS,
    N_DAMAGE_STEPS, N_DESTROY_STEPS, N_FORCED_ATTACK_STEPS, N_NEGATIONS, N_RESOLVE_STEPS,
    POINT_TRIGGERS, POINT_WINDOW, PROCEDURE_ACTIVATE, PROCEDURE_ANSWER, PROCEDURE_ATTACK,
    PROCEDURE_BUILT_IN_SUMMON, PROCEDURE_CHOICE, PROCEDURE_CONTROL, PROCEDURE_DESTROY,
    PROCEDURE_DISCARD, PROCEDURE_EQUIP, PROCEDURE_FORCED_ATTACK, PROCEDURE_LEAVE, PROCEDURE_PHASE,
    PROCEDURE_PLACE, PROCEDURE_POINT, PROCEDURE_PROGRAM, PROCEDURE_RESOLVE, PROCEDURE_RETURN,
    PROCEDURE_SET_SPELL_TRAP, PROCEDURE_SPECIAL_SUMMON, PROCEDURE_SUMMON, PROCEDURE_WINDOW,
    RESOLVE_END, RESOLVE_REMOVE, RESOLVE_RESOLVED, RESTRICTS_LINKS, RESTRICTS_MOVES,
    ROW_SPELL_TRAP, STEP_BATTLE, STEP_MAIN, DuelState, DuelTemplate, counters_t, frame_t,
    happening_t, lingering_t, link_t, program_frame_t, restriction_t, trigger_t, use_t,
)
from ygosim._core.types cimport (
    CARD_NONE, LINK_NONE, MAX_COUNTERS, MAX_HAPPENINGS, MAX_LINGERING, MAX_LINKS,
    MAX_PROGRAM_FRAMES, MAX_RESTRICTIONS, MAX_TRIGGERS, MAX_USES, N_PILES, N_REGISTERS, N_SETS,
    N_SLOTS, card_t, slot_t,
)


# Copies the used parts.
cdef inline void tail_clone(const DuelState* source, DuelState* target) noexcept nogil:
    memcpy(&target.zone_props, &source.zone_props,
           <size_t>(<const char*>&source.programs[0] - <const char*>&source.zone_props))
    memcpy(&target.programs[0], &source.programs[0],
           source.program_count * sizeof(program_frame_t))
    memcpy(&target.chain[0], &source.chain[0], source.chain_count * sizeof(link_t))
    memcpy(&target.happenings[0], &source.happenings[0],
           source.happening_count * sizeof(happening_t))
    memcpy(&target.triggers[0], &source.triggers[0], source.trigger_count * sizeof(trigger_t))
    memcpy(&target.lingering[0], &source.lingering[0],
           source.lingering_count * sizeof(lingering_t))
    memcpy(&target.uses[0], &source.uses[0], source.use_count * sizeof(use_t))
    memcpy(&target.counters[0], &source.counters[0],
           source.counters_count * sizeof(counters_t))


# Zeroes what lies past the high-water marks.
cdef inline void tail_normalize(DuelState* state) noexcept nogil:
    memset(&state.programs[state.program_count], 0,
           (MAX_PROGRAM_FRAMES - state.program_count) * sizeof(program_frame_t))
    memset(&state.chain[state.chain_count], 0,
           (MAX_LINKS - state.chain_count) * sizeof(link_t))
    memset(&state.happenings[state.happening_count], 0,
           (MAX_HAPPENINGS - state.happening_count) * sizeof(happening_t))
    memset(&state.triggers[state.trigger_count], 0,
           (MAX_TRIGGERS - state.trigger_count) * sizeof(trigger_t))
    memset(&state.lingering[state.lingering_count], 0,
           (MAX_LINGERING - state.lingering_count) * sizeof(lingering_t))
    memset(&state.uses[state.use_count], 0, (MAX_USES - state.use_count) * sizeof(use_t))
    memset(&state.counters[state.counters_count], 0,
           (MAX_COUNTERS - state.counters_count) * sizeof(counters_t))


# Invariants -------------------------------------------------------------------------------


cdef inline bint _card_or_none(const DuelState* state, card_t card) noexcept nogil:
    return card < state.card_count or card == CARD_NONE


cdef inline bint _pools_hold(const DuelState* state) noexcept nogil:
    return (
        state.program_count <= MAX_PROGRAM_FRAMES and state.chain_count <= MAX_LINKS
        and state.happening_count <= MAX_HAPPENINGS and state.trigger_count <= MAX_TRIGGERS
        and state.lingering_count <= MAX_LINGERING and state.use_count <= MAX_USES
        and state.counters_count <= MAX_COUNTERS and state.restriction_count <= MAX_RESTRICTIONS
        and state.answered_count <= state.happening_count
        and state.reacted <= state.happening_count and state.fed_count <= sizeof(state.fed)
        and state.fed_refused == 0
        and state.solving <= state.chain_count and state.zone_row <= 1
        and state.damage_step < N_DAMAGE_STEPS and state.positions <= 15
        and _card_or_none(state, state.attack_again)
        and state.won <= 3 and state.summon_negated <= 1
        and (state.summon_next == CARD_NONE or (
            state.summon_next < state.card_count
            and state.place[state.summon_next] == PLACE_HAND))
        and _card_or_none(state, state.forced_attacker)
        and (state.forced_attacker == CARD_NONE) == (state.forced_target == CARD_NONE)
        and (state.forced_attacker == CARD_NONE or (
            state.forced_target < state.card_count
            and state.place[state.forced_attacker] == PLACE_MONSTER_ZONE
            and state.place[state.forced_target] == PLACE_MONSTER_ZONE)))


# Whether all of `cards` lie in a kind of place, whoever's.
cdef inline bint _lie_in(
    const DuelState* state, const bitset_t* cards, uint8_t place
) noexcept nogil:
    cdef int word
    for word in range(4):
        if cards.words[word] & ~(state.cards_in[0][place].words[word]
                                 | state.cards_in[1][place].words[word]):
            return False
    return True


# Whether none of `cards` is on the field.
cdef inline bint _lie_off_field(const DuelState* state, const bitset_t* cards) noexcept nogil:
    cdef int player, word
    for player in range(2):
        for word in range(4):
            if cards.words[word] & (
                    state.cards_in[player][PLACE_MONSTER_ZONE].words[word]
                    | state.cards_in[player][PLACE_SPELL_TRAP_ZONE].words[word]):
                return False
    return True


# Whether an effect is one of that card.
cdef inline bint _is_effect_of(
    const DuelTemplate* template_, const DuelState* state, uint16_t effect, card_t card
) noexcept nogil:
    return (effect < template_.effect_count and card < state.card_count
            and template_.effects[effect].definition == state.code[card])


# Whether all of `cards` are cards of the duel.
cdef inline bint _are_cards(const DuelState* state, const bitset_t* cards) noexcept nogil:
    cdef int card = bitset_next(cards, state.card_count - 1)
    return card < 0


cdef inline bint _sets_hold(const DuelState* state) noexcept nogil:
    return (
        _lie_in(state, &state.leaving, PLACE_SPELL_TRAP_ZONE)
        and _lie_in(state, &state.nowhere, PLACE_SPELL_TRAP_ZONE)
        and _lie_in(state, &state.equips, PLACE_SPELL_TRAP_ZONE)
        and _lie_in(state, &state.moving, PLACE_MONSTER_ZONE)
        and _lie_in(state, &state.battle_destroyed, PLACE_MONSTER_ZONE)
        and _lie_in(state, &state.lent, PLACE_MONSTER_ZONE)
        and _are_cards(state, &state.doomed)
        and _are_cards(state, &state.proper) and _are_cards(state, &state.candidates))


cdef inline bint _link_holds(
    const DuelTemplate* template_, const DuelState* state, const link_t* link
) noexcept nogil:
    return (
        _is_effect_of(template_, state, link.effect, link.card)
        and link.player <= 1 and link.same <= 1 and link.negated < N_NEGATIONS
        and _are_cards(state, &link.targets) and _are_cards(state, &link.event_cards))


# Whether a procedure that has come further than its first step is the one that asks, or was when
# the duel ended: its zone is known only then.
cdef inline bint _waits_for_zone(const DuelState* state, int i) noexcept nogil:
    return state.frames[i].step == ARRIVAL_NEXT or state.end_cause != 0 or (
        i == state.frame_count - 1 and (
            state.decision == DECISION_KIND_ZONE or state.decision == DECISION_KIND_POSITION))


# Whether the card of an open procedure that puts it into a zone is where that takes it from.
# Precondition: a PROCEDURE_SUMMON, _PLACE, _SET_SPELL_TRAP or _BUILT_IN_SUMMON with a card.
cdef inline bint _comes_to_zone(
    const DuelTemplate* template_, const DuelState* state, const frame_t* frame
) noexcept nogil:
    cdef uint8_t place = state.place[frame.card]
    cdef bint pends = state.pending == frame.card
    if pends and frame.last >= N_SLOTS:
        return False
    if place == PLACE_MONSTER_ZONE or place == PLACE_SPELL_TRAP_ZONE:
        return (frame.procedure == PROCEDURE_SUMMON and place == PLACE_MONSTER_ZONE
                and frame.move == MOVE_KIND_FLIP_SUMMON)
    if frame.procedure == PROCEDURE_PLACE:
        if frame.move > 1:
            return False
        if frame.most == POSITION_FACE_UP_ATTACK:
            return state.program_count != 0 and place <= PLACE_EXTRA_DECK
        return frame.most == POSITION_FACE_DOWN_DEFENCE and place == PLACE_HAND
    if frame.procedure == PROCEDURE_SUMMON:
        return place == PLACE_HAND or pends
    if state.controller[frame.card] != state.turn_player:
        return False
    if frame.procedure == PROCEDURE_SET_SPELL_TRAP:
        return place == PLACE_HAND
    # PROCEDURE_BUILT_IN_SUMMON: once it has been asked for, the zone is one.
    return (frame.step <= BUILT_IN_ZONE or frame.last < N_SLOTS) and (
        template_.effect_first[state.code[frame.card]] + frame.move < template_.effect_count)


# The part of the damage step in which an attack waits at one of its steps.
cdef inline uint8_t _damage_step_at(uint8_t attack_step) noexcept nogil:
    if attack_step <= ATTACK_DECLARED:
        return DAMAGE_STEP_NONE
    if attack_step == ATTACK_FLIP:
        return DAMAGE_STEP_START
    if attack_step == ATTACK_BEFORE:
        return DAMAGE_STEP_FLIPPED
    if attack_step == ATTACK_AFTER:
        return DAMAGE_STEP_AFTER
    return DAMAGE_STEP_END if attack_step == ATTACK_END else DAMAGE_STEP_BEFORE


# Whether the open procedures keep what they can, and one is open for each thing that is going on:
# a pending summon, a link that resolves, a part of the damage step.
cdef inline bint _frames_hold(
    const DuelTemplate* template_, const DuelState* state
) noexcept nogil:
    cdef const frame_t* frame
    cdef int i
    cdef bint pends = state.pending == CARD_NONE
    cdef bint resolves = state.solving == 0
    cdef bint resolving = False
    cdef bint chained = state.chain_count == 0  # or something comes back to its links
    cdef uint8_t damage_step = DAMAGE_STEP_NONE
    for i in range(state.frame_count):
        frame = &state.frames[i]
        if frame.procedure == PROCEDURE_SUMMON or frame.procedure == PROCEDURE_PLACE or (
                frame.procedure == PROCEDURE_BUILT_IN_SUMMON
                or frame.procedure == PROCEDURE_SET_SPELL_TRAP):
            if frame.card == CARD_NONE or not _comes_to_zone(template_, state, frame):
                return False
            if state.pending == frame.card:
                pends = frame.procedure != PROCEDURE_PLACE
        elif frame.procedure == PROCEDURE_CHOICE or frame.procedure == PROCEDURE_ANSWER:
            if state.program_count == 0 or i != state.frame_count - 1 or (
                    frame.procedure == PROCEDURE_CHOICE
                    and state.programs[state.program_count - 1].wait >= N_SETS):
                return False
        elif frame.procedure == PROCEDURE_RESOLVE:
            resolves = resolving = chained = True
            if frame.step >= N_RESOLVE_STEPS or (
                    (frame.step < RESOLVE_END) != (state.chain_count != 0)) or (
                    (frame.step == RESOLVE_RESOLVED or frame.step == RESOLVE_REMOVE)
                    and state.solving != state.chain_count):
                return False
        elif frame.procedure == PROCEDURE_SPECIAL_SUMMON:
            if not _lie_off_field(state, &state.candidates):
                return False
            if not _waits_for_zone(state, i) or state.program_count == 0 or (frame.step and (
                    state.positions == 0 or frame.card == CARD_NONE
                    or state.place[frame.card] == PLACE_MONSTER_ZONE
                    or state.place[frame.card] == PLACE_SPELL_TRAP_ZONE)):
                return False
        elif frame.procedure == PROCEDURE_EQUIP:
            if (not _waits_for_zone(state, i) or state.program_count == 0 or frame.card == CARD_NONE
                    or frame.needed >= state.card_count
                    or state.place[frame.card] != PLACE_MONSTER_ZONE):
                return False
        elif frame.procedure == PROCEDURE_RETURN:
            if (not _waits_for_zone(state, i) or state.program_count == 0
                    or frame.card == CARD_NONE or frame.move > 1
                    or state.place[frame.card] != PLACE_BANISHED):
                return False
        elif frame.procedure == PROCEDURE_CONTROL and frame.step:
            if (not _waits_for_zone(state, i) or frame.card == CARD_NONE
                    or state.place[frame.card] != PLACE_MONSTER_ZONE):
                return False
            if frame.chosen and (frame.needed >= N_SLOTS or frame.most >= state.card_count
                                 or state.place[frame.most] != PLACE_MONSTER_ZONE):
                return False
        elif frame.procedure == PROCEDURE_ACTIVATE:
            if frame.card == CARD_NONE or state.chain_count == 0 or (
                    state.chain[state.chain_count - 1].card != frame.card):
                return False
        elif frame.procedure == PROCEDURE_DESTROY:
            if frame.chosen > DESTROY_PASSES or frame.step >= N_DESTROY_STEPS or (
                    frame.step > DESTROY_SEARCHES and frame.move >= template_.replacing_count) or (
                    frame.most >> 5 & 1 and state.program_count == 0):
                return False
        elif frame.procedure == PROCEDURE_ATTACK:
            damage_step = _damage_step_at(frame.step)
            if (frame.card == CARD_NONE or frame.step >= N_ATTACK_STEPS
                    or (state.attack.open and frame.card != state.attack.attacker)
                    or (state.decision == DECISION_KIND_ATTACK_TARGET
                        and (state.place[frame.card] != PLACE_MONSTER_ZONE
                             or state.controller[frame.card] != state.turn_player))):
                return False
        elif frame.procedure == PROCEDURE_LEAVE:
            chained = True
        elif frame.procedure == PROCEDURE_POINT:
            chained |= frame.step == POINT_TRIGGERS or frame.step == POINT_WINDOW
        elif frame.procedure == PROCEDURE_WINDOW and (frame.chosen > 1 or frame.needed > 2):
            return False
        elif frame.procedure == PROCEDURE_PHASE and (
                frame.chosen > 1 or state.phase == PHASE_MAIN_1 or state.phase == PHASE_MAIN_2):
            return False
        elif frame.procedure == PROCEDURE_FORCED_ATTACK and (
                frame.move >= N_PHASE or frame.needed > 1
                or frame.step >= N_FORCED_ATTACK_STEPS):
            return False
    return (pends and resolves and chained and (state.summon_next == CARD_NONE or resolving)
            and state.damage_step == damage_step)


# Whether the parts that effects use are within their pools, and name effects and cards that
# there are.
cdef inline bint tail_holds(
    const DuelTemplate* template_, const DuelState* state
) noexcept nogil:
    cdef const program_frame_t* program
    cdef const restriction_t* restriction
    cdef int i, player, slot
    cdef uint8_t open_links = state.chain_count  # whose costs may still be undone
    if not _pools_hold(state) or not _sets_hold(state) or not _frames_hold(template_, state):
        return False
    for i in range(state.frame_count):
        open_links -= state.frames[i].procedure == PROCEDURE_RESOLVE and (
            state.frames[i].step == RESOLVE_RESOLVED or state.frames[i].step == RESOLVE_REMOVE)
    for i in range(state.program_count):
        program = &state.programs[i]
        if (not _is_effect_of(template_, state, program.effect, program.card)
                or program.pc == 0 or program.pc >= template_.instruction_count
                or program.player > 1
                or program.wait >= N_REGISTERS
                or (program.affected >= state.card_count and program.affected != CARD_NONE)
                or (program.link != LINK_NONE and program.link >= state.chain_count)
                or not _are_cards(state, &program.event_cards)):
            return False
        for slot in range(N_SETS):
            if not _are_cards(state, &program.s[slot]):
                return False
    for i in range(state.chain_count):
        if not _link_holds(template_, state, &state.chain[i]):
            return False
    for i in range(state.happening_count):
        if (state.happenings[i].kind >= N_TRIGGER
                or not _card_or_none(state, state.happenings[i].card)
                or not _card_or_none(state, state.happenings[i].other)):
            return False
    for i in range(state.trigger_count):
        if (not _is_effect_of(
                template_, state, state.triggers[i].effect, state.triggers[i].card)
                or state.triggers[i].happening >= state.happening_count):
            return False
    for i in range(state.lingering_count):
        if (not _is_effect_of(
                template_, state, state.lingering[i].effect, state.lingering[i].source)
                or not _card_or_none(state, state.lingering[i].card)
                or state.lingering[i].player > 1
                or state.lingering[i].until >= 2 * UNTIL_NEGATED
                or state.lingering[i].link > open_links):
            return False
    for i in range(state.restriction_count):
        restriction = &state.restrictions[i]
        if restriction.effect >= template_.effect_count or restriction.kind > RESTRICTS_MOVES:
            return False
        if restriction.kind == RESTRICTS_LINKS and (
                template_.effects[restriction.effect].filter == 0):
            return False
    for i in range(state.counters_count):
        if state.counters[i].card >= state.card_count or state.counters[i].count == 0:
            return False
    for player in range(2):
        for slot in range(N_SLOTS):
            if not _card_or_none(state, state.attached[player][slot]) or (
                    state.attached[player][slot] != CARD_NONE
                    and state.zone[player][1][slot] == CARD_NONE):
                return False
    return True


# Whether a procedure asks a decision where effects are played.
cdef inline bint _asks(uint8_t procedure, uint8_t decision) noexcept nogil:
    if decision == DECISION_KIND_RESPONSE:
        return procedure == PROCEDURE_WINDOW or procedure == PROCEDURE_PHASE
    if decision == DECISION_KIND_TRIGGER:
        return procedure == PROCEDURE_POINT
    if decision == DECISION_KIND_CARD:
        return procedure == PROCEDURE_CHOICE
    if decision == DECISION_KIND_YES_NO and procedure == PROCEDURE_DESTROY:
        return True
    if decision == DECISION_KIND_YES_NO or decision == DECISION_KIND_OPTION:
        return procedure == PROCEDURE_ANSWER
    if decision == DECISION_KIND_POSITION:
        return (procedure == PROCEDURE_SPECIAL_SUMMON or procedure == PROCEDURE_SUMMON
                or procedure == PROCEDURE_BUILT_IN_SUMMON)
    if decision == DECISION_KIND_TRIBUTE:
        return procedure == PROCEDURE_SUMMON
    if decision == DECISION_KIND_DISCARD:
        return procedure == PROCEDURE_DISCARD
    if decision == DECISION_KIND_ATTACK_TARGET or decision == DECISION_KIND_REPLAY:
        return procedure == PROCEDURE_ATTACK
    return (procedure == PROCEDURE_SUMMON or procedure == PROCEDURE_SET_SPELL_TRAP
            or procedure == PROCEDURE_ACTIVATE or procedure == PROCEDURE_SPECIAL_SUMMON
            or procedure == PROCEDURE_BUILT_IN_SUMMON or procedure == PROCEDURE_CONTROL
            or procedure == PROCEDURE_PLACE
            or procedure == PROCEDURE_EQUIP
            or procedure == PROCEDURE_RETURN)  # DECISION_KIND_ZONE


# Whether the zone is a free one, and the positions to choose from are some that there are.
cdef inline bint _position_holds(const DuelState* state) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef slot_t slot = frame.last
    if frame.procedure == PROCEDURE_SUMMON:  # the zone is chosen later
        return state.positions == (POSITION_FACE_UP_ATTACK | POSITION_FACE_DOWN_DEFENCE)
    return (slot < N_SLOTS and state.positions != 0 and state.positions <= 15
            and state.zone[state.decision_player][0][slot] == CARD_NONE)


# Whether the player of the top procedure is the one who is asked for a zone.
cdef inline bint _asks_its_player(const DuelState* state) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef uint8_t procedure = frame.procedure
    if procedure == PROCEDURE_PLACE or procedure == PROCEDURE_EQUIP or (
            procedure == PROCEDURE_RETURN):
        return state.decision_player == frame.move
    if procedure == PROCEDURE_SPECIAL_SUMMON:
        return state.decision_player == (
            state.programs[state.program_count - 1].player ^ (frame.move >> 2 & 1))
    if procedure == PROCEDURE_CONTROL:
        return state.decision_player == 1 - state.controller[frame.card]
    return state.decision_player == state.controller[frame.card]


# Whether the top procedure has come to where it asks for a zone or a position, for a zone of the
# row that its card goes to.
cdef inline bint _asks_at_its_step(const DuelState* state) noexcept nogil:
    cdef const frame_t* frame = &state.frames[state.frame_count - 1]
    cdef bint position = state.decision == DECISION_KIND_POSITION
    if frame.procedure == PROCEDURE_SPECIAL_SUMMON and frame.step != 1 + position:
        return False
    if frame.procedure == PROCEDURE_BUILT_IN_SUMMON and frame.step != 2 + position:
        return False
    if position:
        return True
    return (state.zone_row == ROW_SPELL_TRAP) == (
        frame.procedure == PROCEDURE_SET_SPELL_TRAP or frame.procedure == PROCEDURE_ACTIVATE
        or frame.procedure == PROCEDURE_PLACE or frame.procedure == PROCEDURE_EQUIP)


# Whether the step that asks the turn player is one of the phase, or an effect has interrupted it.
cdef inline bint _step_holds(const DuelState* state) noexcept nogil:
    cdef int i
    for i in range(state.frame_count):
        if state.frames[i].procedure == PROCEDURE_FORCED_ATTACK:
            return True
    if state.step == STEP_MAIN:
        return state.phase == PHASE_MAIN_1 or state.phase == PHASE_MAIN_2
    return state.step != STEP_BATTLE or state.phase == PHASE_BATTLE


# Whether the top procedure asks the waiting decision, and as many programs are open as wait.
cdef inline bint tail_stack_holds(const DuelState* state) noexcept nogil:
    cdef int programs = 0
    cdef int i
    for i in range(state.frame_count):
        if state.frames[i].procedure == PROCEDURE_PROGRAM:
            if programs == state.program_count or (
                    state.frames[i].card != state.programs[programs].card):
                return False
            programs += 1
    if programs != state.program_count:
        return False
    if not _step_holds(state):
        return False
    if (state.decision == DECISION_KIND_MAIN_PHASE
            or state.decision == DECISION_KIND_BATTLE_PHASE):
        return (state.frame_count == 0 and state.chain_count == 0
                and state.forced_attacker == CARD_NONE
                and state.decision_player == state.turn_player)
    if state.decision_player != state.turn_player and (
            state.decision == DECISION_KIND_ATTACK_TARGET
            or state.decision == DECISION_KIND_REPLAY
            or state.decision == DECISION_KIND_DISCARD):
        return False
    if state.frame_count == 0:
        return False
    if state.decision == DECISION_KIND_POSITION and not _position_holds(state):
        return False
    if state.decision == DECISION_KIND_ZONE and not _asks_its_player(state):
        return False
    if (state.decision == DECISION_KIND_ZONE or state.decision == DECISION_KIND_POSITION) and (
            not _asks_at_its_step(state)):
        return False
    return _asks(state.frames[state.frame_count - 1].procedure, state.decision)


cdef inline bint tail_choice_holds(const DuelState* state) noexcept nogil:
    cdef int card = bitset_next(&state.chosen, -1)
    cdef int word
    if state.frame_count and state.frames[state.frame_count - 1].procedure == PROCEDURE_CHOICE:
        for word in range(4):
            if state.chosen.words[word] & ~state.candidates.words[word]:
                return False
    while card >= 0:
        if card >= state.card_count:
            return False
        card = bitset_next(&state.chosen, card)
    return True
