"""How an input sheet shows its needs: cells to type into, a half-typed row, a wrong row."""

from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_ROW
from xladdin.log.checking import key_columns
from xladdin.systems.system import RatingSystem
from xladdin.workbook.live_cells import RATED_OTHERWISE
from xladdin.workbook.schema import NOTE, REMARK, Kind, Table
from xladdin.workbook.sheets.input_status import excused
from xladdin.workbook.styles import colours
from xladdin.workbook.styles import palette as styles

_NUMBERS = (Kind.DATE, Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED)


def add_input_looks(sheet: Worksheet, system: RatingSystem, table: Table, first_row: int) -> None:
    """Adds the conditional formats of an input sheet. The first that holds decides.

    `first_row` is the first below the headings.
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
    if table.name == system.log_kind.table:
        figures = [letters[column.heading] for column in table.columns if column.computed and column is not NOTE]
        cells = " ".join(f"{letter}{first_row}:{letter}{LAST_ROW}" for letter in figures)
        styles.add_rule(sheet, cells, RATED_OTHERWISE, **styles.outdated_cell())
    keys = key_columns(system, table.name)
    lacking = excused(system, table.name, lambda heading: f"${letters[heading]}{first_row}")
    if len(keys) > 1:
        filled = "+".join(f'(1-(${letters[heading]}{first_row}=""){lacking(heading)})' for heading in keys)
        half = f"AND({filled}>0,{filled}<{len(keys)})"
        styles.add_rule(sheet, everything, half, **styles.looks(colours.TEXT, colours.TYPE_HERE))
    for column in typed:
        if len(keys) > 1 and column.heading not in keys:
            continue
        letter = letters[column.heading]
        empty = f'({letter}{first_row}=""){lacking(column.heading)}'
        styles.add_rule(sheet, f"{letter}{first_row}:{letter}{LAST_ROW}", empty, **styles.to_type())
