"""Read and write a club workbook that is open in Excel, through any engine of xlwings, in few calls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from xladdin.cells import (
    CellBlock,
    CellRange,
    CellTable,
    CellValue,
    ChartAxes,
    cell_text,
    format_area_name,
    is_broken_formula,
    iter_named_areas,
    parse_range,
    split_areas,
)
from xladdin.errors import PartialWriteError, WorkbookError, XladdinError
from xladdin.files.club_file import find_last_row, slice_range
from xladdin.functions.evaluation import to_plain_column
from xladdin.languages import ENGLISH_LANGUAGE, Language, find_heading_ids
from xladdin.messages import Message, msg
from xladdin.workbook.differences import is_same_column
from xladdin.workbook.schema import DATE_SYSTEM_NAME, LANGUAGE_NAME, START, SYSTEM_NAME, read_language_from_names

if TYPE_CHECKING:
    import xlwings as xw
    from xlwings.main import Table

    from xladdin.workbook.recalc_result import ProgressCallback
    from xladdin.workbook.report_sheets.rendering import ColumnStyle

Rows = Sequence[Sequence[object]]

# The modules whose exceptions carry error texts of Excel.
_BRIDGES = ("pywintypes", "pythoncom", "win32com", "appscript", "aem", "xlwings")
_NO_ANSWER = msg("Excel does not answer")
_CLICK_AGAIN = msg("Finish editing the cell, close any dialog of Excel, and click again.")

# Excel on the web accepts at most 5 MB in a request.
CELLS_PER_WRITE = 50_000

# The value of a visible sheet, on a Mac and on Windows (XlSheetVisibility).
VISIBLE_STATES = (True, -1)


@dataclass(frozen=True)
class OpenTable:
    """A table of the open workbook.

    Attributes:
        table: The table in xlwings.
        name: The name of the table.
        sheet: The sheet in xlwings.
        sheet_name: The name of the sheet.
        area: The range of the table with its headings and totals.
        first_row: The first row of data, from 1.
        last_row: The last row of data.
        has_headings: Whether the table shows its headings.
        has_totals: Whether the table shows a row of totals.
    """

    table: Table
    name: str
    sheet: xw.Sheet
    sheet_name: str
    area: CellRange
    first_row: int
    last_row: int
    has_headings: bool
    has_totals: bool


def read_open_table(sheet: xw.Sheet, sheet_name: str, table: Table) -> OpenTable:
    """Return the position and the parts of a table, in few calls."""
    area = parse_range(table.range.address)
    assert area is not None
    has_headings, has_totals = bool(table.show_headers), bool(table.show_totals)
    first_row, last_row = area.first_row + has_headings, area.last_row - has_totals
    return OpenTable(table, table.name, sheet, sheet_name, area, first_row, last_row, has_headings, has_totals)


class OpenWorkbook:
    """A `ClubWorkbook` over an xlwings Book. It reads a sheet once, when it is first needed."""

    is_file = False

    def __init__(self, workbook: xw.Book) -> None:
        self._workbook, self.file_name = workbook, workbook.name
        self._rows: dict[str, Rows] = {}
        self._tables: dict[str, Mapping[str, OpenTable]] = {}

    @cached_property
    def names(self) -> Mapping[str, object]:
        """The value of every workbook-level name that refers to one cell. A blank cell is None."""
        return {
            name: self._read_range(sheet, cells)[0][0]
            for name, (sheet, cells) in self._ranges.items()
            if cells.is_one_cell
        }

    @cached_property
    def tables(self) -> Mapping[str, CellTable]:
        """Every table by its name, with rows typed right below it.

        Raises WorkbookError in an Office.js host whose workbook counts from 1904, since days arrive there as if from
        1900.
        """
        if self._engine.type == "remote" and self._counts_from_1904:
            raise WorkbookError(
                msg(
                    "This workbook uses the 1904 date system, and xlwings Lite would read every date four years "
                    "wrong. Nothing was written. Recalculate it with the button in Excel for Windows or Mac, or with "
                    "xladdin recalc."
                )
            )
        return {name: self._read_table(table) for name, table in self._open_tables.items()}

    def locate_name(self, name: str) -> tuple[str, int, int] | None:
        """Return the sheet, row and column of the first cell that a name refers to, or None if there is none."""
        reference = self._ranges.get(name)
        if reference is None:
            return None
        sheet, cells = reference
        return sheet, cells.first_row, cells.first_column

    def has_formula(self, name: str) -> bool:
        """Return whether the first cell that a name refers to has a formula. A host of Office.js cannot tell."""
        location = self.locate_name(name)
        if location is None or self._engine.type == "remote":
            return False
        return str(self._get_range(*location, 1, 1).formula).startswith("=")

    def range_values(self, name: str) -> Rows | None:
        """Return the values of the range that a name refers to, row by row, or None if there is none."""
        reference = self._ranges.get(name)
        return None if reference is None else self._read_range(*reference)

    def has_sheet(self, sheet: str) -> bool:
        """Return whether a sheet with this name exists. Case is ignored."""
        return self.sheet_name(sheet) is not None

    def sheet_name(self, sheet: str) -> str | None:
        """Return the name of a sheet in the workbook's spelling, or None if the sheet does not exist."""
        existing = self._sheets.get(sheet.casefold())
        return None if existing is None else str(existing.name)

    @property
    def visible_sheets(self) -> Sequence[str]:
        """The names of the worksheets that are not hidden."""
        return [sheet.name for sheet in self._sheets.values() if sheet.visible in VISIBLE_STATES]

    def sheet_values(self, sheet: str) -> Rows:
        """Return all values of a sheet row by row from A1 on, or [] if there is no such sheet.

        Trailing blank rows are left out.
        """
        key = sheet.casefold()
        if key not in self._sheets:
            return []
        if key not in self._rows:
            self._rows[key] = read_values_from_a1(self._sheets[key], self._uses_com)
        return self._rows[key]

    def write(self, blocks: Sequence[CellBlock]) -> None:
        """Write blocks of computed values, with one call for each run of neighbouring columns without formulas.

        The formulas of live columns stay, and a cell of such a column without a formula gets it again. Tables are
        resized to hold their blocks. Reports are written first, then the tables, and last the sheet Start, which
        reports the success. Raises WorkbookError before anything is written if a sheet or table is missing or a sheet
        is protected, and PartialWriteError if Excel refuses a later write.
        """
        for block in blocks:
            if block.sheet.casefold() not in self._sheets or (
                block.table and block.table not in self._read_tables(block.sheet)
            ):
                missing = (
                    msg("table {name}", name=block.table) if block.table else msg("sheet {name}", name=block.sheet)
                )
                raise WorkbookError(
                    msg("There is no {missing}. Create a new workbook and paste your tables into it.", missing=missing)
                )
        with translate_com_errors():
            self._validate_unprotected({block.sheet for block in blocks})
        written_sheets: list[str] = []
        remaining = sorted(blocks, key=lambda block: (block.sheet == START, bool(block.table)))
        while remaining:
            try:
                self._write_block(remaining[0])
            except Exception as error:
                raise make_partial_write_error(
                    error, remaining[0].sheet, written_sheets, [block.sheet for block in remaining]
                ) from error
            written_sheets.append(remaining.pop(0).sheet)

    def set_ranges(self, ranges: Mapping[str, CellRange]) -> None:
        """Make defined names refer to other cells of their sheets, after these cells are written."""
        with translate_com_errors():
            for name in dict.fromkeys(name.partition("#")[0] for name in ranges):
                defined = self._workbook.names[name]
                areas = split_areas(defined.refers_to or "")
                for number, area in enumerate(areas, 1):
                    if (cells := ranges.get(format_area_name(name, number))) is not None:
                        areas[number - 1] = f"{area.rpartition('!')[0]}!{cells.absolute}"
                defined.refers_to = f"={','.join(areas)}"

    def set_styles(self, styles: Iterable[ColumnStyle]) -> None:
        """Apply the named cell styles and widths to the columns of changed regions, after they are written.

        Only Excel for Windows supports this. Elsewhere, and if Excel refuses or a style is missing, the cells keep
        their formats until the next recalculation of the file, which applies all of them.
        """
        for column in styles if self._uses_com else ():
            sheet = self._ranges[column.region][0] if column.region in self._ranges else None
            with suppress(Exception):
                if sheet is not None:
                    self._get_range(sheet, column.row, column.column, 1, 1).api.Style = column.heading_style
                    cells = self._get_range(sheet, column.row + 1, column.column, max(column.rows, 1), 1)
                    cells.api.Style = column.style
                    cells.column_width = column.width

    def set_visibility(self, sheets: Mapping[str, bool]) -> None:
        """Show or hide sheets, after their cells are written.

        Excel refuses in a workbook with a protected structure. The sheets then stay as they are.
        """
        for name, is_shown in sheets.items():
            with suppress(Exception):
                self._sheets[name.casefold()].visible = is_shown

    def set_axes(self, axes: ChartAxes) -> None:
        """Set the limits of the axes of our own chart, if it exists and the host supports it.

        The charts of xlwings have axes from version 0.37.5 on, and only then do Office.js hosts report charts. The
        ratings are already written, so if Excel refuses, as on a protected sheet, the chart keeps its axes.
        """
        sheet = self._sheets.get(axes.sheet.casefold())
        if self._counts_from_1904:
            axes = axes.to_1904()
        with suppress(Exception):
            chart = next((chart for chart in sheet.charts if chart.name == axes.chart), None) if sheet else None
            for axis, scale in ((chart.category_axis, axes.days), (chart.value_axis, axes.values)) if chart else ():
                # The automatic scale comes first: Excel refuses a minimum above the old maximum.
                axis.set(minimum_scale=None, maximum_scale=None, major_unit=None)
                if scale is not None:
                    axis.set(minimum_scale=scale.low, maximum_scale=scale.high, major_unit=scale.unit)

    def _write_block(self, block: CellBlock) -> None:
        self._grow_table(block)
        for is_live, run in groupby(range(len(block.columns)), key=block.formulas.__contains__):
            offsets = list(run)
            if not is_live:
                self._write_values(block, offsets)
                continue
            for offset in offsets:
                self._write_formulas(block, offset)

    def _validate_unprotected(self, sheets: Collection[str]) -> None:
        """Raise WorkbookError with the name of every protected sheet among these.

        Office.js hosts do not report protection.
        """
        if self._engine.type != "desktop":
            return
        xw_sheets = [self._sheets[sheet.casefold()] for sheet in sorted(sheets)]
        protected = [sheet.name for sheet in xw_sheets if _is_protected(sheet)]
        if protected:
            raise WorkbookError(
                msg(
                    "Protected: {protected}. Remove the protection (Review, Unprotect Sheet), and click again.",
                    protected=", ".join(protected),
                )
            )

    @cached_property
    def _uses_com(self) -> bool:
        """Whether calls go to Excel for Windows by COM, where xlwings converts a range with a hundred calls."""
        return self._engine.type == "desktop" and sys.platform != "darwin"

    @cached_property
    def _counts_from_1904(self) -> bool:
        """Whether days count from 1904, from Excel for Windows, or elsewhere from the formula on Start."""
        if self._uses_com:
            return bool(self._workbook.api.Date1904)
        return self.names.get(DATE_SYSTEM_NAME) == 1

    @cached_property
    def _engine(self) -> Any:
        return self._workbook.app.engine

    @cached_property
    def _sheets(self) -> Mapping[str, xw.Sheet]:
        return {sheet.name.casefold(): sheet for sheet in self._workbook.sheets}

    @cached_property
    def _ranges(self) -> Mapping[str, tuple[str, CellRange]]:
        """The sheet and range of every area that a workbook-level name refers to, by its `format_area_name`."""
        references = {}
        entries = self._workbook.names
        if self._uses_com:
            defined = [(entry.Name, entry.RefersTo) for entry in entries.api]  # xlwings makes two calls for each name
        else:
            defined = [(entry.name, entry.refers_to) for entry in entries]
        for name, formula in defined:
            for area, reference in iter_named_areas(name, formula or ""):
                if "!" not in name and reference[0].casefold() in self._sheets:
                    references[area] = reference
        return references

    @cached_property
    def _open_tables(self) -> Mapping[str, OpenTable]:
        return {name: table for sheet in self._sheets for name, table in self._read_tables(sheet).items()}

    def _read_tables(self, sheet: str) -> Mapping[str, OpenTable]:
        """Return the tables of one sheet, since only those of sheets to be written are needed."""
        key = sheet.casefold()
        if key not in self._tables:
            xw_sheet = self._sheets[key]
            open_tables = [read_open_table(xw_sheet, xw_sheet.name, table) for table in xw_sheet.tables]
            self._tables[key] = {table.name: table for table in open_tables}
        return self._tables[key]

    def _read_range(self, sheet: str, cells: CellRange) -> Rows:
        """Return the values of a range, blank beyond the used part of the sheet."""
        return slice_range(self.sheet_values(sheet), cells, None)

    def _get_range(self, sheet: str, row: int, column: int, rows: int, columns: int) -> xw.Range:
        """Return the range with this upper left cell and size."""
        area = CellRange(row, column, row + rows - 1, column + columns - 1)
        return self._sheets[sheet.casefold()].range(str(area))  # a range by its corners takes two more calls

    def _read_table(self, open_table: OpenTable) -> CellTable:
        area, sheet = open_table.area, open_table.sheet_name
        last_row = open_table.last_row
        if not open_table.has_totals:
            first_rows_below = [
                lower_table.area.first_row
                for lower_table in self._open_tables.values()
                if lower_table.sheet_name == sheet
                and lower_table.area.first_row > last_row
                and lower_table.area.first_column <= area.last_column
                and lower_table.area.last_column >= area.first_column
            ]
            last_row = find_last_row(self.sheet_values(sheet), area, last_row, min(first_rows_below, default=None))
        last_row = max(min(last_row, len(self.sheet_values(sheet))), open_table.first_row)
        data = CellRange(open_table.first_row, area.first_column, last_row, area.last_column)
        if open_table.has_headings:
            heading_cells = CellRange(area.first_row, area.first_column, area.first_row, area.last_column)
            headings = [cell_text(cell) for cell in self._read_range(sheet, heading_cells)[0]]
        else:
            headings = [column.name for column in open_table.table.columns]
        return CellTable(
            name=open_table.name,
            headings=find_heading_ids(open_table.name, headings),
            localized_headings=tuple(headings),
            columns=tuple(zip(*self._read_range(sheet, data))) if last_row >= data.first_row else ((),) * len(headings),
            sheet=sheet,
            row=open_table.first_row - 1,
            first_column=area.first_column,
            counts_from_1904=self._counts_from_1904,
        )

    def _grow_table(self, block: CellBlock) -> None:
        if not block.table:
            return
        open_table = self._read_tables(block.sheet)[block.table]
        area = open_table.area
        last_row = block.row + len(block.columns[0]) - 1
        if last_row > open_table.last_row:
            corners = (area.first_row, area.first_column), (last_row, area.last_column)
            open_table.table.resize(open_table.sheet.range(*corners))

    def _write_values(self, block: CellBlock, offsets: Sequence[int]) -> None:
        rows = [
            list(map(to_typed_value, row))
            for row in zip(*(block.columns[offset][block.unchanged_rows :] for offset in offsets))
        ]
        if not rows:
            return
        cells = self._get_range(
            block.sheet, block.row + block.unchanged_rows, block.column + offsets[0], len(rows), len(offsets)
        )
        if self._uses_com:
            as_cell = self._engine.impl.prepare_xl_data_element
            cells.raw_value = [[as_cell(cell, None) for cell in row] for row in rows]
        else:
            cells.options(chunksize=max(CELLS_PER_WRITE // len(offsets), 1)).value = rows

    def _write_formulas(self, block: CellBlock, offset: int) -> None:
        """Write formulas with one call for each run of rows: Excel fills a formula down and shifts its references."""
        for row, count in _find_runs(self._find_rows_without_formula(block, offset)):
            cells = self._get_range(block.sheet, row, block.column + offset, count, 1)
            cells.formula = "=" + block.formulas[offset].replace("{row}", str(row))

    def _find_rows_without_formula(self, block: CellBlock, offset: int) -> Iterator[int]:
        """Yield the rows of a live column whose cell has no formula or a changed one.

        Office.js hosts send only values. There, the cells with a wrong value are yielded.
        """
        expected = block.columns[offset]
        area = CellRange(block.row, block.column + offset, block.row + len(expected) - 1, block.column + offset)
        if self._engine.type == "remote":
            current = [row[0] for row in self._read_range(block.sheet, area)]
            last_row = self._read_tables(block.sheet)[block.table].last_row if block.table else area.last_row
            for row, value, expected_value in zip(range(area.first_row, area.last_row + 1), current, expected):
                if row > last_row or not is_same_column((value,), (expected_value,)):
                    yield row
            return
        formulas: Any = self._get_range(block.sheet, area.first_row, area.first_column, len(expected), 1).formula
        column = [formulas] if isinstance(formulas, str) else [row[0] for row in formulas]
        for row, text in enumerate(map(str, column), area.first_row):
            if not text.startswith("=") or is_broken_formula(text, row):
                yield row


def _find_runs(numbers: Iterator[int]) -> Iterator[tuple[int, int]]:
    """Yield the first number and the length of each run of consecutive numbers in ascending order."""
    for _, run in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        members = [number for _, number in run]
        yield members[0], len(members)


def _is_protected(sheet: xw.Sheet) -> bool:
    """Return whether a sheet is protected against programs.

    With UserInterfaceOnly, which Excel reports as ProtectionMode, it is protected against the user alone.
    """
    if sys.platform == "darwin":
        return bool(sheet.api.protect_contents.get())
    return bool(sheet.api.ProtectContents) and not sheet.api.ProtectionMode


def read_values_from_a1(sheet: xw.Sheet, uses_com: bool) -> Rows:
    """Return all values of a sheet row by row from A1 on, without trailing blank rows, in few calls.

    `uses_com` means Excel for Windows, which returns them by COM.
    """
    used_range = sheet.used_range
    if uses_com:
        cells, area = used_range.raw_value, parse_range(used_range.address)
        assert area is not None
        blank_columns: list[object] = [None] * (area.first_column - 1)
        filled_rows = [
            [*blank_columns, *map(_drop_time_zone, row)] for row in ([[cells]] if area.is_one_cell else cells)
        ]
        rows: list[Sequence[object]] = [
            *([None] * len(filled_rows[0]) for _ in range(area.first_row - 1)),
            *filled_rows,
        ]
    else:
        last_cell = used_range.last_cell
        # xlwings 0.37 fails on a Mac with error values, which arrive there as blanks.
        options: dict[str, Any] = {"ndim": 2, "err_to_str": sys.platform != "darwin"}
        rows = sheet.range((1, 1), (last_cell.row, last_cell.column)).options(**options).value
    rows = list(map(to_plain_column, rows))
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    return rows


def to_typed_value(value: CellValue) -> CellValue:
    """Return a value in the form in which Excel enters it unchanged.

    An apostrophe before a text keeps Excel from reading it as a number or a date of its language.
    """
    return f"'{value}" if isinstance(value, str) and value else value


def _drop_time_zone(cell: object) -> object:
    """Return a date of COM as a plain datetime, without the time zone that COM adds to it."""
    return datetime(*cell.timetuple()[:6], cell.microsecond) if isinstance(cell, datetime) else cell


@contextmanager
def translate_com_errors(problem: Message = _NO_ANSWER, remedy: Message = _CLICK_AGAIN) -> Iterator[None]:
    """Convert an error of Excel into a WorkbookError with the problem, the error text and the remedy."""
    try:
        yield
    except Exception as error:
        if isinstance(error, XladdinError) or not _is_excel_error(error):
            raise
        raise WorkbookError(
            msg("{problem} ({error}). {remedy}", problem=problem, error=_extract_error_text(error), remedy=remedy)
        ) from error


def _is_excel_error(error: Exception) -> bool:
    """Return whether an exception comes from Excel through one of xlwings' bridges, rather than from xladdin."""
    return type(error).__module__.partition(".")[0] in _BRIDGES


def _extract_error_text(error: Exception) -> str:
    """Return the error text of an exception of COM or AppleScript.

    Its arguments have the form (number, text, (…, …, details, …), …), and the details are more specific.
    """
    details = error.args[2] if len(error.args) > 2 and isinstance(error.args[2], tuple) else ()
    texts = [text for text in (*details[2:3], *error.args[1:2]) if isinstance(text, str) and text.strip()]
    return " ".join((texts[0] if texts else str(error)).split()).removesuffix(".")


def make_partial_write_error(
    error: Exception, sheet: str, written: Sequence[str], unwritten: Sequence[str]
) -> Exception:
    """Return a PartialWriteError that lists the written and unwritten sheets, or the error itself if it is a fault."""
    if not _is_excel_error(error) and not isinstance(error, (XladdinError, OSError)):
        return error
    reason = msg(
        "Excel refused to write on the sheet {sheet} ({error}).", sheet=sheet, error=_extract_error_text(error)
    )
    complete = [name for name in dict.fromkeys(written) if name not in unwritten]
    return PartialWriteError(
        msg(
            "{reason} Written: {written}. Not written: {left}. Click again when that is fixed; the "
            "previous version of the workbook is the newest copy in the folder backups next to it.",
            reason=reason,
            written=", ".join(complete) or msg("no complete sheet"),
            left=", ".join(dict.fromkeys(unwritten)),
        )
    )


Ask = Callable[[Message], bool]


class Dialogs:
    """The message boxes of one button."""

    def __init__(self, workbook: xw.Book, title: Message) -> None:
        self._workbook, self._title = workbook, title

    @cached_property
    def language(self) -> Language:
        """The language of the workbook, or English if it cannot be read."""
        with suppress(Exception):
            # Reading all names would take a call to another process for each of them.
            names = self._workbook.names
            return read_language_from_names(
                {
                    defined_name: names[defined_name].refers_to_range.value
                    for defined_name in (LANGUAGE_NAME, SYSTEM_NAME)
                }
            )
        return ENGLISH_LANGUAGE

    def show(self, message: Message, *, failed: bool = False) -> None:
        """Show a message. An Office.js host shows it after the button has finished."""
        text, title = self.language.render(message), self.language.render(self._title)
        self._workbook.app.alert(text, title, mode="critical" if failed else "info")

    @property
    def ask(self) -> Ask | None:
        """The function that asks a question with Yes and No, or None if the host cannot ask.

        Office.js hosts show dialogs only after the button has finished.
        """
        return self._ask if self._workbook.app.engine.type == "desktop" else None

    def _ask(self, question: Message) -> bool:
        text, title = self.language.render(question), self.language.render(self._title)
        return bool(self._workbook.app.alert(text, title, buttons="yes_no", mode="info") == "yes")

    @contextmanager
    def progress(self) -> Iterator[ProgressCallback]:
        """Show each step in Excel's status bar, and stop Excel from redrawing and calculating during the block.

        Office.js hosts have no status bar, and receive all writes at the end. There, the steps are not shown.
        """
        app = self._workbook.app
        if app.engine.type != "desktop":
            yield lambda step: None
            return

        def show(step: Message) -> None:
            app.status_bar = self.language.render(msg("Club ratings: {step} ...", step=step))

        start = self.language.render(msg("Club ratings"))
        with app.properties(status_bar=start, screen_updating=False, calculation="manual"):
            yield show
