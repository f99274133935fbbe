"""Three figures of the inputs that workbooks made before 2026-11 keep on Start, beside a formula over them.

The three are the number of filled input cells, the sum of what was typed as numbers, and the latest date. Text is not
looked at, save results of chess: a renamed player goes unseen, and the formula's words say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import NoneType
from typing import Any

from xladdin.cells.limits import LATEST_DATE, SERIAL_DAY_ZERO
from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import ALIASES, REMARK, WEB, Column, Kind, Table

LAST_SERIAL_DAY = (LATEST_DATE - SERIAL_DAY_ZERO).days
_SUMMED = (Kind.SCORE, Kind.RESULT, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED)
_RESULTS = (("*1-0*", 1), ("*0-1*", 3), ("w*", 5), ("l*", 7))
"""What a result of chess adds to the sum, by what COUNTIF finds in it: a changed result shows."""
_NUMBERS = {int, float}


def old_fingerprint(system: RatingSystem, tables: Mapping[str, CellTable]) -> tuple[int, Number, date | None]:
    """The same three figures of the tables as they were read: filled cells, sum, latest date."""
    filled, total = 0, 0.0
    latest: date | None = None
    for table, column in _entered_columns(system):
        cells = _cells(tables, table.name, column.heading)
        types = set(map(type, cells))
        filled += len(cells)
        filled -= cells.count(None) if NoneType in types else 0
        filled -= cells.count("") if str in types else 0
        if column.kind in _SUMMED:
            total += _sum(cells, types)
        if column.kind is Kind.RESULT:
            total += sum(map(_worth, cells))
        if column.kind is Kind.DATE:
            latest = max(filter(None, (latest, _latest(cells, types))), default=None)
    return filled, total, latest


def _entered_columns(system: RatingSystem) -> Iterator[tuple[Table, Column]]:
    for table in tables_of(system).values():
        for column in table.columns:
            if not column.computed and column not in (REMARK, WEB) and table is not ALIASES:
                yield table, column


def _reference(table: Table, column: Column) -> str:
    return f"{table.name}[{column.heading}]"


def _cells(tables: Mapping[str, CellTable], name: str, heading: str) -> Sequence[object]:
    if name not in tables:
        return []
    return tables[name].column(heading) or []


def _worth(cell: object) -> int:
    if not isinstance(cell, str):
        return 0
    text = cell.casefold()
    found = {"*1-0*": "1-0" in text, "*0-1*": "0-1" in text, "w*": text.startswith("w"), "l*": text.startswith("l")}
    return sum(worth for pattern, worth in _RESULTS if found[pattern])


def _sum(cells: Sequence[Any], types: Collection[type]) -> Number:
    """What SUM gives for a column. types: of its cells, since most columns hold nothing but numbers."""
    numbers = cells if _NUMBERS.issuperset(types) else [cell for cell in cells if type(cell) in _NUMBERS]
    total: Number = sum(numbers)
    return total


def _latest(cells: Sequence[Any], types: Collection[type]) -> date | None:
    """What MAX gives for a column of dates, as a day."""
    days = (max(cells),) if types == {datetime} else set(cells)
    return max(filter(None, map(_day, days)), default=None)


def _day(cell: object) -> date | None:
    """The day that MAX sees in a cell: a date, or a number that was typed into a cell without a date's format."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    if isinstance(cell, (int, float)) and not isinstance(cell, bool) and 0 < cell < LAST_SERIAL_DAY:
        return SERIAL_DAY_ZERO + timedelta(days=int(cell))
    return None
