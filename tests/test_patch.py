"""A sheet's XML with new values in some cells: those are as they should be, and nothing else is touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import count
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.sheet_xml import inside, parsed
from xladdin.cells import CellBlock, CellValue
from xladdin.errors import ImpossibleValue
from xladdin.workbook.addresses import column_letters, parse_range
from xladdin.workbook.live_formula import may_be_shared
from xladdin.workbook.patch import SheetPatch
from xladdin.workbook.patch_plan import plan_bands
from xladdin.workbook.row_xml import UnknownXml

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
COLUMNS = (
    '<cols><col min="3" max="4" width="9" style="7"/><col min="6" max="6" width="9" style="8" customWidth="1"/></cols>'
)
COLUMN_STYLES = {3: "7", 4: "7", 6: "8"}
HEAD = f'<?xml version="1.0"?>\n<worksheet xmlns="{MAIN}"><!-- <sheetData> --><dimension ref="B2:C3"/>{COLUMNS}'
TAIL = '<mergeCells count="1"><mergeCell ref="Z1:Z2"/></mergeCells><extLst><ext uri="u"/></extLst></worksheet>\n'


def patched(
    rows: str,
    blocks: Sequence[CellBlock],
    model_rows: dict[str, int] | None = None,
    pieces: int = 0,
    date1904: bool = False,
    head: str = HEAD,
) -> str:
    """The whole sheet after the patch; pieces: length in which the XML arrives, 0 for all at once."""
    data = rows if rows.startswith("<sheetData") else f"<sheetData>{rows}</sheetData>"
    xml = f"{head}{data}{TAIL}".encode()
    size = pieces or len(xml)
    bands = plan_bands(blocks, model_rows or {}, b"", count(5))
    patch = SheetPatch(bands, b"", date1904)
    return b"".join(patch.apply(xml[at : at + size] for at in range(0, len(xml), size))).decode()


def rows_of(sheet: str) -> str:
    """The inside of <sheetData>."""
    return sheet[sheet.rindex("<sheetData>") + len("<sheetData>") : sheet.rindex("</sheetData>")]


def values_block(row: int, column: int, *columns: Sequence[CellValue], table: str = "", **formulas: str) -> CellBlock:
    return CellBlock("S", row, column, columns, {int(key[1:]): text for key, text in formulas.items()}, table)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (7, '<c r="A1" s="3"><v>7</v></c>'),
        (-0.125, '<c r="A1" s="3"><v>-0.125</v></c>'),
        (True, '<c r="A1" s="3" t="b"><v>1</v></c>'),
        (False, '<c r="A1" s="3" t="b"><v>0</v></c>'),
        (None, '<c r="A1" s="3"/>'),
        ("", '<c r="A1" s="3"/>'),
        ("=1+1", '<c r="A1" s="3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>'),
        ("a<b>&\x02_x0041_", '<t xml:space="preserve">a&lt;b&gt;&amp;_x0002__x005F_x0041_</t>'),
        (date(2026, 1, 7), "<v>46029</v>"),
        (datetime(2026, 1, 7, 19, 30), "<v>46029.8125</v>"),
        (date(1900, 3, 1), "<v>61</v>"),
        (date(1900, 1, 1), "<v>1</v>"),
    ],
)
def test_a_value(value: CellValue, cell: str) -> None:
    sheet = patched('<row r="1"><c r="A1" s="3" t="s"><v>4</v></c></row>', [values_block(1, 1, [value])])
    assert cell in rows_of(sheet)


def test_a_date_from_1904() -> None:
    sheet = patched('<row r="1"/>', [values_block(1, 1, [date(2026, 1, 7)])], date1904=True)
    assert rows_of(sheet) == '<row r="1"><c r="A1"><v>44567</v></c></row>'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), date(1899, 12, 31), "x" * 32_768])
def test_what_no_cell_can_hold(value: CellValue) -> None:
    with pytest.raises(ImpossibleValue):
        patched('<row r="1"/>', [values_block(1, 1, [value])])


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (7.5, '<c r="A1" s="3"><f t="array" ref="A1">X</f><v>7.5</v></c>'),
        ("win", '<c r="A1" s="3" t="str"><f t="array" ref="A1">X</f><v>win</v></c>'),
        (None, '<c r="A1" s="3" t="str"><f t="array" ref="A1">X</f><v></v></c>'),
    ],
)
def test_a_formula_stays_and_its_value_changes(value: CellValue, cell: str) -> None:
    old = '<row r="1"><c r="A1" s="3" t="e"><f t="array" ref="A1">X</f><v>#N/A</v></c></row>'
    assert rows_of(patched(old, [values_block(1, 1, [value], _0="A{row}")])) == f'<row r="1">{cell}</row>'


def test_a_rich_value_goes_with_its_value_and_cell_metadata_stay_with_a_formula() -> None:
    cells = '<c r="A1" vm="1" cm="2" t="e"><v>#VALUE!</v></c><c r="B1" cm="2" vm="1" ph="1"><f>X</f><v>1</v></c>'
    sheet = patched(f'<row r="1">{cells}</row>', [values_block(1, 1, [5], [6])])
    assert rows_of(sheet) == '<row r="1"><c r="A1"><v>5</v></c><c r="B1" cm="2" ph="1"><f>X</f><v>6</v></c></row>'


def test_a_missing_cell_takes_the_style_of_its_row_else_of_its_column() -> None:
    rows = '<row r="1"><c r="E1"><v>5</v></c></row><row r="2" s="9" customFormat="1"/>'
    sheet = patched(rows, [values_block(1, 3, [1, 2]), values_block(1, 6, [3, 4])])
    assert rows_of(sheet) == (
        '<row r="1"><c r="C1" s="7"><v>1</v></c><c r="E1"><v>5</v></c><c r="F1" s="8"><v>3</v></c></row>'
        '<row r="2" s="9" customFormat="1"><c r="C2" s="9"><v>2</v></c><c r="F2" s="9"><v>4</v></c></row>'
    )


def test_a_blank_cell_goes_where_it_has_no_style_of_its_own() -> None:
    rows = '<row r="1"><c r="B1"><v>1</v></c><c r="C1" s="7"><v>1</v></c><c r="D1" s="9"><v>1</v></c></row>'
    assert rows_of(patched(rows, [values_block(1, 2, [None], [None], [None])])) == '<row r="1"><c r="D1" s="9"/></row>'


def test_rows_that_are_missing_are_put_in_their_place() -> None:
    rows = '<row r="2"><c r="B2"><v>0</v></c></row>\n<row r="5" ht="20"/>\n<row r="9"><c r="A9"><v>9</v></c></row>'
    sheet = patched(rows, [values_block(1, 1, [1, None, 3, None, 5, None, 7])])
    assert rows_of(sheet).replace("</row>", "</row>|").split("|") == [
        '<row r="1"><c r="A1"><v>1</v></c></row>',
        '<row r="2"><c r="B2"><v>0</v></c></row>',
        '<row r="3"><c r="A3"><v>3</v></c></row>',
        '\n<row r="5" ht="20"><c r="A5"><v>5</v></c></row>',
        '<row r="7"><c r="A7"><v>7</v></c></row>',
        '\n<row r="9"><c r="A9"><v>9</v></c></row>',
        "",
    ]


@pytest.mark.parametrize("empty", ["<sheetData/>", "<sheetData />", "<sheetData></sheetData>"])
def test_an_empty_sheet(empty: str) -> None:
    sheet = patched(empty, [values_block(2, 2, [1, 2])])
    assert '<dimension ref="B2:C3"/>' in sheet
    assert rows_of(sheet) == '<row r="2"><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row>'


def test_the_extent_grows_and_nothing_else_of_the_head_and_the_tail_changes() -> None:
    sheet = patched("", [values_block(9, 5, [1])])
    head, _, tail = sheet.rpartition("<sheetData>")
    assert head == HEAD.replace("B2:C3", "B2:E9")
    assert tail.partition("</sheetData>")[2] == TAIL


def test_spans_that_are_too_narrow_go() -> None:
    rows = '<row r="1" spans="1:2" ht="9"/><row r="2" spans="1:4 5:6" ht="9"/><row r="3" spans="1:2"/>'
    sheet = patched(rows, [values_block(1, 3, [1, 2])])
    assert re.findall("<row[^>]*>", sheet) == [
        '<row r="1" ht="9">',
        '<row r="2" spans="1:4 5:6" ht="9">',
        '<row r="3" spans="1:2"/>',
    ]


def test_new_rows_of_a_table_take_the_styles_of_its_last_row() -> None:
    rows = '<row r="1"/><row r="2"><c r="A2" s="4"/><c r="C2"/></row><row r="3"><c r="B3" s="5"><v>1</v></c></row>'
    block = values_block(2, 1, [1, 2, 3], [4, 5, None], [7, 8, 9], table="Games")
    assert rows_of(patched(rows, [block], {"Games": 2})) == (
        '<row r="1"/><row r="2"><c r="A2" s="4"><v>1</v></c><c r="B2"><v>4</v></c><c r="C2"><v>7</v></c></row>'
        '<row r="3"><c r="A3" s="4"><v>2</v></c><c r="B3" s="5"><v>5</v></c><c r="C3"><v>8</v></c></row>'
        '<row r="4"><c r="A4" s="4"><v>3</v></c><c r="C4"><v>9</v></c></row>'
    )


@pytest.mark.parametrize("pieces", [0, 20])
def test_many_rows_below_a_table_take_its_styles_too(pieces: int) -> None:
    """They look the same, but the cells to be put in are not as the column is."""
    rows = '<row r="1"><c r="A1"/><c r="B1" s="5"/></row>'
    rows += "".join(f'<row r="{row}"><c r="A{row}"/></row>' for row in (2, 3, 4))
    sheet = patched(rows, [values_block(1, 1, [1] * 4, [2] * 4, table="Games")], {"Games": 1}, pieces)
    assert re.findall('<c r="B." (.*?)>', sheet) == ['s="5"'] * 4


def test_many_rows_with_a_style_of_their_own() -> None:
    rows = "".join(f'<row r="{row}" s="9" customFormat="1"><c r="A{row}" s="9"/></row>' for row in (1, 2, 3))
    sheet = patched(rows, [values_block(1, 1, [1, 1, 1], [2, 2, 2])])
    assert re.findall('<c r="B." (.*?)>', sheet) == ['s="9"'] * 3


def test_a_plain_formula_is_shared_by_the_cells_that_have_none() -> None:
    rows = '<row r="2"><c r="B2"><f>A2*2</f><v>0</v></c></row>'
    sheet = patched(rows, [values_block(2, 2, [1, 2, 3, 4], _0="A{row}*2&$C$1")])
    assert re.findall("<f.*?</c>", rows_of(sheet)) == [
        "<f>A2*2</f><v>1</v></c>",
        '<f t="shared" ref="B3:B5" si="5">A3*2&amp;$C$1</f><v>2</v></c>',
        '<f t="shared" si="5"/><v>3</v></c>',
        '<f t="shared" si="5"/><v>4</v></c>',
    ]


def test_a_row_above_those_that_share_has_its_own_formula() -> None:
    """Rows that look the same are written first, and the odd one before them after that."""
    rows = '<row r="1"><c r="B1"/></row>' + "".join(f'<row r="{row}"><c r="A{row}"/></row>' for row in (2, 3, 4))
    sheet = patched(rows, [values_block(1, 1, [1, 2, 3, 4], _0="B{row}*2")])
    assert re.findall(r'r="A(\d)"><f(.*?)<v>', sheet) == [
        ("1", ">B1*2</f>"),
        ("2", ' t="shared" ref="A2:A4" si="5">B2*2</f>'),
        ("3", ' t="shared" si="5"/>'),
        ("4", ' t="shared" si="5"/>'),
    ]


def test_any_other_formula_is_written_out() -> None:
    sheet = patched("", [values_block(2, 2, [1, 2], _0="A{row}*Rules!$B$1")])
    assert re.findall("<f.*?</f>", sheet) == ["<f>A2*Rules!$B$1</f>", "<f>A3*Rules!$B$1</f>"]


@pytest.mark.parametrize(
    ("formula", "shared"),
    [
        ('IF(COUNT($F{row},G{row})<2,"",F{row}-G{row})', True),
        ('LOOKUP(ABS(H{row}),band_from,band_change)+LOG10(2)&" A1! [x] {row}"', True),
        ("A{row}+$B$1+B$2", True),
        ("SUM(A{row}+$B1)", False),
        ("A{row}+a1", False),
        ("A{row}+Rules!$A$1", False),
        ("Games[[#This Row],[Rating 1]]", False),
        ("INDEX({1,2},A{row})", False),
        ("SUM(A{row}:C{row})", False),
        ("SUM((A{row},C{row}))", False),
        ("A{row} B{row}", False),
        ("_xlfn.XLOOKUP(A{row},a,b)", False),
        ("A${row}", False),
        ("{row}+1", False),
    ],
)
def test_which_formulas_may_be_shared(formula: str, shared: bool) -> None:
    """[MS-XLSB] 2.5.98.98: "MUST NOT contain PtgExp …, PtgUnion, PtgRange, PtgArray, …, PtgRef3d, PtgArea3d"."""
    assert may_be_shared(formula) is shared


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"/><row r="1"/>',
        '<row r="1"/><row r="1"/>',
        '<row r="1"><c r="D1"/><c r="B1"/></row>',
        '<row r="1"><c r="A1"/><x/></row>',
        '<row r="1"><x:c r="A1"/></row>',
        '<x/><row r="1"><c r="A1"/></row>',
        '<row r="1"><!-- <c r="A1"/> --></row>',
        '<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[</c></row>]]></t></is></c></row>',
        "<row r='1'><c r='A1'/>",
    ],
)
def test_xml_of_no_known_shape_is_refused(rows: str) -> None:
    with pytest.raises(UnknownXml):
        patched(rows, [values_block(1, 1, [1, 2])])


def test_a_sheet_without_cells_at_all_is_refused() -> None:
    with pytest.raises(UnknownXml):
        list(SheetPatch((), b"").apply([b"<worksheet><sheetViews/></worksheet>"]))


def test_blocks_that_overlap_are_an_error() -> None:
    with pytest.raises(ValueError, match="two blocks write to B2"):
        plan_bands([values_block(1, 1, [1, 2], [3, 4]), values_block(2, 2, [5])], {}, b"", count())


def test_columns_of_unequal_length_are_an_error() -> None:
    with pytest.raises(ValueError, match="unequal length"):
        plan_bands([values_block(1, 1, [1, 2], [3])], {}, b"", count())


# Random sheets, in the forms of several programs, against the plainest account of what should come out.


@dataclass(frozen=True)
class Cell:
    """A cell as a test thinks of it: style, formula's element, and how its old value is written."""

    style: str
    formula: str
    old: str

    def xml(self, address: str, quote: str, style_first: bool) -> str:
        style = f" s={quote}{self.style}{quote}" if self.style else ""
        place = f" r={quote}{address}{quote}"
        kind = {"": "", "n": "", "s": ' t="s"', "str": ' t="str"', "b": ' t="b"'}.get(self.old, ' t="inlineStr"')
        value = {"": "", "n": "<v>1</v>", "s": "<v>0</v>", "str": "<v>x</v>", "b": "<v>1</v>"}.get(self.old, self.old)
        attributes = f"{style}{place}" if style_first else f"{place}{style}"
        inside = f"{self.formula}{value}"
        return f"<c{attributes}{kind}>{inside}</c>" if inside else f"<c{attributes}{kind}/>"


CELLS = st.builds(
    Cell,
    st.sampled_from(["", "", "7", "9"]),
    st.sampled_from(["", "", "", "<f>A1+1</f>", '<f t="shared" si="0"/>', '<f aca="false">X&lt;1</f>']),
    st.sampled_from(["", "n", "n", "n", "s", "str", "b", "<is><t>old</t></is>"]),
)
ALIKE = st.builds(Cell, st.just("7"), st.just(""), st.just("n"))
"""Cells that look the same in every row, so that rows are written many at once."""

VALUES = st.one_of(
    st.none(),
    st.integers(-9, 9),
    st.floats(-9, 9),
    st.sampled_from(["", "<text>", "=1"]),
    st.booleans(),
    st.just(date(2026, 1, 7)),
)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[dict[int, dict[int, Cell]], str]:
    """Cells by row and column, and their XML in one of many forms."""
    alike = draw(st.booleans())
    numbers = range(1, 1 + draw(st.integers(0, 30))) if alike else sorted(draw(st.sets(st.integers(1, 15))))
    quote = draw(st.sampled_from(['"', '"', '"', "'"]))
    style_first = draw(st.booleans()) and not alike
    blank = draw(st.sampled_from(["", "", "\n"]))
    grid: dict[int, dict[int, Cell]] = {}
    xml = ""
    for row in numbers:
        odd = not alike or draw(st.integers(0, 5)) == 0
        wanted = draw(st.sets(st.integers(1, 8), max_size=8)) if odd else range(1, 8)
        grid[row] = {column: draw(CELLS if odd else ALIKE) for column in sorted(wanted)}
        inside = "".join(
            blank + cell.xml(f"{column_letters(column)}{row}", quote, style_first) for column, cell in grid[row].items()
        )
        spans = draw(st.sampled_from(["", "", ' spans="1:3"', ' customFormat="1" s="9"', ' customFormat="false"']))
        closed = not inside and draw(st.booleans())
        xml += f'<row r="{row}"{spans}/>' if closed else f'<row r="{row}"{spans}>{inside}</row>'
        xml += blank
    return grid, xml


@st.composite
def block_lists(draw: st.DrawFn) -> list[CellBlock]:
    """One to three blocks side by side, some live, some of a table that ends at row 4."""
    blocks, column = [], 1
    for _ in range(draw(st.integers(1, 3))):
        column += draw(st.integers(0, 2))
        width, height, row = draw(st.integers(1, 3)), draw(st.integers(1, 30)), draw(st.integers(1, 6))
        columns = tuple(draw(st.lists(VALUES, min_size=height, max_size=height)) for _ in range(width))
        formulas = dict.fromkeys(draw(st.sets(st.integers(0, width - 1), max_size=1)), "A{row}+1")
        blocks.append(CellBlock("S", row, column, columns, formulas, draw(st.sampled_from(["", "T"]))))
        column += width
    return blocks


def expected_value(value: CellValue, computed: bool) -> tuple[str, str]:
    """Type and text of a cell's value, as ECMA-376 says."""
    if value is None or value == "":
        return ("str", "") if computed else ("", "")
    if isinstance(value, bool):
        return "b", "1" if value else "0"
    if isinstance(value, str):
        return ("str" if computed else "inlineStr"), value
    return "", "46029" if isinstance(value, date) else repr(value)


@given(sheets(), block_lists(), st.sampled_from([0, 0, 64, 400]))
def test_random_sheets(sheet: tuple[dict[int, dict[int, Cell]], str], blocks: list[CellBlock], pieces: int) -> None:
    grid, xml = sheet
    before, rows_before = parsed(f"{HEAD}<sheetData>{xml}</sheetData>{TAIL}")
    result = patched(xml, blocks, {"T": 4}, pieces)
    after, rows = parsed(result)
    owned = {
        (block.row + down, block.column + right): (block, right, value)
        for block in blocks
        for right, values in enumerate(block.columns)
        for down, value in enumerate(values)
    }
    assert {place for place in after if place not in owned} == {place for place in before if place not in owned}
    for place, cell in after.items():
        if place not in owned:
            assert inside([cell]) == inside([before[place]])
    for number, row in rows_before.items():
        kept = {key: value for key, value in rows[number].attrib.items() if key != "spans"}
        assert kept == {key: value for key, value in row.attrib.items() if key != "spans"}
        if (spans := rows[number].get("spans")) is not None and any(place[0] == number for place in owned):
            assert all(int(spans[2:]) >= column for row, column in owned if row == number)
    for place, (block, right, value) in owned.items():
        check_owned(place, grid, rows_before, block.table == "T", right in block.formulas, value, after.get(place))
    shared_ranges_hold(after)
    grown = max([4, *(block.row + len(block.columns[0]) - 1 for block in blocks if block.table)])
    assert patched(rows_of(result), blocks, {"T": grown}, pieces) == result


def check_owned(
    place: tuple[int, int],
    grid: dict[int, dict[int, Cell]],
    rows: dict[int, ElementTree.Element],
    of_table: bool,
    live: bool,
    value: CellValue,
    cell: ElementTree.Element | None,
) -> None:
    """One written cell: style, formula, type and value."""
    row, column = place
    old = grid.get(row, {}).get(column)
    styled_row = row in rows and rows[row].get("customFormat") == "1"
    default = "9" if styled_row else COLUMN_STYLES.get(column, "0")
    model = grid.get(4, {}).get(column) if of_table and row > 4 else None
    style = (old.style or "0") if old else (model.style or "0") if model else default
    computed = live or bool(old and old.formula)
    kind, text = expected_value(value, computed)
    if cell is None:
        assert not text
        assert not computed
        assert style == default
        return
    assert computed or text or style != default
    assert cell.get("s", "0") == style
    assert cell.get("t", "") == kind
    formula = cell.find("{*}f")
    assert (formula is not None) == computed
    if old and old.formula:
        assert inside([formula]) == inside(
            parsed(f'{HEAD}<sheetData><row r="1"><c r="A1">{old.formula}</c></row></sheetData>{TAIL}')[0][1, 1]
        )
    assert "".join(cell.itertext()) == (formula.text or "" if formula is not None else "") + text


def shared_ranges_hold(cells: dict[tuple[int, int], ElementTree.Element]) -> None:
    """Each new shared formula stands once, at the top of a range that holds all its members."""
    ranges = {}
    for place, cell in cells.items():
        formula = cell.find("{*}f")
        if formula is None or int(formula.get("si", "0")) < 5:
            continue
        if (reference := formula.get("ref")) is not None:
            area = parse_range(reference)
            assert area is not None
            assert (area.first_row, area.first_column) == place
            assert formula.text == f"A{place[0]}+1"
            assert formula.get("si") not in ranges
            ranges[formula.get("si")] = area
        area = ranges[formula.get("si")]
        assert area.first_row <= place[0] <= area.last_row
        assert place[1] == area.first_column
