"""Programs as a whole: whether they are sound, and what they look at.  See programs.pxd."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t

from ygosim._core.enums cimport (
    AFFECTS_BOTH, AFFECTS_FIELD, AFFECTS_ME, CARD_TYPE_TOKEN, CONTEXT_AFFECTED, CONTEXT_ATTACKER,
    CONTEXT_ATTACK_TARGET, CONTEXT_HOST, CONTEXT_ME, CONTEXT_MY_DECK, CONTEXT_MY_HAND,
    CONTEXT_MY_LP, CONTEXT_MY_MONSTERS, CONTEXT_MY_SPELL_TRAP_CARDS, CONTEXT_OPPONENT,
    CONTEXT_OPPONENT_DECK, CONTEXT_OPPONENT_HAND, CONTEXT_OPPONENT_LP, CONTEXT_OPPONENT_MONSTERS,
    CONTEXT_PHASE, CONTEXT_THIS, CONTEXT_THIS_IS_THE_SAME, CONTEXT_TURN, CONTEXT_TURN_PLAYER,
    CONTINUOUS_CONTROL, CONTINUOUS_COUNTS_AS_TRIBUTES, CONTINUOUS_DESTROYS_ITSELF,
    CONTINUOUS_INSTEAD_OF_GRAVEYARD,
    CONTINUOUS_LATER, CONTINUOUS_NONE, CONTINUOUS_WINS, EFFECT_FLAG_SELF, EFFECT_KIND_CONTINUOUS,
    EFFECT_KIND_IGNITION, EFFECT_KIND_PROCEDURE, EFFECT_KIND_REACTION, EFFECT_KIND_REPLACEMENT,
    EFFECT_KIND_TRIGGER, FACT_ATTACHED_TO, FACT_CONTROLLER, FACT_COUNTERS, FACT_FLAGS,
    FACT_HOLDERS, FACT_IS_FACE_UP, FACT_MARKED_BY, FACT_NUMBER, FACT_POSITION, FACT_PROPERTIES,
    N_RECIPE, PHASE_DRAW, PHASE_STANDBY, PLACE_BANISHED, PLACE_DECK, PLACE_EXTRA_DECK, PLACE_HAND,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, POSITION_FACE_UP_DEFENCE, REASON_EFFECT,
    REASON_EFFECT_TRIBUTE, REASON_FUSION_MATERIAL, RECIPE_FUSION, TRIGGER_END_PHASE, TRIGGER_NONE,
    TRIGGER_STANDBY_PHASE, UNTIL_END_OF_TURN,
)
from ygosim._core.filters cimport ON_FIELD, is_on_players
from ygosim._core.layout cimport (
    WATCHED_ALL, WATCHED_DRAWS, WATCHED_PHASE, WATCHED_TURN, DuelTemplate, effect_t, instruction_t,
)
from ygosim._core.opcodes cimport (
    N_OPCODE, OPCODES, OPERAND_CONTROL, OPERAND_COUNT, OPERAND_DEED, OPERAND_DST,
    OPERAND_ENUMERATION, OPERAND_FIELD_LINGERING, OPERAND_FILTER, OPERAND_FLAG, OPERAND_HOW,
    OPERAND_JUMP, OPERAND_LIES, OPERAND_LINGERING, OPERAND_MAKING, OPERAND_NONE, OPERAND_OUT,
    OPERAND_PILE, OPERAND_PLAYER_LINGERING, OPERAND_POSITIONS, OPERAND_RANGE, OPERAND_REG,
    OPERAND_SET, OPERAND_SKIPPED, OPERAND_TOKEN, OPERAND_WHO, OPERAND_WHOM, OP_END, OP_FACT,
    OP_KEEP, OP_KEEP_GREATEST, OP_KEEP_LEAST, OP_KEEP_SHARING, OP_LINGERED_ON, OP_LINGERING_VALUE,
    OP_LOAD, OP_NOT, OP_SELECT, OP_SET_ADD, OP_SET_AND, OP_SET_BITS, OP_SET_CLEAR, OP_SET_COUNT,
    OP_SET_FIRST, OP_SET_HAS, OP_SET_MINUS, OP_SET_OR, OP_SET_REMOVE, OP_SET_TOTAL,
)
from ygosim._core.types cimport BOTH_PLAYERS, N_REGISTERS, N_SETS


# Soundness ---------------------------------------------------------------------------------


cdef enum:
    # Positions that a Summon or a change can lead to.
    POSITIONS = POSITION_FACE_UP_ATTACK | POSITION_FACE_UP_DEFENCE | POSITION_FACE_DOWN_DEFENCE
    MAX_LENGTH = 2048  # instructions of one program; the longest public script has 445


# Whether `number` is a lingering effect of the definition that `effect` belongs to, of the sort
# that an operand of the class `kind` names.
cdef bint _lingering_holds(
    const DuelTemplate* template_, const effect_t* effect, int kind, int64_t number
) noexcept nogil:
    cdef const effect_t* other
    if not 0 <= number < template_.effect_count:
        return False
    other = &template_.effects[number]
    if (other.definition != effect.definition or other.kind != EFFECT_KIND_CONTINUOUS
            or other.until == 0):
        return False
    if kind == OPERAND_CONTROL:
        return other.continuous == CONTINUOUS_CONTROL
    if kind == OPERAND_LINGERING:
        return other.continuous != CONTINUOUS_CONTROL and other.affects < AFFECTS_ME
    if kind == OPERAND_FIELD_LINGERING:
        return other.continuous != CONTINUOUS_CONTROL and other.affects == AFFECTS_FIELD
    return other.affects >= AFFECTS_ME  # OPERAND_PLAYER_LINGERING


cdef bint _lies_hold(int64_t value) noexcept nogil:
    cdef int i
    cdef int64_t lie
    if not 0 < value < 1 << 24:
        return False
    for i in range(3):
        lie = value >> 8 * i & 0xFF
        if lie & ~POSITIONS or lie & (lie - 1):
            return False
    return True


# Whether an operand is in range.  `first` and `last` bound the program.
cdef bint _operand_holds(
    const DuelTemplate* template_, const effect_t* effect, int kind, int32_t limit,
    int64_t value, int first, int last
) noexcept nogil:
    if kind == OPERAND_NONE:
        return value == 0
    if kind == OPERAND_REG or kind == OPERAND_OUT:
        return 0 <= value < N_REGISTERS
    if kind == OPERAND_SET or kind == OPERAND_DST:
        return 0 <= value < N_SETS
    if kind == OPERAND_WHO or kind == OPERAND_FLAG:
        return 0 <= value <= 1
    if kind == OPERAND_WHOM:
        return 0 <= value <= BOTH_PLAYERS
    if kind == OPERAND_JUMP:
        return first <= value <= last
    if kind == OPERAND_FILTER:
        return 0 <= value < template_.filter_count
    if (kind == OPERAND_LINGERING or kind == OPERAND_FIELD_LINGERING
            or kind == OPERAND_PLAYER_LINGERING or kind == OPERAND_CONTROL):
        return _lingering_holds(template_, effect, kind, value)
    if kind == OPERAND_COUNT:
        return 1 <= value <= 255
    if kind == OPERAND_HOW:
        return 0 <= value <= 7
    if kind == OPERAND_RANGE:
        return 0 < value < 1 << 16 and (value & 0xFF) <= value >> 8
    if kind == OPERAND_POSITIONS:
        return value != 0 and not value & ~POSITIONS
    if kind == OPERAND_LIES:
        return _lies_hold(value)
    if kind == OPERAND_PILE:
        return 0 <= value <= PLACE_EXTRA_DECK
    if kind == OPERAND_TOKEN:
        return 0 <= value < template_.definition_count and (
            template_.definitions[value].type & CARD_TYPE_TOKEN) != 0
    if kind == OPERAND_SKIPPED:
        return value == PHASE_DRAW or value == PHASE_STANDBY
    if kind == OPERAND_DEED:
        return (REASON_EFFECT <= value <= REASON_EFFECT_TRIBUTE
                or value == REASON_FUSION_MATERIAL)
    if kind == OPERAND_MAKING:
        return 0 <= value < 1 << 15 and (value & 0xFF) < N_RECIPE and (
            value & 0xFF != RECIPE_FUSION or value >> 8 == 0)
    if kind >= OPERAND_ENUMERATION:
        return 0 <= value <= limit
    return True  # any whole number


# The last instruction of the program at `first`: its first OP_END that no jump of it passes.  If
# there is none, -1 - that of the instruction at fault.
cdef int _program_last(const DuelTemplate* template_, int first) noexcept nogil:
    cdef const instruction_t* now
    cdef int reach = first
    cdef int last
    for last in range(first, first + MAX_LENGTH):
        if last >= <int>template_.instruction_count:
            break
        now = &template_.instructions[last]
        if now.op >= N_OPCODE:
            return -1 - last
        if OPCODES[now.op].kinds[3] == OPERAND_JUMP and now.i > reach:
            reach = now.i
        if now.op == OP_END and reach <= last:
            return last
    return -1 - first


# The number of the first instruction that is not whole of the program at `first`, or -1.
cdef int _program_fault(
    const DuelTemplate* template_, const effect_t* effect, int first, bint check
) noexcept nogil:
    cdef bint at_once = effect.kind == EFFECT_KIND_REACTION
    cdef int last = _program_last(template_, first)
    cdef int pc, operand
    cdef const instruction_t* now
    cdef int64_t[4] values
    if last < 0:
        return -1 - last
    for pc in range(first, last + 1):
        now = &template_.instructions[pc]
        if (check and OPCODES[now.op].changes) or (at_once and OPCODES[now.op].suspends):
            return pc
        values[0], values[1], values[2], values[3] = now.a, now.b, now.c, now.i
        for operand in range(4):
            if not _operand_holds(
                    template_, effect, OPCODES[now.op].kinds[operand],
                    OPCODES[now.op].limits[operand], values[operand], first, last):
                return pc
    return -1


# Whether the numbers of an effect are in range and agree; its enumerations are known to be.
cdef bint _effect_holds(
    const DuelTemplate* template_, const effect_t* effect, uint32_t number
) noexcept nogil:
    if (effect.affects > AFFECTS_BOTH or effect.limit_count == 0 or effect.turns == 0
            or effect.speed > 3
            or number != <uint32_t>template_.effect_first[effect.definition] + effect.number):
        return False
    if effect.kind == EFFECT_KIND_PROCEDURE:
        return (effect.trigger == TRIGGER_NONE and effect.value != 0
                and not effect.value & ~POSITIONS)
    if effect.kind == EFFECT_KIND_TRIGGER or effect.kind == EFFECT_KIND_REACTION:
        return effect.trigger != TRIGGER_NONE
    if effect.kind == EFFECT_KIND_IGNITION:
        return effect.trigger == TRIGGER_NONE
    if effect.kind == EFFECT_KIND_REPLACEMENT:  # of the destruction of itself or of some cards
        return effect.trigger == TRIGGER_NONE and (
            effect.flags & EFFECT_FLAG_SELF or effect.filter != 0)
    if effect.kind != EFFECT_KIND_CONTINUOUS:
        return True
    if effect.continuous == CONTINUOUS_LATER:  # done once, when its phase has come
        return effect.until != 0 and effect.operation != 0 and (
            effect.trigger == TRIGGER_STANDBY_PHASE or effect.trigger == TRIGGER_END_PHASE)
    if effect.continuous == CONTINUOUS_WINS and effect.until:  # won when its turns have ended
        return (effect.trigger == TRIGGER_NONE and effect.affects >= AFFECTS_ME
                and effect.until & UNTIL_END_OF_TURN != 0)
    # A filter says on which cards of the field it works, or for whose summons it counts.
    if effect.trigger != TRIGGER_NONE or not effect.filter and (
            effect.affects == AFFECTS_FIELD
            or effect.continuous == CONTINUOUS_COUNTS_AS_TRIBUTES):
        return False
    if effect.continuous == CONTINUOUS_INSTEAD_OF_GRAVEYARD and effect.value != PLACE_BANISHED:
        return False
    if effect.continuous == CONTINUOUS_DESTROYS_ITSELF and effect.places & ~<unsigned>ON_FIELD:
        return False  # a card that lies in the GY would be destroyed without end
    return effect.continuous != CONTINUOUS_NONE and (
        effect.affects >= AFFECTS_ME) == is_on_players(effect.continuous)


cdef int programs_verify(const DuelTemplate* template_) noexcept nogil:
    cdef const effect_t* effect
    cdef uint16_t[6] programs
    cdef uint32_t i
    cdef int entry, fault
    for i in range(template_.effect_count):
        effect = &template_.effects[i]
        if not _effect_holds(template_, effect, i):
            return -1 - <int>i
        programs[0], programs[1], programs[2] = effect.condition, effect.check, effect.compute
        programs[3], programs[4], programs[5] = effect.cost, effect.target, effect.operation
        for entry in range(6):
            if programs[entry] == 0:
                continue
            fault = _program_fault(template_, effect, programs[entry], entry < 3)
            if fault >= 0:
                return fault + 1
    return 0


# What is looked at -------------------------------------------------------------------------


# What a value of the context depends on: WATCHED_…, all of it where that is not known, nothing
# where its every change makes `stale` what effects make of the duel.
cdef unsigned _context_watch(int which) noexcept nogil:
    if which == CONTEXT_PHASE:
        return WATCHED_PHASE
    if which == CONTEXT_TURN or which == CONTEXT_TURN_PLAYER:
        return WATCHED_TURN
    if (which == CONTEXT_MY_HAND or which == CONTEXT_OPPONENT_HAND or which == CONTEXT_MY_DECK
            or which == CONTEXT_OPPONENT_DECK):
        return WATCHED_DRAWS
    if (which == CONTEXT_THIS or which == CONTEXT_ME or which == CONTEXT_OPPONENT
            or which == CONTEXT_AFFECTED or which == CONTEXT_HOST or which == CONTEXT_MY_LP
            or which == CONTEXT_OPPONENT_LP or which == CONTEXT_MY_MONSTERS
            or which == CONTEXT_OPPONENT_MONSTERS or which == CONTEXT_MY_SPELL_TRAP_CARDS
            or which == CONTEXT_ATTACKER or which == CONTEXT_ATTACK_TARGET
            or which == CONTEXT_THIS_IS_THE_SAME):
        return 0
    return WATCHED_ALL


# The same of a fact of a card.
cdef unsigned _fact_watch(int fact) noexcept nogil:
    if (fact <= FACT_CONTROLLER or fact == FACT_POSITION or fact == FACT_COUNTERS
            or fact == FACT_PROPERTIES or fact == FACT_ATTACHED_TO or fact == FACT_IS_FACE_UP
            or fact == FACT_FLAGS or fact == FACT_NUMBER or fact == FACT_HOLDERS
            or fact == FACT_MARKED_BY):
        return 0
    return WATCHED_ALL


# The same of cards in places, a bit per PLACE_…: what moves them is seen, a draw is not.
cdef unsigned _places_watch(unsigned places) noexcept nogil:
    return WATCHED_DRAWS if places & (1 << PLACE_HAND | 1 << PLACE_DECK) else 0


cdef unsigned _instruction_watch(
    const DuelTemplate* template_, const instruction_t* now
) noexcept nogil:
    cdef int op = now.op
    if op == OP_LOAD:
        return _context_watch(now.i)
    if op == OP_SELECT:
        return _places_watch(template_.filters[now.i].mine | template_.filters[now.i].theirs)
    if op == OP_FACT or op == OP_SET_TOTAL or op == OP_SET_BITS or op == OP_KEEP_SHARING:
        return _fact_watch(now.c)
    if op == OP_KEEP or op == OP_KEEP_GREATEST or op == OP_KEEP_LEAST:
        return _fact_watch(now.b)
    if (op <= OP_NOT or op == OP_SET_CLEAR or op == OP_SET_ADD or op == OP_SET_REMOVE
            or op == OP_SET_AND or op == OP_SET_OR or op == OP_SET_MINUS or op == OP_SET_COUNT
            or op == OP_SET_FIRST or op == OP_SET_HAS or op == OP_LINGERED_ON
            or op == OP_LINGERING_VALUE):
        return 0
    return WATCHED_ALL


# The same of the program at `first`, if there is one.
cdef unsigned _program_watch(const DuelTemplate* template_, int first) noexcept nogil:
    cdef unsigned watched = 0
    cdef int pc
    if first == 0:
        return 0
    for pc in range(first, _program_last(template_, first) + 1):
        watched |= _instruction_watch(template_, &template_.instructions[pc])
    return watched


cdef unsigned effects_watch(const DuelTemplate* template_) noexcept nogil:
    cdef const effect_t* effect
    cdef unsigned watched = 0
    cdef uint32_t i
    for i in range(template_.effect_count):
        effect = &template_.effects[i]
        if effect.kind != EFFECT_KIND_CONTINUOUS or effect.continuous == CONTINUOUS_LATER:
            continue
        watched |= (_places_watch(effect.places) | _program_watch(template_, effect.condition)
                    | _program_watch(template_, effect.compute))
    return watched
