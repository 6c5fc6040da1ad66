"""The state of a duel: reset, copy, hash, check.  See state.pxd for what the fields mean."""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

import numpy as np

from ygosim._core.bitset cimport bitset_count, bitset_has, bitset_next, bitset_t, popcount64
from ygosim._core.enums cimport (
    CARD_TYPE_LINK, CARD_TYPE_TOKEN, DECISION_KIND_BATTLE_PHASE, DECISION_KIND_DISCARD,
    DECISION_KIND_MAIN_PHASE, DECISION_KIND_NONE, DECISION_KIND_REPLAY, DECISION_KIND_TRIBUTE,
    DECISION_KIND_ZONE, END_CAUSE_NONE, N_DECISION_KIND, N_END_CAUSE, N_PHASE, N_PLACE,
    PHASE_BATTLE, PHASE_END, PHASE_MAIN_1, PHASE_MAIN_2, PLACE_HAND,
    PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE, POSITION_FACE_DOWN_DEFENCE,
    POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE,
)
from ygosim._core.layout cimport (
    PROCEDURE_ATTACK, PROCEDURE_DISCARD, PROCEDURE_NONE, PROCEDURE_FORCED_ATTACK,
    PROCEDURE_SET_SPELL_TRAP, PROCEDURE_SUMMON, STEP_BATTLE, STEP_BATTLE_END, STEP_END, STEP_MAIN,
    DuelState, DuelTemplate, attack_t, counters_t, definition_t, effect_t, event_t, frame_t,
    happening_t, instruction_t, lingering_t, link_t, monster_masks_t, program_frame_t,
    restriction_t, rules_t, trigger_t, use_t,
)
from ygosim._core.hashing cimport position_hash
from ygosim._core.tail cimport (
    tail_choice_holds, tail_clone, tail_holds, tail_normalize, tail_stack_holds,
)
from ygosim._core.types cimport (
    CARD_NONE, EXTRA_ZONES, FIELD_ZONE, MAX_CARDS, MAX_EVENTS, MAX_FRAMES, N_PILES, N_SLOTS,
    PILE_CAPACITY, PLACE_NOWHERE, PLAYER_NONE, WINNER_DRAW, YGO_STATIC_ASSERT, card_t, zone_mask_t,
)

cdef size_t _head_size(const DuelState* state) noexcept nogil:
    # The tail begins with the frames.
    return <size_t>(<const char*>&state.frames[0] - <const char*>state)


cdef void state_reset(DuelState* state) noexcept nogil:
    cdef int player, row, slot
    memset(state, 0, sizeof(DuelState))
    state.winner = PLAYER_NONE
    state.decision_player = PLAYER_NONE
    state.attack.attacker = CARD_NONE
    state.attack.target = CARD_NONE
    state.pending = CARD_NONE
    state.attack_again = CARD_NONE
    state.summon_next = CARD_NONE
    state.forced_attacker = CARD_NONE
    state.forced_target = CARD_NONE
    for player in range(2):
        for slot in range(N_SLOTS):
            state.attached[player][slot] = CARD_NONE
        for row in range(2):
            for slot in range(N_SLOTS):
                state.zone[player][row][slot] = CARD_NONE


cdef void state_clone(const DuelState* source, DuelState* target) noexcept nogil:
    memcpy(target, source, _head_size(source))
    memcpy(&target.frames[0], &source.frames[0], source.frame_count * sizeof(frame_t))
    if source.effects:
        tail_clone(source, target)
    memcpy(&target.events[0], &source.events[0], source.event_count * sizeof(event_t))


cdef void state_normalize(DuelState* state) noexcept nogil:
    state.event_count = 0
    state.quiet = 0
    memset(&state.frames[state.frame_count], 0,
           (MAX_FRAMES - state.frame_count) * sizeof(frame_t))
    if state.effects:
        tail_normalize(state)
    else:
        # Without effects the tail's parts are as the reset leaves them.
        state.zone_row = 0
    memset(&state.events[0], 0, sizeof(state.events))


cdef uint64_t state_hash(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    return position_hash(template_, state, 0)


cdef uint64_t state_hash_high(
    const DuelTemplate* template_, const DuelState* state
) noexcept nogil:
    return position_hash(template_, state, <uint64_t>0x9E3779B97F4A7C15ULL)


# In the order of invariant_t.
INVARIANTS = (
    "holds",
    "card_count is within the pool",
    "life points are not below 0",
    "each card has an owner, a controller, a place and a position",
    "each card stands where its place and slot say",
    "each pile's count is that of its cards",
    "each zone holds a card that stands there, and the rows have no other card",
    "the sets by place hold exactly the cards there",
    "the masks of monster zones agree with the cards",
    "the mask of spell & trap zones agrees with the cards",
    "cards lie in piles of their owner",
    "turn marks are on cards of the field only",
    "current values are those of the monsters in the zones",
    "the stack and the events are within their pools",
    "a decision is waiting exactly while the duel goes on",
    "an attack is open exactly while its procedure is",
    "unused entries are zero",
    "each hand's count of a class is that of its cards",
    "the cards are those of the template",
    "the turn, the decision and the result are values that there are",
    "the open procedure is one that asks the waiting decision",
    "what has been chosen can be chosen",
    "an attack has an attacker, and is none when it is not open",
    "what effects use is within its pools and names effects and cards that there are",
    "current values, properties and restrictions are those that effects make",
)
"""What a state is held against; a broken one is named by its index."""

if len(INVARIANTS) != N_INVARIANT:
    raise AssertionError("INVARIANTS has not one entry for each of invariant_t")


# Whether turn marks are on cards of the field only, those of monsters on monsters.
cdef bint _marks_hold(const DuelState* state) noexcept nogil:
    cdef int word
    cdef uint64_t monsters, others
    for word in range(4):
        monsters = (state.cards_in[0][PLACE_MONSTER_ZONE].words[word]
                    | state.cards_in[1][PLACE_MONSTER_ZONE].words[word])
        others = (state.cards_in[0][PLACE_SPELL_TRAP_ZONE].words[word]
                  | state.cards_in[1][PLACE_SPELL_TRAP_ZONE].words[word])
        if (state.arrived.words[word] & ~(monsters | others)
                or state.position_changed.words[word] & ~monsters
                or state.attack_declared.words[word] & ~monsters):
            return False
    return True


# Whether spare bytes, and entries past the last card, are zero: equal duels are equal bytes.
cdef bint _unused_is_zero(const DuelState* state) noexcept nogil:
    cdef unsigned rest = (
        state.monsters[0].spare | state.monsters[1].spare)
    cdef int i
    for i in range(5):
        rest |= state.attack.spare[i]
    for i in range(6):
        rest |= state.spare_zones[i]
    for i in range(state.card_count, 256):
        rest |= (state.controller[i] | state.place[i] | state.slot[i] | state.position[i])
    return rest == 0


# The monster zones that a format has.
cdef zone_mask_t _monster_zones(const rules_t* rules) noexcept nogil:
    return rules.main_zones | (<zone_mask_t>EXTRA_ZONES if rules.extra_monster_zones else 0)


cdef bint _turn_holds(const DuelState* state) noexcept nogil:
    cdef bint waiting = state.decision != DECISION_KIND_NONE
    cdef bint over = state.end_cause != END_CAUSE_NONE
    return (
        state.turn_player <= 1 and state.phase < N_PHASE and state.step <= STEP_BATTLE_END
        and state.decision < N_DECISION_KIND and state.end_cause < N_END_CAUSE
        and state.deck_out <= 3 and state.battle_phase_over <= 1 and state.attack.open <= 1
        and state.quiet <= 1
        and (state.decision_player <= 1 if waiting and state.effects else
             state.decision_player == (state.turn_player if waiting else PLAYER_NONE))
        and (state.winner == PLAYER_NONE or (over and state.winner <= WINNER_DRAW))
    )


# Whether the frames name procedures and cards that there are, and the top one asks what waits.
cdef bint _stack_holds(const DuelState* state) noexcept nogil:
    cdef const frame_t* frame
    cdef uint8_t place = PLACE_HAND
    cdef bint phase_holds
    cdef int i
    for i in range(state.frame_count):
        frame = &state.frames[i]
        if (frame.procedure == PROCEDURE_NONE or frame.procedure > (
                    PROCEDURE_FORCED_ATTACK if state.effects else PROCEDURE_DISCARD)
                or (frame.card >= state.card_count and frame.card != CARD_NONE)
                or (frame.last >= state.card_count and frame.last != CARD_NONE)):
            return False
    if state.decision == DECISION_KIND_NONE:
        return True
    if state.effects:
        return tail_stack_holds(state)
    if state.step == STEP_MAIN:
        phase_holds = state.phase == PHASE_MAIN_1 or state.phase == PHASE_MAIN_2
    elif state.step == STEP_BATTLE:
        phase_holds = state.phase == PHASE_BATTLE
    else:
        phase_holds = state.step == STEP_END and state.phase == PHASE_END
    if not phase_holds:
        return False
    if state.decision == DECISION_KIND_MAIN_PHASE:
        return state.frame_count == 0 and state.step == STEP_MAIN
    if state.decision == DECISION_KIND_BATTLE_PHASE:
        return state.frame_count == 0 and state.step == STEP_BATTLE
    if state.frame_count != 1:  # procedures of the rules open no other
        return False
    frame = &state.frames[0]
    if state.decision == DECISION_KIND_DISCARD:
        return (frame.procedure == PROCEDURE_DISCARD and frame.needed > 0
                and state.step == STEP_END)
    if state.decision == DECISION_KIND_TRIBUTE:
        if (frame.procedure != PROCEDURE_SUMMON or frame.needed == 0
                or state.step != STEP_MAIN):
            return False
    elif state.decision == DECISION_KIND_ZONE:
        if (frame.procedure != PROCEDURE_SUMMON
                and frame.procedure != PROCEDURE_SET_SPELL_TRAP) or state.step != STEP_MAIN:
            return False
    else:
        place = PLACE_MONSTER_ZONE
        if (frame.procedure != PROCEDURE_ATTACK or state.step != STEP_BATTLE
                or state.attack.open != (state.decision == DECISION_KIND_REPLAY)
                or (state.attack.open and state.attack.attacker != frame.card)):
            return False
    return (frame.card != CARD_NONE and state.place[frame.card] == place
            and state.controller[frame.card] == state.turn_player)


# Whether what has been chosen are cards that the procedure chooses from, as many as it says,
# the last of them last.
cdef bint _choice_holds(const DuelState* state) noexcept nogil:
    cdef const bitset_t* candidates
    cdef const frame_t* frame
    cdef int word
    cdef int last = -1
    cdef int card = bitset_next(&state.chosen, -1)
    if state.effects:
        return tail_choice_holds(state)
    if state.frame_count == 0:
        return card < 0
    frame = &state.frames[state.frame_count - 1]
    candidates = &state.cards_in[state.turn_player][
        PLACE_HAND if frame.procedure == PROCEDURE_DISCARD else PLACE_MONSTER_ZONE]
    for word in range(4):
        if state.chosen.words[word] & ~candidates.words[word]:
            return False
    while card >= 0:
        last = card
        card = bitset_next(&state.chosen, card)
    return (frame.chosen == bitset_count(&state.chosen)
            and frame.last == (CARD_NONE if last < 0 else <card_t>last))


cdef bint _attack_holds(const DuelState* state) noexcept nogil:
    if state.attack.open:
        return state.attack.attacker < state.card_count and (
            state.attack.target < state.card_count or state.attack.target == CARD_NONE)
    return state.attack.attacker == CARD_NONE and state.attack.target == CARD_NONE


# Whether a zone's card is one of the duel, and says that it stands there.
cdef bint _stands(
    const DuelState* state, int card, int player, int place, int slot
) noexcept nogil:
    return (card < state.card_count and state.controller[card] == player
            and state.place[card] == place and state.slot[card] == slot)


cdef int state_check(const DuelTemplate* template_, const DuelState* state) noexcept nogil:
    cdef int card, player, place, row, slot, i, count
    cdef bint is_token
    cdef uint8_t bit
    cdef bitset_t seen[2][8]
    cdef monster_masks_t masks
    if state.card_count == MAX_CARDS:  # 255 is CARD_NONE
        return INVARIANT_CARD_COUNT
    if (state.card_count != template_.initial.card_count
            or memcmp(state.code, template_.initial.code, sizeof(state.code))):
        return INVARIANT_TEMPLATE
    if state.frame_count > MAX_FRAMES or state.event_count > MAX_EVENTS:
        return INVARIANT_POOLS
    if not _turn_holds(state):
        return INVARIANT_TURN
    if state.lp[0] < 0 or state.lp[1] < 0:
        return INVARIANT_LIFE_POINTS
    memset(seen, 0, sizeof(seen))
    for card in range(state.card_count):
        is_token = template_.definitions[template_.initial.code[card]].type & CARD_TYPE_TOKEN
        if state.owner[card] != template_.initial.owner[card] and not is_token:
            return INVARIANT_TEMPLATE
        if is_token and state.place[card] == PLACE_NOWHERE:
            if state.owner[card] > 1 or (
                    state.controller[card] | state.slot[card] | state.position[card]):
                return INVARIANT_CARD
            continue
        # A token is a monster, or has become an Equip Card (ST-11).
        if is_token and (state.position[card] == POSITION_FACE_DOWN_DEFENCE or not (
                state.place[card] == PLACE_MONSTER_ZONE or (
                    state.place[card] == PLACE_SPELL_TRAP_ZONE
                    and bitset_has(&state.equips, card)))):
            return INVARIANT_CARD
        if (state.owner[card] > 1 or state.controller[card] > 1 or state.place[card] >= N_PLACE
                or state.code[card] >= template_.definition_count
                or state.position[card] > POSITION_FACE_DOWN_DEFENCE
                or popcount64(state.position[card]) != 1):
            return INVARIANT_CARD
        player = state.controller[card]
        place = state.place[card]
        slot = state.slot[card]
        seen[player][place].words[card >> 6] |= <uint64_t>1 << (card & 63)
        if place < N_PILES:
            if slot >= state.pile_count[player][place] or slot >= PILE_CAPACITY:
                return INVARIANT_PILE_COUNT
            if state.pile[player][place][slot] != card:
                return INVARIANT_STANDS
            if state.owner[card] != player:
                return INVARIANT_OWN_PILE
        elif place == PLACE_MONSTER_ZONE or place == PLACE_SPELL_TRAP_ZONE:
            row = place - PLACE_MONSTER_ZONE
            if slot >= N_SLOTS or state.zone[player][row][slot] != card:
                return INVARIANT_STANDS
    if not _marks_hold(state):
        return INVARIANT_TURN_MARKS
    if not _unused_is_zero(state):
        return INVARIANT_UNUSED
    for player in range(2):
        for place in range(N_PLACE):
            if memcmp(&seen[player][place], &state.cards_in[player][place], sizeof(bitset_t)):
                return INVARIANT_SET
            count = 0
            for card in range(state.card_count):
                count += state.controller[card] == player and state.place[card] == place
            if place < N_PILES:
                if count != state.pile_count[player][place]:
                    return INVARIANT_PILE_COUNT
                for i in range(count, PILE_CAPACITY):
                    if state.pile[player][place][i]:
                        return INVARIANT_UNUSED
        for i in range(8):
            count = 0
            for slot in range(state.pile_count[player][PLACE_HAND]):
                count += template_.hand_class_of[state.pile[player][PLACE_HAND][slot]] == i
            if count != state.hand_classes[player][i]:
                return INVARIANT_HAND_CLASSES
        memset(&masks, 0, sizeof(masks))
        bit = 0
        for slot in range(N_SLOTS):
            card = state.zone[player][0][slot]
            if card == CARD_NONE:
                if state.zone_atk[player][slot] or state.zone_def[player][slot]:
                    return INVARIANT_CURRENT_VALUES
            else:
                if slot == 7 or not _stands(state, card, player, PLACE_MONSTER_ZONE, slot):
                    return INVARIANT_ZONE
                masks.used |= 1 << slot
                if template_.definitions[state.code[card]].type & CARD_TYPE_LINK:
                    masks.no_defence |= 1 << slot
                masks.attack |= (state.position[card] == POSITION_FACE_UP_ATTACK) << slot
                masks.defence |= (state.position[card] == POSITION_FACE_UP_DEFENCE) << slot
                masks.set_ |= (state.position[card] == POSITION_FACE_DOWN_DEFENCE) << slot
                if state.effects:
                    if state.zone_atk[player][slot] < 0 or state.zone_def[player][slot] < 0:
                        return INVARIANT_CURRENT_VALUES
                elif (state.zone_atk[player][slot] != template_.definitions[state.code[card]].atk
                        or state.zone_def[player][slot]
                        != template_.definitions[state.code[card]].def_):
                    return INVARIANT_CURRENT_VALUES
            card = state.zone[player][1][slot]
            if card != CARD_NONE:
                if not _stands(state, card, player, PLACE_SPELL_TRAP_ZONE, slot):
                    return INVARIANT_ZONE
                bit |= 1 << slot
        if (masks.used != state.monsters[player].used
                or masks.attack != state.monsters[player].attack
                or masks.defence != state.monsters[player].defence
                or masks.set_ != state.monsters[player].set_
                or state.monsters[player].may_change & (~masks.used | masks.no_defence)
                or (not state.effects and state.monsters[player].may_attack & ~masks.attack)
                or (state.monsters[player].may_attack and state.phase != PHASE_BATTLE)
                or (player != state.turn_player and (
                    state.monsters[player].may_attack or state.monsters[player].may_change))
                or state.monsters[player].no_defence != masks.no_defence
                or masks.used & ~_monster_zones(&template_.rules)):
            return INVARIANT_MONSTER_MASKS
        if bit != state.spell_trap_used[player] or bit & ~(
                template_.rules.spell_trap_zones | 1 << FIELD_ZONE):
            return INVARIANT_SPELL_TRAP_MASK
    if (state.decision == DECISION_KIND_NONE) != (state.end_cause != 0):
        return INVARIANT_DECISION_WAITS
    if state.attack.open and state.frame_count == 0:
        return INVARIANT_ATTACK_OPEN
    if state.effects != (template_.effect_count > 0):
        return INVARIANT_TEMPLATE
    if state.effects and not tail_holds(template_, state):
        return INVARIANT_EFFECTS
    if not _stack_holds(state):
        return INVARIANT_STACK
    if not _choice_holds(state):
        return INVARIANT_CHOICE
    if not _attack_holds(state):
        return INVARIANT_ATTACK
    return INVARIANT_NONE


# The layout is pinned here and, field by field, in tests/golden/layout.json.
cdef void _pin_layout() noexcept nogil:
    YGO_STATIC_ASSERT(sizeof(monster_masks_t) == 8)
    YGO_STATIC_ASSERT(sizeof(frame_t) == 8)
    YGO_STATIC_ASSERT(sizeof(attack_t) == 16)
    YGO_STATIC_ASSERT(sizeof(event_t) == 16)
    YGO_STATIC_ASSERT(sizeof(definition_t) == 32)
    YGO_STATIC_ASSERT(sizeof(DuelState) <= 32768)


cdef struct_dtype(fields, size_t size):
    cdef size_t end = 0
    for name, kind, offset in fields:
        if offset != end:
            raise AssertionError(f"padding of {offset - end} bytes before {name}")
        end = offset + np.dtype(kind).itemsize
    if end != size:
        raise AssertionError(f"padding of {size - end} bytes at the end")
    return np.dtype({
        "names": [name for name, _, _ in fields],
        "formats": [kind for _, kind, _ in fields],
        "offsets": [offset for _, _, offset in fields],
        "itemsize": size,
    }, align=True)


def state_dtype() -> np.dtype:
    """The NumPy structured type of a `DuelState`: field for field, no copy, no padding."""
    cdef DuelState s
    cdef char* base = <char*>&s
    masks = np.dtype([(name, "u1") for name in (
        "used", "attack", "defence", "set", "may_change", "may_attack", "no_defence", "spare")])
    frame = np.dtype([(name, "u1") for name in (
        "procedure", "step", "move", "card", "needed", "chosen", "last", "most")])
    attack = np.dtype([
        ("declared_against", "u1", (8,)), ("attacker", "u1"), ("target", "u1"), ("open", "u1"),
        ("spare", "u1", (5,))])
    event = np.dtype([("value", "i4")] + [(name, "u1") for name in (
        "kind", "player", "card", "other", "reason", "from_player", "from_place", "from_slot",
        "to_player", "to_place", "to_slot", "position")])
    if (masks.itemsize != sizeof(monster_masks_t) or frame.itemsize != sizeof(frame_t)
            or attack.itemsize != sizeof(attack_t) or event.itemsize != sizeof(event_t)):
        raise AssertionError("a nested record has another size than its C struct")
    sets = ("u8", (4,))
    happening = np.dtype([
        ("value", "i4"), ("time", "u2"), ("kind", "u1"), ("player", "u1"), ("card", "u1"),
        ("other", "u1"), ("reason", "u1"), ("from_place", "u1"), ("from_position", "u1"),
        ("from_player", "u1"), ("link", "u1"), ("to_place", "u1")])
    program_frame = np.dtype([
        ("r", ("i8", (16,))), ("s", ("u8", (6, 4))), ("event", happening), ("event_cards", sets),
        ("pc", "u2"), ("effect", "u2"), ("card", "u1"), ("player", "u1"), ("link", "u1"),
        ("wait", "u1"), ("affected", "u1"), ("spare", ("u1", (7,)))])
    link = np.dtype([
        ("targets", sets), ("event_cards", sets), ("event", happening), ("label", "i8"),
        ("effect", "u2"), ("card", "u1"), ("player", "u1"), ("same", "u1"), ("negated", "u1"),
        ("place", "u1"), ("speed", "u1"), ("spare", ("u1", (8,)))])
    trigger = np.dtype([
        ("effect", "u2"), ("card", "u1"), ("player", "u1"), ("optional", "u1"),
        ("happening", "u1"), ("spare", ("u1", (2,)))])
    lingering = np.dtype([
        ("value", "i4"), ("effect", "u2"), ("since", "u2"), ("until", "u2"), ("card", "u1"),
        ("source", "u1"), ("player", "u1"), ("turns", "u1"), ("waits", "u1"), ("link", "u1")])
    use = np.dtype([
        ("limit", "u2"), ("card", "u1"), ("player", "u1"), ("scope", "u1"), ("count", "u1"),
        ("survives", "u1"), ("spare", "u1")])
    restriction = np.dtype([
        ("value", "i4"), ("effect", "u2"), ("players", "u1"), ("kind", "u1")])
    counters = np.dtype([
        ("card", "u1"), ("kind", "u1"), ("count", "u1"), ("spare", "u1")])
    for kind, size in ((happening, sizeof(happening_t)), (program_frame, sizeof(program_frame_t)),
                       (link, sizeof(link_t)), (trigger, sizeof(trigger_t)),
                       (lingering, sizeof(lingering_t)), (use, sizeof(use_t)),
                       (restriction, sizeof(restriction_t)), (counters, sizeof(counters_t))):
        if kind.itemsize != size:
            raise AssertionError("a nested record has another size than its C struct")
    return struct_dtype([
        ("rng", sets, <char*>&s.rng - base),
        ("lp", ("i4", (2,)), <char*>&s.lp - base),
        ("decisions", "u4", <char*>&s.decisions - base),
        ("turn", "u2", <char*>&s.turn - base),
        ("turn_decisions", "u2", <char*>&s.turn_decisions - base),
        ("turn_player", "u1", <char*>&s.turn_player - base),
        ("phase", "u1", <char*>&s.phase - base),
        ("step", "u1", <char*>&s.step - base),
        ("decision", "u1", <char*>&s.decision - base),
        ("decision_player", "u1", <char*>&s.decision_player - base),
        ("winner", "u1", <char*>&s.winner - base),
        ("end_cause", "u1", <char*>&s.end_cause - base),
        ("card_count", "u1", <char*>&s.card_count - base),
        ("normal_summons_left", "u1", <char*>&s.normal_summons_left - base),
        ("deck_out", "u1", <char*>&s.deck_out - base),
        ("frame_count", "u1", <char*>&s.frame_count - base),
        ("event_count", "u1", <char*>&s.event_count - base),
        ("battle_phase_over", "u1", <char*>&s.battle_phase_over - base),
        ("quiet", "u1", <char*>&s.quiet - base),
        ("effects", "u1", <char*>&s.effects - base),
        ("pool_full", "u1", <char*>&s.pool_full - base),
        ("attack", attack, <char*>&s.attack - base),
        ("monsters", (masks, (2,)), <char*>&s.monsters - base),
        ("spell_trap_used", ("u1", (2,)), <char*>&s.spell_trap_used - base),
        ("spare_zones", ("u1", (6,)), <char*>&s.spare_zones - base),
        ("zone", ("u1", (2, 2, 8)), <char*>&s.zone - base),
        ("zone_atk", ("i4", (2, 8)), <char*>&s.zone_atk - base),
        ("zone_def", ("i4", (2, 8)), <char*>&s.zone_def - base),
        ("pile_count", ("u1", (2, 8)), <char*>&s.pile_count - base),
        ("hand_classes", ("u1", (2, 8)), <char*>&s.hand_classes - base),
        ("cards_in", ("u8", (2, 8, 4)), <char*>&s.cards_in - base),
        ("arrived", sets, <char*>&s.arrived - base),
        ("position_changed", sets, <char*>&s.position_changed - base),
        ("attack_declared", sets, <char*>&s.attack_declared - base),
        ("chosen", sets, <char*>&s.chosen - base),
        ("code", ("u2", (256,)), <char*>&s.code - base),
        ("owner", ("u1", (256,)), <char*>&s.owner - base),
        ("controller", ("u1", (256,)), <char*>&s.controller - base),
        ("place", ("u1", (256,)), <char*>&s.place - base),
        ("slot", ("u1", (256,)), <char*>&s.slot - base),
        ("position", ("u1", (256,)), <char*>&s.position - base),
        ("pile", ("u1", (2, 5, 128)), <char*>&s.pile - base),
        ("frames", (frame, (16,)), <char*>&s.frames - base),
        ("zone_props", ("u4", (2, 2, 8)), <char*>&s.zone_props - base),
        ("zone_since", ("u2", (2, 2, 8)), <char*>&s.zone_since - base),
        ("attached", ("u1", (2, 8)), <char*>&s.attached - base),
        ("proper", sets, <char*>&s.proper - base),
        ("equips", sets, <char*>&s.equips - base),
        ("leaving", sets, <char*>&s.leaving - base),
        ("candidates", sets, <char*>&s.candidates - base),
        ("moving", sets, <char*>&s.moving - base),
        ("nowhere", sets, <char*>&s.nowhere - base),
        ("battle_destroyed", sets, <char*>&s.battle_destroyed - base),
        ("lent", sets, <char*>&s.lent - base),
        ("doomed", sets, <char*>&s.doomed - base),
        ("attack_locked", ("u1", (2,)), <char*>&s.attack_locked - base),
        ("position_locked", ("u1", (2,)), <char*>&s.position_locked - base),
        ("unattackable", ("u1", (2,)), <char*>&s.unattackable - base),
        ("direct", ("u1", (2,)), <char*>&s.direct - base),
        ("restrictions", (restriction, (16,)), <char*>&s.restrictions - base),
        ("options", "u8", <char*>&s.options - base),
        ("fuel", "i4", <char*>&s.fuel - base),
        ("restriction_count", "u1", <char*>&s.restriction_count - base),
        ("cannot_banish_grave", "u1", <char*>&s.cannot_banish_grave - base),
        ("time", "u2", <char*>&s.time - base),
        ("clock", "u2", <char*>&s.clock - base),
        ("chain_count", "u1", <char*>&s.chain_count - base),
        ("program_count", "u1", <char*>&s.program_count - base),
        ("happening_count", "u1", <char*>&s.happening_count - base),
        ("reacted", "u1", <char*>&s.reacted - base),
        ("answered_count", "u1", <char*>&s.answered_count - base),
        ("cannot_draw", "u1", <char*>&s.cannot_draw - base),
        ("answered_time", "u2", <char*>&s.answered_time - base),
        ("trigger_count", "u1", <char*>&s.trigger_count - base),
        ("lingering_count", "u1", <char*>&s.lingering_count - base),
        ("use_count", "u1", <char*>&s.use_count - base),
        ("counters_count", "u1", <char*>&s.counters_count - base),
        ("stale", "u1", <char*>&s.stale - base),
        ("changed_values", "u1", <char*>&s.changed_values - base),
        ("solving", "u1", <char*>&s.solving - base),
        ("damage_step", "u1", <char*>&s.damage_step - base),
        ("attack_cancelled", "u1", <char*>&s.attack_cancelled - base),
        ("battle_phase_ends", "u1", <char*>&s.battle_phase_ends - base),
        ("zone_row", "u1", <char*>&s.zone_row - base),
        ("hand_adjusted", "u1", <char*>&s.hand_adjusted - base),
        ("target_was_face_down", "u1", <char*>&s.target_was_face_down - base),
        ("attack_again", "u1", <char*>&s.attack_again - base),
        ("keep_order", "u1", <char*>&s.keep_order - base),
        ("activations", ("u1", (2,)), <char*>&s.activations - base),
        ("traps_from_hand", "u1", <char*>&s.traps_from_hand - base),
        ("positions", "u1", <char*>&s.positions - base),
        ("summon_limit", "u1", <char*>&s.summon_limit - base),
        ("untributable", ("u1", (2,)), <char*>&s.untributable - base),
        ("pending", "u1", <char*>&s.pending - base),
        ("summon_negated", "u1", <char*>&s.summon_negated - base),
        ("won", "u1", <char*>&s.won - base),
        ("fed_count", "u1", <char*>&s.fed_count - base),
        ("fed", ("u1", (12,)), <char*>&s.fed - base),
        ("skips", ("u1", (2, 8)), <char*>&s.skips - base),
        ("summoned", ("u1", (2,)), <char*>&s.summoned - base),
        ("cannot_summon", ("u1", (2,)), <char*>&s.cannot_summon - base),
        ("graveyard_stays", "u1", <char*>&s.graveyard_stays - base),
        ("spare_players", "u1", <char*>&s.spare_players - base),
        ("lies_in_defence", ("u1", (2,)), <char*>&s.lies_in_defence - base),
        ("damage_changes", ("u1", (2,)), <char*>&s.damage_changes - base),
        ("no_direct", ("u1", (2,)), <char*>&s.no_direct - base),
        ("summon_next", "u1", <char*>&s.summon_next - base),
        ("forced_attacker", "u1", <char*>&s.forced_attacker - base),
        ("forced_target", "u1", <char*>&s.forced_target - base),
        ("fed_refused", "u1", <char*>&s.fed_refused - base),
        ("programs", (program_frame, (4,)), <char*>&s.programs - base),
        ("chain", (link, (32,)), <char*>&s.chain - base),
        ("happenings", (happening, (96,)), <char*>&s.happenings - base),
        ("triggers", (trigger, (48,)), <char*>&s.triggers - base),
        ("lingering", (lingering, (128,)), <char*>&s.lingering - base),
        ("uses", (use, (64,)), <char*>&s.uses - base),
        ("counters", (counters, (32,)), <char*>&s.counters - base),
        ("events", (event, (160,)), <char*>&s.events - base),
    ], sizeof(DuelState))


def definition_dtype() -> np.dtype:
    """The NumPy structured type of a card definition, `definition_t`."""
    cdef definition_t d
    cdef char* base = <char*>&d
    return struct_dtype([
        ("monster_type", "u8", <char*>&d.monster_type - base),
        ("passcode", "u4", <char*>&d.passcode - base),
        ("type", "u4", <char*>&d.type - base),
        ("atk", "i4", <char*>&d.atk - base),
        ("def_", "i4", <char*>&d.def_ - base),
        ("attribute", "u2", <char*>&d.attribute - base),
        ("level", "u1", <char*>&d.level - base),
        ("hand_class", "u1", <char*>&d.hand_class - base),
        ("blank", "u1", <char*>&d.blank - base),
        ("no_special_summon", "u1", <char*>&d.no_special_summon - base),
        ("proper_first", "u1", <char*>&d.proper_first - base),
        ("stays", "u1", <char*>&d.stays - base),
    ], sizeof(definition_t))


def effect_dtype() -> np.dtype:
    """The NumPy structured type of an effect of a template, `effect_t`."""
    cdef effect_t e
    cdef char* base = <char*>&e
    return struct_dtype([
        ("flags", "u4", <char*>&e.flags - base),
        ("value", "i4", <char*>&e.value - base),
        ("definition", "u2", <char*>&e.definition - base),
        ("condition", "u2", <char*>&e.condition - base),
        ("check", "u2", <char*>&e.check - base),
        ("cost", "u2", <char*>&e.cost - base),
        ("target", "u2", <char*>&e.target - base),
        ("operation", "u2", <char*>&e.operation - base),
        ("compute", "u2", <char*>&e.compute - base),
        ("filter", "u2", <char*>&e.filter - base),
        ("until", "u2", <char*>&e.until - base),
        ("kind", "u1", <char*>&e.kind - base),
        ("speed", "u1", <char*>&e.speed - base),
        ("trigger", "u1", <char*>&e.trigger - base),
        ("continuous", "u1", <char*>&e.continuous - base),
        ("places", "u1", <char*>&e.places - base),
        ("number", "u1", <char*>&e.number - base),
        ("limit", "u1", <char*>&e.limit - base),
        ("limit_count", "u1", <char*>&e.limit_count - base),
        ("turns", "u1", <char*>&e.turns - base),
        ("affects", "u1", <char*>&e.affects - base),
        ("use", "u1", <char*>&e.use - base),
        ("spare", ("u1", (3,)), <char*>&e.spare - base),
    ], sizeof(effect_t))


def instruction_dtype() -> np.dtype:
    """The NumPy structured type of an instruction, `instruction_t`."""
    cdef instruction_t n
    cdef char* base = <char*>&n
    return struct_dtype([
        ("op", "u1", <char*>&n.op - base),
        ("a", "u1", <char*>&n.a - base),
        ("b", "u1", <char*>&n.b - base),
        ("c", "u1", <char*>&n.c - base),
        ("i", "i4", <char*>&n.i - base),
    ], sizeof(instruction_t))
