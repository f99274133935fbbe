"""The Score slips sheet: slips to cut, ten to a page, blank until a round is paired."""

from copy import copy

from openpyxl.styles import Border, Side
from openpyxl.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.building import name_headings
from xladdin.workbook.report_sheets.evening.slips import (
    ACROSS,
    BLANK_LINE,
    DOWN,
    GAP_WIDTH,
    HEIGHTS,
    PAGES,
    SIGNED,
    WIDTHS,
    last_row,
    layout,
    places,
)
from xladdin.workbook.schema import SCORE_SLIPS
from xladdin.workbook.styles import colours
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write, write_title
from xladdin.workbook.styles.page_setup import set_up_printing
from xladdin.workbook.styles.paper_room import LARGEST_SCALE


def add_score_slips(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet. Its first page can be printed as often as you want blank slips."""
    sheet = workbook.create_sheet(SCORE_SLIPS)
    sheet.sheet_view.showGridLines = False
    columns = (*WIDTHS, *((GAP_WIDTH, *WIDTHS) * (ACROSS - 1)))
    for number, width in enumerate(columns, 1):
        sheet.column_dimensions[column_letters(number)].width = width
    for row in range(DOWN * PAGES * len(HEIGHTS)):
        sheet.row_dimensions[row + 1].height = HEIGHTS[row % len(HEIGHTS)]
    first, *others = places()
    _write_slip(sheet, system, *first)
    _format_slip(sheet, *first)
    for place in others:
        _write_slip(sheet, system, *place)
        _format_alike(sheet, first, place)
    name_headings(workbook, layout(system))
    set_up_printing(sheet, len(columns), last_row=last_row(PAGES), heading_rows=0)
    sheet.sheet_properties.pageSetUpPr.fitToPage = False  # else breaks between pages do not count
    sheet.page_setup.fitToWidth = sheet.page_setup.fitToHeight = None
    sheet.page_setup.scale = LARGEST_SCALE
    for page in range(1, PAGES):
        sheet.row_breaks.append(Break(id=last_row(page)))


def _write_slip(sheet: Worksheet, system: RatingSystem, row: int, column: int) -> None:
    write_title(sheet, row, column, styles.LABEL)
    write(sheet, row + 1, column, BLANK_LINE)
    for offset, shown in enumerate(layout(system).blocks[0].columns, 1):
        write(sheet, row + 2, column + offset, shown.heading)
    for offset, heading in enumerate(system.log_kind.players, 3):
        write(sheet, row + offset, column, heading)
    write(sheet, row + 5, column, SIGNED)


def _format_slip(sheet: Worksheet, row: int, column: int) -> None:
    for line in (row + 3, row + 4):
        for box in (column + 1, column + 2):
            sheet.cell(line, box).border = styles.on_all_sides(Side(style="thin", color=colours.INK))
    for line in range(row, row + len(HEIGHTS) - 1):
        for cell in sheet[line][column - 1 : column + len(WIDTHS) - 1]:
            if not cell.style or cell.style == "Normal":
                cell.font = styles.cell_font(10)
            cell.alignment = styles.indented()
    for line in (row + 3, row + 4):
        sheet.cell(line, column + 1).alignment = styles.centred("left", shrink=True, indent=1)
    _cut_line(sheet, row, column)


def _format_alike(sheet: Worksheet, first: tuple[int, int], other: tuple[int, int]) -> None:
    """Copies the looks of the first slip, which costs less than to write them once more."""
    for line in range(len(HEIGHTS) - 1):
        for number in range(len(WIDTHS)):
            held = sheet.cell(first[0] + line, first[1] + number)
            sheet.cell(other[0] + line, other[1] + number)._style = copy(held._style)


def _cut_line(sheet: Worksheet, row: int, column: int) -> None:
    """A dashed frame around the slip."""
    dashed = Side(style="dashed", color=colours.HAIRLINE)
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
