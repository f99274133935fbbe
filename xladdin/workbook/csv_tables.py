"""CSV files as input tables of the workbook, however their spreadsheet wrote them.

Takes UTF-8 with or without a mark, UTF-16 with one, and Latin-1; commas, semicolons and tabs; decimal commas. Refused
is a file that is no CSV, lacks a key column or a heading, or has a number that means two things; any other cell that
makes no sense is kept as it is typed, for the check of the rows to name.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xladdin.cells.limits import LAST_ROW, LONGEST_CELL, LONGEST_NAME
from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import counted, name_key
from xladdin.errors import FileProblem, XladdinError, excerpt, not_there
from xladdin.log.readings import LEFT, date_reader, read_active, read_game_kind, read_number, read_yes
from xladdin.workbook.schema import Kind, Table

DELIMITERS = ",;\t"
LARGEST_FILE = 128 << 20
"""Twice what a full sheet of games takes."""

MOST_COLUMNS = 200
"""Ours: a table of the workbook has at most 16."""
LONGEST_ROW = MOST_COLUMNS * LONGEST_CELL
"""Characters."""
MOST_CELLS = 20 * LAST_ROW
"""As many as are read of a workbook."""

Line = tuple[int, list[str]]
"""The cells of a line, and its number from 1."""

_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_DELIMITER_LINE = re.compile(r"sep=([,;\t])\r?\n")
"""What Excel takes as the first line of a CSV file to name the delimiter."""
_DECIMAL_COMMA = re.compile(r"\A([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})\Z")
"""Not before three digits, where a comma may as well part thousands."""
_THOUSANDS_POINT = re.compile(r"[+-]?[0-9]{1,3}(?:[.][0-9]{3})+")
"""Where semicolons part the cells, and so a comma the decimals: 1.234 may be 1234 or a little over 1."""
_NUMBERS = (Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED)


@dataclass(frozen=True)
class CsvTable:
    """A CSV file read for one input table. ignored: its computed columns, which a recalculation fills."""

    cells: CellTable
    ignored: Sequence[str]


def read_csv_table(path: Path, table: Table, key_columns: Sequence[str]) -> CsvTable:
    """Reads the file as rows of the table; columns that the table does not know are kept behind its own.

    Raises FileProblem where there is no such file, it is no CSV, or a key column is missing.
    """
    delimiter, lines = _lines(path)
    headings = [" ".join(heading.split()) for heading in lines[0][1]] if lines else []
    known = {name_key(column.heading): column for column in table.columns}
    present = {name_key(heading) for heading in headings}
    missing = [heading for heading in key_columns if name_key(heading) not in present]
    if missing:
        raise FileProblem(
            f"{path.name}: the first line must name the columns; missing: {', '.join(missing)}. "
            f"It says: {excerpt(', '.join(headings)) or 'nothing'}"
        )
    _check_headings(headings, path)
    body = _body(lines[1:], headings, path)
    names, columns, ignored = [], [], []
    for position, heading in enumerate(headings):
        column = known.get(name_key(heading))
        if column is not None and column.computed:
            ignored.append(column.heading)
        elif heading:
            kind = column.kind if column else Kind.TEXT
            convert = _converter(kind)
            cells = [(number, row[position].strip() if position < len(row) else "") for number, row in body]
            if delimiter == ";" and kind in _NUMBERS:
                _refuse_two_meanings(cells, heading, path)
            names.append(column.heading if column else heading)
            columns.append([convert(cell) for _, cell in cells])
    counted = Counter(map(name_key, names))
    duplicates = {name for name in names if counted[name_key(name)] > 1}
    if duplicates:
        raise FileProblem(f"{path.name}: the column {', '.join(sorted(duplicates))} stands there twice")
    return CsvTable(CellTable(table.name, tuple(names), tuple(columns), path.name), ignored)


def _check_headings(headings: Sequence[str], path: Path) -> None:
    if len(headings) > MOST_COLUMNS:
        raise FileProblem(
            f"{path.name}: names {counted(len(headings), 'column')}; {MOST_COLUMNS} are the most that are taken"
        )
    for heading in headings:
        if len(heading) > LONGEST_NAME or not heading.isprintable():
            raise FileProblem(
                f'{path.name}: the heading "{excerpt(heading)}" must be at most {LONGEST_NAME} characters, '
                "all of them to be seen; is a quote missing?"
            )


def _body(lines: Sequence[Line], headings: Sequence[str], path: Path) -> list[Line]:
    """The lines that are not blank. Raises FileProblem where one has a cell that no heading is for."""
    width, unnamed = len(headings), [position for position, heading in enumerate(headings) if not heading]
    body = [(number, row) for number, row in lines if any(cell.strip() for cell in row)]
    for number, row in body:
        if len(row) > width and any(cell.strip() for cell in row[width:]):
            raise FileProblem(
                f"{path.name} line {number}: has {counted(len(row), 'cell')}, "
                f"but the headings name {counted(width, 'column')}"
            )
        for position in unnamed:
            if position < len(row) and row[position].strip():
                raise FileProblem(f"{path.name} line {number}: column {position + 1} has no heading; give it a name")
    return body


def _refuse_two_meanings(cells: Sequence[tuple[int, str]], heading: str, path: Path) -> None:
    for number, cell in cells:
        if _THOUSANDS_POINT.fullmatch(cell):
            raise FileProblem(
                f'{path.name} line {number}, {heading} "{cell}": may have a decimal point or one that parts thousands; '
                "write it without"
            )


def _lines(path: Path) -> tuple[str, list[Line]]:
    """The delimiter, and the cells of each line from the headings on."""
    text = _decoded(_content(path), path)
    named = _DELIMITER_LINE.match(text)
    delimiter = named[1] if named else max(DELIMITERS, key=text.lstrip().partition("\n")[0].count)
    lines = _PhysicalLines(text[named.end() :] if named else text, path)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    before = 1 if named else 0
    rows: list[Line] = []
    cells = 0
    try:
        for row in reader:
            lines.room = LONGEST_ROW
            if any(row):
                rows.append((reader.line_num + before, row))
                cells += len(row)
            if len(rows) > LAST_ROW or cells > MOST_CELLS:
                raise FileProblem(
                    f"{path.name}: has more rows than a sheet holds below its headings, {LAST_ROW - 1:,}, "
                    f"or more than {MOST_CELLS:,} cells"
                )
    except csv.Error as error:
        where = f"{path.name} line {reader.line_num + before}"
        raise FileProblem(f"{where}: is not a CSV file that can be read ({error})") from None
    if any(len(cell) > LONGEST_CELL for _, row in rows for cell in row):
        raise FileProblem(f"{path.name}: a cell is longer than {LONGEST_CELL} characters; is a quote missing?")
    return delimiter, rows


class _PhysicalLines:
    """The lines of a text, which end where a row ends or within quotes. room: characters the row may still have."""

    def __init__(self, text: str, path: Path) -> None:
        self._lines = io.StringIO(text, newline="")
        self._path = path
        self.room = LONGEST_ROW

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._lines.readline(self.room + 1)
        self.room -= len(line)
        if self.room < 0:
            raise FileProblem(
                f"{self._path.name}: a row is longer than {LONGEST_ROW:,} characters; is a quote missing?"
            )
        if not line:
            raise StopIteration
        return line


def _content(path: Path) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise FileProblem(f"{path}: is not a file but a folder or a device")
        if found.st_size > LARGEST_FILE:
            raise FileProblem(f"{path}: is larger than {LARGEST_FILE >> 20} MiB, more than a full sheet takes")
        return path.read_bytes()
    except FileNotFoundError:
        raise not_there(path) from None
    except (OSError, ValueError) as error:
        raise FileProblem(f"{path}: cannot be read ({error})") from None


def _decoded(data: bytes, path: Path) -> str:
    if data[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
        raise FileProblem(f"{path.name}: is a workbook, not a CSV file; save the sheet as CSV")
    encodings = ["utf-8", "cp1252", "latin-1"]
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            encodings = [encoding]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text
    raise FileProblem(f"{path.name}: is not a text file")


def _converter(kind: Kind) -> Callable[[str], CellValue]:
    """Turns typed text into what a cell of that kind holds; text that makes no sense stays text."""
    readers: Mapping[Kind, Callable[[object], CellValue]] = {
        Kind.DATE: date_reader(None),
        Kind.YES: lambda cell: "Yes" if read_yes(cell) else "No",
        Kind.ACTIVE: _active_word,
        Kind.GAME_KIND: lambda cell: read_game_kind(cell).value.capitalize(),
        **dict.fromkeys(_NUMBERS, _read_number_with_comma),
    }
    read = readers.get(kind)

    def convert(text: str) -> CellValue:
        if not text:
            return None
        try:
            return read(text) if read else text
        except XladdinError:
            return text

    return convert


def _active_word(cell: object) -> str:
    active, left = read_active(cell)
    return LEFT if left else "Yes" if active else "No"


def _read_number_with_comma(cell: object) -> CellValue:
    return read_number(_DECIMAL_COMMA.sub(r"\1.\2", str(cell)))
