"""Sheets of workbooks of any program: .xlsx, .xlsm, .xlsb, .xls and .ods, as grids of values.

A workbook may hold a few bytes that stand for more cells than a computer has room for; it is looked through first.
"""

from __future__ import annotations

import io
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

from xladdin.cells.addresses import column_number
from xladdin.cells.limits import LAST_ROW
from xladdin.errors import FileProblem
from xladdin.imports.source import ZIP, Source
from xladdin.imports.tables.grid import MOST_CELLS, Grid

MOST_BYTES = 1 << 30
"""Unpacked, of all parts together; a full sheet of games takes 600 MiB."""
LARGEST_RATIO = 200
"""Sheets pack 6 to 60 times smaller, a zip bomb up to 1,032 times; small parts are not held to it."""
SMALL = 1 << 22
MOST_TEXT = 1 << 30
"""Characters that the cells of a workbook hold together."""
STANDARD_ERROR = 2
"""Its file descriptor."""
_PIECE = 1 << 20

_CELL = re.compile(rb"""<(?:\w+:)?c\s[^<>]*?\br=["']([A-Z]{1,3})([0-9]{1,7})["']""")
_ROW = re.compile(rb"""<(?:\w+:)?row\s[^<>]*?\br=["']([0-9]{1,9})["']""")
_SHARED = re.compile(rb"""\bt=["']s["'][^<>]*>\s*<(?:\w+:)?v>""")
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
_REPEATED_COLUMNS, _REPEATED_ROWS = "number-columns-repeated", "number-rows-repeated"
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, EOFError, RuntimeError, OSError, KeyError,
    ValueError,
)  # fmt: skip
"""What zipfile raises for archives that are not what they say."""
_ERRORS = ("CalamineError", "PasswordError", "WorksheetNotFound", "XmlError", "ZipError", "PanicException")


def read_workbook_grids(source: Source, sheet: str = "") -> list[Grid]:
    """The sheets that are not empty, or the one that is named. Raises FileProblem where the file cannot be read."""
    if source.data.startswith(ZIP):
        _look_through(source)
    try:
        with _silenced():
            return _read_sheets(source, sheet)
    except FileProblem:
        raise
    except BaseException as error:
        if type(error).__name__ not in _ERRORS and not isinstance(error, (OSError, ValueError)):
            raise
        raise FileProblem(
            f"{source.name}: cannot be read as a workbook ({' '.join(str(error).split())}). If it opens in Excel or "
            "LibreOffice, save the sheet there as CSV."
        ) from None


def _read_sheets(source: Source, sheet: str) -> list[Grid]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    grids = []
    book = CalamineWorkbook.from_filelike(io.BytesIO(source.data))
    metadata = [of for of in book.sheets_metadata if of.typ == SheetTypeEnum.WorkSheet]
    names = [of.name for of in metadata if of.visible == SheetVisibleEnum.Visible or of.name == sheet]
    if sheet:
        names = [name for name in names if name.casefold() == sheet.casefold()]
    for name in names:
        held = book.get_sheet_by_name(name)
        rows, columns = (held.end[0] + 1, held.end[1] + 1) if held.end else (0, 0)
        if rows * columns > MOST_CELLS:
            raise _too_large(source.name, f"its sheet {name} reaches over {rows:,} rows and {columns:,} columns")
        grids.append(_grid(name, held.to_python(skip_empty_area=False)))
    if sheet and not grids:
        there = ", ".join(of.name for of in metadata[:20])
        raise FileProblem(f"{source.name}: has no sheet {sheet}; its sheets are {there}.")
    return [grid for grid in grids if grid.rows]


@contextmanager
def _silenced() -> Iterator[None]:
    """Nothing reaches standard error: what calamine's own code says there of a damaged workbook is for programmers."""
    try:
        kept = os.dup(STANDARD_ERROR)
    except OSError:  # a host without a console
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)


def _grid(name: str, rows: list[list[Any]]) -> Grid:
    while rows and not any(cell != "" for cell in rows[-1]):
        rows.pop()
    return Grid(name, list(zip(*rows)), range(1, len(rows) + 1), words=f"sheet {name}")


def _look_through(source: Source) -> None:
    """Raises FileProblem for an archive that is none, or that unpacks to more than can be meant."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            members = archive.infolist()
            if any(member.flag_bits & 0x1 for member in members):
                raise FileProblem(f"{source.name}: is protected by a password. Open it, and save it without.")
            for member in members:
                packed = max(member.compress_size, 1)
                if member.file_size > SMALL and member.file_size > LARGEST_RATIO * packed:
                    raise _too_large(source.name, f"its part {member.filename} packs too small to be meant")
            if sum(member.file_size for member in members) > MOST_BYTES:
                raise _too_large(source.name, "it unpacks to more than 1 GiB")
            names = {member.filename for member in members}
            if "mimetype" in names and archive.read("mimetype").startswith(_OPEN_DOCUMENT):
                _look_through_open_document(source.name, archive)
            else:
                shared = 0
                for name in names:
                    if "worksheets/" in name.lower() and name.lower().endswith(".xml"):
                        shared += _look_through_sheet(source.name, archive, name)
                _check_shared_text(source.name, archive, names, shared)
    except _DAMAGED as error:
        raise FileProblem(
            f"{source.name}: begins as a workbook does, but is damaged ({error}). Open it in Excel or LibreOffice and "
            "save it again."
        ) from None


def _look_through_sheet(file: str, archive: zipfile.ZipFile, name: str) -> int:
    """How many cells hold shared text. Raises FileProblem where the sheet reaches too far."""
    last_row = last_column = shared = 0
    for piece in _pieces(archive, name):
        shared += len(_SHARED.findall(piece))
        for letters, row in set(_CELL.findall(piece)):
            last_row, last_column = max(last_row, int(row)), max(last_column, column_number(letters.decode()))
        last_row = max(last_row, max(map(int, _ROW.findall(piece)), default=0))
    if last_row > LAST_ROW or last_row * last_column > MOST_CELLS:
        raise _too_large(file, f"a sheet reaches over {last_row:,} rows and {last_column:,} columns")
    return shared


def _check_shared_text(file: str, archive: zipfile.ZipFile, names: set[str], cells: int) -> None:
    for name in names:
        if name.lower().endswith("sharedstrings.xml"):
            longest = max((len(text) for piece in _pieces(archive, name) for text in piece.split(b"</")), default=0)
            if longest * cells > MOST_TEXT and longest > 1000:
                raise _too_large(file, f"{cells:,} cells share texts of up to {longest:,} characters")


def _look_through_open_document(file: str, archive: zipfile.ZipFile) -> None:
    cells = row_cells = width = 0
    try:
        with archive.open("content.xml") as stream:
            for event, element in ElementTree.iterparse(stream, ("start", "end")):
                tag = element.tag.rpartition("}")[2]
                if tag == "table-row" and event == "start":
                    row_cells = width = 0
                elif tag in ("table-cell", "covered-table-cell") and event == "end":
                    times = _repeated(element, _REPEATED_COLUMNS)
                    width += times
                    if len(element) or any(key.endswith("}value-type") for key in element.attrib):
                        row_cells = width
                    element.clear()
                elif tag == "table-row" and event == "end":
                    if row_cells:
                        cells += row_cells * _repeated(element, _REPEATED_ROWS)
                    element.clear()
                if cells > MOST_CELLS or row_cells > MOST_CELLS:
                    raise _too_large(file, f"a sheet stands for more than {MOST_CELLS:,} cells")
    except ElementTree.ParseError as error:
        raise FileProblem(
            f"{file}: begins as a workbook does, but is damaged ({error}). Open it in LibreOffice and save it again."
        ) from None


def _repeated(element: ElementTree.Element, name: str) -> int:
    said = next((value for key, value in element.items() if key.endswith("}" + name)), "1")
    return int(said) if said.isascii() and said.isdigit() else 1


def _pieces(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """The part piece by piece, each ended where a tag begins."""
    rest = b""
    with archive.open(name) as stream:
        while piece := stream.read(_PIECE):
            whole, less, begun = (rest + piece).rpartition(b"<")
            yield whole
            rest = less + begun
    yield rest


def _too_large(file: str, why: str) -> FileProblem:
    return FileProblem(f"{file}: is not read, for {why}. Copy the games into a new workbook, and import that.")
