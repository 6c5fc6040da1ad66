"""The state of a duel, and the template that millions of duels share.

A `DuelState` is plain memory without pointers: copying its bytes copies the duel.  Its
head holds cards, zones and bitboards, its tail what has a high-water mark; docs/state.md
draws both, with the room that card effects will take.  Cards and counts in zones are written
only by `zones`, life points only here, so each field has one writer.
"""

from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ygosim._core.bitset cimport bitset_t
from ygosim._core.enums cimport (
    END_CAUSE_NONE, EVENT_KIND_DAMAGE_TAKEN, N_PLACE, RESULT_ABORTED, RESULT_DRAWN, RESULT_LOST,
    RESULT_NONE, RESULT_WON,
)
from ygosim._core.rng cimport rng_t
from ygosim._core.types cimport (
    CARD_NONE, MAX_CARDS, MAX_DEFINITIONS, MAX_EVENTS, MAX_FRAMES, N_PILES, N_SLOTS,
    PILE_CAPACITY, PLAYER_NONE, WINNER_DRAW, card_t, code_t, player_t, slot_t, zone_mask_t,
)

cdef enum:
    STATE_VERSION = 1  # of the layout; saved states carry it

# What the bottom of the procedure stack does next, within a phase.
cdef enum turn_step_t:
    STEP_DUEL_START    # opening hands
    STEP_TURN_START
    STEP_DRAW
    STEP_STANDBY
    STEP_MAIN_START    # of Main Phase 1 or 2
    STEP_MAIN          # the turn player is asked
    STEP_BATTLE_START
    STEP_BATTLE        # the turn player is asked
    STEP_END_START
    STEP_END           # the hand is down to the limit

# What a frame of the procedure stack is doing.
cdef enum procedure_t:
    PROCEDURE_NONE
    PROCEDURE_SUMMON           # a Normal Summon or Set of a monster: tributes, zone
    PROCEDURE_SET_SPELL_TRAP   # zone
    PROCEDURE_ATTACK           # target, declaration, replay, damage step
    PROCEDURE_DISCARD          # down to the hand limit

# The turn marks of a player's monsters and how they lie, a bit per monster zone.  Read
# together as one 64-bit word, so that emptying a zone is one AND.
ctypedef struct monster_masks_t:
    zone_mask_t used        # zones with a monster
    zone_mask_t attack      # face-up attack position
    zone_mask_t defence     # face-up defence position
    zone_mask_t set_        # face-down defence position
    zone_mask_t may_change  # may still change its position this turn (POS-2)
    zone_mask_t may_attack  # may still declare an attack this battle phase (BAT-1)
    zone_mask_t no_defence  # cannot be in defence position (Link, Maximum Mode)
    uint8_t spare           # 0

# One open procedure; what the C stack would hold between two decisions.
ctypedef struct frame_t:
    uint8_t procedure  # procedure_t
    uint8_t step       # 0, 1, … within the procedure
    uint8_t move       # MOVE_KIND_… that opened it
    card_t card        # the card that it is about
    uint8_t needed     # cards still to be chosen
    uint8_t chosen     # cards chosen so far
    card_t last        # the card chosen last, CARD_NONE if none; choices ascend
    uint8_t spare      # 0

# The attack that is going on.
ctypedef struct attack_t:
    uint64_t declared_against  # the opponent's row of monster zones when it was declared
    card_t attacker            # CARD_NONE: no attack
    card_t target              # CARD_NONE: a direct attack
    uint8_t open               # 1 from the declaration to the end of the damage step
    uint8_t spare[5]           # 0

# What happened.  Written for logs and, later, for triggers; emptied when a move is applied.
ctypedef struct event_t:
    int32_t value          # life points, cards drawn, a count; else 0
    uint8_t kind           # EVENT_KIND_…
    player_t player        # who did it or whom it happened to
    card_t card            # the card that it is about, or CARD_NONE
    card_t other           # the other card (attack target), or CARD_NONE
    uint8_t reason         # REASON_…
    player_t from_player   # controller before a move
    uint8_t from_place     # PLACE_… before a move
    slot_t from_slot       # slot before a move
    player_t to_player     # controller after a move
    uint8_t to_place       # PLACE_… after a move
    slot_t to_slot         # slot after a move
    uint8_t position       # POSITION_… after

ctypedef struct DuelState:
    # --- head: the duel
    rng_t rng                             # the duel's generator: shuffles, coins, dice, picks
    int32_t lp[2]                         # life points, never below 0
    uint32_t decisions                    # decisions asked, those with one option left out
    uint16_t turn                         # from 1; 0 before the duel has started
    uint16_t turn_decisions               # decisions asked this turn
    player_t turn_player                  # whose turn it is
    uint8_t phase                         # PHASE_…
    uint8_t step                          # turn_step_t
    uint8_t decision                      # DECISION_KIND_… that is waiting; NONE while running
    player_t decision_player              # who is asked
    player_t winner                       # 0, 1, WINNER_DRAW; PLAYER_NONE while going on or aborted
    uint8_t end_cause                     # END_CAUSE_…; NONE while going on
    uint8_t card_count                    # instances in the duel
    uint8_t normal_summons_left           # of the turn player, this turn; or ANY_NUMBER
    uint8_t deck_out                      # bit p: player p had to draw more than the deck held
    uint8_t frame_count                   # open procedures
    uint8_t event_count                   # events since the last move; MAX_EVENTS: some may be lost
    uint8_t battle_phase_over             # 1: this turn's battle phase has been
    uint8_t quiet                         # 1: nobody reads the events, so they are not kept
    uint8_t spare[2]                      # 0
    attack_t attack                       # the attack going on
    # --- head: zones
    monster_masks_t monsters[2]           # by controller
    zone_mask_t spell_trap_used[2]        # spell & trap zones with a card, by controller
    uint8_t spare_zones[6]                # 0
    card_t zone[2][2][N_SLOTS]            # by controller, 0 monster 1 spell & trap, slot
    int32_t zone_atk[2][N_SLOTS]          # current ATK of a monster, by controller and slot; else 0
    int32_t zone_def[2][N_SLOTS]          # current DEF likewise
    uint8_t pile_count[2][N_PLACE]        # cards in a pile, by owner and PLACE_… (0 past the piles)
    uint8_t hand_classes[2][8]            # cards in the hand by HAND_CLASS_…
    # --- head: sets of cards
    bitset_t cards_in[2][N_PLACE]         # by controller and PLACE_…
    bitset_t arrived                      # Summoned or Set this turn
    bitset_t position_changed             # changed position by its player this turn
    bitset_t attack_declared              # declared an attack this turn
    bitset_t chosen                       # chosen so far by the top frame
    # --- head: cards, by instance in creation order
    code_t code[256]                      # definition; 0 past card_count
    player_t owner[256]                   # whose deck it came from
    player_t controller[256]              # who controls or holds it
    uint8_t place[256]                    # PLACE_…
    slot_t slot[256]                      # zone number, or index in its pile
    uint8_t position[256]                 # POSITION_…
    # --- head: piles
    card_t pile[2][N_PILES][PILE_CAPACITY]  # by owner and PLACE_…; a deck's top card is its last
    # --- tail: used up to its high-water mark
    frame_t frames[MAX_FRAMES]            # open procedures, innermost last: frame_count
    event_t events[MAX_EVENTS + 1]        # event_count; the last entry takes what is too much

# What the engine knows of a card.
ctypedef struct definition_t:
    uint64_t monster_type   # MONSTER_TYPE_…
    uint32_t passcode       # as printed; 0 for a card that has none
    uint32_t type           # CARD_TYPE_…
    int32_t atk             # printed; "?" is 0
    int32_t def_            # printed; "?" is 0; Link Monsters have none: 0
    uint16_t attribute      # ATTRIBUTE_…
    uint8_t level           # Level, Rank or Link Rating
    uint8_t hand_class      # HAND_CLASS_…: how it may leave the hand in a main phase
    uint8_t blank           # 1: its effect is left out
    uint8_t spare[3]        # 0

# The fields of ygosim.rules.Rules that the core reads; docs/rules.md says what each decides.
ctypedef struct rules_t:
    int32_t starting_lp                      # life points of each player
    uint16_t turn_limit                      # turns, then the duel is aborted; never 0
    uint16_t turn_decision_limit             # decisions in one turn, likewise; never 0
    uint8_t opening_hand                     # cards
    uint8_t draw_count                       # cards of a draw phase
    uint8_t draw_up_to                       # draw until the hand has so many; 0 = off
    uint8_t first_turn_draw                  # 1: turn 1 has a draw
    uint8_t first_turn_battle                # 1: turn 1 has a battle phase
    uint8_t hand_limit                       # cards at the end of a turn; 0 = none
    uint8_t normal_summons                   # a turn; 0 = any number
    uint8_t standby_phase                    # 1: there is one
    uint8_t main_phase_2                     # 1: there is one
    uint8_t zero_attack_both_destroyed       # 1: 0 ATK against 0 ATK destroys both (BAT-5)
    uint8_t replaced_field_spell_destroyed   # 1: destroyed, 0: sent to the GY (ST-7)
    uint8_t extra_monster_zones              # how many; they are slots 5 and 6
    zone_mask_t main_zones                   # a player's own monster zones: 0x1F, or 0x0E
    zone_mask_t spell_trap_zones             # likewise; the field zone apart
    uint8_t automatic                        # 1: a single option is taken without asking
    uint8_t spare                            # 0

# What duels between two decks share; never written once made.
ctypedef struct DuelTemplate:
    rules_t rules                              # the format
    uint32_t definition_count                  # definitions in use
    uint32_t spare                             # 0
    definition_t definitions[MAX_DEFINITIONS]  # by code_t
    bitset_t hand_class[8]                     # cards by HAND_CLASS_…, wherever they are
    uint8_t hand_class_of[256]                 # HAND_CLASS_… of each card
    uint64_t definition_keys[MAX_DEFINITIONS]  # hash key of each definition
    DuelState initial                          # both decks in list order, nothing drawn

# State -----------------------------------------------------------------------------------

# Makes `state` the empty duel: no cards, no life points, turn 0.
cdef void state_reset(DuelState* state) noexcept nogil

# Copies `source` to `target`, tail up to its high-water marks only; what lies past these in
# `target` is left and means nothing.
cdef void state_clone(const DuelState* source, DuelState* target) noexcept nogil

# Zeroes what lies past the high-water marks, and the events, so that equal duels are equal
# bytes.
cdef void state_normalize(DuelState* state) noexcept nogil

# 64-bit hash: equal for positions that differ only in which of two identical copies is where,
# in the order of a hand or an extra deck, in the generator, the log and the decision counts.
# `keys` are the template's `definition_keys`.
cdef uint64_t state_hash(const DuelTemplate* template_, const DuelState* state) noexcept nogil

# A second, independent 64 bits of the same position.
cdef uint64_t state_hash_high(
    const DuelTemplate* template_, const DuelState* state) noexcept nogil

# Re-derives everything redundant.  Returns 0, or the positive number of the first broken
# invariant, in the order of `INVARIANTS` (state.pyx).
cdef int state_check(const DuelTemplate* template_, const DuelState* state) noexcept nogil

# The NumPy type of a struct of `size` bytes from (name, NumPy type, offset) of each field.
# AssertionError if there is hidden padding: it would make equal structs unequal bytes, and
# offsets depend on the compiler.
cdef struct_dtype(fields, size_t size)


# Whether the duel is over.
cdef inline bint state_is_over(const DuelState* state) noexcept nogil:
    return state.end_cause != END_CAUSE_NONE


# How the duel stands for `player`: RESULT_….
cdef inline uint8_t state_result(const DuelState* state, player_t player) noexcept nogil:
    if not state_is_over(state):
        return RESULT_NONE
    if state.winner == WINNER_DRAW:
        return RESULT_DRAWN
    if state.winner == PLAYER_NONE:
        return RESULT_ABORTED
    return RESULT_WON if state.winner == player else RESULT_LOST


# Appends an event with every field neutral and returns it for the caller to fill in.  The
# entry past MAX_EVENTS takes what is too much; so a count of MAX_EVENTS says that events may
# be missing.  A quiet state keeps none: what is filled in then is lost.
cdef inline event_t* event_push(DuelState* state, uint8_t kind, player_t player) noexcept nogil:
    cdef event_t* event
    if state.quiet:
        return &state.events[MAX_EVENTS]
    event = &state.events[state.event_count]
    state.event_count += state.event_count < MAX_EVENTS
    memset(event, 0, sizeof(event_t))
    event.kind = kind
    event.player = player
    event.card = CARD_NONE
    event.other = CARD_NONE
    return event


# Damage (LP-1): the one kind of loss that is "taking damage".  Stops at 0 (WIN-1).  No event
# for an amount of 0.
cdef inline void lp_damage(
    DuelState* state, player_t player, int32_t amount, uint8_t reason
) noexcept nogil:
    cdef event_t* event
    if amount <= 0:
        return
    event = event_push(state, EVENT_KIND_DAMAGE_TAKEN, player)
    event.value = amount
    event.reason = reason
    state.lp[player] = 0 if amount >= state.lp[player] else state.lp[player] - amount
