"""Small files made to take all memory or all time are refused in words, and large files of real clubs are read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.files.patched_sheet import HEAD, patched
from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, table_xml
from tests.helpers.suite.length import usual_or_long
from xladdin.cells.table import CellBlock
from xladdin.errors import WorkbookError
from xladdin.files import package
from xladdin.files import sheet_reader as sheet_scan
from xladdin.files import sheet_reader as sheet_values
from xladdin.files.club_file import ClubFile
from xladdin.files.package import Package
from xladdin.files.sheet_patch import UnknownXmlError

A_TO_T = "ABCDEFGHIJKLMNOPQRST"
ONE_ROW = '<row r="1"><c r="A1"><v>1</v></c></row>'
LONG = "x" * 32_000
MANY = usual_or_long(100_000, 1_000_000)
"""Cells with a long text in each would be three gigabytes or thirty."""
SHARE = usual_or_long(16, 1)
"""A usual run comes up to a sixteenth of a limit where the file must be that large."""


def opened(workbook: RawWorkbook) -> ClubFile:
    return ClubFile(Path("club.xlsx"), Package(workbook.data(), "club.xlsx"))


def read(workbook: RawWorkbook) -> list[int]:
    """Return how many rows of values each sheet has."""
    file = opened(workbook)
    return [len(file.sheet_values(sheet)) for sheet in file.sheets]


def rows_of(cells: Iterable[str]) -> str:
    return "".join(f'<row r="{row}">{cell.format(row)}</row>' for row, cell in enumerate(cells, 1))


def sheet(rows: str, **changes: object) -> RawWorkbook:
    return RawWorkbook({"S": RawSheet(rows)}, **changes)  # type: ignore[arg-type]


def showing(*numbers: int) -> str:
    """Return a cell in each row that shows the shared text of a number."""
    return rows_of(f'<c r="A{{0}}" t="s"><v>{number}</v></c>' for number in numbers)


def test_a_long_text_that_very_many_cells_show() -> None:
    """Five megabytes would become thirty gigabytes."""
    with pytest.raises(WorkbookError, match="with its sheet S its cells show more than 256 MiB of text"):
        read(sheet(showing(*[0] * MANY), strings=(f"<t>{LONG}</t>",)))


def test_few_cells_far_apart_on_several_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sheet alone would do, but the reader makes a full rectangle of every one."""
    monkeypatch.setattr(sheet_scan, "MOST_CELLS", 20_971_520 // SHARE)
    last = 1_048_576 // SHARE
    corner = RawSheet(ONE_ROW + f'<row r="{last}"><c r="T{last}"><v>1</v></c></row>')
    assert read(RawWorkbook({"S": corner, "T": RawSheet("")})) == [last, 0]
    with pytest.raises(WorkbookError, match=f"with its sheet T it has more than {20_971_520 // SHARE:,} cells in use"):
        read(RawWorkbook({"S": corner, "T": corner}))


@pytest.mark.parametrize("aside", ["<!---->", "<?x?>", "\n"])
def test_much_before_the_root(aside: str) -> None:
    """If a search may end each comment anywhere, it takes until the end of the world."""
    workbook = sheet(ONE_ROW)
    name = "xl/worksheets/sheet1.xml"
    xml = workbook.parts()[name].decode().replace("<worksheet", aside * 200 + "<worksheet")
    workbook.members = {name: xml.encode()}
    assert read(workbook) == [1]
    workbook.members = {name: xml.replace("worksheet", "letter").encode()}
    with pytest.raises(WorkbookError, match="not written as a worksheet"):
        read(workbook)


@pytest.mark.parametrize("start", ['<c r="A{0}" ', '<c r="A{0}" t="e" x="', '<c r="A{0}"><f '])
def test_tags_that_never_end(start: str) -> None:
    with pytest.raises(WorkbookError, match=r"its sheet S (is damaged|cannot be read)"):
        read(sheet(ONE_ROW + "".join(map(start.format, range(1, 400_000)))))


def never_closed(inside: str) -> str:
    return f'<row r="1">{inside * 200_000}</row>'


@pytest.mark.parametrize(
    "rows",
    [
        never_closed('<c r="A1">'),
        never_closed('<c r="A1" t="inlineStr"><is>'),
        never_closed('<c r="A1" x=">"><c r="A1" x=">'),
        '<row r="1">' * 200_000,
    ],
)
def test_elements_that_are_never_closed_are_refused(rows: str) -> None:
    with pytest.raises(UnknownXmlError):
        patched(rows, [CellBlock("S", 1, 1, ([1, 2],))])


def test_parts_read_as_trees_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tuple(table_xml(f"T{number}", "A1:T1", tuple(A_TO_T)) for number in range(20))
    workbook = RawWorkbook({"S": RawSheet(ONE_ROW, tables=tables)})
    monkeypatch.setattr(package, "LARGEST_TREES", 30_000)
    assert len(opened(workbook).tables) == 20
    monkeypatch.setattr(package, "LARGEST_TREES", 20_000)
    with pytest.raises(WorkbookError, match="its tables and lists of parts are larger"):
        _ = opened(workbook).tables
    monkeypatch.setattr(package, "LARGEST_TREE", 500)
    with pytest.raises(WorkbookError, match="is too large"):
        _ = opened(workbook).tables


A_TO_T = "ABCDEFGHIJKLMNOPQRST"


def test_the_part_of_shared_texts_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_values, "LARGEST_STRINGS", 30_000)
    with pytest.raises(WorkbookError, match=r"its part xl/sharedStrings\.xml is too large"):
        read(sheet(showing(0), strings=(f"<t>{LONG}</t>",)))


def test_many_tables_over_the_same_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sheet_scan.MOST_CELLS == 20_971_520
    monkeypatch.setattr(sheet_scan, "MOST_CELLS", 20_971_520 // SHARE)
    last = 200_000 // SHARE
    rows = rows_of(['<c r="A{0}"><v>1</v></c>'] * last)
    tables = [table_xml(f"T{number}", f"A1:T{last}", tuple(A_TO_T)) for number in range(6)]
    assert len(opened(RawWorkbook({"S": RawSheet(rows, tables=tuple(tables[:5]))})).tables) == 5
    with pytest.raises(WorkbookError, match=f"with its table T5 it has more than {20_971_520 // SHARE:,} cells"):
        _ = opened(RawWorkbook({"S": RawSheet(rows, tables=tuple(tables))})).tables


def test_more_errors_than_a_column_has_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sheet_scan.MOST_ODD_CELLS == 1_048_576
    monkeypatch.setattr(sheet_scan, "MOST_ODD_CELLS", 1_048_576 // SHARE)
    both = '<c r="A{0}" t="e"><v>#N/A</v></c><c r="B{0}" t="e"><v>#N/A</v></c>'
    with pytest.raises(WorkbookError, match=f"more than {1_048_576 // SHARE:,} cells with errors"):
        read(sheet(rows_of([both] * (530_000 // SHARE))))


@pytest.mark.parametrize("head", [False, True])
def test_much_that_is_no_row(head: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_scan, "LONGEST_STRETCH", sheet_scan.LONGEST_STRETCH // SHARE)
    junk = "".join(f'<a b="{number}"/>' for number in range((sheet_scan.LONGEST_STRETCH + (2 << 20)) // 14))
    part = RawSheet(ONE_ROW, head=junk) if head else RawSheet(ONE_ROW, tail=junk)
    with pytest.raises(WorkbookError, match=f"or something before or after its rows, of more than {32 // SHARE} MiB"):
        read(RawWorkbook({"S": part}))


def test_columns_described_over_and_over() -> None:
    far = HEAD.replace("<cols>", '<cols><col min="-2000000000" max="2000000000" style="9"/>')
    assert far != HEAD
    assert '<c r="Z1" s="9">' in patched(ONE_ROW, [CellBlock("S", 1, 26, ([1],))], head=far)
    often = HEAD.replace("<cols>", "<cols>" + '<col min="1" max="16384" style="9"/>' * 100_000)
    with pytest.raises(UnknownXmlError):
        patched(ONE_ROW, [CellBlock("S", 1, 1, ([1],))], head=often)
