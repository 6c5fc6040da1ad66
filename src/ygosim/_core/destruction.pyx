"""Destruction and its replacement.  See destruction.pxd."""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from ygosim._core.activation cimport limit_count, limit_left
from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_next, bitset_t,
)
from ygosim._core.enums cimport (
    DECISION_KIND_YES_NO, EFFECT_FLAG_CANNOT_BE_NEGATED, EFFECT_FLAG_OPTIONAL,
    EFFECT_FLAG_SELF, PLACE_MONSTER_ZONE, PROPERTY_NEGATED, REASON_BATTLE,
    TRIGGER_DESTROYED,
)
from ygosim._core.filters cimport card_props, effect_is_in_place, filter_has
from ygosim._core.layout cimport (
    DESTROY_ASKS, DESTROY_PASSES, DESTROY_REPLACED, DESTROY_REPLACES, DESTROY_SEARCHES,
    DESTROY_STARTED, effect_t, happening_t, program_frame_t,
)
from ygosim._core.procedures cimport decision_ask, frame_pop
from ygosim._core.types cimport CARD_NONE, LINK_NONE, card_t, player_t
from ygosim._core.vm cimport program_check, program_open
from ygosim._core.zones cimport card_send_by, redirects_end


# The doomed cards whose destruction an effect of `card` replaces; whether there are any.
cdef bint _spares(
    const DuelTemplate* template_, const DuelState* state, const effect_t* effect, card_t card,
    player_t player, bitset_t* out
) noexcept nogil:
    cdef int doomed
    bitset_clear(out)
    if effect.flags & EFFECT_FLAG_SELF:
        if not bitset_has(&state.doomed, card):
            return False
        bitset_add(out, card)
        return True
    doomed = bitset_next(&state.doomed, -1)
    while doomed >= 0:
        if filter_has(template_, state, &template_.filters[effect.filter - 1], player, card,
                      <card_t>doomed):
            bitset_add(out, <card_t>doomed)
        doomed = bitset_next(&state.doomed, doomed)
    return bitset_next(out, -1) >= 0


# The destruction as the effect sees it.
cdef void _event(
    const DuelState* state, const frame_t* frame, const bitset_t* cards, happening_t* out
) noexcept nogil:
    cdef card_t card = <card_t>bitset_next(cards, -1)
    memset(out, 0, sizeof(happening_t))
    out.kind = TRIGGER_DESTROYED
    out.player = frame.most >> 4 & 1
    out.card = card
    out.other = frame.card
    if frame.needed == REASON_BATTLE:
        out.other = (
            state.attack.target if state.attack.attacker == card else state.attack.attacker)
        out.player = 1 - state.controller[card]
    out.reason = frame.needed
    out.from_place = state.place[card]
    out.from_position = state.position[card]
    out.from_player = state.controller[card]
    out.to_place = frame.most & 15
    out.link = LINK_NONE


# Whether an effect of `card` may, or must, replace the destruction of some of the cards: it
# works there, is not used up, and can do what it says.
cdef bint _replaces(
    const DuelTemplate* template_, const DuelState* state, const frame_t* frame,
    uint16_t number, card_t card, player_t player, bitset_t* cards, happening_t* event
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    if not effect_is_in_place(state, effect, card):
        return False
    if not effect.flags & EFFECT_FLAG_CANNOT_BE_NEGATED and (
            card_props(state, card) & PROPERTY_NEGATED):
        return False
    if not limit_left(state, effect, number, card, player):
        return False
    if not _spares(template_, state, effect, card, player, cards):
        return False
    _event(state, frame, cards, event)
    return program_check(
        template_, state, number, effect.condition, card, player, event, cards, CARD_NONE) and (
            program_check(
                template_, state, number, effect.check, card, player, event, cards, CARD_NONE))


# The next effect in the order of the search, from where the frame says on; whether there is one.
cdef bint _find(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef const effect_t* effect
    cdef const bitset_t* candidates
    cdef happening_t event
    cdef bitset_t cards
    cdef player_t player
    cdef uint16_t number
    cdef int card
    while frame.chosen < DESTROY_PASSES:
        player = <player_t>(state.turn_player ^ (frame.chosen & 1))
        while frame.move < template_.replacing_count:
            number = template_.replacing[frame.move]
            effect = &template_.effects[number]
            candidates = &template_.cards_of[effect.definition]
            card = bitset_next(
                candidates, -1 if frame.last == CARD_NONE else <int>frame.last)
            if ((effect.flags & EFFECT_FLAG_OPTIONAL) != 0) != frame.chosen >> 1:
                card = -1
            while card >= 0:
                if state.controller[card] == player and _replaces(
                        template_, state, frame, number, <card_t>card, player, &cards, &event):
                    frame.last = <card_t>card
                    return True
                card = bitset_next(candidates, card)
            frame.move += 1
            frame.last = CARD_NONE
        frame.chosen += 1
        frame.move = 0
    return False


# Destroys what is left.
cdef void _finish(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef bitset_t doomed = state.doomed
    cdef uint8_t reason = frame.needed
    cdef uint8_t place = frame.most & 15
    cdef player_t by = frame.most >> 4 & 1
    cdef bint answers = frame.most >> 5 & 1
    cdef card_t source = frame.card
    cdef program_frame_t* program
    cdef int count = 0
    cdef int card = bitset_next(&doomed, -1)
    bitset_clear(&state.doomed)
    frame_pop(state)
    if reason != REASON_BATTLE:
        redirects_end(state, &doomed)
    while card >= 0:
        if reason != REASON_BATTLE:
            card_send_by(template_, state, <card_t>card, place, reason, by, source)
        elif state.place[card] == PLACE_MONSTER_ZONE:
            bitset_add(&state.battle_destroyed, <card_t>card)
        count += 1
        card = bitset_next(&doomed, card)
    if answers:
        program = &state.programs[state.program_count - 1]
        program.r[program.wait] = count


cdef void destruction_advance(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    cdef program_frame_t* program
    cdef happening_t event
    cdef bitset_t cards
    cdef player_t player
    cdef uint16_t number
    cdef card_t card
    cdef int word
    if frame.step == DESTROY_STARTED or frame.step == DESTROY_REPLACED:
        frame.step = DESTROY_SEARCHES
    if frame.step == DESTROY_SEARCHES:
        if bitset_next(&state.doomed, -1) < 0 or not _find(template_, state, frame):
            _finish(template_, state, frame)
            return
        player = <player_t>(state.turn_player ^ (frame.chosen & 1))
        if frame.chosen >> 1:
            frame.step = DESTROY_ASKS
            decision_ask(state, DECISION_KIND_YES_NO, player)
            return
        frame.step = DESTROY_REPLACES
    player = <player_t>(state.turn_player ^ (frame.chosen & 1))
    number = template_.replacing[frame.move]
    card = frame.last
    frame.step = DESTROY_REPLACED
    if not _replaces(template_, state, frame, number, card, player, &cards, &event):
        return
    for word in range(4):
        state.doomed.words[word] &= ~cards.words[word]
    limit_count(template_, state, number, card, player, 1)
    if template_.effects[number].operation:
        program_open(
            template_, state, number, template_.effects[number].operation, card, player,
            LINK_NONE)
        if not state.pool_full:
            program = &state.programs[state.program_count - 1]
            program.event = event
            program.event_cards = cards


cdef void destruction_answer(frame_t* frame, bint yes) noexcept nogil:
    frame.step = DESTROY_REPLACES if yes else DESTROY_SEARCHES
