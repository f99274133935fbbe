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
from xladdin.workbook.contents import tables_of
from xladdin.workbook.new_book import make_book
from xladdin.workbook.schema import FIRST_DATA_ROW

# workbook.md: "wrong dates, scores and results are refused on entry". The limits are those of reading the log
SCORE = ("whole", "between", "-200", "2000")
RATING = ("decimal", "between", "-1000000", "1000000")
COUNT = ("whole", "greaterThanOrEqual", "0", None)
COUNT_FROM_ONE = ("whole", "greaterThanOrEqual", "1", None)
DAY = ("date", "greaterThanOrEqual", "DATE(1930,1,1)", None)
EXPECTED = {
    ("Players", "Start rating"): RATING, ("Players", "Start games"): COUNT, ("Players", "Start last played"): DAY,
    ("Players", "Start permanent"): RATING, ("Players", "Active"): ("list", None, '"Yes,No,Left"', None),
    ("Groups", "Initial rating"): RATING, ("Games", "Date"): DAY, ("Games", "Score 1"): SCORE,
    ("Games", "Score 2"): SCORE, ("Games", "Kind"): ("list", None, '"Unrated,Forfeit"', None),
    ("Adjustments", "Date"): DAY, ("Adjustments", "Points"): RATING, ("Events", "Date"): DAY,
    ("Events", "Players"): COUNT_FROM_ONE, ("Events", "Rounds"): COUNT_FROM_ONE,
    ("Events", "World Championship"): ("list", None, '"Yes,No"', None), ("Results", "Place"): COUNT_FROM_ONE,
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_cells_refuse_what_the_log_refuses(key: str, tmp_path: Path) -> None:
    make_book(system_named(key), tmp_path / "club.xlsx", {}, NOW)
    workbook = openpyxl.load_workbook(tmp_path / "club.xlsx")
    tables = tables_of(system_named(key))
    found = {(name, column.heading) for name, table in tables.items() for column in table.columns} & EXPECTED.keys()
    assert len(found) >= 5
    for table, heading in found:
        sheet = workbook[table]
        letter = get_column_letter(headings_of(sheet).index(heading) + 1)
        for row in (FIRST_DATA_ROW, 5000, 1_048_576):
            rule = rule_of(list(sheet.data_validations.dataValidation), f"{letter}{row}")
            assert (rule.type, rule.operator, rule.formula1, rule.formula2) == EXPECTED[table, heading], (heading, row)
            assert rule.showErrorMessage and rule.errorStyle == "stop" and rule.allow_blank


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
