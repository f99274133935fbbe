"""Implement the public API, which `import xladdin` provides. Everything else is private.

Tables are lists of rows whose first row has the headings, like the ranges that worksheet functions take.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xladdin.cells import Number
from xladdin.cells import name_key as name_key
from xladdin.errors import Diagnostic as Diagnostic
from xladdin.errors import InvalidRowsError as InvalidRowsError
from xladdin.errors import WorkbookError as WorkbookError
from xladdin.errors import XladdinError as XladdinError
from xladdin.files.safe_write import create_file as create_file
from xladdin.files.safe_write import delete_files as delete_files
from xladdin.files.safe_write import write_file as write_file
from xladdin.languages import Language as Language
from xladdin.messages import Message as Message
from xladdin.messages import join_messages as join_messages
from xladdin.messages import msg as msg
from xladdin.messages import ngettext as ngettext
from xladdin.messages import pgettext as pgettext
from xladdin.systems import find_system
from xladdin.systems.system import RatingSystem as RatingSystem
from xladdin.web_pages.page_folder import Published as Published
from xladdin.workbook.recalc_result import RecalcResult as RecalcResult

if TYPE_CHECKING:
    from xladdin.cells import CellBlock
    from xladdin.replay import Replay
    from xladdin.reports.context import ReportContext
    from xladdin.reports.report import Section
    from xladdin.statistics import Statistics

_log = logging.getLogger("xladdin")

# A table: a row of headings, and then a list of cells for each row.
Rows = list[list[object]]


class Standing(NamedTuple):
    """A line of the ratings list.

    Attributes:
        rank: Rank, or None for a player who is not ranked.
        player: Name of the player.
        rating: Rating [rating points], or None for a player without one.
        games: Number of rated games or events.
        highest: Highest rating at which a list has ranked the player, or None.
        last_played: Date of the last session or event with a rated row, or None.
    """

    rank: int | None
    player: str
    rating: Number | None
    games: int
    highest: Number | None
    last_played: date | None


class RatingPoint(NamedTuple):
    """The rating of a player after a session, an event or an adjustment.

    `event` is the name of the event, or "" for a session or an adjustment.
    """

    date: date
    event: str
    player: str
    rating: Number | None


class Explanation(NamedTuple):
    """A change of a rating with its arithmetic.

    Attributes:
        date: Date of the session, event or adjustment.
        event: Name of the event, or "".
        player: Name of the player.
        opponent: Name of the opponent, or None for an event or an adjustment.
        rating: Rating before the change, or None.
        change: The change, or None for a newcomer, who is rated by all games so far.
        words: Arithmetic of the change as a sentence. The lists of a federation have it under this name.
    """

    date: date
    event: str
    player: str
    opponent: str | None
    rating: Number | None
    change: Number | None
    words: Message


class Ratings:
    """The ratings after the last game, and the changes that led to them."""

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._log = statistics.replay.log

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The ratings list, best first."""
        replay, best = self._statistics.replay, self._statistics.rating_ranges.best
        ratings, last_played = replay.state.known_ratings(), replay.state.last_played
        return [
            Standing(
                line.rank,
                self._log.players[line.player].name,
                ratings[line.player],
                line.games,
                extreme.rating if (extreme := best[line.player]) else None,
                last_played[line.player],
            )
            for line in replay.ranking()
        ]

    @cached_property
    def changes(self) -> Sequence[Mapping[str, Number | None]]:
        """The ratings before each row of the games and its changes, by heading. The rows are those of the table."""
        headings = self._log.system.log_schema.spilled_headings
        columns = [self._statistics.replay.column_by_row(heading) for heading in headings]
        return [dict(zip(headings, row)) for row in zip(*columns)]

    @cached_property
    def history(self) -> Sequence[RatingPoint]:
        """The rating of each player after every session or event, player by player."""
        points: dict[tuple[date, str, int], RatingPoint] = {}
        for player, player_entry in enumerate(self._log.players):
            for number, rating in self._statistics.rating_history(player):
                period = self._log.periods[number]
                points[period.date, period.event, player] = RatingPoint(
                    period.date, period.event, player_entry.name, rating
                )
        return list(points.values())

    @cached_property
    def explanations(self) -> Sequence[Explanation]:
        """Every change of each player's rating with its arithmetic, player by player."""
        from xladdin.reports.games import iter_played_games, iter_player_steps

        lines: list[Explanation] = []
        for player, player_entry in enumerate(self._log.players):
            games = list(iter_played_games(self._statistics.replay, self._statistics.player_rows[player]))
            for step in iter_player_steps(self._statistics, player, games):
                for game in step.games:
                    cells = game.date, "", player_entry.name, game.opponent, game.rating, game.change, game.explanation
                    lines.append(Explanation(*cells))
                if not step.games:
                    change = None if step.rating_before is None else step.rating_after - step.rating_before
                    text = join_messages(step.closing)
                    lines.append(
                        Explanation(step.date, step.event, player_entry.name, None, step.rating_before, change, text)
                    )
        return lines

    @property
    def last_date(self) -> date | None:
        """The date of the last session or event, or None before the first."""
        return self._statistics.replay.last_date


def system(key: str) -> RatingSystem:
    """Return the rating system with a key. Its rules are methods, and its printed settings and tables are attributes.

    Raises:
        XladdinError: There is no system with the key. The message lists the valid keys.
    """
    return find_system(key)


def rate(
    key: str | RatingSystem,
    players: Sequence[Sequence[object]],
    games: Sequence[Sequence[object]],
    extra: Sequence[Sequence[object]] | None = None,
    rules: Sequence[Sequence[object]] | None = None,
    today: date | None = None,
) -> Ratings:
    """Rate all games of a log.

    Args:
        key: The key of a rating system, or a system, such as that of a workbook with rules of its own.
        players: The table Players.
        games: The table Games, or Results if the system rates tournaments.
        extra: The table Events if the system rates tournaments, the table Groups for a camp, and otherwise the table
            Adjustments, or None.
        rules: The rows of the sheet Rules if the club has rules of its own. The key `bands` requires them.
        today: The latest valid date of a game, until which adjustments count. By default it is that of the clock.

    Raises:
        XladdinError: A row is wrong. The message has the table, the row, the column and the value.
    """
    from xladdin.functions.evaluation import parse_table_range
    from xladdin.functions.ranges import apply_rules, replay_ranges
    from xladdin.statistics import Statistics

    player_range, game_range = parse_table_range(players), parse_table_range(games)
    extra_range, rule_range = (None if table is None else parse_table_range(table) for table in (extra, rules))
    system = find_system(key) if isinstance(key, str) else key
    if isinstance(key, str) or rules is not None:
        system = apply_rules(system, rule_range)
    return Ratings(Statistics(replay_ranges(system, player_range, game_range, extra_range, today)))


class Workbook:
    """A workbook file. Its ratings and reports are computed from its tables, not read from the file.

    Tables can be read from any workbook. Everything else requires a club workbook, and raises WorkbookError for another
    one, and InvalidRowsError for wrong rows. The `problems` of the latter have the sheet, row, column, value and
    message.

    Attributes:
        path: Path of the file.
    """

    def __init__(self, path: Path, today: date) -> None:
        from xladdin.files.club_file import open_club_file

        self.path, self._today = path, today
        self._file = open_club_file(path)

    @cached_property
    def tables(self) -> Mapping[str, Rows]:
        """The tables of the workbook by name, the headings first, without blank rows at the end."""
        from xladdin.cells import int_if_whole, list_filled_rows

        return {
            name: [
                list(table.headings),
                *(
                    [int_if_whole(cell) if isinstance(cell, float) else cell for cell in row]
                    for row in list_filled_rows(table.columns)
                ),
            ]
            for name, table in self._file.tables.items()
        }

    @cached_property
    def locations(self) -> Mapping[str, tuple[str, int]]:
        """The sheet of each table, and the row of its headings, by the name of the table."""
        return {name: (table.sheet, table.row) for name, table in self._file.tables.items()}

    @cached_property
    def system(self) -> RatingSystem:
        """The rating system with the club's own rules."""
        from xladdin.workbook.rules import read_system

        return read_system(self._file)

    @cached_property
    def title(self) -> str:
        """The club's title, as on its sheets."""
        from xladdin.cells import cell_text
        from xladdin.workbook.schema import TITLE_NAME

        return cell_text(self._file.names.get(TITLE_NAME)).strip() or self.system.title

    @cached_property
    def _context(self) -> ReportContext:
        from xladdin.workbook.validation import validate_workbook

        return validate_workbook(self._file, self._today).replay(self._today)

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings and changes that a recalculation of the workbook gives."""
        return Ratings(self._context.statistics)

    @cached_property
    def log(self) -> Mapping[str, list[dict[str, Any]]]:
        """The valid rows of players, games, events, results and adjustments, each as a dict.

        The keys are the same in all languages and systems. Names are spelled as in the table Players, and ratings and
        changes are those of the row. `row` is the position below the headings, from 0. `web` is what a page displays of
        a player: "name", "initials" or "none".
        """
        from xladdin.workbook.web_settings import WEB_WORDS_BY_CHOICE, read_web_column, read_web_settings

        log = self._context.replay.log
        default = WEB_WORDS_BY_CHOICE.get(read_web_settings(self._file).names, "initials")
        visibility = [word or default for word in read_web_column(self._file, log)]
        return _log_rows(self._context.replay, visibility)

    @cached_property
    def reports(self) -> Mapping[str, list[list[dict[str, object]]]]:
        """The reports by the name of their sheet. A report is a list of tables, and a table is a list of dicts.

        The keys of a dict are those of the columns in the description of the report, the same in all languages.
        """
        from xladdin.reports import list_reports

        return {
            report.name: [list(_lines(section, self._context)) for section in report.sections]
            for report in list_reports(self.system)
        }

    def write_tables(self, tables: Mapping[str, Sequence[Sequence[object]]], *, erase: bool = False) -> None:
        """Write rows into tables, and preserve everything else in the file byte for byte.

        Only cells with another value are written, and a table grows if there are more rows. Columns and rows that are
        not passed stay unchanged. The object keeps the values that it has read: open the workbook again to see the new
        ones.

        Args:
            tables: Rows by the name of the table, the headings first.
            erase: Whether to remove the overwritten texts from the whole file, and not to save a dated copy of it.

        Raises:
            WorkbookError: The file is open elsewhere, has changed since it was read, or lacks a table or heading.
        """
        from xladdin.files.package import Package, write_package
        from xladdin.files.safe_write import replace_with_backup, validate_writable
        from xladdin.files.sanitizing import clean_parts
        from xladdin.files.workbook_writer import write_blocks

        blocks = [block for name, rows in tables.items() for block in self._blocks(name, rows)]
        if not blocks:
            return validate_writable(self.path)
        patched, target = BytesIO(), BytesIO()
        write_blocks(self._file, blocks, patched)
        if erase:
            package = Package(patched.getvalue(), self.path.name)
            write_package(package, clean_parts(package, lambda text: text, lambda text: True), target)
        content = (target if erase else patched).getvalue()
        original = self._file.package.data
        replace_with_backup(self.path, lambda stream: stream.write(content), original, make_backup=not erase)

    def _blocks(self, name: str, rows: Sequence[Sequence[object]]) -> Iterator[CellBlock]:
        """Yield the cells of a table whose values differ from new rows, as one block per run in a column."""
        from xladdin.cells import CellBlock, is_blank

        table = self._file.tables.get(name)
        if table is None:
            raise WorkbookError(msg("{path} has no table {name}.", path=self.path, name=name))
        headings, *lines = rows
        for number, heading in enumerate(headings):
            position = table.position(str(heading))
            if position is None:
                raise WorkbookError(
                    msg(
                        "{path}, table {name}: there is no column {heading}.",
                        path=self.path,
                        name=name,
                        heading=heading,
                    )
                )
            current_cells = table.columns[position]
            cells: list[Any] = [line[number] if number < len(line) else None for line in lines]
            current = [*current_cells[: len(cells)], *[None] * (len(cells) - len(current_cells))]
            column = table.column_number(position)
            differs = [old != new and not (is_blank(old) and is_blank(new)) for old, new in zip(current, cells)]
            for is_run, run in groupby(range(len(cells)), differs.__getitem__):
                if is_run:
                    first, *following = run
                    values = cells[first : first + 1 + len(following)]
                    yield CellBlock(table.sheet, table.row_number(first), column, (values,), table=name)


def _log_rows(replay: Replay, visibility: Sequence[str]) -> Mapping[str, list[dict[str, Any]]]:
    from xladdin.languages import BYE
    from xladdin.model import GameKind, format_results

    log, schema = replay.log, replay.log.system.log_schema
    names = [player.name for player in log.players]
    players = [
        {
            "player": player.name,
            **{key: value for key, value in player._asdict().items() if key not in ("name", "best_before")},
            "start_results": format_results(player.start_results),
            "web": word,
        }
        for player, word in zip(log.players, visibility)
    ]
    events = [
        {"event": event.name, **{key: value for key, value in event._asdict().items() if key != "name"}}
        for event in log.events
    ]
    adjustments: list[dict[str, Any]] = [
        {
            "date": adjustment.date,
            "player": None if adjustment.player is None else names[adjustment.player],
            "points": adjustment.points,
        }
        for adjustment in log.adjustments
    ]
    changes_by_row = zip(
        *(replay.rated_columns[heading] for pair in zip(schema.ratings, schema.changes) for heading in pair)
    )
    rows: list[tuple[object, ...]]
    if not schema.is_paired:
        placings = zip(log.placings.row, log.placings.event, log.placings.player, log.placings.place, changes_by_row)
        rows = [
            (row, log.events[event].name, names[player], place, *changes)
            for row, event, player, place, changes in placings
        ]
        return {
            "players": players, "events": events, "adjustments": adjustments,
            "results": _as_dicts(("row", "event", "player", "place", "rating", "change"), rows),
        }  # fmt: skip
    games = log.games
    sides = zip(games.player1, games.score1, games.player2, games.score2)
    rows = [
        (
            row,
            day,
            names[first],
            score1,
            names[second],
            score2,
            (None, names[first], names[second])[double],
            None,
            *changes,
        )
        for row, day, (first, score1, second, score2), double, changes in zip(
            games.row, games.date, sides, games.double, changes_by_row
        )
    ]
    for game in log.unrated:
        opponent, scores = str(BYE) if game.player2 is None else names[game.player2], (game.score1, game.score2)
        score1, score2 = (None, None) if game.kind is GameKind.BYE else scores
        cells = game.row, game.date, names[game.player1], score1, opponent, score2, None, game.kind.value
        rows.append((*cells, None, None, None, None))
    return {"players": players, "games": _as_dicts(GAME_KEYS, rows), "adjustments": adjustments}


GAME_KEYS = (
    "row", "date", "player1", "score1", "player2", "score2", "double", "kind", "rating1", "change1", "rating2",
    "change2",
)  # fmt: skip


def _as_dicts(keys: Sequence[str], rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return rows as dicts, sorted by the row of the table."""
    rows.sort(key=lambda row: row[0])
    return [dict(zip(keys, row)) for row in rows]


def _lines(section: Section, context: ReportContext) -> Iterator[dict[str, object]]:
    for group in section.groups_of(context):
        for row in group.rows:
            if row.line is not None:
                columns = section.columns.items()
                yield {key: column.value_of(row.line) for key, column in columns if column.value is not None}


def open_workbook(path: str | Path, today: date | None = None) -> Workbook:
    """Open a workbook. Its rows are validated, and its games rated, on first access to the ratings, log or reports.

    Args:
        path: The file.
        today: The latest valid date of a game, until which adjustments count. By default it is that of the clock.

    Raises:
        WorkbookError: The file cannot be read, or is not a workbook.
    """
    return Workbook(Path(path), today or datetime.now().date())


def recalculate(path: str | Path, *, dry_run: bool = False) -> RecalcResult:
    """Recalculate all ratings of a workbook and save it, after saving a dated copy of the file.

    If rows are wrong, the result has them in `problems`, and only Notes and Start are written. With `dry_run`, nothing
    is saved.

    Raises:
        WorkbookError: The file cannot be read or written, is open elsewhere, or is not a club workbook of this version.
    """
    from xladdin.hosts.file_commands import check_file, recalculate_file

    if dry_run:
        return check_file(Path(path), datetime.now(), _log.info)
    return recalculate_file(Path(path), None, datetime.now(), _log.info)


def publish(path: str | Path, folder: str | Path | None = None) -> Published:
    """Write the web page of a recalculated workbook into a folder, by default the one on the sheet Rules.

    Names of players are displayed as the sheet Rules says, or as initials if the club has not chosen.

    Raises:
        InvalidRowsError: Rows are wrong.
        WorkbookError: The workbook is not recalculated, or the folder has the page of another club or other files.
    """
    from xladdin.hosts.publishing import publish_file

    return publish_file(Path(path), None if folder is None else Path(folder), datetime.now(), _log.info)
