"""A look through a sheet passes the rows in which there is nothing to note, and notes the same as if it read them."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook
from tests.helpers.suite.length import examples
from xladdin.errors import WorkbookError
from xladdin.files import sheet_reader as sheet_scan
from xladdin.files.package import Package
from xladdin.files.sheet_reader import without_usual_rows

LIVE = "BC"
USUAL = [
    '<c r="A{row}" s="3"><v>-12.5</v></c>',
    '<c r="A{row}" t="s"><v>7</v></c>',
    '<c r="A{row}" t="inlineStr"><is><t xml:space="preserve">#N/A :c ref= "1"</t></is></c>',
    '<c r="B{row}" s="1"><f>A{row}-1</f><v>2</v></c>',
    '<c r="C{row}"><f t="shared" si="0"/></c>',
    '<c r="D{row}"/>',
    '<c r="Z{row}" t="b"><v>1</v></c>',
]
NOTED = [
    '<c r="A{row}" t="e"><v>#N/A</v></c>',
    '<c r="A{row}"><v>-1e25</v></c>',
    '<c r="A{row}"><v>-123456789012</v></c>',
    '<c r="A{row}"><f>1+1</f></c>',
    '<c r="A{row}"><f>1+1</f><v>2</v></c>',
    '<c r="B{row}"><f t="shared" ref="B{row}:B99" si="4">1</f><v>1</v></c>',
    '<c r="AA{row}"><v>1</v></c>',
    '<c r="A1050000"><v>1</v></c>',
    "<c><v>1</v></c>",
    "<c r='A{row}'><v>1</v></c>",
    '<x:c r="A{row}"><v>1</v></x:c>',
    '<c r="A{row}"><v>&#10;</v></c>',
]


def row_of(*cells: str, number: int = 2) -> str:
    return f'<row r="{number}">{"".join(cells).replace("{row}", str(number))}</row>'


@settings(max_examples=examples(100))
@given(st.lists(st.lists(st.sampled_from(USUAL + NOTED), max_size=3), max_size=6))
def test_what_is_noted_is_the_same(rows: list[list[str]]) -> None:
    sheet = RawSheet("".join(row_of(*cells, number=number) for number, cells in enumerate(rows, 1)))
    package = Package(RawWorkbook({"S": sheet}).data(), "club.xlsx")
    assert noted_in(package) == noted_in(package, passing=False)


def noted_in(package: Package, *, passing: bool = True) -> object:
    part = next(part for part in package.members if "/sheet" in part and part.endswith(".xml"))
    with patch.object(sheet_scan, "without_usual_rows", without_usual_rows if passing else lambda text, live: text):
        try:
            return sheet_scan.scan_sheet(package, part, "S", LIVE)
        except WorkbookError as problem:
            return str(problem)
