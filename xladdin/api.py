"""The public API: `import xladdin` offers what its `__all__` names, and everything else is private.

Tables go in and out as lists of rows, the headings first, as a worksheet function takes them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xladdin.errors import InvalidRowsError as InvalidRowsError
from xladdin.errors import WorkbookError as WorkbookError
from xladdin.errors import XladdinError as XladdinError
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem

if TYPE_CHECKING:
    from xladdin.cells import Number
    from xladdin.files.club_file import ClubFile
    from xladdin.replay import Replay
    from xladdin.reports.context import ReportContext
    from xladdin.reports.report import Section
    from xladdin.web_pages.page_folder import Published
    from xladdin.workbook.recalc_result import RecalcResult

_log = logging.getLogger("xladdin")

# A table: its headings, and a list of cells for each row.
Rows = list[list[object]]


class Standing(NamedTuple):
    """A line of a ratings list. The rank of a player who is not ranked is None."""

    rank: int | None
    player: str
    rating: Number
    games: int


@dataclass(frozen=True)
class Ratings:
    """The ratings after the last game, best first, and the changes of each row of the games.

    `changes` has, for each row below the headings, the ratings before it and the changes by the headings of the
    workbook: Rating 1, Change 1, Rating 2, Change 2 in Scrabble. A value is None where the row is not rated.
    """

    standings: Sequence[Standing]
    changes: Sequence[Mapping[str, Number | None]]


def system(key: str) -> RatingSystem:
    """Return a rating system by its key: its rule as functions, its printed settings and tables as attributes.

    Raises:
        XladdinError: there is no system of that key. The message names the keys.
    """
    return system_named(key)


def rate(
    key: str,
    players: Sequence[Sequence[object]],
    games: Sequence[Sequence[object]],
    extra: Sequence[Sequence[object]] | None = None,
    rules: Sequence[Sequence[object]] | None = None,
) -> Ratings:
    """Rate all games from the first on.

    Args:
        key: the key of the rating system.
        players: the table Players, its headings first. Columns that are missing count as blank.
        games: the table Games, or of tournaments the table Results.
        extra: of tournaments the table Events, of a camp the table Groups, else the table Adjustments if there is one.
        rules: the rows of the sheet Rules where the club has rules of its own. The system `bands` needs them.

    Raises:
        XladdinError: a row is wrong. The message names the table, the row, the column and the value.
    """
    from xladdin.functions.evaluation import table_range
    from xladdin.functions.ranges import replay_ranges, system_with_rules

    tables = [None if table is None else table_range(table) for table in (players, games, extra, rules)]
    player_range, game_range, extra_range, rule_range = tables
    assert player_range is not None and game_range is not None
    replay = replay_ranges(system_with_rules(system_named(key), rule_range), player_range, game_range, extra_range)
    return ratings_of(replay)


def ratings_of(replay: Replay) -> Ratings:
    """Return the standings and changes of a replay."""
    names = [player.name for player in replay.log.players]
    lines = [Standing(line.rank, names[line.player], line.rating, line.games) for line in replay.ranking()]
    headings = replay.log.system.log_schema.spilled
    columns = [replay.by_row(heading) for heading in headings]
    return Ratings(lines, [dict(zip(headings, row)) for row in zip(*columns)])


class Workbook:
    """A club workbook as it is in its file. Nothing is written. The ratings are computed, not read from the file.

    Attributes:
        path: the file.
        title: the club's title, as on its sheets.
        system: the rating system with the club's own rules.
    """

    def __init__(self, path: Path, file: ClubFile, replay: Replay, context: ReportContext, title: str) -> None:
        self.path, self.title, self.system = path, title, replay.log.system
        self._file, self._replay, self._context = file, replay, context

    @cached_property
    def tables(self) -> Mapping[str, Rows]:
        """Every table of the workbook by its name, the headings first, without blank rows at the end."""
        from xladdin.cells import filled_rows, whole

        return {
            name: [
                list(table.headings),
                *(
                    [whole(cell) if isinstance(cell, float) else cell for cell in row]
                    for row in filled_rows(table.columns)
                ),
            ]
            for name, table in self._file.tables.items()
        }

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings and changes that a recalculation gives now."""
        return ratings_of(self._replay)

    @cached_property
    def reports(self) -> Mapping[str, list[list[dict[str, object]]]]:
        """The reports by the name of their sheet. Each is a list of tables, and a table has a dict for each line.

        The keys of a line are those of the columns in the report's description and the same in every language.
        """
        from xladdin.reports import reports_of

        return {
            report.name: [list(_lines(section, self._context)) for section in report.sections]
            for report in reports_of(self.system)
        }


def _lines(section: Section, context: ReportContext) -> Iterator[dict[str, object]]:
    for group in section.groups_of(context):
        for row in group.rows:
            if row.line is not None:
                columns = section.columns.items()
                yield {key: column.value_of(row.line) for key, column in columns if column.value is not None}


def open_workbook(path: str | Path) -> Workbook:
    """Read a club workbook, check every row and rate every game.

    Raises:
        InvalidRowsError: rows are wrong. `problems` has the sheet, row, column, value and message of each.
        WorkbookError: the file cannot be read, or is no club workbook of this version.
    """
    from xladdin.cells import cell_text
    from xladdin.files.club_file import open_club_file
    from xladdin.workbook.schema import TITLE_NAME
    from xladdin.workbook.validation import validate_workbook

    today = datetime.now().date()
    file = open_club_file(Path(path))
    context = validate_workbook(file, today).replay(today)
    title = cell_text(file.names.get(TITLE_NAME)).strip() or context.system.title
    return Workbook(Path(path), file, context.replay, context, title)


def recalculate(path: str | Path, *, dry_run: bool = False) -> RecalcResult:
    """Recalculate every rating of a workbook and save it, with a dated copy of how it was.

    It is all or nothing. Where rows are wrong, the result names them in `problems`, only Notes and Start are written,
    and every rating stays as it was. `dry_run` does the same without saving.

    Raises:
        WorkbookError: the file cannot be read or written, is open elsewhere, or is no club workbook of this version.
    """
    from xladdin.hosts.file_commands import check_file, recalculate_file

    if dry_run:
        return check_file(Path(path), datetime.now(), _log.info)
    return recalculate_file(Path(path), None, datetime.now(), _log.info)


def publish(path: str | Path, folder: str | Path | None = None) -> Published:
    """Write the web page of a recalculated workbook into a folder, by default the one that its sheet Rules names.

    Players are shown as Rules says, and by initials while nobody has chosen.

    Raises:
        InvalidRowsError: rows are wrong.
        WorkbookError: the workbook is not recalculated, or the folder holds another club's page or other files.
    """
    from xladdin.hosts.publishing import publish_file

    return publish_file(Path(path), None if folder is None else Path(folder), datetime.now(), _log.info)
