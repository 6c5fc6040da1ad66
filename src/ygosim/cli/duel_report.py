"""What `ygosim duel` prints: the numbers of a run or gauntlet, and the log of one duel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from ygosim.cli.common import print_table
from ygosim.cli.running import run_notes, shown_seed
from ygosim.duel import Duel
from ygosim.enums import EventKind
from ygosim.montecarlo import DuelsResult, GauntletResult, Proportion
from ygosim.records import END_WORDS, Event

__all__ = ["duel_json", "log_lines", "show_duels", "show_gauntlet", "show_log", "story_lines"]


_FIRST = {
    "alternate": "the decks took turns to go first",
    "lot": "who went first was drawn by lot",
    "a": "deck A always went first",
    "b": "deck B always went first",
}


def show_duels(result: DuelsResult) -> None:
    """Print the numbers of a run for people."""
    facts = result.facts
    rows: list[Sequence[object]] = [
        (
            f"{'AB'[deck]} {facts.decks[deck]}",
            facts.policies[deck],
            f"{result.wins[deck]:,}",
            result.win_rate(deck),
            _share(result.win_rate_when(deck, goes_first=True).rate),
            _share(result.win_rate_when(deck, goes_first=False).rate),
            result.lp(deck),
        )
        for deck in (0, 1)
    ]
    rows.append(("draws", "", f"{result.draws:,}", result.draw_rate, "", "", ""))
    if result.aborted:
        rows.append(("aborted", "", f"{result.aborted:,}", result.abort_rate, "", "", ""))
    asked = "" if result.duels == result.requested else f" of {result.requested:,} asked for"
    print_table(
        ("deck", "policy", "wins", "share of duels", "going first", "second", "LP at the end"),
        rows,
        title=f"{result.duels:,} duels{asked}",
    )
    click.echo()
    if result.tracked:
        show_tracked([("", result)])
    for line in _lines(result):
        click.echo(line)


def show_tracked(results: Sequence[tuple[str, DuelsResult]]) -> None:
    """Print how often and how soon tracked conditions held, of each named result."""
    rows = []
    for name, result in results:
        for each in result.tracked:
            quartiles = each.quartiles
            turns = "" if quartiles is None else " / ".join(map(str, quartiles))
            mean = "" if quartiles is None else str(each.turn)
            row = [each.expression, str(each.share), mean, turns]
            rows.append([name, *row] if name else row)
    columns = ["condition", "held in", "first in turn", "quartiles"]
    print_table(["duels", *columns] if results[0][0] else columns, rows)
    click.echo()


def show_gauntlet(result: GauntletResult) -> None:
    """Print who wins against whom, for people."""
    numbers = range(len(result.decks))
    each = max((pairing.duels for pairing in result.results.values()), default=0)
    print_table(
        ("won against", *result.decks),
        [
            (name, *(_cell(result.win_rate(deck, other)) for other in numbers))
            for deck, name in enumerate(result.decks)
        ],
        title=f"{result.duels:,} duels, {each:,} a pairing: percent won by the deck on the left",
    )
    click.echo()
    print_table(
        ("deck", "wins", "duels", "share of duels", "going first", "second"),
        [
            (
                name,
                f"{result.total(deck).successes:,}",
                f"{result.total(deck).trials:,}",
                result.total(deck),
                _share(result.total_when(deck, goes_first=True).rate),
                _share(result.total_when(deck, goes_first=False).rate),
            )
            for deck, name in enumerate(result.decks)
        ],
        title="against all others together",
    )
    click.echo()
    pairings = list(result.results.values())
    if not pairings:
        click.echo("interrupted before a duel was over")
        return
    if pairings[0].tracked:
        show_tracked([(" / ".join(pairing.facts.decks), pairing) for pairing in pairings])
    facts = replace(pairings[0].facts, seed=result.seed, blanked=result.blanked)
    click.echo(f"played by {facts.policies[0]}; {_FIRST[pairings[0].first]}")
    click.echo(f"in brackets: {result.confidence:.4g} intervals (Clopper-Pearson), each by itself")
    rate = f"{result.duels / result.seconds if result.seconds else 0:,.0f} duels/s"
    for line in shown_seed(facts, result.digest, result.seconds, pairings[0].threads, rate):
        click.echo(line)
    done = f"{result.duels:,} duels"
    for note in run_notes(facts, aborted=result.aborted, interrupted=result.interrupted, done=done):
        click.echo(f"note: {note}")


def _cell(rate: Proportion | None) -> str:
    if rate is None or rate.rate is None:
        return "-"
    low, high = rate.bounds
    return f"{100 * rate.rate:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def _lines(result: DuelsResult) -> Iterator[str]:
    first = _FIRST[result.first]
    advantage = result.first_player
    if advantage is not None:
        yield f"won by who went first: {advantage} of the duels that somebody won ({first})"
    else:
        yield f"{first}: this tells nothing about going first"
    for label, mean in (("turns", result.turns), ("decisions", result.decisions)):
        sums = mean.sums
        yield f"{label} a duel: {mean}, {sums.smallest} to {sums.largest}"
    causes = (f"{END_WORDS[cause]} {count:,}" for cause, count in result.causes.items())
    yield "ended by: " + "; ".join(causes)
    yield _intervals(result)
    yield from shown_seed(
        result.facts,
        result.digest,
        result.seconds,
        result.threads,
        f"{result.duels_per_second:,.0f} duels/s",
    )
    done = f"{result.duels:,} duels"
    for note in run_notes(
        result.facts, aborted=result.aborted, interrupted=result.interrupted, done=done
    ):
        yield f"note: {note}"


def _intervals(result: DuelsResult) -> str:
    text = f"in brackets: {result.confidence:.4g} intervals (Clopper-Pearson; means: normal)"
    if result.stop is None:
        return text
    state = "narrow enough" if result.stopped else "not narrow enough"
    return (
        f"{text}; looked at after 1000, 2000, 4000 ... duels, so that each is at "
        f"{result.interval_confidence:.6g}; half width {result.stop.half_width:g}: {state}"
    )


def _share(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.2%}"


# --- one duel ------------------------------------------------------------------------------


def show_log(duel: Duel, *, index: int, first: int, names: tuple[str, str], digest: str) -> None:
    """Print the log of a duel and its last position, for people."""
    click.echo(
        f"\nduel {index}: {'AB'[first]} ({names[first]}) goes first, "
        f"{'BA'[first]} ({names[1 - first]}) second; digest {digest}"
    )
    for line in log_lines(duel, first=first):
        click.echo(line)
    click.echo("\nthe last position:")
    click.echo(_by_deck(str(duel), first))


def duel_json(duel: Duel, *, index: int, first: int, digest: str) -> dict[str, Any]:
    """A duel played again, as plain values."""
    return {
        "duel": index,
        "first": "ab"[first],
        "digest": digest,
        "turns": duel.turn,
        "decisions": int(duel.state["decisions"]),
        "log": list(log_lines(duel, first=first)),
    }


def log_lines(duel: Duel, *, first: int) -> Iterator[str]:
    """What happened, as `story_lines` says it, with players called by their decks, A and B."""
    for line in story_lines(duel.log, lp=(duel.rules.starting_lp,) * 2):
        yield _by_deck(line, first)


def story_lines(events: Iterable[Event], *, lp: Sequence[int]) -> Iterator[str]:
    """What happened, a line each; turns stand left, phases in which nothing happened out.

    `lp` are the life points before.
    """
    left = list(lp)
    phase = ""
    for event in events:
        text = str(event)
        if event.kind is EventKind.PHASE_STARTED:
            phase = text
            continue
        if event.kind is EventKind.DAMAGE_CALCULATED:
            continue  # what follows from it is said
        if event.kind in _LEFT:
            phase = ""
            yield text
            continue
        if phase:
            yield f"  {phase}"
            phase = ""
        yield f"    {text}{_rest(event, left)}"


_LEFT = (EventKind.DUEL_STARTED, EventKind.TURN_STARTED, EventKind.DUEL_ENDED)


def _rest(event: Event, left: list[int]) -> str:
    if event.kind is not EventKind.DAMAGE_TAKEN:
        return ""
    left[event.player] = max(0, left[event.player] - event.value)
    return f", {left[event.player]} LP left"


def _by_deck(text: str, first: int) -> str:
    """The text with players called by their decks."""
    return re.sub(r"\bplayer ([01])\b", lambda found: "AB"[int(found[1]) ^ first], text)
