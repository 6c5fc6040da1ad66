"""Recorded duels of an independent engine, replayed against the core (docs/traces.md)."""
