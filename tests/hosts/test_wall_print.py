"""What hangs on the wall, measured in the PDF: the size of the print, and no word cut or printed over.

Three prints a system: a club of 40 players, the same in French, and one of six with the longest names, rows to mend
typed since.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from tests.helpers.clubs import KEYS, NOW, book_of, edited, random_tables, recalculated, stored
from tests.helpers.programs.libreoffice import Word, pdf_page_sizes, pdf_words
from xladdin.hosts.printing import print_book
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.new_book import make_book
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW

WALL = ("Standings", "Scoreboard", "Championship", "Ladder", "Records", "Weekly sheet", "Crosstable")
LEAST = {"Ladder": 12.0}
"""Points; 10 elsewhere."""
LONGEST_LINE = 95
"""Characters of a column's width: 118 letters of 4.5 points, with the names of long days and months."""
FOOT, EDGE = 50.0, 15.0
"""Points: the room of the footer, and what no printer reaches."""
NAMES = ["Zoë", "Ømar", "Ana", "Łucja", "Joan-Marie", "Jean-François", "Uma", "Tadhg", "Heather", "Quentin"]
FAMILIES = ["Smith", "Fernández", "Tremblay", "Leblanc"]


Pages = dict[str, list[tuple[list[Word], tuple[float, float]]]]
"""By sheet, its pages: their words, and their width and height [points]."""
LONGEST = [
    "Bartholomew Brzęczyszczykiewicz", "Zoë Lavoie", "Jean-François Beauséjour-Lachance", "Bob Ng",
    "Uma Krishnamurthy-Subramaniam", "Ann Lee",
]  # fmt: skip


@pytest.fixture(scope="module", params=KEYS)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Pages]:
    """A club of 40 players."""
    people = [f"{name} {family}" for family in FAMILIES for name in NAMES]
    path = _club(request.param, people, tmp_path_factory.mktemp(request.param))
    assert not recalculated(path).problems
    return path, _pages(path, request.param)


@pytest.fixture(scope="module", params=KEYS)
def printed_in_french(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Pages]:
    """The same in French."""
    people = [f"{name} {family}" for family in FAMILIES for name in NAMES]
    path = _club(request.param, people, tmp_path_factory.mktemp(request.param))
    edited(path, ("Rules", "B8", "French"))
    assert not recalculated(path).problems
    return path, _pages(path, request.param)


@pytest.fixture(scope="module", params=KEYS)
def printed_with_long_names(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Pages]:
    """A club of six, and a row to mend since the last recalculation."""
    path = _club(request.param, LONGEST, tmp_path_factory.mktemp(request.param))
    assert not recalculated(path).problems
    log = SYSTEMS[request.param].log_kind
    edited(path, (log.table, "B4", "Nobody of that name"))
    assert recalculated(path).problems
    return path, _pages(path, request.param)


def _club(key: str, people: list[str], folder: Path) -> Path:
    rows = random_tables(key, 12 * len(people), len(people), seed=11)
    listed = sorted({str(row[0]) for row in rows["players"][1:]})
    names = dict(zip(listed, people, strict=True))
    tables = {table: [[names.get(str(cell), cell) for cell in row] for row in lines] for table, lines in rows.items()}
    return book_of(key, folder, tables)


def _pages(path: Path, key: str) -> Pages:
    sheets = [sheet for sheet in report_sheets_of(SYSTEMS[key]) if sheet in WALL]
    pdf = print_book(path, sheets)
    pages: Pages = {}
    for words, size in zip(pdf_words(pdf), pdf_page_sizes(pdf), strict=True):
        foot = " ".join(word.text for word in words if word.top > size[1] - FOOT)
        sheet = next(sheet for sheet in sheets if f"· {sheet}" in foot)
        pages.setdefault(sheet, []).append(([word for word in words if word.top <= size[1] - FOOT], size))
    assert set(pages) == set(sheets)
    return pages


def test_the_print_is_ten_points_and_twelve_on_the_ladder(printed: tuple[Path, Pages]) -> None:
    _, pages = printed
    for sheet, own in pages.items():
        sizes = {word.text: word.size for words, _ in own for word in words if word.text.isalnum()}
        names = {text: size for text, size in sizes.items() if text in {*NAMES, *FAMILIES}}
        assert names, sheet
        assert min(names.values()) >= LEAST.get(sheet, 10.0) - 0.1, (sheet, names)
        assert min(sizes.values()) >= 10.0 - 0.1, (sheet, min(sizes.items(), key=lambda one: one[1]))


def test_no_word_is_cut_printed_over_another_or_over_the_edge(printed: tuple[Path, Pages]) -> None:
    _assert_whole(*printed)


def test_no_word_is_cut_in_french(printed_in_french: tuple[Path, Pages]) -> None:
    _assert_whole(*printed_in_french)


def test_no_word_is_cut_where_names_are_long_and_a_row_is_wrong(printed_with_long_names: tuple[Path, Pages]) -> None:
    path, pages = printed_with_long_names
    _assert_whole(path, pages)
    for sheet, own in pages.items():
        for words, _ in own:
            assert "recalculate" in {word.text for word in words}, sheet


@pytest.mark.parametrize("key", KEYS)
def test_every_page_is_as_wide_as_the_line_that_says_what_it_is_as_of(key: str, tmp_path: Path) -> None:
    """A PDF holds what its page cuts off, too; so the columns of each page are measured."""
    make_book(SYSTEMS[key], tmp_path / "club.xlsx", {}, NOW)
    workbook = stored(tmp_path / "club.xlsx")
    for name in report_sheets_of(SYSTEMS[key]):
        sheet = workbook[name]
        if name == "Crosstable":  # where the line is broken within the columns that every page repeats
            assert {"A1:C1", "A2:C2", "A3:C3"} <= {str(cells) for cells in sheet.merged_cells.ranges}
            continue
        last = CellRange(sheet.print_area.rpartition("!")[2].replace("$", "")).max_col
        ends = [*(after.id for after in sheet.col_breaks.brk), last]
        for first, end in zip([1, *(end + 1 for end in ends)], ends):
            shown = (sheet.column_dimensions[get_column_letter(number)] for number in range(first, end + 1))
            assert sum(column.width for column in shown if not column.hidden) >= LONGEST_LINE, (name, first)


def _assert_whole(path: Path, pages: Pages) -> None:
    """Every word of a sheet is printed, and none over another or over the edge."""
    workbook = stored(path)
    for sheet, own in pages.items():
        for words, (width, height) in own:
            upright = [word for word in words if word.right - word.left > 0.6 * (word.bottom - word.top)]
            for number, word in enumerate(upright):
                assert word.left >= EDGE and word.right <= width - EDGE and word.bottom <= height - EDGE, (sheet, word)
                assert [other for other in upright[number + 1 :] if word.overlaps(other)] == [], (sheet, word)
        if sheet == "Crosstable":  # its names stand upright
            continue
        there = {word.text for words, _ in own for word in words}
        assert not [text for text in there if "##" in text], sheet  # which stand for a figure that has no room
        rows = [*workbook[sheet].values]
        cells = [cell for row in (*rows[: HEADING_ROW - 1], *rows[HEADING_ROW:]) for cell in row]  # headings may wrap
        wanted = {text for cell in cells if isinstance(cell, str) for text in cell.split()}
        assert wanted <= there, (sheet, sorted(wanted - there))


def test_forty_players_stand_on_one_page_and_every_page_has_the_headings(printed: tuple[Path, Pages]) -> None:
    _, pages = printed
    for sheet, own in pages.items():
        if sheet in ("Championship", "Weekly sheet"):
            assert len(own) == 1, sheet
        for words, _ in own:
            assert {"Club", "Camp", "Tournament", "Pouch"} & {word.text for word in words}, sheet
