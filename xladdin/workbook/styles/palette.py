"""Every format of the workbook: what a heading, an input cell, a rating or a filled row looks like.

Formats belong to the template; a recalculation writes values only. So a column carries its format from top to
bottom, and what depends on the values, such as the line under a filled row, is a conditional format. The palette is
black, greys and one pale yellow for cells to type into: it reads the same from a black and white printer.
"""

from __future__ import annotations

from typing import Any

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.workbook.schema import Kind

FONT_NAME = "Arial"
BASE_SIZE = 10.0
"""Points. Widths of columns are counted in digits of this font."""
LINE_HEIGHT = 12.75
"""Points that a line of print of that size takes."""
INK, PALE_INK, PAPER = "FF000000", "FF595959", "FFFFFFFF"
HEADING_GREY, BAND_GREY, RULE_GREY = "FFD9D9D9", "FFF2F2F2", "FFA6A6A6"
INPUT_YELLOW = "FFFFF8DC"

TITLE, SUBTITLE, AS_OF = "club title", "club subtitle", "club as of"
HEADING, LABEL, INPUT, COMPUTED, PROSE = "club heading", "club label", "club input", "club computed", "club prose"
"""Names of the workbook's own cell styles."""

LAST_FORMATTED_ROW = 5000
"""Down to here a filled row gets its lines; no report of a club is longer."""

_NUMBER_FORMATS = {
    Kind.TEXT: "@",
    Kind.PLAYER: "@",
    Kind.GROUP: "@",
    Kind.EVENT: "@",
    Kind.DATE: "yyyy-mm-dd",
    Kind.SCORE: "0",
    Kind.RESULT: "@",  # typed into any other cell, 1-0 becomes a date
    Kind.YES: "General",
    Kind.ACTIVE: "General",
    Kind.GAME_KIND: "General",
    Kind.COUNT: "0",
    Kind.RATING: "0",
    Kind.DECIMAL: "0.00",
    Kind.CHANGE: "+0;-0;0",
    Kind.DECIMAL_CHANGE: "+0.00;-0.00;0.00",
}
_WIDTHS = {
    Kind.TEXT: 24.0,
    Kind.PLAYER: 22.0,
    Kind.GROUP: 14.0,
    Kind.EVENT: 24.0,
    Kind.DATE: 12.0,
    Kind.SCORE: 9.0,
    Kind.RESULT: 10.0,
    Kind.YES: 9.0,
    Kind.ACTIVE: 9.0,
    Kind.GAME_KIND: 9.5,
    Kind.COUNT: 9.0,
    Kind.RATING: 9.0,
    Kind.DECIMAL: 10.0,
    Kind.CHANGE: 9.0,
    Kind.DECIMAL_CHANGE: 10.0,
}
_LEFT = {Kind.TEXT, Kind.PLAYER, Kind.GROUP, Kind.EVENT}
_CENTRED = {Kind.DATE, Kind.RESULT, Kind.YES, Kind.ACTIVE, Kind.GAME_KIND}


def number_format(kind: Kind) -> str:
    """Excel number format of what a column holds."""
    return _NUMBER_FORMATS[kind]


def width(kind: Kind, heading: str = "") -> float:
    """Width of a column [characters]: enough for its values, and for its heading with a filter button."""
    return max(_WIDTHS[kind], len(heading) + 4.0) if heading else _WIDTHS[kind]


def alignment(kind: Kind) -> Any:
    """Text to the left, numbers to the right, dates and short words in the middle; a long name shrinks to fit."""
    if kind in _LEFT:
        return Alignment(horizontal="left", indent=1, shrink_to_fit=kind is Kind.PLAYER)
    return Alignment(horizontal="center" if kind in _CENTRED else "right")


def register(workbook: Workbook) -> None:
    """Gives the workbook its named cell styles, and its font to every cell without one; once for a workbook."""
    workbook._named_styles["Normal"].font = _font(BASE_SIZE)
    thin = Side(style="thin", color=RULE_GREY)
    line_below = Border(bottom=Side(style="medium", color=INK))
    frame = Border(left=thin, right=thin, top=thin, bottom=thin)
    styles = (
        NamedStyle(TITLE, font=_font(18, bold=True)),
        NamedStyle(SUBTITLE, font=_font(13, bold=True)),
        NamedStyle(AS_OF, font=_font(9, italic=True, color=PALE_INK)),
        NamedStyle(
            HEADING,
            font=_font(BASE_SIZE, bold=True),
            fill=_filled(HEADING_GREY),
            border=line_below,
            alignment=Alignment(horizontal="center", vertical="center", wrap_text=True),
        ),
        NamedStyle(LABEL, font=_font(BASE_SIZE, bold=True)),
        NamedStyle(INPUT, font=_font(BASE_SIZE), fill=_filled(INPUT_YELLOW), border=frame),
        NamedStyle(COMPUTED, font=_font(BASE_SIZE, color=PALE_INK)),
        NamedStyle(PROSE, font=_font(BASE_SIZE), alignment=Alignment(vertical="top", wrap_text=True)),
    )
    for style in styles:
        if style.name not in workbook.named_styles:
            workbook.add_named_style(style)


def format_column(sheet: Worksheet, column: int, kind: Kind, *, computed: bool = False, heading: str = "") -> None:
    """Gives a whole column, counted from 1, its number format, alignment and width.

    A column to type into gets the ink of input and a computed one of a table the paler ink, so that both are told
    apart in rows that a table grows by, too.
    """
    dimension = sheet.column_dimensions[get_column_letter(column)]
    dimension.number_format = number_format(kind)
    dimension.alignment = alignment(kind)
    dimension.font = _font(BASE_SIZE, color=PALE_INK if computed else INK)
    dimension.width = width(kind, heading)


def cell_font(size: float, *, bold: bool = False, italic: bool = False, pale: bool = False) -> Any:
    """A font of the workbook's family. size: points."""
    return _font(size, bold=bold, italic=italic, color=PALE_INK if pale else INK)


def filled_row_rules(sheet: Worksheet, cells: str, filled: str, *, quiet: str = "", above: bool = False) -> None:
    """Lines and bands wherever a row is filled, however many rows there are.

    cells: range such as "A6:L5000"; filled, quiet: formulas for its upper left cell. By itself every filled row has a
    hairline below and every other one a pale band. A quiet row is in paler print; where there are such rows, and
    where lines go `above`, the hairline stands above each other filled row.
    """
    hairline = Side(style="hair", color=RULE_GREY)
    if quiet:
        add_rule(sheet, cells, quiet, font=Font(color=PALE_INK, i=True))
    if quiet or above:
        add_rule(sheet, cells, filled, border=Border(top=hairline))
    else:
        below = Border(bottom=hairline)
        add_rule(sheet, cells, f"AND({filled},MOD(ROW(),2)=0)", fill=_filled(BAND_GREY), border=below)
        add_rule(sheet, cells, filled, border=below)


def heading_row_rule(sheet: Worksheet, cells: str, is_heading: str) -> None:
    """Formats cells as headings wherever the formula says so: for headings that are values and come and go."""
    add_rule(
        sheet,
        cells,
        is_heading,
        font=Font(b=True),
        fill=_filled(HEADING_GREY),
        border=Border(bottom=Side(style="thin", color=INK)),
    )


def input_rule(sheet: Worksheet, cells: str, is_input: str) -> None:
    """Makes cells to type into yellow wherever the formula says so, beside a list that grows; before other rules."""
    for others in sheet.conditional_formatting:
        for rule in others.rules:
            rule.priority += 1
    thin = Side(style="thin", color=RULE_GREY)
    frame = Border(left=thin, right=thin, top=thin, bottom=thin)
    sheet.conditional_formatting.add(
        cells,
        Rule(
            type="expression",
            dxf=DifferentialStyle(fill=PatternFill(bgColor=INPUT_YELLOW), border=frame),
            formula=[is_input],
            priority=1,
        ),
    )


def hidden_rule(sheet: Worksheet, cells: str, is_hidden: str) -> None:
    """Makes cells as white as the paper while the formula holds."""
    add_rule(
        sheet, cells, is_hidden, font=Font(color=PAPER), fill=_filled(PAPER), border=Border(bottom=Side("thin", PAPER))
    )


def add_rule(sheet: Worksheet, cells: str, formula: str, **looks: Any) -> None:
    """Adds a conditional format. The first rule that holds decides. looks: font, fill, border."""
    fill = looks.get("fill")
    if fill is not None:  # a conditional format's fill keeps its colour in the background
        looks["fill"] = PatternFill(bgColor=fill.fgColor)
    sheet.conditional_formatting.add(
        cells, Rule(type="expression", dxf=DifferentialStyle(**looks), formula=[formula], stopIfTrue=True)
    )


def _font(size: float, *, bold: bool = False, italic: bool = False, color: str = INK) -> Any:
    return Font(name=FONT_NAME, sz=size, b=bold, i=italic, color=color)


def _filled(color: str) -> Any:
    return PatternFill("solid", fgColor=color)
