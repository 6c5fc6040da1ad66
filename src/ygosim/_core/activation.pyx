"""Which effects a player may use now.  See activation.pxd."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ygosim._core.bitset cimport (
    bitset_add, bitset_clear, bitset_has, bitset_is_empty, bitset_next, bitset_t, lowest64,
)
from ygosim._core.enums cimport (
    CARD_TYPE_COUNTER, CARD_TYPE_FIELD, CARD_TYPE_FLIP, CARD_TYPE_QUICK_PLAY, CARD_TYPE_SPELL,
    CARD_TYPE_TRAP, CONTINUOUS_CONTROL, CONTINUOUS_LATER, DECISION_KIND_RESPONSE,
    EFFECT_FLAG_DAMAGE_CALCULATION, EFFECT_FLAG_DAMAGE_STEP, EFFECT_FLAG_IS_FLIP,
    EFFECT_FLAG_LIMIT_SURVIVES_FACE_DOWN, EFFECT_FLAG_MAIN_PHASE_1_ONLY,
    EFFECT_FLAG_ON_OPPONENT_TURN, EFFECT_FLAG_ON_OWN_TURN, EFFECT_FLAG_OPTIONAL, EFFECT_FLAG_SELF,
    EFFECT_FLAG_WHEN, EFFECT_KIND_ACTIVATION, EFFECT_KIND_IGNITION, EFFECT_KIND_PROCEDURE,
    EFFECT_KIND_QUICK, EFFECT_KIND_REACTION, EFFECT_KIND_TRIGGER, LIMIT_CARD_PER_TURN, LIMIT_NONE,
    MOVE_KIND_ACTIVATE, MOVE_KIND_SPECIAL_SUMMON, PHASE_END, PHASE_MAIN_1, PHASE_STANDBY,
    PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE,
    PLACE_SPELL_TRAP_ZONE, POOL_TRIGGERS, TRIGGER_BATTLED, TRIGGER_BATTLE_DAMAGE,
    TRIGGER_CHAIN_LINK, TRIGGER_DAMAGE_STEP_ENDED, TRIGGER_DESTROYED_BY_BATTLE,
    TRIGGER_DESTROYS_BY_BATTLE, TRIGGER_END_PHASE, TRIGGER_FLIPPED, TRIGGER_NONE,
    TRIGGER_RETURNED_TO_DECK, TRIGGER_STANDBY_PHASE, TRIGGER_SUMMON_PENDING,
    UNTIL_END_PHASE_CHOICE,
)
from ygosim._core.filters cimport card_face_up, cards_in_places, effect_is_in_place
from ygosim._core.happenings cimport limit_is_of_card, use_add, uses_count
from ygosim._core.layout cimport (
    DAMAGE_STEP_BEFORE, DAMAGE_STEP_NONE, FLIPPED_WITHOUT_EFFECTS, RESTRICTS_ACTIVATION, effect_t,
    lingering_t, link_t, trigger_t,
)
from ygosim._core.procedures cimport decision_ask, window_pass
from ygosim._core.state cimport state_is_over
from ygosim._core.types cimport (
    CARD_NONE, LINK_NONE, MAX_TRIGGERS, YGOSIM_CHECKED, code_t, move_make,
)
from ygosim._core.vm cimport program_check
from ygosim._core.zones cimport spell_trap_zones_free


cdef void event_group(const DuelState* state, int index, bitset_t* out) noexcept nogil:
    cdef int i
    bitset_clear(out)
    for i in range(state.happening_count):
        if (state.happenings[i].kind == state.happenings[index].kind
                and state.happenings[i].time == state.happenings[index].time
                and state.happenings[i].card != CARD_NONE):
            bitset_add(out, state.happenings[i].card)


cdef bint limit_left(
    const DuelState* state, const effect_t* effect, uint16_t number, card_t card,
    player_t player
) noexcept nogil:
    if effect.limit == LIMIT_NONE:
        # TURN-5: what triggers at a phase does so once in it.
        return not effect_is_of_phase(effect) or uses_count(
            state, LIMIT_CARD_PER_TURN, number, card, 0) == 0
    if limit_is_of_card(effect.limit):
        return uses_count(state, effect.limit, number, card, 0) < effect.limit_count
    return uses_count(
        state, effect.limit, number, CARD_NONE, player) < effect.limit_count


cdef void limit_count(
    const DuelTemplate* template_, DuelState* state, uint16_t number, card_t card,
    player_t player, int count
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    if effect.limit == LIMIT_NONE:
        if effect_is_of_phase(effect):
            use_add(state, LIMIT_CARD_PER_TURN, number, card, 0, count, True)
        return
    if limit_is_of_card(effect.limit):
        use_add(state, effect.limit, number, card, 0, count,
                (effect.flags & EFFECT_FLAG_LIMIT_SURVIVES_FACE_DOWN) != 0)
    else:
        use_add(state, effect.limit, number, CARD_NONE, player, count, False)


# Whether something forbids the player to use an effect of this card.
cdef bint _is_forbidden(
    const DuelTemplate* template_, const DuelState* state, const effect_t* effect, card_t card,
    player_t player
) noexcept nogil:
    cdef const effect_t* forbidding
    cdef int i
    for i in range(state.restriction_count):
        if (state.restrictions[i].kind != RESTRICTS_ACTIVATION
                or not state.restrictions[i].players >> player & 1):
            continue
        if state.restrictions[i].value >= 0 and (
                state.restrictions[i].value != state.code[card]):
            continue
        forbidding = &template_.effects[state.restrictions[i].effect]
        # Its constant: 1 only activations of cards, else effects too.
        if forbidding.value & 1 and effect.kind != EFFECT_KIND_ACTIVATION:
            continue
        if forbidding.filter and not bitset_has(
                &template_.filters[forbidding.filter - 1].cards, card):
            continue
        return True
    return False


# Whether the effect may be used in this player's turn.
cdef bint _turn_lets(
    const DuelState* state, const effect_t* effect, player_t player
) noexcept nogil:
    return not effect.flags & (
        EFFECT_FLAG_ON_OPPONENT_TURN if player == state.turn_player else EFFECT_FLAG_ON_OWN_TURN)


cdef bint damage_step_lets(
    const DuelTemplate* template_, const effect_t* effect, uint8_t step
) noexcept nogil:
    cdef bint battle_event
    if step == DAMAGE_STEP_NONE:
        return True
    if template_.definitions[effect.definition].type & CARD_TYPE_COUNTER:
        return True
    if effect.kind == EFFECT_KIND_TRIGGER and (
            effect.flags & EFFECT_FLAG_SELF or not effect.flags & EFFECT_FLAG_OPTIONAL):
        return True
    if step == DAMAGE_STEP_BEFORE:
        return (effect.flags & EFFECT_FLAG_DAMAGE_CALCULATION) != 0
    battle_event = (
        effect.trigger == TRIGGER_BATTLED or effect.trigger == TRIGGER_BATTLE_DAMAGE
        or effect.trigger == TRIGGER_DESTROYED_BY_BATTLE
        or effect.trigger == TRIGGER_DESTROYS_BY_BATTLE
        or effect.trigger == TRIGGER_DAMAGE_STEP_ENDED)
    return battle_event or (effect.flags & EFFECT_FLAG_DAMAGE_STEP) != 0


# Whether a card may be activated from where it is (ST-1 … ST-3, ZONE-2).
cdef bint _card_may(
    const DuelTemplate* template_, const DuelState* state, card_t card, player_t player,
    uint8_t opening
) noexcept nogil:
    cdef uint32_t type_ = template_.definitions[state.code[card]].type
    cdef bint speed_1 = type_ & CARD_TYPE_SPELL and not type_ & CARD_TYPE_QUICK_PLAY
    if speed_1 and opening != OPENING_MAIN:
        return False
    if state.place[card] == PLACE_HAND and type_ & CARD_TYPE_TRAP:
        return state.traps_from_hand >> player & 1 and spell_trap_zones_free(
            template_, state, player) != 0
    if state.place[card] == PLACE_HAND:
        if not type_ & CARD_TYPE_SPELL or player != state.turn_player:
            return False
        return type_ & CARD_TYPE_FIELD or spell_trap_zones_free(
            template_, state, player) != 0
    if state.place[card] != PLACE_SPELL_TRAP_ZONE or card_face_up(state, card):
        return False
    return speed_1 or not bitset_has(&state.arrived, card)


cdef int effect_answers(
    const DuelTemplate* template_, const DuelState* state, uint16_t number, card_t card,
    player_t player, happening_t* event, bitset_t* cards
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    cdef const link_t* last
    cdef int i
    bitset_clear(cards)
    memset(event, 0, sizeof(happening_t))
    event.card = CARD_NONE
    event.other = CARD_NONE
    event.link = LINK_NONE
    if effect.trigger == TRIGGER_NONE:
        return 0
    if effect.trigger == TRIGGER_CHAIN_LINK:
        if state.chain_count == 0 or state.solving:
            return -1
        last = &state.chain[state.chain_count - 1]
        event.kind = TRIGGER_CHAIN_LINK
        event.time = state.time
        event.player = last.player
        event.card = last.card
        event.link = state.chain_count - 1
        bitset_add(cards, last.card)
        return 1
    # SUM-4: a summon is negated by the first link of a chain, or not at all.
    if effect.trigger == TRIGGER_SUMMON_PENDING and state.chain_count:
        return -1
    for i in range(state.answered_count):
        if (state.happenings[i].kind != effect.trigger
                or state.happenings[i].time != state.answered_time):
            continue
        if effect.flags & EFFECT_FLAG_SELF and state.happenings[i].card != card:
            continue
        event_group(state, i, cards)
        event[0] = state.happenings[i]
        if program_check(
                template_, state, number, effect.condition, card, player, event, cards,
                CARD_NONE):
            return 1
    return -1


# Whether the condition holds and cost, targets and operation are possible (ST-8).
cdef bint _is_possible(
    const DuelTemplate* template_, const DuelState* state, uint16_t number, card_t card,
    player_t player, const happening_t* event, const bitset_t* cards
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    return program_check(
        template_, state, number, effect.condition, card, player, event, cards, CARD_NONE) and (
            program_check(
                template_, state, number, effect.check, card, player, event, cards, CARD_NONE))


# Whether the player may use an activation, ignition or quick effect in this opening.
cdef bint _usable(
    const DuelTemplate* template_, const DuelState* state, uint16_t number, card_t card,
    player_t player, uint8_t opening
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    cdef uint8_t place = state.place[card]
    cdef happening_t event
    cdef bitset_t cards
    cdef int answers
    if effect.kind == EFFECT_KIND_ACTIVATION:
        if not _card_may(template_, state, card, player, opening):
            return False
    else:
        if effect.kind != EFFECT_KIND_QUICK and (
                effect.kind != EFFECT_KIND_IGNITION or (opening != OPENING_MAIN and not (
                    opening == OPENING_PRIORITY and place == PLACE_MONSTER_ZONE))):
            return False
        if not effect_is_in_place(state, effect, card):
            return False
        if not effect.flags & EFFECT_FLAG_OPTIONAL:
            return False  # a mandatory quick effect activates itself
    if state.chain_count and effect.speed < state.chain[state.chain_count - 1].speed:
        return False
    if not _turn_lets(state, effect, player):
        return False
    if effect.flags & EFFECT_FLAG_MAIN_PHASE_1_ONLY and state.phase != PHASE_MAIN_1:
        return False
    if not damage_step_lets(template_, effect, state.damage_step):
        return False
    if not limit_left(state, effect, number, card, player):
        return False
    if state.restriction_count and _is_forbidden(template_, state, effect, card, player):
        return False
    answers = effect_answers(template_, state, number, card, player, &event, &cards)
    if answers < 0:
        return False
    return _is_possible(template_, state, number, card, player, &event, &cards)


# The event at which a phase's effects are used; TRIGGER_NONE in a phase without any.
cdef inline uint8_t _phase_trigger(const DuelState* state) noexcept nogil:
    if state.phase == PHASE_STANDBY:
        return TRIGGER_STANDBY_PHASE
    return TRIGGER_END_PHASE if state.phase == PHASE_END else TRIGGER_NONE


# The player's cards that an effect at a phase may work of; whether there are any.
cdef inline bint _phase_cards(
    const DuelTemplate* template_, const DuelState* state, player_t player,
    const effect_t* effect, bitset_t* out
) noexcept nogil:
    cdef int word
    bitset_clear(out)
    cards_in_places(state, player, effect.places, out)
    for word in range(4):
        out.words[word] &= template_.cards_of[effect.definition].words[word]
    return not bitset_is_empty(out)


cdef bint is_due(
    const DuelTemplate* template_, const DuelState* state, int index, player_t player
) noexcept nogil:
    cdef const lingering_t* entry = &state.lingering[index]
    cdef const effect_t* effect = &template_.effects[entry.effect]
    return (effect.continuous == CONTINUOUS_LATER and effect.trigger == _phase_trigger(state)
            and entry.player == player and not entry.waits
            and _turn_lets(state, effect, player) and program_check(
                template_, state, entry.effect, effect.condition, entry.source, player, NULL,
                NULL, CARD_NONE))


# Effects at a phase (TURN-5): mandatory triggers and reactions first, then optional ones.  Adds
# them to the `count` of `out`; returns how many there are then.
cdef int _phase_effects(
    const DuelTemplate* template_, const DuelState* state, player_t player, bint optional,
    int count, move_t* out
) noexcept nogil:
    cdef const effect_t* effect
    cdef uint8_t trigger = _phase_trigger(state)
    cdef bitset_t cards
    cdef bitset_t taken
    cdef uint16_t number
    cdef bint found
    cdef int i, j, card
    for i in range(template_.answering_count[trigger]):
        number = template_.answering[template_.answering_first[trigger] + i]
        effect = &template_.effects[number]
        if ((effect.flags & EFFECT_FLAG_OPTIONAL) != 0) != optional:
            continue
        if not _phase_cards(template_, state, player, effect, &cards):
            continue
        card = bitset_next(&cards, -1)
        while card >= 0:
            if (count < MAX_ACTIVATIONS and effect_is_in_place(state, effect, <card_t>card)
                    and limit_left(state, effect, number, <card_t>card, player)
                    and _turn_lets(state, effect, player)
                    and not (state.restriction_count and effect.kind != EFFECT_KIND_REACTION
                             and _is_forbidden(
                                 template_, state, effect, <card_t>card, player))
                    and _is_possible(
                        template_, state, number, <card_t>card, player, NULL, NULL)):
                out[count] = move_make(MOVE_KIND_ACTIVATE, card, effect.number)
                count += 1
            card = bitset_next(&cards, card)
    if optional:
        return count
    for i in range(state.lingering_count):
        if is_due(template_, state, i, player) and count < MAX_ACTIVATIONS:
            card = state.lingering[i].card
            if card == CARD_NONE:
                out[count] = move_make(
                    MOVE_KIND_ACTIVATE, state.lingering[i].source,
                    template_.effects[state.lingering[i].effect].number)
            else:
                out[count] = move_make(MOVE_KIND_ACTIVATE, card, DUE_EFFECT)
            # Once, however many wait that cannot be told apart.
            found = False
            for j in range(count):
                found = found or out[j] == out[count]
            count += not found
    if state.phase != PHASE_END:
        return count
    bitset_clear(&taken)
    for i in range(state.lingering_count):
        card = state.lingering[i].card
        if (state.lingering[i].until & UNTIL_END_PHASE_CHOICE and card != CARD_NONE
                and state.controller[card] == player and not bitset_has(&taken, <card_t>card)
                and template_.effects[state.lingering[i].effect].continuous
                == CONTINUOUS_CONTROL and count < MAX_ACTIVATIONS):
            bitset_add(&taken, <card_t>card)  # once, however often it was taken
            out[count] = move_make(MOVE_KIND_ACTIVATE, card, END_CONTROL)
            count += 1
    return count


# What the open window may be answered for, a bit per TRIGGER_…; TRIGGER_NONE always, but while a
# summon is pending (SUM-4: the window is for what negates summons only).
cdef uint64_t _answered_kinds(const DuelState* state) noexcept nogil:
    cdef uint64_t kinds = 1
    cdef int i
    if state.chain_count and not state.solving:
        kinds |= <uint64_t>1 << TRIGGER_CHAIN_LINK
    for i in range(state.answered_count):
        if state.happenings[i].time == state.answered_time:
            kinds |= <uint64_t>1 << state.happenings[i].kind
    if state.pending != CARD_NONE and state.chain_count == 0:
        kinds &= <uint64_t>1 << TRIGGER_SUMMON_PENDING
    return kinds


# The player's cards with an effect for `kinds` that the opening may let be used, by where they
# are and what the template knows of them; whether there are any.
cdef inline bint _candidates(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint8_t opening,
    uint64_t kinds, bitset_t* out
) noexcept nogil:
    cdef const bitset_t* cards_in = state.cards_in[player]
    cdef bint fast = opening != OPENING_MAIN and opening != OPENING_PRIORITY
    cdef const bitset_t* from_ = template_.usable_from[fast]
    cdef const bitset_t* usable = &template_.usable_in[state.damage_step]
    # ST-2, ST-3: cards are activated from the hand in the own turn, a fast Set one from the next
    # turn on.
    cdef uint64_t all_of_hand = ~<uint64_t>0 if player == state.turn_player or (
        state.traps_from_hand >> player & 1) else 0
    cdef uint64_t all_of_zones = 0 if fast else ~<uint64_t>0
    cdef uint64_t in_place, answering, found
    cdef uint64_t any_ = 0
    cdef uint64_t rest
    cdef int words = (state.card_count + 63) >> 6
    cdef int word
    bitset_clear(out)
    for word in range(words):
        in_place = template_.used_in_place.words[word]
        found = (
            cards_in[PLACE_HAND].words[word] & from_[PLACE_HAND].words[word]
            & (in_place | all_of_hand)
            | cards_in[PLACE_SPELL_TRAP_ZONE].words[word]
            & from_[PLACE_SPELL_TRAP_ZONE].words[word]
            & (in_place | all_of_zones | ~state.arrived.words[word]))
        if template_.usable_elsewhere[fast]:
            found |= (
                cards_in[PLACE_MONSTER_ZONE].words[word] & from_[PLACE_MONSTER_ZONE].words[word]
                | cards_in[PLACE_GRAVEYARD].words[word] & from_[PLACE_GRAVEYARD].words[word]
                | cards_in[PLACE_BANISHED].words[word] & from_[PLACE_BANISHED].words[word])
        out.words[word] = usable.words[word] & found
        any_ |= out.words[word]
    if any_ == 0:
        return False
    any_ = 0
    for word in range(words):
        answering = 0
        rest = kinds
        while rest:
            answering |= template_.usable_for[lowest64(rest)].words[word]
            rest &= rest - 1
        out.words[word] &= answering
        any_ |= out.words[word]
    return any_ != 0


# Whether the player has a card to use, for all that can be told without running programs:
# `activations_list` is empty where not.
cdef bint _response_possible(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint8_t opening
) noexcept nogil:
    cdef uint8_t trigger
    cdef bitset_t cards
    cdef int i
    if opening == OPENING_PHASE:
        trigger = _phase_trigger(state)
        if trigger:
            for i in range(template_.answering_count[trigger]):
                if _phase_cards(
                        template_, state, player, &template_.effects[template_.answering[
                            template_.answering_first[trigger] + i]], &cards):
                    return True
            if state.lingering_count:  # what is put off, what may be given back
                return True
        if state.hand_adjusted:
            return False
    elif state.trigger_count:
        return True
    if state.hand_adjusted and state.chain_count == 0:
        return False
    return _candidates(
        template_, state, player, opening, _answered_kinds(state), &cards)


cdef bint window_ask(
    const DuelTemplate* template_, DuelState* state, frame_t* frame
) noexcept nogil:
    if state_is_over(state):  # a reaction has used up the turn's fuel
        return True
    while frame.needed < 2:
        # A checked build asks everybody: it has to play as the others do.
        if YGOSIM_CHECKED or _response_possible(
                template_, state, frame.chosen, window_opening(state, frame)):
            decision_ask(state, DECISION_KIND_RESPONSE, frame.chosen)
            return True
        window_pass(frame)
    return False


cdef int activations_list(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint8_t opening,
    move_t* out
) noexcept nogil:
    cdef const effect_t* effect
    cdef bitset_t cards
    cdef uint64_t kinds
    cdef int count = 0
    cdef int card, i
    cdef code_t code
    if opening == OPENING_PHASE and _phase_trigger(state):
        count = _phase_effects(template_, state, player, False, 0, out)
        if not state.hand_adjusted:
            count = _phase_effects(template_, state, player, True, count, out)
    if opening == OPENING_PHASE and state.hand_adjusted:
        return count
    if state.trigger_count and opening != OPENING_PHASE:
        count = _private_triggers(template_, state, player, out)
    if state.hand_adjusted and state.chain_count == 0:
        return count  # TURN-4: what a discard triggers, and no more
    kinds = _answered_kinds(state)
    if not _candidates(template_, state, player, opening, kinds, &cards):
        return count
    card = bitset_next(&cards, -1)
    while card >= 0:
        code = state.code[card]
        for i in range(template_.effect_count_of[code]):
            effect = &template_.effects[template_.effect_first[code] + i]
            if not kinds >> effect.trigger & 1:
                continue
            if count < MAX_ACTIVATIONS and _usable(
                    template_, state, <uint16_t>(template_.effect_first[code] + i),
                    <card_t>card, player, opening):
                out[count] = move_make(MOVE_KIND_ACTIVATE, card, i)
                count += 1
        card = bitset_next(&cards, card)
    return count


cdef int phase_forced(
    const DuelTemplate* template_, const DuelState* state, player_t player
) noexcept nogil:
    cdef move_t options[MAX_ACTIVATIONS]
    if _phase_trigger(state) == TRIGGER_NONE:
        return 0
    return _phase_effects(template_, state, player, False, 0, options)


cdef int procedures_list(
    const DuelTemplate* template_, const DuelState* state, move_t* out
) noexcept nogil:
    cdef player_t player = state.turn_player
    cdef const effect_t* effect
    cdef bitset_t cards
    cdef uint16_t number
    cdef int count = 0
    cdef int word, place, card, i
    for word in range(4):
        cards.words[word] = 0
        for place in range(PLACE_HAND, PLACE_EXTRA_DECK + 1):
            cards.words[word] |= state.cards_in[player][place].words[word]
        cards.words[word] &= template_.procedural.words[word]
    card = bitset_next(&cards, -1)
    while card >= 0:
        for i in range(template_.effect_count_of[state.code[card]]):
            number = <uint16_t>(template_.effect_first[state.code[card]] + i)
            effect = &template_.effects[number]
            if (effect.kind == EFFECT_KIND_PROCEDURE
                    and effect.places >> state.place[card] & 1 and count < MAX_ACTIVATIONS
                    and _is_possible(
                        template_, state, number, <card_t>card, player, NULL, NULL)):
                out[count] = move_make(MOVE_KIND_SPECIAL_SUMMON, card, i)
                count += 1
        card = bitset_next(&cards, card)
    return count


# Triggers ---------------------------------------------------------------------------------


# Whether the card of a trigger is where it can still work (CHAIN-10).
cdef bint _is_in_place(
    const DuelTemplate* template_, const DuelState* state, const effect_t* effect, card_t card,
    const happening_t* happening
) noexcept nogil:
    cdef uint8_t place = state.place[card]
    if not effect.flags & EFFECT_FLAG_SELF:
        return effect_is_in_place(state, effect, card)
    if place >= PLACE_MONSTER_ZONE and not card_face_up(state, card):
        return False
    if place == PLACE_DECK and happening.to_place == PLACE_DECK:
        return (template_.rules.trigger_after_return_to_deck
                or happening.kind == TRIGGER_RETURNED_TO_DECK)
    if template_.rules.trigger_needs_place:
        return place == happening.to_place
    if place == happening.to_place:
        return True
    return place != PLACE_HAND and place != PLACE_DECK and place != PLACE_EXTRA_DECK


cdef bint _trigger_usable(
    const DuelTemplate* template_, const DuelState* state, const trigger_t* trigger
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[trigger.effect]
    cdef const happening_t* happening = &state.happenings[trigger.happening]
    cdef bitset_t cards
    event_group(state, trigger.happening, &cards)
    return (
        _is_in_place(template_, state, effect, trigger.card, happening)
        and limit_left(state, effect, trigger.effect, trigger.card, trigger.player)
        and damage_step_lets(template_, effect, state.damage_step)
        and not (state.restriction_count and _is_forbidden(
            template_, state, effect, trigger.card, trigger.player))
        and _is_possible(
            template_, state, trigger.effect, trigger.card, trigger.player, happening, &cards)
    )


cdef int triggers_list(
    const DuelTemplate* template_, const DuelState* state, int group, move_t* out
) noexcept nogil:
    cdef player_t player = <player_t>(state.turn_player ^ (group & 1))
    cdef const trigger_t* trigger
    cdef int count = 0
    cdef int i
    for i in range(state.trigger_count):
        trigger = &state.triggers[i]
        if (trigger.player == player and trigger.optional == group >> 1
                and not trigger_is_private(state, trigger) and count < MAX_ACTIVATIONS
                and _trigger_usable(template_, state, trigger)):
            out[count] = move_make(
                MOVE_KIND_ACTIVATE, trigger.card, template_.effects[trigger.effect].number)
            count += 1
    return count


# The optional triggers in the player's hand or deck, which the open window lets be used: they
# come after those on the chain, as fast effects (CHAIN-5).
cdef int _private_triggers(
    const DuelTemplate* template_, const DuelState* state, player_t player, move_t* out
) noexcept nogil:
    cdef const trigger_t* trigger
    cdef int count = 0
    cdef int i
    if state.chain_count and state.chain[state.chain_count - 1].speed > 2:
        return 0
    for i in range(state.trigger_count):
        trigger = &state.triggers[i]
        if (trigger.player == player and trigger_is_private(state, trigger)
                and count < MAX_ACTIVATIONS and _trigger_usable(template_, state, trigger)):
            out[count] = move_make(
                MOVE_KIND_ACTIVATE, trigger.card, template_.effects[trigger.effect].number)
            count += 1
    return count


cdef void _trigger_add(
    const DuelTemplate* template_, DuelState* state, uint16_t number, card_t card, int index
) noexcept nogil:
    cdef const effect_t* effect = &template_.effects[number]
    cdef trigger_t* trigger
    cdef int i
    for i in range(state.trigger_count):
        trigger = &state.triggers[i]
        if (trigger.effect == number and trigger.card == card
                and state.happenings[trigger.happening].time == state.happenings[index].time):
            return  # one event, however many cards it is about (EFF-11)
    if state.trigger_count == MAX_TRIGGERS:
        state.pool_full = POOL_TRIGGERS
        return
    trigger = &state.triggers[state.trigger_count]
    state.trigger_count += 1
    memset(trigger, 0, sizeof(trigger_t))
    trigger.effect = number
    trigger.card = card
    trigger.player = state.controller[card]
    trigger.optional = (effect.flags & EFFECT_FLAG_OPTIONAL) != 0
    trigger.happening = <uint8_t>index


cdef void triggers_collect(const DuelTemplate* template_, DuelState* state) noexcept nogil:
    cdef const effect_t* effect
    cdef const bitset_t* cards
    cdef uint16_t number
    cdef uint8_t kind
    cdef int index, i, card
    state.trigger_count = 0
    for index in range(state.happening_count):
        kind = state.happenings[index].kind
        for i in range(template_.answering_count[kind]):
            number = template_.answering[template_.answering_first[kind] + i]
            effect = &template_.effects[number]
            if effect.kind != EFFECT_KIND_TRIGGER:
                continue
            # CHAIN-6: "when … you can" needs its event to be the last thing that happened.
            if effect.flags & EFFECT_FLAG_WHEN and state.happenings[index].time != state.time:
                continue
            if effect.flags & EFFECT_FLAG_SELF:
                card = state.happenings[index].card
                if card != CARD_NONE and state.code[card] == effect.definition and not (
                        kind == TRIGGER_FLIPPED
                        and state.happenings[index].value == FLIPPED_WITHOUT_EFFECTS
                        and (effect.flags & EFFECT_FLAG_IS_FLIP
                             or template_.definitions[
                                 effect.definition].type & CARD_TYPE_FLIP)):
                    _trigger_add(template_, state, number, <card_t>card, index)
                continue
            cards = &template_.cards_of[effect.definition]
            card = bitset_next(cards, -1)
            while card >= 0:
                if effect.places >> state.place[card] & 1:
                    _trigger_add(template_, state, number, <card_t>card, index)
                card = bitset_next(cards, card)


cdef int forced_answer(
    const DuelTemplate* template_, const DuelState* state, player_t player, uint16_t* out
) noexcept nogil:
    cdef const effect_t* effect
    cdef const bitset_t* cards
    cdef happening_t event
    cdef bitset_t event_cards
    cdef uint16_t number
    cdef int i, card
    for i in range(template_.answering_count[TRIGGER_CHAIN_LINK]):
        number = template_.answering[template_.answering_first[TRIGGER_CHAIN_LINK] + i]
        effect = &template_.effects[number]
        if effect.kind != EFFECT_KIND_QUICK or effect.flags & EFFECT_FLAG_OPTIONAL:
            continue
        if state.chain_count and effect.speed < state.chain[state.chain_count - 1].speed:
            continue
        cards = &template_.cards_of[effect.definition]
        card = bitset_next(cards, -1)
        while card >= 0:
            if (state.controller[card] == player
                    and effect_is_in_place(state, effect, <card_t>card)
                    and damage_step_lets(template_, effect, state.damage_step)
                    and limit_left(state, effect, number, <card_t>card, player)
                    and not (state.restriction_count and _is_forbidden(
                        template_, state, effect, <card_t>card, player))
                    and effect_answers(template_, state, number, <card_t>card, player, &event,
                                       &event_cards) == 1
                    and _is_possible(template_, state, number, <card_t>card, player, &event,
                                     &event_cards)):
                out[0] = number
                return card
            card = bitset_next(cards, card)
    return -1
