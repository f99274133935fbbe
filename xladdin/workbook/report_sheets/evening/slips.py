"""The places of the score slips on their sheet, and the text of a paired round on them."""

import re
from collections.abc import Iterator, Sequence

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, ClubBook, cell_at
from xladdin.cells.text import is_blank, shown
from xladdin.languages.language import Language, ways_to_say
from xladdin.pairing.evening import Evening
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import Anchor, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.report_sheets.blocks.placing import (
    NotUpdated,
    Place,
    Placed,
    find_places,
    sheet_of,
    text_in_the_way,
)
from xladdin.workbook.schema import SCORE_SLIPS, Kind, report_name

ACROSS, DOWN, PAGES = 2, 5, 3
"""Slips side by side, below each other on a page, and pages: enough for 60 players."""
WIDTHS = (10.0, 29.0, 8.5, 1.0)
"""The columns of a slip, with its right margin [characters]."""
GAP_WIDTH = 1.0
HEIGHTS = (19.0, 20.0, 15.0, 25.0, 25.0, 24.0, 14.0)
"""The rows of a slip [points]: title, date, headings, the players, signatures, and the gap to the next.

Five slips are one page high on A4 and on Letter.
"""
_HEADINGS_BELOW = 2
_FILLED = re.compile(r"[0-9]{1,2}(?:er)? \w+ [0-9]{4}   (?:Round|Ronde) [0-9]+   Table [0-9]+")
"""The text of a filled slip."""
BLANK_LINE = "Date ..................   Round .........   Table ........."
SIGNED = "Signed ........................  ........................"


def places() -> Iterator[tuple[int, int]]:
    """The row and column of each slip's first cell, from left to right and down."""
    for down in range(DOWN * PAGES):
        for across in range(ACROSS):
            yield 1 + down * len(HEIGHTS), 1 + across * (len(WIDTHS) + 1)


def last_row(pages: int) -> int:
    """The last row of so many pages."""
    return pages * DOWN * len(HEIGHTS)


def pages_of(slips: int) -> int:
    """The pages for so many slips, or one of blank slips if there are none."""
    return min(max(-(-slips // (ACROSS * DOWN)), 1), PAGES)


def layout(system: RatingSystem) -> SheetLayout:
    """The sheet. Each slip has its place by its own two headings."""
    headings = (
        ReportColumn("Player", "", Kind.PLAYER, WIDTHS[1]),
        ReportColumn(_result(system), "", Kind.TEXT, WIDTHS[2]),
    )
    return _Slips(SCORE_SLIPS, SCORE_SLIPS, (ReportBlock(headings),))


def _result(system: RatingSystem) -> str:
    return "Score" if system.log_kind.has_scores else "Result"


class _Slips(SheetLayout):
    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The headings of every slip."""
        headings = tuple(column.heading for column in self.blocks[0].columns)
        return tuple(
            Anchor(report_name(self.sheet, number=number), row + _HEADINGS_BELOW, column + 1, headings)
            for number, (row, column) in enumerate(places())
        )


def place_slips(book: ClubBook, evening: Evening | None, replayed: Replay, say: Language) -> Placed:
    """The date, round, table and both names on the slips of the waiting round. Other filled slips are blank again.

    Handwritten text on a blank slip stays. If a round needs that slip, the sheet is left alone and named.
    """
    shape = layout(replayed.log.system)
    try:
        found = find_places(book, shape)
        slips = [found[anchor.name] for anchor in shape.anchors if anchor.name in found]
        words = _worded(book, slips, replayed.log.system, say)
        return Placed([*_filled(book, slips, evening, replayed, say), *words], {}, {})
    except NotUpdated as reason:
        sheet = sheet_of(book, shape) or shape.sheet
        return Placed([], {sheet: f"{sheet} was not updated: {reason}."}, {})


def _worded(book: ClubBook, slips: Sequence[Place], system: RatingSystem, say: Language) -> Iterator[Area]:
    """The fixed words of the slips that are in another language than the club's."""
    result = _result(system)
    for sheet, row, column in slips:
        words = {(row, column): "Player", (row, column + 1): result, (row + 3, column - 1): SIGNED}
        words |= {(row + offset, column - 1): heading for offset, heading in enumerate(system.log_kind.players, 1)}
        for cell, english in words.items():
            held = shown(cell_at(book.sheet_values(sheet), *cell))
            if held in ways_to_say(english) and held != say.heading(english):
                yield Area(sheet, *cell, 1, [(say.heading(english),)], rows_owned=1)


def _filled(
    book: ClubBook, slips: Sequence[Place], evening: Evening | None, replayed: Replay, say: Language
) -> Iterator[Area]:
    waiting = [] if evening is None else list(evening.waiting.items())
    for number, (sheet, row, column) in enumerate(slips):
        rows, line_cell, boxes = book.sheet_values(sheet), (row - 1, column - 1), [(row + 1, column), (row + 2, column)]
        line: str = say.heading(BLANK_LINE)
        names: list[str | None] = [None, None]
        is_ours = _FILLED.fullmatch(shown(cell_at(rows, *line_cell))) is not None
        if evening is not None and number < len(waiting):
            table_number, table = waiting[number]
            day = say.full_day(evening.date)
            line = say.text("{day}   Round {round}   Table {table}", day=day, round=evening.round, table=table_number)
            names = [replayed.log.players[player].name for player in (table.player1, table.player2)]
            for cell in () if is_ours else (line_cell, *boxes):
                held = cell_at(rows, *cell)
                if not is_blank(held) and shown(held) not in ways_to_say(BLANK_LINE):
                    raise text_in_the_way(held, f"{column_letters(cell[1])}{cell[0]}")
        elif not is_ours:
            if shown(cell_at(rows, *line_cell)) in ways_to_say(BLANK_LINE):
                yield Area(sheet, *line_cell, 1, [(line,)], rows_owned=1)
            continue
        yield Area(sheet, *line_cell, 1, [(line,)], rows_owned=1)
        yield Area(sheet, *boxes[0], 1, [(name,) for name in names], rows_owned=2)


def slips_end(book: ClubBook, system: RatingSystem) -> tuple[str, int] | None:
    """The sheet, and its last printed row: the end of the page of the last slip with a name, or of page one."""
    shape = layout(system)
    try:
        found = find_places(book, shape)
    except NotUpdated:
        return None
    first, *_ = shape.anchors
    if first.name not in found:
        return None
    sheet, row, _ = found[first.name]
    named = [
        number
        for number, anchor in enumerate(shape.anchors, 1)
        if anchor.name in found
        for place in [found[anchor.name]]
        if not is_blank(cell_at(book.sheet_values(place[0]), place[1] + 1, place[2]))
    ]
    return sheet, last_row(pages_of(max(named, default=0))) + row - first.row
