"""Worksheet functions as VBA calls them in Excel for Windows: xlwings' own code over stand-ins for COM."""

from __future__ import annotations

import datetime as dt
import importlib
from collections.abc import Sequence
from enum import Enum
from types import SimpleNamespace
from typing import Any

from tests.helpers.excel.windows import COM_ERRORS, PREPARED, CDispatch, TimeType
from tests.helpers.programs.child import call_in_child
from tests.helpers.values import ExcelError, Raised

RANGE_IID = "{00020846-0000-0000-C000-000000000046}"
MISSING_ARGUMENT = -2147352572
"""An optional argument arrives as this when the formula leaves it out: DISP_E_PARAMNOTFOUND."""


class Omitted(Enum):
    """An optional argument that the formula leaves out before one that it gives."""

    OMITTED = "omitted"


def classic_functions(module: str) -> dict[str, dict[str, Any]]:
    """Return what xlwings knows of each worksheet function of a module, by name."""
    return call_in_child(f"{__name__}:_functions", module, prepared_by=PREPARED)


def classic_calls(module: str, calls: Sequence[tuple[str, Sequence[object]]]) -> list[Any]:
    """Return what VBA gets of formulas, each a function name with arguments, or `Raised`, in one interpreter.

    A list of rows is a range, a tuple of tuples a constant in the formula, None an empty cell. A call leaves out
    arguments at the end that it does not give.
    """
    return call_in_child(f"{__name__}:_calls", module, calls, prepared_by=PREPARED)


def _functions(module: str) -> dict[str, dict[str, Any]]:
    members = [*vars(importlib.import_module(module)).values()]  # to look at one may import more into the module
    functions = {}
    for facts in filter(None, (getattr(member, "__xlfunc__", None) for member in members)):
        arguments = [{**argument, "optional": "optional" in argument} for argument in facts["args"]]
        switches = {name: facts[name] for name in ("category", "volatile")}
        functions[facts["name"]] = {"doc": facts["ret"]["doc"], "args": arguments, **switches}
    return functions


def _calls(module: str, calls: Sequence[tuple[str, Sequence[object]]]) -> list[Any]:
    loaded = importlib.import_module(module)
    from xlwings.com_server import XLPython

    host = XLPython()
    results: list[Any] = []
    for name, arguments in calls:
        expected = len(getattr(loaded, name).__xlfunc__["args"])
        passed = [_argument(argument) for argument in arguments]
        passed += [_argument(Omitted.OMITTED)] * (expected - len(passed))
        try:
            results.append(_returned(host.CallUDF(module, name, passed, None, _argument([[None]]))))
        except Exception as error:
            results.append(Raised(type(error).__name__, str(error)))
    return results


def _argument(value: object) -> object:
    if value is Omitted.OMITTED:
        return MISSING_ARGUMENT
    if isinstance(value, list):
        return ComArgument([[_as_argument(cell) for cell in row] for row in value])
    if isinstance(value, tuple):
        return tuple(tuple(_as_argument(cell) for cell in row) for row in value)
    return _as_argument(value)


def _as_argument(value: object) -> object:
    """Return the value of a cell as COM delivers it. Every number is a double, and a date has its own type."""
    if isinstance(value, ExcelError):
        return COM_ERRORS[value]
    if isinstance(value, dt.datetime):
        return TimeType(*value.timetuple()[:6], tzinfo=dt.UTC)
    if isinstance(value, dt.date):
        return TimeType(value.year, value.month, value.day, tzinfo=dt.UTC)
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _returned(value: object) -> object:
    """Return a result as VBA gets it. Fails for what COM has no variant for."""
    if isinstance(value, (list, tuple)):
        return [_returned(cell) for cell in value]
    if value is None or isinstance(value, (bool, int, float, str, dt.datetime)):
        return value
    raise ComConversionError(f"{value!r} is no COM value")


class ComConversionError(TypeError):
    """pywin32 could not turn this result into a variant."""


class ComArgument(CDispatch):
    """Cells as a worksheet function receives them. `Value` is a scalar or a tuple of rows."""

    def __init__(self, rows: Sequence[Sequence[object]]) -> None:
        one_cell = len(rows) == 1 and len(rows[0]) == 1
        self.Value = rows[0][0] if one_cell else tuple(map(tuple, rows))
        self.Rows = SimpleNamespace(Count=len(rows))
        self.Columns = SimpleNamespace(Count=len(rows[0]))
        self.Count = len(rows) * len(rows[0])
        self.Row = self.Column = 1
        workbook = SimpleNamespace(Application=SimpleNamespace(Hwnd=1))
        self.Worksheet = SimpleNamespace(Name="Sheet1", Parent=workbook)
        type_information = SimpleNamespace(GetTypeAttr=lambda: SimpleNamespace(iid=RANGE_IID))
        self._oleobj_ = SimpleNamespace(GetTypeInfo=lambda: type_information)
