"""Read workbooks of any spreadsheet program (.xlsx, .xls and .ods) within limits of bytes, cells and text.

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

from xladdin.cells import LAST_COLUMN, LAST_ROW, MAX_CELL_LENGTH, column_number
from xladdin.errors import WorkbookError, escape_unprintable, excerpt
from xladdin.files.compound_file import CompoundFile, build_compound_file
from xladdin.importing.source import MAX_CELLS, ZIP, Grid, Source
from xladdin.messages import Message, msg, ngettext

MEBIBYTE = 1 << 20
# The location of the sheets in an .ods, and in an .xlsx.
CONTENT, SHEETS = "content.xml", "xl/worksheets/"
# Compression makes a sheet 6 to 60 times smaller, and a zip bomb up to 1,032 times. Small parts may exceed the ratio.
MAX_RATIO, SMALL = 200, 4 * MEBIBYTE
MAX_PARTS = 5_000
# The deepest nesting of XML elements. A sheet has about twelve levels.
MAX_DEPTH = 60
# The number of bytes to read at once.
CHUNK_SIZE = 1 << 18
# Signatures of the end of a zip archive's central directory, and of the locator of the Zip64 directory.
_END, _END64, _MAX_END_LENGTH = b"PK\5\6", b"PK\6\7", 22 + 65_535
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


BYTES = Measure(256 * MEBIBYTE, msg("uncompressed bytes"))
CELLS = Measure(MAX_CELLS, msg("cells, including blank ones between them"))
TEXT = Measure(32 * MEBIBYTE, msg("characters in its cells"))
# LibreOffice writes equal neighbouring cells once, with their number. The sheets of clubs have few of them.
REPEATS = Measure(20_000, msg("repeated cells"))


_WRONG_ADDRESS = msg('one of its cells has the address "{value}"')
_WRONG_TIMES = msg('one of its parts is repeated "{value}" times')


class Budget:
    """Count the content of a file by measure.

    Methods raise WorkbookError if the file exceeds a limit, or is written as no spreadsheet program writes it.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self._amounts: Counter[Measure] = Counter()

    def add(self, measure: Measure, amount: int) -> None:
        """Add an amount to a measure."""
        self._amounts[measure] += amount
        if self._amounts[measure] > measure.most:
            raise self.make_refusal(msg("it contains more than {most:,} {noun}", most=measure.most, noun=measure.noun))

    def add_rectangle(self, rows: int, columns: int) -> None:
        """Add all cells of a sheet up to its last row and column, since calamine creates the blank ones too."""
        if rows > LAST_ROW or columns > LAST_COLUMN or rows * columns > CELLS.most:
            raise self.make_refusal(
                msg(
                    "one of its sheets has {rows} and {columns}",
                    rows=ngettext("{n:,} row", "{n:,} rows", rows),
                    columns=ngettext("{n:,} column", "{n:,} columns", columns),
                )
            )
        self.add(CELLS, rows * columns)

    def match_number(self, pattern: re.Pattern[str], text: str, problem: Message) -> re.Match[str]:
        """Return the match of a number or a cell's address. Raises WorkbookError if the text does not match."""
        if (match := pattern.fullmatch(text)) is None:
            raise self.make_refusal(problem.with_values(value=escape_unprintable(excerpt(text))))
        return match

    def make_refusal(self, reason: Message) -> WorkbookError:
        """Return the error for a file that exceeds a limit, or is written as no spreadsheet program writes it."""
        return WorkbookError(
            msg(
                "{file} was not read: {reason}. Copy the games into a new workbook, and import that.",
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
        self._shared_uses: Counter[int] = Counter()
        self._shared: list[int] = []
        self._lists_of_shared: list[list[int]] = []
        self._row = self._column = self._last_row = self._last_column = 0
        self._element = self._value = ""
        self._is_shared = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of a row, a cell, a value or a shared text."""
        self._element, address = name, attributes.get("r")
        if name == "row":
            self._row, self._column = self._row + 1, 0
            if address is not None:
                self._row = int(self._budget.match_number(_ROW, address, _WRONG_ADDRESS)[0])
        elif name == "c":
            self._column += 1
            self._is_shared = attributes.get("t") == "s"
            if address is not None:
                letters, row = self._budget.match_number(_CELL, address, _WRONG_ADDRESS).groups()
                self._row, self._column = int(row), column_number(letters.upper())
        elif name in ("v", "is"):
            self._last_row = max(self._last_row, self._row)
            self._last_column = max(self._last_column, self._column)
        elif name == "si":
            self._shared.append(0)

    def end(self, name: str) -> None:
        """Handle the end of a value, which is the index of a shared text in a cell of this type."""
        if name == "v" and self._is_shared:
            number = self._budget.match_number(_COUNT, self._value.strip() or "0", _WRONG_ADDRESS)
            self._shared_uses[int(number[0])] += 1
        self._element = self._value = ""

    def text(self, text: str) -> None:
        """Handle characters of a value or a shared text, which may arrive in pieces. Formulas are ignored."""
        if self._element == "v" and self._is_shared:
            self._value += text
        elif self._element in ("v", "t"):
            self._budget.add(TEXT, len(text))
            if self._shared:
                self._shared[-1] += len(text)

    def end_part(self) -> None:
        """Handle the end of a part of the archive, such as a sheet."""
        self._budget.add_rectangle(self._last_row, self._last_column)
        self._row = self._column = self._last_row = self._last_column = 0
        self._lists_of_shared.append(self._shared)
        self._shared = []

    def end_file(self) -> None:
        """Count the shared texts that cells use.

        Any part of the archive may be the list of shared texts, so the texts of every list count.
        """
        for lengths in filter(None, self._lists_of_shared):
            self._budget.add(
                TEXT, sum(lengths[index] * uses for index, uses in self._shared_uses.items() if index < len(lengths))
            )


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
                raise self._budget.make_refusal(msg("one of its cells contains another table"))
            self._cell_text += self._count_repetitions(attributes, ":c") if name == "s" else 1
        elif name in _ROWS:
            if self._row_times:
                raise self._budget.make_refusal(msg("one of its rows contains another row"))
            self._row_times = self._count_repetitions(attributes, ":number-rows-repeated")
            self._row_cells = self._row_used = self._row_text = 0
        elif name in _CELLS:
            self._cell_times = self._count_repetitions(attributes, ":number-columns-repeated")
            self._is_used = any(key.endswith(":value-type") for key in attributes)
            self._cell_text = sum(map(len, attributes.values())) if self._is_used else 0

    def end(self, name: str) -> None:
        """Handle the end of a cell, a row or a table."""
        if name in _CELLS and self._cell_times:
            self._row_cells += self._cell_times
            if self._is_used:
                self._row_used = self._row_cells
                self._row_text += self._cell_text * self._cell_times
                self._budget.add(REPEATS, self._cell_times - 1)
            if self._cell_text > MAX_CELL_LENGTH:
                raise self._budget.make_refusal(
                    msg("one of its cells contains more than {most:,} characters", most=MAX_CELL_LENGTH)
                )
            self._cell_times = 0
        elif name in _ROWS and self._row_times:
            self._rows += self._row_times
            if self._row_used:
                self._used_rows, self._width = self._rows, max(self._width, self._row_used)
                self._budget.add(REPEATS, (self._row_times - 1) * self._row_used)
                self._budget.add(TEXT, self._row_text * self._row_times)
            self._row_times = 0
        elif name == "table":
            self._budget.add_rectangle(self._used_rows, self._width)
            self._rows = self._used_rows = self._width = 0

    def text(self, text: str) -> None:
        """Handle characters within a cell, which may arrive in pieces."""
        if self._cell_times:
            self._cell_text += len(text)

    def _count_repetitions(self, attributes: Attributes, ending: str) -> int:
        """Return the number of repetitions, from the attribute whose name has this ending, or 1 without it."""
        repeats = [value for key, value in attributes.items() if key.endswith(ending)]
        return max([1, *(int(self._budget.match_number(_COUNT, repeat, _WRONG_TIMES)[0]) for repeat in repeats)])


def count_archive(data: bytes, budget: Budget) -> None:
    """Count the contents of an .xlsx, .xlsm or .ods.

    Raises WorkbookError if it is damaged or exceeds the budget.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(archive.infolist(), data, budget)
            office, document = OfficeOpenCounts(budget), OpenDocumentCounts(budget)
            for member in archive.namelist():
                with archive.open(member) as stream:
                    try:
                        _parse(stream, document if member == CONTENT else office, budget)
                    except expat.ExpatError:
                        if member == CONTENT or member.lower().startswith(SHEETS):
                            raise
                        # Pictures and macros are not XML. Reading them to the end checks their stated length.
                        while stream.read(CHUNK_SIZE):
                            pass
                office.end_part()
            office.end_file()
    except (*_DAMAGED, expat.ExpatError) as error:
        raise WorkbookError(
            msg(
                "{file} begins like a workbook, but is damaged ({error}). Open it in Excel or LibreOffice and save "
                "it again.",
                file=budget.file,
                error=" ".join(str(error).split()),
            )
        ) from None


def _check_members(members: list[zipfile.ZipInfo], data: bytes, budget: Budget) -> None:
    """Raise WorkbookError for an archive with unusual features, or one that unpacks to too many bytes."""
    if any(member.flag_bits & 0x1 for member in members):
        raise WorkbookError(
            msg("{file} is protected by a password. Open it, and save it without one.", file=budget.file)
        )
    names = {member.filename.lower() for member in members}
    if any(name.endswith("workbook.bin") for name in names):
        raise WorkbookError(msg("{file} is a binary workbook (.xlsb). Save it in Excel as .xlsx.", file=budget.file))
    # An archive has one directory, right before its end. A second could list other parts for another reader.
    tail = data[-_MAX_END_LENGTH:]
    end = len(data) - len(tail) + tail.rfind(_END)
    size, start = struct.unpack_from("<LL", data, end + 12)
    if tail.count(_END) != 1 or _END64 in tail or start + size != end:
        raise budget.make_refusal(msg("the list of its parts is not where it should be"))
    if len(names) < len(members) or len(members) > MAX_PARTS:
        raise budget.make_refusal(msg("it has two parts with the same name, or far more parts than a workbook"))
    if sum(member.compress_size for member in members) > len(data):
        raise budget.make_refusal(msg("this file is damaged or unsafe and cannot be opened: its parts overlap"))
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise budget.make_refusal(msg("its part {part} is compressed in an unusual way", part=member.filename))
        if member.file_size > max(SMALL, MAX_RATIO * max(member.compress_size, 1)):
            raise budget.make_refusal(
                msg("its part {part} is compressed to a suspiciously small size", part=member.filename)
            )
        budget.add(BYTES, member.file_size)


def _parse(stream: IO[bytes], counts: OfficeOpenCounts | OpenDocumentCounts, budget: Budget) -> None:
    """Parse a part of the archive and pass its elements to the counts.

    Raises ExpatError if it is invalid XML, and WorkbookError if it has features that no spreadsheet program uses.
    """
    parser = expat.ParserCreate()
    depth = 0

    def declaration(version: str, encoding: str | None, standalone: int) -> None:
        if (encoding.lower() if encoding else None) not in _ENCODINGS:
            raise budget.make_refusal(msg("its XML is not encoded in UTF-8"))

    def document_type(*_: object) -> None:
        raise budget.make_refusal(msg("its XML declares a document type, which spreadsheets never do"))

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise budget.make_refusal(msg("its XML is nested too deeply"))
        counts.start(name.rpartition(":")[2], attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        counts.end(name.rpartition(":")[2])

    parser.XmlDeclHandler, parser.StartDoctypeDeclHandler = declaration, document_type
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = counts.text
    parser.buffer_text = True
    while chunk := stream.read(CHUNK_SIZE):
        parser.Parse(chunk, False)
    parser.Parse(b"", True)


# The most bytes of the stream in an .xls. A season of 20,000 games takes three million.
MAX_STREAM = 6 << 20
EXCEL_97_STREAM, EXCEL_5_STREAM = "Workbook", "Book"
_EOF, _CONTINUE, _BOUND_SHEET, _DIMENSIONS, _SST, _FILE_PASS = 0x0A, 0x3C, 0x85, 0x200, 0xFC, 0x2F
_FORMULA, _LABEL_SST, _MULTIPLE = 0x06, 0xFD, (0xBD, 0xBE)
# The records of cells. Each begins with its row and its column.
_CELL_RECORDS = {_FORMULA, _LABEL_SST, *_MULTIPLE, 0x203, 0x204, 0x205, 0x27E, 0xD6}
# The position of the formula's length [bytes] in its record.
_LENGTH_OF_FORMULA = 20

# A record of an .xls: its kind, the offset of its content, and the number of bytes of the content.
Record = tuple[int, int, int]


def reduce_workbook(file: str, data: bytes, budget: Budget) -> bytes:
    """Return a copy of an .xls that has only the stream of the workbook, without formulas, after counting its content.

    Calamine needs only the values, so macros, pictures and formulas of an untrusted file do not reach it.

    Raises WorkbookError if it is damaged or exceeds the budget.
    """
    try:
        compound = CompoundFile(data)
        name = EXCEL_97_STREAM if compound.find_stream(EXCEL_97_STREAM) else EXCEL_5_STREAM
        stream = bytearray(compound.find_stream(name) or b"")
        if len(stream) > MAX_STREAM:
            raise budget.make_refusal(msg("it is too large for a workbook of that format"))
        _check_records(stream, budget)
    except (ValueError, IndexError, struct.error) as error:
        reason = next((argument for argument in error.args if isinstance(argument, Message)), str(error))
        raise _make_unreadable_error(file, reason) from None
    return build_compound_file({name: bytes(stream)})


def _check_records(stream: bytearray, budget: Budget) -> None:
    sheets: list[int] = []
    text_lengths: list[int] = []
    end = 0
    for kind, offset, size in _read_records(stream, 0):
        end = offset + size
        if kind == _FILE_PASS:
            raise ValueError(msg("it is protected by a password"))
        if kind == _BOUND_SHEET:
            sheets += struct.unpack_from("<I", stream, offset)
        elif kind == _SST:
            text_lengths = _read_text_lengths(_join_records(stream, offset, size))
    for start in sorted(sheets):
        if start < end:
            raise budget.make_refusal(msg("its sheets overlap"))
        end = _count_sheet(stream, start, text_lengths, budget)


def _count_sheet(stream: bytearray, start: int, text_lengths: list[int], budget: Budget) -> int:
    """Count the cells of a sheet and return the position of its end."""
    last_row = last_column = text = end = 0
    for kind, offset, size in _read_records(stream, start):
        end = offset + size
        if kind == _DIMENSIONS and size >= 12:
            _, rows, _, columns = struct.unpack_from("<IIHH", stream, offset)
            budget.add_rectangle(rows, columns)
        elif kind in _CELL_RECORDS:
            row, column = struct.unpack_from("<HH", stream, offset)
            if kind in _MULTIPLE:
                column += size // 6
            last_row, last_column = max(last_row, row + 1), max(last_column, column + 1)
            if kind == _LABEL_SST:
                (number,) = struct.unpack_from("<I", stream, offset + 6)
                text += text_lengths[number] if number < len(text_lengths) else 0
            elif kind == _FORMULA and size > _LENGTH_OF_FORMULA + 2:  # only the value of a formula is read
                stream[offset + _LENGTH_OF_FORMULA : offset + _LENGTH_OF_FORMULA + 2] = b"\0\0"
    budget.add_rectangle(last_row, last_column)
    budget.add(TEXT, text)
    return end


def _read_records(stream: bytearray, offset: int) -> Iterator[Record]:
    """Yield the records of a substream up to its end."""
    while offset + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, offset)
        if offset + 4 + size > len(stream):
            raise ValueError(msg("it is incomplete"))
        yield kind, offset + 4, size
        if kind == _EOF:
            return
        offset += 4 + size
    raise ValueError(msg("it is incomplete"))


def _join_records(stream: bytearray, offset: int, size: int) -> list[bytes]:
    """Return the content of a record and of its CONTINUE records."""
    contents = [bytes(stream[offset : offset + size])]
    offset += size
    while offset + 4 <= len(stream) and struct.unpack_from("<H", stream, offset)[0] == _CONTINUE:
        (size,) = struct.unpack_from("<H", stream, offset + 2)
        contents.append(bytes(stream[offset + 4 : offset + 4 + size]))
        offset += 4 + size
    return contents


def _read_text_lengths(contents: list[bytes]) -> list[int]:
    """Return the length of each shared text [characters].

    If the characters of a text continue in the next record, that record begins with their width.
    """
    (unique,) = struct.unpack_from("<I", contents[0], 4)
    if unique * 3 > sum(map(len, contents)):
        raise ValueError(msg("it contains fewer texts than it declares"))
    lengths = []
    record, offset = 0, 8
    for _ in range(unique):
        if offset >= len(contents[record]):
            record, offset = record + 1, 0
        letters, flags = struct.unpack_from("<HB", contents[record], offset)
        lengths.append(letters)
        offset += 3
        runs = struct.unpack_from("<H", contents[record], offset)[0] if flags & 8 else 0
        offset += 2 if flags & 8 else 0
        phonetic = struct.unpack_from("<I", contents[record], offset)[0] if flags & 4 else 0
        offset += 4 if flags & 4 else 0
        width = 1 + (flags & 1)
        while letters * width > len(contents[record]) - offset:
            letters -= (len(contents[record]) - offset) // width
            record, offset = record + 1, 1
            width = 1 + (contents[record][0] & 1)
        offset += letters * width + runs * 4 + phonetic
        while offset > len(contents[record]) and record + 1 < len(contents):
            record, offset = record + 1, offset - len(contents[record])
    return lengths


# The name of the stream of an .xlsx with a password, [MS-OFFCRYPTO] 2.3.4.4.
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# The file descriptor of standard error.
STDERR_DESCRIPTOR = 2
ROWS_PER_CHUNK = 500
_ERRORS = ("CalamineError", "PasswordError", "WorksheetNotFound", "XmlError", "ZipError", "PanicException")


def read_workbook_grids(source: Source) -> tuple[list[Grid], list[str]]:
    """Read the visible sheets with content, and return them with the names of the hidden sheets.

    Raises WorkbookError if the file cannot be read.
    """
    data = _count_content(source)
    try:
        with _silence_stderr():
            return _read_sheets(data)
    except WorkbookError:
        raise
    except BaseException as error:
        if type(error).__name__ not in _ERRORS and not isinstance(error, (OSError, ValueError)):
            raise
        raise _make_unreadable_error(source.name, " ".join(str(error).split())) from None


def _make_unreadable_error(file: str, reason: str) -> WorkbookError:
    return WorkbookError(
        msg(
            "{file} cannot be read as a workbook ({error}). If it opens in Excel or LibreOffice, save the sheet "
            "there as CSV.",
            file=file,
            error=reason,
        )
    )


def _read_sheets(data: bytes) -> tuple[list[Grid], list[str]]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    metadata = [sheet for sheet in workbook.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
    grids = [
        _build_grid(sheet.name, workbook.get_sheet_by_name(sheet.name))
        for sheet in metadata
        if sheet.visible == SheetVisibleEnum.Visible
    ]
    hidden = [sheet.name for sheet in metadata if sheet.visible != SheetVisibleEnum.Visible]
    return [grid for grid in grids if grid.rows], hidden


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Discard the output to standard error, where calamine's Rust code prints panics for damaged workbooks."""
    try:
        saved_error = os.dup(STDERR_DESCRIPTOR)
    except OSError:  # a host without a console
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDERR_DESCRIPTOR)
        yield
    finally:
        os.dup2(saved_error, STDERR_DESCRIPTOR)
        os.close(saved_error)
        os.close(nowhere)


def _build_grid(name: str, sheet: Any) -> Grid:
    """Return the cells of a sheet from A1 on, without the blank rows at the bottom."""
    blank_columns = sheet.start[1] if sheet.start else 0
    columns: list[list[Any]] = [[] for _ in range(blank_columns + sheet.width)]
    rows_read = used_rows = 0
    rows = sheet.iter_rows()  # starts at row 1, but at the first column with a value
    while chunk := list(islice(rows, ROWS_PER_CHUNK)):
        used_rows = max(
            [used_rows, *(rows_read + offset for offset, row in enumerate(chunk, 1) if any(cell != "" for cell in row))]
        )
        rows_read += len(chunk)
        for column in columns[:blank_columns]:
            column.extend([""] * len(chunk))
        for column, cells in zip(columns[blank_columns:], zip(*chunk)):
            column.extend(cells)
    for column in columns:
        del column[used_rows:]
    return Grid(name, columns, range(1, used_rows + 1))


def _count_content(source: Source) -> bytes:
    """Return the bytes of the workbook for calamine, after counting its content.

    Raises WorkbookError for a workbook that is damaged, has unusual features or exceeds the budget.
    """
    budget = Budget(source.name)
    if source.data.startswith(ZIP):
        count_archive(source.data, budget)
        return source.data
    if _ENCRYPTED in source.data:
        raise WorkbookError(msg("{file} has a password. Open it, and save a copy without one.", file=source.name))

    return reduce_workbook(source.name, source.data, budget)
