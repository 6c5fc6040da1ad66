"""Writes what a program computes: numbers, conditions and sets of cards.

The frame of a program: registers 1 to 12 are for what is being computed, 13 for a player's
answer, 14 holds DONE, 15 a bit for each number that was declared; sets 2 and 3 hold CHOSEN and
CHOSEN_SECOND, the others are for what is being computed, but 4 and 5 are the machine's while two
cards are chosen, one of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ygosim.effects import model as m
from ygosim.effects.model import Cards, Who
from ygosim.enums import Comparison, Context, Fact, FilterFlag, Place

__all__ = [
    "ANSWER",
    "CHOSEN",
    "DECLARED",
    "DONE",
    "NOTHING_MORE",
    "OTHER",
    "SECOND",
    "WORK",
    "CardFilter",
    "Instruction",
    "Program",
    "Writer",
    "card_filter",
    "condition_program",
    "making",
]

_FIRST, _LAST = 1, 12
ANSWER, DONE, DECLARED = 13, 14, 15
WORK, OTHER, CHOSEN, SECOND, PASSING, LAST = 0, 1, 2, 3, 4, 5

NOTHING_MORE = FilterFlag(0)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction; `i` may name a label, a filter or an effect until it is assembled."""

    op: str
    a: int = 0
    b: int = 0
    c: int = 0
    i: int | str | CardFilter | m.Token = 0


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Which cards: printed facts, places of either player as bits, what is asked now."""

    cards: Cards
    flags: int
    mine: int
    theirs: int


Program = tuple[Instruction | str, ...]
"""Instructions, and labels at their places."""


def card_filter(cards: Cards, also: FilterFlag = NOTHING_MORE) -> CardFilter:
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


@dataclass(slots=True)
class Writer:
    """Writes one program."""

    code: list[Instruction | str] = field(default_factory=list)
    used: int = _FIRST - 1
    labels: int = 0
    held: set[int] = field(default_factory=set)

    def finish(self) -> Program:
        """The program, ended."""
        return (*self.code, Instruction("END"))

    def emit(
        self, op: str, a: int = 0, b: int = 0, c: int = 0, i: int | str | CardFilter | m.Token = 0
    ) -> None:
        self.code.append(Instruction(op, a, b, c, i))

    def register(self) -> int:
        """A number register that nothing else uses until the step is done."""
        self.used += 1
        if self.used > _LAST:
            raise ValueError("an effect computes too much at once")
        return self.used

    @contextmanager
    def holding(self, cards: int) -> Iterator[None]:
        """What is computed meanwhile leaves this set register as it is."""
        free = cards not in self.held
        self.held.add(cards)
        yield
        if free:
            self.held.remove(cards)

    def spare(self, *order: int, but: int | None = None) -> int:
        """The first set register, in this order, that may be written, and is not `but`."""
        for cards in (*order, WORK, OTHER, PASSING, LAST):
            if cards not in self.held and cards != but:
                return cards
        raise ValueError("an effect computes too many cards at once")

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
            self.emit("MOVE", register, DONE)
            return register
        if isinstance(number, int):
            register = self.register()
            self.emit("LOAD_INT", register, i=int(number))
            return register
        if isinstance(number, m.Value):
            return self.context(number.context)
        if isinstance(number, m.Count):
            cards = self.spare()
            self.cards(number.cards, cards)
            register = self.register()
            self.emit("SET_COUNT", register, cards)
            return register
        if isinstance(number, m.FactOf):
            cards = self.spare()
            self.cards(number.cards, cards)
            register = self.register()
            self.emit("SET_FIRST", register, cards)
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
        if isinstance(number, m.LingeringValue):
            register = self.register()
            self.emit("LINGERING_VALUE", register, i=number.effect)
            return register
        if isinstance(number, m.Total | m.Bits):
            cards = self.spare()
            self.cards(number.cards, cards)
            register = self.register()
            op = "SET_TOTAL" if isinstance(number, m.Total) else "SET_BITS"
            self.emit(op, register, cards, int(number.fact))
            return register
        left = self.number(number.left)
        right = self.number(number.right)
        op = "SUBTRACT" if isinstance(number, m.Difference) else "ADD"
        self.emit(op, left, left, right)
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
        if isinstance(condition, m.Declared):
            number = self.number(condition.number)
            self.emit("ADD_INT", number, number, i=-1)
            self.emit("BIT", number, number)
            self.emit("COMPARE", number, number, DECLARED, int(Comparison.HAS_BITS))
            return number
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

    def cards(self, cards: m.AnyCards, out: int, also: FilterFlag = NOTHING_MORE) -> None:
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
        elif isinstance(cards, m.Among):
            self.cards(cards.cards, out, also)
            spare = self.spare(PASSING, but=out)
            self.emit("SELECT", spare, i=card_filter(cards.those))
            self.emit("SET_AND", out, out, spare)
        elif isinstance(cards, m.Top):
            kept = self.used
            register = self.number(cards.count)
            who = int(cards.who is Who.OPPONENT)
            self.emit("TOP", out, who, register, card_filter(cards.until))
            self.used = kept
        elif isinstance(cards, m.LingeredOn):
            self.emit("LINGERED_ON", out, i=cards.effect)
        elif isinstance(cards, m.RandomCards):
            kept = self.used
            register = self.number(cards.count)
            self.cards(cards.cards, out, also)
            self.emit("RANDOM", out, out, register)
            self.used = kept
        elif isinstance(cards, m.MadeFrom | m.Sharing):
            spare = self.spare(OTHER, but=out)
            self.cards(cards.materials if isinstance(cards, m.MadeFrom) else cards.others, spare)
            with self.holding(spare):
                self.cards(cards.cards, out, also)
            if isinstance(cards, m.MadeFrom):
                self.emit("KEEP_MADE", out, spare, 0, making(cards))
            else:
                self.emit("KEEP_SHARING", out, spare, int(cards.fact))
        elif isinstance(cards, m.Together):
            self.cards(cards.left, out, also)
            with self.holding(out):
                spare = self.spare(OTHER)
                self.cards(cards.right, spare, also)
            self.emit("SET_OR", out, out, spare)
        elif isinstance(cards, m.Summonable):
            self.cards(cards.cards, out, also)
            self.emit("KEEP_SUMMONABLE", out)
        elif isinstance(cards, m.Tokens):
            self.emit("CREATE_TOKENS", out, cards.count, 0, cards.token)
        else:
            self.card_set(cards, out)

    def card_set(self, cards: m.CardSet, out: int) -> None:
        if cards is m.TARGETS:
            self.emit("TARGETS", out)
        elif cards is m.EVENT_CARDS:
            self.emit("EVENT_CARDS", out)
        elif cards is m.CHOSEN:
            self.emit("SET_OR", out, CHOSEN, CHOSEN)
        elif cards is m.CHOSEN_SECOND:
            self.emit("SET_OR", out, SECOND, SECOND)
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


_KNOWN_CARDS: dict[m.CardSet, tuple[tuple[Context, Context | None], ...]] = {
    m.THIS: ((Context.THIS, Context.THIS_IS_THE_SAME),),
    m.EVENT_OTHER: ((Context.EVENT_OTHER, None),),
    m.ATTACKER: ((Context.ATTACKER, None),),
    m.ATTACK_TARGET: ((Context.ATTACK_TARGET, None),),
    m.BATTLING: ((Context.ATTACKER, None), (Context.ATTACK_TARGET, None)),
    m.HELD: ((Context.HOST, None),),
    m.AFFECTED: ((Context.AFFECTED, None),),
    m.ANSWERED: ((Context.ANSWERED_CARD, Context.ANSWERED_CARD_IS_THE_SAME),),
}


def making(made: m.MadeFrom | m.ChooseMaterials) -> int:
    """The operand that says what makes a monster."""
    return int(made.recipe) | made.levels << 8


def condition_program(condition: m.Condition) -> Program:
    """The program that asks for a condition."""
    writer = Writer()
    writer.result(writer.condition(condition))
    return writer.finish()
