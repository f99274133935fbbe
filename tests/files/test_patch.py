"""The XML of a sheet with new values in some cells. Those cells are right, and nothing else changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

import pytest

from tests.files.patched_sheet import patched, rows_of
from xladdin.cells.table import CellBlock, CellValue
from xladdin.errors import OutOfRangeError
from xladdin.files.cell_xml import may_be_shared
from xladdin.files.sheet_patch import FormulaConflictError, UnknownXmlError


def values_block(row: int, column: int, *columns: Sequence[CellValue], table: str = "", **formulas: str) -> CellBlock:
    return CellBlock("S", row, column, columns, {int(key[1:]): text for key, text in formulas.items()}, table)


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
        '<row r="1"><c r="B1"/>x<c r="C1"/></row>',
        '<row r="1"/>x',
        "".join(f'<row r="{row}"><c r="A{row}"/></row>' for row in (1, 3, 2, 4)),
        '<x/><row r="1"><c r="A1"/></row>',
        '<row r="1"><!-- <c r="A1"/> --></row>',
        '<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[</c></row>]]></t></is></c></row>',
        "<row r='1'><c r='A1'/>",
    ],
)
def test_xml_of_no_known_shape_is_refused(rows: str) -> None:
    with pytest.raises(UnknownXmlError):
        patched(rows, [values_block(1, 1, [1, 2])])


HELD_ROWS = "".join(
    f'<row r="{row}"><c r="A{row}" t="n"><v>1.0</v></c><c r="B{row}"><f>A{row}*2</f><v>2.0</v></c></row>'
    for row in range(1, 6)
)


def held_block(rows: int, held: int) -> CellBlock:
    """Return a column of values and a live one. Some of its rows hold their values already."""
    return CellBlock("S", 1, 1, ([1] * held + [7] * (rows - held), [2] * rows), {1: "A{row}*2"}, "Games", held)


@pytest.mark.parametrize("pieces", [0, 70])
def test_rows_that_hold_their_values_stay_byte_for_byte(pieces: int) -> None:
    sheet = patched(HELD_ROWS, [held_block(5, 3)], {"Games": 5}, pieces)
    fourth = HELD_ROWS.index('<row r="4"')
    assert rows_of(sheet).startswith(HELD_ROWS[:fourth])
    assert rows_of(sheet)[fourth:] == HELD_ROWS[fourth:].replace(' t="n"><v>1.0', "><v>7").replace("2.0", "2")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<f>A2*2</f>", ""),
        ('<c r="B2"><f>A2*2</f><v>2.0</v></c>', ""),
        (HELD_ROWS[HELD_ROWS.index('<row r="2"') : HELD_ROWS.index('<row r="3"')], ""),
    ],
    ids=["typed over", "deleted", "no row"],
)
def test_a_live_cell_that_was_lost_among_held_rows_comes_back(old: str, new: str) -> None:
    assert old in HELD_ROWS
    sheet = patched(HELD_ROWS.replace(old, new), [held_block(5, 3)], {"Games": 5})
    assert re.search(r'<c r="B2"><f[^<>]*>A2\*2</f><v>2</v></c>', sheet)


def test_a_formula_in_the_way_is_found_among_held_rows_too() -> None:
    rows = HELD_ROWS.replace('<c r="A2" t="n">', '<c r="A2"><f>1</f>')
    with pytest.raises(FormulaConflictError, match="A2"):
        patched(rows, [held_block(5, 3)], {"Games": 5})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), date(1899, 12, 31), "x" * 32_768])
def test_what_no_cell_can_hold(value: CellValue) -> None:
    with pytest.raises(OutOfRangeError):
        patched('<row r="1"/>', [values_block(1, 1, [value])])
