"""The rows of a table that was found in a file: which columns it has, and what each cell means."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from xladdin.cells.limits import LONGEST_NAME
from xladdin.cells.table import CellValue
from xladdin.cells.text import counted, is_blank, name_key
from xladdin.errors import FileProblem, excerpt, printable
from xladdin.imports.material import IncomingRows, Look, Options
from xladdin.imports.source import Source
from xladdin.imports.tables.columns import (
    ACTIVE,
    NUMBER,
    active_asked,
    converted,
    evenings,
    filled_down,
    games_alone,
    refuse_two_meanings,
)
from xladdin.imports.tables.grid import MOST_COLUMNS, Grid
from xladdin.imports.tables.headings import DAY, MOMENTS, Match, plain, plain_headings
from xladdin.imports.tables.layout import TableLayout
from xladdin.log.readings import Reading, read_text

GAMES = "Games"
"""The table whose rows have a day each. It may be blank if the row above has the same day."""


@dataclass(frozen=True)
class Found:
    """A grid that is one of our tables: where its headings are, and which columns are ours."""

    grid: Grid
    layout: TableLayout
    row: int
    headings: Sequence[str]
    match: Match


def rows_of(source: Source, found: Found, options: Options, notes: list[str], looks: list[Look]) -> IncomingRows:
    """The rows with our columns, and the club's own. What it did and what it asks go into `notes` and `looks`."""
    grid, layout, match = found.grid, found.layout, found.match
    where = f"{source.name}, {grid.name}" if grid.name else source.name
    start = found.row + 1
    moment, of_today = _moment(found), _of_today(found)
    taken = {**match.positions, **of_today}
    there = {heading: found.headings[position] for heading, position in taken.items()}
    cells = {heading: grid.columns[position][start:] for heading, position in taken.items()}
    for heading, column in cells.items():
        if layout.columns[heading] == NUMBER and grid.decimal_comma:
            refuse_two_meanings(source, grid, start, column, there[heading])
    lines = grid.lines[start:]
    for heading in (heading for heading in cells if layout.columns[heading] == ACTIVE):
        named = [row for row, player in enumerate(cells[layout.keys[0]]) if not is_blank(player)]
        crosses = [cells[heading][row] for row in named]
        looks += active_asked(crosses, [lines[row] for row in named], f"{where}, {there[heading]}", layout.name)
    columns: dict[str, Sequence[CellValue]] = {
        heading: converted(layout.columns[heading], column, f"{where}, {there[heading]}", options, notes)
        for heading, column in cells.items()
        if taken[heading] != moment
    }
    if moment is not None:
        asked, told = f"{where}, {found.headings[moment]}", columns.get(DAY) or [None] * len(lines)
        columns[DAY], late = evenings(grid.columns[moment][start:], told, lines, asked, layout.name, options, notes)
        looks += late
    _say_match(where, found, match.positions, notes)
    columns |= _own_columns(source, found, {*of_today.values(), moment}, notes)
    response = "" if moment is None else found.headings[moment]
    rows = IncomingRows(columns, lines, there, response, {heading: there[heading] for heading in of_today})
    kept = _kept_rows(columns, layout)
    return _with_days(rows if kept is None else rows.only(kept), layout, options, where, notes)


def _with_days(rows: IncomingRows, layout: TableLayout, options: Options, where: str, notes: list[str]) -> IncomingRows:
    """The rows with the day that was told, or with that of the row above, where they have none of their own."""
    columns, lines = dict(rows.columns), rows.lines
    if options.day and DAY in layout.keys:
        columns[DAY] = [options.day if day is None else day for day in columns.get(DAY) or [None] * len(lines)]
    elif layout.name == GAMES and not rows.moment and DAY in columns:
        columns[DAY] = filled_down(columns[DAY], lines, where, notes)
        columns, lines = games_alone(columns, lines, where, notes)
    return replace(rows, columns=columns, lines=lines)


def _of_today(found: Found) -> dict[str, int]:
    """The positions of columns with today's figures, by our heading for what a player comes with."""
    known = plain_headings(found.headings)
    places: dict[str, int] = {}
    for heading, names in found.layout.starts.items():
        free = (at for name in names for at, other in enumerate(known) if other == name)
        place = next((at for at in free if at not in (*found.match.positions.values(), *places.values())), None)
        if heading not in found.match.positions and place is not None:
            places[heading] = place
    return places


def _moment(found: Found) -> int | None:
    """The position of the column that tells when a response was sent, or None in any other table."""
    if DAY not in found.layout.columns:
        return None
    return next((at for at, heading in enumerate(plain_headings(found.headings)) if heading in MOMENTS), None)


def _kept_rows(columns: Mapping[str, Sequence[CellValue]], layout: TableLayout) -> list[int] | None:
    """The rows that hold anything, or None if all of them do."""
    keys = [key for key in layout.keys if key in columns]
    if not all(None in columns[key] for key in keys):
        return None
    rows = range(len(columns[keys[0]]))
    every = list(columns.values())
    kept = [row for row in rows if any(column[row] is not None for column in every)]
    return kept if len(kept) < len(rows) else None


def _say_match(where: str, found: Found, positions: Mapping[str, int], notes: list[str]) -> None:
    renamed = [
        f"{heading} = {found.headings[at]}{' (likely)' if heading in found.match.likely else ''}"
        for heading, at in positions.items()
        if plain(found.headings[at]) != plain(heading)
    ]
    if renamed:
        notes.append(f"{where}: columns taken: {', '.join(renamed)}.")


def _own_columns(
    source: Source, found: Found, taken: Collection[int | None], notes: list[str]
) -> dict[str, Sequence[CellValue]]:
    """The columns that the table does not know, as text under their own headings, without computed ones."""
    grid, layout, start = found.grid, found.layout, found.row + 1
    computed = {name_key(heading) for heading in layout.computed}
    known = {name_key(found.headings[at]) for at in found.match.positions.values()}
    known |= {name_key(heading) for heading in found.match.positions}
    left_out: list[str] = []
    own: dict[str, Sequence[CellValue]] = {}
    if len(grid.columns) > MOST_COLUMNS:
        raise FileProblem(
            f"{source.name}: names {len(grid.columns):,} columns; {MOST_COLUMNS} are the most that xladdin reads"
        )
    for position, heading in enumerate(found.headings):
        if position in found.match.positions.values() or position in taken:
            continue
        cells = grid.columns[position][start:]
        if heading and name_key(heading) in known:
            raise FileProblem(
                f"{source.name}: the column {_ours(found, heading)} is there twice; rename or delete one of the two"
            )
        if name_key(heading) in computed:
            left_out.append(heading)
        elif heading:
            if len(heading) > LONGEST_NAME or not heading.isprintable():
                raise FileProblem(
                    f'{source.name}: the heading "{printable(excerpt(heading))}" must be at most '
                    f"{LONGEST_NAME} characters, all of them visible; is a quote missing?"
                )
            own[heading] = Reading(read_text).column(cells)
        else:
            _refuse_unnamed(source, found, position, cells, _moment(found) is not None, notes)
    if left_out:
        notes.append(f"{source.name}: ignored: {', '.join(left_out)}. xladdin computes them.")
    return own


def _ours(found: Found, heading: str) -> str:
    return next((ours for ours, at in found.match.positions.items()
                 if name_key(heading) in (name_key(ours), name_key(found.headings[at]))), heading)  # fmt: skip


def _refuse_unnamed(
    source: Source, found: Found, position: int, cells: Sequence[object], is_form: bool, notes: list[str]
) -> None:
    """Refuses a cell of a text file without a heading, which has probably moved. In a sheet it is a remark.

    A form writes its own rows. So a cell beside its responses is a remark as well. Where titles are above the headings,
    the file is a sheet saved as text. It has keys at its foot, and signs beside its ratings.
    """
    row = next((row for row, cell in enumerate(cells) if not is_blank(cell)), None)
    if row is None:
        return
    place = found.grid.place(position)
    last = max(at for at, heading in enumerate(found.headings) if heading)
    if found.grid.name or is_form or (found.row and position < last):
        where = f"{source.name}, {found.grid.name}" if found.grid.name else source.name
        notes.append(f"{where}: column {place} has no heading and is left out.")
        return
    line = found.grid.lines[found.row + 1 + row]
    if position > last and len(found.headings) > last + 1:
        widest = max(at for at, column in enumerate(found.grid.columns) if not is_blank(column[found.row + 1 + row]))
        raise FileProblem(
            f"{source.name} line {line}: has {counted(found.grid.place(widest), 'cell')}, "
            f"but the headings name {counted(found.grid.place(last), 'column')}; column {place} has no heading"
        )
    raise FileProblem(f"{source.name} line {line}: column {place} has no heading; give it a name")
