"""`ygosim hands`: the odds of hands."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cli.common import (
    confidence_option,
    json_option,
    load_catalogue,
    load_deck,
    rules_option,
)
from ygosim.cli.hands_report import Answers, Opponent, Report, show_csv, show_json, show_text
from ygosim.errors import PredicateError
from ygosim.expressions import Query, parse
from ygosim.hands import (
    SAMPLES,
    SEED,
    CardPool,
    HandStudy,
    Method,
    Seen,
    best_ratios,
    cards_seen,
    predicate_odds,
    read_roles,
    role_file_beside,
    role_from_text,
)
from ygosim.rules import Rules

__all__ = ["command"]

_QUERY_HELP = """
A query compares counts of cards:

\b
  "Garnet"                 copies of a card, by name or passcode
  starter                  cards with a role (see --role, --roles)
  type(Dragon) attribute(DARK) level(4) level(1..4) archetype(0xdd)
  a + b                    both counts; a card that is both counts twice
  deck("Garnet")           copies that stay in the deck
  >= <= == != > <          compare
  & | ! ( )                and, or, not
  distinct(a >= 1, b >= 1) needs met by different physical cards

\b
Examples:
  ygosim hands deck.ydk --want 'starter >= 1 & handtrap >= 1' --second
  ygosim hands deck.ydk --role 'starter=Snake-Eye Ash, Bonfire' \\
      --want 'distinct(starter >= 1, type(Spell) >= 1)' --sensitivity
  ygosim hands deck.ydk --want 'starter >= 1 & brick == 0' \\
      --vary starter=9..15 --vary brick=0..3 --deck-size 40..43
"""


@click.command(epilog=_QUERY_HELP)
@click.argument("deck", metavar="DECK")
@click.option(
    "--want",
    "wants",
    metavar="QUERY",
    multiple=True,
    help="a query; several are answered over the same hands, with their overlaps and union",
)
@click.option(
    "--count",
    "counts",
    metavar="COUNT",
    multiple=True,
    help='how many of something: the table and the mean, for example starter + "Garnet"',
)
@click.option(
    "--predicate",
    "predicates",
    metavar="FILE:NAME",
    multiple=True,
    help="your own function instead of a query: Python of a Hand, or Numba of passcodes; "
    "the file is run",
)
@click.option(
    "--role",
    "roles",
    metavar="NAME=CARDS",
    multiple=True,
    help='a role and its cards, separated by commas: starter="Bonfire, Snake-Eye Ash"',
)
@click.option(
    "--roles",
    "role_files",
    metavar="FILE",
    multiple=True,
    type=click.Path(dir_okay=False),
    help="a role file (YAML); without it, DECK's name with .yaml, if there is such a file",
)
@click.option("--second", is_flag=True, help="going second (default: first)")
@click.option("--either", is_flag=True, help="both, and their mean: the seat is drawn by lot")
@click.option(
    "--turn",
    type=click.IntRange(1, 100),
    help="cards seen by your own turn N, its draw included (default: 1)",
)
@click.option(
    "--played",
    type=click.IntRange(0, 100),
    default=0,
    help="cards that leave your hand each turn; matters where one draws up to 5 (rush): "
    "0, the default, is the least that you see, 5 the most",
)
@click.option(
    "--cards", type=click.IntRange(0), metavar="N", help="N cards seen, whatever the format"
)
@rules_option()
@click.option(
    "--sensitivity", is_flag=True, help="what one copy more or less of each card does to queries"
)
@click.option(
    "--vary",
    "ranges",
    metavar="NAME=LOW..HIGH",
    multiple=True,
    help="best ratios: the numbers of these cards that answer the one query most often",
)
@click.option("--deck-size", "deck_sizes", metavar="LOW..HIGH", help="deck sizes that --vary tries")
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="lists that --vary shows",
)
@click.option("--opponent", metavar="DECK", help="the opponent's list, for --opponent-want")
@click.option(
    "--opponent-want",
    "opponent_wants",
    metavar="QUERY",
    multiple=True,
    help="what the opponent opens, in the other seat (roles: a file beside their list)",
)
@click.option(
    "--method",
    type=click.Choice([method.value for method in Method]),
    default=Method.AUTO.value,
    show_default=True,
    help="auto is exact, or sampled where there are too many distinct hands",
)
@click.option(
    "--samples",
    type=click.IntRange(1, 10**12),
    help=f"hands drawn where sampled (default: {SAMPLES:,}; for --predicate fewer)",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=SEED,
    show_default=True,
    metavar="N",
    help="decides every sampled hand",
)
@confidence_option("a sampled interval")
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="threads that sample; they change nothing but the time",
)
@click.option(
    "--catalogue",
    "catalogue_files",
    metavar="FILE",
    multiple=True,
    help="your own cards over the shipped ones: a .cdb, or card .json",
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="print CSV, one number a line")
def command(**options: Any) -> None:
    """The odds of opening hands, and of the cards seen by a turn.

    Cards are drawn without replacement from the main deck, every set of cards equally
    likely.  Numbers are exact where that can be, else sampled with an interval.
    """
    _check_call(options)
    catalogue = load_catalogue(options["catalogue_files"])
    pool = _pool(options["deck"], options["role_files"], options["roles"], catalogue)
    study = HandStudy(pool)
    wants = [parse(text) for text in options["wants"]]
    predicates = [(text, _predicate(text)) for text in options["predicates"]]
    seats = [False, True] if options["either"] else [options["second"]]
    report = Report(
        pool=pool,
        rules=options["rules"],
        wants=tuple(wants),
        answers=tuple(
            _answers(study, wants, predicates, options, second=second) for second in seats
        ),
        opponent=_opponent(options, catalogue),
    )
    if options["as_json"]:
        show_json(report)
    elif options["as_csv"]:
        show_csv(report)
    else:
        show_text(report)


def _check_call(options: dict[str, Any]) -> None:
    """Refuse options that say nothing, or contradict each other."""
    asked = ("wants", "counts", "predicates", "opponent_wants")
    if not any(options[name] for name in asked):
        raise click.UsageError(
            "nothing is asked; give --want QUERY, --count COUNT or --predicate FILE:NAME"
        )
    if options["as_json"] and options["as_csv"]:
        raise click.UsageError("--json and --csv: choose one")
    if options["second"] and options["either"]:
        raise click.UsageError("--second and --either: choose one")
    if options["cards"] is not None:
        for name in ("second", "either", "turn"):
            if options[name]:
                raise click.UsageError(f"--cards says how many cards; --{name} would too")
    if options["ranges"] and len(options["wants"]) != 1:
        raise click.UsageError("--vary maximises one query: give exactly one --want")
    if options["deck_sizes"] and not options["ranges"]:
        raise click.UsageError("--deck-size says what --vary tries; give --vary NAME=LOW..HIGH")
    if options["sensitivity"] and not options["wants"]:
        raise click.UsageError("--sensitivity is about queries: give --want QUERY")
    if bool(options["opponent"]) != bool(options["opponent_wants"]):
        raise click.UsageError("--opponent DECK and --opponent-want QUERY belong together")


def _pool(
    text: str, role_files: Iterable[str], roles: Iterable[str], catalogue: Catalogue
) -> CardPool:
    """The deck of an argument with all its roles."""
    deck = load_deck(text, catalogue)
    pool = CardPool.from_deck(deck, catalogue)
    files = [Path(file) for file in role_files] or _files_beside(deck)
    for file in files:
        pool = read_roles(file, pool)
    for role in roles:
        name, equals, cards = role.partition("=")
        if not equals:
            raise click.BadParameter(
                f'{role!r} is no role; write starter="Card A, Card B"', param_hint="--role"
            )
        pool = role_from_text(name.strip(), cards, pool)
    return pool


def _files_beside(deck: Deck) -> list[Path]:
    beside = role_file_beside(deck.path) if deck.path else None
    return [] if beside is None else [beside]


def _range(text: str, option: str) -> tuple[int, int]:
    """The bounds of LOW..HIGH, or of a single number."""
    found = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:(?:\.\.|-|–)\s*([0-9]{1,4})\s*)?", text)
    if not found:
        raise click.BadParameter(f"{text!r} is no range; write 9..15, or 9", param_hint=option)
    low = int(found[1])
    high = int(found[2] or low)
    if high < low:
        raise click.BadParameter(f"{text!r} ends below its start", param_hint=option)
    return low, high


def _ranges(texts: Iterable[str]) -> dict[str, tuple[int, int]]:
    ranges = {}
    for text in texts:
        name, equals, bounds = text.rpartition("=")
        if not equals or not name.strip():
            raise click.BadParameter(
                f"{text!r} names no cards; write starter=9..15", param_hint="--vary"
            )
        if name.strip() in ranges:
            raise click.BadParameter(f"{name.strip()} is varied twice", param_hint="--vary")
        ranges[name.strip()] = _range(bounds, "--vary")
    return ranges


def _predicate(text: str) -> Callable[[Any], Any]:
    """The function of FILE:NAME."""
    file, colon, name = text.rpartition(":")
    if not colon or not Path(file).is_file():
        raise click.BadParameter(
            f"{text!r}: FILE:NAME expected, a Python file and a function in it",
            param_hint="--predicate",
        )
    try:
        functions = runpy.run_path(file)
    except Exception as error:
        raise PredicateError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    if not callable(functions.get(name)):
        raise click.BadParameter(
            f"there is no function {name!r} in {file}", param_hint="--predicate"
        )
    function: Callable[[Any], Any] = functions[name]
    return function


def _seen(options: dict[str, Any], *, second: bool) -> Seen:
    rules: Rules = options["rules"]
    return cards_seen(rules, second=second, turn=options["turn"] or 1, played=options["played"])


def _sampling(options: dict[str, Any]) -> dict[str, Any]:
    return {
        "method": options["method"],
        "seed": options["seed"],
        "confidence": options["confidence"],
    }


def _answers(
    study: HandStudy,
    wants: list[Query],
    predicates: list[tuple[str, Callable[[Any], Any]]],
    options: dict[str, Any],
    *,
    second: bool,
) -> Answers:
    """Everything asked about one seat."""
    seen = None if options["cards"] is not None else _seen(options, second=second)
    hand_size = options["cards"] if seen is None else seen.hand_size
    study.check_hand_size(hand_size)
    sampling = _sampling(options)
    samples = options["samples"] or SAMPLES
    ratios = None
    if options["ranges"]:
        sizes = options["deck_sizes"]
        ratios = best_ratios(
            study.pool,
            wants[0],
            _ranges(options["ranges"]),
            hand_size=hand_size,
            deck_sizes=_range(sizes, "--deck-size") if sizes else None,
            top=options["top"],
        )
    return Answers(
        seen=seen,
        hand_size=hand_size,
        odds=study.odds(
            *wants,
            hand_size=hand_size,
            samples=samples,
            threads=options["threads"],
            **sampling,
        )
        if wants
        else None,
        predicates=tuple(
            predicate_odds(
                study.pool,
                function,
                hand_size=hand_size,
                samples=options["samples"],
                want=text,
                **sampling,
            )
            for text, function in predicates
        ),
        tables=tuple(study.table(count, hand_size=hand_size) for count in options["counts"]),
        changes=tuple(
            study.sensitivity(want, hand_size=hand_size, samples=samples, **sampling)
            for want in wants
        )
        if options["sensitivity"]
        else (),
        ratios=ratios,
        seed=options["seed"],
    )


def _opponent(options: dict[str, Any], catalogue: Catalogue) -> Opponent | None:
    """What the opponent opens: in the other seat, or in both when the seats are."""
    if not options["opponent"]:
        return None
    pool = _pool(options["opponent"], (), (), catalogue)
    study = HandStudy(pool)
    wants = [parse(text) for text in options["opponent_wants"]]
    seats = [True, False] if options["either"] else [not options["second"]]
    answers = []
    for second in seats:
        seen = _seen(options, second=second)
        odds = study.odds(
            *wants,
            hand_size=seen.hand_size,
            samples=options["samples"] or SAMPLES,
            threads=options["threads"],
            **_sampling(options),
        )
        answers.append(Answers(seen, seen.hand_size, odds, seed=options["seed"]))
    return Opponent(pool, tuple(wants), tuple(answers))
