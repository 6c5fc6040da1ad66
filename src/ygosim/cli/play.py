"""`ygosim play`: a duel at the terminal, choice by choice."""

from __future__ import annotations

import difflib
import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from ygosim.cards.catalogue import Catalogue
from ygosim.cli.common import cards_option, load_deck, rules_option
from ygosim.cli.duel_report import story_lines
from ygosim.duel import Duel
from ygosim.enums import EventKind, Place
from ygosim.errors import (
    FileFormatError,
    IllegalMoveError,
    WordingError,
    YgosimError,
    shortened,
)
from ygosim.montecarlo.duels import SEED_MAX
from ygosim.policies import POLICIES, Player, player_of
from ygosim.position import Position
from ygosim.records import Event, Move
from ygosim.rules import Rules
from ygosim.scenario import position_of, read_scenario, write_scenario
from ygosim.scenario.checks import check_duel
from ygosim.scenario.running import begin, lines_at, next_line, take_lines, take_unsaid
from ygosim.scenario.scripts import Expectation, ScriptLine
from ygosim.template import Limits, Unsupported
from ygosim.views import board_text
from ygosim.wording import options, read_moves, refusals, words_of

__all__ = ["command"]

_HELP = """\
  3                      take option 3
  Set Gemini Elf         or say it in words; "Tribute A, B" chooses several cards
  (an empty line)        take the next line of the script, where there is one
  undo                   go back before your last choice
  why WORDS              why a choice is not legal, and by which rule
  board                  show the board and the options again
  log                    everything that has happened
  save FILE              write the start and all choices as a scenario
  quit                   end (so does the end of the input)"""


@click.command()
@click.argument("what", metavar="SCENARIO|DECK DECK", nargs=-1, required=True)
@rules_option(default=None)
@click.option(
    "--seed",
    type=click.IntRange(0, SEED_MAX),
    default=0,
    show_default=True,
    metavar="S",
    help="decides how decks are shuffled, and what a random policy does",
)
@click.option(
    "--policy",
    type=click.Choice(tuple(POLICIES)),
    help="who plays the other side, of which you then see only what you may (default: you)",
)
@click.option(
    "--side",
    type=click.IntRange(0, 1),
    default=0,
    show_default=True,
    help="the player you are, where a policy plays the other; player 0 goes first",
)
@click.option(
    "--unsupported",
    type=click.Choice(("refuse", "blank")),
    default="refuse",
    show_default=True,
    help="cards of decks whose effects are not known: refuse them, "
    "or play them as cards without effect",
)
@click.option("--no-check", is_flag=True, help="play decks that the format forbids")
@cards_option
def command(
    what: tuple[str, ...],
    rules: Rules | None,
    seed: int,
    policy: str | None,
    side: int,
    unsupported: Unsupported,
    no_check: bool,
    catalogue: Catalogue,
) -> int:
    """Play a duel at the terminal: from a scenario, or between two decks.

    The board and the numbered options are shown; answer with a number or with the words.
    `help` lists what else can be said. Choices are read from standard input, so a file of
    them can be piped in. The script of a scenario is offered line by line.
    """
    if len(what) > 2:
        raise click.UsageError("give one scenario or position, or two decks")
    if len(what) == 2:
        duel = Duel(
            (load_deck(what[0], catalogue), load_deck(what[1], catalogue)),
            rules or Rules.mr5,
            seed=seed,
            catalogue=catalogue,
            unsupported=unsupported,
            check_decks=not no_check,
            limits=Limits(automatic=False),
        )
        table = _Table(duel, position_of(duel, catalogue), unsupported=unsupported)
    else:
        if rules is not None:
            raise click.UsageError("--rules: a scenario names its own")
        scenario = read_scenario(what[0], catalogue)
        table = _Table(
            begin(scenario, catalogue),
            scenario.position,
            unsupported=scenario.unsupported,
            steps=scenario.steps,
        )
    if policy is not None:
        names = [card.name for card in table.duel.setup.definitions]
        table.seen_by = side
        table.other = player_of(POLICIES[policy], seed=seed, index=0, deck=1 - side, names=names)
    table.play()
    return 0


_DIGITS = 9  # of the number of an option
_ECHOED = 500  # characters of a line that is piped in


@dataclass(slots=True)
class _Table:
    """A duel that is played, and what is needed to go back and to save it."""

    duel: Duel
    position: Position  # the start
    unsupported: Unsupported
    steps: Sequence[ScriptLine | Expectation] = ()  # the script; empty when it has been left
    index: int = 0  # of the next step
    taken: list[tuple[int, str]] = field(default_factory=list)
    seen_by: int | None = None  # the player at the terminal; None: both
    other: Player | None = None
    before: list[tuple[Duel, Sequence[ScriptLine | Expectation], int, int]] = field(
        default_factory=list
    )
    start: Duel = field(init=False)
    told: int = 0  # events that have been shown
    checked: int = 0  # events before the last expectation

    def __post_init__(self) -> None:
        self.start = self.duel.copy()
        self.told = self.checked = len(self.duel.log)

    def play(self) -> None:
        """Read and take choices until the input ends."""
        stream = sys.stdin if sys.stdin is not None else io.StringIO()  # closed: an empty one
        self._go_on()
        while True:
            click.echo("> ", nl=False)
            try:
                line = stream.readline()
            except UnicodeDecodeError as error:
                raise FileFormatError(
                    "<standard input>", None, found=str(error), expected="choices in words"
                ) from None
            if not line:
                click.echo()
                return
            said = line.strip()
            if not stream.isatty():
                click.echo(shortened(said, _ECHOED))  # what is piped in, beside the answers
            if said.lower() in ("quit", "exit"):
                return
            try:
                self._answer(said)
            except (YgosimError, OSError) as error:
                click.echo(f"  {self._shown(error, said)}")

    def _answer(self, said: str) -> None:
        verb, _, rest = said.partition(" ")
        simple: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "board": self._show,
            "log": self._log,
            "help": lambda: click.echo(_HELP),
        }
        if not said:
            self._follow()
        elif said.lower() in simple:
            simple[said.lower()]()
        elif verb.lower() == "why":
            self._why(rest)
        elif verb.lower() == "save":
            self._save(rest)
        else:
            self._choose(said)

    # Taking choices ----------------------------------------------------------------------

    def _choose(self, said: str) -> None:
        player = self.duel.player
        if player is None:
            raise IllegalMoveError("the duel is over; say undo, log, save or quit")
        known = options(self.duel, seen_by=self.seen_by)
        if said.isdecimal():
            number = int(said) if len(said) <= _DIGITS else 0
            if not 1 <= number <= len(known):
                there = f"there is no option {shortened(said, _ECHOED)}"
                raise IllegalMoveError(f"{there}; there are {len(known)}")
            moves: tuple[Move, ...] = (list(known.values())[number - 1],)
        else:
            asked, colon, words = said.partition(":")
            if colon and asked == str(player):
                said = words.strip()
            moves = read_moves(self.duel, said)
        self._remember()
        self.steps, self.index = (), 0
        for move in moves:
            self.taken.append((player, words_of(self.duel, move)))
            self.duel.apply(move)
        self._go_on()

    def _follow(self) -> None:
        """Take the next line of the script."""
        if next_line(self.steps, self.index) is None:
            self._show()
            return
        self._remember()
        try:
            self._unsaid(ask=False)
            lines = lines_at(self.steps, self.index)
            count = take_lines(self.duel, lines)
        except YgosimError:
            self._undo(quiet=True)
            raise
        self.taken += [(line.player, str(line.choice)) for line in lines[:count]]
        self.index += count
        self._go_on()

    def _remember(self) -> None:
        self.before.append((self.duel.copy(), self.steps, self.index, len(self.taken)))

    def _undo(self, *, quiet: bool = False) -> None:
        if not self.before:
            raise IllegalMoveError("there is no choice to go back to")
        self.duel, self.steps, self.index, count = self.before.pop()
        del self.taken[count:]
        self.told = self.checked = len(self.duel.log)
        if not quiet:
            self._show()

    def _go_on(self) -> None:
        """Take what need not be asked, tell what happened, and show what is asked next."""
        self._unsaid(ask=True)
        while self.index < len(self.steps) and isinstance(self.steps[self.index], Expectation):
            self._expected(self.steps[self.index])  # type: ignore[arg-type]
            self.index += 1
        while self.other is not None and self.duel.player == 1 - (self.seen_by or 0):
            move = self.other.choose(self.duel.handle)
            legal = self.duel.legal()[self.duel.handle.legal().index(move)]
            self.taken.append((self.duel.player, words_of(self.duel, legal)))
            self.duel.apply(legal)
            self._unsaid(ask=True)
        self._tell()
        self._show()

    def _unsaid(self, *, ask: bool) -> None:
        line = next_line(self.steps, self.index)
        for taken in take_unsaid(self.duel, line, ask=ask):
            player, _, words = taken.partition(": ")
            self.taken.append((int(player), words))

    def _expected(self, step: Expectation) -> None:
        self._unsaid(ask=False)
        differences = check_duel(self.duel, step.checks, self.duel.log[self.checked :])
        self.checked = len(self.duel.log)
        for difference in differences:
            click.echo(f"  line {difference.line}: {difference}")
        if not differences:
            click.echo(f"  line {step.line}: as expected")

    # Showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        click.echo(board_text(self.duel, seen_by=self.seen_by))
        for number, words in enumerate(options(self.duel, seen_by=self.seen_by), 1):
            click.echo(f"  {number}) {words}")
        line = next_line(self.steps, self.index)
        if line is not None:
            click.echo(f"  script: {line}")

    def _tell(self) -> None:
        lp = list(self.duel.lp)
        events = self.duel.log[self.told :]
        for event in events:
            if event.kind is EventKind.DAMAGE_TAKEN:
                lp[event.player] += event.value
        for text in story_lines(self._seen(events), lp=lp):
            click.echo(text)
        self.told = len(self.duel.log)

    def _log(self) -> None:
        for text in story_lines(self._seen(self.duel.log), lp=self.start.lp):
            click.echo(text)

    def _seen(self, events: Sequence[Event]) -> list[Event]:
        """The events, without the names of cards that are hidden now."""
        if self.seen_by is None:
            return list(events)
        hidden = {
            view.number
            for place in Place
            for view in self.duel.cards(1 - self.seen_by, place)
            if place in (Place.HAND, Place.DECK) or not view.face_up
        }
        return [
            replace(
                event,
                name="a card" if event.card in hidden else event.name,
                other_name="a face-down monster" if event.other in hidden else event.other_name,
            )
            for event in events
        ]

    def _shown(self, error: Exception, said: str) -> str:
        if not isinstance(error, WordingError):
            return str(error)
        # Cards that come near may be hidden from the player; the options are not.
        words = said.removeprefix("why ")
        near = difflib.get_close_matches(words, options(self.duel, seen_by=self.seen_by), 3)
        return str(WordingError(error.problem, tuple(near)))

    def _why(self, words: str) -> None:
        texts = refusals(self.duel, words)
        for text in texts:
            click.echo(f"  {text}")
        if not texts:
            click.echo("  it is legal")

    def _save(self, path: str) -> None:
        if not path or "\0" in path:
            raise IllegalMoveError("say where to: save FILE")
        expect: dict[str, Any] = {"turn": self.duel.turn, "lp": list(self.duel.lp)}
        if self.duel.winner is not None:
            expect["winner"] = "draw" if self.duel.winner == 2 else self.duel.winner
        write_scenario(
            Path(path), self.position, self.taken, expect=expect, unsupported=self.unsupported
        )
        click.echo(f"  wrote {path}: {len(self.taken)} choices")
