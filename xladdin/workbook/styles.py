"""Define the look and the print of a workbook: colours, cell styles, column and conditional formats, and pages.

Formats belong to the template, since a recalculation writes only values. So a whole column has its format, and a format
that depends on values, such as the line below a filled row, is a conditional format. Fonts, fills and alignments are
cached, since openpyxl compares equal ones attribute by attribute. Pages repeat the headings, and fit both A4 and Letter
in width. The footer has the club, the sheet and the page, but no date, since the sheet itself shows its date.
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
from xladdin.languages import ENGLISH_LANGUAGE, Language, find_choice_message
from xladdin.messages import Message, list_values, msg
from xladdin.renderers.sheet_layout import HEADING_ROW, HEADING_STYLE, list_section_regions
from xladdin.reports.report import PageSetup, Report
from xladdin.workbook.schema import PAPER_NUMBERS, START, TITLE_NAME, ColumnType, localize_formula

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell
    from openpyxl.formatting.rule import Rule
    from openpyxl.styles.styleable import StyleableObject
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.workbook_writer import PageLayout

# The colours (RRGGBB), which charts and the web page use as well. The contrast of text to its background is at least
# 4.5 to 1, and that of lines 3 to 1 (WCAG 2.1, 1.4.3 and 1.4.11). They are distinguishable in black and white.
TEXT, QUIET_TEXT, PAPER = "000000", "595959", "FFFFFF"
# Deep blue-green: bands, headings, links, the lines under headings.
INK = "1F4E5F"
# The fills of headings, and of every other row.
GROUP_HEAD, STRIPE = "D5E3E8", "EAF1F3"
HAIRLINE = "6E8F9B"
# The fills of input cells and of computed cells.
INPUT_GROUND, COMPUTED_GROUND = "FFF6CC", "EFEFEF"
# The text and the fill of invalid values.
WRONG, WRONG_GROUND = "B3261E", "FBE4E2"
# The colours of the tabs of input sheets, reports and settings.
INPUT_TAB, REPORT_TAB, SETTINGS_TAB = "C9A400", INK, "6B6B6B"
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
# Font size [points]. Excel measures the width of columns in digits of this font.
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

# The last row with conditional formats. No report of a club is longer.
LAST_FORMATTED_ROW = 5000


class _KindFormat(NamedTuple):
    """The format of a type of column.

    Attributes:
        number_format: Excel's number format.
        width: Width of the column [characters].
        horizontal: Alignment of the values.
        shrinks: Whether a value that is too long is shrunk to fit.
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
    ColumnType.RESULT: _KindFormat("@", 10.0, "center"),  # in a cell of any other format, Excel turns 1-0 into a date
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


def get_number_format(kind: ColumnType) -> str:
    """Return Excel's number format of a type of column."""
    return _KIND_FORMATS[kind].number_format


# The largest width of a column [characters]. Longer headings of custom columns are cut off. Excel's limit is 255.
MAX_COLUMN_WIDTH = 60.0


def get_column_width(kind: ColumnType, heading: str = "") -> float:
    """Return the width of a column [characters], for its values and for its heading with a filter button."""
    content_width = _KIND_FORMATS[kind].width
    return min(max(content_width, len(heading) + 4.0), MAX_COLUMN_WIDTH) if heading else content_width


@cache
def get_column_alignment(kind: ColumnType) -> Any:
    """Return the alignment of a type of column: text left, numbers right, dates centred."""
    formats = _KIND_FORMATS[kind]
    if kind in LEFT_KINDS:
        return _make_alignment("left", indent=1, shrink=formats.shrinks)
    return _make_alignment(formats.horizontal)


def register_styles(workbook: Workbook) -> None:
    """Add our named cell styles and the default font to a workbook. Must be called once for a workbook."""
    from openpyxl.styles import NamedStyle
    from openpyxl.utils.indexed_list import IndexedList

    workbook._fonts = IndexedList([make_font(BASE_SIZE)])  # the first font is the default of the file
    workbook._named_styles["Normal"].font = make_font(BASE_SIZE)
    frame = _make_border(HAIRLINE, *SIDES)
    ink_below = _make_border(INK, "bottom", style="medium")
    band = make_fill(INK)
    centre = _make_alignment(None, "center")
    styles = (
        NamedStyle(TITLE, font=make_font(20, bold=True, color=PAPER), fill=band, alignment=make_indented_alignment()),
        NamedStyle(SUBTITLE, font=make_font(12, color=PAPER), fill=band, alignment=make_indented_alignment()),
        NamedStyle(
            BAND_LINK,
            font=make_font(11, bold=True, color=PAPER, underline=True),
            fill=band,
            alignment=make_indented_alignment(),
        ),
        NamedStyle(AS_OF, font=make_font(BASE_SIZE, italic=True, color=QUIET_TEXT), alignment=centre),
        NamedStyle(
            HEADING,
            font=make_font(BASE_SIZE, bold=True, color=INK),
            fill=make_fill(GROUP_HEAD),
            border=ink_below,
            alignment=make_centered_alignment(wrap=True),
        ),
        NamedStyle(SECTION, font=make_font(13, bold=True, color=INK), border=ink_below, alignment=centre),
        NamedStyle(STATUS, font=make_font(22, bold=True, color=INK), alignment=make_indented_alignment()),
        NamedStyle(LABEL, font=make_font(BASE_SIZE, bold=True, color=INK), alignment=centre),
        NamedStyle(LINK, font=make_font(BASE_SIZE, color=INK, underline=True), alignment=centre),
        NamedStyle(BIG_LINK, font=make_font(13, bold=True, color=INK, underline=True), alignment=centre),
        NamedStyle(INPUT, font=make_font(BASE_SIZE), fill=make_fill(INPUT_GROUND), border=frame),
        NamedStyle(
            COMPUTED,
            font=make_font(BASE_SIZE, color=QUIET_TEXT),
            fill=make_fill(COMPUTED_GROUND),
            border=frame,
        ),
        NamedStyle(PROSE, font=make_font(BASE_SIZE), alignment=_make_alignment("left", "top", wrap=True)),
        NamedStyle(NOTE, font=make_font(BASE_SIZE, color=QUIET_TEXT), alignment=centre),
    )
    for style in styles:
        workbook.add_named_style(style)


def set_band_heights(sheet: Worksheet, *heights: float) -> None:
    """Set the heights of the first rows of a sheet, for its title [points]."""
    for row, height in enumerate(heights, 1):
        sheet.row_dimensions[row].height = height


# The fewest columns that a title band colours, so that a long title of the club does not reach beyond it.
BAND_COLUMNS = 14


def add_band(sheet: Worksheet, last_column: int) -> None:
    """Colour the first two rows of a sheet as far as its last column, except cells that have a format.

    The format of a whole row would reach further, but LibreOffice then opens every sheet with 16,384 columns.
    """
    for row, column in product(range(1, len(BAND_HEIGHTS) + 1), range(1, max(last_column, BAND_COLUMNS) + 1)):
        cell = sheet.cell(row, column)
        if not cell.has_style:
            cell.fill = make_fill(INK)


def format_column(
    sheet: Worksheet, column: int, kind: ColumnType, *, pale: bool = False, grey: bool = False, heading: str = ""
) -> None:
    """Set the format and width of a whole column, counted from 1.

    Rows that are added to a table later have this format, too.
    """
    dimension = sheet.column_dimensions[column_letters(column)]
    format_cells(dimension, kind, pale=pale, grey=grey)
    dimension.width = get_column_width(kind, heading)


def format_cells(target: StyleableObject, kind: ColumnType, *, pale: bool, grey: bool) -> None:
    """Set the number format, alignment and font of a column or cell, and with `grey` the ground of computed cells."""
    target.number_format = get_number_format(kind)
    target.alignment = get_column_alignment(kind)
    target.font = make_font(BASE_SIZE, pale=pale)
    if grey:
        target.fill = make_fill(COMPUTED_GROUND)


@cache
def make_font(
    size: float,
    *,
    bold: bool = False,
    italic: bool = False,
    underline: bool = False,
    pale: bool = False,
    color: str = TEXT,
) -> Any:
    """Return a font of the workbook's family. `size` is in points. `pale` means pale text."""
    from openpyxl.styles import Font

    line = "single" if underline else None
    return Font(name=FONT_NAME, sz=size, b=bold, i=italic, u=line, color=QUIET_TEXT if pale else color)


@cache
def make_fill(color: str) -> Any:
    """Return a fill of one colour."""
    from openpyxl.styles import PatternFill

    return PatternFill("solid", fgColor=color)


def separate_headings(heading: Cell) -> None:
    """Add a white line at the left of a heading, which may be as wide as its column."""
    border = _make_border(PAPER, "left", style="medium")
    border.bottom = copy(heading.border.bottom)
    heading.border = border


def make_heading_alignment(horizontal: str) -> Any:
    """Return the alignment of a heading. If `horizontal` is left, it is indented as the values of its column are."""
    return make_centered_alignment(horizontal, indent=1 if horizontal == "left" else 0)


def make_bottom_border(color: str) -> Any:
    """Return a thin line below a cell."""
    return _make_border(color, "bottom")


def make_blank_border() -> Any:
    """Return a border without lines, to remove that of a named style."""
    return _make_border("")


@cache
def make_centered_alignment(
    horizontal: str = "center", *, shrink: bool = False, wrap: bool = False, indent: int = 0
) -> Any:
    """Return an alignment that is vertically centred. A long text is shrunk with `shrink`, or broken with `wrap`."""
    return _make_alignment(horizontal, "center", shrink=shrink, wrap=wrap, indent=indent)


def make_indented_alignment() -> Any:
    """Return an alignment that is vertically centred, with an indent from the left edge."""
    return make_centered_alignment("left", indent=1)


def make_unwrapped_alignment() -> Any:
    """Return an alignment at the top left on one line, which continues over blank cells."""
    return _make_alignment("left", "top")


def make_wrong_cell_format() -> dict[str, Any]:
    """Return the conditional format of an invalid cell: bold on red, with a frame."""
    frame = _make_border(WRONG, *SIDES)
    return {"font": _make_font_change(WRONG, b=True), "fill": make_fill(WRONG_GROUND), "border": frame}


def make_missing_input_format() -> dict[str, Any]:
    """Return the conditional format of an input cell that must be filled."""
    return {"fill": make_fill(INPUT_GROUND), "border": make_bottom_border(GROUP_HEAD)}


def make_text_colours(text: str, ground: str = "") -> dict[str, Any]:
    """Return a conditional format that changes the colour of the text, and of the fill if `ground` is given."""
    return {"font": _make_font_change(text), **({"fill": make_fill(ground)} if ground else {})}


def make_outdated_cell_format() -> dict[str, Any]:
    """Return the conditional format of a computed cell whose row has been changed since."""
    return {"font": _make_font_change(QUIET_TEXT, strike=True)}


def add_filled_row_rules(sheet: Worksheet, cells: str, filled_formula: str, *, quiet: str, above: bool) -> None:
    """Add conditional formats for filled rows: lines and stripes.

    Args:
        sheet: The sheet.
        cells: The cells, such as "A6:L5000".
        filled_formula: Formula for the top left cell that is true for a filled row.
        quiet: Formula for the top left cell that is true for a row in pale text, or "".
        above: Whether the line is above a row instead of below. Then, and with `quiet`, there are no stripes.
    """
    if quiet:
        add_rule(sheet, cells, quiet, font=_make_font_change(QUIET_TEXT, i=True))
    if quiet or above:
        add_rule(sheet, cells, filled_formula, border=_make_border(HAIRLINE, "top"))
    else:
        _add_striped_rules(sheet, cells, filled_formula)


def add_foot_rule(sheet: Worksheet, cells: str, foot_formula: str) -> None:
    """Add a conditional format for the texts below a list: pale, without lines."""
    add_rule(sheet, cells, foot_formula, font=_make_font_change(QUIET_TEXT))


def add_absent_rows_rules(sheet: Worksheet, cells: str, absent_formula: str) -> None:
    """Add conditional formats for the rows of absent players: pale text on the stripes of all rows."""
    _add_striped_rules(sheet, cells, absent_formula, font=_make_font_change(QUIET_TEXT))


def _add_striped_rules(sheet: Worksheet, cells: str, formula: str, **formats: Any) -> None:
    """Add conditional formats for rows for which a formula is true: a line below, and a fill of every other row."""
    below = make_bottom_border(HAIRLINE)
    add_rule(sheet, cells, f"AND({formula},MOD(ROW(),2)=0)", **formats, fill=make_fill(STRIPE), border=below)
    add_rule(sheet, cells, formula, **formats, border=below)


def add_heading_row_rule(sheet: Worksheet, cells: str, heading_formula: str) -> None:
    """Add a conditional format for headings that are values, while `heading_formula` is true."""
    add_rule(
        sheet,
        cells,
        heading_formula,
        font=_make_font_change(INK, b=True),
        fill=make_fill(GROUP_HEAD),
        border=make_bottom_border(INK),
    )


def add_hidden_rule(sheet: Worksheet, cells: str, hidden_formula: str) -> None:
    """Add a conditional format that makes cells white while `hidden_formula` is true."""
    font, fill, border = _make_font_change(PAPER), make_fill(PAPER), make_bottom_border(PAPER)
    add_rule(sheet, cells, hidden_formula, font=font, fill=fill, border=border)


def add_rule(sheet: Worksheet, cells: str, formula: str, **formats: Any) -> None:
    """Add a conditional format. The first rule that is true decides. `formats` are font, fill and border.

    LibreOffice applies only one conditional format to a cell, so a rule must contain all changes that apply together.
    """
    sheet.conditional_formatting.add(cells, _make_rule(formula, final=True, **formats))


def _make_font_change(color: str, **changes: bool) -> Any:
    """Return the changes of a font by a conditional format."""
    from openpyxl.styles import Font

    return Font(color=color, **changes)


SIDES = ("left", "right", "top", "bottom")


def _make_border(color: str, *sides: str, style: str = "thin") -> Any:
    from openpyxl.styles import Border, Side

    return Border(**{side: Side(style=style, color=color) for side in sides})


def _make_alignment(
    horizontal: str | None, vertical: str | None = None, *, shrink: bool = False, wrap: bool = False, indent: int = 0
) -> Any:
    from openpyxl.styles import Alignment

    return Alignment(horizontal, vertical, shrink_to_fit=shrink, wrap_text=wrap, indent=indent)


def add_input_rule(sheet: Worksheet, cells: str, input_formula: str) -> None:
    """Add a conditional format that makes cells yellow for typing, next to a list that grows.

    It precedes all other conditional formats of the sheet.
    """
    from openpyxl.formatting.formatting import ConditionalFormattingList

    input_rule = _make_rule(input_formula, fill=make_fill(INPUT_GROUND), border=_make_border(HAIRLINE, *SIDES))
    input_rule.priority = 1
    in_order = ConditionalFormattingList()  # LibreOffice follows the order of the file
    in_order.add(cells, input_rule)
    for rule_range in sheet.conditional_formatting:
        for rule in rule_range.rules:
            rule.priority += 1
            in_order.add(rule_range, rule)
    sheet.conditional_formatting = in_order


def _make_rule(formula: str, *, final: bool | None = None, **formats: Any) -> Rule:
    from openpyxl.formatting.rule import Rule
    from openpyxl.styles import PatternFill
    from openpyxl.styles.differential import DifferentialStyle

    fill = formats.get("fill")
    if fill is not None:  # a conditional format's fill keeps its colour in the background
        formats["fill"] = PatternFill(bgColor=fill.fgColor)
    return Rule(type="expression", dxf=DifferentialStyle(**formats), formula=[formula], stopIfTrue=final)


# Excel's limit for the title of a prompt [characters]. It reports a workbook with a longer one as damaged.
MAX_TITLE_LENGTH = 32
_ESCAPE_START = "_(?=x[0-9A-Fa-f]{4}_)"


def set_language(workbook: Workbook, language: Language) -> None:
    """Set the language of the texts in a new workbook."""
    vars(workbook)["language"] = language


def get_workbook_language(workbook: Workbook) -> Language:
    """Return the language of the texts in a new workbook."""
    language: Language = vars(workbook).get("language", ENGLISH_LANGUAGE)
    return language


def get_sheet_language(sheet: Worksheet) -> Language:
    """Return the language of the texts on a sheet of a new workbook."""
    return get_workbook_language(sheet.parent)


def write(sheet: Worksheet, row: int, column: int, value: Number | str, style: str = "") -> None:
    """Write a value into a cell. Messages are translated, and a text that begins with "=" stays a text.

    `style` is the name of a cell style.
    """
    cell = sheet.cell(row, column)
    value = get_sheet_language(sheet).render(value) if isinstance(value, Message) else value
    cell.value = escape_text(value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"
    if style:
        cell.style = style


def escape_text(text: str) -> str:
    """Escape a text in which `_x0041_` would mean a character (ECMA-376 part 1, 22.9.2.19)."""
    return re.sub(_ESCAPE_START, "_x005F_", text)


def write_formula(
    sheet: Worksheet, row: int, column: int, formula: str, style: str = "", *, value: CellValue = None
) -> None:
    """Write a formula, given without "=", into a cell.

    `value` is its first value, for programs that show a workbook without computing it.
    """
    formula = localize_formula(formula, get_sheet_language(sheet))
    cell = sheet.cell(row, column)
    cell.value = f"={formula}"
    if value is not None:
        set_first_value(cell, formula, value)
    if style:
        cell.style = style


def write_start_link(sheet: Worksheet, row: int, column: int) -> None:
    """Write a link to Start on the band of a sheet."""
    text = f"‹ {START}"
    write_formula(sheet, row, column, f'HYPERLINK("#{START}!A1","{text}")', BAND_LINK, value=text)


def write_title(sheet: Worksheet, row: int, column: int, style: str) -> None:
    """Write the club's title as a formula, so that a new title appears everywhere."""
    write_formula(sheet, row, column, TITLE_NAME, style, value=sheet.parent.properties.title)


def add_titled_sheet(workbook: Workbook, name: str, subtitle: Message, last_column: int) -> Worksheet:
    """Add a sheet without grid lines, with the club's title and its own title on its band."""
    sheet = workbook.create_sheet(name)
    sheet.sheet_view.showGridLines = False
    set_band_heights(sheet, *BAND_HEIGHTS)
    write_title(sheet, 1, 1, TITLE)
    write(sheet, 2, 1, subtitle, SUBTITLE)
    add_band(sheet, last_column)
    return sheet


def set_first_value(cell: Cell, formula: str, value: CellValue) -> None:
    """Set the first value of a cell with a formula."""
    value = get_sheet_language(cell.parent).render(value) if isinstance(value, Message) else value
    get_first_values(cell.parent.parent).setdefault(cell.parent.title, {})[cell.row, cell.column] = formula, value


def get_first_values(workbook: Workbook) -> dict[str, dict[tuple[int, int], tuple[str, CellValue]]]:
    """Return the formulas and first values of a workbook, by sheet, and then by row and column."""
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

    language = get_sheet_language(sheet)
    title, error = language.render_text(title), language.render_text(error)
    title = fallback_title if len(title) > MAX_TITLE_LENGTH and fallback_title else title
    validation = DataValidation(**rule, allow_blank=True, showErrorMessage=True, errorTitle=title, error=error)
    if has_prompt:
        validation.showInputMessage, validation.promptTitle, validation.prompt = (
            True,
            title if fallback_title else None,
            error,
        )
    sheet.add_data_validation(validation)
    validation.add(cells)


def make_list_rule(choices: Iterable[str]) -> dict[str, Any]:
    """Return the validation rule of a cell with one of some choices."""
    return {"type": "list", "formula1": f'"{",".join(choices)}"'}


def make_choice_rule(choices: Iterable[str], language: Language) -> dict[str, Any]:
    """Return the validation rule of a cell with one of some translated choices. English ones are accepted too."""
    rule = make_list_rule(language.render_text(find_choice_message(word)) for word in choices)
    return rule if language.is_english else {**rule, "errorStyle": "warning"}


def make_choice_prompt(choices: Sequence[str]) -> Message:
    """Return the prompt of a cell with one of some choices."""
    return msg("Choose {choices}.", choices=list_values([*map(find_choice_message, choices)], alternative=True))


def make_range_rule(kind: str, least: Number, most: Number) -> dict[str, Any]:
    """Return the validation rule of a cell with a number within limits. `kind` is whole or decimal."""
    return {"type": kind, "operator": "between", "formula1": str(least), "formula2": str(most)}


def name_cells(workbook: Workbook, name: str, sheet: str, *areas: str) -> None:
    """Define a workbook-level name for areas of a sheet, such as `$A$5:$L$5`."""
    quoted = sheet if sheet.isalnum() else f"'{sheet}'"
    define_name(workbook, name, ",".join(f"{quoted}!{cells}" for cells in areas))


def define_name(workbook: Workbook, name: str, formula: str) -> None:
    """Define a workbook-level name for a formula without "=", such as `Rules!$B$2` for a cell."""
    from openpyxl.workbook.defined_name import DefinedName

    formula = localize_formula(formula, get_workbook_language(workbook))
    workbook.defined_names[name] = DefinedName(name, attr_text=formula)


SCHEMA_ORDER = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u"),
    *("vertAlign", "sz", "color", "name", "family", "charset", "scheme"),
)


@contextmanager
def fonts_in_schema_order() -> Iterator[None]:
    """Make openpyxl write the elements of fonts in the order of the schema within a `with` statement.

    Excel writes them in this order, and the Open XML validator requires it.
    """
    from openpyxl.styles import Font

    original_order = Font.__elements__
    Font.__elements__ = SCHEMA_ORDER
    try:
        yield
    finally:
        Font.__elements__ = original_order


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
    """Set the print area, scale and margins of a sheet. Columns are printed as far down as they are filled.

    Args:
        sheet: The sheet.
        last_column: Last column to print, by default that of the sheet. Blank columns at the right are not printed.
        last_row: Last row to print.
        heading_rows: Number of first rows that every page repeats.
        landscape: Whether the orientation is landscape.
        pages_high: Number of pages on which all rows must fit, or 0 for any number.
        pages: First and last columns of pages next to each other, which have one scale. Columns between are not
            printed.
        has_page_ends: Whether a recalculation sets the page breaks.
        heading_columns: Number of first columns that every page repeats.
    """
    columns = pages or [(1, last_column)]
    # To Excel an area down to the last row is the same as whole columns, $A:$F, of which it prints the filled rows. Of
    # a shorter area it prints blank pages as well. openpyxl cannot read an area without rows.
    sheet.print_area = ",".join(f"{column_letters(first)}1:{column_letters(last)}{last_row}" for first, last in columns)
    # A single page needs no print titles, which take LibreOffice up to a quarter of the time to open a workbook.
    if heading_rows and pages_high != 1:
        sheet.print_title_rows = f"1:{heading_rows}"
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    if heading_columns:
        sheet.print_title_cols = f"A:{column_letters(heading_columns)}"
    if len(columns) > 1 or has_page_ends:  # Excel ignores page breaks on a sheet that is fitted to pages
        sheet.page_setup.scale = _compute_scale(sheet, columns, landscape)
    else:
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = pages_high
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = margins.header = margins.footer = MARGIN
    margins.bottom = FOOT_MARGIN
    sheet.print_options.horizontalCentered = True


def _compute_scale(sheet: Worksheet, pages: Sequence[tuple[int, int]], landscape: bool) -> int:
    """Return the scale at which no page is wider than the paper [percent]. `pages` are first and last columns."""
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
    """Set the paper and the footer of every sheet.

    `title` is that of the club, and `paper` is one of `PAPER_NUMBERS`. A legend of marks in the footer is kept, and
    precedes the title. LibreOffice prints the print area of a hidden sheet as well, unless its cells are blank. So the
    print area of a hidden sheet is a cell that is never filled.
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


# Margins that every printer supports [inches].
MARGIN, FOOT_MARGIN = 0.3, 0.6
MAX_SCALE, MAX_LIST_SCALE = 100, 200
# Width and height in portrait [inches].
_LETTER, _A4 = (8.5, 11.0), (210 / 25.4, 297 / 25.4)
# The size of a character of a column's width, which is 7 pixels in Excel and somewhat more in LibreOffice, and of a
# point [inches].
_CHARACTER, _POINT = 7.45 / 96, 1 / 72


def fit_scale(width: float, height: float, is_landscape: bool, largest: int = MAX_SCALE) -> int:
    """Return the scale at which a page fits on either paper [percent].

    Args:
        width: Width of the columns [characters].
        height: Height of the rows [points], or 0 for any height.
        is_landscape: Whether the orientation is landscape.
        largest: Largest scale [percent].
    """
    page_width, page_height = map(min, zip(*(paper[::-1] if is_landscape else paper for paper in (_LETTER, _A4))))
    width_scale = (page_width - 2 * MARGIN) / (width * _CHARACTER)
    height_scale = (page_height - MARGIN - FOOT_MARGIN) / (height * _POINT) if height else largest
    return min(largest, int(100 * width_scale), int(100 * height_scale))


def fit_page(width: float, height: float) -> tuple[int, bool]:
    """Return the largest scale at which a page fits the paper [percent], and whether in landscape.

    Portrait is preferred unless its print is more than a tenth smaller.
    """
    upright, landscape = (fit_scale(width, height, side, MAX_LIST_SCALE) for side in (False, True))
    return (landscape, True) if landscape > 1.1 * upright else (upright, False)


# The smallest scale of a crosstable [percent]. At 100 its font has 10 points.
_MIN_SCALE = 98


def spread_pages(report: Report, rows: int, columns: int) -> PageLayout:
    """Return the layout of a crosstable on the fewest pages on which its print keeps its size.

    All pages have equally many players, and the rows of a player are not divided. `rows` are those below the headings.
    """
    from xladdin.files.workbook_writer import PageLayout

    page, region = report.page, list_section_regions(report)[0]
    fixed_columns = len(region.headings)
    players = max(columns - fixed_columns, 1)
    fixed_width = sum(column.width for column in region.columns[:fixed_columns])
    opponent_width = region.repeated_column.width if region.repeated_column else 0
    rows_per_player = max(rows // players, 1)
    # One row is kept free, since programs round up each height.
    height_above = sum(page.title_heights) + page.heading_height + page.row_height

    def lay_out_pages(pages_across: int, pages_down: int, is_landscape: bool) -> PageLayout:
        players_across, players_down = -(-players // pages_across), -(-players // pages_down)
        scale = fit_scale(
            fixed_width + opponent_width * players_across,
            height_above + page.row_height * rows_per_player * players_down,
            is_landscape,
        )
        row_ends = [HEADING_ROW + rows_per_player * players_down * number for number in range(1, pages_down)]
        return PageLayout(
            row_ends,
            scale,
            is_landscape,
            [fixed_columns + players_across * number for number in range(1, pages_across)],
        )

    def find_largest_layout(number: int) -> PageLayout:
        page_counts = (pages_across for pages_across in range(1, number + 1) if number % pages_across == 0)
        layouts = (
            lay_out_pages(pages_across, number // pages_across, side)
            for pages_across, side in product(page_counts, (True, False))
        )
        return max(layouts, key=lambda layout: layout.scale)

    return next(layout for layout in map(find_largest_layout, count(1)) if layout.scale >= _MIN_SCALE)


def compute_heading_height(page: PageSetup) -> float:
    """Return the height of everything that each page of a list repeats, with its date in two lines [points]."""
    return sum(BAND_HEIGHTS) + AS_OF_TWO_LINES + HEADLINE_HEIGHT + page.heading_height
