"""Buttons other than Recalculate with a fixed clock, and workbooks compared cell by cell with the command line's.

Macros that take a book are for Office.js. VBA calls the others, and they ask for the workbook of their caller.
"""

from __future__ import annotations

import shutil
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import openpyxl
from openpyxl.workbook import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.clubs import NOW, book_of, random_tables
from tests.helpers.excel.pressing import caller
from tests.helpers.suite.length import usual_or_long
from xladdin.hosts import excel_buttons
from xladdin.hosts.excel_buttons import decode_path
from xladdin.hosts.file_commands import recalculate_file


def import_now(workbook: Any) -> None:
    excel_buttons.import_into_book(workbook, None, NOW)


def classic_pair() -> None:
    workbook = caller()
    opened = Path(workbook.fullname).with_name("slips.html")
    webbrowser.open = lambda uri: shutil.copy(url2pathname(urlsplit(uri).path), opened)  # type: ignore[assignment]
    excel_buttons.pair_tonight(workbook, NOW, excel_buttons._open_slips)


def classic_import(letters: str) -> None:
    excel_buttons.import_into_book(caller(), decode_path(letters), NOW)


def classic_publish() -> None:
    workbook = caller()
    excel_buttons.publish_page(workbook, Path(workbook.fullname).parent, NOW)


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
    contents: dict[str, tuple[object, str]] = {}
    for sheet in workbook.worksheets:
        filled = (cell for cell in sheet._cells.values() if cell.value is not None)
        contents |= {f"{sheet.title}!{cell.coordinate}": (content(cell), cell.data_type) for cell in filled}
        contents |= {table.name: (table.ref, "table") for table in sheet.tables.values()}
        axes = [axis for chart in sheet._charts for axis in (chart.x_axis, chart.y_axis)]
        ends = [(axis.scaling.min, axis.scaling.max, getattr(axis, "majorUnit", None)) for axis in axes]
        contents |= {f"{sheet.title}!axis {number}": (end, "axis") for number, end in enumerate(ends)}
    return contents


def differences(first: Workbook, second: Workbook) -> dict[str, tuple[object, object]]:
    before, after = cells(first), cells(second)
    pairs = {address: (before.get(address), after.get(address)) for address in before | after}
    return {address: pair for address, pair in pairs.items() if pair[0] != pair[1]}


def random_book(key: str, folder: Path, suffix: str = ".xlsx") -> Path:
    return book_of(key, folder, random_tables(key, usual_or_long(96, 320), 0, seed=8), suffix)
