"""The turn and the battle of tests/perft/effects_model.py, and counting with them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, ClassVar

from tests.perft.effects_model import (
    Asking,
    Chains,
    Effect,
    Happening,
    Option,
    OverError,
    Piece,
)
from ygosim.enums import CardType, Phase
from ygosim.position import Position

_EXTRA = CardType.FUSION | CardType.SYNCHRO | CardType.XYZ | CardType.LINK
_NEVER_NORMAL_SUMMONED = _EXTRA | CardType.RITUAL | CardType.SPECIAL_SUMMON_ONLY


def ways(
    position: Position,
    effects: dict[str, list[Effect]],
    depth: int,
    path: Sequence[int] = (),
    luck: Sequence[int] = (),
) -> int:
    """The ways to take exactly so many decisions, after those of `path`.

    `luck` holds the numbers of the cards that chance chooses, in their order.
    """
    if depth == 0:
        return 1
    options = options_after(position, effects, path, luck)
    if options is None:
        return 0
    if depth == 1:
        return len(options)
    return sum(ways(position, effects, depth - 1, [*path, i], luck) for i in range(len(options)))


def options_after(
    position: Position,
    effects: dict[str, list[Effect]],
    path: Sequence[int],
    luck: Sequence[int] = (),
) -> list[Option] | None:
    """The options after these answers; None when the duel is over."""
    playing = Play(position, effects, luck).run()
    try:
        options = next(playing)
        for answer in path:
            options = playing.send(answer)
    except (StopIteration, OverError):
        return None
    return options


class Play(Chains):
    """A duel from a position on."""

    # ------------------------------------------------------------------------ the turn

    def run(self) -> Asking:
        """The duel."""
        phase: Phase | None = self.phase
        while True:
            while phase is not None:
                self.phase = phase
                phase = yield from self._phases[phase](self)
            phase = self.begin_turn()

    def begin_turn(self) -> Phase:
        self.turn += 1
        self.player = 1 - self.player
        self.summons_left = self.rules.normal_summons
        self.used.clear()
        for piece in self.pieces:
            piece.fresh = piece.turned = piece.fought = False
        return Phase.DRAW

    def phase_window(self) -> Asking:
        """Both pass before the phase ends (TURN-2); after a chain it is open again."""
        while True:
            self.answered = []
            due = [p for p in self.borrowed if p.controller == self.player]
            if self.phase is Phase.END and due:
                # It has to be given back before the phase ends (TURN-5).
                options = self.activations(self.player, openly=False)
                option = yield from self.ask([*options, *(("give back", p) for p in due)])
                if option[0] == "give back":
                    self.borrowed.remove(option[1])
                    yield from self.take_control(option[1], 1 - self.player)
                    continue
                yield from self.activate(self.player, option[1], option[2])
                yield from self.window(1 - self.player)
            else:
                yield from self.window(self.player)
            if not self.chain:
                return
            yield from self.resolve()
            yield from self.point(priority=True)

    def leave(self) -> Generator[list[Option], int, bool]:
        """The turn player would go on; whether the opponent lets it be (PRIO-1)."""
        self.answered = []
        yield from self.window(1 - self.player, needed=1)
        if not self.chain:
            return True
        yield from self.resolve()
        yield from self.point(priority=True)
        return False

    def draw_phase(self) -> Generator[list[Option], int, Phase]:
        if self.turn > 1 or self.rules.first_turn_draw:
            self.draw(self.player, self.rules.draw_count)
            self.time += 1
            yield from self.point()
        yield from self.phase_window()
        return Phase.STANDBY

    def standby_phase(self) -> Generator[list[Option], int, Phase]:
        yield from self.phase_window()
        return Phase.MAIN_1

    def main_phase(self) -> Generator[list[Option], int, Phase]:
        while True:
            option = yield from self.ask(self.main_options())
            if option[0] in ("battle phase", "end"):
                if (yield from self.leave()):
                    return Phase.BATTLE if option[0] == "battle phase" else Phase.END
            else:
                yield from self.main_move(option)

    def main_options(self) -> list[Option]:
        who = self.player
        options = self.activations(who, openly=True)
        for piece in self.at(who, "hand"):
            if not piece.is_a(CardType.MONSTER):
                if piece.is_a(CardType.FIELD) or self.free(who, "spell"):
                    options.append(("set spell", piece))
            elif self.summons_left and not piece.is_a(_NEVER_NORMAL_SUMMONED):
                needed = tributes_of(piece)
                free = bool(self.free(who, "monster"))
                own = self.monsters(who)
                if len(own) >= needed and (free or (needed and any(p.slot < 5 for p in own))):
                    options += [("summon", piece), ("set", piece)]
        for piece in self.monsters(who):
            if not (piece.fresh or piece.turned or piece.fought or piece.is_a(CardType.LINK)):
                options.append(("turn", piece))  # POS-2, SUM-2
        if self.phase is Phase.MAIN_1 and (self.turn > 1 or self.rules.first_turn_battle):
            options.append(("battle phase",))
        options.append(("end",))
        return options

    def main_move(self, option: Option) -> Asking:
        match option:
            case ("activate", piece, effect):
                yield from self.chain_begun(self.player, piece, effect)
            case ("summon" | "set" as way, piece):
                yield from self.normal_summon(piece, way)
            case ("set spell", piece):
                slot = 5
                if piece.is_a(CardType.FIELD):
                    self.destroy([p for p in self.spells(self.player) if p.slot == 5])
                else:
                    free: list[Option] = [("zone", s) for s in self.free(self.player, "spell")]
                    slot = (yield from self.ask(free))[1]
                piece.place, piece.slot, piece.fresh = "spell", slot, True
                yield from self.point()
            case ("turn", piece):
                if piece.face_up:
                    piece.turned = True
                    piece.attack = not piece.attack
                    yield from self.point()
                else:
                    yield from self.flip_summon(piece)
            case _:
                raise AssertionError(option)

    def normal_summon(self, piece: Piece, way: str) -> Asking:
        """SUM-1, SUM-4."""
        who = self.player
        self.summons_left -= 1
        needed = tributes_of(piece)
        if needed:
            # SUM-1: one of them has to free a zone, if there is none.
            given = yield from self.ask_tributes(needed)
            for tribute in given:
                self.send(tribute)
        free: list[Option] = [("zone", slot) for slot in self.free(who, "monster")]
        slot = (yield from self.ask(free))[1]
        if way == "summon" and not (yield from self.stands(piece)):
            return
        self.arrive(piece, who, slot, "normal" if way == "summon" else "set")
        yield from self.point()

    def ask_tributes(self, needed: int) -> Generator[list[Option], int, list[Piece]]:
        return (yield from self.ask_cards(self.monsters(self.player), needed, needed))

    def flip_summon(self, piece: Piece) -> Asking:
        """SUM-2."""
        if not (yield from self.stands(piece)):
            return
        piece.turned = True
        piece.face_up = piece.attack = True
        self.happen("summon", piece, self.player, "flip")
        self.happen("flipped", piece, self.player)
        yield from self.point()

    def stands(self, piece: Piece) -> Generator[list[Option], int, bool]:
        """SUM-4, SUM-5: what negates a summon may; whether the summon goes on."""
        self.pending = piece
        self.summon_negated = False
        self.time += 1
        later, self.waiting = self.waiting, []
        self.answered = [Happening("pending", piece, self.time, self.player)]
        yield from self.window(self.player)
        self.answered = []
        yield from self.resolve()
        self.waiting = [*later, *self.waiting]
        self.pending = None
        if not self.summon_negated:
            return True
        if piece.place in ("hand", "monster"):
            self.send(piece)
        yield from self.point(priority=True)
        return False

    # ---------------------------------------------------------------------- the battle

    def battle_phase(self) -> Generator[list[Option], int, Phase]:
        self.battle_ends = False
        if not self.skip_start_step:
            yield from self.phase_window()  # BAT-11
        self.skip_start_step = False
        while not self.battle_ends:
            options = self.activations(self.player, openly=True)
            for piece in self.monsters(self.player):
                if piece.face_up and piece.attack and not piece.fought:  # BAT-1
                    options.append(("attack", piece))
            if self.rules.main_phase_2:
                options.append(("main 2",))
            options.append(("end",))
            option = yield from self.ask(options)
            match option:
                case ("activate", piece, effect):
                    yield from self.chain_begun(self.player, piece, effect)
                case ("attack", piece):
                    yield from self.attack(piece)
                case _:
                    if (yield from self.leave()):
                        yield from self.phase_window()  # the End Step (BAT-11)
                        return Phase.MAIN_2 if option[0] == "main 2" else Phase.END
        return Phase.MAIN_2 if self.rules.main_phase_2 else Phase.END

    def choose_target(self, extra: Sequence[Option] = ()) -> Asking:
        theirs: list[Option] = [("target", p) for p in self.monsters(1 - self.player)]
        option = yield from self.ask([*(theirs or [("target", None)]), *extra])
        return option

    def attack(self, attacker: Piece) -> Asking:
        """BAT-1 to BAT-3, BAT-12."""
        other = 1 - self.player
        _, self.defender = yield from self.choose_target()
        self.attacker = attacker
        self.attack_negated = False
        attacker.fought = True
        seen = self.monsters(other)
        self.time += 1
        self.happen("attack", attacker, self.player)
        yield from self.point()
        while self.stands_to_attack() and self.monsters(other) != seen:  # BAT-2
            seen = self.monsters(other)
            option = yield from self.choose_target([("call off",)])
            if option == ("call off",):
                self.attacker = None
                return
            self.defender = option[1]
        if self.stands_to_attack():
            yield from self.damage_step(attacker)
        self.step = ""
        self.attacker = self.defender = None

    def stands_to_attack(self) -> bool:
        attacker = self.attacker
        assert attacker is not None
        return (
            not self.attack_negated
            and not self.battle_ends
            and attacker.place == "monster"
            and attacker.controller == self.player
            and attacker.face_up
            and attacker.attack
        )

    def can_battle(self) -> bool:
        target = self.defender
        there = target is None or (target.place == "monster" and target.controller != self.player)
        return self.stands_to_attack() and there

    def damage_step(self, attacker: Piece) -> Asking:
        target = self.defender
        was_down = target is not None and not target.face_up
        self.falls = []
        for step in ("start", "flipped", "calculation"):
            self.step = step
            if step == "flipped" and was_down and target is not None:
                target.face_up = True
            self.time += 1
            yield from self.point()
            if not self.can_battle():
                break
        else:
            self.time += 1
            self.calculate(attacker, target)
            if was_down and target is not None:
                self.happen("flipped", target, target.controller)  # BAT-9
            self.step = "after"
            yield from self.point()
        self.step = "end"
        self.time += 1
        fallen = [piece for piece in self.falls if piece.place == "monster"]
        self.destroy(fallen)
        for piece in fallen:
            self.happen("fell", piece, piece.owner)
        self.falls = []
        yield from self.point()

    def calculate(self, attacker: Piece, target: Piece | None) -> None:
        """BAT-5 to BAT-8."""
        me, other = self.player, 1 - self.player
        if target is None:
            self.lose_lp(other, attacker.atk)
            return
        if target.attack:
            if attacker.atk >= target.atk and (attacker.atk or target.atk):
                self.falls.append(target)
            if attacker.atk <= target.atk and (attacker.atk or target.atk):
                self.falls.append(attacker)
            self.lose_lp(me, max(target.atk - attacker.atk, 0))
            self.lose_lp(other, max(attacker.atk - target.atk, 0))
            return
        defence = target.card.def_ or 0
        if attacker.atk > defence:
            self.falls.append(target)
        self.lose_lp(me, max(defence - attacker.atk, 0))

    # ------------------------------------------------------------------- the End Phase

    def end_phase(self) -> Generator[list[Option], int, None]:
        yield from self.phase_window()
        over = len(self.at(self.player, "hand")) - self.rules.hand_limit
        if self.rules.hand_limit and over > 0:  # TURN-4
            for piece in (yield from self.ask_cards(self.at(self.player, "hand"), over, over)):
                self.send(piece)
            self.waiting = []
        for piece in self.pieces:
            piece.gain = 0
        self.barred.clear()

    _phases: ClassVar[dict[Phase, Callable[[Play], Any]]] = {
        Phase.DRAW: draw_phase,
        Phase.STANDBY: standby_phase,
        Phase.MAIN_1: main_phase,
        Phase.BATTLE: battle_phase,
        Phase.MAIN_2: main_phase,
        Phase.END: end_phase,
    }


def tributes_of(piece: Piece) -> int:
    """SUM-1."""
    level = piece.card.level
    return 0 if level < 5 else 1 if level < 7 else 2
