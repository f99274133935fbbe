"""`python -m tests.fuzz --cases N`: N random cases of each kind; the first that fails is shown, made small."""

from __future__ import annotations

import argparse

from hypothesis import HealthCheck, settings

from tests.fuzz.properties import PROPERTIES


def run(cases: int) -> None:
    """Runs every property for so many cases. Raises what a failing case raises."""
    for name, holds in PROPERTIES.items():
        settings(max_examples=cases, deadline=None, database=None, suppress_health_check=list(HealthCheck))(holds)()
        print(f"{name}: {cases:,} cases, nothing found", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="of each kind")
    run(parser.parse_args().cases)
