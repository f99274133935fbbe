"""The hand-outs of Lexington: marks as the club prints them, its news, cards beside the pars, the chosen session."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter

from tests.helpers.clubs import LATER, book_of, edited, recalculated, sample_book, stored
from tests.helpers.excel.hosts import HOSTS, hosts_by_turns
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.reports.described.ratings_lists import PANEL_COLUMN
from xladdin.reports.par_scores import change_card, expected_card, par_card
from xladdin.systems.lexington import Lexington
from xladdin.workbook.schema import PAR_SCORES, STANDINGS, WEEKLY_SHEET

NEWS = "No play on Thursday the 24th.\nBring a board."


def weekly_club(folder: Path) -> Path:
    """Six evenings of Ann and Bob. Cyd has been away for four, and Dee is a newcomer."""
    days = [(dt.date(2006, 9, 7) + dt.timedelta(7 * week)).isoformat() for week in range(6)]
    games: list[list[object]] = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    for number, day in enumerate(days):
        games.append([day, "Ann", 420 + number, "Bob", 350])
        games.extend([day, "Cyd", 400, "Bob", 390] for _ in range(number < 2))
        games.extend([day, "Dee", 380, "Ann", 420] for _ in range(number > 0))
    known = [["Ann", 1500, 60], ["Bob", 1480, 60], ["Cyd", 1400, 60], ["Dee", "", ""]]
    return book_of(
        "lexington", folder, {"players": [["Player", "Start rating", "Start games"], *known], "games": games}
    )


def beside_ratings(path: Path, sheet: str, heading: str, heading_row: int) -> dict[str, tuple[object, object, object]]:
    """By player, the rating with what is just before it and just after it."""
    lines = stored(path)[sheet]
    headings = [cell.value for cell in lines[heading_row]]
    player, rating = headings.index("Player"), headings.index(heading)
    rows = lines.iter_rows(min_row=heading_row + 1, values_only=True)
    return {str(row[player]): (row[rating - 1], row[rating], row[rating + 1]) for row in rows if row[player]}


def heading_row(path: Path, sheet: str) -> int:
    return next(row[0].row for row in stored(path)[sheet].iter_rows() if "Rank" in [cell.value for cell in row])


@pytest.mark.parametrize(("sheet", "heading"), [(STANDINGS, "Rating"), (WEEKLY_SHEET, "Rating")])
def test_the_mark_stands_just_before_the_rating_and_absence_after_it(sheet: str, heading: str, tmp_path: Path) -> None:
    path = weekly_club(tmp_path)
    recalculated(path)
    shown = beside_ratings(path, sheet, heading, heading_row(path, sheet))
    marks = {name: (before, after) for name, (before, _, after) in shown.items()}
    assert marks["Cyd"] == (None, "/A")
    assert marks["Ann"][0] in ("+", "-", "=") and marks["Ann"][1] is None
    assert str(shown["Dee"][1]).endswith("/5")


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_the_clubs_news_is_typed_and_kept(host: str, tmp_path: Path) -> None:
    path = weekly_club(tmp_path)
    recalculated(path)
    _, place = next(openpyxl.load_workbook(path).defined_names["club_news"].destinations)
    edited(path, (WEEKLY_SHEET, place.replace("$", ""), NEWS), ("Games", "C4", 555))
    HOSTS[host](path)
    assert stored(path)[WEEKLY_SHEET][place.replace("$", "")].value == NEWS


def test_the_weekly_sheet_shows_the_chosen_session(tmp_path: Path) -> None:
    path = weekly_club(tmp_path)
    recalculated(path)
    sheet, place = next(openpyxl.load_workbook(path).defined_names["show_session"].destinations)
    edited(path, (sheet, place.replace("$", ""), dt.date(2006, 9, 14)))
    recalculated(path, LATER)
    words = [cell.value for cell in stored(path)[WEEKLY_SHEET][get_column_letter(PANEL_COLUMN)]]
    assert words.index("4 players · 3 games") == words.index("Session of Thursday 14 September 2006") + 1
    shown = beside_ratings(path, WEEKLY_SHEET, "Rating", heading_row(path, WEEKLY_SHEET))
    assert shown["Cyd"][2] is None, "on that evening Cyd was there"
    assert shown["Dee"][1] == "UNR"


def test_the_cards_stand_beside_the_pars(tmp_path: Path) -> None:
    sheet = stored(sample_book("lexington", tmp_path))[PAR_SCORES]
    rows = [list(row) for row in sheet.iter_rows(min_row=HEADING_ROW + 1, values_only=True)]
    first, second = (
        next(cell.column for cell in sheet[HEADING_ROW] if cell.value == heading) - 1
        for heading in ("Expected percent", "Percent difference")
    )
    cards = par_card(Lexington()), expected_card(Lexington()), change_card(Lexington())
    for column, card in zip((0, first - 1, second), cards):
        width = len(card[0])
        assert [row[column : column + width] for row in rows[: len(card)]] == [list(line) for line in card]
