"""CSV files of our own form, one for each table, as the tables of a new workbook: rows as people typed them."""

from collections.abc import Mapping
from pathlib import Path

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import FileProblem
from xladdin.game_log.roster import BYE
from xladdin.importing.grid import headings_in, read_text_grid
from xladdin.importing.layout import TEXT, TableLayout
from xladdin.importing.rows import Once, convert_to
from xladdin.importing.source import open_source
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.incoming.layouts import club_of


def filled_tables(system: RatingSystem, files: Mapping[str, Path]) -> tuple[dict[str, CellTable], list[str]]:
    """Return the tables that the files fill, and what was added in words.

    `files` has one for each table, by its name in lower case. Further columns are kept. Raises FileProblem if a file
    cannot be read, or has not the headings of its table.
    """
    club = club_of(system, {})
    by_name = {layout.name.lower(): layout for layout in club.layouts}
    tables = {by_name[name].name: _table(by_name[name], path) for name, path in files.items()}
    notes = []
    log = system.log_schema.table
    if log in tables and "Players" not in tables:
        tables["Players"] = _players_of(system, tables[log])
        notes.append(f"{counted(tables['Players'].rows, 'player')} taken from {files[log.lower()].name}.")
    return {name: tables[name] for name in tables_of(system) if name in tables}, notes


def _table(layout: TableLayout, path: Path) -> CellTable:
    grid = read_text_grid(open_source(path))
    ours = {name_key(heading): heading for heading in layout.columns}
    computed = set(map(name_key, layout.computed))
    columns: dict[str, list[CellValue]] = {}
    for heading, column in zip(headings_in(grid, 0), grid.columns):
        name = ours.get(name_key(heading), heading)
        if name and name_key(name) not in computed:
            columns[name] = Once(convert_to(layout.columns.get(name, TEXT))).column(column[1:])
    missing = [key for key in layout.keys if key not in columns]
    if missing:
        raise FileProblem(f"{path.name}: has no column {missing[0]}.")
    return CellTable(layout.name, tuple(columns), tuple(columns.values()), layout.name)


def _players_of(system: RatingSystem, log: CellTable) -> CellTable:
    """Return a list of everybody in a log."""
    names: dict[str, CellValue] = {}
    for cells in zip(*(log.column(heading) or () for heading in system.log_schema.players)):
        for cell in cells:
            if not is_blank(cell):
                names.setdefault(name_key(shown(cell)), shown(cell).strip())
    names.pop(name_key(BYE), None)
    return CellTable("Players", ("Player",), (list(names.values()),), "Players")
