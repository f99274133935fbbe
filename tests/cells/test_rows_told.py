"""How we tell a person of wrong rows: a few one by one, and many alike as one line."""

from __future__ import annotations

from xladdin.errors import Diagnostic, count_rows_to_fix, list_problems
from xladdin.messages import msg


def wrong(row: int, value: str = "", *, sheet: str = "Games", column: str = "Score 1", many: str = "") -> Diagnostic:
    return Diagnostic("games", sheet, row, column, value, msg("no score"), for_many=msg(many) if many else None)


def test_a_row_is_told_by_its_sheet_and_where_there_is_none_by_its_table() -> None:
    assert str(wrong(5, "x", sheet="Parties")) == 'Parties row 5, Score 1 "x": no score'
    assert str(wrong(5, sheet="")) == "games row 5, Score 1: no score"


def test_three_are_told_one_by_one() -> None:
    problems = [wrong(5, "x"), wrong(6, "y"), wrong(7, "x")]
    assert [(line.text, line.problems) for line in list_problems(problems)] == [
        (str(problem), 1) for problem in problems
    ]


def test_four_alike_are_told_as_one_where_the_first_of_them_stands() -> None:
    other = wrong(4, column="Date")
    problems = [other, *(wrong(row, "xy"[row % 2], many="Fill the column") for row in (6, 7, 8, 9, 9))]
    assert [(line.text, line.problems) for line in list_problems(problems)] == [
        (str(other), 1),
        ('Games rows 6, 7, 8 and 1 more, Score 1 "x", "y": no score. Fill the column', 5),
    ]


def test_what_stands_elsewhere_is_not_alike() -> None:
    problems = [wrong(5), wrong(6), wrong(7, sheet=""), wrong(8, sheet="")]
    assert [line.problems for line in list_problems(problems)] == [1, 1, 1, 1]
    many = [wrong(row, sheet="") for row in (1, 2, 3, 4)]
    assert [line.text for line in list_problems(many)] == ["games rows 1, 2, 3 and 1 more, Score 1: no score"]


def test_at_most_eight_values_are_named() -> None:
    (line,) = list_problems([wrong(row, f"v{row}") for row in range(1, 12)])
    assert '"v8" and 3 more: no score' in line.text and '"v9"' not in line.text


def test_rows_are_counted_once() -> None:
    assert count_rows_to_fix([wrong(5), wrong(5, column="Date")]) == "1 row to fix."
    assert count_rows_to_fix([wrong(5), wrong(6)]) == "2 rows to fix."
