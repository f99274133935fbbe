"""The games of an evening as a director types them outside Excel: checked one by one, then put into the workbook.

Games that a pairing has written wait in the log without a result, and are filled in. Others are added below them. Every
host uses the same code. It writes nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from xladdin.cells.table import CellBlock, CellTable, CellValue, ClubBook
from xladdin.cells.text import cell_text, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError, WorkbookError, XladdinError
from xladdin.game_log import read_log
from xladdin.game_log.parsing import date_reader
from xladdin.messages import msg
from xladdin.recalc import recalculate
from xladdin.systems.log_schemas import GameSchema
from xladdin.systems.system import RatingSystem
from xladdin.workbook.overlay import WorkbookOverlay, append_rows, diff_typed_cells, replace_cells
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.rules import system_of


@dataclass(frozen=True)
class TypedGame:
    """A game as it was typed: its cells by the headings of the log. `row` is that of a waiting game, counted from 0."""

    cells: Mapping[str, CellValue]
    row: int | None = None

    def is_empty(self, system: RatingSystem) -> bool:
        """Return whether nothing was typed: no result in a waiting game, no cell at all in another."""
        headings = system.log_schema.results if self.row is not None else [*self.cells]
        return all(is_blank(self.cells.get(heading)) for heading in headings)


def waiting_games(workbook: ClubBook, system: RatingSystem) -> tuple[date | None, list[TypedGame]]:
    """Return the games of the latest date that wait for a result, and that date. It is None without such games."""
    schema = system.log_schema
    table = workbook.tables[schema.table]
    columns = {heading: table.column(heading) for heading in ("Date", *schema.keys, *schema.how_rated)}
    days = columns["Date"] or [None] * table.rows
    by_day: dict[date, list[TypedGame]] = {}
    for row in range(table.rows):
        cells = {heading: column[row] for heading, column in columns.items() if column is not None}
        is_paired = not any(is_blank(cells.get(heading)) for heading in schema.players)
        is_played = not all(is_blank(cells.get(heading)) for heading in schema.results)
        day = _read_day(days[row]) if is_paired else None
        if is_paired and not is_played and is_blank(cells.get(GameSchema.kind_of_game)) and day is not None:
            names = {heading: cell_text(cells[heading]) for heading in schema.players}
            by_day.setdefault(day, []).append(TypedGame(names, row))
    if not by_day:
        return None, []
    latest = max(by_day)
    return latest, by_day[latest]


def _read_day(cell: object) -> date | None:
    try:
        return date_reader(None)(cell)
    except XladdinError:  # a recalculation names the cell
        return None


class TypedEvening(NamedTuple):
    """What was typed of an evening: its date, its games, and the names of players who are new to the club."""

    day: date
    games: Sequence[TypedGame]
    newcomers: Sequence[str] = ()


def check_evening(workbook: ClubBook, evening: TypedEvening, today: date) -> list[tuple[int, Diagnostic]]:
    """Return what a recalculation would say of the games, each with the position of its game. It replays nothing."""
    system = system_of(workbook)
    day, games, _ = evening
    schema = system.log_schema
    typed = [(position, game) for position, game in enumerate(games) if not game.is_empty(system)]
    headings = ("Date", *schema.players, *schema.results)
    columns = [[day if heading == "Date" else game.cells.get(heading) for _, game in typed] for heading in headings]
    table = CellTable(schema.table, headings, tuple(columns), row=0)
    tables = {**workbook.tables, "Players": _with_newcomers(workbook, system, evening), schema.table: table}
    problems = read_log(system, tables, today).problems
    return [
        (typed[problem.row - 1][0], problem)
        for problem in problems
        if problem.table == schema.table and 0 < problem.row <= len(typed)
    ]


def _with_newcomers(workbook: ClubBook, system: RatingSystem, evening: TypedEvening) -> CellTable:
    players = workbook.tables["Players"]
    return append_rows(system, players, {"Player": evening.newcomers}) if evening.newcomers else players


def enter_evening(
    workbook: ClubBook,
    evening: TypedEvening,
    now: datetime,
    progress: ProgressCallback,
    finish_hint: str,
) -> tuple[Sequence[CellBlock], RecalcResult]:
    """Put typed games into the workbook and recalculate it. Returns what to write, and the result.

    Raises WorkbookError if nothing was typed or a waiting game is gone, and InvalidRowsError if a row is wrong.
    """
    system = system_of(workbook)
    schema = system.log_schema
    typed = [game for game in evening.games if not game.is_empty(system)]
    if not typed:
        raise WorkbookError(msg("No game has a result yet. Type the results first."))
    table = workbook.tables[schema.table]
    results: dict[str, dict[int, CellValue]] = {heading: {} for heading in schema.results}
    for game in typed:
        if game.row is not None:
            _validate_waiting(table, game, schema.players, schema.results)
            for heading, cells in results.items():
                cells[game.row] = game.cells.get(heading)
    added = [{"Date": evening.day, **game.cells} for game in typed if game.row is None]
    table = replace_cells(table, results)
    if added:
        headings = ("Date", *schema.players, *schema.results)
        table = append_rows(system, table, {heading: [game.get(heading) for game in added] for heading in headings})
    tables = {**workbook.tables, "Players": _with_newcomers(workbook, system, evening), table.name: table}
    progress(msg("Recalculating"))
    outcome = recalculate(WorkbookOverlay(workbook, tables), now, finish_hint=finish_hint)
    if outcome.problems:
        raise InvalidRowsError(outcome.problems)
    return [*diff_typed_cells(system, workbook, tables), *outcome.blocks], outcome


def _validate_waiting(table: CellTable, game: TypedGame, players: Sequence[str], results: Sequence[str]) -> None:
    """Raise WorkbookError unless the row of a game has its players and no result."""
    assert game.row is not None
    cells = {heading: table.column(heading) or [] for heading in (*players, *results)}
    is_there = game.row < table.rows and all(
        name_key(cell_text(cells[heading][game.row])) == name_key(cell_text(game.cells[heading])) for heading in players
    )
    if not is_there or not all(is_blank(cells[heading][game.row]) for heading in results):
        names = " – ".join(cell_text(game.cells[heading]) for heading in players)
        raise WorkbookError(
            msg(
                "{row} no longer waits for the result of {players}: the workbook was changed meanwhile. Nothing was "
                "written. Look at the games again.",
                row=table.where(game.row),
                players=names,
            )
        )
