"""CSV files as input tables of the workbook, however their spreadsheet wrote them.

Takes UTF-8 with or without a mark, UTF-16 with one, and Latin-1; commas, semicolons and tabs; decimal commas. Nothing
is refused but a file that is no CSV or lacks a key column: a cell that makes no sense is kept as it is typed, for the
check of the rows to name.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xladdin.cells import CellTable, CellValue
from xladdin.errors import FileProblem, XladdinError
from xladdin.log.readings import date_reader, name_key, read_number, read_yes
from xladdin.workbook.schema import Kind, Table

DELIMITERS = ",;\t"
LONGEST_CELL = 32_767
"""Characters that a cell of a workbook holds."""

_DECIMAL_COMMA = re.compile(r"\A([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})\Z")
"""Not before three digits, where a comma may as well part thousands."""
_NUMBERS = (Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.CHANGE, Kind.DECIMAL_CHANGE)


@dataclass(frozen=True)
class CsvTable:
    """A CSV file read for one input table. ignored: its computed columns, which a recalculation fills."""

    cells: CellTable
    ignored: Sequence[str]


def read_csv_table(path: Path, table: Table, key_columns: Sequence[str]) -> CsvTable:
    """Reads the file as rows of the table; columns that the table does not know are kept behind its own.

    Raises FileProblem where there is no such file, it is no CSV, or a key column is missing.
    """
    rows = _rows(path)
    headings = [heading.strip() for heading in rows[0]] if rows else []
    known = {name_key(column.heading): column for column in table.columns}
    present = {name_key(heading) for heading in headings}
    missing = [heading for heading in key_columns if name_key(heading) not in present]
    if missing:
        raise FileProblem(
            f"{path.name}: the first line must name the columns; missing: {', '.join(missing)}. "
            f"It says: {', '.join(headings) or 'nothing'}"
        )
    width, body = len(headings), [row for row in rows[1:] if any(cell.strip() for cell in row)]
    for number, row in enumerate(rows, 1):
        if len(row) > width and any(cell.strip() for cell in row[width:]):
            raise FileProblem(f"{path.name} line {number}: has {len(row)} cells, but the headings name {width} columns")
    names, columns, ignored = [], [], []
    for position, heading in enumerate(headings):
        column = known.get(name_key(heading))
        if column is not None and column.computed:
            ignored.append(column.heading)
        elif heading:
            convert = _converter(column.kind if column else Kind.TEXT)
            names.append(column.heading if column else heading)
            columns.append([convert(row[position].strip()) if position < len(row) else None for row in body])
    duplicates = {name for name in names if [name_key(n) for n in names].count(name_key(name)) > 1}
    if duplicates:
        raise FileProblem(f"{path.name}: the column {', '.join(sorted(duplicates))} stands there twice")
    return CsvTable(CellTable(table.name, tuple(names), tuple(columns), path.name), ignored)


def _rows(path: Path) -> list[list[str]]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise FileProblem(f"{path}: there is no such file") from None
    except OSError as error:
        raise FileProblem(f"{path}: cannot be read ({error.strerror})") from None
    text = _decoded(data, path)
    first_line = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first_line.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise FileProblem(f"{path.name}: is not a CSV file that can be read ({error})") from None
    if any(len(cell) > LONGEST_CELL for row in rows for cell in row):
        raise FileProblem(f"{path.name}: a cell is longer than {LONGEST_CELL} characters; is a quote missing?")
    return rows


def _decoded(data: bytes, path: Path) -> str:
    if data[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
        raise FileProblem(f"{path.name}: is a workbook, not a CSV file; save the sheet as CSV")
    marked_utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    encodings = ["utf-16"] if marked_utf_16 else ["utf-8-sig", "cp1252", "latin-1"]
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


def _read_number_with_comma(cell: object) -> CellValue:
    return read_number(_DECIMAL_COMMA.sub(r"\1.\2", str(cell)))
