"""Read which session and season the report sheets show. Users choose them in cells with lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

from xladdin.cells import Area, CellValue, ClubWorkbook, cell_text, format_area_name, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError, NotFoundError, XladdinError
from xladdin.game_log import GameLog
from xladdin.game_log.parsing import make_date_reader
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.replay import find_season, format_season
from xladdin.reports.report import SHOW_PLAYER, SHOW_SEASON, SHOW_SESSION, SHOW_YEAR
from xladdin.workbook.schema import format_text_literal

# The defined names of the first cells of the lists of sessions and seasons, the latest first.
SESSION_LIST, SEASON_LIST = "choice_lists", format_area_name("choice_lists", 2)
MAX_CHOICES = 5000
# The text displayed for a blank choice.
LATEST_TEXT = msg("the last")
T = TypeVar("T")


class ReportSelection(NamedTuple):
    """The session and the seasons that the report sheets show. None means the latest.

    Attributes:
        session: Date of the session.
        event: Name of the event of that session, or "".
        player: Name chosen on the sheet Player, or "" for the first of the list.
        season: Year in which the season of the season reports began.
        year: Year in which the season at whose end the lists are shown began.
    """

    session: date | None = None
    event: str = ""
    player: str = ""
    season: int | None = None
    year: int | None = None


def build_selection_formula(name: str, language: Language) -> str:
    """Return the formula of the cell that displays a choice."""
    return f'IF({name}="",{format_text_literal(LATEST_TEXT, language)},{name})'


def read_selection(workbook: ClubWorkbook, log: GameLog) -> ReportSelection:
    """Read the choices of a workbook.

    Raises:
        InvalidRowsError: A cell names a session or season that does not exist.
    """
    problems: list[Diagnostic] = []

    def read(name: str, label: Message, parse: Callable[[object, GameLog], T]) -> T | None:
        cell, location = workbook.names.get(name), workbook.locate_name(name)
        if is_blank(cell) or location is None:
            return None
        try:
            return parse(cell, log)
        except XladdinError as error:
            sheet, row, _ = location
            problems.append(Diagnostic(sheet, sheet, row, label, cell_text(cell), error.message, error.excel_error))
            return None

    session = read(SHOW_SESSION, msg("Show session of"), _read_session)
    season = read(SHOW_SEASON, msg("Show season of"), _read_season)
    year = read(SHOW_YEAR, msg("List as of the end of"), _read_season)
    if problems:
        raise InvalidRowsError(problems)
    day, event = session or (None, "")
    return ReportSelection(day, event, cell_text(workbook.names.get(SHOW_PLAYER)), season, year)


def _read_session(cell: object, log: GameLog) -> tuple[date, str]:
    """Return the date of the session that a cell names, and its event or ""."""
    if not log.system.log_schema.is_paired:
        for period in log.periods:
            if name_key(period.event) == name_key(cell_text(cell)):
                return period.date, period.event
        raise NotFoundError(
            msg("no event with results has this name; choose one from the list, or leave the cell blank for the last")
        )
    day = make_date_reader(None)(cell)
    if day not in log.sessions:
        raise NotFoundError(
            msg("there was no session on that day; choose one from the list, or leave the cell blank for the last")
        )
    return day, ""


def _read_season(cell: object, log: GameLog) -> int:
    month = log.system.season_month
    seasons = {name_key(str(form)): year for year in _list_seasons(log) for form in (year, format_season(year, month))}
    try:
        return seasons[name_key(cell_text(cell))]
    except KeyError:
        raise NotFoundError(
            msg("nothing was played then; choose from the list, or leave the cell blank for the last")
        ) from None


def _list_seasons(log: GameLog) -> list[int]:
    """Return the years in which the seasons with games began, the latest first."""
    return sorted({find_season(day, log.system.season_month) for day in log.sessions}, reverse=True)


def find_season_end(season: int, first_month: int) -> date:
    """Return the last day of the season that began in a year."""
    return date(season + 1, first_month, 1) - timedelta(days=1)


def build_selection_lists(workbook: ClubWorkbook, log: GameLog) -> Iterator[Area]:
    """Yield the areas with the lists of choices."""
    month = log.system.season_month
    seasons: list[CellValue] = [year if month == 1 else format_season(year, month) for year in _list_seasons(log)]
    sessions: list[CellValue] = list(log.sessions[::-1]) if log.system.log_schema.is_paired else []
    for name, values in ((SESSION_LIST, sessions), (SEASON_LIST, seasons)):
        location = workbook.locate_name(name)
        if location is not None:
            sheet, row, column = location
            yield Area(sheet, row, column, 1, [(value,) for value in values[:MAX_CHOICES]])
