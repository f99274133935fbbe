"""Any session and any season: cut logs, streaks and season figures against the oracle, and the cells that choose."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import openpyxl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import book_of, edited, recalculated, sample_book, stored
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.suite.length import examples
from tests.helpers.year_figures import STREAKS
from tests.oracle import year
from tests.oracle.engine import SCRABBLE, replayed_club
from tests.oracle.log import Club, Entry, ScoreGame
from tests.oracle.logs import clubs, weekly
from xladdin.game_log.truncation import truncate_log
from xladdin.replay import replay, season_title
from xladdin.reports.scoreboard import session_games, session_players
from xladdin.reports.season.records import RecordLine, streaks
from xladdin.reports.season.season_report import active_players, season_figures
from xladdin.reports.standings import standings
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import HEADINGS_ROW

some = settings(max_examples=examples(30))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly), data=st.data())
def test_a_log_cut_after_a_session_is_the_log_that_was_typed_by_then(key: str, club: Club, data: st.DataObject) -> None:
    players, games, adjustments = club
    evenings = year.sessions(games)
    assume(evenings)
    day = data.draw(st.sampled_from(evenings))
    cut = replay(truncate_log(replayed_club(SYSTEMS[key], club).log, day))
    typed = [game for game in games if game.date <= day]
    then = replayed_club(SYSTEMS[key], (players, typed, [a for a in adjustments if a.date <= day]))
    assert cut.last_date == then.last_date == day
    assert vars(cut.state) == vars(then.state)
    for report in (session_games, session_players):
        assert report(Statistics(cut)) == report(Statistics(then))
    assert standings(Statistics(cut)) == standings(Statistics(then))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_streaks_are_the_longest_runs(key: str, club: Club) -> None:
    players, games, _ = club
    result = replayed_club(SYSTEMS[key], club)
    in_order = sorted(games, key=lambda game: game.date)  # games of one date in recorded order
    everything = streaks(Statistics(result).lifetime, shown=99)
    expected = {player: year.streaks(player, in_order, tie_wins=key == "lexington") for player in players}
    for lines, (record, kind) in zip(everything, STREAKS.items(), strict=True):
        found = {line.player: line.value for line in lines}
        assert found == {player: runs[kind] for player, runs in expected.items() if runs[kind] > 1}
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
    first = dt.date(result.season, system.season_month, 1)
    before = [game for game in club[1] if first - dt.timedelta(366) < game.date < first]
    before = [
        game for game in before if (game.date.year - (game.date.month < system.season_month)) == result.season - 1
    ]
    last = year.season_figures(before, 3)
    assert {line.figure: line.last for line in lines if line.last is not None} == {
        figure: pytest.approx(float(value), abs=0.051) for figure, value in last.items()
    }
    for line in active_players(games, 3):
        rated = [game for game in year.last_season(club[1], system.season_month) if game.kind is None]
        won, _, tied = year.record(line.player, rated, tie_wins=key == "lexington")
        assert line.won == won + tied / 2 and line.played >= 3


def test_seasons_are_called_as_people_do() -> None:
    assert [season_title(2005, month) for month in (1, 9)] == ["2005", "2005–06"]
    assert season_title(1999, 9) == "1999–00"


def cell(path: Path, name: str) -> tuple[str, str]:
    sheet, place = openpyxl.load_workbook(path).defined_names[name].attr_text.split("!")
    return sheet.strip("'"), place.replace("$", "")


def column_of(path: Path, sheet: str, number: int) -> list[object]:
    return [row[number - 1].value for row in stored(path)[sheet].iter_rows(min_row=4)]


GAMES = [
    ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
    ["2005-12-06", "Ann", 400, "Bob", 300],
    ["2005-12-13", "Bob", 410, "Ann", 380],
    ["2006-01-03", "Ann", 333, "Bob", 320],
]
PLAYERS = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1500, 60]]


def test_the_scoreboard_shows_the_session_that_is_chosen(tmp_path: Path) -> None:
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


def test_one_january_game_leaves_the_december_championship_to_be_shown(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": GAMES})
    recalculated(path)
    assert column_of(path, "Championship", 1)[0] == "Season 2006 · 1 game"
    edited(path, (*cell(path, "show_season"), 2005))
    recalculated(path)
    assert column_of(path, "Championship", 1)[0] == "Season 2005 · 2 games"
    assert column_of(path, "Championship", 4)[2:4] == [3, 3]
    assert column_of(path, "Records", 1)[0] == "Season 2005"
    assert column_of(path, "Season report", 1)[0] == "Season 2005"


def test_a_choice_of_what_there_is_not_is_named(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": GAMES})
    recalculated(path)
    edited(path, (*cell(path, "show_session"), dt.date(2005, 12, 7)), (*cell(path, "show_season"), 1999))
    said = [str(problem) for problem in recalculated(path).problems]
    assert said == [
        'Scoreboard row 3, Show session of "2005-12-07": there was no session on that day; choose one from the list, '
        "or leave it blank for the last",
        'Records row 3, Show season of "1999": nothing was played then; choose from the list, or leave it blank for '
        "the last",
    ]


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
    assert 'of "D": no such event with results; choose one from the list' in str(problem)


def test_a_record_of_an_earlier_season_is_below_the_seasons(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": GAMES})
    recalculated(path)
    lines = [*zip(*(column_of(path, "Records", number)[2:] for number in (2, 3, 4)))]
    begin = lines.index(("High game", 333, "Ann"))
    assert lines[begin + 1] == ("All time", 410, "Bob")
    begin = lines.index(("Attended in a row", None, None))  # one session is no run
    assert lines[begin + 1] == ("All time", 3, "Ann")
    edited(path, (*cell(path, "show_season"), 2005))
    recalculated(path)
    assert "All time" not in column_of(path, "Records", 2)


@pytest.mark.parametrize(("games", "is_said"), [(GAMES[:3], False), (GAMES, True)])
def test_the_key_explains_all_time_where_it_is_said(games: list[list[object]], is_said: bool, tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": games})
    recalculated(path)
    labels, key = column_of(path, "Records", 2), column_of(path, "Records", 1)
    assert labels.index("High loss") - labels.index("High game") == 2
    assert ("All time" in labels, any("All time:" in str(words) for words in key)) == (is_said, is_said)


def test_streak_lines_hold_the_day_on_which_a_run_was_first_so_long() -> None:
    day = dt.date(2026, 1, 6)
    scores = (400, 400, 400, 200, 400, 400, 400)
    games = [ScoreGame(day + dt.timedelta(7 * n), "Ann", score, "Bob", 300) for n, score in enumerate(scores)]
    result = replayed_club(SYSTEMS["montreal"], ({"Ann": Entry(1500), "Bob": Entry(1500)}, games, []))
    won = streaks(Statistics(result).lifetime)[1]
    assert won == [RecordLine("Games won in a row", 3, "Ann", date=dt.date(2026, 1, 20))]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_samples_show_what_is_chosen(key: str, tmp_path: Path) -> None:
    """Every system has its own cells. A season by its title is the same as by its year."""
    path = sample_book(key, tmp_path)
    seasons = stored(path)["Lists"].cell(1, 4).value
    edited(path, (*cell(path, "show_season"), seasons))
    assert not recalculated(path).problems


def test_who_left_camp_is_offered_no_more(tmp_path: Path) -> None:
    names = ("Ada", "Bo", "Cy", "Di")
    players = [["Player", "Group", "Active"], *([name, "Pawns", "Left" if name == "Bo" else "Yes"] for name in names)]
    groups = [["Group", "Initial rating"], ["Pawns", 1000]]
    games = [["Date", "White", "Black", "Result"], ["2005-07-04", "Ada", "Bo", "1-0"]]
    path = book_of("sca", tmp_path, {"players": players, "groups": groups, "games": games})
    recalculated(path)
    offered = stored(recalculate(path, tmp_path / "by LibreOffice"))["Lists"]
    names_offered = [name for row in range(1, 7) if (name := offered.cell(row, 1).value)]
    assert names_offered == ["Bye", "Ada", "Cy", "Di"]
    assert "Bo" not in column_of(path, "Ladder", 3)
    assert [cell.value for cell in stored(path)["Games"]["I"]][HEADINGS_ROW:] == [1000]
