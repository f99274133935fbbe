"""Contract of reports: kinds of games, absence and records are the plain count of the oracle."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.replays import by_player
from tests.helpers.suite.length import examples
from tests.oracle import year
from tests.oracle.engine import SCRABBLE, replayed, replayed_club
from tests.oracle.log import Adjustment, Camp, Club, Entry, LadderGame, ScoreGame, Tour, camp_tables, tour_tables
from tests.oracle.logs import camps, clubs, tours, weekly
from xladdin.reports.context import list_standings
from xladdin.reports.crosstable import crosstable
from xladdin.reports.games import session_games, session_players
from xladdin.reports.rating_history import history
from xladdin.reports.ratings_lists import ladder
from xladdin.reports.records import gain_records, game_records, most_played
from xladdin.reports.season import championship
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.systems.system import WHEN_DUE, RatingSystem

yes_or_no = st.sampled_from(("Yes", "No"))
absences = st.builds(year.Absence, *[st.integers(0, 4)] * 3)
some = settings(max_examples=examples(30))


def last_season(key: str, games: list[ScoreGame]) -> list[ScoreGame]:
    return year.last_season(games, SYSTEMS[key].season_month)


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), bye_wins=yes_or_no)
def test_standings_count_forfeits_in_won_and_lost_alone(key: str, club: Club, bye_wins: str) -> None:
    system = replace(SYSTEMS[key], bye_counts_as_win=bye_wins, absent_sessions=0, dropped_sessions=0)
    season = last_season(key, club[1])
    for line in list_standings(Statistics(replayed_club(system, club))):
        record = year.record(line.player, season, tie_wins=key == "lexington", bye_wins=bye_wins == "Yes")
        assert (line.wins or 0, line.losses or 0, line.ties or 0) == record
        spread, average = year.spread_and_average(line.player, season)
        assert (line.spread or 0) == spread
        assert line.average_for == (None if average is None else pytest.approx(float(average)))


@some
@given(
    club=clubs(gaps=weekly),
    forfeits=yes_or_no,
    forfeiting=st.sampled_from((0, 1)),
    bye=st.sampled_from((0, 0.5, 1)),
    bye_wins=yes_or_no,
)
def test_championship_points_of_forfeits_and_byes(
    club: Club, forfeits: str, forfeiting: int, bye: float, bye_wins: str
) -> None:
    system = replace(
        SYSTEMS["mississauga"],
        forfeits_count=forfeits,
        forfeit_points=forfeiting,
        bye_points=bye,
        bye_counts_as_win=bye_wins,
    )
    season = last_season("mississauga", club[1])
    lines = by_player(championship(Statistics(replayed_club(system, club))))
    for player in club[0]:
        expected = year.championship(
            player, season, forfeits=forfeits == "Yes", forfeiting=Fraction(forfeiting), bye=Fraction(bye)
        )
        has_record = any(year.record(player, season, bye_wins=bye_wins == "Yes"))
        assert (player in lines) == bool(expected or has_record)
        assert (lines[player].points if player in lines else 0) == expected


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_attendance_counts_everybody_who_was_there(key: str, club: Club) -> None:
    season = last_season(key, club[1])
    lines = Statistics(replayed_club(SYSTEMS[key], club)).season.attendance
    assert [line.date for line in lines] == year.sessions(season)[::-1]
    for line in lines:
        evening = [game for game in season if game.date == line.date]
        assert line.players == len(year.present(evening, line.date))
        assert line.games == sum(year.by_kind(game) in ("rated", "unrated") for game in evening)


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_crosstable_counts_forfeits_without_a_spread(key: str, club: Club) -> None:
    """As on Standings, "All" is the whole season of a player, with forfeits against players outside the table."""
    season, even = last_season(key, club[1]), key == "lexington"
    table = crosstable(Statistics(replayed_club(SYSTEMS[key], club)), 2)
    for number, player in enumerate(table.players):
        total = table.total[number]
        assert (total.wins, total.losses, total.ties) == year.record(player, season, tie_wins=even)
        assert total.spread == year.spread_and_average(player, season)[0]
        for other, opponent in enumerate(table.players):
            between = [game for game in season if {game.player_1, game.player_2} == {player, opponent}]
            if (met := table.against.get((number, other))) is not None:
                assert (met.wins, met.losses, met.ties) == year.record(player, between, tie_wins=even)
                assert met.spread == year.spread_and_average(player, between)[0]
            else:
                assert not any(year.by_kind(game) in ("rated", "forfeit") for game in between)


def with_absences(system: RatingSystem, rules: year.Absence) -> RatingSystem:
    return replace(system, absent_sessions=rules.absent, dropped_sessions=rules.dropped, dropped_games=rules.few_games)


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), rules=absences)
def test_absence_marks_and_drops_in_every_system(key: str, club: Club, rules: year.Absence) -> None:
    players, games, _ = club
    assume(year.sessions(games))
    result = replayed_club(with_absences(SYSTEMS[key], rules), club)
    lines = by_player(list_standings(Statistics(result)))
    statuses = result.log.system.player_columns(result.state).get("Status", ["established"] * len(players))
    for number, (player, entry) in enumerate(players.items()):
        missed = year.missed(player, games, entry.start_last_played if key == "lexington" else None)
        ranked, absent, listed = year.on_the_list(missed, result.state.games[number], rules)
        assert (player in lines) == listed
        if listed:
            assert (lines[player].rank is not None) == (ranked and statuses[number] == "established")
            assert (lines[player].mark == "/A") == absent


@some
@given(camp=camps(), rules=absences)
def test_absence_at_camp_is_counted_in_days_of_games(camp: Camp, rules: year.Absence) -> None:
    groups, campers, games = camp
    points = {"(1-0)": (2, 0), "(0-1)": (0, 2), "(1/2-1/2)": (1, 1), None: (None, None)}
    as_scores = [
        ScoreGame(game.date, game.white, points[game.result][0], game.black, points[game.result][1], None, game.kind)
        for game in games
    ]
    assume(year.sessions(as_scores))
    result = replayed(with_absences(SYSTEMS["sca"], rules), camp_tables(groups, campers, games))
    lines = by_player(list_standings(Statistics(result)))
    for name, camper in campers.items():
        rated = len(year.scores_of(name, as_scores, "rated"))
        ranked, absent, listed = year.on_the_list(year.missed(name, as_scores), rated, rules)
        assert (name in lines) == (listed and camper.active)
        if name in lines:
            assert (lines[name].rank is not None, lines[name].mark == "/A") == (ranked, absent)


@some
@given(tour=tours())
def test_who_has_no_result_is_not_ranked(tour: Tour) -> None:
    lines = list_standings(Statistics(replayed(SYSTEMS["dptr"], tour_tables(*tour))))
    assert {line.player for line in lines if line.rank is not None} == {finish.player for finish in tour[2]}
    assert {line.player for line in lines} == set(tour[0])


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_what_is_not_rated_makes_no_record_and_no_point_of_the_history(key: str, club: Club) -> None:
    players, games, adjustments = club
    whole = replayed_club(SYSTEMS[key], club)
    plain = replayed_club(SYSTEMS[key], (players, [game for game in games if game.rated], adjustments))
    everything, rated = Statistics(whole).lifetime, Statistics(plain).lifetime
    assert game_records(everything) == game_records(rated)
    assert most_played(everything) == most_played(rated)
    tables = (history(whole, 60, 99), history(plain, 60, 99))
    points = [[dict(zip(table.players, row)) for row in table.ratings] for table in tables]
    assert points[0] == points[1]
    if whole.season == plain.season:
        assert gain_records(Statistics(whole)) == gain_records(Statistics(plain))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), points=st.sampled_from((-40, 15, 50)), days=st.integers(1, 9), everybody=st.booleans())
def test_an_adjustment_when_due_changes_the_list_at_once_and_the_future_not_at_all(
    key: str, club: Club, points: int, days: int, everybody: bool
) -> None:
    players, games, _ = club
    evenings = sorted({game.date for game in games if game.rated})
    assume(evenings)
    due = evenings[-1] + dt.timedelta(days)
    extra = Adjustment(due, None if everybody else "Ann", points)
    waits, when_due = SYSTEMS[key], replace(SYSTEMS[key], adjustments_take_effect=WHEN_DUE)

    def ratings(system: RatingSystem, games: list[ScoreGame], extra: list[Adjustment], day: dt.date) -> list[float]:
        return list(replayed_club(system, (players, games, extra), day).state.rating)

    before = ratings(when_due, list(games), [], due)
    waiting = replayed_club(waits, (players, games, [extra]), due)
    assert waiting.state.rating == before and [a.row for a in waiting.waiting] == [0]
    assert ratings(when_due, list(games), [extra], due - dt.timedelta(1)) == before
    at_once = replayed_club(when_due, (players, games, [extra]), due)
    assert not at_once.waiting
    later = [*games, ScoreGame(due + dt.timedelta(3), "Ann", 400, "Bob", 380)]
    assert ratings(when_due, later, [extra], due + dt.timedelta(3)) == ratings(waits, later, [extra], due)
    if key == "mississauga":
        begun = [
            played > 0 or entry.start_rating is not None for played, entry in zip(waiting.state.games, players.values())
        ]
        reached = [has if everybody else name == "Ann" for name, has in zip(players, begun)]
        assert at_once.state.rating == [rating + points * chosen for rating, chosen in zip(before, reached)]


def test_dip_pouch_counts_absence_in_events_and_in_years() -> None:
    tables = {
        "Players": [["Player"], ["Ann"], ["Bob"], ["Cyd"]],
        "Results": [["Event", "Player", "Place"], ["A", "Ann", 1], ["A", "Bob", 2], ["B", "Bob", 1], ["C", "Cyd", 1],
                    ["D", "Cyd", 1]],
        "Events": [["Event", "Date", "Players", "Rounds"], ["A", "2001-05-01", 3, 1], ["B", "2003-05-01", 3, 1],
                   ["C", "2003-05-01", 3, 1], ["D", "2004-04-30", 3, 1]],
    }  # fmt: skip

    def lists(**rules: int) -> list[tuple[str, object]]:
        lines = list_standings(Statistics(replayed(replace(SYSTEMS["dptr"], **rules), tables)))
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
        tables = camp_tables({"Pawns": 1000}, {}, [LadderGame(dt.date(2026, 7, 6), "Ann", "Bob", "(1-0)")] * games)
        tables["Players"] += [["Ann", "Pawns", "Yes", None], ["Bob", "Pawns", active, None]]
        result = replayed(SYSTEMS["sca"], tables)
        lines = list_standings(Statistics(result))
        assert [line.player for line in lines] == names
        assert [line.player for group in ladder(result, lines) for _, line in group.places] == names
        assert [line.rank for line in lines] == ([1, 2] if games else [None, None])[: len(names)]
        assert result.state.rating == ([1016, 984] if games else [1000, 1000])


def test_the_scoreboard_shows_what_was_not_rated() -> None:
    day = dt.date(2026, 1, 6)
    players = {name: Entry(1500, 60) for name in ("Ann", "Bob", "Cyd", "Dee")}
    played = [
        ScoreGame(day, "Cyd", None, "Bye", None),
        ScoreGame(day, "Bob", 400, "Ann", 300, None, "Unrated"),
        ScoreGame(day, "Ann", 0, "Cyd", 1, None, "Forfeit"),
        ScoreGame(day, "Ann", 400, "Bob", 390),
    ]
    statistics = Statistics(replayed_club(SYSTEMS["mississauga"], (players, played, [])))
    games = session_games(statistics)
    assert [(g.player1, g.player2, g.change1, *(note.text for note in g.words)) for g in games] == [
        ("Ann", "Bob", 10, "level wins: 10; spread 10: 0; change 10"),
        ("Cyd", None, None, "bye: sat out"),
        ("Bob", "Ann", None, "unrated"),
        ("Ann", "Cyd", None, "forfeit: not played, not rated"),
    ]
    lines = session_players(statistics)
    assert [(p.player, p.games, p.wins, p.losses, p.spread, p.old, p.change, p.new) for p in lines] == [
        ("Ann", 1, 1, 1, 10, 1500, 10, 1510),
        ("Cyd", 0, 1, 0, 0, None, None, 1500),
        ("Bob", 1, 0, 1, -10, 1500, -10, 1490),
    ]


def test_a_newcomer_bears_a_mark_until_the_fiftieth_game() -> None:
    players = {"Ann": Entry(1500, 48), "Bob": Entry(1500, 49), "Cyd": Entry(1500, 0)}
    games = [ScoreGame(dt.date(2026, 1, 6), "Ann", 400, "Bob", 390)]
    lines = by_player(list_standings(Statistics(replayed_club(SYSTEMS["mississauga"], (players, games, [])))))
    assert [lines[name].list_mark for name in ("Ann", "Bob", "Cyd")] == ["n", None, None]
