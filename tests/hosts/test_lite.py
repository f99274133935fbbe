"""Contract of xlwings Lite: Python in WebAssembly, and the code that a workbook carries and what a host sends it."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import KEYS, LATER, NOW, ONE_OF_EACH_KIND, random_tables, recalc_club, sample_book
from tests.helpers.evenings import mark
from tests.helpers.excel.officejs import ENVIRONMENT, RemoteBook, officejs_request, officejs_result, run_script
from tests.helpers.excel.pyodide import pure_wheel, run_in_pyodide
from tests.helpers.files.raw_workbook import unzip_parts
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.finding import node_module
from tests.helpers.programs.ooxml import validate_workbook
from tests.hosts.excel.comparing import by_command_line, differences, random_book
from tests.hosts.test_doctor import finding
from xladdin import functions
from xladdin.files.package import PackageEdit, open_package
from xladdin.files.task_panes import XLWINGS_LITE, TaskPane, read_task_pane, write_task_pane
from xladdin.hosts.file_commands import pair_file, recalculate_file
from xladdin.hosts.lite import LITE as LITE_VERSION
from xladdin.hosts.lite import PYODIDE, format_requirements, format_scripts
from xladdin.languages import ENGLISH_LANGUAGE
from xladdin.workbook.schema import UNREAD_SHEETS

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
    "functions": {function["name"]: function for function in server.custom_functions_meta(main)["functions"]},
    "scripts": [[script["function_name"], script["name"]] for script in server.custom_scripts_meta(main)],
    "results": [await server.custom_functions_call(call, main) for call in arguments["calls"]],
    "heavy": sorted({"openpyxl", "lxml", "click", "rich", "numpy"} & set(sys.modules)),
}
"""

PRESS = """
from datetime import datetime
from xladdin.hosts import excel_buttons
found = []
for payload in arguments["payloads"]:
    book = xlwings.Book(json=payload)
    getattr(excel_buttons, arguments["button"])(book, datetime(2026, 3, 14, 15, 9))
    found.append(book.json()["actions"])
found
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
    with TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        assert run_here("new", "montreal", path, "--lite", "--language", "fr").status == 0
        pane = read_task_pane(open_package(path), XLWINGS_LITE)
        assert pane is not None
        return str(pane.properties["main.py"])


def test_functions_give_what_plain_python_gives(wheels: list[Path]) -> None:
    tables = {name: [list(row) for row in rows] for name, rows in random_tables("montreal", 120, 12, seed=4).items()}
    formulas: list[tuple[str, list[Any]]] = [
        ("LEXCHANGE", [1824, 1708, 459, 272, 60]),
        ("MTLBASIC", [[[510, -790, 1300]]]),
        ("CLUBRATINGS", ["montreal", tables["players"], tables["games"]]),
        ("CLUBSYSTEMS", []),
    ]
    calls = [officejs_request(name, arguments) for name, arguments in formulas]
    ran = run_in_lite(CALL, wheels, calls=calls)
    assert sorted(ran["functions"]) == sorted(functions.CATALOGUE)
    assert sorted(name for _, name in ran["scripts"]) == ["Apparier la soirée", "Importer des parties", "Recalculer"]
    points = ran["functions"]["MTLBASIC"]
    assert points["description"].startswith("Montréal") and "écart" in points["description"]
    assert "Résultat" in points["parameters"][1]["description"]
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
    actions = run_in_lite(PRESS, wheels, button="recalculate_book", payloads=[sent.payload() for sent in books])
    for path, sent, written in zip(paths, books, actions):
        sent.apply(written)
        assert differences(sent.workbook, by_command_line(path)) == {}, path.name


def test_pair_tonight_writes_what_the_command_line_writes(wheels: list[Path], tmp_path: Path) -> None:
    """This needs what requirements.txt names beside xlwings. Lite brings those wheels."""
    path = random_book("montreal", tmp_path)
    recalculate_file(path, None, NOW)
    mark(path)
    copy = path.with_name("copy.xlsx")
    shutil.copy(path, copy)
    pair_file(copy, NOW)
    sent = RemoteBook(path)
    payload = sent.payload()
    press = {"button": "pair_tonight", "payloads": [payload]}
    sent.apply(*run_in_lite(PRESS, [*wheels, pure_wheel("networkx")], **press))
    assert "tables paired." in sent.alerts[0]
    assert differences(sent.workbook, openpyxl.load_workbook(copy)) == {}
    assert "networkx" in format_requirements().split()
    bare = RemoteBook(path)
    bare.apply(*run_in_lite(PRESS, wheels, **press))
    assert bare.alerts[0].startswith("Nothing was paired. Pairing needs the package networkx")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_what_is_not_sent_is_not_missed(key: str, tmp_path: Path) -> None:
    """The JavaScript of xlwings sends no values and tables of some sheets. Start holds the clock of the machine."""
    path = random_book(key, tmp_path)
    expected = by_command_line(path)
    (tmp_path / "lite_main.py").write_text(format_scripts(ENGLISH_LANGUAGE))
    sent = RemoteBook(path)
    payload = sent.payload()
    for sheet in payload["sheets"]:
        sheet.update({"values": [[]], "tables": []} if sheet["name"] in UNREAD_SHEETS else {})
    sent.apply(run_script("lite_main", "recalculate", payload, paths=[tmp_path]))
    differing = differences(sent.workbook, expected)
    assert {address.partition("!")[0] for address in differing} <= {"Start"}


def panes_of(path: Path) -> dict[str, bytes]:
    return {name: content for name, content in unzip_parts(path).items() if name.startswith("xl/webextensions/")}


def put_into(path: Path, pane: TaskPane, new: Path) -> None:
    edit = PackageEdit(open_package(path))
    write_task_pane(edit, pane)
    with new.open("wb") as target:
        edit.write(target)


@pytest.fixture
def carrying(tmp_path: Path) -> Path:
    path = sample_book("montreal", tmp_path, recalculated=False)
    assert run_here("lite", path).status == 0
    return path


def test_a_workbook_that_carries_its_add_in_is_sound_and_a_recalculation_keeps_its_parts(carrying: Path) -> None:
    pane = read_task_pane(open_package(carrying), XLWINGS_LITE)
    assert pane is not None
    assert pane.properties["xlwingsSettingsWorkbook"] == {"startupBehavior": "taskpane"}
    assert "xlwings==" in (packages := str(pane.properties["requirements.txt"])) and "xladdin" not in packages
    before = panes_of(carrying)
    assert validate_workbook(carrying) == []
    assert recalc_club(carrying, LATER).blocks
    assert panes_of(carrying) == before
    assert validate_workbook(carrying) == []


def test_a_later_version_replaces_an_earlier_one_and_keeps_the_workbooks_identity(carrying: Path) -> None:
    package = open_package(carrying)
    pane = read_task_pane(package, XLWINGS_LITE)
    assert pane is not None
    main = str(pane.properties["main.py"]).replace('VERSION = "', 'VERSION = "0.0.')
    put_into(carrying, TaskPane(XLWINGS_LITE, {**pane.properties, "main.py": main}), carrying.with_name("older.xlsx"))
    older = carrying.with_name("older.xlsx")
    finding_of_older = finding("xlwings Lite", older)
    assert f"0.0.{xladdin.__version__}" in finding_of_older.result and "xladdin lite" in finding_of_older.remedy
    assert run_here("lite", older).status == 0
    assert panes_of(older) == panes_of(carrying)
    assert finding("xlwings Lite", older).is_well


def test_the_pane_of_another_add_in_stays(tmp_path: Path) -> None:
    path, other = sample_book("sca", tmp_path), tmp_path / "other.xlsx"
    put_into(path, TaskPane("wa000000000", {"main.py": "theirs"}), other)
    before = other.read_bytes()
    result = run_here("lite", other)
    assert (
        result.status == 2 and "the task pane of another add-in. Remove that add-in in Excel, and save." in result.err
    )
    assert (read_task_pane(open_package(other), XLWINGS_LITE), other.read_bytes()) == (None, before)
