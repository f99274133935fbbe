"""Report sheets of a new workbook: titles, headings, column formats, lines under filled rows, print setup."""

from collections.abc import Sequence
from copy import copy
from itertools import chain, repeat

from openpyxl.styles import Alignment, NamedStyle
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.cells.table import CellValue
from xladdin.renderers.sheet import AS_OF_ROW, FIRST_ROW, HEADING_ROW, HEADLINE_ROW, SUBTITLE_ROW, TITLE_ROW
from xladdin.reports.report import Column
from xladdin.workbook.report_sheets.blocks.layout import ROWS_BELOW, ReportBlock, SheetLayout
from xladdin.workbook.schema import IS_FRENCH, NOT_YET, Kind, as_of_name, title_name
from xladdin.workbook.start.status import as_of_formula
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write, write_formula, write_title
from xladdin.workbook.styles.page_setup import set_up_printing
from xladdin.workbook.styles.palette import french_dates

GAP_WIDTH = 3.0
AS_OF_WIDTH = 100.0
"""The characters of the longest line with the date of a sheet, with long names of days and months, and out of date."""
DATE_FORMAT = "d mmm yyyy"


def build_sheet(
    workbook: Workbook, layout: SheetLayout, first_rows: Sequence[Sequence[Sequence[CellValue]]] = ()
) -> Worksheet:
    """Adds a report sheet with everything that does not depend on its values, and gives it back for more.

    `first_rows` has for each block the rows that it has from the start.
    """
    sheet, page = workbook.create_sheet(layout.sheet), layout.report.page
    sheet.sheet_view.showGridLines = False
    sheet.sheet_format.defaultRowHeight = page.row_height
    sheet.sheet_format.customHeight = True
    add_titles(workbook, sheet, layout.report.title)
    pages = [block for block in layout.blocks if block.page]
    for block in layout.blocks:
        _add_block(sheet, layout, block)
    for number, block in enumerate(pages, 2):
        add_titles(workbook, sheet, block.page, block.column, number)
    name_headings(workbook, layout, [len(rows) for rows in first_rows])
    for block, rows in zip(layout.blocks, first_rows):
        _write_rows(sheet, block, rows)
    sheet.row_dimensions[HEADING_ROW].height = page.heading_height
    sheet.freeze_panes = sheet.cell(FIRST_ROW, 1 + page.frozen_columns)
    set_up_printing(
        sheet,
        pages=() if page.last_column is None else _pages(sheet, layout),
        last_row=page.last_row,
        heading_rows=HEADING_ROW,
        landscape=page.landscape,
        pages_high=page.pages_high,
        page_rows=page.page_rows,
        heading_columns=page.repeated_columns,
    )
    sheet.oddFooter.left.text = page.footer or None
    return sheet


def _pages(sheet: Worksheet, layout: SheetLayout) -> list[tuple[int, int]]:
    """The first and last columns of its pages. A layout that says what is printed makes its own room."""
    first, *others = layout.printed_pages
    return [
        first if layout.report.page.last_column else _widened(sheet, *first),
        *(_widened(sheet, *one) for one in others),
    ]


def _widened(sheet: Worksheet, first_column: int, last_column: int) -> tuple[int, int]:
    """The first and last column of a page. They grow alike if it is narrower than the line with its date."""
    columns = [sheet.column_dimensions[column_letters(number)] for number in range(first_column, last_column + 1)]
    times = AS_OF_WIDTH / sum(column.width for column in columns if not column.hidden)
    for column in columns:
        column.width *= max(times, 1)
    return first_column, last_column


def name_headings(workbook: Workbook, layout: SheetLayout, first_rows: Sequence[int] = ()) -> None:
    """Gives each block, and each line of words, the name that marks it as ours.

    `first_rows` says for each block how many rows below its headings are there from the start.
    """
    for anchor, rows in zip(layout.anchors, chain(first_rows, repeat(0))):
        width = len(anchor.headings) - anchor.headings.count(None)
        last_row, last_column = anchor.row + rows, anchor.column + max(width, 1) - 1
        cells = CellRange(anchor.row, anchor.column, last_row, last_column)
        name_cells(workbook, anchor.name, layout.sheet, cells.absolute)


def add_titles(workbook: Workbook, sheet: Worksheet, title: str, column: int = 1, page: int = 1) -> None:
    """The titles of the club and the sheet, and its date. They are live, so that a new title or a stale sheet shows.

    `column` is the first of a page of the sheet. `page` is its number from left to right.
    """
    named = sheet.title if page == 1 else f"{sheet.title} {page}"
    letters = column_letters(column)
    write_title(sheet, TITLE_ROW, column, styles.TITLE)
    write(sheet, SUBTITLE_ROW, column, title, styles.SUBTITLE)
    write_formula(sheet, AS_OF_ROW, column, as_of_formula(as_of_name(named)), styles.AS_OF, value=NOT_YET)
    name_cells(workbook, title_name(named), sheet.title, f"${letters}${TITLE_ROW}")
    name_cells(workbook, as_of_name(named), sheet.title, f"${letters}${AS_OF_ROW}")
    if page > 1:
        return
    sheet.cell(HEADLINE_ROW, 1).style = styles.LABEL
    styles.add_band(sheet, *styles.BAND_HEIGHTS)
    for row, height in ((AS_OF_ROW, 16), (HEADLINE_ROW, 20)):
        sheet.row_dimensions[row].height = height


def _add_block(sheet: Worksheet, layout: SheetLayout, block: ReportBlock) -> None:
    """The columns and headings of a block. Columns with names for headings are as many as a large club needs.

    Their headings are values, so that only those in use look like headings.
    """
    if block.column > 1:
        gap = sheet.column_dimensions[column_letters(block.column - 1)]
        gap.width = min(gap.width, GAP_WIDTH)
    group = before = ""
    heading_row, first_row = HEADING_ROW + block.below, FIRST_ROW + block.below
    for number, column in enumerate(block.columns, block.column):
        if block.below:
            _format_cells(sheet, first_row, number, column)
        else:
            _format_column(sheet, number, column)
        heading = sheet.cell(heading_row, number)
        if column.repeated:
            heading.font = styles.cell_font(column.size, bold=True)
            heading.alignment = Alignment("center", "bottom", wrap_text=True)
            continue
        if column.is_hidden:
            write(sheet, heading_row, number, column.heading)
            continue
        write(sheet, heading_row, number, column.heading, styles.HEADING)
        indent = 1 if styles.alignment(column.kind).horizontal == "left" else 0
        heading.alignment = Alignment(styles.alignment(column.kind).horizontal, "center", wrap_text=True, indent=indent)
        if column.heading and before:
            styles.part_headings(heading)
        before = column.heading
        if column.group:
            write(sheet, heading_row - 1, number, "" if column.group == group else column.group, styles.HEADING)
            sheet.cell(heading_row - 1, number).alignment = Alignment("centerContinuous", "center")
        group = column.group
    named = [number for number, column in enumerate(block.columns, block.column) if column.repeated]
    if block.section.sheet.hides_empty_headings:
        first, last = column_letters(block.column), column_letters(block.last_column)
        values = f"${first}${FIRST_ROW}:${last}${FIRST_ROW}"
        headings = f"{first}{HEADING_ROW - any(column.group for column in block.columns)}:{last}{HEADING_ROW}"
        styles.hidden_rule(sheet, headings, f"COUNTA({values})=0")
    _add_rules(sheet, layout, block, block.column, named[0] - 1 if named else block.last_column)
    if named:
        _add_rules(
            sheet,
            layout,
            block,
            named[0],
            named[-1],
            in_use=f'{column_letters(named[0])}${HEADING_ROW}<>""',
        )
    for number, column in enumerate(block.columns, block.column):
        if column.kind is Kind.DATE:
            row, last_row = _rows(layout, block)
            dates = f"{column_letters(number)}{row}:{column_letters(number)}{last_row}"
            french_dates(sheet, dates, column.number_format or DATE_FORMAT, IS_FRENCH)


def _rows(layout: SheetLayout, block: ReportBlock) -> tuple[int, int]:
    """The first and the last row that a block may fill."""
    beneath = (one.below for one in layout.blocks if one.below > block.below and one.column == block.column)
    last_row = min((HEADING_ROW + rows - 1 for rows in beneath), default=styles.LAST_FORMATTED_ROW)
    return FIRST_ROW + block.below, last_row


def _add_rules(
    sheet: Worksheet, layout: SheetLayout, block: ReportBlock, first_column: int, last_column: int, in_use: str = ""
) -> None:
    """Conditional formats of some columns of a block. `in_use` is a formula that is true for a column in use."""
    row, last_row = _rows(layout, block)
    first, last = column_letters(first_column), column_letters(last_column)
    cells = f"{first}{row}:{last}{last_row}"
    # A formula that gives no text is blank, too: a list of names that are to come shows no empty rows.
    blank = f"COUNTBLANK(${column_letters(block.column)}{row}:${column_letters(block.last_column)}{row})"
    formulas = block.section.sheet
    opening, quiet = block.formula(formulas.opening_rows), block.formula(formulas.quiet_rows)
    heading_rows, absent_rows = block.formula(formulas.heading_rows), block.absent_rows
    filled = opening or f"{blank}<{len(block.columns)}"
    if block.has_foot:
        foot = f'AND(${column_letters(block.column)}{row}<>"",{blank}={len(block.columns) - 1})'
        styles.foot_rule(sheet, cells, foot)
    if in_use:
        headings = f"{first}{HEADING_ROW}:{last}{HEADING_ROW}"
        styles.heading_row_rule(sheet, headings, in_use)
        filled, quiet = f"AND({in_use},{filled})", quiet and f"AND({in_use},{quiet})"
    if heading_rows:
        styles.heading_row_rule(sheet, cells, heading_rows)
    if absent_rows:
        styles.absent_rows_rules(sheet, cells, absent_rows)
    styles.filled_row_rules(sheet, cells, filled, quiet=quiet, above=bool(opening))


_FORMAT_NAMES = {
    "0.0": "average", "d mmm yy": "short date", "General": "figure", "+General;-General;0": "difference",
    "+0;-0;0": "crosstable",
}  # fmt: skip
"""The words for number formats in the names of cell styles."""


def _format_column(sheet: Worksheet, number: int, column: Column) -> None:
    """Format a column by a named cell style of its kind, so that a club can change all columns of a kind at once."""
    dimension = sheet.column_dimensions[column_letters(number)]
    dimension._style = copy(_named_style(sheet.parent, column).as_tuple())  # openpyxl names styles of cells alone
    dimension.width = column.width
    dimension.hidden = column.is_hidden


def _named_style(workbook: Workbook, column: Column) -> NamedStyle:
    """Return the cell style of a column, which is added when it is first needed: "club rating strong"."""
    words = [_FORMAT_NAMES.get(column.number_format) or column.kind.name.lower().replace("_", " ")]
    words += (
        ["strong"] * column.is_bold + ["left"] * column.left + [f"{column.size:g}"] * (column.size != styles.BASE_SIZE)
    )
    name = " ".join(("club", *words))
    known: dict[str, NamedStyle] = {style.name: style for style in workbook._named_styles}
    if name not in known:
        own = styles.number_format(column.kind) if column.kind is not Kind.DATE else DATE_FORMAT
        known[name] = NamedStyle(
            name,
            font=styles.cell_font(column.size, bold=column.is_bold),
            alignment=styles.centred("left") if column.left else styles.alignment(column.kind),
            number_format=column.number_format or own,
        )
        workbook.add_named_style(known[name])
    return known[name]


def _format_cells(sheet: Worksheet, first_row: int, number: int, column: Column) -> None:
    """The looks of a column of a block below another, whose columns have looks of their own."""
    for row in range(first_row, first_row + ROWS_BELOW):
        cell = sheet.cell(row, number)
        cell.number_format = column.number_format or styles.number_format(column.kind)
        cell.alignment = styles.alignment(column.kind)
        cell.font = styles.cell_font(column.size, bold=column.is_bold)


def _write_rows(sheet: Worksheet, block: ReportBlock, rows: Sequence[Sequence[CellValue]]) -> None:
    """Writes values that a new workbook has from the start into one of the blocks."""
    for row, cells in enumerate(rows, FIRST_ROW):
        for column, value in enumerate(cells, block.column):
            assert isinstance(value, (str, int, float))
            write(sheet, row, column, value)
            sheet.cell(row, column)._style = copy(sheet.column_dimensions[column_letters(column)]._style)
