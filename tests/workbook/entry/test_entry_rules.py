"""What a new workbook lets a director type: the rules of its cells state the limits of the log."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from tests.helpers.clubs import KEYS, NOW, headings_of
from xladdin.cells.table import CellTable
from xladdin.game_log import read_log
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book
from xladdin.workbook.schema import FIRST_DATA_ROW

# workbook.md: "wrong dates, scores and results are refused on entry". The limits are those of reading the log
SCORE = ("whole", "between", "-200", "2000")
RATING = ("decimal", "between", "-1000000", "1000000")
COUNT = ("whole", "greaterThanOrEqual", "0", None)
COUNT_FROM_ONE = ("whole", "greaterThanOrEqual", "1", None)
DAY = ("date", "greaterThanOrEqual", "DATE(1930,1,1)", None)
YES = ("list", None, '"Yes,No"', None)
ACTIVE = ("list", None, '"Yes,No,Left"', None)
KIND = ("list", None, '"Unrated,Forfeit"', None)
EXPECTED = {
    "mississauga": {
        ("Players", "Start rating"): RATING, ("Players", "Start games"): COUNT,
        ("Games", "Date"): DAY, ("Games", "Score 1"): SCORE, ("Games", "Score 2"): SCORE,
        ("Games", "Kind"): KIND, ("Adjustments", "Date"): DAY, ("Adjustments", "Points"): RATING,
    },
    "montreal": {
        ("Players", "Start rating"): RATING, ("Games", "Score 1"): SCORE, ("Games", "Score 2"): SCORE,
        ("Games", "Kind"): KIND,
    },
    "lexington": {
        ("Players", "Start last played"): DAY, ("Games", "Score 1"): SCORE, ("Games", "Score 2"): SCORE,
        ("Games", "Kind"): KIND,
    },
    "sca": {
        ("Players", "Start permanent"): RATING, ("Players", "Active"): ACTIVE, ("Groups", "Initial rating"): RATING,
        ("Games", "Date"): DAY, ("Games", "Kind"): KIND,
    },
    "dptr": {
        ("Players", "Start rating"): RATING, ("Events", "Date"): DAY, ("Events", "Players"): COUNT_FROM_ONE,
        ("Events", "Rounds"): COUNT_FROM_ONE, ("Events", "World Championship"): YES,
        ("Results", "Place"): COUNT_FROM_ONE,
    },
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_cells_refuse_what_the_log_refuses(key: str, tmp_path: Path) -> None:
    make_book(system_named(key), tmp_path / "club.xlsx", {}, NOW)
    workbook = openpyxl.load_workbook(tmp_path / "club.xlsx")
    for (table, heading), expected in EXPECTED[key].items():
        sheet = workbook[table]
        letter = get_column_letter(headings_of(sheet).index(heading) + 1)
        for row in (FIRST_DATA_ROW, 5000, 1_048_576):
            rule = rule_of(list(sheet.data_validations.dataValidation), f"{letter}{row}")
            assert (rule.type, rule.operator, rule.formula1, rule.formula2) == expected, (table, heading, row)
            assert rule.showErrorMessage and rule.errorStyle == "stop" and rule.allow_blank


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca"])
def test_the_kind_of_a_game_stands_after_its_scores(key: str, tmp_path: Path) -> None:
    make_book(system_named(key), tmp_path / "club.xlsx", {}, NOW)
    headings = headings_of(openpyxl.load_workbook(tmp_path / "club.xlsx")["Games"])
    before = {"sca": "Result", "montreal": "Double"}.get(key, "Score 2")
    assert headings[headings.index("Kind") - 1] == before


def rule_of(rules: list[DataValidation], cell: str) -> DataValidation:
    (rule,) = (rule for rule in rules if cell in rule.sqref)
    return rule


@pytest.mark.parametrize(
    ("heading", "least", "most"), [("Score 1", -200, 2000), ("Start rating", -1_000_000, 1_000_000)]
)
def test_the_log_takes_the_same_limits(heading: str, least: int, most: int) -> None:
    def problems(value: int) -> list[str]:
        start, score = (value, 400) if heading == "Start rating" else (1000, value)
        players = CellTable("Players", ("Player", "Start rating"), (["Ann", "Bob"], [start, 1000]))
        headings = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")
        games = CellTable("Games", headings, (["2006-10-01"], ["Ann"], [score], ["Bob"], [1]))
        log = read_log(system_named("mississauga"), {"Players": players, "Games": games})
        return [problem.column for problem in log.problems]

    assert problems(least) == problems(most) == []
    assert problems(least - 1) == problems(most + 1) == [heading]
