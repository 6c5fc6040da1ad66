"""From the model to programs: one card definition at a time, with names instead of addresses.

The frame of a program: registers 1 to 12 are for what is being computed, 13 for a player's
answer, 14 holds DONE; sets 0 and 1 are for what is being computed, 2 and 3 hold CHOSEN and
CHOSEN_SECOND, 4 and 5 are the machine's.
"""

# ruff: noqa: N802 - step_Send writes a Send

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ygosim.effects import model as m
from ygosim.effects.diagnostics import nodes_of
from ygosim.effects.model import CardDefinition, Cards, Effect, Who
from ygosim.enums import (
    Comparison,
    Context,
    Continuous,
    EffectFlag,
    EffectKind,
    Fact,
    FilterFlag,
    Place,
)

__all__ = ["CardFilter", "Instruction", "LoweredCard", "LoweredEffect", "lower"]

_FIRST, _LAST = 1, 12
_ANSWER, _DONE = 13, 14
_WORK, _OTHER, _CHOSEN, _SECOND = 0, 1, 2, 3

_AFFECTS = {
    m.Works.ON_THIS: 0,
    m.Works.ON_HOST: 1,
    m.Works.ON_CARDS: 2,
    m.Works.ON_ME: 3,
    m.Works.ON_OPPONENT: 4,
    m.Works.ON_BOTH: 5,
}
_NOTHING_MORE = FilterFlag(0)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction; `i` may name a label, a filter or an effect until it is assembled."""

    op: str
    a: int = 0
    b: int = 0
    c: int = 0
    i: int | str | CardFilter = 0


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Which cards: printed facts, places of either player as bits, what is asked now."""

    cards: Cards
    flags: int
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class LoweredEffect:
    """An effect as the core takes it; `programs` by slot: condition, check, cost, …"""

    effect: Effect
    flags: int
    value: int
    places: int
    on: CardFilter | None
    programs: dict[str, tuple[Instruction | str, ...]]


@dataclass(frozen=True, slots=True)
class LoweredCard:
    """A card definition with its effects lowered, in the order of the definition."""

    definition: CardDefinition
    effects: tuple[LoweredEffect, ...]


def lower(definition: CardDefinition) -> LoweredCard:
    """Lower every effect of a card definition."""
    effects = (_with_hosts(effect, definition) for effect in definition.effects)
    return LoweredCard(definition, tuple(_lower_effect(effect) for effect in effects))


def _with_hosts(effect: Effect, definition: CardDefinition) -> Effect:
    """The activation of an Equip Card with the monsters that it may stay on (ST-6)."""
    equips = any(isinstance(step, m.Equip) for step in effect.operation)
    # What takes control of its monster has changed what it was chosen from.
    takes = any(
        other.does is Continuous.CONTROL and other.works is m.Works.ON_HOST
        for other in definition.effects
    )
    target = next((step for step in effect.targets if isinstance(step, m.Target)), None)
    if not equips or takes or target is None or not isinstance(target.cards, Cards):
        return effect
    return replace(effect, on=replace(target.cards, can=FilterFlag(0)))


def _lower_effect(effect: Effect) -> LoweredEffect:
    programs: dict[str, tuple[Instruction | str, ...]] = {}
    if effect.condition is not None:
        programs["condition"] = _condition_program(effect.condition)
    if check := _check_program(effect):
        programs["check"] = check
    if effect.one_of is not None:
        programs["target"] = _each_targets(effect.one_of)
        programs["operation"] = _each_operations(effect.one_of)
    else:
        for slot, steps in (
            ("cost", effect.cost),
            ("target", effect.targets),
            ("operation", effect.operation),
        ):
            if steps:
                writer = _Writer()
                writer.steps(steps)
                programs[slot] = writer.finish()
    value = 0
    if isinstance(effect.value, int):
        value = int(effect.value)
    else:
        writer = _Writer()
        writer.result(writer.number(effect.value))
        programs["compute"] = writer.finish()
    return LoweredEffect(
        effect=effect,
        flags=_flags(effect),
        value=value,
        places=sum(1 << place for place in effect.where),
        on=None if effect.on is None else card_filter(effect.on),
        programs=programs,
    )


def _flags(effect: Effect) -> int:
    flags = EffectFlag(0)
    for said, flag in (
        (effect.optional, EffectFlag.OPTIONAL),
        (effect.when, EffectFlag.WHEN),
        (effect.about_this, EffectFlag.SELF),
        (effect.in_damage_step, EffectFlag.DAMAGE_STEP),
        (effect.in_damage_calculation, EffectFlag.DAMAGE_CALCULATION),
        (bool(effect.targets) or effect.one_of is not None, EffectFlag.TARGETS),
        (effect.works_when_negated, EffectFlag.CANNOT_BE_NEGATED),
        (effect.negates_what_left, EffectFlag.NEGATES_WHAT_LEFT),
        (effect.cannot_be_responded, EffectFlag.CANNOT_BE_RESPONDED),
        (effect.main_phase_1_only, EffectFlag.MAIN_PHASE_1_ONLY),
        (effect.turn is Who.OPPONENT, EffectFlag.ON_OPPONENT_TURN),
        (effect.turn is Who.ME, EffectFlag.ON_OWN_TURN),
        (effect.limit_survives_face_down, EffectFlag.LIMIT_SURVIVES_FACE_DOWN),
    ):
        if said:
            flags |= flag
    return int(flags)


def card_filter(cards: Cards, also: FilterFlag = _NOTHING_MORE) -> CardFilter:
    """The filter of a description of cards."""
    flags = cards.can | also
    for said, flag in (
        (cards.face_up is True, FilterFlag.FACE_UP),
        (cards.face_up is False, FilterFlag.FACE_DOWN),
        (cards.attack_position is True, FilterFlag.ATTACK_POSITION),
        (cards.attack_position is False, FilterFlag.DEFENCE_POSITION),
        (cards.but_this, FilterFlag.NOT_THIS),
    ):
        if said:
            flags |= flag
    places = sum(1 << place for place in cards.where)
    return CardFilter(
        cards=cards,
        flags=int(flags),
        mine=0 if cards.whose is Who.OPPONENT else places,
        theirs=0 if cards.whose is Who.ME else places,
    )


# Programs --------------------------------------------------------------------------------


@dataclass(slots=True)
class _Writer:
    """Writes one program."""

    code: list[Instruction | str] = field(default_factory=list)
    used: int = _FIRST - 1
    labels: int = 0

    def finish(self) -> tuple[Instruction | str, ...]:
        """The program, ended."""
        return (*self.code, Instruction("END"))

    def emit(
        self, op: str, a: int = 0, b: int = 0, c: int = 0, i: int | str | CardFilter = 0
    ) -> None:
        self.code.append(Instruction(op, a, b, c, i))

    def register(self) -> int:
        """A number register that nothing else uses until the step is done."""
        self.used += 1
        if self.used > _LAST:
            raise ValueError("an effect computes too much at once")
        return self.used

    def label(self) -> str:
        """A name for a place in the program; `place` says where it is."""
        self.labels += 1
        return f"L{self.labels}"

    def place(self, label: str) -> None:
        """The label stands here."""
        self.code.append(label)

    def result(self, register: int) -> None:
        """The program's result."""
        self.emit("MOVE", 0, register)

    # Numbers and conditions --------------------------------------------------------------

    def context(self, what: Context) -> int:
        register = self.register()
        self.emit("LOAD", register, i=int(what))
        return register

    def number(self, number: m.Number) -> int:
        """A register with the number."""
        if isinstance(number, m.KeptNumber):
            if number is m.REMEMBERED:
                return self.context(Context.LABEL)
            register = self.register()
            self.emit("MOVE", register, _DONE)
            return register
        if isinstance(number, int):
            register = self.register()
            self.emit("LOAD_INT", register, i=int(number))
            return register
        if isinstance(number, m.Value):
            return self.context(number.context)
        if isinstance(number, m.Count):
            self.cards(number.cards, _WORK)
            register = self.register()
            self.emit("SET_COUNT", register, _WORK)
            return register
        if isinstance(number, m.FactOf):
            self.cards(number.cards, _WORK)
            register = self.register()
            self.emit("SET_FIRST", register, _WORK)
            self.emit("FACT", register, register, int(number.fact), number.extra)
            return register
        if isinstance(number, m.Times):
            register = self.number(number.number)
            self.emit("MULTIPLY_INT", register, register, i=number.factor)
            return register
        if isinstance(number, m.Half):
            register = self.number(number.number)
            self.emit("HALVE_UP", register, register)
            return register
        left = self.number(number.left)
        right = self.number(number.right)
        self.emit("ADD", left, left, right)
        return left

    def condition(self, condition: m.Condition) -> int:
        """A register that is 1 if it is so, else 0."""
        if isinstance(condition, m.Compare):
            left = self.number(condition.left)
            right = self.number(condition.right)
            self.emit("COMPARE", left, left, right, int(condition.how))
            return left
        if isinstance(condition, m.Exists):
            return self.condition(
                m.Compare(m.Count(condition.cards), Comparison.AT_LEAST, condition.count)
            )
        if isinstance(condition, m.HasFlag):
            this = self.context(Context.THIS)
            self.emit("FACT", this, this, int(Fact.FLAGS), condition.flag)
            return this
        if isinstance(condition, m.Not):
            register = self.condition(condition.condition)
            self.emit("NOT", register, register)
            return register
        op = "AND" if isinstance(condition, m.All) else "OR"
        if not condition.conditions:
            return self.number(int(op == "AND"))
        first, *rest = condition.conditions
        result = self.condition(first)
        for other in rest:
            kept = self.used
            register = self.condition(other)
            self.emit(op, result, result, register)
            self.used = kept
        return result

    # Cards -------------------------------------------------------------------------------

    def cards(self, cards: m.AnyCards, out: int, also: FilterFlag = _NOTHING_MORE) -> None:
        """Write the cards to the set register `out`."""
        if isinstance(cards, Cards):
            self.emit("SELECT", out, i=card_filter(cards, also))
        elif isinstance(cards, m.Extreme):
            self.cards(cards.cards, out, also)
            op = "KEEP_GREATEST" if cards.greatest else "KEEP_LEAST"
            self.emit(op, out, int(cards.fact))
        elif isinstance(cards, m.Kept):
            kept = self.used
            register = self.number(cards.number)
            self.cards(cards.cards, out, also)
            self.emit("KEEP", out, int(cards.fact), register, int(cards.how))
            self.used = kept
        elif isinstance(cards, m.RandomCards):
            self.cards(cards.cards, out, also)
            self.emit("RANDOM", out, out, i=cards.count)
        else:
            self.card_set(cards, out)

    def card_set(self, cards: m.CardSet, out: int) -> None:
        if cards is m.TARGETS:
            self.emit("TARGETS", out)
        elif cards is m.EVENT_CARDS:
            self.emit("EVENT_CARDS", out)
        elif cards is m.CHOSEN:
            self.emit("SET_OR", out, _CHOSEN, _CHOSEN)
        elif cards is m.CHOSEN_SECOND:
            self.emit("SET_OR", out, _SECOND, _SECOND)
        else:
            self.emit("SET_CLEAR", out)
            kept = self.used
            for context, unless in _KNOWN_CARDS[cards]:
                self.known_card(context, unless, out)
            self.used = kept
            if cards in (m.ATTACKER, m.ATTACK_TARGET, m.BATTLING):
                register = self.register()
                self.emit("LOAD_INT", register, i=int(Place.MONSTER_ZONE))
                self.emit("KEEP", out, int(Fact.PLACE), register, int(Comparison.EQUAL))
                self.used = kept

    def known_card(self, context: Context, same: Context | None, out: int) -> None:
        skip = self.label()
        if same is not None:
            register = self.context(same)
            self.emit("JUMP_IF_ZERO", register, i=skip)
        card = self.context(context)
        self.emit("SET_ADD", out, card)
        if same is not None:
            self.place(skip)

    # Steps -------------------------------------------------------------------------------

    def steps(self, steps: Iterable[m.Step]) -> None:
        """Write the steps one after the other."""
        for step in steps:
            kept = self.used
            self.step(step)
            self.used = kept

    def step(self, step: m.Step) -> None:
        write = getattr(self, f"step_{type(step).__name__}")
        write(step)

    def step_Target(self, step: m.Target) -> None:
        self.cards(step.cards, _WORK, FilterFlag.CAN_BE_TARGETED)
        self.emit("CHOOSE", _WORK, _WORK, 0, step.least | step.most << 8)
        self.emit("SET_TARGETS", _WORK)

    def step_TargetThose(self, step: m.TargetThose) -> None:
        self.cards(step.cards, _WORK)
        self.emit("SET_TARGETS", _WORK)

    def step_Choose(self, step: m.Choose) -> None:
        self.cards(step.cards, _WORK)
        out = _SECOND if step.second else _CHOSEN
        self.emit("CHOOSE", out, _WORK, _player(step.by), step.least | step.most << 8)
        self.emit("SET_COUNT", _DONE, out)

    def step_ChooseEach(self, step: m.ChooseEach) -> None:
        self.cards(step.left, _WORK)
        self.cards(step.right, _OTHER)
        self.emit("CHOOSE_EACH", _CHOSEN, _WORK, _OTHER)

    def step_Note(self, step: m.Note) -> None:
        self.cards(step.cards, _CHOSEN)

    def step_Remember(self, step: m.Remember) -> None:
        self.emit("SET_LABEL", self.number(step.number))

    def step_PayLP(self, step: m.PayLP) -> None:
        self.emit("PAY_LP", i=step.amount)

    def step_Send(self, step: m.Send) -> None:
        self.cards(step.cards, _WORK)
        self.emit("SEND", _WORK, _DONE, int(step.reason), int(step.to))

    def step_Destroy(self, step: m.Destroy) -> None:
        self.cards(step.cards, _WORK)
        self.emit("DESTROY", _WORK, _DONE, int(step.to))

    def step_RuleDestroy(self, step: m.RuleDestroy) -> None:
        self.cards(step.cards, _WORK)
        self.emit("RULE_DESTROY", _WORK)

    def step_Draw(self, step: m.Draw) -> None:
        self.emit("DRAW", _DONE, _player(step.who), i=step.count)

    def step_Damage(self, step: m.Damage) -> None:
        register = self.number(step.amount)
        self.emit("DAMAGE", _DONE, _player(step.who), register)

    def step_GainLP(self, step: m.GainLP) -> None:
        register = self.number(step.amount)
        self.emit("GAIN_LP", 0, _player(step.who), register)

    def step_ChangePosition(self, step: m.ChangePosition) -> None:
        self.cards(step.cards, _WORK)
        how = (step.attack or 0) | (step.defence or 0) << 8 | (step.face_down or 0) << 16
        self.emit("CHANGE_POSITION", _WORK, _DONE, i=int(how))

    def step_TakeControl(self, step: m.TakeControl) -> None:
        self.cards(step.cards, _WORK)
        self.emit("TAKE_CONTROL", _WORK, _DONE, 0, step.effect)

    def step_SwapControl(self, step: m.SwapControl) -> None:
        # In this order: what is computed for one uses the set of the other.
        self.cards(step.right, _OTHER)
        self.cards(step.left, _WORK)
        self.emit("SWAP_CONTROL", _DONE, _WORK, _OTHER, step.effect)

    def step_SpecialSummon(self, step: m.SpecialSummon) -> None:
        self.cards(step.cards, _WORK)
        how = int(step.ignoring_conditions) | int(step.proper) << 1
        self.emit("SPECIAL_SUMMON", _WORK, _DONE, int(step.positions), how)

    def step_Equip(self, step: m.Equip) -> None:
        self.cards(step.cards, _WORK)
        register = self.register()
        self.emit("SET_FIRST", register, _WORK)
        self.emit("EQUIP", _DONE, register)

    def step_Attach(self, step: m.Attach) -> None:
        self.cards(step.cards, _WORK)
        register = self.register()
        self.emit("SET_FIRST", register, _WORK)
        self.emit("ATTACH", 0, register)

    def step_PlaceCounters(self, step: m.PlaceCounters) -> None:
        self.emit("ADD_COUNTERS", 0, int(step.kind), i=step.count)

    def step_RemoveCounters(self, step: m.RemoveCounters) -> None:
        self.emit("REMOVE_COUNTERS", 0, int(step.kind), i=step.count)

    def step_ActivationNegated(self, _step: m.ActivationNegated) -> None:
        self.emit("NEGATE_ACTIVATION", _DONE)

    def step_EffectNegated(self, _step: m.EffectNegated) -> None:
        self.emit("NEGATE_EFFECT", _DONE)

    def step_SummonNegated(self, _step: m.SummonNegated) -> None:
        self.emit("NEGATE_SUMMON", _DONE)

    def step_LoseLP(self, step: m.LoseLP) -> None:
        register = self.number(step.amount)
        self.emit("LOSE_LP", 0, _player(step.who), register)

    def step_Win(self, step: m.Win) -> None:
        self.emit("WIN", 0, _player(step.who))

    def step_AttackNegated(self, _step: m.AttackNegated) -> None:
        self.emit("NEGATE_ATTACK", _DONE)

    def step_BattlePhaseEnds(self, _step: m.BattlePhaseEnds) -> None:
        self.emit("END_BATTLE_PHASE")

    def step_ChangeAttackTarget(self, step: m.ChangeAttackTarget) -> None:
        self.cards(step.cards, _WORK)
        register = self.register()
        self.emit("SET_FIRST", register, _WORK)
        self.emit("CHANGE_ATTACK_TARGET", 0, register)

    def step_Shuffle(self, step: m.Shuffle) -> None:
        self.emit("SHUFFLE_DECK", 0, _player(step.who))

    def step_Linger(self, step: m.Linger) -> None:
        register = self.number(step.value)
        self.cards(step.cards, _WORK)
        self.emit("LINGER", _WORK, register, 0, step.effect)

    def step_LingerOnPlayers(self, step: m.LingerOnPlayers) -> None:
        self.emit("LINGER_PLAYER", 0, self.number(step.value), 0, step.effect)

    def step_SetFromHand(self, step: m.SetFromHand) -> None:
        self.cards(step.cards, _WORK)
        self.emit("SET_CARD", _WORK)

    def step_NormalSummons(self, step: m.NormalSummons) -> None:
        self.emit("NORMAL_SUMMONS", i=step.count)

    def step_Reveal(self, step: m.Reveal) -> None:
        self.cards(step.cards, _WORK)
        self.emit("REVEAL", _WORK)

    def step_TossCoin(self, _step: m.TossCoin) -> None:
        self.emit("TOSS_COIN", _DONE)

    def step_RollDie(self, _step: m.RollDie) -> None:
        self.emit("ROLL_DIE", _DONE)

    def step_Then(self, _step: m.Then) -> None:
        self.emit("THEN")

    def step_If(self, step: m.If) -> None:
        otherwise, end = self.label(), self.label()
        self.emit("JUMP_IF_ZERO", self.condition(step.condition), i=otherwise)
        self.steps(step.steps)
        if step.otherwise:
            self.emit("JUMP", i=end)
        self.place(otherwise)
        self.steps(step.otherwise)
        if step.otherwise:
            self.place(end)

    def step_IfDone(self, step: m.IfDone) -> None:
        self.step(step.step)
        end = self.label()
        done = _DONE
        if step.least > 1:
            done = self.condition(m.AtLeast(m.DONE, step.least))
        self.emit("JUMP_IF_ZERO", done, i=end)
        self.steps(step.steps)
        self.place(end)

    def step_Ask(self, step: m.Ask) -> None:
        end = self.label()
        if step.condition is not None:
            self.emit("JUMP_IF_ZERO", self.condition(step.condition), i=end)
        self.emit("ASK", _ANSWER, _player(step.by))
        self.emit("JUMP_IF_ZERO", _ANSWER, i=end)
        self.steps(step.steps)
        self.place(end)


_KNOWN_CARDS: dict[m.CardSet, tuple[tuple[Context, Context | None], ...]] = {
    m.THIS: ((Context.THIS, Context.THIS_IS_THE_SAME),),
    m.EVENT_OTHER: ((Context.EVENT_OTHER, None),),
    m.ATTACKER: ((Context.ATTACKER, None),),
    m.ATTACK_TARGET: ((Context.ATTACK_TARGET, None),),
    m.BATTLING: ((Context.ATTACKER, None), (Context.ATTACK_TARGET, None)),
    m.HELD: ((Context.HOST, None),),
    m.ANSWERED: ((Context.ANSWERED_CARD, Context.ANSWERED_CARD_IS_THE_SAME),),
}


def _player(who: Who) -> int:
    return int(who is Who.OPPONENT)


def _condition_program(condition: m.Condition) -> tuple[Instruction | str, ...]:
    writer = _Writer()
    writer.result(writer.condition(condition))
    return writer.finish()


# What must be possible (ST-8) ------------------------------------------------------------


def _requirements(steps: Iterable[m.Step], *, choosing: bool) -> Iterable[m.Condition]:
    """What steps need so that the effect may be used.

    `choosing` is for operations: the first thing that each step names must be there.  What is
    known only later is not asked.
    """
    for condition in _needs(steps, choosing=choosing):
        if not any(node in _KNOWN_LATER for _, node in nodes_of(condition, "")):
            yield condition


def _needs(steps: Iterable[m.Step], *, choosing: bool) -> Iterable[m.Condition]:
    noted = False
    for step in steps:
        if isinstance(step, m.Target):
            yield m.Exists(_targetable(_certain(step.cards)), step.least)
        elif isinstance(step, m.TargetThose):
            yield m.Exists(_certain(step.cards))
        elif isinstance(step, m.PayLP):
            yield m.AtLeast(m.Value(Context.MY_LP), step.amount)
        elif isinstance(step, m.RemoveCounters):
            yield m.AtLeast(m.FactOf(m.THIS, Fact.COUNTERS, int(step.kind)), step.count)
        elif isinstance(step, m.Choose):
            noted = True
            yield m.Exists(_certain(step.cards), step.least)
        elif isinstance(step, m.ChooseEach):
            noted = True
            yield m.Exists(step.left)
            yield m.Exists(step.right)
        elif isinstance(step, m.Draw):
            deck = Context.MY_DECK if step.who is Who.ME else Context.OPPONENT_DECK
            yield m.AtLeast(m.Value(deck), step.count)
        elif isinstance(step, m.IfDone):
            yield from _requirements((step.step,), choosing=choosing)
        elif isinstance(step, m.SpecialSummon):
            yield m.AtLeast(m.Value(Context.MY_FREE_ZONES), 1)
            if isinstance(step.cards, Cards):
                yield m.Exists(step.cards)
        elif (
            isinstance(step, m.Destroy | m.Send | m.ChangePosition)
            and choosing
            and not noted
            and isinstance(_root(step.cards), Cards)
        ):
            yield m.Exists(_certain(step.cards))


# What is not known before the effect is used.
_KNOWN_LATER = (m.TARGETS, m.CHOSEN, m.CHOSEN_SECOND, m.DONE, m.REMEMBERED)


def _certain(cards: m.AnyCards) -> m.AnyCards:
    """The cards from which some may be taken at random."""
    if isinstance(cards, m.RandomCards):
        return _certain(cards.cards)
    if isinstance(cards, m.Extreme | m.Kept):
        return replace(cards, cards=_certain(cards.cards))
    return cards


def _root(cards: m.AnyCards) -> m.AnyCards:
    """The cards from which some are kept."""
    while isinstance(cards, m.Extreme | m.Kept | m.RandomCards):
        cards = cards.cards
    return cards


def _targetable(cards: m.AnyCards) -> m.AnyCards:
    if isinstance(cards, Cards):
        return replace(cards, can=cards.can | FilterFlag.CAN_BE_TARGETED)
    if isinstance(cards, m.Extreme | m.Kept):
        return replace(cards, cards=_targetable(cards.cards))
    return cards


def _leaves_first(steps: Iterable[m.Step]) -> bool:
    """Whether this card leaves the field as the cost."""
    return any(isinstance(step, m.Send) and step.cards is m.THIS for step in steps)


def _without_this(condition: m.Condition) -> m.Condition:
    """The same when this card will not be there."""
    if isinstance(condition, m.Exists):
        return replace(condition, cards=_but_this(condition.cards))
    if isinstance(condition, m.Compare) and condition.left == m.Value(Context.MY_FREE_ZONES):
        # The zone that it leaves counts, if it is a main one.
        return m.Any(condition, m.Compare(m.FactOf(m.THIS, Fact.SLOT), Comparison.LESS, 5))
    return condition


def _but_this(cards: m.AnyCards) -> m.AnyCards:
    if isinstance(cards, Cards):
        return replace(cards, but_this=True)
    if isinstance(cards, m.Extreme | m.Kept):
        return replace(cards, cards=_but_this(cards.cards))
    return cards


def _check_conditions(effect: Effect) -> list[m.Condition]:
    if effect.kind is EffectKind.CONTINUOUS or effect.kind is EffectKind.REACTION:
        return []
    needs = [] if effect.requires is None else [effect.requires]
    forced = effect.kind is EffectKind.TRIGGER and not effect.optional
    if forced or effect.one_of is not None:
        return needs  # EFF-12: what must be activated is, whatever it can do
    needs += _requirements(effect.cost, choosing=False)
    later = [
        *_requirements(effect.targets, choosing=False),
        *_requirements(effect.operation, choosing=True),
    ]
    if _leaves_first(effect.cost):
        later = [_without_this(condition) for condition in later]
    return needs + later


def _check_program(effect: Effect) -> tuple[Instruction | str, ...]:
    if effect.one_of is not None:
        writer = _Writer()
        writer.result(_each_mask(writer, effect.one_of))
        return writer.finish()
    needs = _check_conditions(effect)
    return _condition_program(m.All(*needs)) if needs else ()


# One of several effects ------------------------------------------------------------------


def _option_conditions(option: m.Option) -> list[m.Condition]:
    return [
        *([] if option.condition is None else [option.condition]),
        *_requirements(option.cost, choosing=False),
        *_requirements(option.targets, choosing=False),
        *_requirements(option.operation, choosing=True),
    ]


def _each_mask(writer: _Writer, each: m.Each) -> int:
    """A register with a bit for each option that is possible."""
    mask = writer.register()
    writer.emit("LOAD_INT", mask, i=0)
    for number, option in enumerate(each.options):
        kept = writer.used
        register = writer.condition(m.All(*_option_conditions(option)))
        writer.emit("MULTIPLY_INT", register, register, i=1 << number)
        writer.emit("ADD", mask, mask, register)
        writer.used = kept
    return mask


def _each_targets(each: m.Each) -> tuple[Instruction | str, ...]:
    writer = _Writer()
    writer.emit("OPTION", _ANSWER, _each_mask(writer, each))
    writer.emit("SET_LABEL", _ANSWER)
    _each_branches(writer, each, lambda option: (*option.cost, *option.targets))
    return writer.finish()


def _each_operations(each: m.Each) -> tuple[Instruction | str, ...]:
    writer = _Writer()
    _each_branches(writer, each, lambda option: option.operation)
    return writer.finish()


def _each_branches(writer: _Writer, each: m.Each, steps_of: object) -> None:
    assert callable(steps_of)
    for number, option in enumerate(each.options):
        kept = writer.used
        end = writer.label()
        chosen = writer.condition(m.Compare(m.REMEMBERED, Comparison.EQUAL, number))
        writer.emit("JUMP_IF_ZERO", chosen, i=end)
        writer.used = kept
        writer.steps(steps_of(option))
        writer.place(end)
