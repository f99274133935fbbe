"""Build the sheet Start of a new workbook, and update it at each recalculation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from xladdin.cells import CellBlock, CellTable, CellValue, ClubWorkbook, cell_text, column_letters, format_area_name
from xladdin.errors import Diagnostic, count_wrong_rows, list_problems
from xladdin.languages import Language
from xladdin.messages import Message, msg, ngettext
from xladdin.replay import Replay
from xladdin.reports import list_report_names
from xladdin.reports.context import ReportContext, find_biggest_gain
from xladdin.reports.records import (
    BIGGEST_GAIN,
    BIGGEST_UPSET,
    BIGGEST_WIN,
    HIGH_GAME,
    RecordLine,
    find_game_records,
    find_high_game,
)
from xladdin.reports.review import ReviewLine
from xladdin.reports.season import describe_highest_rating
from xladdin.reports.wording import adapt_to_occasion, count_players, count_rows
from xladdin.statistics import Statistics
from xladdin.systems import find_system
from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.differences import diff_columns, diff_named_cells, diff_named_rows
from xladdin.workbook.journal import CHANGED_NAME, DIGEST_NAME, build_changed_formula
from xladdin.workbook.recalc_result import RecalcResult
from xladdin.workbook.report_sheets.rendering import RenderedSheets, list_sheet_reports
from xladdin.workbook.rules_sheet import build_edited_rules_formula
from xladdin.workbook.schema import (
    ARROW,
    AS_OF_NAME,
    CALCULATOR,
    CLUB_ID_NAME,
    DATE_SYSTEM_NAME,
    FINISH_BY_BUTTON,
    FINISH_BY_COMMAND,
    FINISH_HINT_NAME,
    FORMAT_VERSION,
    FORMAT_VERSION_NAME,
    JOURNAL,
    KNOWN_REPORTS_NAME,
    NOT_RECALCULATED,
    NOT_UPDATED_NAME,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    REVIEW,
    SCOREBOARD,
    SEPARATOR,
    STANDINGS,
    START,
    SYSTEM_NAME,
    WRONG_MARK,
    ColumnType,
    format_text_literal,
    list_input_tables,
    name_start_cell,
    read_language,
)
from xladdin.workbook.sheets import (
    EMPTY_SHEETS_NAME,
    HIDDEN_SHEETS_NAME,
    Visibility,
    describe_hidden_sheets,
    update_visibility,
)
from xladdin.workbook.status import (
    BEGIN,
    DETAIL_NAME,
    HINT,
    INVALID_COUNT_NAME,
    INVALID_LINKS_NAME,
    INVALID_ROWS_NAME,
    INVALID_TEXTS_NAME,
    LABEL_LETTER,
    LISTED_ROWS,
    OUT_OF_DATE,
    REVIEW_NAME,
    STATE_NAME,
    STATUS_NAME,
    TARGET_LETTER,
    ListStatus,
    build_detail_formula,
    build_invalid_row_formulas,
    build_invalid_rows_formula,
    build_more_rows_formula,
    build_review_formula,
    build_status_formula,
    describe_as_of,
    describe_next_step,
    describe_rejected_state,
    diff_status,
    diff_table_status,
    list_invalid_rows,
    list_not_updated_keys,
)
from xladdin.workbook.styles import get_sheet_language, name_cells, set_up_printing, write, write_formula, write_title

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.vba import Button

# The cell with the summary of the club.
SUMMARY_NAME = name_start_cell("facts")
# The top left cells of blocks: the lines about the last session, and the top of the ratings list with rank, player,
# rating and change.
EVENING_TITLE_NAME = name_start_cell("evening title")
EVENING_NAME = name_start_cell("evening")
TOP_NAME = name_start_cell("top")
EVENING_LINES, TOP_PLAYERS = 5, 5
# The most players with the high game whose names fit into a line of Start.
MAX_NAMED_SCORERS = 3


def describe_club(statistics: Statistics, language: Language) -> str:
    """Return the summary of the club: its players, its games, and the date of the first one."""
    log = statistics.replay.log
    players = language.render(count_players(len(log.players)))
    if not log.sessions:
        return language.render(msg("Club ratings · {players}", players=players))
    rows = language.render(count_rows(log.system.log_schema, statistics.lifetime.games_played))
    day = language.format_full_date(min(log.sessions))
    line = language.render(msg("Club ratings · {players}, {rows} since {day}", players=players, rows=rows, day=day))
    top = next((line.rating for line in statistics.replay.ranking() if line.rank is not None), None)
    if top is None or log.system.top_rating is None:
        return line
    return language.render(
        msg("{line} · highest rating {words}", line=line, words=describe_highest_rating(log.system, top))
    )


def describe_session_title(replay: Replay, language: Language) -> str:
    """Return the title above the lines about the last session."""
    session, day = replay.last_session, replay.last_date
    if day is None:
        return language.render(adapt_to_occasion(replay.log.system, msg("Last evening")))
    if session and session[0].event:
        return session[0].event
    return language.render(
        adapt_to_occasion(replay.log.system, msg("Last evening: {day}")).with_values(day=language.format_day(day))
    )


def describe_session(context: ReportContext) -> Iterator[tuple[Message, str]]:
    """Yield at most five lines about the last session, each a label and a text."""
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
            language.render(
                msg("{games}, by {players}", games=language.format_number(session.games_played), players=players)
            ),
        )
        records = {lines[0].record: lines[0] for lines in find_game_records(session, most=1) if lines}
        if HIGH_GAME in records:
            score, scorers = find_high_game(session)
            names, further_count = ", ".join(scorers[:MAX_NAMED_SCORERS]), len(scorers) - MAX_NAMED_SCORERS
            names = (
                language.render(msg("{names} and {number} more", names=names, number=further_count))
                if further_count > 0
                else names
            )
            yield HIGH_GAME, f"{names} {score:g}"
        yield from _describe_record(BIGGEST_WIN, records, msg("{player} by {value} over {opponent}"), language)
        yield from _describe_record(BIGGEST_UPSET, records, msg("{player} beat {opponent} ({value} higher)"), language)
    if line := find_biggest_gain(context.standings):
        change, rating = (language.format_rating(round(value, 2), 0) for value in (line.change or 0, float(line.new)))
        text = language.render(
            msg("{player} ▲ {change}, to {rating}", player=line.player, change=change, rating=rating)
        )
        yield BIGGEST_GAIN, text


def _describe_record(
    record: Message, records: Mapping[Message | None, RecordLine], template: Message, language: Language
) -> Iterator[tuple[Message, str]]:
    if record in records:
        line = records[record]
        yield (
            record,
            language.render(template.with_values(player=line.player, value=f"{line.value:g}", opponent=line.opponent)),
        )


@dataclass(eq=False, repr=False)
class StartUpdate:
    """The update of Start, and of the titles of report sheets, after a recalculation without problems.

    Attributes:
        workbook: The workbook.
        context: The input of the reports.
        sheets: The rendered report sheets.
        rated_messages: What was rated, what is to be reviewed, and what was not read, a line each.
        to_review: Rows to review.
        has_journal: Whether the Journal has lines.
        now: Time of the recalculation.
        finish_hint: How to recalculate this workbook, or "" to leave that cell unchanged.
    """

    workbook: ClubWorkbook
    context: ReportContext
    sheets: RenderedSheets
    rated_messages: Sequence[Message]
    to_review: Sequence[ReviewLine]
    has_journal: bool
    now: datetime
    finish_hint: str

    @cached_property
    def messages(self) -> Sequence[Message]:
        """What was rated, which sheets are new, and which were not updated and why."""
        added_messages = (
            msg("{sheet} was added; it is new in this version of xladdin.", sheet=sheet)
            for sheet in self._added_reports
        )
        return [*self.rated_messages, *added_messages, *self.sheets.updates.not_updated.values()]

    @cached_property
    def visibility(self) -> Visibility:
        """The sheets that become visible or hidden."""
        has_journal = self.has_journal and self.sheets.sheet_names.get(JOURNAL) not in self.sheets.updates.not_updated
        filled_reports = {
            *self.sheets.filled_reports,
            *([REVIEW] if self.to_review else []),
            *([JOURNAL] if has_journal else []),
        }
        return update_visibility(
            self.workbook, self.context.system, self.sheets.sheet_names, filled_reports, self.context.language
        )

    def diff_cells(self) -> Iterator[CellBlock]:
        """Yield blocks for the cells of Start that differ, except the time."""
        values: dict[str, CellValue] = {OUTCOME_NAME: self._outcome_text, NOT_UPDATED_NAME: self._not_updated_keys}
        values |= self.sheets.names
        values |= self.visibility.cells
        values[KNOWN_REPORTS_NAME] = SEPARATOR.join([*self._known_reports, *self._added_reports])
        if self.finish_hint:
            values[FINISH_HINT_NAME] = self.context.language.render_text(self.finish_hint)
        language = self.context.language
        values |= {STATE_NAME: self._next_step, SUMMARY_NAME: describe_club(self.context.statistics, language)}
        values[EVENING_TITLE_NAME] = describe_session_title(self.context.replay, language)
        yield from diff_named_cells(self.workbook, values)
        session = [(language.render(label), text) for label, text in describe_session(self.context)]
        yield from diff_named_rows(
            self.workbook, EVENING_NAME, session[:EVENING_LINES] or [(None, None)], EVENING_LINES
        )
        top = [
            (line.rank, line.player, line.new, line.change) for line in self.context.standings if line.rank is not None
        ]
        yield from diff_named_rows(self.workbook, TOP_NAME, top[:TOP_PLAYERS], TOP_PLAYERS)
        yield from list_invalid_rows(self.workbook, [], language)

    def diff_time_cells(self) -> Iterator[CellBlock]:
        """Yield blocks for the cells that show the time of the recalculation.

        They are written only if something else has changed.
        """
        language = self.context.language
        moment, as_of = language.format_moment(self.now), describe_as_of(self.context.statistics, self.now, language)
        yield from diff_named_cells(self.workbook, {RECALCULATED_NAME: moment, AS_OF_NAME: as_of})
        status = ListStatus(
            self._next_step, as_of, moment, self._outcome_text, self._not_updated_keys, len(self.to_review)
        )
        yield from diff_status(self.workbook, list_sheet_reports(self.context.system), status)

    @cached_property
    def _known_reports(self) -> Sequence[str]:
        """The reports for which the workbook has ever had a sheet, even if the club has deleted it."""
        return cell_text(self.workbook.names.get(KNOWN_REPORTS_NAME)).split(SEPARATOR)

    @cached_property
    def _added_reports(self) -> Sequence[str]:
        """The reports whose sheets are new. Only a host that writes files can add sheets."""
        if not any(self._known_reports):  # workbooks of earlier versions lack this cell
            return []
        names = list_report_names(self.context.system)
        return [name for name in names if name not in self._known_reports and self.sheets.sheet_names[name] is not None]

    @cached_property
    def _outcome_text(self) -> str:
        lines = [*self.rated_messages, *self.sheets.updates.not_updated.values()]
        return "\n".join(map(self.context.language.render, lines))

    @cached_property
    def _not_updated_keys(self) -> str:
        return list_not_updated_keys(
            self.workbook, list_sheet_reports(self.context.system), self.sheets.updates.not_updated
        )

    @cached_property
    def _next_step(self) -> str:
        return describe_next_step(self.context.replay, self.sheets.tables, self.context.language)


def build_rejected_result(
    workbook: ClubWorkbook, problems: Sequence[Diagnostic], log_notes: Mapping[int, Message], now: datetime
) -> RecalcResult:
    """Return the result for a workbook with rows to fix: their Notes, and the list of these rows on Start.

    Args:
        workbook: The workbook.
        problems: Diagnostics of the rows to fix.
        log_notes: Notes on other rows of the log, by row.
        now: Time of the recalculation.
    """
    from xladdin.systems import SYSTEMS  # imported here, since it takes time, and valid workbooks do not need it

    language = read_language(workbook)
    logs = {system.log_schema.table for system in SYSTEMS.values()}
    notes = {
        table.name: _build_notes(table, problems, log_notes if table.name in logs else {}, language)
        for table in _find_input_tables(workbook, SYSTEMS.values())
    }
    blocks = [block for name in notes for block in diff_columns(workbook.tables[name], {"Note": notes[name]}, {})]
    messages = _describe_problems(problems)
    outcome = language.render(messages[0])
    state = describe_rejected_state(problems, language)
    blocks.extend(diff_named_cells(workbook, {OUTCOME_NAME: outcome, STATE_NAME: state}))
    blocks.extend(list_invalid_rows(workbook, problems, language))
    if blocks:
        moment = language.format_moment(now)
        blocks.extend(diff_named_cells(workbook, {RECALCULATED_NAME: moment}))
        as_of = workbook.names.get(AS_OF_NAME)
        as_of = f"{as_of}{language.render_text(OUT_OF_DATE)}" if as_of else language.render_text(NOT_RECALCULATED)
        system = find_system(cell_text(workbook.names[SYSTEM_NAME]))
        blocks.extend(diff_status(workbook, list_sheet_reports(system), ListStatus(state, as_of, moment, outcome)))
        blocks.extend(diff_table_status(workbook, system, problems))
    return RecalcResult(problems, blocks, [], None, messages)


def _find_input_tables(workbook: ClubWorkbook, systems: Iterable[RatingSystem]) -> Iterator[CellTable]:
    """Yield the input tables of any of these systems that have a column Note.

    Other tables are the club's own, even if they have such a column.
    """
    names = dict.fromkeys(name for system in systems for name in list_input_tables(system))
    for table in (workbook.tables[name] for name in names if name in workbook.tables):
        if len(table.matching_positions("Note")) == 1:
            yield table


def _build_notes(
    table: CellTable, problems: Sequence[Diagnostic], log_notes: Mapping[int, Message], language: Language
) -> list[CellValue]:
    """Return the Note of each row of a table: its problems, and then the note of the log.

    `WRONG_MARK` at the beginning of a Note colours its row red.
    """
    notes: dict[int, str] = {}
    for problem in problems:
        if problem.table == table.name and problem.row > table.row:
            row = problem.row - table.row - 1
            text = language.render(_shorten_suggestion(problem.message))
            message = f"{language.render(problem.heading)}{language.colon}{text}"
            notes[row] = f"{notes[row]}{language.semicolon}{message}" if row in notes else f"{WRONG_MARK} {message}"
    for row, note in log_notes.items():
        text = language.render(note)
        notes[row] = f"{notes[row]}{language.semicolon}{text}" if row in notes else text
    return [notes.get(row) for row in range(table.rows)]


def _shorten_suggestion(message: Message) -> Message:
    """Return only the question of a message that suggests a similar name, since a Note shows few words.

    Start shows the whole message.
    """
    suggestion = message.values.get("suggestion")
    return msg("did you mean {name}?", name=suggestion) if suggestion else message


def _describe_problems(problems: Sequence[Diagnostic]) -> list[Message]:
    lines = list_problems(problems)
    further_count = sum(line.problem_count for line in lines[LISTED_ROWS:])
    return [
        ngettext(
            "{n:,} row to fix; nothing was rated.", "{n:,} rows to fix; nothing was rated.", count_wrong_rows(problems)
        ),
        *(line.text for line in lines[:LISTED_ROWS]),
        *([msg("... and {more} more: see column Note.", more=further_count)] if further_count else []),
    ]


COLUMN_WIDTHS = (2, 5, 43, 3, 19, 36, 3, 4, 29, 8, 10)
# The last column of the title band, and the last one that is visible on a laptop.
LAST_COLUMN, LAST_VISIBLE_COLUMN = "K", "J"
STATUS_ROW, DETAIL_ROW, REVIEW_ROW, HEAD_ROW, BUTTON_ROW = 4, 5, 6, 7, 14
HIDDEN_ROW, INVALID_ROW = BUTTON_ROW + 2, BUTTON_ROW + 3
# The rows of the hidden cells with the empty sheets, and with the reports that have a sheet.
EMPTY_ROW, KNOWN_ROW = 10, 11
FIRST_LINE = HEAD_ROW + 1
# Heights of rows [points].
LINE_HEIGHT, FINISH_HINT_HEIGHT = 27, 44
# The caption and the cells of each button of a workbook with macros, by its macro.
BUTTONS = {
    "Recalculate": (msg("Recalculate"), f"B{BUTTON_ROW}:C{BUTTON_ROW}"),
    "MakePDF": (msg("Make PDF"), f"E{BUTTON_ROW}:E{BUTTON_ROW}"),
    "ImportGames": (msg("Import games"), f"F{BUTTON_ROW}:F{BUTTON_ROW}"),
    "WebPage": (msg("Web page"), f"H{BUTTON_ROW}:I{BUTTON_ROW}"),
    "FinishEvening": (msg("Finish the evening"), f"J{BUTTON_ROW}:K{BUTTON_ROW}"),
}
# Height of the buttons [points].
BUTTON_HEIGHT = 30
# The cell that says what a computer needs for the buttons.
INSTALL_CELL = f"B{BUTTON_ROW + 1}"
RESULT_COLUMN, LIVE_COLUMN = 14, 15
# Hidden columns: the results of a recalculation, and formulas.
RESULT_LETTER, LIVE_LETTER = column_letters(RESULT_COLUMN), column_letters(LIVE_COLUMN)

# The defined name of the number of cells on Rules that differ from the printed rules.
RULES_EDITED_NAME = "start_rules_edited"
RULES_ARE_EDITED = msg("The rules were edited: cells and lists follow them, functions do not.")

# A step: its text, and the address of its link.
Step = tuple[Message, str]


def list_start_buttons(language: Language) -> list[Button]:
    """Return the buttons on Start of a workbook with macros."""
    from xladdin.vba import Button

    return [Button(language.render(caption), macro, cells) for macro, (caption, cells) in BUTTONS.items()]


def add_start_sheet(workbook: Workbook, system: RatingSystem, macros: bool, hidden: Sequence[str]) -> None:
    """Add the sheet Start to a new workbook.

    `macros` is whether it has buttons. `hidden` are the names of the sheets that are empty, and therefore hidden.
    """
    sheet = workbook.create_sheet(START)
    sheet.sheet_view.showGridLines = False
    for column, width in enumerate(COLUMN_WIDTHS, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    for letter in (TARGET_LETTER, LABEL_LETTER, RESULT_LETTER, LIVE_LETTER):
        sheet.column_dimensions[letter].hidden = True
    page = _Page(workbook, sheet)
    page.add_band(system)
    page.add_status()
    page.add_steps(_list_steps(system), FINISH_BY_BUTTON if macros else FINISH_BY_COMMAND)
    page.add_evening(system)
    page.add_top(system)
    if macros:
        sheet.row_dimensions[BUTTON_ROW].height = BUTTON_HEIGHT
        from xladdin.workbook.macro_modules import describe_installation  # needs xlwings, which a browser does not have

        write(sheet, BUTTON_ROW + 1, 2, describe_installation())
    sheet[INSTALL_CELL].style = styles.NOTE
    page.add_hidden_sheets(hidden)
    page.add_known_reports(system)
    page.add_invalid_rows(INVALID_ROW)
    page.add_hidden_state(system)
    page.add_names()
    set_up_printing(
        sheet, len(COLUMN_WIDTHS), last_row=INVALID_ROW + LISTED_ROWS + 1, landscape=True, heading_rows=0, pages_high=1
    )


def _list_steps(system: RatingSystem) -> Sequence[tuple[Step, Step] | None]:
    """Return the next steps on Start: for each the usual one, and the one shown while rows need fixing.

    None is the step that recalculates.
    """
    log = list_input_tables(system)[system.log_schema.table]
    typing_step = (
        msg("Type the event's results")
        if not system.log_schema.is_paired
        else adapt_to_occasion(system, msg("Type tonight's games"))
    )
    return (
        (
            (msg("Add new players"), _build_free_cell_formula("Players", "Player")),
            (msg("Fix the rows below"), f"{START}!C{INVALID_ROW + 1}"),
        ),
        (
            (typing_step, _build_free_cell_formula(log.name, log.columns[0].heading)),
            (msg("Look up a change"), f"{CALCULATOR}!A1"),
        ),
        None,
        ((msg("Print the ratings list"), f"{STANDINGS}!A1"),) * 2,
        ((msg("Print the scoreboard"), f"{SCOREBOARD}!A1"),) * 2,
    )


def _build_free_cell_formula(table: str, heading: str) -> str:
    """Return a formula for the address of the first free cell below the last filled row of a table."""
    cells = f"{table}[{heading}]"
    last = f"INDEX({cells},ROWS({cells}))"
    return f'{table}!A"&(ROW({last})+IF({last}="",0,1))&"'


class _Page:
    """Writer of the parts of the sheet Start."""

    def __init__(self, workbook: Workbook, sheet: Worksheet) -> None:
        self._language = get_sheet_language(sheet)
        self._workbook = workbook
        self._sheet = sheet
        self._addresses: dict[str, str] = {}

    def add_band(self, system: RatingSystem) -> None:
        """Add the title and the summary of the club."""
        styles.set_band_heights(self._sheet, 40, 24, 8)
        write_title(self._sheet, 1, 2, styles.TITLE)
        self._add_name(name_start_cell("title"), "B1")
        self._sheet["B1"].font = styles.make_font(26, bold=True, color=styles.PAPER)
        write(self._sheet, 2, 2, msg("Club ratings · {system}", system=system.title), styles.SUBTITLE)
        self._add_name(SUMMARY_NAME, "B2")
        styles.add_band(self._sheet, len(COLUMN_WIDTHS))

    def add_status(self) -> None:
        """Add the state of the lists, coloured by urgency, and the time of the last recalculation."""
        sheet = self._sheet
        write_formula(sheet, STATUS_ROW, 2, build_status_formula(self._language), styles.STATUS, value=BEGIN)
        write_formula(sheet, DETAIL_ROW, 2, build_detail_formula(self._language), styles.PROSE, value=NOT_RECALCULATED)
        write_formula(sheet, REVIEW_ROW, 2, build_review_formula(self._language), styles.LINK, value="")
        sheet.cell(REVIEW_ROW, 2).alignment = styles.make_indented_alignment()
        sheet.row_dimensions[REVIEW_ROW].height = 18
        self._add_name(REVIEW_NAME, f"B{REVIEW_ROW}")
        sheet.cell(DETAIL_ROW, 2).alignment = styles.make_indented_alignment()
        self._add_name(STATUS_NAME, f"B{STATUS_ROW}")
        self._add_name(DETAIL_NAME, f"B{DETAIL_ROW}")
        sheet.row_dimensions[STATUS_ROW].height, sheet.row_dimensions[DETAIL_ROW].height = 38, 24
        has_problems, has_changed = f"{INVALID_COUNT_NAME}>0", f"{CHANGED_NAME}=1"
        cells, bar = f"B{STATUS_ROW}:{LAST_COLUMN}{DETAIL_ROW}", f"A{STATUS_ROW}:A{DETAIL_ROW}"
        for address, formula, text, ground in (
            (cells, has_problems, styles.WRONG, styles.WRONG_GROUND),
            (cells, has_changed, styles.INK, styles.INPUT_GROUND),
            (bar, has_problems, styles.WRONG, styles.WRONG),
            (bar, has_changed, styles.INK, styles.INPUT_TAB),
        ):
            styles.add_rule(sheet, address, formula, **styles.make_text_colours(text, ground))
        for row in (STATUS_ROW, DETAIL_ROW):
            sheet.cell(row, 1).fill = styles.make_fill(styles.INK)
            for column in range(2, len(COLUMN_WIDTHS) + 1):
                sheet.cell(row, column).fill = styles.make_fill(styles.STRIPE)

    def add_steps(self, steps: Sequence[tuple[Step, Step] | None], finish_hint: Message) -> None:
        """Add the list of next steps. Each is a link, except the step that recalculates.

        Args:
            steps: For each step the usual one, and the one shown while rows need fixing. None is the step that
                recalculates.
            finish_hint: What to press or open to recalculate. A recalculation of the file updates it.
        """
        self._add_heading("B", "C", msg("What to do next"))
        for row, step in enumerate(steps, FIRST_LINE):
            write(self._sheet, row, 2, row - FIRST_LINE + 1, styles.BIG_LINK)
            if step is None:
                write(self._sheet, row, 3, finish_hint, styles.BIG_LINK)
                self._add_name(FINISH_HINT_NAME, f"C{row}")
            else:
                usual_step, problem_step = step
                formula = (
                    f"IF({INVALID_COUNT_NAME}>0,{self._build_link(*problem_step)},{self._build_link(*usual_step)})"
                )
                formula = self._build_link(*usual_step) if usual_step == problem_step else formula
                write_formula(self._sheet, row, 3, formula, styles.BIG_LINK, value=self._render_link(*usual_step))
            self._format_line(row, "B", "C")
            for column, underlined in ((2, False), (3, step is not None)):
                font = styles.make_font(13, bold=True, underline=underlined, color=styles.INK)
                self._sheet.cell(row, column).font = font
            if step is None:  # the name of a file to double-click may take up to three lines
                self._sheet.cell(row, 3).font = styles.make_font(11, bold=True, color=styles.INK)
                self._sheet.cell(row, 3).alignment = styles.make_centered_alignment("left", wrap=True)
                self._sheet.row_dimensions[row].height = FINISH_HINT_HEIGHT
        styles.add_rule(
            self._sheet,
            f"B{FIRST_LINE}:C{FIRST_LINE}",
            f"{INVALID_COUNT_NAME}>0",
            **styles.make_text_colours(styles.WRONG),
        )
        hint = format_text_literal(HINT, self._language)
        edited_text = format_text_literal(RULES_ARE_EDITED, self._language)
        rules = f"IF({RULES_EDITED_NAME}=0,{hint},{edited_text})"
        write_formula(self._sheet, FIRST_LINE + 5, 3, rules, styles.NOTE, value=HINT)

    def add_evening(self, system: RatingSystem) -> None:
        """Add the block of lines about the last session."""
        self._add_heading("E", "F", adapt_to_occasion(system, msg("Last evening")))
        self._add_name(EVENING_TITLE_NAME, f"E{HEAD_ROW}")
        self._add_name(EVENING_NAME, f"E{FIRST_LINE}")
        for row in range(FIRST_LINE, FIRST_LINE + EVENING_LINES):
            self._format_line(row, "E", "F")
            self._sheet.cell(row, 5).font = styles.make_font(10, pale=True)
            self._sheet.cell(row, 6).alignment = styles.make_centered_alignment("left", wrap=True)
        self._add_more_link(5, msg("See the scoreboard"), SCOREBOARD)

    def add_top(self, system: RatingSystem) -> None:
        """Add the block with the top of the ratings list."""
        self._add_heading("H", LAST_COLUMN, msg("Top five"))
        self._add_name(TOP_NAME, f"H{FIRST_LINE}")
        rating, change = (
            (ColumnType.DECIMAL, ColumnType.DECIMAL_CHANGE)
            if system.rating_decimals
            else (ColumnType.RATING, ColumnType.CHANGE)
        )
        for row in range(FIRST_LINE, FIRST_LINE + TOP_PLAYERS):
            self._format_line(row, "H", LAST_COLUMN)
            self._sheet.cell(row, 8).font = styles.make_font(12, bold=True, color=styles.INK)
            for column, kind in ((9, ColumnType.PLAYER), (10, rating), (11, change)):
                cell = self._sheet.cell(row, column)
                cell.font = styles.make_font(12, bold=column == 10)
                cell.number_format = styles.get_number_format(kind)
                cell.alignment = styles.make_centered_alignment("left" if column == 9 else "right", shrink=column == 9)
        self._add_more_link(8, msg("See the whole list"), STANDINGS)

    def add_hidden_sheets(self, hidden: Sequence[str]) -> None:
        """Add the line that names the hidden, empty sheets."""
        write(self._sheet, HIDDEN_ROW, 2, describe_hidden_sheets(hidden, self._language) or "", styles.NOTE)
        self._add_name(HIDDEN_SHEETS_NAME, f"B{HIDDEN_ROW}")
        write(self._sheet, EMPTY_ROW, RESULT_COLUMN, SEPARATOR.join(hidden))
        self._add_name(EMPTY_SHEETS_NAME, f"{RESULT_LETTER}{EMPTY_ROW}")

    def add_known_reports(self, system: RatingSystem) -> None:
        """Add the hidden cell with the names of the reports, so that a later version adds only its new ones."""
        write(self._sheet, KNOWN_ROW, RESULT_COLUMN, SEPARATOR.join(list_report_names(system)))
        self._add_name(KNOWN_REPORTS_NAME, f"{RESULT_LETTER}{KNOWN_ROW}")

    def add_invalid_rows(self, row: int) -> None:
        """Add the list of rows to fix, each a link to its cell. It is blank while there are none."""
        sheet = self._sheet
        has_problems = f"{INVALID_COUNT_NAME}>0"
        first, last = row + 1, row + LISTED_ROWS
        write_formula(sheet, row, 2, build_invalid_rows_formula(self._language), styles.SECTION, value="")
        sheet.cell(row, 2).border = styles.make_blank_border()
        sheet.cell(row, 2).font = styles.make_font(13, bold=True, color=styles.WRONG)
        styles.add_rule(
            sheet, f"B{row}:{LAST_COLUMN}{row}", has_problems, border=styles.make_bottom_border(styles.WRONG)
        )
        for line in range(first, last + 1):
            sheet.row_dimensions[line].height = LINE_HEIGHT
            mark, link = build_invalid_row_formulas(line)
            write_formula(sheet, line, 2, mark, styles.LABEL, value="")
            write_formula(sheet, line, 3, link, styles.BIG_LINK, value="")
            for column in (2, 3):
                sheet.cell(line, column).font = styles.make_font(
                    11, bold=True, underline=column == 3, color=styles.WRONG
                )
            sheet.cell(line, 2).alignment = styles.make_centered_alignment()
            sheet.cell(line, 5).alignment = styles.make_centered_alignment("left", wrap=True)
            sheet.merge_cells(f"E{line}:{LAST_VISIBLE_COLUMN}{line}")
        border = styles.make_bottom_border(styles.HAIRLINE)
        styles.add_rule(sheet, f"B{first}:{LAST_COLUMN}{last}", f'${TARGET_LETTER}{first}<>""', border=border)
        write_formula(sheet, last + 1, 3, build_more_rows_formula(self._language), styles.LABEL, value="")
        self._add_name(INVALID_ROWS_NAME, f"B{row}")
        self._add_name(INVALID_LINKS_NAME, f"{TARGET_LETTER}{first}")
        self._add_name(INVALID_TEXTS_NAME, f"E{first}")

    def add_hidden_state(self, system: RatingSystem) -> None:
        """Add hidden cells: results of a recalculation, and formulas that show whether the inputs have changed."""
        sheet = self._sheet
        written_names = (STATE_NAME, INVALID_COUNT_NAME, RECALCULATED_NAME, OUTCOME_NAME, AS_OF_NAME, NOT_UPDATED_NAME)
        names = (DIGEST_NAME, *written_names, FORMAT_VERSION_NAME, CLUB_ID_NAME)
        for row, name in enumerate(names, 1):
            self._add_name(name, f"{RESULT_LETTER}{row}")
        write(sheet, names.index(FORMAT_VERSION_NAME) + 1, RESULT_COLUMN, FORMAT_VERSION)
        formulas = (
            (CHANGED_NAME, build_changed_formula(system)),
            (RULES_EDITED_NAME, build_edited_rules_formula(system)),
            (DATE_SYSTEM_NAME, "DATE(1904,1,2)"),
        )
        for row, (name, formula) in enumerate(formulas, 1):
            write_formula(sheet, row, LIVE_COLUMN, formula, value=0)
            sheet.cell(row, LIVE_COLUMN).number_format = "0"
            self._add_name(name, f"{LIVE_LETTER}{row}")

    def _add_heading(self, first: str, last: str, text: Message) -> None:
        self._sheet.row_dimensions[HEAD_ROW].height = 24
        for cell in self._sheet[f"{first}{HEAD_ROW}:{last}{HEAD_ROW}"][0]:
            cell.style = styles.SECTION
        write(self._sheet, HEAD_ROW, self._sheet[f"{first}{HEAD_ROW}"].column, text, styles.SECTION)

    def _format_line(self, row: int, first: str, last: str) -> None:
        dimension = self._sheet.row_dimensions[row]
        dimension.height = max(dimension.height or 0, LINE_HEIGHT)
        for cell in self._sheet[f"{first}{row}:{last}{row}"][0]:
            cell.border = styles.make_bottom_border(styles.HAIRLINE)
            cell.alignment = styles.make_centered_alignment("left")

    def _add_more_link(self, column: int, text: Message, sheet: str) -> None:
        write_formula(
            self._sheet,
            FIRST_LINE + 5,
            column,
            self._build_link(text, f"{sheet}!A1"),
            styles.LINK,
            value=self._render_link(text, sheet),
        )

    def _build_link(self, text: Message, address: str) -> str:
        literal = format_text_literal(text, self._language, ARROW if address else "")
        return f'HYPERLINK("#{address}",{literal})' if address else literal

    def _render_link(self, text: Message, address: str) -> str:
        return f"{self._language.render(text)}{ARROW}" if address else self._language.render(text)

    def add_names(self) -> None:
        """Define the names of the cells: one for each cell in formulas, and areas of one name for all others."""
        for name in {name.partition("#")[0]: None for name in self._addresses}:
            areas = [format_area_name(name, number) for number in range(1, len(self._addresses) + 1)]
            name_cells(
                self._workbook, name, START, *(self._addresses[area] for area in areas if area in self._addresses)
            )

    def _add_name(self, name: str, address: str) -> None:
        cell = self._sheet[address]
        self._addresses[name] = f"${cell.column_letter}${cell.row}"
