"""What xlwings Lite runs: Python in WebAssembly, the pure wheel of xlwings, and main.py as the workbook carries it."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, NOW, random_tables
from tests.helpers.evenings import mark
from tests.helpers.excel.officejs import ENVIRONMENT, officejs_request, officejs_result
from tests.helpers.excel.pressing import by_command_line, differences, random_book
from tests.helpers.excel.pyodide import pure_wheel, run_in_pyodide
from tests.helpers.excel.remote_book import RemoteBook
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.finding import node_module
from xladdin import functions
from xladdin.files.package import open_package
from xladdin.files.task_pane import ADD_IN, read_pane
from xladdin.hosts.lite import LITE as LITE_VERSION
from xladdin.hosts.lite import PYODIDE, requirements
from xladdin.hosts.recalculation import pair_file, recalculate_file

LITE = """
import sys, types
main = types.ModuleType("main")
exec(arguments["main"], vars(main))
import xlwings
from xlwings import server
"""
"""Lite runs the tab main.py as a module of that name, and asks it for functions and scripts."""

CALL = """
{
    "functions": [function["name"] for function in server.custom_functions_meta(main)["functions"]],
    "scripts": [[script["function_name"], script["name"]] for script in server.custom_scripts_meta(main)],
    "results": [await server.custom_functions_call(call, main) for call in arguments["calls"]],
    "heavy": sorted({"openpyxl", "lxml", "click", "rich", "numpy"} & set(sys.modules)),
}
"""

RECALCULATE = """
from datetime import datetime
from xladdin import macros
found = []
for payload in arguments["payloads"]:
    book = xlwings.Book(json=payload)
    macros.recalculate(book, datetime(2026, 3, 14, 15, 9))
    found.append(book.json()["actions"])
found
"""


PAIR = """
from datetime import datetime
from xladdin import macros
book = xlwings.Book(json=arguments["payload"])
macros.pair_tonight(book, datetime(2026, 3, 14, 15, 9))
book.json()["actions"]
"""


@pytest.fixture(scope="module")
def wheels() -> list[Path]:
    return [pure_wheel("xlwings")]


def test_the_pyodide_that_the_workbook_names_runs_it(wheels: list[Path]) -> None:
    """Lite brings its own, at least as new. Every workbook that we saw came from 0.27.5 with 1.0.0.0-35."""
    assert (PYODIDE, LITE_VERSION) == ("0.27.5", "1.0.0.0-35")
    named = node_module("pyodide-of-lite/package.json").read_text(encoding="utf-8")
    assert json.loads(named)["version"] == PYODIDE
    calls = [officejs_request("LEXCHANGE", [1824, 1708, 459, 272, 60])]
    arguments = {"main": carried_main(), "calls": calls}
    ran = run_in_pyodide(LITE + CALL, wheels=wheels, arguments=arguments, env=ENVIRONMENT, package="pyodide-of-lite")
    assert [officejs_result(result) for result in ran["results"]] == [[[4]]]


def run_in_lite(code: str, wheels: list[Path], **arguments: object) -> Any:
    return run_in_pyodide(LITE + code, wheels=wheels, arguments={"main": carried_main(), **arguments}, env=ENVIRONMENT)


@cache
def carried_main() -> str:
    """Return the tab main.py in the file of a new workbook."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        assert run_here("new", "montreal", path, "--lite").status == 0
        pane = read_pane(open_package(path), ADD_IN)
        assert pane is not None
        return str(pane.properties["main.py"])


def test_functions_give_what_plain_python_gives(wheels: list[Path]) -> None:
    formulas: list[tuple[str, list[Any]]] = [
        ("LEXCHANGE", [1824, 1708, 459, 272, 60]),
        (
            "MISSCHANGE",
            [[[1234], [1007], [None]], [[1007], [1234], [None]], [[416], [303], [None]], [[303], [416], [None]]],
        ),
        ("MTLBASIC", [[[510, -790, 1300]]]),
        ("DPTRCHANGE", [55, 8, 65, 4, 2006]),
        ("SCACHANGE", [1100, 1000, "1-0"]),
        ("LEXPERFORMANCE", [[[1500], [1600]], [[400], [300]], [[300], [400]]]),
        ("CLUBSYSTEMS", []),
    ]
    for key, log in (("montreal", "games"), ("lexington", "games")):
        tables = {name: [list(row) for row in rows] for name, rows in random_tables(key, 120, 12, seed=4).items()}
        formulas.append(("CLUBRATINGS", [key, tables["players"], tables[log]]))
        formulas.append(("CLUBCHANGES", [key, tables["players"], tables[log]]))
    calls = [officejs_request(name, arguments) for name, arguments in formulas]
    ran = run_in_lite(CALL, wheels, calls=calls)
    assert sorted(ran["functions"]) == sorted(functions.CATALOGUE)
    assert sorted(name for _, name in ran["scripts"]) == ["Import games", "Pair tonight", "Recalculate"]
    assert ran["heavy"] == []
    for (name, arguments), result in zip(formulas, ran["results"]):
        expected = getattr(functions, name)(*arguments)
        rows = expected if isinstance(expected, list) else [[expected]]
        assert officejs_result(result) == [["" if cell is None else cell for cell in row] for row in rows], name


def test_button_writes_what_the_command_line_writes(wheels: list[Path], tmp_path: Path) -> None:
    paths = []
    for key in KEYS:
        (tmp_path / key).mkdir()
        paths.append(random_book(key, tmp_path / key))
    books = [RemoteBook(path) for path in paths]
    actions = run_in_lite(RECALCULATE, wheels, payloads=[book.payload() for book in books])
    for path, book, own in zip(paths, books, actions):
        book.apply(own)
        assert differences(book.workbook, by_command_line(path)) == {}, path.name


def test_pair_tonight_writes_what_the_command_line_writes(wheels: list[Path], tmp_path: Path) -> None:
    """This needs what requirements.txt names beside xlwings. Lite brings those wheels."""
    path = random_book("montreal", tmp_path)
    recalculate_file(path, None, NOW)
    mark(path)
    copy = path.with_name("copy.xlsx")
    shutil.copy(path, copy)
    pair_file(copy, NOW)
    book = RemoteBook(path)
    payload = book.payload()
    book.apply(run_in_lite(PAIR, [*wheels, pure_wheel("networkx")], payload=payload))
    assert "tables paired." in book.alerts[0]
    by_button = book.workbook
    by_command = openpyxl.load_workbook(copy)
    assert differences(by_button, by_command) == {}
    assert "networkx" in requirements().split()
    bare = RemoteBook(path)
    bare.apply(run_in_lite(PAIR, wheels, payload=payload))
    assert bare.alerts[0].startswith("Nothing was paired. Pairing needs the package networkx")
