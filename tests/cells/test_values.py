"""What single cells say: numbers, names, dates, ranks, and addresses of the sheet that they are on."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils.cell import column_index_from_string, get_column_letter

from xladdin.cells.addresses import CellRange, column_letters, column_number, parse_range, parse_reference
from xladdin.cells.numbers import (
    ChartAxes,
    Scale,
    all_rounded,
    number_in,
    rounded,
    rounded_to,
    same_number,
    shared_ranks,
    sign,
    whole,
)
from xladdin.cells.text import can_be_seen, cell_text, is_blank, name_key

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""Excel's own limits: "1,048,576 rows by 16,384 columns"."""


@pytest.mark.parametrize(
    ("value", "integer"),
    [(0.5, 1), (-0.5, -1), (2.5, 3), (0.4999999999, 1), (0.499999, 0), (-1.5, -2), (7, 7), (-0.2, 0)],
)
def test_halves_are_rounded_away_from_zero(value: float, integer: int) -> None:
    assert rounded(value) == integer
    assert all_rounded([value, 1.2]) == [integer, 1]
    assert rounded_to(value / 10, 1) == integer / 10


def test_numbers_of_cells() -> None:
    assert [number_in(cell) for cell in (3, 2.5, True, False, "3", None)] == [3, 2.5, None, None, None, None]
    assert [sign(value) for value in (0.1, 0, -3)] == [1, 0, -1]
    assert [repr(whole(value)) for value in (4.0, 4.5, 1e300, -3.0)] == ["4", "4.5", "1e+300", "-3"]
    assert same_number(1000.0000000001, 1000) and not same_number(1000.00001, 1000)
    assert same_number(0, 1e-12) and not same_number(0, 1e-11)


@pytest.mark.parametrize(
    ("cell", "text"),
    [(None, ""), (7.0, "7"), (7.5, "7.5"), (True, "TRUE"), (1e300, "1e+300"), (10**400, "1.00000e+400"),
     ([10**5000], "<list>"),
     (date(2026, 5, 19), "2026-05-19"), (datetime(2026, 5, 19, 22), "2026-05-19"), ("x", "x")],
)  # fmt: skip
def test_a_cell_as_the_user_sees_it(cell: object, text: str) -> None:
    assert cell_text(cell) == text


def test_blank_cells() -> None:
    assert [is_blank(cell) for cell in (None, "", " \t", "x", 0, False)] == [True, True, True, False, False, False]


def test_spellings_of_one_name() -> None:
    one = ("Zoë  Lavoie", " zoë lavoie", "ZOE\u0308 LAVOIE", "Zoë\u200b Lavoie", "\uff3ao\u0065\u0308 Lavoie")
    assert {name_key(name) for name in one} == {"zoë lavoie"}
    assert name_key("Straße") == name_key("STRASSE") and name_key("Ann") != name_key("Anne")
    assert can_be_seen("Zoë") and not can_be_seen("Ann\u200b") and not can_be_seen("A\u200dn")


def test_equals_share_a_rank() -> None:
    assert shared_ranks([30, 20, 20, 10, None]) == [1, 2, 2, 4, 5]
    assert shared_ranks([None, None]) == [1, 1]
    assert shared_ranks([]) == []


@given(st.integers(1, LAST_COLUMN))
def test_letters_of_columns(number: int) -> None:
    assert column_letters(number) == get_column_letter(number)
    assert column_number(column_letters(number).lower()) == column_index_from_string(column_letters(number)) == number


@pytest.mark.parametrize(
    ("text", "cells"),
    [("B2:D9", (2, 2, 9, 4)), ("$D$9:$B$2", (2, 2, 9, 4)), ("a1", (1, 1, 1, 1)), (" XFD1048576 ", (1048576, 16384) * 2),
     ("A0", None), ("XFE1", None), ("A1048577", None), ("A1:B", None), ("Sheet1!A1", None), ("", None)],
)  # fmt: skip
def test_ranges(text: str, cells: tuple[int, int, int, int] | None) -> None:
    assert parse_range(text) == (cells and CellRange(*cells))


def test_what_a_range_knows() -> None:
    cells = CellRange(2, 2, 9, 4)
    assert (str(cells), cells.absolute, cells.cells, cells.is_one_cell) == ("B2:D9", "$B$2:$D$9", 24, False)
    assert CellRange(3, 1, 3, 1).is_one_cell and not CellRange(3, 1, 3, 2).is_one_cell
    assert not CellRange(3, 1, 4, 1).is_one_cell
    assert cells | CellRange(1, 3, 5, 7) == CellRange(1, 2, 9, 7)


@pytest.mark.parametrize(
    ("formula", "meant"),
    [("='Par scores'!$A$1:$B$9", ("Par scores", (1, 1, 9, 2))), ("Rules!$B$2", ("Rules", (2, 2, 2, 2))),
     ("'It''s'!A1", ("It's", (1, 1, 1, 1))), ("[1]Rules!A1", None), ("A1", None), ("Rules!A1+1", None)],
)  # fmt: skip
def test_references(formula: str, meant: tuple[str, tuple[int, int, int, int]] | None) -> None:
    assert parse_reference(formula) == (meant and (meant[0], CellRange(*meant[1])))


def test_the_axis_of_days_counted_from_1904() -> None:
    axes = ChartAxes("Rating history", "Top five", Scale(1500, 1600, 20), Scale(900, 1100, 50))
    assert axes.counted_from_1904() == ChartAxes("Rating history", "Top five", Scale(38, 138, 20), Scale(900, 1100, 50))
    without = ChartAxes("Rating history", "Top five", None, None)
    assert without.counted_from_1904() is without
