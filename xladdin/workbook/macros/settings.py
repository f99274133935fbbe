"""The sheet `xlwings.conf`, where a workbook tells xlwings which Python to run."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openpyxl import Workbook

SETTINGS_SHEET = "xlwings.conf"
INTERPRETER_KEYS = {"win32": "INTERPRETER_WIN", "darwin": "INTERPRETER_MAC"}
"""The setting that names the Python of each system (`sys.platform`) where Excel runs."""

VERSION_KEY = "XLWINGS VERSION"
"""A setting of ours, for people and the doctor; xlwings passes over it."""


def add_settings_sheet(workbook: Workbook, functions_module: str) -> None:
    """Appends the sheet: a setting a row, its value, and what to put there.

    The interpreter of this process is named where Excel runs on its system; elsewhere the value stays blank.
    """
    here = INTERPRETER_KEYS.get(sys.platform)
    rows = [
        (
            "INTERPRETER_WIN",
            r"Windows: the Python that has xladdin, such as C:\Python\python.exe. Blank: the one that "
            '"python" starts. On another computer, change it to the Python there.',
        ),
        (
            "INTERPRETER_MAC",
            "Mac: the Python that has xladdin, such as /usr/local/bin/python3. Blank: the one that "
            '"python" starts. On another computer, change it to the Python there.',
        ),
        ("UDF MODULES", "The worksheet functions."),
        ("ADD_WORKBOOK_TO_PYTHONPATH", "False: the folder of the workbook is not searched for Python files."),
        (VERSION_KEY, "The macros are of this xlwings; the installed one must be the same."),
    ]
    values = {
        "UDF MODULES": functions_module,
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
        VERSION_KEY: version("xlwings"),
    }
    if here:
        values[here] = sys.executable
    sheet = workbook.create_sheet(SETTINGS_SHEET)
    for row, (key, explanation) in enumerate(rows, start=1):
        for column, text in enumerate((key, values.get(key), explanation), start=1):
            cell = sheet.cell(row, column)
            if text is not None:
                cell.value = text
                cell.data_type = "s"
    for letter, width in {"A": 32, "B": 60, "C": 100}.items():
        sheet.column_dimensions[letter].width = width
