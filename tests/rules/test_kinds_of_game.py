"""Unrated games, forfeits and byes have their notes. The corpus has what is no kind of game."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tests.oracle import engine
from tests.oracle.engine import cell_tables
from xladdin.systems import SYSTEMS

DAY = dt.date(2026, 1, 6)


def club_log(key: str, *games: tuple[Any, ...], today: dt.date | None = None) -> engine.GameLog:
    tables = {
        "Players": [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1400, 60], ["Cyd", 1300, 60]],
        "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"], *map(list, games)],
    }
    return engine.read_log(SYSTEMS[key], cell_tables(tables), today)


def test_kinds_byes_and_their_notes() -> None:
    log = club_log(
        "mississauga",
        (DAY, "Ann", 400, "Bob", 300, None),
        (DAY, "Ann", 410, "Cyd", 300, "Unrated"),
        (DAY, "Bob", 1, "Cyd", 0, " FORFEIT "),
        (DAY, "Cyd", None, "Bye", None, None),
        (DAY, "Bye", None, "Ann", 50, None),
        (None, "Bob", None, "Bye", None, None),
        (DAY, "Ann", None, "Bob", None, "Unrated"),
    )
    assert not log.problems
    assert log.games.row == [0]
    assert log.row_notes == {
        1: "unrated: shown on the Scoreboard and counted in attendance only",
        2: "forfeit: counted as won and lost, not rated",
        3: "bye: not rated",
        4: "bye: not rated",
        5: "bye: not rated",
        6: "not played yet",
    }
    assert [tuple(game) for game in log.unrated] == [
        (engine.GameKind.UNRATED, DAY, 0, 410, 2, 300, 1),
        (engine.GameKind.FORFEIT, DAY, 1, 1, 2, 0, 2),
        (engine.GameKind.BYE, DAY, 2, None, None, None, 3),
        (engine.GameKind.BYE, DAY, 0, None, None, None, 4),
    ]


def test_a_bye_on_a_day_that_is_none_is_named_and_one_of_an_evening_to_come_is_not() -> None:
    """Otherwise the player who sat out is absent that evening, and nobody learns of it."""
    typed, to_come = ("6/1/26", "Cyd", None, "Bye", None, None), (dt.date(2026, 1, 8), "Ann", None, "Bye", None, None)
    log = club_log("mississauga", typed, to_come, today=dt.date(2026, 1, 7))
    assert [(problem.row, problem.column) for problem in log.problems] == [(2, "Date")]
    assert log.row_notes == {1: "bye: not rated"}
