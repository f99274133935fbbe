"""What reports say of kinds of games, absence and presence, against the plain count of the oracle."""

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
from tests.oracle.log import Adjustment, Entry, ScoreGame
from tests.oracle.logs import clubs, weekly
from tests.oracle.ranges import Range, adjustments_range, games_range, players_range
from tests.rules.test_kinds_of_game import camp_log, tables
from xladdin.game_log import read_log
from xladdin.replay import Replay, replay
from xladdin.reports.crosstable import crosstable
from xladdin.reports.ladder import ladder
from xladdin.reports.scoreboard import session_games, session_players
from xladdin.reports.season.championship import championship
from xladdin.reports.standings import standings
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.systems.shared.games import WHEN_DUE
from xladdin.systems.system import RatingSystem

Club = tuple[dict[str, Entry], list[ScoreGame], list[Adjustment]]
SCRABBLE = ("mississauga", "montreal", "lexington")
yes_or_no = st.sampled_from(("Yes", "No"))
some = settings(max_examples=examples(30))


def replayed(system: RatingSystem, club: Club, today: dt.date | None = None) -> Replay:
    players, games, adjustments = club
    ranges = tables(
        Players=players_range(players), Games=games_range(games), Adjustments=adjustments_range(adjustments)
    )
    return replay(read_log(system, ranges).sound(), today=today)


def last_season(system: RatingSystem, games: list[ScoreGame]) -> list[ScoreGame]:
    """Rows of the season of the last evening on which somebody played."""

    def season(day: dt.date) -> int:
        return day.year - (day.month < system.season_month)

    evenings = year.sessions(games)
    return [game for game in games if evenings and season(game.date) == season(evenings[-1])]


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), bye_wins=yes_or_no)
def test_the_list_counts_forfeits_in_won_and_lost_alone(key: str, club: Club, bye_wins: str) -> None:
    system = replace(SYSTEMS[key], bye_counts_as_win=bye_wins, absent_sessions=0, dropped_sessions=0)
    result, season = replayed(system, club), last_season(system, club[1])
    for line in standings(Statistics(result)):
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
    season = last_season(system, club[1])
    lines = by_player(championship(Statistics(replayed(system, club))))
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
def test_attendance_names_everybody_who_was_there(key: str, club: Club) -> None:
    system = SYSTEMS[key]
    season = last_season(system, club[1])
    lines = Statistics(replayed(system, club)).season.attendance
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
    system = SYSTEMS[key]
    season = last_season(system, club[1])
    table = crosstable(Statistics(replayed(system, club)), 2)
    for number, player in enumerate(table.players):
        total = table.total[number]
        record = year.record(player, season, tie_wins=key == "lexington")
        assert (total.wins, total.losses, total.ties) == record
        assert total.spread == year.spread_and_average(player, season)[0]
        for other, opponent in enumerate(table.players):
            between = [game for game in season if {game.player_1, game.player_2} == {player, opponent}]
            if (met := table.against.get((number, other))) is not None:
                record = year.record(player, between, tie_wins=key == "lexington")
                assert (met.wins, met.losses, met.ties) == record
                assert met.spread == year.spread_and_average(player, between)[0]
            else:
                assert not any(year.by_kind(game) in ("rated", "forfeit") for game in between)


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), rules=st.builds(year.Absence, *[st.integers(0, 4)] * 3))
def test_absence_marks_and_drops_in_every_system(key: str, club: Club, rules: year.Absence) -> None:
    system = replace(
        SYSTEMS[key],
        absent_sessions=rules.absent,
        dropped_sessions=rules.dropped,
        dropped_games=rules.few_games,
    )
    players, games, _ = club
    assume(year.sessions(games))
    result = replayed(system, club)
    lines = by_player(standings(Statistics(result)))
    for player, entry in players.items():
        rated = result.state.games[list(players).index(player)]
        missed = year.missed(player, games, entry.start_last_played if key == "lexington" else None)
        ranked, absent, listed = year.on_the_list(missed, rated, rules)
        assert (player in lines) == listed
        if listed and key != "lexington":
            assert (lines[player].rank is not None) == ranked
        if listed:
            assert (lines[player].mark == "/A") == absent


def test_absence_is_off_outside_lexington() -> None:
    for key, system in SYSTEMS.items():
        off = (system.absent_sessions, system.dropped_sessions, system.dropped_games)
        assert off == ((4, 10, 5) if key == "lexington" else (0, 0, 0))


def test_dip_pouch_counts_absence_in_events_and_in_years() -> None:
    names = ["Ann", "Bob", "Cyd"]
    players: Range = [["Player"], *([name] for name in names)]
    events: Range = [
        ["Event", "Date", "Players", "Rounds"],
        ["A", "2001-05-01", 3, 1], ["B", "2003-05-01", 3, 1], ["C", "2003-05-01", 3, 1], ["D", "2004-04-30", 3, 1],
    ]  # fmt: skip
    results: Range = [["Event", "Player", "Place"], ["A", "Ann", 1], ["A", "Bob", 2], ["B", "Bob", 1], ["C", "Cyd", 1],
                      ["D", "Cyd", 1]]  # fmt: skip

    def lists(**settings: int) -> list[tuple[str, object]]:
        log = read_log(
            replace(SYSTEMS["dptr"], **settings), tables(Players=players, Events=events, Results=results)
        ).sound()
        lines = standings(Statistics(replay(log)))
        return sorted((line.player, line.mark if line.mark == "/A" else line.rank) for line in lines)

    assert [mark for _, mark in lists()] == [3, 2, 1]
    # since they last played Ann has missed three events, Bob one, a day short of a year after
    assert lists(absent_sessions=3) == [("Ann", "/A"), ("Bob", 2), ("Cyd", 1)]
    assert lists(absent_sessions=2) == lists(absent_sessions=3)
    assert lists(absent_sessions=1) == [("Ann", "/A"), ("Bob", "/A"), ("Cyd", 1)]
    assert lists(dropped_sessions=3) == [("Bob", 2), ("Cyd", 1)]
    assert lists(absent_years=2) == [("Ann", "/A"), ("Bob", 2), ("Cyd", 1)]
    assert lists(absent_years=1) == lists(absent_years=2)  # a day short of a year
    assert lists(dropped_years=3) == lists()
    assert lists(dropped_years=2) == [("Bob", 2), ("Cyd", 1)]


def test_who_left_camp_is_off_the_ladder_and_the_list() -> None:
    game = (dt.date(2026, 7, 6), "Ann", "Bob", "(1-0)", None)
    for active, names in (("Yes", ["Ann", "Bob"]), ("Left", ["Ann"])):
        result = replay(camp_log(game, active=active).sound())
        lines = standings(Statistics(result))
        assert [line.player for line in lines] == names
        assert [line.player for group in ladder(result, lines) for _, line in group.places] == names
        assert result.state.rating == [1016, 984]


def test_who_never_came_to_camp_is_not_ranked() -> None:
    result = replay(camp_log().sound())
    assert [line.rank for line in standings(Statistics(result))] == [None, None]


def evening(*games: ScoreGame) -> Replay:
    players = {name: Entry(1500, 60) for name in ("Ann", "Bob", "Cyd", "Dee")}
    return replayed(SYSTEMS["mississauga"], (players, list(games), []))


def test_the_scoreboard_shows_what_was_not_rated() -> None:
    day = dt.date(2026, 1, 6)
    result = evening(
        ScoreGame(day, "Cyd", None, "Bye", None),
        ScoreGame(day, "Bob", 400, "Ann", 300, None, "Unrated"),
        ScoreGame(day, "Ann", 0, "Cyd", 1, None, "Forfeit"),
        ScoreGame(day, "Ann", 400, "Bob", 390),
    )
    lines = session_games(Statistics(result))
    assert [(g.player1, g.player2, g.change1, *g.words) for g in lines] == [
        ("Ann", "Bob", 10, "Player 1: level wins: 10; spread 10: 0; change 10"),
        ("Cyd", None, None, "bye: sat out"),
        ("Bob", "Ann", None, "unrated"),
        ("Ann", "Cyd", None, "forfeit: not played, not rated"),
    ]
    players = session_players(Statistics(result))
    assert [(p.player, p.games, p.wins, p.losses, p.spread, p.old, p.taken, p.new) for p in players] == [
        ("Ann", 1, 1, 1, 10, 1500, 10, 1510),
        ("Cyd", 0, 1, 0, 0, None, None, 1500),
        ("Bob", 1, 0, 1, -10, 1500, -10, 1490),
    ]


def test_an_evening_of_unrated_games_alone_is_the_last_session() -> None:
    rated = ScoreGame(dt.date(2026, 1, 6), "Ann", 400, "Bob", 390)
    result = evening(rated, ScoreGame(dt.date(2026, 1, 13), "Cyd", 400, "Bob", 390, None, "Unrated"))
    assert result.last_date == dt.date(2026, 1, 13)
    assert [line.player1 for line in session_games(Statistics(result))] == ["Cyd"]
    assert [(line.new, line.mark) for line in standings(Statistics(result))][:2] == [(1510, None), (1500, None)]
    assert [line.date.day for line in Statistics(result).season.attendance] == [13, 6]


def test_the_mississauga_list_says_how_the_sum_became_its_change() -> None:
    system = SYSTEMS["mississauga"]
    assert system.describe_session(2000, 30, 15) == "15 × 2 newcomer × 0.6 expert = 18"  # the sentence of the design
    assert system.describe_session(1933, 60, 15) == "15 × 0.8 expert = 12"  # page: "Kim's rating gain would become +12"
    assert system.describe_session(944, 33, 28) == "28 × 2 newcomer = 56"  # page: "would become +56"
    assert system.describe_session(2000, 60, 7) == "7 × 0.6 expert = 4.2, rounded 4"
    assert system.describe_session(1799, 50, 15) == ""
    assert system.describe_session(1799, 50, 7.5) == "7.5, rounded 8"


@given(st.integers(900, 2300), st.integers(0, 99), st.integers(-60, 60))
def test_those_words_end_with_what_the_list_takes(rating: int, games: int, plain_sum: int) -> None:
    system = SYSTEMS["mississauga"]
    words = system.describe_session(rating, games, plain_sum)
    assert int(words.split()[-1] if words else plain_sum) == system.session_change(rating, games, plain_sum)  # type: ignore[attr-defined]


def test_a_newcomer_bears_a_mark_until_the_fiftieth_game() -> None:
    day = dt.date(2026, 1, 6)
    players = {"Ann": Entry(1500, 48), "Bob": Entry(1500, 49), "Cyd": Entry(1500, 0)}
    result = replayed(SYSTEMS["mississauga"], (players, [ScoreGame(day, "Ann", 400, "Bob", 390)], []))
    lines = by_player(standings(Statistics(result)))
    assert [lines[name].list_mark for name in ("Ann", "Bob", "Cyd")] == ["n", None, None]


def test_pars_of_the_source_stand_beside_the_games() -> None:
    """Page, 23-Jul-98: "399-332", "383-456" and so on, from the winner's side."""
    ratings = {"A": 1824, "B": 1805, "C": 1713, "D": 1708, "E": 1610, "F": 1588}
    day = dt.date(1998, 7, 23)
    played = (
        ("A", 459, "D", 272, "399–332"), ("C", 440, "A", 399, "383–456"), ("A", 429, "E", 325, "440–314"),
        ("D", 424, "E", 314, "396–342"), ("C", 512, "E", 267, "420–359"), ("A", 421, "E", 236, "383–274"),
        ("C", 354, "B", 326, "317–363"), ("B", 419, "F", 297, "418–298"),
    )  # fmt: skip
    players = {name: Entry(rating, 60) for name, rating in ratings.items()}
    games = [ScoreGame(day, *game[:4]) for game in played]
    result = replayed(SYSTEMS["lexington"], (players, games, []))
    assert [line.par for line in session_games(Statistics(result))] == [game[4] for game in played]


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
    when_due = replace(SYSTEMS[key], adjustments_take_effect=WHEN_DUE)

    def ratings(
        system: RatingSystem, games: list[ScoreGame], adjustments: list[Adjustment], day: dt.date
    ) -> list[float]:
        return list(replayed(system, (players, games, adjustments), day).state.rating)

    before = ratings(when_due, games, [], due)
    waiting = replayed(SYSTEMS[key], (players, games, [extra]), due)
    assert waiting.state.rating == before and [a.row for a in waiting.waiting] == [0]
    assert ratings(when_due, games, [extra], due - dt.timedelta(1)) == before
    at_once = replayed(when_due, (players, games, [extra]), due)
    assert not at_once.waiting
    later = [*games, ScoreGame(due + dt.timedelta(3), "Ann", 400, "Bob", 380)]
    assert ratings(when_due, later, [extra], due + dt.timedelta(3)) == ratings(SYSTEMS[key], later, [extra], due)
    if key == "mississauga":
        begun = [
            played > 0 or entry.start_rating is not None for played, entry in zip(waiting.state.games, players.values())
        ]
        named = [(everybody and has) or (not everybody and name == "Ann") for name, has in zip(players, begun)]
        assert at_once.state.rating == [r + points * chosen for r, chosen in zip(before, named)]
