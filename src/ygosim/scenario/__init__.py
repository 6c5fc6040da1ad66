"""Positions and scripted plays as files (docs/positions.md, docs/scenarios.md)."""

from __future__ import annotations

from ygosim.scenario.positions import PerftFile, read_perft, read_position, write_position

__all__ = ["PerftFile", "read_perft", "read_position", "write_position"]
