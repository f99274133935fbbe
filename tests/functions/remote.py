"""Worksheet functions as xlwings' Office.js hosts call them, without a browser."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from typing import Any

from tests.helpers.excel.officejs import ENVIRONMENT, PREPARED, officejs_request, officejs_result
from tests.helpers.programs.child import call_in_child
from tests.helpers.values import Raised


def officejs_functions(module: str) -> dict[str, Any]:
    """Return what xlwings tells Office.js about the worksheet functions of a module."""
    return call_in_child(f"{__name__}:_functions", module, prepared_by=PREPARED, env=ENVIRONMENT)


def officejs_calls(module: str, calls: Sequence[tuple[str, Sequence[object]]]) -> list[Any]:
    """Return the matrix that Excel spills for each formula, with `ExcelError` for a true error value, or `Raised`.

    Excel sends scalars and ranges as a matrix, a date as its serial number, and None for what a call leaves out.
    """
    requests = [officejs_request(name, arguments) for name, arguments in calls]
    results = call_in_child(f"{__name__}:_calls", module, requests, prepared_by=PREPARED, env=ENVIRONMENT)
    return [result if isinstance(result, Raised) else officejs_result(result) for result in results]


def _functions(module: str) -> dict[str, Any]:
    from xlwings import server

    return dict(server.custom_functions_meta(importlib.import_module(module)))


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
