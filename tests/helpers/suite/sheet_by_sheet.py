"""openpyxl as it is, but it reads a worksheet only when somebody first asks for something of it.

Most tests look at one sheet of thirty. To read all of them took a fifth of the processor time of the tests. To write
them all again took a tenth, so a sheet that nobody has asked for goes into the next file as it was.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import openpyxl
from openpyxl.packaging.relationship import get_rels_path
from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer import excel
from openpyxl.writer.excel import ExcelWriter

COUNTED_IN_OTHER_PARTS = re.compile(rb' t="s"|<autoFilter')
"""Texts that a file holds apart, and a filter, which has a name in the workbook too."""


def read_sheet_by_sheet() -> None:
    """Make openpyxl read and save that way from now on. What it reads only forwards it reads as before."""
    whole = openpyxl.load_workbook
    excel.ExcelWriter = WriterOfOthers

    def load_workbook(filename: Any, read_only: bool = False, **options: Any) -> openpyxl.Workbook:
        if read_only:
            return whole(filename, read_only=True, **options)
        reader = SheetBySheet(filename, **options)
        reader.read()
        return reader.wb

    openpyxl.load_workbook = load_workbook


class SheetBySheet(ExcelReader):
    """Reads everything except the worksheets, and leaves those to themselves."""

    def __init__(self, filename: Any, **options: Any) -> None:
        super().__init__(filename, **options)
        with self.archive as archive:  # a test may write over the file before it looks at a sheet
            archive.fp.seek(0)
            self.archive = InMemory(io.BytesIO(archive.fp.read()))

    def read_worksheets(self) -> None:
        self._epoch = self.wb.epoch
        for sheet, part in [*self.parser.find_sheets()]:
            if "worksheet" in part.Type and part.target in self.valid_files:
                self.wb._sheets.append(Unread(self, sheet, part))
            else:
                self._read(sheet, part)

    def read_into(self, worksheet: Unread, sheet: Any, part: Any) -> None:
        """Fill one worksheet with all that openpyxl reads of it, with its days counted as the file counts them."""
        book, sheets, epoch = self.wb, self.wb._sheets, self.wb.epoch
        book._sheets, book.create_sheet, book.epoch = [], lambda title: worksheet, self._epoch
        try:
            self._read(sheet, part)
        finally:
            book._sheets, book.epoch = sheets, epoch
            del book.create_sheet

    def _read(self, sheet: Any, part: Any) -> None:
        self.parser.find_sheets = lambda: [(sheet, part)]
        super().read_worksheets()


class InMemory(zipfile.ZipFile):
    """An archive that needs no file any more, and stays open as long as somebody has it."""

    def close(self) -> None:
        pass


class Unread(Worksheet):
    """A worksheet with a known title and state. If you ask for anything else, it is read first."""

    def __init__(self, reader: SheetBySheet, sheet: Any, part: Any) -> None:
        self._parent, self._WorkbookChild__title, self.sheet_state = reader.wb, sheet.name, sheet.state
        self._source = reader, sheet, part

    def __getattr__(self, name: str) -> Any:
        if "_source" not in self.__dict__:
            raise AttributeError(name)
        reader, sheet, part = self.__dict__.pop("_source")
        told = dict(self.__dict__)
        Worksheet.__init__(self, None)
        self.__dict__.update(told)
        reader.read_into(self, sheet, part)
        self.__dict__.update(told)
        self.__class__ = Worksheet
        return getattr(self, name)

    @property
    def part(self) -> bytes | None:
        """Return what the file has of it, or None where that would not do in another file."""
        reader, _, part = self._source
        if reader.data_only or reader.wb.epoch != reader._epoch or get_rels_path(part.target) in reader.valid_files:
            return None
        content = reader.archive.read(part.target)
        return None if COUNTED_IN_OTHER_PARTS.search(content) else content

    @contextmanager
    def as_if_empty(self) -> Iterator[None]:
        """Answer from what was told and from an empty sheet meanwhile, and is not read."""
        told = dict(self.__dict__)
        self.__dict__.update(Worksheet(None).__dict__ | told)
        yield
        self.__dict__.clear()
        self.__dict__.update(told)


class WriterOfOthers(ExcelWriter):
    """Writes the sheets that were read. The others it puts into the file as they were, where that will do."""

    def save(self) -> None:
        unread = [(sheet, sheet.part) for sheet in self.workbook.worksheets if isinstance(sheet, Unread)]
        self._parts = {sheet: part for sheet, part in unread if part is not None}
        with ExitStack() as kept:
            for sheet in self._parts:
                kept.enter_context(sheet.as_if_empty())
            super().save()

    def write_worksheet(self, ws: Worksheet) -> None:
        if ws not in self._parts:
            super().write_worksheet(ws)
            return
        self._archive.writestr(ws.path[1:], self._parts[ws])
        self.manifest.append(ws)
