"""The stand-in for Excel behind the remote engine of xlwings is strict about the payload and the actions."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from tests.helpers.excel.officejs import officejs_scripts, run_macro, run_script
from tests.helpers.excel.remote_book import RemoteBook, UnknownAction
from tests.helpers.programs.finding import ProgramFailed
from tests.helpers.typed_values import UnclearText, put

SAMPLE = """
import xlwings as xw

def double(book):
    sheet = book.sheets["Games"]
    table = sheet.tables["Games"]
    scores = table.data_body_range.options(ndim=2).value
    assert scores[0][0].year == 2026, scores
    table.resize(sheet["A1:C4"])
    sheet["C2:C4"].value = [[row[1] * 2 if row[1] else None] for row in scores] + [["'=text"]]
    sheet["F2:F4"].formula = "=B2*$B$2"
    sheet["E9"].clear_contents()
    book.app.alert("done", "title")
    assert book.names["club_system"].refers_to_range.value == "montreal"

@xw.script(name="Double the scores")
def double_script(book: xw.Book):
    double(book)

def paint(book):
    book.sheets[0]["A1"].color = "#ff0000"
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A folder with a module "sample" of scripts."""
    (tmp_path / "sample.py").write_text(SAMPLE)
    return tmp_path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A workbook with one small table and one name."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Games"
    sheet.append(["Date", "Score", "Double"])
    sheet.append([dt.date(2026, 3, 1), 4, None])
    sheet.append([dt.date(2026, 3, 2), None, "=1+1"])
    sheet["E9"] = "montreal"
    sheet.add_table(Table(displayName="Games", ref="A1:C3"))
    workbook.create_sheet("Rules")["B2"] = "montreal"
    workbook.defined_names["club_system"] = DefinedName("club_system", attr_text="Rules!$B$2")
    workbook.defined_names["TWICE"] = DefinedName("TWICE", attr_text="_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)")
    path = tmp_path / "games.xlsx"
    workbook.save(path)
    return path


def test_payload_is_that_of_an_officejs_client(games: Path) -> None:
    payload = RemoteBook(games).payload()
    sheet, rules = payload["sheets"]
    assert sheet["values"][:3] == [
        ["Date", "Score", "Double", "", ""],
        ["2026-03-01T00:00:00.000Z", 4, "", "", ""],
        ["2026-03-02T00:00:00.000Z", "", "", "", ""],
    ]
    assert len(sheet["values"]) == 9
    assert sheet["tables"][0]["data_body_range_address"] == "A2:C3"
    assert rules["used_range_address"] == "A1:B2"
    names = [(name["name"], name["sheet_index"], name["address"]) for name in payload["names"]]
    assert names == [("club_system", 1, "B2"), ("TWICE", None, None)]


@pytest.mark.parametrize("run, function", [(run_macro, "double"), (run_script, "double_script")])
def test_actions_of_a_macro_are_carried_out(games: Path, sample: Path, run, function: str) -> None:
    book = RemoteBook(games)
    book.apply(run("sample", function, book.payload(), paths=[sample]))
    sheet = book.workbook["Games"]
    assert [sheet.cell(row, 3).value for row in range(2, 5)] == [8, None, "=text"]
    assert sheet["C4"].data_type == "s"
    assert [sheet.cell(row, 6).value for row in range(2, 5)] == ["=B2*$B$2", "=B3*$B$2", "=B4*$B$2"]
    assert sheet["E9"].value is None
    assert sheet.tables["Games"].ref == "A1:C4"
    assert book.alerts == ["done"]
    book.save(games)
    assert openpyxl.load_workbook(games)["Games"]["C4"].data_type == "s"


def test_scripts_are_listed(sample: Path) -> None:
    (script,) = officejs_scripts("sample", paths=[sample])
    assert (script["function_name"], script["name"]) == ("double_script", "Double the scores")


def test_unknown_action_fails(games: Path, sample: Path) -> None:
    book = RemoteBook(games)
    actions = run_macro("sample", "paint", book.payload(), paths=[sample])
    with pytest.raises(UnknownAction, match="setRangeColor"):
        book.apply(actions)


def test_macro_that_fails_fails_here(games: Path, sample: Path) -> None:
    payload = RemoteBook(games).payload()
    payload["sheets"][0]["values"][1][0] = "2025-03-01T00:00:00.000Z"
    with pytest.raises(ProgramFailed, match="AssertionError"):
        run_macro("sample", "double", payload, paths=[sample])


def test_values_that_do_not_fit_the_range_fail(games: Path) -> None:
    action = {"func": "setValues", "args": [None], "values": [[1, 2]], "sheet_position": 0}
    place = {"start_row": 0, "start_column": 0, "row_count": 2, "column_count": 1}
    with pytest.raises(AssertionError, match="do not fit"):
        RemoteBook(games).apply([action | place])


@pytest.mark.parametrize(
    "given, held, kind",
    [
        ("Pierre", "Pierre", "s"),
        ("", None, "n"),
        (None, None, "n"),
        ("007", 7, "n"),
        ("'007", "007", "s"),
        ("-2.5", -2.5, "n"),
        ("2026-03-01", dt.datetime(2026, 3, 1), "d"),
        ("true", True, "b"),
        ("#N/A", "#N/A", "e"),
        ("=A1", "=A1", "f"),
        ("'=A1", "=A1", "s"),
        ("'+", "+", "s"),
        ("1st of March", "1st of March", "s"),
        ("favourite by 227 wins: 6", "favourite by 227 wins: 6", "s"),
    ],
)
def test_excel_takes_texts_as_typed(given: object, held: object, kind: str) -> None:
    cell = openpyxl.Workbook().active["A1"]
    put(cell, given)
    assert (cell.value, cell.data_type) == (held, kind)


def test_excel_takes_any_text_as_text_where_the_format_is_text() -> None:
    cell = openpyxl.Workbook().active["A1"]
    cell.number_format = "@"
    put(cell, "=A1")
    assert (cell.value, cell.data_type) == ("=A1", "s")


@pytest.mark.parametrize(
    "text", ["8-3", "1/2", "1432/7", "10:30", "+", "=", "-", "@SUM", "+A1", "58%", "1 1/2", "$5", "1,5", "3-Mar"]
)
def test_unclear_text_fails(text: str) -> None:
    with pytest.raises(UnclearText):
        put(openpyxl.Workbook().active["A1"], text)
