"""Build the report sheets of a new workbook: titles, headings, columns, row formats, choices and print setup.

Every type of column has a named cell style, so that a club can change all columns of that type at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from openpyxl.styles import Alignment, NamedStyle
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells import MAX_PERIODS, CellRange, column_letters
from xladdin.languages import Language
from xladdin.messages import BLANK, Message, msg, pgettext
from xladdin.renderers.sheet_layout import (
    AS_OF_ROW,
    CHOICE_ROW,
    FIRST_ROW,
    HEADING_ROW,
    HEADLINE_ROW,
    SUBTITLE_ROW,
    TITLE_ROW,
    Region,
    choice_column,
    iter_group_rows,
    kind_on_sheet,
    list_printed_pages,
    list_regions,
    list_section_regions,
    region_name,
    style_name,
)
from xladdin.reports import list_reports
from xladdin.reports.report import (
    GAP_WIDTH,
    SHEET,
    Chart,
    Choice,
    Column,
    Input,
    Lines,
    PageSetup,
    Report,
)
from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.report_sheets import charts
from xladdin.workbook.report_sheets.rendering import build_live_cells, fill_headings
from xladdin.workbook.schema import NOT_RECALCULATED, ColumnType
from xladdin.workbook.status import build_as_of_formula
from xladdin.workbook.styles import (
    add_data_validation,
    get_sheet_language,
    get_workbook_language,
    name_cells,
    set_up_printing,
    write,
    write_formula,
    write_title,
)

if TYPE_CHECKING:
    from xladdin.files.sheet_transfer import BuiltSheet

DATE_FORMAT = "d mmm yyyy"
# The date formats with names of months. Their translation may begin with Excel's code of the language.
_DATE_FORMATS = {
    str(form): form for form in (pgettext("format of Excel", "d mmm yyyy"), pgettext("format of Excel", "d mmm yy"))
}
# The width of the longest line with the date of a sheet, with long names of days and months, when out of date. Then
# that of the narrowest page, which has this line in two, and room for a club's title of 35 letters [characters].
AS_OF_WIDTH, MIN_WIDTH = 100.0, 76.0
# The widths of the column of a choice, and of the gaps between it and the print [characters].
_CHOICE_WIDTH, _CHOICE_GAP_WIDTH = 31.0, 2.0
# The number of formatted rows of a section that is below another one.
_ROWS_BELOW = 16


def build_sheet(workbook: Workbook, report: Report, system: RatingSystem | None = None) -> Worksheet:
    """Add the sheet of a report with everything that does not depend on values, and return it."""
    sheet, page = workbook.create_sheet(report.name), report.page
    sheet.sheet_view.showGridLines = False
    sheet.sheet_format.defaultRowHeight = page.row_height
    sheet.sheet_format.customHeight = True
    add_titles(sheet, report.name, report.title)
    sections = list_section_regions(report)
    for region in sections:
        _add_section(sheet, region, system, page)
        _add_formats(sheet, region, _find_last_row(region, sections))
    for number, region in enumerate((section for section in sections[1:] if _is_on_own_page(section)), 2):
        add_titles(sheet, report.name, region.section.title if region.section else BLANK, region.column, number)
    areas = []
    for region in list_regions(report):
        rows = _write_fixed_rows(sheet, region, system)
        last_column = region.column + max(len(region.headings), 1) - 1
        areas.append(CellRange(region.row, region.column, region.row + rows, last_column))
    for column, _ in list_printed_pages(report):
        areas += [CellRange(row, column, row, column) for row in (TITLE_ROW, AS_OF_ROW)]
    name_cells(workbook, region_name(report.name), report.name, *(cells.absolute for cells in areas))
    sheet.row_dimensions[HEADING_ROW].height = page.heading_height
    sheet.freeze_panes = sheet.cell(FIRST_ROW, 1 + page.frozen_columns)
    set_up_printing(
        sheet,
        pages=() if page.last_column is None else _widen_pages(sheet, report),
        last_row=page.last_row,
        heading_rows=HEADING_ROW,
        landscape=page.landscape,
        pages_high=page.pages_high,
        has_page_ends=bool(page.page_rows),
        heading_columns=page.repeated_columns,
    )
    sheet.oddFooter.left.text = get_sheet_language(sheet).render(page.footer) or None
    if report.choice:
        _add_choice(sheet, choice_column(report), report.choice)
    _set_widths(sheet, page)
    for lines in report.lines:
        _format_lines(sheet, lines)
    for cell_input in report.inputs:
        _add_input(sheet, report, cell_input)
    _add_live_cells(sheet, report)
    for chart in report.charts:
        _add_chart(sheet, report, chart, system)
    _add_band(sheet, report)
    return sheet


def _add_band(sheet: Worksheet, report: Report) -> None:
    """Colour the titles as far as the last visible column, or whole rows above columns that grow in number."""
    if any(region.repeated_column for region in list_section_regions(report)):
        for row in (TITLE_ROW, SUBTITLE_ROW):
            sheet.row_dimensions[row].fill = styles.make_fill(styles.INK)
        return
    dimensions = sheet.column_dimensions
    columns = range(1, sheet.max_column + 1)
    styles.add_band(sheet, max(number for number in columns if not dimensions[column_letters(number)].hidden))


def _is_on_own_page(region: Region) -> bool:
    return region.section is not None and region.section.sheet.own_page


def _widen_pages(sheet: Worksheet, report: Report) -> list[tuple[int, int]]:
    """Return the first and last columns of the pages of a sheet, and widen columns of narrow pages.

    A report with a print area sets its own widths.
    """
    first, *further_pages = list_printed_pages(report)
    least = MIN_WIDTH if report.page.page_rows else AS_OF_WIDTH
    return [
        first if report.page.last_column else _widen_page(sheet, *first, least),
        *(_widen_page(sheet, *page, least) for page in further_pages),
    ]


def _widen_page(sheet: Worksheet, first_column: int, last_column: int, least: float) -> tuple[int, int]:
    """Widen the columns of a page evenly to a width of at least `least` [characters], and return the page.

    If the page is still narrower than the line with its date, that line is broken in two.
    """
    columns = [sheet.column_dimensions[column_letters(number)] for number in range(first_column, last_column + 1)]
    width = sum(column.width for column in columns if not column.hidden)
    for column in columns:
        column.width *= max(least / width, 1)
    if max(width, least) < AS_OF_WIDTH:
        sheet.merge_cells(start_row=AS_OF_ROW, end_row=AS_OF_ROW, start_column=first_column, end_column=last_column)
        sheet.cell(AS_OF_ROW, first_column).alignment = styles.make_centered_alignment("left", wrap=True)
        sheet.row_dimensions[AS_OF_ROW].height = styles.AS_OF_TWO_LINES
    return first_column, last_column


def add_titles(sheet: Worksheet, report: str, title: Message, column: int = 1, page: int = 1) -> None:
    """Add the titles of the club and of the sheet, and the line with its date.

    Title and date are formulas, so that they follow a new title or state. `column` is the first column of a printed
    page, and `page` its number from left to right.
    """
    write_title(sheet, TITLE_ROW, column, styles.TITLE)
    write(sheet, SUBTITLE_ROW, column, title, styles.SUBTITLE)
    formula = build_as_of_formula(report, get_sheet_language(sheet))
    write_formula(sheet, AS_OF_ROW, column, formula, styles.AS_OF, value=NOT_RECALCULATED)
    if page > 1:
        return
    sheet.cell(HEADLINE_ROW, 1).style = styles.LABEL
    styles.set_band_heights(sheet, *styles.BAND_HEIGHTS)
    for row, height in ((AS_OF_ROW, styles.AS_OF_HEIGHT), (HEADLINE_ROW, styles.HEADLINE_HEIGHT)):
        sheet.row_dimensions[row].height = height


def _add_section(sheet: Worksheet, region: Region, system: RatingSystem | None, page: PageSetup) -> None:
    """Add the columns and headings of a section. Repeated columns are as many as a large club needs.

    The headings of repeated columns are values, so only those in use are formatted, by a conditional format.
    """
    if region.column > 1:
        gap = sheet.column_dimensions[column_letters(region.column - 1)]
        gap.width = min(gap.width, GAP_WIDTH)
    group, before = BLANK, BLANK
    is_below = region.row > HEADING_ROW
    for number, column in enumerate(region.columns, region.column):
        style, size = add_named_style(sheet.parent, column, system, page), column.size or page.size
        if is_below:
            for row in range(region.row + 1, region.row + 1 + _ROWS_BELOW):
                sheet.cell(row, number).style = style.name
        else:
            _format_column(sheet, number, column, style, system)
        heading = sheet.cell(region.row, number)
        if column.repeated:
            heading.font = styles.make_font(size, bold=True)
            heading.alignment = Alignment("center", "bottom", wrap_text=True)
            continue
        if column.is_hidden:
            write(sheet, region.row, number, column.heading)
            continue
        write(sheet, region.row, number, column.heading, styles.HEADING)
        horizontal = styles.get_column_alignment(kind_on_sheet(column.kind, system)).horizontal
        heading.alignment = Alignment(horizontal, "center", wrap_text=True, indent=int(horizontal == "left"))
        if column.heading and before:
            styles.separate_headings(heading)
        before = column.heading
        if column.group:
            write(sheet, region.row - 1, number, BLANK if column.group == group else column.group, styles.HEADING)
            sheet.cell(region.row - 1, number).alignment = Alignment("centerContinuous", "center")
        group = column.group


def _format_column(
    sheet: Worksheet, number: int, column: Column, style: NamedStyle, system: RatingSystem | None
) -> None:
    dimension = sheet.column_dimensions[column_letters(number)]
    dimension._style = copy(style.as_tuple())  # openpyxl names styles of cells alone
    dimension.width = column.width
    dimension.hidden = column.is_hidden
    if column.indent or column.shrinks:
        side = "left" if column.indent else "center"
        dimension.alignment = styles.make_centered_alignment(side, shrink=column.shrinks, indent=column.indent)
    for row, kind in enumerate(column.row_kinds, FIRST_ROW):
        cell, column_type = sheet.cell(row, number), kind_on_sheet(kind, system)
        cell.number_format, cell.alignment = (
            styles.get_number_format(column_type),
            styles.get_column_alignment(column_type),
        )


def add_named_style(workbook: Workbook, column: Column, system: RatingSystem | None, page: PageSetup) -> NamedStyle:
    """Return the named cell style of a column, which is added to the workbook on first use."""
    name, kind = style_name(column, system, page), kind_on_sheet(column.kind, system)
    existing: Mapping[str, NamedStyle] = {style.name: style for style in workbook._named_styles}
    if name in existing:
        return existing[name]
    number_format = column.number_format or (DATE_FORMAT if kind is ColumnType.DATE else styles.get_number_format(kind))
    style = NamedStyle(
        name,
        font=styles.make_font(column.size or page.size, bold=column.is_bold),
        alignment=styles.make_centered_alignment("left")
        if column.is_left_aligned
        else styles.get_column_alignment(kind),
        number_format=get_workbook_language(workbook).render_text(_DATE_FORMATS.get(number_format, number_format)),
    )
    workbook.add_named_style(style)
    return style


def _find_last_row(region: Region, sections: Sequence[Region]) -> int:
    """Return the last row that a section may fill."""
    below = (section.row for section in sections if section.row > region.row and section.column == region.column)
    return min((row - 1 for row in below), default=styles.LAST_FORMATTED_ROW)


def _add_formats(sheet: Worksheet, region: Region, last_row: int) -> None:
    """Add the conditional formats of a section."""
    section = region.section
    assert section is not None
    first, last = column_letters(region.column), column_letters(region.last_column)
    if section.sheet.hides_empty_headings:
        headings = f"{first}{region.row - any(column.group for column in region.columns)}:{last}{region.row}"
        styles.add_hidden_rule(sheet, headings, f"COUNTA(${first}${FIRST_ROW}:${last}${FIRST_ROW})=0")
    if section.sheet.hides_empty_columns:
        values = f"{first}${FIRST_ROW}:{first}${last_row}"  # of the first column, and so on to its right
        styles.add_hidden_rule(sheet, f"{first}{region.row}:{last}{last_row}", f"COUNTA({values})=0")
    last_fixed_column = region.column + len(region.headings) - 1
    _add_row_formats(sheet, region, CellRange(region.row + 1, region.column, last_row, last_fixed_column))
    if region.repeated_column:
        cells = CellRange(region.row + 1, last_fixed_column + 1, last_row, region.last_column)
        _add_row_formats(sheet, region, cells, is_used=f'{column_letters(last_fixed_column + 1)}${region.row}<>""')


def _add_row_formats(sheet: Worksheet, region: Region, cells: CellRange, is_used: str = "") -> None:
    """Add the conditional formats of rows. `is_used` is a formula that is true for a column in use, or ""."""
    assert region.section is not None
    row, setup = region.row + 1, region.section.sheet
    first, last = column_letters(region.column), column_letters(region.last_column)
    # A formula that gives an empty text is blank, too, so a list of future names shows no empty rows.
    blank = f"COUNTBLANK(${first}{row}:${last}{row})"
    opening, quiet = _fill_formula(region, setup.opening_rows), _fill_formula(region, setup.quiet_rows)
    filled_formula = opening or f"{blank}<{len(region.columns)}"
    if region.has_lead:
        styles.add_foot_rule(sheet, str(cells), f'AND(${first}{row}<>"",{blank}={len(region.columns) - 1})')
    if is_used:
        headings = cells._replace(first_row=region.row, last_row=region.row)
        styles.add_heading_row_rule(sheet, str(headings), is_used)
        filled_formula, quiet = f"AND({is_used},{filled_formula})", quiet and f"AND({is_used},{quiet})"
    if setup.heading_rows:
        styles.add_heading_row_rule(sheet, str(cells), _fill_formula(region, setup.heading_rows))
    if setup.greys_absent:
        styles.add_absent_rows_rules(sheet, str(cells), _build_absent_formula(region))
    styles.add_filled_row_rules(sheet, str(cells), filled_formula, quiet=quiet, above=bool(opening))


def _fill_formula(region: Region, template: str) -> str:
    """Return a formula of a section, with the cells of its columns in the first row filled in."""
    cells: dict[str, str] = {}
    number = region.column
    assert region.section is not None
    for key, column in zip(region.section.keys_on(SHEET), region.section.columns_on(SHEET)):
        cells[key] = f"${column_letters(number)}{region.row + 1}"
        number += column.repeated.most if column.repeated else 1
    return template.format(**cells)


def _build_absent_formula(region: Region) -> str:
    """Return the formula for the rows of players whose date is before the last date in the column of dates."""
    by_kind = {column.kind: column_letters(number) for number, column in enumerate(region.columns, region.column)}
    player, day = by_kind[ColumnType.PLAYER], by_kind[ColumnType.DATE]
    days = f"${day}${FIRST_ROW}:${day}${styles.LAST_FORMATTED_ROW}"
    return f'AND(${player}{FIRST_ROW}<>"",N(${day}{FIRST_ROW})<MAX({days}))'


def _write_fixed_rows(sheet: Worksheet, region: Region, system: RatingSystem | None) -> int:
    """Write the rows of a section that depend on the rules only, and return their number."""
    section = region.section
    if section is None or section.fixed_groups is None:
        return 0
    rows = [
        row
        for group in section.fixed_groups(system)
        for row in iter_group_rows(section, group, get_sheet_language(sheet))
    ]
    for number, cells in enumerate(rows, region.row + 1):
        for column, value in enumerate(cells, region.column):
            assert isinstance(value, (str, int, float))
            write(sheet, number, column, value)
            if region.row == HEADING_ROW:
                sheet.cell(number, column)._style = copy(sheet.column_dimensions[column_letters(column)]._style)
    return len(rows)


def _add_choice(sheet: Worksheet, column: int, choice: Choice) -> None:
    """Add the cell for the choice of a sheet, next to the printed page and below its label in the title band."""
    write(sheet, SUBTITLE_ROW, column, choice.label)
    label, band = sheet.cell(SUBTITLE_ROW, column), sheet.cell(SUBTITLE_ROW, 1)
    label._style = copy(band._style)
    font = copy(band.font)
    font.sz = styles.BASE_SIZE
    label.font = font
    for number in (column - 2, column - 1):
        gap = sheet.column_dimensions[column_letters(number)]
        gap.width = min(gap.width, _CHOICE_GAP_WIDTH)
    sheet.column_dimensions[column_letters(column)].width = _CHOICE_WIDTH
    cell: Any = sheet.cell(CHOICE_ROW, column)
    if choice.choices:
        cell.style = styles.INPUT
    cell.number_format = styles.get_number_format(ColumnType.DATE) if choice.is_date else "General"
    cell.alignment = Alignment("center", "center")
    if not choice.choices:
        return
    name_cells(sheet.parent, choice.name, sheet.title, f"${column_letters(column)}${CHOICE_ROW}")
    add_data_validation(
        sheet,
        cell.coordinate,
        get_sheet_language(sheet).render(choice.label).partition(" (")[0],
        msg("Choose from the list, then recalculate; blank is the last."),
        has_prompt=True,
        fallback_title=sheet.title,
        type="list",
        formula1=choice.choices,
    )


def _set_widths(sheet: Worksheet, page: PageSetup) -> None:
    """Set the widths of columns outside of sections, and merge the titles over the columns that pages repeat."""
    for number, width in page.widths.items():
        sheet.column_dimensions[column_letters(number)].width = width
    for row, height in enumerate(page.title_heights, TITLE_ROW):
        sheet.row_dimensions[row].height = height
    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW) if page.title_columns else ():
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=page.title_columns)
        sheet.cell(row, 1).alignment = styles.make_centered_alignment(
            "left", shrink=row != AS_OF_ROW, wrap=row == AS_OF_ROW, indent=int(row != AS_OF_ROW)
        )


def _name_style(name: str) -> str:
    """Return the named cell style for a line of text."""
    return f"club {name}"


def _format_lines(sheet: Worksheet, lines: Lines) -> None:
    """Format lines of text, and write their heading and their first content."""
    letters = column_letters(lines.column)
    if lines.heading:
        write(sheet, lines.row - 1, lines.column, lines.heading, styles.LABEL)
        styles.add_hidden_rule(sheet, f"{letters}{lines.row - 1}", f'{letters}{lines.row}=""')
    for number in range(lines.column, lines.column + lines.width) if lines.is_hidden else ():
        sheet.column_dimensions[column_letters(number)].hidden = True
    if lines.is_hidden and lines.has_dates:  # Excel itself gives this format to a date that a macro writes
        sheet.column_dimensions[letters].number_format = styles.get_number_format(ColumnType.DATE)
    for row in range(lines.most) if lines.styles else ():
        for column in range(lines.column, lines.column + lines.width):
            cell = sheet.cell(lines.row + row, column)
            cell.style = _name_style(lines.styles[min(row, len(lines.styles) - 1)])
            if lines.merged_columns or lines.shrink or lines.indent:
                cell.alignment = styles.make_centered_alignment(
                    "left", shrink=lines.shrink, wrap=bool(lines.merged_columns), indent=lines.indent
                )
        if lines.has_dates:
            sheet.cell(lines.row + row, lines.column).number_format = styles.get_number_format(ColumnType.DATE)
        if lines.merged_columns:
            _merge(sheet, lines.row + row, lines.column, columns=lines.merged_columns)
    for row, values in enumerate(lines.initial_rows, lines.row):
        for column, value in enumerate(values, lines.column):
            sheet.cell(row, column).value = value


def _merge(sheet: Worksheet, row: int, column: int, *, rows: int = 1, columns: int = 1) -> None:
    if rows * columns > 1:
        sheet.merge_cells(start_row=row, end_row=row + rows - 1, start_column=column, end_column=column + columns - 1)


def _add_input(sheet: Worksheet, report: Report, cell_input: Input) -> None:
    """Add an input cell with its label, and the printed cell that repeats its value."""
    for column in filter(None, (cell_input.printed_column, cell_input.column)):
        is_beside = cell_input.is_beside and column == cell_input.column
        write(sheet, cell_input.row - (not is_beside), column - is_beside, cell_input.label, styles.LABEL)
        for row in range(cell_input.row, cell_input.row + cell_input.rows):
            sheet.cell(row, column).style = styles.INPUT if column == cell_input.column else styles.PROSE
        cell = sheet.cell(cell_input.row, column)
        cell.alignment = (
            styles.get_column_alignment(cell_input.kind)
            if cell_input.rows == 1
            else Alignment("left", "top", wrap_text=True)
        )
        if not cell_input.formula:  # in a cell formatted as text a formula would be a text
            cell.number_format = styles.get_number_format(cell_input.kind)
        _merge(sheet, cell_input.row, column, rows=cell_input.rows)
    if cell_input.printed_column:
        styles.add_hidden_rule(
            sheet, f"{column_letters(cell_input.printed_column)}{cell_input.row - 1}", f'{cell_input.name}=""'
        )
    address = f"${column_letters(cell_input.column)}${cell_input.row}"
    if cell_input.name:
        name_cells(sheet.parent, cell_input.name, sheet.title, address)
    if cell_input.choices:
        choices = fill_headings(cell_input.choices, report)
        error, has_prompt = cell_input.error, cell_input.has_prompt
        add_data_validation(
            sheet,
            address.replace("$", ""),
            cell_input.title,
            error,
            has_prompt=has_prompt,
            type="list",
            formula1=choices,
        )


def _add_live_cells(sheet: Worksheet, report: Report) -> None:
    """Add the cells whose formulas depend on typed cells. One above a chart is the chart's title."""
    styled_cells = [
        cell
        for cell_input in report.inputs
        for cell in ((cell_input.row, cell_input.column), (cell_input.row, cell_input.printed_column))
    ]
    styles_by_cell = dict.fromkeys([*styled_cells, (CHOICE_ROW, choice_column(report))], "")
    styles_by_cell |= {(chart.cells.first_row - 1, chart.cells.first_column): styles.LABEL for chart in report.charts}
    for live in build_live_cells(report, get_sheet_language(sheet)):
        style = styles_by_cell.get(live[:2], styles.AS_OF)
        write_formula(sheet, live.row, live.column, live.formula, style, value=live.value)


def _add_chart(sheet: Worksheet, report: Report, chart: Chart, system: RatingSystem | None) -> None:
    """Add a chart, with its title in the cell above it."""
    region = list_section_regions(report)[0]
    if chart.title:
        write(sheet, chart.cells.first_row - 1, chart.cells.first_column, chart.title, styles.LABEL)
        title = sheet.cell(chart.cells.first_row - 1, chart.cells.first_column)
        title.alignment = styles.make_indented_alignment() if chart.is_on_screen else Alignment("left", "bottom")
    size = charts.ON_SCREEN if chart.is_on_screen else charts.ON_PAPER
    sheet_chart = charts.build_ratings_chart(
        chart.cells, styles.get_number_format(kind_on_sheet(chart.kind, system)), size=size
    )
    sheet_chart.visible_cells_only = not any(lines.is_hidden for lines in report.lines)
    for line in chart.lines:
        points = _find_points(region, line.dates, 0), _find_points(region, line.values, len(region.headings))
        if line.leader is not None and line.name:
            charts.add_leader(sheet_chart, sheet, line.name, *points, line.leader)
        elif line.is_invisible or not line.name:
            charts.add_room(sheet_chart, sheet, *points)
        else:
            charts.add_line(sheet_chart, sheet, line.name, *points, has_markers=line.has_markers)
    sheet.add_chart(sheet_chart)


def _find_points(region: Region, cells: CellRange | int, first: int) -> CellRange:
    """Return the cells of the points of a chart: fixed ones, or a column of a section down to the last period."""
    if not isinstance(cells, int):
        return cells
    column = region.column + first + cells
    return CellRange(FIRST_ROW, column, HEADING_ROW + MAX_PERIODS, column)


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Add the report sheets of a system, in their order."""
    for report in list_reports(system):
        build_sheet(workbook, report, system)


def build_format_source(system: RatingSystem, report: Report, region: Region, language: Language) -> BuiltSheet:
    """Build one report sheet as in a new workbook, as the source of formats for a region of an older workbook."""
    from xladdin.files.package import Package
    from xladdin.files.safe_write import serialize_workbook
    from xladdin.files.sheet_transfer import BuiltSheet
    from xladdin.workbook.styles import fonts_in_schema_order, register_styles, set_language

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    register_styles(workbook)
    set_language(workbook, language)
    build_sheet(workbook, report, system)
    with fonts_in_schema_order():
        content = serialize_workbook(workbook)
    headings = CellRange(region.row, region.column, region.row, region.last_column)
    return BuiltSheet(Package(content, report.name), "xl/worksheets/sheet1.xml", headings)
