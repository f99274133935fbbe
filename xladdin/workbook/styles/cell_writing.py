"""Cells of a workbook that is being made: text that stays text, values, styles and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from xladdin.cells.numbers import Number
from xladdin.workbook.schema import START
from xladdin.workbook.styles.palette import BAND_LINK

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

_FORMULA_CELL = re.compile(
    rb'<c r="(?P<cell>[A-Z]+[0-9]+)"(?P<style>(?: s="[0-9]+")?)>(?P<formula><f>[^<]*</f>)<v ?(?:/>|></v>)</c>'
)
_LIKE_AN_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def write(sheet: Worksheet, row: int, column: int, value: Number | str, style: str = "") -> None:
    """Writes a value; text is text whatever it begins with. style: a named style of the workbook."""
    cell = sheet.cell(row, column)
    cell.value = escaped(value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"
    if style:
        cell.style = style


def escaped(text: str) -> str:
    """Text in which no `_x0041_` is taken for the letter of that number (ECMA-376 part 1, 22.9.2.19)."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


def write_formula(
    sheet: Worksheet, row: int, column: int, formula: str, style: str = "", *, value: str | None = None
) -> None:
    """Writes a formula, given without "=". value: what it gives at first, for those who look without a spreadsheet."""
    cell = sheet.cell(row, column)
    cell.value = f"={formula}"
    if value is not None:
        first_values(sheet.parent)[sheet.title, cell.coordinate] = value
    if style:
        cell.style = style


def write_way_back(sheet: Worksheet, row: int, column: int) -> None:
    """Writes a link to Start onto the band of a sheet."""
    words = f"‹ {START}"
    write_formula(sheet, row, column, f'HYPERLINK("#{START}!A1","{words}")', BAND_LINK, value=words)


def first_values(workbook: Workbook) -> dict[tuple[str, str], str]:
    """What formulas give at first, by sheet and cell; `with_first_values` writes it beside them."""
    values: dict[tuple[str, str], str] = vars(workbook).setdefault("first_values", {})
    return values


def with_first_values(sheet: bytes, values: Mapping[str, str]) -> bytes:
    """The XML of a sheet as openpyxl writes it, with the values of formulas by their cells."""

    def valued(found: re.Match[bytes]) -> bytes:
        value = values.get(found["cell"].decode())
        if value is None:
            return found[0]
        return b'<c r="%b"%b t="str">%b<v>%b</v></c>' % (
            found["cell"], found["style"], found["formula"], escape(value).encode(),
        )  # fmt: skip

    return _FORMULA_CELL.sub(valued, sheet) if values else sheet


def name_cells(workbook: Workbook, name: str, sheet: str, cells: str) -> None:
    """Gives a workbook-level name to cells of a sheet, as `$A$5:$L$5`."""
    quoted = sheet if sheet.isalnum() else f"'{sheet}'"
    define_name(workbook, name, f"{quoted}!{cells}")


def define_name(workbook: Workbook, name: str, formula: str) -> None:
    """Gives a workbook-level name to a formula without "=", as `Rules!$B$2` for one cell."""
    from openpyxl.workbook.defined_name import DefinedName

    workbook.defined_names[name] = DefinedName(name, attr_text=formula)
