"""The band above the headings of an input sheet: the way back to Start, its title, its status and one instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.workbook.schema import HEADINGS_ROW, Table
from xladdin.workbook.sheets import input_status
from xladdin.workbook.styles import colours
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import define_name, write, write_way_back

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

TITLE_ROW, INSTRUCTION_ROW = 1, 2
TITLE_COLUMN = 2
INSTRUCTION_SIZE, HEADING_SIZE = 10, 11
"""Points."""
LETTERS_A_CHARACTER = 1.05
"""The letters of an instruction that fit into a character of a column's width, at the least."""
HEADING_HEIGHT = 24
"""Points."""


def add_band(sheet: Worksheet, table: Table, instruction: str) -> None:
    """Colours the rows above the headings of a sheet, whose columns have their widths, and writes its texts.

    Nothing is merged: words run over the blank cells to their right. A director's text there is in white, too.
    """
    styles.add_band(sheet, *styles.BAND_HEIGHTS)
    last = max(len(table.columns), input_status.status_column(table))
    for row in range(TITLE_ROW, HEADINGS_ROW):
        sheet.row_dimensions[row].font = styles.cell_font(styles.BASE_SIZE, color=colours.PAPER)
        for column in range(1, last + 1):
            sheet.cell(row, column).style = styles.SUBTITLE
    write_way_back(sheet, TITLE_ROW, 1)
    write(sheet, TITLE_ROW, TITLE_COLUMN, table.name, styles.TITLE)
    place = _instruction_column(sheet, len(table.columns), instruction)
    write(sheet, INSTRUCTION_ROW, place, instruction, styles.SUBTITLE)
    sheet.cell(INSTRUCTION_ROW, place).font = styles.cell_font(INSTRUCTION_SIZE, color=colours.PAPER)
    _add_status(sheet, table)
    for row in range(TITLE_ROW, HEADINGS_ROW):
        for column in range(1, last + 1):
            sheet.cell(row, column).alignment = styles.heading_alignment("left")


def _instruction_column(sheet: Worksheet, columns: int, instruction: str) -> int:
    """The column below the title, unless the table is too narrow there, since paper ends with the table."""
    room = sum(sheet.column_dimensions[column_letters(column)].width for column in range(TITLE_COLUMN, columns + 1))
    return TITLE_COLUMN if room * LETTERS_A_CHARACTER > len(instruction) else 1


def _add_status(sheet: Worksheet, table: Table) -> None:
    column = input_status.status_column(table)
    cell = sheet.cell(TITLE_ROW, column)
    cell.font = styles.cell_font(12, bold=True, color=colours.PAPER)
    define_name(
        sheet.parent, input_status.status_name(table.name), f"{table.name}!${column_letters(column)}${TITLE_ROW}"
    )


def add_heading(sheet: Worksheet, column: int, heading: str, alignment: str) -> None:
    """Writes the heading of a column, counted from 1. `alignment` is left, center, or general: close to the edge."""
    write(sheet, HEADINGS_ROW, column, heading, styles.HEADING)
    cell = sheet.cell(HEADINGS_ROW, column)
    cell.font = styles.cell_font(HEADING_SIZE, bold=True, color=colours.INK)
    cell.alignment = styles.heading_alignment(alignment)
    sheet.row_dimensions[HEADINGS_ROW].height = HEADING_HEIGHT
