"""What cells hold beside None, bool, number, text and date, and what Excel makes of what a script puts there."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from openpyxl.cell import Cell

BOOLEANS = {"TRUE": True, "FALSE": False}
ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d)?")
UNCLEAR = re.compile(r"[-+=@].*|[(\s$€£¥]*[-+]?\d[\d.,/:\s-]*[%)]?|\d+[-/. ][^\W\d]{3,}.*", re.DOTALL)
"""Signs that begin a formula, digits with separators that are a number, date, time or fraction, and "1-Jan"."""


class ExcelError(str):
    """An error value. It equals its text ("#N/A"), and its class tells it from a text."""

    __slots__ = ()


@dataclass(frozen=True)
class Raised:
    """What a call raised: the name of the class of the exception, and its message."""

    kind: str
    message: str


class UnclearTextError(AssertionError):
    """Excel may take this text for a formula, number or date, in some language. It needs an apostrophe in front."""


def put(cell: Cell, value: object) -> None:
    """Set a cell as `range.values` of Office.js does: a text as if a person had typed it. The cell keeps its format."""
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
