"""Compute the grey columns of the input tables: their values, and the live formulas of some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import sub
from typing import TYPE_CHECKING

from xladdin.cells import (
    LAST_ROW,
    CellBlock,
    CellTable,
    CellValue,
    ClubWorkbook,
    Number,
    cell_number,
    cell_text,
    column_letters,
    is_same_number,
    name_key,
)
from xladdin.game_log.reading import NOT_PLAYED
from xladdin.messages import Message, msg
from xladdin.replay import Replay
from xladdin.reports.context import RatingChange, ReportContext
from xladdin.statistics import Statistics
from xladdin.systems import formulas
from xladdin.systems.adapter import load_adapter
from xladdin.systems.system import GameSchema, RatingSystem
from xladdin.workbook.differences import diff_columns
from xladdin.workbook.journal import FIRST_ROW, list_snapshot_columns
from xladdin.workbook.schema import SNAPSHOT, list_input_tables, localize_formula

if TYPE_CHECKING:
    from openpyxl import Workbook

Columns = dict[str, Sequence[CellValue]]
WITHOUT_EFFECT = msg("no effect: the player's rating depends on games alone so far, or is at the floor")
WAITS_FOR_SESSION, WAITS_FOR_ITS_DATE = msg("takes effect with the next session"), msg("takes effect on its date")
LIVE_TABLES = ("Games", "Events", "Results")


def compute_columns(
    system: RatingSystem, replay: Replay, tables: Mapping[str, CellTable], name: str
) -> tuple[Columns, dict[str, str]]:
    """Return the values of an input table's computed columns by heading, and the formulas of its live columns.

    Each column has one value for each row of the table.
    """
    table = tables[name]
    log = replay.log
    columns: Columns = {"Note": [None] * table.rows}
    if name == "Players":
        for heading, values in system.player_columns(replay.state).items():
            columns[heading] = _spread_over_rows(values, log.player_rows, table.rows)
    elif name == "Events":
        for heading, values in system.event_columns(log.events).items():
            columns[heading] = _spread_over_rows(values, log.event_rows, table.rows)
    elif name == "Adjustments":
        columns["Note"] = list_adjustment_notes(replay, table.rows)
    elif name == system.log_schema.table:
        columns["Note"] = [log.row_notes.get(row) for row in range(table.rows)] if log.row_notes else columns["Note"]
        columns.update((heading, replay.column_by_row(heading)) for heading in system.log_schema.computed_headings)
        if system.log_schema.is_paired:
            columns[GameSchema.difference] = _compute_differences(system, replay, table)
    return columns, build_live_formulas(system, _map_column_letters(system, table)) if name in LIVE_TABLES else {}


def list_adjustment_notes(replay: Replay, rows: int) -> list[CellValue]:
    """Return a note for each row of Adjustments that had no effect, or that waits for a later date."""
    waits = WAITS_FOR_ITS_DATE if replay.log.system.adjusts_when_due else WAITS_FOR_SESSION
    notes = {adjustment.row: WITHOUT_EFFECT for adjustment in replay.ineffective_adjustments}
    notes.update((adjustment.row, waits) for adjustment in replay.pending_adjustments)
    return [notes.get(row) for row in range(rows)]


def _compute_differences(system: RatingSystem, replay: Replay, table: CellTable) -> list[CellValue]:
    """Return rating 1 minus rating 2 of each row. A game that is not played yet gets the current ratings."""
    ratings1, ratings2 = (replay.column_by_row(heading) for heading in system.log_schema.ratings)
    if not replay.log.row_notes and None not in ratings1:
        return list(map(sub, ratings1, ratings2))
    differences: list[CellValue] = [
        None if rating1 is None or rating2 is None else rating1 - rating2
        for rating1, rating2 in zip(ratings1, ratings2)
    ]
    current = _map_current_ratings(system, replay)
    names1, names2 = (table.column(heading) or () for heading in system.log_schema.players)
    for row, note in replay.log.row_notes.items():
        rating1, rating2 = (current.get(name_key(cell_text(names[row]))) for names in (names1, names2))
        if note == NOT_PLAYED and rating1 is not None and rating2 is not None:
            differences[row] = rating1 - rating2
    return differences


def _map_current_ratings(system: RatingSystem, replay: Replay) -> dict[str, Number | None]:
    """Return the current rating of each player by the key of the name, or the assigned rating if there is one."""
    columns = system.player_columns(replay.state)
    ratings = columns["Rating"]
    assigned = columns.get("Assigned", ratings)
    return {
        name_key(player.name): rating if assigned_rating is None else assigned_rating  # type: ignore[misc]
        for player, rating, assigned_rating in zip(replay.log.players, ratings, assigned)
    }


def _map_column_letters(system: RatingSystem, table: CellTable) -> dict[str, str]:
    """Return the column letters of the schema's columns, by their English heading."""
    headings = (column.heading for column in list_input_tables(system)[table.name].columns)
    positions = ((heading, table.position(heading)) for heading in headings)
    return {
        heading: column_letters(table.column_number(position))
        for heading, position in positions
        if position is not None
    }


def _spread_over_rows(values: Sequence[object], rows: Sequence[int], total: int) -> list[CellValue]:
    column: list[CellValue] = [None] * total
    for row, value in zip(rows, values):
        column[row] = value  # type: ignore[call-overload]
    return column


def diff_computed_columns(workbook: ClubWorkbook, context: ReportContext) -> Iterator[CellBlock]:
    """Yield blocks for the computed columns of all input tables that differ from the workbook's."""
    system, language = context.system, context.language
    for name in list_input_tables(system):
        if name in workbook.tables:
            columns, formulas = compute_columns(system, context.replay, workbook.tables, name)
            formulas = {heading: localize_formula(formula, language) for heading, formula in formulas.items()}
            for heading in ("Note", "Status"):
                if any(columns.get(heading, ())):
                    columns[heading] = [
                        language.render(cell) if isinstance(cell, Message) else cell for cell in columns[heading]
                    ]
            yield from diff_columns(workbook.tables[name], columns, formulas)


def read_stored_ratings(players: CellTable) -> list[Number | None]:
    """Return the rating in each row of the table Players, or None for a blank."""
    ratings = players.column("Rating")
    return [None] * players.rows if ratings is None else list(map(cell_number, ratings))


def read_ratings_by_name(players: CellTable) -> Mapping[str, Number | None]:
    """Return the rating on Players for each player's name."""
    names = (cell_text(name).strip() for name in players.column("Player") or ())
    return {name: rating for name, rating in zip(names, read_stored_ratings(players)) if name}


def list_rating_changes(workbook: ClubWorkbook, statistics: Statistics) -> list[RatingChange]:
    """Return the ratings that differ from those in the Players table, in the order of the table.

    Before the first recalculation, when the table holds no ratings, the old rating is the player's first one.
    """
    log, system = statistics.replay.log, statistics.system
    stored_by_row = read_stored_ratings(workbook.tables["Players"])
    start_ratings = map(cell_number, system.player_columns(system.create_initial_state(log.players))["Rating"])
    old_ratings = [
        start_rating if stored_by_row[row] is None else stored_by_row[row]
        for row, start_rating in zip(log.player_rows, start_ratings)
    ]
    lines = zip(log.players, old_ratings, statistics.ratings)
    changes = [
        RatingChange(player.name, old_rating, cell_number(new_rating)) for player, old_rating, new_rating in lines
    ]
    return [
        change
        for change in changes
        if change.old is not change.new
        and (change.old is None or change.new is None or not is_same_number(change.old, change.new))
    ]


RENAMED_ROW_NAME = "rated_otherwise"
# The operand in place of a column that the table does not have.
MISSING_OPERAND = '""'


def build_live_formulas(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the formula of each live column of a log table (Games, Events or Results) by heading.

    A formula is without "=", and has `{row}` in place of the row number. `letters` has the column letters of the
    table's headings. The formulas need the defined names of `add_live_names`.
    """

    def cell(heading: str) -> str:
        return f"{letters[heading]}{{row}}" if heading in letters else MISSING_OPERAND

    live = dict(load_adapter(system).live_formulas(cell))
    if system.log_schema.is_paired:
        rating1, rating2 = map(cell, system.log_schema.ratings)
        current = 'IFERROR(list_rating_1-list_rating_2,"")'
        difference = f"IF(COUNT({rating1},{rating2})=2,{rating1}-{rating2},{current})"
        kind_cell = cell(GameSchema.kind_of_game)
        has_no_kind = kind_cell == MISSING_OPERAND
        live[GameSchema.difference] = (
            difference if has_no_kind else formulas.blank_if(f'TRIM({kind_cell})<>""', difference)
        )
    return {heading: formula for heading, formula in live.items() if heading in letters}


def build_live_names(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the defined names that the live formulas use, each with its formula as a workbook stores it.

    `letters` has the column letters of the headings of the system's log table. Excel stores a relative reference in a
    defined name as it would read in cell A1, so `Games!$C1` is the cell of column C in the row that uses the name.
    """

    def cell(heading: str) -> str:
        return f"{system.log_schema.table}!${letters[heading]}1" if heading in letters else '""'

    adapter = load_adapter(system)
    names = {"list_ratings": adapter.list_ratings}
    if adapter.list_games:
        names["list_games"] = adapter.list_games
    players = system.log_schema.players
    numbers = ("_1", "_2") if system.log_schema.is_paired else ("",)
    names.update((f"list_rating{n}", formulas.list_value(cell(h), "list_ratings")) for n, h in zip(numbers, players))
    names[RENAMED_ROW_NAME] = build_renamed_row_formula(system, cell)
    return {**names, **adapter.name_formulas(cell)}


def build_renamed_row_formula(system: RatingSystem, cell: Callable[[str], str]) -> str:
    """Return a formula that is true if the players of a rated row have been changed since it was rated.

    The row's figures belong to the former players until the next recalculation. The formula compares the names with the
    same row of the hidden sheet Snapshot. So if rows are sorted, it is true for each row that now has other names.
    """
    schema = system.log_schema
    headings = [column.heading for column in list_snapshot_columns(system)]
    conditions = []
    for name in schema.names:
        letters = column_letters(headings.index(f"{schema.table}: {name}") + 1)
        rated_names = f"{SNAPSHOT}!${letters}${FIRST_ROW}:${letters}${LAST_ROW}"
        row = f"ROW({cell(name)})-ROW(INDEX({schema.table}[{name}],1))+1"
        conditions.append(f"TRIM({cell(name)})<>TRIM(INDEX({rated_names},{row}))")
    return f"IFERROR(AND(COUNT({','.join(map(cell, schema.ratings))})>0,OR({','.join(conditions)})),FALSE)"


def add_live_names(workbook: Workbook, system: RatingSystem) -> None:
    """Add the defined names of the live formulas to a new workbook."""
    from xladdin.workbook.styles import define_name

    columns = list_input_tables(system)[system.log_schema.table].columns
    letters = {column.heading: column_letters(position) for position, column in enumerate(columns, 1)}
    for name, formula in build_live_names(system, letters).items():
        define_name(workbook, name, formula)
