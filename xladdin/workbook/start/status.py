"""The state of the lists, in live cells on Start and in the titles of the report sheets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from xladdin.cells.mending import rows_to_mend
from xladdin.cells.table import Area, CellBlock, CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.errors import Diagnostic
from xladdin.languages.language import IN_ENGLISH, Language, ways_to_say
from xladdin.messages import Message, msg, ngettext
from xladdin.renderers.sheet import title_regions
from xladdin.replay import Replay
from xladdin.reports.counts import count_rows
from xladdin.reports.occasions import called
from xladdin.reports.report import Report
from xladdin.statistics import Statistics
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import differing_blocks, live_cell, live_cell_at
from xladdin.workbook.changes.snapshot import CHANGED_NAME
from xladdin.workbook.report_sheets.regions import sheet_of
from xladdin.workbook.schema import (
    AS_OF_NAME,
    BY_COMMAND,
    CALCULATOR_NAME,
    HOW_NAME,
    IN_PANE,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    REVIEW,
    REVIEW_TABLE,
    TITLE_NAME,
    WITH_BUTTON,
    start_cell,
)
from xladdin.workbook.words.chosen import ARROW, formula_of_words, language_of

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
STATUS_FORMULA = (
    f'IF({STATE_NAME}="",{formula_of_words(BEGIN)},'
    f"IF(AND({TO_MEND_NAME}=0,{CHANGED_NAME}=1),{formula_of_words(TYPED_SINCE)},{STATE_NAME}))"
)
DETAIL_FORMULA = (
    f'IF({RECALCULATED_NAME}="",{formula_of_words(NOT_YET)},'
    f'IF(OR({TO_MEND_NAME}>0,{CHANGED_NAME}=1),"",{formula_of_words(UP_TO_DATE)})'
    f'&{formula_of_words(RECALCULATED_ON)}&{RECALCULATED_NAME}&". "&{OUTCOME_NAME})'
)
_OPEN = f'SUMPRODUCT(({REVIEW_TABLE}[No]<>"")*({REVIEW_TABLE}[Answer]=""))'
REVIEW_FORMULA = (
    f'IFERROR(IF({_OPEN}=0,"",HYPERLINK("#{REVIEW}!A1",{formula_of_words(ROWS_TO_REVIEW)}&{_OPEN}&"{ARROW}")),"")'
)
LAST_ROW_WORDED = 20
"""The last row of Start with fixed texts. Below it are only the rows to fix."""
HEADS = (msg("What to do next"), msg("Top five"))
"""The fixed texts of Start that are values."""
LINKS = (
    msg("Add new players"),
    msg("Type tonight's games"),
    msg("Type today's games"),
    msg("Type the event's results"),
    msg("Print the ratings list"),
    msg("Print the scoreboard"),
    msg("See the scoreboard"),
    msg("See the whole list"),
)
"""The fixed texts that are links, and show while no row needs fixing."""
HINT = msg("Type in yellow cells; grey ones compute themselves.")


def as_of_formula(report: str) -> str:
    """The text below the title of a report's sheet.

    A sheet that was left alone does not have the time of the last recalculation, since its figures are older.
    """
    stale = f'IF(OR({CHANGED_NAME}=1,{TO_MEND_NAME}>0),{formula_of_words(OUT_OF_DATE)},"")'
    left_alone = f'ISNUMBER(FIND("{_left_alone_key(report)}",{LEFT_ALONE_NAME}))'
    as_of = f"IF({left_alone},{formula_of_words(NOT_UPDATED)},{AS_OF_NAME}&{stale})"
    return f'IF({AS_OF_NAME}="",{formula_of_words(NOT_YET)},{as_of})'


def left_alone_keys(book: ClubBook, reports: Iterable[Report], sheets: Collection[str]) -> str:
    """The text that keeps which sheets of the `reports` were left alone."""
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
    """The values of the live cells: on Start, and in the titles of the sheets of the `reports`.

    `state` describes the lists in words, and `as_of` is their date. `moment` is the time of the recalculation, and
    `outcome` its result in a sentence. `left_alone` is from `left_alone_keys`, or None if no sheet needs an update.
    `reviews` is the number of rows to review, or None while rows are wrong.
    """
    title, say = book.names.get(TITLE_NAME), language_of(book)
    up_to_date = say.render(UP_TO_DATE) if reviews is not None else ""
    wanted = [
        (STATUS_NAME, STATUS_FORMULA, state),
        (DETAIL_NAME, DETAIL_FORMULA, f"{up_to_date}{say.render(RECALCULATED_ON)}{moment}. {outcome}"),
    ]
    if reviews is not None:
        wanted.append((REVIEW_NAME, REVIEW_FORMULA, f"{say.render(ROWS_TO_REVIEW)}{reviews}{ARROW}" if reviews else ""))
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
            (name, as_of_formula(report), not_updated if is_left and as_of not in ways_to_say(NOT_YET) else as_of)
        )
    for name, formula, value in wanted:
        yield from live_cell(book, name, formula, value)


def rejected_state(problems: Sequence[Diagnostic], say: Language) -> str:
    """The state of the lists while rows need fixing."""
    return say.message(f"{rows_to_mend(problems)} to fix: the lists stay as they are")


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
    """The text below the titles of report sheets: their last session, all games, and the recalculation's time."""
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


def finish_hint_cells(book: ClubBook, how: str, say: Language) -> dict[str, CellValue]:
    """The words on how to bring the lists up to date, by the name of the cell. `how` "" keeps them."""
    before = shown(book.names.get(HOW_NAME))
    known = {way: english for english in (BY_COMMAND, WITH_BUTTON, IN_PANE) for way in ways_to_say(english)}
    said = how or known.get(before, "")
    return {HOW_NAME: say.message(say.render_text(said))} if said else {}


def translate_labels(book: ClubBook, say: Language) -> Iterator[CellBlock]:
    """The fixed texts of the sheet that are in another language than the club's, at any place."""
    place = book.place_of(STATUS_NAME)
    if place is None:
        return
    values = {way: say.render(english) for english in HEADS for way in ways_to_say(english)}
    live = {f"{way}{ARROW}": (english, ARROW) for english in LINKS for way in ways_to_say(english)}
    live |= dict.fromkeys(ways_to_say(HINT), (HINT, ""))
    for row, cells_here in enumerate(book.sheet_values(place[0])[:LAST_ROW_WORDED], 1):
        for column, cell in enumerate(cells_here, 1):
            at = (place[0], row, column)
            if isinstance(cell, str) and cell in values:
                yield from differing_blocks(book, Area(*at, 1, [(values[cell],)], rows_owned=1))
            elif isinstance(cell, str) and cell in live:
                english, ending = live[cell]
                formula = formula_of_words(english, ending, say.occasion)
                yield from live_cell_at(book, at, formula, f"{say.render(english)}{ending}")
