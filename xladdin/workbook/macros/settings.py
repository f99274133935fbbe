"""The sheet `xlwings.conf`, which tells xlwings which Python to run."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import xladdin
from xladdin.game_log.parsing import read_text
from xladdin.messages import Message, msg

if TYPE_CHECKING:
    from openpyxl import Workbook

    from xladdin.cells.table import ClubBook

SETTINGS_SHEET = "xlwings.conf"
INTERPRETER_KEYS = {"win32": "INTERPRETER_WIN", "darwin": "INTERPRETER_MAC"}
"""The setting that names the Python of each system (`sys.platform`) with Excel."""

WIDTHS = {"A": 32, "B": 60, "C": 100}
"""The widths of the columns, in characters."""
VERSION_KEY = "XLWINGS VERSION"
"""A setting of ours, for people and the doctor. xlwings ignores it."""


WHEEL_NAME = f"xladdin-{xladdin.__version__}-py3-none-any.whl"
"""The file that `pip wheel . --no-deps` writes and pip takes."""

Setting = tuple[str, str | None, str]
"""A key, its value, and its explanation."""


def install_line() -> Message:
    """Return a line for Start with what a computer needs for the buttons and functions."""
    command = f"pip install {WHEEL_NAME} xlwings=={version('xlwings')}"
    return msg("Buttons and Python functions need: {command}", command=command)


def settings(functions_module: str) -> list[Setting]:
    """Return the settings of a workbook with macros.

    It names the interpreter of this process if Excel runs on its system. Otherwise the value stays blank.
    """
    present = INTERPRETER_KEYS.get(sys.platform)
    return [
        (
            "INTERPRETER_WIN",
            sys.executable if present == "INTERPRETER_WIN" else None,
            r"Windows: the Python that has xladdin, such as C:\Python\python.exe. Blank: the one that "
            '"python" starts. On another computer, change it to the Python there.',
        ),
        (
            "INTERPRETER_MAC",
            sys.executable if present == "INTERPRETER_MAC" else None,
            "Mac: the Python that has xladdin, such as /usr/local/bin/python3. Blank: the one that "
            '"python" starts. On another computer, change it to the Python there.',
        ),
        ("UDF MODULES", functions_module, "The worksheet functions."),
        ("ADD_WORKBOOK_TO_PYTHONPATH", "False", "False: the folder of the workbook is not searched for Python files."),
        (VERSION_KEY, version("xlwings"), "The macros are of this xlwings; the installed one must be the same."),
    ]


def read_settings(workbook: ClubBook) -> dict[str, str]:
    """Return the values of a workbook's sheet by their keys in capitals. There are none without the sheet."""
    return {
        read_text(row[0]).upper(): read_text(row[1]) for row in workbook.sheet_values(SETTINGS_SHEET) if len(row) > 1
    }


def add_settings_sheet(workbook: Workbook, functions_module: str) -> None:
    """Append the sheet: a setting a row."""
    sheet = workbook.create_sheet(SETTINGS_SHEET)
    for row, setting in enumerate(settings(functions_module), start=1):
        for column, text in enumerate(setting, start=1):
            cell = sheet.cell(row, column)
            if text is not None:
                cell.value = text
                cell.data_type = "s"
    for letter, width in WIDTHS.items():
        sheet.column_dimensions[letter].width = width
