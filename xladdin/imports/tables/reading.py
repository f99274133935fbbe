"""Tables of cells as rows of our tables: which table it is, and where its headings are."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from xladdin.cells.limits import LONGEST_NAME
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import FileProblem, excerpt, printable
from xladdin.imports.material import Incoming, IncomingRows, Look, Options, QuestionOpen, day_wanted, lines_named
from xladdin.imports.source import Source
from xladdin.imports.tables.found_rows import GAMES, Found, rows_of
from xladdin.imports.tables.grid import ROWS_LOOKED_AT, Grid, headings_in, read_text_grid
from xladdin.imports.tables.headings import DAY, Match, look_like_headings, match_headings, plain, plain_headings
from xladdin.imports.tables.layout import TableLayout
from xladdin.imports.tables.shapes import game_by_game
from xladdin.imports.tables.spreadsheets import read_workbook_grids
from xladdin.log.suggestions import did_you_mean

LOGS = (GAMES, "Results")
MOST_SHEETS_NAMED = 6
KEYS_OF_ANOTHER = 3
"""A table with this many of the needed columns of another is no list of players."""
CELLS_SHOWN = 3
"""The cells of a column that a question shows, for a column that may be the right one."""


def read_tables(source: Source, layouts: Sequence[TableLayout], options: Options) -> Incoming:
    """Every table of ours that the file holds. Raises FileProblem if it holds none, and QuestionOpen if two fit."""
    grids = read_workbook_grids(source) if source.is_workbook else [read_text_grid(source)]
    kind = _kind(grids)
    options = replace(options, columns=_known_columns(options.columns, layouts))
    told = options.columns.values()
    options = options.for_kind(kind, [grid.name for grid in grids])
    if options.sheet and source.is_workbook:
        grids = read_workbook_grids(source, options.sheet)
    as_they_are, grids = grids, [game_by_game(grid, layouts, options.columns) for grid in grids]
    by_name = {layout.name.casefold(): layout for layout in layouts}
    named = [grid for grid in grids if grid.name.casefold() in by_name]
    found = [one for grid in named or grids
             if (one := _find(grid, [by_name[grid.name.casefold()]] if named else layouts, options))]  # fmt: skip
    if not found:
        raise _not_found(source, grids, layouts, options)
    not_read = [grid for grid in grids if all(grid is not one.grid for one in found)]
    for grid in not_read:
        layout = by_name.get(grid.name.casefold())
        if layout is not None and layout.name in LOGS:
            raise _not_found(source, [grid], [layout], options, [one.grid.name for one in found])
    twice = {one.layout.name for one in found if sum(other.layout is one.layout for other in found) > 1}
    if twice:
        sheets = ", ".join(one.grid.name for one in found if one.layout.name in twice)
        question = f"{source.name}: {sheets} all look like {' and '.join(sorted(twice))}."
        by_hand = "Save the one that is meant as a file of its own."
        names = {one.grid.name: () for one in found if one.layout.name in twice}
        raise QuestionOpen("sheet", question, "Name one: --source-sheet NAME", by_hand, choices=names)
    again: list[str] = []
    found = [_without_headings_again(source, one, again) for one in found]
    for one in found:
        _refuse_two_rows_of_headings(source.name, one, layouts)
    words = f"table, {' and '.join(one.grid.words for one in found)}"
    notes = [f"{source.name}: {words}.", *(f"{source.name}: {note}" for one in found for note in one.grid.notes)]
    notes += again
    if not_read:
        more = " ..." if len(not_read) > MOST_SHEETS_NAMED else ""
        notes.append(f"{source.name}: not read: {', '.join(grid.name for grid in not_read[:MOST_SHEETS_NAMED])}{more}.")
    looks: list[Look] = []
    found = [_without_told_rows(source, one, options, notes) for one in found]
    parts = _parts(found[0], layouts, options) if len(found) == 1 else found
    tables = {one.layout.name: rows_of(source, one, options, notes, looks) for one in parts}
    if len(parts) > len(found):
        name = parts[0].layout.name
        notes.append(f"{source.name}: {' and '.join(one.layout.name for one in parts)} in one table.")
        tables[name] = _each_once(tables[name])
    if not any(rows.rows for rows in tables.values()):
        notes.append(f"{source.name}: there are headings, and no rows below them.")
    return Incoming(
        source.name, words, tables, notes, looks=looks, kind=kind, lacks=_lacking(told, [*as_they_are, *grids])
    )


def _lacking(told: Collection[str], grids: Sequence[Grid]) -> list[str]:
    """The headings that somebody named and that none of the grids has."""
    rows = ((grid, row) for grid in grids for row in range(min(grid.rows, ROWS_LOOKED_AT))) if told else ()
    there = {heading for grid, row in rows for heading in plain_headings(headings_in(grid, row))}
    return [heading for heading in told if plain(heading) not in there]


def _refuse_two_rows_of_headings(file: str, found: Found, layouts: Sequence[TableLayout]) -> None:
    """Raises FileProblem if the headings take two rows. The one above counts if a heading is blank, or there twice."""
    grid, ours = found.grid, {heading for layout in layouts for heading in layout.columns}
    is_part = len(set(filter(None, plain_headings(found.headings)))) < len(found.headings)
    for other in ((found.row - 1,) if is_part else ()) + (found.row + 1,):
        if 0 <= other < grid.rows and look_like_headings(headings_in(grid, other), ours):
            first, second = sorted((grid.lines[found.row], grid.lines[other]))
            log = next((layout for layout in layouts if layout.name in LOGS), found.layout)
            keys = [heading for heading in log.columns if heading in log.keys]
            raise FileProblem(
                f"{file} lines {first} and {second}: both are headings. "
                f"Make one line of them, such as {', '.join(keys)}."
            )


def _known_columns(told: Mapping[str, str], layouts: Sequence[TableLayout]) -> dict[str, str]:
    """The file's headings by ours, as the tables spell them. Raises FileProblem for a heading that no table has."""
    known = {name_key(heading): heading for layout in layouts for heading in layout.columns}
    for ours, theirs in told.items():
        if name_key(ours) not in known:
            near = did_you_mean(name_key(ours), known)
            raise FileProblem(
                f'--column "{ours}={theirs}": xladdin has no column {ours}{near}. '
                "To bring in a column of your own, change its heading in the file."
            )
    return {known[name_key(ours)]: theirs for ours, theirs in told.items()}


def _kind(grids: Sequence[Grid]) -> str:
    """What files of one kind share: the first row that says anything, of their first sheet."""
    for grid in grids[:1]:
        for row in range(min(grid.rows, ROWS_LOOKED_AT)):
            if any(headings := headings_in(grid, row)):
                return ", ".join(filter(None, headings))[:LONGEST_NAME]
    return ""


def _find(grid: Grid, layouts: Sequence[TableLayout], options: Options) -> Found | None:
    """The row of headings that says most, the first of such. A title may say as much as a key: Players is one.

    It is None if another table, which lacks a column, knows more of its headings. For example, date, home, points and
    away are a game without its second score, and no adjustment of everybody. Player, my score, opponent and date are
    no list of players.
    """
    candidates = list(_candidates(grid, layouts, options))
    whole = [one for one in candidates if _is_whole(one.layout, one.match, options)]
    found = max(whole, key=_said, default=None)
    if found is None:
        return None
    rivals = [one for one in candidates if one.row == found.row]
    if len(found.layout.keys) == 1:
        return None if any(_keys_known(one) >= KEYS_OF_ANOTHER for one in rivals) else found
    most = max(len(one.match.positions) for one in rivals)
    return found if len(found.match.positions) == most else None


def _candidates(grid: Grid, layouts: Sequence[TableLayout], options: Options) -> Iterator[Found]:
    """Every row that may hold the headings, as those of every table."""
    for row in range(min(grid.rows, ROWS_LOOKED_AT)):
        headings = headings_in(grid, row)
        for layout in layouts:
            yield Found(grid, layout, row, headings, match_headings(headings, list(layout.columns), options.columns))


def _parts(found: Found, layouts: Sequence[TableLayout], options: Options) -> list[Found]:
    """The table, and one whose rows are beside it with a key in common: events, and the places in them.

    Each has its own headings. What neither knows goes with the other table, which has more rows.
    """
    for other in layouts:
        shared = set(found.layout.keys).intersection(other.keys) - {DAY}
        if other is found.layout or not 0 < len(shared) < len(other.keys):
            continue
        ours = {position for heading, position in found.match.positions.items() if heading not in other.keys}
        theirs = _of_columns(found, other, [at for at in range(len(found.headings)) if at not in ours], options)
        if _is_whole(other, theirs.match, options):
            both = {found.match.positions[key] for key in shared}
            return [_of_columns(found, found.layout, sorted(ours | both), options), theirs]
    return [found]


def _of_columns(found: Found, layout: TableLayout, places: Sequence[int], options: Options) -> Found:
    """Some columns of a table, as a table of `layout`."""
    grid, headings = found.grid, [found.headings[at] for at in places]
    grid = replace(grid, columns=[grid.columns[at] for at in places], places=[grid.place(at) for at in places])
    return Found(grid, layout, found.row, headings, match_headings(headings, list(layout.columns), options.columns))


def _each_once(rows: IncomingRows) -> IncomingRows:
    """The rows without those that say the same as one above."""
    first = {cells: row for row, cells in reversed(list(enumerate(zip(*rows.columns.values()))))}
    return rows.only(sorted(first.values()))


def _keys_known(one: Found) -> int:
    return sum(key in one.match.positions for key in one.layout.keys)


def _said(one: Found) -> tuple[int, int, int]:
    return len(one.layout.keys), len(one.match.positions), sum(map(bool, one.headings))


def _is_whole(layout: TableLayout, match: Match, options: Options) -> bool:
    return all(key in match.positions or (key == DAY and options.day) for key in layout.keys)


def _not_found(
    source: Source,
    grids: Sequence[Grid],
    layouts: Sequence[TableLayout],
    options: Options,
    others: Sequence[str] = (),
) -> QuestionOpen:
    """Says of the table that comes nearest which columns are missing. Raises FileProblem if there is nothing at all.

    `others` are sheets that can be read without it.
    """
    if all(is_blank(cell) for grid in grids for column in grid.columns for cell in column):
        where = f"{source.name}, {options.sheet}" if options.sheet else source.name
        raise FileProblem(f"{where}: is empty. Is it the right file?")
    nothing = Grid("", [[""]], [1])
    nearest = max(
        _candidates(grids[0] if grids and grids[0].rows else nothing, layouts, options),
        key=lambda one: (_keys_known(one), len(one.layout.keys)),
    )
    layout = nearest.layout
    missing = [key for key in layout.keys if key not in nearest.match.positions]
    told = ", ".join(filter(None, nearest.headings))
    wanted = f"the first line must name the columns of {layout.name}; missing: {', '.join(missing)}."
    if len(missing) == len(layout.keys):
        wanted = f"is not a file that import knows, and for a table {wanted}"
    where = f"{source.name}, {grids[0].name}" if others else source.name
    question = f"{where}: {wanted} It says: {printable(excerpt(told)) or 'nothing'}."
    if missing == [DAY]:
        return day_wanted(question, f"Add a column {DAY}.")
    elsewhere = "Where a column is there by another name"
    option = f'{elsewhere}: --column "{missing[0]}=its name"'
    if others:
        option += f'. To read {others[0]} alone: --source-sheet "{others[0]}"'
    rows = range(nearest.row + 1, min(nearest.grid.rows, nearest.row + 1 + CELLS_SHOWN))
    taken = nearest.match.positions.values()
    choices: dict[str, list[str]] = {}
    for at, heading in enumerate(nearest.headings):
        if heading and at not in taken and heading not in choices:
            choices[heading] = [shown(nearest.grid.columns[at][row]) for row in rows]
    by_hand = f"{elsewhere}, give it ours."
    return QuestionOpen("columns", question, option, by_hand, wanted=missing[0], choices=choices)


def _without_told_rows(source: Source, found: Found, options: Options, notes: list[str]) -> Found:
    """The table without the rows below its headings that say, in any cell, a text to leave out."""
    keys = {name_key(text) for text in options.leave_out}
    if not keys:
        return found
    grid, start = found.grid, found.row + 1
    told = {row for column in grid.columns for row in range(start, grid.rows) if name_key(shown(column[row])) in keys}
    if told:
        notes.append(f"{source.name}: {counted(len(told), 'row')} left out, as you said.")
    return replace(found, grid=grid.without(told))


def _without_headings_again(source: Source, found: Found, notes: list[str]) -> Found:
    """The table without the rows below its headings that repeat them, as in several files pasted into one."""
    grid = found.grid
    first = grid.columns[min(found.match.positions.values())]
    again = {row for row in range(found.row + 1, grid.rows)
             if first[row] == first[found.row] and headings_in(grid, row) == found.headings}  # fmt: skip
    if not again:
        return found
    lines = lines_named([grid.lines[row] for row in sorted(again)])
    notes.append(f"{source.name}: the headings come again and are left out ({lines}).")
    return replace(found, grid=grid.without(again))
