"""Which column is ours: its exact heading first, then one that differs in case and blanks alone, never a guess."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import recalculated, sample_book
from tests.helpers.hosts import HOSTS
from xladdin.cells.table import CellTable
from xladdin.errors import RowsToMend


def add_column(path: Path, table: str, heading: str, value: object) -> str:
    """Puts a column of the club's own behind a table's last; gives its letters."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[table]
    own = sheet.tables[table]
    _, _, width, last_row = openpyxl.utils.cell.range_boundaries(own.ref)
    letters = openpyxl.utils.cell.get_column_letter(width + 1)
    sheet[f"{letters}1"] = heading
    for row in range(2, last_row + 1):
        sheet[f"{letters}{row}"] = value
    own.tableColumns.append(openpyxl.worksheet.table.TableColumn(id=width + 1, name=heading))
    own.ref = own.autoFilter.ref = f"A1:{letters}{last_row}"
    workbook.save(path)
    return letters


def renamed(path: Path, table: str, old: str, new: str) -> None:
    """Gives a column another heading, as typing over it does."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[table]
    for number, column in enumerate(sheet.tables[table].tableColumns, 1):
        if column.name == old:
            column.name = sheet.cell(1, number).value = new
    workbook.save(path)


def values(path: Path, sheet: str, letters: str) -> list[object]:
    return [cell.value for cell in openpyxl.load_workbook(path)[sheet][letters][1:]]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("heading", ["rating  ", "RATING", " Rating"])
def test_the_clubs_own_column_with_nearly_our_heading_is_left_alone(tmp_path: Path, host: str, heading: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    letters = add_column(path, "Players", heading, "the director's own")
    assert "rated." in HOSTS[host](path)
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert values(path, "Players", "D")[:2] == [1242, 999]  # as without the other column


@pytest.mark.parametrize("host", HOSTS)
def test_one_heading_in_another_spelling_is_ours(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    renamed(path, "Players", "Rating", "RATING ")
    renamed(path, "Games", "Score 1", "score  1")
    renamed(path, "Games", "Change 1", "change 1")
    assert "rated." in HOSTS[host](path)
    assert values(path, "Players", "D")[:2] == [1242, 999]


@pytest.mark.parametrize("host", HOSTS)
def test_two_headings_neither_of_which_is_spelled_as_ours_are_to_be_mended(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    renamed(path, "Players", "Rating", "RATING")
    letters = add_column(path, "Players", "rating  ", "the director's own")
    told = HOSTS[host](path)
    assert 'Players row 1, Rating "RATING": D1 and G1 both read as this heading' in told
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert set(values(path, "Players", "D")) == {None}


def test_two_notes_are_a_problem_and_neither_is_written(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    renamed(path, "Games", "Note", "NOTE")
    letters = add_column(path, "Games", "note ", "the director's own")
    (problem,) = recalculated(path).problems
    assert (problem.sheet, problem.row, problem.column) == ("Games", 1, "Note")
    assert set(values(path, "Games", letters)) == {"the director's own"}


def test_live_formulas_find_headings_of_another_spelling(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    renamed(path, "Games", "Difference", "DIFFERENCE")
    renamed(path, "Games", "Change 1", "change  1")
    workbook = openpyxl.load_workbook(path)
    for cell in workbook["Games"]["J"][1:]:
        cell.value = None  # the formulas that a recalculation brings back
    held = [workbook["Games"].cell(1, column).value for column in range(8, 11)]
    workbook.save(path)
    assert held == ["DIFFERENCE", "change  1", "Change 2"]
    assert not recalculated(path).problems
    assert values(path, "Games", "J")[0] == '=IF(OR(I2=""),"",-I2)' or str(values(path, "Games", "J")[0]).endswith(
        "-I2)"
    )


def test_positions() -> None:
    table = CellTable("Games", ("Date", "date ", "SCORE 1", "Kind", "Kind"), ([1], [2], [3], [4], [5]), "Games", 4, 2)
    assert table.position("Date") == 0
    assert table.column("Score 1") == [3]
    assert (table.position("Remark"), table.column("Remark")) == (None, None)
    with pytest.raises(RowsToMend) as wrong:
        table.position("Kind")
    assert str(wrong.value) == (
        'Games row 4, Kind "Kind": E4 and F4 both read as this heading; give the one that is the club\'s own another'
    )
