"""Show the state of the lists in cells with formulas: on Start, above the input tables and in the titles of reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from xladdin.cells import Area, CellBlock, CellTable, ClubWorkbook, cell_text, column_letters, get_cell, is_blank
from xladdin.errors import Diagnostic, count_wrong_rows
from xladdin.game_log.parsing import list_key_columns
from xladdin.languages import BYE, Language, is_bye, translate_heading
from xladdin.messages import Message, msg, ngettext
from xladdin.renderers.sheet_layout import list_title_regions
from xladdin.replay import Replay
from xladdin.reports.report import Report
from xladdin.reports.wording import adapt_to_occasion, count_rows
from xladdin.statistics import Statistics
from xladdin.systems.system import RatingSystem
from xladdin.workbook.differences import diff_area, diff_live_cell, diff_named_cells, diff_named_rows
from xladdin.workbook.journal import CHANGED_NAME
from xladdin.workbook.report_sheets.regions import find_report_sheet
from xladdin.workbook.schema import (
    ARROW,
    AS_OF_NAME,
    CALCULATOR_NAME,
    NOT_RECALCULATED,
    NOT_UPDATED_NAME,
    NOTE,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    REVIEW,
    REVIEW_TABLE,
    TITLE_NAME,
    WRONG_MARK,
    Table,
    format_text_literal,
    list_input_tables,
    name_start_cell,
    read_language,
)

# The cells with the state of the lists after the last recalculation, and with the number of rows to fix.
STATE_NAME, INVALID_COUNT_NAME = "start_state", "start_to_mend"
# The cells with formulas of the next step, the time of the last recalculation, and the number of rows to review.
STATUS_NAME, DETAIL_NAME, REVIEW_NAME = name_start_cell("status"), name_start_cell("detail"), name_start_cell("review")
TYPED_SINCE = msg("Changed since then: recalculate")
OUT_OF_DATE = msg(" · out of date: recalculate")
# The text below the title of a report sheet that could not be updated.
NOT_UPDATED = msg("Not updated by the last recalculation: see Start")
BEGIN = msg("Add your players, type the games, recalculate")
UP_TO_DATE, RECALCULATED_ON = msg("Up to date. "), msg("Recalculated on ")
ROWS_TO_REVIEW = msg("Rows to review: ")
HINT = msg("Type in yellow cells; grey ones are calculated.")


def build_status_formula(language: Language) -> str:
    """Return the formula of the next step on Start."""
    begin, typed_since = format_text_literal(BEGIN, language), format_text_literal(TYPED_SINCE, language)
    state_formula = f"IF(AND({INVALID_COUNT_NAME}=0,{CHANGED_NAME}=1),{typed_since},{STATE_NAME})"
    return f'IF({STATE_NAME}="",{begin},{state_formula})'


def build_detail_formula(language: Language) -> str:
    """Return the formula of the time and the outcome of the last recalculation on Start."""
    up_to_date = f'IF(OR({INVALID_COUNT_NAME}>0,{CHANGED_NAME}=1),"",{format_text_literal(UP_TO_DATE, language)})'
    moment = f'{format_text_literal(RECALCULATED_ON, language)}&{RECALCULATED_NAME}&". "&{OUTCOME_NAME}'
    return f'IF({RECALCULATED_NAME}="",{format_text_literal(NOT_RECALCULATED, language)},{up_to_date}&{moment})'


def build_review_formula(language: Language, table: CellTable | None = None) -> str:
    """Return the formula of the number of rows to review on Start.

    It uses the headings of `table`, which may be in another language, or those of a new workbook.
    """
    number, answer = (_find_sheet_heading(heading, language, table) for heading in ("No", "Answer"))
    unanswered = f'SUMPRODUCT(({REVIEW_TABLE}[{number}]<>"")*({REVIEW_TABLE}[{answer}]=""))'
    text = f'{format_text_literal(ROWS_TO_REVIEW, language)}&{unanswered}&"{ARROW}"'
    return f'IFERROR(IF({unanswered}=0,"",HYPERLINK("#{REVIEW}!A1",{text})),"")'


def _find_sheet_heading(heading: str, language: Language, table: CellTable | None) -> str:
    if table is not None and heading in table.headings:
        return table.sheet_headings[table.headings.index(heading)]
    return translate_heading(REVIEW_TABLE, heading, language)


def build_as_of_formula(report: str, language: Language) -> str:
    """Return the formula of the text below the title of a report sheet.

    A sheet that was not updated does not show the time of the last recalculation, since its figures are older.
    """
    stale = f'IF(OR({CHANGED_NAME}=1,{INVALID_COUNT_NAME}>0),{format_text_literal(OUT_OF_DATE, language)},"")'
    not_updated = f'ISNUMBER(FIND("{_make_not_updated_key(report)}",{NOT_UPDATED_NAME}))'
    as_of = f"IF({not_updated},{format_text_literal(NOT_UPDATED, language)},{AS_OF_NAME}&{stale})"
    return f'IF({AS_OF_NAME}="",{format_text_literal(NOT_RECALCULATED, language)},{as_of})'


def list_not_updated_keys(workbook: ClubWorkbook, reports: Iterable[Report], sheets: Collection[str]) -> str:
    """Return the value of the named cell that lists the reports whose sheets were not updated."""
    keys = sorted(
        _make_not_updated_key(report.name).strip("/")
        for report in reports
        if find_report_sheet(workbook, report) in sheets
    )
    return f"/{'/'.join(keys)}/" if keys else ""


def _make_not_updated_key(report: str) -> str:
    return f"/{'_'.join(report.lower().split())}/"


class ListStatus(NamedTuple):
    """The state of the lists after a recalculation, as Start and the titles of the report sheets show it.

    Attributes:
        state: The next step on Start.
        as_of: Date of the lists.
        moment: Time of the recalculation.
        outcome: Outcome of the recalculation in a sentence.
        not_updated: The value of `list_not_updated_keys`, or None to keep the former one.
        reviews: Number of rows to review, or None while rows need fixing.
    """

    state: str
    as_of: str
    moment: str
    outcome: str
    not_updated: str | None = None
    reviews: int | None = None


def diff_status(workbook: ClubWorkbook, reports: Iterable[Report], status: ListStatus) -> Iterator[CellBlock]:
    """Yield blocks for the cells on Start and in the titles of report sheets whose status differs."""
    title, language = workbook.names.get(TITLE_NAME), read_language(workbook)
    detail = f"{language.render(RECALCULATED_ON)}{status.moment}. {status.outcome}"
    cells = {STATUS_NAME: (build_status_formula(language), status.state)}
    if status.reviews is None:
        cells[DETAIL_NAME] = build_detail_formula(language), detail
    else:
        to_review = f"{language.render(ROWS_TO_REVIEW)}{status.reviews}{ARROW}" if status.reviews else ""
        cells[DETAIL_NAME] = build_detail_formula(language), f"{language.render(UP_TO_DATE)}{detail}"
        cells[REVIEW_NAME] = build_review_formula(language, workbook.tables.get(REVIEW_TABLE)), to_review
    titles = [(report.name, *names) for report in reports for names in list_title_regions(report)]
    for name in (name_start_cell("title"), CALCULATOR_NAME, *(title_cell for _, title_cell, _ in titles)):
        # A title that the director has typed over the formula is kept.
        if name in workbook.names and (workbook.names[name] == title or workbook.has_formula(name)):
            cells[name] = TITLE_NAME, str(title or "")
    keys = cell_text(workbook.names.get(NOT_UPDATED_NAME)) if status.not_updated is None else status.not_updated
    for report, _, name in titles:
        is_stale = _make_not_updated_key(report) in keys and status.as_of != language.render(NOT_RECALCULATED)
        cells[name] = build_as_of_formula(report, language), language.render(NOT_UPDATED) if is_stale else status.as_of
    for name, (formula, value) in cells.items():
        yield from diff_live_cell(workbook, workbook.locate_name(name), formula, value)


def describe_rejected_state(problems: Sequence[Diagnostic], language: Language) -> str:
    """Return the state of the lists while rows need fixing."""
    return language.render(
        ngettext(
            "{n:,} row to fix: the lists stay as they are",
            "{n:,} rows to fix: the lists stay as they are",
            count_wrong_rows(problems),
        )
    )


def describe_next_step(replay: Replay, tables: int, language: Language) -> str:
    """Return the next step after a recalculation without problems.

    `tables` is the number of tables of the paired round that have no result yet.
    """
    if tables:
        return language.render(
            ngettext("{n:,} table paired: type the score", "{n:,} tables paired: type the scores", tables)
        )
    return (
        language.render(BEGIN) if not replay.log.players else language.render(describe_typing_step(replay.log.system))
    )


def describe_typing_step(system: RatingSystem) -> Message:
    """Return the next step of a club whose lists are up to date."""
    if not system.log_schema.is_paired:
        return msg("Next: type the event's results")
    return adapt_to_occasion(system, msg("Next: type tonight's games"))


NO_GAMES = msg("No games yet")


def describe_as_of(statistics: Statistics, now: datetime, language: Language) -> str:
    """Return the text below the titles of report sheets: last session, number of games, time of recalculation."""
    replay = statistics.replay
    recalculated = language.render(msg("recalculated {moment}", moment=language.format_moment(now)))
    last = replay.last_date
    if last is None:
        return f"{language.render(NO_GAMES)} · {recalculated}"
    log, day = replay.log, language.format_day(last)
    if log.system.log_schema.is_paired:
        as_of_day = language.render(msg("As of {day}", day=day))
    else:
        as_of_day = language.render(msg("As of {event}, {day}", event=replay.last_session[0].title, day=day))
    played = language.render(count_rows(log.system.log_schema, statistics.lifetime.games_played))
    return f"{as_of_day} · {played} · {recalculated}"


# The top left cells of blocks for the rows to fix: their addresses and labels, and their texts.
INVALID_LINKS_NAME, INVALID_TEXTS_NAME = name_start_cell("links"), name_start_cell("words")
# The cell with the line above the rows to fix. The formulas of each row are found by their offset from it.
INVALID_ROWS_NAME = name_start_cell("rows to fix")
# Hidden columns: addresses and labels of the rows to fix.
TARGET_LETTER, LABEL_LETTER = "L", "M"
# The most rows to fix that Start lists. Every row to fix has a Note.
LISTED_ROWS = 10
INVALID_ROWS = msg("Rows to fix: click one to go there")
MORE_INVALID_ROWS = msg("and {number} more: see column Note")
_MORE = f"{INVALID_COUNT_NAME}-{LISTED_ROWS}"


def build_invalid_rows_formula(language: Language) -> str:
    """Return the formula of the line above the rows to fix."""
    return f'IF({INVALID_COUNT_NAME}>0,{format_text_literal(INVALID_ROWS, language)},"")'


def build_more_rows_formula(language: Language) -> str:
    """Return the formula of the line that counts the rows to fix that are not listed."""
    before, _, after = format_text_literal(MORE_INVALID_ROWS.with_values(number="#"), language).partition("#")
    return f'IF({_MORE}>0,{before}"&({_MORE})&"{after},"")'


def list_invalid_rows(
    workbook: ClubWorkbook, problems: Sequence[Diagnostic], language: Language
) -> Iterator[CellBlock]:
    """Yield blocks for the list of rows to fix on Start, which is blank without problems."""
    rows: dict[tuple[str, int], list[Diagnostic]] = {}
    for problem in problems:
        rows.setdefault((problem.sheet or problem.table, problem.row), []).append(problem)
    links, texts = [], []
    for (sheet, row), row_problems in [*rows.items()][:LISTED_ROWS]:
        label = language.render(msg("{sheet}, row {row}", sheet=sheet, row=row))
        links.append((_find_address(workbook.tables.get(row_problems[0].table), row_problems[0]), label))
        texts.append((language.semicolon.join(language.render(problem.cell_message()) for problem in row_problems),))
    yield from diff_named_cells(workbook, {INVALID_COUNT_NAME: len(rows)})
    yield from diff_named_rows(workbook, INVALID_LINKS_NAME, links or [(None, None)], LISTED_ROWS)
    yield from diff_named_rows(workbook, INVALID_TEXTS_NAME, texts or [(None,)], LISTED_ROWS)
    yield from _diff_live_rows(workbook, [label for _, label in links], len(rows), language)


def build_invalid_row_formulas(row: int) -> tuple[str, str]:
    """Return the formulas of the mark and the link for a row to fix, in a row of Start."""
    target, label = f"${TARGET_LETTER}{row}", f"${LABEL_LETTER}{row}"
    return f'IF({target}="","","{WRONG_MARK}")', f'IF({target}="","",HYPERLINK("#"&{target},{label}&"{ARROW}"))'


def _diff_live_rows(
    workbook: ClubWorkbook, labels: Sequence[str], rows: int, language: Language
) -> Iterator[CellBlock]:
    """Yield blocks for the formulas of the rows to fix. `labels` has the listed rows, and `rows` counts all."""
    location = workbook.locate_name(INVALID_ROWS_NAME)
    if location is None:
        return
    sheet, head, column = location
    yield from diff_live_cell(
        workbook,
        (sheet, head, column),
        build_invalid_rows_formula(language),
        language.render(INVALID_ROWS) if rows else "",
    )
    for row in range(head + 1, head + 1 + LISTED_ROWS):
        label = labels[row - head - 1] if row - head <= len(labels) else ""
        mark, link = build_invalid_row_formulas(row)
        yield from diff_live_cell(workbook, (sheet, row, column), mark, WRONG_MARK if label else "")
        yield from diff_live_cell(workbook, (sheet, row, column + 1), link, f"{label}{ARROW}" if label else "")
    more_text = language.render(MORE_INVALID_ROWS.with_values(number=rows - LISTED_ROWS)) if rows > LISTED_ROWS else ""
    yield from diff_live_cell(
        workbook, (sheet, head + 1 + LISTED_ROWS, column + 1), build_more_rows_formula(language), more_text
    )


def _find_address(table: CellTable | None, problem: Diagnostic) -> str:
    """Return the address of the cell of a problem, or of the first cell in its row if its column is missing."""
    position = None if table is None else next(iter(table.matching_positions(problem.column)), None)
    letters = column_letters(1 if table is None or position is None else table.column_number(position))
    sheet = (problem.sheet or problem.table).replace("'", "''")
    return f"'{sheet}'!{letters}{problem.row}"


def make_status_name(table: str) -> str:
    """Return the defined name of the cell with the status of a table."""
    return f"status_on_{table.lower()}"


def find_status_column(table: Table) -> int:
    """Return the number of the column with the status of a table: that of the Note, or the one after the table."""
    return (table.columns.index(NOTE) if NOTE in table.columns else len(table.columns)) + 1


def make_bye_factor(
    system: RatingSystem, table: str, language: Language, cell: Callable[[str], str]
) -> Callable[[str], str]:
    """Return a function that gives the factor by which a formula counts a blank cell as missing.

    The results of a bye may be blank. For their headings the factor is 0 in a row with a bye. `cell` returns the
    address of the cell with a heading. An error value in place of a name is not a bye.
    """
    schema = system.log_schema
    if table != schema.table or not schema.is_paired:
        return lambda heading: ""
    bye_words = dict.fromkeys([str(BYE), language.render(BYE)])

    def is_bye_formula(heading: str) -> str:
        return "+".join(f'(TRIM({cell(heading)})="{word}")' for word in bye_words)

    no_bye = "".join(f"*(1-ISNUMBER(1/({is_bye_formula(heading)})))" for heading in schema.players)
    return lambda heading: no_bye if heading in schema.results else ""


def describe_table_status(
    system: RatingSystem, table: CellTable, wrong_rows: Collection[int], language: Language
) -> str | None:
    """Return the status of a table, or None if it lacks a key column. `wrong_rows` are the rows to fix."""
    positions = [table.matching_positions(heading) for heading in list_key_columns(system, table.name)]
    if any(len(key_positions) != 1 for key_positions in positions):
        return None
    keys = [table.columns[position] for (position,) in positions]
    unfinished = 0
    if any(None in key or "" in key for key in keys):
        byes, results = _find_byes(system, table), system.log_schema.results
        filled_keys = zip(
            *(
                [not is_blank(cell) or (heading in results and row in byes) for row, cell in enumerate(key)]
                for heading, key in zip(list_key_columns(system, table.name), keys)
            )
        )
        unfinished = sum(
            any(row) and not all(row) for number, row in enumerate(filled_keys) if number not in wrong_rows
        )
    counts = [
        *([_count_to_fix(len(wrong_rows))] if wrong_rows else []),
        *([_count_unfinished(unfinished)] if unfinished else []),
    ]
    return ", ".join(map(language.render, counts))


def _count_to_fix(rows: int) -> Message:
    return ngettext("{n} row to fix", "{n} rows to fix", rows)


def _count_unfinished(rows: int) -> Message:
    return ngettext("{n} unfinished", "{n} unfinished", rows)


def _find_byes(system: RatingSystem, table: CellTable) -> set[int]:
    """Return the rows of a log in which a player is Bye."""
    schema = system.log_schema
    if table.name != schema.table or not schema.is_paired:
        return set()
    sides = [table.column(heading) or () for heading in schema.players]
    return {row for side in sides for row, name in enumerate(side) if is_bye(cell_text(name))}


def diff_table_status(
    workbook: ClubWorkbook, system: RatingSystem, problems: Sequence[Diagnostic] = ()
) -> Iterator[CellBlock]:
    """Yield blocks for the status above each input table, where it differs. A text of the director's is kept."""
    language = read_language(workbook)
    for name in list_input_tables(system):
        location, table = workbook.locate_name(make_status_name(name)), workbook.tables.get(name)
        if location is None or table is None:
            continue
        sheet, row, column = location
        if not is_status_text(cell_text(get_cell(workbook.sheet_values(sheet), row, column)), language):
            continue
        wrong = {problem.row - table.row - 1 for problem in problems if problem.table == name} & {*range(table.rows)}
        text = describe_table_status(system, table, wrong, language)
        yield from diff_area(workbook, Area(sheet, row, column, 1, [(text,)], owned_rows=1))


def list_texts_above(workbook: ClubWorkbook, table: CellTable) -> Iterator[tuple[int, int, str, object]]:
    """Yield the row, column, address and value of every filled cell above the headings of a table."""
    for row, values in enumerate(workbook.sheet_values(table.sheet)[: table.row - 1], 1):
        for column, value in enumerate(values, 1):
            if not is_blank(value):
                yield row, column, f"{column_letters(column)}{row}", value


def is_status_text(text: str, language: Language) -> bool:
    """Return whether a text is a status that xladdin writes. Any other text is the director's."""
    return not text or all(_is_count_text(part, language) for part in text.split(", "))


def _is_count_text(text: str, language: Language) -> bool:
    rows = int("".join(re.findall("[0-9]+", text)) or 0)
    return text in [language.render(count(rows)) for count in (_count_to_fix, _count_unfinished)]
