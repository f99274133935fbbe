"""Read workbooks of any spreadsheet program (.xlsx, .xls, .xlsb and .ods) within limits of bytes, cells and text.

A few bytes of a malicious file can expand to millions of cells, so the content is counted before the library calamine
loads it. Calamine opens the archive again by itself, so an archive that two readers could interpret differently is
refused. Elements are counted by their local names in every part of the archive, so that a sheet in a part with an
unusual name is counted too.
"""

from __future__ import annotations

import io
import os
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import IO, Any, NamedTuple
from xml.parsers import expat

from xladdin.cells import LAST_COLUMN, LAST_ROW, LONGEST_CELL, column_number
from xladdin.errors import WorkbookError, excerpt, printable
from xladdin.files.compound_file import CompoundFile, compound_file
from xladdin.importing.source import MOST_CELLS, ZIP, Grid, Source
from xladdin.messages import Message, msg, ngettext

MEBIBYTE = 1 << 20
# The location of the sheets in an .ods, and in an .xlsx.
CONTENT, SHEETS = "content.xml", "xl/worksheets/"
# Compression makes a sheet 6 to 60 times smaller, and a zip bomb up to 1,032 times. Small parts may exceed the ratio.
LARGEST_RATIO, SMALL = 200, 4 * MEBIBYTE
MOST_MEMBERS = 5_000
# The deepest nesting of XML elements. A sheet has about twelve levels.
MOST_DEEP = 60
PIECE = 1 << 18
# Signatures of the end of a zip archive's central directory, and of the locator of the Zip64 directory.
_END, _END64, _LONGEST_END = b"PK\5\6", b"PK\6\7", 22 + 65_535
# The exceptions that zipfile raises for damaged archives.
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OSError, LookupError, ValueError,
            OverflowError)  # fmt: skip
_CELL, _ROW, _COUNT = (re.compile(text, re.ASCII) for text in (r"([A-Za-z]{1,3})(\d{1,7})", r"\d{1,7}", r"\d{1,9}"))
_ROWS, _CELLS = ("table-row",), ("table-cell", "covered-table-cell")
_ENCODINGS = (None, "utf-8", "utf8", "us-ascii", "ascii")

Attributes = dict[str, str]


class Measure(NamedTuple):
    """A measure of content, with its limit for all sheets together. `noun` is its name in messages."""

    most: int
    noun: Message


BYTES = Measure(256 * MEBIBYTE, msg("bytes when it is unpacked"))
CELLS = Measure(MOST_CELLS, msg("cells, blank ones between them counted"))
TEXT = Measure(32 * MEBIBYTE, msg("characters in its cells"))
# LibreOffice writes equal neighbouring cells once, with their number. The sheets of clubs have few of them.
REPEATS = Measure(20_000, msg("cells that repeat others"))


_WRONG_PLACE = msg('a cell of it is at "{value}"')
_WRONG_TIMES = msg('a part of it is repeated "{value}" times')


class Budget:
    """Count the content of a file by measure.

    Methods raise WorkbookError if the file exceeds a limit, or is written as no spreadsheet program writes it.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self._taken: Counter[Measure] = Counter()

    def take(self, measure: Measure, amount: int) -> None:
        """Add an amount to a measure."""
        self._taken[measure] += amount
        if self._taken[measure] > measure.most:
            raise self.refused(msg("it unpacks to more than {most:,} {noun}", most=measure.most, noun=measure.noun))

    def take_rectangle(self, rows: int, columns: int) -> None:
        """Add all cells of a sheet up to its last row and column, since calamine creates the blank ones too."""
        if rows > LAST_ROW or columns > LAST_COLUMN or rows * columns > CELLS.most:
            raise self.refused(
                msg(
                    "a sheet of it reaches over {rows} and {columns}",
                    rows=ngettext("{n:,} row", "{n:,} rows", rows),
                    columns=ngettext("{n:,} column", "{n:,} columns", columns),
                )
            )
        self.take(CELLS, rows * columns)

    def number(self, pattern: re.Pattern[str], text: str, problem: Message) -> re.Match[str]:
        """Return the match of a number or a cell's address with the usual form."""
        if (match := pattern.fullmatch(text)) is None:
            raise self.refused(problem.with_values(value=printable(excerpt(text))))
        return match

    def refused(self, reason: Message) -> WorkbookError:
        """Return the error for a file that exceeds a limit, or is written as no spreadsheet program writes it."""
        return WorkbookError(
            msg(
                "{file}: is not read: {reason}. Copy the games into a new workbook, and import that.",
                file=self.file,
                reason=reason,
            )
        )


class OfficeOpenCounts:
    """Count the cells of an .xlsx up to the last row and column with a value, and the characters of each cell's text.

    A shared text counts once for each cell that uses it.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._shown: Counter[int] = Counter()
        self._shared: list[int] = []
        self._lists_of_shared: list[list[int]] = []
        self._row = self._column = self._last_row = self._last_column = 0
        self._element = self._value = ""
        self._is_shared = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of a row, a cell, a value or a shared text."""
        self._element, place = name, attributes.get("r")
        if name == "row":
            self._row, self._column = self._row + 1, 0
            if place is not None:
                self._row = int(self._budget.number(_ROW, place, _WRONG_PLACE)[0])
        elif name == "c":
            self._column += 1
            self._is_shared = attributes.get("t") == "s"
            if place is not None:
                letters, row = self._budget.number(_CELL, place, _WRONG_PLACE).groups()
                self._row, self._column = int(row), column_number(letters.upper())
        elif name in ("v", "is"):
            self._last_row = max(self._last_row, self._row)
            self._last_column = max(self._last_column, self._column)
        elif name == "si":
            self._shared.append(0)

    def end(self, name: str) -> None:
        """Handle the end of a value, which is the index of a shared text in a cell of this type."""
        if name == "v" and self._is_shared:
            number = self._budget.number(_COUNT, self._value.strip() or "0", _WRONG_PLACE)
            self._shown[int(number[0])] += 1
        self._element = self._value = ""

    def text(self, text: str) -> None:
        """Handle characters of a value or a shared text, which may arrive in pieces. Formulas are ignored."""
        if self._element == "v" and self._is_shared:
            self._value += text
        elif self._element in ("v", "t"):
            self._budget.take(TEXT, len(text))
            if self._shared:
                self._shared[-1] += len(text)

    def end_part(self) -> None:
        """Handle the end of a part of the archive, such as a sheet."""
        self._budget.take_rectangle(self._last_row, self._last_column)
        self._row = self._column = self._last_row = self._last_column = 0
        self._lists_of_shared.append(self._shared)
        self._shared = []

    def end_file(self) -> None:
        """Count the shared texts that cells use.

        Any part of the archive may be the list of shared texts, so the texts of every list count.
        """
        for lengths in filter(None, self._lists_of_shared):
            self._budget.take(TEXT, sum(lengths[at] * times for at, times in self._shown.items() if at < len(lengths)))


class OpenDocumentCounts:
    """Count the cells, rows and characters of an .ods, including repetitions."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._rows = self._used_rows = self._width = 0
        self._row_times = self._row_cells = self._row_used = self._row_text = 0
        self._cell_times = self._cell_text = 0
        self._is_used = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of a table, a row, a cell, or an element within a cell."""
        if self._cell_times:
            self._is_used = True
            if name in (*_ROWS, *_CELLS, "table"):
                raise self._budget.refused(msg("a cell of it holds another table"))
            self._cell_text += self._times(attributes, ":c") if name == "s" else 1
        elif name in _ROWS:
            if self._row_times:
                raise self._budget.refused(msg("a row of it holds another row"))
            self._row_times = self._times(attributes, ":number-rows-repeated")
            self._row_cells = self._row_used = self._row_text = 0
        elif name in _CELLS:
            self._cell_times = self._times(attributes, ":number-columns-repeated")
            self._is_used = any(key.endswith(":value-type") for key in attributes)
            self._cell_text = sum(map(len, attributes.values())) if self._is_used else 0

    def end(self, name: str) -> None:
        """Handle the end of a cell, a row or a table."""
        if name in _CELLS and self._cell_times:
            self._row_cells += self._cell_times
            if self._is_used:
                self._row_used = self._row_cells
                self._row_text += self._cell_text * self._cell_times
                self._budget.take(REPEATS, self._cell_times - 1)
            if self._cell_text > LONGEST_CELL:
                raise self._budget.refused(msg("a cell of it holds more than {most:,} characters", most=LONGEST_CELL))
            self._cell_times = 0
        elif name in _ROWS and self._row_times:
            self._rows += self._row_times
            if self._row_used:
                self._used_rows, self._width = self._rows, max(self._width, self._row_used)
                self._budget.take(REPEATS, (self._row_times - 1) * self._row_used)
                self._budget.take(TEXT, self._row_text * self._row_times)
            self._row_times = 0
        elif name == "table":
            self._budget.take_rectangle(self._used_rows, self._width)
            self._rows = self._used_rows = self._width = 0

    def text(self, text: str) -> None:
        """Handle characters within a cell, which may arrive in pieces."""
        if self._cell_times:
            self._cell_text += len(text)

    def _times(self, attributes: Attributes, ending: str) -> int:
        """Return the number of repetitions, from the attribute whose name has this ending, or 1 without it."""
        repeats = [value for key, value in attributes.items() if key.endswith(ending)]
        return max([1, *(int(self._budget.number(_COUNT, repeat, _WRONG_TIMES)[0]) for repeat in repeats)])


def count_archive(data: bytes, budget: Budget) -> None:
    """Count the contents of an .xlsx, .xlsm or .ods.

    Raises WorkbookError if it is damaged or exceeds the budget.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(archive.infolist(), data, budget)
            office, document = OfficeOpenCounts(budget), OpenDocumentCounts(budget)
            for member in archive.namelist():
                with archive.open(member) as part:
                    try:
                        _parse(part, document if member == CONTENT else office, budget)
                    except expat.ExpatError:
                        if member == CONTENT or member.lower().startswith(SHEETS):
                            raise
                        # Pictures and macros are not XML. Reading them to the end checks their stated length.
                        while part.read(PIECE):
                            pass
                office.end_part()
            office.end_file()
    except (*_DAMAGED, expat.ExpatError) as error:
        raise WorkbookError(
            msg(
                "{file}: begins as a workbook does, but is damaged ({error}). Open it in Excel or "
                "LibreOffice and save it again.",
                file=budget.file,
                error=" ".join(str(error).split()),
            )
        ) from None


def _check_members(members: list[zipfile.ZipInfo], data: bytes, budget: Budget) -> None:
    """Raise WorkbookError for an archive with unusual features, or one that unpacks to too many bytes."""
    if any(member.flag_bits & 0x1 for member in members):
        raise WorkbookError(msg("{file}: is protected by a password. Open it, and save it without.", file=budget.file))
    names = {member.filename.lower() for member in members}
    if any(name.endswith("workbook.bin") for name in names):
        raise WorkbookError(msg("{file}: is a binary workbook (.xlsb). Save it in Excel as .xlsx.", file=budget.file))
    # An archive has one directory, right before its end. A second could list other parts for another reader.
    tail = data[-_LONGEST_END:]
    end = len(data) - len(tail) + tail.rfind(_END)
    size, start = struct.unpack_from("<LL", data, end + 12)
    if tail.count(_END) != 1 or _END64 in tail or start + size != end:
        raise budget.refused(msg("the list of its parts is not where it should be"))
    if len(names) < len(members) or len(members) > MOST_MEMBERS:
        raise budget.refused(msg("it has two parts of one name, or more parts than a workbook has"))
    if sum(member.compress_size for member in members) > len(data):
        raise budget.refused(msg("this file is damaged or unsafe and cannot be opened: its parts overlap"))
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise budget.refused(msg("its part {part} is packed in an unusual way", part=member.filename))
        if member.file_size > max(SMALL, LARGEST_RATIO * max(member.compress_size, 1)):
            raise budget.refused(msg("its part {part} is packed suspiciously small", part=member.filename))
        budget.take(BYTES, member.file_size)


def _parse(part: IO[bytes], counts: OfficeOpenCounts | OpenDocumentCounts, budget: Budget) -> None:
    """Parse a part of the archive and pass its elements to the counts.

    Raises ExpatError if it is invalid XML, and WorkbookError if it has features that no spreadsheet program uses.
    """
    parser = expat.ParserCreate()
    depth = 0

    def declaration(version: str, encoding: str | None, standalone: int) -> None:
        if (encoding.lower() if encoding else None) not in _ENCODINGS:
            raise budget.refused(msg("its XML is not encoded in UTF-8"))

    def document_type(*_: object) -> None:
        raise budget.refused(msg("its XML declares a document type, which no spreadsheet has"))

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEEP:
            raise budget.refused(msg("its XML is nested deeper than that of a sheet"))
        counts.start(name.rpartition(":")[2], attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        counts.end(name.rpartition(":")[2])

    parser.XmlDeclHandler, parser.StartDoctypeDeclHandler = declaration, document_type
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = counts.text
    parser.buffer_text = True
    while piece := part.read(PIECE):
        parser.Parse(piece, False)
    parser.Parse(b"", True)


# The most bytes. A season of 20,000 games takes three million.
LARGEST_STREAM = 6 << 20
OF_EXCEL_97, OF_EXCEL_5 = "Workbook", "Book"
_EOF, _CONTINUE, _BOUND_SHEET, _DIMENSIONS, _SST, _FILE_PASS = 0x0A, 0x3C, 0x85, 0x200, 0xFC, 0x2F
_FORMULA, _LABEL_SST, _MULTIPLE = 0x06, 0xFD, (0xBD, 0xBE)
# The records of cells. Each begins with its row and its column.
_CELL_RECORDS = {_FORMULA, _LABEL_SST, *_MULTIPLE, 0x203, 0x204, 0x205, 0x27E, 0xD6}
# The position of the formula's length [bytes] in its record.
_LENGTH_OF_FORMULA = 20

# A record's kind, the start of its content, and its number of bytes.
Record = tuple[int, int, int]


def plain_workbook(file: str, data: bytes, budget: Budget) -> bytes:
    """Return a compound file with only the stream of the workbook, without its formulas, after counting its content.

    Raises WorkbookError if it is damaged or exceeds the budget.
    """
    try:
        compound = CompoundFile(data)
        name = OF_EXCEL_97 if compound.stream(OF_EXCEL_97) else OF_EXCEL_5
        stream = bytearray(compound.stream(name) or b"")
        if len(stream) > LARGEST_STREAM:
            raise budget.refused(msg("it is larger than any workbook of that format that xladdin reads"))
        _check_records(stream, budget)
    except (ValueError, IndexError, struct.error) as error:
        reason = next((words for words in error.args if isinstance(words, Message)), str(error))
        raise _unreadable_workbook(file, reason) from None
    return compound_file({name: bytes(stream)})


def _check_records(stream: bytearray, budget: Budget) -> None:
    sheets: list[int] = []
    shared: list[int] = []
    end = 0
    for kind, at, size in _records(stream, 0):
        end = at + size
        if kind == _FILE_PASS:
            raise ValueError(msg("it is protected by a password"))
        if kind == _BOUND_SHEET:
            sheets += struct.unpack_from("<I", stream, at)
        elif kind == _SST:
            shared = _lengths(_join_records(stream, at, size))
    for start in sorted(sheets):
        if start < end:
            raise budget.refused(msg("its sheets overlap"))
        end = _count_sheet(stream, start, shared, budget)


def _count_sheet(stream: bytearray, start: int, shared: list[int], budget: Budget) -> int:
    """Count the cells of a sheet and return the position of its end."""
    last_row = last_column = text = end = 0
    for kind, at, size in _records(stream, start):
        end = at + size
        if kind == _DIMENSIONS and size >= 12:
            _, rows, _, columns = struct.unpack_from("<IIHH", stream, at)
            budget.take_rectangle(rows, columns)
        elif kind in _CELL_RECORDS:
            row, column = struct.unpack_from("<HH", stream, at)
            if kind in _MULTIPLE:
                column += size // 6
            last_row, last_column = max(last_row, row + 1), max(last_column, column + 1)
            if kind == _LABEL_SST:
                (number,) = struct.unpack_from("<I", stream, at + 6)
                text += shared[number] if number < len(shared) else 0
            elif kind == _FORMULA and size > _LENGTH_OF_FORMULA + 2:  # only the value of a formula is read
                stream[at + _LENGTH_OF_FORMULA : at + _LENGTH_OF_FORMULA + 2] = b"\0\0"
    budget.take_rectangle(last_row, last_column)
    budget.take(TEXT, text)
    return end


def _records(stream: bytearray, at: int) -> Iterator[Record]:
    """Yield the records of a substream up to its end."""
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        if at + 4 + size > len(stream):
            raise ValueError(msg("it is cut short"))
        yield kind, at + 4, size
        if kind == _EOF:
            return
        at += 4 + size
    raise ValueError(msg("it is cut short"))


def _join_records(stream: bytearray, at: int, size: int) -> list[bytes]:
    """Return the content of a record and of its CONTINUE records."""
    parts = [bytes(stream[at : at + size])]
    at += size
    while at + 4 <= len(stream) and struct.unpack_from("<H", stream, at)[0] == _CONTINUE:
        (size,) = struct.unpack_from("<H", stream, at + 2)
        parts.append(bytes(stream[at + 4 : at + 4 + size]))
        at += 4 + size
    return parts


def _lengths(parts: list[bytes]) -> list[int]:
    """Return the length of each shared text [characters].

    If the characters of a text continue in the next record, that record begins with their width.
    """
    (unique,) = struct.unpack_from("<I", parts[0], 4)
    if unique * 3 > sum(map(len, parts)):
        raise ValueError(msg("it has fewer texts than it says"))
    lengths = []
    part, at = 0, 8
    for _ in range(unique):
        if at >= len(parts[part]):
            part, at = part + 1, 0
        letters, flags = struct.unpack_from("<HB", parts[part], at)
        lengths.append(letters)
        at += 3
        runs = struct.unpack_from("<H", parts[part], at)[0] if flags & 8 else 0
        at += 2 if flags & 8 else 0
        phonetic = struct.unpack_from("<I", parts[part], at)[0] if flags & 4 else 0
        at += 4 if flags & 4 else 0
        width = 1 + (flags & 1)
        while letters * width > len(parts[part]) - at:
            letters -= (len(parts[part]) - at) // width
            part, at = part + 1, 1
            width = 1 + (parts[part][0] & 1)
        at += letters * width + runs * 4 + phonetic
        while at > len(parts[part]) and part + 1 < len(parts):
            part, at = part + 1, at - len(parts[part])
    return lengths


# The name of the stream of an .xlsx with a password, [MS-OFFCRYPTO] 2.3.4.4.
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# The file descriptor of standard error.
STANDARD_ERROR = 2
_ROWS_AT_ONCE = 500
_ERRORS = ("CalamineError", "PasswordError", "WorksheetNotFound", "XmlError", "ZipError", "PanicException")


def read_workbook_grids(source: Source) -> tuple[list[Grid], list[str]]:
    """Read the visible sheets with content, and return them with the names of the hidden sheets.

    Raises WorkbookError if the file cannot be read.
    """
    data = _counted(source)
    try:
        with _silence_stderr():
            return _read_sheets(data)
    except WorkbookError:
        raise
    except BaseException as error:
        if type(error).__name__ not in _ERRORS and not isinstance(error, (OSError, ValueError)):
            raise
        raise _unreadable_workbook(source.name, " ".join(str(error).split())) from None


def _unreadable_workbook(file: str, reason: str) -> WorkbookError:
    return WorkbookError(
        msg(
            "{file}: cannot be read as a workbook ({error}). If it opens in Excel or LibreOffice, "
            "save the sheet there as CSV.",
            file=file,
            error=reason,
        )
    )


def _read_sheets(data: bytes) -> tuple[list[Grid], list[str]]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    metadata = [of for of in workbook.sheets_metadata if of.typ == SheetTypeEnum.WorkSheet]
    grids = [
        _as_grid(of.name, workbook.get_sheet_by_name(of.name))
        for of in metadata
        if of.visible == SheetVisibleEnum.Visible
    ]
    hidden = [of.name for of in metadata if of.visible != SheetVisibleEnum.Visible]
    return [grid for grid in grids if grid.rows], hidden


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Discard the output to standard error, where calamine's Rust code prints panics for damaged workbooks."""
    try:
        saved_error = os.dup(STANDARD_ERROR)
    except OSError:  # a host without a console
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STANDARD_ERROR)
        yield
    finally:
        os.dup2(saved_error, STANDARD_ERROR)
        os.close(saved_error)
        os.close(nowhere)


def _as_grid(name: str, sheet: Any) -> Grid:
    """Return the cells of a sheet from A1 on, without the blank rows at the bottom."""
    before = sheet.start[1] if sheet.start else 0
    columns: list[list[Any]] = [[] for _ in range(before + sheet.width)]
    read = used = 0
    rows = sheet.iter_rows()  # starts at row 1, but at the first column with a value
    while piece := list(islice(rows, _ROWS_AT_ONCE)):
        used = max([used, *(read + at for at, row in enumerate(piece, 1) if any(cell != "" for cell in row))])
        read += len(piece)
        for column in columns[:before]:
            column.extend([""] * len(piece))
        for column, cells in zip(columns[before:], zip(*piece)):
            column.extend(cells)
    for column in columns:
        del column[used:]
    return Grid(name, columns, range(1, used + 1))


def _counted(source: Source) -> bytes:
    """Return the bytes of the workbook for calamine, after counting its content.

    Raises WorkbookError for a workbook that is damaged, has unusual features or exceeds the budget.
    """
    budget = Budget(source.name)
    if source.data.startswith(ZIP):
        count_archive(source.data, budget)
        return source.data
    if _ENCRYPTED in source.data:
        raise WorkbookError(msg("{file}: has a password. Open it, and save a copy without one.", file=source.name))

    return plain_workbook(source.name, source.data, budget)
