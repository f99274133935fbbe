"""The hidden sheet of a new workbook with what the last recalculation read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.as_read import FORMULA_ROW, columns
from xladdin.workbook.schema import AS_READ, hidden_name
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write, write_formula

if TYPE_CHECKING:
    from openpyxl import Workbook


def add_as_read(workbook: Workbook, system: RatingSystem) -> None:
    """Headings, comparisons, and the formats of a recalculation's values below them."""
    sheet = workbook.create_sheet(AS_READ)
    sheet.sheet_state = "hidden"
    for number, column in enumerate(columns(system), 1):
        styles.format_column(sheet, number, column.kind)
        write(sheet, 1, number, column.heading)
        write_formula(sheet, FORMULA_ROW, number, column.formula(column_letters(number)))
        sheet.cell(FORMULA_ROW, number).number_format = "0"
    name_cells(workbook, hidden_name(AS_READ), AS_READ, "$A$1")
