"""Elo: the performance, and K once 2400 was reached."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.helpers.clubs import NOW, book_of, edited, recalculated
from tests.helpers.live_cells import recalculated_cells
from xladdin.files.club_file import open_club_file
from xladdin.functions import CLUBCHANGES, ELOCHANGE, ELOPERFORMANCE
from xladdin.hosts.file_commands import rollover_file
from xladdin.systems.elo import SYSTEM
from xladdin.workbook.schema import FIRST_DATA_ROW


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
    assert not recalculated(path).problems
    rollover_file(path, later, NOW, keep_log=False)
    assert not recalculated(later).problems
    for club in (path, later):
        table = open_club_file(club).tables["Players"]
        ratings = dict(zip(table.column("Player") or (), zip(table.column("Rating") or (), table.column("K") or ())))
        assert ratings["Ann"] == (2395, 10) and ratings["Cyd"] == (2385, 20)
    game = (dt.date(2026, 1, 5), "Ann", "Cyd", "1-0")
    edited(later, *(("Games", f"{letter}{FIRST_DATA_ROW}", cell) for letter, cell in zip("ABCD", game)))
    cells = recalculated_cells(later, SYSTEM)
    changes = [cells["Games", FIRST_DATA_ROW, heading] for heading in SYSTEM.log_schema.changes]
    assert changes == [SYSTEM.game_change(2395, 2385, "W", 10, False), SYSTEM.game_change(2385, 2395, "L", 20, False)]
