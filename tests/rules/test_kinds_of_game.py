"""Unrated games, forfeits and byes change no rating. Each has its note, and xladdin names what is wrong."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.engine import SCRABBLE, cell_tables
from tests.oracle.log import Camp, Club, LadderGame, ScoreGame, Tables, camp_tables, club_tables
from tests.oracle.logs import FIRST_DATE, camps, clubs
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.game_log import GameLog, read_log
from xladdin.model import GameKind
from xladdin.systems import SYSTEMS

KINDS = ("Unrated", "Forfeit")
DAY = dt.date(2026, 1, 6)


def club_log(key: str, *games: tuple[Any, ...], today: dt.date | None = None) -> GameLog:
    tables = {
        "Players": [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1400, 60], ["Cyd", 1300, 60]],
        "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"], *map(list, games)],
    }
    return read_log(SYSTEMS[key], cell_tables(tables), today)


def rated(key: str, tables: Tables, plain: list[bool]) -> tuple[Any, Any]:
    """Rating and games of everybody, and the changes of the plain games."""
    ranges = tables.values()
    ratings = {player: (rating, played) for _, player, rating, played in CLUBRATINGS(key, *ranges)[1:]}
    return ratings, [row for row, is_plain in zip(CLUBCHANGES(key, *ranges), plain, strict=True) if is_plain]


@pytest.mark.parametrize("key", SCRABBLE)
@settings(max_examples=examples(30))
@given(club=clubs(), data=st.data())
def test_unrated_and_forfeited_games_change_no_rating_wherever_they_stand(
    key: str, club: Club, data: st.DataObject
) -> None:
    players, games, adjustments = club
    plain = [game for game in games if game.kind is None]
    dates = st.sampled_from([game.date for game in games] or [FIRST_DATE])
    mixed = list(plain)
    for number in range(data.draw(st.integers(1, 6))):
        first, second = data.draw(st.permutations(sorted(players)))[:2]
        day = data.draw(dates) + dt.timedelta(data.draw(st.sampled_from([-400, 0, 0, 3, 700])))
        game = ScoreGame(day, first, 400, second, 300 + number, None, data.draw(st.sampled_from(KINDS)))
        mixed.insert(data.draw(st.integers(0, len(mixed))), game)
    expected = rated(key, club_tables(players, plain, adjustments), [True] * len(plain))
    assert rated(key, club_tables(players, mixed, adjustments), [game.kind is None for game in mixed]) == expected


@settings(max_examples=examples(30))
@given(camp=camps(), data=st.data())
def test_at_camp_too(camp: Camp, data: st.DataObject) -> None:
    groups, campers, games = camp
    plain = [game for game in games if game.kind is None]
    mixed = list(plain)
    present = [name for name, camper in campers.items() if camper.active]
    for _ in range(data.draw(st.integers(1, 4))):
        white, black = data.draw(st.permutations(present))[:2]
        game = LadderGame(FIRST_DATE, white, black, "(0-1)", data.draw(st.sampled_from(KINDS)))
        mixed.insert(data.draw(st.integers(0, len(mixed))), game)
    expected = rated("sca", camp_tables(groups, campers, plain), [True] * len(plain))
    assert rated("sca", camp_tables(groups, campers, mixed), [game.kind is None for game in mixed]) == expected


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
    assert log.notes == {
        1: "unrated: on the Scoreboard and in attendance, nowhere else",
        2: "forfeit: counts in won and lost alone, not rated",
        3: "bye: not rated",
        4: "bye: not rated",
        5: "bye: not rated",
        6: "not played yet",
    }
    assert [tuple(game) for game in log.unrated] == [
        (GameKind.UNRATED, DAY, 0, 410, 2, 300, 1),
        (GameKind.FORFEIT, DAY, 1, 1, 2, 0, 2),
        (GameKind.BYE, DAY, 2, None, None, None, 3),
        (GameKind.BYE, DAY, 0, None, None, None, 4),
    ]


def test_a_bye_on_a_day_that_is_none_is_named_and_one_of_an_evening_to_come_is_not() -> None:
    """Otherwise the player who sat out is absent that evening, and nobody learns of it."""
    typed, to_come = ("6/1/26", "Cyd", None, "Bye", None, None), (dt.date(2026, 1, 8), "Ann", None, "Bye", None, None)
    log = club_log("mississauga", typed, to_come, today=dt.date(2026, 1, 7))
    assert [(problem.row, problem.column) for problem in log.problems] == [(2, "Date")]
    assert log.notes == {1: "bye: not rated"}


@pytest.mark.parametrize("key", SCRABBLE)
@pytest.mark.parametrize(
    ("score1", "score2", "kind", "column", "words"),
    [
        (0, 0, None, "Score 1", "nobody scored"),
        (-5, 5, "Unrated", "Score 1", "nobody scored"),
        (1, 0, "Walkover", "Kind", "must be Unrated or Forfeit, or blank"),
        (1, 1, "Forfeit", "Score 1", "a forfeit needs a winner"),
        (None, None, "Forfeit", "Score 1", "a forfeit needs a winner"),
        (400, None, "Unrated", "Score 2", "the other score is missing"),
    ],
)
def test_what_is_no_kind_of_game(
    key: str, score1: object, score2: object, kind: object, column: str, words: str
) -> None:
    (problem,) = club_log(key, (DAY, "Ann", score1, "Bob", score2, kind)).problems
    assert (problem.row, problem.column) == (2, column) and words in str(problem)
