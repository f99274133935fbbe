"""The Start sheet, the home page: the names of its cells, its live formulas, and what a recalculation writes there.

It says whether the lists are up to date, what to do next, how the last evening went, who leads the list, and which rows
are to be mended, each a link to its cell. The value of a live cell is written beside its formula, for those who look
at the file without a spreadsheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from xladdin.cells.addresses import column_letters
from xladdin.cells.days import day_in_words, short_day
from xladdin.cells.mending import rows_to_mend
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook
from xladdin.cells.text import counted, shown
from xladdin.errors import Problem, excerpt
from xladdin.languages.language import ENGLISH, NAMED, Language, in_french, ways_to_say
from xladdin.replay import Replay
from xladdin.reports.season.records import RecordLine, game_records
from xladdin.reports.tallies import ClubGames
from xladdin.workbook.changes.differences import differing_blocks
from xladdin.workbook.changes.fingerprint import CHANGED_NAME
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import (
    AS_OF_NAME,
    AS_OF_PREFIX,
    LANGUAGE,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    TITLE_NAME,
    TITLE_PREFIX,
)

FACTS_NAME, STATE_NAME, TO_MEND_NAME = "start_facts", "start_state", "start_to_mend"
"""Cells: the club in a line; the state of the lists after the last recalculation; how many rows are to be mended."""
EVENING_TITLE_NAME, EVENING_NAME, TOP_NAME = "start_evening_title", "start_evening", "start_top"
MEND_LINKS_NAME, MEND_WORDS_NAME = "start_mend_links", "start_mend_words"
"""Upper left cells of blocks: the last evening as label and words; the top of the list as rank, player, rating and
change; the rows to mend as address and label, and as words."""
MEND_HEAD_NAME = "start_mend_head"
"""The live cell above them, to which those of each row and the last line are told by their place."""
TARGETS, LABELS = "L", "M"
"""Hidden columns: addresses and labels of the rows to mend."""
ARROW = "  ›"
"""Behind the words of a link."""
STATUS_NAME, DETAIL_NAME = "start_status", "start_detail"
"""Live cells: the state as of now, and when it was found."""
EVENING_LINES, TOP_PLAYERS, ROWS_NAMED = 5, 5, 10

TYPED_SINCE = "Typed since then: recalculate"
STATUS_FORMULA = (
    f'IF({STATE_NAME}="","{NOT_YET}",IF(AND({TO_MEND_NAME}=0,{CHANGED_NAME}=1),"{TYPED_SINCE}",{STATE_NAME}))'
)
MEND_HEAD = "Rows to mend: click one to go there"
MEND_HEAD_FORMULA = f'IF({TO_MEND_NAME}>0,"{MEND_HEAD}","")'
MEND_MORE = "and {} more: see the Notes"
_MORE = f"{TO_MEND_NAME}-{ROWS_NAMED}"
MEND_MORE_FORMULA = f'IF({_MORE}>0,"{MEND_MORE}","")'.replace("{}", f'"&({_MORE})&"')
OUT_OF_DATE = " · out of date: recalculate"
NOT_UPDATED = "Not updated by the last recalculation: see Start"
"""What a report sheet says that had to be left alone."""
BEGIN = "Add your players, then type the games."
DETAIL_FORMULA = f'IF({RECALCULATED_NAME}="","{BEGIN}","Recalculated on "&{RECALCULATED_NAME}&". "&{OUTCOME_NAME})'


def up_to_date(book: ClubBook, material: Material) -> Iterator[CellBlock]:
    """What Start shows after a recalculation that found every row right."""
    replay = material.replay
    yield from cells(book, {STATE_NAME: state_of(replay), TO_MEND_NAME: 0, FACTS_NAME: _facts(replay)})
    evening: list[tuple[CellValue, CellValue]] = [*_evening(material)] or [(None, None)]
    yield from cells(book, {EVENING_TITLE_NAME: _evening_title(replay)})
    yield from _block(book, EVENING_NAME, evening[:EVENING_LINES], EVENING_LINES)
    top = [(line.rank, line.player, line.new, line.change) for line in material.standings if line.rank is not None]
    yield from _block(book, TOP_NAME, top[:TOP_PLAYERS], TOP_PLAYERS)
    yield from _block(book, MEND_LINKS_NAME, [(None, None)], ROWS_NAMED)
    yield from _block(book, MEND_WORDS_NAME, [(None,)], ROWS_NAMED)
    yield from _live_mending(book, [], 0)


def to_be_mended(book: ClubBook, problems: Sequence[Problem]) -> Iterator[CellBlock]:
    """What Start shows while rows are to be mended: the lists stay as they are."""
    rows: dict[tuple[str, int], list[Problem]] = {}
    for problem in problems:
        rows.setdefault((problem.sheet or problem.table, problem.row), []).append(problem)
    links, words = [], []
    for (sheet, row), here in rows.items():
        links.append((_address(book.tables.get(here[0].table), here[0]), f"{sheet}, row {row}"))
        words.append(("; ".join(_in_words(problem) for problem in here),))
    yield from cells(book, {STATE_NAME: state_while_wrong(problems), TO_MEND_NAME: len(rows)})
    yield from _block(book, MEND_LINKS_NAME, links[:ROWS_NAMED], ROWS_NAMED)
    yield from _block(book, MEND_WORDS_NAME, words[:ROWS_NAMED], ROWS_NAMED)
    yield from _live_mending(book, [label for _, label in links[:ROWS_NAMED]], len(rows))


def mend_formulas(row: int) -> tuple[str, str]:
    """The mark and the link of a row to mend, in a row of Start."""
    target, label = f"${TARGETS}{row}", f"${LABELS}{row}"
    return f'IF({target}="","","!")', f'IF({target}="","",HYPERLINK("#"&{target},{label}&"{ARROW}"))'


def _live_mending(book: ClubBook, labels: Sequence[str], rows: int) -> Iterator[CellBlock]:
    """Values of the live cells that show the rows to mend. labels: of those named; rows: of all."""
    place = book.place_of(MEND_HEAD_NAME)
    if place is None:
        return
    sheet, head, column = place
    yield from _live_at(book, (sheet, head, column), MEND_HEAD_FORMULA, MEND_HEAD if rows else "")
    for row in range(head + 1, head + 1 + ROWS_NAMED):
        label = labels[row - head - 1] if row - head <= len(labels) else ""
        mark, link = mend_formulas(row)
        yield from _live_at(book, (sheet, row, column), mark, "!" if label else "")
        yield from _live_at(book, (sheet, row, column + 1), link, f"{label}{ARROW}" if label else "")
    more = MEND_MORE.format(rows - ROWS_NAMED) if rows > ROWS_NAMED else ""
    yield from _live_at(book, (sheet, head + 1 + ROWS_NAMED, column + 1), MEND_MORE_FORMULA, more)


def as_of_formula(name: str, *, is_old: bool = False, in_english: bool = False) -> str:
    """What a report sheet says below its title, in the cell of that name.

    is_old, in_english: of a workbook without `LEFT_ALONE`, or without a language to choose. A sheet that was left alone
    does not bear the time of the last recalculation, for its figures are older.
    """
    said = '"{}"'.format if in_english else formula_of_words
    stale = f'IF(OR({CHANGED_NAME}=1,{TO_MEND_NAME}>0),{said(OUT_OF_DATE)},"")'
    as_of = f"{AS_OF_NAME}&{stale}"
    if not is_old:
        as_of = f'IF(ISNUMBER(FIND("{_left_alone_key(name)}",{LEFT_ALONE_NAME})),{said(NOT_UPDATED)},{as_of})'
    return f'IF({AS_OF_NAME}="",{said(NOT_YET)},{as_of})'


def formula_of_words(english: str) -> str:
    """A fixed text of a sheet for the wall as a formula: in the language that is chosen on Rules."""
    french = in_french(english)
    return f'"{english}"' if french == english else f'IF({LANGUAGE.name}="French","{french}","{english}")'


def language_of(book: ClubBook) -> Language:
    """The language that such a formula chooses; English in a workbook without a choice."""
    chosen = shown(book.names.get(LANGUAGE.name)).casefold()
    return Language(next((code for name, code in NAMED.items() if name.casefold() == chosen), ENGLISH))


def left_alone_keys(book: ClubBook, sheets: Collection[str]) -> str:
    """The text that keeps which sheets were left alone."""
    places = ((name, book.place_of(name)) for name in book.names if name.startswith(AS_OF_PREFIX))
    keys = [_left_alone_key(name).strip("/") for name, place in places if place is not None and place[0] in sheets]
    return f"/{'/'.join(sorted(keys))}/" if keys else ""


def _left_alone_key(name: str) -> str:
    return f"/{name.removeprefix(AS_OF_PREFIX)}/"


def live_cells(
    book: ClubBook, state: str, as_of: str, moment: str, outcome: str, left_alone: str | None = None
) -> Iterator[CellBlock]:
    """Values of the live cells: on Start, and in the titles of the report sheets.

    state: of the lists, in words; as_of: what they are as of; moment: of the recalculation; outcome: in a sentence;
    left_alone: as `left_alone_keys` gives it; None where no sheet was to be updated.
    """
    title = book.names.get(TITLE_NAME)
    wanted = [
        (STATUS_NAME, STATUS_FORMULA, state),
        (DETAIL_NAME, DETAIL_FORMULA, f"Recalculated on {moment}. {outcome}"),
    ]
    wanted.extend((name, TITLE_NAME, str(title or "")) for name in book.names if name.startswith(TITLE_PREFIX))
    keys = shown(book.names.get(LEFT_ALONE_NAME)) if left_alone is None else left_alone
    is_old, in_english = book.place_of(LEFT_ALONE_NAME) is None, book.place_of(LANGUAGE.name) is None
    not_updated = language_of(book).heading(NOT_UPDATED)
    for name in (name for name in book.names if name.startswith(AS_OF_PREFIX)):
        is_left = not is_old and _left_alone_key(name) in keys
        formula = as_of_formula(name, is_old=is_old, in_english=in_english)
        wanted.append((name, formula, not_updated if is_left and as_of not in ways_to_say(NOT_YET) else as_of))
    for name, formula, value in wanted:
        yield from live_cell(book, name, formula, value)


def live_cell(book: ClubBook, name: str, formula: str, value: CellValue) -> Iterator[CellBlock]:
    """The value of a named cell with a formula, where the file does not hold it yet."""
    place = book.place_of(name)
    if place is not None:
        yield from _live_at(book, place, formula, value)


def _live_at(book: ClubBook, place: tuple[str, int, int], formula: str, value: CellValue) -> Iterator[CellBlock]:
    sheet, row, column = place
    for block in differing_blocks(book, Area(sheet, row, column, 1, [(value,)], rows_owned=1)):
        yield CellBlock(block.sheet, block.row, block.column, block.columns, {0: formula})


def state_while_wrong(problems: Sequence[Problem]) -> str:
    """The state of the lists while rows are to be mended."""
    return f"{rows_to_mend(problems)} to mend: the lists stay as they are"


def state_of(replay: Replay) -> str:
    """The state of the lists after a recalculation: up to date with the last session."""
    session, day = replay.last_session, replay.last_date
    if day is None:
        return "Up to date: no games yet"
    if session and session[0].event:
        return f"Up to date: {session[0].event}"
    return f"Up to date: {counted(ClubGames(replay).session_games, 'game')} of {day_in_words(day)}"


def _facts(replay: Replay) -> str:
    log = replay.log
    facts = f"Club ratings · {counted(len(log.players), 'player')}"
    if log.periods:
        first = min(period.date for period in log.periods)
        what = "result" if log.periods[0].event else "game"
        facts += f", {counted(len(log.rated_rows), what)} since {short_day(first)} {first.year}"
    return facts


def _evening_title(replay: Replay) -> str:
    session, day = replay.last_session, replay.last_date
    if day is None:
        return "Last evening"
    if session and session[0].event:
        return session[0].event
    return f"Last evening: {day_in_words(day)}"


def _evening(material: Material) -> Iterator[tuple[str, str]]:
    """The last session in five lines at the most, each a label and its words."""
    replay, games = material.replay, material.games
    if replay.last_date is None:
        return
    if games is None:
        first = replay.last_session[0]
        yield "Results", counted(first.stop - first.start, "result")
    else:
        came = len(games.session_players)
        yield "Games", f"{games.session_games:,}, by {counted(came, 'player')}"
        best = {lines[0].record: lines[0] for lines in game_records(replay, games.session, shown=1) if lines}
        if "High game" in best:
            yield "High game", f"{best['High game'].player} {best['High game'].value:g}"
            yield from _told("Biggest win", best, "by")
        yield from _told("Biggest upset", best, "beat")
    gained = [line for line in material.standings if line.change is not None and line.change > 0]
    if gained:
        line = max(gained, key=lambda one: one.change or 0)
        change, rating = (f"{round(value, 2):g}" for value in (line.change or 0, float(line.new)))
        yield "Biggest gain", f"{line.player} ▲ {change}, to {rating}"


def _told(record: str, best: Mapping[str | None, RecordLine], how: str) -> Iterator[tuple[str, str]]:
    if record in best:
        line = best[record]
        value = f"{line.value:g}"
        words = f"by {value} over {line.opponent}" if how == "by" else f"beat {line.opponent} ({value} up)"
        yield record, f"{line.player} {words}"


def _address(table: CellTable | None, problem: Problem) -> str:
    """The cell of a problem as a link writes it; the row's first cell where the column is not there."""
    position = None if table is None else next(iter(table.alike(problem.column)), None)
    letters = column_letters(1 if table is None or position is None else table.column_number(position))
    sheet = (problem.sheet or problem.table).replace("'", "''")
    return f"'{sheet}'!{letters}{problem.row}"


def _in_words(problem: Problem) -> str:
    value = f' "{excerpt(problem.value)}"' if problem.value else ""
    return f"{problem.column}{value}: {problem.message}"


def cells(book: ClubBook, values: Mapping[str, CellValue]) -> Iterator[CellBlock]:
    """Named cells that do not hold the value yet; a cell that the club has deleted is left out."""
    for name, value in values.items():
        yield from _block(book, name, [(value,)], 1)


def _block(book: ClubBook, name: str, rows: Sequence[Sequence[CellValue]], rows_owned: int) -> Iterator[CellBlock]:
    """A block from a named cell on; what an earlier one has left below it is blanked."""
    place = book.place_of(name)
    if place is not None and rows:
        sheet, row, column = place
        yield from differing_blocks(book, Area(sheet, row, column, len(rows[0]), rows, rows_owned=rows_owned))
