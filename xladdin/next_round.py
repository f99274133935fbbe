"""Pair the next round of an evening, and enter typed games. The functions return the cells for a host to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from xladdin.cells import CellBlock, CellTable, CellValue, ClubWorkbook, cell_text, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError, WorkbookError
from xladdin.game_log.parsing import read_day
from xladdin.game_log.reading import read_log
from xladdin.languages import BYE, Language
from xladdin.messages import Message, heading_message, msg, ngettext
from xladdin.pairing import SITS_OUT, Evening, LastPaired, Pairing, Seats, order_pair, pair_round, read_evening
from xladdin.recalc import recalculate_workbook
from xladdin.replay import Replay
from xladdin.replay import replay_log as replay_log
from xladdin.systems.system import GameSchema, RatingSystem
from xladdin.workbook.differences import WorkbookOverlay, append_rows, diff_input_cells, diff_named_cells, replace_cells
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.regions import NotUpdatedError, find_regions, find_report_sheet
from xladdin.workbook.report_sheets.tonight import (
    LIST_NAME,
    NO_REPEATS,
    PAIRED_NAME,
    STANDING,
    TWO_AT_ONCE,
    PairingOptions,
    define_tonight_report,
    read_last_paired,
    read_pairing_options,
)
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import TONIGHT, read_language
from xladdin.workbook.validation import read_club_log

# The most players of one round, since the time of the pairing grows with the third power of their number.
MAX_PAIRED_PLAYERS = 200


@dataclass(frozen=True)
class NextRound:
    """A paired round.

    Attributes:
        date: Date of the evening.
        round: Number of the round.
        headings: Headings of the two players of a table.
        tables: Names of the two players of each table. One may be `BYE`.
        messages: Which options could not be met and why, and who sits out.
        blocks: Cells to write, including those of the recalculation.
        recalc_result: Result of the recalculation.
    """

    date: date
    round: int
    headings: Sequence[str]
    tables: Sequence[tuple[str, str]]
    messages: Sequence[Message]
    blocks: Sequence[CellBlock]
    recalc_result: RecalcResult

    @property
    def summary(self) -> Message:
        """The round in one line. A bye does not count as a table."""
        to_play = sum(BYE not in table for table in self.tables)
        return msg(
            "{day}, round {round}: {tables} paired.",
            day=self.date.isoformat(),
            round=self.round,
            tables=ngettext("{n:,} table", "{n:,} tables", to_play),
        )


def pair_next_round(
    workbook: ClubWorkbook,
    now: datetime,
    progress: ProgressCallback,
    finish_hint: str = "",
) -> NextRound:
    """Pair the players who are marked on the sheet Tonight, for the round after the last one of the evening.

    `finish_hint` is as in `recalculate_workbook`.

    Raises:
        WorkbookError: The last round lacks scores, or the number of players is below 2 or above `MAX_PAIRED_PLAYERS`.
        InvalidRowsError: A row is wrong.
    """
    system = read_system(workbook)
    schema = system.log_schema
    validate_is_paired(system)
    _validate_list(workbook, system)
    progress(msg("Reading who is here"))
    log = read_club_log(workbook, system, now.date()).require_valid()
    replay = replay_log(log, today=now.date())
    options = read_pairing_options(workbook, replay)
    games = workbook.tables[schema.table]
    day = options.day or now.date()
    evening = read_evening(log, games, day, options.sessions, read_last_paired(workbook), options.present_players)
    assert evening is not None
    _validate_options(evening, options)
    progress(msg("Pairing"))
    draw = _RoundDraw(replay, evening, options)
    progress(msg("Recalculating"))
    rows = [{"Date": day, **row} for row in draw.rows(schema.players, schema.double or "", read_language(workbook))]
    paired_cells = {PAIRED_NAME: str(LastPaired(day, evening.round + 1, len(evening.tables)))}
    tables = {**workbook.tables, games.name: _append_games(system, games, rows)}
    result = recalculate_workbook(WorkbookOverlay(workbook, tables, paired_cells), now, finish_hint=finish_hint)
    if result.problems:
        raise InvalidRowsError(result.problems)
    blocks = [*diff_input_cells(system, workbook, tables), *diff_named_cells(workbook, paired_cells), *result.blocks]
    return NextRound(day, evening.round + 1, schema.players, draw.names(), draw.messages(), blocks, result)


def validate_is_paired(system: RatingSystem) -> None:
    """Raise WorkbookError for a system that does not rate games of two players."""
    if not system.log_schema.is_paired:
        raise WorkbookError(
            msg("{title} rates placings of tournaments; there is no evening to pair.", title=system.title)
        )


def _validate_list(workbook: ClubWorkbook, system: RatingSystem) -> None:
    report = define_tonight_report(system)
    sheet = find_report_sheet(workbook, report)
    if sheet is None:
        raise WorkbookError(msg("This workbook has no sheet Tonight. Update the workbook: xladdin renew OLD NEW."))
    try:
        regions = find_regions(workbook, report)
    except NotUpdatedError as error:
        raise WorkbookError(msg("{sheet} cannot be read: {reason}.", sheet=sheet, reason=error.message)) from None
    if LIST_NAME not in regions:
        raise WorkbookError(
            msg("The list of players is missing from {sheet}. Update the workbook: xladdin renew OLD NEW.", sheet=sheet)
        )


def _validate_options(evening: Evening, options: PairingOptions) -> None:
    if evening.round >= options.rounds:
        raise WorkbookError(
            msg(
                "All {rounds} of {date} are paired. To add one, increase the number of rounds on {sheet}.",
                rounds=ngettext("{n:,} round", "{n:,} rounds", options.rounds),
                date=evening.date.isoformat(),
                sheet=TONIGHT,
            )
        )
    if len(options.present_players) > MAX_PAIRED_PLAYERS:
        raise WorkbookError(
            msg(
                "{players} are marked as present; at most {most} are paired at once. Remove marks on the "
                "sheet {sheet}, and pair in divisions.",
                players=ngettext("{n:,} player", "{n:,} players", len(options.present_players)),
                most=MAX_PAIRED_PLAYERS,
                sheet=TONIGHT,
            )
        )
    if len(options.present_players) < 2:
        if not options.present_players:
            raise WorkbookError(msg("Nobody is marked as present. Mark who is here on the sheet Tonight, and save."))
        raise WorkbookError(
            msg("Only one player is marked as present. Mark who is here on the sheet Tonight, and save.")
        )


class _RoundDraw:
    """The pairings of all divisions of a round, in alphabetical order of the divisions."""

    def __init__(self, replay: Replay, evening: Evening, options: PairingOptions) -> None:
        self._players = replay.log.players
        self._evening = evening
        divisions: dict[str, list[int]] = {}
        for player, division in options.present_players.items():
            divisions.setdefault(name_key(division), []).append(player)
        self._draws = [_DivisionDraw(replay, evening, options, divisions[key]) for key in sorted(divisions)]
        self._alternates = replay.log.system.rates_in_recorded_order

    def pairs(self) -> Iterator[tuple[_DivisionDraw, int, int | None]]:
        """Yield the division and the two players of each table, with None for a bye.

        In chess, White is the player who has had White less often.
        """
        firsts = self._evening.firsts
        for draw in self._draws:
            for first, second in draw.pairs():
                if self._alternates and second is not None and firsts[second] <= firsts[first]:
                    yield draw, second, first
                else:
                    yield draw, first, second

    def rows(self, opponents: Sequence[str], double: str, language: Language) -> Iterator[Mapping[str, CellValue]]:
        """Yield the typed cells of the Games table by heading, one row a table."""
        for draw, first, second in self.pairs():
            names = (language.render_text(self._name(player)) for player in (first, second))
            row: dict[str, CellValue] = dict(zip(opponents, names))
            if draw.double is not None and draw.double in (first, second):
                row[double] = self._name(draw.double)
            yield row

    def names(self) -> list[tuple[str, str]]:
        """Return both names of each table."""
        return [(self._name(first), self._name(second)) for _, first, second in self.pairs()]

    def messages(self) -> list[Message]:
        """Return messages about options that could not be met, and about who sits out or plays two games at once."""
        messages = [line for draw in self._draws for line in draw.messages()]
        if self._evening.open_games:
            games = ngettext("{n:,} game", "{n:,} games", self._evening.open_games)
            messages.append(msg("{games} of the evening had no score yet.", games=games))
        return messages

    def _name(self, player: int | None) -> str:
        return BYE if player is None else self._players[player].name


class _DivisionDraw:
    """The pairing of one division of a round."""

    def __init__(
        self, replay: Replay, evening: Evening, options: PairingOptions, present_players: Sequence[int]
    ) -> None:
        self._players = replay.log.players
        self._order, strengths = _strongest_first(replay, evening, options, present_players)
        positions = {player: position for position, player in enumerate(self._order)}
        repeat_costs: dict[Seats, int] = {}
        for (first, second), times in evening.meeting_costs.items():
            if first in positions and second in positions:
                repeat_costs[order_pair(positions[first], positions[second])] = times
        is_double = options.odd_player == TWO_AT_ONCE and len(self._order) > 1
        counts = evening.doubles if is_double else evening.byes
        self._turns = [counts[player] for player in self._order]
        self._two = is_double
        self._repeats_first = options.priority == NO_REPEATS

        def pair(*, repeats_first: bool) -> Pairing:
            return pair_round(strengths, repeat_costs, self._turns, two_at_once=is_double, repeats_first=repeats_first)

        self._pairing = pair(repeats_first=self._repeats_first)
        self._least: int | None = None
        if self._pairing.repeats and self._pairing.odd_player is not None and not self._repeats_first:
            fewest = pair(repeats_first=True)
            self._least = len(fewest.repeats) if fewest.repeat_cost < self._pairing.repeat_cost else None

    @property
    def double(self) -> int | None:
        """The player who plays two opponents at once."""
        return self._order[self._pairing.odd_player] if self._two and self._pairing.odd_player is not None else None

    def pairs(self) -> Iterator[tuple[int, int | None]]:
        """Yield the two players of each table. The second is None for a bye."""
        for first, second in self._pairing.tables:
            yield self._order[first], None if second == SITS_OUT else self._order[second]

    def messages(self) -> Iterator[Message]:
        """Yield messages about options that could not be met, and about who sits out or plays two games at once."""
        odd = None if self._pairing.odd_player is None else self._name(self._pairing.odd_player)
        for first, second in self._pairing.repeats:
            names = {"player": self._name(first), "other": self._name(second)}
            if self._least is None:
                yield msg("{player} and {other} meet again: there is no pairing without a repeat.", **names)
            elif self._two:
                yield msg(
                    "{odd} has played two at once least often, so {player} and {other} meet again.", odd=odd, **names
                )
            else:
                yield msg("{odd} has sat out least often, so {player} and {other} meet again.", odd=odd, **names)
        if self._least:
            repeats = ngettext("{n:,} repeat", "{n:,} repeats", self._least)
            yield msg("With another player there would be {repeats}.", repeats=repeats)
        if (
            self._repeats_first
            and self._pairing.odd_player is not None
            and self._turns[self._pairing.odd_player] > min(self._turns)
        ):
            if self._two:
                turn = msg("It is not {player}'s turn to play two", player=odd)
            else:
                turn = msg("It is not {player}'s turn to sit out", player=odd)
            if self._pairing.repeats:
                yield msg("{turn}, but this way fewer players meet again.", turn=turn)
            else:
                yield msg("{turn}, but this way nobody meets again.", turn=turn)
        if odd is not None and self._two:
            yield msg("{player} plays two at once.", player=odd)
        elif odd is not None:
            yield msg("{player} sits out.", player=odd)

    def _name(self, position: int) -> str:
        return self._players[self._order[position]].name


def _strongest_first(
    replay: Replay, evening: Evening, options: PairingOptions, present_players: Sequence[int]
) -> tuple[list[int], list[float]]:
    """Return the players of a division, the strongest first, and their strengths.

    The strength is the effective rating, or with pairing by standings the position in the standings: by wins, then
    spread.
    """
    ratings = {player: replay.state.effective_rating(player) for player in present_players}
    by_rating = sorted(
        present_players, key=lambda player: (-ratings[player], name_key(replay.log.players[player].name))
    )
    if options.paired_by != STANDING or not evening.tables:
        return by_rating, [ratings[player] for player in by_rating]
    standing = {player: evening.standing(player) for player in by_rating}
    order = sorted(by_rating, key=lambda player: standing[player], reverse=True)
    return order, [-rank for rank in range(len(order))]


def _append_games(system: RatingSystem, table: CellTable, rows: Sequence[Mapping[str, CellValue]]) -> CellTable:
    """Return a table with rows added below its last filled row. `rows` has the typed cells by heading."""
    headings = dict.fromkeys(heading for row in rows for heading in row)
    for heading in headings:
        if table.position(heading) is None:
            raise WorkbookError(
                msg(
                    "The table {table} has no column {heading}. Update the workbook: xladdin renew OLD NEW.",
                    table=table.name,
                    heading=heading_message(heading),
                )
            )
    return append_rows(system, table, {heading: [row.get(heading) for row in rows] for heading in headings})


@dataclass(frozen=True)
class TypedGame:
    """A typed game.

    Attributes:
        cells: Cells by the headings of the log.
        row: Row of the table, from 0, if the game was paired and awaits its result, or None for a new game.
    """

    cells: Mapping[str, CellValue]
    row: int | None = None

    def is_empty(self, system: RatingSystem) -> bool:
        """Return whether nothing was typed: no result of a paired game, or no cell of a new one."""
        headings = system.log_schema.results if self.row is not None else [*self.cells]
        return all(is_blank(self.cells.get(heading)) for heading in headings)


def find_waiting_games(workbook: ClubWorkbook, system: RatingSystem) -> tuple[date | None, list[TypedGame]]:
    """Return the latest date with games that await their result, and these games, or None and [] without any."""
    schema = system.log_schema
    table = workbook.tables[schema.table]
    columns = {
        heading: table.column(heading) for heading in ("Date", *schema.required_headings, *schema.modifier_headings)
    }
    days = columns["Date"] or [None] * table.rows
    by_day: dict[date, list[TypedGame]] = {}
    for row in range(table.rows):
        cells = {heading: column[row] for heading, column in columns.items() if column is not None}
        is_paired = not any(is_blank(cells.get(heading)) for heading in schema.players)
        is_played = not all(is_blank(cells.get(heading)) for heading in schema.results)
        day = read_day(days[row]) if is_paired else None  # a recalculation names an invalid date
        if is_paired and not is_played and is_blank(cells.get(GameSchema.kind_of_game)) and day is not None:
            names = {heading: cell_text(cells[heading]) for heading in schema.players}
            by_day.setdefault(day, []).append(TypedGame(names, row))
    if not by_day:
        return None, []
    latest = max(by_day)
    return latest, by_day[latest]


class TypedEvening(NamedTuple):
    """The typed data of an evening: its date, its games, and the names of new players."""

    day: date
    games: Sequence[TypedGame]
    newcomers: Sequence[str] = ()


def check_evening(workbook: ClubWorkbook, evening: TypedEvening, today: date) -> list[tuple[int, Diagnostic]]:
    """Return the errors that a recalculation would find in typed games, each with the position of its game.

    The games are not rated.
    """
    system = read_system(workbook)
    day, games, _ = evening
    schema = system.log_schema
    entered_games = [(position, game) for position, game in enumerate(games) if not game.is_empty(system)]
    headings = ("Date", *schema.players, *schema.results)
    columns = [
        [day if heading == "Date" else game.cells.get(heading) for _, game in entered_games] for heading in headings
    ]
    table = CellTable(schema.table, headings, tuple(columns), row=0)
    tables = {**workbook.tables, "Players": _add_newcomers(workbook, system, evening), schema.table: table}
    problems = read_log(system, tables, today).problems
    return [
        (entered_games[problem.row - 1][0], problem)
        for problem in problems
        if problem.table == schema.table and 0 < problem.row <= len(entered_games)
    ]


def _add_newcomers(workbook: ClubWorkbook, system: RatingSystem, evening: TypedEvening) -> CellTable:
    players = workbook.tables["Players"]
    return append_rows(system, players, {"Player": evening.newcomers}) if evening.newcomers else players


def enter_evening(
    workbook: ClubWorkbook,
    evening: TypedEvening,
    now: datetime,
    progress: ProgressCallback,
    finish_hint: str,
) -> tuple[Sequence[CellBlock], RecalcResult]:
    """Add typed games to the workbook and recalculate it. Return the cells to write, and the result.

    Raises:
        WorkbookError: Nothing was typed, or the workbook has changed, so that a game does not await its result any
            more.
        InvalidRowsError: A row is wrong.
    """
    system = read_system(workbook)
    schema = system.log_schema
    entered_games = [game for game in evening.games if not game.is_empty(system)]
    if not entered_games:
        raise WorkbookError(msg("No game has a result yet. Type the results first."))
    table = workbook.tables[schema.table]
    results: dict[str, dict[int, CellValue]] = {heading: {} for heading in schema.results}
    for game in entered_games:
        if game.row is not None:
            _validate_waiting(table, game, schema.players, schema.results)
            for heading, cells in results.items():
                cells[game.row] = game.cells.get(heading)
    new_games = [{"Date": evening.day, **game.cells} for game in entered_games if game.row is None]
    table = replace_cells(table, results)
    if new_games:
        headings = ("Date", *schema.players, *schema.results)
        table = append_rows(system, table, {heading: [game.get(heading) for game in new_games] for heading in headings})
    tables = {**workbook.tables, "Players": _add_newcomers(workbook, system, evening), table.name: table}
    progress(msg("Recalculating"))
    result = recalculate_workbook(WorkbookOverlay(workbook, tables), now, finish_hint=finish_hint)
    if result.problems:
        raise InvalidRowsError(result.problems)
    return [*diff_input_cells(system, workbook, tables), *result.blocks], result


def _validate_waiting(table: CellTable, game: TypedGame, players: Sequence[str], results: Sequence[str]) -> None:
    """Raise WorkbookError unless the row of a paired game still has its players and no result."""
    assert game.row is not None
    cells = {heading: table.column(heading) or [] for heading in (*players, *results)}
    is_unchanged = game.row < table.rows and all(
        name_key(cell_text(cells[heading][game.row])) == name_key(cell_text(game.cells[heading])) for heading in players
    )
    if not is_unchanged or not all(is_blank(cells[heading][game.row]) for heading in results):
        names = " – ".join(cell_text(game.cells[heading]) for heading in players)
        raise WorkbookError(
            msg(
                "{row} no longer waits for the result of {players}: the workbook has changed in the "
                "meantime. Nothing was written. Check the games again.",
                row=table.row_location(game.row),
                players=names,
            )
        )
