"""Functions of the user, called at C speed.  See callback.pxd."""

from cpython.pycapsule cimport (
    PyCapsule_CheckExact, PyCapsule_GetContext, PyCapsule_GetName, PyCapsule_GetPointer,
)
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uintptr_t
from libc.string cimport memcpy, memset

import ctypes
from threading import get_ident

import numpy as np

from ygosim._core.bitset cimport bitset_has, bitset_t, lowest64
from ygosim._core.engine cimport DuelHandle
from ygosim._core.enums cimport (
    MOVE_KIND_ACTIVATE, MOVE_KIND_CHOOSE_CARD, MOVE_KIND_SPECIAL_SUMMON,
    DECISION_KIND_ATTACK_TARGET, DECISION_KIND_MAIN_PHASE, DECISION_KIND_NONE,
    DECISION_KIND_REPLAY, HAND_CLASS_FIELD_SPELL, HAND_CLASS_SPELL_TRAP,
    HAND_CLASS_THREE_TRIBUTES, MARK_ARRIVED, MARK_ATTACK_DECLARED, MARK_CHOSEN,
    MARK_MAY_ATTACK, MARK_MAY_CHANGE, MARK_NO_DEFENCE, MARK_POSITION_CHANGED,
    MOVE_KIND_CHOOSE_TARGET, MOVE_KIND_CHOOSE_ZONE, MOVE_KIND_NONE, MOVE_KIND_NORMAL_SUMMON,
    MOVE_KIND_SET_MONSTER, MOVE_KIND_SET_SPELL_TRAP, PLACE_BANISHED, PLACE_DECK,
    PLACE_EXTRA_DECK, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_ATTACK, POSITION_FACE_DOWN_DEFENCE,
)
from ygosim._core.moves cimport MAX_MOVES, moves_pick
from ygosim._core.layout cimport PROCEDURE_SET_SPELL_TRAP, definition_t, frame_t, monster_masks_t
from ygosim._core.state cimport state_is_over, state_result, struct_dtype
from ygosim._core.types cimport (
    ANY_NUMBER, CARD_NONE, card_t, move_card, move_kind, move_make, move_slot, zone_mask_t,
)

cdef extern from *:
    """
    _Static_assert(YGO_MAX_OPTIONS >= 2 * 128 + 2 * 8 + 4 + 225, "MAX_MOVES of moves.pxd");
    _Static_assert(YGO_MAX_HAND >= 128, "PILE_CAPACITY of types.pxd");
    /* Where the card of a kind of move is, by MOVE_KIND_…; NONE for CHOOSE_ZONE, CHOOSE_TARGET,
       and what only effects know: those cards may be anywhere. */
    static const int8_t ygo_kind_place[25] = {
        [YGO_MOVE_KIND_NONE] = YGO_NONE,
        [YGO_MOVE_KIND_NORMAL_SUMMON] = YGO_PLACE_HAND,
        [YGO_MOVE_KIND_SET_MONSTER] = YGO_PLACE_HAND,
        [YGO_MOVE_KIND_SET_SPELL_TRAP] = YGO_PLACE_HAND,
        [YGO_MOVE_KIND_FLIP_SUMMON] = YGO_PLACE_MONSTER_ZONE,
        [YGO_MOVE_KIND_CHANGE_POSITION] = YGO_PLACE_MONSTER_ZONE,
        [YGO_MOVE_KIND_ENTER_BATTLE_PHASE] = YGO_NONE,
        [YGO_MOVE_KIND_ENTER_MAIN_PHASE_2] = YGO_NONE,
        [YGO_MOVE_KIND_END_TURN] = YGO_NONE,
        [YGO_MOVE_KIND_ATTACK] = YGO_PLACE_MONSTER_ZONE,
        [YGO_MOVE_KIND_CHOOSE_TRIBUTE] = YGO_PLACE_MONSTER_ZONE,
        [YGO_MOVE_KIND_CHOOSE_ZONE] = YGO_NONE,
        [YGO_MOVE_KIND_CHOOSE_TARGET] = YGO_NONE,
        [YGO_MOVE_KIND_ATTACK_DIRECTLY] = YGO_NONE,
        [YGO_MOVE_KIND_CALL_OFF_ATTACK] = YGO_NONE,
        [YGO_MOVE_KIND_CHOOSE_DISCARD] = YGO_PLACE_HAND,
        [YGO_MOVE_KIND_SPECIAL_SUMMON] = YGO_NONE,
        [YGO_MOVE_KIND_ACTIVATE] = YGO_NONE,
        [YGO_MOVE_KIND_PASS] = YGO_NONE,
        [YGO_MOVE_KIND_CHOOSE_CARD] = YGO_NONE,
        [YGO_MOVE_KIND_FINISH] = YGO_NONE,
        [YGO_MOVE_KIND_YES] = YGO_NONE,
        [YGO_MOVE_KIND_NO] = YGO_NONE,
        [YGO_MOVE_KIND_CHOOSE_OPTION] = YGO_NONE,
        [YGO_MOVE_KIND_CHOOSE_POSITION] = YGO_NONE,
    };
    _Static_assert(YGO_N_MOVE_KIND == 25, "ygo_kind_place has an entry for each kind");
    """
    const int8_t* KIND_PLACE "ygo_kind_place"

cdef const definition_t HIDDEN  # all 0: what is known of a hidden face


# Filling a view --------------------------------------------------------------------------


cdef inline int8_t _tributes(const definition_t* definition) noexcept nogil:
    return <int8_t>(
        definition.hand_class if definition.hand_class <= HAND_CLASS_THREE_TRIBUTES else 0)


cdef inline void _facts(
    const definition_t* definition, uint8_t position, unsigned marks, ygo_card* card
) noexcept nogil:
    # The facts lie as in the definition, so they are copied at once; see `_same_layout`.
    memcpy(card, definition, sizeof(ygo_card))
    card.tributes = _tributes(definition)
    card.position = <int8_t>position
    card.spare = 0
    card.marks = <int16_t>marks


cdef inline const definition_t* _seen(
    const DuelTemplate* template_, const DuelState* state, card_t card, int side
) noexcept nogil:
    # Chosen without a branch: whether the opponent's monster is Set is hard to predict.
    cdef bint hidden = side and state.position[card] & (
        POSITION_FACE_DOWN_ATTACK | POSITION_FACE_DOWN_DEFENCE)
    return &HIDDEN if hidden else &template_.definitions[state.code[card]]


cdef inline unsigned _marks(const DuelState* state, card_t card) noexcept nogil:
    return <unsigned>(
        bitset_has(&state.arrived, card) * MARK_ARRIVED
        + bitset_has(&state.position_changed, card) * MARK_POSITION_CHANGED
        + bitset_has(&state.attack_declared, card) * MARK_ATTACK_DECLARED
        + bitset_has(&state.chosen, card) * MARK_CHOSEN)


cdef inline void _empty(ygo_card* row, zone_mask_t gone) noexcept nogil:
    # Zones that were shown with a card and have none now.
    while gone:
        memset(&row[lowest64(gone)], 0, sizeof(ygo_card))
        gone &= gone - 1


cdef inline void _fill_side(
    const DuelTemplate* template_, const DuelState* state, player_t player, int side,
    ygo_view* view
) noexcept nogil:
    cdef const monster_masks_t* masks = &state.monsters[player]
    cdef const definition_t* definition
    cdef ygo_card* row = view.monsters[side]
    cdef zone_mask_t rest
    cdef card_t card
    cdef int slot
    view.lp[side] = state.lp[player]
    view.deck_count[side] = state.pile_count[player][PLACE_DECK]
    view.hand_count[side] = state.pile_count[player][PLACE_HAND]
    view.graveyard_count[side] = state.pile_count[player][PLACE_GRAVEYARD]
    view.banished_count[side] = state.pile_count[player][PLACE_BANISHED]
    view.extra_count[side] = state.pile_count[player][PLACE_EXTRA_DECK]
    _empty(row, <zone_mask_t>(view.monsters_used[side] & ~masks.used))
    view.monsters_used[side] = masks.used
    rest = masks.used
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        card = state.zone[player][0][slot]
        definition = _seen(template_, state, card, side)
        _facts(
            definition, state.position[card],
            _marks(state, card) | (masks.may_change >> slot & 1) * MARK_MAY_CHANGE
            | (masks.may_attack >> slot & 1) * MARK_MAY_ATTACK
            | (masks.no_defence >> slot & 1) * MARK_NO_DEFENCE,
            &row[slot])
        row[slot].atk = 0 if definition == &HIDDEN else state.zone_atk[player][slot]
        row[slot].def_ = 0 if definition == &HIDDEN else state.zone_def[player][slot]
    row = view.spell_traps[side]
    rest = state.spell_trap_used[player]
    _empty(row, <zone_mask_t>(view.spell_traps_used[side] & ~rest))
    view.spell_traps_used[side] = rest
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        card = state.zone[player][1][slot]
        _facts(
            _seen(template_, state, card, side), state.position[card], _marks(state, card),
            &row[slot])


cdef inline int _fill_main_phase(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves,
    ygo_view* view, move_t* options
) noexcept nogil:
    # The options of a main phase that are about hand cards, in the order of `moves_pick`: by
    # kind, by HAND_CLASS_…, by creation.  Picking them one by one would take longer.
    cdef const bitset_t* hand = &state.cards_in[moves.player][PLACE_HAND]
    cdef int words = (state.card_count + 63) >> 6
    cdef unsigned summons = (
        (moves.summons & 0xFF != 0) | (moves.summons >> 8 & 0xFF != 0) << 1
        | (moves.summons >> 16 & 0xFF != 0) << 2 | (moves.summons >> 24 != 0) << 3)
    # What there is: bits 0-3 Normal Summons by class, 4-6 Sets, 7, 8 Spells & Traps.
    cdef unsigned rows = (
        summons | (summons & 7) << 4 | (moves.spell_traps != 0) << 7
        | (moves.field_spells != 0) << 8)
    cdef ygo_option* option
    cdef uint64_t rest
    cdef uint8_t kind
    cdef card_t card
    cdef int row, hand_class, word
    cdef int count = 0
    while rows:
        row = lowest64(rows)
        rows &= rows - 1
        if row < 4:
            kind = MOVE_KIND_NORMAL_SUMMON
            hand_class = row
        elif row < 7:
            kind = MOVE_KIND_SET_MONSTER
            hand_class = row - 4
        else:
            kind = MOVE_KIND_SET_SPELL_TRAP
            hand_class = HAND_CLASS_SPELL_TRAP if row == 7 else HAND_CLASS_FIELD_SPELL
        for word in range(words):
            rest = hand.words[word] & template_.hand_class[hand_class].words[word]
            while rest:
                card = <card_t>(64 * word + lowest64(rest))
                rest &= rest - 1
                options[count] = move_make(kind, card, 0)
                option = &view.options[count]
                option.passcode = template_.definitions[state.code[card]].passcode
                option.index = state.slot[card]
                option.kind = <int8_t>kind
                option.side = 0
                option.place = PLACE_HAND
                option.tributes = <int8_t>(hand_class if row < 7 else 0)
                count += 1
    return count


cdef inline void _fill_effect_option(
    const DuelTemplate* template_, const DuelState* state, move_t move, player_t player,
    ygo_option* option
) noexcept nogil:
    # What only effects know.  The card may be anywhere; a face-down one of the opponent's
    # stays unknown (INFO-1).
    cdef uint8_t kind = move_kind(move)
    cdef card_t card = move_card(move)
    if (kind != MOVE_KIND_ACTIVATE and kind != MOVE_KIND_SPECIAL_SUMMON
            and kind != MOVE_KIND_CHOOSE_CARD):
        option.index = <int16_t>move_slot(move)
        return
    option.side = state.controller[card] != player
    option.place = <int8_t>state.place[card]
    option.index = <int16_t>state.slot[card]
    option.passcode = template_.definitions[state.code[card]].passcode
    if option.side and state.place[card] >= PLACE_MONSTER_ZONE and state.position[card] & (
            POSITION_FACE_DOWN_ATTACK | POSITION_FACE_DOWN_DEFENCE):
        option.passcode = 0
    option.tributes = <int8_t>(0 if kind == MOVE_KIND_CHOOSE_CARD else move_slot(move))


cdef inline void _fill_option(
    const DuelTemplate* template_, const DuelState* state, move_t move, int8_t zone_place,
    player_t player, ygo_option* option
) noexcept nogil:
    # Of anything but the choice of a target.  A kind that is about no card has card 0, which
    # is a card of the duel; what is read of it is then masked.
    cdef uint8_t kind = move_kind(move)
    cdef card_t card = move_card(move)
    cdef const definition_t* definition = &template_.definitions[state.code[card]]
    cdef int8_t place = KIND_PLACE[kind]
    cdef bint about = place != YGO_NONE
    option.passcode = definition.passcode if about else 0
    option.kind = <int8_t>kind
    option.side = 0
    option.place = place
    option.index = <int16_t>state.slot[card] if about else <int16_t>YGO_NONE
    option.tributes = _tributes(definition) if place == PLACE_HAND else 0
    if kind == MOVE_KIND_CHOOSE_ZONE:
        option.place = zone_place
        option.index = move_slot(move)
    elif kind >= MOVE_KIND_SPECIAL_SUMMON:
        _fill_effect_option(template_, state, move, player, option)


cdef inline int _fill_targets(
    const DuelState* state, const moves_t* moves, ygo_view* view, move_t* options
) noexcept nogil:
    # By zone, not by number: the order of numbers would tell of face-down cards.
    cdef player_t opponent = 1 - moves.player
    cdef zone_mask_t rest = state.monsters[opponent].used
    cdef ygo_option* option
    cdef card_t card
    cdef int slot
    cdef int count = 0
    while rest:
        slot = lowest64(rest)
        rest &= rest - 1
        card = state.zone[opponent][0][slot]
        if bitset_has(&moves.cards, card):
            option = &view.options[count]
            option.passcode = view.monsters[1][slot].passcode
            option.kind = MOVE_KIND_CHOOSE_TARGET
            option.side = 1
            option.place = PLACE_MONSTER_ZONE
            option.index = <int16_t>slot
            option.tributes = 0
            options[count] = move_make(MOVE_KIND_CHOOSE_TARGET, card, 0)
            count += 1
    return count


cdef inline void _fill_decision(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves,
    ygo_view* view, move_t* options
) noexcept nogil:
    cdef const frame_t* frame
    cdef int8_t zone_place = PLACE_MONSTER_ZONE
    cdef int i = 0
    view.decision = <int8_t>state.decision
    view.option_count = moves.count
    if state.frame_count:
        frame = &state.frames[state.frame_count - 1]
        view.opened_by = <int8_t>frame.move
        view.needed = frame.needed
        if frame.card != CARD_NONE:
            view.about_place = <int8_t>state.place[frame.card]
            view.about_index = state.slot[frame.card]
        if frame.procedure == PROCEDURE_SET_SPELL_TRAP or (
                state.effects and state.zone_row == 1):
            zone_place = PLACE_SPELL_TRAP_ZONE
    if state.decision == DECISION_KIND_MAIN_PHASE:
        i = _fill_main_phase(template_, state, moves, view, options)
    elif state.decision == DECISION_KIND_ATTACK_TARGET or state.decision == DECISION_KIND_REPLAY:
        i = _fill_targets(state, moves, view, options)
    while i < moves.count:
        options[i] = moves_pick(template_, state, moves, <unsigned>i)
        _fill_option(
            template_, state, options[i], zone_place, moves.player, &view.options[i])
        i += 1


cdef void view_fill(
    const DuelTemplate* template_, const DuelState* state, const moves_t* moves,
    player_t player, ygo_view* view, move_t* options
) noexcept nogil:
    cdef card_t card
    cdef int i
    view.version = YGO_VIEW_VERSION
    view.size = sizeof(ygo_view)
    # A decision with one option is not asked, so the count of a duel that goes on would tell
    # whether the opponent's hand left a choice (INFO-1).
    view.decisions = <int32_t>state.decisions if state_is_over(state) else 0
    view.turn = state.turn
    view.player = <int8_t>player
    view.your_turn = state.turn_player == player
    view.phase = <int8_t>state.phase
    view.normal_summons_left = (
        <int16_t>YGO_NONE if state.normal_summons_left == ANY_NUMBER
        else <int16_t>state.normal_summons_left)
    view.end_cause = <int8_t>state.end_cause
    view.result = <int8_t>state_result(state, player)
    _fill_side(template_, state, player, 0, view)
    _fill_side(template_, state, 1 - player, 1, view)
    for i in range(state.pile_count[player][PLACE_HAND]):
        card = state.pile[player][PLACE_HAND][i]
        _facts(
            &template_.definitions[state.code[card]], state.position[card],
            bitset_has(&state.chosen, card) * MARK_CHOSEN, &view.hand[i])
    view.decision = DECISION_KIND_NONE
    view.option_count = 0
    view.opened_by = MOVE_KIND_NONE
    view.about_place = YGO_NONE
    view.about_index = YGO_NONE
    view.needed = 0
    if state.decision != DECISION_KIND_NONE and state.decision_player == player:
        _fill_decision(template_, state, moves, view, options)


cdef uint64_t core_layout() noexcept nogil:
    return layout_here()


# The same layout for NumPy ---------------------------------------------------------------


cdef bint _same_layout() noexcept:
    # Whether a `ygo_card` begins as a `definition_t` does.
    cdef ygo_card c
    cdef definition_t d
    cdef char* card = <char*>&c
    cdef char* definition = <char*>&d
    return (
        <char*>&c.monster_type - card == <char*>&d.monster_type - definition
        and <char*>&c.passcode - card == <char*>&d.passcode - definition
        and <char*>&c.type - card == <char*>&d.type - definition
        and <char*>&c.atk - card == <char*>&d.atk - definition
        and <char*>&c.def_ - card == <char*>&d.def_ - definition
        and <char*>&c.attribute - card == <char*>&d.attribute - definition
        and <char*>&c.level - card == <char*>&d.level - definition
        and sizeof(ygo_card) == sizeof(definition_t))


if not _same_layout():
    raise AssertionError("ygo_card does not begin as definition_t does; `_facts` relies on it")


def view_dtype() -> np.dtype:
    """The NumPy structured type of a `ygo_view`: field for field, no padding."""
    cdef ygo_card c
    cdef ygo_option o
    cdef ygo_view v
    cdef char* base = <char*>&c
    card = struct_dtype([
        ("monster_type", "i8", <char*>&c.monster_type - base),
        ("passcode", "u4", <char*>&c.passcode - base),
        ("type", "i4", <char*>&c.type - base),
        ("atk", "i4", <char*>&c.atk - base),
        ("def_", "i4", <char*>&c.def_ - base),
        ("attribute", "i2", <char*>&c.attribute - base),
        ("level", "i1", <char*>&c.level - base),
        ("tributes", "i1", <char*>&c.tributes - base),
        ("position", "i1", <char*>&c.position - base),
        ("spare", "i1", <char*>&c.spare - base),
        ("marks", "i2", <char*>&c.marks - base),
    ], sizeof(ygo_card))
    base = <char*>&o
    option = struct_dtype([
        ("passcode", "u4", <char*>&o.passcode - base),
        ("index", "i2", <char*>&o.index - base),
        ("kind", "i1", <char*>&o.kind - base),
        ("side", "i1", <char*>&o.side - base),
        ("place", "i1", <char*>&o.place - base),
        ("tributes", "i1", <char*>&o.tributes - base),
        ("spare", ("i1", (2,)), <char*>&o.spare - base),
    ], sizeof(ygo_option))
    base = <char*>&v
    return struct_dtype([
        ("version", "u4", <char*>&v.version - base),
        ("size", "u4", <char*>&v.size - base),
        ("random", ("i4", (2,)), <char*>&v.random - base),
        ("lp", ("i4", (2,)), <char*>&v.lp - base),
        ("decisions", "i4", <char*>&v.decisions - base),
        ("turn", "i4", <char*>&v.turn - base),
        ("option_count", "i4", <char*>&v.option_count - base),
        ("player", "i1", <char*>&v.player - base),
        ("your_turn", "i1", <char*>&v.your_turn - base),
        ("phase", "i1", <char*>&v.phase - base),
        ("decision", "i1", <char*>&v.decision - base),
        ("result", "i1", <char*>&v.result - base),
        ("end_cause", "i1", <char*>&v.end_cause - base),
        ("opened_by", "i1", <char*>&v.opened_by - base),
        ("about_place", "i1", <char*>&v.about_place - base),
        ("about_index", "i2", <char*>&v.about_index - base),
        ("needed", "i2", <char*>&v.needed - base),
        ("normal_summons_left", "i2", <char*>&v.normal_summons_left - base),
        ("deck_count", ("i2", (2,)), <char*>&v.deck_count - base),
        ("hand_count", ("i2", (2,)), <char*>&v.hand_count - base),
        ("graveyard_count", ("i2", (2,)), <char*>&v.graveyard_count - base),
        ("banished_count", ("i2", (2,)), <char*>&v.banished_count - base),
        ("extra_count", ("i2", (2,)), <char*>&v.extra_count - base),
        ("monsters_used", ("i2", (2,)), <char*>&v.monsters_used - base),
        ("spell_traps_used", ("i2", (2,)), <char*>&v.spell_traps_used - base),
        ("spare", ("i1", (2,)), <char*>&v.spare - base),
        ("monsters", (card, (2, 8)), <char*>&v.monsters - base),
        ("spell_traps", (card, (2, 8)), <char*>&v.spell_traps - base),
        ("hand", (card, (YGO_MAX_HAND,)), <char*>&v.hand - base),
        ("options", (option, (YGO_MAX_OPTIONS,)), <char*>&v.options - base),
    ], sizeof(ygo_view))


VIEW_DTYPE = view_dtype()
VIEW_VERSION = YGO_VIEW_VERSION
CAPSULE_NAME = YGO_CAPSULE_NAME.decode()


cdef view_array(const ygo_view* view):
    result = np.empty(1, dtype=VIEW_DTYPE)
    cdef uint8_t[::1] raw = result.view(np.uint8)
    memcpy(&raw[0], view, sizeof(ygo_view))
    return result


def view_of(DuelHandle duel not None, int player, *, random=(0, 0)):
    """What a function is shown of a duel: an array of one VIEW_DTYPE, the rest zeroed."""
    cdef move_t options[MAX_MOVES]
    if player not in (0, 1):
        raise ValueError(f"player is {player}; it must be 0 or 1")
    result = np.zeros(1, dtype=VIEW_DTYPE)
    cdef uint8_t[::1] raw = result.view(np.uint8)
    view_fill(&duel.template_.data, duel.state, &duel.moves, <player_t>player,
              <ygo_view*>&raw[0], options)
    result["random"] = random
    return result


def option_move(DuelHandle duel not None, int index):
    """The move behind an option that the player who is asked is shown, as an integer."""
    cdef move_t options[MAX_MOVES]
    cdef ygo_view view
    if state_is_over(duel.state):
        raise ValueError("the duel is over")
    if not 0 <= index < duel.moves.count:
        raise ValueError(f"there is no option {index}; there are {duel.moves.count}")
    memset(&view, 0, sizeof(view))
    view_fill(&duel.template_.data, duel.state, &duel.moves, duel.state.decision_player,
              &view, options)
    return options[index]


# Holding functions -----------------------------------------------------------------------


class CallbackError(RuntimeError):
    """A function that could not answer, or whose answer is no option.

    `callback`, `answer`, `view` (an array of one VIEW_DTYPE) and `where` (words) say which,
    what and when; `raised` is the exception, where Python knows it already.
    """

    def __init__(self, callback, answer, view, where):
        self.callback = callback
        self.answer = answer
        self.view = view
        self.where = where
        self.raised = callback.failures.pop(get_ident(), None)
        super().__init__(f"{where}: {callback.name} answered {answer}")


cdef int32_t _trampoline(const ygo_view* view, void* data) noexcept with gil:
    # The one way from the core back to Python.
    cdef Callback callback = <Callback>data
    try:
        answer = callback.python(view_array(view))
        if isinstance(answer, (bool, np.bool_)):
            return 1 if answer else 0
        if not isinstance(answer, (int, np.integer)):
            raise TypeError(
                f"{callback.name} returned {answer!r}; it must return an integer or a bool")
        return <int32_t>answer
    except BaseException as error:
        callback.failures[get_ident()] = error
        return YGO_FAILED


cdef str _plain(str name):
    # A C signature without what does not tell signatures apart.
    name = name.replace("struct ", "").replace("ygo_view const", "const ygo_view")
    for token in "*(),":
        name = name.replace(f" {token}", token).replace(f"{token} ", token)
    return name.strip()


cdef class Callback:
    """A function of yours as the core calls it: `int32_t f(const ygo_view *, void *)`.

    Parameters
    ----------
    function
        A PyCapsule named `CAPSULE_NAME`, the address of a C function, a ctypes function, or
        a Python callable, which gets an array of one VIEW_DTYPE: slow, for tests.
    data
        Address that the function gets as its second argument; a capsule brings its own.
    owner
        Kept alive as long as this is, beside `function`.
    python
        The same function for Python; it is called on the view on which the compiled one has
        failed, for its traceback.
    name, kind
        For messages; and "policy" or "predicate".
    """

    def __cinit__(self, function, *, uintptr_t data=0, owner=None, python=None, str name="",
                  str kind=""):
        self.owner = (function, owner)
        self.python = python
        self.kind = kind
        self.name = name or getattr(function, "__name__", "") or type(function).__name__
        self.failures = {}
        self.c.data = <void*>data
        if PyCapsule_CheckExact(function):
            self._take_capsule(function)
        elif isinstance(function, int) and not isinstance(function, bool):
            self._take_address(function)
        elif isinstance(function, ctypes._CFuncPtr):
            self._take_ctypes(function)
        elif callable(function):
            self.python = function
            self.c.function = _trampoline
            self.c.data = <void*>self
        else:
            raise TypeError(
                f"{function!r} is no function: expected a PyCapsule, an address, a ctypes "
                "function or a Python callable")

    cdef _take_capsule(self, capsule):
        cdef const char* name = PyCapsule_GetName(capsule)
        found = "" if name == NULL else name.decode(errors="replace")
        if _plain(found) != _plain(CAPSULE_NAME):
            raise TypeError(
                f"the capsule is named {found!r}; a function for ygosim has the signature "
                f"{CAPSULE_NAME!r}, and a capsule of it that name")
        self.c.function = <ygo_function>PyCapsule_GetPointer(capsule, name)
        self.c.data = PyCapsule_GetContext(capsule)

    cdef _take_address(self, address):
        if not 0 < address <= <uintptr_t>-1:
            raise ValueError(f"{address} is no address of a function")
        self.c.function = <ygo_function><void*><uintptr_t>address

    cdef _take_ctypes(self, function):
        if any(type(kept).__name__ == "CThunkObject"
               for kept in (getattr(function, "_objects", None) or {}).values()):
            raise TypeError(
                "this ctypes function wraps a Python function, whose exceptions ctypes "
                "swallows; give the Python function itself")
        self._take_address(ctypes.cast(function, ctypes.c_void_p).value or 0)

    @property
    def address(self):
        """The address of the C function."""
        return <uintptr_t>self.c.function

    def answer(self, view):
        """What the function returns for a view: an array of one VIEW_DTYPE."""
        if view.dtype != VIEW_DTYPE or view.shape != (1,):
            raise ValueError("the view must be an array of one VIEW_DTYPE")
        cdef const uint8_t[::1] raw = np.ascontiguousarray(view).view(np.uint8)
        cdef const ygo_view* shown = <const ygo_view*>&raw[0]
        cdef int32_t result
        with nogil:
            result = self.c.function(shown, self.c.data)
        return result

    def __call__(self, *arguments):
        """Call the function for Python, where there is one."""
        if self.python is None:
            raise TypeError(f"{self.name} has no Python function; use answer()")
        return self.python(*arguments)

    def __repr__(self):
        return f"<Callback {self.kind or 'function'} {self.name}>"
