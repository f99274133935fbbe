"""Cells of a new workbook: text that stays text, values, styles, names, and what may be typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellValue
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.messages import Message
from xladdin.workbook.schema import START, TITLE_NAME
from xladdin.workbook.styles.palette import BAND_HEIGHTS, BAND_LINK, SUBTITLE, TITLE, add_band

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

LONGEST_TITLE = 32
"""The most characters of the title of a prompt in Excel."""
_LIKE_AN_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def set_language(workbook: Workbook, language: Language) -> None:
    """Set the language in which texts are written into a new workbook."""
    vars(workbook)["language"] = language


def language_of_workbook(workbook: Workbook) -> Language:
    """Return the language in which texts are written into a new workbook."""
    language: Language = vars(workbook).get("language", IN_ENGLISH)
    return language


def language_of_sheet(sheet: Worksheet) -> Language:
    """Return the language in which texts are written onto a sheet of a new workbook."""
    return language_of_workbook(sheet.parent)


def write(sheet: Worksheet, row: int, column: int, value: Number | str, style: str = "") -> None:
    """Write a value. Text is text, even after a =, and messages are in the language of the workbook.

    `style` is a named style of the workbook.
    """
    cell = sheet.cell(row, column)
    value = language_of_sheet(sheet).render(value) if isinstance(value, Message) else value
    cell.value = escaped(value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"
    if style:
        cell.style = style


def escaped(text: str) -> str:
    """Text in which no `_x0041_` means the letter of that number (ECMA-376 part 1, 22.9.2.19)."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


def write_formula(
    sheet: Worksheet, row: int, column: int, formula: str, style: str = "", *, value: CellValue = None
) -> None:
    """Write a formula, given without "=". `value` is its first value, for people who look without a spreadsheet."""
    cell = sheet.cell(row, column)
    cell.value = f"={formula}"
    if value is not None:
        give_first(cell, formula, value)
    if style:
        cell.style = style


def write_way_back(sheet: Worksheet, row: int, column: int) -> None:
    """Write a link to Start onto the band of a sheet."""
    words = f"‹ {START}"
    write_formula(sheet, row, column, f'HYPERLINK("#{START}!A1","{words}")', BAND_LINK, value=words)


def write_title(sheet: Worksheet, row: int, column: int, style: str) -> None:
    """Write the club's title as a formula, so that a new one shows everywhere. At first it is the workbook's."""
    write_formula(sheet, row, column, TITLE_NAME, style, value=sheet.parent.properties.title)


def add_titled_sheet(workbook: Workbook, name: str, subtitle: Message) -> Worksheet:
    """Add a sheet without lines between its cells, with the club's title and its own on its band."""
    sheet = workbook.create_sheet(name)
    sheet.sheet_view.showGridLines = False
    add_band(sheet, *BAND_HEIGHTS)
    write_title(sheet, 1, 1, TITLE)
    write(sheet, 2, 1, subtitle, SUBTITLE)
    return sheet


def give_first(cell: Cell, formula: str, value: CellValue) -> None:
    """Give a cell its formula's first value."""
    value = language_of_sheet(cell.parent).render(value) if isinstance(value, Message) else value
    first_values(cell.parent.parent).setdefault(cell.parent.title, {})[cell.row, cell.column] = formula, value


def first_values(workbook: Workbook) -> dict[str, dict[tuple[int, int], tuple[str, CellValue]]]:
    """Return the formulas and their first values, by sheet, then row and column. The template writes both."""
    values: dict[str, dict[tuple[int, int], tuple[str, CellValue]]] = vars(workbook).setdefault("first_values", {})
    return values


def allow(
    sheet: Worksheet, cells: str, title: str, error: str, *, has_prompt: bool = False, otherwise: str = "", **rule: Any
) -> None:
    """Say what may be typed into some cells, or nothing. `error` is told of anything else, below its `title`.

    With `has_prompt` it shows beside a chosen cell, too. A title that is too long gives way to `otherwise`. `rule` is
    in the words of openpyxl: a type and formulas.
    """
    from openpyxl.worksheet.datavalidation import DataValidation

    language = language_of_sheet(sheet)
    title, error = language.render_text(title), language.render_text(error)
    title = otherwise if len(title) > LONGEST_TITLE and otherwise else title
    allowed = DataValidation(**rule, allow_blank=True, showErrorMessage=True, errorTitle=title, error=error)
    if has_prompt:
        allowed.showInputMessage, allowed.promptTitle, allowed.prompt = True, title if otherwise else None, error
    sheet.add_data_validation(allowed)
    allowed.add(cells)


def one_of(words: Iterable[str]) -> dict[str, Any]:
    """Return the rule of a cell that takes one of some words."""
    return {"type": "list", "formula1": f'"{",".join(words)}"'}


def between(kind: str, least: Number, most: Number) -> dict[str, Any]:
    """Return the rule of a cell that takes a number, whole or decimal, from one to another."""
    return {"type": kind, "operator": "between", "formula1": str(least), "formula2": str(most)}


def name_cells(workbook: Workbook, name: str, sheet: str, *areas: str) -> None:
    """Give a workbook-level name to areas of a sheet, such as `$A$5:$L$5`."""
    quoted = sheet if sheet.isalnum() else f"'{sheet}'"
    define_name(workbook, name, ",".join(f"{quoted}!{cells}" for cells in areas))


def define_name(workbook: Workbook, name: str, formula: str) -> None:
    """Give a workbook-level name to a formula without "=", such as `Rules!$B$2` for one cell."""
    from openpyxl.workbook.defined_name import DefinedName

    workbook.defined_names[name] = DefinedName(name, attr_text=formula)
