"""The worksheet functions: what they give and spill, and what they say of wrong arguments and rows."""

from __future__ import annotations

import datetime as dt
import inspect
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xladdin.functions
from tests.helpers.excel.windows import COM_ERRORS
from tests.helpers.formulas import evaluate_formula
from xladdin import XladdinError
from xladdin.errors import InvalidTypeError, NotFoundError, OutOfRangeError
from xladdin.functions import (
    CATALOGUE,
    CLUBCHANGES,
    CLUBEXPLAIN,
    CLUBRATINGS,
    DPTRCHANGE,
    DPTRPERCENTILE,
    LEXCHANGE,
    LEXEXPECTED,
    LEXPAR,
    LEXPERCENT,
    LEXPERFORMANCE,
    MISSBASIC,
    MISSCHANGE,
    MISSPOINTS,
    MTLBASIC,
    MTLCHANGE,
    MTLRATING,
    SCACHANGE,
)
from xladdin.languages import list_languages
from xladdin.systems import SYSTEMS


def test_the_functions_are_those_of_the_catalogue() -> None:
    public = {name for name, value in vars(xladdin.functions).items() if name.isupper() and inspect.isfunction(value)}
    assert public == set(CATALOGUE)
    assert {system.change_function for system in SYSTEMS.values()} - {""} <= public


@pytest.mark.parametrize("name", CATALOGUE)
def test_help_fits_the_function_wizard(name: str) -> None:
    function = CATALOGUE[name]
    assert 0 < len(function.description) <= 255
    assert getattr(xladdin.functions, name).__doc__ == function.description
    assert list(inspect.signature(getattr(xladdin.functions, name)).parameters) == list(function.arguments)
    for argument, (_, meaning) in function.arguments.items():
        assert 0 < len(meaning) <= 255, argument
        for language in list_languages():
            assert 0 < len(language.render(meaning)) <= 255, argument
    assert all(0 < len(language.render(function.description)) <= 255 for language in list_languages())


EXAMPLES = [name for name in CATALOGUE if name not in ("CLUBRATINGS", "CLUBCHANGES", "CLUBSYSTEMS")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_what_they_say(name: str) -> None:
    function = CATALOGUE[name]
    assert function.example.startswith(f"{name}(")
    result = evaluate_formula(function.example)
    if isinstance(result, str):
        assert result == function.result
    else:
        decimals = len(str(function.result).partition(".")[2])
        assert round(result, decimals) == function.result


def test_ranges_of_different_shapes_are_an_error() -> None:
    with pytest.raises(InvalidTypeError, match=r"different shapes: r1 2 by 1, s2 1 by 2 \(rows by columns\)"):
        MISSCHANGE([[1], [2]], 1000, [[400], [300]], [[300, 400]])


NOBODY_SCORED = "scores 0 and 0: nobody scored; if it was not played, leave both scores blank"


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: LEXCHANGE(1824, 1708, 459, 272, 33.5), OutOfRangeError, "games 33.5: must be a whole number"),
        (lambda: LEXCHANGE(True, 1708, 459, 272, 60), InvalidTypeError, "r1 TRUE: must be a number"),
        (lambda: LEXCHANGE(1824, None, 459, 272, 60), InvalidTypeError, "r2 (blank): must be a number"),
        (lambda: LEXCHANGE(Fraction(10**400), 1, 2, 3, 4), OutOfRangeError, "r1 1.00000e+400: is too large"),
        (lambda: MTLRATING(7, 1e308), OutOfRangeError, "change 1e+308: is too large to calculate with"),
        (lambda: LEXPERFORMANCE([[1500], [1e308]], [[4], [3]], [[3], [4]]), OutOfRangeError, "row 2, 1e+308: is too"),
        (lambda: LEXPERCENT(0, 0), OutOfRangeError, NOBODY_SCORED),
        (lambda: MISSCHANGE(972, 1921, 0, 0), OutOfRangeError, NOBODY_SCORED),
        (lambda: MTLCHANGE(1710, 1200, 0, 0, True), OutOfRangeError, NOBODY_SCORED),
        (lambda: CLUBEXPLAIN("lexington", 972, 1921, 0, 0, 9), OutOfRangeError, NOBODY_SCORED),
        (lambda: LEXPERFORMANCE([[1500], [1600]], [[4], [0]], [[3], [0]]), OutOfRangeError, f"row 2, {NOBODY_SCORED}"),
        (lambda: MISSCHANGE(1, 2, -500, 3), OutOfRangeError, "s1 -500: must be from -200 to 2000"),
        (lambda: LEXPAR(0, 0), OutOfRangeError, "total 0: must be above 0"),
        (lambda: MTLBASIC(510, "Q"), InvalidTypeError, "result Q: must be W, L or T (or 1-0, 0-1, 1/2-1/2)"),
        (lambda: MTLCHANGE(1, 2, 3, 4, "perhaps"), InvalidTypeError, "double perhaps: must be Yes or No"),
        (lambda: DPTRPERCENTILE(9, 8), OutOfRangeError, "place 9: must be at most the number of players, 8"),
        (lambda: DPTRCHANGE(40, 1, 9, 4, 38991), OutOfRangeError, "year 38991: must be a year of four digits"),
        (lambda: CLUBEXPLAIN("glicko", 1, 2, 3), NotFoundError, "system glicko: must be one of mississauga, montreal"),
        (lambda: CLUBEXPLAIN("sca", 1, 2, "W", 4), InvalidTypeError, "4: is one argument too many; the arguments are"),
    ],
)
def test_what_cannot_be_raises_and_says_so(call: Any, kind: type[XladdinError], message: str) -> None:
    with pytest.raises(XladdinError) as raised:
        call()
    assert type(raised.value) is kind
    assert message in str(raised.value)


def test_a_bad_row_spoils_no_other_a_blank_gives_a_blank_and_an_error_comes_back() -> None:
    assert LEXCHANGE(1824, 1708, 459, 272, [[60], [-1], ["many"], [None], ["#REF!"], [60]]) == [
        [4], ["#NUM! games -1: must be 0 or more"], ["#VALUE! games many: must be a number"], [""], ["#REF!"], [4]
    ]  # fmt: skip
    assert LEXCHANGE(1824, 1708, [[459], [0], [0]], [[272], [0], [None]], 60) == [
        [4], [f"#NUM! {NOBODY_SCORED}"], ["#VALUE! s2 (blank): must be a number"]
    ]  # fmt: skip
    for blank in (None, "", "  "):
        assert LEXCHANGE(blank, blank, blank, blank, blank) == MTLBASIC(blank) == ""
        assert MISSCHANGE([[blank], [1234]], [[blank], [1007]], [[blank], [416]], [[blank], [303]]) == [[""], [8]]
        # A value beside a range is repeated, and does not stop a formula from running ahead of the data.
        assert LEXCHANGE([[1824], [blank]], [[1708], [blank]], [[459], [blank]], [[272], [blank]], 60) == [[4], [""]]
        assert MTLCHANGE(blank, blank, blank, blank, False) == CLUBEXPLAIN("sca", blank, blank, blank) == ""
        assert LEXPERFORMANCE([[blank]], [[blank]], [[blank]]) == ""
    for error in ("#N/A", "#VALUE!", "#DIV/0!", "#SPILL!", "#NUM! games -1: must be 0 or more"):
        assert LEXCHANGE(1824, error, "x", 272, 60) == error
        assert MISSBASIC([[error], [227]], "W") == [[error], [6]]
        assert LEXPERFORMANCE([[1500], [1600]], [[400], [error]], [[300], [300]]) == error
        assert CLUBEXPLAIN("sca", error, 1000, "W") == error


def test_numbers_typed_as_text_are_numbers() -> None:
    assert LEXCHANGE("1824", " 1708 ", "459", "272.0", "6e1") == 4
    for text in ("1_000", "0x10", "nan", "inf", "1.8.2", "1,824"):
        with pytest.raises(InvalidTypeError):
            LEXEXPECTED(text)


@pytest.mark.parametrize(("game", "text"), [
    ((1824, 1708, 459, 272, 60), "favourite by 116 wins: 62.79% + 4 = 66.79% scored; 58.56% expected; "
                                 "8.23 over; half: 4.12; change 4"),
    ((1708, 1824, 272, 459, 60), "underdog by 116 loses: 37.21% - 4 = 33.21% scored; 41.44% expected; "
                                 "8.23 under; half: -4.12; change -4"),
    ((1824, 1708, 400, 400, 60), "favourite by 116 ties: 50.00% scored; 58.56% expected; 8.56 under; half: -4.28; "
                                 "change -4"),
])  # fmt: skip
def test_lexington_words_give_the_share_of_the_points_and_the_boost_apart(game: tuple[int, ...], text: str) -> None:
    """The source: "The presented percentages include the 4% adjustments", A 459 D 272: 66.8% against 58.6%.

    The boost is not used in a tied game. 100 * 459 / 731 is 62.79.
    """
    assert CLUBEXPLAIN("lexington", *game) == text


Rows = list[list[Any]]

PLAYERS: Rows = [["Player", "Start rating"], ["Spot", 2500], ["Sally", 1710], ["John", 1200], ["Zoe", None]]
GAMES: Rows = [
    ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
    ["2019-01-08", "Sally", 400, "John", 325],
    ["2019-01-08", "Spot", None, "John", None],
    ["2019-01-15", " SALLY ", 350, "john", 350],
    [None, "", None, None, ""],
]


def test_ratings_list_of_a_log() -> None:
    """Montreal: "There is a difference of 510 and Sally wins by 75, so she'd get 3 points". Then a tie costs her 5."""
    assert CLUBRATINGS("montreal", PLAYERS, GAMES) == [
        ["Rank", "Player", "Rating", "Games"],
        [1, "Sally", 1708, 2],
        [2, "John", 1202, 2],
        ["", "Spot", 2500, 0],
        ["", "Zoe", 1000, 0],
    ]


def test_changes_stand_beside_the_games() -> None:
    blank = ["", "", "", ""]
    assert CLUBCHANGES("montreal", PLAYERS, GAMES) == [[1710, 1200, 3, -3], blank, [1713, 1197, -5, 5], blank]
    assert CLUBCHANGES("montreal", PLAYERS, [GAMES[0]]) == []


@pytest.mark.parametrize("day", [dt.date(2019, 1, 8), dt.datetime(2019, 1, 8, 20, 30), 43473, 43473.85, "2019-01-08"])
def test_dates_of_every_host_are_dates(day: object) -> None:
    games = [GAMES[0], [day, "Sally", 400, "John", 325]]
    boost = [["Date", "Player", "Points"], ["2019-01-09", None, 100]]
    assert CLUBCHANGES("montreal", PLAYERS, games, boost) == [[1710, 1200, 3, -3]]


def with_game(*cells: object) -> Rows:
    return [*GAMES, list(cells)]


@pytest.mark.parametrize(
    ("key", "players", "games", "kind", "message"),
    [
        ("montreal", PLAYERS, with_game(43473, "Sally", 400, "Jhon", 300), NotFoundError,
         'In the range of Games, row 6, Player 2: "Jhon" is not on Players. Did you mean "John"?'),
        ("montreal", PLAYERS, with_game(43473, "Sally", "#N/A", "John", 300), InvalidTypeError,
         'In the range of Games, row 6, Score 1: "#N/A" – must be a number'),
        ("montreal", PLAYERS, with_game(43473, "Sally", -201, "John", 300), OutOfRangeError,
         'In the range of Games, row 6, Score 1: "-201" – must be a whole score from -200 to 2000'),
        ("montreal", [["Player"], ["A"], ["a"]], [GAMES[0]], InvalidTypeError,
         'In the range of Players, row 3, Player: "a" – the same player is also in row 2'),
        ("montreal", PLAYERS, [GAMES[0][:4]], NotFoundError,
         "In the range of Games, row 1, Score 2: there is no such heading; give the whole table with its headings"),
        ("glicko", PLAYERS, GAMES, NotFoundError, "system glicko: must be one of mississauga"),
        ("montreal", None, GAMES, InvalidTypeError, "players (blank): must be a range with its heading"),
        ("dptr", PLAYERS, [["Event"]], InvalidTypeError, "extra (blank): must be the range of Events"),
        ("sca", PLAYERS, [["Date"]], InvalidTypeError, "extra (blank): must be the range of Groups"),
    ],
)  # fmt: skip
def test_a_log_that_is_wrong_raises_for_its_first_bad_row(
    key: str, players: Any, games: Rows, kind: type[XladdinError], message: str
) -> None:
    with pytest.raises(XladdinError) as raised:
        CLUBRATINGS(key, players, games)
    assert type(raised.value) is kind
    assert message in str(raised.value)


@pytest.mark.parametrize("blank", [None, ""])
@pytest.mark.parametrize("kind", [list, tuple])
def test_ranges_of_whole_columns_give_what_their_filled_rows_give(blank: object, kind: type) -> None:
    players, games = ([[*row] for row in table] for table in (PLAYERS, GAMES))
    filled = CLUBRATINGS("montreal", PLAYERS, GAMES), CLUBCHANGES("montreal", PLAYERS, GAMES)
    empty = 5000
    whole = [kind([*table, *([kind([blank] * len(table[0]))] * empty)]) for table in (players, games)]
    assert CLUBRATINGS("montreal", *whole) == filled[0]
    assert CLUBCHANGES("montreal", *whole) == [*filled[1], *([[""] * 4] * empty)]


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
    """Return what a call with the values of one row shows in its cell."""
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


def test_data_types_of_hosts_count_as_their_values() -> None:
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
