"""Sheets of workbooks of any program: .xlsx, .xlsm, .xlsb, .xls and .ods, as grids of values.

A few bytes of a workbook may mean more cells than a computer has room for. So it is checked first.

Workbooks of the last century, .xls, are checked by their records. Source: [MS-XLS] 2.1.4 records, 2.4.28 BoundSheet8,
2.4.90 Dimensions, 2.4.265 SST, 2.5.293 XLUnicodeRichExtendedString.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from xladdin.errors import WorkbookError
from xladdin.files.compound_file import CompoundFile, compound_file
from xladdin.importing.budget import TEXT, Budget, count_archive
from xladdin.importing.source import ZIP, Grid, Source
from xladdin.messages import Message, msg

LARGEST_STREAM = 6 << 20
"""The most bytes. A season of 20,000 games takes three million."""
OF_EXCEL_97, OF_EXCEL_5 = "Workbook", "Book"
_EOF, _CONTINUE, _BOUND_SHEET, _DIMENSIONS, _SST, _FILE_PASS = 0x0A, 0x3C, 0x85, 0x200, 0xFC, 0x2F
_FORMULA, _LABEL_SST, _MULTIPLE = 0x06, 0xFD, (0xBD, 0xBE)
_CELLS = {_FORMULA, _LABEL_SST, *_MULTIPLE, 0x203, 0x204, 0x205, 0x27E, 0xD6}
"""The records of cells. Each begins with its row and its column."""
_LENGTH_OF_FORMULA = 20
"""The place in a formula's record that says how many bytes it takes."""

Record = tuple[int, int, int]
"""A record's kind, the start of its content, and its number of bytes."""


def plain_workbook(file: str, data: bytes, budget: Budget) -> bytes:
    """Return a compound file with only the workbook's own stream, counted completely, and without its formulas.

    Raises WorkbookError if it is damaged, or has too much content.
    """

    try:
        compound = CompoundFile(data)
        name = OF_EXCEL_97 if compound.stream(OF_EXCEL_97) else OF_EXCEL_5
        stream = bytearray(compound.stream(name) or b"")
        if len(stream) > LARGEST_STREAM:
            raise budget.refused(msg("it is larger than any workbook of that format that xladdin reads"))
        _check_records(stream, budget)
    except (ValueError, IndexError, struct.error) as error:
        raise WorkbookError(
            msg(
                "{file}: cannot be read as a workbook ({error}). If it opens in Excel or LibreOffice, "
                "save the sheet there as CSV.",
                file=file,
                error=next((words for words in error.args if isinstance(words, Message)), str(error)),
            )
        ) from None
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
    """Return the end of the sheet."""
    last_row = last_column = text = end = 0
    for kind, at, size in _records(stream, start):
        end = at + size
        if kind == _DIMENSIONS and size >= 12:
            _, rows, _, columns = struct.unpack_from("<IIHH", stream, at)
            budget.take_rectangle(rows, columns)
        elif kind in _CELLS:
            row, column = struct.unpack_from("<HH", stream, at)
            if kind in _MULTIPLE:
                column += size // 6
            last_row, last_column = max(last_row, row + 1), max(last_column, column + 1)
            if kind == _LABEL_SST:
                (number,) = struct.unpack_from("<I", stream, at + 6)
                text += shared[number] if number < len(shared) else 0
            elif kind == _FORMULA and size > _LENGTH_OF_FORMULA + 2:  # its words are never looked at, its value is
                stream[at + _LENGTH_OF_FORMULA : at + _LENGTH_OF_FORMULA + 2] = b"\0\0"
    budget.take_rectangle(last_row, last_column)
    budget.take(TEXT, text)
    return end


def _records(stream: bytearray, at: int) -> Iterator[Record]:
    """Yield the records of a substream, to its end."""
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
    """Return a record's content, and that of the records that continue it."""
    parts = [bytes(stream[at : at + size])]
    at += size
    while at + 4 <= len(stream) and struct.unpack_from("<H", stream, at)[0] == _CONTINUE:
        (size,) = struct.unpack_from("<H", stream, at + 2)
        parts.append(bytes(stream[at + 4 : at + 4 + size]))
        at += 4 + size
    return parts


def _lengths(parts: list[bytes]) -> list[int]:
    """Return the letters of each shared text. If letters go on in the next record, it says first how wide they are."""
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


_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The name of the stream of an .xlsx with a password, [MS-OFFCRYPTO] 2.3.4.4."""
STANDARD_ERROR = 2
"""The file descriptor of standard error."""
_ROWS_AT_ONCE = 500
_ERRORS = ("CalamineError", "PasswordError", "WorksheetNotFound", "XmlError", "ZipError", "PanicException")


def read_workbook_grids(source: Source) -> tuple[list[Grid], list[str]]:
    """Read the sheets that are not empty. Returns them and the names of hidden sheets, which are not read.

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
        raise WorkbookError(
            msg(
                "{file}: cannot be read as a workbook ({error}). If it opens in Excel or LibreOffice, "
                "save the sheet there as CSV.",
                file=source.name,
                error=" ".join(str(error).split()),
            )
        ) from None


def _read_sheets(data: bytes) -> tuple[list[Grid], list[str]]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    metadata = [of for of in book.sheets_metadata if of.typ == SheetTypeEnum.WorkSheet]
    grids = [
        _as_grid(of.name, book.get_sheet_by_name(of.name)) for of in metadata if of.visible == SheetVisibleEnum.Visible
    ]
    hidden = [of.name for of in metadata if of.visible != SheetVisibleEnum.Visible]
    return [grid for grid in grids if grid.rows], hidden


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Keep standard error silent. What calamine's own code says there of a damaged workbook is for programmers."""
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
    """Return the cells of a sheet from A1 on, without blank rows at its foot."""
    before = sheet.start[1] if sheet.start else 0
    columns: list[list[Any]] = [[] for _ in range(before + sheet.width)]
    read = used = 0
    rows = sheet.iter_rows()  # from row 1 on, each from the first column with values on
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
    """Return the workbook as the library gets it, after all its content was counted.

    Raises WorkbookError for one that is damaged, not plain, or has more content than makes sense.
    """
    budget = Budget(source.name)
    if source.data.startswith(ZIP):
        count_archive(source.data, budget)
        return source.data
    if _ENCRYPTED in source.data:
        raise WorkbookError(msg("{file}: has a password. Open it, and save a copy without one.", file=source.name))

    return plain_workbook(source.name, source.data, budget)
