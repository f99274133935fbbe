"""Sheets of a new workbook that a recalculation, a rollover or an import fills, with a blank line in each table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.game_log.past import CHAMPIONS, FACT_HEADINGS
from xladdin.messages import Message, msg
from xladdin.reports.described.review import ANSWER, review_report
from xladdin.systems.system import RatingSystem
from xladdin.workbook import schema
from xladdin.workbook.changes.snapshot import FORMULA_ROW, snapshot_columns
from xladdin.workbook.review import TABLE
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, Table
from xladdin.workbook.seasons.past_seasons import FACT_TABLE, SEASON_TABLE
from xladdin.workbook.sheets.input_sheets import INSTRUCTION_ROW, TABLE_STYLE, TITLE_COLUMN, TITLE_ROW, add_heading
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write, write_formula, write_way_back
from xladdin.workbook.styles.page_setup import set_up_printing
from xladdin.workbook.styles.palette import input_rule

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

EARLIER_SEASONS = msg("The seasons of earlier workbooks, as the last one left them.")
SEASON_WIDTHS = {"Average attendance": 21.0, "Games a session": 18.0, "Average score": 16.0, "Different players": 18.0,
                 "Active players": 16.0, CHAMPIONS: 70.0}  # fmt: skip
LAST_ANSWERED = 2000
"""The last row whose answer is yellow if there is a question."""


def add_review(workbook: Workbook) -> None:
    """Add the sheet of rows that deserve a look."""
    report = review_report()
    columns = report.sections[0].columns
    sheet = _add_sheet(workbook, report.name, report.title)
    widths = {str(column.heading): column.width for column in columns.values()}
    _add_table(sheet, TABLE, widths, hidden=[column.heading for column in columns.values() if column.is_hidden])
    answers = column_letters([*columns].index(ANSWER) + 1)
    input_rule(sheet, f"{answers}{FIRST_DATA_ROW}:{answers}{LAST_ANSWERED}", f'$A{FIRST_DATA_ROW}<>""')
    set_up_printing(sheet, sum(not column.is_hidden for column in columns.values()), heading_rows=0, landscape=True)


def add_past_seasons(workbook: Workbook) -> None:
    """Add the sheet with a line a season to read, and the other memories hidden beside it."""
    sheet = _add_sheet(workbook, schema.PAST_SEASONS, EARLIER_SEASONS)
    width = len(SEASON_TABLE.columns)
    _add_table(sheet, SEASON_TABLE, SEASON_WIDTHS)
    _add_table(sheet, FACT_TABLE, {}, hidden=FACT_HEADINGS, first=width + 2)
    set_up_printing(sheet, width, heading_rows=0, landscape=True)


def add_snapshot(workbook: Workbook, system: RatingSystem) -> None:
    """Add the hidden sheet of what the last recalculation read: headings, comparisons, and formats of the values."""
    sheet = workbook.create_sheet(schema.SNAPSHOT)
    sheet.sheet_state = "hidden"
    for number, column in enumerate(snapshot_columns(system), 1):
        styles.format_column(sheet, number, column.kind)
        write(sheet, 1, number, column.heading)
        write_formula(sheet, FORMULA_ROW, number, column.formula(column_letters(number)))
        sheet.cell(FORMULA_ROW, number).number_format = "0"
    name_cells(workbook, schema.SNAPSHOT_NAME, schema.SNAPSHOT, "$A$1")


def add_import_profile(workbook: Workbook) -> None:
    """Add the hidden sheet of answers about files that an import read."""
    from openpyxl.worksheet.table import Table as SheetTable

    sheet = workbook.create_sheet(schema.PROFILE_SHEET)
    sheet.sheet_state = "hidden"
    sheet.append([column.heading for column in schema.IMPORT_PROFILE.columns])
    sheet.add_table(SheetTable(displayName=schema.IMPORT_PROFILE.name, ref="A1:C2"))


def _add_sheet(workbook: Workbook, title: str, instruction: Message) -> Worksheet:
    """Add a sheet with a band that says its purpose."""
    sheet = workbook.create_sheet(title)
    styles.add_band(sheet, *styles.BAND_HEIGHTS)
    write_way_back(sheet, TITLE_ROW, 1)
    write(sheet, TITLE_ROW, TITLE_COLUMN, title, styles.TITLE)
    write(sheet, INSTRUCTION_ROW, TITLE_COLUMN, instruction, styles.SUBTITLE)
    sheet.freeze_panes = f"B{FIRST_DATA_ROW}"
    return sheet


def _add_table(
    sheet: Worksheet, table: Table, widths: Mapping[str, float], hidden: Collection[str] = (), first: int = 1
) -> None:
    """Add a table from a column on. `widths`: of its columns by heading. `hidden`: headings of those nobody sees."""
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
