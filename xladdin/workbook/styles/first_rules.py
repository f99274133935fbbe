"""Conditional formats that decide before all others of a sheet."""

from collections.abc import Sequence

from openpyxl.formatting.formatting import ConditionalFormattingList
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.workbook.styles import colours

FRENCH_DATE_IDS = {"d mmm yyyy": 200, "d mmm yy": 201}
"""The id of each date format in French. The ids that openpyxl gives to the other formats begin at 164."""


def french_dates(sheet: Worksheet, cells: str, date_format: str, is_french: str) -> None:
    """Shows dates in French if the formula says so, in a spreadsheet of any language, on lines and stripes.

    `date_format` is Excel's, of days and months in words. LibreOffice takes only one of all formats of a cell, so the
    existing lines and stripes come along.
    """
    in_french = NumberFormat(numFmtId=FRENCH_DATE_IDS[date_format], formatCode=f"[$-40C]{date_format}")
    first = CellRange(cells.partition(":")[0])
    beneath = [
        rule
        for others in sheet.conditional_formatting
        if any(area.issuperset(first) for area in others.cells.ranges)
        for rule in others.rules
    ]
    looks = ((f"AND({is_french},{rule.formula[0]})", rule.dxf) for rule in beneath)
    rules = [
        _rule(formula, DifferentialStyle(dxf.font, in_french, dxf.fill, border=dxf.border)) for formula, dxf in looks
    ]
    _put_first(sheet, cells, [*rules, _rule(is_french, DifferentialStyle(numFmt=in_french))])


def input_rule(sheet: Worksheet, cells: str, is_input: str) -> None:
    """Makes cells for typing yellow if the formula says so, beside a list that grows."""
    thin = Side(style="thin", color=colours.HAIRLINE)
    frame = Border(left=thin, right=thin, top=thin, bottom=thin)
    looks = DifferentialStyle(fill=PatternFill(bgColor=colours.TYPE_HERE), border=frame)
    _put_first(sheet, cells, [_rule(is_input, looks)])


def _rule(formula: str, looks: DifferentialStyle) -> Rule:
    return Rule(type="expression", dxf=looks, formula=[formula])


def _put_first(sheet: Worksheet, cells: str, rules: Sequence[Rule]) -> None:
    """Puts them before the others in the file, too. LibreOffice follows that order."""
    in_order = ConditionalFormattingList()
    for priority, rule in enumerate(rules, 1):
        rule.priority = priority
        in_order.add(cells, rule)
    for others in sheet.conditional_formatting:
        for rule in others.rules:
            rule.priority += len(rules)
            in_order.add(others, rule)
    sheet.conditional_formatting = in_order
