"""Sheets of workbooks of any program: .xlsx, .xlsm, .xlsb, .xls and .ods, as grids of values.

A few bytes of a workbook may mean more cells than a computer has room for. So it is checked first.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from xladdin.errors import WorkbookError
from xladdin.importing.budget import Budget, count_archive
from xladdin.importing.source import ZIP, Grid, Source
from xladdin.messages import msg

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
        with _silenced():
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
        _grid(of.name, book.get_sheet_by_name(of.name)) for of in metadata if of.visible == SheetVisibleEnum.Visible
    ]
    hidden = [of.name for of in metadata if of.visible != SheetVisibleEnum.Visible]
    return [grid for grid in grids if grid.rows], hidden


@contextmanager
def _silenced() -> Iterator[None]:
    """Keep standard error silent. What calamine's own code says there of a damaged workbook is for programmers."""
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


def _grid(name: str, sheet: Any) -> Grid:
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
    from xladdin.importing.old_workbook import plain_workbook  # left out where a file carries xladdin

    return plain_workbook(source.name, source.data, budget)
