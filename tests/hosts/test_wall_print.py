"""What hangs on the wall, measured in the PDF: the size of the print, and no word cut or printed over.

One print a system, of a club of 40 players.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, book_of, random_tables, recalculated, stored
from tests.helpers.programs.libreoffice import Word, pdf_page_sizes, pdf_words
from xladdin.hosts.printing import print_book
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import report_sheets_of

WALL = ("Standings", "Scoreboard", "Championship", "Ladder", "Records", "Weekly sheet", "Crosstable")
LEAST = {"Ladder": 12.0}
"""Points; 10 elsewhere."""
BOX = 1.117
"""Height of a word's box in Liberation Sans, which stands for Arial, to the size of its print."""
FOOT, EDGE = 50.0, 15.0
"""Points: the room of the footer, and what no printer reaches."""
NAMES = ["Zoë", "Ømar", "Ana", "Łucja", "Joan-Marie", "Jean-François", "Uma", "Tadhg", "Heather", "Quentin"]
FAMILIES = ["Smith", "Fernández", "Tremblay", "Leblanc"]


@pytest.fixture(scope="module", params=KEYS)
def printed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, list[tuple[list[Word], tuple[float, float]]]]]:
    """The pages of each sheet of a club: their words, and their width and height [points]."""
    key: str = request.param
    people = [f"{name} {family}" for family in FAMILIES for name in NAMES]
    rows = random_tables(key, 480, 40, seed=11)
    listed = sorted({str(row[0]) for row in rows["players"][1:]})
    names = dict(zip(listed, people, strict=True))
    tables = {table: [[names.get(str(cell), cell) for cell in row] for row in lines] for table, lines in rows.items()}
    path = book_of(key, tmp_path_factory.mktemp(key), tables)
    assert not recalculated(path).problems
    sheets = [sheet for sheet in report_sheets_of(SYSTEMS[key]) if sheet in WALL]
    pdf = print_book(path, sheets)
    pages: dict[str, list[tuple[list[Word], tuple[float, float]]]] = {}
    for words, size in zip(pdf_words(pdf), pdf_page_sizes(pdf), strict=True):
        foot = " ".join(word.text for word in words if word.top > size[1] - FOOT)
        sheet = next(sheet for sheet in sheets if f"· {sheet}" in foot)
        pages.setdefault(sheet, []).append(([word for word in words if word.top <= size[1] - FOOT], size))
    assert set(pages) == set(sheets)
    return path, pages


Printed = tuple[Path, dict[str, list[tuple[list[Word], tuple[float, float]]]]]


def test_the_print_is_ten_points_and_twelve_on_the_ladder(printed: Printed) -> None:
    _, pages = printed
    for sheet, own in pages.items():
        sizes = {word.text: (word.bottom - word.top) / BOX for words, _ in own for word in words if word.text.isalnum()}
        names = {text: size for text, size in sizes.items() if text in {*NAMES, *FAMILIES}}
        assert names, sheet
        assert min(names.values()) >= LEAST.get(sheet, 10.0) - 0.1, (sheet, names)
        assert min(sizes.values()) >= 10.0 - 0.1, (sheet, min(sizes.items(), key=lambda one: one[1]))


def test_no_word_is_printed_over_another_or_over_the_edge(printed: Printed) -> None:
    _, pages = printed
    for sheet, own in pages.items():
        for words, (width, height) in own:
            upright = [word for word in words if word.right - word.left > 0.6 * (word.bottom - word.top)]
            for number, word in enumerate(upright):
                assert word.left >= EDGE and word.right <= width - EDGE and word.bottom <= height - EDGE, (sheet, word)
                assert [other for other in upright[number + 1 :] if word.overlaps(other)] == [], (sheet, word)


def test_every_word_of_a_sheet_is_printed(printed: Printed) -> None:
    path, pages = printed
    workbook = stored(path)
    for sheet, own in pages.items():
        if sheet == "Crosstable":  # its names stand upright
            continue
        there = {word.text for words, _ in own for word in words}
        cells = [cell.value for row in workbook[sheet].iter_rows(min_row=6) for cell in row]
        wanted = {text for cell in cells if isinstance(cell, str) for text in cell.split()}
        assert wanted <= there, (sheet, sorted(wanted - there))


def test_forty_players_stand_on_one_page_and_every_page_has_the_headings(printed: Printed) -> None:
    _, pages = printed
    for sheet, own in pages.items():
        if sheet in ("Championship", "Weekly sheet"):
            assert len(own) == 1, sheet
        for words, _ in own:
            assert {"Club", "Camp", "Tournament", "Pouch"} & {word.text for word in words}, sheet
