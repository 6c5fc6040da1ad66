"""What `ygosim duel` and `ygosim match` share: options, progress, and notes beside numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ygosim import __version__
from ygosim.cards.deck import Deck
from ygosim.cli.common import (
    cards_option,
    confidence_option,
    json_option,
    list_option,
    load_deck,
    rules_option,
)
from ygosim.montecarlo.counting import THREADS_MAX, Progress
from ygosim.montecarlo.duels import SEED_MAX
from ygosim.montecarlo.results import RunFacts
from ygosim.policies import POLICIES
from ygosim.template import Limits

__all__ = ["Asked", "asked", "play_options", "progress", "run_notes", "run_options", "shown_seed"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

INTERRUPTED = 130
"""Exit status after Ctrl-C."""


def cores() -> int:
    """How many cores this process may use."""
    try:
        return min(len(os.sched_getaffinity(0)), THREADS_MAX)
    except AttributeError:  # not on every system
        return min(os.cpu_count() or 1, THREADS_MAX)


def run_options(command: _Command) -> _Command:
    """The arguments DECK_A and DECK_B, and the options that say who plays and how."""
    for name in ("deck_b", "deck_a"):
        command = click.argument(name, metavar=name.upper())(command)
    return play_options(command)


def play_options(command: _Command) -> _Command:
    """The options that say who plays and how."""
    policy = click.Choice(tuple(POLICIES))
    for option in reversed(
        (
            rules_option(),
            click.option(
                "--policy",
                "policies",
                type=policy,
                multiple=True,
                help="who plays: both decks, or given twice, deck A and deck B (default: random)",
            ),
            click.option("--policy-a", type=policy, help="who plays deck A"),
            click.option("--policy-b", type=policy, help="who plays deck B"),
            click.option(
                "--seed",
                type=click.IntRange(0, SEED_MAX),
                default=0,
                show_default=True,
                metavar="S",
                help="decides all chance; any number of 64 bits",
            ),
            click.option(
                "--threads",
                type=click.IntRange(1, THREADS_MAX),
                metavar="T",
                help="threads that play; they change nothing but the time (default: one per core)",
            ),
            click.option(
                "--turn-limit",
                type=click.IntRange(0, 65535),
                default=0,
                show_default=True,
                metavar="N",
                help="abort a duel before a turn past the N-th; 0 is no limit",
            ),
            click.option(
                "--unsupported",
                type=click.Choice(("refuse", "blank")),
                default="refuse",
                show_default=True,
                help="cards whose effects are not known: refuse them, "
                "or play them as cards without effect",
            ),
            list_option,
            click.option(
                "--no-check", is_flag=True, help="play decks that the format or list forbids"
            ),
            cards_option,
            confidence_option("an interval"),
            json_option,
        )
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Asked:
    """The shared options, as the studies take them."""

    decks: tuple[Deck, ...]
    keywords: dict[str, Any]  # of DuelRun and MatchRun alike
    threads: int
    confidence: float


def asked(options: dict[str, Any], decks: Sequence[str | Path] | None = None) -> Asked:
    """Read the decks and gather the shared options.

    Parameters
    ----------
    options
        What click has read.
    decks
        Where the decks are, as `load_deck` takes them; None: DECK_A and DECK_B.

    Raises
    ------
    click.UsageError
        For policies that contradict each other.
    FileFormatError, OSError
        For a deck that cannot be read.
    """
    policies = _policies(options)
    catalogue = options["catalogue"]
    if decks is None:
        decks = (options["deck_a"], options["deck_b"])
    return Asked(
        decks=tuple(load_deck(str(deck), catalogue) for deck in decks),
        keywords={
            "rules": options["rules"],
            "policies": policies,
            "seed": options["seed"],
            "limits": Limits(turns=options["turn_limit"]),
            "unsupported": options["unsupported"],
            "check_decks": not options["no_check"],
            "banlist": options["banlist"],
            "catalogue": catalogue,
        },
        threads=options["threads"] or cores(),
        confidence=options["confidence"],
    )


def _policies(options: dict[str, Any]) -> tuple[str, str]:
    given = options["policies"]
    if len(given) > 2:
        raise click.UsageError("--policy: once for both decks, or twice for deck A and deck B")
    if len(given) == 2 and (options["policy_a"] or options["policy_b"]):
        raise click.UsageError(
            "--policy twice says who plays each deck; --policy-a or -b would too"
        )
    both = (given or ("random",)) * 2
    return options["policy_a"] or both[0], options["policy_b"] or both[1]


@contextmanager
def progress(label: str) -> Iterator[Progress | None]:
    """A bar on a terminal (standard error), which goes when the work is done; else None."""
    from rich.console import Console

    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(label)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def run_notes(facts: RunFacts, *, aborted: int, interrupted: bool, done: str) -> list[str]:
    """What a reader must know beside the numbers."""
    notes = []
    if interrupted:
        notes.append(f"interrupted: these are the first {done} of the run")
    if facts.blanked:
        notes.append(
            f"{len(facts.blanked)} cards were played without their effects: "
            + ", ".join(facts.blanked)
        )
    if not facts.checked:
        notes.append("the decks were not checked against the format and the list")
    elif facts.banlist is None:
        notes.append("no forbidden and limited list was checked (--list names one)")
    if aborted:
        limits = f"{facts.limits.decisions_per_turn} decisions in a turn"
        if facts.limits.turns:
            limits = f"{facts.limits.turns} turns or " + limits
        notes.append(f"{aborted:,} aborted at the limit of {limits}: nobody won them")
    return notes


def shown_seed(facts: RunFacts, digest: str, seconds: float, threads: int, rate: str) -> list[str]:
    """What gives the same numbers again, and how fast they came."""
    against = facts.rules.name if facts.banlist is None else f"{facts.rules.name}, {facts.banlist}"
    return [
        f"rules {against}; seed {facts.seed}; digest {digest}; ygosim {__version__}",
        f"{seconds:.2f} s on {threads} thread{'s' * (threads > 1)}: {rate}",
    ]
