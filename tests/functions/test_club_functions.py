"""The functions that replay a whole log from ranges: what they spill, and what they say of a wrong row."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from xladdin import XladdinError
from xladdin.errors import InvalidTypeError, NotFoundError, OutOfRangeError
from xladdin.functions import CLUBCHANGES, CLUBRATINGS

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
def test_dates_of_every_host(day: object) -> None:
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
