"""Worksheet functions of every shape for which xlwings generates a wrapper, to try macros with."""

from __future__ import annotations

from typing import Any

import xlwings as xw


@xw.func(category="Samples")
@xw.arg("diff", doc="rating of the player minus the opponent's", convert="raw")
@xw.arg("double", doc='"W" where the player plays two opponents')
@xw.ret(convert="raw")
def SAMPLEBASIC(diff: Any, double: Any = None) -> Any:
    """Basic change
    of the player."""
    return diff


@xw.func(category="Samples")
def SAMPLENONE() -> str:
    """Take nothing."""
    return ""


@xw.func(category=14)
@xw.arg("system", doc="key of the system")
@xw.arg("values", doc="what the system's function takes")
def SAMPLEMANY(system: Any, *values: Any) -> Any:
    return values


def helper() -> None:
    """Return no worksheet function."""
