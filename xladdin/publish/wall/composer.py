"""The one composer of the wall pages: the largest type at which nothing overflows, then columns, then pages."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import zip_longest
from math import ceil, floor
from typing import NamedTuple

from xladdin.publish.widths import width

LARGEST, SMALLEST, STEP = 24.0, 10.0, 0.5
"""The sizes of type [points]."""
_TIGHT, _LOOSE = 1.4, 1.75
"""The height of a line, as a multiple of the type's size: the least, and with more room."""
_SIDE_BY_SIDE = 14.0
_ACROSS = (1, 2, 3)
"""The number of columns side by side."""


class Paper(NamedTuple):
    """A paper by its name in CSS, with its sides [points]."""

    css: str
    width: float
    height: float


PAPERS = {"Letter": Paper("letter", 612, 792), "A4": Paper("A4", 595.3, 841.9)}
HEADING = 10.0
"""The size of the headings of columns, which is the same on every page [points]."""
MARGIN, BAND, HEAD, FOOT, GAP, CELL = 26.0, 84.0, 24.0, 40.0, 22.0, 10.0
"""Points: at the sides, band with the title, line of headings, foot, between columns, beside a cell's text."""


class Cell(NamedTuple):
    """A text, its HTML, and its look: classes of the stylesheet, such as b for bold and s for small."""

    text: str
    html: str
    look: str = ""

    @property
    def wide(self) -> float:
        """The width as a multiple of the size of the type."""
        return width(self.text, bold="b" in self.look.split()) * (0.75 if "s" in self.look.split() else 1)


class Row(NamedTuple):
    """A line of a list. `look` has classes. A row of only one cell is a heading across."""

    cells: Sequence[Cell]
    look: str = ""


Unit = Sequence[Row]
"""Rows that stay together, such as a game and its two players."""


class Headed(NamedTuple):
    """Rows with the headings above each of their columns, or none if they differ from part to part."""

    headings: Sequence[Cell]
    units: Sequence[Unit]


class Composed(NamedTuple):
    """`size` and `line` are the type's size and line height [points]. `sheets` are pages, each of columns of rows."""

    size: float
    line: float
    sheets: Sequence[Sequence[Sequence[Row]]]


def composed(rows: Headed, paper: Paper, taken: float = 0, most: float = LARGEST) -> Composed:
    """The rows on as few pages as type of `SMALLEST` or more allows, in the largest type for that number.

    `taken` is the height of other things on every page [points].
    """
    room = paper.height - BAND - HEAD - FOOT - taken
    units = _without_orphans(rows.units)
    rows = Headed(rows.headings, units)
    pages = _fewest_pages(rows, paper, room)
    sizes = {across: largest(rows, paper, room, across, pages, most) for across in _ACROSS}
    size = max(sizes.values())
    equal = [across for across in _ACROSS if sizes[across] == size]
    across = equal[-1] if 0 < size <= _SIDE_BY_SIDE else equal[0]  # small type does not go across a whole page
    return _laid_out(units, max(size, SMALLEST), across, pages, room)


def on_one_page(rows: Headed, paper: Paper, taken: float, most: float) -> tuple[Composed, int]:
    """As many of the first rows as fit on one page, and how many units those are."""

    def first(number: int) -> Composed:
        return composed(Headed(rows.headings, rows.units[:number]), paper, taken, most)

    def pages(number: int) -> int:
        return len(first(number).sheets)

    lines = _lines(paper.height - BAND - HEAD - FOOT - taken, SMALLEST)
    likely = range(min(len(rows.units), max(_ACROSS) * max(lines, 0)) + 1)
    number = max(bisect_right(likely, 1, key=pages) - 1, 0)
    return first(number), number


def in_one_column(rows: Headed, paper: Paper, taken: float, least: float) -> Composed:
    """As many of the first rows as type of the size `least` allows in one column of one page, in the largest type."""
    room = paper.height - BAND - HEAD - FOOT - taken
    shown = Headed(rows.headings, rows.units[: _lines(room, least)])
    size = largest(shown, paper, room, across=1, pages=1, most=LARGEST)
    return _laid_out(shown.units, max(size, SMALLEST), 1, 1, room)


def _fewest_pages(rows: Headed, paper: Paper, room: float) -> int:
    """The number of pages with the smallest type."""
    wide = widest(rows, SMALLEST)
    across = max((across for across in _ACROSS if wide <= _wide(paper, across)), default=1)
    return max(1, ceil(len(_columns(rows.units, _lines(room, SMALLEST))) / across))


def largest(rows: Headed, paper: Paper, room: float, across: int, pages: int, most: float) -> float:
    """The largest size of type at which it fits, or 0 if none does."""
    sizes = [SMALLEST + STEP * number for number in range(round((most - SMALLEST) / STEP) + 1)]
    fitting = bisect_right(sizes, False, key=lambda size: not fits(rows, paper, room, across, pages, size))
    return sizes[fitting - 1] if fitting else 0


def fits(rows: Headed, paper: Paper, room: float, across: int, pages: int, size: float) -> bool:
    """Whether some rows go into so many columns on so many pages with type of this size."""
    if widest(rows, size) > _wide(paper, across):
        return False
    return len(_columns(rows.units, _lines(room, size))) <= across * pages


def _lines(room: float, size: float) -> int:
    """The number of lines of type of this size in a column so high."""
    return floor(room / (_TIGHT * size))


def _wide(paper: Paper, across: int) -> float:
    """The width of one of so many columns [points]."""
    return (paper.width - 2 * MARGIN - GAP * (across - 1)) / across


def widest(rows: Headed, size: float) -> float:
    """The width of the rows with type of this size [points].

    A column is as wide as its widest cell or its heading. A row of one cell needs the width of all of them.
    """
    headings = [width(heading.text, bold=True) * HEADING for heading in rows.headings]
    columns: list[float] = []
    alone = 0.0
    for row in (row for unit in rows.units for row in unit):
        if len(row.cells) == 1:
            alone = max(alone, row.cells[0].wide)
            continue
        columns += [0.0] * (len(row.cells) - len(columns))
        for at, cell in enumerate(row.cells):
            columns[at] = max(columns[at], cell.wide)
    wide = [max(cell * size, heading) for cell, heading in zip_longest(columns, headings, fillvalue=0.0)]
    return max(sum(wide) + len(wide) * CELL, alone * size + CELL)


def _columns(units: Sequence[Unit], lines: int) -> list[list[Row]]:
    """The rows in columns of at most so many lines, without a break in a unit."""
    columns: list[list[Row]] = []
    for unit in units:
        if not columns or len(columns[-1]) + len(unit) > lines:
            columns.append([])
        columns[-1].extend(unit)
    return columns


def _laid_out(units: Sequence[Unit], size: float, across: int, pages: int, room: float) -> Composed:
    """The rows as evenly as possible. The last page is about as full as the first."""
    lines = _lines(room, size)
    rows = sum(map(len, units))
    for fewest in range(max(ceil(rows / (across * pages)), max(map(len, units), default=1)), lines + 1):
        columns = _columns(units, fewest)
        if len(columns) <= across * pages:
            break
    else:
        columns = _columns(units, lines)
    longest = max(map(len, columns), default=1)
    line = min(_LOOSE * size, floor(2 * room / longest) / 2)
    sheets = [columns[at : at + across] for at in range(0, len(columns), across)]
    return Composed(size, floor(2 * line) / 2, sheets or [[[]]])


def _without_orphans(units: Sequence[Unit]) -> Sequence[Unit]:
    """Keeps a heading with the two rows below it, and the last row of a list with the one before."""
    glued: list[list[Row]] = []
    for at, unit in enumerate(units):
        before = glued[-1] if glued else []
        headed = bool(before) and len(before[0].cells) == 1 and len(before) < 3
        is_last = (
            len(unit) == 1 and len(unit[0].cells) > 1 and (at + 1 == len(units) or len(units[at + 1][0].cells) == 1)
        )
        if before and (headed or (is_last and len(before) < 3)):
            before.extend(unit)
        else:
            glued.append(list(unit))
    return glued
