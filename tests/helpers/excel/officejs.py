"""xlwings' Office.js hosts (xlwings Lite is one) without a browser: the Python side of their calls.

The calls run in an interpreter of their own, because xlwings looks at its environment on import.
The key is the word that xlwings itself uses for noncommercial use.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.helpers.programs.child import call_in_child
from tests.helpers.values import ExcelError, Raised

ENVIRONMENT = {"XLWINGS_ON_SERVER": "true", "XLWINGS_LICENSE_KEY": "noncommercial"}

ERROR_TYPES = {
    "#DIV/0!": "Div0",
    "#N/A": "NotAvailable",
    "#NAME?": "Name",
    "#NULL!": "Null",
    "#NUM!": "Num",
    "#REF!": "Ref",
    "#VALUE!": "Value",
}
"""Excel's error values as Excel.CustomFunctions of Office.js names them (Excel.ErrorCellValueType)."""

PREPARED = f"{__name__}:prepare"
EPOCH = dt.datetime(1899, 12, 30)


def prepare() -> None:
    """Import what calls use."""
    for module in ("openpyxl", "xlwings.server", "xladdin.functions", "tests.helpers.excel.buttons"):
        importlib.import_module(module)


def _call(function: str, *arguments: object, paths: Sequence[Path]) -> Any:
    return call_in_child(f"{__name__}:{function}", *arguments, prepared_by=PREPARED, env=ENVIRONMENT, paths=paths)


def officejs_functions(module: str, *, paths: Sequence[Path] = ()) -> dict[str, Any]:
    """Return what xlwings tells Office.js about the worksheet functions of a module."""
    return _call("_functions", module, paths=paths)


def officejs_scripts(module: str, *, paths: Sequence[Path] = ()) -> list[dict[str, Any]]:
    """Return what xlwings tells Office.js about the scripts of a module."""
    return _call("_scripts", module, paths=paths)


def officejs_calls(
    module: str, calls: Sequence[tuple[str, Sequence[object]]], *, paths: Sequence[Path] = ()
) -> list[Any]:
    """Return the results of formulas, each a function name with arguments. One interpreter calls them all.

    An argument is a scalar or a list of rows, and Excel sends both as a matrix. None is an empty cell or an argument
    that the call leaves out. A date travels as its serial number. A result is the matrix that Excel spills, with
    `ExcelError` for a true error value. If a call raises, which Excel shows as #VALUE!, the result is `Raised`.
    """
    requests = [officejs_request(name, arguments) for name, arguments in calls]
    results = _call("_calls", module, requests, paths=paths)
    return [result if isinstance(result, Raised) else officejs_result(result) for result in results]


def officejs_request(name: str, arguments: Sequence[object]) -> dict[str, Any]:
    """Return the body of one call of a worksheet function, as the JavaScript side of xlwings sends it."""
    matrices = [argument if isinstance(argument, list) else [[argument]] for argument in arguments]
    return {
        "client": "Office.js",
        "func_name": name,
        "args": [[[_to_officejs(cell) for cell in row] for row in matrix] for matrix in matrices],
        "caller_address": "[club.xlsx]Sheet1!A1",
        "session_id": "test",
        "culture_info_name": "en-US",
        "date_format": "m/d/yyyy",
        "version": "",
        "runtime": "1.4",
    }


def officejs_result(matrix: Any) -> list[list[object]]:
    """Return the matrix that Office.js gets as cells. Fails for a result that it could not spill."""
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise TypeError(f"Office.js spills a list of rows, not {matrix!r}")
    return [[_from_officejs(cell) for cell in row] for row in matrix]


def run_script(module: str, script: str, payload: dict[str, Any], *, paths: Sequence[Path] = ()) -> list[Any]:
    """Run a script of a module on a book payload (see remote_book), and return the actions for Excel."""
    return call_in_child(
        f"{__name__}:_run_script", module, script, payload, prepared_by=PREPARED, env=ENVIRONMENT, paths=paths
    )


def run_macro(module: str, function: str, payload: dict[str, Any], *, paths: Sequence[Path] = ()) -> list[Any]:
    """Call a plain function with an xlwings Book made of a payload, and return the actions for Excel."""
    return call_in_child(
        f"{__name__}:_run_macro", module, function, payload, prepared_by=PREPARED, env=ENVIRONMENT, paths=paths
    )


def _to_officejs(value: object) -> object:
    if isinstance(value, ExcelError):
        return {
            "type": "Error",
            "errorType": ERROR_TYPES[value],
            "basicType": "Error",
            "basicValue": str(value),
        }
    if isinstance(value, dt.datetime):
        return (value - EPOCH) / dt.timedelta(days=1)
    if isinstance(value, dt.date):
        return (dt.datetime(value.year, value.month, value.day) - EPOCH).days
    return value


def _from_officejs(value: Any) -> object:
    if not isinstance(value, dict):
        return value
    if value["type"] == "Error":
        return ExcelError(next(text for text, kind in ERROR_TYPES.items() if kind == value["errorType"]))
    return value["basicValue"]


def _functions(module: str) -> dict[str, Any]:
    from xlwings import server

    return dict(server.custom_functions_meta(importlib.import_module(module)))


def _scripts(module: str) -> list[dict[str, Any]]:
    from xlwings import server

    return list(server.custom_scripts_meta(importlib.import_module(module)))


def _calls(module: str, requests: Sequence[dict[str, Any]]) -> list[Any]:
    from xlwings import server

    loaded = importlib.import_module(module)
    results: list[Any] = []
    for request in requests:
        try:
            results.append(asyncio.run(server.custom_functions_call(request, loaded)))
        except Exception as error:
            results.append(Raised(type(error).__name__, str(error)))
    return results


def _run_script(module: str, script: str, payload: dict[str, Any]) -> list[Any]:
    import xlwings
    from xlwings import server

    book = xlwings.Book(json=payload)
    call = server.custom_scripts_call(importlib.import_module(module), script, typehint_to_value={xlwings.Book: book})
    return list(asyncio.run(call).json()["actions"])


def _run_macro(module: str, function: str, payload: dict[str, Any]) -> list[Any]:
    import xlwings

    book = xlwings.Book(json=payload)
    getattr(importlib.import_module(module), function)(book)
    return list(book.json()["actions"])
