"""The state of the lists, in live cells on Start, above the input tables and in the titles of the report sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook, cell_at
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.errors import Diagnostic, count_wrong_rows, excerpt
from xladdin.game_log.parsing import key_columns
from xladdin.game_log.players import BYE
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.messages import Message, msg, ngettext
from xladdin.renderers.sheet import title_regions
from xladdin.replay import Replay
from xladdin.reports.report import Report
from xladdin.reports.wording import called, count_rows
from xladdin.statistics import Statistics
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.differences import block_from, cells, differing_blocks, live_cell, live_cell_at
from xladdin.workbook.report_sheets.regions import sheet_of
from xladdin.workbook.schema import (
    ARROW,
    AS_OF_NAME,
    CALCULATOR_NAME,
    HOW_NAME,
    LEFT_ALONE_NAME,
    NOT_YET,
    NOTE,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    REMARK,
    REVIEW,
    REVIEW_TABLE,
    TITLE_NAME,
    Table,
    language_of,
    start_cell,
    text_literal,
)
from xladdin.workbook.snapshot import CHANGED_NAME

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


MEND_LINKS_NAME, MEND_WORDS_NAME = start_cell("links"), start_cell("words")
"""The upper left cells of blocks: the rows to fix as address and label, and as words."""
MEND_HEAD_NAME = start_cell("rows to fix")
"""The live cell above them. Each row's cells and the last line are known by their place from it."""
TARGETS, LABELS = "L", "M"
"""Hidden columns: addresses and labels of the rows to fix."""
ROWS_NAMED = 10
MEND_HEAD = msg("Rows to fix: click one to go there")
MEND_MORE = msg("and {number} more: see the Notes")
_MORE = f"{TO_MEND_NAME}-{ROWS_NAMED}"


def mend_head_formula(language: Language) -> str:
    """Return the formula of the line above the rows to fix."""
    return f'IF({TO_MEND_NAME}>0,{text_literal(MEND_HEAD, language)},"")'


def mend_more_formula(language: Language) -> str:
    """Return the formula of the line that counts the rows that are not named."""
    before, _, after = text_literal(MEND_MORE.with_values(number="#"), language).partition("#")
    return f'IF({_MORE}>0,{before}"&({_MORE})&"{after},"")'


def list_invalid_rows(book: ClubBook, problems: Sequence[Diagnostic]) -> Iterator[CellBlock]:
    """Start while rows need fixing. The lists stay as they are."""
    say = language_of(book)
    rows: dict[tuple[str, int], list[Diagnostic]] = {}
    for problem in problems:
        rows.setdefault((problem.sheet or problem.table, problem.row), []).append(problem)
    links, words = [], []
    for (sheet, row), here in rows.items():
        label = say.render(msg("{sheet}, row {row}", sheet=sheet, row=row))
        links.append((_address(book.tables.get(here[0].table), here[0]), label))
        words.append((say.semicolon.join(_in_words(problem, say) for problem in here),))
    yield from cells(book, {STATE_NAME: rejected_state(problems, say), TO_MEND_NAME: len(rows)})
    yield from block_from(book, MEND_LINKS_NAME, links[:ROWS_NAMED], ROWS_NAMED)
    yield from block_from(book, MEND_WORDS_NAME, words[:ROWS_NAMED], ROWS_NAMED)
    yield from _live_mending(book, [label for _, label in links[:ROWS_NAMED]], len(rows), say)


def clear_invalid_rows(book: ClubBook, say: Language) -> Iterator[CellBlock]:
    """Yield the same if every row is right: blank."""
    yield from cells(book, {TO_MEND_NAME: 0})
    yield from block_from(book, MEND_LINKS_NAME, [(None, None)], ROWS_NAMED)
    yield from block_from(book, MEND_WORDS_NAME, [(None,)], ROWS_NAMED)
    yield from _live_mending(book, [], 0, say)


def mend_formulas(row: int) -> tuple[str, str]:
    """Return the mark and the link of a row to fix, in a row of Start."""
    target, label = f"${TARGETS}{row}", f"${LABELS}{row}"
    return f'IF({target}="","","!")', f'IF({target}="","",HYPERLINK("#"&{target},{label}&"{ARROW}"))'


def _live_mending(book: ClubBook, labels: Sequence[str], rows: int, say: Language) -> Iterator[CellBlock]:
    """Yield the values of the live cells that show the rows to fix. `labels`: of those named. `rows`: of all."""
    place = book.place_of(MEND_HEAD_NAME)
    if place is None:
        return
    sheet, head, column = place
    yield from live_cell_at(book, (sheet, head, column), mend_head_formula(say), say.render(MEND_HEAD) if rows else "")
    for row in range(head + 1, head + 1 + ROWS_NAMED):
        label = labels[row - head - 1] if row - head <= len(labels) else ""
        mark, link = mend_formulas(row)
        yield from live_cell_at(book, (sheet, row, column), mark, "!" if label else "")
        yield from live_cell_at(book, (sheet, row, column + 1), link, f"{label}{ARROW}" if label else "")
    more = say.render(MEND_MORE.with_values(number=rows - ROWS_NAMED)) if rows > ROWS_NAMED else ""
    yield from live_cell_at(book, (sheet, head + 1 + ROWS_NAMED, column + 1), mend_more_formula(say), more)


def _address(table: CellTable | None, problem: Diagnostic) -> str:
    """Return the cell of a problem as a link writes it, or the row's first cell if the column is not there."""
    position = None if table is None else next(iter(table.alike(problem.column)), None)
    letters = column_letters(1 if table is None or position is None else table.column_number(position))
    sheet = (problem.sheet or problem.table).replace("'", "''")
    return f"'{sheet}'!{letters}{problem.row}"


def _in_words(problem: Diagnostic, say: Language) -> str:
    value = f" {say.quoted(excerpt(problem.value))}" if problem.value else ""
    return f"{problem.column}{value}{say.colon}{say.render(problem.message)}"


def status_name(table: str) -> str:
    """Return the defined name of the cell that shows the status of a table."""
    return f"status_on_{table.lower()}"


def status_column(table: Table) -> int:
    """Return the number of the column with the status in its band: that of the Notes, or the one behind the table."""
    return (table.columns.index(NOTE) if NOTE in table.columns else len(table.columns)) + 1


def error_words(table: Table) -> list[str]:
    """Return the first words of the Note of a row that needs fixing."""
    return [f"{column.heading}:" for column in table.columns if not column.computed and column is not REMARK]


def excused(system: RatingSystem, table: str, cell: Callable[[str], str]) -> Callable[[str], str]:
    """Return the factor for a row's lack of a column, as text of a formula: nothing but for the scores of a bye.

    `cell` gives the address of a heading's cells. The result takes a heading. An error value in a name is no bye.
    """
    kind = system.log_schema
    if table != kind.table or not kind.is_paired:
        return lambda heading: ""
    no_bye = "".join(f'*(1-ISNUMBER(1/(TRIM({cell(heading)})="{BYE}")))' for heading in kind.players)
    return lambda heading: no_bye if heading in kind.results else ""


def status_words(
    system: RatingSystem, table: CellTable, notes: Sequence[CellValue], language: Language = IN_ENGLISH
) -> str | None:
    """Return the words of a table, or None if a column that they need is not there. `notes` has one for each row."""
    template = tables_of(system)[table.name]
    found = [table.alike(heading) for heading in key_columns(system, table.name)]
    if any(len(positions) != 1 for positions in found):
        return None
    begins = tuple(error_words(template))
    wrong = {row for row, note in enumerate(notes) if note is not None and str(note).startswith(begins)}
    keys = [table.columns[position] for (position,) in found]
    unfinished = 0
    if any(None in key or "" in key for key in keys):
        byes, results = _byes(system, table), system.log_schema.results
        filled = zip(
            *(
                [not is_blank(cell) or (heading in results and row in byes) for row, cell in enumerate(key)]
                for heading, key in zip(key_columns(system, table.name), keys)
            )
        )
        unfinished = sum(any(row) and not all(row) for number, row in enumerate(filled) if number not in wrong)
    counts = [*([_to_fix(len(wrong))] if wrong else []), *([_unfinished(unfinished)] if unfinished else [])]
    return ", ".join(map(language.render, counts))


def _to_fix(rows: int) -> Message:
    return ngettext("{n} row to fix", "{n} rows to fix", rows)


def _unfinished(rows: int) -> Message:
    return ngettext("{n} unfinished", "{n} unfinished", rows)


def _byes(system: RatingSystem, table: CellTable) -> set[int]:
    """Return the rows of a log in which a side is nobody."""
    kind = system.log_schema
    if table.name != kind.table or not kind.is_paired:
        return set()
    sides = [table.column(heading) or () for heading in kind.players]
    return {row for side in sides for row, name in enumerate(side) if name_key(shown(name)) == name_key(BYE)}


def status_cells(book: ClubBook, system: RatingSystem, notes: Mapping[str, Sequence[CellValue]]) -> Iterator[CellBlock]:
    """Yield the words of each input sheet that differ from its own. `notes` has one for each row, by the table."""
    for name in tables_of(system):
        place, table = book.place_of(status_name(name)), book.tables.get(name)
        if place is None or table is None:
            continue
        sheet, row, column = place
        language = language_of(book)
        if not is_status(shown(cell_at(book.sheet_values(sheet), row, column)), language):
            continue
        words = status_words(system, table, notes.get(name, ()), language)
        yield from differing_blocks(book, Area(sheet, row, column, 1, [(words,)], rows_owned=1))


def words_above(book: ClubBook, table: CellTable) -> Iterator[tuple[int, int, str, object]]:
    """Yield the row, column, address and value of every filled cell above the headings of a table."""
    for row, values in enumerate(book.sheet_values(table.sheet)[: table.row - 1], 1):
        for column, value in enumerate(values, 1):
            if not is_blank(value):
                yield row, column, f"{column_letters(column)}{row}", value


def is_status(text: str, language: Language) -> bool:
    """Return whether a text is one of the status's own. Any other is the director's."""
    known = {_without_digits(language.render(count(rows))) for count in (_to_fix, _unfinished) for rows in (1, 2)}
    return all(_without_digits(part) in known for part in text.split(", ")) if text else True


def _without_digits(text: str) -> str:
    return re.sub(r"\d+", "#", text)
