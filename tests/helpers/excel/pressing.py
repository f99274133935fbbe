"""Workbooks whose buttons a test presses, beside what the command line makes of the same workbook."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils.cell import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.clubs import NOW, book_of
from tests.helpers.excel.officejs import run_macro
from tests.helpers.excel.remote_book import RemoteBook
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import usual_or_long
from xladdin.hosts.recalculation import recalculate_file
from xladdin.systems import system_named

FORM = "Submitted On,Winner,Winners Score,Opponent,Opponents Score\n2005-03-01 20:00,Ann,401,Bob,350\n"


def press_button(path: Path, script: Callable[[object], None]) -> RemoteBook:
    """Return the open workbook after a script of an importable module. An unknown action fails."""
    book = RemoteBook(path)
    book.apply(run_macro(script.__module__, script.__name__, book.payload()))
    return book


def by_command_line(path: Path) -> Workbook:
    copy = path.with_name(f"copy of {path.name}")
    shutil.copy(path, copy)
    recalculate_file(copy, None, NOW)
    return openpyxl.load_workbook(copy)


def content(cell: Any) -> object:
    """Return what a cell holds, a number with the 16 digits that openpyxl writes.

    openpyxl reads a formula that fills a range as an object, which equals no other object.
    """
    value = cell.value
    if isinstance(value, float):
        return float(f"{value:.16g}")
    return (value.ref, value.text) if isinstance(value, ArrayFormula) else value


def cells(workbook: Workbook) -> dict[str, tuple[object, str]]:
    """Content and kind of every cell that is not blank, with formulas as formulas, and the range of every table."""
    found: dict[str, tuple[object, str]] = {}
    for sheet in workbook.worksheets:
        filled = (cell for cell in sheet._cells.values() if cell.value is not None)
        found |= {f"{sheet.title}!{cell.coordinate}": (content(cell), cell.data_type) for cell in filled}
        found |= {table.name: (table.ref, "table") for table in sheet.tables.values()}
    return found


def differences(first: Workbook, second: Workbook) -> dict[str, tuple[object, object]]:
    one, other = cells(first), cells(second)
    return {place: (one.get(place), other.get(place)) for place in one | other if one.get(place) != other.get(place)}


def random_book(key: str, folder: Path, suffix: str = ".xlsx") -> Path:
    """Return a club of many rows with names such as =1+1, ties, byes, double games and unplayed games."""
    club = random_club(system_named(key), seed=8, rows=usual_or_long(96, 320))
    return book_of(key, folder, {name.lower(): [table.headings, *table.rows] for name, table in club.items()}, suffix)


def typed_below_the_table(path: Path, table: str, **values: object) -> None:
    """Type a row right below a table, which does not grow."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[table]
    _, top, width, last_row = range_boundaries(sheet.tables[table].ref)
    for column in range(1, width + 1):
        heading = str(sheet.cell(top, column).value)
        if heading in values:
            sheet.cell(last_row + 1, column).value = values[heading]
    workbook.save(path)


def paste(path: Path, text: str) -> None:
    """Paste a text onto the sheet Import, each line into a row."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook.create_sheet("Import")
    for number, line in enumerate(text.splitlines(), 1):
        sheet.cell(number, 1).value = line
    workbook.save(path)
