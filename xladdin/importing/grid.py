"""The cells of a file, column by column, and the text of CSV files as such a grid."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest

from xladdin.cells.limits import LAST_ROW, LONGEST_CELL
from xladdin.cells.text import shown
from xladdin.errors import FileProblem
from xladdin.importing.budget import CELLS
from xladdin.importing.source import Source

DELIMITERS = ",;\t|"
MOST_COLUMNS = 200
"""Ours: a table of the workbook has at most 16."""
LONGEST_ROW = MOST_COLUMNS * LONGEST_CELL
"""The most characters of a row."""
_LINES_LOOKED_AT = 20
_LINES_AT_ONCE = 200
"""From more rows than these, lists are slower to make than to turn into columns."""

_DELIMITER_LINE = re.compile(r"\ufeff?sep=([,;\t|])\r?\n")
"""Excel takes this first line of a CSV file as the name of the delimiter."""


@dataclass(frozen=True)
class Grid:
    """Cells column by column, all of the same length, and the line of each row.

    `name` is the sheet's, or "" for a file of text. `decimal_comma` says that semicolons are between the cells, so that
    a comma may be for decimals and a point for thousands. `words` describes it for the report, and `notes` adds more.
    `places` are its columns in the file, from 1 on, if they are in another order.
    """

    name: str
    columns: Sequence[Sequence[object]]
    lines: Sequence[int]
    decimal_comma: bool = False
    words: str = ""
    notes: tuple[str, ...] = ()
    places: Sequence[int] = ()

    def place(self, column: int) -> int:
        """The column of the file that it is, from 1 on."""
        return self.places[column] if self.places else column + 1

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.lines)

    def without(self, rows: Collection[int]) -> Grid:
        """The same without these rows."""
        kept = [row for row in range(self.rows) if row not in rows]
        columns = [[column[row] for row in kept] for column in self.columns]
        return replace(self, columns=columns, lines=[self.lines[row] for row in kept])


ROWS_LOOKED_AT = 20
"""Headings are looked for within so many rows. Titles may be above them."""


def headings_in(grid: Grid, row: int) -> list[str]:
    """The cells of a row as headings, with single blanks."""
    return [" ".join(shown(column[row]).split()) for column in grid.columns]


def read_text_grid(source: Source) -> Grid:
    """A file of delimited text. Raises FileProblem if it is no text, or if its size makes no sense."""
    named = _DELIMITER_LINE.match(source.text)
    before = 1 if named else 0
    delimiter = named[1] if named else _delimiter(source.first_lines)
    text = source.text[named.end() :] if named else source.text
    rows: Sequence[int]
    columns = _even_columns(text, delimiter, source.name)
    if columns is None:
        columns, rows = _uneven_columns(text, delimiter, before, source.name)
    else:
        rows = range(1 + before, 1 + before + (len(columns[0]) if columns else 0))
    kinds = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
    return Grid("", columns, rows, delimiter == ";", f"text with {kinds[delimiter]}, {source.encoding}")


def _delimiter(lines: Sequence[str]) -> str:
    """The delimiter that is most often in the first line with any."""
    for line in islice(filter(str.strip, lines), _LINES_LOOKED_AT):
        if any(delimiter in line for delimiter in DELIMITERS):
            return max(DELIMITERS, key=line.count)
    return ","


def _even_columns(text: str, delimiter: str, file: str) -> list[list[str]] | None:
    """The columns of a text in which each line is a row of as many cells, or None for any other. It is quick."""
    columns: list[list[str]] = []
    lines = io.StringIO(text, newline="")
    while piece := list(islice(lines, _LINES_AT_ONCE)):
        if max(map(len, piece)) > LONGEST_CELL:
            return None
        try:
            rows = list(csv.reader(piece, delimiter=delimiter, strict=True))
        except csv.Error:
            return None  # which line is wrong, the other reader says
        columns = columns or [[] for _ in rows[0]]
        if not columns or len(rows) < len(piece) or set(map(len, rows)) != {len(columns)}:
            return None
        for column, cells in zip(columns, zip(*rows)):
            column.extend(cells)
        _check_size(len(columns[0]), len(columns[0]) * len(columns), file)
    return columns


def _uneven_columns(text: str, delimiter: str, before: int, file: str) -> tuple[list[list[str]], list[int]]:
    lines = _PhysicalLines(text, file)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    numbers: list[int] = []
    cells = 0
    try:
        for row in reader:
            lines.room = LONGEST_ROW
            if any(row):
                rows.append(row)
                numbers.append(reader.line_num + before)
                cells += len(row)
            _check_size(len(rows), cells, file)
    except csv.Error as error:
        where = f"{file} line {reader.line_num + before}"
        raise FileProblem(f"{where}: is not a CSV file that can be read ({error})") from None
    if any(len(cell) > LONGEST_CELL for cell in chain.from_iterable(rows)):
        raise FileProblem(f"{file}: a cell is longer than {LONGEST_CELL} characters; is a quote missing?")
    width = max(map(len, rows), default=0)
    if width * len(rows) > CELLS.most:
        widest = max(range(len(rows)), key=lambda at: len(rows[at]))
        raise FileProblem(f"{file} line {numbers[widest]}: has {width:,} cells, far more than the other lines")
    return [list(column) for column in zip_longest(*rows, fillvalue="")], numbers


def _check_size(rows: int, cells: int, file: str) -> None:
    if rows > LAST_ROW or cells > CELLS.most:
        raise FileProblem(
            f"{file}: has more rows than a sheet holds below its headings, {LAST_ROW - 1:,}, "
            f"or more than {CELLS.most:,} cells"
        )


class _PhysicalLines:
    """The lines of a text, which end where a row ends or within quotes. `room`: characters left for the row."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self._file = file
        self.room = LONGEST_ROW

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._lines.readline(self.room + 1)
        self.room -= len(line)
        if self.room < 0:
            raise FileProblem(f"{self._file}: a row is longer than {LONGEST_ROW:,} characters; is a quote missing?")
        if not line:
            raise StopIteration
        return line
