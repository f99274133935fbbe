"""Sheets of tables that a recalculation or a rollover fills: a band with their purpose, and one blank line each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, Table
from xladdin.workbook.sheets.input_band import INSTRUCTION_ROW, TITLE_COLUMN, TITLE_ROW, add_heading
from xladdin.workbook.sheets.input_sheets import TABLE_STYLE
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write, write_way_back

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet


def add_value_sheet(workbook: Workbook, title: str, instruction: str) -> Worksheet:
    """Adds a sheet with its band."""
    sheet = workbook.create_sheet(title)
    styles.add_band(sheet, *styles.BAND_HEIGHTS)
    write_way_back(sheet, TITLE_ROW, 1)
    write(sheet, TITLE_ROW, TITLE_COLUMN, title, styles.TITLE)
    write(sheet, INSTRUCTION_ROW, TITLE_COLUMN, instruction, styles.SUBTITLE)
    sheet.freeze_panes = f"B{FIRST_DATA_ROW}"
    return sheet


def add_value_table(
    sheet: Worksheet, table: Table, widths: Mapping[str, float], hidden: Collection[str] = (), first: int = 1
) -> None:
    """Adds a table from a column on. `widths`: of its columns by heading. `hidden`: headings of those nobody sees."""
    from openpyxl.worksheet.table import Table as SheetTable
    from openpyxl.worksheet.table import TableStyleInfo

    for number, column in enumerate(table.columns, first):
        styles.format_column(sheet, number, column.kind, computed=column.computed, heading=column.heading)
        dimension = sheet.column_dimensions[column_letters(number)]
        dimension.width, dimension.hidden = widths.get(column.heading, 12.0), column.heading in hidden
        add_heading(sheet, number, column.heading, "left")
    letters = column_letters(first), column_letters(first + len(table.columns) - 1)
    cells = f"{letters[0]}{HEADINGS_ROW}:{letters[1]}{FIRST_DATA_ROW}"
    added = SheetTable(name=table.name, displayName=table.name, ref=cells)
    added.tableStyleInfo = TableStyleInfo(name=TABLE_STYLE, showRowStripes=False)
    sheet.add_table(added)
