"""Yu-Gi-Oh! duels by the rulebook, fast enough to answer questions by playing millions."""

from __future__ import annotations

__version__ = "0.1.0"
