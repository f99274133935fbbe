"""The report sheets in the workbook: what is where, formats of every row, nothing stale, the live line on Start."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import (
    KEYS,
    ONE_OF_EACH_KIND,
    book_of,
    edited,
    headings_of,
    random_tables,
    recalculated,
    sample_book,
    stored,
)
from tests.helpers.replays import season_rows, sides
from xladdin.cells.addresses import CellRange
from xladdin.cells.limits import LAST_ROW
from xladdin.cells.table import CellValue
from xladdin.languages.language import IN_ENGLISH
from xladdin.renderers.sheet import HEADING_ROW, group_rows, section_regions
from xladdin.reports.crosstable import Crosstable
from xladdin.reports.described import reports_of
from xladdin.reports.described.crosstable import crosstable_groups, crosstable_report
from xladdin.statistics import HeadToHead
from xladdin.systems import system_named
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.report_sheets.crosstable import pages_of
from xladdin.workbook.schema import FIRST_DATA_ROW

LABELS = "A"


def table_of(sheet: Worksheet, heading_row: int = HEADING_ROW, first: str = "") -> list[dict[str, object]]:
    """Filled rows below the headings, of all columns or of the block that begins with `first`."""
    headings = [cell.value for cell in sheet[heading_row]]
    start, stop = 0, len(headings)
    if first:
        start = headings.index(first)
        stop = headings.index(None, start) if None in headings[start:] else stop
    rows = []
    for row in sheet.iter_rows(heading_row + 1, min_col=start + 1, max_col=stop, values_only=True):
        if all(value is None for value in row[1:]):  # blank, or the key
            break
        rows.append({str(heading): value for heading, value in zip(headings[start:stop], row)})
    return rows


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


@pytest.mark.parametrize("key", KEYS)
def test_every_report_sheet_is_filled(key: str, tmp_path: Path) -> None:
    workbook = stored(sample_book(key, tmp_path))
    names = {str(row[0].value) for row in workbook["Players"].iter_rows(min_row=FIRST_DATA_ROW)}
    for name in report_sheets_of(system_named(key)):
        texts = {str(cell.value) for row in workbook[name].iter_rows() for cell in row}
        assert names & texts or name == "Par scores", name


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca"])
def test_standings_in_the_workbook_count_the_typed_games(key: str, tmp_path: Path) -> None:
    tables = random_tables(key, 200, 12, seed=7)
    path = book_of(key, tmp_path, tables)
    recalculated(path)
    lost: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for row in season_rows(key, tables):
        for player, _, own, others in sides(key, row):
            lost[player] += own < others
            spread[player] += own - others  # type: ignore[assignment]
    lines = table_of(stored(path)["Standings"])
    assert len(lines) == 12
    for line in lines:
        (record,) = (str(value).split("–") for heading, value in line.items() if heading.startswith("Won–"))
        assert int(record[2 if key == "sca" else 1]) == lost[str(line["Player"])]
        assert key == "sca" or line["Spread"] == spread[str(line["Player"])]


def test_the_scoreboard_and_its_words_stand_side_by_side_with_the_players(tmp_path: Path) -> None:
    sheet = stored(sample_book("mississauga", tmp_path))["Scoreboard"]
    (first,) = sheet.iter_rows(HEADING_ROW + 1, HEADING_ROW + 1, max_col=6, values_only=True)
    assert first == (None, "Pierre", "416–303", "Mackenzie", 8, "Pierre: favourite by 227 wins: 6; spread 113: 2")
    taken = {line["Player"]: (line["Sum of games"], line["Change"]) for line in table_of(sheet, first="Player")}
    assert taken["Lester"] == (28, 56)


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


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_filled_row_has_its_columns_format(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 500, 120, seed=5))
    recalculated(path)
    workbook = openpyxl.load_workbook(path)
    for name in report_sheets_of(system_named(key)):
        sheet = workbook[name]
        first_row = int(sheet.freeze_panes.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) if sheet.freeze_panes else None
        if first_row is None:
            continue
        formats = {letter: dimension.number_format for letter, dimension in sheet.column_dimensions.items()}
        below = [
            CellRange(region.row, region.column, LAST_ROW, region.last_column)
            for report in reports_of(system_named(key))
            for region in section_regions(report)
            if region.row > HEADING_ROW and report.name == name
        ]
        for row in sheet.iter_rows(min_row=first_row):
            for cell in row:
                if any(cells.first_row <= cell.row and cell.column <= cells.last_column for cells in below):
                    continue  # a block with formats of its own
                if cell.value is not None and cell.data_type != "f" and cell.column_letter in formats:
                    assert cell.number_format == formats[cell.column_letter], (name, cell.coordinate)
                    assert cell.font.name == "Arial", (name, cell.coordinate)


def test_the_largest_settings_fill_the_blocks(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, random_tables("montreal", 2400, 300, seed=6))
    edited(path, ("Rules", "B6", 120), ("Rules", "B7", 80))
    recalculated(path)
    workbook = stored(path)
    dates = [row["Date"] for row in table_of(workbook["Rating history"], first="Date")]
    assert len(dates) == 120
    assert dates == sorted(dates, reverse=True)
    opponents = [cell.value for cell in workbook["Crosstable"][HEADING_ROW][3:] if cell.value]
    assert len(opponents) == 80


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
    system, first = system_named(key), 3
    pages = pages_of(system, each * players, first + players)
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


def test_camps_without_long_names_have_a_row_for_each_camper() -> None:
    names = ["Maximilienne Villene", "Bob Ng"]
    table = Crosstable(names, {}, [HeadToHead()] * 2)
    assert [len(rows) for rows in crosstable_rows(table, "sca")] == [1, 1]


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


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_charts_read_the_fixed_block(key: str, tmp_path: Path) -> None:
    workbook = openpyxl.load_workbook(sample_book(key, tmp_path))
    sheet = workbook["Rating history"]
    top_five, picked = sheet._charts
    names = [cell for cell in sheet[HEADING_ROW] if cell.column > 4 and cell.value not in (None, "Date", "Event")]
    first = names[0].column_letter
    references = [series.yVal.numRef.f for series in top_five.series]
    assert references[0] == f"'Rating history'!${first}$6:${first}$125"
    assert len(references) == 10  # players, and their names
    assert len(picked.series) == 2  # a player, and the points that give room
