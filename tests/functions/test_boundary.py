"""The boundary of the functions. A range means its rows one by one, and each cell of a host means what it says."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.excel.classic import COM_ERRORS
from xladdin.errors import InvalidTypeError, XladdinError
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
from xladdin.functions.evaluation import KINDS
from xladdin.functions.host_values import plain_cell, plain_column

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


def shown(function: Any, row: tuple[object, ...]) -> Any:
    """What a call with the values of one row shows in its cell."""
    try:
        return function(*row)
    except XladdinError as wrong:
        return f"{wrong.excel_error} {wrong}"


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@given(data=st.data())
def test_a_range_is_its_rows_one_by_one(function: Any, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.tuples(*[cells] * FUNCTIONS[function]), min_size=1, max_size=8))
    columns = [[[cell] for cell in column] for column in zip(*rows)]
    results = function(*columns)
    assert len(results) == len(rows)
    for row, (result,) in zip(rows, results):
        assert same(result, shown(function, row)), row


sound_rows = st.lists(
    st.tuples(*[st.integers(900, 2200)] * 2, *[st.integers(1, 700)] * 2, st.integers(0, 99)), min_size=1, max_size=30
)


@given(sound_rows, st.sampled_from([int, float]))
def test_whole_columns_are_rated_as_single_games(rows: list[tuple[int, ...]], number: type) -> None:
    """The fast form of a rule says what the rule says."""
    columns = [[[number(cell)] for cell in column] for column in zip(*rows)]
    results = LEXCHANGE(*columns)
    assert results == [[LEXCHANGE(*row)] for row in rows]
    assert {type(result) for (result,) in results} == {int}


def test_one_cell_is_repeated_beside_a_range() -> None:
    beside = [[227], [-463]]
    assert MTLBASIC(beside, [["L"]]) == MTLBASIC(beside, "L") == [[-10], [-3]]
    assert MTLBASIC([[227]], [["L"]]) == [[-10]]
    assert MTLBASIC([[510], [None]], [[None]]) == [[2], [""]]
    assert LEXCHANGE(1824, 1708, 459, 272, []) == []


@given(data=st.data())
def test_empty_rows_are_passed_over(data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.one_of(st.tuples(cells, cells), st.sampled_from([(None, None), ("", "")]))))
    first, second = [[row[0]] for row in rows], [[row[1]] for row in rows]
    results = MISSPOINTS(first, second, 1)
    assert [result for (result,) in results] == [
        "" if row in ((None, None), ("", "")) else MISSPOINTS([[row[0]]], [[row[1]]], 1)[0][0] for row in rows
    ]


def test_rows_of_different_lengths_are_an_error() -> None:
    for ragged in ([[1, 2], [3]], [[1], [2, 3]], [[1], 2]):
        with pytest.raises(InvalidTypeError):
            LEXEXPECTED(ragged)


@pytest.mark.parametrize("error", COM_ERRORS)
def test_error_values_as_each_host_hands_them_over(error: str) -> None:
    office_js = {"type": "Error", "errorType": "Num", "basicType": "Error", "basicValue": error}
    for cell in (error, COM_ERRORS[error], office_js):
        assert plain_cell(cell) == error
        assert LEXEXPECTED(cell) == error
        assert LEXEXPECTED([[cell], [0]]) == [[error], [50]]
        assert plain_column([1, cell]) == [1, error]


def test_data_types_of_hosts() -> None:
    formatted = {"type": "FormattedNumber", "basicValue": 116, "numberFormat": "0"}
    linked = {"type": "LinkedEntity", "basicValue": "#VALUE!", "text": "Pierre"}
    assert LEXEXPECTED(formatted) == LEXEXPECTED(116)
    assert LEXEXPECTED(linked) == "#VALUE!"
    assert LEXEXPECTED(Decimal("116.0")) == LEXEXPECTED(Fraction(116)) == LEXEXPECTED(116)
    assert LEXEXPECTED([[Decimal(116)], [formatted]]) == [[LEXEXPECTED(116)]] * 2
    assert LEXEXPECTED([[116], [Decimal(116)], [Fraction(116)]]) == [[LEXEXPECTED(116)]] * 3
    assert plain_cell(object).startswith("<class")


def test_arrays_and_numbers_of_numpy() -> None:
    assert LEXEXPECTED(np.array([116.0, 0.0])) == [[LEXEXPECTED(116), 50]]
    points = MISSPOINTS([[12], [np.int64(12)], [12]], [[9], [9], [np.int64(9)]])
    assert points == [[33]] * 3
    assert {type(cell) for (cell,) in points} == {int}
    assert (
        LEXEXPECTED(np.array([[116], [0]]))
        == LEXEXPECTED([np.array([116]), np.array([0])])
        == [
            [LEXEXPECTED(116)],
            [50],
        ]
    )
    for number in (np.float64(116), np.int64(116), np.float32(116), np.array(116)):
        assert same(LEXEXPECTED(number), LEXEXPECTED(116))


def test_truth_does_not_hide_behind_a_one() -> None:
    """1 and TRUE count as the same in a set."""
    assert LEXEXPECTED([[1], [True]])[1] == ["#VALUE! diff TRUE: must be a number"]
    assert SCACHANGE(1000, 1000, [[1], [True]])[1] == ["#VALUE! result TRUE: must be W, L or T (or 1-0, 0-1, 1/2-1/2)"]


@pytest.mark.parametrize(
    ("kind", "taken", "refused"),
    [
        ("number", [-1e15, 0, 2.5, "1e3"], [1e16, -1e300, True, "x", dt.date(2020, 1, 1), float("nan"), float("-inf")]),
        ("score", [-200, 400, 0.5, 2000], [-200.5, 2001, "-201"]),
        ("points", [0, 20], [-0.5, -1]),
        ("total", [0.5, 700], [0, -1]),
        ("count", [0, 60, "60", 60.0], [-1, 0.5, "-1"]),
        ("positive count", [1, 65], [0, -1, 1.5]),
        ("year", [1000, 2006, 9999], [6, 999, 10000, 2006.5]),
        ("result", ["W", "(1-0)", "Draw", 0.5, 0, 1, "0-1"], ["Q", 2, True, dt.date(2020, 2, 1)]),
        ("yes or no", [True, False, 1, 0, "Yes", "no", "x"], ["maybe", 2]),
        ("system", ["dptr", " SCA "], ["glicko", 5]),
    ],
)
def test_kinds(kind: str, taken: list[object], refused: list[object]) -> None:
    for cell in taken:
        KINDS[kind].read(cell)
    for cell in refused:
        assert not KINDS[kind].takes([cell])
        with pytest.raises(XladdinError):
            KINDS[kind].read(cell)


@pytest.mark.parametrize("kind", KINDS)
@given(column=st.lists(cells, max_size=6))
def test_a_column_is_taken_only_where_each_cell_reads_as_it_stands(kind: str, column: list[object]) -> None:
    if KINDS[kind].takes(column):
        for cell in column:
            assert KINDS[kind].read(cell) == cell
            assert type(cell) is not bool or kind == "yes or no"


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
    with pytest.raises(InvalidTypeError, match='In the range of Games, row 2, Score 2 "#REF!": must be a number'):
        CLUBCHANGES("montreal", players, games)


class MissingOfPandas:
    """Like pandas.NA, it is neither true nor false, and every comparison with it is missing too."""

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    def __eq__(self, other: object) -> Any:
        return self

    __ne__ = __lt__ = __gt__ = __le__ = __ge__ = __eq__

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "<NA>"


def test_a_missing_value_of_pandas_is_no_number() -> None:
    missing = MissingOfPandas()
    with pytest.raises(InvalidTypeError, match=r"^r1 <NA>: must be a number$"):
        LEXCHANGE(missing, 1708, 459, 272, 60)
    columns = [[[missing], [1824]], *([[value], [value]] for value in (1708, 459, 272, 60))]
    assert LEXCHANGE(*columns) == [["#VALUE! r1 <NA>: must be a number"], [4]]
