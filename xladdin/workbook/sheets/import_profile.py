"""The hidden sheet of answers about files that an import read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.workbook.schema import IMPORT_PROFILE, PROFILE_SHEET

if TYPE_CHECKING:
    from openpyxl import Workbook


def add_import_profile(workbook: Workbook) -> None:
    """Adds the sheet with its table, which has one blank row."""
    from openpyxl.worksheet.table import Table

    sheet = workbook.create_sheet(PROFILE_SHEET)
    sheet.sheet_state = "hidden"
    sheet.append([column.heading for column in IMPORT_PROFILE.columns])
    sheet.add_table(Table(displayName=IMPORT_PROFILE.name, ref="A1:C2"))
