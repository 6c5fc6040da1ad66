"""What `ygosim hands` prints: text with its definitions, JSON, CSV."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from ygosim import __version__
from ygosim.cli.common import print_json, print_table
from ygosim.expressions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Distinct,
    Not,
    Query,
    Sum,
    Term,
    terms,
)
from ygosim.hands import CardPool, Change, CountTable, Estimate, Odds, Ratios, Seen
from ygosim.rules import Rules

__all__ = ["Answers", "Opponent", "Report", "show_csv", "show_json", "show_text"]

_DISTINCT = (
    "distinct(…): all its needs are met at once by different physical cards; a card that "
    "fills two of them stands for one."
)


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything asked about the hands of one seat."""

    seen: Seen | None  # None: the number of cards was given
    hand_size: int
    odds: Odds | None
    predicates: tuple[Estimate, ...] = ()
    tables: tuple[CountTable, ...] = ()
    changes: tuple[tuple[Change, ...], ...] = ()  # one per query
    ratios: Ratios | None = None
    seed: int = 0

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The queries, then the predicates."""
        return (*(self.odds.estimates if self.odds else ()), *self.predicates)

    @property
    def going(self) -> str:
        """Which seat, "" where only a number of cards was given."""
        if self.seen is None:
            return ""
        return "second" if self.seen.second else "first"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The opponent's list, and what they open."""

    pool: CardPool
    wants: tuple[Query, ...]
    answers: tuple[Answers, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one call was asked."""

    pool: CardPool
    rules: Rules
    wants: tuple[Query, ...]
    answers: tuple[Answers, ...]  # one, or first and second
    opponent: Opponent | None


# --- what the numbers mean ----------------------------------------------------------------


def _names(pool: CardPool, wants: Sequence[Query]) -> dict[Term, frozenset[int]]:
    """Every name in the queries with its cards, in the order of appearance."""
    names: dict[Term, frozenset[int]] = {}
    for want in wants:
        names |= want.resolve(pool.members)
    return names


def _copies(pool: CardPool, cards: frozenset[int]) -> int:
    return sum(pool.cards[i].copies for i in cards)


def _parts(node: Condition) -> Iterator[Condition]:
    yield node
    match node:
        case Not(part):
            yield from _parts(part)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from _parts(part)


def _definitions(pool: CardPool, wants: Sequence[Query]) -> list[str]:
    """What a reader must know beside the numbers of these queries."""
    said: dict[str, None] = {}  # a set that keeps its order
    names = _names(pool, wants)
    for term, cards in names.items():
        if not cards:
            said[f"{term}: no card of the deck"] = None
    for want in wants:
        for part in _parts(want.condition):
            if isinstance(part, Distinct):
                said[_DISTINCT] = None
            if not isinstance(part, Comparison):
                continue
            for side in (part.left, part.right):
                if not isinstance(side, Sum):
                    continue
                inside = list(terms(side))
                twice = {
                    i
                    for at, term in enumerate(inside)
                    for other in inside[at + 1 :]
                    for i in names[term] & names[other]
                }
                if twice:
                    cards_named = ", ".join(pool.cards[i].name for i in sorted(twice))
                    said[f"{side}: counts more than once: {cards_named}"] = None
    return list(said)


def _drawn(answers: Answers, report: Report) -> str:
    if answers.seen is None:
        return f"{answers.hand_size} cards seen"
    text = f"{answers.seen} ({report.rules.name})"
    if report.rules.draw_up_to:
        text += (
            f"; draws up to {report.rules.draw_up_to} in hand, at least "
            f"{report.rules.draw_count}, with {answers.seen.played} cards leaving the hand "
            "each turn (--played)"
        )
    return text


def _method(estimates: Sequence[Estimate], seed: int) -> list[str]:
    lines = []
    exact = next((each for each in estimates if each.exact), None)
    if exact is not None:
        lines.append(f"exact: all {exact.trials:,} sets of cards counted")
    sampled = next((each for each in estimates if not each.exact), None)
    if sampled is not None:
        lines.append(
            f"sampled: {sampled.trials:,} hands, seed {seed}; {sampled.confidence:.6g} "
            f"intervals of {sampled.method}"
        )
    return lines


def _by_lot(report: Report) -> list[Estimate]:
    """The mean over both seats."""
    first, second = report.answers
    return [
        Estimate(
            want=a.want,
            probability=(a.probability + b.probability) / 2,
            # The mean lies in this interval at least as often as both lie in theirs.
            low=(a.low + b.low) / 2,
            high=(a.high + b.high) / 2,
            exact=a.exact and b.exact,
            method=a.method if a.method == b.method else f"{a.method}, {b.method}",
            hits=a.hits + b.hits,
            trials=a.trials + b.trials,
            fraction=None
            if a.fraction is None or b.fraction is None
            else (a.fraction + b.fraction) / 2,
            confidence=a.confidence or b.confidence,
        )
        for a, b in zip(first.estimates, second.estimates, strict=True)
    ]


# --- text ---------------------------------------------------------------------------------


def _percent(value: float) -> str:
    return f"{value:.4%}"


def _interval(estimate: Estimate) -> str:
    if estimate.exact:
        return "exact"
    return f"{_percent(estimate.low)} to {_percent(estimate.high)}"


def show_text(report: Report) -> None:
    """Print everything for people, definitions beside the numbers."""
    pool = report.pool
    click.echo(f"{pool.name}: {pool.size} cards in the main deck (ygosim {__version__})")
    for note in pool.notes:
        click.echo(f"note: {note}")
    names = _names(pool, report.wants)
    if names:
        rows = [
            (
                str(term),
                _copies(pool, cards),
                ", ".join(f"{pool.cards[i].copies} {pool.cards[i].name}" for i in sorted(cards)),
            )
            for term, cards in names.items()
        ]
        print_table(("name", "copies", "cards"), rows)
    for answers in report.answers:
        _show_answers(report, answers)
    if len(report.answers) == 2:
        click.echo("\nseat by lot: the mean of going first and going second")
        _show_estimates(_by_lot(report))
    for line in _definitions(pool, report.wants):
        click.echo(f"note: {line}")
    if report.opponent is not None:
        _show_opponent(report, report.opponent)


def _show_estimates(estimates: Sequence[Estimate]) -> None:
    rows = [
        (number, each.want, _percent(each.probability), _interval(each))
        for number, each in enumerate(estimates, start=1)
    ]
    print_table(("", "want", "probability", "interval"), rows)


def _show_answers(report: Report, answers: Answers) -> None:
    click.echo(f"\n{_drawn(answers, report)}")
    estimates = answers.estimates
    if estimates:
        _show_estimates(estimates)
    odds = answers.odds
    if odds is not None and len(odds.wants) > 1:
        rows = [(f"{a + 1} and {b + 1}", each) for a, b, each in odds.overlaps]
        rows += [("at least one", odds.any_of_them), ("none", odds.none_of_them)]
        print_table(
            ("of these queries", "probability", "interval"),
            [(name, _percent(each.probability), _interval(each)) for name, each in rows],
        )
    for line in _method(estimates, answers.seed):
        click.echo(line)
    for table in answers.tables:
        click.echo(f"\nhow many of {table.count}: {float(table.expected):.4f} on average, exact")
        print_table(
            ("number", "exactly", "at least"),
            [
                (value, _percent(float(p)), _percent(float(table.at_least(value))))
                for value, p in table.probabilities.items()
            ],
        )
    for want, changes in zip(report.wants, answers.changes, strict=False):
        _show_changes(want, changes)
    if answers.ratios is not None:
        _show_ratios(answers.ratios)


def _show_changes(want: Query, changes: Sequence[Change]) -> None:
    how = "in exchange with a card that fills nothing"
    if not all(change.swapped for change in changes):
        how = "the deck grows or shrinks by it"
    click.echo(f"\none copy less or more for {want.text.strip()} ({how}):")
    rows = [
        (
            " / ".join(change.cards),
            change.copies,
            None if change.minus is None else _percent(change.minus.probability),
            None if change.plus is None else _percent(change.plus.probability),
        )
        for change in changes
    ]
    print_table(("one of", "copies", "one less", "one more"), rows)


def _show_ratios(ratios: Ratios) -> None:
    click.echo(
        f"\nbest of {ratios.candidates:,} lists for {ratios.want}, hands of "
        f"{ratios.hand_size}, exact; {ratios.ties} share{'s' * (ratios.ties == 1)} the first place"
    )
    if ratios.fixed:
        kept = ", ".join(f"{copies} {name}" for name, copies in ratios.fixed.items())
        click.echo(f"kept as in the deck: {kept}")
    kinds = list(ratios.rows[0].copies)
    print_table(
        ("probability", *kinds, "other cards", "deck"),
        [
            (_percent(row.estimate.probability), *row.copies.values(), row.rest, row.deck_size)
            for row in ratios.rows
        ],
    )


def _show_opponent(report: Report, opponent: Opponent) -> None:
    click.echo(f"\nopponent: {opponent.pool.name}, {opponent.pool.size} cards in the main deck")
    for note in opponent.pool.notes:
        click.echo(f"note: {note}")
    for answers in opponent.answers:
        click.echo(_drawn(answers, report))
        _show_estimates(answers.estimates)
        for line in _method(answers.estimates, answers.seed):
            click.echo(line)
    for line in _definitions(opponent.pool, opponent.wants):
        click.echo(f"note: {line}")


# --- JSON ---------------------------------------------------------------------------------


def _estimate_json(estimate: Estimate) -> dict[str, Any]:
    fraction = estimate.fraction
    return {
        "want": estimate.want,
        "probability": estimate.probability,
        "exact": estimate.exact,
        "low": estimate.low,
        "high": estimate.high,
        "method": estimate.method,
        "confidence": estimate.confidence,
        "hits": estimate.hits,
        "trials": estimate.trials,
        "fraction": None if fraction is None else f"{fraction.numerator}/{fraction.denominator}",
    }


def _answers_json(report: Report, answers: Answers) -> dict[str, Any]:
    seen, odds = answers.seen, answers.odds
    value: dict[str, Any] = {
        "going": answers.going or None,
        "hand_size": answers.hand_size,
        "opening_hand": None if seen is None else seen.opening_hand,
        "draws": None if seen is None else list(seen.draws),
        "queries": [_estimate_json(each) for each in answers.estimates],
    }
    if odds is not None and len(odds.wants) > 1:
        value["overlaps"] = [
            {"queries": [a, b], **_estimate_json(each)} for a, b, each in odds.overlaps
        ]
        value["union"] = _estimate_json(odds.any_of_them)
        value["none"] = _estimate_json(odds.none_of_them)
    if answers.tables:
        value["counts"] = [_table_json(table) for table in answers.tables]
    if answers.changes:
        value["sensitivity"] = [
            {"want": want.text.strip(), "changes": [_change_json(each) for each in changes]}
            for want, changes in zip(report.wants, answers.changes, strict=True)
        ]
    if answers.ratios is not None:
        value["ratios"] = _ratios_json(answers.ratios)
    return value


def _table_json(table: CountTable) -> dict[str, Any]:
    return {
        "count": table.count,
        "expected": float(table.expected),
        "exact": True,
        "table": [
            {
                "number": value,
                "probability": float(p),
                "at_least": float(table.at_least(value)),
            }
            for value, p in table.probabilities.items()
        ],
    }


def _change_json(change: Change) -> dict[str, Any]:
    return {
        "cards": list(change.cards),
        "copies": change.copies,
        "minus": None if change.minus is None else _estimate_json(change.minus),
        "plus": None if change.plus is None else _estimate_json(change.plus),
        "swapped": change.swapped,
    }


def _ratios_json(ratios: Ratios) -> dict[str, Any]:
    return {
        "want": ratios.want,
        "candidates": ratios.candidates,
        "ties": ratios.ties,
        "fixed": dict(ratios.fixed),
        "rows": [
            {
                "copies": dict(row.copies),
                "rest": row.rest,
                "deck_size": row.deck_size,
                **_estimate_json(row.estimate),
            }
            for row in ratios.rows
        ],
    }


def _sampled_seed(answers: Answers) -> int | None:
    return None if all(each.exact for each in answers.estimates) else answers.seed


def show_json(report: Report) -> None:
    """Print everything for programs."""
    pool, first = report.pool, report.answers[0]
    value: dict[str, Any] = {
        "version": __version__,
        "deck": pool.name,
        "deck_size": pool.size,
        "rules": report.rules.name,
        "seed": _sampled_seed(first),
        **_answers_json(report, first),
    }
    if len(report.answers) == 2:
        value["second"] = _answers_json(report, report.answers[1])
        value["either"] = [_estimate_json(each) for each in _by_lot(report)]
    value["names"] = [
        {
            "name": str(term),
            "copies": _copies(pool, cards),
            "cards": {pool.cards[i].name: pool.cards[i].copies for i in sorted(cards)},
        }
        for term, cards in _names(pool, report.wants).items()
    ]
    value["notes"] = [*pool.notes, *_definitions(pool, report.wants)]
    if report.opponent is not None:
        opponent = report.opponent
        value["opponent"] = {
            "deck": opponent.pool.name,
            "deck_size": opponent.pool.size,
            "notes": [*opponent.pool.notes, *_definitions(opponent.pool, opponent.wants)],
            "hands": [_answers_json(report, each) for each in opponent.answers],
        }
    print_json(value)


# --- CSV ----------------------------------------------------------------------------------

_COLUMNS = (
    "kind",
    "want",
    "probability",
    "low",
    "high",
    "exact",
    "method",
    "confidence",
    "going",
    "hand_size",
    "deck",
    "deck_size",
    "rules",
    "seed",
    "version",
)


def show_csv(report: Report) -> None:
    """Print every number on a line of its own."""
    # Not universal newlines of the terminal, but the line ends that the format has here.
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_COLUMNS)

    def row(kind: str, estimate: Estimate, answers: Answers, pool: CardPool, size: int) -> None:
        seed = None if estimate.exact else answers.seed
        writer.writerow(
            (
                kind,
                estimate.want,
                repr(estimate.probability),
                repr(estimate.low),
                repr(estimate.high),
                str(estimate.exact).lower(),
                estimate.method,
                estimate.confidence,
                answers.going,
                answers.hand_size,
                pool.name,
                size,
                report.rules.name,
                seed,
                __version__,
            )
        )

    pool = report.pool
    for answers in report.answers:
        for kind, estimate, size in _numbers(report, answers):
            row(kind, estimate, answers, pool, size)
    if len(report.answers) == 2:
        for estimate in _by_lot(report):
            row("either", estimate, Answers(None, 0, None, seed=answers.seed), pool, pool.size)
    if report.opponent is not None:
        other = report.opponent
        for answers in other.answers:
            for estimate in answers.estimates:
                row("opponent", estimate, answers, other.pool, other.pool.size)


def _numbers(report: Report, answers: Answers) -> Iterator[tuple[str, Estimate, int]]:
    """Every number of one seat with its kind and the size of the deck."""
    size = report.pool.size
    odds = answers.odds
    for estimate in answers.odds.estimates if answers.odds else ():
        yield "query", estimate, size
    for estimate in answers.predicates:
        yield "predicate", estimate, size
    if odds is not None and len(odds.wants) > 1:
        for _, _, estimate in odds.overlaps:
            yield "overlap", estimate, size
        yield "union", odds.any_of_them, size
        yield "none", odds.none_of_them, size
    for table in answers.tables:
        yield "mean", _exact(table.count, float(table.expected)), size
        for value, p in table.probabilities.items():
            yield "count", _exact(f"{table.count} == {value}", float(p)), size
    for want, changes in zip(report.wants, answers.changes, strict=False):
        for change in changes:
            cards = " / ".join(change.cards)
            for step, result in (("-1", change.minus), ("+1", change.plus)):
                if result is not None:
                    text = f"{want.text.strip()} [{step} {cards}]"
                    yield "sensitivity", replace(result, want=text), size
    if answers.ratios is not None:
        for row in answers.ratios.rows:
            copies = " ".join(f"{name}={number}" for name, number in row.copies.items())
            text = f"{answers.ratios.want} [{copies}]"
            yield "ratio", replace(row.estimate, want=text), row.deck_size


def _exact(want: str, value: float) -> Estimate:
    return Estimate(
        want=want,
        probability=value,
        low=value,
        high=value,
        exact=True,
        method="exact",
        hits=0,
        trials=0,
    )
