"""The Score slips sheet: blank slips to cut, ten to a page."""

from __future__ import annotations

from openpyxl.styles import Alignment, Border, Side
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import SCORE_SLIPS, TITLE_NAME
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write, write_formula
from xladdin.workbook.styles.page_setup import set_up_printing

ACROSS, DOWN = 2, 5
WIDTHS = (11.0, 26.0, 11.0)
"""Columns of a slip [characters]."""
GAP_WIDTH = 5.0
HEIGHTS = (24.0, 26.0, 18.0, 32.0, 32.0, 30.0, 18.0)
"""Rows of a slip [points]: title, date, headings, the players, signatures, and the gap to the next."""
_DOTTED = "." * 24


def add_score_slips(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet; it fills one page, to be printed as often as slips are wanted."""
    sheet = workbook.create_sheet(SCORE_SLIPS)
    sheet.sheet_view.showGridLines = False
    columns = (*WIDTHS, *((GAP_WIDTH, *WIDTHS) * (ACROSS - 1)))
    for number, width in enumerate(columns, 1):
        sheet.column_dimensions[column_letters(number)].width = width
    for row in range(DOWN * len(HEIGHTS)):
        sheet.row_dimensions[row + 1].height = HEIGHTS[row % len(HEIGHTS)]
    for across in range(ACROSS):
        for down in range(DOWN):
            _add_slip(sheet, system, 1 + down * len(HEIGHTS), 1 + across * (len(WIDTHS) + 1))
    set_up_printing(sheet, len(columns), last_row=DOWN * len(HEIGHTS) - 1, heading_rows=0, pages_high=1)


def _add_slip(sheet: Worksheet, system: RatingSystem, row: int, column: int) -> None:
    by_score = system.log_kind.has_scores
    write_formula(sheet, row, column, TITLE_NAME, styles.LABEL)
    write(sheet, row + 1, column, "Date ..................   Round .........   Table .........")
    write(sheet, row + 2, column + 1, "Player")
    write(sheet, row + 2, column + 2, "Score" if by_score else "Result")
    for offset, heading in enumerate(system.log_kind.players, 3):
        write(sheet, row + offset, column, heading)
        for box in (column + 1, column + 2):
            sheet.cell(row + offset, box).border = _frame(Side(style="thin", color=styles.INK))
    write(sheet, row + 5, column, f"Signed {_DOTTED}  {_DOTTED}")
    for line in range(row, row + len(HEIGHTS) - 1):
        for cell in sheet[line][column - 1 : column + len(WIDTHS) - 1]:
            if not cell.style or cell.style == "Normal":
                cell.font = styles.cell_font(10)
            cell.alignment = Alignment("left", "center", indent=1)
    _cut_line(sheet, row, column)


def _cut_line(sheet: Worksheet, row: int, column: int) -> None:
    """A dashed frame around the slip."""
    dashed = Side(style="dashed", color=styles.RULE_GREY)
    last_row, last_column = row + len(HEIGHTS) - 2, column + len(WIDTHS) - 1
    for line in range(row, last_row + 1):
        for number in range(column, last_column + 1):
            cell = sheet.cell(line, number)
            own = cell.border
            cell.border = Border(
                left=dashed if number == column else own.left,
                right=dashed if number == last_column else own.right,
                top=dashed if line == row else own.top,
                bottom=dashed if line == last_row else own.bottom,
            )


def _frame(side: Side) -> Border:
    return Border(left=side, right=side, top=side, bottom=side)
