"""New workbooks, empty and filled from CSV files, and how they look: first free row, paper, title and pages."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import (
    KEYS,
    ONE_OF_EACH_KIND,
    book_of,
    column,
    random_tables,
    recalc_club,
    rule_cell,
    sample_book,
    set_cells,
)
from tests.helpers.files.raw_workbook import unzip_parts
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.files.club_file import open_club_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PAPER_NUMBERS, list_input_tables
from xladdin.workbook.sheets import list_hideable_sheets, list_sheets


@pytest.mark.parametrize("key", KEYS)
def test_a_new_workbook_has_the_sheets_and_tables_of_the_schema(key: str, tmp_path: Path) -> None:
    path = tmp_path / "Our Club.xlsx"
    assert run_here("new", key, path, "--title", "scores").status == 0
    workbook = openpyxl.load_workbook(path)
    visible = [sheet.title for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
    hidden = list_hideable_sheets(xladdin.system(key))
    assert visible == [sheet for sheet in list_sheets(xladdin.system(key)) if sheet not in hidden]
    assert len(visible) <= 14 and visible[:2] == ["Start", "Players"]
    for name, table in list_input_tables(xladdin.system(key)).items():
        assert workbook[name].tables[name].column_names == [column.heading for column in table.columns]
    names = open_club_file(path).names
    assert (names["club_title"], names["club_system"]) == ("scores", key)


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_new_workbooks_are_valid(key: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"club{suffix}"
    assert run_here("new", key, path).status == 0
    assert validate_workbook(path) == []
    before = path.read_bytes()
    assert run_here("new", key, path).status == 2
    assert path.read_bytes() == before


def test_each_workbook_has_an_identity_of_its_own(tmp_path: Path) -> None:
    paths = first, two, renewed, following = [tmp_path / f"{name}.xlsx" for name in ("one", "two", "renewed", "next")]
    for path in (first, two):
        assert run_here("new", "montreal", path).status == 0
    assert run_here("renew", first, renewed).status == run_here("rollover", first, following).status == 0
    recalc_club(first)
    ids = [str(open_club_file(path).names["club_id"]) for path in paths]
    assert ids[2] == ids[0] and len(set(ids)) == 3, "the same log goes on in a renewed one"
    assert all(re.fullmatch("club-[0-9a-f]{16}", identity) for identity in ids)


def test_own_columns_are_kept_and_computed_ones_left_out(tmp_path: Path) -> None:
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Change 1", "Board"]
    path = book_of("mississauga", tmp_path, {"games": [headings, ["2026-01-05", "Ann", 400, "Bob", 390, 99, 7]]})
    sheet = openpyxl.load_workbook(path)["Games"]
    assert column(sheet, "Board") == ["7"] and column(sheet, "Change 1") != [99]
    recalc_club(path)
    assert column(openpyxl.load_workbook(path)["Games"], "Board") == ["7"]


OWN = "Montreal Scrabble Club, room 3"
A3 = 8


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_sheet_opens_at_its_first_free_row(key: str, tmp_path: Path) -> None:
    workbook = openpyxl.load_workbook(sample_book(key, tmp_path, recalculated=False))
    for sheet in map(workbook.__getitem__, list_input_tables(SYSTEMS[key])):
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
    set_cells(path, ("Rules", title, "2 Dames & Été <Club>"), ("Rules", rule_cell(path, "club_paper"), other))
    assert not recalc_club(path).problems
    footers = {sheet: footer.replace(old, "2 Dames && Été <Club>") for sheet, (_, footer) in before.items()}
    expected = {sheet: (PAPER_NUMBERS[other], footer) for sheet, footer in footers.items()}
    assert look(path) == {**expected, "Standings": (A3, OWN)}
    assert not recalc_club(path).blocks


def test_every_page_of_the_ladder_begins_with_the_heading_of_its_group(tmp_path: Path) -> None:
    path = book_of("sca", tmp_path, random_tables("sca", 720, 80, seed=21))
    recalc_club(path)
    sheet = openpyxl.load_workbook(path)["Ladder"]
    ends = [page_break.id for page_break in sheet.row_breaks.brk]
    tops = [sheet.cell(row + 1, 3).value for row in (5, *ends)]
    assert len(tops) == 3 and tops[0] == "Knights" and tops[-1] == "Pawns" and set(tops) == {"Knights", "Pawns"}
    assert all(sheet.cell(row + 1, 2).value is None for row in ends)


def test_pages_repeat_headings_only_where_a_list_runs_over_a_page(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, random_tables("mississauga", 40, 8, seed=3))
    lists = ("Standings", "Championship", "Crosstable")

    def repeated() -> dict[str, tuple[str, str]]:
        sheets = openpyxl.load_workbook(path).worksheets
        return {sheet.title: (sheet.print_title_rows, sheet.print_title_cols) for sheet in sheets}

    def recalculate() -> dict[str, tuple[str, str]]:
        recalc_club(path)
        return {sheet: repeated()[sheet] for sheet in lists}

    of_inputs = repeated()["Games"]
    assert recalculate() == dict.fromkeys(lists, (None, None))
    first_player, first_game = FIRST_DATA_ROW + 8, FIRST_DATA_ROW + 40
    names = [f"Newcomer {number:02d}" for number in range(80)]
    players = [("Players", f"A{row}", name) for row, name in enumerate(names, first_player)]
    games = [
        ("Games", f"{column}{row}", value)
        for row, (name, other) in enumerate(zip(names[::2], names[1::2]), first_game)
        for column, value in zip("ABCDE", (date(2020, 2, 11), name, 400, other, 350))
    ]
    set_cells(path, *players, *games)
    assert recalculate() == {**dict.fromkeys(lists, ("$1:$5", None)), "Crosstable": ("$1:$5", "$A:$C")}
    assert repeated()["Games"] == of_inputs == ("$1:$3", None)

    workbook = openpyxl.load_workbook(path)
    workbook["Standings"].print_title_rows = "4:5"
    workbook.save(path)
    set_cells(path, *((sheet, cell, None) for sheet, cell, _ in games))
    assert recalculate() == {**dict.fromkeys(lists, (None, None)), "Standings": ("$4:$5", None)}


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, by WCAG 2.1."""
    parts = (int(colour[first : first + 2], 16) / 255 for first in (2, 4, 6))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_text_stands_out_and_every_chart_is_square_and_described(key: str, tmp_path: Path) -> None:
    """WCAG 2.1, 1.4.3: a text has a contrast of at least 4.5 to 1. Screen readers read what a chart shows."""
    path = sample_book(key, tmp_path)
    for sheet in openpyxl.load_workbook(path):
        hidden = {n for c in sheet.column_dimensions.values() if c.hidden for n in range(c.min, c.max + 1)}
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.value and cell.column not in hidden):
            ink = cell.font.color.rgb if cell.font.color else "00000000"
            ground = cell.fill.fgColor.rgb if cell.fill.fill_type else "00FFFFFF"
            dark, light = sorted(map(brightness, (ink, ground)))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (sheet.title, cell.coordinate)
    parts = unzip_parts(path)
    charts = [xml for name, xml in parts.items() if name.startswith("xl/charts/chart")]
    drawings = b"".join(xml for name, xml in parts.items() if name.startswith("xl/drawings/drawing"))
    assert charts and all(re.search(rb'<roundedCorners val="0" ?/>', chart) for chart in charts)
    assert len(re.findall(rb'name="Chart of [^"]+" descr="Line chart of [^"]+"', drawings)) == len(charts)
