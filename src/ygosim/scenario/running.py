"""Play a scenario: take what its script says, compare with what it expects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ygosim.cards.catalogue import Catalogue
from ygosim.duel import Duel
from ygosim.enums import DecisionKind, Phase
from ygosim.errors import IllegalMoveError, WordingError
from ygosim.scenario.checks import Difference, check_duel
from ygosim.scenario.scripts import Expectation, Scenario, ScriptLine
from ygosim.template import Limits
from ygosim.wording import DECLINING_KINDS, MANY, concerns, options, read_moves, words_of

__all__ = [
    "ScenarioResult",
    "begin",
    "lines_at",
    "next_line",
    "run_scenario",
    "take_lines",
    "take_unsaid",
]

_ALWAYS_SAID = (DecisionKind.MAIN_PHASE, DecisionKind.BATTLE_PHASE)


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario went: what was not as expected, and the duel where it stopped."""

    scenario: Scenario
    differences: tuple[Difference, ...]
    duel: Duel

    @property
    def agrees(self) -> bool:
        """Whether everything was as expected."""
        return not self.differences


def run_scenario(scenario: Scenario, catalogue: Catalogue | None = None) -> ScenarioResult:
    """Play a scenario to its end, or to the first choice that cannot be taken.

    Raises
    ------
    PositionError, UnsupportedCardError
        When its position cannot be played from.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from ygosim.scenario import read_scenario
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "scenario.yaml"
    ...     _ = path.write_text(
    ...         "players: [{hand: [Mokey Mokey]}, {lp: 300, deck: [Mokey Mokey]}]\\n"
    ...         "script:\\n"
    ...         "- 0: Normal Summon Mokey Mokey\\n"
    ...         "- 0: enter the Battle Phase\\n"
    ...         "- 0: attack with Mokey Mokey\\n"
    ...         "expect: {winner: 1}\\n"
    ...     )
    ...     result = run_scenario(read_scenario(path))
    >>> for difference in result.differences:
    ...     print(difference)
    winner: expected 1, found 0
    """
    duel = begin(scenario, catalogue)
    differences: list[Difference] = []
    seen = len(duel.log)  # events before the last expectation
    unsaid: list[str] = []
    index = 0
    while index < len(scenario.steps):
        step = scenario.steps[index]
        unsaid += take_unsaid(duel, next_line(scenario.steps, index))
        if isinstance(step, Expectation):
            differences += check_duel(duel, step.checks, duel.log[seen:])
            seen = len(duel.log)
            index += 1
            continue
        try:
            index += take_lines(duel, lines_at(scenario.steps, index))
            unsaid.clear()
        except (WordingError, IllegalMoveError) as error:
            found = str(error)
            if unsaid:
                found += f" (taken without asking before: {'; '.join(unsaid)})"
            if not duel.over:
                found += f"; player {duel.player} may: {', '.join(options(duel))}"
            differences.append(Difference(step.line, str(step), "a choice to take", found))
            break
    else:
        take_unsaid(duel, None)
    return ScenarioResult(scenario, tuple(differences), duel)


def begin(scenario: Scenario, catalogue: Catalogue | None = None) -> Duel:
    """The duel at the start of a scenario; it asks even what has one answer."""
    return Duel.from_position(
        scenario.position,
        catalogue=catalogue,
        unsupported=scenario.unsupported,
        # Single options are decisions, so that a script may say them; `take_unsaid` takes them.
        limits=Limits(automatic=False),
    )


def next_line(steps: Sequence[ScriptLine | Expectation], index: int) -> ScriptLine | None:
    """The first script line at or after an index."""
    return next((step for step in steps[index:] if isinstance(step, ScriptLine)), None)


def lines_at(steps: Sequence[ScriptLine | Expectation], index: int) -> list[ScriptLine]:
    """The lines from an index on that choose several cards together, or the one line."""
    first = steps[index]
    assert isinstance(first, ScriptLine)
    lines = [first]
    if first.choice.kinds & MANY:
        for step in steps[index + 1 :]:
            if not isinstance(step, ScriptLine) or step.player != first.player:
                break
            if step.choice.kinds != first.choice.kinds:
                break
            lines.append(step)
    return lines


def take_unsaid(duel: Duel, line: ScriptLine | None, *, ask: bool = False) -> tuple[str, ...]:
    """Take what need not be said, up to a decision that has to be, or that `line` is about.

    Passed is what may be, questions are answered with no, a choice that may end ends; a single
    option is taken; of zones the first that is free.  What is done in a main phase or Battle
    Phase, and its end, is always said.

    Parameters
    ----------
    line
        The next line of the script; None when there is none.
    ask
        True takes single options only, and asks for zones and what may be passed.

    Returns
    -------
    tuple
        What was taken, as script lines.
    """
    if line is not None and line.choice.until is not None:
        return ()  # taking it takes what is unsaid
    if line is not None and line.choice.passes:
        # A pass is said only so that a window is not used: without that window it says nothing.
        trial = duel.copy()
        _take_unsaid(trial, line, ask=ask)
        if trial.player != line.player or not concerns(trial, line.choice):
            return ()
    return tuple(_take_unsaid(duel, line, ask=ask))


def _take_unsaid(
    duel: Duel, line: ScriptLine | None, *, ask: bool, until: Phase | None = None
) -> list[str]:
    taken = []
    while not duel.over:
        moves = duel.legal()
        if until is not None and duel.phase is until:
            break
        if line is not None and line.player == duel.player and concerns(duel, line.choice):
            break
        single = len(moves) == 1 and duel.decision not in _ALWAYS_SAID
        first_will_do = single or (not ask and duel.decision is DecisionKind.ZONE)
        declining = [move for move in moves if move.kind in DECLINING_KINDS and not ask]
        if not declining and not first_will_do:
            break
        move = declining[0] if declining else moves[0]
        taken.append(f"{duel.player}: {words_of(duel, move)}")
        duel.apply(move)
    return taken


def take_lines(duel: Duel, lines: Sequence[ScriptLine]) -> int:
    """Take the first line, with those after it that choose cards together with it.

    Returns
    -------
    int
        How many lines were taken.

    Raises
    ------
    WordingError, IllegalMoveError
        When the first line cannot be taken; nothing has changed then.
    """
    first = lines[0]
    if first.choice.until is not None:
        _take_unsaid(duel, None, ask=False, until=first.choice.until)
        return 1
    if first.player != duel.player:
        if first.choice.passes:
            return 1  # nothing is asked of that player
        now = "over" if duel.over else f"at a choice of player {duel.player}"
        raise IllegalMoveError(f"player {first.player} is not asked: the duel is {now}")
    for count in range(len(lines), 1, -1):
        try:
            moves = read_moves(duel, *(line.choice for line in lines[:count]))
        except (WordingError, IllegalMoveError):
            continue
        break
    else:
        count = 1
        moves = read_moves(duel, first.choice)
    for move in moves:
        duel.apply(move)
    return count
