"""`python -m tests.fuzz --cases 5000` runs the fuzzer as long as you like, and shows a failing input, made small."""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback

from tests.fuzz.running import run
from tests.fuzz.targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="inputs for each target (1000)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="to repeat a run")
    parser.add_argument("--target", default="", help="only targets whose names hold this")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    found = 0
    for target in TARGETS:
        if options.target not in target.name:
            continue
        start = time.monotonic()
        try:
            cases = run(target, options.cases, options.seed)
        except Exception:
            found += 1
            traceback.print_exc()
            print(f"{target.name}: found the above", flush=True)
        else:
            print(f"{target.name}: {cases:,} cases in {time.monotonic() - start:,.0f} s, nothing found", flush=True)
    return 1 if found else 0


sys.exit(main())
