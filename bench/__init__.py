"""Benchmarks and the signature of play; see docs/benchmarks.md."""
