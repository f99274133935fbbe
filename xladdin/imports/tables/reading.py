"""Tables of cells as rows of our tables: which table it is, which column is which, and what each cell means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xladdin.cells.limits import LONGEST_NAME
from xladdin.cells.table import CellValue
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import FileProblem, XladdinError, excerpt, printable
from xladdin.imports.material import Incoming, IncomingRows, Options, QuestionOpen, day_wanted
from xladdin.imports.source import Source
from xladdin.imports.tables.dates import DAY_FIRST, IN_WORDS, dates_in_numbers, order_matters, orders_that_fit, read_day
from xladdin.imports.tables.grid import MOST_COLUMNS, Grid, read_text_grid
from xladdin.imports.tables.headings import Match, match_headings, plain
from xladdin.imports.tables.spreadsheets import read_workbook_grids
from xladdin.log.readings import LEFT, Reading, read_active, read_game_kind, read_number, read_text, read_yes

ROWS_LOOKED_AT = 20
"""Within so many rows the headings are looked for; titles may stand above them."""

DATE, NUMBER, YES, TEXT, ACTIVE, GAME_KIND = "date", "number", "yes", "text", "active", "kind of game"
"""What a column of ours holds, as far as reading it goes."""

DAY = "Date"
"""Our heading of the day, which may be given beside the file."""

_DECIMAL_COMMA = re.compile(r"\A([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})\Z")
"""Not before three digits, where a comma may as well part thousands."""
_THOUSANDS_POINT = re.compile(r"[+-]?[0-9]{1,3}(?:[.][0-9]{3})+")
"""Where semicolons part the cells, and so a comma the decimals: 1.234 may be 1234 or a little over 1."""


@dataclass(frozen=True)
class TableLayout:
    """One of our tables as an import sees it: what its typed columns hold, which it cannot do without, and the rest."""

    name: str
    columns: Mapping[str, str]
    keys: Sequence[str]
    computed: Sequence[str] = ()


@dataclass(frozen=True)
class _Found:
    """A grid that is one of our tables: where its headings stand, and which columns are ours."""

    grid: Grid
    layout: TableLayout
    row: int
    headings: Sequence[str]
    match: Match


def read_tables(source: Source, layouts: Sequence[TableLayout], options: Options) -> Incoming:
    """Every table of ours that the file holds. Raises FileProblem where it holds none, QuestionOpen where two fit."""
    grids = read_workbook_grids(source, options.sheet) if source.is_workbook else [read_text_grid(source)]
    by_name = {layout.name.casefold(): layout for layout in layouts}
    named = [grid for grid in grids if grid.name.casefold() in by_name]
    found = [one for grid in named or grids
             if (one := _find(grid, [by_name[grid.name.casefold()]] if named else layouts, options))]  # fmt: skip
    if not found:
        raise _not_found(source, grids, layouts, options)
    twice = {one.layout.name for one in found if sum(other.layout is one.layout for other in found) > 1}
    if twice:
        sheets = ", ".join(one.grid.name for one in found if one.layout.name in twice)
        question = f"{source.name}: {sheets} all look like {' and '.join(sorted(twice))}."
        by_hand = "Save the one that is meant as a file of its own."
        raise QuestionOpen("sheet", question, "Name one: --source-sheet NAME", by_hand)
    words = f"table, {' and '.join(one.grid.words for one in found)}"
    notes = [f"{source.name}: {words}."]
    tables = {one.layout.name: _rows(source, one, options, notes) for one in found}
    return Incoming(source.name, words, tables, notes)


def _find(grid: Grid, layouts: Sequence[TableLayout], options: Options) -> _Found | None:
    """The row of headings that says most, the first of such; a title may say as much as a key: Players is one."""
    found = [one for one in _candidates(grid, layouts, options) if _is_whole(one.layout, one.match, options)]
    return max(found, key=_said, default=None)


def _candidates(grid: Grid, layouts: Sequence[TableLayout], options: Options) -> Iterator[_Found]:
    """Every row that may hold the headings, as those of every table."""
    for row in range(min(grid.rows, ROWS_LOOKED_AT)):
        headings = _headings(grid, row)
        for layout in layouts:
            yield _Found(grid, layout, row, headings, match_headings(headings, list(layout.columns), options.columns))


def _said(one: _Found) -> tuple[int, int, int]:
    return len(one.layout.keys), len(one.match.positions), sum(map(bool, one.headings))


def _is_whole(layout: TableLayout, match: Match, options: Options) -> bool:
    return all(key in match.positions or (key == DAY and options.day) for key in layout.keys)


def _headings(grid: Grid, row: int) -> list[str]:
    return [" ".join(shown(column[row]).split()) for column in grid.columns]


def _not_found(source: Source, grids: Sequence[Grid], layouts: Sequence[TableLayout], options: Options) -> QuestionOpen:
    """Says of the table that comes nearest which columns are missing."""
    nothing = Grid("", [[""]], [1])
    nearest = max(
        _candidates(grids[0] if grids and grids[0].rows else nothing, layouts, options),
        key=lambda one: (sum(key in one.match.positions for key in one.layout.keys), len(one.layout.keys)),
    )
    layout = nearest.layout
    missing = [key for key in layout.keys if key not in nearest.match.positions]
    told = ", ".join(filter(None, nearest.headings))
    wanted = f"the first line must name the columns of {layout.name}; missing: {', '.join(missing)}."
    if len(missing) == len(layout.keys):
        wanted = f"is no file that import knows, and for a table {wanted}"
    question = f"{source.name}: {wanted} It says: {printable(excerpt(told)) or 'nothing'}."
    if missing == [DAY]:
        return day_wanted(question, f"Add a column {DAY}.")
    elsewhere = "Where a column is there by another name"
    option = f'{elsewhere}: --column "{missing[0]}=its name"'
    return QuestionOpen("columns", question, option, f"{elsewhere}, give it ours.")


def _rows(source: Source, found: _Found, options: Options, notes: list[str]) -> IncomingRows:
    grid, layout, match = found.grid, found.layout, found.match
    where = f"{source.name}, {grid.name}" if grid.name else source.name
    columns: dict[str, Sequence[CellValue]] = {}
    start = found.row + 1
    for heading, position in match.positions.items():
        cells = grid.columns[position][start:]
        kind = layout.columns[heading]
        if kind == NUMBER and grid.decimal_comma:
            _refuse_two_meanings(source, grid, start, cells, found.headings[position])
        columns[heading] = _converted(kind, cells, f"{where}, {found.headings[position]}", options, notes)
    _say_match(where, found, notes)
    columns |= _own_columns(source, found, notes)
    lines = grid.lines[start:]
    kept = _kept_rows(columns, layout)
    if kept is not None:
        columns = {heading: [column[row] for row in kept] for heading, column in columns.items()}
        lines = [lines[row] for row in kept]
    if options.day and DAY in layout.keys:
        columns[DAY] = [options.day if day is None else day for day in columns.get(DAY) or [None] * len(lines)]
    return IncomingRows(columns, lines, {heading: found.headings[at] for heading, at in match.positions.items()})


def _kept_rows(columns: Mapping[str, Sequence[CellValue]], layout: TableLayout) -> list[int] | None:
    """Rows that hold anything; None where all of them do."""
    keys = [key for key in layout.keys if key in columns]
    if not all(None in columns[key] for key in keys):
        return None
    rows = range(len(columns[keys[0]]))
    every = list(columns.values())
    kept = [row for row in rows if any(column[row] is not None for column in every)]
    return kept if len(kept) < len(rows) else None


def _say_match(where: str, found: _Found, notes: list[str]) -> None:
    renamed = [
        f"{heading} = {found.headings[at]}{' (likely)' if heading in found.match.likely else ''}"
        for heading, at in found.match.positions.items()
        if plain(found.headings[at]) != plain(heading)
    ]
    if renamed:
        notes.append(f"{where}: columns taken: {', '.join(renamed)}.")


def _own_columns(source: Source, found: _Found, notes: list[str]) -> dict[str, Sequence[CellValue]]:
    """Columns that the table does not know, as text under their own headings; computed ones are left out."""
    grid, layout, start = found.grid, found.layout, found.row + 1
    computed = {name_key(heading) for heading in layout.computed}
    known = {name_key(found.headings[at]) for at in found.match.positions.values()}
    known |= {name_key(heading) for heading in found.match.positions}
    left_out: list[str] = []
    own: dict[str, Sequence[CellValue]] = {}
    if len(grid.columns) > MOST_COLUMNS:
        raise FileProblem(
            f"{source.name}: names {len(grid.columns):,} columns; {MOST_COLUMNS} are the most that are taken"
        )
    for position, heading in enumerate(found.headings):
        if position in found.match.positions.values():
            continue
        cells = grid.columns[position][start:]
        if heading and name_key(heading) in known:
            raise FileProblem(f"{source.name}: the column {_ours(found, heading)} stands there twice")
        if name_key(heading) in computed:
            left_out.append(heading)
        elif heading:
            if len(heading) > LONGEST_NAME or not heading.isprintable():
                raise FileProblem(
                    f'{source.name}: the heading "{printable(excerpt(heading))}" must be at most '
                    f"{LONGEST_NAME} characters, all of them to be seen; is a quote missing?"
                )
            own[heading] = Reading(read_text).column(cells)
        else:
            _refuse_unnamed(source, found, position, cells, notes)
    if left_out:
        notes.append(f"{source.name}: {', '.join(left_out)} left out; a recalculation computes them.")
    return own


def _ours(found: _Found, heading: str) -> str:
    return next((ours for ours, at in found.match.positions.items()
                 if name_key(heading) in (name_key(ours), name_key(found.headings[at]))), heading)  # fmt: skip


def _refuse_unnamed(source: Source, found: _Found, position: int, cells: Sequence[object], notes: list[str]) -> None:
    """A cell of a text file that no heading is for is likely to have moved; in a sheet it is a remark beside."""
    row = next((row for row, cell in enumerate(cells) if not is_blank(cell)), None)
    if row is None:
        return
    if found.grid.name:
        notes.append(f"{source.name}, {found.grid.name}: column {position + 1} has no heading and is left out.")
        return
    line = found.grid.lines[found.row + 1 + row]
    named = max((at for at, heading in enumerate(found.headings) if heading), default=-1) + 1
    if position >= named and len(found.headings) > named:
        width = max(at for at, column in enumerate(found.grid.columns) if not is_blank(column[found.row + 1 + row])) + 1
        raise FileProblem(
            f"{source.name} line {line}: has {counted(width, 'cell')}, "
            f"but the headings name {counted(named, 'column')}; column {position + 1} has no heading"
        )
    raise FileProblem(f"{source.name} line {line}: column {position + 1} has no heading; give it a name")


def _refuse_two_meanings(source: Source, grid: Grid, start: int, cells: Sequence[object], heading: str) -> None:
    for row, cell in enumerate(cells):
        if isinstance(cell, str) and _THOUSANDS_POINT.fullmatch(cell.strip()):
            raise FileProblem(
                f'{source.name} line {grid.lines[start + row]}, {heading} "{cell.strip()}": may have a decimal point '
                "or one that parts thousands; write it without"
            )


def _converted(
    kind: str, cells: Sequence[object], where: str, options: Options, notes: list[str]
) -> Sequence[CellValue]:
    """A column as cells of that kind; text that makes no sense stays text, for the check of the rows to name."""
    if kind == DATE:
        order = _order_of(cells, where, options, notes)
        return Reading(lambda cell: read_day(cell, order)).column(cells)
    return Reading(_READERS[kind]).column(cells)


def _order_of(cells: Sequence[object], where: str, options: Options, notes: list[str]) -> str:
    """The one order of day and month that fits the column. Raises QuestionOpen where both do and it matters."""
    if options.dates:
        return options.dates
    dates = dates_in_numbers(cells)
    fitting = orders_that_fit(dates)
    if len(fitting) == 2:
        example = next(filter(order_matters, dates), None)
        if example is None:
            return DAY_FIRST
        question = f'{where} "{printable(excerpt(example))}": may be day first or month first.'
        raise QuestionOpen("dates", question, "Say which: --dates dmy or --dates mdy",
                           "Write the year first, as in 2006-10-01.")  # fmt: skip
    if fitting:
        notes.append(f"{where}: dates are {IN_WORDS[fitting[0]]}, which alone fits all of them.")
        return fitting[0]
    notes.append(f"{where}: neither day first nor month first fits all dates; write all in one order.")
    return ""


def _or_text(read: Callable[[object], CellValue]) -> Callable[[object], CellValue]:
    def convert(cell: object) -> CellValue:
        try:
            return read(cell)
        except XladdinError:
            return read_text(cell)

    return convert


def _read_number_with_comma(cell: object) -> CellValue:
    text = cell.strip() if isinstance(cell, str) else None
    return read_number(cell if text is None else _DECIMAL_COMMA.sub(r"\1.\2", text))


def _unquoted_text(cell: object) -> CellValue:
    """A text, without the apostrophe that an export puts before what a spreadsheet might run."""
    text = read_text(cell)
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@") else text


def _active_word(cell: object) -> CellValue:
    active, left = read_active(cell)
    return LEFT if left else "Yes" if active else "No"


_READERS: Mapping[str, Callable[[object], CellValue]] = {
    NUMBER: _or_text(_read_number_with_comma),
    YES: _or_text(lambda cell: "Yes" if read_yes(cell) else "No"),
    ACTIVE: _or_text(_active_word),
    GAME_KIND: _or_text(lambda cell: read_game_kind(cell).value.capitalize()),
    TEXT: _unquoted_text,
}
