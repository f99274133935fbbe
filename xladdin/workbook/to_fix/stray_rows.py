"""Rows typed below a table with a blank row between. No spreadsheet adds them to it, and nobody would miss them."""

from collections.abc import Collection, Iterator

from xladdin.cells.limits import LAST_ROW
from xladdin.cells.table import CellTable, ClubBook
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import Problem
from xladdin.log.checking import key_columns
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of

MESSAGE = "is below the table {table} with a blank row between, and is not part of it; move it up, or away"


def stray_rows(book: ClubBook, system: RatingSystem, unknown: Collection[str] = ()) -> Iterator[Problem]:
    """Every row below an input table, down to the next one, that has all its key columns filled.

    A single key column, such as a name below Players, may as well be a remark, unless it is one of the `unknown` names.
    """
    for name in tables_of(system):
        keys = key_columns(system, name)
        if name in book.tables and (unknown or len(keys) > 1):
            found = _below(book, book.tables[name], list(keys))
            yield from (stray for stray in found if len(keys) > 1 or name_key(stray.value) in unknown)


def doubtful_rows(book: ClubBook, system: RatingSystem) -> list[str]:
    """A sentence for each table of one key column, if a row below it has that and another typed column filled.

    It is probably a player and may be a remark, so nothing waits until it is fixed.
    """
    sentences = []
    for name, shape in tables_of(system).items():
        key, *others = key_columns(system, name)
        if name in book.tables and not others:
            typed = [column.heading for column in shape.columns if not column.computed and column.heading != key]
            table = book.tables[name]
            found = {stray.row: stray for heading in typed for stray in _below(book, table, [key, heading])}
            if found:
                first = found[min(found)]
                more = f" The same holds for {counted(len(found) - 1, 'more row')}." if len(found) > 1 else ""
                sentences.append(f"{first}.{more}")
    return sentences


def _below(book: ClubBook, table: CellTable, keys: list[str]) -> Iterator[Problem]:
    positions = [position for key in keys if (position := table.position(key)) is not None]
    columns = [table.column_number(position) - 1 for position in positions]
    if len(columns) < len(keys):
        return
    last = table.row + table.rows + 1  # the row right below is blank, or holds the totals
    headings = (other.row for other in book.tables.values() if other.sheet == table.sheet and other.row >= last)
    end = min(headings, default=LAST_ROW + 1) - 1
    rows = book.sheet_values(table.sheet)[last:end]
    for number, row in enumerate(rows, last + 1):
        cells = [row[column] if column < len(row) else None for column in columns]
        if not any(map(is_blank, cells)):
            message = MESSAGE.format(table=table.name)
            yield Problem(table.name, table.sheet, number, keys[0], shown(cells[0]), message)
