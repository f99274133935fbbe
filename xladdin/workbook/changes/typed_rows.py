"""The typed rows of the input tables in words and as digests, and their content at the last recalculation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from operator import methodcaller
from zlib import crc32

from xladdin.cells.limits import LONGEST_CELL
from xladdin.cells.table import CellTable, ClubBook
from xladdin.cells.text import is_blank, shown
from xladdin.errors import XladdinError
from xladdin.log.readings import date_reader
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.as_read import table_as_read
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import JOURNAL_ROWS, REMARK, Column, Kind

NOT_THERE_YET = 0
"""The digest of a row without a score. Typing the score corrects nothing."""
BETWEEN = " · "
"""The sign between the cells of a row in one text."""
UNKNOWN = "not known here: no copy of the workbook as it was"
OldTables = Callable[[], "Iterable[Mapping[str, CellTable]]"]
"""The earlier input tables of the workbook, from one dated copy after the other, the latest first."""


class _Shown(dict[object, str]):
    """Each distinct cell as the user sees it."""

    def __missing__(self, cell: object) -> str:
        text = self[cell] = shown(cell).strip()
        return text


class _ShownDays(_Shown):
    """Each distinct cell of a column of days. A plain number is the day that it means."""

    def __missing__(self, cell: object) -> str:
        day = as_date(cell) if type(cell) in (int, float) else None
        if day is None:
            return super().__missing__(cell)
        text = self[cell] = day.isoformat()
        return text


def typed_rows(system: RatingSystem, table: CellTable) -> list[str]:
    """The typed cells of each row in one text, only the template's columns. It is blank if nothing is typed."""
    words, days = _Shown(), _ShownDays()
    columns = [
        list(map((days if column.kind is Kind.DATE else words).__getitem__, table.column(column.heading) or ()))
        for column in typed_columns(system, table)
    ]
    return list(map(BETWEEN.join, zip(*columns))) if columns else []


def typed_columns(system: RatingSystem, table: CellTable) -> list[Column]:
    """The template's columns of typed cells that the table has, without the director's remarks."""
    template = tables_of(system)[table.name].columns
    typed = [column for column in template if not column.computed and column != REMARK]
    return [column for column in typed if table.column(column.heading) is not None]


def digests(rows: Sequence[str]) -> list[int]:
    """A number for each row that differs for other cells, or 0 if nothing is typed."""
    blank = rows[0].count(BETWEEN) * BETWEEN if rows else ""
    found = map(crc32, map(methodcaller("encode", "utf-8", "surrogatepass"), rows))
    return [NOT_THERE_YET if row == blank else digest or 1 for row, digest in zip(rows, found)]


class RowsBefore:
    """The rows as the last recalculation read them, then the copies of the workbook, read on request."""

    def __init__(self, book: ClubBook, system: RatingSystem, old_tables: OldTables) -> None:
        self._book, self._system, self._old_tables = book, system, old_tables

    @cached_property
    def _copies(self) -> list[tuple[Mapping[str, CellTable], dict[str, list[str]]]]:
        return [(tables, {}) for tables in self._old_tables()]

    def texts(self, name: str, rows: slice = slice(None)) -> list[str]:
        """Some rows of a table, of the columns that it still has."""
        headings = [column.heading for column in typed_columns(self._system, self._book.tables[name])]
        return typed_rows(self._system, table_as_read(self._book, name, headings, rows))

    def lines(self, *headings: str) -> list[tuple[str, ...]]:
        """The remembered cells side by side below some headings, of every line that has the first."""
        rows = self._book.sheet_values(JOURNAL_ROWS)
        titles = [shown(cell) for cell in rows[0]] if rows else []
        if not set(headings) <= set(titles):
            return []
        places = [titles.index(heading) for heading in headings]
        there = (row for row in rows[1:] if places[0] < len(row) and not is_blank(row[places[0]]))
        return [tuple(shown(row[place]) if place < len(row) else "" for place in places) for row in there]

    def row(self, name: str, row: int, mark: int) -> tuple[str, date | None]:
        """The text and date of a row, as it was read, or of the first copy in which it has that digest."""
        remembered = self.texts(name, slice(row, row + 1))
        if digests(remembered) == [mark]:
            typed = (column.heading for column in typed_columns(self._system, self._book.tables[name]))
            dated = dict(zip(typed, remembered[0].split(BETWEEN))).get("Date")
            return remembered[0], as_date(dated)
        for tables, texts in self._copies:
            if name in tables:
                if name not in texts:
                    texts[name] = typed_rows(self._system, tables[name])
                if row < len(texts[name]) and digests(texts[name][row : row + 1]) == [mark]:
                    return texts[name][row], day_of(tables[name], row)
        return UNKNOWN, None


def in_words(text: str) -> str:
    """A row's text without its blank cells, as far as one cell holds it."""
    return BETWEEN.join(cell for cell in text.split(BETWEEN) if cell)[:LONGEST_CELL]


def day_of(table: CellTable, row: int | None) -> date | None:
    """The date of a row, if its table has one."""
    cells = table.column("Date")
    return None if cells is None or row is None or row >= len(cells) else as_date(cells[row])


def as_date(cell: object) -> date | None:
    """The date that a cell holds, or None."""
    try:
        return date_reader(None)(cell)
    except XladdinError:
        return None
