"""Formulas that call worksheet functions with plain values, evaluated in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import xladdin.functions


def evaluate_formula(formula: str, tables: Mapping[str, Sequence[Sequence[object]]] | None = None) -> Any:
    """Return the value of a formula without its "=". An array constant of one column is a list of rows.

    `tables` are rows with their headings by name, for what a formula writes as Name[#All].
    """
    python = formula.replace("TRUE", "True").replace("[#All]", "")
    python = python.replace("{", "[[").replace(";", "],[").replace("}", "]]")
    return eval(python, {**vars(xladdin.functions), **(tables or {})})
