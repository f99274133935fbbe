"""openpyxl as it is, but it reads a worksheet only when somebody first asks for something of it.

Most tests look at one sheet of thirty. To read all of them took a fifth of the processor time of the tests.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl
from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet.worksheet import Worksheet


def read_sheet_by_sheet() -> None:
    """Make openpyxl read that way from now on. What it reads only forwards it reads as before."""
    whole = openpyxl.load_workbook

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
        workbook, sheets, epoch = self.wb, self.wb._sheets, self.wb.epoch
        workbook._sheets, workbook.create_sheet, workbook.epoch = [], lambda title: worksheet, self._epoch
        try:
            self._read(sheet, part)
        finally:
            workbook._sheets, workbook.epoch = sheets, epoch
            del workbook.create_sheet

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
        attributes = dict(self.__dict__)
        Worksheet.__init__(self, None)
        self.__dict__.update(attributes)
        reader.read_into(self, sheet, part)
        self.__dict__.update(attributes)
        self.__class__ = Worksheet
        return getattr(self, name)
