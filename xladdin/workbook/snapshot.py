"""The inputs of a workbook as the last recalculation read them: the hidden sheet Snapshot.

Each input column, each column of a table on Rules and the settings have a column there: a heading, a formula that
counts the cells that have changed since, and the cells as they were read. So a typed cell costs one comparison of its
own column, and Start says "out of date" as somebody types. The Journal compares the same cells with those of now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple, cast
from zlib import crc32

from xladdin.cells import (
    LAST_ROW,
    LONGEST_CELL,
    Area,
    CellBlock,
    CellTable,
    CellValue,
    ClubBook,
    as_value,
    cell_text,
    column_letters,
    is_blank,
    name_key,
)
from xladdin.errors import XladdinError
from xladdin.game_log.parsing import BYE, date_reader
from xladdin.systems.system import PLACINGS, RatingSystem
from xladdin.workbook.differences import column_of, diff_named_cells, overwrite_areas
from xladdin.workbook.rules import rules_layout
from xladdin.workbook.schema import REMARK, SNAPSHOT, SNAPSHOT_NAME, SYSTEM_NAME, Kind, tables_of

READ_NAME = "start_read"
"""The defined name of the cell with a digest of all that the last recalculation read. The sheet is only read, or
written, if it differs."""
CHANGED_NAME = "start_changed"
"""The defined name of the live cell with the result: 0 the same, 1 changed, 2 never recalculated."""
FORMULA_ROW, FIRST_ROW = 2, 3
SETTINGS = "Settings"
BETWEEN = " · "
"""The sign between the cells of a row in one text."""
_NUMBERED = (Kind.DATE, Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED)
"""Kinds compared as numbers, many times sooner than letter by letter."""
_COPIED_AS_IS = {str, int, bool, date, datetime, type(None)}


class SnapshotColumn(NamedTuple):
    """A column of the sheet. `cells` is its original, as a formula refers to it. Settings are several cells."""

    heading: str
    cells: tuple[str, ...]
    kind: Kind
    table: str = ""

    def formula(self, letters: str) -> str:
        """Return the formula of the number of changed cells, without "=".

        An error from a deleted column counts as unchanged.
        """
        if len(self.cells) > 1:
            pairs = enumerate(self.cells, FIRST_ROW)
            return f"IFERROR(SUM({','.join(f'1-EXACT({cell},${letters}${row})' for row, cell in pairs)}),0)"
        (now,) = self.cells
        stored = f"${letters}${FIRST_ROW}:${letters}${LAST_ROW}"
        then = f"${letters}${FIRST_ROW}:INDEX({stored},ROWS({now}))"
        others = f"--({now}<>{then})" if self.kind in _NUMBERED else f"1-EXACT({now},{then})"
        return f"IFERROR(SUMPRODUCT({others})+ABS(COUNTA({now})-COUNTA({stored})),0)"


def snapshot_columns(system: RatingSystem) -> list[SnapshotColumn]:
    """Return the columns of the sheet, those of a table side by side."""
    typed = [
        SnapshotColumn(
            _heading(table.name, column.heading), (f"{table.name}[{column.heading}]",), column.kind, table.name
        )
        for table in tables_of(system).values()
        for column in table.columns
        if not column.computed and column is not REMARK
    ]
    settings, tables = rules_layout(system)
    rules = [SnapshotColumn(name, (name,), Kind.DECIMAL) for table in tables for name in table.names()]
    return [*typed, *rules, SnapshotColumn(SETTINGS, tuple(setting.name for setting in settings), Kind.GAME_KIND)]


def changed_formula(system: RatingSystem) -> str:
    """Return the formula of the cell that says whether anything changed, without "="."""
    row = f"{SNAPSHOT}!$A${FORMULA_ROW}:${column_letters(len(snapshot_columns(system)))}${FORMULA_ROW}"
    return f'IF({READ_NAME}="",2,IF(SUM({row})=0,0,1))'


@dataclass(frozen=True)
class Snapshot:
    """The inputs of a workbook at one moment: raw cells by the heading that they have on the sheet.

    `counts_from_1904` says from when a plain number in a column of dates counts its days.
    """

    system: RatingSystem
    cells: Mapping[str, Sequence[object]]
    counts_from_1904: bool = False

    @cached_property
    def digest(self) -> int:
        """A number that differs if any cell does. Blank rows at the foot of a table do not count."""
        digest = 0
        for column in snapshot_columns(self.system):
            cells = self.cells[column.heading]
            texts = {cell: cell_text(cell) for cell in set(cells)}
            text = "\n".join(["", *map(texts.__getitem__, cells)]).rstrip("\n")
            digest = crc32(f"{text}\n\n".encode("utf-8", "surrogatepass"), digest)
        return digest

    @property
    def is_empty(self) -> bool:
        """Whether nothing is remembered. Rules always holds something."""
        return all(map(is_blank, self.cells.get(SETTINGS, ())))

    def table(self, name: str, headings: Sequence[str] = ()) -> CellTable:
        """Return an input table of some headings, or of all that are remembered. An unknown column is blank."""
        known = [column.heading.partition(": ")[2] for column in snapshot_columns(self.system) if column.table == name]
        columns = [self.cells.get(_heading(name, heading), ()) for heading in headings or known]
        rows = max(map(len, columns), default=0)
        padded = tuple([*column, *[None] * (rows - len(column))] for column in columns)
        return CellTable(name, tuple(headings or known), padded, counts_from_1904=self.counts_from_1904)

    def row_texts(self, name: str, headings: Sequence[str]) -> list[str]:
        """Return the cells of each row of a table in one text, or "" for a row of blanks or a game not played yet."""
        table = self.table(name, headings)
        kinds = {column.heading: column.kind for column in tables_of(self.system)[name].columns}
        texts: list[Sequence[str]] = []
        for heading in headings:
            text_of = _DayTexts() if kinds[heading] is Kind.DATE else _CellTexts()
            texts.append(list(map(text_of.__getitem__, table.column(heading) or ())))
        rows = list(map(BETWEEN.join, zip(*texts)))
        blank = BETWEEN.join("" for _ in headings)
        if name == self.system.log_schema.table:
            unplayed = self._unplayed_rows(table)
            return ["" if row == blank or number in unplayed else row for number, row in enumerate(rows)]
        return ["" if row == blank else row for row in rows]

    def rule_texts(self) -> dict[str, list[str]]:
        """Return the text of each setting, and of each row of each table on Rules, by the defined name of its cells.

        A table has the name of its first column.
        """
        settings, tables = rules_layout(self.system)
        values = [*self.cells.get(SETTINGS, ()), *[None] * len(settings)]
        texts = {
            setting.name: [cell_text(value)] for setting, value in zip(settings, values) if setting.name != SYSTEM_NAME
        }
        for table in tables:
            columns = [self.cells.get(name, ()) for name in table.names()]
            rows = [BETWEEN.join(map(cell_text, row)) for row in zip(*columns)]
            while rows and not rows[-1].replace(BETWEEN, ""):
                rows.pop()
            texts[table.names()[0]] = rows
        return texts

    @property
    def last_session(self) -> date | None:
        """The date of the last game that was played, or of the last event with results."""
        kind = self.system.log_schema
        table = self.table(kind.table)
        if kind.is_paired:
            played = (any(not is_blank(cell) for cell in row) for row in zip(*_columns(table, kind.results)))
            days = [day for day, has_result in zip(_columns(table, ("Date",))[0], played) if has_result]
        else:
            with_results = {name_key(cell_text(event)) for event in _columns(table, (PLACINGS.event,))[0]}
            events = self.table("Events")
            rows = zip(*_columns(events, ("Event", "Date")))
            days = [day for event, day in rows if name_key(cell_text(event)) in with_results]
        return max(filter(None, map(read_day, set(days))), default=None)

    def update(self, workbook: ClubBook) -> Iterator[CellBlock]:
        """Write the digest and the cells, if the digest differs from the workbook's."""
        if workbook.names.get(READ_NAME) != self.digest:
            yield from diff_named_cells(workbook, {READ_NAME: self.digest})
            yield from overwrite_areas(workbook, self._areas(workbook))

    def _areas(self, workbook: ClubBook) -> Iterator[Area]:
        """Yield the cells as areas, those of a table in one, or nothing if the sheet has been deleted."""
        location = workbook.place_of(SNAPSHOT_NAME)
        if location is None:
            return
        sheet, row, first = location
        columns = snapshot_columns(self.system)
        start = 0
        while start < len(columns):
            end = start + 1
            while end < len(columns) and columns[end].table and columns[end].table == columns[start].table:
                end += 1
            rows = list(zip(*(_values(self.cells[column.heading]) for column in columns[start:end])))
            yield Area(sheet, row + FIRST_ROW - 1, first + start, end - start, rows)
            start = end

    def _unplayed_rows(self, table: CellTable) -> set[int]:
        """Return the rows of games that are paired and wait for their result. Typing it corrects nothing."""
        kind = self.system.log_schema
        if not kind.is_paired:
            return set()
        nobody = name_key(BYE)
        results, players = (zip(*_columns(table, headings)) for headings in (kind.results, kind.players))
        return {
            row
            for row, (result, names) in enumerate(zip(results, players))
            if all(map(is_blank, result))
            and not any(is_blank(name) or name_key(cell_text(name)) == nobody for name in names)
        }


def take_snapshot(workbook: ClubBook, system: RatingSystem) -> Snapshot:
    """Return the inputs of a workbook as it is."""
    columns = snapshot_columns(system)
    return Snapshot(
        system,
        {column.heading: list(_input_cells(workbook, column)) for column in columns},
        any(table.counts_from_1904 for table in workbook.tables.values()),
    )


def stored_snapshot(workbook: ClubBook, system: RatingSystem) -> Snapshot:
    """Return the inputs as the last recalculation read them. They are blank before the first one."""
    location = workbook.place_of(SNAPSHOT_NAME)
    rows = workbook.sheet_values(location[0])[location[1] - 1 :] if location is not None else ()
    numbers = {cell_text(heading): number for number, heading in enumerate(rows[0])} if rows else {}
    below = rows[FIRST_ROW - 1 :]
    cells = {
        column.heading: column_of(below, numbers[column.heading]) if column.heading in numbers else []
        for column in snapshot_columns(system)
    }
    return Snapshot(system, cells, any(table.counts_from_1904 for table in workbook.tables.values()))


def typed_headings(system: RatingSystem, table: CellTable) -> list[str]:
    """Return the template's headings of typed cells that a table has, without the director's remarks."""
    typed = [column for column in tables_of(system)[table.name].columns if not column.computed and column != REMARK]
    return [column.heading for column in typed if table.column(column.heading) is not None]


def without_blanks(text: str) -> str:
    """Return a row's text without its blank cells, as far as one cell holds it."""
    return BETWEEN.join(cell for cell in text.split(BETWEEN) if cell)[:LONGEST_CELL]


def read_day(cell: object) -> date | None:
    """Return the date that a cell holds, or None."""
    try:
        return date_reader(None)(cell)
    except XladdinError:
        return None


class _CellTexts(dict[object, str]):
    """Each distinct cell as the user sees it."""

    def __missing__(self, cell: object) -> str:
        text = self[cell] = cell_text(cell).strip()
        return text


class _DayTexts(_CellTexts):
    """Each distinct cell of a column of days. A plain number is the day that it means."""

    def __missing__(self, cell: object) -> str:
        day = read_day(cell) if type(cell) in (int, float) else None
        if day is None:
            return super().__missing__(cell)
        text = self[cell] = day.isoformat()
        return text


def _heading(table: str, heading: str) -> str:
    return f"{table}: {heading}"


def _columns(table: CellTable, headings: Sequence[str]) -> list[Sequence[object]]:
    """Return the cells below some headings, blank ones for a heading that the table lacks."""
    return [table.column(heading) or [None] * table.rows for heading in headings]


def _input_cells(workbook: ClubBook, column: SnapshotColumn) -> Iterator[object]:
    if column.table:
        table = workbook.tables.get(column.table)
        positions = table.alike(column.heading.partition(": ")[2]) if table is not None else ()
        yield from table.columns[positions[0]] if table is not None and positions else ()
    elif len(column.cells) > 1:
        yield from (workbook.names.get(name) for name in column.cells)
    else:
        yield from (row[0] for row in workbook.range_values(column.cells[0]) or ())


def _values(column: Sequence[object]) -> Sequence[CellValue]:
    if _COPIED_AS_IS.issuperset(map(type, column)):  # as in most columns
        return cast("Sequence[CellValue]", column)
    return [int(cell) if isinstance(cell, float) and cell.is_integer() else as_value(cell) for cell in column]
