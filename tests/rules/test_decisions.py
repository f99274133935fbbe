"""Contract of our decisions where a source is silent: starts, adjustments, kinds of game, K after 2400 in Elo."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.clubs import NOW, book_of, recalc_club, set_cells
from tests.helpers.live_cells import recalculated_cells
from tests.oracle import engine
from tests.oracle.engine import cell_tables, replayed
from xladdin import XladdinError
from xladdin.errors import OutOfRangeError
from xladdin.files.club_file import open_club_file
from xladdin.functions import CLUBCHANGES, CLUBRATINGS, ELOCHANGE, ELOPERFORMANCE
from xladdin.hosts.file_commands import rollover_file
from xladdin.systems import SYSTEMS
from xladdin.systems.elo import SYSTEM
from xladdin.workbook.schema import FIRST_DATA_ROW

Rows = list[list[Any]]
STARTS = ["Player", "Start rating", "Start games"]
SCORES = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
ADJUSTED = ["Date", "Player", "Points"]
LEVEL_DAY = "2026-01-06"


def level(day: str, first: str, second: str) -> list[Any]:
    """Return a game that moves nobody between equals."""
    return [day, first, 400, second, 400]


def ratings(system: str, players: Rows, games: Rows, extra: Rows | None = None) -> dict[str, Any]:
    """Return the rating of each player at the end of a log."""
    return {row[1]: row[2] for row in CLUBRATINGS(system, players, games, extra)[1:]}


@pytest.mark.parametrize(("points", "left"), [((-50, 30), 1030), ((30, -50), 1000)])
def test_adjustments_of_one_day_take_effect_row_by_row_each_followed_by_the_floor(
    points: Sequence[int], left: int
) -> None:
    players = [STARTS, ["Ann", 1010, 60], ["Bob", 1000, 60]]
    games = [SCORES, level(LEVEL_DAY, "Bob", "Ann")]
    adjustments = [ADJUSTED, *([LEVEL_DAY, "Ann", change] for change in points)]
    assert ratings("montreal", players, games, adjustments) == {"Ann": left, "Bob": 1000}


@pytest.mark.parametrize(("start", "rating"), [(1400, (8 * 1400 + 2 * 1500) / 10), ("", 1500)])
def test_start_games_weigh_only_with_a_start_rating_and_count_towards_ten(start: Any, rating: float) -> None:
    players = [STARTS, ["New", start, 8], ["Ann", 1500, 60], ["Bob", 1500, 60]]
    games = [SCORES, level(LEVEL_DAY, "New", "Ann"), level(LEVEL_DAY, "New", "Bob")]
    _, *rows = CLUBRATINGS("lexington", players, games)
    (new,) = (row for row in rows if row[1] == "New")
    assert new[2:] == [rating, 10]
    assert new[0] != "", "established with the tenth game, and so ranked"


@pytest.mark.parametrize(
    ("day", "score", "message"),
    [
        (LEVEL_DAY, 2001, 'Score 1: "2001" – must be a whole score from -200 to 2000'),
        (LEVEL_DAY, -201, "must be a whole score from -200 to 2000"),
        ("1929-12-31", 400, "too early"),
        (LEVEL_DAY, "1,234", "must be a number"),
        ("1930-01-01", 400, ""),
        (LEVEL_DAY, 2000, ""),
        (LEVEL_DAY, -200, ""),
    ],
)
def test_slips_of_the_keyboard_are_refused(day: str, score: Any, message: str) -> None:
    games = [SCORES, [day, "Ann", score, "Bob", 300]]
    with pytest.raises(XladdinError, match=message) if message else nullcontext():
        CLUBCHANGES("montreal", [["Player"], ["Ann"], ["Bob"]], games)


def test_a_gain_is_counted_from_a_rating_that_was_typed_or_played_for() -> None:
    """A newcomer's first rating, and that of a player with start games alone, is the club's and not the player's."""
    players = [STARTS, ["Ann", 1500, 60], ["Bob", 1400, 60], ["New", "", ""], ["Old", "", 60]]
    games = [SCORES, *([LEVEL_DAY, name, 450, "Ann", 300] for name in ("Bob", "New", "Old"))]
    for key in ("mississauga", "montreal", "elo"):
        typed = {"players": players, "games": games}
        if key == "elo":
            results = ([day, winner, loser, "1-0"] for day, winner, _, loser, _ in games[1:])
            typed["games"] = [["Date", "White", "Black", "Result"], *results]
        earlier = [["2025-06-03", *row[1:]] for row in typed["games"][1:]]
        again = {**typed, "games": [*typed["games"], *earlier]}
        gains = [engine.find_gain_records(engine.Statistics(replayed(key, tables)), 9) for tables in (typed, again)]
        assert [{line.player for line in lines} for lines in gains] == [{"Bob"}, {"Bob", "New", "Old"}], key


@pytest.mark.parametrize("dash", "-–—−:")
@pytest.mark.parametrize(
    ("score", "other", "won"),
    [("1", "0", 1), ("0", "1", -1), ("½", "½", 0), ("0,5", "0,5", 0), ("0.5", "0.5", 0), ("1/2", "1/2", 0)],
)
def test_a_result_may_be_written_with_any_dash_colon_or_half_sign(dash: str, score: str, other: str, won: int) -> None:
    for written in (f"{score}{dash}{other}", f"({score} {dash} {other})"):
        games = [["Date", "White", "Black", "Result"], [LEVEL_DAY, "Ann", "Bob", written]]
        assert CLUBCHANGES("elo", [["Player"], ["Ann"], ["Bob"]], games)[0][2] == 20 * won


def test_a_date_to_come_is_refused_by_the_functions_too() -> None:
    today = dt.date.today()
    players = [["Player"], ["Ann"], ["Bob"]]
    with pytest.raises(OutOfRangeError):
        CLUBRATINGS("montreal", players, [SCORES, level((today + dt.timedelta(1)).isoformat(), "Ann", "Bob")])
    assert CLUBRATINGS("montreal", players, [SCORES, level(today.isoformat(), "Ann", "Bob")])


def test_events_of_a_day_count_in_the_order_of_the_table() -> None:
    headings = ["Event", "Date", "Players", "Rounds"]
    morning, evening = ["Morning", LEVEL_DAY, 14, 3], ["Evening", LEVEL_DAY, 7, 1]
    results = [["Event", "Player", "Place"], ["Evening", "Ann", 1], ["Morning", "Ann", 9]]
    for first, second in ((morning, evening), (evening, morning)):
        events = [headings, first, second]
        replay = replayed("dptr", {"players": [["Player"], ["Ann"]], "results": results, "events": events})
        assert [period.event for period in replay.log.periods] == [first[0], second[0]]
        assert replay.rated_columns["Rating before"][0] == 40 != replay.rated_columns["Rating before"][1]


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


def test_a_performance_is_the_rating_that_would_keep() -> None:
    performance = ELOPERFORMANCE([[1500], [1700]], [["W"], ["L"]])
    changes = [ELOCHANGE(performance, 1500, "W", 20), ELOCHANGE(performance, 1700, "L", 20)]
    assert sum(changes) == pytest.approx(0, abs=1e-6)
    assert ELOPERFORMANCE([[1500], [1700]], [["W"], ["W"]]) == 2400
    assert ELOPERFORMANCE([[1500], [1700]], [["L"], ["L"]]) == 800
    assert ELOPERFORMANCE([[1500], [""]], [["T"], [""]]) == pytest.approx(1500)


def test_k_stays_at_10_once_2400_was_reached() -> None:
    """FIDE 8.3.3: "K = 10 once a published rating has reached 2400 ... even if the rating drops below 2400"."""
    players = [["Player", "Start rating", "Start games"], ["Ann", 2395, 60], ["Bob", 2395, 60]]
    headings = ["Date", "White", "Black", "Result"]
    games = [[f"2026-01-0{day}", "Ann", "Bob", result] for day, result in ((1, "1-0"), (2, "0-1"), (3, "0-1"))]
    rows = CLUBCHANGES("elo", players, [headings, *games])
    assert [row[:2] for row in rows] == [[2395, 2395], [2405, 2385], [2400, 2396]]
    assert [row[2:] for row in rows] == [[10, -10], [-5.29, 10.58], [-5.06, 10.12]]
    after = CLUBCHANGES("elo", players, [headings, *games, ["2026-01-04", "Ann", "Bob", "1/2-1/2"]])
    assert after[3] == [2395, 2406, 0.16, -0.16]  # both have been at 2400
    adjusted = [["Date", "Player", "Points"], ["2026-01-01", "Bob", 10], ["2026-01-01", "Bob", -10]]
    assert CLUBCHANGES("elo", players, [headings, games[0]], adjusted) == [[2395, 2395, 10, -5]]


def test_a_new_season_and_the_live_cells_know_who_reached_2400(tmp_path: Path) -> None:
    players = [["Player", "Start rating", "Start games"], ["Ann", 2395, 60], ["Bob", 2395, 60], ["Cyd", 2395, 60]]
    headings = ["Date", "White", "Black", "Result"]
    games = [[f"2025-01-0{day}", "Ann", "Bob", result] for day, result in ((1, "1-0"), (2, "0-1"), (3, "0-1"))]
    games.append(["2025-01-04", "Cyd", "Bob", "0-1"])
    path, later = book_of("elo", tmp_path, {"players": players, "games": [headings, *games]}), tmp_path / "later.xlsx"
    assert not recalc_club(path).problems
    rollover_file(path, later, NOW, keep_log=False)
    assert not recalc_club(later).problems
    for club in (path, later):
        table = open_club_file(club).tables["Players"]
        ratings = dict(zip(table.column("Player") or (), zip(table.column("Rating") or (), table.column("K") or ())))
        assert ratings["Ann"] == (2395, 10) and ratings["Cyd"] == (2385, 20)
    game = (dt.date(2026, 1, 5), "Ann", "Cyd", "1-0")
    set_cells(later, *(("Games", f"{letter}{FIRST_DATA_ROW}", cell) for letter, cell in zip("ABCD", game)))
    cells = recalculated_cells(later, SYSTEM)
    changes = [cells["Games", FIRST_DATA_ROW, heading] for heading in SYSTEM.log_schema.changes]
    games = ((2395, 2385, "W", 10, False), (2385, 2395, "L", 20, False))
    assert changes == [SYSTEM.compute_game_change(*game) for game in games]
