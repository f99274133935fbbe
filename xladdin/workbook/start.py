"""What a recalculation writes on Start, also while rows need fixing, and which sheets it shows or hides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from xladdin.cells import CellBlock, CellTable, CellValue, ClubBook, cell_text, is_blank
from xladdin.errors import Diagnostic, count_wrong_rows, list_problems
from xladdin.game_log import FACTS, SEASONS
from xladdin.languages import Language
from xladdin.messages import Message, msg, ngettext
from xladdin.replay import Replay
from xladdin.reports import reports_of
from xladdin.reports.context import ReportContext
from xladdin.reports.records import (
    BIGGEST_GAIN,
    BIGGEST_UPSET,
    BIGGEST_WIN,
    HIGH_GAME,
    RecordLine,
    game_records,
    high_game,
)
from xladdin.reports.review import ReviewLine
from xladdin.reports.season import highest_in_words
from xladdin.reports.standings import biggest_gain
from xladdin.reports.wording import called, count_players, count_rows
from xladdin.statistics import Statistics
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook.differences import diff_columns, diff_named_cells, diff_named_rows
from xladdin.workbook.recalc_result import RecalcResult
from xladdin.workbook.report_sheets.filled import FilledSheets, sheet_reports
from xladdin.workbook.schema import (
    ADJUSTMENTS,
    ALIASES,
    AS_OF_NAME,
    HOW_NAME,
    JOURNAL,
    KNOWN_REPORTS_NAME,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    PAST_SEASONS,
    RECALCULATED_NAME,
    REVIEW,
    REVIEW_TABLE,
    SEASON_REPORT,
    SEPARATOR,
    SYSTEM_NAME,
    language_of,
    sheets_of,
    start_cell,
    tables_of,
)
from xladdin.workbook.status import (
    OUT_OF_DATE,
    STATE_NAME,
    ListStatus,
    as_of,
    diff_status,
    diff_table_status,
    left_alone_keys,
    list_invalid_rows,
    next_step,
    rejected_state,
)

EMPTY_NAME = start_cell("empty sheets")
"""The name of the hidden cell on Start with the sheets that the last recalculation found empty."""
HIDDEN_NAME = start_cell("hidden sheets")
"""The name of the cell on Start that names the hidden ones."""
TABLES = {
    ADJUSTMENTS.name: (ADJUSTMENTS.name,),
    ALIASES.name: (ALIASES.name,),
    PAST_SEASONS: (SEASONS, FACTS),
}
"""The tables whose rows a sheet holds."""
HIDDEN_SHEETS = msg("Hidden while empty: {sheets}. To show one, right-click any tab and choose Unhide.")


class Visibility(NamedTuple):
    """What a recalculation changes: whether a sheet is shown, by its present name, and cells of Start by their name."""

    changes: Mapping[str, bool]
    cells: Mapping[str, CellValue]


def sheets_hidden_while_empty(system: RatingSystem) -> list[str]:
    """Return the names of these sheets in the order of the workbook."""
    known = (*TABLES, REVIEW, JOURNAL, SEASON_REPORT)
    return [sheet for sheet in sheets_of(system) if sheet in known]


def update_visibility(
    workbook: ClubBook,
    system: RatingSystem,
    reports: Mapping[str, str | None],
    filled: Collection[str],
    language: Language,
) -> Visibility:
    """Return which sheets are shown or hidden now.

    `reports` has the present name of the sheet of each report, or None if the club has deleted it. `filled` are the
    reports that hold something, and Review if a row is to be reviewed.
    """
    empty_before = cell_text(workbook.names.get(EMPTY_NAME)).split(SEPARATOR)
    visible = set(workbook.shown_sheets)
    changes: dict[str, bool] = {}
    empty, hidden = [], []
    for name, sheet in _present_sheets(workbook, system, reports):
        is_empty = name not in filled and not (name in TABLES and _is_filled(workbook, TABLES[name]))
        if is_empty:
            empty.append(name)
            if name == REVIEW and name not in empty_before and sheet in visible:
                changes[sheet] = False
        elif name in empty_before and sheet not in visible:
            changes[sheet] = True
        if is_empty and not changes.get(sheet, sheet in visible):
            hidden.append(sheet)
    return Visibility(
        changes, {EMPTY_NAME: SEPARATOR.join(empty), HIDDEN_NAME: describe_hidden_sheets(hidden, language)}
    )


def describe_hidden_sheets(sheets: Sequence[str], language: Language) -> str | None:
    """Return the line of Start that names the hidden sheets, or None if there are none."""
    return language.render(HIDDEN_SHEETS.with_values(sheets=", ".join(sheets))) if sheets else None


def _present_sheets(
    workbook: ClubBook, system: RatingSystem, reports: Mapping[str, str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the template's name and the present name of each sheet that is hidden while empty."""
    for name in sheets_hidden_while_empty(system):
        if name in reports:
            sheet = reports[name]
        else:
            own = (REVIEW_TABLE,) if name == REVIEW else TABLES[name]
            sheet = next((workbook.tables[table].sheet for table in own if table in workbook.tables), None)
        if sheet:
            yield name, sheet


def _is_filled(workbook: ClubBook, tables: Collection[str]) -> bool:
    columns = (column for table in tables if table in workbook.tables for column in workbook.tables[table].columns)
    return not all(is_blank(cell) for column in columns for cell in set(column))


FACTS_NAME = start_cell("facts")
"""The cell with the club in a line."""
EVENING_TITLE_NAME, EVENING_NAME, TOP_NAME = start_cell("evening title"), start_cell("evening"), start_cell("top")
"""The upper left cells of blocks: the last evening as label and words, and the top of the list as rank, player, rating
and change."""
EVENING_LINES, TOP_PLAYERS = 5, 5


HIGHEST_NAMED = 3
"""The most players with the high game that a line of Start has room for."""


def describe_club(statistics: Statistics, language: Language) -> str:
    """Return the club in a line: its players, and what was played since when."""
    log = statistics.replay.log
    players = language.render(count_players(len(log.players)))
    if not log.sessions:
        return language.render(msg("Club ratings · {players}", players=players))
    rows = language.render(count_rows(log.system.log_schema, statistics.lifetime.games_played))
    day = language.full_day(min(log.sessions))
    line = language.render(msg("Club ratings · {players}, {rows} since {day}", players=players, rows=rows, day=day))
    top = next((line.rating for line in statistics.replay.ranking() if line.rank is not None), None)
    if top is None or log.system.top_rating is None:
        return line
    return language.render(msg("{line} · highest rating {words}", line=line, words=highest_in_words(log.system, top)))


def session_title(replay: Replay, language: Language) -> str:
    """Return the title above its lines."""
    session, day = replay.last_session, replay.last_date
    if day is None:
        return language.render(called(replay.log.system, msg("Last evening")))
    if session and session[0].event:
        return session[0].event
    return language.render(called(replay.log.system, msg("Last evening: {day}")).with_values(day=language.day(day)))


def session_lines(context: ReportContext) -> Iterator[tuple[Message, str]]:
    """Yield the last session in five lines at the most, each a label and its words."""
    replay, session, language = context.replay, context.statistics.session, context.language
    if replay.last_date is None:
        return
    if not context.system.log_schema.is_paired:
        first = replay.last_session[0]
        yield msg("Results"), language.render(count_rows(context.system.log_schema, first.stop - first.start))
    else:
        players = language.render(count_players(len(session.players)))
        yield (
            msg("Games"),
            language.render(msg("{games}, by {players}", games=language.number(session.games_played), players=players)),
        )
        best = {lines[0].record: lines[0] for lines in game_records(session, most=1) if lines}
        if HIGH_GAME in best:
            score, scorers = high_game(session)
            named, more = ", ".join(scorers[:HIGHEST_NAMED]), len(scorers) - HIGHEST_NAMED
            names = language.render(msg("{names} and {number} more", names=named, number=more)) if more > 0 else named
            yield HIGH_GAME, f"{names} {score:g}"
        yield from _record_line(BIGGEST_WIN, best, msg("{player} by {value} over {opponent}"), language)
        yield from _record_line(BIGGEST_UPSET, best, msg("{player} beat {opponent} ({value} up)"), language)
    if line := biggest_gain(context.standings):
        change, rating = (language.rating(round(value, 2), 0) for value in (line.change or 0, float(line.new)))
        words = language.render(
            msg("{player} ▲ {change}, to {rating}", player=line.player, change=change, rating=rating)
        )
        yield BIGGEST_GAIN, words


def _record_line(
    record: Message, best: Mapping[Message | None, RecordLine], words: Message, language: Language
) -> Iterator[tuple[Message, str]]:
    if record in best:
        line = best[record]
        yield (
            record,
            language.render(words.with_values(player=line.player, value=f"{line.value:g}", opponent=line.opponent)),
        )


@dataclass(frozen=True)
class StartUpdate:
    """What Start, and the titles of the report sheets, say after a recalculation that found every row right.

    `rated` says what was rated, is to be reviewed and was not read, a line each. `finish_hint` says how
    to bring the lists up to date.
    """

    workbook: ClubBook
    context: ReportContext
    sheets: FilledSheets
    rated: Sequence[Message]
    to_review: Sequence[ReviewLine]
    has_journal: bool
    now: datetime
    finish_hint: str

    @cached_property
    def messages(self) -> Sequence[Message]:
        """What was rated, which sheets are new, and which were not updated and why."""
        added = (msg("{sheet} is new in this version of xladdin, and was added.", sheet=sheet) for sheet in self._added)
        return [*self.rated, *added, *self.sheets.updates.left_alone.values()]

    @cached_property
    def visibility(self) -> Visibility:
        """The sheets that are shown or hidden now."""
        has_journal = self.has_journal and self.sheets.places.get(JOURNAL) not in self.sheets.updates.left_alone
        filled = {*self.sheets.filled, *([REVIEW] if self.to_review else []), *([JOURNAL] if has_journal else [])}
        return update_visibility(self.workbook, self.context.system, self.sheets.places, filled, self.context.language)

    def changed_cells(self) -> Iterator[CellBlock]:
        """Yield the cells of Start that differ, but for the time."""
        values: dict[str, CellValue] = {OUTCOME_NAME: self._outcome, LEFT_ALONE_NAME: self._left_alone}
        values |= self.sheets.names
        values |= self.visibility.cells
        values[KNOWN_REPORTS_NAME] = SEPARATOR.join([*self._known, *self._added])
        if self.finish_hint:
            values[HOW_NAME] = self.context.language.render_text(self.finish_hint)
        language = self.context.language
        values |= {STATE_NAME: self._state, FACTS_NAME: describe_club(self.context.statistics, language)}
        values[EVENING_TITLE_NAME] = session_title(self.context.replay, language)
        yield from diff_named_cells(self.workbook, values)
        session = [(language.render(label), text) for label, text in session_lines(self.context)]
        yield from diff_named_rows(
            self.workbook, EVENING_NAME, session[:EVENING_LINES] or [(None, None)], EVENING_LINES
        )
        top = [
            (line.rank, line.player, line.new, line.change) for line in self.context.standings if line.rank is not None
        ]
        yield from diff_named_rows(self.workbook, TOP_NAME, top[:TOP_PLAYERS], TOP_PLAYERS)
        yield from list_invalid_rows(self.workbook, [], language)

    def stamp(self) -> Iterator[CellBlock]:
        """Yield the cells with the time, which are written only if anything has changed, and all that repeats it."""
        language = self.context.language
        moment, since = language.moment(self.now), as_of(self.context.statistics, self.now, language)
        yield from diff_named_cells(self.workbook, {RECALCULATED_NAME: moment, AS_OF_NAME: since})
        status = ListStatus(self._state, since, moment, self._outcome, self._left_alone, len(self.to_review))
        yield from diff_status(self.workbook, sheet_reports(self.context.system), status)

    @cached_property
    def _known(self) -> Sequence[str]:
        """The reports that the workbook has had a sheet for. The club may have deleted it since."""
        return cell_text(self.workbook.names.get(KNOWN_REPORTS_NAME)).split(SEPARATOR)

    @cached_property
    def _added(self) -> Sequence[str]:
        """The reports whose sheets have been added. The next run on the file adds what a host without files cannot."""
        if not any(self._known):  # a workbook of before that has no such cell
            return []
        names = [report.name for report in reports_of(self.context.system)]
        return [name for name in names if name not in self._known and self.sheets.places[name] is not None]

    @cached_property
    def _outcome(self) -> str:
        lines = [*self.rated, *self.sheets.updates.left_alone.values()]
        return "\n".join(map(self.context.language.render, lines))

    @cached_property
    def _left_alone(self) -> str:
        return left_alone_keys(self.workbook, sheet_reports(self.context.system), self.sheets.updates.left_alone)

    @cached_property
    def _state(self) -> str:
        return next_step(self.context.replay, self.sheets.tables, self.context.language)


PROBLEMS_ON_START = 10
"""Start has this many lines of rows to fix. All rows have their Notes."""


def rejected_result(
    workbook: ClubBook, problems: Sequence[Diagnostic], log_notes: Mapping[int, Message], now: datetime
) -> RecalcResult:
    """Return Notes on the wrong rows, their number above the tables, and a summary on Start.

    `log_notes` are those found before for rows of the log, by row. `now` is the clock, which dates Start.
    """
    from xladdin.systems import SYSTEMS  # all of them, which a workbook without a wrong row does not need

    language = language_of(workbook)
    logs = {system.log_schema.table for system in SYSTEMS.values()}
    notes = {
        table.name: _notes(table, problems, log_notes if table.name in logs else {}, language)
        for table in _input_tables(workbook, SYSTEMS.values())
    }
    blocks = [block for name in notes for block in diff_columns(workbook.tables[name], {"Note": notes[name]}, {})]
    messages = _messages(problems)
    outcome = language.render(messages[0])
    state = rejected_state(problems, language)
    blocks.extend(diff_named_cells(workbook, {OUTCOME_NAME: outcome, STATE_NAME: state}))
    blocks.extend(list_invalid_rows(workbook, problems, language))
    if blocks:
        moment = language.moment(now)
        blocks.extend(diff_named_cells(workbook, {RECALCULATED_NAME: moment}))
        since = workbook.names.get(AS_OF_NAME)
        since = f"{since}{language.render_text(OUT_OF_DATE)}" if since else language.render_text(NOT_YET)
        system = system_named(cell_text(workbook.names[SYSTEM_NAME]))
        blocks.extend(diff_status(workbook, sheet_reports(system), ListStatus(state, since, moment, outcome)))
        blocks.extend(diff_table_status(workbook, system, problems))
    return RecalcResult(problems, blocks, [], None, messages)


def _input_tables(workbook: ClubBook, systems: Iterable[RatingSystem]) -> Iterator[CellTable]:
    """Yield the input tables of any system. Others may have Notes of the club's own."""
    names = dict.fromkeys(name for system in systems for name in tables_of(system))
    for table in (workbook.tables[name] for name in names if name in workbook.tables):
        if len(table.alike("Note")) == 1:
            yield table


def _notes(
    table: CellTable, problems: Sequence[Diagnostic], log_notes: Mapping[int, Message], language: Language
) -> list[CellValue]:
    """Return the Note of each row of a table: what is wrong with the row, and then that of the log.

    A row turns red by the heading at the beginning of its Note.
    """
    notes: dict[int, str] = {}
    for problem in problems:
        if problem.table == table.name and problem.row > table.row:
            row = problem.row - table.row - 1
            message = f"{language.render(problem.heading)}: {language.render(_short(problem.message))}"
            notes[row] = f"{notes[row]}{language.semicolon}{message}" if row in notes else message
    for row, note in log_notes.items():
        text = language.render(note)
        notes[row] = f"{notes[row]}{language.semicolon}{text}" if row in notes else text
    return [notes.get(row) for row in range(table.rows)]


def _short(message: Message) -> Message:
    """Return the question alone where a name is like another: a laptop shows that whole, and Start the message."""
    suggestion = message.values.get("suggestion")
    return msg("did you mean {name}?", name=suggestion) if suggestion else message


def _messages(problems: Sequence[Diagnostic]) -> list[Message]:
    lines = list_problems(problems)
    more = sum(line.problems for line in lines[PROBLEMS_ON_START:])
    return [
        ngettext(
            "{n:,} row to fix; nothing was rated.", "{n:,} rows to fix; nothing was rated.", count_wrong_rows(problems)
        ),
        *(line.text for line in lines[:PROBLEMS_ON_START]),
        *([msg("... and {more} more, see the Notes.", more=more)] if more else []),
    ]
