"""What Excel makes of a value that a script puts into a cell.

Office.js hands a text to Excel as if a person had typed it: "007" becomes 7, "8-3" the third of August, and "=A1" a
formula. A leading apostrophe keeps a text a text. Sometimes the answer of Excel depends on its language. No script must
rely on that, so we refuse such a text here.
"""

from __future__ import annotations

import datetime as dt
import re

from openpyxl.cell import Cell

BOOLEANS = {"TRUE": True, "FALSE": False}
ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d)?")
UNCLEAR = re.compile(r"[-+=@].*|[(\s$€£¥]*[-+]?\d[\d.,/:\s-]*[%)]?|\d+[-/. ][^\W\d]{3,}.*", re.DOTALL)
"""Signs that begin a formula, digits with separators that are a number, date, time or fraction, and "1-Jan"."""


class UnclearTextError(AssertionError):
    """Excel may take this text for a formula, number or date. It needs an apostrophe in front."""


def put(cell: Cell, value: object) -> None:
    """Set a cell as `range.values` of Office.js does. The cell keeps its format."""
    if not isinstance(value, str):
        cell.value = value
    elif value.startswith("'"):
        _put_text(cell, value[1:])
    elif cell.number_format == "@" and value:
        _put_text(cell, value)
    elif value == "":
        cell.value = None
    elif value.upper() in BOOLEANS:
        cell.value = BOOLEANS[value.upper()]
    elif NUMBER.fullmatch(value):
        number = float(value)
        cell.value = int(number) if number.is_integer() else number
    elif ISO_DATE.fullmatch(value):
        cell.value = dt.datetime.fromisoformat(value)
    elif value in ERRORS or (value.startswith("=") and len(value) > 1):
        cell.value = value
    elif UNCLEAR.fullmatch(value):
        raise UnclearTextError(f"{value!r} for {cell.coordinate}: Excel may not take it for a text")
    else:
        _put_text(cell, value)


def _put_text(cell: Cell, text: str) -> None:
    cell.value = text
    cell.data_type = "s"
