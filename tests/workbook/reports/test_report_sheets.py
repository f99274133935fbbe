"""The report sheets in the workbook: what is where, formats of every row, nothing stale, the live line on Start."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import (
    KEYS,
    LATER,
    ONE_OF_EACH_KIND,
    book_of,
    headings_of,
    random_tables,
    recalculated,
    renewed_in,
)
from xladdin.cells.table import CellValue
from xladdin.files.club_file import open_club_file
from xladdin.languages.language import IN_ENGLISH
from xladdin.renderers.sheet import (
    HEADING_ROW,
    RegionValues,
    group_rows,
    page_ends,
    region_name,
    regions_of,
    render_report,
    section_regions,
)
from xladdin.reports.context import ReportContext
from xladdin.reports.crosstable import Crosstable
from xladdin.reports.described import reports_of
from xladdin.reports.described.crosstable import crosstable_groups, crosstable_report
from xladdin.statistics import HeadToHead
from xladdin.systems import system_named
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.report_sheets.crosstable import pages_of
from xladdin.workbook.schema import FIRST_DATA_ROW, language_of


def cells_of(path: Path, key: str) -> dict[tuple[str, str], object]:
    """Every value of the report sheets by sheet and address, with formulas as formulas."""
    workbook = openpyxl.load_workbook(path)
    return {
        (name, cell.coordinate): cell.value
        for name in report_sheets_of(system_named(key))
        for row in workbook[name].iter_rows()
        for cell in row
        if cell.value is not None
    }


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
    context = ReportContext(outcome.replay, language_of(file))
    compared = 0
    for report in reports_of(context.system):
        sheet = file.ranges[region_name(report.name)][0]
        assert context.language.render(report.title) in {cell for row in file.sheet_values(sheet)[:2] for cell in row}
        for values in render_report(report, context):
            region, (_, cells) = values.region, file.ranges[values.region.name]
            held = [list(row) for row in file.range_values(region.name) or []]
            headings = [context.language.render(one.heading) for one in region.columns if not one.repeated]
            if region.section is not None:
                assert [cell or "" for cell in held[0]] == [*headings, *values.repeated], (report.name, region.name)
                assert len(held) == len(values.rows) + 1, report.name
                for found, wanted in zip(held[1:], values.rows):
                    padded = [*wanted, *[None] * (len(found) - len(wanted))]
                    assert [plain(cell) for cell in found] == [plain(cell) for cell in padded], report.name
                    compared += len(found)
            elif values.rows:
                first = file.sheet_values(sheet)[cells.first_row - 1][cells.first_column - 1]
                assert plain(first) == plain(values.rows[0][0] if values.rows[0] else None), region.name
    assert compared > 300
    assert not recalculated(path, LATER).blocks


def plain(cell: object) -> object:
    """A cell as it is compared: blank, a day, a number without its last digits, or a text."""
    if cell in (None, ""):
        return None
    if isinstance(cell, datetime):
        return cell.date()
    return round(cell, 6) if isinstance(cell, float) else cell


@pytest.mark.parametrize(
    ("heights", "page_rows", "ends"),
    [
        ([1] * 30, 30, []),
        ([1] * 31, 30, [16]),  # both pages hold about equally many
        ([2] * 30, 45, [30]),
        ([2, 2, 9], 10, [4]),  # the legend stays with the last group
        ([40, 1, 1], 30, [40]),  # a group that is higher than a page
        ([1] * 100, 48, [34, 68]),
    ],
)
def test_pages_split_no_group_and_are_filled_alike(heights: list[int], page_rows: int, ends: list[int]) -> None:
    region = regions_of(reports_of(system_named("sca"))[0])[0]
    values = RegionValues(region, [()] * sum(heights), heights=heights)
    assert page_ends([values], page_rows) == ends
    longer = RegionValues(region, [()] * (sum(heights) + 2 * page_rows))
    assert page_ends([values, longer], page_rows)[: len(ends)] == ends, "a longer list beside it goes on"


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_growing_and_shrinking_leave_nothing_stale(key: str, tmp_path: Path) -> None:
    small, large = random_tables(key, 60, 10, seed=3), random_tables(key, 900, 130, seed=4)
    (tmp_path / "fresh").mkdir()
    fresh = book_of(key, tmp_path / "fresh", small)
    recalculated(fresh)
    grown = book_of(key, tmp_path, large)
    recalculated(grown)
    workbook = openpyxl.load_workbook(grown)
    for name, rows in small.items():
        sheet = workbook[name.title()]
        headings = headings_of(sheet)
        for row in sheet.iter_rows(min_row=FIRST_DATA_ROW):
            for cell in row:
                if cell.data_type != "f":
                    cell.value = None
        for number, values in enumerate(rows[1:], FIRST_DATA_ROW):
            for heading, value in zip(rows[0], values):
                sheet.cell(number, headings.index(heading) + 1).value = value if value != "" else None
    workbook.save(grown)
    recalculated(grown)
    assert cells_of(grown, key) == cells_of(fresh, key)


@pytest.mark.parametrize(
    ("key", "players", "each", "wide", "high"),
    [
        ("lexington", 2, 2, 1, 1), ("lexington", 20, 2, 1, 1), ("lexington", 21, 2, 2, 1), ("lexington", 30, 2, 3, 1),
        ("lexington", 40, 2, 2, 2), ("lexington", 80, 2, 4, 4), ("sca", 16, 1, 1, 1), ("sca", 30, 1, 2, 1),
        ("sca", 40, 1, 3, 1), ("sca", 30, 2, 3, 1), ("dptr", 20, 2, 1, 1), ("dptr", 40, 2, 2, 2),
    ],
)  # fmt: skip
def test_a_crosstable_keeps_its_size_on_the_fewest_pages(
    key: str, players: int, each: int, wide: int, high: int
) -> None:
    (region,) = section_regions(crosstable_report(system_named(key)))
    pages = pages_of(region, each * players, len(region.headings) + players)
    assert pages.scale >= 98
    assert (1 + len(pages.column_ends), 1 + len(pages.row_ends)) == (wide, high)
    assert all((end - HEADING_ROW) % each == 0 for end in pages.row_ends), "the rows of a player stay together"


def crosstable_rows(table: Crosstable, key: str) -> list[list[tuple[CellValue, ...]]]:
    """The rows of cells of each player."""
    system = system_named(key)
    (section,) = crosstable_report(system).sections
    groups = crosstable_groups(table, system.log_schema)
    return [list(group_rows(section, group, IN_ENGLISH)) for group in groups]


@pytest.mark.parametrize("key", ["lexington", "sca"])
def test_a_long_name_goes_on_in_the_second_row_of_its_player(key: str) -> None:
    names = ["Uma Krishnamurthy-Subramaniam", "Bob Ng", "Jean-François Beauséjour-Lachance", "X" * 30]
    game = HeadToHead(wins=1, spread=20)
    table = Crosstable(names, {(0, 1): game}, [game] * 4)
    spread = 20 if system_named(key).log_schema.has_spread else None
    assert [[row[:2] + row[4:5] for row in rows] for rows in crosstable_rows(table, key)] == [
        [(1, "Uma Krishnamurthy-", "1–0"), (None, "Subramaniam", spread)],
        [(2, "Bob Ng", "×"), (None, None, None)],
        [(3, "Jean-François", None), (None, "Beauséjour-Lachance", None)],
        [(4, "X" * 30, None), (None, None, None)],
    ]


def test_names_of_people_are_text_on_every_sheet(tmp_path: Path) -> None:
    hurtful = ["=1+1", "+2", "@SUM(A1)", "-3"]
    games = [["2024-01-02", one, 400, other, 300] for one in hurtful for other in hurtful if one != other]
    tables = {
        "players": [["Player"], *([name] for name in hurtful)],
        "games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games],
    }
    path = book_of("lexington", tmp_path, tables)
    recalculated(path)
    workbook = openpyxl.load_workbook(path)
    for name in ("Standings", "Scoreboard", "Crosstable", "Rating history", "Records"):
        found = [cell for row in workbook[name].iter_rows() for cell in row if cell.value in hurtful]
        assert found, name
        assert {cell.data_type for cell in found} == {"s"}, name
