"""Python in WebAssembly runs here, offline, with wheels from disk."""

from __future__ import annotations

import pytest

from tests.helpers.excel.officejs import ENVIRONMENT, officejs_request
from tests.helpers.excel.pyodide import pure_wheel, run_in_pyodide
from tests.helpers.programs.finding import ProgramFailed

XLWINGS = """
import sys, types
import xlwings
from xlwings import server

sample = types.ModuleType("sample")

@xlwings.func
def ADDED(first, second=100):
    return first + second

sample.ADDED = ADDED
{
    "platform": sys.platform,
    "version": xlwings.__version__,
    "result": await server.custom_functions_call(arguments, sample),
    "names": [function["name"] for function in server.custom_functions_meta(sample)["functions"]],
}
"""


def test_pyodide_runs_xlwings() -> None:
    wheel = pure_wheel("xlwings")
    request = officejs_request("ADDED", [1, None])
    result = run_in_pyodide(XLWINGS, wheels=[wheel], arguments=request, env=ENVIRONMENT)
    version = wheel.name.split("-")[1]
    assert result == {"platform": "emscripten", "version": version, "result": [[101]], "names": ["ADDED"]}


def test_pyodide_fails_where_code_wants_the_network() -> None:
    fetch = "from pyodide.http import pyfetch\nawait pyfetch('https://example.com')"
    with pytest.raises(ProgramFailed, match="no network here"):
        run_in_pyodide(fetch, wheels=[pure_wheel("xlwings")], env=ENVIRONMENT)


def test_a_call_finds_no_names_of_another_call() -> None:
    wheels = [pure_wheel("xlwings")]
    assert run_in_pyodide("left = 7\nleft", wheels=wheels, env=ENVIRONMENT) == 7
    with pytest.raises(ProgramFailed, match="name 'left' is not defined"):
        run_in_pyodide("left", wheels=wheels, env=ENVIRONMENT)
