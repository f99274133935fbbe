"""Whether anything was typed since the last recalculation: four figures of the inputs, live and as they were read.

The figures are the number of filled input cells, a sum of their numbers, a sum of their letters, and one over the
Rules sheet. Numbers and letters weigh by row and column, so that two scores exchanged, two rows exchanged, another name
or another rule show. Start holds the figures of the last recalculation beside formulas of the same figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from operator import mul
from typing import Any

from xladdin.cells.limits import DAY_ZERO_1904, SERIAL_DAY_ZERO
from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable, ClubBook
from xladdin.cells.text import shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.rules.layout import layout
from xladdin.workbook.schema import REMARK, Column, Kind, Table

FILLED, NUMBERS, LETTERS, RULES = "start_filled", "start_numbers", "start_letters", "start_rules"
KEPT_NAMES = (FILLED, NUMBERS, LETTERS, RULES)
"""Defined names of the cells that keep the figures of the last recalculation."""
LIVE_NAMES = tuple(f"{name}_now" for name in KEPT_NAMES)
"""Defined names of the cells that work the same figures out again."""
CHANGED_NAME = "start_changed"
"""Defined name of the cell that compares them: 0 the same, 1 changed, 2 never recalculated."""

_TEXTS = (Kind.TEXT, Kind.PLAYER, Kind.GROUP, Kind.EVENT, Kind.RESULT, Kind.YES)
_WEIGHTS = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)
"""Of the columns, one prime each."""
ROW_WEIGHTS = 997
"""Rows weigh from 1 to this, then from 1 again: sums of whole numbers stay exact in a sheet's arithmetic."""
LOOKED_AT = (1, 2, 3, 4, 5, 7, 9, 11, 13, 16, 19, 23)
"""Letters of a text that count, by their place, beside its length."""
TOLERANCE = 0.01
"""How far two sums may lie apart that are added up in different order."""


def live_figures(system: RatingSystem) -> tuple[str, str, str, str]:
    """Formulas of the four figures, without "=". What a deleted column makes an error counts as unchanged."""
    columns = list(_entered_columns(system))
    filled = f"COUNTA({','.join(_reference(table, column) for table, column in columns)})"
    numbers, letters = [], []
    for weight, (table, column) in zip(_WEIGHTS, columns):
        cells = _reference(table, column)
        if column.kind in _TEXTS:
            letters.append(f"{weight}*SUMPRODUCT({_letters_formula(cells)}*{_row_weight(cells)})")
        else:
            numbers.append(f"{weight}*SUMPRODUCT({cells},{_row_weight(cells)})")
    return filled, "+".join(numbers), "+".join(letters), _rules_formula(system)


def changed_formula() -> str:
    """Formula of the comparison, without "="."""
    pairs = zip(LIVE_NAMES, KEPT_NAMES)
    same = ",".join(f"IFERROR(ABS({live}-{kept})<{TOLERANCE},TRUE)" for live, kept in pairs)
    return f'IF({FILLED}="",2,IF(AND({same}),0,1))'


def figures(system: RatingSystem, book: ClubBook) -> tuple[int, Number, int, Number]:
    """The same four figures of the workbook as it was read."""
    filled, numbers, letters = 0, 0.0, 0
    weights: dict[str, list[int]] = {}
    for weight, (table, column) in zip(_WEIGHTS, _entered_columns(system)):
        read = book.tables.get(table.name)
        position = None if read is None else read.position(column.heading)
        if read is None or position is None:
            continue
        if table.name not in weights:
            weights[table.name] = _row_weights(read)
        cells, rows = read.columns[position], weights[table.name]
        filled += len(cells) - cells.count(None) - cells.count("")
        if column.kind in _TEXTS:
            known = {cell: _letters(cell) for cell in set(cells)}
            letters += weight * sum(map(mul, map(known.__getitem__, cells), rows))
        else:
            day_zero = DAY_ZERO_1904 if read.counts_from_1904 else SERIAL_DAY_ZERO
            numbers += weight * sum(map(mul, _numbers(cells, day_zero), rows))
    return filled, numbers, letters, _rules_figure(system, book)


def _entered_columns(system: RatingSystem) -> Iterator[tuple[Table, Column]]:
    for table in tables_of(system).values():
        for column in table.columns:
            if not column.computed and column is not REMARK:
                yield table, column


def _reference(table: Table, column: Column) -> str:
    return f"{table.name}[{column.heading}]"


def _row_weight(cells: str) -> str:
    return f"(MOD(ROW({cells}),{ROW_WEIGHTS})+1)"


def _row_weights(table: CellTable) -> list[int]:
    first = table.row + 1
    return [row % ROW_WEIGHTS + 1 for row in range(first, first + table.rows)]


def _letters_formula(cells: str) -> str:
    """A number for each text: its length and some of its letters."""
    padded = f'{cells}&"{" " * max(LOOKED_AT)}"'
    letters = "+".join(f"{place}*_xlfn.UNICODE(MID({padded},{place},1))" for place in LOOKED_AT)
    return f"(LEN({cells})>0)*(LEN({cells})+{letters})"


def _letters(cell: object) -> int:
    if cell is None or cell == "":
        return 0
    text = shown(cell)
    padded = text.ljust(len(text) + max(LOOKED_AT))
    return len(text) + sum(place * ord(padded[place - 1]) for place in LOOKED_AT)


def _numbers(cells: Sequence[Any], day_zero: date) -> Iterable[Number]:
    """What a product of columns takes for each cell: text counts as 0, a date as its days since day zero."""
    types = set(map(type, cells))
    if types <= {int, float}:
        return cells
    if bool in types:  # TRUE counts as 0, and is the same key as 1
        return (_number(cell, day_zero) for cell in cells)
    known = {cell: _number(cell, day_zero) for cell in set(cells)}
    return map(known.__getitem__, cells)


def _number(cell: object, day_zero: date = SERIAL_DAY_ZERO) -> Number:
    if isinstance(cell, bool) or cell is None or isinstance(cell, str):
        return 0
    if isinstance(cell, datetime):
        seconds = cell.hour * 3600 + cell.minute * 60 + cell.second
        return (cell.date() - day_zero).days + seconds / 86400
    if isinstance(cell, date):
        return (cell - day_zero).days
    return cell if isinstance(cell, (int, float)) else 0


def _rules_formula(system: RatingSystem) -> str:
    settings, tables = layout(system)
    terms = []
    for number, setting in enumerate(settings, 1):
        name = setting.name
        terms.append(f"{number}*{_letters_formula(name) if isinstance(setting.value, str) else f'N({name})'}")
    for number, name in enumerate((name for table in tables for name in table.names()), 1):
        terms.append(f"{number}*SUMPRODUCT({name},{_row_weight(name)})")
    return "+".join(terms)


def _rules_figure(system: RatingSystem, book: ClubBook) -> Number:
    settings, tables = layout(system)
    total: Number = 0
    for number, setting in enumerate(settings, 1):
        cell = book.names.get(setting.name)
        total += number * (_letters(cell) if isinstance(setting.value, str) else _number(cell))
    for number, name in enumerate((name for table in tables for name in table.names()), 1):
        cells, place = book.range_values(name), book.place_of(name)
        if cells is not None and place is not None:
            rows = range(place[1], place[1] + len(cells))
            weights = [row % ROW_WEIGHTS + 1 for row in rows]
            total += number * sum(map(mul, map(_number, (row[0] for row in cells)), weights))
    return total


def figures_by_name(system: RatingSystem, book: ClubBook) -> Mapping[str, Number]:
    """The figures by the names of the cells that keep them."""
    return dict(zip(KEPT_NAMES, figures(system, book)))
