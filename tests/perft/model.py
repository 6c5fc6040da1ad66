"""The no-effect rules once more, plainly, to count with: nothing of the core is used.

Written from the rules alone (IDs in comments), with dicts and lists where the core has masks
and sets.  It shares only the description of a position, and the convention that several cards
are chosen one at a time, in ascending order of their numbers, as long as the choice can be
completed; that a choice with one option is none.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.enums import CardType, Phase
from ygosim.enums import Position as Lie
from ygosim.position import PlacedCard, PlayerPosition, Position
from ygosim.rules import Rules, ZeroAttackClash

Option = tuple[Any, ...]
Question = tuple[Any, ...]

_NEVER_NORMAL_SUMMONED = (
    CardType.FUSION
    | CardType.SYNCHRO
    | CardType.XYZ
    | CardType.LINK
    | CardType.RITUAL
    | CardType.SPECIAL_SUMMON_ONLY
)


@dataclass
class Facts:
    """What is printed on a card, and whose it is."""

    kind: str  # monster, field (a Field Spell), other (other Spells, and Traps)
    owner: int
    atk: int
    def_: int
    tributes: int | None  # None: cannot be Normal Summoned
    link: bool


@dataclass
class Monster:
    """A card in a monster zone."""

    card: int
    lie: Lie
    arrived: bool = False
    changed: bool = False
    attacked: bool = False


@dataclass
class Side:
    """What one player has."""

    lp: int
    deck: list[int] = field(default_factory=list)  # top first
    hand: list[int] = field(default_factory=list)
    graveyard: list[int] = field(default_factory=list)
    monsters: dict[int, Monster] = field(default_factory=dict)
    spells_traps: dict[int, int] = field(default_factory=dict)


class Model:
    """A duel by the rules, at a question or over (`question` is None then)."""

    def __init__(self, position: Position, catalogue: Catalogue | None = None) -> None:
        self.rules: Rules = position.rules
        self.cards: list[Facts] = []
        self.sides: list[Side] = []
        self.turn = position.turn
        self.player = position.turn_player
        self.phase = position.phase
        self.summons_left: float = self.rules.normal_summons or float("inf")
        if position.normal_summons_left is not None:
            self.summons_left = position.normal_summons_left
        self.attacker = -1
        self.question: Question | None = None
        self._tributes = position.tributes
        self._catalogue = catalogue or Catalogue.default()
        gone = [self._side(owner, player) for owner, player in enumerate(position.players)]
        if any(side.lp == 0 for side in self.sides):  # WIN-1
            return
        if position.attack is not None:
            self._go_on_with_the_attack(position, gone)
        else:
            self._go_on_from_the_phase()
        self._run()

    # ------------------------------------------------------------ from a position

    def _side(self, owner: int, player: PlayerPosition) -> list[int]:
        side = Side(self.rules.starting_lp if player.lp is None else player.lp)
        self.sides.append(side)
        side.deck = [self._card(card, owner) for card in reversed(player.deck)][::-1]
        side.hand = [self._card(card, owner) for card in player.hand]
        side.graveyard = [self._card(card, owner) for card in player.graveyard]
        for card in (*player.banished, *player.extra):
            self._card(card, owner)
        for slot, given in player.monsters.items():
            placed = given if isinstance(given, PlacedCard) else PlacedCard(given)
            side.monsters[slot] = Monster(
                self._card(placed.card, owner if placed.owner is None else placed.owner),
                Lie.FACE_UP_ATTACK if placed.position is None else placed.position,
                placed.arrived,
                placed.position_changed,
                placed.attack_declared,
            )
        for slot, given in player.spells_traps.items():
            placed = given if isinstance(given, PlacedCard) else PlacedCard(given)
            side.spells_traps[slot] = self._card(
                placed.card, owner if placed.owner is None else placed.owner
            )
        return side.graveyard

    def _card(self, reference: Any, owner: int) -> int:
        card: Card
        if isinstance(reference, Card):
            card = reference
        elif isinstance(reference, int):
            card = self._catalogue[reference]
        else:
            card = self._catalogue.by_name(reference)
        kind = "monster"
        if not card.type & CardType.MONSTER:
            kind = "field" if card.type & CardType.FIELD else "other"
        tributes = None
        if kind == "monster" and not card.type & _NEVER_NORMAL_SUMMONED:
            # SUM-1
            tributes = 0 if card.level < 5 else 1 if card.level < 7 else 2
            tributes = self._tributes.get(card.name, tributes)
        self.cards.append(
            Facts(
                kind,
                owner,
                card.atk or 0,
                card.def_ or 0,
                tributes,
                bool(card.type & CardType.LINK),
            )
        )
        return len(self.cards) - 1

    def _go_on_from_the_phase(self) -> None:
        if self.phase is Phase.DRAW:
            self._draw()
        elif self.phase is Phase.STANDBY:
            self._ask_main(Phase.MAIN_1)
        elif self.phase is Phase.BATTLE:
            self.question = ("battle",)
        elif self.phase is Phase.END:
            self._end_phase()
        else:
            self._ask_main(self.phase)

    def _go_on_with_the_attack(self, position: Position, gone: list[list[int]]) -> None:
        attack = position.attack
        assert attack is not None
        self.question = ("battle",)
        mine = self.sides[self.player].monsters
        if attack.attacker is None or attack.taken:  # BAT-12
            return
        monster = mine[attack.attacker]
        if monster.lie is not Lie.FACE_UP_ATTACK:  # BAT-12
            return
        self.attacker = attack.attacker
        if attack.gone or attack.new:  # BAT-2
            self.question = ("replay",)
        else:
            self._fight(attack.target)

    # ------------------------------------------------------------------ the turn

    def _ask_main(self, phase: Phase) -> None:
        self.phase = phase
        self.question = ("main",)

    def _begin_turn(self) -> None:
        self.turn += 1
        self.player = 1 - self.player
        self.summons_left = self.rules.normal_summons or float("inf")
        for side in self.sides:
            for monster in side.monsters.values():
                monster.arrived = monster.changed = monster.attacked = False
        self._draw()

    def _draw(self) -> None:
        side = self.sides[self.player]
        count = 0
        if self.turn > 1 or self.rules.first_turn_draw:
            count = max(self.rules.draw_count, self.rules.draw_up_to - len(side.hand))
        if count > len(side.deck):  # WIN-2
            self.question = None
            return
        side.hand += side.deck[:count]
        del side.deck[:count]
        self._ask_main(Phase.MAIN_1)

    def _end_phase(self) -> None:
        self.phase = Phase.END
        over = len(self.sides[self.player].hand) - self.rules.hand_limit
        if self.rules.hand_limit and over > 0:  # TURN-4
            self.question = ("discard", over, ())
        else:
            self._begin_turn()

    # --------------------------------------------------------------- what is legal

    def options(self) -> list[Option]:
        """The options of the question."""
        assert self.question is not None
        return list(getattr(self, "_" + self.question[0])(*self.question[1:]))

    def _free(self, player: int) -> list[int]:
        slots = range(5) if self.rules.columns == 5 else range(1, 4)
        return [slot for slot in slots if slot not in self.sides[player].monsters]

    def _free_spell_trap(self) -> list[int]:
        slots = range(5) if self.rules.columns == 5 else range(1, 4)
        return [slot for slot in slots if slot not in self.sides[self.player].spells_traps]

    def _main(self) -> Iterator[Option]:
        side = self.sides[self.player]
        for card in side.hand:
            facts = self.cards[card]
            if facts.kind == "field" or (facts.kind == "other" and self._free_spell_trap()):
                yield ("set spell", card)  # ZONE-2
            if facts.kind != "monster" or facts.tributes is None or not self.summons_left:
                continue
            if facts.tributes:
                possible = any(True for _ in self._tribute(card, facts.tributes, (), False))
            else:
                possible = bool(self._free(self.player))
            if possible:
                yield ("summon", card, False)
                if facts.tributes < 3:  # SUM-15
                    yield ("summon", card, True)
        for slot, monster in side.monsters.items():
            if monster.arrived or monster.changed or monster.attacked:  # POS-2, BAT-10
                continue
            if self.cards[monster.card].link or monster.lie is Lie.FACE_DOWN_ATTACK:
                continue
            yield ("turn", slot)  # a Flip Summon (SUM-2) or a change of position
        if self.phase is Phase.MAIN_1 and (self.turn > 1 or self.rules.first_turn_battle):
            yield ("battle phase",)
        yield ("end",)

    def _battle(self) -> Iterator[Option]:
        for slot, monster in self.sides[self.player].monsters.items():
            if monster.lie is Lie.FACE_UP_ATTACK and not monster.attacked:  # BAT-1
                yield ("attack", slot)
        if self.rules.main_phase_2:
            yield ("main 2",)
        yield ("end",)

    def _tribute(
        self, card: int, needed: int, chosen: tuple[int, ...], _set: bool
    ) -> Iterator[Option]:
        monsters = {m.card: slot for slot, m in self.sides[self.player].monsters.items()}
        for tribute in sorted(monsters):
            if not chosen or tribute > chosen[-1]:
                picked = (*chosen, tribute)
                later = [other for other in monsters if other > tribute]
                if self._can_complete(picked, later, needed - 1, monsters):
                    yield ("tribute", tribute)

    def _can_complete(
        self, picked: tuple[int, ...], later: list[int], needed: int, monsters: dict[int, int]
    ) -> bool:
        if len(later) < needed:
            return False
        if self._free(self.player):
            return True
        frees = [card for card in picked if monsters[card] < 5]
        return bool(frees) or (needed > 0 and any(monsters[card] < 5 for card in later))

    def _zone(self, _card: int, _set: bool) -> Iterator[Option]:
        yield from (("zone", slot) for slot in self._free(self.player))

    def _spell_zone(self, _card: int) -> Iterator[Option]:
        yield from (("spell zone", slot) for slot in self._free_spell_trap())

    def _target(self) -> Iterator[Option]:
        yield from (("target", slot) for slot in self.sides[1 - self.player].monsters)

    def _replay(self) -> Iterator[Option]:
        yield from self._target()
        if not self.sides[1 - self.player].monsters:
            yield ("target", None)
        yield ("call off",)

    def _discard(self, needed: int, chosen: tuple[int, ...]) -> Iterator[Option]:
        hand = sorted(self.sides[self.player].hand)
        left = [card for card in hand if not chosen or card > chosen[-1]]
        yield from (("discard", card) for card in left[: len(left) - needed + 1])

    # --------------------------------------------------------------- what happens

    def after(self, option: Option) -> Model:
        """The duel after an option, at its next question."""
        # Facts and rules never change, so they are shared.
        shared = (self.cards, self.rules, self._tributes, self._catalogue)
        model = copy.deepcopy(self, {id(thing): thing for thing in shared})
        model._take(option)
        model._run()
        return model

    def _run(self) -> None:
        while self.question is not None:
            options = self.options()
            if len(options) > 1:
                return
            self._take(options[0])

    def _take(self, option: Option) -> None:
        question, self.question = self.question, None
        assert question is not None
        side = self.sides[self.player]
        match option:
            case ("summon", card, set_):
                self.summons_left -= 1
                needed = self.cards[card].tributes
                self.question = (
                    ("tribute", card, needed, (), set_) if needed else ("zone", card, set_)
                )
            case ("tribute", card):
                _, summoned, needed, chosen, set_ = question
                chosen = (*chosen, card)
                if needed > 1:
                    self.question = ("tribute", summoned, needed - 1, chosen, set_)
                else:
                    for tribute in chosen:
                        self._bury(self.player, tribute)
                    self.question = ("zone", summoned, set_)
            case ("zone", slot):
                _, card, set_ = question
                side.hand.remove(card)
                lie = Lie.FACE_DOWN_DEFENCE if set_ else Lie.FACE_UP_ATTACK
                side.monsters[slot] = Monster(card, lie, arrived=True)
                self.question = ("main",)
            case ("set spell", card):
                if self.cards[card].kind == "field":
                    old = side.spells_traps.pop(5, None)  # ST-7
                    if old is not None:
                        self.sides[self.cards[old].owner].graveyard.append(old)
                    side.hand.remove(card)
                    side.spells_traps[5] = card
                    self.question = ("main",)
                else:
                    self.question = ("spell_zone", card)
            case ("spell zone", slot):
                side.hand.remove(question[1])
                side.spells_traps[slot] = question[1]
                self.question = ("main",)
            case ("turn", slot):
                monster = side.monsters[slot]
                up = monster.lie is not Lie.FACE_UP_ATTACK
                monster.lie = Lie.FACE_UP_ATTACK if up else Lie.FACE_UP_DEFENCE
                monster.changed = True
                self.question = ("main",)
            case ("battle phase",):
                self.phase = Phase.BATTLE
                self.question = ("battle",)
            case ("main 2",):
                self._ask_main(Phase.MAIN_2)
            case ("end",):
                self._end_phase()
            case ("attack", slot):
                self.attacker = slot
                if self.sides[1 - self.player].monsters:
                    self.question = ("target",)
                else:
                    self._fight(None)
            case ("target", target):
                self._fight(target)
            case ("call off",):
                side.monsters[self.attacker].attacked = True
                self.question = ("battle",)
            case ("discard", card):
                _, needed, chosen = question
                if needed > 1:
                    self.question = ("discard", needed - 1, (*chosen, card))
                else:
                    for discarded in (*chosen, card):
                        side.hand.remove(discarded)
                        self.sides[self.cards[discarded].owner].graveyard.append(discarded)
                    self._begin_turn()
            case _:
                raise AssertionError(option)

    def _bury(self, player: int, card: int) -> None:
        monsters = self.sides[player].monsters
        (slot,) = (slot for slot, monster in monsters.items() if monster.card == card)
        del monsters[slot]
        self.sides[self.cards[card].owner].graveyard.append(card)  # ZONE-3

    def _fight(self, target: int | None) -> None:
        """The damage step: BAT-3 and BAT-5 to BAT-8."""
        me, other = self.player, 1 - self.player
        mine = self.sides[me].monsters[self.attacker]
        mine.attacked = True
        atk = self.cards[mine.card].atk
        falls: list[tuple[int, int]] = []
        if target is None:
            damage = (0, atk)
        else:
            theirs = self.sides[other].monsters[target]
            facts = self.cards[theirs.card]
            if theirs.lie is Lie.FACE_DOWN_DEFENCE:
                theirs.lie = Lie.FACE_UP_DEFENCE
            elif theirs.lie is Lie.FACE_DOWN_ATTACK:
                theirs.lie = Lie.FACE_UP_ATTACK
            if theirs.lie is Lie.FACE_UP_ATTACK:
                damage = (max(facts.atk - atk, 0), max(atk - facts.atk, 0))
                if atk >= facts.atk:
                    falls.append((other, theirs.card))
                if atk <= facts.atk:
                    falls.append((me, mine.card))
                clash = self.rules.zero_attack_clash
                if atk == facts.atk == 0 and clash is ZeroAttackClash.NEITHER_DESTROYED:
                    falls = []
            else:
                damage = (max(facts.def_ - atk, 0), 0)
                if atk > facts.def_:
                    falls.append((other, theirs.card))
        for player, amount in ((me, damage[0]), (other, damage[1])):
            self.sides[player].lp = max(self.sides[player].lp - amount, 0)
        if any(side.lp == 0 for side in self.sides):  # WIN-1, BAT-8
            self.question = None
            return
        for player, card in falls:
            self._bury(player, card)
        self.question = ("battle",)

    # -------------------------------------------------------------------- counting

    def count(self, depth: int) -> int:
        """The ways to take exactly so many decisions."""
        if depth == 0:
            return 1
        if self.question is None:
            return 0
        options = self.options()
        if depth == 1:
            return len(options)
        return sum(self.after(option).count(depth - 1) for option in options)
