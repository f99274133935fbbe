"""Small files made to take all memory or all time are refused in words, and large files of real clubs are read."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.files.patched_sheet import HEAD, patched
from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, table_xml
from tests.helpers.suite.length import usual_or_long
from xladdin.cells.table import CellBlock
from xladdin.errors import FileProblem
from xladdin.files import package
from xladdin.files.package import Package
from xladdin.files.reading import sheet_scan
from xladdin.files.reading.club_file import ClubFile
from xladdin.files.writing.blocks import write_blocks
from xladdin.files.writing.sheet_patch import UnknownXml

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
    """How many rows of values each sheet has."""
    file = opened(workbook)
    return [len(file.sheet_values(sheet)) for sheet in file.sheets]


def rows_of(cells: Iterable[str]) -> str:
    return "".join(f'<row r="{row}">{cell.format(row)}</row>' for row, cell in enumerate(cells, 1))


def sheet(rows: str, **changes: object) -> RawWorkbook:
    return RawWorkbook({"S": RawSheet(rows)}, **changes)  # type: ignore[arg-type]


def showing(*numbers: int) -> str:
    """A cell in each row that shows the shared text of a number."""
    return rows_of(f'<c r="A{{0}}" t="s"><v>{number}</v></c>' for number in numbers)


def test_a_long_text_that_very_many_cells_show() -> None:
    """Five megabytes would become thirty gigabytes."""
    with pytest.raises(FileProblem, match="with its sheet S its cells show more than 256 MiB of text"):
        read(sheet(showing(*[0] * MANY), strings=(f"<t>{LONG}</t>",)))


def test_long_texts_over_several_sheets() -> None:
    strings = (f"<t>{LONG}</t>",)
    one = RawSheet(showing(*[0] * 5000))
    assert read(RawWorkbook({"S": one}, strings=strings)) == [5000]
    with pytest.raises(FileProblem, match="with its sheet T its cells show more"):
        read(RawWorkbook({"S": one, "T": one}, strings=strings))


def test_few_cells_far_apart_on_several_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sheet alone would do, but the reader makes a full rectangle of every one."""
    monkeypatch.setattr(sheet_scan, "MOST_CELLS", 20_971_520 // SHARE)
    last = 1_048_576 // SHARE
    corner = RawSheet(ONE_ROW + f'<row r="{last}"><c r="T{last}"><v>1</v></c></row>')
    assert read(RawWorkbook({"S": corner, "T": RawSheet("")})) == [last, 0]
    with pytest.raises(FileProblem, match=f"with its sheet T it has more than {20_971_520 // SHARE:,} cells in use"):
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
    with pytest.raises(FileProblem, match="not written as a worksheet"):
        read(workbook)


@pytest.mark.parametrize("start", ['<c r="A{0}" ', '<c r="A{0}" t="e" x="', '<c r="A{0}"><f '])
def test_tags_that_never_end(start: str) -> None:
    with pytest.raises(FileProblem, match=r"its sheet S (is damaged|cannot be read)"):
        read(sheet(ONE_ROW + "".join(map(start.format, range(1, 400_000)))))


def test_rows_that_close_themselves_may_be_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Excel writes one for every row whose height somebody has set."""
    monkeypatch.setattr(sheet_scan, "LONGEST_STRETCH", sheet_scan.LONGEST_STRETCH // SHARE)
    last, typed = 1_000_000 // SHARE, 600_000 // SHARE
    rows = "".join(f'<row r="{row}" spans="1:12" ht="15.75" customHeight="1"/>' for row in range(2, last))
    assert len(rows) > sheet_scan.LONGEST_STRETCH
    file = opened(sheet(ONE_ROW + rows))
    assert len(file.sheet_values("S")) == 1
    target = io.BytesIO()
    write_blocks(file, [CellBlock("S", typed, 1, ([7],))], target)
    again = ClubFile(file.path, Package(target.getvalue(), "again"))
    assert again.sheet_values("S")[typed - 1] == [7.0]
    xml, old = (b"".join(one.package.pieces("xl/worksheets/sheet1.xml")) for one in (again, file))
    before, _, behind = old.partition(f'<row r="{typed}"'.encode())
    assert xml.startswith(before)
    assert xml.endswith(behind[behind.index(b"<row") :])


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
    with pytest.raises(UnknownXml):
        patched(rows, [CellBlock("S", 1, 1, ([1, 2],))])


@pytest.mark.parametrize("start", ["<![CDATA[", "<!--", "<?x "])
def test_what_is_never_closed_before_the_rows(start: str) -> None:
    with pytest.raises(UnknownXml):
        patched(ONE_ROW, [CellBlock("S", 1, 1, ([1],))], head=HEAD + start * 300_000, pieces=1 << 20)


def test_parts_read_as_trees_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tuple(table_xml(f"T{number}", "A1:T1", tuple(A_TO_T)) for number in range(20))
    workbook = RawWorkbook({"S": RawSheet(ONE_ROW, tables=tables)})
    monkeypatch.setattr(package, "LARGEST_TREES", 30_000)
    assert len(opened(workbook).tables) == 20
    monkeypatch.setattr(package, "LARGEST_TREES", 20_000)
    with pytest.raises(FileProblem, match="its tables and lists of parts are larger"):
        _ = opened(workbook).tables
    monkeypatch.setattr(package, "LARGEST_TREE", 500)
    with pytest.raises(FileProblem, match="is too large"):
        _ = opened(workbook).tables
