"""What people type into the tables of a club, as objects and as ranges with a heading row, and random clubs of it.

In random clubs a few players meet often, with values crowded at the edges of the rules.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

Range = list[list[Any]]
Tables = dict[str, Range]
"""The ranges of a log by table, in the order in which the CLUB functions take them."""


@dataclass(frozen=True)
class Entry:
    """A line of the Players table. None is a blank cell."""

    start_rating: int | None = None
    start_games: int | None = None
    start_last_played: dt.date | None = None


@dataclass(frozen=True)
class ScoreGame:
    """A line of the Games table. `double` names the player of a double game. `kind` is Unrated, Forfeit or None.

    Where a club logs results, who has the higher score has won. Without scores a game is not yet played.
    """

    date: dt.date
    player_1: str
    score_1: float | None
    player_2: str
    score_2: float | None
    double: str | None = None
    kind: str | None = None

    @property
    def sides(self) -> tuple[str, str]:
        return self.player_1, self.player_2

    @property
    def is_bye(self) -> bool:
        return "Bye" in (self.player_1, self.player_2)

    @property
    def result(self) -> str | None:
        if self.score_1 is None or self.score_2 is None:
            return None
        return "(1-0)" if self.score_1 > self.score_2 else "(0-1)" if self.score_1 < self.score_2 else "(1/2-1/2)"

    @property
    def rated(self) -> bool:
        """Tell whether the game is rated: played, of no kind, and against somebody."""
        return self.result is not None and self.kind is None and not self.is_bye


@dataclass(frozen=True)
class Adjustment:
    """A line of the Adjustments table. With player None it is for everyone."""

    date: dt.date
    player: str | None
    points: int


@dataclass(frozen=True)
class Camper:
    """A line of the Players table of a camp. In `start_permanent` None is a blank cell."""

    group: str
    active: bool = True
    start_permanent: int | None = None


Club = tuple[Mapping[str, Entry], Sequence[ScoreGame], Sequence[Adjustment]]
Camp = tuple[Mapping[str, int], Mapping[str, Camper], Sequence[ScoreGame]]


def club_tables(
    players: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    extra: Sequence[Adjustment] = (),
    *,
    by_results: bool = False,
) -> Tables:
    return {
        "Players": [
            ["Player", "Start rating", "Start games", "Start last played"],
            *([name, e.start_rating, e.start_games, e.start_last_played] for name, e in players.items()),
        ],
        "Games": _results(games)
        if by_results
        else [
            ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Double", "Kind"],
            *([g.date, g.player_1, g.score_1, g.player_2, g.score_2, g.double, g.kind] for g in games),
        ],
        "Adjustments": [["Date", "Player", "Points"], *([a.date, a.player, a.points] for a in extra)],
    }


def _results(games: Sequence[ScoreGame]) -> Range:
    return [
        ["Date", "White", "Black", "Result", "Kind"],
        *([g.date, g.player_1, g.player_2, g.result, g.kind] for g in games),
    ]


def camp_tables(groups: Mapping[str, int], campers: Mapping[str, Camper], games: Sequence[ScoreGame]) -> Tables:
    return {
        "Players": [
            ["Player", "Group", "Active", "Start permanent"],
            *([name, c.group, "Yes" if c.active else "No", c.start_permanent] for name, c in campers.items()),
        ],
        "Games": _results(games),
        "Groups": [["Group", "Initial rating"], *([name, rating] for name, rating in groups.items())],
    }


NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay")
PAIRS = {size: [*permutations(NAMES[:size], 2)] for size in range(2, len(NAMES) + 1)}
FIRST_DATE = dt.date(1998, 7, 23)

ratings = st.one_of(
    st.sampled_from([1000, 1001, 1099, 1100, 1400, 1401, 1500, 1799, 1800, 1801, 1899, 1999, 2000, 2001, 2300]),
    st.integers(900, 2600),
)
counts = st.sampled_from([0, 1, 9, 10, 11, 40, 48, 49, 50, 51, 99])
scores = st.one_of(st.sampled_from([300, 349, 350, 351, 399, 400, 450, 550]), st.integers(1, 700))
weekly = st.sampled_from([1, 7, 7, 7, 30])
with_long_absences = st.one_of(weekly, st.sampled_from([692, 693, 694, 800]))
"""Days between sessions. Lexington remembers 99 weeks, or 693 days."""
kinds = st.sampled_from(["game"] * 8 + ["tie", "double", "bye", "not played", "Unrated", "Forfeit"])
sizes = st.integers(0, 30)
first_or_second = st.sampled_from([0, 1])


@cache
def names(least: int = 2) -> st.SearchStrategy[list[str]]:
    return st.integers(least, len(NAMES)).map(lambda size: list(NAMES[:size]))


@cache
def entries() -> st.SearchStrategy[Entry]:
    """Draw newcomers, players who came with a rating, and players who came with games played before the log."""
    return st.one_of(
        st.just(Entry()),
        st.builds(Entry, ratings, st.one_of(st.none(), counts)),
        st.builds(Entry, ratings, counts, st.one_of(st.none(), st.integers(1, 800).map(days_before))),
    )


def days_before(days: int) -> dt.date:
    return FIRST_DATE - dt.timedelta(days)


@st.composite
def clubs(draw: st.DrawFn, *, double: bool = False, gaps: st.SearchStrategy[int] = with_long_absences) -> Club:
    """Draw players, games and adjustments. Some games are unplayed or against Bye, in no order of dates."""
    players = {name: draw(entries()) for name in draw(names())}
    dates = [FIRST_DATE]
    for gap in draw(st.lists(gaps, max_size=5)):
        dates.append(dates[-1] + dt.timedelta(gap))
    count = draw(sizes)
    games = draw(st.lists(score_games(sorted(players), dates, double), min_size=count, max_size=count))
    adjustments = draw(st.lists(adjustments_of(sorted(players), dates), max_size=2))
    return players, games, adjustments


@st.composite
def score_games(draw: st.DrawFn, players: list[str], dates: list[dt.date], double: bool = False) -> ScoreGame:
    pair = first, second = draw(st.sampled_from(PAIRS[len(players)]))
    kind, date, score, other = draw(kinds), draw(st.sampled_from(dates)), draw(scores), draw(scores)
    if kind == "bye":
        return ScoreGame(date, first, score, "Bye", 0)
    if kind == "not played":
        return ScoreGame(date, first, None, second, None)
    if kind in ("Unrated", "Forfeit"):
        return ScoreGame(date, first, score, second, other + (score == other), None, kind)
    if kind == "tie":
        return ScoreGame(date, first, score, second, score)
    doubled = pair[draw(first_or_second)] if double and kind == "double" else None
    return ScoreGame(date, first, score, second, other, doubled)


def adjustments_of(players: list[str], dates: list[dt.date]) -> st.SearchStrategy[Adjustment]:
    dated = st.builds(lambda date, days: date + dt.timedelta(days), st.sampled_from(dates), st.integers(-3, 3))
    return st.builds(Adjustment, dated, st.sampled_from([None, *players]), st.sampled_from([-40, 15, 50]))


def in_points(games: Sequence[ScoreGame]) -> list[ScoreGame]:
    """Return games of Scrabble as games of chess: the higher score is 1, and a bye has none."""
    points = {"(1-0)": (1, 0), "(0-1)": (0, 1), "(1/2-1/2)": (0.5, 0.5), None: (None, None)}
    scores = [points[None if game.is_bye else game.result] for game in games]
    return [replace(game, score_1=score, score_2=other) for game, (score, other) in zip(games, scores)]


@st.composite
def camps(draw: st.DrawFn) -> Camp:
    """Draw groups, campers and a week of games in no order of dates. Every camper who plays is active."""
    groups = {"Juniors": 800, "Seniors": draw(ratings)}
    permanent = st.one_of(st.none(), ratings)
    campers = {name: Camper(draw(st.sampled_from(sorted(groups))), True, draw(permanent)) for name in draw(names())}
    week = [FIRST_DATE + dt.timedelta(day) for day in range(7)]
    games = in_points(draw(st.lists(score_games(sorted(campers), week), max_size=25)))
    return groups, {**campers, "Zoe": Camper("Juniors", False)}, games


@st.composite
def tours(draw: st.DrawFn) -> Tables:
    """Draw the tables of events before and after the first counted year, and results with gaps and shared places."""
    start = {name: draw(st.one_of(st.none(), st.integers(0, 100))) for name in draw(names(1))}
    events, results = [], []
    for number in range(draw(st.integers(1, 5))):
        date = dt.date(draw(st.sampled_from([1999, 2000, 2001, 2006])), draw(st.integers(1, 12)), 1 + number)
        field, rounds = draw(st.integers(6, 80)), draw(st.integers(1, 5))
        events.append([f"Event {number}", date, field, rounds, draw(st.sampled_from(["Yes", "No"]))])
        places = sorted(draw(st.lists(st.integers(1, field), max_size=len(start), unique=True)))
        for finisher in range(1, len(places)):
            if draw(st.integers(1, 4)) == 1:
                places[finisher] = places[finisher - 1]
        results += [[f"Event {number}", *line] for line in zip(draw(st.permutations(list(start))), places)]
    return {
        "Players": [["Player", "Start rating"], *([name, rating] for name, rating in start.items())],
        "Results": [["Event", "Player", "Place"], *draw(st.permutations(results))],
        "Events": [["Event", "Date", "Players", "Rounds", "World Championship"], *events],
    }
