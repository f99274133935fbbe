"""A name corrected in a row that was rated: its figures are another player's, and show as out of date while typing."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import edited, sample_book
from tests.helpers.programs.recalculating import recalculate
from xladdin.cells.addresses import column_letters
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import FIRST_DATA_ROW


def marked_rows(path: Path, log: str, folder: Path) -> list[int]:
    """The rows whose computed figures are struck through, by the rule in the file as LibreOffice computes it."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[log]
    rules = [
        (str(cells.sqref), rule.formula[0])
        for cells in sheet.conditional_formatting
        for rule in cells.rules
        if rule.dxf is not None and rule.dxf.font is not None and rule.dxf.font.strike
    ]
    ((_, formula),) = rules
    column = sheet.max_column + 3
    rows = range(FIRST_DATA_ROW, sheet.max_row + 1)
    for row in rows:
        sheet.cell(row, column, f"=IF({formula},1,0)")
    workbook.save(path)
    values = openpyxl.load_workbook(recalculate(path, folder), data_only=True)[log]
    return [row for row in rows if values.cell(row, column).value == 1]


@pytest.mark.parametrize("key", ["mississauga", "sca", "dptr"])
def test_a_corrected_name_marks_its_row_until_it_is_rated_again(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    kind = SYSTEMS[key].log_schema
    columns = [column.heading for column in tables_of(SYSTEMS[key])[kind.table].columns]
    names = column_letters(columns.index(kind.player1) + 1)
    sheet = openpyxl.load_workbook(path)[kind.table]
    first, other = (sheet[f"{names}{row}"].value for row in (FIRST_DATA_ROW, FIRST_DATA_ROW + 2))
    assert first != other
    assert marked_rows(path, kind.table, tmp_path / "before") == []
    path = sample_book(key, tmp_path / "corrected")
    edited(path, (kind.table, f"{names}{FIRST_DATA_ROW}", other))
    assert marked_rows(path, kind.table, tmp_path / "after") == [FIRST_DATA_ROW]
