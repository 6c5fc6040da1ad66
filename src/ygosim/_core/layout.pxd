"""The memory of a duel: its state, and the template that millions of duels share.

A `DuelState` is plain memory without pointers: copying its bytes copies the duel.  Its
head holds cards, zones and bitboards, its tail what has a high-water mark; docs/state.md
draws both.  `state` has what is done with it as a whole.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from ygosim._core.bitset cimport bitset_t
from ygosim._core.enums cimport N_PLACE, N_TRIGGER
from ygosim._core.rng cimport rng_t
from ygosim._core.types cimport (
    MAX_CARDS, MAX_COUNTERS, MAX_DEFINITIONS, MAX_EFFECTS, MAX_EVENTS, MAX_FILTERS, MAX_FRAMES,
    MAX_HAPPENINGS, MAX_INSTRUCTIONS, MAX_LINGERING, MAX_LINKS, MAX_MATERIALS,
    MAX_PROGRAM_FRAMES, MAX_RESTRICTIONS, MAX_TRIGGERS, MAX_USES, N_PILES, N_REGISTERS,
    N_SETS, N_SLOTS, PILE_CAPACITY, card_t,
    code_t, player_t, slot_t, zone_mask_t,
)

cdef enum:
    STATE_VERSION = 5  # of the layout; saved states carry it
    LARGEST_LP = 1 << 30  # what life points stop at

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
    STEP_BATTLE_END    # effects only: the last window of the Battle Phase

# What a frame of the procedure stack is doing.
cdef enum procedure_t:
    PROCEDURE_NONE
    PROCEDURE_SUMMON           # a Normal Summon or Set of a monster: tributes, zone
    PROCEDURE_SET_SPELL_TRAP   # zone
    PROCEDURE_ATTACK           # target, declaration, replay, damage step
    PROCEDURE_DISCARD          # down to the hand limit
    # Opened by effects only, or where the template has effects:
    PROCEDURE_POINT            # after something happened: triggers, then responses
    PROCEDURE_WINDOW           # a response window
    PROCEDURE_ACTIVATE         # a card or effect is activated
    PROCEDURE_RESOLVE          # a chain resolves
    PROCEDURE_PROGRAM          # an effect's program goes on
    PROCEDURE_CHOICE           # cards are chosen for a program
    PROCEDURE_ANSWER           # a program has asked something else
    PROCEDURE_SPECIAL_SUMMON   # positions and zones of Special Summons by effect
    PROCEDURE_BUILT_IN_SUMMON  # a Special Summon by its own procedure
    PROCEDURE_CONTROL          # zones of monsters that change sides
    PROCEDURE_PLACE            # an effect Sets a Spell or Trap
    PROCEDURE_PHASE            # effects at a phase, and its last window
    PROCEDURE_LEAVE            # the window before a main phase or battle step is left
    PROCEDURE_DESTROY          # cards are about to be destroyed; what replaces it is asked
    PROCEDURE_EQUIP            # a monster of the field becomes an Equip Card
    PROCEDURE_RETURN           # a banished monster returns to the field
    PROCEDURE_FORCED_ATTACK    # a Battle Phase of its own, for an attack that an effect makes

# How far a procedure has come: frame.step, by procedure.

# PROCEDURE_SUMMON.
cdef enum summon_step_t:
    SUMMON_STARTED
    SUMMON_PENDING  # what may negate it has been asked

# PROCEDURE_ATTACK.
cdef enum attack_step_t:
    ATTACK_TARGET     # the target is asked for
    ATTACK_DECLARED   # the response window has closed; replay or damage step
    # With effects, the damage step in parts:
    ATTACK_FLIP       # a face-down target is turned up
    ATTACK_BEFORE     # before damage calculation
    ATTACK_CALCULATE  # damage calculation
    ATTACK_AFTER      # what is destroyed goes to the GY
    ATTACK_END        # the damage step has ended
    ATTACK_CALCULATED  # what answers the battle damage at once has done so
    ATTACK_DETERMINED  # what replaces destruction by battle has been asked
    N_ATTACK_STEPS

# PROCEDURE_POINT.
cdef enum point_step_t:
    POINT_COLLECT
    POINT_TRIGGERS
    POINT_WINDOW
    POINT_RESOLVE

# PROCEDURE_WINDOW, PROCEDURE_PHASE, PROCEDURE_LEAVE.
cdef enum window_step_t:
    WINDOW_STARTED
    WINDOW_OPEN  # players are asked, or were: what comes before is done

# PROCEDURE_ACTIVATE: what is done next.
cdef enum activate_step_t:
    ACTIVATE_CARD      # the card is turned up or comes to the field
    ACTIVATE_ZONE      # its zone is asked for
    ACTIVATE_COST
    ACTIVATE_TARGETS
    ACTIVATE_ANSWERED  # all is paid and chosen: it may be answered

# PROCEDURE_RESOLVE: what is done next.
cdef enum resolve_step_t:
    RESOLVE_LINK      # the last link begins to resolve
    RESOLVE_RESOLVED  # its operation has run
    RESOLVE_REMOVE    # the link leaves the chain
    RESOLVE_END       # the chain has resolved
    N_RESOLVE_STEPS

# PROCEDURE_CHOICE: what is chosen.
cdef enum choice_step_t:
    CHOICE_OF_CARDS
    CHOICE_OF_EACH       # one card of each of two sets
    CHOICE_OF_MATERIALS  # what makes a monster

# PROCEDURE_SPECIAL_SUMMON, PROCEDURE_CONTROL, PROCEDURE_PLACE, PROCEDURE_EQUIP,
# PROCEDURE_RETURN: what has been asked for the card in hand.
cdef enum arrival_step_t:
    ARRIVAL_NEXT      # nothing; which card is next
    ARRIVAL_ZONE
    ARRIVAL_POSITION

# PROCEDURE_BUILT_IN_SUMMON.
cdef enum built_in_step_t:
    BUILT_IN_STARTED
    BUILT_IN_PAID      # its cost is paid
    BUILT_IN_ZONE      # its zone is asked for
    BUILT_IN_POSITION  # its position is asked for, or known
    BUILT_IN_PLACED    # both are known, nothing can negate it
    BUILT_IN_PENDING   # what may negate it has been asked

# PROCEDURE_DESTROY.
cdef enum destroy_step_t:
    DESTROY_STARTED
    DESTROY_SEARCHES  # for the next effect that may replace
    DESTROY_ASKS      # whether one is used
    DESTROY_REPLACES  # it is
    DESTROY_REPLACED  # its program has run
    N_DESTROY_STEPS

cdef enum:
    # of the search: the turn player's mandatory ones, the opponent's, the same for "you can"
    DESTROY_PASSES = 4

# PROCEDURE_FORCED_ATTACK: what has been opened last.
cdef enum forced_attack_step_t:
    FORCED_ATTACK_NONE
    FORCED_ATTACK_START   # the Start Step
    FORCED_ATTACK_BATTLE  # the attack
    FORCED_ATTACK_END     # the End Step
    N_FORCED_ATTACK_STEPS

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

# One open procedure; what the C stack would hold between two decisions.  What each keeps where
# (`card` is the card that it is about; what is not named here is 0, or CARD_NONE for `last`):
#
#     procedure         move            needed          chosen          last          most
#     SUMMON            MOVE_KIND_…     Tributes left   Tributes given  Tribute; zone [1]
#     ATTACK            MOVE_KIND_…
#     DISCARD                           cards left      cards chosen    card
#     POINT             [2]                             group [3]
#     WINDOW            priority [4]    passes          who is asked
#     PHASE                             passes          who is asked
#     LEAVE             turn_step_t [5]                 [6]
#     CHOICE [7]                        at least        cards chosen    card          at most
#       of materials    RECIPE_…                        cards chosen    card          Levels
#     ANSWER            declares [8]
#     SPECIAL_SUMMON    OP's operand i                  summoned        zone          position
#     BUILT_IN_SUMMON   effect [12]                                     zone          position
#     CONTROL                           first's zone    first known     zone          first [9]
#     PLACE             player                                          zone          POSITION_…
#     EQUIP             player          the host                        zone
#     RETURN            player                                          zone          POSITION_…
#     DESTROY [10]      effect          REASON_…        pass            card          how
#     FORCED_ATTACK     PHASE_… [11]    ends [11]                       attacker [13]
#
#  1  the last Tribute chosen, then the zone in which what may negate the summon is asked
#  2  1: a chain has ended since it was opened (PRIO-2)
#  3  of triggers: bit 0 the opponent's, bit 1 "you can"; 4 when all have been seen to
#  4  1: the turn player may use ignition effects (PRIO-2)
#  5  the step to go to
#  6  1: the Battle Phase of this turn is over by it
#  7  cards that must and that may still be chosen; choices ascend
#  8  1: the answer is the bit of the option, not its number
#  9  of two monsters that change places
# 10  where the search for what replaces it is: which effect of the template's, of which pass (bit 0
#     the opponent's, bit 1 "you can"), of which card; how: bits 0-3 the pile, bit 4 who does it,
#     bit 5 whether the program on top waits for how many there were
# 11  the phase that goes on afterwards, and its `battle_phase_ends`
# 12  the number of the effect within its definition
# 13  one that had declared no attack before: the mark of it goes when the phase is over
ctypedef struct frame_t:
    uint8_t procedure  # procedure_t
    uint8_t step       # summon_step_t, attack_step_t, … of the procedure; else 0
    uint8_t move       # how it was opened: the table
    card_t card        # the card that it is about, or CARD_NONE
    uint8_t needed     # the table
    uint8_t chosen     # the table
    card_t last        # the table
    uint8_t most       # the table

# The attack that is going on.
ctypedef struct attack_t:
    uint64_t declared_against  # the opponent's row of monster zones when it was declared
    card_t attacker            # CARD_NONE: no attack
    card_t target              # CARD_NONE: a direct attack
    uint8_t open               # 1 from the declaration to the end of the damage step
    uint8_t spare[5]           # 0

# What happened, for readers; it decides nothing.  Emptied when a move is applied.
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

# Effects ---------------------------------------------------------------------------------

# What happened, as effects answer it; kept from one look for triggers to the next.
ctypedef struct happening_t:
    int32_t value         # damage, a count, FLIPPED_WITHOUT_EFFECTS; else 0
    uint16_t time         # the batch: what happened at one time has one number
    uint8_t kind          # TRIGGER_…
    player_t player       # who did it or whom it happened to
    card_t card           # the card that it is about, or CARD_NONE
    card_t other          # the other card (attack target, destroyer), or CARD_NONE
    uint8_t reason        # REASON_…
    uint8_t from_place    # PLACE_… where the card was
    uint8_t from_position  # POSITION_… that it had there
    player_t from_player  # who controlled it there
    uint8_t link          # index of the chain link it is about, or LINK_NONE
    uint8_t to_place      # PLACE_… where the card went; where nothing moved, where it was

cdef enum:
    FLIPPED_WITHOUT_EFFECTS = 1  # a monster was flipped, its flip effects are not activated

# A program that is running or waits for an answer.
ctypedef struct program_frame_t:
    int64_t r[N_REGISTERS]  # number registers
    bitset_t s[N_SETS]      # set registers
    happening_t event       # what is answered
    bitset_t event_cards    # the cards that it is about
    uint16_t pc             # next instruction
    uint16_t effect         # whose program it is
    card_t card             # the effect's card
    player_t player         # who uses it
    uint8_t link            # its chain link, or LINK_NONE
    uint8_t wait            # the register that takes the answer
    card_t affected         # the card that a value is computed for
    uint8_t spare[7]        # 0

# What has been negated of a chain link.
cdef enum negation_t:
    NEGATED_NOTHING
    NEGATED_ACTIVATION
    NEGATED_EFFECT
    N_NEGATIONS

# One link of the chain.
ctypedef struct link_t:
    bitset_t targets        # still the same cards
    bitset_t event_cards    # the cards that it answers
    happening_t event       # what it answers; kind TRIGGER_NONE for nothing
    int64_t label           # what the cost tells the operation
    uint16_t effect         # in the template
    card_t card             # whose effect
    player_t player         # who activated it
    uint8_t same            # 1: the card has not moved since
    uint8_t negated         # negation_t
    uint8_t place           # PLACE_… where it was activated
    uint8_t speed           # spell speed
    uint8_t spare[8]        # 0

# A trigger that waits for its place on the chain.
ctypedef struct trigger_t:
    uint16_t effect         # in the template
    card_t card             # whose effect
    player_t player         # who may or must activate it
    uint8_t optional        # 1: you can
    uint8_t happening       # index of what it answers
    uint8_t spare[2]        # 0

# A lingering effect.
ctypedef struct lingering_t:
    int32_t value           # by what it does
    uint16_t effect         # in the template: what it does
    uint16_t since          # clock when it was made
    uint16_t until          # UNTIL_…
    card_t card             # whom it works on; CARD_NONE: on players
    card_t source           # the card that made it
    player_t player         # who made it
    uint8_t turns           # turn ends still to come
    uint8_t waits           # 1: made in a phase that it is not meant for
    uint8_t link            # chain link whose cost made it, from 1; 0: none that may be negated

# How often something limited was used this turn.
ctypedef struct use_t:
    uint16_t limit          # the effect
    card_t card             # which card; CARD_NONE: the name
    player_t player         # by whom
    uint8_t scope           # LIMIT_…
    uint8_t count           # times
    uint8_t survives        # 1: turning the card face-down does not end it
    uint8_t spare           # 0

# What effects do when they shuffle a deck.
cdef enum keep_order_t:
    KEEP_ORDER_NOT          # they shuffle it
    KEEP_ORDER_SILENTLY     # it stays as it lies
    KEEP_ORDER_ASKS         # the caller may lay it: its player is asked, whose answer means nothing
    KEEP_ORDER_WAITS        # the same while that is asked

# What holds for players and for cards wherever they are now.
cdef enum restriction_kind_t:
    RESTRICTS_ACTIVATION    # value: the name's definition; -1 any name
    RESTRICTS_LINKS         # effects used on the field are negated, wherever the card is now
    RESTRICTS_GRAVEYARD     # cards that would be sent to the GY go elsewhere; value: by which card
    RESTRICTS_SUMMONS       # value: the card that says so, whose own effect is free to; or -1
    RESTRICTS_MOVES         # what would move cards of the GYs is negated; value: the card

ctypedef struct restriction_t:
    int32_t value           # by its kind
    uint16_t effect         # in the template: its filter says which cards, its value what
    uint8_t players         # bit p: it holds for player p, and their cards
    uint8_t kind            # restriction_kind_t

ctypedef struct counters_t:
    card_t card             # that bears them
    uint8_t kind            # COUNTER_KIND_…
    uint8_t count           # how many
    uint8_t spare           # 0

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
    uint8_t effects                       # 1: the template has effects, the tail's parts are used
    uint8_t pool_full                     # POOL_… that ran full; the duel is aborted
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
    # --- tail: effects; all unused while `effects` is 0
    uint32_t zone_props[2][2][N_SLOTS]    # PROPERTY_… of the card in a zone
    uint16_t zone_since[2][2][N_SLOTS]    # clock when the card in a zone came face-up
    card_t attached[2][N_SLOTS]           # spell & trap zones: the card that one holds on to
    bitset_t proper                       # properly summoned once (SUM-13)
    bitset_t equips                       # attached as Equip Cards
    bitset_t leaving                      # on the field only until its chain has resolved (ST-4)
    bitset_t candidates                   # what the open choice chooses from
    bitset_t moving                       # monsters that change sides now
    bitset_t nowhere                      # their activation was negated: not on the field (ST-9)
    bitset_t battle_destroyed             # determined to be destroyed by battle
    bitset_t lent                         # came to the field under their owner's opponent (EFF-13)
    bitset_t doomed                       # about to be destroyed, unless that is replaced
    zone_mask_t attack_locked[2]          # monsters that cannot declare an attack
    zone_mask_t position_locked[2]        # monsters that cannot change their position
    zone_mask_t unattackable[2]           # monsters that cannot be attacked
    zone_mask_t direct[2]                 # monsters that may attack directly all the same
    restriction_t restrictions[MAX_RESTRICTIONS]  # restriction_count
    uint64_t options                      # bits of the open OPTION decision
    int32_t fuel                          # instructions left in this turn
    uint8_t restriction_count             # what players cannot do now
    uint8_t cannot_banish_grave           # bit p: player p cannot banish from the GYs
    uint16_t time                         # number of the present batch of happenings
    uint16_t clock                        # counts what comes face-up or lingers, in order
    uint8_t chain_count                   # links
    uint8_t program_count                 # open programs
    uint8_t happening_count               # happenings not yet looked at for triggers
    uint8_t reacted                       # of these, those that reactions have seen
    uint8_t answered_count                # first ones, among which the open window answers
    uint8_t cannot_draw                   # bit p: player p cannot draw
    uint16_t answered_time                # those of this time
    uint8_t trigger_count                 # waiting triggers
    uint8_t lingering_count               # lingering effects
    uint8_t use_count                     # counted uses
    uint8_t counters_count                # entries of counters
    uint8_t stale                         # 1: current values must be computed anew
    uint8_t changed_values                # 1: something makes values or properties other ones
    uint8_t solving                       # links: 1 + index of the one that resolves; 0 none
    uint8_t damage_step                   # damage_step_t
    uint8_t attack_cancelled              # 1: the attack was negated
    uint8_t battle_phase_ends             # 1: ends when what is going on is done
    uint8_t zone_row                      # ROW_… of the ZONE decision
    uint8_t hand_adjusted                 # 1: the hand limit has been seen to (TURN-4)
    uint8_t target_was_face_down          # 1: the attack's target, when the damage step began
    card_t attack_again                   # a monster that may attack once more in a row; CARD_NONE
    uint8_t keep_order                    # keep_order_t
    uint8_t activations[2]                # cards and effects activated this turn, by player
    uint8_t traps_from_hand               # bit p: player p may activate Traps from the hand
    uint8_t positions                     # bits of the open POSITION decision
    uint8_t summon_limit                  # Normal Summons of this turn (SUM-17)
    zone_mask_t untributable[2]           # monsters that cannot be Tributed
    card_t pending                        # a monster whose summon may be negated; CARD_NONE
    uint8_t summon_negated                # 1: it was
    uint8_t won                           # bit p: a card says that player p wins (WIN-3)
    uint8_t fed_count                     # outcomes still to be used instead of the generator's
    uint8_t fed[12]                       # … last one first
    uint8_t skips[2][8]                   # phases to skip still, by player and PHASE_…
    uint8_t summoned[2]                   # bit WAY_…: the player has summoned so this turn
    uint8_t cannot_summon[2]              # bit WAY_…: the player cannot now, but see restrictions
    uint8_t graveyard_stays               # bit p: cards of player p's GY stay there
    uint8_t spare_players                 # 0
    zone_mask_t lies_in_defence[2]        # monsters that lie in face-up defence position
    uint8_t damage_changes[2]             # DAMAGE_CHANGE_… of what a player takes
    zone_mask_t no_direct[2]              # monsters that cannot attack directly
    card_t summon_next                    # hand monster, Normal Summoned or Set next; CARD_NONE
    card_t forced_attacker                # a monster that an effect makes attack; CARD_NONE
    card_t forced_target                  # … what it attacks; CARD_NONE
    uint8_t fed_refused                   # 1: an outcome that was fed could not be used
    program_frame_t programs[MAX_PROGRAM_FRAMES]  # program_count
    link_t chain[MAX_LINKS]                       # chain_count
    happening_t happenings[MAX_HAPPENINGS]        # happening_count
    trigger_t triggers[MAX_TRIGGERS]              # trigger_count
    lingering_t lingering[MAX_LINGERING]          # lingering_count
    use_t uses[MAX_USES]                          # use_count
    counters_t counters[MAX_COUNTERS]             # counters_count
    # --- tail: events
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
    uint8_t no_special_summon  # 1: cannot be Special Summoned
    uint8_t proper_first    # 1: revived only after its proper summon (SUM-13)
    uint8_t stays           # 1: stays on the field after its chain (ST-4)

# One instruction of a program; opcodes.toml says what its operands mean.
ctypedef struct instruction_t:
    uint8_t op              # OP_…
    uint8_t a               # operand
    uint8_t b               # operand
    uint8_t c               # operand
    int32_t i               # operand

# Which cards: printed facts as a set, then places, then what is true now.
ctypedef struct filter_t:
    bitset_t cards          # of the duel, by printed facts
    uint32_t flags          # FILTER_FLAG_…
    uint8_t mine            # bit per PLACE_…: of the user
    uint8_t theirs          # bit per PLACE_…: of the opponent
    uint8_t equip_spells    # 1: an Equip Spell and nothing else would fit
    uint8_t spare           # 0

# What an effect is.  Programs are the index of their first instruction, 0 = there is none.
ctypedef struct effect_t:
    uint32_t flags          # EFFECT_FLAG_…
    int32_t value           # constant of a continuous effect
    code_t definition       # the card definition it belongs to
    uint16_t condition      # whether it may be used, or applies
    uint16_t check          # whether cost, targets and operation are possible
    uint16_t cost           # pays
    uint16_t target         # chooses targets
    uint16_t operation      # resolves, or reacts
    uint16_t compute        # value of a continuous effect
    uint16_t filter         # 1 + the filter of whom it works on; 0 none
    uint16_t until          # UNTIL_… of a lingering one
    uint8_t kind            # EFFECT_KIND_…
    uint8_t speed           # spell speed
    uint8_t trigger         # TRIGGER_… that it answers
    uint8_t continuous      # CONTINUOUS_…
    uint8_t places          # bit per PLACE_… where it works
    uint8_t number          # within its definition
    uint8_t limit           # LIMIT_…
    uint8_t limit_count     # uses
    uint8_t turns           # turn ends until it ends
    uint8_t affects         # AFFECTS_…
    uint8_t use             # USE_…: what it is good for
    uint8_t spare[3]        # 0

# A row of zones.
cdef enum zone_row_t:
    ROW_MONSTER
    ROW_SPELL_TRAP

# Where a battle stands within the damage step (BAT-3).
cdef enum damage_step_t:
    DAMAGE_STEP_NONE        # no damage step
    DAMAGE_STEP_START
    DAMAGE_STEP_FLIPPED     # a face-down target has been turned up
    DAMAGE_STEP_BEFORE      # before calculation
    DAMAGE_STEP_AFTER       # after calculation
    DAMAGE_STEP_END
    N_DAMAGE_STEPS

# Ways to summon, as bits of what a player has done or cannot do.
cdef enum summon_way_t:
    WAY_NORMAL = 1
    WAY_FLIP = 2
    WAY_SPECIAL = 4

# Where a monster from the Extra Deck is summoned to, where there are extra monster zones.
cdef enum extra_deck_zones_t:
    EXTRA_DECK_ANY              # any monster zone
    EXTRA_DECK_EXTRA_OR_LINKED  # an extra monster zone or a linked zone
    EXTRA_DECK_FACE_DOWN_ANY    # so Links and face-up Pendulums; others any

# Which materials a Fusion Monster names, and what a card can stand in for (SUM-6).
ctypedef struct recipe_t:
    uint16_t materials[MAX_MATERIALS]  # 1 + the filter of those that fit, of each material
    uint8_t count                      # materials that it names; 0: it is no Fusion Monster's
    uint8_t named                      # bit per material: it is named, a substitute will do
    uint8_t or_more                    # bit per material: or more of them
    uint8_t substitute                 # 1: the card can be one named material of any other

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
    uint8_t ignition_priority                # 1: PRIO-2
    uint8_t negated_summon_counts            # 1: a negated summon counts for limits that cards set
    uint8_t trigger_needs_place              # 1: CHAIN-10
    uint8_t one_field_spell                  # 1: one face-up Field Spell on the whole field
    uint8_t equips_rechecked                 # 1: ST-6
    uint8_t orphaned_equips_destroyed        # 1: ST-6
    uint8_t opponent_responds_first          # 1: in windows without a chain
    uint8_t chains                           # 1: there are chains
    uint8_t trigger_after_return_to_deck     # 1: a card that went back to the deck triggers
    uint8_t extra_deck_zones                 # extra_deck_zones_t

# What continuous effects may look at that changes by itself or by a draw (programs.pxd); any other
# change makes `stale` what they make of the duel, whether they look at it or not.
cdef enum watched_t:
    WATCHED_PHASE = 1        # which phase it is
    WATCHED_TURN = 2         # whose turn it is, and which
    WATCHED_DRAWS = 4        # the cards of a hand or deck, and how many
    WATCHED_ACTIVATIONS = 8  # how many cards and effects were activated in this turn
    WATCHED_BATTLE = 16      # how far a battle has come
    WATCHED_ALL = 31

# What duels between two decks share; never written once made.
ctypedef struct DuelTemplate:
    rules_t rules                              # the format
    uint32_t definition_count                  # definitions in use
    uint32_t spare                             # 0
    definition_t definitions[MAX_DEFINITIONS]  # by code_t
    bitset_t hand_class[8]                     # cards by HAND_CLASS_…, wherever they are
    uint8_t hand_class_of[256]                 # HAND_CLASS_… of each card
    uint64_t definition_keys[MAX_DEFINITIONS]  # hash key of each definition
    bitset_t cards_of[MAX_DEFINITIONS]         # cards by definition
    uint16_t effect_first[MAX_DEFINITIONS]     # effects of a definition: first …
    uint8_t effect_count_of[MAX_DEFINITIONS]   # … and how many
    uint32_t effect_count                      # effects in use
    uint32_t filter_count                      # filters in use
    uint32_t instruction_count                 # instructions in use
    uint64_t listened                          # bit per TRIGGER_…: some effect answers it
    uint32_t lasting_places                    # bit per PLACE_… with cards in `lasting_from`
    uint32_t tribute_values                    # 1: some monster counts as several Tributes
    uint32_t watched                           # WATCHED_…: what continuous effects look at
    uint16_t destroying_count                  # effects that destroy their card, …
    uint16_t deciding_count                    # … and behind them those that win, together
    uint16_t deciding[MAX_EFFECTS]             # … in order of creation
    uint16_t replacing_count                   # effects that replace destruction, …
    uint16_t replacing[256]                    # … in order of creation
    uint16_t answering_first[64]               # effects by TRIGGER_… that they answer: first …
    uint16_t answering_count[64]               # … and how many
    uint16_t answering[MAX_EFFECTS]            # … of these
    bitset_t usable_from[2][N_PLACE]           # by PLACE_…: cards usable from there, any; fast ones
    uint32_t usable_elsewhere[2]               # 1: some of these neither from the hand nor Set
    bitset_t usable_for[N_TRIGGER]             # by TRIGGER_…: those that answer it; for 0 nothing
    bitset_t usable_in[N_DAMAGE_STEPS]         # by DAMAGE_STEP_…: those that BAT-4 lets be used
    bitset_t used_in_place                     # those with another use than activating the card
    recipe_t recipes[MAX_DEFINITIONS]          # by code_t
    bitset_t procedural                        # cards with a Special Summon of their own
    bitset_t lasting_from[N_PLACE]             # by PLACE_…: cards that change something from there
    effect_t effects[MAX_EFFECTS]              # by number
    filter_t filters[MAX_FILTERS]              # by number
    instruction_t instructions[MAX_INSTRUCTIONS]  # the first is never run
    DuelState initial                          # both decks in list order, nothing drawn


cdef extern from *:
    """
    #ifdef YGOSIM_EFFECTS
    #define ygosim_effects(state) YGOSIM_EFFECTS
    #else
    #define ygosim_effects(state) ((state)->effects)
    #endif
    """
    # `state.effects`, or what the module was compiled for: play.pxd.
    uint8_t effects_played "ygosim_effects"(const DuelState* state) noexcept nogil
