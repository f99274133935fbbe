"""The paper and the title that Rules chooses. A recalculation puts them on the sheets, and so does a renewal."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, sample_book
from tests.helpers.programs.libreoffice import pdf_texts, to_pdf
from xladdin.cells.limits import LAST_ROW
from xladdin.hosts.file.club_file import rollover_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import PAPER_NUMBERS
from xladdin.workbook.sheet_visibility import sheets_hidden_while_empty

LANGUAGE_CELL, CELL = "B8", "B9"
"""The cells of the language and the paper on Rules."""


def papers(path: Path) -> dict[str, int]:
    sheets = openpyxl.load_workbook(path).worksheets
    return {sheet.title: int(sheet.page_setup.paperSize) for sheet in sheets}


def _on_a4(part: bytes) -> bytes:
    return part.replace(b'paperSize="1"', b'paperSize="9"')


def other(key: str) -> str:
    return next(name for name in PAPER_NUMBERS if name != SYSTEMS[key].paper)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_sheets_take_another_paper(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    assert set(papers(path).values()) == {PAPER_NUMBERS[SYSTEMS[key].paper]}
    edited(path, ("Rules", CELL, other(key)))
    assert not recalculated(path, LATER).problems
    assert set(papers(path).values()) == {PAPER_NUMBERS[other(key)]}
    assert not recalculated(path, LATER).blocks


def test_a_sheet_on_a_paper_of_its_own_keeps_it_and_all_else_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook["Standings"].page_setup.paperSize = 8  # A3
    workbook["Rules"][CELL] = "a4"
    workbook.save(path)
    with zipfile.ZipFile(path) as archive:
        before = {name: archive.read(name) for name in archive.namelist()}
    assert not recalculated(path, LATER).problems
    assert papers(path)["Standings"] == 8 and papers(path)["Games"] == 9
    with zipfile.ZipFile(path) as archive:
        untouched = [name for name, part in before.items() if part == archive.read(name)]
        papers_alone = [name for name, part in before.items() if _on_a4(part) == archive.read(name) != part]
    assert len(papers_alone) > 5 and len(untouched) > 5


def test_the_paper_comes_along(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Rules", CELL, "A4"), ("Rules", LANGUAGE_CELL, "French"))
    rollover_file(path, tmp_path / "renewed.xlsx", NOW, keep_log=True)
    assert set(papers(tmp_path / "renewed.xlsx").values()) == {9}
    rules = openpyxl.load_workbook(tmp_path / "renewed.xlsx")["Rules"]
    assert (rules[LANGUAGE_CELL].value, rules[CELL].value) == ("French", "A4")


def footers(path: Path) -> dict[str, str]:
    sheets = openpyxl.load_workbook(path).worksheets
    return {sheet.title: str(sheet.oddFooter.left.text) for sheet in sheets}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_footers_take_another_title(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    (title,) = [row[1] for row in openpyxl.load_workbook(path)["Rules"].iter_rows() if row[0].value == "Club's title"]
    before = footers(path)
    edited(path, ("Rules", title.coordinate, "2 Dames & Été <Club>"), ("Players", "Z1", "Own"))
    assert not recalculated(path, LATER).problems
    new = {sheet: text.replace(str(title.value), "2 Dames && Été <Club>") for sheet, text in before.items()}
    assert new != before and footers(path) == new
    assert not recalculated(path, LATER).blocks
    edited(path, ("Rules", title.coordinate, title.value))
    assert not recalculated(path, LATER).problems
    assert footers(path) == before


def test_a_footer_of_the_clubs_own_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    old = workbook["Start"].oddFooter.left.text
    workbook["Standings"].oddFooter.left.text = "Montreal Scrabble Club, room 3"
    (title,) = [row[1] for row in workbook["Rules"].iter_rows() if row[0].value == "Club's title"]
    title.value = "Another"
    workbook.save(path)
    assert not recalculated(path, LATER).problems
    said = footers(path)
    assert said["Standings"] == "Montreal Scrabble Club, room 3"
    assert said["Games"] == "Another · &A" != old


def test_what_pages_repeat_is_named_after_all_print_areas(tmp_path: Path) -> None:
    """LibreOffice takes half as long again to open a workbook with the two mixed, and hidden sheets without an end."""
    path = sample_book("lexington", tmp_path)
    with zipfile.ZipFile(path) as archive:
        part = archive.read("xl/workbook.xml").decode()
    kinds = re.findall(r'<definedName name="_xlnm\.Print_(Area|Titles)"', part)
    assert kinds == sorted(kinds) and set(kinds) == {"Area", "Titles"}
    sheets = openpyxl.load_workbook(path).worksheets
    empty = sheets_hidden_while_empty(SYSTEMS["lexington"])
    hidden = [sheet for sheet in sheets if sheet.sheet_state == "hidden" and sheet.title not in empty]
    assert hidden and {sheet.print_area.rpartition("!")[2] for sheet in hidden} == {"$XFD$1"}


def test_a_print_of_the_whole_workbook_has_no_page_of_a_hidden_sheet(tmp_path: Path) -> None:
    """LibreOffice prints the area of a hidden sheet too, unless it is empty.

    So it prints the headings of a sheet that holds nothing yet. `xladdin print` does not.
    """
    path = sample_book("lexington", tmp_path)
    shown = {sheet.title: sheet.sheet_state for sheet in openpyxl.load_workbook(path).worksheets}
    pages = pdf_texts(to_pdf(path, tmp_path))
    printed = {sheet for sheet in shown for page in pages if re.search(rf" · {sheet}\s+\d+ / {len(pages)}", page)}
    assert "Standings" in printed and {
        shown[sheet] for sheet in printed - {*sheets_hidden_while_empty(SYSTEMS["lexington"])}
    } == {"visible"}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_list_is_printed_as_far_as_it_is_filled(key: str, tmp_path: Path) -> None:
    """Excel prints all blank pages of an area that ends before the last row of a sheet."""
    workbook = openpyxl.load_workbook(sample_book(key, tmp_path))
    for name in (*tables_of(SYSTEMS[key]), "Standings", "Scoreboard", "Journal"):
        assert {area.rpartition("$")[2] for area in workbook[name].print_area.split(",")} == {str(LAST_ROW)}


@pytest.mark.parametrize(("key", "games"), [("lexington", 900), ("sca", 1200), ("dptr", 1200)])
def test_all_records_are_on_one_page_and_what_goes_on_below_is_attendance(key: str, games: int, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, games, 30, seed=5))
    recalculated(path)
    sheet = openpyxl.load_workbook(path)["Records"]
    last_row = int(sheet.print_area.rpartition("$")[2])
    below = list(sheet.iter_rows(last_row + 1, values_only=True))
    assert "All time" in [cell.value for cell in sheet["B"]]
    assert any(any(row) for row in below) and not any(any(row[:8]) for row in below)
