"""xlwings' Office.js hosts (xlwings Lite is one) without a browser: Python's side of their calls, and a workbook's.

The calls run in an interpreter of their own, because xlwings looks at its environment on import. The key is the word
that xlwings itself uses for noncommercial use. Payload and actions of a workbook are those of xlwings' own JavaScript
(getBookData and runActions).
"""

from __future__ import annotations

import asyncio
import datetime as dt
import importlib
import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.utils.datetime import to_excel
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.programs.child import call_in_child
from tests.helpers.values import ExcelError, put
from xladdin.files.club_file import open_club_file

ENVIRONMENT = {"XLWINGS_ON_SERVER": "true", "XLWINGS_LICENSE_KEY": "noncommercial"}

ERROR_TYPES = {
    "#DIV/0!": "Div0",
    "#N/A": "NotAvailable",
    "#NAME?": "Name",
    "#NULL!": "Null",
    "#NUM!": "Num",
    "#REF!": "Ref",
    "#VALUE!": "Value",
}
"""Excel's error values as Excel.CustomFunctions of Office.js names them (Excel.ErrorCellValueType)."""
PREPARED = f"{__name__}:prepare"


def prepare() -> None:
    """Import what scripts need, so that no time limit of a script includes it."""
    for module in ("openpyxl", "xlwings.server", "xladdin.functions", "tests.helpers.excel.pressing"):
        importlib.import_module(module)


def officejs_request(name: str, arguments: Sequence[object]) -> dict[str, Any]:
    """Return the body of one call of a worksheet function, as the JavaScript side of xlwings sends it."""
    matrices = [argument if isinstance(argument, list) else [[argument]] for argument in arguments]
    return {
        "client": "Office.js",
        "func_name": name,
        "args": [[[_to_officejs(cell) for cell in row] for row in matrix] for matrix in matrices],
        "caller_address": "[club.xlsx]Sheet1!A1",
        "session_id": "test",
        "culture_info_name": "en-US",
        "date_format": "m/d/yyyy",
        "version": "",
        "runtime": "1.4",
    }


def officejs_result(matrix: Any) -> list[list[object]]:
    """Return the matrix that Office.js gets as cells. Fails for a result that it could not spill."""
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise TypeError(f"Office.js spills a list of rows, not {matrix!r}")
    return [[_from_officejs(cell) for cell in row] for row in matrix]


def run_script(module: str, script: str, payload: dict[str, Any], *, paths: Sequence[Path] = ()) -> list[Any]:
    """Run a script of xlwings, or any function that takes a Book, on a payload. Return the actions for Excel."""
    call = f"{__name__}:_run_script", module, script, payload
    return call_in_child(*call, prepared_by=PREPARED, env=ENVIRONMENT, paths=paths)


def _to_officejs(value: object) -> object:
    if isinstance(value, ExcelError):
        return {"type": "Error", "errorType": ERROR_TYPES[value], "basicType": "Error", "basicValue": str(value)}
    return to_excel(value) if isinstance(value, dt.date) else value


def _from_officejs(value: Any) -> object:
    if not isinstance(value, dict):
        return value
    if value["type"] == "Error":
        return ExcelError(next(text for text, kind in ERROR_TYPES.items() if kind == value["errorType"]))
    return value["basicValue"]


def _run_script(module: str, script: str, payload: dict[str, Any]) -> list[Any]:
    import xlwings
    from xlwings import server

    workbook = xlwings.Book(json=payload)
    imported = importlib.import_module(module)
    if hasattr(function := getattr(imported, script), "__xlscript__"):
        call = server.custom_scripts_call(imported, script, typehint_to_value={xlwings.Book: workbook})
        return list(asyncio.run(call).json()["actions"])
    function(workbook)
    return list(workbook.json()["actions"])


WITHOUT_EFFECT = ("calculate", "setCalculation", "setScreenUpdating")
"""Actions that change nothing that a file holds."""
REFERENCE = re.compile(r"('([^']|'')+'|[^'!(),:]+)![A-Z$]+[0-9$]+(:[A-Z$]+[0-9$]+)?")
"""What a name refers to where that is one range: Rules!$B$2:$C$9."""


class RemoteBook:
    """An .xlsx or .xlsm as Excel would hold it open. Formulas keep the values stored in the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.workbook = openpyxl.load_workbook(path, keep_vba=path.suffix == ".xlsm")
        self._stored = openpyxl.load_workbook(path, data_only=True)
        self._charts = chart_names(path)
        self.alerts: list[str] = []

    def payload(self) -> dict[str, Any]:
        """Return what the script gets of names, tables and values, as far as xladdin looks at it."""
        return {
            "client": "Office.js",
            "version": version("xlwings"),
            "book": {
                "name": self.path.name,
                "active_sheet_index": self.workbook.index(self.workbook.active),
                "selection": "A1",
                "calculation": "Automatic",
            },
            "names": [self._name(name) for name in self.workbook.defined_names.values()],
            "sheets": [self._sheet(sheet) for sheet in self.workbook.worksheets],
        }

    def apply(self, actions: Sequence[dict[str, Any]]) -> None:
        """Carry the actions out in order, each by the method of its name. Fails for one that has none."""
        for action in actions:
            if action["func"] not in WITHOUT_EFFECT:
                getattr(self, action["func"])(action)

    def save(self, path: Path) -> None:
        self.workbook.save(path)

    def _name(self, name: DefinedName) -> dict[str, Any]:
        sheet_index, address = None, None
        if REFERENCE.fullmatch(name.attr_text):
            ((sheet, area),) = name.destinations
            sheet_index, address = self.workbook.sheetnames.index(sheet), area.replace("$", "")
        return {
            "name": name.name,
            "refers_to": f"={name.attr_text}",
            "type": "Range" if address else "String",
            "sheet_index": sheet_index,
            "address": address,
            "scope_sheet_index": None,
            "book_scope": True,
        }

    def _sheet(self, sheet: Worksheet) -> dict[str, Any]:
        rows, columns = _last_cell(sheet)
        window = self._stored[sheet.title].iter_rows(max_row=max(rows, 1), max_col=max(columns, 1), values_only=True)
        return {
            "name": sheet.title,
            "visibility": {"visible": "Visible", "hidden": "Hidden", "veryHidden": "VeryHidden"}[sheet.sheet_state],
            "values": [[_sent(value) for value in row] for row in window],
            "charts": [{"name": name} for name in self._charts.get(sheet.title, ())],
            "tables": [_table(table) for table in sheet.tables.values()],
        }

    def _worksheet(self, action: dict[str, Any]) -> Worksheet:
        return self.workbook.worksheets[action["sheet_position"]]

    def setValues(self, action: dict[str, Any]) -> None:
        sheet, values = self._worksheet(action), action["values"]
        assert {len(row) for row in values} == {action["column_count"]} and len(values) == action["row_count"]
        for row, cells in enumerate(values, start=action["start_row"] + 1):
            for column, value in enumerate(cells, start=action["start_column"] + 1):
                put(sheet.cell(row, column), value)

    def setFormula(self, action: dict[str, Any]) -> None:
        """Write formulas cell by cell, or one that Excel fills over the range, shifting its relative references."""
        formula = action["values"]
        if isinstance(formula, list):
            self.setValues(action)
            return
        sheet, first = self._worksheet(action), (action["start_row"] + 1, action["start_column"] + 1)
        filled = Translator(formula, sheet.cell(*first).coordinate)
        for row in range(first[0], first[0] + action["row_count"]):
            for column in range(first[1], first[1] + action["column_count"]):
                cell = sheet.cell(row, column)
                put(cell, filled.translate_formula(cell.coordinate))

    def rangeClearContents(self, action: dict[str, Any]) -> None:
        top, left = action["start_row"], action["start_column"]
        corners = (top + 1, top + action["row_count"], left + 1, left + action["column_count"])
        for row in self._worksheet(action).iter_rows(*corners):
            for cell in row:
                cell.value = None

    def resizeTable(self, action: dict[str, Any]) -> None:
        index, address = action["args"]
        table = list(self._worksheet(action).tables.values())[index]
        assert range_boundaries(table.ref)[:3] == range_boundaries(address)[:3], "only rows may change"
        table.ref = address.replace("$", "")
        if table.autoFilter is not None:
            table.autoFilter.ref = table.ref

    def setChartAxis(self, action: dict[str, Any]) -> None:
        """Set ends and unit of an axis. The spreadsheet chooses one that is None. An unknown attribute fails."""
        index, which, values = action["args"]
        chart = self._worksheet(action)._charts[index]
        axis = {"category": chart.x_axis, "value": chart.y_axis}[which]
        for name, value in values.items():
            if name == "major_unit":
                axis.majorUnit = value
            else:
                setattr(axis.scaling, {"minimum_scale": "min", "maximum_scale": "max"}[name], value)

    def setNameRefersTo(self, action: dict[str, Any]) -> None:
        name, is_of_book, _, refers_to = action["args"]
        assert is_of_book
        self.workbook.defined_names[name].attr_text = refers_to.removeprefix("=")

    def setSheetVisibility(self, action: dict[str, Any]) -> None:
        self._worksheet(action).sheet_state = {"Visible": "visible", "Hidden": "hidden"}[action["args"][0]]

    def activateSheet(self, action: dict[str, Any]) -> None:
        self.workbook.active = action["args"][0]

    def alert(self, action: dict[str, Any]) -> None:
        self.alerts.append(action["args"][0])


def _last_cell(sheet: Worksheet) -> tuple[int, int]:
    filled = [position for position, cell in sheet._cells.items() if cell.value is not None]
    return (max(row for row, _ in filled), max(column for _, column in filled)) if filled else (0, 0)


def _sent(value: object) -> object:
    """Return a stored value as it travels: "" for a blank cell, and dates in ISO form."""
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, dt.time):  # a 0 that is shown as a date, which Office.js hands over as the number
        return 0
    return value


def _table(table: Table) -> dict[str, Any]:
    first_column, first_row, last_column, last_row = range_boundaries(table.ref)
    left, right = get_column_letter(first_column), get_column_letter(last_column)
    return {
        "name": table.name,
        "range_address": table.ref,
        "header_row_range_address": f"{left}{first_row}:{right}{first_row}",
        "data_body_range_address": f"{left}{first_row + 1}:{right}{last_row}",
        "show_headers": True,
        "show_totals": False,
    }


def chart_names(path: Path) -> Mapping[str, Sequence[str]]:
    """Return the names of the charts of each sheet, as Office.js reports them."""
    file = open_club_file(path)
    names: dict[str, list[str]] = {}
    for sheet, part in file.sheets.items():
        for drawing in file.package.find_related_parts(part, "drawing").values():
            frames = re.findall(rb"graphicFrame[\s>].*?<(?:\w+:)?cNvPr\b([^<>]*)>", file.package.read(drawing), re.S)
            matches = (re.search(rb'\bname="([^"]*)"', frame) for frame in frames)
            names.setdefault(sheet, []).extend(name[1].decode() for name in matches if name)
    return names
