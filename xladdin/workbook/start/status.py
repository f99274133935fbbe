"""The state of the lists, in live cells on Start and in the titles of the report sheets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from xladdin.cells.table import CellBlock, CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.errors import Diagnostic, count_wrong_rows
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.messages import Message, msg, ngettext
from xladdin.renderers.sheet import title_regions
from xladdin.replay import Replay
from xladdin.reports.counts import count_rows
from xladdin.reports.occasions import called
from xladdin.reports.report import Report
from xladdin.statistics import Statistics
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import live_cell
from xladdin.workbook.changes.snapshot import CHANGED_NAME
from xladdin.workbook.report_sheets.regions import sheet_of
from xladdin.workbook.schema import (
    AS_OF_NAME,
    CALCULATOR_NAME,
    HOW_NAME,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    REVIEW,
    REVIEW_TABLE,
    TITLE_NAME,
    start_cell,
)
from xladdin.workbook.words.chosen import ARROW, language_of, text_literal

STATE_NAME, TO_MEND_NAME = "start_state", "start_to_mend"
"""The cells with the state of the lists after the last recalculation, and with how many rows need fixing."""
STATUS_NAME, DETAIL_NAME, REVIEW_NAME = start_cell("status"), start_cell("detail"), start_cell("review")
"""The live cells with the next step, with the time of the last recalculation, and with the number of rows to review."""
TYPED_SINCE = msg("Typed since then: recalculate")
OUT_OF_DATE = msg(" · out of date: recalculate")
NOT_UPDATED = msg("Not updated by the last recalculation: see Start")
"""The text of a report sheet that had to be left alone."""
BEGIN = msg("Add your players, type the games, recalculate")
UP_TO_DATE, RECALCULATED_ON = msg("Up to date. "), msg("Recalculated on ")
ROWS_TO_REVIEW = msg("Rows to review: ")
_OPEN = f'SUMPRODUCT(({REVIEW_TABLE}[No]<>"")*({REVIEW_TABLE}[Answer]=""))'
HINT = msg("Type in yellow cells; grey ones compute themselves.")


def status_formula(language: Language) -> str:
    """Return the formula of the next step on Start."""
    begin, typed_since = text_literal(BEGIN, language), text_literal(TYPED_SINCE, language)
    edited = f"IF(AND({TO_MEND_NAME}=0,{CHANGED_NAME}=1),{typed_since},{STATE_NAME})"
    return f'IF({STATE_NAME}="",{begin},{edited})'


def detail_formula(language: Language) -> str:
    """Return the formula of the time and the result of the last recalculation on Start."""
    up_to_date = f'IF(OR({TO_MEND_NAME}>0,{CHANGED_NAME}=1),"",{text_literal(UP_TO_DATE, language)})'
    when = f'{text_literal(RECALCULATED_ON, language)}&{RECALCULATED_NAME}&". "&{OUTCOME_NAME}'
    return f'IF({RECALCULATED_NAME}="",{text_literal(NOT_YET, language)},{up_to_date}&{when})'


def review_formula(language: Language) -> str:
    """Return the formula of the number of rows to review on Start."""
    words = f'{text_literal(ROWS_TO_REVIEW, language)}&{_OPEN}&"{ARROW}"'
    return f'IFERROR(IF({_OPEN}=0,"",HYPERLINK("#{REVIEW}!A1",{words})),"")'


def as_of_formula(report: str, language: Language) -> str:
    """Return the formula of the text below the title of a report's sheet.

    A sheet that was left alone does not have the time of the last recalculation, since its figures are older.
    """
    stale = f'IF(OR({CHANGED_NAME}=1,{TO_MEND_NAME}>0),{text_literal(OUT_OF_DATE, language)},"")'
    left_alone = f'ISNUMBER(FIND("{_left_alone_key(report)}",{LEFT_ALONE_NAME}))'
    as_of = f"IF({left_alone},{text_literal(NOT_UPDATED, language)},{AS_OF_NAME}&{stale})"
    return f'IF({AS_OF_NAME}="",{text_literal(NOT_YET, language)},{as_of})'


def left_alone_keys(book: ClubBook, reports: Iterable[Report], sheets: Collection[str]) -> str:
    """Return the text that keeps which sheets of the `reports` were left alone."""
    keys = sorted(_left_alone_key(one.name).strip("/") for one in reports if sheet_of(book, one) in sheets)
    return f"/{'/'.join(keys)}/" if keys else ""


def _left_alone_key(report: str) -> str:
    return f"/{'_'.join(report.lower().split())}/"


def live_cells(
    book: ClubBook,
    reports: Iterable[Report],
    state: str,
    as_of: str,
    moment: str,
    outcome: str,
    left_alone: str | None = None,
    reviews: int | None = None,
) -> Iterator[CellBlock]:
    """Yield the values of the live cells: on Start, and in the titles of the sheets of the `reports`.

    `state` describes the lists in words, and `as_of` is their date. `moment` is the time of the recalculation, and
    `outcome` its result in a sentence. `left_alone` is from `left_alone_keys`, or None if no sheet needs an update.
    `reviews` is the number of rows to review, or None while rows are wrong.
    """
    title, say = book.names.get(TITLE_NAME), language_of(book)
    up_to_date = say.render(UP_TO_DATE) if reviews is not None else ""
    wanted = [
        (STATUS_NAME, status_formula(say), state),
        (DETAIL_NAME, detail_formula(say), f"{up_to_date}{say.render(RECALCULATED_ON)}{moment}. {outcome}"),
    ]
    if reviews is not None:
        wanted.append(
            (REVIEW_NAME, review_formula(say), f"{say.render(ROWS_TO_REVIEW)}{reviews}{ARROW}" if reviews else "")
        )
    titles = [(report.name, *names) for report in reports for names in title_regions(report)]
    for name in (start_cell("title"), CALCULATOR_NAME, *(title_cell for _, title_cell, _ in titles)):
        # The director may have typed another title over it.
        if name in book.names and (book.names[name] == title or book.has_formula(name)):
            wanted.append((name, TITLE_NAME, str(title or "")))
    keys = shown(book.names.get(LEFT_ALONE_NAME)) if left_alone is None else left_alone
    not_updated = say.render(NOT_UPDATED)
    for report, _, name in titles:
        is_left = _left_alone_key(report) in keys
        wanted.append(
            (name, as_of_formula(report, say), not_updated if is_left and as_of != say.render(NOT_YET) else as_of)
        )
    for name, formula, value in wanted:
        yield from live_cell(book, name, formula, value)


def rejected_state(problems: Sequence[Diagnostic], say: Language) -> str:
    """Return the state of the lists while rows need fixing."""
    return say.render(
        ngettext(
            "{n:,} row to fix: the lists stay as they are",
            "{n:,} rows to fix: the lists stay as they are",
            count_wrong_rows(problems),
        )
    )


def next_step(replay: Replay, tables: int = 0, say: Language = IN_ENGLISH) -> str:
    """Return what to do next after a recalculation that found every row right.

    `tables` counts the tables of the paired round that waits for its scores.
    """
    if tables:
        return say.render(
            ngettext("{n:,} table paired: type the score", "{n:,} tables paired: type the scores", tables)
        )
    return say.render(BEGIN) if not replay.log.players else say.render(typing_step(replay.log.system))


def typing_step(system: RatingSystem) -> Message:
    """Return the next step of a club whose lists are up to date."""
    if not system.log_schema.is_paired:
        return msg("Next: type the event's results")
    return called(system, msg("Next: type tonight's games"))


def as_of(statistics: Statistics, now: datetime, say: Language) -> str:
    """Return the text below the titles of report sheets: last session, all games, time of the recalculation."""
    replayed = statistics.replay
    recalculated, last = say.render(msg("recalculated {moment}", moment=say.moment(now))), replayed.last_date
    if last is None:
        return f"{say.render(msg('No games yet'))} · {recalculated}"
    log, day = replayed.log, say.day(last)
    if log.system.log_schema.is_paired:
        said = say.render(msg("As of {day}", day=day))
    else:
        said = say.render(msg("As of {event}, {day}", event=replayed.last_session[0].title, day=day))
    played = say.render(count_rows(log.system.log_schema, statistics.lifetime.games_played))
    return f"{said} · {played} · {recalculated}"


def finish_hint_cells(how: str, say: Language) -> dict[str, CellValue]:
    """Return the words on how to bring the lists up to date, by the name of the cell. Without them it keeps its own."""
    return {HOW_NAME: say.render_text(how)} if how else {}
