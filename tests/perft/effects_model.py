"""Chains, windows and a few effects once more, plainly, to count with: nothing of the core is used.

Written from the rules alone (IDs in comments), as one generator that yields whenever a player has
at least two options.  A way to go on is a list of answers, and each way is played from the start:
nothing is ever copied.  effects_play.py has the turn and the battle, effects_cards.py what the
modelled cards do.

It shares only the description of a position, and these conventions: several cards are chosen one
at a time, in ascending order of their numbers; of an activated card the zone is asked first, then
what it costs, then its targets; of a Special Summon the zone, then the position; a player who may
activate nothing is not asked; triggers of one player at the same time are asked for one after the
other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ygosim.cards.card import Card
from ygosim.cards.catalogue import Catalogue
from ygosim.enums import CardType, Phase
from ygosim.enums import Position as Lie
from ygosim.position import PlacedCard, Position
from ygosim.rules import ExtraDeckZones

if TYPE_CHECKING:
    from tests.perft.effects_play import Play

Option = tuple[Any, ...]
Asking = Generator[list[Option], int, Any]

PASS: Option = ("pass",)
_STAYING = CardType.CONTINUOUS | CardType.EQUIP | CardType.FIELD


class OverError(Exception):
    """The duel is over."""


class UnknownError(Exception):
    """What follows depends on chance, which the model does not know."""


@dataclass(eq=False)
class Piece:
    """A card of the duel: `place` is deck, hand, graveyard, banished, extra, monster or spell."""

    number: int
    card: Card
    owner: int
    controller: int
    place: str
    slot: int = -1
    face_up: bool = False
    attack: bool = False  # of a monster: it lies in attack position
    fresh: bool = False  # it was Summoned or Set this turn
    turned: bool = False
    fought: bool = False
    gain: int = 0  # ATK that it has more until the turn ends
    proper: bool = False  # it was once summoned its own way (SUM-13)
    holds: Piece | None = None  # the monster that a Call of the Haunted brought back
    comings: int = 0  # told apart what it was before it was moved or turned (ZONE-7)

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def on_field(self) -> bool:
        return self.place in ("monster", "spell")

    @property
    def atk(self) -> int:
        return (self.card.atk or 0) + self.gain

    def is_a(self, kind: CardType) -> bool:
        return bool(self.card.type & kind)


@dataclass(frozen=True, eq=False)
class Happening:
    """Something that effects answer: summon, pending, attack, sent, flipped, discarded …"""

    kind: str
    piece: Piece
    time: int
    player: int
    way: str = ""  # of a summon: normal, flip, special; of a card sent: from where


class Effect:
    """One effect of a card; what the cards of effects_cards.py change says the rest."""

    speed = 1
    kind = "activation"  # or trigger, ignition
    optional = False
    place = "monster"  # of an ignition effect: where its card is
    in_damage_step = False  # until calculation begins, since it changes ATK (BAT-4)
    negates = False  # it answers the last link of the chain (BAT-4 lets it at any time)
    answers = ""  # the kind of happening without which it may not be used

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        """Whether it would have something to do (ST-8)."""
        return True

    def cost(self, play: Play, link: Link) -> Asking:
        yield from ()

    def target(self, play: Play, link: Link) -> Asking:
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        yield from ()


@dataclass(eq=False)
class Link:
    """A link of the chain."""

    piece: Piece
    effect: Effect
    who: int
    answered: list[Happening]
    before: Link | None
    coming: int = 0
    targets: list[tuple[Piece, int]] = field(default_factory=list)
    negated: bool = False
    number: int = 0  # an amount that was noted

    def still(self) -> list[Piece]:
        """The targets that are still the same cards (EFF-3, ZONE-7)."""
        return [piece for piece, coming in self.targets if piece.comings == coming]


class Chains:
    """A duel at a position: its cards, and what happens to them in chains."""

    def __init__(
        self, position: Position, effects: dict[str, list[Effect]], luck: Sequence[int] = ()
    ) -> None:
        self.rules = position.rules
        self.effects = effects
        self.luck = list(luck)
        self.pieces: list[Piece] = []
        self.lp = [position.rules.starting_lp] * 2
        self.decks: list[list[Piece]] = [[], []]  # top first
        self.shuffled = [False, False]
        self.turn = position.turn
        self.player = position.turn_player
        self.phase = position.phase
        self.summons_left = position.rules.normal_summons
        if position.normal_summons_left is not None:
            self.summons_left = position.normal_summons_left
        self.time = 0
        self.chain: list[Link] = []
        self.leaving: list[Piece] = []
        self.waiting: list[Happening] = []  # what triggers have not seen yet
        self.answered: list[Happening] = []  # what a window answers
        self.pending: Piece | None = None
        self.summon_negated = False
        self.step = ""  # of the damage step
        self.attacker: Piece | None = None
        self.defender: Piece | None = None
        self.attack_negated = False
        self.battle_ends = False
        self.falls: list[Piece] = []
        self.used: set[tuple[int, str]] = set()
        self.barred: set[tuple[int, str]] = set()
        self.borrowed: list[Piece] = []  # until the End Phase
        # A position in the Battle Phase has the Start Step behind it.
        self.skip_start_step = position.phase is Phase.BATTLE
        for owner, side in enumerate(position.players):
            self._place(owner, side)

    def _place(self, owner: int, side: Any) -> None:
        if side.lp is not None:
            self.lp[owner] = side.lp
        self.decks[owner] = [self._new(card, owner, "deck") for card in reversed(side.deck)][::-1]
        for place, cards in (
            ("hand", side.hand),
            ("graveyard", side.graveyard),
            ("banished", side.banished),
            ("extra", side.extra),
        ):
            for card in cards:
                self._new(card, owner, place)
        for slot, given in side.monsters.items():
            placed = given if isinstance(given, PlacedCard) else PlacedCard(given)
            piece = self._new(placed.card, owner, "monster")
            lie = Lie.FACE_UP_ATTACK if placed.position is None else placed.position
            piece.slot = slot
            piece.face_up = lie in (Lie.FACE_UP_ATTACK, Lie.FACE_UP_DEFENCE)
            piece.attack = lie is Lie.FACE_UP_ATTACK
            piece.fresh = placed.arrived
            piece.turned = placed.position_changed
            piece.fought = placed.attack_declared
        for slot, given in side.spells_traps.items():
            placed = given if isinstance(given, PlacedCard) else PlacedCard(given)
            piece = self._new(placed.card, owner, "spell")
            piece.slot = slot
            piece.fresh = placed.arrived

    def _new(self, reference: Any, owner: int, place: str) -> Piece:
        catalogue = Catalogue.default()
        card = reference
        if isinstance(reference, int):
            card = catalogue[reference]
        elif isinstance(reference, str):
            card = catalogue.by_name(reference)
        has_effect = not card.type & CardType.MONSTER or card.type & CardType.EFFECT
        if has_effect and card.name not in self.effects:
            raise ValueError(f"the model does not know what {card.name} does")
        piece = Piece(len(self.pieces), card, owner, owner, place)
        self.pieces.append(piece)
        return piece

    # ---------------------------------------------------------------------- looking

    def at(self, who: int, place: str) -> list[Piece]:
        """The cards that a player has in a place, by number."""
        if place == "deck":
            return sorted(self.decks[who], key=lambda piece: piece.number)
        return [p for p in self.pieces if p.place == place and p.controller == who]

    def monsters(self, who: int | None = None) -> list[Piece]:
        return [p for p in self.pieces if p.place == "monster" and who in (None, p.controller)]

    def spells(self, who: int | None = None) -> list[Piece]:
        return [p for p in self.pieces if p.place == "spell" and who in (None, p.controller)]

    def free(self, who: int, place: str) -> list[int]:
        """The free zones of the five."""
        slots = range(5) if self.rules.columns == 5 else range(1, 4)
        taken = {piece.slot for piece in self.at(who, place)}
        return [slot for slot in slots if slot not in taken]

    # ----------------------------------------------------------------------- asking

    def ask(self, options: Sequence[Option]) -> Generator[list[Option], int, Option]:
        """One of the options; what has one is no decision."""
        if len(options) == 1:
            return options[0]
        return options[(yield list(options))]

    def ask_cards(
        self, among: Iterable[Piece], least: int, most: int
    ) -> Generator[list[Option], int, list[Piece]]:
        """Some of the cards, in ascending order."""
        left = sorted(among, key=lambda piece: piece.number)
        most = min(most, len(left))
        least = min(least, most)
        chosen: list[Piece] = []
        while len(chosen) < most:
            needed = max(least - len(chosen), 1)
            options: list[Option] = [("card", p) for p in left[: len(left) - needed + 1]]
            if len(chosen) >= least:
                options.append(("finish",))
            option = yield from self.ask(options)
            if option == ("finish",):
                break
            chosen.append(option[1])
            left = [piece for piece in left if piece.number > option[1].number]
        return chosen

    # ------------------------------------------------------------------- what happens

    def chance(self, among: Sequence[Piece]) -> Piece:
        """EFF-10: one of the cards, as `luck` says."""
        if len(among) == 1:
            return among[0]
        if not self.luck:
            raise UnknownError("a card chosen at random")
        number = self.luck.pop(0)
        return next(piece for piece in among if piece.number == number)

    def happen(self, kind: str, piece: Piece, player: int, way: str = "") -> None:
        happening = Happening(kind, piece, self.time, player, way)
        self.waiting.append(happening)

    def draw(self, who: int, count: int) -> None:
        for _ in range(count):
            if not self.decks[who]:
                raise OverError  # WIN-2
            if self.shuffled[who] and len({piece.name for piece in self.decks[who]}) > 1:
                raise UnknownError("a draw from a shuffled deck")
            self.decks[who].pop(0).place = "hand"

    def lose_lp(self, who: int, amount: int) -> None:
        self.lp[who] = max(self.lp[who] - amount, 0)
        if self.lp[who] == 0:
            raise OverError  # WIN-1, WIN-4

    def send(self, piece: Piece, place: str = "graveyard") -> None:
        """A card goes to its owner (ZONE-3)."""
        # While its summon is pending it is not on the field, nor in the hand (SUM-5).
        came_from = "nowhere" if piece is self.pending else piece.place
        if came_from == "deck":
            self.decks[piece.owner].remove(piece)
        if place in ("hand", "deck", "extra"):
            piece.proper = False
        held, piece.holds = piece.holds, None
        piece.controller = piece.owner
        piece.place = place
        piece.slot = -1
        piece.face_up = piece.attack = piece.fresh = piece.turned = piece.fought = False
        piece.gain = 0
        piece.comings += 1
        for pieces in (self.leaving, self.borrowed):
            if piece in pieces:
                pieces.remove(piece)
        if place == "graveyard":
            self.happen("sent", piece, piece.owner, came_from)
        if held is not None and held.place == "monster":
            self.destroy([held])

    def destroy(self, pieces: Iterable[Piece], place: str = "graveyard") -> int:
        going = [piece for piece in pieces if piece.on_field]
        for piece in going:
            holding = [p for p in self.spells() if p.holds is piece]
            for other in holding:
                other.holds = None
            self.send(piece, place)
            self.destroy(holding)
        return len(going)

    def turn_down(self, piece: Piece) -> None:
        piece.face_up = piece.attack = False
        piece.gain = 0
        piece.comings += 1

    def arrive(self, piece: Piece, who: int, slot: int, way: str, *, attack: bool = True) -> None:
        """A summoned monster is there."""
        if piece.place == "deck":
            self.decks[piece.owner].remove(piece)
        piece.place = "monster"
        piece.controller = who
        piece.slot = slot
        piece.face_up = way != "set"
        piece.attack = attack and way != "set"
        piece.fresh = True
        piece.comings += 1
        self.time += 1  # tributes and materials lie before
        if way != "set":
            self.happen("summon", piece, who, way)

    def summon_zones(self, piece: Piece, who: int) -> list[int]:
        """SUM-3, SUM-12: one from the extra deck goes where the format says."""
        free = self.free(who, "monster")
        if piece.place != "extra" or not self.rules.extra_monster_zones:
            return free
        if self.rules.extra_deck_zones is ExtraDeckZones.EXTRA_OR_LINKED:
            free = []
        slots = {p.slot for p in self.monsters(who)}
        theirs = {11 - p.slot for p in self.monsters(1 - who) if p.slot > 4}
        return free + ([] if slots & {5, 6} else [s for s in (5, 6) if s not in theirs])

    def special_summon(self, piece: Piece, who: int, *, defence: bool = True) -> Asking:
        """SUM-3: face-up attack or, where the effect lets it, defence."""
        if not self.summon_zones(piece, who):
            return
        free: list[Option] = [("zone", slot) for slot in self.summon_zones(piece, who)]
        slot = (yield from self.ask(free))[1]
        positions: list[Option] = [("attack",), ("defence",)] if defence else [("attack",)]
        position = yield from self.ask(positions)
        self.arrive(piece, who, slot, "special", attack=position == ("attack",))

    def ask_materials(
        self, pool: Sequence[Piece], makes: Callable[[Sequence[Piece]], bool]
    ) -> Generator[list[Option], int, list[Piece]]:
        """Cards in ascending order until they make it; every way to choose them is looked at."""
        whole = [
            list(some)
            for count in range(1, len(pool) + 1)
            for some in itertools.combinations(pool, count)
            if makes(some)
        ]
        chosen: list[Piece] = []
        while True:
            after = [some for some in whole if some[: len(chosen)] == chosen]
            offered = {some[len(chosen)].number for some in after if len(some) > len(chosen)}
            options: list[Option] = [("card", p) for p in pool if p.number in offered]
            if chosen in after:
                options.append(("finish",))
            option = yield from self.ask(options)
            if option == ("finish",):
                return chosen
            chosen.append(option[1])

    def take_control(self, piece: Piece, who: int) -> Asking:
        """EFF-13: to a zone that the new controller chooses."""
        if piece.place != "monster" or piece.controller == who:
            return
        free: list[Option] = [("zone", slot) for slot in self.free(who, "monster")]
        if free:
            piece.slot = (yield from self.ask(free))[1]
            piece.controller = who

    # -------------------------------------------------------------- what may be activated

    def speed_lets(self, effect: Effect) -> bool:
        """CHAIN-1, CHAIN-2."""
        if not self.chain:
            return True
        return effect.speed >= 2 and effect.speed >= self.chain[-1].effect.speed

    def card_lets(self, who: int, piece: Piece, *, openly: bool) -> bool:
        """ST-1 to ST-3: whether the card may be activated from where it is."""
        if piece.controller != who:
            return False
        quick = piece.is_a(CardType.QUICK_PLAY)
        if piece.is_a(CardType.TRAP):
            return piece.place == "spell" and not piece.face_up and not piece.fresh
        if not quick and not openly:
            return False
        if piece.place == "hand":
            if who != self.player:
                return False
            return piece.is_a(CardType.FIELD) or bool(self.free(who, "spell"))
        if piece.place == "spell" and not piece.face_up:
            return not (quick and piece.fresh)
        return False

    def step_lets(self, effect: Effect) -> bool:
        """BAT-4."""
        if not self.step or effect.negates:
            return True
        return effect.in_damage_step and self.step in ("start", "flipped")

    def activations(self, who: int, *, openly: bool, priority: bool = False) -> list[Option]:
        """What a player may activate; `openly` in an own main phase with nothing going on."""
        options: list[Option] = []
        for piece in self.pieces:
            for effect in self.effects.get(piece.name, ()):
                if effect.kind == "activation":
                    main = openly and self.phase in (Phase.MAIN_1, Phase.MAIN_2)
                    lets = not piece.is_a(CardType.MONSTER) and self.card_lets(
                        who, piece, openly=main
                    )
                elif effect.kind == "ignition":
                    lets = (
                        (openly or (priority and effect.place == "monster"))
                        and self.phase in (Phase.MAIN_1, Phase.MAIN_2)
                        and piece.place == effect.place
                        and (piece.face_up or piece.place == "hand")
                        and piece.controller == who
                    )
                else:
                    continue
                if not lets or not self.step_lets(effect) or (who, piece.name) in self.barred:
                    continue
                if self.chain and not self.speed_lets(effect):
                    continue
                if effect.negates and not self.chain:
                    continue
                if effect.answers and not any(h.kind == effect.answers for h in self.answered):
                    continue
                if self.pending and not self.chain and effect.answers != "pending":
                    continue  # SUM-4
                if self.chain and effect.answers == "pending":
                    continue  # it answers the summon itself, never another link
                if effect.may(self, who, piece, self.answered):
                    options.append(("activate", piece, effect))
        return options

    # -------------------------------------------------------------------------- chains

    def activate(
        self, who: int, piece: Piece, effect: Effect, answered: list[Happening] | None = None
    ) -> Asking:
        before = self.chain[-1] if self.chain else None
        said = list(self.answered) if answered is None else answered
        link = Link(piece, effect, who, said, before)
        self.chain.append(link)
        if effect.kind == "activation":
            if piece.place == "hand":
                slot = 5
                if not piece.is_a(CardType.FIELD):
                    free: list[Option] = [("zone", slot) for slot in self.free(who, "spell")]
                    slot = (yield from self.ask(free))[1]
                piece.place = "spell"
                piece.slot = slot
                piece.fresh = True
            piece.face_up = True
        link.coming = piece.comings
        yield from effect.cost(self, link)
        yield from effect.target(self, link)
        if effect.kind == "activation" and piece.on_field and not piece.is_a(_STAYING):
            self.leaving.append(piece)
        self.time += 1

    def window(self, who: int, *, priority: bool = False, needed: int = 2) -> Asking:
        """CHAIN-3, PRIO-1: until both pass in succession."""
        passed = 0
        while passed < needed:
            first = priority and not self.chain and who == self.player
            options = self.activations(who, openly=False, priority=first)
            option = yield from self.ask([*options, PASS])
            if option == PASS:
                passed += 1
            else:
                _, piece, effect = option
                yield from self.activate(who, piece, effect)
                passed, needed = 0, 2
            who = 1 - who

    def resolve(self) -> Asking:
        """CHAIN-1: the last link first; what does not stay goes then (ST-4)."""
        while self.chain:
            link = self.chain[-1]
            self.time += 1
            gone = not link.piece.on_field or link.coming != link.piece.comings
            if not link.negated:
                needs = link.effect.kind == "activation" and link.piece.is_a(_STAYING)
                if not (needs and gone):  # ST-5
                    yield from link.effect.resolve(self, link)
            elif link.effect.kind == "activation" and not (gone or link.piece in self.leaving):
                self.leaving.append(link.piece)
            self.chain.pop()
        for piece in list(self.leaving):
            self.send(piece)
        self.leaving = []

    def triggers(self) -> list[tuple[Piece, Effect, Happening]]:
        """What has triggered since the last time, each effect once."""
        return [
            (happening.piece, effect, happening)
            for happening in self.waiting
            for effect in self.effects.get(happening.piece.name, ())
            if effect.kind == "trigger" and effect.answers == happening.kind
        ]

    def point(self, *, priority: bool = False) -> Asking:
        """Something may have happened: triggers, a window, and so on after each chain."""
        while True:
            triggers = self.triggers()
            self.answered = [h for h in self.waiting if h.time == self.time]  # CHAIN-6
            self.waiting = []
            yield from self.put_triggers(triggers)
            asked = 1 - self.chain[-1].who if self.chain else self.player
            ignition = self.rules.ignition_priority and (
                priority
                or any(h.kind == "summon" and h.player == self.player for h in self.answered)
            )
            yield from self.window(asked, priority=ignition)
            self.answered = []
            if not self.chain:
                return
            yield from self.resolve()
            priority = True  # PRIO-2

    def put_triggers(self, triggers: list[tuple[Piece, Effect, Happening]]) -> Asking:
        """CHAIN-5."""
        for optional in (False, True):
            for who in (self.player, 1 - self.player):
                group = [t for t in triggers if t[1].optional == optional and t[2].player == who]
                while True:
                    group = [
                        (piece, effect, h)
                        for piece, effect, h in group
                        if (who, piece.name) not in self.barred
                        and effect.may(self, who, piece, [h])
                    ]
                    options: list[Option] = [("trigger", *entry) for entry in group]
                    if optional and options:
                        options.append(PASS)
                    if not options:
                        break
                    option = yield from self.ask(options)
                    if option == PASS:
                        break
                    group.remove(option[1:])
                    _, piece, effect, happening = option
                    yield from self.activate(who, piece, effect, [happening])

    def chain_begun(self, who: int, piece: Piece, effect: Effect) -> Asking:
        """An activation in an open state, and the chain that is built from it."""
        self.answered = []
        yield from self.activate(who, piece, effect)
        yield from self.window(1 - who)
        yield from self.resolve()
        yield from self.point(priority=True)
