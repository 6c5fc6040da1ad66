"""Benches: `make bench` (docs/benchmarks.md)."""
