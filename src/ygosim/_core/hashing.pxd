"""The hash of a position: all that can matter for how the duel goes on (docs/state.md).

Used by `state` alone.  Left out: which of two copies of one card is where, the order of hands
and extra decks, the generator, the counts of decisions, the events, and what is derived from the
rest.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from ygosim._core.bitset cimport bitset_has, bitset_next, bitset_t
from ygosim._core.enums cimport (
    DECISION_KIND_CARD, DECISION_KIND_DISCARD, DECISION_KIND_TRIBUTE, PLACE_EXTRA_DECK, PLACE_HAND,
    PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE, TRIGGER_NONE,
)
from ygosim._core.layout cimport (
    PROCEDURE_FORCED_ATTACK, DuelState, DuelTemplate, frame_t, happening_t, lingering_t, link_t,
    monster_masks_t, program_frame_t, use_t,
)
from ygosim._core.rng cimport rng_mix
from ygosim._core.types cimport (
    CARD_NONE, N_MONSTER_ZONES, N_REGISTERS, N_SETS, N_SLOTS, PLACE_NOWHERE, card_t, code_t,
)


# Whether the open choice takes one card after the other, so that `last` of the frame is a card.
cdef inline bint _chooses_cards(const DuelState* state) noexcept nogil:
    return (state.decision == DECISION_KIND_TRIBUTE or state.decision == DECISION_KIND_DISCARD
            or state.decision == DECISION_KIND_CARD)


# Whether a card may no longer be chosen, since a later one has been: choices ascend, so of two
# identical copies the chosen one matters for what can follow.
cdef inline bint _is_passed(const DuelState* state, int card) noexcept nogil:
    cdef card_t last = state.frames[state.frame_count - 1].last
    if last == CARD_NONE or card > last:
        return False
    if state.decision == DECISION_KIND_CARD:
        return bitset_has(&state.candidates, <card_t>card)
    return state.controller[card] == state.decision_player and (
        state.place[card] == PLACE_HAND or state.place[card] == PLACE_MONSTER_ZONE)


# What a card of the field, or one that an open procedure is about, has beside its place.
cdef inline uint64_t _marks(const DuelState* state, int card) noexcept nogil:
    cdef uint64_t marks = (
        bitset_has(&state.arrived, <card_t>card)
        | bitset_has(&state.position_changed, <card_t>card) << 1
        | bitset_has(&state.attack_declared, <card_t>card) << 2
        | bitset_has(&state.chosen, <card_t>card) << 3
        | (state.attack.attacker == card) << 4
        | (state.attack.target == card) << 5
    )
    cdef const monster_masks_t* masks
    cdef int i
    if state.place[card] == PLACE_MONSTER_ZONE:
        masks = &state.monsters[state.controller[card]]
        marks |= <uint64_t>(masks.may_change >> state.slot[card] & 1) << 6
        marks |= <uint64_t>(masks.may_attack >> state.slot[card] & 1) << 7
    for i in range(state.frame_count):
        marks |= <uint64_t>(state.frames[i].card == card) << (8 + i)
    return marks


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


# The cards of a set, likewise.
cdef inline uint64_t _referents(
    const DuelTemplate* template_, const DuelState* state, const bitset_t* cards, uint64_t salt
) noexcept nogil:
    cdef uint64_t key = 0
    cdef int card = bitset_next(cards, -1)
    while card >= 0:
        key += _referent(template_, state, card, salt)
        card = bitset_next(cards, card)
    return key


# How many of what changes something for as long as it lies or lingers came before `since`: the
# order counts (EFF-8), when does not, nor the order among effects of one definition.
cdef inline uint64_t _rank(
    const DuelTemplate* template_, const DuelState* state, uint16_t since, code_t definition
) noexcept nogil:
    cdef uint64_t rank = 0
    cdef int player, row, slot, i
    cdef card_t card
    for player in range(2):
        for row in range(2):
            for slot in range(N_SLOTS):
                card = state.zone[player][row][slot]
                if card != CARD_NONE and state.code[card] != definition and bitset_has(
                        &template_.lasting_from[PLACE_MONSTER_ZONE + row], card):
                    rank += state.zone_since[player][row][slot] < since
    for i in range(state.lingering_count):
        if template_.effects[state.lingering[i].effect].definition != definition:
            rank += state.lingering[i].since < since
    return rank


# What effects have made of a card.
cdef inline uint64_t _effects_of_card(
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
    cdef uint8_t place = state.place[card]
    cdef card_t attached
    cdef const use_t* use
    cdef int i
    if place == PLACE_MONSTER_ZONE or place == PLACE_SPELL_TRAP_ZONE:
        if bitset_has(&template_.lasting_from[place], <card_t>card):
            key |= 1 + _rank(template_, state, state.zone_since[state.controller[card]][
                place - PLACE_MONSTER_ZONE][state.slot[card]], state.code[card]) << 16
        if place == PLACE_SPELL_TRAP_ZONE:
            attached = state.attached[state.controller[card]][state.slot[card]]
            if attached != CARD_NONE:
                key = rng_mix(key ^ _referent(template_, state, attached, salt))
    for i in range(state.counters_count):
        if state.counters[i].card == card:
            key += rng_mix(<uint64_t>state.counters[i].kind << 8 | state.counters[i].count)
    for i in range(state.use_count):
        use = &state.uses[i]
        if use.card == card:
            key += rng_mix(
                <uint64_t>use.limit << 40 | <uint64_t>use.player << 32
                | <uint64_t>use.scope << 24 | <uint64_t>use.survives << 16 | use.count)
    return rng_mix(key + salt) if key else 0


# Something that happened, by how long ago it was; 0 for nothing.
cdef inline uint64_t _happening(
    const DuelTemplate* template_, const DuelState* state, const happening_t* happening,
    uint64_t salt
) noexcept nogil:
    cdef uint64_t key
    if happening.kind == TRIGGER_NONE:
        return 0
    key = rng_mix(
        <uint64_t>happening.kind | <uint64_t>happening.player << 8
        | <uint64_t>happening.reason << 16 | <uint64_t>happening.from_place << 24
        | <uint64_t>happening.from_position << 32 | <uint64_t>happening.from_player << 40
        | <uint64_t>happening.link << 48 | <uint64_t>happening.to_place << 56)
    key = rng_mix(key ^ (
        <uint64_t><uint32_t>happening.value
        | <uint64_t><uint16_t>(state.time - happening.time) << 32))
    key += _referent(template_, state, happening.card, salt)
    return rng_mix(key + rng_mix(_referent(template_, state, happening.other, salt)))


cdef inline uint64_t _lingering(
    const DuelTemplate* template_, const DuelState* state, const lingering_t* lingering,
    uint64_t salt
) noexcept nogil:
    cdef uint64_t key = rng_mix(
        <uint64_t>lingering.effect | <uint64_t>lingering.turns << 16
        | <uint64_t>lingering.player << 24 | <uint64_t>lingering.waits << 25
        | <uint64_t>lingering.link << 26 | <uint64_t><uint32_t>lingering.value << 32)
    key = rng_mix(key ^ (
        _rank(template_, state, lingering.since,
              template_.effects[lingering.effect].definition)
        | <uint64_t>lingering.until << 16))
    key += _referent(template_, state, lingering.card, salt)
    return rng_mix(key + rng_mix(_referent(template_, state, lingering.source, salt)))


cdef inline uint64_t _link(
    const DuelTemplate* template_, const DuelState* state, const link_t* link, uint64_t salt
) noexcept nogil:
    cdef uint64_t key = rng_mix(
        <uint64_t>link.effect | <uint64_t>link.player << 16 | <uint64_t>link.negated << 24
        | <uint64_t>link.same << 32 | <uint64_t>link.place << 40 | <uint64_t>link.speed << 48)
    key = rng_mix(key ^ <uint64_t>link.label)
    key += _referent(template_, state, link.card, salt)
    key += _referents(template_, state, &link.targets, salt + 1)
    key += _referents(template_, state, &link.event_cards, salt + 2)
    return rng_mix(key + _happening(template_, state, &link.event, salt))


# While a program waits, the numbers of cards in its registers count: two copies that it tells
# apart are not alike.
cdef inline uint64_t _program(
    const DuelTemplate* template_, const DuelState* state, const program_frame_t* program,
    uint64_t salt
) noexcept nogil:
    cdef uint64_t key = rng_mix(
        <uint64_t>program.pc | <uint64_t>program.effect << 16 | <uint64_t>program.player << 32
        | <uint64_t>program.link << 40 | <uint64_t>program.wait << 48)
    cdef int i
    for i in range(N_REGISTERS):
        key = rng_mix(key ^ <uint64_t>program.r[i])
    for i in range(N_SETS):
        key = rng_mix(key ^ _referents(template_, state, &program.s[i], salt))
    key += _referent(template_, state, program.card, salt)
    key += _referents(template_, state, &program.event_cards, salt + 2)
    return rng_mix(key + _happening(template_, state, &program.event, salt))


# What is lingering, waits or is on the chain.
cdef inline uint64_t _effects(
    const DuelTemplate* template_, const DuelState* state, uint64_t salt
) noexcept nogil:
    cdef uint64_t key = (
        <uint64_t>state.damage_step | <uint64_t>state.attack_cancelled << 8
        | <uint64_t>state.battle_phase_ends << 16 | <uint64_t>state.hand_adjusted << 24
        | <uint64_t>state.summon_limit << 32 | <uint64_t>state.positions << 48
        | <uint64_t>state.target_was_face_down << 56)
    cdef int i, j
    key = rng_mix(key ^ (
        <uint64_t>state.decision_player | <uint64_t>state.solving << 8
        | <uint64_t>state.answered_count << 16 | <uint64_t>state.reacted << 24
        | <uint64_t>state.zone_row << 32 | <uint64_t>state.keep_order << 40))
    if state.answered_count:
        key = rng_mix(key ^ <uint16_t>(state.time - state.answered_time))
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
                       + rng_mix(_referent(template_, state, state.forced_target, salt + 5)))
    key += rng_mix(state.activations[0] | <uint64_t>state.activations[1] << 8)
    for i in range(state.use_count):
        if state.uses[i].card == CARD_NONE:
            key += rng_mix(
                <uint64_t>state.uses[i].limit << 24 | <uint64_t>state.uses[i].scope << 16
                | <uint64_t>state.uses[i].player << 8 | state.uses[i].count)
    for i in range(state.lingering_count):
        key += _lingering(template_, state, &state.lingering[i], salt)
    for i in range(state.chain_count):
        key = rng_mix(key ^ _link(template_, state, &state.chain[i], salt))
    for i in range(state.trigger_count):
        key = rng_mix(key ^ (
            <uint64_t>state.triggers[i].effect | <uint64_t>state.triggers[i].player << 16
            | <uint64_t>state.triggers[i].optional << 24))
        key += _referent(template_, state, state.triggers[i].card, salt)
        key += _happening(
            template_, state, &state.happenings[state.triggers[i].happening], salt + 3)
    for i in range(state.happening_count):
        # What happened to two copies at one time has no order.
        key += rng_mix(_happening(template_, state, &state.happenings[i], salt)
                       + <uint64_t>((i < state.answered_count) << 1 | (i < state.reacted)))
    for i in range(state.program_count):
        key = rng_mix(key ^ _program(template_, state, &state.programs[i], salt))
    return rng_mix(key + salt)


# The open procedures; their cards are marked, and the attacker that a forced attack keeps is a
# referent.
cdef inline uint64_t _frames(
    const DuelTemplate* template_, const DuelState* state, bint chooses, uint64_t salt
) noexcept nogil:
    cdef uint64_t key = state.frame_count
    cdef const frame_t* frame
    cdef int i
    for i in range(state.frame_count):
        frame = &state.frames[i]
        key = rng_mix(
            key ^ (<uint64_t>frame.procedure | <uint64_t>frame.step << 8
                   | <uint64_t>frame.move << 16 | <uint64_t>frame.needed << 24
                   | <uint64_t>frame.chosen << 32 | <uint64_t>frame.most << 40))
        if frame.procedure == PROCEDURE_FORCED_ATTACK and frame.last != CARD_NONE:
            key = rng_mix(key ^ _referent(template_, state, frame.last, salt))
        elif not (chooses and i == state.frame_count - 1):
            key = rng_mix(key ^ frame.last)
    return key


# The attack that is open: where the opponent's monsters are others than when it was declared
# (BAT-2).
cdef inline uint64_t _declared(const DuelState* state) noexcept nogil:
    cdef uint64_t key = 0
    cdef uint64_t declared
    cdef int slot
    for slot in range(N_MONSTER_ZONES):
        declared = state.attack.declared_against >> 8 * slot & 0xFF
        if declared != state.zone[1 - state.turn_player][0][slot]:
            key = rng_mix(key ^ (declared << 8 | <uint64_t>(slot + 1)))
    return key


cdef inline uint64_t position_hash(
    const DuelTemplate* template_, const DuelState* state, uint64_t salt
) noexcept nogil:
    # A sum over cards: which of two identical copies is where does not matter.
    cdef uint64_t total = 0
    cdef uint64_t key
    cdef uint8_t place
    cdef int card
    cdef bint chooses = state.frame_count and _chooses_cards(state)
    for card in range(state.card_count):
        place = state.place[card]
        if place == PLACE_NOWHERE:
            continue
        key = (
            <uint64_t>place | <uint64_t>state.owner[card] << 8
            | <uint64_t>state.controller[card] << 16 | <uint64_t>state.position[card] << 24
        )
        if place != PLACE_HAND and place != PLACE_EXTRA_DECK:
            key |= <uint64_t>state.slot[card] << 56
        if place >= PLACE_MONSTER_ZONE or state.frame_count:
            key |= _marks(state, card) << 32
            if chooses:
                key |= <uint64_t>_is_passed(state, card) << 28  # positions are below bit 28
        if state.effects:
            key += _effects_of_card(template_, state, card, salt)
        # Keys of definitions are random words, so one mixing is enough.
        total += rng_mix(
            (template_.definition_keys[state.code[card]] ^ salt)
            + key * <uint64_t>0x9E3779B97F4A7C15ULL)
    if state.effects:
        total += _effects(template_, state, salt)
    # What belongs to no card.
    key = rng_mix(<uint64_t>state.lp[0] << 32 | <uint32_t>state.lp[1])
    key = rng_mix(
        key ^ (<uint64_t>state.turn | <uint64_t>state.turn_player << 16
               | <uint64_t>state.phase << 24 | <uint64_t>state.step << 32
               | <uint64_t>state.decision << 40 | <uint64_t>state.normal_summons_left << 48
               | <uint64_t>state.battle_phase_over << 56))
    key = rng_mix(
        key ^ (<uint64_t>state.end_cause | <uint64_t>state.winner << 8
               | <uint64_t>state.deck_out << 16 | <uint64_t>state.attack.open << 24))
    if state.attack.open:
        key = rng_mix(key ^ _declared(state))
    key = rng_mix(key ^ _frames(template_, state, chooses, salt))
    return rng_mix(total ^ rng_mix(key + salt))
