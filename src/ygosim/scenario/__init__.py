"""Positions and scripted plays as files (docs/positions.md, docs/scenarios.md)."""

from __future__ import annotations

from ygosim.scenario.positions import PerftFile, read_perft, read_position, write_position
from ygosim.scenario.running import ScenarioResult, run_scenario
from ygosim.scenario.scripts import Scenario, read_scenario, write_scenario
from ygosim.scenario.snapshot import position_of

__all__ = [
    "PerftFile",
    "Scenario",
    "ScenarioResult",
    "position_of",
    "read_perft",
    "read_position",
    "read_scenario",
    "run_scenario",
    "write_position",
    "write_scenario",
]
