"""A year in the life of a club, every step by the command line, every figure of its tables against the oracle."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from tests.helpers.clubs import NOW, book_of, column, edited, random_tables, stored
from tests.helpers.evenings import edit, mark
from tests.helpers.programs.command_line import run_cleanly
from tests.oracle.verify import verify_file
from xladdin.workbook.schema import FIRST_DATA_ROW

MISSPELT, RIGHT = "Player 1b", "Player 001"


def run(path: Path, command: str, *arguments: object, agreeing: int = 1000) -> str:
    """Run a command, and compare every figure of the workbook that it leaves with the second computation."""
    output = run_cleanly(command, *arguments)
    verdict = verify_file(path, NOW)
    assert verdict.disagreements == [] and verdict.agreeing > agreeing
    return output


def ratings(path: Path) -> dict[object, object]:
    players = stored(path)["Players"]
    return {name: rating for name, rating in zip(column(players, "Player"), column(players, "Rating")) if name}


def test_a_year(tmp_path: Path) -> None:
    """Of thirty players eight come without a rating, and one is there twice, misspelt on one evening."""
    tables = random_tables("lexington", 300, 30, seed=7)
    headings, *games = tables["games"]
    people = [*tables["players"][:-8], *([name, *[""] * len(rest)] for name, *rest in tables["players"][-8:])]
    day = next(row[0] for row in games[100:] if RIGHT in row)
    spelt = [[MISSPELT if row[0] == day and cell == RIGHT else cell for cell in row] for row in games]
    newcomer = [MISSPELT, *[""] * (len(people[0]) - 1)]
    misspelt = {**tables, "players": [*people, newcomer], "games": [headings, *spelt]}
    club, following = book_of("lexington", tmp_path, misspelt), tmp_path / "next.xlsx"
    run(club, "recalc", club)

    corrected = [("Games", f"{letter}{FIRST_DATA_ROW}", score) for letter, score in (("C", 555), ("E", 111))]
    boost = [("Adjustments", "A4", dt.date.fromisoformat(str(day))), ("Adjustments", "C4", 12)]
    edited(club, *corrected, *boost)
    assert f"Games row {FIRST_DATA_ROW} was changed:" in run(club, "recalc", club)

    run(club, "merge", club, MISSPELT, RIGHT, "--yes")
    (tmp_path / "right").mkdir()
    right = book_of("lexington", tmp_path / "right", {**tables, "players": people})
    edited(right, *corrected, *boost)
    run(right, "recalc", right)
    assert ratings(club) == ratings(right)

    tonight = dt.date.fromisoformat(max(str(row[0]) for row in games)) + dt.timedelta(7)
    mark(club)
    edit(club, tonight_date=tonight, tonight_rounds=1)
    assert "round 1: 15 tables paired." in run(club, "pair", club)
    assert "15 games not played yet stay in the old workbook." in run(
        following, "rollover", club, following, agreeing=100
    )
    assert ratings(following) == ratings(right)

    evening = [(tonight, f"Player {n:03d}", 400, f"Player {n + 15:03d}", 390) for n in range(1, 16)]
    edited(following, *(("Games", f"{letter}{row}", cell) for row, cells in enumerate(evening, FIRST_DATA_ROW)
                        for letter, cell in zip("ABCDE", cells)))  # fmt: skip
    run(following, "recalc", following, agreeing=100)
    report = run(following, "player", following, RIGHT, agreeing=100)
    assert report.startswith(f"{RIGHT}: {ratings(following)[RIGHT]}, ")
