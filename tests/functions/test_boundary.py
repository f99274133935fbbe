"""The boundary of the functions. A range means its rows one by one, and each cell of a host means what it says."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.excel.windows import COM_ERRORS
from xladdin import XladdinError
from xladdin.errors import InvalidTypeError
from xladdin.functions import (
    CLUBCHANGES,
    DPTRCHANGE,
    LEXCHANGE,
    LEXEXPECTED,
    MISSPOINTS,
    MTLBASIC,
    MTLCHANGE,
    SCACHANGE,
)

numbers = st.one_of(
    st.integers(-3000, 3000),
    st.integers(0, 70),
    st.floats(allow_nan=False, width=32),
    st.sampled_from([0, 1, 0.0, 1.0, 50, 2006]),
)
odd = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(["", " ", "60", " 7.5 ", "W", "l", "1-0", "x", "no", "Pierre", "#N/A", "#NUM! too much", "#1"]),
    st.floats(),
    st.dates(),
    st.just(10**400),
    st.sampled_from(sorted(COM_ERRORS.values())),
)
cells = st.one_of(numbers, numbers, odd)
FUNCTIONS = {
    LEXCHANGE: 5, MTLCHANGE: 5, MTLBASIC: 2, SCACHANGE: 3, MISSPOINTS: 3, DPTRCHANGE: 6, LEXEXPECTED: 1,
}  # fmt: skip


def displayed(function: Any, row: tuple[object, ...]) -> Any:
    """What a call with the values of one row shows in its cell."""
    try:
        return function(*row)
    except XladdinError as wrong:
        return f"{wrong.excel_error} {wrong}"


def same(first: Any, other: Any) -> bool:
    return type(first) is type(other) and first == other


sound_rows = st.lists(
    st.tuples(*[st.integers(900, 2200)] * 2, *[st.integers(1, 700)] * 2, st.integers(0, 99)), min_size=1, max_size=30
)
"""Whole columns of sound games, which a faster form of the rule rates."""


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@given(data=st.data())
def test_a_range_is_its_rows_one_by_one(function: Any, data: st.DataObject) -> None:
    any_rows = st.lists(st.tuples(*[cells] * FUNCTIONS[function]), min_size=1, max_size=8)
    rows = data.draw(sound_rows | any_rows if function is LEXCHANGE else any_rows)
    columns = [[[cell] for cell in column] for column in zip(*rows)]
    results = function(*columns)
    assert len(results) == len(rows)
    for row, (result,) in zip(rows, results):
        assert same(result, displayed(function, row)), row


@pytest.mark.parametrize("error", COM_ERRORS)
def test_error_values_as_each_host_hands_them_over(error: str) -> None:
    office_js = {"type": "Error", "errorType": "Num", "basicType": "Error", "basicValue": error}
    for cell in (error, COM_ERRORS[error], office_js):
        assert LEXEXPECTED(cell) == error
        assert LEXEXPECTED([[cell], [0]]) == [[error], [50]]


def test_data_types_of_hosts() -> None:
    formatted = {"type": "FormattedNumber", "basicValue": 116, "numberFormat": "0"}
    linked = {"type": "LinkedEntity", "basicValue": "#VALUE!", "text": "Pierre"}
    assert LEXEXPECTED(formatted) == LEXEXPECTED(116)
    assert LEXEXPECTED(linked) == "#VALUE!"
    assert LEXEXPECTED(Decimal("116.0")) == LEXEXPECTED(Fraction(116)) == LEXEXPECTED(116)
    assert LEXEXPECTED([[Decimal(116)], [formatted]]) == [[LEXEXPECTED(116)]] * 2
    assert LEXEXPECTED([[116], [Decimal(116)], [Fraction(116)]]) == [[LEXEXPECTED(116)]] * 3


def test_truth_does_not_hide_behind_a_one() -> None:
    """1 and TRUE count as the same in a set."""
    assert LEXEXPECTED([[1], [True]])[1] == ["#VALUE! diff TRUE: must be a number"]
    assert SCACHANGE(1000, 1000, [[1], [True]])[1] == ["#VALUE! result TRUE: must be W, L or T (or 1-0, 0-1, 1/2-1/2)"]


def test_a_column_of_a_log_is_made_plain() -> None:
    """This holds also where hosts hand over data types, currency and error numbers."""
    players = [["Player"], ["A"], ["B"]]
    day = {"type": "FormattedNumber", "basicValue": 43473, "numberFormat": "dd/mm/yyyy"}
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Change 1"],
        [day, "A", Decimal(400), "B", 300, COM_ERRORS["#N/A"]],
    ]
    assert CLUBCHANGES("montreal", players, games) == [[1000, 1000, 12, -12]]
    games[1][4] = COM_ERRORS["#REF!"]
    with pytest.raises(InvalidTypeError, match='In the range of Games, row 2, Score 2: "#REF!" – must be a number'):
        CLUBCHANGES("montreal", players, games)
