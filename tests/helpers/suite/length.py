"""How long a run of the tests is: quick, usual or long, as `tests/run` says in an environment variable."""

from __future__ import annotations

import os
from typing import TypeVar

Amount = TypeVar("Amount")

VARIABLE = "XLADDIN_TESTS"
WAYS = ("quick", "usual", "long")
WAY = os.environ.get(VARIABLE, "usual")
if WAY not in WAYS:
    raise ValueError(f"{VARIABLE} is {WAY}: it is one of {', '.join(WAYS)}")


def usual_or_long(usual: Amount, long: Amount) -> Amount:
    """Return how many or how large, in a usual run and in a long one."""
    return long if WAY == "long" else usual


def examples(usual: int) -> int:
    """Return how many examples hypothesis tries where the number of the profile does not fit."""
    return {"quick": min(usual, 10), "usual": usual, "long": 10 * usual}[WAY]
