"""Write a new club workbook, filled from files with its tables."""

import io
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from xladdin.cells import (
    MAX_NAME_LENGTH,
    CellBlock,
    CellTable,
    CellValue,
    Memo,
    cell_text,
    column_letters,
    is_blank,
    name_key,
)
from xladdin.errors import WorkbookError, excerpt
from xladdin.files.club_file import ClubFile
from xladdin.files.package import Package, validate_suffix
from xladdin.files.safe_write import ContentWriter, create_file, validate_absent
from xladdin.files.workbook_writer import write_blocks
from xladdin.importing.mapping import TableLayout
from xladdin.importing.rows import make_converter
from xladdin.importing.source import open_source, read_headings, read_text_grid
from xladdin.languages import ENGLISH, Language, find_heading_ids, is_bye
from xladdin.messages import heading_message, msg
from xladdin.systems.system import RatingSystem
from xladdin.workbook.computed_columns import build_live_formulas
from xladdin.workbook.merging import build_club
from xladdin.workbook.report_sheets.tonight import build_first_list
from xladdin.workbook.rules import generate_club_id
from xladdin.workbook.schema import (
    CLUB_ID_NAME,
    FIRST_DATA_ROW,
    ColumnType,
    Table,
    list_input_tables,
    localize_formula,
    make_language,
)
from xladdin.workbook.template import build_template

# A function that writes a finished workbook with the additions of a host, such as a task pane.
FinishCallback = Callable[[Package, BinaryIO], object]


def create_workbook(
    system: RatingSystem,
    path: Path,
    files: Mapping[str, Path],
    now: datetime,
    *,
    title: str = "",
    lambda_names: bool = True,
    finish: FinishCallback | None = None,
    club_id: str | None = None,
    language: str = ENGLISH,
) -> None:
    """Create a workbook file, an .xlsm with buttons if `path` has that suffix. An existing file is never replaced.

    Args:
        system: Rating system of the club.
        path: Path of the new file.
        files: A file for each table to fill, by the table's name in lower case. Without one for the players, the
            players in the log are added.
        now: Time of creation, stored in the file.
        title: Title of the club, by default that of the system.
        lambda_names: Whether to add the functions as LAMBDA names.
        finish: Writes the file with the additions of a host.
        club_id: Identity of the workbook, by default random.
        language: Code of the language of all texts.

    Raises:
        WorkbookError: A file cannot be read, or the workbook cannot be written.
    """
    title = clean_title(title)
    validate_new_path(path)
    tables = read_table_files(system, files)
    file, blocks = fill_template(
        system, path, title, tables, now, lambda_names=lambda_names, club_id=club_id, language=language
    )
    write_new_file(path, lambda target: write_blocks(file, blocks, target), finish)


def clean_title(title: str) -> str:
    """Return a title with single spaces. Raises WorkbookError if it is too long or has invisible characters."""
    title = " ".join(title.split())
    if len(title) > MAX_NAME_LENGTH or not title.isprintable():
        raise WorkbookError(
            msg(
                'The title "{title}" must be at most {longest_name} characters, all of them visible.',
                title=excerpt(title),
                longest_name=MAX_NAME_LENGTH,
            )
        )
    return title


def validate_new_path(path: Path) -> None:
    """Raise WorkbookError if a new workbook cannot have this name, or the file exists."""
    validate_suffix(path)
    validate_absent(path)


def fill_template(
    system: RatingSystem,
    path: Path,
    title: str,
    tables: Mapping[str, CellTable],
    now: datetime,
    *,
    lambda_names: bool = True,
    paper: str = "",
    club_id: str | None = None,
    language: str,
) -> tuple[ClubFile, list[CellBlock]]:
    """Build a new workbook in memory, and return it with the blocks that fill its tables.

    Args:
        system: Rating system, with the rules for the sheet Rules.
        path: Path of the future file.
        title: Title of the club.
        tables: Tables to fill by name, which may have custom columns.
        now: Time of creation, stored in the file.
        lambda_names: Whether to add the functions as LAMBDA names.
        paper: Letter or A4, or "" for the system's default.
        club_id: Identity of the workbook, by default random.
        language: Code of the language of all texts.
    """
    schema = list_input_tables(system)
    extra_columns = {name: _list_custom_headings(cells, schema[name]) for name, cells in tables.items()}
    template = build_template(
        system,
        title,
        now,
        lambda_names=lambda_names,
        macros=path.suffix.lower() == ".xlsm",
        extra_columns=extra_columns,
        paper=paper,
        rows={name: cells.rows for name, cells in tables.items()},
        language=language,
    )
    file = ClubFile(path, Package(template, path.name))
    location = file.locate_name(CLUB_ID_NAME)
    assert location is not None
    blocks = [CellBlock(*location, ([generate_club_id() if club_id is None else club_id],))]
    blocks += _build_blocks(system, schema, tables, extra_columns, make_language(language, system))
    if system.log_schema.is_paired and "Players" in tables:
        blocks.extend(build_first_list(file, system, tables["Players"]))
    return file, blocks


def _list_custom_headings(cells: CellTable, table: Table) -> list[str]:
    known_keys = {name_key(column.heading) for column in table.columns}
    return [heading for heading in cells.headings if name_key(heading) not in known_keys]


def _build_blocks(
    system: RatingSystem,
    schema: Mapping[str, Table],
    tables: Mapping[str, CellTable],
    extra_columns: Mapping[str, Sequence[str]],
    language: Language,
) -> list[CellBlock]:
    """Return a block for each filled table. Live columns have their formula in every row."""
    blocks = []
    for name, cells in tables.items():
        if not cells.rows:
            continue
        columns = schema[name].columns
        headings = [*(column.heading for column in columns), *extra_columns[name]]
        letters = {heading: column_letters(position) for position, heading in enumerate(headings, 1)}
        live = {position for position, column in enumerate(columns) if column.is_live}
        formulas = build_live_formulas(system, letters) if live else {}
        formulas = {heading: localize_formula(formula, language) for heading, formula in formulas.items()}
        values: list[Sequence[CellValue]] = []
        for heading in headings:
            column = cells.column(heading)
            values.append([None] * cells.rows if column is None else column)  # type: ignore[arg-type]
        live_formulas_by_column = {position: formulas[headings[position]] for position in live}
        blocks.append(CellBlock(name, FIRST_DATA_ROW, 1, tuple(values), live_formulas_by_column, name))
    return blocks


def write_new_file(path: Path, write: ContentWriter, finish: FinishCallback | None) -> None:
    """Create a file with the content that `write` writes, passed through `finish` if there is one."""
    if finish is None:
        create_file(path, write)
        return
    content = io.BytesIO()
    write(content)
    package = Package(content.getvalue(), path.name)
    create_file(path, lambda target: finish(package, target))


def read_table_files(system: RatingSystem, files: Mapping[str, Path]) -> dict[str, CellTable]:
    """Read tables from files, and list the players of the log if no file has them.

    `files` has a file for each table, by the table's name in lower case. Custom columns are read as well.

    Raises:
        WorkbookError: A file cannot be read, or lacks a key column of its table.
    """
    by_name = {layout.name.lower(): layout for layout in build_club(system, {}).layouts}
    tables = {by_name[name].name: _read_table(by_name[name], path) for name, path in files.items()}
    log = system.log_schema.table
    if log in tables and "Players" not in tables:
        tables["Players"] = _list_players(system, tables[log])
    return {name: tables[name] for name in list_input_tables(system) if name in tables}


def _read_table(layout: TableLayout, path: Path) -> CellTable:
    grid = read_text_grid(open_source(path))
    headings = {name_key(heading): heading for heading in layout.columns}
    computed = set(map(name_key, layout.computed))
    columns: dict[str, list[CellValue]] = {}
    for heading, column in zip(find_heading_ids(layout.name, read_headings(grid, 0)), grid.columns):
        name = headings.get(name_key(heading), heading)
        if name and name_key(name) not in computed:
            columns[name] = Memo(make_converter(layout.columns.get(name, ColumnType.TEXT))).column(column[1:])
    missing = [key for key in layout.keys if key not in columns]
    if missing:
        raise WorkbookError(msg("{file}: has no column {column}.", file=path.name, column=heading_message(missing[0])))
    return CellTable(layout.name, tuple(columns), tuple(columns.values()), layout.name)


def _list_players(system: RatingSystem, log: CellTable) -> CellTable:
    names: dict[str, CellValue] = {}
    for cells in zip(*(log.column(heading) or () for heading in system.log_schema.players)):
        for cell in cells:
            if not is_blank(cell):
                names.setdefault(name_key(cell_text(cell)), cell_text(cell).strip())
    players = [name for name in names.values() if not is_bye(cell_text(name))]
    return CellTable("Players", ("Player",), (players,), "Players")
