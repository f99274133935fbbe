"""The paper and the title that Rules chooses. A recalculation puts them on the sheets, and so does a renewal."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, edited, recalculated, sample_book
from tests.helpers.programs.libreoffice import pdf_texts, to_pdf
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import PAPER_NUMBERS
from xladdin.workbook.start import sheets_hidden_while_empty

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
    result = footers(path)
    assert result["Standings"] == "Montreal Scrabble Club, room 3"
    assert result["Games"] == "Another · &A" != old


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
