"""xlwings' own hosts give what plain Python gives: the classic host (Windows) and Office.js (xlwings Lite)."""

from __future__ import annotations

import ast
import datetime as dt
import importlib
from functools import cache
from pathlib import Path
from typing import Any

import xlwings  # noqa: F401 - before the functions, as in every host

from tests.functions.classic import Omitted, classic_calls, classic_functions
from tests.functions.remote import officejs_calls, officejs_functions
from tests.helpers.excel.officejs import ENVIRONMENT, officejs_request
from tests.helpers.excel.pyodide import project_wheel, pure_wheel, run_in_pyodide
from tests.helpers.values import ExcelError, Raised
from xladdin.functions.registration import strip_error_message
from xladdin.functions.registry import CATALOGUE

MODULE = "xladdin.functions"
NA, REF = ExcelError("#N/A"), ExcelError("#REF!")
DAY = dt.date(2019, 1, 8)

PLAYERS = [["Player", "Start rating"], ["Sally", 1710], ["John", 1200], [None, None]]
GAMES = [
    ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
    [DAY, "Sally", 400, "John", 325],
    [None, None, None, None, None],
    [DAY, "Sally", None, "John", None],
]
BOOST = [["Date", "Player", "Points"], [DAY, None, 10]]
EVENTS = [["Event", "Date", "Players", "Rounds", "World Championship"], ["Con", dt.date(2006, 10, 1), 7, 1, False]]
RESULTS = [["Event", "Player", "Place"], ["Con", "Sally", 1], ["Con", "John", 4]]
CAMPERS = [["Player", "Group", "Active"], ["Sally", "Rooks", True], ["John", "Rooks", "x"]]
LADDER = [["Date", "White", "Black", "Result"], [DAY, "Sally", "John", "(1-0)"]]
GROUPS = [["Group", "Initial rating"], ["Rooks", 1000]]

OPTIONAL = {
    "MTLBASIC": ("T",), "MTLCHANGE": (True,), "MTLNEED": (False,), "ELOCHANGE": (True,), "ELOEXPECTED": (False,),
    "DPTRVALUE": (False,), "DPTRCHANGE": (False,), "DPTRRATING": (True,),
}  # fmt: skip
"""A value of the last argument of functions whose example leaves it out."""
VALUES: dict[str, tuple[object, ...]] = {
    name: (*ast.literal_eval(f"({function.example.partition('(')[2][:-1]},)"), *OPTIONAL.get(name, ()))
    for name, function in CATALOGUE.items()
    if name != "CLUBSYSTEMS" and not set("{[") & set(function.example)
}
"""A good call of every function that takes values."""

RANGES: list[tuple[str, tuple[object, ...]]] = [
    ("CLUBRATINGS", ("montreal", PLAYERS, GAMES)),
    ("CLUBCHANGES", ("mississauga", PLAYERS, GAMES, BOOST)),
    ("CLUBCHANGES", ("dptr", PLAYERS, RESULTS, EVENTS)),
    ("CLUBRATINGS", ("sca", CAMPERS, LADDER, GROUPS)),
    ("CLUBCHANGES", ("montreal", PLAYERS, [[*GAMES[1][:2], "many", *GAMES[1][3:]]])),
    ("CLUBCHANGES", ("montreal", PLAYERS, [*GAMES, [DAY, "Sally", NA, "John", 300]])),
    ("CLUBCHANGES", ("montreal", PLAYERS, NA)),
    ("CLUBCHANGES", ("dptr", PLAYERS, RESULTS)),
    ("CLUBRATINGS", ("glicko", PLAYERS, GAMES)),
    ("CLUBCHANGES", ("bands", PLAYERS, GAMES, BOOST, [["Setting", "Value"], ["No rating below", 1000]])),
    ("ELOPERFORMANCE", ([[1500], [1600], [None]], [["W"], ["T"], [None]])),
    ("CLUBSYSTEMS", ()),
    ("LEXPERFORMANCE", (1500, 400, 350)),
    ("LEXPERFORMANCE", ([[1500, 1600]], [[400, 350]], [[350, 400]])),
    ("LEXPERFORMANCE", ([[1500], [REF]], [[400], [350]], [[350], [400]])),
    ("LEXPERFORMANCE", ([[1500], [1600]], [[400]], [[350], [400]])),
]


@cache
def calls() -> list[tuple[str, tuple[object, ...]]]:
    """Every function with values, blanks, error cells, text, and ranges of each shape."""
    cases = list(RANGES)
    for name, values in VALUES.items():
        first, rest = values[0], values[1:]
        width = len(values)
        cases += [
            (name, values),
            (name, (None,) * width),
            (name, (NA, *rest)),
            (name, ("no number", *rest)),
            (name, (str(first), *rest)),
            (name, ([[first]], *rest)),
            (name, ([[None]], *rest)),
        ]
        cells = [first, first, None, NA, "no number", str(first), -1, True, DAY]
        cases += [
            (name, ([[cell] for cell in cells], *rest)),
            (name, ([cells], *rest)),
            (name, ([cells[:4], cells[4:8]], *rest)),
            (name, tuple([[value], [None], [REF]] for value in values)),
            (name, ([[first], [first]], *([[value], [value], [value]] for value in rest))),
        ]
        function = CATALOGUE[name]
        least = len(function.arguments) - len(function.optional)
        cases += [(name, (*values[:count], Omitted.OMITTED)) for count in range(least, width)]
    return cases


def as_host(argument: object, day: object) -> object:
    """Return an argument as a host means it: a cell is a value, an error its text, a date what `day` makes of it."""
    if isinstance(argument, list):
        rows = [[as_host(cell, day) for cell in row] for row in argument]
        return rows[0][0] if len(rows) == len(rows[0]) == 1 else rows
    if isinstance(argument, ExcelError):
        return str(argument)
    return day(argument) if callable(day) and isinstance(argument, dt.date) else argument


def plain(name: str, arguments: tuple[object, ...], day: object = None) -> Any:
    """Return what plain Python gives or raises."""
    values = [as_host(argument, day) for argument in arguments if argument is not Omitted.OMITTED]
    try:
        return getattr(importlib.import_module(MODULE), name)(*values)
    except Exception as error:
        return Raised(type(error).__name__, str(error))


def typed(value: object) -> object:
    """Return a value with its type, to tell 4 from 4.0 and TRUE from 1."""
    if isinstance(value, list):
        return [typed(cell) for cell in value]
    return value if isinstance(value, Raised) else (type(value).__name__, value)


def test_classic_host_gives_what_plain_python_gives() -> None:
    results = classic_calls(MODULE, [(name, list(arguments)) for name, arguments in calls()])
    for call, result in zip(calls(), results, strict=True):
        expected = plain(*call)
        if isinstance(expected, list) and len(expected) == 1:  # VBA gets one row as a plain list, one cell as a value
            expected = expected[0] if len(expected[0]) > 1 else expected[0][0]
        assert typed(result) == typed(expected), call


def serial(day: Any) -> int:
    return (day - dt.date(1899, 12, 30)).days


def test_officejs_hosts_give_what_plain_python_gives() -> None:
    """Errors are bare. A date is its serial number, which is a number like any other."""
    values = [
        (name, [None if argument is Omitted.OMITTED else argument for argument in arguments])
        for name, arguments in calls()
    ]
    for call, result in zip(calls(), officejs_calls(MODULE, values), strict=True):
        expected = plain(*call, day=serial)
        if not isinstance(expected, Raised):
            rows = expected if isinstance(expected, list) else [[expected]]
            expected = [[as_error(cell) for cell in row] for row in rows]
        assert typed(result) == typed(expected), call


def as_error(cell: object) -> object:
    bare = strip_error_message(cell) if isinstance(cell, str) else cell
    return ExcelError(bare) if isinstance(bare, str) and bare[:1] == "#" else cell


def test_both_hosts_know_every_function() -> None:
    classic, remote = classic_functions(MODULE), officejs_functions(MODULE)["functions"]
    by_name = {entry["name"]: entry for entry in remote}
    assert set(classic) == set(by_name) == {entry["id"] for entry in remote} == set(CATALOGUE)
    for name, function in CATALOGUE.items():
        facts, entry = classic[name], by_name[name]
        assert (facts["doc"], facts["category"], facts["volatile"]) == (function.description, "Club ratings", False)
        assert entry["description"] == function.description and not entry["options"].get("volatile")
        expected = [(key, argument.help, key in function.optional) for key, argument in function.arguments.items()]
        assert [(p["name"], p["description"], p.get("optional", False)) for p in entry["parameters"]] == expected
        in_vba = [({"double": "double_game"}.get(key, key), *others, False) for key, *others in expected]
        arguments = [(fact["name"], fact["doc"], fact["optional"], fact["vararg"]) for fact in facts["args"]]
        assert arguments == in_vba


NULLS_IN_RANGES = """
from pyodide.code import run_js
from xlwings import server
import xladdin.functions

arguments["args"] = run_js("[[[1824],[null]],[[1708],[null]],[[459],[null]],[[272],[null]],[[60]]]").to_py()
kinds = {type(row[0]).__name__ for row in arguments["args"][0]}
[await server.custom_functions_call(arguments, xladdin.functions), sorted(kinds)]
"""


def test_blank_cells_of_pyodide_are_blank(tmp_path: Path) -> None:
    """In xlwings Lite a blank cell within a range is null of JavaScript, which is not None."""
    wheels = [pure_wheel("xlwings"), project_wheel(tmp_path)]
    request = officejs_request("LEXCHANGE", [None])
    result = run_in_pyodide(NULLS_IN_RANGES, wheels=wheels, arguments=request, env=ENVIRONMENT)
    assert result == [[[4], [""]], ["JsNull", "int"]]
