"""Say how the workbook looks and prints: colours, formats of cells and columns, conditional formats, pages.

Formats belong to the template, and a recalculation writes only values. So a column has its format from top to bottom.
What depends on the values, such as the line under a filled row, is a conditional format. A repeated font, ground or
alignment is the same object, since comparing two goes part by part. Pages print whole columns, headings on every page,
page numbers, one page wide on A4 and on Letter. The footer has club, sheet and page, and no date, since the sheet
itself shows its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from itertools import count, product
from typing import TYPE_CHECKING, Any, NamedTuple

from xladdin.cells import ALWAYS_BLANK_CELL, LAST_COLUMN, LAST_ROW, CellValue, Number, column_letters
from xladdin.languages import ENGLISH_LANGUAGE, Language, choice_message
from xladdin.messages import Message, list_values, msg
from xladdin.renderers.sheet_layout import HEADING_ROW, HEADING_STYLE, section_regions
from xladdin.reports.report import PageSetup, Report
from xladdin.workbook.schema import PAPER_NUMBERS, START, TITLE_NAME, ColumnType, localize_formula

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell
    from openpyxl.formatting.rule import Rule
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.workbook_writer import PageLayout

# The palette is also that of charts and of the club's page. Colours are RRGGBB. Text has a contrast to its ground of at
# least 4.5 to 1 and a line of 3 to 1 (WCAG 2.1, 1.4.3 and 1.4.11), and all of it can be told apart in black and white.
TEXT, QUIET_TEXT, PAPER = "000000", "595959", "FFFFFF"
# Deep blue-green: bands, headings, links, the lines under headings.
INK = "1F4E5F"
# Behind headings of columns and groups, and behind every other row.
GROUP_HEAD, STRIPE = "D5E3E8", "EAF1F3"
HAIRLINE = "6E8F9B"
# Behind cells to type into, and behind cells that compute themselves.
INPUT_GROUND, COMPUTED_GROUND = "FFF6CC", "EFEFEF"
# Wrong values, and the ground behind them.
WRONG, WRONG_GROUND = "B3261E", "FBE4E2"
# The colours of the tabs: type here, look here, set up.
TAB_TYPE, TAB_LOOK, TAB_SET_UP = "C9A400", INK, "6B6B6B"
# The lines of a chart, with different colours and dashes: colour, dash, width [points].
LINES = (
    (INK, "solid", 2.25),
    ("B35900", "dash", 2.0),
    ("6A3D9A", "sysDot", 2.25),
    ("2E7D32", "lgDash", 2.0),
    ("404040", "dashDot", 1.5),
)
GRID = "DCE6EA"

# The colours of the club's page on a reader's dark screen.
DARK_TEXT, DARK_QUIET_TEXT, DARK_PAPER, DARK_STRIPE = "EDF2F4", "A9B9C0", "10191D", "18262C"
DARK_INK, DARK_BAND, DARK_GROUP_HEAD, DARK_HAIRLINE, DARK_GRID = "9CCBDB", INK, "24404B", "6E8F9B", "2A3C43"
DARK_WRONG = "FF8A80"
# The colours of errors, and of the lines of a chart after the first, on a dark page.
DARK_LINES = ("E8A35C", "BFA2E8", "86CB8A", "D0D0D0")

FONT_NAME = "Arial"
# Points. Widths of columns are counted in digits of this font.
BASE_SIZE = 10.0
# The heights of the rows of a sheet's band: title and subtitle [points].
BAND_HEIGHTS = (33.0, 22.0)
# The heights of the line with a sheet's date, of one that is in two lines, and of the headline [points].
AS_OF_HEIGHT, AS_OF_TWO_LINES, HEADLINE_HEIGHT = 16, 27, 20

# The names of the workbook's cell styles. TITLE, SUBTITLE and BAND_LINK are on the band of a sheet's first rows.
TITLE, SUBTITLE, AS_OF = "club title", "club subtitle", "club as of"
HEADING, LABEL, INPUT, COMPUTED, PROSE = HEADING_STYLE, "club label", "club input", "club computed", "club prose"
STATUS, SECTION, LINK, BIG_LINK, NOTE = "club status", "club section", "club link", "club big link", "club note"
BAND_LINK = "club band link"

# Down to here a filled row gets its lines. No report of a club is longer.
LAST_FORMATTED_ROW = 5000


class _KindFormat(NamedTuple):
    """The number format of a column's kind, its width [characters], and where in its cells the values are.

    A name that is too long shrinks, and is never cut.
    """

    number_format: str
    width: float
    horizontal: str = "right"
    shrinks: bool = False


_KIND_FORMATS = {
    ColumnType.TEXT: _KindFormat("@", 30.0, "left"),
    ColumnType.PLAYER: _KindFormat("@", 33.0, "left", shrinks=True),
    ColumnType.GROUP: _KindFormat("@", 14.0, "left", shrinks=True),
    ColumnType.EVENT: _KindFormat("@", 24.0, "left", shrinks=True),
    ColumnType.DATE: _KindFormat("ddd d mmm yyyy", 17.0, "center"),
    ColumnType.SCORE: _KindFormat("0", 9.0),
    ColumnType.RESULT: _KindFormat("@", 10.0, "center"),  # typed into any other cell, 1-0 becomes a date
    ColumnType.YES: _KindFormat("General", 9.0, "center"),
    ColumnType.ACTIVE: _KindFormat("General", 9.0, "center"),
    ColumnType.GAME_KIND: _KindFormat("General", 9.5, "center"),
    ColumnType.WEB: _KindFormat("General", 9.0, "center"),
    ColumnType.COUNT: _KindFormat("0", 9.0),
    ColumnType.RATING: _KindFormat("0", 9.0),
    ColumnType.DECIMAL: _KindFormat("0.00", 10.0),
    ColumnType.SIGNED: _KindFormat("+#,##0;-#,##0;0", 10.0),
    ColumnType.CHANGE: _KindFormat('[>0]"▲ "0;[<0]"▼ "0;"="', 10.0),
    ColumnType.DECIMAL_CHANGE: _KindFormat('[>0]"▲ "0.00;[<0]"▼ "0.00;"="', 10.0),
}
LEFT_KINDS = {kind for kind, formats in _KIND_FORMATS.items() if formats.horizontal == "left"}


def number_format(kind: ColumnType) -> str:
    """Return the Excel number format of a column's kind."""
    return _KIND_FORMATS[kind].number_format


# Characters. A longer heading of the club's own looks cut off. Excel itself takes no column above 255.
WIDEST = 60.0


def column_width(kind: ColumnType, heading: str = "") -> float:
    """Return the width of a column [characters]: enough for its values, and for its heading with a filter button."""
    content_width = _KIND_FORMATS[kind].width
    return min(max(content_width, len(heading) + 4.0), WIDEST) if heading else content_width


@cache
def column_alignment(kind: ColumnType) -> Any:
    """Return the alignment of a column's kind: text to the left, numbers to the right, dates in the middle."""
    formats = _KIND_FORMATS[kind]
    if kind in LEFT_KINDS:
        return _alignment("left", indent=1, shrink=formats.shrinks)
    return _alignment(formats.horizontal)


def register_styles(workbook: Workbook) -> None:
    """Give the workbook its named cell styles, and its font to every cell without one. Call it once for a workbook."""
    from openpyxl.styles import NamedStyle
    from openpyxl.utils.indexed_list import IndexedList

    workbook._fonts = IndexedList([cell_font(BASE_SIZE)])  # the first one is the default font of the file
    workbook._named_styles["Normal"].font = cell_font(BASE_SIZE)
    frame = _border(HAIRLINE, *SIDES)
    ink_below = _border(INK, "bottom", style="medium")
    band = solid_fill(INK)
    centre = _alignment(None, "center")
    styles = (
        NamedStyle(TITLE, font=cell_font(20, bold=True, color=PAPER), fill=band, alignment=indented_alignment()),
        NamedStyle(SUBTITLE, font=cell_font(12, color=PAPER), fill=band, alignment=indented_alignment()),
        NamedStyle(
            BAND_LINK,
            font=cell_font(11, bold=True, color=PAPER, underline=True),
            fill=band,
            alignment=indented_alignment(),
        ),
        NamedStyle(AS_OF, font=cell_font(BASE_SIZE, italic=True, color=QUIET_TEXT), alignment=centre),
        NamedStyle(
            HEADING,
            font=cell_font(BASE_SIZE, bold=True, color=INK),
            fill=solid_fill(GROUP_HEAD),
            border=ink_below,
            alignment=centered_alignment(wrap=True),
        ),
        NamedStyle(SECTION, font=cell_font(13, bold=True, color=INK), border=ink_below, alignment=centre),
        NamedStyle(STATUS, font=cell_font(22, bold=True, color=INK), alignment=indented_alignment()),
        NamedStyle(LABEL, font=cell_font(BASE_SIZE, bold=True, color=INK), alignment=centre),
        NamedStyle(LINK, font=cell_font(BASE_SIZE, color=INK, underline=True), alignment=centre),
        NamedStyle(BIG_LINK, font=cell_font(13, bold=True, color=INK, underline=True), alignment=centre),
        NamedStyle(INPUT, font=cell_font(BASE_SIZE), fill=solid_fill(INPUT_GROUND), border=frame),
        NamedStyle(
            COMPUTED,
            font=cell_font(BASE_SIZE, color=QUIET_TEXT),
            fill=solid_fill(COMPUTED_GROUND),
            border=frame,
        ),
        NamedStyle(PROSE, font=cell_font(BASE_SIZE), alignment=_alignment("left", "top", wrap=True)),
        NamedStyle(NOTE, font=cell_font(BASE_SIZE, color=QUIET_TEXT), alignment=centre),
    )
    for style in styles:
        workbook.add_named_style(style)


def add_band(sheet: Worksheet, *heights: float) -> None:
    """Colour the first rows of a sheet from edge to edge, for its title. `heights` has one for each [points]."""
    for row, height in enumerate(heights, 1):
        sheet.row_dimensions[row].fill = solid_fill(INK)
        sheet.row_dimensions[row].height = height


def format_column(
    sheet: Worksheet, column: int, kind: ColumnType, *, computed: bool = False, heading: str = ""
) -> None:
    """Give a whole column, counted from 1, its number format, alignment and width.

    A computed column of a table gets quiet print on a grey ground. So it differs from one for typing, even in rows that
    a table grows by.
    """
    dimension = sheet.column_dimensions[column_letters(column)]
    dimension.number_format = number_format(kind)
    dimension.alignment = column_alignment(kind)
    dimension.font = cell_font(BASE_SIZE, color=QUIET_TEXT if computed else TEXT)
    if computed:
        dimension.fill = solid_fill(COMPUTED_GROUND)
    dimension.width = column_width(kind, heading)


@cache
def cell_font(
    size: float,
    *,
    bold: bool = False,
    italic: bool = False,
    underline: bool = False,
    pale: bool = False,
    color: str = TEXT,
) -> Any:
    """Return a font of the workbook's family. `size` is in points. `pale` means quiet print."""
    from openpyxl.styles import Font

    line = "single" if underline else None
    return Font(name=FONT_NAME, sz=size, b=bold, i=italic, u=line, color=QUIET_TEXT if pale else color)


@cache
def solid_fill(color: str) -> Any:
    """Return a ground of one colour."""
    from openpyxl.styles import PatternFill

    return PatternFill("solid", fgColor=color)


def separate_headings(heading: Cell) -> None:
    """Draw a line as white as the paper between two headings, which may be as wide as their columns."""
    border = _border(PAPER, "left", style="medium")
    border.bottom = copy(heading.border.bottom)
    heading.border = border


def heading_alignment(horizontal: str) -> Any:
    """Return an alignment in the middle of a heading's height.

    At the left it keeps its column's distance from the edge.
    """
    return centered_alignment(horizontal, indent=1 if horizontal == "left" else 0)


def bottom_border(color: str) -> Any:
    """Return a thin line below."""
    return _border(color, "bottom")


def no_border() -> Any:
    """Return no line at all."""
    return _border("")


@cache
def centered_alignment(horizontal: str = "center", *, shrink: bool = False, wrap: bool = False, indent: int = 0) -> Any:
    """Return an alignment in the middle of a row's height.

    `shrink` or `wrap` makes a long text smaller, or breaks it.
    """
    return _alignment(horizontal, "center", shrink=shrink, wrap=wrap, indent=indent)


def indented_alignment() -> Any:
    """Return an alignment in the middle of a row's height, a little apart from the left edge."""
    return centered_alignment("left", indent=1)


def unwrapped_alignment() -> Any:
    """Return an alignment at the top left, on one line that runs on over blank cells."""
    return _alignment("left", "top")


def wrong_cell_format() -> dict[str, Any]:
    """Return the conditional format of a wrong cell: bold on a red ground with a frame."""
    frame = _border(WRONG, *SIDES)
    return {"font": _font_change(WRONG, b=True), "fill": solid_fill(WRONG_GROUND), "border": frame}


def missing_input_format() -> dict[str, Any]:
    """Return the conditional format of a cell that still needs typing."""
    return {"fill": solid_fill(INPUT_GROUND), "border": bottom_border(GROUP_HEAD)}


def text_colours(text: str, ground: str = "") -> dict[str, Any]:
    """Return the changes of a conditional format: the colour of the text, and of the ground if one is given."""
    return {"font": _font_change(text), **({"fill": solid_fill(ground)} if ground else {})}


def outdated_cell_format() -> dict[str, Any]:
    """Return the changes for a computed cell that no longer belongs to what its row says."""
    return {"font": _font_change(QUIET_TEXT, strike=True)}


def add_filled_row_rules(sheet: Worksheet, cells: str, is_filled: str, *, quiet: str, above: bool) -> None:
    """Add lines and bands to every filled row, however many rows there are.

    `cells` is a range such as "A6:L5000". `is_filled` and `quiet` are formulas for its upper left cell. By itself a
    filled row has a hairline below and every other one a pale band. A quiet row is in paler print. With such rows, and
    with lines `above`, the hairline is above each other filled row.
    """
    if quiet:
        add_rule(sheet, cells, quiet, font=_font_change(QUIET_TEXT, i=True))
    if quiet or above:
        add_rule(sheet, cells, is_filled, border=_border(HAIRLINE, "top"))
    else:
        _add_striped_rules(sheet, cells, is_filled)


def add_foot_rule(sheet: Worksheet, cells: str, is_foot: str) -> None:
    """Add quiet print without lines for the words below a list."""
    add_rule(sheet, cells, is_foot, font=_font_change(QUIET_TEXT))


def add_absent_rows_rules(sheet: Worksheet, cells: str, is_absent: str) -> None:
    """Add grey print for the rows of players who were not there, on the same stripes as the others."""
    _add_striped_rules(sheet, cells, is_absent, font=_font_change(QUIET_TEXT))


def _add_striped_rules(sheet: Worksheet, cells: str, formula: str, **formats: Any) -> None:
    """Draw a hairline below each row for which the formula holds, and a pale band behind every other one."""
    below = bottom_border(HAIRLINE)
    add_rule(sheet, cells, f"AND({formula},MOD(ROW(),2)=0)", **formats, fill=solid_fill(STRIPE), border=below)
    add_rule(sheet, cells, formula, **formats, border=below)


def add_heading_row_rule(sheet: Worksheet, cells: str, is_heading: str) -> None:
    """Format cells as headings if the formula says so, for headings that are values and come and go."""
    add_rule(
        sheet,
        cells,
        is_heading,
        font=_font_change(INK, b=True),
        fill=solid_fill(GROUP_HEAD),
        border=bottom_border(INK),
    )


def add_hidden_rule(sheet: Worksheet, cells: str, is_hidden: str) -> None:
    """Make cells as white as the paper while the formula holds."""
    paper = PAPER
    add_rule(sheet, cells, is_hidden, font=_font_change(paper), fill=solid_fill(paper), border=bottom_border(paper))


def add_rule(sheet: Worksheet, cells: str, formula: str, **formats: Any) -> None:
    """Add a conditional format. The first rule that holds decides. `formats` are font, fill, border."""
    sheet.conditional_formatting.add(cells, _rule(formula, final=True, **formats))


def _font_change(color: str, **changes: bool) -> Any:
    """Return what a conditional format changes of a font."""
    from openpyxl.styles import Font

    return Font(color=color, **changes)


SIDES = ("left", "right", "top", "bottom")


def _border(color: str, *sides: str, style: str = "thin") -> Any:
    from openpyxl.styles import Border, Side

    return Border(**{side: Side(style=style, color=color) for side in sides})


def _alignment(
    horizontal: str | None, vertical: str | None = None, *, shrink: bool = False, wrap: bool = False, indent: int = 0
) -> Any:
    from openpyxl.styles import Alignment

    return Alignment(horizontal, vertical, shrink_to_fit=shrink, wrap_text=wrap, indent=indent)


def add_input_rule(sheet: Worksheet, cells: str, is_input: str) -> None:
    """Make cells for typing yellow if the formula says so, beside a list that grows."""
    from openpyxl.formatting.formatting import ConditionalFormattingList

    input_rule = _rule(is_input, fill=solid_fill(INPUT_GROUND), border=_border(HAIRLINE, *SIDES))
    input_rule.priority = 1
    in_order = ConditionalFormattingList()  # LibreOffice follows the order of the file
    in_order.add(cells, input_rule)
    for rule_range in sheet.conditional_formatting:
        for rule in rule_range.rules:
            rule.priority += 1
            in_order.add(rule_range, rule)
    sheet.conditional_formatting = in_order


def _rule(formula: str, *, final: bool | None = None, **formats: Any) -> Rule:
    from openpyxl.formatting.rule import Rule
    from openpyxl.styles import PatternFill
    from openpyxl.styles.differential import DifferentialStyle

    fill = formats.get("fill")
    if fill is not None:  # a conditional format's fill keeps its colour in the background
        formats["fill"] = PatternFill(bgColor=fill.fgColor)
    return Rule(type="expression", dxf=DifferentialStyle(**formats), formula=[formula], stopIfTrue=final)


# The most characters of the title of a prompt in Excel.
LONGEST_TITLE = 32
_LIKE_AN_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def set_language(workbook: Workbook, language: Language) -> None:
    """Set the language in which texts are written into a new workbook."""
    vars(workbook)["language"] = language


def workbook_language(workbook: Workbook) -> Language:
    """Return the language in which texts are written into a new workbook."""
    language: Language = vars(workbook).get("language", ENGLISH_LANGUAGE)
    return language


def sheet_language(sheet: Worksheet) -> Language:
    """Return the language in which texts are written onto a sheet of a new workbook."""
    return workbook_language(sheet.parent)


def write(sheet: Worksheet, row: int, column: int, value: Number | str, style: str = "") -> None:
    """Write a value. Text is text, even after a =, and messages are in the language of the workbook.

    `style` is a named style of the workbook.
    """
    cell = sheet.cell(row, column)
    value = sheet_language(sheet).render(value) if isinstance(value, Message) else value
    cell.value = escape_text(value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"
    if style:
        cell.style = style


def escape_text(text: str) -> str:
    """Return a text in which no `_x0041_` means the letter of that number (ECMA-376 part 1, 22.9.2.19)."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


def write_formula(
    sheet: Worksheet, row: int, column: int, formula: str, style: str = "", *, value: CellValue = None
) -> None:
    """Write a formula, given without "=". `value` is its first value, for people who look without a spreadsheet."""
    formula = localize_formula(formula, sheet_language(sheet))
    cell = sheet.cell(row, column)
    cell.value = f"={formula}"
    if value is not None:
        set_first_value(cell, formula, value)
    if style:
        cell.style = style


def write_start_link(sheet: Worksheet, row: int, column: int) -> None:
    """Write a link to Start onto the band of a sheet."""
    text = f"‹ {START}"
    write_formula(sheet, row, column, f'HYPERLINK("#{START}!A1","{text}")', BAND_LINK, value=text)


def write_title(sheet: Worksheet, row: int, column: int, style: str) -> None:
    """Write the club's title as a formula, so that a new one shows everywhere. At first it is the workbook's."""
    write_formula(sheet, row, column, TITLE_NAME, style, value=sheet.parent.properties.title)


def add_titled_sheet(workbook: Workbook, name: str, subtitle: Message) -> Worksheet:
    """Add a sheet without lines between its cells, with the club's title and its own on its band."""
    sheet = workbook.create_sheet(name)
    sheet.sheet_view.showGridLines = False
    add_band(sheet, *BAND_HEIGHTS)
    write_title(sheet, 1, 1, TITLE)
    write(sheet, 2, 1, subtitle, SUBTITLE)
    return sheet


def set_first_value(cell: Cell, formula: str, value: CellValue) -> None:
    """Give a cell its formula's first value."""
    value = sheet_language(cell.parent).render(value) if isinstance(value, Message) else value
    first_values(cell.parent.parent).setdefault(cell.parent.title, {})[cell.row, cell.column] = formula, value


def first_values(workbook: Workbook) -> dict[str, dict[tuple[int, int], tuple[str, CellValue]]]:
    """Return the formulas and their first values, by sheet, then row and column. The template writes both."""
    values: dict[str, dict[tuple[int, int], tuple[str, CellValue]]] = vars(workbook).setdefault("first_values", {})
    return values


def add_data_validation(
    sheet: Worksheet,
    cells: str,
    title: str,
    error: str,
    *,
    has_prompt: bool = False,
    fallback_title: str = "",
    **rule: Any,
) -> None:
    """Add a data validation to cells. A blank cell is always valid.

    Args:
        sheet: The sheet.
        cells: The cells, such as "A2:A100".
        title: Title of the error message.
        error: The error message for an invalid value.
        has_prompt: Whether Excel also shows the message when a cell is selected.
        fallback_title: Title to use instead if `title` exceeds Excel's limit for prompts.
        **rule: Arguments of openpyxl's DataValidation: type, operator and formulas.
    """
    from openpyxl.worksheet.datavalidation import DataValidation

    language = sheet_language(sheet)
    title, error = language.render_text(title), language.render_text(error)
    title = fallback_title if len(title) > LONGEST_TITLE and fallback_title else title
    validation = DataValidation(**rule, allow_blank=True, showErrorMessage=True, errorTitle=title, error=error)
    if has_prompt:
        validation.showInputMessage, validation.promptTitle, validation.prompt = (
            True,
            title if fallback_title else None,
            error,
        )
    sheet.add_data_validation(validation)
    validation.add(cells)


def list_rule(choices: Iterable[str]) -> dict[str, Any]:
    """Return the rule of a cell that takes one of some words."""
    return {"type": "list", "formula1": f'"{",".join(choices)}"'}


def translated_choice_rule(choices: Iterable[str], language: Language) -> dict[str, Any]:
    """Return the rule of a cell that takes one of some words in a language. The English ones may be typed too."""
    rule = list_rule(language.render_text(choice_message(word)) for word in choices)
    return rule if language.is_english else {**rule, "errorStyle": "warning"}


def choice_prompt(choices: Sequence[str]) -> Message:
    """Return the prompt of a cell that takes one of some words."""
    return msg("Choose {choices}.", choices=list_values([*map(choice_message, choices)], alternative=True))


def range_rule(kind: str, least: Number, most: Number) -> dict[str, Any]:
    """Return the rule of a cell that takes a number, whole or decimal, from one to another."""
    return {"type": kind, "operator": "between", "formula1": str(least), "formula2": str(most)}


def name_cells(workbook: Workbook, name: str, sheet: str, *areas: str) -> None:
    """Give a workbook-level name to areas of a sheet, such as `$A$5:$L$5`."""
    quoted = sheet if sheet.isalnum() else f"'{sheet}'"
    define_name(workbook, name, ",".join(f"{quoted}!{cells}" for cells in areas))


def define_name(workbook: Workbook, name: str, formula: str) -> None:
    """Give a workbook-level name to a formula without "=", such as `Rules!$B$2` for one cell."""
    from openpyxl.workbook.defined_name import DefinedName

    formula = localize_formula(formula, workbook_language(workbook))
    workbook.defined_names[name] = DefinedName(name, attr_text=formula)


SCHEMA_ORDER = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u"),
    *("vertAlign", "sz", "color", "name", "family", "charset", "scheme"),
)


@contextmanager
def fonts_in_schema_order() -> Iterator[None]:
    """Within this block `workbook.save(...)` of openpyxl writes fonts as Excel itself does."""
    from openpyxl.styles import Font

    original_order = Font.__elements__
    Font.__elements__ = SCHEMA_ORDER
    try:
        yield
    finally:
        Font.__elements__ = original_order


_PRINT_TITLES = re.compile(rb'<definedName name="_xlnm\.Print_Titles".*?</definedName>', re.DOTALL)
FOOTER_SIZE = 8
SHEET, PAGE = "&A", "&P / &N"


def set_up_printing(
    sheet: Worksheet,
    last_column: int = LAST_COLUMN,
    *,
    last_row: int = LAST_ROW,
    heading_rows: int,
    landscape: bool,
    pages_high: int = 0,
    pages: Sequence[tuple[int, int]] = (),
    has_page_ends: bool = False,
    heading_columns: int = 0,
) -> None:
    """Print the columns from A to `last_column` as far down as they are filled, scaled to one page wide.

    `last_column` is the sheet's last unless given, which also prints as far to the right as is filled. All of it must
    fit on `pages_high` pages, or any number if that is 0. Every page repeats `heading_rows` rows from the first on. If
    there is no page below the first, none is told to: LibreOffice takes a quarter longer to open a workbook with all.
    `pages` are first and last columns of pages beside each other, scaled alike. Nothing else is printed, so a cell for
    a choice may be between them. With `has_page_ends` a recalculation says where pages end. Every page repeats
    `heading_columns` from the first on.
    """
    columns = pages or [(1, last_column)]
    # Down to the last row is what Excel takes as whole columns, $A:$F, and prints as far as it is filled. It prints all
    # blank pages of a shorter area. openpyxl reads no area without rows.
    sheet.print_area = ",".join(f"{column_letters(first)}1:{column_letters(last)}{last_row}" for first, last in columns)
    if heading_rows and pages_high != 1:
        sheet.print_title_rows = f"1:{heading_rows}"
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    if heading_columns:
        sheet.print_title_cols = f"A:{column_letters(heading_columns)}"
    if len(columns) > 1 or has_page_ends:  # Excel minds no break where it fits a sheet to pages itself
        sheet.page_setup.scale = _scale(sheet, columns, landscape)
    else:
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = pages_high
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = margins.header = margins.footer = MARGIN
    margins.bottom = FOOT_MARGIN
    sheet.print_options.horizontalCentered = True


def _scale(sheet: Worksheet, pages: Sequence[tuple[int, int]], landscape: bool) -> int:
    """Return the per cent at which no page is wider than the paper. `pages`: their first and last columns."""
    dimensions = sheet.column_dimensions
    widest = max(
        sum(
            dimensions[column].width
            for column in map(column_letters, range(first, last + 1))
            if not dimensions[column].hidden
        )
        for first, last in pages
    )
    return fit_scale(widest, 0, landscape)


def finish_pages(sheets: Iterable[Worksheet], title: str, paper: str) -> None:
    """Give every sheet its paper and its footer. `title` is the club's. `paper` is one of `PAPER_NUMBERS`.

    A text at the left of the footer, the key to a sheet's marks, comes before the club's title. Of a hidden sheet, an
    empty cell is to be printed, which is not a page (see `order_print_areas`).
    """
    from xladdin.files.workbook_writer import format_footer_title

    for sheet in sheets:
        if sheet.sheet_state != "visible":
            sheet.print_area = ALWAYS_BLANK_CELL
        sheet.page_setup.paperSize = PAPER_NUMBERS[paper]
        key, footer = sheet.oddFooter.left.text, f"{format_footer_title(title)} · {SHEET}"
        for part, text in (
            (sheet.oddFooter.left, f"{key} · {footer}" if key else footer),
            (sheet.oddFooter.right, PAGE),
        ):
            part.text, part.size = text, FOOTER_SIZE


def order_print_areas(workbook: bytes) -> bytes:
    """Return the part of a workbook with the rows that pages repeat named after all print areas, as Excel itself does.

    For each of these names LibreOffice ends the pages of every sheet, down to the last row if no area has ended it.
    """
    titles = b"".join(_PRINT_TITLES.findall(workbook))
    return _PRINT_TITLES.sub(b"", workbook).replace(b"</definedNames>", titles + b"</definedNames>")


# Inches that every printer can do.
MARGIN, FOOT_MARGIN = 0.3, 0.6
LARGEST_SCALE, LARGEST_OF_A_LIST = 100, 200
# Width and height upright [inches].
_LETTER, _A4 = (8.5, 11.0), (210 / 25.4, 297 / 25.4)
# The inches of a character of a column's width: 7 dots in Excel, and somewhat more in LibreOffice. Then a point's.
_CHARACTER, _POINT = 7.45 / 96, 1 / 72


def fit_scale(width: float, height: float, on_its_side: bool, largest: int = LARGEST_SCALE) -> int:
    """Return the per cent at which so many characters [of columns] and points [of rows] fit on either paper."""
    page_width, page_height = map(min, zip(*(paper[::-1] if on_its_side else paper for paper in (_LETTER, _A4))))
    width_scale = (page_width - 2 * MARGIN) / (width * _CHARACTER)
    height_scale = (page_height - MARGIN - FOOT_MARGIN) / (height * _POINT) if height else largest
    return min(largest, int(100 * width_scale), int(100 * height_scale))


def fit_page(width: float, height: float) -> tuple[int, bool]:
    """Return the largest per cent at which a page fits the paper, and whether the paper lies on its side for it.

    It stands upright unless its print would be smaller by a tenth.
    """
    upright, on_its_side = (fit_scale(width, height, side, LARGEST_OF_A_LIST) for side in (False, True))
    return (on_its_side, True) if on_its_side > 1.1 * upright else (upright, False)


# The per cent to which a page is made smaller at most. Its print is of 10 points at 100.
_LEAST_SCALE = 98


def spread_pages(report: Report, rows: int, columns: int) -> PageLayout:
    """Return the fewest pages on which the print of a report that spreads keeps its size.

    They have equally many players, and part nobody. `rows` are those below the headings.
    """
    from xladdin.files.workbook_writer import PageLayout

    page, region = report.page, section_regions(report)[0]
    fixed_columns = len(region.headings)
    players = max(columns - fixed_columns, 1)
    fixed_width = sum(column.width for column in region.columns[:fixed_columns])
    opponent_width = region.repeated.width if region.repeated else 0
    rows_per_player = max(rows // players, 1)
    # A row of room, since programs round each height up.
    height_above = sum(page.title_heights) + page.heading_height + page.row_height

    def lay_out_pages(pages_across: int, pages_down: int, on_its_side: bool) -> PageLayout:
        players_across, players_down = -(-players // pages_across), -(-players // pages_down)
        scale = fit_scale(
            fixed_width + opponent_width * players_across,
            height_above + page.row_height * rows_per_player * players_down,
            on_its_side,
        )
        row_ends = [HEADING_ROW + rows_per_player * players_down * number for number in range(1, pages_down)]
        return PageLayout(
            row_ends, scale, on_its_side, [fixed_columns + players_across * number for number in range(1, pages_across)]
        )

    def find_largest_layout(number: int) -> PageLayout:
        page_counts = (pages_across for pages_across in range(1, number + 1) if number % pages_across == 0)
        layouts = (
            lay_out_pages(pages_across, number // pages_across, side)
            for pages_across, side in product(page_counts, (True, False))
        )
        return max(layouts, key=lambda layout: layout.scale)

    return next(layout for layout in map(find_largest_layout, count(1)) if layout.scale >= _LEAST_SCALE)


def heading_height(page: PageSetup) -> float:
    """Return the height of all that every page of a list repeats, with its date in two lines [points]."""
    return sum(BAND_HEIGHTS) + AS_OF_TWO_LINES + HEADLINE_HEIGHT + page.heading_height
