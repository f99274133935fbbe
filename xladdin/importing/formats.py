"""Recognise the format of a source by its content, and read several sources at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from xladdin.cells import is_blank, name_key
from xladdin.errors import WorkbookError, escape_unprintable
from xladdin.importing import aupair, trf, tsh, world_diplomacy
from xladdin.importing.mapping import KINDS, OTHER, PEOPLE, Club, TableMapping, propose_mapping
from xladdin.importing.questions import NONE, Answers, ImportedFile, Question
from xladdin.importing.row_dates import decide_order
from xladdin.importing.rows import convert_scores_to_result, read_rows
from xladdin.importing.shapes import split_crosstable, unfold_games, validate_no_teams
from xladdin.importing.source import Grid, Source, choose_encoding, read_text_grid
from xladdin.importing.spreadsheets import read_workbook_grids
from xladdin.importing.tables import find_tables
from xladdin.importing.values import clean_name
from xladdin.messages import Message, join_sentences, join_values, msg

# The most sheets that a message lists.
MAX_LISTED_SHEETS = 6


class Format(NamedTuple):
    """A text format: the function that recognizes a source, and the function that reads it."""

    recognizes: Callable[[Source], bool]
    read: Callable[[Source, Answers], ImportedFile]


# The most reliable test comes first. A source that fits none of them is a table.
FORMATS = (
    Format(aupair.is_tournament, aupair.read_tournament),
    Format(trf.is_report, trf.read_report),
    Format(world_diplomacy.is_page, world_diplomacy.read_page),
    Format(tsh.is_tournament, tsh.read_tournament),
    Format(tsh.is_division, tsh.read_division),
)
# Unsupported text formats, recognized by their beginning.
UNSUPPORTED = (
    (re.compile(r"\s*\[\w+ \""), msg("is PGN, which is not supported. Save a table: date, White, Black, result.")),
    (re.compile(r"\s*[\[{]\s*[\"{\[]"), msg("is JSON, which is not supported. Save it as CSV.")),
    (re.compile(r"\s*(?:<\?xml|<!doctype|<html|<table)", re.I),
     msg("is a web page or XML, despite its name. Open it in Excel or LibreOffice and save it as .xlsx or CSV.")),
)  # fmt: skip
SUPPORTED_FILES = msg(
    "Supported files: tables (.csv, .xlsx, .xls, .ods), .t and .tsh, .TOU, FIDE's TRF, and "
    "pages of the World Diplomacy Database."
)


@dataclass
class _MappedTables:
    """A source of tables with their mappings, before its rows are read."""

    source: Source
    mappings: list[TableMapping] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)


def read_sources(
    sources: Sequence[Source], club: Club, answers: Answers, tell: Callable[[Message], object] = lambda step: None
) -> list[ImportedFile]:
    """Read sources of any known format, together. Open questions are in `answers.open_questions`.

    Raises WorkbookError if a source cannot be read or has no rows for the club's tables.
    """
    sources_read: list[ImportedFile | _MappedTables] = []
    for source in sources:
        tell(msg("Reading {name}", name=source.name))
        sources_read.append(_read_source(source, club, answers))
    mapped_sources = [mapped_source for mapped_source in sources_read if isinstance(mapped_source, _MappedTables)]
    mappings = [table for mapped_source in mapped_sources for table in mapped_source.mappings]
    lists = _choose_lists(mappings, answers)
    has_people = bool(lists)
    imported_files: list[ImportedFile] = []
    for source_file in sources_read:
        if isinstance(source_file, ImportedFile):
            imported_files.append(_convert_for_club(source_file, club))
        else:
            source_file.mappings = [
                mapping for mapping in source_file.mappings if mapping.kind != PEOPLE or mapping in lists
            ]
            imported_files.extend(_read_rows_of_tables(source_file, club, answers, has_people=has_people))
    return imported_files


def _read_source(source: Source, club: Club, answers: Answers) -> ImportedFile | _MappedTables:
    if not source.is_workbook:
        source = choose_encoding(source, answers)
        for format in FORMATS:
            if format.recognizes(source):
                return format.read(source, answers)
        beginning = source.text[:200]
        for pattern, reason in UNSUPPORTED:
            if pattern.match(beginning):
                raise WorkbookError(
                    msg("{file}: {problem} {formats}", file=source.name, problem=reason, formats=SUPPORTED_FILES)
                )
    return _map_tables(source, club, answers)


def _map_tables(source: Source, club: Club, answers: Answers) -> _MappedTables:
    grids, hidden = read_workbook_grids(source) if source.is_workbook else ([read_text_grid(source)], [])
    if all(is_blank(cell) for grid in grids for column in grid.columns for cell in column):
        raise WorkbookError(msg("{file} is empty. Is it the right file?", file=source.name))
    result = _MappedTables(source)
    without_table: list[Message] = []
    club_grids = [grid for grid in grids if _is_club_sheet(grid, club)]
    sheets_not_read = [grid.name for grid in grids if club_grids and grid not in club_grids]
    sheets_not_read += [msg("{name} (hidden)", name=name) for name in hidden if not club_grids]
    for grid in club_grids or grids:
        header = answers.get("table", grid.name or source.name, "header")
        tables = find_tables(source.name, grid, header if isinstance(header, int) else 0)
        validate_no_teams(tables)
        count = 0
        for table in chain.from_iterable(split_crosstable(unfold_games(sheet_table)) for sheet_table in tables):
            mapping = propose_mapping(table, club, answers)
            answers.mapped[table.key] = mapping.to_mapped_table()
            if mapping.kind != OTHER and not club.has_table_for(mapping.kind):
                without_table.append(
                    msg(
                        "{place}: {kind} left out, because this club's system does not use them.",
                        place=table.location,
                        kind=KINDS[mapping.kind].label,
                    )
                )
            elif mapping.kind != OTHER:
                result.mappings.append(mapping)
                count += 1
        if not count and grid.name:
            sheets_not_read.append(grid.name)
    result.notes += without_table
    if not source.is_workbook:
        result.notes.insert(0, msg("{file}: {format}.", file=source.name, format=grids[0].description))
    if sheets_not_read and result.mappings:
        sheets = join_values(sheets_not_read[:MAX_LISTED_SHEETS])
        if len(sheets_not_read) > MAX_LISTED_SHEETS:
            sheets = msg("{sheets} ...", sheets=sheets)
        result.notes.append(msg("{file}: sheets not read: {sheets}.", file=source.name, sheets=sheets))
    if not result.mappings and not answers.open_questions:
        raise WorkbookError(_describe_missing_tables(source, grids, without_table, hidden))
    return result


def _describe_missing_tables(
    source: Source, grids: Sequence[Grid], without_table: Sequence[Message], hidden: Sequence[str]
) -> Message:
    if without_table:
        return join_sentences([without_table[-1], msg("Import it into the right workbook.")])
    first_row = next((row for grid in grids for row in zip(*grid.columns) if not all(map(is_blank, row))), ())
    text = ", ".join(clean_name(cell) for cell in first_row if not is_blank(cell))
    message = msg(
        "{file}: no players or games found. The file begins: {beginning}.",
        file=source.name,
        beginning=escape_unprintable(text[:80]),
    )
    hidden_note = (
        [msg("Its hidden sheets are not read: {sheets}.", sheets=", ".join(hidden[:MAX_LISTED_SHEETS]))]
        if hidden
        else []
    )
    return join_sentences([message, *hidden_note, msg("A table of games needs a row of headings."), SUPPORTED_FILES])


def _is_club_sheet(grid: Grid, club: Club) -> bool:
    """Return whether a sheet has an input table of a club workbook."""
    layout = next(
        (known_layout for known_layout in club.layouts if known_layout.name.casefold() == grid.name.casefold()), None
    )
    if layout is None:
        return False
    keys = set(map(name_key, layout.keys))
    return any(keys <= {name_key(clean_name(column[row])) for column in grid.columns if not is_blank(column[row])}
               for row in range(min(grid.rows, 20)))  # fmt: skip


def _choose_lists(mappings: Sequence[TableMapping], answers: Answers) -> list[TableMapping]:
    """Return the lists of people to import. If several have ratings of the same people, ask for one of them."""
    lists = [table for table in mappings if table.kind == PEOPLE]
    rated_lists = [table for table in lists if "rating" in table.columns]
    names = [
        {name_key(clean_name(cell)) for cell in table.columns["name"].cells if not is_blank(cell)}
        for table in rated_lists
    ]
    if len(rated_lists) < 2 or not any(a & b for index, a in enumerate(names) for b in names[index + 1 :]):
        return lists
    locations = [f"{table.table.location}: {table.columns['rating'].name}" for table in rated_lists]
    choices: list[tuple[str, str]] = [(location, location) for location in locations]
    text = msg("Several lists have ratings of the same players. Which one has their start ratings?")
    choices = [*choices, (NONE, msg("none of them"))]
    answer = answers.ask(Question(("start", "list"), text, choices), rated_lists[0].table.kind)
    return [
        table
        for table in lists
        if table not in rated_lists or (answer in locations and table is rated_lists[locations.index(answer)])
    ]


def _read_rows_of_tables(
    source_tables: _MappedTables, club: Club, answers: Answers, *, has_people: bool
) -> list[ImportedFile]:
    if not source_tables.mappings:
        return []
    order, notes = decide_order(source_tables.mappings, answers, source_tables.mappings[0].table.kind)
    imported_files = []
    for mapping in source_tables.mappings:
        rows_read = read_rows(mapping, club, answers, source_tables.source.digest, order, has_people=has_people)
        if rows_read is not None:
            imported_files.append(rows_read)
    if imported_files:
        encoding = (
            []
            if source_tables.source.is_workbook or source_tables.source.is_certain
            else [
                msg(
                    "{file}: read as {encoding}.",
                    file=source_tables.source.name,
                    encoding=source_tables.source.encoding,
                )
            ]
        )
        imported_files[0] = replace(
            imported_files[0], notes=[*source_tables.notes, *encoding, *notes, *imported_files[0].notes]
        )
    return imported_files


def _convert_for_club(imported_file: ImportedFile, club: Club) -> ImportedFile:
    """Convert the scores of a tournament to results for a club whose games have no scores. The higher score won."""
    games = imported_file.tables.get("Games")
    fields = club.fields.get("Games", {})
    if games is None or club.has_scores or "Score 1" not in games.columns or "result" not in fields:
        return imported_file
    columns = dict(games.columns)
    scores = zip(columns.pop("Score 1"), columns.pop("Score 2"))
    columns[fields["result"]] = [convert_scores_to_result(first, second) for first, second in scores]
    columns[fields["name1"]], columns[fields["name2"]] = columns.pop("Player 1"), columns.pop("Player 2")
    note = msg("{file}: this club records results: the higher score is read as a win.", file=imported_file.file)
    tables = {**imported_file.tables, "Games": replace(games, columns=columns)}
    return replace(imported_file, tables=tables, notes=[*imported_file.notes, note])
