"""Validate every row, setting and choice of a workbook before it is rated.

Each problem is reported with its cell. Headings must identify their columns. It is a problem if a column or table that
was filled at the last recalculation is missing, since otherwise nobody would notice lost adjustments, aliases or
choices of hidden players. So is a row typed below a table after a blank row, since no spreadsheet adds it to the table.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from typing import NamedTuple

from xladdin.cells import LAST_ROW, CellTable, ClubWorkbook, cell_text, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError, NotFoundError
from xladdin.game_log import GameLog
from xladdin.game_log.parsing import (
    list_key_columns,
    list_optional_columns,
    make_missing_table_error,
    read_player_names,
)
from xladdin.game_log.reading import INTENDED_NOTES, read_log
from xladdin.languages import Language
from xladdin.messages import Message, join_sentences, msg, ngettext
from xladdin.replay import replay_log
from xladdin.reports.context import ReportContext
from xladdin.reports.review import ReviewLine
from xladdin.reports.wording import count_rows
from xladdin.systems.system import RatingSystem
from xladdin.workbook.journal import read_stored_snapshot
from xladdin.workbook.report_selection import ReportSelection, read_selection
from xladdin.workbook.review_sheet import describe_open_rows
from xladdin.workbook.rules import read_club_paper, read_club_settings, read_system
from xladdin.workbook.schema import CROSSTABLE_PLAYERS, HISTORY_PERIODS, WEB, list_input_tables, read_language


class ValidInputs(NamedTuple):
    """The valid inputs of a workbook.

    Attributes:
        log: The log.
        settings: The club's own settings by name.
        selection: Which session and season the reports show.
        language: Language of the workbook.
        warnings: Sentences about what was not read or cannot be filled. They do not prevent rating.
    """

    log: GameLog
    settings: Mapping[str, int]
    selection: ReportSelection
    language: Language
    warnings: Sequence[Message]

    def replay(self, today: date) -> ReportContext:
        """Replay the log, and return the input of the reports. `today` decides which adjustments are due."""
        sessions, players = self.settings[HISTORY_PERIODS.name], self.settings[CROSSTABLE_PLAYERS.name]
        replay = replay_log(self.log, sessions, today)
        return ReportContext(replay, self.language, players, sessions, player=self.selection.player)

    def summarize(self, to_review: Sequence[ReviewLine]) -> list[Message]:
        """Return messages about what was rated, what is to be reviewed, and what was not read."""
        log = self.log
        # while nothing is rated, all players of the list wait for their first game
        players = len(log.rated_players) or len(log.players)
        rated_message = msg(
            "{rows} of {players} rated.",
            rows=count_rows(log.system.log_schema, len(log.rated_rows)),
            players=ngettext("{n:,} player", "{n:,} players", players),
        )
        if any(note not in INTENDED_NOTES for note in log.row_notes.values()):
            not_rated = ngettext(
                "{n:,} row not rated: see column Note.", "{n:,} rows not rated: see column Note.", len(log.row_notes)
            )
            rated_message = join_sentences([rated_message, not_rated])
        return [rated_message, *describe_open_rows(to_review), *self.warnings]


class ValidationError(InvalidRowsError):
    """Some rows must be fixed before anything is rated. `notes` has notes on other rows of the log, by row."""

    def __init__(self, problems: Sequence[Diagnostic], notes: Mapping[int, Message]) -> None:
        super().__init__(problems)
        self.notes = notes


def validate_workbook(workbook: ClubWorkbook, today: date) -> ValidInputs:
    """Validate all inputs of a workbook, and return them. Games dated after `today` are invalid.

    Raises:
        ValidationError: Some rows must be fixed.
        WorkbookError: The file is not a club workbook.
        NotFoundError: A table is missing.
    """
    notes: Mapping[int, Message] = {}
    try:
        system = read_system(workbook)
        log = read_club_log(workbook, system, today)
        notes = log.row_notes
        log.require_valid()
        read_club_paper(workbook, system)
        settings, selection = read_club_settings(workbook, system), read_selection(workbook, log)
        warnings = [*describe_missing_columns(system, workbook.tables), *describe_unrated_rows(workbook, system)]
        return ValidInputs(log, settings, selection, read_language(workbook), warnings)
    except InvalidRowsError as error:
        raise ValidationError(error.problems, notes) from None


def read_club_log(workbook: ClubWorkbook, system: RatingSystem, today: date | None = None) -> GameLog:
    """Read the log of a workbook. Its problems include deleted columns, and rows outside of the tables.

    Raises:
        InvalidRowsError: Key columns are missing or ambiguous.
        NotFoundError: A table is missing.
    """
    validate_headings(system, workbook.tables)
    log = read_log(system, workbook.tables, today)
    known_locations = {(problem.table, problem.row) for problem in log.problems}  # for example a misspelt heading
    missing = (
        problem
        for problem in find_deleted_columns(workbook, system)
        if (problem.table, problem.row) not in known_locations
    )
    unknown = {name_key(problem.value) for problem in log.problems if problem.excel_error == NotFoundError.excel_error}
    problems = merge_deleted_players(workbook, system, log.problems) if unknown else log.problems
    return replace(log, problems=[*problems, *missing, *find_rows_outside_table(workbook, system, unknown)])


def describe_missing_columns(system: RatingSystem, tables: Mapping[str, CellTable]) -> list[Message]:
    """Return a sentence for each table that lacks columns which a recalculation would fill."""
    sentences = []
    for name, table in list_input_tables(system).items():
        absent = [
            column.heading
            for column in table.columns
            if name in tables and column.is_computed and not tables[name].matching_positions(column.heading)
        ]
        if absent:
            sentences.append(msg("{table} has no column {columns} to fill.", table=name, columns=", ".join(absent)))
    return sentences


def validate_headings(system: RatingSystem, tables: Mapping[str, CellTable]) -> None:
    """Raise InvalidRowsError if two columns share a heading that is read or written."""
    problems: list[Diagnostic] = []
    for name, table in list_input_tables(system).items():
        for column in table.columns if name in tables else ():
            try:
                tables[name].position(column.heading)
            except InvalidRowsError as wrong:
                problems.extend(wrong.problems)
    if problems:
        raise InvalidRowsError(problems)


def find_deleted_columns(workbook: ClubWorkbook, system: RatingSystem) -> Iterator[Diagnostic]:
    """Yield a problem for each column that was filled at the last recalculation and is missing now.

    Raises:
        NotFoundError: A whole table that was filled is missing.
    """
    for name, shape in list_input_tables(system).items():
        table = workbook.tables.get(name)
        if table is None:
            if _was_filled(workbook, system, name, *(column.heading for column in shape.columns)):
                raise make_missing_table_error(name)
            continue
        headings = {column.heading for column in shape.columns}
        for heading in (*list_key_columns(system, name), *list_optional_columns(system, name), WEB.heading):
            if (
                heading in headings
                and not table.matching_positions(heading)
                and _was_filled(workbook, system, name, heading)
            ):
                yield Diagnostic(
                    *(name, table.sheet, table.row, heading, ""),
                    msg(
                        "is missing, with everything typed in it; undo its deletion, or add an empty column "
                        '"{heading}"',
                        heading=heading,
                    ),
                    NotFoundError.excel_error,
                )


def merge_deleted_players(
    workbook: ClubWorkbook, system: RatingSystem, problems: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Replace the problems of all games of a deleted player by a single one.

    A deleted player was on Players at the last recalculation, and is an unknown name in the log now.
    """
    schema = system.log_schema
    stored_names = read_stored_snapshot(workbook, system).table("Players", ["Player"]).column("Player") or ()
    players = {name_key(cell_text(name)) for name in stored_names if not is_blank(name)}
    players -= {name_key(name) for name in read_player_names(workbook.tables)}
    rows: Counter[str] = Counter()
    for heading in schema.players:
        cells = workbook.tables[schema.table].column(heading) if schema.table in workbook.tables else ()
        rows.update(name_key(cell_text(cell)) for cell in cells or ())
    reported: set[str] = set()
    remaining: list[Diagnostic] = []
    for problem in problems:
        name = name_key(problem.value)
        is_unknown = problem.column in schema.players and problem.excel_error == NotFoundError.excel_error
        if problem.table != schema.table or name not in players or not (is_unknown or problem.column == schema.double):
            remaining.append(problem)
        elif is_unknown and name not in reported:
            reported.add(name)
            remaining.append(problem._replace(message=_describe_deleted_player(system, rows[name])))
    return remaining


def _describe_deleted_player(system: RatingSystem, rows: int) -> Message:
    if system.log_schema.is_paired:
        naming = ngettext("{n:,} game names this player", "{n:,} games name this player", rows)
    else:
        naming = ngettext("{n:,} result names this player", "{n:,} results name this player", rows)
    if system.has_groups:
        return msg(
            "keep the row on Players: {naming}. To take a player off the lists, type Left under Active",
            naming=naming,
        )
    (label,) = (field.metadata["label"] for field in fields(system) if field.name == "dropped_sessions")
    return msg(
        'keep the row on Players: {naming}. To take a player off the lists, use "{label}" on Rules',
        naming=naming,
        label=label,
    )


def _was_filled(workbook: ClubWorkbook, system: RatingSystem, table: str, *headings: str) -> bool:
    """Return whether any cell under these headings was filled at the last recalculation."""
    stored = read_stored_snapshot(workbook, system).table(table, headings)
    return not all(is_blank(cell) for column in stored.columns for cell in column)


def find_rows_outside_table(
    workbook: ClubWorkbook, system: RatingSystem, unknown: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield a problem for each row below an input table whose key columns are all filled.

    A single filled column, such as a name below Players, may be a remark. So it counts only for the `unknown` names of
    the log.
    """
    for name in list_input_tables(system):
        keys = list_key_columns(system, name)
        if name in workbook.tables and (unknown or len(keys) > 1):
            below = _find_rows_below(workbook, workbook.tables[name], list(keys))
            yield from (problem for problem in below if len(keys) > 1 or name_key(problem.value) in unknown)


def describe_unrated_rows(workbook: ClubWorkbook, system: RatingSystem) -> list[Message]:
    """Return a warning for each table with one key column that has rows below it with two filled input columns.

    Such a row is probably a player, but may be a remark, so it does not prevent rating.
    """
    sentences = []
    for name, shape in list_input_tables(system).items():
        key, *further_keys = list_key_columns(system, name)
        if name in workbook.tables and not further_keys:
            input_headings = [
                column.heading for column in shape.columns if not column.is_computed and column.heading != key
            ]
            table = workbook.tables[name]
            problems_by_row = {
                problem.row: problem
                for heading in input_headings
                for problem in _find_rows_below(workbook, table, [key, heading])
            }
            if problems_by_row:
                first = problems_by_row[min(problems_by_row)]
                sentence = msg("{problem}.", problem=first.as_message())
                if len(problems_by_row) > 1:
                    more_rows = ngettext(
                        "The same applies to {n:,} more row.",
                        "The same applies to {n:,} more rows.",
                        len(problems_by_row) - 1,
                    )
                    sentence = join_sentences([sentence, more_rows])
                sentences.append(sentence)
    return sentences


def _find_rows_below(workbook: ClubWorkbook, table: CellTable, keys: list[str]) -> Iterator[Diagnostic]:
    positions = [position for key in keys if (position := table.position(key)) is not None]
    columns = [table.column_number(position) - 1 for position in positions]
    if len(columns) < len(keys):
        return
    last = table.row + table.rows + 1  # the row right below is blank, or has the totals
    headings = (
        other_table.row
        for other_table in workbook.tables.values()
        if other_table.sheet == table.sheet and other_table.row >= last
    )
    end = min(headings, default=LAST_ROW + 1) - 1
    rows = workbook.sheet_values(table.sheet)[last:end]
    for number, row in enumerate(rows, last + 1):
        cells = [row[column] if column < len(row) else None for column in columns]
        if not any(map(is_blank, cells)):
            message = msg(
                "is below the table {table}, after a blank row, and is not part of it; move it up, or elsewhere",
                table=table.name,
            )
            yield Diagnostic(table.name, table.sheet, number, keys[0], cell_text(cells[0]), message)
