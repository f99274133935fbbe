"""The part of Start for a recalculation that found every row right, and the fixed words of Start."""

from collections.abc import Iterator

from xladdin.cells.table import Area, CellBlock, CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.languages.language import Language, ways_to_say
from xladdin.reports.context import ReportContext
from xladdin.workbook.changes.differences import differing_blocks
from xladdin.workbook.changes.named_cells import block_from, cells, live_cell_at
from xladdin.workbook.schema import BY_COMMAND, HOW_NAME, IN_PANE, WITH_BUTTON
from xladdin.workbook.start.last_evening import evening_title, in_a_line, lines_of_evening
from xladdin.workbook.start.rows_to_fix import nothing_to_fix
from xladdin.workbook.start.status import STATE_NAME, STATUS_NAME
from xladdin.workbook.words.chosen import ARROW, formula_of_words

FACTS_NAME = "start_facts"
"""The cell with the club in a line."""
EVENING_TITLE_NAME, EVENING_NAME, TOP_NAME = "start_evening_title", "start_evening", "start_top"
"""The upper left cells of blocks: the last evening as label and words, and the top of the list as rank, player, rating
and change."""
EVENING_LINES, TOP_PLAYERS = 5, 5
LAST_ROW_WORDED = 20
"""The last row of Start with fixed texts. Below it are only the rows to fix."""
HEADS = ("What to do next", "Top five")
"""The fixed texts of Start that are values."""
LINKS = (
    "Add new players",
    "Type tonight's games",
    "Type today's games",
    "Type the event's results",
    "Print the ratings list",
    "Print the scoreboard",
    "See the scoreboard",
    "See the whole list",
)
"""The fixed texts that are links, and show while no row needs fixing."""
HINT = "Type in yellow cells; grey ones compute themselves."


def up_to_date(book: ClubBook, context: ReportContext, state: str) -> Iterator[CellBlock]:
    """Start after a recalculation that found every row right. `state` describes the lists in words."""
    replay, say = context.replay, context.language
    yield from cells(book, {STATE_NAME: state, FACTS_NAME: in_a_line(context.statistics, say)})
    told = ((say.heading(label), words) for label, words in lines_of_evening(context))
    lines: list[tuple[CellValue, CellValue]] = [*told] or [(None, None)]
    yield from cells(book, {EVENING_TITLE_NAME: evening_title(replay, say)})
    yield from block_from(book, EVENING_NAME, lines[:EVENING_LINES], EVENING_LINES)
    top = [(line.rank, line.player, line.new, line.change) for line in context.standings if line.rank is not None]
    yield from block_from(book, TOP_NAME, top[:TOP_PLAYERS], TOP_PLAYERS)
    yield from nothing_to_fix(book, say)
    yield from worded(book, say)


def how_words(book: ClubBook, how: str, say: Language) -> dict[str, CellValue]:
    """The words on how to bring the lists up to date, by the name of the cell. `how` "" keeps them."""
    before = shown(book.names.get(HOW_NAME))
    known = {way: english for english in (BY_COMMAND, WITH_BUTTON, IN_PANE) for way in ways_to_say(english)}
    said = how or known.get(before, "")
    return {HOW_NAME: say.message(say.heading(said))} if said else {}


def worded(book: ClubBook, say: Language) -> Iterator[CellBlock]:
    """The fixed texts of the sheet that are in another language than the club's, at any place."""
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
                formula = formula_of_words(english, ending, say.occasion)
                yield from live_cell_at(book, at, formula, f"{say.text(english)}{ending}")
