"""Contract of sessions and seasons: cut logs, streaks, figures and honours are those of the oracle."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import book_of, edited, recalculated, stored
from tests.helpers.suite.length import examples
from tests.oracle import year
from tests.oracle.engine import SCRABBLE, replayed_club
from tests.oracle.log import Club, clubs, weekly
from tests.oracle.replaying import replay as replay_plainly
from tests.workbook.conftest import SCORES, STARTS
from xladdin.files.club_file import open_club_file
from xladdin.replay import replay_log, truncate_log
from xladdin.reports.context import list_standings
from xladdin.reports.games import session_games, session_players
from xladdin.reports.records import streaks
from xladdin.reports.season import HonourLine, active_players, honours, season_figures
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS

STREAKS = {
    "Sessions won in a row": "Sessions won",
    "Games won in a row": "Games won",
    "Attended in a row": "Sessions attended",
}
"""Records of the sheet, and what the oracle calls them."""
some = settings(max_examples=examples(30))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), data=st.data())
def test_a_log_cut_after_a_session_is_the_log_that_was_typed_by_then(key: str, club: Club, data: st.DataObject) -> None:
    players, games, adjustments = club
    evenings = year.sessions(games)
    assume(evenings)
    day = data.draw(st.sampled_from(evenings))
    cut = replay_log(truncate_log(replayed_club(SYSTEMS[key], club).log, day))
    typed = [game for game in games if game.date <= day]
    then = replayed_club(SYSTEMS[key], (players, typed, [a for a in adjustments if a.date <= day]))
    assert cut.last_date == then.last_date == day
    assert vars(cut.state) == vars(then.state)
    for report in (session_games, session_players):
        assert report(Statistics(cut)) == report(Statistics(then))
    assert list_standings(Statistics(cut)) == list_standings(Statistics(then))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_streaks_are_the_longest_runs(key: str, club: Club) -> None:
    players, games, _ = club
    result = replayed_club(SYSTEMS[key], club)
    in_order = sorted(games, key=lambda game: game.date)  # games of one date in recorded order
    everything = streaks(Statistics(result).lifetime, most=99)
    expected = {player: year.streaks(player, in_order, tie_wins=key == "lexington") for player in players}
    for lines, (record, kind) in zip(everything, STREAKS.items(), strict=True):
        values = {line.player: line.value for line in lines}
        assert values == {player: runs[kind] for player, runs in expected.items() if runs[kind] > 1}
        assert [line.record for line in lines] == [record, *[None] * 99][: len(lines)]


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=st.sampled_from((7, 7, 90, 200))))
def test_the_season_report_counts_the_typed_rows(key: str, club: Club) -> None:
    system = SYSTEMS[key]
    result = replayed_club(system, club)
    games = Statistics(result)
    lines = season_figures(games, 3)
    expected = year.season_figures(year.last_season(club[1], system.season_month), 3)
    assert {line.figure: line.this for line in lines if line.this is not None} == {
        figure: pytest.approx(float(value), abs=0.051) for figure, value in expected.items()
    }
    if result.season is None:
        return
    month = system.season_month
    before = [game for game in club[1] if game.date.year - (game.date.month < month) == result.season - 1]
    last = year.season_figures(before, 3)
    assert {line.figure: line.last for line in lines if line.last is not None} == {
        figure: pytest.approx(float(value), abs=0.051) for figure, value in last.items()
    }


def cell(path: Path, name: str) -> tuple[str, str]:
    sheet, area = open_club_file(path).ranges[name]
    return sheet, str(area)


def column_of(path: Path, sheet: str, number: int) -> list[object]:
    return [row[number - 1].value for row in stored(path)[sheet].iter_rows(min_row=4)]


GAMES = [
    SCORES,
    ["2005-12-06", "Ann", 400, "Bob", 300],
    ["2005-12-13", "Bob", 410, "Ann", 380],
    ["2006-01-03", "Ann", 333, "Bob", 320],
]

PLAYERS = [STARTS, ["Ann", 1500, 60], ["Bob", 1500, 60]]


def test_the_session_and_the_season_that_are_chosen_are_shown(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": GAMES})
    recalculated(path)
    assert str(column_of(path, "Scoreboard", 1)[0]).startswith("Tuesday 3 January 2006")
    lists = stored(path)["Lists"]
    assert [str(lists.cell(row, 3).value)[:10] for row in (1, 2, 3)] == ["2006-01-03", "2005-12-13", "2005-12-06"]
    assert [lists.cell(row, 4).value for row in (1, 2, 3)] == [2006, 2005, None]
    edited(path, (*cell(path, "show_session"), dt.date(2005, 12, 13)))
    recalculated(path)
    assert column_of(path, "Scoreboard", 1)[0] == "Session of Tuesday 13 December 2005 · 2 players · 1 game"
    assert "Bob" in column_of(path, "Scoreboard", 2) and "410–380" in column_of(path, "Scoreboard", 3)
    assert column_of(path, "Standings", 1)  # the list stays the last
    assert not recalculated(path).blocks
    assert column_of(path, "Championship", 1)[0] == "Season 2006 · 1 game"
    edited(path, (*cell(path, "show_season"), 2005))
    recalculated(path)
    assert column_of(path, "Championship", 1)[0] == "Season 2005 · 2 games"
    assert column_of(path, "Championship", 4)[2:4] == [3, 3]
    assert [column_of(path, sheet, 1)[0] for sheet in ("Records", "Season report")] == ["Season 2005"] * 2


def test_dip_pouch_shows_any_event_and_the_list_of_any_year(tmp_path: Path) -> None:
    events = [["Event", "Date", "Players", "Rounds"], ["A", "2005-05-01", 9, 2], ["B", "2006-05-01", 9, 2],
              ["C", "2006-05-01", 9, 2]]  # fmt: skip
    results = [["Event", "Player", "Place"], ["A", "Ann", 1], ["B", "Bob", 1], ["C", "Ann", 9]]
    path = book_of("dptr", tmp_path, {"players": [["Player"], ["Ann"], ["Bob"]], "events": events, "results": results})
    recalculated(path)
    assert str(column_of(path, "Scoreboard", 1)[0]).startswith("C · ")
    edited(path, (*cell(path, "show_session"), "b"), (*cell(path, "show_year"), 2005))
    recalculated(path)
    assert str(column_of(path, "Scoreboard", 1)[0]).startswith("B · 1 May 2006 · 9 players")
    assert column_of(path, "Standings", 1)[0] == "As of the end of 2005"
    assert [name for name in column_of(path, "Standings", 3) if name not in (None, "Player")] == ["Ann"]
    edited(path, (*cell(path, "show_session"), "D"))
    (problem,) = recalculated(path).problems
    assert 'of: "D" – no event with results has this name; choose one from the list' in str(problem)


ACTIVE = 3


def named(lines: list[HonourLine]) -> Mapping[str, dict[str, str]]:
    """For each honour, its players with their figures. Only the first line of an honour names it."""
    awards: dict[str, dict[str, str]] = {}
    honour = ""
    for line in lines:
        honour = line.honour or honour
        awards.setdefault(honour, {})[line.player] = line.figure
    return awards


def best(values: Mapping[str, Fraction | int]) -> set[str]:
    return {name for name, value in values.items() if value == max(values.values())}


@pytest.mark.parametrize("key", SCRABBLE)
@settings(max_examples=examples(30))
@given(club=clubs(gaps=weekly))
def test_whom_the_season_honours(key: str, club: Club) -> None:
    players, games, adjustments = club
    result = replayed_club(SYSTEMS[key], club)
    season = year.last_season(games, SYSTEMS[key].season_month)
    lines = active_players(Statistics(result), ACTIVE)
    awards = named(honours(Statistics(result), lines))

    rated = [game for game in season if year.by_kind(game) == "rated"]
    counts = {name: len(year.scores_of(name, rated, "rated")) for name in players}
    active = {name: count for name, count in counts.items() if count >= ACTIVE}
    assert {line.player: line.played for line in lines} == active
    records = {name: year.record(name, rated, tie_wins=key == "lexington") for name in active}
    won = {name: wins + Fraction(ties, 2) for name, (wins, _, ties) in records.items()}
    averages = {name: year.spread_and_averages(name, rated)[1] or Fraction(0) for name in active}
    for line in lines:
        assert line.won == won[line.player]
        assert line.percent == pytest.approx(float(100 * won[line.player] / line.played))
        assert line.average == pytest.approx(float(averages[line.player]))
    if active:
        assert set(awards["Best record"]) == best({name: Fraction(won[name]) / active[name] for name in active})
        assert set(awards["Highest average"]) == best(averages)
    else:
        assert not awards.keys() & {"Best record", "Highest average"}

    points = {name: year.championship(name, season) for name in players}
    if key == "mississauga" and max(points.values()):
        assert set(awards["Champion"]) == best(points)
    else:
        assert "Champion" not in awards

    ratings = replay_plainly(key, players, games, adjustments).ratings
    first = min((game.date for game in season), default=dt.date.max)
    earlier = [game for game in games if game.date < first], [a for a in adjustments if a.date < first]
    starts = replay_plainly(key, players, *earlier).ratings
    for name, figure in awards.get("Most improved", {}).items():
        gain, _, span = figure.partition(": ")
        before, _, after = span.partition(" → ")
        assert int(gain) == int(after) - int(before) > 0
        assert int(after) == ratings[name]
        if first == min((game.date for game in games if game.rated), default=first):
            assert starts[name] is None or int(before) == starts[name]
