"""Benchmarks: pairs measured in turn in one run, shown as ratios. `python -m tests.benchmarks` prints the table."""
