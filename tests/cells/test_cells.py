"""What single cells, headings of tables and addresses mean, and how many wrong rows are one line."""

from __future__ import annotations

import re
from datetime import date

import pytest

from xladdin import Diagnostic, InvalidRowsError, msg
from xladdin.cells import CellRange, CellTable, ChartAxes, Scale, is_visible, name_key, parse_range
from xladdin.errors import list_problems

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""Excel's own limits: "1,048,576 rows by 16,384 columns"."""


def test_spellings_of_one_name_have_one_key() -> None:
    spellings = ("Zoë  Lavoie", " zoë lavoie", "ZOE\u0308 LAVOIE", "Zoë\u200b Lavoie", "\uff3ao\u0065\u0308 Lavoie")
    assert {name_key(name) for name in spellings} == {"zoë lavoie"}
    assert name_key("Straße") == name_key("STRASSE") and name_key("Ann") != name_key("Anne")
    assert is_visible("Zoë") and not is_visible("Ann\u200b") and not is_visible("A\u200dn")


@pytest.mark.parametrize(
    ("text", "cells"),
    [("B2:D9", (2, 2, 9, 4)), ("$D$9:$B$2", (2, 2, 9, 4)), ("a1", (1, 1, 1, 1)), (" XFD1048576 ", (1048576, 16384) * 2),
     ("A0", None), ("XFE1", None), ("A1048577", None), ("A1:B", None), ("Sheet1!A1", None), ("", None)],
)  # fmt: skip
def test_a_range_is_parsed_or_refused(text: str, cells: tuple[int, int, int, int] | None) -> None:
    assert parse_range(text) == (cells and CellRange(*cells))


def test_the_axis_of_days_counted_from_1904() -> None:
    axes = ChartAxes("Rating history", "Top five", Scale(1500, 1600, 20), Scale(900, 1100, 50))
    assert axes.to_1904() == ChartAxes("Rating history", "Top five", Scale(38, 138, 20), Scale(900, 1100, 50))
    without = ChartAxes("Rating history", "Top five", None, None)
    assert without.to_1904() is without


def table(*headings: str, **position: object) -> CellTable:
    """Return a table with two rows below each heading, which hold its position and a hundred more."""
    columns = tuple([number, number + 100] for number in range(len(headings)))
    return CellTable("Games", headings, columns, **position)  # type: ignore[arg-type]


@pytest.mark.parametrize("spelling", ["player 1", " Player  1 ", "PLAYER 1", "Player\u200b 1"])
def test_case_and_blanks_of_a_heading_do_not_count(spelling: str) -> None:
    assert table("Date", spelling).position("Player 1") == 1
    assert list(table("Date", spelling).matching_positions("Player 1")) == [1]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"sheet": "Games", "row": 4, "first_column": 2}, "C4 and D4 both match this heading"),
        ({}, "column 2 and column 3 both match this heading"),
    ],
)
def test_two_columns_that_answer_are_named(position: dict[str, object], message: str) -> None:
    games = table("Date", "player 1", "PLAYER 1", **position)
    assert list(games.matching_positions("Player 1")) == [1, 2]
    with pytest.raises(InvalidRowsError, match=re.escape(message)):
        games.position("Player 1")
    with pytest.raises(InvalidRowsError, match=re.escape(message)):
        games.column("Player 1")


def test_days_counted_from_1904_are_counted_from_1900() -> None:
    # [MS-OI29500]: serial 0 of the 1904 system is 1 January 1904, which the 1900 system calls 1462
    day = date(2006, 3, 1)
    cells = [0, 36950.5, "1/2/2006", True, None, day]
    games = CellTable("Games", ("Date", "Score 1"), (cells, cells), counts_from_1904=True)
    assert games.column("Date") == [1462, 38412.5, "1/2/2006", True, None, day]
    assert games.column("Score 1") == cells
    assert CellTable("Games", ("Date",), (cells,)).column("Date") == cells


def wrong(row: int, value: str = "", *, sheet: str = "Games", column: str = "Score 1", many: str = "") -> Diagnostic:
    return Diagnostic("games", sheet, row, column, value, msg("no score"), bulk_remedy=msg(many) if many else None)


def test_four_alike_are_told_as_one_where_the_first_of_them_stands() -> None:
    other = wrong(4, column="Date")
    problems = [other, *(wrong(row, "xy"[row % 2], many="Fill the column") for row in (6, 7, 8, 9, 9))]
    assert [(line.text, line.problem_count) for line in list_problems(problems)] == [
        (str(other), 1),
        ('Games rows 6, 7, 8 and 1 more, Score 1: "x", "y" – no score. Fill the column', 5),
    ]
