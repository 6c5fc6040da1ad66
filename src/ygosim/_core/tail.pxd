"""The part of a state that effects use: its copy, its hash, its invariants.

Used by `state` alone.  What is derived from the rest (properties, what players cannot do) is
not hashed.
"""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from ygosim._core.bitset cimport bitset_has, bitset_next, bitset_t
from ygosim._core.enums cimport (
    DECISION_KIND_ATTACK_TARGET, DECISION_KIND_BATTLE_PHASE, DECISION_KIND_CARD,
    DECISION_KIND_DISCARD, DECISION_KIND_MAIN_PHASE, DECISION_KIND_OPTION,
    DECISION_KIND_POSITION, DECISION_KIND_REPLAY, DECISION_KIND_RESPONSE,
    DECISION_KIND_TRIBUTE, DECISION_KIND_TRIGGER, DECISION_KIND_YES_NO, N_PHASE, N_TRIGGER,
    PLACE_BANISHED, PLACE_EXTRA_DECK, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK,
)
from ygosim._core.rng cimport rng_mix
from ygosim._core.layout cimport (
    PROCEDURE_ACTIVATE, PROCEDURE_ANSWER, PROCEDURE_ATTACK, PROCEDURE_BUILT_IN_SUMMON,
    PROCEDURE_CHOICE, PROCEDURE_CONTROL, PROCEDURE_DESTROY, PROCEDURE_DISCARD, PROCEDURE_EQUIP,
    PROCEDURE_FORCED_ATTACK, PROCEDURE_PHASE, PROCEDURE_PLACE, PROCEDURE_POINT, PROCEDURE_PROGRAM,
    PROCEDURE_RETURN, PROCEDURE_SET_SPELL_TRAP, PROCEDURE_SPECIAL_SUMMON, PROCEDURE_SUMMON,
    PROCEDURE_WINDOW, DuelState, DuelTemplate, counters_t, frame_t, happening_t, lingering_t,
    link_t, program_frame_t, trigger_t, use_t,
)
from ygosim._core.types cimport (
    CARD_NONE, MAX_COUNTERS, MAX_HAPPENINGS, MAX_LINGERING, MAX_LINKS, MAX_PROGRAM_FRAMES,
    MAX_TRIGGERS, MAX_USES, N_REGISTERS, N_SETS, N_SLOTS, card_t, slot_t,
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


# Hash -------------------------------------------------------------------------------------


# A card by what it is and where: what refers to it hashes so.
cdef inline uint64_t _referent(
    const DuelTemplate* template_, const DuelState* state, int card, uint64_t salt
) noexcept nogil:
    cdef uint64_t place
    if card >= state.card_count:
        return 1
    place = state.place[card]
    return rng_mix(
        (template_.definition_keys[state.code[card]] ^ salt) + (
            place << 8 | <uint64_t>state.controller[card] << 16
            | (0 if place == PLACE_HAND or place == PLACE_EXTRA_DECK
               else <uint64_t>state.slot[card] << 24)))


# What effects have made of a card.
cdef inline uint64_t tail_hash_card(
    const DuelTemplate* template_, const DuelState* state, int card, uint64_t salt
) noexcept nogil:
    cdef uint64_t key = (
        bitset_has(&state.proper, <card_t>card) | bitset_has(&state.equips, <card_t>card) << 1
        | bitset_has(&state.leaving, <card_t>card) << 2
        | bitset_has(&state.candidates, <card_t>card) << 3
        | bitset_has(&state.battle_destroyed, <card_t>card) << 4
        | bitset_has(&state.moving, <card_t>card) << 5
        | bitset_has(&state.nowhere, <card_t>card) << 6
        | bitset_has(&state.lent, <card_t>card) << 7
        | bitset_has(&state.doomed, <card_t>card) << 8)
    cdef card_t attached
    cdef int i
    if state.place[card] == PLACE_SPELL_TRAP_ZONE:
        attached = state.attached[state.controller[card]][state.slot[card]]
        if attached != CARD_NONE:
            key = rng_mix(key ^ _referent(template_, state, attached, salt))
    for i in range(state.counters_count):
        if state.counters[i].card == card:
            key += rng_mix(<uint64_t>state.counters[i].kind << 8 | state.counters[i].count)
    for i in range(state.use_count):
        if state.uses[i].card == card:
            key += rng_mix(<uint64_t>state.uses[i].limit << 8 | state.uses[i].count)
    return rng_mix(key + salt) if key else 0


# What is lingering, waits or is on the chain.  While a program waits, the numbers of cards in
# its registers count: two copies that it tells apart are not alike.
cdef inline uint64_t tail_hash(
    const DuelTemplate* template_, const DuelState* state, uint64_t salt
) noexcept nogil:
    cdef const program_frame_t* program
    cdef uint64_t key = (
        <uint64_t>state.damage_step | <uint64_t>state.attack_cancelled << 8
        | <uint64_t>state.battle_phase_ends << 16 | <uint64_t>state.hand_adjusted << 24
        | <uint64_t>state.summon_limit << 32 | <uint64_t>state.positions << 48
        | <uint64_t>state.target_was_face_down << 56)
    cdef int i, j, card
    if state.pending != CARD_NONE or state.won:
        key += rng_mix(_referent(template_, state, state.pending, salt) ^ (
            <uint64_t>state.summon_negated << 1 | <uint64_t>state.won << 2))
    for i in range(2):
        for j in range(8):
            if state.skips[i][j]:
                key += rng_mix(<uint64_t>(i << 16 | j << 8 | state.skips[i][j]))
        if state.summoned[i]:
            key += rng_mix(<uint64_t>(1 << 20 | i << 8 | state.summoned[i]))
    if state.options:
        key += rng_mix(state.options + 3)
    if state.attack_again != CARD_NONE:
        key += rng_mix(_referent(template_, state, state.attack_again, salt + 2))
    if state.summon_next != CARD_NONE:
        key += rng_mix(_referent(template_, state, state.summon_next, salt + 3))
    if state.forced_attacker != CARD_NONE:
        key += rng_mix(_referent(template_, state, state.forced_attacker, salt + 4)
                       + _referent(template_, state, state.forced_target, salt + 5))
    key += rng_mix(state.activations[0] | <uint64_t>state.activations[1] << 8)
    for i in range(state.use_count):
        if state.uses[i].card == CARD_NONE:
            key += rng_mix(
                <uint64_t>state.uses[i].limit << 16 | <uint64_t>state.uses[i].player << 8
                | state.uses[i].count)
    for i in range(state.lingering_count):
        key = rng_mix(key ^ (
            <uint64_t>state.lingering[i].effect | <uint64_t>state.lingering[i].turns << 16
            | <uint64_t>state.lingering[i].player << 24 | <uint64_t>state.lingering[i].waits << 25
            | <uint64_t>state.lingering[i].link << 26
            | <uint64_t><uint32_t>state.lingering[i].value << 32))
        key += _referent(template_, state, state.lingering[i].card, salt)
    for i in range(state.chain_count):
        key = rng_mix(key ^ (
            <uint64_t>state.chain[i].effect | <uint64_t>state.chain[i].player << 16
            | <uint64_t>state.chain[i].negated << 24 | <uint64_t>state.chain[i].same << 32
            | <uint64_t>state.chain[i].label << 40))
        key += _referent(template_, state, state.chain[i].card, salt)
        card = bitset_next(&state.chain[i].targets, -1)
        while card >= 0:
            key += _referent(template_, state, card, salt + 1)
            card = bitset_next(&state.chain[i].targets, card)
    for i in range(state.trigger_count):
        key += rng_mix(
            state.triggers[i].effect
            + _referent(template_, state, state.triggers[i].card, salt))
    for i in range(state.happening_count):
        key += rng_mix(
            state.happenings[i].kind
            + _referent(template_, state, state.happenings[i].card, salt))
    for i in range(state.program_count):
        program = &state.programs[i]
        key = rng_mix(key ^ (<uint64_t>program.pc | <uint64_t>program.player << 16))
        for j in range(N_REGISTERS):
            key = rng_mix(key ^ <uint64_t>program.r[j])
        for j in range(N_SETS):
            card = bitset_next(&program.s[j], -1)
            while card >= 0:
                key += rng_mix(<uint64_t>j + _referent(template_, state, card, salt))
                card = bitset_next(&program.s[j], card)
    return rng_mix(key + salt)


# Invariants -------------------------------------------------------------------------------


cdef inline bint _card_or_none(const DuelState* state, card_t card) noexcept nogil:
    return card < state.card_count or card == CARD_NONE


cdef inline bint _pools_hold(const DuelState* state) noexcept nogil:
    return (
        state.program_count <= MAX_PROGRAM_FRAMES and state.chain_count <= MAX_LINKS
        and state.happening_count <= MAX_HAPPENINGS and state.trigger_count <= MAX_TRIGGERS
        and state.lingering_count <= MAX_LINGERING and state.use_count <= MAX_USES
        and state.counters_count <= MAX_COUNTERS and state.restriction_count <= 16
        and state.answered_count <= state.happening_count
        and state.reacted <= state.happening_count and state.fed_count <= sizeof(state.fed)
        and state.solving <= state.chain_count and state.zone_row <= 1
        and state.damage_step <= 5 and _card_or_none(state, state.attack_again)
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
        link.effect < template_.effect_count and link.card < state.card_count
        and link.player <= 1 and link.same <= 1 and link.negated <= 2
        and template_.effects[link.effect].definition == state.code[link.card]
        and _are_cards(state, &link.targets) and _are_cards(state, &link.event_cards))


# Whether the card of an open procedure is where the procedure takes it from.
cdef inline bint _frames_hold(
    const DuelTemplate* template_, const DuelState* state
) noexcept nogil:
    cdef const frame_t* frame
    cdef uint8_t place
    cdef int i
    for i in range(state.frame_count):
        frame = &state.frames[i]
        if frame.procedure == PROCEDURE_SUMMON or frame.procedure == PROCEDURE_PLACE or (
                frame.procedure == PROCEDURE_BUILT_IN_SUMMON
                or frame.procedure == PROCEDURE_SET_SPELL_TRAP):
            if frame.card == CARD_NONE:
                return False
            place = state.place[frame.card]
            if frame.procedure == PROCEDURE_SUMMON and place == PLACE_MONSTER_ZONE:
                continue  # a Flip Summon
            if place == PLACE_MONSTER_ZONE or place == PLACE_SPELL_TRAP_ZONE:
                return False
            if frame.procedure == PROCEDURE_BUILT_IN_SUMMON and (
                    template_.effect_first[state.code[frame.card]] + frame.move
                    >= template_.effect_count):
                return False
            if frame.procedure == PROCEDURE_PLACE and frame.most == POSITION_FACE_UP_ATTACK:
                if frame.move > 1 or state.program_count == 0 or place > PLACE_EXTRA_DECK:
                    return False
                continue
            if frame.procedure == PROCEDURE_PLACE and (
                    frame.move > 1 or frame.most != POSITION_FACE_DOWN_DEFENCE):
                return False
            if frame.procedure != PROCEDURE_BUILT_IN_SUMMON and place != PLACE_HAND and (
                    frame.procedure != PROCEDURE_SUMMON or state.pending != frame.card):
                return False
        elif frame.procedure == PROCEDURE_SPECIAL_SUMMON:
            if state.program_count == 0 or (frame.step and (
                    frame.card == CARD_NONE or state.place[frame.card] == PLACE_MONSTER_ZONE
                    or state.place[frame.card] == PLACE_SPELL_TRAP_ZONE)):
                return False
        elif frame.procedure == PROCEDURE_EQUIP:
            if (state.program_count == 0 or frame.card == CARD_NONE
                    or frame.needed >= state.card_count
                    or state.place[frame.card] != PLACE_MONSTER_ZONE):
                return False
        elif frame.procedure == PROCEDURE_RETURN:
            if (state.program_count == 0 or frame.card == CARD_NONE or frame.move > 1
                    or state.place[frame.card] != PLACE_BANISHED):
                return False
        elif frame.procedure == PROCEDURE_CONTROL and frame.step:
            if frame.card == CARD_NONE or state.place[frame.card] != PLACE_MONSTER_ZONE:
                return False
        elif frame.procedure == PROCEDURE_ACTIVATE:
            if frame.card == CARD_NONE or state.chain_count == 0 or (
                    state.chain[state.chain_count - 1].card != frame.card):
                return False
        elif frame.procedure == PROCEDURE_DESTROY:
            if frame.chosen > 4 or frame.step > 4 or (
                    frame.step > 1 and frame.move >= template_.replacing_count) or (
                    frame.most >> 5 & 1 and state.program_count == 0):
                return False
        elif frame.procedure == PROCEDURE_ATTACK and (
                frame.card == CARD_NONE or frame.step > 8):
            return False
        elif frame.procedure == PROCEDURE_WINDOW and (frame.chosen > 1 or frame.needed > 2):
            return False
        elif frame.procedure == PROCEDURE_PHASE and frame.chosen > 1:
            return False
        elif frame.procedure == PROCEDURE_FORCED_ATTACK and (
                frame.move >= N_PHASE or frame.needed > 1 or frame.step > 3):
            return False
    return True


# Whether the parts that effects use are within their pools, and name effects and cards that
# there are.
cdef inline bint tail_holds(
    const DuelTemplate* template_, const DuelState* state
) noexcept nogil:
    cdef const program_frame_t* program
    cdef int i, player, slot
    if not _pools_hold(state) or not _sets_hold(state) or not _frames_hold(template_, state):
        return False
    for i in range(state.program_count):
        program = &state.programs[i]
        if (program.effect >= template_.effect_count or program.pc == 0
                or program.pc >= template_.instruction_count
                or program.card >= state.card_count or program.player > 1
                or program.wait >= N_REGISTERS
                or (program.link != 255 and program.link >= state.chain_count)):
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
        if (state.triggers[i].effect >= template_.effect_count
                or state.triggers[i].card >= state.card_count
                or state.triggers[i].happening >= state.happening_count):
            return False
    for i in range(state.lingering_count):
        if (state.lingering[i].effect >= template_.effect_count
                or not _card_or_none(state, state.lingering[i].card)
                or not _card_or_none(state, state.lingering[i].source)
                or state.lingering[i].player > 1
                or state.lingering[i].link > state.chain_count):
            return False
    for i in range(state.restriction_count):
        if state.restrictions[i].effect >= template_.effect_count:
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


# Whether the top procedure asks the waiting decision, and as many programs are open as wait.
cdef inline bint tail_stack_holds(const DuelState* state) noexcept nogil:
    cdef int programs = 0
    cdef int i
    for i in range(state.frame_count):
        programs += state.frames[i].procedure == PROCEDURE_PROGRAM
    if programs != state.program_count:
        return False
    if (state.decision == DECISION_KIND_MAIN_PHASE
            or state.decision == DECISION_KIND_BATTLE_PHASE):
        return state.frame_count == 0 and state.chain_count == 0
    if state.frame_count == 0:
        return False
    if state.decision == DECISION_KIND_POSITION and not _position_holds(state):
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
