"""Contract of the report sheets: they hold what their descriptions give, and nothing stale.

Reports go into blocks that are known by their names, and never over a cell of the club's own.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import (
    KEYS,
    LATER,
    ONE_OF_EACH_KIND,
    book_of,
    headings_of,
    load_values,
    random_tables,
    recalc_club,
    renew_in,
    sample_book,
    set_cells,
)
from tests.helpers.evenings import FIRST_ROW as FIRST_LISTED
from tests.helpers.evenings import TONIGHT_DATE, edit, mark
from tests.helpers.excel.pressing import HOSTS, hosts_by_turns
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.recalculating import recalculate
from xladdin.files.club_file import open_club_file
from xladdin.renderers.sheet import render_report
from xladdin.renderers.sheet_layout import FIRST_ROW, region_name
from xladdin.reports import list_reports
from xladdin.reports.context import ReportContext
from xladdin.workbook.schema import FIRST_DATA_ROW, read_language
from xladdin.workbook.sheets import list_report_sheets
from xladdin.workbook.status import NOT_UPDATED, OUT_OF_DATE


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", KEYS)
def test_a_recalculated_sheet_holds_what_its_description_gives(key: str, language: str, tmp_path: Path) -> None:
    """Every heading, row and line of every report, at the names of its regions, and nothing on a second run."""
    path = book_of(key, tmp_path, random_tables(key, 120, 14, seed=7))
    if language != "en":
        renew_in(path, language)
    outcome = recalc_club(path)
    assert not outcome.problems and outcome.replay is not None
    file = open_club_file(path)
    context = ReportContext(outcome.replay, read_language(file))
    compared = 0
    for report in list_reports(context.system):
        sheet = file.ranges[region_name(report.name)][0]
        assert context.language.render(report.title) in {cell for row in file.sheet_values(sheet)[:2] for cell in row}
        for values in render_report(report, context):
            region, (_, cells) = values.region, file.ranges[values.region.name]
            cell_rows = [list(row) for row in file.range_values(region.name) or []]
            headings = [context.language.render(column.heading) for column in region.columns if not column.repeated]
            if region.section is not None:
                assert [cell or "" for cell in cell_rows[0]] == [*headings, *values.repeated], region.name
                assert len(cell_rows) == len(values.rows) + 1, report.name
                for actual, expected in zip(cell_rows[1:], values.rows):
                    padded = [*expected, *[None] * (len(actual) - len(expected))]
                    assert [plain(cell) for cell in actual] == [plain(cell) for cell in padded], report.name
                    compared += len(actual)
            elif values.rows:
                first = file.sheet_values(sheet)[cells.first_row - 1][cells.first_column - 1]
                assert plain(first) == plain(values.rows[0][0] if values.rows[0] else None), region.name
    assert compared > 300
    assert not recalc_club(path, LATER).blocks


def plain(cell: object) -> object:
    """Return a cell as it is compared: blank, a day, a number without its last digits, or a text."""
    if isinstance(cell, datetime):
        return cell.date()
    return round(cell, 6) if isinstance(cell, float) else None if cell == "" else cell


def cells_of(path: Path, key: str) -> dict[tuple[str, str], object]:
    workbook = openpyxl.load_workbook(path)
    rows = ((name, row) for name in list_report_sheets(xladdin.system(key)) for row in workbook[name].iter_rows())
    return {(name, cell.coordinate): cell.value for name, row in rows for cell in row if cell.value is not None}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_growing_and_shrinking_leave_nothing_stale(key: str, tmp_path: Path) -> None:
    small, large = random_tables(key, 60, 10, seed=3), random_tables(key, 900, 130, seed=4)
    fresh, shrunk = book_of(key, tmp_path / "fresh", small), book_of(key, tmp_path / "shrunk", large)
    recalc_club(fresh)
    recalc_club(shrunk)
    workbook = openpyxl.load_workbook(shrunk)
    for name, rows in small.items():
        sheet = workbook[name.title()]
        headings = headings_of(sheet)
        for cell in (cell for row in sheet.iter_rows(min_row=FIRST_DATA_ROW) for cell in row):
            cell.value = cell.value if cell.data_type == "f" else None
        for number, values in enumerate(rows[1:], FIRST_DATA_ROW):
            for heading, value in zip(rows[0], values):
                sheet.cell(number, headings.index(heading) + 1).value = value if value != "" else None
    workbook.save(shrunk)
    recalc_club(shrunk)
    assert cells_of(shrunk, key) == cells_of(fresh, key)


@pytest.mark.parametrize(("host", "key"), [(host, key) for n, key in enumerate(KEYS) for host in hosts_by_turns(n)])
def test_every_host_fills_the_sheet_for_the_picked_player(host: str, key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    headings, _, second, *_ = (list(row) for row in load_values(path)["Players"].iter_rows(3, values_only=True))
    set_cells(path, ("Player", "B4", second[0]))
    HOSTS[host](path)
    sheet = load_values(path)["Player"]
    assert sheet["C4"].value is None and sheet["B4"].value == second[0]
    rating = second[headings.index("Rating")]
    assert sheet.cell(FIRST_ROW, 2).value == pytest.approx(rating, abs=0.01)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_picked_name_that_is_not_on_players_shows_nothing(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    set_cells(path, ("Player", "B4", "Nobody"))
    assert not recalc_club(path, LATER).problems
    sheet = load_values(path)["Player"]
    assert sheet["C4"].value == '"Nobody" is not on Players'
    assert {cell.value for row in sheet.iter_rows(FIRST_ROW, FIRST_ROW + 20, 2, 3) for cell in row} == {None}


OWN = "the director's own"
LAST_ROW = 11
"""The last row of Standings of the sample, whose headings are in row 5."""


def moved(path: Path, sheet: str, *, rows: int = 0, title: str = "") -> None:
    """Put rows of our own above everything on a sheet, or rename it. The names of its cells follow, as in Excel."""
    workbook = openpyxl.load_workbook(path)
    if rows:
        workbook[sheet].insert_rows(1, rows)
        workbook[sheet]["A1"] = OWN
    for name in workbook.defined_names.values():
        if name.attr_text.replace("'", "").startswith(f"{sheet}!$"):
            text = name.attr_text.replace("'", "").replace(f"{sheet}!", f"'{title or sheet}'!")
            name.attr_text = re.sub(r"\$(\d+)", lambda row: f"${int(row[1]) + rows}", text)
    workbook[sheet].title = title or sheet
    workbook.save(path)


def values_of(path: Path, sheet: str, top: int = 1, bottom: int | None = None) -> list[tuple[object, ...]]:
    return list(openpyxl.load_workbook(path)[sheet].iter_rows(top, bottom, max_col=12, values_only=True))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Make the sample with another score, so that the next recalculation changes ratings."""
    path = sample_book("mississauga", tmp_path)
    set_cells(path, ("Games", "C4", 300), ("Games", "E4", 416))
    return path


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_blocks_that_were_moved_or_renamed_are_found(club: Path, host: str) -> None:
    plain = club.with_name("plain.xlsx")
    plain.write_bytes(club.read_bytes())
    recalc_club(plain)
    moved(club, "Standings", rows=2, title="Our list")
    moved(club, "Scoreboard", rows=2)
    assert "not updated" not in HOSTS[host](club)
    assert values_of(club, "Our list", 7, LAST_ROW + 2) == values_of(plain, "Standings", 5, LAST_ROW)
    scoreboard = openpyxl.load_workbook(club)["Scoreboard"]
    assert scoreboard["A1"].value == OWN
    assert " players · " in str(scoreboard["A6"].value)  # the line about the session is in A4 of our own sheet
    assert scoreboard["A4"].value != scoreboard["A6"].value


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_the_clubs_own_sheet_of_our_name_is_left_alone_and_named(club: Path, host: str) -> None:
    workbook = openpyxl.load_workbook(club)
    del workbook["Rating history"]
    sheet = workbook.create_sheet("Rating history")
    for row in range(1, 60):
        sheet.append([f"{OWN} {row}"] * 12)
    for name in [name for name, defined in workbook.defined_names.items() if "'Rating history'!" in defined.attr_text]:
        workbook.defined_names[name].attr_text = "#REF!"
    workbook.save(club)
    before = values_of(club, "Rating history")
    output = HOSTS[host](club)
    assert "Rating history was not updated: its defined name report_rating_history was deleted. Run xladdin" in output
    assert values_of(club, "Rating history") == before
    outcome = recalc_club(club, LATER)
    assert "Rating history was not updated" in outcome.summary
    if host == "file":  # the other hosts here save no values of formulas
        assert not outcome.blocks


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_what_stands_below_and_beside_a_list_stays(club: Path, host: str) -> None:
    cells = {
        ("Standings", f"A{LAST_ROW + 6}"), ("Standings", "C30"), ("Standings", "AA7"), ("Rating history", "DP7"),
        ("Rating history", "E40"), ("Rating history", "AZ5"), ("Crosstable", "CA8"), ("Crosstable", "B60"),
    }  # fmt: skip
    set_cells(club, *((*cell, OWN) for cell in cells))
    assert "not updated" not in HOSTS[host](club)
    workbook = openpyxl.load_workbook(club)
    assert [cell for cell in cells if workbook[cell[0]][cell[1]].value != OWN] == []


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_the_clubs_news_on_the_weekly_sheet_stays(host: str, tmp_path: Path) -> None:
    path = sample_book("lexington", tmp_path)
    area = open_club_file(path).ranges["club_news"]
    set_cells(path, (area[0], str(area[1]), OWN), ("Games", "C4", 555))
    HOSTS[host](path)
    assert load_values(path)[area[0]][str(area[1])].value == OWN


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_text_in_the_way_is_left_and_named(club: Path, host: str) -> None:
    row = openpyxl.load_workbook(club)["Players"].max_row + 1
    set_cells(club, ("Standings", f"C{LAST_ROW + 1}", OWN), ("Players", f"A{row}", "Zoe Newcomer"))
    before = values_of(club, "Standings")
    assert f'Standings was not updated: "{OWN}" is in C{LAST_ROW + 1}' in HOSTS[host](club)
    assert values_of(club, "Standings") == before
    assert openpyxl.load_workbook(club)["Players"]["D4"].value == 1220  # Pierre


def test_on_tonight_a_moved_list_is_paired_and_a_name_below_it_is_named(tmp_path: Path) -> None:
    club = book_of("montreal", tmp_path, random_tables("montreal", 30, 5, 3))
    assert not recalc_club(club).problems
    edit(club, tonight_date=TONIGHT_DATE)
    mark(club)
    below = FIRST_LISTED + 5
    set_cells(club, ("Tonight", f"G{below}", "Zoe Newcomer"), ("Players", "A9", "Aaron Newcomer"))
    outcome = recalc_club(club, LATER)
    assert f'Tonight was not updated: "Zoe Newcomer" is in G{below}, where the report is written' in outcome.summary
    assert openpyxl.load_workbook(club)["Tonight"][f"G{below}"].value == "Zoe Newcomer"
    set_cells(club, ("Tonight", f"G{below}", None), ("Players", "A9", None))
    moved(club, "Tonight", rows=2)
    assert run_here("pair", club).status == 0
    tonight = openpyxl.load_workbook(club)["Tonight"]
    assert (tonight["A7"].value, tonight["A8"].value) == ("Table", 1)
    assert str(tonight["A6"].value).startswith("14 March 2026 · round 1")


def test_a_sheet_that_is_left_alone_does_not_look_fresh(club: Path, tmp_path: Path) -> None:
    set_cells(club, ("Standings", "C5", "Phone"))
    assert "Standings was not updated" in recalc_club(club).summary

    def as_of() -> list[str]:
        """Return what two sheets say, by the values in the file, and as another program computes it."""
        computed = load_values(recalculate(club, tmp_path / "computed"))
        notes = [str(load_values(club)[sheet]["A3"].value) for sheet in ("Standings", "Records")]
        assert notes == [str(computed[sheet]["A3"].value) for sheet in ("Standings", "Records")]
        return notes

    left, fresh = as_of()
    assert left == NOT_UPDATED
    assert fresh.startswith("As of Tuesday 10 September 2024")
    set_cells(club, ("Games", "B4", "Nobody"))
    assert recalc_club(club).problems
    assert as_of() == [NOT_UPDATED, fresh + OUT_OF_DATE]
    set_cells(club, ("Games", "B4", "Pierre"), ("Standings", "C5", "Player"))
    assert "not updated" not in recalc_club(club, LATER).summary
    left, fresh = as_of()
    assert left == fresh


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_every_host_keeps_which_sheets_were_left_alone(club: Path, host: str) -> None:
    set_cells(club, ("Standings", "C5", "Phone"), ("Rating history", "E5", "Ours"))
    assert "Standings was not updated" in HOSTS[host](club)
    assert "/rating_history/standings/" in open_club_file(club).names.values()
    assert str(openpyxl.load_workbook(club)["Standings"]["A3"].value).startswith("=IF(")
