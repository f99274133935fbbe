"""Contract of the report sheets: they hold what their descriptions give, for whom is picked, and nothing stale."""

from __future__ import annotations

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
    random_tables,
    recalculated,
    renewed_in,
    sample_book,
    stored,
    typed,
)
from tests.helpers.excel.pressing import HOSTS, hosts_by_turns
from xladdin.files.club_file import open_club_file
from xladdin.renderers.sheet import render_report
from xladdin.renderers.sheet_layout import FIRST_ROW, region_name
from xladdin.reports import reports_of
from xladdin.reports.context import ReportContext
from xladdin.workbook.schema import FIRST_DATA_ROW, read_language
from xladdin.workbook.sheets import list_report_sheets


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", KEYS)
def test_a_recalculated_sheet_holds_what_its_description_gives(key: str, language: str, tmp_path: Path) -> None:
    """Every heading, row and line of every report, at the names of its regions, and nothing on a second run."""
    path = book_of(key, tmp_path, random_tables(key, 120, 14, seed=7))
    if language != "en":
        renewed_in(path, language)
    outcome = recalculated(path)
    assert not outcome.problems and outcome.replay is not None
    file = open_club_file(path)
    context = ReportContext(outcome.replay, read_language(file))
    compared = 0
    for report in reports_of(context.system):
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
    assert not recalculated(path, LATER).blocks


def plain(cell: object) -> object:
    """A cell as it is compared: blank, a day, a number without its last digits, or a text."""
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
    recalculated(fresh)
    recalculated(shrunk)
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
    recalculated(shrunk)
    assert cells_of(shrunk, key) == cells_of(fresh, key)


@pytest.mark.parametrize(("host", "key"), [(host, key) for n, key in enumerate(KEYS) for host in hosts_by_turns(n)])
def test_every_host_fills_the_sheet_for_the_picked_player(host: str, key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    headings, _, second, *_ = (list(row) for row in stored(path)["Players"].iter_rows(3, values_only=True))
    typed(path, ("Player", "B4", second[0]))
    HOSTS[host](path)
    sheet = stored(path)["Player"]
    assert sheet["C4"].value is None and sheet["B4"].value == second[0]
    rating = second[headings.index("Rating")]
    assert sheet.cell(FIRST_ROW, 2).value == pytest.approx(rating, abs=0.01)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_picked_name_that_is_not_on_players_shows_nothing(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    typed(path, ("Player", "B4", "Nobody"))
    assert not recalculated(path, LATER).problems
    sheet = stored(path)["Player"]
    assert sheet["C4"].value == '"Nobody" is not on Players'
    assert {cell.value for row in sheet.iter_rows(FIRST_ROW, FIRST_ROW + 20, 2, 3) for cell in row} == {None}
