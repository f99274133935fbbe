"""What the cells of a column mean: dates in the one order that fits, numbers with a comma, words for yes and no."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from xladdin.cells.table import CellValue
from xladdin.cells.text import counted, is_blank, shown
from xladdin.errors import FileProblem, XladdinError
from xladdin.imports.asked import AFTER_MIDNIGHT, NO_CROSS
from xladdin.imports.days import order_wanted
from xladdin.imports.material import Look, Options, lines_named
from xladdin.imports.source import Source
from xladdin.imports.tables.dates import (
    DAY_FIRST,
    IN_WORDS,
    MONTH_FIRST,
    NIGHT_ENDS,
    dates_in_numbers,
    day_of_evening,
    order_matters,
    orders_that_fit,
    read_day,
)
from xladdin.imports.tables.grid import Grid
from xladdin.imports.tables.headings import DAY
from xladdin.log.readings import LEFT, Reading, read_active, read_game_kind, read_number, read_text, read_yes
from xladdin.log.readings import YES as YES_WORDS

DATE, NUMBER, YES, TEXT, ACTIVE, GAME_KIND = "date", "number", "yes", "text", "active", "kind of game"
"""The kinds of content of our columns, as far as reading needs them."""

_DECIMAL_COMMA = re.compile(r"\A([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})\Z")
"""It does not count before three digits, since a comma may also separate thousands."""
_THOUSANDS_BLANK = re.compile(r"([+-]?[0-9])[ \u00a0\u202f](?=[0-9]{3}(?:,[0-9]{1,2})?\Z)")
"""The blank of 1 234 or 1 234,5, as French writes a rating. "401 388" is two scores."""
_THOUSANDS_POINT = re.compile(r"[+-]?[0-9]{1,3}(?:[.][0-9]{3})+")
"""With semicolons between the cells, a comma is for decimals. Then 1.234 may be 1234 or a little over 1."""


def converted(
    kind: str, cells: Sequence[object], where: str, options: Options, notes: list[str]
) -> Sequence[CellValue]:
    """A column as cells of that kind. Text that makes no sense stays text, and the check of the rows names it."""
    if kind == DATE:
        order = _order_of(cells, where, options, notes)
        return Reading(lambda cell: read_day(cell, order)).column(cells)
    return Reading(_READERS[kind]).column(cells)


def evenings(
    cells: Sequence[object],
    told: Sequence[CellValue],
    lines: Sequence[int],
    where: str,
    table: str,
    options: Options,
    notes: list[str],
) -> tuple[list[CellValue], list[Look]]:
    """The days of responses, and a look at each night that counts to the evening before.

    `cells` are the moments. `told` are the days that responses say themselves, which count before. `table` is ours,
    with the column.
    """
    order = _order_of(cells, where, options, notes)
    read = Reading(lambda cell: day_of_evening(cell, order)).column(cells)
    days: list[CellValue] = []
    late: dict[CellValue, list[int]] = {}
    for line, found, own in zip(lines, read, told):
        day, is_late = found or (None, False)
        days.append(day if own is None else own)
        if is_late and own is None:
            late.setdefault(day, []).append(line)
    why = f"from midnight to {NIGHT_ENDS} o'clock belongs to the evening before. If not, correct the date"
    place = f"{where},"
    looks = [
        Look(
            f"{counted(len(at), 'response')} sent after midnight, counted to {day}",
            place,
            at,
            why,
            AFTER_MIDNIGHT,
            table,
        )
        for day, at in late.items()
    ]
    return days, looks


def active_asked(cells: Sequence[object], lines: Sequence[int], where: str, table: str) -> list[Look]:
    """A column of crosses and blanks of a table of ours, in which a blank may have been meant for No."""
    said = {shown(cell).strip().casefold() for cell in cells}
    blank = [line for line, cell in zip(lines, cells) if is_blank(cell)]
    if not blank or not said - {""} or said - {"", *YES_WORDS}:
        return []
    what = f"{counted(len(blank), 'player')} without a cross"
    why = "blank counts as Yes. Type No or Left for those who are not there"
    return [Look(what, f"{where},", blank, why, NO_CROSS, table)]


def filled_down(days: Sequence[CellValue], lines: Sequence[int], where: str, notes: list[str]) -> Sequence[CellValue]:
    """The days, with a blank one below the first taken from the row above, as in merged cells."""
    filled: list[CellValue] = []
    taken = []
    for line, day in zip(lines, days):
        if day is None and filled and isinstance(filled[-1], date):
            taken.append(line)
            day = filled[-1]
        filled.append(day)
    if taken:
        rows = f"{counted(len(taken), 'row')} without a date take{'s' if len(taken) == 1 else ''}"
        notes.append(f"{where}: {rows} the one above ({lines_named(taken)}).")
    return filled


def games_alone(
    columns: dict[str, Sequence[CellValue]], lines: Sequence[int], where: str, notes: list[str]
) -> tuple[dict[str, Sequence[CellValue]], Sequence[int]]:
    """The rows that say more than their day. A row with only a date is the title of the games below it."""
    titles = [row for row, cells in enumerate(zip(*columns.values())) if sum(cell is not None for cell in cells) == 1]
    bare = {row for row in titles if columns[DAY][row] is not None}
    if not bare:
        return columns, lines
    said = [lines[row] for row in sorted(bare)]
    notes.append(f"{where}: {counted(len(said), 'row')} with a date and no game ({lines_named(said)}).")
    kept = [row for row in range(len(lines)) if row not in bare]
    return {heading: [column[row] for row in kept] for heading, column in columns.items()}, [lines[row] for row in kept]


def _order_of(cells: Sequence[object], where: str, options: Options, notes: list[str]) -> str:
    """Whether the column's dates begin with the day or the month. Raises QuestionOpen if both do and it matters.

    If neither fits all, it is the order that fits more of them, so that the others are the lines to fix.
    """
    if options.dates:
        return options.dates
    dates = dates_in_numbers(cells)
    fitting = orders_that_fit(dates)
    if len(fitting) == 2:
        example = next(filter(order_matters, dates), None)
        if example is None:
            return DAY_FIRST
        raise order_wanted(where, example)
    if fitting:
        notes.append(f"{where}: dates are {IN_WORDS[fitting[0]]}, the only order that fits all of them.")
        return fitting[0]
    notes.append(f"{where}: neither day first nor month first fits all dates; write all in one order.")
    fits = Counter(order for day in dates for order in orders_that_fit([day]))
    if fits[DAY_FIRST] == fits[MONTH_FIRST]:
        return ""
    return DAY_FIRST if fits[DAY_FIRST] > fits[MONTH_FIRST] else MONTH_FIRST


def or_text(read: Callable[[object], CellValue]) -> Callable[[object], CellValue]:
    """Reads as text what makes no sense otherwise."""

    def convert(cell: object) -> CellValue:
        try:
            return read(cell)
        except XladdinError:
            return read_text(cell)

    return convert


def _read_number_with_comma(cell: object) -> CellValue:
    if isinstance(cell, str):
        text = cell.strip()
        if found := _THOUSANDS_BLANK.match(text):
            text = found[1] + text[found.end() :]
        cell = _DECIMAL_COMMA.sub(r"\1.\2", text)
    return read_number(cell)


def _unquoted_text(cell: object) -> CellValue:
    """A text, without the apostrophe that an export puts before what a spreadsheet might run."""
    text = read_text(cell)
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@") else text


def _active_word(cell: object) -> CellValue:
    active, left = read_active(cell)
    return LEFT if left else "Yes" if active else "No"


_READERS: Mapping[str, Callable[[object], CellValue]] = {
    NUMBER: or_text(_read_number_with_comma),
    YES: or_text(lambda cell: "Yes" if read_yes(cell) else "No"),
    ACTIVE: or_text(_active_word),
    GAME_KIND: or_text(lambda cell: read_game_kind(cell).value.capitalize()),
    TEXT: _unquoted_text,
}


def refuse_two_meanings(source: Source, grid: Grid, start: int, cells: Sequence[object], heading: str) -> None:
    """Raises FileProblem for a number whose point may separate decimals or thousands."""
    for row, cell in enumerate(cells):
        if isinstance(cell, str) and _THOUSANDS_POINT.fullmatch(cell.strip()):
            raise FileProblem(
                f'{source.name} line {grid.lines[start + row]}, {heading} "{cell.strip()}": may have a decimal point '
                "or a thousands separator; write it without"
            )
