"""Report sheets as earlier versions made them: known for ours by their headings, and filled as they stand."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, edited, recalculated, sample_book
from xladdin.workbook.schema import EXTENTS_NAME

# The headings of the committed samples of 21 November 2026, 04:00 and 16:35, as they stand in those files.
LIST = "Rank||Player|Old|Change|New|Games in all|Won|Lost|Tied|Spread|Average for|Average against|Last played"
GAMES = "Player 1|Score 1|Player 2|Score 2|Rating 1|Rating 2|Change 1|Change 2"
SESSION = "Player|Won|Lost|Tied|Spread|Old|Plain sum|List takes|New"
RECORDS = "Record||Player|Opponent|Score|Date||Session|Players|Games|Mean score"
CHESS = (
    "White|Result|Black|White rating|Black rating|White change|Black change||Player|Won|Drawn|Lost|Old|List takes|New"
)
HALF = "Rank||Player|Rating|Won|Lost|For|Against"
# Those of 21 November 2026, 23:10.
MEANS = "Won|Lost|Tied|Spread|Average for|Average against|Last played"
PAR_GAMES = GAMES.replace("Score 2|", "Score 2|Par game|")
WEEK = "Rank|Player||Rating||Won|Lost|For|Against"
WORLD = "Rank||Player|Nation|Old|Change|New|Events|Last played||Rank|Nation|Player|Rating"
SEASON_AND_EVER = "Record||Player|Opponent|Score|Date||Record||Player|Opponent|Score|Date"
EARLIER: dict[tuple[str, str], list[tuple[int, str]]] = {
    ("mississauga", "Standings"): [(5, LIST), (5, f"Rank||Player|Old|Change|New||Games in all|{MEANS}")],
    ("mississauga", "Scoreboard"): [
        (5, f"{GAMES}||{SESSION}"),
        (5, f"|{GAMES}||{SESSION}"),
        (5, f"|{GAMES}||{SESSION}|How"),
    ],
    ("mississauga", "Championship"): [(5, "Rank|Player|Points|Games|Won|Lost|Tied|Spread")],
    ("mississauga", "Records"): [(5, RECORDS), (6, f"{SEASON_AND_EVER}||Session|Players|Games|Mean score")],
    ("montreal", "Standings"): [(5, f"Rank||Player|Old|Change|New|Games in all|{MEANS}")],
    ("montreal", "Scoreboard"): [(5, f"{GAMES}||{SESSION}"), (5, f"|{GAMES}||{SESSION}")],
    ("montreal", "Records"): [(5, RECORDS)],
    ("lexington", "Standings"): [
        (5, LIST.replace("Tied|", "")),
        (5, f"Rank|Player|Old|Change||New||Games in all|{MEANS}".replace("Tied|", "")),
    ],
    ("lexington", "Scoreboard"): [
        (5, f"{GAMES}||{SESSION}".replace("Tied|", "")),
        (5, f"|{GAMES}||{SESSION}".replace("Tied|", "")),
        (5, f"|{PAR_GAMES}||{SESSION}".replace("Tied|", "")),
    ],
    ("lexington", "Weekly sheet"): [(12, f"{HALF}||{HALF}"), (18, f"{WEEK}||{WEEK}")],
    ("lexington", "Par scores"): [(5, "Rating difference|450|500|550|600|650|700|750|800|850|900")],
    ("lexington", "Records"): [(5, RECORDS)],
    ("sca", "Standings"): [(5, "Rank||Player|Group|Old|Change|New|Games|Won|Drawn|Lost|Last played")],
    ("sca", "Ladder"): [(5, "Place||Player|Rating|Change|Won|Drawn|Lost")],
    ("sca", "Scoreboard"): [(5, CHESS), (5, f"|{CHESS}")],
    ("sca", "Records"): [(5, "Record||Player|Opponent|Ratings|Date||Session|Players|Games")],
    ("dptr", "Standings"): [(5, WORLD), (5, WORLD.replace("||Rank", "||In nation"))],
    ("dptr", "Scoreboard"): [
        (5, "Place|Player|Nation|Percentile|Old|Change|New|Change in words"),
        (5, "Rank|Player|Nation|Score|Old|Change|New|Change in words"),
    ],
    ("dptr", "Records"): [(5, "Record||Player|Event|Ratings|Date||Event|Date|Players")],
}
CASES = [(key, sheet, *form) for (key, sheet), forms in EARLIER.items() for form in forms]
TODAYS_WORD = {"Place": "Rank", "Percentile": "Score", "In nation": "Rank"}
"""What a heading of then is called today, where the column is the same."""


def as_earlier(path: Path, sheet: str, row: int, headings: str) -> None:
    """The sheet as an earlier version left it, before its first recalculation: bare headings without names."""
    workbook = openpyxl.load_workbook(path)
    _, extents = next(workbook.defined_names[EXTENTS_NAME].destinations)
    workbook["Start"][extents.replace("$", "")] = None
    for name in [name for name in workbook.defined_names if name.startswith("report_")]:
        del workbook.defined_names[name]
    page = workbook[sheet]
    for merged in list(page.merged_cells.ranges):
        page.unmerge_cells(str(merged))
    page.delete_rows(4, page.max_row)
    for column, heading in enumerate(headings.split("|"), 1):
        if heading:
            page.cell(row, column).value = heading
        is_date = heading in ("Date", "Last played", "Session")
        page.column_dimensions[get_column_letter(column)].number_format = "d mmm yyyy" if is_date else "General"
    workbook.save(path)


def columns(sheet: Worksheet, row: int) -> list[tuple[str, list[object]]]:
    """The columns below a row of headings from left to right: heading, and what stands under it, gaps left out."""
    found = []
    for column in range(1, sheet.max_column + 1):
        cells = [sheet.cell(below, column).value for below in range(row + 1, sheet.max_row + 1)]
        values = [to_excel(cell) if isinstance(cell, datetime) else cell for cell in cells if cell is not None]
        found.append((str(sheet.cell(row, column).value or ""), values))
    return found


def heading_row(sheet: Worksheet) -> int:
    """The row of the headings of today's sheet."""
    known = {"Rank", "Place", "Winner", "White", "Record", "Rating difference"}
    return next(row[0].row for row in sheet.iter_rows(min_row=5) if {cell.value for cell in row} & known)


def shown_today(key: str, todays: list[tuple[str, list[object]]], heading: str) -> list[list[object]] | None:
    """What today's sheet holds of a column of then; None where it has no such."""
    if heading in ("Won", "Lost", "Tied", "Drawn"):
        records = [str(cell).split("–") for own, values in todays if own.startswith("Won–") for cell in values]
        place = {"Won": 0, "Lost": 2 if key == "sca" else 1, "Tied": 2, "Drawn": 1}[heading]
        return [[int(record[place]) if place < len(record) else 0 for record in records]]
    if heading in ("Player 1", "Score 1", "Player 2", "Score 2", "Rating 1", "Rating 2", "Change 1", "Change 2"):
        return None  # the winner stands first today
    word = {"New": "Rating", "List takes": "Change", "Plain sum": "Sum of games"}.get(heading, heading)
    own = [values for name, values in todays if name == word][: 1 if heading == "New" else None]
    return own if own or word == heading else [values for name, values in todays if name == heading]


def without_words(values: list[object]) -> list[object]:
    """Without the arithmetic of the games, which begins in the first player's column where it has none of its own."""
    return [value for value in values if ": " not in str(value)]


@pytest.mark.parametrize(("key", "sheet", "row", "headings"), CASES)
def test_a_sheet_of_an_earlier_version_is_filled(key: str, sheet: str, row: int, headings: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    page = openpyxl.load_workbook(path)[sheet]
    todays = columns(page, heading_row(page))
    as_earlier(path, sheet, row, headings)
    outcome = recalculated(path, LATER)
    assert "not updated" not in outcome.summary
    found = columns(openpyxl.load_workbook(path)[sheet], row)
    words = TODAYS_WORD if key == "dptr" else {}
    assert [heading for heading, _ in found][: headings.count("|") + 1] == [
        words.get(heading, heading) for heading in headings.split("|")
    ]
    for heading in dict(found).keys() - {""}:
        held = [without_words(values) for own, values in found if own == heading]
        shown = list(map(without_words, shown_today(key, todays, heading) or []))
        if sheet == "Weekly sheet":
            held = [[value for values in held for value in values]]
        if len(shown) > len(held):  # the second is new; of two on the Scoreboard the first is another
            shown = [*shown[:1], *shown[2:]] if sheet in ("Records", "Par scores") else shown[-1:]
        assert held == shown or (not shown and any(held)), heading
    assert sum(bool(values) for _, values in found) > 4
    assert not recalculated(path, LATER).blocks


@pytest.mark.parametrize(("key", "sheet", "row", "headings"), CASES[:1] + CASES[2:4])
def test_a_clubs_own_heading_among_the_earlier_ones_is_left_alone(
    key: str, sheet: str, row: int, headings: str, tmp_path: Path
) -> None:
    path = sample_book(key, tmp_path)
    as_earlier(path, sheet, row, headings.replace("|New", "|Our own"))
    edited(path, (sheet, "C14", "the club's"))
    before = [[cell.value for cell in line] for line in openpyxl.load_workbook(path)[sheet].iter_rows(min_row=5)]
    outcome = recalculated(path, LATER)
    after = [[cell.value for cell in line] for line in openpyxl.load_workbook(path)[sheet].iter_rows(min_row=5)]
    if "New" in headings:
        assert f"{sheet} was not updated: its headings" in outcome.summary
        assert after == before
    else:
        assert "the club's" in outcome.summary
