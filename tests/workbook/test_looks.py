"""How a workbook looks: its first free row, its paper and title, and the pages of the ladder."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import ONE_OF_EACH_KIND, book_of, random_tables, recalculated, rule_cell, sample_book, typed
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PAPER_NUMBERS, input_tables

OWN = "Montreal Scrabble Club, room 3"
A3 = 8


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_sheet_opens_at_its_first_free_row(key: str, tmp_path: Path) -> None:
    workbook = openpyxl.load_workbook(sample_book(key, tmp_path, recalculated=False))
    for sheet in map(workbook.__getitem__, input_tables(SYSTEMS[key])):
        last = max(row for row in range(HEADINGS_ROW, sheet.max_row + 1) if sheet.cell(row, 1).value is not None)
        (chosen,) = (selection for selection in sheet.sheet_view.selection if selection.pane == "bottomLeft")
        assert chosen.activeCell == f"A{last + 1}", sheet.title
        assert sheet.sheet_view.pane.topLeftCell == f"B{max(FIRST_DATA_ROW, last + 1 - 15)}"


def look(path: Path) -> dict[str, tuple[int, str]]:
    sheets = openpyxl.load_workbook(path).worksheets
    return {sheet.title: (int(sheet.page_setup.paperSize), str(sheet.oddFooter.left.text)) for sheet in sheets}


@pytest.mark.parametrize(("key", "paper", "other"), [("montreal", "Letter", "A4"), ("dptr", "A4", "Letter")])
def test_sheets_take_the_paper_and_title_and_one_of_the_clubs_own_keeps_its(
    key: str, paper: str, other: str, tmp_path: Path
) -> None:
    path = sample_book(key, tmp_path)
    before, title = look(path), rule_cell(path, "club_title")
    old = str(openpyxl.load_workbook(path)["Rules"][title].value)
    assert {number for number, _ in before.values()} == {PAPER_NUMBERS[paper]}
    workbook = openpyxl.load_workbook(path)
    workbook["Standings"].page_setup.paperSize, workbook["Standings"].oddFooter.left.text = A3, OWN
    workbook.save(path)
    typed(path, ("Rules", title, "2 Dames & Été <Club>"), ("Rules", rule_cell(path, "club_paper"), other))
    assert not recalculated(path).problems
    expected = {
        sheet: (PAPER_NUMBERS[other], footer.replace(old, "2 Dames && Été <Club>"))
        for sheet, (_, footer) in before.items()
    }
    assert look(path) == {**expected, "Standings": (A3, OWN)}
    assert not recalculated(path).blocks


def test_every_page_of_the_ladder_begins_with_the_heading_of_its_group(tmp_path: Path) -> None:
    path = book_of("sca", tmp_path, random_tables("sca", 720, 80, seed=21))
    recalculated(path)
    sheet = openpyxl.load_workbook(path)["Ladder"]
    ends = [page_break.id for page_break in sheet.row_breaks.brk]
    tops = [sheet.cell(row + 1, 3).value for row in (5, *ends)]
    assert len(tops) == 3 and tops[0] == "Knights" and tops[-1] == "Pawns" and set(tops) == {"Knights", "Pawns"}
    assert all(sheet.cell(row + 1, 2).value is None for row in ends)
