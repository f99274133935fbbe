"""Cells as people and programs may leave them, and calls of functions with such values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

import xladdin.functions
from tests.helpers.clubs import KEYS
from xladdin import XladdinError
from xladdin.cells import MAX_CELL_LENGTH
from xladdin.functions import CATALOGUE

NAMES = ("Ann", "Bob", "Cyd", "Zoë")
SPELLINGS = (*NAMES, "ann", " Bob ", "CYD", "Zoe\u0308", "An", "Bye", "bye", "Ann\u200b", "=Ann", "#N/A", "")
RESULTS = ("(1-0)", "0-1", "1/2-1/2", "W", "l", "T", "½", "2-0", "*", "")
YES = ("Yes", "no", "x", "maybe", "", "TRUE")
FIRST_DAY = date(2024, 9, 10)

odd_text = st.one_of(
    st.sampled_from(
        (" ", "\t", "=1+1", "+1", "-1", "@A1", "'", '"', "1e308", "1e-308", "inf", "nan", "-0", "0x10", "1_0", "½",
         "#REF!", "#DIV/0! x", "2024-09-10", "2024-02-30", "10/09/2024", "_x0041_", "\x00", "\x1b[2J", "\ud83d\ude00",
         "\ufeff", "٣", "x" * 300, "y" * 32_767)
    ),
    st.text(max_size=12),
)  # fmt: skip
numbers_in_cells = st.one_of(
    st.integers(-3, 700),
    st.sampled_from((0.5, -0.0, 1e15, 1e16, 1e300, -1e300, 5e-324, 2**53, 2**63, 10**30, 45545, 60, 2958465, 2958466)),
    st.floats(allow_nan=False, allow_infinity=False),
)
days = st.one_of(
    st.builds(lambda days: FIRST_DAY + timedelta(days), st.integers(-30, 30)),
    st.sampled_from((date(1900, 1, 1), date(1930, 1, 1), date(9999, 12, 31), datetime(2024, 9, 10, 19, 30))),
)
anything = st.one_of(st.none(), st.booleans(), numbers_in_cells, days, odd_text, st.sampled_from(SPELLINGS))


def mostly(sound: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Draw a cell of a column. Nine times of ten it holds what belongs there."""
    return st.integers(0, 9).flatmap(lambda chance: anything if chance == 0 else sound)


names = mostly(st.sampled_from(SPELLINGS[:8]))
dates = mostly(days)
scores = mostly(st.integers(200, 600))
ratings = mostly(st.one_of(st.none(), st.integers(-100, 2500), st.floats(0, 3000)))
counts = mostly(st.one_of(st.none(), st.integers(0, 120)))
free = st.one_of(st.none(), odd_text)
groups = mostly(st.sampled_from(("Knights", "pawns")))
events = mostly(st.sampled_from(("Open", "open ", "Masters")))

COLUMNS = {
    "Player": names, "Start rating": ratings, "Start games": counts, "Start last played": dates, "Nation": free,
    "Group": groups, "Active": mostly(st.sampled_from((*YES, "Left"))), "Start permanent": ratings,
    "Initial rating": ratings,
    "Date": dates, "Player 1": names, "Player 2": names, "Score 1": scores, "Score 2": scores, "Double": names,
    "White": names, "Black": names, "Result": mostly(st.sampled_from(RESULTS)), "Points": ratings, "Reason": free,
    "Event": events, "Players": mostly(st.integers(2, 40)), "Rounds": mostly(st.integers(1, 5)),
    "World Championship": mostly(st.sampled_from(YES)), "Place": mostly(st.integers(1, 8)), "Remark": free,
    "Web": mostly(st.sampled_from(["name", "initials", "none"])), "Alias": free,
    "Kind": mostly(st.sampled_from((None, None, None, "Unrated", "Forfeit"))), "Boards": counts,
}  # fmt: skip
"""What each column that people type into holds, by its heading."""


SOUND: Mapping[str, st.SearchStrategy[Any]] = {
    "number": st.one_of(st.integers(-3000, 3000), st.floats(-3000, 3000)),
    "score": st.integers(0, 700),
    "total": st.integers(1, 1200),
    "points": st.integers(0, 40),
    "count": st.integers(0, 120),
    "positive count": st.integers(1, 80),
    "year": st.integers(1990, 2030),
    "result": st.sampled_from(("W", "l", "T", "1-0", "(0-1)", 1, 0, 0.5)),
    "yes or no": st.sampled_from((True, False, "Yes", "no", "x", None)),
    "system": st.sampled_from(KEYS),
    "any": st.one_of(st.integers(0, 2000), st.sampled_from(("W", "1-0", None, True))),
    "column": st.integers(0, 2000),
    "table": st.sampled_from(
        (*NAMES, "Player", "Player 1", "Player 2", "Score 1", "Score 2", "Date", "2026-01-06", 400)
    ),
}
"""What each kind of argument means."""

SIZES = (
    0, -0.0, 5e-324, -5e-324, 1e-300, 2.0**-53, 0.1 + 0.2, 2**31 - 1, 2**31, -(2**31), 2**53, 2**53 + 1, 2**63, 2**64,
    1e15, 1e15 + 1, -1e15, 1e16, 1e22, 10**30, 1e154, 1e200, 1e300, -1e300, 1e308, -1e308, 10**308, 10**309, 10**400,
    -(10**400), 10**5000, math.inf, -math.inf, math.nan,
)  # fmt: skip
numbers = st.sampled_from(SIZES)
TYPES = (
    float, int, Decimal, Fraction, str, repr, np.float64, np.float32, np.float16, np.longdouble, np.int64, np.uint8,
    np.bool_, np.str_, complex, bool, np.array, lambda number: {"type": "Double", "basicValue": number},
)  # fmt: skip
OTHERS = (
    None, True, False, "", b"12", b"", bytearray(b"7"), memoryview(b"1"), 1j, Decimal("NaN"), Decimal("sNaN"),
    Decimal("-Infinity"), Decimal("1E+999999"), Decimal("1E-999999"), Fraction(1, 3), Fraction(10**400, 3),
    np.datetime64("2026-01-06"), np.datetime64("NaT"), np.timedelta64(3, "D"), np.nan, np.inf, date(2026, 1, 6),
    datetime(2026, 1, 6, 19, 30), time(12), timedelta(days=1), object, object(), {}, {"basicValue": {"basicValue": 5}},
    {"type": "Error"}, set(), frozenset({1}), range(3), -2146826246, -2146826281, ..., NotImplemented, "9" * 5000,
    "1e400", "-1E309", "\ud800", "#NUM! x", np.array([[1, 2], [3, 4]]), np.array([]), np.array([1.5, np.nan]),
    np.array(["W", "L"]), np.array([[10**400, None]], dtype=object), np.ma.masked, slice(1),
)  # fmt: skip


@st.composite
def typed_numbers(draw: st.DrawFn) -> Any:
    """Draw a number of some size, in a type that can hold it, or nearly."""
    number, kind = draw(numbers), draw(st.sampled_from(TYPES))
    try:
        with np.errstate(all="ignore"):
            return kind(number)
    except (OverflowError, ValueError, ArithmeticError, TypeError):
        return number


odd = st.one_of(typed_numbers(), typed_numbers(), st.sampled_from(OTHERS), odd_text)


@dataclass(frozen=True)
class Call:
    """The name of a function, and its arguments."""

    name: str
    arguments: tuple[Any, ...]


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Draw a call with sound, odd, nested and ragged arguments."""
    function = CATALOGUE[draw(st.sampled_from(tuple(CATALOGUE)))]
    left_out = draw(st.integers(0, len(function.optional)))
    kinds = [argument.kind for argument in function.arguments.values()]
    return Call(function.name, tuple(draw(_argument(kind)) for kind in kinds[: len(kinds) - left_out]))


def _argument(kind: str) -> st.SearchStrategy[Any]:
    cell = st.one_of(SOUND[kind], SOUND[kind], SOUND[kind], odd)
    block = st.integers(0, 3).flatmap(lambda n: st.lists(st.lists(cell, min_size=n, max_size=n), max_size=3))
    ragged = st.lists(st.one_of(cell, st.lists(st.one_of(cell, st.lists(cell, max_size=2)), max_size=3)), max_size=3)
    if kind in ("table", "column"):
        return st.one_of(block, block, ragged, cell)
    return st.one_of(cell, cell, cell, cell, block, ragged, ragged.map(tuple))


def call(case: Call) -> None:
    """Check that a call gives what a cell or range of Excel holds, or raises an error that says what is wrong."""
    try:
        result = getattr(xladdin.functions, case.name)(*case.arguments)
    except XladdinError as wrong:
        assert str(wrong)
        assert len(str(wrong)) < MAX_CELL_LENGTH
        return
    rows = result if isinstance(result, list) else [[result]]
    assert all(isinstance(row, list) for row in rows) and len(set(map(len, rows))) <= 1
    for row in rows:
        for cell in row:
            assert_a_cell_holds(cell)


MAX_INTEGER = 2**31 - 1
"""The classic host gets integers beyond this as 64 bits, and no cell has that type."""


def assert_a_cell_holds(cell: object) -> None:
    """Check that a cell holds a text, a truth value, a finite float or an integer of 32 bits."""
    assert type(cell) in (str, int, float, bool), type(cell)
    if isinstance(cell, str):
        assert len(cell) <= MAX_CELL_LENGTH
    elif isinstance(cell, int):
        assert abs(cell) <= MAX_INTEGER
    elif isinstance(cell, float):
        assert math.isfinite(cell)
        assert abs(cell) < 9.99e307
