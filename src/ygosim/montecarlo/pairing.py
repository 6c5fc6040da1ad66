"""Two decks made ready to play each other, and the playing of some duels of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ygosim._core.engine import DuelHandle
from ygosim._core.runner import RESULT_DTYPE, duel_result, lots, play
from ygosim._core.track import Tracker
from ygosim.callbacks import reported
from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.deck_check import deck_faults
from ygosim.duel import Duel
from ygosim.errors import DeckError, check_whole
from ygosim.montecarlo.tracking import Tracking
from ygosim.policies import Policy, play_with, player_of
from ygosim.rules import Rules
from ygosim.template import DuelSetup, Limits, Unsupported, setup_from_decks

__all__ = ["First", "Pairing", "check_all", "check_whole", "firsts_of"]

First = Literal["alternate", "lot", "a", "b"]
"""Who goes first: deck A in even duels and B in odd ones, by lot, always A, always B."""

Decks = tuple[Deck, Deck]


def check_first(first: str) -> None:
    """Refuse what says no one to go first."""
    if first not in get_args(First):
        raise ValueError(f"first is {first!r}; it must be one of {', '.join(get_args(First))}")


def check_all(
    decks: Sequence[Deck], rules: Rules, banlist: BanList | None, catalogue: Catalogue
) -> None:
    """Refuse illegal decks, naming every fault of each.

    Raises
    ------
    DeckError
        Of the one that is at fault, or of all that are together.
    """
    different = [deck for number, deck in enumerate(decks) if deck not in decks[:number]]
    checked = [(deck, deck_faults(deck, rules, banlist, catalogue)) for deck in different]
    faulty = [(deck.name, found) for deck, found in checked if found]
    if len(faulty) == 1:
        ((name, found),) = faulty
        raise DeckError(name, tuple(map(str, found)))
    if faulty:
        listed = tuple(f"{name}: {fault}" for name, found in faulty for fault in found)
        raise DeckError("' and '".join(name for name, _ in faulty), listed)


def firsts_of(first: First, seed: int, indices: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """The deck, 0 or 1, that goes first in each of these duels of a run.

    Examples
    --------
    >>> firsts_of("alternate", 1, np.arange(4, dtype=np.uint64)).tolist()
    [0, 1, 0, 1]
    """
    if first == "alternate":
        return (indices & np.uint64(1)).astype(np.uint8)
    if first == "lot":
        return lots(seed, indices)
    return np.full(len(indices), int(first == "b"), dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two decks and who plays them, ready.

    `setups[d]` is that of duels in which deck d goes first, `trackers[d]` what is tracked in
    them.
    """

    setups: tuple[DuelSetup, DuelSetup]
    policies: tuple[Policy, Policy]
    trackers: tuple[Tracker, Tracker] | None = None

    @classmethod
    def of(
        cls,
        when_first: tuple[Decks, Decks],
        rules: Rules,
        policies: tuple[Policy, Policy],
        *,
        catalogue: Catalogue,
        unsupported: Unsupported = "refuse",
        limits: Limits | None = None,
        tracking: Tracking | None = None,
    ) -> Pairing:
        """Make two decks ready.

        Parameters
        ----------
        when_first
            Decks A and B as they are when A goes first, and when B does.
        tracking
            Conditions to track.

        Raises
        ------
        UnsupportedCardError
            Naming cards whose effects are not known, when they are refused.
        """
        (a_first, b_second), (a_second, b_first) = when_first
        setups = [
            setup_from_decks(
                decks, rules, catalogue=catalogue, unsupported=unsupported, limits=limits
            )
            for decks in ((a_first, b_second), (b_first, a_second))
        ]
        trackers = None
        if tracking is not None and tracking.queries:
            trackers = (tracking.tracker(setups[0]), tracking.tracker(setups[1]))
        return cls((setups[0], setups[1]), policies, trackers)

    @property
    def blanked(self) -> tuple[str, ...]:
        """Names of the cards that are played without their effects."""
        return tuple(dict.fromkeys(name for setup in self.setups for name in setup.blanked))

    @property
    def row_dtype(self) -> np.dtype[Any]:
        """RESULT_DTYPE; where conditions are tracked, with the field `tracked` behind."""
        if self.trackers is None:
            return RESULT_DTYPE
        fields: list[Any] = [(name, RESULT_DTYPE[name]) for name in RESULT_DTYPE.names or ()]
        return np.dtype([*fields, ("tracked", "u2", (self.trackers[0].count,))])

    @property
    def is_python(self) -> bool:
        """Whether a Python function decides for either deck."""
        return any(policy.is_python for policy in self.policies)

    def play(
        self,
        seed: int,
        indices: npt.NDArray[np.uint64],
        firsts: npt.NDArray[np.uint8],
        *,
        checks: bool = False,
    ) -> npt.NDArray[Any]:
        """Play these duels of the run `seed`; an array of `row_dtype`, in their order."""
        results = np.zeros(len(indices), dtype=RESULT_DTYPE)
        conditions = 0 if self.trackers is None else self.trackers[0].count
        turns = np.zeros((len(indices), conditions), dtype=np.uint16)
        if self.is_python:
            for i, (index, first) in enumerate(zip(indices.tolist(), firsts.tolist(), strict=True)):
                results[i] = self.play_one(seed, index, first, turns[i])[0]
        else:
            deciders = tuple(policy.callback or int(policy.kind) for policy in self.policies)
            with reported():
                play(
                    self.setups[0].template,
                    self.setups[1].template,
                    deciders,
                    firsts,
                    results,
                    seed,
                    indices,
                    checks=checks,
                    trackers=self.trackers,
                    turns=turns,
                )
        if self.trackers is None:
            return results
        rows = np.zeros(len(indices), dtype=self.row_dtype)
        for name in RESULT_DTYPE.names or ():
            rows[name] = results[name]
        rows["tracked"] = turns
        return rows

    def play_one(
        self, seed: int, index: int, first: int, turns: npt.NDArray[np.uint16] | None = None
    ) -> npt.NDArray[Any]:
        """Play one duel a move at a time in Python; an array of one RESULT_DTYPE.

        Parameters
        ----------
        turns
            Where the turns go in which tracked conditions first held.
        """
        setup = self.setups[first]
        names = [card.name for card in setup.definitions]
        players = [
            player_of(self.policies[deck], seed=seed, index=index, deck=deck, names=names)
            for deck in (first, 1 - first)
        ]
        handle = DuelHandle(setup.template)
        handle.start(seed, index)
        asked = handle.storage["decision_player"]
        self._track(handle, first, turns)
        while not handle.over():
            handle.apply(players[int(asked[0])].choose(handle))
            self._track(handle, first, turns)
        return duel_result(handle, first)

    def _track(self, handle: DuelHandle, first: int, turns: npt.NDArray[np.uint16] | None) -> None:
        if self.trackers is not None and turns is not None and not turns.all():
            held = self.trackers[first].holds(handle, first)
            turns[held & (turns == 0)] = max(1, int(handle.storage["turn"][0]))

    def duel(self, seed: int, index: int, first: int) -> Duel:
        """Play one duel of the run again, a move at a time, with its log."""
        duel = Duel.from_setup(self.setups[first], seed=seed, index=index)
        return play_with(duel, self.policies, seed=seed, index=index, first=first)
