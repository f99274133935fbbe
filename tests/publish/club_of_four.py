"""The workbook of a club of four players, for the tests of its page."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.clubs import recalc_club

START = [["Ann Lee", 1200, 60], ["Bob Roy", 1300, 60], ["Jean-François", 1100, 60], ["Jean Francois", 1000, 60]]
EVENING = [["2026-01-06", "Ann Lee", 400, "Bob Roy", 380], ["2026-01-06", "Jean-François", 300, "Jean Francois", 310]]
NEXT = [["2026-01-13", "Ann Lee", 420, "Jean-François", 320]]


def book_of(folder: Path, players: list[list[object]], games: list[list[object]]) -> Path:
    (folder / "mississauga.xlsx").unlink(missing_ok=True)
    heads = ["Player", "Start rating", "Start games"], ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    club = book_of_tables("mississauga", folder, {"players": [heads[0], *players], "games": [heads[1], *games]})
    assert not recalc_club(club).problems
    return club
