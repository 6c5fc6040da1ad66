"""The machine's Python handle: a template, and a duel over memory that NumPy sees too.

Everything checked happens here or above; the machine itself (engine.pxd) trusts its caller.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

import operator

import numpy as np

from ygosim._core.activation cimport damage_step_lets
from ygosim._core.bitset cimport bitset_add, bitset_has, bitset_remove
from ygosim._core.enums cimport (
    CARD_TYPE_SPELL, CARD_TYPE_TOKEN, CONTINUOUS_COUNTS_AS_TRIBUTES, CONTINUOUS_DESTROYS_ITSELF,
    CONTINUOUS_TRAPS_FROM_HAND, CONTINUOUS_WINS, EFFECT_FLAG_LIMIT_SURVIVES_FACE_DOWN,
    EFFECT_FLAG_OPTIONAL, EFFECT_KIND_ACTIVATION, EFFECT_KIND_CONTINUOUS, EFFECT_KIND_IGNITION,
    EFFECT_KIND_PROCEDURE, EFFECT_KIND_QUICK, EFFECT_KIND_REPLACEMENT, LIMIT_NONE,
    MOVE_KIND_ATTACK, N_CONTINUOUS, N_COUNTER_KIND, N_EFFECT_KIND, N_HAND_CLASS, N_LIMIT, N_PHASE,
    N_PLACE, N_TRIGGER, PHASE_BATTLE, PHASE_DRAW, PHASE_MAIN_1, PHASE_MAIN_2, PHASE_STANDBY,
    PLACE_BANISHED, PLACE_GRAVEYARD, PLACE_HAND, PLACE_MONSTER_ZONE, PLACE_SPELL_TRAP_ZONE,
    POSITION_FACE_DOWN_DEFENCE, POSITION_FACE_UP_ATTACK, TRIGGER_FLIP_SUMMONED,
    TRIGGER_NORMAL_SUMMONED, TRIGGER_SPECIAL_SUMMONED,
)
from ygosim._core.filters cimport card_face_up, card_on_field, control_effect
from ygosim._core.happenings cimport (
    card_forget, counters_change, counters_of, limit_is_of_card, use_add,
)
from ygosim._core.moves cimport MAX_MOVES, moves_list, moves_refusal
from ygosim._core.procedures cimport frame_push
from ygosim._core.rng cimport rng_mix, rng_seed
from ygosim._core.layout cimport (
    ATTACK_DECLARED, EXTRA_DECK_FACE_DOWN_ANY, N_DAMAGE_STEPS, PROCEDURE_ATTACK, STATE_VERSION,
    STEP_BATTLE, STEP_DRAW, STEP_DUEL_START, STEP_END_START, STEP_MAIN, STEP_STANDBY, definition_t,
    effect_t, filter_t, frame_t, instruction_t, monster_masks_t, recipe_t, rules_t,
)
from ygosim._core.state cimport (
    INVARIANT_DERIVED, state_check, state_hash, state_hash_high, state_normalize, state_reset,
)
from ygosim._core.state import (
    INVARIANTS, definition_dtype, effect_dtype, instruction_dtype, state_dtype,
)
from ygosim._core.stats cimport effect_lasts, stats_hold, stats_refresh
from ygosim._core.types cimport (
    ANY_NUMBER, CARD_NONE, MAX_CARDS, MAX_COUNTERS, MAX_DEFINITIONS, MAX_EFFECTS, MAX_FILTERS,
    MAX_INSTRUCTIONS, MAX_MATERIALS, MAX_USES, N_MONSTER_ZONES, N_PILES, N_SLOTS, PILE_CAPACITY,
    TURN_FUEL, YGOSIM_CHECKED, card_t, player_t, PLACE_NOWHERE,
)
from ygosim._core.programs cimport effects_watch, programs_verify
from ygosim._core.zones cimport (
    monster_zone_put, monster_zone_take, pile_put, pile_take, spell_trap_zone_put,
    spell_trap_zone_take, token_cease,
)

STATE_DTYPE = state_dtype()
DEFINITION_DTYPE = definition_dtype()
EFFECT_DTYPE = effect_dtype()
INSTRUCTION_DTYPE = instruction_dtype()
LARGEST_LP = 2**30
LARGEST_VALUE = 2**24  # of ATK and DEF
VERSION = STATE_VERSION
CHECKED = YGOSIM_CHECKED

# What to place where when a duel is made, in creation order.
PLACEMENT_DTYPE = np.dtype([
    ("code", "u2"), ("owner", "u1"), ("controller", "u1"), ("place", "u1"), ("slot", "u1"),
    ("position", "u1"), ("arrived", "u1"), ("position_changed", "u1"),
    ("attack_declared", "u1"),
])

_RULE_BOUNDS = {
    "starting_lp": (1, LARGEST_LP),
    "turn_limit": (0, 0xFFFF),
    "turn_decision_limit": (1, 0xFFFE),  # the count goes one past it, in 16 bits
    "opening_hand": (0, 0xFF),
    "draw_count": (0, 0xFF),
    "draw_up_to": (0, 0xFF),
    "first_turn_draw": (0, 1),
    "first_turn_battle": (0, 1),
    "hand_limit": (0, 0xFF),
    "normal_summons": (0, 0xFF),
    "standby_phase": (0, 1),
    "main_phase_2": (0, 1),
    "zero_attack_both_destroyed": (0, 1),
    "replaced_field_spell_destroyed": (0, 1),
    "extra_monster_zones": (0, 2),
    "main_zones": (1, 0x1F),
    "spell_trap_zones": (1, 0x1F),
    "automatic": (0, 1),
    "ignition_priority": (0, 1),
    "negated_summon_counts": (0, 1),
    "trigger_needs_place": (0, 1),
    "one_field_spell": (0, 1),
    "equips_rechecked": (0, 1),
    "orphaned_equips_destroyed": (0, 1),
    "opponent_responds_first": (0, 1),
    "chains": (0, 1),
    "trigger_after_return_to_deck": (0, 1),
    "extra_deck_zones": (0, EXTRA_DECK_FACE_DOWN_ANY),
}
"""Least and greatest value of each field; the machine counts options with the 0-or-1 ones."""

RULE_FIELDS = tuple(_RULE_BOUNDS)


# What effects have made of the cards of a position ------------------------------------------


# The cards of a position are few, and say what cannot be with a ValueError.
cdef card_t _numbered(DuelTemplate* t, card) except? 255:
    if card not in range(t.initial.card_count):
        raise ValueError(f"the position speaks of a card {card!r}")
    return card


# Cards of spell & trap zones that hold on to monsters: (card, monster, 1 for an Equip Card).
cdef _set_attached(DuelTemplate* t, attached):
    cdef DuelState* state = &t.initial
    cdef card_t card, host
    for number, other, equipped in attached:
        card = _numbered(t, number)
        host = _numbered(t, other)
        if (state.place[card] != PLACE_SPELL_TRAP_ZONE
                or state.place[host] != PLACE_MONSTER_ZONE):
            raise ValueError(f"card {card} cannot hold on to card {host} where they are")
        state.attached[state.controller[card]][state.slot[card]] = host
        if equipped:
            bitset_add(&state.equips, card)


# Counters (card, kind, how many), used effects (player, card, number in its definition) and
# whether monsters were properly summoned (SUM-13): those on the field were, unless it says no.
cdef _set_marks(DuelTemplate* t, position):
    cdef DuelState* state = &t.initial
    cdef const effect_t* effect
    cdef card_t card
    cdef int i
    for number, kind, count in position.get("counters", ()):
        card = _numbered(t, number)
        if (not card_on_field(state, card) or kind not in range(N_COUNTER_KIND)
                or count not in range(1, 256) or state.counters_count == MAX_COUNTERS
                or counters_of(state, card, kind)):
            raise ValueError(f"card {card} cannot bear {count!r} counters of kind {kind!r}")
        counters_change(state, card, kind, count)
    for player, number, index in position.get("uses", ()):
        card = _numbered(t, number)
        if (player not in (0, 1) or index not in range(t.effect_count_of[state.code[card]])
                or state.use_count == MAX_USES):
            raise ValueError(f"effect {index!r} of card {card} cannot have been used")
        i = t.effect_first[state.code[card]] + <int>index
        effect = &t.effects[i]
        if effect.limit == LIMIT_NONE:
            raise ValueError(f"effect {index} of card {card} has no limit")
        if limit_is_of_card(effect.limit):
            use_add(state, effect.limit, i, card, 0, 1,
                    (effect.flags & EFFECT_FLAG_LIMIT_SURVIVES_FACE_DOWN) != 0)
        else:
            use_add(state, effect.limit, i, CARD_NONE, player, 1, False)
    for i in range(state.card_count):
        if (state.place[i] == PLACE_MONSTER_ZONE
                and t.definitions[state.code[i]].proper_first):
            bitset_add(&state.proper, <card_t>i)
    for number, proper in position.get("proper", ()):
        card = _numbered(t, number)
        bitset_remove(&state.proper, card)
        if proper:
            bitset_add(&state.proper, card)


# Whether an Equip Card is what gives a monster to the player who controls it.
cdef bint _is_control_equipped(const DuelTemplate* t, card_t card):
    cdef const DuelState* state = &t.initial
    cdef player_t player = state.controller[card]
    cdef card_t equip
    cdef int slot
    for slot in range(N_SLOTS):
        equip = state.zone[player][1][slot]
        if equip == CARD_NONE or state.attached[player][slot] != card or not (
                bitset_has(&state.equips, equip) and card_face_up(state, equip)):
            continue
        if control_effect(t, state, equip) >= 0:
            return True
    return False


# A monster that a position gives to the other player without a reason stays there (EFF-13).
cdef _set_lent(DuelTemplate* t):
    cdef DuelState* state = &t.initial
    cdef int player, slot
    cdef card_t card
    for player in range(2):
        for slot in range(N_MONSTER_ZONES):
            card = state.zone[player][0][slot]
            if (card != CARD_NONE and state.owner[card] != player
                    and not _is_control_equipped(t, card)):
                bitset_add(&state.lent, card)


cdef class Template:
    """What duels between two decks share; see `DuelTemplate`."""

    def __init__(self, definitions, rules, placements, position=None, effects=None):
        cdef const uint8_t[::1] raw
        definitions = np.ascontiguousarray(definitions, dtype=DEFINITION_DTYPE)
        placements = np.ascontiguousarray(placements, dtype=PLACEMENT_DTYPE)
        if not 0 < len(definitions) <= MAX_DEFINITIONS:
            raise ValueError(f"{len(definitions)} definitions; 1 to {MAX_DEFINITIONS} are taken")
        if len(placements) >= MAX_CARDS:
            raise ValueError(f"{len(placements)} cards; fewer than {MAX_CARDS} are taken")
        memset(&self.data, 0, sizeof(self.data))
        raw = definitions.view(np.uint8)
        memcpy(self.data.definitions, &raw[0], len(definitions) * sizeof(definition_t))
        self.data.definition_count = len(definitions)
        self.definitions = definitions
        self.placements = placements
        self.rules = dict(rules)
        self.position = position
        self._set_rules(rules)
        self._check_definitions()
        self._set_keys()
        self._place(placements)
        if effects is not None and len(effects.effects):
            self._set_effects(effects)
        if position is None:
            self.data.initial.lp[0] = self.data.initial.lp[1] = self.data.rules.starting_lp
            self.data.initial.step = STEP_DUEL_START
        else:
            self._set_position(position)
        broken = self.check()
        if broken:
            raise ValueError(f"the cards are placed so that this is broken: {broken}")

    cdef _set_rules(self, rules):
        cdef rules_t* r = &self.data.rules
        for name, (low, high) in _RULE_BOUNDS.items():
            value = rules[name]
            if not isinstance(value, int) or not low <= value <= high:
                raise ValueError(f"{name} is {value!r}; it must be {low} to {high}")
        (r.starting_lp, r.turn_limit, r.turn_decision_limit, r.opening_hand, r.draw_count,
         r.draw_up_to, r.first_turn_draw, r.first_turn_battle, r.hand_limit, r.normal_summons,
         r.standby_phase, r.main_phase_2, r.zero_attack_both_destroyed,
         r.replaced_field_spell_destroyed, r.extra_monster_zones, r.main_zones,
         r.spell_trap_zones, r.automatic, r.ignition_priority, r.negated_summon_counts,
         r.trigger_needs_place, r.one_field_spell, r.equips_rechecked,
         r.orphaned_equips_destroyed, r.opponent_responds_first, r.chains,
         r.trigger_after_return_to_deck, r.extra_deck_zones) = (rules[name] for name in RULE_FIELDS)
        if r.turn_limit == 0:
            r.turn_limit = 0xFFFF  # turns are counted in 16 bits

    cdef _check_definitions(self):
        cdef const definition_t* definition
        cdef uint32_t i
        for i in range(self.data.definition_count):
            definition = &self.data.definitions[i]
            # Sums and differences of a few such values stay within 32 bits.
            if not (0 <= definition.atk <= LARGEST_VALUE and 0 <= definition.def_ <= LARGEST_VALUE):
                raise ValueError(
                    f"definition {i} has ATK {definition.atk} and DEF {definition.def_}; "
                    f"they must be 0 to {LARGEST_VALUE}")
            if definition.hand_class >= N_HAND_CLASS:
                raise ValueError(f"definition {i} has the hand class {definition.hand_class}")

    cdef _set_keys(self):
        cdef uint32_t i
        cdef uint64_t name
        for i in range(self.data.definition_count):
            # The passcode names a card in every duel; what has none is named by its number.
            name = self.data.definitions[i].passcode
            if name == 0:
                name = <uint64_t>1 << 40 | i
            self.data.definition_keys[i] = rng_mix(name + 1)

    # Which materials Fusion Monsters name; `recipes` has a row for each definition that has one.
    cdef _set_recipes(self, recipes):
        cdef recipe_t* recipe
        for row in recipes:
            if row.definition not in range(self.data.definition_count) or (
                    len(row.materials) > MAX_MATERIALS):
                raise ValueError(f"a recipe says what there is not: {row}")
            recipe = &self.data.recipes[row.definition]
            recipe.count = len(row.materials)
            recipe.named, recipe.or_more = row.named, row.or_more
            recipe.substitute = row.substitute
            for i, number in enumerate(row.materials):
                if number not in range(self.data.filter_count):
                    raise ValueError(f"a recipe names the filter {number}")
                recipe.materials[i] = number + 1

    cdef _set_effects(self, effects):
        cdef const uint8_t[::1] raw
        cdef DuelTemplate* t = &self.data
        cdef filter_t* filter_
        cdef int i, card
        rows = np.zeros(len(effects.effects), dtype=EFFECT_DTYPE)
        for i, row in enumerate(effects.effects):
            for name, value in row.items():
                rows[i][name] = value
        code = np.array(effects.instructions, dtype=INSTRUCTION_DTYPE)
        if len(rows) > MAX_EFFECTS or len(code) > MAX_INSTRUCTIONS or (
                len(effects.filters) > MAX_FILTERS):
            raise ValueError(
                f"{len(rows)} effects, {len(effects.filters)} filters, {len(code)} "
                f"instructions; at most {MAX_EFFECTS}, {MAX_FILTERS}, {MAX_INSTRUCTIONS}")
        raw = rows.view(np.uint8)
        memcpy(t.effects, &raw[0], len(rows) * sizeof(effect_t))
        raw = code.view(np.uint8)
        memcpy(t.instructions, &raw[0], len(code) * sizeof(instruction_t))
        t.effect_count = len(rows)
        t.instruction_count = len(code)
        t.filter_count = len(effects.filters)
        for card in range(t.initial.card_count):
            bitset_add(&t.cards_of[t.initial.code[card]], card)
        for i, row in enumerate(effects.filters):
            filter_ = &t.filters[i]
            filter_.flags, filter_.mine, filter_.theirs = row.flags, row.mine, row.theirs
            filter_.equip_spells = row.equip_spells
            for card in range(t.initial.card_count):
                if row.definitions[t.initial.code[card]]:
                    bitset_add(&filter_.cards, card)
        self._set_recipes(effects.recipes)
        self._index_effects()
        fault = programs_verify(t)
        if fault > 0:
            raise ValueError(f"instruction {fault - 1} of the effects' programs is not whole")
        if fault < 0:
            raise ValueError(f"effect {-1 - fault} says what does not go together")
        t.watched = effects_watch(t)
        t.initial.effects = 1
        t.initial.stale = 1
        t.initial.fuel = TURN_FUEL

    cdef _index_effects(self):
        cdef DuelTemplate* t = &self.data
        cdef const effect_t* effect
        cdef int i, kind, card, filled, place
        cdef unsigned places
        cdef bint elsewhere
        cdef bint traps_from_hand = False
        for i in range(t.effect_count):
            traps_from_hand |= t.effects[i].continuous == CONTINUOUS_TRAPS_FROM_HAND
            t.tribute_values |= t.effects[i].continuous == CONTINUOUS_COUNTS_AS_TRIBUTES
        for i in range(t.effect_count):
            effect = &t.effects[i]
            if (effect.definition >= t.definition_count or effect.trigger >= N_TRIGGER
                    or effect.kind >= N_EFFECT_KIND or effect.filter > t.filter_count
                    or effect.continuous >= N_CONTINUOUS or effect.limit >= N_LIMIT):
                raise ValueError(f"effect {i} says what there is not")
            if t.effect_count_of[effect.definition] == 0:
                t.effect_first[effect.definition] = i
            if i != t.effect_first[effect.definition] + t.effect_count_of[effect.definition]:
                raise ValueError(f"effect {i} does not stand beside those of its definition")
            t.effect_count_of[effect.definition] += 1
            if effect.kind == EFFECT_KIND_REPLACEMENT:
                if t.replacing_count == 255:
                    raise ValueError("256 effects replace destruction; fewer are taken")
                t.replacing[t.replacing_count] = i
                t.replacing_count += 1
            if effect.kind != EFFECT_KIND_CONTINUOUS and effect.trigger:
                t.listened |= <uint64_t>1 << effect.trigger
            for card in range(t.initial.card_count):
                if t.initial.code[card] != effect.definition:
                    continue
                if effect.kind == EFFECT_KIND_PROCEDURE:
                    bitset_add(&t.procedural, card)
                if effect_lasts(effect):
                    t.lasting_places |= effect.places
                    for place in range(N_PLACE):
                        if effect.places >> place & 1:
                            bitset_add(&t.lasting_from[place], card)
                if (effect.kind != EFFECT_KIND_ACTIVATION
                        and effect.kind != EFFECT_KIND_IGNITION
                        and (effect.kind != EFFECT_KIND_QUICK
                             or not effect.flags & EFFECT_FLAG_OPTIONAL)):
                    continue
                bitset_add(&t.usable_for[effect.trigger], card)
                for place in range(N_DAMAGE_STEPS):
                    if damage_step_lets(t, effect, place):
                        bitset_add(&t.usable_in[place], card)
                if effect.kind != EFFECT_KIND_ACTIVATION:
                    bitset_add(&t.used_in_place, card)
                places = effect.places
                if effect.kind == EFFECT_KIND_ACTIVATION:  # ST-1 … ST-3
                    places = 1 << PLACE_SPELL_TRAP_ZONE
                    if t.definitions[effect.definition].type & CARD_TYPE_SPELL or traps_from_hand:
                        places |= 1 << PLACE_HAND
                for place in range(N_PLACE):
                    if places >> place & 1:
                        elsewhere = place != PLACE_HAND and place != PLACE_SPELL_TRAP_ZONE
                        bitset_add(&t.usable_from[0][place], card)
                        t.usable_elsewhere[0] |= elsewhere
                        if effect.speed >= 2:
                            bitset_add(&t.usable_from[1][place], card)
                            t.usable_elsewhere[1] |= elsewhere
        if t.rules.ignition_priority:  # PRIO-2 asks whether somebody has summoned
            t.listened |= (1 << TRIGGER_NORMAL_SUMMONED | 1 << TRIGGER_FLIP_SUMMONED
                           | 1 << TRIGGER_SPECIAL_SUMMONED)
        for kind in (CONTINUOUS_DESTROYS_ITSELF, CONTINUOUS_WINS):
            for i in range(t.effect_count):
                effect = &t.effects[i]
                if (effect.kind == EFFECT_KIND_CONTINUOUS and effect.until == 0
                        and effect.continuous == kind):
                    t.deciding[t.deciding_count] = i
                    t.deciding_count += 1
            if kind == CONTINUOUS_DESTROYS_ITSELF:
                t.destroying_count = t.deciding_count
        filled = 0
        for kind in range(N_TRIGGER):
            t.answering_first[kind] = filled
            for i in range(t.effect_count):
                if t.effects[i].trigger == kind and t.effects[i].kind != EFFECT_KIND_CONTINUOUS:
                    t.answering[filled] = i
                    filled += 1
            t.answering_count[kind] = filled - t.answering_first[kind]

    cdef _place(self, placements):
        cdef DuelState* state = &self.data.initial
        cdef uint8_t hand_class
        cdef card_t card
        cdef int[2] owned
        owned[0] = owned[1] = 0
        state_reset(state)
        for number, row in enumerate(placements):
            card = number
            if row["code"] >= self.data.definition_count:
                raise ValueError(f"card {card} has no definition {row['code']}")
            if row["owner"] > 1 or row["controller"] > 1 or row["slot"] >= N_SLOTS:
                raise ValueError(f"card {card} is placed where no zone is: {row}")
            is_token = (
                self.data.definitions[row["code"]].type & CARD_TYPE_TOKEN) != 0
            owned[row["owner"]] += not is_token
            if owned[row["owner"]] > PILE_CAPACITY:
                raise ValueError(f"a player owns at most {PILE_CAPACITY} cards")
            state.code[card] = row["code"]
            state.owner[card] = row["owner"]
            hand_class = self.data.definitions[state.code[card]].hand_class
            self.data.hand_class_of[card] = hand_class
            bitset_add(&self.data.hand_class[hand_class], card)
            if row["place"] < N_PILES and not is_token:
                if row["owner"] != row["controller"]:
                    raise ValueError(f"card {card} lies in a pile that is not its owner's")
                pile_put(
                    &self.data, state, card, row["controller"], row["place"], row["position"])
            elif row["place"] == PLACE_NOWHERE and is_token:
                token_cease(state, card)
            elif row["place"] > PLACE_SPELL_TRAP_ZONE or (
                    is_token and row["place"] != PLACE_MONSTER_ZONE):
                raise ValueError(f"card {card} cannot be placed in place {row['place']}")
            elif state.zone[row["controller"]][row["place"] - PLACE_MONSTER_ZONE][
                    row["slot"]] != CARD_NONE:
                raise ValueError(f"card {card} is placed in a zone that is taken: {row}")
            elif row["place"] == PLACE_MONSTER_ZONE:
                monster_zone_put(
                    &self.data, state, card, row["controller"], row["slot"], row["position"])
            else:
                spell_trap_zone_put(
                    state, card, row["controller"], row["slot"], row["position"])
            if row["arrived"]:
                bitset_add(&state.arrived, card)
            if row["position_changed"]:
                bitset_add(&state.position_changed, card)
            if row["attack_declared"]:
                bitset_add(&state.attack_declared, card)
        state.card_count = len(placements)

    cdef _set_position(self, position):
        cdef DuelState* state = &self.data.initial
        cdef monster_masks_t* masks
        cdef frame_t* frame
        cdef int slot, card
        if position["turn_player"] not in (0, 1) or position["phase"] not in range(N_PHASE):
            raise ValueError(f"the position says what cannot be: {position}")
        state.lp[0], state.lp[1] = position["lp"]
        state.turn = position["turn"]
        state.turn_player = position["turn_player"]
        state.phase = position["phase"]
        state.normal_summons_left = position["normal_summons_left"]
        state.battle_phase_over = position["phase"] == PHASE_MAIN_2
        if state.phase == PHASE_MAIN_1 or state.phase == PHASE_MAIN_2:
            state.step = STEP_MAIN
        elif state.phase == PHASE_BATTLE:
            state.step = STEP_BATTLE
        elif state.phase == PHASE_DRAW:
            state.step = STEP_DRAW
        elif state.phase == PHASE_STANDBY:
            state.step = STEP_STANDBY
        else:
            state.step = STEP_END_START
        masks = &state.monsters[state.turn_player]
        for slot in range(N_MONSTER_ZONES):
            card = state.zone[state.turn_player][0][slot]
            if not masks.used >> slot & 1:
                continue
            if not (masks.no_defence >> slot & 1 or bitset_has(&state.arrived, card)
                    or bitset_has(&state.position_changed, card)
                    or bitset_has(&state.attack_declared, card)):
                masks.may_change |= 1 << slot
            if (state.phase == PHASE_BATTLE and masks.attack >> slot & 1
                    and not bitset_has(&state.attack_declared, card)):
                masks.may_attack |= 1 << slot
        if state.effects:
            state.summon_limit = position.get("normal_summon_limit") or (
                self.data.rules.normal_summons or ANY_NUMBER)
            _set_attached(&self.data, position.get("attached", ()))
            _set_marks(&self.data, position)
            _set_lent(&self.data)
        if position["attack"] is not None:
            attacker, target, declared = position["attack"]
            if (attacker not in range(state.card_count) or len(declared) != N_SLOTS
                    or (target != CARD_NONE and target not in state.zone[
                        1 - state.turn_player][0][:N_SLOTS])):
                raise ValueError(f"the attack is one that cannot be: {position['attack']}")
            frame = frame_push(state, PROCEDURE_ATTACK, MOVE_KIND_ATTACK, attacker)
            frame.step = ATTACK_DECLARED
            state.attack.attacker = attacker
            state.attack.target = target
            state.attack.open = 1
            memcpy(&state.attack.declared_against, <const char*><bytes>declared, 8)

    def check(self):
        """The first invariant that the initial state breaks, or None."""
        cdef DuelState state
        memcpy(&state, &self.data.initial, sizeof(state))
        state.end_cause = 1  # not started: no decision is waiting
        broken = state_check(&self.data, &state)
        return INVARIANTS[broken] if broken else None


cdef class DuelHandle:
    """One duel: a template and the memory of a state.

    The memory is an element of a NumPy array of `STATE_DTYPE`, the caller's or its own; the
    handle keeps the array alive.  An array of the caller's is all 0, or holds a state of the
    template, which the handle then goes on from.
    """

    def __cinit__(self, Template template_ not None, storage=None):
        cdef uint8_t[::1] raw
        own = storage is None
        if own:
            storage = np.zeros(1, dtype=STATE_DTYPE)
        elif (not isinstance(storage, np.ndarray) or storage.dtype != STATE_DTYPE
                or storage.shape != (1,)):
            raise ValueError("storage must be an array of one STATE_DTYPE element")
        raw = storage.view(np.uint8)
        self.storage = storage
        self.state = <DuelState*>&raw[0]
        self.template_ = template_
        if <uint64_t>self.state & 7:
            raise ValueError("storage must be aligned to 8 bytes")
        if not own and np.asarray(raw).any():
            broken = self.check()
            if broken:
                raise ValueError(
                    f"storage is neither all 0 nor a state of the template, where {broken}")
            self._prepare()

    cdef _prepare(self):
        if not state_is_over(self.state):
            moves_prepare(&self.template_.data, self.state, &self.moves)
        else:
            memset(&self.moves, 0, sizeof(self.moves))

    cdef _trap(self):
        broken = self.check() if YGOSIM_CHECKED else None
        if broken:
            raise AssertionError(f"broken invariant: {broken}")

    def start(self, uint64_t seed, uint64_t k):
        """Shuffle, draw the opening hands, run to the first decision."""
        with nogil:
            engine_shuffle(&self.template_.data, self.state, seed, k)
            engine_advance(&self.template_.data, self.state, &self.moves)
        self._trap()

    def start_in_order(self, uint64_t seed=0, uint64_t k=0):
        """The same without shuffling; a position goes on from where it is."""
        with nogil:
            state_clone(&self.template_.data.initial, self.state)
            rng_seed(&self.state.rng, seed, k, 0)
            engine_advance(&self.template_.data, self.state, &self.moves)
        self._trap()

    def legal(self):
        """All legal moves as integers, in their fixed order."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, count
        if state_is_over(self.state):
            return []
        count = moves_list(&self.template_.data, self.state, &self.moves, moves)
        return [moves[i] for i in range(count)]

    def apply(self, uint32_t move):
        """Take a legal move and run to the next decision; returns REFUSAL_…, 0 if taken.

        Raises
        ------
        ValueError
            What was fed (`feed`) cannot be used as it comes; the move is not taken then.
        """
        cdef int refusal = moves_refusal(
            &self.template_.data, self.state, &self.moves, move)
        cdef DuelState before
        if refusal:
            return refusal
        if self.state.effects and self.state.fed_count:
            state_clone(self.state, &before)
        with nogil:
            self.state.event_count = 0
            engine_apply(&self.template_.data, self.state, move)
            engine_advance(&self.template_.data, self.state, &self.moves)
        if self.state.effects and self.state.fed_refused:
            state_clone(&before, self.state)
            self._prepare()
            raise ValueError(
                f"chance cannot come out as it was fed: {self._fed()}; feed 1 or 0 for heads or "
                "tails, 1 to 6 for a die, and the numbers of cards to choose from at random")
        self._trap()
        return 0

    def _fed(self):
        return [self.state.fed[i] for i in range(self.state.fed_count - 1, -1, -1)]

    def choose(self, uint32_t move):
        """Take a legal move without running on; returns whether the same choice goes on.

        The handle is good for `choose`, `legal` and `copy` only after True, for nothing
        after False.
        """
        cdef uint8_t decision = self.state.decision
        if moves_refusal(&self.template_.data, self.state, &self.moves, move):
            raise ValueError(f"the move {move} is not legal")
        engine_apply(&self.template_.data, self.state, move)
        if self.state.decision != decision:
            return False
        self._prepare()
        return True

    def refusal(self, uint32_t move):
        """Why a move is not legal: REFUSAL_…, 0 if it is."""
        return moves_refusal(&self.template_.data, self.state, &self.moves, move)

    def copy(self):
        """An independent duel in the same position."""
        cdef DuelHandle other = DuelHandle(self.template_)
        state_clone(self.state, other.state)
        other.moves = self.moves
        return other

    def hash(self):
        """128 bits of the position; see `state_hash`."""
        return (state_hash(&self.template_.data, self.state),
                state_hash_high(&self.template_.data, self.state))

    def save(self):
        """The state as bytes, what means nothing zeroed: equal duels give equal bytes."""
        cdef DuelState state
        memset(&state, 0, sizeof(state))
        state_clone(self.state, &state)
        state_normalize(&state)
        return (<char*>&state)[:sizeof(DuelState)]

    def load(self, bytes data not None):
        """Take over a saved state; returns the broken invariant, or None if it is whole."""
        cdef DuelState state
        cdef DuelState normal
        cdef moves_t moves
        if len(data) != sizeof(DuelState):
            return f"a state has {sizeof(DuelState)} bytes, these are {len(data)}"
        memcpy(&state, <const char*>data, sizeof(DuelState))
        broken = state_check(&self.template_.data, &state)
        if broken:
            return INVARIANTS[broken]
        memcpy(&normal, &state, sizeof(DuelState))
        state_normalize(&normal)
        if memcmp(&normal, &state, sizeof(DuelState)):
            return "what the state does not use is zero"
        if not stats_hold(&self.template_.data, &state):
            return INVARIANTS[INVARIANT_DERIVED]
        if state.end_cause == 0:
            moves_prepare(&self.template_.data, &state, &moves)
            if moves.count == 0:
                return "a waiting decision has an option"
        state_clone(&state, self.state)
        self._prepare()
        return None

    def check(self):
        """The first broken invariant, or None."""
        broken = state_check(&self.template_.data, self.state)
        if broken:
            return INVARIANTS[broken]
        if not stats_hold(&self.template_.data, self.state):
            return INVARIANTS[INVARIANT_DERIVED]
        return None

    def feed(self, outcomes):
        """Take these outcomes, in order, before those of the generator.

        A card's number for a random card, 1 or 0 for heads or tails, 1 to 6 for a die.  None
        drops those that are left.

        Raises
        ------
        ValueError
            These are too many, some are neither of that, or others are still to be used.
        """
        outcomes = [operator.index(outcome) for outcome in outcomes]
        if len(outcomes) > sizeof(self.state.fed):
            raise ValueError(f"{len(outcomes)} outcomes; at most {sizeof(self.state.fed)}")
        for outcome in outcomes:
            if not 0 <= outcome < max(7, self.state.card_count):
                raise ValueError(f"{outcome} is no outcome: neither of a coin or a die nor a card")
        if outcomes and self.state.fed_count:
            raise ValueError(
                f"the outcomes {self._fed()} that were fed are still to be used; feed none to "
                "drop them")
        for i, outcome in enumerate(reversed(outcomes)):
            self.state.fed[i] = outcome
        self.state.fed_count = len(outcomes)

    def lay(self, moves):
        """Lay cards into piles of their owners at a waiting decision: nothing happens by it.

        A card of the field is forgotten as if it had left it; what effects make of the duel is
        derived anew.

        Parameters
        ----------
        moves
            For each card its number, the pile (a Place) and whether it lies face-up there, in
            the order in which they are laid.

        Raises
        ------
        ValueError
            A card cannot lie there, or no position comes of it; the duel is then as it was.
        """
        cdef const DuelTemplate* template_ = &self.template_.data
        cdef DuelState* state = self.state
        cdef DuelState before
        cdef int card, place
        if state_is_over(state):
            raise ValueError("the duel is over")
        moves = [(operator.index(card), operator.index(place), up) for card, place, up in moves]
        for card, place, _ in moves:
            if (not 0 <= card < state.card_count or not 0 <= place < N_PILES
                    or template_.definitions[state.code[card]].type & CARD_TYPE_TOKEN):
                raise ValueError(f"the card {card} cannot lie in the pile {place}")
        memset(&before, 0, sizeof(before))
        state_clone(state, &before)
        for card, place, up in moves:
            card_forget(state, <card_t>card, False)
            if place != PLACE_GRAVEYARD and place != PLACE_BANISHED:
                bitset_remove(&state.proper, <card_t>card)
            if state.place[card] == PLACE_MONSTER_ZONE:
                monster_zone_take(state, <card_t>card)
            elif state.place[card] == PLACE_SPELL_TRAP_ZONE:
                spell_trap_zone_take(state, <card_t>card)
            else:
                pile_take(template_, state, <card_t>card)
            pile_put(template_, state, <card_t>card, state.owner[card], place,
                     POSITION_FACE_UP_ATTACK if up else POSITION_FACE_DOWN_DEFENCE)
        if state.effects:
            stats_refresh(template_, state)
        broken = self.check()
        if broken:
            state_clone(&before, state)
            raise ValueError(f"the cards cannot lie like this: {broken}")
        self._prepare()

    def set_shuffling(self, bint on):
        """Whether effects shuffle decks; off, decks keep their order."""
        self.state.keep_order = not on

    def over(self):
        """Whether the duel has ended."""
        return state_is_over(self.state)
