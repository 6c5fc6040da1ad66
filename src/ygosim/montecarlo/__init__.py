"""Many duels between two decks: who wins, how often, how sure that is (docs/montecarlo.md)."""

from __future__ import annotations

from ygosim.intervals import CONFIDENCE, Difference, Mean, Proportion, Sums
from ygosim.montecarlo.duels import DuelRun, simulate
from ygosim.montecarlo.gauntlets import Gauntlet, GauntletResult, gauntlet, pairing_seed
from ygosim.montecarlo.matches import (
    MATCH_DTYPE,
    MatchesResult,
    MatchRun,
    match_winner,
    simulate_matches,
)
from ygosim.montecarlo.pairing import First, Pairing
from ygosim.montecarlo.results import DuelsResult
from ygosim.montecarlo.sinks import CsvSink, Sink
from ygosim.montecarlo.stopping import Stop
from ygosim.montecarlo.tracking import Tracked, Tracking

__all__ = [
    "CONFIDENCE",
    "MATCH_DTYPE",
    "CsvSink",
    "Difference",
    "DuelRun",
    "DuelsResult",
    "First",
    "Gauntlet",
    "GauntletResult",
    "MatchRun",
    "MatchesResult",
    "Mean",
    "Pairing",
    "Proportion",
    "Sink",
    "Stop",
    "Sums",
    "Tracked",
    "Tracking",
    "gauntlet",
    "match_winner",
    "pairing_seed",
    "simulate",
    "simulate_matches",
]
