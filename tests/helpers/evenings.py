"""The sheet Tonight as a director fills it in, and the games of that evening."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from pathlib import Path
from typing import Any

from python_calamine import CalamineWorkbook

from tests.helpers.clubs import book_of, edited, random_tables, recalculated, stored
from xladdin.cells import column_letters
from xladdin.files.club_file import open_club_file
from xladdin.workbook.report_sheets.tonight import LIST_COLUMN
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, TONIGHT

TONIGHT_DATE = date(2026, 3, 14)
FIRST_ROW = 6
LISTED_COLUMN = LIST_COLUMN + 4
"""The hidden column with the names that the list shows."""


def edit(path: Path, **cells: object) -> None:
    """Type into Tonight by the names of its settings, as in `tonight_rounds=2`."""
    places = open_club_file(path).ranges
    edited(path, *((TONIGHT, str(places[name][1]), value) for name, value in cells.items()))


def mark(path: Path, absent: Collection[str] = ()) -> list[str]:
    """Mark everybody on Tonight as here, except some."""
    rows = CalamineWorkbook.from_path(path).get_sheet_by_name(TONIGHT).to_python(skip_empty_area=False)
    listed = {number: str(row[LISTED_COLUMN - 1]) for number, row in enumerate(rows, 1) if number >= FIRST_ROW}
    here = {number: name for number, name in listed.items() if name and name not in absent}
    edited(path, *((TONIGHT, f"{column_letters(LIST_COLUMN + 2)}{number}", "x") for number in here))
    return [*here.values()]


def club(key: str, folder: Path, players: int = 12) -> Path:
    path = book_of(key, folder, random_tables(key, 120, players, 3))
    assert not recalculated(path).problems
    return path


def games_of(path: Path, day: date = TONIGHT_DATE) -> list[dict[str, Any]]:
    """Return rows of Games of one date, by heading."""
    sheet = stored(path)["Games"]
    headings, *rows = sheet.iter_rows(HEADINGS_ROW, values_only=True)
    found = [dict(zip(headings, row)) for row in rows]
    return [row for row in found if row["Date"] and row["Date"].date() == day]


def sides(row: dict[str, Any]) -> tuple[str, str]:
    first, second = ("White", "Black") if "White" in row else ("Player 1", "Player 2")
    return row[first], row[second]


def score(path: Path) -> None:
    """Type a score into every game without one. The first player wins."""
    sheet = stored(path)["Games"]
    columns = {cell.value: cell.column for cell in sheet[HEADINGS_ROW]}
    changes: list[tuple[str, str, object]] = []
    for row in range(FIRST_DATA_ROW, sheet.max_row + 1):
        first, second = (columns.get(h) or columns[o] for h, o in (("White", "Player 1"), ("Black", "Player 2")))
        if sheet.cell(row, first).value and "Bye" not in (sheet.cell(row, first).value, sheet.cell(row, second).value):
            results = {"Result": "(1-0)"} if "Result" in columns else {"Score 1": 400 + row, "Score 2": 300}
            for heading, value in results.items():
                cell = sheet.cell(row, columns[heading])
                if cell.value is None:
                    changes.append(("Games", cell.coordinate, value))
    edited(path, *changes)


def plain(folder: Path, names: Iterable[str], games: list[list[object]], key: str = "mississauga") -> Path:
    """Return a new workbook of players rated 1000, 1100 and so on, named by letters, without a recalculation."""
    players = [["Player", "Start rating", "Start games"], *([name, 1000 + 100 * n, 99] for n, name in enumerate(names))]
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    return book_of(key, folder, {"players": players, "games": [headings, *games]})


def typed_rows(path: Path, rows: dict[int, list[object]]) -> None:
    """Type rows over those of Games, by their number on the sheet."""
    placed = ((f"{letter}{row}", value) for row, cells in rows.items() for letter, value in zip("ABCDE", cells))
    edited(path, *(("Games", place, value) for place, value in placed))
