"""Read the values, tables and defined names of a club workbook from its file."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from weakref import WeakValueDictionary
from xml.etree.ElementTree import Element

from xladdin.cells import CellRange, CellTable, cell_text, column_letters, iter_named_areas, parse_range
from xladdin.files.package import Package, open_package
from xladdin.files.sheet_reader import CellLimit, Rows, SheetScan, SheetValues, scan_sheet
from xladdin.languages import find_heading_ids
from xladdin.messages import msg

_ROWS_AT_ONCE = 256
_TRUE = ("1", "true", "on")
# The most cells of a defined name that are read. Named tables on Rules have about a hundred rows, so this is ample.
MAX_CELLS_OF_NAME = 1_000_000


class ClubFile:
    """A club workbook in memory, read from its file. Sheet names are looked up regardless of case, as in Excel."""

    is_file = True

    def __init__(self, path: Path, package: Package) -> None:
        """Create the workbook from the content of its file. Callers use `path` to write the file."""
        self.path = path
        self.package, self.file_name = package, package.name
        self._workbook = package.read_tree(package.workbook_part)
        self._scans: dict[str, SheetScan] = {}
        self._cell_limit = CellLimit(package)

    @cached_property
    def date1904(self) -> bool:
        """Whether serial dates count from 1904, as in files from old Macs, instead of 1900."""
        return any(element.get("date1904", "").lower() in _TRUE for element in self._workbook.iterfind("{*}workbookPr"))

    @cached_property
    def sheets(self) -> Mapping[str, str]:
        """The part of every worksheet by the sheet's name, without chart sheets."""
        parts = self.package.find_related_parts(self.package.workbook_part, "worksheet")
        sheets: dict[str, str] = {}
        keys: set[str] = set()
        for element in self._workbook.iterfind("{*}sheets/{*}sheet"):
            name, identifier = element.get("name", ""), _read_relationship_id(element)
            if name.casefold() in keys:
                raise self.package.make_error(
                    msg("it has two sheets named {name}. Rename one of them, and save.", name=name)
                )
            keys.add(name.casefold())
            if identifier in parts:
                sheets[name] = parts[identifier]
        return sheets

    def find_tab_position(self, sheet: str) -> int:
        """Return the position of a sheet among all tabs, from 0. Chart sheets count, as they do in `localSheetId`."""
        tabs = [element.get("name") for element in self._workbook.iterfind("{*}sheets/{*}sheet")]
        return tabs.index(sheet)

    @cached_property
    def visible_sheets(self) -> Sequence[str]:
        """The names of the worksheets that are not hidden."""
        sheets = self._workbook.iterfind("{*}sheets/{*}sheet")
        hidden = {sheet.get("name") for sheet in sheets if sheet.get("state", "visible") != "visible"}
        return [name for name in self.sheets if name not in hidden]

    @cached_property
    def table_parts(self) -> Mapping[str, TablePart]:
        """The definition of every table, by the table's name."""
        parts = (
            read_table_part(self.package, sheet, part)
            for sheet, sheet_part in self.sheets.items()
            for part in self.package.find_related_parts(sheet_part, "table").values()
        )
        return {table.name: table for table in parts}

    @cached_property
    def tables(self) -> Mapping[str, CellTable]:
        """The values of every table by its name, including rows typed directly below it up to a blank row."""
        return {name: self._read_table(table) for name, table in self.table_parts.items()}

    @cached_property
    def ranges(self) -> Mapping[str, tuple[str, CellRange]]:
        """The sheet and range of every workbook-level defined name that refers to cells.

        The keys are the names, and for further areas of a name those of
        `format_area_name`. Sheets are spelled as in `sheets`.
        """
        names = (
            area
            for element in self._workbook.iterfind("{*}definedNames/{*}definedName")
            if element.get("localSheetId") is None
            for area in iter_named_areas(element.get("name", ""), element.text or "")
        )
        ranges = ((name, self.sheet_name(sheet), cells) for name, (sheet, cells) in names)
        return {name: (sheet, cells) for name, sheet, cells in ranges if sheet is not None}

    @cached_property
    def names(self) -> Mapping[str, object]:
        """The value of every workbook-level defined name that refers to one cell. A blank is None."""
        return _NamedCells(self)

    def locate_name(self, name: str) -> tuple[str, int, int] | None:
        """Return the sheet, row and column of the first cell of a workbook-level defined name, or None."""
        sheet, cells = self.ranges.get(name, ("", None))
        return None if cells is None else (sheet, cells.first_row, cells.first_column)

    def has_formula(self, name: str) -> bool:
        """Return whether the first cell of a defined name has a formula. Raises KeyError for an unknown name."""
        sheet, cells = self.ranges[name]
        cell = rb"""<(?:[\w.-]+:)?c\s(?:[^<>]*\s)?r=["']%b["'][^<>]*>\s*<(?:[\w.-]+:)?f\b"""
        address = f"{column_letters(cells.first_column)}{cells.first_row}".encode()
        return re.search(cell % address, self.package.read(self.sheets[sheet])) is not None

    def range_values(self, name: str) -> Rows | None:
        """Return the values of the range of a workbook-level defined name, row by row, or None if there is none."""
        sheet, cells = self.ranges.get(name, ("", None))
        if cells is None:
            return None
        if cells.cells > MAX_CELLS_OF_NAME:
            raise self.package.make_error(
                msg(
                    "the defined name {name} refers to {cells}, which is far too many cells. Correct it (Formulas, "
                    "Name Manager), and save.",
                    name=name,
                    cells=cells,
                )
            )
        return slice_range(self.sheet_values(sheet), cells, "")

    def sheet_name(self, sheet: str) -> str | None:
        """Return a sheet's name as the file spells it, or None if there is no such sheet."""
        return sheet if sheet in self.sheets else self._by_lower_case.get(sheet.casefold())

    def has_name(self, name: str) -> bool:
        """Return whether a workbook-level defined name exists, even if its cells have been deleted."""
        names = self._workbook.iterfind("{*}definedNames/{*}definedName")
        return any(defined.get("name") == name and defined.get("localSheetId") is None for defined in names)

    def has_tab(self, name: str) -> bool:
        """Return whether a worksheet or chart sheet with a given name exists, in any case."""
        tabs = self._workbook.iterfind("{*}sheets/{*}sheet")
        return any(tab.get("name", "").casefold() == name.casefold() for tab in tabs)

    def has_sheet(self, sheet: str) -> bool:
        """Return whether a worksheet with a given name exists, in any case."""
        return self.sheet_name(sheet) is not None

    def sheet_values(self, sheet: str) -> Rows:
        """Return all values of a sheet row by row from A1 on, or [] if there is no such sheet.

        Trailing blank rows are left out. Numbers are floats, dates `date` or `datetime`, error values their text such
        as "#N/A", and blank cells "".
        """
        name = self.sheet_name(sheet)
        return [] if name is None else self._values[name]

    def scan(self, sheet: str) -> SheetScan:
        """Return the scan of a sheet, which is made on first use. `sheet` must be spelled as in the file."""
        if sheet not in self._scans:
            live = self._live_columns.get(sheet, set())
            self._scans[sheet] = scan_sheet(self.package, self.sheets[sheet], sheet, live)
        return self._scans[sheet]

    @cached_property
    def _values(self) -> SheetValues:
        return SheetValues(self.package, self.sheets, self.scan)

    @cached_property
    def _live_columns(self) -> Mapping[str, set[str]]:
        """By sheet, the letters of columns A to Z that are calculated in a table, and typed in no table."""
        kinds: dict[str, dict[bool, set[str]]] = {}
        for table in self.table_parts.values():
            by_kind = kinds.setdefault(table.sheet, {True: set(), False: set()})
            for column, calculated in enumerate(table.calculated, table.area.first_column):
                by_kind[calculated].add(column_letters(column))
        return {
            sheet: {letters for letters in by_kind[True] - by_kind[False] if len(letters) == 1}
            for sheet, by_kind in kinds.items()
        }

    @cached_property
    def _by_lower_case(self) -> Mapping[str, str]:
        return {name.casefold(): name for name in self.sheets}

    def _read_table(self, table: TablePart) -> CellTable:
        rows = self.sheet_values(table.sheet)
        left, right = table.area.first_column - 1, table.area.last_column
        last = table.last_row
        if not table.totals_rows:
            last = find_last_row(rows, table.area, last, self._find_next_table(table))
        self._validate_computed(table, last)
        last = max(min(last, len(rows)), table.first_row)  # a table may end with a million blank rows
        self._cell_limit.add_cells(last - table.first_row + 1, right - left, msg("its table {table}", table=table.name))
        columns = _transpose(rows[table.first_row - 1 : last], left, right)
        for column in columns:
            column += [""] * (last - table.first_row + 1 - len(column))
        headings = tuple(self._read_headings(table))
        return CellTable(
            name=table.name,
            headings=find_heading_ids(table.name, headings),
            localized_headings=headings,
            columns=tuple(columns),
            sheet=table.sheet,
            row=table.first_row - 1,
            first_column=table.area.first_column,
            counts_from_1904=self.date1904,
        )

    def _find_next_table(self, table: TablePart) -> int | None:
        """Return the first row of the nearest table below a table that shares a column with it, or None."""
        first_rows = self._first_rows[table.sheet]
        below: list[int] = []
        for column in range(table.area.first_column, table.area.last_column + 1):
            index = bisect_right(first_rows[column], table.last_row)
            below.extend(first_rows[column][index : index + 1])
        return min(below, default=None)

    @cached_property
    def _first_rows(self) -> Mapping[str, Mapping[int, Sequence[int]]]:
        """The rows in which tables begin, in ascending order, by sheet and column."""
        rows: dict[str, dict[int, list[int]]] = {}
        for table in sorted(self.table_parts.values(), key=lambda table: table.area.first_row):
            columns = rows.setdefault(table.sheet, {})
            for column in range(table.area.first_column, table.area.last_column + 1):
                columns.setdefault(column, []).append(table.area.first_row)
        return rows

    def _validate_computed(self, table: TablePart, last_row: int) -> None:
        """Raise WorkbookError if a typed column has a formula without a stored value, which would read as a blank."""
        by_column, uncomputed = self.scan(table.sheet).uncomputed_rows, []
        for column, is_calculated in enumerate(table.calculated, table.area.first_column):
            rows = [] if is_calculated else by_column.get(column, [])
            first = bisect_left(rows, table.first_row)
            if first < len(rows) and rows[first] <= last_row:
                uncomputed.append((rows[first], column))
        if uncomputed:
            row, column = min(uncomputed)
            raise self.package.make_error(
                msg(
                    "the formula in cell {column}{row} of its sheet {sheet} has no value yet. Open the workbook in "
                    "Excel or LibreOffice, save, and try again.",
                    column=column_letters(column),
                    row=row,
                    sheet=table.sheet,
                )
            )

    def _read_headings(self, table: TablePart) -> Iterable[str]:
        """Return the headings in the cells above the columns, or those in the part if the heading row is hidden."""
        if not table.heading_rows:
            return table.headings
        heading_cells = CellRange(
            table.first_row - 1, table.area.first_column, table.first_row - 1, table.area.last_column
        )
        return (cell_text(value) for value in slice_range(self.sheet_values(table.sheet), heading_cells, "")[0])


class _NamedCells(Mapping[str, object]):
    """The values of one-cell defined names. A sheet is read when the value of one of its names is first used."""

    def __init__(self, file: ClubFile) -> None:
        self._file = file
        self._places = {name: (sheet, cells) for name, (sheet, cells) in file.ranges.items() if cells.is_one_cell}

    def __getitem__(self, name: str) -> object:
        sheet, cells = self._places[name]
        rows = self._file.sheet_values(sheet)[cells.first_row - 1 : cells.first_row]
        value = rows[0][cells.first_column - 1 : cells.first_column] if rows else None
        return value[0] if value and value[0] != "" else None

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


# The workbooks that are still in use, by path, inode, size and time of modification.
_opened: WeakValueDictionary[tuple[Path, int, int, int], ClubFile] = WeakValueDictionary()


def open_club_file(path: str | Path) -> ClubFile:
    """Return a workbook file, read again only if it has changed or the earlier object is no longer in use.

    Raises:
        WorkbookError: The file cannot be read or is not a workbook. The message says what to do.
    """
    path = Path(path)
    try:
        status = path.stat()
    except OSError:
        return ClubFile(path, open_package(path))
    key = path, status.st_ino, status.st_size, status.st_mtime_ns
    return _opened.get(key) or _opened.setdefault(key, ClubFile(path, open_package(path)))


def _transpose(rows: Rows, left: int, right: int) -> list[list[object]]:
    """Return the columns from `left` to before `right`, transposed in batches of rows to save memory."""
    columns: list[list[object]] = [[] for _ in range(left, right)]
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        batch = rows[start : start + _ROWS_AT_ONCE]
        parts = list(zip(*batch))[left:right]
        for index, column in enumerate(columns):
            column.extend(parts[index] if index < len(parts) else [""] * len(batch))
    return columns


def _read_relationship_id(sheet: Element) -> str:
    """Return the relationship identifier of a <sheet>, in either of the two namespaces of relationships."""
    return next((value for key, value in sheet.items() if key.endswith("/relationships}id")), "")


# The headings of the live columns, by table. They are listed here because LibreOffice does not save which columns of a
# table are calculated. openpyxl saves formulas without values, and these columns must then count as computed.
LIVE_HEADINGS = {
    "Events": {"Value"},
    "Games": {"Change 1", "Change 2", "White change", "Black change", "Difference"},
    "Results": {"Change", "Percentile"},
}
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


class TablePart(NamedTuple):
    """A table as its part of the package describes it.

    Attributes:
        name: Name of the table.
        sheet: Name of its sheet.
        part: Name of the part.
        area: Cells of the table, including headings and totals.
        heading_rows: Number of heading rows, 0 or 1.
        totals_rows: Number of totals rows, 0 or 1.
        headings: The heading of each column.
        calculated: Whether each column is calculated by a formula of the table.
    """

    name: str
    sheet: str
    part: str
    area: CellRange
    heading_rows: int
    totals_rows: int
    headings: tuple[str, ...]
    calculated: tuple[bool, ...]

    @property
    def first_row(self) -> int:
        """The first row of data on the sheet, from 1."""
        return self.area.first_row + self.heading_rows

    @property
    def last_row(self) -> int:
        """The last row of data on the sheet, from 1, without rows typed below the table."""
        return self.area.last_row - self.totals_rows


def read_table_part(package: Package, sheet: str, part: str) -> TablePart:
    """Return the table that a part of the package describes. Raises WorkbookError if the part is damaged."""
    table = package.read_tree(part)
    area = parse_range(table.get("ref", ""))
    columns = table.findall("{*}tableColumns/{*}tableColumn")
    heading_rows, totals_rows = table.get("headerRowCount", "1"), table.get("totalsRowCount", "0")
    if (
        area is None
        or area.last_column - area.first_column + 1 != len(columns)
        or not {heading_rows, totals_rows} <= {"0", "1"}
    ):
        raise package.make_damage_error(part)
    name = table.get("displayName", "") or table.get("name", "")
    live, headings = LIVE_HEADINGS.get(name, ()), tuple(map(_unescape, columns))
    return TablePart(
        name=name,
        sheet=sheet,
        part=part,
        area=area,
        heading_rows=int(heading_rows),
        totals_rows=int(totals_rows),
        headings=headings,
        calculated=tuple(
            heading in live or column.find("{*}calculatedColumnFormula") is not None
            for heading, column in zip(headings, columns)
        ),
    )


def _unescape(column: Element) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), column.get("name", ""))


def slice_range(rows: Sequence[Sequence[object]], cells: CellRange, blank: object) -> list[list[object]]:
    """Return the values of a range, with `blank` for cells outside of `rows`, the values of the sheet from A1 on."""
    width, height = cells.last_column - cells.first_column + 1, cells.last_row - cells.first_row + 1
    existing = [row[cells.first_column - 1 : cells.last_column] for row in rows[cells.first_row - 1 : cells.last_row]]
    padded = [[*row, *[blank] * (width - len(row))] for row in existing]
    return [*padded, *([blank] * width for _ in range(height - len(padded)))]


def find_last_row(rows: Sequence[Sequence[object]], area: CellRange, last_row: int, next_table: int | None) -> int:
    """Return the last row of a table, including rows typed directly below it, up to a blank row or the next table.

    LibreOffice does not extend a table when rows are typed below it, and neither does Excel if that option is off.

    Args:
        rows: Values of the sheet from A1 on.
        area: Cells of the table.
        last_row: Last row of data within `area`.
        next_table: First row of the next table below, or None.
    """
    left, right = area.first_column - 1, area.last_column
    for row in rows[last_row : None if next_table is None else next_table - 1]:
        if all(cell is None or cell == "" for cell in row[left:right]):
            break
        last_row += 1
    return last_row
