"""The Functions sheet: every worksheet function, its arguments, an example, its result, and where it works."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from xladdin.systems import SYSTEMS
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import FUNCTIONS
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import add_titled_sheet, write
from xladdin.workbook.styles.page_setup import set_up_printing
from xladdin.workbook.words.fixed import FUNCTIONS_SUBTITLE, functions_words

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.functions.described import Described

HEADINGS = ("Function", "What it returns", "Arguments", "Example", "gives", "LAMBDA name")
COLUMN_WIDTHS = (30, 44, 70, 34, 24, 9)
HEADING_ROW = 8
LINE_HEIGHT = 15
"""Points."""
LETTERS_PER_WIDTH = 1.15
"""A column's width counts digits. A few more letters of a text fit."""

_WHERE = (
    "Every function takes a value or, in the Python functions, a range for each argument. [An argument in brackets] "
    "may be left out.",
    "With a LAMBDA name: works in this file in Excel 2024, Microsoft 365 and the web, nothing to install, one value an "
    "argument. An .xlsm, and a file made with --no-names, has no such names.",
    "All of them: in Excel on Windows with Python and xlwings; on a Mac and in the web through xlwings Lite.",
    "All follow the printed tables of the sources; the change cells and the Calculator follow the Rules sheet.",
)


def add_functions_sheet(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet, from the functions' own help: those of the club's system first, those of the others last."""
    from xladdin.functions.catalogue import CATALOGUE
    from xladdin.workbook.lambdas import lambda_names

    sheet = add_titled_sheet(workbook, FUNCTIONS, FUNCTIONS_SUBTITLE)
    for row, line in enumerate(_WHERE, 3):
        write(sheet, row, 1, line)
    for column, (heading, width) in enumerate(zip(HEADINGS, COLUMN_WIDTHS), 1):
        write(sheet, HEADING_ROW, column, heading, styles.HEADING)
        sheet.column_dimensions["ABCDEF"[column - 1]].width = width
    sheet.row_dimensions[HEADING_ROW].height = 2 * LINE_HEIGHT
    names = lambda_names()
    own = _family(system)
    others = tuple(family for family in map(_family, SYSTEMS.values()) if family not in ("", own))

    def order(function: Described) -> int:
        return 0 if own and function.name.startswith(own) else 2 if function.name.startswith(others) else 1

    for row, function in enumerate(sorted(CATALOGUE.values(), key=order), HEADING_ROW + 1):
        _add_function(sheet, row, function, function.name in names)
    sheet.freeze_panes = f"B{HEADING_ROW + 1}"
    last_row = HEADING_ROW + len(CATALOGUE)
    styles.filled_row_rules(sheet, f"A{HEADING_ROW + 1}:F{last_row}", f'$A{HEADING_ROW + 1}<>""')
    set_up_printing(sheet, len(HEADINGS), last_row=last_row, heading_rows=HEADING_ROW, landscape=True)


def _family(system: RatingSystem) -> str:
    """The first letters of the names of a system's functions, or nothing if it has none of its own."""
    return system.change_function.removesuffix("CHANGE")


def _add_function(sheet: Worksheet, row: int, function: Described, is_name: bool) -> None:
    from xladdin.functions.arguments import A_CELL_OR_RANGE

    arguments = "\n".join(
        f"{name}: {argument.help.removesuffix(f': {A_CELL_OR_RANGE}')}" for name, argument in function.arguments.items()
    )
    cells = (
        function.syntax,
        function.description,
        arguments,
        f"={function.example}",
        function.gives if isinstance(function.gives, (int, float)) else str(function.gives),
        "yes" if is_name else "",
    )
    for column, cell in enumerate(cells, 1):
        write(sheet, row, column, cell, styles.PROSE)
    lines = max(_lines(way, width) for cell, width in zip(cells, COLUMN_WIDTHS) for way in functions_words(cell))
    sheet.row_dimensions[row].height = LINE_HEIGHT * (lines + 1 / 3)


def _lines(text: str, width: int) -> int:
    """The lines of a text in a column of that width."""
    return sum(ceil(len(line) / (width * LETTERS_PER_WIDTH)) for line in text.split("\n"))
