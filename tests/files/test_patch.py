"""Contract of the patch of a sheet: random sheets against a plain account, and what is refused or must stay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.patched_sheet import COLUMN_STYLES, HEAD, TAIL, inside, parsed, patched, rows_of
from xladdin.cells import CellBlock, CellValue, column_letters, parse_range
from xladdin.errors import OutOfRangeError
from xladdin.files.sheet_patch import FormulaConflictError, UnknownXmlError, can_be_shared


@dataclass(frozen=True)
class Cell:
    """A cell as a test thinks of it: its style, the element of its formula, and how its old value is written."""

    style: str
    formula: str
    old: str

    def xml(self, address: str, quote: str, style_first: bool) -> str:
        style = f" s={quote}{self.style}{quote}" if self.style else ""
        reference = f" r={quote}{address}{quote}"
        kind = {"": "", "n": "", "s": ' t="s"', "str": ' t="str"', "b": ' t="b"'}.get(self.old, ' t="inlineStr"')
        value = {"": "", "n": "<v>1</v>", "s": "<v>0</v>", "str": "<v>x</v>", "b": "<v>1</v>"}.get(self.old, self.old)
        attributes = f"{style}{reference}" if style_first else f"{reference}{style}"
        inside = f"{self.formula}{value}"
        return f"<c{attributes}{kind}>{inside}</c>" if inside else f"<c{attributes}{kind}/>"


OF_ROW_1 = "<f>A1+1</f>"
"""In a live cell of any other row, cut and paste has brought it there, and it is written anew."""
CELLS = st.builds(
    Cell,
    st.sampled_from(["", "", "7", "9"]),
    st.sampled_from(["", "", "", OF_ROW_1, '<f t="shared" si="0"/>', '<f aca="false">X&lt;1</f>']),
    st.sampled_from(["", "n", "n", "n", "s", "str", "b", "<is><t>old</t></is>"]),
)
ALIKE = st.builds(Cell, st.just("7"), st.just(""), st.just("n"))
"""These cells look the same in every row, so that we write many rows at once."""

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
    alike = draw(st.booleans())
    numbers = range(1, 1 + draw(st.integers(0, 30))) if alike else sorted(draw(st.sets(st.integers(1, 15))))
    quote = draw(st.sampled_from(['"', '"', '"', "'"]))
    style_first = draw(st.booleans()) and not alike
    blank = draw(st.sampled_from(["", "", "\n"]))
    grid: dict[int, dict[int, Cell]] = {}
    xml = ""
    for row in numbers:
        odd = not alike or draw(st.integers(0, 5)) == 0
        chosen = draw(st.sets(st.integers(1, 8), max_size=8)) if odd else range(1, 8)
        grid[row] = {column: draw(CELLS if odd else ALIKE) for column in sorted(chosen)}
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
    """Return one to three blocks side by side. Some are live, and some belong to a table that ends at row 4."""
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
    """Return the type and text of a value in a cell, as ECMA-376 says."""
    if value is None or value == "":
        return ("str", "") if computed else ("", "")
    if isinstance(value, bool):
        return "b", "1" if value else "0"
    if isinstance(value, str):
        return ("str" if computed else "inlineStr"), value
    return "", "46029" if isinstance(value, date) else repr(value + 0)


@given(sheets(), block_lists(), st.sampled_from([0, 0, 64, 400]))
def test_a_random_sheet_keeps_all_but_the_cells_of_the_blocks(
    sheet: tuple[dict[int, dict[int, Cell]], str], blocks: list[CellBlock], pieces: int
) -> None:
    grid, xml = sheet
    before, rows_before = parsed(f"{HEAD}<sheetData>{xml}</sheetData>{TAIL}")
    if any(formula_in_the_way(grid, block) for block in blocks):
        with pytest.raises(FormulaConflictError):
            patched(xml, blocks, {"T": 4}, pieces)
        blocks = [block._replace(table="") for block in blocks]
    result = patched(xml, blocks, {"T": 4}, pieces)
    after, rows = parsed(result)
    owned = {
        (block.row + down, block.column + right): (block, right, value)
        for block in blocks
        for right, values in enumerate(block.columns)
        for down, value in enumerate(values)
    }
    assert after.keys() - owned == before.keys() - owned
    for position, cell in after.items():
        if position not in owned:
            assert inside([cell]) == inside([before[position]])
    for number, row in rows_before.items():
        attributes = {key: value for key, value in rows[number].attrib.items() if key != "spans"}
        assert attributes == {key: value for key, value in row.attrib.items() if key != "spans"}
        if (spans := rows[number].get("spans")) is not None and any(position[0] == number for position in owned):
            assert all(int(spans[2:]) >= column for row, column in owned if row == number)
    for position, (block, right, value) in owned.items():
        written = after.get(position)
        check_owned(position, grid, rows_before, block.table == "T", right in block.formulas, value, written)
    shared_ranges_hold(after)
    append_rows = max([4, *(block.row + len(block.columns[0]) - 1 for block in blocks if block.table)])
    assert patched(rows_of(result), blocks, {"T": append_rows}, pieces) == result


def formula_in_the_way(grid: dict[int, dict[int, Cell]], block: CellBlock) -> bool:
    return bool(block.table) and any(
        cell.formula
        for row, cells in grid.items()
        for column, cell in cells.items()
        if block.row <= row < block.row + len(block.columns[0])
        and block.column <= column < block.column + len(block.columns)
        and column - block.column not in block.formulas
    )


def check_owned(
    position: tuple[int, int],
    grid: dict[int, dict[int, Cell]],
    rows: dict[int, ElementTree.Element],
    of_table: bool,
    live: bool,
    value: CellValue,
    cell: ElementTree.Element | None,
) -> None:
    row, column = position
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
    if live and old and old.formula == OF_ROW_1 and row != 1:
        assert formula is not None and (formula.text or "") in ("", f"A{row}+1")
    elif old and old.formula:
        assert inside([formula]) == inside(
            parsed(f'{HEAD}<sheetData><row r="1"><c r="A1">{old.formula}</c></row></sheetData>{TAIL}')[0][1, 1]
        )
    assert "".join(cell.itertext()) == (formula.text or "" if formula is not None else "") + text


def shared_ranges_hold(cells: dict[tuple[int, int], ElementTree.Element]) -> None:
    """Check that a new shared formula is written once, at the top of a range that holds all its members."""
    ranges = {}
    for position, cell in cells.items():
        formula = cell.find("{*}f")
        if formula is None or int(formula.get("si", "0")) < 5:
            continue
        if (reference := formula.get("ref")) is not None:
            area = parse_range(reference)
            assert area is not None
            assert (area.first_row, area.first_column) == position
            assert formula.text == f"A{position[0]}+1"
            assert formula.get("si") not in ranges
            ranges[formula.get("si")] = area
        area = ranges[formula.get("si")]
        assert area.first_row <= position[0] <= area.last_row
        assert position[1] == area.first_column


@pytest.mark.parametrize(
    ("formula", "shared"),
    [
        ('IF(COUNT($F{row},G{row})<2,"",F{row}-G{row})', True),
        ('LOOKUP(ABS(H{row}),band_from,band_change)+LOG10(2)&" A1! [x] {row}"', True),
        ("SUM(A{row}+$B1)", False),
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
def test_which_formulas_excel_takes_as_shared(formula: str, shared: bool) -> None:
    """[MS-XLSB] 2.5.98.98: "MUST NOT contain PtgExp …, PtgUnion, PtgRange, PtgArray, …, PtgRef3d, PtgArea3d"."""
    assert can_be_shared(formula) is shared


UNCLOSED = '<c r="A1">', '<c r="A1" t="inlineStr"><is>', '<c r="A1" x=">"><c r="A1" x=">', '<row r="1">'


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"/><row r="1"/>',
        '<row r="1"/><row r="1"/>',
        '<row r="1"><c r="D1"/><c r="B1"/></row>',
        '<row r="1"><x:c r="A1"/></row>',
        '<row r="1"><c r="B1"/>x<c r="C1"/></row>',
        '<row r="1"/>x',
        "".join(f'<row r="{row}"><c r="A{row}"/></row>' for row in (1, 3, 2, 4)),
        '<x/><row r="1"><c r="A1"/></row>',
        '<row r="1"><!-- <c r="A1"/> --></row>',
        '<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[</c></row>]]></t></is></c></row>',
        "<row r='1'><c r='A1'/>",
        *('<row r="1">' + unclosed * 200_000 for unclosed in UNCLOSED),
    ],
    ids=lambda rows: rows[:60],
)
def test_xml_of_no_known_shape_is_refused(rows: str) -> None:
    with pytest.raises(UnknownXmlError):
        patched(rows, [CellBlock("S", 1, 1, ([1, 2],))])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), date(1899, 12, 31), "x" * 32_768])
def test_what_no_cell_can_hold(value: CellValue) -> None:
    with pytest.raises(OutOfRangeError):
        patched('<row r="1"/>', [CellBlock("S", 1, 1, ([value],))])


HELD_ROWS = "".join(
    f'<row r="{row}"><c r="A{row}" t="n"><v>1.0</v></c><c r="B{row}"><f>A{row}*2</f><v>2.0</v></c></row>'
    for row in range(1, 6)
)
HELD = CellBlock("S", 1, 1, ([1, 1, 1, 7, 7], [2] * 5), {1: "A{row}*2"}, "Games", 3)
"""A column of values and a live one. Three rows hold their values already."""


@pytest.mark.parametrize("pieces", [0, 70])
def test_rows_that_hold_their_values_stay_byte_for_byte(pieces: int) -> None:
    sheet = patched(HELD_ROWS, [HELD], {"Games": 5}, pieces)
    fourth = HELD_ROWS.index('<row r="4"')
    assert rows_of(sheet).startswith(HELD_ROWS[:fourth])
    assert rows_of(sheet)[fourth:] == HELD_ROWS[fourth:].replace(' t="n"><v>1.0', "><v>7").replace("2.0", "2")
    with pytest.raises(FormulaConflictError, match="A2"):
        patched(HELD_ROWS.replace('<c r="A2" t="n">', '<c r="A2"><f>1</f>'), [HELD], {"Games": 5}, pieces)


@pytest.mark.parametrize(
    "lost",
    [
        "<f>A2*2</f>",
        '<c r="B2"><f>A2*2</f><v>2.0</v></c>',
        HELD_ROWS[HELD_ROWS.index('<row r="2"') : HELD_ROWS.index('<row r="3"')],
    ],
    ids=["typed over", "deleted", "no row"],
)
def test_a_live_cell_that_was_lost_among_held_rows_comes_back(lost: str) -> None:
    sheet = patched(HELD_ROWS.replace(lost, ""), [HELD], {"Games": 5})
    assert re.search(r'<c r="B2"><f[^<>]*>A2\*2</f><v>2</v></c>', sheet)
