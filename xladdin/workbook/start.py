"""The Start sheet, the home page: the names of its cells, its live formulas, and what a recalculation writes there.

It says whether the lists are up to date, what to do next, how the last evening went, who leads the list, and which rows
are to be fixed, each a link to its cell. The value of a live cell is written beside its formula, for those who look
at the file without a spreadsheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from xladdin.cells.addresses import column_letters
from xladdin.cells.mending import rows_to_mend
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.errors import Problem, excerpt
from xladdin.languages.language import ENGLISH, IN_ENGLISH, NAMED, Language, in_french, ways_to_say
from xladdin.replay import Replay
from xladdin.reports.facts import Facts
from xladdin.reports.season.records import RecordLine, game_records, high_game
from xladdin.reports.standings import biggest_gain
from xladdin.workbook.changes.as_read import CHANGED_NAME
from xladdin.workbook.changes.differences import differing_blocks
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import (
    AS_OF_NAME,
    AS_OF_PREFIX,
    BY_COMMAND,
    HOW_NAME,
    IN_PANE,
    LANGUAGE,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    PLEASE_LOOK,
    RECALCULATED_NAME,
    TITLE_NAME,
    TITLE_PREFIX,
    WITH_BUTTON,
)

FACTS_NAME, STATE_NAME, TO_MEND_NAME = "start_facts", "start_state", "start_to_mend"
"""Cells: the club in a line; the state of the lists after the last recalculation; how many rows are to be fixed."""
EVENING_TITLE_NAME, EVENING_NAME, TOP_NAME = "start_evening_title", "start_evening", "start_top"
MEND_LINKS_NAME, MEND_WORDS_NAME = "start_mend_links", "start_mend_words"
"""Upper left cells of blocks: the last evening as label and words; the top of the list as rank, player, rating and
change; the rows to fix as address and label, and as words."""
MEND_HEAD_NAME = "start_mend_head"
"""The live cell above them, to which those of each row and the last line are told by their place."""
TARGETS, LABELS = "L", "M"
"""Hidden columns: addresses and labels of the rows to fix."""
ARROW = "  ›"
"""Behind the words of a link."""
STATUS_NAME, DETAIL_NAME = "start_status", "start_detail"
"""Live cells: the state as of now, and when it was found."""
CODES_NAME, PAGE_CODE_NAME = "start_codes", "start_page_code"
"""Cells: the check codes of the workbook and of its printed list; that of its page on the web."""
EVENING_LINES, TOP_PLAYERS, ROWS_NAMED = 5, 5, 10
LAST_ROW_WORDED = 20
"""Of Start: below it are the rows to fix alone."""
HIGHEST_NAMED = 3
"""Of those who scored the high game, as many as a line of Start has room for."""

TYPED_SINCE = "Typed since then: recalculate"
MEND_HEAD = "Rows to fix: click one to go there"
MEND_MORE = "and {} more: see the Notes"
OUT_OF_DATE = " · out of date: recalculate"
NOT_UPDATED = "Not updated by the last recalculation: see Start"
"""What a report sheet says that had to be left alone."""
BEGIN = "Add your players, then type the games."
RECALCULATED_ON = "Recalculated on "
HEADS = ("What to do next", "Top five")
"""Fixed texts of Start that are values."""
LINKS = (
    "Add new players",
    "Type tonight's games",
    "Type the event's results",
    "Print the ratings list",
    "Print the scoreboard",
    "See the scoreboard",
    "See the whole list",
)
"""Those that are links: what shows while no row is to be fixed."""
HINT = "Type in yellow cells; grey ones compute themselves."


def formula_of_words(english: str, ending: str = "") -> str:
    """A fixed text as a formula: in the language that is chosen on Rules. ending: stands behind it in any."""
    french = in_french(english)
    own = f'"{english}{ending}"'
    return own if french == english else f'IF({LANGUAGE.name}="French","{french}{ending}",{own})'


STATUS_FORMULA = (
    f'IF({STATE_NAME}="",{formula_of_words(NOT_YET)},'
    f"IF(AND({TO_MEND_NAME}=0,{CHANGED_NAME}=1),{formula_of_words(TYPED_SINCE)},{STATE_NAME}))"
)
DETAIL_FORMULA = (
    f'IF({RECALCULATED_NAME}="",{formula_of_words(BEGIN)},'
    f'{formula_of_words(RECALCULATED_ON)}&{RECALCULATED_NAME}&". "&{OUTCOME_NAME})'
)
MEND_HEAD_FORMULA = f'IF({TO_MEND_NAME}>0,{formula_of_words(MEND_HEAD)},"")'
_MORE = f"{TO_MEND_NAME}-{ROWS_NAMED}"
MEND_MORE_FORMULA = f'IF({_MORE}>0,{formula_of_words(MEND_MORE)},"")'.replace("{}", f'"&({_MORE})&"')


def up_to_date(book: ClubBook, material: Material, state: str) -> Iterator[CellBlock]:
    """What Start shows after a recalculation that found every row right. state: of the lists, in words."""
    replay, say = material.replay, material.say
    yield from cells(book, {STATE_NAME: state, TO_MEND_NAME: 0, FACTS_NAME: _in_a_line(material.facts, say)})
    evening: list[tuple[CellValue, CellValue]] = [
        (say.heading(label), words) for label, words in _evening(material)
    ] or [(None, None)]
    yield from cells(book, {EVENING_TITLE_NAME: _evening_title(replay, say)})
    yield from _block(book, EVENING_NAME, evening[:EVENING_LINES], EVENING_LINES)
    top = [(line.rank, line.player, line.new, line.change) for line in material.standings if line.rank is not None]
    yield from _block(book, TOP_NAME, top[:TOP_PLAYERS], TOP_PLAYERS)
    yield from _block(book, MEND_LINKS_NAME, [(None, None)], ROWS_NAMED)
    yield from _block(book, MEND_WORDS_NAME, [(None,)], ROWS_NAMED)
    yield from _live_mending(book, [], 0, say)
    yield from _worded(book, say)


def to_be_mended(book: ClubBook, problems: Sequence[Problem]) -> Iterator[CellBlock]:
    """What Start shows while rows are to be fixed: the lists stay as they are."""
    say = language_of(book)
    rows: dict[tuple[str, int], list[Problem]] = {}
    for problem in problems:
        rows.setdefault((problem.sheet or problem.table, problem.row), []).append(problem)
    links, words = [], []
    for (sheet, row), here in rows.items():
        label = say.text("{sheet}, row {row}", sheet=sheet, row=row)
        links.append((_address(book.tables.get(here[0].table), here[0]), label))
        words.append(("; ".join(_in_words(problem, say) for problem in here),))
    yield from cells(book, {STATE_NAME: state_while_wrong(problems, say), TO_MEND_NAME: len(rows)})
    yield from _block(book, MEND_LINKS_NAME, links[:ROWS_NAMED], ROWS_NAMED)
    yield from _block(book, MEND_WORDS_NAME, words[:ROWS_NAMED], ROWS_NAMED)
    yield from _live_mending(book, [label for _, label in links[:ROWS_NAMED]], len(rows), say)


def mend_formulas(row: int) -> tuple[str, str]:
    """The mark and the link of a row to fix, in a row of Start."""
    target, label = f"${TARGETS}{row}", f"${LABELS}{row}"
    return f'IF({target}="","","!")', f'IF({target}="","",HYPERLINK("#"&{target},{label}&"{ARROW}"))'


def _live_mending(book: ClubBook, labels: Sequence[str], rows: int, say: Language) -> Iterator[CellBlock]:
    """Values of the live cells that show the rows to fix. labels: of those named; rows: of all."""
    place = book.place_of(MEND_HEAD_NAME)
    if place is None:
        return
    sheet, head, column = place
    yield from _live_at(book, (sheet, head, column), MEND_HEAD_FORMULA, say.text(MEND_HEAD) if rows else "")
    for row in range(head + 1, head + 1 + ROWS_NAMED):
        label = labels[row - head - 1] if row - head <= len(labels) else ""
        mark, link = mend_formulas(row)
        yield from _live_at(book, (sheet, row, column), mark, "!" if label else "")
        yield from _live_at(book, (sheet, row, column + 1), link, f"{label}{ARROW}" if label else "")
    more = say.text(MEND_MORE).format(rows - ROWS_NAMED) if rows > ROWS_NAMED else ""
    yield from _live_at(book, (sheet, head + 1 + ROWS_NAMED, column + 1), MEND_MORE_FORMULA, more)


def as_of_formula(name: str) -> str:
    """What a report sheet says below its title, in the cell of that name.

    A sheet that was left alone does not bear the time of the last recalculation, for its figures are older.
    """
    stale = f'IF(OR({CHANGED_NAME}=1,{TO_MEND_NAME}>0),{formula_of_words(OUT_OF_DATE)},"")'
    left_alone = f'ISNUMBER(FIND("{_left_alone_key(name)}",{LEFT_ALONE_NAME}))'
    as_of = f"IF({left_alone},{formula_of_words(NOT_UPDATED)},{AS_OF_NAME}&{stale})"
    return f'IF({AS_OF_NAME}="",{formula_of_words(NOT_YET)},{as_of})'


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
    title, say = book.names.get(TITLE_NAME), language_of(book)
    wanted = [
        (STATUS_NAME, STATUS_FORMULA, state),
        (DETAIL_NAME, DETAIL_FORMULA, f"{say.text(RECALCULATED_ON)}{moment}. {outcome}"),
    ]
    for name in (name for name in book.names if name.startswith(TITLE_PREFIX)):
        if book.names[name] == title or book.has_formula(name):  # else the director has typed another title over it
            wanted.append((name, TITLE_NAME, str(title or "")))
    keys = shown(book.names.get(LEFT_ALONE_NAME)) if left_alone is None else left_alone
    not_updated = say.heading(NOT_UPDATED)
    for name in (name for name in book.names if name.startswith(AS_OF_PREFIX)):
        is_left = _left_alone_key(name) in keys
        wanted.append(
            (name, as_of_formula(name), not_updated if is_left and as_of not in ways_to_say(NOT_YET) else as_of)
        )
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


def state_while_wrong(problems: Sequence[Problem], say: Language) -> str:
    """The state of the lists while rows are to be fixed."""
    return say.message(f"{rows_to_mend(problems)} to fix: the lists stay as they are")


def state_of(replay: Replay, tables: int = 0, looks: int = 0, say: Language = IN_ENGLISH) -> str:
    """The state of the lists after a recalculation: up to date with the last session.

    tables: of the round that was paired and waits for its scores; looks: how many questions are open.
    """
    paired = "{tables} paired: type the score" if tables == 1 else "{tables} paired: type the scores"
    state = say.text(paired, tables=say.count(tables, "table")) if tables else _up_to_date(replay, say)
    if not looks:
        return state
    asked = say.count(looks, "question")
    return say.text("{state} · {sheet}: {questions}", state=state, sheet=PLEASE_LOOK, questions=asked)


def _up_to_date(replay: Replay, say: Language) -> str:
    session, day = replay.last_session, replay.last_date
    if day is None:
        return say.text("Up to date: no games yet")
    if session and session[0].event:
        return say.text("Up to date: {event}", event=session[0].event)
    games = say.count(Facts(replay).session.games_played, "game")
    return say.text("Up to date: {games} of {day}", games=games, day=say.day(day))


def _in_a_line(facts: Facts, say: Language) -> str:
    """The club in a line: its players, and what was played since when."""
    log = facts.replay.log
    players = say.count(len(log.players), "player")
    if not log.sessions:
        return say.text("Club ratings · {players}", players=players)
    rows = say.count(facts.lifetime.games_played, log.system.log_kind.row_word)
    day = say.full_day(min(log.sessions))
    return say.text("Club ratings · {players}, {rows} since {day}", players=players, rows=rows, day=day)


def _evening_title(replay: Replay, say: Language) -> str:
    session, day = replay.last_session, replay.last_date
    if day is None:
        return say.text("Last evening")
    if session and session[0].event:
        return session[0].event
    return say.text("Last evening: {day}", day=say.day(day))


def _evening(material: Material) -> Iterator[tuple[str, str]]:
    """The last session in five lines at the most, each a label and its words."""
    replay, session, say = material.replay, material.facts.session, material.say
    if replay.last_date is None:
        return
    if not material.system.log_kind.is_paired:
        first = replay.last_session[0]
        yield "Results", say.count(first.stop - first.start, "result")
    else:
        players = say.count(len(session.players), "player")
        yield "Games", say.text("{games}, by {players}", games=say.number(session.games_played), players=players)
        best = {lines[0].record: lines[0] for lines in game_records(session, shown=1) if lines}
        if "High game" in best:
            score, scorers = high_game(session)
            named, more = ", ".join(scorers[:HIGHEST_NAMED]), len(scorers) - HIGHEST_NAMED
            told = say.text("{names} and {number} more", names=named, number=more) if more > 0 else named
            yield "High game", f"{told} {score:g}"
        yield from _told("Biggest win", best, "{player} by {value} over {opponent}", say)
        yield from _told("Biggest upset", best, "{player} beat {opponent} ({value} up)", say)
    if line := biggest_gain(material.standings):
        change, rating = (say.rating(round(value, 2), 0) for value in (line.change or 0, float(line.new)))
        words = say.text("{player} ▲ {change}, to {rating}", player=line.player, change=change, rating=rating)
        yield "Biggest gain", words


def _told(record: str, best: Mapping[str | None, RecordLine], words: str, say: Language) -> Iterator[tuple[str, str]]:
    if record in best:
        line = best[record]
        yield record, say.text(words, player=line.player, value=f"{line.value:g}", opponent=line.opponent)


def how_words(book: ClubBook, how: str, say: Language) -> dict[str, CellValue]:
    """What is said of how the lists are brought up to date, by the name of its cell. how: "" to say it as before."""
    before = shown(book.names.get(HOW_NAME))
    known = {way: english for english in (BY_COMMAND, WITH_BUTTON, IN_PANE) for way in ways_to_say(english)}
    said = how or known.get(before, "")
    return {HOW_NAME: say.message(say.heading(said))} if said else {}


def _worded(book: ClubBook, say: Language) -> Iterator[CellBlock]:
    """The fixed texts of the sheet that are in another language than the club's, wherever they stand."""
    place = book.place_of(STATUS_NAME)
    if place is None:
        return
    values = {way: say.text(english) for english in HEADS for way in ways_to_say(english)}
    live = {f"{way}{ARROW}": (english, ARROW) for english in LINKS for way in ways_to_say(english)}
    live |= dict.fromkeys(ways_to_say(HINT), (HINT, ""))
    for row, cells_here in enumerate(book.sheet_values(place[0])[:LAST_ROW_WORDED], 1):
        for column, cell in enumerate(cells_here, 1):
            at = (place[0], row, column)
            if isinstance(cell, str) and cell in values:
                yield from differing_blocks(book, Area(*at, 1, [(values[cell],)], rows_owned=1))
            elif isinstance(cell, str) and cell in live:
                english, ending = live[cell]
                yield from _live_at(book, at, formula_of_words(english, ending), f"{say.text(english)}{ending}")


def _address(table: CellTable | None, problem: Problem) -> str:
    """The cell of a problem as a link writes it; the row's first cell where the column is not there."""
    position = None if table is None else next(iter(table.alike(problem.column)), None)
    letters = column_letters(1 if table is None or position is None else table.column_number(position))
    sheet = (problem.sheet or problem.table).replace("'", "''")
    return f"'{sheet}'!{letters}{problem.row}"


def _in_words(problem: Problem, say: Language) -> str:
    value = f' "{excerpt(problem.value)}"' if problem.value else ""
    return f"{problem.column}{value}: {say.message(problem.message)}"


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
