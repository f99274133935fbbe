"""The band above the headings of an input sheet: what it holds on a screen, on paper, and after a renewal."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import (
    KEYS,
    LATER,
    book_of,
    edited,
    headings_of,
    recalculated,
    sample_book,
    stored,
)
from tests.helpers.programs.recalculating import recalculate
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file.club_file import rollover_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.input_sheets import INSTRUCTIONS
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, NOTE, START
from xladdin.workbook.status import status_name

LAPTOP, BESIDE_THE_CELLS = 1366, 52
"""Pixels: the width of a laptop, and what row numbers and scroll bar take of it."""


def pixels(width: float) -> int:
    """The width of a column on a screen, with seven pixels a character and five of padding."""
    return int(width * 7 + 5)


@pytest.fixture(scope="module", params=KEYS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    return request.param, sample_book(request.param, tmp_path_factory.mktemp("bands"))


def test_the_band_leads_back_and_says_what_the_sheet_is_and_what_is_typed(book: tuple[str, Path]) -> None:
    key, path = book
    workbook, values = openpyxl.load_workbook(path), stored(path)
    for name, table in tables_of(SYSTEMS[key]).items():
        sheet = workbook[name]
        assert (
            sheet["A1"].value == f'=HYPERLINK("#{START}!A1","‹ {START}")' and values[name]["A1"].value == f"‹ {START}"
        )
        assert sheet["B1"].value == name
        assert [cell.value for cell in (sheet["A2"], sheet["B2"]) if cell.value] == [INSTRUCTIONS[name]]
        assert headings_of(sheet) == [column.heading for column in table.columns]
        assert (sheet.sheet_view.pane.xSplit, sheet.sheet_view.pane.ySplit) == (1, HEADINGS_ROW)
        is_long = name in ("Players", SYSTEMS[key].log_schema.table)
        assert sheet.print_title_rows == (f"$1:${HEADINGS_ROW}" if is_long else None)


def test_a_laptop_shows_date_names_scores_changes_and_note_of_a_log(book: tuple[str, Path]) -> None:
    key, path = book
    system = SYSTEMS[key]
    sheet = openpyxl.load_workbook(path)[system.log_schema.table]
    headings = headings_of(sheet)
    last = headings.index(NOTE.heading) + 1
    assert {system.log_schema.change1, system.log_schema.change2} - {""} <= set(headings[:last])
    letters = [openpyxl.utils.get_column_letter(number) for number in range(1, last + 1)]
    widths = [pixels(sheet.column_dimensions[letter].width) for letter in letters]
    assert sum(widths) + BESIDE_THE_CELLS <= LAPTOP
    assert len(INSTRUCTIONS[sheet.title]) * 7 <= sum(widths[1:])  # no letter on an average is wider at 10 points


def status_cell(path: Path) -> str:
    """Return the cell that says how many rows of Games are to be fixed or finished."""
    return str(open_club_file(path).ranges[status_name("Games")][1])


def test_the_status_counts_the_rows_to_mend_and_those_begun(tmp_path: Path) -> None:
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *[["2024-09-10", "Ann", 400, "Bob", 390]] * 4]
    path = book_of("mississauga", tmp_path, {"players": [["Player"], ["Ann"], ["Bob"]], "games": games})
    assert not recalculated(path).problems
    place = status_cell(path)
    assert stored(path)["Games"][place].value is None
    edited(path, ("Games", f"B{FIRST_DATA_ROW}", "Amn"), ("Games", f"E{FIRST_DATA_ROW + 1}", "4o1"))
    edited(path, *(("Games", f"{letter}{FIRST_DATA_ROW + 3}", None) for letter in "CE"))
    assert len(recalculated(path).problems) == 2
    for words in ("2 rows to fix, 1 unfinished", "1 unfinished"):
        assert stored(path)["Games"][place].value == words
        assert stored(recalculate(path, tmp_path / words[:1]))["Games"][place].value == words
        edited(path, ("Games", f"B{FIRST_DATA_ROW}", "Ann"), ("Games", f"E{FIRST_DATA_ROW + 1}", 390))
        assert not recalculated(path, LATER).problems


BYES = {
    "montreal": (["Date", "Player 1", "Score 1", "Player 2", "Score 2"], "2024-09-10,Ann,400,Bob,390", "Player 2"),
    "sca": (["Date", "White", "Black", "Result"], "2024-09-10,Ann,Bob,(1-0)", "Black"),
}
"""Headings of the games, a played game, and the column of the second player."""


@pytest.mark.parametrize("key", BYES)
def test_a_bye_lacks_no_score(key: str, tmp_path: Path) -> None:
    headings, played, second = BYES[key]
    game: list[str | None] = list(played.split(","))
    blank = [value if place in (0, 1) else None for place, value in enumerate(game)]
    rows = [game, *(list(blank) for _ in range(3))]
    rows[1][headings.index(second)], rows[2][headings.index(second)] = "Bye", " bye"
    rows[3][headings.index(second)] = "Bob"
    tables = {"players": [["Player", "Group"], ["Ann", "G"], ["Bob", "G"]], "games": [headings, *rows]}
    path = book_of(
        key, tmp_path, tables | ({"groups": [["Group", "Initial rating"], ["G", 1000]]} if key == "sca" else {})
    )
    edited(path, ("Games", f"A{FIRST_DATA_ROW + 2}", None))
    assert not recalculated(path).problems
    place, result = status_cell(path), "2 unfinished"  # a bye without its date, a game to be played
    assert stored(path)["Games"][place].value == result
    assert stored(recalculate(path, tmp_path / "office"))["Games"][place].value == result


def test_what_the_director_wrote_into_the_band_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    place = status_cell(path)
    own = {"D1": "Ask Zoë for the slips", "B1": "Our games", "K2": 2026, place: "Ours"}
    edited(path, *(("Games", cell, value) for cell, value in own.items()), ("Games", f"C{FIRST_DATA_ROW}", "4o1"))
    assert len(recalculated(path).problems) == 1
    assert {cell: stored(path)["Games"][cell].value for cell in own} == own
    edited(path, ("Games", f"C{FIRST_DATA_ROW}", 417))
    assert not recalculated(path, LATER).problems
    assert {cell: stored(path)["Games"][cell].value for cell in own} == own
    _, result = rollover_file(path, tmp_path / "new.xlsx", LATER, keep_log=True)
    renewed = stored(tmp_path / "new.xlsx")["Games"]
    assert [renewed[cell].value for cell in ("D1", "B1", "K2")] == ["Ask Zoë for the slips", "Our games", 2026]
    assert result == [f'"Ours" in Games, {place}, stays in the old workbook.']
