"""Contract of replay and reports: every figure of the second computation, and each report of a day agrees."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import NOW, sample_book
from tests.helpers.replays import replay_of
from tests.oracle.engine import replayed
from tests.oracle.log import Club, camp_tables, club_tables, tour_tables
from tests.oracle.logs import camps, clubs, tours
from tests.oracle.replaying import CHANGES, figures
from tests.oracle.verify import verify_file
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.replay import Replay, replay_as_of
from xladdin.reports.context import evenings, list_standings
from xladdin.reports.games import session_players
from xladdin.reports.rating_history import history
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal

LOGS = {
    "mississauga": (clubs(), club_tables),
    "montreal": (clubs(double=True), club_tables),
    "lexington": (clubs(), club_tables),
    "sca": (camps(), camp_tables),
    "dptr": (tours(), tour_tables),
}

CELLS = {
    "sca": ("White rating", "Black rating", "White change", "Black change"),
    "dptr": ("Percentile", "Value", "Rating before", "Change"),
}
"""What CLUBCHANGES gives for a row, where it is not ratings and changes of two players."""


@pytest.mark.parametrize("key", LOGS)
@given(data=st.data())
def test_random_logs(key: str, data: st.DataObject) -> None:
    """The functions give every change, rating and count, and the replay every column of Players besides."""
    strategy, as_tables = LOGS[key]
    tables = as_tables(*data.draw(strategy))  # type: ignore[operator]
    expected = figures(key, tables)
    if key == "dptr":
        values = {row[0]: expected["Events", at, "Value"] for at, row in enumerate(tables["Events"][1:])}
        expected |= {("Results", at, "Value"): values[row[0]] for at, row in enumerate(tables["Results"][1:])}

    changes = CLUBCHANGES(key, *tables.values())
    log = "Results" if key == "dptr" else "Games"
    assert len(changes) == len(tables[log]) - 1
    for row, cells in enumerate(changes):
        wanted = [expected.get((log, row, heading)) for heading in CELLS.get(key, CHANGES)]
        assert cells == ["" if figure is None else pytest.approx(float(figure)) for figure in wanted]  # type: ignore[arg-type]
        assert key == "dptr" or all(type(cell) is int for cell in cells if cell != "")
    rows = {row[0]: at for at, row in enumerate(tables["Players"][1:])}
    for _, player, rating, count in CLUBRATINGS(key, *tables.values())[1:]:
        wanted = [
            expected["Players", rows[player], heading] for heading in ("Rating", "Events" if key == "dptr" else "Games")
        ]
        assert [rating, count] == [rating if figure is None else pytest.approx(float(figure)) for figure in wanted]  # type: ignore[arg-type]
    found = replayed(SYSTEMS[key], tables)
    columns = found.log.system.player_columns(found.state)
    compared = columns.keys() & {heading for table, _, heading in expected if table == "Players"}
    assert len(compared) >= 2
    for heading in compared:
        for row, value in enumerate(columns[heading]):
            figure = expected["Players", row, heading]
            assert value == (pytest.approx(float(figure)) if isinstance(value, float) else figure), heading  # type: ignore[arg-type]


@given(clubs(double=True))
def test_montreal_rated_game_by_game(club: Club) -> None:
    """The setting of the club is "session or game". Games of one date go in recorded order."""
    tables = club_tables(*club)
    expected = figures("montreal", tables, rated_together="game")
    found = replayed(replace(Montreal(), rated_together="game"), tables)
    for heading in CHANGES:
        assert found.by_row(heading) == [expected.get(("Games", row, heading)) for row in range(len(club[1]))]
    assert found.state.rating == [expected["Players", row, "Rating"] for row in range(len(club[0]))]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_sample_workbook(key: str, tmp_path: Path) -> None:
    verdict = verify_file(sample_book(key, tmp_path), NOW)
    assert verdict.disagreements == [] and verdict.agreeing > 30


CAMPERS = ("Ann", "Bob", "Cy", "Di")


def camp(games: list[list[Any]]) -> Replay:
    players = [["Player", "Group", "Active"], *([name, "Pawns", "Yes"] for name in CAMPERS)]
    groups = [["Group", "Initial rating"], ["Pawns", 1000]]
    return replay_of(
        "sca", {"players": players, "groups": groups, "games": [["Date", "White", "Black", "Result"], *games]}
    )


def random_camp(seed: int) -> Replay:
    chance = random.Random(seed)
    games = []
    for _ in range(30):
        white, black = chance.sample(CAMPERS, 2)
        games.append([f"2026-07-{chance.randint(6, 12):02d}", white, black, chance.choice(["1-0", "0-1", "1/2-1/2"])])
    return camp(games)


@pytest.mark.parametrize("seed", range(5))
def test_every_report_of_a_day_agrees(seed: int) -> None:
    replay = random_camp(seed)
    table = history(replay, 10, 10)
    by_day = {day: dict(zip(table.players, ratings)) for (day, _), ratings in zip(table.periods, table.ratings)}
    days = sorted(by_day)
    assert days == replay.log.sessions
    assert by_day[days[-1]] == {player.name: replay.state.rating[n] for n, player in enumerate(replay.log.players)}
    before = dict.fromkeys(CAMPERS, 1000)
    for day, view in zip(days, evenings(replay), strict=True):
        chosen = Statistics(replay_as_of(replay, day))
        assert chosen.replay.last_date == view.last_date == day
        walked = session_players(Statistics(view))
        assert walked == session_players(chosen)
        if day == days[-1]:
            assert walked == session_players(Statistics(replay))
        for line in walked:
            assert (line.old, line.new) == (before[line.player], by_day[day][line.player])
            assert line.plain_sum == line.change == by_day[day][line.player] - before[line.player]
        assert {line.player: line.new for line in list_standings(chosen)} == by_day[day]
        assert {line.player: line.old for line in list_standings(chosen)} == before
        before = by_day[day]
