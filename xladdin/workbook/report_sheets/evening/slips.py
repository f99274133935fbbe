"""Where the score slips stand on their sheet, and what a round that is paired writes on them."""

from __future__ import annotations

from collections.abc import Iterator

from xladdin.cells.table import Area
from xladdin.pairing.evening import Evening
from xladdin.replay import Replay
from xladdin.workbook.schema import SCORE_SLIPS

ACROSS, DOWN, PAGES = 2, 5, 3
"""Slips side by side, below each other on a page, and pages: enough for 60 players."""
WIDTHS = (11.0, 26.0, 11.0)
"""Columns of a slip [characters]."""
GAP_WIDTH = 5.0
HEIGHTS = (24.0, 26.0, 18.0, 32.0, 32.0, 30.0, 18.0)
"""Rows of a slip [points]: title, date, headings, the players, signatures, and the gap to the next."""
BLANK_LINE = "Date ..................   Round .........   Table ........."


def places() -> Iterator[tuple[int, int]]:
    """Row and column of each slip's first cell, from left to right and down."""
    for down in range(DOWN * PAGES):
        for across in range(ACROSS):
            yield 1 + down * len(HEIGHTS), 1 + across * (len(WIDTHS) + 1)


def last_row(pages: int) -> int:
    """The last row of so many pages."""
    return pages * DOWN * len(HEIGHTS)


def pages_of(slips: int) -> int:
    """Pages that so many slips take; one of blank slips where there are none."""
    return min(max(-(-slips // (ACROSS * DOWN)), 1), PAGES)


def areas(evening: Evening | None, replayed: Replay) -> Iterator[Area]:
    """Date, round, table and both names on the slips of the round that waits; the others are blank."""
    waiting = [] if evening is None else list(evening.waiting.items())
    for slip, (row, column) in enumerate(places()):
        line: str = BLANK_LINE
        names: list[str | None] = [None, None]
        if evening is not None and slip < len(waiting):
            number, table = waiting[slip]
            line = f"{evening.date.isoformat()}   Round {evening.round}   Table {number}"
            names = [replayed.log.players[player].name for player in (table.player1, table.player2)]
        yield Area(SCORE_SLIPS, row + 1, column, 1, [(line,)], rows_owned=1)
        yield Area(SCORE_SLIPS, row + 3, column + 1, 1, [(name,) for name in names], rows_owned=2)
