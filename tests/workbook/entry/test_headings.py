"""Which column is ours: its exact heading first, then one that differs only in case and blanks. We never guess."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from openpyxl.utils.cell import get_column_letter, range_boundaries

from tests.corpus.editing import Parts, cell_at, rename_heading, set_cell, tag
from tests.helpers.clubs import recalculated, sample_book
from tests.helpers.excel.hosts import HOSTS, hosts_by_turns
from xladdin.cells.table import CellTable
from xladdin.game_log.parsing import near_misses
from xladdin.systems import system_named
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW


def add_column(path: Path, table: str, heading: str, value: str) -> str:
    """Puts a column of the club after the last one of a table, and gives its letters."""
    parts = Parts(path)
    own = parts.table(table)
    _, _, width, last_row = range_boundaries(own.get("ref"))
    letters = get_column_letter(width + 1)
    columns = own.find(tag("tableColumns"))
    columns.set("count", str(width + 1))
    etree.SubElement(columns, tag("tableColumn"), id=str(width + 1), name=heading)
    for area in (own, own.find(tag("autoFilter"))):
        area.set("ref", f"A{HEADINGS_ROW}:{letters}{last_row}")
    for row in range(HEADINGS_ROW, last_row + 1):
        set_cell(cell_at(parts.sheet(table), f"{letters}{row}"), heading if row == HEADINGS_ROW else value)
    parts.save()
    return letters


def values(path: Path, sheet: str, letters: str) -> list[object]:
    return [cell.value for cell in openpyxl.load_workbook(path)[sheet][letters][HEADINGS_ROW:]]


@pytest.mark.parametrize("host", hosts_by_turns(0))
@pytest.mark.parametrize("heading", ["rating  ", "RATING", " Rating"])
def test_the_clubs_own_column_with_nearly_our_heading_is_left_alone(tmp_path: Path, host: str, heading: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    letters = add_column(path, "Players", heading, "the director's own")
    assert "rated." in HOSTS[host](path)
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert values(path, "Players", "D")[:2] == [1242, 999]  # as without the other column


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_one_heading_in_another_spelling_is_ours(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    rename_heading(path, "Players", "Rating", "RATING ")
    rename_heading(path, "Games", "Score 1", "score  1")
    rename_heading(path, "Games", "Change 1", "change 1")
    assert "rated." in HOSTS[host](path)
    assert values(path, "Players", "D")[:2] == [1242, 999]


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_two_headings_neither_of_which_is_spelled_as_ours_are_to_be_mended(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    rename_heading(path, "Players", "Rating", "RATING")
    letters = add_column(path, "Players", "rating  ", "the director's own")
    told = HOSTS[host](path)
    assert f'Players row 3, Rating "RATING": D3 and {letters}3 both read as this heading' in told
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert set(values(path, "Players", "D")) == {None}


def test_live_formulas_find_headings_of_another_spelling(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    rename_heading(path, "Games", "Difference", "DIFFERENCE")
    rename_heading(path, "Games", "Change 1", "change  1")
    workbook = openpyxl.load_workbook(path)
    headings = [cell.value for cell in workbook["Games"][3]]
    change1, change2 = (get_column_letter(headings.index(name) + 1) for name in ("change  1", "Change 2"))
    for cell in workbook["Games"][change2][HEADINGS_ROW:]:
        cell.value = None  # the formulas that a recalculation brings back
    workbook.save(path)
    assert not recalculated(path).problems
    assert values(path, "Games", change2)[0] == f'=IF({change1}4="","",-{change1}4)'


@pytest.mark.parametrize(
    ("key", "table", "heading", "typed", "values"),
    [
        ("mississauga", "Players", "Start rating", "Initial rating", "1890"),
        ("mississauga", "Players", "Start rating", "Startrating", "1890"),
        ("montreal", "Games", "Double", "Doubles", "Sally"),
        ("sca", "Players", "Start permanent", "Start perm.", "1200"),
        ("dptr", "Events", "World Championship", "World Champ", "Yes"),
    ],
)
def test_a_near_miss_of_an_absent_heading_is_to_be_mended_once_its_column_holds_something(
    tmp_path: Path, key: str, table: str, heading: str, typed: str, values: str
) -> None:
    path = sample_book(key, tmp_path, recalculated=False)
    rename_heading(path, table, heading, typed)
    fill_column(path, table, typed, "")
    asked = f'did you mean "{heading}"?'
    assert asked not in recalculated(path).summary
    fill_column(path, table, typed, values)
    assert asked in recalculated(path).summary


def fill_column(path: Path, table: str, heading: str, value: str) -> None:
    parts = Parts(path)
    own = parts.table(table)
    letters = get_column_letter([column.get("name") for column in own.iter(tag("tableColumn"))].index(heading) + 1)
    for row in range(FIRST_DATA_ROW, range_boundaries(own.get("ref"))[3] + 1):
        set_cell(cell_at(parts.sheet(table), f"{letters}{row}"), value)
    parts.save()


@pytest.mark.parametrize(
    ("heading", "value"), [("Phone", "555-1234"), ("Start date", "2001-05-06"), ("Last played", 7), ("Rating", 1200)]
)
def test_near_misses_leaves_other_columns_of_the_clubs_own_alone(heading: str, value: object) -> None:
    table = CellTable("Players", ("Player", heading), (["Ann"], [value]))
    assert near_misses(system_named("mississauga"), table) == []
