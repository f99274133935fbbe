"""Excel for Windows: xlwings' own code over stand-ins for COM, for functions that VBA calls and for buttons.

They cannot show Excel itself: how it parses, spills or shows a formula. Only what xladdin touches is here; everything
else is an AttributeError.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import ctypes
import ctypes.util
import datetime as dt
import importlib
import logging
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import openpyxl
from openpyxl.cell import Cell
from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.excel.officejs import chart_names
from tests.helpers.programs.child import call_in_child
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.values import put

PREPARED = f"{__name__}:prepare"
ALREADY_IMPORTED = (asyncio, concurrent.futures, logging, subprocess, tempfile, ctypes.util)
"""Standard modules that xlwings imports too. They must not find themselves on "Windows"."""

COM_ERRORS = {
    "#NULL!": -2146826288,
    "#DIV/0!": -2146826281,
    "#VALUE!": -2146826273,
    "#REF!": -2146826265,
    "#NAME?": -2146826259,
    "#NUM!": -2146826252,
    "#N/A": -2146826246,
}
"""Excel's error values as COM hands them over: the SCODE of a VT_ERROR (CVErr codes 2000 to 2042)."""


class TimeType(dt.datetime):
    """A date as COM delivers it (pywintypes.datetime)."""


class CDispatch:
    """A COM object without type information."""


class ComError(Exception):
    """pywintypes.com_error."""

    __module__ = "pywintypes"


def _module(name: str, **members: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module
    return module


def _not_wrapped(value: object) -> object:
    raise ValueError(f"{value!r} is not wrapped")


def install() -> None:
    """Put the stand-ins in place and import xlwings as if on Windows."""
    if "xlwings" in sys.modules:
        raise RuntimeError("xlwings is imported already: call this in an interpreter of its own")
    ole32 = SimpleNamespace(CLSIDFromString=lambda text, identifier: None)
    ctypes.windll, ctypes.oledll = SimpleNamespace(), SimpleNamespace(ole32=ole32)
    library = SimpleNamespace(PyCom_PyObjectFromIUnknown=SimpleNamespace())
    for name in ("win32api", "win32con", "win32event", "win32gui"):
        _module(name)
    _module("win32process", GetWindowThreadProcessId=lambda window: (1, 1))
    _module("pywintypes", TimeType=TimeType, com_error=ComError, IID=str)
    utc = SimpleNamespace(utc=lambda: dt.UTC)
    _module("win32timezone", TimeZoneInfo=utc)
    _module(
        "pythoncom",
        __file__="",
        CoInitialize=lambda: None,
        DISPATCH_PROPERTYGET=2,
        IID_IDispatch="IDispatch",
        IID_IEnumVARIANT="IEnumVARIANT",
        TypeIIDs={"IDispatch": type("PyIDispatch", (), {})},
    )
    client = _module(
        "win32com.client",
        CDispatch=CDispatch,
        CoClassBaseClass=type("CoClassBaseClass", (), {}),
        DispatchBaseClass=type("DispatchBaseClass", (), {}),
        Dispatch=lambda value: value,
        DispatchEx=lambda value: value,
    )
    util = _module("win32com.server.util", unwrap=_not_wrapped)
    server = _module(
        "win32com.server",
        util=util,
        dispatcher=_module("win32com.server.dispatcher"),
        policy=_module("win32com.server.policy"),
    )
    _module("win32com", client=client, server=server)
    with mock.patch.object(sys, "platform", "win32"), mock.patch.object(ctypes, "PyDLL", lambda _: library):
        import xlwings
    if xlwings.func.__module__ != "xlwings.udfs":
        raise RuntimeError("xlwings did not take its Windows path")
    for module in ("openpyxl", "xladdin.functions", "xladdin.hosts.excel_buttons"):  # what every call imports
        importlib.import_module(module)


AUTOMATIC = -4105
"""Application.Calculation (XlCalculation)."""
VISIBLE, VERY_HIDDEN = -1, 2
"""Worksheet.Visible (XlSheetVisibility)."""
REFUSES = "00FF0000"
"""The colour of the tab of a sheet that takes no values, such as one with merged cells in the way."""


def refusal() -> Exception:
    """Return the error with which Excel refuses a value in a merged cell."""
    details = (0, "Microsoft Excel", "The cell is in a merged area.", None, 0, -2146827284)
    return ComError(-2147352567, "Exception occurred.", details, None)


class Collection(list[Any]):
    """A COM collection, which counts from 1 or goes by name."""

    @property
    def Count(self) -> int:
        return len(self)

    def __call__(self, key: int | str) -> Any:
        return self[key - 1] if isinstance(key, int) else next(item for item in self if item.Name == key)


class ComApplication:
    """A double of Excel's Application. `statuses` has each text of the status bar. `compute` calculates."""

    def __init__(self, compute: Callable[[], None]) -> None:
        properties = {"Hwnd": 1, "ScreenUpdating": True, "StatusBar": False, "Calculation": AUTOMATIC}
        vars(self).update(properties, statuses=[], _compute=compute)

    def __setattr__(self, name: str, value: object) -> None:
        if name == "Calculation" and value == AUTOMATIC != self.Calculation:
            self._compute()
        if name == "StatusBar" and isinstance(value, str):
            self.statuses.append(value)
        vars(self)[name] = value


class ComWorkbook:
    """A file as Excel would hold it open. Formulas keep the values stored in the file, unless it computes."""

    def __init__(self, path: Path, computes: bool = False) -> None:
        self.Name, self.FullName = path.name, str(path)
        self.Application = ComApplication(self._compute if computes else lambda: None)
        self.workbook = openpyxl.load_workbook(path, keep_vba=path.suffix == ".xlsm")
        stored = openpyxl.load_workbook(path, data_only=True)
        self.charts = chart_names(path)
        self.Worksheets = Collection(ComSheet(self, sheet, stored[sheet.title]) for sheet in self.workbook.worksheets)
        self.Date1904 = self.workbook.epoch == CALENDAR_MAC_1904
        self.Names = Collection(ComName(name) for name in self.workbook.defined_names.values())

    def ExportAsFixedFormat(self, **options: Any) -> None:
        """Write, in place of a PDF, the names of the sheets that would be in it."""
        Path(options["Filename"]).write_text(
            "\n".join(["%PDF-1.7", *(sheet.Name for sheet in self.Worksheets if sheet.Visible)])
        )

    def close(self) -> list[str]:
        """Save the file as it then is, and return what the status bar said. Every setting must be as it was."""
        application = self.Application
        if (application.StatusBar, application.ScreenUpdating, application.Calculation) != (False, True, AUTOMATIC):
            raise AssertionError("Excel's settings are not what they were")
        self.workbook.save(self.FullName)
        return application.statuses

    def _compute(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / self.Name
            self.workbook.save(copy)
            stored = openpyxl.load_workbook(recalculate(copy, copy.parent / "computed"), data_only=True)
        for sheet in self.Worksheets:
            sheet.stored = stored[sheet.Name]


class ComName:
    """A defined name."""

    def __init__(self, name: DefinedName) -> None:
        self.Name, self._defined = name.name, name

    RefersTo = property(
        lambda self: f"={self._defined.attr_text}",
        lambda self, formula: setattr(self._defined, "attr_text", formula.removeprefix("=")),
    )


class ComSheet:
    """A worksheet."""

    def __init__(self, parent: ComWorkbook, sheet: Worksheet, stored: Worksheet) -> None:
        self.Parent = parent
        self.sheet, self.stored = sheet, stored
        self.Name = sheet.title
        self.ProtectContents, self.ProtectionMode = sheet.protection.sheet, False
        self.ListObjects = Collection(ComTable(self, table) for table in sheet.tables.values())
        self.ChartObjects = lambda: Collection(map(com_chart, parent.charts.get(self.Name, ()), sheet._charts))

    @property
    def Index(self) -> int:
        return self.Parent.workbook.worksheets.index(self.sheet) + 1

    @property
    def Visible(self) -> int:
        return {"visible": VISIBLE, "hidden": 0, "veryHidden": VERY_HIDDEN}[self.sheet.sheet_state]

    @Visible.setter
    def Visible(self, value: int | bool) -> None:
        self.sheet.sheet_state = {VERY_HIDDEN: "veryHidden", False: "hidden"}.get(value, "visible")
        if all(other.sheet.sheet_state != "visible" for other in self.Parent.Worksheets):
            raise refusal()

    @property
    def UsedRange(self) -> ComRange:
        return ComRange(self, *range_boundaries(self.sheet.calculate_dimension()))

    def Cells(self, row: int, column: int) -> ComRange:
        return ComRange(self, column, row, column, row)

    def Range(self, first: ComRange | str, last: ComRange | None = None) -> ComRange:
        if isinstance(first, str):
            return ComRange(self, *range_boundaries(first))
        assert last is not None
        return ComRange(self, *first.corners[:2], *last.corners[2:])


class ComRange:
    """A rectangle of cells by its first column and row, its last column and row."""

    def __init__(self, sheet: ComSheet, *corners: int) -> None:
        self.Worksheet = sheet
        self.corners = corners
        self.Column, self.Row, last_column, last_row = corners
        self.Rows = SimpleNamespace(Count=last_row - self.Row + 1)
        self.Columns = SimpleNamespace(Count=last_column - self.Column + 1)
        letters = get_column_letter(self.Column), get_column_letter(last_column)
        self.Address = f"${letters[0]}${self.Row}:${letters[1]}${last_row}"

    def __call__(self, row: int, column: int) -> ComRange:
        return self.Worksheet.Cells(self.Row + row - 1, self.Column + column - 1)

    def _cells(self, sheet: Worksheet) -> Iterator[tuple[Cell, ...]]:
        left, top, right, bottom = self.corners
        yield from sheet.iter_rows(top, bottom, left, right)

    @property
    def Value(self) -> Any:
        pairs = zip(self._cells(self.Worksheet.sheet), self._cells(self.Worksheet.stored))
        return _rows([_to_com(content, stored) for content, stored in zip(*row)] for row in pairs)

    @Value.setter
    def Value(self, rows: Sequence[Sequence[object]]) -> None:
        colour = self.Worksheet.sheet.sheet_properties.tabColor
        if colour is not None and colour.rgb == REFUSES:
            raise refusal()
        if (len(rows), len(rows[0])) != (self.Rows.Count, self.Columns.Count):
            raise AssertionError(f"{len(rows)} by {len(rows[0])} values do not fit {self.Address}")
        for cells, values in zip(self._cells(self.Worksheet.sheet), rows):
            for cell, value in zip(cells, values):
                put(cell, value.replace(tzinfo=None) if isinstance(value, dt.datetime) else value)

    def _set_style(self, name: str) -> None:
        if name not in self.Worksheet.sheet.parent.named_styles:
            raise refusal()
        for row in self._cells(self.Worksheet.sheet):
            for cell in row:
                cell.style = name

    def _set_width(self, width: float) -> None:
        self.Worksheet.sheet.column_dimensions[get_column_letter(self.Column)].width = width

    Style, ColumnWidth = property(fset=_set_style), property(fset=_set_width)

    @property
    def Formula(self) -> Any:
        return _rows(
            ["" if cell.value is None else str(cell.value) for cell in row] for row in self._cells(self.Worksheet.sheet)
        )

    @Formula.setter
    def Formula(self, formula: str) -> None:
        filled = Translator(formula, f"{get_column_letter(self.Column)}{self.Row}")
        for row in self._cells(self.Worksheet.sheet):
            for cell in row:
                put(cell, filled.translate_formula(cell.coordinate))


class ComTable:
    """A ListObject."""

    def __init__(self, sheet: ComSheet, table: Table) -> None:
        self.table = table
        self.Name = table.name
        self.ShowHeaders = True
        self.ShowTotals = False
        self.Range = ComRange(sheet, *range_boundaries(table.ref))

    def Resize(self, cells: ComRange) -> None:
        self.table.ref = cells.Address.replace("$", "")
        if self.table.autoFilter is not None:
            self.table.autoFilter.ref = self.table.ref
        self.Range = cells


def com_chart(name: str, chart: Any) -> SimpleNamespace:
    """Return the frame of a chart, and in it the chart, which shows all its axes."""
    axes = {1: chart.x_axis, 2: chart.y_axis}
    dispatch = SimpleNamespace(GetIDsOfNames=lambda locale, name: 1, Invoke=lambda *arguments: True)
    com_object = SimpleNamespace(Axes=lambda which, group: ComAxis(axes[which]), _oleobj_=dispatch)
    return SimpleNamespace(Name=name, Chart=com_object)


class ComAxis:
    """An axis. It refuses a low end at or above a high one that was set before."""

    def __init__(self, axis: Any) -> None:
        vars(self)["axis"] = axis

    def __setattr__(self, name: str, value: Any) -> None:
        end = name.removesuffix("IsAuto")
        path, element = {
            "MinimumScale": (self.axis.scaling, "min"),
            "MaximumScale": (self.axis.scaling, "max"),
            "MajorUnit": (self.axis, "majorUnit"),
        }[end]
        setattr(path, element, None if name != end else float(value))
        low, high = self.axis.scaling.min, self.axis.scaling.max
        if low is not None and high is not None and low >= high:
            raise refusal()


def _rows(rows: Iterator[list[object]] | Any) -> Any:
    whole = tuple(map(tuple, rows))
    return whole[0][0] if len(whole) == len(whole[0]) == 1 else whole


def _to_com(cell: Cell, stored: Cell) -> object:
    """Return a value as COM delivers it: a number as double or currency, a date in its type, an error as its code."""
    value = cell.value if cell.data_type != "f" else stored.value
    if isinstance(value, dt.datetime):
        return TimeType(*value.timetuple()[:6], tzinfo=dt.UTC)
    if stored.data_type == "e":
        return COM_ERRORS[str(value)]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Decimal(str(value)) if "$" in cell.number_format else float(value)
    return value


OK, YES, NO = 1, 6, 7
MB_YESNO, WARNING = 4, 48
"""Styles of MessageBox, and its answers (Win32)."""


class Alert(str):
    """A message that was shown, and whether with the icon of a warning."""

    is_warning = False


def press_classic_button(
    path: Path, function: str, *arguments: object, answers: Sequence[bool] = (), computes: bool = False
) -> tuple[list[Alert], list[str]]:
    """Call "package.module:function", which goes by Book.caller(), with the workbook open in Excel for Windows.

    `answers` says Yes or No to each question in turn. A question beyond them fails. `computes` says whether LibreOffice
    computes formulas when Excel would. Saves the workbook as it then is. Gives the messages shown, and what the status
    bar said.
    """
    return call_in_child(f"{__name__}:_press", path, function, arguments, answers, computes, prepared_by=PREPARED)


def prepare() -> None:
    """Install the stand-ins for Windows, and import what buttons call."""
    install()
    importlib.import_module("tests.helpers.excel.pressing")


def _press(
    path: Path, function: str, arguments: Sequence[object], answers: Sequence[bool], computes: bool
) -> tuple[list[Alert], list[str]]:
    from xlwings import _xlwindows

    messages: list[Alert] = []
    open_answers = list(answers)

    def message_box(window: int, text: str, title: str, style: int) -> int:
        messages.append(alert := Alert(text))
        alert.is_warning = style & WARNING == WARNING
        if not style & MB_YESNO:
            return OK
        return YES if open_answers.pop(0) else NO

    vars(sys.modules["win32api"]).update(MessageBox=message_box)
    vars(sys.modules["win32con"]).update(
        MB_OK=0, MB_OKCANCEL=1, MB_YESNO=MB_YESNO, MB_YESNOCANCEL=3, MB_ICONINFORMATION=64, MB_ICONWARNING=WARNING
    )
    workbook = ComWorkbook(path, computes)
    _xlwindows.BOOK_CALLER = workbook
    module, _, name = function.partition(":")
    getattr(importlib.import_module(module), name)(*arguments)
    assert not open_answers, f"never asked for {open_answers}"
    return messages, workbook.close()
