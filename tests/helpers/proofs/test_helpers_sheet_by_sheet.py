"""A workbook that we read and write sheet by sheet is the one that openpyxl reads and writes at once."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import LineChart
from openpyxl.reader.excel import ExcelReader
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.helpers.clubs import sample_book
from tests.helpers.excel.macro_books import macro_workbook
from tests.helpers.proofs.test_helpers_templates import members
from tests.helpers.suite.sheet_by_sheet import Unread


def read_at_once(path: Path, **options: bool) -> openpyxl.Workbook:
    reader = ExcelReader(path, **options)
    reader.read()
    return reader.wb


def saved(workbook: openpyxl.Workbook, path: Path) -> dict[str, bytes]:
    """The parts that openpyxl makes of the workbook as it was saved."""
    workbook.save(path)
    read_at_once(path, keep_vba=path.suffix == ".xlsm").save(path)
    return members(path.read_bytes())


@pytest.mark.parametrize("options", [{}, {"data_only": True}])
def test_a_sample_is_saved_as_the_same_parts(options: dict[str, bool], tmp_path: Path) -> None:
    book = sample_book("lexington", tmp_path)
    one, other = (saved(read(book, **options), tmp_path / "s.xlsx") for read in (openpyxl.load_workbook, read_at_once))
    assert one == other and len(one) > 30


def test_macros_notes_and_a_sheet_of_a_chart_are_there_as_well(tmp_path: Path) -> None:
    path = macro_workbook(tmp_path / "macros.xlsm")
    workbook = read_at_once(path, keep_vba=True)
    workbook.create_chartsheet("Chart").add_chart(LineChart())
    workbook.create_sheet("After")
    workbook.save(path)
    one, other = (
        saved(read(path, keep_vba=True), tmp_path / "s.xlsm") for read in (openpyxl.load_workbook, read_at_once)
    )
    assert one == other and "xl/vbaProject.bin" in one and "xl/chartsheets/sheet1.xml" in one


def test_a_sheet_that_nobody_asked_for_is_written_as_it_was(tmp_path: Path) -> None:
    book = sample_book("sca", tmp_path)
    before = members(book.read_bytes())
    workbook = openpyxl.load_workbook(book)
    workbook["Games"]["A4"] = "changed"
    workbook.save(book)
    after = members(book.read_bytes())
    sheets = [part for part in before if part.startswith("xl/worksheets/sheet")]
    assert len([part for part in sheets if after[part] == before[part]]) > 12
    assert isinstance(workbook["Standings"], Unread) and not workbook["Standings"].tables
    workbook["Standings"]["A1"] = "changed after it was written"
    workbook.save(book)
    again = read_at_once(book)
    assert again["Games"]["A4"].value == "changed"
    assert again["Standings"]["A1"].value == "changed after it was written"


def test_a_sheet_is_read_when_something_of_it_is_asked_for(tmp_path: Path) -> None:
    book = sample_book("sca", tmp_path)
    workbook = openpyxl.load_workbook(book)
    book.write_bytes(b"written over")
    games, players = workbook["Games"], workbook["Players"]
    games.title, games.print_title_rows = "Day by day", "1:2"
    assert isinstance(games, Unread) and isinstance(players, Unread)
    assert games["A3"].value == "Date" and games.tables
    assert not isinstance(games, Unread) and isinstance(players, Unread)
    assert (games.title, games.print_title_rows) == ("Day by day", "$1:$2")
    assert workbook["Day by day"] is games["A3"].parent


def test_days_are_read_as_the_file_counts_them(tmp_path: Path) -> None:
    workbook = openpyxl.load_workbook(sample_book("sca", tmp_path))
    at_once = read_at_once(tmp_path / "sca.xlsx")
    workbook.epoch = CALENDAR_MAC_1904
    assert workbook["Games"]["A4"].value == at_once["Games"]["A4"].value
    assert isinstance(workbook["Games"]["A4"].value, datetime) and workbook.epoch == CALENDAR_MAC_1904
