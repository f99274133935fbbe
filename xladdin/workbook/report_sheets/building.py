"""Report sheets of a new workbook: titles, headings, column formats, lines under filled rows, print setup."""

from __future__ import annotations

from openpyxl.styles import Alignment
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.workbook import styles
from xladdin.workbook.addresses import column_letters
from xladdin.workbook.printing import set_up_printing
from xladdin.workbook.report_sheets.layout import (
    AS_OF_ROW,
    FIRST_ROW,
    GROUP_ROW,
    HEADING_ROW,
    SUBTITLE_ROW,
    TITLE_ROW,
    ReportBlock,
    ReportColumn,
    SheetLayout,
)
from xladdin.workbook.schema import AS_OF_NAME, TITLE_NAME
from xladdin.workbook.writing_cells import write, write_formula

GAP_WIDTH = 3.0
NOT_YET = "Not recalculated yet."


def build_sheet(workbook: Workbook, layout: SheetLayout) -> Worksheet:
    """Adds a report sheet with everything that does not depend on its values, and gives it back for more."""
    sheet = workbook.create_sheet(layout.sheet)
    sheet.sheet_view.showGridLines = False
    add_titles(sheet, layout.title)
    for block in layout.blocks:
        _add_block(sheet, block)
    sheet.row_dimensions[HEADING_ROW].height = 30
    sheet.freeze_panes = sheet.cell(FIRST_ROW, 1)
    set_up_printing(sheet, layout.last_column, heading_rows=HEADING_ROW, landscape=layout.landscape)
    return sheet


def add_titles(sheet: Worksheet, title: str) -> None:
    """The club's title, the sheet's, and what it is as of: live, so that a new title or a stale sheet shows itself."""
    write_formula(sheet, TITLE_ROW, 1, TITLE_NAME, styles.TITLE)
    write(sheet, SUBTITLE_ROW, 1, title, styles.SUBTITLE)
    write_formula(sheet, AS_OF_ROW, 1, f'IF({AS_OF_NAME}="","{NOT_YET}",{AS_OF_NAME})', styles.AS_OF)
    for row, height in ((TITLE_ROW, 26), (SUBTITLE_ROW, 19), (AS_OF_ROW, 15), (GROUP_ROW, 18)):
        sheet.row_dimensions[row].height = height


def _add_block(sheet: Worksheet, block: ReportBlock) -> None:
    if block.column > 1:
        sheet.column_dimensions[column_letters(block.column - 1)].width = GAP_WIDTH
    group = ""
    for number, column in enumerate(block.columns, block.column):
        _format_column(sheet, number, column)
        write(sheet, HEADING_ROW, number, column.heading, styles.HEADING)
        horizontal = styles.alignment(column.kind).horizontal
        sheet.cell(HEADING_ROW, number).alignment = Alignment(horizontal, "center", wrap_text=True)
        if column.group:
            write(sheet, GROUP_ROW, number, "" if column.group == group else column.group, styles.HEADING)
            sheet.cell(GROUP_ROW, number).alignment = Alignment("centerContinuous", "center")
        group = column.group
    first, last = column_letters(block.column), column_letters(block.last_column)
    cells = f"{first}{FIRST_ROW}:{last}{styles.LAST_FORMATTED_ROW}"
    if block.heading_rows:
        styles.heading_row_rule(sheet, cells, block.heading_rows)
    styles.filled_row_rules(sheet, cells, f"COUNTA(${first}{FIRST_ROW}:${last}{FIRST_ROW})>0")


def _format_column(sheet: Worksheet, number: int, column: ReportColumn) -> None:
    styles.format_column(sheet, number, column.kind)
    dimension = sheet.column_dimensions[column_letters(number)]
    dimension.width = column.width
    if column.number_format:
        dimension.number_format = column.number_format
    if column.small:
        dimension.font = styles.cell_font(8, pale=True)
