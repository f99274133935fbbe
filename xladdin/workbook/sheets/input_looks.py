"""How an input sheet shows what it wants: cells to type into, a row that is half typed, a row that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_ROW
from xladdin.workbook.schema import NOTE, REMARK, Column, Kind, Table
from xladdin.workbook.styles import colours
from xladdin.workbook.styles import palette as styles

_NUMBERS = (Kind.DATE, Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED)


def add_input_looks(sheet: Worksheet, table: Table, key_columns: Sequence[str], first_row: int) -> None:
    """Adds the conditional formats of an input sheet; the first that holds decides.

    key_columns: headings that a row cannot do without; first_row: the first below the headings.
    """
    letters = {column.heading: column_letters(position) for position, column in enumerate(table.columns, 1)}
    everything = f"A{first_row}:{column_letters(len(table.columns))}{LAST_ROW}"
    typed = [column for column in table.columns if not column.computed and column is not REMARK]
    for column in typed:
        letter = letters[column.heading]
        if column.kind in _NUMBERS:
            cell = f"{letter}{first_row}"
            wrong = f'AND({cell}<>"",NOT(ISNUMBER({cell})))'
            styles.add_rule(sheet, f"{letter}{first_row}:{letter}{LAST_ROW}", wrong, **styles.wrong_cell())
    if NOTE in table.columns:
        note = f"${letters[NOTE.heading]}{first_row}"
        named = ",".join(f'LEFT({note},{len(column.heading) + 1})="{column.heading}:"' for column in typed)
        styles.add_rule(sheet, everything, f"OR({named})", **styles.looks(colours.WRONG, colours.WRONG_GROUND))
    keys = [f"${letters[heading]}{first_row}" for heading in key_columns]
    if len(keys) > 1:
        filled = "+".join(f'({key}<>"")' for key in keys)
        half = f"AND({filled}>0,{filled}<{len(keys)})"
        styles.add_rule(sheet, everything, half, **styles.looks(colours.TEXT, colours.TYPE_HERE))
    wanted = typed if len(keys) == 1 else [column for column in typed if column.heading in key_columns]
    for letter in _letters(wanted, letters):
        empty = f'{letter}{first_row}=""'
        styles.add_rule(sheet, f"{letter}{first_row}:{letter}{LAST_ROW}", empty, **styles.to_type())


def _letters(columns: Sequence[Column], letters: dict[str, str]) -> Iterator[str]:
    yield from (letters[column.heading] for column in columns)
