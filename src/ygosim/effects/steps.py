"""Writes the steps of effects."""

# ruff: noqa: N802 - step_Send writes a Send

from __future__ import annotations

from collections.abc import Iterable

from ygosim.effects import model as m
from ygosim.effects.diagnostics import nodes_of
from ygosim.effects.model import Who
from ygosim.effects.values import targetable, with_root
from ygosim.effects.writing import (
    ANSWER,
    CHOSEN,
    DECLARED,
    DONE,
    OTHER,
    SECOND,
    WORK,
    Writer,
    making,
)
from ygosim.enums import Comparison, Context, FilterFlag

__all__ = ["StepWriter"]


class StepWriter(Writer):
    """Writes one program of steps."""

    __slots__ = ()

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
        self.cards(step.cards, WORK, FilterFlag.CAN_BE_TARGETED)
        self.emit("CHOOSE", WORK, WORK, 0, step.least | step.most << 8)
        self.emit("SET_TARGETS", WORK)

    def step_TargetThose(self, step: m.TargetThose) -> None:
        self.cards(with_root(step.cards, targetable), WORK)
        self.emit("SET_TARGETS", WORK)

    def step_Choose(self, step: m.Choose) -> None:
        self.cards(step.cards, WORK)
        out = SECOND if step.second else CHOSEN
        self.emit("CHOOSE", out, WORK, _player(step.by), step.least | step.most << 8)
        self.emit("SET_COUNT", DONE, out)

    def step_ChooseEach(self, step: m.ChooseEach) -> None:
        self.cards(step.left, WORK)
        with self.holding(WORK):
            self.cards(step.right, OTHER)
        self.emit("CHOOSE_EACH", CHOSEN, WORK, OTHER)

    def step_ChooseMaterials(self, step: m.ChooseMaterials) -> None:
        self.cards(step.monster, WORK)
        register = self.register()
        self.emit("SET_FIRST", register, WORK)
        self.cards(step.materials, WORK)
        self.emit("CHOOSE_MATERIALS", SECOND, WORK, register, making(step))
        self.emit("SET_COUNT", DONE, SECOND)

    def step_Note(self, step: m.Note) -> None:
        out, kept = (SECOND, m.CHOSEN_SECOND) if step.second else (CHOSEN, m.CHOSEN)
        cards = step.cards
        if isinstance(cards, m.Together) and cards.left is kept:
            cards = cards.right  # these stay where they are
        if all(node is not kept for _, node in nodes_of(cards, "")):
            self.cards(step.cards, out)
            return
        self.cards(step.cards, WORK)  # what is noted so far counts until all is known
        self.emit("SET_OR", out, WORK, WORK)

    def step_Remember(self, step: m.Remember) -> None:
        self.emit("SET_LABEL", self.number(step.number))

    def step_PayLP(self, step: m.PayLP) -> None:
        self.emit("PAY_LP", c=self.number(step.amount))

    def step_PayIfAble(self, step: m.PayIfAble) -> None:
        self.emit("PAY_IF_ABLE", DONE, self.number(step.amount))

    def step_SkipPhases(self, step: m.SkipPhases) -> None:
        self.emit("SKIP_PHASE", int(step.phase), _player(step.who), i=step.count)

    def step_Send(self, step: m.Send) -> None:
        self.cards(step.cards, WORK)
        self.emit("SEND", WORK, DONE, int(step.reason), int(step.to))

    def step_BanishUntil(self, step: m.BanishUntil) -> None:
        self.cards(step.cards, WORK)
        self.emit("BANISH_UNTIL", WORK, DONE, 0, step.effect)

    def step_ReturnToField(self, _step: m.ReturnToField) -> None:
        register = self.context(Context.EVENT_VALUE)
        self.emit("EVENT_CARDS", WORK)
        self.emit("RETURN_TO_FIELD", WORK, register)

    def step_Destroy(self, step: m.Destroy) -> None:
        self.cards(step.cards, WORK)
        self.emit("DESTROY", WORK, DONE, int(step.to))

    def step_RuleDestroy(self, step: m.RuleDestroy) -> None:
        self.cards(step.cards, WORK)
        self.emit("RULE_DESTROY", WORK)

    def step_Draw(self, step: m.Draw) -> None:
        self.emit("DRAW", DONE, _players(step.who), self.number(step.count))

    def step_Damage(self, step: m.Damage) -> None:
        register = self.number(step.amount)
        self.emit("DAMAGE", DONE, _player(step.who), register)

    def step_GainLP(self, step: m.GainLP) -> None:
        register = self.number(step.amount)
        self.emit("GAIN_LP", 0, _player(step.who), register)

    def step_ChangePosition(self, step: m.ChangePosition) -> None:
        self.cards(step.cards, WORK)
        how = (step.attack or 0) | (step.defence or 0) << 8 | (step.face_down or 0) << 16
        self.emit("CHANGE_POSITION", WORK, DONE, int(step.without_flip_effects), int(how))

    def step_TakeControl(self, step: m.TakeControl) -> None:
        self.cards(step.cards, WORK)
        self.emit("TAKE_CONTROL", WORK, DONE, 0, step.effect)

    def step_SwapControl(self, step: m.SwapControl) -> None:
        self.cards(step.right, OTHER)
        with self.holding(OTHER):
            self.cards(step.left, WORK)
        self.emit("SWAP_CONTROL", DONE, WORK, OTHER, step.effect)

    def step_SpecialSummon(self, step: m.SpecialSummon) -> None:
        self.cards(step.cards, WORK)
        how = int(step.ignoring_conditions) | int(step.proper) << 1 | _player(step.by) << 2
        self.emit("SPECIAL_SUMMON", WORK, DONE, int(step.positions), how)
        if step.made_of is not None:
            register = self.register()
            self.emit("SET_FIRST", register, WORK)
            self.cards(step.made_of, WORK)
            self.emit("MADE_OF", WORK, register)

    def step_Equip(self, step: m.Equip) -> None:
        self.cards(step.cards, WORK)
        register = self.register()
        self.emit("SET_FIRST", register, WORK)
        self.emit("EQUIP", DONE, register)

    def step_EquipMonster(self, step: m.EquipMonster) -> None:
        register = self.register()
        self.cards(step.to, WORK)
        self.emit("SET_FIRST", register, WORK)
        self.cards(step.cards, WORK)
        self.emit("EQUIP_MONSTER", WORK, DONE, register)

    def step_Attach(self, step: m.Attach) -> None:
        self.cards(step.cards, WORK)
        register = self.register()
        self.emit("SET_FIRST", register, WORK)
        self.emit("ATTACH", 0, register)

    def step_PlaceCounters(self, step: m.PlaceCounters) -> None:
        self.emit("ADD_COUNTERS", 0, int(step.kind), i=step.count)

    def step_RemoveCounters(self, step: m.RemoveCounters) -> None:
        self.emit("REMOVE_COUNTERS", 0, int(step.kind), i=step.count)

    def step_ActivationNegated(self, _step: m.ActivationNegated) -> None:
        self.emit("NEGATE_ACTIVATION", DONE)

    def step_EffectNegated(self, _step: m.EffectNegated) -> None:
        self.emit("NEGATE_EFFECT", DONE)

    def step_SummonNegated(self, _step: m.SummonNegated) -> None:
        self.emit("NEGATE_SUMMON", DONE)

    def step_LoseLP(self, step: m.LoseLP) -> None:
        register = self.number(step.amount)
        self.emit("LOSE_LP", 0, _player(step.who), register)

    def step_Win(self, step: m.Win) -> None:
        self.emit("WIN", 0, _player(step.who))

    def step_AttackNegated(self, _step: m.AttackNegated) -> None:
        self.emit("NEGATE_ATTACK", DONE)

    def step_BattlePhaseEnds(self, _step: m.BattlePhaseEnds) -> None:
        self.emit("END_BATTLE_PHASE")

    def step_AttackAgain(self, _step: m.AttackAgain) -> None:
        self.emit("ATTACK_AGAIN")

    def step_ChangeAttackTarget(self, step: m.ChangeAttackTarget) -> None:
        self.cards(step.cards, WORK)
        register = self.register()
        self.emit("SET_FIRST", register, WORK)
        self.emit("CHANGE_ATTACK_TARGET", 0, register)

    def step_ForceAttack(self, step: m.ForceAttack) -> None:
        self.cards(step.attacker, WORK)
        attacker = self.register()
        self.emit("SET_FIRST", attacker, WORK)
        self.cards(step.target, WORK)
        target = self.register()
        self.emit("SET_FIRST", target, WORK)
        self.emit("FORCE_ATTACK", 0, attacker, target)

    def step_Shuffle(self, step: m.Shuffle) -> None:
        self.emit("SHUFFLE_DECK", 0, _player(step.who))

    def step_Linger(self, step: m.Linger) -> None:
        register = self.number(step.value)
        self.cards(step.cards, WORK)
        self.emit("LINGER", WORK, register, 0, step.effect)

    def step_LingerOnField(self, step: m.LingerOnField) -> None:
        self.emit("LINGER_FIELD", 0, self.number(step.value), 0, step.effect)

    def step_LingerOnPlayers(self, step: m.LingerOnPlayers) -> None:
        self.emit("LINGER_PLAYER", 0, self.number(step.value), 0, step.effect)

    def step_EndLingering(self, step: m.EndLingering) -> None:
        self.emit("END_LINGERING", i=step.effect)

    def step_SetFromHand(self, step: m.SetFromHand) -> None:
        self.cards(step.cards, WORK)
        self.emit("SET_CARD", WORK)

    def step_PlaceFaceUp(self, step: m.PlaceFaceUp) -> None:
        self.cards(step.cards, WORK)
        self.emit("PLACE_CARD", WORK, DONE)

    def step_NormalSummon(self, step: m.NormalSummon) -> None:
        self.cards(step.cards, WORK)
        self.emit("NORMAL_SUMMON", WORK)

    def step_NormalSummons(self, step: m.NormalSummons) -> None:
        self.emit("NORMAL_SUMMONS", i=step.count)

    def step_Reveal(self, step: m.Reveal) -> None:
        self.cards(step.cards, WORK)
        self.emit("REVEAL", WORK)

    def step_TossCoin(self, _step: m.TossCoin) -> None:
        self.emit("TOSS_COIN", DONE)

    def step_CallCoin(self, _step: m.CallCoin) -> None:
        # Heads is option 0 and outcome 1.
        both = self.number(3)
        self.emit("OPTION", ANSWER, both)
        self.emit("TOSS_COIN", DONE)
        self.emit("ADD", DONE, DONE, ANSWER)
        self.emit("COMPARE", DONE, DONE, self.number(1), int(Comparison.EQUAL))

    def step_Declare(self, step: m.Declare) -> None:
        self.emit("DECLARE", DONE, self.number(step.bits))

    def step_DeclareNumbers(self, step: m.DeclareNumbers) -> None:
        # A bit for each number from 1; what is declared is not offered again.
        self.emit("LOAD_INT", DECLARED, i=0)
        left = self.number((1 << step.most) - 1)
        for _ in range(step.count):
            self.emit("DECLARE", ANSWER, left)
            self.emit("SUBTRACT", left, left, ANSWER)
            self.emit("ADD", DECLARED, DECLARED, ANSWER)

    def step_RollDie(self, step: m.RollDie) -> None:
        self.emit("ROLL_DIE", DONE, _player(step.who))

    def step_SwapDeckAndGraveyard(self, step: m.SwapDeckAndGraveyard) -> None:
        self.emit("SWAP_PILES", 0, _players(step.who))

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
        done = DONE
        if step.least > 1:
            done = self.condition(m.AtLeast(m.DONE, step.least))
        self.emit("JUMP_IF_ZERO", done, i=end)
        self.steps(step.steps)
        self.place(end)

    def step_Ask(self, step: m.Ask) -> None:
        end = self.label()
        if step.condition is not None:
            self.emit("JUMP_IF_ZERO", self.condition(step.condition), i=end)
        self.emit("ASK", ANSWER, _player(step.by))
        self.emit("JUMP_IF_ZERO", ANSWER, i=end)
        self.steps(step.steps)
        self.place(end)


def _player(who: Who) -> int:
    return int(who is Who.OPPONENT)


def _players(who: Who) -> int:
    return 2 if who is Who.BOTH else _player(who)
