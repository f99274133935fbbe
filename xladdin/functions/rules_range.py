"""A club's own rules as a range of its sheet Rules: settings by their labels, tables by their headings.

It looks for both in every language that a club may have chosen.
"""

import dataclasses
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, TypeVar

from xladdin.cells.numbers import LARGEST_NUMBER, Number
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.errors import InvalidTypeError, NotFoundError, OutOfRangeError, XladdinError
from xladdin.functions.boundary import display
from xladdin.functions.hostcells import TableRange, plain_cell
from xladdin.game_log.parsing import read_band, read_setting
from xladdin.languages.language import all_languages, translations
from xladdin.messages import msg
from xladdin.systems.system import BandTable, RatingSystem

Value = TypeVar("Value")
Cells = Sequence[object]


def ruled(system: RatingSystem, rules: TableRange | None) -> RatingSystem:
    """Return the system by a club's rules. Raises NotFoundError if it has no printed ones and none are given."""
    if rules is None:
        if not system.change_function:
            raise NotFoundError(
                msg("rules (blank): {key} has none of its own; give the sheet Rules, as Rules!A3:D99", key=system.key)
            )
        return system
    found = _ruled(system, rules)
    if isinstance(found, XladdinError):
        raise type(found)(found.message)
    return found


@lru_cache(maxsize=1)
def _ruled(system: RatingSystem, rules: TableRange) -> RatingSystem | XladdinError:
    """Return the system by these rules, or their error.

    It reads them once, though each row of a range asks for them.
    """
    try:
        return _as_typed(system, rules)
    except XladdinError as wrong:
        return wrong


def _as_typed(system: RatingSystem, rules: TableRange) -> RatingSystem:
    rows = [tuple(map(plain_cell, row)) for row in rules.rows]
    values: dict[str, Any] = {
        field.name: _table(field, printed, rows) if isinstance(printed, BandTable) else _setting(field, printed, rows)
        for field in dataclasses.fields(system)
        for printed in [getattr(system, field.name)]
    }
    ruled: RatingSystem = dataclasses.replace(system, **values)
    for name, wrong in ruled.setting_errors().items():
        label = next(field.metadata["label"] for field in dataclasses.fields(system) if field.name == name)
        raise OutOfRangeError(msg("rules, {label} {values}: {wrong}", label=label, values=values[name], wrong=wrong))
    return ruled


def _setting(field: dataclasses.Field[object], printed: Number | str, rows: Sequence[Cells]) -> Number | str:
    """Return the cell beside a label."""
    label = field.metadata["label"]
    known = set(map(name_key, translations(label)))
    for number, row in enumerate(rows, 1):
        if len(row) > 1 and name_key(shown(row[0])) in known:
            return _read(lambda cell: read_setting(field, printed, cell), number, label, row[1])
    if field.metadata["later"]:
        return printed
    raise NotFoundError(msg('rules: no row "{label}"; give the sheet Rules from its headings on', label=label))


def _table(field: dataclasses.Field[object], printed: BandTable, rows: Sequence[Cells]) -> BandTable:
    """Return the rows below the headings of a table, down to the first that is blank."""
    ways = [[name_key(language.render_text(heading)) for heading in printed.columns] for language in all_languages()]
    width = len(printed.columns)
    for above, row in enumerate(rows, 1):
        if [name_key(shown(cell)) for cell in row[:width]] in ways:
            bands = list(takewhile(_is_filled, (below[:width] for below in rows[above:])))
            end = above + len(bands)
            below = next(filter(_is_filled, (row[:width] for row in rows[end:])), ("",))
            if not isinstance(below[0], str):  # a band, and not the title of the next table
                raise InvalidTypeError(
                    msg("rules row {end}, {columns}: a row is missing here", end=end + 1, columns=printed.columns[0])
                )
            return _bands(printed.columns, above + 1, bands, field.metadata["least"])
    raise NotFoundError(
        msg('rules: no table "{metadata}"; give the sheet Rules from its headings on', metadata=field.metadata["label"])
    )


def _is_filled(cells: Cells) -> bool:
    return not all(map(is_blank, cells))


def _bands(columns: tuple[str, ...], first: int, bands: Sequence[Cells], least: Number = -LARGEST_NUMBER) -> BandTable:
    readers = [read_band, *[lambda cell: read_band(cell, least)] * (len(columns) - 1)]
    rows = [
        tuple(_read(read, number, heading, cell) for read, heading, cell in zip(readers, columns, band))
        for number, band in enumerate(bands, first)
    ]
    try:
        return BandTable(columns, tuple(rows))
    except XladdinError as wrong:
        raise type(wrong)(msg("rules row {row}: {problem}", row=first, problem=wrong.message)) from None


def _read(read: Callable[[object], Value], row: int, what: str, cell: object) -> Value:
    try:
        return read(cell)
    except XladdinError as wrong:
        place = f"rules row {row}, {what} {display(cell)}"
        raise type(wrong)(msg("{place}: {problem}", place=place, problem=wrong.message)) from None
