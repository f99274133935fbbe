"""A workbook that LibreOffice has open. We type texts into a cell, and see what a sheet shows after each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tests.helpers.excel.office_macros import run_basic

FIELD = "\x1f"
"""This goes between two cells. The first letter of each says whether it is text or a number."""
TYPING = """
Sub Main
  Dim opening(0) As New com.sun.star.beans.PropertyValue
  opening(0).Name = "Hidden" : opening(0).Value = True
  Dim line As String
  Open "{result}" For Output As #1
{books}
  Close #1
  StarDesktop.terminate
End Sub
"""
BOOK = """
  book = StarDesktop.loadComponentFromURL("{workbook}", "_blank", 0, opening())
  sheet = book.Sheets.getByName("{sheet}")
  For Each text In Array({texts})
    sheet.getCellRangeByName("{cell}").setString(text)
    Print #1, "{sheet}"
    For Each row In sheet.getCellRangeByName("{area}").getDataArray()
      line = ""
      For Each value In row
        If VarType(value) = 8 Then line = line & "s" & value & Chr(31) Else line = line & "n" & CStr(value) & Chr(31)
      Next
      Print #1, line
    Next
    Print #1, Chr(30)
  Next
  book.close(True)
"""

Shown = list[list["str | float | None"]]
"""Rows of a sheet, with dates as serial numbers. An empty text is None."""


def shown_after_typing(
    books: Sequence[tuple[Path, Sequence[str]]], sheet: str, cell: str, area: str
) -> list[list[Shown]]:
    """What the area of a sheet shows after we type each text into its cell, book by book."""
    result = books[0][0].with_name("shown.txt")
    codes = (
        BOOK.format(workbook=path.as_uri(), sheet=sheet, texts=",".join(map(_literal, texts)), cell=cell, area=area)
        for path, texts in books
    )
    run_basic(TYPING.format(result=result, books="".join(codes)))
    pages = result.read_text(encoding="utf-8").split("\x1e\n")
    read = iter([[_row(line) for line in page.splitlines()[1:]] for page in pages])
    return [[next(read) for _ in texts] for _, texts in books]


def _literal(text: str) -> str:
    """A text in Basic, whose sources hold only letters of ASCII."""
    parts = [f'"{part}"' if part.isascii() else f"Chr({ord(part)})" for part in re.split(r"([^\x00-\x7f])", text)]
    return "&".join(part.replace('"""', '"') for part in parts if part != '""') or '""'


def _row(line: str) -> list[str | float | None]:
    cells = line.split(FIELD)[:-1]
    return [float(cell[1:]) if cell[0] == "n" else cell[1:] or None for cell in cells]
