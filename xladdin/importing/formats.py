"""Recognise the format of a source by its content, and read several sources at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from xladdin.cells import is_blank, name_key
from xladdin.errors import WorkbookError, printable
from xladdin.importing import aupair, trf, tsh, world_diplomacy
from xladdin.importing.mapping import KINDS, OTHER, PEOPLE, Club, TableMapping, propose_mapping
from xladdin.importing.questions import NONE, Answers, ImportedFile, Question
from xladdin.importing.row_dates import decide_order
from xladdin.importing.rows import read_rows, result_of_scores
from xladdin.importing.shapes import split_crosstable, unfold_games, validate_no_teams
from xladdin.importing.source import Grid, Source, read_text_grid, with_encoding
from xladdin.importing.spreadsheets import read_workbook_grids
from xladdin.importing.tables import find_tables
from xladdin.importing.values import clean_name
from xladdin.messages import Message, join_sentences, msg, separate_values

# The most sheets that a message lists.
MOST_NAMED = 6


class Format(NamedTuple):
    """A text format: the function that recognizes a source, and the function that reads it."""

    fits: Callable[[Source], bool]
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
NOT_READ = (
    (re.compile(r"\s*\[\w+ \""), msg("is PGN, which is not supported. Save a table: date, White, Black, result.")),
    (re.compile(r"\s*[\[{]\s*[\"{\[]"), msg("is JSON, which is not supported. Save it as CSV.")),
    (re.compile(r"\s*(?:<\?xml|<!doctype|<html|<table)", re.I),
     msg("is a web page or XML, whatever its name says. Open it in Excel or LibreOffice and save it "
         "as .xlsx or CSV.")),
)  # fmt: skip
KNOWN = msg(
    "Supported files: tables (.csv, .xlsx, .xls, .ods), .t and .tsh, .TOU, FIDE's TRF, and "
    "pages of the World Diplomacy Database."
)


@dataclass
class _Tables:
    """A source of tables with their mappings, before its rows are read."""

    source: Source
    mapped: list[TableMapping] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)


def read_sources(
    sources: Sequence[Source], club: Club, answers: Answers, tell: Callable[[Message], object] = lambda step: None
) -> list[ImportedFile]:
    """Read sources of any known format, together. Open questions are in `answers.open_questions`.

    Raises WorkbookError if a source cannot be read or has no rows for the club's tables.
    """
    read: list[ImportedFile | _Tables] = []
    for source in sources:
        tell(msg("Reading {name}", name=source.name))
        read.append(_read(source, club, answers))
    tables = [part for part in read if isinstance(part, _Tables)]
    mapped = [table for part in tables for table in part.mapped]
    lists = _chosen_lists(mapped, answers)
    has_people = bool(lists)
    imported_files: list[ImportedFile] = []
    for source_file in read:
        if isinstance(source_file, ImportedFile):
            imported_files.append(_for_club(source_file, club))
        else:
            source_file.mapped = [
                mapping for mapping in source_file.mapped if mapping.kind != PEOPLE or mapping in lists
            ]
            imported_files.extend(_rows_of(source_file, club, answers, has_people=has_people))
    return imported_files


def _read(source: Source, club: Club, answers: Answers) -> ImportedFile | _Tables:
    if not source.is_workbook:
        source = with_encoding(source, answers)
        for format in FORMATS:
            if format.fits(source):
                return format.read(source, answers)
        beginning = source.text[:200]
        for pattern, reason in NOT_READ:
            if pattern.match(beginning):
                raise WorkbookError(msg("{file}: {problem} {formats}", file=source.name, problem=reason, formats=KNOWN))
    return _map_tables(source, club, answers)


def _map_tables(source: Source, club: Club, answers: Answers) -> _Tables:
    grids, hidden = read_workbook_grids(source) if source.is_workbook else ([read_text_grid(source)], [])
    if all(is_blank(cell) for grid in grids for column in grid.columns for cell in column):
        raise WorkbookError(msg("{file}: is empty. Is it the right file?", file=source.name))
    result = _Tables(source)
    not_kept: list[Message] = []
    club_grids = [grid for grid in grids if _is_own_sheet(grid, club)]
    not_read = [grid.name for grid in grids if club_grids and grid not in club_grids]
    not_read += [msg("{name} (hidden)", name=name) for name in hidden if not club_grids]
    for grid in club_grids or grids:
        header = answers.get("table", grid.name or source.name, "header")
        tables = find_tables(source.name, grid, header if isinstance(header, int) else 0)
        validate_no_teams(tables)
        count = 0
        for table in chain.from_iterable(split_crosstable(unfold_games(sheet_table)) for sheet_table in tables):
            mapping = propose_mapping(table, club, answers)
            answers.mapped[table.key] = mapping.as_mapped()
            if mapping.kind != OTHER and not club.has_table_for(mapping.kind):
                not_kept.append(
                    msg(
                        "{place}: contains {kind}, which this club's system does not use; left out.",
                        place=table.location,
                        kind=KINDS[mapping.kind].label,
                    )
                )
            elif mapping.kind != OTHER:
                result.mapped.append(mapping)
                count += 1
        if not count and grid.name:
            not_read.append(grid.name)
    result.notes += not_kept
    if not source.is_workbook:
        result.notes.insert(0, msg("{file}: {format}.", file=source.name, format=grids[0].words))
    if not_read and result.mapped:
        sheets = separate_values(not_read[:MOST_NAMED])
        if len(not_read) > MOST_NAMED:
            sheets = msg("{sheets} ...", sheets=sheets)
        result.notes.append(msg("{file}: not read: {sheets}.", file=source.name, sheets=sheets))
    if not result.mapped and not answers.open_questions:
        raise WorkbookError(_nothing_found(source, grids, not_kept, hidden))
    return result


def _nothing_found(
    source: Source, grids: Sequence[Grid], not_kept: Sequence[Message], hidden: Sequence[str]
) -> Message:
    if not_kept:
        return join_sentences([not_kept[-1], msg("Import it into the right workbook.")])
    first = next((row for grid in grids for row in zip(*grid.columns) if not all(map(is_blank, row))), ())
    words = ", ".join(clean_name(cell) for cell in first if not is_blank(cell))
    nothing = msg(
        "{file}: neither players nor games found. It begins: {beginning}.",
        file=source.name,
        beginning=printable(words[:80]),
    )
    not_read = (
        [msg("Its hidden sheets are not read: {sheets}.", sheets=", ".join(hidden[:MOST_NAMED]))] if hidden else []
    )
    return join_sentences([nothing, *not_read, KNOWN])


def _is_own_sheet(grid: Grid, club: Club) -> bool:
    """Return whether a sheet has an input table of a club workbook."""
    layout = next(
        (known_layout for known_layout in club.layouts if known_layout.name.casefold() == grid.name.casefold()), None
    )
    if layout is None:
        return False
    keys = set(map(name_key, layout.keys))
    return any(keys <= {name_key(clean_name(column[row])) for column in grid.columns if not is_blank(column[row])}
               for row in range(min(grid.rows, 20)))  # fmt: skip


def _chosen_lists(mapped: Sequence[TableMapping], answers: Answers) -> list[TableMapping]:
    """Return the lists of people to import. If several have ratings of the same people, ask for one of them."""
    lists = [table for table in mapped if table.kind == PEOPLE]
    rated = [table for table in lists if "rating" in table.columns]
    names = [
        {name_key(clean_name(cell)) for cell in table.columns["name"].cells if not is_blank(cell)} for table in rated
    ]
    if len(rated) < 2 or not any(a & b for at, a in enumerate(names) for b in names[at + 1 :]):
        return lists
    places = [f"{table.table.location}: {table.columns['rating'].name}" for table in rated]
    choices: list[tuple[str, str]] = [(place, place) for place in places]
    text = msg("Several lists have ratings of the same players. Which has the ratings that they start with?")
    choices = [*choices, (NONE, msg("none of them"))]
    chosen = answers.ask(Question(("start", "list"), text, choices), rated[0].table.kind)
    return [
        table for table in lists if table not in rated or (chosen in places and table is rated[places.index(chosen)])
    ]


def _rows_of(part: _Tables, club: Club, answers: Answers, *, has_people: bool) -> list[ImportedFile]:
    if not part.mapped:
        return []
    order, notes = decide_order(part.mapped, answers, part.mapped[0].table.kind)
    read = []
    for mapped in part.mapped:
        rows_read = read_rows(mapped, club, answers, part.source.digest, order, has_people=has_people)
        if rows_read is not None:
            read.append(rows_read)
    if read:
        encoding = (
            []
            if part.source.is_workbook or part.source.is_certain
            else [msg("{file}: read as {encoding}.", file=part.source.name, encoding=part.source.encoding)]
        )
        read[0] = replace(read[0], notes=[*part.notes, *encoding, *notes, *read[0].notes])
    return read


def _for_club(imported_file: ImportedFile, club: Club) -> ImportedFile:
    """Convert the scores of a tournament to results for a club whose games have no scores. The higher score won."""
    games = imported_file.tables.get("Games")
    fields = club.fields.get("Games", {})
    if games is None or club.has_scores or "Score 1" not in games.columns or "result" not in fields:
        return imported_file
    columns = dict(games.columns)
    scores = zip(columns.pop("Score 1"), columns.pop("Score 2"))
    columns[fields["result"]] = [result_of_scores(first, second) for first, second in scores]
    columns[fields["name1"]], columns[fields["name2"]] = columns.pop("Player 1"), columns.pop("Player 2")
    note = msg("{file}: this club records results: the higher score is read as a win.", file=imported_file.file)
    tables = {**imported_file.tables, "Games": replace(games, columns=columns)}
    return replace(imported_file, tables=tables, notes=[*imported_file.notes, note])
