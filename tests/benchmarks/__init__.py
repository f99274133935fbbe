"""Benchmarks in pairs. One run measures both sides in turn. `python -m tests.benchmarks` prints the ratios."""
