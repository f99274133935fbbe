"""Contract of sessions, seasons, players and their reports: kinds of games, absence, records, honours and trails."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import book_of, load_values, recalc_club, rule_cell, sample_book, set_cells
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import examples
from tests.oracle import engine, year
from tests.oracle.engine import SCRABBLE, by_player, cell_tables, near, replayed, replayed_club
from tests.oracle.log import Club, Entry, ScoreGame, Tables, camp_tables, camps, club_tables, clubs, tours, weekly
from tests.oracle.replaying import figures
from tests.oracle.replaying import replay as replay_plainly
from tests.workbook.conftest import SCORES, STARTS
from xladdin import RatingSystem
from xladdin.files.club_file import open_club_file
from xladdin.replay import replay_log, truncate_log
from xladdin.reports.context import list_standings
from xladdin.reports.games import list_session_games, list_session_players
from xladdin.reports.records import find_streaks
from xladdin.reports.season import HonourLine, compare_seasons, list_honours, rank_active_players
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.systems.system import WHEN_DUE

PAIRED = (*SCRABBLE, "sca")
yes_or_no = st.sampled_from(("Yes", "No"))
absences = st.builds(year.Absence, *[st.integers(0, 4)] * 3)
some = settings(max_examples=examples(30))


class Drawn(NamedTuple):
    """A random club or camp: its players, its games as typed, those of the last season, and what is made of them."""

    players: Mapping[str, Any]
    games: Sequence[ScoreGame]
    season: Sequence[ScoreGame]
    evening: Sequence[ScoreGame]
    tie_wins: bool
    tables: Tables
    replay: engine.Replay
    statistics: engine.Statistics


def draw(data: st.DataObject, key: str, **settings: object) -> Drawn:
    system = replace(SYSTEMS[key], **settings)  # type: ignore[arg-type]
    if key == "sca":
        _, players, games = camp = data.draw(camps())
        tables = camp_tables(*camp)
    else:
        players, games, _ = club = data.draw(clubs(gaps=weekly))
        tables = club_tables(*club)
    replay = replayed(system, tables)
    last = year.sessions(games)[-1:]
    evening = [game for game in games if [game.date] == last]
    season = year.last_season(games, system.season_month)
    return Drawn(players, games, season, evening, key == "lexington", tables, replay, engine.Statistics(replay))


def for_random_clubs(*keys: str) -> Callable[[Any], Any]:
    """Run a test for random logs of each of the systems."""
    return lambda test: pytest.mark.parametrize("key", keys)(some(given(data=st.data())(test)))


@for_random_clubs(*PAIRED)
def test_standings_count_the_season_with_forfeits_in_won_and_lost_alone(key: str, data: st.DataObject) -> None:
    bye_wins = data.draw(yes_or_no)
    club = draw(data, key, bye_counts_as_win=bye_wins, absent_sessions=0, dropped_sessions=0)
    lines = engine.list_standings(club.statistics)
    assert {line.player for line in lines} == {name for name in club.players if name != "Zoe"}
    for line in lines:
        record = year.record(line.player, club.season, tie_wins=club.tie_wins, bye_wins=bye_wins == "Yes")
        assert (line.wins or 0, line.losses or 0, line.ties or 0) == record
        spread, average, against = year.spread_and_averages(line.player, club.season)
        assert ((line.spread or 0), line.average_for, line.average_against) == (spread, near(average), near(against))
        if played := [game.date for game in club.games if game.rated and line.player in game.sides]:
            assert line.last_played == max(played)
        ranked = [other.new for other in lines if other.rank is not None]
        assert line.rank is None or line.rank == 1 + sum(rating > line.new for rating in ranked)
    ranks = [(line.rank is None, line.rank, line.player) for line in lines if line.rank is not None]
    assert ranks == sorted(ranks), "equals stand in order of name"


@for_random_clubs("mississauga", "bands")
def test_championship_points_of_forfeits_and_byes(key: str, data: st.DataObject) -> None:
    forfeits, bye_wins, forfeiting, bye = data.draw(
        st.tuples(yes_or_no, yes_or_no, st.sampled_from((0, 1)), st.sampled_from((0, 0.5, 1)))
    )
    club = draw(data, key, forfeits_count=forfeits, forfeit_points=forfeiting, bye_points=bye,
                bye_counts_as_win=bye_wins)  # fmt: skip
    lines = by_player(engine.rank_championship(club.statistics))
    for player in club.players:
        expected = year.championship(
            player, club.season, forfeits=forfeits == "Yes", forfeiting=Fraction(forfeiting), bye=Fraction(bye)
        )
        has_record = any(year.record(player, club.season, bye_wins=bye_wins == "Yes"))
        assert (player in lines) == bool(expected or has_record)
        assert (lines[player].points if player in lines else 0) == expected
    for line in lines.values():
        assert line.rank == 1 + sum(other.points > line.points for other in lines.values())


@for_random_clubs(*PAIRED)
def test_attendance_counts_everybody_who_was_there(key: str, data: st.DataObject) -> None:
    club = draw(data, key)
    lines = club.statistics.season.attendance
    assert [line.date for line in lines] == year.sessions(club.season)[::-1]
    for line in lines:
        evening = [game for game in club.season if game.date == line.date]
        assert line.players == len(year.present(evening, line.date))
        assert line.games == sum(year.by_kind(game) in ("rated", "unrated") for game in evening)
        scores = [score for game in evening if game.rated for score in (game.score_1, game.score_2)]
        assert line.average == (near(Fraction(sum(scores), len(scores))) if scores and key != "sca" else None)


@for_random_clubs(*PAIRED)
def test_crosstable_counts_the_most_active_with_forfeits_without_a_spread(key: str, data: st.DataObject) -> None:
    """As on Standings, "All" is the whole season of a player, with forfeits against players outside the table."""
    club = draw(data, key)
    table = engine.build_crosstable(club.statistics, 3)
    played = {player: len(year.scores_of(player, club.season, "rated")) for player in club.players}
    least = min((played[player] for player in table.players), default=0)
    assert all(played[player] <= least for player in played if player not in table.players)
    listed = [line.player for line in engine.list_standings(club.statistics)]
    assert [p for p in table.players if p in listed] == [p for p in listed if p in table.players]
    for number, player in enumerate(table.players):
        total = table.total_results[number]
        assert (total.wins, total.losses, total.ties) == year.record(player, club.season, tie_wins=club.tie_wins)
        assert total.spread == year.spread_and_averages(player, club.season)[0]
        for other, opponent in enumerate(table.players):
            between = [game for game in club.season if set(game.sides) == {player, opponent}]
            if (met := table.pair_results.get((number, other))) is not None:
                assert (met.wins, met.losses, met.ties) == year.record(player, between, tie_wins=club.tie_wins)
                assert met.spread == year.spread_and_averages(player, between)[0]
            else:
                assert not any(year.by_kind(game) in ("rated", "forfeit") for game in between)


@for_random_clubs(*PAIRED)
def test_the_scoreboard_has_the_rows_of_the_last_evening(key: str, data: st.DataObject) -> None:
    club = draw(data, key)
    rows = [(g.player_1, g.score_1, g.player_2, g.score_2) for g in club.evening if g.rated]
    listed = [(g.player1, g.score1, g.player2, g.score2) for g in engine.list_session_games(club.statistics)]
    assert listed[: len(rows)] == rows
    assert len(listed) == sum(year.by_kind(game) != "nothing" for game in club.evening)
    lines = engine.list_session_players(club.statistics)
    for line in lines:
        assert line[1:5] == (
            len(year.scores_of(line.player, club.evening, "rated")),
            *year.record(line.player, club.evening, tie_wins=club.tie_wins),
        )
        assert line.spread == year.spread_and_averages(line.player, club.evening)[0]
    order = [(-line.wins - line.ties / 2, -line.spread, line.player) for line in lines]
    assert order == sorted(order)


@for_random_clubs(*PAIRED)
def test_records_are_the_extremes_of_the_rated_games(key: str, data: st.DataObject) -> None:
    club = draw(data, key)
    rated = {row for row, game in enumerate(club.games) if game.rated and game in club.season}
    apart = {row: float(value) for (_, row, heading), value in figures(key, club.tables).items()
             if heading == "Difference" and row in rated}  # fmt: skip
    ahead = [apart[row] * (game.score_2 > game.score_1 or -1) for row, game in enumerate(club.games)
             if row in rated and game.score_1 != game.score_2]  # fmt: skip
    expected = {} if key == "sca" else year.extremes(club.season)
    if max(ahead, default=0) > 0:
        expected["Biggest upset"] = max(ahead)
    best = {lines[0].record: lines[0] for lines in engine.find_game_records(club.statistics.season) if lines}
    assert {record: line.value for record, line in best.items()} == expected
    typed = {(name, other, f"{score}–{others}") for name in club.players
             for other, score, others in year.scores_of(name, club.season, "rated")}  # fmt: skip
    assert all((line.player, line.opponent, line.score) in typed for line in best.values() if line.score)
    played = sorted((len(year.scores_of(player, club.season, "rated")) for player in club.players), reverse=True)
    most = [line.value for line in engine.find_most_played(club.statistics.season)]
    assert most == [number for number in played[:3] if number]


@for_random_clubs(*PAIRED)
def test_absence_marks_and_drops_in_every_system(key: str, data: st.DataObject) -> None:
    """At camp it is counted in days of games."""
    rules = data.draw(absences)
    club = draw(data, key, absent_sessions=rules.absent, dropped_sessions=rules.dropped,
                dropped_games=rules.few_games)  # fmt: skip
    assume(year.sessions(club.games))
    state = club.replay.state
    lines = by_player(engine.list_standings(club.statistics))
    statuses = club.replay.log.system.player_columns(state).get("Status", ["established"] * len(club.players))
    for number, (player, entry) in enumerate(club.players.items()):
        missed = year.missed(player, club.games, entry.start_last_played if key == "lexington" else None)
        ranked, absent, listed = year.on_the_list(missed, state.games[number], rules)
        assert (player in lines) == (listed and getattr(entry, "active", True))
        if player in lines:
            assert (lines[player].rank is not None) == (ranked and statuses[number] == "established")
            assert (lines[player].mark == "/A") == absent


@some
@given(tables=tours())
def test_the_list_and_records_of_events_are_of_the_results(tables: Tables) -> None:
    """Who has no result is not ranked."""
    (_, *players), (_, *results), (_, *events) = tables.values()
    statistics = engine.Statistics(replayed("dptr", tables))
    lines = engine.list_standings(statistics)
    assert {line.player for line in lines if line.rank is not None} == {player for _, player, _ in results}
    assert {line.player for line in lines} == {row[0] for row in players}
    year_of = {event[0]: event[1].year for event in events}
    last = max((year_of[row[0]] for row in results), default=0)
    season = [row for row, (event, *_) in enumerate(results) if year_of[event] == last]
    expected = figures("dptr", tables)
    for records, heading in zip(engine.find_event_records(statistics.season), ("Change", "Rating after")):
        best = max((float(expected["Results", row, heading]) for row in season), default=0)
        assert [line.value for line in records[:1]] == [near(best)] * (best > 0)
    attended = Counter(results[row][1] for row in season)
    most = [line.score.split()[0] for line in engine.find_most_played(statistics.season)]
    assert most == [str(number) for _, number in attended.most_common(3)]


def test_dip_pouch_counts_absence_in_events_and_in_years() -> None:
    tables = {
        "Players": [["Player"], ["Ann"], ["Bob"], ["Cyd"]],
        "Results": [["Event", "Player", "Place"], ["A", "Ann", 1], ["A", "Bob", 2], ["B", "Bob", 1], ["C", "Cyd", 1],
                    ["D", "Cyd", 1]],
        "Events": [["Event", "Date", "Players", "Rounds"], ["A", "2001-05-01", 3, 1], ["B", "2003-05-01", 3, 1],
                   ["C", "2003-05-01", 3, 1], ["D", "2004-04-30", 3, 1]],
    }  # fmt: skip

    def lists(**rules: int) -> list[tuple[str, object]]:
        lines = engine.list_standings(engine.Statistics(replayed(replace(SYSTEMS["dptr"], **rules), tables)))
        return sorted((line.player, line.mark if line.mark == "/A" else line.rank) for line in lines)

    assert [mark for _, mark in lists()] == [3, 2, 1]
    # since they last played Ann has missed three events, Bob one, a day short of a year after
    assert lists(absent_sessions=3) == lists(absent_sessions=2) == [("Ann", "/A"), ("Bob", 2), ("Cyd", 1)]
    assert lists(absent_sessions=1) == [("Ann", "/A"), ("Bob", "/A"), ("Cyd", 1)]
    assert lists(dropped_sessions=3) == lists(dropped_years=2) == [("Bob", 2), ("Cyd", 1)]
    assert lists(absent_years=2) == lists(absent_years=1) == [("Ann", "/A"), ("Bob", 2), ("Cyd", 1)]
    assert lists(dropped_years=3) == lists()


def test_who_left_camp_is_off_the_ladder_and_the_list() -> None:
    for active, games, names in (("Yes", 1, ["Ann", "Bob"]), ("Left", 1, ["Ann"]), ("Yes", 0, ["Ann", "Bob"])):
        tables = camp_tables({"Pawns": 1000}, {}, [ScoreGame(dt.date(2026, 7, 6), "Ann", 1, "Bob", 0)] * games)
        tables["Players"] += [["Ann", "Pawns", "Yes", None], ["Bob", "Pawns", active, None]]
        result = replayed(SYSTEMS["sca"], tables)
        lines = engine.list_standings(engine.Statistics(result))
        assert [line.player for line in lines] == names
        assert [line.player for group in engine.list_ladder_groups(result, lines) for _, line in group.places] == names
        assert [line.rank for line in lines] == ([1, 2] if games else [None, None])[: len(names)]
        assert result.state.rating == ([1016, 984] if games else [1000, 1000])


def test_the_scoreboard_says_what_was_not_rated() -> None:
    day = dt.date(2026, 1, 6)
    played = [
        ScoreGame(day, "Cyd", None, "Bye", None),
        ScoreGame(day, "Bob", 400, "Ann", 300, None, "Unrated"),
        ScoreGame(day, "Ann", 0, "Cyd", 1, None, "Forfeit"),
        ScoreGame(day, "Ann", 400, "Bob", 390),
    ]
    players = {name: Entry(1500, 60) for name in ("Ann", "Bob", "Cyd", "Dee")}
    statistics = engine.Statistics(replayed_club(SYSTEMS["mississauga"], (players, played, [])))
    games = engine.list_session_games(statistics)
    assert [(g.player1, g.player2, g.change1, *(note.text for note in g.notes)) for g in games] == [
        ("Ann", "Bob", 10, "level wins: 10; spread 10: 0; change 10"),
        ("Cyd", None, None, "bye: sat out"),
        ("Bob", "Ann", None, "unrated"),
        ("Ann", "Cyd", None, "forfeit: not played, not rated"),
    ]
    assert [(line.player, line.old, line.change, line.new) for line in engine.list_session_players(statistics)] == [
        ("Ann", 1500, 10, 1510), ("Cyd", None, None, 1500), ("Bob", 1500, -10, 1490)
    ]  # fmt: skip


def test_a_newcomer_bears_a_mark_until_the_fiftieth_game() -> None:
    players = {"Ann": Entry(1500, 48), "Bob": Entry(1500, 49), "Cyd": Entry(1500, 0)}
    games = [ScoreGame(dt.date(2026, 1, 6), "Ann", 400, "Bob", 390)]
    replay = replayed_club(SYSTEMS["mississauga"], (players, games, []))
    lines = by_player(engine.list_standings(engine.Statistics(replay)))
    assert [lines[name].rating_mark for name in ("Ann", "Bob", "Cyd")] == ["n", None, None]


STREAKS = {
    "Sessions won in a row": "Sessions won",
    "Games won in a row": "Games won",
    "Attended in a row": "Sessions attended",
}
"""Records of the sheet, and what the oracle calls them."""


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
    for report in (list_session_games, list_session_players):
        assert report(Statistics(cut)) == report(Statistics(then))
    assert list_standings(Statistics(cut)) == list_standings(Statistics(then))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_streaks_are_the_longest_runs(key: str, club: Club) -> None:
    players, games, _ = club
    result = replayed_club(SYSTEMS[key], club)
    in_order = sorted(games, key=lambda game: game.date)  # games of one date in recorded order
    everything = find_streaks(Statistics(result).lifetime, most=99)
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
    lines = compare_seasons(games, 3)
    expected = year.season_figures(year.last_season(club[1], system.season_month), 3)
    assert {line.label: line.this_season for line in lines if line.this_season is not None} == {
        figure: pytest.approx(float(value), abs=0.051) for figure, value in expected.items()
    }
    if result.season is None:
        return
    month = system.season_month
    before = [game for game in club[1] if game.date.year - (game.date.month < month) == result.season - 1]
    last = year.season_figures(before, 3)
    assert {line.label: line.last_season for line in lines if line.last_season is not None} == {
        figure: pytest.approx(float(value), abs=0.051) for figure, value in last.items()
    }


def cell(path: Path, name: str) -> tuple[str, str]:
    sheet, area = open_club_file(path).ranges[name]
    return sheet, str(area)


def column_of(path: Path, sheet: str, number: int) -> list[object]:
    return [row[number - 1].value for row in load_values(path)[sheet].iter_rows(min_row=4)]


GAMES = [
    SCORES,
    ["2005-12-06", "Ann", 400, "Bob", 300],
    ["2005-12-13", "Bob", 410, "Ann", 380],
    ["2006-01-03", "Ann", 333, "Bob", 320],
]

PLAYERS = [STARTS, ["Ann", 1500, 60], ["Bob", 1500, 60]]


def test_the_session_and_the_season_that_are_chosen_are_shown(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": GAMES})
    recalc_club(path)
    assert str(column_of(path, "Scoreboard", 1)[0]).startswith("Tuesday 3 January 2006")
    lists = load_values(path)["Lists"]
    assert [str(lists.cell(row, 3).value)[:10] for row in (1, 2, 3)] == ["2006-01-03", "2005-12-13", "2005-12-06"]
    assert [lists.cell(row, 4).value for row in (1, 2, 3)] == [2006, 2005, None]
    set_cells(path, (*cell(path, "show_session"), dt.date(2005, 12, 13)))
    recalc_club(path)
    assert column_of(path, "Scoreboard", 1)[0] == "Session of Tuesday 13 December 2005 · 2 players · 1 game"
    assert "Bob" in column_of(path, "Scoreboard", 2) and "410–380" in column_of(path, "Scoreboard", 3)
    assert column_of(path, "Standings", 1)  # the list stays the last
    assert not recalc_club(path).blocks
    assert column_of(path, "Championship", 1)[0] == "Season 2006 · 1 game"
    set_cells(path, (*cell(path, "show_season"), 2005))
    recalc_club(path)
    assert column_of(path, "Championship", 1)[0] == "Season 2005 · 2 games"
    assert column_of(path, "Championship", 4)[2:4] == [3, 3]
    assert [column_of(path, sheet, 1)[0] for sheet in ("Records", "Season report")] == ["Season 2005"] * 2


def test_dip_pouch_shows_any_event_and_the_list_of_any_year(tmp_path: Path) -> None:
    events = [["Event", "Date", "Players", "Rounds"], ["A", "2005-05-01", 9, 2], ["B", "2006-05-01", 9, 2],
              ["C", "2006-05-01", 9, 2]]  # fmt: skip
    results = [["Event", "Player", "Place"], ["A", "Ann", 1], ["B", "Bob", 1], ["C", "Ann", 9]]
    path = book_of("dptr", tmp_path, {"players": [["Player"], ["Ann"], ["Bob"]], "events": events, "results": results})
    recalc_club(path)
    assert str(column_of(path, "Scoreboard", 1)[0]).startswith("C · ")
    set_cells(path, (*cell(path, "show_session"), "b"), (*cell(path, "show_year"), 2005))
    recalc_club(path)
    assert str(column_of(path, "Scoreboard", 1)[0]).startswith("B · 1 May 2006 · 9 players")
    assert column_of(path, "Standings", 1)[0] == "As of the end of 2005"
    assert [name for name in column_of(path, "Standings", 3) if name not in (None, "Player")] == ["Ann"]
    set_cells(path, (*cell(path, "show_session"), "D"))
    (problem,) = recalc_club(path).problems
    assert 'of: "D" – no event with results has this name; choose one from the list' in str(problem)


ACTIVE = 3


def named(lines: list[HonourLine]) -> Mapping[str, dict[str, str]]:
    """For each honour, its players with their figures. Only the first line of an honour names it."""
    awards: dict[str, dict[str, str]] = {}
    honour = ""
    for line in lines:
        honour = line.honour or honour
        awards.setdefault(honour, {})[line.player] = line.value
    return awards


def best(values: Mapping[str, Fraction | int]) -> set[str]:
    return {name for name, value in values.items() if value == max(values.values())}


@pytest.mark.parametrize("key", SCRABBLE)
@settings(max_examples=examples(30))
@given(club=clubs(gaps=weekly))
def test_the_season_honours_whom_a_plain_count_honours(key: str, club: Club) -> None:
    players, games, adjustments = club
    result = replayed_club(SYSTEMS[key], club)
    season = year.last_season(games, SYSTEMS[key].season_month)
    lines = rank_active_players(Statistics(result), ACTIVE)
    awards = named(list_honours(Statistics(result), lines))

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


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_the_rating_after_a_game_is_that_of_history(key: str, club: Club) -> None:
    replayed = replayed_club(SYSTEMS[key], club)
    table = engine.build_history(engine.replay_log(replayed.log, 1000), 1000, 1000)
    days = [day for day, _ in table.periods]
    for report in reports(replayed):
        for game in report.games:
            assert game.rating_after == table.ratings[days.index(game.date)][table.players.index(report.name)]


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_best_and_lowest_are_the_extremes_of_the_lists(key: str, club: Club) -> None:
    """No rating counts while the list does not rank a newcomer. After a return, ratings of both times count."""
    replayed = replayed_club(SYSTEMS[key], club)
    before = dict(zip(club[0], replayed.log.system.create_initial_state(replayed.log.players).known_ratings()))
    lists = [
        (day, engine.replay_log(engine.truncate_log(replayed.log, day)))
        for day in dict.fromkeys(p.date for p in replayed.log.periods)
    ]
    for report in reports(replayed):
        name = report.name
        listed: list[tuple[float, date]] = []
        for day, then in lists:
            number = [player.name for player in then.log.players].index(name)
            rated = [game for game in report.games if game.date == day]
            printed = then.log.system.get_printed_rating(then.state, number)
            if not isinstance(printed, str) and then.state.has_rating(number) and (rated or printed != before[name]):
                listed.append((printed, day))
            if then.state.has_rating(number):
                before[name] = then.state.rating[number]
        best = max(listed, key=lambda item: item[0], default=None)
        lowest = min(listed, key=lambda item: item[0], default=None)
        assert (report.best and tuple(report.best), report.lowest and tuple(report.lowest)) == (best, lowest)


CHANGE = re.compile(r"change (-?[0-9.]+)$")


def reports(replayed: engine.Replay) -> list[engine.PlayerReport]:
    statistics = engine.Statistics(replayed)
    return [engine.PlayerReport(statistics, player) for player in range(len(replayed.log.players))]


def follow_step(system: RatingSystem, step: engine.Step) -> float:
    """Return the number to which the last words of a step lead. Each sum in them is checked."""
    *games, end = engine.explain_step(system, step)
    changes = [float(match[1]) for line in games if (match := CHANGE.search(line))]
    if equation := re.search(r"(-?[0-9.]+) ([+-][0-9.]+) = (-?[0-9.]+)$", end):
        before, change, after = map(float, equation.groups())
        slack = 0.011 if system.rating_decimals else 1e-9
        assert before + change == pytest.approx(after, abs=slack)
        assert step.rating_before == pytest.approx(before, abs=slack)
        if plain := re.search(r"sum ([+-][0-9.]+), counted as ([+-][0-9.]+)", end):
            assert sum(changes) == pytest.approx(float(plain[1]), abs=slack)
            assert float(plain[2]) == change
        else:
            assert sum(changes) == pytest.approx(change, abs=slack)
        return after
    number = re.search(r": (-?[0-9.]+)$", end)
    assert number, end
    return float(number[1])


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 10_000))
def test_the_words_of_a_trail_sum_to_the_rating_and_its_days_hold_every_game(key: str, seed: int) -> None:
    """Each step leads from the one before to what its words say, and the last leads to the rating."""
    system = SYSTEMS[key]
    replayed = engine.replay_log(
        engine.read_log(system, cell_tables(random_club(system, seed, rows=160))).require_valid()
    )
    steps = 0
    not_rated: Counter[tuple[int, date, engine.GameKind]] = Counter()
    for player, report in enumerate(reports(replayed)):
        for earlier, step in zip(report.steps, report.steps[1:]):
            assert step.rating_before in (earlier.rating_after, None)
        for step in report.steps:
            assert follow_step(system, step) == pytest.approx(
                step.rating_after, abs=0.006 if system.rating_decimals else 0
            )
            steps += 1
        if report.steps:
            assert report.steps[-1].rating_after == replayed.state.rating[player]
        days = [day.date for day in report.days]
        assert days == sorted(days, reverse=True)
        if report.days and report.number is not None:
            assert report.days[0].rating == pytest.approx(report.number)
        not_rated.update((player, game.date, game.kind) for day in report.days for game in day.unrated)
        for line in (line for day in report.days for line in day.closing):
            for before, change, after in re.findall(r"(-?[\d.]+) ([+-][\d.]+) = (-?[\d.]+)", line):
                assert float(before) + float(change) == pytest.approx(float(after), abs=0.011), line
    assert steps >= len(replayed.log.players)
    assert not_rated == Counter(
        (player, game.date, game.kind)
        for game in replayed.log.unrated
        for player in (game.player1, game.player2)
        if player is not None
    )


WON = "Charles (1407), 390–352: underdog by 463 wins: 14; no spread bonus more than 400 apart; change 14"


def test_the_command_player_shows_the_season(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    set_cells(path, ("Players", "A10", "Una"))
    before = path.read_bytes()
    result = run_cleanly("player", path, "lester")
    assert result.startswith("Lester: 1000, rank 5")
    assert "This season won 2, lost 0 (2 games played); all time won 2, lost 0 (2 games played)." in result
    assert WON in result
    assert path.read_bytes() == before
    assert run_cleanly("player", path, "Una") == "Una: 1000, unranked\n"


def test_an_adjustment_that_is_due_counts_for_the_command_and_for_a_pairing(tmp_path: Path) -> None:
    """Kim and Robin have met. Of the two pairings that are left, Pierre's 700 points decide."""
    path = sample_book("mississauga", tmp_path)
    row = date(2024, 9, 20), "Pierre", 700
    set_cells(path, *(("Adjustments", f"{letter}4", value) for letter, value in zip("ABC", row)),
              ("Rules", rule_cell(path, "rule_adjustments_take_effect"), WHEN_DUE))  # fmt: skip
    result = run_here("player", path, "Pierre").out
    assert result.startswith("Pierre: 1942, rank 2")
    assert result.endswith("2024-09-20\n  adjustment +700: 1942\n")
    options = [option for name in ("Pierre", "Charles", "Kim", "Robin") for option in ("--here", name)]
    result = run_here("pair", path, *options).out
    assert [line.split()[3:6:2] for line in result.splitlines() if line.startswith("│")] == [
        ["Kim", "Pierre"], ["Robin", "Charles"],
    ]  # fmt: skip
