"""Live cells of History hold in the file what a spreadsheet would compute, and nothing else of the sheet changes."""

from __future__ import annotations

import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import to_excel

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, stored
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.programs.recalculating import recalculate as by_libreoffice
from xladdin.cells.addresses import column_letters
from xladdin.files.cell_xml import beside_formulas
from xladdin.reports.described.rating_history import HistoryColumns, rating_history
from xladdin.reports.history import History
from xladdin.systems import SYSTEMS
from xladdin.workbook.report_sheets.rating_history import PICKED_CELL, live_cells

SHEET = "Rating history"
PICKED = PICKED_CELL.replace("$", "")


def formulas_of(path: Path) -> dict[str, str]:
    rows = openpyxl.load_workbook(path)[SHEET].iter_rows()
    return {cell.coordinate: str(cell.value) for row in rows for cell in row if cell.data_type == "f"}


def held_and_computed(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the file keeps beside each formula of the sheet, and what LibreOffice computes."""
    computed = stored(by_libreoffice(path, path.parent / "computed"))[SHEET]
    held = stored(path)[SHEET]
    cells = [cell for cell in formulas_of(path) if cell not in ("A1", "A2")]
    assert len(cells) > 120
    return {cell: held[cell].value or "" for cell in cells}, {cell: plain(computed[cell].value) for cell in cells}


def plain(value: Any) -> Any:
    if isinstance(value, datetime):  # LibreOffice shows a number that comes from dates as one
        value = to_excel(value)
    return pytest.approx(value) if value and isinstance(value, (int, float)) else value or ""


def sheet_xml(path: Path) -> bytes:
    number = openpyxl.load_workbook(path).sheetnames.index(SHEET) + 1
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"xl/worksheets/sheet{number}.xml")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_cells_hold_what_a_spreadsheet_computes(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 60, 12, 4))
    recalculated(path)
    held, computed = held_and_computed(path)
    assert held == computed
    players = [cell.value for cell in openpyxl.load_workbook(path)[SHEET][5] if cell.value]
    assert held[PICKED] in players, "the best one"
    assert validate_workbook(path) == []
    before = sheet_xml(path)
    assert not recalculated(path, LATER).blocks and sheet_xml(path) == before
    picked = players[-1]
    edited(path, (SHEET, PICKED, picked))
    recalculated(path, LATER)
    assert PICKED not in formulas_of(path) and stored(path)[SHEET][PICKED].value == picked
    held, computed = held_and_computed(path)
    assert held == computed and held["A22"] == picked


def test_what_a_director_has_changed_stays(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, random_tables("montreal", 60, 12, 4))
    first = HistoryColumns(rating_history(SYSTEMS["montreal"])).picked[0].first_column
    untouched, typed, own = (f"{column_letters(first + number)}6" for number in range(3))
    edited(path, (SHEET, typed, "Ours"), (SHEET, own, "=1+1"))
    recalculated(path)
    assert stored(path)[SHEET][typed].value == "Ours"
    assert formulas_of(path)[own] == "=1+1" and stored(path)[SHEET][own].value is None
    assert stored(path)[SHEET][untouched].value


def found_at(table: History, name: str) -> object:
    """Which of the players the sheet draws for a name, counted from 1."""
    system = SYSTEMS["sca"]
    place = (4, HistoryColumns(rating_history(system)).choice + 1)
    (found,) = [
        value
        for row, column, _, value in live_cells(HistoryColumns(rating_history(system)), system, table, name)
        if (row, column) == place
    ]
    return found


@pytest.mark.parametrize(
    ("name", "position"),
    [("bob", 1), ("B*", 1), ("?nn", 0), ("~?", 2), ("?", 2), ("Nobody", 0), ("", 0), ("É", 3), ("~", 0), ("[b]ob", 0)],
)
def test_a_player_is_found_as_match_finds_him(name: str, position: int) -> None:
    table = History(("Ann", "Bob", "?", "é"), (), ())
    assert found_at(table, name) == position + 1


def test_a_name_of_many_stars_is_looked_for_once() -> None:
    """If we tried it in every way, it would take longer than a club lives."""
    table = History(("Ann", "a" * 60 + "b"), (), ())
    for name, position in (("*a" * 40, 0), ("*a" * 40 + "b", 1)):
        assert found_at(table, name) == position + 1


def test_a_formula_that_cells_share_gets_its_values() -> None:
    def filled(formula: bytes) -> bytes:
        cell = b'<c r="B2" s="3" t="str">%b<v>old</v></c>' % formula
        return beside_formulas(cell, {(2, 2): ('IF(A1<>"",A1,"&")', 7)})

    ours = b'<f>IF(A1&lt;&gt;"",A1,"&amp;")</f>'
    assert filled(ours) == b'<c r="B2" s="3">%b<v>7</v></c>' % ours
    shared = b'<f t="shared" si="4"/>'
    assert filled(shared) == b'<c r="B2" s="3">%b<v>7</v></c>' % shared
    for other in (b"<f>A1</f>", b'<f t="shared" ref="B2:B9" si="4">A1</f>', b""):
        assert filled(other) == b'<c r="B2" s="3" t="str">%b<v>old</v></c>' % other
