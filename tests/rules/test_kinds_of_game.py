"""Unrated games, forfeits and byes change no rating. Each has its note, and xladdin names what is wrong."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.log import Adjustment, Entry, ScoreGame
from tests.oracle.logs import camps, clubs
from tests.oracle.ranges import Range, adjustments_range, campers_range, games_range, groups_range, ladder_range
from tests.oracle.ranges import players_range as listed
from tests.oracle.sca import Camper, LadderGame
from xladdin.cells.table import CellTable
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.game_log import GameLog, read_log
from xladdin.model import GameKind
from xladdin.replay import replay
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS

Club = tuple[dict[str, Entry], list[ScoreGame], list[Adjustment]]
SCRABBLE = ("mississauga", "montreal", "lexington")
KINDS = ("Unrated", "Forfeit")


def tables(**ranges: Range) -> Mapping[str, CellTable]:
    return {
        name: CellTable(name, tuple(map(str, headings)), tuple([row[i] for row in rows] for i in range(len(headings))))
        for name, (headings, *rows) in ranges.items()
    }


def club_log(key: str, *games: tuple[Any, ...], today: dt.date | None = None) -> GameLog:
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"]
    players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1400, 60], ["Cyd", 1300, 60]]
    return read_log(SYSTEMS[key], tables(Players=players, Games=[headings, *map(list, games)]), today)


def camp_log(*games: tuple[Any, ...], active: str = "Yes") -> GameLog:
    players = [["Player", "Group", "Active"], ["Ann", "Pawns", "Yes"], ["Bob", "Pawns", active]]
    headings = ["Date", "White", "Black", "Result", "Kind"]
    groups: Range = [["Group", "Initial rating"], ["Pawns", 1000]]
    return read_log(SYSTEMS["sca"], tables(Players=players, Groups=groups, Games=[headings, *map(list, games)]))


@pytest.mark.parametrize("key", SCRABBLE)
@settings(max_examples=examples(30))
@given(club=clubs(), data=st.data())
def test_unrated_and_forfeited_games_change_no_rating_wherever_they_stand(
    key: str, club: Club, data: st.DataObject
) -> None:
    players, games, adjustments = club
    plain = [game for game in games if game.kind is None]
    names = sorted(players)
    dates = st.sampled_from([game.date for game in games] or [dt.date(1998, 7, 23)])
    mixed = list(plain)
    for number in range(data.draw(st.integers(1, 6))):
        first, second = data.draw(st.permutations(names))[:2]
        day = data.draw(dates) + dt.timedelta(data.draw(st.sampled_from([-400, 0, 0, 3, 700])))
        game = ScoreGame(day, first, 400, second, 300 + number, None, data.draw(st.sampled_from(KINDS)))
        mixed.insert(data.draw(st.integers(0, len(mixed))), game)

    def rated(log: list[ScoreGame]) -> tuple[Any, Any]:
        ranges = listed(players), games_range(log), adjustments_range(adjustments)
        ratings = {player: (rating, played) for _, player, rating, played in CLUBRATINGS(key, *ranges)[1:]}
        changes = [row for game, row in zip(log, CLUBCHANGES(key, *ranges), strict=True) if game.kind is None]
        return ratings, changes

    assert rated(mixed) == rated(plain)


@settings(max_examples=examples(30))
@given(camp=camps(), data=st.data())
def test_at_camp_too(camp: tuple[dict[str, int], dict[str, Camper], list[LadderGame]], data: st.DataObject) -> None:
    groups, campers, games = camp
    plain = [game for game in games if game.kind is None]
    mixed = list(plain)
    present = [name for name, camper in campers.items() if camper.active]
    for _ in range(data.draw(st.integers(1, 4))):
        white, black = data.draw(st.permutations(present))[:2]
        kind = data.draw(st.sampled_from(KINDS))
        mixed.insert(
            data.draw(st.integers(0, len(mixed))), LadderGame(dt.date(1998, 7, 23), white, black, "(0-1)", kind)
        )

    def ratings(log: list[LadderGame]) -> dict[str, Any]:
        list_ = CLUBRATINGS("sca", campers_range(campers), ladder_range(log), groups_range(groups))
        return {player: (rating, played) for _, player, rating, played in list_[1:]}

    assert ratings(mixed) == ratings(plain)


def test_kinds_byes_and_their_notes() -> None:
    day = dt.date(2026, 1, 6)
    log = club_log(
        "mississauga",
        (day, "Ann", 400, "Bob", 300, None),
        (day, "Ann", 410, "Cyd", 300, "Unrated"),
        (day, "Bob", 1, "Cyd", 0, " FORFEIT "),
        (day, "Cyd", None, "Bye", None, None),
        (day, "Bye", None, "Ann", 50, None),
        (None, "Bob", None, "Bye", None, None),
        (day, "Ann", None, "Bob", None, "Unrated"),
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
        (GameKind.UNRATED, day, 0, 410, 2, 300, 1),
        (GameKind.FORFEIT, day, 1, 1, 2, 0, 2),
        (GameKind.BYE, day, 2, None, None, None, 3),
        (GameKind.BYE, day, 0, None, None, None, 4),
    ]


def test_a_bye_on_a_day_that_is_none_is_named_and_one_of_an_evening_to_come_is_not() -> None:
    """Otherwise the player who sat out is absent that evening, and nobody learns of it."""
    typed, to_come = ("6/1/26", "Cyd", None, "Bye", None, None), (dt.date(2026, 1, 8), "Ann", None, "Bye", None, None)
    log = club_log("mississauga", typed, to_come, today=dt.date(2026, 1, 7))
    assert [str(problem) for problem in log.problems] == [
        'Games row 2, Date "6/1/26": must be a date such as 2006-10-01'
    ]
    assert log.notes == {1: "bye: not rated"}


@pytest.mark.parametrize("key", SCRABBLE)
@pytest.mark.parametrize(
    ("score1", "score2", "kind", "message"),
    [
        (0, 0, None, 'Score 1 "0": nobody scored; if it was not played, leave both scores blank'),
        (0, 0, "Unrated", 'Score 1 "0": nobody scored; if it was not played, leave both scores blank'),
        (-5, 5, None, 'Score 1 "-5": nobody scored; if it was not played, leave both scores blank'),
        (-5, 5, "Unrated", 'Score 1 "-5": nobody scored; if it was not played, leave both scores blank'),
        (1, 0, "Walkover", 'Kind "Walkover": must be Unrated or Forfeit, or blank for a rated game'),
        (1, 1, "Forfeit", 'Score 1 "1": a forfeit needs a winner: give the winner the higher score, 1 and 0 will do'),
        (None, None, "Forfeit", "Score 1: a forfeit needs a winner: give the winner the higher score, 1 and 0 will do"),
        (400, None, "Unrated", "Score 2: the other score is missing: type both, or none"),
    ],
)
def test_what_is_no_kind_of_game(key: str, score1: object, score2: object, kind: object, message: str) -> None:
    log = club_log(key, (dt.date(2026, 1, 6), "Ann", score1, "Bob", score2, kind))
    assert [str(problem) for problem in log.problems] == [f"Games row 2, {message}"]


def test_forfeits_at_camp_say_who_won() -> None:
    day = dt.date(2026, 7, 6)
    log = camp_log((day, "Ann", "Bob", "(0-1)", "Forfeit"), (day, "Ann", "Bob", "(1/2-1/2)", "Forfeit"))
    assert [tuple(game) for game in log.unrated] == [(GameKind.FORFEIT, day, 0, 0, 1, 1, 0)]
    assert [problem.row for problem in log.problems] == [3]


def test_who_left_camp_keeps_the_games_and_who_is_not_active_cannot_have_any() -> None:
    game = (dt.date(2026, 7, 6), "Ann", "Bob", "(1-0)", None)
    left = camp_log(game, active="left")
    assert not left.problems and left.games.row == range(1)
    assert (left.players[1].active, left.players[1].left) == (True, True)
    assert [str(problem) for problem in camp_log(game, active="No").problems] == [
        'Games row 2, Black "Bob": Active is No on Players: set it to Left for a child who went home, or to Yes'
    ]
    assert [str(problem) for problem in camp_log(game, active="Gone").problems] == [
        'Players row 3, Active "Gone": must be Yes, No or Left',
    ]


def test_an_unrated_evening_goes_on_with_a_run_of_attendance_and_one_of_forfeits_alone_is_none() -> None:
    days = [dt.date(2026, 1, day) for day in (6, 13, 20, 27)]
    kinds = (None, "Unrated", "Forfeit", None)
    log = club_log("montreal", *((day, "Ann", 2, "Bob", 1, kind) for day, kind in zip(days, kinds)))
    attended = Statistics(replay(log.sound())).season.runs.attended
    assert {player: tuple(run) for player, run in attended.items()} == dict.fromkeys((0, 1), (3, days[-1]))
